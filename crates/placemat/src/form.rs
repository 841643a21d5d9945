//! Encoding forms: one file per encoding, each a table that a reader can compare with its specification.
//!
//! A [`Form`] consists of code units and has no accelerators; the engine adds those. The types here are
//! markers without content. Their values are arguments of the engine's functions: `validate(Utf8, b"...")`.

use core::fmt;

use crate::table::Table;

mod cesu_8;
mod corrected_utf_8;
mod fss_utf_1992_07;
mod generalized_utf_8;
mod iso_8859_1;
mod mutf_8;
mod optu_8;
pub(crate) mod relation;
mod tcl_8_6_utf_8;
mod ucs_2;
mod ucs_4;
mod us_ascii;
mod utf8mb3;
mod utf_1;
mod utf_16;
mod utf_32;
mod utf_8;
mod utf_8_mod;
mod utf_8_rfc2279;
mod utf_8b;
mod windows_1252;
mod wtf_16;
mod wtf_8;

pub use crate::code_point::{CodeSpace, NotInCodeSpace, Ucs4};
pub use crate::unit::Unit;
pub use cesu_8::{Cesu8, Cesu8Lenient};
pub use corrected_utf_8::{CorrectedUtf8, CorrectedUtf8Text};
pub(crate) use corrected_utf_8::{MAGIC_NUMBER, from_private_use, to_private_use};
pub use fss_utf_1992_07::FssUtf1992July;
pub use generalized_utf_8::GeneralizedUtf8;
pub use iso_8859_1::Iso8859_1;
pub use mutf_8::{Mutf8, Mutf8Lenient};
pub use optu_8::{Optu8, Optu8Reversible, Optu16};
pub use tcl_8_6_utf_8::Tcl86Utf8;
pub use ucs_2::Ucs2;
pub use ucs_4::Ucs4Units;
pub use us_ascii::UsAscii;
pub use utf_1::Utf1;
pub use utf_8::Utf8;
pub use utf_8_mod::Utf8Mod;
pub use utf_8_rfc2279::Utf8Rfc2279;
pub use utf_8b::Utf8b;
pub use utf_16::Utf16;
pub use utf_32::Utf32;
pub use utf8mb3::Utf8mb3;
pub use windows_1252::Windows1252;
pub(crate) use windows_1252::byte_to_code_point as windows_1252_code_point;
pub use wtf_8::Wtf8;
pub use wtf_16::Wtf16;

/// An encoding form: code units, the code points that they stand for, and the table between them.
///
/// Sealed: the encodings of this crate are a closed family.
///
/// ```
/// use placemat::form::{Form, Utf8, Wtf8};
/// assert_eq!(Utf8::NAME, "utf-8");
/// assert_eq!(Wtf8::TABLE.rows().len(), 5); // four lengths, and the excluded pair
/// ```
pub trait Form: Copy + Default + fmt::Debug + Send + Sync + sealed::Sealed + 'static {
    /// The code unit.
    ///
    /// ```
    /// use placemat::form::{Form, Utf32};
    /// let unit: <Utf32 as Form>::Unit = 0x1F4A9_u32;
    /// assert_eq!(Utf32::TABLE.unit_bits(), u32::BITS);
    /// ```
    type Unit: Unit;
    /// The code space: `char`, [`CodePoint`](crate::CodePoint) or [`Ucs4`].
    ///
    /// ```
    /// use placemat::{form::{Form, Utf8, Wtf8}, CodePoint};
    /// let (scalar, surrogate): (<Utf8 as Form>::CodePoint, <Wtf8 as Form>::CodePoint) = ('é', CodePoint::from(0xD83D_u16));
    /// assert!(surrogate > scalar);
    /// ```
    type CodePoint: CodeSpace;
    /// The identifier, as people type it.
    ///
    /// ```
    /// use placemat::form::{Form, FssUtf1992July};
    /// assert_eq!(FssUtf1992July::NAME, "fss-utf-1992-07");
    /// ```
    const NAME: &'static str;
    /// The table.
    ///
    /// ```
    /// use placemat::form::{Form, Ucs2, Utf16};
    /// // UTF-16 has an additional row for pairs.
    /// assert_eq!((Ucs2::TABLE.rows().len(), Utf16::TABLE.rows().len()), (1, 3));
    /// ```
    const TABLE: &'static Table;
    /// The surrogate-pairing rule: what an encoder does if a lead surrogate is followed by a trail surrogate.
    ///
    /// ```
    /// use placemat::form::{Form, GeneralizedUtf8, PairingRule};
    /// assert_eq!(GeneralizedUtf8::PAIRING, PairingRule::Apart); // as in Python's surrogatepass
    /// ```
    const PAIRING: PairingRule = PairingRule::Absent;
    /// How units that match no row are escaped as code points, if they are.
    ///
    /// ```
    /// use placemat::form::{Form, Optu8, Utf8b};
    /// let carries = [Utf8b::CARRY, Optu8::CARRY].map(|carry| carry.unwrap().code_point(0xFF));
    /// assert_eq!(carries, [0xDCFF, 0xEFFF]);
    /// ```
    const CARRY: Option<Carry> = None;
    /// The first unit that begins reserved sequences, which include all following trail units (Corrected
    /// UTF-8).
    ///
    /// ```
    /// use placemat::{form::{CorrectedUtf8, Form}, validate};
    /// assert_eq!(CorrectedUtf8::RESERVED, Some(0xFE));
    /// assert_eq!(validate(CorrectedUtf8, b"\xFE\x80\x80\x80a").unwrap_err().len(), 4);
    /// ```
    const RESERVED: Option<u32> = None;
    /// The table without surrogates, if the option `refuse_surrogates` applies (CONFORMANCE.md, decision 16).
    ///
    /// ```
    /// use placemat::form::{Form, Utf1, Utf8};
    /// assert!(Utf1::TABLE.encode(0xD800).is_some() && Utf1::REFUSING.unwrap().encode(0xD800).is_none());
    /// assert!(Utf8::REFUSING.is_none()); // it has no surrogates
    /// ```
    const REFUSING: Option<&'static Table> = None;
    /// `true` if there is an encoder. (It is `false` for `tcl-8.6-utf-8`.)
    ///
    /// ```
    /// use placemat::form::{Form, Tcl86Utf8, Utf8};
    /// assert!(Utf8::ENCODES && !Tcl86Utf8::ENCODES);
    /// ```
    const ENCODES: bool = true;
    /// `true` if detection considers this form only if the input begins with its signature.
    ///
    /// ```
    /// use placemat::form::{Form, Utf1, Utf8};
    /// assert!(!Utf8::NEEDS_SIGNATURE && !Utf1::NEEDS_SIGNATURE);
    /// ```
    const NEEDS_SIGNATURE: bool = false;

    /// Whether all strings of the form are text. It provides what `F: Within<Utf8>` says to code that is
    /// generic over forms.
    #[doc(hidden)]
    const IS_TEXT: bool = false;
}

/// The surrogate-pairing rule: what an encoder does if a lead surrogate is followed by a trail surrogate.
///
/// ```
/// use placemat::form::{Form, PairingRule, Utf8, Wtf16, Wtf8};
/// assert_eq!([Utf8::PAIRING, Wtf8::PAIRING, Wtf16::PAIRING], [PairingRule::Absent, PairingRule::Joins, PairingRule::Fuses]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingRule {
    /// The form has no surrogates.
    Absent,
    /// Both are written, and are read back as two code points.
    Apart,
    /// They become the supplementary code point, as the encoding's own specification prescribes (WTF-8).
    Joins,
    /// Both are written, and are read back as the supplementary code point. This counts as a loss unless you
    /// request it.
    Fuses,
}

/// How units that match no row are escaped: a unit `u` from `first` on as the code point `base + u`.
///
/// ```
/// use placemat::{decode, form::{Carry, Form, Utf8b}};
/// assert_eq!(Utf8b::CARRY, Some(Carry { first: 0x80, base: 0xDC00 }));
/// assert_eq!(decode(Utf8b, b"a\xFF").unwrap(), [0x61, 0xDCFF]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carry {
    /// The least unit that is escaped.
    pub first: u32,
    /// The number that is added to it.
    pub base: u32,
}

impl Carry {
    /// Returns the code point that a unit is escaped as.
    ///
    /// ```
    /// use placemat::form::{Form, Optu8};
    /// assert_eq!(Optu8::CARRY.unwrap().code_point(0x80), 0xEF80);
    /// ```
    #[inline]
    pub const fn code_point(self, unit: u32) -> u32 {
        self.base.wrapping_add(unit)
    }

    /// Returns the unit that a code point is the escape of.
    ///
    /// ```
    /// use placemat::form::{Form, Utf8b};
    /// assert_eq!(Utf8b::CARRY.unwrap().unit(0xDCFF), Some(0xFF));
    /// assert_eq!(Utf8b::CARRY.unwrap().unit(0xDC7F), None);
    /// ```
    #[inline]
    pub const fn unit(self, code_point: u32) -> Option<u32> {
        let unit = code_point.wrapping_sub(self.base);
        if self.first <= unit && unit <= 0xFF { Some(unit) } else { None }
    }
}

/// Forms whose sequence boundaries can be found from any position: all except UTF-1 and FSS-UTF of July 1992
/// (CONFORMANCE.md, Starting in the middle).
///
/// ```
/// use placemat::{form::Utf8, stream::boundaries, Str};
/// let text = Str::<Utf8>::from_str("a€b");
/// assert_eq!((text.floor_boundary(3), text.ceil_boundary(3)), (1, 4));
/// assert_eq!(boundaries(Utf8, text.as_bytes(), 3), Some((1, 4)));
/// ```
///
/// ```compile_fail
/// let text = placemat::Str::<placemat::form::Utf1>::new(b"a").unwrap();
/// text.floor_boundary(1);
/// ```
#[diagnostic::on_unimplemented(
    message = "in `{Self}`, the boundaries of sequences are found only from the start of a text",
    note = "convert the string first, for example to UTF-8 with `to::<form::Utf8>()`"
)]
pub trait Resynchronizing: Form {}

/// Byte forms whose strings mean the same in UTF-8 if they are UTF-8 as well: those with the bit patterns of
/// UTF-8.
///
/// ```
/// use placemat::{form::Cesu8, Str};
/// assert_eq!(Str::<Cesu8>::new("a€".as_bytes()).unwrap().to_str(), Ok("a€"));
/// assert!(Str::<Cesu8>::new(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap().to_str().is_err());
/// ```
#[diagnostic::on_unimplemented(
    message = "strings of `{Self}` are not written with the bit patterns of UTF-8",
    note = "convert the string with `to::<form::Utf8>()` or `to_lossy::<form::Utf8>()`"
)]
pub trait Utf8Compatible: Form<Unit = u8> {}

/// Forms in which any units are well-formed, so that nothing needs to be checked.
///
/// ```
/// use placemat::{form::{Utf8b, Wtf16}, Str};
/// assert_eq!(Str::<Wtf16>::from_any_units(&[0xD800]).len(), 1);
/// assert_eq!(Str::<Utf8b>::from_any_units(b"\xFF").len(), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "not all units are well-formed in `{Self}`",
    note = "`new` checks units, and `new_lossy` replaces what is ill-formed"
)]
pub trait AnyUnits: Form {}

/// Does not compile for a form whose table has ill-formed units.
pub(crate) const fn prove_any_units<F: AnyUnits>() {
    assert!(F::CARRY.is_some() || F::TABLE.never_fails(), "any units are well-formed");
}

pub(crate) mod sealed {
    pub trait Sealed {}
}

/// The trailing bytes of UTF-8 and of everything that follows its pattern.
const TRAIL: crate::table::Alphabet = crate::table::Alphabet::new(0x80, 0xBF);

/// The places of a six-byte surrogate pair after its first: ED A0..AF 80..BF, ED B0..BF 80..BF.
const PAIR: [crate::table::Alphabet; 5] = {
    use crate::table::Alphabet;
    [Alphabet::new(0xA0, 0xAF), TRAIL, Alphabet::new(0xED, 0xED), Alphabet::new(0xB0, 0xBF), TRAIL]
};

/// Declares that a marker is a form, with everything that a form needs.
macro_rules! seal {
    ($($form:ty),+) => { $( impl $crate::form::sealed::Sealed for $form {} )+ };
}
use seal;
