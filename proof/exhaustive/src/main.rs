//! Walks the parts in one instruction set: `PLACEMAT_ISA=avx2 exhaustive --quick`. `cargo xtask exhaustive`
//! starts it for each. The exit status is 1 if there is a difference, and 2 if the request cannot be
//! fulfilled.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use lexopt::prelude::*;
use placemat::Isa;
use placemat_exhaustive::parts::{Extent, PARTS, Plan};

const USAGE: &str = "\
usage: PLACEMAT_ISA=NAME exhaustive [OPTION...]

  --smallest      some of everything: seconds
  --quick         every class of everything: minutes
  --offsets N     at N places of a block of 64 bytes
  --kernel NAME   only kernels with NAME in their name; validate-utf-8, utf-8-to-utf-16le, utf-8-to-utf-8-lossy …
  --part NAME     only this part
  --tiers         name the instruction sets that this CPU has, one a line
  --parts         name the parts, one a line";

enum Asked {
    Text(String),
    Walk(Plan, Option<String>),
}

fn asked() -> Result<Asked, lexopt::Error> {
    let mut plan = Plan { extent: Extent::Full, offsets: None, kernel: None, tier: Isa::current().name() };
    let mut part = None;
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("smallest") => plan.extent = Extent::Smallest,
            Long("quick") => plan.extent = Extent::Quick,
            Long("offsets") => plan.offsets = Some(parser.value()?.parse()?),
            Long("kernel") => plan.kernel = Some(parser.value()?.parse()?),
            Long("part") => part = Some(parser.value()?.parse()?),
            Long("tiers") => {
                let tiers: Vec<_> = Isa::available().map(Isa::name).collect();
                return Ok(Asked::Text(tiers.join("\n")));
            }
            Long("parts") => {
                let parts: Vec<_> = PARTS.iter().map(|part| part.name).collect();
                return Ok(Asked::Text(parts.join("\n")));
            }
            Long("help") | Short('h') => return Ok(Asked::Text(USAGE.to_owned())),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Asked::Walk(plan, part))
}

fn main() -> ExitCode {
    let message = match asked() {
        Ok(Asked::Text(text)) => match writeln!(io::stdout(), "{text}") {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => error.to_string(),
        },
        Ok(Asked::Walk(plan, part)) => match walk(&plan, part.as_deref()) {
            Ok(code) => return code,
            Err(error) => error.to_string(),
        },
        Err(error) => format!("{error}\n\n{USAGE}"),
    };
    // An error of writing this message cannot be reported.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(2)
}

fn walk(plan: &Plan, wanted: Option<&str>) -> io::Result<ExitCode> {
    // If the requested instruction set is not available, another one would be tested under its name.
    if let Some(name) = std::env::var_os("PLACEMAT_ISA").filter(|name| *name != plan.tier) {
        let message = format!("this CPU has no instruction set {}", name.display());
        return Err(io::Error::other(message));
    }
    if let Some(name) = wanted.filter(|name| PARTS.iter().all(|part| part.name != *name)) {
        return Err(io::Error::other(format!("there is no part {name}; --parts names them")));
    }
    let mut differences = 0;
    for part in PARTS.iter().filter(|part| wanted.is_none_or(|name| part.name == name)) {
        differences += (part.run)(plan, part.name)?;
    }
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
