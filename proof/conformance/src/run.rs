//! Directories of vectors.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::case::Case;
use crate::report::Score;

/// Runs every `.jsonl` file of the directories, in the order of their names. A line that is not understood is
/// reported, and so is a directory or file that cannot be read or contains no vectors; the others are run
/// nevertheless.
///
/// # Errors
///
/// If the score cannot be written.
pub fn run_vectors<W: Write, E: Write>(directories: &[PathBuf], score: &mut Score<W, E>) -> io::Result<()> {
    for directory in directories {
        match vector_files(directory) {
            Ok(files) if files.is_empty() => {
                score.trouble(&directory.to_string_lossy(), "no .jsonl file in this directory")?;
            }
            Ok(files) => {
                for file in files {
                    run_file(&file, score)?;
                }
            }
            Err(error) => score.trouble(&directory.to_string_lossy(), &error.to_string())?,
        }
    }
    Ok(())
}

fn vector_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in directory.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn run_file<W: Write, E: Write>(path: &Path, score: &mut Score<W, E>) -> io::Result<()> {
    let name = path.to_string_lossy();
    let content = match std::fs::read(path) {
        Ok(content) => content,
        Err(error) => return score.trouble(&name, &error.to_string()),
    };
    let lines = content.strip_suffix(b"\n").unwrap_or(&content);
    if lines.is_empty() {
        return score.trouble(&name, "no vectors in this file");
    }
    for (k, line) in lines.split(|byte| *byte == b'\n').enumerate() {
        match Case::parse(line) {
            Ok(Some(case)) => {
                let result = case.check().map_err(|difference| difference.to_string());
                score.count(&name, case.id(), result)?;
            }
            Ok(None) => {}
            Err(why) => score.trouble(&format!("{name}:{}", k + 1), &why.to_string())?,
        }
    }
    Ok(())
}
