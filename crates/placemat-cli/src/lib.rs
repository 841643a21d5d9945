//! The `placemat` command: parse, plan, run.

mod applies;
mod args;
mod check;
mod code_points;
mod color;
mod columns;
mod context;
mod convert;
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
mod walk;
mod wrapper;

use std::panic;
use std::process::ExitCode;

use clap::CommandFactory;

use args::{Command, CommandLine};
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
    // A list of types needs no input.
    let inputs = if command.lists_types() { Ok(args::Inputs::default()) } else { command.inputs() };
    let (inputs, result) = match inputs {
        Ok(inputs) => (inputs, Ok(())),
        Err(trouble) => (args::Inputs::default(), Err(trouble)),
    };
    let sources = inputs.sources.clone();
    let result = result
        .and_then(|()| output::refuse_standard_error(&sources))
        .and_then(|()| output::refuse_standard_error(command.output().as_slice()))
        .and_then(|()| output::refuse_streams(command.log().as_slice()))
        .and_then(|()| isa::select(isa.as_deref()));
    let (is_quiet, exits_zero) = (command.is_quiet(), command.exits_zero());
    if let Some(width) = command.width() {
        show::set_width(width);
    }
    let is_sent = inputs.is_sent();
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
    let result = result.and_then(|()| match command {
        command if command.lists_types() => args::print(&walk::types()),
        Command::Convert(args) => convert::Plan::new(args, inputs)
            .inspect(|_| note())
            .and_then(|plan| convert::run(&plan, &mut status)),
        Command::Check(args) => check::Plan::new(args, inputs)
            .and_then(|plan| begin().and_then(|()| check::run(&plan, &mut status))),
        Command::Repair(args) => repair::Plan::new(args, inputs)
            .and_then(|plan| begin().and_then(|()| repair::run(&plan, &mut status))),
        Command::Explain(args) => {
            explain::Plan::new(args).inspect(|_| note()).and_then(|plan| explain::run(&plan, &mut status))
        }
        Command::Detect(args) => detect::Plan::new(&args, inputs)
            .and_then(|plan| begin().and_then(|()| detect::run(&plan, &mut status))),
        Command::Strings(args) => strings::run(&args, &inputs, &mut status),
        Command::Identify(args) => identify::run(&args, &mut status),
        Command::Columns(args) => columns::run(args, &mut status),
        Command::Table(args) => table::run(&args),
        Command::List(args) => list::run(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args, &mut status),
    });
    match result {
        Err(CommandError::Failed(message)) => {
            show::say(message);
            Status::Failed.into()
        }
        Err(CommandError::ClosedPipe) | Ok(()) if exits_zero && status == Status::Findings => {
            Status::Complete.into()
        }
        Err(CommandError::ClosedPipe) | Ok(()) => status.into(),
    }
}
