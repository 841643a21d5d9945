//! Inputs that are no text in the Western encoding of single bytes that was named, which reads any bytes.

use placemat::Encoding;

use super::super::super::controls;
use super::super::super::input_report::Contradiction;
use super::is_utf_8;
use crate::input::Input;
use crate::legacy::is_noise;
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
    Ok(match () {
        () if seen.is_data() => Some(Contradiction::Data),
        () if seen.controls > 0 => Some(Contradiction::Controls(encoding)),
        () => None,
    })
}

/// Counts of the bytes of an input: all of them, those beyond ASCII, and controls within and beyond it.
#[derive(Default)]
struct Seen {
    len: u64,
    high: u64,
    noise: u64,
    controls: u64,
}

impl Seen {
    fn push(&mut self, encoding: Encoding, piece: &[u8]) {
        self.len += piece.len() as u64;
        self.high += piece.iter().filter(|byte| !byte.is_ascii()).count() as u64;
        self.noise += piece.iter().filter(|byte| **byte == 0 || is_noise(**byte)).count() as u64;
        self.controls += controls::count(encoding, piece);
    }

    /// Returns `true` for data: one byte in 20 is a control, or one in three is not ASCII, as hardly any is in
    /// Western text. A text may have a bell in it, or the end mark of DOS.
    fn is_data(&self) -> bool {
        20 * self.noise > self.len + 20 || self.len >= LEAST && 3 * self.high > self.len
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
            b"",
        ] {
            let found = seen(text);
            assert!(!found.is_data() && found.controls == 0, "{}", text.escape_ascii());
        }
        assert!(seen(&(0x80..=0xFF).collect::<Vec<u8>>()).is_data());
        assert!(seen(b"x\x9C\xCBH\xCD\xC9\xC9W(\xCF/\xCAI\x01\x16").is_data());
        assert_eq!(seen(b"M\x81ller").controls, 1);
    }
}
