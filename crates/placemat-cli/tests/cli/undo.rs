//! `repair --undo-log` and `--undo`: the contents of a log, and what is restored.

use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::command::as_another_user;
use crate::command::{directory_with, placemat_in};

const PAIR: &[u8] = b"\xED\xA0\xBD\xED\xB2\xA9";

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}

/// Returns pseudo-random numbers.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

/// Returns files with damage of all kinds.
fn damaged(count: usize) -> Vec<(String, Vec<u8>)> {
    let parts: [&[u8]; 12] = [
        b"plain, ",
        "café ".as_bytes(),
        "Ã©tÃ© ".as_bytes(),
        b"\n",
        PAIR,
        b"\xED\xA0\xBD",
        b"\xC0\x80",
        b"\xE9 ",
        b"\xE2\x82",
        b"\xEF\xBB\xBF",
        b"\xC3\xAF\xC2\xBB\xC2\xBF",
        b"\xFF\xFEa\0",
    ];
    let mut state = 3;
    let mut content = || {
        let kinds: Vec<_> = (0..1 + next(&mut state) % 4).map(|_| parts[next(&mut state) % 12]).collect();
        (0..next(&mut state) % 40).flat_map(|_| kinds[next(&mut state) % kinds.len()].to_vec()).collect()
    };
    (0..count).map(|number| (format!("tree/{number:03}"), content())).collect()
}

/// Another user cannot restore a file with its owner.
#[cfg(unix)]
#[test]
fn an_undo_proposes_no_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory_with(&[("open/file", PAIR)]);
    placemat_in(directory.path(), "repair --in-place --undo-log undo.log open", b"");
    for (name, mode) in [("", 0o755), ("open", 0o777), ("open/file", 0o666), ("undo.log", 0o644)] {
        fs::set_permissions(directory.path().join(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let Some(found) = as_another_user(directory.path(), "repair --undo undo.log") else { return };
    assert!(found.stderr.contains("its owner cannot be kept"), "{}", found.stderr);
    assert!(!found.stderr.contains("-o"), "{}", found.stderr);
    assert_eq!(read(directory.path(), "open/file"), "💩".as_bytes());
}

#[test]
fn what_was_repaired_is_well_formed_and_undone_byte_for_byte() {
    let files = damaged(400);
    let listed: Vec<_> = files.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    let directory = directory_with(&listed);
    let repair = "repair --in-place --text --undo-log undo.log tree";
    let mut before = 0;
    for fixes in ["", "--fix all"] {
        let found = placemat_in(directory.path(), &format!("{repair} {fixes}"), b"");
        assert!(found.status <= 1 && found.stderr.is_empty(), "{}", found.stderr);
        let log = read(directory.path(), "undo.log").len();
        assert!(log > before);
        before = log;
        for (name, content) in &files {
            let now = read(directory.path(), name);
            assert!(now == *content || std::str::from_utf8(&now).is_ok(), "{name}");
        }
        let found = placemat_in(directory.path(), &format!("{repair} {fixes}"), b"");
        assert!(
            found.text().contains("\n0 files repaired, ") || found.text().starts_with("0 files repaired, ")
        );
        assert_eq!(read(directory.path(), "undo.log").len(), log);
    }
    for is_again in [false, true] {
        let found = placemat_in(directory.path(), "repair --undo undo.log", b"");
        assert_eq!(found.status, 0, "{}", found.stderr);
        assert_eq!(found.stderr.starts_with("placemat: 0 files undone, "), is_again, "{}", found.stderr);
        for (name, content) in &files {
            assert_eq!(read(directory.path(), name), *content, "{name}");
        }
    }
}

#[test]
fn an_undo_log_is_lines_of_json() {
    let directory = directory_with(&[("a", b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB2\xA9 \xC0\x80")]);
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log a", b"").status, 0);
    let path = directory.path().join("a").canonicalize().unwrap();
    let log = String::from_utf8(read(directory.path(), "log")).unwrap();
    let (head, tail) = (
        format!(r#"{{"version":1,"path":{{"text":"{}"}},"old":{{"size":15,"hash":""#, path.display()),
        "\"},\"edits\":[{\"offset\":6,\"length\":4,\"old\":\"7aC97bKp\"},{\"offset\":11,\"length\":1,\"old\":\"wIA=\"}]}\n",
    );
    assert!(log.starts_with(&head) && log.ends_with(tail), "{log}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(directory.path().join("log")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "what files hold that nobody else can read stays so");
    }
}

#[test]
fn what_was_changed_since_is_not_undone() {
    let directory = directory_with(&[("a", PAIR), ("b", PAIR), ("c", PAIR), ("log", b"")]);
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log .", b"").status, 0);
    fs::write(directory.path().join("b"), "💩 and more").unwrap();
    let path = directory.path().join("b").canonicalize().unwrap();
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    let told = format!(
        "placemat: {}: has been changed since; left as it is\n\
         placemat: 2 files undone, 1 not undone\n",
        path.display()
    );
    assert_eq!((found.stderr, found.status), (told, 1), "a file that is left as it is");
    assert_eq!((read(directory.path(), "a"), read(directory.path(), "c")), (PAIR.to_vec(), PAIR.to_vec()));
    assert_eq!(read(directory.path(), "b"), "💩 and more".as_bytes());
    // A second time: two files already are what they were.
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert!(found.stderr.ends_with("0 files undone, 2 undone already, 1 not undone\n"), "{}", found.stderr);
    fs::remove_file(path).unwrap();
    assert_eq!(placemat_in(directory.path(), "repair --undo log", b"").status, 2);
}

#[test]
fn logs_that_are_cut_or_no_logs() {
    let directory = directory_with(&[("a", PAIR), ("text", b"some\ntext\n"), ("directory/x", b"")]);
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log a", b"").status, 0);
    // A run that was killed while it wrote the line of another file.
    let whole = read(directory.path(), "log");
    fs::write(directory.path().join("log"), [&whole[..], b"{\"version\":1,\"pa"].concat()).unwrap();
    fs::write(directory.path().join("b"), PAIR).unwrap();
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log b", b"").status, 0);
    let log = read(directory.path(), "log");
    assert!(log.starts_with(&whole) && log[whole.len()..].starts_with(b"{\"version\":1,\"path\""));
    fs::write(directory.path().join("log"), [&log[..], b"{\"ver"].concat()).unwrap();
    assert_eq!(placemat_in(directory.path(), "repair --undo log", b"").status, 0);
    assert_eq!((read(directory.path(), "a"), read(directory.path(), "b")), (PAIR.to_vec(), PAIR.to_vec()));
    let found = placemat_in(directory.path(), "repair --undo text", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: text: is not an undo log\n", 2));
    let odd = [&whole[..], b"other\n"].concat();
    fs::write(directory.path().join("odd"), odd).unwrap();
    let found = placemat_in(directory.path(), "repair --undo odd", b"");
    assert!(
        found.stderr.starts_with("placemat: odd: line 2 is not an entry of an undo log\n"),
        "{}",
        found.stderr
    );
    assert_eq!(found.status, 2);
    for (arguments, message) in [
        ("repair --undo missing", "placemat: missing: "),
        ("repair --in-place --undo-log directory a", "placemat: directory: "),
        ("repair --in-place --undo-log no/log a", "placemat: no/log: "),
        ("repair --in-place --undo-log a a", "placemat: a: "),
    ] {
        let found = placemat_in(directory.path(), arguments, b"");
        assert!(found.stderr.starts_with(message) && found.status == 2, "{arguments}: {}", found.stderr);
        assert_eq!(read(directory.path(), "a"), PAIR, "{arguments}");
    }
}

#[test]
#[cfg(unix)]
fn names_are_any_bytes_and_are_undone() {
    let directory = directory_with(&[]);
    let name = directory.path().join(crate::command::bytes(b"-\xFF\x1B[1m\n\xE2\x80\xAE"));
    fs::write(&name, PAIR).unwrap();
    let found = placemat_in(directory.path(), "repair --in-place --undo-log log --brief .", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert!(
        found.text().starts_with("./-\\xFF\\u{1B}[1m\\n\\u{202E}: 1 repair: cesu-8\n"),
        "{}",
        found.text()
    );
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file undone\n", 0));
    assert_eq!(fs::read(&name).unwrap(), PAIR);
}

/// A file that was repaired twice has two lines, but counts as one file.
#[test]
fn files_that_are_undone_are_counted() {
    let directory = directory_with(&[("a", b"x\xC0\x80y"), ("b", b"x\xC0\x80y")]);
    let repair = || placemat_in(directory.path(), "repair --in-place --undo-log log a b", b"");
    assert_eq!(repair().status, 0);
    fs::write(directory.path().join("a"), b"x\0y\xC0\x80").unwrap();
    assert_eq!(repair().status, 0);
    let log = fs::read(directory.path().join("log")).unwrap();
    assert_eq!(log.iter().filter(|&&byte| byte == b'\n').count(), 3);
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert!(found.stderr.ends_with("placemat: 1 file undone, 1 not undone\n"), "{}", found.stderr);
    fs::write(directory.path().join("log"), [&log[..], b"{}\n"].concat()).unwrap();
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    let told = "placemat: 0 files undone, 1 undone already, 1 not undone; 1 line not read\n";
    assert!(found.stderr.ends_with(told), "{}", found.stderr);
    assert_eq!(found.status, 2);
}

/// A file that was repaired twice, and changed in between: the second repair is undone, and the message says
/// only that.
#[test]
fn what_is_undone_in_part_is_not_left_as_it_is() {
    let directory = directory_with(&[("f", &[b"a", PAIR].concat())]);
    let repair = "repair --in-place --undo-log log f";
    assert_eq!(placemat_in(directory.path(), repair, b"").status, 0);
    fs::write(directory.path().join("f"), b"another \xC0\x80 text").unwrap();
    assert_eq!(placemat_in(directory.path(), repair, b"").status, 0);
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert_eq!(read(directory.path(), "f"), b"another \xC0\x80 text");
    let told = "f: its last repair is undone, and what that began with is not what an earlier one made of it\n\
                placemat: 0 files undone, 1 not undone\n";
    assert!(found.stderr.ends_with(told) && found.status == 1, "{}", found.stderr);
}

/// A report begins like a log, and may lack its last line end.
#[test]
fn a_report_without_a_last_line_end_is_no_log() {
    let directory = directory_with(&[("f", &[b"a", PAIR].concat())]);
    let report = placemat_in(directory.path(), "check --json f", b"");
    let report = report.text().lines().next().unwrap().to_owned();
    assert!(report.starts_with(r#"{"version":1,"path":{""#));
    fs::write(directory.path().join("report"), &report).unwrap();
    let found = placemat_in(directory.path(), "repair --in-place --undo-log report f", b"");
    assert_eq!(
        (found.status, read(directory.path(), "report")),
        (2, report.into_bytes()),
        "{}",
        found.stderr
    );
    assert_eq!(read(directory.path(), "f"), [b"a", PAIR].concat());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_log() {
    let directory = directory_with(&[]);
    let made = std::process::Command::new("mkfifo").arg(directory.path().join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let found = placemat_in(directory.path(), "repair --undo pipe", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: pipe: is not an undo log\n", 2));
}

/// The log alone determines what is undone; options that select files are refused.
#[test]
fn nothing_chooses_what_is_undone() {
    let directory = directory_with(&[("log", b"".as_slice())]);
    for option in [
        "-g *.txt",
        "--type java",
        "--hidden",
        "--no-ignore",
        "--follow",
        "-j 2",
        "--text",
        "--skipped",
        "--width 60",
        "--max-edits 3",
        "--excerpt",
        "--brief",
        "--break-hard-links",
        "--preserve-times",
        "path",
    ] {
        let found = placemat_in(directory.path(), &format!("repair --undo log {option}"), b"");
        assert_eq!((found.text(), found.status), ("", 2), "{option}");
        assert!(found.stderr.contains("cannot be used with"), "{option}: {}", found.stderr);
    }
}

/// A later run over the whole tree, which may keep no log, or another one, would make it useless.
#[test]
fn a_later_run_leaves_an_undo_log_in_a_directory_alone() {
    let directory = directory_with(&[("a.txt", b"caf\xE9\n")]);
    let run = |arguments: &str| {
        let found = placemat_in(directory.path(), arguments, b"");
        assert_eq!(found.status, 0, "{arguments}: {}", found.stderr);
    };
    run("convert -f windows-1252 --in-place --undo-log first.log .");
    let log = fs::read(directory.path().join("first.log")).unwrap();
    run("convert --bom add --in-place --undo-log second.log .");
    run("convert --bom strip --in-place .");
    assert_eq!(fs::read(directory.path().join("first.log")).unwrap(), log);
    // What looks similar is converted.
    let report = placemat_in(directory.path(), "repair --json a.txt", b"").stdout;
    fs::write(directory.path().join("report.json"), &report).unwrap();
    run("convert --bom add --in-place .");
    assert!(fs::read(directory.path().join("report.json")).unwrap().starts_with(b"\xEF\xBB\xBF{"));
}

/// Nothing is undone, and that is not success.
#[test]
fn a_log_of_which_only_a_beginning_is_left_fails() {
    let directory = directory_with(&[("a", b"x\xC0\x80y")]);
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log a", b"").status, 0);
    let (log, repaired) = (read(directory.path(), "log"), read(directory.path(), "a"));
    for len in [60, 1, log.len() - 30] {
        fs::write(directory.path().join("cut"), &log[..len]).unwrap();
        let found = placemat_in(directory.path(), "repair --undo cut", b"");
        assert_eq!(found.status, 2, "{len}: {}", found.stderr);
        assert!(found.stderr.ends_with("placemat: 0 files undone\n"), "{len}: {}", found.stderr);
        assert_eq!(read(directory.path(), "a"), repaired, "{len}");
    }
    // With another line there is something to undo, and an empty log has nothing to undo.
    fs::write(directory.path().join("cut"), [&log[..], &log[..60]].concat()).unwrap();
    for (log, status) in [("cut", 0), ("cut", 0), ("empty", 0)] {
        fs::write(directory.path().join("empty"), b"").unwrap();
        let found = placemat_in(directory.path(), &format!("repair --undo {log}"), b"");
        assert_eq!(found.status, status, "{log}: {}", found.stderr);
    }
}
