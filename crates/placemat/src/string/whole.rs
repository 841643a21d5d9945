//! Whole texts in a form, from and to `str`, and borrowed or owned strings as what they are.

use alloc::borrow::Cow;
use alloc::string::String;

use super::Str;
use super::Within;
use crate::engine::{Counts, decode_text, encode_text};
use crate::error::{Failure, Unencodable};
use crate::form::relation::ConvertsTo;
use crate::form::{Form, Utf8};
use crate::options::Options;
use crate::policy::OnError;

impl<F: Form> Str<F> {
    /// Decodes units of this form strictly. If they are UTF-8, the text is borrowed. One pass suffices: units
    /// are only converted from the first one on that UTF-8 writes differently.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, Mutf8}, Failure, Str};
    /// use std::borrow::Cow;
    /// assert!(matches!(Str::<Mutf8>::decode("né".as_bytes()), Ok(Cow::Borrowed("né"))));
    /// assert_eq!(Str::<Mutf8>::decode(b"a\xC0\x80\xED\xA0\xBD\xED\xB2\xA9").unwrap(), "a\0💩");
    /// assert!(matches!(Str::<Cesu8>::decode("💩".as_bytes()), Err(Failure::IllFormed(_))));
    /// // Modified UTF-8 may contain a lone surrogate, and text may not.
    /// assert!(matches!(Str::<Mutf8>::decode(b"\xED\xA0\xBD"), Err(Failure::Unencodable(_))));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence, or the first code point that is not a scalar value:
    /// whichever comes first.
    #[inline]
    pub fn decode(units: &[F::Unit]) -> Result<Cow<'_, str>, Failure> {
        decode_text::<true, _>(F::default(), units, Options::default()).map(|(text, _)| text)
    }

    /// Decodes units of this form. U+FFFD replaces each ill-formed subsequence and each code point that is
    /// not a scalar value; the counts say how many there were. If the units are UTF-8, the text is borrowed.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf16}, Str};
    /// let (text, counts) = Str::<Mutf8>::decode_lossy(b"a\0\xED\xA0\xBD");
    /// assert_eq!((&*text, counts.errors, counts.unencodable), ("a\u{FFFD}\u{FFFD}", 1, 1));
    /// assert_eq!(Str::<Utf16>::decode_lossy(&[0x61, 0xD83D]).0, "a\u{FFFD}");
    /// ```
    #[inline]
    pub fn decode_lossy(units: &[F::Unit]) -> (Cow<'_, str>, Counts) {
        match decode_text::<false, _>(F::default(), units, Options::LOSSY) {
            Ok(decoded) => decoded,
            Err(failure) => unreachable!("UTF-8 contains U+FFFD: {failure}"),
        }
    }

    /// Encodes text as units of this form. Cannot fail: the form contains all text. If nothing changes, the
    /// text is borrowed.
    ///
    /// ```
    /// use placemat::{form::{Mutf8, Utf16}, Str};
    /// use std::borrow::Cow;
    /// assert_eq!(*Str::<Mutf8>::encode("a\0"), *b"a\xC0\x80");
    /// assert!(matches!(Str::<Mutf8>::encode("né"), Cow::Borrowed(_)));
    /// assert_eq!(*Str::<Utf16>::encode("💩"), [0xD83D, 0xDCA9]);
    /// ```
    ///
    /// ```compile_fail
    /// placemat::Str::<placemat::form::Iso8859_1>::encode("€"); // `try_encode` returns an error
    /// ```
    #[inline]
    pub fn encode(text: &str) -> Cow<'_, [F::Unit]>
    where
        Utf8: ConvertsTo<F>,
    {
        match encode_text(F::default(), text) {
            Ok(units) => units,
            Err(failure) => unreachable!("{} contains all text: {failure}", F::NAME),
        }
    }

    /// Encodes text as units of this form, strictly. If nothing changes, the text is borrowed.
    ///
    /// ```
    /// use placemat::{form::Iso8859_1, Str};
    /// assert_eq!(*Str::<Iso8859_1>::try_encode("né").unwrap(), *b"n\xE9");
    /// assert_eq!(Str::<Iso8859_1>::try_encode("5 €").unwrap_err().range(), 2..5);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first code point that the form does not contain. Offsets are bytes of the text.
    #[inline]
    pub fn try_encode(text: &str) -> Result<Cow<'_, [F::Unit]>, Unencodable> {
        match encode_text(F::default(), text) {
            Ok(units) => Ok(units),
            Err(Failure::Unencodable(lost)) => Err(lost),
            Err(Failure::IllFormed(_)) => unreachable!("text is well-formed"),
        }
    }

    /// Returns a string, borrowed or owned, as its units. Nothing is copied.
    ///
    /// ```
    /// use placemat::{form::Cesu8, Str};
    /// use std::borrow::Cow;
    /// let units: Cow<[u8]> = Str::<Cesu8>::cow_into_units(Str::<Cesu8>::new_lossy(b"a"));
    /// assert!(matches!(units, Cow::Borrowed(b"a")));
    /// ```
    pub fn cow_into_units(string: Cow<'_, Self>) -> Cow<'_, [F::Unit]> {
        match string {
            Cow::Borrowed(string) => Cow::Borrowed(string.as_units()),
            Cow::Owned(string) => Cow::Owned(string.into_units()),
        }
    }
}

impl Str<Utf8> {
    /// Decodes bytes as Java's `new String(bytes, UTF_8)` does: as
    /// [`from_utf8_lossy`](crate::from_utf8_lossy), except that a surrogate in three bytes becomes one U+FFFD
    /// instead of three. Text without errors is borrowed.
    ///
    /// This is the policy [`ReplaceGeneralized`](crate::OnError::ReplaceGeneralized). Spark shows strings
    /// that are not UTF-8 like this.
    ///
    /// ```
    /// use placemat::{form::Utf8, from_utf8_lossy, Str};
    /// let bytes = b"a\xED\xA0\xBDb\xE2\x82c";
    /// assert_eq!(Str::<Utf8>::decode_as_java(bytes), "a\u{FFFD}b\u{FFFD}c");
    /// assert_eq!(from_utf8_lossy(bytes), "a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD}c");
    /// ```
    #[inline]
    pub fn decode_as_java(bytes: &[u8]) -> Cow<'_, str> {
        let options = Options { on_error: OnError::ReplaceGeneralized, ..Options::LOSSY };
        match decode_text::<false, _>(Utf8, bytes, options) {
            Ok((text, _)) => text,
            Err(failure) => unreachable!("UTF-8 contains U+FFFD: {failure}"),
        }
    }
}

impl<F: Within<Utf8>> Str<F> {
    /// Returns a string of text, borrowed or owned, as text. Nothing is copied.
    ///
    /// ```
    /// use placemat::{form::{self, Iso8859_1, Utf8}, Str};
    /// use std::borrow::Cow;
    /// let name = Str::<Iso8859_1>::from_any_units(b"a").to_form_cow::<form::Utf8>();
    /// assert!(matches!(Str::<Utf8>::cow_into_str(name), Cow::Borrowed("a")));
    /// ```
    pub fn cow_into_str(string: Cow<'_, Self>) -> Cow<'_, str> {
        match string {
            Cow::Borrowed(string) => Cow::Borrowed(string.as_str()),
            Cow::Owned(string) => Cow::Owned(String::from(string)),
        }
    }
}
