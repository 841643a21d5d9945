//! The house rules of Corrected UTF-8 documents.

use crate::command::{compare, directory_with, placemat_in, placemat_with};

#[test]
fn house_rules_are_looked_after_where_it_is_asked_for() {
    const MAGIC: &[u8] = b"\xEF\xB7\x9D\xED\xB2\xAE\0\n";
    let fine = [MAGIC, b"a line\n"].concat();
    let departing = b"a\tb\r\nc\xE1\x9E\x88\xE1\x9E\x89\xFE\x80\0";
    compare(&[
        (
            "check --brief -e corrected-utf-8-document --lint",
            &fine,
            b"1 file checked as corrected-utf-8-document: valid\n",
            "",
            0,
        ),
        (
            "check --brief -e corrected-utf-8-document --lint",
            departing,
            "standard input:1:1: offset 0, length 0: lint-magic-number: SHOULD begin with the magic number\n\
             standard input:1:2: offset 1, length 1: lint-control: 09 — SHOULD NOT hold other C0 controls than U+000A\n\
             standard input:1:4: offset 3, length 1: lint-carriage-return: 0D — SHOULD NOT hold U+000D\n\
             standard input:2:2: offset 6, length 3: lint-line-separator: E1 9E 88 — SHOULD NOT hold U+2028\n\
             standard input:2:3: offset 9, length 3: lint-paragraph-separator: E1 9E 89 — SHOULD NOT hold U+2029\n\
             standard input:2:4: offset 12, length 2: reserved: FE 80 is reserved for future use\n\
             standard input:2:5: offset 14, length 1: nul: 00 is U+0000, which Corrected UTF-8 does not allow\n\
             standard input:2:6: offset 15, length 0: lint-final-terminator: SHOULD end in U+000A\n\
             1 file checked as corrected-utf-8-document: 1 file invalid, 2 errors (1 of them reserved for future use), 6 findings against the house rules\n  \
               1 reserved\n  1 nul\n  1 lint-magic-number\n  1 lint-final-terminator\n  1 lint-carriage-return\n  \
               1 lint-line-separator\n  1 lint-paragraph-separator\n  1 lint-control\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "check --brief -e corrected-utf-8 --lint",
            b"a\0",
            "standard input:1:2: offset 1, length 1: lint-nul: 00 — MUST NOT hold U+0000\n\
             standard input:1:3: offset 2, length 0: lint-final-terminator: SHOULD end in U+000A\n\
             1 file checked as corrected-utf-8: valid, 2 findings against the house rules\n  \
               1 lint-final-terminator\n  1 lint-nul\n"
                .as_bytes(),
            "",
            1,
        ),
        ("check -e corrected-utf-8-document --lint -", b"", b"1 file checked as corrected-utf-8-document: valid\n", "", 0),
        ("check -e auto --lint", b"a\tb", b"1 file checked as utf-8: valid\n", "", 0),
        (
            "check --lint",
            b"",
            b"",
            "placemat: --lint has rules for corrected-utf-8-document and corrected-utf-8; name one with -e, or auto\n",
            2,
        ),
    ]);
    // The magic number does not make a file that is found in a directory binary.
    let directory = directory_with(&[("document", &fine), ("text", b"a\tb")]);
    let entry = placemat_in(directory.path(), "check -e auto --lint --summary .", b"");
    let expected = "./document: corrected-utf-8-document, by its signature: valid\n\
                    ./text: utf-8: valid\n\
                    2 files checked, 1 as corrected-utf-8-document, 1 as utf-8: all valid\n";
    assert_eq!((entry.text(), entry.status), (expected, 0));
    let found = |arguments: &str, input: &[u8]| placemat_with(&format!("check --lint {arguments}"), input);
    let tab = [MAGIC, b"\t\n"].concat();
    let json = found("-e auto --json", &tab);
    let expected = r#""well_formed":true,"size":10,"errors":[{"offset":8,"length":1,"kind":"lint-control","hex":"09","line":2,"column":1,"column_utf16":1,"column_bytes":1,"hint":"a tabulation looks different everywhere: use spaces, or markup"}],"error_count":1,"reserved_count":0}"#;
    assert!(json.text().trim_end().ends_with(expected) && json.status == 1, "{}", json.text());
    let summary = found("-e auto --summary", &tab);
    assert!(summary.text().contains(", by its signature: 1 finding: 1 lint-control\n"), "{}", summary.text());
    let github = found("-e corrected-utf-8 --format github", b"\t\n\0\n");
    assert!(github.text().starts_with("::warning line=1,col=1,title=house rules of corrected-utf-8::"));
    assert!(github.text().contains("\n::error line=2,"), "{}", github.text());
    let sarif = found("-e corrected-utf-8 --format sarif", b"\t\n");
    let document: serde_json::Value = serde_json::from_slice(&sarif.stdout).unwrap();
    let (rules, results) = (&document["runs"][0]["tool"]["driver"]["rules"], &document["runs"][0]["results"]);
    assert!(rules.as_array().unwrap().iter().any(|rule| rule["id"] == "lint-control"));
    assert_eq!((&results[0]["ruleId"], &results[0]["level"]), (&"lint-control".into(), &"warning".into()));
}

/// In pieces of any size, from a file and from a pipe.
#[test]
fn departures_and_errors_come_in_order() {
    let unit = b"caf\xC3\x89\t\xE1\x9E\x88\xFE\x80\x80\r\nx\x80\0";
    let text = unit.repeat(20_000);
    let found = placemat_with("check -e corrected-utf-8 --lint --max-errors 0 --json", &text);
    let directory = directory_with(&[("file", &text)]);
    let of_file =
        placemat_in(directory.path(), "check -e corrected-utf-8 --lint --max-errors 0 --json file", b"");
    assert_eq!(found.text(), of_file.text().replace(r#"{"text":"file"}"#, "null"));
    let mut errors =
        found.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    for repetition in 0..20_000 {
        for (offset, kind, column) in [
            (5, "lint-control", 5),
            (6, "lint-line-separator", 6),
            (9, "reserved", 7),
            (12, "lint-carriage-return", 8),
            (15, "stray-trail", 2),
            (16, "lint-nul", 3),
        ] {
            let error = errors.next().unwrap();
            let before = if repetition > 0 && offset < 14 { 3 } else { 0 };
            assert_eq!(error["offset"], repetition * unit.len() + offset, "{error}");
            assert_eq!(
                (&error["kind"], &error["column"]),
                (&kind.into(), &(column + before).into()),
                "{error}"
            );
        }
    }
}
