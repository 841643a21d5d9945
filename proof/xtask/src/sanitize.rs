//! `sanitize`: memory errors, found by AddressSanitizer in the compiler, by valgrind and by Miri.

use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use placemat::Isa;

use crate::Stopped;
use crate::cargo::{cargo, has, root, target};

/// The target of compilation. Naming it prevents the flags from applying to build scripts.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The parts of the walk whose texts fill their memory exactly; the texts of the others have space around
/// them.
const EXACT: [&str; 3] = ["lengths", "functions", "pages"];

/// The instruction sets that valgrind supports; it has no AVX-512.
const BY_VALGRIND: [&str; 3] = ["avx2", "sse4.1", "scalar"];

/// `cargo xtask sanitize`
pub(crate) fn sanitize(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        writeln!(out, "left out: both are for {TARGET}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut steps = vec![("AddressSanitizer, tests of the library".to_owned(), by_address_sanitizer(TESTS))];
    let walk = [WALK, &["--smallest"]].concat();
    for tier in Isa::available().map(Isa::name) {
        let mut walk = by_address_sanitizer(&walk);
        walk.env("PLACEMAT_ISA", tier);
        steps.push((format!("AddressSanitizer, smallest walk, {tier}"), walk));
    }
    if has("valgrind") {
        for (tier, part) in BY_VALGRIND.into_iter().flat_map(|tier| EXACT.map(|part| (tier, part))) {
            let walk = [WALK, &["--smallest", "--part", part]].concat();
            steps.push((format!("valgrind, {part}, {tier}"), by_valgrind(tier, &walk)));
        }
    } else {
        writeln!(out, "left out: there is no valgrind")?;
    }
    if has_miri() {
        steps.push(("Miri, casts and strings".to_owned(), by_miri()));
    } else {
        writeln!(out, "left out: no nightly toolchain has Miri")?;
    }
    let mut found = false;
    for (name, mut step) in steps {
        let start = Instant::now();
        let is_clean = step.stdout(Stdio::null()).status()?.success();
        let verdict = if is_clean { "nothing found" } else { "FAILED" };
        writeln!(out, "{name}: {verdict}, {:.0} s", start.elapsed().as_secs_f64())?;
        found |= !is_clean;
    }
    Ok(if found { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

const TESTS: &[&str] = &["test", "--quiet", "--package", "placemat", "--lib", "--target", TARGET];
const WALK: &[&str] =
    &["run", "--quiet", "--package", "placemat-exhaustive", "--bin", "exhaustive", "--target", TARGET, "--"];

/// The tests of unsafe code outside vectors and C, without two that walk all code points.
const TESTS_BY_MIRI: &[&str] = &[
    "test",
    "--quiet",
    "--package",
    "placemat",
    "--lib",
    "--",
    "cast::",
    "engine::checked",
    "java::",
    "string::",
    "--skip",
    "string::set::",
    "--skip",
    "forms_whose_strings_are_text",
];

/// Returns the command with the sanitizer. The stable compiler has it too, but the flag has to be allowed.
fn by_address_sanitizer(arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    // A separate directory, because other flags would cause a rebuild.
    command.env("CARGO_TARGET_DIR", "target/sanitize");
    command
}

fn by_valgrind(tier: &str, arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    let runner = "valgrind --quiet --error-exitcode=9";
    command.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner).env("PLACEMAT_ISA", tier);
    command
}

/// Returns the command with Miri, which also finds what breaks the rules of references. It interprets a
/// program about a thousand times as slowly as it runs.
fn by_miri() -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo", "miri"]).args(TESTS_BY_MIRI).current_dir(root());
    command.env("CARGO_TARGET_DIR", target().join("miri")).env("MIRIFLAGS", "-Zmiri-disable-isolation");
    // The toolchain has its own programs.
    command.env_remove("CARGO").env_remove("RUSTC");
    // Miri has few of the vector instructions.
    command.env("PLACEMAT_ISA", Isa::Scalar.name()).env("PLACEMAT_EMULATED", "1");
    command
}

fn has_miri() -> bool {
    let mut call = Command::new("rustup");
    call.args(["run", "nightly", "cargo", "miri", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    call.status().is_ok_and(|status| status.success())
}
