//! The manual pages and completions of the command, from its command line.

use std::process::ExitCode;

use crate::Stopped;
use crate::cargo::cargo;

/// Writes them to `docs/man` and `docs/completions`. A test of the command checks that they are up to date.
pub(crate) fn manual(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut command = cargo(&["test", "--package", "placemat-cli", "--quiet", "--test", "manual"]);
    let status = command.env("PLACEMAT_WRITE_MANUAL", "1").status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
