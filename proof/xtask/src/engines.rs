//! The interfaces through which other engines call the library, built and tested as users have them, except
//! that the package for Python is not optimized across crates: that takes four fifths of the time of its build.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, root, target};
use crate::ci::DATAFUSION;

/// `cargo xtask engines [--datafusion]`
///
/// Tests the command on columns, and the package for Python, which is built into a virtual environment of its
/// own and tested there. With `--datafusion`, instead: the functions of DataFusion, for which 300 crates are
/// compiled.
pub(crate) fn engines(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    match arguments.next()? {
        None => {}
        Some(lexopt::Arg::Long("datafusion")) => {
            return Ok(if datafusion()? { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(other) => return Err(other.unexpected().into()),
    }
    if !steps([
        ("the command: tests", columns(&["--test", "columns"])),
        ("the command: tests of its parts", columns(&["--lib", "columns::"])),
    ])? {
        return Ok(ExitCode::FAILURE);
    }
    let interpreter = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    if !is_new_enough(&interpreter) {
        writeln!(io::stdout(), "Python: left out: there is no Python 3.11 with venv")?;
        return Ok(ExitCode::SUCCESS);
    }
    let package = root().join("bindings/python");
    let environment = built().join("venv");
    if environment.exists() {
        fs::remove_dir_all(&environment)?;
    }
    let program = |name: &str| {
        let directory = if cfg!(windows) { "Scripts" } else { "bin" };
        Command::new(environment.join(directory).join(name))
    };
    let mut venv = Command::new(interpreter);
    venv.args(["-m", "venv"]).arg(&environment);
    let mut install = program("pip");
    install.args(["install", "--quiet"]).arg(with_tests(&package));
    install.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    // Skipped tests are reported with the reason: without Java there is no Spark.
    let mut test = program("python");
    test.args(["-m", "pytest", "--quiet", "-rs"]).arg(&package);
    let passed = steps([
        ("Python: a virtual environment", venv),
        ("Python: the package", install),
        ("Python: tests", test),
    ])?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the directory in which all this is built. The command with columns must not replace the one in the
/// directory of the workspace, which other checks may be running.
fn built() -> PathBuf {
    target().join("engines")
}

/// Returns `true` if the interpreter runs the package and can make an environment.
fn is_new_enough(interpreter: &OsStr) -> bool {
    let mut call = Command::new(interpreter);
    call.args(["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]);
    call.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The tests of `placemat columns`, built quickly: the files are small.
fn columns(tests: &[&str]) -> Command {
    let mut command = cargo(&["test", "--profile", "features", "--quiet"]);
    command.args(["--package", "placemat-cli", "--features", "columns"]).args(tests);
    command
}

/// Tests the functions of DataFusion, runs their lints, and builds their documentation. Returns `true` if
/// nothing is wrong.
fn datafusion() -> Result<bool, Stopped> {
    steps([
        ("DataFusion: tests", of_functions(&["test"], &[])),
        ("DataFusion: lints", of_functions(&["clippy", "--all-targets"], &["--", "-D", "warnings"])),
        ("DataFusion: documentation", of_functions(&["doc", "--no-deps"], &[])),
    ])
}

/// Returns a command for the package with the functions of DataFusion.
fn of_functions(arguments: &[&str], lints: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.args(["--manifest-path", DATAFUSION, "--quiet"]).args(lints).env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Runs commands in turn, and prints how long each took. Returns `true` if all succeed.
fn steps<const N: usize>(steps: [(&str, Command); N]) -> Result<bool, Stopped> {
    let mut out = io::stdout();
    for (name, mut command) in steps {
        writeln!(out, "== {name}")?;
        let start = Instant::now();
        if !command.env("CARGO_TARGET_DIR", built()).status()?.success() {
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
