//! Files with holes: the result of reading a hole is reported without reading it.
#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use crate::command::{directory_with, placemat_in};

/// Creates a file with bytes at offsets, and holes between them and up to a length.
fn sparse(path: &Path, len: u64, parts: &[(u64, &[u8])]) {
    let file = File::create(path).unwrap();
    file.set_len(len).unwrap();
    for &(at, bytes) in parts {
        file.write_all_at(bytes, at).unwrap();
    }
}

#[test]
fn a_hole_is_told_of_as_the_zeros_that_it_reads_as() {
    let directory = directory_with(&[]);
    let path = directory.path().join("text");
    const LEN: u64 = 9 << 18;
    let parts: [&[(u64, &[u8])]; 5] = [
        &[(0, b"one\n\xE9two"), (5 << 18, b"abc\xFF\n"), (LEN - 1, b"\xFF")],
        &[(3 << 18, b"\xF0\x9F\x92\xA9\xED"), (4 << 18, b"\x80")],
        &[(LEN - 2, b"\x01\xD8")],
        &[(0, b"\xFF\xFE\x3D\xD8"), (7 << 18, b"\xA9\xDC")],
        &[(1 << 18, b"\xC0\x80"), ((1 << 18) + 4097, b"\n\xED\xA0\xBD")],
    ];
    const ENCODINGS: [&str; 9] = [
        "utf-8",
        "utf-16",
        "utf-32le",
        "cesu-8",
        "wtf-8",
        "mutf-8",
        "utf-8b",
        "utf-1",
        "corrected-utf-8-document",
    ];
    let stride = placemat_random::stride(3);
    for (turn, parts) in parts.into_iter().enumerate() {
        for encoding in ENCODINGS.into_iter().skip(turn % stride).step_by(stride) {
            let check = || {
                let run = placemat_in(
                    directory.path(),
                    &format!("check --json --max-errors 9 -e {encoding} text"),
                    b"",
                );
                (run.text().to_owned(), run.stderr, run.status)
            };
            sparse(&path, LEN, parts);
            assert!(fs::metadata(&path).unwrap().blocks() * 512 < LEN / 2, "there are holes here");
            let of_holes = check();
            fs::write(&path, fs::read(&path).unwrap()).unwrap();
            assert_eq!(of_holes, check(), "{encoding} {parts:?}");
        }
    }
}

#[test]
fn a_tebibyte_of_nothing_takes_no_time() {
    let directory = directory_with(&[]);
    sparse(&directory.path().join("text"), 1 << 40, &[(0, b"a\n"), ((1 << 40) - 2, b"b\xFF")]);
    let run = placemat_in(directory.path(), "check --brief text", b"");
    let place = "text:2:1099511627774: offset 1099511627775, length 1: invalid-unit: FF";
    assert!(run.text().starts_with(place), "{}", run.text());
    assert_eq!(run.status, 1);
    let run = placemat_in(directory.path(), "check --brief -e mutf-8 --max-errors 1 text", b"");
    let more = format!("text: {} more errors not listed\n", (1_u64 << 40) - 4);
    assert!(run.text().contains("text:2:1: offset 2, length 1: "), "{}", run.text());
    assert!(run.text().contains(&more), "{}", run.text());
    assert_eq!(run.status, 1);
    let run = placemat_in(directory.path(), "detect --whole --json text", b"");
    let zeros = format!(r#"{{"kind":"zero-bytes","count":{},"first":2}}"#, (1_u64 << 40) - 4);
    assert!(run.text().contains(&zeros) && run.text().contains(r#""encoding":null"#), "{}", run.text());
    assert!(run.text().contains(r#""read":1099511627776,"size":1099511627776,"complete":true"#));
    assert_eq!(run.status, 1);
}
