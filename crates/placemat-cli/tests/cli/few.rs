//! Texts with few characters beyond ASCII: what they are taken for, and what is proposed.

use crate::command::{directory_with, placemat_in, placemat_with};

const MIXED: &[u8] = b"Stra\xC3\x9Fe: gr\xF6\xDFer\n";
const CUT: &[u8] = b"5 \xE2\x82\n\xC3\xBCber\n";
const LATIN_1: &[u8] = b"Das Caf\xE9 ist sch\xF6n, da\xDF es hier ist.\n";

#[test]
fn a_word_of_utf_8_is_not_converted_twice() {
    let directory = directory_with(&[("a", MIXED)]);
    assert_eq!(placemat_in(directory.path(), "detect a", b"").text(), "a: utf-8 (damaged)\n");
    for from in ["windows-1252", "iso-8859-1", "auto"] {
        let found = placemat_in(directory.path(), &format!("convert -f {from} --in-place a"), b"");
        assert_eq!(found.status, 1, "{from}: {}", found.stderr);
        assert!(found.stderr.contains("UTF-8"), "{from}: {}", found.stderr);
        assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), MIXED);
    }
    let found = placemat_in(directory.path(), "convert -f windows-1252 --in-place a", b"");
    let told = "looks like UTF-8 in part, not windows-1252: some characters are UTF-8; not converted";
    assert!(found.stderr.contains(told), "{}", found.stderr);
    let found = placemat_in(directory.path(), "convert -f windows-1252 --in-place --force a", b"");
    assert_eq!((found.status, found.stderr.contains("1 file converted")), (0, true), "{}", found.stderr);
}

#[test]
fn the_places_of_wide_units_are_not_listed_as_errors_of_utf_8() {
    let text: Vec<u8> =
        "hello wörld, this is text\n".chars().flat_map(|one| u32::from(one).to_le_bytes()).collect();
    let found = placemat_with("check", &text.repeat(3));
    let told = "standard input: looks like UTF-32LE\n  fix:  placemat convert -f utf-32le < FILE > FIXED\n";
    assert!(found.text().starts_with(told), "{}", found.text());
}

/// A capital at the end of a word of small letters is rather what is left of an accented letter.
#[test]
fn one_character_of_utf_8_that_was_cut_is_no_capital_of_another_encoding() {
    for text in [b"caf\xC3".as_slice(), b"a caf\xC3\n", b"caf\xC3\r\nth\xC3\r\n"] {
        assert_eq!(placemat_with("detect", text).text(), "standard input: utf-8 (damaged)\n");
        for command in ["check", "check -e auto", "repair --dry-run"] {
            let found = placemat_with(command, text);
            assert!(!found.text().contains("indows-"), "{command}: {}", found.text());
            assert_eq!(found.status, 1, "{command}");
        }
    }
}

#[test]
fn few_characters_of_utf_8_that_was_cut_are_no_letters_of_another_encoding() {
    let found = placemat_with("detect", CUT);
    assert_eq!(found.text(), "standard input: utf-8 (damaged)\n");
    for command in ["check", "repair --dry-run"] {
        let found = placemat_with(command, CUT);
        assert!(!found.text().contains("indows-"), "{command}: {}", found.text());
    }
}

/// `detect` and `repair` agree on what was encoded twice, also after a byte order mark.
#[test]
fn a_short_text_that_was_encoded_twice_is_named() {
    let found = placemat_with("detect", "Â© 2024\n".as_bytes());
    assert_eq!(found.text(), "standard input: double-utf-8-cp1252 (text that was encoded twice)\n");
    for text in ["© 2024\n", "Ã¤ is what ä becomes\n"] {
        assert_eq!(placemat_with("detect", text.as_bytes()).text(), "standard input: utf-8\n");
    }
    let signed = format!("\u{FEFF}{}", "cafÃ© grÃ¶ÃŸer naÃ¯ve MÃ¼ller und StraÃŸe, sÃ¼ÃŸ\n".repeat(20));
    let found = placemat_with("detect", signed.as_bytes());
    assert_eq!(found.text(), "standard input: utf-8-sig (by its signature)\n");
    assert_eq!(placemat_with("check -e auto", signed.as_bytes()).status, 0);
}

/// The fix for single bytes reads none that may be the rest of a character, of which the start was cut off.
#[test]
fn the_rest_of_a_character_in_front_is_left() {
    for text in [
        b"\xBC Gr\xC3\xB6\xC3\x9Fe \xC3\xBCberschritten, M\xC3\xBCller\n".as_slice(),
        b"\xA9 2024 caf\xC3\xA9\n",
        b"\x82\xAC for a caf\xC3\xA9\n",
        b"\x9F\x98\x80 sch\xC3\xB6n, gr\xC3",
        b"\xBC Gr\xC3\xB6\xC3\x9Fe\ncaf\xE9\n",
        b"\xA9 plain\n",
    ] {
        let found = placemat_with("check", text);
        assert!(!found.text().contains("fix:"), "{text:X?}: {}", found.text());
        let found = placemat_with("repair --fix default,legacy-bytes -o -", text);
        assert_eq!((found.status, found.stdout), (1, text.to_vec()), "{text:X?}");
    }
    let text = b"\x93Caf\xC3\xA9,\x94 he said\n";
    let found = placemat_with("repair --fix default,legacy-bytes -o -", text);
    assert_eq!(found.text(), "“Café,” he said\n");
}

/// What `check` proposes is what `repair` proposes, and it changes the file.
#[test]
fn check_proposes_what_repair_does() {
    let surrogate = b"a \xED\xB2\xA9 b\n".as_slice();
    for (text, fixes) in [
        (LATIN_1, Some("default,legacy-bytes")),
        (MIXED, Some("default,legacy-bytes")),
        (b"caf\xE9\n", Some("default,legacy-bytes")),
        (b"\x93No,\x94 he said\n", Some("default,legacy-bytes")),
        (b"a\xC0\x80 \xED\xA0\xBD\xED\xB2\xA9\n", Some("")),
        (CUT, None),
        (b"caf\xC3\xA9 F\xC3\n", None),
        (b"\xFF\xFD\n", None),
        (surrogate, Some("default,lone-surrogates")),
    ] {
        let directory = directory_with(&[("a", text)]);
        let checked = placemat_in(directory.path(), "check --width 80 a", b"");
        let checked = checked.text();
        let Some(fixes) = fixes else {
            assert!(!checked.contains("repair"), "{text:X?}: {checked}");
            assert!(!placemat_in(directory.path(), "repair a", b"").text().contains("try --fix"));
            continue;
        };
        let option = if fixes.is_empty() { String::new() } else { format!("--fix {fixes} ") };
        // What is lost is looked at first.
        let line = match text == surrogate {
            true => format!("  next: placemat repair --dry-run {option}a\n"),
            false => format!("  fix:  placemat repair --in-place {option}a\n"),
        };
        assert!(checked.ends_with(&line), "{text:X?}: {checked}");
        let found = placemat_in(directory.path(), &format!("repair --in-place {option}a"), b"");
        assert_eq!(found.status, 0, "{text:X?}: {}", found.stderr);
        assert_eq!(placemat_in(directory.path(), "check a", b"").status, 0, "{text:X?}");
    }
}

/// Returns a text in UTF-8 with a line that is not.
fn in_french(line: &[u8]) -> Vec<u8> {
    ["été très déjà là, à côté\n".as_bytes(), line, b"\n"].concat()
}

/// A letter of Windows-1252 is another letter of DOS, of the Mac, of Central Europe or of the Baltic states,
/// or half of an ideograph.
#[test]
fn a_letter_that_may_be_another_is_looked_at_first() {
    for text in [
        // ß, õ and © in CP850; ń, š and ý in CP852; ñ, í, … and ﬂ in Mac Roman.
        b"Stra\xE1e\n".as_slice(),
        b"milh\xE4es\n",
        b"/* \xB8 1994 ACME */\n",
        b"ko\xE4\n",
        b"na\xE7e\n",
        b"dobr\xED den\n",
        b"A\x96o 2024\n",
        b"pa\x92s\n",
        b"wait\xC9\n",
        b"re\xDFect\n",
        // × in GBK, and an ideograph of Shift_JIS.
        b"x \xA1\xC1\n",
        b"\xE9r\n",
        // ė in Windows-1257, ń and ő in Windows-1250, Š on the Mac in Central Europe; and letters like them.
        b"The president, Dalia Grybauskait\xEB, opened the office.\n",
        b"M\xC3\xBCller, K\xC3\xB6ln\nKowalski, Gda\xF1sk\n",
        b"J\xC3\xA4ger\nGy\xF5r\n",
        b"the \xE1koda office\n",
        b"fran\xE7ais\n",
        // In a text of UTF-8, too.
        b"M\xC3\xBCller, Stra\xE1e\n",
        // µ, °, ± and § in CP850; ň and ű in Windows-1250, ő in CP852, ı on the Mac.
        &in_french(b"5 \xE6m filter"),
        &in_french(b"capteur 25 \xF8 C"),
        &in_french(b"\xF1 2 %"),
        &in_french(b"\xF5 5"),
        &in_french(b"Plze\xF2"),
        &in_french(b"t\xFBz"),
        &in_french(b"Gy\xF5r"),
        &in_french(b"Y\xF5ld\xF5z"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(!found.text().contains("fix:"), "{text:X?}: {}", found.text());
        assert!(found.text().contains("  next: placemat "), "{text:X?}: {}", found.text());
    }
    for (text, expected) in [
        (b"caf\xE9\n".as_slice(), "café\n"),
        (b"M\xE4rz, Stra\xDFe\n", "März, Straße\n"),
        (b"vivi\xF3, D\xFCsseldorf\n", "vivió, Düsseldorf\n"),
        (&in_french(b"tr\xE8s bien \xE0 Paris"), "été très déjà là, à côté\ntrès bien à Paris\n"),
        (b"it\x92s \x84so\x94 \x96 5 \x80\n", "it’s „so” – 5 €\n"),
        (b"na\xC3\xAFve caf\xE9\n", "naïve café\n"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().contains("  fix:  placemat repair --in-place"), "{text:X?}: {}", found.text());
        let found = placemat_in(directory.path(), "repair --fix default,legacy-bytes -o - a", b"");
        assert_eq!(found.text(), expected);
    }
}

#[test]
fn a_declaration_that_a_repair_makes_false_is_named() {
    let python = [b"# coding: latin-1\n", LATIN_1].concat();
    let directory = directory_with(&[("a.py", &python)]);
    let note = "declares latin-1 on line 1; change it to UTF-8\n";
    let found = placemat_in(directory.path(), "check a.py", b"");
    assert!(found.text().ends_with(&format!("\n  note: {note}")), "{}", found.text());
    let found = placemat_in(directory.path(), "repair --fix legacy-bytes a.py", b"");
    assert!(found.text().contains(&format!("  hint: {note}")), "{}", found.text());
    let found = placemat_in(directory.path(), "repair --fix legacy-bytes --json a.py", b"");
    assert!(found.text().contains(r#""declares":{"encoding":"latin-1","line":1}"#), "{}", found.text());
    for text in [b"# coding: utf-8\n".as_slice(), b"# coding\n", b""] {
        let directory = directory_with(&[("a", &[text, LATIN_1].concat())]);
        assert!(!placemat_in(directory.path(), "check a", b"").text().contains("declares"), "{text:X?}");
    }
}

/// The fix for single bytes reads the same characters as a conversion that is not sure.
#[cfg(feature = "legacy")]
#[test]
fn all_fixes_and_legacy_do_what_legacy_bytes_does() {
    for fixes in ["default,legacy-bytes", "all,legacy", "legacy,legacy-bytes"] {
        let found = placemat_with(&format!("repair --fix {fixes} -o -"), LATIN_1);
        let expected = "Das Café ist schön, daß es hier ist.\n".as_bytes();
        assert_eq!((found.status, found.stdout), (0, expected.to_vec()), "{fixes}: {}", found.stderr);
    }
    assert_eq!(placemat_with("repair --fix legacy -o -", LATIN_1).stdout, LATIN_1);
}

#[cfg(feature = "legacy")]
#[test]
fn repair_names_the_encoding_of_a_word() {
    let found = placemat_with("repair --dry-run", b"\xCE\xC5\xD4\n");
    let told = "  hint: perhaps KOI8-R: placemat convert -f koi8-r reads it\n";
    assert!(found.text().contains(told), "{}", found.text());
}

/// Two programs wrote the file, and no single encoding is right for all of it.
#[cfg(feature = "legacy")]
#[test]
fn a_legacy_text_with_words_of_utf_8_is_not_sure() {
    let encoded =
        |name: &str, text: &str| placemat_with(&format!("convert -t {name}"), text.as_bytes()).stdout;
    let russian = encoded("windows-1251", &"пользователь вошёл в систему, файл не найден\n".repeat(20));
    let chinese = encoded("gbk", &"一天早上，我走到河边，看见水里有许多小鱼。\n".repeat(9));
    for (name, text, line) in
        [("windows-1251", russian, "ошибка\n"), ("gbk", chinese, "user report from 文件 error line\n")]
    {
        let directory = directory_with(&[("sound", &text)]);
        let found = placemat_in(directory.path(), "detect sound", b"");
        assert_eq!(found.text(), format!("sound: {name} (sure)\n"));
        let mixed = [&text[..], line.as_bytes()].concat();
        let directory = directory_with(&[("a", &mixed)]);
        assert!(!placemat_in(directory.path(), "check a", b"").text().contains("fix:"), "{name}");
        for command in [
            "convert -f auto --in-place a".to_owned(),
            format!("convert -f {name} --in-place a"),
            "repair --fix default,legacy --in-place a".to_owned(),
        ] {
            assert_eq!(placemat_in(directory.path(), &command, b"").status, 1, "{command}");
            assert_eq!(std::fs::read(directory.path().join("a")).unwrap(), mixed, "{command}");
        }
    }
    let narrow = encoded("euc-jp", &"ﾕｰｻﾞｰｶﾞ ﾛｸﾞｲﾝ ｼﾏｼﾀ\n".repeat(2));
    assert!(placemat_with("detect", &narrow).text().contains("euc-jp"));
}

#[cfg(feature = "legacy")]
#[test]
fn a_declared_encoding_is_believed() {
    let xml = b"<?xml version=\"1.0\" encoding=\"windows-1250\"?>\n<a>\xE8\xEDslo</a>\n";
    let page = b"<html><head><meta charset=\"shift_jis\"></head><body>\x95\x5C\x8E\xA6</body></html>";
    for (text, name, word) in [
        (&xml[..], "windows-1250", "číslo"),
        (b"# coding: koi8-r\nx = \"\xCD\xC9\xD2\"\n", "koi8-r", "мир"),
        (page, "shift_jis", "表示"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(!found.text().contains("fix:"), "{}", found.text());
        assert!(found.text().contains(&format!("next: placemat convert -f {name} a\n")), "{}", found.text());
        assert!(found.text().contains(&format!("note: declares {name} on line 1")), "{}", found.text());
        let found = placemat_in(directory.path(), "convert -f auto a", b"");
        assert!(found.text().contains(word), "{}", found.text());
        let found = placemat_in(directory.path(), "repair --fix default,legacy-bytes --in-place a", b"");
        assert_eq!((found.status, std::fs::read(directory.path().join("a")).unwrap()), (1, text.to_vec()));
    }
    for text in [
        b"@charset \"iso-8859-1\";\nb::before { content: \"\xA3 5\" }\n/* \xA3 */\n".as_slice(),
        b"# coding: latin-1\nx = \"\xBD \xB1 5 \xB5m\"\n",
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().contains("next: placemat convert -f windows-1252 a\n"), "{}", found.text());
        assert!(placemat_with("detect", text).text().contains("windows-1252 (likely)"));
    }
    for declared in [b"# coding: cp437\nx = \"\x82\"\n", b"# coding: cp864\nx = \"\x82\"\n"] {
        let found = placemat_with("repair --fix legacy-bytes -o -", declared);
        assert_eq!((found.status, found.stdout), (1, declared.to_vec()));
    }
}

/// What looks like the end of a character may be a sign, too.
#[test]
fn a_sign_at_the_beginning_is_looked_at_first() {
    for text in [b"\xA9 2003 Example\nAll rights reserved.\n".as_slice(), b"\xBD cup of sugar\n"] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().ends_with("  next: placemat convert -f windows-1252 a\n"), "{}", found.text());
        assert!(found.text().contains(" in Windows-1252\n"), "{}", found.text());
    }
    // Letters, what is left of them, and pairs of bytes.
    for text in [
        b"L\xC3\xC3\xA4nge der\n".as_slice(),
        b"iesim pastaig\xC4\n\x81ties\n",
        b"ni\x96o comi\x97 ma\x96ana\n",
        b"\xB4\xED\xCE\xF3: 1\n",
    ] {
        let found = placemat_with("check", text);
        assert!(
            !found.text().contains("windows-1252") && !found.text().contains("in Windows"),
            "{}",
            found.text()
        );
    }
    let directory = directory_with(&[("a", b"\xA9 caf\xC3\xA9\n")]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().contains("  next: tail -c +2 a"), "{}", found.text());
}

/// The command that is proposed reads each of the places.
#[test]
fn letters_are_shown_as_the_command_reads_them() {
    for (text, shown) in [
        (
            b"Gr\xF6\xDFe f\xFCr\n".as_slice(),
            "  1:3   F6 DF   öß in Windows-1252\n  1:8   FC      ü in Windows-1252\n",
        ),
        (b"\x95 first\n\x95 second\n", "  1:1   95   • in Windows-1252\n  2:1   95   • in Windows-1252\n"),
    ] {
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        let fix = "  fix:  placemat repair --in-place --fix default,legacy-bytes a\n";
        assert!(found.text().ends_with(&format!("{shown}{fix}")), "{}", found.text());
    }
}

#[test]
fn a_text_that_ends_within_a_character_has_a_command() {
    let directory = directory_with(&[("a", b"un caf\xC3\xA9, un autre caf\xC3")]);
    for command in ["check a", "repair a"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().contains("  next: head -c 22 a > FIXED\n"), "{}", found.text());
    }
}

/// What would be signs within words in Windows-1252 are letters of DOS, of the Mac or of Central Europe, or
/// what is left of UTF-8.
#[test]
fn no_fix_is_proposed_for_bytes_that_are_hardly_windows_1252() {
    for text in [
        b"Name;Stadt\rM\x9Fller;K\x9Aln\rGro\xA7;D\x9Fsseldorf\r".as_slice(),
        b"ALLE MENSCHEN SIND GLEICH AN W\x9ARDE\n",
        b"Malm\x94 ocks\x86 \x84r\n",
        b"ni\x96o a\x96o espa\x96ol\n",
        b"Egale \x94n demnitate\n",
        b"Wszyscy ludzie rodz\xA5\n",
        b"wei\xA7 from\nK\xC3\xB6ln\n",
        b"sz\xC3\xA9p \xC5\xB1r\n\xFBr \xF5r\n",
        b"K\xC3\xA4se \x9Cbung \xC3\x9Cbung\n",
        b"caf\xC3\xA9 from \xA9l\xC3\xA9ve\n",
        b"\x95\x88\xEB\x85\x95\n",
    ] {
        let found = placemat_with("check", text);
        assert!(!found.text().contains("fix:"), "{text:X?}: {}", found.text());
        let found = placemat_with("repair --fix default,legacy-bytes -o -", text);
        assert_eq!((found.status, found.stdout), (1, text.to_vec()));
    }
}

/// Lists of words in encodings of DOS, and of other alphabets, look like text in half a dozen encodings.
#[cfg(feature = "legacy")]
#[test]
fn a_few_words_are_likely_only_if_nothing_else_is() {
    for text in [
        b"\xCE\xC9\xD6\xC5\n".as_slice(),
        b"name,code\nOlu\x9Fumlar\x8Dn,A53\nEtti\xA7i,A62\nElveri\x9Fli,A21\n",
        b"id;name\n1;r\x82f\x82rences\n2;Th\x82ia\n3;mol\x82culaire\n4;al\x82atoire\n5;g\x82n\x82ralement\n",
        b"name\nBas\x82es\nPr\x82sidence\n\x90chantillons\nD\x82tect\x82e\nR\x82trograde\n",
        b"\x9C\xA7\x98\xA4\x9C\xA5\x9C\xAB\xE1\xA9\xAB\x9E\n",
        b"\xE7\xE0\xED\xE8\xEC\xE0\xF2\xFC\xF1\xDF\n\xEF\xF0\xE8\xE2\xE5\xE4\xDE\xED\n",
    ] {
        let found = placemat_with("detect", text);
        assert!(!found.text().contains("likely") && !found.text().contains("sure"), "{}", found.text());
    }
    for (text, told) in [
        (b"name\nfran\xE7ais\n\xE9l\xE8ve\ncaf\xE9\n".as_slice(), "windows-1252 (likely)"),
        (b"\xCD\xCF\xD3\xCB\xD7\xC1\n\xD0\xD2\xC9\xD7\xC5\xD4\n", "koi8-r (likely)"),
        (b"name\n\xD6\xD0\xB9\xFA\n\xC8\xD5\xB1\xBE\n\xCE\xC4\xBC\xFE\n", "gbk (likely)"),
        (b"f\x9Fr, gr\x9A\xA7er\nsch\x9An\nM\x8Arz\nM\x8Adchen\n", "macintosh (likely)"),
    ] {
        assert_eq!(placemat_with("detect", text).text(), format!("standard input: {told}\n"));
    }
}

/// A command that would only say so again leads nowhere.
#[cfg(feature = "legacy")]
#[test]
fn what_is_perhaps_an_encoding_is_shown_in_it() {
    let directory = directory_with(&[("a", b"\xCE\xC5\xD4\n")]);
    for command in ["check a", "check -e auto a"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().contains("  next: placemat convert -f koi8-r a\n"), "{}", found.text());
    }
    let found = placemat_in(directory.path(), "convert -f koi8-r a", b"");
    assert_eq!((found.status, found.text(), &found.stderr[..]), (0, "нет\n", ""));
}

/// A hint in a report for machines proposes what `repair` does with the whole file.
#[test]
fn no_hint_proposes_a_fix_that_repair_refuses() {
    let padding = "plain text without anything else in it\n".repeat(3);
    let left = [b"It\x92s fine\n", padding.as_bytes(), b"don\x92t W\x9ARDE W\x9ARDE\n"].concat();
    let repaired = [b"It\x92s fine\n", padding.as_bytes()].concat();
    for (text, is_repaired) in [(left, false), (repaired, true)] {
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), "repair --fix default,legacy-bytes -o b a", b"");
        assert_eq!(found.status == 0, is_repaired, "{}", found.stderr);
        for report in ["--format github", "--format sarif", "--json", "-v"] {
            let found = placemat_in(directory.path(), &format!("check {report} a"), b"");
            assert_eq!(found.text().contains("repair --fix"), is_repaired, "{report}: {}", found.text());
        }
    }
}

/// As pairs of bytes, `£1` is a letter of UTF-1.
#[cfg(feature = "legacy")]
#[test]
fn prices_are_in_windows_1252() {
    let prices: String = (1..10).map(|k| format!("Tea number {k} costs £{k}.50 in the shop\n")).collect();
    for text in
        [&prices, "Item,Price\nTea,£2.50\nCake,£3.20\n", "5 µm\n", "¿Que? ¡Hola!\n", "«Oui», «non».\n"]
    {
        let bytes: Vec<u8> = text.chars().map(|one| u8::try_from(u32::from(one)).unwrap()).collect();
        let directory = directory_with(&[("a", &bytes)]);
        let found = placemat_in(directory.path(), "detect a", b"");
        assert!(found.text().contains("windows-1252"), "{}", found.text());
        let found = placemat_in(directory.path(), "check -e auto a", b"");
        assert_eq!(found.status, 1, "{}", found.text());
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(!found.text().contains("UTF-1,") && !found.text().contains("1250"), "{}", found.text());
        let found = placemat_in(directory.path(), "repair --fix default,legacy-bytes -o - a", b"");
        assert_eq!(found.text(), text);
    }
}

/// Python writes 똠, which the code table of KS X 1001 lacks, as A4 D4 and three letters.
#[cfg(feature = "legacy")]
#[test]
fn korean_of_letters_is_not_converted() {
    let text: &[u8] = b"\xA4\xD4\xA4\xA8\xA4\xC7\xA4\xB1\xB9\xE6\xB0\xA2\xC7\xCF\xB4\xC2 \xC3\xD6\xB1\xE2\xC0\xCE\xC0\xC7 \
        \xBC\xD2\xBC\xB3\xC0\xCC\xB4\xD9. \xB5\xE5\xB6\xF3\xB8\xB6 \xA4\xD4\xA4\xA8\xA4\xC7\xA4\xB1\xB9\xE6\xB0\xA2\xC7\xCF\xB4\xC2 \
        \xC0\xCE\xB1\xE2\xB8\xA6 \xB2\xF8\xBE\xFA\xB4\xD9.\n";
    for times in [1, 3] {
        let text = text.repeat(times);
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), "detect a", b"");
        assert_eq!(found.text(), "a: euc-kr (likely)\n");
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(!found.text().contains("fix:"), "{}", found.text());
        let found = placemat_in(directory.path(), "convert -f auto --in-place a", b"");
        assert_eq!(found.status, 1, "{}", found.stderr);
        assert!(std::fs::read(directory.path().join("a")).unwrap() == text);
    }
}
