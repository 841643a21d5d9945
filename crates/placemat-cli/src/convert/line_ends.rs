//! Line ends, if they are to be changed.
//!
//! No encoding of the family has a unit of U+000D or U+000A inside a sequence of another code point; in
//! schemes of bytes, it has no whole group of such bytes there. So they are found among the units that are
//! written. The BOM or magic number at the start is not part of the text: the magic number of a Corrected
//! UTF-8 document ends in bytes like a line end.

use placemat::Codec;

use crate::args::LineEnds;
use crate::status::CommandError;

/// From this number on, the returns of a run are text, whatever follows: they are not held back.
const MOST: usize = 1024;

/// Changes the line ends of text that passes, in pieces of whole code points. Several returns before a line
/// feed are what is left of a text whose line ends were converted twice, and become one line end.
#[derive(Debug)]
pub(super) struct Filter<U: 'static> {
    is_crlf: bool,
    carriage_return: Vec<U>,
    line_feed: Vec<U>,
    /// How many U+000D came last. Fewer than `MOST` are still pending.
    returns: usize,
    /// The BOM, if nothing has been written yet.
    mark: &'static [U],
    changed: Vec<U>,
}

impl<U: Copy + PartialEq + 'static> Filter<U> {
    /// Creates a filter for the output in a codec; `None` if line ends do not change.
    pub(super) fn new<C: Codec<Unit = U>>(codec: C, to: LineEnds) -> Result<Option<Self>, CommandError> {
        if to == LineEnds::Keep {
            return Ok(None);
        }
        let units = |code_point| match placemat::encode(codec, &[code_point]) {
            Ok(units) => Ok(units[codec.mark().len()..].to_vec()),
            Err(_) => Err(CommandError::Failed("--line-ends: there are none in the target".to_owned())),
        };
        Ok(Some(Filter {
            is_crlf: to == LineEnds::Crlf,
            carriage_return: units(0xD)?,
            line_feed: units(0xA)?,
            returns: 0,
            mark: codec.mark(),
            changed: vec![],
        }))
    }

    /// Returns a piece with its line ends changed.
    pub(super) fn pass(&mut self, units: &[U]) -> &[U] {
        self.changed.clear();
        if units.is_empty() {
            return &self.changed;
        }
        let (mark, units) = units.split_at(if units.starts_with(self.mark) { self.mark.len() } else { 0 });
        self.mark = &[];
        self.changed.extend_from_slice(mark);
        for unit in units.chunks_exact(self.line_feed.len()) {
            if unit == self.carriage_return {
                self.take_return();
            } else if unit == self.line_feed && self.returns < MOST {
                self.returns = usize::from(self.is_crlf);
                self.release();
                self.changed.extend_from_slice(unit);
            } else {
                self.release();
                self.changed.extend_from_slice(unit);
            }
        }
        &self.changed
    }

    fn take_return(&mut self) {
        self.returns += 1;
        match self.returns {
            ..MOST => {}
            MOST => (0..MOST).for_each(|_| self.changed.extend_from_slice(&self.carriage_return)),
            _ => self.changed.extend_from_slice(&self.carriage_return),
        }
    }

    /// Ends a run of returns: those that are pending are written.
    fn release(&mut self) {
        let pending = std::mem::take(&mut self.returns);
        let pending = if pending < MOST { pending } else { 0 };
        (0..pending).for_each(|_| self.changed.extend_from_slice(&self.carriage_return));
    }

    /// Returns the pending code points at the end.
    pub(super) fn finish(&mut self) -> &[U] {
        self.changed.clear();
        self.release();
        &self.changed
    }
}

#[cfg(test)]
mod tests {
    use placemat::Encoding;

    use super::*;

    #[test]
    fn line_ends_change_wherever_pieces_are_cut() {
        for (to, text, expected) in [
            (LineEnds::Lf, "a\r\nb\n\r\r\n\rc\r\rd\r", "a\nb\n\n\rc\r\rd\r"),
            (LineEnds::Crlf, "a\r\nb\n\r\r\n\n\u{D0A}\r", "a\r\nb\r\n\r\n\r\n\u{D0A}\r"),
        ] {
            for encoding in [
                Encoding::Utf8,
                Encoding::Utf16Le,
                Encoding::Utf32Be,
                Encoding::Utf16,
                Encoding::Utf1,
                Encoding::UtfEbcdic,
            ] {
                let encode = |text: &str| {
                    placemat::convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap()
                        [encoding.mark().len()..]
                        .to_vec()
                };
                let (units, expected) = (encode(text), encode(expected));
                let width = encode("\n").len();
                for cut in (0..=units.len()).step_by(width) {
                    let mut filter = Filter::new(encoding, to).unwrap().unwrap();
                    let mut found = filter.pass(&units[..cut]).to_vec();
                    found.extend_from_slice(filter.pass(&units[cut..]));
                    found.extend_from_slice(filter.finish());
                    assert_eq!(found, expected, "{encoding} {cut}");
                }
            }
        }
    }

    #[test]
    fn a_second_run_changes_nothing() {
        for to in [LineEnds::Lf, LineEnds::Crlf] {
            for returns in [0, 1, 2, 3, MOST - 1, MOST, MOST + 1] {
                for next in ["\n", "\n\n", "\r\n", "a\n", ""] {
                    let pass = |text: &[u8]| {
                        let mut filter = Filter::new(Encoding::Utf8, to).unwrap().unwrap();
                        let mut found: Vec<u8> =
                            text.chunks(100).flat_map(|piece| filter.pass(piece).to_vec()).collect();
                        found.extend_from_slice(filter.finish());
                        found
                    };
                    let once = pass(format!("a{}{next}b", "\r".repeat(returns)).as_bytes());
                    assert_eq!(pass(&once), once, "{to:?} {returns} {next:?}");
                }
            }
        }
    }
}
