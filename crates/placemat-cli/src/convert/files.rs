//! Many files, each converted by itself: in place, or into a directory.

mod destination;
pub(super) mod guard;

use placemat::{Codec, OnError};

use super::auto::Detected;
use super::input_report::{Contradiction, InputReport};
use super::report;
use super::session::{Session, SourceCodec};
use super::sink::Target;
use super::{Destination, Plan};
use crate::input::{Input, InputSource};
use crate::names::Side;
use crate::output::Output;
use crate::pool;
use crate::replacement::{Change, tell_unsure};
use crate::show::{Count, Name, say};
use crate::status::{CommandError, Status};
use crate::walk::{self, Entry, WalkError};
use destination::{Claims, Destinations};

/// The result for a file.
struct Done {
    source: InputSource,
    /// The exit status for this file alone.
    status: Status,
    report: Option<InputReport>,
    outcome: Outcome,
}

enum Outcome {
    /// The output's name, and what happened to it.
    Written(String, Change),
    /// The file already was the result.
    Unchanged,
    /// The file is unchanged; with a message, if the report does not give the reason.
    Failed(Option<String>),
    /// The file looks binary.
    Skipped,
    /// The path no longer names a regular file.
    Passed,
}

/// Converts every file. A file that cannot be converted is reported, and the others are converted
/// nevertheless.
pub(super) fn run<S: SourceCodec, T: Target>(
    plan: &Plan,
    target: T,
    status: &mut Status,
) -> Result<(), CommandError> {
    let destinations = match &plan.destination {
        Destination::Directory(directory) => Some(Destinations::new(directory, &plan.sources, plan.is_dry)?),
        _ => None,
    };
    let selection = match destinations.as_ref().and_then(Destinations::identity) {
        Some(directory) => plan.selection.clone().without(directory),
        None => plan.selection.clone(),
    };
    let mut claims = Claims::default();
    let may_repeat = plan.sources.len() > 1 || plan.selection.follows();
    let entry = plan.sources.iter().flat_map(|source| walk::files(source, &selection));
    let claimed = entry.filter_map(|entry| match entry {
        Ok(entry) if may_repeat => match claims.claim(&entry, destinations.as_ref()) {
            Ok(is_new) => is_new.then_some(Ok(entry)),
            Err(walk_error) => Some(Err(walk_error)),
        },
        entry => Some(entry),
    });
    let work = |entry| convert_file::<S, T>(plan, target, destinations.as_ref(), entry);
    let mut totals = Totals { is_dry: plan.is_dry, ..Totals::default() };
    let result = pool::run(Box::new(claimed), plan.threads, work, |done| {
        plan.progress.aside(|| totals.add(plan, done, status));
        plan.progress.files(totals.files());
        Ok(())
    });
    plan.progress.end();
    if let Some(note) = plan.selection.note_on_none(&plan.sources) {
        plan.note(note);
    }
    for (directory, reason) in destinations.iter().flat_map(Destinations::unsure) {
        tell_unsure(Name(directory.as_os_str()), "created", &reason, status);
    }
    plan.note(totals);
    result
}

fn convert_file<S: SourceCodec, T: Target>(
    plan: &Plan,
    target: T,
    destinations: Option<&Destinations>,
    entry: Result<Entry, WalkError>,
) -> Done {
    let source = walk::source_of(&entry).clone();
    let mut done = Done { source, status: Status::Complete, report: None, outcome: Outcome::Passed };
    let result = entry
        .map_err(CommandError::from)
        .and_then(|entry| try_convert::<S, T>(plan, target, destinations, &entry, &mut done));
    match result {
        Ok(outcome) => done.outcome = outcome,
        Err(trouble) => {
            let (failed, message) = match trouble {
                CommandError::Failed(message) => (Status::Failed, Some(message)),
                CommandError::Left(message) => (Status::Findings, Some(message)),
                CommandError::ClosedPipe => (Status::Failed, None),
            };
            done.status = failed;
            if let (true, None, Some(message)) = (plan.json, &done.report, &message) {
                done.report = Some(InputReport::unbegun(&done.source, message));
            }
            done.outcome = Outcome::Failed(message);
        }
    }
    done
}

/// Converts a file. The status and the report are entered in `done`.
fn try_convert<S: SourceCodec, T: Target>(
    plan: &Plan,
    target: T,
    destinations: Option<&Destinations>,
    entry: &Entry,
    done: &mut Done,
) -> Result<Outcome, CommandError> {
    let opened = match destinations {
        Some(destinations) => destination::open_copy(plan, entry, destinations)?,
        None => destination::open_in_place(plan, entry)?,
    };
    let Some((mut input, begin)) = opened else { return Ok(Outcome::Passed) };
    if walk::receives_messages(&input) {
        return Ok(Outcome::Passed);
    }
    let detected = match plan.from {
        Side::Auto => Detected::of(&mut input)?,
        _ => None,
    };
    if let Some(outcome) = refuse(plan, entry, &mut input, detected, done)? {
        return Ok(outcome);
    }
    let output: Output = begin()?;
    let name = output.name().to_owned();
    let mut tell = |report| done.report = Some(report);
    let mut session = Session::<S, T>::open(plan, target, output, &mut done.status, &mut tell)?;
    session.detected = detected;
    let change = session.run_one(input)?;
    let has_failed = done.report.as_ref().is_some_and(|report| report.failed.is_some());
    Ok(match change {
        _ if has_failed => Outcome::Failed(None),
        Change::None => Outcome::Unchanged,
        change => Outcome::Written(name, change),
    })
}

/// Returns the encoding that the project of a file declares, if the file would be in another one afterwards.
/// A file that is UTF-8 already does not change.
fn declared(
    plan: &Plan,
    entry: &Entry,
    detected: Option<Detected>,
) -> Result<Option<Contradiction>, CommandError> {
    let changes = detected.is_some_and(|found| !matches!(found.side, Side::Encoding(e) if e.info().is_utf_8));
    let is_of_interest = plan.is_in_place() && changes;
    let path = entry.source.path().filter(|_| is_of_interest);
    let (Some(expectations), Some(path)) = (&plan.expectations, path) else { return Ok(None) };
    let expected = expectations.other_than_utf_8(path)?;
    Ok(expected
        .filter(|expected| expected.encoding.name() != plan.to.name())
        .map(|expected| Contradiction::Declared(expected.encoding.name(), expected.origin.file())))
}

/// Returns the outcome for a file that is not converted, because it looks binary or contradicts the encoding.
fn refuse(
    plan: &Plan,
    entry: &Entry,
    input: &mut Input,
    detected: Option<Detected>,
    done: &mut Done,
) -> Result<Option<Outcome>, CommandError> {
    let from = detected.map_or(plan.from, |found| found.side);
    let (is_binary, is_of_bytes) = match from {
        Side::Encoding(from) if !plan.is_text => {
            (entry.is_binary_for(input, from, plan.options.default_endian)?, walk::is_of_bytes(from))
        }
        Side::Legacy(_) | Side::Auto if !plan.is_text => (entry.is_binary(input)?, true),
        _ => (false, false),
    };
    // A file that was named is not skipped, and no message would say that it was destroyed.
    let is_refused = !plan.is_text && !plan.is_forced && !is_binary && is_named_binary(plan, from, input)?;
    if is_refused && walk::format_of(&front(input)?).is_some() {
        return Ok(Some(contradicted(plan, entry, detected, Contradiction::Binary, done)));
    }
    // ASCII looks binary as UTF-16. The message that it is ASCII is more useful.
    if !(plan.is_forced || is_binary && is_of_bytes)
        && let Some(contradiction) = match plan.from {
            Side::Auto => match declared(plan, entry, detected)? {
                Some(declared) => Some(declared),
                None => match guard::mixed(from, input)? {
                    None => Detected::contradiction(detected),
                    mixed => mixed,
                },
            },
            _ => guard::contradiction(plan, input)?,
        }
        .map_or_else(|| guard::later(from, input), |found| Ok(Some(found)))?
    {
        return Ok(Some(contradicted(plan, entry, detected, contradiction, done)));
    }
    if is_refused {
        return Ok(Some(contradicted(plan, entry, detected, Contradiction::Binary, done)));
    }
    if is_binary && (is_of_bytes || !plan.is_forced) {
        done.report = Some(InputReport::binary(&entry.source));
        return Ok(Some(Outcome::Skipped));
    }
    Ok(None)
}

/// Returns `true` if a file looks binary, and would be read as text nevertheless. As UTF-8 and the like, a
/// binary file has errors that stop the conversion, unless a policy replaces them.
fn is_named_binary(plan: &Plan, from: Side, input: &mut Input) -> Result<bool, CommandError> {
    let (is_of_single_bytes, may_fail) = match from {
        Side::Encoding(from) if !walk::is_of_bytes(from) => return Ok(false),
        Side::Encoding(from) => {
            let info = from.info();
            (info.is_single_byte(), !info.is_single_byte() && info.fallback.is_none())
        }
        Side::Legacy(_) => (true, false),
        Side::CodePoints | Side::Auto => return Ok(false),
    };
    if may_fail && plan.options.on_error == OnError::Strict {
        return Ok(false);
    }
    let front = front(input)?;
    let has_nul = memchr::memchr(0, &front).is_some();
    Ok(walk::format_of(&front).is_some() || has_nul && (is_of_single_bytes || !walk::begins_as_utf_8(&front)))
}

/// Returns the first bytes of a file, which may be a pipe.
fn front(input: &mut Input) -> Result<Vec<u8>, CommandError> {
    let mut front = vec![];
    input.look_ahead(walk::BINARY, |piece| front.extend_from_slice(piece))?;
    Ok(front)
}

/// Returns the outcome for a file that contradicts the encoding that was named.
fn contradicted(
    plan: &Plan,
    entry: &Entry,
    detected: Option<Detected>,
    contradiction: Contradiction,
    done: &mut Done,
) -> Outcome {
    let report = InputReport::contradicted(&entry.source, detected, contradiction);
    done.status = report.status(plan);
    done.report = Some(report);
    Outcome::Failed(None)
}

/// The results of all files.
#[derive(Debug, Default)]
struct Totals {
    written: u64,
    unchanged: u64,
    failed: u64,
    skipped: u64,
    is_dry: bool,
}

impl Totals {
    fn files(&self) -> u64 {
        self.written + self.unchanged + self.failed + self.skipped
    }

    /// Adds the result of a file, and reports it.
    fn add(&mut self, plan: &Plan, mut done: Done, status: &mut Status) {
        status.raise(done.status);
        if let Some(report) = &mut done.report {
            report.is_converted = Some(matches!(done.outcome, Outcome::Written(..)));
            report::print(plan, report);
        }
        match done.outcome {
            Outcome::Written(name, change) => {
                self.written += 1;
                if self.is_dry {
                    let source = &done.source;
                    let copy = if plan.is_in_place() { String::new() } else { format!(" to {name}") };
                    plan.note(format_args!("{source}: would be converted{copy}"));
                }
                change.tell(name, status);
            }
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Failed(message) => {
                self.failed += 1;
                if let Some(message) = message {
                    say(message);
                }
            }
            Outcome::Skipped => self.skipped += 1,
            Outcome::Passed => {}
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let would = if self.is_dry { "would be " } else { "" };
        write!(f, "{} {would}converted", Count(self.written, "file"))?;
        for (count, unit, what) in [
            (self.unchanged, "file", "unchanged"),
            (self.failed, "file", "not converted"),
            (self.skipped, "binary file", "skipped"),
        ] {
            if count > 0 {
                write!(f, ", {} {what}", Count(count, unit))?;
            }
        }
        Ok(())
    }
}
