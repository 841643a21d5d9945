//! UTF-16 that is one text and cannot be read as it stands: it was written in text mode, has the byte order mark of
//! the other order, or a byte was inserted or lost. No command that destroys it is recommended.

use std::fs;
use std::path::Path;

use crate::command::{directory_with, placemat, placemat_in, placemat_with, run};

/// A table, as a program writes it.
fn table(name: &str) -> String {
    let lines = (0..99).map(|line| format!("{line};{name};London {line}\n"));
    format!("id;name;city\n{}", lines.collect::<String>())
}

fn encoded(text: &str, is_little: bool) -> Vec<u8> {
    let bytes = if is_little { u16::to_le_bytes } else { u16::to_be_bytes };
    text.encode_utf16().flat_map(bytes).collect()
}

fn signed(text: &str, is_little: bool) -> Vec<u8> {
    encoded(&format!("\u{FEFF}{text}"), is_little)
}

/// Returns what text mode makes of bytes.
fn in_text_mode(bytes: &[u8]) -> Vec<u8> {
    let with_return = |&byte: &u8| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] };
    bytes.iter().flat_map(with_return).collect()
}

/// Returns text with the byte order mark of the other order.
fn with_other_mark(text: &str, is_little: bool) -> Vec<u8> {
    [encoded("\u{FEFF}", !is_little), encoded(text, is_little)].concat()
}

/// Returns what a file is, its contents, and the text in it, or what is left of that.
fn damaged() -> Vec<(String, Vec<u8>, String)> {
    let mut files = vec![];
    for is_little in [true, false] {
        let (own, other) = if is_little { ("UTF-16LE", "UTF-16BE") } else { ("UTF-16BE", "UTF-16LE") };
        let mode = format!("{own} written in text mode, with a byte 0D before every byte 0A");
        let (odd, crlf) = (table("Smith") + "one;more;line\n", table("Smith").replace('\n', "\r\n"));
        let indian = "ഊണു കഴിച്ചോ? ഊഞ്ഞാൽ\nਊਠ ਨੂੰ ਆਪਣੇ ਪਿੰਡ ਦੀ\n".repeat(3);
        let texts = [table("Smith"), odd, table("Groß"), crlf, table("李明"), table("Иван"), indian];
        for (k, text) in texts.into_iter().enumerate() {
            let has_mark = is_little == k.is_multiple_of(2);
            let bytes = if has_mark { signed(&text, is_little) } else { encoded(&text, is_little) };
            files.push((mode.clone(), in_text_mode(&bytes), text));
        }
        let russian = "Она тихо читает письмо у окна, пока на улице снег.\n".to_owned();
        let chinese = "在花园里读书，没有人问。\n".repeat(5);
        for text in ["id;name\r\n1;Smith\r\n".to_owned(), table("Smith"), russian, chinese] {
            let mark = format!("{own} with the byte order mark of {other}");
            files.push((mark, with_other_mark(&text, is_little), text));
        }
        for (text, mark) in [(table("Smith"), true), (table("Smith"), false), (table("Groß"), true)] {
            let bytes = if mark { signed(&text, is_little) } else { encoded(&text, is_little) };
            let at = 1000 + if mark { 2 } else { 0 };
            let line = 1 + text.chars().take(500).filter(|one| *one == '\n').count();
            let what = format!("{own} in which a byte was inserted or lost near offset {at} (line {line})");
            for stray in [b'\n', 0xE9] {
                let bytes = [&bytes[..at], &[stray], &bytes[at..]].concat();
                files.push((what.clone(), bytes, text.clone()));
            }
            let mut characters: Vec<char> = text.chars().collect();
            characters.remove(500);
            // Characters beyond ASCII have more bytes in UTF-8.
            let at_line = 1 + characters[..500].iter().filter(|one| **one == '\n').count();
            let what =
                format!("{own} in which a byte was inserted or lost near offset {at} (line {at_line})");
            for lost in [at, at + 1] {
                let bytes = [&bytes[..lost], &bytes[lost + 1..]].concat();
                files.push((what.clone(), bytes, characters.iter().collect()));
            }
        }
        let text = "one\r\ntwo\r\nthree\r\nfour\r\n";
        let (first, second) = text.split_at(10);
        let bytes = [&signed(first, is_little)[..], b"\n", &encoded(second, is_little)].concat();
        let what = format!("{own} in which a byte was inserted or lost near offset 22 (line 3)");
        files.push((what, bytes, text.to_owned()));
    }
    files
}

/// Returns the encoding in which reports speak of a file.
fn name(what: &str) -> &'static str {
    if what.starts_with("UTF-16LE") { "utf-16le" } else { "utf-16be" }
}

fn next(report: &str) -> &str {
    report.lines().find_map(|line| line.strip_prefix("  next: ")).unwrap_or_default()
}

/// Runs a command that a report shows, if the shell has its tools.
fn followed(directory: &Path, command: &str) -> Option<Vec<u8>> {
    let tool = command.split(' ').next().filter(|tool| *tool != "{").unwrap_or("tail");
    let mut shell = std::process::Command::new("sh");
    let own = Path::new(env!("CARGO_BIN_EXE_placemat")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    shell.current_dir(directory).env("PATH", path);
    let script = format!("command -v {tool} >/dev/null || exit 77; {command}");
    let found = if cfg!(unix) { run(shell.args(["-c", &script]), b"") } else { return None };
    assert!(matches!(found.status, 0 | 77), "{command}: {}", found.stderr);
    let fixed = directory.join("FIXED");
    let text = fs::read(&fixed).ok().filter(|_| found.status == 0);
    let _ = fs::remove_file(fixed);
    text
}

#[test]
fn the_report_says_what_happened_and_its_command_gives_the_text() {
    for (what, bytes, text) in damaged() {
        let directory = directory_with(&[("a b.txt", &bytes)]);
        let run = |command: &str| {
            run(placemat().current_dir(directory.path()).args(command.split(' ')).arg("a b.txt"), b"")
        };
        let encoding = name(&what);
        for command in ["check", "check -e auto", "check -e utf-16"] {
            // Without a byte order mark, ASCII is also valid UTF-8.
            let report = run(command);
            let is_shown = report.text().contains(&what) || report.stderr.contains(&what);
            assert!(is_shown && !report.text().contains("fix:"), "{command}: {}", report.text());
        }
        let report = run(&format!("check -e {encoding}"));
        let command = next(report.text());
        assert!(command.contains("'a b.txt' |") && command.contains("FIXED"), "{command}");
        if let Some(found) = followed(directory.path(), command) {
            assert_eq!(String::from_utf8_lossy(&found), text, "{what}: {command}");
        }
        let found = run("detect -v");
        assert!(found.text().starts_with(&format!("a b.txt: {encoding} (damaged")), "{}", found.text());
        assert!(found.text().contains(&what), "{}", found.text());
        let found = run("repair --in-place --fix default,utf-16");
        let is_valid_utf_8 = std::str::from_utf8(&bytes).is_ok();
        assert!(
            is_valid_utf_8 || found.text().contains(&format!("left as it is: {what}")),
            "{}",
            found.text()
        );
        for from in ["utf-16", "auto"] {
            let found = run(&format!("convert -f {from} --in-place"));
            assert!(found.stderr.contains(&format!("is {what}; not converted")), "{from}: {}", found.stderr);
            let found = run(&format!("convert -f {encoding} --on-error replace --out-dir out"));
            assert!(found.stderr.contains(&format!("is {what}; not converted")), "{from}: {}", found.stderr);
            let found = run(&format!("convert -f {from}"));
            assert!(found.stderr.contains(&what), "{from}: {}", found.stderr);
            assert!(!found.stderr.contains("try -f"), "{from}: {}", found.stderr);
            assert!(from != "auto" || found.stdout.is_empty());
        }
        assert_eq!(fs::read(directory.path().join("a b.txt")).unwrap(), bytes, "{what}");
        assert!(!directory.path().join("out/a b.txt").exists(), "{what}");
    }
}

#[test]
fn ascii_behind_a_byte_order_mark_is_not_utf_16() {
    // Bytes 00 were removed, or a script wrote a byte order mark.
    for is_little in [true, false] {
        let order = if is_little { "UTF-16LE" } else { "UTF-16BE" };
        for text in ["host,user\nsrv01,admin\nsrv02,admin\r\n", "hello world!\r\n"] {
            let bytes = [encoded("\u{FEFF}", is_little), text.into()].concat();
            let directory = directory_with(&[("a", &bytes)]);
            let what = format!("ASCII with the byte order mark of {order}");
            for command in
                ["check a", "check -e auto a", "detect -v a", "repair --fix all a", "convert -f utf-16 a"]
            {
                let found = placemat_in(directory.path(), command, b"");
                let said = format!("{}{}", found.text(), found.stderr);
                assert!(said.contains(&what) && !said.contains("fix:"), "{command}: {said}");
            }
            for from in ["auto", "utf-16"] {
                let command = format!("convert -f {from} --in-place a");
                assert_eq!(placemat_in(directory.path(), &command, b"").status, 1, "{command}");
            }
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), bytes);
            let report = placemat_in(directory.path(), "check a", b"");
            if let Some(found) = followed(directory.path(), next(report.text())) {
                assert_eq!(String::from_utf8_lossy(&found), text);
            }
        }
    }
}

#[test]
fn reports_for_programs_and_pipes_agree() {
    let text = table("Groß");
    let lost = [&signed(&text, true)[..1000], &signed(&text, true)[1001..]].concat();
    for (bytes, what) in [
        (in_text_mode(&signed(&text, true)), "UTF-16LE written in text mode"),
        (with_other_mark(&text, false), "UTF-16BE with the byte order mark of UTF-16LE"),
        (lost, "UTF-16LE in which a byte was inserted or lost near offset 1000"),
    ] {
        let directory = directory_with(&[("a", &bytes)]);
        for format in ["json", "github", "sarif", "text"] {
            let found = placemat_in(directory.path(), &format!("check --format {format} a"), b"");
            let report = found.text();
            assert!(report.contains(what) || found.stderr.contains(what), "{format}: {report}");
            assert!(!report.contains("-f utf-16 a") && !report.contains("wtf-16"), "{format}: {report}");
        }
        for command in
            ["check -", "check -e utf-16 -", "detect -v -", "repair --fix utf-16", "convert -f auto"]
        {
            let found = placemat_with(command, &bytes);
            let report = String::from_utf8_lossy(&found.stdout);
            assert!(report.contains(what) || found.stderr.contains(what), "{command}: {report}");
            assert!(!report.contains("fix:") && !found.stderr.contains("try -f"), "{command}: {report}");
        }
    }
}

/// What is known of a long file is known by its beginning. No command has offsets of what was not read.
#[test]
fn long_files_are_left_alone() {
    let text = table("Smith").repeat(1000);
    let bytes = signed(&text, true);
    let lost = [&bytes[..1000], &bytes[1001..]].concat();
    // It goes on in another way than it begins.
    let changing = [in_text_mode(&bytes), encoded(&text, true)].concat();
    for (bytes, what, command) in [
        (in_text_mode(&bytes), "UTF-16LE written in text mode", "perl -pe 's/\\r\\n/\\n/' a | "),
        (changing, "UTF-16LE written in text mode", "placemat explain "),
        (with_other_mark(&text, false), "UTF-16BE with the byte order mark", "tail -c +3 a | "),
        (lost, "lost near offset 1000 (line ", "placemat explain -e utf-16le --at 1000 a"),
    ] {
        let directory = directory_with(&[("a", &bytes)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().contains(what) && next(found.text()).starts_with(command), "{}", found.text());
        let found = placemat_in(directory.path(), "convert -f utf-16 --in-place a", b"");
        assert!(found.stderr.contains(what), "{}", found.stderr);
        assert_eq!(found.status, 1);
    }
}

#[test]
fn force_converts_it_nevertheless() {
    let bytes = with_other_mark("id;name\r\n1;Smith\r\n", false);
    let directory = directory_with(&[("a", &bytes)]);
    let found = placemat_in(directory.path(), "convert -f utf-16 --force --in-place a", b"");
    assert_eq!((found.status, found.stderr.contains("byte order mark")), (0, false), "{}", found.stderr);
}

/// Text that has units with a byte 00, in every script.
#[test]
fn sound_text_is_not_touched() {
    let rows = |rows: std::ops::Range<u32>, end: &str| -> String {
        rows.filter_map(|row| char::from_u32(row << 8)).map(|one| format!("{one}{end}")).collect()
    };
    let every = |end: &str| -> String {
        (0x20..0xD800).step_by(3).filter_map(char::from_u32).map(|one| format!("{one}{end}")).collect()
    };
    let texts = [
        table("Smith"),
        "0123456789\n".repeat(40),
        "用户登录系统。\n在花园里读书，没有人问。\n".to_owned(),
        "一丁七万\n一一一一\n最一刀开儀\n".to_owned(),
        (0x4E00..0x5000).filter_map(char::from_u32).collect(),
        "私は本を読みます。ひらがなとカタカナ\n　東京　は　日本　の　首都\n".to_owned(),
        "우리는 정원에서 책을 읽는다.\n".to_owned(),
        "ਊਠ ਨੂੰ ਆਪਣੇ ਪਿੰਡ ਦੀ ਯਾਦ ਆਈ\nਅਸੀਂ ਬਾਗ ਵਿੱਚ ਕਿਤਾਬ ਪੜ੍ਹਦੇ ਹਾਂ।\n".to_owned(),
        "ഊണു കഴിച്ചോ? ഞങ്ങൾ പൂന്തോട്ടത്തിൽ ഊഞ്ഞാൽ ഊ\n".to_owned(),
        "ഊണുകഴിച്ചോഊഞ്ഞാൽഊ".to_owned(),
        "𝐀+𝐁=𝐂 ∀x∈ℝ\n".repeat(5) + &(0x1D400..0x1D7C0).filter_map(char::from_u32).collect::<String>(),
        "\u{3000}".repeat(60) + &"一\u{3000}一\u{2000}一\u{3000}\n".repeat(30) + &"\u{2000}".repeat(80),
        ("─".repeat(78) + "\n│　x　│\n").repeat(9) + &"─　".repeat(40),
        "hello 👍 and 💩\n".repeat(9),
        rows(0x20..0xD8, "\n"),
        rows(0x4E..0xA0, ""),
        every("\n"),
        every(""),
        "line one\n".repeat(9) + &"\0".repeat(500) + &"line two\n".repeat(9),
    ];
    let mut files = vec![];
    for (k, text) in texts.iter().enumerate() {
        for (is_little, order) in [(true, "le"), (false, "be")] {
            for text in [text.clone(), text.repeat(if text.len() < 2000 { 9 } else { 1 })] {
                files.push((format!("{order}/{k}-{}", text.len()), encoded(&text, is_little), text.clone()));
                files.push((format!("signed/{order}-{k}-{}", text.len()), signed(&text, is_little), text));
            }
        }
    }
    let tree: Vec<_> = files.iter().map(|(name, bytes, _)| (&name[..], &bytes[..])).collect();
    let directory = directory_with(&tree);
    let found = placemat_in(directory.path(), "detect -v .", b"");
    let is_right = |report: &str| {
        ["text mode", "the byte order mark of", "inserted or lost"].iter().all(|one| !report.contains(one))
    };
    assert!(is_right(found.text()), "{}", found.text());
    let found = placemat_in(directory.path(), "convert -f utf-16 --in-place signed", b"");
    assert!(is_right(&found.stderr), "{}", found.stderr);
    for (name, _, text) in
        files.iter().filter(|(name, ..)| name.starts_with("signed") && !name.contains("-18-"))
    {
        // Others are left alone for other reasons: of some ideographs, both bytes are ASCII.
        let is_converted = fs::read(directory.path().join(name)).unwrap() == text.as_bytes();
        assert!(is_converted || found.stderr.contains(&format!("{name}: ")), "{name}: {}", found.stderr);
    }
}

/// Texts of both orders, one after the other, are parts as before.
#[test]
fn joined_texts_are_parts() {
    let text = table("Smith");
    for is_little in [true, false] {
        let joined = [encoded(&text, is_little), encoded(&text, !is_little)].concat();
        let directory = directory_with(&[("a", &joined)]);
        let found = placemat_in(directory.path(), "check -e utf-16 a", b"");
        assert!(found.text().contains("partly UTF-16LE and partly UTF-16BE"), "{}", found.text());
        let fixed = followed(directory.path(), next(found.text()));
        assert!(fixed.is_none_or(|fixed| fixed == text.repeat(2).as_bytes()));
    }
}

/// A program appended to a long file in UTF-16, or something else was put before it.
#[test]
fn parts_of_long_files_have_a_command() {
    for text in ["id;name\r\n1;Smith\r\n", "1;Зажигалка;Київ\r\n"] {
        let text = text.repeat((1 << 19) / text.chars().count() + 9);
        for is_little in [true, false] {
            let wide = signed(&text, is_little);
            let line = "rotated at 2024-01-01 12:00:00 by cron\r\n";
            let before = format!("{line}Größe\r\n");
            let middle = [line.as_bytes(), &encoded("готово\r\n", is_little)].concat();
            for (parts, truth) in [
                ([&wide[..], &middle], format!("{text}{line}готово\r\n")),
                ([&wide[..], line.as_bytes()], format!("{text}{line}")),
                ([before.as_bytes(), &wide[..]], format!("{before}{text}")),
                ([&wide[..], "done\r\n".as_bytes()], format!("{text}done\r\n")),
            ]
            .into_iter()
            .step_by(placemat_random::stride(2))
            {
                let directory = directory_with(&[("a", &parts.concat())]);
                for command in ["check a", "check -e utf-16 a", "check -e auto a"] {
                    let found = placemat_in(directory.path(), command, b"");
                    let has_parts = found.text().contains("a: partly UTF-");
                    assert!(has_parts, "{command}, {is_little}: {}", found.text());
                    let fixed = followed(directory.path(), next(found.text()));
                    assert!(fixed == Some(truth.clone().into_bytes()), "{command}: {}", found.text());
                }
                for command in ["convert -f utf-16 --in-place a", "convert -f utf-16 -o out a"] {
                    let found = placemat_in(directory.path(), command, b"");
                    assert_eq!(found.status, 1, "{}", found.stderr);
                    assert!(!directory.path().join("out").exists(), "{command}");
                }
            }
        }
    }
}

/// A log in UTF-16 to which another program appended lines in a legacy encoding: as UTF-16 they would be ideographs.
#[test]
fn appended_legacy_lines_are_never_converted_with_the_rest() {
    for (name, lines) in [
        ("windows-1251", "1: Съешь ещё этих мягких\r\n".repeat(4)),
        ("windows-1251", "Привет мир\r\n".to_owned()),
        ("macintosh", "Españoles mañana!\r\n".repeat(2)),
        ("gbk", "今天天气很好\r\n".repeat(4)),
    ] {
        let tail = placemat_with(&format!("convert -t {name}"), lines.as_bytes()).stdout;
        for (mark, is_little) in [("\u{FEFF}", true), ("", true), ("\u{FEFF}", false)] {
            let text = format!("{mark}{}", "Zeile eins: größe fünf\r\nDatei geöffnet\r\n".repeat(9));
            let mixed = [encoded(&text, is_little), tail.clone()].concat();
            let directory = directory_with(&[("a", &mixed)]);
            for command in ["check a", "check -e auto a"] {
                let found = placemat_in(directory.path(), command, b"");
                let head = "a: partly UTF-16 and partly a legacy encoding: convert each part by itself\n";
                assert!(found.text().starts_with(head), "{name}, {command}: {}", found.text());
                let next = next(found.text());
                let tail = format!("tail -c +{} a | placemat detect --verbose", mixed.len() - tail.len() + 1);
                let truth = [text.trim_start_matches('\u{FEFF}'), &lines].concat().into_bytes();
                assert!(next == tail || followed(directory.path(), next) == Some(truth), "{name}: {next}");
            }
            let converts = ["convert -f auto --in-place a", "convert -f utf-16 --in-place a"];
            for command in &converts[..if mark.is_empty() { 1 } else { 2 }] {
                let found = placemat_in(directory.path(), command, b"");
                assert_eq!((found.status, fs::read(directory.path().join("a")).unwrap()), (1, mixed.clone()));
            }
        }
    }
}

/// Text that lost its byte order mark and a byte more, as by `tail -c`.
#[test]
fn text_that_begins_within_a_character_has_a_command() {
    for text in ["Größe „Müller“: 5 €\r\n", "Привет, мир\r\n", "Zażółć gęślą jaźń\n"]
    {
        let text = text.repeat(9);
        let (first, _) = text.char_indices().nth(1).unwrap();
        for (is_little, end, looks) in [
            (true, 0, "that begins within a character: convert it without its first byte"),
            (false, 0, "that begins within a character: convert it without its first byte"),
            (true, 1, "that begins and ends within a character: convert it without its first and last"),
            (false, 1, "that begins and ends within a character: convert it without its first and last"),
        ] {
            let wide = encoded(&text, is_little);
            let directory = directory_with(&[("a", &wide[1..wide.len() - end])]);
            for command in ["check -e auto a", "check -e utf-16le a", "check -e utf-16be a"] {
                let found = placemat_in(directory.path(), command, b"");
                assert!(found.text().contains(looks), "{command}: {}", found.text());
                let fixed = followed(directory.path(), next(found.text()));
                let whole = &text[first..text.len() - end];
                assert!(fixed.is_none_or(|fixed| fixed == whole.as_bytes()), "{command}");
            }
            let found = placemat_in(directory.path(), "convert -f auto --in-place a", b"");
            assert_eq!(found.status, 1, "{}", found.stderr);
        }
    }
    // Half of a byte order mark, and letters that would be others in the other order.
    for (text, is_little) in [
        ("\u{FEFF}Sabah erkenden, güneş doğmadan evden çıktık.\r\n", false),
        ("\u{FEFF}Größe\nMüller\n", true),
        ("Żyli ciąg spóźnił się.\nOjciec\n", true),
    ] {
        let directory = directory_with(&[("a", &encoded(text, is_little)[1..])]);
        let found = placemat_in(directory.path(), "check -e auto a", b"");
        let (first, _) = text.char_indices().nth(1).unwrap();
        let fixed = followed(directory.path(), next(found.text()));
        assert!(fixed == Some(text.as_bytes()[first..].to_vec()), "{}", found.text());
    }
    // In ASCII, it may as well be text in the other order, cut at its end.
    let directory = directory_with(&[("a", &encoded(&table("Smith"), false)[1..])]);
    let found = placemat_in(directory.path(), "check -e auto a", b"");
    assert!(next(found.text()).ends_with("| placemat convert -f utf-16le"), "{}", found.text());
}
