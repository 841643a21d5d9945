//! Encoding schemes: forms as bytes (Unicode 3.10; CONFORMANCE.md, Marks).
//!
//! A form of bytes is its own scheme. For the 16- and 32-bit forms, the schemes add byte orders, incomplete
//! units, and byte order marks. A form of bytes may get a signature or a permutation of its bytes.

mod named;
mod permuted;
mod utf_ebcdic;

use core::fmt;
use core::marker::PhantomData;

pub use named::{
    CorrectedUtf8Document, Ucs2Be, Ucs2Le, Ucs4Be, Ucs4Le, Utf8Sig, Utf16Be, Utf16Le, Utf16Marked, Utf32Be,
    Utf32Le, Utf32Marked, Wtf16Be, Wtf16Le,
};
pub use permuted::{Permutation, Permuted};
pub use utf_ebcdic::{Ebcdic, UtfEbcdic};

use crate::code_point::MARK;
use crate::codec::{Begun, Codec, Facts, NotEncoded, One, Several, facts_of, sealed, sequence};
use crate::error::ErrorKind;
use crate::form::{CorrectedUtf8Text, Form, MAGIC_NUMBER, Seam, Utf8};
use crate::kernel::{self, Kind};
use crate::policy::Endian;
use crate::simd::Isa;
use crate::table::{Decoded, IllFormed, MAX_SEQUENCE, NotDecoded};
use crate::unit::Unit;

/// A byte order, as a type.
///
/// ```
/// use placemat::{scheme::{Big, Order}, Endian};
/// assert_eq!(Big::ENDIAN, Endian::Big);
/// ```
pub trait Order: Copy + Default + fmt::Debug + Send + Sync + 'static {
    /// The byte order.
    ///
    /// ```
    /// use placemat::{scheme::{Little, Order}, Endian};
    /// assert_eq!(Little::ENDIAN, Endian::Little);
    /// ```
    const ENDIAN: Endian;
}

/// Least significant byte first.
///
/// ```
/// use placemat::{encode, form::Utf16, scheme::{Little, Ordered}};
/// assert_eq!(encode(Ordered::<Utf16, Little>::default(), &[0x20AC]).unwrap(), b"\xAC\x20");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Little;
/// Most significant byte first.
///
/// ```
/// use placemat::{encode, form::Utf16, scheme::{Big, Ordered}};
/// assert_eq!(encode(Ordered::<Utf16, Big>::default(), &[0x20AC]).unwrap(), b"\x20\xAC");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Big;

impl Order for Little {
    const ENDIAN: Endian = Endian::Little;
}
impl Order for Big {
    const ENDIAN: Endian = Endian::Big;
}

/// The bytes of a 16- or 32-bit form in a byte order.
///
/// ```
/// use placemat::{encode, scheme::{Utf16Be, Utf16Le}};
/// assert_eq!(encode(Utf16Be::default(), &[0x10302]).unwrap(), b"\xD8\x00\xDF\x02");
/// assert_eq!(encode(Utf16Le::default(), &[0x10302]).unwrap(), b"\x00\xD8\x02\xDF");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ordered<F, O>(PhantomData<(F, O)>);

/// A form in the byte order that its byte order mark determines.
///
/// ```
/// use placemat::{decode, encode, scheme::Utf16Marked};
/// assert_eq!(decode(Utf16Marked::default(), b"\xFF\xFEA\0").unwrap(), [0x41]);
/// assert_eq!(decode(Utf16Marked::default(), b"\0A").unwrap(), [0x41]);
/// assert_eq!(encode(Utf16Marked::default(), &[0x41]).unwrap(), b"\xFE\xFF\0A");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marked<F> {
    order: Option<Endian>,
    form: PhantomData<F>,
}

/// A form of bytes with a signature at the start.
///
/// ```
/// use placemat::{decode, encode, scheme::Utf8Sig};
/// assert_eq!(decode(Utf8Sig::default(), b"\xEF\xBB\xBF\xEF\xBB\xBFa").unwrap(), [0xFEFF, 0x61]);
/// assert_eq!(encode(Utf8Sig::default(), &[0x61]).unwrap(), b"\xEF\xBB\xBFa");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signed<F>(PhantomData<F>);

/// A form that has a signature.
///
/// ```
/// use placemat::{form::Utf8, scheme::Signature};
/// assert_eq!(Utf8::SIGNATURE, "\u{FEFF}".as_bytes());
/// ```
pub trait Signature: Form<Unit = u8> {
    /// The bytes of the signature.
    ///
    /// ```
    /// use placemat::{form::{CorrectedUtf8Text, MAGIC_NUMBER}, scheme::Signature};
    /// assert_eq!(CorrectedUtf8Text::SIGNATURE, MAGIC_NUMBER);
    /// ```
    const SIGNATURE: &'static [u8];
    /// The identifier of the form with its signature.
    ///
    /// ```
    /// use placemat::{form::Utf8, scheme::Signature, Encoding};
    /// assert_eq!(Utf8::SIGNED_NAME, Encoding::Utf8Sig.identifier());
    /// ```
    const SIGNED_NAME: &'static str;
}

impl Signature for Utf8 {
    const SIGNATURE: &'static [u8] = &[0xEF, 0xBB, 0xBF];
    const SIGNED_NAME: &'static str = "utf-8-sig";
}

impl Signature for CorrectedUtf8Text {
    const SIGNATURE: &'static [u8] = &MAGIC_NUMBER;
    const SIGNED_NAME: &'static str = "corrected-utf-8-document";
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

impl<F: Form, O: Order> Ordered<F, O> {
    const SUFFIXED: Suffixed = match O::ENDIAN {
        Endian::Little => Suffixed::new(F::NAME, "le"),
        Endian::Big => Suffixed::new(F::NAME, "be"),
    };
    /// The identifier of the form, with the byte order if the form has schemes.
    const NAME: &'static str = match Kind::of::<F>().order() {
        Some(_) => Self::SUFFIXED.as_str(),
        None => F::NAME,
    };
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

impl<F: Form, O: Order> sealed::Sealed for Ordered<F, O> {
    const KINDS: &'static [Kind] = &[Kind::of::<F>().in_order(O::ENDIAN)];
    type Kinds = One;
    const SEAM: Option<Seam> = Some(F::SEAM);
}

impl<F: Form, O: Order> Codec for Ordered<F, O> {
    type Unit = u8;

    #[inline]
    fn facts(self) -> &'static Facts {
        const {
            let kind = Kind::of::<F>().in_order(O::ENDIAN);
            &facts_of::<F>(Self::NAME, width_of::<F>(), kind)
        }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        decode_bytes::<F>(units, end, O::ENDIAN)
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        encode_bytes::<F>(code_point, out, O::ENDIAN)
    }

    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        decode_run_bytes::<F>(units, out, O::ENDIAN)
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        encode_run_bytes::<F>(code_points, out, O::ENDIAN)
    }

    #[inline]
    fn well_formed_run(self, units: &[u8]) -> usize {
        well_formed_run_bytes::<F>(units, O::ENDIAN)
    }
}

impl<F: Form> sealed::Sealed for Marked<F> {
    const KINDS: &'static [Kind] =
        &[Kind::of::<F>().in_order(Endian::Little), Kind::of::<F>().in_order(Endian::Big), Kind::Other];
    type Kinds = Several;
    const SEAM: Option<Seam> = Some(F::SEAM);
}

impl<F: Form> Codec for Marked<F> {
    type Unit = u8;

    fn facts(self) -> &'static Facts {
        match self.order {
            None => const { &facts_of::<F>(F::NAME, width_of::<F>(), Kind::Other) },
            Some(Endian::Little) => Ordered::<F, Little>::default().facts(),
            Some(Endian::Big) => Ordered::<F, Big>::default().facts(),
        }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        decode_bytes::<F>(units, end, self.order.unwrap_or_default())
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        encode_bytes::<F>(code_point, out, self.order.unwrap_or_default())
    }

    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        decode_run_bytes::<F>(units, out, self.order.unwrap_or_default())
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        encode_run_bytes::<F>(code_points, out, self.order.unwrap_or_default())
    }

    fn well_formed_run(self, units: &[u8]) -> usize {
        well_formed_run_bytes::<F>(units, self.order.unwrap_or_default())
    }

    fn begin(self, head: &[u8], end: bool, default: Endian) -> Option<Begun> {
        let mut is_open = false;
        for order in [Endian::Big, Endian::Little] {
            let mut mark = [0; 4];
            let mark = &mut mark[..width_of::<F>()];
            write_unit(F::Unit::from_u32(MARK), mark, order);
            if head.starts_with(mark) {
                return Some(Begun { skip: mark.len(), order: Some(order) });
            }
            is_open |= !end && mark.starts_with(head);
        }
        if is_open {
            return None;
        }
        Some(Begun { skip: 0, order: Some(default) })
    }

    fn with_order(self, order: Endian) -> Self {
        Marked { order: Some(order), ..self }
    }

    fn mark(self) -> &'static [u8] {
        if F::Unit::BITS == 16 { &[0xFE, 0xFF] } else { &[0x00, 0x00, 0xFE, 0xFF] }
    }
}

impl<F: Signature> sealed::Sealed for Signed<F> {
    const KINDS: &'static [Kind] = F::KINDS;
    type Kinds = One;
    const SEAM: Option<Seam> = Some(F::SEAM);
}

impl<F: Signature> Codec for Signed<F> {
    type Unit = u8;

    fn facts(self) -> &'static Facts {
        const { &facts_of::<F>(F::SIGNED_NAME, 1, Kind::of::<F>()) }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        F::default().decode_next(units, end)
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        F::default().encode_next(code_point, out)
    }

    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        F::default().decode_run(units, out)
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        F::default().encode_run(code_points, out)
    }

    fn well_formed_run(self, units: &[u8]) -> usize {
        F::default().well_formed_run(units)
    }

    fn begin(self, head: &[u8], end: bool, _default: Endian) -> Option<Begun> {
        if head.starts_with(F::SIGNATURE) {
            Some(Begun { skip: F::SIGNATURE.len(), order: None })
        } else if !end && F::SIGNATURE.starts_with(head) {
            None
        } else {
            Some(Begun { skip: 0, order: None })
        }
    }

    fn mark(self) -> &'static [u8] {
        F::SIGNATURE
    }
}
