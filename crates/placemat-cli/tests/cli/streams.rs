//! Streams: constant memory, pipes that close, full disks, output without delay.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use crate::command::{Run, directory_with, placemat, placemat_in, placemat_with};

/// The memory that a stream may take, in KiB, besides the program itself.
const CEILING: u64 = 4 * 1024;
const SIZE: usize = 20 << 20;
/// The size of text with dense errors, which is slow, and which would take more memory to record than to
/// read.
const DENSE: usize = 4 << 20;

/// Starts the command; its input is a pipe that the test feeds.
fn start(arguments: &str, stdout: Stdio, stderr: Stdio) -> Child {
    let mut command = placemat();
    command.args(arguments.split_whitespace()).stdin(Stdio::piped()).stdout(stdout).stderr(stderr);
    command.spawn().unwrap()
}

/// Returns the peak resident size so far, in KiB, if the process still exists. The pages of the program's file do
/// not count: how many of them the system keeps resident depends on how it cached the file.
fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let size = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim().strip_suffix(" kB")?.trim().parse().ok()
    };
    size("VmHWM:")?.checked_sub(size("RssFile:")?)
}

/// Feeds a head, then a pattern repeatedly. Returns how much memory the command took, how much it wrote, and
/// its exit status.
fn peak_of(arguments: &str, head: &[u8], pattern: &[u8], size: usize) -> (u64, usize, i32) {
    let mut child = start(arguments, Stdio::piped(), Stdio::null());
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let block = pattern.repeat((256 * 1024) / pattern.len());
    let mut greatest = 0;
    let written = thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let (mut buffer, mut all) = (vec![0; 65536], 0);
            loop {
                match stdout.read(&mut buffer).unwrap() {
                    0 => return all,
                    n => all += n,
                }
            }
        });
        stdin.write_all(head).unwrap();
        let mut fed = 0;
        while fed < size {
            stdin.write_all(&block).unwrap();
            fed += block.len();
        }
        greatest = greatest.max(peak(&child).expect("it waits for more"));
        drop(stdin);
        while child.try_wait().unwrap().is_none() {
            greatest = greatest.max(peak(&child).unwrap_or(0));
            thread::sleep(Duration::from_millis(1));
        }
        reader.join().unwrap()
    });
    (greatest, written, child.wait().unwrap().code().unwrap())
}

#[test]
fn memory_does_not_depend_on_the_size_of_the_input() {
    let mixed = "a\né€💩".as_bytes();
    for (arguments, pattern, status, least) in [
        ("convert -t utf-16le", mixed, 0, SIZE),
        ("convert -t code-points", mixed, 0, SIZE),
        ("convert -f code-points", b"U+0041 U+10FFFF\n", 0, 1 << 20),
        ("convert --fail-on-loss -f code-points --on-error replace", b"xxxxxxxxxxxxxxxx", 1, 3),
        ("convert -f utf-8-or-windows-1252", b"\xE9t\xE9 ", 0, SIZE),
        ("convert -f double-utf-8-latin1", "Ã© ".as_bytes(), 0, SIZE / 2),
        ("convert -f mutf-8-nul --quiet", b"\0abc", 1, 0),
        ("convert -t mutf-8-long", mixed, 0, SIZE),
        ("convert --fail-on-loss --on-error replace --json", b"\xFF", 1, DENSE),
        ("convert --fail-on-loss --on-error replace-run", b"\xFF", 1, 3),
        ("convert --fail-on-loss -f corrected-utf-8 --on-error replace -t utf-8", b"\x80", 1, DENSE),
        ("check", mixed, 0, 10),
        ("check -e cesu-8", b"ab\xED\xA0\xBD\xED\xB2\xA9", 0, 10),
        ("check --json", b"\xFF", 1, 1000),
        ("check --json --max-errors 0", b"a\nbcdefghijklmnopq\xC3r", 1, 1000),
        ("check --json --max-errors 1000000", b"a\nbcdefghijklmnopq\xC3r", 1, 1000),
        ("check -e double-utf-8-latin1", "é ".as_bytes(), 1, 10),
    ] {
        let size = if status == 0 { SIZE } else { DENSE };
        let (greatest, written, found) = peak_of(arguments, b"", pattern, size);
        assert!(greatest <= CEILING, "{arguments} took {greatest} KiB");
        assert!(written >= least, "{arguments} wrote {written} bytes");
        assert_eq!(found, status, "{arguments}");
    }
}

#[test]
fn parts_of_any_length_take_no_memory() {
    // One reserved sequence, one token, one line, each as long as the input.
    for (arguments, head, pattern, status) in [
        ("convert --fail-on-loss -f corrected-utf-8 --on-error replace", b"\xFE".as_slice(), b"\x80", 1),
        ("check -e corrected-utf-8 --json", b"\xFE", b"\x80", 1),
        ("convert -f code-points", b"", b"U", 1),
        ("check", b"", b"x", 0),
        ("check -e utf-16", b"", b"x", 0),
    ] {
        let (greatest, _, found) = peak_of(arguments, head, pattern, SIZE);
        assert!(greatest <= CEILING, "{arguments} took {greatest} KiB");
        assert_eq!(found, status, "{arguments}");
    }
}

#[test]
fn a_large_file_with_little_damage_is_repaired_in_pieces() {
    let size = 8 * CEILING as usize * 1024;
    for plain in ["In English, with a naïve word.\n", "Кто хочет много знать, тому надо мало спать.\n"]
    {
        let half = plain.repeat(size / 2 / plain.len());
        let damaged = [half.as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9 ".as_slice(), half.as_bytes()].concat();
        let directory = directory_with(&[("large", &damaged)]);
        let mut child = placemat();
        child.current_dir(&directory).args(["repair", "--quiet", "-o", "-", "large"]).stdout(Stdio::piped());
        let mut child = child.spawn().unwrap();
        let mut repaired = vec![0; damaged.len() - 2];
        // More than a pipe holds is left to write, so that the process is still there.
        let (most, rest) = repaired.split_at_mut(damaged.len() - (1 << 18));
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(most).unwrap();
        let greatest = peak(&child).expect("it has more to write");
        stdout.read_exact(rest).unwrap();
        assert!(repaired == [half.as_bytes(), "💩 ".as_bytes(), half.as_bytes()].concat());
        assert!(child.wait().unwrap().success());
        assert!(greatest <= CEILING, "{greatest} KiB");
    }
}

#[test]
fn what_has_come_is_converted_before_more_is_waited_for() {
    for (arguments, fed, expected) in [
        ("convert -t utf-16be", b"ab\xE2\x82".as_slice(), b"\0a\0b".as_slice()),
        ("convert -f code-points", b"U+0061 U+0062 U+00", b"ab"),
        ("check --brief", b"\xFF", b"standard input:1:1:"),
    ] {
        let mut child = start(arguments, Stdio::piped(), Stdio::null());
        let mut stdin = child.stdin.take().unwrap();
        // The command waits for the head of an input, so that it sees a BOM completely.
        stdin.write_all(fed).unwrap();
        if arguments == "check --brief" {
            stdin.write_all(&[b'x'; 64]).unwrap();
        }
        let mut found = vec![0; expected.len()];
        child.stdout.as_mut().unwrap().read_exact(&mut found).unwrap();
        assert_eq!(found, expected, "{arguments}");
        drop(stdin);
        child.wait_with_output().unwrap();
    }
}

#[test]
fn a_closed_pipe_ends_quietly_with_the_status_so_far() {
    for (arguments, pattern, status) in [
        ("convert -t utf-16", b"abcdefgh".as_slice(), 0),
        ("convert --on-error replace", b"abc\xFF", 0),
        ("convert --on-error replace --fail-on-loss", b"abc\xFF", 1),
        ("convert -f code-points -t utf-16", b"U+0041 ", 0),
        ("check", b"abc\xFF", 1),
        ("check --max-errors 0", b"abc\xFF", 1),
        ("check --brief", b"abc\xFF", 1),
        ("check --json --max-errors 0", b"abc\xFF", 1),
    ] {
        let mut child = start(arguments, Stdio::piped(), Stdio::piped());
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let feeder = thread::spawn(move || {
            let block = pattern.repeat(8192);
            while stdin.write_all(&block).is_ok() {}
        });
        stdout.read_exact(&mut [0; 64]).unwrap();
        drop(stdout);
        let found = Run::of(child.wait_with_output().unwrap());
        feeder.join().unwrap();
        assert_eq!((found.stderr.as_str(), found.status), ("", status), "{arguments}");
    }
}

#[test]
fn a_full_disk_is_an_error() {
    for arguments in [
        "convert",
        "convert -t code-points",
        "convert -t mutf-8-nul",
        "check",
        "list",
        "table utf-8",
        "--help",
        "--version",
    ] {
        let full = File::create("/dev/full").unwrap();
        let mut child = start(arguments, full.into(), Stdio::piped());
        // Help does not read its input.
        let _ = child.stdin.take().unwrap().write_all(b"text");
        let found = Run::of(child.wait_with_output().unwrap());
        let expected = "placemat: standard output: No space left on device\n";
        assert_eq!((found.stderr.as_str(), found.status), (expected, 2), "{arguments}");
    }
}

#[test]
fn standard_error_that_is_closed_or_full_harms_nothing() {
    for stderr in [File::create("/dev/full").unwrap(), File::open("/dev/null").unwrap()] {
        let directory = directory_with(&[("bad", b"a\xFFb")]);
        let output = placemat()
            .current_dir(directory.path())
            .args(["convert", "--on-error", "replace", "--fail-on-loss", "--json", "bad"])
            .stderr(stderr)
            .output()
            .unwrap();
        let found = Run::of(output);
        assert_eq!((found.stdout.as_slice(), found.status), ("a\u{FFFD}b".as_bytes(), 1));
    }
}

#[test]
fn odd_inputs_are_read_as_streams() {
    let found = placemat_with("convert /dev/null", b"");
    assert_eq!((found.stdout.len(), found.status), (0, 0));
    let found = placemat_with("convert -f utf-8-or-windows-1252 /dev/stdin", b"caf\xE9");
    assert_eq!((found.stdout.as_slice(), found.status), ("café".as_bytes(), 0));
    let found = placemat_with("check /proc/self/status", b"");
    assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
    let found = placemat_with("check --json /dev/stdin", b"a\n\xFF");
    assert!(
        found
            .text()
            .contains(r#""offset":2,"length":1,"kind":"invalid-unit","hex":"FF","line":2,"column":1"#)
    );
}

#[test]
fn standard_input_is_read_from_where_it_stands() {
    let directory = directory_with(&[("file", b"skipped\n\xFFcaf\xE9")]);
    let mut file = File::open(directory.path().join("file")).unwrap();
    file.read_exact(&mut [0; 8]).unwrap();
    let again = file.try_clone().unwrap();
    let output = placemat().args(["check", "--json", "-"]).stdin(file).output().unwrap();
    assert!(Run::of(output).text().contains(
        r#""size":5,"errors":[{"offset":0,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":1"#
    ));
    // Both share one position, which is now at the end.
    let output = placemat().args(["convert", "-f", "utf-8-or-iso-8859-1"]).stdin(again).output().unwrap();
    assert_eq!(Run::of(output).stdout, b"");
    let found = placemat_in(directory.path(), "convert -f utf-8-or-iso-8859-1 file", b"");
    assert_eq!(found.stdout, "skipped\nÿcafé".as_bytes());
}

/// A long run shows its progress on a terminal, and removes it before its report is written. A short run does
/// not show progress, and neither does one whose report is JSON or goes into a pipe.
#[test]
#[cfg(target_os = "linux")]
fn long_runs_show_progress_on_a_terminal() {
    let has_script = std::process::Command::new("script").arg("--version").output().is_ok();
    let shown = |arguments: &str, pause: &str| {
        let command = env!("CARGO_BIN_EXE_placemat");
        let input = format!("for k in 1 2 3 4; do echo text; sleep {pause}; done");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &format!("({input}) | '{command}' {arguments} -"), "/dev/null"]);
        let output = script.env("TERM", "xterm").stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let long = ["check", "repair", "detect --whole", "convert -o /dev/null"];
    if !has_script {
        return;
    }
    thread::scope(|scope| {
        for arguments in long {
            scope.spawn(move || {
                let text = shown(arguments, "0.5");
                assert!(text.contains(" B/s"), "{arguments}: {text:?}");
                let (_, end) = text.rsplit_once(" B/s").unwrap();
                assert!(end.trim_start_matches(' ').starts_with("\r\u{1b}[2K"), "{arguments}: {end:?}");
                assert!(!shown(arguments, "0").contains(" B/s"), "{arguments}");
            });
        }
        scope.spawn(move || assert!(!shown("check --json", "0.5").contains(" B/s")));
        // The reader of the pipe uses the terminal.
        scope.spawn(move || assert!(!shown("check - | cat", "0.5").contains(" B/s")));
    });
}

/// If standard output is closed, the runtime opens /dev/null instead before the command begins, as a user
/// might on purpose. The command writes to it, and the exit status is that of the run.
#[test]
fn standard_output_that_is_closed_is_a_null_device() {
    for (script, status) in
        [("exec \"$0\" check - >&-", 0), ("exec \"$0\" convert - >&-", 0), ("exec \"$0\" list >&-", 0)]
    {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_placemat")]);
        let found = crate::command::run(&mut shell, b"text");
        assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", "", status), "{script}");
    }
}

/// A user who forgets to name a file is told that the command is waiting for standard input.
#[test]
fn a_terminal_as_standard_input_is_told_of() {
    let has_script = std::process::Command::new("script").arg("--version").output().is_ok();
    if !has_script {
        return;
    }
    let shown = |arguments: &str| {
        let command = env!("CARGO_BIN_EXE_placemat");
        let mut script = std::process::Command::new("script");
        let mut child = script
            .args(["-qec", &format!("'{command}' {arguments}"), "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"text\n\x04").unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    let note = "note: reads standard input, which is a terminal";
    assert!(shown("check -").contains(note), "{}", shown("check -"));
    assert!(shown("convert").contains(note));
    assert!(!shown("check src").contains(note));
    assert!(shown("detect -").contains(note));
    assert!(!shown("convert --quiet").contains(note));
    assert!(!shown("check /dev/null").contains(note));
}
