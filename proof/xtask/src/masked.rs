//! `masked`: the command and the walks on a lesser CPU, by the emulator `qemu-x86_64`.
//!
//! An emulated CPU faults on instructions that it lacks. So a test that passes here has used no better
//! kernels than the named ones, and the best available one was selected.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};

use crate::Stopped;
use crate::cargo::cargo;

/// CPUs by the emulator's names, and the instruction set that is best on them.
const CPUS: [(&str, &str); 3] = [("Haswell", "avx2"), ("Nehalem", "sse4.1"), ("qemu64", "scalar")];

/// The walks that run there: every kernel, in a short time. On the real CPU, all parts are walked.
const PARTS: [&str; 2] = ["windows", "pages"];

/// An instruction set that is better than all of these.
const BETTER: &str = "avx512";

/// `cargo xtask masked`
pub(crate) fn masked(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    if !has_emulator() {
        writeln!(out, "left out: there is no qemu-x86_64 for programs of this machine")?;
        return Ok(ExitCode::SUCCESS);
    }
    for (cpu, best) in CPUS {
        let listed = on(cpu, "placemat-cli", "placemat", &["list", "--instruction-sets"]).output()?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        if !listed.lines().any(|line| line == format!("{best:8}in use")) {
            writeln!(out, "{cpu}: {best} is not in use:\n{listed}")?;
            return Ok(ExitCode::FAILURE);
        }
        let mut asked = on(cpu, "placemat-cli", "placemat", &["list", "--isa", BETTER]);
        if asked.stdout(Stdio::null()).status()?.code() != Some(2) {
            writeln!(out, "{cpu}: {BETTER} is not refused")?;
            return Ok(ExitCode::FAILURE);
        }
        let mut walks = 0;
        for part in PARTS {
            let walk =
                on(cpu, "placemat-exhaustive", "exhaustive", &["--smallest", "--part", part]).output()?;
            let told = String::from_utf8_lossy(&walk.stdout).into_owned();
            let is_served =
                !told.is_empty() && told.lines().all(|line| line.starts_with(&format!("{best} ")));
            if !(walk.status.success() && is_served) {
                writeln!(out, "{cpu}: {}\n{told}", walk.status)?;
                return Ok(ExitCode::FAILURE);
            }
            walks += told.lines().count();
        }
        writeln!(out, "{cpu}: {best} in use, {BETTER} refused, {walks} walks without a difference")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a program of the workspace on an emulated CPU, with the best instruction set that it has.
fn on(cpu: &str, package: &str, program: &str, arguments: &[&str]) -> Command {
    let mut command = cargo(&["run", "--quiet", "--package", package, "--bin", program, "--"]);
    let runner = format!("timeout 900 qemu-x86_64 -cpu {cpu}");
    command.args(arguments).env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner);
    // The emulator prints warnings about features that it does not support.
    command.env_remove("PLACEMAT_ISA").stderr(Stdio::null());
    command
}

fn has_emulator() -> bool {
    let call =
        Command::new("qemu-x86_64").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) && call.is_ok()
}
