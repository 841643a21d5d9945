//! The test inputs.

use placemat::form::Ucs4Units;
use placemat::{Codec, Conversion, Encoding, Options};

/// Where in a run a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Before ASCII text, at the start of the input.
    Start,
    /// Between ASCII texts.
    Middle,
    /// After ASCII text, at the end of the input.
    End,
}

/// A test input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) bytes: Vec<u8>,
    pub(super) slot: Slot,
}

/// Invalid and unusual sequences of the encodings in which ASCII is ASCII. Those that distinguish most come
/// first, because a slow program is not given all of them.
const BYTES: &[&[u8]] = &[
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x92\xA9",
    b"\xFF",
    b"\x80",
    b"\xE2\x82",
    b"\xF0\x9F\x92",
    b"\xED\xA0\xBD",
    b"\xED\xA0\xBD\xED\xB2\xA9",
    b"\xC0\x80",
    b"\xC0\xAF",
    b"\xF4\x90\x80\x80",
    b"\0",
    b"\x80\x81\x82",
    b"\xE2\x82\xE2\x82",
    b"\xE0\x80\xAF",
    b"\xF0\x80\x80\xAF",
    b"\xF8\x88\x80\x80\x80",
    b"\xFC\x84\x80\x80\x80\x80",
    b"\xFE",
    b"\xFE\xFF",
    b"\xEF\xBB\xBF",
    b"\xED\xB2\xA9",
    b"\xED\xB2\xA9\xED\xA0\xBD",
    b"\xC3",
    b"\xC3\xC3\xA9",
    b"\xE2",
    b"\xE2\xC3\xA9",
    b"\xF0",
    b"\xF0\x9F",
    b"\xED",
    b"\xED\xA0",
    b"\xED\xA0\xBD\xED",
    b"\xED\xA0\xBD\xED\xB2",
    b"\xED\xA0\xBD\xF0\x9F\x92\xA9",
    b"\xC1\xBF",
    b"\xE0\x9F\xBF",
    b"\xE0\xA0",
    b"\xE0\x80",
    b"\xF0\x8F\xBF\xBF",
    b"\xF0\x80",
    b"\xF4\x8F\xBF",
    b"\xF4\x90",
    b"\xF5\x80\x80\x80",
    b"\xF7\xBF\xBF\xBF",
    b"\xF8\x80\x80\x80\xAF",
    b"\xFB\xBF\xBF\xBF\xBF",
    b"\xFC\x80\x80\x80\x80\xAF",
    b"\xFD\xBF\xBF\xBF\xBF\xBF",
    b"\xF8\x88\x80",
    b"\xFC\x84",
    b"\xFF\xFE",
    b"\xFF\xFF\xFF",
    b"\xBF",
    b"\xA0",
    b"\xE9",
    b"\x93\x94",
    b"\xC3\xA9\xFF\xC3\xA9",
    b"\xE2\x82\xAC\x80",
    b"\xF0\x9F\x92\xA9\xFF\x80",
    b"\xED\xAF\xBF\xED\xBF\xBF",
    b"\xED\xA0\x80",
    b"\xED\xBF\xBF",
    b"\xED\xB2\x80",
    b"\xED\xB3\xBF",
    b"\xEE\xBE\x80",
    b"\xEE\xBF\xBF",
    b"\xEF\xBF\xBE",
    b"\xEF\xBF\xBD",
    b"\xC2\x80\xC2\x9F",
    b"\xC2\x85",
    b"\x7F",
    b"\r\n",
    b"\x1A",
    b"\xC3\x83\xC2\xA9",
    b"\xC3\xA2\xE2\x80\x9A\xC2\xAC",
    b"\xC0",
    b"\xC1",
    b"\xC0\x80\x80",
    b"\xC0\xC0\x80",
    b"\x81\x8D\x8F\x90\x9D",
];

/// The ends of inputs, and in the other list their starts.
const ENDS: &[&[u8]] = &[
    b"\xE2\x82",
    b"\xF0\x9F\x92",
    b"\xC3",
    b"\xED\xA0\xBD",
    b"\xED\xA0",
    b"\xFF",
    b"\xED\xA0\xBD\xED\xB2",
    b"\xFC\x84\x80",
];
const STARTS: &[&[u8]] = &[b"\xEF\xBB\xBF", b"\xEF\xBB\xBF\xEF\xBB\xBF", b"\x80"];

const UNITS_16: &[&[u16]] = &[
    &[0xE9],
    &[0x20AC],
    &[0xD83D, 0xDCA9],
    &[0xD83D],
    &[0xDCA9],
    &[0xDCA9, 0xD83D],
    &[0xD83D, 0xD83D, 0xDCA9],
    &[0xD83D, 0xDCA9, 0xDCA9],
    &[0xD83D, 0xE9, 0xDCA9],
    &[0xD83D, 0xD83D],
    &[0xDCA9, 0xDCA9, 0xDCA9],
    &[0xD800],
    &[0xDFFF],
    &[0xDBFF, 0xDFFF],
    &[0xD800, 0xDC00],
    &[0],
    &[0xFEFF],
    &[0xFFFE],
    &[0xFFFF],
    &[0xFDD0],
    &[0x85],
    &[0xD7FF, 0xE000],
];
const UNITS_32: &[&[u32]] = &[
    &[0xE9],
    &[0x20AC],
    &[0x1_F4A9],
    &[0x10_FFFF],
    &[0x11_0000],
    &[0xD83D],
    &[0xDCA9],
    &[0xD83D, 0xDCA9],
    &[0xDCA9, 0xD83D],
    &[0x7FFF_FFFF],
    &[0x8000_0000],
    &[0xFFFF_FFFF],
    &[0x11_0000, 0x11_0000],
    &[0],
    &[0xFEFF],
    &[0xFFFE],
    &[0xFFFF],
    &[0xFFFE_0000],
    &[0xD7FF, 0xE000],
    &[0x85],
];

/// Code points that are encoded in each encoding.
const SAMPLES: [u32; 24] = [
    0xE9,
    0x20AC,
    0x1_F4A9,
    0,
    0x7F,
    0x80,
    0x9F,
    0xA0,
    0xFF,
    0x100,
    0x7FF,
    0x800,
    0x4015,
    0x4016,
    0xD7FF,
    0xDC80,
    0xE000,
    0xF8FF,
    0xFFFF,
    0x1_0000,
    0x3_8E2D,
    0x10_FFFF,
    0x20_0000,
    0x7FFF_FFFF,
];

/// Returns the test inputs for encodings that write ASCII as the carrier does.
pub(super) fn cases(carrier: Encoding, alike: &[Encoding]) -> Vec<Case> {
    let info = carrier.info();
    let is_big = info.order == Some(placemat::Endian::Big);
    let mut cases = Vec::new();
    let mut add = |slot, bytes: &[u8]| {
        let case = Case { bytes: bytes.to_vec(), slot };
        // A byte 00 may end a frame.
        let is_allowed = carrier.as_frame().is_none() || !bytes.contains(&0);
        if !bytes.is_empty() && is_allowed && !cases.contains(&case) {
            cases.push(case);
        }
    };
    match info.width {
        2 => {
            let bytes = |unit: &u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            for units in UNITS_16 {
                add(Slot::Middle, &units.iter().flat_map(bytes).collect::<Vec<_>>());
            }
            for units in [[0xFEFF, 0x61], [0xFFFE, 0x61], [0xFEFF, 0xFEFF], [0xDCA9, 0x61]] {
                add(Slot::Start, &units.iter().flat_map(bytes).collect::<Vec<_>>());
            }
            add(Slot::End, &bytes(&0xD83D));
            add(Slot::End, b"\xD8");
            add(Slot::End, &[&bytes(&0xD83D)[..], b"\xDC"].concat());
        }
        4 => {
            let bytes = |unit: &u32| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            for units in UNITS_32 {
                add(Slot::Middle, &units.iter().flat_map(bytes).collect::<Vec<_>>());
            }
            for units in [[0xFEFF, 0x61], [0xFFFE_0000, 0x61], [0xFEFF, 0xFEFF]] {
                add(Slot::Start, &units.iter().flat_map(bytes).collect::<Vec<_>>());
            }
            for len in 1..4 {
                add(Slot::End, &bytes(&0xE9)[..len]);
            }
        }
        _ => {
            let is_ascii = encoded(carrier.unframed(), 0x41).ends_with(b"A");
            if is_ascii {
                BYTES.iter().for_each(|bytes| add(Slot::Middle, bytes));
                STARTS.iter().for_each(|bytes| add(Slot::Start, bytes));
                ENDS.iter().for_each(|bytes| add(Slot::End, bytes));
            }
            alike.iter().for_each(|one| add(Slot::Start, one.mark()));
            for bytes in alike.iter().flat_map(|&one| SAMPLES.map(|sample| encoded(one, sample))) {
                add(Slot::Middle, &bytes);
                if let (false, [first @ .., last]) = (is_ascii, &bytes[..]) {
                    add(Slot::Middle, first);
                    add(Slot::Middle, &[*last]);
                    add(Slot::Middle, &[first, &[*last, *last][..]].concat());
                    add(Slot::End, first);
                }
            }
        }
    }
    cases
}

/// Returns a code point in an encoding, without a signature, or nothing.
fn encoded(encoding: Encoding, code_point: u32) -> Vec<u8> {
    let conversion = Conversion::new(Ucs4Units, encoding.unframed(), Options::default());
    let output = conversion.ok().and_then(|conversion| Some(conversion.convert(&[code_point]).ok()?.output));
    let output = output.map_or(vec![], |output| output.to_vec());
    let mark = encoding.mark();
    output.strip_prefix(mark).map(<[u8]>::to_vec).unwrap_or(output)
}
