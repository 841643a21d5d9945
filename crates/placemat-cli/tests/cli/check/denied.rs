//! `check --deny` and `check --range`.

use crate::command::{directory_with, placemat_in, placemat_with};

const TEXT: &str = "\u{FEFF}a\u{202E}b\n\u{85}c\0\u{FFFD}é💩\u{FFFE}\n";

#[test]
fn what_is_denied_has_its_place_and_status_1() {
    let directory = directory_with(&[("file", TEXT.as_bytes())]);
    assert_eq!(placemat_in(directory.path(), "check file", b"").status, 0);
    let all = "bom,double-bom,mojibake,nul,replacement-character,bidi,c1,noncharacters";
    let found = placemat_in(directory.path(), &format!("check --deny {all} file"), b"");
    let expected = "file: valid UTF-8 with a byte order mark, U+0000, lost characters, text that is displayed in \
                    another order, C1 controls, noncharacters, 6 places\n  \
                      1:1   EF BB BF   is a byte order mark, which UTF-8 does not need\n  \
                      1:2   E2 80 AE   U+202E is a control that changes the order of the text on the screen\n  \
                      2:1   C2 85      U+0085 is a control character from 80 to 9F, usually a byte of Windows-1252\n  \
                      2:3   00         is U+0000, which ends a text in many programs\n  \
                      2:4   EF BF BD   is U+FFFD: a character was lost here\n  \
                      2:8   EF BF BE   U+FFFE is a noncharacter, which no text should have\n  \
                      next: placemat explain --at 0 file\n";
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, "", 1));
    // Pipes are no different, and neither are reports for programs.
    let piped = placemat_with(&format!("check --deny {all}"), TEXT.as_bytes());
    assert_eq!(piped.text().lines().count(), 8, "{}", piped.text());
    let json = placemat_in(directory.path(), "check --json --deny bidi,c1 file", b"");
    let line: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let kinds: Vec<_> =
        line["errors"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(
        (&kinds[..], &line["well_formed"], json.status),
        (&["deny-bidi", "deny-c1"][..], &true.into(), 1)
    );
    assert_eq!(line["errors"][1]["offset"], 9);
    let sarif = placemat_in(directory.path(), "check --sarif --deny bidi,c1 file", b"");
    let document: serde_json::Value = serde_json::from_slice(&sarif.stdout).unwrap();
    let run = &document["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    // Those of the option, of what .editorconfig requires, and of files in other encodings.
    assert_eq!(rules.len(), placemat::ErrorKind::ALL.len() + 2 + 4);
    assert_eq!(run["results"][1]["ruleId"], "deny-c1");
    for form in ["--quiet", "--list", "--brief", "--verbose", "--summary", "--format github"] {
        let found = placemat_in(directory.path(), &format!("check {form} --deny nul file"), b"");
        assert_eq!(found.status, 1, "{form}");
        assert_eq!(
            placemat_in(directory.path(), &format!("check {form} --deny mojibake file"), b"").status,
            0
        );
    }
}

/// They are within a word, and cannot be seen. Joiners, which scripts and emoji need, are not reported, nor is
/// a byte order mark at the start.
#[test]
fn characters_without_width_are_reported() {
    let text = "\u{FEFF}us\u{200B}er\u{FEFF} = 1\nword\u{2060}s می\u{200C}خواهم 👨\u{200D}👩 \u{2764}\u{FE0F} a\u{AD}b\n";
    let directory = directory_with(&[("file", text.as_bytes())]);
    let found = placemat_in(directory.path(), "check --deny zero-width file", b"");
    let hidden = "cannot be seen, and words with it are other words";
    let expected = format!(
        "file: valid UTF-8 with invisible characters, 3 places\n  \
           1:3   E2 80 8B   U+200B {hidden}\n  \
           1:6   EF BB BF   U+FEFF {hidden}\n  \
           2:5   E2 81 A0   U+2060 {hidden}\n  \
           next: placemat explain --at 5 file\n"
    );
    assert_eq!((found.text(), found.status), (&expected[..], 1));
    let json = placemat_in(directory.path(), "check --json --deny zero-width file", b"");
    assert!(json.text().contains(r#""kind":"deny-zero-width""#), "{}", json.text());
    assert_eq!(placemat_with("check --deny zero-width", "\u{FEFF}\u{FEFF}text\n".as_bytes()).status, 0);
    assert_eq!(placemat_with("check --deny zero-width", "\u{200B}text\n".as_bytes()).status, 1);
}

/// Characters that may hide text in source code. Tags are part of flags of regions.
#[test]
fn characters_that_hide_text_are_reported() {
    let hidden =
        "\u{115F}\u{1160}\u{180E}\u{2061}\u{2064}\u{206A}\u{206F}\u{3164}\u{FFA0}\u{E0001}\u{E0041}\u{E0061}";
    for one in hidden.chars() {
        let found = placemat_with("check --brief --deny zero-width", format!("is{one}Admin\n").as_bytes());
        let place = format!("standard input:1:3: offset 2, length {}: deny-zero-width: ", one.len_utf8());
        assert!(found.text().starts_with(&place), "{}", found.text());
        assert_eq!(found.status, 1, "{one:?}");
    }
    let tags = |text: &str| -> String {
        text.bytes().map(|byte| char::from_u32(0xE0000 + u32::from(byte)).unwrap()).collect()
    };
    let count = |text: &str| {
        let found = placemat_with("check --json --deny zero-width", text.as_bytes());
        let line: serde_json::Value = serde_json::from_str(found.text().lines().next().unwrap()).unwrap();
        line["error_count"].as_u64().unwrap()
    };
    let scotland = format!("\u{1F3F4}{}", tags("gbsct\x7F"));
    assert_eq!(count(&format!("{scotland}, {scotland}{scotland}\n")), 0);
    // A flag hides no text.
    assert_eq!(count(&format!("{scotland}{}", tags("sh"))), 2);
    assert_eq!(count(&format!("\u{1F3F4}{}", tags("ignore this\x7F"))), 6);
    assert_eq!(count(&format!("\u{1F3F4}{}", tags("\x7F"))), 1);
    assert_eq!(count(&format!("\u{1F3F4} {}", tags("us"))), 2);
}

/// The summary counts each finding once, whether places are listed or not.
#[test]
fn findings_are_counted_once() {
    let directory = directory_with(&[("a", "a\u{202E}b\n".as_bytes()), ("b", b"caf\xE9\n")]);
    let last = |options: &str| {
        let found = placemat_in(directory.path(), &format!("check --deny bidi {options} a b"), b"");
        found.text().lines().find(|line| line.starts_with("2 files")).unwrap().to_owned()
    };
    let checked = "2 files checked as utf-8: 1 file invalid";
    assert_eq!(last(""), format!("{checked}, 1 place, 1 finding denied"));
    assert_eq!(last("--summary"), format!("{checked}, 1 error, 1 finding denied"));
    assert_eq!(last("--brief"), format!("{checked}, 1 error, 1 finding denied"));
    assert_eq!(last("--max-errors 1"), format!("{checked}, 1 place, 1 finding denied"));
}

#[test]
fn what_is_denied_comes_between_what_is_invalid() {
    let found = placemat_with("check --brief --deny nul,bidi", b"\xFFa\0\xE2\x80\xAE\xFEb\0");
    let kinds: Vec<_> = found.text().lines().filter_map(|line| line.split(": ").nth(2)).collect();
    assert_eq!(
        kinds[..5],
        ["invalid-unit", "deny-nul", "deny-bidi", "invalid-unit", "deny-nul"],
        "{}",
        found.text()
    );
    let found = placemat_with("check --deny nul", b"\xC0\x80a\0");
    assert!(found.text().starts_with("standard input: damaged UTF-8, 2 places\n"), "{}", found.text());
}

#[test]
fn marks_and_mojibake_have_a_command_that_removes_them() {
    for (text, option, command) in [
        ("\u{FEFF}text", "bom", "repair --in-place --fix bom file"),
        ("\u{FEFF}\u{FEFF}text", "bom,double-bom", "repair --in-place --fix bom,double-bom file"),
        ("\u{FEFF}ï»¿id,name\n", "bom,double-bom,mojibake", "repair --in-place --fix bom,double-bom file"),
        ("ï»¿id,name\n", "double-bom,mojibake", "repair --in-place --fix double-bom file"),
        ("Ã¯Â»Â¿id,name\n", "double-bom", "repair --in-place --fix double-bom file"),
        (
            "\u{FEFF}ï»¿cafÃ© crÃ¨me\n",
            "bom,double-bom,mojibake",
            "repair --in-place --fix default,bom,double-encoding-lines file",
        ),
        ("\u{FEFF}\u{FEFF}text", "double-bom", "repair --in-place --fix double-bom file"),
        (
            "\u{FEFF}cafÃ© crÃ¨me\n",
            "bom,mojibake",
            "repair --in-place --fix default,bom,double-encoding-lines file",
        ),
        (
            "\u{FEFF}\u{FEFF}cafÃ© crÃ¨me\n",
            "double-bom,mojibake",
            "repair --in-place --fix default,double-bom,double-encoding-lines file",
        ),
        ("a\ncafÃ© crÃ¨me\nb\n", "mojibake", "repair --in-place --fix default,double-encoding-lines file"),
    ] {
        let directory = directory_with(&[("file", text.as_bytes())]);
        let found = placemat_in(directory.path(), &format!("check --deny {option} file"), b"");
        assert!(found.text().ends_with(&format!("\n  fix:  placemat {command}\n")), "{}", found.text());
        let command =
            if command.contains("--in-place") { command.to_owned() } else { format!("{command} --in-place") };
        assert_eq!(placemat_in(directory.path(), &command, b"").status, 0, "{command}");
        let found = placemat_in(directory.path(), &format!("check --deny {option} file"), b"");
        assert_eq!(found.status, 0, "{}", found.text());
        let keeps_one = option.starts_with("double-bom");
        let text = std::fs::read(directory.path().join("file")).unwrap();
        assert_eq!(text.starts_with(b"\xEF\xBB\xBF"), keeps_one, "{option}");
    }
    // A text that only quotes mojibake is not reported.
    assert_eq!(placemat_with("check --deny mojibake", "naïve, as cafÃ© and Ã©\n".as_bytes()).status, 0);
}

#[test]
fn what_has_other_bytes_for_characters_is_refused() {
    for encoding in ["utf-16", "utf-1", "corrected-utf-8"] {
        let found = placemat_with(&format!("check -e {encoding} --deny bidi"), b"a");
        assert_eq!(found.status, 2, "{encoding}");
    }
    assert_eq!(placemat_with("check -e auto --deny bom", b"\xFF\xFEa\0b\0").status, 0);
    assert_eq!(placemat_with("check --deny everything", b"a").status, 2);
}

#[test]
fn a_range_limits_what_is_reported() {
    let text = b"\xFFa\n\xFEb\n\xC0\xAFc\n\xFD";
    let directory = directory_with(&[("file", text)]);
    let places = |range: &str| -> Vec<String> {
        let found = placemat_in(directory.path(), &format!("check --brief --range {range} file"), b"");
        let places = found.text().lines().filter_map(|line| line.strip_prefix("file:"));
        places.map(|line| line.split(": ").next().unwrap().to_owned()).collect()
    };
    assert_eq!(places("0..").len(), 5);
    assert_eq!(places("3..7"), ["2:1", "3:1"]);
    assert_eq!(places("..3"), ["1:1"]);
    assert_eq!(places("7..8"), ["3:2"]);
    assert_eq!(places("100.."), [""; 0]);
    let found = placemat_in(directory.path(), "check --range 1..3 file", b"");
    assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
    for wrong in ["3", "a..b", "5..5", "7..3", "-1.."] {
        assert_eq!(
            placemat_in(directory.path(), &format!("check --range={wrong} file"), b"").status,
            2,
            "{wrong}"
        );
    }
}

/// Whoever looks for U+0000 does not want files skipped because of it.
#[test]
fn text_with_nuls_is_not_skipped_if_they_are_denied() {
    let directory = directory_with(&[("nul.txt", b"caf\xC3\xA9\0b\n"), ("a.bin", b"\x89PNG\0\xFF\n")]);
    let found = placemat_in(directory.path(), "check --deny nul .", b"");
    let expected = "./nul.txt: valid UTF-8 with U+0000, 1 place\n";
    assert!(found.text().starts_with(expected) && found.status == 1, "{}", found.text());
    assert!(found.text().ends_with("; 1 binary file skipped\n"), "{}", found.text());
    assert_eq!(placemat_in(directory.path(), "check --deny bom .", b"").status, 0);
    let many = b"a\0".repeat(20);
    let found = placemat_with("check --deny nul", &many);
    assert_eq!(found.text().matches(" is U+0000").count(), 20, "{}", found.text());
}

/// The bytes of a finding begin where it begins, also if it is longer than what is kept of the text.
#[test]
fn all_bytes_of_text_that_was_encoded_twice_are_listed() {
    let twice = "ÐŸÑ€Ð¸Ð²ÐµÑ‚";
    for before in 0..12 {
        let text = [&b"a".repeat(before)[..], twice.as_bytes(), b"\n"].concat();
        let found = placemat_with("check --deny mojibake --json -", &text);
        let line: serde_json::Value = serde_json::from_str(found.text().trim_end()).unwrap();
        let hex: String = twice.bytes().map(|byte| format!("{byte:02X}")).collect();
        let error = &line["errors"][0];
        assert_eq!((&error["offset"], &error["hex"]), (&before.into(), &hex.into()), "{before}");
    }
}
