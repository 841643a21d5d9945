//! Selection: which kernel serves a strict conversion, by the kinds of its two sides.

use super::advance::Run;
use super::entry::{Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf32ToUtf8, convert_by_length};
use super::kind::{Kind, NATIVE};
use super::strict::Kernel;
use super::{ascii, family, latin_1, plain};
use crate::unit::Endian;

impl Kind {
    /// Returns the kernel that decodes into code points in memory.
    #[inline]
    pub(crate) const fn to_code_points(self) -> Option<Kernel> {
        match self {
            Kind::Utf8 | Kind::Rfc2279 => conversion(Kind::Utf8, Kind::Utf32(NATIVE)),
            Kind::Utf16(_) => conversion(self, Kind::Utf32(NATIVE)),
            Kind::Like(_) => conversion(self, Kind::Ucs4(NATIVE)),
            _ => None,
        }
    }

    /// Returns the kernel that encodes code points in memory, up to the first surrogate.
    #[inline]
    pub(crate) const fn of_code_points(self) -> Option<Kernel> {
        match self {
            Kind::Utf8 | Kind::Rfc2279 => conversion(Kind::Utf32(NATIVE), Kind::Utf8),
            Kind::Utf16(_) | Kind::Like(_) => conversion(Kind::Utf32(NATIVE), self),
            _ => None,
        }
    }
}

/// Returns the kernel for a conversion, if there is one.
#[inline]
pub(crate) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    use Endian::{Big, Little};
    let run: Run = match (from, to) {
        (Kind::Utf8, Kind::Utf16(Little)) => convert_by_length::<Utf8ToUtf16<false>>,
        (Kind::Utf8, Kind::Utf16(Big)) => convert_by_length::<Utf8ToUtf16<true>>,
        (Kind::Utf16(Little), Kind::Utf8) => convert_by_length::<Utf16ToUtf8<false>>,
        (Kind::Utf16(Big), Kind::Utf8) => convert_by_length::<Utf16ToUtf8<true>>,
        (Kind::Utf16(from), Kind::Utf16(to)) => plain::utf_16_to_utf_16(from, to),
        (Kind::Rfc2279, to) => return partial(conversion(Kind::Utf8, as_utf_8(to))),
        (from, Kind::Rfc2279) => return partial(conversion(from, Kind::Utf8)),
        (from, to) => {
            let found = native(from.in_order(NATIVE), to.in_order(NATIVE));
            return match found {
                Some(kernel) => Some(kernel.between(from, to)),
                None => None,
            };
        }
    };
    Some(Kernel::total(run))
}

/// Returns the kernel for a conversion between units in the machine's byte order, if there is one.
#[inline]
const fn native(from: Kind, to: Kind) -> Option<Kernel> {
    match (from, to) {
        (Kind::Utf8, Kind::Utf32(_)) => return Some(Kernel::total(convert_by_length::<Utf8ToUtf32>)),
        (Kind::Utf32(_), Kind::Utf8) => return Some(Kernel::total(convert_by_length::<Utf32ToUtf8>)),
        _ => {}
    }
    match plain::conversion(from, to) {
        None => match latin_1::conversion(from, to) {
            None => match family::conversion(from, to) {
                None => ascii::conversion(from, to),
                found => found,
            },
            found => found,
        },
        found => found,
    }
}

/// Treats RFC 2279 as UTF-8, which is the part that the two have in common.
#[inline]
const fn as_utf_8(kind: Kind) -> Kind {
    if matches!(kind, Kind::Rfc2279) { Kind::Utf8 } else { kind }
}

/// Returns `true` if the kernel for a conversion leaves text that may be converted by strips of code points.
#[inline]
pub(crate) const fn leaves_for_strips(from: Kind, to: Kind) -> bool {
    match (conversion(from, to), from.like(), to.like()) {
        (Some(Kernel { is_partial: false, .. }), ..) => false,
        (Some(_), Some(from), Some(to)) => family::leaves_for_strips(from, to),
        _ => true,
    }
}

#[inline]
const fn partial(kernel: Option<Kernel>) -> Option<Kernel> {
    match kernel {
        Some(kernel) => Some(kernel.partial_if(true)),
        None => None,
    }
}
