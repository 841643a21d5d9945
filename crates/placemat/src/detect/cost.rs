//! The cost of a code point in a reading, in bits: what a reader who expects ordinary text would pay.
//!
//! The figures are estimates of `-log2(p)`, rounded. They need not be exact, only ordered. Letters of the
//! script that the text is in are cheap, other characters cost more, and characters that no text has cost
//! more than the bytes that they were read from. So data that is not text costs more than its own 8 bits a
//! byte.

use crate::codec::Codec;
use crate::encoding::Encoding;

/// The cost of an ill-formed subsequence, in addition to that of each of its units.
///
/// It is charged once for a place, however a reading divides it: the three bytes of a lone surrogate are one
/// subsequence in one encoding and three in another. Each byte also costs more than its 8 bits; otherwise
/// words of legacy letters would be cheap.
pub(super) const PART: u32 = 32;
pub(super) const UNIT: u32 = 9;

/// The cost of a lone surrogate, which is more than that of most text. It is less than an ill-formed
/// subsequence, so that WTF-8 is preferred to damaged UTF-8, and less than three letters and signs of single
/// bytes.
pub(super) const LONE: u32 = 24;

/// The cost of U+0000, more than 32 bits: a file of zeros is not UTF-32.
pub(super) const NUL: u32 = 34;

/// The cost of U+0000 as `C0 80`, which is not there by accident: less than that of `À€`, as single bytes
/// read it.
pub(super) const CODED_NUL: u32 = 14;

/// The cost of another script than that of the last letter.
const SWITCH: u32 = 8;

/// The cost of a switch between alphabets that are not Latin, in encodings with ASCII letters within
/// sequences, such as UTF-1. They read text in older encodings of East Asia as Greek, Cyrillic, Ethiopic and
/// more, from letter to letter.
const MIXTURE: u32 = 28;

/// The additional cost of a 16-bit unit that is two bytes of printable ASCII. Such units are ideographs, and
/// any ASCII text has more of these pairs than Chinese text has of these ideographs. With it, such a pair
/// costs more than its 16 bits, so that text in the middle of data is not taken for UTF-16.
pub(super) const PAIR: u32 = 5;

/// The cost of ASCII: English letters by their frequency, roughly.
pub(super) const ASCII: [u8; 128] = {
    let mut costs = [28; 128];
    let mut k = 0x20;
    while k < 0x7F {
        costs[k as usize] = match k {
            b' ' => 3,
            b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' | b'h' | b'l' | b'd' | b'u' => 4,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b',' | b'.' => 6,
            _ => 7,
        };
        k += 1;
    }
    costs[0] = NUL as u8;
    costs[b'\t' as usize] = 6;
    costs[b'\n' as usize] = 6;
    costs[b'\r' as usize] = 6;
    // Page breaks of old sources, colours of logs.
    costs[0x0C] = 12;
    costs[0x1B] = 12;
    costs
};

/// Returns `true` if the byte is printable ASCII or ends a line.
#[inline]
pub(super) const fn is_printable(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

/// Code points up to `last`: the cost of each, and its script. Script 0 is common to all.
struct Range {
    last: u32,
    cost: u8,
    script: u8,
}

#[inline]
const fn range(last: u32, cost: u8, script: u8) -> Range {
    Range { last, cost, script }
}

const LATIN: u8 = 1;
const GREEK: u8 = 2;
const CYRILLIC: u8 = 3;
const ARABIC: u8 = 4;
const CJK: u8 = 5;
const HANGUL: u8 = 6;

/// Scripts in use today cost what an alphabet of their size does, and ideographs what a thousand common ones
/// do. Other scripts, symbols and compatibility characters cost more, because arbitrary readings are full of
/// them.
const RANGES: &[Range] = &[
    range(0x9F, 28, 0),         // C1 controls
    range(0xBF, 11, 0),         // signs of Latin-1
    range(0xFE, 6, LATIN),      // Latin-1
    range(0xFF, 14, LATIN),     // in hardly any word, but in all erased memory
    range(0x24F, 6, LATIN),     // Latin Extended-A and -B
    range(0x2AF, 12, LATIN),    // phonetic
    range(0x2FF, 12, 0),        // modifier letters
    range(0x36F, 7, 0),         // combining marks
    range(0x3CE, 5, GREEK),     // Greek
    range(0x3FF, 14, GREEK),    // its symbols, old letters, Coptic
    range(0x45F, 5, CYRILLIC),  // Cyrillic
    range(0x489, 14, CYRILLIC), // its old letters and signs
    range(0x52F, 5, CYRILLIC),  // Cyrillic of many languages
    range(0x58F, 5, 7),         // Armenian
    range(0x5FF, 5, 8),         // Hebrew
    range(0x6FF, 5, ARABIC),    // Arabic
    range(0x74F, 14, 9),        // Syriac
    range(0x77F, 10, ARABIC),   // Arabic Supplement
    range(0x8FF, 16, 10),       // Thaana, NKo, Samaritan, …
    range(0x97F, 5, 11),        // Devanagari
    range(0x9FF, 5, 12),        // Bengali
    range(0xA7F, 5, 13),        // Gurmukhi
    range(0xAFF, 5, 14),        // Gujarati
    range(0xB7F, 5, 15),        // Oriya
    range(0xBFF, 5, 16),        // Tamil
    range(0xC7F, 5, 17),        // Telugu
    range(0xCFF, 5, 18),        // Kannada
    range(0xD7F, 5, 19),        // Malayalam
    range(0xDFF, 5, 20),        // Sinhala
    range(0xE7F, 5, 21),        // Thai
    range(0xEFF, 5, 22),        // Lao
    range(0xFFF, 6, 23),        // Tibetan
    range(0x109F, 6, 24),       // Myanmar
    range(0x10FF, 5, 25),       // Georgian
    range(0x11FF, 8, HANGUL),   // Jamo
    range(0x139F, 8, 26),       // Ethiopic
    range(0x177F, 16, 27),      // Cherokee, Canadian, Ogham, Runic, …
    range(0x17FF, 6, 28),       // Khmer
    range(0x18AF, 8, 29),       // Mongolian
    range(0x1DFF, 16, 30),      // Limbu … phonetic extensions
    range(0x1EFF, 6, LATIN),    // Latin Extended Additional: Vietnamese
    range(0x1FFF, 8, GREEK),    // polytonic Greek
    range(0x206F, 9, 0),        // punctuation
    range(0x20FF, 11, 0),       // currency
    range(0x23FF, 13, 0),       // letterlike, arrows, mathematics
    range(0x27BF, 14, 0),       // boxes, symbols, dingbats
    range(0x2BFF, 15, 0),       // more arrows, mathematics, Braille
    range(0x2FFF, 17, 31),      // Glagolitic, Coptic, … radicals
    range(0x303F, 7, 0),        // CJK punctuation
    range(0x30FF, 6, CJK),      // kana
    range(0x318F, 12, CJK),     // bopomofo, compatibility jamo
    range(0x33FF, 15, CJK),     // enclosed, squared
    range(0x4DFF, 19, CJK),     // ideographs, Extension A
    range(0x9FFF, 12, CJK),     // ideographs
    range(0xA4CF, 17, 32),      // Yi
    range(0xABFF, 18, 33),      // Lisu … Meetei Mayek
    range(0xD7A3, 11, HANGUL),  // Hangul
    range(0xD7FF, 18, HANGUL),  // Jamo Extended-B
    range(0xDFFF, 30, 0),       // surrogates, which are charged as such
    range(0xF8FF, 24, 0),       // private use
    range(0xFAFF, 18, CJK),     // compatibility ideographs
    range(0xFDCF, 13, ARABIC),  // presentation forms
    range(0xFDEF, 32, 0),       // noncharacters
    range(0xFDFF, 14, ARABIC),  // presentation forms
    range(0xFE0F, 9, 0),        // variation selectors
    range(0xFE6F, 14, 0),       // small and vertical forms
    range(0xFEFE, 10, ARABIC),  // presentation forms
    range(0xFEFF, 20, 0),       // zero-width no-break space
    range(0xFFEF, 9, CJK),      // full width, half width
    range(0xFFFC, 30, 0),       // unassigned, annotation
    range(0xFFFD, 14, 0),       // lost in an earlier conversion
    range(0xFFFF, 32, 0),       // noncharacters
    range(0x1_EFFF, 20, 34),    // old scripts, notation
    range(0x1_FAFF, 13, 0),     // emoji
    range(0x1_FFFF, 26, 0),     // legacy computing
    range(0x3_FFFF, 20, CJK),   // rare ideographs
    range(0x10_FFFF, 33, 0),    // unassigned, tags, private use
];

/// The cost of values beyond Unicode, which UCS-4, RFC 2279 and similar encodings contain. Data in units of
/// 32 bits has many of them, and few numbers in between.
pub(super) const BEYOND: u32 = 44;

/// Returns `true` if ASCII letters also occur within sequences.
fn has_letters_of_ascii(encoding: Encoding) -> bool {
    let info = encoding.info();
    info.width == 1 && !info.is_wrapper() && !info.resynchronizes && !info.table.is_ascii_transparent()
}

/// The price list, and the current position of the text in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    script: u8,
    /// The cost of a switch between two scripts, neither of them Latin.
    mixture: u32,
    /// The range of the last code point that was looked up. The next one is mostly in the same.
    near: usize,
}

impl Prices {
    /// Returns the prices of an encoding.
    #[inline]
    pub(super) fn of(encoding: Encoding) -> Self {
        let mixture = if has_letters_of_ascii(encoding) { MIXTURE } else { SWITCH };
        Prices { script: 0, mixture, near: 0 }
    }

    /// Records an ASCII letter; other scripts are far from it.
    #[inline]
    pub(super) fn latin(&mut self) {
        self.script = LATIN;
    }

    /// Returns the cost of a code point from U+0080 on after the previous ones.
    #[inline]
    pub(super) fn next(&mut self, code_point: u32) -> u32 {
        let is_near = |k: usize| code_point <= RANGES[k].last && (k == 0 || code_point > RANGES[k - 1].last);
        if !is_near(self.near) {
            self.near = RANGES.partition_point(|range| range.last < code_point);
            if self.near == RANGES.len() {
                self.near = 0;
                return BEYOND;
            }
        }
        let Range { cost, script, .. } = RANGES[self.near];
        let switch = match (self.script, script) {
            (_, 0) => 0,
            (from, to) if from == to => 0,
            (0 | LATIN, _) | (_, LATIN) => SWITCH,
            _ => self.mixture,
        };
        if script != 0 {
            self.script = script;
        }
        u32::from(cost) + switch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_ascii_stand_within_sequences_in_utf_1_alone() {
        for encoding in Encoding::ALL {
            assert_eq!(has_letters_of_ascii(encoding), encoding == Encoding::Utf1, "{encoding}");
        }
    }

    #[test]
    fn ranges_ascend() {
        assert!(RANGES.windows(2).all(|pair| pair[0].last < pair[1].last));
    }

    #[test]
    fn a_script_is_cheap_to_stay_in() {
        let mut prices = Prices::of(Encoding::Utf8);
        assert_eq!([0x43F, 0x440, 0x2014, 0x438].map(|c| prices.next(c)), [13, 5, 9, 5]);
        prices.latin();
        assert_eq!([0xE9, 0x10E9, 0x159].map(|c| prices.next(c)), [6, 13, 14]);
        assert_eq!([0x4E2D, 0x30CE, 0x1_F4A9, 0x7FFF_FFFF].map(|c| prices.next(c)), [20, 6, 13, BEYOND]);
    }
}
