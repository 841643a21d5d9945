//! What the tests of a package say.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::projects::Project;
use super::scratch;
use super::suite::Lines;

/// A test: the number of its program among those of the package, and its name.
pub(crate) type Test = (usize, String);

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    Ignored,
}

/// The verdicts of all tests of a package.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) tests: BTreeMap<Test, Verdict>,
}

/// Returns a call of cargo in the directory of a package, with packages of the registry replaced.
pub(crate) fn call(
    what: &str,
    arguments: &[&str],
    project: &Project,
    directory: &Path,
    patches: &[(&str, PathBuf)],
) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg(what).args(arguments).current_dir(directory);
    for (name, path) in patches {
        command.arg("--config").arg(format!("patch.crates-io.{name}.path='{}'", path.display()));
    }
    // Their lints are their own business, and nobody debugs here.
    command.env("RUSTFLAGS", "--cap-lints=warn").env("RUSTDOCFLAGS", "--cap-lints=warn");
    command.env("CARGO_PROFILE_DEV_DEBUG", "0").env("CARGO_PROFILE_TEST_DEBUG", "0");
    command.env("CARGO_INCREMENTAL", "0").env("CARGO_TARGET_DIR", scratch::target());
    if project.is_unstable {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    command
}

impl Outcome {
    /// Runs the tests of the package in a directory, with packages of the registry replaced. What the
    /// programs write is kept in two files.
    pub(crate) fn of(
        project: &Project,
        directory: &Path,
        patches: &[(&str, PathBuf)],
        logs: &Path,
    ) -> Result<Self, String> {
        let said = |error: io::Error| error.to_string();
        let (mut outcome, mut text) = (Outcome::default(), String::new());
        for (number, arguments) in project.runs.iter().enumerate() {
            let errors = logs.with_extension(format!("{number}.err"));
            let mut command = call("test", &["--no-fail-fast"], project, directory, patches);
            command.args(*arguments);
            command.stdin(Stdio::null()).stderr(File::create(&errors).map_err(said)?);
            let output = command.output().map_err(said)?;
            let part = String::from_utf8_lossy(&output.stdout);
            fs::write(logs.with_extension(format!("{number}.out")), &*part).map_err(said)?;
            if !part.lines().any(|line| line.starts_with("running ")) {
                let why = fs::read_to_string(&errors).map_err(said)?;
                let tail: Vec<_> = why.lines().rev().take(20).collect();
                let tail: Vec<_> = tail.into_iter().rev().collect();
                return Err(format!("no tests ran; {} ends:\n{}", errors.display(), tail.join("\n")));
            }
            text += &part;
        }
        outcome.read(&text);
        Ok(outcome)
    }

    /// Reads what test programs print.
    fn read(&mut self, text: &str) {
        let mut program = 0;
        for line in text.lines() {
            if line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test")) {
                program += 1;
            }
            let Some((name, verdict)) = line.strip_prefix("test ").and_then(|line| line.rsplit_once(" ... "))
            else {
                continue;
            };
            let verdict = match verdict {
                "ok" => Verdict::Passed,
                "FAILED" => Verdict::Failed,
                verdict if verdict.starts_with("ignored") => Verdict::Ignored,
                _ => continue,
            };
            let name = name.split_once(" - should panic").map_or(name, |(name, _)| name);
            let name = name.strip_suffix(" - compile").unwrap_or(name);
            self.tests.insert((program, name.to_owned()), verdict);
        }
    }

    /// Names the examples in a crate's documentation by their lines in its own sources, where they were
    /// copied from.
    pub(crate) fn rename(&mut self, lines: &Lines) {
        let tests = std::mem::take(&mut self.tests);
        let renamed =
            tests.into_iter().map(|((program, name), verdict)| ((program, lines.name_of(&name)), verdict));
        self.tests = renamed.collect();
    }

    pub(crate) fn passed(&self) -> usize {
        self.tests.values().filter(|verdict| **verdict == Verdict::Passed).count()
    }

    /// Returns the tests that ran.
    pub(crate) fn ran(&self) -> usize {
        self.tests.values().filter(|verdict| **verdict != Verdict::Ignored).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read() {
        let mut outcome = Outcome::default();
        outcome.read(
            "running 3 tests\ntest a ... ok\ntest b::c - should panic ... FAILED\ntest d ... ignored, slow\n\
             test result: FAILED. 1 passed; 1 failed\n\nrunning 1 test\ntest a ... ok\n\
             test slow has been running for over 60 seconds\n\
             test src/lib.rs - f (line 3) - compile ... ok\n",
        );
        let read: Vec<_> =
            outcome.tests.iter().map(|((at, name), verdict)| (*at, &**name, *verdict)).collect();
        let expected = [
            (1, "a", Verdict::Passed),
            (1, "b::c", Verdict::Failed),
            (1, "d", Verdict::Ignored),
            (2, "a", Verdict::Passed),
            (2, "src/lib.rs - f (line 3)", Verdict::Passed),
        ];
        assert_eq!(read, expected);
        assert_eq!((outcome.ran(), outcome.passed()), (4, 3));
    }
}
