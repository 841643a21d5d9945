//! Every cut of the input and every size of the output: what is read, what is written, and which error it is.

use placemat::{Codec, Encoding};
use placemat_gconv::charset;

use crate::Test;
use crate::descriptor::{Called, Descriptor, Status};
use crate::expected::{self, Memory, Side};
use crate::texts::{self, Random};

pub(crate) const TESTS: [Test; 4] = [
    ("every cut and room, to INTERNAL", to_internal),
    ("every cut and room, from INTERNAL", from_internal),
    ("every cut and room, through two steps", two_steps),
    ("long texts in pieces, through two steps", long_texts),
];

/// Returns a number of texts, which is less in a slow environment.
fn texts(count: usize) -> usize {
    match std::env::var("PLACEMAT_TEXTS").ok().and_then(|percent| percent.parse::<usize>().ok()) {
        Some(percent) => (count * percent / 100).max(1),
        None => count,
    }
}

fn open(target: Side, source: Side) -> Descriptor {
    let name = |side| match side {
        Side::Internal => "WCHAR_T".to_owned(),
        Side::Own(encoding) => charset::name(encoding),
        Side::Utf16OfGlibc => "UTF-16LE".to_owned(),
    };
    let (to, from) = (name(target), name(source));
    Descriptor::open(&to, &from).unwrap_or_else(|| panic!("no conversion from {from} to {to}"))
}

/// Converts a text with every cut and every room, and then the rest of it. Returns the number of calls.
fn every_cut(descriptor: &mut Descriptor, source: Side, target: Side, text: &[u8]) -> usize {
    let mut calls = 0;
    for cut in 0..=text.len() {
        let most = expected::call(source, target, &mut Memory::default(), &text[..cut], 10_000).output.len();
        for room in 0..=most + 2 {
            let mut memory = Memory::default();
            let wanted = expected::call(source, target, &mut memory, &text[..cut], room);
            let context = || format!("{source:?} to {target:?}, {cut} bytes of {text:02X?}, room {room}");
            descriptor.reset();
            assert_eq!(descriptor.convert(&text[..cut], room), wanted, "{}", context());
            // The caller goes on at what was not read.
            let rest = &text[wanted.read..];
            let wanted_rest = expected::call(source, target, &mut memory, rest, 1000);
            assert_eq!(descriptor.convert(rest, 1000), wanted_rest, "the rest of {}", context());
            let end = expected::flush(target, &mut memory);
            let flushed = Called { status: Status::Done(0), read: 0, output: end };
            assert_eq!(descriptor.flush(8), flushed, "the end of {}", context());
            calls += 4;
        }
    }
    calls
}

fn to_internal() -> usize {
    let mut calls = 0;
    for encoding in charset::all() {
        let mut random = Random::new(encoding as usize);
        let mut descriptor = open(Side::Internal, Side::Own(encoding));
        for _ in 0..texts(100) {
            let text = texts::text(&mut random, encoding, 8);
            calls += every_cut(&mut descriptor, Side::Own(encoding), Side::Internal, &text);
        }
    }
    calls
}

fn from_internal() -> usize {
    let mut calls = 0;
    for encoding in charset::all().filter(|encoding| encoding.info().encodes) {
        let mut random = Random::new(encoding as usize);
        let mut descriptor = open(Side::Own(encoding), Side::Internal);
        for _ in 0..texts(60) {
            let text = texts::code_points(&mut random, 8);
            calls += every_cut(&mut descriptor, Side::Internal, Side::Own(encoding), &text);
        }
    }
    calls
}

/// What steps follow: of this module, and of another one, whose pointer to a function is mangled.
const TARGETS: [Side; 5] = [
    Side::Own(Encoding::Wtf8),
    Side::Own(Encoding::Mutf8),
    Side::Own(Encoding::UtfEbcdic),
    Side::Own(Encoding::CorrectedUtf8Document),
    Side::Utf16OfGlibc,
];

fn two_steps() -> usize {
    let mut calls = 0;
    for (encoding, target) in charset::all().flat_map(|encoding| TARGETS.map(|target| (encoding, target))) {
        if target == Side::Own(encoding) {
            continue; // iconv_open(3) refuses this
        }
        let mut random = Random::new(encoding as usize);
        let mut descriptor = open(target, Side::Own(encoding));
        for _ in 0..texts(24) {
            let text = texts::text(&mut random, encoding, 6);
            calls += every_cut(&mut descriptor, Side::Own(encoding), target, &text);
        }
    }
    calls
}

/// The number of code points that the C library's buffers between two steps hold.
const BUFFER: usize = 8160;

/// Texts that are longer than the buffers between steps, in pieces of random lengths, into random room.
fn long_texts() -> usize {
    let mut calls = 0;
    // Sequences have at most six bytes, and three on average.
    let len = 2 * 6 * BUFFER * texts(100).clamp(50, 100) / 100;
    for (encoding, target) in charset::all().flat_map(|encoding| TARGETS.map(|target| (encoding, target))) {
        if target == Side::Own(encoding) {
            continue;
        }
        let mut random = Random::new(encoding as usize);
        let mut descriptor = open(target, Side::Own(encoding));
        for _ in 0..texts(3) {
            let text = texts::long(&mut random, encoding, len, |code_point| target.has(code_point));
            let (mut memory, mut at, mut end) = (Memory::default(), 0, 0);
            descriptor.reset();
            loop {
                let room = random.below(60_000);
                let wanted = expected::call(Side::Own(encoding), target, &mut memory, &text[at..end], room);
                let called = descriptor.convert(&text[at..end], room);
                assert!(
                    called == wanted,
                    "{encoding} to {target:?}: {:?} {:?}",
                    called.status,
                    wanted.status
                );
                calls += 1;
                at += called.read;
                match called.status {
                    Status::Full => {}
                    Status::Done(_) | Status::Incomplete if end == text.len() => break,
                    Status::Done(_) | Status::Incomplete => {
                        end = (end + random.below(80_000)).min(text.len());
                    }
                    other => panic!("{encoding} to {target:?}: {other:?}"),
                }
            }
        }
    }
    calls
}
