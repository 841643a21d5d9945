//! Runs that are killed, interrupted, or concurrent: each file is the old one or the new one, and no other
//! file remains.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::command::{Run, as_another_user, directory_with, names_in, placemat, placemat_in, run};

const OLD: &[u8] = b"text \xC3\xA9\n";
const NEW: &[u8] = b"\xEF\xBB\xBFtext \xC3\xA9\n";
const FILES: usize = 12;

fn fill(directory: &Path) {
    for number in 0..FILES {
        fs::write(directory.join(format!("{number:02}")), OLD).unwrap();
    }
}

/// Returns the number of new files. Panics if a file is neither old nor new, or is missing.
fn new_ones(directory: &Path) -> usize {
    let contents = (0..FILES).map(|number| fs::read(directory.join(format!("{number:02}"))).unwrap());
    contents.filter(|content| content == NEW || content != OLD && panic!("{content:X?}")).count()
}

fn mark_all(directory: &Path) -> Command {
    let mut command = placemat();
    command.current_dir(directory).args(["convert", "--bom", "add", "--in-place", "--quiet", "."]);
    command.stderr(Stdio::piped());
    command
}

#[test]
fn killed_at_any_moment_every_file_is_old_or_new_and_the_next_run_cleans_up() {
    let directory = directory_with(&[]);
    fill(directory.path());
    let start = Instant::now();
    assert!(mark_all(directory.path()).status().unwrap().success());
    let whole = start.elapsed();
    let mut partly = 0;
    for round in 0..60 {
        fill(directory.path());
        let mut child = mark_all(directory.path()).spawn().unwrap();
        thread::sleep(whole * round / 60);
        child.kill().unwrap();
        child.wait().unwrap();
        partly += usize::from((1..FILES).contains(&new_ones(directory.path())));
        let strangers = names_in(directory.path()).into_iter().filter(|name| name.len() != 2);
        for name in strangers {
            assert!(name.starts_with(".placemat-") && name.ends_with(".tmp"), "{name}");
        }
        // Leftovers are removed when a file is begun.
        fs::write(directory.path().join("00"), OLD).unwrap();
        assert_eq!(Run::of(mark_all(directory.path()).output().unwrap()).stderr, "");
        assert_eq!((new_ones(directory.path()), names_in(directory.path()).len()), (FILES, FILES));
    }
    println!("{partly} runs of 60 were killed in between");
}

/// `cargo xtask stress` runs more rounds.
#[test]
fn runs_at_once_mix_nothing_and_leave_nothing() {
    let rounds = std::env::var("PLACEMAT_ROUNDS").map_or(10, |rounds| rounds.parse().unwrap());
    let directory = directory_with(&[]);
    let mut late = 0;
    for _ in 0..rounds {
        fill(directory.path());
        let children: Vec<_> = (0..8).map(|_| mark_all(directory.path()).spawn().unwrap()).collect();
        for child in children {
            let found = Run::of(child.wait_with_output().unwrap());
            // A run that is late finds that the file has been replaced.
            let is_late =
                found.stderr.lines().all(|line| line.ends_with("changed while it was read; left as it is"));
            assert!(
                found.status == 0 && found.stderr.is_empty() || found.status == 2 && is_late,
                "{}",
                found.stderr
            );
            late += usize::from(found.status == 2);
        }
        assert_eq!((new_ones(directory.path()), names_in(directory.path()).len()), (FILES, FILES));
    }
    println!("{rounds} rounds of 8 runs over {FILES} files; {late} runs came late to one");
}

/// Starts a run whose input is a pipe that the test holds, and waits until its temporary file exists.
fn in_the_making(directory: &Path, shell: &str) -> (Child, std::process::ChildStdin) {
    let mut command = Command::new("sh");
    command.current_dir(directory).args([
        "-c",
        &format!("{shell} exec \"$0\" convert -o out"),
        env!("CARGO_BIN_EXE_placemat"),
    ]);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"new").unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    while names_in(directory).len() < 2 {
        assert!(Instant::now() < deadline, "no temporary file");
        thread::sleep(Duration::from_millis(2));
    }
    (child, stdin)
}

/// Returns `true` if this process ignores the signal, and therefore its children do too. (A shell makes the
/// programs that it runs in the background ignore signals.)
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal.as_raw() - 1) & 1 != 0
}

#[test]
fn signals_that_end_a_run_leave_nothing_behind() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        if is_ignored(signal) {
            continue;
        }
        let directory = directory_with(&[("out", b"old")]);
        let (mut child, stdin) = in_the_making(directory.path(), "");
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()), "as if nobody had caught it");
        drop(stdin);
        assert_eq!(
            (names_in(directory.path()), fs::read(directory.path().join("out")).unwrap()),
            (vec!["out".to_owned()], b"old".to_vec())
        );
    }
}

#[test]
fn a_directory_that_nothing_was_written_to_goes_with_the_run() {
    let directory = directory_with(&[("fine/file", b"")]);
    let pipe = directory.path().join("pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        return;
    }
    let mut command = placemat();
    command.current_dir(directory.path()).args(["convert", "--out-dir", "new/deep", "pipe"]);
    let mut child = command.spawn().unwrap();
    let is_there = || {
        thread::sleep(Duration::from_millis(2));
        directory.path().join("new/deep").is_dir()
    };
    let has_begun = (0..10_000).any(|_| is_there());
    // The thread that waits for signals may not have started yet.
    thread::sleep(Duration::from_millis(200));
    let signal = if is_ignored(Signal::TERM) { Signal::KILL } else { Signal::TERM };
    kill_process(Pid::from_child(&child), signal).unwrap();
    child.wait().unwrap();
    assert!(has_begun);
    if signal == Signal::TERM {
        assert_eq!(names_in(directory.path()), ["fine", "pipe"]);
    }
}

#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let directory = directory_with(&[("out", b"old")]);
    let (mut child, stdin) = in_the_making(directory.path(), "trap '' HUP;");
    kill_process(Pid::from_child(&child), Signal::HUP).unwrap();
    thread::sleep(Duration::from_millis(50));
    assert_eq!(child.try_wait().unwrap(), None);
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read(directory.path().join("out")).unwrap(), b"new");
}

#[test]
fn a_link_that_takes_the_place_of_a_file_is_not_followed() {
    let directory = directory_with(&[("outside", OLD), ("tree/file", OLD)]);
    let file = directory.path().join("tree/file");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let other = directory.path().join("other");
            while !is_over.load(Ordering::Relaxed) {
                symlink("../outside", &other).unwrap();
                fs::rename(&other, &file).unwrap();
                fs::write(&other, OLD).unwrap();
                fs::rename(&other, &file).unwrap();
            }
        });
        for _ in 0..150 {
            let found = placemat_in(directory.path(), "convert --bom add --in-place --quiet tree", b"");
            assert!(matches!(found.status, 0 | 2), "{}", found.stderr);
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert_eq!(fs::read(directory.path().join("outside")).unwrap(), OLD);
    assert_eq!(names_in(&directory.path().join("tree")), ["file"]);
}

#[test]
fn a_source_is_never_its_own_output_by_any_route() {
    let directory = directory_with(&[("source", b"precious\xFF"), ("sub/x", b"")]);
    let source = directory.path().join("source");
    symlink("source", directory.path().join("link")).unwrap();
    fs::hard_link(&source, directory.path().join("hard")).unwrap();
    let convert = "\"$0\" convert --on-error replace --quiet";
    for (script, status) in [
        // Standard output is the source, at its end or over its beginning.
        (format!("exec {convert} source >> source"), 2),
        (format!("exec {convert} source 1<> source"), 2),
        ("exec \"$0\" explain source >> source".to_owned(), 2),
        ("exec \"$0\" check source >> source".to_owned(), 2),
        ("exec \"$0\" check sub link 1<> hard".to_owned(), 2),
        ("exec \"$0\" detect < source >> source".to_owned(), 2),
        ("exec \"$0\" repair source >> link".to_owned(), 2),
        (format!("exec {convert} < source 1<> source"), 2),
        (format!("exec {convert} link >> hard"), 2),
        (format!("exec {convert} /dev/stdin < hard >> source"), 2),
        (format!("exec {convert} source -o /dev/stdout >> source"), 2),
        // The output is a name of an open file.
        (format!("exec {convert} source -o /dev/stdin < source"), 2),
        (format!("exec {convert} /proc/self/fd/3 -o source 3< source"), 2),
        (format!("exec {convert} source -o /proc/self/fd/3 3< source"), 2),
        (format!("exec {convert} /dev/fd/3 -o /proc/self/fd/4 3< hard 4< link"), 2),
        (format!("exec {convert} source -o sub/../link"), 2),
        (format!("exec {convert} --out-dir . source"), 2),
        (format!("exec {convert} --out-dir sub/.. sub/../link source"), 2),
        (format!("exec {convert} --in-place source"), 1),
        (format!("mount --bind . sub && exec {convert} source -o sub/source"), 2),
        (format!("mount --bind . sub && exec {convert} sub/hard >> source"), 2),
        (format!("mount --bind . sub && exec {convert} --out-dir sub source"), 2),
    ] {
        let mounts = script.starts_with("mount");
        let mut command = if mounts { Command::new("unshare") } else { Command::new("sh") };
        if mounts {
            command.args(["--mount", "sh"]);
        }
        command.current_dir(directory.path()).args(["-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        if mounts && !can_mount() {
            continue;
        }
        let found = run(&mut command, b"");
        assert_eq!(found.status, status, "{script}: {}", found.stderr);
        assert!(found.stderr.starts_with("placemat: "), "{script}: {}", found.stderr);
        assert_eq!(fs::read(&source).unwrap(), b"precious\xFF", "{script}");
        assert_eq!(names_in(directory.path()), ["hard", "link", "source", "sub"], "{script}");
    }
}

#[test]
fn what_the_shell_has_emptied_is_told() {
    let hint = "is empty: with > the shell empties a file before a command begins";
    for arguments in ["convert source", "convert - < source", "convert --on-error replace source -o -"] {
        let directory = directory_with(&[("source", b"precious")]);
        let script = format!("exec \"$0\" {arguments} > source");
        let mut command = Command::new("sh");
        command.current_dir(directory.path()).args(["-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        let found = run(&mut command, b"");
        assert!(found.status == 2 && found.stderr.contains(hint), "{arguments}: {}", found.stderr);
    }
}

fn can_mount() -> bool {
    let mut command = Command::new("unshare");
    command.args(["--mount", "mount", "--bind", "/tmp", "/tmp"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[test]
fn a_closed_pipe_or_a_full_disk_for_what_is_told_harms_no_file() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for stderr in [Stdio::from(writer), Stdio::from(full())] {
        let directory = directory_with(&[("a", b"\xFF"), ("b", b"plain"), ("c", b"\xFF")]);
        let mut command = placemat();
        command.current_dir(directory.path()).args([
            "convert",
            "--on-error",
            "replace",
            "--fail-on-loss",
            "--json",
            "--in-place",
            ".",
        ]);
        let status = command.stdout(Stdio::from(full())).stderr(stderr).status().unwrap();
        assert_eq!(status.code(), Some(1));
        assert_eq!(fs::read(directory.path().join("c")).unwrap(), "\u{FFFD}".as_bytes());
    }
}

#[test]
fn a_file_that_grows_while_it_is_converted_is_left_alone() {
    // The file is large enough that it can be written to while it is converted.
    let directory = directory_with(&[("big", &b"text \xE9\n".repeat(2_000_000))]);
    let path = directory.path().join("big");
    let mut command = placemat();
    command.current_dir(directory.path()).args(["convert", "-f", "windows-1252", "--in-place", "big"]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    while names_in(directory.path()).len() < 2 {
        if child.try_wait().unwrap().is_some() {
            return; // too fast for this test
        }
    }
    File::options().append(true).open(&path).unwrap().write_all(b"more").unwrap();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    if child.wait().unwrap().code() == Some(2) {
        assert!(told.starts_with("placemat: big: changed while it was read; left as it is\n"), "{told}");
        assert!(fs::read(&path).unwrap().ends_with(b"\xE9\nmore"));
    } else {
        // It was read to its new end.
        assert!(
            fs::read(&path).unwrap().ends_with("é\nmore".as_bytes())
                || fs::read(&path).unwrap().ends_with("é\n".as_bytes())
        );
    }
    assert_eq!(names_in(directory.path()), ["big"]);
}

/// A file that is copied is checked again: either the copy is the text that was found to be correct, or there
/// is no copy.
#[test]
fn a_file_that_is_changed_while_repair_copies_it_has_no_copy() {
    let text = b"text\n".repeat(4_000_000);
    let mut caught = 0;
    for round in 0..6 {
        let directory = directory_with(&[("big", &text)]);
        let big = File::options().write(true).open(directory.path().join("big")).unwrap();
        let mut command = placemat();
        command.current_dir(directory.path()).args(["repair", "-o", "out", "big"]).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Only a copied file is written.
        let is_begun = || {
            let mut names = names_in(directory.path()).into_iter();
            names.any(|name| {
                name != "big" && fs::metadata(directory.path().join(name)).is_ok_and(|file| file.len() > 0)
            })
        };
        while !is_begun() && child.try_wait().unwrap().is_none() {}
        let told = match round % 2 {
            0 => {
                std::os::unix::fs::FileExt::write_all_at(&big, b"\xFF", text.len() as u64 - 2).unwrap();
                "placemat: big: changed while it was read\n"
            }
            _ => {
                big.set_len(text.len() as u64 - 2).unwrap();
                "placemat: big: became shorter while it was read\n"
            }
        };
        let found = Run::of(child.wait_with_output().unwrap());
        if found.status == 2 {
            caught += 1;
            assert_eq!((found.stderr.as_str(), names_in(directory.path())), (told, vec!["big".to_owned()]));
        } else {
            // The run was too fast.
            assert_eq!((found.stderr.as_str(), found.status), ("", 0));
            assert!(fs::read(directory.path().join("out")).unwrap() == text);
        }
    }
    println!("{caught} of 6 changes came in time");
}

/// Not even the reason is printed, because it would be written there.
#[test]
fn what_is_told_is_never_written_to_a_source() {
    for arguments in [
        "convert --on-error replace source",
        "convert -t wtf-8 - < source",
        "check source",
        "check -e latin1 missing source",
        "detect source",
        "explain source",
        "repair source",
        "repair -o - source",
        "repair --in-place source",
    ] {
        let directory = directory_with(&[("source", b"precious\xFF")]);
        let script = format!("exec \"$0\" {arguments} 2>> source");
        let mut command = Command::new("sh");
        command.current_dir(directory.path()).args(["-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        let found = run(&mut command, b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
        assert_eq!(fs::read(directory.path().join("source")).unwrap(), b"precious\xFF", "{arguments}");
    }
    // A file that is found in a directory is skipped.
    let directory = directory_with(&[("log", b"\xFF"), ("other", b"")]);
    let script = "exec \"$0\" check . 2>> log";
    let mut command = Command::new("sh");
    command.current_dir(directory.path()).args(["-c", script, env!("CARGO_BIN_EXE_placemat")]);
    let found = run(&mut command, b"");
    assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
}

/// Messages are not written to a file that is restored, nor to a file that is to be replaced: they would be
/// lost with it, or would change it.
#[test]
fn what_is_told_is_never_written_to_a_file_that_a_run_brings_or_brings_back() {
    let shell = |directory: &Path, script: &str| {
        let mut command = Command::new("sh");
        let script = format!("exec \"$0\" {script}");
        command.current_dir(directory).args(["-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        run(&mut command, b"")
    };
    for arguments in
        ["--undo log --json >> a", "--undo log --json >> b", "--undo log 2>> a", "--undo log 2>> b"]
    {
        let directory = directory_with(&[("a", b"x\xC0\x80y"), ("b", b"x\xC0\x80y")]);
        assert_eq!(shell(directory.path(), "repair --in-place --undo-log log --threads 1 a b").status, 0);
        let repaired = fs::read(directory.path().join("a")).unwrap();
        // A line that is cut, about which there is a message.
        let log = fs::read(directory.path().join("log")).unwrap();
        fs::write(directory.path().join("log"), [&log[..], &log[..9]].concat()).unwrap();
        assert_eq!(shell(directory.path(), &format!("repair {arguments}")).status, 2, "{arguments}");
        for name in ["a", "b"] {
            assert_eq!(fs::read(directory.path().join(name)).unwrap(), repaired, "{arguments}: {name}");
        }
    }
    for arguments in [
        "convert -o old bad 2>> old",
        "convert --on-error replace --json -o old bad 2>> old",
        "repair -o old bad 2>> old",
        "convert --out-dir . dir/old 2>> old",
        "convert --out-dir . dir/old missing 2>> old",
    ] {
        let directory = directory_with(&[("bad", b"\xFF"), ("old", b"old")]);
        fs::create_dir(directory.path().join("dir")).unwrap();
        fs::write(directory.path().join("dir/old"), b"\xFF").unwrap();
        let found = shell(directory.path(), arguments);
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
        assert_eq!(fs::read(directory.path().join("old")).unwrap(), b"old", "{arguments}");
    }
}

/// A reader of JSON lines learns what was not read.
#[test]
fn directories_that_cannot_be_read_have_a_line_of_json() {
    use std::os::unix::fs::PermissionsExt;
    for arguments in [
        "check --json",
        "repair --json",
        "detect --json",
        "convert --json --in-place",
        "convert --json --out-dir out",
    ] {
        let directory = directory_with(&[("tree/a", b"a")]);
        let closed = directory.path().join("tree/closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
        for open in ["", "tree"] {
            fs::set_permissions(directory.path().join(open), fs::Permissions::from_mode(0o777)).unwrap();
        }
        // The superuser can read everything.
        let Some(found) = as_another_user(directory.path(), &format!("{arguments} tree")) else { return };
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o700)).unwrap();
        let told = [found.text(), &found.stderr].concat();
        let lines: Vec<_> = told.lines().filter(|line| line.contains(r#""text":"tree/closed"}"#)).collect();
        assert!(matches!(&lines[..], [line] if line.contains(r#""kind":"io""#)), "{arguments}: {told}");
        assert!(found.stderr.contains("tree/closed: Permission denied"), "{arguments}: {told}");
        assert_eq!(found.status, 2, "{arguments}");
    }
}
