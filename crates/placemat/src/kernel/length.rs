//! Exact output lengths without a conversion: each validated piece is summed up while it is in the L1 cache.

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::count::{
    Bytes, Cesu8InMutf8, CodePoints, Doublewords, Latin1InUtf8, LeadSurrogates, NulLeads, Pairs,
    SingleUtf16InMutf8, SingleUtf16InUtf8, Utf8InCesu8, Utf8InMutf8, Utf16CodePoints, Utf16InUtf8,
    Utf16Units, Utf32InUtf8, Utf32InUtf16, Weight, Words, is_lead, neighbours, sum,
};
use super::intersection::PairedMutf8;
use super::kind::{Kind, Like};
use super::validate::{validate, validate_utf_16};
use super::validate_utf_32::validate_utf_32;
use super::vector;
use crate::code_point::CodePoint;
use crate::form::{Cesu8, Form, Utf8, sealed};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};
use crate::table::{Row, Table};
use crate::unit::Endian::{Big, Little};

/// Bytes that stay in the L1 cache.
const PIECE: usize = 1 << 14;

/// Returns the bytes of a prefix of whole sequences that the target holds, and the number of units that they
/// become in the target's form. It may stop anywhere, as a kernel may.
pub(crate) type Length = fn(Isa, &[u8]) -> (usize, u64);

/// Returns the function for the length of a conversion's output, if there is a kernel for it.
#[inline]
pub(crate) const fn length(from: Kind, to: Kind) -> Option<Length> {
    match from {
        Kind::Utf8 => of_utf_8(to),
        Kind::Utf16(Little) => of_utf_16::<false>(to),
        Kind::Utf16(Big) => of_utf_16::<true>(to),
        Kind::Utf32(Little) => of_utf_32::<false>(to),
        Kind::Utf32(Big) => of_utf_32::<true>(to),
        Kind::Latin1 => of_latin_1(to),
        Kind::Like(Like::Cesu8) => of_cesu_8(to),
        Kind::Like(Like::Mutf8) => of_mutf_8(to),
        _ => None,
    }
}

#[inline]
const fn of_utf_8(to: Kind) -> Option<Length> {
    Some(match to {
        Kind::Utf8 => measure::<InUtf8<Utf8>, Bytes>,
        Kind::Utf16(_) => measure::<InUtf8<Utf8>, Utf16Units>,
        Kind::Utf32(_) => measure::<InUtf8<Utf8>, CodePoints>,
        Kind::Latin1 => measure::<InUtf8<UpToFf>, CodePoints>,
        Kind::Like(Like::Cesu8 | Like::Cesu8Lenient) => measure::<InUtf8<Utf8>, Utf8InCesu8>,
        Kind::Like(Like::Mutf8 | Like::Mutf8Lenient) => measure::<InUtf8<Utf8>, Utf8InMutf8>,
        _ => return None,
    })
}

/// Every surrogate of a pair is a unit of UTF-16 by itself.
#[inline]
const fn of_cesu_8(to: Kind) -> Option<Length> {
    Some(match to {
        Kind::Utf8 => measure_less::<InUtf8<Cesu8>, Bytes, TwoForPairs>,
        Kind::Utf16(_) => measure::<InUtf8<Cesu8>, CodePoints>,
        Kind::Utf32(_) => measure_less::<InUtf8<Cesu8>, CodePoints, OneForPairs>,
        Kind::Like(Like::Cesu8 | Like::Cesu8Lenient) => measure::<InUtf8<Cesu8>, Bytes>,
        Kind::Like(Like::Mutf8 | Like::Mutf8Lenient) => measure::<InUtf8<Cesu8>, Cesu8InMutf8>,
        _ => return None,
    })
}

/// For text without lone surrogates.
#[inline]
const fn of_mutf_8(to: Kind) -> Option<Length> {
    type Paired = InUtf8<PairedMutf8<false>>;
    Some(match to {
        Kind::Utf8 => measure_less::<Paired, Bytes, TwoForPairsAndOneForNul>,
        Kind::Utf16(_) => measure::<Paired, CodePoints>,
        Kind::Utf32(_) => measure_less::<Paired, CodePoints, OneForPairs>,
        Kind::Like(Like::Cesu8) => measure_less::<Paired, Bytes, OneForNul>,
        _ => return None,
    })
}

const fn of_utf_16<const BIG: bool>(to: Kind) -> Option<Length> {
    Some(match to {
        Kind::Utf8 => measure::<InUtf16<BIG>, Utf16InUtf8<BIG>>,
        Kind::Utf16(_) => measure::<InUtf16<BIG>, Words>,
        Kind::Utf32(_) => measure::<InUtf16<BIG>, Utf16CodePoints<BIG>>,
        Kind::Like(Like::Cesu8 | Like::Cesu8Lenient) => measure::<InUtf16<BIG>, SingleUtf16InUtf8<BIG>>,
        Kind::Like(Like::Mutf8 | Like::Mutf8Lenient) => measure::<InUtf16<BIG>, SingleUtf16InMutf8<BIG>>,
        _ => return None,
    })
}

const fn of_utf_32<const BIG: bool>(to: Kind) -> Option<Length> {
    Some(match to {
        Kind::Utf8 => measure::<InUtf32<BIG>, Utf32InUtf8<BIG>>,
        Kind::Utf16(_) => measure::<InUtf32<BIG>, Utf32InUtf16<BIG>>,
        Kind::Utf32(_) => measure::<InUtf32<BIG>, Doublewords>,
        _ => return None,
    })
}

#[inline]
const fn of_latin_1(to: Kind) -> Option<Length> {
    Some(match to {
        Kind::Utf8 => measure::<InBytes, Latin1InUtf8>,
        Kind::Latin1 | Kind::Utf16(_) | Kind::Utf32(_) | Kind::Ucs2(_) => measure::<InBytes, Bytes>,
        _ => return None,
    })
}

/// The source of a length: what is well-formed.
trait Source {
    /// Returns the length of a prefix of whole sequences.
    fn validate(isa: Isa, bytes: &[u8]) -> usize;
}

/// A form with UTF-8's bit patterns.
struct InUtf8<F>(F);
struct InUtf16<const BIG: bool>;
struct InUtf32<const BIG: bool>;
/// Any bytes.
struct InBytes;

impl<F: Form> Source for InUtf8<F> {
    fn validate(isa: Isa, bytes: &[u8]) -> usize {
        validate::<F>(isa, bytes)
    }
}

impl<const BIG: bool> Source for InUtf16<BIG> {
    fn validate(isa: Isa, bytes: &[u8]) -> usize {
        validate_utf_16(isa, bytes, if BIG { Big } else { Little })
    }
}

impl<const BIG: bool> Source for InUtf32<BIG> {
    fn validate(isa: Isa, bytes: &[u8]) -> usize {
        validate_utf_32(isa, bytes, if BIG { Big } else { Little })
    }
}

impl Source for InBytes {
    #[inline]
    fn validate(_isa: Isa, bytes: &[u8]) -> usize {
        bytes.len()
    }
}

/// The part of UTF-8 that ISO-8859-1 can hold.
#[derive(Clone, Copy, Debug, Default)]
struct UpToFf;

impl sealed::Sealed for UpToFf {}

impl Form for UpToFf {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "up-to-ff";
    const TABLE: &'static Table = &Table::new(8, &UP_TO_FF, &[]);
}

const UP_TO_FF: [Row; 2] = [Utf8::TABLE.rows()[0], Utf8::TABLE.rows()[1].between(0x80, 0xFF)];

/// Returns the function for the length of a conversion's output under the policy `replace`, if there is a
/// kernel for it. The function returns the bytes of a prefix of whole characters and maximal subparts, and
/// the number of units that these become. The text ends with the bytes.
#[inline]
pub(crate) const fn replaced_length(from: Kind, to: Kind) -> Option<Length> {
    Some(match (from, to) {
        (Kind::Utf8, Kind::Utf8) => replaced::<Utf8Bytes>,
        (Kind::Utf8, Kind::Utf16(_)) => replaced::<UnitsOf<false>>,
        (Kind::Utf8, Kind::Utf32(_)) => replaced::<UnitsOf<true>>,
        (Kind::Utf16(Little), to) => return of_any_utf_16::<false>(to),
        (Kind::Utf16(Big), to) => return of_any_utf_16::<true>(to),
        _ => return None,
    })
}

/// The number of units that any UTF-8 becomes, by vectors; without them nothing is measured.
trait OfUtf8 {
    fn vector<S: Simd>(simd: S, bytes: &[u8]) -> u64;
    #[cfg(target_arch = "x86_64")]
    fn avx512(simd: Avx512, bytes: &[u8]) -> u64;
}

struct Utf8Bytes;
/// Units of 32 bits if `WIDE`, else of 16.
struct UnitsOf<const WIDE: bool>;

impl OfUtf8 for Utf8Bytes {
    #[inline(always)]
    fn vector<S: Simd>(simd: S, bytes: &[u8]) -> u64 {
        vector::replaced_bytes(simd, bytes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(simd: Avx512, bytes: &[u8]) -> u64 {
        avx512::replaced_bytes(simd, bytes)
    }
}

impl<const WIDE: bool> OfUtf8 for UnitsOf<WIDE> {
    #[inline(always)]
    fn vector<S: Simd>(simd: S, bytes: &[u8]) -> u64 {
        vector::replaced_units::<S, WIDE>(simd, bytes)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(simd: Avx512, bytes: &[u8]) -> u64 {
        avx512::replaced_units::<WIDE>(simd, bytes)
    }
}

fn replaced<L: OfUtf8>(isa: Isa, bytes: &[u8]) -> (usize, u64) {
    isa.run(Replaced::<L>(bytes, PhantomData))
}

struct Replaced<'a, L>(&'a [u8], PhantomData<L>);

impl<L: OfUtf8> Vectorized for Replaced<'_, L> {
    type Output = (usize, u64);

    fn scalar(self) -> (usize, u64) {
        (0, 0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> (usize, u64) {
        (self.0.len(), L::vector(simd, self.0))
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> (usize, u64) {
        (self.0.len(), L::avx512(simd, self.0))
    }
}

const fn of_any_utf_16<const BIG: bool>(to: Kind) -> Option<Length> {
    Some(match to {
        // Both surrogates of a pair are counted as three bytes; as a pair they take two each.
        Kind::Utf8 => measure_any_utf_16::<BIG, SingleUtf16InUtf8<BIG>, 2>,
        Kind::Utf16(_) => measure_any_utf_16::<BIG, Words, 0>,
        Kind::Utf32(_) => measure_any_utf_16::<BIG, Words, 1>,
        _ => return None,
    })
}

/// Measures any units, less a fixed number for each pair.
fn measure_any_utf_16<const BIG: bool, W: Weight, const LESS: u64>(isa: Isa, bytes: &[u8]) -> (usize, u64) {
    let (mut at, mut units) = (0, 0);
    loop {
        let piece = &bytes[at..bytes.len().min(at + PIECE)];
        // A lead surrogate at the end belongs with what comes after.
        let whole = piece.len() & !1;
        let len = match piece[..whole].last_chunk() {
            Some(&last) if is_lead::<BIG>(last) => whole - 2,
            _ => whole,
        };
        units += sum::<W>(isa, &piece[..len]);
        if LESS > 0 {
            units -= LESS * neighbours::<Pairs<BIG>>(isa, &piece[..len]);
        }
        at += len;
        if len + 2 < PIECE {
            return (at, units);
        }
    }
}

/// The bytes of Modified UTF-8 or CESU-8 that the target does not have.
trait Less {
    fn of(isa: Isa, bytes: &[u8]) -> u64;
}

struct Nothing;
struct OneForPairs;
struct TwoForPairs;
struct OneForNul;
struct TwoForPairsAndOneForNul;

impl Less for Nothing {
    #[inline]
    fn of(_isa: Isa, _bytes: &[u8]) -> u64 {
        0
    }
}

impl Less for OneForPairs {
    #[inline]
    fn of(isa: Isa, bytes: &[u8]) -> u64 {
        neighbours::<LeadSurrogates>(isa, bytes)
    }
}

impl Less for TwoForPairs {
    #[inline]
    fn of(isa: Isa, bytes: &[u8]) -> u64 {
        2 * neighbours::<LeadSurrogates>(isa, bytes)
    }
}

impl Less for OneForNul {
    #[inline]
    fn of(isa: Isa, bytes: &[u8]) -> u64 {
        sum::<NulLeads>(isa, bytes)
    }
}

impl Less for TwoForPairsAndOneForNul {
    #[inline]
    fn of(isa: Isa, bytes: &[u8]) -> u64 {
        TwoForPairs::of(isa, bytes) + OneForNul::of(isa, bytes)
    }
}

fn measure<S: Source, W: Weight>(isa: Isa, bytes: &[u8]) -> (usize, u64) {
    measure_less::<S, W, Nothing>(isa, bytes)
}

fn measure_less<S: Source, W: Weight, L: Less>(isa: Isa, bytes: &[u8]) -> (usize, u64) {
    let (mut at, mut units) = (0, 0);
    loop {
        let piece = &bytes[at..bytes.len().min(at + PIECE)];
        let len = S::validate(isa, piece);
        units += sum::<W>(isa, &piece[..len]) - L::of(isa, &piece[..len]);
        at += len;
        // The end of a piece may cut a sequence.
        if len + 8 < PIECE {
            return (at, units);
        }
    }
}
