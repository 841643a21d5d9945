//! How often each function was called, and how often with what result.

use std::fmt;

use beside_common::Function;

/// The calls of one function.
#[derive(Clone, Debug, Default)]
struct Line {
    name: &'static str,
    calls: u64,
    /// Calls that end in a panic in the older library.
    panics: u64,
    differences: u64,
}

/// The calls of all functions.
#[derive(Clone, Debug)]
pub(crate) struct Report(Vec<Line>);

impl Report {
    pub(crate) fn new(functions: &[Function]) -> Self {
        Report(functions.iter().map(|function| Line { name: function.name, ..Line::default() }).collect())
    }

    pub(crate) fn count(&mut self, at: usize, is_panic: bool) {
        self.0[at].calls += 1;
        self.0[at].panics += u64::from(is_panic);
    }

    /// Counts a difference. How many were there before?
    pub(crate) fn differ(&mut self, at: usize) -> u64 {
        self.0[at].differences += 1;
        self.0[at].differences - 1
    }

    pub(crate) fn add(&mut self, other: &Report) {
        for (line, other) in self.0.iter_mut().zip(&other.0) {
            line.calls += other.calls;
            line.panics += other.panics;
            line.differences += other.differences;
        }
    }

    pub(crate) fn calls(&self) -> u64 {
        self.0.iter().map(|line| line.calls).sum()
    }

    pub(crate) fn differences(&self) -> u64 {
        self.0.iter().map(|line| line.differences).sum()
    }

    pub(crate) fn differences_of(&self, at: usize) -> u64 {
        self.0[at].differences
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:48} {:>12} {:>10} {:>12}", "function", "calls", "panics", "differences")?;
        for Line { name, calls, panics, differences } in &self.0 {
            writeln!(f, "{name:48} {calls:>12} {panics:>10} {differences:>12}")?;
        }
        write!(f, "{} calls, {} differences", self.calls(), self.differences())
    }
}
