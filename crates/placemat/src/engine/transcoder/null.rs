//! Text that is only validated: nothing is written. Every ill-formed subsequence is an event, or is counted by
//! its kind if the observer does not demand events.

use super::{Io, Transcoder};
use crate::cast::bytes_of;
use crate::codec::Codec;
use crate::engine::event::{End, Event, EventKind};
use crate::engine::observer::Observer;
use crate::error::{Error, ErrorKind};
use crate::kernel::{Kind, parts};
use crate::policy::OnError;
use crate::simd::Isa;

/// If no ill-formed subsequence ends within this many bytes, the validating kernel continues.
const DENSE: usize = 2048;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Passes well-formed text, and the ill-formed subsequences of UTF-8 if these are dense.
    pub(super) fn run_to_null(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let read = self.reading.source.well_formed_run(&io.input[io.read..]);
        self.consume(read, io);
        // At the end of an input, a lead surrogate may have its trail surrogate in the next input.
        if const { Kind::Utf8.is_in(S::KINDS) }
            && self.from.kind == Kind::Utf8
            && self.options.on_error == OnError::Skip
            && io.end != End::Input
            && read < DENSE
        {
            self.report_dense(io);
        }
    }

    /// Reports ill-formed subsequences of UTF-8 as long as a kernel that finds their ends finds more within
    /// reach.
    fn report_dense(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let text = bytes_of(&io.input[io.read..]);
        let mut kinds = [0; ErrorKind::ALL.len()];
        let (mut at, mut known, mut needs_events) = (0, 0, io.observer.demand().ill_formed);
        let settled = loop {
            let found = parts::ends(Isa::current(), text, known, known + DENSE);
            if found.ends == 0 {
                // A sequence may be incomplete there.
                let is_trail =
                    |back: &usize| text.get(found.at - back).is_some_and(|byte| byte & 0xC0 == 0x80);
                let back = (0..=found.at.min(3)).find(|back| !is_trail(back)).unwrap_or(0);
                break at.max(found.at - back);
            }
            let mut ends = found.ends;
            while ends != 0 {
                let end = found.at + ends.trailing_zeros() as usize;
                ends &= ends - 1;
                at = end;
                let start = parts::start(text, end);
                let kind = match end - start {
                    1 => kind_of_one(text[start], text[end]),
                    _ => ErrorKind::Interrupted,
                };
                if needs_events {
                    let (offset, len) = (self.reading.offset + start as u64, (end - start) as u64);
                    let kind = EventKind::IllFormed(Error { offset, len, kind, more: false });
                    self.report(
                        io,
                        Event { kind, written: self.writing.total_written, input: self.reading.input },
                    );
                    needs_events = io.observer.demand().ill_formed;
                } else {
                    kinds[kind as usize] += 1;
                }
            }
            known = found.at + found.known;
        };
        self.consume(settled, io);
        for (kind, count) in ErrorKind::ALL.into_iter().zip(kinds).filter(|&(_, count)| count > 0) {
            self.counts.errors += count;
            io.observer.counted_of_kind(kind, count, self.reading.input);
        }
    }
}

/// Returns the error kind of a byte of UTF-8 that is an ill-formed subsequence, by the byte that follows it.
/// (A longer subsequence is an incomplete sequence that the byte after it interrupts.)
#[inline]
const fn kind_of_one(byte: u8, next: u8) -> ErrorKind {
    match (byte, next) {
        (0x80..=0xBF, _) => ErrorKind::StrayTrail,
        (0xC0 | 0xC1, _) | (0xE0, 0x80..=0x9F) | (0xF0, 0x80..=0x8F) => ErrorKind::Overlong,
        (0xED, 0xA0..=0xBF) => ErrorKind::Surrogate,
        (0xF4, 0x90..=0xBF) | (0xF5..=0xFD, _) => ErrorKind::OutOfRange,
        (0xFE | 0xFF, _) => ErrorKind::InvalidUnit,
        _ => ErrorKind::Interrupted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Utf8;
    use crate::table::{IllFormed, NotDecoded};

    #[test]
    fn kinds_are_those_of_the_table() {
        for first in 0x80..=0xFF {
            for second in 0..=0xFF {
                for third in [0, 0x41, 0x80, 0x8F, 0xBF, 0xC3, 0xFF] {
                    for fourth in [0x41, 0x80, 0xFF] {
                        let bytes = [first, second, third, fourth, b'a'];
                        if let Err(NotDecoded::IllFormed(part)) = Utf8.decode_next(&bytes, true) {
                            let kind = match part.len {
                                1 => kind_of_one(first, second),
                                _ => ErrorKind::Interrupted,
                            };
                            assert_eq!(part, IllFormed { kind, ..part }, "{bytes:02X?}");
                            assert!(!part.more, "{bytes:02X?}");
                        }
                    }
                }
            }
        }
    }
}
