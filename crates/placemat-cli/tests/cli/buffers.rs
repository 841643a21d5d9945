//! Sequences, ill-formed subsequences and lines that cross the ends of the command's buffers: the report does
//! not depend on how much comes before them.

use placemat::Encoding;
use placemat::form::Utf8;
use serde_json::Value;

use crate::command::{directory_with, placemat_in, placemat_with};

/// The sizes of the command's buffers: how much is read and written at a time, how much the lint and the
/// detector take, how much is kept for excerpts, and how much of a large file a thread reads ahead.
const ENDS: [usize; 7] = [4096, 8 << 10, 16 << 10, 64 << 10, 128 << 10, 192 << 10, 256 << 10];

/// Sequences and ill-formed subsequences of all lengths, with the encodings in which they are checked.
const SAMPLES: [(&str, &[u8]); 9] = [
    ("utf-8", "é€💩\nü".as_bytes()),
    ("utf-8", b"\xF0\x9F\x92\xC3\xFFx\xE2\x82\n\xED\xA0\xBD\xED\xB2\xA9"),
    ("cesu-8", b"\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBDx\n\xED\xB2\xA9"),
    ("wtf-8", b"\xED\xA0\xBD\xED\xA0\xBD\xED\xB2\xA9\n\xED\xB2\xA9y"),
    ("mutf-8", b"\xC0\x80\xED\xA0\xBD\xED\xB2\xA9\0\nz"),
    ("utf-1", b"\xA0\xE9\xFC\x21\x21\x21\x21\xFF\nq"),
    ("corrected-utf-8", b"\xFE\x80\x80\x80\x80\x80\x80\xFD\xBF\xBF\n\xFF\xFFz"),
    ("utf-8-rfc2279", b"\xFC\x84\x80\x80\x80\x80\xFC\x84\x80\nv"),
    ("utf-8b", b"\xF0\x9F\x92\xF0\x9F\x92\xA9\x80\nw"),
];

/// Returns text of that many bytes that ends in a line end.
fn padding(len: usize) -> Vec<u8> {
    let mut text = b"a".repeat(len);
    if let Some(last) = text.last_mut() {
        *last = b'\n';
    }
    text
}

/// Returns text of that many bytes in an encoding that ends in a line end, and its number of characters,
/// which is as small as '€' makes it.
fn wide_padding(encoding: &str, len: usize) -> (Vec<u8>, usize) {
    let encoding = Encoding::from_name(encoding).unwrap();
    let euro = placemat::convert(Utf8, encoding, "€".as_bytes()).unwrap();
    let (wide, narrow) = (len / euro.len(), len % euro.len());
    let (wide, narrow) = if narrow == 0 { (wide - 1, euro.len()) } else { (wide, narrow) };
    ([euro.repeat(wide), padding(narrow)].concat(), wide + narrow)
}

/// Changes offsets and sizes to those without the padding.
fn moved(value: &mut Value, by: u64) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match (name.as_str(), field.as_u64()) {
                    ("offset" | "size" | "read" | "first" | "last", Some(number)) => {
                        *field = Value::from(number.wrapping_sub(by));
                    }
                    _ => moved(field, by),
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| moved(one, by)),
        _ => {}
    }
}

/// Returns the lines of JSON, with changed offsets; the output may contain other lines.
fn lines(text: &str, by: usize) -> Vec<Value> {
    let lines = text.lines().filter(|line| line.starts_with('{'));
    lines
        .map(|line| {
            let mut value = serde_json::from_str(line).unwrap();
            moved(&mut value, by as u64);
            value
        })
        .collect()
}

/// Returns paddings with which the sample crosses an end in every way, and some more.
fn paddings(end: usize, len: usize) -> impl Iterator<Item = usize> {
    (0..=len).map(move |k| end - k)
}

#[test]
fn check_says_the_same_wherever_buffers_end() {
    for (encoding, sample) in SAMPLES {
        let command = format!("check --json -e {encoding}");
        let base = placemat_with(&command, &[padding(1), sample.to_vec()].concat());
        let expected = lines(base.text(), 1);
        let ends = ENDS.into_iter().filter(|&end| end >= 16 << 10);
        let paddings = ends.flat_map(|end| paddings(end, sample.len()));
        for (k, before) in paddings.enumerate().step_by(placemat_random::stride(3)) {
            let input = [padding(before), sample.to_vec()].concat();
            let found = match k % 2 {
                0 => placemat_with(&command, &input),
                _ => {
                    let directory = directory_with(&[("f", &input)]);
                    placemat_in(directory.path(), &format!("{command} f"), b"")
                }
            };
            let mut came = lines(found.text(), before);
            came.iter_mut().for_each(|line| line["path"] = Value::Null);
            let mut expected = expected.clone();
            expected.iter_mut().for_each(|line| line["path"] = Value::Null);
            // A hint depends on the bytes around an error, and what the file looks like on all of it.
            for line in came.iter_mut().chain(&mut expected) {
                line.as_object_mut().unwrap().remove("looks_like");
                let errors = line["errors"].as_array_mut().unwrap();
                errors.iter_mut().for_each(|error| drop(error.as_object_mut().unwrap().remove("hint")));
            }
            assert_eq!((came, found.status), (expected, base.status), "{encoding}, after {before}");
        }
    }
}

#[test]
fn convert_writes_and_says_the_same_wherever_buffers_end() {
    for (encoding, sample) in SAMPLES {
        for policy in ["replace", "replace-run", "replace-byte", "skip"] {
            let command = format!(
                "convert --json --quiet -f {encoding} -t cesu-8-lenient --on-error {policy} --on-unencodable escape-rust"
            );
            let base = placemat_with(&command, &[padding(1), sample.to_vec()].concat());
            let expected = lines(&base.stderr, 1);
            let ends = [64 << 10, 128 << 10, 256 << 10];
            for before in ends.into_iter().flat_map(|end| paddings(end, sample.len())).step_by(3) {
                let found = placemat_with(&command, &[padding(before), sample.to_vec()].concat());
                assert_eq!(found.stdout[before..], base.stdout[1..], "{command}, after {before}");
                let (mut came, mut expected) = (lines(&found.stderr, before), expected.clone());
                for line in came.iter_mut().chain(&mut expected) {
                    line["written"] = Value::Null;
                }
                assert_eq!((came, found.status), (expected, base.status), "{command}, after {before}");
            }
        }
    }
}

/// A large file is read ahead, in other pieces than a pipe.
#[test]
fn large_files_are_read_as_pipes_are() {
    for (encoding, sample) in SAMPLES {
        let mut input = padding(4 << 20);
        for end in (1..21).map(|k| k * (192 << 10)) {
            let at = end - (end / (192 << 10)) % sample.len();
            input[at..at + sample.len()].copy_from_slice(sample);
        }
        let directory = directory_with(&[("large", &input)]);
        for command in [
            format!(
                "convert --quiet -f {encoding} -t cesu-8-lenient --on-error replace --on-unencodable replace"
            ),
            format!("check -e {encoding} --brief"),
        ] {
            let piped = placemat_with(&command, &input);
            let file = placemat_in(directory.path(), &format!("{command} large"), b"");
            let text = String::from_utf8_lossy(&piped.stdout).replace("standard input", "large");
            assert!(text == String::from_utf8_lossy(&file.stdout), "{command}");
            assert_eq!(piped.status, file.status, "{command}");
        }
    }
}

#[test]
fn explain_says_the_same_wherever_buffers_end() {
    for (encoding, sample) in SAMPLES {
        let command = format!("explain --json -e {encoding}");
        let base = placemat_with(&command, &[padding(1), sample.to_vec()].concat());
        let expected = &lines(base.text(), 1)[1..];
        for (end, step) in [(64 << 10, 2), (128 << 10, 7)] {
            for before in paddings(end, sample.len()).step_by(step * placemat_random::stride(9)) {
                let (padding, count) = wide_padding(encoding, before);
                let found = placemat_with(&command, &[padding, sample.to_vec()].concat());
                let rows: Vec<&str> = found.text().lines().skip(count).collect();
                assert_eq!(lines(&rows.join("\n"), before), expected, "{encoding}, after {before}");
            }
        }
    }
}

#[test]
fn a_reserved_sequence_is_one_part_however_long() {
    for (len, before, after) in [
        (70_000, 0, &b"A"[..]),
        (65_535, 0, b"A"),
        (200_000, 3, b""),
        (65_536 - 4, 4, b"\xFE\x80\xFFA"),
        (40_000, 40_000, b"A"),
    ] {
        let part = [&b"\xFE"[..], &vec![0x80; len]].concat();
        let input = [&vec![b'a'; before][..], &part, after].concat();
        let found = placemat_with("explain -e corrected-utf-8 --json", &input);
        let rows = lines(found.text(), 0);
        let row = &rows[before];
        assert_eq!((&row["offset"], &row["length"]), (&Value::from(before), &Value::from(len + 1)));
        assert_eq!(row["hex"].as_str().unwrap(), format!("FE{}", "80".repeat(1023)));
        assert_eq!(row["policies"]["replace"], Value::from(vec![0xFFFD]));
        let errors = 1 + after.iter().filter(|&&byte| byte >= 0xFE).count();
        assert_eq!(rows.iter().filter(|row| row["role"] == "ill-formed").count(), errors);
        assert_eq!(rows.len(), before + errors + usize::from(after.ends_with(b"A")));

        let found = placemat_with("explain -e corrected-utf-8 --width 80", &input);
        let noun = if errors == 1 { "sequence" } else { "sequences" };
        assert!(
            found.text().ends_with(&format!("\n{errors} invalid {noun} in corrected-utf-8\n")),
            "{}",
            found.text().len()
        );
        assert!(found.text().contains(&format!("invalid, {} bytes: is reserved for future use", len + 1)));
        // `check` and `convert` find the same subsequence.
        let found = placemat_with("check -e corrected-utf-8 --json", &input);
        let line = &lines(found.text(), 0)[0];
        assert_eq!(line["errors"][0]["length"], Value::from(len + 1));
        assert_eq!(
            (&line["error_count"], &line["reserved_count"]),
            (&Value::from(errors), &Value::from(errors))
        );
        let found = placemat_with("convert --quiet -f corrected-utf-8 -t utf-8 --on-error replace", &input);
        assert_eq!(found.stdout.len(), before + 3 * errors + usize::from(after.ends_with(b"A")));
    }
}

/// A decision about a whole input does not depend on where buffers end.
#[test]
fn detection_and_repair_say_the_same_wherever_buffers_end() {
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9 \xED\xA0\xBD\xED\xB2\xA9\n";
    for end in ENDS {
        for before in paddings(end, pair.len()) {
            let input = [padding(before), pair.to_vec()].concat();
            let found = placemat_with("detect --json", &input);
            assert_eq!(lines(found.text(), 0)[0]["encoding"], "cesu-8", "after {before}: {}", found.text());
            let found = placemat_with("repair -o -", &input);
            let repaired = [padding(before), "💩 💩\n".as_bytes().to_vec()].concat();
            assert!(found.stdout == repaired, "after {before}: {}", found.stderr);
        }
    }
}
