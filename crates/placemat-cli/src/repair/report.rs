//! What is told of an input: a line for what is repaired, its first changed lines, and what is left.

use std::fmt::Write;

use data_encoding::HEXUPPER;
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::edit::Edit;
use super::excerpt::{self, Locator};
use super::find::{Diagnosis, Part};
use super::fix::Fixes;
use crate::color::{Painter, Role};
use crate::input::{JsonName, Place};
use crate::json;
use crate::show::{Count, Excerpt, behind_colon, wrapped};

/// Changed lines that are shown of a file, and edits that a line of JSON lists, unless it is told.
const SHOWN: u64 = 5;
const LISTED: u64 = 100;
/// How many bytes of an edit are listed.
const REPORTED: usize = 1024;

/// What further lines begin with, in columns.
const INDENT: usize = 4;

/// How it is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) is_json: bool,
    pub(super) is_quiet: bool,
    pub(super) has_excerpts: bool,
    pub(super) max_edits: Option<u64>,
    pub(super) width: usize,
    /// Columns at which lines that are no excerpts are broken.
    pub(super) wrap: usize,
    pub(super) painter: Painter,
}

impl Style {
    /// What is listed at most.
    fn most(self) -> usize {
        let most = match self.max_edits {
            None if self.is_json => LISTED,
            None => SHOWN,
            Some(0) => u64::MAX,
            Some(most) => most,
        };
        usize::try_from(most).unwrap_or(usize::MAX)
    }
}

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Unchanged,
    WouldRepair,
    Repaired,
    Left,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Outcome::Unchanged => "unchanged",
            Outcome::WouldRepair => "would-repair",
            Outcome::Repaired => "repaired",
            Outcome::Left => "left",
        }
    }
}

impl Diagnosis {
    /// What becomes of the input, given what becomes of one that is repaired.
    pub(super) fn outcome(&self, repaired: Outcome) -> Outcome {
        match (self.left, self.edits.is_empty()) {
            (1.., _) => Outcome::Left,
            (0, true) => Outcome::Unchanged,
            (0, false) => repaired,
        }
    }
}

/// The report on an input.
pub(super) fn report(
    style: Style,
    place: &Place,
    text: &[u8],
    diagnosis: &Diagnosis,
    outcome: Outcome,
) -> Vec<u8> {
    if style.is_json {
        return json::line(&Line::of(style, place, text, diagnosis, outcome));
    }
    if style.is_quiet && outcome != Outcome::Left {
        return vec![];
    }
    match (outcome, diagnosis.first_left) {
        (Outcome::Unchanged, _) => hint_of_lines(style, place, diagnosis).into_bytes(),
        (Outcome::Left, Some(first)) => left(style, place, text, diagnosis, first).into_bytes(),
        _ => (repairs(style, place, text, diagnosis) + &hint_of_lines(style, place, diagnosis)).into_bytes(),
    }
}

/// Lines that look doubly encoded beside others that do not are a matter for people.
fn hint_of_lines(style: Style, place: &Place, diagnosis: &Diagnosis) -> String {
    let look = match diagnosis.double_lines {
        0 => return String::new(),
        1 => "1 line looks".to_owned(),
        count => format!("{count} lines look"),
    };
    let hint = format!("{look} doubly encoded: try --fix double-encoding-lines");
    let behind = (format!("{place}: hint: ").width()).saturating_sub(INDENT);
    let title = style.painter.paint(Role::Faint, "hint");
    format!("{place}: {title}{}\n", behind_colon(&hint, style.wrap, INDENT, behind))
}

fn repairs(style: Style, place: &Place, text: &[u8], diagnosis: &Diagnosis) -> String {
    let edits = &diagnosis.edits;
    let counts: Vec<_> = counts(edits).collect();
    let fixes = match counts.iter().all(|&(_, count)| count == edits.len()) {
        true => counts.iter().map(|(fix, _)| fix.name()).collect::<Vec<_>>().join(" and "),
        false => counts
            .iter()
            .map(|(fix, count)| format!("{count} of {}", fix.name()))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let repairs = format!("{}: {fixes}", Count(edits.len() as u64, "repair"));
    let behind = format!("{place}: ").width().saturating_sub(INDENT);
    let mut told = format!(
        "{}{}\n",
        style.painter.paint(Role::Lead, place),
        behind_colon(&repairs, style.wrap, INDENT, behind)
    );
    if style.has_excerpts {
        excerpt::draw(&mut told, text, edits, style.most(), style.width, style.painter);
    }
    told
}

fn left(style: Style, place: &Place, text: &[u8], diagnosis: &Diagnosis, first: Part) -> String {
    let first_of = if diagnosis.left > 1 { ", the first:" } else { ":" };
    let reason = format!(
        "left as it is: no fix in use applies to {}{first_of}",
        Count(diagnosis.left, "ill-formed part")
    );
    let behind = (place.to_string().width() + 2).saturating_sub(INDENT);
    let mut told = format!(
        "{}{}\n",
        style.painter.paint(Role::Lead, place),
        behind_colon(&reason, style.wrap, INDENT, behind)
    );
    let (line, column) = Locator::new(text).at(first.offset);
    let Part { offset, len, kind } = first;
    let bytes = Excerpt::new(&text[offset..offset + len], len as u64);
    let head = format!("  {line}:{column}: offset {offset}, length {len}: ");
    let what = format!("{bytes} — {}", kind.describe());
    let behind = head.len() + kind.name().len() + 2 - INDENT;
    let _ = writeln!(
        told,
        "{head}{}{}",
        style.painter.paint(Role::Error, kind),
        behind_colon(&what, style.wrap, INDENT, behind)
    );
    if let Some(fixes) = diagnosis.would_help {
        let what = wrapped(
            &format!("try --fix {}", fixes.as_option()),
            style.wrap,
            INDENT,
            "  hint: ".len() - INDENT,
        );
        let _ = writeln!(told, "  {}: {what}", style.painter.paint(Role::Faint, "hint"));
    }
    told
}

/// How often each fix applies; an edit of several counts for each.
fn counts(edits: &[Edit]) -> impl Iterator<Item = (Fixes, usize)> {
    let used = edits.iter().fold(Fixes::default(), |used, edit| used.and(edit.fixes));
    used.each().map(|fix| (fix, edits.iter().filter(|edit| edit.fixes.has(fix)).count()))
}

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    outcome: &'static str,
    size: u64,
    edits: Vec<JsonEdit>,
    edit_count: usize,
    left: Option<JsonLeft>,
    left_count: u64,
    would_help: Option<Vec<&'static str>>,
    double_lines: u64,
}

#[derive(Serialize)]
struct JsonEdit {
    offset: usize,
    length: usize,
    line: u64,
    column: u64,
    fixes: Vec<&'static str>,
    old: String,
    new: String,
    new_length: usize,
}

#[derive(Serialize)]
struct JsonLeft {
    offset: usize,
    length: usize,
    kind: &'static str,
}

impl<'a> Line<'a> {
    fn of(style: Style, place: &'a Place, text: &[u8], diagnosis: &Diagnosis, outcome: Outcome) -> Self {
        let names = |fixes: Fixes| fixes.each().map(Fixes::name).collect();
        let hex = |bytes: &[u8]| HEXUPPER.encode(&bytes[..bytes.len().min(REPORTED)]);
        let mut locator = Locator::new(text);
        let edits = diagnosis.edits.iter().take(style.most()).map(|edit| {
            let (line, column) = locator.at(edit.at);
            JsonEdit {
                offset: edit.at,
                length: edit.len,
                line,
                column,
                fixes: names(edit.fixes),
                old: hex(&text[edit.at..edit.end()]),
                new: hex(&edit.with),
                new_length: edit.with.len(),
            }
        });
        Line {
            version: json::VERSION,
            path: place.to_json(),
            outcome: outcome.name(),
            size: diagnosis.size,
            edits: edits.collect(),
            edit_count: diagnosis.edits.len(),
            left: diagnosis.first_left.map(|first| JsonLeft {
                offset: first.offset,
                length: first.len,
                kind: first.kind.name(),
            }),
            left_count: diagnosis.left,
            would_help: diagnosis.would_help.map(names),
            double_lines: diagnosis.double_lines,
        }
    }
}
