//! Weak evidence and hostile input: what is not repaired, not printed and not taken for granted.

use crate::command::{directory_with, placemat_in, placemat_with, utf_16};

fn latin_1(text: &str) -> Vec<u8> {
    text.chars().map(|one| u8::try_from(u32::from(one)).unwrap()).collect()
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

/// Files stay as they are unless detection is sure of their encoding.
#[test]
fn no_file_is_converted_on_a_guess() {
    let german = b"Gr\x94\xE1e: sch\x94n, \x9Abung f\x81r M\x81ller, Stra\xE1e\n";
    let sharp = b"Wer wei\xE1, da\xE1 der Flu\xE1 gro\xE1 ist? Die Stra\xE1e ist na\xE1.\n".repeat(5);
    let hebrew =
        b"\x99\x8C\x85\x8D \x92\x85\x8C\x8D \x86\x84 \x88\x97\x91\x88 \x81\x92\x81\x98\x89\x9A\n".repeat(19);
    let quotes = "Search for Ã¶ and Ã¼ to find mojibake\n".as_bytes();
    let half = ["Die Größe ist schön.\n".as_bytes(), b"Die Gr\xF6\xDFe ist sch\xF6n.\n"].concat();
    let marked = b"\xEF\xBB\xBFD\xE8s No\xEBl, o\xF9 un z\xE9phyr ha\xEF me v\xEAt\n";
    for text in [&german[..], &sharp, &hebrew, &half, marked] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "convert -f auto --in-place a", b"");
        assert_eq!(found.status, 1, "{text:X?}: {}", found.stderr);
        assert!(found.stderr.contains("hint: "), "{}", found.stderr);
        assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), text);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(!found.text().contains("convert --in-place"), "{}", found.text());
    }
    // This is UTF-8 that quotes what doubly encoded text looks like.
    let directory = directory_with(&[("a", quotes)]);
    let found = placemat_in(directory.path(), "convert -f auto --in-place a", b"");
    assert_eq!(found.stderr, "placemat: 0 files converted, 1 file unchanged\n");
    assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), quotes);
    let found = placemat_with("check", marked);
    assert!(
        found.text().contains("placemat repair --fix default,legacy-bytes < FILE > FIXED"),
        "{}",
        found.text()
    );
}

/// Letters of KOI8-U look like overlong sequences, and those of other scripts are no Windows-1252.
#[cfg(feature = "legacy")]
#[test]
fn check_names_the_encoding_that_detection_finds() {
    let ukrainian = b"\xF0\xD2\xC9\xD7\xA6\xD4, \xC3\xC5 \xD5\xCB\xD2\xC1\xA7\xCE\xD3\xD8\xCB\xC9\xCA \xD4\xC5\xCB\xD3\xD4 \xA6\xDA \xAD\xC1\xCE\xC7\xCF\xCD \xD4\xC1 \xA7\xD6\xC1\xCB\xCF\xCD\n";
    let found = placemat_with("check", ukrainian);
    assert!(found.text().contains("looks like KOI8-U (sure)\n"), "{}", found.text());
    // An attack is still reported as such, also in a long text.
    for count in [1, 40] {
        let found = placemat_with("check", &[&ukrainian.repeat(count)[..], b"GET /..\xC0\xAF..\n"].concat());
        assert!(found.text().contains("a disguised '"), "{}", found.text());
        assert!(!found.text().contains("(sure)"), "{}", found.text());
    }
    let found = placemat_with("check", b"a \xD8\xE3 b\n");
    assert!(found.text().contains("not UTF-8: a legacy encoding, perhaps Windows-1251"), "{}", found.text());
    assert!(found.text().ends_with("  next: placemat convert -f windows-1251 < FILE\n"), "{}", found.text());
    // Four bytes say little, and the verdict says so.
    let found = placemat_with("check", b"\xC4\xE3\xBA\xC3\n");
    assert!(found.text().contains("not UTF-8: a legacy encoding, perhaps EUC-KR"), "{}", found.text());
    // These are 25 °C and ±2 in encodings of DOS.
    for text in [b"25\xF8C\n", b"a \xF12\n"] {
        let found = placemat_with("check", text);
        assert!(!found.text().contains("fix: "), "{}", found.text());
    }
}

/// The Hungarian letters ő and ű are õ and û in Windows-1252.
#[cfg(feature = "legacy")]
#[test]
fn bytes_in_the_encoding_of_the_language_are_no_windows_1252() {
    let text = [
        "A bemenetét ellenőrzi és elmenti. Köszönjük a megrendelést, a terméket holnap küldjük.\n".as_bytes(),
        b"Az \xFBrlap elk\xFCld\xE9se nem siker\xFClt, t\xF6bb id\xF5re van sz\xFCks\xE9g.\n",
    ]
    .concat();
    let found = placemat_with("check", &text);
    assert!(!found.text().contains("fix: "), "{}", found.text());
    let found = placemat_with("repair --fix default,legacy-bytes", &text);
    assert_eq!((found.stdout, found.status), (text, 1));
}

/// Single letters and signs of legacy encodings may be well-formed in UTF-1 and FSS-UTF, and mean nothing.
#[cfg(feature = "legacy")]
#[test]
fn hardly_anybody_has_text_in_an_encoding_without_words() {
    let numbered = |text: &[u8]| [text, b"1\n", text, b"2\n", text, b"3\n"].concat();
    for text in [
        b"\xAEBrand \xAEOther\n".repeat(3),
        numbered(b"Our licence of Windows\xAE"),
        numbered(b"item \xB9"),
        b"\xADAtenci\xA2n! \xADPeligro!\n".repeat(3),
        b"20\xA1C, 30\xA1C\n".repeat(10),
        numbered(b"Price: \x81\x92"),
        b"\xC7\xF3\xC8\x44\xC8\x66\xC8\x5E\xC8\x57, \xC8\x5A\xC8\x68\xC8\x62!\n".to_vec(),
    ] {
        let found = placemat_with("detect", &text);
        assert!(!found.text().contains("utf-"), "{}: {}", text.escape_ascii(), found.text());
        let found = placemat_with("check -e auto", &text);
        assert!(!found.text().contains("valid"), "{}: {}", text.escape_ascii(), found.text());
        assert_eq!(found.status, 1);
        let found = placemat_with("check", &text);
        assert!(!found.text().contains("likely") && !found.text().contains("-f utf-"), "{}", found.text());
    }
}

/// A text may have a bell in it, or the end mark of DOS.
#[test]
fn a_control_in_a_text_does_not_keep_it_from_repair() {
    for text in [&b"caf\xE9 \x07\n"[..], b"caf\xE9\n\x1A"] {
        let found = placemat_with("repair --fix default,legacy-bytes -o -", text);
        assert_eq!(
            (found.status, found.stdout.starts_with("café".as_bytes())),
            (0, true),
            "{}",
            found.stderr
        );
    }
}

/// No hint says that the rest of a sequence is a letter.
#[test]
fn a_cut_sequence_is_not_proposed_to_be_a_letter() {
    for text in ["Müller\nvoil\u{C3} fr\n", "Müller\nx\u{FF} y\n", "Müller\nx\u{E2}\u{82} y\n"] {
        let text: Vec<u8> = text
            .split_inclusive('\n')
            .flat_map(|line| if line.contains('ü') { line.as_bytes().to_vec() } else { latin_1(line) })
            .collect();
        let found = placemat_with("repair --dry-run", &text);
        assert!(found.status == 1 && !found.text().contains("hint"), "{}", found.text());
    }
}

/// A letter or two of Windows-1252 in English or in UTF-8 may be any letter of another encoding.
#[test]
fn a_few_letters_are_repaired_as_they_were_asked_to_be() {
    for byte in [0xA3, 0xAE, 0xAB, 0xE7, 0xE6, 0xF8, 0xE3, 0xBD, 0x92] {
        for before in ["", "Müller schön\nMüller schön\n"] {
            let text = [before.as_bytes(), b"The price is ", &[byte], b" 5\n"].concat();
            let found = placemat_with("repair --fix default,legacy-bytes -o -", &text);
            assert_eq!(found.status, 0, "{byte:X}: {}", found.stderr);
            assert!(std::str::from_utf8(&found.stdout).is_ok());
        }
    }
    if cfg!(feature = "legacy") {
        let mixed =
            ["Zażółć gęślą jaźń\n".as_bytes(), b"Za\xBF\xF3\xB3\xE6 g\xEA\x9Cl\xB9 ja\x9F\xF1\n"].concat();
        let found = placemat_with("repair --fix legacy-bytes --dry-run", &mixed);
        assert!(found.status == 1 && found.text().contains("left as it is"), "{}", found.text());
        let directory = directory_with(&[("a", &mixed)]);
        for from in ["windows-1250", "windows-1252"] {
            let found = placemat_in(directory.path(), &format!("convert -f {from} --in-place a"), b"");
            assert_eq!(found.status, 1, "{}", found.stderr);
        }
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

/// Texts of DOS, each with the code page that it is perhaps in.
#[cfg(feature = "legacy")]
const OF_DOS: [(&[u8], &str, &str); 4] = [
    (b"d\x82j\x85\n", "cp850", "déjà\n"),
    (
        b"Gr\x94\xE1e: sch\x94n, \x9Abung f\x81r M\x81ller, Stra\xE1e\n",
        "cp850",
        "Größe: schön, Übung für Müller, Straße\n",
    ),
    (
        b"El ni\xA4o comi\xA2 ma\xA4ana, la canci\xA2n del coraz\xA2n, aqu\xA1\n",
        "cp850",
        "El niño comió mañana, la canción del corazón, aquí\n",
    ),
    (
        b"za\xBE\xA2\x88\x86 g\xA9\x98l\xA5 ja\xAB\xE4, ma\x88y, dzia\x88a, ksi\xA5\xBEka\n",
        "cp852",
        "zażółć gęślą jaźń, mały, działa, książka\n",
    ),
];

/// In such encodings, letters are bytes that are signs in Windows-1252.
#[cfg(feature = "legacy")]
#[test]
fn signs_within_words_are_letters_of_dos() {
    for (text, name, read) in OF_DOS {
        let directory = directory_with(&[("a", text)]);
        let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
        let found = run("check a");
        let looks = format!("a: not UTF-8: a legacy encoding, perhaps {}, ", name.to_uppercase());
        assert!(found.text().starts_with(&looks), "{}", found.text());
        let next = format!("  next: placemat convert -f {name} a\n");
        assert!(found.text().ends_with(&next), "{}", found.text());
        assert!(!found.text().contains("Windows-1252"), "{}", found.text());
        let found = run("detect a");
        assert_eq!((found.text(), found.status), (&format!("a: {name} (perhaps)\n")[..], 0));
        assert_eq!(run("convert -f auto a").text(), read);
        let found = run("convert -f auto --in-place a");
        assert!(found.status == 1 && found.stderr.contains("not converted"), "{}", found.stderr);
        for fixes in ["default,legacy-bytes", "all", "legacy"] {
            let found = run(&format!("repair --fix {fixes} --in-place a"));
            assert_eq!(found.status, 1, "{fixes}: {}", found.text());
            assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), text, "{fixes}");
        }
        assert!(!run("repair a").text().contains("legacy-bytes"), "{}", run("repair a").text());
    }
    let found = placemat_with("repair --dry-run --fix legacy-bytes", OF_DOS[1].0);
    let told = "standard input: left as it is: looks like CP850 (perhaps), which is not sure\n";
    assert!(found.text().starts_with(told), "{}", found.text());
    assert!(!found.text().contains("windows-1252"), "{}", found.text());
}

#[cfg(feature = "legacy")]
#[test]
fn text_in_ebcdic_is_named() {
    let text = b"\xE3\x88\x85\x40\x98\xA4\x89\x83\x92\x40\x82\x99\x96\xA6\x95\x40\x86\x96\xA7\x15";
    let directory = directory_with(&[("a", text)]);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let found = run("check a");
    let looks = "a: looks like no encoding that placemat knows, perhaps EBCDIC, such as IBM037";
    assert!(found.text().starts_with(looks), "{}", found.text());
    assert!(found.text().contains("  next: iconv -f IBM037 -t UTF-8 a\n"), "{}", found.text());
    let found = run("detect a");
    let told = "a: not text in any known encoding (perhaps EBCDIC, such as IBM037)\n";
    assert_eq!((found.text(), found.status), (told, 1));
    let found = run("convert -f auto a");
    let told = "placemat: a: is not text in any known encoding; not converted\n";
    assert!(found.status == 1 && found.stderr.starts_with(told), "{}", found.stderr);
    for fixes in ["default,legacy-bytes", "all", "legacy"] {
        assert_eq!(run(&format!("repair --fix {fixes} --in-place a")).status, 1, "{fixes}");
        assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), text, "{fixes}");
    }
}

/// The standard of browsers has the encoding of the Mac.
#[cfg(feature = "legacy")]
#[test]
fn text_of_the_mac_is_named() {
    let text = b"D\x8Ej\x88 vu, \x8Dt\x8E, fran\x8Dais, h\x99tel, for\x90t, pr\x8Fs, voil\x88, gar\x8Don\n";
    assert_eq!(placemat_with("detect", text).text(), "standard input: macintosh (likely)\n");
    let found = placemat_with("repair --fix legacy-bytes -o -", text);
    assert_eq!((found.status, found.stdout), (1, text.to_vec()));
}

/// Japanese text with a character that was cut is not well-formed in its encoding.
#[cfg(feature = "legacy")]
#[test]
fn text_of_pairs_that_was_cut_is_not_windows_1252() {
    let whole =
        b"\x82\xB1\x82\xEA\x82\xCD\x93\xFA\x96\x7B\x8C\xEA\x82\xCC\x83e\x83L\x83X\x83g\x82\xC5\x82\xB7\n";
    for text in [&whole[1..], &whole[..9], &whole[..whole.len() - 2], &[&whole[..11], b"\n", whole].concat()]
    {
        let found = placemat_with("repair --fix default,legacy-bytes -o -", text);
        assert_eq!((found.status, &found.stdout[..]), (1, text), "{text:X?}");
    }
}

/// In a language that Windows-1252 is not for, and where a line may have been cut, bytes are left, and nothing
/// proposes to read them as Windows-1252.
#[test]
fn bytes_in_other_languages_and_cut_lines_are_left() {
    for text in [
        "Polsce, Kraków Proszę a środkowej\nProsz\u{1}\n",
        "시험 \u{2}\n이용\n",
        "文字コードの変換 \u{3}\n文字コードの変換\n",
        "und täglich. F\u{4}\nund täglich. Für Lieder\n",
        "prix 5 \u{5}\nprix 6 €\n",
    ] {
        let bytes = [(1, 0xEA), (2, 0xEC), (3, 0xE3), (4, 0xC3), (5, 0xE2)];
        let of = |byte: u8| bytes.iter().find(|(of, _)| *of == byte).map_or(byte, |(_, byte)| *byte);
        let text: Vec<u8> = text.bytes().map(of).collect();
        let found = placemat_with("repair --fix default,legacy-bytes -o -", &text);
        assert_eq!((found.status, &found.stdout), (1, &text), "{}", found.stderr);
        let directory = directory_with(&[("a", &text)]);
        for arguments in ["check a", "repair a"] {
            let found = placemat_in(directory.path(), arguments, b"");
            let all = [found.text(), &found.stderr].concat();
            assert!(!all.contains("legacy-bytes"), "{arguments}: {all}");
        }
    }
}

/// Quotation marks, signs and capitals stand in these places in sound text.
#[test]
fn signs_beside_words_are_windows_1252() {
    for (text, repaired) in [
        (
            &b"the \x93quoted\x94 word\x97and more\x85, 5\xA0\x80\n"[..],
            "the “quoted” word—and more…, 5\u{A0}€\n",
        ),
        (
            b"\x84Wort\x93, c\x92est l\x92\xE9t\xE9, \xC9mile, \xC9T\xC9, n\xB0 5\n",
            "„Wort“, c’est l’été, Émile, ÉTÉ, n° 5\n",
        ),
    ] {
        let found = placemat_with("repair --fix legacy-bytes -o -", text);
        assert_eq!((found.status, &found.stdout[..]), (0, repaired.as_bytes()), "{}", found.stderr);
    }
}

/// What may be meant is left alone by every command.
#[test]
fn quotations_of_mojibake_are_left_alone() {
    for text in [
        "Â£ and Â° signs appear when UTF-8 is read as Latin-1.\n",
        "| Ã© | Ã¨ |\n",
        "(Ã©)\n",
        "The usual ones are Ã©, Ã¨ and Ã¼.\n",
    ] {
        let found = placemat_with("repair -o -", text.as_bytes());
        assert_eq!((found.status, &found.stdout[..]), (0, text.as_bytes()), "{text}");
        let found = placemat_with("convert -f auto", text.as_bytes());
        assert_eq!((&found.stdout[..], &found.stderr[..]), (text.as_bytes(), ""), "{text}");
        assert_eq!(placemat_with("detect", text.as_bytes()).text(), "standard input: utf-8\n", "{text}");
    }
    let doubled = "cafÃ© au lait, crÃ¨me brÃ»lÃ©e, 20 Â°C, 5 Â£\n".as_bytes();
    let found = placemat_with("convert -f auto", doubled);
    assert_eq!(String::from_utf8_lossy(&found.stdout), "café au lait, crème brûlée, 20 °C, 5 £\n");
}

/// A mixture of UTF-16 and ASCII has no encoding.
#[test]
fn no_command_converts_a_mixture_as_a_whole() {
    let line = "Get-Process\r\nand its output\r\n";
    for front in ["\u{FEFF}", ""] {
        let mixed = [&utf_16(&format!("{front}{line}"))[..], b"appended by echo\r\n"].concat();
        let directory = directory_with(&[("a", &mixed)]);
        let found = placemat_in(directory.path(), "check a", b"");
        let text = found.text().replace("head -c 60 a | placemat convert -f utf-16; ", "");
        assert!(!text.contains("convert -"), "{text}");
        if !front.is_empty() {
            let told = "a: partly UTF-16 and partly ASCII: convert each part by itself\n";
            assert!(found.text().starts_with(told), "{}", found.text());
        }
        for fixes in ["all", "utf-16"] {
            let found = placemat_in(directory.path(), &format!("repair --fix {fixes} a"), b"");
            let told = "a: left as it is: partly UTF-16 and partly ASCII\n  hint: ";
            assert!(found.status == 1 && found.text().starts_with(told), "{fixes}: {}", found.text());
            let found =
                placemat_in(directory.path(), &format!("repair --fix {fixes} --json --in-place a"), b"");
            assert!(found.text().contains(r#""outcome":"left""#), "{fixes}: {}", found.text());
            assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), mixed, "{fixes}");
        }
        assert!(!placemat_in(directory.path(), "repair a", b"").text().contains("--fix"));
    }
}

/// All reports of `check` name one encoding.
#[cfg(feature = "legacy")]
#[test]
fn reports_for_machines_have_the_same_diagnosis() {
    let polish = b"Za\xBF\xF3\xB3\xE6 g\xEA\x9Cl\xB9 ja\x9F\xF1, to jest ma\xB3y test, \xBFe dzia\xB3a\n";
    let directory = directory_with(&[("a", polish)]);
    let looks = placemat_in(directory.path(), "check a", b"");
    assert!(looks.text().starts_with("a: looks like Windows-1250 (likely)"), "{}", looks.text());
    for arguments in
        ["check --format github a", "check --sarif a", "check --json a", "check --json --max-errors 0 a"]
    {
        let found = placemat_in(directory.path(), arguments, b"");
        assert!(!found.text().to_lowercase().contains("windows-1252"), "{arguments}: {}", found.text());
        assert!(found.text().contains("windows-1250"), "{arguments}: {}", found.text());
    }
}

/// `list` has ISO-8859-16, although no text is recognized as it.
#[cfg(feature = "legacy")]
#[test]
fn what_is_not_recognized_may_be_an_encoding_that_placemat_knows() {
    let polish =
        b"Za\xBF\xF3\xB3\xE5 g\xFD\xF7l\xA2 ja\xAE\xF1. Pchn\xA2\xE5 w t\xFD \xB3\xF3d\xAE je\xBFa.\n"
            .repeat(5);
    let directory = directory_with(&[("a", &polish)]);
    let found = placemat_in(directory.path(), "detect a", b"");
    let told = "text in a legacy encoding that is not recognized";
    assert_eq!((found.text(), found.status), (&format!("a: {told}\n")[..], 1));
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().starts_with(&format!("a: looks like {told}, ")), "{}", found.text());
}
