//! The report: a row for each operation on a text, then comparisons with the best peer, with losses as
//! visible as wins.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Stdout, Write};

use crate::engine::ENGINES;

/// The result of one engine, in 10^9 bytes of input per second.
pub struct Figure {
    pub engine: &'static str,
    pub tier: &'static str,
    pub median: f64,
    pub best: f64,
}

/// One operation on one text.
pub struct Row {
    pub operation: String,
    pub text: String,
    pub size: usize,
    pub figures: Vec<Figure>,
}

/// The kernels of the peer that use the same instructions as our tiers.
const SAME_INSTRUCTIONS: [(&str, &str); 5] = [
    ("avx512", "icelake"),
    ("avx2", "haswell"),
    ("sse4.1", "westmere"),
    ("neon", "arm64"),
    ("scalar", "fallback"),
];

impl Figure {
    fn is_ours(&self) -> bool {
        self.engine == ENGINES[0].name
    }

    fn label(&self) -> String {
        if self.tier == crate::engine::ONLY {
            self.engine.to_owned()
        } else {
            format!("{} {}", self.engine, self.tier)
        }
    }
}

impl Row {
    fn fastest(&self, ours: bool) -> Option<&Figure> {
        let figures = self.figures.iter().filter(|figure| figure.is_ours() == ours);
        figures.max_by(|a, b| a.median.total_cmp(&b.median))
    }

    /// Returns our best tier's ratio to the best peer.
    fn ratio(&self) -> Option<(f64, &Figure)> {
        let peer = self.fastest(false)?;
        Some((self.fastest(true)?.median / peer.median, peer))
    }

    fn median(&self, engine: &str, tier: &str) -> Option<f64> {
        self.figures.iter().find(|it| it.engine == engine && it.tier == tier).map(|it| it.median)
    }
}

/// Rows by operation.
type Operations<'a> = BTreeMap<&'a str, Vec<&'a Row>>;

/// Rows as they are measured, and the summary.
pub struct Report {
    rows: Vec<Row>,
    json: Option<BufWriter<File>>,
    out: Stdout,
    /// The text whose rows are being printed.
    text: String,
    wrong: bool,
}

impl Report {
    pub fn new(json: Option<BufWriter<File>>) -> Self {
        Report { rows: vec![], json, out: io::stdout(), text: String::new(), wrong: false }
    }

    /// Reports an engine with a wrong output.
    pub fn wrong(
        &mut self,
        operation: &str,
        text: &str,
        engine: &str,
        tier: &str,
        what: &str,
    ) -> io::Result<()> {
        self.wrong = true;
        writeln!(self.out, "WRONG: {operation}, {text}: {engine} {tier} {what}")
    }

    pub fn row(&mut self, row: Row) -> io::Result<()> {
        if self.text.is_empty() {
            writeln!(
                self.out,
                "10^9 bytes of input a second: the median of the rounds, in parentheses the best; ratio to the best peer"
            )?;
        }
        if self.text != row.text {
            writeln!(self.out, "\n{}", row.text)?;
            self.text.clone_from(&row.text);
        }
        write!(self.out, "  {:30}", row.operation)?;
        for figure in &row.figures {
            write!(self.out, " {} {:.3} ({:.3});", figure.label(), figure.median, figure.best)?;
        }
        match row.ratio() {
            Some((ratio, peer)) => writeln!(self.out, " {ratio:.2} of {}", peer.label())?,
            None => writeln!(self.out)?,
        }
        if let Some(json) = &mut self.json {
            write_json(json, &row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Prints the summary. Returns `true` if an output was wrong.
    pub fn close(mut self) -> io::Result<bool> {
        let mut operations = Operations::new();
        for row in &self.rows {
            operations.entry(&row.operation).or_default().push(row);
        }
        let out = &mut self.out;
        means(out, &operations)?;
        tiers(out, &operations)?;
        losses(out, &self.rows)?;
        Ok(self.wrong)
    }
}

/// Writes the figures of a row, one JSON object on each line.
fn write_json(json: &mut BufWriter<File>, row: &Row) -> io::Result<()> {
    for figure in &row.figures {
        writeln!(
            json,
            r#"{{"operation":{},"text":{},"size":{},"engine":{},"tier":{},"gb_per_s":{:.4}}}"#,
            quoted(&row.operation),
            quoted(&row.text),
            row.size,
            quoted(figure.engine),
            quoted(figure.tier),
            figure.median,
        )?;
    }
    json.flush()
}

fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

/// Prints the speed of each operation and, if there are peers, the ratio to the best one.
fn means(out: &mut Stdout, operations: &Operations) -> io::Result<()> {
    if operations.values().flatten().all(|row| row.fastest(true).is_none()) {
        return Ok(());
    }
    writeln!(
        out,
        "\n| operation | texts | GB/s | ratio to the best peer | least | on | the best peer, on how many texts |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|")?;
    for (operation, rows) in operations {
        let speeds: Vec<f64> = rows.iter().filter_map(|row| Some(row.fastest(true)?.median)).collect();
        if speeds.is_empty() {
            continue;
        }
        write!(out, "| {operation} | {} | {:.2} ", speeds.len(), geometric_mean(&speeds))?;
        let ratios: Vec<f64> = rows.iter().filter_map(|row| Some(row.ratio()?.0)).collect();
        let least =
            rows.iter().filter_map(|row| Some((row.ratio()?.0, row))).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((least, row)) = least else {
            writeln!(out, "| | | | |")?;
            continue;
        };
        let mut peers: BTreeMap<String, usize> = BTreeMap::new();
        for (_, peer) in rows.iter().filter_map(|row| row.ratio()) {
            *peers.entry(peer.label()).or_default() += 1;
        }
        let peers: Vec<String> = peers.into_iter().map(|(name, texts)| format!("{name} {texts}")).collect();
        let mean = geometric_mean(&ratios);
        writeln!(out, "| {mean:.2} | {least:.2} | {} | {} |", row.text, peers.join(", "))?;
    }
    Ok(())
}

/// Compares each tier with the peer's kernel for the same instructions.
fn tiers(out: &mut Stdout, operations: &Operations) -> io::Result<()> {
    for (ours, theirs) in SAME_INSTRUCTIONS {
        let mut headed = false;
        for (operation, rows) in operations {
            let ratios: Vec<f64> = rows
                .iter()
                .filter_map(|row| Some(row.median(ENGINES[0].name, ours)? / row.median("simdutf", theirs)?))
                .collect();
            if ratios.is_empty() {
                continue;
            }
            if !headed {
                writeln!(out, "\n| placemat {ours} to simdutf {theirs} | ratio | least |\n|---|---|---|")?;
                headed = true;
            }
            let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
            writeln!(out, "| {operation} | {:.2} | {least:.2} |", geometric_mean(&ratios))?;
        }
    }
    Ok(())
}

fn losses(out: &mut Stdout, rows: &[Row]) -> io::Result<()> {
    let mut lost: Vec<(f64, &Figure, &Row)> =
        rows.iter().filter_map(|row| row.ratio().map(|(ratio, peer)| (ratio, peer, row))).collect();
    let all = lost.len();
    if all == 0 {
        return Ok(());
    }
    lost.retain(|(ratio, _, _)| *ratio < 1.0);
    writeln!(out, "\nSlower than the best peer in {} of {all} rows:", lost.len())?;
    lost.sort_by(|a, b| {
        (&a.2.operation, a.0).partial_cmp(&(&b.2.operation, b.0)).unwrap_or(std::cmp::Ordering::Equal)
    });
    for (ratio, peer, row) in lost {
        writeln!(out, "- {}, {}: {ratio:.2} of {}", row.operation, row.text, peer.label())?;
    }
    Ok(())
}

/// Returns a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\0'..='\x1F' => quoted.push_str(&format!("\\u{:04x}", u32::from(character))),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::{geometric_mean, quoted};

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"\\\n"), "\"a\\\"\\\\\\u000a\"");
    }

    #[test]
    fn means_are_geometric() {
        assert!((geometric_mean(&[0.5, 2.0, 1.0]) - 1.0).abs() < 1e-12);
    }
}
