//! Writing code points: the surrogate-pairing rule, escaped bytes that may become a character, substitutes.

use super::{ESCAPE, HELD, Held, Io, Stop, Transcoder};
use crate::code_point::{REPLACEMENT, is_lead_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::{Codec, NotEncoded};
use crate::engine::event::{Event, EventKind};
use crate::engine::observer::Observer;
use crate::error::Unencodable;
use crate::form::{PairingRule, to_private_use};
use crate::policy::{OnUnencodable, Pairs};
use crate::table::NotDecoded;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    pub(super) fn write_mark(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        if !self.writing.mark_due {
            return Ok(());
        }
        self.put(self.mark, io)?;
        self.writing.mark_due = false;
        Ok(())
    }

    pub(super) fn put(
        &mut self,
        units: &[T::Unit],
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let room = &mut io.output[io.written..];
        let room = room.get_mut(..units.len()).ok_or(Stop::Full(units.len()))?;
        room.copy_from_slice(units);
        io.written += units.len();
        self.writing.total_written += units.len() as u64;
        Ok(())
    }

    /// Writes a code point by the surrogate-pairing rule of the target. If it does not fit, only held code
    /// points may have changed.
    pub(super) fn emit(
        &mut self,
        code_point: u32,
        offset: u64,
        len: u64,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        let this = Held { code_point, input: self.reading.input, offset, len };
        if self.options.on_unencodable == OnUnencodable::StrictRoundtrip {
            return self.emit_escape(this, io);
        }
        if self.writing.held_len > 0 {
            let lead = self.writing.held[0];
            if is_trail_surrogate(code_point) {
                return self.emit_pair(lead, this, io);
            }
            self.write(lead, io)?;
            self.writing.held_len = 0;
        }
        if is_lead_surrogate(code_point) && matches!(self.to.pairing, PairingRule::Joins | PairingRule::Fuses)
        {
            self.writing.held[0] = this;
            self.writing.held_len = 1;
            return Ok(());
        }
        self.write(this, io)
    }

    fn emit_pair(
        &mut self,
        lead: Held,
        trail: Held,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Result<(), Stop> {
        // Surrogates of two inputs do not have a common length.
        let len = if trail.input == lead.input { trail.offset + trail.len - lead.offset } else { lead.len };
        let both = Unencodable { code_point: lead.code_point, offset: lead.offset, len };
        let joined = join_surrogates(lead.code_point, trail.code_point);
        let written = self.writing.total_written;
        if self.to.pairing == PairingRule::Joins {
            self.write(Held { code_point: joined, ..lead }, io)?;
            self.writing.held_len = 0;
            return Ok(());
        }
        match self.options.pairs {
            Pairs::Error => return Err(Stop::Failed(both.into(), lead.input)),
            Pairs::Join => {
                self.write(Held { code_point: joined, ..lead }, io)?;
                self.writing.held_len = 0;
            }
            Pairs::Replace => {
                let mut units = [T::Unit::default(); 8];
                let mut len = 0;
                for code_point in [lead.code_point, REPLACEMENT] {
                    match self.target.encode_next(code_point, &mut units[len..]) {
                        Ok(written) => len += written,
                        Err(_) => return Err(Stop::Failed(both.into(), lead.input)),
                    }
                }
                self.put(&units[..len], io)?;
                self.writing.held_len = 0;
            }
        }
        self.report(io, Event { kind: EventKind::Joined(both), written, input: lead.input });
        Ok(())
    }

    /// Under `strict-roundtrip`, holds escaped bytes until it is certain that they do not form a sequence of
    /// the target.
    fn emit_escape(&mut self, this: Held, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let Some(carry) = self.to.carry else { return self.write(this, io) };
        if carry.unit(this.code_point).is_none() {
            self.flush(io)?;
            return self.write(this, io);
        }
        loop {
            let mut bytes = [0; HELD + 1];
            let waiting = self.writing.held[..self.writing.held_len].iter().chain([&this]);
            for (byte, held) in bytes.iter_mut().zip(waiting) {
                *byte = (held.code_point - carry.base) as u8;
            }
            match self.to.table.decode(&bytes[..=self.writing.held_len], false) {
                Ok(_) => {
                    let Held { code_point, input, offset, len } = self.writing.held[0];
                    return Err(Stop::Failed(Unencodable { code_point, offset, len }.into(), input));
                }
                Err(NotDecoded::Incomplete) => {
                    self.writing.held[self.writing.held_len] = this;
                    self.writing.held_len += 1;
                    return Ok(());
                }
                Err(NotDecoded::IllFormed(_)) if self.writing.held_len == 0 => return self.write(this, io),
                Err(NotDecoded::IllFormed(_)) => self.write_first_held(io)?,
            }
        }
    }

    fn write_first_held(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        self.write(self.writing.held[0], io)?;
        self.writing.held.copy_within(1..self.writing.held_len, 0);
        self.writing.held_len -= 1;
        Ok(())
    }

    pub(super) fn flush(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        while self.writing.held_len > 0 {
            self.write_first_held(io)?;
        }
        Ok(())
    }

    /// Writes a code point, or what the policy substitutes for it.
    fn write(&mut self, this: Held, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let placed = if self.options.on_unencodable == OnUnencodable::PrivateUse && self.to.is_corrected {
            to_private_use(this.code_point)
        } else {
            Some(this.code_point)
        };
        let result = match placed {
            Some(code_point) => self.target.encode_next(code_point, &mut io.output[io.written..]),
            None => Err(NotEncoded::Unencodable),
        };
        match result {
            Ok(written) => {
                io.written += written;
                self.writing.total_written += written as u64;
                Ok(())
            }
            Err(NotEncoded::OutputFull { needed }) => Err(Stop::Full(needed)),
            Err(NotEncoded::Unencodable) => self.substitute(this, io),
        }
    }

    fn substitute(&mut self, this: Held, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> Result<(), Stop> {
        let lost = Unencodable { code_point: this.code_point, offset: this.offset, len: this.len };
        let mut units = [T::Unit::default(); ESCAPE];
        let mut text = [0; 12];
        let text: &[u32] = match self.options.on_unencodable {
            OnUnencodable::Strict | OnUnencodable::StrictRoundtrip | OnUnencodable::PrivateUse => {
                return Err(Stop::Failed(lost.into(), this.input));
            }
            OnUnencodable::Replace if self.target.encode_next(REPLACEMENT, &mut units).is_ok() => {
                &[REPLACEMENT]
            }
            OnUnencodable::Replace | OnUnencodable::ReplaceQmark => &[0x3F],
            OnUnencodable::EscapeRust => escape("\\u{", this.code_point, "}", &mut text),
            OnUnencodable::EscapeXml => escape("&#x", this.code_point, ";", &mut text),
        };
        let mut len = 0;
        for &code_point in text {
            match self.target.encode_next(code_point, &mut units[len..]) {
                Ok(written) => len += written,
                Err(_) => return Err(Stop::Failed(lost.into(), this.input)),
            }
        }
        let written = self.writing.total_written;
        self.put(&units[..len], io)?;
        self.report(io, Event { kind: EventKind::Unencodable(lost), written, input: this.input });
        Ok(())
    }
}

/// Returns an escape as code points: upper-case digits, no leading zeros.
#[inline]
fn escape<'t>(before: &str, code_point: u32, after: &str, text: &'t mut [u32; 12]) -> &'t [u32] {
    let digits = (32 - (code_point | 1).leading_zeros()).div_ceil(4);
    let digit = |k: u32| b"0123456789ABCDEF"[(code_point >> (4 * k) & 0xF) as usize];
    let all = before.bytes().chain((0..digits).rev().map(digit)).chain(after.bytes());
    let mut len = 0;
    for (place, byte) in text.iter_mut().zip(all) {
        *place = byte.into();
        len += 1;
    }
    &text[..len]
}
