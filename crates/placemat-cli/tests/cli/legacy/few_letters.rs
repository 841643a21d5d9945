//! A name or two in an encoding that is not Windows-1252: no hint says that it is, and no fix takes it for that.

use std::fs;

use crate::command::{directory_with, encoded, placemat_in, placemat_with};

fn source(author: &str) -> String {
    format!(
        "#include <stdio.h>\n/* Author: {author} */\nint main(void) {{\n    printf(\"file not found\\n\");\n    return 0;\n}}\n"
    )
}

/// Names, and the encoding that detection names for a source file with one of them.
const NAMES: [(&str, &str); 12] = [
    ("windows-1250", "Jiří Novák"),
    ("windows-1250", "Petr Dvořák"),
    ("windows-1250", "Erdős Pál"),
    ("windows-1250", "Mihai Păun"),
    ("windows-1250", "Łukasz Wójcik"),
    ("windows-1250", "Grzegorz z Gdańska"),
    ("windows-1250", "Bőr, Tűzoltó"),
    ("windows-1250", "Fülöp, Székesfehérvár, Bőr"),
    ("windows-1254", "Ayşe Yıldız"),
    ("windows-1254", "Gülşen, Uğur, Muğla"),
    ("windows-1257", "Rūta Žukauskaitė"),
    ("windows-1257", "Jānis Bērziņš"),
];

#[test]
fn hints_name_the_encoding_of_the_verdict() {
    for (name, author) in NAMES {
        let directory = directory_with(&[("a.c", &encoded(name, &source(author)))]);
        for command in ["convert a.c -o b.c", "check --format github a.c", "check --json a.c", "check a.c"] {
            let found = placemat_in(directory.path(), command, b"");
            let said = format!("{}{}", found.text(), found.stderr);
            assert_eq!(found.status, 1, "{command}: {said}");
            assert!(
                said.contains(&format!("placemat convert -f {name}")) || command.ends_with("json a.c"),
                "{said}"
            );
            assert!(said.to_lowercase().contains(name), "{said}");
            let is_western = said.contains("indows-1252") || said.contains("legacy-bytes");
            assert!(!is_western, "{author}: {command}: {said}");
        }
    }
}

#[test]
fn bytes_are_not_repaired_as_windows_1252() {
    for (name, author) in NAMES {
        let (directory, text) = (directory_with(&[]), encoded(name, &source(author)));
        fs::write(directory.path().join("a.c"), &text).unwrap();
        let found = placemat_in(directory.path(), "repair --fix legacy-bytes --in-place a.c", b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert_eq!((found.status, fs::read(directory.path().join("a.c")).unwrap()), (1, text), "{said}");
        assert!(said.contains(&format!("placemat convert -f {name} --in-place converts it")), "{said}");
    }
}

/// What has no letter in a word, and what stands beside UTF-8, the user knows better.
#[test]
fn western_names_and_signs_are_repaired() {
    for author in ["Jürgen Müller", "François Lefèvre", "José Núñez", "João Simões", "Åsa Öberg", "Søren Ærø"]
    {
        let text = encoded("windows-1252", &source(author));
        let found = placemat_with("repair --fix legacy-bytes -o -", &text);
        assert_eq!(
            (found.status, found.stdout),
            (0, source(author).into_bytes()),
            "{author}: {}",
            found.stderr
        );
    }
    let mixed = [source("Jürgen Müller").into_bytes(), encoded("windows-1250", "Pál Erdős\n")].concat();
    let found = placemat_with("repair --fix legacy-bytes -o -", &mixed);
    assert_eq!(found.status, 0, "{}", found.stderr);
}

/// Of text in a legacy encoding, no hint is that something was cut out, and none to write U+FFFD.
#[test]
fn the_only_hint_is_about_the_whole() {
    for (name, author) in
        [("windows-1251", "Иван Петров"), ("windows-1253", "Νίκος"), ("windows-1250", "Tomáš Dvořák")]
    {
        let directory = directory_with(&[("a.c", &encoded(name, &source(author)))]);
        let found = placemat_in(directory.path(), "convert a.c -o b.c", b"");
        let hint = format!("try placemat convert -f {name}\n");
        assert!(found.status == 1 && found.stderr.ends_with(&hint), "{}", found.stderr);
    }
}

/// ð and þ are š and ž in Windows-1257, đ and ţ in Windows-1250, and ğ and ş in Windows-1254.
#[test]
fn names_show_their_language() {
    for (name, text) in [
        ("windows-1252", "/* Höfundur: Þórður */\nprintf(\"Skrá fannst ekki\\n\");\n"),
        ("windows-1252", "Nafn;Staður\r\nÞórunn;Ísafjörður\r\nGuðrún;Höfn\r\n"),
        ("windows-1257", "Nimi;Tänav;Linn\r\nJüri Õunapuu;Pärnu mnt 5;Tallinn\r\nŽanna;Sõpruse 3;Tartu\r\n"),
        ("windows-1257", "id,name,amount\n1,Jānis,12.50\n3,Bērziņš,9.00\n"),
        ("windows-1252", "id;name;city\r\n1;José;González\r\n2;Núñez;Pérez\r\n"),
        ("windows-1254", "id;name;city\r\n1;Çağlar;Muğla\r\n2;Uğur;Muğla\r\n"),
        ("windows-1252", "Enw;Tref\r\nSiân;Ynys Môn\r\nTy;Y Fenni – £5\r\n"),
    ] {
        let found = placemat_with("detect -", &encoded(name, text));
        assert!(found.text().starts_with(&format!("standard input: {name} (")), "{}", found.text());
    }
}

/// Text that is likely in a legacy encoding is not converted from UTF-16, and text in UTF-16 without spaces is.
#[test]
fn likely_text_is_not_read_in_units_of_two_bytes() {
    let table = "Имя;Улица;Город;Сумма\r\nИван;Ленина 5;Москва;1200 руб.\r\nОльга;Садовая 7;Новосибирск;3000 руб.\r\n";
    let table = encoded("windows-1251", table);
    let directory = directory_with(&[("ru.csv", &table[..table.len() & !1])]);
    for from in ["utf-16", "utf-16be", "utf-32le", "ucs-2le"] {
        let found = placemat_in(directory.path(), &format!("convert -f {from} --in-place ru.csv"), b"");
        let is_refused = found.status == 1 && found.stderr.contains("looks like windows-1251, not ");
        assert!(is_refused, "{from}: {}", found.stderr);
    }
    for text in ["人们的生活水平不断提高没有人问这个问题", "학교에서공부를하고집에돌아왔다그리고저녁을먹었다"]
    {
        for to in ["utf-16le", "utf-16be"] {
            let directory = directory_with(&[("a", &encoded(to, text))]);
            let found = placemat_in(directory.path(), &format!("convert -f {to} --in-place a"), b"");
            assert_eq!(found.status, 0, "{}", found.stderr);
        }
    }
}

/// Some pairs of Ukrainian letters of KOI8-U look like overlong letters.
#[test]
fn pairs_of_ukrainian_letters_are_no_attack() {
    let directory = directory_with(&[("k", &encoded("koi8-u", "Київ, Україна\n"))]);
    for command in ["check k", "detect k", "repair k"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().to_lowercase().contains("koi8-u (likely)"), "{command}: {}", found.text());
    }
}

/// What a few words look like in an encoding of another language or script is at most perhaps what they are.
#[test]
fn few_words_are_not_likely_in_another_encoding() {
    for (name, text) in [
        ("windows-1251", "работу с базой"),
        ("windows-1251", "<li>на на</li>"),
        ("windows-1253", "όνομα. η"),
        ("windows-1256", "يرجى بسبب"),
        ("shift_jis", "msg.0=十分\nmsg.1=機能の予定"),
        ("windows-1250", "Řidič čtyři jako za"),
        ("windows-1257", "ja täname mõistmise eest Žanr šokolaad jõgi öö"),
        ("windows-1257", "par klienti, par dēļ. ķieģelis, sapratni. un Cienījamie"),
        ("iso-8859-4", "labas pasauli įprastu, ištrinti, rodyti viską, ačiū už lietuvių kalbą"),
        ("gbk", "/* 价格 你好 */"),
        ("iso-8859-15", "Täna, šokolaad, Kambodža, mõte"),
        ("windows-1251", "обриши Београд"),
    ] {
        let found = placemat_with("detect -", &encoded(name, &format!("{text}\n")));
        let verdict = found.text().to_lowercase();
        let is_right = verdict.starts_with(&format!("standard input: {name} ("));
        assert!(
            is_right || !verdict.contains("(likely)") && !verdict.contains("(sure)"),
            "{text}: {verdict}"
        );
    }
    // Příliš žluťoučký kůň úpěl ďábelské ódy, in Mac Latin 2.
    let mac = b"P\xDE\x92li\xE4 \xEClu\xE9ou\x8Bk\xF9 k\xF3\xCB \xF3p\x9El \x93\x87belsk\x8E \x97dy\n";
    let found = placemat_with("detect -", mac);
    assert!(!found.text().contains("(likely)") && !found.text().contains("(sure)"), "{}", found.text());
}

/// `check` names no encoding with more confidence than `detect`.
#[test]
fn one_letter_is_no_encoding() {
    let text = encoded("windows-1257", "2023-01-02 12:00 [info] įprastu done\n");
    assert!(placemat_with("detect -", &text).text().contains("windows-1252 (perhaps)"));
    let found = placemat_with("check -", &text);
    let is_hedged = found.text().contains(": not UTF-8: a legacy encoding, such as Windows-1252, 1 place");
    assert!(is_hedged, "{}", found.text());
}
