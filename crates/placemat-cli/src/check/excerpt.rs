//! The bytes around an error, and a hint about their likely cause.
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

use super::report::INDENT;
use crate::color::{Painter, Role};
use crate::context::{ErrorContext, hint_after};
use crate::show::{is_hostile, wrapped};

/// The greatest number of bytes around an error that are shown, and the least in a narrow terminal.
const SHOWN: usize = 24;
const LEAST: usize = 6;

/// Returns how many bytes fit into `width` columns: each takes three, except the last, which has no space
/// after it.
fn most_in(width: usize) -> usize {
    (width.saturating_sub(INDENT - 1) / 3).clamp(LEAST, SHOWN)
}

/// Returns the part of the context of an error that fits into `width` columns. At most a third of it comes
/// before the error.
fn shown_in(width: usize, around: &ErrorContext) -> ErrorContext {
    let most = most_in(width);
    let unit = around.encoding.info().width;
    let cut = around.at.saturating_sub(most / 3) / unit * unit;
    let end = around.bytes.len().min(cut + most);
    ErrorContext { bytes: around.bytes[cut..end].to_vec(), at: around.at - cut, ..around.clone() }
}

/// Adjacent errors, which are drawn together. Of the six bytes of a surrogate pair, each is an error of its
/// own.
#[derive(Debug)]
pub(super) struct Group {
    first: ErrorContext,
    hint: Option<String>,
    /// The ends of the errors in the bytes that are shown.
    ends: Vec<usize>,
}

impl Group {
    /// Begins with an error that is drawn in `width` columns.
    pub(super) fn of(first: &ErrorContext, width: usize) -> Self {
        let message = first.message();
        let hint = first.hint().map(|hint| hint_after(&message, &hint).to_owned());
        let first = shown_in(width, first);
        let length = usize::try_from(first.length).unwrap_or(SHOWN).min(first.bytes.len() - first.at);
        Group { hint, ends: vec![first.at + length], first }
    }

    /// Adds an error if it begins where the last one ends, is shown with it, has no hint of its own, and if
    /// the hint of the first error also applies to it.
    pub(super) fn takes(&mut self, next: &ErrorContext) -> bool {
        let shown = self.first.bytes.len() as u64;
        let start = self.first.offset - self.first.at as u64;
        let end = next.offset + next.length - start;
        let is_next = self.ends.last().is_some_and(|&last| start + last as u64 == next.offset);
        // Some hints apply to a certain number of bytes.
        let is_counted = self.hint.as_ref().is_some_and(|hint| hint.starts_with("these "));
        let applies = !is_counted || next.continues();
        let is_taken = is_next && next.length > 0 && end <= shown && next.hint().is_none() && applies;
        if is_taken {
            self.ends.push(end as usize);
        }
        is_taken
    }

    /// Returns two lines and an underline, with a hint if there is one.
    pub(super) fn drawn(&self, painter: Painter, width: usize) -> String {
        let Group { first, hint, ends } = self;
        let error = first.at..ends.last().copied().unwrap_or(first.at);
        let (mut hex, mut text, mut under) = (String::new(), String::new(), String::new());
        let characters = characters(first.encoding, &first.bytes, error.clone());
        for (k, &byte) in first.bytes.iter().enumerate() {
            let is_error = error.contains(&k);
            let digits = format!("{byte:02X}");
            hex.push_str(&if is_error { painter.paint(Role::Error, digits) } else { digits });
            hex.push(' ');
            text.push_str(&characters[k]);
            under.push_str(match (is_error, ends.contains(&(k + 1))) {
                (false, _) => "   ",
                (true, false) => "~~~",
                (true, true) => "~~ ",
            });
        }
        if first.length == 0 {
            // Something is missing there.
            under = format!("{:1$}^", "", 3 * first.at);
        }
        let under = painter.paint(Role::Error, under.trim_end());
        let mut drawn = format!("    {}\n    {}\n    {under}\n", hex.trim_end(), text.trim_end());
        if let Some(hint) = hint {
            let hint = wrapped(hint, width, INDENT, "hint: ".len());
            drawn.push_str(&format!("    {}: {hint}\n", painter.paint(Role::Faint, "hint")));
        }
        drawn
    }
}

/// Returns the text below each byte, three columns wide: a character below its first byte, and a dot for a
/// byte without one.
fn characters(encoding: Encoding, bytes: &[u8], error: Range<usize>) -> Vec<String> {
    let mut cells = vec!["   ".to_owned(); bytes.len()];
    let width = encoding.info().width;
    let mut at = 0;
    while at < bytes.len() {
        // Bytes before the error are not decoded together with it.
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
