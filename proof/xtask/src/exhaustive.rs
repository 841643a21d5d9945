//! `exhaustive`: whole spaces of strings through the kernels of every instruction set, in processes of their
//! own.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use lexopt::prelude::*;

use crate::Stopped;
use crate::cargo::cargo;

/// The options of the command line.
#[derive(Default)]
struct Asked {
    /// Arguments that are passed on unchanged.
    arguments: Vec<OsString>,
    is_quick: bool,
    tiers: Vec<String>,
    parts: Vec<String>,
    jobs: Option<usize>,
}

/// The findings of all processes together.
#[derive(Default)]
struct Sum {
    walks: u64,
    cases: u64,
    differences: u64,
    /// Processes that ended without a verdict.
    broken: Vec<String>,
}

/// An instruction set and a part.
type Job = (String, String);

fn asked(mut arguments: lexopt::Parser) -> Result<Asked, Stopped> {
    let mut asked = Asked::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("quick") => {
                asked.is_quick = true;
                asked.arguments.push("--quick".into());
            }
            Long("offsets") => asked.arguments.extend(["--offsets".into(), arguments.value()?]),
            Long("kernel") => asked.arguments.extend(["--kernel".into(), arguments.value()?]),
            Long("tier") => asked.tiers.push(arguments.value()?.parse()?),
            Long("part") => asked.parts.push(arguments.value()?.parse()?),
            Long("jobs") => asked.jobs = Some(arguments.value()?.parse()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(asked)
}

/// Returns the command for the walk, without arguments.
fn walk() -> Command {
    cargo(&["run", "--release", "--quiet", "--package", "placemat-exhaustive", "--bin", "exhaustive", "--"])
}

/// Returns the names that the walk lists, or those of them that were requested.
fn names(what: &str, asked: Vec<String>) -> Result<Vec<String>, Stopped> {
    let output = walk().arg(format!("--{what}s")).stderr(Stdio::inherit()).output()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let known: Vec<String> = told.lines().map(str::to_owned).collect();
    if let Some(unknown) = asked.iter().find(|name| !known.contains(name)) {
        return Err(Stopped::Usage(format!(
            "there is no {what} {unknown} here; there are {}",
            known.join(", ")
        )));
    }
    Ok(if asked.is_empty() { known } else { asked })
}

/// `cargo xtask exhaustive [--quick] [--offsets N] [--tier NAME] [--kernel NAME] [--part NAME] [--jobs N]`
pub(crate) fn exhaustive(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let asked = asked(arguments)?;
    let start = Instant::now();
    let tiers = names("tier", asked.tiers)?;
    let parts = names("part", asked.parts)?;
    let mut out = io::stdout();
    writeln!(out, "instruction sets: {}; parts: {}", tiers.join(", "), parts.join(", "))?;
    if asked.is_quick {
        writeln!(out, "quick: every part is reduced, most of it to units of every class")?;
    }
    let jobs = parts.iter().flat_map(|part| tiers.iter().map(move |tier| (tier.clone(), part.clone())));
    let jobs = Mutex::new(jobs);
    let sum = Mutex::new(Sum::default());
    let threads = asked.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    // This is not in the condition of a `while let`, which would keep the jobs locked while
                    // one of them runs.
                    let Some(job) = locked(&jobs).next() else { break };
                    if let Err(error) = run(&job, &asked.arguments, &sum) {
                        locked(&sum).broken.push(format!("{} {}: {error}", job.0, job.1));
                    }
                }
            });
        }
    });
    let Sum { walks, cases, differences, broken } = locked(&sum).take();
    let seconds = start.elapsed().as_secs_f64();
    for broken in &broken {
        writeln!(out, "BROKEN {broken}")?;
    }
    writeln!(out, "{walks} walks, {cases} cases, {differences} differences, {seconds:.0} s")?;
    if walks == 0 && broken.is_empty() {
        return Err(Stopped::Usage("there is no kernel of that name in these parts".to_owned()));
    }
    Ok(if differences == 0 && broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Sum {
    fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Adds a line of a walk: its subject, then `: N cases, M differences, S s`.
    fn add(&mut self, line: &str) {
        let counted = line.rsplit_once(": ").and_then(|(_, counts)| {
            let (cases, rest) = counts.split_once(" cases, ")?;
            let (differences, _) = rest.split_once(" differences")?;
            Some((cases.parse::<u64>().ok()?, differences.parse::<u64>().ok()?))
        });
        if let Some((cases, differences)) = counted {
            self.walks += 1;
            self.cases += cases;
            self.differences += differences;
        }
    }
}

/// Locks a mutex. The data is valid even if a thread panicked.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Runs a part in an instruction set, and passes on its output.
fn run((tier, part): &Job, arguments: &[OsString], sum: &Mutex<Sum>) -> io::Result<()> {
    let mut command = walk();
    command.args(["--part", part]).args(arguments).env("PLACEMAT_ISA", tier);
    let mut child: Child = command.stdout(Stdio::piped()).spawn()?;
    if let Some(pipe) = child.stdout.take() {
        for line in BufReader::new(pipe).lines() {
            let line = line?;
            locked(sum).add(&line);
            writeln!(io::stdout(), "{line}")?;
        }
    }
    let status = child.wait()?;
    match status.code() {
        Some(0 | 1) => Ok(()),
        _ => Err(io::Error::other(status.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::Sum;

    #[test]
    fn what_walks_tell_is_added_up() {
        let mut sum = Sum::default();
        sum.add("avx2 windows validate-utf-8: 100 cases, 0 differences, 1.0 s");
        sum.add("DIFFERENT validate-utf-8: 00 at 1: None, not Some(2)");
        sum.add("avx2 pages utf-8-to-utf-16 in memory: 20 cases, 3 differences, 0.1 s");
        assert_eq!((sum.walks, sum.cases, sum.differences), (2, 120, 3));
    }
}
