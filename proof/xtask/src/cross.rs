//! `cross`: the library's tests on CPUs of other architectures, emulated; and the code for other systems,
//! compiled only.
//!
//! A target is skipped, with the reason, if the machine has no compiler, linker or emulator for it. On
//! Debian, these packages are needed:
//!
//! ```text
//! aarch64   arm64 as a foreign architecture; rustc-web libstd-rust-web-dev:arm64
//!           gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
//! s390x     rustc-web cargo-web rust-web-src gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user
//! ```
//!
//! For other systems, only their standard library is needed: `rustup target add x86_64-pc-windows-gnu`, and
//! so on.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, has, target};

struct Target {
    /// A description of what is tested.
    what: &'static str,
    triple: &'static str,
    linker: &'static str,
    emulator: &'static str,
    /// The arguments of the emulator before the program.
    options: &'static str,
    /// `true` if the standard library is compiled too, because none can be installed.
    builds_std: bool,
    /// The tests that take a different path than on other CPUs.
    tests: &'static [&'static str],
}

const TARGETS: [Target; 2] = [
    Target {
        what: "NEON",
        triple: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        emulator: "qemu-aarch64",
        options: "",
        builds_std: false,
        tests: &["simd::", "kernel::"],
    },
    Target {
        what: "big-endian",
        triple: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        emulator: "qemu-s390x",
        options: " -L /usr/s390x-linux-gnu",
        builds_std: true,
        tests: &[
            "cast::",
            "kernel::tests::every_place",
            "kernel::tests::forms",
            "kernel::tests::utf_16",
            "kernel::tests::plain::every_place",
            "kernel::tests::plain::two_and_three",
            "kernel::tests::length::every",
            "kernel::tests::family::halves",
            "kernel::tests::trusted::halves",
        ],
    },
];

/// Systems for which code is compiled but not run, and the packages.
const SYSTEMS: [(&str, &str, &[&str]); 3] = [
    ("Windows", "x86_64-pc-windows-gnu", &["placemat", "placemat-async", "placemat-cli"]),
    ("macOS", "aarch64-apple-darwin", &["placemat", "placemat-async", "placemat-cli"]),
    ("WebAssembly", "wasm32-unknown-unknown", &["placemat"]),
];

/// The time limit of a program in the emulator, in seconds.
const LIMIT: u32 = 1500;

/// `cargo xtask cross`
pub(crate) fn cross(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    for (what, triple, packages) in SYSTEMS {
        if !has_library(&compiler_in_use(), triple, false) {
            writeln!(out, "{triple} ({what}): left out, for want of a standard library")?;
            continue;
        }
        let mut command = cargo(&["check", "--quiet", "--target", triple]);
        command.args(packages.iter().flat_map(|package| ["--package", package]));
        if !command.env("RUSTFLAGS", "-D warnings").status()?.success() {
            writeln!(out, "{triple} ({what}): failed")?;
            return Ok(ExitCode::FAILURE);
        }
        writeln!(out, "{triple} ({what}): compiles")?;
    }
    // In parallel: the compiler uses mostly one core, and so do the tests.
    let told = thread::scope(|scope| {
        let running: Vec<_> = TARGETS.iter().map(|target| scope.spawn(|| target.report())).collect();
        running.into_iter().map(|thread| thread.join().expect("a report does not panic")).collect::<Vec<_>>()
    });
    for report in told {
        let Report { told, passed } = report?;
        out.write_all(&told)?;
        if !passed {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The output about a target, and whether its tests passed or were skipped.
struct Report {
    told: Vec<u8>,
    passed: bool,
}

impl Target {
    /// Builds and runs the tests.
    fn report(&self) -> io::Result<Report> {
        let Target { triple, what, .. } = self;
        let compiler = match self.compiler() {
            Ok(compiler) => compiler,
            Err(missing) => {
                let told = format!("{triple} ({what}): left out, for want of {missing}\n").into_bytes();
                return Ok(Report { told, passed: true });
            }
        };
        let start = Instant::now();
        let output = self.test(&compiler).output()?;
        let seconds = start.elapsed().as_secs_f64();
        let passed = output.status.success();
        let mut told = if passed { Vec::new() } else { [output.stdout, output.stderr].concat() };
        let outcome = if passed { "the tests pass" } else { "failed" };
        writeln!(told, "{triple} ({what}): {outcome}, {seconds:.0} s")?;
        Ok(Report { told, passed })
    }

    /// Returns the compiler that has what this target needs, or what is missing.
    fn compiler(&self) -> Result<PathBuf, String> {
        for program in [self.linker, self.emulator, "timeout"] {
            if !has(program) {
                return Err(program.to_owned());
            }
        }
        let compilers = [compiler_in_use(), "/usr/bin/rustc".into()];
        let compiler =
            compilers.into_iter().find(|compiler| has_library(compiler, self.triple, self.builds_std));
        compiler
            .ok_or_else(|| format!("a standard library{}", if self.builds_std { "'s source" } else { "" }))
    }

    fn test(&self, compiler: &Path) -> Command {
        let mut command =
            cargo(&["test", "--package", "placemat", "--quiet", "--lib", "--target", self.triple]);
        if self.builds_std {
            command.arg("-Zbuild-std=std,test,panic_unwind").env("RUSTC_BOOTSTRAP", "1");
        }
        let variable = |last: &str| {
            format!("CARGO_TARGET_{}_{last}", self.triple.replace('-', "_").to_ascii_uppercase())
        };
        command
            .arg("--")
            .args(self.tests)
            .env("RUSTC", compiler)
            .env_remove("PLACEMAT_ISA")
            // Fewer random draws, because all of them would take many times as long.
            .env("PLACEMAT_EMULATED", "1")
            .env(variable("LINKER"), self.linker)
            .env(variable("RUNNER"), format!("timeout {LIMIT} {}{}", self.emulator, self.options))
            // A separate directory from that of the other compiler, and from that of the other target, which
            // is built at the same time.
            .env("CARGO_TARGET_DIR", target().join("cross").join(self.triple));
        command
    }
}

/// Returns the compiler that cargo would call.
fn compiler_in_use() -> PathBuf {
    std::env::var_os("RUSTC").map_or("rustc".into(), PathBuf::from)
}

/// Returns `true` if a compiler has the standard library of a target, or its source.
fn has_library(compiler: &Path, triple: &str, as_source: bool) -> bool {
    let asked = if as_source { "sysroot" } else { "target-libdir" };
    let Ok(told) = Command::new(compiler).args(["--print", asked, "--target", triple]).output() else {
        return false;
    };
    let directory = PathBuf::from(String::from_utf8_lossy(&told.stdout).trim());
    let library = if as_source { directory.join("lib/rustlib/src/rust/library") } else { directory };
    told.status.success() && library.is_dir()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cargo::root;

    /// A name that no test begins with would select none, and nothing would fail.
    #[test]
    fn each_name_begins_the_name_of_a_test() {
        for target in &TARGETS {
            for name in target.tests {
                let (module, function) = name.rsplit_once("::").expect("a path");
                let file = root().join("crates/placemat/src").join(module.replace("::", "/") + ".rs");
                let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(function.is_empty() || text.contains(&format!("fn {function}")), "{name}");
            }
        }
    }
}
