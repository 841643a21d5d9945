//! Text in code pages of DOS: what it is taken for, and what is proposed.

use std::fs;

use crate::command::{directory_with, encoded, placemat_in, placemat_with};

/// Letters of DOS within words in Latin script, each of which would begin a pair of bytes in Shift_JIS.
#[test]
fn letters_of_dos_are_not_pairs_of_bytes() {
    let hungarian = b"\xB5rv\xA1zt\xFBr\x8B t\x81k\x94rf\xA3r\xA2g\x82p.\n\x8Aszint\x82n \x94r\x81l\x94k.\n";
    let found = placemat_with("check", hungarian);
    assert!(found.text().contains("perhaps CP852, "), "{}", found.text());
    let japanese = encoded("shift_jis", "Windowsのアプリはiphone用app版もある。\nテストtestの例\n");
    let found = placemat_with("check", &japanese);
    assert!(found.text().contains("looks like Shift_JIS"), "{}", found.text());
}

/// Single words, and degrees after a space, which would be pairs of bytes, too.
#[test]
fn few_letters_of_dos_are_not_pairs_of_bytes() {
    for text in ["rem répertoire créé\r\ncd ..\r\n", "Öl", "20 °C", "Temperatur: 20 °C", "café crème"]
    {
        let found = placemat_with("detect", &encoded("cp850", text));
        assert_eq!(found.text(), "standard input: cp850 (perhaps)\n", "{text}");
    }
    for (name, text) in [
        ("shift_jis", "今日はとても良い天気です。aを使う。PCのjs設定"),
        ("gbk", "js没有 bug修复"),
        ("big5", "js沒有 bug修復"),
    ] {
        let found = placemat_with("detect", &encoded(name, text));
        assert_eq!(found.text(), format!("standard input: {name} (likely)\n"), "{text}");
    }
}

/// As of a log to which a program in the console of Windows writes, too.
#[test]
fn lines_of_dos_among_others_have_a_command() {
    let lines = |k: usize| match k {
        5 | 12 | 20 => encoded("cp850", "résumé reçu à l'hôtel, déjà payé\n"),
        _ => format!("{k}: café ouvert – après midi\n").into_bytes(),
    };
    let log: Vec<u8> = (0..30).flat_map(lines).collect();
    let directory = directory_with(&[("log", &log)]);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let found = run("check log");
    assert!(
        found.text().starts_with("log: UTF-8, and perhaps CP850 in 3 lines, 24 places\n"),
        "{}",
        found.text()
    );
    let next = "placemat repair --dry-run --legacy-lines cp850 log";
    assert!(found.text().ends_with(&format!("  next: {next}\n")), "{}", found.text());
    assert!(run(&next["placemat ".len()..]).text().contains("lines from CP850"));
    assert_eq!(run("repair --in-place --legacy-lines cp850 log").status, 0);
    let text = String::from_utf8(fs::read(directory.path().join("log")).unwrap()).unwrap();
    assert_eq!(text.matches("résumé reçu à l'hôtel, déjà payé\n").count(), 3);
}

/// Frames and rulers are left out when the encoding is detected.
#[test]
fn text_of_dos_with_frames_is_named() {
    let ruler = "─".repeat(70);
    for (name, text) in [
        ("cp850", "┌──────┐\r\n│ Menü │\r\n└──────┘\r\n".to_owned()),
        ("cp850", "╔════════╗\n║ Müller ║\n╚════════╝\n".to_owned()),
        ("cp850", format!("Größe der Tür\nschöne Grüße\n{ruler}\nEnde für heute\n")),
        ("cp852", "╔═════════╗\n║ Źródło  ║\n╠═════════╣\n║ źdźbła ż║\n╚═════════╝\n".to_owned()),
        ("ibm866", format!("Привет мир\nКак дела\n{ruler}\n")),
        ("ibm866", "╔═════════╗\n║ Привет  ║\n╚═════════╝\n".to_owned()),
        ("cp437", "┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n".to_owned()),
    ] {
        let directory = directory_with(&[("a", &encoded(name, &text))]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().ends_with(&format!("next: placemat convert -f {name} a\n")), "{}", found.text());
        assert_eq!(placemat_in(directory.path(), &format!("convert -f {name} a"), b"").text(), text);
        assert_eq!(placemat_in(directory.path(), "detect a", b"").text(), format!("a: {name} (perhaps)\n"));
    }
}

/// The lines of a frame are Thai letters in Windows-874, and there are many of them.
#[test]
fn russian_in_a_long_frame_is_not_thai() {
    let lines =
        ["Марс четвёртая по удалённости", "от Солнца и седьмая по размеру", "планета Солнечной системы"];
    let ruler = "═".repeat(40);
    let rows: String = lines.iter().map(|line| format!("║ {line:38} ║\n")).collect();
    let bytes = encoded("ibm866", &format!("╔{ruler}╗\n{rows}╚{ruler}╝\n"));
    let found = placemat_with("detect", &bytes);
    assert_eq!(found.text(), "standard input: ibm866 (perhaps)\n");
}

#[test]
fn turkish_of_dos_is_named() {
    let text = "Sayın müşterimiz, siparişiniz hazırdır. Teşekkürler\r\n";
    let found = placemat_with("check", &encoded("cp857", text));
    assert!(found.text().ends_with("next: placemat convert -f cp857 < FILE\n"), "{}", found.text());
}

/// What is UTF-8 already would be encoded again.
#[test]
fn text_of_dos_with_utf_8_is_not_converted_as_a_whole() {
    let dos =
        b"S\xC6o Paulo \x82 uma cidade, n\xC6o h\xA0 a\x87\xA3car, amanh\xC6 voc\x88 ter\xA0\n".repeat(9);
    for (utf_8, is_converted) in [("", true), ("Não há açúcar em São Paulo\n", false), ("São Paulo\n", false)]
    {
        let directory = directory_with(&[("a", &[&dos.repeat(4)[..], utf_8.as_bytes()].concat())]);
        for command in ["check a", "check -e auto a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert_eq!(
                found.text().contains("convert -f cp850"),
                is_converted,
                "{command}: {}",
                found.text()
            );
        }
    }
}

#[test]
fn prices_and_degrees_of_dos_are_named() {
    for (bytes, read) in [
        (&b"Widget  \x9C5.00\n"[..], "Widget  £5.00\n"),
        (b"Total: \x9C45.00 at 20\xF8C\n", "Total: £45.00 at 20°C\n"),
        (b"Oven 180\xF8C\n", "Oven 180°C\n"),
    ] {
        let found = placemat_with("check", bytes);
        assert!(found.text().ends_with("  next: placemat convert -f cp850 < FILE\n"), "{}", found.text());
        assert_eq!(placemat_with("convert -f cp850", bytes).text(), read);
    }
}

#[test]
fn what_only_looks_like_frames_is_none() {
    let binary: Vec<u8> = (1..=255).chain([b'\n']).chain([0xCD; 32]).chain([b'\n']).collect();
    assert_eq!(placemat_with("detect", &binary).text(), "standard input: not text in any known encoding\n");
    let thai = [&[0xCD; 11][..], b"\n\xB4\xD5\xC1\xD2\xA1\n"].concat();
    assert!(placemat_with("detect", &thai).text().starts_with("standard input: windows-874 "));
    for text in [&[0xCD; 12][..], b"\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\xCD\n\xC4\xC1\n"] {
        let found = placemat_with("detect", text);
        assert!(!found.text().contains("cp437"), "{}", found.text());
    }
    let mixed = b"\xD5\xCD\xCD\xCD\xCD\xCD\xCD\xB8\n\xB3 Menu \xB3\n\xD4\xCD\xCD\xCD\xCD\xCD\xCD\xBE\n";
    assert_eq!(placemat_with("detect", mixed).text(), "standard input: cp437 (perhaps)\n");
}

/// Programs of DOS end a text with it.
#[test]
fn a_last_control_z_is_no_control() {
    let german = "Sehr geehrter Herr Müller,\r\nvielen Dank für Ihr Schreiben.\r\n";
    let russian = "Уважаемый господин Петров! Сообщаем вам о поставке.\r\n".repeat(3);
    for (name, text, expected) in [
        ("cp850", german, "cp850 (perhaps)"),
        ("ibm866", &russian, "ibm866 (sure)"),
        ("gbk", &"今天天气很好，孩子们在院子里玩，他们很高兴。\r\n".repeat(3), "gbk (sure)"),
    ] {
        for end in [1, 100] {
            let bytes = [&encoded(name, text)[..], &[0x1A; 100][..end]].concat();
            let found = placemat_with("detect", &bytes);
            assert_eq!(found.text(), format!("standard input: {expected}\n"), "{end}");
            let found = placemat_with("check", &bytes);
            assert!(found.text().contains(&format!("placemat convert -f {name}")), "{}", found.text());
        }
    }
}

#[test]
fn lines_of_dos_may_have_words_of_one_letter() {
    for line in [b"10:01 acc\x8As \x85 la cl\x82\n".as_slice(), b"r\x82seau \x85 Paris\n"] {
        let found = placemat_with("check", &["10:00 connecté\n".as_bytes(), line].concat());
        assert!(found.text().contains("--legacy-lines cp850"), "{}", found.text());
    }
}
