//! Byte order marks within a text in UTF-16 or UTF-32: files were joined. There they are characters, U+FEFF,
//! which editors do not show.

use placemat::{Codec, Encoding, Endian};

/// Looks for the marks in the pieces of a text.
#[derive(Debug)]
pub(super) struct InnerMarks {
    width: usize,
    order: Option<Endian>,
    default: Endian,
    /// The last bytes of the piece before, which may begin a unit.
    carried: Vec<u8>,
    /// How much of the text has been seen, without what is carried.
    at: u64,
    /// The length of the byte order marks at the start.
    leading: u64,
    pub(super) count: u64,
    /// The offset of the first of them in the text.
    pub(super) first: u64,
}

impl InnerMarks {
    /// Returns `None` for text whose units are bytes.
    pub(super) fn new(encoding: Encoding, default: Endian) -> Option<Self> {
        let info = encoding.info();
        (info.width > 1).then(|| InnerMarks {
            width: info.width,
            order: info.order,
            default,
            carried: vec![],
            at: 0,
            leading: 0,
            count: 0,
            first: 0,
        })
    }

    /// Takes the next piece.
    pub(super) fn push(&mut self, mut piece: &[u8]) {
        if !self.carried.is_empty() {
            let missing = (self.width - self.carried.len()).min(piece.len());
            let (rest, others) = piece.split_at(missing);
            piece = others;
            self.carried.extend_from_slice(rest);
            if self.carried.len() < self.width {
                return;
            }
            let unit = std::mem::take(&mut self.carried);
            self.search(&unit);
        }
        let (units, rest) = piece.split_at(piece.len() - piece.len() % self.width);
        self.search(units);
        self.carried = rest.to_vec();
    }

    /// Searches whole units.
    fn search(&mut self, units: &[u8]) {
        if units.is_empty() {
            return;
        }
        let order = match self.order {
            Some(order) => order,
            // A mark at the start says which order it is.
            None => match (units, self.width) {
                ([0xFF, 0xFE, ..], 2) | ([0xFF, 0xFE, 0, 0, ..], _) => Endian::Little,
                ([0xFE, 0xFF, ..], 2) | ([0, 0, 0xFE, 0xFF, ..], _) => Endian::Big,
                _ => self.default,
            },
        };
        self.order = Some(order);
        let mark: &[u8] = match (self.width, order) {
            (2, Endian::Little) => b"\xFF\xFE",
            (2, Endian::Big) => b"\xFE\xFF",
            (_, Endian::Little) => b"\xFF\xFE\0\0",
            (_, Endian::Big) => b"\0\0\xFE\xFF",
        };
        for found in memchr::memmem::find_iter(units, mark) {
            let at = self.at + found as u64;
            if found % self.width > 0 {
                continue;
            }
            // At the start of the text they are not what joins files.
            if at == self.leading {
                self.leading += self.width as u64;
            } else {
                self.first = if self.count == 0 { at } else { self.first };
                self.count += 1;
            }
        }
        self.at += units.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_in_any_pieces() {
        let text = "\u{FEFF}one\u{FEFF}\u{FFFE}two\u{FEFF}";
        let utf_16 = |of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect::<Vec<u8>>();
        let utf_32 =
            |of: fn(u32) -> [u8; 4]| text.chars().flat_map(|one| of(one.into())).collect::<Vec<u8>>();
        for (encoding, bytes, first) in [
            (Encoding::Utf16, utf_16(u16::to_le_bytes), 8),
            (Encoding::Utf16, utf_16(u16::to_be_bytes), 8),
            (Encoding::Utf16Le, utf_16(u16::to_le_bytes), 8),
            (Encoding::Utf16Be, utf_16(u16::to_be_bytes), 8),
            (Encoding::Utf32, utf_32(u32::to_le_bytes), 16),
            (Encoding::Utf32Be, utf_32(u32::to_be_bytes), 16),
        ] {
            for size in [1, 2, 3, 7, 100] {
                let mut marks = InnerMarks::new(encoding, Endian::Big).unwrap();
                bytes.chunks(size).for_each(|piece| marks.push(piece));
                assert_eq!((marks.count, marks.first), (2, first), "{encoding} {size}");
            }
        }
        // Bytes of two units.
        let mut marks = InnerMarks::new(Encoding::Utf16Le, Endian::Big).unwrap();
        marks.push(b"a\0\x01\xFF\xFE\0");
        assert_eq!(marks.count, 0);
        let mut marks = InnerMarks::new(Encoding::Utf16, Endian::Big).unwrap();
        marks.push(b"\xFE\xFF\xFE\xFF\0a\xFE\xFF");
        assert_eq!((marks.count, marks.first), (1, 6));
        assert!(InnerMarks::new(Encoding::Utf8, Endian::Big).is_none());
    }
}
