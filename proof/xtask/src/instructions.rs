//! `instructions`: how many instructions each call takes, counted by valgrind's callgrind.
//!
//! Unlike time, the number does not depend on other work on the machine, so a slower kernel is seen on the
//! commit that made it slower. It is not time: instructions differ in their cost, and predicted branches cost
//! less than others. Callgrind does not know AVX-512.

mod engine;
mod neon;
mod record;
mod report;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use lexopt::prelude::*;

use self::engine::{COLUMNS, Column};
use self::record::{Cell, Record};
use crate::Stopped;
use crate::cargo::{cargo, has_cpp_compiler, root, target};
use crate::weight::compiler;

/// Where the record and its summary are in the working tree.
const RECORD: &str = "proof/bench/instructions.tsv";
const SUMMARY: &str = "proof/bench/INSTRUCTIONS.md";

const HELP: &str = "usage: cargo xtask instructions [--neon] [--check|--record]

Counts the instructions of placemat's calls and of its peers', and prints a summary.

  --check    count only placemat's, compare them with proof/bench/instructions.tsv, and fail if a call takes
             over 2 % more; another compiler's never fail
  --record   write proof/bench/instructions.tsv and proof/bench/INSTRUCTIONS.md
  --neon     count on aarch64, emulated by qemu; with --record, write only the last section of INSTRUCTIONS.md
";

/// `cargo xtask instructions`
pub(crate) fn instructions(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let (mut checks, mut records, mut is_neon) = (false, false, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("check") => checks = true,
            Long("record") => records = true,
            Long("neon") => is_neon = true,
            Long("help") => {
                io::stdout().write_all(HELP.as_bytes())?;
                return Ok(ExitCode::SUCCESS);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if checks && (records || is_neon) {
        return Err(Stopped::Usage("--check and the other options do not go together".to_owned()));
    }
    let mut out = io::stdout();
    if is_neon {
        return neon::neon(records);
    }
    if !has_callgrind() {
        writeln!(out, "left out: instructions are counted by valgrind on x86-64 Linux, which is not here")?;
        return Ok(ExitCode::SUCCESS);
    }
    if !checks && !has_cpp_compiler() {
        writeln!(io::stderr(), "there is no C++ compiler, which one of the peers needs")?;
        return Ok(ExitCode::FAILURE);
    }
    // placemat is counted in a build without the peers, because other code in the program could change what
    // the compiler inlines.
    let (mut cells, mut outputs) = (BTreeMap::new(), BTreeMap::new());
    for with_peers in [false, true] {
        if with_peers && checks {
            break;
        }
        let wanted = |column: &Column| column.is_ours() != with_peers && column.is_here();
        if !build("instructions", with_peers)? || !count(COLUMNS, wanted, run, &mut cells, &mut outputs)? {
            return Ok(ExitCode::FAILURE);
        }
    }
    let record = Record { head: head()?, cells };
    if checks {
        return against_record(&record);
    }
    let summary = report::summary(&record);
    if records {
        fs::write(root().join(RECORD), record.to_tsv())?;
        let kept = fs::read_to_string(root().join(SUMMARY))?;
        fs::write(root().join(SUMMARY), summary + neon::split(&kept).1)?;
    } else {
        out.write_all(summary.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds a program in the profile that users' programs have by default.
pub(crate) fn build(program: &str, with_peers: bool) -> io::Result<bool> {
    Ok(build_call(program, with_peers).status()?.success())
}

fn build_call(program: &str, with_peers: bool) -> Command {
    let mut command = cargo(&["build", "--quiet", "--profile", "adopter", "--package", "placemat-bench"]);
    command.args(["--bin", program]);
    if with_peers {
        command.args(["--features", "peers"]);
    }
    // Without the flags of the workspace, as users build the library.
    command.env("RUSTFLAGS", "--cap-lints=warn");
    command
}

/// Counts the calls of the columns that are wanted. Returns `false` if a process fails, or if two outputs
/// differ.
fn count(
    columns: &[Column],
    wanted: impl Fn(&Column) -> bool,
    run: impl Fn(&Column, &Path) -> io::Result<Option<(String, Vec<u64>)>>,
    cells: &mut BTreeMap<Cell, Vec<Option<f64>>>,
    outputs: &mut BTreeMap<Cell, String>,
) -> io::Result<bool> {
    let scratch = target().join("instructions");
    fs::create_dir_all(&scratch)?;
    for (i, column) in columns.iter().enumerate().filter(|(_, column)| wanted(column)) {
        let Some((lines, totals)) = run(column, &scratch.join("callgrind.out"))? else { return Ok(false) };
        let counts = match per_call(&lines, &totals) {
            Ok(counts) => counts,
            Err(why) => {
                writeln!(io::stderr(), "{}: {why}", column.name())?;
                return Ok(false);
            }
        };
        for (cell, instructions, output) in counts {
            let first = outputs.entry(cell.clone()).or_insert_with(|| output.clone());
            if *first != output {
                writeln!(io::stderr(), "{}: {cell:?}: {output}, not {first}", column.name())?;
                return Ok(false);
            }
            let row = cells.entry(cell).or_insert_with(|| vec![None; columns.len()]);
            row[i] = Some(instructions);
        }
    }
    Ok(true)
}

/// Runs an engine. Returns the lines that it prints, and the total of each dump.
fn run(column: &Column, file: &Path) -> io::Result<Option<(String, Vec<u64>)>> {
    let mut command = callgrind("instructions", file);
    command.arg(column.engine);
    for column in COLUMNS {
        column.variable().map(|variable| command.env_remove(variable));
    }
    column.variable().map(|variable| command.env(variable, column.tier));
    counted(command, file, &column.name())
}

/// Returns a call of a program of [`build`] under callgrind. A dump is written to the file after each call of
/// the program's function `counted_calls`.
pub(crate) fn callgrind(program: &str, file: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind", "--combine-dumps=yes", "--dump-line=no"]);
    command
        .args(["toggle-collect", "dump-after"].map(|option| format!("--{option}={program}::counted_calls")));
    command.arg(format!("--callgrind-out-file={}", file.display()));
    // The C library copies long blocks by one instruction, and callgrind counts each byte that it copies.
    let never = ["movsb", "stosb"].map(|name| format!("glibc.cpu.x86_rep_{name}_threshold=1000000000000"));
    command.env("GLIBC_TUNABLES", never.join(":"));
    command.arg(target().join("adopter").join(program));
    command
}

/// Runs a program under callgrind. Returns the lines that it prints, and the total of each dump in the file.
/// The last dump is that of the end of the program.
pub(crate) fn counted(
    mut command: Command,
    file: &Path,
    name: &str,
) -> io::Result<Option<(String, Vec<u64>)>> {
    let output = command.stderr(Stdio::piped()).output()?;
    if !output.status.success() {
        writeln!(io::stderr(), "{name}: {}", String::from_utf8_lossy(&output.stderr).trim_end())?;
        return Ok(None);
    }
    let dumps = fs::read_to_string(file)?;
    let totals = dumps.lines().filter_map(|line| line.strip_prefix("totals:")?.trim().parse().ok());
    Ok(Some((String::from_utf8_lossy(&output.stdout).into_owned(), totals.collect())))
}

/// Returns `true` if callgrind is installed, and knows the instructions of this CPU.
pub(crate) fn has_callgrind() -> bool {
    cfg!(all(target_os = "linux", target_arch = "x86_64")) && version("valgrind").is_some()
}

/// Returns for each line the instructions of one call, without those of a call that does nothing, and the
/// output.
///
/// Each batch was counted for one round and for two.
fn per_call(lines: &str, totals: &[u64]) -> Result<Vec<(Cell, f64, String)>, String> {
    let lines: Vec<&str> = lines.lines().collect();
    if totals.len() != 2 * lines.len() + 1 {
        return Err(format!("{} dumps of callgrind for {} lines", totals.len(), lines.len()));
    }
    let mut counts = vec![];
    let mut nothing = None;
    for (line, totals) in lines.into_iter().zip(totals.chunks(2)) {
        let (cell, calls, output) = parsed(line).ok_or_else(|| format!("unexpected: {line}"))?;
        let instructions = (totals[1] as f64 - totals[0] as f64) / calls;
        if cell.operation == "nothing" {
            nothing = Some(instructions);
            continue;
        }
        counts.push((cell, instructions - nothing.ok_or("nothing was counted first")?, output));
    }
    Ok(counts)
}

/// Parses a line of the program: the cell, the calls in a round, and length and hash of the output.
fn parsed(line: &str) -> Option<(Cell, f64, String)> {
    let [operation, text, bytes, calls, output @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
        return None;
    };
    let cell = Cell { operation: (*operation).into(), text: (*text).into(), bytes: bytes.parse().ok()? };
    Some((cell, calls.parse().ok()?, output.join(" ")))
}

/// Returns what the record says of itself: the name of each fact, and the fact.
fn head() -> io::Result<Vec<(String, String)>> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let peers: Vec<String> = engine::packages().filter_map(|name| engine::version_in(&lock, name)).collect();
    let fact = |name: &str, fact: String| (name.to_owned(), fact);
    Ok(vec![
        fact("compiler", compiler()?),
        fact("peers", peers.join(", ")),
        fact(
            "tools",
            [version("valgrind"), version("c++")].into_iter().flatten().collect::<Vec<_>>().join(", "),
        ),
    ])
}

/// Returns the first line of what a program prints as its version, or `None` if it is not installed.
fn version(program: &str) -> Option<String> {
    let output = Command::new(program).arg("--version").stderr(Stdio::null()).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned())
}

/// Compares the counts with the record.
fn against_record(now: &Record) -> Result<ExitCode, Stopped> {
    let mut out = io::stdout();
    let record = match Record::parse(&fs::read_to_string(root().join(RECORD))?) {
        Ok(record) => record,
        Err(why) => {
            writeln!(out, "{RECORD}: {why}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let difference = record.compare(now);
    for line in &difference.lines {
        writeln!(out, "{line}")?;
    }
    let verdict = if difference.is_slower { "more than the record allows" } else { "as the record allows" };
    writeln!(out, "{} calls, {} differ by over 2 %: {verdict}", difference.compared, difference.differ)?;
    Ok(if difference.is_slower { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_the_second_round_without_what_nothing_takes() {
        let lines = "nothing\t-\t1\t32\t0\t0\nvalidate\tascii\t7\t32\t1\tab\n";
        let counts = per_call(lines, &[500, 820, 1000, 3240, 0]).unwrap();
        let cell = Cell { operation: "validate".into(), text: "ascii".into(), bytes: 7 };
        assert_eq!(counts, [(cell, 60.0, "1 ab".to_owned())]);
        assert!(per_call(lines, &[500, 820, 1000, 3240]).is_err());
        assert!(per_call("validate\tascii\t7\t32\t1\tab\n", &[1, 2, 0]).is_err());
        assert!(per_call("validate\tascii\n", &[1, 2, 0]).is_err());
    }

    #[test]
    fn options_that_do_not_go_together_are_wrong_usage() {
        for arguments in [&["--check", "--record"][..], &["--neon", "--check"], &["--fast"]] {
            let stopped = instructions(lexopt::Parser::from_args(arguments));
            assert!(matches!(stopped, Err(Stopped::Usage(_))), "{arguments:?}");
        }
    }
}
