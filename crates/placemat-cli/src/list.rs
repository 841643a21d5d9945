//! `placemat list`.

mod about;

use std::ffi::OsString;
use std::fmt::Write;

use placemat::views::Properties;
use placemat::{Codec, Encoding, Isa};

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::args::{self, ListArgs};
use crate::legacy::{Known, Legacy};
use crate::names;
use crate::show::{wrapped, wrapping_columns};
use crate::status::CommandError;
use crate::{detect, json};

/// The width of lines, if the terminal is wide enough.
const WIDTH: usize = 96;
/// The indentation of lines below an identifier.
const INDENT: &str = "    ";

/// The encodings that are listed.
struct Listed {
    family: Vec<Encoding>,
    legacy: Vec<Legacy>,
    /// `true` if these are all encodings.
    are_all: bool,
}

impl Listed {
    /// Returns the encodings with these names, each once, or all encodings if none is named.
    fn of(names: &[OsString]) -> Result<Self, CommandError> {
        if names.is_empty() {
            return Ok(Listed {
                family: Encoding::ALL.to_vec(),
                legacy: Legacy::all().collect(),
                are_all: true,
            });
        }
        let mut listed = Listed { family: vec![], legacy: vec![], are_all: false };
        for name in names {
            match names::of_any_kind(name)? {
                Known::Family(one) if !listed.family.contains(&one) => listed.family.push(one),
                Known::Legacy(one) if !listed.legacy.contains(&one) => listed.legacy.push(one),
                _ => {}
            }
        }
        Ok(listed)
    }
}

/// Prints the encodings, or the instruction sets.
pub(crate) fn run(args: &ListArgs) -> Result<(), CommandError> {
    let listed = Listed::of(&args.names)?;
    args::print(&match args {
        ListArgs { instruction_sets: true, .. } => instruction_sets(),
        ListArgs { json: true, .. } => lines_of_json(&listed),
        _ if args.long || !listed.are_all => encodings(&listed),
        _ => brief(&listed),
    })
}

/// Returns a line for each encoding: its name, and what it is. If lines are short, that is on lines of its own.
fn brief(listed: &Listed) -> String {
    let width = wrapping_columns(None).unwrap_or(usize::MAX);
    let names = listed.family.iter().map(|encoding| encoding.name().width());
    let column = names.max().unwrap_or(0) + 2;
    let mut text = String::new();
    for &encoding in &listed.family {
        let name = encoding.name();
        let about = about::about(encoding);
        let _ = match width < 2 * column {
            true => writeln!(text, "{name}\n{INDENT}{}", wrapped(about, width, INDENT.len(), 0)),
            false => writeln!(text, "{name:column$}{}", wrapped(about, width, column, 0)),
        };
    }
    text.push_str(&legacy(&listed.legacy, width));
    let note =
        "--long shows labels and properties; convert also reads and writes code-points: U+0041 U+10FFFF …";
    let _ = writeln!(text, "\n{}", wrapped(note, width, 0, 0));
    text
}

/// An encoding for other programs.
#[derive(Serialize)]
struct Line {
    version: u32,
    name: &'static str,
    about: &'static str,
    labels: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code_space: Option<Vec<String>>,
    /// The lengths of its sequences in units, and the bits of a unit.
    lengths: Vec<u64>,
    unit_bits: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ascii_transparent: Option<bool>,
    encodes: bool,
    interchange: bool,
    wrapper: bool,
    /// The WHATWG's name of a legacy encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    legacy: Option<&'static str>,
}

fn lines_of_json(listed: &Listed) -> String {
    let line = |encoding: Encoding| {
        let (info, properties) = (encoding.info(), Properties::new(encoding));
        json::line(&Line {
            version: json::VERSION,
            name: encoding.name(),
            about: about::about(encoding),
            labels: labels(encoding).iter().map(|label| label.trim_end_matches('*').to_owned()).collect(),
            code_space: Some(code_space(encoding)),
            lengths: properties.lengths().map(|len| len as u64).collect(),
            unit_bits: info.table.unit_bits(),
            ascii_transparent: Some(properties.is_ascii_transparent() == Some(true)),
            encodes: info.encodes,
            interchange: detect::is_for_interchange(encoding),
            wrapper: encoding.is_wrapper(),
            legacy: None,
        })
    };
    let legacy_line = |legacy: Legacy| {
        json::line(&Line {
            version: json::VERSION,
            name: legacy.identifier(),
            about: legacy.about(),
            labels: legacy_labels(legacy),
            code_space: None,
            lengths: legacy.shape().lengths().to_vec(),
            unit_bits: 8,
            ascii_transparent: None,
            encodes: true,
            interchange: false,
            wrapper: false,
            legacy: Some(legacy.name()),
        })
    };
    let lines = listed.family.iter().copied().map(line);
    let lines = lines.chain(listed.legacy.iter().copied().map(legacy_line));
    lines.map(|line| String::from_utf8_lossy(&line).into_owned()).collect()
}

/// Returns all instruction sets that have kernels. Those of this CPU come first, the best at the top.
fn instruction_sets() -> String {
    let here: Vec<_> = Isa::available().map(Isa::name).collect();
    let elsewhere = Isa::NAMES.into_iter().filter(|name| !here.contains(name));
    let mut text = String::new();
    for name in here.iter().copied().chain(elsewhere) {
        let standing = match name {
            name if name == Isa::current().name() => "in use",
            name if here.contains(&name) => "",
            _ => "not on this CPU",
        };
        let _ = writeln!(text, "{}", format!("{name:8}{standing}").trim_end());
    }
    text
}

/// Returns the identifiers, and below each its labels, its code space and its properties.
fn encodings(listed: &Listed) -> String {
    let width = wrapping_columns(None).map_or(WIDTH, |columns| columns.min(WIDTH));
    let mut text = String::new();
    let wrap = |text: &mut String, head: &str, items: Vec<String>| wrap(text, head, items, width);
    for &encoding in &listed.family {
        let _ = writeln!(text, "{encoding}");
        if !listed.are_all {
            let _ = writeln!(text, "{INDENT}{}", wrapped(about::about(encoding), width, INDENT.len(), 0));
        }
        let labels = labels(encoding);
        if !labels.is_empty() {
            wrap(&mut text, "labels: ", labels);
        }
        wrap(&mut text, "code space: ", code_space(encoding));
        wrap(&mut text, "", properties(encoding));
        if let Some(remark) = encoding.remark() {
            let _ = writeln!(text, "{INDENT}{}", wrapped(remark, width, INDENT.len(), 0));
        }
    }
    if listed.are_all {
        text.push_str(&legacy_head(width));
    }
    each_legacy_at_length(&mut text, &listed.legacy, width);
    let has_star = |&encoding: &Encoding| labels(encoding).iter().any(|label| label.ends_with('*'));
    let star = "\n* means something else to others; a note says so when it is used";
    let code_points = "convert also reads and writes code-points: U+0041 U+10FFFF …";
    let notes = [(listed.family.iter().any(has_star), star), (listed.are_all, code_points)];
    for (_, note) in notes.into_iter().filter(|&(holds, _)| holds) {
        let _ = writeln!(text, "{}", wrapped(note, width, 0, 0));
    }
    text
}

/// Returns the legacy encodings, each with what it was used for.
fn legacy(all: &[Legacy], columns: usize) -> String {
    let head = legacy_head(columns);
    let width = all.iter().map(|one| one.identifier().len()).max().unwrap_or(0);
    let indent = INDENT.len() + width + 2;
    let line = |one: Legacy| {
        let about = wrapped(one.about(), columns, indent, 0);
        format!("{INDENT}{:width$}  {about}\n", one.identifier())
    };
    all.iter().copied().map(line).fold(head, |text, line| text + &line)
}

/// Adds legacy encodings, and below each what it was used for, its labels and its lengths.
fn each_legacy_at_length(text: &mut String, all: &[Legacy], columns: usize) {
    for &one in all {
        let _ = writeln!(text, "{}", one.identifier());
        let _ = writeln!(text, "{INDENT}{}", wrapped(one.about(), columns, INDENT.len(), 0));
        let labels = legacy_labels(one);
        if !labels.is_empty() {
            wrap(text, "labels: ", labels, columns);
        }
        let lengths: Vec<_> = one.shape().lengths().iter().map(u64::to_string).collect();
        let unit = if lengths.len() == 1 { "byte" } else { "bytes" };
        let _ = writeln!(text, "{INDENT}{} {unit}", lengths.join("/"));
    }
}

/// Returns the line above the legacy encodings, if there are any.
fn legacy_head(columns: usize) -> String {
    let head = "legacy encodings, the WHATWG’s and those of DOS, for convert, check, detect and repair";
    match Legacy::all().next() {
        Some(_) => format!("\n{}\n", wrapped(head, columns, INDENT.len(), 0)),
        None => String::new(),
    }
}

/// Returns the labels by which `-f`, `-t` and `-e` find the encoding.
fn labels(encoding: Encoding) -> Vec<String> {
    let mut labels: Vec<String> = Vec::new();
    for name in encoding.names() {
        let is_new = !labels.iter().any(|label| label.trim_end_matches('*').eq_ignore_ascii_case(name.text));
        if is_new && Encoding::for_name(name.text).is_some_and(|(found, _)| found == encoding) {
            // Oracle's UTF8 is another encoding.
            let is_ambiguous =
                [name.text, &name.text.to_uppercase()].into_iter().any(|it| names::note(it).is_some());
            let mark = if is_ambiguous { "*" } else { "" };
            labels.push(format!("{}{mark}", name.text));
        }
    }
    with_names_elsewhere(labels, encoding.name())
}

/// Returns the labels by which `-f`, `-t` and `-e` find a legacy encoding.
fn legacy_labels(legacy: Legacy) -> Vec<String> {
    with_names_elsewhere(legacy.labels().map(str::to_owned).collect(), legacy.identifier())
}

/// Adds names that databases, Windows and programming languages use.
fn with_names_elsewhere(mut labels: Vec<String>, identifier: &str) -> Vec<String> {
    for name in names::names_of(identifier) {
        let is_like = |known: &String| known.trim_end_matches('*').eq_ignore_ascii_case(&name);
        if name != identifier && !labels.iter().any(is_like) {
            labels.push(name);
        }
    }
    labels
}

fn code_space(encoding: Encoding) -> Vec<String> {
    let interval = |(first, last)| {
        if first == last { format!("U+{first:04X}") } else { format!("U+{first:04X}..U+{last:04X}") }
    };
    Properties::new(encoding).code_space().map(interval).collect()
}

fn properties(encoding: Encoding) -> Vec<String> {
    let (info, properties) = (encoding.info(), Properties::new(encoding));
    let lengths: Vec<_> = properties.lengths().map(|len| len.to_string()).collect();
    let units = match (info.table.unit_bits(), properties.longest()) {
        (8, 1) => "byte".to_owned(),
        (8, _) => "bytes".to_owned(),
        (bits, 1) => format!("{bits}-bit unit"),
        (bits, _) => format!("{bits}-bit units"),
    };
    let mut words = vec![format!("{} {units}", lengths.join("/"))];
    let mut add = |holds: bool, word: &str| {
        if holds {
            words.push(word.to_owned());
        }
    };
    add(encoding.is_wrapper(), "layer that decides on the whole input");
    add(properties.is_ascii_transparent() == Some(true), "ASCII transparent");
    add(!properties.resynchronizes(), "does not resynchronize");
    add(info.never_fails, "decoding never fails");
    add(!info.encodes, "decoder only");
    add(reads_ill_formed(encoding), "reads invalid sequences, which others wrote");
    words.push(format!("order of {}", properties.order()));
    words
}

/// Returns `true` if the encoding reads text that every standard for interchange forbids, including overlong
/// forms.
pub(crate) fn reads_ill_formed(encoding: Encoding) -> bool {
    encoding.info().is_lenient()
}

/// Writes items separated by commas, in lines that are not too long.
fn wrap(text: &mut String, head: &str, items: Vec<String>, width: usize) {
    let mut line = format!("{INDENT}{head}");
    let mut items = items.into_iter().peekable();
    while let Some(item) = items.next() {
        let comma = if items.peek().is_some() { "," } else { "" };
        if line.chars().count() + item.chars().count() + comma.len() > width {
            let _ = writeln!(text, "{}", line.trim_end());
            line = INDENT.repeat(2);
        }
        let _ = write!(line, "{item}{comma} ");
    }
    let _ = writeln!(text, "{}", line.trim_end());
}
