//! `strings`: those of class files and dex files, with their places.

use std::path::Path;

use crate::command::{directory_with, placemat_in, placemat_with};

/// A class file that a compiler wrote.
fn samples() -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proof/conformance/examples/Samples.class");
    std::fs::read(path).expect("the class file")
}

/// A dex file that contains only strings, each with the number of UTF-16 units that it says.
fn dex(strings: &[(u8, &[u8])]) -> Vec<u8> {
    const HEADER: usize = 0x70;
    let mut bytes = b"dex\n035\0".to_vec();
    bytes.resize(HEADER, 0);
    bytes[0x28..0x2C].copy_from_slice(&0x1234_5678_u32.to_le_bytes());
    bytes[0x38..0x3C].copy_from_slice(&(strings.len() as u32).to_le_bytes());
    bytes[0x3C..0x40].copy_from_slice(&(HEADER as u32).to_le_bytes());
    let mut items = vec![];
    for &(units, string) in strings {
        let at = HEADER + 4 * strings.len() + items.len();
        bytes.extend((at as u32).to_le_bytes());
        items.push(units);
        items.extend(string);
        items.push(0);
    }
    bytes.extend(items);
    bytes
}

#[test]
fn the_strings_of_a_class_file_have_their_places() {
    let bytes = samples();
    let found = placemat_with("strings", &bytes);
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    let expected = [
        r#"      26      4  "java/lang/Object""#,
        r#"      45      5  "<init>""#,
        r#"      54      6  "()V""#,
        r#"      63      8  "java/lang/String""#,
        r#"      85     10  "placemat""#,
        r#"      99     12  "naïve €""#,
        r#"     115     14  "\u{0000} in the middle \u{0000}""#,
        r#"     140     16  "💩""#,
        r#"     152     18  "a lone \u{D83D} half""#,
        r#"     173     20  "\u{DCA9}\u{D83D} the wrong way round""#,
        r#"     205     22  "שלום 日本語""#,
        r#"     239     26  "Samples""#,
        r#"     249     27  "STRINGS""#,
        r#"     259     28  "[Ljava/lang/String;""#,
        r#"     281     29  "Code""#,
        r#"     288     30  "<clinit>""#,
    ];
    assert!(found.text().lines().eq(expected), "{}", found.text());
    // Each string is where its line says.
    let lines = placemat_with("strings --json", &bytes);
    let mut lossy = 0;
    for line in lines.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()) {
        let (at, len) =
            (line["offset"].as_u64().unwrap() as usize, line["length"].as_u64().unwrap() as usize);
        let own = &bytes[at..at + len];
        assert_eq!(bytes[at - 3..at], [1, (len >> 8) as u8, len as u8], "{line}");
        match line["hex"].as_str() {
            Some(hex) => {
                assert_eq!(hex, own.iter().map(|byte| format!("{byte:02X}")).collect::<String>());
                lossy += 1;
            }
            None => {
                let text =
                    placemat::convert(placemat::Encoding::Mutf8, placemat::Encoding::Utf8, own).unwrap();
                assert_eq!(line["text"].as_str().unwrap().as_bytes(), text, "{line}");
            }
        }
        assert_eq!((&line["container"], &line["valid"]), (&"class".into(), &true.into()), "{line}");
    }
    assert_eq!(lossy, 2);
}

#[test]
fn strings_that_are_not_modified_utf_8_have_errors() {
    let bytes = dex(&[
        (5, b"plain"),
        (2, b"\xED\xA0\xBD\xED\xB2\xA9"),
        (4, b"caf\xE9"),
        (1, "💩".as_bytes()),
        (9, b"short"),
        (3, b"a\"\\"),
    ]);
    let at = 0x70 + 4 * 6;
    let found = placemat_with("strings", &bytes);
    let expected = format!(
        "{:>8}      0  \"plain\"\n\
         {:>8}      1  \"💩\"\n\
         {:>8}      2  \"caf\\xE9\"\n                 \
         offset {}, length 1: truncated: E9 starts a character, but the string ends\n\
         {:>8}      3  \"\\xF0\\x9F\\x92\\xA9\"\n                 \
         offset {}, length 1: invalid-unit: F0 is never valid in Modified UTF-8\n",
        at + 1,
        at + 8,
        at + 16,
        at + 19,
        at + 22,
        at + 22,
    );
    assert!(found.text().starts_with(&expected), "{}\n{expected}", found.text());
    let rest =
        "\"short\"\n                 the length before the string says 9 UTF-16 code units, but it has 5\n";
    assert!(found.text().contains(rest) && found.text().ends_with("\"a\\\"\\\\\"\n"), "{}", found.text());
    assert_eq!(
        (found.stderr.as_str(), found.status),
        ("placemat: standard input: 3 of 6 strings not valid\n", 1)
    );
    assert_eq!(placemat_with("strings --exit-zero", &bytes).status, 0);
    let found = placemat_with("strings --json", &bytes);
    let lines: Vec<serde_json::Value> =
        found.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[2]["errors"][0]["offset"], at + 19);
    assert_eq!((&lines[2]["text"], &lines[2]["hex"]), (&"caf\u{FFFD}".into(), &"636166E9".into()));
    assert_eq!(
        (&lines[4]["units"], &lines[4]["units_said"], &lines[4]["valid"]),
        (&5.into(), &9.into(), &false.into())
    );
}

/// Wherever a file is cut or damaged, what is still there is listed, and nothing panics.
#[test]
fn damaged_files_are_reported() {
    let (class, dex) = (samples(), dex(&[(5, b"plain"), (1, b"a")]));
    let directory = directory_with(&[]);
    for bytes in [&class, &dex] {
        let whole = placemat_with("strings", bytes);
        for cut in (12..bytes.len()).step_by(23) {
            std::fs::write(directory.path().join("cut"), &bytes[..cut]).unwrap();
            let found = placemat_in(directory.path(), "strings cut", b"");
            assert!(whole.text().starts_with(found.text()), "{cut}: {}", found.text());
            let is_complete = found.text() == whole.text();
            assert!(found.status == 1 && found.stderr.starts_with("placemat: cut: ") || is_complete, "{cut}");
        }
    }
    let mut unknown = class.clone();
    unknown[10] = 99;
    let found = placemat_with("strings", &unknown);
    assert_eq!(
        (found.text(), found.stderr.as_str(), found.status),
        ("", "placemat: standard input: constant 1, at offset 10, is of an unknown kind, 99\n", 1)
    );
    let mut far = dex.clone();
    far[0x70..0x74].copy_from_slice(&u32::MAX.to_le_bytes());
    assert_eq!(placemat_with("strings", &far).status, 1);
    far[0x38..0x40].copy_from_slice(&[0xFF; 8]);
    assert_eq!(placemat_with("strings", &far).status, 1);
    // Others are read nevertheless.
    let files: [(&str, &[u8]); 3] =
        [("a.txt", b"text"), ("b.class", &class), ("mach-o", b"\xCA\xFE\xBA\xBE\0\0\0\x02")];
    let directory = directory_with(&files);
    let found = placemat_in(directory.path(), "strings a.txt missing b.class mach-o", b"");
    assert_eq!((found.text().lines().count(), found.status), (16, 2), "{}", found.stderr);
    let told = "placemat: a.txt: neither a class file nor a dex file, nor strings of writeUTF\n";
    assert!(found.stderr.starts_with(told) && found.stderr.contains("mach-o: neither"), "{}", found.stderr);
}

#[test]
fn archives_and_directories_have_advice() {
    let directory = directory_with(&[("app.jar", b"PK\x03\x04rest"), ("d/x", b"x")]);
    let found = placemat_in(directory.path(), "strings app.jar", b"");
    let told = "placemat: app.jar: neither a class file nor a dex file, nor strings of writeUTF, but a ZIP archive, such as a JAR or APK \
                file: \
                unzip -p app.jar NAME | placemat strings reads a file in it\n";
    assert_eq!((found.stderr.as_str(), found.status), (told, 2));
    let found = placemat_in(directory.path(), "strings d", b"");
    assert_eq!(found.stderr, "placemat: d: is a directory; name the files in it\n");
}
