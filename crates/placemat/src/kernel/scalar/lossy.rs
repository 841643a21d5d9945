//! Lossy conversion: the strict kernel as far as it goes, then item by item until errors are no longer near.
//! UTF-8 to UTF-8 is copied in strips, and the automaton finds those that must change.

use crate::automaton::{self, Automaton};
use crate::code_point::{
    REPLACEMENT, is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates, split_surrogates,
};
use crate::form::Utf8;
use crate::kernel::kind::NATIVE_IS_BIG;
use crate::kernel::lossy::{Replaced, item};

/// After this many characters in a row without an error, the strict kernel is called again. It takes more if
/// the kernel converted fewer than this many bytes.
const ENOUGH_ERROR_FREE: usize = 2;
const ENOUGH_AFTER_SHORT: usize = 8;
const SHORT: usize = 12;

/// The parts of a lossy conversion.
pub(crate) trait Parts {
    /// The strict kernel.
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize);
    /// Converts the front of a text, with or without errors, if there is a method that does not go item by
    /// item.
    #[inline(always)]
    fn words(_bytes: &[u8], _out: &mut [u8]) -> Replaced {
        Replaced::default()
    }
    /// Returns the item at the front of non-empty input: its length, and its code point if it is a character.
    fn item(bytes: &[u8]) -> (usize, Option<u32>);
    /// Writes a scalar value and returns its length, or `None` if it does not fit.
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize>;
}

pub(crate) fn lossy<P: Parts>(bytes: &[u8], out: &mut [u8]) -> Replaced {
    let mut done = P::words(bytes, out);
    loop {
        let (read, written) = P::run(&bytes[done.read..], &mut out[done.written..]);
        done.read += read;
        done.written += written;
        let enough = if read < SHORT { ENOUGH_AFTER_SHORT } else { ENOUGH_ERROR_FREE };
        let mut error_free = 0;
        while error_free < enough {
            let rest = &bytes[done.read..];
            if rest.is_empty() {
                return done;
            }
            let (len, code_point) = P::item(rest);
            let Some(written) = P::write(code_point.unwrap_or(REPLACEMENT), &mut out[done.written..]) else {
                return done;
            };
            done.read += len;
            done.written += written;
            if code_point.is_none() {
                done.errors += 1;
                error_free = 0;
            } else {
                error_free += 1;
            }
        }
    }
}

/// UTF-8 to UTF-8.
pub(crate) struct Utf8ToUtf8;

const AUTOMATON: &Automaton = automaton::FormAutomaton::<Utf8>::AUTOMATON;

impl Parts for Utf8ToUtf8 {
    #[inline]
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        let fits = bytes.len().min(out.len());
        let len = AUTOMATON.validate(&bytes[..fits]);
        out[..len].copy_from_slice(&bytes[..len]);
        (len, len)
    }

    #[inline]
    fn words(bytes: &[u8], out: &mut [u8]) -> Replaced {
        let (read, written, errors) = AUTOMATON.copy_lossily(bytes, out, b"\xEF\xBF\xBD");
        Replaced { read, written, errors }
    }

    #[inline(always)]
    fn item(bytes: &[u8]) -> (usize, Option<u32>) {
        item(bytes)
    }

    #[inline(always)]
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
        super::write::write(code_point, out)
    }
}

/// UTF-8 to UTF-16.
pub(crate) struct Utf8ToUtf16;

impl Parts for Utf8ToUtf16 {
    #[inline]
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        super::utf_8_to_utf_16::<Utf8, NATIVE_IS_BIG>(bytes, out)
    }

    #[inline(always)]
    fn item(bytes: &[u8]) -> (usize, Option<u32>) {
        item(bytes)
    }

    #[inline(always)]
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
        write_words(code_point, out)
    }
}

/// UTF-8 to UTF-32.
pub(crate) struct Utf8ToUtf32;

impl Parts for Utf8ToUtf32 {
    #[inline]
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        super::utf_8_to_utf_32::<Utf8>(bytes, out)
    }

    #[inline(always)]
    fn item(bytes: &[u8]) -> (usize, Option<u32>) {
        item(bytes)
    }

    #[inline(always)]
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
        *out.first_chunk_mut()? = code_point.to_ne_bytes();
        Some(4)
    }
}

/// UTF-16 to UTF-8.
pub(crate) struct Utf16ToUtf8;

impl Parts for Utf16ToUtf8 {
    #[inline]
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        super::utf_16_to_utf_8::<Utf8, NATIVE_IS_BIG>(bytes, out)
    }

    #[inline(always)]
    fn item(bytes: &[u8]) -> (usize, Option<u32>) {
        item_of_words(bytes)
    }

    #[inline(always)]
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
        super::write::write(code_point, out)
    }
}

/// UTF-16 to UTF-16.
pub(crate) struct Utf16ToUtf16;

impl Parts for Utf16ToUtf16 {
    #[inline]
    fn run(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        let fits = bytes.len().min(out.len());
        let len = super::validate_utf_16::<NATIVE_IS_BIG>(&bytes[..fits]);
        out[..len].copy_from_slice(&bytes[..len]);
        (len, len)
    }

    #[inline(always)]
    fn item(bytes: &[u8]) -> (usize, Option<u32>) {
        item_of_words(bytes)
    }

    #[inline(always)]
    fn write(code_point: u32, out: &mut [u8]) -> Option<usize> {
        write_words(code_point, out)
    }
}

#[inline(always)]
fn write_words(code_point: u32, out: &mut [u8]) -> Option<usize> {
    if code_point < 0x1_0000 {
        *out.first_chunk_mut()? = (code_point as u16).to_ne_bytes();
        return Some(2);
    }
    let room: &mut [u8; 4] = out.first_chunk_mut()?;
    let [lead, trail] = split_surrogates(code_point);
    room[..2].copy_from_slice(&(lead as u16).to_ne_bytes());
    room[2..].copy_from_slice(&(trail as u16).to_ne_bytes());
    Some(4)
}

/// Returns the length of the item at the front, and its code point unless it is a lone surrogate. A surrogate
/// is lone unless its counterpart is next to it.
#[inline(always)]
fn item_of_words(bytes: &[u8]) -> (usize, Option<u32>) {
    let [first, second] = [0, 2].map(|at| match bytes[at.min(bytes.len())..].first_chunk() {
        Some(&unit) => u16::from_ne_bytes(unit).into(),
        None => 0,
    });
    if is_lead_surrogate(first) && is_trail_surrogate(second) {
        (4, Some(join_surrogates(first, second)))
    } else {
        (2, (!is_surrogate(first)).then_some(first))
    }
}

/// Replaces lone surrogates in place. Returns their number.
#[inline]
pub(crate) fn make_well_formed(bytes: &mut [u8]) -> u64 {
    let (mut at, mut lone) = (0, 0);
    loop {
        at += super::validate_utf_16::<NATIVE_IS_BIG>(&bytes[at..]);
        let Some(unit) = bytes[at..].first_chunk_mut() else { return lone };
        *unit = (REPLACEMENT as u16).to_ne_bytes();
        at += 2;
        lone += 1;
    }
}
