//! `convert --out-dir`: files of the same names in another directory, and never an input.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::time::{Duration, SystemTime};

use crate::command::{directory_with, names_in, placemat_in};

const CONVERT: &str = "convert -f windows-1252 --out-dir";

#[test]
fn directories_are_created_and_names_are_kept() {
    let directory = directory_with(&[
        ("src/a", b"caf\xE9"),
        ("src/deep/er/b", b"\xE9"),
        ("other/c", b"plain"),
        ("src/.hidden", b"\xE9"),
    ]);
    fs::set_permissions(directory.path().join("src/a"), fs::Permissions::from_mode(0o600)).unwrap();
    let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::open(directory.path().join("src/a")).unwrap().set_modified(past).unwrap();
    let found =
        placemat_in(directory.path(), &format!("{CONVERT} new/out --preserve-times src other/c"), b"");
    assert_eq!(
        (found.stdout.len(), found.stderr.as_str(), found.status),
        (0, "placemat: 3 files converted\n", 0)
    );
    for (name, content) in [("a", "café"), ("deep/er/b", "é"), ("c", "plain")] {
        assert_eq!(fs::read(directory.path().join("new/out").join(name)).unwrap(), content.as_bytes());
    }
    assert_eq!(names_in(&directory.path().join("new/out")), ["a", "c", "deep"]);
    assert_eq!(fs::read(directory.path().join("src/a")).unwrap(), b"caf\xE9");
    let copy = fs::metadata(directory.path().join("new/out/a")).unwrap();
    assert_eq!(
        (copy.mode() & 0o7777, copy.modified().unwrap()),
        (0o600, past),
        "what is private stays private"
    );
}

#[test]
fn two_inputs_with_one_destination_are_refused() {
    let directory = directory_with(&[("x/same", b"first"), ("y/same", b"second"), ("y/more", b"\xE9")]);
    for (arguments, refused) in
        [("x/same y/same y/more", "y/same"), ("x y", "y/same"), ("x x/../y/same y/more", "x/../y/same")]
    {
        let _ = fs::remove_dir_all(directory.path().join("out"));
        let found = placemat_in(directory.path(), &format!("{CONVERT} out {arguments}"), b"");
        let message = format!(
            "placemat: {refused}: out/same is for x/same already; not converted\nplacemat: 2 files converted, 1 file not converted\n"
        );
        assert_eq!((found.stderr, found.status), (message, 2), "{arguments}");
        assert_eq!(fs::read(directory.path().join("out/same")).unwrap(), b"first");
        assert_eq!(fs::read(directory.path().join("out/more")).unwrap(), "é".as_bytes());
    }
    // The same file twice is one input.
    let found = placemat_in(directory.path(), &format!("{CONVERT} out2 x x/same"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
}

#[test]
fn inputs_are_never_destinations() {
    for (arguments, refused) in [
        (". b", "b: ./b is among the inputs; not converted"),
        ("src b src/a", "src/a: is among the inputs; not converted"),
        ("src src", "src: is also the directory of the output; nothing was done"),
        ("./src/../src src/", "src/: is also the directory of the output; nothing was done"),
        (". src", "src/src/a: ./src/a is among the inputs; not converted"),
    ] {
        let directory = directory_with(&[("src/a", b"\xE9"), ("src/src/a", b"\xE9\xE9"), ("b", b"\xE9")]);
        let found = placemat_in(directory.path(), &format!("{CONVERT} {arguments}"), b"");
        assert!(found.stderr.contains(&format!("placemat: {refused}\n")), "{arguments}: {}", found.stderr);
        assert_eq!(found.status, 2, "{arguments}");
        assert_eq!(fs::read(directory.path().join("src/a")).unwrap(), b"\xE9", "{arguments}");
        assert_eq!(fs::read(directory.path().join("src/src/a")).unwrap(), b"\xE9\xE9", "{arguments}");
        assert_eq!(fs::read(directory.path().join("b")).unwrap(), b"\xE9", "{arguments}");
    }
}

#[test]
fn the_directory_may_stand_in_a_directory_that_is_read() {
    let directory = directory_with(&[("tree/a", b"\xE9"), ("tree/z", b"\xE9")]);
    for round in 0..2 {
        let found = placemat_in(directory.path(), &format!("{CONVERT} tree/out tree"), b"");
        assert_eq!((found.stderr.as_str(), found.status), ("placemat: 2 files converted\n", 0), "{round}");
        assert_eq!(names_in(&directory.path().join("tree/out")), ["a", "z"]);
        assert_eq!(fs::read(directory.path().join("tree/out/a")).unwrap(), "é".as_bytes());
    }
}

#[test]
fn what_stands_there_is_replaced_if_it_is_a_regular_file() {
    let directory = directory_with(&[
        ("a", b"\xC3\xA9"),
        ("out/a", b"old"),
        ("elsewhere", b"old"),
        ("out/c/x", b""),
        ("c", b"\xE9"),
        ("d", b"\xFF"),
        ("out/d", b"old"),
    ]);
    fs::set_permissions(directory.path().join("out/a"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("../elsewhere", directory.path().join("out/b")).unwrap();
    fs::write(directory.path().join("b"), b"\xE9").unwrap();
    let found = placemat_in(directory.path(), "convert -t iso-8859-1 --out-dir out a b c d", b"");
    let message = "\
placemat: out/b: is a link, and not followed
placemat: out/c: is not a regular file
placemat: d:1:1: offset 0, length 1: FF is never valid in UTF-8
    hint: perhaps windows-1252, where it is ÿ
placemat: 1 file converted, 3 files not converted
";
    assert_eq!((found.stderr.as_str(), found.status), (message, 2));
    assert_eq!(fs::read(directory.path().join("out/a")).unwrap(), b"\xE9");
    assert_eq!(fs::metadata(directory.path().join("out/a")).unwrap().mode() & 0o777, 0o604);
    assert_eq!(fs::read(directory.path().join("elsewhere")).unwrap(), b"old");
    assert_eq!(fs::read(directory.path().join("out/d")).unwrap(), b"old");
    assert_eq!(names_in(&directory.path().join("out")), ["a", "b", "c", "d"]);
    let found = placemat_in(directory.path(), &format!("{CONVERT} a/out b"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: a/out: Not a directory\n", 2));
}

#[test]
fn options_that_go_together_are_told() {
    let directory = directory_with(&[("a", b"")]);
    for arguments in [
        "convert --in-place --out-dir out a",
        "convert --in-place -o out a",
        "convert --preserve-times a",
        "convert --glob x a",
        "convert --threads 2 a",
        "convert --out-dir out",
        "convert --out-dir out -",
        "convert --bom add -t corrected-utf-8-document a",
        "convert --bom strip -f iso-8859-1 a",
        "convert --break-hard-links a",
        "convert --bom add -t iso-8859-1 a",
        "convert --bom strip -f code-points a",
    ] {
        let found = placemat_in(directory.path(), arguments, b"");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}: {}", found.stderr);
        assert_eq!(names_in(directory.path()), ["a"], "{arguments}");
    }
}

/// Links, and files that are named in addition to their directory, have names of their own, which they keep.
#[test]
fn every_name_has_its_copy() {
    let directory = directory_with(&[("f", b"\xE9"), ("tree/sub/b", b"\xE9"), ("tree/b2", b"\xE9")]);
    symlink("f", directory.path().join("l")).unwrap();
    let found =
        placemat_in(directory.path(), "convert -f windows-1252 --out-dir o f l f ./f tree/sub/b tree", b"");
    assert_eq!(found.status, 0, "{}", found.stderr);
    for name in ["o/f", "o/l", "o/b", "o/sub/b", "o/b2"] {
        assert_eq!(fs::read(directory.path().join(name)).ok().as_deref(), Some("é".as_bytes()), "{name}");
    }
    assert!(found.stderr.starts_with("placemat: 5 files converted"), "{}", found.stderr);
}

/// Patterns do not select hidden files, neither in place nor with an output directory.
#[test]
fn patterns_do_not_bring_in_what_is_left_out() {
    for pattern in ["--glob *.txt", "--type txt", "--glob *.txt --type txt"] {
        let files = ["a.txt", ".h.txt", "ignored.txt", "b.md", "sub/c.txt", ".hidden/d.txt"];
        let directory = directory_with(&files.map(|name| (name, b"\xE9".as_slice())));
        fs::write(directory.path().join(".ignore"), "ignored.txt\n").unwrap();
        let found =
            placemat_in(directory.path(), &format!("convert -f windows-1252 --in-place . {pattern}"), b"");
        assert!(found.stderr.starts_with("placemat: 2 files converted"), "{pattern}: {}", found.stderr);
        for name in files {
            let is_wanted = matches!(name, "a.txt" | "sub/c.txt");
            let expected = if is_wanted { "é".as_bytes() } else { b"\xE9" };
            assert_eq!(fs::read(directory.path().join(name)).unwrap(), expected, "{pattern}: {name}");
        }
    }
}

#[test]
fn what_is_no_directory_is_none_to_write_into() {
    let directory = directory_with(&[("a", b"a".as_slice()), ("file", b"file")]);
    for (into, message) in
        [("file", "file: is not a directory"), ("file/below", "file/below: Not a directory")]
    {
        let found = placemat_in(directory.path(), &format!("convert --out-dir {into} a"), b"");
        assert_eq!((found.text(), found.status), ("", 2), "{into}");
        assert_eq!(found.stderr, format!("placemat: {message}\n"));
    }
    assert_eq!(fs::read(directory.path().join("file")).unwrap(), b"file");
}
