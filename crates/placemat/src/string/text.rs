//! What `str` can do with text, in forms that contain text: UTF-16, case mapping, parsing.

#[cfg(feature = "alloc")]
use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
#[cfg(feature = "alloc")]
use core::str::FromStr;

#[cfg(feature = "alloc")]
use super::StrBuf;
use super::{CodePoints, ConvertsTo, Str};
use crate::code_point::{CodeSpace, split_surrogates};
use crate::error::Error;
use crate::form::{Form, Utf8Compatible, Utf16};
#[cfg(feature = "alloc")]
use crate::form::{Resynchronizing, Utf8};
use crate::table::Table;

impl<F: Form<Unit = u8>> Str<F> {
    /// Returns an iterator over the bytes.
    ///
    /// ```
    /// use placemat::{form::Mutf8, Str};
    /// assert!(Str::<Mutf8>::new(b"a\xC0\x80").unwrap().bytes().eq([0x61, 0xC0, 0x80]));
    /// ```
    pub fn bytes(&self) -> core::iter::Copied<core::slice::Iter<'_, u8>> {
        self.as_bytes().iter().copied()
    }
}

impl<F: Form> Str<F> {
    /// Returns a pointer to the units. They are not followed by a NUL.
    ///
    /// ```
    /// let text = placemat::literal!(Utf16, "a");
    /// assert_eq!(text.as_ptr(), text.as_units().as_ptr());
    /// ```
    pub const fn as_ptr(&self) -> *const F::Unit {
        self.as_units().as_ptr()
    }
}

/// Converts as [`to_str`](Str::to_str) does.
impl<'s, F: Utf8Compatible> TryFrom<&'s Str<F>> for &'s str {
    type Error = Error;

    fn try_from(string: &'s Str<F>) -> Result<Self, Error> {
        string.to_str()
    }
}

impl<F: ConvertsTo<Utf16>> Str<F> {
    /// Returns an iterator over the text in UTF-16 code units. (For WTF-8, see
    /// [`encode_wide`](Str::encode_wide).)
    ///
    /// ```
    /// assert!(placemat::Str::<placemat::form::Utf8>::from_str("a💩").encode_utf16().eq([0x61, 0xD83D, 0xDCA9]));
    /// ```
    pub fn encode_utf16(&self) -> impl FusedIterator<Item = u16> + Clone + fmt::Debug + use<'_, F> {
        EncodeUtf16::new(self)
    }
}

/// Text in UTF-16.
pub(super) struct EncodeUtf16<'s, F: Form> {
    code_points: CodePoints<'s, F>,
    /// The trail surrogate of a code point whose lead surrogate has been returned.
    trail: Option<u16>,
}

impl<'s, F: Form> EncodeUtf16<'s, F> {
    /// The most units of a string for one unit of UTF-16, and the most units of UTF-16 for one unit of the
    /// string.
    const RATIOS: (usize, usize) = ratios_to_utf_16(F::TABLE);

    /// The code points of the string must not exceed U+10FFFF.
    pub(super) fn new(string: &'s Str<F>) -> Self {
        EncodeUtf16 { code_points: string.code_points(), trail: None }
    }
}

#[inline]
const fn ratios_to_utf_16(table: &Table) -> (usize, usize) {
    let (mut down, mut up) = (1, 1);
    let (rows, mut k) = (table.rows(), 0);
    while k < rows.len() {
        let (len, (first, last)) = (rows[k].len(), rows[k].code_points());
        let least = if first < 0x1_0000 { 1 } else { 2 };
        let most: usize = if last < 0x1_0000 { 1 } else { 2 };
        down = if len.div_ceil(least) > down { len.div_ceil(least) } else { down };
        up = if most.div_ceil(len) > up { most.div_ceil(len) } else { up };
        k += 1;
    }
    (down, up)
}

impl<F: Form> Iterator for EncodeUtf16<'_, F> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        if let Some(trail) = self.trail.take() {
            return Some(trail);
        }
        let value = self.code_points.next()?.to_u32();
        if value < 0x1_0000 {
            return Some(value as u16);
        }
        let [lead, trail] = split_surrogates(value);
        self.trail = Some(trail as u16);
        Some(lead as u16)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (units, more) = (self.code_points.as_string().len(), usize::from(self.trail.is_some()));
        let (down, up) = Self::RATIOS;
        let most = units.checked_mul(up).and_then(|most| most.checked_add(more));
        (units.div_ceil(down) + more, most)
    }
}

impl<F: Form> FusedIterator for EncodeUtf16<'_, F> {}

impl<F: Form> Clone for EncodeUtf16<'_, F> {
    fn clone(&self) -> Self {
        EncodeUtf16 { code_points: self.code_points.clone(), trail: self.trail }
    }
}

impl<F: Form> fmt::Debug for EncodeUtf16<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

#[cfg(feature = "alloc")]
impl<F: ConvertsTo<Utf8>> Str<F> {
    /// Parses the text into a value, as [`str::parse`] does.
    ///
    /// ```
    /// assert_eq!(placemat::literal!(Utf16, "42").parse::<u8>(), Ok(42));
    /// assert!(placemat::literal!(Utf16, "４２").parse::<u8>().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the error of the value's type.
    pub fn parse<V: FromStr>(&self) -> Result<V, V::Err> {
        self.to_form_cow::<Utf8>().as_str().parse()
    }
}

#[cfg(feature = "alloc")]
impl<F: Resynchronizing> Str<F>
where
    Utf8: ConvertsTo<F>,
{
    /// Returns a copy in lower case, as [`str::to_lowercase`] maps it. Code points that are not scalar values
    /// are unchanged.
    ///
    /// ```
    /// use placemat::literal;
    /// assert_eq!(literal!(Wtf8, "ΌΔΟΣ ΣΑΣ").to_lowercase(), "όδος σας");
    /// assert_eq!(*literal!(Wtf8, r"É\u{D83D}").to_lowercase(), *literal!(Wtf8, r"é\u{D83D}"));
    /// ```
    pub fn to_lowercase(&self) -> StrBuf<F> {
        self.mapped(str::to_lowercase)
    }

    /// Returns a copy in upper case, as [`str::to_uppercase`] maps it. Code points that are not scalar values
    /// are unchanged.
    ///
    /// ```
    /// assert_eq!(placemat::literal!(Utf16, "straße").to_uppercase(), "STRASSE");
    /// ```
    pub fn to_uppercase(&self) -> StrBuf<F> {
        self.mapped(str::to_uppercase)
    }

    /// Maps each run of scalar values: a surrogate is not a letter, and ends a word.
    fn mapped(&self, map: impl Fn(&str) -> String) -> StrBuf<F> {
        let (mut mapped, mut text) = (StrBuf::with_capacity(self.len()), String::new());
        for code_point in self.code_points() {
            if let Some(scalar) = char::from_u32(code_point.to_u32()) {
                text.push(scalar);
                continue;
            }
            mapped.push_str(&map(&text));
            text.clear();
            mapped.push(code_point);
        }
        mapped.push_str(&map(&text));
        mapped
    }
}
