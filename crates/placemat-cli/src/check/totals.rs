//! The results of all inputs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use placemat::{Codec, ErrorKind};
use serde::Serialize;

use super::expected::Origin;
use super::report::Verdict;
use super::style::{ReportFormat, Style};
use crate::context::{Counts, Denied, Kind};
use crate::json;
use crate::names::Named;
use crate::show::{Count, wrapped};

/// The indentation of continued lines, in columns.
const INDENT: usize = 2;

/// Totals over the inputs.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// The name of the encoding that was named.
    named: Option<&'static str>,
    /// How many inputs were checked in each encoding.
    found: Vec<(&'static str, u64)>,
    /// `true` if an input was checked as an encoding that reserves sequences.
    has_reserved: bool,
    /// What named the encodings of inputs.
    origins: Vec<Origin>,
    /// Inputs that detection takes for legacy text.
    legacy: u64,
    inputs: u64,
    ill_formed: u64,
    /// Inputs whose encoding reads overlong sequences of UTF-8 as something else.
    hiding: u64,
    /// Inputs that were read as UTF-16, and are partly in another encoding, or the other way round.
    mixed: u64,
    /// Inputs that are well-formed and damaged UTF-16.
    misaligned: u64,
    /// One of them was not read as UTF-16.
    is_partly_utf_16: bool,
    /// Inputs that no encoding reads as text, but that are well-formed.
    no_texts: u64,
    /// Inputs that are perhaps not text, but well-formed in the encoding that was detected.
    unclear: u64,
    /// Ill-formed subsequences, and the places that they are.
    errors: u64,
    places: u64,
    has_more_places: bool,
    kinds: Counts,
    /// `true` if there is a binary input whose errors are not listed. Their kinds mean nothing.
    has_left_out: bool,
    /// Valid inputs that look encoded twice, of those that are not named.
    doubled: u64,
    pub(super) skipped: u64,
    /// How many of these look like UTF-16.
    pub(super) skipped_utf_16: u64,
    /// Inputs that could not be read, or not to their end.
    unread: u64,
    /// The messages about these, for a document that contains them at its end.
    pub(super) messages: Vec<String>,
}

impl Totals {
    pub(super) fn new(named: Named) -> Self {
        let named = match named {
            Named::Encoding(encoding) => Some(encoding.name()),
            Named::Legacy(legacy) => Some(legacy.identifier()),
            Named::Auto => None,
        };
        Totals { named, ..Totals::default() }
    }

    pub(super) fn add(&mut self, verdict: &Verdict) {
        self.sum(verdict);
        self.inputs += 1;
        if let Some(origin) = verdict.origin.filter(|origin| !self.origins.contains(origin)) {
            self.origins.push(origin);
        }
        self.has_reserved |= verdict.encoding.is_some_and(|encoding| encoding.info().reserved.is_some());
        if let Some(encoding) = verdict.name {
            match self.found.iter_mut().find(|(found, _)| *found == encoding) {
                Some((_, count)) => *count += 1,
                None => self.found.push((encoding, 1)),
            }
        }
    }

    /// Returns the number of inputs so far.
    pub(super) fn files(&self) -> u64 {
        self.inputs + self.skipped + self.unread
    }

    /// Adds an input that was not read to its end.
    pub(super) fn add_unread(&mut self, verdict: &Verdict) {
        self.sum(verdict);
        self.unread += 1;
    }

    fn sum(&mut self, verdict: &Verdict) {
        self.legacy += u64::from(verdict.is_legacy);
        self.ill_formed += u64::from(verdict.ill_formed() > 0);
        self.hiding += u64::from(verdict.hides_overlong);
        self.mixed += u64::from(verdict.is_mixed && !verdict.is_misaligned);
        self.misaligned += u64::from(verdict.is_mixed && verdict.is_misaligned);
        let is_wide = verdict.encoding.is_some_and(|encoding| encoding.info().is_utf_16());
        self.is_partly_utf_16 |= verdict.is_mixed && !is_wide;
        // If there are errors, the line of the input says so.
        self.no_texts += u64::from(verdict.is_no_text && verdict.errors == 0);
        self.unclear += u64::from(verdict.is_unclear && verdict.errors == 0);
        self.doubled += u64::from(verdict.is_doubled);
        self.errors += verdict.ill_formed();
        self.places += verdict.places;
        self.has_more_places |= verdict.has_more_places;
        self.kinds.add_all(&verdict.kinds);
        self.has_left_out |= verdict.is_left_out;
    }

    /// Returns the end of the report, if it has one.
    pub(super) fn summary(&self, style: Style) -> Vec<u8> {
        match style.format {
            _ if !style.has_summary() => vec![],
            // The report on a single input says everything.
            ReportFormat::Diagnoses if self.files() == 1 && self.kinds.total() > 0 => vec![],
            ReportFormat::Diagnoses | ReportFormat::Text { .. } => {
                self.text(style.format, style.width.unwrap_or(usize::MAX)).into_bytes()
            }
            _ => json::line(&Line {
                version: json::VERSION,
                inputs: self.inputs,
                ill_formed: self.ill_formed,
                skipped: self.skipped,
                skipped_utf_16: self.skipped_utf_16,
                unread: self.unread,
                error_count: self.kinds.total(),
                reserved_count: self.has_reserved.then(|| self.reserved()),
                kinds: self.kinds.by_name(),
                encodings: self.found.iter().copied().collect(),
                legacy: (self.legacy > 0).then_some(self.legacy),
            }),
        }
    }

    /// The number of sequences that are reserved for future use.
    fn reserved(&self) -> u64 {
        self.kinds.of(Kind::IllFormed(ErrorKind::Reserved))
    }

    fn text(&self, format: ReportFormat, width: usize) -> String {
        let mut summary = format!("{} checked{}", Count(self.inputs, "file"), self.encodings());
        self.add_verdicts(format, &mut summary);
        self.add_findings(&mut summary);
        self.add_omitted(&mut summary);
        let mut summary = wrapped(&summary, width, INDENT, 0) + "\n";
        if format != ReportFormat::Diagnoses && self.kinds.iter().len() > 1 && !self.has_left_out {
            let width = self.kinds.iter().map(|(_, count)| count.to_string().len()).max().unwrap_or(0);
            for (kind, count) in self.kinds.iter() {
                let _ = writeln!(summary, "  {count:>width$} {kind}");
            }
        }
        summary
    }

    /// Returns the number of inputs that are well-formed in the encoding that was detected, and not valid
    /// nevertheless.
    fn doubtful(&self) -> u64 {
        self.legacy + self.mixed + self.misaligned + self.no_texts + self.unclear + self.others()
    }

    /// Returns the number of inputs that are not in the encoding that their project names.
    fn others(&self) -> u64 {
        self.kinds.of(Kind::Denied(Denied::OtherThanNamed))
    }

    /// Adds how many inputs are valid, invalid, or in a legacy encoding.
    fn add_verdicts(&self, format: ReportFormat, summary: &mut String) {
        if self.errors > 0 {
            let count = match format {
                ReportFormat::Diagnoses if !self.has_left_out && self.places > 0 => {
                    Count(self.places, "place")
                }
                _ => Count(self.errors, "error"),
            };
            let at_least = if self.has_more_places { "more than " } else { "" };
            let _ = write!(summary, ": {} invalid, {at_least}{count}", Count(self.ill_formed, "file"));
            match self.reserved() {
                0 => {}
                reserved if reserved == self.errors => summary.push_str(" (reserved for future use)"),
                reserved => {
                    let _ = write!(summary, " ({reserved} of them reserved for future use)");
                }
            }
        } else if self.inputs > self.doubtful() && self.doubtful() > 0 {
            let _ = write!(summary, ": {} valid", Count(self.inputs - self.doubtful(), "file"));
        } else if self.inputs > self.doubtful() {
            summary.push_str(if self.inputs == 1 { ": valid" } else { ": all valid" });
        }
        match self.legacy {
            0 => {}
            legacy if legacy == self.inputs => summary.push_str(", a legacy encoding"),
            legacy => {
                let _ = write!(summary, ", {} in a legacy encoding", Count(legacy, "file"));
            }
        }
    }

    /// Adds what was found in inputs that are well-formed.
    fn add_findings(&self, summary: &mut String) {
        match self.mixed {
            0 => {}
            mixed => {
                let other = if self.is_partly_utf_16 { "UTF-16" } else { "in another encoding" };
                let _ = match self.inputs {
                    1 => write!(summary, ", and partly {other}"),
                    _ => write!(summary, ", {} partly {other}", Count(mixed, "file")),
                };
            }
        }
        match self.misaligned {
            0 => {}
            _ if self.inputs == 1 => summary.push_str(", and damaged"),
            count => {
                let _ = write!(summary, ", {} damaged", Count(count, "file"));
            }
        }
        match self.others() {
            0 => {}
            others => {
                let _ = write!(summary, ", {} in another encoding", Count(others, "file"));
            }
        }
        if self.hiding > 0 {
            let _ = write!(summary, ", {} with overlong sequences", Count(self.hiding, "file"));
        }
        match self.no_texts {
            0 => {}
            1 if self.inputs == 1 => summary.push_str(", but not text in any encoding"),
            some => {
                let _ = write!(summary, ", {} not text in any encoding", Count(some, "file"));
            }
        }
        match self.unclear {
            0 => {}
            1 if self.inputs == 1 => summary.push_str(", but perhaps not text"),
            some => {
                let _ = write!(summary, ", {} perhaps not text", Count(some, "file"));
            }
        }
        let of_rules = self.kinds.of_rules();
        if of_rules > 0 {
            let _ = write!(summary, ", {} against the house rules", Count(of_rules, "finding"));
        }
        let denied = self.kinds.well_formed() - of_rules - self.others();
        if denied > 0 {
            let _ = write!(summary, ", {} denied", Count(denied, "finding"));
        }
    }

    /// Adds how many inputs were skipped or could not be read.
    fn add_omitted(&self, summary: &mut String) {
        if self.skipped > 0 {
            let _ = write!(summary, "; {} skipped", Count(self.skipped, "binary file"));
        }
        match (self.skipped_utf_16, self.skipped) {
            (0, _) => {}
            (1, 1) => summary.push_str(", which looks like UTF-16: -e auto reads it"),
            (1, _) => summary.push_str(", 1 of which looks like UTF-16: -e auto reads it"),
            (some, _) => {
                let _ = write!(summary, ", {some} of which look like UTF-16: -e auto reads them");
            }
        }
        match self.doubled {
            0 => {}
            1 => summary.push_str("; 1 file looks encoded twice: --deny mojibake lists where"),
            some => {
                let _ = write!(summary, "; {some} files look encoded twice: --deny mojibake lists where");
            }
        }
        if self.unread > 0 {
            let _ = write!(summary, "; {} not read", Count(self.unread, "file"));
        }
    }

    /// Returns the encodings in which the inputs were checked.
    fn encodings(&self) -> String {
        let mut found = self.found.clone();
        found.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let is_as_named = |named| found.iter().all(|(encoding, _)| *encoding == named);
        match (self.named, &found[..]) {
            (Some(named), _) if is_as_named(named) => format!(" as {named}"),
            (_, []) => String::new(),
            (_, [(only, _)]) => format!(" as {only}{}", self.by()),
            (_, found) => {
                let counts: Vec<_> =
                    found.iter().map(|(encoding, count)| format!("{count} as {encoding}")).collect();
                format!(", {}{}", counts.join(", "), self.by())
            }
        }
    }

    /// Returns which files of the project name encodings.
    fn by(&self) -> String {
        let files: Vec<_> = self.origins.iter().map(|origin| origin.file()).collect();
        if files.is_empty() { String::new() } else { format!(" (by {})", files.join(" and ")) }
    }
}

/// The last line for machines.
#[derive(Serialize)]
struct Line {
    version: u32,
    inputs: u64,
    ill_formed: u64,
    skipped: u64,
    skipped_utf_16: u64,
    unread: u64,
    error_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserved_count: Option<u64>,
    kinds: BTreeMap<String, u64>,
    encodings: BTreeMap<&'static str, u64>,
    /// The number of inputs that detection takes for legacy text.
    #[serde(skip_serializing_if = "Option::is_none")]
    legacy: Option<u64>,
}
