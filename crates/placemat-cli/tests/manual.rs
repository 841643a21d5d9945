//! The manual pages and completions in `docs/`, which are generated from the command line, are up to date.
//! They are rewritten if PLACEMAT_WRITE_MANUAL is set, as `cargo xtask manual` does. Also tests that help
//! fits a small screen.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap_complete::Shell;

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

/// The date of the pages.
const DATE: &str = "2026-11-22";

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
        let dots =
            if argument.get_num_args().is_some_and(|count| count.max_values() > 1) { "..." } else { "" };
        parts.push(if argument.is_required_set() { name.to_owned() } else { format!("[{name}]{dots}") });
    }
    if command.has_subcommands() {
        parts.push("COMMAND".to_owned());
    }
    format!("{} {}", command.get_bin_name().unwrap_or(command.get_name()), parts.join(" "))
}

/// Returns a command, and all its subcommands.
fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Returns the files of a directory.
fn files_in(folder: &Path) -> Files {
    let Ok(entries) = fs::read_dir(folder) else { return Files::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.map(|path| (PathBuf::from(path.file_name().unwrap()), fs::read(&path).unwrap())).collect()
}

/// Compares generated files with those of a directory, or writes them there.
fn compare(generated: &Files, folder: &str) {
    let folder = Path::new(DOCS).join(folder);
    if std::env::var_os("PLACEMAT_WRITE_MANUAL").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, content) in generated {
            fs::write(folder.join(name), content).unwrap();
        }
    }
    let kept = files_in(&folder);
    assert!(generated.keys().eq(kept.keys()), "{folder:?}: `cargo xtask manual` writes it anew");
    for (name, content) in generated {
        assert!(content == &kept[name], "{name:?} is out of date: `cargo xtask manual` writes it anew");
    }
}

#[test]
fn every_command_has_its_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    // Short help omits some options; their descriptions belong on a page.
    fn whole(command: clap::Command) -> clap::Command {
        command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(whole)
    }
    let command = whole(placemat_cli::command().disable_help_subcommand(true));
    let version = format!("placemat {}", command.get_version().unwrap());
    let mut built = command.clone();
    built.build();
    for command in with_subcommands(&built) {
        let synopsis = synopsis(command);
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let page = clap_mangen::Man::new(command.clone().override_usage(synopsis))
            .title(name.to_uppercase())
            .date(DATE)
            .source(&version)
            .manual("placemat");
        let mut content = vec![];
        page.render(&mut content).unwrap();
        fs::write(folder.path().join(format!("{name}.1")), content).unwrap();
    }
    let pages = files_in(folder.path());
    for subcommand in placemat_cli::command().get_subcommands() {
        let name = format!("placemat-{}.1", subcommand.get_name());
        let page = String::from_utf8(pages[Path::new(&name)].clone()).unwrap();
        assert!(page.contains("Examples:"), "{name}");
        let heading = page.lines().find(|line| line.starts_with(".TH"));
        assert!(heading.is_some_and(|line| line.contains(DATE)), "{name}: {heading:?}");
    }
    let check = String::from_utf8(pages[Path::new("placemat-check.1")].clone()).unwrap();
    assert!(check.contains("--encoding ENC") || check.contains("\\-\\-encoding ENC"), "{check}");
    compare(&pages, "man");
}

#[test]
fn shells_complete_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell] {
        clap_complete::generate_to(shell, &mut placemat_cli::command(), "placemat", folder.path()).unwrap();
    }
    let scripts = files_in(folder.path());
    assert_eq!(scripts.len(), 4);
    // The script for PowerShell offers no values.
    for (name, script) in scripts.iter().filter(|(name, _)| !name.ends_with("_placemat.ps1")) {
        let script = String::from_utf8(script.clone()).unwrap();
        // The values of -f, -t and -e, of --isa, and names of policies.
        for offered in
            ["utf-8-or-windows-1252", "mutf-8-writeutf", "code-points", "auto", "avx2", "replace-run"]
        {
            assert!(script.contains(offered), "{name:?}: {offered}");
        }
    }
    compare(&scripts, "completions");
}

#[test]
fn short_help_fits_a_screen_and_every_help_has_examples() {
    let help = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        let output = command.args(arguments).env("COLUMNS", "80").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let mut command = placemat_cli::command().disable_help_subcommand(true);
    command.build();
    for subcommand in &with_subcommands(&command)[1..] {
        let name = subcommand.get_bin_name().unwrap().strip_prefix("placemat ").unwrap();
        let of_name = |help| name.split(' ').chain([help]).collect::<Vec<_>>();
        let short = help(&of_name("-h"));
        assert!(short.lines().count() <= 24, "{short}");
        assert!(short.lines().all(|line| line.chars().count() <= 80), "{short}");
        let example = short.lines().last().unwrap().strip_prefix("Example: placemat ").expect(&short);
        assert!(example.starts_with(&format!("{name} ")), "{example}");
        let long = help(&of_name("--help"));
        assert!(long.contains("\nExamples:\n  "), "{name}");
        let behind_options = long.split_once("see a summary with '-h'").unwrap().1;
        for [line, next] in behind_options.lines().collect::<Vec<_>>().array_windows() {
            assert!(line.chars().count() <= 80, "{line}");
            // A paragraph is filled.
            let more = next.split(' ').next().unwrap().chars().count();
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let is_filled = line.chars().count() + 1 + more > 80;
            assert!(!is_text(line) || !is_text(next) || is_filled, "{line}\n{next}");
        }
    }
}
