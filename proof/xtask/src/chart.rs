//! `chart`: the records of the measurements as pictures, `proof/bench/chart.svg` and, of six operations,
//! `docs/chart.svg`; and of short texts, `proof/bench/short.svg`.
//!
//! In the first two, there is a row for each operation that a peer also has. A bar extends from the best peer to the geometric
//! mean of the ratios to it, to the left if placemat is slower. A line extends from the text with the least
//! ratio to the one with the greatest.

mod draw;
mod record;
mod short;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use draw::Rows;
use record::Record;

use crate::Stopped;
use crate::cargo::root;

/// `cargo xtask chart [FILE]`
pub(crate) fn chart(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut file = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Value(value) if file.is_none() => file = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let record = file.unwrap_or_else(|| root().join(SHOWN));
    for (chart, rows) in CHARTS {
        let path = root().join(chart);
        fs::write(&path, of(&record, rows)?)?;
        writeln!(io::stdout(), "{} from {}", path.display(), record.display())?;
    }
    let record = root().join(SHOWN_SHORT);
    let path = root().join(SHORT);
    fs::write(&path, of_short(&record)?)?;
    writeln!(io::stdout(), "{} from {}", path.display(), record.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The chart of all operations, and the small one of the README.
const CHARTS: [(&str, Rows); 2] = [("proof/bench/chart.svg", Rows::All), ("docs/chart.svg", Rows::Main)];

/// The record that the README shows and describes.
const SHOWN: &str = "proof/bench/record/2026-11-30-amd-epyc-zen3.jsonl";

/// The chart of short texts, and its record.
const SHORT: &str = "proof/bench/short.svg";
const SHOWN_SHORT: &str = "proof/bench/record/2026-12-01-amd-epyc-zen5-short.txt";

/// Returns the name of a record, without what says its format.
fn name_of(file: &Path) -> String {
    file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Returns the chart of a record of short texts.
fn of_short(file: &Path) -> io::Result<String> {
    short::svg(&name_of(file), &fs::read_to_string(file)?)
        .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))
}

/// Returns the chart of a record.
fn of(file: &Path, rows: Rows) -> io::Result<String> {
    let name = name_of(file);
    let record = Record::parse(&name, &fs::read_to_string(file)?)
        .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    Ok(draw::svg(&record, rows))
}

#[cfg(test)]
mod tests {
    use super::{CHARTS, SHORT, SHOWN, SHOWN_SHORT, of, of_short};
    use crate::cargo::root;

    #[test]
    fn the_chart_is_of_the_record_that_is_shown() {
        for (name, rows) in CHARTS {
            let chart = std::fs::read_to_string(root().join(name)).expect("a chart");
            let drawn = of(&root().join(SHOWN), rows).expect("a chart");
            assert!(chart == drawn, "{name} is not of the record that is shown: cargo xtask chart");
        }
        let chart = std::fs::read_to_string(root().join(SHORT)).expect("a chart");
        assert!(
            chart == of_short(&root().join(SHOWN_SHORT)).expect("a chart"),
            "cargo xtask chart draws {SHORT}"
        );
    }
}
