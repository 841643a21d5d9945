//! Calls of cargo, and the measurements.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::Stopped;

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
/// have compiled it. The command is compiled as its tests compile it: they give its dependencies more features.
pub(crate) fn built(program: &str) -> io::Result<Option<PathBuf>> {
    let arguments: &[&str] = match program {
        "placemat" => &["test", "--quiet", "--no-run", "--test", "cli"],
        _ => &["build", "--quiet", "--bin", program],
    };
    let is_built = cargo(arguments).status()?.success();
    Ok(is_built.then(|| target().join("debug").join(program)))
}

/// Builds the harness and runs it: with the other engines, unless `--no-peers` is given or there is
/// no C++ compiler, which one of them needs; with `--simdutf DIR` also the sources of simdutf there.
pub(crate) fn bench(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut arguments: Vec<OsString> = arguments.raw_args()?.collect();
    let given = arguments.len();
    arguments.retain(|argument| argument != "--no-peers");
    let unwanted = arguments.len() < given;
    let sources = arguments.iter().position(|argument| argument == "--simdutf");
    let sources = match sources {
        Some(at) if at + 1 < arguments.len() && !unwanted => arguments.drain(at..at + 2).nth(1),
        Some(_) => return Err(Stopped::Usage("--simdutf DIR: the sources of simdutf are a peer".to_owned())),
        None => None,
    };
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
    if let Some(sources) = sources.filter(|_| peers) {
        command
            .args(["--features", "simdutf-sources"])
            .env("PLACEMAT_SIMDUTF", std::path::absolute(sources)?);
    } else if peers {
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
    has(compiler)
}

/// Returns `true` if a program can be called.
pub(crate) fn has(program: impl AsRef<OsStr>) -> bool {
    let call = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    call.is_ok_and(|status| status.success())
}
