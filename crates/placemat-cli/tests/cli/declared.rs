//! Encodings that a project or a text declares: what stays in them, and what is no longer true.

use crate::command::{directory_with, placemat_in};

/// Who declares an encoding expects that files stay in it: git would make other characters of UTF-8.
#[test]
fn declared_files_stay_in_their_encoding() {
    let attributes = b"*.u16 text working-tree-encoding=UTF-16LE\n*.l1 working-tree-encoding=ISO-8859-1\n";
    let files: [(&str, &[u8]); 4] = [
        (".gitattributes", attributes),
        (".editorconfig", b"[*.txt]\ncharset = latin1\n"),
        ("a.u16", b"h\0i\0 \0x\0"),
        ("c.txt", b"caf\xE9 au lait\n"),
    ];
    let directory = directory_with(&files);
    std::fs::create_dir(directory.path().join(".git")).unwrap();
    std::fs::write(directory.path().join("b.l1"), b"caf\xE9 au lait\n").unwrap();
    let found = placemat_in(directory.path(), "repair --fix all --in-place a.u16 b.l1 c.txt", b"");
    assert_eq!(
        (found.text(), found.status),
        ("0 files repaired, 3 files unchanged\n", 0),
        "{}",
        found.stderr
    );
    for (name, file, encoding) in [
        ("a.u16", ".gitattributes", "utf-16le"),
        ("b.l1", ".gitattributes", "iso-8859-1"),
        ("c.txt", ".editorconfig", "iso-8859-1"),
    ] {
        let told = format!("{name}: unchanged: {file} declares {encoding} (--no-config repairs it)\n");
        assert!(found.stderr.contains(&told), "{}", found.stderr);
    }
    let found = placemat_in(directory.path(), "repair --json --fix all a.u16", b"");
    assert!(found.text().contains(r#""outcome":"unchanged","size":8,"#), "{}", found.text());
    assert!(found.text().ends_with("\"declared\":\"utf-16le\"}\n"), "{}", found.text());
    let found = placemat_in(directory.path(), "repair --json .gitattributes", b"");
    assert!(!found.text().contains("declared"), "{}", found.text());
    let found = placemat_in(directory.path(), "convert -f auto --in-place a.u16", b"");
    let expected = "placemat: a.u16: not converted: .gitattributes declares utf-16le for this file\n";
    assert!(found.status == 1 && found.stderr.starts_with(expected), "{}", found.stderr);
    let found = placemat_in(directory.path(), "convert -f auto --in-place --no-config --dry-run a.u16", b"");
    assert!(!found.stderr.contains("declares"), "{}", found.stderr);
    for name in ["a.u16", "b.l1", "c.txt"] {
        let text = std::fs::read(directory.path().join(name)).unwrap();
        assert!(text.contains(&0) || text.contains(&0xE9), "{name}");
    }
    let found = placemat_in(directory.path(), "repair --fix all --no-config --in-place a.u16 b.l1", b"");
    assert_eq!(
        (found.text().lines().last(), found.status),
        (Some("2 files repaired"), 0),
        "{}",
        found.stderr
    );
    let found = placemat_in(directory.path(), "convert -f latin1 --in-place c.txt", b"");
    assert_eq!(found.status, 0, "-f with a name overrides the declaration");
}

/// What would not change anyway needs no declaration.
#[test]
fn a_declaration_stops_only_what_would_change() {
    let picture = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x9A\0\0\x01";
    let directory = directory_with(&[
        (".editorconfig", b"[*]\ncharset = latin1\n".as_slice()),
        ("tree/ascii", b"plain\n"),
        ("tree/empty", b""),
        ("tree/picture", picture),
        ("tree/utf-8", "é\n".as_bytes()),
    ]);
    let found = placemat_in(directory.path(), "repair --fix all tree", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{}", found.text());
    let found = placemat_in(directory.path(), "repair missing", b"");
    assert_eq!(found.status, 2, "{}", found.stderr);
    let found =
        placemat_in(directory.path(), "convert -f auto --in-place tree/ascii tree/empty tree/utf-8", b"");
    assert_eq!((found.stderr.contains("declares"), found.status), (false, 0), "{}", found.stderr);
}

/// A conversion leaves what a text says of its encoding as it is.
#[test]
fn a_declaration_that_a_conversion_makes_false_is_named() {
    let xml = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>caf\xE9</a>\n";
    let python = b"#!/usr/bin/python3\n# -*- coding: latin-1 -*-\nprint('\xE9')\n";
    let right = b"<meta charset=utf-8>caf\xE9\n";
    let ascii = b"@charset \"windows-1252\";\n";
    let files: [(&str, &[u8]); 4] = [("a.xml", xml), ("b.py", python), ("c.html", right), ("d.css", ascii)];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "convert -f latin1 a.xml", b"");
    let told = "placemat: a.xml: declares ISO-8859-1 on line 1; change it to UTF-8\n";
    assert_eq!((found.status, &found.stderr[..]), (0, told));
    assert_eq!(placemat_in(directory.path(), "convert -q -f latin1 a.xml", b"").stderr, "");
    let found = placemat_in(directory.path(), "convert --json -f latin1 a.xml", b"");
    assert!(found.stderr.contains(r#""declares":{"encoding":"ISO-8859-1","line":1}"#), "{}", found.stderr);
    let found = placemat_in(directory.path(), "convert -f latin1 --in-place --threads 1 .", b"");
    let told = "placemat: ./a.xml: declares ISO-8859-1 on line 1; change it to UTF-8\n\
                placemat: ./b.py: declares latin-1 on line 2; change it to UTF-8\n\
                placemat: 3 files converted, 1 file unchanged\n";
    assert_eq!((found.status, &found.stderr[..]), (0, told));
    #[cfg(feature = "legacy")]
    {
        let russian = b"<?xml version='1.0' encoding='windows-1251'?>\n\
            <a>\xCE\xED\xE0 \xF2\xE8\xF5\xEE \xF7\xE8\xF2\xE0\xE5\xF2 \xEF\xE8\xF1\xFC\xEC\xEE \xF3 \
            \xEE\xEA\xED\xE0, \xEF\xEE\xEA\xE0 \xED\xE0 \xF3\xEB\xE8\xF6\xE5 \xE8\xE4\xE5\xF2 \
            \xF1\xED\xE5\xE3</a>\n";
        let line = &russian[russian.iter().position(|byte| *byte == b'\n').unwrap() + 1..];
        let directory = directory_with(&[("a", &[&russian[..], &line.repeat(9)].concat())]);
        let found = placemat_in(directory.path(), "repair --fix legacy --brief a", b"");
        let told = "  hint: declares windows-1251 on line 1; change it to UTF-8\n";
        assert!(found.text().contains(told), "{}", found.text());
        let found = placemat_in(directory.path(), "repair --fix legacy --json a", b"");
        assert!(
            found.text().contains(r#""declares":{"encoding":"windows-1251","line":1}"#),
            "{}",
            found.text()
        );
    }
}
