//! The times of calls on short strings, as `cargo xtask bench calls short` prints them, as a picture: a panel for
//! each operation and kind of text, and in it a line for each engine.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::draw::{STYLE, date, machine, text};

/// The operations and kinds of text that have panels, with their names for people.
const OPERATIONS: [(&str, &str); 2] = [("validate", "Validate UTF-8"), ("to-utf-16", "UTF-8 to UTF-16")];
const KINDS: [(&str, &str); 4] =
    [("ascii", "ASCII"), ("accents", "Latin, accents"), ("russian", "Russian"), ("chinese", "Chinese")];

/// The engines, with the class of their lines.
const ENGINES: [(&str, &str); 6] = [
    ("placemat", "placemat"),
    ("std", "std"),
    ("smoothutf8", "smooth"),
    ("simdutf8", "simd8"),
    ("simdutf", "simdutf"),
    ("encoding_rs", "rs"),
];

/// The greatest length in bytes, and the least and the greatest time in nanoseconds.
const LONGEST: u32 = 128;
const TIMES: (f64, f64) = (1.0, 128.0);

/// Pixels.
const WIDTH: usize = 860;
const HEIGHT: usize = 580;
const LEFT: f64 = 52.0;
const TOP: f64 = 126.0;
const PANEL: (f64, f64) = (184.0, 170.0);
const GAP: (f64, f64) = (18.0, 46.0);

const LINES: &str = "\
.line{fill:none;stroke-width:1.4}.placemat{stroke:#2f6fb5;stroke-width:3}.std{stroke:#59636e}
.smooth{stroke:#1a7f4b;stroke-dasharray:5 2}.simd8{stroke:#b8610f;stroke-dasharray:2 2}
.simdutf{stroke:#8250df;stroke-dasharray:7 2 2 2}.rs{stroke:#b3264e;stroke-dasharray:9 3}
@media(prefers-color-scheme:dark){.placemat{stroke:#5b9bdf}.std{stroke:#9198a1}.smooth{stroke:#57c08a}
.simd8{stroke:#e59a57}.simdutf{stroke:#b98cf2}.rs{stroke:#ee7c9b}}
";

/// A table of the times of an operation.
#[derive(Debug, Default)]
struct Table {
    engines: Vec<String>,
    /// The nanoseconds of each engine, by the kind of text and the length.
    times: BTreeMap<(String, u32), Vec<f64>>,
}

/// Parses what the measurement prints. Lengths at random are left out.
fn parse(record: &str) -> Result<BTreeMap<String, Table>, String> {
    const UNIT: &str = ", ns for a call";
    let (mut tables, mut name) = (BTreeMap::<String, Table>::new(), String::new());
    for (number, line) in record.lines().enumerate() {
        let wrong = || format!("line {} is none of a table: {line}", number + 1);
        if let Some(operation) = line.strip_suffix(UNIT) {
            name = operation.to_owned();
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            _ if name.is_empty() || words.is_empty() || line.ends_with(" rows lose") => {}
            ["text", "length", ref engines @ ..] => {
                let engines = engines.iter().take_while(|engine| **engine != "ratio");
                tables.entry(name.clone()).or_default().engines =
                    engines.map(|it| (*it).to_owned()).collect();
            }
            [_, "mixed", ..] => {}
            [kind, length, ref times @ ..] => {
                let table = tables.get_mut(&name).ok_or_else(wrong)?;
                let times = times.iter().take(table.engines.len()).map(|time| time.parse::<f64>());
                let times: Vec<f64> = times.collect::<Result<_, _>>().map_err(|_| wrong())?;
                if times.len() < table.engines.len() {
                    return Err(wrong());
                }
                table.times.insert((kind.to_owned(), length.parse().map_err(|_| wrong())?), times);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(tables)
}

/// The position of a panel, and of what is in it.
struct Panel {
    left: f64,
    top: f64,
}

impl Panel {
    fn of(row: usize, column: usize) -> Self {
        let (width, height) = PANEL;
        Panel { left: LEFT + column as f64 * (width + GAP.0), top: TOP + row as f64 * (height + GAP.1) }
    }

    fn x(&self, length: u32) -> f64 {
        self.left + PANEL.0 * f64::from(length) / f64::from(LONGEST)
    }

    fn y(&self, nanoseconds: f64) -> f64 {
        let (least, most) = TIMES;
        let part =
            (nanoseconds.clamp(least / 2.0, most) / (least / 2.0)).log2() / (2.0 * most / least).log2();
        self.top + PANEL.1 * (1.0 - part)
    }

    fn grid(&self, svg: &mut String, is_first: bool, is_last: bool) {
        let (right, bottom) = (self.left + PANEL.0, self.top + PANEL.1);
        let mut nanoseconds = TIMES.0;
        while nanoseconds <= TIMES.1 {
            let y = self.y(nanoseconds);
            let left = self.left;
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{left:.1} {y:.1}H{right:.1}\"/>");
            if is_first {
                text(svg, "small end", (left - 7.0, (y + 4.0) as usize), &format!("{nanoseconds}"));
            }
            nanoseconds *= 2.0;
        }
        for length in (0..=LONGEST).step_by(32) {
            let (x, top) = (self.x(length), self.top);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>");
            // The panels are too near to each other for both ends.
            if is_last && length > 0 {
                text(svg, "small middle", (x, (bottom + 17.0) as usize), &length.to_string());
            }
        }
    }

    /// Draws the line of each engine, that of placemat last.
    fn lines(&self, svg: &mut String, table: &Table, kind: &str) {
        for (engine, class) in ENGINES.iter().rev() {
            let Some(at) = table.engines.iter().position(|it| it == engine) else { continue };
            let points = table.times.iter().filter(|((of, length), _)| of == kind && *length <= LONGEST);
            let mut path = String::new();
            for ((_, length), times) in points {
                let command = if path.is_empty() { 'M' } else { 'L' };
                let _ = write!(path, "{command}{:.1} {:.1}", self.x(*length), self.y(times[at]));
            }
            let _ = writeln!(svg, "<path class=\"line {class}\" d=\"{path}\"/>");
        }
    }
}

const TITLE: &str = "Nanoseconds for a call on a short text";

/// Returns the picture of a record with a name like `2026-11-20-amd-epyc-zen5-short`.
pub(super) fn svg(name: &str, record: &str) -> Result<String, String> {
    let tables = parse(record)?;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n<title>{TITLE}</title>\n<style>\n{STYLE}{LINES}</style>\n"
    );
    text(&mut svg, "title", (20.0, 30), TITLE);
    let how = "By the length of the text in bytes: the shortest of several rounds of calls on different texts. Lower is \
               better; the scale is logarithmic.";
    text(&mut svg, "small", (20.0, 51), how);
    let is_there = |engine: &str| {
        OPERATIONS
            .iter()
            .any(|(name, _)| tables.get(*name).is_some_and(|it| it.engines.iter().any(|it| it == engine)))
    };
    let mut x = LEFT;
    for (engine, class) in ENGINES.iter().filter(|(engine, _)| is_there(engine)) {
        let _ = writeln!(svg, "<path class=\"line {class}\" d=\"M{x:.1} 75H{:.1}\"/>", x + 34.0);
        text(&mut svg, "", (x + 42.0, 79), engine);
        x += 132.0;
    }
    for (row, (operation, label)) in OPERATIONS.iter().enumerate() {
        let table = tables.get(*operation).ok_or_else(|| format!("there is no table of {operation}"))?;
        for (column, (kind, script)) in KINDS.iter().enumerate() {
            let panel = Panel::of(row, column);
            panel.grid(&mut svg, column == 0, row + 1 == OPERATIONS.len());
            panel.lines(&mut svg, table, kind);
            let heading = if column == 0 { format!("{label}: {script}") } else { (*script).to_owned() };
            text(&mut svg, "heading", (panel.left, (panel.top - 9.0) as usize), &heading);
        }
    }
    let (day, slug) = name.split_at_checked(10).unwrap_or((name, ""));
    let slug = slug.trim_start_matches('-').trim_end_matches("-short");
    let foot = format!("{}, {}. The record is proof/bench/record/{name}.txt.", machine(slug), date(day));
    text(&mut svg, "small", (20.0, HEIGHT - 18), &foot);
    svg.push_str("</svg>\n");
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::{parse, svg};

    const RECORD: &str = "\
rustc 1.95.0

validate, ns for a call
text     length    placemat         std  ratio to the best peer
ascii         0        0.57        2.46  1.94
ascii        64        7.35        9.93  0.75 loses
ascii     mixed        3.82       15.35  1.13
1 of 3 rows lose

to-utf-16, ns for a call
text     length    placemat         std encoding_rs  ratio to the best peer
russian      16        7.00       12.00       9.00  1.29
0 of 1 rows lose
";

    #[test]
    fn tables_are_read() {
        let tables = parse(RECORD).unwrap();
        assert_eq!(tables["validate"].engines, ["placemat", "std"]);
        assert_eq!(tables["validate"].times[&("ascii".to_owned(), 64)], [7.35, 9.93]);
        assert_eq!(tables["validate"].times.len(), 2);
        assert_eq!(tables["to-utf-16"].times[&("russian".to_owned(), 16)], [7.0, 12.0, 9.0]);
        for wrong in ["validate, ns for a call\nascii 0 1.0", "o, ns for a call\ntext length a\nascii 0 fast"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_engine_that_was_measured_has_a_line() {
        let svg = svg("2026-11-30-amd-epyc-zen5-short", RECORD).unwrap();
        assert!(svg.contains(">encoding_rs</text>") && !svg.contains(">simdutf</text>"));
        assert!(svg.contains("AMD EPYC (Zen 5, AVX-512), 2 virtual cores, 30 November 2026."));
    }
}
