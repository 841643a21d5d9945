//! Text beyond ASCII that begins after what detection reads of a long file, and commands that agree about it.

use std::fs;

use super::{TEXTS, Text};
use crate::command::{directory_with, encoded, placemat_in, placemat_with};

const RUSSIAN: &str = "Уважаемые коллеги! Просим вас сохранить документы и завершить работу.\n";

/// More ASCII than detection reads.
fn plain() -> String {
    (0..30_000)
        .fold(String::new(), |text, k| text + &format!("INFO request {k} handled in 12 ms, status 200\n"))
}

#[test]
fn all_commands_name_the_encoding() {
    let plain = plain();
    let directory =
        directory_with(&[("log", &[plain.as_bytes(), &encoded("windows-1251", RUSSIAN)].concat())]);
    for (command, expected) in [
        ("check log", "looks like Windows-1251 (sure)"),
        ("check -e auto log", "looks like Windows-1251 (sure)"),
        ("check --format github log", "looks like Windows-1251 (sure)"),
        ("check --json log", r#""looks_like":{"encoding":"windows-1251","confidence":"sure"}"#),
        ("detect --whole log", "log: windows-1251 (sure)"),
        ("repair --fix all log", "looks like windows-1251 (sure)"),
        ("repair --fix default,legacy --dry-run log", "legacy, from windows-1251"),
        ("convert -f auto -o out log", "read as windows-1251 (sure)"),
        (
            "convert -f windows-1252 --in-place log",
            "looks like windows-1251, not windows-1252; not converted",
        ),
        ("convert -f windows-1252 -o out2 log", "looks like windows-1251, not windows-1252; not converted"),
        (
            "convert -f windows-1252 --fail-on-loss log",
            "looks like windows-1251, not windows-1252; not converted",
        ),
        ("convert -f windows-1252 log", "warning: log: looks like windows-1251, not windows-1252"),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert!(said.contains(expected), "{command}: {}", said.lines().last().unwrap_or_default());
        assert!(!said.contains("cut out") && !said.contains("--on-error"), "{command}");
    }
    let out = fs::read(directory.path().join("out")).unwrap();
    assert_eq!(out, (plain + RUSSIAN).into_bytes());
    assert!(!directory.path().join("out2").exists());
}

#[test]
fn utf_16_is_found_there() {
    let directory = directory_with(&[("log", &[plain().as_bytes(), &encoded("utf-16le", RUSSIAN)].concat())]);
    for (command, expected, status) in [
        ("detect --whole log", "log: partly UTF-16 and partly ASCII\n", 1),
        ("check -e auto log", "log: partly UTF-16 and partly ASCII: convert each part by itself\n", 1),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().starts_with(expected), "{command}: {}", found.text());
        assert_eq!(found.status, status, "{command}");
    }
}

#[test]
fn parts_are_found_there_too() {
    let western = "Größe geprüft, Übergabe möglich\n";
    let text = [plain().as_bytes(), western.as_bytes(), &encoded("windows-1252", western)].concat();
    let japanese = "ファイルが見つかりません。後でもう一度お試しください。\n";
    let long =
        [format!("журнал {japanese}").repeat(9000).as_bytes(), &encoded("shift_jis", japanese).repeat(900)]
            .concat();
    let directory = directory_with(&[("log", &text), ("long", &long)]);
    for (command, expected) in [
        ("convert -f windows-1252 --fail-on-loss log", "looks like UTF-8 in part"),
        ("convert -f windows-1252 -o out log", "looks like UTF-8 in part"),
        ("detect --whole log", "partly UTF-8, and partly perhaps Windows-1252"),
        ("detect --whole long", "UTF-8, and Shift_JIS from line 9001 on"),
        ("check --max-errors 3 long", "UTF-8, and Shift_JIS from line 9001 on"),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert_eq!(found.status, 1, "{command}: {said}");
        assert!(said.contains(expected), "{command}: {}", said.lines().last().unwrap_or_default());
    }
    let found = placemat_in(directory.path(), "check --max-errors 3 long", b"");
    let start = 9000 * format!("журнал {japanese}").len();
    let next = format!("tail -c +{} long | placemat convert -f shift_jis; }} > FIXED", start + 1);
    assert!(found.text().contains(&next), "{}", found.text());
}

#[test]
fn a_fallback_is_not_used_for_what_is_surely_another_encoding() {
    let directory = directory_with(&[("ru", &encoded("windows-1251", RUSSIAN))]);
    for options in ["-o out ru", "--fail-on-loss ru", "--in-place ru"] {
        let found =
            placemat_in(directory.path(), &format!("convert -f utf-8-or-windows-1252 {options}"), b"");
        assert_eq!((found.status, found.stdout.len()), (1, 0), "{options}: {}", found.stderr);
        assert!(
            found.stderr.contains("looks like windows-1251, not utf-8-or"),
            "{options}: {}",
            found.stderr
        );
    }
    let found = placemat_in(directory.path(), "convert -f utf-8-or-windows-1252 ru", b"");
    assert!(found.stderr.starts_with("placemat: warning: ru: looks like windows-1251"), "{}", found.stderr);
    assert!(!directory.path().join("out").exists());
}

#[test]
fn letters_of_the_rest_say_which_encoding_lines_are_in() {
    let line = |text: &str| encoded("windows-1250", text);
    let czech = [
        "Příští týden otevřeno\n".as_bytes(),
        &line("kůň\n"),
        "Děkujeme za pochopení\n".as_bytes(),
        &line("Řidič přivezl řepy\n"),
        "těšíme se\n".as_bytes(),
    ]
    .concat();
    let spanish =
        [&encoded("windows-1252", "¡Hola, señor!\nMañana cerramos.\n"), "Mañana, corazón.\n".as_bytes()]
            .concat();
    let mixed = ["Имя: Анна\n".as_bytes(), &encoded("windows-1252", "name: café crème, Müller\n")].concat();
    for (text, name, lines, truth) in [
        (
            czech,
            "windows-1250",
            "2 lines",
            "Příští týden otevřeno\nkůň\nDěkujeme za pochopení\nŘidič přivezl řepy\ntěšíme se\n",
        ),
        (spanish, "windows-1252", "2 lines", "¡Hola, señor!\nMañana cerramos.\nMañana, corazón.\n"),
        (mixed, "windows-1252", "1 line", "Имя: Анна\nname: café crème, Müller\n"),
    ] {
        let directory = directory_with(&[("a", &text)]);
        let looks = format!("UTF-8, and perhaps {} in {lines}", name.replacen('w', "W", 1));
        let next = format!("placemat repair --dry-run --legacy-lines {name} a");
        for command in ["check a", "repair a", "repair --fix all a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert!(
                found.text().contains(&looks) && found.text().contains(&next),
                "{command}: {}",
                found.text()
            );
        }
        let found = placemat_in(directory.path(), &format!("repair --legacy-lines {name} -o - a"), b"");
        assert_eq!((found.status, found.text()), (0, truth));
    }
}

#[test]
fn what_is_no_text_in_one_encoding_is_named_and_has_a_command() {
    let framed = |text: &str| [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
    let strings: Vec<u8> =
        (0..20).flat_map(|k| [framed(&format!("имя {k}")), framed("x")].concat()).collect();
    let pairs = framed("имя")
        .into_iter()
        .chain(*b"\0\x0Buser \xED\xA0\xBD\xED\xB8\x80")
        .collect::<Vec<u8>>()
        .repeat(20);
    let wide = encoded(
        "utf-16le",
        "\u{FEFF}Madame, été à la crème\nDès réception, veuillez vérifier\nÉlise Lefèvre\n",
    );
    let jpeg =
        [b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01".as_slice(), &b"\xC0\xAF\xFF\x01\x80\xD9\xE8".repeat(99)]
            .concat();
    let directory =
        directory_with(&[("strings", &strings), ("pairs", &pairs), ("wide", &wide), ("jpeg", &jpeg)]);
    for (command, expected) in [
        ("detect pairs", "strings of Java's writeUTF (placemat strings lists them)"),
        ("check pairs", "looks like strings of Java's writeUTF: "),
        ("check --max-errors 1 pairs", "next: placemat strings pairs\n"),
        ("strings strings", "2      0  \"имя 0\"\n"),
        ("strings pairs", "\"user 😀\"\n"),
        ("strings --json pairs", r#""container":"writeutf","index":0,"offset":2,"#),
        ("check wide", "fix:  placemat convert --in-place -f utf-16 wide\n"),
        ("check --max-errors 1 jpeg", "jpeg: looks like a JPEG image, not text"),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        let said = format!("{}{}", found.text(), found.stderr);
        assert!(said.contains(expected), "{command}: {expected:?} is not in {said}");
    }
    let piped = placemat_with("check", &wide);
    assert!(piped.text().contains("looks like UTF-16: "), "{}", piped.text());
    let found = placemat_in(directory.path(), "convert --in-place -f utf-16 wide", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
}

#[test]
fn text_that_was_encoded_three_times_is_left_to_repair() {
    let twice =
        placemat_with("convert -t double-utf-8-cp1252", "Größe geprüft, fünf Stück\n".as_bytes()).stdout;
    let text = placemat_with("convert -f windows-1252", &twice).stdout;
    let directory = directory_with(&[("a", &text)]);
    let found = placemat_in(directory.path(), "detect a", b"");
    assert!(found.text().contains("encoded more than twice"), "{}", found.text());
    for command in ["convert -f auto a", "convert -f auto --in-place a"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.stderr.contains("placemat repair undoes all of it"), "{command}: {}", found.stderr);
    }
    let found = placemat_in(directory.path(), "repair -o - a", b"");
    assert_eq!((found.status, found.text()), (0, "Größe geprüft, fünf Stück\n"));
}

#[test]
fn a_file_becomes_what_its_project_says() {
    let config = b"root = true\n[*.rc]\ncharset = utf-16le\n";
    let directory = directory_with(&[(".editorconfig", &config[..]), ("a.rc", "Größe\n".as_bytes())]);
    let found = placemat_in(directory.path(), "check a.rc", b"");
    let command = "placemat convert --in-place -t utf-16le a.rc";
    assert!(
        found.text().contains(&format!("note: {command} makes it what .editorconfig names")),
        "{}",
        found.text()
    );
    let found = placemat_in(directory.path(), command.strip_prefix("placemat ").unwrap(), b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    assert_eq!(placemat_in(directory.path(), "check a.rc", b"").status, 0);
}

#[test]
fn a_beginning_that_is_not_seen_is_no_part() {
    let line = encoded("windows-1251", RUSSIAN);
    let text =
        [RUSSIAN.repeat(3).as_bytes(), plain().as_bytes(), &line.repeat(6), RUSSIAN.repeat(6).as_bytes()]
            .concat();
    let directory = directory_with(&[("log", &text)]);
    for command in ["check --max-errors 1 log", "detect --whole log"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(!found.text().contains("up to line"), "{command}: {}", found.text());
        assert!(!found.text().contains("head -c"), "{command}: {}", found.text());
    }
    // What follows is a part, too.
    let wide = encoded("utf-16le", &format!("\u{FEFF}{}", plain()));
    let parts = ["Größe\n".repeat(40).as_bytes(), &wide, b"appended by another program\n"].concat();
    fs::write(directory.path().join("log"), parts).unwrap();
    let found = placemat_in(directory.path(), "check log", b"");
    let next = format!(
        "next: {{ head -c 320 log; tail -c +321 log | head -c {} | placemat convert -f utf-16; tail -c +{} log; }}",
        wide.len(),
        wide.len() + 321
    );
    assert!(found.status == 1 && found.text().contains(&next), "{}", found.text());
}

#[test]
fn long_utf_16_is_no_list_of_strings() {
    let text = "Hello world, this is plain text in a long file.\n".repeat(18_000);
    for name in ["utf-16le", "utf-16be"] {
        let wide = encoded(name, &text);
        let directory = directory_with(&[("a", &wide)]);
        assert_eq!(
            placemat_in(directory.path(), "detect a", b"").text(),
            format!("a: {name} (in its first 1 MiB)\n")
        );
        let found = placemat_in(directory.path(), "convert -f auto a", b"");
        assert!(found.status == 0 && found.stdout == text.as_bytes(), "{name}: {}", found.stderr);
    }
    // Strings that end too soon.
    let strings = b"\0\x0Aa\xC0\x80b\xED\xA0\xBD\xED\xB8\x80".repeat(20);
    let directory = directory_with(&[("s", &strings[..strings.len() - 2])]);
    let found = placemat_in(directory.path(), "strings s", b"");
    assert!(found.status == 1 && found.stderr.contains("the file ends within string 19"), "{}", found.stderr);
}

#[test]
fn a_long_line_and_a_hole_cost_no_time() {
    let line = encoded("windows-1251", RUSSIAN);
    let text = [plain().replace('\n', " ").as_bytes(), b"\n", &line].concat();
    let directory = directory_with(&[("a", &text)]);
    for command in ["check a", "detect --whole a", "repair --fix default,legacy a"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().to_lowercase().contains("windows-1251"), "{command}: {}", found.text());
    }
    let file = fs::OpenOptions::new().append(true).open(directory.path().join("a")).unwrap();
    fs::write(directory.path().join("a"), plain()).unwrap();
    if file.set_len(1 << 35).is_ok() {
        let begin = std::time::Instant::now();
        placemat_in(directory.path(), "detect --whole a", b"");
        placemat_in(directory.path(), "check -e auto --max-errors 1 a", b"");
        assert!(begin.elapsed().as_secs() < 60);
    }
}

#[test]
fn one_line_of_utf_8_at_the_end_of_a_long_file_is_seen() {
    for (name, line, end) in [
        ("gbk", "今天天气很好，我们去公园散步吧。\n", "处理完成\n"),
        ("windows-1255", "שלום עולם, הקובץ לא נמצא, אנא נסה שוב\n", "שלום"),
    ]
    .into_iter()
    .step_by(placemat_random::stride(2))
    {
        let line = encoded(name, line);
        let text = [line.repeat((1 << 20) / line.len() + 9), end.into()].concat();
        let directory = directory_with(&[("log", &text)]);
        for command in [
            "check log",
            "check -e auto log",
            "detect --whole log",
            "convert -f auto --in-place log",
            "repair --in-place --fix default,legacy log",
        ] {
            let found = placemat_in(directory.path(), command, b"");
            let said = format!("{}{}", found.text(), found.stderr);
            assert_eq!(found.status, 1, "{command}: {said}");
            assert!(!said.contains("(sure)") && !said.contains("fix:"), "{command}: {said}");
        }
        assert!(fs::read(directory.path().join("log")).unwrap() == text, "{name}");
        let found = placemat_in(directory.path(), "detect log", b"");
        assert!(found.text().ends_with(", in its first 1 MiB)\n"), "{}", found.text());
    }
}

/// Detection reads ASCII only, and later there is something else.
#[test]
fn utf_16_after_long_ascii_has_a_command() {
    let wide = encoded("utf-16le", &"Schritt: Größe der Tür\r\n".repeat(20));
    let directory = directory_with(&[("log", &[plain().as_bytes(), &wide].concat())]);
    for command in ["check --max-errors 1 log", "check -e auto --max-errors 1 log"] {
        let found = placemat_in(directory.path(), command, b"");
        let parts = format!("{{ head -c {0} log; tail -c +{1} log | ", plain().len(), plain().len() + 1);
        assert!(found.text().contains(&parts), "{command}: {}", found.text());
        assert!(!found.text().contains("fix:"), "{command}: {}", found.text());
    }
}

#[test]
fn what_is_perhaps_in_an_encoding_after_ascii_is_not_called_damaged() {
    let russian = encoded("windows-1251", &"Съешь ещё этих мягких французских булок\n".repeat(40));
    let directory = directory_with(&[("log", &[plain().as_bytes(), &russian].concat())]);
    let found = placemat_in(directory.path(), "convert -f auto --in-place log", b"");
    assert!(found.status == 1 && !found.stderr.contains("--on-error"), "{}", found.stderr);
    assert!(found.stderr.contains("windows-1251"), "{}", found.stderr);
}

#[test]
fn the_parts_of_a_long_log_have_a_command() {
    for (name, line, end) in [
        ("gbk", "今天天气很好，我们去公园散步吧。\n", "处理完成：今天没有错误，一切正常。\n"),
        ("shift_jis", "ファイルが見つかりません。後でもう一度。\n", "完了しました。エラーはありません。\n"),
        ("windows-1251", RUSSIAN, "Завершено без ошибок\n"),
    ]
    .into_iter()
    .step_by(placemat_random::stride(3))
    {
        let bytes = ["plain ".repeat(150).as_bytes(), b"\n", &encoded(name, line)].concat();
        let count = (3 << 19) / bytes.len();
        let first = bytes.repeat(count);
        for last in [end.repeat(40), end.repeat(40_000)] {
            let text = [&first[..], last.as_bytes()].concat();
            let directory = directory_with(&[("log", &text)]);
            let looks = format!("up to line {}, then UTF-8", 2 * count);
            let command = format!(
                "{{ head -c {} log | placemat convert -f {name}; tail -c +{} log; }} > FIXED",
                first.len(),
                first.len() + 1
            );
            for arguments in ["check log", "check --max-errors 3 log", "detect --whole log"] {
                let found = placemat_in(directory.path(), arguments, b"");
                assert!(found.text().contains(&looks), "{name}, {arguments}: {}", found.text());
                let has_command = found.text().contains(&command);
                assert!(has_command || !arguments.starts_with("check"), "{name}: {}", found.text());
            }
            let found = placemat_in(directory.path(), "check -e auto log", b"");
            assert!(found.text().contains("next: placemat check -e utf-8 log"), "{name}: {}", found.text());
        }
        // There is UTF-8 before or within the first part, or something else after the second.
        let end = end.repeat(40);
        for text in [
            [end.as_bytes(), &first, end.as_bytes()].concat(),
            [&first[..], "Да, так: 对，是的\n".as_bytes(), &first, end.as_bytes()].concat(),
            [&first[..], end.repeat(40_000).as_bytes(), &bytes].concat(),
        ] {
            let directory = directory_with(&[("log", &text)]);
            let found = placemat_in(directory.path(), "check --max-errors 3 log", b"");
            assert!(found.status == 1 && !found.text().contains("FIXED"), "{name}: {}", found.text());
        }
    }
}

/// A list of all letters of the first part would hide what the parts are.
#[test]
fn a_long_list_of_places_is_left_out_if_the_parts_are_known() {
    let line = encoded("windows-1251", RUSSIAN);
    let count = (3 << 19) / line.len();
    let text = [line.repeat(count), "Завершено без ошибок\n".repeat(40).into_bytes()].concat();
    let directory = directory_with(&[("log", &text)]);
    let found = placemat_in(directory.path(), "check log", b"");
    let looks = format!("log: Windows-1251 up to line {count}, then UTF-8\n  next: {{ head -c ");
    assert!(found.text().starts_with(&looks) && found.text().lines().count() == 2, "{}", found.text().len());
}

#[test]
fn a_conversion_says_that_the_end_of_a_long_text_is_utf_8() {
    let line = encoded("windows-1251", RUSSIAN);
    let text = [line.repeat((1 << 20) / line.len() + 9), "Завершено\n".repeat(3).into()].concat();
    let directory = directory_with(&[("log", &text)]);
    for (command, is_written) in [
        ("convert -f windows-1251 -o out log", false),
        ("convert -f auto -o out log", false),
        ("convert -f auto log", false),
        ("convert -f windows-1251 --fail-on-loss log", false),
        ("convert -f windows-1251 log", true),
    ] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.stderr.contains("UTF-8 in part"), "{command}: {}", found.stderr);
        assert_eq!(found.stdout.is_empty(), !is_written, "{command}: {}", found.stderr);
        assert!(!directory.path().join("out").exists());
    }
}

#[test]
fn a_long_stream_is_not_known_by_its_beginning() {
    let (chinese, step) = ("服务器连接失败，请检查网络设置后重试\n", "done step 1 ok\r\n");
    let wide = encoded("utf-16le", &"Schritt: Größe der Tür\r\n".repeat(200));
    for (text, looks) in [
        (
            [encoded("gbk", &chinese.repeat(3000)), chinese.repeat(300).into()].concat(),
            "looks like GBK (sure)",
        ),
        ([step.repeat(9000).as_bytes(), &wide].concat(), "looks like UTF-16LE"),
    ] {
        let found = placemat_with("check --max-errors 3 -", &text);
        assert!(found.text().contains(&format!("{looks} by its first 64 KiB")), "{}", found.text());
        assert!(found.text().contains("next: placemat check FILE\n"), "{}", found.text());
    }
    // The whole of a short one is known, and UTF-8 at its end is seen by a conversion, too.
    let text = [encoded("gbk", &chinese.repeat(900)), chinese.repeat(30).into()].concat();
    let directory = directory_with(&[("log", &text)]);
    let found = placemat_in(directory.path(), "check --max-errors 3 log", b"");
    assert!(found.text().contains("GBK up to line 900, then UTF-8"), "{}", found.text());
    for command in ["convert -f gbk log", "convert -f gbk -"] {
        let found = placemat_in(directory.path(), command, &text);
        assert!(found.stderr.contains("looks like UTF-8 in part, not gbk"), "{command}: {}", found.stderr);
    }
}

#[test]
fn an_attack_is_no_line_in_a_legacy_encoding_and_lines_of_pairs_are_no_attack() {
    let log = "10.0.0.1 GET /café/1.png 200\n".repeat(30);
    let attack = [log.as_bytes(), b"10.0.0.9 GET /..\xC0\xAF..\xC0\xAFetc/passwd 404\n"].concat();
    let korean = "서버 연결에 실패했습니다. 다시 시도하십시오.\n";
    let lines = [korean.repeat(20).as_bytes(), &encoded("euc-kr", korean).repeat(10)].concat();
    let directory = directory_with(&[("attack", &attack), ("lines", &lines)]);
    for command in ["check attack", "repair attack", "detect attack", "repair --fix all attack"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(!found.text().contains("EUC"), "{command}: {}", found.text());
        assert!(!found.text().contains("--legacy-lines"), "{command}: {}", found.text());
    }
    for command in ["check lines", "check -e auto lines", "repair lines", "detect lines"] {
        let found = placemat_in(directory.path(), command, b"");
        assert!(found.text().contains("UTF-8, and EUC-KR from line 21 on"), "{command}: {}", found.text());
    }
}

/// Detection reads the first MiB, and what comes later may be UTF-8.
#[test]
fn legacy_text_that_goes_on_in_utf_8_is_left_alone() {
    let texts = TEXTS.iter().filter(|one| ["gbk", "koi8-r"].contains(&one.name));
    for Text { name, text, .. } in texts.step_by(placemat_random::stride(2)) {
        let legacy = encoded(name, text);
        let log = [legacy.repeat((3 << 19) / legacy.len()), text.repeat(9).into_bytes()].concat();
        let directory = directory_with(&[("a", &log)]);
        let run = |command: &str| placemat_in(directory.path(), command, b"");
        assert!(!run("check --max-errors 1 a").text().contains("fix:"), "{name}");
        assert!(run("check -e auto --max-errors 1 a").text().starts_with("a: partly UTF-8"), "{name}");
        for command in [
            &format!("convert -f {name} --in-place a"),
            "convert -f auto --in-place a",
            "repair --fix default,legacy --in-place a",
        ] {
            assert_eq!(run(command).status, 1, "{command}");
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), log, "{command}");
        }
    }
}

/// A log over several months, of which another program wrote the later part in another legacy encoding.
#[test]
fn a_log_that_goes_on_in_another_legacy_encoding_is_not_sure() {
    let lines = "Уважаемые коллеги! Просим вас сохранить документы.\nОшибка при чтении файла, обратитесь к администратору.\n"
        .repeat(12_000);
    for (first, second) in
        [("koi8-r", "windows-1251"), ("ibm866", "windows-1251"), ("windows-1251", "koi8-r")]
    {
        let (first, second) = (encoded(first, &lines), encoded(second, &lines));
        let both = [&first[..], &second].concat();
        let directory = directory_with(&[("one", &[&first[..], &first].concat()), ("both", &both)]);
        for (command, told, of_one) in [
            ("detect --whole", "(perhaps)", "(sure)"),
            (
                "convert -f auto --in-place --dry-run",
                "(perhaps), and that is not sure",
                "1 file would be converted",
            ),
            ("repair --fix legacy", "(perhaps)", "1 file would be repaired"),
            ("check --format github", "the input is perhaps in", "(sure)"),
        ] {
            for (file, told) in [("both", told), ("one", of_one)] {
                let found = placemat_in(directory.path(), &format!("{command} {file}"), b"");
                let said = format!("{}{}", found.text(), found.stderr);
                let last = said.lines().last().unwrap_or_default();
                assert!(said.contains(told), "{command} {file}: {last}");
            }
        }
    }
}
