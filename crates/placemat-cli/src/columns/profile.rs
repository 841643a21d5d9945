//! `placemat columns profile`.

use std::collections::BTreeMap;

use placemat::columns::Profile;
use placemat::{Encoding, ErrorKind};
use serde::Serialize;

use super::batch::Spot;
use super::report::{Files, Head, Reports, describe_error, describe_spot};
use super::table::Table;
use crate::args::ProfileColumnArgs;
use crate::json;
use crate::names;
use crate::output::Output;
use crate::status::{CommandError, Status};

/// Profiles the column in every file. A file that cannot be read is reported, and the others are profiled
/// nevertheless.
pub(super) fn run(args: ProfileColumnArgs, status: &mut Status) -> Result<(), CommandError> {
    let encoding = names::encoding(&args.values.encoding)?;
    let files = Files::of(args.values.files);
    let mut report = Report(Output::standard(files.sources())?);
    files.each(args.values.json, status, &mut report, |source, report, status| {
        let table = Table::open(source, &args.values.column)?;
        let (mut sum, mut rows, mut nulls, mut first) = (Profile::default(), 0, 0, None::<First>);
        table.each(|batch| {
            let column = batch.column();
            let profile = column.profile(encoding);
            if let (None, Some((row, error))) = (&first, profile.first) {
                let value = column.get(row as usize).unwrap_or_default();
                let message = describe_error(encoding, error, value);
                first = Some(First::of(batch.spot(row as usize), error, message));
            }
            rows += batch.rows as u64;
            nulls += batch.nulls;
            sum.add(&profile);
            Ok(())
        })?;
        if sum.ill_formed > 0 {
            status.raise(Status::Findings);
        }
        let line = FileLine {
            head: Head::of(&table),
            encoding: encoding.name(),
            rows,
            nulls,
            empty: sum.empty,
            bytes: sum.bytes,
            longest: sum.longest,
            well_formed: sum.well_formed(),
            ill_formed: sum.ill_formed,
            first,
            kinds: sum.kinds.iter().map(|(kind, &count)| (kind.name(), count)).collect(),
            encodings: sum.dialects.iter().map(|(&dialect, &count)| (name_of(dialect), count)).collect(),
        };
        let text = if args.values.json { json::line(&line) } else { text(&table, &line, &sum).into_bytes() };
        report.0.write(&text)
    })?;
    report.0.finish().map(drop)
}

#[derive(Debug)]
struct Report(Output);

impl Reports for Report {
    fn output(&mut self) -> &mut Output {
        &mut self.0
    }
}

fn name_of(dialect: Option<Encoding>) -> &'static str {
    dialect.map_or("unknown", Encoding::name)
}

fn text(table: &Table, line: &FileLine<'_>, profile: &Profile) -> String {
    let mut counts = vec![
        (line.rows, "rows".to_owned()),
        (line.nulls, "null".to_owned()),
        (line.empty, "empty".to_owned()),
        (line.well_formed, format!("valid in {}", line.encoding)),
        (line.ill_formed, "invalid".to_owned()),
    ];
    // The most frequent first.
    let mut dialects: Vec<_> = profile.dialects.iter().collect();
    dialects.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    counts.extend(dialects.into_iter().map(|(&dialect, &count)| match dialect {
        Some(dialect) => (count, format!("  as {dialect}")),
        None => (count, "  as nothing known".to_owned()),
    }));
    let mut kinds: Vec<(&ErrorKind, &u64)> = profile.kinds.iter().collect();
    kinds.sort_by_key(|&(_, &count)| std::cmp::Reverse(count));
    let parts: u64 = profile.kinds.values().sum();
    if parts > 0 {
        counts.push((parts, "invalid sequences".to_owned()));
    }
    counts.extend(kinds.into_iter().map(|(kind, &count)| (count, format!("  {}", kind.name()))));
    counts.push((line.bytes, "bytes".to_owned()));
    counts.push((line.longest, "bytes of the longest value".to_owned()));
    let width = counts.iter().map(|(count, _)| count.to_string().len()).max().unwrap_or(0);
    let mut text = format!("{}: {}\n", table.source, table.name);
    for (count, what) in counts {
        text.push_str(&format!("  {count:>width$} {what}\n"));
    }
    if let Some(first) = &line.first {
        let spot = describe_spot(Spot { row: first.row, element: first.element });
        text.push_str(&format!("  the first at {spot}, {}\n", first.message));
    }
    text
}

/// The line of a file.
#[derive(Serialize)]
struct FileLine<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    encoding: &'static str,
    rows: u64,
    nulls: u64,
    empty: u64,
    bytes: u64,
    longest: u64,
    well_formed: u64,
    ill_formed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    kinds: BTreeMap<&'static str, u64>,
    encodings: BTreeMap<&'static str, u64>,
}

/// The first ill-formed subsequence.
#[derive(Serialize)]
struct First {
    row: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<u64>,
    offset: u64,
    length: u64,
    kind: &'static str,
    /// What is wrong, for people.
    #[serde(skip)]
    message: String,
}

impl First {
    fn of(spot: Spot, error: placemat::Error, message: String) -> Self {
        First {
            row: spot.row,
            element: spot.element,
            offset: error.offset(),
            length: error.len(),
            kind: error.kind().name(),
            message,
        }
    }
}
