//! Whether bytes are text in an encoding that hardly anybody has text in, such as UTF-1. A few letters of a
//! legacy encoding may be well-formed in it, and mean something else.

use std::collections::BTreeSet;

use placemat::Encoding;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

use crate::units;

/// How many of the first bytes are examined.
const FRONT: usize = 64 << 10;

/// Fewer different characters beyond ASCII prove nothing: punctuation of an East Asian encoding may look like
/// some.
const LEAST: usize = 4;
/// What a character of Latin-1 counts in UTF-1: hardly any legacy text has its lead byte A0.
const LATIN_1: usize = 3;

/// Returns `true` if the characters beyond ASCII are hardly text: they are few, their letters stand alone or
/// beside letters of other scripts, or few texts have such characters.
pub(super) fn is_hardly_text(bytes: &[u8], encoding: Encoding) -> bool {
    let (text, _) = encoding.decode_lossy(&bytes[..bytes.len().min(FRONT)]);
    let different: BTreeSet<char> =
        text.chars().filter(|one| !one.is_ascii() && *one != '\u{FEFF}').collect();
    let weight = |one: &char| {
        if encoding == Encoding::Utf1 && u32::from(*one) <= 0xFF { LATIN_1 } else { 1 }
    };
    if !different.is_empty() && different.iter().map(weight).sum::<usize>() < LEAST {
        return true;
    }
    let seen = Seen::of(&text);
    let Seen { letters, in_words, latin, ascii, switches, rare, odd } = seen;
    let is_odd = 12 * switches > letters || 6 * (rare + odd) > letters;
    letters + rare + odd > 0 && (4 * in_words < 3 * letters || latin > 2 * ascii || is_odd)
}

/// Counts of characters beyond ASCII.
#[derive(Debug, Default)]
struct Seen {
    letters: u64,
    /// Letters beside another letter of their script.
    in_words: u64,
    /// Latin letters beyond ASCII, and those of ASCII, of which every language has many.
    latin: u64,
    ascii: u64,
    /// Letters beside one of another script.
    switches: u64,
    /// Letters, digits and symbols of which few texts have many.
    rare: u64,
    /// Controls, private use, and what is unassigned or ill-formed.
    odd: u64,
}

impl Seen {
    fn of(text: &str) -> Self {
        let mut seen = Seen::default();
        let mut before = None;
        let mut all = text.chars().peekable();
        while let Some(one) = all.next() {
            let script = script(one);
            if one.is_ascii() {
                seen.ascii += u64::from(one.is_ascii_alphabetic());
            } else {
                seen.add(one, script, [before, all.peek().copied().and_then(self::script)]);
            }
            before = script;
        }
        seen
    }

    fn add(&mut self, one: char, of: Option<&str>, beside: [Option<&str>; 2]) {
        self.rare += u64::from(units::is_rare(u32::from(one)));
        if of.is_some() {
            self.letters += 1;
            self.latin += u64::from(of == Some(units::LATIN));
            self.in_words += u64::from(beside.contains(&of));
            self.switches += u64::from(beside.iter().any(|script| script.is_some() && *script != of));
        } else {
            self.odd += u64::from(matches!(
                one.general_category(),
                Category::Control | Category::PrivateUse | Category::Unassigned
            )) + u64::from(one == '\u{FFFD}');
        }
    }
}

/// Returns the script of a letter or mark.
fn script(one: char) -> Option<&'static str> {
    let is_mark = || matches!(one.general_category(), Category::NonspacingMark | Category::SpacingMark);
    (one.is_alphabetic() || is_mark()).then(|| units::script(u32::from(one)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_told_from_letters_of_legacy_encodings() {
        for text in [
            "naïve café",
            "Привет, мир!",
            "zażółć gęślą jaźń",
            "Ένα γράμμα",
            "在花园里读书",
            "ひらがなとカタカナ",
            "우리는 정원에서",
            "في الحديقة",
            "हम किताब पढ़ते हैं",
            "5 €, 3 £",
            "plain",
            "",
        ] {
            let bytes = Encoding::Utf1.encode(text).unwrap();
            assert!(!is_hardly_text(&bytes, Encoding::Utf1), "{text}");
        }
        for bytes in [
            // ®Brand, 10 ®, № 5, ¡Peligro!, 20 °C on a Mac.
            &b"\xAEBrand \xAEOther\n"[..],
            b"Our Windows\xAE10 licence costs 5 EUR per seat.\n",
            b"item \xB95\nitem \xB96\n",
            b"\xADAtenci\xA2n! \xADPeligro!\n",
            b"20\xA1C, 30\xA1C\n",
            // í in CP850, and punctuation of Big5.
            b"Estad\xA1sticas\nArt\xA1culos: 5\n",
            b"Hello\xA1Aworld\xA1I How are you\xA1H\n",
            // Russian in Big5-HKSCS.
            b"\xC8\x44\xC8\x66\xC8\x5E, \xC8\x57\xC8\x5A!\n",
        ] {
            assert!(is_hardly_text(bytes, Encoding::Utf1), "{}", bytes.escape_ascii());
        }
        for bytes in [
            &b"Price: \x81\x925\n"[..],
            // ℃ and ° in Shift_JIS, and a doubled letter in CP862.
            b"Temp: 20\x81\x8BC\nenabled = true\n",
            b"Temp: 20\x81\x8DC\n",
            b"a \x89\x84\x89\x84 b\n",
        ] {
            assert!(is_hardly_text(bytes, Encoding::FssUtf1992July), "{}", bytes.escape_ascii());
        }
        for text in ["Привет, мир!", "zażółć gęślą jaźń", "Ένα γράμμα"] {
            let bytes = Encoding::FssUtf1992July.encode(text).unwrap();
            assert!(!is_hardly_text(&bytes, Encoding::FssUtf1992July), "{text}");
        }
    }
}
