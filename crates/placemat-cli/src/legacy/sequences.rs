//! How the bytes of well-formed legacy text form sequences. A decoder does not report where each character
//! began; this is enough to find out.

/// How bytes form sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Each byte is a character.
    Single,
    /// GBK and GB18030.
    Gb,
    Big5,
    EucJp,
    EucKr,
    ShiftJis,
    /// Escape sequences switch between one byte and two bytes for a character.
    Iso2022Jp,
}

/// The first byte of an escape sequence.
const ESCAPE: u8 = 0x1B;
/// The length of an escape sequence.
const ESCAPE_LEN: usize = 3;

/// What is known of the text so far: `true` while two bytes are a character in ISO-2022-JP.
pub(super) type IsDouble = bool;

/// A sequence of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sequence {
    /// The number of bytes, with the escape sequences before the character.
    pub(super) len: usize,
    /// The number of those that are escape sequences.
    pub(super) escapes: usize,
    /// How many characters the bytes are.
    pub(super) characters: usize,
}

impl Shape {
    /// Returns the numbers of bytes of a character, without escape sequences.
    pub(crate) fn lengths(self) -> &'static [u64] {
        match self {
            Shape::Single => &[1],
            Shape::Gb => &[1, 2, 4],
            Shape::EucJp => &[1, 2, 3],
            Shape::Big5 | Shape::EucKr | Shape::ShiftJis | Shape::Iso2022Jp => &[1, 2],
        }
    }

    /// Returns the next sequence of well-formed text, or `None` if the bytes end before it does.
    pub(super) fn next(self, bytes: &[u8], is_double: &mut IsDouble) -> Option<Sequence> {
        let mut escapes = 0;
        if self == Shape::Iso2022Jp {
            while let [ESCAPE, rest @ ..] = &bytes[escapes..] {
                let [kind, _, ..] = rest else { break };
                *is_double = *kind == b'$';
                escapes += ESCAPE_LEN;
            }
        }
        let ahead = &bytes[escapes..];
        let Some(&first) = ahead.first() else {
            // Escape sequences at the end of the text are not a character.
            return (escapes > 0).then_some(Sequence { len: escapes, escapes, characters: 0 });
        };
        if self == Shape::Iso2022Jp && first == ESCAPE {
            return None; // an escape sequence that is cut
        }
        let is_lead = match self {
            Shape::Single => false,
            Shape::Gb | Shape::Big5 | Shape::EucKr => (0x81..=0xFE).contains(&first),
            Shape::EucJp => matches!(first, 0x8E | 0x8F | 0xA1..=0xFE),
            Shape::ShiftJis => matches!(first, 0x81..=0x9F | 0xE0..=0xFC),
            Shape::Iso2022Jp => *is_double && first >= 0x21,
        };
        let second = ahead.get(1);
        let len = match self {
            _ if !is_lead => 1,
            Shape::Gb if matches!(second, Some(b'0'..=b'9')) => 4,
            Shape::EucJp if first == 0x8F => 3,
            _ => 2,
        };
        if ahead.len() < len || second.is_none() && len > 1 {
            return None;
        }
        // Big5 has four pairs of a letter and a combining mark.
        let is_pair = self == Shape::Big5 && matches!(ahead, [0x88, 0x62 | 0x64 | 0xA3 | 0xA5, ..]);
        Some(Sequence { len: escapes + len, escapes, characters: 1 + usize::from(is_pair) })
    }

    /// Returns `true` if bytes that are not well-formed begin a sequence, and no byte of them is wrong: what
    /// comes after them is.
    pub(crate) fn begins(self, bytes: &[u8], mut is_double: bool) -> bool {
        let is_open = self.next(bytes, &mut is_double).is_none();
        is_open && (self != Shape::EucJp || !matches!(bytes, [0x8F, 0x00..=0xA0 | 0xFF, ..]))
    }

    /// Returns how many of the last bytes of well-formed text are the beginning of a sequence.
    pub(super) fn pending(self, bytes: &[u8], mut is_double: IsDouble) -> usize {
        let mut at = 0;
        if self == Shape::Single {
            return 0;
        }
        while let Some(sequence) = self.next(&bytes[at..], &mut is_double) {
            if sequence.characters == 0 {
                break; // the character after the escape sequence may still come
            }
            at += sequence.len;
        }
        bytes.len() - at
    }
}

/// Pairs the bytes of well-formed text with what they were decoded to.
#[derive(Clone, Debug)]
pub(super) struct Pairs<'a> {
    shape: Shape,
    is_double: IsDouble,
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    text_at: usize,
}

/// A sequence, and its place in the bytes and in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) at: usize,
    /// The number of bytes, with the escape sequences before the character.
    pub(super) len: usize,
    pub(super) escapes: usize,
    pub(super) text_at: usize,
    pub(super) text_len: usize,
}

impl<'a> Pairs<'a> {
    pub(super) fn new(shape: Shape, is_double: IsDouble, bytes: &'a [u8], text: &'a str) -> Self {
        Pairs { shape, is_double, bytes, text, at: 0, text_at: 0 }
    }

    /// Returns the state after the text, which only ISO-2022-JP changes.
    pub(super) fn double_at_end(mut self) -> IsDouble {
        if self.shape == Shape::Iso2022Jp {
            self.by_ref().for_each(drop);
        }
        self.is_double
    }
}

impl Iterator for Pairs<'_> {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        if self.at == self.bytes.len() {
            return None;
        }
        let sequence = self.shape.next(&self.bytes[self.at..], &mut self.is_double)?;
        let characters = self.text[self.text_at..].chars().take(sequence.characters);
        let text_len = characters.map(char::len_utf8).sum();
        let Sequence { len, escapes, .. } = sequence;
        let pair = Pair { at: self.at, len, escapes, text_at: self.text_at, text_len };
        self.at += len;
        self.text_at += text_len;
        Some(pair)
    }
}
