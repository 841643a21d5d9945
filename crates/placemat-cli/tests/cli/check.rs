//! `placemat check`: what it finds, how it reports, which files it reads.

mod auto;
mod binary;
mod denied;
mod diagnoses;
mod directories;
mod enough;
mod excerpts;
mod expected;
mod lint;
mod narrow;

use crate::command::{compare, directory_with, placemat, placemat_in, placemat_with, run};

const DIRTY: &[u8] = "fine\n€💩".as_bytes();

fn dirty() -> Vec<u8> {
    [DIRTY, b"\xC0\xAF\r\n\xE2\x82"].concat()
}

#[test]
fn every_error_has_its_place_and_reason() {
    compare(&[
        (
            "check --brief",
            &dirty(),
            "standard input:2:4: offset 12, length 1: overlong: C0 AF is a disguised '/' (overlong encoding of U+002F)\n\
             standard input:2:5: offset 13, length 1: stray-trail: AF is a continuation byte without a start byte\n\
             standard input:3:1: offset 16, length 2: truncated: E2 82 starts a 3-byte character, but the input ends\n\
             1 file checked as utf-8: 1 file invalid, 3 errors\n  1 overlong\n  1 truncated\n  1 stray-trail\n"
                .as_bytes(),
            "",
            1,
        ),
        ("check", DIRTY, b"1 file checked as utf-8: valid\n", "", 0),
        ("check -", b"", b"1 file checked as utf-8: valid\n", "", 0),
        (
            "check --brief -e utf-16le",
            b"a\0\n\0\0\xD8\0",
            "standard input:2:1: offset 4, length 3: truncated: 00 D8 00 starts a character, but the input ends\n\
             1 file checked as utf-16le: 1 file invalid, 1 error\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief -e utf-16 --default-endian little",
            b"\xFE\xFF\xDC\0\0\n",
            "standard input:1:1: offset 2, length 2: surrogate: DC 00 is half of a surrogate pair, without the other half\n\
             1 file checked as utf-16: 1 file invalid, 1 error\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief -e utf-8-sig",
            b"\xEF\xBB\xBF\xFF\xEF\xBB\xBF\xFF",
            "standard input:1:1: offset 3, length 1: invalid-unit: FF is never valid in UTF-8\n\
             standard input:1:3: offset 7, length 1: invalid-unit: FF is never valid in UTF-8\n\
             1 file checked as utf-8-sig: 1 file invalid, 2 errors\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief",
            b"\xEF\xBB\xBF\xFF\xEF\xBB\xBF\xFF",
            "standard input:1:1: offset 3, length 1: invalid-unit: FF is never valid in UTF-8\n\
             standard input:1:3: offset 7, length 1: invalid-unit: FF is never valid in UTF-8\n\
             1 file checked as utf-8: 1 file invalid, 2 errors\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief -e corrected-utf-8-document",
            b"\xEF\xB7\x9D\xED\xB2\xAE\0\na\0",
            "standard input:2:2: offset 9, length 1: nul: 00 is U+0000, which Corrected UTF-8 does not allow\n\
             1 file checked as corrected-utf-8-document: 1 file invalid, 1 error\n"
                .as_bytes(),
            "",
            1,
        ),
    ]);
}

#[test]
fn a_summary_has_a_line_for_each_input() {
    let directory = directory_with(&[
        ("a\u{1B}[31m", &dirty()),
        ("cesu", b"\xED\xA0\xBD\xED\xB2\xA9 is a pair".as_slice()),
        ("clean", b"clean"),
    ]);
    let found = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let expected = "./a\\u{1B}[31m: 3 errors: 1 overlong, 1 truncated, 1 stray-trail\n\
                    ./cesu: 6 errors: 2 surrogate, 4 stray-trail\n\
                    3 files checked as utf-8: 2 files invalid, 9 errors\n  \
                      1 overlong\n  2 surrogate\n  1 truncated\n  5 stray-trail\n";
    let text = found("check --summary .");
    assert_eq!((text.text(), text.stderr.as_str(), text.status), (expected, "", 1));
    let expected = "cesu: cesu-8: valid\n\
                    cesu: hint: CESU-8 is an internal format: do not store or send it\n\
                    clean: utf-8: valid\n\
                    2 files checked, 1 as cesu-8, 1 as utf-8: all valid\n";
    let text = found("check --summary -e auto cesu clean");
    assert_eq!((text.text(), text.stderr.as_str(), text.status), (expected, "", 0));
    let expected = concat!(
        r#"{"version":1,"path":{"text":"cesu"},"encoding":"utf-8","well_formed":false,"size":16,"errors":[],"#,
        r#""error_count":6,"kinds":{"stray-trail":4,"surrogate":2}}"#,
        "\n",
        r#"{"version":1,"path":{"text":"clean"},"encoding":"utf-8","well_formed":true,"size":5,"errors":[],"#,
        r#""error_count":0,"kinds":{}}"#,
        "\n",
        r#"{"version":1,"inputs":2,"ill_formed":1,"skipped":0,"skipped_utf_16":0,"unread":0,"error_count":6,"#,
        r#""kinds":{"stray-trail":4,"surrogate":2},"encodings":{"utf-8":2}}"#,
        "\n",
    );
    let lines = found("check --summary --json cesu clean");
    assert_eq!((lines.text(), lines.stderr.as_str(), lines.status), (expected, "", 1));
    for wrong in
        ["--sarif", "--format sarif", "--sarif --json", "--format github", "--verbose", "--max-errors 3"]
    {
        assert_eq!(found(&format!("check --summary {wrong} clean")).status, 2, "{wrong}");
    }
    let refused = found("check --summary --sarif clean").stderr;
    let expected =
        "--summary goes with --format text and json; sarif and github have one result for each error\n";
    assert_eq!(refused, format!("placemat: {expected}"));
}

#[test]
fn options_for_reading() {
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9\xFF";
    let status = |arguments: &str, stdin: &[u8]| placemat_with(&format!("check {arguments}"), stdin).status;
    assert_eq!(status("-e utf-8-rfc2279", b"\xED\xA0\x80"), 0);
    assert_eq!(status("-e utf-8-rfc2279 --refuse-surrogates", b"\xED\xA0\x80"), 1);
    let found = placemat_with("check -e wtf-8 --heal-pairs --json", pair);
    assert!(found.text().contains(
        r#""offset":6,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":2,"column_utf16":3"#
    ));
    let found = placemat_with("check -e wtf-8 --json", pair);
    assert!(found.text().contains(r#""kind":"surrogate-pair","hex":"EDA0BDEDB2A9","line":1,"column":1,"#));
    assert!(found.text().contains(
        r#""offset":6,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":2,"column_utf16":2"#
    ));
}

#[test]
fn reports_as_json() {
    let directory = directory_with(&[("dirty", &dirty()), ("clean", b"clean\n")]);
    let found = placemat_in(directory.path(), "check --json dirty clean -", b"\xFF");
    let expected = concat!(
        r#"{"version":1,"path":{"text":"dirty"},"encoding":"utf-8","well_formed":false,"size":18,"errors":["#,
        r#"{"offset":12,"length":1,"kind":"overlong","hex":"C0","line":2,"column":3,"column_utf16":4,"column_bytes":8,"#,
        r#""hint":"C0 AF is a disguised '/' (overlong encoding of U+002F): some programs accept it, and filters miss it"},"#,
        r#"{"offset":13,"length":1,"kind":"stray-trail","hex":"AF","line":2,"column":4,"column_utf16":5,"column_bytes":9},"#,
        r#"{"offset":16,"length":2,"kind":"truncated","hex":"E282","line":3,"column":1,"column_utf16":1,"column_bytes":1,"#,
        r#""hint":"was the end of the input cut off?"}"#,
        r#"],"error_count":3}"#,
        "\n",
        r#"{"version":1,"path":{"text":"clean"},"encoding":"utf-8","well_formed":true,"size":6,"errors":[],"error_count":0}"#,
        "\n",
        r#"{"version":1,"path":null,"encoding":"utf-8","well_formed":false,"size":1,"errors":["#,
        r#"{"offset":0,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":1,"column_utf16":1,"column_bytes":1,"#,
        r#""hint":"perhaps windows-1252, where it is ÿ"}],"error_count":1}"#,
        "\n",
    );
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, "", 1));
}

#[test]
fn max_errors_limits_what_is_listed_and_not_what_is_counted() {
    let input = [b"a\xFF".repeat(250), b"\n".to_vec()].concat();
    let listed = |arguments: &str| {
        let found = placemat_with(&format!("check {arguments}"), &input);
        let text = found.text();
        (text.matches("offset").count(), text.lines().count(), text.contains("250"))
    };
    assert_eq!(listed("--json"), (100, 1, true));
    assert_eq!(listed("--json --max-errors 7"), (7, 1, true));
    assert_eq!(listed("--json --max-errors 1000"), (250, 1, true));
    assert_eq!(listed("--json --max-errors 0"), (250, 251, true));
    assert_eq!(listed("--brief"), (250, 251, true));
    assert_eq!(listed("--brief --max-errors 0"), (250, 251, true));
    let found = placemat_with("check --brief --max-errors 1", &input);
    let expected = "standard input:1:2: offset 1, length 1: invalid-unit: FF is never valid in UTF-8\n\
                    standard input: 249 more errors not listed\n\
                    1 file checked as utf-8: 1 file invalid, 250 errors\n";
    assert_eq!(found.text(), expected);
}

#[test]
fn with_json_and_no_limit_each_error_is_a_line() {
    let found = placemat_with("check --json --max-errors 0", b"a\xFFb\xC3");
    let expected = concat!(
        r#"{"version":1,"path":null,"offset":1,"length":1,"kind":"invalid-unit","hex":"FF","line":1,"column":2,"column_utf16":2,"column_bytes":2,"#,
        r#""hint":"perhaps windows-1252, where it is ÿ"}"#,
        "\n",
        r#"{"version":1,"path":null,"offset":3,"length":1,"kind":"truncated","hex":"C3","line":1,"column":4,"column_utf16":4,"column_bytes":4,"#,
        r#""hint":"was the end of the input cut off?"}"#,
        "\n",
        r#"{"version":1,"path":null,"encoding":"utf-8","well_formed":false,"size":4,"errors":[],"error_count":2}"#,
        "\n",
    );
    assert_eq!((found.text(), found.status), (expected, 1));
}

#[test]
fn of_a_long_part_the_beginning_is_shown() {
    let run = [b"ab\xFE".as_slice(), &[0x80; 300_000], b"c\xFF"].concat();
    let found = placemat_with("check --brief -e corrected-utf-8", &run);
    let expected = "standard input:1:3: offset 2, length 300001: reserved: FE 80 80 80 80 80 80 80 80 80 80 80 80 80 80 \
                    80 … is reserved for future use\n\
                    standard input:1:5: offset 300004, length 1: reserved: FF is reserved for future use\n\
                    1 file checked as corrected-utf-8: 1 file invalid, 2 errors (reserved for future use)\n";
    assert_eq!(found.text(), expected);
    let found = placemat_with("check -e corrected-utf-8 --json", &run);
    let hex = format!(r#""hex":"FE{}","line":1"#, "80".repeat(1023));
    assert!(found.text().contains(&hex));
}

#[test]
fn reports_for_other_programs() {
    let directory =
        directory_with(&[("a, b%", b"x\n\xFF\xFE".as_slice()), ("c", b"\xC0"), ("fine", b"fine")]);
    let found = placemat_in(directory.path(), "check --format github .", b"");
    assert_eq!(
        found.text().lines().next().unwrap(),
        "::error file=a%2C b%25,line=2,col=1,title=invalid utf-8::invalid-unit at offset 2, length 2: FF FE \
         are never valid in UTF-8%0Ahint: perhaps windows-1252, where they are ÿþ"
    );
    assert_eq!((found.text().lines().count(), found.status), (2, 1));
    for (paths, results) in [(".", 3), ("c", 1), ("fine", 0), ("fine c fine .", 4)] {
        let found = placemat_in(directory.path(), &format!("check --sarif {paths}"), b"");
        assert_eq!(found, placemat_in(directory.path(), &format!("check --format sarif {paths}"), b""));
        let document: serde_json::Value = serde_json::from_slice(&found.stdout).expect("one document");
        let run = &document["runs"][0];
        assert_eq!(document["version"], "2.1.0");
        assert_eq!(run["results"].as_array().unwrap().len(), results, "{paths}");
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        // Also those for files in legacy and other encodings, for a BOM that .editorconfig requires, and for files
        // in another encoding than it names.
        assert_eq!(rules.len(), placemat::ErrorKind::ALL.len() + 4);
        assert!(rules.iter().all(|rule| !rule["help"]["text"].as_str().unwrap().is_empty()));
    }
    let found = placemat_in(directory.path(), "check --format sarif .", b"");
    let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let location = &document["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(location["artifactLocation"]["uri"], "a%2C%20b%25");
    let whole = directory.path().join("a, b%");
    let found = run(placemat().args(["check", "--sarif"]).arg(whole), b"");
    let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let whole = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    let uri = whole["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/a%2C%20b%25"), "{uri}");
    assert_eq!((&location["region"]["startLine"], &location["region"]["byteOffset"]), (&2.into(), &3.into()));
    let places = |encoding: &str, text: &[u8]| -> Vec<(u64, u64, Option<u64>)> {
        let found = placemat_with(&format!("check -e {encoding} --lint --sarif"), text);
        let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
        let results = document["runs"][0]["results"].as_array().unwrap();
        let regions = results.iter().map(|result| &result["locations"][0]["physicalLocation"]["region"]);
        let number = |region: &serde_json::Value, key: &str| region[key].as_u64();
        regions
            .map(|region| {
                let [line, column] = ["startLine", "startColumn"].map(|key| number(region, key).unwrap());
                (line, column, number(region, "endColumn"))
            })
            .collect()
    };
    // Columns count UTF-16 units. An ill-formed subsequence of many bytes is one column, a missing part is
    // none, and a violation of a rule may have several bytes.
    let text = b"\xF0\x90\xBF\xBFa\xFE\x80\x80\x80b\xE1\x9E\x88";
    assert_eq!(places("corrected-utf-8", text), [(1, 4, Some(5)), (1, 6, Some(7)), (1, 7, Some(7))]);
    let found = placemat_with("check -e double-utf-8-latin1 --sarif", "é".as_bytes());
    let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let region = &document["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&1.into(), &serde_json::Value::Null));
    // Hints, if there are any.
    let pair = b"a\xED\xA0\xBD\xED\xB2\xA9b";
    let hint = "these six bytes are a surrogate pair in CESU-8, U+1F4A9: try -e cesu-8, or placemat repair";
    let found = placemat_with("check --format github -", pair);
    let hints: Vec<_> = found.text().lines().filter_map(|line| line.split_once("%0Ahint: ")).collect();
    assert!(matches!(hints[..], [(_, only)] if only == hint), "{}", found.text());
    let found = placemat_with("check --format sarif -", pair);
    let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let message = document["runs"][0]["results"][0]["message"]["text"].as_str().unwrap();
    assert_eq!(
        message,
        format!("surrogate: ED starts the surrogate U+D83D, which UTF-8 does not allow; {hint}")
    );
}

#[test]
fn the_status_can_be_left_at_zero() {
    let found = placemat_with("check --exit-zero", b"\xFF");
    assert_eq!((found.status, found.text().contains("1 place")), (0, true));
    let directory = directory_with(&[]);
    assert_eq!(placemat_in(directory.path(), "check --exit-zero missing", b"").status, 2);
}

#[test]
fn what_cannot_be_read_is_told_of_and_the_rest_is_checked() {
    let directory = directory_with(&[("good", b"good"), ("bad", b"\xFF")]);
    let found = placemat_in(directory.path(), "check missing good", b"");
    assert_eq!(found.text(), "1 file checked as utf-8: valid; 1 file not read\n");
    assert_eq!(found.stderr, "placemat: missing: No such file or directory\n");
    assert_eq!(found.status, 2);
    let line = concat!(
        r#"{"version":1,"path":{"text":"missing"},"failed":"#,
        r#"{"kind":"io","message":"missing: No such file or directory"},"errors":[],"error_count":0"#
    );
    for (options, end) in [("", "}\n"), (" --max-errors 0", "}\n"), (" --summary", ",\"kinds\":{}}\n")] {
        let found = placemat_in(directory.path(), &format!("check --json{options} bad missing"), b"");
        assert!(found.text().contains(&format!("{line}{end}")), "{}", found.text());
        assert_eq!(found.status, 2);
    }
    let line = line.replace(",\"errors\":[],\"error_count\":0", "}\n");
    for command in ["detect", "repair"] {
        let found = placemat_in(directory.path(), &format!("{command} --json missing"), b"");
        assert_eq!((found.text(), found.status), (line.as_str(), 2));
        assert_eq!(found.stderr, "placemat: missing: No such file or directory\n");
    }
    for (paths, messages) in [("bad", 0), ("missing bad missing/too", 2)] {
        let found = placemat_in(directory.path(), &format!("check --sarif {paths}"), b"");
        let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
        let invocation = &document["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], messages == 0);
        let told = invocation["toolExecutionNotifications"].as_array().unwrap();
        assert_eq!(told.len(), messages, "{invocation}");
        assert!(told.iter().all(|one| one["message"]["text"].as_str().unwrap().starts_with("missing")));
        assert_eq!(document["runs"][0]["results"].as_array().unwrap().len(), 1);
    }
    let found = placemat().arg("check").arg("").output().unwrap();
    assert_eq!(String::from_utf8(found.stderr).unwrap(), "placemat: '': No such file or directory\n");
}

/// In a directory, a line says how many files look encoded twice. Of ASCII, nothing is said.
#[test]
fn files_of_a_directory_that_look_encoded_twice_are_counted() {
    let twice = "id,city\n1,SÃ£o Paulo\n2,MÃ¼nchen\n".as_bytes();
    let right = "São Paulo\nMünchen\n".as_bytes();
    let directory = directory_with(&[("d/a.csv", twice), ("d/b.csv", right), ("d/c.csv", b"plain\n")]);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let found = run("check d");
    let told =
        "3 files checked as utf-8: all valid; 1 file looks encoded twice: --deny mojibake lists where\n";
    assert_eq!((found.text(), found.status), (told, 0));
    std::fs::write(directory.path().join("d/e.csv"), twice).unwrap();
    assert!(run("check d").text().ends_with("; 2 files look encoded twice: --deny mojibake lists where\n"));
    assert!(!run("check --deny mojibake d").text().contains("look encoded twice:"));
    assert_eq!(run("check -q d").text(), "");
}

/// Java reads it in another encoding than it would have.
#[test]
fn properties_have_a_note() {
    for (name, is_noted) in [("m.properties", true), ("m.txt", false)] {
        let directory = directory_with(&[(name, b"k=\xFCber\n")]);
        let found = placemat_in(directory.path(), &format!("check {name}"), b"");
        let note = "  note: Java reads .properties as ISO-8859-1, and only resource bundles from Java 9 on as UTF-8\n";
        assert_eq!(found.text().ends_with(note), is_noted, "{}", found.text());
    }
}
