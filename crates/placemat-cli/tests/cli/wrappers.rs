//! Wrappers that decide on their whole input, and frames.

use crate::command::{compare, directory_with, placemat_in, placemat_with};

#[test]
fn fallback_takes_the_whole_input_one_way() {
    let mut late = "é".repeat(100_000).into_bytes();
    late.push(0xE9);
    let found = placemat_with("convert -f utf-8-or-iso-8859-1", &late);
    assert_eq!((found.stdout, found.status), (("Ã©".repeat(100_000) + "é").into_bytes(), 0));
    compare(&[
        ("convert -f utf-8-or-windows-1252", "é€".as_bytes(), "é€".as_bytes(), "", 0),
        ("convert -f utf-8-or-windows-1252", b"\x80", "€".as_bytes(), "", 0),
        ("convert -f utf-8-or-windows-1252", b"", b"", "", 0),
        (
            "check -e utf-8-or-windows-1252",
            b"\xFF",
            b"1 file checked as utf-8-or-windows-1252: valid\n",
            "",
            0,
        ),
    ]);
}

#[test]
fn each_input_is_decided_on_its_own() {
    let directory = directory_with(&[("utf-8", "é".as_bytes()), ("latin-1", b"\xE9")]);
    let found =
        placemat_in(directory.path(), "convert -f utf-8-or-iso-8859-1 utf-8 latin-1 latin-1 utf-8", b"");
    assert_eq!((found.stdout.as_slice(), found.status), ("éééé".as_bytes(), 0));
}

#[test]
fn double_encoding_is_undone_or_refused_as_a_whole() {
    let refused = |length: usize| format!("offset 0, length {length}: the text was not encoded twice\n");
    compare(&[
        ("convert -f double-utf-8-latin1", b"\xC3\x83\xC2\xA9!", "é!".as_bytes(), "", 0),
        ("convert -t double-utf-8-cp1252", "€".as_bytes(), b"\xC3\xA2\xE2\x80\x9A\xC2\xAC", "", 0),
        (
            // The error of the wrapper precedes the policy.
            "convert -f double-utf-8-latin1 -t utf-16 --on-error replace",
            "aé".as_bytes(),
            b"",
            &format!(
                "placemat: standard input:1:1: {}    hint: it was encoded once, or in another way: placemat detect says how\n",
                refused(3)
            ),
            1,
        ),
        (
            "convert -f double-utf-8-latin1",
            b"a\xC0",
            b"",
            "placemat: standard input:1:2: offset 1, length 1: C0 is never valid in UTF-8\
             \n    hint: perhaps windows-1252, where it is À\n",
            1,
        ),
        (
            "check --brief -e double-utf-8-latin1",
            "aé".as_bytes(),
            "standard input:1:1: offset 0, length 3: not-double-encoded: the text was not encoded twice\n\
             1 file checked as double-utf-8-latin1: 1 file invalid, 1 error\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief -e double-utf-8-latin1",
            b"a\n\xC0\xC1",
            "standard input:2:1: offset 2, length 1: overlong: C0 is never valid in UTF-8\n\
             standard input:2:2: offset 3, length 1: overlong: C1 is never valid in UTF-8\n\
             1 file checked as double-utf-8-latin1: 1 file invalid, 2 errors\n"
                .as_bytes(),
            "",
            1,
        ),
    ]);
}

#[test]
fn frames_are_read_and_what_is_after_them_is_counted() {
    let after =
        "placemat: standard input: 2 bytes follow the end of the text in its frame, and are not read\n";
    let frame = |length| {
        format!(
            "placemat: standard input:1:1: offset 0, length {length}: the length before the text does not \
             fit the text\n    hint: the length does not fit: placemat detect may know what else it is\n"
        )
    };
    compare(&[
        ("convert -f mutf-8-writeutf -t code-points", b"\0\x03a\xC0\x80", b"U+0061 U+0000\n", "", 0),
        ("convert -f mutf-8-writeutf", b"\0\x01abc", b"a", after, 1),
        ("convert -f mutf-8-long", b"\0\0\0\0\0\0\0\x01abc", b"a", after, 1),
        ("convert -f mutf-8-nul", b"a\0bc", b"a", after, 1),
        ("convert -f mutf-8-nul", b"a\0", b"a", "", 0),
        ("convert -f mutf-8-dex", b"\x01a\0bc", b"a", after, 1),
        ("convert -f mutf-8-dex --quiet", b"\x01a\0bc", b"a", "", 1),
        ("convert -f mutf-8-writeutf", b"\0\x05abc", b"", &frame(5), 1),
        ("convert -f mutf-8-nul --on-error replace", b"abc", b"", &frame(3), 1),
        ("convert -f mutf-8-dex", b"\x02a\0", b"", &frame(3), 1),
    ]);
}

#[test]
fn offsets_count_the_frame() {
    let input = b"\0\x04ab\xFF\xC3tail";
    let found = placemat_with("convert -f mutf-8-writeutf --on-error replace --json --quiet", input);
    let expected = r#"{"version":1,"path":null,"from":"mutf-8-writeutf","to":"utf-8","read":6,"written":8,"errors":[{"offset":4,"length":1,"kind":"invalid-unit","line":1,"column":3,"column_utf16":3,"column_bytes":3},{"offset":5,"length":1,"kind":"truncated"}],"error_count":2,"failed":null,"unencodable":[],"unencodable_count":0,"trailing":4}"#;
    assert_eq!(found.json(), [expected]);
    let found = placemat_with("check -e mutf-8-writeutf --json", input);
    let expected = concat!(
        r#"{"version":1,"path":null,"encoding":"mutf-8-writeutf","well_formed":false,"size":10,"errors":["#,
        r#"{"offset":4,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":3,"column_utf16":3,"column_bytes":3,"#,
        r#""hint":"perhaps windows-1252, where they are ÿÃ"},"#,
        r#"{"offset":5,"length":1,"kind":"truncated","hex":"C3","line":1,"column":4,"column_utf16":4,"column_bytes":4,"#,
        r#""hint":"was the end of the input cut off?"}"#,
        r#"],"error_count":2}"#,
        "\n"
    );
    assert_eq!(found.text(), expected);
    assert_eq!(
        found.stderr,
        "placemat: standard input: 4 bytes follow the end of the text in its frame, and are not read\n"
    );
}

#[test]
fn frames_are_written_around_the_text() {
    let text = "a\0é€💩";
    let content = b"a\xC0\x80\xC3\xA9\xE2\x82\xAC\xED\xA0\xBD\xED\xB2\xA9";
    let framed = |head: &[u8], tail: &[u8]| [head, content, tail].concat();
    compare(&[
        ("convert -t mutf-8-writeutf", text.as_bytes(), &framed(b"\0\x0E", b""), "", 0),
        ("convert -t mutf-8-long", text.as_bytes(), &framed(b"\0\0\0\0\0\0\0\x0E", b""), "", 0),
        ("convert -t mutf-8-nul", text.as_bytes(), &framed(b"", b"\0"), "", 0),
        ("convert -t mutf-8-dex", text.as_bytes(), &framed(b"\x06", b"\0"), "", 0),
        ("convert -f code-points -t mutf-8-dex", b"U+0061", b"\x01a\0", "", 0),
    ]);
    let found = placemat_with("convert -t mutf-8-dex --json", text.as_bytes());
    assert!(found.json()[0].contains(r#""read":11,"written":16,"#), "{}", found.stderr);
}

#[test]
fn a_frame_that_cannot_hold_the_text_is_an_error_of_the_whole() {
    let most = vec![b'a'; 65_535];
    let found = placemat_with("convert -t mutf-8-writeutf", &most);
    assert_eq!((found.stdout.len(), found.status), (65_537, 0));
    assert_eq!(found.stdout[..3], *b"\xFF\xFFa");

    // 21 845 characters of three bytes, and one more: the length is in code points.
    let text = "€".repeat(21_845) + "💩";
    let found = placemat_with("convert -t mutf-8-writeutf", text.as_bytes());
    assert_eq!((found.stdout.len(), found.status), (0, 1));
    let message = "placemat: standard input: offset 0, length 21846: the text is longer than mutf-8-writeutf \
                   can count\n";
    assert!(found.stderr.starts_with(message), "{}", found.stderr);
    let found = placemat_with("convert -t mutf-8-writeutf --json", text.as_bytes());
    assert!(found.json()[0].contains(r#""failed":{"offset":0,"length":21846,"kind":"frame"}"#));
    assert!(found.json()[0].contains(r#""read":65539,"written":0,"#), "{}", found.json()[0]);
}

#[test]
fn a_strict_stop_leaves_no_half_of_a_frame() {
    let found = placemat_with("convert -t mutf-8-writeutf --json", b"ab\xFF");
    assert_eq!((found.stdout.len(), found.status), (0, 1));
    assert!(found.json()[0].contains(r#""read":2,"written":0,"#), "{}", found.json()[0]);
    // Output before the error remains on a stream, but not in a file, which is not replaced.
    let directory = directory_with(&[("bad", b"ab\xFF")]);
    for (arguments, written) in [("bad", 2), ("bad -o out", 0), ("--in-place bad", 0)] {
        let found = placemat_in(directory.path(), &format!("convert --json {arguments}"), b"");
        let line = found.json()[0];
        assert!(line.contains(&format!(r#""read":2,"written":{written},"#)), "{arguments}: {line}");
    }
}

#[test]
fn files_are_read_twice_and_pipes_are_spooled() {
    let text = "x".repeat(300_000) + "é";
    let directory = directory_with(&[("file", text.as_bytes())]);
    let double = text.replace('é', "Ã©");
    for (arguments, stdin) in [("file", "".as_bytes()), ("-", text.as_bytes())] {
        let arguments = format!("convert -f utf-8-or-windows-1252 -t double-utf-8-cp1252 {arguments}");
        let found = placemat_in(directory.path(), &arguments, stdin);
        assert_eq!((found.stdout, found.status), (double.clone().into_bytes(), 0));
    }
}

/// A repair would make the length before a string wrong.
#[test]
fn strings_with_their_lengths_are_not_repaired() {
    let framed = |text: &[u8]| [&(text.len() as u16).to_be_bytes(), text].concat();
    let pair = b"\xED\xA0\xBD\xED\xB8\x80";
    let long = framed(&[&[b'a'; 314], &pair[..]].concat());
    let with_nul = framed(&[b"a\0b", &pair[..]].concat());
    let files = [
        ("one", long.clone()),
        ("two", [&long[..], &long].concat()),
        ("nul", with_nul),
        ("short", framed(&["user ".as_bytes(), pair].concat())),
    ];
    for (name, text) in files {
        let directory = directory_with(&[(name, &text)]);
        for arguments in [format!("repair --in-place {name}"), "repair --fix all --in-place .".to_owned()] {
            let found = placemat_in(directory.path(), &arguments, b"");
            assert_eq!(std::fs::read(directory.path().join(name)).unwrap(), text, "{arguments}");
            let is_named = found.text().contains("of Java's writeUTF");
            assert!(is_named || arguments.ends_with(" ."), "{name}: {}", found.text());
        }
        let found = placemat_in(directory.path(), &format!("check {name}"), b"");
        assert!(!found.text().contains("fix:"), "{}", found.text());
        let found = placemat_in(directory.path(), &format!("detect {name}"), b"");
        let is_named = found.text().contains("writeUTF") || found.text().contains("mutf-8");
        assert!(is_named, "{name}: {}", found.text());
        let found = placemat_in(directory.path(), &format!("convert -f auto {name}"), b"");
        assert!(found.status == 1 || !found.stderr.contains("perhaps"), "{name}: {}", found.stderr);
    }
}
