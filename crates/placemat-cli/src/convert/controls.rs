//! Controls beyond ASCII in text of single bytes, U+0080 to U+009F. Hardly any text has them: the bytes are signs
//! in Windows-1252, or letters in encodings of DOS and of the Mac.

use placemat::Encoding;

use crate::show::Count;

/// How many bytes are controls beyond ASCII: all of them, and those for which Windows-1252 has no sign either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Controls {
    pub(super) count: u64,
    pub(super) undefined: u64,
}

impl Controls {
    /// Adds a piece that is read in an encoding.
    pub(super) fn push(&mut self, encoding: Encoding, piece: &[u8]) {
        let undefined = |byte: u8| matches!(byte, 0x81 | 0x8D | 0x8F | 0x90 | 0x9D);
        match encoding {
            Encoding::Iso8859_1 => {
                self.count += count(piece, |byte| byte & 0xE0 == 0x80);
                self.undefined += count(piece, undefined);
            }
            Encoding::Windows1252 => {
                self.undefined += count(piece, undefined);
                self.count = self.undefined;
            }
            _ => {}
        }
    }

    /// Returns what is said of such controls.
    pub(super) fn describe(self) -> String {
        let Controls { count, undefined } = self;
        let why = match (undefined, count) {
            (0, 1) => "this byte is a sign in Windows-1252 (-f windows-1252)",
            (0, _) => "these bytes are signs in Windows-1252 (-f windows-1252)",
            _ => "it is perhaps in another encoding (placemat detect)",
        };
        format!("{} between U+0080 and U+009F, which hardly any text has: {why}", Count(count, "control"))
    }
}

/// Counts bytes. Counts of so few fit into bytes, which are added many at a time.
fn count(piece: &[u8], is_one: impl Fn(u8) -> bool) -> u64 {
    let counts = piece.chunks(255).map(|part| part.iter().map(|&byte| u8::from(is_one(byte))).sum::<u8>());
    counts.map(u64::from).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_counted() {
        let all: Vec<u8> = (0..=0xFF).collect();
        let counted = |encoding, bytes: &[u8]| {
            let mut controls = Controls::default();
            bytes.chunks(7).for_each(|piece| controls.push(encoding, piece));
            (controls.count, controls.undefined)
        };
        assert_eq!(counted(Encoding::Iso8859_1, &all.repeat(9)), (9 * 32, 9 * 5));
        assert_eq!(counted(Encoding::Windows1252, &all.repeat(9)), (9 * 5, 9 * 5));
        assert_eq!(counted(Encoding::Windows1252, b"\x93a\x94 \x85"), (0, 0));
        assert_eq!(counted(Encoding::UsAscii, &all), (0, 0));
    }
}
