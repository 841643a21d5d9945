//! `-o FILE`: the old file or the whole new one, and never an input.
#![cfg(unix)]

use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use crate::command::{Run, bytes, directory_with, names_in, placemat, placemat_in, run};

fn mode_of(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn a_new_file_has_the_mode_of_any_new_file() {
    let directory = directory_with(&[("in", b"text")]);
    for (mask, mode) in [("027", 0o640), ("022", 0o644), ("077", 0o600), ("000", 0o666)] {
        let script = format!("umask {mask}; exec \"$0\" convert in -o new{mask}");
        let mut shell = Command::new("sh");
        shell.current_dir(directory.path()).args(["-c", &script, env!("CARGO_BIN_EXE_placemat")]);
        let found = run(&mut shell, b"");
        assert_eq!((found.stderr.as_str(), found.status), ("", 0));
        assert_eq!(mode_of(&directory.path().join(format!("new{mask}"))), mode, "umask {mask}");
    }
}

#[test]
fn an_old_file_is_replaced_and_its_mode_stays() {
    let directory = directory_with(&[("in", b"new"), ("out", b"something old")]);
    let out = directory.path().join("out");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o604)).unwrap();
    let old = File::open(&out).unwrap();
    let found = placemat_in(directory.path(), "convert in -o out", b"");
    assert_eq!((found.stdout.len(), found.stderr.as_str(), found.status), (0, "", 0));
    assert_eq!(fs::read(&out).unwrap(), b"new");
    assert_eq!(mode_of(&out), 0o604);
    assert_eq!(std::io::read_to_string(old).unwrap(), "something old", "the old file was not written to");
    assert_eq!(names_in(directory.path()), ["in", "out"]);
}

#[test]
fn times_are_kept_from_one_file_to_one_file() {
    let directory = directory_with(&[("in", b"new"), ("other", b"new"), ("out", b"old")]);
    let times =
        [1_000_000_000, 1_234_567_890].map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    let input = File::options().write(true).open(directory.path().join("in")).unwrap();
    for command in ["convert", "repair"] {
        for output in ["out", "new"] {
            input.set_times(FileTimes::new().set_accessed(times[0]).set_modified(times[1])).unwrap();
            let found =
                placemat_in(directory.path(), &format!("{command} --preserve-times in -o {output}"), b"");
            assert_eq!((found.stdout.len(), found.stderr.as_str(), found.status), (0, "", 0), "{command}");
            let after = fs::metadata(directory.path().join(output)).unwrap();
            assert_eq!([after.accessed().unwrap(), after.modified().unwrap()], times, "{command} {output}");
            let found = placemat_in(directory.path(), &format!("{command} in -o {output}"), b"");
            assert_eq!(found.status, 0, "{}", found.stderr);
            let after = fs::metadata(directory.path().join(output)).unwrap();
            assert!(after.modified().unwrap() > times[1], "{command} {output}: only where that is asked for");
            fs::remove_file(directory.path().join("new")).unwrap_or_default();
        }
        for arguments in
            ["-o out", "in -o -", "- -o out", "in other -o out", "in -o /dev/null", "/dev/null -o out"]
        {
            let found =
                placemat_in(directory.path(), &format!("{command} --preserve-times {arguments}"), b"text");
            assert_eq!((found.stdout.len(), found.status), (0, 2), "{command} {arguments}: {}", found.stderr);
            assert_eq!(fs::read(directory.path().join("out")).unwrap(), b"new", "{command} {arguments}");
            assert_eq!(names_in(directory.path()), ["in", "other", "out"], "{command} {arguments}");
        }
    }
}

#[test]
fn after_a_failure_the_old_file_stays_and_nothing_else() {
    let directory = directory_with(&[("bad", b"new\xFF"), ("out", b"old")]);
    let before = fs::metadata(directory.path().join("out")).unwrap().ino();
    for arguments in [
        "convert bad -o out",
        "convert bad -o other",
        "convert bad -t mutf-8-nul -o out",
        "convert missing -o out",
        "convert . -o other",
        "convert -f double-utf-8-latin1 bad -o out",
    ] {
        let found = placemat_in(directory.path(), arguments, b"");
        assert_ne!(found.status, 0, "{arguments}");
        assert_eq!(names_in(directory.path()), ["bad", "out"], "{arguments}");
    }
    let after = fs::metadata(directory.path().join("out")).unwrap();
    assert_eq!((fs::read(directory.path().join("out")).unwrap(), after.ino()), (b"old".to_vec(), before));
}

#[test]
fn a_lossy_output_is_complete_and_takes_its_name() {
    let directory = directory_with(&[("bad", b"new\xFF"), ("out", b"old")]);
    let found = placemat_in(directory.path(), "convert --on-error replace bad -o out", b"");
    assert_eq!(found.status, 0);
    assert_eq!(fs::read(directory.path().join("out")).unwrap(), "new\u{FFFD}".as_bytes());
}

#[test]
fn the_file_in_the_making_is_private_and_stands_beside_the_old_one() {
    let directory = directory_with(&[("out", b"old")]);
    let mut child = placemat()
        .current_dir(directory.path())
        .args(["convert", "-o", "out"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"new").unwrap();
    let deadline = Instant::now() + Duration::from_secs(20);
    let temporary = loop {
        let name = names_in(directory.path()).into_iter().find(|name| name != "out");
        if let Some(name) = name {
            break name;
        }
        assert!(Instant::now() < deadline, "no temporary file");
        sleep(Duration::from_millis(2));
    };
    assert!(temporary.starts_with(".placemat-") && temporary.ends_with(".tmp"), "{temporary}");
    assert_eq!(mode_of(&directory.path().join(temporary)), 0o600);
    assert_eq!(fs::read(directory.path().join("out")).unwrap(), b"old");
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read(directory.path().join("out")).unwrap(), b"new");
    assert_eq!(names_in(directory.path()), ["out"]);
}

#[test]
fn an_output_that_is_an_input_is_refused_by_whatever_way_it_comes() {
    let directory = directory_with(&[("source", b"precious\xFF"), ("sub/x", b""), ("other", b"other")]);
    let source = directory.path().join("source");
    symlink("source", directory.path().join("link")).unwrap();
    symlink("link", directory.path().join("link2")).unwrap();
    fs::hard_link(&source, directory.path().join("hard")).unwrap();
    let absolute = source.to_str().unwrap().to_owned();
    for output in ["source", "./source", "sub/../source", "link", "link2", "hard", &absolute] {
        for input in ["source", "other link", "hard other"] {
            let arguments = format!("convert --on-error replace --quiet {input} -o {output}");
            let found = placemat_in(directory.path(), &arguments, b"");
            assert_eq!(found.status, 2, "{arguments}");
            assert!(found.stderr.contains("is the output, too"), "{arguments}: {}", found.stderr);
            assert_eq!(fs::read(&source).unwrap(), b"precious\xFF", "{arguments}");
        }
    }
    let from_stdin = placemat()
        .current_dir(directory.path())
        .args(["convert", "-o", "hard"])
        .stdin(File::open(&source).unwrap())
        .output()
        .unwrap();
    assert_eq!(Run::of(from_stdin).status, 2);
    for input in ["source", "link", "hard", "/dev/stdin", "-"] {
        let append = OpenOptions::new().append(true).open(&source).unwrap();
        let redirected = placemat()
            .current_dir(directory.path())
            .args(["convert", "--on-error", "replace", input])
            .stdin(File::open(&source).unwrap())
            .stdout(append)
            .output()
            .unwrap();
        assert_eq!(Run::of(redirected).status, 2, "{input} >> source");
    }
    assert_eq!(fs::read(&source).unwrap(), b"precious\xFF");
    assert_eq!(names_in(directory.path()), ["hard", "link", "link2", "other", "source", "sub"]);
}

#[test]
fn standard_output_by_its_file_name_is_standard_output() {
    let directory = directory_with(&[("in", b"text"), ("out", b"before ")]);
    let out = directory.path().join("out");
    let append = OpenOptions::new().append(true).open(&out).unwrap();
    let found = placemat()
        .current_dir(directory.path())
        .args(["convert", "in", "-o", "/dev/stdout"])
        .stdout(append)
        .output()
        .unwrap();
    assert_eq!(Run::of(found).status, 0);
    assert_eq!(fs::read(out).unwrap(), b"before text");
}

#[test]
fn a_link_is_resolved_and_stays() {
    let directory = directory_with(&[("in", b"new"), ("real/file", b"old")]);
    symlink("real/file", directory.path().join("out")).unwrap();
    assert_eq!(placemat_in(directory.path(), "convert in -o out", b"").status, 0);
    assert!(fs::symlink_metadata(directory.path().join("out")).unwrap().is_symlink());
    assert_eq!(fs::read(directory.path().join("real/file")).unwrap(), b"new");
    assert_eq!(names_in(&directory.path().join("real")), ["file"]);

    symlink("nowhere", directory.path().join("dangling")).unwrap();
    assert_eq!(placemat_in(directory.path(), "convert in -o dangling", b"").status, 2);
    assert!(fs::symlink_metadata(directory.path().join("dangling")).unwrap().is_symlink());
}

#[test]
fn what_is_no_regular_file_is_written_to() {
    let directory = directory_with(&[("in", b"new")]);
    assert_eq!(placemat_in(directory.path(), "convert in -o /dev/null", b"").status, 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let full = placemat_in(directory.path(), "convert in -o /dev/full", b"");
    assert_eq!(full.stderr, "placemat: /dev/full: No space left on device\n");
    assert_eq!(full.status, 2);
    for (output, blamed) in [(".", "."), ("missing/out", "missing/"), ("in/out", "in/out")] {
        let found = placemat_in(directory.path(), &format!("convert in -o {output}"), b"");
        assert_eq!(found.status, 2, "{output}");
        assert!(found.stderr.starts_with(&format!("placemat: {blamed}: ")), "{}", found.stderr);
    }
    assert_eq!(names_in(directory.path()), ["in"]);
}

#[test]
fn names_that_are_not_utf_8_are_names() {
    let directory = directory_with(&[]);
    let name = bytes(b"-i\xFF\x1B]0;\x07");
    fs::write(directory.path().join(name), b"text\xFF").unwrap();
    let converted = |options: &[&str]| {
        let mut command = placemat();
        command.current_dir(directory.path()).args(["convert", "--on-error", "replace"]).args(options);
        run(command.arg("-o").arg(bytes(b"o\xFE")).arg("--").arg(name), b"")
    };
    let found = converted(&[]);
    assert_eq!(found.status, 0);
    assert_eq!(fs::read(directory.path().join(bytes(b"o\xFE"))).unwrap(), "text\u{FFFD}".as_bytes());
    let shown = r"placemat: -i\xFF\u{1B}]0;\u{7}: 1 invalid sequence (replace), the first at 1:5, offset 4";
    assert!(found.stderr.starts_with(shown), "{}", found.stderr);
    let encoded = data_encoding::BASE64.encode(b"-i\xFF\x1B]0;\x07");
    let found = converted(&["--json"]);
    assert!(found.json()[0].contains(&format!(r#""path":{{"bytes":"{encoded}"}}"#)));
}

#[test]
fn nothing_that_steers_a_terminal_reaches_standard_error() {
    let directory = directory_with(&[]);
    let name: Vec<u8> = (1..=255).filter(|&byte| byte != b'/').collect();
    let hostile = "\u{202E}\u{2066}\u{61C}\u{9B}\u{85}\u{2028}".as_bytes();
    for name in [&name[..], hostile] {
        fs::write(directory.path().join(bytes(&name[..name.len().min(200)])), b"\x1B[31m\xFF\xC2\x9B\xC0")
            .unwrap();
        for arguments in [&["convert"][..], &["convert", "--json"], &["convert", "-f"], &["-"], &["check"]] {
            let mut command = placemat();
            command.current_dir(directory.path()).args(arguments).arg(bytes(&name[..name.len().min(200)]));
            let found = run(&mut command, b"");
            let reported = if arguments == ["check"] { found.text() } else { found.stderr.as_str() };
            assert!(!reported.is_empty());
            for character in reported.chars() {
                let bidi = matches!(u32::from(character), 0x61C | 0x200E | 0x200F | 0x202A..=0x202E | 0x2066..=0x2069);
                let steers = character.is_control() && character != '\n' || bidi || character == '\u{2028}';
                assert!(!steers, "{character:?} in {reported:?}");
            }
        }
    }
}
