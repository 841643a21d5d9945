//! The output of the cookbook's commands. With PLACEMAT_UPDATE=1, the cookbook is updated instead.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// Runs a command in the shell. Returns its output on either stream, and its exit status if that is not 0.
fn run(command: &str, folder: &Path) -> String {
    let placemat = Path::new(env!("CARGO_BIN_EXE_placemat")).parent().expect("a folder");
    let mut path = vec![placemat.to_owned()];
    path.extend(env::split_paths(&env::var_os("PATH").expect("a path")));
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(path).expect("folders without a colon"))
        .env("LC_ALL", "C")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let mut told = String::from_utf8_lossy(&output.stdout).into_owned();
    if !told.is_empty() && !told.ends_with('\n') {
        told.push('\n');
    }
    match output.status.code() {
        Some(0) => told,
        status => told + &format!("[{}]\n", status.map_or("killed".to_owned(), |status| status.to_string())),
    }
}

/// Returns a text with the output of its commands below them.
fn with_outputs(text: &str) -> String {
    let mut written = String::new();
    let mut folder: Option<tempfile::TempDir> = None;
    let mut in_console = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("## ") {
            folder = Some(tempfile::tempdir().expect("a folder"));
        }
        in_console = line == "```console" || in_console && line != "```";
        let command = if in_console { line.strip_prefix("$ ") } else { None };
        if !in_console || line == "```console" || command.is_some() {
            written += line;
            written.push('\n');
        }
        let (Some(mut command), Some(folder)) = (command.map(str::to_owned), &folder) else { continue };
        while command.ends_with('\\') {
            let more = lines.next().expect("a line behind a backslash");
            written += &format!("{more}\n");
            command += &format!("\n{more}");
        }
        written += &run(&command, folder.path());
    }
    written
}

#[test]
fn commands_write_what_the_cookbook_says() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/cookbook.md");
    let text = fs::read_to_string(&path).expect("the cookbook");
    let written = with_outputs(&text);
    assert!(written.matches("\n$ ").count() >= 35, "the commands are found");
    if env::var_os("PLACEMAT_UPDATE").is_some() {
        fs::write(&path, written).expect("the cookbook is written");
        return;
    }
    for (said, told) in text.lines().zip(written.lines()) {
        assert_eq!(said, told);
    }
    assert_eq!(text.len(), written.len());
}
