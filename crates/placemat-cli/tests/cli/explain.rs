//! `explain`: its screens, and its behaviour for all kinds of input.

use std::fs;

use placemat::Encoding;
use placemat::form::Utf8;

use crate::command::{Run, directory_with, placemat, placemat_in, placemat_with, run};

fn explain(arguments: &[&str]) -> Run {
    run(placemat().arg("explain").args(arguments), b"")
}

/// Compares the screens in `tests/screens` with the output of the arguments in their first lines. They are
/// rewritten if PLACEMAT_WRITE_SCREENS is set, and must be reviewed before they are kept.
#[test]
fn screens_are_as_they_were_looked_at() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens");
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        // The files that the pictures show are there as well.
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let screen = fs::read_to_string(&path).unwrap();
        let (first, expected) = screen.split_once('\n').unwrap();
        let arguments: Vec<&str> = first.strip_prefix("$ placemat explain ").unwrap().split('\'').collect();
        // Every other part is quoted.
        let arguments: Vec<&str> = arguments
            .iter()
            .enumerate()
            .flat_map(|(k, part)| if k % 2 == 1 { vec![*part] } else { part.split(' ').collect() })
            .filter(|part| !part.is_empty())
            .collect();
        let found = explain(&arguments);
        assert!(found.stderr.is_empty() && found.status < 2, "{first}: {}", found.stderr);
        if std::env::var_os("PLACEMAT_WRITE_SCREENS").is_some() {
            fs::write(&path, format!("{first}\n{}", found.text())).unwrap();
        } else {
            assert!(found.text() == expected, "{first}\n{}", found.text());
        }
        count += 1;
    }
    assert!(count >= 10);
}

#[test]
fn ill_formed_text_is_status_1() {
    assert_eq!(explain(&["--hex", "41"]).status, 0);
    assert_eq!(explain(&["--hex", "FF"]).status, 1);
    assert_eq!(explain(&["--text", "€", "--all"]).status, 1); // not in iso-8859-1
    assert_eq!(explain(&["--text", "e", "--all"]).status, 0);
    let found = explain(&["--hex", "C0AFE9", "--all"]);
    assert_eq!((found.text(), found.status), ("", 1));
    assert!(found.stderr.starts_with("placemat: utf-8: "), "{}", found.stderr);
    for arguments in [["--text", "💩", "-e", "iso-8859-1"], ["--hex", "09 61", "-e", "mutf-8-writeutf"]] {
        let found = explain(&arguments);
        assert_eq!((found.text(), found.status), ("", 1), "{}", found.stderr);
        assert_eq!(found.stderr.lines().count(), 1, "{}", found.stderr);
    }
    assert_eq!(placemat_with("explain -e double-utf-8-latin1", "é".as_bytes()).status, 1);
    assert_eq!(explain(&["missing"]).status, 2);
}

#[test]
fn frames_have_rows() {
    let found = explain(&["-e", "mutf-8-dex", "--hex", "01 61 00 FF"]);
    assert!(found.text().starts_with("      0  01  the frame: a length\n"), "{}", found.text());
    assert!(found.text().ends_with("      2  00  the frame: its end\n"));
    assert_eq!(
        (found.stderr.as_str(), found.status),
        ("placemat: 1 byte follows the end of the text in its frame, and is not read\n", 0)
    );
    let roles = |input: &[u8], encoding: &str| -> Vec<(u64, String)> {
        let found = placemat_with(&format!("explain --json -e {encoding}"), input);
        let lines = found.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        lines
            .map(|line| (line["offset"].as_u64().unwrap(), line["role"].as_str().unwrap().to_owned()))
            .collect()
    };
    let (frame, sequence) = ("frame".to_owned(), "sequence".to_owned());
    assert_eq!(roles(b"\0\x01a", "mutf-8-writeutf"), [(0, frame.clone()), (2, sequence.clone())]);
    assert_eq!(roles(b"a\0", "mutf-8-nul"), [(0, sequence), (1, frame)]);
}

#[test]
fn a_byte_00_is_nothing_that_is_masked() {
    let found = explain(&["-e", "mutf-8", "--hex", "00"]);
    assert!(found.text().contains("U+0000 is C0 80 here; mutf-8-lenient takes both"), "{}", found.text());
    assert!(!found.text().contains("masks"), "{}", found.text());
}

/// The value is in the same column as code points, for each byte order.
#[test]
fn ill_formed_units_have_their_value() {
    for (encoding, hex, value) in [
        ("utf-16be", "D8 3D", "D83D"),
        ("utf-16le", "3D D8 41 00", "D83D"),
        ("utf-16", "FF FE A9 DC", "DCA9"),
        ("utf-32be", "00 11 00 00", "00110000"),
        ("utf-32le", "00 D8 00 00", "0000D800"),
        ("utf-32le", "00 00 11 00", "00110000"),
    ] {
        let found = explain(&["-e", encoding, "--hex", hex, "--width", "120"]);
        let row = found.text().lines().find(|line| line.contains("invalid: ")).unwrap();
        // After the bits of its bytes, or those of two bytes.
        let column = if encoding.starts_with("utf-32") { 46 } else { 30 };
        assert_eq!((&row[column..][..8], found.status), (format!("{value:<8}").as_str(), 1), "{row}");
        let found = explain(&["-e", encoding, "--json", "--hex", hex]);
        assert!(found.text().contains(&format!(r#""unit":"{value}","kind""#)), "{}", found.text());
    }
    for (encoding, hex) in [("utf-16be", "D8"), ("utf-8", "ED A0 BD")] {
        let found = explain(&["-e", encoding, "--json", "--hex", hex]);
        assert!(found.text().contains(r#""unit":null,"kind""#), "{}", found.text());
    }
}

/// Markers and payloads of bytes follow from the table, even if numbers are biased. No bits are shown if the
/// digits of an encoding are not bits.
#[test]
fn bits_are_those_of_the_table() {
    for (encoding, row) in [
        ("utf-8", "1110·0010 10·000010 10·101100  =  0010 000010 101100"),
        ("utf-8-rfc2279", "1110·0010 10·000010 10·101100  =  0010 000010 101100"),
        ("corrected-utf-8", "1110·0001 10·100000 10·001100  =  U+08A0 + 0001 100000 001100"),
        ("fss-utf-1992-07", "110·00000 1·0000000 1·0101100  =  U+2080 + 00000 0000000 0101100"),
        ("utf-1", "11001011 11000010 "),
        ("windows-1252", "10000000 "),
    ] {
        let found = explain(&["-e", encoding, "--text", "€"]);
        let bits = found.text().lines().nth(1).unwrap().trim_start();
        assert!(bits.starts_with(row), "{encoding}: {bits}");
        let found = explain(&["-e", encoding, "--base", "binary", "--text", "€"]);
        let first = found.text().lines().next().unwrap();
        let (bytes, _) = row.split_once("  =  ").unwrap_or((row, ""));
        assert!(first[9..].starts_with(bytes), "{encoding}: {first}");
    }
    let found = explain(&["-e", "corrected-utf-8", "--base", "binary", "--color", "always", "--text", "é"]);
    let first = found.text().lines().next().unwrap();
    let second = found.text().lines().nth(1).unwrap();
    let payload = "\u{1b}[32m00001\u{1b}[0m";
    assert!(first.contains(&format!("\u{1b}[2m110·\u{1b}[0m{payload} ")), "{first:?}");
    assert!(
        found.text().matches(payload).count() == 2,
        "the same colour in the byte and in the code point: {second:?}"
    );
    for (encoding, hex, bits) in [
        ("fss-utf-1992-07", "C0 80", "110·00000 1·0000000"),
        ("fss-utf-1992-07", "F8", "1·1111000"),
        ("corrected-utf-8", "FE 80", "11111110 10·000000"),
        ("utf-1", "A1", "10100001"),
    ] {
        let found = explain(&["-e", encoding, "--hex", hex, "--width", "100"]);
        assert_eq!(found.text().lines().nth(1).unwrap().trim(), bits, "{encoding}");
        let found = explain(&["-e", encoding, "--hex", hex, "--base", "binary"]);
        assert!(found.text()[9..].starts_with(bits), "{}", found.text());
    }
}

/// In each base, each byte begins in the column of its bits, if there is room for them.
#[test]
fn bits_are_below_their_bytes() {
    for arguments in [
        ["--text", "aé€💩", "--base", "hex"],
        ["--text", "aé€💩", "--base", "octal"],
        ["--hex", "61E282", "-e", "utf-8"],
        ["--text", "é€", "-e", "utf-1"],
        ["--text", "é💩", "-e", "utf-16le"],
    ] {
        let found = explain(&[&arguments[..], &["--width", "120"]].concat());
        let rows: Vec<&str> = found.text().lines().collect();
        let begins = |row: &str, most: usize| {
            let row: Vec<char> = row.chars().collect();
            let is_begin = |&at: &usize| row[at] != ' ' && row[at - 1] == ' ';
            (9..row.len()).filter(is_begin).take(most).collect::<Vec<_>>()
        };
        let mut count = 0;
        for pair in rows.windows(2).filter(|pair| pair[1].starts_with("         ") && &pair[0][6..7] != " ") {
            let bits = pair[1][9..].split("  ").next().unwrap().split(' ').count();
            assert_eq!(begins(pair[0], bits), begins(pair[1], bits), "{}\n{}", pair[0], pair[1]);
            count += 1;
        }
        assert!(count >= 2, "{}", found.text());
    }
    // Otherwise they are as close together as possible.
    let found = explain(&["--text", "💩", "--width", "60"]);
    assert!(found.text().contains("  F0 9F 92 A9 "), "{}", found.text());
}

/// Each continuation byte of a character is a 2 and two octal digits of its code point; the lead byte has the
/// remaining digits.
#[test]
fn octal_bytes_show_the_digits_of_the_code_point() {
    for (text, bytes, digits) in [
        ("a", "141", "141"),
        ("é", "303 251", "03 51"),
        ("€", "342 202 254", "02 02 54"),
        ("\u{FFFD}", "357 277 275", "17 77 75"),
        ("💩", "360 237 222 251", "0 37 22 51"),
    ] {
        let found = explain(&["--base", "octal", "--text", text]);
        let mut lines = found.text().lines();
        let first: Vec<_> = lines.next().unwrap().split_whitespace().skip(1).collect();
        assert!(first.join(" ").starts_with(bytes), "{}", found.text());
        let second = lines.next().unwrap();
        let shown = second.split_once("  =  ").unwrap().1.split("   ").next().unwrap();
        assert_eq!(shown, digits, "{}", found.text());
        let value = u32::from_str_radix(&shown.replace(' ', ""), 8).unwrap();
        assert_eq!(char::from_u32(value), text.chars().next());
    }
}

/// Code page 437, from 80 on.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
                             └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// The signature of UTF-8 in software that reads it in another encoding, and all bytes of code page 437
/// beyond ASCII.
#[test]
fn bytes_are_seen_as_other_software_shows_them() {
    for (other, shown) in [("iso-8859-1", "ï»¿"), ("windows-1252", "ï»¿"), ("cp437", "∩╗┐")] {
        let found = explain(&["--hex", "EF BB BF", "--seen-as", other]);
        assert!(found.text().ends_with(&format!("seen as {other}: {shown}\n")), "{}", found.text());
    }
    let all: Vec<u8> = (0x80..=0xFF).collect();
    let found = placemat_with("explain -e iso-8859-1 --seen-as cp437", &all);
    let seen: String = found
        .text()
        .lines()
        .filter_map(|line| line.split_once("seen as cp437: "))
        .map(|line| line.1)
        .collect();
    assert_eq!(seen, CODE_PAGE_437);
}

#[test]
fn files_and_standard_input_are_read_to_their_end() {
    let text = "é€💩a".repeat(40_000);
    let explained = placemat_with("explain", text.as_bytes());
    let rows = explained.text().lines().filter(|line| line.contains("U+")).count();
    assert_eq!((rows, explained.status), (160_000, 0));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), &text).unwrap();
    assert_eq!(explain(&[file.path().to_str().unwrap()]).text(), explained.text());
    assert_eq!(placemat_with("explain", b"").text(), "");
}

#[test]
fn machines_get_a_line_for_each_sequence() {
    let expected = concat!(
        r#"{"version":1,"role":"mark","offset":0,"length":3,"hex":"EFBBBF","code_point":null,"name":null,"#,
        r#""category":null,"block":null,"unit":null,"kind":null,"masked":null,"run":null,"policies":null}"#,
        "\n",
        r#"{"version":1,"role":"sequence","offset":3,"length":2,"hex":"C3A9","code_point":233,"#,
        r#""name":"LATIN SMALL LETTER E WITH ACUTE","category":"lowercase letter","block":"Latin-1 Supplement","#,
        r#""unit":null,"kind":null,"masked":null,"run":null,"policies":null}"#,
        "\n",
        r#"{"version":1,"role":"ill-formed","offset":5,"length":1,"hex":"C0","code_point":null,"name":null,"#,
        r#""category":null,"block":null,"unit":null,"kind":"overlong","masked":{"code_point":47,"length":2},"run":2,"#,
        r#""policies":{"cp1252":[192,175],"latin1":[192,175],"replace":[65533,65533],"#,
        r#""replace-byte":[65533,65533],"replace-generalized":[65533,65533],"replace-run":[65533],"#,
        r#""replace-sequence":[65533],"skip":[],"surrogateescape":[56512,56495],"surrogatepass":null}}"#,
        "\n",
        r#"{"version":1,"role":"ill-formed","offset":6,"length":1,"hex":"AF","code_point":null,"name":null,"#,
        r#""category":null,"block":null,"unit":null,"kind":"stray-trail","masked":null,"run":null,"policies":null}"#,
        "\n",
    );
    let found = explain(&["--json", "-e", "utf-8-sig", "--hex", "EFBBBF C3A9 C0AF"]);
    assert_eq!((found.text(), found.stderr.as_str(), found.status), (expected, "", 1));
    let found = explain(&["--json", "--hex", "ED A0 80"]);
    assert!(found.text().contains(r#""surrogateescape":[56557,56480,56448],"surrogatepass":[55296]"#));
    assert_eq!(placemat_with("explain --json", b"").text(), "");
    for option in ["--all", "--base=octal", "--seen-as=cp437", "--width=90", "--color=never"] {
        assert_eq!(explain(&["--json", option, "--hex", "41"]).status, 2, "{option}");
    }
    // Every byte is reported once, in every encoding.
    let text = [b"\xFE\x80\xC0\xAF\x1B\x9B".as_slice(), "\u{202E}é€💩".as_bytes()].concat().repeat(1000);
    for encoding in ["utf-8", "corrected-utf-8", "utf-16", "mutf-8", "windows-1252"] {
        let found = placemat_with(&format!("explain --json -e {encoding}"), &text);
        let (mut offset, mut hex) = (0, String::new());
        for line in found.text().lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["offset"], offset, "{line}");
            offset += line["length"].as_u64().unwrap();
            hex.push_str(line["hex"].as_str().unwrap());
        }
        assert!(hex == data_encoding::HEXUPPER.encode(&text), "{encoding}");
    }
}

#[test]
fn bytes_in_hexadecimal_may_be_written_in_many_ways() {
    let expected = explain(&["--hex", "C3A9 41"]);
    for spelling in ["c3 a9 41", "\\xc3\\xa9\\x41", "0xC3, 0xA9,0x41", " C3A941\n"] {
        assert_eq!(explain(&["--hex", spelling]).text(), expected.text(), "{spelling}");
    }
    for wrong in ["C", "C3 A", "zz", "é"] {
        let found = explain(&["--hex", wrong]);
        assert_eq!((found.status, found.text()), (2, ""), "{wrong}");
        assert!(found.stderr.contains("--hex"), "{wrong}");
    }
}

#[test]
fn nothing_that_steers_a_terminal_comes_out() {
    // All characters of format and all of the first rows, and a sample of the others.
    let steers = |code_point: &u32| {
        *code_point < 0x800
            || char::from_u32(*code_point).is_some_and(|character| {
                use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};
                let category = character.general_category();
                matches!(category, Category::Format | Category::LineSeparator | Category::ParagraphSeparator)
            })
            || code_point.is_multiple_of(61)
    };
    let all: String = (0..=0x10_FFFF_u32).filter(steers).filter_map(char::from_u32).collect();
    for input in [all.as_bytes(), &(0..=255).collect::<Vec<u8>>()] {
        for arguments in
            ["explain", "explain --json", "explain --seen-as iso-8859-1", "explain --seen-as cp437"]
        {
            let found = placemat_with(arguments, input);
            let steers = |character: char| {
                character != '\n' && character.is_control()
                    || matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
            };
            assert!(!found.text().contains(steers), "{arguments}");
        }
    }
}

#[test]
fn colour_is_asked_for_or_left_out() {
    let colored = explain(&["--text", "é", "--color", "always"]);
    assert!(colored.text().contains("\u{1B}["));
    assert!(!explain(&["--text", "é"]).text().contains('\u{1B}'));
    let plain = run(placemat().args(["explain", "--text", "é"]).env("CLICOLOR_FORCE", "1"), b"");
    assert!(plain.text().contains("\u{1B}["));
    let none =
        run(placemat().args(["explain", "--text", "é"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"), b"");
    assert!(!none.text().contains('\u{1B}'));
    // Without its colours, the output is the same.
    let stripped = anstream::adapter::strip_str(colored.text()).to_string();
    assert_eq!(stripped, explain(&["--text", "é"]).text());
}

#[test]
fn lines_keep_to_the_width() {
    use unicode_width::UnicodeWidthStr;
    for width in [60, 80, 140] {
        let found =
            explain(&["--hex", "C0AF E28282 F09F92A9 EDA0BD EFBFBD C3A9", "--width", &width.to_string()]);
        let long = found.text().lines().find(|line| line.width() > width);
        assert_eq!(long, None, "{width}");
    }
    // The bytes around the text too, in the widest digits.
    for (encoding, hex) in [
        ("corrected-utf-8-document", "EFB79DEDB2AE000A 61"),
        ("utf-32", "0000FEFF 00000061"),
        ("mutf-8-long", "0000000000000001 61"),
    ] {
        let found = explain(&["-e", encoding, "--hex", hex, "--base", "binary", "--width", "80"]);
        let long = found.text().lines().find(|line| line.width() > 80);
        assert_eq!(long, None, "{encoding}");
    }
    // This also applies to sequences of many bytes.
    for encoding in Encoding::ALL.into_iter().map(Encoding::name) {
        for (base, width) in [("binary", "80"), ("octal", "60")] {
            for text in
                [&["--text", "a€💩"], &["--hex", "E282AC FCBFBFBFBFBF C0 FEFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"]]
            {
                let found =
                    explain(&[&["-e", encoding, "--base", base, "--width", width], &text[..]].concat());
                let most = width.parse().unwrap();
                let long = found.text().lines().find(|line| line.width() > most);
                assert_eq!(long, None, "{encoding} {base}");
            }
        }
    }
}

#[test]
fn long_sequences_have_several_lines() {
    let expected = "      0  11000011 10110000 11000010 10011111\n         11000010 10010010 11000010 10101001      \
                    U+1F4A9   💩 PILE OF POO\n         symbol, Miscellaneous Symbols and Pictographs\n";
    let hex = "C3B0C29FC292C2A9";
    let found = explain(&["-e", "double-utf-8-latin1", "--base", "binary", "--width", "80", "--hex", hex]);
    assert_eq!(found.text(), expected);
}

#[test]
fn side_by_side_is_read_as_it_would_be_alone() {
    let directory = directory_with(&[("units", b"a\0b\0"), ("long", "é".repeat(40_000).as_bytes())]);
    let found = placemat_in(directory.path(), "explain -e utf-16 --default-endian little --all units", b"");
    assert!(found.text().lines().any(|line| line.starts_with("utf-8 ") && line.ends_with(" 2  61 62")));
    // One encoding cannot frame a text of this length.
    let found = placemat_in(directory.path(), "explain --all long", b"");
    let row = |name: &str| found.text().lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(row("mutf-8-writeutf").ends_with("–  longer than its frame can count"), "{}", found.text());
    assert!(row("utf-8 ").contains(" 80000  C3 A9 "), "{}", found.text());
    // On a narrow screen, the bytes are below.
    let narrow = placemat_in(directory.path(), "explain --all --width 40 --text é", b"");
    assert!(narrow.text().starts_with("utf-8                          2\n    C3 A9\n"), "{}", narrow.text());
    assert!(narrow.text().lines().all(|line| line.chars().count() <= 40), "{}", narrow.text());
    assert_eq!(found.status, 1);
}

#[test]
fn an_argument_is_a_file_or_else_a_text_or_code_points() {
    let directory = directory_with(&[("é", b"A")]);
    let names = |argument: &str| {
        let found = placemat_in(directory.path(), &format!("explain --json {argument}"), b"");
        let line: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap_or_default();
        (line["name"].as_str().unwrap_or_default().to_owned(), found.status)
    };
    assert_eq!(names("é"), ("LATIN CAPITAL LETTER A".to_owned(), 0));
    assert_eq!(names("ü"), ("LATIN SMALL LETTER U WITH DIAERESIS".to_owned(), 0));
    assert_eq!(names("U+1F4A9"), ("PILE OF POO".to_owned(), 0));
    assert_eq!(names("u+e9 -e utf-16le"), ("LATIN SMALL LETTER E WITH ACUTE".to_owned(), 0));
    let surrogate = placemat_in(directory.path(), "explain U+D83D", b"");
    let told =
        "placemat: U+D83D has no place in utf-8 (wtf-8 holds surrogates, utf-8-rfc2279 larger numbers)\n";
    assert_eq!((surrogate.stderr.as_str(), surrogate.status), (told, 1));
    assert_eq!(placemat_in(directory.path(), "explain -e wtf-8 U+D83D", b"").status, 0);
    // A misspelled name of a file is not taken for a text.
    let missing = placemat_in(directory.path(), "explain notes.tx", b"");
    let told = "placemat: notes.tx: No such file or directory (--text explains it as a text)\n";
    assert_eq!((missing.stderr.as_str(), missing.status), (told, 2));
    // The backslash is as it was written.
    let escaped = placemat_in(directory.path(), "explain caf\\xe9", b"");
    let told = "placemat: caf\\xe9: No such file or directory (--text explains it as a text; in bash, \
                $'caf\\xe9' has the bytes that its escapes mean)\n";
    assert_eq!((escaped.stderr.as_str(), escaped.status), (told, 2));
}

#[test]
fn only_what_is_at_an_offset_is_explained() {
    let text = [b"\xFF\xFE".as_slice(), &b"a\0\xE9\0".repeat(1000)].concat();
    let utf_8 = ["naïve ".repeat(1000).as_bytes(), b"caf\xE9 au lait"].concat();
    let directory = directory_with(&[("wide", &text), ("utf-8", &utf_8)]);
    let offsets = |arguments: &str| -> Vec<u64> {
        let found = placemat_in(directory.path(), &format!("explain --json {arguments}"), b"");
        let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
        found.text().lines().map(|one| line(one)["offset"].as_u64().unwrap()).collect()
    };
    assert_eq!(offsets("-e utf-16 wide --at 2000"), [1992, 1994, 1996, 1998, 2000, 2002, 2004, 2006]);
    assert_eq!(offsets("-e utf-16 wide --at 3"), [0, 2, 4, 6, 8, 10]);
    let around = offsets("utf-8 --at 7003");
    assert!(around.contains(&7003) && around.len() < 20, "{around:?}");
    assert!(offsets("utf-8 --at 0").contains(&0));
    // Also in a text of the command line.
    let text = "aaaaaaaaaé💩bbbbbbbbbbbb";
    let of_text = [3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 18];
    assert_eq!(offsets(&format!("--text {text} --at 11")), of_text);
    assert_eq!(offsets(&format!("{text} --at 1:12")), of_text);
    assert_eq!(offsets("--hex C3A941FF --at 3"), [0, 2, 3]);
    assert_eq!(offsets("-e utf-16le --hex FFFE61006200 --at 1:2"), [0, 2, 4]);
    let beyond = placemat_in(directory.path(), "explain utf-8 --at 100000", b"");
    assert_eq!(beyond.stderr, "placemat: utf-8: has 7012 bytes, and none at offset 100000\n");
    for wrong in [
        "--at 0:1 utf-8",
        "--at 1:x utf-8",
        "--at 1: utf-8",
        "--at x utf-8",
        "--at 0 -",
        "--at 2 ü",
        "--at 0 -e mutf-8-writeutf utf-8",
        "--at 1:3 --text a",
        "--at 0 --all --text a",
    ] {
        assert_eq!(placemat_in(directory.path(), &format!("explain {wrong}"), b"abc").status, 2, "{wrong}");
    }
}

#[test]
fn the_row_that_was_asked_for_is_marked() {
    let directory = directory_with(&[
        ("a", &b"na\xC3\xAFve caf\xE9 \xE2\x82\xAC\n"[..]),
        ("wide", b"\xFF\xFEa\0\x3D\xD8\xA9\xDCb\0"),
        ("large", &b"ab\xFF ".repeat(500_000)),
    ]);
    let marked = |arguments: &str| -> Vec<String> {
        let found = placemat_in(directory.path(), &format!("explain {arguments}"), b"");
        let is_row = |line: &&str| line.get(..9).is_some_and(|start| start.ends_with("> "));
        found
            .text()
            .lines()
            .filter(is_row)
            .map(|line| line.trim().split("  ").next().unwrap().to_owned())
            .collect()
    };
    // In the middle of a character, its whole row is marked.
    for at in [2, 3] {
        assert_eq!(marked(&format!("a --at {at}")).len(), 1, "{at}");
        assert!(marked(&format!("a --at {at}"))[0].starts_with("2> C3"), "{at}");
    }
    assert!(marked("a --at 10")[0].starts_with("10> E9"), "{:?}", marked("a --at 10"));
    assert_eq!(marked("a --at 1:10"), marked("a --at 10"));
    assert!(marked("-e utf-16 wide --at 0")[0].starts_with("0> FF"));
    assert!(marked("-e utf-16 wide --at 6")[0].starts_with("4> 3D"));
    assert!(marked("large --at 1999998")[0].starts_with("1999998> FF"));
    // Nothing is marked if nothing was asked for.
    assert!(marked("a").is_empty());
    // Marks do not move the columns.
    let rows = placemat_in(directory.path(), "explain a --at 10", b"").text().replace("> ", "  ");
    let all = placemat_in(directory.path(), "explain a", b"");
    assert!(rows.lines().all(|row| all.text().contains(row)), "{rows}");
}

/// The lines and columns are those of `check`.
#[test]
fn a_place_is_a_line_and_a_column() {
    let long = "plain text\n".repeat(30_000);
    // Letters before and after, so that only one place is near.
    let narrow = &b"a".repeat(40)[..];
    let (little, big) = (&b"a\0".repeat(40)[..], &b"\0a".repeat(40)[..]);
    let texts: [(&str, &str, Vec<u8>); 5] = [
        (
            "utf-8",
            "utf-8",
            [long.as_bytes(), narrow, "é💩".as_bytes(), b"ab\xE9cd", narrow, b"\n", narrow, b"\xFF", narrow]
                .concat(),
        ),
        ("utf-8", "marked", [b"\xEF\xBB\xBF", narrow, b"\xFF", narrow].concat()),
        ("utf-16", "wide", [b"\xFF\xFE", little, b"\n\0\x0A\x01", little, b"\x3D\xD8", little].concat()),
        ("utf-16be", "big", [b"\x0A\x0A\0\n", big, b"\xD8\x3D\xDC\xA9", big, b"\xDC\xA9", big].concat()),
        ("mutf-8", "nul", [narrow, b"\xC0\x80\n", narrow, b"\0", narrow].concat()),
    ];
    for (encoding, name, text) in texts {
        let directory = directory_with(&[(name, &text)]);
        let checked = placemat_in(directory.path(), &format!("check --json -e {encoding} {name}"), b"");
        let line: serde_json::Value = serde_json::from_str(checked.text().lines().next().unwrap()).unwrap();
        let errors = line["errors"].as_array().unwrap();
        assert!(!errors.is_empty(), "{name}");
        for error in errors {
            let explain = |at: &str| {
                let arguments = format!("explain -e {encoding} --at {at} {name}");
                let found = placemat_in(directory.path(), &arguments, b"");
                (found.text().to_owned(), found.stderr)
            };
            let by_offset = explain(&error["offset"].to_string());
            assert!(!by_offset.0.is_empty(), "{by_offset:?}");
            let (line, column) = (error["line"].as_u64().unwrap(), error["column_utf16"].as_u64().unwrap());
            assert_eq!(explain(&format!("{line}:{column}")), by_offset, "{name}");
            for other in [column - 20, column + 20] {
                assert_ne!(explain(&format!("{line}:{other}")), by_offset, "{name}");
            }
        }
    }
    let directory = directory_with(&[("a", b"one\ntwo\n")]);
    for (at, told) in [("2:5", "line 2, column 5"), ("3:1", "line 3, column 1"), ("9:1", "line 9, column 1")]
    {
        let found = placemat_in(directory.path(), &format!("explain --at {at} a"), b"");
        assert_eq!(found.stderr, format!("placemat: a: has no character at {told}\n"));
    }
}

/// The text that is explained does not begin in the middle of a pair.
#[test]
fn no_place_is_near_half_of_a_pair() {
    let text = "💩💩💩💩a💩💩aa💩aaab💩💩💩\n";
    for encoding in ["utf-16le", "utf-16be", "cesu-8", "mutf-8"] {
        let bytes = placemat::convert(Utf8, Encoding::from_name(encoding).unwrap(), text.as_bytes()).unwrap();
        let directory = directory_with(&[("a", &bytes)]);
        for column in 1..=text.encode_utf16().count() {
            let found =
                placemat_in(directory.path(), &format!("explain -e {encoding} --at 1:{column} a"), b"");
            assert_eq!(found.status, 0, "{encoding} {column}: {}", found.text());
        }
    }
}
