//! `chart`: the record of the measurements as a picture, `bench/chart.svg`.
//!
//! There is a row for each operation that a peer also has. A bar extends from the best peer to the geometric
//! mean of the ratios to it, to the left if placemat is slower. A line extends from the text with the least
//! ratio to the one with the greatest.

mod draw;
mod record;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

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
    let path = root().join(CHART);
    fs::write(&path, of(&record)?)?;
    writeln!(io::stdout(), "{} from {}", path.display(), record.display())?;
    Ok(ExitCode::SUCCESS)
}

const CHART: &str = "bench/chart.svg";

/// The record that the README shows and describes.
const SHOWN: &str = "bench/record/2026-11-21-amd-epyc-zen5.jsonl";

/// Returns the chart of a record.
fn of(file: &Path) -> io::Result<String> {
    let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let record = Record::parse(&name, &fs::read_to_string(file)?)
        .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
    Ok(draw::svg(&record))
}

#[cfg(test)]
mod tests {
    use super::{CHART, SHOWN, of};
    use crate::cargo::root;

    #[test]
    fn the_chart_is_of_the_record_that_is_shown() {
        let chart = std::fs::read_to_string(root().join(CHART)).expect("a chart");
        let drawn = of(&root().join(SHOWN)).expect("a chart");
        assert!(chart == drawn, "bench/chart.svg is another record's: cargo xtask chart");
    }
}
