//! Encoding schemes: forms as bytes (Unicode 3.10; CONFORMANCE.md, Marks).
//!
//! A form of bytes is its own scheme. For the 16- and 32-bit forms, the schemes add byte orders, incomplete
//! units, and byte order marks. A form of bytes may get a signature or a permutation of its bytes.

mod permuted;
mod signed;
mod utf_ebcdic;

use core::marker::PhantomData;

pub(crate) use permuted::{Permutation, Permuted};
pub use signed::Signed;
pub use utf_ebcdic::UtfEbcdic;

use crate::code_point::MARK;
use crate::codec::{Codec, CodecInfo, Internal, NotEncoded, One, Preamble, Several, info_of, sequence};
use crate::error::ErrorKind;
use crate::form::{Form, PairingRule};
use crate::kernel::{self, Kind};
use crate::simd::Isa;
use crate::table::{Decoded, IllFormed, MAX_SEQUENCE, NotDecoded};
use crate::unit::{Endian, Unit};

/// The bytes of a form, least significant byte of each unit first, without a byte order mark: `Le(Utf16)` is
/// `utf-16le` (Unicode 3.10, D97), `Le(Utf32)` is `utf-32le` (D100), and so on. U+FEFF at the start is a
/// character and is kept.
///
/// ```
/// use placemat::{decode, encode, form::{Ucs2, Ucs4Units, Utf16, Utf32}, scheme::Le};
/// assert_eq!(encode(Le(Utf16), &[0x10302]).unwrap(), b"\x00\xD8\x02\xDF");
/// assert_eq!(decode(Le(Utf16), b"\xFF\xFEa\0").unwrap(), [0xFEFF, 0x61]);
/// assert_eq!(encode(Le(Utf32), &[0x10_FFFF]).unwrap(), b"\xFF\xFF\x10\0");
/// // Each unit of UCS-2 is a code point, and UCS-4 has every value of 31 bits.
/// assert_eq!(decode(Le(Ucs2), b"\x3D\xD8\xA9\xDC").unwrap(), [0xD83D, 0xDCA9]);
/// assert_eq!(decode(Le(Ucs4Units), b"\xFF\xFF\xFF\x7F").unwrap(), [0x7FFF_FFFF]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Le<F>(pub F);

/// The bytes of a form, most significant byte of each unit first, without a byte order mark: `Be(Utf16)` is
/// `utf-16be` (Unicode 3.10, D96), `Be(Utf32)` is `utf-32be` (D99), and so on. Lengths and offsets are in
/// bytes, and part of a unit is ill-formed.
///
/// ```
/// use placemat::{encode, form::{Ucs2, Ucs4Units, Utf16, Utf32, Wtf16}, scheme::Be, validate, ErrorKind};
/// assert_eq!(encode(Be(Utf16), &[0x10302]).unwrap(), b"\xD8\x00\xDF\x02");
/// let lone_lead = validate(Be(Utf16), b"\0a\xD8\x3D\0b").unwrap_err();
/// assert_eq!((lone_lead.offset(), lone_lead.len()), (2, 2));
/// let odd_byte = validate(Be(Wtf16), b"\xD8\x3D\xDC").unwrap_err();
/// assert_eq!((odd_byte.offset(), odd_byte.len()), (2, 1));
/// assert_eq!(validate(Be(Utf32), b"\0\x11\0\0").unwrap_err().kind(), ErrorKind::OutOfRange);
/// assert!(validate(Be(Ucs4Units), b"\0\0\xD8\0").is_ok() && validate(Be(Utf32), b"\0\0\xD8\0").is_err());
/// assert!(encode(Be(Ucs2), &[0x1_0000]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Be<F>(pub F);

/// The bytes of a form in the order that the byte order mark at the start determines: `Marked<Utf16>` is
/// `utf-16` (Unicode 3.10, D98), and `Marked<Utf32>` is `utf-32` (D101). Without a mark, the option
/// `default_endian` determines the order (CONFORMANCE.md, decision 21).
///
/// ```
/// use placemat::{decode, encode, form::{Utf16, Utf32}, scheme::Marked};
/// let utf_16 = Marked::<Utf16>::default();
/// assert_eq!(decode(utf_16, b"\xFF\xFEA\0").unwrap(), [0x41]);
/// assert_eq!(decode(utf_16, b"\0A").unwrap(), [0x41]);
/// assert_eq!(encode(utf_16, &[0x41]).unwrap(), b"\xFE\xFF\0A");
/// // Only the first U+FEFF is a byte order mark.
/// assert_eq!(decode(utf_16, b"\xFF\xFE\xFF\xFEa\0").unwrap(), [0xFEFF, 0x61]);
/// // FF FE 00 00 is a mark of UTF-32, and not one of UTF-16 before a U+0000.
/// assert_eq!(decode(Marked::<Utf32>::default(), b"\xFF\xFE\0\0a\0\0\0").unwrap(), [0x61]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marked<F> {
    order: Option<Endian>,
    form: PhantomData<F>,
}

/// The number of units that are read from bytes at a time, on the stack.
const STRIP: usize = 128;

#[inline]
fn read_unit<U: Unit>(bytes: &[u8], order: Endian) -> U {
    let fold = |value: u32, &byte: &u8| value << 8 | u32::from(byte);
    U::from_u32(match order {
        Endian::Big => bytes.iter().fold(0, fold),
        Endian::Little => bytes.iter().rev().fold(0, fold),
    })
}

#[inline]
fn write_unit<U: Unit>(unit: U, bytes: &mut [u8], order: Endian) {
    let unit = unit.to_u32();
    let last = bytes.len() - 1;
    for (k, byte) in bytes.iter_mut().enumerate() {
        let shift = match order {
            Endian::Big => last - k,
            Endian::Little => k,
        };
        *byte = (unit >> (8 * shift)) as u8;
    }
}

const fn width_of<F: Form>() -> usize {
    (F::Unit::BITS / 8) as usize
}

/// The name of a form with the suffix of a byte order.
#[derive(Clone, Copy)]
struct Suffixed {
    bytes: [u8; 16],
    len: usize,
}

impl Suffixed {
    const fn new(form: &str, suffix: &str) -> Self {
        let (form, suffix) = (form.as_bytes(), suffix.as_bytes());
        let (mut bytes, mut len) = ([0; 16], 0);
        while len < form.len() + suffix.len() {
            bytes[len] = if len < form.len() { form[len] } else { suffix[len - form.len()] };
            len += 1;
        }
        Suffixed { bytes, len }
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(name) => name,
            Err(_) => unreachable!(),
        }
    }
}

/// Fills `units` from the whole units of `bytes`. Returns their number.
fn fill<U: Unit>(bytes: &[u8], units: &mut [U], order: Endian) -> usize {
    let width = (U::BITS / 8) as usize;
    let mut n = 0;
    for (unit, bytes) in units.iter_mut().zip(bytes.chunks_exact(width)) {
        *unit = read_unit(bytes, order);
        n += 1;
    }
    n
}

fn decode_bytes<F: Form>(bytes: &[u8], end: bool, order: Endian) -> Result<Decoded, NotDecoded> {
    let width = width_of::<F>();
    let mut units = [F::Unit::default(); MAX_SEQUENCE];
    let count = fill(bytes, &mut units, order);
    let rest = (bytes.len() - (count * width).min(bytes.len())) % width;
    let truncated = |len| {
        let more = could_complete::<F>(&units[..count], &bytes[bytes.len() - rest..], order);
        Err(NotDecoded::IllFormed(IllFormed { len, kind: ErrorKind::Truncated, more }))
    };
    if count == 0 {
        return if end && rest > 0 { truncated(rest) } else { Err(NotDecoded::Incomplete) };
    }
    // An incomplete unit after the whole ones is input too: the input does not end with the whole ones.
    let last = end && rest == 0 || count == MAX_SEQUENCE;
    match F::default().decode_next(&units[..count], last) {
        Ok(decoded) => Ok(Decoded { len: decoded.len * width, ..decoded }),
        Err(NotDecoded::IllFormed(error)) => {
            Err(NotDecoded::IllFormed(IllFormed { len: error.len * width, ..error }))
        }
        Err(NotDecoded::Incomplete) if !end => Err(NotDecoded::Incomplete),
        // The input ends with part of a unit after an incomplete sequence. What it might have become is not
        // known. If the whole units are well-formed by themselves, the part is an error of its own; otherwise
        // the two are one error (CONFORMANCE.md, decision 22).
        Err(NotDecoded::Incomplete) => match F::default().decode_next(&units[..count], true) {
            Ok(decoded) => Ok(Decoded { len: decoded.len * width, ..decoded }),
            Err(_) => truncated(count * width + rest),
        },
    }
}

/// Returns `true` if some bytes after the part of a unit might make units that a sequence begins with.
/// Classes of units differ in their upper bytes, so a few completions represent all.
fn could_complete<F: Form>(units: &[F::Unit], part: &[u8], order: Endian) -> bool {
    const FILLINGS: [[u8; 3]; 3] = [[0, 0, 0], [1, 0, 0], [0xDC, 0, 0]];
    let width = width_of::<F>();
    FILLINGS.iter().any(|filling| {
        let mut bytes = [0; 4];
        bytes[..part.len()].copy_from_slice(part);
        bytes[part.len()..width].copy_from_slice(&filling[..width - part.len()]);
        let mut completed = [F::Unit::default(); MAX_SEQUENCE];
        completed[..units.len()].copy_from_slice(units);
        completed[units.len()] = read_unit(&bytes[..width], order);
        !matches!(F::default().decode_next(&completed[..=units.len()], false), Err(NotDecoded::IllFormed(_)))
    })
}

fn encode_bytes<F: Form>(code_point: u32, out: &mut [u8], order: Endian) -> Result<usize, NotEncoded> {
    let width = width_of::<F>();
    let (units, len) = sequence::<F>(code_point).ok_or(NotEncoded::Unencodable)?;
    let needed = len * width;
    let room = out.get_mut(..needed).ok_or(NotEncoded::OutputFull { needed })?;
    for (bytes, unit) in room.chunks_exact_mut(width).zip(units) {
        write_unit(F::Unit::from_u32(unit), bytes, order);
    }
    Ok(needed)
}

fn decode_run_bytes<F: Form>(bytes: &[u8], out: &mut [u32], order: Endian) -> (usize, usize) {
    let width = width_of::<F>();
    let mut units = [F::Unit::default(); STRIP];
    let (mut read, mut written) = (0, 0);
    loop {
        let count = fill(&bytes[read..], &mut units, order);
        let (units_read, code_points) = F::default().decode_run(&units[..count], &mut out[written..]);
        if units_read == 0 {
            return (read, written);
        }
        read += units_read * width;
        written += code_points;
    }
}

#[inline]
fn well_formed_run_bytes<F: Form>(bytes: &[u8], order: Endian) -> usize {
    let width = width_of::<F>();
    if const { F::TABLE.never_fails() } {
        return bytes.len() / width * width;
    }
    if const { matches!(Kind::of::<F>(), Kind::Utf16(_)) } {
        return kernel::validate_utf_16(Isa::current(), bytes, order);
    }
    if const { matches!(Kind::of::<F>(), Kind::Utf32(_)) } {
        return kernel::validate_utf_32(Isa::current(), bytes, order);
    }
    let mut units = [F::Unit::default(); STRIP];
    let mut read = 0;
    loop {
        let count = fill(&bytes[read..], &mut units, order);
        let well_formed = F::default().well_formed_run(&units[..count]);
        if well_formed == 0 {
            return read;
        }
        read += well_formed * width;
    }
}

fn encode_run_bytes<F: Form>(code_points: &[u32], out: &mut [u8], order: Endian) -> (usize, usize) {
    let width = width_of::<F>();
    let mut units = [F::Unit::default(); STRIP];
    let (mut read, mut written) = (0, 0);
    loop {
        let room = ((out.len() - written) / width).min(STRIP);
        let (taken, count) = F::default().encode_run(&code_points[read..], &mut units[..room]);
        if taken == 0 {
            return (read, written);
        }
        for (bytes, unit) in out[written..].chunks_exact_mut(width).zip(&units[..count]) {
            write_unit(*unit, bytes, order);
        }
        read += taken;
        written += count * width;
    }
}

macro_rules! ordered {
    ($($scheme:ident, $order:expr, $suffix:literal;)*) => { $(
        impl<F: Form> $scheme<F> {
            const SUFFIXED: Suffixed = Suffixed::new(F::NAME, $suffix);
            /// The identifier of the form, with the byte order if the form has schemes.
            const NAME: &'static str = match Kind::of::<F>().order() {
                Some(_) => Self::SUFFIXED.as_str(),
                None => F::NAME,
            };
        }

        impl<F: Form> Internal for $scheme<F> {
            type Units = u8;
            const KINDS: &'static [Kind] = &[Kind::of::<F>().in_order($order)];
            type Kinds = One;
            const PAIRING: Option<PairingRule> = Some(F::PAIRING);

            fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
                decode_run_bytes::<F>(units, out, $order)
            }

            fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
                encode_run_bytes::<F>(code_points, out, $order)
            }

            #[inline]
            fn well_formed_run(self, units: &[u8]) -> usize {
                well_formed_run_bytes::<F>(units, $order)
            }
        }

        impl<F: Form> Codec for $scheme<F> {
            type Unit = u8;

            #[inline]
            fn info(self) -> &'static CodecInfo {
                const {
                    let kind = Kind::of::<F>().in_order($order);
                    &info_of::<F>(Self::NAME, width_of::<F>(), kind)
                }
            }

            fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
                decode_bytes::<F>(units, end, $order)
            }

            fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
                encode_bytes::<F>(code_point, out, $order)
            }
        }
    )* };
}
ordered! {
    Le, Endian::Little, "le";
    Be, Endian::Big, "be";
}

impl<F: Form> Internal for Marked<F> {
    type Units = u8;
    const KINDS: &'static [Kind] =
        &[Kind::of::<F>().in_order(Endian::Little), Kind::of::<F>().in_order(Endian::Big), Kind::Other];
    type Kinds = Several;
    const PAIRING: Option<PairingRule> = Some(F::PAIRING);

    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        decode_run_bytes::<F>(units, out, self.order.unwrap_or_default())
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        encode_run_bytes::<F>(code_points, out, self.order.unwrap_or_default())
    }

    fn well_formed_run(self, units: &[u8]) -> usize {
        well_formed_run_bytes::<F>(units, self.order.unwrap_or_default())
    }
}

impl<F: Form> Codec for Marked<F> {
    type Unit = u8;

    fn info(self) -> &'static CodecInfo {
        match self.order {
            None => const { &info_of::<F>(F::NAME, width_of::<F>(), Kind::Other) },
            Some(Endian::Little) => Le::<F>::default().info(),
            Some(Endian::Big) => Be::<F>::default().info(),
        }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        decode_bytes::<F>(units, end, self.order.unwrap_or_default())
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        encode_bytes::<F>(code_point, out, self.order.unwrap_or_default())
    }

    fn begin(self, head: &[u8], end: bool, default: Endian) -> Option<Preamble> {
        let mut is_open = false;
        for order in [Endian::Big, Endian::Little] {
            let mut mark = [0; 4];
            let mark = &mut mark[..width_of::<F>()];
            write_unit(F::Unit::from_u32(MARK), mark, order);
            if head.starts_with(mark) {
                return Some(Preamble { skip: mark.len(), order: Some(order) });
            }
            is_open |= !end && mark.starts_with(head);
        }
        if is_open {
            return None;
        }
        Some(Preamble { skip: 0, order: Some(default) })
    }

    fn with_order(self, order: Endian) -> Self {
        Marked { order: Some(order), ..self }
    }

    fn mark(self) -> &'static [u8] {
        if F::Unit::BITS == 16 { &[0xFE, 0xFF] } else { &[0x00, 0x00, 0xFE, 0xFF] }
    }
}
