//! `gconv`: the module for iconv(3) of the GNU C library, built, tested by programs that convert with it, and
//! installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::Stopped;
use crate::binding::Binding;
use crate::cargo::has;

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
        GCONV.left_out("only the GNU C library on Linux has such modules")?;
        return Ok(ExitCode::SUCCESS);
    }
    let passed = match (writes, directory) {
        (true, _) => write_modules()?,
        (_, Some(directory)) => install(&std::env::current_dir()?.join(directory))?,
        _ => all()?,
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The package.
const GCONV: Binding = Binding("gconv");

/// Everything that must hold on every commit.
fn all() -> Result<bool, Stopped> {
    // Programs that are not installed are named on standard output.
    let functions = &["test", "--quiet", "--lib", "--test", "direct", "--test", "modules"];
    let programs = &["test", "--quiet", "--test", "programs", "--", "--nocapture"];
    let iconv = &["test", "--quiet", "--test", "iconv"];
    Ok(GCONV.format_and_lints()?
        && GCONV.step("functions", &mut GCONV.cargo(functions))?
        && GCONV.step("every cut by iconv(3)", &mut GCONV.cargo(iconv))?
        && GCONV.step("iconv, git, Vim and PHP", &mut GCONV.cargo(programs))?
        && under_valgrind()?)
}

/// Calls iconv(3) again, fewer times, under valgrind, which notices accesses beyond the ends of arrays.
fn under_valgrind() -> Result<bool, Stopped> {
    if !has("valgrind") {
        return GCONV.left_out("there is no valgrind");
    }
    let mut iconv = GCONV.cargo(&["test", "--quiet", "--test", "iconv"]);
    iconv.env("PLACEMAT_RUNNER", "valgrind --quiet --error-exitcode=9").env("PLACEMAT_TEXTS", "10");
    GCONV.step("iconv(3) under valgrind", &mut iconv)
}

/// Writes `gconv-modules`.
fn write_modules() -> Result<bool, Stopped> {
    let mut test = GCONV.cargo(&["test", "--quiet", "--test", "modules", "the_file_is_that_of_the_table"]);
    GCONV.step("gconv-modules written", test.env("PLACEMAT_WRITE_MODULES", "1"))
}

/// Builds the module and puts it and `gconv-modules` into a directory.
fn install(directory: &Path) -> Result<bool, Stopped> {
    if !GCONV.step("module", &mut GCONV.cargo(&["build", "--quiet", "--release"]))? {
        return Ok(false);
    }
    fs::create_dir_all(directory)?;
    // A program may have the old file open, so it is replaced, not overwritten.
    let (file, new) = (directory.join("PLACEMAT.so"), directory.join("PLACEMAT.so.new"));
    fs::copy(GCONV.built().join("release/libplacemat_gconv.so"), &new)?;
    fs::rename(new, file)?;
    fs::copy(GCONV.directory().join("gconv-modules"), directory.join("gconv-modules"))?;
    GCONV.say(format_args!("installed; GCONV_PATH={} iconv -f CESU-8 -t UTF-8", directory.display()))?;
    Ok(true)
}
