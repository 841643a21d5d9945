//! The rows of an explanation.
//!
//! ```text
//!      3  C3        A9         U+00E9    é  LATIN SMALL LETTER E WITH ACUTE
//!         110·00011 10·101001  =  00011 101001   lowercase letter, Latin-1 Supplement
//! ```

use placemat::{Codec, Encoding, ErrorKind};
use unicode_width::UnicodeWidthStr;

use super::Part;
use super::layout::{Digits, Layout, of_part};
use super::{character, policies};
use crate::args::{Base, SeenAs};
use crate::color::{Painter, Role};
use crate::context::{ErrorContext, WAS_CUT};
use crate::names::Side;
use crate::show::{self, after_colon, wrapped};

/// The number of columns before the bytes.
const MARGIN: usize = 9;
/// The number of columns of a code point and its character, after the bytes.
const BEHIND: usize = 2 + 8 + 2 + 2;
/// How many bytes of an ill-formed subsequence are shown.
const MOST: usize = 16;
/// Of how many of them the bits are shown.
const SHOWN: usize = 6;
/// The width of a terminal that does not report it.
const WIDTH: usize = 80;

/// The layout of rows.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    encoding: Encoding,
    base: Base,
    seen_as: Option<SeenAs>,
    width: usize,
    /// The offset whose row is marked.
    marked: Option<u64>,
    painter: Painter,
}

/// The text for a byte, and its width in columns.
type Cell = (String, usize);

impl Screen {
    pub(super) fn new(
        encoding: Encoding,
        base: Base,
        seen_as: Option<SeenAs>,
        width: Option<usize>,
        painter: Painter,
    ) -> Self {
        let width = show::columns(width).or_else(show::any_terminal).unwrap_or(WIDTH).max(40);
        Screen { encoding, base, seen_as, width, marked: None, painter }
    }

    /// Returns the same layout with a mark in the row of this offset.
    pub(super) fn with_marked(self, at: u64) -> Self {
        Screen { marked: Some(at), ..self }
    }

    /// Returns the same layout for another encoding.
    pub(super) fn with_encoding(&self, encoding: Encoding) -> Self {
        Screen { encoding, ..self.clone() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn painter(&self) -> Painter {
        self.painter
    }

    /// Returns the row of a BOM or magic number at the start of a text.
    pub(super) fn mark(&self, at: u64, bytes: &[u8]) -> String {
        self.apart(at, bytes, "a signature, which is not part of the text")
    }

    /// Returns the row of a part of a frame: a length before the text, or a byte 00 after it.
    pub(super) fn frame(&self, at: u64, bytes: &[u8], is_head: bool) -> String {
        self.apart(at, bytes, if is_head { "the frame: a length" } else { "the frame: its end" })
    }

    /// Returns the row of bytes that are not part of the text, in as many lines as they need.
    fn apart(&self, at: u64, bytes: &[u8], what: &str) -> String {
        let cells: Vec<_> = bytes.iter().map(|&byte| (self.byte(byte), self.base.digits())).collect();
        let (written, columns) = self.in_lines(&cells, 0);
        let indent = format!("\n{:MARGIN$}", "");
        let fits = MARGIN + columns + 2 + what.len() <= self.width;
        format!(
            "{}{written}{}{what}\n",
            self.offset(at, bytes.len() as u64),
            if fits { "  " } else { &indent }
        )
    }

    /// Arranges cells in as few lines as leave `used` columns after them, all of about the same length.
    /// Returns them and the width of the last line.
    fn in_lines(&self, cells: &[Cell], used: usize) -> (String, usize) {
        let widest = cells.iter().map(|cell| cell.1).max().unwrap_or(0);
        let most = (self.width.saturating_sub(MARGIN + used) + 1) / (widest + 1);
        let lines = cells.len().div_ceil(most.max(1)).max(1);
        let (mut written, mut columns) = (vec![], 0);
        for line in cells.chunks(cells.len().div_ceil(lines).max(1)) {
            columns = line.iter().map(|cell| cell.1 + 1).sum::<usize>() - 1;
            written.push(line.iter().map(|cell| cell.0.as_str()).collect::<Vec<_>>().join(" "));
        }
        (written.join(&format!("\n{:MARGIN$}", "")), columns)
    }

    /// Pads cells to the widths of those below them, if they fit into one line.
    fn above(&self, cells: Vec<Cell>, below: &[Cell], used: usize) -> Vec<Cell> {
        let widest = cells.iter().chain(below).map(|cell| cell.1).max().unwrap_or(0);
        if MARGIN + cells.len() * (widest + 1) + used > self.width + 1 || cells.len() != below.len() {
            return cells;
        }
        let padded = |(cell, below): (Cell, &Cell)| {
            let pad = below.1.saturating_sub(cell.1);
            (format!("{}{:pad$}", cell.0, ""), cell.1 + pad)
        };
        cells.into_iter().zip(below).map(padded).collect()
    }

    /// Returns what other software would display.
    fn seen_as(&self, bytes: &[u8]) -> String {
        match self.seen_as {
            Some(seen_as) if !bytes.is_ascii() => {
                let seen: String = bytes.iter().map(|&byte| seen_as.shown(byte)).collect();
                self.note(&format!("seen as {}: {seen}", seen_as.name()))
            }
            _ => String::new(),
        }
    }

    /// Returns the rows of a sequence.
    pub(super) fn sequence(&self, at: u64, bytes: &[u8], code_point: u32) -> String {
        let info = self.encoding.info();
        let layout = Layout::of(info.table, info.width, bytes, code_point);
        let cells = match &layout {
            Some(layout) if self.base == Base::Binary => self.bits_of_bytes(bytes, layout, Digits::Binary),
            Some(layout) => {
                let bits = self.bits_of_bytes(bytes, layout, self.digits_of_layout());
                self.above(self.bytes(bytes, |place, byte| self.role(bytes, place, byte)), &bits, BEHIND)
            }
            None => {
                let bits = vec![(String::new(), Base::Binary.digits()); bytes.len()];
                self.above(self.bytes(bytes, |place, byte| self.role(bytes, place, byte)), &bits, BEHIND)
            }
        };
        let (written, columns) = self.in_lines(&cells, BEHIND);
        let pad = self.room().saturating_sub(columns);
        let label = format!("U+{code_point:04X}");
        let shown = character::shown(code_point);
        let gap = 3_usize.saturating_sub(shown.width());
        let before = MARGIN + columns + pad + 2 + label.len().max(8) + 2 + 3;
        let mut name = character::name(code_point);
        if code_point == 0xFEFF {
            name += ", or a byte order mark";
        }
        let offset = self.offset(at, bytes.len() as u64);
        let first = format!("{offset}{written}{:pad$}  {label:<8}  {shown}", "");
        // A name that does not fit has a line of its own.
        let first = if before + name.width() <= self.width {
            format!("{first}{:gap$}{name}\n", "")
        } else {
            format!("{}\n{}", first.trim_end(), self.note(&name))
        };
        first + &self.bits_of_sequence(bytes, code_point, layout.as_ref()) + &self.seen_as(bytes)
    }

    /// Returns the bits in the bytes, then those of the code point, then the category of the code point. In
    /// binary the bits of the bytes are omitted, because they are above.
    fn bits_of_sequence(&self, bytes: &[u8], code_point: u32, layout: Option<&Layout>) -> String {
        let Some(layout) = layout else {
            let bits: Vec<_> = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
            return self.note(&match self.base {
                Base::Binary => character::note(code_point),
                _ => format!("{}   {}", bits.join(" "), character::note(code_point)),
            });
        };
        let digits = self.digits_of_layout();
        let (mut line, mut columns) = match self.base {
            Base::Binary => (String::new(), 0),
            _ => self.in_lines(&self.bits_of_bytes(bytes, layout, digits), 0),
        };
        columns += MARGIN;
        let (sum, sum_columns) = self.bits_of_code_point(bytes, layout, digits);
        if line.is_empty() {
            line = format!("=  {sum}");
            columns += 3 + sum_columns;
        } else if columns + 5 + sum_columns <= self.width {
            line.push_str(&format!("  =  {sum}"));
            columns += 5 + sum_columns;
        } else {
            line.push_str(&format!("\n{:MARGIN$}=  {sum}", ""));
            columns = MARGIN + 3 + sum_columns;
        }
        let note = character::note(code_point);
        let line = format!("{:MARGIN$}{line}", "");
        if columns + 3 + note.width() <= self.width {
            format!("{line}   {}\n", self.painter.paint(Role::Faint, note))
        } else {
            format!("{line}\n{}", self.note(&note))
        }
    }

    /// Returns the bits of bytes: the marker before a dot, and the payload after it.
    fn bits_of_bytes(&self, bytes: &[u8], layout: &Layout, digits: Digits) -> Vec<Cell> {
        let cell = |(place, &byte)| {
            let (marker, payload) = digits.of_byte(layout.carrier(place), byte);
            let marker = format!("{marker}{}", dot_between(&marker, &payload));
            let columns = marker.width() + payload.len();
            (
                self.painter.paint(Role::Faint, marker) + &self.painter.paint(Role::Payload(place), payload),
                columns,
            )
        };
        bytes.iter().enumerate().map(cell).collect()
    }

    /// Returns the digits for bits: octal only if units are bytes.
    fn digits_of_layout(&self) -> Digits {
        let is_octal = self.base == Base::Octal && self.encoding.info().width == 1;
        if is_octal { Digits::Octal } else { Digits::Binary }
    }

    /// Returns the bits of a code point, grouped by the bytes that carry them, and their width in columns.
    fn bits_of_code_point(&self, bytes: &[u8], layout: &Layout, digits: Digits) -> (String, usize) {
        let (mut parts, mut columns) = (vec![], 0);
        if layout.base > 0 {
            let base = format!("U+{:04X} +", layout.base);
            columns += base.len() + 1;
            parts.push(base);
        }
        for place in layout.places() {
            let bits = digits.of_payload(layout.carrier(place), bytes[place]);
            if !bits.is_empty() {
                columns += bits.len() + 1;
                parts.push(self.painter.paint(Role::Payload(place), bits));
            }
        }
        (parts.join(" "), columns - 1)
    }

    /// Returns the rows of an ill-formed subsequence.
    pub(super) fn ill_formed(&self, part: Part<'_>) -> String {
        let (bytes, kind) = (part.bytes(), part.kind);
        let role = match kind {
            ErrorKind::Overlong => Role::Overlong,
            ErrorKind::Surrogate | ErrorKind::SurrogatePair => Role::Half,
            _ => Role::Error,
        };
        let cells = match self.base {
            Base::Binary => {
                let painted = |bits: String| (self.painter.paint(role, &bits), bits.width());
                self.bits_of_part(bytes, MOST).into_iter().map(painted).collect()
            }
            _ => {
                let bits = self.bits_of_part(bytes, SHOWN).into_iter().map(|bits| {
                    let columns = bits.width();
                    (bits, columns)
                });
                self.above(self.bytes(bytes, |_, _| role), &bits.collect::<Vec<_>>(), 0)
            }
        };
        let (written, columns) = self.in_lines(&cells, 0);
        let pad = self.room().saturating_sub(columns);
        let unit = part.unit().map_or(String::new(), |unit| format!("{unit:<8}  "));
        // Only the first bytes of a long subsequence are shown.
        let length = if bytes.len() > MOST { format!(", {} bytes", part.len) } else { String::new() };
        let title = format!("invalid{length}");
        let mut before = columns + pad + 2 + unit.len() + title.len() + 2;
        let mut row = format!("{}{written}{:pad$}  {unit}", self.offset(part.at, part.len), "");
        // A title that does not fit has a line of its own.
        if MARGIN + before > self.width {
            row = format!("{}\n{:MARGIN$}", row.trim_end(), "");
            before = title.len() + 2;
        }
        row.push_str(&self.painter.paint(Role::Error, title));
        // The bytes, to the left, are the subject of the sentence.
        let side = Side::Encoding(part.encoding);
        let around = ErrorContext::of_error(side, kind, (part.at, part.len), part.ahead);
        let mut predicate = around.predicate();
        if kind == ErrorKind::Truncated {
            predicate.push_str(WAS_CUT);
        }
        if let Some(next) = part.ahead.get(bytes.len()).filter(|_| self.base != Base::Hex) {
            predicate =
                predicate.replace(&format!(" {next:02X} follows"), &format!(" {} follows", self.byte(*next)));
        }
        row.push_str(&after_colon(&predicate, self.width, MARGIN, before));
        row.push('\n');
        if self.base != Base::Binary {
            row.push_str(&self.note(&self.bits_of_part(bytes, SHOWN).join(" ")));
        }
        row.push_str(&self.masked(part.ahead));
        row + &self.seen_as(bytes)
    }

    /// Returns the bits of an ill-formed subsequence, of at most `most` bytes, by what each byte would be in
    /// a sequence.
    fn bits_of_part(&self, bytes: &[u8], most: usize) -> Vec<String> {
        let (digits, info) = (self.digits_of_layout(), self.encoding.info());
        let carriers = of_part(info.table, info.width, bytes);
        let bits = bytes.iter().zip(carriers).take(most).map(|(&byte, carrier)| {
            let (marker, payload) = digits.of_byte(carrier, byte);
            format!("{marker}{}{payload}", dot_between(&marker, &payload))
        });
        bits.chain((bytes.len() > most).then(|| "…".to_owned())).collect()
    }

    /// Returns what a decoder that only masks bits would read, and why that is dangerous.
    fn masked(&self, ahead: &[u8]) -> String {
        let Some((masked, _)) = self.encoding.info().table.masked(ahead) else { return String::new() };
        // A byte 00 has no marker to mask.
        if ahead[0] == 0 {
            return match self.encoding.info().has_nul_alone() {
                true => String::new(),
                false => self.note("U+0000 is C0 80 here; mutf-8-lenient takes both"),
            };
        }
        let harm = match masked.code_point {
            0x00 => "it ends a C string",
            0x2E | 0x2F | 0x5C => "it is part of a path",
            0x22 | 0x27 => "it ends a quotation",
            0x3C => "it begins a tag",
            _ => "",
        };
        let bytes: Vec<_> = ahead[..masked.len].iter().map(|&byte| self.byte(byte)).collect();
        let name = character::name(masked.code_point);
        let reading = format!(
            "a decoder that only masks bits reads {} as U+{:04X} {name}",
            bytes.join(" "),
            masked.code_point
        );
        if harm.is_empty() {
            return self.note(&reading);
        }
        let warning = self.painter.paint(Role::Error, "warning");
        format!("{:MARGIN$}{warning}: {}", "", self.wrapped(&format!("{reading}; {harm}"), MARGIN, 9))
    }

    /// Returns the result of each policy for adjacent ill-formed subsequences.
    pub(super) fn policies(&self, encoding: Encoding, bytes: &[u8]) -> String {
        const MOST: usize = 6;
        if bytes.is_empty() {
            return String::new();
        }
        let made = policies::made(encoding, bytes).map(|(name, made)| {
            let made = match made.as_deref() {
                None => "an error".to_owned(),
                Some([]) => "nothing".to_owned(),
                Some(units) => {
                    let written: Vec<_> =
                        units.iter().take(MOST).map(|unit| format!("U+{unit:04X}")).collect();
                    written.join(" ") + if units.len() > MOST { " …" } else { "" }
                }
            };
            (name, made)
        });
        // Policies with the same result are grouped.
        let mut groups: Vec<(Vec<&str>, String)> = vec![];
        for (name, made) in made {
            match groups.iter_mut().find(|group| group.1 == made) {
                Some(group) => group.0.push(name),
                None => groups.push((vec![name], made)),
            }
        }
        let groups: Vec<_> =
            groups.iter().map(|(names, made)| format!("{} → {made}", names.join(", "))).collect();
        let title = self.painter.paint(Role::Faint, "on-error");
        format!("{:MARGIN$}{title}: {}", "", self.wrapped(&groups.join("; "), MARGIN + 2, 8))
    }

    /// Returns a line of its own, wrapped at the width.
    fn note(&self, text: &str) -> String {
        format!("{:MARGIN$}{}", "", self.wrapped(text, MARGIN, 0))
    }

    /// Wraps text that begins `used` columns to the right of the indentation of its further lines.
    fn wrapped(&self, text: &str, indent: usize, used: usize) -> String {
        wrapped(text, self.width, indent, used) + "\n"
    }

    /// Returns the offset of a row of `len` bytes. If the offset that was asked for is one of these, the row is
    /// marked.
    fn offset(&self, at: u64, len: u64) -> String {
        match self.marked {
            Some(marked) if (at..at + len).contains(&marked) => {
                self.painter.paint(Role::Lead, format_args!("{at:>7}> "))
            }
            _ => self.painter.paint(Role::Faint, format_args!("{at:>7}  ")),
        }
    }

    /// Returns the width into which most sequences fit: four bytes, in binary with a dot in each, or the bits
    /// of two bytes below them.
    fn room(&self) -> usize {
        let usual = match self.base {
            Base::Binary => self.columns(4) + 4,
            Base::Octal => self.columns(4),
            Base::Hex | Base::Decimal => 2 * ("110·00011".width() + 1) - 1,
        };
        usual.min(self.width.saturating_sub(MARGIN + BEHIND))
    }

    /// Returns the width of that many bytes.
    fn columns(&self, bytes: usize) -> usize {
        (bytes * (self.base.digits() + 1)).saturating_sub(1)
    }

    pub(super) fn byte(&self, byte: u8) -> String {
        match self.base {
            Base::Hex => format!("{byte:02X}"),
            Base::Octal => format!("{byte:03o}"),
            Base::Binary => format!("{byte:08b}"),
            Base::Decimal => format!("{byte:3}"),
        }
    }

    fn bytes(&self, bytes: &[u8], role: impl Fn(usize, u8) -> Role) -> Vec<Cell> {
        let cell =
            |(place, &byte)| (self.painter.paint(role(place, byte), self.byte(byte)), self.base.digits());
        let more = (bytes.len() > MOST).then(|| ("…".to_owned(), 1));
        bytes.iter().enumerate().take(MOST).map(cell).chain(more).collect()
    }

    /// Returns the role of a byte in a well-formed sequence.
    fn role(&self, bytes: &[u8], place: usize, byte: u8) -> Role {
        // In Corrected UTF-8 these bytes encode other code points.
        let info = self.encoding.info();
        let has_halves = info.width == 1 && !info.is_corrected;
        let is_half = matches!(bytes, [0xED, 0xA0..=0xBF, _, ..]) && has_halves;
        match (bytes.len(), place) {
            _ if is_half => Role::Half,
            (1, _) if byte < 0x80 => Role::Plain,
            (_, 0) => Role::Lead,
            _ => Role::Trail,
        }
    }
}

/// Returns the separator between the marker and the payload of a byte that has both.
fn dot_between(marker: &str, payload: &str) -> &'static str {
    if marker.is_empty() || payload.is_empty() { "" } else { "·" }
}
