//! How fast placemat is: `cargo xtask bench`.
//!
//! Every engine's output is compared before anything is timed. Exit status 1 only for a wrong output.

mod measure;
mod operation;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::prelude::*;
use measure::measure;
use operation::{Operation, against_std, every_encoding};

struct Arguments {
    rounds: usize,
    size: usize,
    corpus: Option<PathBuf>,
    operation: Option<String>,
}

const USAGE: &str = "\
usage: cargo xtask bench [--quick | --rounds N] [--size BYTES] [--corpus DIR] [--operation NAME]

  --rounds N        how often each engine takes its turn (default 41)
  --quick           seven rounds
  --size BYTES      the size of the texts that are made (default 80000)
  --corpus DIR      measure on every *.txt below the folder instead
  --operation NAME  only operations whose name contains NAME";

fn arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let mut arguments = Arguments { rounds: 41, size: 80_000, corpus: None, operation: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("quick") => arguments.rounds = 7,
            Long("rounds") => arguments.rounds = parser.value()?.parse::<usize>()?.max(1),
            Long("size") => arguments.size = parser.value()?.parse()?,
            Long("corpus") => arguments.corpus = Some(parser.value()?.into()),
            Long("operation") => arguments.operation = Some(parser.value()?.parse()?),
            Long("help") | Short('h') => return Ok(None),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Some(arguments))
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let texts = match &arguments.corpus {
        None => text::made(arguments.size),
        Some(folder) => match text::read(folder) {
            Ok(texts) => texts,
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                return ExitCode::from(2);
            }
        },
    };
    println!("GB/s of input: best of {} rounds, and median", arguments.rounds);
    let mut ratios: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    let mut wrong = false;
    for text in &texts {
        println!("\n{} ({} bytes)", text.name, text.utf_8.len());
        let operations = against_std(&text.utf_8).into_iter().chain(every_encoding(&text.utf_8));
        for operation in
            operations.filter(|it| arguments.operation.as_ref().is_none_or(|name| it.name.contains(name)))
        {
            match measure(&operation, arguments.rounds) {
                Ok(figures) => {
                    if let Some(ratio) = print_row(&operation, &figures) {
                        ratios.entry(operation.name).or_default().push(ratio);
                    }
                }
                Err(engine) => {
                    wrong = true;
                    println!("  {:34} {engine} gives another output", operation.name);
                }
            }
        }
    }
    if !ratios.is_empty() {
        println!("\nratio to std, geometric mean over {} texts, and the least", texts.len());
    }
    for (operation, ratios) in ratios {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!("  {operation:34} {mean:7.2} {least:7.2}");
    }
    ExitCode::from(u8::from(wrong))
}

/// Prints a row, and tells the ratio of the medians to the peer's if there is one.
fn print_row(operation: &Operation, figures: &[measure::Figure]) -> Option<f64> {
    print!("  {:34}", operation.name);
    for figure in figures {
        print!(" {:>9} {:7.3} {:7.3}", figure.engine, figure.best, figure.median);
    }
    let ratio = figures.get(1).map(|peer| figures[0].median / peer.median);
    println!("{}", ratio.map_or(String::new(), |ratio| format!("   {ratio:5.2}")));
    ratio
}
