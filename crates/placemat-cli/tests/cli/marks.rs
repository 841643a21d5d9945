//! `convert --bom` and `--line-ends`.

use crate::command::{compare, directory_with, placemat_in, placemat_with};

#[test]
fn marks_are_kept_stripped_or_added() {
    let mark = b"\xEF\xBB\xBF";
    let with = b"\xEF\xBB\xBFa".as_slice();
    compare(&[
        ("convert", with, with, "", 0),
        ("convert --bom keep -f utf-8-sig", with, b"a", "", 0),
        // There are not two BOMs.
        ("convert -t utf-16", with, b"\xFE\xFF\0a", "", 0),
        ("convert -f utf-16le -t utf-16", b"\xFF\xFEa\0", b"\xFE\xFF\0a", "", 0),
        ("convert -t utf-8-sig", with, with, "", 0),
        ("convert -t utf-16", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"\xFE\xFF\xFE\xFF\0a", "", 0),
        ("convert -t utf-16le", with, b"\xFF\xFEa\0", "", 0),
        // A code point that is named is a character, and is converted back.
        ("convert -f code-points -t utf-16", b"U+FEFF U+0061", b"\xFE\xFF\xFE\xFF\0a", "", 0),
        ("convert -f utf-16 -t code-points", b"\xFE\xFF\xFE\xFF\0a", b"U+FEFF U+0061\n", "", 0),
        ("convert -f code-points -t utf-8-sig", b"U+FEFF", b"\xEF\xBB\xBF\xEF\xBB\xBF", "", 0),
        ("convert --bom strip", with, b"a", "", 0),
        ("convert --bom strip", b"a", b"a", "", 0),
        ("convert --bom strip", mark, b"", "", 0),
        ("convert --bom strip", b"", b"", "", 0),
        ("convert --bom strip --on-error replace --quiet", b"\xEF\xBB", "\u{FFFD}".as_bytes(), "", 0),
        // All of several are removed, and one that comes later is a character.
        ("convert --bom strip", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"a", "", 0),
        ("convert --bom strip", b"\xEF\xBB\xBF\xEF\xBB\xBF\xEF\xBB\xBF", b"", "", 0),
        ("convert --bom strip", b"\xEF\xBB\xBFa\xEF\xBB\xBF", b"a\xEF\xBB\xBF", "", 0),
        ("convert --bom strip -f utf-8-sig", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"a", "", 0),
        ("convert --bom strip -f utf-8-sig", b"a", b"a", "", 0),
        ("convert --bom strip -f utf-16 -t utf-8", b"\xFF\xFE\xFF\xFE\xFF\xFEa\0", b"a", "", 0),
        ("convert --bom strip -f utf-16 -t utf-8", b"\0a", b"a", "", 0),
        ("convert --bom strip -f utf-16le -t utf-8", b"\xFF\xFE\xFF\xFEa\0", b"a", "", 0),
        ("convert --bom strip -f utf-32 -t utf-8", b"\0\0\xFE\xFF\0\0\xFE\xFF\0\0\0a", b"a", "", 0),
        ("convert --bom add", b"\xEF\xBB\xBF\xEF\xBB\xBFa", with, "", 0),
        ("convert --bom add -t utf-16le", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"\xFF\xFEa\0", "", 0),
        ("convert --bom keep", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"\xEF\xBB\xBF\xEF\xBB\xBFa", "", 0),
        // What removes BOMs need not be an option of this command.
        ("repair --fix bom --quiet", b"\xEF\xBB\xBF\xEF\xBB\xBFa", b"a", "", 0),
        ("convert --bom strip -t utf-8-sig", with, b"a", "", 0),
        ("convert --bom strip -t utf-16", with, b"\0a", "", 0),
        ("convert --bom strip -t iso-8859-1", with, b"a", "", 0),
        ("convert --bom strip -f utf-16 -t utf-8", b"\xFF\xFEa\0", b"a", "", 0),
        ("convert --bom strip -f utf-16le -t utf-8", b"\xFF\xFEa\0", b"a", "", 0),
        ("convert --bom strip -f utf-1 -t utf-8", b"\xF7\x64\x4Ca", b"a", "", 0),
        ("convert --bom strip -t mutf-8-writeutf", with, b"\0\x01a", "", 0),
        ("convert --bom strip -f utf-8-or-windows-1252", with, b"a", "", 0),
        ("convert --bom strip -t code-points", with, b"U+0061\n", "", 0),
        ("convert --bom add", b"a", with, "", 0),
        ("convert --bom add", with, with, "", 0),
        ("convert --bom add", b"", mark, "", 0),
        ("convert --bom add -t utf-8-sig", with, with, "", 0),
        ("convert --bom add -t utf-16le", with, b"\xFF\xFEa\0", "", 0),
        ("convert --bom add -t utf-16", with, b"\xFE\xFF\0a", "", 0),
        ("convert --bom add -t code-points", b"a", b"U+FEFF U+0061\n", "", 0),
        ("convert --bom add -t mutf-8-writeutf", b"a", b"\0\x04\xEF\xBB\xBFa", "", 0),
        ("convert --bom add -f utf-16le -t cesu-8", b"a\0", with, "", 0),
        // Offsets count the BOM that was removed.
        (
            "convert --bom strip",
            b"\xEF\xBB\xBFab\xFF",
            b"ab",
            "placemat: standard input:1:3: offset 5, length 1: FF is never valid in UTF-8\n    \
             hint: perhaps windows-1252, where it is ÿ\n",
            1,
        ),
    ]);
    // With several, too, and if the encoding itself handles one.
    for (from, text, place) in [
        ("utf-8", &b"\xEF\xBB\xBF\xEF\xBB\xBFa\nb\xFF"[..], "2:2: offset 9"),
        ("utf-8-sig", b"\xEF\xBB\xBF\xEF\xBB\xBFa\nb\xFF", "2:2: offset 9"),
        ("utf-16", b"\xFF\xFE\xFF\xFEa\0\n\0b\0\x3D\xD8\n\0", "2:2: offset 10"),
    ] {
        let directory = directory_with(&[("file", text)]);
        for input in ["file", "-"] {
            let found = placemat_in(
                directory.path(),
                &format!("convert --bom strip -f {from} -t utf-8 {input}"),
                text,
            );
            // Lines of UTF-16 are not counted in a pipe.
            let place = if from == "utf-16" && input == "-" { &place[5..] } else { place };
            assert!(found.stderr.contains(&format!("{place}, length ")), "{from}: {}", found.stderr);
        }
    }
    let directory = directory_with(&[("a", with), ("b", b"b"), ("c", b"\xEF\xBB\xBFc")]);
    assert_eq!(placemat_in(directory.path(), "convert --bom strip a b c", b"").stdout, b"abc");
    assert_eq!(placemat_in(directory.path(), "convert --bom add b a c", b"").stdout, b"\xEF\xBB\xBFbac");
}

#[cfg(feature = "legacy")]
#[test]
fn several_marks_of_a_legacy_text_are_removed() {
    let marked = b"\x84\x31\x95\x33\x84\x31\x95\x33a";
    assert_eq!(placemat_with("convert -f gb18030 --bom strip", marked).stdout, b"a");
    assert_eq!(placemat_with("convert -f gb18030 --bom add", marked).stdout, b"\xEF\xBB\xBFa");
    assert_eq!(placemat_with("convert -f gb18030", marked).stdout, b"\xEF\xBB\xBF\xEF\xBB\xBFa");
}

#[test]
fn a_mark_that_the_output_cannot_hold_has_a_remedy() {
    let text = "\u{FEFF}caf\u{E9}".as_bytes();
    let mut targets = vec!["windows-1252", "iso-8859-1", "us-ascii"];
    if cfg!(feature = "legacy") {
        targets.extend(["shift_jis", "koi8-r"]);
    }
    for to in targets {
        let found = placemat_with(&format!("convert -t {to}"), text);
        let hint = "\n    hint: this is the byte order mark (BOM) of the file; --bom strip leaves it out\n";
        assert_eq!((found.stderr.ends_with(hint), found.status), (true, 1), "{to}: {}", found.stderr);
    }
    assert_eq!(placemat_with("convert -t windows-1252 --bom strip", text).stdout, b"caf\xE9");
    // Elsewhere it is a character.
    let found = placemat_with("convert -t windows-1252", "a\u{FEFF}".as_bytes());
    assert!(!found.stderr.contains("--bom"), "{}", found.stderr);
    let found = placemat_with("convert -f code-points -t windows-1252", b"U+FEFF");
    assert!(!found.stderr.contains("--bom"), "{}", found.stderr);
}

#[test]
fn line_ends_change_only_where_that_is_asked_for() {
    let mixed = b"a\r\nb\nc\rd\r\n".as_slice();
    compare(&[
        ("convert", mixed, mixed, "", 0),
        ("convert --line-ends keep -t utf-8", mixed, mixed, "", 0),
        ("convert --line-ends lf", mixed, b"a\nb\nc\rd\n", "", 0),
        ("convert --line-ends crlf", mixed, b"a\r\nb\r\nc\rd\r\n", "", 0),
        ("convert --line-ends lf", b"a\r", b"a\r", "", 0),
        // Line ends that were converted twice become single ones in one run.
        ("convert --line-ends lf", b"a\r\r\nb\r\r\r\n\rc", b"a\nb\n\rc", "", 0),
        ("convert --line-ends crlf", b"a\r\r\nb\r\n", b"a\r\nb\r\n", "", 0),
        ("convert --line-ends crlf -t utf-16le", b"\n", b"\r\0\n\0", "", 0),
        ("convert --line-ends lf -t utf-16", b"\r\n", b"\xFE\xFF\0\n", "", 0),
        ("convert --line-ends lf -f utf-32be -t utf-8", b"\0\0\0\r\0\0\0\n", b"\n", "", 0),
        ("convert --line-ends crlf -t code-points", b"\n", b"U+000D U+000A\n", "", 0),
        ("convert --line-ends crlf -t mutf-8-writeutf", b"\n", b"\0\x02\r\n", "", 0),
        ("convert --line-ends lf --on-error replace --quiet", b"\r\xFF\n", "\r\u{FFFD}\n".as_bytes(), "", 0),
        (
            "convert --line-ends lf",
            b"a\r\xFF",
            b"a\r",
            "placemat: standard input:1:3: offset 2, length 1: FF is never valid in UTF-8\n    \
             hint: perhaps windows-1252, where it is ÿ\n",
            1,
        ),
    ]);
}

/// The BOM of UTF-32 in little-endian order ends in zeros, which are compared like any byte.
#[test]
fn what_is_left_of_a_mark_is_none() {
    for (from, len) in [("utf-32le", 1), ("utf-32le", 2), ("utf-32le", 3), ("ucs-4le", 2), ("utf-16le", 1)] {
        for to in ["-t utf-8-sig", "-t utf-16", "-t utf-8", "-t utf-8 --bom strip", "-t utf-32be --bom add"] {
            let input = &b"\xFF\xFE\0\0"[..len];
            let found = placemat_with(&format!("convert -f {from} {to}"), input);
            assert_eq!(found.status, 1, "{from} {to} {len}: {}", found.stderr);
            let span = format!("offset 0, length {len}: FF");
            let cause = "starts a character, but the input ends";
            let is_told = found.stderr.contains(&span) && found.stderr.contains(cause);
            assert!(is_told, "{from} {to} {len}: {}", found.stderr);
        }
    }
}

/// The magic number ends in 00 0A, which is not a line end.
#[test]
fn line_ends_leave_the_magic_number_as_it_is() {
    let magic = b"\xEF\xB7\x9D\xED\xB2\xAE\0\n".as_slice();
    let document = |text: &[u8]| [magic, text].concat();
    compare(&[
        ("convert -t corrected-utf-8-document --line-ends crlf", b"a\n\n", &document(b"a\r\n\r\n"), "", 0),
        ("convert -t corrected-utf-8-document --line-ends crlf", b"\n", &document(b"\r\n"), "", 0),
        ("convert -t corrected-utf-8-document --line-ends lf", b"\r\na\r", &document(b"\na\r"), "", 0),
        ("convert -t utf-8-sig --line-ends crlf", b"\na", b"\xEF\xBB\xBF\r\na", "", 0),
    ]);
}

/// A file that is UTF-8 already needs no conversion, and `.editorconfig` may demand its BOM.
#[test]
fn detection_leaves_the_mark_of_utf_8_alone() {
    let marked = b"\xEF\xBB\xBFGr\xC3\xB6\xC3\x9Fe\r\n".as_slice();
    let bare = &marked[3..];
    for (options, before, after) in [
        ("", marked, marked),
        ("", bare, bare),
        ("--bom keep", marked, marked),
        ("-t utf-8-sig", marked, marked),
        ("-t wtf-8", marked, marked),
        ("--bom strip", marked, bare),
        ("--bom strip", bare, bare),
        ("--bom add", marked, marked),
        ("--bom add", bare, marked),
        ("-t utf-8-sig", bare, marked),
        ("--line-ends lf", marked, b"\xEF\xBB\xBFGr\xC3\xB6\xC3\x9Fe\n"),
        ("-t utf-16be", "\u{FEFF}a".as_bytes(), b"\0a"),
    ] {
        for command in ["--in-place a", "--out-dir new a", "-o new/a a", "--in-place .", "--out-dir new ."] {
            let directory = directory_with(&[("a", before), ("new/other", b"")]);
            let found = placemat_in(directory.path(), &format!("convert -f auto {options} {command}"), b"");
            assert_eq!(found.status, 0, "{options} {command}: {}", found.stderr);
            let written = if command.contains("new") { "new/a" } else { "a" };
            let now = std::fs::read(directory.path().join(written)).unwrap();
            assert_eq!(now, after, "{options} {command}");
        }
        assert_eq!(placemat_with(&format!("convert -f auto {options}"), before).stdout, after, "{options}");
    }
    // What is not changed is not written.
    let directory = directory_with(&[("a", marked)]);
    let found = placemat_in(directory.path(), "convert -f auto --in-place a", b"");
    assert_eq!(found.stderr, "placemat: 0 files converted, 1 file unchanged\n");
}
