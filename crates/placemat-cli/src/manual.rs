//! `placemat man` and `placemat completions`: what the command line says of itself.

use std::fs;
use std::io;

use clap::CommandFactory;

use crate::args::{self, CommandLine, CompletionsArgs, ManArgs};
use crate::input::InputSource;
use crate::output::Output;
use crate::replacement::ReplaceOptions;
use crate::status::{CommandError, Status};

/// Prints the script for a shell.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), CommandError> {
    let mut script = vec![];
    clap_complete::generate(args.shell, &mut CommandLine::command(), "placemat", &mut script);
    args::print(&String::from_utf8_lossy(&script))
}

/// Writes the manual pages, or prints that of the command.
pub(crate) fn man(args: &ManArgs, status: &mut Status) -> Result<(), CommandError> {
    let command = documented();
    let version = format!("placemat {}", command.get_version().unwrap_or_default());
    let Some(directory) = &args.directory else {
        let page = page(&command, &version).map_err(|error| CommandError::io("standard output", &error))?;
        return args::print(&String::from_utf8_lossy(&page));
    };
    fs::create_dir_all(directory)
        .map_err(|error| CommandError::io(InputSource::Path(directory.clone()), &error))?;
    for command in with_subcommands(&command) {
        let path = directory.join(format!("{}.1", name(command)));
        let page = page(command, &version);
        let page = page.map_err(|error| CommandError::io(InputSource::Path(path.clone()), &error))?;
        let mut output = Output::open(Some(&path), &[], ReplaceOptions::default())?;
        output.write(&page)?;
        let name = output.name().to_owned();
        output.finish()?.tell(name, status);
    }
    Ok(())
}

/// Returns the command line for manual pages, which describe also the options that short help omits.
fn documented() -> clap::Command {
    fn whole(command: clap::Command) -> clap::Command {
        command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(whole)
    }
    let mut command = whole(CommandLine::command().disable_help_subcommand(true));
    command.build();
    command
}

/// Returns a command, and all its subcommands.
fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

/// Returns the name of the page of a command.
fn name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}

fn page(command: &clap::Command, version: &str) -> io::Result<Vec<u8>> {
    let page = clap_mangen::Man::new(command.clone().override_usage(synopsis(command)))
        .title(name(command).to_uppercase())
        .source(version)
        .manual("placemat");
    let mut content = vec![];
    page.render(&mut content)?;
    Ok(content)
}

/// Returns the options with their values, and the arguments.
fn synopsis(command: &clap::Command) -> String {
    let mut parts = vec![];
    for argument in command.get_arguments().filter(|argument| !argument.is_positional()) {
        let names = [
            argument.get_short().map(|short| format!("-{short}")),
            argument.get_long().map(|long| format!("--{long}")),
        ];
        let names: Vec<_> = names.into_iter().flatten().collect();
        let values = argument.get_num_args().filter(|count| count.takes_values());
        let value = values.and_then(|_| argument.get_value_names()).map(|names| names[0].as_str());
        let value = match value {
            Some(value) if argument.is_require_equals_set() => format!("[={value}]"),
            Some(value) => format!(" {value}"),
            None => String::new(),
        };
        parts.push(format!("[{}{value}]", names.join("|")));
    }
    for argument in command.get_positionals() {
        let name = argument.get_value_names().map_or("", |names| names[0].as_str());
        let has_more = argument.get_num_args().is_some_and(|count| count.max_values() > 1);
        let dots = if has_more { "..." } else { "" };
        parts.push(if argument.is_required_set() { name.to_owned() } else { format!("[{name}]{dots}") });
    }
    if command.has_subcommands() {
        parts.push("COMMAND".to_owned());
    }
    format!("{} {}", command.get_bin_name().unwrap_or(command.get_name()), parts.join(" "))
}
