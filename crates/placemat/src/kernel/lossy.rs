//! Lossy conversions: well-formed text is converted as by the strict kernels, and every maximal subpart of an
//! ill-formed subsequence, and every surrogate that the target cannot hold, becomes U+FFFD.
//!
//! An *item* is what one step of the reference implementation takes: a character, or a maximal subpart of an
//! ill-formed subsequence (Unicode 3.9, D93b). A lossy kernel consumes whole items from the front of its
//! input and may stop between any two of them. So that it need not ask whether more input follows, an
//! undecided end is cut off first. After the last item there is then either the end or the start of another.
//!
//! For the policy `Replace`, sources in UTF-8, UTF-16, UTF-32, WTF-8 and WTF-16 have kernels. For the other
//! policies UTF-8 has one (`by_policy`), which CESU-8 and Modified UTF-8 share.
//! Everything else has strict kernels alone, and the transcoder applies the policy to what these stop at.

mod by_policy;
mod ends;
mod how;
mod in_two;
mod item;
mod items;
pub(crate) mod masks;
mod pair;
pub(crate) mod parts;
mod relative;
mod replaced;
mod surrogates;
mod surrogates_at_once;

pub(crate) use by_policy::ByPolicy;
pub(super) use ends::Ends;
pub(crate) use how::Lossy;
pub(super) use item::{decided_utf_16, item, open};
#[cfg(test)]
pub(crate) use items::Items;
pub(super) use replaced::{Reached, Replaced, SequenceMasks};

use by_policy::{Escape, repair_relative, repair_utf_8};
use how::How;
use masks::Relative;
use pair::{Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf16ToUtf16, run};
use replaced::LossyRun;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::kind::{Kind, Like, NATIVE};
use super::order::Swaps;
use super::selection::conversion;
use super::strict::Kernel;
use super::{scalar, vector};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Returns the kernel for a conversion under the policy `replace`, if there is one. `surrogates` says that
/// this policy also applies to surrogates that the target cannot hold.
#[inline]
pub(crate) const fn lossy(from: Kind, to: Kind, surrogates: bool) -> Option<Lossy> {
    match native(from.in_order(NATIVE), alike(from, to).in_order(NATIVE), surrogates) {
        Some(how) => Some(Lossy { how, swaps: Swaps::between(from, to) }),
        None => None,
    }
}

/// Returns the kernel for a conversion between units in the machine's byte order, if there is one.
#[inline]
const fn native(from: Kind, to: Kind, surrogates: bool) -> Option<How> {
    if let Some(kernel) = in_one(from, to) {
        return Some(How::InOne(kernel));
    }
    if let Some(kernel) = surrogates::kernel(from, to, surrogates) {
        return Some(How::Surrogates(kernel));
    }
    match (repairing(from), converting(from, to)) {
        (Some(repair), Some(convert)) => Some(How::InTwo(repair, convert)),
        _ => None,
    }
}

/// Returns the kernel for a conversion from UTF-8 under the policies other than `replace`, or from CESU-8 or
/// Modified UTF-8 under some policies, if the target holds everything that they write.
#[inline]
pub(crate) const fn by_policy(from: Kind, to: Kind) -> Option<ByPolicy> {
    match from {
        Kind::Utf8 => {}
        Kind::Like(like) => return of_relative(like, to),
        _ => return None,
    }
    let escape = match to.in_order(NATIVE) {
        Kind::Like(Like::Utf8b) => Escape::Bytes,
        Kind::Like(Like::Wtf8 | Like::Generalized) => Escape::Surrogates(None),
        Kind::Wtf16(_) | Kind::Ucs4(_) => {
            match conversion(Kind::Like(Like::Generalized), to.in_order(NATIVE)) {
                Some(kernel) => Escape::Surrogates(Some(kernel)),
                None => Escape::Never,
            }
        }
        _ => Escape::Never,
    };
    let swaps = Swaps::between(from, to);
    let (convert, replace_generalized) = match alike(from, to).in_order(NATIVE) {
        Kind::Utf8 => (None, in_one(from, Kind::Utf8)),
        to => match converting(from, to) {
            None => return None,
            convert => (convert, in_one(from, to)),
        },
    };
    Some(ByPolicy { repair: repair_utf_8, relative: None, convert, replace_generalized, escape, swaps })
}

/// Returns the kernel for a conversion from CESU-8 or Modified UTF-8 under some policies, if the target
/// holds all scalar values. Some targets that also have surrogates are left to the transcoder.
#[inline]
const fn of_relative(from: Like, to: Kind) -> Option<ByPolicy> {
    let swaps = Swaps::between(Kind::Like(from), to);
    let (relative, to) = match (from, to.in_order(NATIVE)) {
        (Like::Cesu8, to) => (Relative::CESU_8, to.without_surrogates()),
        (Like::Mutf8, Kind::Wtf16(_) | Kind::Like(Like::Mutf8 | Like::Mutf8Lenient)) => {
            (Relative::mutf_8(true), to.in_order(NATIVE))
        }
        (Like::Mutf8, to @ (Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_) | Kind::Like(Like::Cesu8))) => {
            (Relative::mutf_8(false), to)
        }
        _ => return None,
    };
    let convert = match (from, to) {
        (Like::Cesu8, Kind::Like(Like::Cesu8))
        | (Like::Mutf8, Kind::Like(Like::Mutf8 | Like::Mutf8Lenient)) => None,
        (_, Kind::Wtf16(_)) => conversion(Kind::Like(from), to),
        _ => match converting(Kind::Like(from), to) {
            None => return None,
            convert => convert,
        },
    };
    let escape = Escape::Never;
    Some(ByPolicy {
        repair: repair_relative,
        relative: Some(relative),
        convert,
        replace_generalized: None,
        escape,
        swaps,
    })
}

/// Returns the kernel that copies the units of a form and replaces those of ill-formed subsequences.
#[inline]
const fn repairing(from: Kind) -> Option<LossyRun> {
    Some(match from {
        Kind::Utf8 => run::<Utf8ToUtf8>,
        Kind::Utf16(_) => run::<Utf16ToUtf16>,
        Kind::Utf32(_) => in_two::repair_utf_32,
        _ => return None,
    })
}

/// Returns the kernel for repaired text, if the target holds all scalar values.
#[inline]
const fn converting(from: Kind, to: Kind) -> Option<Kernel> {
    let holds_all = match to {
        Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_) => true,
        Kind::Like(like) => !matches!(like, Like::Utf8mb3),
        _ => false,
    };
    match conversion(from, to) {
        Some(kernel) if holds_all => Some(kernel),
        _ => None,
    }
}

/// Returns the target reduced to what the source holds, which the target writes alike.
#[inline]
const fn alike(from: Kind, to: Kind) -> Kind {
    match (from, to) {
        (Kind::Utf8 | Kind::Utf16(_), Kind::Like(Like::Wtf8 | Like::Generalized | Like::Utf8b)) => Kind::Utf8,
        (Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_), Kind::Wtf16(order)) => Kind::Utf16(order),
        (Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_), Kind::Ucs4(order)) => Kind::Utf32(order),
        (_, to) => to,
    }
}

#[inline]
const fn in_one(from: Kind, to: Kind) -> Option<LossyRun> {
    Some(match (from, to) {
        (Kind::Utf8, Kind::Utf8) => run::<Utf8ToUtf8>,
        (Kind::Utf8, Kind::Utf16(_)) => run::<Utf8ToUtf16>,
        (Kind::Utf8, Kind::Utf32(_)) => run::<Utf8ToUtf32>,
        (Kind::Utf16(_), Kind::Utf8) => run::<Utf16ToUtf8>,
        (Kind::Utf16(_), Kind::Utf16(_)) => run::<Utf16ToUtf16>,
        _ => return None,
    })
}

/// Replaces the lone surrogates of UTF-16 in the machine's order. Returns their number.
#[inline]
pub(crate) fn make_well_formed(isa: Isa, bytes: &mut [u8]) -> u64 {
    isa.run(MakeWellFormed(bytes))
}

struct MakeWellFormed<'a>(&'a mut [u8]);

impl Vectorized for MakeWellFormed<'_> {
    type Output = u64;

    #[inline]
    fn scalar(self) -> u64 {
        scalar::make_well_formed(self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> u64 {
        vector::make_well_formed(simd, self.0)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> u64 {
        avx512::make_well_formed(simd, self.0)
    }
}
