//! The lines of the places of an input, for people.
//!
//! ```text
//! oracle.csv: looks like CESU-8, 1 place
//!   1:6   ED A0 BD ED B1 8D   U+1F44D 👍 as a surrogate pair (CESU-8)
//!   fix:  placemat repair --in-place oracle.csv
//! ```
//!
//! Of these lines only the second is drawn here. The others come from `diagnosis`, and `report::diagnoses`
//! writes them.
//!
//! Adjacent errors are one place: of the six bytes of a surrogate pair, each is an error of its own.
//!
//! Lines wait before they are drawn, because their columns are as wide as the widest line needs, and because
//! detection may recognize the legacy encoding in which bytes are shown. Once a line is drawn, neither is
//! changed. When they are drawn depends on how many are waiting:
//!
//! - up to `TOGETHER`: at the end of the input (`Reporter::diagnose`);
//! - from `TOGETHER` on (`are_many`): after the piece of the input in which they were found, when detection
//!   has examined the input (`Reporter::go_ahead`), or immediately if it has done so already
//!   (`Reporter::found`);
//! - from `WAITING` on (`are_too_many`): immediately, without detection (`Reporter::found`). A single piece
//!   of the input may have many thousands of places, and the memory for them is limited.
//!
//! Drawn lines are kept until the end of the input, because the line of the diagnosis comes before them and
//! has their number. If there are too many of them to keep, that line is written with the number so far, and
//! from then on they are written when they are drawn (`Reporter::is_ahead`).

use std::collections::BTreeMap;

use super::meaning::{Cause, Joined};
use super::scan::Found;
use crate::color::{Painter, Role};
use crate::context::{ErrorContext, Kind, Part, START_WAS_CUT, WAS_CUT};
use crate::legacy::{Confidence, Legacy, Shape};
use crate::show::{Excerpt, is_hostile, wrapped};

/// The most bytes of a place that a line shows.
const SHOWN: usize = 8;
/// How many bytes of a place are kept, to read the sequences in them.
const KEPT: usize = 48;
/// The least width for the meaning of a place. If there is less, the meaning has lines of its own.
const LEAST: usize = 28;
/// How many lines are arranged in columns together, and the most that wait for detection.
const TOGETHER: usize = 100;
const WAITING: usize = 2000;
/// The most places that are counted when no more are listed.
const COUNTED: u64 = 100_000;
/// The most errors that are examined after the last place that is listed, to know what causes the others.
const EXAMINED: u64 = 1_000_000;
/// The indentation of all lines, and the space between columns.
const INDENT: usize = 2;
const GAP: usize = 3;

/// The places of an input.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The place that the next error may continue.
    open: Option<(Place, Joined)>,
    rows: Vec<Row>,
    widths: (usize, usize),
    pub(super) count: u64,
    /// How many of them are ill-formed.
    pub(super) ill_formed: u64,
    /// The end of the last error.
    end: u64,
    /// The offset of the first place, and the number of its line.
    pub(super) first: Option<(u64, u64)>,
    /// How many of the places have each cause, whether they are listed or not.
    pub(super) causes: BTreeMap<Cause, u64>,
    /// There are more places than are listed.
    is_list_full: bool,
    /// How many errors have been examined that are not listed.
    examined: u64,
}

/// The encoding that the whole input is likely, or perhaps, in.
#[derive(Clone, Copy, Debug)]
pub(super) struct LikelyEncoding {
    pub(super) legacy: Legacy,
    pub(super) confidence: Confidence,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    line: u64,
    column: u64,
}

#[derive(Debug)]
struct Row {
    position: String,
    /// The first bytes, of which fewer are shown.
    bytes: Vec<u8>,
    length: u64,
    cause: Cause,
    meaning: String,
}

impl Places {
    /// Returns `true` if more errors are only counted. The diagnosis does not depend on how many places are
    /// listed, so that errors are examined after the last one that is listed, too.
    pub(super) fn has_examined_enough(&self) -> bool {
        self.examined >= EXAMINED
    }

    /// Returns `true` if places are not even counted any more.
    pub(super) fn is_uncounted(&self) -> bool {
        self.is_list_full && self.count > COUNTED
    }

    /// Returns what stands before the number of places.
    pub(super) fn at_least(&self) -> &'static str {
        if self.is_uncounted() { "more than " } else { "" }
    }

    /// Adds an error. If `most` places are listed, only the cause of the next one is kept.
    pub(super) fn add(&mut self, found: &Found, around: &ErrorContext, most: u64) {
        let is_next = found.offset == self.end && found.length > 0;
        self.end = found.offset + found.length;
        self.examined += u64::from(self.is_list_full);
        if let Some((_, joined)) = self.open.as_mut().filter(|(_, joined)| is_next && joined.takes(around)) {
            joined.add(found, around);
            return;
        }
        self.close();
        self.count += 1;
        self.ill_formed += u64::from(matches!(found.kind, Kind::IllFormed(_)));
        self.first.get_or_insert((found.offset, found.line));
        self.is_list_full = self.count > most;
        let place = Place { line: found.line, column: found.column_utf16 };
        self.open = Some((place, Joined::new(found, around)));
    }

    /// Counts an error that is not examined.
    pub(super) fn pass(&mut self, part: Part, start: u64) {
        let offset = start + part.offset;
        let is_ill_formed = matches!(part.kind, Kind::IllFormed(_));
        let is_new = offset != self.end || part.length == 0 || !is_ill_formed;
        self.count += u64::from(is_new);
        self.ill_formed += u64::from(is_new && is_ill_formed);
        self.end = offset + part.length;
    }

    /// Ends the place that is open.
    pub(super) fn close(&mut self) {
        let Some((Place { line, column }, joined)) = self.open.take() else { return };
        // What follows in the same place may not have been read.
        if self.is_list_full
            && (self.has_examined_enough() || self.is_uncounted())
            && joined.bytes.len() < KEPT
        {
            return;
        }
        let (cause, meaning) = joined.meaning();
        *self.causes.entry(cause).or_default() += 1;
        if self.is_list_full {
            return;
        }
        let Joined { bytes, length, .. } = joined;
        self.rows.push(Row { position: format!("{line}:{column}"), bytes, length, cause, meaning });
    }

    /// Returns `true` if enough lines are waiting to be drawn once detection has examined the input.
    pub(super) fn are_many(&self) -> bool {
        self.rows.len() >= TOGETHER
    }

    /// Returns `true` if so many lines are waiting that they are drawn without detection.
    pub(super) fn are_too_many(&self) -> bool {
        self.rows.len() >= WAITING
    }

    /// Says no longer that the input was cut off.
    pub(super) fn forget_cuts(&mut self) {
        for row in &mut self.rows {
            for why in [WAS_CUT, START_WAS_CUT] {
                row.meaning.truncate(row.meaning.strip_suffix(why).unwrap_or(&row.meaning).len());
            }
        }
    }

    /// Notes that the text begins within a character, if its only place may be what is left of one.
    pub(super) fn begin_within(&mut self) {
        let [row] = &mut self.rows[..] else { return };
        let are_trails = row.bytes.iter().all(|byte| matches!(byte, 0x80..=0xBF));
        if self.count == 1 && matches!(row.cause, Cause::SingleBytes | Cause::Other) && are_trails {
            row.cause = Cause::CutInFront;
            row.meaning += START_WAS_CUT;
            self.causes = BTreeMap::from([(Cause::CutInFront, 1)]);
        }
    }

    /// Draws the lines that are waiting, in `width` columns. Bytes that may be anything are read in a legacy
    /// encoding, if the whole input looks like that.
    pub(super) fn draw(&mut self, painter: Painter, width: usize, whole: Option<LikelyEncoding>) -> String {
        let mut rows = std::mem::take(&mut self.rows);
        if let Some(whole) = whole {
            rows.iter_mut().for_each(|row| row.read_as(whole));
        }
        let position_width = rows.iter().map(|row| row.position.len()).max().unwrap_or(0).max(self.widths.0);
        // At least the first bytes fit into a line.
        let room = width.saturating_sub(INDENT + position_width + GAP + 2);
        let most = SHOWN.min(room / 3).max(1);
        let shown: Vec<_> = rows.iter().map(|row| row.shown(most)).collect();
        let bytes_width =
            shown.iter().map(|bytes| bytes.chars().count()).max().unwrap_or(0).max(self.widths.1);
        self.widths = (position_width, bytes_width);
        let column = INDENT + position_width + GAP + bytes_width + GAP;
        let mut drawn = String::new();
        for (Row { position, meaning, .. }, shown) in rows.iter().zip(&shown) {
            let pad = bytes_width - shown.chars().count();
            let in_color = painter.paint(Role::Error, shown);
            drawn.push_str(&format!("{:INDENT$}{position:position_width$}{:GAP$}{in_color}", "", ""));
            if width.saturating_sub(column) >= LEAST {
                let meaning = wrapped(meaning, width, column, 0);
                drawn.push_str(&format!("{:1$}{meaning}\n", "", pad + GAP));
            } else {
                let indent = INDENT + position_width + GAP;
                drawn.push_str(&format!("\n{:indent$}{}\n", "", wrapped(meaning, width, indent, 0)));
            }
        }
        drawn
    }
}

impl Joined {
    pub(super) fn new(found: &Found, around: &ErrorContext) -> Self {
        Joined {
            first: around.clone(),
            bytes: found.bytes[..found.bytes.len().min(KEPT)].to_vec(),
            length: found.length,
            count: 1,
            are_alike: found.length == 1,
        }
    }

    /// Adds an error that follows immediately.
    pub(super) fn add(&mut self, found: &Found, around: &ErrorContext) {
        self.are_alike &= found.length == 1 && around.kind == self.first.kind;
        self.length += found.length;
        self.count += 1;
        let room = KEPT.saturating_sub(self.bytes.len());
        self.bytes.extend_from_slice(&found.bytes[..found.bytes.len().min(room)]);
    }

    /// Returns `true` if an error that follows immediately belongs to the same place.
    pub(super) fn takes(&self, next: &ErrorContext) -> bool {
        matches!((self.first.kind, next.kind), (Kind::IllFormed(_), Kind::IllFormed(_))) && self.length > 0
    }
}

impl Row {
    /// Says what the bytes are in a legacy encoding of single bytes. Places are not made of whole pairs, but these may look
    /// like an attack.
    fn read_as(&mut self, whole: LikelyEncoding) {
        if whole.legacy.shape() != Shape::Single {
            if self.cause == Cause::Disguises {
                self.meaning = format!("rather text in {}", whole.legacy.title());
            }
            return;
        }
        let is_unclear =
            matches!(self.cause, Cause::SingleBytes | Cause::Other | Cause::Cut | Cause::CutInFront);
        let LikelyEncoding { legacy, confidence } = whole;
        // The letters of DOS were recognized by their places.
        let is_perhaps = confidence == Confidence::Perhaps && !legacy.is_of_dos();
        if !is_unclear || is_perhaps && self.cause != Cause::SingleBytes || self.bytes.is_empty() {
            return;
        }
        let text = legacy.read(&self.bytes);
        if !text.chars().any(is_hostile) {
            let more = if self.bytes.len() as u64 == self.length { "" } else { "…" };
            self.meaning = format!("{text}{more} in {}", legacy.title());
        }
    }

    fn shown(&self, most: usize) -> String {
        let shown = &self.bytes[..self.bytes.len().min(most)];
        Excerpt::new(shown, self.length).to_string()
    }
}
