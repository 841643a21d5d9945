//! The interfaces through which other engines call the library, built and tested as users have them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{DATAFUSION, cargo, root, target};

/// `cargo xtask engines [--lints]`
///
/// Tests the command on columns, the functions of DataFusion, and the package for Python, which is built into
/// a virtual environment of its own and tested there. With `--lints`, instead: the lints and the documentation
/// of the functions of DataFusion, for which 300 crates are compiled once more.
pub(crate) fn engines(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    match arguments.next()? {
        None => {}
        Some(lexopt::Arg::Long("lints")) => {
            return Ok(if lints()? { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(other) => return Err(other.unexpected().into()),
    }
    let package = root().join("bindings/python");
    let built = target().join("engines");
    let environment = built.join("venv");
    if environment.exists() {
        fs::remove_dir_all(&environment)?;
    }
    let program = |name: &str| {
        let directory = if cfg!(windows) { "Scripts" } else { "bin" };
        Command::new(environment.join(directory).join(name))
    };
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let mut venv = Command::new(python);
    venv.args(["-m", "venv"]).arg(&environment);
    let mut install = program("pip");
    install.args(["install", "--quiet"]).arg(with_tests(&package));
    // Skipped tests are reported with the reason: without Java there is no Spark.
    let mut test = program("python");
    test.args(["-m", "pytest", "--quiet", "-rs"]).arg(&package);
    let steps = [("a virtual environment", venv), ("the package", install), ("its tests", test)];
    if !columns()? {
        return Ok(ExitCode::FAILURE);
    }
    let mut out = io::stdout();
    for (name, mut command) in steps {
        writeln!(out, "== Python: {name}")?;
        if !command.env("CARGO_TARGET_DIR", &built).status()?.success() {
            writeln!(out, "Python: {name}: failed")?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Tests the command with `placemat columns`, and the functions of DataFusion. Returns `true` if their tests
/// pass.
fn columns() -> Result<bool, Stopped> {
    let command = [
        "test",
        "--package",
        "placemat-cli",
        "--features",
        "columns",
        "--quiet",
        "--lib",
        "--test",
        "columns",
    ];
    steps([("the command: tests", cargo(&command)), ("DataFusion: tests", of_functions(&["test"], &[]))])
}

/// Runs the lints and builds the documentation of the functions of DataFusion. Returns `true` if nothing is
/// wrong.
fn lints() -> Result<bool, Stopped> {
    steps([
        ("DataFusion: lints", of_functions(&["clippy", "--all-targets"], &["--", "-D", "warnings"])),
        ("DataFusion: documentation", of_functions(&["doc", "--no-deps"], &[])),
    ])
}

/// Returns a command for the package with the functions of DataFusion.
fn of_functions(arguments: &[&str], lints: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.args(["--manifest-path", DATAFUSION, "--quiet"]).args(lints);
    command.env("CARGO_TARGET_DIR", target().join("engines")).env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Runs commands in turn, and prints how long each took. Returns `true` if all succeed.
fn steps(steps: [(&str, Command); 2]) -> Result<bool, Stopped> {
    let mut out = io::stdout();
    for (name, mut command) in steps {
        writeln!(out, "== {name}")?;
        let start = Instant::now();
        if !command.status()?.success() {
            writeln!(out, "{name}: failed")?;
            return Ok(false);
        }
        writeln!(out, "== {name}: {:.0} s", start.elapsed().as_secs_f64())?;
    }
    Ok(true)
}

/// Returns the package with the dependencies of its tests, and the engines that they run.
fn with_tests(package: &Path) -> OsString {
    let mut name = package.as_os_str().to_owned();
    name.push("[test,spark,examples]");
    name
}
