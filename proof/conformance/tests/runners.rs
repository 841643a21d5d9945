//! The runners that are released with the vectors: each passes with its list of departures, and notices each
//! kind of mistake in the vectors, the list and the selection.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use placemat_conformance::VECTORS;

/// A runner: its file, its list, and the program that says which version the list is for.
struct Runner {
    file: &'static str,
    list: &'static str,
    version: [&'static str; 2],
}

const PYTHON: Runner =
    Runner { file: "python.py", list: "departures-python.tsv", version: ["python3", "--version"] };
const JAVASCRIPT: Runner =
    Runner { file: "javascript.mjs", list: "departures-javascript.tsv", version: ["node", "--version"] };
const ICONV: Runner =
    Runner { file: "iconv.c", list: "departures-iconv.tsv", version: ["getconf", "GNU_LIBC_VERSION"] };

fn source(name: &str) -> PathBuf {
    Path::new(VECTORS).join("runners").join(name)
}

/// Returns the files of a directory that have the extension of vectors.
fn vectors(directory: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    files
}

/// Returns the lines of a list that are not comments.
fn entries(list: &str) -> Vec<&str> {
    list.lines().filter(|line| !line.starts_with('#')).collect()
}

/// A copy of a runner and its list, in a directory of its own.
struct Trial {
    directory: PathBuf,
    runner: &'static Runner,
    list: String,
}

impl Trial {
    /// Returns `None`, and prints why, if the runner cannot be run here or its list is for another version.
    fn new(runner: &'static Runner, name: &str) -> Option<Trial> {
        let skip = |why: &str| {
            // Not captured by the test harness.
            let _ = writeln!(io::stderr(), "runners/{} is not run: {why}", runner.file);
            None
        };
        let [program, argument] = runner.version;
        let Ok(output) = Command::new(program).arg(argument).output() else {
            return skip(&format!("there is no {program}"));
        };
        let output = String::from_utf8_lossy(&output.stdout);
        // Node prints "v20.1.0".
        let version =
            output.trim().strip_prefix('v').map_or(output.trim().to_owned(), |it| format!("Node {it}"));
        let list = fs::read_to_string(source(runner.list)).unwrap();
        let versions = list.lines().find_map(|line| line.strip_prefix("# Holds for: ")).unwrap();
        let is_listed = versions.split(", ").any(|known| {
            version.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        if !is_listed || cfg!(target_endian = "big") {
            return skip(&format!("its list is for {versions}, little-endian, and this is {version:?}"));
        }
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runners").join(runner.file).join(name);
        fs::create_dir_all(&directory).unwrap();
        fs::copy(source(runner.file), directory.join(runner.file)).unwrap();
        if runner.file.ends_with(".c") {
            let mut compile = Command::new("cc");
            compile.args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o", "runner", runner.file]);
            match compile.current_dir(&directory).status() {
                Ok(status) => assert!(status.success()),
                Err(_) => return skip("there is no C compiler"),
            }
        }
        let trial = Trial { directory, runner, list };
        trial.write_list(&trial.list);
        Some(trial)
    }

    fn write_list(&self, list: &str) {
        fs::write(self.directory.join(self.runner.list), list).unwrap();
    }

    /// Runs it on a directory. Returns whether it succeeded, its last line, and the other lines.
    fn run(&self, directory: &Path) -> (bool, String, BTreeSet<String>) {
        let mut command = match self.runner.version[0] {
            "getconf" => {
                let mut command = Command::new(self.directory.join("runner"));
                command.arg(self.runner.list).args(vectors(directory));
                command
            }
            interpreter => {
                let mut command = Command::new(interpreter);
                command.arg(self.runner.file).arg(directory);
                command
            }
        };
        let output = command.current_dir(&self.directory).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        let last = lines.pop().unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        (output.status.success(), last.to_owned(), lines.into_iter().map(str::to_owned).collect())
    }

    /// Copies all vectors, with a change to one line.
    fn changed(&self, id: &str, change: impl Fn(&str) -> String) -> PathBuf {
        let directory = self.directory.join("vectors");
        fs::create_dir_all(&directory).unwrap();
        let mark = format!("{{\"id\":\"{id}\",");
        let mut count = 0;
        for file in vectors(Path::new(VECTORS)) {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().map(|line| match line.starts_with(&mark) {
                true => {
                    count += 1;
                    let changed = change(line);
                    assert_ne!(line, changed);
                    changed
                }
                false => line.to_owned(),
            });
            let lines: Vec<String> = lines.collect();
            fs::write(directory.join(file.file_name().unwrap()), lines.join("\n") + "\n").unwrap();
        }
        assert_eq!(count, 1, "{id}");
        directory
    }
}

/// Returns the four numbers of the last line: cases, passed, departed as expected, wrong.
fn counts(last: &str) -> [usize; 4] {
    let (_, numbers) = last.split_once(": ").unwrap();
    let numbers: Vec<usize> = numbers.split([' ', ':', ',']).filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().unwrap_or_else(|_| panic!("{last}"))
}

/// A case that all runners pass, and its result.
const PASSES: [&str; 2] = ["s-utf-8-0014", "U+0066"];

/// Runs a runner as it is, and with each kind of mistake.
fn check(runner: &'static Runner) {
    let lines = fs::read_to_string(source(runner.file)).unwrap().lines().count();
    assert!(lines <= 50, "{} has {lines} lines", runner.file);
    let name = runner.file;
    let Some(trial) = Trial::new(runner, "trial") else { return };
    let whole = Path::new(VECTORS);
    let listed = entries(&trial.list);

    let (succeeded, last, others) = trial.run(whole);
    assert!(succeeded && others.is_empty(), "{name}: {last} {others:#?}");
    let [cases, passed, departed, wrong] = counts(&last);
    assert_eq!((passed + departed, departed, wrong), (cases, listed.len(), 0), "{name}: {last}");
    // The page has these numbers.
    let page = fs::read_to_string(whole.join("README.md")).unwrap();
    let row = page.lines().find(|line| line.starts_with(&format!("| [{name}]"))).unwrap().replace(',', "");
    for number in [format!("| {cases} |"), format!("| {passed} |"), format!("| [{departed}]")] {
        assert!(row.contains(&number), "{number}: {row}");
    }

    // A vector that expects something else.
    let [id, result] = PASSES;
    let expected = format!("\"expected\":\"{result}\"");
    let directory = trial.changed(id, |line| line.replace(&expected, "\"expected\":\"\""));
    let unexpected = BTreeSet::from([format!("unexpected:\t{id}\t{result}")]);
    let (succeeded, last, others) = trial.run(&directory);
    assert_eq!((succeeded, counts(&last)[3], others), (false, 1, unexpected), "{name}");

    // A departure that is not in the list; one with another result; one that does not happen.
    let entry = listed[0];
    let (first, _) = entry.split_once('\t').unwrap();
    let without = trial.list.replace(&format!("{entry}\n"), "");
    let unexpected = format!("unexpected:\t{entry}");
    trial.write_list(&without);
    let (succeeded, last, others) = trial.run(whole);
    let expected = (false, 1, BTreeSet::from([unexpected.clone()]));
    assert_eq!((succeeded, counts(&last)[3], others), expected, "{name}");
    let other = format!("{first}\tU+0041");
    for (list, expected) in [
        (format!("{without}{other}\n"), vec![unexpected, format!("did not happen:\t{other}")]),
        (format!("{}{id}\t{result}\n", trial.list), vec![format!("did not happen:\t{id}\t{result}")]),
    ] {
        trial.write_list(&list);
        let (succeeded, last, others) = trial.run(whole);
        let expected = (false, expected.len(), BTreeSet::from_iter(expected));
        assert_eq!((succeeded, counts(&last)[3], others), expected, "{name}");
    }

    // Nothing that it could run.
    trial.write_list("#\n");
    let (succeeded, last, _) = trial.run(&trial.directory);
    assert!(!succeeded && counts(&last) == [0; 4], "{name}: {last}");
}

#[test]
fn python_departs_as_listed() {
    check(&PYTHON);
}

#[test]
fn javascript_departs_as_listed() {
    check(&JAVASCRIPT);
}

#[test]
fn iconv_departs_as_listed() {
    check(&ICONV);
}
