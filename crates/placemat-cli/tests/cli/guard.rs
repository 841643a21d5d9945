//! `convert --in-place` and `--out-dir` leave files alone whose bytes contradict the encoding that is named.

mod western;

use std::fs;

use placemat::Encoding;

use crate::command::{directory_with, files_in, placemat_in, placemat_with, utf_16};
use crate::second_run::encoded;

/// Contradictions to an encoding, and their messages.
const CONTRADICTIONS: [(&str, &[u8], &str); 13] = [
    ("utf-16", b"plain text", "looks like ASCII or UTF-8, not utf-16: valid UTF-8 without a byte 00"),
    ("utf-16", b"odd", "looks like ASCII or UTF-8, not utf-16: valid UTF-8 without a byte 00"),
    ("utf-16le", "日本".as_bytes(), "looks like ASCII or UTF-8, not utf-16le: valid UTF-8 without a byte 00"),
    ("utf-32", b"text", "looks like ASCII or UTF-8, not utf-32: valid UTF-8 without a byte 00"),
    ("ucs-4le", b"text", "looks like ASCII or UTF-8, not ucs-4le: valid UTF-8 without a byte 00"),
    (
        "utf-16",
        b"caf\xE9 au lait, svp",
        "looks like ASCII or single bytes, not utf-16: most bytes are ASCII, and none is 00",
    ),
    (
        "utf-16",
        b"D\xEEner \xE0 la cr\xE8me br\xFBl\xE9e, s\x92il vous pla\xEEt. \
          D\xE9j\xE0 v\xE9cu \xE0 l\x92\xE9t\xE9, o\xF9 \xE7a ?",
        "looks like ASCII or single bytes, not utf-16: most bytes are ASCII, and none is 00",
    ),
    (
        "windows-1252",
        "é".as_bytes(),
        "looks like UTF-8, not windows-1252: valid UTF-8 with characters beyond ASCII",
    ),
    (
        "iso-8859-1",
        "é".as_bytes(),
        "looks like UTF-8, not iso-8859-1: valid UTF-8 with characters beyond ASCII",
    ),
    ("cesu-8", "👍".as_bytes(), "looks like UTF-8, not cesu-8: valid UTF-8 with characters of four bytes"),
    ("mutf-8", b"a\0", "looks like UTF-8, not mutf-8: valid UTF-8 with a byte 00"),
    (
        "optu-8-reversible",
        "\u{EF80}".as_bytes(),
        "looks like UTF-8, not optu-8-reversible: valid UTF-8 with characters of U+EF80..U+EFFF",
    ),
    (
        "corrected-utf-8",
        "é".as_bytes(),
        "looks like UTF-8, not corrected-utf-8: valid UTF-8 with characters beyond ASCII",
    ),
];

#[test]
fn what_contradicts_is_named_and_left_alone_unless_it_is_forced() {
    for (encoding, text, why) in CONTRADICTIONS {
        for (place, destination) in
            [("a", "--in-place"), (".", "--in-place"), ("a", "--out-dir new"), (".", "--out-dir new")]
        {
            let directory = directory_with(&[("a", text)]);
            let command = format!("convert -f {encoding} {destination} {place}");
            // A file that was found in a directory and looks binary is not examined further.
            let is_skipped = place == "." && encoding == "mutf-8";
            let name = if place == "." { "./a" } else { "a" };
            let found = placemat_in(directory.path(), &command, b"");
            // What would destroy the file is not the first advice.
            let hint = match why {
                _ if why.contains("single bytes") => {
                    format!(
                        "placemat detect reports its encoding; --force converts it as {encoding} nevertheless"
                    )
                }
                _ if destination == "--in-place" => "nothing to do".to_owned(),
                _ => "-f utf-8 copies it as it is".to_owned(),
            };
            let told = format!(
                "placemat: {name}: {why}; not converted\n    hint: {hint}\n\
                 placemat: 0 files converted, 1 file not converted\n"
            );
            if !is_skipped {
                assert_eq!((found.stderr, found.status), (told, 1), "{command}");
            }
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), text, "{command}");
            assert!(!directory.path().join("new/a").exists(), "{command}");
            // The message for machines.
            let json = placemat_in(directory.path(), &format!("{command} --json"), b"");
            let told = if why.contains("single bytes") { "windows-1252" } else { "utf-8" };
            let failed =
                format!(r#""length":0,"kind":"other-encoding","encoding":"{told}","hint":"{hint}"}}"#);
            assert!(is_skipped || json.json()[0].contains(&failed), "{}", json.stderr);
            assert_eq!(json.json().len(), json.stderr.lines().count(), "JSON alone: {}", json.stderr);
            // A filter does what is requested.
            let filter = placemat_in(directory.path(), &format!("convert -f {encoding} a"), b"");
            let forced = placemat_in(directory.path(), &format!("{command} --force"), b"");
            if is_skipped {
                continue;
            }
            assert_eq!(forced.status, filter.status, "{command}: {}", forced.stderr);
            let written = if destination == "--in-place" { "a" } else { "new/a" };
            if filter.status == 0 {
                assert_eq!(fs::read(directory.path().join(written)).unwrap(), filter.stdout, "{command}");
            }
        }
    }
}

/// The hint names the command that is right, because the user's next command may be what it says.
#[test]
fn the_hint_is_not_what_destroys_the_file() {
    let utf_16le = b"a\0b\0c\0d\0\n\0".as_slice();
    for (options, text, told) in [
        (
            "-f utf-16",
            utf_16le,
            "looks like utf-16le, not utf-16; not converted\n    \
             hint: -f utf-16le converts it as that; --force converts it as utf-16 nevertheless\n",
        ),
        (
            "-f utf-16 -t utf-16le",
            utf_16le,
            "looks like utf-16le, not utf-16; not converted\n    \
             hint: nothing to do; --force converts it as utf-16 nevertheless\n",
        ),
        ("-f utf-16be", b"\xFF\xFEa\0", "hint: -f utf-16le converts it as that\n"),
        ("-f windows-1252", "\u{FEFF}é".as_bytes(), "hint: nothing to do if placemat check finds nothing\n"),
        ("-f windows-1252", "é".as_bytes(), "hint: nothing to do\n"),
        ("-f windows-1252 --line-ends lf", "é".as_bytes(), "hint: -f utf-8 converts it as that\n"),
        ("-f windows-1252 -t utf-16", "é".as_bytes(), "hint: -f utf-8 converts it as that\n"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), &format!("convert {options} --in-place a"), b"");
        assert_eq!(found.status, 1, "{options}");
        assert!(found.stderr.contains(told), "{options}: {}", found.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), text, "{options}");
    }
}

/// A directory's binary files are skipped. One that is named, as by a pattern of the shell, is refused.
#[test]
fn a_binary_file_that_is_named_is_not_converted() {
    let elf = b"\x7FELF\x02\x01\x01\0\0\0\0\0\xE9\xFF".as_slice();
    let png = b"\x89PNG\r\n\x1A\n\xE9\xE8".as_slice();
    let text = b"caf\xE9 \0\n".as_slice();
    for (from, content) in [
        ("latin1", elf),
        ("windows-1252", elf),
        ("latin1", png),
        ("latin1", text),
        ("latin1", b"%PDF-1.7\n%\xE2\xE3\n"),
        ("utf-8-or-windows-1252", elf),
        ("utf-8 --on-error replace", png),
        ("cesu-8 --on-error replace", text),
    ] {
        for destination in ["--in-place", "--out-dir new"] {
            let directory = directory_with(&[("a", content), ("b", b"caf\xC3\xA9".as_slice())]);
            let command = format!("convert -f {from} -t utf-8 {destination} a");
            let found = placemat_in(directory.path(), &command, b"");
            let told = "placemat: a: looks binary; not converted\n    hint: --text converts it nevertheless\n\
                        placemat: 0 files converted, 1 file not converted\n";
            assert_eq!((&found.stderr[..], found.status), (told, 1), "{command}");
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), content, "{command}");
            assert!(!directory.path().join("new/a").exists(), "{command}");
            let json = placemat_in(directory.path(), &format!("{command} --json"), b"");
            assert!(json.stderr.contains(r#""kind":"other-encoding","hint":"--text "#), "{}", json.stderr);
            let filter = placemat_in(directory.path(), &format!("convert -f {from} -t utf-8 a"), b"");
            for option in ["--text", "--force"] {
                let directory = directory_with(&[("a", content)]);
                let found = placemat_in(directory.path(), &format!("{command} {option}"), b"");
                assert!(!found.stderr.contains("binary"), "{command}: {}", found.stderr);
                let written = if destination == "--in-place" { "a" } else { "new/a" };
                let now = fs::read(directory.path().join(written)).unwrap();
                assert_eq!(now, filter.stdout, "{command} {option}");
            }
        }
    }
    // Text with bytes 00 is text as UTF-8, and other errors are more exact.
    for (options, content, status) in [
        ("-f utf-8 -t mutf-8", "é\0".as_bytes(), 0),
        ("-f utf-8 -t mutf-8 --on-error replace", "é\0".as_bytes(), 0),
        ("-f utf-8", text, 1),
    ] {
        let directory = directory_with(&[("a", content)]);
        let found = placemat_in(directory.path(), &format!("convert {options} --in-place a"), b"");
        assert_eq!(found.status, status, "{options}: {}", found.stderr);
        assert!(!found.stderr.contains("binary"), "{options}: {}", found.stderr);
    }
}

/// A signature is stronger evidence than a name on the command line.
#[test]
fn what_has_the_signature_of_another_encoding_is_left_alone() {
    let utf_16le = b"\xFF\xFEh\0i\0".as_slice();
    let utf_16be = b"\xFE\xFF\0h\0i".as_slice();
    let utf_32le = b"\xFF\xFE\0\0h\0\0\0".as_slice();
    let document = b"\xEF\xB7\x9D\xED\xB2\xAE\0\ncaf\xC1\xA9\n".as_slice();
    let utf_1 = b"\xF7\x64\x4Ccaf\xA0\xE9".as_slice();
    let utf_8 = b"\xEF\xBB\xBFcaf\xE9".as_slice();
    for (encoding, told, text) in [
        ("utf-16be", "utf-16le", utf_16le),
        ("utf-16le", "utf-16be", utf_16be),
        ("ucs-2be", "utf-16le", utf_16le),
        ("wtf-16le", "utf-16be", utf_16be),
        ("utf-32", "utf-16le", utf_16le),
        ("utf-16", "utf-32le", utf_32le),
        ("utf-16", "corrected-utf-8", document),
        ("windows-1252", "utf-16le", utf_16le),
        ("windows-1252", "utf-16be", utf_16be),
        ("iso-8859-1", "utf-32le", utf_32le),
        ("windows-1252", "corrected-utf-8", document),
        ("windows-1252", "utf-1", utf_1),
        ("windows-1252", "utf-8", utf_8),
        ("utf-8-or-windows-1252", "utf-16le", utf_16le),
        ("utf-8-or-windows-1252", "corrected-utf-8", document),
        ("utf-8-or-iso-8859-1", "utf-1", utf_1),
        ("utf-8 --on-error replace", "utf-16be", utf_16be),
    ] {
        let directory = directory_with(&[("a", text)]);
        let command = format!("convert -t utf-8 --in-place a -f {encoding}");
        let name = encoding.split(' ').next().unwrap();
        let found = placemat_in(directory.path(), &command, b"");
        let line = format!("placemat: a: begins with the signature of {told}, not {name}; not converted\n");
        assert!(found.stderr.starts_with(&line), "{command}: {}", found.stderr);
        assert_eq!(
            (found.status, fs::read(directory.path().join("a")).unwrap()),
            (1, text.to_vec()),
            "{command}"
        );
        let forced = placemat_in(directory.path(), &format!("{command} --force"), b"");
        assert!(!forced.stderr.contains("signature"), "{command}: {}", forced.stderr);
    }
    // The signature of the named encoding itself is not a contradiction.
    for (encoding, text) in [
        ("utf-16", utf_16le),
        ("utf-16le", utf_16le),
        ("utf-16be", utf_16be),
        ("utf-32", utf_32le),
        ("utf-1", utf_1),
        ("corrected-utf-8-document", document),
        ("utf-8-or-windows-1252", utf_8),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found =
            placemat_in(directory.path(), &format!("convert -f {encoding} -t utf-8 --in-place a"), b"");
        assert_eq!(found.status, 0, "{encoding}: {}", found.stderr);
    }
}

#[test]
fn what_does_not_contradict_is_converted() {
    for (encoding, text, expected) in [
        ("utf-16", &b"\xFE\xFF\x65\xE5\x67\x2C"[..], "日本"),
        ("utf-16le", b"\xE5\x65\x2C\x67", "日本"),
        ("utf-16", b"\0a\0b", "ab"),
        ("utf-16", b"\xFF\xFEcaf\xE9 au lait, svp.", "\u{FEFF}"),
        ("windows-1252", b"caf\xE9", "café"),
        ("windows-1252", b"\xC3\xA9\xE9", "Ã©é"),
        ("cesu-8", b"\xED\xA0\xBD\xED\xB1\x8D", "👍"),
        ("wtf-8", "é👍".as_bytes(), "é👍"),
        ("utf-8", "é👍".as_bytes(), "é👍"),
        ("utf-8-or-windows-1252", "é👍".as_bytes(), "é👍"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), &format!("convert -f {encoding} --in-place a"), b"");
        assert_eq!(found.status, 0, "{encoding}: {}", found.stderr);
        let written = String::from_utf8(fs::read(directory.path().join("a")).unwrap()).unwrap();
        assert!(written == expected || expected == "\u{FEFF}", "{encoding}: {written:?}");
    }
    // From a pipe, nothing is lost.
    #[cfg(unix)]
    {
        let directory = directory_with(&[]);
        let script = format!(
            "mkfifo fifo && {{ printf 'caf\\351' > fifo & }} && '{}' convert -f windows-1252 --out-dir new fifo",
            env!("CARGO_BIN_EXE_placemat")
        );
        let output =
            std::process::Command::new("sh").args(["-c", &script]).current_dir(directory.path()).output();
        assert!(output.unwrap().status.success());
        assert_eq!(fs::read(directory.path().join("new/fifo")).unwrap(), "café".as_bytes());
    }
}

/// A surrogate is framed once, and a frame that is followed by other bytes is not a frame.
#[test]
fn frames_are_recognized_as_wholes() {
    for to in ["mutf-8-writeutf", "mutf-8-long", "mutf-8-dex", "mutf-8-nul"] {
        let directory = directory_with(&[("a", b"a\xED\xA0\xBDb\n")]);
        let command = format!("convert -f wtf-8 -t {to} --in-place a");
        let first = placemat_in(directory.path(), &command, b"");
        assert_eq!(first.status, 0, "{command}: {}", first.stderr);
        let framed = fs::read(directory.path().join("a")).unwrap();
        let second = placemat_in(directory.path(), &command, b"");
        assert!(second.stderr.contains("looks like") && second.status == 1, "{}", second.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), framed, "{command}");
        for from in ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] {
            let text = encoded(Encoding::from_name(from).unwrap(), "plain text").unwrap();
            let directory = directory_with(&[("a", &text)]);
            let done = placemat_in(directory.path(), &format!("convert -f {from} -t {to} --in-place a"), b"");
            assert_eq!(done.status, 0, "{from} {to}: {}", done.stderr);
        }
    }
}

/// The signature of the encoding that is named confirms it.
#[test]
fn what_has_the_signature_of_its_encoding_is_converted() {
    let document = b"\xEF\xB7\x9D\xED\xB2\xAE\0\ncaf\xC1\xA9s\n";
    for (from, text) in
        [("corrected-utf-8-document", document.as_slice()), ("utf-16", b"\xFF\xFEplain text, and more")]
    {
        for to in ["utf-16le", "utf-8", "ucs-2be"] {
            let directory = directory_with(&[("a", text)]);
            let done = placemat_in(directory.path(), &format!("convert -f {from} -t {to} --in-place a"), b"");
            assert_eq!(done.status, 0, "{from} {to}: {}", done.stderr);
        }
    }
}

/// With --json there are only lines of JSON, and they say what was found.
#[test]
fn lines_of_json_name_what_was_found() {
    let directory =
        directory_with(&[("a", b"plain"), ("le", b"p\0l\0a\0i\0n\0"), ("list", b"U+0041 U+0042\n")]);
    for (arguments, told) in [
        ("-f ucs-2 a", "utf-8"),
        ("-f utf-16 le", "utf-16le"),
        ("-f latin1 -t utf-16le le", "utf-16le"),
        ("-f ascii -t code-points list", "code-points"),
    ] {
        let found = placemat_in(directory.path(), &format!("convert --json --in-place {arguments}"), b"");
        let field = format!(r#""kind":"other-encoding","encoding":"{told}","hint":"#);
        assert!(found.json()[0].contains(&field), "{arguments}: {}", found.stderr);
        assert_eq!(found.json().len(), found.stderr.lines().count(), "{}", found.stderr);
    }
    let found = placemat_in(directory.path(), "convert --json --in-place missing", b"");
    let line = r#""failed":{"offset":0,"length":0,"kind":"io","message":"missing: "#;
    assert!(found.stderr.contains(line), "{}", found.stderr);
    let found = placemat_in(directory.path(), "convert --json missing", b"");
    assert!(found.stderr.contains(line), "{}", found.stderr);
}

/// Lines of UTF-8 among lines of Windows-1252 would be encoded twice.
#[test]
fn a_fallback_is_not_for_files_of_both() {
    let both = b"caf\xC3\xA9 na\xC3\xAFve d\xC3\xA9j\xC3\xA0\ncaf\xE9 na\xEFve d\xE9j\xE0\n".repeat(3);
    let short = b"caf\xC3\xA9\ncaf\xE9\ncr\xE8me\n";
    let directory = directory_with(&[
        ("both", &both),
        ("short", short),
        ("single", b"caf\xE9 na\xEFve\n"),
        ("utf-8", "caf\u{E9} na\u{EF}ve\n".as_bytes()),
    ]);
    let convert = "convert -f utf-8-or-windows-1252 --in-place";
    for (name, status) in [("both", 1), ("short", 1), ("single", 0), ("utf-8", 0)] {
        let found = placemat_in(directory.path(), &format!("{convert} {name}"), b"");
        assert_eq!(found.status, status, "{name}: {}", found.stderr);
    }
    assert_eq!(fs::read(directory.path().join("both")).unwrap(), both);
    assert_eq!(fs::read(directory.path().join("single")).unwrap(), "caf\u{E9} na\u{EF}ve\n".as_bytes());
}

/// To standard output, a warning names the encoding, and the status does not change. A file is not written.
#[test]
fn one_output_is_guarded_too() {
    let mixed = [&utf_16("\u{FEFF}Get-Process\r\nand its output\r\n")[..], b"appended by echo\r\n"].concat();
    let cut = "déjà vu, où ça ? été".repeat(9).into_bytes();
    let cut = &cut[..cut.len() - 1];
    for (options, text, looks, hint) in [
        (
            "-f windows-1252",
            "déjà vu\n".as_bytes(),
            "looks like UTF-8, not windows-1252: valid UTF-8 with characters beyond ASCII",
            "it needs no conversion to utf-8",
        ),
        (
            "-f utf-16 -t utf-16le",
            b"plain text",
            "looks like ASCII or UTF-8, not utf-16: valid UTF-8 without a byte 00",
            "placemat convert -f utf-8 -t utf-16le a",
        ),
        (
            "-f windows-1252",
            cut,
            "looks like UTF-8, not windows-1252: most bytes beyond ASCII are UTF-8",
            "placemat check a",
        ),
        (
            "-f utf-16",
            &mixed,
            "is partly UTF-16 and partly ASCII",
            "convert each part by itself: { head -c 60 a | placemat convert -f utf-16; tail -c +61 a; } > FIXED",
        ),
        ("-f utf-16 -t utf-16be", &mixed, "is partly UTF-16 and partly ASCII", "convert each part by itself"),
        (
            "-f windows-1252",
            b"\xFF\xFEh\0i\0",
            "begins with the signature of utf-16le, not windows-1252",
            "placemat convert -f utf-16le a",
        ),
    ] {
        let directory = directory_with(&[("a", text), ("old", b"old")]);
        let run = |arguments: &str, input: &[u8]| {
            placemat_in(directory.path(), &format!("convert {options} {arguments}"), input)
        };
        let forced = run("a -o new --force", b"");
        assert_eq!((forced.status, &forced.stderr[..]), (0, ""), "{options}");
        let converted = fs::read(directory.path().join("new")).unwrap();
        let found = run("a", b"");
        let told = format!("placemat: warning: a: {looks}; converted nevertheless\n    hint: {hint}\n");
        assert_eq!((found.status, &found.stderr), (0, &told), "{options}");
        assert_eq!(found.stdout, converted, "{options}");
        assert_eq!(run("-q a", b"").stderr, "", "{options}");
        let piped = run("", text);
        // The parts are found only in what can be read again.
        let looks_like = looks.split(':').next().unwrap().trim_end_matches("ASCII");
        let told = format!("placemat: warning: standard input: {looks_like}");
        assert_eq!((piped.status, &piped.stdout), (0, &converted), "{options}");
        assert!(piped.stderr.starts_with(&told) && !piped.stderr.contains(" a\n"), "{}", piped.stderr);
        let json = run("--json a", b"");
        let warning = r#""failed":null,"warning":{"offset":0,"length":0,"kind":"other-encoding","#;
        assert!(json.stderr.contains(warning), "{options}: {}", json.stderr);
        let refused = run("a -o old", b"");
        assert_eq!(refused.status, 1, "{options}: {}", refused.stderr);
        let told = format!("placemat: a: {looks}; not converted\n    hint: ");
        assert!(refused.stderr.starts_with(&told), "{options}: {}", refused.stderr);
        assert_eq!(files_in(directory.path())["old"], b"old", "{options}");
    }
}

/// A filter, as of git, has only standard output, and must not encode UTF-8 twice.
#[test]
fn a_fallback_guards_one_output_too() {
    let lines = b"caf\xC3\xA9 cr\xC3\xA8me\ncaf\xE9\n".to_vec();
    let word = b"un caf\xC3\xA9 cr\xE8me, d\xE9j\xE0 vu, \xE0 la carte\n".to_vec();
    // What is read first is UTF-8 throughout.
    let late = [&"caf\u{E9}\n".repeat(200_000).into_bytes()[..], b"caf\xE9\n"].concat();
    let told = "a: looks like UTF-8 in part, not utf-8-or-windows-1252: some characters are UTF-8";
    for text in [&lines, &word, &late] {
        let directory = directory_with(&[("a", text), ("old", b"old")]);
        let run = |arguments: &str, input: &[u8]| {
            let arguments = format!("convert -f utf-8-or-windows-1252 {arguments}");
            placemat_in(directory.path(), &arguments, input)
        };
        let found = run("a", b"");
        let warning =
            format!("placemat: warning: {told}; converted nevertheless\n    hint: placemat check a\n");
        assert_eq!((found.status, &found.stderr), (0, &warning));
        assert_eq!(run("-q a", b"").stderr, "");
        let piped = run("", text);
        assert_eq!((piped.status, &piped.stdout), (0, &found.stdout));
        assert!(piped.stderr.starts_with("placemat: warning: standard input: looks like UTF-8 in part"));
        let refused = run("-q --fail-on-loss --stdin-filename a -", text);
        assert_eq!((refused.status, &refused.stderr), (1, &format!("placemat: {told}; not converted\n")));
        assert_eq!(refused.stdout, b"");
        let hinted = run("--fail-on-loss", text);
        assert!(
            hinted.stderr.ends_with("not converted\n    hint: placemat check < FILE\n"),
            "{}",
            hinted.stderr
        );
        let refused = run("a -o old", b"");
        assert_eq!(refused.status, 1, "{}", refused.stderr);
        assert_eq!(files_in(directory.path())["old"], b"old");
        assert_eq!(run("--in-place a", b"").status, 1);
        assert_eq!(&files_in(directory.path())["a"], text);
        assert_eq!(
            (run("--force a -o old", b"").status, run("a", b"").stdout),
            (0, files_in(directory.path())["old"].clone())
        );
    }
    for sound in ["caf\u{E9}\n".as_bytes(), b"caf\xE9 cr\xE8me\n", b"plain\n", b"\xC3\xA9\xE9\n"] {
        let found = placemat_with("convert --fail-on-loss -f utf-8-or-windows-1252", sound);
        assert_eq!((found.status, &found.stderr[..]), (0, ""), "{sound:X?}");
    }
}

/// A part of a text is what it is together with the others, and what is not seen is not known.
#[test]
fn parts_of_one_text_are_converted_without_a_warning() {
    let text = utf_16("\u{FEFF}plain text, and more of it, in two parts");
    let directory = directory_with(&[("a", &text[..30]), ("b", &text[30..])]);
    let found = placemat_in(directory.path(), "convert -f utf-16 a b -o c", b"");
    assert_eq!((found.status, &found.stderr[..]), (0, ""));
    let euro = "5 €".repeat(50_000);
    for size in [euro.len(), 65_535, 65_536, 65_537] {
        let found = placemat_in(directory.path(), "convert -f utf-8", &euro.as_bytes()[..size / 5 * 5]);
        assert_eq!((found.status, &found.stderr[..], found.stdout.len()), (0, "", size / 5 * 5));
    }
}

/// A file that two programs wrote, one of them in UTF-8: to convert the whole would encode that twice.
#[test]
#[cfg(feature = "legacy")]
fn no_conversion_of_the_whole_is_proposed_for_text_of_two_encodings() {
    let line = "Rémi connecté à l’hôtel\n".as_bytes();
    let western = [&line.repeat(3)[..], &b"R\xE9mi connect\xE9 \xE0 l'h\xF4tel\n".repeat(4)].concat();
    let chinese = b"// \xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7 caf\xC3\xA9\n";
    for text in [&western[..], chinese] {
        let directory = directory_with(&[("a", text)]);
        let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
        for arguments in [
            "check a",
            "check -e auto a",
            "repair a",
            "repair --fix all a",
            "repair --fix default,legacy a",
            "convert -f auto -o b a",
            "convert -f auto --in-place a",
        ] {
            let found = run(arguments);
            assert!(!found.text().contains("convert -f"), "{arguments}: {}", found.text());
            assert!(
                !found.stderr.contains("-f gbk") && !found.stderr.contains("-f windows"),
                "{}",
                found.stderr
            );
        }
        for arguments in
            ["-f auto -o b", "-f auto --in-place", "-f gbk --in-place", "-f windows-1252 --in-place"]
        {
            assert_eq!(run(&format!("convert {arguments} a")).status, 1, "{arguments}");
        }
        assert_eq!(files_in(directory.path()), [("a".to_owned(), text.to_vec())].into());
        let found = run("convert -f auto a");
        let told = "placemat: a: is UTF-8 in part: some characters are UTF-8, and others are not; not converted\n    \
                    hint: placemat check a\n";
        assert_eq!((found.status, found.text(), &found.stderr[..]), (1, "", told));
        assert!(run("check a").text().starts_with("a: UTF-8 with bytes of another encoding, "));
    }
    let directory = directory_with(&[("two", &western), ("m.c", chinese)]);
    let found = placemat_in(directory.path(), "check -e auto two", b"");
    let told = "two: partly UTF-8, and partly perhaps Windows-1252\n  next: placemat check -e utf-8 two\n\
                1 file checked as windows-1252, a legacy encoding\n";
    assert_eq!((found.status, found.text()), (1, told));
    let found = placemat_in(directory.path(), "repair m.c", b"");
    let told = "  hint: some of it is UTF-8, so no other encoding is right for the whole file\n";
    assert!(found.text().contains(told), "{}", found.text());
    // A pair of bytes next to ASCII letters may be UTF-8 by chance.
    let mut text = b"js\xC3\xBB\xD3\xD0\xBA\xC3 bug\xD0\xDE\xB8\xB4\xC1\xCB\n".to_vec();
    text.extend(b"\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7\xCE\xD2\xCA\xC7\xD6\xD0\xB9\xFA\xC8\xCB\n".repeat(4));
    let directory = directory_with(&[("a", &text)]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().starts_with("a: looks like GBK"), "{}", found.text());
}
