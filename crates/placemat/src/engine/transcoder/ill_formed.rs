//! Ill-formed subsequences: their extent under each policy, and what is written for them. If no event is
//! demanded, kernels apply most policies instead, to the same result (`kernel/lossy/by_policy.rs`).

use super::{Io, Open, PENDING, Stop, Transcoder};
use crate::code_point::{REPLACEMENT, is_surrogate, join_surrogates};
use crate::codec::Codec;
use crate::engine::event::{Event, EventKind};
use crate::engine::observer::Observer;
use crate::error::{Error, ErrorKind};
use crate::form::{GeneralizedUtf8, windows_1252_code_point};
use crate::policy::{OnError, announced};
use crate::table::{Decoded, IllFormed, NotDecoded, could_be_well_formed};
use crate::unit::Unit;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Begins to treat an ill-formed subsequence, or treats it at once if nothing after it matters.
    pub(super) fn ill_formed(
        &mut self,
        error: IllFormed,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let IllFormed { kind, len, more, .. } = error;
        if kind == ErrorKind::SurrogatePair && self.options.heal_pairs {
            return self.heal(units, io);
        }
        if kind == ErrorKind::Reserved && self.options.pass_reserved && self.to.is_corrected {
            return self.begin_reserved(units[0], kind, io);
        }
        let found = Error { offset: self.reading.offset, len: len as u64, kind, more };
        let rest = if kind == ErrorKind::Reserved { u64::MAX } else { 0 };
        let (len, absorbs) = match self.options.on_error {
            OnError::SurrogatePass => return self.pass_surrogate(found, generalized(units, end), io),
            OnError::SurrogateEscape => return self.begin_bytes(found, io),
            OnError::Latin1 | OnError::Cp1252 => return self.begin_bytes(Error { len: 1, ..found }, io),
            OnError::ReplaceByte => (self.from.width.min(units.len()), 0),
            OnError::ReplaceGeneralized => match generalized(units, end) {
                Ok(Decoded { len, .. }) => (len, rest),
                Err(NotDecoded::IllFormed(error)) => (error.len, rest),
                Err(NotDecoded::Incomplete) => return Err(self.keep(io)),
            },
            OnError::ReplaceSequence => (1, announced(units[0].to_u32()) as u64),
            OnError::Strict | OnError::Replace | OnError::ReplaceRun | OnError::Skip => (len, rest),
        };
        self.consume(len, io);
        self.reading.open = Some(Open { error: Error { len: len as u64, ..found }, absorbs });
        Ok(())
    }

    /// Policy `SurrogatePass`: writes a surrogate as a code point. Everything else is an error.
    fn pass_surrogate(
        &mut self,
        found: Error,
        decoded: Result<Decoded, NotDecoded>,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        match decoded {
            Ok(Decoded { code_point, len }) if is_surrogate(code_point) => {
                // Escaped bytes that are held may be written one by one before this fits.
                let written = *self.writing.tried.get_or_insert(self.writing.total_written);
                self.emit(code_point, self.reading.offset, len as u64, io)?;
                self.writing.tried = None;
                let kind = EventKind::IllFormed(Error { len: len as u64, ..found });
                self.report(io, Event { kind, written, input: self.reading.input });
                self.consume(len, io);
                Ok(())
            }
            Err(NotDecoded::Incomplete) => Err(self.keep(io)),
            _ => {
                self.flush(io)?;
                Err(Stop::Failed(found.into(), self.reading.input))
            }
        }
    }

    /// Policies that read bytes one by one: reports the error, whose bytes are converted next.
    fn begin_bytes(
        &mut self,
        found: Error,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let (kind, written) = (EventKind::IllFormed(found), self.writing.total_written);
        self.report(io, Event { kind, written, input: self.reading.input });
        self.reading.bytewise = found.len;
        Ok(())
    }

    /// Option `pass_reserved`: copies the lead byte of a reserved sequence.
    fn begin_reserved(
        &mut self,
        lead: S::Unit,
        kind: ErrorKind,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        self.flush(io)?;
        let found = Error { offset: self.reading.offset, len: 1, kind, more: false };
        let written = self.writing.total_written;
        self.put(&[T::Unit::from_u32(lead.to_u32())], io)?;
        self.consume(1, io);
        self.reading.passing = Some((found, written));
        Ok(())
    }

    /// Option `heal_pairs`: joins a lead surrogate and a trail surrogate, which this kind of error always
    /// consists of.
    fn heal(&mut self, units: &[S::Unit], io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let half = |units| generalized(units, true).map_or(REPLACEMENT, |decoded| decoded.code_point);
        let joined = join_surrogates(half(units), half(&units[3..]));
        self.emit(joined, self.reading.offset, 6, io)?;
        self.consume(6, io);
        Ok(())
    }

    /// Option `pass_reserved`: copies the continuation bytes of a reserved sequence, as many as are available
    /// and fit.
    pub(super) fn pass_reserved(
        &mut self,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let Some((error, written)) = self.reading.passing else { return Ok(()) };
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let trails = units.iter().take_while(|unit| unit.to_u32() & 0xC0 == 0x80).count();
        let room = &mut io.output[io.written..];
        let copied = trails.min(room.len());
        for (place, unit) in room.iter_mut().zip(&units[..copied]) {
            *place = T::Unit::from_u32(unit.to_u32());
        }
        let is_all = copied == units.len();
        io.written += copied;
        self.writing.total_written += copied as u64;
        let error = Error { len: error.len + copied as u64, ..error };
        self.reading.passing = Some((error, written));
        self.consume(copied, io);
        if copied < trails {
            return Err(Stop::Full(1));
        }
        if is_all && !end {
            return Err(Stop::Input);
        }
        if !is_all || copied == 0 {
            self.reading.passing = None;
            self.report(io, Event { kind: EventKind::IllFormed(error), written, input: self.reading.input });
        }
        Ok(())
    }

    /// Extends an open error by the units that belong to it, or applies the policy to it.
    pub(super) fn grow_or_close(
        &mut self,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let Some(Open { mut error, mut absorbs }) = self.reading.open else { return Ok(()) };
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let joins = self.options.on_error == OnError::ReplaceRun;
        if absorbs > 0 {
            let grown = units
                .iter()
                .take_while(|unit| unit.to_u32() & 0xC0 == 0x80)
                .take(usize::try_from(absorbs).unwrap_or(usize::MAX))
                .count();
            error.len += grown as u64;
            absorbs -= grown as u64;
            let all = grown == units.len();
            self.reading.open = Some(Open { error, absorbs });
            self.consume(grown, io);
            if all && absorbs > 0 && !end {
                return Err(Stop::Input);
            }
            if grown > 0 {
                return Ok(()); // look again at the rest
            }
        }
        if joins {
            match self.decode_next(units, end) {
                Err(NotDecoded::IllFormed(next)) => {
                    error.len += next.len as u64;
                    error.more = next.more;
                    let absorbs = if next.kind == ErrorKind::Reserved { u64::MAX } else { 0 };
                    self.reading.open = Some(Open { error, absorbs });
                    self.consume(next.len, io);
                    return Ok(());
                }
                Err(NotDecoded::Incomplete) if !end => return Err(self.keep(io)),
                _ => {}
            }
        }
        self.close(error, io)
    }

    fn close(&mut self, error: Error, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let error = Error { more: could_be_well_formed(error.kind, error.more), ..error };
        if self.options.on_error == OnError::Strict {
            // Before a stop, write everything that comes before it, including code points that wait for a
            // partner.
            self.flush(io)?;
            return Err(Stop::Failed(error.into(), self.reading.input));
        }
        if self.options.on_error != OnError::Skip {
            self.flush(io)?; // so that the event does not depend on the room for output
        }
        let written = self.writing.total_written;
        if self.options.on_error != OnError::Skip {
            self.emit(REPLACEMENT, error.offset, error.len, io)?;
        }
        self.report(io, Event { kind: EventKind::IllFormed(error), written, input: self.reading.input });
        self.reading.open = None;
        Ok(())
    }

    pub(super) fn convert_one_unit(
        &mut self,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let mut window = [S::Unit::default(); PENDING];
        let (units, end) = self.window(io, &mut window);
        let Some(unit) = units.first().map(|unit| unit.to_u32()) else {
            // The caller did not pass the unread units again, so the rest of the subsequence is gone.
            if end {
                self.reading.bytewise = 0;
                return Ok(());
            }
            return Err(Stop::Input);
        };
        let code_point = match self.options.on_error {
            OnError::SurrogateEscape => 0xDC00 + unit,
            OnError::Cp1252 => windows_1252_code_point(unit as u8),
            _ => unit,
        };
        self.emit(code_point, self.reading.offset, 1, io)?;
        self.reading.bytewise -= 1;
        self.consume(1, io);
        Ok(())
    }
}

/// Decodes the start of UTF-8 input as generalized UTF-8.
pub(super) fn generalized<U: Unit>(units: &[U], end: bool) -> Result<Decoded, NotDecoded> {
    let mut bytes = [0; 4];
    let count = units.len().min(4);
    for (byte, unit) in bytes.iter_mut().zip(units) {
        *byte = unit.to_u32() as u8;
    }
    GeneralizedUtf8.decode_next(&bytes[..count], end && count == units.len())
}
