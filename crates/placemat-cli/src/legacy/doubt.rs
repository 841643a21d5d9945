//! Doubts whether single bytes within UTF-8 are Windows-1252.

use std::collections::BTreeSet;

/// The letters of Windows-1252 that are not in ISO-8859-1.
const WESTERN: &str = "ŒœŠšŽžŸƒˆ";

/// Returns `true` if the UTF-8 of a text is in a language that Windows-1252 is not for: at least a third of its
/// letters outside ASCII, and more than one, are not in Windows-1252. Its other bytes are not either, then.
fn is_of_another_language(text: &[u8]) -> bool {
    let characters = text.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    let letters = characters.filter(|one| !one.is_ascii() && one.is_alphabetic());
    let (mut all, mut foreign) = (0, 0);
    for letter in letters {
        all += 1;
        foreign += usize::from(letter > '\u{FF}' && !WESTERN.contains(letter));
    }
    foreign > 1 && 3 * foreign >= all
}

/// Returns the lead bytes of the well-formed sequences of a text.
pub(crate) fn lead_bytes(text: &[u8]) -> BTreeSet<u8> {
    let valid = text.utf8_chunks().flat_map(|chunk| chunk.valid().bytes());
    valid.filter(|byte| *byte >= 0xC2).collect()
}

/// Returns `true` if the byte at a place may be all that is left of a character that was cut: a line ends after
/// it, or the text, and other characters of the text begin with it.
pub(crate) fn may_be_cut(text: &[u8], at: usize, leads: &BTreeSet<u8>) -> bool {
    matches!(text.get(at + 1), None | Some(b'\n' | b'\r'))
        && text.get(at).is_some_and(|byte| leads.contains(byte))
}

/// Returns `true` if the bytes of a text that are not UTF-8 are hardly Windows-1252: the text is in a language of
/// other letters, or a character was cut at the end of a line.
pub(crate) fn is_hardly_windows_1252(text: &[u8]) -> bool {
    let leads = lead_bytes(text);
    let mut at = 0;
    let has_cut = text.utf8_chunks().any(|chunk| {
        let place = at + chunk.valid().len();
        at = place + chunk.invalid().len();
        chunk.invalid().len() == 1 && may_be_cut(text, place, &leads)
    });
    has_cut || is_of_another_language(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_windows_1252_have_its_letters() {
        for text in ["naïve café", "Žižek, cœur, Größe", "π r² and Größe", "x → y", "", "½ µm"]
        {
            assert!(!is_of_another_language(text.as_bytes()), "{text}");
        }
        for text in ["Kraków, proszę, środkowej", "시험", "文字コード", "Привет", "Ελλάδα"]
        {
            assert!(is_of_another_language(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn a_lead_byte_at_the_end_of_a_line_may_be_cut() {
        let text = b"t\xC3\xA4glich. F\xC3\nf\xC3\xBCr \xE9\n\xC3 x";
        let leads = lead_bytes(text);
        assert!(may_be_cut(text, 11, &leads));
        assert!(!may_be_cut(text, 18, &leads) && !may_be_cut(text, 20, &leads));
    }
}
