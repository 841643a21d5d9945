//! A run: for each text the engines start, alternate in every operation, and end.

use std::io;

use crate::child::Child;
use crate::engine::{ENGINES, Engine};
use crate::operation::Operation;
use crate::report::{Figure, Report, Row};
use crate::text::Text;

/// Engines with their tiers, in the order of the report.
pub type Lineup = Vec<(&'static Engine, &'static str)>;

/// How often the engines are restarted for a text. Now and then a process is slow for its whole lifetime, and
/// should not determine the median.
const LIVES: usize = 3;

/// The tier whose output the others must match.
const REFERENCE: &str = "scalar";

/// What is to be measured.
pub struct Run {
    pub operations: Vec<Operation>,
    pub lineup: Lineup,
    pub rounds: usize,
}

/// The processes of one restart. One that has died is started again when it is needed.
struct WorkerPool {
    reference: Child,
    children: Vec<Option<Child>>,
}

impl Run {
    /// Measures all operations on a text.
    pub fn measure(&self, text: &Text, report: &mut Report) -> io::Result<()> {
        let lives = LIVES.min(self.rounds);
        let mut seconds = vec![vec![vec![]; self.lineup.len()]; self.operations.len()];
        let mut sizes = vec![None; self.operations.len()];
        for life in 0..lives {
            let mut pool = WorkerPool {
                reference: Child::start(&ENGINES[0], REFERENCE)?,
                children: self.lineup.iter().map(|_| None).collect(),
            };
            let rounds = life * self.rounds / lives..(life + 1) * self.rounds / lives;
            for ((operation, seconds), size) in self.operations.iter().zip(&mut seconds).zip(&mut sizes) {
                let Some(input) = operation.input(text).filter(|input| !input.is_empty()) else { continue };
                *size = Some(input.len());
                let ready = self.prepare(operation, &input, &mut pool, &text.name, report)?;
                for round in rounds.clone() {
                    // Each round begins with another engine, so that none always follows the same one.
                    for turn in 0..ready.len() {
                        let index = ready[(round + turn) % ready.len()];
                        let Some(child) = &mut pool.children[index] else { continue };
                        if let Ok(time) = child.round(round) {
                            seconds[index].push(time);
                        } else {
                            pool.children[index] = None;
                            let (engine, tier) = self.lineup[index];
                            report.wrong(&operation.name, &text.name, engine.name, tier, "ended")?;
                        }
                    }
                }
            }
        }
        for ((operation, seconds), size) in self.operations.iter().zip(seconds).zip(sizes) {
            let Some(size) = size else { continue };
            let figures = self.lineup.iter().zip(seconds).filter(|(_, seconds)| !seconds.is_empty());
            let figures: Vec<Figure> = figures
                .map(|(&(engine, tier), mut seconds)| {
                    seconds.sort_by(f64::total_cmp);
                    let speed = |seconds: f64| size as f64 / seconds / 1e9;
                    let (median, best) = (speed(seconds[seconds.len() / 2]), speed(seconds[0]));
                    Figure { engine: engine.name, tier, median, best }
                })
                .collect();
            if !figures.is_empty() {
                let row =
                    Row { operation: operation.name.to_string(), text: text.name.clone(), size, figures };
                report.row(row)?;
            }
        }
        Ok(())
    }

    /// Prepares the operation in all engines that can do it. Returns those whose output is right.
    fn prepare(
        &self,
        operation: &Operation,
        input: &[u8],
        pool: &mut WorkerPool,
        text: &str,
        report: &mut Report,
    ) -> io::Result<Vec<usize>> {
        let expected = pool.reference.prepare(&operation.name, operation.units, input)?;
        if expected.is_none() {
            report.wrong(&operation.name, text, ENGINES[0].name, REFERENCE, "refuses its input")?;
            return Ok(vec![]);
        }
        let mut ready = vec![];
        for (index, &(engine, tier)) in self.lineup.iter().enumerate() {
            if !operation.is_done_by(engine) {
                continue;
            }
            let child = match &mut pool.children[index] {
                Some(child) => child,
                none => none.insert(Child::start(engine, tier)?),
            };
            let wrong = match child.prepare(&operation.name, operation.units, input) {
                Ok(given) if given == expected => {
                    ready.push(index);
                    continue;
                }
                Ok(None) => "refuses its input",
                Ok(Some(_)) => "gives another output",
                Err(_) => {
                    pool.children[index] = None;
                    "ended"
                }
            };
            report.wrong(&operation.name, text, engine.name, tier, wrong)?;
        }
        Ok(ready)
    }
}
