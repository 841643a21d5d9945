//! Equality, order and hashes.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::make::text_of_any;
use super::sequence::Of;
use crate::code_point::{CodeSpace, split_surrogates};
use crate::engine::Conversion;
use crate::form::{Form, Utf8};
use crate::options::Options;
use crate::unit::Unit;

/// Compares by units. If a form has several spellings of a code point (lenient Modified UTF-8, OPTU-8, the
/// form that Tcl 8.6 reads), strings with the same text may differ. To
/// [`cmp_code_points`](Str::cmp_code_points) they are equal.
impl<F: Form> PartialEq for Str<F> {
    fn eq(&self, other: &Self) -> bool {
        self.units == other.units
    }
}

impl<F: Form> Eq for Str<F> {}

/// Orders by units, consistently with `==`.
///
/// - It is the order of [code points](Str::cmp_code_points) in forms whose units are code points, and in
///   UTF-8, generalized UTF-8, WTF-8, utf8mb3, RFC 2279, UTF-1, FSS-UTF of July 1992 and Corrected UTF-8.
/// - It is the [order of UTF-16](Str::cmp_utf_16) in UTF-16, WTF-16, CESU-8 and lenient CESU-8, and in
///   Modified UTF-8 except for U+0000.
/// - It is neither in lenient Modified UTF-8, UTF-8b, OPTU-8, Windows-1252 and the form that Tcl 8.6 reads.
impl<F: Form> Ord for Str<F> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.units.cmp(&other.units)
    }
}

impl<F: Form> PartialOrd for Str<F> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A string of bytes has the hash of the `str` with the same bytes. (Forms whose strings are borrowed as
/// `str` use the hash of `str`. For others, this holds if the hasher does not distinguish text from bytes,
/// and the standard library's does not.)
impl<F: Form> Hash for Str<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(text) = text_of_any(self) {
            return text.hash(state);
        }
        match F::Unit::as_bytes(&self.units) {
            Some(bytes) => {
                state.write(bytes);
                state.write_u8(0xFF);
            }
            None => {
                state.write(crate::cast::bytes_of(&self.units));
                state.write_usize(self.units.len());
            }
        }
    }
}

impl<F: Form> Str<F> {
    /// Compares by code points. The other string may be of any form.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use placemat::{form::{Utf16, Utf8}, Str};
    /// // U+FF5E and U+1F4A9, whose UTF-16 units are in the opposite order.
    /// let [tilde, pile] = [&[0xFF5E][..], &[0xD83D, 0xDCA9]].map(|units| Str::<Utf16>::new(units).unwrap());
    /// assert_eq!((tilde.cmp(pile), tilde.cmp_code_points(pile)), (Ordering::Greater, Ordering::Less));
    /// assert_eq!(pile.cmp_code_points(Str::<Utf8>::from_str("💩")), Ordering::Equal);
    /// ```
    pub fn cmp_code_points<G: Form>(&self, other: &Str<G>) -> Ordering {
        let values = self.code_points().map(CodeSpace::to_u32);
        values.cmp(other.code_points().map(CodeSpace::to_u32))
    }

    /// Compares by the units that the strings have in UTF-16, as JavaScript, Java and Windows do:
    /// supplementary code points are between U+D7FF and U+E000.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use placemat::{form::Utf8, Str};
    /// let (tilde, pile) = (Str::<Utf8>::from_str("～"), Str::<Utf8>::from_str("💩"));
    /// assert_eq!((tilde.cmp(pile), tilde.cmp_utf_16(pile)), (Ordering::Less, Ordering::Greater));
    /// ```
    pub fn cmp_utf_16<G: Form>(&self, other: &Str<G>) -> Ordering {
        let units = self.code_points().flat_map(|code_point| utf_16_units(code_point.to_u32()));
        units.cmp(other.code_points().flat_map(|code_point| utf_16_units(code_point.to_u32())))
    }
}

/// Returns the units of a code point in UTF-16. A code point that UTF-16 does not contain is one unit greater
/// than all others.
#[inline]
fn utf_16_units(code_point: u32) -> impl Iterator<Item = u32> {
    let (first, trail) = match code_point {
        0x1_0000..=0x10_FFFF => {
            let [lead, trail] = split_surrogates(code_point);
            (lead, Some(trail))
        }
        _ => (code_point, None),
    };
    core::iter::once(first).chain(trail)
}

/// Compares by code points: strings are equal if the text is the same, in whatever units. So `==` is not
/// transitive if a form has several spellings of a code point: two strings with different spellings both
/// equal the text, but not each other.
///
/// ```
/// use placemat::{form::Mutf8Lenient, Str};
/// let [short, overlong] = [&b"a"[..], b"\xC1\xA1"].map(|units| Str::<Mutf8Lenient>::new(units).unwrap());
/// assert!(*short == *"a" && *"a" == *overlong && short != overlong);
/// assert!(short < overlong && short.cmp_code_points(overlong).is_eq());
/// ```
impl<F: Form> PartialEq<str> for Str<F> {
    fn eq(&self, other: &str) -> bool {
        match F::Unit::as_bytes(self.as_units()) {
            Some(bytes) if const { Of::<F>::HOLDS_UTF_8 } => bytes == other.as_bytes(),
            _ if const { F::ENCODES && Of::<F>::IS_SPELLED_ONCE } && other.len() > SHORT => {
                self.has_units_of(other)
            }
            _ => self.code_points().map(CodeSpace::to_u32).eq(other.chars().map(u32::from)),
        }
    }
}

/// Text up to this many bytes is compared code point by code point.
const SHORT: usize = 32;
/// The number of units of text that are compared at once.
const PIECE: usize = 512;

impl<F: Form> Str<F> {
    /// Returns `true` if the units are those of a text.
    fn has_units_of(&self, text: &str) -> bool {
        let conversion = Conversion { source: Utf8, target: F::default(), options: Options::default() };
        let (mut units, mut rest) = (self.as_units(), text.as_bytes());
        let mut piece = [F::Unit::default(); PIECE];
        while !rest.is_empty() {
            let Ok((done, _)) = conversion.convert_into(rest, &mut piece) else { return false };
            let same = units.strip_prefix(&piece[..done.written]);
            // If nothing is read, the form does not contain the next code point.
            let Some(after) = same.filter(|_| done.read > 0) else { return false };
            (units, rest) = (after, &rest[done.read..]);
        }
        units.is_empty()
    }
}

/// Comparisons that forward to another one.
macro_rules! same {
    ($($(#[$meta:meta])* $left:ty, $right:ty: |$one:ident, $other:ident| $is_same:expr;)*) => { $(
        $(#[$meta])*
        impl<F: Form> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                let ($one, $other) = (self, other);
                $is_same
            }
        }
    )* };
}

same! {
    str, Str<F>: |text, string| *string == *text;
    Str<F>, &str: |string, text| *string == **text;
    &str, Str<F>: |text, string| *string == **text;
    #[cfg(feature = "alloc")]
    Str<F>, String: |string, text| *string == **text;
    #[cfg(feature = "alloc")]
    String, Str<F>: |text, string| *string == **text;
    #[cfg(feature = "alloc")]
    &Str<F>, String: |string, text| **string == **text;
    #[cfg(feature = "alloc")]
    String, &Str<F>: |text, string| **string == **text;
    #[cfg(feature = "alloc")]
    StrBuf<F>, StrBuf<F>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    StrBuf<F>, Str<F>: |one, other| **one == *other;
    #[cfg(feature = "alloc")]
    Str<F>, StrBuf<F>: |one, other| *one == **other;
    #[cfg(feature = "alloc")]
    StrBuf<F>, &Str<F>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    &Str<F>, StrBuf<F>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    Cow<'_, Str<F>>, Str<F>: |one, other| **one == *other;
    #[cfg(feature = "alloc")]
    Str<F>, Cow<'_, Str<F>>: |one, other| *one == **other;
    #[cfg(feature = "alloc")]
    Cow<'_, Str<F>>, &Str<F>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    &Str<F>, Cow<'_, Str<F>>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    Cow<'_, Str<F>>, StrBuf<F>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    StrBuf<F>, Cow<'_, Str<F>>: |one, other| **one == **other;
    #[cfg(feature = "alloc")]
    Str<F>, Cow<'_, str>: |string, text| *string == **text;
    #[cfg(feature = "alloc")]
    Cow<'_, str>, Str<F>: |text, string| *string == **text;
    #[cfg(feature = "alloc")]
    &Str<F>, Cow<'_, str>: |string, text| **string == **text;
    #[cfg(feature = "alloc")]
    Cow<'_, str>, &Str<F>: |text, string| **string == **text;
    #[cfg(feature = "alloc")]
    StrBuf<F>, Cow<'_, str>: |string, text| **string == **text;
    #[cfg(feature = "alloc")]
    Cow<'_, str>, StrBuf<F>: |text, string| **string == **text;
    #[cfg(feature = "alloc")]
    StrBuf<F>, str: |string, text| **string == *text;
    #[cfg(feature = "alloc")]
    str, StrBuf<F>: |text, string| **string == *text;
    #[cfg(feature = "alloc")]
    StrBuf<F>, &str: |string, text| **string == **text;
    #[cfg(feature = "alloc")]
    &str, StrBuf<F>: |text, string| **string == **text;
    #[cfg(feature = "alloc")]
    StrBuf<F>, String: |string, text| **string == **text;
    #[cfg(feature = "alloc")]
    String, StrBuf<F>: |text, string| **string == **text;
}
