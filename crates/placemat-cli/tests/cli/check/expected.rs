//! `charset` in .editorconfig and `working-tree-encoding` in .gitattributes.

use crate::command::{folder_with, placemat_in};

const UTF_16LE: &[u8] = b"h\0\xE9\0\n\0";

/// Returns the encoding in which a file is checked, what says so, and whether the file is valid.
fn checked(folder: &std::path::Path, options: &str, name: &str) -> (String, Option<String>, bool) {
    let found = placemat_in(folder, &format!("check --json {options} {name}"), b"");
    let line: serde_json::Value = serde_json::from_str(found.text()).unwrap_or_else(|_| panic!("{found:?}"));
    let basis = line["basis"].as_str().map(str::to_owned);
    (line["encoding"].as_str().unwrap().to_owned(), basis, line["well_formed"].as_bool().unwrap())
}

#[test]
fn files_are_checked_as_their_project_says() {
    let config =
        b"\xEF\xBB\xBF# comment\nroot = true\n\n[*]\ncharset = utf-8\n[*.{txt,log}]\nCHARSET = Latin1\n\
        [a/**.dat]\ncharset=utf-16le\n[b.dat]\ncharset = utf-16be\n[bom.x]\ncharset: utf-8-bom\n\
        [not.txt]\ncharset = unset\n[f{1..3}.y]\ncharset = utf-16le\n[c.txt]\nindent_style = tab\n";
    let inner = b"[*.txt]\ncharset = utf-16le\n";
    let files: [(&str, &[u8]); 11] = [
        (".editorconfig", config),
        ("c.txt", b"caf\xE9\n"),
        ("c.rs", b"caf\xE9\n"),
        ("a/x.dat", UTF_16LE),
        ("a/b/x.dat", UTF_16LE),
        ("b.dat", b"\0h\0\xE9"),
        ("bom.x", b"\xEF\xBB\xBFx"),
        ("not.txt", b"x"),
        ("f2.y", UTF_16LE),
        ("inner/.editorconfig", inner),
        ("inner/c.txt", UTF_16LE),
    ];
    let folder = folder_with(&files);
    let by = |encoding: &str| (encoding.to_owned(), Some("editorconfig".to_owned()), true);
    for (name, expected) in [
        ("c.txt", by("iso-8859-1")),
        ("c.rs", ("utf-8".to_owned(), None, false)),
        ("a/x.dat", by("utf-16le")),
        ("a/b/x.dat", by("utf-16le")),
        ("b.dat", by("utf-16be")),
        ("bom.x", by("utf-8-sig")),
        ("not.txt", ("utf-8".to_owned(), None, true)),
        ("f2.y", by("utf-16le")),
        // The nearest file wins.
        ("inner/c.txt", by("utf-16le")),
    ] {
        assert_eq!(checked(folder.path(), "", name), expected, "{name}");
        // A name on the command line wins, and the files can be ignored.
        assert_eq!(checked(folder.path(), "--no-config", name).1, None, "{name}");
        assert_eq!(checked(folder.path(), "-e utf-8", name).1, None, "{name}");
    }
    let found = placemat_in(folder.path(), "check .", b"");
    let summary = "9 inputs checked, 4 as utf-16le, 2 as utf-8, 1 as utf-16be, 1 as utf-8-sig, \
                   1 as iso-8859-1 (by .editorconfig): 1 invalid, 1 place\n";
    assert!(found.text().ends_with(summary), "{}", found.text());
    // `root` ends the search.
    let files: [(&str, &[u8]); 3] =
        [(".editorconfig", b"[*]\ncharset = latin1\n"), ("r/.editorconfig", b"root = TRUE\n"), ("r/x", b"x")];
    let folder = folder_with(&files);
    assert_eq!(checked(folder.path(), "", "r/x").1, None);
    // What has that name and is not a file says nothing.
    let folder = folder_with(&[(".editorconfig/x", b"[*]\ncharset = latin1\n"), ("y", b"y")]);
    assert_eq!(checked(folder.path(), "", "y"), ("utf-8".to_owned(), None, true));
}

#[test]
fn attributes_of_git_come_first_and_only_in_a_working_tree() {
    let attributes = b"*.txt text working-tree-encoding=UTF-16LE-BOM\n# comment\n\
        \"a b.csv\" working-tree-encoding=UTF-16BE\n/top.inc working-tree-encoding=utf-16le\n\
        dir/*.dat working-tree-encoding=UTF-16LE eol=crlf\nplain.txt -working-tree-encoding\n\
        *.odd working-tree-encoding=KLINGON\n";
    let bom: &[u8] = b"\xFF\xFEh\0\xE9\0";
    let files: [(&str, &[u8]); 10] = [
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".gitattributes", attributes),
        (".editorconfig", b"[*.txt]\ncharset = latin1\n"),
        ("x.txt", bom),
        ("sub/y.txt", bom),
        ("a b.csv", b"\0h\0\xE9"),
        ("sub/top.inc", b"x"),
        ("dir/x.dat", UTF_16LE),
        ("plain.txt", b"caf\xE9"),
        ("x.odd", b"x"),
    ];
    let folder = folder_with(&files);
    let by = |encoding: &str, basis: &str| (encoding.to_owned(), Some(basis.to_owned()), true);
    for (name, expected) in [
        ("x.txt", by("utf-16", "gitattributes")),
        ("sub/y.txt", by("utf-16", "gitattributes")),
        ("dir/x.dat", by("utf-16le", "gitattributes")),
        ("sub/top.inc", ("utf-8".to_owned(), None, true)),
        ("plain.txt", by("iso-8859-1", "editorconfig")),
        ("x.odd", ("utf-8".to_owned(), None, true)),
    ] {
        assert_eq!(checked(folder.path(), "", name), expected, "{name}");
    }
    std::fs::write(folder.path().join("x.txt"), b"\xFF\xFEh\0\0\xD8").unwrap();
    let found = placemat_in(folder.path(), "check x.txt", b"");
    let told = "x.txt: UTF-16 that ends within a character (checked as utf-16, by .gitattributes), 1 place\n";
    assert!(found.text().starts_with(told), "{}", found.text());
    let found = placemat_in(folder.path(), "check --brief x.txt", b"");
    assert!(found.text().starts_with("x.txt: checked as utf-16, by .gitattributes\n"), "{}", found.text());
    // The name that an editor sends for standard input counts as well.
    let found = placemat_in(folder.path(), "check --stdin-filename sub/new.txt -", bom);
    let told = "1 input checked as utf-16 (by .gitattributes): valid\n";
    assert_eq!((found.text(), found.status), (told, 0), "{}", found.stderr);
    std::fs::rename(folder.path().join(".git"), folder.path().join("git")).unwrap();
    assert_eq!(checked(folder.path(), "", "sub/y.txt").1.as_deref(), Some("editorconfig"));
}
