//! Files that are named as Western text and are something else, or the other way round.

use std::fs;

use super::files_in;
use crate::command::{directory_with, placemat_in};

/// With one byte more or less it is not UTF-8, but as single bytes all of it would become mojibake.
#[test]
fn what_is_nearly_utf_8_is_no_text_of_single_bytes() {
    let french = "Déjà vu, l'été à la plage\n".repeat(40);
    let russian = "Привет, мир\n";
    let texts: [&[u8]; 4] = [
        &french.as_bytes()[..french.rfind('é').unwrap() + 1],
        &[french.as_bytes(), b"\xFF\n"].concat(),
        &russian.as_bytes()[1..],
        &["plain\n".repeat(40_000).as_bytes(), russian.as_bytes(), b"\xE9"].concat(),
    ];
    for text in texts {
        for from in ["windows-1252", "iso-8859-1", "utf-8-or-windows-1252", "utf-8-or-iso-8859-1"] {
            let directory = directory_with(&[("a", text)]);
            let found = placemat_in(directory.path(), &format!("convert -f {from} --in-place a"), b"");
            let told = format!(
                "placemat: a: looks like UTF-8, not {from}: most bytes beyond ASCII are UTF-8; not converted\n    \
                 hint: placemat check lists the bytes that are not UTF-8, and what to run next; \
                 --force converts it as {from} nevertheless\n"
            );
            assert!(found.stderr.starts_with(&told), "{from}: {}", found.stderr);
            assert_eq!(fs::read(directory.path().join("a")).unwrap(), text);
        }
    }
    // A few letters are enough, if most are UTF-8.
    for from in ["windows-1252", "iso-8859-1"] {
        let text = b"caf\xC3\xA9, caf\xC3\xA9, caf\xE9\n";
        let directory = directory_with(&[("a", text)]);
        let found = placemat_in(directory.path(), &format!("convert -f {from} --in-place a"), b"");
        assert!(
            found.stderr.contains("most bytes beyond ASCII are UTF-8; not converted"),
            "{}",
            found.stderr
        );
        assert_eq!(fs::read(directory.path().join("a")).unwrap(), text);
    }
    if cfg!(feature = "legacy") {
        let text = "Zażółć gęślą jaźń\n".as_bytes();
        let directory = directory_with(&[("a", &[text, b"\xB3\n"].concat())]);
        for from in ["windows-1250", "iso-8859-2"] {
            let found = placemat_in(directory.path(), &format!("convert -f {from} --out-dir b a"), b"");
            assert_eq!(found.status, 1, "{from}: {}", found.stderr);
        }
    }
    // There are as many letters in either encoding.
    let directory = directory_with(&[("a", b"d\xE9j\xE0 vu, \xC3\xA9t\xC3\xA9\n")]);
    assert_eq!(placemat_in(directory.path(), "convert -f windows-1252 --in-place a", b"").status, 1);
}

/// The beginning of a log is UTF-8, and more bytes than that are not.
#[test]
fn what_is_utf_8_only_in_part_is_not_called_utf_8() {
    let first = "2024-03-01 10:00:01 INFO Benutzer Müller angemeldet – Prüfung läuft\n".repeat(150);
    let second = "2024-03-01 10:00:01 INFO request ok\n".repeat(150);
    let third = b"2024-03-02 11:00:01 WARN Benutzer M\xFCller: ung\xFCltige Anmeldung\n".repeat(900);
    let log = [first.as_bytes(), second.as_bytes(), &third].concat();
    let directory = directory_with(&[("a", &log)]);
    let found = placemat_in(directory.path(), "convert -f windows-1252 --in-place a", b"");
    assert!(found.stderr.contains("a: looks like UTF-8 in part, not windows-1252"), "{}", found.stderr);
    assert_eq!(files_in(directory.path())["a"], log);
}

/// An encoding of single bytes reads anything. Bytes 80 to 9F are hardly ISO-8859-1, and data is not text at all.
#[test]
fn data_and_controls_are_no_western_text() {
    let letter =
        b"Le co\xFBt de l\x92\x9Cuvre : 45 \x80 \x96 \x93cher\x94, d\xE9j\xE0 pay\xE9.\r\n".repeat(8);
    let packed = b"x\x9C\xCBH\xCD\xC9\xC9W(\xCF/\xCAI\x01\x16\x1A\x0B\x04]".to_vec();
    let dos = b"Die Datei wurde f\x81r M\x81ller ge\x94ffnet und wieder geschlossen\r\n".to_vec();
    for (name, from, told) in [
        (
            "letter",
            "latin1",
            "looks like windows-1252, not iso-8859-1: some bytes are controls in iso-8859-1",
        ),
        ("packed", "windows-1252", "looks like numbers or other data, not windows-1252"),
        ("packed", "utf-8-or-windows-1252", "looks like numbers or other data, not utf-8-or-windows-1252"),
        ("dos", "latin1", "has bytes that stand for nothing in iso-8859-1"),
        ("dos", "utf-8-or-windows-1252", "has bytes that stand for nothing in utf-8-or-windows-1252"),
    ] {
        let directory = directory_with(&[("letter", &letter), ("packed", &packed), ("dos", &dos)]);
        let run = |options: &str| {
            placemat_in(directory.path(), &format!("convert -f {from} --in-place {options} {name}"), b"")
        };
        let found = run("");
        assert!(found.stderr.starts_with(&format!("placemat: {name}: {told}")), "{}", found.stderr);
        assert_eq!(found.status, 1, "{}", found.stderr);
        assert_eq!(files_in(directory.path())["letter"], letter);
        assert_eq!(files_in(directory.path())["packed"], packed);
        assert_eq!(run("--force").status, 0);
    }
}

/// Letters of German are pairs of GBK and of Big5 with the letters after them.
#[cfg(feature = "legacy")]
#[test]
fn western_text_is_not_read_as_ideographs() {
    let german = b"Die Gr\xF6\xDFe der Datei f\xFCr M\xFCller ist ung\xFCltig.\nBitte schlie\xDFen und erneut \xF6ffnen.\n\
                   Vielen Dank f\xFCr Ihr Verst\xE4ndnis, sch\xF6ne Gr\xFC\xDFe.\n";
    let chinese = b"\xD3\xC3\xBB\xA7\xB5\xC7\xC2\xBC\xCF\xB5\xCD\xB3\xA1\xA3\n".repeat(4);
    for from in ["gbk", "gb18030", "big5"] {
        let directory = directory_with(&[("de", german)]);
        let run = |options: &str| {
            placemat_in(directory.path(), &format!("convert -f {from} --in-place {options} de"), b"")
        };
        let told = format!("placemat: de: looks like windows-1252, not {from}; not converted\n");
        assert!(run("").stderr.starts_with(&told), "{}", run("").stderr);
        assert_eq!(files_in(directory.path())["de"], german);
        assert_eq!(run("--force").status, 0);
    }
    let directory = directory_with(&[("zh", &chinese)]);
    assert_eq!(placemat_in(directory.path(), "convert -f gbk --in-place zh", b"").status, 0);
}

/// What is UTF-8 throughout is copied, however long it is.
#[test]
fn long_utf_8_is_no_text_that_goes_on_in_utf_8() {
    let log = ["plain line of a log\n".repeat(60_000), "Größe\n".repeat(9)].concat();
    let directory = directory_with(&[("a", log.as_bytes())]);
    let found = placemat_in(directory.path(), "convert -f utf-8-or-windows-1252 --in-place a", b"");
    assert_eq!(
        (found.status, files_in(directory.path())["a"] == log.as_bytes()),
        (0, true),
        "{}",
        found.stderr
    );
    let found = placemat_in(directory.path(), "convert -f windows-1252 --in-place a", b"");
    assert_eq!(found.status, 1, "{}", found.stderr);
}

/// A tree has files in several encodings. What is likely another one than was named becomes mojibake.
#[cfg(feature = "legacy")]
#[test]
fn files_that_are_likely_in_another_encoding_are_left() {
    use crate::command::encoded;
    let polish = "Książka kosztuje pięćdziesiąt złotych, a zeszyt tylko dziewięć.\n";
    let files = [
        ("r.c", encoded("windows-1251", "// Автор: Иванов\n")),
        ("pl.txt", encoded("iso-8859-2", polish)),
        ("de.txt", encoded("windows-1252", "Die Größe der Datei für Müller ist ungültig.\n")),
        ("dos.txt", encoded("cp850", "Réunion du comité, café à Genève\n")),
    ];
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, &text[..])).collect();
    let directory = directory_with(&files);
    for options in ["--dry-run ", ""] {
        let command = format!("convert -f windows-1252 --in-place {options}.");
        let found = placemat_in(directory.path(), &command, b"");
        assert_eq!(found.status, 1, "{}", found.stderr);
        assert!(
            found.stderr.contains("r.c: looks like windows-1251 (likely), not windows-1252"),
            "{}",
            found.stderr
        );
        assert!(
            found.stderr.contains("pl.txt: looks like ISO-8859-2 (likely), not windows-1252"),
            "{}",
            found.stderr
        );
        assert!(
            found.stderr.contains("dos.txt: looks like CP850 (perhaps), not windows-1252"),
            "{}",
            found.stderr
        );
        assert!(found.stderr.contains("1 file") && found.stderr.contains("3 files not converted"));
    }
    let now = files_in(directory.path());
    assert_eq!((&now["r.c"][..], &now["pl.txt"][..]), (files[0].1, files[1].1));
    assert_eq!(now["de.txt"], "Die Größe der Datei für Müller ist ungültig.\n".as_bytes());
    // In an encoding of another script, its letters are in Latin words.
    let found = placemat_in(directory.path(), "convert -t windows-1252 de.txt -o west.txt", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    for name in ["windows-1251", "koi8-r", "windows-1253"] {
        let found = placemat_in(directory.path(), &format!("convert -f {name} --in-place west.txt"), b"");
        assert!(found.stderr.contains("looks like windows-1252 (likely)"), "{name}: {}", found.stderr);
    }
    // The user may know more, and what goes to a stream is not lost.
    assert_eq!(placemat_in(directory.path(), "convert -f windows-1252 pl.txt", b"").status, 0);
    assert_eq!(
        placemat_in(directory.path(), "convert -f windows-1252 --in-place --force pl.txt", b"").status,
        0
    );
}

/// What is only perhaps in an encoding is shown, and not written to a file.
#[cfg(feature = "legacy")]
#[test]
fn a_guess_is_not_written_to_a_file() {
    let batch = b"rem r\x82pertoire cr\x82\x82\r\ncd ..\r\n";
    let directory = directory_with(&[("a.bat", batch)]);
    let run = |options: &str| placemat_in(directory.path(), &format!("convert -f auto {options} a.bat"), b"");
    let found = run("-o out");
    assert!(
        found.status == 1 && found.stderr.contains("(perhaps), and that is not sure"),
        "{}",
        found.stderr
    );
    assert!(!directory.path().join("out").exists());
    let found = run("");
    assert!(found.status == 0 && found.stderr.contains("read as"), "{}", found.stderr);
    assert_eq!(run("--force -o out").status, 0);
    assert!(directory.path().join("out").exists());
}

/// Proposals for a few letters in Latin script are often wrong, so a right name is not refused for their sake.
#[cfg(feature = "legacy")]
#[test]
fn files_that_are_named_right_are_converted() {
    use crate::command::encoded;
    for (name, text) in [
        ("windows-1252", "há um minuto atrás\nA lista não pode conter mais itens.\natrás\n"),
        ("iso-8859-16", "Această listă conține elemente și nu poate fi ștearsă.\n"),
        ("windows-1250", "Příliš žluťoučký kůň\n"),
        ("iso-8859-2", "Książka kosztuje pięćdziesiąt złotych.\n"),
        ("windows-1254", "Seçilen dosya açık değil, şifre yanlış.\n"),
        ("cp850", "Réunion du comité, café à Genève\n"),
        ("koi8-u", "Перший рядок, їжак і ґанок\n"),
    ] {
        let directory = directory_with(&[("a", &encoded(name, text))]);
        let found = placemat_in(directory.path(), &format!("convert -f {name} --in-place a"), b"");
        assert_eq!(
            (found.status, &files_in(directory.path())["a"][..]),
            (0, text.as_bytes()),
            "{}",
            found.stderr
        );
    }
}
