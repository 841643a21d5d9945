//! Which kernel serves a pair of encodings, or none.

use super::super::advance::Run;
use super::super::kind::{Kind, NATIVE};
use super::super::strict::Kernel;
use super::{
    Latin1, Ucs2, Ucs4, Utf16, Utf32, copy, plain, utf_16_to_utf_16, utf_16_to_utf_32, utf_32_to_utf_16,
};

/// Returns the kernel for a conversion between two of these encodings in the machine's byte order, if it is
/// one.
#[inline]
pub(in super::super) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    let run: Option<Run> = match from {
        Kind::Latin1 => from_latin_1(to),
        Kind::Utf16(_) | Kind::Wtf16(_) => from_utf_16(to),
        Kind::Utf32(_) => from_utf_32(to),
        Kind::Ucs2(_) => from_ucs_2(to),
        Kind::Ucs4(_) => from_ucs_4(to),
        _ => None,
    };
    let Some(run) = run else { return None };
    // Surrogates that are code points and may be in a pair are left to other code.
    let is_partial = matches!(
        (from, to),
        (Kind::Wtf16(_), Kind::Wtf16(_) | Kind::Ucs2(_) | Kind::Ucs4(_))
            | (Kind::Ucs2(_) | Kind::Ucs4(_), Kind::Wtf16(_))
    );
    Some(Kernel::total(run).partial_if(is_partial))
}

#[inline]
const fn from_latin_1(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => copy,
        Kind::Utf16(_) | Kind::Wtf16(_) | Kind::Ucs2(_) => plain::<Latin1, Utf16>,
        Kind::Utf32(_) | Kind::Ucs4(_) => plain::<Latin1, Utf32>,
        _ => return None,
    })
}

#[inline]
const fn from_utf_16(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Utf16, Latin1>,
        Kind::Utf16(_) | Kind::Wtf16(_) => utf_16_to_utf_16(NATIVE, NATIVE),
        Kind::Ucs2(_) => plain::<Utf16, Ucs2>,
        Kind::Utf32(_) | Kind::Ucs4(_) => utf_16_to_utf_32,
        _ => return None,
    })
}

#[inline]
const fn from_utf_32(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Utf32, Latin1>,
        Kind::Utf16(_) | Kind::Wtf16(_) => utf_32_to_utf_16,
        Kind::Ucs2(_) => plain::<Utf32, Ucs2>,
        Kind::Utf32(_) | Kind::Ucs4(_) => plain::<Utf32, Utf32>,
        _ => return None,
    })
}

/// To code points with surrogates, UCS-4's units are code points like others. To other targets UCS-4 is
/// UTF-32, as far as it is UTF-32.
#[inline]
const fn from_ucs_4(to: Kind) -> Option<Run> {
    match to {
        Kind::Ucs2(_) => Some(plain::<Ucs4, Ucs2>),
        Kind::Ucs4(_) => Some(plain::<Ucs4, Ucs4>),
        to => from_utf_32(to),
    }
}

#[inline]
const fn from_ucs_2(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Ucs2, Latin1>,
        Kind::Utf16(_) | Kind::Wtf16(_) => plain::<Ucs2, Utf16>,
        Kind::Ucs2(_) => plain::<Ucs2, Ucs2>,
        Kind::Utf32(_) => plain::<Ucs2, Utf32>,
        Kind::Ucs4(_) => plain::<Ucs2, Ucs4>,
        _ => return None,
    })
}
