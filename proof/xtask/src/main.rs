//! The tasks of the project: `cargo xtask <command>`.

#![forbid(unsafe_code)]

mod api;
mod binding;
mod c;
mod cargo;
mod chart;
mod ci;
mod compat;
mod conformance;
mod cross;
mod detect_score;
mod dist;
mod emulate;
mod engines;
mod equivalence;
mod exhaustive;
mod faults;
mod features;
mod floors;
mod gconv;
mod growth;
mod instructions;
mod java;
mod manual;
mod minimum_rust;
mod mutants;
mod release;
mod sanitize;
mod screenshots;
mod stress;
mod verified;
mod weight;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

/// A task: its name, its arguments, its description, and its function.
struct Command {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(lexopt::Parser) -> Result<ExitCode, Stopped>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "ci",
        arguments: "[--more [--suites DIR]]",
        summary: "what must hold on every commit: lints, tests, documentation; --more: what .ci/run adds, and the public suites in DIR",
        run: ci::ci,
    },
    Command {
        name: "features",
        arguments: "",
        summary: "the library with each of its features alone, and with several together",
        run: features::features,
    },
    Command {
        name: "release",
        arguments: "[--files|--record]",
        summary: "what must hold before the packages are published; --files: only what they contain; --record writes it",
        run: release::release,
    },
    Command {
        name: "minimum-rust",
        arguments: "",
        summary: "the library, compiled by the oldest Rust that it promises, if rustup has it",
        run: minimum_rust::minimum_rust,
    },
    Command {
        name: "cross",
        arguments: "",
        summary: "the library's tests on emulated CPUs of other architectures; what other systems have, compiled",
        run: cross::cross,
    },
    Command {
        name: "bench",
        arguments: "[OPTIONS]",
        summary: "measure against the peers; --help tells the options",
        run: cargo::bench,
    },
    Command {
        name: "api",
        arguments: "[--check]",
        summary: "write docs/api.txt, the library's public items; --check compares it",
        run: api::api,
    },
    Command {
        name: "c",
        arguments: "[OPTIONS]",
        summary: "build and test the interface for C: --install PREFIX [--simdutf], --header writes placemat.h, --long compares 10^8 calls with simdutf",
        run: c::c,
    },
    Command {
        name: "chart",
        arguments: "[FILE]",
        summary: "draw proof/bench/chart.svg from the record that the README shows, or from this one",
        run: chart::chart,
    },
    Command {
        name: "compat",
        arguments: "[--record|--bench] [NAME…]",
        summary: "tests of other projects, on their own dependency and on placemat in its place, compared with docs/adopters.md; --record writes it, --bench runs benchmarks",
        run: compat::compat,
    },
    Command {
        name: "stress",
        arguments: "[--rounds N]",
        summary: "eight runs of the command at once on one tree, 1000 times: nothing is mixed, nothing is left",
        run: stress::stress,
    },
    Command {
        name: "conformance",
        arguments: "[DIR…]",
        summary: "run the vectors in the directories, the project's own by default",
        run: conformance::vectors,
    },
    Command {
        name: "detect-score",
        arguments: "[OPTIONS]",
        summary: "how often detection is right: --seed N, --min-length N, --max-length N, --wrong lists what it was not",
        run: detect_score::detect_score,
    },
    Command {
        name: "dist",
        arguments: "[--twice|--lists|--record] [NAME…]",
        summary: "build what people install into dist/, and try it: vectors, command, deb, c, gconv, wheels, manifests; --twice compares a second build; --lists: only compare the licences and SBOM of wheels; --record writes them",
        run: dist::dist,
    },
    Command {
        name: "engines",
        arguments: "[--datafusion]",
        summary: "the command on columns, and the package for Python in an environment of its own: build and test them; --datafusion instead checks the functions of DataFusion",
        run: engines::engines,
    },
    Command {
        name: "equivalence",
        arguments: "[--texts N] [--tier NAME]",
        summary: "every ordered pair of encodings, under every policy, in every way to convert: 100 texts each",
        run: equivalence::equivalence,
    },
    Command {
        name: "exhaustive",
        arguments: "[OPTIONS]",
        summary: "walk whole spaces of strings through every kernel: --quick, --offsets N, --tier, --kernel, --part NAME",
        run: exhaustive::exhaustive,
    },
    Command {
        name: "faults",
        arguments: "[--all]",
        summary: "the command with an error at every call of the system, and killed at every one, by strace where it is installed",
        run: faults::faults,
    },
    Command {
        name: "floors",
        arguments: "",
        summary: "the library's modules, floor by floor, and what each floor imports; whether they keep to ARCHITECTURE.md",
        run: floors::floors,
    },
    Command {
        name: "gconv",
        arguments: "[OPTIONS]",
        summary: "build and test the module for iconv(3) of glibc: --install DIR, --modules writes gconv-modules",
        run: gconv::gconv,
    },
    Command {
        name: "java",
        arguments: "",
        summary: "what Java replaces in ill-formed UTF-8, against `Str::decode_as_java`: 17 million strings",
        run: java::java,
    },
    Command {
        name: "growth",
        arguments: "[--all]",
        summary: "calls on inputs that are hard for them: twice the input costs at most 2.2 times the instructions; --all prints every cost",
        run: growth::growth,
    },
    Command {
        name: "instructions",
        arguments: "[--check|--record]",
        summary: "count the instructions of each call, by valgrind where it is installed; --check compares placemat's with the record",
        run: instructions::instructions,
    },
    Command {
        name: "manual",
        arguments: "",
        summary: "write the manual pages and completions, for packages, to target/manual",
        run: manual::manual,
    },
    Command {
        name: "emulate",
        arguments: "",
        summary: "the command and the smallest walks on lesser CPUs, by qemu-x86_64 where it is installed",
        run: emulate::emulate,
    },
    Command {
        name: "mutants",
        arguments: "[TEXT…]",
        summary: "break clauses in a copy, one by one: the tests that CONFORMANCE.md names for them must fail",
        run: mutants::mutants,
    },
    Command {
        name: "sanitize",
        arguments: "",
        summary: "tests and walks under AddressSanitizer, and under valgrind where it is installed",
        run: sanitize::sanitize,
    },
    Command {
        name: "screenshots",
        arguments: "[--check]",
        summary: "draw docs/screens/*.svg of what the command writes, or tell whether they are still true",
        run: screenshots::screenshots,
    },
    Command {
        name: "suites",
        arguments: "DIR",
        summary: "run the public test suites in a directory",
        run: conformance::suites,
    },
    Command {
        name: "verify",
        arguments: "[--only STEP]…",
        summary: "what must hold before a release and takes hours: the long runs of equivalence, exhaustive, faults, stress, sanitize, mutants; adds the results to docs/verified.md",
        run: ci::verify,
    },
    Command {
        name: "weight",
        arguments: "[OPTIONS]",
        summary: "measure what a dependency on the library costs a program; --help lists the options",
        run: weight::weight,
    },
];

/// Why a task ended early.
#[derive(Debug)]
enum Stopped {
    /// Wrong usage.
    Usage(String),
    /// Its output could not be written.
    Output(io::Error),
}

impl From<lexopt::Error> for Stopped {
    fn from(error: lexopt::Error) -> Self {
        Stopped::Usage(error.to_string())
    }
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Output(error)
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let _program = arguments.next();
    let name = arguments.next();
    match run(name, arguments) {
        Ok(code) => code,
        Err(Stopped::Usage(why)) => {
            complain(&format!("{}\n\n{}", placemat_conformance::printable(&why), usage()));
            ExitCode::from(2)
        }
        Err(Stopped::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stopped::Output(error)) => {
            complain(&format!("standard output: {error}\n"));
            ExitCode::from(2)
        }
    }
}

fn run(name: Option<OsString>, arguments: std::env::ArgsOs) -> Result<ExitCode, Stopped> {
    let Some(name) = name else { return Err(Stopped::Usage("a command is missing".to_owned())) };
    if ["help", "--help", "-h"].iter().any(|help| name == *help) {
        io::stdout().write_all(usage().as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    match COMMANDS.iter().find(|command| name == command.name) {
        Some(command) => (command.run)(lexopt::Parser::from_args(arguments)),
        None => Err(Stopped::Usage(format!("there is no command {}", name.display()))),
    }
}

fn usage() -> String {
    let mut text = "usage: cargo xtask <command>\n\n".to_owned();
    for Command { name, arguments, summary, .. } in COMMANDS {
        text += &format!("  {:24} {summary}\n", format!("{name} {arguments}"));
    }
    text
}

/// Prints a message on standard error, which may be closed.
fn complain(message: &str) {
    let _ = io::stderr().write_all(message.as_bytes());
}
