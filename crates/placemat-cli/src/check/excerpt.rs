//! The bytes around an error, drawn, and what they look like to somebody who has seen many.
//!
//! ```text
//!     6F 6B 20 ED A0 BD ED B2 A9 21
//!     o  k     ·  ·  ·  ·  ·  ·  !
//!              ~~
//!     hint: these six bytes are a surrogate pair in CESU-8, U+1F4A9
//! ```

use std::ops::Range;

use placemat::{Codec, Encoding};
use unicode_width::UnicodeWidthChar;

use super::hint;
use super::kind::Kind;
use crate::color::{Painter, Role};
use crate::show::{is_hostile, wrapped};

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
    /// That of the text, with its byte order.
    pub(super) encoding: Encoding,
    pub(super) kind: Kind,
    /// From some bytes before the error on.
    pub(super) bytes: Vec<u8>,
    /// Where the error is in them.
    pub(super) at: usize,
    /// Where it is in the input.
    pub(super) offset: u64,
    pub(super) length: u64,
}

impl Around {
    /// What somebody who has seen many errors would say of it.
    pub(super) fn hint(&self) -> Option<String> {
        hint::of(self)
    }

    /// Two lines and an underline, and perhaps a hint.
    pub(super) fn drawn(&self, painter: Painter, width: usize) -> String {
        let shown = &self.bytes[..self.bytes.len().min(SHOWN)];
        let length = usize::try_from(self.length).unwrap_or(SHOWN).min(shown.len() - self.at);
        let (mut hex, mut text, mut under) = (String::new(), String::new(), String::new());
        let characters = characters(self.encoding, shown, self.at..self.at + length);
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
        if self.length == 0 {
            // Something is missing there.
            under = format!("{:1$}^", "", 3 * self.at);
        }
        let under = painter.paint(Role::Error, under.trim_end());
        let mut drawn = format!("    {}\n    {}\n    {under}\n", hex.trim_end(), text.trim_end());
        if let Some(hint) = self.hint() {
            let hint = wrapped(&hint, width, 4, "hint: ".len());
            drawn.push_str(&format!("    {}: {hint}\n", painter.paint(Role::Faint, "hint")));
        }
        drawn
    }
}

/// What stands below each byte, three columns wide: a character below its first byte, and a dot for what has none.
fn characters(encoding: Encoding, bytes: &[u8], error: Range<usize>) -> Vec<String> {
    let mut cells = vec!["   ".to_owned(); bytes.len()];
    let width = encoding.facts().width;
    let mut at = 0;
    while at < bytes.len() {
        // What stands before the error is not read together with it.
        let (is_wrong, end) = match at {
            at if at < error.start => (false, error.start),
            at => (error.contains(&at), bytes.len()),
        };
        let decoded = if is_wrong { None } else { encoding.decode_next(&bytes[at..end], true).ok() };
        let Some(decoded) = decoded else {
            let dots = if is_wrong { error.len() } else { width };
            for cell in cells.iter_mut().skip(at).take(dots) {
                "·  ".clone_into(cell);
            }
            at += dots;
            continue;
        };
        let character = char::from_u32(decoded.code_point).filter(|one| !is_hostile(*one)).unwrap_or('·');
        let columns = character.width().unwrap_or(0);
        cells[at] = match columns {
            0 => "·  ".to_owned(),
            _ => format!("{character}{:1$}", "", 3_usize.saturating_sub(columns)),
        };
        at += decoded.len.max(1);
    }
    cells
}
