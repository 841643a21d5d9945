//! The names of legacy encodings: which of them win, how they are listed, and slips.

use crate::command::placemat_with;

/// The names of the family win over labels that mean something else to browsers.
#[test]
fn our_own_names_win() {
    for (name, bytes) in [("us-ascii", &b"a"[..]), ("latin1", b"\x80"), ("utf-16", b"\xFE\xFF\0a")] {
        let text = placemat_with(&format!("convert -f {name}"), bytes);
        assert_eq!(text.status, 0, "{name}");
    }
    // As windows-1252 it would be the euro sign.
    assert_eq!(placemat_with("convert -f iso-8859-1", b"\x80").stdout, "\u{80}".as_bytes());
    assert_eq!(placemat_with("convert -f us-ascii", b"\x80").status, 1);
    for (name, message) in [
        ("hz-gb-2312", "'hz-gb-2312' is a label of the WHATWG's 'replacement'"),
        ("iso-2022-kr", "'iso-2022-kr' is a label of the WHATWG's 'replacement'"),
        ("cp864", "iconv or uconv convert from and to others"),
    ] {
        for option in ["convert -f", "convert -t", "check -e"] {
            let found = placemat_with(&format!("{option} {name}"), b"a");
            assert!(found.status == 2 && found.stderr.contains(message), "{option} {name}: {}", found.stderr);
        }
    }
    let explain = placemat_with("explain -e gbk --text a", b"");
    assert!(explain.stderr.contains("gbk is a legacy encoding"), "{}", explain.stderr);
    assert_eq!(explain.status, 2);
    let list = placemat_with("list", b"").stdout;
    let list = String::from_utf8(list).unwrap();
    let group = list.split("legacy encodings").nth(1).expect("a group");
    assert!(group.contains("    gbk ") && group.contains("    koi8-r "), "{group}");
}

#[test]
fn legacy_encodings_are_listed_with_their_labels() {
    let list = placemat_with("list", b"");
    let group = list.text().split("legacy encodings").nth(1).expect("a group");
    let names: Vec<_> = group.lines().filter_map(|line| line.strip_prefix("    ")?.split_once(' ')).collect();
    let names: Vec<_> = names.into_iter().map(|(name, _)| name).collect();
    assert!(names.len() > 30, "{group}");
    let found = placemat_with("list --json", b"");
    let lines = found.text().lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let lines: Vec<_> = lines.filter(|line| line["legacy"].is_string()).collect();
    assert!(lines.iter().map(|line| line["name"].as_str().unwrap()).eq(names.iter().copied()));
    // Each label is accepted, and means that encoding.
    for line in &lines {
        for label in line["labels"].as_array().unwrap() {
            let label = label.as_str().unwrap();
            let found = placemat_with(&format!("convert --json -t utf-8 -f {label}"), b"a");
            let told: serde_json::Value = serde_json::from_str(found.json()[0]).unwrap();
            assert_eq!(told["from"], line["name"], "{label}");
        }
    }
    let gbk = lines.iter().find(|line| line["name"] == "gbk").unwrap();
    assert_eq!((&gbk["legacy"], &gbk["lengths"]), (&"GBK".into(), &serde_json::json!([1, 2, 4])));
    assert!(gbk["labels"].as_array().unwrap().contains(&"gb2312".into()), "{gbk}");
    let long = placemat_with("list --long", b"");
    let group = long.text().split("legacy encodings").nth(1).expect("a group");
    let heads = group.lines().skip(1).filter(|line| !line.starts_with(' ') && !line.is_empty());
    assert!(heads.take(names.len()).eq(names), "{group}");
    let koi8_r = "koi8-r\n    Russian, Unix\n    labels: cskoi8r, koi, koi8, koi8_r, koi8r, 20866, CL8KOI8R\n    1 byte\n";
    assert!(group.contains(koi8_r), "{group}");
    assert!(group.lines().all(|line| line.chars().count() <= 96), "{group}");
}

#[test]
fn a_star_of_a_label_is_explained() {
    let star = "* means something else to others; a note says so when it is used\n";
    for (name, has_one) in [("utf-8", true), ("cesu-8", false), ("cesu-8 utf-8", true), ("koi8-r", false)] {
        let found = placemat_with(&format!("list {name}"), b"");
        let stars =
            found.text().lines().filter(|line| line.contains("labels:") && line.contains('*')).count();
        assert_eq!((stars > 0, found.text().ends_with(star)), (has_one, has_one), "{name}: {}", found.text());
    }
}

#[test]
fn a_slip_in_a_legacy_name_names_the_nearest() {
    for (name, nearest) in [
        ("shfit_jis", "the nearest is shift_jis"),
        ("gbkk", "the nearest is gbk"),
        ("koi8-rr", "the nearest are koi8-r, koi8-ru"),
        ("widnows-1251", "the nearest are windows-1251"),
    ] {
        for option in ["convert -f", "convert -t", "check -e"] {
            let found = placemat_with(&format!("{option} {name}"), b"a");
            let expected = format!("placemat: unknown encoding '{name}'; {nearest}");
            assert!(found.status == 2 && found.stderr.starts_with(&expected), "{option}: {}", found.stderr);
        }
        let found = placemat_with(&format!("explain -e {name} --text a"), b"");
        assert!(!found.stderr.contains(nearest), "explain does not read it: {}", found.stderr);
    }
    // Another encoding is not a slip.
    for name in ["koi8-t", "windows-1259", "euc-tw"] {
        let found = placemat_with(&format!("convert -f {name}"), b"a");
        assert!(found.status == 2 && !found.stderr.contains("nearest"), "{}", found.stderr);
    }
}
