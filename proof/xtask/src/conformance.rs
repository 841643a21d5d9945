//! `conformance` and `suites`: the library against vectors and public test suites.

use std::io::{self, BufWriter, Stderr, StdoutLock};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::Arg;
use placemat_conformance::{Score, VECTORS, run_vectors, suites};

use crate::Stopped;

/// Returns the directories that are named.
fn directories(mut arguments: lexopt::Parser) -> Result<Vec<PathBuf>, Stopped> {
    let mut directories = Vec::new();
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Value(directory) => directories.push(directory.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(directories)
}

/// `cargo xtask conformance [DIR…]`
pub(crate) fn vectors(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut directories = directories(arguments)?;
    if directories.is_empty() {
        directories.push(VECTORS.into());
    }
    scored(|score| run_vectors(&directories, score))
}

/// `cargo xtask suites DIR`
pub(crate) fn suites(arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let directories = directories(arguments)?;
    match &directories[..] {
        [directory] => scored(|score| suites::run(directory, score)),
        _ => Err(Stopped::Usage("suites takes one directory".to_owned())),
    }
}

type ToConsole = Score<BufWriter<StdoutLock<'static>>, Stderr>;

/// Runs cases, prints their totals, and returns their exit status.
fn scored(run: impl FnOnce(&mut ToConsole) -> io::Result<()>) -> Result<ExitCode, Stopped> {
    let mut score = Score::new(BufWriter::new(io::stdout().lock()), io::stderr());
    match run(&mut score).and_then(|()| score.finish()) {
        // If the pipe is closed, the reader does not want more output; the exit status is still that of the
        // cases.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(score.exit_code()),
    }
}
