//! Changed lines, before and after the repair.
//!
//! ```text
//!   1:6: offset 6: cesu-8: ED A0 BD ED B2 A9 → F0 9F 92 A9
//!     - café \xED\xA0\xBD\xED\xB2\xA9 au lait
//!     + café 💩 au lait
//! ```

use std::fmt::Write;

use placemat::repair::Edit;
use unicode_width::UnicodeWidthStr;

use super::digest::Region;
use crate::args::LEGACY;
use crate::color::{Painter, Role};
use crate::show::{Count, Excerpt, Line, wrapped};

/// The most bytes around an edit that a line can show.
const AROUND: usize = 1024;
/// The most bytes of an edit that are shown above its line. If there is not room for at least `FEWEST`, the
/// edit has a line of its own.
const SHOWN: usize = 8;
const FEWEST: usize = 3;
/// The columns before a line, and the least width of a line.
const INDENT: usize = 6;
const LEAST: usize = 20;

/// A place in a text. Lines and columns count from 1. An ill-formed subsequence is one column of code points
/// and of UTF-16, and a BOM at the start is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) column_utf16: u64,
    pub(super) column_bytes: u64,
}

impl Spot {
    /// The start of a text.
    pub(super) const START: Spot = Spot { offset: 0, line: 1, column: 1, column_utf16: 1, column_bytes: 1 };

    /// Moves past text.
    pub(super) fn pass(&mut self, text: &[u8]) {
        let mut passed = text;
        if self.offset == 0 {
            passed = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
        }
        self.offset += text.len() as u64;
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        if let Some(end) = memchr::memrchr(b'\n', passed) {
            passed = &passed[end + 1..];
            (self.column, self.column_utf16, self.column_bytes) = (1, 1, 1);
        }
        self.column_bytes += passed.len() as u64;
        for chunk in passed.utf8_chunks() {
            let invalid = u64::from(!chunk.invalid().is_empty());
            self.column += chunk.valid().chars().count() as u64 + invalid;
            self.column_utf16 +=
                chunk.valid().chars().map(|one| one.len_utf16() as u64).sum::<u64>() + invalid;
        }
    }
}

/// Determines the places of ascending offsets in a text of which regions are known.
#[derive(Debug)]
pub(super) struct Locator<'t> {
    text: &'t [u8],
    regions: &'t [Region],
    at: usize,
    spot: Spot,
}

impl<'t> Locator<'t> {
    pub(super) fn new(text: &'t [u8], regions: &'t [Region]) -> Self {
        Locator { text, regions, at: 0, spot: Spot::START }
    }

    /// Returns the place of an offset.
    pub(super) fn at(&mut self, offset: usize) -> Spot {
        let known = self.regions.partition_point(|region| region.at <= offset);
        if let Some(region) = known.checked_sub(1).map(|last| self.regions[last])
            && self.at < region.at
        {
            (self.at, self.spot) = (region.at, region.spot);
        }
        self.spot.pass(&self.text[self.at..offset.max(self.at)]);
        self.at = self.at.max(offset);
        self.spot
    }
}

/// Draws the first changed lines.
pub(super) fn draw(
    drawn: &mut String,
    (text, regions): (&[u8], &[Region]),
    edits: &[Edit],
    most: usize,
    width: usize,
    painter: Painter,
) {
    let mut locator = Locator::new(text, regions);
    let (mut rest, mut lines) = (edits, 0);
    while let Some(first) = rest.first() {
        let end = first.end();
        let line_end = memchr::memchr(b'\n', &text[end..]).map_or(text.len(), |len| end + len);
        let count =
            rest.iter().take_while(|edit| edit.offset == first.offset || edit.offset < line_end).count();
        let (of_line, others) = rest.split_at(count);
        rest = others;
        lines += 1;
        if lines > most {
            continue;
        }
        let Spot { offset, line, column_utf16: column, .. } = locator.at(first.offset);
        let fixes = if first.fixes.is_empty() { LEGACY.to_owned() } else { first.fixes.to_string() };
        let place = format!("  {line}:{column}: offset {offset}: {fixes}: ");
        let more = if count > 1 { format!("; {} more in this line", count - 1) } else { String::new() };
        drawn.push_str(&head(&place, (&text[first.offset..end], &first.with), &more, width, painter));
        drawn.push('\n');
        let line = Changed::new(text, of_line, line_end);
        let room = width.saturating_sub(INDENT).max(LEAST);
        let _ = writeln!(drawn, "    - {}", line.drawn(false, room, painter));
        let _ = writeln!(drawn, "    + {}", line.drawn(true, room, painter));
    }
    if lines > most {
        let more = Count((lines - most) as u64, "more changed line");
        let _ = writeln!(drawn, "  {}", painter.paint(Role::Faint, format_args!("{more} not shown")));
    }
}

/// Returns the text above a changed line, with as many bytes of the edit as there is room for.
fn head(place: &str, (old, new): (&[u8], &[u8]), more: &str, width: usize, painter: Painter) -> String {
    let columns = |most| bytes(old, most).width() + " → ".width() + bytes(new, most).width() + more.width();
    let fitting = |indent: usize, least| (least..=SHOWN).rev().find(|&most| indent + columns(most) <= width);
    let (place, most) = match fitting(place.width(), FEWEST) {
        Some(most) => (place.to_owned(), most),
        None => (format!("  {}\n    ", wrapped(place.trim(), width, 4, 0)), fitting(4, 1).unwrap_or(1)),
    };
    let (old, new) =
        (painter.paint(Role::Error, bytes(old, most)), painter.paint(Role::Payload(0), bytes(new, most)));
    format!("{place}{old} → {new}{more}")
}

/// Returns bytes, or the first of many.
fn bytes(bytes: &[u8], most: usize) -> String {
    let shown = &bytes[..bytes.len().min(most)];
    if bytes.is_empty() { "nothing".to_owned() } else { Excerpt::new(shown, bytes.len() as u64).to_string() }
}

/// A line with its edits.
struct Changed<'a> {
    before: &'a [u8],
    /// For each edit: the old bytes, their replacement, and the text after it.
    parts: Vec<(&'a [u8], &'a [u8], &'a [u8])>,
}

impl<'a> Changed<'a> {
    fn new(text: &'a [u8], edits: &'a [Edit], line_end: usize) -> Self {
        let at = edits[0].offset;
        let mut start = memchr::memrchr(b'\n', &text[..at]).map_or(0, |end| end + 1);
        if at - start > AROUND {
            start = at - AROUND;
            // The cut is not within a character.
            start += text[start..at].iter().take(3).take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
        }
        let line_end = line_end - usize::from(text[..line_end].ends_with(b"\r"));
        let ends = edits[1..].iter().map(|edit| edit.offset).chain([line_end]);
        let parts = edits.iter().zip(ends).map(|(edit, end)| {
            let after = &text[edit.end()..end.max(edit.end())];
            (&text[edit.offset..edit.end()], edit.with.as_slice(), after)
        });
        Changed { before: &text[start..at], parts: parts.collect() }
    }

    /// Returns the old or the new line. At most a third of the room is for the text before the first edit.
    fn drawn(&self, is_new: bool, room: usize, painter: Painter) -> String {
        let before = Line(self.before).to_string();
        let before: Vec<&str> = whole(&before).collect();
        let mut used = 0;
        let fitting = before.iter().rev().take_while(|one| {
            used += one.width();
            used < room / 3
        });
        let from = before.len() - fitting.count();
        let mut line = Clipped { room, drawn: String::new(), is_cut: false };
        if from > 0 {
            line.push("…", Role::Faint, painter);
        }
        line.push(&before[from..].concat(), Role::Plain, painter);
        for &(old, new, after) in &self.parts {
            let (bytes, role) = if is_new { (new, Role::Payload(0)) } else { (old, Role::Error) };
            for (bytes, role) in [(bytes, role), (after, Role::Plain)] {
                line.push(&Line(&bytes[..bytes.len().min(AROUND)]).to_string(), role, painter);
            }
            if line.is_cut {
                break;
            }
        }
        line.drawn
    }
}

/// Splits text into characters and escapes: `\u{202E}`, `\xFF`, `\\`.
fn whole(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let len = match text.as_bytes() {
            [b'\\', b'u', ..] => text.find('}').map_or(text.len(), |end| end + 1),
            [b'\\', b'x', ..] => 4,
            [b'\\', ..] => 2,
            _ => text.chars().next()?.len_utf8(),
        };
        let (first, rest) = text.split_at(len);
        text = rest;
        Some(first)
    })
}

/// A line that is cut at the end of its room.
struct Clipped {
    room: usize,
    drawn: String,
    is_cut: bool,
}

impl Clipped {
    fn push(&mut self, text: &str, role: Role, painter: Painter) {
        if self.is_cut || text.is_empty() {
            return;
        }
        let mut fitting = String::new();
        for one in whole(text) {
            let width = one.width();
            // The last column is for the sign that something follows.
            if width >= self.room {
                self.is_cut = true;
                break;
            }
            self.room -= width;
            fitting.push_str(one);
        }
        self.drawn.push_str(&painter.paint(role, fitting));
        if self.is_cut {
            self.drawn.push_str(&painter.paint(Role::Faint, "…"));
        }
    }
}
