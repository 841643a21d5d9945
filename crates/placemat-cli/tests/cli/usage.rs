//! The command line itself, names and tables.

use std::collections::BTreeMap;

use placemat::{Encoding, OnError, OnUnencodable};

use crate::command::{compare, directory_with, placemat, placemat_with, run};

#[test]
fn help_and_version_go_to_standard_output() {
    let version = format!("placemat {}\n", env!("CARGO_PKG_VERSION"));
    compare(&[("--version", b"", version.as_bytes(), "", 0)]);
    for (arguments, words) in [
        ("--help", ["Examples:", "convert", "Exit status"].as_slice()),
        ("convert --help", &["Examples:", "--on-error", "--on-unencodable", "--pairs", "code-points"]),
        ("help check", &["Examples:", "--max-errors", "--refuse-surrogates"]),
        ("explain --help", &["Examples:", "Exit status", "--seen-as", "--base", "--width", "--color"]),
        ("detect --help", &["Examples:", "--whole", "Exit status"]),
        ("identify --help", &["Examples:", "--to", "Exit status"]),
        ("table --help", &["Examples:"]),
        ("list --help", &["Usage:"]),
    ] {
        let found = placemat_with(arguments, b"");
        assert_eq!((found.stderr.as_str(), found.status), ("", 0), "{arguments}");
        for word in words {
            assert!(found.text().contains(word), "{word} in {arguments}: {}", found.text());
        }
    }
    let help = placemat_with("convert --help", b"");
    let policies =
        OnError::ALL.map(OnError::name).into_iter().chain(OnUnencodable::ALL.map(OnUnencodable::name));
    for policy in policies {
        let line = help.text().lines().find(|line| line.trim_start().starts_with(&format!("- {policy}:")));
        let sentence = line.and_then(|line| line.split_once(':')).map_or("", |(_, sentence)| sentence.trim());
        assert!(!sentence.is_empty(), "{policy} is not explained");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    for arguments in [
        "",
        "frobnicate",
        "--frobnicate",
        "convert --frobnicate",
        "convert --on-error frobnicate",
        "convert --on-unencodable surrogatepass",
        "convert --pairs maybe",
        "convert --default-endian middle",
        "convert -o",
        "check --max-errors -1",
        "check --max-errors many",
        "identify",
        "identify --to",
        "table",
        "table utf-8 utf-16",
        "list utf-8 --instruction-sets",
    ] {
        let found = placemat_with(arguments, b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
        assert!(
            found.stderr.contains("Usage:") || found.stderr.contains("--help"),
            "{arguments}: {}",
            found.stderr
        );
        assert!(found.json().is_empty());
    }
}

#[test]
fn unknown_encodings_name_the_nearest() {
    for (arguments, name, nearest) in [
        ("convert -f utf-88", "utf-88", "utf-8"),
        ("convert -t cesu", "cesu", "cesu-8"),
        ("check -e cesu8-lenent", "cesu8-lenent", "cesu-8-lenient"),
        ("table windows-125", "windows-125", "windows-1252"),
    ] {
        let found = placemat_with(arguments, b"");
        let message = format!("placemat: unknown encoding '{name}'; the nearest ");
        let told =
            found.stderr.strip_prefix(&message).unwrap_or_else(|| panic!("{arguments}: {}", found.stderr));
        assert!(
            told.starts_with(&format!("is {nearest}")) || told.starts_with(&format!("are {nearest}, ")),
            "{told}"
        );
        assert_eq!((found.stdout.len(), found.status), (0, 2));
    }
    let found = placemat_with("convert -t code-point", b"");
    assert!(found.stderr.contains("code-points are U+0041"), "{}", found.stderr);
    for arguments in ["check -e code-points", "table code-points"] {
        assert_eq!(placemat_with(arguments, b"").status, 2, "code points are no encoding of files");
    }
}

/// For a name without similar names nothing is suggested, and in particular not `code-points`.
#[test]
fn what_is_no_name_is_not_answered_with_another() {
    for name in ["mojibake", "klingon", "text", "binary", "automatic", "unicode-text", "plain"] {
        for side in ["-f", "-t"] {
            let found = placemat_with(&format!("convert {side} {name}"), b"");
            assert!(!found.stderr.contains("code-points"), "{}", found.stderr);
            assert_eq!((found.stdout.len(), found.status), (0, 2), "{name}");
        }
    }
    for arguments in ["convert -f mojibake", "check -e Mojibake", "table mojibake"] {
        let found = placemat_with(arguments, b"");
        assert!(found.stderr.starts_with("placemat: 'mojibake' is not an encoding"), "{}", found.stderr);
        assert!(found.stderr.contains("placemat repair"), "{}", found.stderr);
    }
    for name in ["code-point", "codepoints", "code_points_", "U+0041", "unicode-escape", "scalars"] {
        let found = placemat_with(&format!("convert -f {name}"), b"");
        assert!(found.stderr.contains("; code-points are U+0041 U+10FFFF …"), "{}", found.stderr);
    }
}

/// The suggestion follows the meaning of the name, not its spelling.
#[test]
fn commands_of_other_names_are_answered_with_ours() {
    for (others, command) in [
        ("lint verify test Validate LINT isutf8", "check"),
        ("iconv recode transcode decode encode", "convert"),
        ("ftfy heal sanitize Fix", "repair"),
        ("file chardet guess", "detect"),
        ("show dump inspect xxd", "explain"),
        ("chart regex", "table"),
        ("ls encodings lst", "list"),
        ("chekc chec", "check"),
        ("convret", "convert"),
    ] {
        for other in others.split(' ') {
            let found = placemat_with(other, b"");
            let tip = format!("tip: a similar subcommand exists: '{command}'\n");
            assert!(found.stderr.contains(&tip), "{other}: {}", found.stderr);
            assert_eq!((found.stdout.len(), found.status), (0, 2), "{other}");
        }
    }
    let found = placemat_with("xyzzy", b"");
    assert!(!found.stderr.contains("similar"), "{}", found.stderr);
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf_8_are_told_of_safely() {
    use crate::command::bytes;
    let found = run(placemat().args(["convert", "-f"]).arg(bytes(b"utf\xFF-8\x1B[1m")), b"");
    assert!(
        found.stderr.starts_with(r"placemat: unknown encoding 'utf\xFF-8\u{1B}[1m' (see "),
        "{}",
        found.stderr
    );
    assert_eq!(found.status, 2);
    for arguments in [&["convert", "--on-error"][..], &["check", "--max-errors"], &[]] {
        let found = run(placemat().args(arguments).arg(bytes(b"\xFF\x1B[1m")), b"");
        assert_eq!(found.status, 2);
        assert!(!found.stderr.contains('\x1B'), "{:?}", found.stderr);
    }
    let found = run(placemat().args(["check", "--glob"]).arg(bytes(b"*.\xFF")).arg("."), b"");
    assert_eq!(found.stderr, "placemat: --glob '*.\\xFF': a glob has to be UTF-8\n");
    assert_eq!(found.status, 2);
    let environment = bytes(b"\xFF");
    let found = run(placemat().env("TMPDIR", "/").env("LANG", environment).arg("convert"), b"x");
    assert_eq!((found.stdout.as_slice(), found.status), (b"x".as_slice(), 0));
}

#[test]
fn the_list_has_every_encoding() {
    let found = placemat_with("list --long", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    let entries = found.text().split("\n\n").next().unwrap();
    let names: Vec<_> = entries.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(names, Encoding::ALL.map(Encoding::name));
    assert!(found.text().contains("\ncesu-8\n    labels: CESU-8, csCESU8"), "{}", found.text());
    assert!(found.text().contains("\n    code space: U+0000..U+D7FF, U+E000..U+10FFFF\n"));
    assert!(found.text().lines().all(|line| line.chars().count() <= 100));
}

#[test]
fn the_list_describes_the_encodings_that_are_named() {
    let found = placemat_with("list cesu8 utf-8 cesu-8", b"");
    let names: Vec<_> = found.text().lines().filter(|line| !line.starts_with(' ')).collect();
    let star = "* means something else to others; a note says so when it is used";
    assert_eq!((names, found.status), (vec!["cesu-8", "utf-8", "", star], 0));
    assert!(
        found.text().contains("\n    code space: U+0000..U+D7FF, U+E000..U+10FFFF\n"),
        "{}",
        found.text()
    );
    assert_eq!(placemat_with("list --json utf-16le", b"").text().lines().count(), 1);
    if cfg!(feature = "legacy") {
        let found = placemat_with("list gb2312", b"");
        assert!(found.text().starts_with("gbk\n    "), "{}", found.text());
        assert_eq!(placemat_with("list --long chinese", b"").text(), found.text());
    }
}

#[test]
fn tables_are_those_of_the_specifications() {
    for (encoding, rows) in [
        (
            "utf-8",
            [
                "00 … 7F U+0000..U+007F",
                "E0 A0 80 … ED 9F BF U+0800..U+D7FF",
                "F0 90 80 80 … F4 8F BF BF U+10000..U+10FFFF",
                "ED A0 80 … ED BF BF U+D800..U+DFFF surrogate",
                "restricted leads E0 ED F0 F4",
            ],
        ),
        (
            "corrected-utf-8",
            [
                "C0 80 … DF BF U+00A0..U+089F",
                "E0 80 80 … EC BD 9F U+08A0..U+D7FF",
                "EC BD A0 … EF BF BF U+E000..U+1109F",
                "FC 80 80 80 80 80 … FD BF BF BF BF BF U+42110A0..U+8421109F",
                "6 units 2147483648 code points, 31 bits",
            ],
        ),
    ] {
        let found = placemat_with(&format!("table {encoding}"), b"");
        let lines: Vec<String> =
            found.text().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        for row in rows {
            assert!(lines.iter().any(|line| line == row), "{row} in {}", found.text());
        }
    }
    for encoding in Encoding::ALL {
        assert_eq!(placemat_with(&format!("table {encoding}"), b"").status, 0, "{encoding}");
    }
}

#[test]
fn expressions_stand_alone() {
    let article = "[00-7F]\n| [C2-DF] [80-BF]\n| [E0-EC]".replace("[E0-EC]", "E0      [A0-BF] [80-BF]");
    let found = placemat_with("table utf-8 --regex", b"");
    assert!(found.text().starts_with(&article) && found.status == 0, "{}", found.text());
    assert_eq!(placemat_with("table utf-8 --regex=article", b""), found);
    let found = placemat_with("table utf8mb3 --regex=bytes", b"");
    assert!(found.text().starts_with(r"(?-u)\A(?:[\x00-\x7F]|") && found.text().ends_with("\\z\n"));
    assert_eq!(found.text().lines().count(), 1);
    let found = placemat_with("table iso-8859-1 --regex=latin1", b"");
    assert_eq!(found.text(), "^[\\x00-\\xFF]*(?![\\s\\S])\n");
    for arguments in ["table mutf-8-dex --regex", "table utf-8 --regex=perl", "table utf-8 --regex bytes"] {
        let found = placemat_with(arguments, b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
    }
}

#[test]
fn charts_are_of_bytes() {
    for encoding in ["windows-1252", "corrected-utf-8", "utf-8b"] {
        let found = placemat_with(&format!("table {encoding}"), b"");
        assert_eq!(found.text().lines().find(|line| line.chars().count() > 80), None, "{encoding}");
    }
    let found = placemat_with("table utf-8 --chart", b"");
    assert!(found.text().contains("\nE0!3 E1 3 E2 3") && found.status == 0, "{}", found.text());
    assert!(found.text().lines().all(|line| line.chars().count() <= 80));
    let both = placemat_with("table utf-8 --chart --regex", b"");
    assert!(both.text().starts_with(found.text()) && both.text().contains("\n\n[00-7F]\n"));
    let found = placemat_with("table utf-16 --chart", b"");
    assert_eq!(found.stderr, "placemat: utf-16 has no chart: its units are not bytes\n");
    assert_eq!((found.stdout.len(), found.status), (0, 2));
}

#[test]
fn labels_that_mean_several_things_are_told_of() {
    let note = "placemat: note: 'ANSI' is read as windows-1252; ";
    let found = placemat_with("convert -f ANSI", b"\xE9");
    assert!(found.stderr.starts_with(note), "{}", found.stderr);
    assert_eq!((found.stdout.as_slice(), found.status), ("é".as_bytes(), 0));
    // An Oracle database that says UTF8 means CESU-8.
    let found = placemat_with("convert -f UTF8", "é".as_bytes());
    assert!(found.stderr.starts_with("placemat: note: 'UTF8' is read as utf-8; "), "{}", found.stderr);
    assert!(found.stderr.contains("Oracle"));
    assert_eq!((found.stdout.as_slice(), found.status), ("é".as_bytes(), 0));
    compare(&[
        ("convert -f ANSI --quiet", b"\xE9", "é".as_bytes(), "", 0),
        // Another spelling of a name is not worth a note, nor is what it means on the Web.
        ("convert -f latin-1", b"\xE9", "é".as_bytes(), "", 0),
        ("convert -f iso8859-1 -t Utf8", b"\xE9", "é".as_bytes(), "", 0),
        ("convert -f utf16 -t UTF_16BE", b"\0\xE9", b"\0\xE9", "", 0),
        ("convert -f utf8 -t latin1", "é".as_bytes(), b"\xE9", "", 0),
        ("convert -f Latin1 -t utf8", b"\xE9", "é".as_bytes(), "", 0),
        ("convert -f iso-8859-1 -t csCESU-8", b"\xE9", "é".as_bytes(), "", 0),
        ("convert -f utf8 -t UTF_8 --quiet", "é".as_bytes(), "é".as_bytes(), "", 0),
        ("convert -f utf-8 -t UTF_8", "é".as_bytes(), "é".as_bytes(), "", 0),
    ]);
}

#[test]
fn instruction_sets_are_forced_or_refused() {
    let best = placemat_with("check", b"caf\xC3\xA9\xFF");
    for isa in placemat::Isa::available() {
        let found = placemat_with(&format!("--isa {} check", isa.name()), b"caf\xC3\xA9\xFF");
        assert_eq!(found, best, "{isa:?}");
        let found = run(placemat().env("PLACEMAT_ISA", isa.name()).arg("check"), b"caf\xC3\xA9\xFF");
        assert_eq!(found, best, "{isa:?}");
    }
    // Compares with the library's own list.
    for isa in placemat::Isa::available() {
        let in_use = format!("{:8}in use", isa.name());
        let option = placemat_with(&format!("list --instruction-sets --isa {}", isa.name()), b"");
        let variable =
            run(placemat().env("PLACEMAT_ISA", isa.name()).args(["list", "--instruction-sets"]), b"");
        for found in [option, variable] {
            let lines: Vec<_> = found.text().lines().filter(|line| line.ends_with("in use")).collect();
            assert_eq!(lines, [in_use.as_str()]);
            assert_eq!(found.text().lines().count(), placemat::Isa::NAMES.len());
        }
    }
    let found = placemat_with("check --isa mmx", b"");
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("--isa: no instruction set 'mmx' here; there are "), "{}", found.stderr);
    let found = run(placemat().env("PLACEMAT_ISA", "").arg("list"), b"");
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("PLACEMAT_ISA: no instruction set '' here"), "{}", found.stderr);
}

#[test]
fn blocks_are_named_on_request() {
    let without = placemat_with("table utf-8 --chart", b"");
    let found = placemat_with("table utf-8 --chart --blocks", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    assert!(found.text().starts_with(without.text().trim_end_matches('\n')), "the chart, and then the list");
    for (lead, name) in [
        ("C4  2 bytes", "Latin Extended-A"),
        ("D0  2 bytes", "Cyrillic"),
        ("E2  3 bytes", "General Punctuation"),
    ] {
        let line = found.text().lines().find(|line| line.starts_with(lead));
        assert!(line.is_some_and(|line| line.contains(name)), "{lead}: {line:?}");
    }
    // The names of all blocks are listed, even of those that do not begin at the lead byte.
    let line_of = |lead: &str| {
        let text = found.text().replace(",\n    ", ", ").replace("\n    ", "  ");
        text.lines().rfind(|line| line.starts_with(lead)).unwrap_or_default().to_owned()
    };
    for (lead, names) in [
        ("CA", "IPA Extensions, Spacing Modifier Letters"),
        ("CD", "Combining Diacritical Marks, Greek and Coptic"),
        ("D4", "Cyrillic Supplement, Armenian"),
        ("ED", "Hangul Syllables, Hangul Jamo Extended-B"),
        ("F1", "no block"),
        ("F2", "no block"),
        ("F3", "Tags, Variation Selectors Supplement, Supplementary Private Use Area-A"),
        ("F4", "Supplementary Private Use Area-B"),
    ] {
        assert!(line_of(lead).ends_with(&format!("  {names}")), "{}", line_of(lead));
    }
    for name in ["Superscripts and Subscripts", "Currency Symbols", "Braille Patterns"] {
        assert!(line_of("E2").split(", ").any(|one| one == name), "{}", line_of("E2"));
    }
    every_block_is_named_where_it_is_begun();
    every_block_is_named_where_a_pair_begins();
    for encoding in Encoding::ALL {
        let found = placemat_with(&format!("table {encoding} --chart --blocks"), b"");
        assert_eq!(found.text().lines().find(|line| line.chars().count() > 80), None, "{encoding}");
    }
    assert_eq!(placemat_with("table utf-8 --blocks", b"").status, 2);
}

/// Every block of Unicode is listed with every lead byte that begins a character of it, and with no other.
fn every_block_is_named_where_it_is_begun() {
    let found = placemat_with("table utf-8 --chart --blocks", b"");
    let text = found.text().replace(",\n    ", ", ");
    let mut expected: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for character in '\u{80}'..=char::MAX {
        if let Some(block) = unicode_blocks::find_unicode_block(character) {
            let lead = character.to_string().as_bytes()[0];
            let names = expected.entry(lead).or_default();
            if names.last() != Some(&block.name()) {
                names.push(block.name());
            }
        }
    }
    assert!(expected.len() > 40);
    for (lead, names) in expected {
        let line = text.lines().rfind(|line| line.starts_with(&format!("{lead:02X}"))).unwrap_or_default();
        let (_, listed) = line.split_at(line.find("  U+").unwrap_or_default() + 2);
        let listed = listed.split_once("  ").map_or("", |(_, names)| names);
        assert_eq!(listed.split(", ").collect::<Vec<_>>(), names, "{lead:02X}");
    }
}

/// The blocks of each plane are listed with the two bytes that begin its pairs, from ED A0 to ED AF.
fn every_block_is_named_where_a_pair_begins() {
    for encoding in ["cesu-8", "cesu-8-lenient", "mutf-8", "mutf-8-lenient", "mutf-8-dex", "tcl-8.6-utf-8"] {
        let found = placemat_with(&format!("table {encoding} --chart --blocks"), b"");
        let text = found.text().replace(",\n    ", ", ").replace("\n    ", "  ");
        let lines: Vec<_> = text.lines().filter(|line| line.contains("6 bytes  U+")).collect();
        assert_eq!(lines.len(), 16, "{encoding}: {lines:?}");
        for (line, plane) in lines.into_iter().zip(1..) {
            let mut names: Vec<&str> = vec![];
            for character in (plane << 16..=plane << 16 | 0xFFFF).filter_map(char::from_u32) {
                let name = unicode_blocks::find_unicode_block(character).map(|block| block.name());
                names.extend(name.filter(|name| names.last() != Some(name)));
            }
            let names = if names.is_empty() { "no block".to_owned() } else { names.join(", ") };
            let expected =
                format!("ED {:02X} 6 bytes  U+{plane:X}0000..U+{plane:X}FFFF  {names}", 0x9F + plane);
            assert_eq!(line, expected, "{encoding}");
        }
    }
}

#[test]
fn what_others_convert_is_not_compared_with_names() {
    for name in ["koi8-t", "euc-tw", "johab", "windows-1259", "cp864"] {
        let found = placemat_with(&format!("convert -f {name}"), b"");
        let message = format!("placemat: unknown encoding '{name}': placemat has the UTF-8 family, ");
        assert!(found.stderr.starts_with(&message) && found.stderr.contains("iconv"), "{}", found.stderr);
        assert_eq!((found.stdout.len(), found.status), (0, 2));
    }
}

/// Every option that names an encoding. The identifier itself needs no note.
#[test]
fn names_of_us_ascii_mean_it() {
    let chart = placemat_with("table us-ascii", b"").stdout;
    for name in ["ascii", "us-ascii", "US_ASCII", "usascii", "ANSI_X3.4-1968"] {
        for quiet in ["", "--quiet "] {
            let found = placemat_with(&format!("convert {quiet}-f {name}"), b"a\xE9");
            assert_eq!((&found.stdout[..], found.status), (&b"a"[..], 1), "{name}: {}", found.stderr);
            let found = placemat_with(&format!("convert {quiet}-t {name}"), "a\u{E9}".as_bytes());
            assert_eq!((&found.stdout[..], found.status), (&b"a"[..], 1), "{name}");
            assert!(
                found.stderr.contains("is U+00E9 é, which us-ascii does not have"),
                "{name}: {}",
                found.stderr
            );
        }
        let found = placemat_with(&format!("check -e {name}"), b"a\x7F");
        assert_eq!(found.status, 0, "{name}: {}", found.stderr);
        // It is what anybody expects who names it on a command line.
        assert_eq!(found.stderr, "", "{name}");
        assert_eq!(placemat_with(&format!("check -e {name}"), b"a\xE9").status, 1, "{name}");
        assert_eq!(placemat_with(&format!("explain -e {name}"), b"a").status, 0, "{name}");
        assert_eq!(placemat_with(&format!("table {name}"), b"").stdout, chart, "{name}");
    }
}

/// A build without Parquet explains how to get one with it.
#[cfg(not(feature = "columns"))]
#[test]
fn columns_are_another_build() {
    let run = placemat_with("columns check --column name t.parquet", b"");
    assert_eq!((run.status, &run.stdout[..]), (2, &b""[..]));
    assert!(
        run.stderr.contains("built without Parquet; cargo install with --features columns"),
        "{}",
        run.stderr
    );
    assert!(placemat_with("columns --help", b"").text().contains("profile"));
}

#[test]
fn encodings_are_listed_in_a_line_each() {
    let found = placemat_with("list", b"");
    // The legacy encodings are a group of their own.
    let family = found.text().split("\nlegacy encodings").next().unwrap();
    let lines: Vec<_> = family.lines().collect();
    assert_eq!(lines[0], "utf-8                     nearly all text of today");
    let names: Vec<_> = lines.iter().filter_map(|line| line.split_once("  ")).map(|(name, _)| name).collect();
    assert!(Encoding::ALL.into_iter().map(Encoding::name).eq(names), "{}", found.text());
    let found = placemat_with("list --json", b"");
    let lines = found.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let lines: Vec<_> = lines.collect();
    let family = lines.iter().filter(|line| line.get("legacy").is_none());
    assert!(family.map(|line| &line["name"]).eq(Encoding::ALL.map(Encoding::name).iter()));
    let cesu_8 = lines.iter().find(|line| line["name"] == "cesu-8").unwrap();
    assert_eq!((&cesu_8["lengths"], &cesu_8["unit_bits"]), (&serde_json::json!([1, 2, 3, 6]), &8.into()));
    assert_eq!((&cesu_8["interchange"], &cesu_8["ascii_transparent"]), (&false.into(), &true.into()));
}

#[test]
fn fix_is_repair_and_validate_is_check() {
    let damaged = b"\xED\xA0\xBD\xED\xB2\xA9\n";
    for [alias, name] in [["fix", "repair"], ["validate", "check"]] {
        let [by_alias, by_name] = [alias, name].map(|name| placemat_with(name, damaged));
        assert_eq!((&by_alias.stdout, by_alias.status), (&by_name.stdout, by_name.status), "{alias}");
        assert!(!by_name.stdout.is_empty(), "{name}");
    }
}

#[test]
fn names_with_a_byte_order_mark_read_and_write_one() {
    compare(&[
        ("convert -f utf-16le-bom", b"\xFF\xFEa\0", b"a", "", 0),
        // The mark decides, and without one the name does.
        ("convert -f utf-16le-bom", b"\xFE\xFF\0a", b"a", "", 0),
        ("convert -f UTF-16LE-BOM", b"a\0", b"a", "", 0),
        ("convert -f utf-16be-bom", b"\0a", b"a", "", 0),
        ("convert -t utf-16le-bom", b"a", b"\xFF\xFEa\0", "", 0),
        ("convert -t utf-16le-bom", b"\xEF\xBB\xBFa", b"\xFF\xFEa\0", "", 0),
        ("convert -t utf-16be-bom --bom add", b"a", b"\xFE\xFF\0a", "", 0),
        ("convert -t utf-32le-bom", b"a", b"\xFF\xFE\0\0a\0\0\0", "", 0),
        ("convert -t utf-8-bom", b"a", b"\xEF\xBB\xBFa", "", 0),
        ("check -e utf-16le-bom", b"a\0", b"1 file checked as utf-16: valid\n", "", 0),
        (
            "convert -t utf-16le-bom --bom strip",
            b"a",
            b"",
            "placemat: -t utf-16le-bom writes a byte order mark (BOM), and --bom strip none: use -t utf-16le\n",
            2,
        ),
    ]);
}

#[test]
fn names_of_databases_and_code_pages_are_listed() {
    let found = placemat_with("list WE8MSWIN1252 65001 UTF8", b"");
    assert!(
        found.text().starts_with("windows-1252\n") && found.text().contains("WE8MSWIN1252"),
        "{}",
        found.text()
    );
    assert!(found.text().contains("\nutf-8\n") && found.text().contains("65001"), "{}", found.text());
    if cfg!(feature = "legacy") {
        for name in ["win1251", "1251", "CL8MSWIN1251", "Cp1251"] {
            let found = placemat_with(&format!("list {name}"), b"");
            assert!(found.text().starts_with("windows-1251\n"), "{name}: {}", found.text());
            assert!(found.text().to_lowercase().contains(&name.to_lowercase()), "{name}: {}", found.text());
            assert_eq!(found.stderr, "");
        }
    }
    let found = placemat_with("check -e mbcs", b"a");
    let told = "placemat: 'mbcs' is not the name of one encoding: it depends on the machine: ";
    assert!(found.stderr.starts_with(told), "{}", found.stderr);
    assert_eq!(found.status, 2);
}

/// What people who know `iconv` or `cat` try first.
#[test]
fn common_mistakes_have_an_answer() {
    let directory = directory_with(&[("my notes.txt", b"caf\xE9"), ("a", b"caf\xE9")]);
    let in_it = |arguments: &[&str]| run(placemat().current_dir(directory.path()).args(arguments), b"");
    let found = in_it(&["my notes.txt"]);
    assert!(
        found.stderr.contains("tip: 'placemat check 'my notes.txt'' says what is wrong"),
        "{}",
        found.stderr
    );
    assert_eq!(found.status, 2);
    assert!(!in_it(&["no such file"]).stderr.contains("placemat check"));
    // Nothing is written before the mistake is found.
    let found = in_it(&["convert", "-f", "latin1", "a", "out.txt"]);
    let told = "placemat: out.txt: there is no such file; to write to it, use -o out.txt (see placemat convert --help)\n";
    assert_eq!((found.stderr.as_str(), found.stdout.len(), found.status), (told, 0, 2));
    assert_eq!(in_it(&["convert", "-f", "latin1", "a", "-o", "out.txt"]).status, 0);
    assert_eq!(in_it(&["convert", "a", "out.txt", "-f", "latin1"]).status, 0);
}
