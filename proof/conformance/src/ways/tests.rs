//! Compares the ways with each other, for options and pairs of policies that no vector uses.

use placemat::form::Ucs4Units;
use placemat::{Endian, OnError, OnUnencodable, Pairs};
use placemat_random::SplitMix;

use super::*;

/// The edges of rows, and what matters for surrogate pairing, BOMs and frames.
const PARTS: &[&[u8]] = &[
    b"",
    b"A",
    b"~",
    b"\0",
    b"\x7F",
    b"\x80",
    b"\xBF",
    b"\xC0\x80",
    b"\xC1",
    b"\xC3\xA9",
    b"\xC3",
    b"\xC2",
    b"\xE2\x82\xAC",
    b"\xE2\x82",
    b"\xE0\x80",
    b"\xED\x9F\xBF",
    b"\xED\xA0\xBD",
    b"\xED\xB2\xA9",
    b"\xED\xA0",
    b"\xED\xA0\xBD\xED\xB2",
    b"\xED",
    b"\xED\xB0",
    b"\xEE\xBE\x80",
    b"\xEF\xBB\xBF",
    b"\xEF\xBF\xBE",
    b"\xEF\xB7\x9D\xED\xB2\xAE\0\n",
    b"\xEF\xB7\x9D\xED\xB2",
    b"\xF0\x9F\x92\xA9",
    b"\xF0\x9F\x92",
    b"\xF4\x90",
    b"\xF8\x88",
    b"\xFC\x84\x80\x80\x80\x80",
    b"\xFD\xBD\x2B\xB9\x40",
    b"\xF7\xEF\xDF\xBE\xFF",
    b"\xFE\x80\x80",
    b"\xFF",
    b"\xFE\xFF",
    b"\xFF\xFE",
    b"\xFF\xFE\0\0",
    b"\0\0\xFE\xFF",
    b"\xD8\x3D",
    b"\xDC\xA9",
    b"\x3D\xD8",
    b"\0\x02",
    b"\0\0\0\x41",
    b"\xC3\x83\xC2\xA9",
    b"\xC3\xA2\xE2\x80\x9A\xC2\xAC",
    b"\xA0",
    b"\xF6\x21",
    b"\xF3\xAE\xBF\xA0",
    b"\xF3\xBC\x9D\xA0",
];
const VALUES: &[u32] = &[
    0,
    0x41,
    0x7F,
    0x80,
    0x9F,
    0xA0,
    0xE9,
    0x7FF,
    0x800,
    0x20AC,
    0xD7FF,
    0xD83D,
    0xDBFF,
    0xDC00,
    0xDC80,
    0xDCA9,
    0xDCC3,
    0xDCE2,
    0xDC82,
    0xDCAC,
    0xDFFF,
    0xE000,
    0xEF80,
    0xEFFF,
    0xFEFF,
    0xFFFD,
    0xFFFE,
    0xFFFF,
    0x1_0000,
    0x1_F4A9,
    0x10_0080,
    0x10_D800,
    0x10_FFFF,
    0x11_0000,
    0x7FFF_FFFF,
    0x8421_109F,
    u32::MAX,
];

fn options(random: &mut SplitMix) -> Options {
    Options {
        on_error: random.of(&OnError::ALL),
        on_unencodable: random.of(&OnUnencodable::ALL),
        pairs: random.of(&[Pairs::Join, Pairs::Join, Pairs::Error, Pairs::Replace]),
        default_endian: random.of(&[Endian::Big, Endian::Little]),
        heal_pairs: random.below(2) == 0,
        refuse_surrogates: random.below(2) == 0,
        pass_reserved: random.below(2) == 0,
    }
}

/// Options that no vector uses, and pairs of policies that no vector combines.
#[test]
fn all_options_give_the_same_in_every_way() {
    let mut random = SplitMix(1992);
    let mut done = 0;
    while done < 20_000 {
        let (source, target) = (random.of(&Encoding::ALL), random.of(&Encoding::ALL));
        let options = options(&mut random);
        if Conversion::new(source, target, options).is_err() {
            continue;
        }
        let input = (0..random.below(6)).map(|_| random.of(PARTS)).collect::<Vec<_>>().concat();
        let ran = every_way(source, target, options, &input);
        assert!(ran.is_ok(), "{source} to {target}, {options:?}, {input:X?}: {ran:X?}");
        probe_every_way(source, &input).unwrap();
        done += 1;
    }
}

#[test]
fn all_options_give_the_same_from_code_points() {
    let mut random = SplitMix(2003);
    let mut done = 0;
    while done < 10_000 {
        let (target, options) = (random.of(&Encoding::ALL), options(&mut random));
        if Conversion::new(Ucs4Units, target, options).is_err() {
            continue;
        }
        let input: Vec<u32> = (0..random.below(7)).map(|_| random.of(VALUES)).collect();
        let ran = every_way(Ucs4Units, target, options, &input);
        assert!(ran.is_ok(), "to {target}, {options:?}, {input:X?}: {ran:X?}");
        done += 1;
    }
}

/// Returns the value of the surrogate in these units.
type Surrogate = fn(&[u8]) -> u32;

/// Returns the number of bytes of a surrogate in an encoding that reads two of them as one code point, and
/// how the encoding reads them.
fn surrogates_of(source: Encoding, input: &[u8]) -> Option<(usize, Surrogate)> {
    let little: Surrogate = |bytes| u16::from_le_bytes([bytes[0], bytes[1]]).into();
    let big: Surrogate = |bytes| u16::from_be_bytes([bytes[0], bytes[1]]).into();
    let three: Surrogate = |bytes| match *bytes {
        [0xED, b @ 0x80..=0xBF, c @ 0x80..=0xBF] => 0xD000 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F),
        _ => 0,
    };
    match source {
        Encoding::Utf16Le | Encoding::Wtf16Le => Some((2, little)),
        Encoding::Utf16Be | Encoding::Wtf16Be => Some((2, big)),
        Encoding::Utf16 if input.starts_with(b"\xFF\xFE") => Some((2, little)),
        Encoding::Utf16 => Some((2, big)),
        Encoding::Cesu8
        | Encoding::Cesu8Lenient
        | Encoding::Mutf8
        | Encoding::Mutf8Lenient
        | Encoding::Tcl86Utf8
        | Encoding::Wtf8 => Some((3, three)),
        _ => None,
    }
}

/// Returns the length of the byte order mark at the start of an input, which is not part of its text.
fn mark_of(source: Encoding, input: &[u8]) -> usize {
    let has_mark = input.starts_with(b"\xFF\xFE") || input.starts_with(b"\xFE\xFF");
    if source == Encoding::Utf16 && has_mark { 2 } else { 0 }
}

/// Removes the pairs that are cut between inputs: returns each input without them, and the code point after
/// it.
fn without_cut_pairs(source: Encoding, options: Options, inputs: &[&[u8]]) -> Vec<(Vec<u8>, Option<u32>)> {
    let mut parts: Vec<(Vec<u8>, Option<u32>)> = inputs.iter().map(|input| (input.to_vec(), None)).collect();
    let of = |input: &[u8]| match options.default_endian {
        Endian::Little if source == Encoding::Utf16 && mark_of(source, input) == 0 => {
            surrogates_of(Encoding::Utf16Le, input)
        }
        _ => surrogates_of(source, input),
    };
    for k in 1..parts.len() {
        let is_empty = |part: &(Vec<u8>, _)| part.0.len() == mark_of(source, &part.0);
        let Some(before) = (0..k).rev().find(|&before| !is_empty(&parts[before])) else { continue };
        let (left, right) = (parts[before].0.clone(), parts[k].0.clone());
        let (Some((len, lead)), Some((_, trail))) = (of(&left), of(&right)) else { continue };
        let (from, to) = (mark_of(source, &left), mark_of(source, &right));
        let is_whole = len == 3 || (left.len() - from).is_multiple_of(2);
        if !is_whole || left.len() < from + len || right.len() < to + len {
            continue;
        }
        let (lead, trail) = (lead(&left[left.len() - len..]), trail(&right[to..to + len]));
        // A lead surrogate whose own trail surrogate was removed does not count any more.
        if parts[before..k].iter().any(|part| part.1.is_some()) {
            continue;
        }
        if let (0xD800..=0xDBFF, 0xDC00..=0xDFFF) = (lead, trail) {
            parts[before].0.truncate(left.len() - len);
            parts[before].1 = Some(0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00));
            parts[k].0.drain(to..to + len);
        }
    }
    parts
}

/// Decodes inputs one by one to code points, and encodes these in one call: this is the reference for a
/// conversion of several inputs. Only a surrogate pair can span two inputs.
fn in_two_steps(source: Encoding, target: Encoding, options: Options, inputs: &[&[u8]]) -> Option<Vec<u8>> {
    let reading = Conversion::new(source, Ucs4Units, options).ok()?;
    let writing = Conversion::new(Ucs4Units, target, options).ok()?;
    let mut code_points = Vec::new();
    for (input, joined) in without_cut_pairs(source, options, inputs) {
        code_points.extend(reading.convert(&input).ok()?.output);
        code_points.extend(joined);
    }
    Some(writing.convert(&code_points).ok()?.output)
}

fn as_inputs_of_one(
    source: Encoding,
    target: Encoding,
    options: Options,
    inputs: &[&[u8]],
) -> Option<Vec<u8>> {
    let mut transcoder = Conversion::new(source, target, options).ok()?.transcoder().ok()?;
    let mut output = Vec::new();
    for (k, input) in inputs.iter().enumerate() {
        if k > 0 {
            transcoder.next_input();
        }
        let end =
            if k + 1 == inputs.len() { placemat::stream::End::All } else { placemat::stream::End::Input };
        let mut room = [0; 512];
        let (progress, status) = transcoder.push(input, &mut room, end);
        if status != Status::Done || progress.read != input.len() {
            return None;
        }
        output.extend_from_slice(&room[..progress.written]);
    }
    Some(output)
}

#[test]
fn inputs_of_one_output_are_one_text() {
    let mut random = SplitMix(2012);
    let (mut done, mut both) = (0, 0);
    while done < 20_000 {
        let (source, target) = (random.of(&Encoding::ALL), random.of(&Encoding::ALL));
        let options = Options {
            on_error: random.of(&[OnError::Replace, OnError::Skip]),
            pass_reserved: false,
            ..options(&mut random)
        };
        let of_one = Conversion::new(source, target, options).and_then(|conversion| conversion.transcoder());
        if of_one.is_err() || source.is_wrapper() {
            continue;
        }
        let parts: Vec<Vec<u8>> = (0..1 + random.below(3))
            .map(|_| (0..random.below(4)).map(|_| random.of(PARTS)).collect::<Vec<_>>().concat())
            .collect();
        let inputs: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        let expected = in_two_steps(source, target, options, &inputs);
        if expected.is_some() {
            let came = as_inputs_of_one(source, target, options, &inputs);
            assert_eq!(came, expected, "{source} to {target}, {options:?}, {inputs:X?}");
            both += 1;
        }
        done += 1;
    }
    assert!(both > done / 2, "{both} of {done} came to an end");
}
