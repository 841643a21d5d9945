//! The results of all files, and the last line of the report.

use super::report::Outcome;
use super::{Done, Plan};
use crate::show::{self, Count, say};
use crate::status::{CommandError, Status};

/// The results of all files.
#[derive(Debug, Default)]
pub(super) struct Totals {
    changed: u64,
    unchanged: u64,
    left: u64,
    failed: u64,
    skipped: u64,
    /// Those of them that are text in UTF-16 or UTF-32.
    wide: u64,
}

impl Totals {
    pub(super) fn files(&self) -> u64 {
        self.changed + self.unchanged + self.left + self.failed + self.skipped
    }

    /// Adds the result of a file, and reports it.
    pub(super) fn add(
        &mut self,
        plan: &Plan,
        done: Done,
        status: &mut Status,
        write: &mut impl FnMut(&[u8]) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        match done {
            Done::Reported(outcome, report) => {
                match outcome {
                    Outcome::Unchanged => self.unchanged += 1,
                    Outcome::Repaired => self.changed += 1,
                    Outcome::WouldRepair => {
                        self.changed += 1;
                        status.raise(Status::Findings);
                    }
                    Outcome::Left => {
                        self.left += 1;
                        status.raise(Status::Findings);
                    }
                }
                if plan.style.is_diff && outcome != Outcome::WouldRepair {
                    plan.progress.aside(|| show::report(&report));
                    return Ok(());
                }
                return write(&report);
            }
            Done::Unsure(source, change, report) => {
                self.changed += 1;
                plan.progress.aside(|| change.tell(source, status));
                return write(&report);
            }
            Done::Failed(report, message) => {
                self.failed += 1;
                status.raise(Status::Failed);
                plan.progress.aside(|| say(message));
                return write(&report);
            }
            Done::Left(report, message) => {
                self.left += 1;
                status.raise(Status::Findings);
                plan.progress.aside(|| say(message));
                return write(&report);
            }
            Done::Skipped(source, is_wide) => {
                self.skipped += 1;
                self.wide += u64::from(is_wide);
                if plan.names_skipped {
                    let what = if is_wide { "UTF-16 or UTF-32" } else { "binary" };
                    plan.progress.aside(|| say(format_args!("{source}: {what}; skipped")));
                }
            }
            Done::Declared(report, message) => {
                self.unchanged += 1;
                if !plan.style.is_quiet {
                    plan.progress.aside(|| say(message));
                }
                return write(&report);
            }
            Done::Passed => {}
        }
        Ok(())
    }
}

/// The last line, and the option that would write the files if they were not written.
pub(super) struct Summary<'a>(pub(super) &'a Totals, pub(super) Option<&'static str>);

impl std::fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Summary(totals, remedy) = self;
        let repaired = if remedy.is_none() { "repaired" } else { "would be repaired" };
        write!(f, "{} {repaired}", Count(totals.changed, "file"))?;
        for (count, unit, what) in [
            (totals.unchanged, "file", "unchanged"),
            (totals.left, "file", if totals.left == 1 { "left as it is" } else { "left as they are" }),
            (totals.failed, "file", "not read or written"),
            (totals.skipped - totals.wide, "binary file", "skipped"),
            (totals.wide, "file", "in UTF-16 or UTF-32 skipped"),
        ] {
            if count > 0 {
                write!(f, ", {} {what}", Count(count, unit))?;
            }
        }
        match remedy {
            Some(remedy) if totals.changed > 0 => write!(f, "; {remedy}"),
            _ => Ok(()),
        }
    }
}
