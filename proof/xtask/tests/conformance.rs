//! The commands `conformance` and `suites`, called as a user calls them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn xtask(arguments: &[&Path]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_xtask")).args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn directory(name: &str, line: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xtask").join(name);
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("one.jsonl"), line).unwrap();
    directory
}

const PASSES: &str = r#"{"id":"p","encoding":"utf-8","op":"validate","input_hex":"41","policy":"strict","expected":true,"error":null,"source":"s"}"#;

#[test]
fn the_status_tells_what_happened() {
    let passing = directory("passing", PASSES);
    let failing = directory("failing", &PASSES.replace("41", "FF"));
    let malformed = directory("malformed", &PASSES.replace("utf-8", "utf-9"));
    let command = Path::new("conformance");
    assert_eq!(xtask(&[command, &passing]), (Some(0), "1 passed, 0 failed\n".to_owned()));
    let (status, out) = xtask(&[command, &passing, &failing]);
    assert_eq!((status, out.lines().last()), (Some(1), Some("1 passed, 1 failed")));
    let (status, out) = xtask(&[command, &malformed, &failing, &passing]);
    assert_eq!((status, out.lines().last()), (Some(2), Some("1 passed, 1 failed")));
}

#[test]
fn wrong_usage_is_2() {
    for arguments in [&[][..], &["bake"], &["conformance", "--fast"], &["suites"], &["suites", "a", "b"]] {
        let paths: Vec<&Path> = arguments.iter().map(Path::new).collect();
        assert_eq!(xtask(&paths), (Some(2), String::new()), "{arguments:?}");
    }
    assert_eq!(xtask(&[Path::new("suites"), Path::new("/nowhere")]).0, Some(2));
    assert_eq!(xtask(&[Path::new("help")]).0, Some(0));
}

#[test]
fn a_closed_pipe_is_quiet() {
    let failing = directory("piped", &PASSES.replace("41", "FF"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .arg("conformance")
        .arg(failing)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1));
}
