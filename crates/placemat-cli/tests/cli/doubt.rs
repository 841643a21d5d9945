//! Weak evidence and hostile input: what is not repaired, not printed and not taken for granted.

use crate::command::{directory_with, placemat_in, placemat_with};

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn utf_16_is_not_repaired_as_bytes_of_windows_1252() {
    let marked = utf_16("\u{FEFF}hé\n");
    let found = placemat_with("repair --dry-run", &marked);
    assert!(found.text().contains("try --fix default,utf-16\n"), "{}", found.text());
    assert_eq!(placemat_with("repair --fix utf-16 -o -", &marked).stdout, "hé\n".as_bytes());
    let found = placemat_with("repair --fix legacy-bytes -o -", &marked);
    assert_eq!((found.status, found.stdout), (1, marked), "nothing is half repaired");
}

#[test]
fn long_utf_16_has_low_bytes_00_too() {
    for line in ["一天，他说了一句话：中文 text！\r\n", "Une phrase déjà vue, œuvre d’Ā.\n"]
    {
        let text = line.repeat(60);
        let found = placemat_with("repair --fix utf-16 -o -", &utf_16(&text));
        assert_eq!((found.status, found.stdout), (0, text.into_bytes()), "{}", found.stderr);
    }
}

#[test]
fn all_fixes_do_what_one_does() {
    for fixes in ["c0-80", "c0-80,utf-16", "all"] {
        let found = placemat_with(&format!("repair --fix {fixes} -o -"), b"a\xC0\x80b\n");
        assert_eq!((found.status, found.stdout), (0, b"a\0b\n".to_vec()), "{fixes}: {}", found.stderr);
    }
}

#[test]
fn c0_and_c1_are_letters_but_before_trail_bytes() {
    let found = placemat_with("repair --fix legacy-bytes -o -", b"\xC0 bient\xF4t, \xC1\n");
    assert_eq!((found.status, found.stdout), (0, "À bientôt, Á\n".as_bytes().to_vec()));
    for left in [b"a\xC0\xAF\n".as_slice(), b"a\xC1\x81\n", b"\xE0\x80\x80\n"] {
        let found = placemat_with("repair --fix legacy-bytes -o -", left);
        assert_eq!((found.status, found.stdout), (1, left.to_vec()), "{left:X?}");
    }
}

/// Read as Windows-1252, letters of other encodings would become other letters, and noise would become text.
#[test]
fn bytes_of_another_encoding_are_not_repaired_as_windows_1252() {
    let noise: Vec<u8> = (1..=255).rev().collect();
    let polish = b"Za\xBF\xF3\xB3\xE6 g\xEA\x9Cl\xB9 ja\x9F\xF1, to jest ma\xB3y test, \xBFe dzia\xB3a\n";
    let turkish = b"T\xFCrk\xE7e \xFEu \xF0 \xFDl\xFDk, de\xF0i\xFEik \xFEeyler i\xE7in \xE7al\xFD\xFEma\n";
    let korean =
        b"\xBE\xC8\xB3\xE7 \xC7\xCF\xBC\xBC\xBF\xE4 \xB1\xD7\xB8\xAE\xB0\xED \xC7\xD1\xB1\xB9\xBE\xEE\n";
    let mut texts: Vec<&[u8]> = vec![&noise];
    if cfg!(feature = "legacy") {
        texts.extend([&polish[..], turkish, korean]);
    }
    for text in texts {
        let directory = directory_with(&[("a", text)]);
        for fixes in ["legacy-bytes", "default,legacy-bytes"] {
            let found = placemat_in(directory.path(), &format!("repair --fix {fixes} --in-place a"), b"");
            assert_eq!(found.status, 1, "{text:X?}: {}", found.text());
            assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), text);
        }
        let found = placemat_in(directory.path(), "repair a", b"");
        assert!(!found.text().contains("--fix default,legacy-bytes"), "{}", found.text());
    }
    // Some lines of UTF-8 do not hide what the others are.
    if cfg!(feature = "legacy") {
        let mixed = ["Zażółć gęślą jaźń\n".repeat(4).as_bytes(), polish].concat();
        assert_eq!(placemat_with("repair --fix legacy-bytes -o -", &mixed).stdout, mixed);
    }
    let french = "Déjà vu: ça, c’est l’été, où l’on a une âme.\n".as_bytes();
    let western = b"D\xE9j\xE0 vu: \xE7a, c\x92est l\x92\xE9t\xE9, o\xF9 l\x92on a une \xE2me.\n";
    for text in [&western[..], &[french, western].concat()] {
        let found = placemat_with("repair --fix legacy-bytes -o -", text);
        assert_eq!(found.stdout, french.repeat(text.len() / western.len()), "{}", found.stderr);
    }
}

#[test]
fn a_log_that_nothing_is_written_to_is_refused() {
    let directory = directory_with(&[("a", b"x\xC0\x80y"), ("out", b"old")]);
    let found = placemat_in(directory.path(), "repair -o out --undo-log log a", b"");
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("--undo-log goes with --in-place"), "{}", found.stderr);
    assert_eq!(std::fs::read(directory.path().join("out")).unwrap(), b"old");
}

#[test]
fn what_is_no_undo_log_or_was_cut_is_told() {
    let directory = directory_with(&[("a", b"x\xC0\x80y"), ("b", b"x\xC0\x80y"), ("garbage", b"zzz")]);
    let found = placemat_in(directory.path(), "repair --undo garbage", b"");
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("is not an undo log"), "{}", found.stderr);

    assert_eq!(
        placemat_in(directory.path(), "repair --in-place --undo-log log --threads 1 a b", b"").status,
        0
    );
    let log = std::fs::read(directory.path().join("log")).unwrap();
    std::fs::write(directory.path().join("log"), &log[..log.len() - 30]).unwrap();
    let found = placemat_in(directory.path(), "repair --undo log", b"");
    assert!(found.stderr.starts_with("placemat: log: the last line is cut short"), "{}", found.stderr);
    assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), b"x\xC0\x80y");
}

#[test]
fn too_many_threads_are_as_good_as_many() {
    let directory = directory_with(&[("a", b"text")]);
    for command in ["check", "detect", "repair"] {
        let found = placemat_in(directory.path(), &format!("{command} --threads 4294967295 ."), b"");
        assert_eq!(found.status, 0, "{}", found.stderr);
    }
}

#[test]
#[cfg(unix)]
fn no_message_brings_a_control_to_the_terminal() {
    let directory = directory_with(&[("a", b"text")]);
    let link = directory.path().join("br\u{1B}]0;pwn\u{7}\u{202E}\nx");
    std::os::unix::fs::symlink("nowhere", link).unwrap();
    let is_hostile = |character: char| character != '\n' && character.is_control() || character == '\u{202E}';
    for command in [
        "check --follow .",
        "check --follow --format sarif .",
        "detect --follow .",
        "repair --follow .",
        "check --type x\u{1B}[31m .",
        "check --glob x\u{1B}[31m[\u{202E} .",
    ] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(!found.text().contains(is_hostile), "{command}: {:?}", found.text());
        assert!(!found.stderr.contains(is_hostile), "{command}: {:?}", found.stderr);
        assert_eq!(found.status, 2, "{command}: {:?}", found.stderr);
    }
}

#[test]
fn lines_keep_to_a_width_that_is_given() {
    use unicode_width::UnicodeWidthStr;
    let directory = directory_with(&[("a/rather/long/path/to/a/file", "é\ncafÃ©\n".as_bytes())]);
    for fixes in ["double-encoding", "all"] {
        let found = placemat_in(directory.path(), &format!("repair --width 60 --fix {fixes} a"), b"");
        assert!(found.text().contains("double-encoding-lines"), "{}", found.text());
        assert_eq!(found.text().lines().find(|line| line.width() > 60), None, "{}", found.text());
    }
}

#[test]
fn logs_are_files_and_undoing_is_told_to_machines() {
    let broken = b"x\xC0\x80y".as_slice();
    let directory = directory_with(&[("a", broken), ("b", broken), ("c", broken), ("d", broken)]);
    for arguments in ["repair --in-place --undo-log - a", "repair --undo -"] {
        let found = placemat_in(directory.path(), arguments, b"");
        assert_eq!((found.text(), found.status), ("", 2), "{arguments}");
        assert!(found.stderr.contains("an undo log is a file"), "{arguments}: {}", found.stderr);
    }
    placemat_in(directory.path(), "repair --in-place --undo-log log --threads 1 a b c d", b"");
    std::fs::write(directory.path().join("a"), broken).unwrap();
    std::fs::write(directory.path().join("b"), b"another").unwrap();
    std::fs::remove_file(directory.path().join("d")).unwrap();
    let found = placemat_in(directory.path(), "repair --undo log --json", b"");
    let lines: Vec<serde_json::Value> =
        found.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = lines.iter().map(|line| {
        let path = line["path"]["text"].as_str().unwrap();
        (line["line"].as_u64().unwrap(), &path[path.len() - 1..], line["outcome"].as_str().unwrap())
    });
    let expected = [(4, "d", "failed"), (3, "c", "undone"), (2, "b", "other"), (1, "a", "undone-already")];
    assert!(told.eq(expected), "{}", found.text());
    assert_eq!(found.status, 2);
    assert!(found.text().contains(r#""failed":{"kind":"io","message":""#), "{}", found.text());
    assert!(found.stderr.ends_with("1 file undone, 1 undone already, 2 not undone\n"), "{}", found.stderr);
}

/// Other reports begin like an undo log.
#[test]
fn a_report_is_no_undo_log() {
    let directory = directory_with(&[("a", b"x\xC0\x80y")]);
    for report in ["check --json a", "repair --json a", "detect --json a"] {
        let report = placemat_in(directory.path(), report, b"").stdout;
        std::fs::write(directory.path().join("report"), &report).unwrap();
        for arguments in ["repair --in-place --undo-log report a", "repair --undo report"] {
            let found = placemat_in(directory.path(), arguments, b"");
            assert_eq!(found.status, 2, "{arguments}: {}", found.stderr);
            assert_eq!(std::fs::read(directory.path().join("report")).unwrap(), report, "{arguments}");
        }
        assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), b"x\xC0\x80y");
    }
}
