//! The speed of the library in a debug build and in a release build.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use super::program::{placemat, write_package};
use super::spent::{cargo_of_adopter, fetch};
use super::{executable, remove};
use crate::Stopped;

/// The program: for each operation and text it prints the nanoseconds of a call, as the least of several
/// rounds.
const SOURCE: &str = r#"use std::hint::black_box;
use std::time::Instant;

use placemat::form::{Mutf8, Utf8, Utf16};
use placemat::{Encoding, Str, convert};

fn main() {
    let line = "Ring the bells: Glocken läuten, Καμπάνες, 鐘が鳴る, 🔔\n";
    let mixed = line.repeat((1 << 20) / line.len()).into_bytes();
    let ascii = "Ring the bells that still can ring.\n".repeat((1 << 20) / 36).into_bytes();
    let named = |name| Encoding::from_name(black_box(name)).unwrap();
    let texts = [("1 MiB, mixed", &mixed[..]), ("1 MiB, ASCII", &ascii[..]), ("16 bytes, ASCII", &ascii[..16])];
    for (text, bytes) in texts {
        measure("validate UTF-8", text, bytes, |bytes| Str::<Utf8>::new(bytes).is_ok() as usize);
        measure("UTF-8 → UTF-16", text, bytes, |bytes| convert(Utf8, Utf16, bytes).unwrap().len());
        let of_java = convert(Utf8, Mutf8, bytes).unwrap();
        measure("MUTF-8 → UTF-8", text, &of_java, |bytes| convert(Mutf8, Utf8, bytes).unwrap().len());
        let (from, to) = (named("utf-8"), named("utf-16le"));
        let at_run_time = "utf-8 → utf-16le, named at run time";
        measure(at_run_time, text, bytes, |bytes| convert(from, to, bytes).unwrap().len());
    }
}

fn measure(operation: &str, text: &str, bytes: &[u8], call: impl Fn(&[u8]) -> usize) {
    let mut least = f64::INFINITY;
    let calls = if bytes.len() < 1000 { 10_000 } else { 1 };
    let start = Instant::now();
    let mut rounds = 0;
    while rounds < 5 || rounds < 1000 && start.elapsed().as_secs_f64() < 0.1 {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call(black_box(bytes)));
        }
        least = least.min(start.elapsed().as_secs_f64() * 1e9 / calls as f64);
        rounds += 1;
    }
    println!("{operation}\t{text}\t{}\t{least}", bytes.len());
}
"#;

/// How often each program runs, alternating with the others.
const ROUNDS: usize = 5;

/// Operation and text, in the order of the program.
type Case = (usize, String, String);

/// The cost of one call.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Call {
    bytes: u64,
    nanoseconds: f64,
}

/// Builds the program in both ways, with the library of this working tree and optionally of another. Prints a
/// table.
pub(crate) fn speed(scratch: &Path, beside: Option<&Path>) -> Result<ExitCode, Stopped> {
    let mut libraries = vec![("", placemat())];
    if let Some(beside) = beside {
        libraries.push((" there", std::path::absolute(beside)?.join("crates/placemat")));
    }
    let mut programs: Vec<(String, PathBuf)> = Vec::new();
    for (i, (suffix, library)) in libraries.iter().enumerate() {
        let (directory, built) =
            (scratch.join(format!("speed-{i}")), scratch.join(format!("speed-target-{i}")));
        write_package(&directory, &format!("placemat = {{ path = '{}' }}", library.display()), SOURCE)?;
        if !fetch(&directory)? {
            return Ok(ExitCode::FAILURE);
        }
        for (name, profile, kept) in [("debug", "dev", "debug"), ("release", "release", "release")] {
            let mut command = cargo_of_adopter(&directory, &built);
            if !command.args(["build", "--quiet", "--profile", profile]).status()?.success() {
                return Ok(ExitCode::FAILURE);
            }
            programs.push((format!("{name}{suffix}"), built.join(kept).join(executable(&directory))));
        }
    }
    let mut least = vec![BTreeMap::new(); programs.len()];
    for _ in 0..ROUNDS {
        for ((_, program), least) in programs.iter().zip(&mut least) {
            let output = Command::new(program).output()?;
            if !output.status.success() {
                return Ok(ExitCode::FAILURE);
            }
            add(least, &String::from_utf8_lossy(&output.stdout));
        }
    }
    let names: Vec<&str> = programs.iter().map(|(name, _)| &**name).collect();
    io::stdout().write_all(table(&names, &least).as_bytes())?;
    for i in 0..libraries.len() {
        remove(&scratch.join(format!("speed-target-{i}")))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Merges a program's output into the least times so far.
fn add(least: &mut BTreeMap<Case, Call>, output: &str) {
    for (i, line) in output.lines().enumerate() {
        let mut fields = line.split('\t');
        let (Some(operation), Some(text)) = (fields.next(), fields.next()) else { continue };
        let bytes = fields.next().and_then(|bytes| bytes.parse().ok());
        let nanoseconds = fields.next().and_then(|time| time.parse().ok());
        let (Some(bytes), Some(nanoseconds)) = (bytes, nanoseconds) else { continue };
        let call = Call { bytes, nanoseconds };
        let entry = least.entry((i, operation.to_owned(), text.to_owned())).or_insert(call);
        if nanoseconds < entry.nanoseconds {
            *entry = call;
        }
    }
}

fn table(names: &[&str], least: &[BTreeMap<Case, Call>]) -> String {
    let mut text =
        format!("| operation | text | {} |\n|---|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for case in least[0].keys() {
        let cells: Vec<String> =
            least.iter().map(|of| of.get(case).map_or("—".to_owned(), |call| cell(*call))).collect();
        text += &format!("| {} | {} | {} |\n", case.1, case.2, cells.join(" | "));
    }
    text + "\nA call on a long text: MB/s of input. A call on a short text: nanoseconds. Each the best of all rounds.\n"
}

fn cell(Call { bytes, nanoseconds }: Call) -> String {
    if bytes < 1000 {
        return format!("{nanoseconds:.1} ns");
    }
    let speed = bytes as f64 * 1e3 / nanoseconds;
    if speed < 100.0 { format!("{speed:.1} MB/s") } else { format!("{speed:.0} MB/s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_time_of_all_runs_is_shown() {
        let mut of_debug = BTreeMap::new();
        add(&mut of_debug, "validate\tlong\t1000000\t2e6\nvalidate\tshort\t16\t50.26\n");
        add(&mut of_debug, "validate\tlong\t1000000\t1e6\nvalidate\tshort\t16\t70\nbroken\tline\n");
        let mut of_release = BTreeMap::new();
        add(&mut of_release, "validate\tlong\t1000000\t20000000\n");
        let text = table(&["debug", "release"], &[of_debug, of_release]);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[2], "| validate | long | 1000 MB/s | 50.0 MB/s |");
        assert_eq!(rows[3], "| validate | short | 50.3 ns | — |");
    }
}
