//! Tasks that other programs do: the checks of every commit, and the measurements.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use lexopt::prelude::*;
use placemat::Isa;

use crate::{Stopped, verified};

/// Returns the directory of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new(".")).to_owned()
}

/// Returns the directory in which cargo builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns a call of cargo in the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Builds a program of the workspace. Returns its path, or `None` if it cannot be built.
///
/// No package is named: cargo then selects all of them, and the library has the features with which the tests
/// have compiled it.
pub(crate) fn built(program: &str) -> io::Result<Option<PathBuf>> {
    let is_built = cargo(&["build", "--quiet", "--bin", program]).status()?.success();
    Ok(is_built.then(|| target().join("debug").join(program)))
}

/// Packages that are not members of the workspace. The lints of DataFusion's functions take minutes, and are
/// a step of `cargo xtask engines`.
const PYTHON: &str = "bindings/python/Cargo.toml";
const GCONV: &str = "bindings/gconv/Cargo.toml";
pub(crate) const DATAFUSION: &str = "bindings/datafusion/Cargo.toml";
const COMPAT: &str = "proof/compat/Cargo.toml";

/// The steps of [`ci`]: the name of each, and how cargo is called.
const STEPS: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("format of the package for Python", &["fmt", "--manifest-path", PYTHON, "--check"]),
    ("format of the functions of DataFusion", &["fmt", "--manifest-path", DATAFUSION, "--check"]),
    ("format of the module for iconv", &["fmt", "--manifest-path", GCONV, "--check"]),
    ("format of the interfaces of other crates", &["fmt", "--manifest-path", COMPAT, "--check"]),
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
    ("tests", &["test", "--workspace", "--quiet"]),
    ("public interface", &["xtask", "api", "--check"]),
    ("files of the packages", &["xtask", "release", "--files"]),
    ("licences and SBOM of the package for Python", &["xtask", "dist", "--lists"]),
    ("documentation", &["doc", "--workspace", "--no-deps", "--quiet"]),
    (
        "choice in every tier",
        &["test", "--workspace", "--quiet", "--lib", "the_instruction_set_that_is_named"],
    ),
    ("conformance in every tier", &["xtask", "conformance"]),
    ("equivalence by scalar kernels", &["test", "--workspace", "--quiet", "--test", "all", "equivalence::"]),
    ("pictures of screens", &["xtask", "screenshots", "--check"]),
];

/// The steps that [`ci`] adds with `--more`, for `.ci/run`: what needs emulators, tracers, or many builds.
const MORE_STEPS: &[(&str, &[&str])] = &[
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
    ("features, alone and together", &["xtask", "features"]),
    ("the oldest Rust", &["xtask", "minimum-rust"]),
    ("lesser CPUs", &["xtask", "emulate"]),
    ("other CPUs", &["xtask", "cross"]),
    ("faults", &["xtask", "faults"]),
    ("weight of a dependency", &["xtask", "weight", "--check"]),
    ("instructions of calls", &["xtask", "instructions", "--check"]),
    (
        "outputs of the measurements",
        &["run", "--bin", "placemat-bench", "--quiet", "--", "--rounds", "1", "--size", "3000"],
    ),
];

/// The steps of [`verify`].
const SLOW_STEPS: &[(&str, &[&str])] = &[
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
    ("lints of DataFusion", &["xtask", "engines", "--lints"]),
    ("C against simdutf", &["xtask", "c", "--long"]),
    ("products", &["xtask", "dist", "--twice"]),
];

/// Runs what must pass on every commit: the tests and all that is quick, or with `--more` the rest. Stops at
/// the first step that fails.
pub(crate) fn ci(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let steps = match arguments.next()? {
        None => STEPS,
        Some(Long("more")) => MORE_STEPS,
        Some(other) => return Err(other.unexpected().into()),
    };
    run_steps(steps)
}

/// Runs what must pass before a release and takes hours, and records the results in [`verified::RECORD`].
/// Stops at the first step that fails.
pub(crate) fn verify(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    verified::run(SLOW_STEPS, arguments)
}

fn run_steps(steps: &[(&str, &[&str])]) -> Result<ExitCode, Stopped> {
    let mut out = io::stdout();
    for (name, step) in steps {
        writeln!(out, "== {name}: cargo {}", step.join(" "))?;
        let start = Instant::now();
        let tiers: Vec<_> = match *name {
            name if name.ends_with("in every tier") => Isa::available().map(Some).collect(),
            name if name.ends_with("by scalar kernels") => vec![Some(Isa::Scalar)],
            _ => vec![None],
        };
        for tier in tiers {
            let mut command = cargo(step);
            command.env("RUSTDOCFLAGS", "-D warnings");
            if step.contains(&COMPAT) {
                command.env("CARGO_TARGET_DIR", target().join("compat"));
            }
            if step.contains(&PYTHON) {
                command.env("CARGO_TARGET_DIR", target().join("engines"));
                // This does not need Python, so any version will do.
                command.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1");
            }
            if let Some(tier) = tier {
                command.env("PLACEMAT_ISA", tier.name());
            }
            if !command.status()?.success() {
                let tier = tier.map_or("", Isa::name);
                writeln!(out, "== {name} failed {tier}")?;
                return Ok(ExitCode::FAILURE);
            }
        }
        writeln!(out, "== {name}: {:.0} s", start.elapsed().as_secs_f64())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the harness and runs it: with the other engines, unless `--no-peers` is given or there is
/// no C++ compiler, which one of them needs.
pub(crate) fn bench(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut arguments: Vec<OsString> = arguments.raw_args()?.collect();
    let given = arguments.len();
    arguments.retain(|argument| argument != "--no-peers");
    let unwanted = arguments.len() < given;
    let peers = !unwanted && has_cpp_compiler();
    if !unwanted && !peers {
        writeln!(io::stderr(), "no C++ compiler found: without the other engines")?;
    }
    let is_calls = arguments.first().is_some_and(|argument| argument == "calls");
    if is_calls {
        arguments.remove(0);
    }
    let (profile, binary) = if is_calls { ("adopter", "calls") } else { ("measured", "placemat-bench") };
    // In the caller's current directory, so that relative paths have their usual meaning.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args([
        "run",
        "--quiet",
        "--profile",
        profile,
        "--package",
        "placemat-bench",
        "--bin",
        binary,
        "--manifest-path",
    ]);
    command.arg(root().join("Cargo.toml"));
    if peers {
        command.args(["--features", "peers"]);
    }
    // As users build the library: without the flags of the workspace.
    command.env("RUSTFLAGS", "--cap-lints=warn");
    let status = command.arg("--").args(arguments).status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Returns `true` if there is the compiler that the `cc` crate would call: `$CXX`, or the system's.
pub(crate) fn has_cpp_compiler() -> bool {
    let named = std::env::var_os("CXX").filter(|name| !name.is_empty());
    let compiler = named.unwrap_or_else(|| "c++".into());
    let call = Command::new(compiler).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    call.is_ok_and(|status| status.success())
}
