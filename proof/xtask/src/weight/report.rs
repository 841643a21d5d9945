//! The table.

use std::fmt::Write;

use super::program::UNIT;
use super::spent::Spent;
use super::{BUILDS, Measured, Weighed};

const HEAD: &str = "\
| program | `cargo check` | debug | release + LTO | size + LTO | default release | + LTO | + size | + default | peak |
|---|---|---|---|---|---|---|---|---|---|
";

const LEGEND: &str = "
Times are CPU seconds (user and system) of cargo and all its processes, for a build from nothing that does not download.
In parentheses stands the ratio to the program that validates UTF-8 by encoding_rs, built in the same run. *debug* and
*default release* are Cargo's own profiles. *release + LTO* is `opt-level = 3`, *size + LTO* is `opt-level = \"s\"`, both with
`lto = \"fat\"` and `codegen-units = 1`. Sizes are those of the stripped program less the stripped hello-world, built in the
same way. *Peak* is the resident memory of the one process that had most, in any of the builds.
";

/// Returns the measurements as Markdown.
pub(crate) fn report(measured: &Measured) -> String {
    let unit = measured.programs.iter().find(|w| (w.program.library, w.program.task) == UNIT);
    let mut text = HEAD.to_owned();
    for weighed in &measured.programs {
        let _ = write!(text, "| {} |", weighed.program.name());
        for i in 0..BUILDS.len() {
            let _ = write!(text, " {} |", seconds(weighed.builds[i], unit.and_then(|unit| unit.builds[i])));
        }
        for i in (0..BUILDS.len()).filter(|&i| BUILDS[i].is_sized) {
            let _ = write!(text, " {} |", size(measured, weighed, i));
        }
        let peak = weighed.builds.iter().flatten().map(|spent| spent.peak).max();
        let _ = writeln!(
            text,
            " {} |",
            peak.map_or("—".to_owned(), |peak| format!("{} MB", thousands(peak / 1000)))
        );
    }
    if let Some(library) = &measured.library {
        let (instances, text_size) = (library.trampolines, thousands(library.text / 1000));
        let _ = write!(
            text,
            "\nThe debug library has {instances} instances of `with_features` and {text_size} MB of code.\n"
        );
    }
    text + LEGEND
}

/// Returns CPU seconds and their ratio to the unit's.
fn seconds(spent: Option<Spent>, unit: Option<Spent>) -> String {
    let Some(spent) = spent else { return "—".to_owned() };
    let own = spent.cpu.as_secs_f64();
    match unit.map(|unit| unit.cpu.as_secs_f64()) {
        Some(unit) if unit > 0.0 => format!("{own:.1} ({:.2} ×)", own / unit),
        _ => format!("{own:.1}"),
    }
}

fn size(measured: &Measured, weighed: &Weighed, build: usize) -> String {
    match measured.growth(weighed, build) {
        Some(growth) => format!("{} kB", thousands(growth)),
        None => "—".to_owned(),
    }
}

/// Returns a number in thousands, with one decimal below a hundred thousand.
pub(crate) fn thousands(number: u64) -> String {
    let tenths = (number + 50) / 100;
    if tenths < 1000 {
        format!("{}.{}", tenths / 10, tenths % 10)
    } else {
        ((number + 500) / 1000).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weight::library::Library;
    use crate::weight::program::{HELLO, PROGRAMS};
    use std::time::Duration;

    #[test]
    fn numbers_are_rounded() {
        assert_eq!(thousands(0), "0.0");
        assert_eq!(thousands(8_449), "8.4");
        assert_eq!(thousands(99_949), "99.9");
        assert_eq!(thousands(99_950), "100");
        assert_eq!(thousands(3_999_500), "4000");
    }

    #[test]
    fn a_row_has_seconds_ratios_sizes_and_the_peak() {
        let of = |program, seconds, size| Weighed {
            program,
            builds: (0..BUILDS.len() as u64)
                .map(|i| {
                    Some(Spent {
                        cpu: Duration::from_secs(seconds),
                        peak: seconds * 1_000_000 + i,
                        ..Spent::default()
                    })
                })
                .collect(),
            sizes: BUILDS.iter().map(|build| build.is_sized.then_some(size)).collect(),
        };
        let find = |library, task| PROGRAMS.iter().find(|p| (p.library, p.task) == (library, task)).unwrap();
        let programs = vec![
            of(find("", HELLO), 1, 300_000),
            of(find(UNIT.0, UNIT.1), 4, 303_000),
            of(find("placemat", "validate UTF-8"), 80, 485_000),
        ];
        let library = Some(Library { trampolines: 774, text: 40_700_000 });
        let text = report(&Measured { programs, library });
        let row = "| placemat: validate UTF-8 | 80.0 (20.00 ×) | 80.0 (20.00 ×) | 80.0 (20.00 ×) | 80.0 (20.00 ×) | \
            80.0 (20.00 ×) | 185 kB | 185 kB | 185 kB | 80.0 MB |";
        assert!(text.lines().any(|line| line == row), "{text}");
        assert!(text.contains("774 instances of `with_features` and 40.7 MB"), "{text}");
        let columns = |line: &str| line.matches('|').count();
        assert!(
            text.lines()
                .filter(|line| line.starts_with('|'))
                .all(|line| columns(line) == columns(HEAD.lines().next().unwrap()))
        );
    }
}
