//! `mutants`: clauses that are violated on purpose. A test that still passes asserts too little.
//!
//! Each line of `proof/conformance/mutants.jsonl` has a file, a piece of its text, a replacement, and the
//! tests that CONFORMANCE.md names for the clause. The change is made in a copy of the project, and each of
//! these tests must fail. A change that does not compile counts as detected: the tables are proved at compile
//! time.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::Stopped;
use crate::cargo::{cargo, root, target};

/// A change, and the tests that must detect it.
struct Mutant {
    file: String,
    from: String,
    to: String,
    tests: Vec<String>,
}

impl Mutant {
    fn parse(line: &str) -> io::Result<Self> {
        let value: Value = serde_json::from_str(line)?;
        let text = |name: &str| match value[name].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(io::Error::other(format!("no {name} in {line}"))),
        };
        let tests = value["tests"].as_array().into_iter().flatten();
        let tests = tests.filter_map(|test| test.as_str().map(str::to_owned)).collect();
        Ok(Mutant { file: text("file")?, from: text("from")?, to: text("to")?, tests })
    }
}

/// `cargo xtask mutants [TEXT…]`: all changes, or those whose file or tests contain one of the texts.
pub(crate) fn mutants(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut wanted = vec![];
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Value(text) => wanted.push(text.to_string_lossy().into_owned()),
            other => return Err(other.unexpected().into()),
        }
    }
    let copy = target().join("mutants");
    copy_project(&copy)?;
    let list = fs::read_to_string(root().join("proof/conformance/mutants.jsonl"))?;
    let (mut out, mut survivors, mut count) = (io::stdout(), 0, 0);
    for line in list.lines() {
        if !wanted.is_empty() && !wanted.iter().any(|text| line.contains(text)) {
            continue;
        }
        let mutant = Mutant::parse(line)?;
        let passed = survivors_of(&mutant, &copy)?;
        count += 1;
        let verdict = match &passed[..] {
            [] => "noticed".to_owned(),
            passed => format!("not noticed by {}", passed.join(", ")),
        };
        writeln!(out, "{}: {} -> {}: {verdict}", mutant.file, mutant.from, mutant.to)?;
        survivors += usize::from(!passed.is_empty());
    }
    writeln!(out, "{count} changes, {survivors} not noticed")?;
    Ok(if survivors == 0 && count > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Copies the files that git tracks, so that the project itself is never changed.
fn copy_project(copy: &Path) -> io::Result<()> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output()?;
    let files = String::from_utf8_lossy(&listed.stdout).into_owned();
    for file in files.split('\0').filter(|file| !file.is_empty()) {
        let (from, to) = (root().join(file), copy.join(file));
        fs::create_dir_all(to.parent().unwrap_or(copy))?;
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Returns the tests that pass although the change is made.
fn survivors_of(mutant: &Mutant, copy: &Path) -> io::Result<Vec<String>> {
    let path: PathBuf = copy.join(&mutant.file);
    let text = fs::read_to_string(&path)?;
    if !text.contains(&mutant.from) {
        return Err(io::Error::other(format!("{}: no {:?}", mutant.file, mutant.from)));
    }
    fs::write(&path, text.replacen(&mutant.from, &mutant.to, 1))?;
    let mut run = cargo(&["test", "--quiet", "--package", "placemat", "--test", "all", "--", "--exact"]);
    // The code is compiled once and run once, so it is not optimized; a change may leave unused code.
    run.args(mutant.tests.iter().map(|test| full_name(test)))
        .current_dir(copy)
        .env("CARGO_TARGET_DIR", copy.join("target"));
    run.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_TEST_OPT_LEVEL", "0");
    run.env("RUSTFLAGS", "--cap-lints=allow");
    let ran = run.output();
    fs::write(&path, text)?;
    let ran = ran?;
    let output = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
    Ok(passed(&mutant.tests, &output))
}

/// Returns the full name of a test of the source documents in the test program.
fn full_name(test: &str) -> String {
    format!("documents::{test}")
}

/// Returns the tests that do not fail according to this output of cargo. If the project does not compile, all
/// of them fail.
fn passed(tests: &[String], output: &str) -> Vec<String> {
    if output.contains("could not compile") {
        return vec![];
    }
    let is_passed = |test: &&String| !output.contains(&format!("---- {} stdout", full_name(test)));
    tests.iter().filter(is_passed).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_fails_is_recognized_in_the_output() {
        let tests = ["definitions::substitutes".to_owned(), "unicode::d91_utf_16".to_owned()];
        let output = "failures:\n\n---- documents::definitions::substitutes stdout ----\n\nthread panicked\n";
        assert_eq!(passed(&tests, output), ["unicode::d91_utf_16"]);
        assert!(passed(&tests, "error: could not compile `placemat`").is_empty());
        assert_eq!(passed(&tests, "test result: ok."), tests);
    }
}
