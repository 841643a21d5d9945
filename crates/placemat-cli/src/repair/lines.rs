//! Lines in a legacy encoding among lines of UTF-8, as in a log of two programs. The user names the encoding.

use std::borrow::Cow;
use std::ffi::OsStr;

use placemat::repair::Fixes;
use placemat::{Codec, Encoding};

use super::legacy::{edits, is_noise};
use super::report::Found;
use crate::legacy::{self, Confidence, Guess, Known, Legacy, Line, Shape, Telling};
use crate::names;
use crate::status::CommandError;
use crate::walk;

/// Returns the encoding with that name, if it is a legacy encoding.
pub(super) fn encoding(name: &OsStr) -> Result<Legacy, CommandError> {
    let found = match names::of_any_kind(name)? {
        Known::Legacy(legacy) => Some(legacy),
        Known::Family(Encoding::Windows1252) => Legacy::windows_1252(),
        _ => None,
    };
    // ISO-2022-JP is ASCII, and so UTF-8.
    found.filter(|legacy| legacy.shape() != Shape::Iso2022Jp).ok_or_else(|| {
        let name = name.display();
        CommandError::Failed(format!(
            "--legacy-lines is for a legacy encoding, such as windows-1251, and not for {name} (see placemat list)"
        ))
    })
}

/// How much of the lines is examined, in bytes.
const EXAMINED: usize = 1 << 20;

/// Returns the findings about a text of which lines that are not UTF-8 are converted, unless the fixes repair them, and
/// the others repaired. The text is left unchanged if it is unclear what of a line is UTF-8, if a line is malformed in the
/// encoding, or has letters of its alphabet in Latin words, or is rather in another encoding, if the lines are surely in
/// another encoding, and if it is hardly text.
pub(super) fn found(text: Vec<u8>, legacy: Legacy, fixes: Fixes) -> Found {
    if is_other_than_text(&text) {
        let diagnosis = fixes.diagnose(&text);
        return Found { lines_from: Some(legacy), ..super::legacy::found(text, diagnosis, false) };
    }
    // Bytes of such lines are not Windows-1252.
    let of_lines = fixes.without(Fixes::LEGACY_BYTES | Fixes::UTF_16);
    let (mut converted, mut others, mut lines, mut at) = (vec![], text.clone(), vec![], 0);
    let (mut turned, mut has_upright, telling, is_latin) =
        (vec![], false, Telling::of(&text), is_latin(legacy));
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = at;
        at += line.len();
        let is_repaired = || of_lines.diagnose(line).left.is_none();
        let is_utf_8 = matches!(telling.examine_with(line, is_latin), Line::Utf8 | Line::Damaged);
        if is_utf_8 || is_repaired() {
            continue;
        }
        let Some(line) = outside_utf_8(line, legacy, &telling) else { continue };
        let Some(mut edits) = edits(&line, legacy).filter(|_| !has_letters_in_latin(&line, legacy)) else {
            continue;
        };
        if lines.len() < EXAMINED {
            lines.extend_from_slice(&line);
        }
        edits.iter_mut().for_each(|edit| edit.offset += start);
        match case_of(&line, legacy) {
            Case::Turned => turned.push((start..at, edits)),
            case => {
                has_upright |= case == Case::Upright;
                converted.append(&mut edits);
                // What is diagnosed of the other lines has the same offsets.
                blank(&mut others[start..at]);
            }
        }
    }
    // Beside others, they are in another encoding.
    for (range, mut edits) in turned.into_iter().filter(|_| !has_upright) {
        converted.append(&mut edits);
        blank(&mut others[range]);
    }
    let size = text.len() as u64;
    let is_other = |guess: &Guess| {
        guess.confidence == Confidence::Sure
            && guess.legacy != legacy
            && guess.legacy.read(&lines) != legacy.read(&lines)
    };
    if let Some(guess) = legacy::guess(&lines, true).filter(is_other) {
        let diagnosis = fixes.diagnose(&text);
        let lines_from = Some(legacy);
        return Found { text, size, diagnosis, legacy: Some(guess), lines_from, ..Found::default() };
    }
    let mut diagnosis = of_lines.diagnose(&others);
    let lines_from = Some(legacy);
    diagnosis.edits.append(&mut converted);
    diagnosis.edits.sort_by_key(|edit| edit.offset);
    Found { text, size, diagnosis, lines_from, ..Found::default() }
}

/// Returns `true` for what has bytes 00 or many controls, or begins with the signature of another encoding or format.
fn is_other_than_text(text: &[u8]) -> bool {
    let signed = Encoding::for_signature(text).map(|(signed, _)| signed);
    walk::format_of(text).is_some()
        || signed.is_some_and(|signed| !signed.info().is_utf_8)
        || text.contains(&0)
        || is_noise(text)
}

/// Returns `true` if letters of another alphabet are within or at the end of Latin words, as in `GrцЯe` and `cafй`: the
/// line is rather in an encoding for Latin script.
fn has_letters_in_latin(line: &[u8], legacy: Legacy) -> bool {
    if legacy.shape() != Shape::Single {
        return false;
    }
    let text = legacy.read(line);
    let mut words = text.split(|one: char| !one.is_alphabetic());
    words.any(|word| {
        let is_other = |one: char| matches!(one, '\u{370}'..='\u{6FF}');
        let stem = word.trim_end_matches(is_other);
        let inside = stem.trim_start_matches(is_other);
        // One letter follows a word, which may begin with a capital.
        let is_accent_at_end = stem.len() > 1
            && stem.starts_with(|one: char| one.is_ascii_alphabetic())
            && stem.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
            && word[stem.len()..].chars().count() == 1;
        let ends_in_latin =
            inside.starts_with(|one: char| one.is_ascii()) && inside.ends_with(|one: char| one.is_ascii());
        ends_in_latin && inside.contains(is_other) || is_accent_at_end
    })
}

/// Replaces all that is not ASCII.
fn blank(line: &mut [u8]) {
    line.iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b' ');
}

/// Where the words of a line have capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    /// They have small letters.
    Upright,
    /// They begin with a small letter before capitals, as those of KOI8-R do in Windows-1251.
    Turned,
    Unknown,
}

fn case_of(line: &[u8], legacy: Legacy) -> Case {
    const LEAST: usize = 4;
    let text = legacy.read(line);
    let words = text.split(|one: char| one.is_ascii() || !one.is_alphabetic());
    let (mut turned, mut upright) = (0, 0);
    for word in words.filter(|word| word.chars().count() >= LEAST) {
        let is_turned = word.starts_with(char::is_lowercase) && word.chars().skip(1).all(char::is_uppercase);
        turned += usize::from(is_turned);
        upright += usize::from(!is_turned && word.chars().skip(1).any(char::is_lowercase));
    }
    match () {
        () if turned > upright => Case::Turned,
        () if upright > 0 => Case::Upright,
        () => Case::Unknown,
    }
}

/// Returns what of a line is not UTF-8, with spaces for the rest, unless it is unclear what is.
fn outside_utf_8<'l>(line: &'l [u8], legacy: Legacy, telling: &Telling) -> Option<Cow<'l, [u8]>> {
    match is_partly_utf_8(line, legacy) {
        false => Some(line.into()),
        // The second bytes of pairs may be between words.
        true if legacy.shape() != Shape::Single => None,
        true => legacy::without_utf_8(line, Some(legacy), telling).map(Cow::Owned),
    }
}

/// Returns `true` if some of a line is UTF-8: it would be encoded twice. Other bytes may look like a sequence or two of
/// it by chance, but hardly like an accented letter beside letters of Latin script.
fn is_partly_utf_8(line: &[u8], legacy: Legacy) -> bool {
    if legacy.shape() != Shape::Single {
        return legacy::has_parts_of_utf_8(line, legacy);
    }
    let (mut sequences, mut stray, mut has_accents) = (0, 0, false);
    for chunk in line.utf8_chunks() {
        for one in chunk.valid().chars().filter(|one| !one.is_ascii()) {
            sequences += 1;
            has_accents |= matches!(one, '\u{A0}'..='\u{24F}');
        }
        stray += chunk.invalid().len();
    }
    legacy::has_clear_utf_8(line)
        || legacy::characters_in_words_of_utf_8(line) > 0
        || sequences > 2 * stray
        || has_accents && is_latin(legacy)
}

/// Returns `true` for an encoding of Latin script. Windows-1256 has Arabic, and a few letters of French.
fn is_latin(legacy: Legacy) -> bool {
    let high: Vec<u8> = (0x80..=0xFF).collect();
    let letters = legacy.read(&high).chars().filter(|one| matches!(one, 'À'..='\u{24F}')).count();
    legacy.shape() == Shape::Single && 4 * letters >= high.len()
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;
    use placemat::repair::Edit;

    const UTF_8: &[u8] = "привет\n".as_bytes();
    /// That line in Windows-1251.
    const LINE: &[u8] = b"\xEF\xF0\xE8\xE2\xE5\xF2\n";

    fn windows_1251() -> Legacy {
        encoding(OsStr::new("windows-1251")).unwrap()
    }

    #[test]
    fn lines_are_converted_and_others_repaired() {
        let pair = b"\xED\xA0\xBD\xED\xB2\xA9\n";
        let text = [UTF_8, LINE, pair, LINE, b"plain"].concat();
        let found = found(text.clone(), windows_1251(), Fixes::DEFAULT);
        assert_eq!((found.diagnosis.left, found.lines_from), (None, Some(windows_1251())));
        let expected = "привет\nпривет\n💩\nпривет\nplain";
        assert_eq!(Edit::apply_all(&found.diagnosis.edits, &text), expected.as_bytes());
    }

    #[test]
    fn other_lines_are_left() {
        // A pair of GBK that is cut.
        let gbk = encoding(OsStr::new("gbk")).unwrap();
        // Сегодня in KOI8-R.
        let koi8 = b"\xF3\xC5\xC7\xCF\xC4\xCE\xD1\n";
        let cut = b"\xD3\xC3\xBB\n";
        for (line, legacy) in [(&cut[..], gbk), (koi8, windows_1251())] {
            let beside = if line == koi8 { LINE } else { b"" };
            let found = found([UTF_8, line, UTF_8, beside].concat(), legacy, Fixes::DEFAULT);
            assert!(found.diagnosis.left.is_some(), "{}", line.escape_ascii());
        }
    }

    #[test]
    fn words_beside_clear_utf_8_are_converted() {
        let western = encoding(OsStr::new("windows-1252")).unwrap();
        for (text, legacy, expected) in [
            (b"na\xC3\xAFve caf\xE9\n".as_slice(), western, "naïve café\n"),
            (b"5 \xE2\x82\xAC Gr\xF6\xDFe\n", western, "5 € Größe\n"),
            (b"5 \xC2\xA3 Gr\xF6\xDFe\n", western, "5 £ Größe\n"),
            (b"10:02 \xE2\x86\x92 \xEE\xF8\xE8\xE1\xEA\xE0\n", windows_1251(), "10:02 → ошибка\n"),
        ] {
            let found = found(text.to_vec(), legacy, Fixes::DEFAULT);
            assert_eq!(found.diagnosis.left, None, "{expected}");
            assert_eq!(Edit::apply_all(&found.diagnosis.edits, text), expected.as_bytes());
        }
    }

    #[test]
    fn what_is_partly_utf_8_or_no_text_is_left() {
        let western = encoding(OsStr::new("windows-1252")).unwrap();
        for (text, legacy) in [
            (b"\xC2\xA9 caf\xE9\n".as_slice(), western),
            (b"na\xC3\xAF\xE9ve\n", western),
            (b"Jos\xC3\xA9 Gra\xC3\n", western),
            ("привет".as_bytes().split_last().unwrap().1, windows_1251()),
            (&"привет".as_bytes()[1..], windows_1251()),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF\xE0\xE1\n", windows_1251()),
            (b"\xFF\xFEh\0i\0\xEF\0\n\0", windows_1251()),
            (b"\x01\x02\xE0\x03\xE1\x04\x05\n", windows_1251()),
        ] {
            let found = found(text.to_vec(), legacy, Fixes::DEFAULT);
            assert!(found.diagnosis.left.is_some(), "{}", text.escape_ascii());
        }
        // Lines of Thai and Arabic, with sequences of UTF-8 by chance.
        let thai = b"\xE4\xC1\xE8\xBE\xBA\xE4\xBF\xC5\xEC \xA1\xC3\xD8\xB3\xD2\xC5\xCD\xA7\n";
        let arabic = b"\xC3\xAD\xE4 \xC7\xE1\xE3\xE1\xDD \xC7\xE1\xE3\xE1\xDD\n";
        for (line, name) in [(&thai[..], "windows-874"), (arabic, "windows-1256")] {
            let found = found([UTF_8, line].concat(), encoding(OsStr::new(name)).unwrap(), Fixes::DEFAULT);
            assert!(found.diagnosis.left.is_none(), "{name}");
        }
    }

    #[test]
    fn other_encodings_are_refused() {
        for name in ["utf-16", "mutf-8", "code-points", "no-such"] {
            assert!(encoding(OsStr::new(name)).is_err(), "{name}");
        }
        assert!(encoding(OsStr::new("iso-2022-jp")).is_err());
        assert_eq!(encoding(OsStr::new("latin2")).unwrap().identifier(), "iso-8859-2");
        assert_eq!(encoding(OsStr::new("cp1252")).unwrap().identifier(), "windows-1252");
    }
}
