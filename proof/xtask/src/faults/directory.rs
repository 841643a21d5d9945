//! The directory in which a command works, and its contents before and after the run.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A directory of files.
pub(super) struct Directory(PathBuf);

/// The files of a directory, with their contents.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Snapshot(BTreeMap<PathBuf, Vec<u8>>);

const FILES: &[(&str, &[u8])] = &[
    ("tree/a", "café\r\n".as_bytes()),
    ("tree/sub/b", "plain 💩\n".as_bytes()),
    ("tree/ignored", "é".as_bytes()),
    ("tree/.ignore", b"ignored\n"),
    ("old", b"old text"),
    ("out/new/a", b"old text"),
    ("damaged/a", "doublement encodÃ©, naÃ¯vement\n".as_bytes()),
    ("damaged/b", b"a pair \xED\xA0\xBD\xED\xB2\xA9\n"),
];

impl Directory {
    pub(super) fn at(path: &Path) -> Self {
        Directory(path.to_owned())
    }

    /// Creates a new directory with the files of every scenario.
    pub(super) fn fill(path: &Path) -> io::Result<Self> {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        for (name, content) in FILES {
            let file = path.join(name);
            fs::create_dir_all(file.parent().unwrap_or(path))?;
            fs::write(file, content)?;
        }
        Ok(Directory(path.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    pub(super) fn snapshot(&self) -> io::Result<Snapshot> {
        let (mut snapshot, mut directories) = (Snapshot::default(), vec![self.0.clone()]);
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(directory)? {
                let path = entry?.path();
                if path.is_dir() {
                    directories.push(path);
                } else {
                    let name = path.strip_prefix(&self.0).unwrap_or(&path).to_owned();
                    snapshot.0.insert(name, fs::read(&path)?);
                }
            }
        }
        Ok(snapshot)
    }
}

impl Snapshot {
    pub(super) fn insert(&mut self, name: &Path, content: Vec<u8>) {
        self.0.insert(name.to_owned(), content);
    }

    /// Returns `true` if there is a temporary file.
    pub(super) fn left_over(&self) -> bool {
        self.0.keys().any(|name| is_temporary(name))
    }

    /// Returns a description of a file that is neither old nor new.
    pub(super) fn neither(&self, old: &Snapshot, new: &Snapshot) -> Option<String> {
        let names = self.0.keys().chain(old.0.keys()).chain(new.0.keys());
        for name in names.filter(|name| !is_temporary(name)) {
            let (is, was, will_be) = (self.0.get(name), old.0.get(name), new.0.get(name));
            // Output on a stream was already written when something fails.
            let is_part = name == Path::new("standard output")
                && is_part(is.map_or(&[], Vec::as_slice), will_be.map_or(&[], Vec::as_slice));
            if is != was && is != will_be && !is_part {
                return Some(format!("{} is neither old nor new", name.display()));
            }
        }
        None
    }
}

/// The part of a JSON line, after a name, for an input that could not be read or written.
const FAILED: &[u8] = br#""failed":{"kind":"io","#;

/// Returns `true` if it is the beginning of a report, or if its lines are lines of the report. An input that
/// failed has a line that reports it.
fn is_part(is: &[u8], report: &[u8]) -> bool {
    let mut lines = is.split_inclusive(|&byte| byte == b'\n');
    let is_line = |line: &[u8]| report.split_inclusive(|&byte| byte == b'\n').any(|other| other == line);
    let is_failure = |line: &[u8]| line.windows(FAILED.len()).any(|part| part == FAILED);
    report.starts_with(is) || lines.all(|line| is_line(line) || is_failure(line))
}

fn is_temporary(name: &Path) -> bool {
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(".placemat-") && name.ends_with(".tmp")
}
