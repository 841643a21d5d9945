//! `features`: the library with each of its features alone, and with several together.
//!
//! With each set the library is compiled as a small program compiles it, and the tests of `proof/features/`
//! call the items that the set adds. Warnings are errors. The library's own tests of serialization run here
//! too, and the compiler's messages about wrong types are compared.

mod messages;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, target};

/// No feature; each alone; sets that add something which no single feature adds; the default; all.
const SETS: &[&str] = &[
    "",
    "std",
    "alloc",
    "strings",
    "encoding",
    "detect",
    "repair",
    "columns",
    "views",
    "serde",
    "alloc,strings",
    "strings,encoding",
    "std,strings",
    "std,strings,encoding",
    "std,strings,columns,views,serde",
];

/// `cargo xtask features`
pub(crate) fn features(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let mut out = io::stdout();
    let of_sets = SETS.iter().map(|set| {
        let name = if set.is_empty() { "no feature" } else { set };
        (name, vec!["placemat-features", "--no-default-features", "--features", set])
    });
    // The library's own tests of `serde`, without which its other tests are compiled.
    let of_serde = ("serialization", vec!["placemat", "--features", "serde", "--test", "serialization"]);
    for (name, package) in of_sets.chain([of_serde]) {
        let start = Instant::now();
        let mut command = cargo(&["test", "--quiet", "--profile", "features", "--package"]);
        command.args(package);
        // A separate directory, because other flags would recompile what other steps have compiled.
        command.env("CARGO_TARGET_DIR", target().join("features")).env("RUSTFLAGS", "-D warnings");
        let told = command.output()?;
        if !told.status.success() {
            out.write_all(&told.stdout)?;
            out.write_all(&told.stderr)?;
            writeln!(out, "{name}: failed")?;
            return Ok(ExitCode::FAILURE);
        }
        let count = tests_that_passed(&String::from_utf8_lossy(&told.stdout));
        writeln!(out, "{name}: {count} tests, {:.0} s", start.elapsed().as_secs_f64())?;
    }
    let missing = messages::missing(&target().join("features/messages"))?;
    for line in &missing {
        writeln!(out, "{line}")?;
    }
    Ok(if missing.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns how many tests passed, from the last lines of their output.
fn tests_that_passed(told: &str) -> u32 {
    let counts = told.lines().filter_map(|line| line.strip_prefix("test result: ok. ")?.split_once(' '));
    counts.filter_map(|(count, _)| count.parse::<u32>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::cargo::root;

    /// Returns the features of a package, as its manifest declares them.
    fn declared(package: &str) -> Vec<String> {
        let manifest = fs::read_to_string(root().join(package).join("Cargo.toml")).unwrap();
        let section = manifest.split("[features]\n").nth(1).unwrap().split("\n[").next().unwrap();
        let names = section.lines().filter_map(|line| line.split_once(" = "));
        names.map(|(name, _)| name.to_owned()).filter(|name| name != "default").collect()
    }

    #[test]
    fn every_feature_is_tested_alone() {
        let features = declared("crates/placemat");
        assert!(features.len() > 8, "{features:?}");
        let alone: Vec<&str> =
            SETS.iter().copied().filter(|set| !set.is_empty() && !set.contains(',')).collect();
        assert_eq!(alone, features);
        assert_eq!(declared("proof/features"), features);
    }

    #[test]
    fn the_default_is_tested() {
        let manifest = fs::read_to_string(root().join("crates/placemat/Cargo.toml")).unwrap();
        let default = manifest.lines().find_map(|line| line.strip_prefix("default = [")).unwrap();
        let set = default.trim_end_matches(']').replace(['"', ' '], "");
        assert!(SETS.contains(&&*set), "{set}");
    }

    #[test]
    fn tests_are_counted() {
        let told = "running 2 tests\n..\ntest result: ok. 2 passed; 0 failed\n\ntest result: ok. 3 passed; 0";
        assert_eq!(tests_that_passed(told), 5);
        assert_eq!(tests_that_passed("test result: FAILED. 1 passed"), 0);
    }
}
