//! Code points and their code spaces (Unicode 3.9, D76).
//!
//! The engine represents code points as `u32`, because Corrected UTF-8 extends to U+8421109F. The types here
//! name a form's code space: [`char`] for scalar values, [`CodePoint`] if surrogates are allowed, [`Ucs4`]
//! for values beyond.

use core::cmp::Ordering;
use core::fmt;

use sealed::Trusted;

/// U+FFFD REPLACEMENT CHARACTER, which the replacement policies write.
pub(crate) const REPLACEMENT: u32 = 0xFFFD;

/// U+FEFF, the byte order mark at the start of a text.
pub(crate) const MARK: u32 = 0xFEFF;

/// Returns `true` for U+D800..U+DFFF.
#[inline]
pub(crate) const fn is_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_F800 == 0xD800
}

/// Returns `true` for U+D800..U+DBFF.
#[inline]
pub(crate) const fn is_lead_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_FC00 == 0xD800
}

/// Returns `true` for U+DC00..U+DFFF.
#[inline]
pub(crate) const fn is_trail_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_FC00 == 0xDC00
}

/// Returns the supplementary code point of a lead and a trail surrogate (Table 3-5).
#[inline]
pub(crate) const fn join_surrogates(lead: u32, trail: u32) -> u32 {
    0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
}

/// Returns the lead and the trail surrogate of a supplementary code point (Table 3-5). (D7C0 is D800 − (10000
/// >> 10).)
#[inline(always)]
pub(crate) const fn split_surrogates(code_point: u32) -> [u32; 2] {
    [0xD7C0 + (code_point >> 10), 0xDC00 | code_point & 0x3FF]
}

/// A set of code points that an encoding form can represent.
///
/// ```
/// use placemat::{form::CodeSpace, CodePoint};
/// assert_eq!(CodePoint::from_u32(0xD800).map(CodeSpace::to_u32), Some(0xD800));
/// assert_eq!(<char as CodeSpace>::from_u32(0xD800), None);
/// ```
///
/// Sealed.
pub trait CodeSpace: Copy + Ord + fmt::Debug + Trusted + 'static {
    /// Returns the code point of this value, or `None` if it is not in the code space.
    ///
    /// ```
    /// use placemat::{form::{CodeSpace, Ucs4}, CodePoint};
    /// fn holds<C: CodeSpace>(value: u32) -> bool {
    ///     C::from_u32(value).is_some()
    /// }
    /// assert_eq!([holds::<char>(0xD800), holds::<CodePoint>(0xD800)], [false, true]);
    /// assert_eq!([holds::<CodePoint>(0x11_0000), holds::<Ucs4>(0x11_0000)], [false, true]);
    /// ```
    fn from_u32(value: u32) -> Option<Self>;
    /// Returns the value of the code point.
    ///
    /// ```
    /// use placemat::{form::CodeSpace, CodePoint};
    /// assert_eq!(CodePoint::from('€').to_u32(), 0x20AC);
    /// ```
    fn to_u32(self) -> u32;
}

pub(crate) mod sealed {
    /// Creates a code point from a value that was read from a string. Generic code of other crates can see
    /// this:
    ///
    /// ```
    /// use placemat::form::CodeSpace;
    /// fn lead<C: CodeSpace>() -> Option<C> {
    ///     let _trusted = C::trusted;
    ///     C::from_u32(0xD83D)
    /// }
    /// assert_eq!(lead::<char>(), None);
    /// ```
    ///
    /// Safe code cannot call it.
    ///
    /// ```compile_fail,E0133
    /// use placemat::form::CodeSpace;
    /// fn lead<C: CodeSpace>() -> C {
    ///     C::trusted(0xD83D)
    /// }
    /// lead::<char>();
    /// ```
    pub trait Trusted {
        /// # Safety
        ///
        /// The value must be a code point of this code space.
        unsafe fn trusted(value: u32) -> Self;
    }
}

impl CodeSpace for char {
    #[inline]
    fn from_u32(value: u32) -> Option<Self> {
        char::from_u32(value)
    }
    #[inline]
    fn to_u32(self) -> u32 {
        u32::from(self)
    }
}

impl Trusted for char {
    #[inline(always)]
    unsafe fn trusted(value: u32) -> Self {
        // SAFETY: a code point of this code space is a scalar value, which the caller guarantees.
        unsafe { char::from_u32_unchecked(value) }
    }
}

/// A Unicode code point, U+0000..U+10FFFF, surrogates included.
///
/// ```
/// use placemat::{form::CodeSpace, CodePoint};
/// assert_eq!(CodePoint::from_u32(0xDC80).unwrap().to_string(), "U+DC80");
/// assert!(CodePoint::from_u32(0x110000).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePoint(u32);

impl CodeSpace for CodePoint {
    #[inline]
    fn from_u32(value: u32) -> Option<Self> {
        CodePoint::from_u32(value)
    }
    #[inline]
    fn to_u32(self) -> u32 {
        self.0
    }
}

impl Trusted for CodePoint {
    #[inline(always)]
    unsafe fn trusted(value: u32) -> Self {
        CodePoint(value)
    }
}

impl CodePoint {
    /// U+FFFD REPLACEMENT CHARACTER, which the replacement policies write.
    ///
    /// ```
    /// use placemat::{encode, form::{Utf16, Utf8}, CodePoint};
    /// let replacement = [CodePoint::REPLACEMENT.to_u32()];
    /// assert_eq!(encode(Utf8, &replacement).unwrap(), b"\xEF\xBF\xBD");
    /// assert_eq!(encode(Utf16, &replacement).unwrap(), [0xFFFD]);
    /// ```
    pub const REPLACEMENT: Self = CodePoint(REPLACEMENT);

    /// Returns the code point of this value, or `None` if it exceeds U+10FFFF.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// const LEAD: CodePoint = CodePoint::from_u32(0xD83D).unwrap();
    /// assert_eq!((LEAD.to_string(), CodePoint::from_u32(0x11_0000)), ("U+D83D".into(), None));
    /// ```
    #[inline]
    pub const fn from_u32(value: u32) -> Option<Self> {
        if value <= 0x10_FFFF { Some(CodePoint(value)) } else { None }
    }

    /// Returns the value of the code point.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert_eq!(CodePoint::from('€').to_u32(), 0x20AC);
    /// ```
    #[inline]
    pub const fn to_u32(self) -> u32 {
        self.0
    }

    /// Returns the code point as a `char`, or `None` if it is a surrogate.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// let chars = [0x61, 0xD83D].map(|value| CodePoint::from_u32(value).unwrap().to_char());
    /// assert_eq!(chars, [Some('a'), None]);
    /// ```
    #[inline]
    pub const fn to_char(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// Returns the code point as a `char`, or U+FFFD if it is a surrogate.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// let chars = [0x61, 0xD83D].map(|value| CodePoint::from_u32(value).unwrap().to_char_lossy());
    /// assert_eq!(chars, ['a', '\u{FFFD}']);
    /// ```
    #[inline]
    pub const fn to_char_lossy(self) -> char {
        match self.to_char() {
            Some(scalar) => scalar,
            None => char::REPLACEMENT_CHARACTER,
        }
    }

    /// Returns `true` for U+D800..U+DFFF, which are not scalar values.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert!(CodePoint::from(0xD83D_u16).is_surrogate() && !CodePoint::from('a').is_surrogate());
    /// ```
    #[inline]
    pub const fn is_surrogate(self) -> bool {
        is_surrogate(self.0)
    }

    /// Returns `true` for a lead surrogate, U+D800..U+DBFF.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert!(CodePoint::from(0xD83D_u16).is_lead_surrogate() && !CodePoint::from(0xDCA9_u16).is_lead_surrogate());
    /// ```
    #[inline]
    pub const fn is_lead_surrogate(self) -> bool {
        is_lead_surrogate(self.0)
    }

    /// Returns `true` for a trail surrogate, U+DC00..U+DFFF.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert!(CodePoint::from(0xDCA9_u16).is_trail_surrogate() && !CodePoint::from(0xD83D_u16).is_trail_surrogate());
    /// ```
    #[inline]
    pub const fn is_trail_surrogate(self) -> bool {
        is_trail_surrogate(self.0)
    }
}

/// Predicates of `char`, for code points that are scalar values: patterns for strings whose code points are
/// not `char`.
macro_rules! as_char {
    ($($name:ident, $one:literal, $other:literal;)*) => {
        impl CodePoint {
            $(
                #[doc = concat!("What `char::", stringify!($name), "` says; no, of a surrogate.")]
                ///
                /// ```
                /// use placemat::{form::Wtf8, CodePoint, Str};
                #[doc = concat!("let answers = [", $one, ", ", $other, "].map(|one| CodePoint::from(one).", stringify!($name), "());")]
                /// assert_eq!(answers, [true, false]);
                #[doc = concat!("assert_eq!(Str::<Wtf8>::from_str(\"\").find(CodePoint::", stringify!($name), "), None);")]
                /// ```
                pub fn $name(self) -> bool {
                    self.to_char().is_some_and(char::$name)
                }
            )*
        }
    };
}
as_char! {
    is_whitespace, "'\\u{3000}'", "'a'";
    is_alphabetic, "'é'", "'1'";
    is_numeric, "'½'", "'a'";
    is_alphanumeric, "'é'", "'-'";
    is_control, "'\\u{85}'", "'a'";
    is_uppercase, "'É'", "'é'";
    is_lowercase, "'é'", "'É'";
}

impl From<char> for CodePoint {
    #[inline]
    fn from(scalar: char) -> Self {
        CodePoint(scalar.into())
    }
}

impl From<CodePoint> for u32 {
    #[inline]
    fn from(code_point: CodePoint) -> Self {
        code_point.0
    }
}

/// Every 16-bit unit by itself is a code point.
impl From<u16> for CodePoint {
    #[inline]
    fn from(unit: u16) -> Self {
        CodePoint(unit.into())
    }
}

impl TryFrom<u32> for CodePoint {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(value: u32) -> Result<Self, NotInCodeSpace> {
        CodePoint::from_u32(value).ok_or(NotInCodeSpace { value })
    }
}

impl TryFrom<Ucs4> for CodePoint {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(value: Ucs4) -> Result<Self, NotInCodeSpace> {
        value.0.try_into()
    }
}

/// Fails for surrogates and for values beyond U+10FFFF.
impl TryFrom<Ucs4> for char {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(Ucs4(value): Ucs4) -> Result<Self, NotInCodeSpace> {
        char::from_u32(value).ok_or(NotInCodeSpace { value })
    }
}

/// Fails for surrogates.
impl TryFrom<CodePoint> for char {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(code_point: CodePoint) -> Result<Self, NotInCodeSpace> {
        code_point.to_char().ok_or(NotInCodeSpace { value: code_point.0 })
    }
}

/// Comparisons with `char`, by value.
macro_rules! beside_char {
    ($($name:ident),*) => { $(
        impl PartialEq<char> for $name {
            fn eq(&self, scalar: &char) -> bool {
                self.0 == u32::from(*scalar)
            }
        }
        impl PartialEq<$name> for char {
            fn eq(&self, code_point: &$name) -> bool {
                code_point == self
            }
        }
        impl PartialOrd<char> for $name {
            fn partial_cmp(&self, scalar: &char) -> Option<Ordering> {
                Some(self.0.cmp(&u32::from(*scalar)))
            }
        }
        impl PartialOrd<$name> for char {
            fn partial_cmp(&self, code_point: &$name) -> Option<Ordering> {
                Some(u32::from(*self).cmp(&code_point.0))
            }
        }
    )* };
}
beside_char!(CodePoint, Ucs4);

/// A value that is not in a code space: it is beyond U+10FFFF, or it is a surrogate and the code space is
/// scalar values.
///
/// ```
/// use placemat::CodePoint;
/// let error = CodePoint::try_from(0x11_0000_u32).unwrap_err();
/// assert_eq!((error.value(), error.to_string().as_str()), (0x11_0000, "U+110000 is beyond U+10FFFF"));
/// let error = char::try_from(CodePoint::from(0xD83D_u16)).unwrap_err();
/// assert_eq!(error.to_string(), "U+D83D is a surrogate");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotInCodeSpace {
    value: u32,
}

impl NotInCodeSpace {
    /// Returns the value.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert_eq!(CodePoint::try_from(0x11_0000_u32).unwrap_err().value(), 0x11_0000);
    /// ```
    #[inline]
    pub const fn value(&self) -> u32 {
        self.value
    }
}

impl fmt::Display for NotInCodeSpace {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = Ucs4(self.value);
        if is_surrogate(self.value) {
            write!(f, "{value} is a surrogate")
        } else {
            write!(f, "{value} is beyond U+10FFFF")
        }
    }
}

impl core::error::Error for NotInCodeSpace {}

/// Any 32-bit value: UCS-4, the 31-bit encodings of 1992–2003 and Corrected UTF-8 (up to U+8421109F).
///
/// ```
/// use placemat::form::{CodeSpace, Ucs4};
/// assert_eq!(Ucs4::from_u32(0x8421_109F).unwrap().to_string(), "U+8421109F");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ucs4(pub u32);

impl From<u32> for Ucs4 {
    #[inline]
    fn from(value: u32) -> Self {
        Ucs4(value)
    }
}

impl From<char> for Ucs4 {
    #[inline]
    fn from(scalar: char) -> Self {
        Ucs4(scalar.into())
    }
}

impl From<CodePoint> for Ucs4 {
    #[inline]
    fn from(code_point: CodePoint) -> Self {
        Ucs4(code_point.0)
    }
}

impl From<Ucs4> for u32 {
    #[inline]
    fn from(value: Ucs4) -> Self {
        value.0
    }
}

impl CodeSpace for Ucs4 {
    #[inline]
    fn from_u32(value: u32) -> Option<Self> {
        Some(Ucs4(value))
    }
    #[inline]
    fn to_u32(self) -> u32 {
        self.0
    }
}

impl Trusted for Ucs4 {
    #[inline(always)]
    unsafe fn trusted(value: u32) -> Self {
        Ucs4(value)
    }
}

/// Writes a code point as `U+` and at least four upper-case digits.
macro_rules! show_as_code_point {
    ($($name:ident),*) => { $(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "U+{:04X}", self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )* };
}
show_as_code_point!(CodePoint, Ucs4);
