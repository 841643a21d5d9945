//! Words of UTF-8 in text that looks like a legacy encoding: two programs wrote it, or a person put it
//! together.

/// Fewer characters may be UTF-8 by chance.
const LEAST: usize = 2;

/// Returns how many characters beyond ASCII are in words that are UTF-8 as a whole. Words with one of them do
/// not count.
pub(crate) fn characters_in_words_of_utf_8(bytes: &[u8]) -> u64 {
    let is_between = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
    let words = bytes.split(is_between).filter(|word| word.len() >= 2 * LEAST && !word.is_ascii());
    let of_word = |word| {
        let text = std::str::from_utf8(word).unwrap_or_default();
        text.chars().filter(|one| !one.is_ascii()).count()
    };
    words.map(of_word).filter(|count| *count >= LEAST).sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_count() {
        for (bytes, expected) in [
            (b"\xCF\xF0\xE8\xE2\xE5\xF2 \xD0\xBC\xD0\xB8\xD1\x80\n".as_slice(), 3),
            (b"\xD6\xD0\xB9\xFA from \xE6\x96\x87\xE4\xBB\xB6 error", 2),
            (b"\xD2\xBB \xD6\xD0\xB9\xFA", 0),
            (b"\xC3\xB3\xF0\xED\xE8\xEA", 0),
            (b"caf\xC3\xA9 caf\xE9", 0),
            (b"plain text", 0),
        ] {
            assert_eq!(characters_in_words_of_utf_8(bytes), expected, "{bytes:X?}");
        }
    }
}
