//! The legacy encodings of browsers: names, conversion in pieces, policies, positions, detection, guard,
//! repair.

mod damage;
mod dos;
mod few_letters;
mod late;
mod names;
mod parts;

use std::fs;

use crate::command::{directory_with, encoded, placemat_in, placemat_with};

/// A text in a legacy encoding, with more than enough of it to be sure.
struct Text {
    /// The name on the command line.
    name: &'static str,
    /// The name in reports for people.
    shown: &'static str,
    text: &'static str,
    /// Bytes that are malformed, and what the decoder reads after them.
    malformed: &'static [u8],
}

const TEXTS: [Text; 8] = [
    Text {
        name: "gbk",
        shown: "GBK",
        text: "你好，世界。这是一个测试文件，里面有很多汉字。\n我们在花园里读书，没有人问这个问题。\n今天的天气很好，我们去公园散步。\n学生们在教室里学习中文和数学，老师在黑板上写字。\n",
        malformed: b"\xFF",
    },
    Text {
        name: "shift_jis",
        shown: "Shift_JIS",
        text: "これは日本語のテキストです。\n漢字とカタカナとひらがなが入っています。\n今日は天気がいいので、公園へ行きました。\n学生は教室で日本語と数学を勉強しています。\n",
        malformed: b"\xFD",
    },
    Text {
        name: "euc-jp",
        shown: "EUC-JP",
        text: "これは日本語のテキストです。\n漢字とカタカナとひらがなが入っています。\n今日は天気がいいので、公園へ行きました。\n学生は教室で日本語と数学を勉強しています。\n",
        malformed: b"\xFF",
    },
    Text {
        name: "euc-kr",
        shown: "EUC-KR",
        text: "안녕하세요. 이것은 한국어 텍스트입니다.\n오늘은 날씨가 좋아서 공원에 갔습니다.\n학생들은 교실에서 한국어와 수학을 공부합니다.\n선생님은 칠판에 글씨를 씁니다.\n",
        malformed: b"\xFF",
    },
    Text {
        name: "big5",
        shown: "Big5",
        text: "你好，世界。這是一個測試文件，裡面有很多漢字。\n我們在花園裡讀書，沒有人問這個問題。\n今天的天氣很好，我們去公園散步。\n學生們在教室裡學習中文和數學，老師在黑板上寫字。\n",
        malformed: b"\xFF",
    },
    Text {
        name: "koi8-r",
        shown: "KOI8-R",
        text: "Привет, мир. Это простой текст на русском языке.\nОна тихо читает письмо у окна, пока на улице идёт снег.\nСтуденты изучают в аудитории язык и математику.\nСегодня хорошая погода, и мы идём в парк.\n",
        malformed: b"",
    },
    Text {
        name: "windows-1251",
        shown: "windows-1251",
        text: "Привет, мир. Это простой текст на русском языке.\nОна тихо читает письмо у окна, пока на улице идёт снег.\nСтуденты изучают в аудитории язык и математику.\nСегодня хорошая погода, и мы идём в парк.\n",
        malformed: b"",
    },
    Text {
        name: "iso-2022-jp",
        shown: "ISO-2022-JP",
        text: "これは日本語のテキストです。\n漢字とカタカナとひらがなが入っています。\n今日は天気がいいので、公園へ行きました。\n学生は教室で日本語と数学を勉強しています。\n",
        malformed: b"\x80",
    },
];

/// The bytes are those of the standard, not only what the command reads back.
#[test]
fn the_bytes_are_those_of_the_standard() {
    for (name, text, bytes) in [
        ("gbk", "你好", &b"\xC4\xE3\xBA\xC3"[..]),
        ("gb18030", "你\u{1F44D}", b"\xC4\xE3\x94\x39\xD1\x31"),
        ("Shift_JIS", "テスト", b"\x83\x65\x83\x58\x83\x67"),
        ("cp932", "テスト", b"\x83\x65\x83\x58\x83\x67"),
        ("euc-jp", "テスト", b"\xA5\xC6\xA5\xB9\xA5\xC8"),
        ("iso-2022-jp", "aテb", b"a\x1B$B%F\x1B(Bb"),
        ("EUC-KR", "한국", b"\xC7\xD1\xB1\xB9"),
        ("big5", "中文", b"\xA4\xA4\xA4\xE5"),
        ("koi8-r", "Привет", b"\xF0\xD2\xC9\xD7\xC5\xD4"),
        ("cp1251", "Привет", b"\xCF\xF0\xE8\xE2\xE5\xF2"),
        ("cp866", "Привет", b"\x8F\xE0\xA8\xA2\xA5\xE2"),
        ("latin2", "Łódź", b"\xA3\xF3d\xBC"),
        ("iso-8859-9", "İş", b"\xDD\xFE"),
    ] {
        assert_eq!(encoded(name, text), bytes, "{name}");
        let back = placemat_with(&format!("convert -f {name}"), bytes);
        assert_eq!((back.stdout, back.status), (text.as_bytes().to_vec(), 0), "{name}: {}", back.stderr);
        // From and to other members of the family, without UTF-8 in between.
        for other in ["cesu-8", "utf-16le", "utf-32be", "mutf-8", "code-points"] {
            let there = placemat_with(&format!("convert -f {name} -t {other}"), bytes);
            let direct = placemat_with(&format!("convert -t {other}"), text.as_bytes());
            assert_eq!((&there.stdout, there.status), (&direct.stdout, 0), "{name} {other}");
            let back = placemat_with(&format!("convert -f {other} -t {name}"), &there.stdout);
            assert_eq!((back.stdout, back.status), (bytes.to_vec(), 0), "{other} {name}: {}", back.stderr);
        }
    }
}

/// A sequence, and an error, may begin in one buffer and end in the next.
#[test]
fn sequences_cross_the_ends_of_buffers() {
    const BUFFER: usize = 128 * 1024;
    for Text { name, text, malformed, .. } in TEXTS {
        let bytes = encoded(name, text);
        let mut long = vec![];
        let mut expected = String::new();
        // Each copy begins at another place in the buffer.
        let room = 2 * BUFFER;
        for k in 0.. {
            if long.len() > room {
                break;
            }
            let dots = ".".repeat(k % 7);
            long.extend_from_slice(dots.as_bytes());
            long.extend_from_slice(&bytes);
            expected.push_str(&dots);
            expected.push_str(text);
        }
        let whole = placemat_with(&format!("convert -f {name}"), &long);
        assert!(whole.stdout == expected.as_bytes() && whole.status == 0, "{name}: {}", whole.stderr);
        let back = placemat_with(&format!("convert -t {name}"), expected.as_bytes());
        // An encoder leaves no state that is not needed, so a text that was joined may be longer.
        let again = placemat_with(&format!("convert -f {name}"), &back.stdout);
        assert!(again.stdout == expected.as_bytes(), "{name}");
        // The first buffer ends inside of each of the bytes in turn.
        let front = &bytes[..bytes.len().min(24)];
        for shift in 0..front.len() {
            let padded = [&vec![b'.'; BUFFER - shift][..], &bytes, malformed, b"\n"].concat();
            let directory = directory_with(&[("a", &padded)]);
            let found =
                placemat_in(directory.path(), &format!("convert -f {name} --on-error replace a"), b"");
            let lost = if malformed.is_empty() { "" } else { "\u{FFFD}" };
            let text = format!("{}{text}{lost}\n", ".".repeat(BUFFER - shift));
            assert!(found.stdout == text.as_bytes(), "{name} {shift}");
            let pipe = placemat_with(&format!("convert -f {name} --on-error replace"), &padded);
            assert!(pipe.stdout == found.stdout, "{name} {shift}");
        }
    }
}

#[test]
fn policies_apply_to_what_is_malformed() {
    for (policy, expected) in [
        ("replace", "你\u{FFFD}\u{FFFD}好\u{FFFD}"),
        ("replace-run", "你\u{FFFD}好\u{FFFD}"),
        ("replace-byte", "你\u{FFFD}\u{FFFD}好\u{FFFD}"),
        ("skip", "你好"),
    ] {
        let found = placemat_with(
            &format!("convert -f gbk --on-error {policy} --json"),
            b"\xC4\xE3\xFF\xFF\xBA\xC3\xC4",
        );
        assert_eq!(String::from_utf8_lossy(&found.stdout), expected, "{policy}");
        assert_eq!(found.status, 0, "{policy}");
        let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
        let count = if policy == "replace-run" { 2 } else { 3 };
        assert_eq!((&line["from"], &line["error_count"]), (&"gbk".into(), &count.into()), "{line}");
        let first = &line["errors"][0];
        let length = if policy == "replace-run" { 2 } else { 1 };
        assert_eq!((&first["offset"], &first["length"]), (&2.into(), &length.into()), "{line}");
        assert_eq!((&first["line"], &first["column"]), (&1.into(), &2.into()), "{line}");
        assert_eq!(line["read"], 7, "{line}");
    }
    for policy in ["surrogateescape", "latin1", "replace-generalized", "replace-sequence"] {
        for sides in ["-f gbk", "-t gbk", "-f auto"] {
            let found = placemat_with(&format!("convert {sides} --on-error {policy}"), b"a");
            assert_eq!(found.status, 2, "{sides} {policy}: {}", found.stderr);
        }
    }
}

#[test]
fn errors_have_their_places() {
    let text = [&encoded("gbk", "第一行\n第二行，")[..], b"\xFF", &encoded("gbk", "后面")].concat();
    for stdin in [true, false] {
        let directory = directory_with(&[("a", &text)]);
        let (arguments, name) = if stdin { ("", "standard input") } else { ("a", "a") };
        let input = if stdin { &text[..] } else { b"" };
        let found = placemat_in(directory.path(), &format!("convert -f gbk {arguments}"), input);
        let told = format!("placemat: {name}:2:5: offset 15, length 1: FF");
        assert!(found.stderr.starts_with(&told), "{}", found.stderr);
        assert!(found.stderr.contains("placemat check -e gbk lists all such places"), "{}", found.stderr);
        assert_eq!((found.status, &found.stdout[..]), (1, "第一行\n第二行，".as_bytes()));
        let check = placemat_in(
            directory.path(),
            &format!("check -e gbk --json {}", if stdin { "-" } else { "a" }),
            input,
        );
        let line: serde_json::Value = serde_json::from_slice(&check.stdout).unwrap();
        assert_eq!((check.status, &line["encoding"]), (1, &"gbk".into()), "{line}");
        let error = &line["errors"][0];
        assert_eq!((&error["offset"], &error["line"], &error["column"]), (&15.into(), &2.into(), &5.into()));
    }
    // The input ends inside a character.
    let found = placemat_with("convert -f shift_jis", b"\x83\x65\x83");
    assert!(found.stderr.contains("offset 2, length 1: 83"), "{}", found.stderr);
    assert_eq!(placemat_with("check -e shift_jis -", b"\x83\x65\x83").status, 1);
    assert_eq!(placemat_with("check -e shift_jis -", b"\x83\x65").status, 0);
}

#[test]
fn what_a_legacy_encoding_does_not_have_is_subject_to_the_policies() {
    let text = "Привет, 👍 мир\nи ещё é\n";
    let found = placemat_with("convert -t koi8-r", text.as_bytes());
    let told = "placemat: standard input:1:9: offset 14, length 4: F0 9F 91 8D is U+1F44D 👍, \
                which koi8-r does not have";
    assert!(found.stderr.starts_with(told), "{}", found.stderr);
    assert_eq!((found.status, found.stdout), (1, encoded("koi8-r", "Привет, ")));
    for (policy, substitutes) in [
        ("replace", ["?", "?"]),
        ("replace-qmark", ["?", "?"]),
        ("escape-xml", ["&#x1F44D;", "&#xE9;"]),
        ("escape-rust", ["\\u{1F44D}", "\\u{E9}"]),
    ] {
        let found =
            placemat_with(&format!("convert -t koi8-r --on-unencodable {policy} --json"), text.as_bytes());
        let expected = text.replace('👍', substitutes[0]).replace('é', substitutes[1]);
        assert_eq!((&found.stdout, found.status), (&encoded("koi8-r", &expected), 0), "{policy}");
        let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
        assert_eq!(line["unencodable_count"], 2, "{line}");
        let lost = &line["unencodable"];
        assert_eq!((&lost[0]["offset"], &lost[0]["length"]), (&14.into(), &4.into()), "{line}");
        assert_eq!((&lost[1]["offset"], &lost[1]["code_point"]), (&36.into(), &"U+00E9".into()), "{line}");
    }
    // From another legacy encoding, from wide units, and with other line ends.
    let chinese = encoded("gbk", "a中\nb文c");
    let found =
        placemat_with("convert -f gbk -t koi8-r --on-unencodable replace --line-ends crlf --json", &chinese);
    assert_eq!(found.stdout, b"a?\r\nb?c");
    let line: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
    let lost: Vec<_> = line["unencodable"].as_array().unwrap().iter().map(|one| &one["offset"]).collect();
    assert_eq!(lost, [1, 5], "{line}");
    let directory = directory_with(&[("a", b"a\0\x3D\xD8\x4D\xDC")]);
    let found = placemat_in(directory.path(), "convert -f utf-16le -t gbk a", b"");
    assert!(found.stderr.contains("a:1:2: offset 2, length 4: "), "{}", found.stderr);
    // A lone surrogate is not a character.
    let found =
        placemat_with("convert -f wtf-8 -t gb18030 --on-unencodable replace-qmark", b"a\xED\xA0\xBDb");
    assert_eq!((&found.stdout[..], found.status), (&b"a?b"[..], 0));
    assert_eq!(placemat_with("convert -t gb18030 --on-error replace", b"\xFF").stdout, b"\x84\x31\xA4\x37");
    for policy in ["strict-roundtrip", "private-use"] {
        let found = placemat_with(&format!("convert -t gbk --on-unencodable {policy}"), b"a");
        assert_eq!(found.status, 2, "{policy}: {}", found.stderr);
    }
    // In ISO-2022-JP, a substitute is written in ASCII.
    let found = placemat_with("convert -t iso-2022-jp --on-unencodable replace", "テ👍ス".as_bytes());
    assert_eq!(found.stdout, b"\x1B$B%F\x1B(B?\x1B$B%9\x1B(B");
}

/// Of ASCII, and of characters that neither has, a legacy encoding makes what US-ASCII makes.
#[test]
fn a_legacy_target_does_as_a_target_of_the_family() {
    let texts: [(&str, &[u8]); 9] = [
        ("utf-8", b"a\xFFb\xC3"),
        ("utf-8", b"a\xFF\xFE\xE4\xB8b"),
        ("utf-8", "a中\u{FFFD}b\n\r\n中".as_bytes()),
        ("utf-8", b"\xFF\xE4\xB8\xAD\xFF\n\xFF"),
        ("wtf-8", b"a\xED\xA0\xBDb\xED\xA0\xBD\xED\xB1\x8D"),
        ("utf-16le", b"a\0\x3D\xD8b\0\x3D\xD8\x4D\xDC\x3D"),
        ("ucs-4be", b"\0\0\0a\0\x11\0\0\0\0\x4E\x2D"),
        ("gbk", b"a\xFF\xFF\xD6\xD0b\n\xFF\xD6"),
        ("code-points", b"U+0061 x U+4E2D y U+FFFD z"),
    ];
    for (from, text) in texts {
        for on_error in ["strict", "replace", "replace-byte", "replace-run", "skip"] {
            // Of a surrogate pair in WTF-8, the second half would be read again.
            if on_error == "replace-byte" && matches!(from, "wtf-8" | "utf-16le") {
                continue;
            }
            for on_unencodable in ["strict", "replace", "replace-qmark", "escape-xml", "escape-rust"] {
                for ends in ["", " --line-ends crlf"] {
                    let options = format!("--on-error {on_error} --on-unencodable {on_unencodable}{ends}");
                    let [ascii, legacy] = ["us-ascii", "koi8-r"].map(|to| {
                        let directory = directory_with(&[("a", text)]);
                        placemat_in(
                            directory.path(),
                            &format!("convert -f {from} -t {to} {options} --json a"),
                            b"",
                        )
                    });
                    assert_eq!(ascii.stdout, legacy.stdout, "{from} {options} {text:X?}");
                    let named = legacy.stderr.replace("koi8-r", "us-ascii");
                    assert_eq!(ascii.stderr, named, "{from} {options} {text:X?}");
                    assert_eq!(ascii.status, legacy.status, "{from} {options}");
                }
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_kept_or_removed() {
    let marked = b"\x84\x31\x95\x33a";
    assert_eq!(placemat_with("convert -f gb18030", marked).stdout, "\u{FEFF}a".as_bytes());
    assert_eq!(placemat_with("convert -f gb18030 --bom strip", marked).stdout, b"a");
    assert_eq!(placemat_with("convert -f gb18030 -t utf-16", marked).stdout, b"\xFE\xFF\0a");
    assert_eq!(placemat_with("convert -t gb18030 --bom add", b"a").stdout, marked);
    let found = placemat_with("convert -t gbk --bom add", b"a");
    assert!(found.stderr.contains("--bom add: gbk has no place for U+FEFF"), "{}", found.stderr);
}

#[test]
fn detection_names_legacy_text_and_says_why() {
    for Text { name, shown, text, .. } in TEXTS {
        let bytes = encoded(name, text);
        let found = placemat_with("detect -v", &bytes);
        let head = format!("standard input: {name} (sure)\n    ");
        assert!(found.text().starts_with(&head) && found.status == 0, "{name}: {}", found.text());
        assert!(found.text().contains(" characters beyond ASCII, "), "{name}: {}", found.text());
        let json = placemat_with("detect --json", &bytes);
        let line: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!((&line["encoding"], &line["basis"]), (&name.into(), &"legacy".into()), "{line}");
        assert_eq!(line["legacy"]["confidence"], "sure", "{line}");
        // Each part of the bytes of a short text may be any encoding.
        let check = placemat_with("check -e auto", &bytes);
        assert_eq!(check.status, 1, "{name}: {}", check.text());
        let told = format!("looks like {} (sure)", shown.replace("windows", "Windows"));
        assert!(check.text().contains(&told) && !check.text().contains("1252"), "{}", check.text());
        let json = placemat_with("check -e auto --json", &bytes);
        let line: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!((&line["encoding"], &line["confidence"]), (&name.into(), &"sure".into()), "{line}");
        assert_eq!(placemat_with("check -e auto --quiet", &bytes).status, 1, "{name}");
        assert_eq!(placemat_with("check -e auto --list", &bytes).text(), "-\n", "{name}");
        assert_eq!(placemat_with("check -e auto --exit-zero", &bytes).status, 0, "{name}");
    }
    // A few letters are never sure, nor called well-formed in windows-1252.
    let found = placemat_with("check -e auto", b"gr\xFC\xDFe aus K\xF6ln am Rhein");
    assert!(found.text().contains("looks like Windows-1252 ("), "{}", found.text());
    assert!(!found.text().contains("well-formed") && !found.text().contains("sure"), "{}", found.text());
    assert_eq!(found.status, 1);
    // Source code, with comments in Chinese.
    let source = encoded("gbk", "int main() { /* 主函数：打印一行 */ puts(\"你好，世界\"); }\n");
    let found = placemat_with("check -e auto", &source);
    assert!(found.text().contains("looks like GBK (likely)"), "{}", found.text());
}

#[test]
fn the_encoding_of_each_input_is_detected() {
    let (chinese, russian) = (encoded("gbk", TEXTS[0].text), encoded("koi8-r", TEXTS[5].text));
    let utf_16: Vec<u8> = "\u{FEFF}plain é".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let directory = directory_with(&[
        ("gbk", &chinese),
        ("koi", &russian),
        ("utf-8", "déjà vu".as_bytes()),
        ("utf-16", &utf_16),
        ("picture", b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x02\0\0\x01\0\x01\0\0"),
        ("short", b"d\xE9j\xE0 vu\n"),
    ]);
    let found = placemat_in(directory.path(), "convert -f auto gbk koi utf-8 utf-16", b"");
    let expected = [TEXTS[0].text, TEXTS[5].text, "déjà vu", "plain é"].concat();
    assert_eq!(String::from_utf8_lossy(&found.stdout), expected);
    assert_eq!(
        found.stderr,
        "placemat: gbk: read as gbk (sure)\nplacemat: koi: read as koi8-r (sure)\n\
         placemat: utf-16: read as utf-16\n"
    );
    assert_eq!(found.status, 0);
    // In place, what is not sure is left alone.
    let found = placemat_in(directory.path(), "convert -f auto --in-place .", b"");
    let told = "placemat: ./short: looks like windows-1252 (perhaps), and that is not sure; not converted\n    \
                hint: -f windows-1252 converts it, if that is right\n";
    assert!(found.stderr.contains(told), "{}", found.stderr);
    assert!(
        found
            .stderr
            .ends_with("3 files converted, 1 file unchanged, 1 file not converted, 1 binary file skipped\n")
    );
    assert_eq!(found.status, 1);
    let read = |name: &str| fs::read(directory.path().join(name)).unwrap();
    assert_eq!((read("gbk"), read("koi")), (TEXTS[0].text.into(), TEXTS[5].text.into()));
    assert_eq!((read("utf-16"), read("short")), ("plain é".into(), b"d\xE9j\xE0 vu\n".to_vec()));
    // A second run changes nothing.
    let again = placemat_in(directory.path(), "convert -f auto --in-place .", b"");
    assert!(again.stderr.contains("0 files converted, 4 files unchanged"), "{}", again.stderr);
    let forced = placemat_in(directory.path(), "convert -f auto --in-place --force short", b"");
    assert_eq!((forced.status, read("short")), (0, "déjà vu\n".into()), "{}", forced.stderr);
    let json = placemat_in(directory.path(), "convert -f auto --json gbk", b"");
    assert!(json.stderr.contains(r#""from":"utf-8","to":"utf-8""#), "{}", json.stderr);
}

#[test]
fn the_guard_leaves_alone_what_is_surely_another_encoding() {
    for Text { name, shown, text, .. } in TEXTS {
        let bytes = encoded(name, text);
        for from in ["windows-1252", "iso-8859-1", "utf-8 --on-error replace", "utf-16le", "big5", "koi8-r"] {
            if from == name || name == "iso-2022-jp" && from != "utf-16le" {
                continue; // it is ASCII
            }
            let directory = directory_with(&[("a", &bytes)]);
            let command = format!("convert -f {from} -t utf-8 --in-place a");
            let found = placemat_in(directory.path(), &command, b"");
            assert_eq!(found.status, 1, "{name} {command}: {}", found.stderr);
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), bytes, "{name} {command}");
            if from != "utf-16le" {
                let named = from.split(' ').next().unwrap();
                let told = format!("placemat: a: looks like {shown}, not {named}; not converted\n");
                assert!(found.stderr.starts_with(&told), "{name} {command}: {}", found.stderr);
            }
            let forced = placemat_in(directory.path(), &format!("{command} --force"), b"");
            assert!(!forced.stderr.contains("looks like"), "{name} {command}: {}", forced.stderr);
        }
        // What is named is right, and a second run changes nothing.
        let directory = directory_with(&[("a", &bytes)]);
        let done = placemat_in(directory.path(), &format!("convert -f {name} --in-place a"), b"");
        assert_eq!((done.status, fs::read(directory.path().join("a")).unwrap()), (0, text.into()), "{name}");
        let again = placemat_in(directory.path(), &format!("convert -f {name} --in-place a"), b"");
        assert!(again.stderr.contains("looks like UTF-8, not "), "{name}: {}", again.stderr);
        assert_eq!((again.status, fs::read(directory.path().join("a")).unwrap()), (1, text.into()), "{name}");
        let there = placemat_in(directory.path(), &format!("convert -t {name} --in-place a"), b"");
        assert_eq!(
            (there.status, fs::read(directory.path().join("a")).unwrap()),
            (0, bytes.clone()),
            "{name}"
        );
        let command = format!("convert -t {name} --on-error replace --in-place a");
        let again = placemat_in(directory.path(), &command, b"");
        let is_ascii = name == "iso-2022-jp";
        assert!(is_ascii || again.stderr.contains(" already, not utf-8"), "{name}: {}", again.stderr);
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), bytes, "{name}");
    }
    // Text that is the same in both does not contradict.
    let directory = directory_with(&[("a", &encoded("gbk", TEXTS[0].text))]);
    let done = placemat_in(directory.path(), "convert -f gb18030 --in-place a", b"");
    assert_eq!((done.status, fs::read(directory.path().join("a")).unwrap()), (0, TEXTS[0].text.into()));
}

#[test]
fn repair_converts_what_is_sure_and_undo_brings_it_back() {
    let files: Vec<(&str, Vec<u8>)> =
        TEXTS.iter().map(|one| (one.name, encoded(one.name, one.text))).collect();
    let short = b"d\xE9j\xE0 vu\n".to_vec();
    let tree: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, bytes)| (*name, &bytes[..]))
        .chain([("short", &short[..]), ("utf-8", "déjà vu".as_bytes())])
        .collect();
    let directory = directory_with(&tree);
    let dry = placemat_in(directory.path(), "repair --fix legacy .", b"");
    assert_eq!(dry.status, 1, "{}", dry.text());
    assert!(dry.text().contains("./gbk: "), "{}", dry.text());
    assert!(dry.text().contains(": legacy, from GBK\n"), "{}", dry.text());
    assert!(dry.text().contains("    + 你好，世界。"), "{}", dry.text());
    let left = "./short: left as it is: looks like windows-1252 (perhaps), which is not sure\n  \
                hint: if that is right, placemat convert -f windows-1252 --in-place converts it\n";
    assert!(dry.text().contains(left), "{}", dry.text());
    assert!(dry.text().ends_with(
        "8 files would be repaired, 1 file unchanged, 1 file left as it is; --in-place does it\n"
    ));
    let log = tempfile::tempdir().unwrap();
    let log = log.path().join("log").display().to_string();
    let done =
        placemat_in(directory.path(), &format!("repair --fix legacy --in-place --undo-log {log} ."), b"");
    assert!(done.text().contains("8 files repaired"), "{}", done.text());
    for Text { name, text, .. } in TEXTS {
        assert_eq!(fs::read(directory.path().join(name)).unwrap(), text.as_bytes(), "{name}");
    }
    assert_eq!(fs::read(directory.path().join("short")).unwrap(), short);
    let again = placemat_in(directory.path(), "repair --fix legacy .", b"");
    assert!(
        again.text().contains("0 files would be repaired, 9 files unchanged, 1 file left"),
        "{}",
        again.text()
    );
    let undone = placemat_in(directory.path(), &format!("repair --undo {log}"), b"");
    assert_eq!(undone.status, 0, "{}", undone.stderr);
    for (name, bytes) in &files {
        assert_eq!(fs::read(directory.path().join(name)).unwrap(), *bytes, "{name}");
    }
    // Without the fix, the report names it.
    let plain = placemat_in(directory.path(), "repair gbk", b"");
    let told = "gbk: left as it is: looks like GBK (sure)\n  hint: try --fix legacy\n";
    assert!(plain.text().starts_with(told) && plain.status == 1, "{}", plain.text());
    let json = placemat_in(directory.path(), "repair --json --fix legacy gbk", b"");
    let line: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&line["encoding"], &line["confidence"]), (&"gbk".into(), &"sure".into()), "{line}");
    assert_eq!(line["edits"][0]["fixes"][0], "legacy", "{line}");
    // From standard input to standard output.
    let written = placemat_with("repair --fix legacy -o -", &files[5].1);
    assert_eq!((written.status, written.stdout), (0, TEXTS[5].text.into()), "{}", written.stderr);
}

/// A byte that starts a character is not called invalid because another character follows.
#[cfg(unix)]
#[test]
fn the_byte_that_is_wrong_is_named() {
    for (name, bytes, told, kind) in [
        ("shift_jis", &b"ab\x96 x"[..], "96 starts a character, but 20 follows", "interrupted"),
        ("shift_jis", b"ab\x96\n", "96 starts a character, but 0A follows", "interrupted"),
        ("euc-kr", b"ab\xB0 x", "B0 starts a character, but 20 follows", "interrupted"),
        ("euc-jp", b"ab\xB0 x", "B0 starts a character, but 20 follows", "interrupted"),
        ("euc-jp", b"ab\x8F\xB0x", "8F B0 starts a character, but 78 follows", "interrupted"),
        ("euc-jp", b"ab\x8F\xFFx", "8F FF is never valid in EUC-JP", "invalid-unit"),
        ("gbk", b"ab\xB0 x", "B0 starts a character, but 20 follows", "interrupted"),
        ("gb18030", b"ab\xB0 x", "B0 starts a character, but 20 follows", "interrupted"),
        ("gb18030", b"ab\x810\x81x", "81 starts a character, but it is not completed", "interrupted"),
        ("big5", b"ab\xA4 x", "A4 starts a character, but 20 follows", "interrupted"),
        ("iso-2022-jp", b"ab\x1Bx", "1B starts an escape sequence, but 78 follows", "interrupted"),
        ("shift_jis", b"ab\x96", "96 starts a character, but the input ends", "truncated"),
        ("shift_jis", b"ab\xFD", "FD is never valid in Shift_JIS", "invalid-unit"),
        ("shift_jis", b"ab\xFD x", "FD is never valid in Shift_JIS", "invalid-unit"),
        ("shift_jis", b"ab\x96\xFFx", "96 FF is never valid in Shift_JIS", "invalid-unit"),
    ] {
        let found = placemat_with(&format!("check --brief -e {name}"), bytes);
        let length = told.split(' ').take_while(|word| word.len() == 2 && *word != "is").count();
        let place = format!("1:3: offset 2, length {length}: ");
        assert_eq!(
            found.text().lines().next().unwrap(),
            format!("standard input:{place}{kind}: {told}"),
            "{name} {bytes:X?}"
        );
        let found = placemat_with(&format!("convert -f {name}"), bytes);
        // The position is not known once the input has ended.
        let place = if kind == "truncated" { " offset 2, length 1: " } else { &place };
        let line = format!("placemat: standard input:{place}{told}");
        assert_eq!((found.stderr.lines().next().unwrap(), found.status), (&line[..], 1));
        for policy in ["replace", "replace-run", "skip"] {
            let found = placemat_with(&format!("convert --json -f {name} --on-error {policy}"), bytes);
            let line: serde_json::Value = serde_json::from_str(found.stderr.trim_end()).unwrap();
            let error = &line["errors"][0];
            assert_eq!((&error["kind"], &error["offset"]), (&kind.into(), &2.into()), "{name} {policy}");
            assert_eq!(line["error_count"], 1, "{name} {bytes:X?} {policy}");
            let text = String::from_utf8(found.stdout).unwrap();
            assert!(text.starts_with(if policy == "skip" { "ab" } else { "ab\u{FFFD}" }), "{text}");
        }
        // Of a byte that is part of characters, the message does not say more than it knows.
        let found = placemat_with(&format!("convert -f {name} --on-error replace-byte"), bytes);
        let is_never = bytes[2] == 0xFD;
        assert_eq!(found.stderr.contains("is never valid"), is_never, "{}", found.stderr);
    }
    let found = placemat_with("check -e shift_jis", b"ab\xFD\xFD x\n");
    assert!(found.text().contains("FD FD   are never valid in Shift_JIS\n"), "{}", found.text());
}

/// Of a log that is rotated or being written, the first and the last character may be cut.
#[test]
fn text_of_pairs_that_was_cut_is_recognized() {
    for Text { name, text, .. } in
        TEXTS.iter().filter(|one| ["gbk", "shift_jis", "euc-kr"].contains(&one.name))
    {
        let whole = encoded(name, &text.repeat(2));
        let end = match *name {
            "shift_jis" => whole.len() - 2,
            _ => whole.iter().rposition(|byte| !byte.is_ascii()).unwrap(),
        };
        let cut = &whole[..end];
        let directory = directory_with(&[("end", cut), ("start", &whole[1..])]);
        let run = |command: &str| placemat_in(directory.path(), command, b"");
        assert!(
            run("detect end").text().starts_with(&format!("end: {name} (sure)")),
            "{}",
            run("detect end").text()
        );
        let found = run("check end");
        let next = format!("\n  next: placemat convert -f {name} --on-error replace end\n");
        assert!(found.text().contains(&next), "{}", found.text());
        assert_eq!(run("convert -f auto --in-place end").status, 1);
        assert_eq!(fs::read(directory.path().join("end")).unwrap(), cut);
        let found = run("detect start");
        assert!(found.text().starts_with(&format!("start: {name} (")), "{}", found.text());
        assert_eq!(run("convert -f auto --in-place start").status, 1);
    }
}
