//! `charset` in .editorconfig and `working-tree-encoding` in .gitattributes.

use crate::command::{directory_with, placemat_in};

const UTF_16LE: &[u8] = b"h\0\xE9\0\n\0";

/// Returns the encoding in which a file is checked, what says so, and whether the file is valid.
fn checked(directory: &std::path::Path, options: &str, name: &str) -> (String, Option<String>, bool) {
    let found = placemat_in(directory, &format!("check --json {options} {name}"), b"");
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
    let directory = directory_with(&files);
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
        assert_eq!(checked(directory.path(), "", name), expected, "{name}");
        // A name on the command line wins, and the files can be ignored.
        assert_eq!(checked(directory.path(), "--no-config", name).1, None, "{name}");
        assert_eq!(checked(directory.path(), "-e utf-8", name).1, None, "{name}");
    }
    let found = placemat_in(directory.path(), "check .", b"");
    let summary = "9 files checked, 4 as utf-16le, 2 as utf-8, 1 as utf-16be, 1 as utf-8-sig, \
                   1 as iso-8859-1 (by .editorconfig): 1 file invalid, 1 place\n";
    assert!(found.text().ends_with(summary), "{}", found.text());
    // `root` ends the search.
    let files: [(&str, &[u8]); 3] =
        [(".editorconfig", b"[*]\ncharset = latin1\n"), ("r/.editorconfig", b"root = TRUE\n"), ("r/x", b"x")];
    let directory = directory_with(&files);
    assert_eq!(checked(directory.path(), "", "r/x").1, None);
    // What has that name and is not a file says nothing.
    let directory = directory_with(&[(".editorconfig/x", b"[*]\ncharset = latin1\n"), ("y", b"y")]);
    assert_eq!(checked(directory.path(), "", "y"), ("utf-8".to_owned(), None, true));
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
    let directory = directory_with(&files);
    let by = |encoding: &str, basis: &str| (encoding.to_owned(), Some(basis.to_owned()), true);
    for (name, expected) in [
        ("x.txt", by("utf-16", "gitattributes")),
        ("sub/y.txt", by("utf-16", "gitattributes")),
        ("dir/x.dat", by("utf-16le", "gitattributes")),
        ("sub/top.inc", ("utf-8".to_owned(), None, true)),
        ("plain.txt", by("iso-8859-1", "editorconfig")),
        ("x.odd", ("utf-8".to_owned(), None, true)),
    ] {
        assert_eq!(checked(directory.path(), "", name), expected, "{name}");
    }
    std::fs::write(directory.path().join("x.txt"), b"\xFF\xFEh\0\0\xD8").unwrap();
    let found = placemat_in(directory.path(), "check x.txt", b"");
    let told = "x.txt: UTF-16 that ends within a character (checked as utf-16, by .gitattributes), 1 place\n";
    assert!(found.text().starts_with(told), "{}", found.text());
    let found = placemat_in(directory.path(), "check --brief x.txt", b"");
    assert!(found.text().starts_with("x.txt: checked as utf-16, by .gitattributes\n"), "{}", found.text());
    // The name that an editor sends for standard input counts as well.
    let found = placemat_in(directory.path(), "check --stdin-filename sub/new.txt -", bom);
    let told = "1 file checked as utf-16 (by .gitattributes): valid\n";
    assert_eq!((found.text(), found.status), (told, 0), "{}", found.stderr);
    std::fs::rename(directory.path().join(".git"), directory.path().join("git")).unwrap();
    assert_eq!(checked(directory.path(), "", "sub/y.txt").1.as_deref(), Some("editorconfig"));
}

#[test]
fn a_byte_order_mark_that_the_project_requires_is_missed() {
    let files: [(&str, &[u8]); 5] = [
        (".editorconfig", b"root = true\n[*.csv]\ncharset = utf-8-bom\n"),
        ("with.csv", b"\xEF\xBB\xBFa\n"),
        ("without.csv", b"caf\xC3\xA9\n"),
        ("short.csv", b"a"),
        // Editors write none into an empty file.
        ("empty.csv", b""),
    ];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "check without.csv with.csv empty.csv", b"");
    let told = "without.csv: valid UTF-8 without a byte order mark (checked as utf-8-sig, by .editorconfig), \
                1 place\n  1:1      the byte order mark that the project requires is missing\n  \
                fix:  placemat convert --in-place --bom add without.csv\n\
                3 files checked as utf-8-sig (by .editorconfig): all valid, 1 finding denied\n";
    assert_eq!((found.text(), found.status), (told, 1));
    let found = placemat_in(directory.path(), "check --brief short.csv", b"");
    let told = "short.csv:1:1: offset 0, length 0: missing-bom: the byte order mark that the project \
                requires is missing\n";
    assert!(found.text().contains(told), "{}", found.text());
    assert_eq!(placemat_in(directory.path(), "check --no-config .", b"").status, 0);
    // The command that is proposed mends it.
    let found = placemat_in(directory.path(), "convert --in-place --bom add without.csv short.csv", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert_eq!(std::fs::read(directory.path().join("without.csv")).unwrap(), b"\xEF\xBB\xBFcaf\xC3\xA9\n");
    assert_eq!(placemat_in(directory.path(), "check .", b"").status, 0);
}

#[test]
fn a_denied_byte_order_mark_need_not_be_there() {
    let files: [(&str, &[u8]); 4] = [
        (".editorconfig", b"root = true\n[*.csv]\ncharset = utf-8-bom\n"),
        ("with.csv", b"\xEF\xBB\xBFa\n"),
        ("a/without.csv", b"caf\xC3\xA9\n"),
        ("b/without.csv", b"caf\xC3\xA9\n"),
    ];
    let directory = directory_with(&files);
    let note = "placemat: note: .editorconfig requires a byte order mark, and --deny bom forbids it; \
                --deny applies\n";
    let found = placemat_in(directory.path(), "check --deny bom .", b"");
    let told =
        "./with.csv: valid UTF-8 with a byte order mark (checked as utf-8-sig, by .editorconfig), 1 place\n";
    assert!(found.text().starts_with(told), "{}", found.text());
    assert!(!found.text().contains("without.csv"), "{}", found.text());
    assert_eq!((&*found.stderr, found.status), (note, 1));
    // The command that is proposed satisfies it.
    assert!(
        found.text().contains("\n  fix:  placemat repair --in-place --fix bom with.csv\n"),
        "{}",
        found.text()
    );
    let found = placemat_in(directory.path(), "repair --in-place --fix bom with.csv", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    let found = placemat_in(directory.path(), "check --deny bom .", b"");
    assert_eq!((&*found.stderr, found.status), (note, 0));
    let found = placemat_in(directory.path(), "check --deny bom --quiet .", b"");
    assert_eq!((&*found.stderr, found.status), ("", 0));
    // Nothing else lifts the requirement.
    let found = placemat_in(directory.path(), "check --deny nul .", b"");
    assert_eq!((&*found.stderr, found.status), ("", 1));
    assert!(found.text().contains("--bom add"), "{}", found.text());
}

#[test]
fn unknown_names_are_reported_once_and_ignored() {
    let files: [(&str, &[u8]); 6] = [
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".gitattributes", b"*.q working-tree-encoding=KLINGON\n"),
        (
            ".editorconfig",
            b"[*.x]\ncharset = klingon-2\n[*.y]\ncharset = Klingon-2\n[*.z]\ncharset = unset\n",
        ),
        ("a.q", b"caf\xE9\n"),
        ("a.x", b"x"),
        ("a.z", b"x"),
    ];
    let directory = directory_with(&files);
    std::fs::write(directory.path().join("b.x"), "x").unwrap();
    std::fs::write(directory.path().join("b.y"), "x").unwrap();
    let found = placemat_in(directory.path(), "check --threads 1 --list .", b"");
    let mut notes: Vec<&str> = found.stderr.lines().collect();
    notes.sort_unstable();
    let told = [
        "placemat: note: .editorconfig names an unknown encoding, 'klingon-2', which is ignored",
        "placemat: note: .gitattributes names an unknown encoding, 'KLINGON', which is ignored",
    ];
    assert_eq!((notes, found.text(), found.status), (told.to_vec(), "./a.q\n", 1));
    for quiet in ["-q", "--no-config", "-e utf-8"] {
        let found = placemat_in(directory.path(), &format!("check {quiet} ."), b"");
        assert_eq!((&*found.stderr, found.status), ("", 1), "{quiet}");
    }
}

#[test]
fn attributes_of_the_repository_and_macros_are_read() {
    let attributes = b"[attr]wide text working-tree-encoding=UTF-16LE-BOM\n[attr]wider wide\n*.txt wide\n\
        *.ini -wide\nno.txt -wide\n*.log wider\n*.cfg working-tree-encoding=UTF-16BE\n";
    let bom: &[u8] = b"\xFF\xFEh\0\xE9\0";
    let files: [(&str, &[u8]); 9] = [
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".git/info/attributes", b"# comment\nsub/*.cfg working-tree-encoding=UTF-16LE\n*.md wide\n"),
        (".gitattributes", attributes),
        ("a.txt", bom),
        ("no.txt", b"x"),
        ("a.ini", b"x"),
        ("a.log", bom),
        ("sub/a.cfg", UTF_16LE),
        ("a.md", bom),
    ];
    let directory = directory_with(&files);
    let by = |encoding: &str| (encoding.to_owned(), Some("gitattributes".to_owned()), true);
    let none = || ("utf-8".to_owned(), None, true);
    for (name, expected) in [
        ("a.txt", by("utf-16")),
        // A macro that is not set sets nothing, and the last line wins.
        ("no.txt", none()),
        ("a.ini", none()),
        ("a.log", by("utf-16")),
        ("sub/a.cfg", by("utf-16le")),
        ("a.md", by("utf-16")),
    ] {
        assert_eq!(checked(directory.path(), "", name), expected, "{name}");
    }
    // In a linked working tree, `.git` is a file, and the attributes are those of the repository.
    let linked = directory_with(&[("a.md", bom), ("a.cfg", UTF_16LE)]);
    let own = directory.path().join(".git/worktrees/linked");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("commondir"), "../..\n").unwrap();
    std::fs::write(linked.path().join(".git"), format!("gitdir: {}\n", own.display())).unwrap();
    std::fs::write(
        directory.path().join(".git/info/attributes"),
        "[attr]wide working-tree-encoding=UTF-16\n*.md wide\n*.cfg working-tree-encoding=UTF-16LE\n",
    )
    .unwrap();
    assert_eq!(checked(linked.path(), "", "a.md"), by("utf-16"));
    assert_eq!(checked(linked.path(), "", "a.cfg"), by("utf-16le"));
}

/// Nearly any bytes are well-formed in an encoding of single bytes.
#[test]
fn utf_8_in_place_of_single_bytes_has_a_hint() {
    let config = b"root = true\n[*.old]\ncharset = latin1\n";
    let files: [(&str, &[u8]); 4] = [
        (".editorconfig", config),
        ("a.old", b"caf\xE9\n"),
        ("b.old", "café\n".as_bytes()),
        ("c.old", b"x\n"),
    ];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "check a.old b.old c.old", b"");
    let told = "b.old: hint: this is UTF-8, but .editorconfig names iso-8859-1\n\
                3 files checked as iso-8859-1 (by .editorconfig): all valid\n";
    assert_eq!((found.text(), found.status), (told, 0));
}

/// Any bytes of even number are nearly always well-formed in UTF-16, and any bytes in Latin-1.
#[test]
fn what_has_another_width_than_its_project_says_is_invalid() {
    let files: [(&str, &[u8]); 8] = [
        (".editorconfig", b"root = true\n[*.old]\ncharset = latin1\n[*.w]\ncharset = utf-16le\n"),
        ("a.w", "Größe\n".as_bytes()),
        ("b.w", b"plain\n"),
        ("c.w", UTF_16LE),
        ("d.w", b"h\0i\0"),
        ("e.old", b"\xFF\xFEh\0i\0"),
        ("f.w", "Größen\n".as_bytes()),
        ("g.w", b"plain.\n"),
    ];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "check a.w b.w c.w d.w e.old f.w g.w", b"");
    let told = "a.w: UTF-8, not UTF-16LE (checked as utf-16le, by .editorconfig)\n  \
                next: placemat check --no-config a.w\n  \
                note: placemat convert --in-place -t utf-16le a.w makes it what .editorconfig names\n\
                b.w: ASCII, not UTF-16LE (checked as utf-16le, by .editorconfig)\n  \
                next: placemat check --no-config b.w\n  \
                note: placemat convert --in-place -t utf-16le b.w makes it what .editorconfig names\n\
                e.old: hint: this is UTF-16, but .editorconfig names iso-8859-1\n\
                f.w: UTF-8, not UTF-16LE (checked as utf-16le, by .editorconfig)\n  \
                next: placemat check --no-config f.w\n  \
                note: placemat convert --in-place -t utf-16le f.w makes it what .editorconfig names\n\
                g.w: ASCII, not UTF-16LE (checked as utf-16le, by .editorconfig)\n  \
                next: placemat check --no-config g.w\n  \
                note: placemat convert --in-place -t utf-16le g.w makes it what .editorconfig names\n\
                7 files checked, 6 as utf-16le, 1 as iso-8859-1 (by .editorconfig): 3 files valid, 4 files in \
                another encoding\n";
    assert_eq!((found.text(), found.status), (told, 1));
    let json = placemat_in(directory.path(), "check --json g.w", b"");
    let told = r#"{"version":1,"path":{"text":"g.w"},"encoding":"utf-16le","basis":"editorconfig","well_formed":false,"size":7,"#;
    assert!(json.text().starts_with(told), "{}", json.text());
    assert!(json.text().contains(r#""kind":"other-than-named""#) && json.status == 1, "{}", json.text());
    let github = placemat_in(directory.path(), "check --format github g.w", b"");
    let told = "::error file=g.w,line=1,col=1,title=another encoding than its project names::ASCII, not UTF-16LE%0A\
                hint: placemat check --no-config g.w\n";
    assert_eq!((github.text(), github.status, &github.stderr[..]), (told, 1, ""));
    let sarif = placemat_in(directory.path(), "check --format sarif b.w g.w", b"");
    assert_eq!(sarif.text().matches(r#""ruleId":"other-than-named""#).count(), 2, "{}", sarif.text());
    assert_eq!(placemat_in(directory.path(), "check --brief g.w", b"").status, 1);
    assert_eq!(placemat_in(directory.path(), "check -l b.w c.w g.w", b"").text(), "b.w\ng.w\n");
    assert_eq!(placemat_in(directory.path(), "check --no-config a.w b.w f.w g.w", b"").status, 0);
}

/// Instead of a byte order mark, what is there is named.
#[test]
fn what_is_not_utf_16_lacks_no_byte_order_mark() {
    let files: [(&str, &[u8]); 4] = [
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".gitattributes", b"*.w working-tree-encoding=UTF-16LE-BOM\n"),
        ("a.w", b"plain\n"),
        ("b.w", b"plain.\n"),
    ];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "check a.w b.w", b"");
    let told = "a.w: ASCII, not UTF-16 (checked as utf-16, by .gitattributes)\n  \
                next: placemat check --no-config a.w\n\
                b.w: ASCII, not UTF-16 (checked as utf-16, by .gitattributes)\n  \
                next: placemat check --no-config b.w\n\
                2 files checked as utf-16 (by .gitattributes), 2 files in another encoding\n";
    assert_eq!((found.text(), found.status), (told, 1));
}

/// Git adds text that it declares to be `UTF-16`, or with `-BOM`, only with a byte order mark.
#[test]
fn git_requires_a_byte_order_mark_in_utf_16() {
    let attributes = b"*.a working-tree-encoding=UTF-16LE-BOM\n*.b working-tree-encoding=UTF-16\n\
        *.c working-tree-encoding=UTF-16LE\n";
    let bare: &[u8] = b"p\0l\0a\0i\0n\0 \0t\0e\0x\0t\0";
    let marked: &[u8] = b"\xFF\xFEp\0l\0a\0i\0n\0";
    let files: [(&str, &[u8]); 8] = [
        (".git/HEAD", b"ref: refs/heads/main\n"),
        (".gitattributes", attributes),
        ("bare.a", bare),
        ("bare.b", bare),
        ("bare.c", bare),
        ("marked.a", marked),
        ("marked.b", marked),
        ("empty.a", b""),
    ];
    let directory = directory_with(&files);
    for name in ["bare.a", "bare.b"] {
        let found = placemat_in(directory.path(), &format!("check {name}"), b"");
        let told = format!(
            "{name}: valid UTF-16LE without a byte order mark (checked as utf-16le, by .gitattributes), 1 place\n  \
             1:1      the byte order mark that the project requires is missing\n  \
             fix:  placemat convert --in-place -f utf-16le -t utf-16le --bom add {name}\n"
        );
        assert!(found.status == 1 && found.text().starts_with(&told), "{}", found.text());
        let command = format!("convert --in-place -f utf-16le -t utf-16le --bom add {name}");
        assert_eq!(placemat_in(directory.path(), &command, b"").status, 0);
        assert_eq!(std::fs::read(directory.path().join(name)).unwrap(), [b"\xFF\xFE", bare].concat());
    }
    let found = placemat_in(directory.path(), "check bare.a bare.b bare.c marked.a marked.b empty.a", b"");
    assert_eq!(found.status, 0, "{}", found.text());
    // A mark would not make this UTF-16.
    for text in ["REGEDIT4\r\n\r\n[HKEY_CURRENT_USER]\r\n", "REGEDIT4\r\n\r\n[HKEY_CURRENT_USERS]\r\n"] {
        std::fs::write(directory.path().join("plain.a"), text).unwrap();
        let found = placemat_in(directory.path(), "check plain.a", b"");
        let told = "plain.a: ASCII, not UTF-16 (checked as utf-16, by .gitattributes)\n";
        assert!(found.text().starts_with(told), "{}", found.text());
        assert!(found.text().contains("  next: placemat check --no-config plain.a\n"), "{}", found.text());
    }
}
