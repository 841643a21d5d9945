//! Converts every code point through every ordered pair of encodings: the result is the exact bytes, or the
//! exact error.
//!
//! Code points are separated by a letter, so that surrogates are not adjacent. A code point of the source
//! that the target cannot encode must be reported with its position, and nothing else may be reported.

use std::thread;

use placemat::stream::EventKind;
use placemat::{Codec, Conversion, Encoding, OnUnencodable, Options, Unencodable};

/// All of Unicode, and the ends of the ranges beyond it.
fn code_points() -> impl Iterator<Item = u32> {
    let beyond = [0x11_0000, 0x1F_FFFF, 0x20_0000, 0x21_109F, 0x21_10A0, 0x3FF_FFFF, 0x400_0000, 0x421_109F];
    let ends = [0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0x8421_109F, 0x8421_10A0, u32::MAX];
    (0..0x11_0000).chain(beyond).chain(ends)
}

/// The sequence of a code point, by the reference implementation: the rows, and escaped bytes.
fn sequence(encoding: Encoding, code_point: u32) -> Option<Vec<u8>> {
    let mut bytes = [0; 16];
    encoding.encode_next(code_point, &mut bytes).ok().map(|len| bytes[..len].to_vec())
}

/// The text of all code points that an encoding contains, and the position of the sequence of each.
struct Text {
    encoding: Encoding,
    bytes: Vec<u8>,
    /// The offset and the length of each code point. The length is 0 if it has no sequence.
    places: Vec<(u32, u32)>,
    letter: Vec<u8>,
}

impl Text {
    fn new(encoding: Encoding) -> Self {
        let letter = sequence(encoding, 0x61).unwrap();
        let mut bytes = encoding.mark().to_vec();
        let mut places = vec![];
        for code_point in code_points() {
            let sequence = sequence(encoding, code_point).unwrap_or_default();
            places.push((bytes.len() as u32, sequence.len() as u32));
            if !sequence.is_empty() {
                bytes.extend(sequence);
                bytes.extend(&letter);
            }
        }
        Text { encoding, bytes, places, letter }
    }
}

/// Reads back what `Text` has written. Escaped bytes are read as what they are.
fn check_pair(from: &Text, to: &Text) {
    let (source, target) = (from.encoding, to.encoding);
    // The expected output: for every code point of the source, the target's sequence, or `?`.
    let mut expected = target.mark().to_vec();
    let mut lost = vec![];
    let question = sequence(target, 0x3F).unwrap();
    for (k, code_point) in code_points().enumerate() {
        let (offset, len) = from.places[k];
        if len == 0 {
            continue;
        }
        let (at, target_len) = to.places[k];
        if target_len > 0 {
            expected.extend(&to.bytes[at as usize..][..target_len as usize]);
        } else {
            expected.extend(&question);
            lost.push((code_point, u64::from(offset), u64::from(len)));
        }
        expected.extend(&to.letter);
    }
    let options = Options { on_unencodable: OnUnencodable::ReplaceQmark, ..Options::default() };
    let conversion = Conversion::new(source, target, options).unwrap();
    let mut reported = vec![];
    let converted = conversion
        .convert_reporting(&from.bytes, &mut |event| match event.kind {
            EventKind::Unencodable(lost) => reported.push((lost.code_point(), lost.offset(), lost.len())),
            other => panic!("{source} to {target}: {other:?}"),
        })
        .unwrap();
    assert!(reported == lost, "{source} to {target}: lost {:?}", first_difference(&reported, &lost));
    assert!(
        converted.output == expected,
        "{source} to {target}: {:?}",
        first_difference(&converted.output, &expected)
    );
    // In strict mode, the first loss stops the conversion.
    let strict = Conversion::new(source, target, Options::default()).unwrap().convert(&from.bytes);
    let stopped = strict.err().map(|failure| match failure {
        placemat::Failure::Unencodable(lost) => triple(&lost),
        placemat::Failure::IllFormed(error) => panic!("{source} to {target}: {error}"),
    });
    assert_eq!(stopped, lost.first().copied(), "{source} to {target}");
}

fn triple(lost: &Unencodable) -> (u32, u64, u64) {
    (lost.code_point(), lost.offset(), lost.len())
}

fn first_difference<T: PartialEq + Copy + std::fmt::Debug>(
    a: &[T],
    b: &[T],
) -> (usize, Option<T>, Option<T>) {
    let at = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    (at, a.get(at).copied(), b.get(at).copied())
}

/// OPTU-8 writes a raw octet for U+EF80..U+EFFF, which may be read as something else next to others. Between
/// letters it is not. The same applies to UTF-8b.
#[test]
fn every_pair_of_encodings() {
    let texts: Vec<Text> =
        crate::support::streaming().filter(|encoding| encoding.info().encodes).map(Text::new).collect();
    assert_eq!(texts.len(), 36);
    let pairs = texts.iter().flat_map(|from| texts.iter().map(move |to| (from, to)));
    let pairs: Vec<(&Text, &Text)> = pairs.step_by(placemat_random::stride(7)).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some((from, to)) = pairs.get(k) else { return };
                    check_pair(from, to);
                }
            });
        }
    });
}

#[test]
fn every_scalar_value_in_std_and_here() {
    let mut text = String::new();
    for scalar in '\0'..=char::MAX {
        let mut bytes = [0; 4];
        let mut words = [0; 2];
        let encoded = placemat::encode(placemat::form::Utf8, &[scalar.into()]).unwrap();
        assert_eq!(encoded, scalar.encode_utf8(&mut bytes).as_bytes());
        let encoded = placemat::encode(placemat::form::Utf16, &[scalar.into()]).unwrap();
        assert_eq!(encoded, scalar.encode_utf16(&mut words));
        text.push(scalar);
    }
    assert_eq!(text.chars().count(), 1_112_064);
    let units: Vec<u16> = text.encode_utf16().collect();
    assert!(
        placemat::convert(placemat::form::Utf8, placemat::form::Utf16, text.as_bytes()).unwrap() == units
    );
    assert!(
        placemat::convert(placemat::form::Utf16, placemat::form::Utf8, &units).unwrap() == text.as_bytes()
    );
}
