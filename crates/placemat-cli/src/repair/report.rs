//! The report on an input: a line for the repairs, the first changed lines, and what is left.

use std::fmt::Write;

use data_encoding::HEXUPPER;
use placemat::repair::{Diagnosis, Edit, Fixes, Left};
use placemat::{Codec, Encoding, ErrorKind, validate};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::digest::Region;
use super::excerpt::{self, Locator, Spot};
use crate::args::LEGACY;
use crate::check::records::Records;
use crate::color::{Painter, Role};
use crate::context::ErrorContext;
use crate::declared::{self, Declared};
use crate::input::{InputSource, JsonName};
use crate::json;
use crate::legacy::{self, Confidence, Guess, Legacy, Shape};
use crate::mixed::{self, Parts, Spliced};
use crate::names::Side;
use crate::show::{Argument, Count, after_colon, is_hostile, wrapped};
use crate::units::{self, Sort};
use crate::walk;

/// How many changed lines of a file are shown, and how many edits a line of JSON lists, by default.
const SHOWN: u64 = 5;
const LISTED: u64 = 100;
/// How many bytes of an edit are listed.
const REPORTED: usize = 1024;

/// What `repair` writes.
const UTF_8: Side = Side::Encoding(Encoding::Utf8);

/// The indentation of further lines, in columns.
const INDENT: usize = 4;

/// The form of the report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) is_json: bool,
    pub(super) is_quiet: bool,
    pub(super) is_diff: bool,
    /// `true` if files are converted whose legacy encoding is sure.
    pub(super) converts_legacy: bool,
    pub(super) has_excerpts: bool,
    /// `true` if each file has one line.
    pub(super) is_brief: bool,
    pub(super) max_edits: Option<u64>,
    pub(super) width: usize,
    /// The column at which lines other than excerpts are wrapped.
    pub(super) wrap: usize,
    pub(super) painter: Painter,
}

impl Style {
    /// Returns the maximum number of listed entries.
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

/// What happened to an input.
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

/// The findings about an input.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The whole text, or its digest; empty if a scan was enough.
    pub(super) text: Vec<u8>,
    /// The regions of the text of which this is the digest; none if it is the whole text.
    pub(super) regions: Vec<Region>,
    /// The size in bytes.
    pub(super) size: u64,
    pub(super) diagnosis: Diagnosis,
    /// The legacy encoding that the text looks like. If there are edits, they convert from it.
    pub(super) legacy: Option<Guess>,
    /// The legacy encoding that the text may be in, without much confidence.
    pub(super) perhaps: Option<Guess>,
    /// Lines or words of the text are UTF-8, and others look like a legacy encoding.
    pub(super) is_partly_utf_8: bool,
    /// Lines that are not UTF-8 are converted from this encoding, unless they look like another one.
    pub(super) lines_from: Option<Legacy>,
    /// The fix `legacy-bytes` is in use. If bytes are left nevertheless, they are doubtful.
    pub(super) leaves_bytes: bool,
    /// The text is partly UTF-16 and partly in another encoding, and left as it is for that.
    pub(super) is_mixed: bool,
    /// The text consists of strings with their lengths, which a repair would make wrong.
    pub(super) records: Option<Records>,
    /// The encoding that the project of the file declares, if the file is left as it is for that.
    pub(super) declared: Option<&'static str>,
}

impl Found {
    /// Returns `true` if only the damaged places of the text are known.
    pub(super) fn is_digest(&self) -> bool {
        !self.regions.is_empty()
    }

    /// Returns the parts of the text if they are in more than one encoding, and all of the text is known.
    pub(super) fn parts(&self) -> Option<Parts> {
        if self.is_digest() { None } else { Parts::of(&self.text, true) }
    }

    /// Returns the encoding that the text declares itself, if bytes of a legacy encoding are converted and
    /// the declaration is wrong afterwards.
    fn declares(&self) -> Option<Declared> {
        let Diagnosis { edits, left: None, .. } = &self.diagnosis else { return None };
        let from = match self.legacy {
            Some(guess) => Side::Legacy(guess.legacy),
            None => Side::Encoding(Encoding::Windows1252),
        };
        let has_bytes = edits.iter().any(|edit| edit.fixes.has_any(Fixes::LEGACY_BYTES));
        let is_converted = has_bytes || self.legacy.is_some() && !edits.is_empty();
        let head = &self.text[..self.text.len().min(declared::HEAD)];
        is_converted.then(|| Declared::wrong(head, from, UTF_8)).flatten()
    }

    /// Returns the outcome for the input, given the outcome for an input that is repaired.
    pub(super) fn outcome(&self, repaired: Outcome) -> Outcome {
        match (self.diagnosis.left, self.diagnosis.edits.is_empty()) {
            _ if self.is_mixed || self.records.is_some() => Outcome::Left,
            (Some(_), _) => Outcome::Left,
            (None, true) => Outcome::Unchanged,
            (None, false) => repaired,
        }
    }
}

/// The report on an input.
pub(super) fn report(style: Style, source: &InputSource, found: &Found, outcome: Outcome) -> Vec<u8> {
    if style.is_json {
        return json::line(&Line::of(style, source, found, outcome));
    }
    let Found { diagnosis, .. } = found;
    if found.is_mixed {
        let parts = found.parts();
        let command = parts.and_then(|parts| parts.command_for(source));
        let told = left_for(style, source, &mixed::describe(parts), Some(mixed::remedy(parts)));
        return (told + &next(style, command)).into_bytes();
    }
    if let Some(records) = found.records {
        let (reason, remedy) = match records {
            Records::One => (
                "looks like a string of Java's writeUTF, and the length before it would be wrong",
                Some("placemat convert -f mutf-8-writeutf reads it"),
            ),
            Records::Several => {
                ("looks like strings of Java's writeUTF, and the lengths before them would be wrong", None)
            }
        };
        return left_for(style, source, reason, remedy).into_bytes();
    }
    if style.is_quiet && outcome != Outcome::Left {
        return vec![];
    }
    match (outcome, diagnosis.left) {
        (Outcome::Unchanged, _) => hint_of_lines(style, source, diagnosis).into_bytes(),
        (Outcome::Left, Some(of_text)) => match &found.legacy {
            Some(guess) => looks_like(style, source, found, guess).into_bytes(),
            None => left(style, source, found, of_text).into_bytes(),
        },
        _ => (repairs(style, source, found) + &hint_of_lines(style, source, diagnosis)).into_bytes(),
    }
}

/// Returns a hint if only some lines look doubly encoded: a person must decide about them.
fn hint_of_lines(style: Style, source: &InputSource, diagnosis: &Diagnosis) -> String {
    let look = match diagnosis.double_lines {
        0 => return String::new(),
        1 => "1 line looks".to_owned(),
        count => format!("{count} lines look"),
    };
    let hint = format!("{look} doubly encoded: try --fix double-encoding-lines");
    let used = (format!("{source}: hint: ").width()).saturating_sub(INDENT);
    let title = style.painter.paint(Role::Faint, "hint");
    format!("{source}: {title}{}\n", after_colon(&hint, style.wrap, INDENT, used))
}

/// Returns a line for a file that is left as it is, and what to do about it.
fn left_for(style: Style, source: &InputSource, reason: &str, remedy: Option<&str>) -> String {
    let reason = format!("left as it is: {reason}");
    let used = (source.to_string().width() + 2).saturating_sub(INDENT);
    let source = style.painter.paint(Role::Lead, source);
    let remedy = remedy.map(|remedy| hint(style, remedy)).unwrap_or_default();
    format!("{source}{}\n{remedy}", after_colon(&reason, style.wrap, INDENT, used))
}

/// Returns a line for a file in a legacy encoding that is left as it is.
fn looks_like(style: Style, source: &InputSource, found: &Found, guess: &Guess) -> String {
    let name = guess.legacy.identifier();
    if let Some(unknown) = guess.unknown {
        let remedy = unknown.command().map(|command| format!("if that is right, {command} converts it"));
        return left_for(style, source, &format!("looks like {unknown}"), remedy.as_deref());
    }
    if found.lines_from.is_some() {
        let reason = format!("lines that are not UTF-8 look like {}", guess.legacy.name());
        return left_for(style, source, &reason, Some(&format!("try --legacy-lines {name}")));
    }
    let (confidence, remedy) = match guess.confidence {
        Confidence::Sure if !style.converts_legacy => ("", format!("try --fix {LEGACY}")),
        Confidence::Sure => (", with malformed parts", format!("placemat check -e {name} lists them")),
        confidence => {
            let mut remedy = format!("if that is right, placemat convert -f {name} --in-place converts it");
            let is_single = guess.legacy.of_family().is_none() && guess.legacy.shape() == Shape::Single;
            let may_be_western = is_single && !guess.legacy.is_of_dos();
            if confidence == Confidence::Perhaps && may_be_western && guess.evidence.script().0 == "Latin" {
                remedy += "; if it is windows-1252, -f windows-1252 does";
            }
            (", which is not sure", remedy)
        }
    };
    let looks = guess.legacy.name();
    let reason = format!("left as it is: looks like {looks} ({}){confidence}", guess.confidence.name());
    let used = (source.to_string().width() + 2).saturating_sub(INDENT);
    let source = style.painter.paint(Role::Lead, source);
    format!("{source}{}\n{}", after_colon(&reason, style.wrap, INDENT, used), hint(style, &remedy))
}

fn repairs(style: Style, source: &InputSource, found: &Found) -> String {
    let Found { text, regions, diagnosis, legacy, .. } = found;
    let edits = &diagnosis.edits;
    let counts: Vec<_> = counts(edits).collect();
    let fixes = match counts.iter().all(|&(_, count)| count == edits.len()) {
        true => counts.iter().map(|(fix, _)| fix.to_string()).collect::<Vec<_>>().join(" and "),
        false => counts.iter().map(|(fix, count)| format!("{count} of {fix}")).collect::<Vec<_>>().join(", "),
    };
    let count = Count(edits.len() as u64, "repair");
    let repairs = match legacy {
        Some(guess) if fixes.is_empty() => format!("{count}: {LEGACY}, from {}", guess.legacy.name()),
        None if let Some(legacy) =
            found.lines_from.filter(|_| edits.iter().any(|edit| edit.fixes.is_empty())) =>
        {
            let others = if fixes.is_empty() { fixes } else { format!(", and {fixes}") };
            format!("{count}: lines from {}{others}", legacy.name())
        }
        _ => format!("{count}: {fixes}"),
    };
    let used = format!("{source}: ").width().saturating_sub(INDENT);
    let mut shown = format!(
        "{}{}\n",
        style.painter.paint(Role::Lead, source),
        after_colon(&repairs, style.wrap, INDENT, used)
    );
    if let Some(declared) = found.declares() {
        shown.push_str(&hint(style, &declared.remedy(UTF_8)));
    }
    if !style.is_brief {
        shown.push_str(&notes(style, edits));
    }
    if style.has_excerpts {
        excerpt::draw(&mut shown, (text, regions), edits, style.most(), style.width, style.painter);
    }
    shown
}

/// Returns the command that leaves out what remains of the characters that were cut at the ends of a text in UTF-8, if it
/// begins within one and that is all that is wrong.
fn without_cut_characters(source: &InputSource, text: &[u8], left: Left) -> Option<String> {
    let file = source.path().map(|_| Argument(source))?;
    let trails = text.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).count();
    if trails == 0 || !legacy::has_utf_8(text) || !legacy::begins_within_character(text) {
        return None;
    }
    let skipped = format!("tail -c +{} {file}", trails + 1);
    match std::str::from_utf8(&text[trails..]) {
        Ok(_) => Some(format!("{skipped} > FIXED")),
        // Only the last character is left to skip.
        Err(error) if error.error_len().is_none() && left.count == trails as u64 + 1 => {
            Some(format!("{skipped} | placemat convert --on-error skip > FIXED"))
        }
        Err(_) => None,
    }
}

fn left(style: Style, source: &InputSource, found: &Found, left: Left) -> String {
    let Found { text, regions, perhaps, .. } = found;
    let Left { count, first, would_help, .. } = left;
    if let Some(format) = walk::format_of(text) {
        return left_for(style, source, &format!("{format}, not text"), None);
    }
    if let Some(name) = left.signature.map(Encoding::name).or(left.foreign) {
        let is_damaged = left.signature.is_some_and(|signed| validate(signed, text).is_err());
        return of_another_encoding(style, source, name, left.signature.is_some(), is_damaged, would_help);
    }
    let first_of = if count > 1 { ", the first:" } else { ":" };
    let sequences = Count(count, "invalid sequence");
    let reason = format!("left as it is: the fixes in use do not repair {sequences}{first_of}");
    let used = (source.to_string().width() + 2).saturating_sub(INDENT);
    let mut shown = format!(
        "{}{}\n",
        style.painter.paint(Role::Lead, source),
        after_colon(&reason, style.wrap, INDENT, used)
    );
    let (offset, len, kind) = (first.valid_up_to(), first.len(), first.kind());
    let Spot { offset: at, line, column_utf16: column, .. } = Locator::new(text, regions).at(offset);
    let around = ErrorContext::of_error(Side::Encoding(Encoding::Utf8), kind, (at, len), &text[offset..]);
    let head = format!("  {line}:{column}: offset {at}, length {len}: ");
    let what = around.message();
    let used = head.len() + kind.name().len() + 2 - INDENT;
    let _ = writeln!(
        shown,
        "{head}{}{}",
        style.painter.paint(Role::Error, kind),
        after_colon(&what, style.wrap, INDENT, used)
    );
    // Bytes that are rather another encoding than Windows-1252 are not proposed as that.
    let is_other = perhaps.is_some_and(|guess| guess.legacy.of_family().is_none());
    match (would_help.filter(|fixes| !(is_other && fixes.has_any(Fixes::LEGACY_BYTES))), perhaps) {
        _ if let Some(legacy) = found.lines_from => {
            let what = format!(
                "lines of which it is unclear what is UTF-8, and lines that are malformed in {} or probably in another encoding, are not converted, so all of the file is left",
                legacy.name()
            );
            shown.push_str(&hint(style, &what));
        }
        (Some(fixes), _) => {
            let option = as_option(fixes);
            let byte = text[offset];
            let what = match legacy::in_windows_1252(byte) {
                one if fixes.has_any(Fixes::LEGACY_BYTES) && !is_hostile(one) => {
                    format!("{byte:02X} is {one} in Windows-1252: try --fix {option}")
                }
                _ => format!("try --fix {option}"),
            };
            shown.push_str(&hint(style, &what));
        }
        (None, _)
            if regions.is_empty()
                && let Some(spliced) = Spliced::of(text) =>
        {
            shown.push_str(&hint(style, &format!("it is {}", spliced.looks())));
            shown.push_str(&next(style, spliced.command(source, "")));
        }
        (None, Some(Guess { legacy, .. })) => {
            let (name, command) = (legacy.title(), legacy.identifier());
            shown.push_str(&hint(style, &format!("perhaps {name}: placemat convert -f {command} reads it")));
        }
        // The last byte of a text in another encoding may look like it.
        (None, None)
            if (count, kind) == (1, ErrorKind::Truncated)
                && regions.is_empty()
                && source.path().is_some()
                && legacy::has_utf_8(text) =>
        {
            let file = Argument(source);
            shown.push_str(&next(style, Some(format!("head -c {at} {file} > FIXED"))));
        }
        (None, None) if let Some(command) = without_cut_characters(source, text, left) => {
            shown.push_str(&next(style, Some(command)));
        }
        (None, None) if found.is_partly_utf_8 => {
            let what = "some of it is UTF-8, so no other encoding is right for the whole file";
            shown.push_str(&hint(style, what));
        }
        (None, None) if found.leaves_bytes && len == 1 && kind != ErrorKind::Truncated => {
            let what = "legacy-bytes leaves bytes that may be in another encoding than Windows-1252, or the rest of \
                        a character";
            // Beside letters of another script they hardly are Windows-1252.
            let remedy = match legacy::is_hardly_windows_1252(text) {
                true => "",
                false => {
                    "; if they are Windows-1252, placemat convert -f utf-8 --on-error cp1252 reads them so"
                }
            };
            shown.push_str(&hint(style, &format!("{what}{remedy}")));
        }
        (None, None) => {
            let found = placemat::detect::detect(text).encoding;
            // Numbers and other data may look like wide units.
            let is_text = |wide: Encoding| wide.info().width > 1 && units::sort(text, wide) == Sort::Text;
            if let Some(wide) = found.filter(|found| regions.is_empty() && is_text(*found)) {
                shown.push_str(&hint(
                    style,
                    &format!("looks like {wide}: placemat convert -f {wide} reads it"),
                ));
            }
        }
    }
    shown
}

/// Text that begins with the signature of another encoding is not damaged UTF-8.
fn of_another_encoding(
    style: Style,
    source: &InputSource,
    encoding: &str,
    is_known: bool,
    is_damaged: bool,
    would_help: Option<Fixes>,
) -> String {
    let reason = format!("left as it is: {encoding}, by its signature");
    let used = (source.to_string().width() + 2).saturating_sub(INDENT);
    let name = style.painter.paint(Role::Lead, source);
    let remedy = match would_help {
        Some(fixes) => format!("try --fix {}", as_option(fixes)),
        None if is_damaged => {
            format!("placemat convert -f {encoding} --on-error replace reads what is valid")
        }
        None if is_known => format!("placemat convert -f {encoding} reads it"),
        None => format!("iconv -f {encoding} -t UTF-8 reads it"),
    };
    format!("{name}{}\n{}", after_colon(&reason, style.wrap, INDENT, used), hint(style, &remedy))
}

/// Returns lines about characters that repairs write and that readers may not expect.
fn notes(style: Style, edits: &[Edit]) -> String {
    let mut shown = String::new();
    if edits.iter().any(|edit| edit.fixes.has_any(Fixes::C0_80)) {
        let what = "C0 80 becomes U+0000, a byte 00, at which many programs stop reading";
        shown.push_str(&note(style, what));
    }
    let marks = inner_marks(edits);
    if marks > 0 {
        let (marks, them) = (Count(marks, "byte order mark"), if marks == 1 { "it" } else { "them" });
        let what = format!(
            "{marks} within the text, as if files were joined; perl -pe 's/\\xEF\\xBB\\xBF//g' removes {them}"
        );
        shown.push_str(&note(style, &what));
    }
    shown
}

/// Returns how many byte order marks a conversion of UTF-16 leaves within the text.
fn inner_marks(edits: &[Edit]) -> u64 {
    let of_units = edits.iter().filter(|edit| edit.fixes.has_any(Fixes::UTF_16));
    let marks = of_units.flat_map(|edit| memchr::memmem::find_iter(&edit.with, b"\xEF\xBB\xBF"));
    marks.count() as u64
}

/// Returns a line with a hint below what is left.
fn hint(style: Style, what: &str) -> String {
    titled(style, "hint", what)
}

/// Returns a line with a note on what a repair does.
pub(super) fn note(style: Style, what: &str) -> String {
    titled(style, "note", what)
}

fn titled(style: Style, title: &str, what: &str) -> String {
    let what = wrapped(what, style.wrap, INDENT, "  hint: ".len() - INDENT);
    format!("  {}: {what}\n", style.painter.paint(Role::Faint, title))
}

/// Returns a line with the command to run next, which is not wrapped, so that it can be copied.
fn next(style: Style, command: Option<String>) -> String {
    let title = style.painter.paint(Role::Faint, "next:");
    command.map_or(String::new(), |command| format!("  {title} {command}\n"))
}

/// Returns fixes as a user would request them: `default`, and the fixes in addition to it.
pub(crate) fn as_option(fixes: Fixes) -> String {
    match fixes.without(Fixes::DEFAULT) {
        _ if !Fixes::DEFAULT.without(fixes).is_empty() => fixes.to_string(),
        others if others.is_empty() => "default".to_owned(),
        others => format!("default,{others}"),
    }
}

/// Returns how often each fix applies. An edit of several fixes counts for each.
fn counts(edits: &[Edit]) -> impl Iterator<Item = (Fixes, usize)> {
    let used = edits.iter().fold(Fixes::default(), |used, edit| used | edit.fixes);
    used.iter().map(|fix| (fix, edits.iter().filter(|edit| edit.fixes.has_any(fix)).count()))
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
    /// The legacy encoding that the text looks like, and how confident that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    declared: Option<&'static str>,
    /// The encoding that the text declares itself, if that is wrong once it is converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    declares: Option<Declared>,
}

#[derive(Serialize)]
struct JsonEdit {
    offset: u64,
    length: usize,
    line: u64,
    column: u64,
    column_utf16: u64,
    column_bytes: u64,
    fixes: Vec<&'static str>,
    old: String,
    new: String,
    new_length: usize,
}

#[derive(Serialize)]
struct JsonLeft {
    offset: u64,
    length: u64,
    kind: &'static str,
    /// The encoding that a signature identifies.
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<&'static str>,
}

impl<'a> Line<'a> {
    fn of(style: Style, source: &'a InputSource, found: &Found, outcome: Outcome) -> Self {
        let Found { text, regions, size, diagnosis, legacy, declared, .. } = found;
        let names = |fixes: Fixes| match fixes.is_empty() {
            true => vec![LEGACY],
            false => fixes.iter().filter_map(Fixes::name).collect(),
        };
        let hex = |bytes: &[u8]| HEXUPPER.encode(&bytes[..bytes.len().min(REPORTED)]);
        let mut locator = Locator::new(text, regions);
        let edits = diagnosis.edits.iter().take(style.most()).map(|edit| {
            let Spot { offset, line, column, column_utf16, column_bytes } = locator.at(edit.offset);
            JsonEdit {
                offset,
                length: edit.len,
                line,
                column,
                column_utf16,
                column_bytes,
                fixes: names(edit.fixes),
                old: hex(&text[edit.offset..edit.end()]),
                new: hex(&edit.with),
                new_length: edit.with.len(),
            }
        });
        Line {
            version: json::VERSION,
            path: source.to_json(),
            outcome: outcome.name(),
            size: *size,
            edits: edits.collect(),
            edit_count: diagnosis.edits.len(),
            left: diagnosis.left.map(|left| JsonLeft {
                offset: Locator::new(text, regions).at(left.first.valid_up_to()).offset,
                length: left.first.len(),
                kind: left.first.kind().name(),
                signature: left.signature.map(Encoding::name).or(left.foreign),
            }),
            left_count: diagnosis.left.map_or(0, |left| left.count),
            would_help: diagnosis.left.and_then(|left| left.would_help).map(names),
            double_lines: diagnosis.double_lines,
            encoding: legacy.filter(|guess| guess.unknown.is_none()).map(|guess| guess.legacy.identifier()),
            confidence: legacy.filter(|guess| guess.unknown.is_none()).map(|guess| guess.confidence.name()),
            declared: *declared,
            declares: found.declares(),
        }
    }
}
