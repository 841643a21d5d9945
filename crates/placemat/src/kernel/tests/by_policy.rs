//! The kernel for the policies other than `replace`, in every instruction set, against the transcoder's steps,
//! which an observer of every event demands.

use std::format;
use std::vec;
use std::vec::Vec;

use super::lossy::error_dense;
use super::{BACKGROUNDS, REPRESENTATIVES, Random, draws, encoded, short_stride, stride, text};
use crate::codec::Codec;
use crate::kernel::by_policy;
use crate::kernel::lossy::{Replaced, item};
use crate::simd::Isa;
use crate::stream::End;
use crate::{Conversion, Encoding, Encoding::*, OnError, Options};

const TARGETS: [Encoding; 13] = [
    Utf8,
    Utf16Le,
    Utf16Be,
    Utf32Le,
    Utf32Be,
    Wtf8,
    GeneralizedUtf8,
    Utf8b,
    Wtf16Le,
    Wtf16Be,
    Cesu8,
    Mutf8,
    Ucs4Le,
];

/// All conversions that the kernel serves.
fn cases() -> Vec<(Encoding, OnError)> {
    let mut cases = vec![];
    for target in TARGETS {
        let kernel = by_policy(Utf8.info().kind, target.info().kind).expect("a kernel for every target");
        let served = |policy| kernel.run(Isa::Scalar, (policy, false), b"", &mut [], true).is_some();
        cases
            .extend(OnError::ALL.into_iter().filter(|&policy| served(policy)).map(|policy| (target, policy)));
    }
    assert_eq!(cases.len(), TARGETS.len() * 8 + 6, "{cases:?}");
    cases
}

/// The transcoder's steps: the output and the number of errors.
fn by_steps(target: Encoding, on_error: OnError, input: &[u8]) -> (Vec<u8>, u64) {
    let options = Options { on_error, ..Options::default() };
    let mut transcoder = Conversion::new(Utf8, target, options).unwrap().transcoder().unwrap();
    let mut out = vec![0; 12 * input.len() + 16];
    let (progress, _) = transcoder.push_observed(input, &mut out, End::All, &mut |_| ());
    assert_eq!(progress.read, input.len(), "{target} {on_error:?} {input:02X?}");
    out.truncate(progress.written);
    (out, transcoder.counts().errors)
}

/// Checks that the kernel stops between two items, with what the steps write up to there, that the steps
/// continue from there to the same output, and that it does not stop too early.
fn check(target: Encoding, policy: OnError, input: &[u8], end: bool, room: impl Fn(usize) -> usize) {
    const GUARD: usize = 70;
    let (expected, errors) = by_steps(target, policy, input);
    let room = room(expected.len());
    let kernel = by_policy(Utf8.info().kind, target.info().kind).unwrap();
    for isa in Isa::available() {
        let mut out = vec![0xA5; room + GUARD];
        let (done, _) = kernel.run(isa, (policy, false), input, &mut out[..room], end).unwrap();
        let at = || format!("{target} {policy:?} {isa:?}, {end}, room {room}: {done:?} {input:02X?}");
        assert!(out[room..].iter().all(|&byte| byte == 0xA5), "outside: {}", at());
        assert!(out[..done.written] == expected[..done.written], "{}\n{out:02X?}\n{expected:02X?}", at());
        let (rest, rest_errors) = by_steps(target, policy, &input[done.read..]);
        assert!(rest == expected[done.written..], "no place between items: {}", at());
        assert_eq!(done.errors + rest_errors, errors, "{}", at());
        // Repaired pieces of up to 32 bytes are converted together or not at all.
        let is_full = done.written + 3 * 32 * target.info().width > room;
        let waits = !end && input[done.read..].iter().all(|byte| *byte >= 0x80);
        // A run of errors may be longer than a piece.
        let is_run = policy == OnError::ReplaceRun && item(&input[done.read..]).1.is_none();
        assert!(done.read == input.len() || is_full || waits || is_run, "too early: {}", at());
    }
}

fn check_rooms(random: &mut Random, (target, policy): (Encoding, OnError), input: &[u8]) {
    check(target, policy, input, true, |needed| needed);
    match random.below(3) {
        0 => check(target, policy, input, false, |needed| needed + 300),
        1 => {
            let less = random.below(200);
            check(target, policy, input, true, |needed| needed.saturating_sub(less));
        }
        _ => check(target, policy, input, false, |needed| needed),
    }
}

#[test]
fn every_policy_does_what_the_steps_do() {
    let mut random = Random(31);
    for (k, case) in cases().into_iter().enumerate() {
        for len in (k % short_stride()..=200).step_by(short_stride()).chain([8100 + k, 3000 * (k % 7)]) {
            let bytes = error_dense(&mut random, Utf8, len);
            check_rooms(&mut random, case, &bytes);
        }
    }
}

#[test]
fn every_policy_in_text_of_many_lengths() {
    let (mut random, cases) = (Random(32), cases());
    for draw in 0..draws(20_000) {
        let len = random.below(1600);
        let bytes = error_dense(&mut random, Utf8, len);
        check_rooms(&mut random, cases[draw % cases.len()], &bytes);
    }
}

/// Errors that policies see differently, at every place of a frame.
#[test]
fn every_policy_in_windows_of_every_class() {
    let (mut random, cases) = (Random(33), cases());
    let n = REPRESENTATIVES.len();
    for background in BACKGROUNDS {
        let clean = encoded(Utf8, &text(&mut random, background, 300));
        for k in (0..n * n * n * n).step_by(stride()) {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| REPRESENTATIVES[k]);
            let at = k * 7 % 197;
            let mut bytes = clean[..(at + 70).min(clean.len())].to_vec();
            bytes[at..at + 4].copy_from_slice(&window);
            let (target, policy) = cases[k % cases.len()];
            check(target, policy, &bytes, k % 2 == 0, |needed| needed);
        }
    }
}

/// A run of errors that is longer than what is searched at once.
#[test]
fn one_error_for_a_long_run() {
    for len in [8000, 8192, 9000, 40_000] {
        let bytes = [b"a".as_slice(), &vec![0xFF; len], b"b"].concat();
        for isa in Isa::available() {
            let kernel = by_policy(Utf8.info().kind, Utf8.info().kind).unwrap();
            let done = kernel.run(isa, (OnError::ReplaceRun, false), &bytes, &mut [0; 5], true);
            assert_eq!(done, Some((Replaced { read: len + 2, written: 5, errors: 1 }, 0)));
        }
    }
}
