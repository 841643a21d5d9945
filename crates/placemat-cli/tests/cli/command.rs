//! Runs the command.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::schema::assert_described;

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

impl Run {
    /// The schema describes the lines of JSON of every run.
    pub(crate) fn of(output: Output) -> Self {
        assert_described(&output.stdout);
        assert_described(&output.stderr);
        Run {
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("diagnostics are UTF-8"),
            status: output.status.code().expect("no signal"),
        }
    }

    /// Standard output as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("a report is UTF-8")
    }

    /// Returns the lines of JSON among the diagnostics.
    pub(crate) fn json(&self) -> Vec<&str> {
        self.stderr.lines().filter(|line| line.starts_with('{')).collect()
    }
}

/// Returns the command, not started yet.
pub(crate) fn placemat() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    // Removes the width of the environment in which the tests run.
    command.env_remove("COLUMNS");
    command
}

/// Runs a command with this standard input.
pub(crate) fn run(command: &mut Command, stdin: &[u8]) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        // If the command ends before it has read everything, the test does not fail.
        scope.spawn(move || drop(pipe.write_all(stdin)));
        Run::of(child.wait_with_output().expect("the command ends"))
    })
}

/// Runs `placemat` with arguments that are separated by spaces.
pub(crate) fn placemat_with(arguments: &str, stdin: &[u8]) -> Run {
    run(placemat().args(arguments.split_whitespace()), stdin)
}

/// Runs `placemat` in a directory.
pub(crate) fn placemat_in(directory: &Path, arguments: &str, stdin: &[u8]) -> Run {
    run(placemat().current_dir(directory).args(arguments.split_whitespace()), stdin)
}

/// Runs a command as another user; returns `None` if that is not possible.
#[cfg(unix)]
pub(crate) fn as_another_user(directory: &Path, arguments: &str) -> Option<Run> {
    use std::os::unix::process::CommandExt;

    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let mut command = placemat();
    command.current_dir(directory).args(arguments.split_whitespace()).uid(1000).gid(1000);
    command.output().ok().map(Run::of)
}

/// Creates a directory with these files.
pub(crate) fn directory_with(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, content) in files {
        let path = directory.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory around it")).expect("directories");
        std::fs::write(path, content).expect("a file");
    }
    directory
}

/// Returns the names in a directory, sorted.
pub(crate) fn names_in(directory: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<_> = std::fs::read_dir(directory).expect("a directory").map(name).collect();
    names.sort();
    names
}

/// Returns the files of a directory.
pub(crate) fn files_in(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let file = |name: String| (name.clone(), std::fs::read(directory.join(name)).expect("a file"));
    names_in(directory).into_iter().map(file).collect()
}

/// An expectation: arguments, standard input, standard output, standard error, exit status.
pub(crate) type Golden<'a> = (&'a str, &'a [u8], &'a [u8], &'a str, i32);

/// Compares runs with the expectations.
pub(crate) fn compare(table: &[Golden<'_>]) {
    for &(arguments, stdin, stdout, stderr, status) in table {
        let found = placemat_with(arguments, stdin);
        let shown = String::from_utf8_lossy(&found.stdout).into_owned();
        assert_eq!(found.stdout, stdout, "standard output of {arguments} for {stdin:X?}: {shown}");
        assert_eq!(found.stderr, stderr, "standard error of {arguments} for {stdin:X?}");
        assert_eq!(found.status, status, "status of {arguments} for {stdin:X?}");
    }
}

/// Converts bytes to an argument.
#[cfg(unix)]
pub(crate) fn bytes(bytes: &[u8]) -> &OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(bytes)
}

/// Returns a text in UTF-16LE, without a byte order mark.
pub(crate) fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Returns text in an encoding, as the command converts it.
#[cfg(feature = "legacy")]
pub(crate) fn encoded(name: &str, text: &str) -> Vec<u8> {
    let found = placemat_with(&format!("convert -t {name}"), text.as_bytes());
    assert_eq!(found.status, 0, "{name}: {}", found.stderr);
    found.stdout
}
