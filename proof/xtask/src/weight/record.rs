//! The committed record, `proof/bench/weight.json`, and comparisons with it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::process::Command;

use serde_json::Value;

use crate::cargo::root;

/// The number of `with_features` in the library. It has no tolerance.
pub(crate) const TRAMPOLINES: &str = "debug library: instances of with_features";
/// The bytes of machine code in the library.
pub(crate) const TEXT: &str = "debug library: bytes of code";

/// How much a size may grow: 2 %, and at least a page, because the segments of a program are whole pages.
const PERCENT: u64 = 2;
const PAGE: u64 = 4096;

/// Sizes and counts by name, and the compiler that they belong to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) compiler: String,
    pub(crate) values: BTreeMap<String, u64>,
}

/// The result of a comparison.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Difference {
    /// One line for each value that differs.
    pub(crate) lines: Vec<String>,
    /// Whether one of them is heavier than the record allows, or is missing on one side.
    pub(crate) is_heavier: bool,
}

impl Record {
    pub(crate) fn parse(json: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let compiler = value["compiler"].as_str().ok_or("`compiler` is not a string")?.to_owned();
        let of_values = value["values"].as_object().ok_or("`values` is not an object")?;
        let values = of_values.iter().map(|(name, value)| {
            let value = value.as_u64().ok_or_else(|| format!("`{name}` is not a number"))?;
            Ok((name.clone(), value))
        });
        Ok(Record { compiler, values: values.collect::<Result<_, String>>()? })
    }

    /// Returns the record as JSON, with one line for each value.
    pub(crate) fn to_json(&self) -> String {
        let mut json = format!("{{\n  \"compiler\": {},\n  \"values\": {{\n", Value::from(&*self.compiler));
        for (i, (name, value)) in self.values.iter().enumerate() {
            let comma = if i + 1 < self.values.len() { "," } else { "" };
            let _ = writeln!(json, "    {}: {value}{comma}", Value::from(&**name));
        }
        json + "  }\n}\n"
    }

    /// Compares the current measurements with the record. Sizes with another compiler are listed, but never
    /// count as too heavy.
    pub(crate) fn compare(&self, now: &Record) -> Difference {
        let mut difference = Difference::default();
        for (name, &was) in &self.values {
            match now.values.get(name) {
                Some(&is) if is == was => {}
                Some(&is) => {
                    let limit = most(name, was);
                    difference.is_heavier |= is > limit;
                    let verdict =
                        if is > limit { format!(": too heavy, at most {limit}") } else { String::new() };
                    difference.lines.push(format!("{name}: {was} in the record, {is} now{verdict}"));
                }
                None => {
                    difference.is_heavier = true;
                    difference.lines.push(format!("{name}: {was} in the record, not measured now"));
                }
            }
        }
        for (name, is) in now.values.iter().filter(|(name, _)| !self.values.contains_key(*name)) {
            difference.is_heavier = true;
            difference.lines.push(format!("{name}: not in the record, {is} now"));
        }
        if self.compiler != now.compiler && !difference.lines.is_empty() {
            difference.is_heavier = false;
            let both =
                format!("the record is of {}, this is {}: nothing is too heavy", self.compiler, now.compiler);
            difference.lines.push(both);
        }
        difference
    }
}

/// Returns the greatest permitted value.
fn most(name: &str, was: u64) -> u64 {
    match name {
        TRAMPOLINES => was,
        _ => was + (was * PERCENT / 100).max(PAGE),
    }
}

/// Returns the compiler's version and the machine for which it compiles.
pub(crate) fn compiler() -> io::Result<String> {
    let output = Command::new("rustc").arg("-vV").current_dir(root()).output()?;
    Ok(of_version(&String::from_utf8_lossy(&output.stdout)))
}

/// Returns the first line of `rustc -vV`, and the host.
fn of_version(text: &str) -> String {
    let host = text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or("unknown host");
    format!("{}, {host}", text.lines().next().unwrap_or("unknown compiler"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(compiler: &str, values: &[(&str, u64)]) -> Record {
        let values = values.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Record { compiler: compiler.to_owned(), values }
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let of_two = record("rustc \"1\"", &[("a: `b`", 1), ("c", 4_000_000_000_000)]);
        let json = of_two.to_json();
        assert_eq!(json.lines().count(), 7, "{json}");
        assert_eq!(Record::parse(&json), Ok(of_two));
        for wrong in ["", "{}", "{\"compiler\": 1}", "{\"compiler\": \"c\", \"values\": {\"a\": -1}}"] {
            assert!(Record::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_a_tolerance_and_counts_have_none() {
        let was = record("c", &[(TRAMPOLINES, 100), ("large", 1_000_000), ("small", 10_000)]);
        let now = |trampolines, large, small| {
            record("c", &[(TRAMPOLINES, trampolines), ("large", large), ("small", small)])
        };
        let compared = |now| was.compare(&now);
        assert_eq!(compared(now(100, 1_000_000, 10_000)), Difference::default());
        let lighter = compared(now(0, 500_000, 0));
        assert_eq!((lighter.lines.len(), lighter.is_heavier), (3, false));
        assert!(!compared(now(100, 1_020_000, 14_096)).is_heavier);
        assert!(compared(now(101, 1_000_000, 10_000)).is_heavier);
        assert!(compared(now(100, 1_020_001, 10_000)).is_heavier);
        let heavier = compared(now(100, 1_000_000, 14_097));
        assert_eq!(heavier.lines, ["small: 10000 in the record, 14097 now: too heavy, at most 14096"]);
        assert!(heavier.is_heavier);
    }

    #[test]
    fn a_value_without_a_partner_fails() {
        let (one, two) = (record("c", &[("a", 1)]), record("c", &[("a", 1), ("b", 2)]));
        assert_eq!(one.compare(&two).lines, ["b: not in the record, 2 now"]);
        assert_eq!(two.compare(&one).lines, ["b: 2 in the record, not measured now"]);
        assert!(one.compare(&two).is_heavier && two.compare(&one).is_heavier);
    }

    #[test]
    fn another_compiler_is_never_too_heavy() {
        let difference = record("old", &[("a", 1)]).compare(&record("new", &[("a", 1_000_000)]));
        assert!(!difference.is_heavier);
        assert_eq!(difference.lines.len(), 2);
    }

    #[test]
    fn a_compiler_is_its_version_and_its_host() {
        let text = "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\nhost: x86_64-unknown-linux-gnu\n";
        assert_eq!(of_version(text), "rustc 1.95.0 (59807616e 2026-04-14), x86_64-unknown-linux-gnu");
    }
}
