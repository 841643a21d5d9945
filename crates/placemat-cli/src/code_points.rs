//! Code points as text: `U+0041 U+10FFFF`.

/// Writes code points as text: at least four upper-case digits each, single spaces between them, and one
/// final line feed. No code points are an empty text.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    any: bool,
}

impl Writer {
    pub(crate) fn write(&mut self, code_points: &[u32], text: &mut Vec<u8>) {
        for &code_point in code_points {
            text.extend_from_slice(if self.any { b" U+" } else { b"U+" });
            self.any = true;
            let digits = (32 - code_point.leading_zeros()).div_ceil(4).max(4);
            text.extend(
                (0..digits).rev().map(|k| b"0123456789ABCDEF"[(code_point >> (4 * k) & 0xF) as usize]),
            );
        }
    }

    pub(crate) fn finish(&self) -> &'static [u8] {
        if self.any { b"\n" } else { b"" }
    }
}

/// Returns `true` if the text has the format that a [`Writer`] writes. Unless `is_all` is set, it may be cut
/// at its end.
pub(crate) fn is_written(text: &[u8], is_all: bool) -> bool {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'A'..=b'F');
    let is_one = |token: &[u8]| {
        token.strip_prefix(b"U+").is_some_and(|digits| digits.len() >= 4 && digits.iter().all(is_digit))
    };
    // The last code point may be cut.
    let whole = match is_all {
        true => text.strip_suffix(b"\n"),
        false => text.iter().rposition(|byte| *byte == b' ').map(|at| &text[..at]),
    };
    whole.is_some_and(|whole| whole.split(|byte| *byte == b' ').all(is_one))
}

/// A token between white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    CodePoint(u32),
    Other,
}

/// Reads code points from text in pieces. It accepts all ASCII white space, and letters of either case. A
/// token of any length takes constant memory.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// Bytes before the current token, then its length so far.
    start: u64,
    len: u64,
    first: [u8; Reader::SHOWN],
    value: Option<u32>,
}

impl Reader {
    /// The number of bytes of a token that are kept for messages.
    const SHOWN: usize = 32;
    /// The length of `U+` and four digits.
    const SHORTEST: u64 = 6;

    /// Takes bytes until a token is complete. Returns `None` when they are used up.
    pub(crate) fn next(&mut self, bytes: &mut &[u8]) -> Option<Token> {
        while let Some((&byte, rest)) = bytes.split_first() {
            let is_space = byte.is_ascii_whitespace() || byte == 0x0B;
            if is_space && self.len > 0 {
                return Some(self.token()); // the space is looked at again, after the token has been
            }
            *bytes = rest;
            if is_space {
                self.start += 1;
            } else {
                self.take(byte);
            }
        }
        None
    }

    /// Continues after the token that was last returned.
    pub(crate) fn skip_token(&mut self) {
        self.start += self.len;
        self.len = 0;
    }

    /// Returns the token at the end of the input.
    pub(crate) fn finish(&mut self) -> Option<Token> {
        (self.len > 0).then(|| self.token())
    }

    /// Returns the offset of the current token, in bytes.
    pub(crate) fn start(&self) -> u64 {
        self.start
    }

    /// Returns the first bytes of the current token, and its length.
    pub(crate) fn shown(&self) -> (&[u8], u64) {
        let shown = usize::try_from(self.len).map_or(Self::SHOWN, |len| len.min(Self::SHOWN));
        (&self.first[..shown], self.len)
    }

    fn take(&mut self, byte: u8) {
        if let Some(place) = usize::try_from(self.len).ok().and_then(|len| self.first.get_mut(len)) {
            *place = byte;
        }
        self.value = match self.len {
            0 => (byte | 0x20 == b'u').then_some(0),
            1 => self.value.filter(|_| byte == b'+'),
            _ => self.value.and_then(|value| {
                let digit = char::from(byte).to_digit(16)?;
                value.checked_mul(16).map(|value| value | digit)
            }),
        };
        self.len += 1;
    }

    fn token(&self) -> Token {
        match self.value {
            Some(code_point) if self.len >= Self::SHORTEST => Token::CodePoint(code_point),
            _ => Token::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(pieces: &[&[u32]]) -> String {
        let (mut writer, mut text) = (Writer::default(), vec![]);
        for piece in pieces {
            writer.write(piece, &mut text);
        }
        text.extend_from_slice(writer.finish());
        String::from_utf8(text).unwrap()
    }

    fn read(text: &[u8], size: usize) -> Vec<(u64, Token)> {
        let (mut reader, mut tokens) = (Reader::default(), vec![]);
        for mut piece in text.chunks(size) {
            while let Some(token) = reader.next(&mut piece) {
                tokens.push((reader.start(), token));
                reader.skip_token();
            }
        }
        if let Some(token) = reader.finish() {
            tokens.push((reader.start(), token));
        }
        tokens
    }

    #[test]
    fn written_as_the_design_says() {
        assert_eq!(write(&[]), "");
        assert_eq!(write(&[&[0], &[], &[0x41, 0x1_0FFF], &[0x10_FFFF]]), "U+0000 U+0041 U+10FFF U+10FFFF\n");
        assert_eq!(write(&[&[0x8421_109F, 0xFFFF_FFFF]]), "U+8421109F U+FFFFFFFF\n");
    }

    #[test]
    fn what_is_written_is_recognized() {
        for text in ["U+0000 U+10FFFF\n", "U+0041\n", "U+FFFFFFFF U+0020\n"] {
            assert!(is_written(text.as_bytes(), true), "{text}");
            assert!(is_written(&text.as_bytes()[..text.len() - 2], false) == text.contains(' '), "{text}");
        }
        for text in ["", "\n", "U+0041", "U+041\n", "u+0041\n", "U+0041  U+0042\n", "U+0041 is A\n"] {
            assert!(!is_written(text.as_bytes(), true), "{text}");
        }
    }

    #[test]
    fn read_in_either_case_and_over_any_white_space() {
        let expected = [(0, 0x41), (7, 0xABCDE), (16, 0xFFFF_FFFF), (28, 0x20AC)];
        let expected: Vec<_> = expected.map(|(at, c)| (at, Token::CodePoint(c))).into();
        for size in 1..40 {
            assert_eq!(
                read(b"u+0041\tU+aBcDe\n\x0BU+FFFFFFFF\r\x0CU+0020AC", size),
                expected,
                "pieces of {size}"
            );
        }
    }

    #[test]
    fn everything_else_is_another_token() {
        for token in
            ["U", "U+", "U+41", "0041", "U+004G", "U+100000000", "UU+0041", "U-0041", "\u{FF35}+0041"]
        {
            for size in 1..10 {
                assert_eq!(read(token.as_bytes(), size), [(0, Token::Other)], "{token}");
            }
        }
        assert_eq!(read(b"\xFF U+0041", 3), [(0, Token::Other), (2, Token::CodePoint(0x41))]);
    }

    #[test]
    fn what_is_written_is_read() {
        let all: Vec<u32> = (0..32).flat_map(|bit| [1 << bit, (1_u32 << bit) - 1]).collect();
        let text = write(&[&all]);
        let back: Vec<_> = read(text.as_bytes(), 7).into_iter().map(|(_, token)| token).collect();
        assert_eq!(back, all.into_iter().map(Token::CodePoint).collect::<Vec<_>>());
    }
}
