//! Lines in a legacy encoding among lines of UTF-8, as in a log of two programs. The user names the encoding.

use std::ffi::OsStr;

use placemat::Encoding;
use placemat::repair::Fixes;

use super::legacy::edits;
use super::report::Found;
use crate::legacy::{self, Confidence, Guess, Known, Legacy, Shape};
use crate::names;
use crate::status::CommandError;

/// Returns the encoding with that name, if it is a legacy encoding.
pub(super) fn encoding(name: &OsStr) -> Result<Legacy, CommandError> {
    let found = match names::of_any_kind(name)? {
        Known::Legacy(legacy) => Some(legacy),
        Known::Family(Encoding::Windows1252) => Legacy::windows_1252(),
        _ => None,
    };
    found.ok_or_else(|| {
        let name = name.display();
        CommandError::Failed(format!(
            "--legacy-lines is for a legacy encoding, such as windows-1251, and not for {name} (see placemat list)"
        ))
    })
}

/// Returns the findings about a text of which lines that are not UTF-8 are converted, unless the fixes repair them, and
/// the others repaired. A line that has words of UTF-8, or that is malformed in the encoding, is left. So are all of
/// them if they are surely in another encoding.
pub(super) fn found(text: Vec<u8>, legacy: Legacy, fixes: Fixes) -> Found {
    // Bytes of such lines are not Windows-1252.
    let of_lines = fixes.without(Fixes::LEGACY_BYTES | Fixes::UTF_16);
    let (mut converted, mut others, mut lines, mut at) = (vec![], text.clone(), vec![], 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let start = at;
        at += line.len();
        let is_repaired = || of_lines.diagnose(line).left.is_none();
        if std::str::from_utf8(line).is_ok() || has_words_of_utf_8(line, legacy) || is_repaired() {
            continue;
        }
        let Some(mut edits) = edits(line, legacy) else { continue };
        edits.iter_mut().for_each(|edit| edit.offset += start);
        converted.append(&mut edits);
        lines.extend_from_slice(line);
        // What is diagnosed of the other lines has the same offsets.
        others[start..at].iter_mut().filter(|byte| !byte.is_ascii()).for_each(|byte| *byte = b' ');
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
    let mut diagnosis = fixes.diagnose(&others);
    let lines_from = Some(legacy).filter(|_| !converted.is_empty());
    diagnosis.edits.append(&mut converted);
    diagnosis.edits.sort_by_key(|edit| edit.offset);
    Found { text, size, diagnosis, lines_from, ..Found::default() }
}

/// Returns `true` if words of a line are UTF-8: they would be encoded twice.
fn has_words_of_utf_8(line: &[u8], legacy: Legacy) -> bool {
    match legacy.shape() {
        Shape::Single => legacy::characters_in_words_of_utf_8(line) > 0,
        _ => legacy::has_parts_of_utf_8(line, legacy),
    }
}

#[cfg(all(test, feature = "legacy"))]
mod tests {
    use super::*;
    use placemat::repair::Edit;

    const UTF_8: &[u8] = "привет\n".as_bytes();
    /// The same in Windows-1251.
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
        // A word of UTF-8, and a pair of GBK that is cut.
        let both = [&LINE[..LINE.len() - 1], b" ", UTF_8].concat();
        let gbk = encoding(OsStr::new("gbk")).unwrap();
        for (line, legacy) in [(&both[..], windows_1251()), (b"\xD3\xC3\xBB\n", gbk)] {
            let found = found([UTF_8, line, UTF_8].concat(), legacy, Fixes::DEFAULT);
            assert!(found.diagnosis.left.is_some(), "{}", line.escape_ascii());
        }
    }

    #[test]
    fn other_encodings_are_refused() {
        for name in ["utf-16", "mutf-8", "code-points", "no-such"] {
            assert!(encoding(OsStr::new(name)).is_err(), "{name}");
        }
        assert_eq!(encoding(OsStr::new("latin2")).unwrap().identifier(), "iso-8859-2");
        assert_eq!(encoding(OsStr::new("cp1252")).unwrap().identifier(), "windows-1252");
    }
}
