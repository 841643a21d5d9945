//! An input that ends in a lead surrogate, followed by an input that begins with a trail surrogate.
//!
//! Unicode gives the example in D89: `004D D800` and `DF02 004D` are each ill-formed, and their concatenation
//! is well-formed. So the lead surrogate is set aside when its input ends. If a trail surrogate follows, both
//! are one code point, as they are within one input. If not, the earlier input is converted to its end as if
//! it had ended there, and the next one begins.

use super::ill_formed::generalized;
use super::{Io, PENDING, Reading, Stage, Stop, Transcoder};
use crate::code_point::join_surrogates;
use crate::codec::Codec;
use crate::engine::event::End;
use crate::engine::observer::Observer;
use crate::error::ErrorKind;
use crate::table::NotDecoded;
use crate::unit::Unit;

/// The longest sequence of a surrogate: three bytes.
const LONGEST: usize = 3;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Begins another input for the same output. Byte order marks are looked for again, and offsets count
    /// from its start.
    ///
    /// A lead surrogate at the end of one input and a trail surrogate at the start of the next become one
    /// code point in two cases: if the source reads them as one within an input (UTF-16, WTF-16, WTF-8,
    /// CESU-8, Modified UTF-8), or if the target joins them. No other sequence crosses from one input to the
    /// next.
    ///
    /// Call it after a push with [`End::Input`] has returned [`Status::Done`](crate::Status::Done). After a
    /// failure, the unread rest of the failed input is dropped.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, stream::End, Conversion, Options, Status};
    /// // Unicode, D89: neither string is well-formed UTF-16, and their concatenation is.
    /// let mut transcoder = Conversion::new(Utf16, Utf8, Options::default()).unwrap().transcoder().unwrap();
    /// let mut out = [0; 8];
    /// let (first, status) = transcoder.push(&[0x4D, 0xD800], &mut out, End::Input);
    /// assert_eq!((first.written, status, transcoder.waiting_input()), (1, Status::Done, Some(0)));
    /// transcoder.next_input();
    /// let (second, _) = transcoder.push(&[0xDF02, 0x4D], &mut out[1..], End::All);
    /// assert_eq!(&out[..1 + second.written], "M\u{10302}M".as_bytes());
    /// ```
    pub fn next_input(&mut self) {
        self.set_aside();
        self.reading = Reading::start(self.start, self.reading.input + 1, 0);
        self.stage = Stage::Begin;
    }

    /// Returns the number of the first input that is not fully converted, counted from 0. Such an input has a
    /// lead surrogate or an escaped byte that waits for what follows, or an incomplete sequence. Events and
    /// failures that are still to come are about this input or a later one.
    ///
    /// ```
    /// use placemat::{form::{Wtf16, Wtf8}, Conversion, Options};
    /// let mut transcoder = Conversion::new(Wtf16, Wtf8, Options::default()).unwrap().transcoder().unwrap();
    /// transcoder.push(&[0x61], &mut [0; 8], false);
    /// assert_eq!(transcoder.waiting_input(), None);
    /// transcoder.push(&[0xD83D], &mut [0; 8], false);
    /// assert_eq!(transcoder.waiting_input(), Some(0));
    /// ```
    pub fn waiting_input(&self) -> Option<u64> {
        let held = self.writing.held[..self.writing.held_len].iter().map(|held| held.input);
        let current = self.reading.waits().then_some(self.reading.input);
        held.chain(self.cut.map(|cut| cut.input)).chain(current).min()
    }

    /// Returns the number, counted from 0, of the input with the failure that stopped the transcoder, or 0
    /// before a failure. It is an earlier one than the current input if that ended with something that had to
    /// wait for the current one.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, stream::End, Conversion, Options, Status};
    /// let mut transcoder = Conversion::new(Utf16, Utf8, Options::default()).unwrap().transcoder().unwrap();
    /// transcoder.push(&[0x61], &mut [0; 8], End::Input);
    /// transcoder.next_input();
    /// transcoder.push(&[0xD83D], &mut [0; 8], End::Input);
    /// transcoder.next_input();
    /// let (_, status) = transcoder.push(&[0x61], &mut [0; 8], true);
    /// assert!(matches!(status, Status::IllFormed(error) if error.offset() == 0));
    /// assert_eq!(transcoder.failed_input(), 1);
    /// ```
    pub fn failed_input(&self) -> u64 {
        self.failed_input
    }

    /// Returns `true` if the rest of an input is a lead surrogate, and the source reads surrogates as pairs.
    pub(super) fn ends_in_lead(&self, io: &Io<'_, S, T, impl Observer + ?Sized>) -> bool {
        let left = self.reading.pending_len + io.input.len() - io.read;
        if left == 0 || left != length::<S>(self.from.width) || self.reading.bytewise > 0 {
            return false;
        }
        let mut window = [S::Unit::default(); PENDING];
        let (units, _) = self.window(io, &mut window);
        lead(self.reading.source, units).is_some()
    }

    /// Sets aside the lead surrogate that the current input ends with.
    pub(super) fn set_aside(&mut self) {
        let units = &self.reading.pending[..self.reading.pending_len];
        if self.stage != Stage::Body || lead(self.reading.source, units).is_none() {
            return;
        }
        self.cut = Some(Reading { bytewise: 0, passing: None, ..self.reading });
    }

    /// Converts what was set aside, together with the trail surrogate that the current input begins with, or
    /// alone. Returns `false` if the current input is empty, so that the next one decides.
    pub(super) fn settle_cut(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<bool, Stop> {
        let Some(cut) = self.cut else { return Ok(true) };
        let len = length::<S>(self.from.width);
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        if units.is_empty() && io.end == End::Input {
            return Ok(false);
        }
        if units.len() < len && !end && may_begin_trail(self.from.width, units) {
            return Err(self.keep(io));
        }
        let trail = units.get(..len).and_then(|units| trail(self.reading.source, units));
        let Some((lead, trail)) = lead(cut.source, &cut.pending[..cut.pending_len]).zip(trail) else {
            self.convert_cut(cut, io)?;
            self.cut = None;
            return Ok(true);
        };
        if cut.open.is_some() {
            // The pair ends a run of adjacent errors before it.
            self.convert_cut(Reading { pending_len: 0, ..cut }, io)?;
            self.cut = Some(Reading { open: None, ..cut });
        }
        let current = core::mem::replace(&mut self.reading.input, cut.input);
        let carried = self.emit(join_surrogates(lead, trail), cut.offset, cut.pending_len as u64, io);
        self.reading.input = current;
        carried?;
        self.cut = None;
        self.consume(len, io);
        Ok(true)
    }

    /// Converts an earlier input to its end. If the output is full, the rest of it stays set aside.
    fn convert_cut(
        &mut self,
        cut: Reading<S>,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let current = core::mem::replace(&mut self.reading, cut);
        let (output, observer) = (&mut io.output[io.written..], &mut *io.observer);
        let mut rest = Io { input: &[], output, read: 0, written: 0, end: End::All, observer };
        let result = self.steps::<false>(&mut rest);
        io.written += rest.written;
        let left = core::mem::replace(&mut self.reading, current);
        match result {
            // What precedes a pair is closed in one step, or does not change.
            Err(Stop::Full(_)) if cut.pending_len > 0 => self.cut = Some(left),
            Err(Stop::Failed(..)) => self.cut = None,
            _ => {}
        }
        result
    }
}

/// Returns the number of units of a surrogate, if the source reads surrogates as pairs; otherwise 0.
const fn length<S: Codec>(width: usize) -> usize {
    match (<S::Unit as Unit>::BITS, width) {
        (8, 1) => 3,
        (8, 2) => 2,
        (16, 1) => 1,
        _ => 0,
    }
}

/// Returns the sequences that a surrogate may have in units: three bytes, two bytes in either order, or one
/// unit.
fn forms<S: Codec>(width: usize, code_point: u32) -> [[S::Unit; LONGEST]; 2] {
    let [high, low] = [code_point >> 8, code_point & 0xFF];
    let forms = match (<S::Unit as Unit>::BITS, width) {
        (8, 1) => [[0xED, 0x80 | code_point >> 6 & 0x3F, 0x80 | code_point & 0x3F]; 2],
        (8, _) => [[high, low, 0], [low, high, 0]],
        _ => [[code_point, 0, 0]; 2],
    };
    forms.map(|form| form.map(S::Unit::from_u32))
}

/// Returns the lead surrogate that the units are, if the source reads it and a trail surrogate as one code
/// point.
fn lead<S: Codec>(source: S, units: &[S::Unit]) -> Option<u32> {
    let width = source.info().width;
    let trails = forms::<S>(width, 0xDC00);
    let joined = trails.iter().find_map(|trail| pair(source, units, trail.get(..length::<S>(width))?))?;
    Some(0xD800 + ((joined - 0x1_0000) >> 10))
}

/// Returns the trail surrogate that the units are, if the source reads a lead surrogate and it as one code
/// point.
fn trail<S: Codec>(source: S, units: &[S::Unit]) -> Option<u32> {
    let width = source.info().width;
    let leads = forms::<S>(width, 0xD800);
    let joined = leads.iter().find_map(|lead| pair(source, lead.get(..length::<S>(width))?, units))?;
    Some(0xDC00 + ((joined - 0x1_0000) & 0x3FF))
}

/// Returns the code point that both together are in the source. In WTF-8 such bytes are ill-formed, and
/// concatenation joins them.
fn pair<S: Codec>(source: S, lead: &[S::Unit], trail: &[S::Unit]) -> Option<u32> {
    if lead.is_empty() || lead.len() != trail.len() {
        return None;
    }
    let mut units = [S::Unit::default(); 2 * LONGEST];
    let len = 2 * lead.len();
    units[..lead.len()].copy_from_slice(lead);
    units[lead.len()..len].copy_from_slice(trail);
    match source.decode_next(&units[..len], true) {
        Ok(decoded) if decoded.len == len && decoded.code_point > 0xFFFF => Some(decoded.code_point),
        Err(NotDecoded::IllFormed(error)) if error.kind == ErrorKind::SurrogatePair && error.len == len => {
            let [lead, trail] = [lead, trail].map(|units| generalized(units, true).ok());
            Some(join_surrogates(lead?.code_point, trail?.code_point))
        }
        _ => None,
    }
}

/// Returns `true` if the units, fewer than a surrogate has, may be the beginning of a trail surrogate.
fn may_begin_trail<U: Unit>(width: usize, units: &[U]) -> bool {
    let byte = |k: usize| units.get(k).map(|unit| unit.to_u32());
    width > 1 || byte(0).is_none_or(|byte| byte == 0xED) && byte(1).is_none_or(|byte| byte >= 0xB0)
}
