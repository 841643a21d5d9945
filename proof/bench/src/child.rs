//! Engines in processes of their own, which work on request of the parent.
//!
//! A process is one engine in one tier, because some engines read the tier from the environment only once.
//! The processes exchange lines, with one answer for each request:
//!
//! ```text
//! prepare OPERATION INPUT-UNIT OUTPUT-UNIT LENGTH, then so many bytes   →  output LENGTH HASH, or: nothing
//! round NUMBER                                                          →  SECONDS for one call
//! ```
//!
//! The process ends when its input ends.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use placemat::Isa;

use crate::engine::{ENGINES, Engine};
use crate::measure::Prepared;

/// The argument with which the harness becomes an engine.
pub const FLAG: &str = "engine-process";

/// An engine in a process, as the parent sees it.
pub struct Child {
    process: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Child {
    pub fn start(engine: &'static Engine, tier: &'static str) -> io::Result<Self> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args([format!("--{FLAG}").as_str(), engine.name]);
        for engine in ENGINES {
            engine.variable.map(|variable| command.env_remove(variable));
        }
        engine.variable.map(|variable| command.env(variable, tier));
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let answers = process.stdout.take().map(BufReader::new).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(Child { process, answers })
    }

    /// Prepares an operation. Returns length and hash of its output, or `None` if there is none.
    pub fn prepare(
        &mut self,
        operation: &str,
        units: (usize, usize),
        input: &[u8],
    ) -> io::Result<Option<(usize, u64)>> {
        let line = format!("prepare {operation} {} {} {}\n", units.0, units.1, input.len());
        let answer = self.ask(&line, input)?;
        let words: Vec<&str> = answer.split_whitespace().collect();
        match words[..] {
            ["nothing"] => Ok(None),
            ["output", length, hash] => Ok(Some((number(length)?, number(hash)?))),
            _ => Err(unexpected(&answer)),
        }
    }

    /// Runs one round; returns the seconds for one call.
    pub fn round(&mut self, round: usize) -> io::Result<f64> {
        let answer = self.ask(&format!("round {round}\n"), &[])?;
        number(answer.trim())
    }

    fn ask(&mut self, line: &str, bytes: &[u8]) -> io::Result<String> {
        let pipe = self.process.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        pipe.write_all(line.as_bytes())?;
        pipe.write_all(bytes)?;
        pipe.flush()?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(answer)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The process ends when its input ends.
        drop(self.process.stdin.take());
        // Its exit status does not matter any more.
        let _ = self.process.wait();
    }
}

fn number<T: std::str::FromStr>(word: &str) -> io::Result<T> {
    word.parse().map_err(|_| unexpected(word))
}

fn unexpected(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("unexpected: {what}"))
}

/// The engine's side: answers until there are no more requests.
pub fn serve(engine: &str) -> io::Result<()> {
    let engine = ENGINES.iter().find(|it| it.name == engine).ok_or_else(|| unexpected(engine))?;
    // A tier that differs from the requested one must not be measured under its name.
    let (asked, current) = (std::env::var("PLACEMAT_ISA"), Isa::current().name());
    if asked.is_ok_and(|asked| asked != current) {
        return Err(unexpected(current));
    }
    let (mut requests, mut answers) = (io::stdin().lock(), io::stdout().lock());
    let mut prepared: Option<Prepared> = None;
    let mut line = String::new();
    while requests.read_line(&mut line)? > 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["prepare", operation, input_unit, output_unit, length] => {
                // The old buffers are freed first; otherwise twice the memory would be needed.
                drop(prepared.take());
                let mut input = vec![0; number(length)?];
                requests.read_exact(&mut input)?;
                let work = (engine.find)(operation).ok_or_else(|| unexpected(operation))?;
                let units = (number(input_unit)?, number(output_unit)?);
                let (ready, fingerprint) = Prepared::new(work, &input, units);
                prepared = Some(ready);
                match fingerprint {
                    Some((length, hash)) => writeln!(answers, "output {length} {hash}")?,
                    None => writeln!(answers, "nothing")?,
                }
            }
            ["round", round] => {
                let prepared = prepared.as_mut().ok_or_else(|| unexpected(&line))?;
                writeln!(answers, "{:e}", prepared.round(number(round)?))?;
            }
            _ => return Err(unexpected(&line)),
        }
        answers.flush()?;
        line.clear();
    }
    Ok(())
}
