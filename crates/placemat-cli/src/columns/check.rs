//! `placemat columns check`.

use std::collections::BTreeMap;

use data_encoding::HEXUPPER;
use placemat::stream::errors;
use placemat::{Encoding, Error};
use serde::Serialize;

use super::batch::{Batch, Spot};
use super::report::{Files, Head, describe_error, describe_spot, list_kinds};
use super::table::Table;
use crate::args::CheckColumnArgs;
use crate::color::{Painter, Role};
use crate::context::{Counts, Kind};
use crate::json;
use crate::names;
use crate::output::Output;
use crate::show::Count;
use crate::status::{CommandError, Status};

/// How many errors a line of JSON lists by default.
const LISTED: u64 = 100;
/// How many bytes of an ill-formed subsequence are reported.
const REPORTED: usize = 1024;

/// Checks the column in every file. A file that cannot be read is reported, and the others are checked
/// nevertheless.
pub(super) fn run(args: CheckColumnArgs, status: &mut Status) -> Result<(), CommandError> {
    let encoding = names::encoding(&args.values.encoding)?;
    let files = Files::of(args.values.files);
    let mut report = Report {
        output: Output::standard(files.sources())?,
        painter: Painter::for_standard_output(args.color),
        style: match (args.values.json, args.max_errors) {
            (false, most) => Style::Text(most.filter(|&most| most > 0).unwrap_or(u64::MAX)),
            (true, Some(0)) => Style::JsonLines,
            (true, most) => Style::Json(most.unwrap_or(LISTED)),
        },
        encoding,
        totals: Totals::default(),
    };
    files.each(args.values.json, status, &mut report, |source, report, status| {
        let table = Table::open(source, &args.values.column)?;
        let outcome = report.check(&table)?;
        if outcome.errors > 0 {
            status.raise(Status::Findings);
        }
        Ok(())
    })?;
    report.end()
}

#[derive(Clone, Copy, Debug)]
enum Style {
    /// A line for each error, with a maximum for each file.
    Text(u64),
    /// A line for each file, with its errors, up to a maximum.
    Json(u64),
    /// A line for each error, and one for each file.
    JsonLines,
}

/// The findings of a file, or of all files.
#[derive(Debug, Default)]
struct Totals {
    files: u64,
    rows: u64,
    nulls: u64,
    ill_formed: u64,
    errors: u64,
    kinds: Counts,
}

impl Totals {
    fn add(&mut self, other: &Totals) {
        self.files += other.files;
        self.rows += other.rows;
        self.nulls += other.nulls;
        self.ill_formed += other.ill_formed;
        self.errors += other.errors;
        self.kinds.add_all(&other.kinds);
    }
}

#[derive(Debug)]
pub(super) struct Report {
    output: Output,
    painter: Painter,
    style: Style,
    encoding: Encoding,
    totals: Totals,
}

impl super::report::Reports for Report {
    fn output(&mut self) -> &mut Output {
        &mut self.output
    }
}

impl Report {
    fn check(&mut self, table: &Table) -> Result<Totals, CommandError> {
        let mut found = Totals { files: 1, ..Totals::default() };
        let mut listed = vec![];
        table.each(|batch| {
            found.rows += batch.rows as u64;
            found.nulls += batch.nulls;
            self.check_batch(table, batch, &mut found, &mut listed)
        })?;
        match self.style {
            Style::Text(most) if found.errors > most => {
                let more = Count(found.errors - most, "more error");
                let line = format!("{}: {}: {more} not listed\n", table.source, table.name);
                self.output.write(line.as_bytes())?;
            }
            Style::Text(_) => {}
            Style::Json(_) | Style::JsonLines => {
                let line = FileLine {
                    head: Head::of(table),
                    encoding: self.encoding.name(),
                    well_formed: found.errors == 0,
                    rows: found.rows,
                    nulls: found.nulls,
                    ill_formed: found.ill_formed,
                    kinds: found.kinds.by_name(),
                    errors: listed,
                    error_count: found.errors,
                };
                self.output.write(&json::line(&line))?;
            }
        }
        self.totals.add(&found);
        Ok(found)
    }

    fn check_batch(
        &mut self,
        table: &Table,
        batch: &Batch,
        found: &mut Totals,
        listed: &mut Vec<JsonError>,
    ) -> Result<(), CommandError> {
        let column = batch.column();
        for value in column.check(self.encoding).ill_formed {
            found.ill_formed += 1;
            let bytes = column.get(value.row).unwrap_or_default();
            let spot = batch.spot(value.row);
            for error in errors(self.encoding, bytes) {
                found.errors += 1;
                found.kinds.add(Kind::IllFormed(error.kind()), 1);
                self.tell(table, spot, bytes, error, found.errors, listed)?;
            }
        }
        Ok(())
    }

    fn tell(
        &mut self,
        table: &Table,
        spot: Spot,
        value: &[u8],
        error: Error,
        number: u64,
        listed: &mut Vec<JsonError>,
    ) -> Result<(), CommandError> {
        let at = usize::try_from(error.offset()).unwrap_or(value.len()).min(value.len());
        let ahead = &value[at..];
        let len = usize::try_from(error.len()).unwrap_or(ahead.len()).min(ahead.len());
        let part = &ahead[..len];
        match self.style {
            Style::Text(most) if number <= most => {
                let line = format!(
                    "{}: {}: {}, {}\n",
                    self.painter.paint(Role::Lead, &table.source),
                    table.name,
                    describe_spot(spot),
                    describe_error(self.encoding, error, value),
                );
                self.output.write(line.as_bytes())
            }
            Style::Json(most) if number <= most => {
                listed.push(JsonError::of(spot, part, error));
                Ok(())
            }
            Style::JsonLines => {
                let line = ErrorLine { head: Head::of(table), error: JsonError::of(spot, part, error) };
                self.output.write(&json::line(&line))
            }
            Style::Text(_) | Style::Json(_) => Ok(()),
        }
    }

    fn end(mut self) -> Result<(), CommandError> {
        if let Style::Text(_) = self.style
            && self.totals.files > 0
        {
            let Totals { files, rows, nulls, ill_formed, errors, kinds } = &self.totals;
            let mut line =
                format!("{}, {} checked as {}: ", Count(*files, "file"), Count(*rows, "row"), self.encoding);
            match errors {
                0 => line.push_str("all valid"),
                _ => line.push_str(&format!("{ill_formed} invalid, {}", Count(*errors, "error"))),
            }
            if *nulls > 0 {
                line.push_str(&format!("; {}", Count(*nulls, "null")));
            }
            line.push('\n');
            if kinds.iter().len() > 1 {
                line.push_str(&list_kinds(kinds));
            }
            self.output.write(line.as_bytes())?;
        }
        self.output.finish().map(drop)
    }
}

/// The line of a file.
#[derive(Serialize)]
struct FileLine<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    encoding: &'static str,
    well_formed: bool,
    rows: u64,
    nulls: u64,
    ill_formed: u64,
    kinds: BTreeMap<String, u64>,
    errors: Vec<JsonError>,
    error_count: u64,
}

/// The line of an error.
#[derive(Serialize)]
struct ErrorLine<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    #[serde(flatten)]
    error: JsonError,
}

#[derive(Serialize)]
struct JsonError {
    row: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<u64>,
    offset: u64,
    length: u64,
    kind: &'static str,
    hex: String,
}

impl JsonError {
    fn of(spot: Spot, part: &[u8], error: Error) -> Self {
        JsonError {
            row: spot.row,
            element: spot.element,
            offset: error.offset(),
            length: error.len(),
            kind: error.kind().name(),
            hex: HEXUPPER.encode(&part[..part.len().min(REPORTED)]),
        }
    }
}
