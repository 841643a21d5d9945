//! Inputs that a list names, ended by bytes 00, and the name that reports show for standard input.

use std::fs;
use std::path::Path;

use crate::command::{Run, directory_with, files_in, placemat, placemat_in, run};

/// Runs a command with a list of names, which it reads from standard input.
fn with_list(directory: &Path, arguments: &str, names: &[&[u8]]) -> Run {
    let list = names.iter().flat_map(|name| [name, b"\0".as_slice()].concat()).collect::<Vec<_>>();
    placemat_in(directory, &format!("{arguments} --files0-from -"), &list)
}

#[test]
fn every_command_reads_the_files_of_a_list() {
    let directory = directory_with(&[("a", b"caf\xC3\xA9"), ("b", b"\xC0\x80"), ("other", b"\xFF")]);
    for command in ["check --brief", "check --json", "detect", "repair --dry-run", "convert"] {
        let found = with_list(directory.path(), command, &[b"a", b"b"]);
        assert_eq!(found, placemat_in(directory.path(), &format!("{command} a b"), b""), "{command}");
        // The last name need not be ended, and the list may be in a file.
        fs::write(directory.path().join("list"), b"a\0b").unwrap();
        let of_file = placemat_in(directory.path(), &format!("{command} --files0-from list"), b"");
        assert_eq!(found, of_file, "{command}");
    }
}

#[test]
fn files_of_a_list_are_replaced_in_place() {
    let files: [(&str, &[u8]); 3] = [("a", b"\xC0\x80"), ("sub/b", b"\xC0\x80"), ("c", b"\xC0\x80")];
    for (command, repaired) in [("repair --in-place", b"\0"), ("convert -f mutf-8 --in-place", b"\0")] {
        let directory = directory_with(&files);
        let found = with_list(directory.path(), command, &[b"a", b"sub"]);
        assert_eq!(found.status, 0, "{command}: {}", found.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), repaired, "{command}");
        assert_eq!(fs::read(directory.path().join("sub/b")).unwrap(), repaired, "{command}");
        assert_eq!(fs::read(directory.path().join("c")).unwrap(), b"\xC0\x80", "{command}");
    }
}

#[test]
fn an_empty_list_names_nothing() {
    // Not the current directory.
    let directory = directory_with(&[("a", b"\xFF")]);
    for command in ["check", "detect", "repair", "repair --in-place", "convert --in-place"] {
        let found = with_list(directory.path(), command, &[]);
        assert_eq!(found.status, 0, "{command}: {}", found.stderr);
        assert!(!found.text().contains("a:"), "{command}: {}", found.text());
    }
    let found = with_list(directory.path(), "convert", &[]);
    assert!(found.status == 2 && found.stderr.contains("the list is empty"), "{}", found.stderr);
    assert_eq!(files_in(directory.path())["a"], b"\xFF");
}

#[test]
#[cfg(unix)]
fn names_of_a_list_may_be_hostile() {
    use crate::command::bytes;

    let names: [&[u8]; 7] = [b"line\nend", b"\xFF\xFE", b"-", b"--json", b"-e", b" ", b"\x1B[31m"];
    let directory = directory_with(&[]);
    for name in names {
        fs::write(directory.path().join(bytes(name)), b"\xC0\x80").unwrap();
    }
    let shown = ["line\\nend", "\\xFF\\xFE", "-", "--json", "-e", " ", "\\u{1B}[31m"];
    let found = with_list(directory.path(), "check --brief", &names);
    assert_eq!(found.status, 1);
    for name in shown {
        let is_said = found.text().lines().any(|line| line.starts_with(&format!("{name}:1:1: ")));
        assert!(is_said, "{name}: {}", found.text());
    }
    // One list passes the names to another.
    let found = with_list(directory.path(), "check --list --null", &names);
    let listed: Vec<_> = found.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty()).collect();
    assert_eq!(listed, names);
    let found = with_list(directory.path(), "repair --in-place", &names);
    assert_eq!(found.status, 0, "{}", found.stderr);
    for name in names {
        assert_eq!(fs::read(directory.path().join(bytes(name))).unwrap(), b"\0", "{name:X?}");
    }
}

#[test]
fn an_empty_name_is_wrong_usage_and_nothing_is_done() {
    let directory = directory_with(&[("a", b"\xC0\x80"), ("b", b"\xC0\x80")]);
    for command in ["check", "detect", "repair --in-place", "convert -f mutf-8 --in-place"] {
        for (names, number) in [(&[b"a".as_slice(), b"", b"b"], 2), (&[b"".as_slice(), b"a", b"b"], 1)] {
            let found = with_list(directory.path(), command, names);
            let told = format!("placemat: --files0-from: standard input: name {number} is empty\n");
            assert_eq!(
                (found.text(), found.stderr.as_str(), found.status),
                ("", told.as_str(), 2),
                "{command}"
            );
        }
    }
    assert_eq!(files_in(directory.path())["a"], b"\xC0\x80");
}

#[test]
fn a_missing_file_of_a_list_is_named_as_one_of_the_arguments_is() {
    let directory = directory_with(&[("a", b"\xC0\x80"), ("b", b"fine")]);
    for command in
        ["check", "check --json", "check --quiet", "detect", "repair --dry-run", "repair --in-place"]
    {
        let expected = placemat_in(directory.path(), &format!("{command} b missing a"), b"");
        fs::write(directory.path().join("a"), b"\xC0\x80").unwrap();
        let found = with_list(directory.path(), command, &[b"b", b"missing", b"a"]);
        fs::write(directory.path().join("a"), b"\xC0\x80").unwrap();
        assert_eq!(found, expected, "{command}");
        assert!(command.ends_with("quiet") || found.stderr.contains("missing: No such file"), "{command}");
    }
    let found = with_list(directory.path(), "check", &[b"b", b"missing"]);
    assert_eq!(found.status, 2);
    let missing = placemat_in(directory.path(), "check --files0-from missing", b"");
    assert_eq!(
        (missing.stderr.as_str(), missing.status),
        ("placemat: missing: No such file or directory\n", 2)
    );
}

/// Programs that list all files list binary ones as well.
#[test]
fn binary_files_of_a_list_are_skipped_as_in_directories() {
    let directory = directory_with(&[("image", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\xFF\xFF"), ("text", b"fine")]);
    let found = with_list(directory.path(), "check", &[b"image", b"text"]);
    assert_eq!(found.text(), "1 file checked as utf-8: valid; 1 binary file skipped\n");
    assert_eq!(found.status, 0);
    assert_eq!(with_list(directory.path(), "check --text", &[b"image", b"text"]).status, 1);
}

#[test]
fn a_list_of_lines_is_recognized() {
    let directory = directory_with(&[("a", b"fine"), ("b", b"fine")]);
    let found = placemat_in(directory.path(), "check --files0-from -", b"a\nb\n");
    let told = "placemat: --files0-from: standard input: 2 lines, but each name is to be ended by a byte 00, \
                as by `git ls-files -z`\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", told, 2));
}

#[test]
fn a_list_stands_alone() {
    let directory = directory_with(&[("a", b"fine")]);
    for arguments in ["check --files0-from - a", "convert --files0-from - a", "repair --files0-from - ."] {
        let found = placemat_in(directory.path(), arguments, b"a\0");
        let told = "placemat: --files0-from: no paths can be named beside the list\n";
        assert_eq!((found.stderr.as_str(), found.status), (told, 2), "{arguments}");
    }
    for arguments in [
        "check --files0-from - --stdin-filename a",
        "repair --undo log --files0-from -",
        "repair --undo log --stdin-filename a",
    ] {
        let found = placemat_in(directory.path(), arguments, b"a\0");
        assert!(found.status == 2 && found.stderr.contains("cannot be used with"), "{}", found.stderr);
    }
}

/// Returns the report with the name, on either stream.
fn of_name(arguments: &str, name: &str, text: &[u8]) -> String {
    let mut command = placemat();
    command.args(arguments.split_whitespace()).args(["--stdin-filename", name]);
    let found = run(&mut command, text);
    String::from_utf8_lossy(&found.stdout).into_owned() + &found.stderr
}

#[test]
fn reports_show_the_name_of_standard_input() {
    let bad = b"caf\xE9 au lait\n";
    for (arguments, said) in [
        ("check", "src/a.txt: looks like Windows-1252, 1 place\n"),
        ("check -", "src/a.txt: looks like Windows-1252, 1 place\n"),
        ("check", "  fix:  placemat repair --in-place --fix default,legacy-bytes src/a.txt\n"),
        ("check --brief", "src/a.txt:1:4: "),
        ("check --json", r#""path":{"text":"src/a.txt"}"#),
        ("check --sarif", r#""uri":"src/a.txt""#),
        ("check --format github", "::error file=src/a.txt,line=1,col=4,"),
        ("check --list", "src/a.txt\n"),
        ("detect", "src/a.txt: windows-1252"),
        ("detect --json", r#""path":{"text":"src/a.txt"}"#),
        ("repair --dry-run", "src/a.txt: left as it is"),
        ("repair --fix legacy-bytes --diff", "--- a/src/a.txt\n+++ b/src/a.txt\n"),
        ("convert", "placemat: src/a.txt:1:4: offset 3"),
        ("convert --json", r#""path":{"text":"src/a.txt"}"#),
    ] {
        let report = of_name(arguments, "src/a.txt", bad);
        assert!(report.contains(said), "{arguments}: {report}");
        assert!(!report.contains("standard input"), "{arguments}: {report}");
    }
}

#[test]
fn the_name_of_standard_input_is_only_shown() {
    // The file of that name is not read, the text may be empty, and a hostile name is escaped.
    let directory = directory_with(&[("a.txt", b"\xFF")]);
    let found = placemat_in(directory.path(), "check --stdin-filename a.txt", b"");
    assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
    let report = of_name("check --brief", "a\n\u{202E}b", b"\xFF");
    assert!(report.starts_with("a\\n\\u{202E}b:1:1: "), "{report}");
    let found = placemat_in(directory.path(), "repair --stdin-filename a.txt", b"\xC0\x80");
    assert_eq!((found.stdout.as_slice(), found.status), (b"\0".as_slice(), 0), "{}", found.stderr);
    assert_eq!(files_in(directory.path())["a.txt"], b"\xFF");
}

#[test]
fn a_name_without_standard_input_is_wrong_usage() {
    let directory = directory_with(&[("a", b"fine")]);
    let found = placemat_in(directory.path(), "check --stdin-filename b a", b"");
    let told = "placemat: --stdin-filename is for standard input: `-` has to be among the paths\n";
    assert_eq!((found.stderr.as_str(), found.status), (told, 2));
    let empty = of_name("check", "", b"");
    assert!(empty.starts_with("error: a value is required for '--stdin-filename <NAME>'"), "{empty}");
    let found = placemat_in(directory.path(), "repair --in-place --stdin-filename a", b"");
    assert_eq!(found.status, 2, "{}", found.stderr);
    assert!(found.stderr.contains("--in-place is for files"), "{}", found.stderr);
}
