//! `placemat repair` leaves text alone that a signature identifies as another encoding, and names that
//! encoding.

use std::fs;

use crate::command::{directory_with, placemat_in, placemat_with};

const FIXES: [&str; 11] = [
    "cesu-8",
    "c0-80",
    "double-encoding",
    "double-encoding-lines",
    "double-bom",
    "bom",
    "lone-surrogates",
    "legacy-bytes",
    "default",
    "all",
    "all,bom",
];

/// Returns names of encodings, each with a document.
fn documents() -> Vec<(&'static str, Vec<u8>)> {
    let text = "plain\nПривет, café\n日本語 💩\n";
    let in_utf_16 = |bytes: fn(u16) -> [u8; 2], mark: [u8; 2]| {
        [mark.to_vec(), text.encode_utf16().flat_map(bytes).collect()].concat()
    };
    let in_utf_32 = |bytes: fn(u32) -> [u8; 4], mark: [u8; 4]| {
        [mark.to_vec(), text.chars().flat_map(|one| bytes(one.into())).collect()].concat()
    };
    let converted = |encoding: &str, mark: &[u8]| {
        let found = placemat_with(&format!("convert -t {encoding}"), text.as_bytes());
        assert_eq!(found.status, 0, "{encoding}");
        [mark, &found.stdout].concat()
    };
    vec![
        ("corrected-utf-8-document", converted("corrected-utf-8-document", b"")),
        ("utf-1", converted("utf-1", b"\xF7\x64\x4C")),
        ("utf-16", in_utf_16(u16::to_le_bytes, [0xFF, 0xFE])),
        ("utf-16", in_utf_16(u16::to_be_bytes, [0xFE, 0xFF])),
        ("utf-32", in_utf_32(u32::to_le_bytes, [0xFF, 0xFE, 0, 0])),
        ("utf-32", in_utf_32(u32::to_be_bytes, [0, 0, 0xFE, 0xFF])),
    ]
}

#[test]
fn a_document_in_another_encoding_is_left_and_named() {
    let documents = documents();
    for fixes in FIXES {
        for (encoding, document) in &documents {
            let is_fix = fixes.starts_with("all") && *encoding == "utf-16";
            let directory = directory_with(&[("document", document), ("tree/document", document)]);
            let told = format!("document: left as it is: {encoding}, by its signature\n");
            if !is_fix {
                let named =
                    placemat_in(directory.path(), &format!("repair --in-place --fix {fixes} document"), b"");
                assert!(named.text().starts_with(&told), "{fixes}: {}", named.text());
                assert_eq!(named.status, 1, "{fixes} {encoding}");
                let stdin = placemat_with(&format!("repair --fix {fixes} -o -"), document);
                assert_eq!((&stdin.stdout, stdin.status), (document, 1), "{fixes} {encoding}");
                assert!(
                    stdin.stderr.contains(&told.replace("document:", "standard input:")),
                    "{}",
                    stdin.stderr
                );
                assert_eq!(fs::read(directory.path().join("document")).unwrap(), *document, "{fixes}");
                assert!(!named.text().contains("try --fix") || *encoding == "utf-16", "{}", named.text());
            }
            let tree = placemat_in(directory.path(), &format!("repair --in-place --fix {fixes} tree"), b"");
            // A file that looks binary is skipped, unless that is only because of the magic number.
            let is_binary = encoding.starts_with("utf-16") || encoding.starts_with("utf-32");
            let is_told = tree.text().starts_with(&format!("tree/{told}"));
            assert!(is_told || is_binary, "{fixes} {encoding}: {}", tree.text());
            if !is_fix {
                assert_eq!(fs::read(directory.path().join("tree/document")).unwrap(), *document, "{fixes}");
            }
        }
    }
}

#[test]
fn a_signature_that_is_slightly_off_is_named_as_well() {
    let rest = b"caf\xC1\xA9 \xED\xA0\xBD\xED\xB2\xA9 \xED\xA0\x80 and so on, far behind \xED\xA0\x80\n";
    for (start, name) in [
        (&b"\xEF\xB7\x9D\xED\xB2\xAE\0\r\n"[..], "corrected-utf-8-document"),
        (b"\xEF\xB7\x9D\xED\xB2\xAE\0", "corrected-utf-8-document"),
        (b"\xEF\xBB\xBF\xEF\xB7\x9D\xED\xB2\xAE\0\n", "corrected-utf-8-document"),
        (b"\x84\x31\x95\x33", "GB18030"),
    ] {
        let document = [start, rest].concat();
        let directory = directory_with(&[("tree/document", &document)]);
        for fixes in FIXES {
            let found = placemat_in(directory.path(), &format!("repair --in-place --fix {fixes} tree"), b"");
            let told = format!("tree/document: left as it is: {name}, by its signature\n");
            assert!(found.text().starts_with(&told), "{fixes}: {}", found.text());
            assert_eq!(found.status, 1);
            assert_eq!(fs::read(directory.path().join("tree/document")).unwrap(), document, "{fixes}");
        }
        for arguments in ["check --excerpt", "check -e auto --excerpt", "check --json"] {
            let found = placemat_with(arguments, &document);
            assert!(!found.text().contains("try -e wtf-8"), "{arguments}: {}", found.text());
        }
        let json = placemat_with("repair --dry-run --json", &document);
        assert!(json.text().contains(&format!(r#""signature":"{name}""#)), "{}", json.text());
    }
}

#[test]
fn the_hint_names_what_reads_it() {
    let (_, corrected) = &documents()[0];
    let found = placemat_with("repair --dry-run", corrected);
    assert_eq!(
        found.text(),
        "standard input: left as it is: corrected-utf-8-document, by its signature\n  \
         hint: placemat convert -f corrected-utf-8-document reads it\n\
         0 files would be repaired, 1 file left as it is\n"
    );
    let json = placemat_with("repair --dry-run --json", corrected);
    assert!(json.text().contains(r#""signature":"corrected-utf-8-document"},"#), "{}", json.text());
    assert!(json.text().contains(r#""would_help":null"#), "{}", json.text());
    let (_, utf_16) = &documents()[2];
    let found = placemat_with("repair --dry-run", utf_16);
    assert!(found.text().contains("\n  hint: try --fix default,utf-16\n"), "{}", found.text());
}
