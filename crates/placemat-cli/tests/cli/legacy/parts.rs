//! Text in more than one encoding: every command names all of them, and none converts it as a whole.

use std::fs;

use crate::command::{directory_with, encoded, placemat_in, placemat_with};

const RUSSIAN: &str = "строка журнала, привет всем\n";

/// Lines of UTF-8 and of Windows-1251 by turns.
fn by_turns() -> Vec<u8> {
    [RUSSIAN.as_bytes(), &encoded("windows-1251", RUSSIAN)].concat().repeat(6)
}

#[test]
fn lines_by_turns_are_named_and_converted() {
    let directory = directory_with(&[("log", &by_turns())]);
    let looks = "UTF-8, and Windows-1251 in 6 lines";
    let next = "placemat repair --dry-run --legacy-lines windows-1251 log";
    for (command, expected) in [
        ("detect log", vec![looks]),
        ("check log", vec![looks, "строка in Windows-1251", next]),
        ("check --format github log", vec!["line=2,", looks, next]),
        ("check --format sarif log", vec![looks, next]),
        ("check --json log", vec!["the input is UTF-8, and Windows-1251 in 6 lines"]),
        ("convert -f auto log", vec!["log:2:1", "Windows-1251 in 6 lines: placemat check"]),
        ("repair log", vec!["left as it is", looks, next]),
        ("repair --fix all log", vec!["left as it is", looks, next]),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert_eq!(found.status, 1, "{command}: {said}");
        for part in expected {
            assert!(said.contains(part), "{command}: {part:?} is not in {said}");
        }
        assert!(!said.contains("1252") && !said.contains("cut out"), "{command}: {said}");
    }
    let found = placemat_in(directory.path(), next.strip_prefix("placemat ").unwrap(), b"");
    assert_eq!(found.status, 1);
    assert!(found.text().starts_with("log: 24 repairs: lines from windows-1251\n"), "{}", found.text());
    let found = placemat_in(directory.path(), "repair --in-place --legacy-lines windows-1251 log", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert_eq!(fs::read(directory.path().join("log")).unwrap(), RUSSIAN.repeat(12).as_bytes());
}

#[test]
fn a_stream_has_a_command_for_its_lines() {
    let found = placemat_with("check", &by_turns());
    let command = "placemat repair --dry-run --legacy-lines windows-1251 < FILE";
    assert!(found.text().contains(command), "{}", found.text());
    let found = placemat_with("repair --legacy-lines windows-1251", &by_turns());
    assert_eq!((found.status, found.stdout), (0, RUSSIAN.repeat(12).into_bytes()));
}

#[test]
fn lines_in_another_encoding_than_the_one_that_is_named_are_left() {
    let text =
        encoded("windows-1251", &"Широкая электрификация южных губерний даст мощный толчок\n".repeat(9));
    let directory = directory_with(&[("log", &[RUSSIAN.as_bytes(), &text].concat())]);
    let found = placemat_in(directory.path(), "repair --legacy-lines koi8-r --in-place log", b"");
    let said = format!("{}{}", found.text(), found.stderr);
    assert_eq!(found.status, 1, "{said}");
    assert!(said.contains("lines that are not UTF-8 look like windows-1251"), "{said}");
    assert!(said.contains("try --legacy-lines windows-1251"), "{said}");
    let found = placemat_in(directory.path(), "repair --legacy-lines utf-16 log", b"");
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("is for a legacy encoding"), "{}", found.stderr);
}

#[test]
fn a_part_is_named_in_hints_and_for_programs() {
    let czech = "Příliš žluťoučký kůň úpěl ďábelské ódy\n";
    let text = [czech.repeat(9).as_bytes(), &encoded("windows-1250", &czech.repeat(9))].concat();
    let directory = directory_with(&[("log", &text)]);
    let looks = "UTF-8, and Windows-1250 (likely) from line 10 on";
    let next = format!("tail -c +{} log | placemat convert -f windows-1250", 9 * czech.len() + 1);
    for (command, expected) in [
        ("check --format github log", vec!["line=10,", looks, &next]),
        ("check --format sarif log", vec![looks, &next]),
        ("check --json log", vec!["perhaps windows-1250, where they are ří: the input is UTF-8, and"]),
        ("convert -f auto log", vec!["where they are ří", looks, "placemat check"]),
        ("convert -f utf-8 log", vec!["where they are ří", looks, "placemat check"]),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert_eq!(found.status, 1, "{command}: {said}");
        for part in expected {
            assert!(said.contains(part), "{command}: {part:?} is not in {said}");
        }
        assert!(!said.contains("1252"), "{command}: {said}");
    }
}

#[test]
fn both_orders_of_utf_16_are_no_text_in_one() {
    let (first, second) = ("Error in file\r\nand more lines\r\n", "Second file: Größe\r\nand more\r\n");
    for mark in ["", "\u{FEFF}"] {
        let wide = |order: &str, text: &str| encoded(order, &format!("{mark}{text}"));
        let text = [wide("utf-16le", first), wide("utf-16be", second)].concat();
        let directory = directory_with(&[("log", &text)]);
        let looks = "partly UTF-16LE and partly UTF-16BE";
        for command in
            ["detect log", "check log", "check --format github log", "check --json log", "repair log"]
        {
            let found = placemat_in(directory.path(), command, b"");
            let said = format!("{}{}", found.text(), found.stderr);
            assert!(found.status == 1 && said.contains(looks), "{command}: {said}");
            assert!(!said.contains("try -e utf-16"), "{command}: {said}");
        }
        for from in ["auto", "utf-16", "utf-16le", "utf-16be"] {
            for to in ["", " --in-place", " -o out"] {
                let found = placemat_in(directory.path(), &format!("convert -f {from}{to} log"), b"");
                let said = &found.stderr;
                assert!(
                    said.contains(looks) && said.contains("convert each part by itself"),
                    "{from}{to}: {said}"
                );
                let is_read = from != "auto" && to.is_empty();
                assert!(found.status == 1 || is_read, "{from}{to}: {said}");
                assert!(is_read || found.stdout.is_empty(), "{from}{to}");
                assert!(to.is_empty() || !directory.path().join("out").exists(), "{from}{to}: {said}");
            }
        }
        assert_eq!(fs::read(directory.path().join("log")).unwrap(), text);
    }
}

#[test]
fn partly_utf_8_is_not_converted_without_a_name() {
    // Grüße in UTF-8, and größer in Windows-1252.
    let text =
        [&"Grüße aus Köln\n".as_bytes().repeat(3)[..], &b"gr\xF6\xDFer als f\xFCnf\n".repeat(9)].concat();
    let found = placemat_with("convert -f auto", &text);
    if found.status == 0 {
        assert_eq!(
            found.stdout,
            format!("{}{}", "Grüße aus Köln\n".repeat(3), "größer als fünf\n".repeat(9)).as_bytes()
        );
    } else {
        assert!(!String::from_utf8_lossy(&found.stdout).contains('Ã'), "{}", found.stderr);
        assert!(found.stderr.contains("placemat check"), "{}", found.stderr);
    }
}

#[test]
fn few_overlong_characters_are_no_east_asian_text() {
    let text = b"/\xC0\xAE\xC0\xAE/etc\n";
    let directory = directory_with(&[("path", text)]);
    for command in [
        "detect path",
        "check path",
        "check -e auto path",
        "repair path",
        "repair --fix all path",
        "convert -f auto path",
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert!(said.contains("disguised") && !said.to_lowercase().contains("euc"), "{command}: {said}");
        assert!(found.status == 1 || command == "detect path", "{command}: {said}");
    }
}

#[test]
fn pairs_beside_lone_surrogates_are_modified_utf_8() {
    let text = b"\xED\xA0\xBD ok \xED\xA0\xBD\xED\xB8\x80\n";
    let directory = directory_with(&[("string", text)]);
    let found = placemat_in(directory.path(), "check string", b"");
    assert!(found.text().starts_with("string: looks like Modified UTF-8, 2 places\n"), "{}", found.text());
    assert!(placemat_in(directory.path(), "detect string", b"").text().starts_with("string: mutf-8"));
    let found = placemat_in(directory.path(), "check -e wtf-8 string", b"");
    assert!(found.text().starts_with("string: WTF-8 with surrogate pairs, as in CESU-8"), "{}", found.text());
    // The pair is cut at the end.
    let found = placemat_with("convert -f cesu-8", b"abc \xED\xA0\xBD\xED\xB8\x80 \xED\xA1\x82");
    assert!(found.stderr.contains("--on-error replace"), "{}", found.stderr);
    assert!(!found.stderr.contains("lenient"), "{}", found.stderr);
}

#[test]
fn lines_that_are_left_say_why() {
    let line = encoded("windows-1251", RUSSIAN);
    let text =
        [RUSSIAN.as_bytes(), &line, "привет, caf".as_bytes(), b"\xE9\n", RUSSIAN.as_bytes(), &line].concat();
    let directory = directory_with(&[("log", &text)]);
    for fixes in ["", "--fix default,legacy-bytes "] {
        let found =
            placemat_in(directory.path(), &format!("repair {fixes}--legacy-lines windows-1251 log"), b"");
        assert_eq!(found.status, 1, "{}", found.text());
        assert!(found.text().contains("do not repair 1 invalid sequence"), "{}", found.text());
        assert!(
            found.text().contains("hint: lines of which it is unclear what is UTF-8, and"),
            "{}",
            found.text()
        );
        assert!(!found.text().contains("next:"), "{}", found.text());
    }
    for (options, told) in [
        ("--fix legacy --legacy-lines windows-1251 log", "use one of them"),
        ("--legacy-lines iso-2022-jp log", "is for a legacy encoding"),
    ] {
        let found = placemat_in(directory.path(), &format!("repair {options}"), b"");
        assert!(found.status == 2 && found.stderr.contains(told), "{}", found.stderr);
    }
    // No line is named as converted if none is.
    let found = placemat_with("repair --dry-run --legacy-lines windows-1251", b"a\xED\xA0\xBD\xED\xB2\xA9\n");
    assert!(found.text().starts_with("standard input: 1 repair: cesu-8\n"), "{}", found.text());
    // The command that is named is that for the file, whatever its project says.
    fs::write(directory.path().join(".editorconfig"), "root = true\n[*]\ncharset = utf-16le\n").unwrap();
    let text = by_turns();
    fs::write(directory.path().join("log"), &text).unwrap();
    let found = placemat_in(directory.path(), "check --no-config log", b"");
    let next = "placemat repair --dry-run --no-config --legacy-lines windows-1251 log\n";
    assert!(found.text().contains(next), "{}", found.text());
}

/// A line of another program, of few characters, would become other text with the rest.
#[test]
fn text_with_one_line_of_utf_8_is_not_sure() {
    for (name, line, one) in [
        ("windows-1251", "Уважаемые коллеги! Просим вас сохранить документы.\n", "Price: 5 €\n"),
        ("shift_jis", "今日はとても良い天気です。公園で子供たちが遊んでいます。\n", "Regards, Jörg\n"),
        ("gbk", "今天天气很好，孩子们在院子里玩，他们很高兴。\n", "Done 🚀\n"),
        ("ibm866", "Уважаемые коллеги! Просим вас сохранить документы.\n", "deploy 🚀\n"),
        ("gbk", "今天天气很好，孩子们在院子里玩，他们很高兴。\n", "25 °C\n"),
        ("windows-1251", "Уважаемые коллеги! Просим вас сохранить документы.\n", "5 £\n"),
        ("windows-1256", "السلام عليكم ورحمة الله وبركاته، نرحب بكم في الموقع\n", "✅ ok\n"),
    ] {
        let lines = encoded(name, &line.repeat(9));
        let directory = directory_with(&[("a", &lines), ("b", &[&lines, one.as_bytes(), &lines].concat())]);
        let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
        assert!(run("check a").text().contains("(sure)"), "{}", run("check a").text());
        let found = run("check b");
        let next = format!("  next: placemat repair --dry-run --legacy-lines {name} b\n");
        assert!(!found.text().contains("fix:") && found.text().ends_with(&next), "{}", found.text());
        let found = run("convert -f auto --in-place b");
        assert!(found.status == 1 && found.stderr.contains("is UTF-8 in part"), "{}", found.stderr);
        assert_eq!(run(&format!("repair --in-place --legacy-lines {name} b")).status, 0);
        let expected = format!("{0}{one}{0}", line.repeat(9));
        assert_eq!(fs::read(directory.path().join("b")).unwrap(), expected.as_bytes(), "{name}");
    }
}

/// UTF-8 within a line is not encoded twice.
#[test]
fn words_of_utf_8_are_kept_within_lines() {
    for sign in ["€", "→", "🚀", "’", "°", "£", "Jörg"] {
        for (name, rest) in [
            ("windows-1252", "Größe für Müller"),
            ("windows-1250", "příště ještě"),
            ("cp850", "schöne Grüße"),
        ] {
            let line = [format!("10:02 {sign} ").as_bytes(), &encoded(name, rest), b"\n"].concat();
            let text = ["10:01 Jörg\n".as_bytes(), &line].concat();
            let directory = directory_with(&[("a", &text)]);
            let found =
                placemat_in(directory.path(), &format!("repair --in-place --legacy-lines {name} a"), b"");
            assert_eq!(found.status, 0, "{sign} {name}: {}", found.text());
            let expected = format!("10:01 Jörg\n10:02 {sign} {rest}\n");
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), expected.as_bytes(), "{sign} {name}");
        }
    }
}

/// In a word of Thai or Korean, two letters may look like an overlong form.
#[test]
fn letters_within_words_are_no_attack() {
    // Eggs and bread in Windows-874, of which C1 BB would be {.
    let thai = b"\"id\":5, \"name\": \"\xE4\xA2\xE8\", \"city\": \"\xA2\xB9\xC1\xBB\xD1\xA7\"\n";
    let korean =
        ["한글 로그\n".repeat(3).as_bytes(), &encoded("euc-kr", "파일을 찾을 수 없습니다\n")].concat();
    // What attacks hide most is one beside other bytes, too.
    let attack = "Größe für Müller\nGET /".as_bytes();
    let attack = [attack, b"\xE4\xE4\xC0\xBC\xE4\xE4script\n"].concat();
    assert!(!placemat_with("check", &attack).text().contains("gbk"));
    for (text, looks, places) in [
        (&thai[..], "a: looks like Windows-874 (likely)", "ขนมป in Windows-874"),
        (&korean, "a: UTF-8, and EUC-KR (likely) from line 4 on", "rather text in EUC-KR"),
    ] {
        let directory = directory_with(&[("a", text)]);
        for command in ["check a", "check -e auto a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert!(found.text().starts_with(looks) && found.status == 1, "{}", found.text());
            assert!(!found.text().contains("disguised"), "{}", found.text());
        }
        assert!(placemat_in(directory.path(), "check a", b"").text().contains(places));
    }
}

/// Words that are UTF-8 by chance, and what is left of UTF-8, are not taken for the one or the other.
#[test]
fn lines_of_which_it_is_unclear_what_is_utf_8_are_left() {
    for (before, line, name) in [
        ("10:01 Пользователь вошёл\n", encoded("ibm866", "10:02 только путь\n"), "ibm866"),
        ("10:01 Пользователь вошёл\n", encoded("ibm866", "список есть\n"), "ibm866"),
        ("Seçilen dosya açık\n", b"Se\xC3\xA7ilen eylemi \xC3al\xC4\xC5t\xC4r\n".to_vec(), "windows-1254"),
        ("Zpráva o změně\n", b"zpr\xC3va o zm\xC4\x9Bn\xC4\x9B\n".to_vec(), "windows-1250"),
        ("n’avez rien configuré\n", b"n\xE2\x80avez rien configur\xC3\xA9\n".to_vec(), "cp850"),
        ("configuré, autorisé\n", b"configur\xC3\xA9 autoris\xC1\xA9.\n".to_vec(), "cp850"),
        (
            "действительный IP\n",
            b"\xD0\xB8\xD0\xBC\xD1\x8F\xD0\xB8\xD0\xBC\xD1\x8F IP\xF66\n".to_vec(),
            "koi8-r",
        ),
    ] {
        let text = [before.repeat(3).as_bytes(), &line, before.as_bytes()].concat();
        let directory = directory_with(&[("a", &text)]);
        let command = format!("repair --in-place --legacy-lines {name} a");
        let found = placemat_in(directory.path(), &command, b"");
        let now = fs::read(directory.path().join("a")).unwrap();
        let expected =
            [before.repeat(3), String::from_utf8_lossy(&line).into_owned(), before.to_owned()].concat();
        assert!(found.status == 1 && now == text, "{expected}: {}", String::from_utf8_lossy(&now));
    }
    let text = "Gat ekki hlaðið skjalinu, reyndu aftur síðar\n";
    let text = text.repeat(3).replacen("Gat ekki", "Gat\u{0}ekki", 1).into_bytes();
    let text: Vec<u8> = text.into_iter().map(|byte| if byte == 0 { 0xD8 } else { byte }).collect();
    assert!(!placemat_with("check", &text).text().contains("--legacy-lines"));
}

/// A line of Cyrillic or Chinese may have a name that another program wrote.
#[test]
fn names_in_lines_of_another_script_are_converted() {
    for (before, after, name) in
        [("Пользователь ", " вышел\n", "José Peña"), ("用户 ", " 登录系统\n", "Müller")]
    {
        let line = [before.as_bytes(), &encoded("windows-1252", name), after.as_bytes()].concat();
        let text = [before.as_bytes(), after.as_bytes(), &line, before.as_bytes(), after.as_bytes()].concat();
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        let next = "  next: placemat repair --dry-run --legacy-lines windows-1252 a\n";
        assert!(found.text().ends_with(next), "{}", found.text());
        let found = placemat_in(directory.path(), "repair --in-place --legacy-lines windows-1252 a", b"");
        assert_eq!(found.status, 0, "{}", found.text());
        let expected = format!("{before}{after}{before}{name}{after}{before}{after}");
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), expected.as_bytes());
    }
}
