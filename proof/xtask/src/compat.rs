//! `compat`: the unchanged tests of other projects, on their own dependency and on placemat in its place.
//!
//! The sources in `proof/compat/` have the interfaces of other crates. In a scratch directory outside the
//! tree each becomes a package with that crate's name and version, which replaces it by Cargo's `[patch]`.
//! Nothing of other projects enters the repository.

mod benchmarks;
mod outcome;
mod projects;
mod record;
mod scratch;
mod suite;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;

use crate::{Stopped, complain};
use outcome::Outcome;
use projects::{PROJECTS, Project};
use record::Row;
use scratch::Scratch;
use suite::Lines;

/// `cargo xtask compat [--record|--bench] [NAME…]`
pub(crate) fn compat(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let (mut records, mut measures, mut names) = (false, false, Vec::new());
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("record") => records = true,
            Long("bench") => measures = true,
            Value(name) => names.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let unknown = names.iter().find(|name| !PROJECTS.iter().any(|project| project.is_called(name)));
    if let Some(name) = unknown {
        let known: Vec<_> = PROJECTS.iter().map(|project| project.name).collect();
        return Err(Stopped::Usage(format!("there is no project {name}: {}", known.join(", "))));
    }
    let is_chosen = |project: &Project| names.is_empty() || names.iter().any(|name| project.is_called(name));
    let chosen: Vec<&Project> = PROJECTS.iter().filter(|project| is_chosen(project)).collect();
    let mut out = io::stdout();
    if !scratch::peers_agree()? {
        writeln!(out, "compat: the sources in proof/compat and the crates that they stand for differ")?;
        return Ok(ExitCode::FAILURE);
    }
    let scratch = match Scratch::new(&chosen) {
        Ok(scratch) => scratch,
        Err(why) => {
            complain(&format!("{why}\n"));
            return Ok(ExitCode::FAILURE);
        }
    };
    writeln!(out, "compat: in {}", scratch.place().display())?;
    if measures {
        return bench(&chosen, &scratch);
    }
    let (mut rows, mut failures) = (Vec::new(), Vec::new());
    for project in chosen {
        let start = Instant::now();
        match run(project, &scratch) {
            Ok(row) => {
                writeln!(out, "{row}, {:.0} s", start.elapsed().as_secs_f64())?;
                failures.extend(row.failures(project));
                rows.push(row);
            }
            Err(why) => failures.push(format!("{} {}: {why}", project.name, project.version)),
        }
    }
    if records {
        record::write(&rows)?;
    } else {
        failures.extend(record::compare(&rows)?);
    }
    for failure in &failures {
        writeln!(out, "compat: {failure}")?;
    }
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the benchmarks that projects have for what is replaced, twice.
fn bench(projects: &[&Project], scratch: &Scratch) -> Result<ExitCode, Stopped> {
    for project in projects.iter().filter(|project| !project.benchmarks.is_empty()) {
        match measured(project, scratch) {
            Ok(table) => io::stdout().write_all(table.as_bytes())?,
            Err(why) => {
                complain(&format!("{} {}: {why}\n", project.name, project.version));
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn measured(project: &Project, scratch: &Scratch) -> Result<String, String> {
    let original = scratch.original(project)?;
    let before = benchmarks::run(project, &original, &[], &scratch.logs(project, "times-original"))?;
    let (directory, patches) = scratch.on_placemat(project)?;
    let after = benchmarks::run(project, &directory, &patches, &scratch.logs(project, "times-placemat"))?;
    scratch::must_be_replaced(project, &directory)?;
    Ok(benchmarks::table(project, &before, &after))
}

/// Runs the tests of one project twice.
fn run(project: &Project, scratch: &Scratch) -> Result<Row, String> {
    let mut original =
        Outcome::of(project, &scratch.original(project)?, &[], &scratch.logs(project, "original"))?;
    if original.passed() == 0 {
        return Err(format!("no test passed on the original dependency; see {}", scratch.place().display()));
    }
    let (directory, patches) = scratch.on_placemat(project)?;
    let mut replaced = Outcome::of(project, &directory, &patches, &scratch.logs(project, "placemat"))?;
    if project.is_peer() {
        original.rename(&Lines::default());
        replaced.rename(&scratch.lines_of_peer(project)?);
    } else {
        scratch::must_be_replaced(project, &directory)?;
    }
    Ok(Row::new(project, &original, &replaced))
}
