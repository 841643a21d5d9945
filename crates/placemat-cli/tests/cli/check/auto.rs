//! Encodings that are detected.

use crate::command::{compare, directory_with, placemat_in, placemat_with};

const MODIFIED: &[u8] =
    b"standard input: hint: MUTF-8 is an internal format: do not store or send it\n1 file checked as mutf-8: valid\n";

/// An attack is an error in any text: no encoding is chosen that would read it.
#[test]
fn overlong_sequences_are_errors_and_are_named() {
    let texts =
        ["GET /scripts/..{}winnt/", "Une voix légère {} répète", "Она тихо {} читает", "我们在{}读书"];
    let attacks: [(&[u8], &str); 7] = [
        (b"\xC0\xAF", "U+002F '/'"),
        (b"\xC0\xA2", "U+0022 '\"'"),
        (b"\xC1\xBF", "U+007F"),
        (b"\xE0\x80\xAF", "U+002F '/'"),
        (b"\xE0\x80\x80", "U+0000"),
        (b"\xF0\x80\x80\xAF", "U+002F '/'"),
        (b"\xFC\x80\x80\x80\x80\xAF", "U+002F '/'"),
    ];
    for text in texts {
        let (before, after) = text.split_once("{}").unwrap();
        for (attack, name) in attacks {
            let input = [before.as_bytes(), attack, after.as_bytes()].concat();
            let disguised = match name.split_once(' ') {
                Some((number, character)) => format!("{character} (overlong encoding of {number})"),
                None => format!("{name} (overlong encoding)"),
            };
            let named = format!("the bytes at offset {} are a disguised {disguised}: some", before.len());
            for arguments in ["check -e auto --summary", "check -e auto --brief"] {
                let found = placemat_with(arguments, &input);
                assert_eq!(found.status, 1, "{attack:X?} in {text}: {}", found.text());
                assert!(found.text().contains(&named), "{named}: {}", found.text());
            }
            let found = placemat_with("check -e auto --json", &input);
            let line: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
            assert_eq!((found.status, &line["well_formed"]), (1, &false.into()), "{line}");
            assert!(line["hint"].as_str().unwrap().starts_with(&named), "{line}");
            let named = format!(": overlong encoding of {name}\n");
            assert!(placemat_with("detect -v", &input).text().contains(&named), "{named}");
        }
    }
    // The error names the character as well.
    let attack = b"GET /..\xC0\xAF..";
    let found = placemat_with("check --brief", attack);
    assert!(
        found.text().starts_with(
            "standard input:1:8: offset 7, length 1: overlong: C0 AF is a disguised '/' (overlong encoding of U+002F)\n"
        ),
        "{}",
        found.text()
    );
    for arguments in ["check --verbose", "check -e auto --verbose"] {
        let found = placemat_with(arguments, attack);
        let hint = "hint: some programs accept it, and filters miss it\n";
        assert!(found.text().contains(hint), "{}", found.text());
    }
    // Corrected UTF-8 without its magic number.
    assert_eq!(placemat_with("check -e auto", b"caf\xC1\xA9 cr\xC1\xA8me").status, 1);
    // This also applies after the part that is examined.
    let mut long = b"line\n".repeat(300_000);
    long.extend(b"one\xC0\x80 two\0 ..\xC0\xAF");
    assert_eq!(placemat_with("check -e auto", &long).status, 1);
    let mut mixed = b"one\xC0\x80 two\0 line\n".repeat(80_000);
    mixed.extend(b"..\xC0\xAF");
    assert_eq!(placemat_with("check -e auto", &mixed).status, 1);
}

/// A single byte of Latin-1 makes the text well-formed as single bytes, but it is still an attack.
#[test]
fn overlong_sequences_beside_single_bytes_are_named_and_are_no_success() {
    let texts: [&[u8]; 4] = [
        b"GET /scripts/..{}winnt/caf\xE9\n",
        b"a line of text, and ..{}.. \xE9",
        b"\xA0words before it, ..{}",
        b"Une l\xE9g\xE8re {} voix r\xE9p\xE8te",
    ];
    let attacks: [(&[u8], &str); 6] = [
        (b"\xC0\xAF", "'/' (overlong encoding of U+002F)"),
        (b"\xC0\xA2", "'\"' (overlong encoding of U+0022)"),
        (b"\xC1\xBF", "U+007F (overlong encoding)"),
        (b"\xE0\x80\xAF", "'/' (overlong encoding of U+002F)"),
        (b"\xF0\x80\x80\xAF", "'/' (overlong encoding of U+002F)"),
        (b"\xC0\xAF\xE9", "'/' (overlong encoding of U+002F)"),
    ];
    for text in texts {
        let at = text.windows(2).position(|two| two == b"{}").unwrap();
        for (attack, disguised) in attacks {
            let input = [&text[..at], attack, &text[at + 2..]].concat();
            let named = format!(
                "if this is UTF-8, the bytes at offset {at} are a disguised {disguised}: some programs accept it, and \
                 filters miss it"
            );
            let found = placemat_with("check -e auto", &input);
            let told = format!(
                "standard input: hint: {named}\n\
                 1 file checked as windows-1252: valid, 1 file with overlong sequences\n"
            );
            assert_eq!((found.text(), found.status), (&told[..], 1), "{input:X?}");
            let found = placemat_with("check -e auto --json", &input);
            let line: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
            assert_eq!((found.status, &line["overlong_count"]), (1, &1.into()), "{line}");
            assert_eq!(line["hint"], named, "{line}");
            let found = placemat_with("check -e auto --list", &input);
            assert_eq!((found.text(), found.status), ("-\n", 1));
            assert_eq!(placemat_with("check -e auto --quiet", &input).status, 1);
            assert_eq!(placemat_with("check -e auto --exit-zero", &input).status, 0);
            // A user who names the encoding means it.
            assert_eq!(placemat_with("check -e windows-1252", &input).status, 0);
        }
    }
}

/// In data that is not text, and if a signature or wide units determine the encoding, such bytes are chance.
#[test]
fn overlong_sequences_by_chance_are_no_attack() {
    let mut noise = 1_u64;
    let mut binary: Vec<u8> = (0..4096)
        .map(|_| {
            noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (noise >> 56) as u8
        })
        .collect();
    binary.extend(b"\xC0\xAF");
    let found = placemat_with("check -e auto", &binary);
    assert_eq!(found.status, 1);
    assert!(found.text().contains("because it is not text in any encoding"), "{}", found.text());
    assert!(!found.text().contains("disguised"), "{}", found.text());
    // Zeros are well-formed, and not text.
    let found = placemat_with("check -e auto -", &[0; 3000]);
    let told = "1 file checked as utf-8, but not text in any encoding\n";
    assert_eq!((found.text(), found.status), (told, 1));
    let corrected = placemat_with("convert -t corrected-utf-8-document", "café crème".as_bytes()).stdout;
    for (input, encoding) in [
        (&corrected[..], "corrected-utf-8-document"),
        (b"\xFF\xFEa\0\xC0\xAFb\0", "utf-16"),
        (b"\xF7\x64\x4Cplain \xC0\xAF text", "utf-1"),
    ] {
        let found = placemat_with("check -e auto", input);
        let told = format!("1 file checked as {encoding}: valid\n");
        assert_eq!((found.text(), found.status), (&told[..], 0), "{encoding}");
    }
}

#[test]
fn what_is_not_for_interchange_is_said_to_be_so() {
    for (input, encoding, what) in [
        (&b"a\xED\xA0\xBDb"[..], "wtf-8", "WTF-8 is an internal format"),
        (b"a\xED\xA0\xBD\xED\xB2\xA9b", "cesu-8", "CESU-8 is an internal format"),
        (b"a\xF8\x88\x80\x80\x80b", "utf-8-rfc2279", "UTF-8-RFC2279 is obsolete"),
    ] {
        let hint = format!("{what}: do not store or send it");
        let told = format!("standard input: hint: {hint}\n1 file checked as {encoding}: valid\n");
        compare(&[("check -e auto", input, told.as_bytes(), "", 0)]);
        let json = placemat_with("check -e auto --json", input);
        assert!(json.text().contains(&format!(r#""hint":"{hint}""#)), "{}", json.text());
        let named = format!("1 file checked as {encoding}: valid\n");
        compare(&[(&format!("check -e {encoding}"), input, named.as_bytes(), "", 0)]);
    }
}

#[test]
fn inputs_are_checked_as_what_they_are() {
    let signed = ["\u{FEFF}naïve\n".repeat(9).as_bytes(), b"\xED\xA0"].concat();
    compare(&[
        ("check -e auto", b"plain", b"1 file checked as utf-8: valid\n", "", 0),
        ("check -e AUTO -", b"", b"1 file checked as utf-8: valid\n", "", 0),
        ("check -e auto", b"a\xC0\x80b", MODIFIED, "", 0),
        ("check -e auto", b"h\0i\0 \0y\0o\0u\0", b"1 file checked as utf-16le: valid\n", "", 0),
        (
            "check -e auto",
            b"caf\xE9 au lait",
            b"standard input: looks like Windows-1252 (perhaps)\n  next: placemat convert -f windows-1252 < FILE\n\
              1 file checked as windows-1252, a legacy encoding\n",
            "",
            1,
        ),
        (
            "check -e auto --brief",
            &signed,
            "standard input: checked as utf-8-sig, by its signature\n\
             standard input:10:1: offset 90, length 1: surrogate: ED starts a surrogate, which UTF-8 does not allow\n\
             standard input:10:2: offset 91, length 1: stray-trail: A0 is a continuation byte without a start byte\n\
             1 file checked as utf-8-sig: 1 file invalid, 2 errors\n  1 surrogate\n  1 stray-trail\n"
                .as_bytes(),
            "",
            1,
        ),
    ]);
    let utf_16 = [b"\xFF\xFE".as_slice(), &b"a\0\n\0".repeat(40), b"b\0\x3D\xD8 "].concat();
    let directory = directory_with(&[
        ("ascii", b"ascii".as_slice()),
        ("binary", b"\x7FELF\0\x01\0\x02\xFF\xFE\x80\0"),
        ("utf-16", &utf_16),
        ("utf-8", "é".as_bytes()),
    ]);
    let found = placemat_in(directory.path(), "check --brief -e auto .", b"");
    let expected = "./utf-16: checked as utf-16, by its signature\n\
                    ./utf-16:41:2: offset 164, length 3: truncated: 3D D8 20 starts a character, but the input ends\n\
                    3 files checked, 2 as utf-8, 1 as utf-16: 1 file invalid, 1 error; 1 binary file skipped\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, "", 1));
    let json = placemat_in(directory.path(), "check -e auto --json utf-16 utf-8", b"");
    assert!(json.text().contains(r#""encoding":"utf-16","basis":"signature","well_formed":false"#));
    assert!(json.text().contains(r#""encoding":"utf-8","basis":"well-formed","well_formed":true"#));
    let sarif = placemat_in(directory.path(), "check -e auto --format sarif utf-16", b"");
    let document: serde_json::Value = serde_json::from_slice(&sarif.stdout).unwrap();
    assert_eq!(document["runs"][0]["results"][0]["properties"]["encoding"], "utf-16");
    let github = placemat_in(directory.path(), "check -e auto --format github utf-16", b"");
    assert!(github.text().contains("title=invalid utf-16::"), "{}", github.text());
}

#[test]
fn single_bytes_that_may_be_damage_are_told_of() {
    let damaged = b"vu \xC3\xA8, caf\xE9\n";
    let hint = "perhaps UTF-8, 1 stray byte beside 1 sequence of it: -e utf-8 lists it";
    let two = b"vu \xC3\xA8, \xC3\xA8: caf\xE9, th\xE9\n";
    let of_two = "perhaps UTF-8, 2 stray bytes beside 2 sequences of it: -e utf-8 lists them";
    let cut = "perhaps UTF-8 that ends within a character: try -e utf-8";
    let texts: [(&str, &[u8], &str, &str); 7] = [
        ("check -e auto", damaged, "windows-1252", hint),
        ("check -e auto", two, "windows-1252", of_two),
        ("check -e auto --summary", damaged, "windows-1252", hint),
        ("check -e auto", b"price \xE2\x82", "windows-1257", cut),
        // A letter at the end counts, and so do bytes that a truncation does not explain.
        ("check -e auto", b"caf\xE9", "windows-1252", ""),
        ("check -e auto", b"caf\xE9 \xE2\x82", "windows-1252", ""),
        // A few sequences by chance do not count.
        ("check -e auto", b"Caf\xE9 \xFC \xE4 \xF6 x\xA9 \xC3\xA9\n", "windows-1252", ""),
    ];
    for (arguments, text, looks, hint) in texts {
        let hint = if hint.is_empty() { String::new() } else { format!("standard input: hint: {hint}\n") };
        let told = format!(
            "standard input: looks like {} (perhaps)\n  next: placemat convert -f {looks} < FILE\n{hint}\
             1 file checked as {looks}, a legacy encoding\n",
            looks.replace("windows", "Windows"),
        );
        compare(&[(arguments, text, told.as_bytes(), "", 1)]);
    }
    // If there are other characters, it is UTF-8.
    let found = placemat_with("check -e auto", b"caf\xC3\xA9, price \xE2\x82");
    assert!(
        found.text().starts_with("standard input: UTF-8 that ends within a character, 1 place\n"),
        "{}",
        found.text()
    );
    // Within words, they are.
    let found = placemat_with("check -e auto", b"caf\xC3\xA9 b\xC3\xBB \x93quoted\x94 text\n");
    let looks = "standard input: UTF-8 with bytes of another encoding, 2 places\n";
    assert!(found.text().starts_with(looks), "{}", found.text());
    // A report for programs cannot contain it.
    for (form, output) in [("--list", &b"-\n"[..]), ("--format=github", b"")] {
        let told = format!("placemat: standard input: looks like Windows-1252 (perhaps); {hint}\n");
        compare(&[(&format!("check -e auto {form}"), damaged, output, &told, 1)]);
    }
    let json = placemat_with("check -e auto --json", damaged);
    assert!(json.text().contains(&format!(r#""size":12,"hint":"{hint}","errors":[]"#)), "{}", json.text());
}

/// Any bytes are well-formed in Windows-1252.
#[test]
fn single_bytes_that_make_no_sense_are_not_valid() {
    let of_dos = b"\x90TAT DES D\x90PENSES: 25 \x9C, N\xF8 5\n";
    let looks = "perhaps Windows-1252, or another legacy encoding";
    let told = format!(
        "standard input: {looks}\n  next: placemat convert -f windows-1252 < FILE\n\
         1 file checked as windows-1252, a legacy encoding\n"
    );
    compare(&[
        ("check -e auto", of_dos, told.as_bytes(), "", 1),
        ("check -e auto --summary", of_dos, told.as_bytes(), "", 1),
        ("check -e auto --quiet", of_dos, b"", "", 1),
        ("check -e auto --list", of_dos, b"-\n", "", 1),
        ("check -e windows-1252 --quiet", of_dos, b"", "", 0),
    ]);
}

/// A log that is truncated while a program goes on writing to it begins with zeros.
#[test]
fn text_after_zeros_is_text() {
    let lines = "2026-11-28 Größe Köln Müller gestartet\n".repeat(500);
    for zeros in [100, 2500, 4096, 300_000] {
        let log = [&vec![0; zeros][..], lines.as_bytes()].concat();
        let directory = directory_with(&[("log", &log)]);
        for (arguments, text) in [
            ("detect log", "log: utf-8\n"),
            ("detect --whole log", "log: utf-8\n"),
            ("check -e auto log", "1 file checked as utf-8: valid\n"),
        ] {
            let found = placemat_in(directory.path(), arguments, b"");
            assert_eq!((found.text(), found.status), (text, 0), "{zeros} {arguments}");
        }
        let found = placemat_in(directory.path(), "convert -f auto log", b"");
        assert!(found.stdout == log && found.status == 0, "{zeros}");
    }
    let data = [&[0; 4096][..], b"\x01\x02\x03\0\x04 a few letters\n"].concat();
    let found = placemat_with("detect", &data);
    assert_eq!(found.text(), "standard input: not text in any known encoding\n");
}

/// ISO-2022-JP is ASCII with escape sequences.
#[test]
fn a_named_file_with_escape_sequences_of_iso_2022_jp_has_a_note() {
    let line = b"\x1B$BF|K\\8l$N%F%-%9%H\x1B(B\n".repeat(5);
    let directory = directory_with(&[("jis", &line), ("colours", b"\x1B[31mred\x1B[0m costs $5\n")]);
    let note = "placemat: jis: valid as utf-8, but looks like ISO-2022-JP: -e iso-2022-jp reads it\n";
    for (arguments, told) in [("jis", note), ("colours", ""), ("--quiet jis", "")] {
        let found = placemat_in(directory.path(), &format!("check {arguments}"), b"");
        assert_eq!((found.stderr.as_str(), found.status), (told, 0), "{arguments}");
    }
}

/// What was encoded twice is UTF-8, and not what it was.
#[test]
fn a_named_file_that_was_encoded_twice_has_a_note() {
    let long = format!("{}café\n", "plain\n".repeat(20_000));
    let directory = directory_with(&[
        ("twice", "ok\nCafÃ© fertig\n".as_bytes()),
        ("long", long.as_bytes()),
        ("right", "Größe, Ã, café\n".as_bytes()),
        ("about", "`cafÃ©` becomes café; a \u{FEFF} within a line\n".as_bytes()),
        ("row", "(1, 'Müller'),\n(2, 'Köln'), (3, 'SchrÃ¶der')\n".as_bytes()),
        ("joined", "\u{FEFF}a\n\u{FEFF}b\n".as_bytes()),
    ]);
    let note = "placemat: twice: valid as utf-8, but line 2 looks encoded twice (Ã© for é)\n    hint: list the \
                places: placemat check --deny mojibake twice\n";
    let of_auto =
        "placemat: twice: looks encoded twice\n    hint: see what it was: placemat repair --dry-run twice\n";
    let of_word = "placemat: row: valid as utf-8, but a word on line 2 looks encoded twice (Ã¶ for ö); no fix \
                   changes it, as the line has other characters beyond ASCII\n";
    let of_marks = "placemat: joined: valid as utf-8, but line 2 begins with a byte order mark, as if files were \
                    joined\n    hint: leave them out: perl -pe 's/^\\xEF\\xBB\\xBF// if $. > 1' joined > FIXED\n";
    for (arguments, told) in [
        ("twice", note),
        ("-e auto twice", of_auto),
        ("row", of_word),
        ("--deny mojibake row", of_word),
        ("joined", of_marks),
        ("right", ""),
        ("about", ""),
        ("--range 0..3 twice", ""),
        ("long", ""),
        ("--quiet twice", ""),
        (".", ""),
    ] {
        let found = placemat_in(directory.path(), &format!("check {arguments}"), b"");
        assert_eq!((found.stderr.as_str(), found.status), (told, 0), "{arguments}");
    }
}

/// The verdict rests on the first MiB, even if it cannot be read twice; the rest is checked nevertheless.
#[test]
fn the_front_of_a_pipe_is_kept() {
    for len in [0, 1, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20] {
        let mut text = vec![b'\n'; len];
        text.extend_from_slice(b"ab\xFF");
        let found = placemat_with("check -e auto --json -", &text);
        let directory = directory_with(&[("file", &text)]);
        let of_file = placemat_in(directory.path(), "check -e auto --json file", b"");
        assert_eq!(found.text(), of_file.text().replace(r#"{"text":"file"}"#, "null"), "{len}");
        if len > 1 << 20 {
            let place = format!(
                r#""offset":{},"length":1,"kind":"invalid-unit","hex":"FF","line":{},"#,
                len + 2,
                len + 1
            );
            assert!(found.text().contains(&place), "{}", found.text());
        }
    }
    // An encoding that decides on its whole input reads what was kept, too.
    let found = placemat_with("check -e auto", b"\0\x05hello");
    assert_eq!(found.text(), "1 file checked as mutf-8-writeutf: valid\n");
}

#[test]
fn what_is_skipped_may_be_utf_16() {
    let text: Vec<u8> =
        "Größe und mehr Text\n".repeat(20).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let picture = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\x9A\0\0\x01";
    let directory = directory_with(&[("a", &text), ("b", picture.as_slice()), ("c", b"text")]);
    let found = placemat_in(directory.path(), "check --skipped .", b"");
    let expected = "1 file checked as utf-8: valid; 2 binary files skipped, 1 of which looks like UTF-16: \
                    -e auto reads it\n";
    assert_eq!((found.text(), found.status), (expected, 0));
    let expected = "placemat: ./a: binary, perhaps UTF-16; skipped\nplacemat: ./b: binary; skipped\n";
    assert_eq!(found.stderr, expected);
    let sums = placemat_in(directory.path(), "check --summary --json .", b"");
    let line = sums.text().lines().last().unwrap();
    assert!(line.contains(r#""inputs":1,"ill_formed":0,"skipped":2,"skipped_utf_16":1,"#), "{line}");
    // This also applies if there are no totals.
    let found = placemat_in(directory.path(), "check --json --skipped .", b"");
    assert_eq!(found.stderr, expected);
    std::fs::remove_file(directory.path().join("b")).unwrap();
    let found = placemat_in(directory.path(), "check .", b"");
    assert!(found.text().ends_with("; 1 binary file skipped, which looks like UTF-16: -e auto reads it\n"));
}

/// UTF-16 without a byte order mark, if it is ASCII, is valid UTF-8 with a byte 00 after each character.
#[test]
fn a_named_file_that_looks_like_utf_16_has_a_note() {
    let text: Vec<u8> = "Size and more text\n".repeat(9).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let directory = directory_with(&[("wide", &text), ("nul", b"one\0two\0three\n")]);
    let note = "placemat: wide: valid as utf-8, but looks like UTF-16 without a byte order mark (placemat convert \
                -f utf-16le reads it)\n";
    for (arguments, told) in [("wide", note), ("wide nul", note), ("nul", ""), ("--quiet wide", "")] {
        let found = placemat_in(directory.path(), &format!("check {arguments}"), b"");
        assert_eq!((found.stderr.as_str(), found.status), (told, 0), "{arguments}");
    }
    for arguments in ["-e auto wide", "-e utf-16le wide", "-e us-ascii nul"] {
        let found = placemat_in(directory.path(), &format!("check {arguments}"), b"");
        assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{arguments}");
    }
}

/// It is text, and not UTF-8. A byte order mark leaves no doubt.
#[test]
fn signed_utf_32_in_a_directory_is_a_finding() {
    let wide =
        |text: &str| -> Vec<u8> { text.chars().flat_map(|one| u32::from(one).to_le_bytes()).collect() };
    let text = wide("\u{FEFF}Größe und mehr Text\n");
    let noise = [&wide("\u{FEFF}")[..], &[0x12, 0x34, 0x56, 0x78].repeat(100)].concat();
    let directory = directory_with(&[("tree/a.txt", &text), ("tree/b.bin", &noise)]);
    let found = placemat_in(directory.path(), "check tree", b"");
    let fix = "tree/a.txt: looks like UTF-32\n  fix:  placemat convert --in-place -f utf-32 tree/a.txt\n";
    assert!(found.text().starts_with(fix) && found.status == 1, "{}", found.text());
    assert!(found.text().ends_with("; 1 binary file skipped\n"), "{}", found.text());
}

/// It is text, and not UTF-8. A byte order mark leaves no doubt.
#[test]
fn signed_utf_16_in_a_directory_is_a_finding() {
    let text: Vec<u8> = "\u{FEFF}Größe und mehr Text\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let noise = [b"\xFF\xFE\x00\xD8".as_slice(), &[0x00, 0xDC, 0xFF, 0xFF].repeat(100)].concat();
    let directory = directory_with(&[("tree/a.txt", &text), ("tree/b.bin", &noise)]);
    let found = placemat_in(directory.path(), "check tree", b"");
    let expected = "tree/a.txt: looks like UTF-16\n  \
                    fix:  placemat convert --in-place -f utf-16 tree/a.txt\n\
                    1 file checked as utf-8: 1 file invalid, 3 places; 1 binary file skipped\n";
    assert_eq!((found.text(), found.status), (expected, 1));
    assert_eq!(placemat_in(directory.path(), "check --quiet tree", b"").status, 1);
    assert_eq!(placemat_in(directory.path(), "check -e auto tree", b"").status, 0);
    std::fs::write(directory.path().join("tree/.editorconfig"), "[*.txt]\ncharset = utf-16le\n").unwrap();
    let found = placemat_in(directory.path(), "check tree", b"");
    assert_eq!(found.status, 0, "{}", found.text());
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_input_is_checked_as_keeps_to_the_terminal() {
    if std::process::Command::new("script").arg("--version").output().is_err() {
        println!("left out: there is no script that makes a terminal");
        return;
    }
    let name = "a-name-that-leaves-little-room-in-a-line-of-sixty";
    let signed = ["\u{FEFF}naïve\n".repeat(9).as_bytes(), b"\xED\xA0"].concat();
    let directory = directory_with(&[(name, &signed)]);
    let command = env!("CARGO_BIN_EXE_placemat");
    let mut script = std::process::Command::new("script");
    let check = format!("stty cols 60 rows 20; '{command}' check -e auto --verbose --color never {name}");
    script
        .args(["-qec", &check, "/dev/null"])
        .current_dir(directory.path())
        .stdin(std::process::Stdio::null());
    let shown = String::from_utf8(script.output().unwrap().stdout).unwrap().replace('\r', "");
    let read_as = format!("{name}: checked\n    as utf-8-sig, by its signature\n");
    assert!(shown.starts_with(&read_as), "{shown}");
}

/// A file without a byte order mark may be in other units than those that are named.
/// A frame that ends before the input does is not what the input is, and bytes 00 are not in Windows-1252.
#[test]
fn what_is_read_in_part_is_not_valid() {
    for (input, told) in [
        (&b"user=bob\0next line\nmore text \xFF here\n\0"[..], "FF   is never valid in UTF-8"),
        (b"user=bob\0caf\xE9 \xFF\xFF\xFF bad bytes\n", "FF FF FF   are never valid in UTF-8"),
        (b"src/main.c\0src/util.c\0", "checked as utf-8, but not text in any encoding"),
    ] {
        let found = placemat_with("check -e auto", input);
        assert!(found.text().contains(told), "{}", found.text());
        assert_eq!((found.status, &found.stderr[..]), (1, ""));
        let found = placemat_with("detect", input);
        assert_eq!(found.text(), "standard input: not text in any known encoding\n");
    }
    let found = placemat_with("check -e auto", b"one frame\0");
    assert_eq!((found.text(), found.status), ("1 file checked as mutf-8-nul: valid\n", 0));
}

#[test]
fn other_units_than_those_that_are_named_are_noted() {
    let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let wide: Vec<u8> =
        "plain text in wide units\n".chars().flat_map(|one| u32::from(one).to_le_bytes()).collect();
    let files: [(&str, &[u8]); 4] = [
        ("ru", &units("Она тихо читает письмо у окна\n")),
        ("en", &units("plain text, and more\n")),
        ("wide", &wide),
        ("nul", b"\xFF\xFE\0\0h\0i\0 \0t\0h\0e\0r\0e\0"),
    ];
    let directory = directory_with(&files);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    for name in ["ru", "en"] {
        let told = format!(
            "placemat: {name}: looks like UTF-16LE without a byte order mark: -e utf-16le reads it\n"
        );
        for encoding in ["utf-16", "utf-16be"] {
            assert_eq!(run(&format!("check -e {encoding} {name}")).stderr, told);
        }
        assert_eq!(run(&format!("check -e utf-16le {name}")).stderr, "");
        assert_eq!(run(&format!("check -e utf-16 --default-endian little {name}")).stderr, "");
        assert_eq!(run(&format!("check -q -e utf-16 {name}")).stderr, "");
    }
    let told = "placemat: wide: valid as utf-8, but looks like UTF-32 without a byte order mark (placemat convert -f \
                utf-32le reads it)\n";
    for arguments in ["check wide", "check -e utf-8 wide"] {
        assert_eq!(run(arguments).stderr, told, "{arguments}");
    }
    // The unit after the BOM would be beyond the last code point in UTF-32.
    assert!(run("detect nul").text().starts_with("nul: utf-16"), "{}", run("detect nul").text());
    assert!(run("check nul").text().starts_with("nul: looks like UTF-16\n"), "{}", run("check nul").text());
    assert_eq!(run("convert -f utf-16 --in-place nul").status, 0);
    assert_eq!(std::fs::read(directory.path().join("nul")).unwrap(), b"\0hi there");
}
