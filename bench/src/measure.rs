//! Rounds of engines in turn, so that a machine whose speed drifts does so for all of them.

use std::time::{Duration, Instant};

use crate::operation::Operation;

/// What one engine reached, in 10^9 bytes of input a second.
pub struct Figure {
    pub engine: &'static str,
    pub best: f64,
    pub median: f64,
}

/// Repetitions of one call that take about as long as a round should.
const ROUND: Duration = Duration::from_micros(500);

/// Compares the engines' outputs and then measures; the name of an engine whose output differs from the first's.
pub fn measure(operation: &Operation, rounds: usize) -> Result<Vec<Figure>, &'static str> {
    let expected = (operation.engines[0].run)();
    if let Some(wrong) = operation.engines.iter().find(|engine| (engine.run)() != expected) {
        return Err(wrong.name);
    }
    let calls: Vec<u32> = operation
        .engines
        .iter()
        .map(|engine| {
            let start = Instant::now();
            (engine.time)();
            (ROUND.as_nanos() / start.elapsed().as_nanos().max(1)).clamp(1, 1_000_000) as u32
        })
        .collect();
    let mut seconds = vec![vec![]; operation.engines.len()];
    for _ in 0..rounds {
        for ((engine, &calls), seconds) in operation.engines.iter().zip(&calls).zip(&mut seconds) {
            let start = Instant::now();
            for _ in 0..calls {
                (engine.time)();
            }
            seconds.push(start.elapsed().as_secs_f64() / f64::from(calls));
        }
    }
    let gigabytes = |seconds: f64| operation.size as f64 / seconds / 1e9;
    Ok(operation
        .engines
        .iter()
        .zip(&mut seconds)
        .map(|(engine, seconds)| {
            seconds.sort_by(f64::total_cmp);
            let median = seconds[seconds.len() / 2];
            Figure { engine: engine.name, best: gigabytes(seconds[0]), median: gigabytes(median) }
        })
        .collect())
}
