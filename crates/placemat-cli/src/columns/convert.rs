//! `placemat columns convert` and `placemat columns repair`.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use placemat::columns::{Column, Data, OnFailure, Rewritten, Stopped};
use placemat::repair::{Fixes, Left};
use placemat::{Conversion, Encoding, Failure, OnError, OnUnencodable, Options};
use serde::Serialize;

use super::batch::{Batch, Spot};
use super::report::{Head, describe_error, describe_spot};
use super::rewrite::{New, new_values};
use super::table::Table;
use crate::applies;
use crate::args::{ConvertColumnArgs, OnConversionFailure, OnRepairFailure, RepairColumnArgs, ResultArgs};
use crate::input::{InputSource, JsonName};
use crate::json;
use crate::names::{self, Side};
use crate::output::Output;
use crate::replacement::{Change, Rewrite, TargetPath};
use crate::show::{Count, Name, say};
use crate::status::{CommandError, Status};

/// Converts the column to UTF-8.
pub(super) fn convert(args: &ConvertColumnArgs, status: &mut Status) -> Result<(), CommandError> {
    let from = names::encoding(&args.from)?;
    applies::reading(args.reading, Side::Encoding(from))?;
    let options = Options {
        on_error: args.policies.on_error,
        on_unencodable: args.policies.on_unencodable,
        default_endian: args.reading.default_endian.unwrap_or_default(),
        heal_pairs: args.reading.heal_pairs,
        refuse_surrogates: args.reading.refuse_surrogates,
        ..Options::default()
    };
    let strict = Options { on_error: OnError::Strict, on_unencodable: OnUnencodable::Strict, ..options };
    let of = |options| {
        Conversion::new(from, Encoding::Utf8, options)
            .map_err(|undefined| CommandError::Failed(undefined.to_string()))
    };
    let (conversion, strict) = (of(options)?, of(strict)?);
    if args.result.output.is_none() && !args.result.in_place {
        let message =
            "-o FILE names the output, --in-place replaces the file (see placemat columns convert --help)";
        return Err(CommandError::Failed(message.to_owned()));
    }
    let on_failure = match args.on_failure {
        OnConversionFailure::Stop => OnFailure::Stop,
        OnConversionFailure::Null => OnFailure::Null,
    };
    let is_lenient = conversion.options() != strict.options();
    let hint = match from {
        _ if is_lenient => "--on-failure null makes such values null".to_owned(),
        _ => format!(
            "placemat columns check -e {from} lists such values; --on-error replace writes U+FFFD there, \
             --on-failure null makes them null"
        ),
    };
    run(&args.file, &args.column, &args.result, (on_failure, &hint), status, |column| {
        if !is_lenient {
            return Made::of(column, from, column.convert(&strict, on_failure));
        }
        // The values that policies changed are those that cannot be converted without policies.
        let kept = match column.convert(&strict, OnFailure::Keep) {
            Ok(kept) if kept.failed.is_empty() => return Made::of(column, from, Ok(kept)),
            Ok(kept) => kept.failed,
            Err(_) => vec![],
        };
        let mut made = Made::of(column, from, column.convert(&conversion, on_failure))?;
        made.replaced = reasons(column, from, kept);
        made.replaced.retain(|(value, _)| made.failed.iter().all(|(failed, _)| failed != value));
        Ok(made)
    })
}

/// Repairs the column.
pub(super) fn repair(args: &RepairColumnArgs, status: &mut Status) -> Result<(), CommandError> {
    let fixes = args.fixes.iter().fold(Fixes::default(), |all, &one| all | one);
    let fixes = if fixes.is_empty() { Fixes::DEFAULT } else { fixes };
    let on_failure = match args.on_failure {
        OnRepairFailure::Stop => OnFailure::Stop,
        OnRepairFailure::Null => OnFailure::Null,
        OnRepairFailure::Keep => OnFailure::Keep,
    };
    let hint = "placemat columns check lists every invalid sequence; --fix all repairs more, --on-failure null makes \
        such values null, keep leaves them";
    run(&args.file, &args.column, &args.result, (on_failure, hint), status, |column| {
        Made::of(column, Encoding::Utf8, column.repair(fixes, on_failure))
    })
}

/// The results for the values of a batch.
struct Made {
    data: Data,
    validity: Option<Vec<u8>>,
    changed: usize,
    failed: Vec<(usize, String)>,
    /// The values that a policy changed.
    replaced: Vec<(usize, String)>,
}

impl Made {
    /// Returns the results for a column whose values are read as text in `from`.
    fn of<E: Reason>(
        column: &Column<'_>,
        from: Encoding,
        rewritten: Result<Rewritten<E>, Stopped<E>>,
    ) -> Result<Self, Refused> {
        match rewritten {
            Ok(Rewritten { data, validity, changed, failed, .. }) => {
                let failed = reasons(column, from, failed);
                Ok(Made { data, validity, changed, failed, replaced: vec![] })
            }
            Err(Stopped::Failed { row, failure }) => {
                Err(Refused(row, failure.describe(from, column.get(row).unwrap_or_default())))
            }
            Err(Stopped::TooLong { row }) => Err(Refused(row, "the result is too long".to_owned())),
            Err(other) => Err(Refused(0, other.to_string())),
        }
    }
}

/// A value that ends the run, and the reason.
struct Refused(usize, String);

/// Why a value cannot be converted or repaired.
trait Reason: std::fmt::Display {
    /// Returns the reason for people, in the words of `check`.
    fn describe(&self, from: Encoding, value: &[u8]) -> String;
}

impl Reason for Failure {
    fn describe(&self, from: Encoding, value: &[u8]) -> String {
        match self {
            Failure::IllFormed(error) => describe_error(from, *error, value),
            Failure::Unencodable(lost) => lost.to_string(),
        }
    }
}

impl Reason for Left {
    fn describe(&self, from: Encoding, value: &[u8]) -> String {
        if self.signature.is_some() || self.foreign.is_some() {
            return self.to_string();
        }
        let verb = if self.count == 1 { "is" } else { "are" };
        let first = describe_error(from, self.first, value);
        let left = format!("{} {verb} left, the first: {first}", Count(self.count, "invalid sequence"));
        match self.would_help {
            Some(fixes) => format!("{left}; these fixes apply: {fixes}"),
            None => left,
        }
    }
}

/// Returns the values that failed, with the reasons for people.
fn reasons<E: Reason>(column: &Column<'_>, from: Encoding, failed: Vec<(usize, E)>) -> Vec<(usize, String)> {
    let reason =
        |(value, failure): (usize, E)| (value, failure.describe(from, column.get(value).unwrap_or_default()));
    failed.into_iter().map(reason).collect()
}

/// What was done.
#[derive(Debug, Default)]
struct ColumnReport {
    rows: u64,
    nulls: u64,
    changed: u64,
    replaced: u64,
    failed: u64,
    /// The first value that failed or was replaced.
    first: Option<(Spot, String)>,
    /// The value that ended the run.
    stopped: Option<(Spot, String)>,
}

impl ColumnReport {
    /// Adds the results of a batch, and returns its new values.
    fn add(&mut self, batch: &Batch, made: Result<Made, Refused>) -> Result<Option<New>, CommandError> {
        self.rows += batch.rows as u64;
        self.nulls += batch.nulls;
        let made = match made {
            Ok(made) => made,
            Err(Refused(value, reason)) => {
                let spot = batch.spot(value);
                let message = format!("{}: {reason}", describe_spot(spot));
                self.stopped = Some((spot, reason));
                return Err(CommandError::Failed(message));
            }
        };
        self.changed += made.changed as u64;
        self.failed += made.failed.len() as u64;
        self.replaced += made.replaced.len() as u64;
        if self.first.is_none() {
            let first = made.failed.iter().chain(&made.replaced).min_by_key(|(value, _)| *value);
            self.first = first.map(|(value, reason)| (batch.spot(*value), reason.clone()));
        }
        Ok((made.changed > 0).then(|| new_values(batch, made.data, made.validity.as_deref())))
    }
}

/// Where the result goes.
enum Destination {
    /// Nowhere: only the report says what would change.
    Nowhere,
    File(Output),
    InPlace(Output),
}

/// Opens the file and its destination.
fn open(file: &OsStr, column: &str, result: &ResultArgs) -> Result<(Table, Destination), CommandError> {
    let source = InputSource::Path(file.into());
    let replace_options = result.replace_options.replace_options();
    if result.in_place {
        let trouble = |error: io::Error| CommandError::io(&source, &error);
        // A link is resolved once: its target is replaced, and the link is kept.
        let path = Path::new(file).canonicalize().map_err(trouble)?;
        if !path.is_file() {
            return Err(CommandError::Failed(format!("{source}: is not a regular file; left as it is")));
        }
        let target_path = TargetPath::of_named(&path, Path::new(file)).map_err(trouble)?;
        let input = target_path.open().map_err(trouble)?;
        let rewrite = Rewrite::new(target_path, &input, replace_options).map_err(trouble)?;
        let output = Output::rewrite(&source, rewrite, None);
        return Ok((Table::of_file(source, input, column)?, Destination::InPlace(output)));
    }
    let table = Table::open(&source, column)?;
    let Some(path) = &result.output else { return Ok((table, Destination::Nowhere)) };
    if path.as_os_str() == "-" {
        return Err(CommandError::Failed("-o is for a file; ./- is a file of that name".to_owned()));
    }
    let name = Name(path.as_os_str());
    if path.exists() && InputSource::Path(path.clone()).identity() != source.identity() && !result.overwrite {
        return Err(CommandError::Failed(format!("{name}: is there already; --overwrite replaces it")));
    }
    let mut output = Output::open(Some(path), std::slice::from_ref(&source), replace_options)?;
    if output.is_stream() {
        return Err(CommandError::Failed(format!("{name}: is not a regular file")));
    }
    if result.replace_options.preserve_times {
        output.keep_times_of(&crate::input::Input::open(&source)?)?;
    }
    Ok((table, Destination::File(output)))
}

fn run(
    file: &OsStr,
    column: &str,
    result: &ResultArgs,
    (on_failure, hint): (OnFailure, &str),
    status: &mut Status,
    work: impl Fn(&Column<'_>) -> Result<Made, Refused>,
) -> Result<(), CommandError> {
    let (table, destination) = open(file, column, result)?;
    if on_failure == OnFailure::Null && !table.has_nulls() {
        let message = format!("{}: column {} has no nulls: it is REQUIRED", table.source, table.name);
        return Err(CommandError::Failed(message));
    }
    let is_dry = matches!(destination, Destination::Nowhere);
    let mut report = ColumnReport::default();
    let done = match destination {
        Destination::Nowhere => {
            table.each(|batch| report.add(batch, work(&batch.column())).map(drop)).map(|()| Change::None)
        }
        Destination::File(output) => {
            write(&table, output, |batch| report.add(batch, work(&batch.column()))).and_then(Output::finish)
        }
        Destination::InPlace(output) => {
            let written = write(&table, output, |batch| report.add(batch, work(&batch.column())));
            // A file whose values would not change is not rewritten.
            match written {
                Ok(_) if report.changed == 0 && !table.changes_type() => Ok(Change::None),
                written => written.and_then(Output::finish),
            }
        }
    };
    if let Some((spot, reason)) = &report.stopped {
        let hint = if result.quiet { String::new() } else { format!("\n    hint: {hint}") };
        let (source, name) = (&table.source, &table.name);
        let unwritten = if is_dry { "" } else { "; nothing was written" };
        say(format_args!("{source}: {name}: {}: {reason}{unwritten}{hint}", describe_spot(*spot)));
        status.raise(Status::Findings);
    } else {
        let change = done?;
        change.tell(&table.source, status);
        if report.failed + report.replaced > 0 || is_dry && report.changed > 0 {
            status.raise(Status::Findings);
        }
    }
    tell(&table, &report, result, on_failure, is_dry)
}

/// Rewrites the file.
fn write(
    table: &Table,
    mut output: Output,
    make: impl FnMut(&Batch) -> Result<Option<New>, CommandError>,
) -> Result<Output, CommandError> {
    let trouble = Mutex::new(None);
    let result = table.rewrite(Sink { output: &mut output, trouble: &trouble }, make);
    match trouble.into_inner() {
        Ok(Some(trouble)) => Err(trouble),
        _ => result.map(|()| output),
    }
}

/// An output that keeps its error for the report.
struct Sink<'o> {
    output: &'o mut Output,
    trouble: &'o Mutex<Option<CommandError>>,
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.output.write(bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(trouble) => {
                if let Ok(mut kept) = self.trouble.lock() {
                    *kept = Some(trouble);
                }
                Err(io::ErrorKind::Other.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn tell(
    table: &Table,
    report: &ColumnReport,
    result: &ResultArgs,
    on_failure: OnFailure,
    is_dry: bool,
) -> Result<(), CommandError> {
    let mut output = Output::standard(std::slice::from_ref(&table.source))?;
    if result.json {
        let entry = |(spot, reason): &(Spot, String)| Entry {
            row: spot.row,
            element: spot.element,
            message: reason.clone(),
        };
        let is_stopped = report.stopped.is_some();
        let line = FileLine {
            head: Head::of(table),
            output: result.output.as_deref().filter(|_| !is_stopped).map(JsonName::of),
            written: !is_dry && !is_stopped,
            rows: report.rows,
            nulls: report.nulls,
            changed: report.changed,
            replaced: report.replaced,
            null_instead: if on_failure == OnFailure::Null { report.failed } else { 0 },
            left: if on_failure == OnFailure::Keep { report.failed } else { 0 },
            first: report.first.as_ref().map(entry),
            stopped: report.stopped.as_ref().map(entry),
        };
        output.write(&json::line(&line))?;
    } else if !result.quiet && report.stopped.is_none() {
        let ColumnReport { rows, changed, replaced, failed, first, .. } = report;
        let would = if is_dry { "would change" } else { "changed" };
        let mut line =
            format!("{}: {}: {changed} of {} {would}", table.source, table.name, Count(*rows, "row"));
        let failed_to = if on_failure == OnFailure::Null { "null instead" } else { "left invalid" };
        for (count, what) in [(replaced, "by a policy"), (failed, failed_to)] {
            if *count > 0 {
                line.push_str(&format!(", {count} {what}"));
            }
        }
        if let Some((spot, reason)) = first {
            line.push_str(&format!("; the first at {}: {reason}", describe_spot(*spot)));
        }
        if is_dry && *changed > 0 {
            line.push_str("; -o FILE or --in-place does it");
        }
        line.push('\n');
        output.write(line.as_bytes())?;
    }
    output.finish().map(drop)
}

/// The line of a file.
#[derive(Serialize)]
struct FileLine<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<JsonName<'a>>,
    written: bool,
    rows: u64,
    nulls: u64,
    changed: u64,
    replaced: u64,
    null_instead: u64,
    left: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<Entry>,
}

/// A value that could not be converted or repaired, or only by a policy.
#[derive(Serialize)]
struct Entry {
    row: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<u64>,
    message: String,
}
