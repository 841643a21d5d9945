//! The format of a report, and how much it lists.

use crate::color::Painter;

/// How many errors a line of JSON lists by default.
const LISTED: u64 = 100;

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportFormat {
    /// A diagnosis of each input with errors, a line for each place, and a summary.
    Diagnoses,
    /// A line for each error, perhaps with an excerpt, and a summary.
    Text { excerpts: bool },
    /// A line of JSON for each input, with its errors inside.
    Json,
    /// A line of JSON for each error, and one for each input.
    JsonLines,
    /// One document for all inputs.
    Sarif,
    /// A workflow command for each error.
    Github,
    /// The names of inputs with errors, each followed by the byte `end`.
    Names { end: u8, raw: bool },
    /// Nothing: only the exit status is set.
    Nothing,
}

/// The format of the report, and how much it lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) format: ReportFormat,
    /// How many errors of each input are listed.
    pub(super) most: u64,
    /// `true` if errors are only counted by kind for each input, and not listed.
    pub(super) is_summary: bool,
    pub(super) painter: Painter,
    /// The width to which the report is limited: excerpts in any format, and on a terminal all lines for
    /// people.
    pub(super) width: Option<usize>,
    /// `true` if all errors of a binary input are listed.
    pub(super) lists_binary: bool,
}

impl Style {
    pub(super) fn new(
        format: ReportFormat,
        max_errors: Option<u64>,
        is_summary: bool,
        painter: Painter,
    ) -> Self {
        let (format, most) = match (format, max_errors) {
            _ if is_summary || matches!(format, ReportFormat::Names { .. } | ReportFormat::Nothing) => {
                (format, 0)
            }
            (ReportFormat::Json, None) => (format, LISTED),
            (ReportFormat::Json, Some(0)) => (ReportFormat::JsonLines, u64::MAX),
            (_, None | Some(0)) => (format, u64::MAX),
            (_, Some(most)) => (format, most),
        };
        Style { format, most, is_summary, painter, width: None, lists_binary: true }
    }

    /// Returns `true` if totals over all inputs end the report: always for people, and on request for
    /// machines.
    pub(super) fn has_summary(self) -> bool {
        self.is_text() || self.format == ReportFormat::Json && self.is_summary
    }

    /// Returns `true` if the report is for people to read.
    pub(super) fn is_text(self) -> bool {
        matches!(self.format, ReportFormat::Diagnoses | ReportFormat::Text { .. })
    }
}
