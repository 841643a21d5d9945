//! The picture.

use std::fmt::Write;

use super::record::{Operation, Record};

/// The operations in the order of the chart, with a heading before each group: the name, and what is read.
/// Operations that are not listed come last, under their own names.
const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Validate",
        &[
            ("validate-utf-8", "UTF-8"),
            ("validate-utf-16le", "UTF-16"),
            ("validate-wtf-8", "WTF-8"),
            ("validate-cesu-8", "CESU-8"),
            ("validate-mutf-8", "Modified UTF-8"),
        ],
    ),
    (
        "Convert",
        &[
            ("utf-8-to-utf-16le", "UTF-8 → UTF-16LE"),
            ("utf-8-to-utf-16be", "UTF-8 → UTF-16BE"),
            ("utf-16le-to-utf-8", "UTF-16LE → UTF-8"),
            ("utf-8-to-utf-32le", "UTF-8 → UTF-32LE"),
            ("utf-32le-to-utf-8", "UTF-32LE → UTF-8"),
            ("utf-8-to-cesu-8", "UTF-8 → CESU-8"),
            ("cesu-8-to-utf-8", "CESU-8 → UTF-8"),
            ("utf-8-to-mutf-8", "UTF-8 → Modified UTF-8"),
            ("mutf-8-to-utf-8", "Modified UTF-8 → UTF-8"),
            ("wtf-8-to-wtf-16le", "WTF-8 → WTF-16LE"),
            ("utf-8-to-latin-1", "UTF-8 → Latin-1"),
            ("latin-1-to-utf-8", "Latin-1 → UTF-8"),
        ],
    ),
    (
        "Convert, replacing errors",
        &[("utf-8-lossy", "UTF-8 → UTF-8"), ("utf-8-to-utf-16le-lossy", "UTF-8 → UTF-16LE")],
    ),
    ("Count", &[("count-utf-8", "code points of UTF-8")]),
];

/// The rows of the small chart, under names that need no explanation.
const MAIN: [(&str, &[(&str, &str)]); 1] = [(
    "",
    &[
        ("validate-utf-8", "Validate UTF-8"),
        ("utf-8-to-utf-16le", "UTF-8 to UTF-16"),
        ("utf-16le-to-utf-8", "UTF-16 to UTF-8"),
        ("utf-8-lossy", "UTF-8, replacing errors"),
        ("mutf-8-to-utf-8", "Java’s UTF-8 to UTF-8"),
        ("count-utf-8", "Count characters"),
    ],
)];

/// Which rows a chart has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    All,
    Main,
}

/// The machines by the names of their records.
const MACHINES: [(&str, &str); 3] = [
    ("amd-epyc-zen4", "AMD EPYC (Zen 4, AVX-512), 2 virtual cores"),
    ("amd-epyc-zen5", "AMD EPYC (Zen 5, AVX-512), 2 virtual cores"),
    ("intel-xeon-sapphire-rapids", "Intel Xeon (Sapphire Rapids, AVX-512), 2 virtual cores"),
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Pixels.
const WIDTH: usize = 860;
const TOP: usize = 112;
const ROW: usize = 22;
const HEADING: usize = 30;
const LABELS: usize = 206;
const PLOT: (f64, f64) = (226.0, 622.0);
/// The right ends of the columns of figures.
const COLUMNS: [usize; 3] = [694, 768, 840];

/// Colours that can be distinguished without their hue too, for light and for dark pages.
pub(super) const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;fill:#1f2328}
.title{font-size:17px;font-weight:600}
.small{font-size:11.5px;fill:#59636e}
.heading{font-weight:600}
.end{text-anchor:end}.middle{text-anchor:middle}
.figure{font-variant-numeric:tabular-nums}
.ratio{font-weight:600}
.grid{stroke:#d1d9e0}.one{stroke:#59636e;stroke-width:1.25}
.faster{fill:#2f6fb5}.slower{fill:#c9752d}
.range{stroke:#1f2328;stroke-width:1.25}.halo{stroke:#fff;stroke-width:3.5}
@media(prefers-color-scheme:dark){
text{fill:#e6edf3}.small{fill:#9198a1}.grid{stroke:#30363d}.one{stroke:#9198a1}.range{stroke:#e6edf3}.halo{stroke:#0d1117}
.faster{fill:#5b9bdf}.slower{fill:#dd8f4c}}
";

/// A row or a heading.
enum Line<'a> {
    Heading(&'a str),
    Row(&'a str, &'a Operation),
}

/// Returns the groups with the data of the record.
fn lines(record: &Record, rows: Rows) -> Vec<Line<'_>> {
    let groups: &[_] = match rows {
        Rows::All => &GROUPS,
        Rows::Main => &MAIN,
    };
    let compared: Vec<_> = record.compared().collect();
    let mut lines = vec![];
    let mut named = vec![];
    for &(heading, operations) in groups {
        let mut found = vec![];
        for &(name, label) in operations {
            named.push(name);
            if let Some((_, operation)) = compared.iter().find(|(it, _)| *it == name) {
                found.push(Line::Row(label, operation));
            }
        }
        if !found.is_empty() && !heading.is_empty() {
            lines.push(Line::Heading(heading));
        }
        lines.append(&mut found);
    }
    if rows == Rows::Main {
        return lines;
    }
    let others: Vec<_> = compared.iter().filter(|(name, _)| !named.contains(name)).collect();
    if !others.is_empty() {
        lines.push(Line::Heading("Others"));
        lines.extend(others.iter().map(|(name, operation)| Line::Row(name, operation)));
    }
    lines
}

/// The powers of two from the least ratio to the greatest, and the position of a ratio in pixels.
struct Axis {
    least: i32,
    most: i32,
}

impl Axis {
    fn of(lines: &[Line<'_>]) -> Self {
        let operation = |line: &Line<'_>| match line {
            Line::Row(_, operation) => operation.ratios().collect(),
            Line::Heading(_) => vec![],
        };
        let ratios = || lines.iter().flat_map(operation).map(f64::log2);
        let least = ratios().fold(-1.0, f64::min).floor();
        let most = ratios().fold(1.0, f64::max).ceil();
        Axis { least: least as i32, most: most as i32 }
    }

    fn x(&self, ratio: f64) -> f64 {
        let (left, right) = PLOT;
        left + (right - left) * (ratio.log2() - f64::from(self.least)) / f64::from(self.most - self.least)
    }

    fn ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        // Labels need room.
        let step = if self.most - self.least > 8 { 2 } else { 1 };
        (self.least..=self.most).filter(move |power| power % step == 0).map(|power| {
            let number = 1_u64 << power.unsigned_abs();
            let label = if power < 0 { format!("1/{number}") } else { format!("{number}") };
            (self.x(f64::from(power).exp2()), format!("{label}×"))
        })
    }
}

/// Returns the whole picture.
pub(super) fn svg(record: &Record, rows: Rows) -> String {
    let lines = lines(record, rows);
    let axis = Axis::of(&lines);
    let rows: usize = lines.iter().map(Line::height).sum();
    let height = TOP + rows + 84;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n<title>{TITLE}</title>\n<style>\n{STYLE}</style>\n"
    );
    head(&mut svg, &lines);
    grid(&mut svg, &axis, TOP + rows);
    let mut y = TOP;
    for line in &lines {
        line.draw(&mut svg, &axis, y);
        y += line.height();
    }
    foot(&mut svg, record, TOP + rows);
    svg.push_str("</svg>\n");
    svg
}

const TITLE: &str = "placemat beside the best of its peers";

pub(super) fn text(svg: &mut String, class: &str, (x, y): (f64, usize), text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\">{text}</text>");
}

fn head(svg: &mut String, lines: &[Line<'_>]) {
    text(svg, "title", (20.0, 30), TITLE);
    let count = |line: &Line<'_>| match line {
        Line::Row(_, operation) => Some(operation.texts()),
        Line::Heading(_) => None,
    };
    let least = lines.iter().filter_map(count).min().unwrap_or(0);
    let most = lines.iter().filter_map(count).max().unwrap_or(0);
    let texts = if least == most { format!("{most}") } else { format!("{least} to {most}") };
    let how = format!(
        "Ratio to the fastest peer on each of {texts} texts: the bar is the geometric mean, the line goes from the \
         worst text to the best."
    );
    text(svg, "small", (20.0, 51), &how);
    for (x, lines) in COLUMNS.into_iter().zip([["placemat", "GB/s"], ["best peer", "GB/s"], ["", "ratio"]]) {
        text(svg, "small end", (x as f64, TOP - 28), lines[0]);
        text(svg, "small end", (x as f64, TOP - 13), lines[1]);
    }
}

fn grid(svg: &mut String, axis: &Axis, bottom: usize) {
    let top = TOP - 6;
    for (x, label) in axis.ticks() {
        let class = if label == "1×" { "one" } else { "grid" };
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>"
        );
        text(svg, "small middle", (x, TOP - 13), &label);
    }
    let one = axis.x(1.0);
    text(svg, "small end", (one - 6.0, TOP - 28), "← slower");
    text(svg, "small", (one + 6.0, TOP - 28), "faster →");
}

impl Line<'_> {
    fn height(&self) -> usize {
        match self {
            Line::Heading(_) => HEADING,
            Line::Row(..) => ROW,
        }
    }

    fn draw(&self, svg: &mut String, axis: &Axis, y: usize) {
        let (label, operation) = match self {
            Line::Heading(heading) => {
                text(svg, "heading", (20.0, y + HEADING - 9), heading);
                return;
            }
            Line::Row(label, operation) => (label, operation),
        };
        let baseline = y + ROW - 7;
        let middle = y + ROW / 2;
        text(svg, "end", (LABELS as f64, baseline), label);
        let [ours, peer] = operation.means();
        let ratio = ours / peer;
        let (one, mean) = (axis.x(1.0), axis.x(ratio));
        let class = if ratio < 1.0 { "slower" } else { "faster" };
        let (left, width) = (one.min(mean), (one - mean).abs());
        let top = middle - 6;
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"12\" rx=\"1.5\"/>"
        );
        let least = axis.x(operation.ratios().fold(f64::INFINITY, f64::min));
        let most = axis.x(operation.ratios().fold(0.0, f64::max));
        let (above, below) = (middle - 3, middle + 3);
        // The halo keeps the line visible on the bar.
        for class in ["halo", "range"] {
            let _ = writeln!(
                svg,
                "<path class=\"{class}\" fill=\"none\" d=\"M{least:.1} {above}V{below}M{least:.1} {middle}H{most:.1}M{most:.1} {above}V{below}\"/>"
            );
        }
        let figures = [figure(ours), figure(peer), format!("{ratio:.2}×")];
        for (k, (x, figure)) in COLUMNS.into_iter().zip(figures).enumerate() {
            let class = if k == 2 { "figure ratio end" } else { "figure end" };
            text(svg, class, (x as f64, baseline), &figure);
        }
    }
}

/// Formats a number with three digits.
fn figure(gb_per_s: f64) -> String {
    match gb_per_s {
        100.0.. => format!("{gb_per_s:.0}"),
        10.0.. => format!("{gb_per_s:.1}"),
        _ => format!("{gb_per_s:.2}"),
    }
}

fn foot(svg: &mut String, record: &Record, bottom: usize) {
    let machine = machine(&record.machine);
    let peers = record.peers.join(", ");
    let lines = [
        "GB/s: 10⁹ bytes of input a second, the geometric mean over the texts of every engine’s best kernel on each."
            .to_owned(),
        format!("Peers: {peers}."),
        format!("{machine}, {}. The record is proof/bench/record/{}.jsonl.", date(&record.date), record.name),
    ];
    for (k, line) in lines.iter().enumerate() {
        text(svg, "small", (20.0, bottom + 26 + 18 * k), line);
    }
}

/// Returns the name of a machine.
pub(super) fn machine(slug: &str) -> &str {
    MACHINES.iter().find(|(known, _)| *known == slug).map_or(slug, |(_, name)| name)
}

/// Returns a date such as `2026-11-20` in words.
pub(super) fn date(iso: &str) -> String {
    let mut parts = iso.split('-').map(|part| part.parse::<usize>().ok());
    let month = |month: usize| MONTHS.get(month.checked_sub(1)?);
    match (parts.next().flatten(), parts.next().flatten().and_then(month), parts.next().flatten()) {
        (Some(year), Some(month), Some(day)) => format!("{day} {month} {year}"),
        _ => iso.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{date, figure};

    #[test]
    fn dates_and_figures_in_words() {
        assert_eq!(date("2026-11-20"), "20 November 2026");
        assert_eq!(date("someday"), "someday");
        assert_eq!([0.5555, 7.638, 30.97, 184.95].map(figure), ["0.56", "7.64", "31.0", "185"]);
    }
}
