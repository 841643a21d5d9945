//! `placemat check`.

mod binary;
mod diagnosis;
mod excerpt;
pub(crate) mod expected;
mod github;
mod legacy;
mod lines;
mod meaning;
mod note;
mod opening;
mod places;
mod reading;
pub(crate) mod records;
mod report;
mod sarif;
mod scan;
mod sink;
mod style;
mod totals;
pub(crate) mod whole;

use std::io::IsTerminal;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use placemat::{Codec, Encoding, OnError, Options};

use crate::applies;
use crate::args::{CheckArgs, Format, Inputs};
use crate::color::Painter;
use crate::context::Denied;
use crate::input::InputSource;
use crate::names::{self, Named, Side};
use crate::output::Output;
use crate::platform;
use crate::pool;
use crate::progress::Progress;
use crate::show::{columns, say};
use crate::status::{CommandError, Status};
use crate::walk::{self, Entry, Selection, WalkError};
use expected::Expectations;
use note::{is_doubled, note};
use opening::{Opened, open};
use report::{Reporter, Verdict};
use scan::{Request, Stop};
use sink::{Sink, each_piece};
use style::{ReportFormat, Style};
use totals::Totals;

/// How many places of a file are listed on a terminal.
const LISTED_ON_TERMINAL: u64 = 10;

/// The plan of a run of `check`.
#[derive(Debug)]
pub(crate) struct Plan {
    encoding: Named,
    /// What the project of each file names, unless an encoding is named on the command line.
    expectations: Option<Expectations>,
    /// What would be expected of the files, if the command line did not name an encoding or deny it, and
    /// whether it does the latter.
    overridden: (Expectations, bool),
    /// Set once it is reported that the command line denies what the project requires.
    is_override_noted: AtomicBool,
    options: Options,
    lint: bool,
    denied: Vec<Denied>,
    range: Option<Range<u64>>,
    style: Style,
    sources: Vec<InputSource>,
    selection: Selection,
    threads: usize,
    is_text: bool,
    names_skipped: bool,
    exit_zero: bool,
    progress: Progress,
}

impl Plan {
    pub(crate) fn new(mut args: CheckArgs, inputs: Inputs) -> Result<Self, CommandError> {
        let encoding = match &args.encoding {
            Some(name) => names::encoding_or_auto(name, args.quiet)?,
            None => Named::Encoding(Encoding::Utf8),
        };
        if args.reading.default_endian.is_none() {
            args.reading.default_endian = args.encoding.as_deref().and_then(names::order_in);
        }
        let expectations = (args.encoding.is_none() && !args.no_config).then(Expectations::default);
        let to_terminal = std::io::stdout().is_terminal();
        let format = format(&args, to_terminal);
        refuse_contradictions(&args, encoding, format)?;
        // For a person who reads the report on a screen.
        let few = (format == ReportFormat::Diagnoses && to_terminal).then_some(LISTED_ON_TERMINAL);
        let is_nul_denied = args.deny.contains(&Denied::Nul);
        let painter = Painter::for_standard_output(args.color);
        let has_progress = !matches!(format, ReportFormat::Json | ReportFormat::Nothing);
        Ok(Plan {
            encoding,
            expectations,
            overridden: (Expectations::default(), args.no_config),
            is_override_noted: AtomicBool::new(false),
            options: Options {
                // Every error is a maximal subpart, and nothing is written.
                on_error: OnError::Skip,
                default_endian: args.reading.default_endian.unwrap_or_default(),
                heal_pairs: args.reading.heal_pairs,
                refuse_surrogates: args.reading.refuse_surrogates,
                ..Options::default()
            },
            lint: args.lint,
            denied: args.deny,
            range: args.range,
            style: Style {
                // If the report does not go to a terminal, only excerpts need a width.
                width: match args.width {
                    None if args.verbose || to_terminal => columns(None),
                    width => width,
                },
                lists_binary: args.text || args.max_errors.is_some() || is_nul_denied,
                ..Style::new(format, args.max_errors.or(few), args.summary, painter)
            },
            progress: Progress::new(has_progress && !platform::is_piped(), &inputs.sources, u64::MAX),
            selection: Selection::new(&args.walk, &inputs)?,
            sources: inputs.sources,
            threads: pool::size(args.walk.threads),
            is_text: args.text,
            names_skipped: args.skipped,
            exit_zero: args.exit_zero,
        })
    }

    /// Returns `true` if the report says what skipped files look like.
    fn describes_skipped(&self) -> bool {
        self.names_skipped || self.style.has_summary()
    }
}

/// Returns the format of the report.
fn format(args: &CheckArgs, to_terminal: bool) -> ReportFormat {
    let is_by_place = !args.verbose && !args.brief && !args.summary;
    match (args.json, args.format) {
        _ if args.quiet => ReportFormat::Nothing,
        _ if args.list => {
            ReportFormat::Names { end: if args.null { 0 } else { b'\n' }, raw: args.null || !to_terminal }
        }
        (true, _) | (_, Format::Json) => ReportFormat::Json,
        _ if args.sarif => ReportFormat::Sarif,
        (_, Format::Text) if is_by_place => ReportFormat::Diagnoses,
        (_, Format::Text) => ReportFormat::Text { excerpts: args.verbose },
        (_, Format::Sarif) => ReportFormat::Sarif,
        (_, Format::Github) => ReportFormat::Github,
    }
}

/// Refuses options that do not go together, or not with the encoding.
fn refuse_contradictions(
    args: &CheckArgs,
    encoding: Named,
    format: ReportFormat,
) -> Result<(), CommandError> {
    let fail = |message: &str| Err(CommandError::Failed(message.to_owned()));
    if args.summary && matches!(format, ReportFormat::Sarif | ReportFormat::Github) {
        return fail(
            "--summary goes with --format text and json; sarif and github have one result for each error",
        );
    }
    let (has_rules, is_denied_in) = match encoding {
        Named::Encoding(encoding) => (scan::rules(encoding).is_some(), Denied::is_found_in(encoding)),
        Named::Legacy(_) => (false, false),
        Named::Auto => (true, true),
    };
    if args.lint && !has_rules {
        return fail(
            "--lint has rules for corrected-utf-8-document and corrected-utf-8; name one with -e, or auto",
        );
    }
    if !args.deny.is_empty() && !is_denied_in {
        return fail(
            "--deny is for UTF-8 and its relatives of at most four bytes; name one with -e, or auto",
        );
    }
    match encoding {
        Named::Encoding(encoding) => applies::reading(args.reading, Side::Encoding(encoding))?,
        Named::Legacy(legacy) => applies::reading(args.reading, Side::Legacy(legacy))?,
        Named::Auto => {}
    }
    if (args.verbose || args.brief) && !matches!(format, ReportFormat::Text { .. }) {
        return fail("--verbose and --brief go with --format text");
    }
    Ok(())
}

/// The result of checking a file.
enum Checked<'o> {
    Done(Sink<'o>, Verdict),
    /// The file could not be read to its end; with the findings before that.
    Unread(Sink<'o>, Verdict, String),
    /// The file is binary; `true` if it looks like text in UTF-16.
    Skipped(InputSource, bool),
    /// The path no longer names a regular file.
    Gone,
}

/// Checks every input. An input that cannot be read is reported, and the others are checked nevertheless.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    let mut output = Output::standard(&plan.sources)?;
    let mut totals = Totals::new(plan.encoding);
    if plan.style.format == ReportFormat::Sarif {
        let by_project: &[Denied] = match plan.expectations {
            Some(_) => &[Denied::MissingBom, Denied::OtherThanNamed],
            None => &[],
        };
        let denied: Vec<_> = plan.denied.iter().chain(by_project).copied().collect();
        output.write(sarif::head(plan.lint, &denied).as_bytes())?;
    }
    let is_any_found = AtomicBool::new(false);
    let result = check_all(plan, &mut output, &mut totals, &is_any_found, status);
    plan.progress.end();
    if plan.style.format != ReportFormat::Nothing
        && let Some(note) = plan.selection.note_on_none(&plan.sources)
    {
        say(note);
    }
    if is_any_found.load(Ordering::Relaxed) && !plan.exit_zero {
        match plan.style.format {
            // An input that was not opened may or may not be readable. The status must not depend on which
            // thread was first.
            ReportFormat::Nothing => *status = Status::Findings,
            _ => status.raise(Status::Findings),
        }
    }
    result?;
    if plan.style.format == ReportFormat::Sarif {
        output.write(sarif::tail(&totals.messages).as_bytes())?;
    }
    output.write(&totals.summary(plan.style))?;
    output.finish().map(drop)
}

fn check_all(
    plan: &Plan,
    output: &mut Output,
    totals: &mut Totals,
    is_any_found: &AtomicBool,
    status: &mut Status,
) -> Result<(), CommandError> {
    let is_alone = matches!(&plan.sources[..], [source] if !source.is_directory());
    let is_enough = || plan.style.format == ReportFormat::Nothing && is_any_found.load(Ordering::Relaxed);
    let files = plan.sources.iter().flat_map(|source| walk::files(source, &plan.selection));
    let files = files.take_while(|_| !is_enough());
    if is_alone && plan.style.format != ReportFormat::Sarif {
        // If there is a single file, its report is written immediately.
        for file in files {
            let sink = Sink::Output(output, &plan.progress);
            let checked = check(plan, file, Reporter::new(plan.style, sink, is_any_found))?;
            settle(plan, checked, totals, status, |_| Ok(()))?;
        }
        return Ok(());
    }
    let mut has_results = false;
    let work = |file| check(plan, file, Reporter::new(plan.style, Sink::spool(), is_any_found));
    pool::run(Box::new(files), plan.threads, work, |checked| {
        settle(plan, checked?, totals, status, |sink| {
            let Sink::Spool(spool) = sink else { return Ok(()) };
            let mut is_first = plan.style.format == ReportFormat::Sarif;
            each_piece(spool, |piece| {
                // The results of another input follow a comma.
                if std::mem::take(&mut is_first) && std::mem::replace(&mut has_results, true) {
                    output.write(b",")?;
                }
                plan.progress.aside(|| output.write(piece))
            })
        })?;
        plan.progress.files(totals.files());
        Ok(())
    })
}

/// Adds the result of a file to the totals, and writes its report.
fn settle<'o>(
    plan: &Plan,
    checked: Checked<'o>,
    totals: &mut Totals,
    status: &mut Status,
    write: impl FnOnce(Sink<'o>) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    match checked {
        Checked::Done(sink, verdict) => {
            totals.add(&verdict);
            if let Some(note) = verdict.note {
                plan.progress.aside(|| say(note));
            }
            write(sink)
        }
        Checked::Unread(sink, verdict, message) => {
            totals.add_unread(&verdict);
            if plan.style.format == ReportFormat::Sarif {
                totals.messages.push(message.clone());
            }
            write(sink)?;
            plan.progress.aside(|| say(message));
            status.raise(Status::Failed);
            Ok(())
        }
        Checked::Skipped(source, is_utf_16) => {
            totals.skipped += 1;
            totals.skipped_utf_16 += u64::from(is_utf_16);
            if plan.names_skipped {
                let perhaps = if is_utf_16 { ", perhaps UTF-16" } else { "" };
                plan.progress.aside(|| say(format_args!("{source}: binary{perhaps}; skipped")));
            }
            Ok(())
        }
        Checked::Gone => Ok(()),
    }
}

/// Checks a file.
fn check<'o>(
    plan: &Plan,
    file: Result<Entry, WalkError>,
    mut reporter: Reporter<'o>,
) -> Result<Checked<'o>, CommandError> {
    let entry = match file {
        Ok(entry) => entry,
        Err(walk_error) => return unread(reporter, &walk_error.source.clone(), walk_error.into()),
    };
    let (mut input, reading) = match open(plan, &entry) {
        Ok(Opened::Read(input, reading)) => (input, *reading),
        Ok(Opened::Gone) => return Ok(Checked::Gone),
        Ok(Opened::Binary(is_utf_16)) => return Ok(Checked::Skipped(entry.source, is_utf_16)),
        Err(trouble) => return unread(reporter, &entry.source, trouble),
    };
    reporter.set_reading(reading, &input);
    let mut denied = if Denied::is_found_in(reading.encoding) { plan.denied.clone() } else { vec![] };
    if reading.needs_bom {
        denied.push(Denied::MissingBom);
    }
    let denied = &denied[..];
    let is_of_directory = entry.root.is_some() && plan.style.format == ReportFormat::Diagnoses;
    if is_of_directory && reading.is_presumed_utf_8() && !denied.contains(&Denied::Mojibake) {
        reporter.look_for_doubled();
    }
    let (encoding, range) = (reading.encoding, plan.range.clone());
    let request = Request { encoding, options: plan.options, lint: plan.lint, denied, range };
    let scanned = match reading.legacy {
        // Its characters would not be those of the text.
        _ if reading.not_wide().is_some() => scan::of_other_than_named(&mut input, encoding, &mut reporter),
        Some(legacy) => legacy::scan(&mut input, legacy, &mut reporter, &plan.progress),
        None => scan::scan(&mut input, request, &mut reporter, &plan.progress),
    };
    match scanned {
        Ok(outcome) => {
            let is_detected = plan.encoding == Named::Auto && !reading.is_presumed_utf_8();
            // A detected encoding is not one of these.
            if reporter.is_left_out() && !is_detected {
                reporter.look_for_wide_units(&mut input);
            }
            match is_detected {
                true => reporter.look_for_utf_8(&mut input),
                false => reporter.examine(&mut input),
            }
            reporter.find_mixture(&mut input);
            reporter.find_cut_pair(&mut input);
            let may_be_doubled = reporter.may_be_doubled();
            let (sink, mut verdict) = reporter.end(&entry.source, outcome)?;
            verdict.is_doubled = may_be_doubled && verdict.errors == 0 && is_doubled(&mut input);
            if verdict.note.is_none() && (verdict.errors == 0 || reading.encoding.info().width > 1) {
                verdict.note = note(plan, &entry, reading, &mut input);
            }
            Ok(Checked::Done(sink, verdict))
        }
        Err(Stop::Input(trouble)) => unread(reporter, &entry.source, trouble),
        Err(Stop::Output(trouble)) => Err(trouble),
    }
}

fn unread<'o>(
    reporter: Reporter<'o>,
    source: &InputSource,
    trouble: CommandError,
) -> Result<Checked<'o>, CommandError> {
    match trouble {
        CommandError::Failed(message) | CommandError::Left(message) => {
            let (sink, verdict) = reporter.abandon(source, &message)?;
            Ok(Checked::Unread(sink, verdict, message))
        }
        CommandError::ClosedPipe => Err(CommandError::ClosedPipe),
    }
}
