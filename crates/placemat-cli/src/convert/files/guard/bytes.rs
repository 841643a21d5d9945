//! Inputs that cannot be text in the Western encoding that was named, although it reads any bytes.

use placemat::Encoding;

use super::super::super::controls::Controls;
use super::super::super::input_report::Contradiction;
use super::is_utf_8;
use crate::input::Input;
use crate::names::Side;
use crate::status::CommandError;

/// Less than this is not judged by its share of ASCII, in bytes.
const LEAST: u64 = 16;

/// Returns that an input is data, or has controls that no text has, if it would be read as Western text.
pub(super) fn contradiction(from: Side, input: &mut Input) -> Result<Option<Contradiction>, CommandError> {
    let Side::Encoding(from) = from else { return Ok(None) };
    let is_fallback = from.fallback().is_some();
    let encoding = from.fallback().unwrap_or(from);
    if !matches!(encoding, Encoding::Windows1252 | Encoding::Iso8859_1) || is_fallback && is_utf_8(input)? {
        return Ok(None);
    }
    let mut seen = Seen::default();
    input.scout(|piece| {
        seen.push(encoding, piece);
        true
    })?;
    let is_sign = encoding == Encoding::Iso8859_1 && seen.controls.undefined == 0;
    Ok(match () {
        () if seen.high == 0 => None,
        () if seen.is_data() => Some(Contradiction::Data),
        () if seen.controls.count > 0 => Some(Contradiction::Controls(is_sign)),
        () if seen.len >= LEAST && 3 * seen.high > 2 * seen.len => Some(Contradiction::HardlyWestern),
        () => None,
    })
}

/// Counts of the bytes of an input: all of them, those beyond ASCII, and controls within and beyond it.
#[derive(Default)]
struct Seen {
    len: u64,
    high: u64,
    noise: u64,
    controls: Controls,
}

impl Seen {
    fn push(&mut self, encoding: Encoding, piece: &[u8]) {
        // The others separate fields and records.
        let is_noise = |byte: &&u8| matches!(byte, 0 | 0x02..=0x07 | 0x0B | 0x10..=0x1A);
        self.len += piece.len() as u64;
        self.high += piece.iter().filter(|byte| !byte.is_ascii()).count() as u64;
        self.noise += piece.iter().filter(is_noise).count() as u64;
        self.controls.push(encoding, piece);
    }

    /// Returns `true` if one byte in 20 is a control. A text may have a bell in it, or the end mark of DOS.
    fn is_data(&self) -> bool {
        20 * self.noise > self.len + 20
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_told_from_text() {
        let seen = |bytes: &[u8]| {
            let mut seen = Seen::default();
            bytes.chunks(7).for_each(|piece| seen.push(Encoding::Windows1252, piece));
            seen
        };
        for text in [
            &b"Gr\xFC\xDFe aus M\xFCnchen\r\n\x1A"[..],
            b"\xC9\xE9\xE8\xE7",
            b"\xDCberpr\xFCfung der Gr\xF6\xDFe l\xE4uft\n",
            b"bell\x07\n",
            b"8=FIX.4.2\x019=\xE9\x0135=A\x01",
            b"",
        ] {
            let found = seen(text);
            assert!(!found.is_data() && found.controls.count == 0, "{}", text.escape_ascii());
        }
        assert!(seen(b"x\x9C\xCBH\xCD\xC9\xC9W(\xCF/\xCAI\x02\x16\x1A").is_data());
        assert_eq!(seen(b"M\x81ller").controls.count, 1);
    }
}
