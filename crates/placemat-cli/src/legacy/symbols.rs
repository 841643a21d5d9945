//! Text whose only bytes beyond ASCII are symbols of Windows-1252 in their usual places, as in price lists. It
//! is too little for a proposal by letters: in other encodings, the same bytes are letters or parts of pairs.
//!
//! ```text
//! £4.50   ±2   5 µm   ¿Qué?   «Bonjour»   20 °C   © 2024
//! ```

/// Returns `true` if a text has such bytes, and no others beyond ASCII.
pub(crate) fn is_of_symbols(bytes: &[u8]) -> bool {
    let mut marks = Marks::default();
    let mut found = false;
    for at in beyond_ascii(bytes) {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let after = &bytes[at + 1..];
        if !is_in_place(bytes[at], &bytes[..at], after) {
            return false;
        }
        marks.add(bytes[at], before, after.first().copied());
        found = true;
    }
    found && marks.are_closed(bytes)
}

fn beyond_ascii(bytes: &[u8]) -> impl Iterator<Item = usize> {
    bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()).map(|(at, _)| at)
}

/// Returns `true` if a byte is a symbol where such symbols stand.
fn is_in_place(byte: u8, before: &[u8], after: &[u8]) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let is_alone = !before.last().is_some_and(is_word) && !after.first().is_some_and(is_word);
    // A space may be between a number and its symbol.
    let skip = |text: &[u8], byte: Option<&u8>| byte == Some(&b' ') && text.len() > 1;
    let previous = if skip(before, before.last()) { before.iter().nth_back(1) } else { before.last() };
    let next = if skip(after, after.first()) { after.get(1) } else { after.first() };
    let is_at_number = [previous, next].into_iter().flatten().any(u8::is_ascii_digit);
    match byte {
        // ¢ £ ¥ ± × ÷
        0xA2 | 0xA3 | 0xA5 | 0xB1 | 0xD7 | 0xF7 => is_alone && is_at_number,
        // 20 °C
        0xB0 => previous.is_some_and(u8::is_ascii_digit),
        // m², m³
        0xB2 | 0xB3 => {
            before.last().is_some_and(u8::is_ascii_alphabetic) && !after.first().is_some_and(is_word)
        }
        // µm, µs, µF and so on.
        0xB5 => {
            !before.last().is_some_and(is_word)
                && after.first().is_some_and(|unit| b"AFHLVWglms".contains(unit))
                && !after.get(1).is_some_and(is_word)
        }
        // ¡ ¿
        0xA1 | 0xBF => {
            matches!(before.last(), None | Some(b' ' | b'\t' | b'\n' | b'"' | b'(' | b',' | b';' | b'|'))
                && after.first().is_some_and(u8::is_ascii_uppercase)
        }
        // « »
        0xAB => !before.last().is_some_and(is_word),
        0xBB => !after.first().is_some_and(is_word),
        // § ¶
        0xA7 | 0xB6 => is_alone,
        // © 2024, Acme®. After small letters there are hardly the capitals that other encodings have there.
        0xA9 | 0xAE => {
            is_alone
                || before.last().is_some_and(u8::is_ascii_lowercase) && !after.first().is_some_and(is_word)
        }
        _ => false,
    }
}

/// Marks that come in pairs.
#[derive(Default)]
struct Marks {
    left: usize,
    right: usize,
    questions: usize,
    exclamations: usize,
}

impl Marks {
    fn add(&mut self, byte: u8, before: Option<u8>, after: Option<u8>) {
        self.left += usize::from(byte == 0xAB && after.is_some_and(|after| !after.is_ascii_digit()));
        self.right += usize::from(byte == 0xBB && before.is_some_and(|before| !before.is_ascii_digit()));
        self.questions += usize::from(byte == 0xBF);
        self.exclamations += usize::from(byte == 0xA1);
    }

    /// Returns `true` if the text has as many marks that close.
    fn are_closed(&self, bytes: &[u8]) -> bool {
        let count = |mark: u8| memchr::memchr_iter(mark, bytes).count();
        self.left == self.right && self.questions <= count(b'?') && self.exclamations <= count(b'!')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_told_from_letters() {
        let symbols: [&[u8]; 11] = [
            b"Tea,\xA32.50\nCake,\xA33.20\n",
            b"Tea number 1 costs \xA31.50 in the shop\n",
            b"\xB12 and 5 \xB5m\n",
            b"25 \xB0C, 3 m\xB2\n",
            b"\xBFHola? \xA1Si!\n",
            b"\xABBonjour\xBB dit-il. \xABSalut\xBB dit-elle. \xABOui\xBB\n",
            b"\xA9 2024, \xA7 5\n",
            b"Our Windows\xAE 10 licence, and Acme\xA9\n",
            b"70\xA2\n",
            b"4 \xD7 4 \xF7 2\n",
            b"\xA35",
        ];
        for text in symbols {
            assert!(is_of_symbols(text), "{}", text.escape_ascii());
        }
        let letters: [&[u8]; 11] = [
            b"plain",
            // Łódź, żaba and ľudia in Windows-1250, ± inside a word of Latin-2.
            b"\xA3\xF3d\x9F 5\n",
            b"\xBFaba 5\n",
            b"\xBEudia 5\n",
            b"wst\xB1pi\xB1\n",
            // Pairs of bytes.
            b"\xC4\xE3\xBA\xC3",
            b"\xA3\xB1\xA3\xB2",
            b"\xABnever closed",
            b"caf\xE9",
            b"\xBFHola",
            b"\xAEBrand",
        ];
        for text in letters {
            assert!(!is_of_symbols(text), "{}", text.escape_ascii());
        }
        for text in ["Привет, мир!", "zażółć gęślą jaźń 5", "ł 5 ł 6", "Καλημέρα 5", "שלום 5", "5 €"]
        {
            let utf_1 = placemat::Encoding::Utf1.encode(text).unwrap();
            assert!(!is_of_symbols(&utf_1), "{text}");
        }
    }
}
