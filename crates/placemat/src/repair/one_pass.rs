//! Short texts in which only sequences are damaged: repaired in one pass, without a list of edits.

use alloc::vec::Vec;

use crate::codec::Internal;
use crate::form::Utf8;

use super::fix::Fixes;
use super::foreign::is_foreign;
use super::pair::pair_in_front;

/// Appends the repair of a text to `result`, as [`repair`](super::repair()) does, if its ill-formed
/// subsequences are surrogates and `C0 80` that an enabled fix applies to. Otherwise returns `false`, and
/// what was written is of no use.
///
/// The first `sound` bytes must be well-formed, and [`first_suspect`](super::first_suspect) must find nothing
/// in the text. Then there is nothing to repair in the result either: the replacements are not part of a byte
/// order mark or of double encoding, and are not bytes 00 that might indicate UTF-16.
#[inline]
pub(crate) fn repair_in_one_pass(text: &[u8], sound: usize, fixes: Fixes, result: &mut Vec<u8>) -> bool {
    if is_foreign(text) {
        return false;
    }
    result.clear();
    result.extend_from_slice(&text[..sound]);
    let mut rest = &text[sound..];
    while !rest.is_empty() {
        if let Some(character) = pair_in_front(rest) {
            if !fixes.has_any(Fixes::CESU_8) {
                return false;
            }
            result.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[6..];
            continue;
        }
        let len = match *rest {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] if fixes.has_any(Fixes::LONE_SURROGATES) => {
                result.extend_from_slice("\u{FFFD}".as_bytes());
                3
            }
            [0xC0, 0x80, ..] if fixes.has_any(Fixes::C0_80) && !fixes.has_any(Fixes::UTF_16) => {
                result.push(0);
                2
            }
            _ => match Utf8.well_formed_run(rest) {
                0 => return false,
                len => {
                    result.extend_from_slice(&rest[..len]);
                    len
                }
            },
        };
        rest = &rest[len..];
    }
    true
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use placemat_random::Random;

    use super::*;
    use crate::repair::{first_suspect, repair};

    const PARTS: [&[u8]; 21] = [
        b"plain text, ",
        b"\xEF\xB7\x9D\xED\xB2\xAE\x00\x0A",
        "café ".as_bytes(),
        "日本語".as_bytes(),
        "💩".as_bytes(),
        "Ã©tÃ© ".as_bytes(),
        "Ã".as_bytes(),
        "\u{83}Â©".as_bytes(),
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xED\xA0\xBD",
        b"\xED\xB2\xA9",
        b"\xED\xA0",
        b"\xC0\x80",
        b"\xC0",
        b"\xE9 ",
        b"\xE2\x82",
        b"\xEF\xBB\xBF",
        b"\xEF\xBB",
        b"\xBF",
        b"\xFF\xFE",
        b"\0",
    ];

    #[test]
    fn a_text_that_is_mended_is_a_text_that_is_repaired() {
        let mut random = Random(5);
        let mut mended = 0;
        let mut result = vec![];
        for round in 0..100_000 {
            let kinds: Vec<_> = (0..1 + random.below(4)).map(|_| random.of(&PARTS)).collect();
            let count = random.below(12);
            let text: Vec<u8> = (0..count).flat_map(|_| random.of(&kinds)).copied().collect();
            let fixes = match round % 4 {
                0 => Fixes::DEFAULT,
                1 => Fixes::ALL | Fixes::BOM,
                2 => Fixes::DEFAULT | Fixes::LONE_SURROGATES,
                _ => Fixes::EACH[random.below(9)] | Fixes::EACH[random.below(9)],
            };
            if first_suspect(&text, fixes).is_some() {
                continue;
            }
            let whole = Utf8.well_formed_run(&text);
            let sound = if round % 8 < 4 { whole } else { 0 };
            if repair_in_one_pass(&text, sound, fixes, &mut result) {
                assert_eq!(repair(&text, fixes).as_deref(), Ok(&result[..]), "{fixes} {text:X?}");
                mended += usize::from(whole < text.len());
            }
        }
        assert!(mended > 1000, "{mended}");
    }
}
