//! The report for people: one diagnosis a file, a line for each place, and what to run next.

#[cfg(feature = "legacy")]
use crate::command::encoded;
use crate::command::{directory_with, placemat_in, placemat_with};

const PAIR: &[u8] = b"name,\xED\xA0\xBD\xED\xB1\x8D\n1,\xED\xA0\xBD\xED\xB2\xA9\xED\xA0\xBD\xED\xB2\xA9\n";

/// Damaged texts: what they look like, and the beginning of the command to run next.
const TEXTS: [(&[u8], &str, &str); 17] = [
    (PAIR, "looks like CESU-8, 2 places", "fix:  placemat repair --in-place file"),
    (
        b"a\xED\xA0\xBD\xED\xB2\xA9\xC0\x80 b\n",
        "looks like Modified UTF-8, 1 place",
        "fix:  placemat repair --in-place file",
    ),
    (b"a\xC0\x80b\n", "looks like Modified UTF-8, 1 place", "fix:  placemat repair --in-place file"),
    (
        b"a\xED\xA0\xBDb\n",
        "looks like WTF-8, 1 place",
        "next: placemat repair --dry-run --fix default,lone-surrogates file",
    ),
    ("naïve café, déjà vu, and a word from elsewhere: caf\u{FFFD} au lait\n".as_bytes(), "", ""),
    (
        b"na\xC3\xAFve caf\xE9 au lait\nfor\xEAt de No\xC3\xABl\n",
        "UTF-8 with bytes of another encoding, 2 places",
        "fix:  placemat repair --in-place --fix default,legacy-bytes file",
    ),
    (
        b"GET /..\xC0\xAFetc\n",
        "UTF-8 with disguised characters, 1 place",
        "next: placemat explain --at 7 file",
    ),
    (b"prix 3 \xE2\x82", "UTF-8 that ends within a character, 1 place", "next: head -c 7 file > FIXED"),
    // What tail -c and split -b leave.
    (
        b"\xBC Gr\xC3\xB6\xC3\x9Fe, M\xC3\xBCller\n",
        "UTF-8 that begins within a character, 1 place",
        "next: tail -c +2 file > FIXED",
    ),
    (
        b"\x82\xAC for a caf\xC3\xA9, sch\xC3",
        "UTF-8 that begins and ends within a character, 2 places",
        "next: tail -c +3 file | placemat convert --on-error skip > FIXED",
    ),
    // These bytes are letters of Shift_JIS, too.
    (
        b"\x88\xB6\xE8\xA6\xAA\xE8\xAA\xAA\xE9\x80\x99\xE6\xA2\x9D\xE8",
        "UTF-8 that begins and ends within a character, 2 places",
        "next: tail -c +3 file | placemat convert --on-error skip > FIXED",
    ),
    (
        b"c\0a\0f\0\xE9\0 \0a\0u\0",
        "looks like UTF-16LE",
        "fix:  placemat convert --in-place -f utf-16le file",
    ),
    (
        b"\xFF\xFEc\0a\0f\0\xE9\0 \0a\0u\0",
        "looks like UTF-16",
        "fix:  placemat convert --in-place -f utf-16 file",
    ),
    (
        b"\x84\x31\x95\x33 ab \xC4\xE3\n",
        "looks like GB18030, 3 places",
        "next: iconv -f GB18030 -t UTF-8 file",
    ),
    (
        b"a\xF8\x88\x80\x80\x80b\n",
        "looks like UTF-8 before 2003, 1 place",
        "next: placemat explain --at 1 file",
    ),
    (b"a\xE2\x82\xFF \xC3\xA9\xC3\xA9\n", "damaged UTF-8, 1 place", "next: placemat explain --at 1 file"),
    (
        b"\xEF\xB7\x9D\xED\xB2\xAE\0\nhello \xF0\x90\xBF\xBF\n",
        "looks like a Corrected UTF-8 document",
        "fix:  placemat convert --in-place -f corrected-utf-8-document file",
    ),
];

#[test]
fn a_file_has_one_diagnosis_and_a_command_to_run_next() {
    for (text, looks, next) in TEXTS {
        let directory = directory_with(&[("file", text)]);
        let found = placemat_in(directory.path(), "check file", b"");
        if looks.is_empty() {
            assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
            continue;
        }
        let lines: Vec<_> = found.text().lines().collect();
        assert_eq!(lines[0], format!("file: {looks}"), "{}", found.text());
        assert_eq!(lines.last(), Some(&&*format!("  {next}")), "{}", found.text());
        // A signature says all.
        let places: usize = looks.rsplit(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
        assert_eq!((lines.len(), found.status), (places + 2, 1), "{}", found.text());
    }
}

/// A repair would make the lengths wrong.
#[test]
fn strings_with_their_lengths_are_not_to_be_repaired() {
    let string = b"\0\x0Aa\xC0\x80b\xED\xA0\xBD\xED\xB8\x80";
    let (two, many) = (string.repeat(2), string.repeat(300));
    let convert = "next: placemat convert -f mutf-8-writeutf file";
    let strings = "next: placemat strings file";
    for (text, options, looks, next) in [
        (&string[..], "", "looks like mutf-8-writeutf, 2 places", convert),
        (string, "--max-errors 1", "looks like mutf-8-writeutf, 2 places", convert),
        (&two, "--max-errors 1", "looks like strings of Java's writeUTF, 4 places", strings),
        (&many, "--max-errors 1", "looks like strings of Java's writeUTF, 600 places", strings),
    ] {
        let directory = directory_with(&[("file", text)]);
        let found = placemat_in(directory.path(), &format!("check {options} file"), b"");
        let lines: Vec<_> = found.text().lines().collect();
        assert_eq!(lines[0], format!("file: {looks}"), "{}", found.text());
        assert_eq!(lines.last(), Some(&&*format!("  {next}")), "{}", found.text());
    }
}

#[test]
fn the_command_that_fixes_a_file_fixes_it() {
    let mut count = 0;
    for (text, _, next) in TEXTS {
        let Some(command) = next.strip_prefix("fix:  placemat ") else { continue };
        let directory = directory_with(&[("file", text)]);
        let found = placemat_in(directory.path(), command, b"");
        assert_eq!(found.status, 0, "{command}: {}{}", found.text(), found.stderr);
        let found = placemat_in(directory.path(), "check file", b"");
        assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0), "{command}");
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn places_are_aligned_and_say_what_the_bytes_mean() {
    let directory = directory_with(&[("oracle.csv", PAIR)]);
    let found = placemat_in(directory.path(), "check oracle.csv", b"");
    let expected = "oracle.csv: looks like CESU-8, 2 places\n  \
                      1:6   ED A0 BD ED B1 8D           U+1F44D 👍 as a surrogate pair (CESU-8)\n  \
                      2:3   ED A0 BD ED B2 A9 ED A0 …   U+1F4A9 💩 and 1 more, as surrogate pairs (CESU-8)\n  \
                      fix:  placemat repair --in-place oracle.csv\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, "", 1));
    // The sum has a line if there are several files.
    let directory = directory_with(&[("a", PAIR), ("b", b"b")]);
    let found = placemat_in(directory.path(), "check .", b"");
    assert!(
        found.text().ends_with("\n2 files checked as utf-8: 1 file invalid, 2 places\n"),
        "{}",
        found.text()
    );
}

/// Returns the meaning of the only place of a text.
fn meaning(text: &[u8]) -> String {
    let found = placemat_with("check", text);
    let lines: Vec<_> = found.text().lines().collect();
    assert_eq!(lines.len(), 3, "{}", found.text());
    lines[1].splitn(3, "   ").nth(2).unwrap().trim().to_owned()
}

#[test]
fn what_is_wrong_is_said_in_sentences() {
    for (text, expected) in [
        (&b"ab\xC3\ncd"[..], "starts a 2-byte character, but 0A follows"),
        (b"ab\xE2\x82\ncd", "starts a 3-byte character, but 0A follows"),
        (b"caf\xE9 au lait", "é in Windows-1252"),
        (b"\xA9 caf\xC3\xA9\n", "is a continuation byte without a start byte: the start was cut off"),
        (b"\x82\xAC \xC3\xA9\n", "are continuation bytes without a start byte: the start was cut off"),
        (b"a\x93\n", "“ in Windows-1252"),
        // After letters of another script, they hardly are that.
        (b"\xD0\xB4\xD0\xB0 \x93\n", "is a continuation byte without a start byte"),
        (b"\xD0\xB4\xD0\xB0 \x93\x94\x95\n", "are continuation bytes without a start byte"),
        (b"a\xFC\n", "is never valid in UTF-8"),
        (b"\xD0\xB4\xD0\xB0 \xC1 \n", "is never valid in UTF-8"),
        (b"a\xFF\xFE\n", "are never valid in UTF-8"),
        (b"a\xE2\x82", "starts a 3-byte character, but the input ends: it was cut off here"),
        (b"a\xF4\x90\n", "F4 starts a character beyond U+10FFFF, the last one"),
        (b"a\xF0\x9F\xE9\n", "F0 9F starts a 4-byte character, but E9 follows"),
        (
            b"a\xC0\xAF\n",
            "a disguised '/' (overlong encoding of U+002F): some programs accept it, and filters miss it",
        ),
        (b"a\xED\xA0\xBD\n", "half of a surrogate pair, U+D83D (WTF-8)"),
    ] {
        assert_eq!(meaning(text), expected, "{text:X?}");
    }
}

#[test]
fn adjacent_bytes_are_one_place_and_every_subpart_is_listed_on_request() {
    let found = placemat_with("check", PAIR);
    assert!(found.text().starts_with("standard input: looks like CESU-8, 2 places\n"), "{}", found.text());
    for (options, kind) in
        [("--verbose", ": surrogate: "), ("--brief", ": surrogate: "), ("--json", "\"surrogate\"")]
    {
        let found = placemat_with(&format!("check {options}"), PAIR);
        assert_eq!(found.text().matches(kind).count(), 6, "{}", found.text());
    }
    // A place that goes on in another piece of the input is still one.
    let long = [vec![b'a'; (128 << 10) - 3], vec![0xFF; 9], b"\n".to_vec(), vec![0xFF; 300_000]].concat();
    let directory = directory_with(&[("file", &long)]);
    let found = placemat_in(directory.path(), "check file", b"");
    let expected = "file: not UTF-8, 2 places\n";
    assert!(found.text().starts_with(expected), "{}", found.text());
    assert!(
        found.text().contains("\n  2:1        FF FF FF FF FF FF FF FF …   are never valid in UTF-8\n"),
        "{}",
        found.text()
    );
}

#[test]
fn the_rest_of_many_places_is_counted() {
    let text = b"ab\xFF\xFE ".repeat(500);
    let count = |options: &str| {
        let found = placemat_with(&format!("check {options}"), &text);
        (found.text().matches("   FF FE   ").count(), found.text().contains(", 500 places\n"))
    };
    assert_eq!(
        (count(""), count("--max-errors 0"), count("--max-errors 499")),
        ((500, true), (500, true), (499, true))
    );
    assert_eq!((count("--max-errors 1"), count("--max-errors 500")), ((1, true), (500, true)));
    let found = placemat_with("check --max-errors 7", &text);
    assert!(
        found.text().contains("\n  … and 493 more places (--max-errors 0 lists all)\n"),
        "{}",
        found.text()
    );
}

/// The first and the last lines of the report are the same, however many places are between them.
#[test]
fn the_diagnosis_does_not_depend_on_how_many_places_are_listed() {
    let pairs = b"\xED\xA0\xBD\xED\xB8\x80 a\n";
    for (text, verdict) in [
        ([&pairs.repeat(12)[..], b"M\xFCller\n"].concat(), "damaged UTF-8, 13 places"),
        ([&pairs.repeat(12)[..], b"\xC0\x80\n"].concat(), "looks like Modified UTF-8, 13 places"),
        ([&pairs.repeat(3000)[..], b"M\xFCller\n"].concat(), "damaged UTF-8, 3001 places"),
        ([&b"\xC0\x80 a\n".repeat(12)[..], pairs].concat(), "looks like Modified UTF-8, 13 places"),
        ([&b"\xFF".repeat(5000)[..], b" ", pairs].concat(), "not UTF-8, 2 places"),
        ("M\u{FC}ller\n".repeat(9).chars().map(|one| one as u8).collect(), "looks like Windows-1252"),
    ] {
        let directory = directory_with(&[("file", &text)]);
        let ends = |options: &str, input: &str| {
            let arguments = format!("check {options} --max-errors");
            let of = |most: &str| {
                let found = placemat_in(directory.path(), &format!("{arguments} {most} {input}"), &text);
                let lines: Vec<_> = found.text().lines().map(str::to_owned).collect();
                (lines.first().cloned(), lines.last().cloned(), found.status)
            };
            let all = of("0");
            for most in ["1", "10", "13"] {
                assert_eq!(of(most), all, "{most} {input}");
            }
            all.0.unwrap()
        };
        for input in ["file", "-"] {
            let head = ends("", input);
            assert!(head.contains(verdict), "{head}");
        }
    }
    // The input is not read to its end, and the last place that is read may be cut.
    let directory = directory_with(&[("file", &pairs.repeat(180_000))]);
    let found = placemat_in(directory.path(), "check --max-errors 10 file", b"");
    assert!(found.text().starts_with("file: looks like CESU-8, more than 1000"), "{}", found.text());
}

#[cfg(target_os = "linux")]
#[test]
fn ten_places_are_listed_on_a_terminal() {
    if std::process::Command::new("script").arg("--version").output().is_err() {
        println!("left out: there is no script that makes a terminal");
        return;
    }
    let directory = directory_with(&[("file", &b"ab\xFF\xFE ".repeat(500))]);
    let command = env!("CARGO_BIN_EXE_placemat");
    let check = format!("stty cols 80 rows 20; '{command}' check --color never file");
    let mut script = std::process::Command::new("script");
    script
        .args(["-qec", &check, "/dev/null"])
        .current_dir(directory.path())
        .stdin(std::process::Stdio::null());
    let shown = String::from_utf8(script.output().unwrap().stdout).unwrap().replace('\r', "");
    assert_eq!(shown.matches("   FF FE   ").count(), 10, "{shown}");
    assert!(shown.contains("\n  … and 490 more places (--max-errors 0 lists all)\n"), "{shown}");
}

#[test]
fn lines_keep_to_every_width() {
    for (text, ..) in TEXTS {
        let directory = directory_with(&[("file", text)]);
        for columns in [40, 41, 47, 60, 80, 100, 200] {
            let found = placemat_in(directory.path(), &format!("check --width {columns} file"), b"");
            let report = found.text().lines().filter(|line| {
                // A command is not cut: it is there to be copied.
                !line.starts_with("  fix:") && !line.starts_with("  next:")
            });
            for line in report {
                let wide = line.chars().filter(|&one| one > '\u{1F000}').count();
                assert!(line.chars().count() + wide <= columns, "{columns}: {}", found.text());
            }
        }
    }
}

/// Text in KOI8-R, for which detection is sure.
#[cfg(feature = "legacy")]
const NOVEL: &[u8] = b"\xF7\xD3\xC5 \xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xD9\xC5 \xD3\xC5\xCD\xD8\xC9 \
    \xD0\xCF\xC8\xCF\xD6\xC9 \xC4\xD2\xD5\xC7 \xCE\xC1 \xC4\xD2\xD5\xC7\xC1, \xCB\xC1\xD6\xC4\xC1\xD1 \
    \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1\xD1 \xD3\xC5\xCD\xD8\xD1 \
    \xCE\xC5\xD3\xDE\xC1\xD3\xD4\xCC\xC9\xD7\xC1 \xD0\xCF-\xD3\xD7\xCF\xC5\xCD\xD5.\n";

/// Each letter is an error, which says nothing more. A short list and one that does not fit into memory.
#[cfg(feature = "legacy")]
#[test]
fn a_text_that_is_surely_in_a_legacy_encoding_has_no_list() {
    let long = NOVEL.repeat(4000);
    let directory = directory_with(&[("short", NOVEL), ("long", &long)]);
    for name in ["short", "long"] {
        for options in ["", "--max-errors 0"] {
            let found = placemat_in(directory.path(), &format!("check {options} {name}"), b"");
            let told = format!(
                "{name}: looks like KOI8-R (sure)\n  fix:  placemat convert --in-place -f koi8-r {name}\n"
            );
            assert_eq!((found.text(), found.status), (told.as_str(), 1));
        }
    }
    let found = placemat_in(directory.path(), "check --verbose short", b"");
    assert!(
        found.text().matches("continuation byte").count() + found.text().matches("starts a").count() > 20
    );
    // What is denied has its place.
    let denied = [NOVEL, b"\0"].concat();
    let found = placemat_with("check --deny nul --text", &denied);
    assert!(found.text().contains("\n  1:"), "{}", found.text());
}

/// Adjacent errors have one annotation.
#[test]
fn annotations_are_about_places() {
    let found = placemat_with("check --format github", b"a\xED\xA0\xBD\xED\xB1\x8Db\xE9\xFF\n\xFF");
    let lines: Vec<&str> = found.text().lines().filter(|line| line.starts_with("::error")).collect();
    let title = "title=invalid utf-8::";
    assert_eq!(lines.len(), 3, "{}", found.text());
    let first = format!(
        "::error line=1,col=2,{title}surrogate at offset 1, length 6: ED A0 BD ED B1 8D: U+1F44D 👍 as a surrogate \
         pair (CESU-8)%0Ahint: "
    );
    assert!(lines[0].starts_with(&first), "{}", lines[0]);
    assert!(lines[1].contains("length 2: E9 FF: "), "{}", lines[1]);
    assert!(lines[2].contains("length 1: FF is never valid in UTF-8"), "{}", lines[2]);
}

/// Places of a file that is likely in a legacy encoding are read in it, and not as pieces of UTF-8.
#[cfg(feature = "legacy")]
#[test]
fn places_are_read_in_the_encoding_that_the_file_looks_like() {
    let text =
        encoded("windows-1252", "Le caf\u{E9} est ferm\u{E9} cet \u{E9}t\u{E9} \u{E0} cause de lui.\n");
    let directory = directory_with(&[("letter.txt", &text)]);
    let found = placemat_in(directory.path(), "check letter.txt", b"");
    let expected = "letter.txt: looks like Windows-1252 (likely), 5 places\n";
    assert!(found.text().starts_with(expected), "{}", found.text());
    assert!(found.text().contains("\n  1:27   E0   \u{E0} in Windows-1252\n"), "{}", found.text());
    assert!(!found.text().contains("starts a"), "{}", found.text());
    let text = encoded("windows-1250", "id;nazwa\n1;Zażółć gęślą jaźń\n2;Łódź, Kraków\n");
    // What comes through a pipe is known as well as a file.
    for found in [placemat_with("check", &text), placemat_with("check --stdin-filename pl.csv", &text)] {
        assert!(found.text().contains("looks like Windows-1250 (likely), 7 places\n"), "{}", found.text());
        assert!(found.text().contains("\n  2:5    BF F3 B3 E6   żółć in Windows-1250\n"), "{}", found.text());
    }
    // Of many places as well.
    let many = [&text[..], &text[..]].concat().repeat(60);
    let found = placemat_with("check", &many);
    assert!(!found.text().contains("starts a"), "{}", found.text());
}

/// Places cut through characters of several bytes, so lines of the text are shown instead.
#[cfg(feature = "legacy")]
#[test]
fn lines_show_what_a_text_of_pairs_of_bytes_looks_like() {
    let text =
        encoded("gbk", "no,name\n1,\u{5F20}\u{4F1F},\u{5317}\u{4EAC}\n2,\u{738B}\u{82B3},\u{4E0A}\u{6D77}\n");
    let directory = directory_with(&[("cn.csv", &text)]);
    let expected = "cn.csv: looks like GBK (likely); these are lines of it as GBK:\n  \
                    2   1,张伟,北京\n  3   2,王芳,上海\n  \
                    next: placemat convert -f gbk cn.csv\n  \
                    note: if that is the right text, the same command with --in-place converts the file\n";
    let found = placemat_in(directory.path(), "check cn.csv", b"");
    assert_eq!((found.text(), found.status), (expected, 1));
    let found = placemat_in(directory.path(), "check --width 40 cn.csv", b"");
    assert!(found.text().lines().take(4).all(|line| line.chars().count() <= 40), "{}", found.text());
}

/// Machines hear of the file, and not of each of its letters.
#[cfg(feature = "legacy")]
#[test]
fn a_file_in_a_legacy_encoding_is_one_result() {
    let russian = "Все счастливые семьи похожи друг на друга,\nкаждая несчастливая семья.\n";
    let text = [b"plain\n", &encoded("koi8-r", russian)[..]].concat();
    let directory = directory_with(&[("a.txt", &text), ("b.txt", b"x\xC0\xAFy\xC0\x80\n")]);
    let found = placemat_in(directory.path(), "check --format github --threads 1 .", b"");
    let lines: Vec<&str> = found.text().lines().collect();
    let first = "::error file=a.txt,line=2,col=1,title=invalid utf-8::looks like KOI8-R (sure)%0A\
                 hint: placemat convert --in-place -f koi8-r ./a.txt";
    assert_eq!((lines[0].replace("./a.txt", "a.txt"), lines.len()), (first.replace("./a.txt", "a.txt"), 3));
    let found = placemat_in(directory.path(), "check --sarif --threads 1 .", b"");
    let document: serde_json::Value = serde_json::from_str(found.text()).unwrap();
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert_eq!((&results[0]["ruleId"], results.len()), (&"legacy-encoding".into(), 5), "{document}");
    let found = placemat_in(directory.path(), "check --json --threads 1 .", b"");
    let line: serde_json::Value = serde_json::from_str(found.text().lines().next().unwrap()).unwrap();
    assert_eq!(line["looks_like"], serde_json::json!({ "encoding": "koi8-r", "confidence": "sure" }));
    assert_eq!(found.text().matches("looks_like").count(), 1, "{}", found.text());
    // Also of a text that comes through a pipe.
    let found = placemat_with("check --json", &text);
    assert!(found.text().contains(r#""looks_like":{"encoding":"koi8-r""#), "{}", found.text());
}

/// Detection reads the first MiB. A log may be ASCII so far, and then legacy text.
#[cfg(feature = "legacy")]
#[test]
fn legacy_text_after_much_ascii_is_recognized() {
    let ascii = "2026-01-01 12:00:00 INFO request served from cache\n".repeat(24_000);
    let russian = b"\xCE\xF8\xE8\xE1\xEA\xE0 \xEF\xF0\xE8 \xF7\xF2\xE5\xED\xE8\xE8 \xF4\xE0\xE9\xEB\xE0\n";
    let late = [ascii.as_bytes(), &russian.repeat(200)].concat();
    let utf_8 = [ascii.as_bytes(), "Größe\n".as_bytes(), &russian.repeat(200)].concat();
    let directory = directory_with(&[("late", &late), ("utf-8", &utf_8)]);
    for command in ["check late", "check -e auto late"] {
        let found = placemat_in(directory.path(), command, b"");
        let told = "late: looks like Windows-1251 (sure)\n";
        assert!(found.text().starts_with(told), "{command}: {}", found.text());
        assert_eq!(found.status, 1, "{command}");
    }
    let found = placemat_in(directory.path(), "check utf-8", b"");
    assert!(!found.text().contains("Windows-1251 (sure)"), "{}", found.text());
    let latin = [ascii.as_bytes(), b"Gr\xF6\xDFe der Datei f\xFCr M\xFCller\n"].concat();
    let directory = directory_with(&[("late", &latin)]);
    let found = placemat_in(directory.path(), "check late", b"");
    assert!(found.text().contains("\n  24001:3    F6 DF   öß in Windows-1252\n"), "{}", found.text());
    assert!(found.text().contains("\n  next: placemat convert -f windows-1252 late\n"), "{}", found.text());
}

/// A log that another program continued, in UTF-8 or in a legacy encoding: no fix is right for the whole.
#[cfg(feature = "legacy")]
#[test]
fn the_command_for_a_text_of_two_parts_makes_utf_8_of_both() {
    let german =
        b"Die Gr\xF6\xDFe der Datei f\xFCr M\xFCller ist ung\xFCltig, schlie\xDFen und \xF6ffnen\n".repeat(9);
    let read: String = german.iter().map(|byte| char::from(*byte)).collect();
    let chinese = "用户登录系统。\n";
    for (text, expected, looks) in [
        (
            [chinese.as_bytes(), &german].concat(),
            chinese.to_owned() + &read,
            "a: UTF-8, and Windows-1252 from line 2 on, 54 places\n",
        ),
        (
            [&german, chinese.as_bytes()].concat(),
            read.clone() + chinese,
            "a: Windows-1252 up to line 9, then UTF-8, 54 places\n",
        ),
    ] {
        let directory = directory_with(&[("a", &text)]);
        let found = placemat_in(directory.path(), "check a", b"");
        assert!(found.text().starts_with(looks), "{}", found.text());
        let (_, command) = found.text().split_once("\n  next: ").unwrap();
        let command = command.trim_end().replace("placemat", env!("CARGO_BIN_EXE_placemat"));
        let mut shell = std::process::Command::new("sh");
        let shell = shell.args(["-c", &command]).current_dir(directory.path());
        assert_eq!(crate::command::run(shell, b"").status, 0);
        let fixed = std::fs::read(directory.path().join("FIXED")).unwrap();
        assert_eq!(String::from_utf8(fixed).unwrap(), expected);
    }
}

/// The report with excerpts names the encoding that the whole is in, and proposes it for each place.
#[cfg(feature = "legacy")]
#[test]
fn the_verbose_report_of_a_legacy_text_names_its_encoding() {
    let text = b"T\xF3th \xD6d\xF6n;Gy\xF5r\nKov\xE1cs L\xF5rinc;P\xE9cs\nSz\xFBcs \xC1gnes;Mez\xF5k\xF6vesd k\xE9rem a \
                 sz\xE1ml\xE1t elk\xFCldeni a megadott c\xEDmre\n";
    let directory = directory_with(&[("a", text)]);
    let found = placemat_in(directory.path(), "check --verbose a", b"");
    let text = found.text();
    assert!(text.contains("hint: perhaps windows-1250, where it is ő: "), "{text}");
    assert!(!text.contains("windows-1252") && !text.contains("was something cut out"), "{text}");
    assert!(text.contains("\na: looks like Windows-1250 (likely)\n  next: placemat convert"), "{text}");
}

/// The places after the UTF-8 are read in the encoding of that part, unless it is doubtful.
#[cfg(feature = "legacy")]
#[test]
fn the_places_of_a_part_agree_with_the_command() {
    let german = "Jürgen Groß\n".as_bytes();
    let russian = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCB\xC1\xCB \xC4\xC5\xCC\xC1 \xD3\xC5\xC7\xCF\xC4\xCE\xD1?\n\
                    \xF7\xD3\xA3 \xC8\xCF\xD2\xCF\xDB\xCF, \xD3\xD0\xC1\xD3\xC9\xC2\xCF \xC2\xCF\xCC\xD8\xDB\xCF\xC5\n";
    let names = b"Jos\xE9 Pe\xF1a\n\xA3ukasz \xAFak\n";
    let directory = directory_with(&[("a", &[german, russian].concat()), ("b", &[german, names].concat())]);
    let found = placemat_in(directory.path(), "check a", b"");
    assert!(found.text().contains("  Привет in KOI8-R\n"), "{}", found.text());
    assert!(
        found.text().contains("tail -c +15 a | placemat convert -f koi8-r; } > FIXED"),
        "{}",
        found.text()
    );
    let found = placemat_in(directory.path(), "check b", b"");
    assert!(found.text().contains("F1   ń in Windows-1250\n"), "{}", found.text());
    let end = "  next: tail -c +15 b | placemat convert -f windows-1250\n";
    assert!(found.text().contains(end), "{}", found.text());
}
