//! What options mean that several commands have.

use super::Command;
use super::columns::ColumnsCommand;

impl Command {
    /// Returns `true` if the exit status is 0 if something was found.
    pub(crate) fn exits_zero(&self) -> bool {
        match self {
            // `check` then reads each input to its end.
            Command::Check(_) => false,
            Command::Detect(args) => args.exit_zero,
            Command::Repair(args) => args.exit_zero,
            Command::Explain(args) => args.exit_zero,
            Command::Strings(args) => args.exit_zero,
            Command::Identify(args) => args.exit_zero,
            Command::Columns(args) => match &args.command {
                ColumnsCommand::Check(args) => args.values.exit_zero,
                ColumnsCommand::Profile(args) => args.values.exit_zero,
                ColumnsCommand::Convert(_) | ColumnsCommand::Repair(_) => false,
            },
            _ => false,
        }
    }

    /// Returns the width of the output of commands that otherwise only ask the terminal.
    pub(crate) fn width(&self) -> Option<usize> {
        match self {
            Command::List(args) => args.width,
            Command::Table(args) => args.width,
            Command::Identify(args) => args.width,
            _ => None,
        }
    }
}
