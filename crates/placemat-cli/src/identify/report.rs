//! What is reported, for people and as JSON.

use std::ffi::OsString;
use std::fmt::Write;

use placemat::{Encoding, Endian, OnError, OnUnencodable, Options};
use serde::Serialize;

use super::LEAST;
use super::candidate::Source;
use super::cases::{Case, Slot};
use super::program::{End, Program};
use super::survey::{Packer, Seen};
use crate::show::{Name, wrapped, wrapping_columns};
use crate::{json, names};

/// The most departures that people see, and the most bytes of each.
const EXAMPLES: usize = 5;
const BYTES: usize = 16;
/// The most policies of an encoding that people see.
const POLICIES: usize = 3;
/// The column at which values begin.
const VALUE: usize = "  unencodable:  ".len();

/// What was found out about a program.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// `true` if the program returns ASCII in some form.
    pub(super) carries: bool,
    pub(super) best: Option<Source>,
    /// The best candidate is only the nearest one, or too few cases were run to know.
    pub(super) is_doubtful: bool,
    /// All candidates with the same results as the best one, which is among them.
    pub(super) tied: Vec<Source>,
    /// All candidates that were considered.
    pub(super) all: Vec<Source>,
    pub(super) departures: Vec<Departure>,
    /// The cases that were run, and those that there are.
    pub(super) cases: usize,
    pub(super) of: usize,
}

impl Report {
    pub(super) fn is_exact(&self) -> bool {
        self.best.is_some() && self.departures.is_empty() && !self.is_doubtful
    }

    /// Returns `true` if all policies of that encoding have the same results.
    fn any_policy(&self, source: Source) -> bool {
        let of = |sources: &[Source]| sources.iter().filter(|one| one.has_encoding_of(source)).count();
        of(&self.tied) == of(&self.all) && source != Source::PassThrough
    }

    /// Returns `true` if unencodable code points decide between the candidates.
    fn names_unencodable(&self, source: Source) -> bool {
        let of = |sources: &[Source]| sources.iter().filter(|one| one.is_like(source)).count();
        of(&self.tied) != of(&self.all)
    }

    /// Returns the other candidates with the same results, each encoding and policy once.
    fn ties(&self) -> Vec<Source> {
        let mut ties: Vec<Source> = self.best.into_iter().collect();
        for &source in &self.tied {
            let is_new = |&one: &Source| {
                !(one.is_like(source) || one.has_encoding_of(source) && self.any_policy(source))
            };
            if ties.iter().all(is_new) {
                ties.push(source);
            }
        }
        ties.drain(..1.min(ties.len()));
        ties
    }
}

/// A case in which the program does not do what the best candidate does.
#[derive(Debug, Serialize)]
pub(super) struct Departure {
    input: String,
    at: &'static str,
    gave: Option<String>,
    ended: &'static str,
    expected: Option<String>,
}

impl Departure {
    pub(super) fn new(case: &Case, seen: &Seen, expected: Option<&[u8]>, packer: &Packer) -> Self {
        let bytes = |bytes: &[u8]| hex(packer.trimmed(bytes, case.slot));
        Departure {
            input: hex(&case.bytes),
            at: match case.slot {
                Slot::Start => "start",
                Slot::Middle => "middle",
                Slot::End => "end",
            },
            gave: (!seen.failed).then(|| bytes(&seen.output)),
            ended: match seen.end {
                End::Success => "success",
                End::Failure => "failure",
                End::TimeOut => "timeout",
                End::TooMuch => "too much output",
            },
            expected: expected.map(bytes),
        }
    }

    fn text(&self) -> String {
        let at = match self.at {
            "middle" => String::new(),
            at => format!(" at the {at}"),
        };
        let gave = match (self.ended, &self.gave) {
            ("timeout", _) => "did not end".to_owned(),
            (_, None) => "stopped with an error".to_owned(),
            (_, Some(gave)) => format!("gave {}", short(gave)),
        };
        let expected = match &self.expected {
            None => "an error".to_owned(),
            Some(expected) => short(expected),
        };
        format!("{}{at}: {gave}; expected {expected}", short(&self.input))
    }
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn hex(bytes: &[u8]) -> String {
    let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(" ")
}

fn short(hex: &str) -> String {
    match hex.char_indices().nth(BYTES * 3 - 1) {
        _ if hex.is_empty() => "nothing".to_owned(),
        Some((at, _)) => format!("{} …", &hex[..at]),
        None => hex.to_owned(),
    }
}

/// Returns the encoding of a candidate for people, with its identifier.
fn encoding(source: Source) -> String {
    let Source::Decoder { from, options } = source else {
        return "nothing: every byte passes through".to_owned();
    };
    let (title, identifier) = (names::title(from), from.name());
    let name = match identifier {
        "utf-8-sig" => "UTF-8 with an optional BOM (utf-8-sig)".to_owned(),
        _ if title.replace(' ', "-").eq_ignore_ascii_case(identifier) => title,
        _ => format!("{title} ({identifier})"),
    };
    name + variant(options)
}

/// Returns what distinguishes variants of an encoding.
fn variant(options: Options) -> &'static str {
    match (options.refuse_surrogates, options.default_endian) {
        (true, _) => " without surrogates",
        (false, Endian::Little) => ", little-endian without a BOM",
        (false, Endian::Big) => "",
    }
}

/// Returns what a policy for ill-formed subsequences does.
fn policy(on_error: OnError) -> &'static str {
    match on_error {
        OnError::Strict => "stops with an error",
        OnError::Replace => "writes U+FFFD for each maximal subpart, as in browsers",
        OnError::ReplaceByte => "writes U+FFFD for each byte or unit",
        OnError::ReplaceGeneralized => "writes U+FFFD for each maximal subpart, and one for a surrogate",
        OnError::ReplaceSequence => "writes U+FFFD for each start byte with its continuation bytes",
        OnError::ReplaceRun => "writes one U+FFFD for adjacent errors",
        OnError::Skip => "skips invalid bytes",
        OnError::SurrogateEscape => "writes each invalid byte as U+DC80..U+DCFF",
        OnError::SurrogatePass => "writes surrogates, and stops at other errors",
        OnError::Latin1 => "reads invalid bytes as ISO-8859-1",
        OnError::Cp1252 => "reads invalid bytes as Windows-1252",
        other => other.name(),
    }
}

/// A report with what it is about.
pub(super) struct Shown<'a> {
    pub(super) report: &'a Report,
    pub(super) program: &'a Program<'a>,
    pub(super) command: &'a [OsString],
    pub(super) to: Encoding,
}

impl Shown<'_> {
    fn command(&self) -> String {
        let words: Vec<_> = self.command.iter().map(|word| Name(word).to_string()).collect();
        words.join(" ")
    }

    pub(super) fn text(&self) -> String {
        let report = self.report;
        let width = wrapping_columns(None).unwrap_or(usize::MAX);
        let mut text = format!("{}\n", wrapped(&self.command(), width, 4, 0));
        let mut line = |name: &str, value: &str| {
            let head = if name.is_empty() { String::new() } else { format!("{name}:") };
            let head = format!("  {head:0$}", VALUE - 2);
            let _ = writeln!(text, "{head}{}", wrapped(value, width, VALUE, 0));
        };
        let Some(best) = report.best else {
            line("decodes", &format!("unknown: {}", self.why_not()));
            line("tried", &self.counts(report.cases));
            return text;
        };
        if report.is_doubtful {
            let nearest = format!("{}; the nearest is {}", self.why_not(), encoding(best));
            line("decodes", &format!("unknown: {nearest}"));
        } else {
            line("decodes", &encoding(best));
        }
        if let (Source::Decoder { options, .. }, false) = (best, report.is_doubtful) {
            let has_no_errors = report.any_policy(best);
            let errors = if has_no_errors { "none: it reads every input" } else { policy(options.on_error) };
            line("errors", &format!("{errors}{}", self.name_of_policy(best)));
            if report.names_unencodable(best) {
                let unencodable = match options.on_unencodable {
                    OnUnencodable::Strict => "stops with an error",
                    OnUnencodable::ReplaceQmark => "writes ?",
                    _ => "writes U+FFFD, or ?",
                };
                line("unencodable", unencodable);
            }
        }
        let ties = self.ties();
        if !ties.is_empty() && !report.is_doubtful {
            line("same as", &ties.join(", "));
        }
        let departures = &report.departures;
        match departures.len() {
            0 => line("departs", &format!("nowhere in {}", self.counts(report.cases))),
            count => line("departs", &format!("in {count} of {}", self.counts(report.cases))),
        }
        for departure in departures.iter().take(EXAMPLES) {
            line("", &departure.text());
        }
        if departures.len() > EXAMPLES {
            line("", &format!("{} more (--json lists them)", departures.len() - EXAMPLES));
        }
        text
    }

    /// Returns the name of the policy, for `--on-error`.
    fn name_of_policy(&self, source: Source) -> String {
        match source {
            Source::Decoder { options, .. } if !self.report.any_policy(source) => {
                format!(" ({})", options.on_error.name())
            }
            _ => String::new(),
        }
    }

    /// Returns the other encodings with the same results, each with its policies.
    fn ties(&self) -> Vec<String> {
        let ties = self.report.ties();
        let mut named: Vec<Source> = Vec::new();
        for &tie in &ties {
            if !named.iter().any(|one| one.has_encoding_of(tie)) {
                named.push(tie);
            }
        }
        let names = |source: Source| {
            let Source::Decoder { from, options } = source else { return "no decoder".to_owned() };
            let policies =
                ties.iter().filter(|one| one.has_encoding_of(source)).filter_map(|one| match one {
                    Source::Decoder { options, .. } => Some(options.on_error.name()),
                    Source::PassThrough => None,
                });
            let policies: Vec<_> = policies.collect();
            let policies = match policies.len() {
                _ if self.report.any_policy(source) => "any policy".to_owned(),
                many if many > POLICIES => format!("{many} policies"),
                _ => policies.join(", "),
            };
            format!("{from}{} ({policies})", variant(options))
        };
        named.into_iter().map(names).collect()
    }

    fn why_not(&self) -> String {
        let to = self.to;
        match self.report {
            _ if self.program.hung && !self.report.carries => "the program did not end in time".to_owned(),
            Report { carries: true, cases, of, .. } if *cases < LEAST.min(*of) => {
                format!("only {} of {of} could be tried within the limits", plural(*cases, "case"))
            }
            Report { is_doubtful: true, .. } => {
                "no encoding that is tried explains what it gave; others than the UTF family, Windows-1252 and \
                 ISO-8859-1 are not"
                    .to_owned()
            }
            Report { carries: false, .. } => format!(
                "the program does not return ASCII text in {to}: run it by itself to see its messages, or \
                 name with --to what it writes"
            ),
            _ => {
                "no member of the UTF family, nor Windows-1252 or ISO-8859-1, explains most of what it gave; \
                  other encodings are not tried"
                    .to_owned()
            }
        }
    }

    fn counts(&self, cases: usize) -> String {
        let seconds = self.program.elapsed().as_secs_f64();
        let limit = match self.report.of.saturating_sub(cases) {
            left if left > 0 => format!("; {left} left out because of the limits"),
            _ => String::new(),
        };
        format!("{}, {}, {seconds:.1} s{limit}", plural(cases, "case"), plural(self.program.runs, "run"))
    }

    pub(super) fn json(&self) -> String {
        let report = self.report;
        let plain = |source: Source| match source {
            Source::Decoder { from, options } => Found {
                encoding: Some(from.name()),
                on_error: (!report.any_policy(source)).then(|| options.on_error.name()),
                on_unencodable: report.names_unencodable(source).then(|| options.on_unencodable.name()),
                refuse_surrogates: options.refuse_surrogates,
                default_endian: if options.default_endian == Endian::Little { "little" } else { "big" },
                passes_through: false,
            },
            Source::PassThrough => Found { passes_through: true, default_endian: "big", ..Found::default() },
        };
        let is_found = report.best.is_some() && !report.is_doubtful;
        let line = Line {
            version: json::VERSION,
            command: self.command.iter().map(|word| Name(word).to_string()).collect(),
            to: self.to.name(),
            identified: report.is_exact(),
            found: is_found.then_some(report.best).flatten().map(plain),
            ties: if is_found { report.ties().into_iter().map(plain).collect() } else { vec![] },
            reason: (!is_found).then(|| self.why_not()),
            cases: report.cases,
            left_out: report.of.saturating_sub(report.cases),
            runs: self.program.runs,
            seconds: self.program.elapsed().as_secs_f64(),
            departures: &report.departures,
        };
        String::from_utf8_lossy(&json::line(&line)).into_owned()
    }
}

/// A candidate in JSON.
#[derive(Default, Serialize)]
struct Found {
    encoding: Option<&'static str>,
    /// Absent if the encoding has no ill-formed text.
    on_error: Option<&'static str>,
    /// Absent if no case has anything to do with it.
    on_unencodable: Option<&'static str>,
    refuse_surrogates: bool,
    default_endian: &'static str,
    passes_through: bool,
}

#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    command: Vec<String>,
    to: &'static str,
    identified: bool,
    found: Option<Found>,
    ties: Vec<Found>,
    reason: Option<String>,
    cases: usize,
    left_out: usize,
    runs: usize,
    seconds: f64,
    departures: &'a [Departure],
}
