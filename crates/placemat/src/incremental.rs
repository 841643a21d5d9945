//! Text that comes in pieces of any size: validation and lossy decoding.

#[cfg(feature = "strings")]
mod lossy;
#[cfg(feature = "alloc")]
mod text_decoder;

#[cfg(feature = "strings")]
pub use lossy::LossyUtf8;
#[cfg(feature = "alloc")]
pub use text_decoder::TextDecoder;

use crate::codec::Codec;
use crate::engine::{PENDING, Unsupported};
use crate::error::{Error, ErrorKind};
use crate::form::PairingRule;
use crate::options::Options;
use crate::table::{IllFormed, NotDecoded, could_be_well_formed};
use crate::unit::Unit;

/// Validates text in pieces and fails at the first unit that makes the text ill-formed, as a WebSocket
/// requires.
///
/// Its errors do not depend on how the text is cut: each reports what is known at that unit. The offset is
/// the one that [`validate`](crate::validate()) reports for the whole text, with one exception: for a
/// surrogate pair in WTF-8, the error is the trail surrogate without its last byte. At that unit it is not
/// known yet whether the ill-formed subsequence is the pair or the trail surrogate alone.
///
/// ```
/// use placemat::{form::Utf8, stream::Validator, ErrorKind};
/// let mut validator = Validator::new(Utf8).unwrap();
/// validator.push(b"a\xE2\x82")?;
/// validator.push(b"\xAC\xF4")?;
/// // Only 80 to 8F can follow F4.
/// let error = validator.push(b"\x90").unwrap_err();
/// assert_eq!((error.offset(), error.kind()), (4, ErrorKind::OutOfRange));
/// # Ok::<(), placemat::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Validator<C: Codec> {
    codec: C,
    /// `true` once a byte order mark or signature has been looked for.
    has_begun: bool,
    /// The beginning of a sequence, or of a byte order mark or signature.
    pending: [C::Unit; PENDING],
    pending_len: usize,
    /// The number of units before `pending`.
    offset: u64,
    error: Option<Error>,
}

impl<C: Codec> Validator<C> {
    /// Creates a validator for the start of a text. If the codec has a byte order mark or a signature, it is
    /// looked for, as [`validate`](crate::validate()) does.
    ///
    /// ```
    /// use placemat::{form::Utf16, scheme::Le, stream::Validator, Encoding};
    /// let mut validator = Validator::new(Le(Utf16)).unwrap();
    /// assert!(validator.push(b"\x3D\xD8\xA9").is_ok());
    /// assert!(!validator.is_complete());
    ///
    /// // The byte order mark is little-endian: DC00 is a lone trail surrogate.
    /// let mut validator = Validator::new(Encoding::Utf16).unwrap();
    /// assert_eq!(validator.push(b"\xFF\xFE\x00\xDC").unwrap_err().offset(), 2);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for wrappers, which must see their whole input.
    pub fn new(codec: C) -> Result<Self, Unsupported> {
        let info = codec.info();
        if info.whole_input {
            return Err(Unsupported::WholeInput(info.name));
        }
        Ok(Validator {
            codec,
            has_begun: false,
            pending: [C::Unit::default(); PENDING],
            pending_len: 0,
            offset: 0,
            error: None,
        })
    }

    /// Returns the number of units that have been validated as whole sequences.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::Validator};
    /// let mut validator = Validator::new(Utf8).unwrap();
    /// validator.push(b"a\xE2").unwrap();
    /// assert_eq!(validator.valid_up_to(), 1);
    /// ```
    pub fn valid_up_to(&self) -> u64 {
        self.offset
    }

    /// Returns `true` if the text pushed so far is well-formed, that is, if [`finish`](Validator::finish)
    /// would succeed.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Wtf8}, stream::Validator};
    /// let mut validator = Validator::new(Wtf8).unwrap();
    /// // A lead surrogate may be alone, if no trail surrogate follows.
    /// validator.push(b"\xED\xA0\xBD").unwrap();
    /// assert!(validator.is_complete());
    /// validator.push(b"\xED").unwrap();
    /// assert!(!validator.is_complete());
    /// ```
    pub fn is_complete(&self) -> bool {
        self.clone().finish().is_ok()
    }

    /// Validates the next units of the text.
    ///
    /// ```
    /// use placemat::{form::Wtf8, stream::Validator};
    /// let mut validator = Validator::new(Wtf8).unwrap();
    /// assert!(validator.push(b"\xED\xA0\xBD").is_ok());
    /// // A surrogate pair is not WTF-8, for any last byte.
    /// assert!(validator.push(b"\xED").is_ok());
    /// let error = validator.push(b"\xB2").unwrap_err();
    /// assert_eq!((error.offset(), error.len()), (3, 2));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence as soon as it is certain. Every later call returns it again,
    /// unless [`resume`](Validator::resume) is called.
    pub fn push(&mut self, units: &[C::Unit]) -> Result<(), Error> {
        self.told()?;
        let mut rest = units;
        if units.len() > 1 && self.pending_len > 0 && self.codec.info().pairing == PairingRule::Joins {
            // A lead surrogate may be pending, and `units` may begin with only a part of a trail surrogate.
            let (first, after) = units.split_at(units.len().min(PENDING));
            self.push_singly(first)?;
            rest = after;
        }
        let mut lead = None;
        while !self.has_begun || self.pending_len > 0 {
            let kept = self.pending_len;
            let taken = rest.len().min(PENDING - kept);
            self.pending[kept..][..taken].copy_from_slice(&rest[..taken]);
            match self.step(kept + taken, false) {
                Ok(len) => {
                    lead = self.lead_in(&self.pending[..len]);
                    rest = &rest[len.saturating_sub(kept)..];
                    self.consume(len.min(kept), len);
                }
                Err(NotDecoded::Incomplete) => return self.keep(taken, rest),
                // Find out at which of the units the error is.
                Err(NotDecoded::IllFormed(_)) if taken > 1 => return self.push_singly(rest),
                Err(NotDecoded::IllFormed(part)) => return self.refuse(part),
            }
        }
        while !rest.is_empty() {
            let run = self.codec.well_formed_run(rest);
            if run > 0 {
                lead = self.lead_in(&rest[..run]);
            }
            self.offset += run as u64;
            rest = &rest[run..];
            match self.codec.decode_next(rest, false) {
                Ok(decoded) => {
                    lead = self.lead_in(&rest[..decoded.len]);
                    self.offset += decoded.len as u64;
                    rest = &rest[decoded.len..];
                }
                Err(NotDecoded::Incomplete) => {
                    self.put_back(lead);
                    self.pending[self.pending_len..][..rest.len()].copy_from_slice(rest);
                    return self.keep(rest.len(), rest);
                }
                Err(NotDecoded::IllFormed(part)) => {
                    if rest.len() == 1 {
                        return self.refuse(part);
                    }
                    self.put_back(lead);
                    return self.push_singly(rest);
                }
            }
        }
        Ok(())
    }

    /// Puts a lead surrogate back, because the units after it may depend on it.
    fn put_back(&mut self, lead: Option<[C::Unit; 3]>) {
        if let Some(half) = lead {
            self.pending[..half.len()].copy_from_slice(&half);
            self.pending_len = half.len();
            self.offset -= half.len() as u64;
        }
    }

    /// Returns the lead surrogate that the units end with, if it may be part of a pair.
    fn lead_in(&self, units: &[C::Unit]) -> Option<[C::Unit; 3]> {
        let half = units.last_chunk().filter(|_| self.codec.info().pairing == PairingRule::Joins)?;
        let decoded = self.codec.decode_next(half, true).ok()?;
        matches!(decoded.code_point, 0xD800..=0xDBFF if decoded.len == half.len()).then_some(*half)
    }

    /// Pushes units one by one, up to the first that makes the text ill-formed.
    #[cold]
    fn push_singly(&mut self, units: &[C::Unit]) -> Result<(), Error> {
        units.iter().try_for_each(|unit| self.push(core::slice::from_ref(unit)))
    }

    /// Adds the last `taken` of the pushed units to the pending ones.
    fn keep(&mut self, taken: usize, pushed: &[C::Unit]) -> Result<(), Error> {
        if !self.is_lost(self.pending_len + taken) {
            self.pending_len += taken;
            return Ok(());
        }
        if taken > 1 {
            return self.push_singly(pushed);
        }
        self.pending_len += taken;
        // Try what the pending units would be with more units.
        for len in self.pending_len + 1..=PENDING {
            self.pending[len - 1] = C::Unit::from_u32(0x80);
            match self.codec.decode_next(&self.pending[..len], false) {
                Err(NotDecoded::Incomplete) => {}
                Err(NotDecoded::IllFormed(part)) => return self.refuse(part),
                Ok(_) => break,
            }
        }
        Ok(())
    }

    /// Returns `true` if the first `pending` units can no longer begin anything well-formed. A part of a wide
    /// unit or of doubly encoded bytes may show it before it is whole. In WTF-8, a lead surrogate and all but
    /// the last byte of a trail surrogate show it.
    fn is_lost(&self, pending: usize) -> bool {
        self.has_begun
            && match self.codec.decode_next(&self.pending[..pending], true) {
                Err(NotDecoded::IllFormed(part)) => !part.more,
                Ok(lead) => self.codec.info().pairing == PairingRule::Joins && pending == 2 * lead.len - 1,
                Err(NotDecoded::Incomplete) => false,
            }
    }

    /// Returns how many of the first `len` pending units are a byte order mark, a signature or a sequence.
    fn step(&mut self, len: usize, end: bool) -> Result<usize, NotDecoded> {
        let units = &self.pending[..len];
        if self.has_begun {
            return self.codec.decode_next(units, end).map(|decoded| decoded.len);
        }
        let default = Options::default().default_endian;
        let preamble = self.codec.begin(units, end, default).ok_or(NotDecoded::Incomplete)?;
        if let Some(order) = preamble.order {
            self.codec = self.codec.with_order(order);
        }
        self.has_begun = true;
        Ok(preamble.skip)
    }

    /// Passes `len` units, of which `kept` were pending.
    fn consume(&mut self, kept: usize, len: usize) {
        self.pending.copy_within(kept..self.pending_len, 0);
        self.pending_len -= kept;
        self.offset += len as u64;
    }

    fn told(&self) -> Result<(), Error> {
        self.error.map_or(Ok(()), Err)
    }

    fn refuse(&mut self, mut part: IllFormed) -> Result<(), Error> {
        if part.kind == ErrorKind::SurrogatePair && self.codec.info().pairing == PairingRule::Joins {
            // The trail surrogate without its last byte, which has not come yet.
            let half = part.len / 2;
            self.consume(half.min(self.pending_len), half);
            part.len = half - 1;
        }
        let more = could_be_well_formed(part.kind, part.more);
        self.error = Some(Error { offset: self.offset, len: part.len as u64, kind: part.kind, more });
        self.told()
    }

    /// Goes on after an error: the ill-formed subsequence counts as read. Returns the offset, in units from
    /// the start of the text, of the unit that must be pushed next. Without an error, that is the next unit.
    ///
    /// It lies in the piece that was pushed last or at its end. It lies after its end only if the error was
    /// certain before all units of the ill-formed subsequence had come.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::Validator};
    /// let (mut validator, mut offsets) = (Validator::new(Utf8).unwrap(), vec![]);
    /// let (text, mut at) = (b"a\xFFb\xE2\x82c", 0);
    /// while let Err(error) = validator.push(&text[at..]) {
    ///     offsets.push((error.offset(), error.len()));
    ///     at = validator.resume() as usize;
    /// }
    /// assert!(validator.finish().is_ok());
    /// assert_eq!(offsets, [(1, 1), (3, 2)]);
    /// ```
    pub fn resume(&mut self) -> u64 {
        if let Some(error) = self.error.take() {
            let skip = error.offset + error.len - self.offset;
            let kept = (skip as usize).min(self.pending_len);
            self.consume(kept, skip as usize);
        }
        self.offset + self.pending_len as u64
    }

    /// Ends the text. After an error, [`resume`](Validator::resume) counts what is incomplete as read.
    ///
    /// ```
    /// use placemat::{form::Utf8, stream::Validator, ErrorKind};
    /// let mut validator = Validator::new(Utf8).unwrap();
    /// validator.push(b"a\xE2\x82").unwrap();
    /// assert_eq!(validator.finish().unwrap_err().kind(), ErrorKind::Truncated);
    /// assert_eq!((validator.resume(), validator.finish()), (3, Ok(())));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the ill-formed subsequence that was found before, or the sequence that is incomplete.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.told()?;
        while !self.has_begun || self.pending_len > 0 {
            match self.step(self.pending_len, true) {
                Ok(len) => self.consume(len, len),
                // No more input will come.
                Err(NotDecoded::Incomplete) => break,
                Err(NotDecoded::IllFormed(part)) => return self.refuse(part),
            }
        }
        Ok(())
    }
}
