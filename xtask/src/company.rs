//! `company`: eight runs of the command at once on one tree, many times over.

use std::process::ExitCode;

use lexopt::prelude::*;

use crate::Stopped;
use crate::cargo::cargo;

/// Rounds, unless it is told.
const ROUNDS: u64 = 1000;

/// Has the test of the command that does so do it more often than on every commit.
pub(crate) fn company(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut rounds = ROUNDS;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("rounds") => rounds = arguments.value()?.parse()?,
            other => return Err(other.unexpected().into()),
        }
    }
    let test = ["test", "--package", "placemat-cli", "--test", "cli", "--", "--nocapture", "runs_at_once"];
    let status = cargo(&test).env("PLACEMAT_ROUNDS", rounds.to_string()).status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
