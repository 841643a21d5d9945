//! ASCII alone, for a side that has no other kernel.

use super::advance::{Advance, Run};
use super::alike::copy_alike;
use super::entry::{Utf8ToUtf16, Utf8ToUtf32, convert_by_length};
use super::intersection::Ascii;
use super::kind::{Kind, Like, NATIVE_IS_BIG};
use super::strict::Kernel;
use super::validate::validate;
use crate::simd::Isa;

/// Returns the kernel for a conversion, if ASCII stands for itself on both sides.
#[inline]
pub(super) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
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
fn ascii_to_utf_16(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let input = &input[..input.len().min(out.len() / 2)];
    convert_by_length::<Utf8ToUtf16<NATIVE_IS_BIG>>(isa, &input[..validate::<Ascii>(isa, input)], out)
}

#[inline]
fn ascii_to_utf_32(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    let input = &input[..input.len().min(out.len() / 4)];
    convert_by_length::<Utf8ToUtf32>(isa, &input[..validate::<Ascii>(isa, input)], out)
}
