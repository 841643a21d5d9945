//! `equivalence`: every ordered pair of encodings in every way to convert, in every instruction set.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;
use placemat::Isa;

use crate::Stopped;
use crate::cargo::cargo;

/// The default number of texts for each pair and each combination of options.
const TEXTS: u64 = 100;

/// Runs the library's test with every pair instead of every shape of pair: `cargo xtask equivalence [--texts
/// N] [--tier NAME]`.
pub(crate) fn equivalence(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut texts = TEXTS;
    let mut tiers: Vec<_> = Isa::available().map(Isa::name).collect();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("texts") => texts = arguments.value()?.parse()?,
            Long("tier") => {
                let name: String = arguments.value()?.parse()?;
                if !tiers.contains(&name.as_str()) {
                    let known = tiers.join(", ");
                    return Err(Stopped::Usage(format!("there is no tier {name} here; there are {known}")));
                }
                tiers.retain(|tier| *tier == name);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    for tier in tiers {
        let start = Instant::now();
        let test = ["test", "--workspace", "--quiet", "--test", "all", "equivalence::"];
        let status =
            cargo(&test).env("PLACEMAT_EQUIVALENCE", texts.to_string()).env("PLACEMAT_ISA", tier).status()?;
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if status.success() { "no differences" } else { "FAILED" };
        writeln!(
            io::stdout(),
            "{tier}: every pair with {texts} texts for each policy: {verdict}, {seconds:.0} s"
        )?;
        if !status.success() {
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}
