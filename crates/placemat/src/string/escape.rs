//! Strings with escapes, as `str` writes them. Code points that are not scalar values are escaped as
//! `\u{d83d}`.

use core::fmt::{self, Write};
use core::iter::FusedIterator;

use super::{CodePoints, Str};
use crate::code_point::CodeSpace;
use crate::form::Form;

/// The characters that a code point is written as, at most `\u{8421109f}`.
#[derive(Clone, Copy)]
struct Written {
    characters: [char; 12],
    at: u8,
    len: u8,
}

impl Written {
    const NOTHING: Written = Written { characters: ['\0'; 12], at: 0, len: 0 };

    fn of(characters: impl Iterator<Item = char>) -> Self {
        let mut written = Self::NOTHING;
        for (place, character) in written.characters.iter_mut().zip(characters) {
            *place = character;
            written.len += 1;
        }
        written
    }

    /// Writes the code point as `\u{…}`.
    #[inline]
    fn number(value: u32) -> Self {
        let digits = (32 - value.leading_zeros()).div_ceil(4).max(1);
        let digit = |place| char::from_digit(value >> (4 * place) & 0xF, 16);
        Self::of("\\u{".chars().chain((0..digits).rev().filter_map(digit)).chain(['}']))
    }

    #[inline]
    fn next(&mut self) -> Option<char> {
        let character = *self.characters[..usize::from(self.len)].get(usize::from(self.at))?;
        self.at += 1;
        Some(character)
    }

    #[inline]
    fn left(&self) -> usize {
        usize::from(self.len - self.at)
    }
}

/// Escapes as [`str::escape_debug`] does: characters that combine with the one before them are escaped only
/// at the start.
#[inline]
fn for_debuggers(value: u32, is_first: bool) -> Written {
    let Some(scalar) = char::from_u32(value) else { return Written::number(value) };
    if is_first {
        return Written::of(scalar.escape_debug());
    }
    let mut text = [b'a'; 5];
    let end = 1 + scalar.encode_utf8(&mut text[1..]).len();
    match Str::<crate::form::Utf8>::new(&text[..end]) {
        Ok(text) => Written::of(text.as_str().escape_debug().skip(1)),
        Err(_) => unreachable!("a letter and a scalar value are text"),
    }
}

/// Escapes as [`str::escape_default`] does.
#[inline]
fn for_ascii(value: u32, _: bool) -> Written {
    match char::from_u32(value) {
        Some(scalar) => Written::of(scalar.escape_default()),
        None => Written::number(value),
    }
}

/// Escapes as [`str::escape_unicode`] does.
#[inline]
fn as_number(value: u32, _: bool) -> Written {
    Written::number(value)
}

macro_rules! escapes {
    ($($(#[$meta:meta])* $name:ident, $write:ident, $longest:literal;)*) => { $(
        $(#[$meta])*
        struct $name<'s, F: Form> {
            code_points: CodePoints<'s, F>,
            written: Written,
            is_first: bool,
        }

        impl<'s, F: Form> $name<'s, F> {
            fn of(string: &'s Str<F>) -> Self {
                $name { code_points: string.code_points(), written: Written::NOTHING, is_first: true }
            }
        }

        impl<F: Form> Iterator for $name<'_, F> {
            type Item = char;

            fn next(&mut self) -> Option<char> {
                loop {
                    if let Some(character) = self.written.next() {
                        return Some(character);
                    }
                    let value = self.code_points.next()?.to_u32();
                    self.written = $write(value, core::mem::take(&mut self.is_first));
                }
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                let ((low, high), left) = (self.code_points.size_hint(), self.written.left());
                let high = high.and_then(|high| high.checked_mul($longest)?.checked_add(left));
                (low.saturating_add(left), high)
            }
        }

        impl<F: Form> FusedIterator for $name<'_, F> {}

        impl<F: Form> Clone for $name<'_, F> {
            fn clone(&self) -> Self {
                $name { code_points: self.code_points.clone(), ..*self }
            }
        }

        /// Writes the rest of the text.
        impl<F: Form> fmt::Display for $name<'_, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.clone().try_for_each(|character| f.write_char(character))
            }
        }

        impl<F: Form> fmt::Debug for $name<'_, F> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("rest", &self.code_points.as_string()).finish_non_exhaustive()
            }
        }
    )* };
}

escapes! {
    /// Text as `escape_debug` writes it.
    EscapeDebug, for_debuggers, 12;
    /// Text as `escape_default` writes it.
    EscapeDefault, for_ascii, 12;
    /// Text as `escape_unicode` writes it.
    EscapeUnicode, as_number, 12;
}

impl<F: Form> Str<F> {
    /// Returns an iterator over the text with the escapes of [`str::escape_debug`]. Code points that are not
    /// scalar values are escaped as well.
    ///
    /// ```
    /// use placemat::literal;
    /// assert_eq!(literal!(Wtf8, r#"né "\u{D83D}""#).escape_debug().to_string(), r#"né \"\u{d83d}\""#);
    /// ```
    pub fn escape_debug(
        &self,
    ) -> impl FusedIterator<Item = char> + Clone + fmt::Display + fmt::Debug + use<'_, F> {
        EscapeDebug::of(self)
    }

    /// Returns an iterator over the text as printable ASCII. All other code points are escaped.
    ///
    /// ```
    /// use placemat::literal;
    /// assert_eq!(literal!(Wtf8, r"né \u{D83D}").escape_default().to_string(), r"n\u{e9} \u{d83d}");
    /// ```
    pub fn escape_default(
        &self,
    ) -> impl FusedIterator<Item = char> + Clone + fmt::Display + fmt::Debug + use<'_, F> {
        EscapeDefault::of(self)
    }

    /// Returns an iterator over the text in which every code point is escaped.
    ///
    /// ```
    /// assert_eq!(placemat::literal!(Utf16, "é💩").escape_unicode().to_string(), r"\u{e9}\u{1f4a9}");
    /// ```
    pub fn escape_unicode(
        &self,
    ) -> impl FusedIterator<Item = char> + Clone + fmt::Display + fmt::Debug + use<'_, F> {
        EscapeUnicode::of(self)
    }
}
