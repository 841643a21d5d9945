//! Texts of up to 320 bytes from and to UTF-8, for which kernels have entry points of their own.

use std::vec;

use placemat_random::Random;

use super::{
    BACKGROUNDS, Conversion, DEFECTS, Ranges, assert_as_defined, by_definition, conversion, encoded, kernels,
    stride, text,
};
use super::{kind_of, short_stride};
use crate::Encoding;

/// Beside the other backgrounds, those of single bytes, and ASCII with a few other characters.
const MORE: [Ranges; 2] =
    [&[(0x20, 0x7E), (0xA0, 0xFF)], &[(0x61, 0x7A), (0x61, 0x7A), (0x61, 0x7A), (0xE0, 0xFC)]];

/// The conversions of UTF-8 to wider units, and those from and to single bytes.
fn conversions() -> vec::Vec<Conversion> {
    use Encoding::{Iso8859_1, Utf8, Utf16Be, Utf16Le, Utf32Le, Windows1252};
    let mut all = kernels();
    all.retain(|(from, to, _)| *from == Utf8 && [Utf16Le, Utf16Be, Utf32Le].contains(to));
    all.extend(
        [(Iso8859_1, Utf8), (Windows1252, Utf8), (Utf8, Iso8859_1)]
            .map(|(from, to)| (from, to, conversion(kind_of(from), kind_of(to)).expect("there is a kernel"))),
    );
    all
}

#[test]
fn every_length_with_any_room() {
    let mut random = Random(42);
    for (from, to, kernel) in conversions() {
        for background in BACKGROUNDS.iter().chain(&MORE) {
            let whole = encoded(from, &text(&mut random, background, 400));
            for len in (0..=320.min(whole.len())).step_by(short_stride()) {
                for draw in 0..4 {
                    let start = random.below(whole.len() - len + 1);
                    let mut bytes = whole[start..start + len].to_vec();
                    if draw > 0 && len > 0 {
                        bytes[random.below(len)] = DEFECTS[random.below(DEFECTS.len())];
                    }
                    let ample = 4 * len + 256;
                    let (_, written) = by_definition(from, to, &bytes, &mut vec![0; ample]);
                    for room in [written, written.saturating_sub(1), written + random.below(300), ample] {
                        assert_as_defined(&(from, to, kernel), &bytes, room);
                    }
                }
            }
        }
    }
}

/// One byte that is wrong, or that belongs elsewhere, at every place of texts of some lengths.
#[test]
fn every_place_of_a_defect() {
    let mut random = Random(43);
    for (from, to, kernel) in conversions() {
        for background in BACKGROUNDS.iter().chain(&MORE) {
            let whole = encoded(from, &text(&mut random, background, 400));
            for len in [5, 15, 16, 31, 33, 63, 64, 65, 67, 96, 127, 128, 200, 257, 320] {
                let bytes = &whole[..len.min(whole.len())];
                for at in (0..bytes.len()).step_by(stride()) {
                    let mut broken = bytes.to_vec();
                    broken[at] = DEFECTS[random.below(DEFECTS.len())];
                    assert_as_defined(&(from, to, kernel), &broken, 4 * len + 256);
                }
            }
        }
    }
}
