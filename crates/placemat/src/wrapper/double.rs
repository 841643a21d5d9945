//! UTF-8 that was mistaken for single bytes and encoded to UTF-8 again (CONFORMANCE.md, Layers): "WTF-8" in
//! jest.

use core::marker::PhantomData;

use crate::codec::{Codec, CodecInfo, Internal, NotEncoded, One, info_of};
use crate::error::ErrorKind;
use crate::form::{Form, PairingRule, Utf8};
#[cfg(feature = "detect")]
use crate::form::{Iso8859_1, Windows1252};
use crate::kernel::Kind;
use crate::table::{Decoded, IllFormed, NotDecoded};

/// Doubly encoded UTF-8, through single bytes of the form `B`: ISO-8859-1 or Windows-1252.
///
/// As a codec, it reads and writes one code point at a time. The [`Probe`](super::Probe) determines whether
/// an input as a whole is doubly encoded.
///
/// ```
/// use placemat::{encode, form::{Iso8859_1, Windows1252}, stream::DoubleUtf8};
/// assert_eq!(encode(DoubleUtf8::<Iso8859_1>::default(), &[0x20AC]).unwrap(), b"\xC3\xA2\xC2\x82\xC2\xAC");
/// assert_eq!(encode(DoubleUtf8::<Windows1252>::default(), &[0x20AC]).unwrap(), b"\xC3\xA2\xE2\x80\x9A\xC2\xAC");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DoubleUtf8<B>(PhantomData<B>);

/// The number of code points or bytes that are processed at a time, on the stack.
const STRIP: usize = 256;

/// Reads a character that was encoded twice from the start of some bytes, through Windows-1252 or otherwise
/// through ISO-8859-1.
#[cfg(feature = "detect")]
#[inline]
pub(crate) fn decode_twice(bytes: &[u8]) -> Option<Decoded> {
    let by_windows_1252 = DoubleUtf8::<Windows1252>::default().decode_next(bytes, true);
    by_windows_1252.or_else(|_| DoubleUtf8::<Iso8859_1>::default().decode_next(bytes, true)).ok()
}

impl<B: Form<Unit = u8>> Internal for DoubleUtf8<B> {
    type Units = u8;
    const KINDS: &'static [Kind] = &[Kind::Other];
    type Kinds = One;
    const PAIRING: Option<PairingRule> = Some(PairingRule::Absent);

    /// Converts outer text to bytes to inner text, a strip at a time. Outer text whose inner text is
    /// incomplete is not read.
    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        let (mut outer, mut inner) = ([0; STRIP], [0; STRIP]);
        let (mut read, mut written) = (0, 0);
        loop {
            let (outer_read, count) = Utf8.decode_run(&units[read..], &mut outer);
            let (taken, len) = B::default().encode_run(&outer[..count], &mut inner);
            let (bytes, code_points) = Utf8.decode_run(&inner[..len.min(taken)], &mut out[written..]);
            if bytes == 0 {
                return (read, written);
            }
            // A code point of the outer text is one byte of the inner text.
            let left = outer[bytes..count].iter().filter_map(|&code_point| char::from_u32(code_point));
            read += outer_read - left.map(char::len_utf8).sum::<usize>();
            written += code_points;
        }
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        let (mut inner, mut outer) = ([0; STRIP], [0; STRIP]);
        let (mut read, mut written) = (0, 0);
        loop {
            let fits = (out.len() - written) / 12;
            let strip = &code_points[read..];
            let strip = &strip[..strip.len().min(fits).min(STRIP / 4)];
            let (taken, len) = Utf8.encode_run(strip, &mut inner);
            if taken == 0 {
                return (read, written);
            }
            let (_, count) = B::default().decode_run(&inner[..len], &mut outer);
            let (_, bytes) = Utf8.encode_run(&outer[..count], &mut out[written..]);
            read += taken;
            written += bytes;
        }
    }
}

/// Returns `true` if there is a byte that can continue the inner text, and whose outer sequence begins with
/// the available bytes.
fn could_complete<B: Form<Unit = u8>>(inner: &[u8], outer: &[u8]) -> bool {
    let (mut text, mut sequence) = ([0; 4], [0; 4]);
    text[..inner.len()].copy_from_slice(inner);
    (0..=0xFF).any(|byte| {
        text[inner.len()] = byte;
        let goes_on =
            !matches!(Utf8.decode_next(&text[..=inner.len()], false), Err(NotDecoded::IllFormed(_)));
        let single = B::default().decode_next(&[byte], true).ok();
        let len = single.and_then(|single| Utf8.encode_next(single.code_point, &mut sequence).ok());
        goes_on && len.is_some_and(|len| sequence[..len].starts_with(outer))
    })
}

impl<B: Form<Unit = u8>> Codec for DoubleUtf8<B> {
    type Unit = u8;

    fn info(self) -> &'static CodecInfo {
        const {
            let name = match Kind::of::<B>() {
                Kind::Latin1 => "double-utf-8-latin1",
                _ => "double-utf-8-cp1252",
            };
            &CodecInfo {
                longest: 12,
                is_utf_8: false,
                doubled: Some(B::TABLE),
                resynchronizes: false,
                reads_utf_8_to: 0,
                ..info_of::<Utf8>(name, 1, Kind::Other)
            }
        }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        if units.is_empty() {
            return Err(NotDecoded::Incomplete);
        }
        // The inner bytes, and the end of the outer sequence of each.
        let (mut inner, mut ends) = ([0; 4], [0; 4]);
        let (mut count, mut at) = (0, 0);
        let broken = |len| {
            Err(NotDecoded::IllFormed(IllFormed { len, kind: ErrorKind::NotDoubleEncoded, more: false }))
        };
        let truncated = |inner: &[u8], at, part: IllFormed| {
            Err(NotDecoded::IllFormed(IllFormed {
                more: part.more && could_complete::<B>(inner, &units[at..]),
                ..part
            }))
        };
        while count < inner.len() {
            let (byte, len) = match Utf8.decode_next(&units[at..], end) {
                Ok(Decoded { code_point, len }) => {
                    let mut byte = [0];
                    (B::default().encode_next(code_point, &mut byte).ok().map(|_| byte[0]), len)
                }
                Err(NotDecoded::Incomplete) if !end => return Err(NotDecoded::Incomplete),
                Err(NotDecoded::IllFormed(error)) if count == 0 => return truncated(&[], 0, error),
                Err(NotDecoded::IllFormed(error)) => {
                    let whole = IllFormed { len: at, kind: ErrorKind::NotDoubleEncoded, ..error };
                    return truncated(&inner[..count], at, whole);
                }
                Err(NotDecoded::Incomplete) => {
                    return truncated(
                        &inner[..count],
                        at,
                        IllFormed { len: at, kind: ErrorKind::NotDoubleEncoded, more: true },
                    );
                }
            };
            match byte {
                Some(byte) => inner[count] = byte,
                None => return broken(if count == 0 { len } else { at }),
            }
            at += len;
            ends[count] = at;
            count += 1;
            match Utf8.decode_next(&inner[..count], false) {
                Ok(decoded) => return Ok(Decoded { len: at, ..decoded }),
                Err(NotDecoded::Incomplete) => {}
                Err(NotDecoded::IllFormed(error)) => return broken(ends[error.len - 1]),
            }
        }
        broken(at)
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        let (mut inner, mut outer) = ([0; 4], [0; 12]);
        let count = Utf8.encode_next(code_point, &mut inner)?;
        let mut needed = 0;
        for byte in &inner[..count] {
            let Ok(single) = B::default().decode_next(core::slice::from_ref(byte), true) else {
                return Err(NotEncoded::Unencodable);
            };
            needed += Utf8.encode_next(single.code_point, &mut outer[needed..])?;
        }
        let room = out.get_mut(..needed).ok_or(NotEncoded::OutputFull { needed })?;
        room.copy_from_slice(&outer[..needed]);
        Ok(needed)
    }
}
