//! The readers of the suites, tested with small suites of the same forms: they pass, and fail if they are
//! falsified.

use std::fs;
use std::path::{Path, PathBuf};

use placemat_conformance::{Score, suites};

const FILES: [(&str, &[u8]); 11] = [
    (
        "utf8tests/utf8tests.txt",
        b"# comment\n\n1:valid:a:b\n2:valid hex:C3 A9\n3: invalid hex: 41 C0 80:41: 41 EFBFBD EFBFBD\n\
          4:invalid hex:FF:nothing:EFBFBD\n",
    ),
    ("utf8tests/utf8tests.bin", b"a\xE2\x82b\n"),
    ("utf8tests/utf8.skip.ref.txt", b"ab\n"),
    ("utf8tests/utf8.replace.ref.txt", b"a\xEF\xBF\xBDb\n"),
    (
        "kuhn/cases.jsonl",
        br#"{"id":"1","input_hex":"f8888080ff","perl_lax_ok":false,"perl_code_points":null,"diagnostics":"N2","rfc3629_valid":false}
{"id":"2","input_hex":"f888808080","perl_lax_ok":true,"perl_code_points":["200000"],"diagnostics":"y","rfc3629_valid":false}
{"id":"3","input_hex":"e28082","perl_lax_ok":true,"perl_code_points":["2002"],"diagnostics":"y","rfc3629_valid":true}
{"id":"4","input_hex":"e080af","perl_lax_ok":false,"perl_code_points":null,"diagnostics":"n","rfc3629_valid":false}
"#,
    ),
    ("kuhn/UTF-8-test.txt", b"\xCE\xBA\xFF\n"),
    ("all-codepoints/some.txt", "\0a\u{80}é€\u{EF80}\u{FFFD}💩".as_bytes()),
    ("blns/blns.txt", "# naughty\n\u{202E}\u{1B}[31m\n".as_bytes()),
    ("blns/blns.json", r#"["", "\u0001\u202e", "𝒜"]"#.as_bytes()),
    (
        "simdutf-regressions/vectors.jsonl",
        br#"{"id":"a","element_width":1,"input_hex":"41e282acf09f92ff"}
{"id":"b","element_width":2,"input_hex":"3dd8a9dc00d84100"}
{"id":"c","element_width":4,"input_hex":"0000110041000000"}
"#,
    ),
    (
        "rust-wtf8/vectors.jsonl",
        br#"{"id":"a","op":"utf16_to_wtf8","input_units":["d83d","d83d","dca9"],"wtf8_hex":"eda0bdf09f92a9"}
{"id":"b","op":"push_code_points","code_points":["d83d","dca9","10ffff"],"wtf8_hex":"f09f92a9f48fbfbf"}
{"id":"c","op":"concat","parts_hex":["eda0bd","","edb2a9"],"wtf8_hex":"f09f92a9"}
{"id":"d","op":"to_utf8_lossy","wtf8_hex":"eda08041","utf8_hex":"efbfbd41"}
{"id":"e","op":"validate_wtf8","input_hex":"eda0bdedb2a9","valid":false}
{"id":"f","op":"debug","code_points":["61"],"text":"\"a\""}
"#,
    ),
];

/// Creates a directory of the suites, with a change to one file.
fn directory(name: &str, change: Option<(&str, &str, &str)>) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suites").join(name);
    for (file, content) in FILES {
        let path = directory.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let content = match change {
            Some((changed, from, to)) if changed == file => {
                let text = std::str::from_utf8(content).unwrap();
                assert!(text.contains(from), "{file}: {from}");
                text.replacen(from, to, 1).into_bytes()
            }
            _ => content.to_vec(),
        };
        fs::write(path, content).unwrap();
    }
    directory
}

/// Returns exit status, passed and failed cases, and all output.
fn run(directory: &Path) -> (u8, (u64, u64), String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut score = Score::new(&mut out, &mut err);
    suites::run(directory, &mut score).unwrap();
    let (status, cases) = (score.status(), score.cases());
    (status, cases, String::from_utf8([out, err].concat()).unwrap())
}

#[test]
fn small_suites_pass() {
    let (status, (passed, failed), told) = run(&directory("good", None));
    assert_eq!((status, failed, told.as_str()), (0, 0, ""));
    assert!(passed > 90, "{passed}");
}

#[test]
fn falsified_suites_fail() {
    let changes = [
        ("utf8tests/utf8tests.txt", "2:valid hex:C3 A9", "2:valid hex:C3 A9 C3"),
        ("utf8tests/utf8tests.txt", "C0 80:41:", "C0 80:42:"),
        ("utf8tests/utf8tests.txt", "EFBFBD EFBFBD", "EFBFBD"),
        ("utf8tests/utf8tests.txt", "FF:nothing", "FF:41"),
        ("utf8tests/utf8.skip.ref.txt", "ab", "aab"),
        ("utf8tests/utf8.replace.ref.txt", "\u{FFFD}", "\u{FFFD}\u{FFFD}"),
        ("kuhn/cases.jsonl", r#"["200000"]"#, r#"["200001"]"#),
        ("kuhn/cases.jsonl", r#""diagnostics":"N2""#, r#""diagnostics":"n""#),
        (
            "kuhn/cases.jsonl",
            r#""diagnostics":"y","rfc3629_valid":false"#,
            r#""diagnostics":"y","rfc3629_valid":true"#,
        ),
        ("rust-wtf8/vectors.jsonl", "eda0bdf09f92a9", "eda0bdeda0bdedb2a9"),
        ("rust-wtf8/vectors.jsonl", "f48fbfbf", "f48fbfbe"),
        (
            "rust-wtf8/vectors.jsonl",
            r#""edb2a9"],"wtf8_hex":"f09f92a9""#,
            r#""edb2a9"],"wtf8_hex":"eda0bdedb2a9""#,
        ),
        ("rust-wtf8/vectors.jsonl", "efbfbd41", "3f41"),
        ("rust-wtf8/vectors.jsonl", r#""valid":false"#, r#""valid":true"#),
    ];
    for (k, change) in changes.into_iter().enumerate() {
        let (status, _, told) = run(&directory(&format!("falsified-{k}"), Some(change)));
        let suite = change.0.split('/').next().unwrap();
        assert_eq!(status, 1, "{change:?}: {told}");
        assert!(told.lines().any(|line| line.starts_with(suite)), "{change:?}: {told}");
    }
    // An ill-formed text is a single failed case.
    let directory = directory("falsified-text", None);
    fs::write(directory.join("all-codepoints/some.txt"), b"\xED\xA0\x80").unwrap();
    let (status, (_, failed), _) = run(&directory);
    assert_eq!((status, failed), (1, 1));
}

#[test]
fn malformed_suites_are_not_understood() {
    let changes = [
        ("utf8tests/utf8tests.txt", "2:valid hex", "2:half valid"),
        ("utf8tests/utf8tests.txt", "C3 A9", "C3 A"),
        ("utf8tests/utf8tests.txt", ":nothing:EFBFBD", ":nothing"),
        ("kuhn/cases.jsonl", "f8888080ff", "f8888080f"),
        ("kuhn/cases.jsonl", r#""perl_lax_ok":false"#, r#""perl_lax_ok":true"#),
        ("kuhn/cases.jsonl", r#","rfc3629_valid":false}"#, "}"),
        ("blns/blns.json", "[", "[3, "),
        ("blns/blns.json", "[", "{"),
        (
            "simdutf-regressions/vectors.jsonl",
            r#""element_width":4,"input_hex":"00"#,
            r#""element_width":4,"input_hex":""#,
        ),
        ("rust-wtf8/vectors.jsonl", r#""op":"concat""#, r#""op":"split""#),
        ("rust-wtf8/vectors.jsonl", r#"["d83d","d83d"#, r#"["1d83d","d83d"#),
    ];
    for (k, change) in changes.into_iter().enumerate() {
        let (status, _, told) = run(&directory(&format!("malformed-{k}"), Some(change)));
        assert_eq!(status, 2, "{change:?}: {told}");
    }
    for suite in ["utf8tests", "kuhn", "all-codepoints", "blns", "simdutf-regressions", "rust-wtf8"] {
        let directory = directory(&format!("without-{suite}"), None);
        fs::remove_dir_all(directory.join(suite)).unwrap();
        assert_eq!(run(&directory).0, 2, "{suite}");
    }
}
