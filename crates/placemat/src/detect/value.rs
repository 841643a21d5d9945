//! Detection for values of columns: they are short, there are many of them, and they are in few encodings.
//!
//! A detector reads its input in every encoding. For a value, it is known beforehand which encodings would
//! read the same, because they differ in a few sequences, and whether it can be 16-bit units at all. Of those
//! that read the same, the first in order is the verdict.
//!
//! ```text
//! no four bytes, no surrogates, nothing overlong, no 00:   all the kin of UTF-8 read what UTF-8 reads
//! four bytes, and none of the others:                      CESU-8 and Modified UTF-8 read the same, generalized UTF-8 what UTF-8 does
//! ```

use alloc::vec::Vec;

use super::detection::Detection;
use super::evidence::Scanner;
use super::reading::Reading;
use super::units::may_be_utf_16;
use super::{Detector, FIRST, verdict};
use crate::encoding::Encoding;
use crate::label::{TRIALS, Trial};
use crate::signature::detect_signature;

/// The features that distinguish the variants of UTF-8.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// `true` if there is a byte from F0 on, the first of four or more.
    pub(crate) has_four: bool,
    pub(crate) has_surrogate: bool,
    /// `true` if there is an overlong sequence: `C0 80`, or others that lenient decoders read.
    pub(crate) has_overlong: bool,
    /// `true` if there is a byte 00.
    has_nul: bool,
}

impl Marks {
    #[inline]
    pub(crate) fn of(value: &[u8]) -> Self {
        let has = |is_wanted: fn(u8) -> bool| value.iter().fold(false, |any, &byte| any | is_wanted(byte));
        let pair = |first: u8, is_second: fn(u8) -> bool| {
            value.windows(2).any(|pair| pair[0] == first && is_second(pair[1]))
        };
        let is_two = has(|byte| matches!(byte, 0xC0 | 0xC1));
        Marks {
            has_four: has(|byte| byte >= 0xF0),
            has_surrogate: has(|byte| byte == 0xED) && pair(0xED, |second| second >= 0xA0),
            has_overlong: is_two || has(|byte| byte == 0xE0) && pair(0xE0, |second| second < 0xA0),
            has_nul: has(|byte| byte == 0),
        }
    }
}

/// Detects the encoding of a value that is not UTF-8, among those that values are in.
#[inline]
pub(crate) fn detect_value(value: &[u8], marks: Marks) -> Option<Encoding> {
    let is_plain = value.len() <= FIRST && !marks.has_nul && detect_signature(value).is_none();
    if !is_plain || value.len().is_multiple_of(2) && may_be_utf_16(value) {
        return detect_among(value).encoding;
    }
    let most = match marks {
        Marks { has_surrogate: true, .. } | Marks { has_overlong: true, .. } => Trial::Marked,
        Marks { has_four: true, .. } => Trial::LeadsOfFour,
        _ => Trial::All,
    };
    let mut scanner = Scanner::default();
    if marks.has_overlong || marks.has_four {
        scanner.block(value, 0, 0, true);
    }
    let readings = tried(most).map(|one| {
        let mut reading = Reading::new(one);
        reading.block(value, 0, 0, true);
        reading
    });
    let (hiding, readings): (Vec<_>, Vec<_>) =
        readings.partition(|reading| verdict::hides_overlong(reading, None, &scanner));
    let cheapest = |readings: Vec<Reading>| verdict::cheapest(readings.into_iter(), value.len() as u64);
    cheapest(readings).or_else(|| cheapest(hiding).map(|_| Encoding::Utf8))
}

/// Returns the encodings that are tried on a value.
fn tried(most: Trial) -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().filter(move |&one| TRIALS[one as usize] <= most)
}

/// Detects the encoding of a value with a detector.
#[inline]
fn detect_among(value: &[u8]) -> Detection {
    let most = if value.len().is_multiple_of(2) { Trial::Even } else { Trial::Marked };
    let mut detector = Detector::among(|one| TRIALS[one as usize] <= most);
    detector.push(value);
    detector.finish()
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;
    use crate::{form::Utf8, validate};

    const PARTS: [&[u8]; 30] = [
        b"plain text, ",
        b"a",
        b" ",
        b"0",
        "café ".as_bytes(),
        "日本語".as_bytes(),
        "Привет".as_bytes(),
        "💩".as_bytes(),
        "\u{10FFFF}".as_bytes(),
        "Ã©tÃ© ".as_bytes(),
        b"caf\xE9 au lait",
        b"\x93quoted\x94",
        b"\xFCber",
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xED\xA0\xBD",
        b"\xED\xB2\xA9",
        b"\xED",
        b"\xC0\x80",
        b"\xC0",
        b"\xC1\xBF",
        b"\xE0\x80\x80",
        b"\xE2\x82",
        b"\xF0\x9F\x92",
        b"\xF0\x80",
        b"\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80",
        b"\xFE\xFF",
        b"\xFF\xFE",
        b"\0",
        b"\x04\x35\x04\x3C",
    ];

    /// Compares the encodings that are tried with lists.
    #[test]
    fn encodings_of_values_are_those_of_the_lists() {
        use Encoding::*;
        const LISTED: [Encoding; 10] = [
            Utf8,
            Windows1252,
            Utf8Rfc2279,
            Cesu8,
            GeneralizedUtf8,
            Mutf8,
            Cesu8Lenient,
            Utf16Le,
            Utf16Be,
            Utf16,
        ];
        for (most, count) in [(Trial::All, 2), (Trial::LeadsOfFour, 4), (Trial::Marked, 7), (Trial::Even, 10)]
        {
            let tried: Vec<_> = tried(most).collect();
            assert!(
                tried.len() == count && LISTED[..count].iter().all(|one| tried.contains(one)),
                "{tried:?}"
            );
        }
    }

    #[test]
    fn a_few_readings_tell_what_a_detector_does() {
        let mut random = Random(9);
        for round in 0..60_000 {
            let kinds: Vec<_> = (0..1 + random.below(4)).map(|_| random.of(&PARTS)).collect();
            let count = random.below(if round % 50 == 0 { 100 } else { 12 });
            let mut value: Vec<u8> = (0..count).flat_map(|_| random.of(&kinds)).copied().collect();
            if round % 3 == 0 {
                // Bytes of all kinds, which may be 16-bit units.
                value = (0..count).map(|_| random.bits() as u8).collect();
            }
            if validate(Utf8, &value).is_err() {
                let found = detect_value(&value, Marks::of(&value));
                assert_eq!(found, detect_among(&value).encoding, "{value:X?}");
            }
        }
    }
}
