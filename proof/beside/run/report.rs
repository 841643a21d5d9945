//! How often each function was called, and with which results.

use std::fmt;

use beside_common::Function;

/// The calls of one function.
#[derive(Clone, Debug, Default)]
struct Line {
    name: &'static str,
    calls: u64,
    /// Calls that panic in the older library.
    panics: u64,
    differences: u64,
}

/// The calls of all functions.
#[derive(Clone, Debug)]
pub(crate) struct Report(Vec<Line>);

/// The beginning of a line of the table.
const MARK: &str = "| ";

impl Report {
    pub(crate) fn new(functions: &[Function]) -> Self {
        Report(functions.iter().map(|function| Line { name: function.name, ..Line::default() }).collect())
    }

    pub(crate) fn count(&mut self, at: usize, is_panic: bool) {
        self.0[at].calls += 1;
        self.0[at].panics += u64::from(is_panic);
    }

    pub(crate) fn differ(&mut self, at: usize) {
        self.0[at].differences += 1;
    }

    pub(crate) fn add(&mut self, other: &Report) {
        for (line, other) in self.0.iter_mut().zip(&other.0) {
            line.calls += other.calls;
            line.panics += other.panics;
            line.differences += other.differences;
        }
    }

    /// Adds a line of another report's table. Returns `false` if it is not one.
    pub(crate) fn add_line(&mut self, line: &str) -> bool {
        let Some(row) = line.strip_prefix(MARK) else { return false };
        let mut numbers = row.rsplitn(4, MARK.trim_end()).map(str::trim);
        let [differences, panics, calls] =
            std::array::from_fn(|_| numbers.next().and_then(|n| n.parse().ok()));
        let name = numbers.next();
        if let Some(there) = self.0.iter_mut().find(|there| Some(there.name) == name) {
            there.calls += calls.unwrap_or(0);
            there.panics += panics.unwrap_or(0);
            there.differences += differences.unwrap_or(0);
        }
        true
    }

    pub(crate) fn differences(&self) -> u64 {
        self.0.iter().map(|line| line.differences).sum()
    }

    pub(crate) fn differences_of(&self, at: usize) -> u64 {
        self.0[at].differences
    }

    pub(crate) fn sum(&self) -> String {
        let calls: u64 = self.0.iter().map(|line| line.calls).sum();
        format!("{calls} calls, {} differences", self.differences())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MARK}{:48} | {:>12} | {:>9} | {:>11}", "function", "calls", "panics", "differences")?;
        for Line { name, calls, panics, differences } in &self.0 {
            write!(f, "\n{MARK}{name:48} | {calls:>12} | {panics:>9} | {differences:>11}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Report;
    use beside_common::Function;

    #[test]
    fn tables_are_added_up() {
        let functions = [Function::new("a, b", 1, |_, _, _| {}), Function::new("c", 1, |_, _, _| {})];
        let mut one = Report::new(&functions);
        one.count(0, true);
        one.count(1, false);
        one.differ(1);
        let mut all = Report::new(&functions);
        assert!(one.to_string().lines().chain(one.to_string().lines()).all(|line| all.add_line(line)));
        assert!(!all.add_line("DIFFERENT c"));
        assert_eq!(all.sum(), "4 calls, 2 differences");
        assert_eq!(all.differences_of(1), 2);
    }
}
