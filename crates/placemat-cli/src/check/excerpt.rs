//! The bytes around an error, drawn, and what they look like to somebody who has seen many.
//!
//! ```text
//!     6F 6B 20 ED A0 BD ED B2 A9 21
//!     o  k     ·  ·  ·  ·  ·  ·  !
//!              ~~
//!     hint: these six bytes are a surrogate pair in CESU-8, U+1F4A9
//! ```

use placemat::form::{Form, GeneralizedUtf8};
use placemat::{Codec, Encoding};
use unicode_width::UnicodeWidthChar;

use crate::color::{Painter, Role};
use crate::show::is_hostile;

/// Bytes that are shown before an error, of it, and behind its start.
const BEFORE: u64 = 8;
const SHOWN: usize = 24;
/// Bytes that a hint may look at.
pub(super) const MARGIN: u64 = BEFORE;
/// The bytes that are fetched.
pub(super) const WINDOW: usize = 40;

/// Bytes around an error.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// From some bytes before the error on.
    pub(super) bytes: Vec<u8>,
    /// Where the error is in them.
    pub(super) at: usize,
    pub(super) length: u64,
    /// The error is at the very start of the input.
    pub(super) is_first: bool,
}

impl Around {
    /// Two lines and an underline, and perhaps a hint.
    pub(super) fn drawn(&self, encoding: Encoding, painter: Painter) -> String {
        let shown = &self.bytes[..self.bytes.len().min(SHOWN)];
        let length = usize::try_from(self.length).unwrap_or(SHOWN).min(shown.len() - self.at);
        let (mut hex, mut text, mut under) = (String::new(), String::new(), String::new());
        let characters = characters(encoding, shown, self.at);
        for (k, &byte) in shown.iter().enumerate() {
            let is_error = (self.at..self.at + length).contains(&k);
            let digits = format!("{byte:02X}");
            hex.push_str(&if is_error { painter.paint(Role::Error, digits) } else { digits });
            hex.push(' ');
            text.push_str(&characters[k]);
            under.push_str(match (is_error, k + 1 < self.at + length) {
                (false, _) => "   ",
                (true, true) => "~~~",
                (true, false) => "~~ ",
            });
        }
        let under = painter.paint(Role::Error, under.trim_end());
        let mut drawn = format!("    {}\n    {}\n    {under}\n", hex.trim_end(), text.trim_end());
        if let Some(hint) = self.hint(encoding) {
            drawn.push_str(&format!("    {}: {hint}\n", painter.paint(Role::Faint, "hint")));
        }
        drawn
    }

    /// What somebody who has seen many would say.
    fn hint(&self, encoding: Encoding) -> Option<String> {
        let ahead = &self.bytes[self.at..];
        if encoding.facts().width != 1 {
            return None;
        }
        match *ahead {
            [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if self.is_first => {
                Some("these two bytes are a byte order mark of UTF-16: try -e utf-16".to_owned())
            }
            [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
                let half = |bytes: &[u8]| GeneralizedUtf8::TABLE.decode(bytes, true).ok();
                let (lead, trail) = (half(&ahead[..3])?.code_point, half(&ahead[3..6])?.code_point);
                let joined = 0x1_0000 + ((lead & 0x3FF) << 10 | trail & 0x3FF);
                Some(format!("these six bytes are a surrogate pair in CESU-8, U+{joined:04X}"))
            }
            [0xED, 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
                let code_point = 0xD000 | u32::from(ahead[1] & 0x3F) << 6 | u32::from(third & 0x3F);
                Some(format!(
                    "these three bytes are the lone surrogate U+{code_point:04X}, as WTF-8 holds it"
                ))
            }
            [0xC0, 0x80, ..] => Some("these two bytes are U+0000 in Modified UTF-8".to_owned()),
            [0xC2 | 0xC3, ..] => None,
            [single @ 0x80..=0xFF, ref behind @ ..]
                if encoding.facts().table.masked(ahead).is_none()
                    && behind.first().is_none_or(u8::is_ascii)
                    && self.at.checked_sub(1).is_none_or(|before| self.bytes[before].is_ascii()) =>
            {
                let decoded = Encoding::Windows1252.decode_next(&[single], true).ok()?;
                let character = char::from_u32(decoded.code_point).filter(|one| !is_hostile(*one))?;
                Some(format!("alone among ASCII; in windows-1252 it is {character}"))
            }
            _ => {
                let masked = encoding.facts().table.masked(ahead)?;
                Some(format!("a decoder that only masks bits reads U+{:04X}", masked.code_point))
            }
        }
    }
}

/// What stands below each byte, three columns wide: a character below its first byte, and a dot for what has none.
fn characters(encoding: Encoding, bytes: &[u8], error: usize) -> Vec<String> {
    let mut cells = vec!["   ".to_owned(); bytes.len()];
    let mut at = 0;
    while at < bytes.len() {
        let decoded = if at == error { None } else { encoding.decode_next(&bytes[at..], true).ok() };
        let Some(decoded) = decoded else {
            cells[at] = "·  ".to_owned();
            at += 1;
            continue;
        };
        let character = char::from_u32(decoded.code_point).filter(|one| !is_hostile(*one)).unwrap_or('·');
        let width = character.width().unwrap_or(0);
        cells[at] = match width {
            0 => "·  ".to_owned(),
            _ => format!("{character}{:1$}", "", 3_usize.saturating_sub(width)),
        };
        at += decoded.len.max(1);
    }
    cells
}
