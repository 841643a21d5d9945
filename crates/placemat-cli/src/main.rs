//! The `placemat` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    placemat_cli::run()
}
