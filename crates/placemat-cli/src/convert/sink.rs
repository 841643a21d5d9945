//! What happens to the units of the target: they are bytes, text, or the contents of a frame.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use placemat::form::Ucs4Units;
use placemat::java::Frame;
use placemat::stream::{Event, EventKind};
use placemat::{Codec, Encoding, OnUnencodable, Options, Pairs};

use crate::code_points::Writer;
use crate::input::{CHUNK, Input};
use crate::output::Output;
use crate::replacement::Change;
use crate::status::CommandError;

/// A target of conversions, and how its units are written.
pub(super) trait Target: Codec<Unit: Default> + Send + Sync {
    fn put(units: &[Self::Unit], sink: &mut Sink) -> Result<(), CommandError>;
}

impl Target for Encoding {
    fn put(units: &[u8], sink: &mut Sink) -> Result<(), CommandError> {
        sink.write(units)
    }
}

impl Target for Ucs4Units {
    fn put(units: &[u32], sink: &mut Sink) -> Result<(), CommandError> {
        let mut text = std::mem::take(&mut sink.scratch);
        for units in units.chunks(4096) {
            text.clear();
            sink.text.write(units, &mut text);
            sink.write(&text)?;
        }
        sink.scratch = text;
        Ok(())
    }
}

/// The output, with the bytes before and after the text.
#[derive(Debug)]
pub(super) struct Sink {
    output: Output,
    frame: Option<Framing>,
    text: Writer,
    scratch: Vec<u8>,
    written: u64,
}

impl Sink {
    pub(super) fn new(output: Output, frame: Option<Frame>) -> Result<Self, CommandError> {
        let frame = frame.map(Framing::new).transpose().map_err(|error| spooling(&output, &error))?;
        Ok(Sink { output, frame, text: Writer::default(), scratch: Vec::new(), written: 0 })
    }

    /// Gives the output the times of its only input.
    pub(super) fn keep_times_of(&mut self, input: &Input) -> Result<(), CommandError> {
        self.output.keep_times_of(input)
    }

    /// Returns the number of bytes so far.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        self.written += bytes.len() as u64;
        match &mut self.frame {
            Some(frame) => frame.write(bytes).map_err(|error| spooling(&self.output, &error)),
            None => self.output.write(bytes),
        }
    }

    /// Notes an event of the conversion, which affects a frame's count of code points.
    pub(super) fn note(&mut self, event: Event, options: Options) {
        if let Some(frame) = &mut self.frame {
            frame.unit_counter.note(event, options);
        }
    }

    /// Returns `true` if the output is not a file that is replaced.
    pub(super) fn is_stream(&self) -> bool {
        self.output.is_stream()
    }

    /// Returns `true` if the output of a run that stops is kept.
    pub(super) fn keeps_what_was_written(&self) -> bool {
        self.output.is_stream() && self.frame.is_none()
    }

    /// Ends a run that stops: what was written before remains on a stream.
    pub(super) fn abandon(mut self) -> Result<(), CommandError> {
        if self.keeps_what_was_written() { self.output.write(self.text.finish()) } else { Ok(()) }
    }

    /// Writes the bytes around the text. If the frame cannot hold the text, returns the number of its code
    /// points as the inner error.
    pub(super) fn complete(&mut self) -> Result<Result<(), u64>, CommandError> {
        let Some(framing) = self.frame.take() else {
            let end = self.text.finish();
            self.write(end)?;
            return Ok(Ok(()));
        };
        let Some(head) = framing.frame.head(framing.len, framing.unit_counter.units) else {
            self.frame = Some(framing);
            return Ok(Err(self.frame.as_ref().map_or(0, |framing| framing.unit_counter.code_points())));
        };
        self.written -= framing.len;
        self.write(&head)?;
        let mut spool = framing.rewound().map_err(|error| spooling(&self.output, &error))?;
        let mut buffer = vec![0; CHUNK];
        loop {
            match spool.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => self.write(&buffer[..n])?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(spooling(&self.output, &error)),
            }
        }
        self.write(framing.frame.tail())?;
        Ok(Ok(()))
    }

    /// Completes the output.
    pub(super) fn finish(self) -> Result<Change, CommandError> {
        self.output.finish()
    }
}

fn spooling(output: &Output, error: &io::Error) -> CommandError {
    CommandError::spooling(output.name(), "is not written", error)
}

/// The contents of a frame whose head must contain the length.
#[derive(Debug)]
struct Framing {
    frame: Frame,
    spool: File,
    len: u64,
    unit_counter: UnitCounter,
}

impl Framing {
    fn new(frame: Frame) -> io::Result<Self> {
        Ok(Framing { frame, spool: tempfile::tempfile()?, len: 0, unit_counter: UnitCounter::default() })
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.len += bytes.len() as u64;
        self.unit_counter.count(bytes);
        self.spool.write_all(bytes)
    }

    fn rewound(&self) -> io::Result<&File> {
        (&self.spool).rewind()?;
        Ok(&self.spool)
    }
}

/// Counts UTF-16 units and code points in Modified UTF-8 as it is written.
#[derive(Debug, Default)]
struct UnitCounter {
    units: u64,
    pairs: u64,
    /// The number of code points that were joined, less the units of escapes that represent one.
    correction: i64,
    after_ed: bool,
    after_lead: bool,
    is_lead: bool,
}

impl UnitCounter {
    fn count(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte & 0xC0 != 0x80 {
                self.units += 1;
                self.after_lead = std::mem::take(&mut self.is_lead);
                self.after_ed = byte == 0xED;
            } else if std::mem::take(&mut self.after_ed) {
                self.is_lead = byte & 0xF0 == 0xA0;
                self.pairs += u64::from(byte & 0xF0 == 0xB0 && self.after_lead);
            }
        }
    }

    fn note(&mut self, event: Event, options: Options) {
        self.correction += match event.kind {
            EventKind::Joined(_) => i64::from(options.pairs == Pairs::Join),
            EventKind::Unencodable(lost) => match options.on_unencodable {
                OnUnencodable::EscapeRust | OnUnencodable::EscapeXml => {
                    let digits = (32 - (lost.code_point() | 1).leading_zeros()).div_ceil(4);
                    -i64::from(digits + 3) // and the four units around them, less the one that they stand for
                }
                _ => 0,
            },
            _ => 0,
        };
    }

    fn code_points(&self) -> u64 {
        (self.units - self.pairs).saturating_add_signed(self.correction)
    }
}

#[cfg(test)]
mod tests {
    use placemat::{Conversion, convert};

    use super::*;

    /// Compares the counts with those of a conversion by the library.
    fn agrees(from: Encoding, input: &[u8], options: Options) {
        let conversion = Conversion::new(from, Encoding::Mutf8, options).unwrap();
        let mut unit_counter = UnitCounter::default();
        let text =
            conversion.convert_reporting(input, &mut |event| unit_counter.note(event, options)).unwrap();
        for piece in text.output.chunks(2) {
            unit_counter.count(piece);
        }
        let units = convert(Encoding::Mutf8, Encoding::Wtf16Be, &text.output).unwrap().len() as u64 / 2;
        assert_eq!(unit_counter.units, units);
        let plain = Options { on_unencodable: OnUnencodable::Strict, ..options };
        let counted = Conversion::new(from, Ucs4Units, plain).unwrap().convert(input).unwrap();
        assert_eq!(unit_counter.code_points(), counted.output.len() as u64, "{input:X?}");
    }

    #[test]
    fn units_and_code_points_are_counted() {
        let options = Options::default();
        agrees(Encoding::Utf8, "".as_bytes(), options);
        agrees(Encoding::Utf8, "a\0é€💩💩\u{D7FF}\u{E000}".as_bytes(), options);
        let halves = b"\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD\xED\xA0\xBD\xED\xB2\xA9\xED\xB2\xA9\xED\x9F\xBF";
        for pairs in [Pairs::Join, Pairs::Replace] {
            agrees(Encoding::GeneralizedUtf8, halves, Options { pairs, ..options });
        }
        for on_unencodable in [OnUnencodable::EscapeRust, OnUnencodable::EscapeXml, OnUnencodable::Replace] {
            let options = Options { on_unencodable, ..options };
            agrees(Encoding::Ucs4Be, b"\0\x11\0\0\0\0\0a\xFF\xFF\xFF\xFF\0\0\xD8\x3D\0\0\xDC\xA9", options);
        }
    }
}
