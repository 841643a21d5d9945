//! Several inputs with one output.

use crate::command::{directory_with, placemat_in};

const LEAD: &[u8] = b"a\xED\xA0\xBD";
const TRAIL: &[u8] = b"\xED\xB2\xA9b";

#[test]
fn the_mark_is_written_once_and_looked_for_in_each() {
    let directory = directory_with(&[
        ("le", b"\xFF\xFEa\0"),
        ("be", b"\xFE\xFF\0b"),
        ("none", b"\0c"),
        ("empty", b""),
        ("sig", b"\xEF\xBB\xBFd"),
    ]);
    for (arguments, expected) in [
        ("-f utf-16 -t utf-16 le be none empty", b"\xFE\xFF\0a\0b\0c".as_slice()),
        ("-f utf-16 -t utf-8-sig none le le", b"\xEF\xBB\xBFcaa"),
        ("-f utf-8-sig -t corrected-utf-8-document empty sig sig", b"\xEF\xB7\x9D\xED\xB2\xAE\0\ndd"),
        ("-f utf-8-or-windows-1252 -t utf-16 sig be sig", b"\xFE\xFF\0d\0\xFE\0\xFF\0\0\0b\0d"),
        ("-f utf-16 -t code-points le be", b"U+0061 U+0062\n"),
        ("-f utf-16 -t mutf-8-writeutf le be", b"\0\x02ab"),
    ] {
        let found = placemat_in(directory.path(), &format!("convert {arguments}"), b"");
        assert_eq!((found.stdout.as_slice(), found.status), (expected, 0), "{arguments}: {}", found.stderr);
    }
}

#[test]
fn no_sequence_crosses_from_one_to_the_next() {
    let directory =
        directory_with(&[("half", b"\xC3"), ("rest", b"\xA9"), ("token", b"U+00"), ("end", b"41")]);
    let found = placemat_in(directory.path(), "convert --on-error replace --quiet --json half rest", b"");
    assert_eq!((found.stdout.as_slice(), found.status), ("\u{FFFD}\u{FFFD}".as_bytes(), 0));
    for (line, kind) in found.json().into_iter().zip(["truncated", "stray-trail"]) {
        let error = format!(
            r#"{{"offset":0,"length":1,"kind":"{kind}","line":1,"column":1,"column_utf16":1,"column_bytes":1}}"#
        );
        assert!(line.contains(&format!(r#""errors":[{error}]"#)), "{line}");
    }
    let found = placemat_in(directory.path(), "convert -f code-points --on-error replace token end", b"");
    assert_eq!(found.stdout, "\u{FFFD}\u{FFFD}".as_bytes());
}

#[test]
fn surrogates_join_over_the_border_where_the_target_joins() {
    let directory =
        directory_with(&[("lead", LEAD), ("trail", TRAIL), ("empty", b""), ("bad", b"\xFF\xED\xB2\xA9")]);
    for (arguments, expected, status) in [
        ("-t wtf-8 lead trail", "a💩b".as_bytes(), 0),
        ("-t wtf-8 lead empty empty trail", "a💩b".as_bytes(), 0),
        ("-t wtf-8 lead", LEAD, 0),
        ("-t wtf-8 trail lead", b"\xED\xB2\xA9ba\xED\xA0\xBD", 0),
        ("-t generalized-utf-8 lead trail", b"a\xED\xA0\xBD\xED\xB2\xA9b", 0),
        ("-t wtf-16be lead trail", b"\0a\xD8\x3D\xDC\xA9\0b", 1),
        ("-t wtf-16be --pairs join lead trail", b"\0a\xD8\x3D\xDC\xA9\0b", 0),
        ("-t mutf-8 --pairs replace lead trail", b"a\xED\xA0\xBD\xEF\xBF\xBDb", 0),
        ("-t wtf-16be --pairs error lead trail", b"\0a", 1),
        ("-t wtf-8 --on-error skip lead bad", "a💩".as_bytes(), 0),
        ("-t wtf-8 --on-error replace lead bad", b"a\xED\xA0\xBD\xEF\xBF\xBD\xED\xB2\xA9", 0),
    ] {
        let arguments = format!("convert -f generalized-utf-8 --quiet {arguments}");
        let found = placemat_in(directory.path(), &arguments, b"");
        assert_eq!(
            (found.stdout.as_slice(), found.status),
            (expected, status),
            "{arguments}: {}",
            found.stderr
        );
    }
}

/// Unicode's example in D89, and the equivalent in other encodings: the concatenation is well-formed.
#[test]
fn a_pair_that_is_cut_between_two_files_is_one_code_point() {
    let directory = directory_with(&[
        ("c", b"\0M\xD8\0"),
        ("d", b"\xDF\x02\0M"),
        ("le", b"\xFF\xFEM\0\0\xD8"),
        ("be", b"\xFE\xFF\xDF\x02\0M"),
        ("l", b"M\xED\xA0\x80"),
        ("t", b"\xED\xBC\x82M"),
        ("empty", b""),
    ]);
    let text = "M\u{10302}M";
    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for (arguments, expected) in [
        ("-f wtf-16be -t wtf-16be c d", units.as_slice()),
        ("-f wtf-16be -t wtf-16be --pairs join c d", &units),
        ("-f wtf-16be -t utf-8 c d", text.as_bytes()),
        ("-f wtf-16be -t utf-8 c empty empty d", text.as_bytes()),
        ("-f utf-16be -t utf-16be c d", &units),
        ("-f utf-16be -t utf-8 --on-error replace c d", text.as_bytes()),
        ("-f utf-16be -t iso-8859-1 --on-unencodable escape-xml c d", b"M&#x10302;M"),
        ("-f utf-16 -t utf-8 le be", text.as_bytes()),
        ("-f wtf-8 -t utf-8 l t", text.as_bytes()),
        ("-f wtf-8 -t wtf-16be l t", &units),
        ("-f wtf-8 -t wtf-8 --heal-pairs l t", text.as_bytes()),
        ("-f wtf-8 -t utf-8 --on-unencodable replace l t", text.as_bytes()),
        ("-f cesu-8 -t utf-8 l t", text.as_bytes()),
        ("-f mutf-8 -t wtf-16be l t", &units),
        ("-f wtf-8 -t code-points l empty t", b"U+004D U+10302 U+004D\n"),
    ] {
        let found = placemat_in(directory.path(), &format!("convert --quiet {arguments}"), b"");
        assert_eq!((found.stdout.as_slice(), found.status), (expected, 0), "{arguments}");
        assert_eq!(found.stderr, "", "{arguments}");
    }
}

/// A sequence that is not completed is reported as for a single file: with its bytes, its line and its
/// column.
#[test]
fn a_lone_surrogate_at_the_end_is_told_of_its_own_file() {
    let directory = directory_with(&[
        ("c", b"\0\n\0M\xD8\0"),
        ("other", b"\0M"),
        ("empty", b""),
        ("l", b"\nM\xED\xA0\x80"),
        ("o", b"M"),
    ]);
    for (from, policies, file, other, expected, status) in [
        ("utf-16be", "", "c", "other", "\nM", 1),
        ("utf-16be", "--on-error replace", "c", "other", "\nM\u{FFFD}M", 0),
        ("utf-16be", "--on-error replace-byte", "c", "other", "\nM\u{FFFD}M", 0),
        ("utf-16be", "--on-error replace-run", "c", "other", "\nM\u{FFFD}M", 0),
        ("wtf-16be", "", "c", "other", "\nM", 1),
        ("wtf-16be", "--on-unencodable replace", "c", "other", "\nM\u{FFFD}M", 0),
        ("wtf-8", "", "l", "o", "\nM", 1),
        ("wtf-8", "--on-unencodable escape-rust", "l", "o", "\nM\\u{D800}M", 0),
        ("cesu-8", "", "l", "o", "\nM", 1),
        ("cesu-8", "--on-error replace", "l", "o", "\nM\u{FFFD}M", 0),
    ] {
        let arguments = format!("convert -f {from} -t utf-8 {policies}");
        let told = placemat_in(directory.path(), &format!("{arguments} {file}"), b"").stderr;
        let alone = placemat_in(directory.path(), &format!("{arguments} --json {file}"), b"");
        let message = told.lines().find(|line| line.contains(": offset ") || line.contains("first at"));
        let message = message.unwrap_or_else(|| panic!("{arguments}: {told}"));
        assert!(message.contains("2:2"), "{message}");
        for inputs in
            [format!("{file} {other}"), format!("{file} empty {other}"), format!("empty {file} {other}")]
        {
            let told = placemat_in(directory.path(), &format!("{arguments} {inputs}"), b"").stderr;
            let found = placemat_in(directory.path(), &format!("{arguments} --json {inputs}"), b"");
            let context = format!("{arguments} {inputs}: {told}{}", found.stderr);
            assert_eq!((found.text(), found.status), (expected, status), "{context}");
            assert_eq!(told.lines().filter(|line| *line == message).count(), 1, "{context}");
            // In the lines for machines the errors are the same; more may be written for the other file.
            let of_file = |lines: Vec<&str>| -> serde_json::Value {
                let name = format!("\"path\":{{\"text\":\"{file}\"}}");
                serde_json::from_str(lines.iter().find(|line| line.contains(&name)).unwrap()).unwrap()
            };
            let (own, both) = (of_file(alone.json()), of_file(found.json()));
            for key in ["errors", "error_count", "failed", "unencodable", "unencodable_count", "read"] {
                assert_eq!(own[key], both[key], "{key}: {context}");
            }
        }
    }
}

/// Returns the report of an input with `read` bytes.
fn line(name: &str, read: u64, written: u64, failed: &str, lost: &str) -> String {
    let count = lost.matches("offset").count();
    format!(
        r#"{{"version":1,"path":{{"text":"{name}"}},"from":"generalized-utf-8","to":"wtf-16be","read":{read},"written":{written},"errors":[],"error_count":0,"failed":{failed},"unencodable":[{lost}],"unencodable_count":{count}}}"#
    )
}

#[test]
fn what_becomes_of_a_pair_is_told_of_the_input_that_it_begins_in() {
    let directory = directory_with(&[("lead", LEAD), ("trail", TRAIL), ("empty", b"")]);
    let lost = r#"{"offset":1,"length":3,"code_point":"U+D83D"}"#;
    let found = placemat_in(
        directory.path(),
        "convert --quiet --json -f generalized-utf-8 -t wtf-16be lead empty trail lead",
        b"",
    );
    let expected = [
        line("lead", 4, 2, "null", lost),
        line("empty", 0, 0, "null", ""),
        line("trail", 4, 6, "null", ""),
        line("lead", 4, 4, "null", ""),
    ];
    assert_eq!(found.json(), expected);

    let command = "convert --quiet -f generalized-utf-8 -t wtf-16be --pairs error";
    let inputs = "lead empty trail lead";
    let found = placemat_in(directory.path(), &format!("{command} --json {inputs}"), b"");
    let failed = r#"{"offset":1,"length":3,"kind":"unencodable","code_point":"U+D83D"}"#;
    let expected =
        [line("lead", 4, 2, failed, ""), line("empty", 0, 0, "null", ""), line("trail", 0, 0, "null", "")];
    assert_eq!(found.json(), expected);
    let told = placemat_in(directory.path(), &format!("{command} {inputs}"), b"").stderr;
    assert!(told.contains("placemat: lead: offset 1, length 3: U+D83D and"), "{told}");
}

#[test]
fn escapes_of_two_inputs_that_fuse_are_refused() {
    let directory =
        directory_with(&[("one", b"U+0061 U+DCC3"), ("two", b"U+DCA9"), ("other", b"U+DC41 U+DCC3")]);
    let arguments = "convert -f code-points -t utf-8b --on-unencodable strict-roundtrip";
    let found = placemat_in(directory.path(), &format!("{arguments} one two"), b"");
    assert_eq!((found.stdout.as_slice(), found.status), (b"a".as_slice(), 1));
    assert!(
        found.stderr.starts_with("placemat: one: offset 1, length 1: U+DCC3 and the escapes"),
        "{}",
        found.stderr
    );
    let found = placemat_in(directory.path(), &format!("{arguments} one one"), b"");
    assert_eq!((found.stdout.as_slice(), found.status), (b"a\xC3a\xC3".as_slice(), 0), "{}", found.stderr);
    let found = placemat_in(directory.path(), &format!("{arguments} one other"), b"");
    assert!(
        found.stderr.starts_with("placemat: other: offset 0, length 1: utf-8b does not have U+DC41"),
        "{}",
        found.stderr
    );
    assert_eq!((found.stdout.as_slice(), found.status), (b"a\xC3".as_slice(), 1));
}

#[test]
fn a_strict_stop_ends_the_run() {
    let directory = directory_with(&[("good", b"good "), ("bad", b"bad\xFF"), ("after", b"after")]);
    let found = placemat_in(directory.path(), "convert --json good bad after", b"");
    assert_eq!((found.stdout.as_slice(), found.status), (b"good bad".as_slice(), 1));
    let paths: Vec<_> = found.json().into_iter().map(|line| line.contains(r#""text":"bad""#)).collect();
    assert_eq!(paths, [false, true]);
}

#[test]
fn an_input_that_is_missing_ends_the_run() {
    let directory = directory_with(&[("good", b"good")]);
    let found = placemat_in(directory.path(), "convert good missing good", b"");
    assert_eq!(found.stdout, b"good");
    assert_eq!(found.stderr, "placemat: missing: No such file or directory\n");
    assert_eq!(found.status, 2);
    let found = placemat_in(directory.path(), "convert .", b"");
    let message = "placemat: .: is a directory; --in-place or --out-dir converts the files in it\n";
    assert_eq!((found.stderr.as_str(), found.status), (message, 2));
}

#[test]
fn an_io_error_beats_a_loss() {
    let directory = directory_with(&[("bad", b"\xFF")]);
    let found = placemat_in(directory.path(), "convert --on-error replace --quiet bad missing bad", b"");
    assert_eq!(found.status, 2);
}

#[test]
fn standard_input_stands_where_it_is_named() {
    let directory = directory_with(&[("a", b"a"), ("c", b"c")]);
    let found = placemat_in(directory.path(), "convert a - c", b"b");
    assert_eq!((found.stdout.as_slice(), found.status), (b"abc".as_slice(), 0));
}

/// Each input has its line, even if an I/O error stopped the run.
#[test]
fn lines_of_json_tell_of_io_errors() {
    let directory = directory_with(&[("tree/a", b"fine".as_slice()), ("good", b"good")]);
    let told = |arguments: &str| {
        let found = placemat_in(directory.path(), &format!("convert --json {arguments}"), b"");
        assert_eq!(found.status, 2, "{arguments}");
        let line = |line: &str| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", line["path"]["text"], line["read"], line["failed"])
        };
        let lines: Vec<_> = found.json().into_iter().map(line).collect();
        (lines.join("\n").replace('"', ""), found.stderr.contains("missing: No such file"))
    };
    let io = "missing 0 {kind:io,length:0,message:missing: No such file or directory,offset:0}";
    assert_eq!(told("good missing good"), (format!("good 4 null\n{io}"), true));
    assert_eq!(told("good missing -o out"), (format!("good 4 null\n{io}"), true));
    assert_eq!(told("--in-place good missing tree"), (format!("good 4 null\n{io}\ntree/a 4 null"), true));
    assert_eq!(told("--out-dir new missing"), (io.to_owned(), true));
}
