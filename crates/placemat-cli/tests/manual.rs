//! `placemat man` and `placemat completions`, and that help fits a small screen.

use std::fs;
use std::process::{Command, Output};

/// The name of each shell, and a line of its script.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "_placemat() {"),
    ("elvish", "use builtin;"),
    ("fish", "function __fish_placemat_needs_command"),
    ("powershell", "using namespace System.Management.Automation"),
    ("zsh", "#compdef placemat"),
];

fn placemat(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_placemat")).args(arguments).output().unwrap()
}

/// Returns what a run that succeeds prints.
fn printed(arguments: &[&str]) -> String {
    let output = placemat(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a command, and all its subcommands.
fn with_subcommands(command: &clap::Command) -> Vec<&clap::Command> {
    [command].into_iter().chain(command.get_subcommands().flat_map(with_subcommands)).collect()
}

/// Returns the whole command line.
fn built() -> clap::Command {
    let mut command = placemat_cli::command().disable_help_subcommand(true);
    command.build();
    command
}

#[test]
fn every_command_has_its_manual_page() {
    let directory = tempfile::tempdir().unwrap();
    // One directory has pages already, and the other is missing, with the one around it.
    let pages = directory.path().join("man1");
    fs::create_dir_all(&pages).unwrap();
    fs::write(pages.join("placemat.1"), "an older page").unwrap();
    fs::write(pages.join("other.1"), "of another program").unwrap();
    let new = directory.path().join("new/man1");
    for directory in [&pages, &new] {
        assert_eq!(printed(&["man", directory.to_str().unwrap()]), "");
    }
    let command = built();
    let mut count = 0;
    for command in with_subcommands(&command) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let page = fs::read_to_string(pages.join(format!("{name}.1"))).expect(name);
        assert_eq!(page, fs::read_to_string(new.join(format!("{name}.1"))).unwrap());
        let heading = page.lines().find(|line| line.starts_with(".TH")).expect(name);
        assert!(heading.contains(&name.to_uppercase()) && heading.contains("placemat 0."), "{heading}");
        assert!(page.contains("Examples:"), "{name}");
        // Options that short help omits are on the page.
        let page = page.replace("\\-", "-");
        for option in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(page.contains(&format!("--{option}")), "{name}: {option}: {page}");
        }
        count += 1;
    }
    assert_eq!(fs::read_dir(&new).unwrap().count(), count);
    assert!(count >= 15, "{count}");
    assert_eq!(fs::read_to_string(pages.join("other.1")).unwrap(), "of another program");
    assert_eq!(printed(&["man"]), fs::read_to_string(pages.join("placemat.1")).unwrap());
}

#[test]
fn a_directory_that_cannot_be_created_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let output = placemat(&["man", file.join("man1").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("man1: "), "{output:?}");
}

#[test]
fn shells_complete_every_command() {
    let command = built();
    for (shell, line) in SHELLS {
        let script = printed(&["completions", shell]);
        assert!(script.lines().any(|one| one == line), "{shell}: {line}");
        for subcommand in with_subcommands(&command) {
            assert!(script.contains(subcommand.get_name()), "{shell}: {}", subcommand.get_name());
        }
        // Scripts for PowerShell and Elvish offer no values. These are of -f, -t and -e, of --isa, and
        // policies.
        let values =
            ["utf-8-or-windows-1252", "mutf-8-writeutf", "code-points", "auto", "avx2", "replace-run"];
        for offered in values.iter().filter(|_| !["powershell", "elvish"].contains(&shell)) {
            assert!(script.contains(offered), "{shell}: {offered}");
        }
    }
    let output = placemat(&["completions", "cmd"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && message.contains("[possible values: bash"), "{message}");
}

/// Bash reads its script, if it is installed.
#[test]
#[cfg(unix)]
fn bash_completes_a_subcommand() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("placemat.bash");
    fs::write(&script, printed(&["completions", "bash"])).unwrap();
    let program = r#". "$1"; COMP_WORDS=(placemat conv); COMP_CWORD=1; _placemat placemat conv placemat
                     echo "${COMPREPLY[@]}""#;
    let Ok(output) = Command::new("bash").args(["-c", program, "bash"]).arg(&script).output() else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "convert\n", "{output:?}");
}

#[test]
fn short_help_fits_a_screen_and_every_help_has_examples() {
    let help = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
        let output = command.args(arguments).env("COLUMNS", "80").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let command = built();
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
        let after_options = long.split_once("see a summary with '-h'").unwrap().1;
        for [line, next] in after_options.lines().collect::<Vec<_>>().array_windows() {
            assert!(line.chars().count() <= 80, "{line}");
            // A paragraph is filled.
            let more = next.split(' ').next().unwrap().chars().count();
            let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
            let is_filled = line.chars().count() + 1 + more > 80;
            assert!(!is_text(line) || !is_text(next) || is_filled, "{line}\n{next}");
        }
    }
}
