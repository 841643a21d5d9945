//! The speed of placemat compared with its peers: `cargo xtask bench`.
//!
//! Every engine is a process ([`child`]). Its output is compared with that of placemat's scalar tier before
//! anything is timed ([`run`]), and [`report`] says which was faster. The exit status is 1 only for a wrong
//! output, and 2 if the request cannot be fulfilled.

mod child;
mod engine;
mod measure;
mod operation;
mod report;
mod run;
mod text;

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::ENGINES;
use lexopt::prelude::*;
use operation::Operation;
use report::Report;
use run::{Lineup, Run};
use text::Text;

const USAGE: &str = "\
usage: cargo xtask bench [--no-peers|--simdutf DIR] [OPTION...]
       cargo xtask bench [--no-peers] calls --help

  --no-peers        build without the other engines; what happens anyway where there is no C++ compiler
  --simdutf DIR     measure simdutf's sources in DIR too, from version 9 on
  --quick           the main operations, seven rounds: under two minutes
  --rounds N        how often each engine takes its turn (default 21)
  --size BYTES      the size of the texts that are made (default 80000)
  --corpus DIR      measure on every *.txt below the directory instead
  --operation NAME  only this operation, or those whose names contain NAME
  --engine NAME     only this engine; may be given again
  --tier NAME       only this tier, of the engine that has it; may be given again
  --json FILE       write one JSON object a line: operation, text, size, engine, tier, gb_per_s";

struct Arguments {
    rounds: Option<usize>,
    quick: bool,
    size: usize,
    corpus: Option<PathBuf>,
    operation: Option<String>,
    engines: Vec<String>,
    tiers: Vec<String>,
    json: Option<PathBuf>,
}

/// Actions other than measuring.
enum Called {
    Help,
    AsEngine(String),
    ToMeasure(Arguments),
}

fn arguments() -> Result<Called, lexopt::Error> {
    let mut arguments = Arguments {
        rounds: None,
        quick: false,
        size: 80_000,
        corpus: None,
        operation: None,
        engines: vec![],
        tiers: vec![],
        json: None,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("quick") => arguments.quick = true,
            Long("rounds") => arguments.rounds = Some(parser.value()?.parse::<usize>()?.max(1)),
            Long("size") => arguments.size = parser.value()?.parse::<usize>()?.max(1),
            Long("corpus") => arguments.corpus = Some(parser.value()?.into()),
            Long("operation") => arguments.operation = Some(parser.value()?.parse()?),
            Long("engine") => arguments.engines.push(parser.value()?.parse()?),
            Long("tier") => arguments.tiers.push(parser.value()?.parse()?),
            Long("json") => arguments.json = Some(parser.value()?.into()),
            Long(child::FLAG) => return Ok(Called::AsEngine(parser.value()?.parse()?)),
            Long("help") | Short('h') => return Ok(Called::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Called::ToMeasure(arguments))
}

/// Why the run ends.
enum Stopped {
    /// Something that was requested does not exist.
    Message(String),
    Io(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Stopped::Io(error)
    }
}

fn main() -> ExitCode {
    let done = match arguments() {
        Ok(Called::Help) => writeln!(io::stdout(), "{USAGE}").map(|()| false).map_err(Stopped::Io),
        Ok(Called::AsEngine(engine)) => child::serve(&engine).map(|()| false).map_err(Stopped::Io),
        Ok(Called::ToMeasure(arguments)) => bench(&arguments),
        Err(error) => Err(Stopped::Message(format!("{error}\n\n{USAGE}"))),
    };
    let message = match done {
        Ok(wrong) => return ExitCode::from(u8::from(wrong)),
        // The output was closed, or the parent has ended.
        Err(Stopped::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Err(Stopped::Io(error)) => error.to_string(),
        Err(Stopped::Message(message)) => message,
    };
    // An error of writing this message cannot be reported.
    let _ = writeln!(io::stderr(), "{message}");
    ExitCode::from(2)
}

/// Measures. Returns `true` if an output was wrong.
fn bench(arguments: &Arguments) -> Result<bool, Stopped> {
    let operations = operations(arguments)?;
    let lineup = lineup(arguments)?;
    let texts: Box<dyn Iterator<Item = Text>> = match &arguments.corpus {
        None => Box::new(text::made(arguments.size)),
        Some(directory) => {
            let texts = text::read(directory).map_err(|error| about(directory, &error))?;
            if texts.is_empty() {
                return Err(about(directory, &"no *.txt below it"));
            }
            Box::new(texts.into_iter())
        }
    };
    let json = match &arguments.json {
        None => None,
        Some(file) => Some(BufWriter::new(File::create(file).map_err(|error| about(file, &error))?)),
    };
    let rounds = arguments.rounds.unwrap_or(if arguments.quick { 7 } else { 21 });
    let run = Run { operations, lineup, rounds };
    let mut report = Report::new(json);
    for text in texts {
        run.measure(&text, &mut report)?;
    }
    Ok(report.close()?)
}

fn about(path: &Path, what: &dyn Display) -> Stopped {
    Stopped::Message(format!("{}: {what}", path.display()))
}

fn operations(arguments: &Arguments) -> Result<Vec<Operation>, Stopped> {
    let mut operations = operation::all();
    operations.retain(|operation| operation.quick || !arguments.quick);
    if let Some(name) = &arguments.operation {
        let exact = operations.iter().any(|operation| operation.name == *name);
        operations.retain(|it| if exact { it.name == *name } else { it.name.contains(name.as_str()) });
        if operations.is_empty() {
            return Err(Stopped::Message(format!("there is no operation {name}")));
        }
    }
    Ok(operations)
}

/// Returns the requested engines and tiers. A tier's name restricts only the engine that has it.
fn lineup(arguments: &Arguments) -> Result<Lineup, Stopped> {
    let mut wanted: Vec<_> = ENGINES.iter().map(|engine| (engine, (engine.tiers)())).collect();
    for name in &arguments.engines {
        if ENGINES.iter().all(|engine| engine.name != name) {
            let names: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
            let names = names.join(", ");
            return Err(Stopped::Message(format!("there is no engine {name}; this build has {names}")));
        }
    }
    for name in &arguments.tiers {
        if wanted.iter().all(|(_, tiers)| !tiers.iter().any(|tier| tier == name)) {
            let names = wanted.iter().flat_map(|(_, tiers)| tiers.iter().copied());
            let names: Vec<_> = names.filter(|&tier| tier != engine::ONLY).collect();
            let names = names.join(", ");
            return Err(Stopped::Message(format!("there is no tier {name} here; there are {names}")));
        }
    }
    wanted.retain(|(engine, _)| {
        arguments.engines.is_empty() || arguments.engines.iter().any(|it| it == engine.name)
    });
    for (_, tiers) in &mut wanted {
        let named = |tier: &str| arguments.tiers.iter().any(|name| name == tier);
        if tiers.iter().copied().any(named) {
            tiers.retain(|tier| named(tier));
        }
    }
    Ok(wanted
        .into_iter()
        .flat_map(|(engine, tiers)| tiers.into_iter().map(move |tier| (engine, tier)))
        .collect())
}
