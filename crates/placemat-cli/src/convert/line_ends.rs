//! Line ends, if they are to be changed.
//!
//! No encoding of the family has a unit of U+000D or U+000A inside a sequence of another code point; in
//! schemes of bytes, it has no whole group of such bytes there. So they are found among the units that are
//! written. The BOM or magic number at the start is not part of the text: the magic number of a Corrected
//! UTF-8 document ends in bytes like a line end.

use placemat::Codec;

use crate::args::LineEnds;
use crate::status::CommandError;

/// Changes the line ends of text that passes, in pieces of whole code points.
#[derive(Debug)]
pub(super) struct Filter<U: 'static> {
    is_crlf: bool,
    carriage_return: Vec<U>,
    line_feed: Vec<U>,
    /// The last code point was U+000D. If line ends become U+000A, it is still pending.
    is_after_return: bool,
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
            is_after_return: false,
            mark: codec.mark(),
            changed: vec![],
        }))
    }

    /// Returns a piece with its line ends changed.
    pub(super) fn pass(&mut self, units: &[U]) -> &[U] {
        let Filter { is_crlf, carriage_return, line_feed, is_after_return, mark, changed } = self;
        changed.clear();
        if units.is_empty() {
            return changed;
        }
        let (mark, units) = units.split_at(if units.starts_with(mark) { mark.len() } else { 0 });
        self.mark = &[];
        changed.extend_from_slice(mark);
        for unit in units.chunks_exact(line_feed.len()) {
            if *is_crlf {
                if unit == line_feed && !*is_after_return {
                    changed.extend_from_slice(carriage_return);
                }
                *is_after_return = unit == carriage_return;
                changed.extend_from_slice(unit);
                continue;
            }
            if std::mem::take(is_after_return) && unit != line_feed {
                changed.extend_from_slice(carriage_return);
            }
            if unit == carriage_return {
                *is_after_return = true;
            } else {
                changed.extend_from_slice(unit);
            }
        }
        changed
    }

    /// Returns the pending code point at the end.
    pub(super) fn finish(&mut self) -> &[U] {
        self.changed.clear();
        if !self.is_crlf && std::mem::take(&mut self.is_after_return) {
            self.changed.extend_from_slice(&self.carriage_return);
        }
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
            (LineEnds::Lf, "a\r\nb\n\r\r\n\r", "a\nb\n\r\n\r"),
            (LineEnds::Crlf, "a\r\nb\n\r\r\n\n\u{D0A}", "a\r\nb\r\n\r\r\n\r\n\u{D0A}"),
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
}
