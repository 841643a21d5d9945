//! The benchmarks of other projects, before and after.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use super::outcome::call;
use super::projects::Project;

/// The median time of each benchmark, in nanoseconds.
pub(crate) type Times = BTreeMap<String, f64>;

/// Runs the benchmarks of the package in a directory. Criterion keeps what it measures in another one.
pub(crate) fn run(
    project: &Project,
    directory: &Path,
    patches: &[(&str, PathBuf)],
    results: &Path,
) -> Result<Times, String> {
    for name in project.benchmarks {
        let mut command = call("bench", &["--bench", name], project, directory, patches);
        command.args(["--", "--noplot"]).env("CRITERION_HOME", results).stdout(Stdio::null());
        let output = command.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("{name} failed:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    let mut times = Times::new();
    collect(results, results, &mut times).map_err(|error| format!("{}: {error}", results.display()))?;
    Ok(times)
}

/// Reads all estimates below a directory.
fn collect(results: &Path, directory: &Path, times: &mut Times) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(results, &path, times)?;
        } else if path.ends_with("new/estimates.json") {
            let estimates: Value = serde_json::from_slice(&fs::read(&path)?).map_err(io::Error::other)?;
            let name = path.ancestors().nth(2).and_then(|directory| directory.strip_prefix(results).ok());
            if let (Some(name), Some(time)) = (name, estimates["median"]["point_estimate"].as_f64()) {
                times.insert(name.to_string_lossy().into_owned(), time);
            }
        }
    }
    Ok(())
}

/// Returns a table with a line for each benchmark.
pub(crate) fn table(project: &Project, before: &Times, after: &Times) -> String {
    let mut text = format!("{} {}: nanoseconds before, on placemat, ratio\n", project.name, project.version);
    for (name, before) in before {
        if let Some(after) = after.get(name) {
            text += &format!("  {name:40} {before:10.1} {after:10.1} {:6.2}\n", before / after);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::projects::PROJECTS;
    use super::*;

    #[test]
    fn tables_have_what_both_runs_measured() {
        let (before, after) = (
            Times::from([("a".to_owned(), 3.0), ("b".to_owned(), 1.0)]),
            Times::from([("a".to_owned(), 2.0)]),
        );
        let table = table(&PROJECTS[0], &before, &after);
        assert!(table.contains("1.50") && !table.contains("\n  b"), "{table}");
    }
}
