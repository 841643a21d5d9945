//! Reports of `detect`, on standard output.

use std::fmt::Write;

use placemat::detect::{Basis, Detection, Evidence, EvidenceKind};
use placemat::{Codec, Encoding};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::Found;
use crate::color::{Painter, Role};
use crate::input::{JsonName, Place};
use crate::json;
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
    pub(super) painter: Painter,
    /// The width of a line, in columns.
    pub(super) width: usize,
}

/// Returns the report on an input, for machines or for people.
pub(super) fn report(place: &Place, found: &Found, style: Style) -> Vec<u8> {
    if style.is_json { json::line(&Line::of(place, found)) } else { text(place, found, style).into_bytes() }
}

/// Returns a line for the verdict, and below it ties, alternatives, evidence, and how much was read.
fn text(place: &Place, Found { detection, size }: &Found, Style { painter, width, .. }: Style) -> String {
    let role = if detection.encoding.is_some() { Role::Payload(0) } else { Role::Error };
    let behind = (place.to_string().width() + 2).saturating_sub(INDENT.len());
    let mut text = format!("{}: ", painter.paint(Role::Lead, place));
    for (k, line) in wrapped(&verdict(detection), width, INDENT.len(), behind).lines().enumerate() {
        let indent = if k == 0 { "" } else { INDENT };
        let _ = writeln!(text, "{indent}{}", painter.paint(role, line.trim_start()));
    }
    let mut line = |head: &str, encodings: &[Encoding]| {
        if !encodings.is_empty() {
            let names = wrapped(&names(encodings), width, FURTHER, INDENT.len() + head.len() + 1 - FURTHER);
            let _ = writeln!(text, "{INDENT}{} {names}", painter.paint(Role::Faint, head));
        }
    };
    line("the same text as", &detection.also);
    let head = match detection.encoding {
        Some(_) => "or perhaps",
        None => "perhaps, on too little evidence,",
    };
    line(head, &detection.alternatives);
    if detection.encoding.is_none() {
        let never_fails = |encoding: &&Encoding| encoding.facts().never_fails;
        let (never, fails): (Vec<_>, Vec<_>) = detection.well_formed.iter().partition(never_fails);
        line("well-formed in", &fails);
        line("always well-formed in", &never);
    }
    for evidence in relevant(detection) {
        let what = evidence.kind.describe();
        let line = match (evidence.kind, detection.overlong) {
            (EvidenceKind::Signature, _) => format!("{what} at offset 0"),
            (EvidenceKind::Overlong, Some(code_point)) => {
                let (Evidence { count, first, .. }, code_point) = (evidence, show::code_point(code_point));
                format!("{what}: {count}, first at offset {first}: overlong encoding of {code_point}")
            }
            _ => format!("{what}: {}, first at offset {}", evidence.count, evidence.first),
        };
        let _ = writeln!(text, "{INDENT}{}", wrapped(&line, width, FURTHER, 0));
    }
    if !detection.is_complete {
        let _ = match size {
            Some(size) => {
                writeln!(text, "{INDENT}read: the first {} of {}", Size(detection.read), Size(*size))
            }
            None => writeln!(text, "{INDENT}read: the first {}; there is more", Size(detection.read)),
        };
    }
    text
}

fn verdict(detection: &Detection) -> String {
    let caveat = match is_for_interchange(detection) {
        Some(false) => ", which is not for interchange",
        _ => "",
    };
    named(detection) + caveat
}

fn is_for_interchange(detection: &Detection) -> Option<bool> {
    detection.encoding.map(super::is_for_interchange)
}

fn named(detection: &Detection) -> String {
    let name = detection.encoding.map_or("", Encoding::identifier);
    let ties = Count(detection.also.len() as u64, "other");
    let is_damaged = detection.encoding.is_some_and(|encoding| !detection.well_formed.contains(&encoding));
    match detection.basis {
        _ if detection.read == 0 => "empty, which is well-formed in most encodings".to_owned(),
        Basis::Signature if is_damaged => format!("{name}, by its signature, with ill-formed parts"),
        Basis::Signature => format!("{name}, by its signature"),
        Basis::Ascii => format!("pure ASCII: {name}, and {ties}"),
        Basis::Damaged => format!("{name}, with ill-formed parts"),
        Basis::SingleBytes => format!("single bytes of a legacy encoding, such as {name}"),
        Basis::Nothing => "no text in any encoding of the family".to_owned(),
        _ => name.to_owned(),
    }
}

/// Returns the first few names, and how many more there are.
fn names(encodings: &[Encoding]) -> String {
    let shown: Vec<_> = encodings.iter().take(NAMED).map(|encoding| encoding.identifier()).collect();
    let mut text = shown.join(", ");
    if encodings.len() > NAMED {
        let _ = write!(text, " and {}", Count((encodings.len() - NAMED) as u64, "other"));
    }
    text
}

/// Returns the relevant evidence. In units of 16 and 32 bits, patterns of bytes are chance, and so are units
/// elsewhere.
fn relevant(detection: &Detection) -> impl Iterator<Item = &Evidence> {
    let width = detection.encoding.map(|encoding| encoding.facts().width);
    detection.evidence.iter().filter(move |evidence| match evidence.kind {
        EvidenceKind::Signature | EvidenceKind::LoneSurrogates | EvidenceKind::IllFormed => true,
        EvidenceKind::ZeroUtf16Le | EvidenceKind::ZeroUtf16Be => width != Some(1) && width != Some(4),
        EvidenceKind::ZeroUtf32Le | EvidenceKind::ZeroUtf32Be => width == Some(4),
        EvidenceKind::ZeroBytes => width.is_none_or(|width| width == 1),
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

#[derive(Serialize)]
struct JsonEvidence {
    kind: &'static str,
    count: u64,
    first: u64,
}

impl<'a> Line<'a> {
    fn of(place: &'a Place, Found { detection, size }: &Found) -> Self {
        let names = |encodings: &[Encoding]| encodings.iter().map(|encoding| encoding.identifier()).collect();
        let evidence = detection.evidence.iter().map(|evidence| JsonEvidence {
            kind: evidence.kind.name(),
            count: evidence.count,
            first: evidence.first,
        });
        Line {
            version: json::VERSION,
            path: place.to_json(),
            encoding: detection.encoding.map(Encoding::identifier),
            basis: detection.basis.name(),
            also: names(&detection.also),
            alternatives: names(&detection.alternatives),
            well_formed: names(&detection.well_formed),
            evidence: evidence.collect(),
            margin: detection.margin,
            overlong: detection.overlong,
            interchange: is_for_interchange(detection),
            read: detection.read,
            size: *size,
            complete: detection.is_complete,
        }
    }
}
