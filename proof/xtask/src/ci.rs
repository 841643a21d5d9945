//! `ci` and `verify`: the checks of every commit, and those before a release.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use lexopt::prelude::*;
use placemat::Isa;

use crate::cargo::{cargo, root, target};
use crate::{Stopped, verified};

/// A step: its name, and how cargo is called.
type Step = (&'static str, &'static [&'static str]);

/// Packages that are not members of the workspace. What checks DataFusion's functions takes minutes, and is a
/// step of `cargo xtask verify`.
const PYTHON: &str = "bindings/python/Cargo.toml";
const GCONV: &str = "bindings/gconv/Cargo.toml";
pub(crate) const DATAFUSION: &str = "bindings/datafusion/Cargo.toml";
const COMPAT: &str = "proof/compat/Cargo.toml";

/// The first steps of [`ci`], one after the other.
const FORMAT: &[Step] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("format of the package for Python", &["fmt", "--manifest-path", PYTHON, "--check"]),
    ("format of the functions of DataFusion", &["fmt", "--manifest-path", DATAFUSION, "--check"]),
    ("format of the module for iconv", &["fmt", "--manifest-path", GCONV, "--check"]),
    ("format of the interfaces of other crates", &["fmt", "--manifest-path", COMPAT, "--check"]),
];

/// Then these, two at a time.
const LINTS: &[Step] = &[
    ("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    (
        "lints of the package for Python",
        &["clippy", "--manifest-path", PYTHON, "--all-targets", "--quiet", "--", "-D", "warnings"],
    ),
    (
        "lints of the interfaces of other crates",
        &["clippy", "--manifest-path", COMPAT, "--all-targets", "--quiet", "--", "-D", "warnings"],
    ),
    (
        "lints of what each feature brings",
        &[
            "clippy",
            "--package",
            "placemat-features",
            "--all-features",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
];

/// Then these, two at a time. What needs the compiled tests waits until they are compiled.
const TESTS: &[Step] = &[
    ("tests", &["test", "--workspace", "--quiet"]),
    ("files of the packages", &["xtask", "release", "--files"]),
    ("licences and SBOM of the package for Python", &["xtask", "dist", "--lists"]),
    ("conformance in every tier", &["xtask", "conformance"]),
    ("public interface", &["xtask", "api", "--check"]),
    ("documentation", &["doc", "--workspace", "--no-deps", "--quiet"]),
    ("pictures of screens", &["xtask", "screenshots", "--check"]),
    (
        "choice in every tier",
        &["test", "--workspace", "--quiet", "--lib", "the_instruction_set_that_is_named"],
    ),
    ("equivalence by scalar kernels", &["test", "--workspace", "--quiet", "--test", "all", "equivalence::"]),
];

/// The steps that `.ci/run` adds with `--more`, two at a time: what needs emulators, tracers, other languages,
/// or many builds. The longest come first, so that none is left alone at the end.
const MORE: &[Step] = &[
    ("other CPUs", &["xtask", "cross"]),
    ("Python, and the command on columns", &["xtask", "engines"]),
    ("the interface for C", &["xtask", "c"]),
    ("weight of a dependency", &["xtask", "weight", "--check"]),
    ("lesser CPUs", &["xtask", "emulate"]),
    ("the module for iconv", &["xtask", "gconv"]),
    ("features, alone and together", &["xtask", "features"]),
    (
        "lints of the command with columns",
        &[
            "clippy",
            "--package",
            "placemat-cli",
            "--features",
            "columns",
            "--all-targets",
            "--quiet",
            "--",
            "-D",
            "warnings",
        ],
    ),
    ("faults", &["xtask", "faults"]),
    ("instructions of calls", &["xtask", "instructions", "--check"]),
    (
        "outputs of the measurements",
        &["run", "--bin", "placemat-bench", "--quiet", "--", "--rounds", "1", "--size", "3000"],
    ),
    ("the oldest Rust", &["xtask", "minimum-rust"]),
];

/// The steps of [`verify`].
const SLOW: &[Step] = &[
    ("tests with all cases", &["test", "--workspace", "--quiet"]),
    ("equivalence of all pairs", &["xtask", "equivalence"]),
    ("walks of whole spaces", &["xtask", "exhaustive"]),
    ("faults, all of them", &["xtask", "faults", "--all"]),
    ("stress", &["xtask", "stress"]),
    ("growth of cost", &["xtask", "growth"]),
    ("replacement as in Java", &["xtask", "java"]),
    ("sanitizers", &["xtask", "sanitize"]),
    ("deliberate faults", &["xtask", "mutants"]),
    ("detection", &["xtask", "detect-score"]),
    ("a big-endian CPU", &["xtask", "cross", "--big-endian"]),
    ("the package for Python, with all cases", &["xtask", "engines"]),
    ("functions of DataFusion", &["xtask", "engines", "--datafusion"]),
    ("C against simdutf", &["xtask", "c", "--long"]),
    ("products", &["xtask", "dist", "--twice"]),
];

/// `cargo xtask ci [--more [--suites DIR]]`
///
/// Runs what must pass on every commit: the tests and all that is quick, or with `--more` the rest, and the
/// public test suites in a directory. Stops after the first step that fails.
pub(crate) fn ci(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let (mut more, mut suites) = (false, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("more") => more = true,
            Long("suites") => suites = Some(std::path::absolute(arguments.value()?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    if suites.is_some() && !more {
        return Err(Stopped::Usage("--suites goes with --more".to_owned()));
    }
    this_program();
    let jobs = |steps: &[Step]| steps.iter().map(|(name, step)| Job::new(name, step)).collect::<Vec<_>>();
    let passed = if more {
        let suites = suites.map(|directory| Job {
            name: "public suites in every tier",
            arguments: ["xtask".into(), "suites".into(), directory.into()].into(),
        });
        let mut jobs = jobs(MORE);
        jobs.splice(3..3, suites);
        run(jobs, 2)?
    } else {
        run(jobs(FORMAT), 1)? && run(jobs(LINTS), 2)? && run(jobs(TESTS), 2)?
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs what must pass before a release and takes hours, and records the results in [`verified::RECORD`].
/// Stops at the first step that fails.
pub(crate) fn verify(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    verified::run(SLOW, arguments)
}

/// Returns the path of this program, as it was at the first call: the tests may replace the file there.
fn this_program() -> &'static Path {
    static PROGRAM: LazyLock<PathBuf> =
        LazyLock::new(|| std::env::current_exe().expect("the system tells the path of a program"));
    &PROGRAM
}

/// A step that is ready to run.
struct Job {
    name: &'static str,
    arguments: Vec<OsString>,
}

impl Job {
    fn new(name: &'static str, step: &[&str]) -> Self {
        Job { name, arguments: step.iter().map(OsString::from).collect() }
    }

    /// Returns the commands of the step: one, or one for each instruction set.
    fn commands(&self) -> Vec<Command> {
        let tiers: Vec<_> = match self.name {
            name if name.ends_with("in every tier") => Isa::available().map(Some).collect(),
            name if name.ends_with("by scalar kernels") => vec![Some(Isa::Scalar)],
            _ => vec![None],
        };
        tiers.into_iter().map(|tier| self.command(tier)).collect()
    }

    fn command(&self, tier: Option<Isa>) -> Command {
        let has = |argument: &str| self.arguments.iter().any(|it| it == argument);
        let mut command = match &self.arguments[..] {
            // Without cargo, which would wait for another step that builds.
            [first, rest @ ..] if first == "xtask" => {
                let mut command = Command::new(this_program());
                command.args(rest).current_dir(root());
                command
            }
            all => {
                let mut command = cargo(&[]);
                command.args(all);
                command
            }
        };
        command.env("RUSTDOCFLAGS", "-D warnings");
        if has(COMPAT) {
            command.env("CARGO_TARGET_DIR", target().join("compat"));
        }
        if has(PYTHON) {
            command.env("CARGO_TARGET_DIR", target().join("engines"));
            // This does not need Python, so any version will do.
            command.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1");
        }
        if let Some(tier) = tier {
            command.env("PLACEMAT_ISA", tier.name());
        }
        command
    }

    fn shown(&self) -> String {
        let arguments: Vec<_> = self.arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        format!("cargo {}", arguments.join(" "))
    }
}

/// Runs jobs, `at_once` at a time, and begins none after one that fails. Prints what each has printed when it
/// has ended, and how long it took. Returns `true` if all pass.
fn run(jobs: Vec<Job>, at_once: usize) -> io::Result<bool> {
    let failed = AtomicBool::new(false);
    let waiting = Mutex::new(jobs.into_iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while let Some(job) = Some(()).filter(|()| !failed.load(Ordering::Relaxed)).and_then(|()| next()) {
            writeln!(io::stdout(), "== {}: {}", job.name, job.shown())?;
            let start = Instant::now();
            let (passed, told) =
                outcome(&job).unwrap_or_else(|error| (false, format!("{error}\n").into_bytes()));
            let seconds = start.elapsed().as_secs_f64();
            let verdict = if passed { "" } else { "failed, " };
            let mut out = io::stdout().lock();
            out.write_all(&told)?;
            writeln!(out, "== {}: {verdict}{seconds:.0} s", job.name)?;
            if !passed {
                failed.store(true, Ordering::Relaxed);
            }
        }
        io::Result::Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..at_once).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })?;
    Ok(!failed.into_inner())
}

/// Runs the commands of a job up to the first that fails. Returns whether all pass, and what they have printed.
/// Until then it is in a file, so that one can look at a long step. A pipe would also wait for
/// processes that a step started and did not end.
fn outcome(job: &Job) -> io::Result<(bool, Vec<u8>)> {
    let directory = target().join("ci");
    fs::create_dir_all(&directory)?;
    let path = directory.join(format!("{}.log", job.name));
    let file = File::create(&path)?;
    for mut command in job.commands() {
        // The lines of both in the order in which they were printed.
        if !command.stdout(file.try_clone()?).stderr(file.try_clone()?).status()?.success() {
            return Ok((false, fs::read(path)?));
        }
    }
    Ok((true, fs::read(path)?))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_fails_is_a_failure_of_all() {
        let jobs = || {
            vec![Job::new("an unknown command", &["no-such-command"]), Job::new("version", &["--version"])]
        };
        let (passed, told) = outcome(&jobs()[0]).unwrap();
        assert!(!passed && String::from_utf8_lossy(&told).contains("no-such-command"));
        assert!(outcome(&jobs()[1]).unwrap().0);
        assert!(!run(jobs(), 1).unwrap() && !run(jobs(), 2).unwrap());
    }

    #[test]
    fn a_step_in_every_tier_has_a_command_for_each() {
        let named = |name, step: &[&str]| Job::new(name, step).commands();
        let tiers = named("conformance in every tier", &["xtask", "conformance"]);
        let variable = |command: &Command| {
            command
                .get_envs()
                .find(|(name, _)| *name == "PLACEMAT_ISA")
                .and_then(|(_, value)| value)
                .is_some()
        };
        assert!(tiers.len() == Isa::available().count() && tiers.iter().all(variable));
        let one = named("lints", &["clippy"]);
        assert!(one.len() == 1 && !one.iter().any(variable));
    }
}
