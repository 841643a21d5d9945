//! Controls beyond ASCII in text of single bytes, U+0080 to U+009F. No text has them: the bytes are signs in
//! Windows-1252, or letters in encodings of DOS and of the Mac.

use placemat::Encoding;

use crate::show::Count;

/// Returns how many bytes of a piece are such controls in an encoding of single bytes.
pub(super) fn count(encoding: Encoding, piece: &[u8]) -> u64 {
    let is_control = |byte: u8| match encoding {
        Encoding::Iso8859_1 => byte & 0xE0 == 0x80,
        _ => matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D),
    };
    // Counts of so few bytes fit into bytes, which are added many at a time.
    let counts =
        piece.chunks(255).map(|part| part.iter().map(|&byte| u8::from(is_control(byte))).sum::<u8>());
    counts.map(u64::from).sum()
}

/// Returns what is said of such controls.
pub(super) fn describe(encoding: Encoding, count: u64) -> String {
    let why = match encoding {
        Encoding::Iso8859_1 => "these bytes are signs in Windows-1252 (-f windows-1252)",
        _ => "it is perhaps in another encoding (placemat detect)",
    };
    format!("{} between U+0080 and U+009F, which no text has: {why}", Count(count, "control"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_counted() {
        let all: Vec<u8> = (0..=0xFF).collect();
        assert_eq!(count(Encoding::Iso8859_1, &all.repeat(9)), 9 * 32);
        assert_eq!(count(Encoding::Windows1252, &all.repeat(9)), 9 * 5);
        assert_eq!(count(Encoding::Windows1252, b"\x93a\x94 \x85"), 0);
        assert_eq!(count(Encoding::Iso8859_1, &[0x80; 1000]), 1000);
    }
}
