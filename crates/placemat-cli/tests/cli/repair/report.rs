//! What `repair` shows: its report, for people and machines, and its patch.

use std::fs;
use std::path::Path;

use super::{PAIR, read};
use crate::command::{directory_with, placemat, placemat_in, placemat_with, run};

#[test]
fn json_has_every_edit() {
    let found = placemat_with("repair --dry-run --json", b"a\n\xED\xA0\xBD\xED\xB2\xA9");
    let line = r#"{"version":1,"path":null,"outcome":"would-repair","size":8,"edits":[{"offset":2,"length":6,"line":2,"column":1,"column_utf16":1,"column_bytes":1,"fixes":["cesu-8"],"old":"EDA0BDEDB2A9","new":"F09F92A9","new_length":4}],"edit_count":1,"left":null,"left_count":0,"would_help":null,"double_lines":0}"#;
    assert_eq!((found.text().trim_end(), found.stderr.as_str(), found.status), (line, "", 1));
    let found = placemat_with("repair --dry-run --json", b"\xE9 ");
    let left = r#""outcome":"left","size":2,"edits":[],"edit_count":0,"left":{"offset":0,"length":1,"kind":"interrupted"},"left_count":1,"would_help":["cesu-8","c0-80","double-encoding","double-bom","legacy-bytes"],"double_lines":0}"#;
    assert!(found.text().trim_end().ends_with(left), "{}", found.text());
    assert_eq!(placemat_with("repair --dry-run --json", b"ok").status, 0);
    let found = placemat_with("repair --dry-run --json --max-edits 1", &PAIR.repeat(3));
    assert!(found.text().contains(r#"}],"edit_count":3,"#), "{}", found.text());
}

#[test]
fn lines_keep_to_the_width_and_are_counted() {
    use unicode_width::UnicodeWidthStr;
    let line = [&"日本語のテキスト ".repeat(30).into_bytes()[..], PAIR, &[b'x'; 400], PAIR, b"\n"].concat();
    let text =
        [&line[..], &[b'y'; 3000], b"\xC0\x80\x1B[1m\xC0\x80", &line, PAIR, b"\n", &line.repeat(6)].concat();
    for width in [40, 80, 140] {
        let found = placemat_with(&format!("repair --dry-run --width {width}"), &text);
        let long = found.text().lines().find(|line| line.starts_with(' ') && line.width() > width);
        assert_eq!(long, None, "{width}");
        assert_eq!(found.text().matches("\n    - ").count(), 5);
        assert!(found.text().contains("\n  4 more changed lines not shown\n"), "{}", found.text());
    }
    let found = placemat_with("repair --dry-run --max-edits 0", &text);
    assert_eq!(found.text().matches("\n    + ").count(), 9);
    let colored = placemat_with("repair --dry-run --color always", &text);
    assert!(colored.text().contains("\u{1B}[31m") || colored.text().contains("\u{1B}[1m\u{1B}[31m"));
    let plain = anstream::adapter::strip_str(colored.text()).to_string();
    assert_eq!(plain, placemat_with("repair --dry-run", &text).text());
}

/// The text above a changed line shows fewer bytes, or takes two lines, and no word of it is cut.
#[test]
fn heads_of_excerpts_are_whole() {
    use unicode_width::UnicodeWidthStr;
    let text =
        "日本語のテキストÃ©".bytes().chain(*b"\n").map(char::from).collect::<String>().repeat(2) + "Ã©";
    for width in 40..110 {
        let found = placemat_with(
            &format!("repair --dry-run --fix double-encoding --width {width}"),
            text.as_bytes(),
        );
        let heads: Vec<_> = found.text().split("\n    - ").collect();
        for head in &heads[..heads.len() - 1] {
            let lines: Vec<_> = head.lines().collect();
            assert!(lines.iter().all(|line| line.width() <= width), "{width}: {head}");
            let (_, bytes) = head.rsplit_once(" → ").unwrap();
            let (bytes, more) = bytes.split_once(';').unwrap_or((bytes, " more in this line"));
            let is_whole = bytes.split(' ').all(|byte| byte == "…" || byte.len() == 2);
            assert!(is_whole && more.ends_with(" more in this line"), "{width}: {head}");
            // No escape is cut either.
            for line in found.text().lines().filter(|line| line.starts_with("    - ")) {
                let (opened, closed) = (line.matches("\\u{").count(), line.matches('}').count());
                assert!(opened == closed && !line.trim_end_matches('…').ends_with('\\'), "{line}");
            }
        }
        assert!(heads.len() > 1, "{}", found.text());
    }
}

#[test]
fn nothing_steers_a_terminal() {
    let all: String = (0..=0x10_FFFF_u32).step_by(3).filter_map(char::from_u32).collect();
    let every: Vec<u8> = (0..=255).flat_map(|byte| [byte, b'\n']).collect();
    let mut lines = vec![];
    for (k, character) in all.chars().enumerate() {
        lines.extend(character.to_string().bytes());
        if k % 20 == 0 {
            lines.extend([PAIR, b"\n"].concat());
        }
    }
    for (text, fixes) in [(&lines, "cesu-8"), (&every, "all"), (&lines, "all")] {
        for form in ["", "--json"] {
            let found = placemat_with(
                &format!("repair --dry-run --max-edits 0 --width 200 {form} --fix {fixes}"),
                text,
            );
            let steers = |character: char| {
                character != '\n' && character.is_control()
                    || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
            };
            assert!(!found.text().contains(steers));
        }
    }
}

#[test]
#[cfg(unix)]
fn who_does_not_read_the_report_stops_no_repair() {
    for kind in ["closed", "full"] {
        let directory = directory_with(&[("a", PAIR), ("b", PAIR), ("c", PAIR)]);
        let stdout = match kind {
            "full" => fs::OpenOptions::new().write(true).open("/dev/full").unwrap().into(),
            _ => std::process::Stdio::from(std::io::pipe().unwrap().1),
        };
        let mut command = placemat();
        let command =
            command.current_dir(directory.path()).args(["repair", "--in-place", "--threads", "1", "."]);
        let output = command.stdout(stdout).stderr(std::process::Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(if kind == "full" { 2 } else { 0 }), "{kind}");
        assert_eq!(output.stderr.is_empty(), kind == "closed");
        for name in ["a", "b", "c"] {
            assert_eq!(read(directory.path(), name), "💩".as_bytes(), "{kind}");
        }
    }
    // A dry run has nothing to do in this case.
    let output = placemat()
        .args(["repair", "/dev/null"])
        .stdout(std::process::Stdio::from(std::io::pipe().unwrap().1))
        .output()
        .unwrap();
    assert!(output.stderr.is_empty() && output.status.success());
}

#[test]
fn quiet_runs_tell_of_what_is_left_alone() {
    let directory = directory_with(&[
        ("fine", b"fine".as_slice()),
        ("pair", b"\xED\xA0\xBD\xED\xB2\xA9"),
        ("left", b"a\xE9b"),
    ]);
    let found = placemat_in(directory.path(), "repair --quiet fine pair", b"");
    assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", "", 1));
    let found = placemat_in(directory.path(), "repair --quiet --in-place fine pair left missing", b"");
    assert!(
        found.text().starts_with("left: left as it is: ") && found.text().lines().count() == 3,
        "{}",
        found.text()
    );
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: missing: No such file or directory\n", 2));
    assert_eq!(fs::read(directory.path().join("pair")).unwrap(), "💩".as_bytes());
}

#[test]
fn a_patch_makes_the_repair() {
    let lines: String = (0..40).map(|line| format!("line {line}, naïve\n")).collect();
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9";
    let long = [lines.as_bytes(), b"a", pair, b"\n", lines.as_bytes(), pair, b" b\nc ", pair].concat();
    let files: [(&str, &[u8]); 6] = [
        ("fine", b"fine"),
        ("tree/a b", &[b"x ".as_slice(), pair, b"\r\ny\r\n"].concat()),
        ("tree/long", &long),
        ("tree/mark", "\u{FEFF}\u{FEFF}a\n".as_bytes()),
        ("tree/nul", b"a\xC0\x80b\n"),
        ("tree/twice", "cafÃ©\ncrÃ¨me\nno line end: dÃ©jÃ\u{A0}".as_bytes()),
    ];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "repair --diff .", b"");
    assert_eq!(found.status, 1);
    let summary = "5 files would be repaired, 1 file unchanged; patch -p1 reads the patch\n";
    assert_eq!(found.stderr, summary);
    let patch = String::from_utf8_lossy(&found.stdout);
    assert!(patch.contains("--- a/tree/long\n+++ b/tree/long\n@@ -38,7 +38,7 @@\n"), "{patch}");
    let mut tool = std::process::Command::new("patch");
    let tool = tool.args(["-p1", "--binary", "--quiet"]).current_dir(directory.path());
    if std::process::Command::new("patch").arg("--version").output().is_err() {
        println!("left out: there is no patch");
        return;
    }
    let applied = run(tool, &found.stdout);
    assert_eq!((applied.text(), applied.stderr.as_str(), applied.status), ("", "", 0), "{patch}");
    let other = directory_with(&files);
    assert_eq!(placemat_in(other.path(), "repair --in-place .", b"").status, 0);
    for (name, _) in files {
        let read = |directory: &Path| fs::read(directory.join(name)).unwrap();
        assert_eq!(read(directory.path()), read(other.path()), "{name}");
    }
}

/// A patch for standard input has no name that `patch` could find.
#[test]
fn a_patch_for_standard_input_is_applied_to_a_file_that_is_named() {
    let found = placemat_with("repair --diff", PAIR);
    assert!(
        found.stderr.ends_with("1 file would be repaired; patch FILE reads the patch\n"),
        "{}",
        found.stderr
    );
}

/// The report names the command that reads the patch, and a name that ends with a space is read whole.
#[test]
#[cfg(unix)]
fn a_patch_is_read_whatever_the_names_are() {
    let directory = directory_with(&[("h/x ", b"a \xC0\x80\n"), ("y", b"b \xC0\x80\n"), ("sub/z", b"")]);
    let absolute = directory.path().join("y");
    let absolute = absolute.to_str().unwrap();
    for (arguments, in_directory, remedy) in [
        ("../y", "sub", "patch takes no names with ..: run this in a directory above"),
        (
            &format!("h {absolute}")[..],
            "",
            "patch -p1 reads the patch of relative names, and patch -d / -p1 that of absolute ones",
        ),
        ("h", "", "patch -p1 reads the patch"),
        (absolute, "", "patch -d / -p1 reads the patch"),
    ] {
        let from = directory.path().join(in_directory);
        let found = placemat_in(&from, &format!("repair --diff {arguments}"), b"");
        assert!(found.stderr.ends_with(&format!("would be repaired; {remedy}\n")), "{}", found.stderr);
        if !remedy.ends_with("the patch")
            || std::process::Command::new("patch").arg("--version").output().is_err()
        {
            continue;
        }
        let mut tool = std::process::Command::new("patch");
        let options: Vec<_> =
            remedy.split(' ').filter(|word| word.starts_with('-') || *word == "/").collect();
        let tool = tool.args(options).args(["--binary", "--quiet"]).current_dir(&from);
        let applied = run(tool, &found.stdout);
        assert_eq!((applied.text(), applied.status), ("", 0), "{arguments}: {}", found.text());
    }
    assert_eq!(
        (read(directory.path(), "h/x "), read(directory.path(), "y")),
        ("a \0\n".into(), "b \0\n".into())
    );
}

/// The text declares its encoding, which is nearly the one that its letters are likely in.
#[cfg(feature = "legacy")]
#[test]
fn the_encoding_that_a_text_looks_like_is_the_same_with_all_fixes() {
    let text = b"\"Content-Type: text/plain; charset=ISO-8859-2\"\nmsgstr \"Zapisz zmian\xEA\"\n\
                 msgstr \"Zamknij okno g\xB3\xF3wne, prosz\xEA czeka\xE6\"\n";
    let directory = directory_with(&[("a.po", text)]);
    let told = "a.po: left as it is: looks like ISO-8859-2 (likely), which is not sure\n";
    for fixes in ["default", "default,legacy", "default,legacy-bytes", "all", "all,legacy"] {
        let found = placemat_in(directory.path(), &format!("repair --fix {fixes} a.po"), b"");
        assert!(found.text().starts_with(told) && found.status == 1, "{fixes}: {}", found.text());
    }
}
