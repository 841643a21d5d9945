//! The instructions on aarch64, counted in an emulator: the last section of the summary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, ExitCode};

use super::engine::{Column, NEON_COLUMNS};
use super::record::Record;
use super::{SUMMARY, build_call, count, counted, report, version};
use crate::Stopped;
use crate::cargo::{has, root, target};
use crate::cross::NEON;
use crate::weight::compiler;

const TITLE: &str = "\n## NEON, emulated\n";
const INTRODUCTION: &str = "
`cargo xtask instructions --neon --record` writes this section. The same programs are compiled for aarch64
Linux and run in qemu, where a [plugin](../xtask/src/instructions/count.c) counts their instructions. On
Debian, the packages gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu and qemu-user are needed.

The table shows the instructions for each byte of input, in texts of 64 KB. They are not times on any CPU: an
emulator knows nothing of latencies, execution ports, caches and predicted branches. An engine that looks up in
a large table what others compute executes fewer instructions, but needs more of the cache.

Programs for aarch64 always use NEON: `scalar` is a build with `--cfg placemat_all_tiers`, in which the compiler
itself vectorizes some loops.

";
const CPP: &str = "aarch64-linux-gnu-g++";
const TEXTS: [&str; 6] = ["ascii", "latin", "russian", "chinese", "emoji", "web-dirty-100"];

/// `cargo xtask instructions --neon`
pub(super) fn neon(records: bool) -> Result<ExitCode, Stopped> {
    if let Some(missing) = NEON.missing().or_else(|| [CPP, "cc"].into_iter().find(|name| !has(name))) {
        writeln!(io::stdout(), "left out, for want of {missing}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let scratch = target().join("instructions");
    fs::create_dir_all(&scratch)?;
    let (plugin, source) = (scratch.join("count.so"), root().join("proof/xtask/src/instructions/count.c"));
    let mut compile = Command::new("cc");
    if !compile.args(["-O2", "-shared", "-fPIC", "-o"]).args([&plugin, &source]).status()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    let (mut cells, mut outputs) = (BTreeMap::new(), BTreeMap::new());
    for (with_peers, flags) in [(false, ""), (false, "--cfg placemat_all_tiers"), (true, "")] {
        let mut build = build_call("instructions", with_peers);
        build.args(["--target", NEON.triple]).env(NEON.variable("LINKER"), NEON.linker);
        build.env("RUSTFLAGS", format!("--cap-lints=warn {flags}"));
        let wanted =
            |column: &Column| column.is_ours() != with_peers && flags.is_empty() == (column.tier != "scalar");
        let run = |column: &Column, file: &Path| run(column, &plugin, file);
        if !build.status()?.success() || !count(NEON_COLUMNS, wanted, run, &mut cells, &mut outputs)? {
            return Ok(ExitCode::FAILURE);
        }
    }
    let section = section(&Record { head: vec![], cells })?;
    if records {
        let page = fs::read_to_string(root().join(SUMMARY))?;
        fs::write(root().join(SUMMARY), split(&page).0.to_owned() + &section)?;
    } else {
        io::stdout().write_all(section.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs an engine with the plugin, on a CPU that is the same in each version of the emulator.
fn run(column: &Column, plugin: &Path, file: &Path) -> io::Result<Option<(String, Vec<u64>)>> {
    let mut command = Command::new(NEON.emulator);
    command.args(NEON.options.split_whitespace()).args(["-cpu", "neoverse-n1", "-plugin"]);
    command.arg(format!("{},out={}", plugin.display(), file.display()));
    command.arg(target().join(NEON.triple).join("adopter/instructions")).arg(column.engine);
    command.env("PLACEMAT_ISA", if column.is_ours() { column.tier } else { "neon" });
    let run = counted(command, file, &column.name())?;
    // Callgrind's last total is that of the end of the program.
    Ok(run.map(|(lines, totals)| (lines, totals.into_iter().chain([0]).collect())))
}

/// Splits the page before this section, which may be missing.
pub(super) fn split(page: &str) -> (&str, &str) {
    page.split_at(page.find(TITLE).unwrap_or(page.len()))
}

fn section(record: &Record) -> io::Result<String> {
    let mut section = format!("{TITLE}{INTRODUCTION}");
    let compiler = compiler()?;
    let compiler = compiler.split_once(',').map_or(&*compiler, |(name, _)| name);
    let _ = writeln!(section, "- compiler: {compiler}, {}", NEON.triple);
    let tools = [NEON.emulator, CPP].into_iter().filter_map(version);
    let _ = writeln!(section, "- tools: {}\n", tools.collect::<Vec<_>>().join(", "));
    let _ =
        writeln!(section, "| operation | engine | {} |\n|---|---{}|", TEXTS.join(" | "), "|---".repeat(6));
    for operation in report::operations(record, false) {
        let cells = report::cells(record, operation, false);
        let has = |columns: Range<usize>| {
            cells.iter().any(|(_, numbers)| numbers[columns.clone()].iter().any(Option::is_some))
        };
        // Without the operations that no peer has.
        let shown = NEON_COLUMNS.iter().enumerate().filter(|&(i, _)| has(2..6) && has(i..i + 1));
        for (i, column) in shown {
            let _ = write!(section, "| {operation} | {} |", column.name());
            for text in TEXTS {
                let cell = cells.iter().find(|(cell, _)| cell.text == text);
                let number = cell.and_then(|(cell, numbers)| Some(numbers[i]? / cell.bytes as f64));
                section += &number.map_or(" – |".to_owned(), |number| format!(" {number:.2} |"));
            }
            section.push('\n');
        }
    }
    Ok(section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_the_last_of_the_page() {
        let section = section(&Record { head: vec![], cells: BTreeMap::new() }).unwrap();
        assert_eq!(split(&format!("# Page\n{section}")), ("# Page\n", &*section));
        assert_eq!(split("# Page\n"), ("# Page\n", ""));
    }
}
