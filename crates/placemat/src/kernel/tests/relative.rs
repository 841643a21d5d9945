//! The kernel for CESU-8 and Modified UTF-8 under all policies that they have, in every instruction set: its
//! items against the tables, the places where vectors find their ends against the items, and the whole
//! against the transcoder's steps, which an observer of every event demands.

use std::format;
use std::vec;
use std::vec::Vec;

use super::lossy::error_dense;
use super::{BACKGROUNDS, Random, draws, encoded, short_stride, stride, text};
use crate::codec::Codec;
use crate::kernel::by_policy;
use crate::kernel::lossy::masks::{Lone, Relative};
use crate::kernel::lossy::{Ends, Items, Replaced};
use crate::simd::Isa;
use crate::stream::End;
use crate::table::NotDecoded;
use crate::{Conversion, Encoding, Encoding::*, OnError, OnUnencodable, Options};

const RELATIVES: [(Encoding, Relative); 3] =
    [(Cesu8, Relative::CESU_8), (Mutf8, Relative::mutf_8(true)), (Mutf8, Relative::mutf_8(false))];

/// Bytes at which the rules of the forms differ.
const CLASSES: [u8; 20] = [
    0x00, 0x41, 0x80, 0x81, 0x9F, 0xA0, 0xAF, 0xB0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE,
    0xEF, 0xF0, 0xFF,
];

/// Characters, and much of what is none or is one only beside another.
const PIECES: [&[u8]; 22] = [
    b"a",
    b"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
    "é".as_bytes(),
    "€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€€".as_bytes(),
    b"\xED\xA0\xBD\xED\xB2\xA9",
    b"\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD\xED\xB2\xA9",
    b"\xC0\x80",
    b"\xED\x9F\xBF",
    b"\0",
    b"\x80",
    b"\xBF\xBF",
    b"\xC0",
    b"\xC2",
    b"\xE2\x82",
    b"\xE0\x80",
    b"\xED",
    b"\xED\xA0",
    b"\xED\xB0",
    b"\xED\xA0\x80",
    b"\xED\xB0\x80",
    b"\xF0\x9F\x92\xA9",
    b"\xFF",
];

/// Text of these pieces, in three mixtures, or text with errors as in the tests of other forms.
fn mixed(random: &mut Random, from: Encoding, len: usize) -> Vec<u8> {
    let mixture = random.below(4);
    if mixture == 3 {
        return error_dense(random, from, len);
    }
    let mut bytes = vec![];
    while bytes.len() < len {
        let k = match mixture {
            0 => random.below(PIECES.len()),
            1 => 4 + random.below(PIECES.len() - 4),
            _ => [0, 1, 2, 3, 5, 5, random.below(PIECES.len())][random.below(7)],
        };
        bytes.extend(PIECES[k]);
    }
    bytes.truncate(len);
    bytes
}

/// Returns the length of the item at the front by the table, and whether a repair copies it.
fn by_table(from: Encoding, lone: Lone, bytes: &[u8]) -> (usize, bool) {
    match from.decode_next(bytes, true) {
        Ok(decoded) => {
            let is_surrogate = (0xD800..0xE000).contains(&decoded.code_point);
            (decoded.len, !is_surrogate || lone == Lone::Kept)
        }
        Err(NotDecoded::IllFormed(error)) => (error.len, false),
        Err(NotDecoded::Incomplete) => panic!("the input ends"),
    }
}

/// Returns where the items begin and end, and whether a repair copies them.
fn items(from: Encoding, lone: Lone, bytes: &[u8]) -> Vec<(usize, usize, bool)> {
    let (mut items, mut at) = (vec![], 0);
    while at < bytes.len() {
        let (len, is_character) = by_table(from, lone, &bytes[at..]);
        items.push((at, at + len, is_character));
        at += len;
    }
    items
}

#[test]
fn items_are_those_of_the_tables() {
    let n = CLASSES.len();
    for (from, relative) in RELATIVES {
        for len in 1..=4 {
            for k in (0..n.pow(len)).step_by(if len == 4 { stride() } else { 1 }) {
                let window: Vec<u8> = (0..len).map(|place| CLASSES[k / n.pow(place) % n]).collect();
                let expected = by_table(from, relative.lone, &window);
                assert_eq!(relative.item(&window), expected, "{from} {window:02X?}");
            }
        }
        // A lead surrogate, and what may follow it.
        for k in 0..n * n * n {
            let after = [CLASSES[k / n / n], CLASSES[k / n % n], CLASSES[k % n]];
            for len in 0..=3 {
                let window = [b"\xED\xA5\x80", &after[..len]].concat();
                let expected = by_table(from, relative.lone, &window);
                assert_eq!(relative.item(&window), expected, "{from} {window:02X?}");
            }
        }
    }
}

#[test]
fn what_is_cut_off_is_what_the_tables_leave_open() {
    let mut random = Random(41);
    for draw in 0..draws(60_000) {
        let (from, relative) = RELATIVES[draw % 3];
        let len = random.below(14);
        let bytes = mixed(&mut random, from, len);
        let (mut at, mut pending) = (0, false);
        while at < bytes.len() && !pending {
            match from.decode_next(&bytes[at..], false) {
                Ok(decoded) => at += decoded.len,
                Err(NotDecoded::IllFormed(error)) => at += error.len,
                Err(NotDecoded::Incomplete) => pending = true,
            }
        }
        assert_eq!(relative.decided(&bytes, false), at, "{from} {bytes:02X?}");
        let is_lead = pending && bytes.len() - at == 3 && relative.lone == Lone::Kept;
        let at_end = if is_lead { at } else { bytes.len() };
        assert_eq!(relative.decided(&bytes, true), at_end, "{from} {bytes:02X?}");
        for (begin, end, _) in items(from, relative.lone, &bytes) {
            for place in begin..end {
                assert_eq!(relative.open(&bytes, place), place - begin, "{from} {place} {bytes:02X?}");
            }
        }
    }
}

/// Checks all places of a text, and the places that vectors find from each place on.
fn check_ends(from: Encoding, relative: Relative, bytes: &[u8]) {
    let items = items(from, relative.lone, bytes);
    let broken: Vec<_> = items.iter().filter(|item| !item.2).collect();
    for &&(begin, end, _) in &broken {
        assert_eq!(relative.start(bytes, end), begin, "{from} {end} {bytes:02X?}");
    }
    for isa in Isa::available() {
        for place in 0..=bytes.len() {
            let found = relative.ends(isa, bytes, place, place + 100);
            let Ends { at, ends, known } = found;
            let seen = broken.iter().map(|item| item.1).filter(|end| (place + 1..=at + known).contains(end));
            let bits = (1..64).filter(|k| ends >> k & 1 == 1).map(|k| at + k);
            assert!(seen.eq(bits), "{from} {isa:?} {place} {found:?} {bytes:02X?}");
            let has_frame = isa != Isa::Scalar && place + 64 <= bytes.len();
            assert!(!has_frame || found.at + known >= place + 56, "{isa:?} {place} {found:?}");
            assert!(at + known < bytes.len() || known == 0 && at == place, "{isa:?} {place} {found:?}");
        }
    }
}

#[test]
fn ends_are_those_of_the_items() {
    let mut random = Random(42);
    for round in (0..1200).step_by(short_stride()) {
        let (from, relative) = RELATIVES[random.below(3)];
        let bytes = mixed(&mut random, from, round % 400);
        check_ends(from, relative, &bytes);
    }
}

/// Windows of all classes in the middle of a text.
#[test]
fn ends_in_windows_of_every_class() {
    let n = CLASSES.len();
    for (from, relative) in RELATIVES {
        for k in (0..n.pow(4)).step_by(stride()) {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| CLASSES[k]);
            let around: [&[u8]; 2] = [
                [b"aaaa", "éé".as_bytes(), b"\xED\xA0\xBD", b"a\xED\xA0"][k % 4],
                [b"aaaa", b"\xED\xB2\xA9a", b"\x80\xED\xB2\xA9"][k % 3],
            ];
            let mut bytes = vec![b'a'; 20 + k % 50];
            bytes.extend([around[0], &window, around[1], &[b'a'; 70]].concat());
            let items = items(from, relative.lone, &bytes);
            let ends: Vec<_> = items.iter().filter(|item| !item.2).map(|item| item.1).collect();
            for isa in Isa::available().filter(|isa| *isa != Isa::Scalar) {
                let (mut found, mut known) = (vec![], 0);
                while bytes.len() - known >= 64 {
                    let Ends { at, ends, known: more } = relative.ends(isa, &bytes, known, known + 1);
                    found.extend((1..64).filter(|k| ends >> k & 1 == 1).map(|k| at + k));
                    known = at + more;
                }
                let expected = ends.iter().copied().filter(|end| *end <= known);
                assert!(expected.eq(found), "{from} {isa:?} {bytes:02X?}");
            }
        }
    }
}

const TARGETS: [Encoding; 14] = [
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
    Cesu8Lenient,
    Mutf8,
    Ucs4Le,
];

/// A conversion under its policies.
type Case = (Encoding, Encoding, OnError, OnUnencodable);

/// All conversions that the kernel serves.
fn cases() -> Vec<Case> {
    let mut cases = vec![];
    // Private use has no kernels at all.
    let mut unencodable =
        OnUnencodable::ALL.into_iter().filter(|one| *one != OnUnencodable::PrivateUse).cycle();
    for (from, to) in [Cesu8, Mutf8].into_iter().flat_map(|from| TARGETS.map(|to| (from, to))) {
        let Some(kernel) = by_policy(from.info().kind, to.info().kind) else { continue };
        let served = |policy| kernel.run(Isa::Scalar, (policy, true), b"", &mut [], true).is_some();
        let policies = OnError::ALL.into_iter().filter(|&policy| served(policy));
        for policy in policies {
            cases.push((from, to, policy, OnUnencodable::Replace));
            let is_supported = |on_unencodable: &OnUnencodable| {
                let options =
                    Options { on_error: policy, on_unencodable: *on_unencodable, ..Options::default() };
                Conversion::new(from, to, options).is_ok()
            };
            cases.extend(unencodable.find(is_supported).map(|one| (from, to, policy, one)));
        }
    }
    cases
}

#[test]
fn the_usual_targets_are_served() {
    use OnError::{Replace, ReplaceByte, ReplaceRun, Skip};
    let cases: Vec<_> = cases().into_iter().map(|(from, to, policy, _)| (from, to, policy)).collect();
    for policy in [Replace, ReplaceByte, ReplaceRun, Skip] {
        for to in [Utf8, Utf16Le, Utf16Be, Utf32Le, Utf32Be, Cesu8] {
            assert!(cases.contains(&(Mutf8, to, policy)) && cases.contains(&(Cesu8, to, policy)), "{to}");
        }
        for to in [Wtf8, GeneralizedUtf8, Utf8b, Wtf16Le, Ucs4Le, Mutf8, Cesu8Lenient] {
            assert!(cases.contains(&(Cesu8, to, policy)), "{to}");
        }
        for to in [Wtf16Le, Wtf16Be, Mutf8] {
            assert_eq!(cases.contains(&(Mutf8, to, policy)), policy != Skip, "{to}");
        }
    }
    // Unless surrogates that the target lacks are replaced, the kernel stops before them.
    let kernel = by_policy(Mutf8.info().kind, Utf8.info().kind).unwrap();
    let done = Replaced { read: 2, written: 4, errors: 1 };
    let text = b"a\xFF\xED\xA0\xBD";
    assert_eq!(kernel.run(Isa::Scalar, (Replace, false), text, &mut [0; 9], true), Some((done, 0)));
}

/// What the transcoder's steps do with a text.
#[derive(Debug, PartialEq)]
struct Steps {
    out: Vec<u8>,
    errors: u64,
    /// The surrogates that the target lacks.
    unencodable: u64,
    /// The bytes that are read, if the conversion fails.
    read: usize,
}

fn by_steps((from, to, on_error, on_unencodable): Case, input: &[u8]) -> Steps {
    let options = Options { on_error, on_unencodable, ..Options::default() };
    let mut transcoder = Conversion::new(from, to, options).unwrap().transcoder().unwrap();
    let mut out = vec![0; 12 * input.len() + 16];
    let (progress, _) = transcoder.push_observed(input, &mut out, End::All, &mut |_| ());
    let read = progress.read;
    let may_fail = on_unencodable != OnUnencodable::Replace;
    assert!(may_fail || read == input.len(), "{from} {to} {on_error:?} {input:02X?}");
    out.truncate(progress.written);
    let counts = transcoder.counts();
    Steps { out, errors: counts.errors, unencodable: counts.unencodable, read }
}

/// Checks that the kernel stops between two items, with what the steps write up to there, that the steps
/// continue from there to the same output, and that it does not stop too early.
fn check(case: Case, input: &[u8], end: bool, room: impl Fn(usize) -> usize) {
    const GUARD: usize = 70;
    let (from, to, policy, on_unencodable) = case;
    let replaces = on_unencodable == OnUnencodable::Replace;
    let expected = by_steps(case, input);
    let room = room(expected.out.len());
    let kernel = by_policy(from.info().kind, to.info().kind).unwrap();
    for isa in Isa::available() {
        let mut out = vec![0xA5; room + GUARD];
        let (done, lacked) = kernel.run(isa, (policy, replaces), input, &mut out[..room], end).unwrap();
        let at = || format!("{case:?} {isa:?}, {end}, room {room}: {done:?} {input:02X?}");
        assert!(out[room..].iter().all(|&byte| byte == 0xA5), "outside: {}", at());
        let rest = by_steps(case, &input[done.read..]);
        out.truncate(done.written);
        let whole = Steps {
            out: [out, rest.out].concat(),
            errors: done.errors + rest.errors,
            unencodable: lacked + rest.unencodable,
            read: done.read + rest.read,
        };
        assert!(whole == expected, "{}\n{whole:02X?}\n{expected:02X?}", at());
        // Repaired pieces of up to 32 bytes are converted together or not at all.
        let is_full = done.written + 3 * 32 * to.info().width > room;
        let left = &input[done.read..];
        let waits = !end && left.iter().all(|byte| *byte >= 0x80 || *byte == 0);
        // A run of errors may be longer than a piece, and a lead surrogate that is kept waits for what follows.
        let is_run = policy == OnError::ReplaceRun && is_broken(from, left);
        let is_kept = matches!(*left, [0xED, 0xA0..=0xAF, 0x80..=0xBF]);
        let is_lacked = !replaces && matches!(*left, [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..]);
        // If the end of a piece splits a run after a lead surrogate, that one is left too.
        let is_before_run =
            policy == OnError::ReplaceRun && left.get(3..).is_some_and(|run| is_broken(from, run));
        assert!(
            left.is_empty() || is_full || waits || is_run || is_kept || is_lacked || is_before_run,
            "too early: {}",
            at()
        );
    }
}

fn is_broken(from: Encoding, bytes: &[u8]) -> bool {
    !bytes.is_empty() && matches!(from.decode_next(bytes, true), Err(NotDecoded::IllFormed(_)))
}

fn check_rooms(random: &mut Random, case: Case, input: &[u8]) {
    check(case, input, true, |needed| needed);
    match random.below(3) {
        0 => check(case, input, false, |needed| needed + 300),
        1 => {
            let less = random.below(200);
            check(case, input, true, |needed| needed.saturating_sub(less));
        }
        _ => check(case, input, false, |needed| needed),
    }
}

#[test]
fn every_policy_does_what_the_steps_do() {
    let mut random = Random(43);
    for (k, case) in cases().into_iter().enumerate() {
        for len in (k % short_stride()..=200).step_by(short_stride()).chain([8100 + k, 3000 * (k % 7)]) {
            let bytes = mixed(&mut random, case.0, len);
            check_rooms(&mut random, case, &bytes);
        }
    }
}

#[test]
fn every_policy_in_text_of_many_lengths() {
    let (mut random, cases) = (Random(44), cases());
    for draw in 0..draws(20_000) {
        let len = random.below(1600);
        let case = cases[draw % cases.len()];
        let bytes = mixed(&mut random, case.0, len);
        check_rooms(&mut random, case, &bytes);
    }
}

/// Every amount of room, and both ends.
#[test]
fn every_policy_with_every_room() {
    let mut random = Random(45);
    for case in cases().into_iter().step_by(short_stride()) {
        let bytes = mixed(&mut random, case.0, 150);
        for room in 0..=by_steps(case, &bytes).out.len() {
            check(case, &bytes, room % 2 == 0, |_| room);
        }
    }
}

/// Windows of all classes in text of every kind.
#[test]
fn every_policy_in_windows_of_every_class() {
    let (mut random, cases) = (Random(46), cases());
    let n = CLASSES.len();
    for background in BACKGROUNDS {
        for k in (0..n.pow(4)).step_by(stride()) {
            let window = [k / (n * n * n), k / (n * n) % n, k / n % n, k % n].map(|k| CLASSES[k]);
            let case = cases[k % cases.len()];
            let at = k * 7 % 197;
            let mut bytes = encoded(case.0, &text(&mut random, background, 90));
            bytes.resize(bytes.len().max(at + 70), b'a');
            bytes.truncate(at + 70);
            bytes[at..at + 4].copy_from_slice(&window);
            check(case, &bytes, k % 2 == 0, |needed| needed);
        }
    }
}

/// A run of errors that is longer than what is searched at once.
#[test]
fn one_error_for_a_long_run() {
    for len in [8000, 8192, 9000, 40_000] {
        let bytes = [b"a".as_slice(), &vec![0xFF; len], b"b"].concat();
        for (from, isa) in
            [Cesu8, Mutf8].into_iter().flat_map(|from| Isa::available().map(move |isa| (from, isa)))
        {
            let kernel = by_policy(from.info().kind, from.info().kind).unwrap();
            let done = kernel.run(isa, (OnError::ReplaceRun, true), &bytes, &mut [0; 5], true);
            assert_eq!(done, Some((Replaced { read: len + 2, written: 5, errors: 1 }, 0)));
        }
    }
}
