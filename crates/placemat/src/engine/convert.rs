//! Conversion of a whole input into a vector; code points in and out; concatenation.

use alloc::vec;
use alloc::vec::Vec;

use crate::cast::{bytes_of, bytes_of_mut};
use crate::code_point::{is_lead_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::{Codec, NotEncoded, begun};
use crate::engine::observer::Observer;
use crate::engine::selection::{goes_directly, kernel_for};
use crate::engine::sink::Sink;
use crate::engine::{Conversion, Event, Transcoder};
use crate::error::{Error, ErrorKind, Failure, Unencodable};
use crate::form::{Form, PairingRule, Ucs4Units};
use crate::options::Options;
use crate::policy::OnUnencodable;
use crate::simd::Isa;
use crate::table::{Decoded, NotDecoded};
use crate::unit::{Endian, Unit};

/// The output of a conversion, and the counts of what its policies absorbed.
///
/// ```
/// use placemat::{Conversion, Encoding, OnError, Options};
/// let replace = Options { on_error: OnError::Replace, ..Options::default() };
/// let converted = Conversion::new(Encoding::Utf8, Encoding::Utf8, replace).unwrap().convert(b"a\xFF").unwrap();
/// assert_eq!((&*converted.output, converted.errors), ("a\u{FFFD}".as_bytes(), 1));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted<U> {
    /// The output, in units of the target.
    pub output: Vec<U>,
    /// The number of times that the error policy was applied.
    pub errors: u64,
    /// The number of code points that were substituted.
    pub unencodable: u64,
    /// The number of surrogate pairs that were joined, or of which the trail surrogate was replaced.
    pub joined: u64,
    /// The number of units after a frame, which were not read (framed Modified UTF-8).
    pub trailing: u64,
}

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
    /// // The byte 00 belongs to the frame; the bytes after it do not.
    /// let framed = Conversion::new(Encoding::Mutf8Nul, Encoding::Utf8, Options::default()).unwrap();
    /// assert_eq!(framed.convert(b"abc\0").unwrap().trailing, 0);
    /// assert_eq!(framed.convert(b"abc\0de").unwrap().trailing, 2);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what stopped the conversion, whichever comes first in the input.
    pub fn convert(&self, input: &[S::Unit]) -> Result<Converted<T::Unit>, Failure> {
        self.convert_observed::<false, _>(input, &mut ())
    }

    /// Converts a whole input and reports each event of the policies.
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
    /// Returns the errors of [`convert`](Conversion::convert).
    pub fn convert_reporting(
        &self,
        input: &[S::Unit],
        report: &mut dyn FnMut(Event),
    ) -> Result<Converted<T::Unit>, Failure> {
        self.convert_observed::<false, dyn Observer + '_>(input, &mut { report })
    }

    /// Converts as [`convert`](Conversion::convert) does, with an observer. If `TRUSTS`, the input must be
    /// well-formed.
    pub(crate) fn convert_observed<const TRUSTS: bool, O: Observer + ?Sized>(
        &self,
        input: &[S::Unit],
        observer: &mut O,
    ) -> Result<Converted<T::Unit>, Failure> {
        let resolved = self.source.resolve(input)?;
        let base = resolved.text.start as u64;
        let conversion =
            Conversion { source: resolved.codec, target: self.target.unframed(), options: self.options };
        let mut converted =
            Converted { trailing: (input.len() - resolved.end) as u64, ..Converted::default() };
        let mut transcoder = conversion.resolved_transcoder().at(base);
        let text = &input[resolved.text];
        let room = first_guess(conversion.target.info().longest, text.len(), S::Unit::BITS);
        let mut sink = Growing { units: zeros(room), written: 0 };
        transcoder.convert_all::<TRUSTS, O>(text, &mut sink, observer)?;
        sink.units.truncate(sink.written);
        converted.output = sink.units;
        let counts = transcoder.counts();
        (converted.errors, converted.unencodable, converted.joined) =
            (counts.errors, counts.unencodable, counts.joined);
        self.target.frame(&mut converted.output, || self.code_points_in(input))?;
        Ok(converted)
    }

    /// Returns the number of code points that the conversion writes, which the error of a frame that is too
    /// long counts.
    fn code_points_in(&self, input: &[S::Unit]) -> u64 {
        let options = Options { on_unencodable: OnUnencodable::Strict, ..self.options };
        let counting = Conversion { source: self.source, target: Ucs4Units, options };
        counting.convert(input).map_or(0, |converted| converted.output.len() as u64)
    }
}

/// A vector whose first units are written. The rest is capacity.
pub(super) struct Growing<U> {
    pub(super) units: Vec<U>,
    pub(super) written: usize,
}

impl<S: Codec, T: Codec> Sink<S, T> for Growing<T::Unit> {
    fn room(&mut self) -> &mut [T::Unit] {
        &mut self.units[self.written..]
    }

    fn take(&mut self, units: usize) {
        self.written += units;
    }

    fn make_room(&mut self, needed: usize, _: &mut Transcoder<S, T>, _: &[S::Unit]) -> usize {
        let room = needed.max(self.written / 2).max(64);
        self.units.resize(self.written + room, T::Unit::default());
        0
    }
}

/// Returns the room to begin with: half as much again as the input, and a few units. UTF-16 to UTF-8 may need
/// three bytes for each unit; then the output grows. To grow takes longer than to convert a short input,
/// which therefore gets all that it may need, if its units have this many bits.
#[inline]
pub(super) fn first_guess(longest: usize, input: usize, bits: u32) -> usize {
    let most = |input: usize, longest: usize| input.saturating_mul(longest.max(1)).saturating_add(16);
    // A unit of eight bits may be a letter of ISO-8859-1, and one of sixteen is in the BMP.
    let of_short = most(input.min(SHORT), longest.min(bits as usize / 8 + 1));
    let usual = input.saturating_add(input / 2).saturating_add(longest.max(16));
    usual.max(of_short).min(most(input, longest))
}

/// The length of a short input, in units.
const SHORT: usize = 128;
/// Up to this many units are put together on the stack.
pub(super) const FEW: usize = 128;

/// Returns a vector of zeros. What the allocator sets to zero takes longer if it is little.
#[inline]
pub(super) fn zeros<U: Unit>(len: usize) -> Vec<U> {
    const LITTLE: usize = 1024;
    if len > LITTLE {
        return vec![U::default(); len];
    }
    let mut zeros = Vec::with_capacity(len);
    zeros.resize(len, U::default());
    zeros
}

#[cold]
#[inline]
fn no_kernel() -> ! {
    unreachable!("`goes_directly` is true only if there is a kernel")
}

/// Converts a whole input strictly.
///
/// ```
/// use placemat::{convert, form::{Utf8, Wtf16}, Encoding};
/// assert_eq!(convert(Encoding::Utf8, Encoding::Cesu8, "💩".as_bytes()).unwrap(), b"\xED\xA0\xBD\xED\xB2\xA9");
/// assert_eq!(convert(Utf8, Wtf16, "é".as_bytes()).unwrap(), [0xE9]);
/// ```
///
/// # Errors
///
/// Returns what stopped the conversion, whichever comes first in the input. A target without an encoder
/// cannot encode any code point.
pub fn convert<S: Codec, T: Codec>(source: S, target: T, input: &[S::Unit]) -> Result<Vec<T::Unit>, Failure> {
    convert_strictly::<S, T, false>(source, target, input)
}

/// Converts as [`convert`] does. If `TRUSTS`, the input must be well-formed.
pub(crate) fn convert_strictly<S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    input: &[S::Unit],
) -> Result<Vec<T::Unit>, Failure> {
    if const { goes_directly::<S, T>() } {
        return convert_directly::<S, T, TRUSTS>(source, target, input);
    }
    let conversion = Conversion { source, target, options: Options::default() };
    conversion.convert_observed::<TRUSTS, _>(input, &mut ()).map(|converted| converted.output)
}

/// Converts a whole input without a transcoder, if a kernel converts everything that both sides can
/// represent. Then a single step is needed only at the end, or at what stops the conversion.
fn convert_directly<S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    input: &[S::Unit],
) -> Result<Vec<T::Unit>, Failure> {
    let (source, skip) = begun(source, input, Options::default().default_endian);
    let (target, mark) = (target.with_order(Endian::Big), target.mark());
    if is_few::<S, T>(target, &input[skip..], mark) {
        let mut few = [T::Unit::default(); FEW];
        if let Some(units) = convert_few::<S, T, TRUSTS>(source, target, &input[skip..], mark, &mut few) {
            return Ok(units.to_vec());
        }
    }
    convert_after::<S, T, TRUSTS>(source, target, (input, skip), mark)
}

/// Converts the rest of an input as [`convert_directly`] does, from a place on, after units that are already
/// output. Signatures and byte order marks have been dealt with.
pub(super) fn convert_after<S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    (input, mut read): (&[S::Unit], usize),
    before: &[T::Unit],
) -> Result<Vec<T::Unit>, Failure> {
    let room = before.len() + first_guess(target.info().longest, input.len() - read, S::Unit::BITS);
    let mut output = zeros(room);
    output[..before.len()].copy_from_slice(before);
    let mut written = before.len();
    loop {
        let (more_read, more_written) =
            run_kernel::<S, T, TRUSTS>(source, target, &input[read..], &mut output[written..]);
        read += more_read;
        written += more_written;
        if read == input.len() {
            output.truncate(written);
            return Ok(output);
        }
        let offset = read as u64;
        match source.decode_next(&input[read..], true) {
            Ok(Decoded { code_point, len }) => match target.encode_next(code_point, &mut output[written..]) {
                Ok(units) => {
                    read += len;
                    written += units;
                }
                Err(NotEncoded::OutputFull { needed }) => {
                    output.resize(output.len() + needed.max(output.len() / 2), T::Unit::default());
                }
                Err(NotEncoded::Unencodable) => {
                    return Err(Failure::Unencodable(Unencodable { code_point, offset, len: len as u64 }));
                }
            },
            Err(NotDecoded::IllFormed(part)) => return Err(Failure::IllFormed(part.at(offset))),
            Err(NotDecoded::Incomplete) => unreachable!("the input ends here"),
        }
    }
}

/// Returns `true` if the output of a text probably fits on the stack, after units that are already output. With
/// units of 16 bits, the copy takes longer than that saves.
#[inline]
pub(super) fn is_few<S: Codec, T: Codec>(target: T, text: &[S::Unit], before: &[T::Unit]) -> bool {
    T::Unit::BITS != 16 && before.len() + first_guess(target.info().longest, text.len(), S::Unit::BITS) <= FEW
}

/// Converts a short text, after units that are already output, or returns `None` if that takes more than a kernel.
/// Output on the stack leaves kernels room for whole vectors, and what is copied from there to the heap takes no
/// more memory than it needs.
#[inline]
pub(super) fn convert_few<'o, S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    text: &[S::Unit],
    before: &[T::Unit],
    few: &'o mut [T::Unit; FEW],
) -> Option<&'o [T::Unit]> {
    let (beginning, room) = few.split_at_mut_checked(before.len())?;
    if !before.is_empty() {
        beginning.copy_from_slice(before);
    }
    let (read, written) = run_kernel::<S, T, TRUSTS>(source, target, text, room);
    (read == text.len()).then(|| &few[..before.len() + written])
}

/// Converts as much of a text as the kernel takes. Returns the units read and written.
#[inline]
fn run_kernel<S: Codec, T: Codec, const TRUSTS: bool>(
    source: S,
    target: T,
    text: &[S::Unit],
    room: &mut [T::Unit],
) -> (usize, usize) {
    // The address of an empty slice may be anything, and a masked load from there is slow.
    if text.is_empty() {
        return (0, 0);
    }
    let kernel = kernel_for::<S, T, TRUSTS>(source, target, Options::default());
    let Some(kernel) = kernel else { no_kernel() };
    let (read, written) = kernel.run(Isa::current(), bytes_of(text), bytes_of_mut(room));
    (read / size_of::<S::Unit>(), written / size_of::<T::Unit>())
}

/// Decodes a whole input into code points, strictly.
///
/// ```
/// use placemat::{decode, form::Utf8};
/// assert_eq!(decode(Utf8, b"A\xC3\xB1B").unwrap(), [0x41, 0xF1, 0x42]);
/// ```
///
/// # Errors
///
/// Returns the first ill-formed subsequence.
pub fn decode<S: Codec>(source: S, input: &[S::Unit]) -> Result<Vec<u32>, Error> {
    match convert(source, Ucs4Units, input) {
        Ok(code_points) => Ok(code_points),
        Err(Failure::IllFormed(error)) => Err(error),
        Err(Failure::Unencodable(lost)) => Err(Error::new(lost.offset, lost.len, ErrorKind::OutOfRange)),
    }
}

/// Encodes code points strictly. Offsets in failures are indices of code points.
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
/// Returns the first code point that the target cannot encode.
pub fn encode<T: Codec>(target: T, code_points: &[u32]) -> Result<Vec<T::Unit>, Failure> {
    convert(Ucs4Units, target, code_points)
}

/// Concatenates two strings of one form. If the left one ends with a lead surrogate and the right one begins
/// with a trail surrogate, WTF-8 replaces both by the code point of the pair (the specification, 6.5). In all
/// other forms, the units are put side by side.
///
/// ```
/// use placemat::{concat, form::Wtf8};
/// assert_eq!(concat(Wtf8, b"a\xED\xA0\xBD", b"\xED\xB2\xA9b"), "a💩b".as_bytes());
/// ```
pub fn concat<F: Form>(form: F, left: &[F::Unit], right: &[F::Unit]) -> Vec<F::Unit> {
    let mut result = left.to_vec();
    append(form, &mut result, right);
    result
}

/// Appends a string as [`concat()`] does.
#[inline]
pub(crate) fn append<F: Form>(form: F, left: &mut Vec<F::Unit>, right: &[F::Unit]) {
    // All surrogates begin with the same unit.
    let begins_surrogate = |unit: &F::Unit| unit.to_u32() == const { lead_of_surrogates::<F>() };
    if F::PAIRING == PairingRule::Joins && right.first().is_some_and(begins_surrogate) {
        join(form, left, right);
    } else {
        left.extend_from_slice(right);
    }
}

/// Appends units that may begin with a trail surrogate.
#[inline(never)]
fn join<F: Form>(form: F, left: &mut Vec<F::Unit>, right: &[F::Unit]) {
    const LEN: usize = 3;
    let pair = left.last_chunk::<LEN>().zip(right.first_chunk::<LEN>()).and_then(|(lead, trail)| {
        let lead = form.decode_next(lead, true).ok()?.code_point;
        let trail = form.decode_next(trail, true).ok()?.code_point;
        (is_lead_surrogate(lead) && is_trail_surrogate(trail)).then(|| join_surrogates(lead, trail))
    });
    let Some(joined) = pair else { return left.extend_from_slice(right) };
    left.truncate(left.len() - LEN);
    let mut units = [F::Unit::default(); 4];
    let len = form.encode_next(joined, &mut units).unwrap_or(0);
    left.extend_from_slice(&units[..len]);
    left.extend_from_slice(&right[LEN..]);
}

/// Returns the first unit of surrogates, if the form has sequences for them; otherwise any number.
const fn lead_of_surrogates<F: Form>() -> u32 {
    match F::TABLE.encode(0xDC00) {
        Some((units, _)) => units[0],
        None => 0,
    }
}
