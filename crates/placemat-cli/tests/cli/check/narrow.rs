//! Excerpts in terminals of every width.

use crate::command::{Run, placemat, run};

const INPUTS: [(&str, &[u8]); 8] = [
    ("utf-8", b"0123456789 caf\xE9 and more text behind it, as long as a line is"),
    ("utf-8", b"\xFF0123456789 and more text behind it, as long as a line is"),
    ("utf-8", b"0123456789\xED\xA0\xBD\xED\xB2\xA90123456789 0123456789 0123456789"),
    (
        "utf-8",
        b"0123456\xE6\x97\xA5\xFF\xE6\x9C\xAC\xE8\xAA\x9E \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE6\x97\xA5",
    ),
    ("utf-8", "日本語日本語日本語日本語日本".as_bytes().split_last().unwrap().1),
    ("utf-16le", b"a\0b\0c\0d\0e\0f\0\x3D\xD8g\0h\0i\0j\0k\0l\0m\0n\0o\0p\0q\0r\0s\0t\0u\0"),
    ("utf-32be", b"\0\0\0a\0\0\0b\0\0\0c\0\0\xD8\0\0\0\0d\0\0\0e\0\0\0f\0\0\0g\0\0\0h\0\0\0i"),
    ("corrected-utf-8", b"0123456789\xFE\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80 0123"),
];

fn drawn(encoding: &str, input: &[u8], columns: &str) -> Run {
    let mut command = placemat();
    command.args(["check", "--verbose", "--color", "never", "-e", encoding, "-"]).env("COLUMNS", columns);
    run(&mut command, input)
}

/// Returns the width of a line in columns: East Asian characters take two.
fn width(line: &str) -> usize {
    line.chars().map(|one| if ('\u{3000}'..'\u{A000}').contains(&one) { 2 } else { 1 }).sum()
}

/// Returns the lines of bytes, characters and markers of each excerpt.
fn excerpts(text: &str) -> Vec<[&str; 3]> {
    let lines: Vec<&str> = text.lines().collect();
    let is_bytes = |line: &str| {
        let bytes = line.strip_prefix("    ");
        bytes.is_some_and(|line| {
            line.split(' ').all(|byte| byte.len() == 2 && u8::from_str_radix(byte, 16).is_ok())
        })
    };
    // The bytes of a long error may look like those of an excerpt.
    let is_marks = |line: &str| line.trim_start().starts_with('~');
    lines.array_windows::<3>().filter(|lines| is_bytes(lines[0]) && is_marks(lines[2])).copied().collect()
}

#[test]
fn marks_stay_below_their_bytes_at_every_width() {
    for (encoding, input) in INPUTS {
        for columns in 40..=100 {
            let found = drawn(encoding, input, &columns.to_string());
            let excerpts = excerpts(found.text());
            assert!(!excerpts.is_empty(), "{}", found.text());
            for [bytes, characters, marks] in excerpts {
                for line in [bytes, characters, marks] {
                    assert!(width(line) <= columns, "{columns}: {line:?} {}", found.text());
                }
                // The markers are below bytes, and the first is below the first byte of an error. If the
                // error does not end there, they continue.
                assert!(marks.len() <= bytes.len() + 1, "{columns}: {}", found.text());
                let first = &bytes[marks.find('~').unwrap()..][..2];
                let words = found.text().split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(words.contains(&format!(": {first}")), "{columns}: {first}: {words}");
            }
            let hints = found.text().lines().filter(|line| line.trim_start().starts_with("hint: "));
            assert!(hints.map(width).all(|width| width <= columns), "{columns}: {}", found.text());
        }
    }
}

#[test]
fn a_wider_terminal_never_shows_less() {
    for (encoding, input) in INPUTS {
        let mut before = 0;
        for columns in 1..=100 {
            let found = drawn(encoding, input, &columns.to_string());
            let shown = excerpts(found.text())[0][0].len();
            assert!(shown >= before, "{columns}: {}", found.text());
            before = shown;
        }
        let (wide, fitting) = (drawn(encoding, input, "100"), drawn(encoding, input, "76"));
        assert_eq!(excerpts(wide.text()), excerpts(fitting.text()), "{encoding}");
    }
}

#[test]
fn what_is_no_width_is_ignored() {
    let (encoding, input) = INPUTS[0];
    let expected = drawn(encoding, input, "1000");
    for columns in ["", "0", "-1", "wide", "99999999999999999999999"] {
        assert_eq!(drawn(encoding, input, columns), expected, "{columns}");
    }
    // Without excerpts, lines are for other programs, and are not wrapped.
    let mut command = placemat();
    command.args(["check", "--brief", "-"]).env("COLUMNS", "40");
    let found = run(&mut command, input);
    assert!(found.text().lines().next().unwrap().len() > 80, "{}", found.text());
}

/// Reports that are laid out in columns also have that width in a pipe, and --width comes first.
#[test]
fn every_report_in_columns_has_the_width_of_the_environment() {
    let text =
        "caf\u{C3}\u{A9} cr\u{C3}\u{A8}me, and more text after it, as long as a line may be, and longer\n";
    for (arguments, stdin) in [
        ("repair --dry-run --fix all", text.as_bytes()),
        ("explain --text \u{1F469}\u{200D}\u{1F469}", b""),
        ("explain", b"caf\xE9 \xF0\x9F\xFF"),
        ("check --verbose", b"caf\xE9 and more text after it, as long as a line may be, and longer"),
    ] {
        let report = |columns: &str, option: &str| {
            let mut command = placemat();
            command
                .args(arguments.split_whitespace())
                .args(option.split_whitespace())
                .env("COLUMNS", columns);
            run(&mut command, stdin).text().to_owned()
        };
        assert_ne!(report("45", ""), report("100", ""), "{arguments}: {}", report("45", ""));
        for columns in [45, 100] {
            let named = format!("--width {columns}");
            assert_eq!(report(&columns.to_string(), ""), report("", &named), "{arguments}");
            assert_eq!(report("60", &named), report("", &named), "{arguments}");
        }
    }
}
