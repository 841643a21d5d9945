//! What came of all inputs.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use placemat::ErrorKind;

use super::report::{Form, Style, Verdict};
use crate::show::Count;

/// Sums over the inputs.
#[derive(Debug, Default)]
pub(super) struct Totals {
    inputs: u64,
    ill_formed: u64,
    errors: u64,
    kinds: BTreeMap<ErrorKind, u64>,
    pub(super) skipped: u64,
}

impl Totals {
    pub(super) fn add(&mut self, verdict: &Verdict) {
        self.inputs += 1;
        self.ill_formed += u64::from(verdict.errors > 0);
        self.errors += verdict.errors;
        for (&kind, count) in &verdict.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    /// An input that was not read to its end.
    pub(super) fn add_unread(&mut self, verdict: &Verdict) {
        self.add(verdict);
        self.inputs -= 1;
    }

    /// For people; nothing where machines read.
    pub(super) fn summary(&self, style: Style) -> String {
        if !matches!(style.form, Form::Text { .. }) {
            return String::new();
        }
        let mut summary = format!("{} checked as {}", Count(self.inputs, "input"), style.encoding);
        if self.errors > 0 {
            let _ = write!(summary, ": {} ill-formed, {}", self.ill_formed, Count(self.errors, "error"));
        } else if self.inputs > 0 {
            summary.push_str(": well-formed");
        }
        if self.skipped > 0 {
            let _ = write!(summary, "; {} skipped", Count(self.skipped, "binary file"));
        }
        summary.push('\n');
        if self.kinds.len() > 1 {
            let width = self.kinds.values().map(|count| count.to_string().len()).max().unwrap_or(0);
            for (kind, count) in &self.kinds {
                let _ = writeln!(summary, "  {count:>width$} {kind}");
            }
        }
        summary
    }
}
