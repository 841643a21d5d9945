//! The `placemat` command: parse, plan, run.

mod applies;
mod args;
mod check;
mod code_points;
mod color;
mod columns;
mod context;
mod convert;
mod declared;
mod detect;
mod explain;
mod identify;
mod in_place;
mod input;
mod isa;
mod json;
#[cfg_attr(
    not(feature = "legacy"),
    allow(
        dead_code,
        unreachable_code,
        unused_variables,
        reason = "without the feature, no legacy encoding exists"
    )
)]
mod legacy;
mod list;
mod manual;
mod mark;
mod mixed;
mod names;
mod output;
mod pieces;
mod platform;
mod plausible;
mod pool;
mod progress;
mod recent;
mod repair;
mod replacement;
mod show;
mod status;
mod strings;
mod table;
mod undo;
mod units;
mod walk;
mod wrapper;

use std::ffi::OsStr;
use std::panic;
use std::process::ExitCode;

use clap::CommandFactory;

use args::{Command, CommandLine, Inputs};
use status::{CommandError, Status};

/// Returns the command line definition, for tests of help texts.
pub fn command() -> clap::Command {
    CommandLine::command()
}

/// Runs the command with the arguments of the process. A panic, which prints a message, results in status 2
/// too.
pub fn run() -> ExitCode {
    platform::outlive_file_size_limit();
    panic::catch_unwind(run_command).unwrap_or(Status::Failed.into())
}

fn run_command() -> ExitCode {
    let CommandLine { command, isa } = match args::parse() {
        Ok(command_line) => command_line,
        Err(status) => return status.into(),
    };
    let mut status = Status::Complete;
    let exits_zero = command.exits_zero();
    let result = inputs(&command, isa.as_deref()).and_then(|inputs| execute(command, inputs, &mut status));
    match result {
        Err(CommandError::Failed(message)) => {
            show::say(message);
            Status::Failed.into()
        }
        Err(CommandError::Left(message)) => {
            show::say(message);
            status.raise(Status::Findings);
            ended(status, exits_zero)
        }
        Err(CommandError::ClosedPipe) | Ok(()) => ended(status, exits_zero),
    }
}

/// Returns the exit status of a run without errors.
fn ended(status: Status, exits_zero: bool) -> ExitCode {
    match status {
        Status::Findings if exits_zero => Status::Complete.into(),
        status => status.into(),
    }
}

/// Applies the options that every command has, and returns the inputs. It is an error if messages would be
/// written to an input or an output.
fn inputs(command: &Command, isa: Option<&OsStr>) -> Result<Inputs, CommandError> {
    // A list of types needs no input.
    let inputs = if command.lists_types() { Ok(Inputs::default()) } else { command.inputs() };
    if let Some(width) = command.width() {
        show::set_width(width);
    }
    let inputs = inputs?;
    output::refuse_standard_error(&inputs.sources)?;
    output::refuse_standard_error(command.output().as_slice())?;
    output::refuse_streams(command.log().as_slice())?;
    isa::select(isa)?;
    Ok(inputs)
}

/// Plans and runs a command.
fn execute(command: Command, inputs: Inputs, status: &mut Status) -> Result<(), CommandError> {
    let (is_quiet, is_sent, sources) = (command.is_quiet(), inputs.is_sent(), inputs.sources.clone());
    // The note is printed only if something is going to be read.
    let note = || {
        if !is_quiet {
            input::note_terminal(&sources);
        }
    };
    let begin = || {
        note();
        if is_sent { input::refuse_empty_standard_input() } else { Ok(()) }
    };
    match command {
        command if command.lists_types() => args::print(&walk::types()),
        Command::Convert(args) => {
            let plan = convert::Plan::new(args, inputs)?;
            note();
            convert::run(&plan, status)
        }
        Command::Check(args) => {
            let plan = check::Plan::new(args, inputs)?;
            begin()?;
            check::run(&plan, status)
        }
        Command::Repair(args) => {
            let is_filter = repair::is_filter(&args, &inputs);
            let plan = repair::Plan::new(args, inputs)?;
            if is_filter && is_sent {
                input::refuse_empty_file(is_quiet)?;
            } else {
                begin()?;
            }
            repair::run(&plan, status)
        }
        Command::Explain(args) => {
            let plan = explain::Plan::new(args)?;
            note();
            explain::run(&plan, status)
        }
        Command::Detect(args) => {
            let plan = detect::Plan::new(&args, inputs)?;
            begin()?;
            detect::run(&plan, status)
        }
        Command::Strings(args) => strings::run(&args, &inputs, status),
        Command::Identify(args) => identify::run(&args, status),
        Command::Columns(args) => columns::run(args, status),
        Command::Table(args) => table::run(&args),
        Command::List(args) => list::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args, status),
    }
}
