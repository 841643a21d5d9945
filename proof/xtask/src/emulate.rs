//! `emulate`: the command and the walks on a lesser CPU, by the emulator `qemu-x86_64`.
//!
//! An emulated CPU faults on instructions that it lacks. So a test that passes here has used no better
//! kernels than the named ones, and the best available one was selected.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use crate::Stopped;
use crate::cargo::{built, has, root};

/// CPUs by the emulator's names, and the instruction set that is best on them.
const CPUS: [(&str, &str); 3] = [("Haswell", "avx2"), ("Nehalem", "sse4.1"), ("qemu64", "scalar")];

/// The walks that run there: every kernel, in a short time. On the real CPU, all parts are walked.
const PARTS: [&str; 2] = ["windows", "pages"];

/// An instruction set that is better than all of these.
const BETTER: &str = "avx512";

/// `cargo xtask emulate`
pub(crate) fn emulate(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    if !has_emulator() {
        writeln!(out, "left out: there is no qemu-x86_64 for programs of this machine")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (Some(command), Some(walker)) = (built("placemat")?, built("exhaustive")?) else {
        return Ok(ExitCode::FAILURE);
    };
    // In parallel, because each program uses one core.
    let reports = thread::scope(|scope| {
        let (command, walker) = (&command, &walker);
        let running = CPUS.map(|(cpu, best)| scope.spawn(move || checked(cpu, best, command, walker)));
        running.map(|thread| thread.join().expect("a check does not panic"))
    });
    let mut passed = true;
    for report in reports {
        match report? {
            Ok(told) => writeln!(out, "{told}")?,
            Err(told) => {
                writeln!(out, "{told}")?;
                passed = false;
            }
        }
    }
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks what runs on a CPU. Returns what was found, as an error if it is wrong.
fn checked(cpu: &str, best: &str, command: &Path, walker: &Path) -> io::Result<Result<String, String>> {
    let listed = on(cpu, command, &["list", "--instruction-sets"]).output()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    if !listed.lines().any(|line| line == format!("{best:8}in use")) {
        return Ok(Err(format!("{cpu}: {best} is not in use:\n{listed}")));
    }
    let mut asked = on(cpu, command, &["list", "--isa", BETTER]);
    if asked.stdout(Stdio::null()).status()?.code() != Some(2) {
        return Ok(Err(format!("{cpu}: {BETTER} is not refused")));
    }
    let mut walks = 0;
    for part in PARTS {
        let walk = on(cpu, walker, &["--smallest", "--part", part]).output()?;
        let told = String::from_utf8_lossy(&walk.stdout).into_owned();
        let is_served = !told.is_empty() && told.lines().all(|line| line.starts_with(&format!("{best} ")));
        if !(walk.status.success() && is_served) {
            return Ok(Err(format!("{cpu}: {}\n{told}", walk.status)));
        }
        walks += told.lines().count();
    }
    Ok(Ok(format!("{cpu}: {best} in use, {BETTER} refused, {walks} walks without a difference")))
}

/// Returns a call of a program on an emulated CPU, with the best instruction set that it has.
fn on(cpu: &str, program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("timeout");
    command.args(["900", "qemu-x86_64", "-cpu", cpu]).arg(program).args(arguments).current_dir(root());
    // The emulator prints warnings about features that it does not support.
    command.env_remove("PLACEMAT_ISA").stderr(Stdio::null());
    command
}

fn has_emulator() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) && has("qemu-x86_64")
}
