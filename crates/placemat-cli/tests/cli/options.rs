//! Options that several commands have, and short names of options.

use std::collections::BTreeSet;
use std::fs;
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

use crate::command::{directory_with, placemat_in, placemat_with};

/// Returns the files of lines of JSON.
fn paths(lines: &str) -> BTreeSet<String> {
    let path = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["path"]["text"].as_str().unwrap().trim_start_matches("./").to_owned()
    };
    lines.lines().filter(|line| line.starts_with('{')).map(path).collect()
}

#[cfg(unix)]
#[test]
fn every_command_that_walks_selects_the_same_files() {
    let text = b"text";
    let directory = directory_with(&[
        ("tree/a.txt", text),
        ("tree/b.java", text),
        ("tree/.hidden.txt", text),
        ("tree/ignored.txt", text),
        ("tree/.ignore", b"ignored.txt"),
        ("other.txt", text),
    ]);
    std::os::unix::fs::symlink("../other.txt", directory.path().join("tree/link.txt")).unwrap();
    let tree = directory.path().join("tree");
    for command in ["check --json", "detect --json", "repair --json", "convert --in-place --json --quiet"] {
        for (options, expected) in [
            ("", ["a.txt", "b.java"].as_slice()),
            ("--threads 1", &["a.txt", "b.java"]),
            ("-j 2", &["a.txt", "b.java"]),
            ("--glob *.txt", &["a.txt"]),
            ("-g !*.txt", &["b.java"]),
            ("--type java", &["b.java"]),
            ("--hidden", &[".hidden.txt", ".ignore", "a.txt", "b.java"]),
            ("--no-ignore", &["a.txt", "b.java", "ignored.txt"]),
            ("--follow", &["a.txt", "b.java", "link.txt"]),
            ("--hidden --no-ignore --type txt", &[".hidden.txt", "a.txt", "ignored.txt"]),
        ] {
            let found = placemat_in(&tree, &format!("{command} {options} ."), b"");
            let lines = if command.starts_with("convert") { &found.stderr } else { found.text() };
            assert!(paths(lines).iter().eq(expected), "{command} {options}: {lines}");
            assert_eq!(found.status, 0, "{command} {options}");
        }
        for wrong in ["--type nonsense", "--glob {", "--threads many"] {
            let found = placemat_in(&tree, &format!("{command} {wrong} ."), b"");
            assert_eq!((found.text(), found.status), ("", 2), "{command} {wrong}: {}", found.stderr);
        }
    }
}

#[test]
fn types_are_listed_and_nothing_else_is_done() {
    let directory = directory_with(&[("file", b"\xFF")]);
    for command in ["check", "detect", "repair --in-place", "convert --in-place", "convert"] {
        let found = placemat_in(directory.path(), &format!("{command} --type-list file"), b"");
        assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{command}");
        for line in ["java: *.java, *.jsp, *.jspx, *.properties", "txt: *.txt"] {
            assert!(found.text().lines().any(|one| one == line), "{command}: {line}");
        }
        // Every listed type is accepted.
        for (name, _) in found.text().lines().filter_map(|line| line.split_once(": ")).step_by(40) {
            assert_eq!(
                placemat_in(directory.path(), &format!("check -q --type {name} ."), b"").status,
                0,
                "{name}"
            );
        }
    }
}

#[test]
fn every_command_takes_an_instruction_set() {
    let text = "é€💩\n".repeat(100);
    for command in ["convert -t utf-16", "check", "repair", "detect", "explain", "table utf-8", "list"] {
        let plain = placemat_with(command, text.as_bytes());
        assert_eq!(plain.status, 0, "{command}");
        assert_eq!(placemat_with(&format!("{command} --isa scalar"), text.as_bytes()), plain, "{command}");
        let found = placemat_with(&format!("{command} --isa nonsense"), text.as_bytes());
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{command}: {}", found.stderr);
    }
}

#[test]
fn short_names_stand_for_long_ones() {
    let directory = directory_with(&[("in", b"a\xC0\x80")]);
    for (short, long) in [
        ("convert -f mutf-8 -t utf-16be in -o out", "convert --from mutf-8 --to utf-16be in --output out"),
        ("repair in -o out", "repair in --output out"),
    ] {
        let made = [short, long].map(|arguments| {
            let found = placemat_in(directory.path(), arguments, b"");
            assert_eq!(found.status, 0, "{arguments}: {}", found.stderr);
            let made = fs::read(directory.path().join("out")).unwrap();
            fs::remove_file(directory.path().join("out")).unwrap();
            made
        });
        assert!(made[0] == made[1] && made[0] != b"a\xC0\x80", "{short}: {made:X?}");
    }
    for (short, long) in [
        ("check -e mutf-8 in", "check --encoding mutf-8 in"),
        ("explain -e mutf-8 in", "explain --encoding mutf-8 in"),
    ] {
        let found = placemat_in(directory.path(), short, b"");
        assert_eq!(found.status, 0, "{short}: {}", found.stderr);
        assert_eq!(placemat_in(directory.path(), long, b""), found, "{long}");
    }
}

/// They are code points of these encodings, unless they are refused.
#[test]
fn surrogates_are_refused_where_that_is_asked_for() {
    for (encoding, surrogate) in [
        ("utf-1", b"\xF7\x2F\xC4".as_slice()),
        ("utf-8-rfc2279", b"\xED\xA0\x80"),
        ("fss-utf-1992-07", b"\xC2\xEF\x80"),
    ] {
        for command in ["check --brief -e", "convert -t wtf-8 --quiet -f"] {
            let found = placemat_with(&format!("{command} {encoding}"), surrogate);
            assert_eq!(found.status, 0, "{command} {encoding}: {} {}", found.stderr, found.text());
            let found = placemat_with(&format!("{command} {encoding} --refuse-surrogates"), surrogate);
            assert_eq!(found.status, 1, "{command} {encoding}");
            let report = found.stderr.clone() + found.text();
            let is_named = report.contains(" surrogate") && report.contains(", which ");
            assert!(is_named, "{command} {encoding}: {report}");
        }
    }
}

#[test]
fn files_that_are_skipped_are_named_and_read_where_that_is_asked_for() {
    let directory = directory_with(&[("tree/binary", b"\0\xED\xA0\xBD\xED\xB2\xA9")]);
    let convert = "convert -f cesu-8 --in-place";
    let found = placemat_in(directory.path(), &format!("{convert} --skipped tree"), b"");
    let told = "placemat: tree/binary: binary; skipped\nplacemat: 0 files converted, 1 binary file skipped\n";
    assert_eq!((found.stderr.as_str(), found.status), (told, 0));
    let found = placemat_in(directory.path(), &format!("{convert} --json tree"), b"");
    let line = r#"{"version":1,"path":{"text":"tree/binary"},"from":"cesu-8","to":"utf-8","converted":false,"read":0,"written":0,"errors":[],"error_count":0,"failed":null,"unencodable":[],"unencodable_count":0,"skipped":"binary"}"#;
    assert_eq!((found.stderr.strip_suffix('\n'), found.status), (Some(line), 0));
    let found = placemat_in(directory.path(), &format!("{convert} --text tree"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
    assert_eq!(fs::read(directory.path().join("tree/binary")).unwrap(), "\0💩".as_bytes());
    for option in ["--skipped", "--text"] {
        let found = placemat_in(directory.path(), &format!("convert {option} tree/binary"), b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{option}");
    }
}

/// Errors have excerpts on request.
#[cfg(target_os = "linux")]
#[test]
fn brief_reports_have_no_excerpts() {
    if Command::new("script").arg("--version").output().is_err() {
        println!("left out: there is no script that makes a terminal");
        return;
    }
    let directory = directory_with(&[("file", b"text \xFF")]);
    let shown = |options: &str| {
        let command = env!("CARGO_BIN_EXE_placemat");
        let mut script = Command::new("script");
        script.args(["-qec", &format!("'{command}' check --color never {options} file"), "/dev/null"]);
        let output = script.current_dir(directory.path()).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shown("-v").contains("74 65 78 74 20 FF"), "{}", shown("-v"));
    let brief = shown("--brief");
    assert!(brief.contains("offset 5") && !brief.contains("74 65 78 74 20 FF"), "{brief}");
    let found = placemat_in(directory.path(), "check file", b"");
    assert!(!found.text().contains("74 65 78 74 20 FF"));
    assert!(placemat_in(directory.path(), "check --verbose file", b"").text().contains("74 65 78 74 20 FF"));
    assert_eq!(placemat_in(directory.path(), "check --brief --verbose file", b"").status, 2);
}
