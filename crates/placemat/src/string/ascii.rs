//! ASCII in strings of forms that can be read from any position: there, units below 80 are ASCII and nothing
//! else.

use core::fmt;
use core::iter::FusedIterator;

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::comparison::Text;
use crate::cast::{bytes_of, value_at};
use crate::form::{Form, Resynchronizing};
use crate::unit::Unit;

/// Returns `true` for ASCII white space, as [`u8::is_ascii_whitespace`] defines it.
#[inline]
const fn is_white_space(value: u32) -> bool {
    matches!(value, 0x20 | 0x09 | 0x0A | 0x0C | 0x0D)
}

/// Converts a unit that is an ASCII letter to lower case.
#[cfg(feature = "alloc")]
pub(super) fn lower<U: Unit>(unit: U) -> U {
    let value = unit.to_u32();
    if value.wrapping_sub(0x41) < 26 { U::from_u32(value | 0x20) } else { unit }
}

/// Converts a unit that is an ASCII letter to upper case.
#[cfg(feature = "alloc")]
pub(super) fn upper<U: Unit>(unit: U) -> U {
    let value = unit.to_u32();
    if value.wrapping_sub(0x61) < 26 { U::from_u32(value & !0x20) } else { unit }
}

impl<F: Resynchronizing> Str<F> {
    /// Returns `true` if every unit is ASCII.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Wtf8}, literal, Str};
    /// assert!(Str::<Wtf8>::from_str("a").is_ascii() && !Str::<Wtf8>::from_str("é").is_ascii());
    /// assert!(literal!(Utf16, "a").is_ascii() && !literal!(Utf16, "š").is_ascii());
    /// // U+0000, which is not written as the byte 00.
    /// assert!(!Str::<Mutf8>::new(b"\xC0\x80").unwrap().is_ascii());
    /// ```
    pub const fn is_ascii(&self) -> bool {
        let bytes = bytes_of(self.as_units());
        let (mut all, mut k) = (0, 0);
        match size_of::<F::Unit>() {
            1 => return bytes.is_ascii(),
            2 => {
                let words = bytes.as_chunks::<2>().0;
                while k < words.len() {
                    all |= u16::from_ne_bytes(words[k]) as u32;
                    k += 1;
                }
            }
            _ => {
                let words = bytes.as_chunks::<4>().0;
                while k < words.len() {
                    all |= u32::from_ne_bytes(words[k]);
                    k += 1;
                }
            }
        }
        all < 0x80
    }

    /// Returns `true` if the other string is the same text, ignoring the case of ASCII letters. It may be of
    /// another form.
    ///
    /// ```
    /// use placemat::{form::{Iso8859_1, Wtf8}, literal, Str};
    /// assert!(Str::<Wtf8>::from_str("FILE.TXT").eq_ignore_ascii_case("file.txt"));
    /// assert!(literal!(Utf16, "Né").eq_ignore_ascii_case(Str::<Iso8859_1>::from_any_units(b"n\xE9")));
    /// ```
    pub fn eq_ignore_ascii_case(&self, other: impl Text) -> bool {
        if let (Some(one), Some(other)) = (self.as_bits_of_utf_8(), other.as_bits_of_utf_8()) {
            return one.eq_ignore_ascii_case(other);
        }
        let folded = |value: u32| if value.wrapping_sub(0x41) < 26 { value | 0x20 } else { value };
        self.values().map(folded).eq(other.values().map(folded))
    }

    /// Returns the string without ASCII white space at its start and end.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// assert_eq!(Str::<Wtf8>::from_str(" a\u{A0}\n").trim_ascii(), "a\u{A0}");
    /// ```
    // It is sound to cut beside ASCII units here, and to replace one by another. A unit below 80 is a code
    // point by itself at every position in a string of a `Resynchronizing` form. In the byte tables it occurs
    // in no other sequence: leads are C0 or greater, trail bytes are 80 or greater (A0 in UTF-8-Mod), and
    // escaped bytes are 80 or greater. In 16-bit forms, units that are part of a code point are surrogates;
    // in 32-bit forms, no unit is. (In UTF-1, 21 to 7E are also trail bytes, so it has none of these
    // methods.) `ascii_is_in_no_longer_sequence` checks all tables.
    pub const fn trim_ascii(&self) -> &Self {
        self.trim_ascii_start().trim_ascii_end()
    }

    /// Returns the string without ASCII white space at its start.
    ///
    /// ```
    /// use placemat::{form::Wtf8, literal, Str};
    /// assert_eq!(Str::<Wtf8>::from_str(" a ").trim_ascii_start(), "a ");
    /// assert_eq!(literal!(Utf16, "\r\n\u{3000}").trim_ascii_start(), "\u{3000}");
    /// ```
    pub const fn trim_ascii_start(&self) -> &Self {
        let units = self.as_units();
        let mut start = 0;
        while start < units.len() && is_white_space(value_at(units, start)) {
            start += 1;
        }
        // SAFETY: the string is cut beside a unit of white space or at an end: see `trim_ascii`.
        unsafe { Self::from_units_unchecked(units.split_at(start).1) }
    }

    /// Returns the string without ASCII white space at its end.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str(" a ").trim_ascii_end(), " a");
    /// ```
    pub const fn trim_ascii_end(&self) -> &Self {
        let units = self.as_units();
        let mut end = units.len();
        while end > 0 && is_white_space(value_at(units, end - 1)) {
            end -= 1;
        }
        // SAFETY: the string is cut beside a unit of white space or at an end: see `trim_ascii`.
        unsafe { Self::from_units_unchecked(units.split_at(end).0) }
    }

    /// Splits the string at ASCII white space into parts that are not empty.
    ///
    /// ```
    /// use placemat::{form::Wtf8, literal, Str};
    /// let parts = Str::<Wtf8>::from_str(" a\tb\u{A0} ").split_ascii_whitespace();
    /// assert!(parts.map(Str::to_string).eq(["a", "b\u{A0}"]));
    /// assert_eq!(literal!(Utf16, "to be\n").split_ascii_whitespace().next_back(), Some(literal!(Utf16, "be")));
    /// ```
    pub fn split_ascii_whitespace(
        &self,
    ) -> impl DoubleEndedIterator<Item = &Self> + FusedIterator + Clone + fmt::Debug + use<'_, F> {
        SplitAsciiWhitespace { rest: self }
    }

    /// Returns a copy with ASCII letters in lower case.
    ///
    /// ```
    /// use placemat::{form::Wtf8, literal, Str};
    /// assert_eq!(Str::<Wtf8>::from_str("FÉE").to_ascii_lowercase(), "fÉe");
    /// assert_eq!(literal!(Utf16, "FÉE").to_ascii_lowercase(), "fÉe");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_ascii_lowercase(&self) -> StrBuf<F> {
        let units = self.as_units().iter().map(|&unit| lower(unit)).collect();
        // SAFETY: ASCII letters replace ASCII letters: see `trim_ascii`. All forms contain all of them.
        unsafe { StrBuf::from_units_unchecked(units) }
    }

    /// Returns a copy with ASCII letters in upper case.
    ///
    /// ```
    /// assert_eq!(placemat::Str::<placemat::form::Wtf8>::from_str("fée").to_ascii_uppercase(), "FéE");
    /// ```
    #[cfg(feature = "alloc")]
    pub fn to_ascii_uppercase(&self) -> StrBuf<F> {
        let units = self.as_units().iter().map(|&unit| upper(unit)).collect();
        // SAFETY: ASCII letters replace ASCII letters: see `trim_ascii`. All forms contain all of them.
        unsafe { StrBuf::from_units_unchecked(units) }
    }
}

/// The parts between ASCII white space.
struct SplitAsciiWhitespace<'s, F: Form> {
    rest: &'s Str<F>,
}

/// Returns `true` for a unit that is ASCII white space.
fn is_space<U: Unit>(unit: &U) -> bool {
    is_white_space(unit.to_u32())
}

impl<'s, F: Form> Iterator for SplitAsciiWhitespace<'s, F> {
    type Item = &'s Str<F>;

    fn next(&mut self) -> Option<&'s Str<F>> {
        let units = self.rest.as_units();
        let Some(start) = units.iter().position(|unit| !is_space(unit)) else {
            self.rest = Str::empty();
            return None;
        };
        let units = &units[start..];
        let (part, rest) = units.split_at(units.iter().position(is_space).unwrap_or(units.len()));
        // SAFETY: both are cut beside units of white space or at an end: see `trim_ascii`. (Only a method of
        // `Resynchronizing` forms makes the iterator.)
        self.rest = unsafe { Str::from_units_unchecked(rest) };
        // SAFETY: `part` is cut in the same way.
        Some(unsafe { Str::from_units_unchecked(part) })
    }
}

impl<'s, F: Form> DoubleEndedIterator for SplitAsciiWhitespace<'s, F> {
    fn next_back(&mut self) -> Option<&'s Str<F>> {
        let units = self.rest.as_units();
        let Some(last) = units.iter().rposition(|unit| !is_space(unit)) else {
            self.rest = Str::empty();
            return None;
        };
        let units = &units[..=last];
        let (rest, part) = units.split_at(units.iter().rposition(is_space).map_or(0, |space| space + 1));
        // SAFETY: both are cut beside units of white space or at an end: see `trim_ascii`. (Only a method of
        // `Resynchronizing` forms makes the iterator.)
        self.rest = unsafe { Str::from_units_unchecked(rest) };
        // SAFETY: `part` is cut in the same way.
        Some(unsafe { Str::from_units_unchecked(part) })
    }
}

impl<F: Form> FusedIterator for SplitAsciiWhitespace<'_, F> {}

impl<F: Form> Clone for SplitAsciiWhitespace<'_, F> {
    fn clone(&self) -> Self {
        SplitAsciiWhitespace { rest: self.rest }
    }
}

impl<F: Form> fmt::Debug for SplitAsciiWhitespace<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitAsciiWhitespace").field("rest", &self.rest).finish()
    }
}
