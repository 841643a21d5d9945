//! Lines that do not have the form of a vector are reported with file and line, and count neither as passed
//! nor as failed.

use std::fs;
use std::path::{Path, PathBuf};

use placemat_conformance::{Case, Score, run_vectors};
use serde_json::{Value, json};

fn vector() -> Value {
    json!({"id": "m", "encoding": "utf-8", "op": "decode", "input_hex": "C3A9", "policy": "strict",
        "expected": "U+00E9", "error": null, "source": "reference"})
}

fn with(name: &str, value: Value) -> String {
    let mut vector = vector();
    vector[name] = value;
    vector.to_string()
}

fn without(name: &str) -> String {
    let mut vector = vector();
    vector.as_object_mut().unwrap().remove(name);
    vector.to_string()
}

/// Creates a directory for a test, with one file of these lines.
fn directory(test: &str, lines: &[u8]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance").join(test);
    fs::create_dir_all(&directory).unwrap();
    fs::write(directory.join("lines.jsonl"), lines).unwrap();
    directory
}

/// Returns exit status, passed and failed cases, standard output and standard error of a run.
fn run(directories: &[PathBuf]) -> (u8, (u64, u64), String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut score = Score::new(&mut out, &mut err);
    run_vectors(directories, &mut score).unwrap();
    score.finish().unwrap();
    let (status, cases) = (score.status(), score.cases());
    (status, cases, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap())
}

#[test]
fn malformed_lines_are_not_understood() {
    let mut lines: Vec<String> = ["", " ", "{", "[]", "null", "3", "{} {}", "{}"].map(str::to_owned).into();
    for field in ["id", "encoding", "op", "input_hex", "policy", "expected", "error", "source"] {
        lines.push(without(field));
        lines.push(with(field, json!(7)));
        lines.push(with(field, json!([])));
    }
    lines.extend([
        vector().to_string().replace("}", r#","id":"again"}"#),
        vector().to_string().replace(r#""error":null"#, r#""error":{"offset":0,"len":1,"len":1}"#),
        with("superfluous", json!("")),
        with("to", json!("utf-8")),
        with("input2_hex", json!("")),
        with("input_cp", json!("")),
        with("id", json!("")),
        with("encoding", json!("utf-9")),
        with("encoding", json!("UTF-8")),
        with("encoding", json!("any")),
        with("op", json!("recode")),
        with("policy", json!("lenient")),
        with("policy", json!("escape-xml")),
        with("policy", json!("private-use")),
        with("policy", json!("optu")),
        with("input_hex", json!("C3A")),
        with("input_hex", json!("c3a9")),
        with("input_hex", json!("C3 A9")),
        with("input_hex", json!("GG")),
        with("expected", json!("00E9")),
        with("expected", json!("U+")),
        with("expected", json!("U+00E9 é")),
        with("expected", json!(true)),
        with("expected", json!({"signature": "utf-8", "length": 3})),
        with("error", json!("none")),
        with("error", json!({"offset": 0})),
        with("error", json!({"len": 1})),
        with("error", json!({"offset": -1, "len": 1})),
        with("error", json!({"offset": 0.5, "len": 1})),
        with("error", json!({"offset": 0, "len": 1, "kind": "odd"})),
        with("error", json!({"offset": 0, "len": 1, "kind": null})),
        with("error", json!({"offset": 0, "len": 1, "why": "overlong"})),
    ]);
    for line in &lines {
        assert!(Case::parse(line.as_bytes()).is_err(), "{line}");
    }
    let good = vector().to_string();
    assert!(Case::parse(good.as_bytes()).unwrap().unwrap().check().is_ok());
    // Each line in a file of its own, after a valid line.
    for (k, line) in lines.iter().filter(|line| !line.contains('\n')).enumerate() {
        let directory = directory(&format!("malformed-{k}"), format!("{good}\n{line}\n").as_bytes());
        let (status, cases, out, err) = run(&[directory]);
        assert_eq!((status, cases, out.as_str()), (2, (1, 0), "1 passed, 0 failed\n"), "{line}");
        assert!(err.contains("lines.jsonl:2: "), "{err}");
    }
}

#[test]
fn other_operations_are_read_as_strictly() {
    let line = |change: &[(&str, Value)]| {
        let mut vector = vector();
        for (name, value) in change {
            vector[name] = value.clone();
        }
        vector.to_string()
    };
    let detect = |expected: Value| {
        line(&[("op", json!("detect")), ("encoding", json!("any")), ("expected", expected)])
    };
    assert!(Case::parse(detect(json!({"signature": null, "length": 0})).as_bytes()).is_ok());
    let concat = [("op", json!("concat")), ("input2_hex", json!("41")), ("expected", json!("C3A941"))];
    assert!(Case::parse(line(&concat).as_bytes()).is_ok());
    let convert = [("op", json!("convert")), ("to", json!("cesu-8")), ("expected", json!("C3A9"))];
    assert!(Case::parse(line(&convert).as_bytes()).is_ok());
    for bad in [
        detect(json!({"signature": "utf-9", "length": 0})),
        detect(json!({"signature": null})),
        detect(json!({"signature": null, "length": 0, "more": 0})),
        detect(json!("utf-8")),
        line(&[("op", json!("detect")), ("expected", json!({"signature": null, "length": 0}))]),
        line(&[("op", json!("validate")), ("expected", json!("true"))]),
        line(&[("op", json!("validate")), ("expected", json!(true)), ("policy", json!("replace"))]),
        line(&[concat.as_slice(), &[("policy", json!("replace"))]].concat()),
        line(&concat[..1]),
        line(&[convert.as_slice(), &[("to", json!("tcl-8.6-utf-8"))]].concat()),
        line(&[convert.as_slice(), &[("expected", json!("U+00E9"))]].concat()),
        line(&[("op", json!("encode")), ("expected", json!("41"))]),
        line(&[("op", json!("decode")), ("encoding", json!("cesu-8")), ("policy", json!("latin1"))]),
        line(&[("op", json!("observe")), ("expected", json!(3))]),
        line(&[("op", json!("observe")), ("more", json!(3))]),
    ] {
        assert!(Case::parse(bad.as_bytes()).is_err(), "{bad}");
    }
    let mut encode = vector();
    encode.as_object_mut().unwrap().remove("input_hex");
    encode["op"] = json!("encode");
    encode["expected"] = json!("41");
    for (input, understood) in [
        ("U+0041", true),
        ("", true),
        ("0041", false),
        ("U+41", false),
        ("U+00000041", false),
        ("U+0041 ", false),
        ("U+d800", false),
        ("U+1FFFFFFFF", false),
    ] {
        encode["input_cp"] = json!(input);
        assert_eq!(Case::parse(encode.to_string().as_bytes()).is_ok(), understood, "{input}");
    }
}

#[test]
fn failures_are_told_and_the_sum_is_last() {
    let failing = with("expected", json!("U+00EA"));
    let directory = directory("failing", format!("{}\n{failing}", vector()).as_bytes());
    let (status, cases, out, err) = run(std::slice::from_ref(&directory));
    assert_eq!((status, cases, err.as_str()), (1, (1, 1), ""));
    let file = directory.join("lines.jsonl");
    let expected = format!(r#"{}: m: expected "U+00EA", came "U+00E9""#, file.display());
    assert_eq!(out, format!("{expected}\n1 passed, 1 failed\n"));
}

#[test]
fn what_is_not_there_is_trouble() {
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance").join("empty");
    fs::create_dir_all(&empty).unwrap();
    assert_eq!(run(std::slice::from_ref(&empty)).0, 2);
    assert_eq!(run(&[empty.join("missing")]).0, 2);
    assert_eq!(run(&[directory("no-lines", b"")]).0, 2);
    assert_eq!(run(&[directory("not-utf-8", b"{\"id\":\"\xFF\"}\n")]).0, 2);
}

#[test]
fn hostile_names_are_escaped() {
    let failing = with("id", json!("\u{1B}[2J\n\u{202E}")).replace("00E9", "00EA");
    let (.., out, _) = run(&[directory("hostile", failing.as_bytes())]);
    assert!(out.contains("\\u{1b}[2J\\u{a}\\u{202e}: expected"), "{out}");
    assert_eq!(out.lines().count(), 2);
}
