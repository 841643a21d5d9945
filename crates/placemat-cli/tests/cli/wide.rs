//! `convert --in-place` and `--out-dir` leave files alone that are not in the wide units that are named.

use std::fs;

use crate::command::{directory_with, files_in, placemat_in, placemat_with, utf_16};

/// Without a BOM: text that is nearly UTF-8, or has the other byte order.
#[test]
fn what_is_no_utf_16_is_left_alone() {
    let units = |text: &str, of: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(of).collect::<Vec<_>>();
    let russian = "Она тихо читает письмо у окна";
    for (encoding, text, why) in [
        ("utf-16", b"caf\xE9 bar".to_vec(), "looks like ASCII or single bytes"),
        ("utf-16", [russian.as_bytes(), b"\xFF"].concat(), "looks like UTF-8"),
        ("utf-16le", [b"\x80", russian.as_bytes()].concat(), "looks like UTF-8"),
        ("utf-16le", units("plain text, and more", u16::to_be_bytes), "looks like utf-16be, not utf-16le"),
        ("utf-16be", units("plain text, and more", u16::to_le_bytes), "looks like utf-16le, not utf-16be"),
        ("utf-16", units(russian, u16::to_le_bytes), "looks like utf-16le, not utf-16"),
        (
            "utf-32be",
            "plain".chars().flat_map(|one| u32::from(one).to_le_bytes()).collect(),
            "looks like utf-32le",
        ),
    ] {
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), &format!("convert -f {encoding} --in-place a"), b"");
        assert!(found.stderr.contains(why), "{encoding} {why}: {}", found.stderr);
        assert_eq!((found.status, fs::read(directory.path().join("a")).unwrap()), (1, text), "{encoding}");
    }
}

/// Text in UTF-16 without a BOM, of two bytes and more.
#[test]
fn real_utf_16_without_a_mark_is_converted() {
    let texts = [
        "Une voix légère répète : près de la fenêtre où l’été s’achève.",
        "plain text of some words",
        "Она тихо читает письмо у окна, пока на улице снег.",
        "我们在花园里读书，没有人问这个问题。今天的天气很好，我们去公园散步。学生们在教室里学习中文和数学",
        "中文资料里的汉字都在这里面可以看到许多不同的字",
        "私は本を読みます。ひらがなとカタカナ",
    ];
    let mut files = vec![];
    for (text, of) in texts.iter().flat_map(|text| {
        [("le", u16::to_le_bytes as fn(u16) -> [u8; 2]), ("be", u16::to_be_bytes)].map(|of| (text, of))
    }) {
        let characters: Vec<char> = text.chars().collect();
        for len in (1..12).chain([characters.len()]) {
            for part in characters.chunks_exact(len) {
                let part: String = part.iter().collect();
                let bytes: Vec<u8> = part.encode_utf16().flat_map(of.1).collect();
                // Some texts are ASCII or UTF-8 by chance, and cannot be distinguished.
                if std::str::from_utf8(&bytes).is_err() || bytes.contains(&0) {
                    files.push((of.0, part, bytes));
                }
            }
        }
    }
    assert!(files.len() > 800, "{}", files.len());
    for order in ["le", "be"] {
        let of_order: Vec<_> = files.iter().filter(|one| one.0 == order).collect();
        let names: Vec<String> = (0..of_order.len()).map(|k| format!("{k:04}")).collect();
        let tree: Vec<_> = names.iter().zip(&of_order).map(|(name, one)| (&name[..], &one.2[..])).collect();
        let directory = directory_with(&tree);
        let found = placemat_in(directory.path(), &format!("convert -f utf-16{order} --in-place ."), b"");
        for (name, (_, text, bytes)) in names.iter().zip(&of_order) {
            let now = fs::read(directory.path().join(name)).unwrap();
            assert!(now == text.as_bytes(), "{order}: {text:?} {bytes:X?}: {}", found.stderr);
        }
        assert_eq!(found.status, 0, "{}", found.stderr);
    }
}

/// Bytes 00 occur in UTF-16, and also in text of bytes: at the end of names, of fields, of files.
#[test]
fn text_of_bytes_with_a_few_zeros_is_no_utf_16() {
    let log = "a line of a log\n".repeat(50);
    let texts: [&[u8]; 10] = [
        b"hello world, plain ascii text\0more text here!\n",
        b"hello world, plain ascii text\0\nmore text here!\n",
        b"./a\0./b\0./c.txt\0./d\0",
        b"a,b,c\n1,\0,3\n4,5,6\n",
        b"plain text\0",
        b"plain text\0\0",
        &[log.as_bytes(), &[0; 512]].concat(),
        &["p".repeat(20_001).as_bytes(), b"\0 and more\n"].concat(),
        &["Привет, мир\n".as_bytes(), b"\0", "и всем\n".as_bytes()].concat(),
        b"caf\xE9 au lait, un bar\0cr\xE8me de marrons et un th\xE9 noir\0\n",
    ];
    for text in texts {
        for from in ["utf-16le", "utf-16be", "utf-16", "wtf-16le", "ucs-2be"] {
            let directory = directory_with(&[("a", text)]);
            let command = format!("convert -f {from} --in-place --on-error replace a");
            let found = placemat_in(directory.path(), &command, b"");
            let told =
                format!("placemat: a: looks like ASCII or UTF-8, not {from}: text of bytes with bytes 00");
            let shown = String::from_utf8_lossy(&text[..text.len().min(40)]);
            assert!(found.stderr.starts_with(&told), "{command} {shown:?}: {}", found.stderr);
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), text);
        }
    }
    // UTF-16 with holes is still UTF-16.
    for text in ["a log\nwith lines\n\0\0\0\0\0\0\0\0", "\0\0\0a", "Привет\0мир\0"] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let directory = directory_with(&[("a", &bytes)]);
        let done = placemat_in(directory.path(), "convert -f utf-16le --in-place a", b"");
        assert_eq!(done.status, 0, "{text:?}: {}", done.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), text.as_bytes());
    }
}

/// Numbers and lists whose names end in bytes 00.
fn data() -> Vec<(&'static str, Vec<u8>)> {
    let mut noise = 1_u32;
    let samples = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        512 - 40 + (noise >> 16) as u16 % 80
    });
    vec![
        ("adc.raw", samples.take(5000).flat_map(u16::to_le_bytes).collect()),
        ("offsets.idx", (256..32256_u32).step_by(16).flat_map(u32::to_le_bytes).collect()),
        ("tokens", (0..500_u32).map(|k| k * 7919 % 32000).flat_map(u32::to_le_bytes).collect()),
        ("names0", b"file1\0file2\0file3\0".to_vec()),
        ("cmdline", b"sleep\x00100\0".to_vec()),
        ("nul.txt", b"a\0b\n".to_vec()),
        ("rec", b"id\0name\0city\0\n1\0Ann\0Rome\0\n".to_vec()),
    ]
}

#[test]
fn numbers_and_lists_of_names_are_no_text_in_wide_units() {
    let data = data();
    let tree: Vec<_> = data.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    let directory = directory_with(&tree);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    let names: Vec<_> = data.iter().map(|one| one.0).collect();
    for command in [
        "convert -f auto --in-place",
        "convert -f utf-16le --in-place",
        "convert -f utf-16be --in-place",
        "convert -f utf-32le --in-place",
        "repair --fix utf-16 --in-place",
        "repair --fix all --in-place",
    ] {
        for paths in [".", &names.join(" ")] {
            let done = run(&format!("{command} {paths}"));
            assert!(
                tree.iter().all(|(name, bytes)| files_in(directory.path())[*name] == *bytes),
                "{command}"
            );
            assert!(done.stderr.contains(" 0 files converted") || command.starts_with("repair"), "{command}");
        }
        for name in &names {
            let done = run(&format!("{command} {name}"));
            // Some are UTF-8 with bytes 00, which need no repair.
            assert!(done.status == 1 || command.starts_with("repair"), "{command} {name}: {}", done.stderr);
        }
    }
    for name in names {
        let found = run(&format!("check -e auto {name}"));
        assert!(found.status == 1 && found.text().contains("not text in any encoding"), "{}", found.text());
        let found = run(&format!("detect {name}"));
        assert_eq!(found.text(), format!("{name}: not text in any known encoding\n"));
    }
}

/// A word or two may be numbers as well.
#[test]
fn a_single_word_is_perhaps_text() {
    let word: Vec<u8> = "Привет".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let directory = directory_with(&[("a", &word)]);
    let run = |arguments: &str| placemat_in(directory.path(), arguments, b"");
    assert_eq!(run("detect a").text(), "a: utf-16le (perhaps)\n");
    let found = run("check -e auto a");
    let told = "a: hint: perhaps numbers or other data instead of text\n\
                1 file checked as utf-16le, but perhaps not text\n";
    assert_eq!((found.text(), found.status), (told, 1));
    let done = run("convert -f auto --in-place a");
    assert!(done.stderr.starts_with("placemat: a: looks like utf-16le (perhaps), and that is not sure"));
    assert_eq!((done.status, fs::read(directory.path().join("a")).unwrap()), (1, word));
    assert_eq!(run("convert -f utf-16le --in-place a").status, 0);
    assert_eq!(fs::read(directory.path().join("a")).unwrap(), "Привет".as_bytes());
}

/// Short text in the other byte order: U+0A00 and U+0D00 do not occur in text.
#[test]
fn the_other_byte_order_is_told_by_ends_of_lines() {
    for text in ["1\n", "12", "ok\r\n", "да\n", "да я", "中文\n", "안녕\n", "v1.2\n"] {
        for (order, other) in [("le", "be"), ("be", "le")] {
            let of = |order| if order == "le" { u16::to_le_bytes } else { u16::to_be_bytes };
            let bytes: Vec<u8> = text.encode_utf16().flat_map(of(order)).collect();
            let directory = directory_with(&[("a", &bytes)]);
            let found = placemat_in(directory.path(), &format!("convert -f utf-16{other} --in-place a"), b"");
            let told = format!("looks like utf-16{order}, not utf-16{other}");
            assert!(found.stderr.contains(&told), "{text:?} {order}: {}", found.stderr);
            let done = placemat_in(directory.path(), &format!("convert -f utf-16{order} --in-place a"), b"");
            assert_eq!(done.status, 0, "{text:?} {order}: {}", done.stderr);
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), text.as_bytes());
        }
    }
}

/// If they were read as UTF-16, programs, pictures and compressed files would be ideographs.
#[test]
fn binary_files_in_directories_are_skipped_in_wide_encodings_too() {
    let mut noise = 1_u32;
    let units = std::iter::repeat_with(|| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (noise >> 16) as u16
    });
    // Without surrogates, so that it is well-formed.
    let units = units.filter(|unit| !(0xD800..=0xDFFF).contains(unit));
    let compressed: Vec<u8> = units.take(3000).flat_map(u16::to_le_bytes).collect();
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let binary: [(&str, &[u8]); 5] = [
        ("picture.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x0B\0\0\0\x0B\x08\x06\0\0"),
        ("program", b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0"),
        ("zeros", &[0; 100]),
        ("numbers", b"\0\0\x80\x3F\0\0\0\x40\0\0\x40\x40"),
        ("compressed", &compressed),
    ];
    let text = wide("some text,\nand more");
    for (encoding, converts) in [("utf-16le", true), ("ucs-2le", true), ("utf-32le", false)] {
        let tree = [&binary[..], &[("text.txt", &text[..])]].concat();
        let directory = directory_with(&tree);
        let command = format!("convert -f {encoding} --on-error replace --in-place");
        let done = placemat_in(directory.path(), &format!("{command} ."), b"");
        let after = files_in(directory.path());
        for (name, bytes) in binary {
            assert_eq!(after[name], bytes, "{encoding}: {name}: {}", done.stderr);
        }
        assert_eq!(after["text.txt"] == b"some text,\nand more", converts, "{encoding}: {}", done.stderr);
        // Data that looks like wide units of another kind is named.
        let skipped = ["4 binary files skipped", "5 binary files skipped"];
        assert!(skipped.iter().any(|told| done.stderr.contains(told)), "{encoding}: {}", done.stderr);
        // With --text they are converted, unless they contradict the encoding.
        let forced = placemat_in(directory.path(), &format!("{command} --text --force ."), b"");
        assert_ne!(files_in(directory.path())["zeros"], [0; 100], "{encoding}: {}", forced.stderr);
    }
}

/// Programs append ASCII to logs in UTF-16. Read as UTF-16, it would be Chinese.
#[test]
fn utf_16_with_ascii_in_between_is_left_alone() {
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let log = wide("\u{FEFF}Get-Process\r\nGet-Process\r\n");
    let directory = directory_with(&[
        ("appended", &[&log[..], b"appended by echo\r\n"].concat()),
        ("prefixed", &[b"plain line\r\n", &wide("wide text \u{E9}\r\n".repeat(3).as_str())[..]].concat()),
        ("sound", &log),
    ]);
    for (arguments, status) in [
        ("-f utf-16 --in-place appended", 1),
        ("-f auto --in-place appended", 1),
        ("-f utf-16le --in-place prefixed", 1),
        ("-f auto --in-place prefixed", 1),
        ("-f auto --in-place sound", 0),
    ] {
        let found = placemat_in(directory.path(), &format!("convert {arguments}"), b"");
        assert_eq!(found.status, status, "{arguments}: {}", found.stderr);
        if status == 1 {
            let told = ": is partly UTF-16 and partly ASCII; not converted\n";
            assert!(found.stderr.contains(told), "{arguments}: {}", found.stderr);
        }
    }
    assert!(fs::read(directory.path().join("appended")).unwrap().starts_with(&log));
    let found = placemat_in(directory.path(), "convert -f utf-16 --in-place --force appended", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
}

/// ASCII that was appended to a long text in UTF-16 is seen.
#[test]
fn the_end_of_a_long_file_is_seen() {
    let line = utf_16("a line of a log that is in UTF-16\r\n");
    let text = [&utf_16("\u{FEFF}")[..], &line.repeat(20_000), b"appended by echo\r\n"].concat();
    assert!(text.len() > 5 << 18);
    let directory = directory_with(&[("a", &text)]);
    let found = placemat_in(directory.path(), "convert -f utf-16 a", b"");
    assert!(found.stderr.starts_with("placemat: warning: a: is partly UTF-16 and partly ASCII"));
    let found = placemat_in(directory.path(), "convert -f auto a", b"");
    assert!(found.stderr.starts_with("placemat: a: is partly UTF-16 and partly ASCII; not converted"));
    assert_eq!((found.status, found.stdout.len()), (1, 0));
    let found = placemat_in(directory.path(), "convert -f auto a -o b", b"");
    assert_eq!((found.status, directory.path().join("b").exists()), (1, false));
}

/// A program may append ASCII to UTF-16, or half a character may be missing. Both are well-formed in no encoding
/// or would become ideographs, so no conversion is proposed.
#[test]
fn no_conversion_is_proposed_that_would_fail() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let text = wide("\u{FEFF}Get-Process, w\u{F6}rld\r\nand its output\r\n");
    let odd = &text[..text.len() - 1];
    let lone = [&text[..], b"\x3D\xD8"].concat();
    let mixed = [&text[..], b"appended by echo\r\n"].concat();
    let odd_mixed = [&text[..], b"appended by echo\n"].concat();
    let directory = directory_with(&[
        ("sound", &text),
        ("odd", odd),
        ("unsigned", &odd[2..]),
        ("lone", &lone),
        ("mixed", &mixed),
        ("odd-mixed", &odd_mixed),
    ]);
    let run = |command: &str| placemat_in(directory.path(), command, b"");
    let is_partly = "partly UTF-16 and partly ASCII: convert each part by itself";
    for (name, looks, next) in [
        ("odd", "looks like damaged UTF-16\n", "convert -f utf-16 --on-error replace odd"),
        ("unsigned", "looks like damaged UTF-16LE\n", "convert -f utf-16le --on-error replace unsigned"),
        ("lone", "looks like damaged UTF-16\n", "convert -f utf-16 --on-error replace lone"),
    ] {
        let found = run(&format!("check {name}"));
        assert_eq!(found.text(), format!("{name}: {looks}  next: placemat {next}\n"));
        let found = run(next);
        assert!(found.status == 0 && found.text().contains("w\u{F6}rld"), "{next}: {}", found.stderr);
        let found = run(&format!("repair {name}"));
        assert!(!found.text().contains("-f utf-16 reads it"), "{}", found.text());
    }
    for name in ["mixed", "odd-mixed"] {
        let found = run(&format!("check {name}"));
        assert!(found.text().starts_with(&format!("{name}: {is_partly}")), "{}", found.text());
        let found = run(&format!("repair {name}"));
        let told = format!(
            "{name}: left as it is: partly UTF-16 and partly ASCII\n  hint: convert each part by itself\n  next: {{ head -c 74 {name}"
        );
        assert!(found.text().starts_with(&told), "{}", found.text());
    }
    let found = run("check sound");
    let fix = "placemat convert --in-place -f utf-16 sound";
    assert_eq!(found.text(), format!("sound: looks like UTF-16\n  fix:  {fix}\n"));
    assert_eq!(run(fix.trim_start_matches("placemat ")).status, 0);
}

/// Programs on two systems write with a byte order mark each. Read in one order, the rest is ideographs.
#[test]
fn utf_16_in_both_orders_is_not_converted() {
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    for (first, second) in [("Error in file\r\n", "Second file here\r\n"), ("Grüße\r\n", "Köln: schön\r\n")]
    {
        let (first, second) = (format!("\u{FEFF}{first}"), format!("\u{FEFF}{second}"));
        let mixed = [utf_16(&first), big(&second)].concat();
        let long = [&utf_16("\u{FEFF}")[..], &utf_16("a line of a log\r\n").repeat(40_000), &big(&second)];
        let directory = directory_with(&[("a", &mixed), ("long", &long.concat())]);
        let run = |command: &str| placemat_in(directory.path(), command, b"");
        for command in ["detect a", "check a", "check -e auto a", "check -e utf-16 a", "repair a"] {
            let found = run(command);
            assert!(found.text().contains("partly UTF-16LE and partly UTF-16BE"), "{}", found.text());
            assert_eq!(found.status, 1, "{command}");
        }
        for command in ["convert -f auto --in-place a", "convert -f utf-16 --in-place a"] {
            assert_eq!(run(command).status, 1, "{command}");
        }
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), mixed);
        let found = run("check -e auto long");
        assert!(found.text().contains("partly UTF-16LE and partly UTF-16BE"), "{}", found.text());
        let found = run("check a");
        let (_, next) = found.text().split_once("next: ").unwrap();
        assert!(next.contains("| placemat convert -f utf-16; tail"), "{next}");
    }
}

/// ASCII is read as ideographs, so it is valid UTF-16.
#[test]
fn utf_16_with_ascii_in_between_is_not_valid() {
    let mixed = [&utf_16("\u{FEFF}Get-Process\r\nand its output\r\n")[..], b"appended by echo\r\n"].concat();
    let directory = directory_with(&[("a", &mixed), ("b", &utf_16("\u{FEFF}Get-Process\r\n"))]);
    let next = "{ head -c 60 a | placemat convert -f utf-16; tail -c +61 a; } > FIXED";
    let told = format!("a: partly UTF-16 and partly ASCII: convert each part by itself\n  next: {next}\n");
    for encoding in ["auto", "utf-16"] {
        let found = placemat_in(directory.path(), &format!("check -e {encoding} a"), b"");
        let end = "1 file checked as utf-16, and partly in another encoding\n";
        assert_eq!((found.status, found.text()), (1, &format!("{told}{end}")[..]), "{encoding}");
        let found = placemat_in(directory.path(), &format!("check -e {encoding} ."), b"");
        let end = "2 files checked as utf-16: 1 file valid, 1 file partly in another encoding\n";
        assert_eq!((found.status, found.text()), (1, &format!("./{told}{end}")[..]), "{encoding}");
        for quiet in ["-q", "-l", "--json", "--format github", "--format sarif"] {
            let found = placemat_in(directory.path(), &format!("check -e {encoding} {quiet} a b"), b"");
            assert_eq!(found.status, 1, "{quiet}");
            let found = placemat_in(directory.path(), &format!("check -e {encoding} {quiet} b"), b"");
            assert_eq!(found.status, 0, "{quiet}");
        }
    }
}

/// What is wrong is the encoding of the file, and not each of its bytes.
#[test]
fn a_file_in_wide_units_has_one_result_in_reports_for_machines() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let text = "\u{FEFF}Größe, naïve\r\nand more: é\r\n";
    let directory = directory_with(&[("a", &utf_16(text)), ("b", &wide(text)), ("c", &wide(&text[3..]))]);
    let found = placemat_in(directory.path(), "check --format github a b c", b"");
    assert_eq!(found.text().lines().count(), 3, "{}", found.text());
    let told = "::error file=a,line=1,col=1,title=invalid utf-8::looks like UTF-16%0Ahint: \
                placemat convert --in-place -f utf-16 a\n";
    assert!(found.text().starts_with(told), "{}", found.text());
    let found = placemat_in(directory.path(), "check --format sarif a b c", b"");
    let document: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 3, "{}", found.text());
    assert!(results.iter().all(|result| result["ruleId"] == "other-encoding"), "{}", found.text());
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().any(|rule| rule["id"] == "other-encoding"));
}

/// A conversion makes them invisible characters.
#[test]
fn byte_order_marks_between_joined_files_are_counted() {
    let joined = [utf_16("\u{FEFF}first\n"), utf_16("\u{FEFF}second\n")].concat();
    let directory = directory_with(&[("a", &joined), ("b", &utf_16("\u{FEFF}only\n"))]);
    let run = |command: &str| placemat_in(directory.path(), command, b"");
    let told = "a: 1 byte order mark within the text, as if files were joined, at offset 14";
    let removal = r"'s/\xEF\xBB\xBF//g'";
    let found = run("convert -f utf-16 a");
    assert_eq!(found.stderr, format!("placemat: {told}; perl -pe {removal} removes it\n"));
    assert_eq!((found.status, found.text()), (0, "first\n\u{FEFF}second\n"));
    let found = run("convert -f utf-16 -t utf-16le a");
    assert_eq!(found.stderr, format!("placemat: {told}\n"));
    assert!(run("convert --json -f utf-16 a").stderr.contains(r#""inner_boms":1"#));
    assert_eq!(run("convert -q -f utf-16 a").stderr, "");
    let found = run("repair --fix utf-16 a");
    let note = "  note: 1 byte order mark within the text, as if files were joined";
    assert!(found.text().contains(note), "{}", found.text());
    let found = run("convert -f utf-16 --in-place a b");
    let command = format!("perl -i -pe {removal} a");
    assert!(
        found.stderr.starts_with(&format!("placemat: {told}; {command} removes it\n")),
        "{}",
        found.stderr
    );
    assert!(!found.stderr.contains(": b: 1 byte"), "{}", found.stderr);
}

/// A log that was continued in UTF-16 has a command that converts that part.
#[cfg(unix)]
#[test]
fn the_parts_of_a_mixture_have_a_command() {
    let (front, back) = ("10:00 Müller öffnet Datei\n".repeat(30), "12:00 Fehler: Größe\r\n".repeat(10));
    let text = format!("{front}{back}");
    let big: Vec<u8> = back.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mark = "\u{FEFF}";
    let chinese = "12:00 用户登录系统。\n".repeat(3);
    for (mixed, wide, commands, text) in [
        ([front.as_bytes(), &utf_16(&back)].concat(), "UTF-16LE", 1, text.clone()),
        (
            [mark.as_bytes(), front.as_bytes(), &utf_16(&back)].concat(),
            "UTF-16LE",
            1,
            format!("{mark}{text}"),
        ),
        ([front.as_bytes(), b"x\n", &utf_16(&back)].concat(), "UTF-16LE", 1, format!("{front}x\n{back}")),
        ([front.as_bytes(), &utf_16(&format!("{mark}{back}"))].concat(), "UTF-16LE", 1, text.clone()),
        ([front.as_bytes(), &big].concat(), "UTF-16BE", 1, text.clone()),
        ([&utf_16(&format!("{mark}{front}")), back.as_bytes()].concat(), "UTF-16LE", 1, text.clone()),
        (
            [front.as_bytes(), &utf_16(&back), front.as_bytes(), &utf_16(&back)].concat(),
            "UTF-16LE",
            2,
            text.repeat(2),
        ),
        ([chinese.as_bytes(), &utf_16(&chinese)].concat(), "UTF-16LE", 1, chinese.repeat(2)),
    ] {
        let directory = directory_with(&[("a", &mixed)]);
        let run = |command: &str| placemat_in(directory.path(), command, b"");
        let is_partly = format!("partly UTF-8 and partly {wide}");
        let found = run("detect a");
        assert_eq!((found.text(), found.status), (&format!("a: {is_partly}\n")[..], 1));
        for arguments in ["check a", "check -e auto a"] {
            let found = run(arguments);
            let head = format!("a: {is_partly}: convert each part by itself");
            if arguments == "check a" && std::str::from_utf8(&mixed).is_ok() {
                let note = format!(
                    "placemat: a: valid as utf-8, but {is_partly}\n    hint: convert each part by itself: "
                );
                assert!(found.stderr.starts_with(&note) && found.status == 0, "{}", found.stderr);
                assert!(found.stderr.ends_with(" > FIXED\n"), "{}", found.stderr);
                continue;
            }
            assert!(found.text().starts_with(&head) && found.status == 1, "{arguments}: {}", found.text());
            let command = found.text().split_once("  next: ").unwrap().1.lines().next().unwrap().to_owned();
            assert_eq!(command.matches("placemat convert -f utf-16").count(), commands, "{command}");
            let program = format!("'{}'", env!("CARGO_BIN_EXE_placemat"));
            let script = command.replace("placemat", &program);
            let status =
                std::process::Command::new("sh").args(["-c", &script]).current_dir(directory.path()).status();
            assert!(status.unwrap().success(), "{command}");
            assert_eq!(fs::read_to_string(directory.path().join("FIXED")).unwrap(), text, "{command}");
        }
        let found = run("convert -f auto --in-place a");
        let told = format!("placemat: a: is {is_partly}; not converted\n");
        assert!(found.stderr.starts_with(&told), "{}", found.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), mixed);
    }
}

/// After a power failure, the end of a log may be bytes 00, and lines follow.
#[test]
fn text_with_holes_is_text() {
    let line = "2026-11-28 12:00 INFO Müller angemeldet\n";
    let lines = line.repeat(40);
    for (front, zeros, end, told) in [
        ("INFO Müller\n", 8, "INFO ok\n", "utf-8 (with 8 bytes 00 at offset 13)"),
        (&lines[..], 512, &lines, "utf-8 (with 512 bytes 00 at offset 1640)"),
        (&lines, 4096, "", "utf-8 (with 4096 bytes 00 at offset 1640)"),
        ("a log\nof ASCII\n", 512, line, "utf-8 (with 512 bytes 00 at offset 15)"),
    ] {
        let text = [front.as_bytes(), &vec![0; zeros], end.as_bytes()].concat();
        let directory = directory_with(&[("a", &text)]);
        let run = |command: &str| placemat_in(directory.path(), command, b"");
        let found = run("detect a");
        assert_eq!((found.text(), found.status), (&format!("a: {told}\n")[..], 0));
        for arguments in ["check a", "check -e auto a"] {
            let found = run(arguments);
            assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0), "{arguments}");
        }
        let found = run("detect --json a");
        assert!(found.text().contains(r#""encoding":"utf-8""#), "{}", found.text());
        let found = run("convert -f auto a");
        assert!(found.stdout == text && found.status == 0, "{}", found.stderr);
    }
    let long = [lines.as_bytes(), &vec![0; 3 << 19], lines.as_bytes()].concat();
    let found = placemat_in(directory_with(&[("a", &long)]).path(), "detect a", b"");
    assert!(found.text().starts_with("a: utf-8 (with ") && found.status == 0, "{}", found.text());
    let record = [&b"ustar"[..], &[0; 60], b"0000644\x000001750\0", &[0; 400], line.as_bytes()].concat();
    let found = placemat_with("detect", &record);
    assert_eq!(found.text(), "standard input: not text in any known encoding\n");
}

/// `detect` and every report of `check` say the same of parts that are not clear.
#[test]
fn parts_that_are_not_clear_are_named_alike() {
    let wide = "\u{FEFF}Hello there\r\nall is well\r\n".encode_utf16().flat_map(u16::to_le_bytes);
    let text: Vec<u8> = wide.chain(*b"Done OK now\r\n\0\0\0\0next line is here\r\n").collect();
    let directory = directory_with(&[("a", &text)]);
    for command in ["detect a", "check a", "check -e auto a", "check -e auto --summary a"] {
        let found = placemat_in(directory.path(), command, b"");
        let told = "partly UTF-16 and partly another encoding";
        assert!(found.text().contains(told), "{command}: {}", found.text());
        assert_eq!(found.status, 1, "{command}");
    }
}
