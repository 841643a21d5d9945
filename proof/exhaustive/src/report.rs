//! The report: for each kernel the number of cases, and the differences.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Instant;

/// How many differences of each kernel are shown.
const SHOWN: u64 = 5;

/// The count of one part of one kernel.
#[derive(Debug)]
pub struct Tally {
    name: String,
    cases: u64,
    differences: u64,
    start: Instant,
}

impl Tally {
    /// Creates a tally with this name.
    pub fn new(name: String) -> Self {
        Tally { name, cases: 0, differences: 0, start: Instant::now() }
    }

    /// Counts a case: whether the library agrees with the reference. `what` describes the case if not.
    #[inline(always)]
    pub fn case<T: Display>(&mut self, is_same: bool, what: impl FnOnce() -> T) {
        self.cases += 1;
        if !is_same {
            self.differs(&what());
        }
    }

    #[cold]
    fn differs(&mut self, what: &dyn Display) {
        self.differences += 1;
        if self.differences <= SHOWN {
            // If standard output is closed, the exit status still reports it.
            let _ = writeln!(io::stdout(), "DIFFERENT {}: {what}", self.name);
        }
    }

    /// Prints the count, and returns the number of differences.
    ///
    /// # Errors
    ///
    /// Returns the errors of standard output.
    pub fn close(self, tier: &str, part: &str) -> io::Result<u64> {
        let Tally { name, cases, differences, start } = self;
        let seconds = start.elapsed().as_secs_f64();
        writeln!(
            io::stdout(),
            "{tier} {part} {name}: {cases} cases, {differences} differences, {seconds:.1} s"
        )?;
        Ok(differences)
    }
}

/// Some bytes, for display.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Display for Bytes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02X}"))
    }
}
