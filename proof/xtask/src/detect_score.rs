//! `detect-score`: how often the encoding of a text is recognized, for every encoding, in twelve languages,
//! in many lengths, well-formed and slightly damaged. With `--collection`: how often the first answers about
//! labelled files are right, beside those of other programs.

mod cases;
mod collection;
mod languages;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use cases::{Case, Outcome, encodings};
use languages::LANGUAGES;
use lexopt::prelude::*;
use placemat_random::SplitMix;

use crate::Stopped;

/// In bytes.
const LENGTHS: [usize; 9] = [16, 32, 64, 128, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10];
/// From this length on, the score must be at least [`GOAL`].
const LONG: usize = 256;
const GOAL: f64 = 0.98;

/// The options of the command line.
struct Asked {
    seed: u64,
    min_length: usize,
    max_length: usize,
    /// Whether every case that was not recognized is reported.
    is_verbose: bool,
    /// Labelled files to be measured instead.
    collection: Option<PathBuf>,
    /// Texts of which such files are made first.
    texts: Option<PathBuf>,
}

impl Asked {
    fn parse(mut arguments: lexopt::Parser) -> Result<Self, lexopt::Error> {
        let mut asked = Asked {
            seed: 1,
            min_length: 0,
            max_length: usize::MAX,
            is_verbose: false,
            collection: None,
            texts: None,
        };
        while let Some(argument) = arguments.next()? {
            match argument {
                Long("seed") => asked.seed = arguments.value()?.parse()?,
                Long("min-length") => asked.min_length = arguments.value()?.parse()?,
                Long("max-length") => asked.max_length = arguments.value()?.parse()?,
                Long("wrong") => asked.is_verbose = true,
                Long("collection") => asked.collection = Some(arguments.value()?.into()),
                Long("texts") => asked.texts = Some(arguments.value()?.into()),
                other => return Err(other.unexpected()),
            }
        }
        Ok(asked)
    }
}

/// The number of cases, and their results.
#[derive(Clone, Copy, Default)]
struct Score {
    cases: u32,
    verdicts: u32,
    ties: u32,
    alternatives: u32,
}

impl Score {
    fn add(&mut self, outcome: Outcome) {
        self.cases += 1;
        match outcome {
            Outcome::Verdict => self.verdicts += 1,
            Outcome::Tie => self.ties += 1,
            Outcome::Alternative => self.alternatives += 1,
            Outcome::Wrong => {}
        }
    }

    fn right(self) -> f64 {
        f64::from(self.verdicts + self.ties + self.alternatives) / f64::from(self.cases.max(1))
    }
}

/// A row of the tables: the scores by length, and that from [`LONG`] on.
#[derive(Clone, Copy, Default)]
struct Row {
    lengths: [Score; LENGTHS.len()],
    long: Score,
}

impl Row {
    fn add(&mut self, length: usize, outcome: Outcome) {
        self.lengths[length].add(outcome);
        if LENGTHS[length] >= LONG {
            self.long.add(outcome);
        }
    }

    fn write(&self, name: &str, text: &mut String) {
        let _ = write!(text, "{name:26}");
        for score in self.lengths {
            let _ = match score.cases {
                0 => write!(text, "{:>7}", ""),
                _ => write!(text, "{:>7.3}", score.right()),
            };
        }
        let Score { cases, verdicts, ties, alternatives } = self.long;
        let _ = writeln!(text, "{:>8.4}{cases:>7}{verdicts:>9}{ties:>6}{alternatives:>6}", self.long.right());
    }
}

/// All scores.
#[derive(Default)]
struct Table {
    encodings: BTreeMap<&'static str, Row>,
    languages: BTreeMap<&'static str, Row>,
    states: BTreeMap<&'static str, Row>,
    total: Row,
    wrong: String,
}

impl Table {
    fn fill(asked: &Asked) -> Self {
        let mut table = Table::default();
        let is_wanted = |len: usize| asked.min_length <= len && len <= asked.max_length;
        let lengths = || LENGTHS.into_iter().enumerate().filter(move |&(_, len)| is_wanted(len));
        for encoding in encodings() {
            for language in &LANGUAGES {
                for (length, len) in lengths() {
                    for (state, is_damaged) in [("well-formed", false), ("damaged", true)] {
                        let name = format!("{encoding} {} {len} {state}", language.name);
                        let mut random = SplitMix::new(asked.seed, &name);
                        let Some(case) = Case::new(encoding, language, len, is_damaged, &mut random) else {
                            continue;
                        };
                        let outcome = case.outcome();
                        table.encodings.entry(encoding.name()).or_default().add(length, outcome);
                        table.languages.entry(language.name).or_default().add(length, outcome);
                        table.states.entry(state).or_default().add(length, outcome);
                        table.total.add(length, outcome);
                        if outcome == Outcome::Wrong {
                            let found = placemat::detect::detect(&case.bytes);
                            let verdict = found.encoding.map_or("none", |encoding| encoding.name());
                            let _ = writeln!(table.wrong, "WRONG {name}: {verdict}, {:?}", found.margin);
                        }
                    }
                }
            }
        }
        table
    }

    fn print(&self) -> String {
        let mut text = format!("{:26}", "bytes");
        for len in LENGTHS {
            let _ = write!(text, "{len:>7}");
        }
        let _ = writeln!(text, "{:>8}{:>7}{:>9}{:>6}{:>6}", "long", "cases", "verdict", "tie", "else");
        for rows in [&self.encodings, &self.languages, &self.states] {
            for (name, row) in rows {
                row.write(name, &mut text);
            }
            text.push('\n');
        }
        self.total.write("total", &mut text);
        text
    }
}

/// `cargo xtask detect-score [--seed N] [--min-length N] [--max-length N] [--wrong]`, or
/// `cargo xtask detect-score [--texts DIR] --collection DIR [--wrong]`
pub(crate) fn detect_score(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let asked = Asked::parse(arguments)?;
    match (&asked.collection, &asked.texts) {
        (Some(collection), Some(texts)) => return collection::make(texts, collection),
        (Some(collection), None) => return collection::measure(collection, asked.is_verbose),
        _ => {}
    }
    let table = Table::fill(&asked);
    let mut out = io::stdout();
    if asked.is_verbose {
        out.write_all(table.wrong.as_bytes())?;
    }
    out.write_all(table.print().as_bytes())?;
    let score = table.total.long;
    if score.cases > 0 && score.right() < GOAL {
        writeln!(out, "below {GOAL} from {LONG} bytes on")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_goal_is_reached_by_short_and_middling_texts() {
        let table = Table::fill(&Asked {
            seed: 7,
            min_length: 256,
            max_length: 1 << 10,
            is_verbose: false,
            collection: None,
            texts: None,
        });
        assert!(table.total.long.right() >= GOAL, "{}{}", table.wrong, table.print());
    }
}
