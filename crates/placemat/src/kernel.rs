//! Kernels: accelerators for whole conversions, selected by the [kinds](Kind) of the two sides.
//!
//! A kernel consumes whole sequences from the front of its input. It may stop anywhere and for any reason,
//! even before the first sequence. What it consumed is well-formed, and what it wrote is what the reference
//! implementation writes. It touches nothing outside the two slices. Inside the output slice, the bytes after
//! those that it reports as written are unspecified. Kernels work on bytes: units of 16 and 32 bits are
//! passed as their bytes, in a given byte order.
//!
//! The search for bytes in bytes also lives here.

/// Repeats a block two or four times, each time with its number. The compiler does not unroll such loops when
/// their bodies are large; it then knows neither the places nor how far the sums can grow.
macro_rules! unrolled {
    ($k:ident of $count:expr => $body:block) => {{
        let $k = 0_usize;
        $body
    }
    if $count >= 2 {
        {
            let $k = 1_usize;
            $body
        }
    }
    if $count == 4 {
        {
            let $k = 2_usize;
            $body
        }
        {
            let $k = 3_usize;
            $body
        }
    }};
}

#[cfg(target_arch = "x86_64")]
mod avx512;
mod count;
mod entry;
mod family;
mod find;
mod grammar;
mod intersection;
mod kind;
mod latin_1;
mod length;
mod lossy;
mod order;
mod scalar;
mod trusted;
mod units;
mod utf;
mod validate;
mod vector;

pub(crate) use count::{
    CodePoints, Latin1InUtf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8, Utf32InUtf16, sum,
};
use entry::convert;
#[cfg(feature = "alloc")]
pub(crate) use find::each_place;
pub(crate) use find::{ByteSet, Finder, PROBES, SetFinder};
use intersection::Ascii;
pub(crate) use kind::{Kind, Like, NATIVE, NATIVE_IS_BIG};
pub(crate) use length::{Length, length, replaced_length};
pub(crate) use lossy::{Lossy, lossy, make_well_formed, parts};
use order::Swaps;
pub(crate) use trusted::trusted;
pub(crate) use units::validate_utf_32;
use utf::{Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf32ToUtf8};
pub(crate) use validate::{validate, validate_form, validate_utf_16};

use crate::form::Form;
use crate::policy::Endian;
use crate::simd::Isa;

/// Converts with the given instruction set. Returns the bytes read and the bytes written.
type Run = fn(Isa, &[u8], &mut [u8]) -> (usize, usize);

/// A conversion's kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// The conversion, in the byte order that the kernel knows.
    convert: Run,
    /// The sides whose byte order the kernel does not know.
    swaps: Swaps,
    /// The kernel also stops at some well-formed sequences that the target can hold, because the target
    /// writes them differently.
    pub(crate) is_partial: bool,
}

impl Kernel {
    /// A kernel that converts everything that both sides can hold.
    #[inline]
    const fn whole(convert: Run) -> Self {
        Kernel { convert, swaps: Swaps::NONE, is_partial: false }
    }

    /// A kernel that converts only part of what both sides can hold.
    #[inline]
    const fn partial(convert: Run) -> Self {
        Kernel { is_partial: true, ..Kernel::whole(convert) }
    }

    /// Converts with the given instruction set. Returns the bytes read and the bytes written.
    #[inline]
    pub(crate) fn run(self, isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
        if self.swaps.is_none() {
            (self.convert)(isa, input, out)
        } else {
            order::convert(isa, self.convert, self.swaps, input, out)
        }
    }
}

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
        (Kind::Utf8, Kind::Utf16(Little)) => convert::<Utf8ToUtf16<false>>,
        (Kind::Utf8, Kind::Utf16(Big)) => convert::<Utf8ToUtf16<true>>,
        (Kind::Utf16(Little), Kind::Utf8) => convert::<Utf16ToUtf8<false>>,
        (Kind::Utf16(Big), Kind::Utf8) => convert::<Utf16ToUtf8<true>>,
        (Kind::Utf16(from), Kind::Utf16(to)) => units::utf_16_to_utf_16(from, to),
        (Kind::Rfc2279, to) => return partial(conversion(Kind::Utf8, as_utf_8(to))),
        (from, Kind::Rfc2279) => return partial(conversion(from, Kind::Utf8)),
        (from, to) => {
            let found = native(from.in_order(NATIVE), to.in_order(NATIVE));
            return match found {
                Some(kernel) => Some(Kernel { swaps: Swaps::between(from, to), ..kernel }),
                None => None,
            };
        }
    };
    Some(Kernel::whole(run))
}

/// Returns the kernel for a conversion between units in the machine's byte order, if there is one.
#[inline]
const fn native(from: Kind, to: Kind) -> Option<Kernel> {
    match (from, to) {
        (Kind::Utf8, Kind::Utf32(_)) => return Some(Kernel::whole(convert::<Utf8ToUtf32>)),
        (Kind::Utf32(_), Kind::Utf8) => return Some(Kernel::whole(convert::<Utf32ToUtf8>)),
        _ => {}
    }
    match units::conversion(from, to) {
        None => match latin_1::conversion(from, to) {
            None => match family::conversion(from, to) {
                None => ascii(from, to),
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
        Some(kernel) => Some(Kernel { is_partial: true, ..kernel }),
        None => None,
    }
}

/// Returns the kernel that converts ASCII only, for a side that has no other kernel.
#[inline]
const fn ascii(from: Kind, to: Kind) -> Option<Kernel> {
    let run: Run = match (from, to) {
        (from, to) if is_bytes_with_ascii(from) && is_bytes_with_ascii(to) => copy_alike::<Ascii>,
        (Kind::Ascii, Kind::Utf16(_) | Kind::Wtf16(_)) => ascii_to_utf_16,
        (Kind::Ascii, Kind::Utf32(_) | Kind::Ucs4(_)) => ascii_to_utf_32,
        _ => return None,
    };
    Some(Kernel::partial(run))
}

/// Returns `true` if every ASCII byte stands for itself. (In Modified UTF-8 the byte 00 does not.)
#[inline]
const fn is_bytes_with_ascii(kind: Kind) -> bool {
    match kind {
        Kind::Utf8 | Kind::Latin1 | Kind::Windows1252 | Kind::Ascii => true,
        Kind::Like(like) => !matches!(like, Like::Mutf8 | Like::Mutf8Lenient),
        _ => false,
    }
}

#[inline]
fn ascii_to_utf_16(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let input = &input[..input.len().min(out.len() / 2)];
    convert::<Utf8ToUtf16<NATIVE_IS_BIG>>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

#[inline]
fn ascii_to_utf_32(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let input = &input[..input.len().min(out.len() / 4)];
    convert::<Utf8ToUtf32>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

/// Copies what is well-formed in a form that both sides have in common, in pieces that stay in the L1 cache.
fn copy_alike<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    const PIECE: usize = 1 << 14;
    let fits = input.len().min(out.len());
    let mut at = 0;
    loop {
        let piece = &input[at..fits.min(at + PIECE)];
        let mut len = validate::<F>(isa, piece);
        // Validation may take the two surrogates of a pair one by one; a copy must not separate them.
        if const { grammar::OfForm::<F>::SURE.has_pairs }
            && matches!(piece[..len], [.., 0xED, 0xA0..=0xAF, _])
        {
            len -= 3;
        }
        out[at..at + len].copy_from_slice(&piece[..len]);
        at += len;
        // A piece may end inside a sequence.
        if len + 8 < PIECE {
            return (at, at);
        }
    }
}

#[cfg(test)]
mod tests;
