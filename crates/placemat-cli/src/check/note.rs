//! Notes on inputs that are valid, and look like other text than they were checked as: in units of another order or
//! width, in an encoding that switches by escape sequences, encoded twice, or joined of several files.

use placemat::repair::{Edit, Fixes, Scan};
use placemat::{Codec, Encoding};

use super::Plan;
use super::reading::Reading;
use super::style::ReportFormat;
use crate::detect;
use crate::input::{Input, InputSource};
use crate::legacy::Confidence;
use crate::mixed;
use crate::names::{self, Named};
use crate::show::{as_input, is_hostile};
use crate::walk::{self, Entry};

/// By how many bits one byte order must be better than the other.
const CLEAR: u64 = 24;

/// Returns the note on a file whose escape sequences switch to other characters than ASCII. All of its bytes
/// are ASCII, so it is valid.
fn note_on_escapes(front: &[u8], input: &mut Input) -> Option<String> {
    memchr::memmem::find(front, b"\x1B$").filter(|_| front.is_ascii())?;
    let guess =
        detect::at_front(input).ok()?.legacy.filter(|guess| guess.confidence > Confidence::Perhaps)?;
    let (title, name) = (guess.legacy.title(), guess.legacy.identifier());
    Some(format!("looks like {title}: -e {name} reads it"))
}

/// Returns the note on a file that was named, and that is valid, but looks like other text than it was checked as.
pub(super) fn note(plan: &Plan, entry: &Entry, reading: Reading, input: &mut Input) -> Option<String> {
    let is_named = entry.root.is_none() && input.is_rereadable();
    if plan.style.format == ReportFormat::Nothing || !is_named || reading.needs_bom {
        return None;
    }
    let source = &entry.source;
    if plan.encoding == Named::Auto {
        reading.encoding.info().doubled.filter(|_| plan.range.is_none())?;
        let command = format!("placemat repair --dry-run {}", as_input(source));
        return Some(format!("{source}: looks encoded twice\n    hint: see what it was: {command}"));
    }
    if reading.encoding != Encoding::Utf8 {
        let note = note_on_order(plan, reading, input)?;
        return Some(format!("{source}: {note}"));
    }
    let on_text = |input: &mut Input| note_on_text(source, reading, input).filter(|_| plan.range.is_none());
    let note = note_on_units(source, input).or_else(|| on_text(input))?;
    Some(format!("{source}: valid as utf-8, but {note}"))
}

/// Returns `true` if the beginning of a file has text that was encoded twice.
pub(super) fn is_doubled(input: &mut Input) -> bool {
    whole_lines(input).is_some_and(|text| !Fixes::DOUBLE_ENCODING_LINES.diagnose(&text).edits.is_empty())
}

/// Returns the first lines of a file.
fn whole_lines(input: &mut Input) -> Option<Vec<u8>> {
    let mut text = input.peek(0, detect::KEPT).ok()?;
    if text.len() == detect::KEPT {
        // The last line may be cut.
        text.truncate(memchr::memrchr(b'\n', &text)? + 1);
    }
    Some(text)
}

/// Returns the note on a file in UTF-8 that was encoded twice or joined.
fn note_on_text(source: &InputSource, reading: Reading, input: &mut Input) -> Option<String> {
    let text = whole_lines(input)?;
    // The project may name another encoding.
    let named = if reading.overridden.is_some() { "-e utf-8 " } else { "" };
    note_on_mojibake(&text, &format!("{named}{}", as_input(source)))
        .or_else(|| note_on_marks(&text, &as_input(source)))
}

/// Returns the number of the line with an offset.
fn line_of(text: &[u8], offset: usize) -> usize {
    1 + memchr::memchr_iter(b'\n', &text[..offset]).count()
}

/// Returns the note on text that was encoded twice. `file` is what a command reads.
fn note_on_mojibake(text: &[u8], file: &str) -> Option<String> {
    const FIXES: Fixes = Fixes::DOUBLE_ENCODING_LINES;
    let mut scan = Scan::new(FIXES);
    scan.push(text);
    if !scan.finish() {
        return None;
    }
    if let Some(edit) = FIXES.diagnose(text).edits.first() {
        let (line, example) = (line_of(text, edit.offset), example(text, edit));
        let command = format!("placemat check --deny mojibake {file}");
        return Some(format!(
            "line {line} looks encoded twice{example}\n    hint: list the places: {command}"
        ));
    }
    let (word, edit) = words_with_letters(text).find_map(|word| {
        let edits = FIXES.diagnose(word).edits;
        let is_letters =
            |edit: &Edit| str::from_utf8(&edit.with).is_ok_and(|was| was.chars().all(char::is_alphabetic));
        let edit = edits.first().filter(|edit| is_letters(edit))?.clone();
        // Text about mojibake has the right word, too.
        let is_quoted = memchr::memmem::find(text, &Edit::apply_all(&edits, word)).is_some();
        (!is_quoted).then_some((word, edit))
    })?;
    let line = line_of(text, text.element_offset(word.first()?)?);
    Some(format!(
        "a word on line {line} looks encoded twice{}; no fix changes it, as the line has other characters beyond ASCII",
        example(word, &edit)
    ))
}

/// Returns what an edit changes, as an example, if it is short.
fn example(text: &[u8], edit: &Edit) -> String {
    const SHORT: usize = 12;
    let [is, was] = [&text[edit.offset..edit.end()], &edit.with].map(|text| String::from_utf8_lossy(text));
    let is_shown = |text: &str| text.chars().count() <= SHORT && !text.chars().any(is_hostile);
    if is_shown(&is) && is_shown(&was) { format!(" ({is} for {was})") } else { String::new() }
}

/// Returns the words of a text that have letters of ASCII, and others.
fn words_with_letters(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric());
    words.filter(|word| !word.is_ascii() && word.iter().any(u8::is_ascii_alphabetic))
}

/// Returns the note on byte order marks with which lines begin. `file` is what a command reads.
fn note_on_marks(text: &[u8], file: &str) -> Option<String> {
    let is_at_line = |at: &usize| text[..*at].ends_with(b"\n");
    let mut marks = memchr::memmem::find_iter(text, detect::UTF_8_SIGNATURE).filter(is_at_line);
    let line = line_of(text, marks.next()?);
    let what = match 1 + marks.count() {
        1 => format!("line {line} begins with a byte order mark"),
        count => format!("{count} lines begin with a byte order mark, the first is line {line}"),
    };
    let command = format!("perl -pe 's/^\\xEF\\xBB\\xBF// if $. > 1' {file} > FIXED");
    Some(format!("{what}, as if files were joined\n    hint: leave them out: {command}"))
}

/// Returns the note on a file that is valid as UTF-8, and looks like UTF-16 or UTF-32: in ASCII that was encoded so, most
/// bytes are 00, which is a character of UTF-8, too.
fn note_on_units(source: &InputSource, input: &mut Input) -> Option<String> {
    let front = input.peek(0, walk::BINARY).ok()?;
    if let Some(parts) = mixed::parts(input) {
        let note = parts.describe();
        return Some(match (parts.misaligned(), parts.command_for(source)) {
            (Some(found), _) => format!("{note} (check -e {} says what to do)", found.encoding()),
            (None, Some(command)) => format!("{note}\n    hint: {}: {command}", parts.remedy()),
            (None, None) => note,
        });
    }
    if !front.contains(&0) {
        return note_on_escapes(&front, input);
    }
    let found = detect::at_front(input).ok()?.detection.encoding?;
    let name = match found.info() {
        info if info.width == 4 => "UTF-32",
        info if info.is_utf_16() && walk::is_utf_16(input).unwrap_or(false) => "UTF-16",
        _ => return None,
    };
    Some(format!("looks like {name} without a byte order mark (placemat convert -f {found} reads it)"))
}

/// Returns the note on a file in UTF-16 or UTF-32 that looks like it with another byte order or width than it was
/// checked in.
fn note_on_order(plan: &Plan, reading: Reading, input: &mut Input) -> Option<String> {
    let front = input.peek(0, walk::BINARY).ok()?;
    let info = reading.encoding.info();
    if info.width == 1 || info.is_wrapper() || Encoding::for_signature(&front).is_some() {
        return None;
    }
    let detection = detect::at_front(input).ok()?.detection;
    let found = detection.encoding.filter(|_| detection.margin.is_none_or(|margin| margin >= CLEAR))?;
    let order = info.order.unwrap_or(plan.options.default_endian);
    let is_other = found.info().width > 1
        && (found.info().width, found.info().order) != (info.width, Some(order))
        && found.info().order.is_some();
    let name = names::title(found);
    is_other.then(|| format!("looks like {name} without a byte order mark: -e {found} reads it"))
}
