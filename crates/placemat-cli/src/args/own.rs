//! The command lines of `placemat completions` and `placemat man`, which describe the command itself.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use clap_complete::Shell;

/// Print the script that completes command lines in a shell
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat completions fish > ~/.config/fish/completions/placemat.fish",
    after_long_help = "\
Where each shell looks for the script:

  bash        ~/.local/share/bash-completion/completions/placemat
  zsh         a file _placemat in a directory of $fpath
  fish        ~/.config/fish/completions/placemat.fish
  powershell  a line of $PROFILE: placemat completions powershell | Out-String | Invoke-Expression
  elvish      a line of rc.elv: eval (placemat completions elvish | slurp)

Examples:
  placemat completions bash > ~/.local/share/bash-completion/completions/placemat
  placemat completions fish > ~/.config/fish/completions/placemat.fish"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}

/// Write the manual pages
#[derive(Debug, Args)]
#[command(
    after_help = "Example: placemat man ~/.local/share/man/man1",
    after_long_help = "\
There is a page for the command, placemat.1, and one for each of its subcommands, such as \
placemat-check.1. In the directory, older pages of these names are replaced. Without a directory, the page \
of the command is printed.

Examples:
  placemat man ~/.local/share/man/man1
  placemat man | man -l -"
)]
pub(crate) struct ManArgs {
    /// The directory of the pages, which is created if it is missing [default: print the page of the command]
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) directory: Option<PathBuf>,
}
