//! Reports of `detect`, on standard output.

use std::fmt::Write;

use placemat::detect::{Basis, Detection, Evidence, EvidenceKind};
use placemat::{Codec, Encoding};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::zeros::Holes;
use super::{Found, Quick};
use crate::color::{Painter, Role};
use crate::input::{InputSource, JsonName};
use crate::json;
use crate::legacy::{Confidence, Guess, Unknown};
use crate::mixed;
use crate::show::{self, Count, wrapped};

/// How many encodings a line for people names.
const NAMED: usize = 6;
/// The indentation of lines below a verdict.
const INDENT: &str = "    ";
/// The indentation of their continuation lines, in columns.
const FURTHER: usize = 8;

/// The form of the report.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) is_json: bool,
    pub(super) is_verbose: bool,
    pub(super) painter: Painter,
    /// The width of a line, in columns.
    pub(super) width: usize,
}

/// Returns the report on an input, for machines or for people.
pub(super) fn report(source: &InputSource, found: &Found, style: Style) -> Vec<u8> {
    if style.is_json { json::line(&Line::of(source, found)) } else { text(source, found, style).into_bytes() }
}

/// Returns the report on an input that has a verdict without a detection.
pub(super) fn of_quick(
    source: &InputSource,
    quick: Quick,
    is_cut: bool,
    format: Option<&str>,
    style: Style,
) -> Vec<u8> {
    let start = if is_cut { " in its first 1 MiB" } else { "" };
    let (role, verdict) = match quick {
        Quick::Ascii => (Role::Payload(0), format!("utf-8 (only ASCII{start})")),
        Quick::Utf8 if is_cut => (Role::Payload(0), "utf-8 (in its first 1 MiB)".to_owned()),
        Quick::Utf8 => (Role::Payload(0), "utf-8".to_owned()),
        Quick::Noise => (Role::Error, no_text(format)),
    };
    headline(source, &verdict, role, style).into_bytes()
}

/// Returns the line of a verdict.
fn headline(source: &InputSource, verdict: &str, role: Role, Style { painter, width, .. }: Style) -> String {
    let used = (source.to_string().width() + 2).saturating_sub(INDENT.len());
    let mut text = format!("{}: ", painter.paint(Role::Lead, source));
    for (k, line) in wrapped(verdict, width, INDENT.len(), used).lines().enumerate() {
        let indent = if k == 0 { "" } else { INDENT };
        let _ = writeln!(text, "{indent}{}", painter.paint(role, line.trim_start()));
    }
    text
}

/// The verdict on what is not text.
const NO_TEXT: &str = "not text in any known encoding";

/// The verdict on strings with a length before each.
const STRINGS: &str = "strings of Java's writeUTF (placemat strings lists them)";

/// The verdict on text of letters that make no sense in the encodings that can be recognized.
const UNRECOGNIZED: &str = "text in a legacy encoding that is not recognized";

/// Returns the verdict on what is not text, with what the file is if that is known.
fn no_text(format: Option<&str>) -> String {
    format.map_or_else(|| NO_TEXT.to_owned(), |format| format!("not text: {format}"))
}

/// Returns a line for the verdict, and below it, if that is wanted, ties, alternatives, evidence, and how
/// much was read.
fn text(source: &InputSource, found: &Found, style: Style) -> String {
    let Found { detection, legacy, .. } = found;
    let Style { painter, width, is_verbose, .. } = style;
    let has_verdict = detection.encoding.is_some() || legacy.is_some() && found.partly.is_none();
    let role = if has_verdict { Role::Payload(0) } else { Role::Error };
    let verdict = match legacy {
        _ if let Some(partly) = &found.partly => partly.describe(),
        Some(guess) => {
            let may_be_utf_8 = guess.confidence == Confidence::Perhaps && super::is_nearly_utf_8(detection);
            let other = if may_be_utf_8 { "; or damaged utf-8" } else { "" };
            let (name, confidence) = (guess.legacy.identifier(), guess.confidence.name());
            format!("{name} ({confidence}{other}{})", of_beginning(found))
        }
        None if detection.encoding.is_none() && found.format.is_some() => no_text(found.format),
        None if found.is_mixed && found.misaligned().is_none() => mixed::describe(found.parts),
        None if found.are_strings => STRINGS.to_owned(),
        None if found.unknown == Some(Unknown::Other) => UNRECOGNIZED.to_owned(),
        None => match found.unknown.map(Unknown::perhaps) {
            Some(Some(perhaps)) if found.unknown == Some(Unknown::DosOrMac) => format!("{perhaps} (perhaps)"),
            Some(Some(perhaps)) => format!("{NO_TEXT} (perhaps {perhaps})"),
            _ => verdict(detection, found),
        },
    };
    let mut text = headline(source, &verdict, role, style);
    if !is_verbose {
        return text;
    }
    if let Some(misaligned) = found.misaligned() {
        let _ = writeln!(text, "{INDENT}{}", wrapped(&misaligned.describe(), width, FURTHER, 0));
    }
    let mut line = |head: &str, encodings: &[Encoding]| {
        if !encodings.is_empty() {
            let names = wrapped(&names(encodings), width, FURTHER, INDENT.len() + head.len() + 1 - FURTHER);
            let _ = writeln!(text, "{INDENT}{} {names}", painter.paint(Role::Faint, head));
        }
    };
    if let Some(guess) = legacy {
        let evidence = wrapped(&guess.evidence.to_string(), width, FURTHER, 0);
        let _ = writeln!(text, "{INDENT}{evidence}");
        end(&mut text, found);
        return text;
    }
    line("the same text as", &detection.also);
    let head = match detection.encoding {
        Some(_) => "or perhaps",
        None => "perhaps, on too little evidence,",
    };
    line(head, &detection.alternatives);
    if detection.encoding.is_none() {
        let never_fails = |encoding: &&Encoding| encoding.info().never_fails;
        let (never, fails): (Vec<_>, Vec<_>) = detection.well_formed.iter().partition(never_fails);
        line("well-formed in", &fails);
        line("valid, as any bytes are, in", &never);
    }
    for evidence in relevant(detection) {
        let what = evidence.kind.describe();
        let line = match (evidence.kind, super::overlong(detection)) {
            (EvidenceKind::Signature, _) => format!("{what} at offset 0"),
            (EvidenceKind::Overlong, Some(code_point)) => {
                let (Evidence { count, first, .. }, code_point) = (evidence, show::code_point(code_point));
                format!("{what}: {count}, first at offset {first}: overlong encoding of {code_point}")
            }
            _ => format!("{what}: {}, first at offset {}", evidence.count, evidence.first),
        };
        let _ = writeln!(text, "{INDENT}{}", wrapped(&line, width, FURTHER, 0));
    }
    end(&mut text, found);
    text
}

/// Returns what is said of a verdict after others if not all of the input was read.
fn of_beginning(found: &Found) -> String {
    if found.is_complete { String::new() } else { format!(", in its first {}", Size(found.read)) }
}

/// Writes how much was read, if that is not all.
fn end(text: &mut String, Found { read, is_complete, size, .. }: &Found) {
    if !is_complete {
        let _ = match size {
            Some(size) => writeln!(text, "{INDENT}read: the first {} of {}", Size(*read), Size(*size)),
            None => writeln!(text, "{INDENT}read: the first {}; there is more", Size(*read)),
        };
    }
}

/// Returns the name of the encoding, and what else the user should know about it.
fn verdict(detection: &Detection, found: &Found) -> String {
    let Some(encoding) = detection.encoding else {
        let is_empty = detection.read == 0;
        return if is_empty { "empty".to_owned() } else { NO_TEXT.to_owned() };
    };
    let name = encoding.name();
    let mut notes: Vec<String> = vec![];
    match detection.basis {
        _ if detection.read == 0 => return "empty".to_owned(),
        Basis::Signature => notes.push("by its signature".to_owned()),
        Basis::Ascii => notes.push("only ASCII".to_owned()),
        Basis::SingleBytes => notes.push("or another legacy encoding of single bytes".to_owned()),
        _ => {}
    }
    if let Some(code_point) = super::overlong(detection) {
        notes.push(format!("with {}", show::disguised(code_point)));
    }
    match detection.well_formed.contains(&encoding) {
        true => {}
        false if found.is_cut && matches!(encoding, Encoding::Utf8 | Encoding::Cesu8) => {
            notes.push("ends within a character".to_owned());
        }
        false => notes.push("damaged".to_owned()),
    }
    if found.is_unclear {
        notes.push("perhaps".to_owned());
    }
    if let Some(Holes { first, len, count }) = found.holes {
        let at = if count == 1 { " at" } else { ", first at" };
        notes.push(format!("with {} 00{at} offset {first}", Count(len as u64, "byte")));
    }
    if encoding.info().doubled.is_some() {
        let times = if found.is_encoded_again { "more than twice" } else { "twice" };
        notes.push(format!("text that was encoded {times}"));
    } else if !super::is_for_interchange(encoding) {
        notes.push("not for interchange".to_owned());
    }
    if !detection.is_complete {
        notes.push(format!("in its first {}", Size(detection.read)));
    }
    if notes.is_empty() { name.to_owned() } else { format!("{name} ({})", notes.join(", ")) }
}

fn is_for_interchange(detection: &Detection) -> Option<bool> {
    detection.encoding.map(super::is_for_interchange)
}

/// Returns the first few names, and how many more there are.
fn names(encodings: &[Encoding]) -> String {
    let shown: Vec<_> = encodings.iter().take(NAMED).map(|encoding| encoding.name()).collect();
    let mut text = shown.join(", ");
    if encodings.len() > NAMED {
        let _ = write!(text, " and {}", Count((encodings.len() - NAMED) as u64, "other"));
    }
    text
}

/// Returns the relevant evidence. In units of 16 and 32 bits, patterns of bytes are chance, and so are units
/// elsewhere.
fn relevant(detection: &Detection) -> impl Iterator<Item = &Evidence> {
    let width = detection.encoding.map(|encoding| encoding.info().width);
    detection.evidence.iter().filter(move |evidence| match evidence.kind {
        EvidenceKind::Signature | EvidenceKind::LoneSurrogates | EvidenceKind::IllFormed => true,
        EvidenceKind::ZeroUtf16Le | EvidenceKind::ZeroUtf16Be => width != Some(1) && width != Some(4),
        EvidenceKind::ZeroUtf32Le | EvidenceKind::ZeroUtf32Be => width == Some(4),
        EvidenceKind::ZeroBytes => width.is_none_or(|width| width == 1),
        EvidenceKind::Overlong => super::overlong(detection).is_some(),
        _ => width.is_none_or(|width| width == 1),
    })
}

/// A number of bytes, shown in MiB if it is a whole number of them.
struct Size(u64);

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            size if size > 0 && size % (1 << 20) == 0 => write!(f, "{} MiB", size >> 20),
            size => Count(size, "byte").fmt(f),
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    encoding: Option<&'static str>,
    basis: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    legacy: Option<JsonLegacy>,
    also: Vec<&'static str>,
    alternatives: Vec<&'static str>,
    well_formed: Vec<&'static str>,
    evidence: Vec<JsonEvidence>,
    margin: Option<u64>,
    /// The code point of the first overlong sequence.
    overlong: Option<u32>,
    interchange: Option<bool>,
    read: u64,
    size: Option<u64>,
    complete: bool,
}

/// What a verdict on a legacy encoding rests on.
#[derive(Serialize)]
struct JsonLegacy {
    name: &'static str,
    confidence: &'static str,
    reason: String,
    /// The number of characters beyond ASCII.
    characters: u64,
    script: &'static str,
    letters: u64,
    malformed: u64,
    /// For how many parts of the text the verdict is the same, and how many there are.
    agreeing: usize,
    parts: usize,
}

impl From<&Guess> for JsonLegacy {
    fn from(Guess { legacy, confidence, evidence, .. }: &Guess) -> Self {
        let (script, letters) = evidence.script();
        JsonLegacy {
            name: legacy.name(),
            confidence: confidence.name(),
            reason: evidence.to_string(),
            characters: evidence.characters,
            script,
            letters,
            malformed: evidence.malformed,
            agreeing: evidence.agreeing,
            parts: evidence.parts,
        }
    }
}

#[derive(Serialize)]
struct JsonEvidence {
    kind: &'static str,
    count: u64,
    first: u64,
}

impl<'a> Line<'a> {
    fn of(
        source: &'a InputSource,
        Found { detection, legacy, partly, read, is_complete, size, .. }: &Found,
    ) -> Self {
        let names =
            |encodings: &[Encoding]| -> Vec<_> { encodings.iter().map(|encoding| encoding.name()).collect() };
        // Nothing reads all of a text that is UTF-8 in part.
        let whole = legacy.filter(|_| partly.is_none());
        let other = partly.map(|partly| partly.guess().legacy.identifier());
        let evidence = detection.evidence.iter().map(|evidence| JsonEvidence {
            kind: evidence.kind.name(),
            count: evidence.count,
            first: evidence.first,
        });
        Line {
            version: json::VERSION,
            path: source.to_json(),
            encoding: whole
                .map(|guess| guess.legacy.identifier())
                .or_else(|| detection.encoding.map(Encoding::name)),
            basis: if whole.is_some() { "legacy" } else { detection.basis.name() },
            legacy: legacy.as_ref().map(JsonLegacy::from),
            also: names(&detection.also),
            alternatives: names(&detection.alternatives).into_iter().chain(other).collect(),
            well_formed: names(&detection.well_formed),
            evidence: evidence.collect(),
            margin: detection.margin,
            overlong: super::overlong(detection),
            interchange: if legacy.is_some() { None } else { is_for_interchange(detection) },
            read: *read,
            size: *size,
            complete: *is_complete,
        }
    }
}
