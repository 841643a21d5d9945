//! What is on the disk, and when: what is synced, and what a full disk leaves.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::command::{directory_with, names_in, placemat_in, run};

const OLD: &[u8] = b"text \xC3\xA9\n";

/// Returns `true` if processes can be traced here.
fn has_tracer() -> bool {
    let mut command = Command::new("strace");
    command.args(["-qq", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The second sync is that of the directory: the new file already exists.
#[test]
fn a_directory_that_cannot_be_synced_is_told_of_and_its_file_is_written() {
    if !has_tracer() {
        println!("left out: there is no strace that may trace");
        return;
    }
    for (arguments, summary) in [
        ("convert --bom add --in-place --threads 1 00", "placemat: 1 file converted\n"),
        ("convert --bom add -o 00 in", ""),
        ("repair --fix double-bom --in-place --threads 1 twice", ""),
        ("repair -o 00 in", ""),
        ("repair --undo log", "placemat: 1 file undone\n"),
    ] {
        let directory =
            directory_with(&[("00", OLD), ("in", OLD), ("twice", b"\xEF\xBB\xBF\xEF\xBB\xBFtext")]);
        if arguments.contains("--undo") {
            let found =
                placemat_in(directory.path(), "repair --fix double-bom --in-place --undo-log log twice", b"");
            assert_eq!(found.status, 0, "{}", found.stderr);
        }
        let old = ["00", "twice"].map(|name| fs::read(directory.path().join(name)).unwrap());
        let mut command = Command::new("strace");
        command.args([
            "-f",
            "-qq",
            "-o",
            "/dev/null",
            "-e",
            "trace=fsync",
            "-e",
            "inject=fsync:error=EIO:when=2",
        ]);
        command.arg(env!("CARGO_BIN_EXE_placemat")).args(arguments.split(' ')).current_dir(directory.path());
        let found = run(&mut command, b"");
        let warning = "written, but not yet sure to survive a power cut: Input/output error\n";
        assert!(
            found.stderr.contains(warning) && found.stderr.contains(summary),
            "{arguments}: {}",
            found.stderr
        );
        assert!(!found.stderr.contains("not converted"), "{arguments}: {}", found.stderr);
        assert_eq!(found.status, 2, "{arguments}");
        let new = ["00", "twice"].map(|name| fs::read(directory.path().join(name)).unwrap());
        assert!(new != old || arguments == "repair -o 00 in", "{arguments}");
        assert!(names_in(directory.path()).iter().all(|name| !name.starts_with('.')), "{arguments}");
    }
}

/// The first directory that is synced is the parent of the new ones.
#[test]
fn a_new_directory_that_cannot_be_synced_is_told_of_and_what_is_in_it_is_written() {
    if !has_tracer() {
        println!("left out: there is no strace that may trace");
        return;
    }
    let directory = directory_with(&[("a", OLD)]);
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO", "-P"]);
    command.arg(directory.path().canonicalize().unwrap());
    command.args([env!("CARGO_BIN_EXE_placemat"), "convert", "--out-dir", "new/sub", "a"]);
    let found = run(command.current_dir(directory.path()), b"");
    assert_eq!(
        (found.stderr.as_str(), found.status),
        (
            "placemat: new: created, but not yet sure to survive a power cut: Input/output error\n\
             placemat: 1 file converted\n",
            2
        )
    );
    assert_eq!(fs::read(directory.path().join("new/sub/a")).unwrap(), OLD);
}

/// Returns the calls that make data durable, in order, by their objects.
fn durable(directory: &Path, arguments: &str) -> Vec<String> {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-y", "-o", "trace", "-e", "trace=/^(f(data)?sync|rename.*)$"]);
    command.arg(env!("CARGO_BIN_EXE_placemat")).args(arguments.split(' ')).current_dir(directory);
    let found = run(&mut command, b"");
    assert_eq!(found.status, 0, "{arguments}: {}", found.stderr);
    let trace = fs::read_to_string(directory.join("trace")).unwrap();
    fs::remove_file(directory.join("trace")).unwrap();
    let directory = directory.canonicalize().unwrap().display().to_string();
    let about = |line: &str| {
        let (call, rest) = line.split_once('(')?;
        let call = call.rsplit(' ').next()?;
        if call.starts_with("rename") {
            return Some(format!("rename to {}", rest.split('"').nth(3)?));
        }
        let path =
            rest.split_once('<')?.1.split_once('>')?.0.strip_prefix(&directory)?.trim_start_matches('/');
        let path = if path.contains(".placemat-") { "the new file" } else { path };
        Some(format!("sync {}", if path.is_empty() { "the directory" } else { path }))
    };
    trace.lines().filter_map(about).collect()
}

/// Tests the statements of `placemat convert --help` on power cuts.
#[test]
fn files_are_synced_before_they_take_their_names_and_directories_afterwards() {
    if !has_tracer() {
        println!("left out: there is no strace that may trace");
        return;
    }
    let directory = directory_with(&[("a", b"x\xC0\x80y")]);
    assert_eq!(
        durable(directory.path(), "convert -f mutf-8 -t utf-16 a -o out"),
        ["sync the new file", "rename to out", "sync the directory"]
    );
    assert_eq!(
        durable(directory.path(), "convert -f mutf-8 -t utf-16 --quiet --out-dir new/sub a"),
        ["sync the directory", "sync new", "sync the new file", "rename to a", "sync new/sub"]
    );
    assert_eq!(
        durable(directory.path(), "repair --in-place --undo-log log a"),
        [
            "sync log",
            "sync the directory",
            "sync log",
            "sync the new file",
            "rename to a",
            "sync the directory"
        ]
    );
    assert_eq!(
        durable(directory.path(), "repair --undo log"),
        ["sync the new file", "rename to a", "sync the directory"]
    );
}

/// Runs in a file system of 64 KiB, in a namespace of its own, as root there or as a user who may create one.
#[test]
fn a_disk_that_is_full_leaves_what_was_there() {
    let in_small_disk = |script: &str| {
        let mut command = Command::new("unshare");
        let script =
            format!("mount -t tmpfs -o size=64k none disk && cp given/* disk && cd disk && {script}");
        command.args(["--map-root-user", "--mount", "sh", "-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        command
    };
    let text = b"x\xC0\x80y ".repeat(4000);
    let directory = directory_with(&[("disk/.keep", b""), ("given/a", &text), ("given/b", b"\xC0\x80")]);
    let mut probe = in_small_disk("true");
    if !probe
        .current_dir(directory.path())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
    {
        println!("left out: nobody may mount a file system here");
        return;
    }
    let list = "status=$?; ls -A; cmp a ../given/a && exit $status";
    // The result of a repair is smaller, but the log is not, or another file leaves no space for the result.
    let fill = "head -c 30000 /dev/zero > b;";
    for (before, arguments, name, left) in [
        ("", "convert -f mutf-8 -t utf-32 --in-place a", "a", "a\nb\n"),
        ("", "convert -f mutf-8 -t utf-32 a -o out", "out", "a\nb\n"),
        ("", "convert -f mutf-8 -t utf-32 a -o b", "b", "a\nb\n"),
        ("", "convert -f mutf-8 -t utf-32 --out-dir new a", "new/a", "a\nb\nnew\n"),
        ("", "convert -f mutf-8 -t utf-32 a > out", "standard output", "a\nb\nout\n"),
        ("", "repair --in-place --undo-log log a > ../told", "log", "a\nb\nlog\n"),
        (fill, "repair --in-place --undo-log log a > ../told", "a", "a\nb\nlog\n"),
        (fill, "repair a -o out", "out", "a\nb\n"),
    ] {
        let script = format!("{before} \"$0\" {arguments}; {list}");
        let found = run(in_small_disk(&script).current_dir(directory.path()), b"");
        assert_eq!(found.status, 2, "{arguments}: {} {}", found.stderr, found.text());
        assert!(found.stderr.contains("No space left on device"), "{arguments}: {}", found.stderr);
        assert!(found.stderr.starts_with(&format!("placemat: {name}: ")), "{arguments}: {}", found.stderr);
        assert_eq!(found.text(), left, "{arguments}");
    }
}

/// With `ulimit -f`, which would end the run by a signal.
#[test]
fn a_file_that_is_too_large_to_write_is_an_error_and_the_old_one_stays() {
    let (fine, damaged) = ("é".repeat(100_000).into_bytes(), b"\xC0\x80 text\n".repeat(20_000));
    for (arguments, name, left) in [
        ("convert -t utf-32le --in-place fine", "fine", ""),
        ("convert -t utf-32le fine -o other", "other", ""),
        ("convert -t utf-32le --out-dir other fine", "other/fine", "other"),
        ("convert -t utf-32le fine > other", "standard output", "other"),
        ("repair --in-place damaged > /dev/null", "damaged", ""),
        // The log is larger than the file that it describes.
        ("repair --in-place --undo-log other small > /dev/null", "other", "other"),
        ("repair -o other damaged", "other", ""),
        ("repair -o other fine", "other", ""),
        ("repair --max-edits 0 damaged > other", "standard output", "other"),
        ("check --brief damaged > other", "standard output", "other"),
        ("check --json --max-errors 0 damaged > other", "standard output", "other"),
        ("explain damaged > other", "standard output", "other"),
    ] {
        let small = b"\xC0\x80 ".repeat(100);
        let given = [("fine", &*fine), ("damaged", &damaged), ("small", &small)];
        let directory = directory_with(&given);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -f 1; exec \"$0\" {arguments}"), env!("CARGO_BIN_EXE_placemat")]);
        let found = run(shell.current_dir(directory.path()), b"");
        assert_eq!(found.status, 2, "{arguments}: {}", found.stderr);
        let told = found.stderr.lines().next().unwrap_or_default();
        assert_eq!(told, format!("placemat: {name}: File too large"), "{arguments}");
        for (name, content) in given {
            assert!(fs::read(directory.path().join(name)).unwrap() == content, "{arguments}: {name}");
        }
        let names = names_in(directory.path()).into_iter();
        let more: Vec<_> = names.filter(|name| given.iter().all(|one| one.0 != name)).collect();
        assert!(more.iter().all(|name| name == left), "{arguments}: {more:?}");
    }
}
