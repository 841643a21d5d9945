//! Kernels: accelerators for whole conversions, found by what the two sides are.
//!
//! A kernel consumes whole sequences from the front of its input and may stop anywhere, for any reason, even at once.
//! What it consumed is well-formed, what it wrote is what the definition writes, and it touches nothing outside the
//! two slices (inside the output, past what it wrote, is unspecified). Everything is bytes here: units of 16 and 32
//! bits come as their bytes in an order.
//!
//! Beside them is the search for bytes in bytes.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod count;
mod family;
mod find;
mod grammar;
mod intersection;
mod latin_1;
mod length;
mod lossy;
mod scalar;
mod trusted;
mod units;
mod validate;
mod vector;

pub(crate) use count::{
    CodePoints, Latin1InUtf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8, Utf32InUtf16, sum,
};
pub(crate) use family::Like;
#[cfg(feature = "alloc")]
pub(crate) use find::each_place;
pub(crate) use find::{ByteSet, Finder, PROBES, SetFinder};
use intersection::Ascii;
pub(crate) use length::{Length, length, replaced_length};
pub(crate) use lossy::{Lossy, lossy, make_well_formed, parts};
pub(crate) use trusted::trusted;
pub(crate) use units::validate_utf_32;
pub(crate) use validate::{validate, validate_form, validate_utf_16};

use crate::form::{Form, Utf8};
use crate::policy::Endian;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// Bytes read and bytes written, with the instruction set given.
type Run = fn(Isa, &[u8], &mut [u8]) -> (usize, usize);

/// A conversion's kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// What it does.
    pub(crate) run: Run,
    /// It stops also at what is well-formed and has a place in the target, because that is written differently.
    pub(crate) is_partial: bool,
}

/// What a side of a conversion is to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Utf8,
    Utf16(Endian),
    Wtf16(Endian),
    Utf32(Endian),
    Ucs4(Endian),
    Ucs2(Endian),
    Latin1,
    Windows1252,
    /// Another form with UTF-8's patterns of bits.
    Like(Like),
    /// UTF-8, and longer sequences.
    Rfc2279,
    /// Another form of bytes in which ASCII, U+0000 too, stands for itself between sequences.
    Ascii,
    Other,
}

#[cfg(target_endian = "little")]
pub(crate) const NATIVE: Endian = Endian::Little;
#[cfg(target_endian = "big")]
pub(crate) const NATIVE: Endian = Endian::Big;
pub(crate) const NATIVE_IS_BIG: bool = matches!(NATIVE, Endian::Big);

impl Kind {
    /// Of a codec with this identifier and units of so many bits.
    pub(crate) const fn of(name: &str, unit_bits: u32) -> Self {
        match (name.as_bytes(), unit_bits) {
            (b"utf-8" | b"utf-8-sig", 8) => Kind::Utf8,
            (b"utf-16", 16) => Kind::Utf16(NATIVE),
            (b"utf-16le", 8) => Kind::Utf16(Endian::Little),
            (b"utf-16be", 8) => Kind::Utf16(Endian::Big),
            (b"wtf-16", 16) => Kind::Wtf16(NATIVE),
            (b"wtf-16le", 8) => Kind::Wtf16(Endian::Little),
            (b"wtf-16be", 8) => Kind::Wtf16(Endian::Big),
            (b"utf-32", 32) => Kind::Utf32(NATIVE),
            (b"utf-32le", 8) => Kind::Utf32(Endian::Little),
            (b"utf-32be", 8) => Kind::Utf32(Endian::Big),
            (b"ucs-4", 32) => Kind::Ucs4(NATIVE),
            (b"ucs-4le", 8) => Kind::Ucs4(Endian::Little),
            (b"ucs-4be", 8) => Kind::Ucs4(Endian::Big),
            (b"ucs-2", 16) => Kind::Ucs2(NATIVE),
            (b"ucs-2le", 8) => Kind::Ucs2(Endian::Little),
            (b"ucs-2be", 8) => Kind::Ucs2(Endian::Big),
            (b"iso-8859-1", 8) => Kind::Latin1,
            (b"windows-1252", 8) => Kind::Windows1252,
            (b"utf-8-rfc2279", 8) => Kind::Rfc2279,
            (b"utf-1" | b"fss-utf-1992-07" | b"tcl-8.6-utf-8", 8) => Kind::Ascii,
            (b"optu-8" | b"optu-8-reversible" | b"corrected-utf-8", 8) => Kind::Ascii,
            (_, 8) => match Like::of(name) {
                Some(like) => Kind::Like(like),
                None => Kind::Other,
            },
            _ => Kind::Other,
        }
    }
}

impl Kind {
    /// The kernel that decodes into code points in memory.
    #[inline]
    pub(crate) fn to_code_points(self) -> Option<Kernel> {
        match self {
            Kind::Utf8 | Kind::Rfc2279 => conversion(Kind::Utf8, Kind::Utf32(NATIVE)),
            Kind::Utf16(_) => conversion(self, Kind::Utf32(NATIVE)),
            Kind::Like(_) => conversion(self, Kind::Ucs4(NATIVE)),
            _ => None,
        }
    }

    /// The kernel that encodes code points in memory, up to the first surrogate.
    #[inline]
    pub(crate) fn of_code_points(self) -> Option<Kernel> {
        match self {
            Kind::Utf8 | Kind::Rfc2279 => conversion(Kind::Utf32(NATIVE), Kind::Utf8),
            Kind::Utf16(_) | Kind::Like(_) => conversion(Kind::Utf32(NATIVE), self),
            _ => None,
        }
    }

    /// The kind that text of scalar values alone has as well, unit by unit: of forms with surrogates or more beside it.
    pub(crate) fn without_surrogates(self) -> Kind {
        match self {
            Kind::Rfc2279 | Kind::Like(Like::Generalized | Like::Wtf8 | Like::Utf8b) => Kind::Utf8,
            Kind::Like(Like::Cesu8Lenient) => Kind::Like(Like::Cesu8),
            Kind::Like(Like::Mutf8Lenient) => Kind::Like(Like::Mutf8),
            Kind::Wtf16(order) => Kind::Utf16(order),
            Kind::Ucs4(order) => Kind::Utf32(order),
            kind => kind,
        }
    }

    fn like(self) -> Option<Like> {
        match self {
            Kind::Utf8 => Some(Like::Utf8),
            Kind::Like(like) => Some(like),
            _ => None,
        }
    }
}

/// Short texts have entries of their own, which do not pay for what long ones need:
///
/// | Kernels | up to `SHORT` | up to `MEDIUM` | up to 1023 bytes |
/// |---|---|---|---|
/// | validation of bytes | one or two words, one block | – | whole blocks (AVX-512) |
/// | UTF-8 ↔ UTF-16, UTF-32 | one block | whole blocks (AVX-512), apart (others) | – |
/// | text of a `str` | – | the checked kernels | – |
/// | single bytes to UTF-8 | one block | – | – |
/// | single bytes from UTF-8, copies in the family | – | whole blocks (AVX-512) | – |
const SHORT: usize = 64;
/// Bytes of a text that is too short for what long ones are prepared with.
const MEDIUM: usize = 320;

/// Kernels by byte order, little first. In tables, so that they are compiled in this crate, and not once more in every crate
/// that makes a conversion.
static UTF_8_TO_UTF_16: [Run; 2] = [utf_8_to_utf_16::<false>, utf_8_to_utf_16::<true>];
static UTF_8_TO_UTF_32: [Run; 2] = [utf_8_to_utf_32::<false>, utf_8_to_utf_32::<true>];
static UTF_16_TO_UTF_8: [Run; 2] = [utf_16_to_utf_8::<false>, utf_16_to_utf_8::<true>];
static UTF_32_TO_UTF_8: [Run; 2] = [utf_32_to_utf_8::<false>, utf_32_to_utf_8::<true>];

/// The kernel for a conversion, if there is one.
#[inline]
pub(crate) fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    let run = match (from, to) {
        (Kind::Utf8, Kind::Utf16(order)) => UTF_8_TO_UTF_16[order as usize],
        (Kind::Utf8, Kind::Utf32(order)) => UTF_8_TO_UTF_32[order as usize],
        (Kind::Utf16(order), Kind::Utf8) => UTF_16_TO_UTF_8[order as usize],
        (Kind::Utf32(order), Kind::Utf8) => UTF_32_TO_UTF_8[order as usize],
        (Kind::Rfc2279, _) | (_, Kind::Rfc2279) => {
            let utf_8 = |kind| if kind == Kind::Rfc2279 { Kind::Utf8 } else { kind };
            return conversion(utf_8(from), utf_8(to)).map(|kernel| Kernel { is_partial: true, ..kernel });
        }
        (from, to) => {
            return units::conversion(from, to)
                .or_else(|| latin_1::conversion(from, to))
                .or_else(|| family::conversion(from, to))
                .or_else(|| ascii(from, to));
        }
    };
    Some(Kernel { run, is_partial: false })
}

/// Kernels by name: a function over all instruction sets, which ends with the scalar kernel where a vector kernel
/// stopped. Short texts, and those of a few blocks, have entries of their own, which do not pay for what long ones need.
/// (A macro, because a function that is given as a value is not inlined into the one that has the features.)
macro_rules! kernels {
    ($($(#[$meta:meta])* $name:ident as $kernel:ident, for short texts $short:ident as $short_kernel:ident,
        and $medium:ident as $medium_kernel:ident;)*) => { $(
        $(#[$meta])*
        fn $name<const BIG: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
            if input.len() <= SHORT {
                isa.run($short_kernel::<BIG>(input, out))
            } else if input.len() <= MEDIUM {
                isa.run($medium_kernel::<BIG>(input, out))
            } else {
                isa.run($kernel::<BIG>(input, out))
            }
        }

        struct $kernel<'a, const BIG: bool>(&'a [u8], &'a mut [u8]);

        impl<const BIG: bool> Vectorized for $kernel<'_, BIG> {
            type Output = (usize, usize);

            fn scalar(self) -> (usize, usize) {
                scalar::$name::<Utf8, BIG>(self.0, self.1)
            }

            #[inline(always)]
            fn vector<S: Simd>(self, simd: S) -> (usize, usize) {
                let done = vector::$name::<S, BIG>(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8, BIG>)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let done = avx512::$name::<BIG>(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8, BIG>)
            }
        }

        struct $short_kernel<'a, const BIG: bool>(&'a [u8], &'a mut [u8]);

        impl<const BIG: bool> Vectorized for $short_kernel<'_, BIG> {
            type Output = (usize, usize);

            #[inline(always)]
            fn scalar(self) -> (usize, usize) {
                scalar::$name::<Utf8, BIG>(self.0, self.1)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let done = avx512::$short::<BIG>(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8, BIG>)
            }
        }

        struct $medium_kernel<'a, const BIG: bool>(&'a [u8], &'a mut [u8]);

        impl<const BIG: bool> Vectorized for $medium_kernel<'_, BIG> {
            type Output = (usize, usize);

            fn scalar(self) -> (usize, usize) {
                $kernel::<BIG>(self.0, self.1).scalar()
            }

            #[inline(always)]
            fn vector<S: Simd>(self, simd: S) -> (usize, usize) {
                simd.run_apart($kernel::<BIG>(self.0, self.1))
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let done = avx512::$medium::<BIG>(simd, self.0, self.1);
                go_on(self.0, self.1, done, scalar::$name::<Utf8, BIG>)
            }
        }
    )* };
}

/// Where a vector kernel stopped, the scalar one goes on: so many bytes were read and written, and are now.
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
    /// UTF-8 to UTF-16.
    utf_8_to_utf_16 as Utf8ToUtf16, for short texts short_utf_8_to_utf_16 as ShortUtf8ToUtf16,
        and medium_utf_8_to_utf_16 as MediumUtf8ToUtf16;
    /// UTF-8 to UTF-32.
    utf_8_to_utf_32 as Utf8ToUtf32, for short texts short_utf_8_to_utf_32 as ShortUtf8ToUtf32,
        and medium_utf_8_to_utf_32 as MediumUtf8ToUtf32;
    /// UTF-16 to UTF-8.
    utf_16_to_utf_8 as Utf16ToUtf8, for short texts short_utf_16_to_utf_8 as ShortUtf16ToUtf8,
        and medium_utf_16_to_utf_8 as MediumUtf16ToUtf8;
    /// UTF-32 to UTF-8.
    utf_32_to_utf_8 as Utf32ToUtf8, for short texts short_utf_32_to_utf_8 as ShortUtf32ToUtf8,
        and medium_utf_32_to_utf_8 as MediumUtf32ToUtf8;
}

/// The kernel that carries what is ASCII, where a side has no other.
fn ascii(from: Kind, to: Kind) -> Option<Kernel> {
    use Endian::{Big, Little};
    // The byte 00 of Modified UTF-8 is not U+0000.
    let is_bytes = |kind| match kind {
        Kind::Utf8 | Kind::Latin1 | Kind::Windows1252 | Kind::Ascii => true,
        Kind::Like(like) => !matches!(like, Like::Mutf8 | Like::Mutf8Lenient),
        _ => false,
    };
    let run: Run = match (from, to) {
        (from, to) if is_bytes(from) && is_bytes(to) => copy_alike::<Ascii>,
        (Kind::Ascii, Kind::Utf16(Little) | Kind::Wtf16(Little)) => ascii_to_utf_16::<false>,
        (Kind::Ascii, Kind::Utf16(Big) | Kind::Wtf16(Big)) => ascii_to_utf_16::<true>,
        (Kind::Ascii, Kind::Utf32(Little) | Kind::Ucs4(Little)) => ascii_to_utf_32::<false>,
        (Kind::Ascii, Kind::Utf32(Big) | Kind::Ucs4(Big)) => ascii_to_utf_32::<true>,
        _ => return None,
    };
    Some(Kernel { run, is_partial: true })
}

fn ascii_to_utf_16<const BIG: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let input = &input[..input.len().min(out.len() / 2)];
    utf_8_to_utf_16::<BIG>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

fn ascii_to_utf_32<const BIG: bool>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    let input = &input[..input.len().min(out.len() / 4)];
    utf_8_to_utf_32::<BIG>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

/// A copy of what is well-formed in a form that both sides have in common, in pieces that stay in the nearest cache.
fn copy_alike<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> (usize, usize) {
    const PIECE: usize = 1 << 14;
    let fits = input.len().min(out.len());
    let mut at = 0;
    loop {
        let piece = &input[at..fits.min(at + PIECE)];
        let mut len = validate::<F>(isa, piece);
        // For a verdict the halves of a pair may be taken one by one; a copy does not part them.
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
