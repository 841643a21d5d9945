//! `stress`: eight concurrent runs of the command on one tree, many times.

use std::process::ExitCode;

use lexopt::prelude::*;

use crate::Stopped;
use crate::cargo::cargo;

/// The default number of rounds.
const ROUNDS: u64 = 1000;

/// Runs the corresponding test of the command with more rounds than on every commit.
pub(crate) fn stress(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
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
