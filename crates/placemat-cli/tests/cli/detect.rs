//! `placemat detect`: verdicts, ties, how much is read, exit status.

use placemat::{Encoding, convert};

#[cfg(unix)]
use crate::command::as_another_user;
use crate::command::{compare, directory_with, placemat_in, placemat_with};

#[test]
fn verdicts_have_their_evidence() {
    compare(&[
        (
            "detect -v",
            "Schlüsse 💩".as_bytes(),
            b"standard input: utf-8\n    \
              the same text as wtf-8, generalized-utf-8, utf-8b, utf-8-rfc2279, utf-8-sig\n    \
              sequences of two bytes: 1, first at offset 4\n    \
              sequences of four bytes: 1, first at offset 10\n",
            "",
            0,
        ),
        (
            "detect -v -",
            b"plain text\n",
            b"standard input: utf-8 (only ASCII)\n    \
              the same text as cesu-8, wtf-8, generalized-utf-8, mutf-8, utf-8b, utf8mb3 and 16 others\n",
            "",
            0,
        ),
        (
            "detect -v",
            b"\xFF\xFEh\0i\0\x3D\xD8",
            b"standard input: utf-16 (by its signature, damaged)\n    \
              the same text as utf-16le\n    \
              or perhaps wtf-16le, ucs-2le\n    \
              signature at offset 0\n    \
              units xx 00, as in UTF-16LE: 2, first at offset 2\n    \
              places with ill-formed parts: 1, first at offset 6\n",
            "",
            0,
        ),
        (
            "detect -v",
            b"gr\xFC\xDFe aus K\xF6ln am Rhein",
            b"standard input: windows-1252 (perhaps)\n    3 characters beyond ASCII, 100 % Latin letters\n",
            "",
            0,
        ),
    ]);
}

/// Pairs of bytes in other encodings are ideographs, but that does not make them text in UTF-16.
#[test]
fn units_of_16_bits_need_evidence() {
    let chinese: Vec<u8> = "没有人问，".encode_utf16().flat_map(u16::to_le_bytes).collect();
    compare(&[
        (
            "detect -v",
            b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD",
            b"standard input: shift_jis (likely)\n    5 characters beyond ASCII, 100 % Japanese letters\n",
            "",
            0,
        ),
        ("detect -v", &chinese, b"standard input: utf-16le\n    the same text as wtf-16le, ucs-2le\n", "", 0),
    ]);
    let found = placemat_with("detect -v", b"x\xFFy\n");
    assert!(found.text().starts_with("standard input: windows-1252 (perhaps)\n"), "{}", found.text());
}

/// The report says how much was read, and `--whole` reads the rest.
#[test]
fn of_what_is_no_text_the_beginning_is_enough() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let data: Vec<u8> = std::iter::repeat_with(&mut next).take(100_000).collect();
    let found = placemat_with("detect --json", &data);
    let line: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!((&line["encoding"], &line["complete"]), (&serde_json::Value::Null, &false.into()), "{line}");
    assert!(line["read"].as_u64().unwrap() <= 16 << 10, "{line}");
    let found = placemat_with("detect --json --whole", &data);
    let line: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!((&line["read"], &line["complete"]), (&100_000.into(), &true.into()), "{line}");
}

/// A directory has a line too, and only one.
#[test]
#[cfg(unix)]
fn directories_that_cannot_be_read_are_told_once() {
    use std::os::unix::fs::PermissionsExt;
    let directory = directory_with(&[("sub/file", b"text"), ("other", b"text")]);
    std::os::unix::fs::symlink("..", directory.path().join("sub/loop")).unwrap();
    let found = placemat_in(directory.path(), "detect --json --follow .", b"");
    assert_eq!((found.status, found.stderr.lines().count(), found.text().lines().count()), (2, 1, 3));
    let line = r#"{"version":1,"path":{"text":"./sub/loop"},"failed":{"kind":"io","message":""#;
    assert!(found.text().lines().any(|one| one.starts_with(line)), "{}", found.text());
    let mode = |path, mode| std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    mode(directory.path().to_owned(), 0o755);
    mode(directory.path().join("sub"), 0o000);
    let Some(found) = as_another_user(directory.path(), "detect --json .") else { return };
    mode(directory.path().join("sub"), 0o755);
    assert_eq!((found.status, found.stderr.lines().count(), found.text().lines().count()), (2, 1, 2));
    assert!(found.text().contains(r#""path":{"text":"./sub"},"failed":"#), "{}", found.text());
}

#[test]
fn what_is_no_text_is_status_1() {
    let found = placemat_with("detect -v", &[0; 64]);
    assert_eq!(found.status, 1);
    assert!(found.text().starts_with("standard input: not text in any known encoding\n    well-formed in "));
    assert!(found.text().contains("    bytes 00: 64, first at offset 0\n"));
}

/// On a terminal, lines are wrapped between words. Colour is used only on terminals, or on request.
#[test]
#[cfg(target_os = "linux")]
fn reports_keep_to_the_width_of_a_terminal() {
    let has_script = std::process::Command::new("script").arg("--version").output().is_ok();
    if !has_script {
        return;
    }
    let directory =
        directory_with(&[("file", b"plain"), ("left", b"\xF4\x90 two lines of text, and some more\xFF")]);
    let on_terminal = |arguments: &str| {
        let command = env!("CARGO_BIN_EXE_placemat");
        let mut script = std::process::Command::new("script");
        script.args(["-qec", &format!("stty cols 50 rows 20; '{command}' {arguments}"), "/dev/null"]);
        script.current_dir(directory.path()).stdin(std::process::Stdio::null());
        String::from_utf8(script.output().unwrap().stdout).unwrap().replace('\r', "")
    };
    assert_eq!(
        on_terminal("detect -v --color never file"),
        "file: utf-8 (only ASCII)\n    \
         the same text as cesu-8, wtf-8,\n        \
         generalized-utf-8, mutf-8, utf-8b, utf8mb3\n        \
         and 16 others\n"
    );
    assert_eq!(
        on_terminal("repair --color never left"),
        "left: left as it is: the fixes in use do not\n    \
         repair 3 invalid sequences, the first:\n  \
         1:1: offset 0, length 1: out-of-range: F4 starts\n    \
         a character beyond U+10FFFF, the last one\n\
         0 files would be repaired, 1 file left as it is\n"
    );
    assert!(on_terminal("list").lines().all(|line| line.chars().count() <= 56)); // what has no comma
    let colored = "\u{1b}[1m\u{1b}[96mfile\u{1b}[0m: \u{1b}[32mutf-8 (only ASCII)";
    assert!(placemat_in(directory.path(), "detect --color always file", b"").text().starts_with(colored));
}

#[test]
fn an_input_that_cannot_be_read_is_status_2_and_the_others_are_told() {
    let directory = directory_with(&[("a", b"abc"), ("b/c", b"\0a\0b")]);
    let found = placemat_in(directory.path(), "detect --json a missing b", b"");
    assert_eq!((found.status, found.text().lines().count()), (2, 3));
    assert!(found.stderr.starts_with("placemat: missing: "));
    assert!(found.text().contains(r#""path":{"text":"b/c"},"encoding":"utf-16be","basis":"well-formed""#));
}

#[test]
fn json_has_everything_in_a_line() {
    let found = placemat_with("detect --json", b"a\xC0\x80b");
    assert_eq!(found.status, 0);
    assert_eq!(
        found.text().split(r#","alternatives""#).next(),
        Some(
            r#"{"version":1,"path":null,"encoding":"mutf-8","basis":"well-formed","also":["mutf-8-lenient","tcl-8.6-utf-8"]"#
        )
    );
    assert!(found.text().contains(r#""overlong":null,"interchange":false,"read""#), "{}", found.text());
    assert!(
        found.text().contains(r#""evidence":[{"kind":"c0-80","count":1,"first":1}]"#),
        "{}",
        found.text()
    );
    assert!(found.text().ends_with("\"read\":4,\"size\":4,\"complete\":true}\n"), "{}", found.text());
}

#[test]
fn what_is_overlong_and_what_is_not_for_interchange_is_named() {
    compare(&[
        (
            "detect -v",
            b"GET /scripts/..\xC0\xAF..\xC0\xAFwinnt/\n",
            b"standard input: utf-8 (with a disguised '/' (overlong encoding of U+002F), damaged)\n    \
              the same text as cesu-8, wtf-8, generalized-utf-8, mutf-8, utf-8b, utf8mb3 and 8 others\n    \
              or perhaps windows-1252, iso-8859-1\n    \
              overlong sequences: 2, first at offset 15: overlong encoding of U+002F '/'\n    \
              places with ill-formed parts: 2, first at offset 15\n",
            "",
            0,
        ),
        (
            "detect -v",
            b"a\xC0\x80b",
            b"standard input: mutf-8 (not for interchange)\n    \
              the same text as mutf-8-lenient, tcl-8.6-utf-8\n    \
              C0 80: U+0000 as Modified UTF-8 writes it: 1, first at offset 1\n",
            "",
            0,
        ),
    ]);
    let found = placemat_with("detect -v", b"a\xED\xA0\xBDb");
    assert!(found.text().starts_with("standard input: wtf-8 (not for interchange)\n"));
    let found = placemat_with("detect --json", b"..\xC0\xAFetc/passwd");
    assert!(found.text().contains(r#""overlong":47,"interchange":true,"#), "{}", found.text());
}

#[test]
fn no_more_is_read_than_is_needed_and_it_is_told() {
    let mut large = vec![b'a'; 2 << 20];
    *large.last_mut().unwrap() = 0xFF;
    let directory = directory_with(&[("large", &large)]);
    let found = placemat_in(directory.path(), "detect large", b"");
    assert_eq!(found.text(), "large: utf-8 (only ASCII in its first 1 MiB)\n");
    let found = placemat_in(directory.path(), "detect -v large", b"");
    assert!(found.text().starts_with("large: utf-8 (only ASCII, in its first 1 MiB)\n"), "{}", found.text());
    assert!(found.text().ends_with("    read: the first 1 MiB of 2 MiB\n"), "{}", found.text());
    let found = placemat_with("detect -v", &large);
    assert!(found.text().ends_with("    read: the first 1 MiB; there is more\n"), "{}", found.text());
    let found = placemat_in(directory.path(), "detect --json --whole large", b"");
    assert!(found.text().contains(r#""kind":"legacy-bytes","count":1,"first":2097151"#), "{}", found.text());
    assert!(
        found.text().ends_with("\"read\":2097152,\"size\":2097152,\"complete\":true}\n"),
        "{}",
        found.text()
    );
    let found = placemat_with("detect -v", &large[..1 << 20]);
    assert!(!found.text().contains("read:"), "{}", found.text());
}

#[test]
fn nothing_steers_a_terminal() {
    let directory = directory_with(&[("\u{1B}[31m", b"\x1B[31m")]);
    let found = placemat_in(directory.path(), "detect .", b"");
    assert!(!found.text().trim_end().chars().any(|character| character.is_control() && character != '\n'));
}

/// Each file has one line, whether it needs the detector or not. Binary files of directories are skipped.
#[test]
fn a_tree_has_a_line_for_each_file() {
    let utf_16: Vec<u8> = "Größe und mehr".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .filter(|&byte| byte > 0)
    .take(10_000)
    .collect();
    let directory = directory_with(&[
        ("ascii", b"plain"),
        ("binary", b"\x7FELF\0\x01\x02\x03\xFF"),
        ("cesu-8", b"a\xED\xA0\xBD\xED\xB2\xA9b"),
        ("empty", b""),
        ("latin-1", b"gr\xFC\xDFe aus K\xF6ln"),
        ("noise", &noise),
        ("twice", "cafÃ© crÃ¨me".as_bytes()),
        ("utf-16", &utf_16),
        ("utf-8", "naïve".as_bytes()),
    ]);
    let found = placemat_in(directory.path(), "detect .", b"");
    let expected = "./ascii: utf-8 (only ASCII)\n\
                    ./cesu-8: cesu-8 (not for interchange)\n\
                    ./empty: empty\n\
                    ./latin-1: windows-1252 (perhaps)\n\
                    ./noise: not text in any known encoding\n\
                    ./twice: double-utf-8-cp1252 (text that was encoded twice)\n\
                    ./utf-16: utf-16le\n\
                    ./utf-8: utf-8\n";
    let skipped = "placemat: 1 binary file skipped (--text reads them)\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, skipped, 1));
    // With --verbose the same verdicts come from the detector.
    let verbose = placemat_in(directory.path(), "detect --verbose .", b"");
    let lines: Vec<_> = verbose.text().lines().filter(|line| line.starts_with("./")).collect();
    let short = |line: &str| line.replace(", in its first 8192 bytes", "");
    assert_eq!(lines.iter().map(|line| short(line) + "\n").collect::<String>(), expected);
    let named = placemat_in(directory.path(), "detect --skipped .", b"");
    assert_eq!(named.stderr, "placemat: ./binary: binary; skipped\n");
    let all = placemat_in(directory.path(), "detect --text .", b"");
    assert_eq!((all.text().lines().count(), all.stderr.as_str()), (9, ""));
}

/// A log that is cut while a program writes it.
#[test]
fn a_short_text_that_ends_within_a_character_is_utf_8() {
    for text in [
        &b"caf\xC3\xA9 d\xC3"[..],
        b"\xC3\xA9\xC3",
        b"10:31 \xC3\xA9t\xC3\xA9 na\xC3",
        b"\xD0\x9F\xD1\x80\xD0",
        b"\xF0\x9F\x91",
        b"\xE3\x81\x82\xE3\x81",
    ] {
        let found = placemat_with("detect", text);
        let expected = "standard input: utf-8 (ends within a character)\n";
        assert_eq!((found.text(), found.status), (expected, 0), "{text:X?}");
        let found = placemat_with("check -e auto", text);
        assert!(found.text().contains("ends within a character"), "{text:X?}: {}", found.text());
        let found = placemat_with("convert -f auto -q", text);
        assert_eq!(found.status, 1, "{text:X?}");
    }
    // One byte alone may be anything, and so may bytes that no character comes before.
    for text in [&b"caf\xE9"[..], b"na\xC3", b"caf\xE9 na\xC3\xA9\xC3 \xE9"] {
        let found = placemat_with("detect", text);
        assert!(!found.text().contains("ends within"), "{text:X?}: {}", found.text());
    }
}

/// Characters of Corrected UTF-8 are overlong only for decoders of UTF-8.
/// Detection reads the first MiB, which ends within a character here: before it are all but its last byte, which
/// became a character of its own.
#[test]
fn a_text_that_was_encoded_twice_is_recognized_if_its_beginning_ends_within_a_character() {
    let line = convert(Encoding::Iso8859_1, Encoding::Utf8, "größere Mengen, 5 €\n".as_bytes()).unwrap();
    let before = "x".repeat(((1 << 20) - 4) % line.len());
    let text = [before.as_bytes(), &line.repeat((1 << 20) / line.len() + 9)].concat();
    assert!(text[..1 << 20].ends_with("\ngrÃ".as_bytes()));
    let directory = directory_with(&[("a.csv", &text)]);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let name = "double-utf-8-latin1";
    let expected = format!("a.csv: {name} (text that was encoded twice, in its first 1 MiB)\n");
    assert_eq!(run("detect a.csv").text(), expected);
    assert!(run("check -e auto --json a.csv").text().contains(&format!("\"encoding\":\"{name}\"")));
    assert!(run("convert -f auto a.csv").text().ends_with("\ngrößere Mengen, 5 €\n"));
}

/// No single encoding reads such a text, and `check` says the same.
#[cfg(feature = "legacy")]
#[test]
fn a_text_that_is_utf_8_in_part_is_no_legacy_text() {
    let german = "Täglicher Bericht – alles gut\nGrüße\n".as_bytes();
    let western = b"W\xF6chentlicher Bericht: gr\xF6\xDFere M\xE4ngel\nGr\xFC\xDFe aus K\xF6ln\n";
    let russian = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1 \xD3\xC5\xC7\xCF\xC4\xCE\xD1?\n\
                    \xF7\xD3\xA3 \xC8\xCF\xD2\xCF\xDB\xCF, \xD3\xD0\xC1\xD3\xC9\xC2\xCF \xC2\xCF\xCC\xD8\xDB\xCF\xC5\n";
    let japanese = b"\xA5\xE6\xA1\xBC\xA5\xB6\xA1\xBC\xA4\xAC\xA5\xED\xA5\xB0\xA5\xA4\xA5\xF3\xA4\xB7\xA4\xDE\xA4\xB7\xA4\xBF\n\
                     \xA5\xA8\xA5\xE9\xA1\xBC\xA4\xAC\xC8\xAF\xC0\xB8\xA4\xB7\xA4\xDE\xA4\xB7\xA4\xBF\n";
    let lines = "10:00 Anfrage für Kunde Müller bearbeitet\n".repeat(20);
    for (first, second, told, name) in [
        (german, &western[..], "partly UTF-8, and partly perhaps Windows-1252", "windows-1252"),
        (german, russian, "UTF-8, and KOI8-R from line 3 on", "koi8-r"),
        // Two of its bytes look like an overlong sequence.
        (lines.as_bytes(), japanese, "UTF-8, and EUC-JP (likely) from line 21 on", "euc-jp"),
    ] {
        let directory = directory_with(&[("a", &[first, second].concat())]);
        let found = placemat_in(directory.path(), "detect a", b"");
        assert_eq!((found.text(), found.status), (&*format!("a: {told}\n"), 1));
        let json = placemat_in(directory.path(), "detect --json a", b"");
        let line: serde_json::Value = serde_json::from_str(json.text()).unwrap();
        assert_eq!(line["encoding"], serde_json::Value::Null, "{line}");
        assert_eq!(line["alternatives"], serde_json::json!(["utf-8", name]));
        if told.starts_with("UTF-8") {
            let found = placemat_in(directory.path(), "check a", b"");
            assert!(found.text().starts_with(&format!("a: {told}, ")), "{}", found.text());
        }
    }
    // Bytes of Windows-1252 that `repair` mends leave it damaged UTF-8.
    let found = placemat_with("detect", &[lines.as_bytes(), western].concat());
    assert_eq!((found.text(), found.status), ("standard input: utf-8 (damaged)\n", 0));
}

#[test]
fn a_corrected_document_disguises_nothing() {
    let document = b"\xEF\xB7\x9D\xED\xB2\xAE\0\nHello \xF0\x8E\x8E\xAD\n";
    let found = placemat_with("detect -v", document);
    assert!(
        found.text().starts_with("standard input: corrected-utf-8-document (by its signature)\n"),
        "{}",
        found.text()
    );
    assert!(!found.text().contains("overlong"), "{}", found.text());
}

#[cfg(feature = "legacy")]
#[test]
fn a_guess_on_damaged_utf_8_says_so() {
    let found = placemat_with("detect", b"user=Jos\xE9 login\nuser=REN\xC3\x89 ok\n");
    assert!(found.text().ends_with(" (perhaps; or damaged utf-8)\n"), "{}", found.text());
}

/// A document of another format may have few bytes that are not ASCII.
#[test]
fn a_pdf_is_no_text() {
    let text = b"%PDF-1.4\n%\xBF\xF7\xA2\xFE\n1 0 obj\n<< /Type /Catalog >>\nendobj\n";
    let directory = directory_with(&[("a", text)]);
    let run = |command: &str| placemat_in(directory.path(), command, b"");
    let found = run("detect a");
    assert_eq!((found.status, found.text()), (1, "a: not text: a PDF document\n"));
    assert!(run("detect -v a").text().starts_with("a: not text: a PDF document\n"));
    assert!(run("detect --json a").text().contains(r#""encoding":null,"basis":"nothing""#));
    for command in ["repair a", "repair --fix all,legacy --in-place a"] {
        let found = run(command);
        let told = "a: left as it is: a PDF document, not text\n";
        assert!(found.status == 1 && found.text().starts_with(told), "{command}: {}", found.text());
    }
    let found = run("check a");
    let told = "a: looks like a PDF document: 4 errors, not listed (--text lists them)\n";
    assert_eq!((found.status, found.text()), (1, told));
    assert!(run("check --text a").text().contains("  2:2   BF F7 A2 FE"));
    // Some are text as a whole.
    assert_eq!(placemat_with("detect", b"%PDF-1.4\n").text(), "standard input: utf-8 (only ASCII)\n");
}

/// A sign of another encoding looks like a letter in an encoding of 1992 that never was a standard.
#[test]
fn a_sign_is_not_fss_utf() {
    for sign in [&b"\x81\x8B"[..], b"\x81\x8D"] {
        let front = b"# Configuration file for the service\nname = server01\nport = 8080\nTemp: 20";
        let text = [&front[..], sign, b"C\nenabled = true\n"].concat();
        for arguments in ["detect", "check", "convert -f auto"] {
            let found = placemat_with(arguments, &text);
            assert!(!format!("{}{}", found.text(), found.stderr).contains("fss-utf"), "{}", found.text());
        }
    }
}

/// The trail surrogate of a pair may be missing at the end.
#[test]
fn cesu_8_that_ends_within_a_pair_is_cesu_8() {
    for end in [&b"\xED\xA0\xBD"[..], b"\xED\xA0\xBD\xED", b"\xED\xA0\xBD\xED\xB8"] {
        let text = [b"a \xED\xA0\xBD\xED\xB8\x80 b ", end].concat();
        let directory = directory_with(&[("a", &text)]);
        let run = |command: &str| placemat_in(directory.path(), command, b"").text().to_owned();
        assert_eq!(run("detect a"), "a: cesu-8 (ends within a character, not for interchange)\n");
        for (arguments, looks) in [
            ("", "looks like CESU-8 that ends within a character"),
            ("-e wtf-8", "looks like CESU-8 that ends within a character"),
            ("-e cesu-8", "CESU-8 that ends within a character"),
            ("-e auto", "CESU-8 that ends within a character"),
        ] {
            let found = run(&format!("check {arguments} a"));
            assert!(found.starts_with(&format!("a: {looks}, ")), "{arguments}: {found}");
        }
    }
    let wtf_8 = b"a \xED\xA0\xBD b \xED\xA0\xBD";
    assert!(placemat_with("check", wtf_8).text().contains("WTF-8"));
}

/// A log with a hole may be in a legacy encoding.
#[cfg(feature = "legacy")]
#[test]
fn legacy_text_with_holes_is_recognized() {
    let line = b"2024-03-02 11:38:26 WARN Datei \x84\xDCbersicht.xlsx\x93 f\xFCr M\xFCller nicht gefunden\n"
        .repeat(4);
    let found = placemat_with("detect", &[&line[..], &[0; 512], &line].concat());
    assert_eq!((found.status, found.text()), (0, "standard input: windows-1252 (likely)\n"));
}
