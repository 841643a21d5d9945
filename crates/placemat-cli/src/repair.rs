//! `placemat repair`.

mod diff;
mod digest;
mod edited;
mod excerpt;
mod find;
mod legacy;
mod lines;
mod report;
mod totals;

use std::path::{Path, PathBuf};

use placemat::repair::{Edit, Fixes, Scan};

use crate::args::{Inputs, RepairArgs, Requested};
use crate::check::expected::Expectations;
use crate::color::Painter;
use crate::detect;
use crate::in_place::{self, Seen};
use crate::input::{CHUNK, Input, InputSource};
use crate::json;
use crate::legacy::Legacy;
use crate::output::{Output, is_from_file_to_file};
use crate::platform;
use crate::pool;
use crate::progress::Progress;
use crate::replacement::{self, Change, ReplaceOptions, Rewrite};
use crate::show::{self, say, wrapped};
use crate::status::{CommandError, Status};
use crate::undo::{self, Log};
use crate::walk::{self, Entry, Selection, WalkError};
pub(crate) use find::fixes_for;
use find::{find, find_in_text};
pub(crate) use report::as_option;
use report::{Found, Outcome, Style, report};
use totals::{Summary, Totals};

/// Columns of a line, if no terminal determines them.
const WIDTH: usize = 80;

/// The plan of a run of `repair`.
#[derive(Debug)]
pub(crate) struct Plan {
    fixes: Fixes,
    /// `true` if files are converted whose legacy encoding is sure.
    converts_legacy: bool,
    /// The encoding from which lines that are not UTF-8 are converted.
    legacy_lines: Option<Legacy>,
    style: Style,
    sources: Vec<InputSource>,
    destination: Destination,
    /// `true` if --in-place is only tried: no file is written.
    is_dry: bool,
    replace_options: ReplaceOptions,
    selection: Selection,
    threads: usize,
    is_text: bool,
    names_skipped: bool,
    /// The encodings that projects declare, unless they are ignored.
    expectations: Option<Expectations>,
    progress: Progress,
}

/// Where the result goes.
#[derive(Debug)]
enum Destination {
    /// Nowhere: only the report says what would change.
    Nowhere,
    /// To a file or standard output.
    One(PathBuf),
    InPlace(Option<Log>),
    /// The repairs of a log are undone.
    Undo(PathBuf),
}

impl Plan {
    pub(crate) fn new(mut args: RepairArgs, inputs: Inputs) -> Result<Self, CommandError> {
        refuse_contradictions(&args, &inputs)?;
        if is_filter(&args, &inputs) {
            args.output = Some(PathBuf::from("-"));
        }
        let fixes = args.fixes.iter().fold(Fixes::default(), |all, one| match one {
            Requested::Fixes(fixes) => all | *fixes,
            Requested::Legacy => all,
        });
        let converts_legacy = args.fixes.contains(&Requested::Legacy);
        let writes_nothing = args.output.is_none() && (!args.in_place || args.dry_run);
        let is_report_on_output = args.output.is_none();
        let painter = match args.output {
            // Standard output is for the text.
            Some(_) => Painter::plain(),
            None => Painter::for_standard_output(args.color),
        };
        Ok(Plan {
            fixes: if fixes.is_empty() && !converts_legacy { Fixes::DEFAULT } else { fixes },
            converts_legacy,
            legacy_lines: args.legacy_lines.as_deref().map(lines::encoding).transpose()?,
            style: Style {
                is_json: args.json,
                is_quiet: args.quiet,
                is_diff: args.diff,
                converts_legacy,
                is_brief: args.brief,
                has_excerpts: args.excerpt || writes_nothing && !args.brief,
                max_edits: args.max_edits,
                width: show::columns(args.width).or_else(show::any_terminal).unwrap_or(WIDTH),
                wrap: match is_report_on_output {
                    true => show::wrapping_columns(args.width),
                    false => args.width,
                }
                .unwrap_or(usize::MAX),
                painter,
            },
            selection: Selection::new(&args.walk, &inputs)?,
            replace_options: args.replace_options.replace_options(),
            destination: match (args.undo, args.output, args.undo_log) {
                (Some(log), ..) => Destination::Undo(log),
                (_, Some(output), _) => Destination::One(output),
                (_, _, log) if args.in_place => {
                    let log = log.filter(|_| !args.dry_run);
                    Destination::InPlace(log.as_deref().map(Log::open).transpose()?)
                }
                _ => Destination::Nowhere,
            },
            is_dry: args.dry_run,
            progress: Progress::new(
                !args.json && !args.quiet && !platform::is_piped(),
                &inputs.sources,
                u64::MAX,
            ),
            sources: inputs.sources,
            threads: pool::size(args.walk.threads),
            is_text: args.text,
            names_skipped: args.skipped,
            expectations: (!args.no_config).then(Expectations::default),
        })
    }
}

impl Plan {
    /// Returns `true` if the whole text is needed: for the log, or to find UTF-16 or a legacy encoding.
    fn keeps_whole(&self) -> bool {
        self.style.is_diff
            || matches!(self.destination, Destination::InPlace(Some(_)))
            || self.fixes.has_any(Fixes::UTF_16)
            || self.converts_legacy
            || self.legacy_lines.is_some()
    }
}

/// Returns `true` if the repaired text of standard input goes to standard output.
pub(crate) fn is_filter(args: &RepairArgs, inputs: &Inputs) -> bool {
    let is_plain = args.output.is_none() && !args.in_place && args.undo.is_none();
    is_plain && !args.dry_run && !args.diff && matches!(inputs.sources[..], [InputSource::StandardInput(_)])
}

/// Refuses contradictions that clap cannot detect.
fn refuse_contradictions(args: &RepairArgs, inputs: &Inputs) -> Result<(), CommandError> {
    let fail = |message: &str| Err(CommandError::Failed(format!("{message} (see placemat repair --help)")));
    if args.in_place && (inputs.are_unnamed || inputs.sources.iter().any(InputSource::is_standard_input)) {
        return fail("--in-place is for files and directories that are named, such as .");
    }
    if [&args.undo_log, &args.undo].into_iter().flatten().any(|log| log.as_os_str() == "-") {
        return fail("an undo log is a file, and no stream; ./- is a file of that name");
    }
    if args.undo_log.is_some() && !args.in_place {
        return fail("--undo-log goes with --in-place");
    }
    if args.legacy_lines.is_some() && args.fixes.contains(&Requested::Legacy) {
        return fail("--fix legacy converts whole files, and --legacy-lines lines: use one of them");
    }
    if args.max_edits.is_some() && args.output.is_some() && !args.excerpt && !args.json {
        return fail("with -o no changed lines are shown but with --excerpt: --max-edits does not apply");
    }
    if args.output.is_some() {
        if inputs.sources.len() != 1 || inputs.sources[0].is_directory() {
            return fail("-o is for a single input");
        }
        if args.replace_options.preserve_times
            && !is_from_file_to_file(&inputs.sources, args.output.as_deref())
        {
            return fail("--preserve-times is for --in-place, or one file and -o FILE");
        }
    }
    Ok(())
}

/// Repairs every input, or reports what would be repaired. An input that cannot be repaired is reported, and
/// the others are repaired nevertheless.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    match &plan.destination {
        Destination::Undo(log) => undo::undo(log, plan.replace_options, plan.style.is_json, status),
        Destination::One(path) => repair_one(plan, path, status),
        _ => repair_all(plan, status),
    }
}

/// The result for a file.
enum Done {
    Reported(Outcome, Vec<u8>),
    /// The file is repaired, but a power cut may undo that.
    Unsure(InputSource, Change, Vec<u8>),
    /// The report, if there is one, and a message.
    Failed(Vec<u8>, String),
    /// The file is left as it is, for a reason outside of its text: the report, and a message.
    Left(Vec<u8>, String),
    /// The file is binary, or `true`: text in UTF-16 or UTF-32, which no fix in use converts.
    Skipped(InputSource, bool),
    /// The project declares that the file is in another encoding: the report, and a message.
    Declared(Vec<u8>, String),
    /// The path no longer names a regular file.
    Passed,
}

fn repair_all(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    let mut output = Output::standard(&plan.sources)?;
    let mut seen = Seen::default();
    let may_repeat = plan.sources.len() > 1 || plan.selection.follows();
    let is_in_place = matches!(plan.destination, Destination::InPlace(_));
    let entry = plan.sources.iter().flat_map(|source| walk::files(source, &plan.selection));
    let entry = entry.filter(|entry| {
        !is_in_place || !may_repeat || entry.as_ref().map_or(true, |entry| seen.is_new(entry))
    });
    let mut totals = Totals::default();
    // An error of the report does not change what is repaired.
    let mut report_result = Ok(());
    let mut write = |report: &[u8]| match (&report_result, plan.progress.aside(|| output.write(report))) {
        (Ok(()), Err(trouble)) if is_in_place => {
            report_result = Err(trouble);
            Ok(())
        }
        (Err(_), _) => Ok(()),
        (Ok(()), result) => result,
    };
    let result = pool::run(
        Box::new(entry),
        plan.threads,
        |entry| repair_met(plan, entry),
        |done| {
            totals.add(plan, done, status, &mut write)?;
            plan.progress.files(totals.files());
            Ok(())
        },
    );
    plan.progress.end();
    result?;
    if !plan.style.is_quiet
        && let Some(note) = plan.selection.note_on_none(&plan.sources)
    {
        say(note);
    }
    if !plan.style.is_json && !plan.style.is_quiet {
        let remedy = match &plan.sources[..] {
            _ if is_in_place && plan.is_dry => Some("--in-place without --dry-run does it"),
            _ if is_in_place => None,
            sources if plan.style.is_diff => Some(diff::reader(sources)),
            [InputSource::StandardInput(_)] => Some("-o FILE writes it"),
            // This is a named pipe.
            [InputSource::Path(path)] if !path.is_file() && !path.is_dir() => Some("-o FILE writes it"),
            sources if sources.iter().any(InputSource::is_standard_input) => {
                Some("--in-place does it to files, -o FILE to standard input alone")
            }
            _ => Some("--in-place does it"),
        };
        let summary = Summary(&totals, remedy).to_string();
        let summary = wrapped(&summary, plan.style.wrap, 2, 0) + "\n";
        if plan.style.is_diff {
            show::report(summary.as_bytes());
        } else {
            write(summary.as_bytes())?;
        }
    }
    report_result
}

/// Repairs a file, or finds what would be repaired.
fn repair_met(plan: &Plan, entry: Result<Entry, WalkError>) -> Done {
    let source = walk::source_of(&entry).clone();
    let done = entry.map_err(CommandError::from).and_then(|entry| match &plan.destination {
        Destination::InPlace(log) => repair_in_place(plan, log.as_ref(), &entry),
        _ => look(plan, &entry),
    });
    match done {
        Ok(done) => done,
        Err(CommandError::ClosedPipe) => Done::Passed,
        Err(CommandError::Failed(message)) => Done::Failed(unread(plan, &source, &message), message),
        Err(CommandError::Left(message)) => Done::Left(unread(plan, &source, &message), message),
    }
}

/// Returns the report on a file of whose text nothing is reported.
fn unread(plan: &Plan, source: &InputSource, message: &str) -> Vec<u8> {
    if plan.style.is_json { json::unread(source, message) } else { vec![] }
}

/// Returns the result for a file that is not UTF-8, if its project declares that: it is not damaged, and its
/// readers expect the declared encoding.
fn declared(plan: &Plan, entry: &Entry, found: &Found) -> Result<Option<Done>, CommandError> {
    let (Some(expectations), Some(path)) = (&plan.expectations, entry.source.path()) else { return Ok(None) };
    if found.outcome(Outcome::Repaired) == Outcome::Unchanged {
        return Ok(None);
    }
    let Some(expected) = expectations.other_than_utf_8(path)? else { return Ok(None) };
    let (source, file, name) = (&entry.source, expected.origin.file(), expected.encoding.name());
    let message = format!("{source}: unchanged: {file} declares {name} (--no-config repairs it)");
    let unchanged = Found { size: found.size, declared: Some(name), ..Found::default() };
    let report = match plan.style.is_json {
        true => report(plan.style, source, &unchanged, Outcome::Unchanged),
        false => vec![],
    };
    Ok(Some(Done::Declared(report, message)))
}

/// Finds what would be repaired.
fn look(plan: &Plan, entry: &Entry) -> Result<Done, CommandError> {
    let Some(mut input) = entry.open()? else { return Ok(Done::Passed) };
    if walk::is_report(entry, &input)? {
        return Ok(Done::Passed);
    }
    let Some(found) = find_in_text(plan, entry, &mut input)? else {
        return Ok(Done::Skipped(entry.source.clone(), detect::is_signed_and_wide(&mut input)?));
    };
    if let Some(done) = declared(plan, entry, &found)? {
        return Ok(done);
    }
    let outcome = found.outcome(Outcome::WouldRepair);
    if plan.style.is_diff && outcome == Outcome::WouldRepair {
        return Ok(Done::Reported(outcome, diff::patch(&entry.source, &found.text, &found.diagnosis.edits)));
    }
    let mut report = report(plan.style, &entry.source, &found, outcome);
    if outcome == Outcome::WouldRepair {
        report.extend(note_on_names(plan, &input)?);
    }
    Ok(Done::Reported(outcome, report))
}

/// Returns a line for a file that --in-place would leave as it is because it has several names.
fn note_on_names(plan: &Plan, input: &Input) -> Result<Vec<u8>, CommandError> {
    let Style { is_json, is_quiet, is_brief, .. } = plan.style;
    if is_json || is_quiet || is_brief || plan.replace_options.break_hard_links || input.identity().is_none()
    {
        return Ok(vec![]);
    }
    let note = replacement::note_on_names(input.file());
    let note = note.map_err(|error| CommandError::io(input.source(), &error))?;
    Ok(note.map_or(vec![], |what| report::note(plan.style, &what).into_bytes()))
}

fn repair_in_place(plan: &Plan, log: Option<&Log>, entry: &Entry) -> Result<Done, CommandError> {
    let Some((mut input, rewrite)) = in_place::open(entry, plan.replace_options)? else {
        return Ok(Done::Passed);
    };
    if walk::is_report(entry, &input)? {
        return Ok(Done::Passed);
    }
    if log.is_some_and(|log| log.is(input.identity().as_ref())) {
        return match entry.root {
            Some(_) => Ok(Done::Passed),
            None => {
                Err(CommandError::Failed(format!("{}: is the undo log, too; left as it is", entry.source)))
            }
        };
    }
    let Some(found) = find_in_text(plan, entry, &mut input)? else {
        return Ok(Done::Skipped(entry.source.clone(), detect::is_signed_and_wide(&mut input)?));
    };
    if let Some(done) = declared(plan, entry, &found)? {
        return Ok(done);
    }
    let repaired = if plan.is_dry { Outcome::WouldRepair } else { Outcome::Repaired };
    let mut outcome = found.outcome(repaired);
    let mut change = Change::None;
    if outcome == repaired {
        let rewrite = if plan.is_dry { rewrite.dry() } else { rewrite };
        change = rewritten(rewrite, log, &mut input, &found)?;
        if change == Change::None {
            outcome = Outcome::Unchanged;
        }
    }
    let report = report(plan.style, &entry.source, &found, outcome);
    Ok(match change {
        Change::Unsure(_) => Done::Unsure(entry.source.clone(), change, report),
        _ => Done::Reported(outcome, report),
    })
}

/// Logs the old text of the file, and replaces the file.
fn rewritten(
    mut rewrite: Rewrite,
    log: Option<&Log>,
    input: &mut Input,
    found: &Found,
) -> Result<Change, CommandError> {
    let source = input.source().clone();
    let trouble = |error: std::io::Error| CommandError::io(&source, &error);
    if found.is_digest() {
        rewrite.edit(&edited::edits(found), found.size).map_err(trouble)?;
        return rewrite.commit().map_err(trouble);
    }
    let Found { text, diagnosis, .. } = found;
    let result = Edit::apply_all(&diagnosis.edits, text);
    rewrite.write(&result).map_err(trouble)?;
    if let (Some(log), InputSource::Path(path)) = (log, &source) {
        let path = path.canonicalize().map_err(trouble)?;
        log.append(&path, text, &result, &diagnosis.edits)?;
    }
    rewrite.commit().map_err(trouble)
}

/// Repairs a single input to an output. An input that cannot be repaired is not written to a file. To
/// standard output it is written as it is, because there the text would otherwise be lost.
fn repair_one(plan: &Plan, path: &Path, status: &mut Status) -> Result<(), CommandError> {
    let [source] = &plan.sources[..] else { return Ok(()) };
    let mut output = Output::open(Some(path), &plan.sources, plan.replace_options)?;
    let mut input = Input::open(source)?;
    if plan.replace_options.preserve_times {
        output.keep_times_of(&input)?;
    }
    let found = find(plan, &mut input);
    plan.progress.end();
    let found = found?;
    let outcome = found.outcome(Outcome::Repaired);
    match outcome {
        Outcome::Left => {
            status.raise(Status::Findings);
            if path == Path::new("-") {
                write_unchanged(&found, &mut input, &mut output)?;
                output.finish()?;
            }
        }
        _ => {
            write_repaired(plan.fixes, &found, &mut input, &mut output)?;
            let name = output.name().to_owned();
            output.finish()?.tell(name, status);
        }
    }
    let report = report(plan.style, source, &found, outcome);
    show::report(&report);
    Ok(())
}

/// Writes a text that cannot be repaired.
fn write_unchanged(found: &Found, input: &mut Input, output: &mut Output) -> Result<(), CommandError> {
    match found.text.is_empty() || found.is_digest() {
        true => copy(input, found.size, output, |_| {}),
        false => output.write(&found.text),
    }
}

/// Writes the repaired text. What is read again is scanned again, because another process may have written to
/// the input in the meantime.
fn write_repaired(
    fixes: Fixes,
    found: &Found,
    input: &mut Input,
    output: &mut Output,
) -> Result<(), CommandError> {
    let mut scan = Scan::new(fixes);
    if found.is_digest() {
        edited::write(found, input, |piece| {
            scan.push(piece);
            output.write(piece)
        })?;
    } else if found.text.is_empty() {
        copy(input, found.size, output, |piece| scan.push(piece))?;
    } else {
        output.write(&Edit::apply_all(&found.diagnosis.edits, &found.text))?;
    }
    if scan.finish() { Err(input.changed()) } else { Ok(()) }
}

/// Copies an input, which is read again in pieces. The caller looks at each piece.
fn copy(
    input: &mut Input,
    size: u64,
    output: &mut Output,
    mut see: impl FnMut(&[u8]),
) -> Result<(), CommandError> {
    input.restrict(0, size)?;
    let mut buffer = vec![0; CHUNK];
    let mut left = size;
    while left > 0 {
        match input.read(&mut buffer)? {
            0 => return Err(input.became_shorter()),
            n => {
                see(&buffer[..n]);
                output.write(&buffer[..n])?;
                left -= n as u64;
            }
        }
    }
    Ok(())
}
