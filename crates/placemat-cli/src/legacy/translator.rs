//! Legacy text to UTF-8, in pieces, with a way back from the characters to their bytes.

use std::ops::ControlFlow;

use placemat::ErrorKind;

use super::sequences::{IsDouble, Pair, Pairs};
use super::{Decoder, Legacy, Shape, Step};

/// Decodes text in pieces. A sequence may begin in one piece and end in the next.
pub(crate) struct Translator {
    legacy: Legacy,
    decoder: Decoder,
    /// The bytes that no part has had yet, and the bytes of the current piece.
    window: Vec<u8>,
    /// The offset of the window in the input.
    start: u64,
    is_double: IsDouble,
    text: Vec<u8>,
}

/// A part of the input.
#[derive(Clone, Debug)]
pub(crate) enum Part<'a> {
    Text(Stretch<'a>),
    Malformed(Malformed<'a>),
}

/// Well-formed text, of whole sequences.
#[derive(Clone, Debug)]
pub(crate) struct Stretch<'a> {
    /// The offset in the input.
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
    /// What the bytes were decoded to.
    pub(crate) text: &'a str,
    pairs: Pairs<'a>,
}

/// Bytes that the encoding does not define, as its decoder delimits them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Malformed<'a> {
    /// The offset in the input.
    pub(crate) offset: u64,
    pub(crate) bytes: &'a [u8],
    /// The byte that follows, if the bytes begin a sequence that it does not go on with.
    pub(crate) next: Option<u8>,
    pub(crate) kind: ErrorKind,
}

impl<'a> Stretch<'a> {
    /// Pairs bytes with what they were decoded to. `is_double` is the state before them, and becomes that
    /// after them.
    fn new(offset: u64, bytes: &'a [u8], decoded: &'a [u8], shape: Shape, is_double: &mut IsDouble) -> Self {
        let text = std::str::from_utf8(decoded).unwrap_or("");
        let pairs = Pairs::new(shape, *is_double, bytes, text);
        *is_double = pairs.clone().double_at_end();
        Stretch { offset, bytes, text, pairs }
    }

    /// Returns the offset in the input, and the length, of the character at an offset of the text. Escape
    /// sequences are not part of it.
    pub(crate) fn source_of(&self, text_at: usize) -> (u64, u64) {
        let last = self.pairs.clone().take_while(|pair| pair.text_at <= text_at).last();
        let Some(Pair { at, len, escapes, .. }) = last else { return (self.offset, 0) };
        (self.offset + (at + escapes) as u64, (len - escapes) as u64)
    }

    /// Returns the text before the character at an offset of the input, and the bytes before that offset.
    pub(crate) fn before(&self, offset: u64) -> (&str, &[u8]) {
        let at = offset.saturating_sub(self.offset);
        let pair = self.pairs.clone().find(|pair| (pair.at + pair.len) as u64 > at);
        let text = &self.text[..pair.map_or(self.text.len(), |pair| pair.text_at)];
        let end = usize::try_from(at).unwrap_or(usize::MAX).min(self.bytes.len());
        (text, &self.bytes[..end])
    }

    /// Returns the sequences whose bytes are not those of UTF-8, adjacent ones together: the range of the
    /// bytes, which begins at the start of this part, and the text.
    pub(crate) fn changed(&self) -> Vec<(std::ops::Range<usize>, &str)> {
        let mut changed: Vec<(std::ops::Range<usize>, std::ops::Range<usize>)> = vec![];
        for Pair { at, len, text_at, text_len, .. } in self.pairs.clone() {
            let text = &self.text[text_at..text_at + text_len];
            if self.bytes[at..at + len] == *text.as_bytes() {
                continue;
            }
            match changed.last_mut() {
                Some((bytes, of_text)) if bytes.end == at => {
                    (bytes.end, of_text.end) = (at + len, text_at + text_len);
                }
                _ => changed.push((at..at + len, text_at..text_at + text_len)),
            }
        }
        changed.into_iter().map(|(bytes, text)| (bytes, &self.text[text])).collect()
    }
}

impl Translator {
    pub(crate) fn new(legacy: Legacy) -> Self {
        Translator {
            legacy,
            decoder: Decoder::new(legacy),
            window: vec![],
            start: 0,
            is_double: false,
            text: vec![],
        }
    }

    /// Returns the number of bytes so far.
    pub(crate) fn read(&self) -> u64 {
        self.start + self.window.len() as u64
    }

    /// Decodes the next piece. `last` says that no more input comes. `take` gets the parts in order, and may
    /// stop.
    pub(crate) fn push<E>(
        &mut self,
        piece: &[u8],
        last: bool,
        mut take: impl FnMut(Part<'_>) -> Result<ControlFlow<()>, E>,
    ) -> Result<ControlFlow<()>, E> {
        let Translator { legacy, decoder, window, start, is_double, text } = self;
        let shape = legacy.shape();
        let mut at = window.len();
        window.extend_from_slice(piece);
        text.resize(text.len().max(decoder.room(piece.len())), 0);
        // Where the current part begins in the window.
        let (mut from, mut written) = (0, 0);
        loop {
            let (step, read, more) = decoder.decode(&window[at..], &mut text[written..], last);
            at += read;
            written += more;
            let (end, malformed) = match step {
                Step::Malformed(len, after) => {
                    let end = at.saturating_sub(after);
                    (end.saturating_sub(len).max(from), Some(end))
                }
                Step::Full => {
                    // The room that the decoder asks for is enough for a piece, and malformed sequences leave
                    // more of it.
                    text.resize(2 * text.len() + 64, 0);
                    continue;
                }
                _ if last => (window.len(), None),
                _ => (window.len() - shape.pending(&window[from..], *is_double), None),
            };
            if end > from {
                let (offset, decoded) = (*start + from as u64, &text[..written]);
                let stretch = Stretch::new(offset, &window[from..end], decoded, shape, is_double);
                let flow = take(Part::Text(stretch))?;
                if flow.is_break() {
                    return Ok(flow);
                }
            }
            let Some(after) = malformed else {
                from = end;
                break;
            };
            let (bytes, rest) = window[end..].split_at(after - end);
            let kind = match rest {
                _ if !shape.begins(bytes, *is_double) => ErrorKind::InvalidUnit,
                [] if last => ErrorKind::Truncated,
                _ => ErrorKind::Interrupted,
            };
            // A digit after the first byte of GB18030 may be right: one of the next two bytes is wrong.
            let is_right = |next: &u8| shape == Shape::Gb && next.is_ascii_digit();
            let next = rest.first().copied().filter(|next| kind == ErrorKind::Interrupted && !is_right(next));
            if let [0x1B, kind, ..] = bytes {
                *is_double = *kind == b'$';
            }
            let flow = take(Part::Malformed(Malformed { offset: *start + end as u64, bytes, next, kind }))?;
            if flow.is_break() {
                return Ok(flow);
            }
            (from, written) = (after, 0);
        }
        window.drain(..from);
        *start += from as u64;
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// A part as a test compares it: offset, bytes, and the text of well-formed bytes.
    type Seen = (u64, Vec<u8>, Option<String>);

    fn parts(legacy: Legacy, pieces: &[&[u8]]) -> Vec<Seen> {
        let mut translator = Translator::new(legacy);
        let mut seen: Vec<Seen> = vec![];
        let pieces = pieces.iter().map(|piece| (*piece, false)).chain([(&b""[..], true)]);
        for (piece, last) in pieces {
            let _ = translator.push(piece, last, |part| {
                let one = match part {
                    Part::Text(Stretch { offset, bytes, text, .. }) => {
                        (offset, bytes.to_vec(), Some(text.to_owned()))
                    }
                    Part::Malformed(Malformed { offset, bytes, .. }) => (offset, bytes.to_vec(), None),
                };
                match (seen.last_mut(), one) {
                    (Some((_, bytes, Some(text))), (_, more, Some(another))) => {
                        bytes.extend(more);
                        text.push_str(&another);
                    }
                    (_, one) => seen.push(one),
                }
                Ok::<_, Infallible>(ControlFlow::Continue(()))
            });
        }
        seen
    }

    /// Every sequence of two bytes, and what follows: well-formed text is as many sequences as characters.
    #[test]
    fn the_sequences_are_those_of_the_decoder() {
        for legacy in Legacy::all() {
            for pair in 0..=0xFFFF_u16 {
                let [first, second] = pair.to_be_bytes();
                let texts: [&[u8]; 3] = [
                    &[first, second],
                    &[first, second, b'0', 0x81, b'0'],
                    &[b'a', first, second, 0xA1, 0xA1],
                ];
                for text in texts {
                    check(legacy, text);
                }
            }
        }
        let japanese =
            [&b"\x1B$B$\"\x1B(Ba\x1B$@0!0!\x1B(J\\\n\x1B(I1\x1B(B\n"[..], b"\x1B$B$\"", b"a\x1B(B"];
        for text in japanese {
            check(crate::legacy::whatwg_named("iso-2022-jp"), text);
        }
    }

    fn check(legacy: Legacy, text: &[u8]) {
        let mut translator = Translator::new(legacy);
        let mut at = 0;
        let mut look = |part: Part<'_>| {
            let (offset, bytes) = match &part {
                Part::Text(Stretch { offset, bytes, .. }) => (*offset, *bytes),
                Part::Malformed(Malformed { offset, bytes, .. }) => (*offset, *bytes),
            };
            assert_eq!((offset, bytes), (at, &text[at as usize..][..bytes.len()]), "{legacy:?} {text:X?}");
            at += bytes.len() as u64;
            if let Part::Text(stretch) = part {
                let pairs: Vec<Pair> = stretch.pairs.clone().collect();
                let len = pairs.iter().map(|pair| pair.len).sum::<usize>();
                let text_len = pairs.iter().map(|pair| pair.text_len).sum::<usize>();
                assert_eq!(
                    (len, text_len),
                    (bytes.len(), stretch.text.len()),
                    "{legacy:?} {text:X?} {pairs:?}"
                );
                let is_alone =
                    |pair: &Pair| stretch.text[pair.text_at..][..pair.text_len].chars().count() <= 2;
                assert!(pairs.iter().all(is_alone), "{legacy:?} {text:X?}");
            }
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        };
        let _ = translator.push(text, false, &mut look);
        let _ = translator.push(b"", true, &mut look);
        assert_eq!(at as usize, text.len(), "{legacy:?} {text:X?}");
    }

    #[test]
    fn pieces_of_any_size_are_the_same_text() {
        for (name, text) in [
            ("gbk", &b"\xC4\xE3\xBA\xC3\xFF, \x80 \x81\n\xC4"[..]),
            ("gb18030", b"\x84\x31\x95\x33a\x81\x30\x81\x30\x81\x30b\x81"),
            ("shift_jis", b"\x83\x65\x83\x58\x83\x67 \xB1\x80\xFD\x81\n\xE0"),
            ("euc-jp", b"\xA5\xC6\x8F\xB0\xA1\x8E\xB1\x8F\xB0 \xFF\xA5"),
            ("big5", b"\xA4\xA4\x88\x62\xA4\xE5\x88\xA3 \xFF\xA4"),
            ("euc-kr", b"\xC7\xD1\xB1\xB9 \xFF\xC7"),
            ("koi8-r", b"\xF0\xD2\xC9\xD7\xC5\xD4"),
            ("iso-2022-jp", b"a\x1B$B$\"$$\x1B(Bb\x1B(B\x1B(J\\\x1B$B$\"\n$\"\x1B(Bc\x1B$B$"),
        ] {
            let legacy = crate::legacy::whatwg_named(name);
            let whole = parts(legacy, &[text]);
            for size in 1..text.len() {
                let pieces: Vec<&[u8]> = text.chunks(size).collect();
                assert_eq!(parts(legacy, &pieces), whole, "{name} {size}");
            }
        }
    }

    #[test]
    fn characters_and_their_bytes_are_found() {
        let mut translator = Translator::new(crate::legacy::whatwg_named("iso-2022-jp"));
        let _ = translator.push(b"a\x1B$B$\"$$\x1B(Bb", true, |part| {
            let Part::Text(stretch) = part else { panic!() };
            assert_eq!(stretch.text, "aあいb");
            assert_eq!(stretch.source_of(0), (0, 1));
            assert_eq!(stretch.source_of(1), (4, 2));
            assert_eq!(stretch.source_of(4), (6, 2));
            assert_eq!(stretch.source_of(7), (11, 1));
            assert_eq!(stretch.before(6), ("aあ", &b"a\x1B$B$\""[..]));
            assert_eq!(stretch.changed(), [(1..12, "あいb")]);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
    }
}
