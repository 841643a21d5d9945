//! One side of a conversion: what the engine needs of a form or a scheme.
//!
//! A form over its own units is a [`Codec`]. So is a scheme, which puts a form into bytes (see
//! [`scheme`](crate::scheme)), and so is an [`Encoding`](crate::Encoding) chosen at run time. The engine is
//! written once, over this trait. Its offsets are in the codec's units.

mod info;
mod internal;
mod kinds;
mod null;
mod pattern;
mod run;
#[cfg(all(test, feature = "encoding"))]
mod tests;

use core::fmt;
use core::ops::Range;

use crate::cast::value_at;
use crate::error::{Error, ErrorKind};
use crate::form::Form;
use crate::kernel::Kind;
use crate::table::{Decoded, IllFormed, MAX_SEQUENCE, NotDecoded};
use crate::unit::{Endian, Unit};

pub(crate) use info::CodecInfo;
pub(crate) use info::info_of;
pub(crate) use internal::Internal;
pub(crate) use kinds::{Find, Kinds, One, Several};
pub use null::Null;

/// A source or a target of conversions.
///
/// Most callers only name codecs. The methods say what a codec is, and read and write single code points
/// without policies. All lengths are in units of the codec.
///
/// Sealed: implemented for every [`Form`], for the [schemes](crate::scheme) and for
/// [`Encoding`](crate::Encoding)s.
///
/// ```
/// use placemat::{form::{Utf16, Utf8}, scheme::Le, Codec};
/// assert_eq!(Utf8.info().longest, 4);
/// assert_eq!(Le(Utf16).info().longest, 4); // bytes
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an encoding",
    label = "not an encoding",
    note = "name one that is known at compile time, such as `form::Utf8`, or one chosen at run time, such as \
            `Encoding::Utf8`; `Encoding::for_name(name)` finds it by a name"
)]
pub trait Codec: Copy + fmt::Debug + Send + Sync + Internal<Units = <Self as Codec>::Unit> + 'static {
    /// The type of its units: bytes for schemes, code units for forms.
    ///
    /// ```
    /// use placemat::{form::Utf16, scheme::Le, Codec};
    /// let (unit, byte): (<Utf16 as Codec>::Unit, <Le<Utf16> as Codec>::Unit) = (0x20AC_u16, 0xAC_u8);
    /// assert_eq!(unit as u8, byte);
    /// ```
    type Unit: Unit;

    /// Returns the properties of the codec.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Wtf8}, Codec};
    /// assert_eq!((Utf8.info().name, Wtf8.info().name), ("utf-8", "wtf-8"));
    /// ```
    fn info(self) -> &'static CodecInfo;

    /// Reads one code point from the start of `units`. If `end` is `false`, more units may follow.
    ///
    /// ```
    /// use placemat::{form::Cesu8Lenient, table::{Decoded, NotDecoded}, Codec};
    /// // A lead surrogate is lone, unless its trail surrogate follows.
    /// assert_eq!(Cesu8Lenient.decode_next(b"\xED\xA0\xBD", false), Err(NotDecoded::Incomplete));
    /// assert_eq!(Cesu8Lenient.decode_next(b"\xED\xA0\xBD", true), Ok(Decoded { code_point: 0xD83D, len: 3 }));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`NotDecoded::Incomplete`] if more input is needed to decide, also if `units` is empty.
    /// Otherwise returns [`NotDecoded::IllFormed`] with the extent of the maximal subpart.
    fn decode_next(self, units: &[Self::Unit], end: bool) -> Result<Decoded, NotDecoded>;

    /// Reads the last code point of a text, or the last maximal subpart of an ill-formed subsequence. Both
    /// are what reading from the start of the text would end with. The first ones are what
    /// [`decode_next`](Codec::decode_next) reads, if `end` is `true`.
    ///
    /// Returns `None` for codecs that cannot be read from any position
    /// ([`boundaries`](crate::stream::boundaries) names them), and if `units` is empty. Reads only the units
    /// at the end in which two of the longest sequences fit. Looks for no byte order mark: the codec of
    /// [`begin`](Codec::begin) and [`with_order`](Codec::with_order) knows it. A sequence that Corrected
    /// UTF-8 reserves, if it is longer than these units, is read as trail units without a lead.
    ///
    /// ```
    /// use placemat::{form::{Utf1, Utf8}, table::Decoded, Codec};
    /// assert_eq!(Utf8.decode_last("a€".as_bytes()), Some(Ok(Decoded { code_point: 0x20AC, len: 3 })));
    /// let error = Utf8.decode_last(b"a\xE2\x82").unwrap().unwrap_err();
    /// assert_eq!(error.len, 2);
    /// assert_eq!((Utf8.decode_last(b""), Utf1.decode_last(b"a")), (None, None));
    /// ```
    fn decode_last(self, units: &[Self::Unit]) -> Option<Result<Decoded, IllFormed>> {
        let info = self.info();
        if !info.resynchronizes {
            return None;
        }
        // From anywhere, reading is at the right boundaries after the length of a sequence.
        let longest = info.table.rows().iter().map(crate::table::Row::len).max().unwrap_or(1) * info.width;
        let from = units.len().saturating_sub(2 * longest);
        let (mut at, mut last) = (from - from % info.width, None);
        while at < units.len() {
            let read = match self.decode_next(&units[at..], true) {
                Ok(decoded) => Ok(decoded),
                Err(NotDecoded::IllFormed(error)) => Err(error),
                Err(NotDecoded::Incomplete) => break,
            };
            at += read.map_or_else(|error| error.len, |decoded| decoded.len);
            last = Some(read);
        }
        last
    }

    /// Writes one code point to the start of `out` and returns its length in units.
    ///
    /// ```
    /// use placemat::{form::Mutf8, Codec};
    /// let mut out = [0xFF; 3];
    /// assert_eq!((Mutf8.encode_next(0, &mut out), out), (Ok(2), [0xC0, 0x80, 0xFF]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the encoding cannot represent the code point, or if `out` is too short. The
    /// error's `needed` returns the number of units required, or `None` for such a code point. Nothing is
    /// written then.
    ///
    /// ```
    /// use placemat::{form::Utf8, Codec};
    /// assert_eq!(Utf8.encode_next(0xD800, &mut [0; 4]).unwrap_err().needed(), None);
    /// assert_eq!(Utf8.encode_next(0x20AC, &mut [0; 2]).unwrap_err().needed(), Some(3));
    /// ```
    fn encode_next(self, code_point: u32, out: &mut [Self::Unit]) -> Result<usize, NotEncoded>;

    /// Looks for a byte order mark or a signature at the start of the input. Returns its length in units and
    /// the byte order that it determines, or `None` if more input is needed to decide.
    ///
    /// ```
    /// use placemat::{form::Utf8, scheme::Signed, Codec, Endian};
    /// let begin = |head| Signed(Utf8).begin(head, false, Endian::Big);
    /// assert!(begin(b"\xEF\xBB").is_none());
    /// assert!(begin(b"\xEF\xBB\xBF").is_some_and(|preamble| preamble.skip == 3 && preamble.order.is_none()));
    /// ```
    fn begin(self, _head: &[Self::Unit], _end: bool, _default: Endian) -> Option<Preamble> {
        Some(Preamble { skip: 0, order: None })
    }

    /// Returns this codec in the byte order that [`begin`](Codec::begin) found.
    ///
    /// ```
    /// use placemat::{Codec, Encoding, Endian};
    /// assert_eq!(Encoding::Utf16.with_order(Endian::Little), Encoding::Utf16Le);
    /// ```
    #[must_use]
    fn with_order(self, _order: Endian) -> Self {
        self
    }

    /// Resolves a wrapper, which must see its whole input: returns the codec to read with, and the range that
    /// is text.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// let resolved = Encoding::Utf8OrWindows1252.resolve(b"caf\xE9").unwrap();
    /// assert_eq!((resolved.codec, resolved.text), (Encoding::Windows1252, 0..4));
    /// ```
    ///
    /// # Errors
    ///
    /// Only wrappers return an error: the input as a whole is not valid.
    fn resolve(self, input: &[Self::Unit]) -> Result<Unwrapped<Self>, Error> {
        Ok(Unwrapped { codec: self, text: 0..input.len(), end: input.len() })
    }

    /// Returns the codec that writes the content of a frame. It is strict.
    ///
    /// ```
    /// use placemat::{Codec, Encoding};
    /// assert_eq!(Encoding::Mutf8Dex.unframed(), Encoding::Mutf8);
    /// ```
    #[must_use]
    fn unframed(self) -> Self {
        self
    }

    /// Returns the units that an encoder writes first.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, scheme::{Le, Marked}, Codec};
    /// assert_eq!(Marked::<Utf16>::default().mark(), b"\xFE\xFF");
    /// assert!(Le(Utf16).mark().is_empty() && Utf8.mark().is_empty());
    /// ```
    fn mark(self) -> &'static [Self::Unit] {
        &[]
    }
}

/// What a wrapper found in its whole input.
///
/// ```
/// use placemat::{Codec, Encoding};
/// let framed = Encoding::Mutf8Nul.resolve(b"abc\0rest").unwrap();
/// assert_eq!((framed.codec, framed.text, framed.end), (Encoding::Mutf8Lenient, 0..3, 4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwrapped<C> {
    /// The codec to read the text with.
    pub codec: C,
    /// The range of the text, in units.
    pub text: Range<usize>,
    /// The end of the wrapper in units, after the terminator of a frame.
    pub end: usize,
}

/// What a codec found at the start of its input.
///
/// ```
/// use placemat::{Codec, Encoding, Endian};
/// let preamble = Encoding::Utf16.begin(b"\xFF\xFEa\0", true, Endian::Big).unwrap();
/// assert_eq!((preamble.skip, preamble.order), (2, Some(Endian::Little)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preamble {
    /// The length in units of the byte order mark or signature, which is not part of the text.
    pub skip: usize,
    /// The byte order that follows from the byte order mark or from its absence.
    pub order: Option<Endian>,
}

/// Returns the codec for a whole input after its byte order mark or signature, and the length of that.
#[inline]
pub(crate) fn begun<C: Codec>(codec: C, input: &[C::Unit], default: Endian) -> (C, usize) {
    // `begin` only waits for more input, and there is none.
    let preamble = codec.begin(input, true, default).unwrap_or(Preamble { skip: 0, order: None });
    (preamble.order.map_or(codec, |order| codec.with_order(order)), preamble.skip)
}

/// Why a code point was not written.
///
/// ```
/// use placemat::{form::Utf16, Codec};
/// assert!(Utf16.encode_next(0x1F4A9, &mut [0; 1]).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotEncoded {
    /// The encoding cannot represent the code point.
    Unencodable,
    /// The output is too short: `needed` units are required. Nothing was written.
    OutputFull {
        /// The number of units required.
        needed: usize,
    },
}

impl NotEncoded {
    /// Returns the number of units required, or `None` if the encoding cannot represent the code point.
    ///
    /// ```
    /// use placemat::{form::Utf16, Codec};
    /// assert_eq!(Utf16.encode_next(0x1F4A9, &mut [0; 1]).unwrap_err().needed(), Some(2));
    /// assert_eq!(Utf16.encode_next(0xD83D, &mut [0; 2]).unwrap_err().needed(), None);
    /// ```
    #[inline]
    pub const fn needed(self) -> Option<usize> {
        match self {
            NotEncoded::Unencodable => None,
            NotEncoded::OutputFull { needed } => Some(needed),
        }
    }
}

impl<F: Form> Codec for F {
    type Unit = F::Unit;

    #[inline]
    fn info(self) -> &'static CodecInfo {
        const { &info_of::<F>(F::NAME, 1, Kind::of::<F>()) }
    }

    #[inline]
    fn decode_next(self, units: &[F::Unit], end: bool) -> Result<Decoded, NotDecoded> {
        match F::TABLE.lookup(units) {
            Some(decoded) => Ok(decoded),
            None => decode_by_definition::<F>(units, end),
        }
    }

    #[inline]
    fn encode_next(self, code_point: u32, out: &mut [F::Unit]) -> Result<usize, NotEncoded> {
        let (units, len) = sequence::<F>(code_point).ok_or(NotEncoded::Unencodable)?;
        let room = out.get_mut(..len).ok_or(NotEncoded::OutputFull { needed: len })?;
        for (place, unit) in room.iter_mut().zip(units) {
            *place = F::Unit::from_u32(unit);
        }
        Ok(len)
    }
}

/// Returns the units of a code point. Escaped bytes take precedence over the table. Returns `None` for a form
/// without an encoder.
#[inline]
pub(crate) const fn sequence<F: Form>(code_point: u32) -> Option<([u32; MAX_SEQUENCE], usize)> {
    if const { !F::ENCODES } {
        return None;
    }
    if let Some(carry) = F::CARRY
        && let Some(unit) = carry.unit(code_point)
    {
        return Some(([unit, 0, 0, 0, 0, 0], 1));
    }
    F::TABLE.encode(code_point)
}

/// Returns the first ill-formed subsequence. This is the reference implementation: one sequence after the
/// other.
pub(crate) const fn validate_by_definition<F: Form>(units: &[F::Unit]) -> Result<(), Error> {
    let mut at = 0;
    while at < units.len() {
        match decode_by_definition::<F>(units.split_at(at).1, true) {
            Ok(decoded) => at += decoded.len,
            Err(NotDecoded::IllFormed(part)) => return Err(part.at(at as u64)),
            Err(NotDecoded::Incomplete) => unreachable!(),
        }
    }
    Ok(())
}

/// The reference implementation of decoding: the table, then reserved sequences, then escaped bytes.
#[cold]
pub(crate) const fn decode_by_definition<F: Form>(
    units: &[F::Unit],
    end: bool,
) -> Result<Decoded, NotDecoded> {
    if units.is_empty() {
        return Err(NotDecoded::Incomplete);
    }
    let first = value_at(units, 0);
    if let Some(from) = F::RESERVED
        && first >= from
    {
        let mut len = 1;
        while len < units.len() && F::TABLE.is_trail(value_at(units, len)) {
            len += 1;
        }
        let open = !end && len == units.len();
        return Err(NotDecoded::IllFormed(IllFormed { len, kind: ErrorKind::Reserved, more: open }));
    }
    match (F::TABLE.decode(units, end), F::CARRY) {
        (Err(NotDecoded::IllFormed(_)), Some(carry)) if first >= carry.first => {
            Ok(Decoded { code_point: carry.code_point(first), len: 1 })
        }
        (result, _) => result,
    }
}
