//! `gconv`: the module for iconv(3) of the GNU C library, built, tested by programs that convert with it, and
//! installed.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, root, target};

/// `cargo xtask gconv`
pub(crate) fn gconv(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    use lexopt::prelude::*;
    let (mut directory, mut writes) = (None, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("modules") => writes = true,
            Long("install") => directory = Some(PathBuf::from(arguments.value()?)),
            _ => return Err(argument.unexpected().into()),
        }
    }
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        writeln!(io::stdout(), "gconv: left out: only the GNU C library on Linux has such modules")?;
        return Ok(ExitCode::SUCCESS);
    }
    let passed = match (writes, directory) {
        (true, _) => write_modules()?,
        (_, Some(directory)) => install(&std::env::current_dir()?.join(directory))?,
        _ => all()?,
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn package() -> PathBuf {
    root().join("bindings/gconv")
}

/// Returns a call of cargo for the package, with a directory of its own, because it has other profiles.
fn of_package(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.current_dir(package()).env("CARGO_TARGET_DIR", target().join("gconv"));
    command
}

/// Runs a command as a step, and returns `true` if it succeeds.
fn step(name: &str, command: &mut Command) -> Result<bool, Stopped> {
    let mut out = io::stdout();
    let start = Instant::now();
    let passed = command.status()?.success();
    let verdict = if passed { "passed" } else { "FAILED" };
    writeln!(out, "gconv: {name}: {verdict}, {:.0} s", start.elapsed().as_secs_f64())?;
    Ok(passed)
}

/// Everything that must hold on every commit.
fn all() -> Result<bool, Stopped> {
    let lints: &[&str] = &["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"];
    // Programs that are not installed are named on standard output.
    let functions = &["test", "--quiet", "--lib", "--test", "direct", "--test", "modules"];
    let programs = &["test", "--quiet", "--test", "programs", "--", "--nocapture"];
    let iconv = &["test", "--quiet", "--test", "iconv"];
    Ok(step("format", &mut of_package(&["fmt", "--check"]))?
        && step("lints", &mut of_package(lints))?
        && step("functions", &mut of_package(functions))?
        && step("every cut by iconv(3)", &mut of_package(iconv))?
        && step("iconv, git, Vim and PHP", &mut of_package(programs))?
        && under_valgrind()?)
}

/// Calls iconv(3) again, fewer times, under valgrind, which notices accesses beyond the ends of arrays.
fn under_valgrind() -> Result<bool, Stopped> {
    let mut call = Command::new("valgrind");
    call.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    if !call.status().is_ok_and(|status| status.success()) {
        writeln!(io::stdout(), "gconv: left out: there is no valgrind")?;
        return Ok(true);
    }
    let mut iconv = of_package(&["test", "--quiet", "--test", "iconv"]);
    iconv.env("PLACEMAT_RUNNER", "valgrind --quiet --error-exitcode=9").env("PLACEMAT_TEXTS", "10");
    step("iconv(3) under valgrind", &mut iconv)
}

/// Writes `gconv-modules`.
fn write_modules() -> Result<bool, Stopped> {
    let mut test = of_package(&["test", "--quiet", "--test", "modules", "the_file_is_that_of_the_table"]);
    step("gconv-modules written", test.env("PLACEMAT_WRITE_MODULES", "1"))
}

/// Builds the module and puts it and `gconv-modules` into a directory.
fn install(directory: &Path) -> Result<bool, Stopped> {
    if !step("module", &mut of_package(&["build", "--quiet", "--release"]))? {
        return Ok(false);
    }
    fs::create_dir_all(directory)?;
    // A program may have the old file open, so it is replaced, not overwritten.
    let (file, new) = (directory.join("PLACEMAT.so"), directory.join("PLACEMAT.so.new"));
    fs::copy(target().join("gconv/release/libplacemat_gconv.so"), &new)?;
    fs::rename(new, file)?;
    fs::copy(package().join("gconv-modules"), directory.join("gconv-modules"))?;
    writeln!(io::stdout(), "gconv: installed; GCONV_PATH={} iconv -f CESU-8 -t UTF-8", directory.display())?;
    Ok(true)
}
