//! The form of a report, and how much it lists.

use crate::color::Painter;

/// How many errors a line of JSON lists by default.
const LISTED: u64 = 100;

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A diagnosis of each input with errors, a line for each place, and a summary.
    People,
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

/// The form of the report, and how much it lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) form: Form,
    /// How many errors of each input are listed.
    pub(super) most: u64,
    /// `true` if errors are only counted by kind for each input, and not listed.
    pub(super) is_summary: bool,
    pub(super) painter: Painter,
    /// The width of the terminal, to which lines with excerpts are limited.
    pub(super) width: Option<usize>,
    /// `true` if all errors of a binary input are listed.
    pub(super) lists_binary: bool,
}

impl Style {
    pub(super) fn new(form: Form, max_errors: Option<u64>, is_summary: bool, painter: Painter) -> Self {
        let (form, most) = match (form, max_errors) {
            _ if is_summary || matches!(form, Form::Names { .. } | Form::Nothing) => (form, 0),
            (Form::Json, None) => (form, LISTED),
            (Form::Json, Some(0)) => (Form::JsonLines, u64::MAX),
            (_, None | Some(0)) => (form, u64::MAX),
            (_, Some(most)) => (form, most),
        };
        Style { form, most, is_summary, painter, width: None, lists_binary: true }
    }

    /// Returns `true` if totals over all inputs end the report: always for people, and on request for
    /// machines.
    pub(super) fn has_summary(self) -> bool {
        self.is_text() || self.form == Form::Json && self.is_summary
    }

    /// Returns `true` if the report is for people to read.
    pub(super) fn is_text(self) -> bool {
        matches!(self.form, Form::People | Form::Text { .. })
    }
}
