//! The table in `docs/adopters.md`: written, and compared.

use std::fmt;
use std::fs;
use std::io;
use std::path::PathBuf;

use super::outcome::{Outcome, Test, Verdict};
use super::projects::{PROJECTS, Project, Through};
use crate::cargo::root;

const START: &str = "<!-- written by `cargo xtask compat --record` -->\n";
const END: &str = "<!-- until here -->\n";

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    name: &'static str,
    version: &'static str,
    through: String,
    ran: usize,
    before: usize,
    after: usize,
    /// Tests that passed on the original dependency and did not pass on placemat.
    lost: Vec<String>,
}

impl Row {
    pub(crate) fn new(project: &Project, original: &Outcome, replaced: &Outcome) -> Self {
        let passes = |test: &Test| replaced.tests.get(test) == Some(&Verdict::Passed);
        let passed = original.tests.iter().filter(|(_, verdict)| **verdict == Verdict::Passed);
        let (kept, lost): (Vec<_>, Vec<_>) = passed.map(|(test, _)| test).partition(|test| passes(test));
        Row {
            name: project.name,
            version: project.version,
            through: through(project),
            ran: original.ran(),
            before: original.passed(),
            after: kept.len(),
            lost: lost.into_iter().map(|(_, name)| name.clone()).collect(),
        }
    }

    /// Returns what is wrong: tests that are lost without a reason, and reasons without a test.
    pub(crate) fn failures(&self, project: &Project) -> Vec<String> {
        let known = |name: &String| project.differences.iter().any(|(test, _)| test == name);
        let lost = self.lost.iter().filter(|name| !known(name));
        let lost = lost.map(|name| format!("{} {}: {name} no longer passes", self.name, self.version));
        let kept = project.differences.iter().filter(|(test, _)| !self.lost.iter().any(|name| name == test));
        let kept = kept.map(|(test, _)| format!("{} {}: {test} passes again", self.name, self.version));
        lost.chain(kept).collect()
    }

    fn cells(&self) -> String {
        let Row { name, version, through, ran, before, after, lost } = self;
        format!("| `{name}` | {version} | {through} | {ran} | {before} | {after} | {} |", lost.len())
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, version, ran, before, after, .. } = self;
        write!(f, "{name} {version}: {ran} tests, {before} passed before, {after} of these on placemat")
    }
}

fn through(project: &Project) -> String {
    match project.through {
        Through::Itself(_) => "its own tests".to_owned(),
        Through::Dependency(name) => format!("`{name}`"),
        Through::Functions(swaps) => format!("{} of its functions", swaps.len()),
    }
}

fn page() -> PathBuf {
    root().join("docs/adopters.md")
}

/// Returns the lines of the table in a page: the name and version of each, and the line.
fn recorded(page: &str) -> Vec<(String, String)> {
    let table = page.split_once(START).and_then(|(_, rest)| rest.split_once(END)).map(|(table, _)| table);
    let lines = table.unwrap_or_default().lines().filter(|line| line.starts_with("| `"));
    let lines = lines.filter_map(|line| {
        let mut cells = line.split(" | ");
        let name = cells.next()?.strip_prefix("| `")?.strip_suffix('`')?;
        Some((format!("{name} {}", cells.next()?), line.to_owned()))
    });
    lines.collect()
}

/// Returns the table and the reasons: new lines, and for projects that did not run, the recorded ones.
fn table(page: &str, rows: &[Row]) -> String {
    let recorded = recorded(page);
    let mut text =
        "| Project | Version | Through | Tests | Passed before | Passed on placemat | Differences |\n\
                    |---|---|---|---|---|---|---|\n"
            .to_owned();
    let mut differences = String::new();
    for project in PROJECTS {
        let key = format!("{} {}", project.name, project.version);
        let new = rows.iter().find(|row| (row.name, row.version) == (project.name, project.version));
        let old = || recorded.iter().find(|(name, _)| *name == key).map(|(_, line)| line.clone());
        let Some(line) = new.map(Row::cells).or_else(old) else { continue };
        text += &line;
        text.push('\n');
        if !project.without.is_empty() {
            differences += &format!("- `{key}`: without {}.\n", project.without);
        }
        for (test, reason) in project.differences {
            differences += &format!("- `{key}`, `{test}`: {reason}.\n");
        }
    }
    if differences.is_empty() {
        return text;
    }
    format!("{text}\n{differences}")
}

/// Writes the table into the page.
pub(crate) fn write(rows: &[Row]) -> io::Result<()> {
    let text = fs::read_to_string(page())?;
    match with_table(&text, rows) {
        Some(text) => fs::write(page(), text),
        None => Err(io::Error::other("docs/adopters.md has no place for the table")),
    }
}

fn with_table(page: &str, rows: &[Row]) -> Option<String> {
    let (before, rest) = page.split_once(START)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{START}\n{}\n{END}{after}", table(page, rows)))
}

/// Returns what is worse than recorded: projects that are missing, and fewer tests. More tests may run or
/// pass where the network, say, is there.
pub(crate) fn compare(rows: &[Row]) -> io::Result<Vec<String>> {
    Ok(worse(&fs::read_to_string(page())?, rows))
}

fn worse(page: &str, rows: &[Row]) -> Vec<String> {
    let recorded = recorded(page);
    let worse = rows.iter().filter_map(|row| {
        let (new, key) = (row.cells(), format!("{} {}", row.name, row.version));
        match recorded.iter().find(|(name, _)| *name == key) {
            Some((_, old)) if numbers(old).zip(numbers(&new)).all(|(old, new)| old <= new) => None,
            Some((_, old)) => Some(format!("fewer tests than recorded:\n  {old}\n  {new}")),
            None => Some(format!("docs/adopters.md does not have {key}")),
        }
    });
    worse.collect()
}

/// Returns how many tests a line says ran, passed before, and passed on placemat.
fn numbers(line: &str) -> impl Iterator<Item = usize> {
    line.split(" | ").skip(3).take(3).map(|cell| cell.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdicts: &[(&str, Verdict)]) -> Outcome {
        Outcome {
            tests: verdicts.iter().map(|(name, verdict)| ((1, (*name).to_owned()), *verdict)).collect(),
        }
    }

    #[test]
    fn only_tests_that_passed_before_are_counted() {
        let original = outcome(&[
            ("a", Verdict::Passed),
            ("b", Verdict::Failed),
            ("c", Verdict::Passed),
            ("d", Verdict::Ignored),
        ]);
        let replaced = outcome(&[("a", Verdict::Passed), ("b", Verdict::Passed), ("c", Verdict::Failed)]);
        let row = Row::new(&PROJECTS[0], &original, &replaced);
        assert_eq!((row.ran, row.before, row.after, &*row.lost), (3, 2, 1, &["c".to_owned()][..]));
        assert_eq!(row.failures(&PROJECTS[0]), ["cesu8 1.1.0: c no longer passes"]);
    }

    #[test]
    fn a_test_that_vanishes_is_lost() {
        let row = Row::new(&PROJECTS[0], &outcome(&[("a", Verdict::Passed)]), &Outcome::default());
        assert_eq!(row.lost, ["a"]);
    }

    #[test]
    fn lines_of_projects_that_did_not_run_remain() {
        let page = format!("# A\n\n{START}\n{END}\nB\n");
        let row = |project| Row::new(project, &outcome(&[("a", Verdict::Passed)]), &Outcome::default());
        let page = with_table(&page, &[row(&PROJECTS[0])]).unwrap();
        let both = with_table(&page, &[row(&PROJECTS[2])]).unwrap();
        let names: Vec<_> = recorded(&both).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["cesu8 1.1.0", "residua-mutf8 2.0.0"]);
        assert!(both.starts_with("# A\n") && both.ends_with("\nB\n"), "{both}");
    }

    #[test]
    fn fewer_tests_are_worse_and_more_are_not() {
        let row = |names: &[&str]| {
            let all: Vec<_> = names.iter().map(|name| (*name, Verdict::Passed)).collect();
            Row::new(&PROJECTS[0], &outcome(&all), &outcome(&all))
        };
        let page = with_table(&format!("{START}\n{END}"), &[row(&["a", "b"])]).unwrap();
        assert!(worse(&page, &[row(&["a", "b"])]).is_empty());
        assert!(worse(&page, &[row(&["a", "b", "c"])]).is_empty());
        assert_eq!(worse(&page, &[row(&["a"])]).len(), 1);
        assert_eq!(worse("", &[row(&["a"])]), ["docs/adopters.md does not have cesu8 1.1.0"]);
    }

    #[test]
    fn the_record_has_every_project() {
        let recorded = recorded(&fs::read_to_string(page()).unwrap());
        let projects = PROJECTS.iter().map(|project| format!("{} {}", project.name, project.version));
        assert_eq!(
            recorded.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
            projects.collect::<Vec<_>>()
        );
    }
}
