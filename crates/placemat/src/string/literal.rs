//! String literals, encoded and checked at compile time.

use super::Str;
use crate::code_point::{is_lead_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::sequence;
use crate::form::{Form, PairingRule};

/// Returns the number of backslashes at a position, if `u{` follows them; otherwise 0.
#[inline]
const fn backslashes(text: &[u8], at: usize) -> usize {
    let mut end = at;
    while end < text.len() && text[end] == b'\\' {
        end += 1;
    }
    if let [b'u', b'{', ..] = text.split_at(end).1 { end - at } else { 0 }
}

/// Reads a code point at a position of a literal. Returns the code point and the position after it. `\u{…}`
/// is the code point of that number; before `u{`, two backslashes are one.
#[inline]
const fn next(text: &[u8], at: usize) -> (u32, usize) {
    match backslashes(text, at) {
        0 => character(text, at),
        1 => escape(text, at + 3),
        _ => (b'\\' as u32, at + 2),
    }
}

/// Reads the number of an escape from its first digit on. Underscores after the first digit are ignored.
#[inline]
const fn escape(text: &[u8], first: usize) -> (u32, usize) {
    let (mut value, mut at) = (0, first);
    while at < text.len() && text[at] != b'}' {
        let digit = match text[at] {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            digit @ b'A'..=b'F' => digit - b'A' + 10,
            b'_' if at > first => {
                at += 1;
                continue;
            }
            _ => panic!("a digit of an escape is not hexadecimal"),
        };
        assert!(value < 1 << 28, "an escape is beyond 32 bits");
        value = value << 4 | digit as u32;
        at += 1;
    }
    assert!(at > first && at < text.len(), "an escape has digits, and a closing brace");
    (value, at + 1)
}

/// Reads a character.
#[inline]
const fn character(text: &[u8], at: usize) -> (u32, usize) {
    let lead = text[at];
    let len = match lead {
        ..0x80 => return (lead as u32, at + 1),
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        _ => 4,
    };
    let (mut value, mut place) = (lead as u32 & (0x7F >> len), 1);
    while place < len {
        value = value << 6 | text[at + place] as u32 & 0x3F;
        place += 1;
    }
    (value, at + len)
}

/// Reads the next code point. Two surrogates are read as one code point if the form's surrogate-pairing rule
/// demands it.
const fn next_joined<F: Form>(text: &[u8], at: usize) -> (u32, usize) {
    let (value, at) = next(text, at);
    if matches!(F::PAIRING, PairingRule::Joins | PairingRule::Fuses)
        && is_lead_surrogate(value)
        && at < text.len()
    {
        let (trail, after) = next(text, at);
        if is_trail_surrogate(trail) {
            return (join_surrogates(value, trail), after);
        }
    }
    (value, at)
}

impl<F: Form> Str<F> {
    /// Returns the number of units of a literal. `literal!` calls it.
    ///
    /// # Panics
    ///
    /// Panics if the form does not contain a code point of the literal.
    #[doc(hidden)]
    pub const fn literal_len(text: &str) -> usize {
        let text = text.as_bytes();
        let (mut at, mut len) = (0, 0);
        while at < text.len() {
            let (value, after) = next_joined::<F>(text, at);
            match sequence::<F>(value) {
                Some((_, units)) => len += units,
                None => panic!("the form does not hold a code point of the literal"),
            }
            at = after;
        }
        len
    }

    /// Returns the values of the units of a literal. `literal!` calls it.
    ///
    /// # Panics
    ///
    /// Panics if the literal does not have `N` units in the form.
    #[doc(hidden)]
    pub const fn literal_values<const N: usize>(text: &str) -> [u32; N] {
        let text = text.as_bytes();
        let (mut values, mut at, mut len) = ([0; N], 0, 0);
        while at < text.len() {
            let (value, after) = next_joined::<F>(text, at);
            let Some((sequence, count)) = sequence::<F>(value) else {
                panic!("the form does not hold a code point of the literal")
            };
            let mut k = 0;
            while k < count {
                values[len] = sequence[k];
                k += 1;
                len += 1;
            }
            at = after;
        }
        assert!(len == N, "the literal has another length");
        values
    }
}

/// A string literal of a form of [`form`](crate::form), encoded and checked at compile time.
///
/// `\u{…}`, with the backslash doubled or in a raw literal, is the code point of that number, which may be a
/// surrogate. The digits may have underscores between them, as in Rust's own escapes. A backslash before it
/// makes it plain text: `r"\\u{61}"` is seven characters. All other backslashes are themselves. A code point
/// that the form does not contain is a compile-time error.
///
/// ```
/// use placemat::{form::Wtf8, literal, Str};
/// const LONE: &Str<Wtf8> = literal!(Wtf8, r"a\u{D83D}");
/// assert_eq!(LONE.as_bytes(), b"a\xED\xA0\xBD");
/// assert_eq!(literal!(Cesu8, "💩").as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9");
/// assert_eq!(literal!(Mutf8, "a\0").as_bytes(), b"a\xC0\x80");
/// assert_eq!(literal!(GeneralizedUtf8, r"\u{D83D}\u{DCA9}").len(), 6);
/// assert_eq!(literal!(Utf16, "a💩").as_units(), [0x61, 0xD83D, 0xDCA9]);
/// assert_eq!(literal!(Wtf16, r"a\u{D83D}").as_units(), [0x61, 0xD83D]);
/// assert_eq!(literal!(Utf32, "a💩").as_units(), [0x61, 0x1F4A9]);
/// // U+DC80..U+DCFF are bytes. If such bytes together are UTF-8, they are read as UTF-8.
/// assert_eq!(literal!(Utf8b, r"caf\u{DCE9}").as_bytes(), b"caf\xE9");
/// ```
///
/// ```compile_fail
/// placemat::literal!(Cesu8, r"\u{D83D}");
/// ```
#[macro_export]
macro_rules! literal {
    ($form:ident, $text:expr) => {
        const {
            const LITERAL: &[<$crate::form::$form as $crate::form::Form>::Unit] = &{
                let mut units = [0; $crate::Str::<$crate::form::$form>::literal_len($text)];
                let values: [u32; $crate::Str::<$crate::form::$form>::literal_len($text)] =
                    $crate::Str::<$crate::form::$form>::literal_values($text);
                let mut k = 0;
                while k < units.len() {
                    units[k] = values[k] as <$crate::form::$form as $crate::form::Form>::Unit;
                    k += 1;
                }
                units
            };
            match $crate::Str::<$crate::form::$form>::const_new(LITERAL) {
                Ok(string) => string,
                Err(_) => panic!("the units are well-formed"),
            }
        }
    };
}
