//! Which files of directories are checked, and how they are named.

use std::path::Path;

use crate::command::{directory_with, placemat_in};

#[test]
fn directories_are_walked_in_order() {
    let bad = b"\xFF".as_slice();
    let directory = directory_with(&[
        ("tree/b/z", bad),
        ("tree/b/a", bad),
        ("tree/a", bad),
        ("tree/c.txt", bad),
        ("tree/.hidden", bad),
        ("tree/b-", bad),
        ("alone", bad),
    ]);
    let found = placemat_in(directory.path(), "check --brief alone tree", b"");
    let paths: Vec<_> =
        found.text().lines().filter_map(|line| line.split_once(":1:1:")).map(|(path, _)| path).collect();
    assert_eq!(paths, ["alone", "tree/a", "tree/b/a", "tree/b/z", "tree/b-", "tree/c.txt"]);
    assert!(found.text().ends_with("6 files checked as utf-8: 6 files invalid, 6 errors\n"));
    for threads in 1..5 {
        let again =
            placemat_in(directory.path(), &format!("check --brief alone tree --threads {threads}"), b"");
        assert_eq!(again, found, "{threads}");
    }
    let empty = directory_with(&[]);
    let found = placemat_in(empty.path(), "check --brief .", b"");
    assert_eq!((found.text(), found.status), ("0 files checked as utf-8\n", 0));
}

/// Returns the files of a directory that are reported, with these arguments.
fn found_in(directory: &Path, arguments: &str) -> Vec<String> {
    let found = placemat_in(directory, &format!("check --brief {arguments}"), b"");
    found.text().lines().filter_map(|line| Some(line.split_once(":1:1:")?.0.to_owned())).collect()
}

#[test]
fn directories_are_filtered() {
    let bad = b"\xFF".as_slice();
    let directory = directory_with(&[
        (".ignore", b"left-out\n".as_slice()),
        ("a.txt", bad),
        ("b.json", bad),
        ("left-out", bad),
        (".hidden/c.txt", bad),
        ("sub/d.txt", bad),
    ]);
    let found = |arguments| found_in(directory.path(), arguments);
    assert_eq!(found("."), ["./a.txt", "./b.json", "./sub/d.txt"]);
    assert_eq!(found("--no-ignore ."), ["./a.txt", "./b.json", "./left-out", "./sub/d.txt"]);
    assert_eq!(found("--hidden . -g *.txt"), ["./.hidden/c.txt", "./a.txt", "./sub/d.txt"]);
    assert_eq!(found(". --glob !*.txt"), ["./b.json"]);
    assert_eq!(found(". --type json"), ["./b.json"]);
    // Files that are named are read.
    assert_eq!(found("left-out .hidden"), ["left-out", ".hidden/c.txt"]);
    for wrong in ["--type nonsense", "--glob {", "--threads x", "--format x"] {
        assert_eq!(
            placemat_in(directory.path(), &format!("check --brief . {wrong}"), b"").status,
            2,
            "{wrong}"
        );
    }
}

#[test]
fn a_glob_that_matches_nothing_is_reported() {
    let directory = directory_with(&[("tree/a.txt", b"a"), ("b.json", b"b")]);
    let in_it = |arguments: &str| {
        let found = placemat_in(directory.path(), arguments, b"");
        (found.stderr, found.status)
    };
    let note = "placemat: note: no file matches --glob '*.txt'\n";
    for command in ["check", "check --json", "detect", "repair", "repair --in-place", "repair --diff"] {
        let found = in_it(&format!("{command} tree b.json -g *.tx -g *.csv"));
        let told = "placemat: note: no file matches --glob '*.tx' and --glob '*.csv'\n";
        assert!(found.0.starts_with(told) && found.1 == 0, "{command}: {found:?}");
        let found = in_it(&format!("{command} tree --type json"));
        let told = "placemat: note: no file matches --type json\n";
        assert!(found.0.starts_with(told) && found.1 == 0, "{command}: {found:?}");
        // It matches something, in one of the directories, or nothing was to be matched.
        for arguments in ["tree -g *.txt", "tree . -g *.json", "b.json -g *.txt", "tree"] {
            let found = in_it(&format!("{command} {arguments}"));
            assert!(!found.0.contains("matches"), "{command} {arguments}: {found:?}");
        }
    }
    let found = in_it("convert --in-place tree -g *.json");
    let told = "placemat: note: no file matches --glob '*.json'\nplacemat: 0 files converted\n";
    assert_eq!(found, (told.to_owned(), 0));
    for quiet in ["check -q", "detect -q", "repair -q", "convert -q --in-place", "convert --json --in-place"]
    {
        assert_eq!(in_it(&format!("{quiet} tree -g *.json")), (String::new(), 0), "{quiet}");
    }
    // A directory in which nothing is to be read is not a mistake.
    let empty = directory_with(&[(".hidden", b"a")]);
    let found = placemat_in(empty.path(), "check .", b"");
    assert_eq!((&*found.stderr, found.status), ("", 0));
    let found = placemat_in(empty.path(), "check . -g *.txt", b"");
    assert_eq!((&*found.stderr, found.status), (note, 0));
}

#[test]
fn binary_files_that_are_met_are_skipped() {
    let late = [vec![b'a'; 9000], b"\0\xFF".to_vec()].concat();
    let directory =
        directory_with(&[("binary", b"\x7FELF\0\xFF".as_slice()), ("late", &late), ("text", b"fine")]);
    let found = placemat_in(directory.path(), "check --brief . --skipped", b"");
    assert!(
        found.text().ends_with("2 files checked as utf-8: 1 file invalid, 1 error; 1 binary file skipped\n")
    );
    assert_eq!(found.stderr, "placemat: ./binary: binary; skipped\n");
    let count =
        |arguments: &str| placemat_in(directory.path(), arguments, b"").text().matches("offset").count();
    assert_eq!(count("check --brief ."), 1);
    assert_eq!(count("check --brief . --text"), 2);
    assert_eq!(count("check --brief binary"), 1);
    // In encodings with ordinary bytes 00, they do not mean that a file is binary.
    let found = placemat_in(directory.path(), "check --brief -e utf-16le .", b"");
    assert!(found.text().contains("3 files checked as utf-16le"), "{}", found.text());
}

/// Such a document may have no byte 00 at its start, and be ASCII except for a comment.
#[test]
fn a_pdf_is_skipped_as_other_binary_files_are() {
    let pdf = b"%PDF-1.4\n%\x93\x8C\x8B\x9E Document\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n";
    let directory = directory_with(&[("a.pdf", pdf), ("b.txt", b"fine")]);
    let run = |arguments: &str, stdin: &[u8]| placemat_in(directory.path(), arguments, stdin);
    let summary = "1 file checked as utf-8: valid; 1 binary file skipped\n";
    for (arguments, stdin) in
        [("check .", b"".as_slice()), ("check --files0-from -", b"a.pdf\0b.txt\0"), ("check -e auto .", b"")]
    {
        let found = run(arguments, stdin);
        assert_eq!((found.text(), found.status), (summary, 0), "{arguments}");
    }
    assert_eq!(run("check --format github .", b"").text(), "");
    assert_eq!(run("detect .", b"").text(), "./b.txt: utf-8 (only ASCII)\n");
    assert!(run("repair .", b"").text().ends_with("1 binary file skipped\n"));
    for from in ["utf-8", "utf-8-or-windows-1252", "windows-1252", "koi8-r", "auto"] {
        let found = run(&format!("convert -f {from} -t utf-16 --in-place --dry-run ."), b"");
        let told = "placemat: 1 file would be converted, 1 binary file skipped\n";
        assert!(found.stderr.ends_with(told) && found.status == 0, "{from}: {}", found.stderr);
    }
    assert_eq!(run("check --text .", b"").status, 1);
    assert_eq!(run("check a.pdf", b"").status, 1);
}

#[cfg(unix)]
mod unix {
    use std::fs::{self, File};
    use std::os::unix::fs::symlink;
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    use crate::command::{Run, bytes, directory_with, placemat, placemat_in, run};

    #[test]
    fn links_are_followed_where_they_are_named_and_not_where_they_are_met() {
        let directory =
            directory_with(&[("tree/file", b"\xFF"), ("outside", b"\xFE"), ("other/file", b"\xFD")]);
        symlink("../outside", directory.path().join("tree/link")).unwrap();
        symlink("../other", directory.path().join("tree/directory")).unwrap();
        symlink("nowhere", directory.path().join("tree/dangling")).unwrap();
        symlink("tree", directory.path().join("way")).unwrap();
        let found = placemat_in(directory.path(), "check --brief tree", b"");
        assert!(
            found.text().ends_with("1 file checked as utf-8: 1 file invalid, 1 error\n"),
            "{}",
            found.text()
        );
        let found = placemat_in(directory.path(), "check --brief way tree/link tree/directory", b"");
        assert!(
            found.text().ends_with(
                "3 files checked as utf-8: 3 files invalid, 3 errors\n  1 out-of-range\n  2 invalid-unit\n"
            ),
            "{}",
            found.text()
        );
        let found = placemat_in(directory.path(), "check --brief tree/dangling", b"");
        assert_eq!(found.status, 2);
    }

    #[test]
    fn pipes_in_directories_are_left_alone() {
        let directory = directory_with(&[("tree/file", b"fine")]);
        let pipe = directory.path().join("tree/pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0)
            .unwrap();
        let mut child = placemat()
            .arg("check")
            .arg(directory.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "the command waits for the pipe");
            std::thread::sleep(Duration::from_millis(5));
        }
        let found = Run::of(child.wait_with_output().unwrap());
        assert_eq!((found.text(), found.status), ("1 file checked as utf-8: valid\n", 0));
    }

    #[test]
    fn names_are_reported_exactly_and_shown_safely() {
        let directory = directory_with(&[]);
        let name = b"n\xFF\x1B[31m\xE2\x80\xAE\xC2\x9B\n\\x";
        fs::write(directory.path().join(bytes(name)), b"\xFE").unwrap();
        let found =
            run(placemat().current_dir(directory.path()).args(["check", "--brief"]).arg(bytes(name)), b"");
        let shown = r"n\xFF\u{1B}[31m\u{202E}\u{9B}\n\\x:1:1: ";
        assert!(found.text().starts_with(shown), "{}", found.text());
        let found = run(placemat().current_dir(directory.path()).args(["check", "--json", "."]), b"");
        let expected = data_encoding::BASE64.encode(&[b"./", name.as_slice()].concat());
        assert!(found.text().contains(&format!(r#""path":{{"bytes":"{expected}"}}"#)), "{}", found.text());
        fs::write(directory.path().join("\u{202E}\u{7F}é\""), b"").unwrap();
        let found =
            run(placemat().current_dir(directory.path()).args(["check", "--json", "\u{202E}\u{7F}é\""]), b"");
        assert!(found.text().contains(r#""path":{"text":"\u202e\u007fé\""}"#), "{}", found.text());
    }

    #[test]
    fn the_report_is_not_checked() {
        let directory = directory_with(&[("tree/file", b"\0a\xD8\0\0b")]);
        let report = directory.path().join("tree/report");
        let output = placemat()
            .args(["check", "--brief", "-e", "utf-16"])
            .arg(directory.path())
            .stdout(File::create(&report).unwrap())
            .output()
            .unwrap();
        let found = Run::of(output);
        assert_eq!((&*found.stderr, found.status), ("", 1));
        let text = fs::read_to_string(&report).unwrap();
        assert!(text.ends_with("1 file checked as utf-16: 1 file invalid, 1 error\n"), "{text}");

        // Naming it is an error.
        let appended = File::options().append(true).open(&report).unwrap();
        let output = placemat().arg("check").arg(&report).stdout(appended).output().unwrap();
        let found = Run::of(output);
        assert!(
            found.stderr.ends_with("report: is the output, too (standard output); nothing was done\n"),
            "{}",
            found.stderr
        );
        assert_eq!(found.status, 2);
    }
}
