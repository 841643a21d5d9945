//! `placemat columns`, on files that the Parquet library wrote.

mod malformed;
#[path = "../cli/schema.rs"]
mod schema;
mod table;
mod written;

use std::path::Path;
use std::process::Command;

use placemat::{Encoding, columns::Column};
use tempfile::TempDir;

use table::{PLAIN, Value, write};

/// How a run ended.
struct Run {
    stdout: String,
    stderr: String,
    status: i32,
}

/// Runs `placemat columns` in a directory, with arguments that are separated by spaces.
fn columns(directory: &Path, arguments: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_placemat"));
    command.current_dir(directory).arg("columns").args(arguments.split_whitespace());
    let output = command.output().expect("the command runs");
    schema::assert_described(&output.stdout);
    Run {
        stdout: String::from_utf8(output.stdout).expect("a report is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("diagnostics are UTF-8"),
        status: output.status.code().unwrap_or_else(|| panic!("no signal: {arguments}")),
    }
}

impl Run {
    /// Asserts that the run succeeded with this report.
    #[track_caller]
    fn is(&self, stdout: &str, status: i32) {
        assert_eq!((self.stdout.as_str(), self.stderr.as_str(), self.status), (stdout, "", status));
    }

    /// Asserts that the run ended with a message that contains this text.
    #[track_caller]
    fn says(&self, message: &str, status: i32) {
        assert!(self.stderr.contains(message), "{}", self.stderr);
        assert_eq!((self.stdout.as_str(), self.status), ("", status));
    }

    fn json(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }
}

const GROUPS: [&[Value<'_>]; 3] = [
    &[Some(b"plain"), None, Some(b"a\xC0\x80b\xFF"), Some(b"")],
    &[],
    &[
        Some("né€💩".as_bytes()),
        Some(b"\xED\xA0\xBD\xED\xB2\xA9"),
        Some(b"caf\xE9"),
        Some("MÃ¼ller".as_bytes()),
    ],
];

/// Creates a directory with the file `t.parquet`.
fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    write(&directory.path().join("t.parquet"), PLAIN, &GROUPS);
    directory
}

#[test]
fn every_error_has_its_row() {
    let directory = directory();
    columns(directory.path(), "check --column name t.parquet").is(
        "t.parquet: name: row 2, offset 1, length 1: C0 80 is a disguised U+0000 (overlong encoding)\n\
         t.parquet: name: row 2, offset 2, length 1: 80 is a continuation byte without a start byte\n\
         t.parquet: name: row 2, offset 4, length 1: FF is never valid in UTF-8\n\
         t.parquet: name: row 5, offset 0, length 1: ED starts the surrogate U+D83D, which UTF-8 does not allow\n\
         t.parquet: name: row 5, offset 1, length 1: A0 is a continuation byte without a start byte\n\
         t.parquet: name: row 5, offset 2, length 1: BD is a continuation byte without a start byte\n\
         t.parquet: name: row 5, offset 3, length 1: ED starts the surrogate U+DCA9, which UTF-8 does not allow\n\
         t.parquet: name: row 5, offset 4, length 1: B2 is a continuation byte without a start byte\n\
         t.parquet: name: row 5, offset 5, length 1: A9 is a continuation byte without a start byte\n\
         t.parquet: name: row 6, offset 3, length 1: E9 starts a 3-byte character, but the input ends\n\
         1 file, 8 rows checked as utf-8: 3 invalid, 10 errors; 1 null\n  \
           1 overlong\n  2 surrogate\n  1 truncated\n  5 stray-trail\n  1 invalid-unit\n",
        1,
    );
    columns(directory.path(), "check -c name -e windows-1252 t.parquet")
        .is("1 file, 8 rows checked as windows-1252: all valid; 1 null\n", 0);
    columns(directory.path(), "check -c name --max-errors 1 t.parquet t.parquet").is(
        "t.parquet: name: row 2, offset 1, length 1: C0 80 is a disguised U+0000 (overlong encoding)\n\
         t.parquet: name: 9 more errors not listed\n\
         t.parquet: name: row 2, offset 1, length 1: C0 80 is a disguised U+0000 (overlong encoding)\n\
         t.parquet: name: 9 more errors not listed\n\
         2 files, 16 rows checked as utf-8: 6 invalid, 20 errors; 2 nulls\n   \
         2 overlong\n   4 surrogate\n   2 truncated\n  10 stray-trail\n   2 invalid-unit\n",
        1,
    );
}

#[test]
fn reports_for_machines_have_the_same() {
    let directory = directory();
    let run = columns(directory.path(), "check -c name --json --max-errors 2 t.parquet");
    let [line] = &run.json()[..] else { panic!("one line: {}", run.stdout) };
    assert_eq!(
        *line,
        serde_json::json!({
            "version": 1, "path": {"text": "t.parquet"}, "column": "name", "encoding": "utf-8", "well_formed": false,
            "rows": 8, "nulls": 1, "ill_formed": 3,
            "kinds": {"overlong": 1, "surrogate": 2, "truncated": 1, "stray-trail": 5, "invalid-unit": 1},
            "errors": [
                {"row": 2, "offset": 1, "length": 1, "kind": "overlong", "hex": "C0"},
                {"row": 2, "offset": 2, "length": 1, "kind": "stray-trail", "hex": "80"},
            ],
            "error_count": 10,
        })
    );
    let lines = columns(directory.path(), "check -c name --json --max-errors 0 t.parquet").json();
    assert_eq!(lines.len(), 11);
    assert_eq!((&lines[9]["row"], &lines[9]["kind"]), (&6.into(), &"truncated".into()));
    assert_eq!((lines[10]["errors"].as_array().unwrap().len(), &lines[10]["error_count"]), (0, &10.into()));
    // A file that cannot be read does not prevent the others from being checked.
    let run = columns(directory.path(), "check -c name --json gone.parquet t.parquet");
    let lines = run.json();
    assert_eq!((run.status, lines.len(), &lines[0]["failed"]["kind"]), (2, 2, &"io".into()));
    assert_eq!(lines[1]["error_count"], 10);
}

#[test]
fn columns_inside_others_are_found() {
    let directory = directory();
    let street = columns(directory.path(), "check -c address.street --json t.parquet").json();
    assert_eq!(
        (&street[0]["rows"], &street[0]["nulls"], &street[0]["error_count"]),
        (&8.into(), &1.into(), &10.into())
    );
    // The elements of a list, each in its row.
    let run = columns(directory.path(), "check -c tags t.parquet");
    let rows: Vec<_> = run.stdout.lines().filter_map(|line| line.split(": ").nth(2)).collect();
    let told: Vec<_> =
        rows.iter().filter_map(|row| row.split_once(", offset")).map(|(spot, _)| spot).collect();
    assert_eq!(told[..3], ["row 0, element 4"; 3]);
    assert_eq!(told[3..9], ["row 4, element 2"; 6]);
    assert_eq!(told[9..], ["row 4, element 4"]);
    let list = columns(directory.path(), "check -c tags.list.element --json t.parquet").json();
    assert_eq!(
        (&list[0]["column"], &list[0]["errors"][0]["element"]),
        (&"tags.list.element".into(), &4.into())
    );
    assert_eq!((&list[0]["rows"], &list[0]["ill_formed"]), (&8.into(), &3.into()));
}

#[test]
fn a_profile_counts() {
    let directory = directory();
    columns(directory.path(), "profile -c name t.parquet").is(
        "t.parquet: name\n   8 rows\n   1 null\n   1 empty\n   4 valid in utf-8\n   3 invalid\n   \
         1   as nothing known\n   1   as cesu-8\n   1   as windows-1252\n  10 invalid sequences\n   \
         5   stray-trail\n   2   surrogate\n   1   overlong\n   1   truncated\n   1   invalid-unit\n  \
         39 bytes\n  10 bytes of the longest value\n  the first at row 2, offset 1, length 1: C0 80 is a disguised U+0000 \
         (overlong encoding)\n",
        1,
    );
    let line = &columns(directory.path(), "profile -c name --json t.parquet").json()[0];
    assert_eq!(
        (&line["well_formed"], &line["ill_formed"], &line["nulls"]),
        (&4.into(), &3.into(), &1.into())
    );
    assert_eq!((&line["encodings"]["cesu-8"], &line["kinds"]["stray-trail"]), (&1.into(), &5.into()));
    assert_eq!(line["first"], serde_json::json!({"row": 2, "offset": 1, "length": 1, "kind": "overlong"}));
    columns(directory.path(), "profile -c id.x t.parquet").says("no column 'id.x'", 2);
}

#[test]
fn what_is_wrong_with_the_arguments_is_told_before_anything_is_read() {
    let directory = directory();
    let run = |arguments: &str| columns(directory.path(), arguments);
    run("check -c name -e cesu-9 gone.parquet").says("unknown encoding 'cesu-9'; the nearest is cesu-8", 2);
    run("profile -c name -e cesu-9 gone.parquet").says("unknown encoding 'cesu-9'", 2);
    run("convert -c name -f cesu-9 gone.parquet -o o").says("unknown encoding 'cesu-9'", 2);
    run("convert -c name --on-error loudly gone.parquet -o o").says("invalid value 'loudly'", 2);
    run("convert -c name -f cesu-8 --on-error latin1 gone.parquet -o o").says("latin1", 2);
    run("convert -c name gone.parquet").says("-o FILE names the output", 2);
    run("repair -c name --fix all,nothing gone.parquet").says("invalid value 'nothing'", 2);
    run("repair -c name --overwrite gone.parquet").says("--output", 2);
    run("check -c name").says("<FILE>", 2);
    run("check t.parquet").says("--column", 2);
}

#[test]
fn a_column_that_is_not_meant_is_named() {
    let directory = directory();
    let run = |name: &str| columns(directory.path(), &format!("check -c {name} t.parquet"));
    run("nmae").says("t.parquet: no column 'nmae'; the nearest are name, address.number", 2);
    run("Street").says("no column 'Street'; the nearest", 2);
    run("Street").says("address.street", 2);
    run("zzzz")
        .says("no column 'zzzz'; there are id, name, address.street, address.number, tags.list.element", 2);
    run("address").says("'address' is several columns: address.street, address.number", 2);
    run("id").says("column id: is of type INT64, and text is BYTE_ARRAY", 2);
    run("price").says("column price: is Decimal", 2);
    run("a\u{1B}[1m").says("no column 'a\\u{1B}[1m'", 2);
}

#[test]
fn what_is_no_parquet_is_told() {
    let directory = directory();
    let path = directory.path();
    for (name, content) in [("empty", &b""[..]), ("text", b"a text that is no table"), ("magic", b"PAR1PAR1")]
    {
        std::fs::write(path.join(name), content).unwrap();
        for command in ["check", "profile", "repair", "convert -o out"] {
            columns(path, &format!("{command} -c name {name}"))
                .says(&format!("{name}: malformed Parquet: "), 2);
        }
    }
    std::fs::write(path.join("arrow"), b"ARROW1\0\0and more").unwrap();
    columns(path, "check -c name arrow").says("arrow: is an Arrow file; placemat columns reads Parquet", 2);
    columns(path, "check -c name .").says(".: is not a regular file", 2);
    columns(path, "check -c name -").says("not from a stream", 2);
    columns(path, "check -c name gone").says("gone: ", 2);
    assert!(!path.join("out").exists());
}

/// Batches end within rows, and row numbers are those of the file.
#[test]
fn many_rows_are_read_in_batches() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("t.parquet");
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let long = vec![b'x'; 300_000];
    let values: Vec<Option<Vec<u8>>> = (0..60_000)
        .map(|row| match next(100) {
            0 => None,
            1 => Some([b"ill \xFF formed \xC3", &[b'a' + (row % 26) as u8][..]].concat()),
            2 if row % 40 == 0 => Some([&long[..], b"\xC0"].concat()),
            _ => Some(format!("plain {row} ü").into_bytes()),
        })
        .collect();
    let names: Vec<Value<'_>> = values.iter().map(Option::as_deref).collect();
    let (bytes, mut offsets) = (values.iter().flatten().flatten().copied().collect::<Vec<u8>>(), vec![0_i64]);
    for value in values.iter().flatten() {
        offsets.push(offsets.last().unwrap() + value.len() as i64);
    }
    let column = Column::new(&bytes, &offsets, None).unwrap();
    let rows: Vec<_> = (0..values.len()).filter(|&row| values[row].is_some()).collect();
    let ill_formed = column.check(Encoding::Utf8).ill_formed;
    assert!(ill_formed.iter().any(|one| one.first.offset() == 300_000) && ill_formed.len() > 500);
    let expected: Vec<_> =
        ill_formed.iter().map(|one| (rows[one.row] as u64, one.first.offset(), one.errors)).collect();
    for groups in [&[&names[..]][..], &[&names[..20_011], &names[20_011..]]] {
        write(&path, PLAIN, groups);
        let lines = columns(directory.path(), "check -c name --json --max-errors 0 t.parquet").json();
        let mut found: Vec<(u64, u64, u64)> = vec![];
        for line in &lines[..lines.len() - 1] {
            let (row, offset) = (line["row"].as_u64().unwrap(), line["offset"].as_u64().unwrap());
            match found.last_mut() {
                Some(last) if last.0 == row => last.2 += 1,
                _ => found.push((row, offset, 1)),
            }
        }
        assert_eq!(found, expected);
        assert_eq!(lines.last().unwrap()["rows"], 60_000);
        assert_eq!(lines.last().unwrap()["nulls"], (values.len() - rows.len()) as u64);
    }
}
