//! Options that mean the same in every command that has them.

use crate::command::{directory_with, placemat_in};

/// Commands, and the common options that they have. `-e` names the encoding of the inputs; `convert` has
/// `-f`.
const TABLE: [(&str, &str); 12] = [
    ("check", "--encoding --json --quiet --width --color --exit-zero"),
    // An exit status of 0 after a failed conversion would mislead: there is --fail-on-loss instead.
    ("convert", "--from --json --quiet"),
    ("detect", "--json --quiet --width --color --exit-zero"),
    ("repair", "--json --quiet --width --color --exit-zero"),
    // The rows are the purpose, and --quiet would leave nothing.
    ("explain", "--encoding --json --width --color --exit-zero"),
    // Each string has a line, however long it is.
    ("strings", "--json --color --exit-zero"),
    ("identify", "--json --width --exit-zero"),
    ("table", "--json --width"),
    ("list", "--json --width"),
    ("columns check", "--encoding --json --color --exit-zero"),
    ("columns profile", "--encoding --json --exit-zero"),
    ("columns convert", "--from --json --quiet"),
];

/// The common options, with their letters.
const OPTIONS: [(&str, Option<char>); 7] = [
    ("--encoding", Some('e')),
    ("--from", Some('f')),
    ("--json", None),
    ("--quiet", Some('q')),
    ("--width", None),
    ("--color", None),
    ("--exit-zero", None),
];

/// Returns the definition of a command.
fn definition(name: &str) -> clap::Command {
    let mut command = placemat_cli::command();
    command.build();
    name.split(' ').fold(command, |command, name| {
        command.find_subcommand(name).unwrap_or_else(|| panic!("{name}")).clone()
    })
}

#[test]
fn commands_have_the_common_options_and_no_others_with_their_letters() {
    for (name, expected) in TABLE {
        let command = definition(name);
        let of = |long: &str| {
            let found = command.get_arguments().find(|one| one.get_long() == Some(&long[2..]));
            found.map(|one| one.get_short())
        };
        for (option, letter) in OPTIONS {
            let is_expected = expected.split(' ').any(|one| one == option);
            assert_eq!(of(option), is_expected.then_some(letter), "{name} {option}");
            let others = command.get_arguments().filter(|one| {
                letter.is_some() && one.get_short() == letter && one.get_long() != Some(&option[2..])
            });
            assert_eq!(others.count(), 0, "{name} -{letter:?}");
        }
    }
    // The table has every command, except those that only describe the command itself.
    let commands = placemat_cli::command();
    let names: Vec<_> = commands.get_subcommands().map(clap::Command::get_name).collect();
    for name in names {
        let is_known = TABLE.iter().any(|(known, _)| known.split(' ').next() == Some(name));
        assert!(is_known || matches!(name, "completions" | "man" | "help"), "{name}");
    }
}

/// A run of each command that has something to report, with status 1 if it may be.
const RUNS: [(&str, &str); 7] = [
    ("check", "bad.txt"),
    ("detect", "noise"),
    ("repair", "bad.txt"),
    ("explain", "bad.txt"),
    ("identify", "-- tr -d \\377"),
    ("table", "utf-8"),
    ("list", ""),
];

fn has(name: &str, option: &str) -> bool {
    TABLE.iter().any(|&(known, options)| known == name && options.split(' ').any(|one| one == option))
}

#[cfg(unix)]
#[test]
fn the_common_options_do_the_same_everywhere() {
    let noise = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x02\0\0\x01";
    let directory = directory_with(&[
        ("bad.txt", b"a line with bytes \xE9\x80 and \xED\xA0\xBD\xED\xB2\xA9\n"),
        ("noise", noise),
    ]);
    for (name, arguments) in RUNS {
        let placemat =
            |options: &str| placemat_in(directory.path(), &format!("{name} {options} {arguments}"), b"");
        let plain = placemat("");
        assert!(plain.status < 2 && !plain.stdout.is_empty(), "{name}: {}", plain.stderr);
        if has(name, "--exit-zero") {
            let found = placemat("--exit-zero");
            assert_eq!((plain.status, found.status), (1, 0), "{name}");
            assert_eq!(found.text().lines().count(), plain.text().lines().count(), "{name}");
        }
        if has(name, "--json") {
            let found = placemat("--json");
            assert_eq!(found.status, plain.status, "{name}");
            assert!(found.text().lines().all(|line| line.starts_with("{\"version\":1,")), "{}", found.text());
        }
        if has(name, "--quiet") {
            for quiet in ["--quiet", "-q"] {
                let found = placemat(quiet);
                // What `repair` leaves as it is, it names nevertheless.
                assert!(found.stdout.len() < plain.stdout.len(), "{name}: {}", found.text());
                assert_eq!(found.status, plain.status, "{name}");
            }
        }
        if has(name, "--width") {
            let widest = |width: usize| {
                let found = placemat(&format!("--width {width}"));
                assert_eq!(found.status, plain.status, "{name} {}", found.stderr);
                found.text().lines().map(|line| line.chars().count()).max().unwrap_or(0)
            };
            let (narrow, wide) = (widest(50), widest(200));
            assert!(narrow <= wide, "{name}");
            // Listings of a table are as wide as they are.
            assert!(narrow <= 50 || name == "table", "{name}: {narrow}");
        }
        if has(name, "--color") {
            assert!(placemat("--color always").text().contains('\u{1B}'), "{name}");
            assert!(!placemat("--color never").text().contains('\u{1B}'), "{name}");
        }
    }
}

/// `auto` finds what was named before.
#[test]
fn every_command_that_reads_detects_the_encoding() {
    let utf_16 = b"\xFF\xFEn\0a\0\xEF\0v\0e\0 \0t\0e\0x\0t\0\n\0";
    let koi8: &[u8] = b"\xF7\xD3\xC5 \xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xD9\xC5 \xD3\xC5\xCD\xD8\xC9 \
        \xD0\xCF\xC8\xCF\xD6\xC9 \xC4\xD2\xD5\xC7 \xCE\xC1 \xC4\xD2\xD5\xC7\xC1, \xCB\xC1\xD6\xC4\xC1\xD1\n";
    let files: [(&str, &[u8]); 3] =
        [("utf-16", utf_16), ("utf-8", "naïve text\n".as_bytes()), ("koi8", koi8)];
    let directory = directory_with(&files);
    for (name, encoding) in [("utf-16", "utf-16"), ("utf-8", "utf-8")] {
        let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
        for command in ["check --json -e", "explain --json -e", "explain -e", "convert -t utf-32 -f"] {
            let named = run(&format!("{command} {encoding} {name}"));
            let detected = run(&format!("{command} AUTO {name}"));
            assert_eq!((named.status, detected.status), (0, 0), "{command} {name}: {}", detected.stderr);
            if !command.starts_with("check") {
                assert_eq!(named.stdout, detected.stdout, "{command} {name}");
            }
        }
    }
    // From a pipe, of bytes of the command line, and of a text.
    let found = placemat_in(directory.path(), "explain --json -e auto", utf_16);
    assert_eq!((found.text().lines().count(), found.status), (12, 0), "{}", found.text());
    let found = placemat_in(directory.path(), "explain -e auto --hex FFFE61000A00", b"");
    assert!(found.text().contains("LATIN SMALL LETTER A"), "{}", found.text());
    let found = placemat_in(directory.path(), "explain -e auto --text é", b"");
    assert!(found.text().contains("U+00E9"), "{}", found.text());
    let found = placemat_in(directory.path(), "explain -e auto koi8", b"");
    if cfg!(feature = "legacy") {
        let told = "placemat: koi8: looks like KOI8-R (sure), which explain does not read; \
                    placemat convert -f koi8-r converts it\n";
        assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", told, 1));
    }
}
