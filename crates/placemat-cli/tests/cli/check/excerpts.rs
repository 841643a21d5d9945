//! The bytes around an error, and the hint below them.

use crate::command::{directory_with, placemat_in, placemat_with};

#[test]
fn excerpts_underline_the_place_and_hint() {
    let found = |input: &[u8]| {
        let found = placemat_with("check --verbose --max-errors 1", input);
        found
            .text()
            .lines()
            .skip(1)
            .take_while(|line| line.starts_with("    "))
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        found(b"ok \xED\xA0\xBD\xED\xB2\xA9!"),
        "    6F 6B 20 ED A0 BD ED B2 A9 21\n    o  k     ·  ·  ·  ·  ·  ·  !\n             ~~\n    \
         hint: these six bytes are a surrogate pair in CESU-8, U+1F4A9: try -e cesu-8, or placemat repair"
    );
    assert_eq!(
        found(b"caf\xE9 au lait"),
        "    63 61 66 E9 20 61 75 20 6C 61 69 74\n    c  a  f  ·     a  u     l  a  i  t\n             ~~\n    \
         hint: perhaps windows-1252, where it is é: try placemat repair --fix legacy-bytes"
    );
    // This also works with a file, which is read again.
    let directory = directory_with(&[("file", &[vec![b'x'; 300_000], b"\xC0\x80".to_vec()].concat())]);
    let found = placemat_in(directory.path(), "check --verbose file", b"");
    assert!(found.text().contains("    78 78 78 78 78 78 78 78 C0 80\n"), "{}", found.text());
}

#[test]
fn errors_side_by_side_are_drawn_together() {
    let found = placemat_with("check --verbose", b"\xED\xA0\xBD\xED\xB2\xA9a\xE2\x82\xFF!\xC0\x80\xC0\xAF");
    let expected = "\
standard input:1:1: offset 0, length 1: surrogate: ED starts the surrogate U+D83D, which UTF-8 does not allow
standard input:1:2: offset 1, length 1: stray-trail: A0 is a continuation byte without a start byte
standard input:1:3: offset 2, length 1: stray-trail: BD is a continuation byte without a start byte
standard input:1:4: offset 3, length 1: surrogate: ED starts the surrogate U+DCA9, which UTF-8 does not allow
standard input:1:5: offset 4, length 1: stray-trail: B2 is a continuation byte without a start byte
standard input:1:6: offset 5, length 1: stray-trail: A9 is a continuation byte without a start byte
    ED A0 BD ED B2 A9 61 E2 82 FF 21 C0 80 C0 AF
    ·  ·  ·  ·  ·  ·  a  ·  ·  ·  !  ·  ·  ·  ·
    ~~ ~~ ~~ ~~ ~~ ~~
";
    assert!(found.text().starts_with(expected), "{}", found.text());
    // A subsequence of two bytes, and one of a single byte; an error with a hint of its own is drawn
    // separately.
    assert!(found.text().contains("\n                         ~~~~~ ~~\n"), "{}", found.text());
    assert_eq!(found.text().matches("\n    hint: ").count(), 4, "{}", found.text());
    // A hint applies only to its own lead byte.
    let found = placemat_with("check --verbose", b"\xF4\x90\x80\x80\xFC\x80\x80\x80\x80\xAF");
    assert!(found.text().contains("\n    ~~ ~~ ~~ ~~\n    hint: these 4 bytes were "), "{}", found.text());
    assert!(found.text().contains("\n                ~~ ~~ ~~ ~~ ~~ ~~\n"), "{}", found.text());
    // Errors that are far away are drawn again.
    let found = placemat_with("check --verbose", &[0xFF; 100]);
    assert_eq!(found.text().matches("~~\n").count(), 6, "{}", found.text());
}

#[test]
fn hints_name_a_remedy_where_there_is_one() {
    const PAIR: &str = "these six bytes are a surrogate pair in CESU-8, U+1F4A9: ";
    const CUT: &str = "was something cut out or written over here?";
    for (encoding, input, hint) in [
        ("utf-8", &b"\xED\xA0\xBD\xED\xB2\xA9!"[..], &*format!("{PAIR}try -e cesu-8, or placemat repair")),
        ("wtf-8", b"\xED\xA0\xBD\xED\xB2\xA9!", &format!("{PAIR}--heal-pairs reads them so")),
        (
            "utf-8",
            b"a\xED\xB2\xA9b",
            "these three bytes are the lone surrogate U+DCA9, as WTF-8 holds it: try -e wtf-8",
        ),
        (
            "cesu-8",
            b"a\xED\xB2\xA9b",
            "these three bytes are the lone surrogate U+DCA9, as CESU-8 of others holds it: try -e cesu-8-lenient",
        ),
        (
            "utf-8",
            b"a\xC0\x80",
            "these two bytes are U+0000 in Modified UTF-8: try -e mutf-8, or placemat repair",
        ),
        ("wtf-8", b"a\xC0\x80", "these two bytes are U+0000 in Modified UTF-8: try -e mutf-8"),
        ("mutf-8", b"a\0", "Modified UTF-8 has C0 80 for U+0000: try -e mutf-8-lenient, which takes both"),
        (
            "mutf-8",
            "a💩".as_bytes(),
            "these four bytes are U+1F4A9 in UTF-8: try -e utf-8, or placemat repair if there are surrogate pairs, too",
        ),
        ("utf8mb3", "a💩".as_bytes(), "these four bytes are U+1F4A9 in UTF-8: try -e utf-8"),
        (
            "utf-8",
            b"a\xF8\x88\x80\x80\x80",
            "these 5 bytes were U+200000 before UTF-8 ended at U+10FFFF: try -e utf-8-rfc2279",
        ),
        ("utf-8", b"..\xC0\xAF", "some programs accept it, and filters miss it"),
        ("utf-8", b"gr\xFC\xDFe", "perhaps windows-1252, where they are üß"),
        (
            "utf-8",
            b"gr\xFC\xDFe aus K\xF6ln",
            "perhaps windows-1252, where they are üß: try placemat repair --fix legacy-bytes",
        ),
        // This may be the beginning of a sequence.
        ("utf-8", b"un caf\xE9", "perhaps windows-1252, where it is é"),
        ("cesu-8", b"un caf\xE9 noir", "perhaps windows-1252, where it is é"),
        // In windows-1251, and in EBCDIC.
        ("utf-8", b"C++ \xE8 Java", "perhaps windows-1252, where it is è"),
        ("utf-8", b"HTML-\xEA\xEE\xE4 \xE8 CSS", "perhaps windows-1252, where they are êîä"),
        ("utf-8", b"\xC9@\x81\x94@", "perhaps windows-1252, where it is É"),
        // These are ISO-8859-9, and UTF-8 without its lead byte.
        ("utf-8", b"A\xF0ri da", "perhaps windows-1252, where it is ð"),
        ("utf-8", b"un caf\xA9 noir", "perhaps windows-1252, where it is ©"),
        ("utf-8", b"it\x92s", "perhaps windows-1252, where it is ’: try placemat repair --fix legacy-bytes"),
        ("utf-8", b"a\xC3 b", CUT),
        ("utf-8", b"a\xE2\x82 b", CUT),
        ("utf-8", b"a\xE2\x82", "was the end of the input cut off?"),
        ("utf-8", b"\xA9 caf\xC3\xA9", "was the start of the input cut off?"),
        ("utf-8", b"\x82\xAC a", "was the start of the input cut off?"),
        ("utf-8", b"\xFF\xFEa\0", "the bytes stand as in UTF-16: try -e utf-16"),
        ("utf-8", b"\xFF\xFE\0\0a\0\0\0", "the bytes stand as in UTF-32: try -e utf-32"),
        ("utf-8", b"c\0a\0f\0\xE9\0", "the bytes stand as in UTF-16LE: try -e utf-16le"),
        ("utf-16le", b"\0a\0b\0\xD8\0d", "the bytes stand as in UTF-16BE: try -e utf-16be"),
        ("utf-32le", b"\0\0\0a\0\0\0b\0\0\0c", "the bytes stand as in UTF-32BE: try -e utf-32be"),
        ("utf-16le", b"a\0\x3D\xD8b\0", "a lone surrogate, as WTF-16LE holds it: try -e wtf-16le"),
        ("utf-16", b"\xFF\xFEa\0\x3D\xD8b\0", "a lone surrogate, as WTF-16LE holds it: try -e wtf-16le"),
        ("ucs-2le", b"a\0b\0c\0d\0e", "was the end cut off, or a byte lost before it?"),
        ("utf-16le", b"a\0b", "was the end cut off, or a byte lost before it?"),
        (
            "mutf-8-writeutf",
            b"\0\x09abc",
            "the length does not fit: placemat detect may know what else it is",
        ),
        (
            "double-utf-8-cp1252",
            "café".as_bytes(),
            "it was encoded once, or in another way: placemat detect says how",
        ),
        (
            "corrected-utf-8-document",
            b"\xEF\xB7\x9D\xED\xB2\xAE\0\na\n\xEF\xB7\x9D\xED\xB2\xAE\0\n",
            "a second magic number: were two documents joined?",
        ),
    ] {
        let arguments = format!("check --verbose --max-errors 1 -e {encoding}");
        let directory = directory_with(&[("file", input)]);
        // This also works with a file, which is read again.
        for found in [
            placemat_with(&arguments, input),
            placemat_in(directory.path(), &format!("{arguments} file"), b""),
        ] {
            let found_hint = found.text().lines().find_map(|line| line.strip_prefix("    hint: "));
            assert_eq!(found_hint, Some(hint), "{}", found.text());
        }
    }
    // In Mac Roman and CP850, as the whole of a file says.
    let arguments = "check --verbose --max-errors 1";
    for (text, other, shown) in
        [(&b"un caf\x8E noir"[..], "macintosh", 'Ž'), (b"un caf\x82 noir", "cp850", '‚')]
    {
        let directory = directory_with(&[("file", text)]);
        let of_western = format!("perhaps windows-1252, where it is {shown}\n");
        let in_file = match cfg!(feature = "legacy") {
            true => format!("perhaps {other}, where it is é: try placemat convert -f {other}\n"),
            false => of_western.clone(),
        };
        let found = placemat_in(directory.path(), &format!("{arguments} file"), b"");
        assert!(found.text().contains(&format!("    hint: {in_file}")), "{}", found.text());
        let found = placemat_with(arguments, text);
        assert!(found.text().contains(&format!("    hint: {of_western}")), "{}", found.text());
    }
    for (encoding, input) in
        [("utf-8", &b"a\xC3\xA9\x80\x80\xC3\xA9"[..]), ("corrected-utf-8", b"a\xFE\x80b")]
    {
        let found = placemat_with(&format!("check --verbose -e {encoding}"), input);
        assert!(!found.text().contains("hint"), "{}", found.text());
    }
}

#[test]
fn excerpts_keep_the_units_together() {
    let drawn = |encoding: &str, input: &[u8]| {
        let found = placemat_with(&format!("check --verbose --max-errors 1 -e {encoding}"), input);
        found.text().lines().nth(2).map(str::to_owned)
    };
    assert_eq!(drawn("utf-16le", b"a\0\x3D\xD8b\0").as_deref(), Some("    a     ·  ·  b"));
    assert_eq!(drawn("utf-16", b"\xFF\xFEa\0\x3D\xD8b\0").as_deref(), Some("    ·     a     ·  ·  b"));
    assert_eq!(drawn("wtf-8", b"a\xED\xA0\xBD\xED\xB2\xA9b").as_deref(), Some("    a  ·  ·  ·  ·  ·  ·  b"));
    // Untrusted input cannot control the terminal.
    let hostile = ["\u{1B}[31m\u{9B}\u{202E}x".as_bytes(), b"\xFF"].concat();
    let found = placemat_with("check --verbose", &hostile);
    assert!(!found.text().chars().any(|one| one != '\n' && (one.is_control() || one == '\u{202E}')));
}

/// On a terminal lines break between words.
#[test]
#[cfg(target_os = "linux")]
fn excerpts_keep_to_the_width_of_a_terminal() {
    let has_script = std::process::Command::new("script").arg("--version").output().is_ok();
    if !has_script {
        return;
    }
    let directory = directory_with(&[("file", b"a\xED\xA0\xBD\xED\xB2\xA9b")]);
    let command = env!("CARGO_BIN_EXE_placemat");
    let mut script = std::process::Command::new("script");
    script.args([
        "-qec",
        &format!("stty cols 60 rows 20; '{command}' check --verbose --color never --max-errors 1 file"),
        "/dev/null",
    ]);
    let output = script.current_dir(directory.path()).stdin(std::process::Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap().replace('\r', "");
    let expected = "file:1:2: offset 1, length 1: surrogate: ED starts the\n    \
                    surrogate U+D83D, which UTF-8 does not allow\n    \
                    61 ED A0 BD ED B2 A9 62\n    \
                    a  ·  ·  ·  ·  ·  ·  b\n       \
                    ~~\n    \
                    hint: these six bytes are a surrogate pair in CESU-8,\n    \
                    U+1F4A9: try -e cesu-8, or placemat repair\n";
    assert!(text.starts_with(expected), "{text}");
}
