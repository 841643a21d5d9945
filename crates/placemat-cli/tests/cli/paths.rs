//! What is read if no path is named: the current directory, or standard input if data is sent to it.
//! Something is always read.

use std::fs::File;
use std::process::Stdio;

use crate::command::{Run, directory_with, placemat, placemat_in, run};

/// Every command that reads directories, so that no such command can be forgotten.
const COMMANDS: [&str; 3] = ["check", "detect", "repair"];
/// These commands without output other than reports.
const REPORTS: [&str; 3] = ["check", "detect", "repair --dry-run"];

/// What each reports about the file `a`, which contains C0 80.
const SAID: [&str; 3] = ["./a: looks like Modified UTF-8", "./a: mutf-8", "./a: 1 repair"];

fn with_stdin(directory: &std::path::Path, arguments: &str, stdin: impl Into<Stdio>) -> Run {
    let mut command = placemat();
    command.current_dir(directory).args(arguments.split_whitespace()).stdin(stdin);
    Run::of(command.output().unwrap())
}

#[test]
fn commands_that_read_directories_are_known() {
    let help = placemat().arg("--help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let mut known = 0;
    for line in help.lines().filter(|line| line.starts_with("  ") && !line.trim().is_empty()) {
        let name = line.split_whitespace().next().unwrap();
        let help = placemat().args([name, "--help"]).output().unwrap();
        let takes_paths = String::from_utf8_lossy(&help.stdout).contains("[PATH]...");
        if help.status.success() && takes_paths {
            assert!(COMMANDS.contains(&name), "{name}");
            known += 1;
        }
    }
    assert_eq!(known, COMMANDS.len());
}

#[test]
fn without_a_path_the_current_directory_is_read() {
    let directory = directory_with(&[("a", b"\xC0\x80"), ("deep/b", b"plain")]);
    for (command, said) in COMMANDS.into_iter().zip(SAID) {
        let found = with_stdin(directory.path(), command, Stdio::null());
        assert!(found.text().starts_with(said), "{command}: {}{}", found.text(), found.stderr);
        assert_eq!(found, placemat_in(directory.path(), &format!("{command} ."), b""), "{command}");
    }
}

#[test]
#[cfg(unix)]
fn a_closed_standard_input_is_none() {
    let directory = directory_with(&[("a", b"\xC0\x80")]);
    for (command, said) in COMMANDS.into_iter().zip(SAID) {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &format!("exec '{}' {command} <&-", env!("CARGO_BIN_EXE_placemat"))]);
        let found = Run::of(shell.current_dir(directory.path()).output().unwrap());
        assert!(found.text().starts_with(said), "{command}: {}{}", found.text(), found.stderr);
    }
}

#[test]
fn without_a_path_what_is_sent_is_read() {
    let directory = directory_with(&[("a", b"plain"), ("sent", b"\xC0\x80")]);
    for command in REPORTS {
        let expected = placemat_in(directory.path(), &format!("{command} -"), b"\xC0\x80");
        assert!(expected.text().starts_with("standard input:"), "{}", expected.text());
        assert_eq!(placemat_in(directory.path(), command, b"\xC0\x80"), expected, "{command}");
        let file = File::open(directory.path().join("sent")).unwrap();
        assert_eq!(with_stdin(directory.path(), command, file).stdout, expected.stdout, "{command}");
    }
}

#[test]
#[cfg(unix)]
fn a_socket_is_read_like_a_pipe() {
    use std::io::Write;

    let directory = directory_with(&[("a", b"plain")]);
    for command in REPORTS {
        let (mut ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        ours.write_all(b"\xC0\x80").unwrap();
        drop(ours);
        let found = with_stdin(directory.path(), command, std::os::fd::OwnedFd::from(theirs));
        assert!(found.text().starts_with("standard input:"), "{command}: {}", found.text());
    }
}

/// The first byte is read before all others.
#[test]
fn no_byte_of_a_pipe_is_lost() {
    let directory = directory_with(&[]);
    for len in [1, 2, 8191, 8192, 300_000] {
        let text = [vec![b'x'; len - 1], b"\xFF".to_vec()].concat();
        for command in REPORTS.into_iter().chain(["check -e auto", "repair -o -", "check --json"]) {
            let unnamed = placemat_in(directory.path(), command, &text);
            let named = placemat_in(directory.path(), &format!("{command} -"), &text);
            assert_eq!(unnamed, named, "{command}: {len}");
        }
        let found = placemat_in(directory.path(), "check --brief", &text);
        assert!(found.text().contains(&format!("offset {}, length 1", len - 1)), "{}", found.text());
    }
}

#[test]
fn an_empty_standard_input_that_nobody_named_is_wrong_usage() {
    let directory = directory_with(&[("a", b"\xFF"), ("empty", b"")]);
    let told = "placemat: standard input is empty, and no path is named: name files or directories, \
                `.` for the current directory, or `-` for standard input\n";
    for command in
        COMMANDS.into_iter().chain(["check --quiet", "check --json", "repair -o out", "detect --json"])
    {
        let file = File::open(directory.path().join("empty")).unwrap();
        let of_file = with_stdin(directory.path(), command, file);
        let piped = placemat_in(directory.path(), command, b"");
        // An empty text is a text for a filter.
        if command == "repair" {
            let note = "placemat: note: standard input is empty; `.` is the name of the current directory\n";
            assert_eq!((piped.text(), piped.stderr.as_str(), piped.status), ("", note, 0));
            assert_eq!(placemat_in(directory.path(), "repair --quiet", b"").stderr, "");
            assert_eq!((of_file.stderr.as_str(), of_file.status), (told, 2));
            continue;
        }
        for found in [piped, of_file] {
            assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", told, 2), "{command}");
        }
        // If standard input is named, it may be empty; if files are named, it is not needed.
        let named = placemat_in(directory.path(), &format!("{command} -"), b"");
        assert_ne!(named.status, 2, "{command}: {}", named.stderr);
    }
    assert_eq!(placemat_in(directory.path(), "check a", b"").status, 1);
    assert_eq!(placemat_in(directory.path(), "check --type-list", b"").status, 0);
    // A file that was read to its end counts as empty.
    let mut file = File::open(directory.path().join("a")).unwrap();
    std::io::copy(&mut file, &mut std::io::sink()).unwrap();
    assert_eq!(with_stdin(directory.path(), "check", file).status, 2);
}

#[test]
fn convert_and_explain_are_filters() {
    let directory = directory_with(&[("a", b"\xFF")]);
    for command in ["convert", "explain"] {
        let found = with_stdin(directory.path(), command, Stdio::null());
        assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", "", 0), "{command}");
        assert_eq!(run(placemat().arg(command), b""), found, "{command}");
    }
}

#[test]
fn a_repair_into_a_file_is_for_one_input() {
    let directory = directory_with(&[("a", b"\xC0\x80")]);
    let found = with_stdin(directory.path(), "repair -o out", Stdio::null());
    let told = "placemat: -o is for a single input (see placemat repair --help)\n";
    assert_eq!((found.stderr.as_str(), found.status), (told, 2));
}
