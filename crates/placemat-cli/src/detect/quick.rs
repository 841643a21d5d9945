//! Verdicts that need no detector: on text that is plainly ASCII or UTF-8, and on bytes that are plainly
//! noise.
//!
//! The detector reads an input in forty encodings, which takes milliseconds for each file. Nearly all files
//! are ASCII or UTF-8 without anything that another reading could explain better, and a few passes of kernels
//! show that. Where the answer is not plain, there is none here. A test compares the answers with the
//! detector's.

use placemat::Encoding;
use placemat::repair::{Fixes, Scan};

use super::MOST;
use super::settle::cut_from;
use crate::input::Input;
use crate::status::CommandError;

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quick {
    Ascii,
    Utf8,
    /// Bytes without any order: compressed, encrypted or random.
    Noise,
}

/// The bytes at the start that show whether an input is noise.
const SAMPLE: usize = 4096;
/// The statistic χ² of noise is 255 on average, and deviates from that by 23. That of text is in the
/// thousands.
const NOISE: f64 = 420.0;

/// Returns the verdict on the beginning of an input that can be read again, if it is plain.
pub(crate) fn verdict(input: &mut Input) -> Result<Option<Quick>, CommandError> {
    let Some(size) = input.size().filter(|&size| size > 0) else { return Ok(None) };
    let mut plain = Plain::new();
    let (mut left, mut noise) = (size.min(MOST), None);
    let is_cut = size > MOST;
    input.look_ahead(MOST as usize, |piece| {
        if plain.is_empty() && is_noise(piece) {
            noise = Some(Quick::Noise);
        }
        left = left.saturating_sub(piece.len() as u64);
        // A character at the end of the part that is read may be cut.
        let cut =
            if is_cut && left == 0 { cut_from(&piece[piece.len().saturating_sub(3)..]) as usize } else { 0 };
        plain.push(&piece[..piece.len() - cut]);
    })?;
    Ok(if left > 0 { None } else { noise.or_else(|| plain.finish()) })
}

/// A scan of text that is plain so far.
struct Plain {
    scan: Option<Scan>,
    is_ascii: bool,
    len: usize,
    zeros: usize,
}

impl Plain {
    fn new() -> Self {
        Plain { scan: Some(Scan::new(Fixes::ALL | Fixes::BOM)), is_ascii: true, len: 0, zeros: 0 }
    }

    fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn push(&mut self, piece: &[u8]) {
        let is_begun = self.len > 0;
        self.len += piece.len();
        let Some(scan) = &mut self.scan else { return };
        if has_controls(piece) || !is_begun && Encoding::for_signature(piece).is_some() {
            self.scan = None;
            return;
        }
        self.is_ascii &= piece.is_ascii();
        // In UTF-16 without bytes 00, digits 0 are the high bytes of kana.
        self.zeros += memchr::memchr_iter(b'0', piece).count();
        scan.push(piece);
    }

    fn finish(self) -> Option<Quick> {
        let is_plain = !self.scan?.finish() && 4 * self.zeros <= self.len;
        is_plain.then_some(if self.is_ascii { Quick::Ascii } else { Quick::Utf8 })
    }
}

/// Returns `true` if there are control characters that text seldom has.
fn has_controls(piece: &[u8]) -> bool {
    let is_unusual = |byte: &u8| matches!(byte, 0..=8 | 0x0E..=0x1F | 0x7F);
    // In blocks, so that the loop compiles to vector instructions.
    piece.chunks(1024).any(|block| block.iter().fold(false, |any, byte| any | is_unusual(byte)))
}

/// Returns `true` if all values of bytes are about equally frequent at the start of an input.
fn is_noise(piece: &[u8]) -> bool {
    let Some(sample) = piece.get(..SAMPLE) else { return false };
    if sample[..64].is_ascii() || Encoding::for_signature(sample).is_some() {
        return false;
    }
    let mut counts = [0_u32; 256];
    for &byte in sample {
        counts[usize::from(byte)] += 1;
    }
    let expected = SAMPLE as f64 / 256.0;
    let deviations = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected);
    deviations.sum::<f64>() < NOISE
}

#[cfg(test)]
mod tests {
    use placemat::detect::{Basis, detect};
    use placemat_random::Random;

    use super::*;

    fn of(text: &[u8]) -> Option<Quick> {
        if is_noise(text) {
            return Some(Quick::Noise);
        }
        let mut plain = Plain::new();
        text.chunks(700).for_each(|piece| plain.push(piece));
        plain.finish()
    }

    /// Returns text of words whose letters are from one of several alphabets.
    fn text(random: &mut Random) -> String {
        const ALPHABETS: [&str; 12] = [
            "abcdefghijklmnopqrstuvwxyz",
            "aeiouéèêëàâçîïôûùœ",
            "äöüßÄÖÜabcdefg",
            "абвгдежзийклмнопрстуфхцчшщъыьэюя",
            "αβγδεζηθικλμνξοπρστυφχψω",
            "אבגדהוזחטיכלמנסעפצקרשת",
            "的一是不了人我在有他这为之大来以个中上们",
            "あいうえおかきくけこサシスセソタチツテト",
            "한국어텍스트입니다가나다라마바사",
            "0123456789abcdef",
            "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~",
            "💩😀🎉👍🏽\u{200D}♥️",
        ];
        let most = [3, 20, 300, 5000][random.below(4)];
        let (first, second) = (ALPHABETS[random.below(12)], ALPHABETS[random.below(12)]);
        let mut text = String::new();
        while text.len() < most {
            let alphabet: Vec<char> = if random.below(4) == 0 { second } else { first }.chars().collect();
            for _ in 0..=random.below(9) {
                text.push(alphabet[random.below(alphabet.len())]);
            }
            text.push([' ', ' ', ' ', '\n', '\t'][random.below(5)]);
        }
        text
    }

    #[test]
    fn plain_text_is_what_the_detector_takes_it_for() {
        let mut random = Random(1);
        let (mut ascii, mut utf_8) = (0, 0);
        for _ in 0..400 {
            let text = text(&mut random);
            let found = detect(text.as_bytes());
            match of(text.as_bytes()) {
                Some(Quick::Ascii) => {
                    assert_eq!((found.encoding, found.basis), (Some(Encoding::Utf8), Basis::Ascii), "{text}");
                    ascii += 1;
                }
                Some(Quick::Utf8) => {
                    assert_eq!(found.encoding, Some(Encoding::Utf8), "{text}");
                    assert_eq!(found.basis, Basis::WellFormed, "{text}");
                    utf_8 += 1;
                }
                Some(Quick::Noise) => panic!("{text}"),
                None => {}
            }
        }
        assert!(ascii > 30 && utf_8 > 150, "{ascii} {utf_8}");
    }

    #[test]
    fn noise_is_told_from_everything_else() {
        let mut random = Random(7);
        for _ in 0..20 {
            let noise: Vec<u8> = (0..5000).map(|_| random.below(256) as u8).collect();
            assert_eq!((of(&noise), detect(&noise).encoding), (Some(Quick::Noise), None));
            let text = text(&mut random).repeat(3000);
            let wide: Vec<u8> = text.encode_utf16().take(4000).flat_map(u16::to_be_bytes).collect();
            assert_eq!(of(&wide).filter(|&quick| quick == Quick::Noise), None);
        }
    }

    #[test]
    fn what_is_not_plain_has_no_quick_verdict() {
        for text in [
            &b"a\xFFb"[..],
            "\u{FEFF}mark".as_bytes(),
            "cafÃ© crÃ¨me".as_bytes(),
            b"a\0b\0",
            b"\x01\x02",
            b"a\xED\xA0\xBD",
            b"B0D0F0H0J0L0N0",
            b"\xF7\x64\x4Cplain",
        ] {
            assert_eq!(of(text), None, "{text:X?}");
        }
    }
}
