//! The code pages of DOS, in which old files and the consoles of Windows have text.

use oem_cp::OEMCPHashMap;
use oem_cp::code_table::{DECODING_TABLE_CP_MAP, ENCODING_TABLE_CP_MAP};
use oem_cp::code_table_type::TableType;

use super::Step;

/// A code page that the WHATWG does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CodePage {
    number: u16,
    pub(super) identifier: &'static str,
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) labels: [&'static str; 2],
}

/// The code pages, those that are most frequent first.
pub(super) const ALL: [CodePage; 14] = [
    page(850, "cp850", "CP850", "Western, DOS", ["ibm850", "850"]),
    page(858, "cp858", "CP858", "Western, DOS, with the euro sign", ["ibm00858", "858"]),
    page(437, "cp437", "CP437", "American, DOS, with box drawing and few accents", ["ibm437", "437"]),
    page(852, "cp852", "CP852", "Central European, DOS", ["ibm852", "852"]),
    page(855, "cp855", "CP855", "Cyrillic, DOS, Serbian and Bulgarian", ["ibm855", "855"]),
    page(857, "cp857", "CP857", "Turkish, DOS", ["ibm857", "857"]),
    page(737, "cp737", "CP737", "Greek, DOS", ["ibm737", "737"]),
    page(869, "cp869", "CP869", "Greek, DOS, modern", ["ibm869", "869"]),
    page(862, "cp862", "CP862", "Hebrew, DOS", ["ibm862", "862"]),
    page(720, "cp720", "CP720", "Arabic, DOS", ["ibm720", "720"]),
    page(775, "cp775", "CP775", "Baltic, DOS", ["ibm775", "775"]),
    page(860, "cp860", "CP860", "Portuguese, DOS", ["ibm860", "860"]),
    page(861, "cp861", "CP861", "Icelandic, DOS", ["ibm861", "861"]),
    page(865, "cp865", "CP865", "Danish and Norwegian, DOS", ["ibm865", "865"]),
];

const fn page(
    number: u16,
    identifier: &'static str,
    name: &'static str,
    about: &'static str,
    labels: [&'static str; 2],
) -> CodePage {
    CodePage { number, identifier, name, about, labels }
}

/// Finds the code page that a name means.
pub(super) fn find(name: &str) -> Option<CodePage> {
    let number = number(name)?;
    ALL.into_iter().find(|page| page.number == number)
}

/// Returns the number of the code page that a name means, perhaps after a word, or after what Oracle puts before it: a
/// region, the bits of a character, and PC, as in WE8PC850.
pub(super) fn number(name: &str) -> Option<u16> {
    const WORDS: [&str; 7] = ["", "cp", "ibm", "dos", "oem", "ccsid", "codepage"];
    if !name.is_ascii() {
        return None;
    }
    let folded: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect();
    let word = folded.trim_end_matches(|one: char| one.is_ascii_digit());
    let is_region =
        |region: &str| matches!(region.len(), 1..=3) && region.bytes().all(|one| one.is_ascii_lowercase());
    let is_of_oracle = word.strip_suffix("8pc").is_some_and(is_region);
    folded[word.len()..].parse().ok().filter(|_| is_of_oracle || WORDS.contains(&word))
}

/// Decodes a code page to UTF-8.
pub(super) struct Decoder(Option<&'static TableType>);

impl Decoder {
    pub(super) fn new(page: CodePage) -> Self {
        Decoder(DECODING_TABLE_CP_MAP.get(&page.number))
    }

    fn character(&self, byte: u8) -> Option<char> {
        let Some(at) = byte.checked_sub(0x80).map(usize::from) else { return Some(char::from(byte)) };
        match self.0? {
            TableType::Complete(characters) => Some(characters[at]),
            TableType::Incomplete(characters) => characters[at],
        }
    }

    /// Decodes until the end of the piece or a byte that the code page does not define. Returns how much was read
    /// and written.
    pub(super) fn decode(&self, bytes: &[u8], text: &mut [u8]) -> (Step, usize, usize) {
        let mut written = 0;
        for (at, &byte) in bytes.iter().enumerate() {
            let Some(character) = self.character(byte) else {
                return (Step::Malformed(1, 0), at + 1, written);
            };
            let len = character.len_utf8();
            let Some(room) = text.get_mut(written..written + len) else { return (Step::Full, at, written) };
            character.encode_utf8(room);
            written += len;
        }
        (Step::Done, bytes.len(), written)
    }
}

/// Encodes UTF-8 in a code page.
pub(super) struct Encoder(Option<&'static OEMCPHashMap<char, u8>>);

impl Encoder {
    pub(super) fn new(page: CodePage) -> Self {
        Encoder(ENCODING_TABLE_CP_MAP.get(&page.number).copied())
    }

    /// Encodes until the end of the piece or a character that the code page does not have, which counts as read.
    pub(super) fn encode(&self, text: &str, bytes: &mut [u8]) -> (Step, usize, usize) {
        let mut written = 0;
        for (at, character) in text.char_indices() {
            let byte = match u8::try_from(character) {
                Ok(ascii) if ascii.is_ascii() => Some(ascii),
                _ => self.0.and_then(|page| page.get(&character).copied()),
            };
            let Some(byte) = byte else { return (Step::Unmappable, at + character.len_utf8(), written) };
            let Some(room) = bytes.get_mut(written) else { return (Step::Full, at, written) };
            *room = byte;
            written += 1;
        }
        (Step::Done, text.len(), written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_a_code_page() {
        for name in
            ["cp850", "CP-850", "850", "ibm850", "IBM_850", "DOS 850", "ccsid 850", "ibm00850", "WE8PC850"]
        {
            assert_eq!(find(name).map(|page| page.identifier), Some("cp850"), "{name}");
        }
        assert_eq!(find("BLT8PC775").map(|page| page.identifier), Some("cp775"));
        for name in ["cp1850", "8pc850", "1WE8PC850", "cp85", "x850", "866", "dos", "", "99999999999", "é850"]
        {
            assert_eq!(find(name), None, "{name}");
        }
        for page in ALL {
            for name in page.labels.into_iter().chain([page.identifier, page.name]) {
                assert_eq!(find(name), Some(page), "{name}");
            }
        }
    }

    #[test]
    fn every_byte_comes_back() {
        for page in ALL {
            let (decoder, encoder) = (Decoder::new(page), Encoder::new(page));
            let mut defined = 0;
            for byte in 0..=0xFF_u8 {
                let (mut text, mut back) = ([0; 3], [0; 1]);
                let (step, read, written) = decoder.decode(&[byte], &mut text);
                if step != Step::Done {
                    assert_eq!((step, read, written), (Step::Malformed(1, 0), 1, 0));
                    continue;
                }
                defined += 1;
                let text = std::str::from_utf8(&text[..written]).unwrap();
                assert_eq!(encoder.encode(text, &mut back), (Step::Done, written, 1), "{page:?} {byte:X}");
                assert_eq!(back, [byte], "{page:?}");
            }
            // CP857 has no characters at D5, E7 and F2.
            assert_eq!(defined, if page.number == 857 { 253 } else { 256 }, "{page:?}");
        }
    }

    #[test]
    fn a_full_output_is_continued() {
        let page = find("cp437").unwrap();
        let mut text = [0; 4];
        assert_eq!(Decoder::new(page).decode(b"a\xC9\xC9", &mut text), (Step::Full, 2, 4));
        assert_eq!(&text, "a╔".as_bytes());
        let mut bytes = [0; 2];
        assert_eq!(Encoder::new(page).encode("é╔ß", &mut bytes), (Step::Full, 5, 2));
        assert_eq!(Encoder::new(page).encode("é€", &mut bytes), (Step::Unmappable, 5, 1));
    }
}
