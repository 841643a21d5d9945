//! ISO-8859-1 and Windows-1252 to and from UTF-8 and its relatives, and Windows-1252 to units of 16 and 32
//! bits.

use core::marker::PhantomData;

use super::advance::{Advance, Run};
#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::entry::{Conversion, Long, Short, Utf8ToUtf16, Utf8ToUtf32, convert_by_length};
use super::kind::{Kind, Like, NATIVE_IS_BIG};
use super::sizes::{MEDIUM, SHORT};
use super::strict::Kernel;
use super::validate::validate;
use super::{scalar, vector};
use crate::form::{Form, Iso8859_1, Mutf8, Windows1252};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, OfSlices, Simd, Vectorized};

/// Fewer bytes are not worth the choice of an instruction set.
const LEAST_TO_UTF_8: usize = 3;
const LEAST_FROM_UTF_8: usize = 4;

/// Returns the kernel for a conversion between a single-byte encoding and another, if this module has it.
#[inline]
pub(super) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    Some(match (as_utf_8(from), as_utf_8(to)) {
        (Kind::Like(like @ (Like::Mutf8 | Like::Mutf8Lenient)), Kind::Latin1) => {
            Kernel::total(mutf_8_to_latin_1).partial_if(matches!(like, Like::Mutf8Lenient))
        }
        (Kind::Latin1, Kind::Like(_)) => Kernel::total(latin_1_to_mutf_8),
        (Kind::Latin1, Kind::Utf8) => Kernel::total(to_utf_8::<Iso8859_1>),
        (Kind::Windows1252, Kind::Utf8) => Kernel::total(to_utf_8::<Windows1252>),
        (Kind::Windows1252, to) => match windows_1252_to_units(to) {
            Some(run) => Kernel::total(run),
            None => return None,
        },
        (Kind::Utf8, Kind::Latin1) => Kernel::total(from_utf_8::<true>),
        (Kind::Utf8, Kind::Windows1252) => Kernel::partial(from_utf_8::<false>),
        _ => return None,
    })
}

/// The characters of ISO-8859-1 are encoded as in UTF-8 in all forms with UTF-8's bit patterns, except
/// U+0000.
#[inline]
const fn as_utf_8(kind: Kind) -> Kind {
    match kind {
        Kind::Like(like) if !matches!(like, Like::Mutf8 | Like::Mutf8Lenient) => Kind::Utf8,
        kind => kind,
    }
}

#[inline]
const fn windows_1252_to_units(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Utf16(_) | Kind::Wtf16(_) | Kind::Ucs2(_) => by_utf_8::<2>,
        Kind::Utf32(_) | Kind::Ucs4(_) => by_utf_8::<4>,
        _ => return None,
    })
}

/// Converts Windows-1252 to units of two or four bytes, one for each byte: by way of UTF-8, a piece at a
/// time.
fn by_utf_8<const WIDTH: usize>(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    const PIECE: usize = 1024;
    let bytes = &bytes[..bytes.len().min(out.len() / WIDTH)];
    let mut utf_8 = [0; 3 * PIECE];
    let mut at = 0;
    loop {
        let piece = &bytes[at..bytes.len().min(at + PIECE)];
        let (read, made) = to_utf_8::<Windows1252>(isa, piece, &mut utf_8);
        let room = &mut out[WIDTH * at..];
        let convert = if WIDTH == 2 {
            convert_by_length::<Utf8ToUtf16<NATIVE_IS_BIG>>
        } else {
            convert_by_length::<Utf8ToUtf32>
        };
        let done = convert(isa, &utf_8[..made], room);
        debug_assert_eq!(done, (made, WIDTH * read), "all of it is well-formed, and has room");
        at += read;
        if read < PIECE {
            return (at, WIDTH * at);
        }
    }
}

fn to_utf_8<F: Form>(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    if bytes.len() < LEAST_TO_UTF_8 {
        scalar::few_single_bytes_to_utf_8::<F>(bytes, out)
    } else if bytes.len() <= SHORT {
        isa.run_of::<Short<ToUtf8<F>>>(bytes, out)
    } else {
        isa.run_of::<Long<ToUtf8<F>>>(bytes, out)
    }
}

/// A single-byte form to UTF-8.
struct ToUtf8<F>(F);

impl<F: Form> Conversion for ToUtf8<F> {
    #[inline(always)]
    fn scalar(bytes: &[u8], out: &mut [u8]) -> Advance {
        scalar::single_bytes_to_utf_8::<F>(bytes, out)
    }

    #[inline(always)]
    fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Advance {
        vector::single_bytes_to_utf_8::<S, F>(simd, bytes, out)
    }

    #[inline(always)]
    fn vector_short<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Advance {
        vector::short_single_bytes_to_utf_8::<S, F>(simd, bytes, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
        avx512::single_bytes_to_utf_8::<F>(simd, bytes, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512_short(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
        avx512::short_single_bytes_to_utf_8::<F>(simd, bytes, out)
    }
}

fn from_utf_8<const C1: bool>(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    if bytes.len() < LEAST_FROM_UTF_8 {
        scalar::utf_8_to_latin_1::<C1>(bytes, out)
    } else if bytes.len() <= MEDIUM {
        isa.run_of::<ShortFromUtf8<C1>>(bytes, out)
    } else {
        isa.run_of::<Long<FromUtf8<C1>>>(bytes, out)
    }
}

/// UTF-8 to ISO-8859-1, or to ISO-8859-1 without U+0080..U+009F.
struct FromUtf8<const C1: bool>;

impl<const C1: bool> Conversion for FromUtf8<C1> {
    #[inline(always)]
    fn scalar(bytes: &[u8], out: &mut [u8]) -> Advance {
        scalar::utf_8_to_latin_1::<C1>(bytes, out)
    }

    #[inline(always)]
    fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Advance {
        vector::utf_8_to_latin_1::<S, C1>(simd, bytes, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
        avx512::utf_8_to_latin_1::<C1>(simd, bytes, out)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512_short(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Advance {
        avx512::short_utf_8_to_latin_1::<C1>(simd, bytes, out)
    }
}

/// Converts Modified UTF-8 to ISO-8859-1, in pieces that are validated first: a byte 00 is ill-formed there.
#[inline]
fn mutf_8_to_latin_1(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    const PIECE: usize = 4096;
    let (mut read, mut written) = (0, 0);
    loop {
        // No more than there is room for: at most two bytes become one.
        let len = PIECE.min(2 * (out.len() - written).min(PIECE) + 8);
        let piece = &bytes[read..bytes.len().min(read + len)];
        let piece = &piece[..validate::<Mutf8>(isa, piece)];
        let mut at = 0;
        loop {
            let (more_read, more_written) = from_utf_8::<true>(isa, &piece[at..], &mut out[written..]);
            at += more_read;
            written += more_written;
            let [0xC0, 0x80, ..] = piece[at..] else { break };
            let Some(place) = out.get_mut(written) else { break };
            *place = 0;
            at += 2;
            written += 1;
        }
        read += at;
        // The end of a piece may cut a sequence.
        if at + 8 < len || written == out.len() {
            return (read, written);
        }
    }
}

/// Converts ISO-8859-1 to Modified UTF-8: as to UTF-8 up to the next byte 00.
#[inline]
fn latin_1_to_mutf_8(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = &bytes[read..bytes.len().min(read + (out.len() - written))];
        let piece = &rest[..isa.run(BeforeNul(rest))];
        let (more_read, more_written) = to_utf_8::<Iso8859_1>(isa, piece, &mut out[written..]);
        read += more_read;
        written += more_written;
        if more_read < piece.len() || read == bytes.len() {
            return (read, written);
        }
        let Some(place) = out[written..].first_chunk_mut::<2>() else { return (read, written) };
        if bytes[read] == 0 {
            *place = [0xC0, 0x80];
            read += 1;
            written += 2;
        }
    }
}

/// Returns the bytes before the first 00. (A plain loop, which the compiler vectorizes for every instruction
/// set.)
struct BeforeNul<'a>(&'a [u8]);

impl Vectorized for BeforeNul<'_> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        const BLOCK: usize = 128;
        let mut at = 0;
        while let Some(block) = self.0[at..].first_chunk::<BLOCK>() {
            let mut nul = false;
            for &byte in block {
                nul |= byte == 0;
            }
            if nul {
                break;
            }
            at += BLOCK;
        }
        self.0[at..].iter().position(|&byte| byte == 0).map_or(self.0.len(), |more| at + more)
    }
}

/// The entry point for texts of up to [`MEDIUM`] bytes: the kernel for short texts takes them all.
struct ShortFromUtf8<'a, const C1: bool>(&'a [u8], &'a mut [u8]);

impl<'a, const C1: bool> OfSlices<'a> for ShortFromUtf8<'a, C1> {
    #[inline(always)]
    fn of(bytes: &'a [u8], out: &'a mut [u8]) -> Self {
        ShortFromUtf8(bytes, out)
    }
}

impl<const C1: bool> Vectorized for ShortFromUtf8<'_, C1> {
    type Output = Advance;

    #[inline(always)]
    fn scalar(self) -> Advance {
        scalar::utf_8_to_latin_1::<C1>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Advance {
        match vector::short_utf_8_to_latin_1::<S, C1>(simd, self.0, self.1) {
            (0, _) if self.0.len() > SHORT => {
                simd.run_outlined(Long::<FromUtf8<C1>>(self.0, self.1, PhantomData))
            }
            (0, _) => self.scalar(),
            done => done,
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Advance {
        Short::<FromUtf8<C1>>(self.0, self.1, PhantomData).avx512(simd)
    }
}
