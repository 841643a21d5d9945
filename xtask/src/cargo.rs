//! Chores that are other programs' work: the checks of every commit, and the measurements.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::Stopped;

/// The workspace's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// A call of cargo in the workspace.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// The steps of [`ci`]: what is said of each, and how cargo is called.
const STEPS: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]),
    ("without std", &["check", "--package", "placemat", "--quiet", "--no-default-features"]),
    (
        "with alloc alone",
        &["check", "--package", "placemat", "--quiet", "--no-default-features", "--features", "alloc"],
    ),
    ("tests", &["test", "--workspace", "--quiet"]),
    ("documentation", &["doc", "--workspace", "--no-deps", "--quiet"]),
    ("conformance", &["xtask", "conformance"]),
    ("conformance without vectors", &["xtask", "conformance"]),
    ("streaming without vectors", &["test", "--package", "placemat", "--quiet", "--test", "streaming"]),
    ("outputs of the measurements", &["xtask", "bench", "--rounds", "1", "--size", "3000"]),
];

/// Everything that must hold on every commit: stops at the first step that fails.
pub(crate) fn ci(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    for (name, step) in STEPS {
        writeln!(out, "== {name}: cargo {}", step.join(" "))?;
        let start = Instant::now();
        let mut command = cargo(step);
        command.env("RUSTDOCFLAGS", "-D warnings");
        if name.ends_with("without vectors") {
            command.env("PLACEMAT_ISA", "scalar");
        }
        let status = command.status()?;
        if !status.success() {
            writeln!(out, "== {name} failed")?;
            return Ok(ExitCode::FAILURE);
        }
        writeln!(out, "== {name}: {:.0} s", start.elapsed().as_secs_f64())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the harness in its own workspace and runs it.
pub(crate) fn bench(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let manifest = root().join("bench").join("Cargo.toml");
    // Where the caller stands, so that folders are found as they were named.
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--release", "--quiet", "--manifest-path"]).arg(manifest).arg("--");
    let status = command.args(arguments.raw_args()?).status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}
