//! Text in an encoding that another one resembles: no conversion relies on a proposal that may be the other.

use crate::command::{directory_with, placemat_in, placemat_with};

/// Each reads as usual words in the encoding that is named, except for a letter or sign out of place.
#[cfg(feature = "legacy")]
#[test]
fn a_letter_out_of_place_makes_a_proposal_unsure() {
    let texts: [(&str, &[u8], &str); 5] = [
        // Greek with ’ in ISO-8859-7, which Windows-1253 reads as Ά.
        (
            "windows-1253",
            b"\xC1\xE4\xF5\xED\xE1\xEC\xDF\xE1 \xE5\xFD\xF1\xE5\xF3\xE7\xF2 \xF4\xEF\xF5 \xF0\xF1\xEF\xE3\xF1\xDC\xEC\xEC\xE1\xF4\xEF\xF2 GNOME\xA2s \xF3\xF4\xEF \xF3\xFD\xF3\xF4\xE7\xEC\xE1, \xF4\xEF \xE1\xF1\xF7\xE5\xDF\xEF \xE4\xE5\xED \xE5\xDF\xED\xE1\xE9 \xF0\xF1\xEF\xF3\xE2\xDC\xF3\xE9\xEC\xEF.\n",
            "GNOME\u{386}s",
        ),
        // Russian with « and » in the encoding of the Mac.
        (
            "windows-1251",
            b"\xED\xE5 \xEF\xE5\xF7\xE0\xF2\xE0\xF2\xFC \xF0\xE5\xE7\xF3\xEB\xFC\xF2\xE0\xF2 \xEF\xEE\xEB\xE5\xE7\xED\xEE \xF1 \xEE\xEF\xF6\xE8\xE5\xE9 \xC7--verify\xC8\n",
            "З--verifyИ",
        ),
        // Kazakh, whose letters Windows-1251 lacks.
        (
            "windows-1251",
            b"\xD1\xE8\xED\xF2-\xCC\xE0\xF0\xF2\xE5\xED \xE3\xEE\xEB\xEB\xE0\xED\xE4\xE8\xFF \xE0\xE9\xEC\xE0\xBA\xFB \xEF\xE0\xF0\xEE\xEB\xFC\n",
            "аймаєы",
        ),
        // Greek capitals, which are small letters of Russian in KOI8-R.
        (
            "koi8-r",
            b"\xC4\xC9\xC5\xD5\xC8\xD5\xCD\xD3\xC7 \xD4\xC9\xCC\xCF\xCB\xCF\xC3\xC9\xCF \xD0\xC1\xD0\xC1\xC4\xCF\xD0\xCF\xD5\xCB\xCF\xD3 \xD3\xD5\xCD\xCF\xCB\xCF \xC1\xD1\xC9\xC8\xCC\xCF\xD3\n",
            "тилокоцио",
        ),
        // Finnish in ISO-8859-15, which has š and ž where Windows-1252 has signs.
        (
            "windows-1252",
            b"K\xE4ytt\xE4j\xE4\xE4 ei l\xF6ydy, yrit\xE4 my\xF6hemmin uudelleen. N\xE4yt\xE4 lis\xE4\xE4 tietoja t\xE4st\xE4 tiedostosta. P\xE4ivit\xE4 j\xE4rjestelm\xE4 ennen k\xE4ytt\xF6\xF6nottoa, T\xA8ekkil\xE4inen, Kambod\xB8a.\n",
            "T¨ekkiläinen",
        ),
    ];
    for (name, line, read) in texts {
        let text = line.repeat(4);
        let converted = placemat_with(&format!("convert -f {name}"), &text);
        assert!(converted.text().contains(read), "{}", converted.text());
        let found = placemat_with("detect --exit-zero", &text);
        assert!(!found.text().contains("(sure)"), "{name}: {}", found.text());
        let directory = directory_with(&[("a", &text)]);
        for command in ["convert -f auto --in-place a", "repair --fix all,legacy --in-place a"] {
            placemat_in(directory.path(), command, b"");
            assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), text, "{name}: {command}");
        }
    }
}

/// Detection takes Turkish for Windows-1254, and so does `repair`, also of two letters.
#[cfg(feature = "legacy")]
#[test]
fn bytes_are_not_repaired_as_windows_1252_if_detection_finds_another() {
    let text = b"Dosya a\xE7\xFDlamad\xFD: belirtilen yol bulunam\xFDyor veya \xE7ok uzun.\n";
    for fixes in ["legacy-bytes", "all"] {
        let found = placemat_with(&format!("repair --fix {fixes}"), text);
        assert_eq!((found.stdout.as_slice(), found.status), (&text[..], 1));
        assert!(found.stderr.contains("windows-1254"), "{}", found.stderr);
    }
}

/// What is a letter of Windows-1252, and another one elsewhere, is shown before it is repaired.
#[test]
fn a_fix_of_ambiguous_letters_is_shown_first() {
    for (text, is_fixed) in [
        (&b"caf\xE9 Gr\xF6\xDFe\n"[..], true),
        (b"\x93No,\x94 he said, and it\x92s so\n", true),
        // In German of the Mac, Ö and Ä; in Albanian of DOS, ë.
        (b"\x85FFNUNGSZEITEN: T\x80GLICH\n", false),
        (b"P\x91rsh\x91ndetje, \x91sht\x91 mir\x91\n", false),
        // In Spanish of the Mac, ó.
        (b"ubicaci\x97n del recurso\n", !cfg!(feature = "legacy")),
        // In Polish, ń and ę.
        (b"<p>duma maroka\xF1ska i du\xF1ska</p>\n", !cfg!(feature = "legacy")),
    ] {
        let found = placemat_with("check", text);
        let fix = "  fix:  placemat repair --fix default,legacy-bytes < FILE > FIXED\n";
        assert_eq!(found.text().ends_with(fix), is_fixed, "{}", found.text());
        assert!(is_fixed || found.text().contains("  next: "), "{}", found.text());
    }
}

/// A lead byte at the end of a line or of a field is what is left of a character, and a space is not in a word.
#[test]
fn what_is_left_of_a_character_is_no_letter() {
    for text in [
        b"Gr\xC3\xB6\xC3\x9Fe: 5 cm\nPreis: 5 \xE2\nEnde\n".as_slice(),
        b"Gr\xC3\xB6\xC3\x9Fe ist gut\nGr\xC3\xB6\xC3;next\nfield: caf\xC3|x\n",
        b"id;nombre\n1;Ant\xA0rtida\n2;Panam\xA0\n",
    ] {
        let found = placemat_with("check", text);
        assert!(!found.text().contains("fix: "), "{}", found.text());
        let found = placemat_with("repair --fix default,legacy-bytes", text);
        assert_eq!((found.stdout.as_slice(), found.status), (text, 1), "{}", found.stderr);
    }
}

/// What `legacy-bytes` leaves has a reason, and another command that reads it.
#[test]
fn a_fix_that_leaves_bytes_says_why() {
    let text = "Größe;Привет мир\n".as_bytes();
    let text = [text, b"caf\xE9 Gr\xC3\xB6\xC3\x9Fe\n"].concat();
    let found = placemat_with("repair --fix legacy-bytes", &text);
    let hint = "legacy-bytes leaves bytes that may be in another encoding";
    assert!(found.status == 1 && found.stderr.contains(hint), "{}", found.stderr);
    let found = placemat_with("convert -f utf-8 --on-error cp1252", &text);
    assert_eq!(found.stdout, "Größe;Привет мир\ncafé Größe\n".as_bytes());
    let found = placemat_with("repair", &text);
    assert!(!found.stderr.contains(hint), "{}", found.stderr);
}

#[test]
fn text_in_utf_16_is_not_skipped_as_binary() {
    let wide = crate::command::utf_16("\u{FEFF}hé\n");
    let directory = directory_with(&[("tree/a", &wide), ("tree/b", b"\0\x01\x02\x03")]);
    let found = placemat_in(directory.path(), "repair --skipped tree", b"");
    let skipped = "0 files would be repaired, 1 binary file skipped, 1 file in UTF-16 or UTF-32 skipped\n";
    assert_eq!((found.text(), found.status), (skipped, 0));
    assert!(found.stderr.contains("a: UTF-16 or UTF-32; skipped"), "{}", found.stderr);
}

/// Text that was encoded three times is valid UTF-8, in which hardly any text is.
#[test]
fn valid_utf_8_is_no_other_encoding() {
    for text in ["ÃƒÂ©tÃƒÂ©\n", "Ã¯Â»Â¿hello\n", "Ã¯Â¿Â½ bad\n"] {
        let found = placemat_with("detect", text.as_bytes());
        assert!(found.text().contains("utf-8"), "{text}: {}", found.text());
        let found = placemat_with("convert -f auto", text.as_bytes());
        assert!(!found.text().contains("ÃƒÆ"), "{text}: {}", found.text());
    }
    // One line is GBK, which has a sequence that CESU-8 lacks and no surrogates.
    let line = "会议记录：今天讨论了产品的发布计划。\n".repeat(4);
    let text =
        [line.as_bytes(), b"\xBB\xE1\xD2\xE9\xBD\xAB\xD3\xDA \xD7\xF0\xBE\xB4\xB5\xC4\xCD\xF5\n"].concat();
    let told = if cfg!(feature = "legacy") { "UTF-8, and GBK (likely) from line 5 on" } else { "utf-8 (" };
    let found = placemat_with("detect", &text);
    assert!(found.text().starts_with(&format!("standard input: {told}")), "{}", found.text());
}

/// õ and û beside ó and ö are ő and ű.
#[cfg(feature = "legacy")]
#[test]
fn hungarian_is_windows_1250() {
    let text =
        b"Az id\xF5 sz\xE9p, a gyerekek a mez\xF5n j\xE1tszanak. Nagyap\xE1m t\xFBzolt\xF3 volt, \xF6reg.\n";
    let found = placemat_with("detect", text);
    assert!(found.text().contains("windows-1250"), "{}", found.text());
    let found = placemat_with("repair --fix default,legacy-bytes", text);
    assert_eq!((found.stdout.as_slice(), found.status), (&text[..], 1));
    for text in
        ["As ações põem três corações; é só pó.", "Või täna, öö ja õhtu.", "Dû, goût, été, où, à Noël."]
    {
        let text: Vec<u8> = text.chars().map(|one| u32::from(one) as u8).collect();
        let found = placemat_with("detect", &text);
        assert!(!found.text().contains("windows-1250"), "{}", found.text());
    }
}

/// A fix does what it says if the project declares an encoding, and none is proposed if the file is in it.
#[cfg(feature = "legacy")]
#[test]
fn a_fix_heeds_what_the_project_declares() {
    let koi8 =
        b"\xF7\xCF\xD4 \xC5\xDD\xC5 \xCF\xC4\xCE\xC1 \xD3\xD4\xD2\xCF\xCB\xC1 \xD4\xC5\xCB\xD3\xD4\xC1.\n"
            .repeat(3);
    let directory = directory_with(&[
        (".editorconfig", b"root = true\n[*.koi]\ncharset = koi8-r\n[*.txt]\ncharset = latin1\n".as_slice()),
        ("a.koi", &koi8),
        ("a.txt", b"Gr\xFC\xDFe aus M\xFCnchen\n"),
    ]);
    for (command, expected) in [
        ("check -e auto a.koi", "  next: placemat check a.koi\n"),
        ("check -e utf-8 a.txt", "  next: placemat check a.txt\n"),
        (
            "check --no-config a.txt",
            "  fix:  placemat repair --in-place --no-config --fix default,legacy-bytes a.txt\n",
        ),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().contains(expected), "{command}: {}", found.text());
    }
    let fix = "repair --in-place --no-config --fix default,legacy-bytes a.txt";
    assert_eq!(placemat_in(directory.path(), fix, b"").status, 0);
    assert_eq!(std::fs::read(directory.path().join("a.txt")).unwrap(), "Grüße aus München\n".as_bytes());
}

/// A file of the project that cannot be read does not matter to who does not ask for it.
#[cfg(unix)]
#[test]
fn an_unreadable_declaration_matters_only_if_it_is_asked_for() {
    let directory = directory_with(&[("a", b"plain\n".as_slice())]);
    std::os::unix::fs::symlink(".editorconfig", directory.path().join(".editorconfig")).unwrap();
    for (command, status) in [("check --no-config a", 0), ("check -e utf-8 a", 0), ("check a", 2)] {
        let found = placemat_in(directory.path(), command, b"");
        assert_eq!(found.status, status, "{command}: {}", found.stderr);
    }
}
