//! String literals, encoded and checked at compile time.

use core::marker::PhantomData;

use super::Str;
use crate::code_point::{is_lead_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::sequence;
use crate::form::{Form, Seam};

/// The units of a literal. The macros make it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Literal<F, U, const N: usize> {
    units: [U; N],
    form: PhantomData<F>,
}

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
    if matches!(F::SEAM, Seam::Joins | Seam::Fuses) && is_lead_surrogate(value) && at < text.len() {
        let (trail, behind) = next(text, at);
        if is_trail_surrogate(trail) {
            return (join_surrogates(value, trail), behind);
        }
    }
    (value, at)
}

/// Returns the number of units of a literal in a form.
///
/// # Panics
///
/// Panics if an escape is not valid, or if the form does not contain a code point.
#[doc(hidden)]
pub const fn literal_len<F: Form>(text: &str) -> usize {
    let text = text.as_bytes();
    let (mut at, mut len) = (0, 0);
    while at < text.len() {
        let (value, behind) = next_joined::<F>(text, at);
        match sequence::<F>(value) {
            Some((_, units)) => len += units,
            None => panic!("the form does not hold a code point of the literal"),
        }
        at = behind;
    }
    len
}

macro_rules! units {
    ($($unit:ty),*) => { $(
        impl<F: Form<Unit = $unit>, const N: usize> Literal<F, $unit, N> {
            /// # Panics
            ///
            /// Panics if the literal does not have `N` units in the form.
            pub const fn new(text: &str) -> Self {
                let text = text.as_bytes();
                let mut units = [0; N];
                let (mut at, mut len) = (0, 0);
                while at < text.len() {
                    let (value, behind) = next_joined::<F>(text, at);
                    let Some((sequence, count)) = sequence::<F>(value) else {
                        panic!("the form does not hold a code point of the literal")
                    };
                    let mut k = 0;
                    while k < count {
                        units[len] = sequence[k] as $unit;
                        k += 1;
                        len += 1;
                    }
                    at = behind;
                }
                assert!(len == N, "the literal has another length");
                Literal { units, form: PhantomData }
            }

            /// Returns the string.
            pub const fn as_string(&self) -> &Str<F> {
                // SAFETY: only `new` makes a literal. It writes whole sequences of the form's table and
                // nothing else. If the form joins surrogate pairs, `new` has read them as one code point.
                unsafe { Str::from_units_unchecked(&self.units) }
            }
        }
    )* };
}
units!(u8, u16, u32);

/// A literal of a form.
#[doc(hidden)]
#[macro_export]
macro_rules! literal {
    ($form:ident, $unit:ty, $text:expr) => {
        const {
            const LEN: usize = $crate::string::literal_len::<$crate::form::$form>($text);
            const LITERAL: &$crate::string::Literal<$crate::form::$form, $unit, LEN> =
                &$crate::string::Literal::<$crate::form::$form, $unit, LEN>::new($text);
            LITERAL.as_string()
        }
    };
}

/// The literal macros of the forms.
macro_rules! macros {
    ($d:tt $($(#[$meta:meta])* $name:ident, $form:ident, $unit:ty;)*) => { $(
        $(#[$meta])*
        ///
        /// `\u{…}`, with the backslash doubled or in a raw literal, is the code point of that number, which
        /// may be a surrogate. The digits may have underscores between them, as in Rust's own escapes. A
        /// backslash before it makes it plain text: `r"\\u{61}"` is seven characters. All other backslashes
        /// are themselves. A code point that the form does not contain is a compile-time error.
        #[macro_export]
        macro_rules! $name {
            ($d text:expr) => { $crate::literal!($form, $unit, $d text) };
        }
    )* };
}

macros! { $
    /// A literal of WTF-8.
    ///
    /// ```
    /// use placemat::{string::Wtf8, wtf8};
    /// const LONE: &Wtf8 = wtf8!(r"a\u{D83D}");
    /// assert_eq!(LONE.as_bytes(), b"a\xED\xA0\xBD");
    /// ```
    wtf8, Wtf8, u8;
    /// A literal of generalized UTF-8.
    ///
    /// ```
    /// use placemat::generalized_utf8;
    /// assert_eq!(generalized_utf8!(r"\u{D83D}\u{DCA9}").len(), 6);
    /// ```
    generalized_utf8, GeneralizedUtf8, u8;
    /// A literal of UTF-8b. `\u{DC80}` to `\u{DCFF}` are the bytes that they stand for. If such bytes
    /// together are UTF-8, they are read as UTF-8.
    ///
    /// ```
    /// use placemat::utf8b;
    /// assert_eq!(utf8b!(r"caf\u{DCE9}").as_bytes(), b"caf\xE9");
    /// ```
    utf8b, Utf8b, u8;
    /// A literal of CESU-8.
    ///
    /// ```
    /// use placemat::cesu8;
    /// assert_eq!(cesu8!("💩").as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9");
    /// ```
    ///
    /// ```compile_fail
    /// placemat::cesu8!(r"\u{D83D}");
    /// ```
    cesu8, Cesu8, u8;
    /// A literal of Modified UTF-8.
    ///
    /// ```
    /// use placemat::mutf8;
    /// assert_eq!(mutf8!("a\0").as_bytes(), b"a\xC0\x80");
    /// ```
    mutf8, Mutf8, u8;
    /// A literal of UTF-16.
    ///
    /// ```
    /// use placemat::utf16;
    /// assert_eq!(utf16!("a💩").as_units(), [0x61, 0xD83D, 0xDCA9]);
    /// ```
    utf16, Utf16, u16;
    /// A literal of WTF-16.
    ///
    /// ```
    /// use placemat::wtf16;
    /// assert_eq!(wtf16!(r"a\u{D83D}").as_units(), [0x61, 0xD83D]);
    /// ```
    wtf16, Wtf16, u16;
    /// A literal of UTF-32.
    ///
    /// ```
    /// use placemat::utf32;
    /// assert_eq!(utf32!("a💩").as_units(), [0x61, 0x1F4A9]);
    /// ```
    utf32, Utf32, u32;
}
