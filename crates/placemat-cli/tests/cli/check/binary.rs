//! Binary files: one line instead of thousands.

use crate::command::{directory_with, placemat_in};

/// Returns a file with a byte 00 near its start and many errors.
fn noise(errors: usize) -> Vec<u8> {
    [b"\x7FELF\0".as_slice(), &b"ab\xFF".repeat(errors)].concat()
}

#[test]
fn a_binary_file_that_is_named_has_one_line() {
    let directory = directory_with(&[("a.out", &noise(40_000)), ("text", b"\xFF")]);
    let line = "looks binary: 40000 errors, not listed (--text lists them)\n";
    let summary = "1 file checked as utf-8: 1 file invalid, 40000 errors\n";
    for options in ["--verbose", "--brief", "--brief --color never"] {
        let found = placemat_in(directory.path(), &format!("check {options} a.out"), b"");
        assert_eq!((found.text(), found.status), (&*format!("a.out: {line}{summary}"), 1), "{options}");
        let found = placemat_in(directory.path(), &format!("check {options} -"), &noise(40_000));
        assert_eq!((found.text(), found.status), (&*format!("standard input: {line}{summary}"), 1));
    }
    // If it is the only file, the line says everything.
    let found = placemat_in(directory.path(), "check a.out", b"");
    assert_eq!((found.text(), found.status), (&*format!("a.out: {line}"), 1));
    // The same line among other files, and with detection.
    let found = placemat_in(directory.path(), "check --brief a.out text", b"");
    assert!(found.text().starts_with(&format!("a.out: {line}text:1:1: ")), "{}", found.text());
    let found = placemat_in(directory.path(), "check -e auto a.out", b"");
    assert!(found.text().starts_with("a.out: checked as utf-8, because "), "{}", found.text());
    assert!(found.text().contains(&format!(": {line}")), "{}", found.text());
    assert_eq!(found.text().lines().count(), 1, "{}", found.text());
}

#[test]
fn all_errors_of_a_binary_file_are_listed_on_request() {
    let directory = directory_with(&[("a.out", &noise(500))]);
    let lines = |options: &str| {
        let found = placemat_in(directory.path(), &format!("check --brief {options} a.out"), b"");
        assert_eq!(found.status, 1);
        found.text().lines().count()
    };
    assert_eq!((lines(""), lines("--text"), lines("-a"), lines("--max-errors 0")), (2, 501, 501, 501));
    assert_eq!(lines("--max-errors 30"), 32);
    // Reports for machines have limits of their own, and counting has none.
    let listed = |options: &str| {
        let found = placemat_in(directory.path(), &format!("check {options} a.out"), b"");
        found.text().matches("invalid-unit").count()
    };
    assert_eq!((listed("--json"), listed("--format github"), listed("--summary")), (100, 500, 1));
}

#[test]
fn few_errors_are_listed_even_of_what_looks_binary() {
    let directory = directory_with(&[]);
    for errors in 0..15 {
        // A list that is held back until the end is the same as one that is not.
        let text = noise(errors);
        let found = placemat_in(directory.path(), "check --verbose -", &text);
        let all = placemat_in(directory.path(), "check --verbose --text -", &text);
        assert_eq!(found == all, errors <= 10, "{errors}: {}", found.text());
        assert_eq!(found.status, all.status);
    }
    // A byte 00 after the examined part has no effect, and errors that were listed before it remain.
    let late = [b"a\xFF".repeat(8 << 10), b"\0".to_vec()].concat();
    assert_eq!(placemat_in(directory.path(), "check --brief -", &late).text().lines().count(), (8 << 10) + 1);
}

/// The verdict rests on more than the start, and a file that is not detected as UTF-16 is not reported as
/// UTF-16.
#[test]
fn a_binary_file_that_begins_like_utf_16_is_not_said_to_be_that() {
    let text: Vec<u8> =
        "Größe und mehr Text\n".repeat(250).encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut state = 1_u64;
    let noise: Vec<u8> = (0..400_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect();
    let directory =
        directory_with(&[("a", &[&text[..], &noise].concat()), ("tree/a", &[&text[..], &noise].concat())]);
    for arguments in
        ["check a", "check -e auto a", "check tree", "check -e auto tree", "check --skipped tree"]
    {
        let found = placemat_in(directory.path(), arguments, b"");
        let told = [found.text(), &found.stderr].concat();
        assert!(!told.contains("UTF-16") && !told.contains("-e auto"), "{arguments}: {told}");
    }
}

/// Returns that many bytes without any order, none of them 00.
fn without_order(count: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let bytes = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    });
    bytes.filter(|&byte| byte != 0).take(count).collect()
}

#[test]
fn noise_without_a_byte_00_has_one_line() {
    for count in [400, 5000, 300_000] {
        let noise = without_order(count);
        let directory = directory_with(&[("noise", &noise), ("tree/noise", &noise)]);
        for options in
            ["", "--verbose", "--brief", "-e auto", "-e cesu-8", "-e us-ascii", "-e auto --verbose"]
        {
            for (input, stdin) in [("noise", &b""[..]), ("-", &noise), ("tree", b"")] {
                let found = placemat_in(directory.path(), &format!("check {options} {input}"), stdin);
                let lines: Vec<_> = found.text().lines().collect();
                assert!(lines[0].contains("looks binary: "), "{count} {options} {input}: {}", found.text());
                assert!(lines[0].contains(" errors, not listed (--text lists them)"), "{}", found.text());
                assert!(lines.len() <= 2 && found.status == 1, "{options} {input}: {}", found.text());
            }
        }
        let found = placemat_in(directory.path(), "check --brief --text noise", b"");
        assert!(found.text().lines().count() > count / 5, "{}", found.text());
    }
}

/// Fields of logs and of databases are separated by controls, legacy text has other bytes, and damage may be
/// anywhere.
#[test]
fn text_with_controls_or_other_bytes_is_no_noise() {
    let fields = b"8=FIX.4.2\x019=178\x0135=8\x0149=caf\xE9\x01".repeat(40);
    let hive = b"caf\xE9\x01b\x02c\x03d\n".repeat(200);
    let manual = b"N\x08NA\x08AM\x08ME\x08E caf\xE9\n".repeat(60);
    let russian = b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2!\r\n".repeat(100);
    let damaged: Vec<u8> = "naïve café, déjà vu, Größe und Übermut\n"
        .repeat(60)
        .bytes()
        .enumerate()
        .map(|(at, byte)| if at % 31 == 7 { (at / 31) as u8 | 1 } else { byte })
        .collect();
    let wide: Vec<u8> =
        "漢字仮名交じり文、だけの文章です".repeat(40).encode_utf16().flat_map(u16::to_le_bytes).collect();
    for text in [&fields[..], &hive, &manual, &russian, &damaged, &wide] {
        let directory = directory_with(&[("file", text)]);
        for options in ["", "--verbose", "--brief"] {
            let found = placemat_in(directory.path(), &format!("check {options} file"), b"");
            assert!(!found.text().contains("binary"), "{options}: {}", found.text());
            assert!(found.text().lines().count() > 1, "{options}: {}", found.text());
        }
    }
}

#[test]
fn text_in_utf_16_is_named() {
    let text = "é, ein längerer Text über vieles, und für ältere Leser".repeat(4);
    let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let directory = directory_with(&[("notes", &utf_16)]);
    let found = placemat_in(directory.path(), "check notes", b"");
    assert!(found.text().starts_with("notes: looks like UTF-16: "), "{}", found.text());
    assert!(
        found.text().contains("(placemat convert -f auto reads it, --text lists them)\n"),
        "{}",
        found.text()
    );
    assert_eq!(placemat_in(directory.path(), "check -e auto notes", b"").status, 0);
    assert_eq!(placemat_in(directory.path(), "check -e utf-16le notes", b"").status, 0);
}

#[test]
fn text_in_utf_32_is_named() {
    let text = "Größe Länge schön müde\n".repeat(50);
    let little: Vec<u8> = text.chars().flat_map(|one| u32::from(one).to_le_bytes()).collect();
    let big: Vec<u8> = text.chars().flat_map(|one| u32::from(one).to_be_bytes()).collect();
    let (signed, other) = ([b"\xFF\xFE\0\0", &little[..]].concat(), [b"\0\0\xFE\xFF", &big[..]].concat());
    for wide in [little, big, signed, other] {
        let directory = directory_with(&[("notes", &wide)]);
        let found = placemat_in(directory.path(), "check notes", b"");
        assert!(found.text().starts_with("notes: looks like UTF-32: "), "{}", found.text());
    }
    let numbers: Vec<u8> = (0..500_u32).flat_map(|one| (one * 7919 % 60_000).to_le_bytes()).collect();
    let directory = directory_with(&[("numbers", &numbers)]);
    let found = placemat_in(directory.path(), "check numbers", b"");
    assert!(found.text().starts_with("numbers: looks binary: "), "{}", found.text());
}

#[test]
fn a_class_file_is_named_as_such() {
    let class = [b"\xCA\xFE\xBA\xBE\0\0\0\x41".as_slice(), &noise(50)].concat();
    let fat = [b"\xCA\xFE\xBA\xBE\0\0\0\x02".as_slice(), &noise(50)].concat();
    let directory = directory_with(&[("M.class", &class), ("mach-o", &fat)]);
    let found = placemat_in(directory.path(), "check M.class mach-o", b"");
    let lines: Vec<&str> = found.text().lines().collect();
    assert!(lines[0].starts_with("M.class: looks like a Java class file: "), "{}", found.text());
    assert!(lines[0].ends_with(" errors, not listed (placemat strings lists its text)"), "{}", found.text());
    assert!(lines[1].starts_with("mach-o: looks binary: "), "{}", found.text());
    let parquet = [b"PAR1\0\0".as_slice(), &noise(50)].concat();
    let found = placemat_in(directory_with(&[("t", &parquet)]).path(), "check t", b"");
    assert!(found.text().starts_with("t: looks like a Parquet file: "), "{}", found.text());
    assert!(found.text().contains("(placemat columns checks its text)\n"), "{}", found.text());
}

/// The magic number of a Corrected UTF-8 document has a byte 00.
#[test]
fn a_corrected_document_in_a_directory_is_not_skipped() {
    let directory =
        directory_with(&[("a.txt", b"\xEF\xB7\x9D\xED\xB2\xAE\0\nhello\n"), ("b.bin", b"\0\xFF")]);
    let found = placemat_in(directory.path(), "check .", b"");
    let expected = "./a.txt: looks like a Corrected UTF-8 document\n  fix:  ";
    assert!(found.text().starts_with(expected), "{}", found.text());
    assert!(found.text().ends_with("; 1 binary file skipped\n"), "{}", found.text());
    // However many errors it has as UTF-8.
    let text = "crème brûlée ".repeat(40);
    let long = placemat_in(directory.path(), "convert -t corrected-utf-8-document", text.as_bytes()).stdout;
    std::fs::write(directory.path().join("a.txt"), &long).unwrap();
    for arguments in ["check .", "check a.txt", "check -"] {
        let found = placemat_in(directory.path(), arguments, &long);
        assert!(found.text().contains(": looks like a Corrected UTF-8 document\n"), "{}", found.text());
    }
}
