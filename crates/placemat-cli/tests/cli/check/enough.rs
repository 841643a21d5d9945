//! Reports that only say whether something is wrong: names of inputs, or only the exit status.

use std::io::Write;
use std::process::Stdio;

use crate::command::{Run, directory_with, placemat, placemat_in, placemat_with};

#[test]
fn a_list_has_the_names_of_inputs_with_errors() {
    let directory =
        directory_with(&[("a\u{1B}[31m", b"\xFF".as_slice()), ("b", b"\xC0\x80"), ("clean", b"clean")]);
    let found = |arguments: &str, stdin: &[u8]| placemat_in(directory.path(), arguments, stdin);
    let list = found("check --list .", b"");
    assert_eq!((list.text(), list.stderr.as_str(), list.status), ("./a\u{1B}[31m\n./b\n", "", 1));
    let list = found("check -l -0 b clean -", b"\x80");
    assert_eq!((list.text(), list.stderr.as_str(), list.status), ("b\0-\0", "", 1));
    assert_eq!(found("check -l clean", b"").text(), "");
    assert_eq!(found("check -l --exit-zero b", b"").status, 0);
    for other in ["--json", "--summary", "--excerpt", "--sarif", "--format=sarif", "--max-errors=1"] {
        assert_eq!(found(&format!("check -l {other} b"), b"").status, 2, "{other}");
    }
    assert_eq!(found("check -0 b", b"").status, 2);
}

#[test]
fn quiet_the_status_tells() {
    let directory =
        directory_with(&[("a", b"fine".as_slice()), ("b", b"\xFF"), ("c", b"\xC0\x80"), ("d", b"fine")]);
    for (arguments, status) in [
        ("a d", 0),
        ("a b", 1),
        ("b missing -j 1", 1), // what comes after the first error is not read
        (". -j 1", 1),
        (".", 1),
        ("-e mutf-8 c", 0),
        ("-e auto a c d", 0),
        ("-e mutf-8-nul a", 1),
        ("--exit-zero b", 0),
    ] {
        let found = placemat_in(directory.path(), &format!("check -q {arguments}"), b"");
        assert_eq!((found.text(), found.stderr.as_str(), found.status), ("", "", status), "{arguments}");
    }
    assert_eq!(placemat_with("check --quiet", b"a\xFF").status, 1);
    // Notes are suppressed, errors are not.
    assert_eq!(placemat_with("check -q -e mutf-8-nul", b"a\0b").stderr, "");
    let found = placemat_in(directory.path(), "check -q missing a", b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: missing: No such file or directory\n", 2));
    // The status does not depend on which file is read first.
    for arguments in ["-j 4 b missing", "-j 4 missing b", "-j 1 missing b", "-j 4 missing a b"] {
        for _ in 0..12 {
            let found = placemat_in(directory.path(), &format!("check -q {arguments}"), b"");
            assert_eq!(found.status, 1, "{arguments}");
        }
    }
    for other in
        ["--json", "--summary", "--excerpt", "--brief", "--sarif", "--format=github", "--max-errors=1", "-l"]
    {
        assert_eq!(placemat_in(directory.path(), &format!("check -q {other} b"), b"").status, 2, "{other}");
    }
}

/// If the first error decides, the command does not wait for the end, which an endless input does not have.
#[test]
fn after_the_first_error_nothing_is_read() {
    for arguments in ["check -q", "check --list", "check -q -e utf-16le"] {
        let mut command = placemat();
        command
            .args(arguments.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let lines = b"line\xFF\xDC\n".repeat(1000);
        while pipe.write_all(&lines).is_ok() {}
        assert_eq!(Run::of(child.wait_with_output().unwrap()).status, 1, "{arguments}");
    }
}
