//! In one piece: validation, conversion, code points in and out, concatenation.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::codec::{Codec, Null};
use crate::engine::{Conversion, End, Status};
use crate::error::Error;
use crate::options::Options;
#[cfg(feature = "alloc")]
use crate::{
    engine::{Event, EventKind},
    error::Failure,
    form::{Form, Ucs4Units},
    policy::OnUnencodable,
};

/// Is the input well-formed? A mark at its start is looked for and left out.
///
/// ```
/// use placemat::{form::Utf8, validate, Encoding};
/// assert!(validate(Utf8, "¡olé!".as_bytes()).is_ok());
/// let error = validate(Encoding::Cesu8, "💩".as_bytes()).unwrap_err();
/// assert_eq!((error.offset(), error.len()), (0, 1));
/// ```
///
/// # Errors
///
/// The first ill-formed part.
pub fn validate<S: Codec>(source: S, input: &[S::Unit]) -> Result<(), Error> {
    validate_with(source, input, Options::default())
}

/// The same with options, of which `default_endian`, `heal_pairs` and `refuse_surrogates` matter here.
///
/// ```
/// use placemat::{validate_with, Encoding, Options};
/// let refuse = Options { refuse_surrogates: true, ..Options::default() };
/// assert!(validate_with(Encoding::Utf8Rfc2279, b"\xED\xA0\x80", refuse).is_err());
/// ```
///
/// # Errors
///
/// The first ill-formed part.
pub fn validate_with<S: Codec>(source: S, input: &[S::Unit], options: Options) -> Result<(), Error> {
    let options = Options {
        default_endian: options.default_endian,
        heal_pairs: options.heal_pairs,
        refuse_surrogates: options.refuse_surrogates,
        ..Options::default()
    };
    let resolved = source.resolve(input)?;
    let conversion = Conversion { source: resolved.codec, target: Null, options };
    let mut transcoder = conversion.resolved_transcoder();
    match transcoder.push_with(&input[resolved.text.clone()], &mut [], End::All, &mut |_| {}).1 {
        Status::IllFormed(error) => Err(Error { offset: error.offset + resolved.text.start as u64, ..error }),
        _ => Ok(()),
    }
}

/// What a conversion made, and what its policies absorbed.
///
/// ```
/// use placemat::{Conversion, Encoding, OnError, Options};
/// let replace = Options { on_error: OnError::Replace, ..Options::default() };
/// let converted = Conversion::new(Encoding::Utf8, Encoding::Utf8, replace).unwrap().convert(b"a\xFF").unwrap();
/// assert_eq!((&*converted.output, converted.errors), ("a\u{FFFD}".as_bytes(), 1));
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted<U> {
    /// The units of the target.
    pub output: Vec<U>,
    /// How often the error policy was applied.
    pub errors: u64,
    /// How many code points were substituted.
    pub unencodable: u64,
    /// How many surrogate pairs were fused or broken.
    pub joined: u64,
    /// Units behind a frame that were not read (the framed layers of Modified UTF-8).
    pub trailing: u64,
}

#[cfg(feature = "alloc")]
impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Converts a whole input.
    ///
    /// ```
    /// use placemat::{Conversion, Encoding, OnUnencodable, Options};
    /// let options = Options { on_unencodable: OnUnencodable::EscapeXml, ..Options::default() };
    /// let conversion = Conversion::new(Encoding::Utf8, Encoding::Iso8859_1, options).unwrap();
    /// let converted = conversion.convert("5 €".as_bytes()).unwrap();
    /// assert_eq!((&converted.output[..], converted.unencodable), (&b"5 &#x20AC;"[..], 1));
    ///
    /// // The byte 00 belongs to the frame, what follows does not.
    /// let framed = Conversion::new(Encoding::Mutf8Nul, Encoding::Utf8, Options::default()).unwrap();
    /// assert_eq!(framed.convert(b"abc\0").unwrap().trailing, 0);
    /// assert_eq!(framed.convert(b"abc\0de").unwrap().trailing, 2);
    /// ```
    ///
    /// # Errors
    ///
    /// What stopped the conversion, whichever comes first in the input.
    pub fn convert(&self, input: &[S::Unit]) -> Result<Converted<T::Unit>, Failure> {
        self.convert_reporting(input, &mut |_| {})
    }

    /// Converts a whole input and reports what the policies absorb.
    ///
    /// ```
    /// use placemat::{Conversion, Encoding, OnError, Options};
    /// let options = Options { on_error: OnError::Skip, ..Options::default() };
    /// let conversion = Conversion::new(Encoding::Utf8, Encoding::Utf8, options).unwrap();
    /// let mut events = 0;
    /// conversion.convert_reporting(b"a\xFFb\xFF", &mut |_| events += 1).unwrap();
    /// assert_eq!(events, 2);
    /// ```
    ///
    /// # Errors
    ///
    /// As [`convert`](Conversion::convert).
    pub fn convert_reporting(
        &self,
        input: &[S::Unit],
        report: &mut dyn FnMut(Event),
    ) -> Result<Converted<T::Unit>, Failure> {
        let resolved = self.source.resolve(input)?;
        let base = resolved.text.start as u64;
        let conversion =
            Conversion { source: resolved.codec, target: self.target.unframed(), options: self.options };
        let mut converted =
            Converted { trailing: (input.len() - resolved.end) as u64, ..Converted::default() };
        let mut transcoder = conversion.resolved_transcoder();
        let text = &input[resolved.text];
        let mut read = 0;
        let mut room = first_guess(conversion.target.facts().longest, text.len());
        loop {
            let written = converted.output.len();
            converted.output.resize(written + room, T::Unit::default());
            let (errors, unencodable, joined) =
                (&mut converted.errors, &mut converted.unencodable, &mut converted.joined);
            let mut count = |event: Event| {
                *match event.kind {
                    EventKind::IllFormed(_) => &mut *errors,
                    EventKind::Unencodable(_) => &mut *unencodable,
                    EventKind::Joined(_) => &mut *joined,
                } += 1;
                report(event.moved(base));
            };
            let (progress, status) =
                transcoder.push_with(&text[read..], &mut converted.output[written..], End::All, &mut count);
            read += progress.read;
            converted.output.truncate(written + progress.written);
            match status {
                Status::Done => break,
                Status::NeedInput => unreachable_end(),
                Status::OutputFull { needed } => room = needed.max(converted.output.len() / 2).max(64),
                Status::IllFormed(error) => {
                    return Err(Failure::IllFormed(Error { offset: error.offset + base, ..error }));
                }
                Status::Unencodable(lost) => {
                    return Err(Failure::Unencodable(crate::Unencodable {
                        offset: lost.offset + base,
                        ..lost
                    }));
                }
            }
        }
        self.target.frame(&mut converted.output, || self.code_points_in(input))?;
        Ok(converted)
    }

    /// How many code points the conversion carries: what the error of a frame that is too long counts.
    fn code_points_in(&self, input: &[S::Unit]) -> u64 {
        let options = Options { on_unencodable: OnUnencodable::Strict, ..self.options };
        let counting = Conversion { source: self.source, target: Ucs4Units, options };
        counting.convert(input).map_or(0, |converted| converted.output.len() as u64)
    }
}

/// Room for most conversions at once: what dense text of three-byte sequences needs.
#[cfg(feature = "alloc")]
fn first_guess(longest: usize, input: usize) -> usize {
    input
        .saturating_add(input / 2)
        .saturating_add(longest.max(16))
        .min(input.saturating_mul(longest.max(1)).saturating_add(16))
}

#[cfg(feature = "alloc")]
#[cold]
fn unreachable_end() -> ! {
    unreachable!("at the end of the input there is nothing to wait for")
}

/// Converts a whole input, strictly.
///
/// ```
/// use placemat::{convert, form::{Utf8, Wtf16}, Encoding};
/// assert_eq!(convert(Encoding::Utf8, Encoding::Cesu8, "💩".as_bytes()).unwrap(), b"\xED\xA0\xBD\xED\xB2\xA9");
/// assert_eq!(convert(Utf8, Wtf16, "é".as_bytes()).unwrap(), [0xE9]);
/// ```
///
/// # Errors
///
/// What stopped the conversion, whichever comes first in the input. A target without an encoder holds no code point.
#[cfg(feature = "alloc")]
pub fn convert<S: Codec, T: Codec>(source: S, target: T, input: &[S::Unit]) -> Result<Vec<T::Unit>, Failure> {
    let conversion = Conversion { source, target, options: Options::default() };
    conversion.convert(input).map(|converted| converted.output)
}

/// The code points of a whole input, strictly.
///
/// ```
/// use placemat::{decode, form::Utf8};
/// assert_eq!(decode(Utf8, b"A\xC3\xB1B").unwrap(), [0x41, 0xF1, 0x42]);
/// ```
///
/// # Errors
///
/// The first ill-formed part.
#[cfg(feature = "alloc")]
pub fn decode<S: Codec>(source: S, input: &[S::Unit]) -> Result<Vec<u32>, Error> {
    match convert(source, Ucs4Units, input) {
        Ok(code_points) => Ok(code_points),
        Err(Failure::IllFormed(error)) => Err(error),
        Err(Failure::Unencodable(lost)) => {
            Err(Error::new(lost.offset, lost.len, crate::ErrorKind::OutOfRange))
        }
    }
}

/// Encodes code points, strictly. Offsets in failures are indices of code points.
///
/// ```
/// use placemat::{encode, form::Wtf8, Encoding};
/// // The WTF-8 specification, 6.1: pairs join.
/// assert_eq!(encode(Wtf8, &[0xD83D, 0xDCA9]).unwrap(), "💩".as_bytes());
/// assert_eq!(encode(Encoding::Utf8, &[0x61, 0xD800]).unwrap_err().offset(), 1);
/// ```
///
/// # Errors
///
/// The first code point that the target cannot hold.
#[cfg(feature = "alloc")]
pub fn encode<T: Codec>(target: T, code_points: &[u32]) -> Result<Vec<T::Unit>, Failure> {
    convert(Ucs4Units, target, code_points)
}

/// Concatenates two strings of one form: where the left one ends in a lead half and the right one begins with a trail
/// half, WTF-8 puts the joined code point between (the specification, 6.5). In all other forms the units stand side by
/// side.
///
/// ```
/// use placemat::{concat, form::Wtf8};
/// assert_eq!(concat(Wtf8, b"a\xED\xA0\xBD", b"\xED\xB2\xA9b"), "a💩b".as_bytes());
/// ```
#[cfg(feature = "alloc")]
pub fn concat<F: Form>(form: F, left: &[F::Unit], right: &[F::Unit]) -> Vec<F::Unit> {
    use crate::code_point::{is_lead_surrogate, is_trail_surrogate, join_surrogates};
    use crate::form::Seam;
    const HALF: usize = 3;
    let mut result = left.to_vec();
    let halves = (F::SEAM == Seam::Joins)
        .then(|| Some((left.last_chunk::<HALF>()?, right.first_chunk::<HALF>()?)))
        .flatten()
        .and_then(|(lead, trail)| {
            let lead = form.decode_next(lead, true).ok()?.code_point;
            let trail = form.decode_next(trail, true).ok()?.code_point;
            (is_lead_surrogate(lead) && is_trail_surrogate(trail)).then(|| join_surrogates(lead, trail))
        });
    let Some(joined) = halves else {
        result.extend_from_slice(right);
        return result;
    };
    result.truncate(left.len() - HALF);
    let mut units = [F::Unit::default(); 4];
    let len = form.encode_next(joined, &mut units).unwrap_or(0);
    result.extend_from_slice(&units[..len]);
    result.extend_from_slice(&right[HALF..]);
    result
}
