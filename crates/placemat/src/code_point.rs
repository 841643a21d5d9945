//! Code points and the code spaces they live in (Unicode 3.9, D76).
//!
//! The engine speaks of code points as `u32`, because Corrected UTF-8 reaches U+8421109F. The types here give a
//! form's code space a name: [`char`] for scalar values, [`CodePoint`] where surrogates are legal, [`Ucs4`] beyond.

use core::cmp::Ordering;
use core::fmt;

use sealed::Trusted;

/// U+FFFD REPLACEMENT CHARACTER, what the policies of replacement write.
///
/// ```
/// use placemat::{encode, form::{Utf16, Utf8}, REPLACEMENT};
/// assert_eq!(encode(Utf8, &[REPLACEMENT]).unwrap(), b"\xEF\xBF\xBD");
/// assert_eq!(encode(Utf16, &[REPLACEMENT]).unwrap(), [0xFFFD]);
/// ```
pub const REPLACEMENT: u32 = 0xFFFD;

/// U+FEFF, the byte order mark where it stands first.
pub(crate) const MARK: u32 = 0xFEFF;

/// Is it U+D800..U+DFFF?
#[inline]
pub(crate) const fn is_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_F800 == 0xD800
}

/// Is it U+D800..U+DBFF?
#[inline]
pub(crate) const fn is_lead_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_FC00 == 0xD800
}

/// Is it U+DC00..U+DFFF?
#[inline]
pub(crate) const fn is_trail_surrogate(code_point: u32) -> bool {
    code_point & 0xFFFF_FC00 == 0xDC00
}

/// The supplementary code point of a lead and a trail surrogate (Table 3-5).
#[inline]
pub(crate) const fn join_surrogates(lead: u32, trail: u32) -> u32 {
    0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
}

/// The lead and the trail surrogate of a supplementary code point (Table 3-5). (D7C0 is D800 − (10000 >> 10).)
#[inline(always)]
pub(crate) const fn split_surrogates(code_point: u32) -> [u32; 2] {
    [0xD7C0 + (code_point >> 10), 0xDC00 | code_point & 0x3FF]
}

/// A set of code points that an encoding form can speak of.
///
/// ```
/// use placemat::{CodePoint, CodeSpace};
/// assert_eq!(CodePoint::from_u32(0xD800).map(CodeSpace::to_u32), Some(0xD800));
/// assert_eq!(<char as CodeSpace>::from_u32(0xD800), None);
/// ```
///
/// Sealed.
pub trait CodeSpace: Copy + Ord + fmt::Debug + Trusted + 'static {
    /// The code point of this value, or `None` where the space has a hole or has ended.
    ///
    /// ```
    /// use placemat::{CodePoint, CodeSpace, Ucs4};
    /// fn holds<C: CodeSpace>(value: u32) -> bool {
    ///     C::from_u32(value).is_some()
    /// }
    /// assert_eq!([holds::<char>(0xD800), holds::<CodePoint>(0xD800)], [false, true]);
    /// assert_eq!([holds::<CodePoint>(0x11_0000), holds::<Ucs4>(0x11_0000)], [false, true]);
    /// ```
    fn from_u32(value: u32) -> Option<Self>;
    /// The value of the code point.
    ///
    /// ```
    /// use placemat::{CodePoint, CodeSpace};
    /// assert_eq!(CodePoint::from('€').to_u32(), 0x20AC);
    /// ```
    fn to_u32(self) -> u32;
}

pub(crate) mod sealed {
    /// Code points that are made of what has been read of a string. A generic function outside sees this:
    ///
    /// ```
    /// use placemat::CodeSpace;
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
    /// use placemat::CodeSpace;
    /// fn lead<C: CodeSpace>() -> C {
    ///     C::trusted(0xD83D)
    /// }
    /// lead::<char>();
    /// ```
    pub trait Trusted {
        /// # Safety
        ///
        /// The value is a code point of this code space.
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
        // SAFETY: a code point of this code space is a scalar value, which is asked of the caller.
        unsafe { char::from_u32_unchecked(value) }
    }
}

/// A Unicode code point, U+0000..U+10FFFF, surrogates included.
///
/// ```
/// use placemat::{CodePoint, CodeSpace};
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
    /// The code point of this value, up to U+10FFFF.
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

    /// The value of the code point.
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert_eq!(CodePoint::from('€').to_u32(), 0x20AC);
    /// ```
    #[inline]
    pub const fn to_u32(self) -> u32 {
        self.0
    }

    /// The code point as a `char`, if it is a scalar value, and no surrogate.
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

    /// The code point as a `char`, a surrogate as U+FFFD.
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

    /// Is it U+D800..U+DFFF, and no scalar value?
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert!(CodePoint::from(0xD83D_u16).is_surrogate() && !CodePoint::from('a').is_surrogate());
    /// ```
    #[inline]
    pub const fn is_surrogate(self) -> bool {
        is_surrogate(self.0)
    }

    /// Is it U+D800..U+DBFF, the first half of a pair?
    ///
    /// ```
    /// use placemat::CodePoint;
    /// assert!(CodePoint::from(0xD83D_u16).is_lead_surrogate() && !CodePoint::from(0xDCA9_u16).is_lead_surrogate());
    /// ```
    #[inline]
    pub const fn is_lead_surrogate(self) -> bool {
        is_lead_surrogate(self.0)
    }

    /// Is it U+DC00..U+DFFF, the second half of a pair?
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

/// Questions to scalar values, as `char` answers them; patterns of strings whose code points are no `char`.
macro_rules! as_char {
    ($($name:ident, $one:literal, $other:literal;)*) => {
        impl CodePoint {
            $(
                #[doc = concat!("What `char::", stringify!($name), "` says; no, of a surrogate.")]
                ///
                /// ```
                /// use placemat::{CodePoint, Wtf8};
                #[doc = concat!("let answers = [", $one, ", ", $other, "].map(|one| CodePoint::from(one).", stringify!($name), "());")]
                /// assert_eq!(answers, [true, false]);
                #[doc = concat!("assert_eq!(Wtf8::from_str(\"\").find(CodePoint::", stringify!($name), "), None);")]
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

/// Any 16-bit unit is a code point, if it stands alone.
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

/// Surrogates are none.
impl TryFrom<Ucs4> for char {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(Ucs4(value): Ucs4) -> Result<Self, NotInCodeSpace> {
        char::from_u32(value).ok_or(NotInCodeSpace { value })
    }
}

/// Surrogates are none.
impl TryFrom<CodePoint> for char {
    type Error = NotInCodeSpace;

    #[inline]
    fn try_from(code_point: CodePoint) -> Result<Self, NotInCodeSpace> {
        code_point.to_char().ok_or(NotInCodeSpace { value: code_point.0 })
    }
}

/// Compares with scalar values by value.
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

/// A value that is no code point of a code space: beyond U+10FFFF, or a surrogate among scalar values.
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
    /// The value.
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
/// use placemat::{CodeSpace, Ucs4};
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
