//! `placemat identify`: programs that decode standard input.

#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use crate::command::{Run, placemat, placemat_with, run};

fn identify(options: &[&str], command: &[&str]) -> Run {
    run(placemat().arg("identify").args(options).arg("--").args(command), b"")
}

/// Identifies the command itself.
fn identify_self(from: &str, on_error: &str) -> Run {
    let binary = env!("CARGO_BIN_EXE_placemat");
    identify(&["--json"], &[binary, "convert", "-q", "-f", from, "--on-error", on_error])
}

/// Returns `true` if a program can be run, and otherwise says that the test is skipped.
fn is_installed(program: &str) -> bool {
    let is_installed = Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !is_installed {
        eprintln!("{program} is not installed: skipped");
    }
    is_installed
}

/// Returns the lines of a report, without the one that has counts.
fn lines(run: &Run) -> Vec<&str> {
    run.text().lines().filter(|line| !line.contains("departs:")).collect()
}

#[test]
fn the_command_itself_is_identified() {
    for (from, on_error) in [
        ("utf-8", "strict"),
        ("utf-8", "replace"),
        ("utf-8", "replace-byte"),
        ("utf-8", "replace-generalized"),
        ("utf-8", "replace-sequence"),
        ("utf-8", "replace-run"),
        ("utf-8", "skip"),
        ("utf-8", "latin1"),
        ("utf-8", "cp1252"),
        ("utf-8-sig", "replace"),
        ("generalized-utf-8", "replace"),
        ("wtf-8", "replace"),
        ("cesu-8", "replace"),
        ("cesu-8", "skip"),
        ("cesu-8-lenient", "replace"),
        ("mutf-8", "replace-run"),
        ("mutf-8-lenient", "strict"),
        ("mutf-8-writeutf", "replace"),
        ("mutf-8-dex", "replace"),
        ("mutf-8-nul", "strict"),
        ("utf8mb3", "replace-byte"),
        ("utf-1", "replace"),
        ("utf-8-rfc2279", "skip"),
        ("corrected-utf-8-document", "replace"),
        ("utf-ebcdic", "replace"),
        ("iso-8859-1", "strict"),
        ("windows-1252", "strict"),
        ("us-ascii", "skip"),
        ("utf-8-or-windows-1252", "replace"),
        ("utf-16", "replace"),
        ("utf-16le", "replace"),
        ("utf-32be", "replace-run"),
    ] {
        let found = identify_self(from, on_error);
        assert_eq!(found.status, 0, "{from} {on_error}: {}{}", found.text(), found.stderr);
        let line: serde_json::Value = serde_json::from_str(found.text()).expect("a line of JSON");
        let first = &line["found"];
        // A policy is absent if the encoding has no ill-formed text in these cases.
        let has_policy = first["on_error"].is_null() || first["on_error"] == on_error;
        assert!(first["encoding"] == from && has_policy, "{from} {on_error}: {line}");
        assert_eq!((&line["departures"], &line["identified"]), (&serde_json::json!([]), &true.into()));
        assert!(line["runs"].as_u64().is_some_and(|runs| (1..=200).contains(&runs)), "{line}");
    }
}

/// Strict conversions to UTF-8 do not distinguish encodings that differ only in what UTF-8 cannot encode.
#[test]
fn what_cannot_be_distinguished_is_named_together() {
    let found = identify_self("cesu-8-lenient", "strict");
    let line: serde_json::Value = serde_json::from_str(found.text()).expect("a line of JSON");
    assert_eq!(line["found"]["encoding"], "cesu-8");
    assert_eq!(line["ties"][0]["encoding"], "cesu-8-lenient");
    let binary = env!("CARGO_BIN_EXE_placemat");
    let found = identify(&[], &[binary, "convert", "-q", "-f", "cesu-8-lenient"]);
    assert!(found.text().contains("\n  same as:      cesu-8-lenient (strict)\n"), "{}", found.text());
    // A target that holds surrogates distinguishes them.
    let to = ["--json", "--to", "wtf-16be"];
    let found = identify(&to, &[binary, "convert", "-q", "-f", "cesu-8-lenient", "-t", "wtf-16be"]);
    assert!(
        found.text().contains(r#""found":{"encoding":"cesu-8-lenient","on_error":"strict""#),
        "{}",
        found.text()
    );
}

#[test]
fn what_changes_nothing_passes_everything_through() {
    let found = identify(&[], &["cat"]);
    assert_eq!(lines(&found), ["cat", "  decodes:      nothing: every byte passes through"]);
    assert!(found.text().contains("\n  departs:      nowhere in "), "{}", found.text());
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    let found = identify(&["--json", "--to", "utf-16le"], &["cat"]);
    assert!(found.text().contains(r#""passes_through":true"#), "{}", found.text());
    // What follows the program is for the program.
    let found = placemat_with("identify --json cat -u", b"");
    assert!(found.text().contains(r#""passes_through":true"#), "{}", found.text());
}

#[test]
fn departures_are_shown_with_both_results() {
    // Everything passes through except the byte FF.
    let found = identify(&["--json"], &["tr", "-d", "\\377"]);
    let line: serde_json::Value = serde_json::from_str(found.text()).expect("a line of JSON");
    assert_eq!((found.status, &line["found"]["passes_through"]), (1, &true.into()));
    let departures = line["departures"].as_array().expect("departures");
    assert!(departures.iter().all(|one| one["input"].as_str().is_some_and(|bytes| bytes.contains("FF"))));
    let first = departures.iter().find(|one| one["input"] == "FF" && one["at"] == "middle").expect("FF");
    assert_eq!((&first["gave"], &first["expected"]), (&"".into(), &"FF".into()));
    let found = identify(&[], &["tr", "-d", "\\377"]);
    assert!(found.text().contains("\n                FF: gave nothing; expected FF\n"), "{}", found.text());
    assert!(found.text().lines().count() <= 9, "{}", found.text());
}

#[test]
fn programs_that_decode_nothing_are_not_identified() {
    for command in [&["false"][..], &["true"], &["yes"], &["rev"], &["od"]] {
        let found = identify(&[], command);
        assert!(found.text().contains("\n  decodes:      unknown: "), "{}", found.text());
        assert_eq!((found.stderr.as_str(), found.status), ("", 1), "{command:?}");
    }
}

#[test]
fn an_encoding_that_is_not_tried_is_said_to_be_unknown() {
    if !is_installed("iconv") {
        println!("left out: there is no iconv");
        return;
    }
    let found = identify(&[], &["iconv", "-f", "koi8-r", "-t", "utf-8"]);
    let text = found.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "decodes: unknown: no member of the UTF family, nor Windows-1252 or ISO-8859-1, explains \
                    most of what it gave; other encodings are not tried";
    assert!(text.contains(expected), "{}", found.text());
    // Its ASCII is the same, and so are the errors of many cases.
    let found = identify(&[], &["iconv", "-f", "shift_jis", "-t", "utf-8"]);
    let line = "  decodes:      unknown: no encoding that is tried explains what it gave";
    assert!(found.text().contains(line) && found.text().contains("departs:"), "{}", found.text());
    assert!(!found.text().contains("errors:"), "{}", found.text());
}

#[test]
fn nothing_is_concluded_from_a_few_cases() {
    let found = identify(&[], &["sh", "-c", "sleep 3.5; exec iconv -f utf-8 -t utf-8"]);
    if is_installed("iconv") {
        assert!(found.text().contains("  decodes:      unknown: only "), "{}", found.text());
    }
}

#[test]
fn a_program_that_hangs_is_ended() {
    let begin = Instant::now();
    // The shell's child keeps standard output open.
    let found = identify(&[], &["sh", "-c", "sleep 60; true"]);
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    assert!(found.text().contains("the program did not end in time"), "{}", found.text());
    assert_eq!(found.status, 1);
}

/// Some programs take seconds to start.
#[test]
fn a_program_that_is_slow_is_no_program_that_hangs() {
    let found = identify(&[], &["sh", "-c", "sleep 3.5; exec cat"]);
    assert!(
        found.text().contains("  decodes:      nothing: every byte passes through\n"),
        "{}",
        found.text()
    );
    assert!(!found.text().contains("did not end"), "{}", found.text());
    assert!(found.text().contains(" left out because of the limits"), "{}", found.text());
}

/// The program is in a group of its own, to which a terminal does not send the signal of Ctrl-C.
#[test]
fn a_signal_ends_the_program_as_well() {
    let directory = tempfile::tempdir().unwrap();
    let pid = directory.path().join("pid");
    let script = format!("echo $$ > '{}'; sleep 300; true", pid.display());
    let mut child = placemat().args(["identify", "--", "sh", "-c", &script]).spawn().unwrap();
    let begin = Instant::now();
    let program = loop {
        match std::fs::read_to_string(&pid).unwrap_or_default().trim().parse::<i32>() {
            Ok(program) => break program,
            Err(_) => assert!(begin.elapsed() < Duration::from_secs(20)),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let signal = |name: &str, process: i32| {
        Command::new("kill").args([name, &process.to_string()]).status().unwrap().success()
    };
    assert!(signal("-INT", child.id() as i32));
    assert!(!child.wait().unwrap().success());
    let is_running = || {
        let state = std::fs::read_to_string(format!("/proc/{program}/stat")).unwrap_or_default();
        // An ended process remains as a zombie until its parent has noticed.
        if cfg!(target_os = "linux") {
            !(state.is_empty() || state.contains(") Z "))
        } else {
            signal("-0", program)
        }
    };
    while is_running() {
        assert!(begin.elapsed() < Duration::from_secs(60), "the program still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_program_that_cannot_be_run_is_status_2() {
    let found = identify(&[], &["/nonexistent/decoder"]);
    let message = "placemat: /nonexistent/decoder: cannot run the program: No such file or directory\n";
    assert_eq!((found.stdout.len(), found.stderr.as_str(), found.status), (0, message, 2));
    for arguments in
        ["identify", "identify --", "identify --to klingon -- cat", "identify --to tcl-8.6-utf-8 -- cat"]
    {
        let found = placemat_with(arguments, b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}: {}", found.text());
    }
}

#[test]
fn iconv_is_identified() {
    if !is_installed("iconv") {
        return;
    }
    // glibc also reads what is beyond U+10FFFF; other implementations do not.
    let found = identify(&[], &["iconv", "-f", "utf-8", "-t", "utf-8", "-c"]);
    let expected = ["  decodes:      UTF-8", "  errors:       skips invalid bytes (skip)"];
    assert_eq!(lines(&found)[1..3], expected, "{}", found.text());
    let found = identify(&["--to", "utf-16le"], &["iconv", "-f", "utf-8", "-t", "utf-16le"]);
    let expected = ["  decodes:      UTF-8", "  errors:       stops with an error (strict)"];
    assert_eq!(lines(&found)[1..3], expected, "{}", found.text());
}

#[test]
fn python_and_node_are_identified() {
    let python =
        "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode('utf-8', 'replace').encode())";
    let node = "process.stdout.write(new TextDecoder().decode(require('fs').readFileSync(0)))";
    for (program, option, script, encoding) in
        [("python3", "-c", python, "utf-8"), ("node", "-e", node, "utf-8-sig")]
    {
        if is_installed(program) {
            let found = identify(&["--json"], &[program, option, script]);
            let line: serde_json::Value = serde_json::from_str(found.text()).expect("a line of JSON");
            assert_eq!(line["found"]["encoding"], encoding, "{line}");
            assert_eq!(line["found"]["on_error"], "replace", "{line}");
            assert_eq!(line["departures"], serde_json::json!([]), "{line}");
        }
    }
}
