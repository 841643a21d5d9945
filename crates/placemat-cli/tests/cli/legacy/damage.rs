//! What is left of characters of UTF-8 is not taken for another encoding, nor another encoding for UTF-8.

use std::fs;

use crate::command::{Run, directory_with, encoded, placemat_in, placemat_with};

const LINES: [&str; 9] = [
    "今日はとても良い天気です。公園で子供たちが遊んでいます",
    "今天天气很好，孩子们在院子里玩",
    "วันนี้อากาศดีมาก",
    "Сегодня хорошая погода, дети играют",
    "Ο καιρός είναι πολύ καλός",
    "오늘은 날씨가 좋아서",
    "आज मौसम अच्छा है",
    "Aujourd’hui l’été a coûté très cher",
    "Příliš žluťoučký kůň",
];

fn output(found: &Run) -> String {
    format!("{}{}", found.text(), found.stderr)
}

#[test]
fn lines_with_cut_characters_are_not_in_another_encoding() {
    for line in LINES {
        let good = format!("12:00 {line}\n").into_bytes();
        let inner = (0..line.len()).filter(|at| !line.is_char_boundary(*at));
        // Each is a run of the program, so only some of the places are tried.
        for end in inner.step_by(5) {
            let (head, tail) = line.as_bytes().split_at(end);
            for cut in [[b"12:00 ", head, b"\n"].concat(), [head, b"\n", tail, b"\n"].concat()] {
                let text = [&good[..], &good, &cut, &good].concat();
                for command in ["check", "repair --dry-run"] {
                    let said = output(&placemat_with(command, &text));
                    let proposes = ["legacy", "fix:", "convert"].iter().any(|word| said.contains(word));
                    assert!(!proposes, "{command}: {line} at {end}: {said}");
                }
                // A line without a whole character is in the encoding that is named.
                let is_whole = |part: &[u8]| part.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
                if !cut.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()).all(is_whole) {
                    continue;
                }
                let directory = directory_with(&[("log", &text)]);
                for name in ["shift_jis", "gbk", "windows-1251", "windows-1252"] {
                    let command = format!("repair --in-place --legacy-lines {name} log");
                    let found = placemat_in(directory.path(), &command, b"");
                    assert_eq!(found.status, 1, "{name}: {line} at {end}: {}", output(&found));
                    assert_eq!(
                        fs::read(directory.path().join("log")).unwrap(),
                        text,
                        "{name}: {line} at {end}"
                    );
                }
            }
        }
    }
}

#[test]
fn lines_with_one_letter_are_converted_beside_others() {
    for (name, clear, single) in [
        ("windows-1252", "Größe für Müller", &["£5.00 total", "¿Donde vives?", "•\titem", "AMANHÃ"][..]),
        ("windows-1251", "строка журнала, привет всем", &["№5 OK", "2 С"]),
        ("koi8-r", "строка журнала, привет всем", &["result: я"]),
        ("gbk", "你好，世界。这是一个测试", &["不"]),
    ] {
        let utf_8 = format!("{clear}, été\n");
        for line in single {
            let rest = format!("{clear}\n{line}\n");
            let text = [utf_8.as_bytes(), &encoded(name, &rest)].concat();
            let directory = directory_with(&[("log", &text)]);
            let command = format!("repair --in-place --legacy-lines {name} log");
            let found = placemat_in(directory.path(), &command, b"");
            assert_eq!(found.status, 0, "{name}: {line}: {}", output(&found));
            assert_eq!(
                fs::read(directory.path().join("log")).unwrap(),
                format!("{utf_8}{rest}").into_bytes()
            );
        }
    }
}

#[test]
fn a_text_that_is_cut_at_an_end_has_the_command_that_leaves_it_out() {
    let text = "Zeile eins\nund hier ist sie zu Ende, für immer, fin ü";
    let (end, start) = (&text.as_bytes()[..text.len() - 1], &"é ok\n".repeat(5).into_bytes()[1..]);
    let both = &start[..start.len() - 5];
    let directory = directory_with(&[("end", end), ("start", start), ("both", both)]);
    for (file, looks, next) in [
        (
            "both",
            "UTF-8 that begins and ends within a character",
            "tail -c +2 both | placemat convert --on-error skip > FIXED".to_owned(),
        ),
        ("end", "UTF-8 that ends within a character", format!("head -c {} end > FIXED", end.len() - 1)),
        ("start", "UTF-8 that begins within a character", "tail -c +2 start > FIXED".to_owned()),
    ] {
        let found = placemat_in(directory.path(), &format!("check {file}"), b"");
        let said = output(&found);
        assert!(said.contains(looks) && said.contains(&format!("next: {next}")), "{said}");
        let found = placemat_in(directory.path(), &format!("repair {file} --dry-run"), b"");
        assert!(!found.text().contains("legacy"), "{}", found.text());
        assert!(found.text().contains(&format!("next: {next}\n")), "{}", found.text());
    }
}

#[test]
fn pairs_of_bytes_that_are_cut_have_a_command_without_the_rest_of_the_first() {
    let text = "错误：找不到文件，请检查路径是否正确。\n用户已经登录系统。\n".repeat(5);
    let directory = directory_with(&[("log", &encoded("gbk", &text)[1..])]);
    let found = placemat_in(directory.path(), "check log", b"");
    assert!(
        output(&found).contains("next: tail -c +2 log | placemat convert -f gbk\n"),
        "{}",
        output(&found)
    );
    // A byte was lost elsewhere.
    let line = encoded("gbk", &"错误找不到文件请检查路径是否正确".repeat(3));
    let lost = [&line[..40], &line[41..], b"\n", &line].concat();
    let directory = directory_with(&[("end", &line[..line.len() - 1]), ("lost", &lost)]);
    for file in ["end", "lost"] {
        let found = placemat_in(directory.path(), &format!("check {file}"), b"");
        assert!(!output(&found).contains("tail"), "{}", output(&found));
    }
}

#[test]
fn text_without_utf_8_is_not_called_damaged_utf_8() {
    for (bytes, encoding) in [
        (b"caf\xE9".to_vec(), Some("windows-1252 (perhaps)")),
        (b"Gr\xF6\xDFe \xE9".to_vec(), Some("windows-1252 (perhaps)")),
        (b"name: M\x81ller\n".to_vec(), None),
        (encoded("ibm866", "// Паша\nint main(){}\n"), None),
        (encoded("ibm866", "name: Ольга\n"), Some("ibm866 (perhaps)")),
        (
            encoded("windows-1251", "<html><meta charset=\"windows-1251\"><body>Пётр</body></html>\n"),
            Some("windows-1251 (perhaps)"),
        ),
    ] {
        let directory = directory_with(&[("a", &bytes)]);
        for command in ["check a", "check --format github a", "check --format sarif a", "detect a"] {
            let said = output(&placemat_in(directory.path(), command, b""));
            let claims = ["damaged UTF-8", "damaged utf-8", "UTF-8 with", "UTF-8 that", "it was cut off"];
            assert!(!claims.iter().any(|claim| said.contains(claim)), "{command}: {said}");
        }
        let found = placemat_in(directory.path(), "detect a", b"");
        assert!(encoding.is_none_or(|encoding| found.text().contains(encoding)), "{}", found.text());
    }
}

#[test]
fn pairs_that_look_overlong_are_no_attack_beside_other_bytes() {
    let korean = encoded("euc-kr", "# 오늘은 날씨가\nint main(void) { return 0; }\n");
    let directory = directory_with(&[("a.c", &korean)]);
    for command in ["check a.c", "check -e auto a.c"] {
        let found = placemat_in(directory.path(), command, b"");
        let said = output(&found);
        assert!(found.status == 1 && said.contains("looks like EUC-KR (likely)"), "{said}");
        assert!(!said.contains("overlong") && !said.contains("1252"), "{said}");
    }
}

#[test]
fn what_is_no_text_in_an_encoding_is_not_likely_in_it() {
    // The Mac's Cyrillic and Latin for Central Europe: С is a quotation mark, ř is Þ.
    let cyrillic = b"name: \x91\xE5\xE3\xEE\xE4\xED\xDF\n".to_vec();
    let czech =
        b"P\xDE\x92li\xE4 \xEClu\xE9ou\x8Bk\xF9 k\xF3\xCB \x9Cp\x9El \x93\x87belsk\x8E \x97dy\n".repeat(30);
    for text in [cyrillic, czech] {
        for command in ["check", "detect"] {
            let said = output(&placemat_with(command, &text));
            assert!(!said.contains("likely"), "{said}");
        }
    }
    let found = placemat_with("convert -f auto", b"\x01\xFE\x02\xFF\x03\x80");
    assert!(!found.stderr.contains("placemat detect"), "{}", found.stderr);
}

#[test]
fn what_is_found_in_files_of_others_has_a_command() {
    let class = b"\xCA\xFE\xBA\xBE\0\0\x004\0\x02\x01\0\x03\xED\xA0\xBD";
    let directory = directory_with(&[("A.class", class), ("c1", "it\u{92}s café\n".as_bytes())]);
    let found = placemat_in(directory.path(), "check --text A.class", b"");
    assert!(found.text().contains("next: placemat strings A.class"), "{}", found.text());
    let found = placemat_in(directory.path(), "check --deny c1 c1", b"");
    let next = "placemat convert -t latin1 c1 | placemat convert -f windows-1252";
    assert!(found.text().contains(next), "{}", found.text());
    let latin_1 = placemat_in(directory.path(), "convert -t latin1 c1", b"");
    assert_eq!(placemat_with("convert -f windows-1252", &latin_1.stdout).text(), "it’s café\n");
    // Other bytes may have been read so.
    let read_so = |bytes: &[u8]| bytes.iter().map(|&byte| char::from(byte)).collect::<String>();
    let portuguese =
        b"S\xC6o Paulo \x82 uma cidade, n\xC6o h\xA0 a\x87\xA3car, amanh\xC6 voc\x88 ter\xA0\n".repeat(3);
    for (bytes, command) in [
        (encoded("macintosh", "déjà vu à l’été, français, très élevé\n"), "placemat convert -f macintosh"),
        (portuguese, "placemat convert -f cp850"),
    ] {
        let directory = directory_with(&[("c1", read_so(&bytes).as_bytes())]);
        let found = placemat_in(directory.path(), "check --deny c1 c1", b"");
        let next = format!("next: placemat convert -t latin1 c1 | {command}\n");
        assert!(found.text().contains(&next), "{}", found.text());
    }
}

/// Some programs put a byte order mark of UTF-8 before everything.
#[test]
fn legacy_text_after_a_byte_order_mark_has_a_command() {
    for (name, text) in [
        ("koi8-r", "Съешь ещё этих мягких французских булок.\nПривет, мир! Это проверка.\n"),
        ("windows-1251", "Съешь ещё этих мягких французских булок.\nПривет, мир! Это проверка.\n"),
        ("shift_jis", "今日はとても良い天気です。\n公園で子供たちが遊んでいます。\n"),
        ("gbk", "今天天气很好，孩子们在院子里玩。\n他们很高兴。\n"),
    ] {
        let text = text.repeat(3);
        let directory = directory_with(&[("a", &[b"\xEF\xBB\xBF", &encoded(name, &text)[..]].concat())]);
        for command in ["check a", "check -e auto a", "detect a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert!(
                found.text().contains(" after a byte order mark of UTF-8"),
                "{command}: {}",
                found.text()
            );
        }
        let found = placemat_in(directory.path(), "check a", b"");
        let next = format!("next: tail -c +4 a | placemat convert -f {name} > FIXED\n");
        assert!(found.text().contains(&next), "{}", found.text());
        // What is UTF-8 after it stays so.
        let damaged = [b"\xEF\xBB\xBF", text.as_bytes(), b"\xC3 \xE4\n"].concat();
        let found = placemat_with("check", &damaged);
        assert!(!found.text().contains("after a byte order mark"), "{}", found.text());
    }
}

/// Lines in ISO-2022-JP or HZ among others are ASCII, and would be left as they are.
#[test]
fn text_with_lines_in_an_encoding_that_shifts_is_not_sure() {
    let shifted = b"\x1B$B$3$l$OF|K\\8l$N%F%9%H$G$9\x1B(B\n";
    let japanese = "ユーザーがログインしました。\n東京と大阪、京都の天気は晴れです。\n".repeat(9);
    let chinese = "今天天气很好，孩子们在院子里玩。\n他们很高兴，老师也来了。\n".repeat(9);
    for (name, text, line) in [
        ("shift_jis", &japanese, &shifted[..]),
        ("euc-jp", &japanese, shifted),
        ("gbk", &chinese, b"~{WI;}~}\n"),
    ] {
        let whole = encoded(name, text);
        let sure = format!("looks like {name} (sure)");
        let found = placemat_with("check", &whole);
        assert!(found.text().to_lowercase().contains(&sure), "{}", found.text());
        let directory = directory_with(&[("a", &[line, &whole].concat())]);
        for command in ["check a", "check -e auto a", "convert -f auto --in-place a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert!(found.status == 1 && !output(&found).contains("(sure)"), "{command}: {}", output(&found));
        }
    }
}

/// A log that several programs write: the line of the other program would become other letters.
#[test]
fn text_with_a_line_in_another_legacy_encoding_is_not_sure() {
    let russian = "Пользователь вошёл в систему\nВсе заказы уже отправлены, файл не найден\n".repeat(9);
    let chinese = "今天天气很好，孩子们在院子里玩。\n他们很高兴，老师也来了。\n".repeat(9);
    let arabic = "دخل المستخدم إلى النظام\nالملف غير موجود هنا\n".repeat(9);
    for (name, text, other, line) in [
        ("windows-1251", &russian, "koi8-r", "Пользователь вошёл в систему\n"),
        ("gbk", &chinese, "euc-kr", "오류: 파일을 찾을 수 없습니다\n"),
        ("windows-1256", &arabic, "windows-1251", "Пользователь вошёл в систему\n"),
    ] {
        let (whole, line) = (encoded(name, text), encoded(other, line));
        let sure = format!("looks like {name} (sure)");
        let found = placemat_with("check", &whole);
        assert!(found.text().to_lowercase().contains(&sure), "{}", found.text());
        let directory = directory_with(&[("a", &[&whole[..], &line, &whole].concat())]);
        for command in ["check a", "check -e auto a", "convert -f auto --in-place a"] {
            let found = placemat_in(directory.path(), command, b"");
            assert!(found.status == 1 && !output(&found).contains("(sure)"), "{command}: {}", output(&found));
        }
    }
}

/// The first bytes of a log that is rotated would be read with the next ones.
#[test]
fn pairs_that_begin_within_one_are_not_sure() {
    for (name, line) in [
        ("big5", "今天天氣很好,資料庫連線失敗。\n"),
        ("shift_jis", "こんにちは。設定ファイルが見つかりません。\n"),
    ] {
        let whole = encoded(name, &line.repeat(30));
        assert!(placemat_with("check", &whole).text().contains("(sure)"), "{name}");
        let found = placemat_with("check", &whole[1..]);
        assert!(!found.text().contains("(sure)") && !found.text().contains("fix:"), "{}", found.text());
    }
}

/// The accents of Latin script would become letters of Cyrillic.
#[test]
fn lines_of_latin_script_are_not_converted_as_cyrillic() {
    let russian = encoded("windows-1251", "Ошибка подключения к базе данных\n");
    let utf_8 = "Сервер запущен успешно\n";
    for line in ["Fehler: Datei für Größe nicht gefunden\n", "Café fermé\n"] {
        let western = encoded("windows-1252", line);
        let text = [utf_8.as_bytes(), &russian, &western].concat();
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), "repair --in-place --legacy-lines windows-1251 a", b"");
        assert!(
            found.status == 1 && output(&found).contains("or probably in another encoding"),
            "{}",
            output(&found)
        );
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), text);
    }
}

/// A single name is mojibake as well, if it is UTF-8 already.
#[test]
fn a_few_bytes_of_utf_8_are_not_read_as_single_bytes_without_a_word() {
    for (name, text) in
        [("windows-1252", "café"), ("windows-1252", "5 €\n"), ("windows-1251", "да\n"), ("gbk", "日本\n")]
    {
        let found = placemat_with(&format!("convert -f {name}"), text.as_bytes());
        assert!(found.status == 0 && output(&found).contains("looks like UTF-8"), "{}", output(&found));
        let found = placemat_with(&format!("convert -f {name} --fail-on-loss"), text.as_bytes());
        assert!(found.status == 1 && found.stdout.is_empty(), "{}", output(&found));
    }
}

/// A part of a word in another encoding may be UTF-8 by chance.
#[test]
fn bytes_beside_letters_of_other_scripts_are_not_windows_1252() {
    let thai = b"Contact: \xA1\xC3\xD8\xA7\xE0\xB7\xBE\n";
    let directory = directory_with(&[("a", thai)]);
    placemat_in(directory.path(), "repair --in-place --fix legacy-bytes a", b"");
    assert_eq!(fs::read(directory.path().join("a")).unwrap(), thai);
}

#[test]
fn a_few_letters_are_of_the_usual_encoding() {
    for (bytes, name) in [
        (&b"na\xEFve\n"[..], "windows-1252"),
        (b"100 \x80 \x96 50 \xA3 \x93sale\x94 it\x92s\n", "windows-1252"),
        (b"Gadget,\xA312.50,\xBD price\n", "windows-1252"),
        (b"(\xB1) 1998\n", "windows-1252"),
        (&encoded("shift_jis", &"ｶﾀｶﾅ ﾃｽﾄ ﾃﾞｽ ﾊﾝｶｸ\n".repeat(3)), "shift_jis"),
    ] {
        let found = placemat_with("check", bytes).text().to_lowercase();
        assert!(found.contains(name), "{found}");
    }
}

/// What is left of a character is not rather another encoding.
#[test]
fn emoji_without_their_first_bytes_are_damage() {
    let lines =
        |k: usize| format!("2024-03-{k:02} 08:00:00 INFO app: {}\n", ["deploy 🚀 done", "all 👍"][k % 2]);
    let log: String = (0..10).map(lines).collect();
    let at = log.find('👍').unwrap();
    let text = [&log.as_bytes()[..at], &log.as_bytes()[at + 1..]].concat();
    assert!(placemat_with("check", &text).text().contains("damaged UTF-8, 1 place"));
    for first in [b"\x9F\x91\x8D\n".as_slice(), b"\x91\x8D\n", b"\x8D\n"] {
        let directory = directory_with(&[("a", &[first, log.as_bytes()].concat())]);
        let found = placemat_in(directory.path(), "check a", b"");
        let next = format!("  next: tail -c +{} a > FIXED\n", first.len());
        assert!(
            found.text().starts_with("a: UTF-8 that begins within a character, 1 place\n"),
            "{}",
            found.text()
        );
        assert!(found.text().ends_with(&next), "{}", found.text());
    }
}

/// Letters of the text without their lead bytes are letters of DOS, too.
#[test]
fn letters_without_their_first_bytes_are_damage() {
    for text in [
        b"S\xC3\xA3o Paulo\nS\xA3o Paulo\n".as_slice(),
        b"Sie f\xC3\xA4hrt heim\nEr f\xA4hrt heim\n",
        b"nek\xC4\x81du\nnek\x81du\n",
        b"p\xC3\xA5 sv\xC3\xA5rt\nsv\xA5rt\n",
    ] {
        let found = placemat_with("check", text);
        assert!(!found.text().contains("CP8"), "{}", found.text());
    }
    let found = placemat_with("check", b"F\xC3\xBCr\xC3\xBCber f\xC3\xBCr\nf\x81r M\x81ller\n");
    assert!(found.text().contains("--legacy-lines cp850"), "{}", found.text());
}

/// A few pairs of bytes are rather letters of single bytes.
#[test]
fn a_sign_in_a_line_is_no_pair_of_bytes() {
    let text = "Élève très doué — déjà là, à côté\n".as_bytes();
    let found = placemat_with("check", &[text, b"capteur 25\xF8C\n"].concat());
    assert!(!found.text().contains("Big5"), "{}", found.text());
}

#[test]
fn a_byte_order_mark_before_few_letters_is_named() {
    let csv = "Artikel;Größe;Preis\r\nSchraube für Tür;M4×20;3,95 €\r\nMüller Öl;5 l;7,00 €\r\n";
    let directory = directory_with(&[("a", &[b"\xEF\xBB\xBF", &encoded("windows-1252", csv)[..]].concat())]);
    for command in ["check a", "repair a"] {
        let found = placemat_in(directory.path(), command, b"");
        let next = "next: tail -c +4 a | placemat convert -f windows-1252\n";
        assert!(found.text().contains(next), "{command}: {}", found.text());
    }
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().contains("M4×20") || found.text().contains("× in Windows-1252"), "{}", found.text());
}

/// A program went on writing to a log that was truncated.
#[test]
fn legacy_text_with_zeros_is_named() {
    let text = "Die Größe der Tür ist für uns möglich; schöne Grüße\n".repeat(50);
    let directory = directory_with(&[("a", &[&encoded("windows-1252", &text)[..], &[0; 200]].concat())]);
    let found = placemat_in(directory.path(), "check a", b"");
    let told = "a: looks like Windows-1252 (likely), with bytes 00: 400 errors, not listed (--text lists them)\n  \
                next: placemat check --text a\n";
    assert_eq!(found.text(), told);
    let found = placemat_in(directory.path(), "check --text a", b"");
    assert!(found.text().contains("  next: placemat convert -f windows-1252 a\n"), "{}", found.text());
    // Of few bytes 00, the places are listed, and the command of the note converts the file.
    let few = [b"10:00 J\xF6rg\n10:01 Gr\xF6\xDFe\n", &[0; 512][..], b"10:05 K\xF6ln\n"].concat();
    let directory = directory_with(&[("a", &few)]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().contains(" with --in-place --text "), "{}", found.text());
    assert_eq!(placemat_in(directory.path(), "convert --in-place --text -f windows-1252 a", b"").status, 0);
    // Or the file was made larger first.
    let directory = directory_with(&[("a", &[&[0; 512], &encoded("windows-1252", &text)[..]].concat())]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(
        found.text().starts_with("a: looks like Windows-1252 (likely), with bytes 00: "),
        "{}",
        found.text()
    );
}

/// Mojibake is UTF-8, and also an encoding of its own.
#[test]
fn denied_mojibake_is_found_in_text_that_was_encoded_twice() {
    let text = "CrÃ¨me brÃ»lÃ©e, trÃ¨s bonne\n".repeat(5);
    for command in ["check --deny mojibake", "check -e auto --deny mojibake"] {
        let found = placemat_with(command, text.as_bytes());
        assert_eq!(found.status, 1, "{command}: {}", found.text());
        assert!(found.text().contains("double-encoding-lines"), "{command}: {}", found.text());
    }
}
