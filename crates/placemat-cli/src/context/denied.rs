//! What is well-formed and unwanted: `check --deny`.

use std::fmt;

use clap::ValueEnum;
use placemat::{Codec, Encoding};

/// A kind of text that is well-formed, and that `--deny` reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Denied {
    /// A byte order mark at the start
    Bom,
    /// A second byte order mark at the start, or one there that was encoded twice (ï»¿)
    DoubleBom,
    /// Text that was encoded twice: every character beyond ASCII, of the text or of a line, takes part in it
    Mojibake,
    /// U+0000
    Nul,
    /// U+FFFD, which stands for lost text
    ReplacementCharacter,
    /// Controls that change the order of text on the screen
    Bidi,
    /// The control characters U+0080 to U+009F
    C1,
    /// Code points that are never characters
    Noncharacters,
    /// Invisible characters: U+200B, U+FEFF after the start, U+2060 to U+2064, U+206A to U+206F, U+115F,
    /// U+1160, U+180E, U+3164, U+FFA0, and tags (U+E0000 to U+E007F) except in flags; but not the soft hyphen
    /// U+00AD, joiners and variation selectors, which texts need
    ZeroWidth,
    /// A missing byte order mark that .editorconfig or .gitattributes requires
    #[value(skip)]
    MissingBom,
    /// Another encoding than the one that .editorconfig or .gitattributes names
    #[value(skip)]
    OtherThanNamed,
}

impl Denied {
    pub(crate) const ALL: [Denied; 11] = [
        Denied::Bom,
        Denied::DoubleBom,
        Denied::Mojibake,
        Denied::Nul,
        Denied::ReplacementCharacter,
        Denied::Bidi,
        Denied::C1,
        Denied::Noncharacters,
        Denied::ZeroWidth,
        Denied::MissingBom,
        Denied::OtherThanNamed,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Denied::Bom => "bom",
            Denied::DoubleBom => "double-bom",
            Denied::Mojibake => "mojibake",
            Denied::Nul => "nul",
            Denied::ReplacementCharacter => "replacement-character",
            Denied::Bidi => "bidi",
            Denied::C1 => "c1",
            Denied::Noncharacters => "noncharacters",
            Denied::ZeroWidth => "zero-width",
            Denied::MissingBom => "missing-bom",
            Denied::OtherThanNamed => "other-than-named",
        }
    }

    /// Returns what it is, in a sentence that has the bytes as its subject, if there are any.
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Denied::Bom => "is a byte order mark, which UTF-8 does not need",
            Denied::DoubleBom => "is a byte order mark that became part of the text",
            Denied::Mojibake => "was encoded twice (mojibake)",
            Denied::Nul => "is U+0000, which ends a text in many programs",
            Denied::ReplacementCharacter => "is U+FFFD: a character was lost here",
            Denied::Bidi => "is a control that changes the order of the text on the screen",
            Denied::C1 => "is a control character from 80 to 9F, usually a byte of Windows-1252",
            Denied::Noncharacters => "is a noncharacter, which no text should have",
            Denied::ZeroWidth => "cannot be seen, and words with it are other words",
            Denied::MissingBom => "the byte order mark that the project requires is missing",
            Denied::OtherThanNamed => "the file is in another encoding than its project names",
        }
    }

    /// Returns what a file with it has.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Denied::Bom => "a byte order mark",
            Denied::DoubleBom => "a byte order mark in its text",
            Denied::Mojibake => "text that was encoded twice",
            Denied::Nul => "U+0000",
            Denied::ReplacementCharacter => "lost characters",
            Denied::Bidi => "text that is displayed in another order",
            Denied::C1 => "C1 controls",
            Denied::Noncharacters => "noncharacters",
            Denied::ZeroWidth => "invisible characters",
            Denied::MissingBom => "no byte order mark",
            Denied::OtherThanNamed => "another encoding than its project names",
        }
    }

    /// Returns `true` if an encoding spells the characters up to U+FFFF as UTF-8 does, so that they are found
    /// by their bytes.
    pub(crate) fn is_found_in(encoding: Encoding) -> bool {
        encoding.info().counts_by_leads()
    }

    /// Returns what a character is whose bytes are at the start, and how many they are. BOMs and mojibake are
    /// found by their places.
    fn of(ahead: &[u8]) -> Option<(Self, usize)> {
        match ahead {
            [0, ..] => Some((Denied::Nul, 1)),
            [0xC2, 0x80..=0x9F, ..] => Some((Denied::C1, 2)),
            [0xD8, 0x9C, ..] => Some((Denied::Bidi, 2)),
            [0xE2, 0x80, 0x8E | 0x8F | 0xAA..=0xAE, ..] | [0xE2, 0x81, 0xA6..=0xA9, ..] => {
                Some((Denied::Bidi, 3))
            }
            [0xE2, 0x80, 0x8B, ..]
            | [0xE2, 0x81, 0xA0..=0xA4 | 0xAA..=0xAF, ..]
            | [0xE1, 0x85, 0x9F | 0xA0, ..]
            | [0xE1, 0xA0, 0x8E, ..]
            | [0xE3, 0x85, 0xA4, ..]
            | [0xEF, 0xBB, 0xBF, ..]
            | [0xEF, 0xBE, 0xA0, ..] => Some((Denied::ZeroWidth, 3)),
            [0xF3, 0xA0, 0x80 | 0x81, 0x80..=0xBF, ..] => Some((Denied::ZeroWidth, 4)),
            [0xEF, 0xBF, 0xBD, ..] => Some((Denied::ReplacementCharacter, 3)),
            [0xEF, 0xB7, 0x90..=0xAF, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => Some((Denied::Noncharacters, 3)),
            [0xF0..=0xF4, 0x8F | 0x9F | 0xAF | 0xBF, 0xBF, 0xBE | 0xBF, ..] => {
                Some((Denied::Noncharacters, 4))
            }
            _ => None,
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The most bytes of a sequence that may still be incomplete.
const CARRIED: usize = 3;
/// The bytes of U+FEFF.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// The bytes of U+FEFF, encoded once, twice and three times.
const MARKS: [&[u8]; 3] =
    [MARK, b"\xC3\xAF\xC2\xBB\xC2\xBF", b"\xC3\x83\xC2\xAF\xC3\x82\xC2\xBB\xC3\x82\xC2\xBF"];
/// The most bytes of two marks.
const HEAD: usize = MARK.len() + MARKS[2].len();

/// The part of a flag of a region so far. The flag is U+1F3F4, up to six letters and digits as tags, and a tag
/// that ends them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Flag {
    #[default]
    None,
    /// So many tags may follow.
    Open(u8),
}

impl Flag {
    /// The most letters and digits of a region.
    const MOST: u8 = 6;

    /// Moves past the character at the start of the bytes. Returns `true` if it is a tag of the flag.
    fn pass(&mut self, ahead: &[u8]) -> bool {
        let before = std::mem::take(self);
        match (before, ahead) {
            (_, [0xF0, 0x9F, 0x8F, 0xB4, ..]) => *self = Flag::Open(Flag::MOST),
            // Only the last byte says which character a tag stands for.
            (
                Flag::Open(room @ 1..),
                [0xF3, 0xA0, 0x80, 0xB0..=0xB9, ..] | [0xF3, 0xA0, 0x81, 0xA1..=0xBA, ..],
            ) => {
                *self = Flag::Open(room - 1);
                return true;
            }
            (Flag::Open(..Flag::MOST), [0xF3, 0xA0, 0x81, 0xBF, ..]) => return true,
            // Continuation bytes of U+1F3F4 itself.
            (before, [0x80..=0xBF, ..]) => *self = before,
            _ => {}
        }
        false
    }
}

/// Finds what is denied, in pieces of a text.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    denied: Vec<Denied>,
    /// The last bytes of the previous piece, which may begin a sequence.
    carried: Vec<u8>,
    /// The offset of the next piece.
    at: u64,
    /// The first bytes of the text.
    head: Vec<u8>,
    flag: Flag,
}

/// A finding: what it is, its offset in the text, and its length.
pub(crate) type At = (Denied, u64, u64);

impl Search {
    pub(crate) fn new(denied: &[Denied]) -> Self {
        Search { denied: denied.to_vec(), carried: vec![], at: 0, head: vec![], flag: Flag::None }
    }

    fn wants(&self, one: Denied) -> bool {
        self.denied.contains(&one)
    }

    /// Searches the next piece; the empty piece is the end.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Vec<At> {
        let mut found = vec![];
        if self.at < HEAD as u64 {
            self.marks(piece, &mut found);
        }
        let is_plain = self.carried.is_empty() && piece.is_ascii() && memchr::memchr(0, piece).is_none();
        if is_plain {
            self.flag = Flag::None;
        } else {
            let text = [&self.carried[..], piece].concat();
            let start = self.at - self.carried.len() as u64;
            let settled = if piece.is_empty() { text.len() } else { text.len().saturating_sub(CARRIED) };
            let mut at = 0;
            while at < settled {
                let is_of_flag = self.flag.pass(&text[at..]);
                match Denied::of(&text[at..]) {
                    Some((Denied::ZeroWidth, len)) if is_of_flag => at += len,
                    Some((one, len)) => {
                        let offset = start + at as u64;
                        if self.wants(one) && !(one == Denied::ZeroWidth && self.is_mark(offset)) {
                            found.push((one, offset, len as u64));
                        }
                        at += len;
                    }
                    None => at += 1,
                }
            }
            self.carried = text[at.min(text.len())..].to_vec();
        }
        self.at += piece.len() as u64;
        found.sort_by_key(|&(_, offset, _)| offset);
        found
    }

    /// Returns `true` if U+FEFF at an offset is one of the byte order marks at the start. Other characters
    /// without width may be there, too.
    fn is_mark(&self, offset: u64) -> bool {
        let marks = self.head.chunks(MARK.len()).take(2).take_while(|bytes| *bytes == MARK).count();
        offset < (marks * MARK.len()) as u64
    }

    /// Finds the byte order marks at the start. One that was encoded again is text, as a second one is.
    fn marks(&mut self, piece: &[u8], found: &mut Vec<At>) {
        let before = self.head.len();
        let room = HEAD - before;
        self.head.extend_from_slice(&piece[..piece.len().min(room)]);
        let first = MARKS.iter().position(|mark| self.head.starts_with(mark));
        let (start, second) = match first {
            Some(0) => (MARK.len(), MARKS.iter().position(|mark| self.head[MARK.len()..].starts_with(mark))),
            _ => (0, first),
        };
        let marks = [(Denied::Bom, 0, first.filter(|first| *first == 0)), (Denied::DoubleBom, start, second)];
        for (one, start, mark) in marks {
            let Some(mark) = mark.map(|mark| MARKS[mark]) else { continue };
            if before < start + mark.len() && self.wants(one) {
                found.push((one, start as u64, mark.len() as u64));
            }
        }
        let is_known = piece.is_empty() || self.head.len() >= MARK.len();
        let is_new = before < MARK.len() && !self.head.is_empty();
        if is_known && is_new && !self.head.starts_with(MARK) && self.wants(Denied::MissingBom) {
            found.push((Denied::MissingBom, 0, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_do_not_depend_on_pieces() {
        let text = "\u{FEFF}\u{FEFF}a\0b\u{85}c\u{61C}\u{202E}\u{2066}\u{FFFD}\u{FDD0}\u{FFFF}\u{1FFFE}\u{10FFFF}é💩\u{200F}\u{200B}\u{2060}\u{200D}\u{FEFF}";
        let names = |found: &[At]| found.iter().map(|(one, ..)| one.name()).collect::<Vec<_>>();
        let whole: Vec<At> = {
            let mut search = Search::new(&Denied::ALL);
            [search.push(text.as_bytes()), search.push(b"")].concat()
        };
        let expected = [
            "bom",
            "double-bom",
            "nul",
            "c1",
            "bidi",
            "bidi",
            "bidi",
            "replacement-character",
            "noncharacters",
            "noncharacters",
            "noncharacters",
            "noncharacters",
            "bidi",
            "zero-width",
            "zero-width",
            "zero-width",
        ];
        assert_eq!(names(&whole), expected);
        for &(_, offset, len) in &whole {
            assert!(text.is_char_boundary(offset as usize) && text.is_char_boundary((offset + len) as usize));
        }
        for size in 1..9 {
            let mut search = Search::new(&Denied::ALL);
            let mut found: Vec<At> =
                text.as_bytes().chunks(size).flat_map(|piece| search.push(piece)).collect();
            found.extend(search.push(b""));
            assert_eq!(found, whole, "{size}");
            let mut search = Search::new(&[Denied::C1]);
            let found: Vec<At> = text.as_bytes().chunks(size).flat_map(|piece| search.push(piece)).collect();
            assert_eq!(names(&found), ["c1"]);
        }
    }

    #[test]
    fn marks_that_were_encoded_again_are_found() {
        let (bom, double) = (Denied::Bom, Denied::DoubleBom);
        for (text, expected) in [
            ("\u{FEFF}a", vec![(bom, 0, 3)]),
            ("\u{FEFF}\u{FEFF}a", vec![(bom, 0, 3), (double, 3, 3)]),
            ("ï»¿a", vec![(double, 0, 6)]),
            ("\u{FEFF}ï»¿", vec![(bom, 0, 3), (double, 3, 6)]),
            ("\u{FEFF}Ã¯Â»Â¿a", vec![(bom, 0, 3), (double, 3, 12)]),
            ("Ã¯Â»Â¿", vec![(double, 0, 12)]),
            ("aï»¿", vec![]),
            ("ï»", vec![]),
        ] {
            for size in 1..20 {
                let mut search = Search::new(&[Denied::Bom, Denied::DoubleBom]);
                let mut found: Vec<At> =
                    text.as_bytes().chunks(size).flat_map(|piece| search.push(piece)).collect();
                found.extend(search.push(b""));
                assert_eq!(found, expected, "{text:?} {size}");
            }
        }
    }

    #[test]
    fn a_missing_bom_is_found_once() {
        for (text, is_missing) in [
            (&b""[..], false),
            (b"a", true),
            (b"\xEF\xBB", true),
            (b"\xEF\xBB\xBF", false),
            (b"abc\xEF\xBB\xBF", true),
        ] {
            for size in 1..9 {
                let mut search = Search::new(&[Denied::MissingBom]);
                let mut found: Vec<At> = text.chunks(size).flat_map(|piece| search.push(piece)).collect();
                found.extend(search.push(b""));
                let expected = if is_missing { vec![(Denied::MissingBom, 0, 0)] } else { vec![] };
                assert_eq!(found, expected, "{text:X?} {size}");
            }
        }
    }

    #[test]
    fn all_noncharacters_and_no_others_are_found() {
        for character in (0x80..=0x10_FFFF).filter_map(char::from_u32) {
            let number = u32::from(character);
            let is_one = number & 0xFFFE == 0xFFFE || matches!(number, 0xFDD0..=0xFDEF);
            let found = Denied::of(character.encode_utf8(&mut [0; 4]).as_bytes());
            let (is_found, is_c1) =
                (matches!(found, Some((Denied::Noncharacters, _))), matches!(found, Some((Denied::C1, _))));
            assert_eq!((is_found, is_c1), (is_one, character.is_control()), "{number:X}");
        }
    }
}
