//! Where `convert` stops, and its hints.

use std::fs;

use placemat::{Encoding, ErrorKind, convert};

use super::command::{directory_with, placemat_in, placemat_with};

/// Returns the line of the first reported error, without the kind that `check` adds.
fn place(report: &str) -> Option<String> {
    let line = report.lines().find(|line| line.contains(": offset "))?;
    let line = line.trim_start_matches("placemat: ");
    let (span, message) = line.match_indices(": ").nth(1).map(|(at, _)| line.split_at(at + 2))?;
    let message = match message.split_once(": ") {
        Some((kind, message)) if ErrorKind::ALL.iter().any(|one| one.name() == kind) => message,
        _ => message,
    };
    Some(format!("{span}{message}"))
}

/// Returns lines of several kinds of characters, long enough for several pieces, with the error after them.
fn damaged(encoding: Encoding, lines: usize, wrong: &[u8]) -> Vec<u8> {
    let text =
        "\u{FEFF}é€ a line 𝄞\n".to_owned() + &"a line\nanother, of é\n".repeat(lines) + "in 💩 the last é";
    let mut bytes = convert(Encoding::Utf8, encoding, text.as_bytes()).unwrap();
    bytes.extend_from_slice(wrong);
    bytes
}

#[test]
fn a_place_is_told_as_check_tells_it() {
    for (encoding, wrong, lines) in [
        (Encoding::Utf8, &b"\xFF"[..], 300_000),
        (Encoding::Utf8, b"\xF0\x9F", 10_000),
        (Encoding::Utf8Sig, b"\x80", 10),
        (Encoding::Utf8Sig, b"\xC3a", 20_000),
        (Encoding::Cesu8, b"\xED\xA0\xBDa", 20_000),
        (Encoding::Utf16, b"\xD8\x3D\0a", 20_000),
        (Encoding::Utf16Le, b"\0\xDC", 10),
        (Encoding::Utf32Be, b"\0\x11\0\0", 20_000),
        (Encoding::CorrectedUtf8Document, b"\xFF", 20_000),
        (Encoding::Mutf8WriteUtf, b"", 3),
    ] {
        let mut bytes = damaged(encoding, lines, wrong);
        if encoding == Encoding::Mutf8WriteUtf {
            *bytes.last_mut().unwrap() = 0xFF; // it counts its bytes
        }
        let directory = directory_with(&[("text", &bytes)]);
        let checked = placemat_in(directory.path(), &format!("check --brief -e {encoding} text"), b"");
        let checked = String::from_utf8(checked.stdout).unwrap();
        let found = placemat_in(directory.path(), &format!("convert -f {encoding} -o out text"), b"");
        assert_eq!(place(&found.stderr), place(&checked), "{encoding}: {}", found.stderr);
        assert!(place(&checked).is_some(), "{checked}");
        // Input that cannot be read again is counted if that is quick.
        let found = placemat_with(&format!("convert -f {encoding} -t utf-16be"), &bytes);
        let checked = checked.replace("text:", "standard input:");
        let told = place(&found.stderr).unwrap();
        let is_counted = matches!(encoding, Encoding::Utf8 | Encoding::Utf8Sig | Encoding::Mutf8WriteUtf);
        let expected = place(&checked).unwrap();
        match is_counted {
            true => assert_eq!(told, expected),
            false => assert!(told.starts_with("standard input: offset "), "{encoding}: {told}"),
        }
    }
}

/// Ill-formed subsequences before an unencodable code point are columns, as in `check`.
#[test]
fn after_ill_formed_parts_columns_count_them() {
    let directory = directory_with(&[("text", "é\nab\u{20AC}".as_bytes())]);
    let mut bytes = fs::read(directory.path().join("text")).unwrap();
    bytes.splice(3..3, *b"\xE2\x82\xFF");
    fs::write(directory.path().join("text"), &bytes).unwrap();
    let command = "convert -t iso-8859-1 --on-error skip --quiet";
    let found = placemat_in(directory.path(), &format!("{command} text"), b"");
    assert!(
        found.stderr.starts_with("placemat: text:2:5: offset 8, length 3: E2 82 AC is U+20AC €"),
        "{}",
        found.stderr
    );
    // From here on, passing input is not counted any more.
    let found = placemat_with(command, &[&b"x".repeat(200_000), &bytes[..]].concat());
    assert!(
        found.stderr.contains("standard input: offset 200008, length 3: E2 82 AC is U+20AC €"),
        "{}",
        found.stderr
    );
}

/// Columns are counted in code points, in UTF-16 code units and in bytes, as `check` counts them.
#[test]
fn columns_are_those_of_check() {
    for (encoding, text) in [
        ("utf-8", "\u{FEFF}é\na💩é\u{FF}".as_bytes()),
        ("utf-8", "\u{FEFF}é\u{FF}".as_bytes()),
        ("utf-16be", b"\0a\0\n\0a\xD8\x3D\xDC\xA9\0\xE9"),
        ("cesu-8", b"\n\n\xED\xA0\xBD\xED\xB2\xA9\xC3\xA9"),
        #[cfg(feature = "legacy")]
        ("gb18030", b"\n\xC4\xE3\x94\x39\xDA\x33 "),
        #[cfg(feature = "legacy")]
        ("iso-2022-jp", b"a\nb\x1B$B$\"$$\x1B(Bc"),
    ] {
        let wrong: &[u8] = if encoding == "utf-16be" { b"\xDC\0" } else { b"\xFF" };
        let damaged = [text, wrong, b"\n"].concat();
        let directory = directory_with(&[("text", &damaged)]);
        let check = placemat_in(directory.path(), &format!("check --json -e {encoding} text"), b"");
        let check: serde_json::Value = serde_json::from_str(check.text()).unwrap();
        let found = placemat_in(directory.path(), &format!("convert --json -f {encoding} text"), b"");
        let convert: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
        for name in ["offset", "line", "column", "column_utf16", "column_bytes"] {
            let (expected, found) = (&check["errors"][0][name], &convert["failed"][name]);
            assert!(
                found.is_u64() && found == expected,
                "{encoding} {name}: {found}, and check has {expected}"
            );
        }
    }
    let told = |arguments: &str, text: &[u8]| {
        let found = placemat_with(arguments, text);
        let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
        let columns = ["column", "column_utf16", "column_bytes"].map(|name| line["failed"][name].as_u64());
        columns.map(Option::unwrap)
    };
    assert_eq!(told("convert --json -t iso-8859-1", "é\n💩".as_bytes()), [1, 1, 1]);
    assert_eq!(told("convert --json", b"\n\xF0\x9F\x92\xA9\xC3\xA9\xFF"), [3, 4, 7]);
    if cfg!(feature = "legacy") {
        let text = b"\n\xC4\xE3\x94\x39\xDA\x33\xC4\xE3"; // 你💩你
        assert_eq!(told("convert --json -f gb18030 -t windows-1252", text), [1, 1, 1]);
        let text = b"a\nb\x1B$B$\"\x1B(Bc";
        assert_eq!(told("convert --json -f iso-2022-jp -t us-ascii", text), [2, 2, 5]);
    }
}

#[test]
fn of_a_long_stream_only_the_beginning_is_counted() {
    for (lines, told) in [(500_000, "input:500001:2: offset 1000001"), (5_000_000, "input: offset 10000001")]
    {
        let found = placemat_with("convert -t utf-16le", &[&b"a\n".repeat(lines), &b"b\xFF"[..]].concat());
        assert!(
            found.stderr.starts_with(&format!("placemat: standard {told}, length 1")),
            "{}",
            found.stderr
        );
    }
}

#[test]
fn what_may_help_is_said() {
    let pair = b"a\xED\xA0\xBD\xED\xB2\xA9";
    let chinese: Vec<u8> =
        "如果发生错误，请联系系统管理员。\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (arguments, stdin, hint) in [
        ("convert", &pair[..], "U+1F4A9: try -f cesu-8, or placemat repair"),
        ("convert", b"caf\xE9 au lait", "it is é: try placemat repair --fix legacy-bytes"),
        ("convert", b"\xFF\xFEa\0", "the bytes stand as in UTF-16: try -f utf-16"),
        ("convert -f utf-16", b"\xDC\x01\0a", "a lone surrogate, as WTF-16BE holds it: try -f wtf-16be"),
        ("convert -f utf-16", &chinese, "in the other byte order, the bytes are text: try -f utf-16le"),
        ("convert", b"\xE2\x82\x28", "hint: was something cut out or written over here?"),
        ("convert", b"a\x80\x80\x80\x80", "placemat check lists all such places; --on-error replace"),
        ("convert -f wtf-8", b"\xED\xA0\x80", "WTF-8 and WTF-16 hold lone surrogates"),
        (
            "convert -f auto",
            &[pair, "👍\n".as_bytes()].concat(),
            "placemat repair joins surrogate pairs (CESU-8)",
        ),
        ("convert -t windows-1252", "Ā".as_bytes(), "--on-unencodable escape-xml writes a reference there"),
    ] {
        let found = placemat_with(arguments, stdin);
        assert!(found.stderr.contains(hint) && found.status == 1, "{arguments}: {}", found.stderr);
        let quiet = placemat_with(&format!("{arguments} --quiet"), stdin);
        assert!(!quiet.stderr.contains("hint"), "{}", quiet.stderr);
    }
}

/// A hint may be wrong if the available bytes end early, or if options change the result.
#[test]
fn hints_say_what_helps() {
    let directory = directory_with(&[
        ("run", b"\xE9\xE8\xE7\xE6\n".as_slice()),
        ("byte", b"caf\xE9 au lait\n"),
        ("beyond", b"\xF4\x90\x80\x80"),
        ("document", b"\xEF\xB7\x9D\xED\xB2\xAE\x00\nab"),
        ("frame", b"\0\x05abcdeEXTRA"),
    ]);
    let hint = |arguments: &str, stdin: &[u8]| {
        let found = placemat_in(directory.path(), &format!("convert {arguments}"), stdin);
        assert_eq!(found.status, 1, "{arguments}");
        let told = found.stderr.lines().find_map(|line| line.trim_start().strip_prefix("hint: "));
        told.unwrap_or("none").to_owned()
    };
    // The head of the input, in which a BOM is looked for, has three of four bytes.
    assert_eq!(hint("-t utf-16", b"\xE9\xE8\xE7\xE6\n"), hint("-t utf-16 run -o out", b""));
    let windows_1252 = "perhaps windows-1252, where it is é";
    assert!(hint("", b"caf\xE9 au lait\n").starts_with(windows_1252));
    assert!(hint("", b"caf\xE9").starts_with(windows_1252));
    assert_eq!(
        hint("--on-error surrogateescape byte", b""),
        "-t utf-8b writes the byte itself; --on-unencodable replace writes a substitute"
    );
    assert_eq!(hint("-f utf-8-rfc2279 beyond", b""), "--on-unencodable replace writes a substitute");
    assert_eq!(
        hint("document", b""),
        "the bytes begin as a Corrected UTF-8 document: try -f corrected-utf-8-document"
    );
    assert_eq!(
        hint("-f mutf-8-writeutf --in-place frame", b""),
        "-o FILE or --out-dir takes the text in the frame alone"
    );
}
