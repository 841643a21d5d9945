//! docs/json.schema.json describes what the commands print, and nothing else. `command.rs` compares it with
//! the lines of every run of these tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use crate::command::{directory_with, placemat_in};
use crate::schema::{is_described, schema};

/// Runs that together print every kind of line, with every field.
const RUNS: [&str; 44] = [
    "check --json old",
    "check --json --summary bad good.txt missing",
    "check --json bad",
    "check --json --max-errors 0 bad",
    "check --json -e auto --summary bad old jpeg",
    "check --json -e corrected-utf-8 --summary bad",
    "check --json -e auto overlong",
    "check --json --deny nul,bom good.txt",
    "convert --json -f utf-8 -t iso-8859-1 bad --on-error replace --on-unencodable replace -o out",
    "convert --json -f utf-8 -t iso-8859-1 good.txt bad -o out",
    "convert --json -f utf-8 bad -o out",
    "convert --json -f auto --in-place --dry-run bad old good.txt",
    "convert --json -f cesu-8 --in-place good.txt",
    "convert --json -f utf-16le --in-place good.txt jpeg",
    "convert --json -f latin1 --out-dir dir . ",
    "convert --json -f mutf-8-writeutf framed -o out",
    "convert --json -f corrected-utf-8 bad --on-error skip -o out",
    "convert --json missing -o out",
    "convert --json -t euc-jp yen -o out",
    "detect --json bad good.txt old missing overlong jpeg empty",
    "repair --json --fix all declared",
    "repair --json bad export.txt signed missing good.txt double old",
    "repair --json --fix legacy old",
    "repair --json --fix legacy old.xml",
    "convert --json -f koi8-r old.xml -o out",
    "convert --json -f latin1 good.txt",
    "convert --json -f utf-16 joined -o out",
    "repair --in-place --undo-log log --quiet export.txt",
    "repair --json --undo broken",
    "repair --json --undo log",
    "explain --json --text é",
    "explain --json --hex C0AFFF",
    "explain --json -e utf-16 signed",
    "explain --json -e mutf-8-writeutf framed",
    "list --json",
    "table --json utf-8",
    "table --json utf-8b",
    "table --json cesu-8-lenient",
    "strings --json Main.class some.dex",
    "identify --json -- cat",
    "identify --json -- PLACEMAT convert --quiet",
    "identify --json -- tr -d \\377",
    "identify --json -- PLACEMAT convert --quiet",
    "identify --json -- true",
];

/// A dex file with one string.
const DEX: &[u8] =
    b"dex\n035\0                                \x78\x56\x34\x12            \x01\0\0\0\x40\0\0\0\
    \x44\0\0\0\x01a\0";

fn files() -> Vec<(&'static str, &'static [u8])> {
    let old: &[u8] = b"\xF7\xD3\xC5 \xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xD9\xC5 \xD3\xC5\xCD\xD8\xC9 \
        \xD0\xCF\xC8\xCF\xD6\xC9 \xC4\xD2\xD5\xC7 \xCE\xC1 \xC4\xD2\xD5\xC7\xC1, \
        \xCB\xC1\xD6\xC4\xC1\xD1 \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1\xD1 \
        \xD3\xC5\xCD\xD8\xD1 \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1 \
        \xD0\xCF-\xD3\xD7\xCF\xC5\xCD\xD5.\n";
    vec![
        ("bad", b"price \xE2\x82\xAC\ncaf\xE9 au lait \xC0\xAF\n"),
        ("good.txt", "na\u{ef}ve, 5 \u{20ac}, \u{1f4a9}\0\n".as_bytes()),
        ("old", old),
        ("yen", "¥5\n".as_bytes()),
        (
            "old.xml",
            Box::leak([b"<?xml version='1.0' encoding='koi8-r'?>\n", old].concat().into_boxed_slice()),
        ),
        ("overlong", b"GET /scripts/..\xC0\xAFwinnt/caf\xE9\n"),
        ("jpeg", b"\xFF\xD8\xFF\xE0\x00\x10JFIF\x00\x01\x02\x00\x00\x01"),
        ("framed", b"\0\x02ab and more"),
        (".editorconfig", b"[declared]\ncharset = latin1\n"),
        ("declared", b"caf\xE9 au lait\n"),
        ("export.txt", b"a\xED\xA0\xBD\xED\xB2\xA9\n"),
        ("signed", b"\xFE\xFF\0a\xD8\0"),
        ("joined", b"\xFE\xFF\0a\0\n\xFE\xFF\0b\0\n"),
        ("double", "CafÃ© au lait, crÃ¨me brÃ»lÃ©e\nplain \u{e9}\u{20ac}\n".as_bytes()),
        ("empty", b""),
        ("Main.class", b"\xCA\xFE\xBA\xBE\0\0\0\x3D\0\x03\x01\0\x03a\xC0\x80\x01\0\x01\xFF"),
        ("some.dex", DEX),
        (
            "broken",
            b"{\"version\":1,\"path\":{\"text\":\"/nowhere\"},\"old\":{\"size\":1,\
            \"hash\":\"00000000000000000000000000000000\"},\"new\":{\"size\":1,\
            \"hash\":\"00000000000000000000000000000000\"},\"edits\":[]}\n",
        ),
    ]
}

/// Returns the lines of all runs, without those that are equal to others of the same shape.
fn lines() -> Vec<Value> {
    let directory = directory_with(&files());
    let mut lines = vec![];
    for arguments in RUNS {
        let run = placemat_in(
            directory.path(),
            &arguments.replace("PLACEMAT", env!("CARGO_BIN_EXE_placemat")),
            b"",
        );
        let told = String::from_utf8(run.stdout).expect("a report is UTF-8") + &run.stderr;
        let found: Vec<Value> = told
            .lines()
            .filter(|line| line.starts_with("{\"version\":1,"))
            .map(|line| serde_json::from_str(line).expect("a line of JSON"))
            .collect();
        assert!(!found.is_empty() || arguments.contains("--quiet"), "{arguments}: {told}");
        lines.extend(found);
    }
    let log = std::fs::read_to_string(directory.path().join("log")).expect("a log");
    lines.extend(log.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON")));
    lines
}

/// The definitions of lines, by name. Those for columns are tested with the columns.
fn definitions() -> BTreeMap<&'static str, jsonschema::Validator> {
    let text = schema();
    let of = |one: &'static Value| {
        let name = one["$ref"].as_str()?.strip_prefix("#/$defs/")?;
        let mut only = text.clone();
        only["anyOf"] = json!([one]);
        Some((name, jsonschema::draft202012::new(&only).expect("it compiles")))
    };
    let all: BTreeMap<_, _> = text["anyOf"].as_array().expect("definitions").iter().filter_map(of).collect();
    assert_eq!(all.len(), text["anyOf"].as_array().expect("definitions").len());
    all
}

/// Adds the fields of a value as paths, such as `/check/errors/hint`.
fn add_fields(value: &Value, path: &str, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = format!("{path}/{name}");
                add_fields(value, &path, all);
                all.insert(path);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| add_fields(value, path, all)),
        _ => {}
    }
}

/// Adds the fields that a definition has.
fn add_defined(definition: &Value, path: &str, all: &mut BTreeSet<String>) {
    let text = schema();
    if let Some(name) = definition["$ref"].as_str() {
        let name = name.strip_prefix("#/$defs/").expect("a definition of this schema");
        return add_defined(&text["$defs"][name], path, all);
    }
    for (name, field) in definition["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        add_defined(field, &path, all);
        all.insert(path);
    }
    for several in ["anyOf", "oneOf"] {
        definition[several].as_array().into_iter().flatten().for_each(|one| add_defined(one, path, all));
    }
    if definition["items"].is_object() {
        add_defined(&definition["items"], path, all);
    }
}

/// Each kind of line and each field of the schema is printed, and each line is of one kind.
#[test]
fn every_definition_and_every_field_of_the_schema_is_printed() {
    let definitions = definitions();
    let mut printed = BTreeSet::new();
    for line in lines() {
        let kinds: Vec<_> = definitions.iter().filter(|(_, one)| one.is_valid(&line)).collect();
        assert_eq!(kinds.len(), 1, "{line} is {:?}", kinds.iter().map(|(name, _)| name).collect::<Vec<_>>());
        add_fields(&line, &format!("/{}", kinds[0].0), &mut printed);
    }
    let mut defined = BTreeSet::new();
    for name in definitions.keys().filter(|name| !name.starts_with("columns")) {
        add_defined(&schema()["$defs"][name], &format!("/{name}"), &mut defined);
    }
    assert!(defined.len() > 150, "{}", defined.len());
    // `naming.rs` and `paths.rs` have names that are not UTF-8.
    let absent: Vec<_> =
        defined.difference(&printed).filter(|field| !field.ends_with("path/bytes")).collect();
    assert!(absent.is_empty(), "never printed: {absent:#?}");
}

/// The schema does not describe a line any more after a change.
#[test]
fn the_schema_does_not_describe_a_changed_line() {
    let mut changes = 0;
    let mut seen = BTreeSet::new();
    for line in lines() {
        let Value::Object(fields) = &line else { panic!("{line}") };
        if !seen
            .insert(fields.iter().map(|(name, value)| (name.clone(), value.is_null())).collect::<Vec<_>>())
        {
            continue;
        }
        assert!(is_described(&line), "{line}");
        let mut refuse = |changed: Value| {
            assert!(!is_described(&changed), "{changed}");
            changes += 1;
        };
        let mut more = line.clone();
        more["another"] = json!(1);
        refuse(more);
        for (name, value) in fields {
            let mut other = line.clone();
            // No field has a list of lists of numbers in it, except `sequences`, where it has more of them.
            other[name] = json!([[0.5]]);
            refuse(other);
            let mut renamed = line.clone();
            let object = renamed.as_object_mut().expect("an object");
            object.remove(name);
            object.insert(format!("{name}_"), value.clone());
            refuse(renamed);
        }
        let mut newer = line.clone();
        newer["version"] = json!(2);
        refuse(newer);
    }
    assert!(changes > 300, "{changes}");
}

/// Each field is explained.
#[test]
fn the_page_on_json_names_every_field_and_every_definition() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = std::fs::read_to_string(path).expect("the page");
    for name in definitions().keys() {
        assert!(page.contains(&format!("`{name}`")), "the page does not name `{name}`");
        let mut fields = BTreeSet::new();
        add_defined(&schema()["$defs"][name], "", &mut fields);
        for field in fields {
            let field = field.rsplit('/').next().expect("a name");
            let is_named = page.contains(&format!("`{field}`")) || page.contains(&format!("\"{field}\":"));
            assert!(is_named, "the page does not explain `{field}` of `{name}`");
        }
    }
}
