//! `placemat repair`: what it shows, what it writes, and what it leaves.

mod report;

use std::fs;
use std::path::Path;

use crate::command::{compare, directory_with, names_in, placemat_in, placemat_with, run};

const PAIR: &[u8] = b"\xED\xA0\xBD\xED\xB2\xA9";

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}

#[test]
fn a_dry_run_shows_what_would_change() {
    compare(&[
        (
            "repair --dry-run",
            b"line one\ncaf\xC3\xA9 \xED\xA0\xBD\xED\xB2\xA9 au lait \xED\xA0\xBD\xED\xB2\xA9\nx\xC0\x80y\n",
            "standard input: 3 repairs: 2 of cesu-8, 1 of c0-80\n  \
             note: C0 80 becomes U+0000, a byte 00, at which many programs stop reading\n  \
             2:6: offset 15: cesu-8: ED A0 BD ED B2 A9 → F0 9F 92 A9; 1 more in this line\n    \
             - café \\xED\\xA0\\xBD\\xED\\xB2\\xA9 au lait \\xED\\xA0\\xBD\\xED\\xB2\\xA9\n    \
             + café 💩 au lait 💩\n  \
             3:2: offset 38: c0-80: C0 80 → 00\n    \
             - x\\xC0\\x80y\n    \
             + x\\u{0}y\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "repair --dry-run --brief -",
            "naÃ¯ve cafÃ©".as_bytes(),
            b"standard input: 2 repairs: double-encoding\n1 file would be repaired; -o FILE writes it\n",
            "",
            1,
        ),
        (
            "repair --dry-run",
            "naïve café".as_bytes(),
            b"0 files would be repaired, 1 file unchanged\n",
            "",
            0,
        ),
        (
            "repair --dry-run",
            "é\ncafÃ©\n".as_bytes(),
            b"standard input: hint: 1 line looks doubly encoded: try --fix double-encoding-lines\n\
              0 files would be repaired, 1 file unchanged\n",
            "",
            0,
        ),
        (
            "repair --dry-run --fix double-encoding-lines",
            "é\ncafÃ©\n".as_bytes(),
            "standard input: 1 repair: double-encoding-lines\n  \
             2:4: offset 6: double-encoding-lines: C3 83 C2 A9 → C3 A9\n    \
             - cafÃ©\n    \
             + café\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
        ("repair --dry-run -", b"", b"0 files would be repaired, 1 file unchanged\n", "", 0),
        (
            "repair --dry-run",
            b"\xC3\xAF\xC2\xBB\xC2\xBFtext",
            "standard input: 1 repair: double-bom\n  \
             1:1: offset 0: double-bom: C3 AF C2 BB C2 BF → EF BB BF\n    \
             - ï»¿text\n    \
             + \\u{FEFF}text\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "repair --dry-run --fix bom,double-bom",
            b"\xC3\xAF\xC2\xBB\xC2\xBFtext",
            "standard input: 1 repair: double-bom and bom\n  \
             1:1: offset 0: double-bom,bom: C3 AF C2 BB C2 BF → nothing\n    \
             - ï»¿text\n    \
             + text\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "repair --dry-run --fix bom",
            b"\xEF\xBB\xBFtext",
            "standard input: 1 repair: bom\n  \
             1:1: offset 0: bom: EF BB BF → nothing\n    \
             - \\u{FEFF}text\n    \
             + text\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            // The default fixes, and one more.
            "repair --dry-run --brief --fix default,legacy-bytes",
            b"K\xF6ln\xC0\x80\xED\xA0\xBD\xED\xB2\xA9",
            b"standard input: 3 repairs: 1 of cesu-8, 1 of c0-80, 1 of legacy-bytes\n\
              1 file would be repaired; -o FILE writes it\n",
            "",
            1,
        ),
        (
            "repair --dry-run --fix c0-80,legacy-bytes",
            b"K\xF6ln\r\n",
            "standard input: 1 repair: legacy-bytes\n  \
             1:2: offset 1: legacy-bytes: F6 → C3 B6\n    \
             - K\\xF6ln\n    \
             + Köln\n\
             1 file would be repaired; -o FILE writes it\n"
                .as_bytes(),
            "",
            1,
        ),
    ]);
}

#[test]
fn what_is_left_is_named_and_nothing_is_half_repaired() {
    let left = "standard input: left as it is: the fixes in use do not repair 2 invalid sequences, the first:\n  \
                1:14: offset 13, length 1: out-of-range: FC is never valid in UTF-8\n  \
                hint: FC is ü in Windows-1252: try --fix default,legacy-bytes\n\
                0 files would be repaired, 1 file left as it is\n";
    compare(&[
        ("repair --dry-run", b"ok \xED\xA0\xBD\xED\xB2\xA9, gr\xFC\xDFe", left.as_bytes(), "", 1),
        (
            "repair --dry-run --fix all",
            b"cut \xE2\x82",
            "standard input: left as it is: the fixes in use do not repair 1 invalid sequence:\n  \
             1:5: offset 4, length 2: truncated: E2 82 starts a 3-byte character, but the input ends\n\
             0 files would be repaired, 1 file left as it is\n"
                .as_bytes(),
            "",
            1,
        ),
        (
            "repair -o -",
            b"ok \xED\xA0\xBD\xED\xB2\xA9 \xFF",
            b"ok \xED\xA0\xBD\xED\xB2\xA9 \xFF",
            "standard input: left as it is: the fixes in use do not repair 1 invalid sequence:\n  \
             1:11: offset 10, length 1: invalid-unit: FF is never valid in UTF-8\n",
            1,
        ),
    ]);
}

#[test]
fn a_single_input_goes_to_an_output() {
    let directory = directory_with(&[("in", PAIR), ("old", b"old"), ("clean", b"clean"), ("bad", b"\xFF")]);
    compare(&[
        ("repair -o -", PAIR, "💩".as_bytes(), "standard input: 1 repair: cesu-8\n", 0),
        ("repair -o - -", b"clean", b"clean", "", 0),
    ]);
    for (arguments, name, content, status) in [
        ("repair in -o old", "old", "💩".as_bytes(), 0),
        ("repair clean -o new", "new", b"clean", 0),
        ("repair bad -o new", "new", b"clean", 1),
        ("repair in -o in", "in", PAIR, 2),
        ("repair in -o ./in", "in", PAIR, 2),
        ("repair in clean -o new", "new", b"clean", 2),
        ("repair . -o new", "new", b"clean", 2),
    ] {
        assert_eq!(placemat_in(directory.path(), arguments, b"").status, status, "{arguments}");
        assert_eq!(read(directory.path(), name), content, "{arguments}");
    }
    assert_eq!(names_in(directory.path()), ["bad", "clean", "in", "new", "old"]);
}

#[test]
fn files_are_repaired_in_their_places() {
    let directory = directory_with(&[
        ("tree/a", PAIR),
        ("tree/sub/b", b"plain"),
        ("tree/sub/binary", b"\0\xED\xA0\xBD\xED\xB2\xA9"),
        ("tree/.hidden", PAIR),
        ("tree/left", b"x\xFF"),
        ("named", "cafÃ©".as_bytes()),
    ]);
    let found = placemat_in(directory.path(), "repair --in-place named tree missing named", b"");
    let told = "\
named: 1 repair: double-encoding
tree/a: 1 repair: cesu-8
tree/left: left as it is: the fixes in use do not repair 1 invalid sequence:
  1:2: offset 1, length 1: invalid-unit: FF is never valid in UTF-8
2 files repaired, 1 file unchanged, 1 file left as it is, 1 file not read or written, 1 binary file skipped
";
    assert_eq!(found.text(), told);
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: missing: No such file or directory\n", 2));
    assert_eq!(read(directory.path(), "named"), "café".as_bytes());
    assert_eq!(read(directory.path(), "tree/a"), "💩".as_bytes());
    assert_eq!(read(directory.path(), "tree/.hidden"), PAIR);
    assert_eq!(read(directory.path(), "tree/left"), b"x\xFF");
    let found = placemat_in(directory.path(), "repair --in-place named tree", b"");
    assert_eq!(found.status, 1, "something is left");
    let found = placemat_in(directory.path(), "repair --in-place named", b"");
    assert_eq!((found.text(), found.status), ("0 files repaired, 1 file unchanged\n", 0));
    assert_eq!(names_in(&directory.path().join("tree")), [".hidden", "a", "left", "sub"]);
}

#[test]
fn a_dry_run_in_place_shows_what_would_change_and_changes_nothing() {
    let long = PAIR.repeat(2 << 20);
    let directory = directory_with(&[("a", PAIR), ("b", b"plain"), ("tree/long", &long), ("left", b"x\xFF")]);
    let before = || ["a", "b", "tree/long", "left"].map(|name| read(directory.path(), name));
    let old = before();
    let found = placemat_in(directory.path(), "repair --in-place --dry-run a b tree left", b"");
    let plain = placemat_in(directory.path(), "repair a b tree left", b"");
    let plain = plain.text().replace("; --in-place does it", "; --in-place without --dry-run does it");
    assert_eq!((found.text(), found.status), (&*plain, 1), "{}", found.stderr);
    assert!(found.text().contains("would be repaired"), "{}", found.text());
    let found = placemat_in(directory.path(), "repair --in-place --dry-run --undo-log log --json a b", b"");
    assert_eq!((found.text().matches(r#""outcome":"would-repair""#).count(), found.status), (1, 1));
    assert_eq!(
        (before(), names_in(directory.path())),
        (old, ["a", "b", "left", "tree"].map(String::from).into())
    );
    assert_eq!(placemat_in(directory.path(), "repair --in-place --dry-run b", b"").status, 0);
    // What would be refused is refused.
    #[cfg(unix)]
    for name in ["a", "tree/long"] {
        fs::hard_link(directory.path().join(name), directory.path().join("other")).unwrap();
        let found = placemat_in(directory.path(), &format!("repair --in-place --dry-run {name}"), b"");
        assert!(found.stderr.contains(": left as it is: it has 2 names (hard links)"), "{}", found.stderr);
        assert_eq!((found.status, found.text()), (1, "0 files would be repaired, 1 file left as it is\n"));
        fs::remove_file(directory.path().join("other")).unwrap();
    }
}

#[test]
fn what_is_binary_is_repaired_only_if_it_is_utf_16() {
    let utf_16: Vec<u8> = "Größe\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let picture = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\xFF ";
    let files: &[(&str, &[u8])] = &[("tree/picture", picture), ("tree/text", &utf_16)];
    let directory = directory_with(files);
    let found = placemat_in(directory.path(), "repair --in-place tree", b"");
    assert_eq!(found.text(), "0 files repaired, 2 binary files skipped\n");
    let found = placemat_in(directory.path(), "repair --in-place --fix all --skipped tree", b"");
    assert_eq!(found.text(), "tree/text: 1 repair: utf-16\n1 file repaired, 1 binary file skipped\n");
    assert_eq!(found.stderr, "placemat: tree/picture: binary; skipped\n");
    assert_eq!(
        (read(directory.path(), "tree/picture"), read(directory.path(), "tree/text")),
        (picture.into(), "Größe\n".into())
    );
}

#[test]
#[cfg(unix)]
fn hard_links_are_refused_and_links_that_are_met_passed_over() {
    let directory = directory_with(&[("a", PAIR), ("outside", PAIR), ("tree/x", b"")]);
    fs::hard_link(directory.path().join("a"), directory.path().join("b")).unwrap();
    std::os::unix::fs::symlink("../outside", directory.path().join("tree/link")).unwrap();
    let found = placemat_in(directory.path(), "repair --in-place a", b"");
    assert_eq!((found.status, found.text()), (1, "0 files repaired, 1 file left as it is\n"));
    assert!(
        found.stderr.starts_with("placemat: a: left as it is: it has 2 names (hard links)"),
        "{}",
        found.stderr
    );
    assert_eq!(read(directory.path(), "a"), PAIR);
    // A preview says what would happen.
    let note =
        "  note: it has 2 names (hard links): --in-place leaves it as it is without --break-hard-links\n";
    for (arguments, is_noted) in
        [("a", true), ("--brief a b", false), ("--quiet a", false), ("--break-hard-links a", false)]
    {
        let found = placemat_in(directory.path(), &format!("repair {arguments}"), b"");
        assert_eq!((found.status, found.text().contains(note)), (1, is_noted), "{}", found.text());
    }
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(
        found.text().ends_with(&format!("fix:  placemat repair --in-place a\n{note}")),
        "{}",
        found.text()
    );
    assert_eq!(placemat_in(directory.path(), "repair --in-place --break-hard-links a", b"").status, 0);
    assert_eq!((read(directory.path(), "a"), read(directory.path(), "b")), ("💩".into(), PAIR.to_vec()));
    assert_eq!(placemat_in(directory.path(), "repair --in-place tree", b"").status, 0);
    assert_eq!(read(directory.path(), "outside"), PAIR);
    assert_eq!(placemat_in(directory.path(), "repair --in-place --follow tree", b"").status, 0);
    assert_eq!(read(directory.path(), "outside"), "💩".as_bytes());
    assert!(directory.path().join("tree/link").symlink_metadata().unwrap().is_symlink());
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        "repair --fix",
        "repair --fix everything",
        "repair --in-place",
        "repair --in-place -",
        "repair --in-place -o x y",
        "repair --undo-log log x",
        "repair --undo log x",
        "repair --undo log --in-place",
        "repair --excerpt --brief",
        "repair --max-edits many",
    ] {
        let found = placemat_with(arguments, PAIR);
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
        assert!(
            found.stderr.contains("--help") || found.stderr.contains("Usage:"),
            "{arguments}: {}",
            found.stderr
        );
    }
    let help = placemat_with("repair --help", b"");
    for word in ["Examples:", "--fix", "- lone-surrogates:", "--undo-log", "Exit status"] {
        assert!(help.text().contains(word), "{word}");
    }
    assert!(help.text().lines().all(|line| line.chars().count() <= 120));
}

#[test]
#[cfg(unix)]
fn an_input_is_not_its_own_output() {
    let directory = directory_with(&[("a", PAIR)]);
    let a = "placemat: a: is the output, too (standard output); nothing was done\n";
    for (script, message) in [
        ("exec \"$0\" repair a >> a", a),
        ("exec \"$0\" repair --in-place a >> a", a),
        ("exec \"$0\" repair -o - a >> a", "placemat: a: is the output, too"),
        ("exec \"$0\" repair -o - < a >> a", "placemat: standard input: is the output, too"),
    ] {
        let mut command = std::process::Command::new("sh");
        command.current_dir(directory.path()).args(["-c", script, env!("CARGO_BIN_EXE_placemat")]);
        let found = run(&mut command, b"");
        assert!(found.stderr.starts_with(message) && found.status == 2, "{script}: {}", found.stderr);
        assert_eq!(read(directory.path(), "a"), PAIR, "{script}");
    }
}

/// Well-formed text is copied in pieces, both from a file and from a pipe.
#[test]
fn a_clean_text_of_many_pieces_is_copied_whole() {
    let text = "naïve 💩\n".repeat(50_000);
    let directory = directory_with(&[("in", text.as_bytes())]);
    for (arguments, input) in [("repair -o out in", ""), ("repair -o out -", text.as_str())] {
        let found = placemat_in(directory.path(), arguments, input.as_bytes());
        assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{arguments}");
        assert!(fs::read(directory.path().join("out")).unwrap() == text.as_bytes(), "{arguments}");
        fs::remove_file(directory.path().join("out")).unwrap();
    }
}

/// Standard input is read as a filter reads it.
#[test]
fn a_filter_writes_the_text_and_its_report_to_standard_error() {
    let found = placemat_with("repair", b"a \xED\xA0\xBD\xED\xB2\xA9\n");
    let report = "standard input: 1 repair: cesu-8\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), ("a 💩\n", report, 0));
    let found = placemat_with("repair -", "naïve".as_bytes());
    assert_eq!((found.text(), found.stderr.as_str(), found.status), ("naïve", "", 0));
    // What cannot be repaired is passed on, so that no text is lost.
    for before in [0, 5_000_000] {
        let input = [&b"line of text\n".repeat(before / 13)[..], b"caf\xE9 au lait"].concat();
        for arguments in ["repair", "repair -o -"] {
            let found = placemat_with(arguments, &input);
            assert!(found.stdout == input, "{arguments} {before}: {} bytes", found.stdout.len());
            assert_eq!(found.status, 1);
            assert!(found.stderr.starts_with("standard input: left as it is: "), "{}", found.stderr);
        }
    }
    // No file is made that needs repair.
    let directory = directory_with(&[("a", b"caf\xE9")]);
    let found = placemat_in(directory.path(), "repair a -o b", b"");
    assert_eq!((found.status, directory.path().join("b").exists()), (1, false));
    let found = placemat_with("repair --json", b"\xC0\x80");
    assert_eq!((found.text(), found.status), ("\0", 0));
    assert!(found.stderr.starts_with(r#"{"version":1,"path":null,"outcome":"repaired""#), "{}", found.stderr);
}

/// Hints name the encoding that `check` and `detect` name, too.
#[test]
#[cfg(feature = "legacy")]
fn what_is_left_may_be_in_another_encoding() {
    let wide: Vec<u8> =
        "如果发生错误，请联系系统管理员。\n".repeat(5).encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (text, hint) in [
        (&wide[..], "looks like utf-16le: placemat convert -f utf-16le reads it"),
        (b"Bucure\xBAti \xFEar\xE3\n", "perhaps Windows-1250: placemat convert -f windows-1250 reads it"),
    ] {
        let directory = directory_with(&[("a", text)]);
        for arguments in ["repair a", "repair --fix default,utf-16 a"] {
            let found = placemat_in(directory.path(), arguments, b"");
            assert!(found.text().contains(&format!("  hint: {hint}\n")), "{arguments}: {}", found.text());
        }
    }
    // The byte of `¤` is rather a euro sign of ISO-8859-15, and `check` says so.
    let directory = directory_with(&[("a", b"5 \xA4\n")]);
    let found = ["check a", "repair a"].map(|arguments| placemat_in(directory.path(), arguments, b""));
    let names_other = found[0].text().contains("convert -f iso-8859-15");
    assert_eq!(found[1].text().contains("convert -f iso-8859-15"), names_other, "{}", found[1].text());
}

/// A log that another program continued: the command of the hint makes UTF-8 of both parts.
#[test]
#[cfg(all(unix, feature = "legacy"))]
fn the_line_is_named_at_which_another_encoding_begins() {
    let first = "Журнал: начало работы\nвсё в порядке — запись\n";
    let second = "Кто хочет много знать, тому надо мало спать. Съешь ещё этих мягких булок\n".repeat(6);
    let single: Vec<u8> = second
        .chars()
        .map(|one| match one {
            'А'..='я' => (u32::from(one) - 0x410 + 0xC0) as u8,
            'ё' => 0xB8,
            other => other as u8,
        })
        .collect();
    let directory = directory_with(&[("a.log", &[first.as_bytes(), &single].concat())]);
    let found = placemat_in(directory.path(), "repair --fix all a.log", b"");
    let command = format!(
        "{{ head -c {} a.log; tail -c +{} a.log | placemat convert -f windows-1251; }} > FIXED",
        first.len(),
        first.len() + 1
    );
    let told = format!("  hint: it is UTF-8, and Windows-1251 from line 3 on\n  next: {command}\n");
    assert!(found.text().contains(&told), "{}", found.text());
    let command = command.replace("placemat", env!("CARGO_BIN_EXE_placemat"));
    let mut shell = std::process::Command::new("sh");
    assert_eq!(run(shell.args(["-c", &command]).current_dir(directory.path()), b"").status, 0);
    assert_eq!(read(directory.path(), "FIXED"), (first.to_owned() + &second).into_bytes());
    // UTF-16 that looks binary has a command, too.
    let wide: Vec<u8> = "a, é\n".repeat(20).encode_utf16().flat_map(u16::to_be_bytes).collect();
    let wide = [b"\xFE\xFF", &wide[..]].concat();
    let found = placemat_with("check -", &wide);
    assert!(found.status == 1, "{}", found.text());
    let directory = directory_with(&[("a", &wide)]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().contains("(placemat convert -f auto reads it, "), "{}", found.text());
}

/// A large text is not read as a whole, and the result is the same.
#[test]
fn large_texts_are_repaired_in_pieces() {
    let line = "a line of text, naïve, with a 💩 in it\n".repeat(1000);
    let pair = b"\xED\xA0\xBD\xED\xB2\xA9";
    let mut large: Vec<u8> = vec![];
    for _ in 0..40 {
        large.extend_from_slice(line.repeat(4).as_bytes());
        large.extend_from_slice(b"caf");
        large.extend_from_slice(pair);
        large.extend_from_slice(b" here\n");
    }
    let directory = directory_with(&[("large", &large), ("copy", &large)]);
    let found = placemat_in(directory.path(), "repair --width 100 large", b"");
    let offset = line.len() * 4 + 3;
    let head = format!(
        "large: 40 repairs: cesu-8\n  4001:4: offset {offset}: cesu-8: ED A0 BD ED B2 A9 → F0 9F 92 A9\n    \
         - caf\\xED\\xA0\\xBD\\xED\\xB2\\xA9 here\n    + caf💩 here\n"
    );
    assert!(found.text().starts_with(&head), "{}", found.text());
    assert_eq!(placemat_in(directory.path(), "repair --in-place large", b"").status, 0);
    let expected = String::from_utf8_lossy(&large).replace(&"\u{FFFD}".repeat(6), "💩");
    assert!(fs::read_to_string(directory.path().join("large")).unwrap() == expected);
    // The log needs the whole text, and undoes it.
    assert_eq!(placemat_in(directory.path(), "repair --in-place --undo-log log copy", b"").status, 0);
    assert!(fs::read_to_string(directory.path().join("copy")).unwrap() == expected);
    assert_eq!(placemat_in(directory.path(), "repair --undo log", b"").status, 0);
    assert!(fs::read(directory.path().join("copy")).unwrap() == large);
    // From a pipe, the result is the same.
    let found = placemat_with("repair", &large);
    assert!(found.stdout == expected.as_bytes() && found.status == 0);
    let left = [&large[..], b"\xFF"].concat();
    let found = placemat_with("repair", &left);
    assert!(found.stdout == left && found.status == 1);
    assert!(found.stderr.contains(&format!(": offset {}, length 1: ", large.len())), "{}", found.stderr);
}

#[test]
fn a_byte_00_that_a_repair_writes_is_named() {
    let note = "  note: C0 80 becomes U+0000, a byte 00, at which many programs stop reading\n";
    for (text, is_named) in [(b"a\xC0\x80b\n".as_slice(), true), (b"\xED\xA0\xBD\xED\xB2\xA9", false)] {
        let directory = directory_with(&[("a", text)]);
        for options in ["", "--width 100 ", "--in-place "] {
            let found = placemat_in(directory.path(), &format!("repair {options}a"), b"");
            assert_eq!(found.text().contains(note), is_named, "{}", found.text());
        }
    }
}
