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
mod validate;
mod vector;

pub(crate) use count::{
    CodePoints, Latin1InUtf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8, Utf32InUtf16, sum,
};
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
pub(crate) use validate::{validate, validate_form, validate_utf_16};

use crate::form::{Form, Utf8};
use crate::policy::Endian;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

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

/// Short texts have entry points of their own, which skip the setup that long texts need:
/// | Kernels | up to `SHORT` | up to `MEDIUM` | up to 1023 bytes |
/// |---|---|---|---|
/// | validation of bytes | one or two words, one block | – | whole blocks (AVX-512) |
/// | UTF-8 ↔ UTF-16, UTF-32 | one block | whole blocks (AVX-512), apart (others) | – |
/// | text of a `str` | – | the checked kernels | – |
/// | single bytes to UTF-8 | one block | – | – |
/// | single bytes from UTF-8, copies in the family | – | whole blocks (AVX-512) | – |
const SHORT: usize = 64;
/// Texts of up to this many bytes are too short to repay the setup for long texts.
const MEDIUM: usize = 320;

/// Returns the kernel for a conversion, if there is one.
#[inline]
pub(crate) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    use Endian::{Big, Little};
    let run: Run = match (from, to) {
        (Kind::Utf8, Kind::Utf16(Little)) => utf_8_to_utf_16::<false>,
        (Kind::Utf8, Kind::Utf16(Big)) => utf_8_to_utf_16::<true>,
        (Kind::Utf16(Little), Kind::Utf8) => utf_16_to_utf_8::<false>,
        (Kind::Utf16(Big), Kind::Utf8) => utf_16_to_utf_8::<true>,
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
        (Kind::Utf8, Kind::Utf32(_)) => return Some(Kernel::whole(utf_8_to_utf_32)),
        (Kind::Utf32(_), Kind::Utf8) => return Some(Kernel::whole(utf_32_to_utf_8)),
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

/// Defines kernels by name, for both byte orders or for the machine's order. Each is a function over all
/// instruction sets, which finishes with the scalar kernel where a vector kernel stopped. Short texts, and
/// those of a few blocks, have entry points of their own, which skip the setup that long texts need. (This is
/// a macro because a function that is passed as a value is not inlined into the one that has the features.)
macro_rules! kernels {
    ($($(#[$meta:meta])* $name:ident $(<$big:ident>)? as $kernel:ident,
        for short texts $short:ident as $short_kernel:ident,
        and $medium:ident as $medium_kernel:ident;)*) => { $(
        $(#[$meta])*
        #[inline]
        fn $name $(<const $big: bool>)? (isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
            if input.len() <= SHORT {
                isa.run($short_kernel$(::<$big>)?(input, out))
            } else {
                isa.run($medium_kernel$(::<$big>)?(input, out))
            }
        }

        struct $kernel<'a $(, const $big: bool)?>(&'a [u8], &'a mut [u8]);

        impl $(<const $big: bool>)? Vectorized for $kernel<'_ $(, $big)?> {
            type Output = (usize, usize);

            #[inline]
            fn scalar(self) -> (usize, usize) {
                scalar::$name::<Utf8 $(, $big)?>(self.0, self.1)
            }

            #[inline(always)]
            fn vector<S: Simd>(self, simd: S) -> (usize, usize) {
                let done = vector::$name::<S $(, $big)?>(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8 $(, $big)?>)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let done = avx512::$name$(::<$big>)?(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8 $(, $big)?>)
            }
        }

        struct $short_kernel<'a $(, const $big: bool)?>(&'a [u8], &'a mut [u8]);

        impl $(<const $big: bool>)? Vectorized for $short_kernel<'_ $(, $big)?> {
            type Output = (usize, usize);

            #[inline(always)]
            fn scalar(self) -> (usize, usize) {
                scalar::$name::<Utf8 $(, $big)?>(self.0, self.1)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let done = avx512::$short$(::<$big>)?(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8 $(, $big)?>)
            }
        }

        struct $medium_kernel<'a $(, const $big: bool)?>(&'a [u8], &'a mut [u8]);

        impl $(<const $big: bool>)? Vectorized for $medium_kernel<'_ $(, $big)?> {
            type Output = (usize, usize);

            #[inline]
            fn scalar(self) -> (usize, usize) {
                $kernel$(::<$big>)?(self.0, self.1).scalar()
            }

            #[inline(always)]
            fn vector<S: Simd>(self, simd: S) -> (usize, usize) {
                simd.run_apart($kernel$(::<$big>)?(self.0, self.1))
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                if self.0.len() > MEDIUM {
                    return simd.run_apart($kernel$(::<$big>)?(self.0, self.1));
                }
                let done = avx512::$medium$(::<$big>)?(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8 $(, $big)?>)
            }
        }
    )* };
}

/// Continues with the scalar kernel where a vector kernel stopped. The counts of bytes read and written go in
/// and come out updated.
#[inline(always)]
fn go_on(
    input: &[u8],
    out: &mut [u8],
    (read, written): (usize, usize),
    scalar: fn(&[u8], &mut [u8]) -> (usize, usize),
) -> (usize, usize) {
    if read == input.len() {
        return (read, written);
    }
    let (more_read, more_written) = scalar(&input[read..], &mut out[written..]);
    (read + more_read, written + more_written)
}

kernels! {
    /// UTF-8 to UTF-16 in an order.
    utf_8_to_utf_16<BIG> as Utf8ToUtf16, for short texts short_utf_8_to_utf_16 as ShortUtf8ToUtf16,
        and medium_utf_8_to_utf_16 as MediumUtf8ToUtf16;
    /// UTF-8 to UTF-32.
    utf_8_to_utf_32 as Utf8ToUtf32, for short texts short_utf_8_to_utf_32 as ShortUtf8ToUtf32,
        and medium_utf_8_to_utf_32 as MediumUtf8ToUtf32;
    /// UTF-16 in an order to UTF-8.
    utf_16_to_utf_8<BIG> as Utf16ToUtf8, for short texts short_utf_16_to_utf_8 as ShortUtf16ToUtf8,
        and medium_utf_16_to_utf_8 as MediumUtf16ToUtf8;
    /// UTF-32 to UTF-8.
    utf_32_to_utf_8 as Utf32ToUtf8, for short texts short_utf_32_to_utf_8 as ShortUtf32ToUtf8,
        and medium_utf_32_to_utf_8 as MediumUtf32ToUtf8;
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
    utf_8_to_utf_16::<NATIVE_IS_BIG>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

#[inline]
fn ascii_to_utf_32(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let input = &input[..input.len().min(out.len() / 4)];
    utf_8_to_utf_32(isa, &input[..validate::<Ascii>(isa, input)], out)
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
