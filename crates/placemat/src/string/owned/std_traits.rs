//! More traits and methods that the standard library has for `String` and `str`: items, boxes, copies on
//! write.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Add, AddAssign, RangeBounds};

use super::StrBuf;
use crate::code_point::{CodePoint, CodeSpace, Ucs4};
use crate::form::{Form, Resynchronizing, Utf8};
use crate::string::{ConvertsTo, Str, make};

impl<F: Form> StrBuf<F> {
    /// Leaks the string: it lives for the rest of the program, and its memory is never freed.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let name: &'static Str<Wtf8> = StrBuf::<Wtf8>::from("a").leak();
    /// assert_eq!(name, "a");
    /// ```
    pub fn leak<'a>(self) -> &'a Str<F> {
        // SAFETY: they are those of a string.
        unsafe { Str::from_units_unchecked(self.into_units().leak()) }
    }
}

impl<F: Form<Unit = u8>> StrBuf<F> {
    /// Returns the bytes, as [`into_units`](StrBuf::into_units) does.
    ///
    /// ```
    /// assert_eq!(placemat::StrBuf::<placemat::form::Mutf8>::from("a\0").into_bytes(), b"a\xC0\x80");
    /// ```
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_units()
    }
}

impl<F: Resynchronizing> StrBuf<F> {
    /// Appends a copy of a range of the string, in units.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf16>::from("ab");
    /// text.extend_from_within(1..);
    /// assert_eq!(text, "abb");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end of the range is not a boundary.
    #[track_caller]
    pub fn extend_from_within(&mut self, range: impl RangeBounds<usize>) {
        let range = self.range(range);
        // SAFETY: both ends are boundaries, for they come from `range`.
        let part = unsafe { self.part(range) }.to_owned();
        self.push_string(&part);
    }
}

/// Implementations for code points by reference.
macro_rules! by_reference {
    ($($code_point:ident),*) => { $(
        /// # Panics
        ///
        /// Panics if the form does not contain one of the code points.
        impl<'s, F: Form<CodePoint = $code_point>> Extend<&'s $code_point> for StrBuf<F> {
            fn extend<I: IntoIterator<Item = &'s $code_point>>(&mut self, code_points: I) {
                code_points.into_iter().for_each(|code_point| self.push_value(code_point.to_u32()));
            }
        }

        /// # Panics
        ///
        /// Panics if the form does not contain one of the code points.
        impl<'s, F: Form<CodePoint = $code_point>> FromIterator<&'s $code_point> for StrBuf<F> {
            fn from_iter<I: IntoIterator<Item = &'s $code_point>>(code_points: I) -> Self {
                let mut string = StrBuf::new();
                string.extend(code_points);
                string
            }
        }
    )* };
}
by_reference!(CodePoint, Ucs4);

impl<F: Form> Extend<Box<Str<F>>> for StrBuf<F> {
    fn extend<I: IntoIterator<Item = Box<Str<F>>>>(&mut self, strings: I) {
        strings.into_iter().for_each(|string| self.push_string(&string));
    }
}

impl<F: Form> FromIterator<Box<Str<F>>> for StrBuf<F> {
    fn from_iter<I: IntoIterator<Item = Box<Str<F>>>>(strings: I) -> Self {
        let mut all = StrBuf::new();
        all.extend(strings);
        all
    }
}

impl<F: Form> Extend<Box<str>> for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    fn extend<I: IntoIterator<Item = Box<str>>>(&mut self, texts: I) {
        texts.into_iter().for_each(|text| self.push_str(&text));
    }
}

impl<F: Form> FromIterator<Box<str>> for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    fn from_iter<I: IntoIterator<Item = Box<str>>>(texts: I) -> Self {
        let mut all = StrBuf::new();
        all.extend(texts);
        all
    }
}

/// Collects every kind of item that a `StrBuf` can be collected from.
impl<F: Form, I> FromIterator<I> for Box<Str<F>>
where
    StrBuf<F>: FromIterator<I>,
{
    fn from_iter<A: IntoIterator<Item = I>>(items: A) -> Self {
        items.into_iter().collect::<StrBuf<F>>().into_boxed()
    }
}

impl<'s, F: Form> FromIterator<&'s Str<F>> for Cow<'_, Str<F>> {
    fn from_iter<I: IntoIterator<Item = &'s Str<F>>>(strings: I) -> Self {
        Cow::Owned(strings.into_iter().collect())
    }
}

impl<F: Form> FromIterator<StrBuf<F>> for Cow<'_, Str<F>> {
    fn from_iter<I: IntoIterator<Item = StrBuf<F>>>(strings: I) -> Self {
        Cow::Owned(strings.into_iter().collect())
    }
}

impl<'s, F: Form> Add<&'s Str<F>> for Cow<'s, Str<F>> {
    type Output = Cow<'s, Str<F>>;

    fn add(mut self, more: &'s Str<F>) -> Cow<'s, Str<F>> {
        self += more;
        self
    }
}

/// A string that is added to an empty one is borrowed.
impl<'s, F: Form> AddAssign<&'s Str<F>> for Cow<'s, Str<F>> {
    fn add_assign(&mut self, more: &'s Str<F>) {
        if self.is_empty() {
            *self = Cow::Borrowed(more);
        } else if !more.is_empty() {
            self.to_mut().push_string(more);
        }
    }
}

/// Implementations for boxed text.
macro_rules! boxed_text {
    ($($text:ty),*) => { $(
        impl<F: Form> From<$text> for Box<Str<F>>
        where
            Utf8: ConvertsTo<F>,
        {
            fn from(text: $text) -> Self {
                StrBuf::from(text).into_boxed()
            }
        }
    )* };
}
boxed_text!(&str, String, Cow<'_, str>);

impl<F: Form> From<&mut str> for StrBuf<F>
where
    Utf8: ConvertsTo<F>,
{
    fn from(text: &mut str) -> Self {
        Self::from(&*text)
    }
}

/// Returns the units of the string.
impl<F: Form> From<Box<Str<F>>> for Box<[F::Unit]> {
    fn from(string: Box<Str<F>>) -> Self {
        make::unboxed(string)
    }
}
