//! What well-formed UTF-8 has that another encoding reads as something else.

use placemat::{Codec, Encoding};

/// What well-formed UTF-8 has that an encoding would read as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// Any byte, unless there are bytes 00, which UTF-16 and UTF-32 have in ordinary text.
    Any,
    /// A byte of ASCII, including U+0000, that is another character in the encoding, or none.
    Moved,
    /// A character beyond ASCII.
    BeyondAscii,
    /// A character beyond U+FFFF, in four bytes.
    Supplementary,
    /// A byte 00.
    Nul,
    /// One of U+EF80..U+EFFF, which represent bytes in the forms of OPTU-8.
    Escape,
}

/// Returns the signs by which UTF-8 contradicts an encoding. There are none if the encoding reads all UTF-8
/// as the same text, or decides on the whole input.
pub(super) fn signs(encoding: Encoding) -> Vec<Sign> {
    let info = encoding.info();
    if info.is_wrapper() {
        // Frames and double encoding fail as a whole if the input is something else.
        return vec![];
    }
    if info.width > 1 {
        return vec![Sign::Any];
    }
    let reads = |character: char| {
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).as_bytes();
        encoding.decode_next(bytes, true).is_ok_and(|decoded| decoded.code_point == u32::from(character))
    };
    let mut signs = vec![];
    if !info.keeps_ascii {
        signs.push(Sign::Moved);
    }
    match info.reads_utf_8_to {
        0x10_FFFF => {}
        ..=0x7F => signs.push(Sign::BeyondAscii),
        _ => signs.push(Sign::Supplementary),
    }
    if !reads('\0') && info.keeps_ascii {
        signs.push(Sign::Nul);
    }
    let escape = info.carry.and_then(|carry| char::from_u32(carry.code_point(carry.first)));
    if escape.is_some_and(|escape| !reads(escape)) {
        signs.push(Sign::Escape);
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the derived signs with a list.
    #[test]
    fn signs_are_those_of_the_list() {
        for encoding in Encoding::ALL {
            let listed: &[Sign] = match encoding {
                _ if encoding.is_wrapper() => &[],
                _ if encoding.info().width > 1 => &[Sign::Any],
                Encoding::UtfEbcdic => &[Sign::Moved, Sign::BeyondAscii],
                Encoding::Utf8Mod
                | Encoding::UsAscii
                | Encoding::Iso8859_1
                | Encoding::Windows1252
                | Encoding::Utf1
                | Encoding::FssUtf1992July
                | Encoding::CorrectedUtf8 => &[Sign::BeyondAscii],
                Encoding::CorrectedUtf8Document => &[Sign::BeyondAscii, Sign::Nul],
                Encoding::Cesu8
                | Encoding::Cesu8Lenient
                | Encoding::Mutf8Lenient
                | Encoding::Utf8mb3
                | Encoding::Optu8 => &[Sign::Supplementary],
                Encoding::Mutf8 => &[Sign::Supplementary, Sign::Nul],
                Encoding::Optu8Reversible => &[Sign::Supplementary, Sign::Escape],
                _ => &[],
            };
            assert_eq!(signs(encoding), listed, "{encoding}");
            let is_corrected = matches!(encoding, Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document);
            assert_eq!(encoding.info().is_corrected, is_corrected, "{encoding}");
        }
    }
}
