//! `growth`: calls whose cost must be proportional to their input, on inputs that are hard for them.
//!
//! Callgrind counts instructions, so that a busy machine does not matter.

use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use lexopt::prelude::*;

use crate::Stopped;
use crate::cargo::target;
use crate::instructions::{build, callgrind, counted, has_callgrind};

/// The most that twice the input may cost, as a multiple of what the input costs.
const MOST: f64 = 2.2;

/// The costs of a call on a pattern.
struct Growth<'l> {
    name: String,
    /// The bytes of input and the instructions, in ascending order.
    costs: Vec<(&'l str, u64)>,
}

impl Growth<'_> {
    /// Returns the greatest ratio between the cost of an input and the cost of half as much.
    fn worst(&self) -> f64 {
        self.costs.windows(2).map(|pair| pair[1].1 as f64 / pair[0].1 as f64).fold(0.0, f64::max)
    }
}

/// `cargo xtask growth`
pub(crate) fn growth(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut is_all = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("all") => is_all = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let mut out = io::stdout();
    if !has_callgrind() {
        writeln!(out, "left out: instructions are counted by valgrind on x86-64 Linux, which is not here")?;
        return Ok(ExitCode::SUCCESS);
    }
    fs::create_dir_all(target().join("instructions"))?;
    let file = target().join("instructions/growth.out");
    let program = "growth";
    if !build(program, false)? {
        return Ok(ExitCode::FAILURE);
    }
    let Some((lines, totals)) = counted(callgrind(program, &file), &file, program)? else {
        return Ok(ExitCode::FAILURE);
    };
    let growths = match growths(&lines, &totals) {
        Ok(growths) => growths,
        Err(why) => {
            writeln!(io::stderr(), "{why}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut failed = 0;
    for growth in &growths {
        let is_too_fast = growth.worst() > MOST;
        failed += usize::from(is_too_fast);
        if is_all || is_too_fast {
            let costs: Vec<_> =
                growth.costs.iter().map(|(bytes, cost)| format!("{cost} for {bytes} bytes")).collect();
            writeln!(out, "{}: {:.2}: {}", growth.name, growth.worst(), costs.join(", "))?;
        }
    }
    let worst = growths.iter().max_by(|a, b| a.worst().total_cmp(&b.worst()));
    let worst = worst.map_or(String::new(), |worst| format!(": {:.2}, {}", worst.worst(), worst.name));
    writeln!(
        out,
        "{} calls on patterns, {failed} grow faster than {MOST} for each doubling; the worst{worst}",
        growths.len()
    )?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the costs by pattern and call. A line has both, and the bytes of input.
fn growths<'l>(lines: &'l str, totals: &[u64]) -> Result<Vec<Growth<'l>>, String> {
    let lines: Vec<&str> = lines.lines().collect();
    if lines.is_empty() || totals.len() != lines.len() + 1 {
        return Err(format!("{} dumps of callgrind for {} lines", totals.len(), lines.len()));
    }
    let mut growths: Vec<Growth<'_>> = vec![];
    for (line, &total) in lines.into_iter().zip(totals) {
        let [pattern, call, bytes] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("unexpected: {line}"));
        };
        let name = format!("{pattern}: {call}");
        match growths.last_mut().filter(|last| last.name == name) {
            Some(last) => last.costs.push((bytes, total)),
            None => growths.push(Growth { name, costs: vec![(bytes, total)] }),
        }
    }
    Ok(growths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_doubling_counts() {
        let lines = "a\tb\t64\na\tb\t128\na\tb\t256\na\tc\t64\na\tc\t128\na\tc\t256\n";
        let growths = growths(lines, &[10, 20, 50, 100, 200, 300, 7]).unwrap();
        assert_eq!(growths.iter().map(|growth| &*growth.name).collect::<Vec<_>>(), ["a: b", "a: c"]);
        assert_eq!(growths.iter().map(Growth::worst).collect::<Vec<_>>(), [2.5, 2.0]);
    }

    #[test]
    fn what_is_not_a_list_of_counts_is_refused() {
        for (lines, totals) in [("", &[1][..]), ("a\tb\t64\n", &[1]), ("a\tb\n", &[1, 2])] {
            assert!(growths(lines, totals).is_err(), "{lines}");
        }
    }
}
