//! Lines and columns.

use memchr::{memchr_iter, memrchr};
use placemat::form::{PairingRule, Ucs4Units};
use placemat::stream::End;
use placemat::{Codec, Conversion, Encoding, OnError, Options, Status, Transcoder, Unsupported};

use crate::mark;
use crate::recent::View;

/// How far a text has been counted. Lines and columns count from 1; only U+000A ends a line.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// The offset in the text, in bytes.
    pub(crate) at: u64,
    pub(crate) line: u64,
    /// In code points; an ill-formed subsequence is one column.
    pub(crate) column: u64,
    /// In UTF-16 code units; an ill-formed subsequence is one column.
    pub(crate) column_utf16: u64,
    /// In bytes.
    pub(crate) column_bytes: u64,
    line_end: LineEnd,
    counting: Counting,
}

/// How an encoding spells U+000A.
#[derive(Clone, Debug)]
struct LineEnd {
    bytes: Vec<u8>,
    /// The bytes of a unit whose end has not been seen.
    partial_unit: Vec<u8>,
}

impl LineEnd {
    fn of(encoding: Encoding) -> Self {
        let bytes = placemat::encode(encoding, &[0x0A]).unwrap_or_else(|_| b"\n".to_vec());
        // A document begins with a magic number.
        let bytes = bytes[bytes.len() - encoding.info().width..].to_vec();
        LineEnd { bytes, partial_unit: vec![] }
    }

    /// Returns how many bytes follow the last line end in the next bytes of the text.
    fn last_in(&mut self, bytes: &[u8]) -> Option<usize> {
        if let [line_end] = self.bytes[..] {
            return memrchr(line_end, bytes).map(|at| bytes.len() - at - 1);
        }
        let mut last = None;
        for (at, &byte) in bytes.iter().enumerate() {
            self.partial_unit.push(byte);
            if self.partial_unit.len() == self.bytes.len() {
                if self.partial_unit == self.bytes {
                    last = Some(bytes.len() - at - 1);
                }
                self.partial_unit.clear();
            }
        }
        last
    }
}

/// How well-formed text is counted.
#[derive(Clone, Debug)]
enum Counting {
    /// By the bytes that are not trail bytes: each is a code point.
    ByLeads(Encoding),
    ByDecoding(Box<Decoding>),
}

#[derive(Clone, Debug)]
struct Decoding {
    transcoder: Transcoder<Encoding, Ucs4Units>,
    /// The transcoder before anything was counted.
    fresh: Transcoder<Encoding, Ucs4Units>,
    room: [u32; 1024],
}

impl Position {
    /// Returns the start of a text that begins with `head`, after its BOM; `ended` means that there is
    /// nothing more.
    pub(crate) fn new(
        encoding: Encoding,
        options: Options,
        head: &[u8],
        ended: bool,
    ) -> Result<Self, Unsupported> {
        let preamble = encoding.begin(head, ended, options.default_endian);
        // BOMs are recognized only here: later counting begins in the middle of a text.
        let unmarked = match preamble.and_then(|preamble| preamble.order) {
            Some(order) => encoding.with_order(order),
            None if encoding.info().width == 1 => encoding.unmarked(),
            None => encoding,
        };
        let skip = preamble.map_or(0, |preamble| preamble.skip);
        // A BOM is not a column, as in editors, even if it is a character. Corrected UTF-8 has no BOM.
        let mark = match skip {
            0 if !unmarked.info().is_corrected => mark::of(unmarked).unwrap_or_default(),
            _ => vec![],
        };
        Ok(Position {
            at: (skip + if head.starts_with(&mark) { mark.len() } else { 0 }) as u64,
            // The magic number of a document is a line.
            line: 1 + memchr_iter(b'\n', &head[..skip.min(head.len())]).count() as u64,
            column: 1,
            column_utf16: 1,
            column_bytes: 1,
            line_end: LineEnd::of(unmarked),
            counting: Counting::new(unmarked, options)?,
        })
    }

    /// Returns `true` if counting takes so little time per byte that the user does not notice it.
    pub(crate) fn is_quick(encoding: Encoding, options: Options) -> bool {
        Counting::is_by_leads(encoding, options)
    }

    /// Changes to counting that also counts ill-formed subsequences that are not passed explicitly.
    pub(crate) fn over_errors(self, options: Options) -> Result<Self, Unsupported> {
        match self.counting {
            Counting::ByLeads(encoding) => {
                Ok(Position { counting: Counting::by_decoding(encoding, options)?, ..self })
            }
            Counting::ByDecoding(_) => Ok(self),
        }
    }

    /// Counts the following bytes, which are well-formed text.
    pub(crate) fn count(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u64;
        match self.line_end.last_in(bytes) {
            Some(after) => self.column_bytes = 1 + after as u64,
            None => self.column_bytes += bytes.len() as u64,
        }
        match &mut self.counting {
            Counting::ByLeads(_) => self.count_by_leads(bytes),
            Counting::ByDecoding(_) => self.count_by_decoding(bytes, End::No),
        }
    }

    /// Counts available bytes up to an offset.
    pub(crate) fn advance(&mut self, view: View<'_>, to: u64) {
        view.pieces(self.at, to).into_iter().for_each(|piece| self.count(piece));
    }

    /// Ends the well-formed text here.
    pub(crate) fn settle(&mut self) {
        if matches!(self.counting, Counting::ByDecoding(_)) {
            self.count_by_decoding(&[], End::All);
        }
    }

    /// Moves past `count` characters U+0000, `bytes` in all, that are not part of the counted text.
    pub(crate) fn pass_nuls(&mut self, count: u64, bytes: u64) {
        self.column_bytes += bytes;
        self.column += count;
        self.column_utf16 += count;
    }

    /// Moves past an ill-formed subsequence.
    pub(crate) fn pass(&mut self, len: u64) {
        self.at += len;
        self.column += 1;
        self.column_utf16 += 1;
        self.column_bytes += len;
        self.line_end.partial_unit.clear();
    }

    fn count_by_leads(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        if let Some(last) = memrchr(b'\n', bytes) {
            self.line += memchr_iter(b'\n', &bytes[..last]).count() as u64 + 1;
            (self.column, self.column_utf16) = (1, 1);
            rest = &bytes[last + 1..];
        }
        let code_points = rest.iter().filter(|&byte| byte & 0xC0 != 0x80).count() as u64;
        let supplementary = rest.iter().filter(|&&byte| byte >= 0xF0).count() as u64;
        self.column += code_points;
        self.column_utf16 += code_points + supplementary;
    }

    fn count_by_decoding(&mut self, mut bytes: &[u8], end: End) {
        let Counting::ByDecoding(decoding) = &mut self.counting else { return };
        loop {
            let (progress, status) = decoding.transcoder.push(bytes, &mut decoding.room, end);
            bytes = &bytes[progress.read..];
            for &code_point in &decoding.room[..progress.written] {
                if code_point == 0x0A {
                    self.line += 1;
                    (self.column, self.column_utf16) = (1, 1);
                } else {
                    self.column += 1;
                    self.column_utf16 += if matches!(code_point, 0x1_0000..=0x10_FFFF) { 2 } else { 1 };
                }
            }
            if !matches!(status, Status::OutputFull { .. }) {
                break;
            }
        }
        if end != End::No {
            decoding.transcoder = decoding.fresh.clone();
        }
    }
}

impl Counting {
    fn new(encoding: Encoding, options: Options) -> Result<Self, Unsupported> {
        match Counting::is_by_leads(encoding, options) {
            true => Ok(Counting::ByLeads(encoding)),
            false => Counting::by_decoding(encoding, options),
        }
    }

    fn is_by_leads(encoding: Encoding, options: Options) -> bool {
        let info = encoding.info();
        info.counts_by_leads() && !(info.pairing == PairingRule::Joins && options.heal_pairs)
    }

    fn by_decoding(encoding: Encoding, options: Options) -> Result<Self, Unsupported> {
        // An ill-formed subsequence is a column, even if it is not passed explicitly.
        let options = Options { on_error: OnError::Replace, ..options };
        let transcoder = Conversion::new(encoding, Ucs4Units, options)?.transcoder()?;
        Ok(Counting::ByDecoding(Box::new(Decoding {
            fresh: transcoder.clone(),
            transcoder,
            room: [0; 1024],
        })))
    }
}

#[cfg(test)]
mod tests {
    use placemat::{Endian, convert};

    use super::*;

    const TEXT: &str = "a\u{FEFF}é\n\n€💩b\r\u{2028}\u{1F600}\nxyz💩";

    fn end_of(encoding: Encoding, options: Options, bytes: &[u8], size: usize) -> (u64, u64, u64, u64) {
        let mut position = Position::new(encoding, options, bytes, true).unwrap();
        let text = &bytes[usize::try_from(position.at).unwrap()..];
        for piece in text.chunks(size) {
            position.count(piece);
        }
        position.settle();
        (position.at, position.line, position.column, position.column_utf16)
    }

    #[test]
    fn every_encoding_counts_alike_in_pieces_of_any_size() {
        for encoding in Encoding::ALL {
            let Ok(bytes) = convert(Encoding::Utf8, encoding, TEXT.as_bytes()) else { continue };
            if encoding.is_wrapper() {
                continue; // found out before; the text of a frame has an encoding of its own
            }
            for size in 1..9 {
                let found = end_of(encoding, Options::default(), &bytes, size);
                let line = if encoding == Encoding::CorrectedUtf8Document { 5 } else { 4 };
                assert_eq!(found, (bytes.len() as u64, line, 5, 6), "{encoding}, pieces of {size}");
            }
        }
    }

    #[test]
    fn columns_in_bytes_are_those_after_the_last_line_end() {
        for (encoding, bytes) in [
            (Encoding::Utf8, "ab\nüb".as_bytes()),
            (Encoding::Utf16Le, b"a\0\x0A\x0A\n\0b\0"),
            (Encoding::Utf16Be, b"\0a\0\n\0b"),
            (Encoding::Utf32Be, b"\0\0\0a\0\0\0\n"),
        ] {
            let line_end = placemat::encode(encoding, &[0x0A]).unwrap();
            let whole = bytes.chunks(line_end.len()).rposition(|unit| unit == line_end).unwrap();
            let at = if encoding == Encoding::Utf8 { 2 } else { whole * line_end.len() };
            for size in 1..9 {
                let mut position = Position::new(encoding, Options::default(), bytes, true).unwrap();
                bytes.chunks(size).for_each(|piece| position.count(piece));
                position.settle();
                let expected = 1 + bytes.len() - at - line_end.len();
                assert_eq!(position.column_bytes, expected as u64, "{encoding}, pieces of {size}");
            }
        }
    }

    #[test]
    fn the_byte_order_is_that_of_the_mark_or_the_default() {
        let little = Options { default_endian: Endian::Little, ..Options::default() };
        assert_eq!(end_of(Encoding::Utf16, little, b"a\0\n\0b\0", 1), (6, 2, 2, 2));
        assert_eq!(end_of(Encoding::Utf16, little, b"\xFE\xFF\0a\0\n\0b", 3), (8, 2, 2, 2));
    }

    #[test]
    fn a_mark_at_the_front_is_no_column() {
        for encoding in
            [Encoding::Utf8, Encoding::Utf8Sig, Encoding::Utf16Le, Encoding::Utf1, Encoding::Cesu8]
        {
            let bytes = convert(Encoding::Utf8, encoding, "\u{FEFF}\u{FEFF}a".as_bytes()).unwrap();
            let bytes = if encoding == Encoding::Utf8Sig { &bytes[3..] } else { &bytes };
            assert_eq!(
                end_of(encoding, Options::default(), bytes, 2),
                (bytes.len() as u64, 1, 3, 3),
                "{encoding}"
            );
        }
        let document = b"\xEF\xB7\x9D\xED\xB2\xAE\0\na";
        assert_eq!(end_of(Encoding::CorrectedUtf8Document, Options::default(), document, 2), (9, 2, 2, 2));
    }

    #[test]
    fn healed_pairs_are_one_code_point() {
        let pair = b"\xED\xA0\xBD\xED\xB2\xA9";
        let heal = Options { heal_pairs: true, ..Options::default() };
        assert_eq!(end_of(Encoding::Wtf8, heal, pair, 4), (6, 1, 2, 3));
        assert_eq!(end_of(Encoding::GeneralizedUtf8, heal, pair, 4), (6, 1, 3, 3));
    }

    #[test]
    fn an_ill_formed_part_that_nobody_passes_is_a_column() {
        let (text, options) = (b"a\nb\xE2\x82\xFFc", Options::default());
        let position = Position::new(Encoding::Utf8, options, text, true).unwrap();
        let mut position = position.over_errors(options).unwrap();
        text.chunks(2).for_each(|piece| position.count(piece));
        position.settle();
        assert_eq!((position.line, position.column, position.column_utf16), (2, 5, 5));
    }

    #[test]
    fn counting_goes_on_after_an_ill_formed_part() {
        let mut position = Position::new(Encoding::Cesu8, Options::default(), b"a", false).unwrap();
        position.count("a\né".as_bytes());
        position.settle();
        position.pass(2);
        position.count(b"bc");
        position.settle();
        assert_eq!((position.at, position.line, position.column, position.column_utf16), (8, 2, 5, 5));
    }
}
