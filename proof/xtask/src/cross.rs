//! `cross`: the library's tests on CPUs of other architectures, emulated; and the code for other systems,
//! compiled only.
//!
//! A target is skipped, with the reason, if its standard library, a linker or an emulator is missing. The first comes
//! from `rustup target add s390x-unknown-linux-gnu`, and so on; on Debian, the others are the packages
//! gcc-aarch64-linux-gnu, libc6-dev-arm64-cross, gcc-s390x-linux-gnu, libc6-dev-s390x-cross and qemu-user. For other
//! systems, only their standard library is needed.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, has, target};

pub(crate) struct Target {
    /// A description of what is tested.
    what: &'static str,
    pub(crate) triple: &'static str,
    pub(crate) linker: &'static str,
    pub(crate) emulator: &'static str,
    /// The arguments of the emulator before the program. The loader and the C library must come from the same
    /// package: a machine that has libc6 of the target, too, would lend its C library, and no thread would start.
    pub(crate) options: &'static str,
    /// The tests that take a different path than on other CPUs.
    tests: &'static [&'static str],
}

pub(crate) const NEON: Target = Target {
    what: "NEON",
    triple: "aarch64-unknown-linux-gnu",
    linker: "aarch64-linux-gnu-gcc",
    emulator: "qemu-aarch64",
    options: " -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=/usr/aarch64-linux-gnu/lib",
    tests: &["simd::", "kernel::"],
};

const BIG_ENDIAN: Target = Target {
    what: "big-endian",
    triple: "s390x-unknown-linux-gnu",
    linker: "s390x-linux-gnu-gcc",
    emulator: "qemu-s390x",
    options: " -L /usr/s390x-linux-gnu -E LD_LIBRARY_PATH=/usr/s390x-linux-gnu/lib",
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
};

/// Systems for which code is compiled but not run, and the packages.
const SYSTEMS: [(&str, &str, &[&str]); 3] = [
    ("Windows", "x86_64-pc-windows-gnu", &["placemat", "placemat-async", "placemat-cli"]),
    ("macOS", "aarch64-apple-darwin", &["placemat", "placemat-async", "placemat-cli"]),
    ("WebAssembly", "wasm32-unknown-unknown", &["placemat"]),
];

/// The time limit of a program in the emulator, in seconds.
const LIMIT: u32 = 1500;

/// `cargo xtask cross [--big-endian]`
///
/// Tests the library on aarch64, and compiles the code for other systems; or tests the library on s390x.
pub(crate) fn cross(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    match arguments.next()? {
        None => {}
        Some(lexopt::Arg::Long("big-endian")) => return BIG_ENDIAN.run(),
        Some(other) => return Err(other.unexpected().into()),
    }
    let mut out = io::stdout();
    for (what, triple, packages) in SYSTEMS {
        if !has_library(triple) {
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
    NEON.run()
}

impl Target {
    /// Builds and runs the tests. What they print is shown if they fail.
    fn run(&self) -> Result<ExitCode, Stopped> {
        let (Target { triple, what, .. }, mut out) = (self, io::stdout());
        if let Some(missing) = self.missing() {
            writeln!(out, "{triple} ({what}): left out, for want of {missing}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let start = Instant::now();
        let output = self.test().output()?;
        let seconds = start.elapsed().as_secs_f64();
        if output.status.success() {
            writeln!(out, "{triple} ({what}): the tests pass, {seconds:.0} s")?;
            return Ok(ExitCode::SUCCESS);
        }
        out.write_all(&output.stdout)?;
        out.write_all(&output.stderr)?;
        writeln!(out, "{triple} ({what}): failed, {seconds:.0} s")?;
        Ok(ExitCode::FAILURE)
    }

    /// Returns what this target needs and the machine lacks.
    pub(crate) fn missing(&self) -> Option<&'static str> {
        let program = [self.linker, self.emulator, "timeout"].into_iter().find(|program| !has(program));
        program.or_else(|| (!has_library(self.triple)).then_some("a standard library"))
    }

    /// Returns the name of cargo's variable for the linker or the runner.
    pub(crate) fn variable(&self, last: &str) -> String {
        format!("CARGO_TARGET_{}_{last}", self.triple.replace('-', "_").to_ascii_uppercase())
    }

    fn test(&self) -> Command {
        let mut command =
            cargo(&["test", "--package", "placemat", "--quiet", "--lib", "--target", self.triple]);
        command
            .arg("--")
            .args(self.tests)
            .env_remove("PLACEMAT_ISA")
            // Fewer random draws, because all of them would take many times as long.
            .env("PLACEMAT_EMULATED", "1")
            .env(self.variable("LINKER"), self.linker)
            .env(self.variable("RUNNER"), format!("timeout {LIMIT} {}{}", self.emulator, self.options))
            // Apart from what other steps build at the same time.
            .env("CARGO_TARGET_DIR", target().join("cross").join(self.triple));
        command
    }
}

/// Returns `true` if the compiler in use has the standard library of a target.
fn has_library(triple: &str) -> bool {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).args(["--print", "target-libdir", "--target", triple]).output();
    output.is_ok_and(|told| {
        told.status.success() && Path::new(String::from_utf8_lossy(&told.stdout).trim()).is_dir()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cargo::root;

    /// A name that no test begins with would select none, and nothing would fail.
    #[test]
    fn each_name_begins_the_name_of_a_test() {
        for target in [NEON, BIG_ENDIAN] {
            for name in target.tests {
                let (module, function) = name.rsplit_once("::").expect("a path");
                let file = root().join("crates/placemat/src").join(module.replace("::", "/") + ".rs");
                let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(function.is_empty() || text.contains(&format!("fn {function}")), "{name}");
            }
        }
    }
}
