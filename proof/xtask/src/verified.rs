//! `verify`: the checks that take hours, and the record of their last runs.
//!
//! Each run adds to the record, in a section for the commit with its date and the machine: for each step its
//! time and the last line that it printed.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::Stopped;
use crate::cargo::{cargo, root};

/// The record, in the workspace.
pub(crate) const RECORD: &str = "docs/verified.md";

/// What the record begins with.
const HEAD: &str = "\
# Verified

`cargo xtask verify` runs the checks that take hours. It adds the results of each run at the end of this page.
";

/// The result of a step.
#[derive(Debug)]
struct Done {
    name: &'static str,
    took: Duration,
    /// The last line that it printed.
    last: String,
    passed: bool,
}

/// `cargo xtask verify [--only NAME]…`
pub(crate) fn run(
    steps: &[(&'static str, &'static [&'static str])],
    mut arguments: lexopt::Parser,
) -> Result<ExitCode, Stopped> {
    let mut names = vec![];
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Long("only") => names.push(arguments.value()?.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().into()),
        }
    }
    let unknown = names.iter().find(|&name| !steps.iter().any(|(known, _)| known == name));
    if let Some(name) = unknown {
        let known: Vec<_> = steps.iter().map(|(known, _)| *known).collect();
        writeln!(io::stderr(), "no step is called '{name}'; the steps are: {}", known.join("; "))?;
        return Ok(ExitCode::from(2));
    }
    // The commit says what was verified only if nothing else is in the tree. Other steps may be recorded.
    let all_but_record = format!(":(exclude){RECORD}");
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", &all_but_record])?;
    if !changes.is_empty() {
        writeln!(io::stderr(), "the working tree has changes, which no commit names:\n{changes}")?;
        return Ok(ExitCode::from(2));
    }
    let commit = git(&["log", "-1", "--format=%h"])?;
    let date = git(&["log", "-1", "--format=%cs"])?;
    let mut done = vec![];
    for &(name, step) in
        steps.iter().filter(|(name, _)| names.is_empty() || names.iter().any(|it| it == name))
    {
        writeln!(io::stdout(), "== {name}: cargo {}", step.join(" "))?;
        let mut command = cargo(step);
        command.env("PLACEMAT_ALL_CASES", "1");
        let one = step_of(name, command)?;
        writeln!(io::stdout(), "== {name}: {:.0} s", one.took.as_secs_f64())?;
        let passed = one.passed;
        done.push(one);
        if !passed {
            break;
        }
    }
    let path = root().join(RECORD);
    let before = fs::read_to_string(&path).unwrap_or_else(|_| HEAD.to_owned());
    fs::write(&path, with_section(before, &section_head(&commit, &date, &machine()), &rows(&done)))?;
    Ok(if done.iter().all(|one| one.passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a step. Its standard output is shown, and its last line is kept.
fn step_of(name: &'static str, mut command: Command) -> io::Result<Done> {
    let start = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let out = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut last = String::new();
        for line in out.into_iter().flat_map(|out| BufReader::new(out).split(b'\n')) {
            let Ok(line) = line else { break };
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            let _ = writeln!(io::stdout(), "{line}");
            if !line.is_empty() {
                last = line;
            }
        }
        last
    });
    let status = child.wait()?;
    let last = reader.join().unwrap_or_default();
    Ok(Done { name, took: start.elapsed(), last, passed: status.success() })
}

/// Returns the record with rows added: to its last section if that has the same head, else in a new one.
fn with_section(record: String, head: &str, rows: &str) -> String {
    match record.rfind("\n## ") {
        Some(last) if record[last..].starts_with(head) => record + rows,
        _ => record + head + rows,
    }
}

/// Returns what a section of the record begins with.
fn section_head(commit: &str, date: &str, machine: &str) -> String {
    format!(
        "\n## {commit}, {date}\n\n{machine}\n\n| Step | Result | Minutes | Last line |\n|---|---|---|---|\n"
    )
}

/// Returns the rows about steps.
fn rows(done: &[Done]) -> String {
    let mut rows = String::new();
    for Done { name, took, last, passed } in done {
        let result = if *passed { "passed" } else { "failed" };
        let minutes = took.as_secs_f64() / 60.0;
        let last = last.replace('|', "\\|");
        let _ = writeln!(rows, "| {name} | {result} | {minutes:.1} | {last} |");
    }
    rows
}

/// Returns the names of the processor and of the compiler.
fn machine() -> String {
    let processor = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("an unknown processor", |(_, model)| model.trim());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let compiler = Command::new("rustc").arg("--version").output().map(|output| output.stdout);
    let compiler = String::from_utf8_lossy(&compiler.unwrap_or_default()).trim().to_owned();
    format!("{model}, {cores} threads; {compiler}")
}

/// Returns what git prints.
fn git(arguments: &[&str]) -> io::Result<String> {
    let output = Command::new("git").args(arguments).current_dir(root()).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Duration;

    use super::{Done, rows, section_head, step_of, with_section};

    #[test]
    fn a_section_has_a_row_for_each_step() {
        let done =
            |name, passed| Done { name, took: Duration::from_secs(90), last: "a|b".to_owned(), passed };
        let head = section_head("abc", "2026-11-26", "a machine");
        let record = with_section("# Verified\n".to_owned(), &head, &rows(&[done("walks", true)]));
        let record = with_section(record, &head, &rows(&[done("mutants", false)]));
        let next = section_head("def", "2026-11-27", "a machine");
        assert_eq!(
            with_section(record, &next, &rows(&[done("walks", true)])),
            "# Verified\n\n## abc, 2026-11-26\n\na machine\n\n\
             | Step | Result | Minutes | Last line |\n|---|---|---|---|\n\
             | walks | passed | 1.5 | a\\|b |\n| mutants | failed | 1.5 | a\\|b |\n\
             \n## def, 2026-11-27\n\na machine\n\n\
             | Step | Result | Minutes | Last line |\n|---|---|---|---|\n\
             | walks | passed | 1.5 | a\\|b |\n"
        );
    }

    #[cfg(unix)]
    #[test]
    fn the_last_line_of_a_step_is_kept() {
        let run = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            step_of("a step", command).unwrap()
        };
        let done = run("echo one; echo two; echo");
        assert_eq!((done.last.as_str(), done.passed), ("two", true));
        assert!(!run("exit 3").passed);
    }
}
