//! The committed record, and comparisons with it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::engine::COLUMNS;

/// How much more a call may take: 2 %, and at least half an instruction, because short calls take few.
const SHARE: f64 = 0.02;
const LEAST: f64 = 0.5;

/// What was called on what.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub(crate) operation: String,
    pub(crate) text: String,
    /// The size of the input.
    pub(crate) bytes: usize,
}

/// The instructions of one call in each cell, by column, and what they belong to.
#[derive(Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) head: Vec<(String, String)>,
    pub(crate) cells: BTreeMap<Cell, Vec<Option<f64>>>,
}

/// The result of a comparison.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Difference {
    /// One line for each call that differs.
    pub(crate) lines: Vec<String>,
    pub(crate) compared: usize,
    /// The number of calls that differ.
    pub(crate) differ: usize,
    /// Whether a call takes more than the record allows, or is missing on one side.
    pub(crate) is_slower: bool,
}

impl Record {
    pub(crate) fn parse(tsv: &str) -> Result<Self, String> {
        let mut record = Record { head: vec![], cells: BTreeMap::new() };
        let mut lines = tsv.lines();
        let titles = loop {
            let line = lines.next().ok_or("it has no titles")?;
            let Some(fact) = line.strip_prefix("# ") else { break line };
            if let Some((name, fact)) = fact.split_once(": ") {
                record.head.push((name.to_owned(), fact.to_owned()));
            }
        };
        if titles != Self::titles() {
            return Err("it has other columns; write it anew".to_owned());
        }
        for line in lines {
            let wrong = || format!("unexpected: {line}");
            let mut words = line.split('\t');
            let mut word = || words.next().ok_or_else(wrong);
            let (operation, text) = (word()?.to_owned(), word()?.to_owned());
            let bytes = word()?.parse().map_err(|_| wrong())?;
            let numbers = words.map(|word| match word {
                "-" => Ok(None),
                number => number.parse().map(Some).map_err(|_| wrong()),
            });
            let numbers: Vec<Option<f64>> = numbers.collect::<Result<_, String>>()?;
            if numbers.len() != COLUMNS.len() {
                return Err(wrong());
            }
            record.cells.insert(Cell { operation, text, bytes }, numbers);
        }
        Ok(record)
    }

    pub(crate) fn to_tsv(&self) -> String {
        let mut tsv =
            "# Instructions of one call, written by `cargo xtask instructions --record`\n".to_owned();
        for (name, fact) in &self.head {
            let _ = writeln!(tsv, "# {name}: {fact}");
        }
        tsv += &Self::titles();
        for (Cell { operation, text, bytes }, numbers) in &self.cells {
            let _ = write!(tsv, "\n{operation}\t{text}\t{bytes}");
            for number in numbers {
                let _ = match number {
                    Some(number) => write!(tsv, "\t{number:.1}"),
                    None => write!(tsv, "\t-"),
                };
            }
        }
        tsv + "\n"
    }

    fn titles() -> String {
        let columns = COLUMNS.iter().map(|column| format!("\t{}", column.name()));
        ["operation\ttext\tbytes".to_owned()].into_iter().chain(columns).collect()
    }

    /// Compares placemat's calls of now with the record. Those of another compiler never count as slower.
    pub(crate) fn compare(&self, now: &Record) -> Difference {
        let mut difference = Difference::default();
        let mut line = |name: &str, cell: &Cell, what: String| {
            let Cell { operation, text, bytes } = cell;
            difference.lines.push(format!("{operation}, {text}, {bytes} bytes, {name}: {what}"));
        };
        let (mut is_slower, mut compared) = (false, 0);
        let cells = self.cells.keys().chain(now.cells.keys().filter(|cell| !self.cells.contains_key(*cell)));
        for cell in cells {
            let ours = COLUMNS.iter().enumerate().filter(|(_, column)| column.is_ours() && column.is_here());
            for (i, column) in ours {
                let number = |record: &Record| record.cells.get(cell).and_then(|numbers| numbers[i]);
                let (was, is) = (number(self), number(now));
                compared += usize::from(is.is_some());
                match (was, is) {
                    (Some(was), Some(is)) if is > was * (1.0 + SHARE) + LEAST => {
                        is_slower = true;
                        line(&column.name(), cell, format!("{was:.1} in the record, {is:.1} now: too many"));
                    }
                    (Some(was), Some(is)) if is < was * (1.0 - SHARE) - LEAST => {
                        line(&column.name(), cell, format!("{was:.1} in the record, {is:.1} now"));
                    }
                    (Some(_), Some(_)) | (None, None) => {}
                    (Some(_), None) => {
                        is_slower = true;
                        line(&column.name(), cell, "not counted now".to_owned());
                    }
                    (None, Some(_)) => {
                        is_slower = true;
                        line(&column.name(), cell, "not in the record".to_owned());
                    }
                }
            }
        }
        difference.differ = difference.lines.len();
        let compiler = |record: &Record| record.fact("compiler").to_owned();
        if compiler(self) != compiler(now) && !difference.lines.is_empty() {
            is_slower = false;
            let both = format!("the record is of {}, this is {}", compiler(self), compiler(now));
            difference.lines.push(format!("{both}: nothing is too many"));
        }
        Difference { compared, is_slower, ..difference }
    }

    /// Returns a fact of the head, or nothing.
    pub(crate) fn fact(&self, name: &str) -> &str {
        self.head.iter().find(|fact| fact.0 == name).map_or("", |fact| &fact.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(compiler: &str, calls: &[(usize, f64)]) -> Record {
        let mut record =
            Record { head: vec![("compiler".to_owned(), compiler.to_owned())], cells: BTreeMap::new() };
        for &(bytes, scalar) in calls {
            let mut numbers = vec![None; COLUMNS.len()];
            numbers[2] = Some(scalar);
            let cell = Cell { operation: "validate".to_owned(), text: "ascii".to_owned(), bytes };
            record.cells.insert(cell, numbers);
        }
        record
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let of_two = record("rustc 1", &[(7, 20.5), (65536, 1_000_000.0)]);
        assert_eq!(Record::parse(&of_two.to_tsv()), Ok(of_two));
        let tsv = record("rustc 1", &[(7, 20.5)]).to_tsv();
        for wrong in
            ["", "# compiler: c\n", "operation\n", &tsv.replace("20.5", "x"), &tsv.replace("\t-", "")]
        {
            assert!(Record::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn two_percent_and_half_an_instruction_are_allowed() {
        let was = record("c", &[(7, 20.0), (65536, 1000.0)]);
        let compared = |short, long| was.compare(&record("c", &[(7, short), (65536, long)]));
        assert_eq!(compared(20.9, 1020.5), Difference { compared: 2, ..Difference::default() });
        assert!(compared(21.0, 1000.0).is_slower && compared(20.0, 1020.6).is_slower);
        let fewer = compared(1.0, 900.0);
        assert_eq!((fewer.lines.len(), fewer.is_slower), (2, false));
        assert_eq!(
            compared(21.0, 1000.0).lines,
            ["validate, ascii, 7 bytes, placemat scalar: 20.0 in the record, 21.0 now: too many"]
        );
    }

    #[test]
    fn a_call_without_a_partner_fails() {
        let (one, two) = (record("c", &[(1, 1.0)]), record("c", &[(1, 1.0), (2, 1.0)]));
        assert!(one.compare(&two).is_slower && two.compare(&one).is_slower);
        assert_eq!((one.compare(&two).compared, two.compare(&one).compared), (2, 1));
    }

    #[test]
    fn another_compiler_is_never_slower() {
        let difference = record("old", &[(1, 1.0)]).compare(&record("new", &[(1, 1000.0)]));
        assert_eq!((difference.lines.len(), difference.differ, difference.is_slower), (2, 1, false));
    }
}
