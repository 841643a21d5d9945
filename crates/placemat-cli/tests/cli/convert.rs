//! `placemat convert`: policies, options and reports, on standard input.

use placemat::form::Ucs4Units;
use placemat::{Encoding, decode};

use crate::command::{compare, directory_with, placemat_in, placemat_with};

const INTERNAL: &str = "is for use inside one system; such text is not to be stored or sent\n";

#[test]
fn converts_between_encodings() {
    compare(&[
        ("convert", "naïve 💩".as_bytes(), "naïve 💩".as_bytes(), "", 0),
        ("convert -f cesu-8 -t utf-8", b"\xED\xA0\xBD\xED\xB2\xA9", "💩".as_bytes(), "", 0),
        ("convert -t cesu-8 -", "💩".as_bytes(), b"\xED\xA0\xBD\xED\xB2\xA9", "", 0),
        ("convert --from=UTF_16LE --to=Mutf-8", b"\0\0a\0", b"\xC0\x80a", "", 0),
        ("convert -t utf-16", b"a", b"\xFE\xFF\0a", "", 0),
        ("convert -t utf-8-sig", b"", b"\xEF\xBB\xBF", "", 0),
        ("convert -f utf-8-sig", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"\xEF\xBB\xBFa", "", 0),
        ("convert -f corrected-utf-8 -t code-points", b"\xC0\xAF", b"U+00CF\n", "", 0),
        ("convert -f utf-8b -t code-points", b"\xFF\xC3\xA9", b"U+DCFF U+00E9\n", "", 0),
        ("convert -q -f windows-1252", b"\x80\x81", "€\u{81}".as_bytes(), "", 0),
        ("convert -o -", b"x", b"x", "", 0),
    ]);
}

#[test]
fn a_strict_stop_leaves_what_came_before() {
    compare(&[
        (
            "convert",
            b"ab\xC0\xAFcd",
            b"ab",
            "placemat: standard input:1:3: offset 2, length 1: C0 AF is a disguised '/' \
             (overlong encoding of U+002F)\n    hint: some programs accept it, and filters miss it\n",
            1,
        ),
        (
            "convert -t iso-8859-1",
            "é€b".as_bytes(),
            b"\xE9",
            "placemat: standard input:1:2: offset 2, length 3: E2 82 AC is U+20AC €, which iso-8859-1 \
             does not have\n    hint: --on-unencodable escape-xml writes a reference there; --on-unencodable replace \
             writes a substitute\n",
            1,
        ),
        (
            "convert -t code-points",
            b"ab\xE2\x82",
            b"U+0061 U+0062\n",
            "placemat: standard input:1:3: offset 2, length 2: E2 82 starts a 3-byte character, but \
             the input ends\n    hint: was the end of the input cut off? --on-error replace writes U+FFFD there\n",
            1,
        ),
        (
            // The lead surrogate is pending when the error occurs.
            "convert -f generalized-utf-8 -t wtf-8 --quiet",
            b"a\xED\xA0\xBD\xFF",
            b"a\xED\xA0\xBD",
            "placemat: standard input:1:3: offset 4, length 1: FF is never valid in \
             generalized-utf-8\n",
            1,
        ),
        (
            "convert -f corrected-utf-8 -t utf-32be",
            b"\xFE\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80a",
            b"",
            "placemat: standard input: offset 0, length 18: FE 80 80 80 80 80 80 80 80 80 80 80 80 80 80 \
             80 … is reserved for future use\n    hint: placemat check -e corrected-utf-8 lists all such places; \
             --on-error replace writes U+FFFD there\n",
            1,
        ),
    ]);
}

#[test]
fn every_error_policy_does_what_its_name_says() {
    let input = b"a\xF0\x82\x82\xED\xA0\x80\xE2\x82z";
    let first = |count: u32, policy: &str, length: u32, hex: &str| {
        let of_several = if length > 1 { format!("{hex}: ") } else { String::new() };
        format!(
            "placemat: standard input: {count} invalid sequence{} ({policy}), the first at 1:2, offset 1, length {length}: \
             {of_several}F0 starts an overlong form of a character that has a shorter one\n",
            if count == 1 { "" } else { "s" }
        )
    };
    let bad = "\u{FFFD}";
    for (policy, expected, count, length, hex) in [
        ("replace", ["a", &bad.repeat(7), "z"], 7, 1, "F0"),
        ("replace-byte", ["a", &bad.repeat(8), "z"], 8, 1, "F0"),
        ("replace-generalized", ["a", &bad.repeat(5), "z"], 5, 1, "F0"),
        ("replace-sequence", ["a", &bad.repeat(3), "z"], 3, 3, "F0 82 82"),
        ("replace-run", ["a", bad, "z"], 1, 8, "F0 82 82 ED A0 80 E2 82"),
        ("latin1", ["a", "ð\u{82}\u{82}í\u{A0}\u{80}â\u{82}", "z"], 8, 1, "F0"),
        ("cp1252", ["a", "ð‚‚í\u{A0}€â‚", "z"], 8, 1, "F0"),
    ] {
        let arguments = format!("convert --on-error {policy}");
        compare(&[(&arguments, input, expected.concat().as_bytes(), &first(count, policy, length, hex), 0)]);
    }
    let warning =
        "placemat: warning: policy skip joins what stood apart, which can be harmful; replace is safe\n";
    let escaped = b"a\xF0\x82\x82\xED\xA0\x80\xE2\x82z";
    compare(&[
        ("convert --on-error skip", input, b"az", &(warning.to_owned() + &first(7, "skip", 1, "F0")), 0),
        ("convert --on-error skip --quiet", input, b"az", "", 0),
        (
            "convert --on-error surrogateescape -t utf-8b",
            input,
            escaped,
            &first(7, "surrogateescape", 1, "F0"),
            0,
        ),
    ]);
    let passed = placemat_with("convert --on-error surrogatepass -t wtf-16be --quiet", b"\xED\xA0\x80a\xC0");
    assert_eq!((passed.stdout, passed.status), (b"\xD8\0\0a".to_vec(), 1));
    assert!(passed.stderr.contains("offset 4, length 1: C0"), "{}", passed.stderr);
}

#[test]
fn every_policy_for_the_unencodable_does_what_its_name_says() {
    let first = |policy: &str| {
        format!(
            "placemat: standard input: 2 characters that iso-8859-1 does not have ({policy}), the first at 1:2, \
             offset 1, length 3: E2 82 AC is U+20AC €, which iso-8859-1 does not have\n"
        )
    };
    for (policy, expected) in [
        ("replace", "a??"),
        ("replace-qmark", "a??"),
        ("escape-rust", "a\\u{20AC}\\u{1F4A9}"),
        ("escape-xml", "a&#x20AC;&#x1F4A9;"),
    ] {
        let arguments = format!("convert -t iso-8859-1 --on-unencodable {policy}");
        compare(&[(&arguments, "a€💩".as_bytes(), expected.as_bytes(), &first(policy), 0)]);
    }
    compare(&[
        ("convert -f wtf-16be --on-unencodable replace --quiet", b"\xD8\0", "\u{FFFD}".as_bytes(), "", 0),
        (
            "convert -t corrected-utf-8 --on-unencodable private-use",
            "\u{80}".as_bytes(),
            b"\xF3\xAE\xBF\xA0",
            "",
            0,
        ),
        (
            "convert -f corrected-utf-8 --on-unencodable private-use -t code-points",
            b"\xF3\xAE\xBF\xA0",
            b"U+0080\n",
            "",
            0,
        ),
        (
            "convert -f code-points -t utf-8b --on-unencodable strict-roundtrip",
            b"U+0061 U+DCC3 U+DCA9",
            b"a",
            "placemat: standard input: offset 1, length 1: U+DCC3 and the escapes after it would be read \
             back as a character\n",
            1,
        ),
    ]);
}

#[test]
fn a_loss_that_a_policy_asks_for_is_a_failure_on_request() {
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9";
    let joins = "-f generalized-utf-8 -t wtf-16be";
    for (arguments, input, [usual, on_request]) in [
        ("", b"plain".as_slice(), [0, 0]),
        ("", b"a\xFF", [1, 1]),
        ("--on-error replace", b"a", [0, 0]),
        ("--on-error replace", b"a\xFF", [0, 1]),
        ("--on-error skip", b"a\xFF", [0, 1]),
        ("--on-error surrogateescape -t utf-8b", b"a\xFF", [0, 1]),
        ("--on-error replace -t iso-8859-1", "\u{80}\u{FFFF}€".as_bytes(), [1, 1]),
        ("--on-unencodable escape-xml -t iso-8859-1", "€".as_bytes(), [0, 1]),
        ("--on-unencodable escape-xml -t iso-8859-1", b"a\xFF", [1, 1]),
        ("-f mutf-8-nul --on-error replace", b"a\xFF\0b", [1, 1]),
        (joins, pair, [1, 1]),
        (&format!("{joins} --on-error replace"), pair, [1, 1]),
        (&format!("{joins} --pairs join"), pair, [0, 0]),
        (&format!("{joins} --pairs replace"), pair, [0, 1]),
        (&format!("{joins} --pairs error"), pair, [1, 1]),
    ] {
        for (option, expected) in [("", usual), ("--fail-on-loss", on_request)] {
            for report in ["", "--json"] {
                let arguments = format!("convert --quiet {report} {arguments} {option}");
                assert_eq!(placemat_with(&arguments, input).status, expected, "{arguments}");
            }
            let directory = directory_with(&[("text", input)]);
            if !arguments.contains("mutf-8-nul") {
                let arguments = format!("convert --quiet --force {arguments} {option} --in-place text");
                assert_eq!(placemat_in(directory.path(), &arguments, b"").status, expected, "{arguments}");
            }
        }
    }
}

#[test]
fn joined_pairs_are_a_loss_unless_they_were_asked_for() {
    let halves = b"\xED\xA0\xBD\xED\xB2\xA9x";
    let note = format!("placemat: note: wtf-16be {INTERNAL}");
    let fused = "offset 0, length 6: ED A0 BD ED B2 A9: U+D83D and the trail surrogate after it are \
                 one code point in wtf-16be\n";
    let count = |how| {
        format!("{note}placemat: standard input: 1 surrogate pair (pairs {how}), the first at 1:1, {fused}")
    };
    compare(&[
        ("convert -f generalized-utf-8 -t wtf-16be", halves, b"\xD8\x3D\xDC\xA9\0x", &count("join"), 1),
        ("convert -f generalized-utf-8 -t wtf-16be --pairs join", halves, b"\xD8\x3D\xDC\xA9\0x", &note, 0),
        (
            "convert -f generalized-utf-8 -t wtf-16be --pairs replace",
            halves,
            b"\xD8\x3D\xFF\xFD\0x",
            &count("replace"),
            0,
        ),
        (
            "convert -f generalized-utf-8 -t wtf-16be --pairs error",
            halves,
            b"",
            &format!("{note}placemat: standard input:1:1: {fused}"),
            1,
        ),
        // For WTF-8 joining is prescribed.
        ("convert -f generalized-utf-8 -t wtf-8 --quiet", halves, "💩x".as_bytes(), "", 0),
    ]);
}

#[test]
fn options_for_reading() {
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9";
    let surrogate = "placemat: standard input: offset 0, length 1: ED starts the surrogate U+D800, \
         which UTF-8-RFC2279 does not allow\n    hint: these three bytes are the lone surrogate U+D800, as WTF-8 holds it: try -f wtf-8\n";
    compare(&[
        ("convert -f utf-16", b"a\0", "愀".as_bytes(), "", 0),
        ("convert -f utf-16 --default-endian little", b"a\0", b"a", "", 0),
        ("convert -f utf-16 --default-endian little", b"\xFE\xFF\0a", b"a", "", 0),
        ("convert -f wtf-8 --heal-pairs", pair, "💩".as_bytes(), "", 0),
        (
            "convert -f wtf-8",
            pair,
            b"",
            "placemat: standard input:1:1: offset 0, length 6: ED A0 BD ED B2 A9 is a surrogate pair \
             in two sequences, which WTF-8 does not allow\n    hint: these six bytes are a surrogate pair in CESU-8, U+1F4A9: --heal-pairs \
             reads them so\n",
            1,
        ),
        ("convert -f utf-8-rfc2279 -t code-points", b"\xED\xA0\x80", b"U+D800\n", "", 0),
        ("convert -f utf-8-rfc2279 -t code-points --refuse-surrogates", b"\xED\xA0\x80", b"", surrogate, 1),
    ]);
}

#[test]
fn internal_encodings_are_told_of_once() {
    for to in ["wtf-8", "generalized-utf-8", "wtf-16le", "wtf-16be"] {
        let note = format!("placemat: note: {to} {INTERNAL}");
        compare(&[
            (&format!("convert -t {to}"), b"", b"", &note, 0),
            (&format!("convert -t {to} --quiet"), b"", b"", "", 0),
            (&format!("convert -f {to}"), b"", b"", "", 0),
        ]);
    }
}

#[test]
fn code_points_as_text() {
    let other = |index, length, hex| format!("offset {index}, length {length}: {hex} is not a code point\n");
    let stopped = |index, hex| format!("placemat: standard input: {}", other(index, 1, hex));
    let counted = |count, policy, index, length, hex| {
        let sequences = if count == 1 { "sequence" } else { "sequences" };
        let first = other(index, length, hex);
        format!("placemat: standard input: {count} invalid {sequences} ({policy}), the first at {first}")
    };
    let input = b"U+0061 x yy\nu+20ac z";
    let skipped = placemat_with("convert -f code-points --on-error skip --quiet", input);
    assert_eq!((skipped.stdout, skipped.status), ("a€".as_bytes().to_vec(), 0));
    compare(&[
        ("convert -t code-points", "a\n💩".as_bytes(), b"U+0061 U+000A U+1F4A9\n", "", 0),
        ("convert -t code-points", b"", b"", "", 0),
        ("convert -f code-points", b"", b"", "", 0),
        ("convert -f code-points", b" \n\t", b"", "", 0),
        ("convert -f code-points", b"U+0041\r\n\tu+00e9\x0B\x0CU+001F4A9", "Aé💩".as_bytes(), "", 0),
        ("convert -f code-points -t code-points", b"u+0041 U+84210abc", b"U+0041 U+84210ABC\n", "", 0),
        ("convert -f code-points", input, b"a", &stopped(1, "78"), 1),
        ("convert -f code-points", b"U+41", b"", &stopped(0, "55 2B 34 31"), 1),
        (
            "convert -f code-points --on-error replace",
            input,
            "a\u{FFFD}\u{FFFD}€\u{FFFD}".as_bytes(),
            &counted(3, "replace", 1, 1, "78"),
            0,
        ),
        (
            "convert -f code-points --on-error replace-byte",
            b"yy",
            "\u{FFFD}".as_bytes(),
            &counted(1, "replace-byte", 0, 1, "79 79"),
            0,
        ),
        (
            "convert -f code-points --on-error replace-run",
            input,
            "a\u{FFFD}€\u{FFFD}".as_bytes(),
            &counted(2, "replace-run", 1, 2, "78"),
            0,
        ),
        (
            "convert -f code-points",
            b"U+0061 U+D800",
            b"a",
            "placemat: standard input: offset 1, length 1: utf-8 does not have U+D800\n    hint: WTF-8 and \
             WTF-16 hold a lone surrogate; --on-unencodable replace writes a substitute\n",
            1,
        ),
    ]);
}

#[test]
fn indices_of_code_points_survive_what_policies_take_away() {
    for (policy, errors) in [
        (
            "skip",
            r#"{"offset":1,"length":1,"kind":"not-a-code-point"},{"offset":2,"length":1,"kind":"not-a-code-point"}"#,
        ),
        ("replace-run", r#"{"offset":1,"length":2,"kind":"not-a-code-point"}"#),
    ] {
        let arguments = format!(
            "convert -f code-points -t utf-8 --on-error {policy} --on-unencodable replace --json --quiet"
        );
        let found = placemat_with(&arguments, b"U+0061 x y U+D800 U+0062 U+DC00");
        let count = errors.matches("offset").count();
        let expected = format!(
            r#"{{"version":1,"path":null,"from":"code-points","to":"utf-8","read":31,"written":{},"errors":[{errors}],"error_count":{count},"failed":null,"unencodable":[{{"offset":3,"length":1,"code_point":"U+D800"}},{{"offset":5,"length":1,"code_point":"U+DC00"}}],"unencodable_count":2}}"#,
            found.stdout.len(),
        );
        assert_eq!(found.json(), [expected], "{policy}");
    }
}

#[test]
fn reports_as_json() {
    for (arguments, stdin, status, expected) in [
        (
            "convert --json",
            b"abc".as_slice(),
            0,
            r#"{"version":1,"path":null,"from":"utf-8","to":"utf-8","read":3,"written":3,"errors":[],"error_count":0,"failed":null,"unencodable":[],"unencodable_count":0}"#,
        ),
        (
            "convert --json -f utf-16 -t UTF-8",
            b"\xFF\xFEa\0\0\xD8",
            1,
            r#"{"version":1,"path":null,"from":"utf-16","to":"utf-8","read":4,"written":1,"errors":[],"error_count":0,"failed":{"offset":4,"length":2,"kind":"truncated","hint":"was the end cut off, or a byte lost before it? --on-error replace writes U+FFFD there"},"unencodable":[],"unencodable_count":0}"#,
        ),
        (
            "convert --json --on-error replace -t iso-8859-1 --on-unencodable escape-xml",
            b"a\xC0\xE2\x82\xAC",
            0,
            r#"{"version":1,"path":null,"from":"utf-8","to":"iso-8859-1","read":5,"written":17,"errors":[{"offset":1,"length":1,"kind":"overlong","line":1,"column":2,"column_utf16":2,"column_bytes":2}],"error_count":1,"failed":null,"unencodable":[{"offset":1,"length":1,"code_point":"U+FFFD","line":1,"column":2,"column_utf16":2,"column_bytes":2},{"offset":2,"length":3,"code_point":"U+20AC"}],"unencodable_count":2}"#,
        ),
        (
            "convert --json -t iso-8859-1",
            "a€".as_bytes(),
            1,
            r#"{"version":1,"path":null,"from":"utf-8","to":"iso-8859-1","read":1,"written":1,"errors":[],"error_count":0,"failed":{"offset":1,"length":3,"kind":"unencodable","code_point":"U+20AC","line":1,"column":2,"column_utf16":2,"column_bytes":2,"hint":"--on-unencodable escape-xml writes a reference there; --on-unencodable replace writes a substitute"},"unencodable":[],"unencodable_count":0}"#,
        ),
        (
            "convert --json -f code-points",
            b"U+0061  bad U+0062",
            1,
            r#"{"version":1,"path":null,"from":"code-points","to":"utf-8","read":8,"written":1,"errors":[],"error_count":0,"failed":{"offset":1,"length":1,"kind":"not-a-code-point"},"unencodable":[],"unencodable_count":0}"#,
        ),
    ] {
        let found = placemat_with(arguments, stdin);
        // Nothing except the line is written.
        assert_eq!((found.stderr.strip_suffix('\n'), found.status), (Some(expected), status), "{arguments}");
    }
}

#[test]
fn json_lists_the_first_hundred_and_counts_all() {
    let found = placemat_with("convert --json --quiet --on-error replace", &[0xFF; 250]);
    let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
    assert_eq!(line["errors"].as_array().unwrap().len(), 100);
    assert_eq!(line["errors"][99]["offset"], 99);
    assert_eq!(line["error_count"], 250);
}

#[test]
fn undefined_pairs_name_those_that_exist() {
    let general = "there are strict, replace, replace-byte, replace-run, skip\n";
    for (arguments, message) in [
        ("-f cesu-8 --on-error latin1", format!("policy latin1 is not defined for cesu-8; {general}")),
        ("-f wtf-16le --on-error cp1252", format!("policy cp1252 is not defined for wtf-16le; {general}")),
        (
            "-f code-points --on-error surrogatepass",
            format!("policy surrogatepass is not defined for code-points; {general}"),
        ),
        ("-t tcl-8.6-utf-8", "tcl-8.6-utf-8 is a decoder, there is no encoding into it\n".into()),
        (
            "-f code-points -t utf-8-or-windows-1252",
            "utf-8-or-windows-1252 is a decoder, there is no encoding into it\n".into(),
        ),
    ] {
        compare(&[(&format!("convert {arguments}"), b"a", b"", &format!("placemat: {message}"), 2)]);
    }
    for (policy, to) in
        [("private-use", "utf-8"), ("strict-roundtrip", "wtf-8"), ("private-use", "code-points")]
    {
        let found = placemat_with(&format!("convert -t {to} --on-unencodable {policy}"), b"a");
        let message =
            format!("placemat: policy {policy} is not defined for {to}; there are strict, replace,");
        assert!(found.stderr.starts_with(&message), "{}", found.stderr);
        assert_eq!((found.stdout.len(), found.status), (0, 2));
    }
}

#[test]
fn decoders_that_never_fail_accept_every_policy() {
    for from in
        ["utf-8b", "optu-8", "iso-8859-1", "windows-1252", "utf-8-or-iso-8859-1", "utf-8-or-windows-1252"]
    {
        let arguments = format!("convert -f {from} -t code-points --on-error surrogatepass");
        let found = placemat_with(&arguments, b"a\xFF");
        assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{from}");
        let expected = decode(Encoding::from_name(from).unwrap(), b"a\xFF").unwrap();
        let read_back = placemat_with("convert -f code-points -t ucs-4be", &found.stdout).stdout;
        assert_eq!(placemat::convert(Ucs4Units, Encoding::Ucs4Be, &expected).unwrap(), read_back);
    }
}

#[test]
fn the_empty_input_for_every_pair() {
    let sides: Vec<Option<Encoding>> = Encoding::ALL.into_iter().map(Some).chain([None]).collect();
    let name = |side: Option<Encoding>| side.map_or("code-points", Encoding::name);
    for &from in &sides {
        for &to in &sides {
            let arguments = format!("convert --quiet -f {} -t {}", name(from), name(to));
            let found = placemat_with(&arguments, b"");
            let encodes = to.is_none_or(|to| placemat::Codec::info(to).encodes);
            let (expected, status) = match (from, to) {
                _ if !encodes => (vec![], 2),
                (Some(from), Some(to)) => match placemat::convert(from, to, b"") {
                    Ok(output) => (output, 0),
                    Err(_) => (vec![], 1), // there is no frame
                },
                (None, Some(to)) => (placemat::convert(Ucs4Units, to, &[]).unwrap(), 0),
                (Some(from), None) => (vec![], i32::from(decode(from, b"").is_err())),
                (None, None) => (vec![], 0),
            };
            assert_eq!((found.stdout, found.status), (expected, status), "{arguments}: {}", found.stderr);
        }
    }
}

/// Who names ISO-8859-1 has Windows-1252 in most cases, and some have an encoding of DOS.
#[test]
fn controls_that_no_text_has_are_told() {
    let quoted = b"Er sagte \x93hallo\x94 und zahlte 5 \x80\n";
    let directory = directory_with(&[("a", quoted)]);
    let run = |command: &str| placemat_in(directory.path(), command, b"");
    let told = "placemat: a: 3 controls between U+0080 and U+009F, which hardly any text has: these bytes are signs in \
                Windows-1252 (-f windows-1252)\n";
    let found = run("convert -f latin1 a");
    assert_eq!((found.status, found.stderr.as_str()), (0, told));
    assert!(run("convert --json -f latin1 a").stderr.contains(r#""c1_controls":3"#));
    for command in ["convert -q -f latin1 a", "convert -f windows-1252 a"] {
        assert_eq!(run(command).stderr, "", "{command}");
    }
    let found = placemat_with("convert -f windows-1252", b"M\x81ller\n");
    let told = "placemat: standard input: 1 control between U+0080 and U+009F, which hardly any text has: it is perhaps in \
                another encoding (placemat detect)\n";
    assert!(found.stderr.ends_with(told), "{}", found.stderr);
}

/// By the standard of the WHATWG, Japanese encodings write some characters as others.
#[cfg(feature = "legacy")]
#[test]
fn characters_that_are_written_as_others_are_a_loss() {
    for (name, text, count, read) in [
        ("shift_jis", "¥1,200 ‾ 5−3\n", 3, "\\1,200 ~ 5－3\n"),
        ("euc-jp", "¥1,200 ‾ 5−3\n", 3, "\\1,200 ~ 5－3\n"),
        ("iso-2022-jp", "ｱｲｳ 5−3 ¥\n", 4, "アイウ 5－3 ¥\n"),
        ("shift_jis", "ｱｲｳ 日本\n", 0, "ｱｲｳ 日本\n"),
        ("gb18030", "¥‾−\n", 0, "¥‾−\n"),
    ] {
        let found = placemat_with(&format!("convert -t {name}"), text.as_bytes());
        let noted = format!("{count} characters written as others");
        assert_eq!((found.status, found.stderr.contains(&noted)), (0, count > 0), "{}", found.stderr);
        assert_eq!(placemat_with(&format!("convert -f {name}"), &found.stdout).text(), read);
        let found = placemat_with(&format!("convert -t {name} --fail-on-loss --json"), text.as_bytes());
        assert_eq!(found.status, i32::from(count > 0), "{}", found.stderr);
        let counted = format!(r#""altered_count":{count}"#);
        assert_eq!(found.stderr.contains(&counted), count > 0, "{}", found.stderr);
    }
}
