//! The record as `cargo xtask bench --json` writes it: the results of placemat and of the best peer, by
//! operation.

use std::collections::BTreeMap;

use serde_json::Value;

/// A record.
#[derive(Debug)]
pub(super) struct Record {
    /// The file's name: date and machine.
    pub(super) name: String,
    pub(super) date: String,
    pub(super) machine: String,
    pub(super) peers: Vec<String>,
    pub(super) operations: BTreeMap<String, Operation>,
}

/// The results of an operation, text by text.
#[derive(Debug, Default)]
pub(super) struct Operation {
    /// In 10^9 bytes of input a second: placemat's best tier, and the best peer if there is one.
    texts: BTreeMap<String, [f64; 2]>,
}

const OURS: &str = "placemat";

impl Record {
    /// Parses the lines of a file with a name like `2026-11-20-amd-epyc-zen5`.
    pub(super) fn parse(name: &str, lines: &str) -> Result<Self, String> {
        let (date, machine) = name.split_at_checked(10).unwrap_or((name, ""));
        let mut record = Record {
            name: name.to_owned(),
            date: date.to_owned(),
            machine: machine.trim_start_matches('-').to_owned(),
            peers: vec![],
            operations: BTreeMap::new(),
        };
        for (number, line) in lines.lines().enumerate() {
            record.line(line).ok_or_else(|| format!("line {} is no measurement", number + 1))?;
        }
        record.peers.sort();
        Ok(record)
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let measured: Value = serde_json::from_str(line).ok()?;
        let word = |key: &str| measured[key].as_str().map(str::to_owned);
        let (engine, reached) = (word("engine")?, measured["gb_per_s"].as_f64()?);
        let operation = self.operations.entry(word("operation")?).or_default();
        let best = operation.texts.entry(word("text")?).or_default();
        let side = &mut best[usize::from(engine != OURS)];
        *side = side.max(reached);
        if engine != OURS && !self.peers.contains(&engine) {
            self.peers.push(engine);
        }
        Some(())
    }

    /// Returns the operations that a peer also has.
    pub(super) fn compared(&self) -> impl Iterator<Item = (&str, &Operation)> {
        let has_peer = |operation: &Operation| operation.ratios().next().is_some();
        let all = self.operations.iter().map(|(name, operation)| (name.as_str(), operation));
        all.filter(move |(_, operation)| has_peer(operation))
    }
}

impl Operation {
    /// Returns the ratio to the best peer on each text.
    pub(super) fn ratios(&self) -> impl Iterator<Item = f64> {
        self.both().map(|[ours, peer]| ours / peer)
    }

    fn both(&self) -> impl Iterator<Item = [f64; 2]> {
        self.texts.values().copied().filter(|both| both.iter().all(|reached| *reached > 0.0))
    }

    /// Returns the geometric means over the texts on which both were measured: placemat, the best peer.
    pub(super) fn means(&self) -> [f64; 2] {
        [0, 1].map(|side| geometric_mean(self.both().map(|both| both[side])))
    }

    pub(super) fn texts(&self) -> usize {
        self.both().count()
    }
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value.ln()));
    (sum / f64::from(count.max(1))).exp()
}

#[cfg(test)]
mod tests {
    use super::Record;

    const LINES: &str = r#"{"operation":"o","text":"t","size":1,"engine":"placemat","tier":"avx512","gb_per_s":4.0}
{"operation":"o","text":"t","size":1,"engine":"placemat","tier":"scalar","gb_per_s":1.0}
{"operation":"o","text":"t","size":1,"engine":"a","tier":"x","gb_per_s":2.0}
{"operation":"o","text":"t","size":1,"engine":"b","tier":"default","gb_per_s":1.0}
{"operation":"o","text":"u","size":1,"engine":"placemat","tier":"avx512","gb_per_s":1.0}
{"operation":"o","text":"u","size":1,"engine":"b","tier":"default","gb_per_s":8.0}
{"operation":"alone","text":"u","size":1,"engine":"placemat","tier":"avx512","gb_per_s":1.0}
"#;

    #[test]
    fn the_best_of_each_side_is_compared() {
        let record = Record::parse("2026-11-20-abacus-2", LINES).expect("a record");
        assert_eq!((record.date.as_str(), record.machine.as_str()), ("2026-11-20", "abacus-2"));
        assert_eq!(record.peers, ["a", "b"]);
        let compared: Vec<_> = record.compared().collect();
        let [("o", operation)] = compared[..] else { panic!("{compared:?}") };
        assert_eq!(operation.ratios().collect::<Vec<_>>(), [2.0, 0.125]);
        assert_eq!(operation.means(), [2.0, 4.0]);
        assert!(Record::parse("2026-11-20", "{}").is_err());
    }
}
