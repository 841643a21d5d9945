//! The output of the commands in the cookbook and in the README. With PLACEMAT_UPDATE=1, these pages are updated
//! instead.

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

/// Returns a new directory with the files.
fn directory_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, bytes).expect("a file");
    }
    directory
}

/// Returns a text with the output of its commands below them. Each section has a directory with the files.
fn with_outputs(text: &str, files: &[(&str, &[u8])]) -> String {
    let mut written = String::new();
    let mut folder: Option<tempfile::TempDir> = None;
    let mut in_console = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("## ") {
            folder = Some(directory_with(files));
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

/// Returns a page of the project, and its path.
fn page(name: &str) -> (PathBuf, String) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).expect("a page");
    (path, text)
}

/// Compares a page with the page that has the outputs of its commands, or updates it.
fn compare(path: &Path, text: &str, written: &str) {
    if env::var_os("PLACEMAT_UPDATE").is_some() {
        fs::write(path, written).expect("the page is written");
        return;
    }
    for (said, told) in text.lines().zip(written.lines()) {
        assert_eq!(said, told);
    }
    assert_eq!(text.len(), written.len());
}

#[test]
fn commands_write_what_the_cookbook_says() {
    let (path, text) = page("docs/cookbook.md");
    let written = with_outputs(&text, &[]);
    assert!(written.matches("\n$ ").count() >= 35, "the commands are found");
    compare(&path, &text, &written);
}

/// The files that the commands of the README read.
const FILES: [(&str, &[u8]); 6] = [
    ("site/export.csv", b"id,text\n7,thumbs up \xED\xA0\xBD\xED\xB1\x8D\n"),
    ("site/index.html", b"<p>na\xC3\xAFve caf\xC3\xA9\n"),
    ("site/letter.txt", b"Dear Ren\xE9,\nthe caf\xE9 is closed.\n"),
    ("site/server.log", b"10:31 user=Zo\xC3\xAB from=Z\xC3\xBCrich\n10:32 user=Ren\xC3"),
    ("menu.txt", "CafÃ© au lait, crÃ¨me brÃ»lÃ©e\n".as_bytes()),
    // A sentence of a Russian novel in KOI8-R, and UTF-16 from Windows.
    (
        "old/novel.txt",
        b"\xF7\xD3\xC5 \xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xD9\xC5 \xD3\xC5\xCD\xD8\xC9 \xD0\xCF\xC8\xCF\xD6\xC9 \
          \xC4\xD2\xD5\xC7 \xCE\xC1 \xC4\xD2\xD5\xC7\xC1, \xCB\xC1\xD6\xC4\xC1\xD1 \
          \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1\xD1 \xD3\xC5\xCD\xD8\xD1 \
          \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1 \xD0\xCF-\xD3\xD7\xCF\xC5\xCD\xD5.\n",
    ),
];

#[test]
fn commands_write_what_the_readme_says() {
    let (path, text) = page("README.md");
    let written = with_outputs(&text, &FILES);
    assert!(written.matches("\n$ ").count() >= 4, "the commands are found");
    compare(&path, &text, &written);
}
