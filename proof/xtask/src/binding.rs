//! Packages of `bindings/` that are not members of the workspace, and the steps of their checks.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, root, target};

/// A package, by its name in `bindings/`.
pub(crate) struct Binding(pub(crate) &'static str);

impl Binding {
    pub(crate) fn directory(&self) -> PathBuf {
        root().join("bindings").join(self.0)
    }

    /// Returns the directory into which the package is built, which is its own because it has other profiles.
    pub(crate) fn built(&self) -> PathBuf {
        target().join(self.0)
    }

    /// Returns a call of cargo for the package.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = cargo(arguments);
        command.current_dir(self.directory()).env("CARGO_TARGET_DIR", self.built());
        command
    }

    /// Runs a command as a step, and returns `true` if it succeeds.
    pub(crate) fn step(&self, name: &str, command: &mut Command) -> Result<bool, Stopped> {
        let start = Instant::now();
        let passed = command.status()?.success();
        let verdict = if passed { "passed" } else { "FAILED" };
        self.say(format_args!("{name}: {verdict}, {:.0} s", start.elapsed().as_secs_f64()))?;
        Ok(passed)
    }

    /// Checks the format and the lints of the package.
    pub(crate) fn format_and_lints(&self) -> Result<bool, Stopped> {
        let lints = &["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"];
        Ok(self.step("format", &mut self.cargo(&["fmt", "--check"]))?
            && self.step("lints", &mut self.cargo(lints))?)
    }

    /// Tells what is not checked here, which is not a failure.
    pub(crate) fn left_out(&self, what: &str) -> Result<bool, Stopped> {
        self.say(format_args!("left out: {what}"))?;
        Ok(true)
    }

    pub(crate) fn say(&self, what: std::fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(io::stdout(), "{}: {what}", self.0)
    }
}
