//! `convert --in-place`: each file is the old one or the new one, with all its attributes.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs::{self, File, FileTimes, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::command::{as_another_user, directory_with, names_in, placemat, placemat_in};

const CONVERT: &str = "convert -f windows-1252 --in-place";
/// For files that can be ill-formed.
const PAIRS: &str = "convert -f cesu-8 --in-place";
const PAIR: &[u8] = b"\xED\xA0\xBD\xED\xB2\xA9";

fn metadata(directory: &Path, name: &str) -> fs::Metadata {
    directory.join(name).symlink_metadata().unwrap()
}

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}

#[test]
fn each_file_is_converted_by_itself_and_told_of_in_order() {
    let directory = directory_with(&[
        ("tree/a", PAIR),
        ("tree/sub/b", b"plain"),
        ("tree/sub/binary", b"\0\xED\xA0\xBD\xED\xB2\xA9"),
        ("tree/.hidden", PAIR),
        ("tree/ignored", PAIR),
        ("tree/.ignore", b"ignored"),
        ("named", b"x\xFF"),
    ]);
    let found = placemat_in(directory.path(), &format!("{PAIRS} named tree missing"), b"");
    let message = "\
placemat: named:1:2: offset 1, length 1: FF is never valid in CESU-8
    hint: perhaps windows-1252, where it is ÿ
placemat: missing: No such file or directory
placemat: 1 file converted, 1 file unchanged, 2 files not converted, 1 binary file skipped
";
    assert_eq!((found.stdout.len(), found.stderr.as_str(), found.status), (0, message, 2));
    for (name, content) in [
        ("tree/a", "💩".as_bytes()),
        ("tree/sub/b", b"plain"),
        ("tree/sub/binary", b"\0\xED\xA0\xBD\xED\xB2\xA9"),
        ("tree/.hidden", PAIR),
        ("tree/ignored", PAIR),
        ("named", b"x\xFF"),
    ] {
        assert_eq!(read(directory.path(), name), content, "{name}");
    }
    fs::write(directory.path().join("tree/a"), PAIR).unwrap();
    let found = placemat_in(directory.path(), &format!("{PAIRS} --quiet -a --hidden --no-ignore tree"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    assert_eq!(read(directory.path(), "tree/sub/binary"), "\0💩".as_bytes());
    assert_eq!(read(directory.path(), "tree/.hidden"), "💩".as_bytes());
    assert_eq!(names_in(&directory.path().join("tree")), [".hidden", ".ignore", "a", "ignored", "sub"]);
}

#[test]
fn what_fails_stays_and_the_others_are_converted() {
    let directory = directory_with(&[("a", b"\xFF"), ("b", PAIR), ("c", &[PAIR, b"\xFF", PAIR].concat())]);
    let before = metadata(directory.path(), "c");
    let found = placemat_in(directory.path(), &format!("{PAIRS} --json --quiet ."), b"");
    assert_eq!(found.status, 1);
    let (lines, verdicts) =
        (found.json(), [r#""failed":{"offset":0"#, r#""failed":null"#, r#""failed":{"offset":6"#]);
    assert_eq!(lines.len(), 3);
    for ((line, verdict), name) in lines.iter().zip(verdicts).zip(["./a", "./b", "./c"]) {
        assert!(line.contains(verdict) && line.contains(&format!(r#"{{"text":"{name}"}}"#)), "{line}");
    }
    assert_eq!(
        [read(directory.path(), "a"), read(directory.path(), "c")],
        [b"\xFF".to_vec(), [PAIR, b"\xFF", PAIR].concat()]
    );
    assert_eq!(read(directory.path(), "b"), "💩".as_bytes());
    assert_eq!(metadata(directory.path(), "c").ino(), before.ino());
    assert_eq!(names_in(directory.path()), ["a", "b", "c"]);
    // A loss that a policy asks for does not fail the run.
    let found = placemat_in(directory.path(), &format!("{PAIRS} --on-error replace --quiet a"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("", 0));
    assert_eq!(read(directory.path(), "a"), "\u{FFFD}".as_bytes());
}

#[test]
fn nothing_is_touched_where_nothing_changes() {
    let large = "é€💩\n".repeat(40_000);
    let directory =
        directory_with(&[("sub/plain", b"plain"), ("sub/empty", b""), ("sub/large", large.as_bytes())]);
    let past = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let sub = directory.path().join("sub");
    File::open(&sub).unwrap().set_modified(past).unwrap();
    let before = ["plain", "empty", "large"].map(|name| metadata(&sub, name));
    let found = placemat_in(directory.path(), "convert --in-place --on-error replace sub", b"");
    assert_eq!(
        (found.stderr.as_str(), found.status),
        ("placemat: 0 files converted, 3 files unchanged\n", 0)
    );
    for (before, name) in before.iter().zip(["plain", "empty", "large"]) {
        let after = metadata(&sub, name);
        assert_eq!(
            (after.ino(), after.ctime_nsec(), after.mtime_nsec()),
            (before.ino(), before.ctime_nsec(), before.mtime_nsec())
        );
    }
    assert_eq!(
        fs::metadata(&sub).unwrap().modified().unwrap(),
        past,
        "no file was made there, even for a moment"
    );
}

#[test]
fn what_differs_late_is_whole() {
    // The start is compared, and copied when something differs.
    let text = "é€💩\n".repeat(40_000);
    for (arguments, tail, expected) in [
        ("--on-error replace", b"\xFF tail".as_slice(), "\u{FFFD} tail".as_bytes()),
        ("--on-error skip", b"\xFF", b""),
        ("--line-ends lf", b"\r\nlast", b"\nlast"),
        ("--line-ends crlf --bom strip", b"", b""),
    ] {
        let directory = directory_with(&[("file", &[text.as_bytes(), tail].concat())]);
        let found =
            placemat_in(directory.path(), &format!("convert --in-place --quiet {arguments} file"), b"");
        assert!(found.status <= 1, "{arguments}: {}", found.stderr);
        let mut expected = [text.as_bytes(), expected].concat();
        if arguments.contains("crlf") {
            expected = text.replace('\n', "\r\n").into_bytes();
        }
        assert_eq!(read(directory.path(), "file"), expected, "{arguments}");
    }
}

#[test]
fn mode_times_attributes_and_access_control_lists_are_kept() {
    let directory = directory_with(&[("file", b"caf\xE9")]);
    let path = directory.path().join("file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let file = File::open(&path).unwrap();
    let times =
        [1_000_000_000, 1_100_000_000].map(|seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
    file.set_times(FileTimes::new().set_accessed(times[0]).set_modified(times[1])).unwrap();
    // Owner rw, user 1000 r, group r, mask r, others nothing.
    let mut list = vec![2, 0, 0, 0];
    for (tag, permissions, id) in
        [(1_u16, 6_u16, u32::MAX), (2, 4, 1000), (4, 4, u32::MAX), (16, 4, u32::MAX), (32, 0, u32::MAX)]
    {
        list.extend([tag.to_le_bytes(), permissions.to_le_bytes()].concat());
        list.extend(id.to_le_bytes());
    }
    let given: &[(&str, &[u8])] =
        &[("user.note", b"kept\0\xFF"), ("user.empty", b""), ("system.posix_acl_access", &list)];
    let given: Vec<_> = given
        .iter()
        .filter(|(name, value)| {
            rustix::fs::fsetxattr(&file, *name, value, rustix::fs::XattrFlags::empty()).is_ok()
        })
        .collect();
    let found = placemat_in(directory.path(), &format!("{CONVERT} --preserve-times file"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
    let new = File::open(&path).unwrap();
    let after = new.metadata().unwrap();
    assert_ne!(after.ino(), file.metadata().unwrap().ino());
    assert_eq!(fs::read(&path).unwrap(), "café".as_bytes());
    assert_eq!((after.mode() & 0o7777, after.modified().unwrap()), (0o640, times[1]));
    for (name, value) in given {
        let mut found = [0; 100];
        let len = rustix::fs::fgetxattr(&new, *name, &mut found).expect(name);
        assert_eq!(&found[..len], *value, "{name}");
    }
    let found = placemat_in(directory.path(), "convert -t windows-1252 --in-place --quiet file", b"");
    assert_eq!(found.status, 0);
    assert!(
        metadata(directory.path(), "file").modified().unwrap() > times[1],
        "kept only where that is asked for"
    );
}

#[test]
fn hard_links_are_refused_unless_they_are_asked_for() {
    let directory = directory_with(&[("a", b"caf\xE9")]);
    let [a, b] = ["a", "b"].map(|name| directory.path().join(name));
    fs::hard_link(&a, &b).unwrap();
    let found = placemat_in(directory.path(), &format!("{CONVERT} a"), b"");
    let message = "placemat: a: left as it is: it has 2 names (hard links), and only this one would get the \
                   new text; --break-hard-links permits it\n\
                   placemat: 0 files converted, 1 file not converted\n";
    assert_eq!((found.stderr.as_str(), found.status), (message, 1));
    assert_eq!(placemat_in(directory.path(), "convert -t utf-16 /dev/null -o b", b"").status, 1);
    assert_eq!((metadata(directory.path(), "a").nlink(), fs::read(&a).unwrap()), (2, b"caf\xE9".to_vec()));
    // If nothing changes, nothing is refused.
    assert_eq!(
        placemat_in(directory.path(), "convert -f iso-8859-1 -t iso-8859-1 --in-place a b", b"").status,
        0
    );
    let found = placemat_in(directory.path(), &format!("{CONVERT} --break-hard-links a"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
    assert_eq!((fs::read(&a).unwrap(), fs::read(&b).unwrap()), ("café".into(), b"caf\xE9".to_vec()));
    fs::remove_file(&b).unwrap();
    fs::hard_link(&a, &b).unwrap();
    let found = placemat_in(directory.path(), "convert -t utf-16le --in-place --break-hard-links .", b"");
    assert_eq!(found.stderr, "placemat: 2 files converted\n", "both names get the new text");
}

#[test]
fn links_are_resolved_where_they_are_named_and_passed_over_where_they_are_met() {
    let directory = directory_with(&[("outside/file", b"\xE9"), ("tree/own", b"\xE9")]);
    symlink("../outside/file", directory.path().join("tree/link")).unwrap();
    symlink("tree/link", directory.path().join("link")).unwrap();
    assert_eq!(
        placemat_in(directory.path(), &format!("{CONVERT} tree"), b"").stderr,
        "placemat: 1 file converted\n"
    );
    assert_eq!(read(directory.path(), "outside/file"), b"\xE9");
    // It is one file with three names.
    let found = placemat_in(directory.path(), &format!("{CONVERT} link tree/link outside/file"), b"");
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
    assert_eq!(read(directory.path(), "outside/file"), "é".as_bytes());
    assert!(
        metadata(directory.path(), "link").is_symlink()
            && metadata(directory.path(), "tree/link").is_symlink()
    );
    let found = placemat_in(directory.path(), "convert -t utf-16le --in-place --follow tree", b"");
    assert_eq!(found.stderr, "placemat: 2 files converted\n");
    assert_eq!(read(directory.path(), "outside/file"), b"\xE9\0");
    assert!(metadata(directory.path(), "tree/link").is_symlink());
    assert_eq!(names_in(&directory.path().join("outside")), ["file"]);
}

#[test]
fn a_file_that_is_named_twice_is_converted_once() {
    let directory = directory_with(&[("sub/file", b"\xC3\xA9")]);
    for arguments in ["sub/file sub/file", "sub ./sub/file sub/../sub/file sub", "--follow sub sub/file"] {
        fs::write(directory.path().join("sub/file"), b"\xC3\xA9").unwrap();
        let found = placemat_in(directory.path(), &format!("{CONVERT} --force {arguments}"), b"");
        assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0), "{arguments}");
        assert_eq!(read(directory.path(), "sub/file"), "Ã©".as_bytes(), "{arguments}");
    }
}

#[test]
fn what_is_no_regular_file_is_refused() {
    let directory = directory_with(&[("sub/file", b"plain")]);
    let fifo = directory.path().join("sub/fifo");
    rustix::fs::mknodat(rustix::fs::CWD, &fifo, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0)
        .unwrap();
    for name in ["/dev/null", "/dev/full", "sub/fifo"] {
        let found = placemat_in(directory.path(), &format!("{CONVERT} {name}"), b"");
        let message = format!(
            "placemat: {name}: is not a regular file; left as it is\nplacemat: 0 files converted, 1 file not converted\n"
        );
        assert_eq!((found.stderr, found.status), (message, 2));
    }
    assert_eq!(
        placemat_in(directory.path(), &format!("{CONVERT} sub"), b"").status,
        0,
        "where it is met it is no file"
    );
    for arguments in ["", "-", "sub/file -"] {
        let found = placemat_in(directory.path(), &format!("{CONVERT} {arguments}"), b"\xE9");
        assert_eq!((found.stdout.len(), found.status), (0, 2), "{arguments}");
        assert!(found.stderr.contains("named"), "{}", found.stderr);
    }
}

#[test]
fn what_may_not_be_kept_or_written_is_refused() {
    let directory = directory_with(&[
        ("open/file", b"\xE9"),
        ("open/read-only", b"\xE9"),
        ("closed/file", b"\xE9"),
        ("own/file", b"\xE9"),
    ]);
    let path = |name: &str| directory.path().join(name);
    let mode = |name: &str, mode| fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).unwrap();
    for (name, bits) in [
        ("", 0o755),
        ("open", 0o777),
        ("open/file", 0o666),
        ("open/read-only", 0o644),
        ("closed", 0o555),
        ("closed/file", 0o666),
    ] {
        mode(name, bits);
    }
    for (name, message) in [
        ("open/file", "open/file: its owner cannot be kept: Operation not permitted (-o writes a new file)"),
        ("open/read-only", "open/read-only: may not be written to: Permission denied"),
        (
            "closed/file",
            "closed/: cannot create a temporary file: permission denied (closed/file is unchanged)",
        ),
    ] {
        let Some(found) = as_another_user(directory.path(), &format!("{CONVERT} {name}")) else { return };
        let message = format!("placemat: {message}\nplacemat: 0 files converted, 1 file not converted\n");
        assert_eq!((found.stderr, found.status), (message, 2));
        assert_eq!(read(directory.path(), name), b"\xE9");
    }
    assert_eq!(names_in(&path("open")), ["file", "read-only"]);
    // A file of the same user, in a group to which the user does not belong.
    chown(path("open/file"), Some(1000), Some(0)).unwrap();
    let found = as_another_user(directory.path(), &format!("{CONVERT} open/file")).unwrap();
    assert!(found.stderr.contains("open/file: its group cannot be kept"), "{}", found.stderr);
    // Root preserves the owner; the owner remains the owner.
    for name in ["own", "own/file"] {
        chown(path(name), Some(1000), Some(1000)).unwrap();
    }
    assert_eq!(placemat_in(directory.path(), &format!("{CONVERT} own"), b"").status, 0);
    assert_eq!(
        (metadata(directory.path(), "own/file").uid(), metadata(directory.path(), "own/file").gid()),
        (1000, 1000)
    );
    let found = as_another_user(directory.path(), "convert -t utf-16 --in-place own").unwrap();
    assert_eq!((found.stderr.as_str(), found.status), ("placemat: 1 file converted\n", 0));
}

#[test]
fn where_rules_cannot_be_read_nothing_is_converted() {
    let directory = directory_with(&[("a/.ignore", b"x"), ("a/sub/file", b"\xE9"), ("b", b"\xE9")]);
    for name in ["", "a", "a/sub", "a/sub/file", "b"] {
        chown(directory.path().join(name), Some(1000), Some(1000)).unwrap_or_default();
    }
    fs::set_permissions(directory.path().join("a/.ignore"), fs::Permissions::from_mode(0o000)).unwrap();
    let Some(found) = as_another_user(directory.path(), &format!("{CONVERT} .")) else { return };
    let message =
        "placemat: ./a/.ignore: Permission denied\nplacemat: 1 file converted, 1 file not converted\n";
    assert_eq!((found.stderr.as_str(), found.status), (message, 2));
    assert_eq!(
        (read(directory.path(), "a/sub/file"), read(directory.path(), "b")),
        (b"\xE9".to_vec(), "é".into())
    );
    let found = as_another_user(directory.path(), &format!("{CONVERT} --no-ignore a")).unwrap();
    assert_eq!(found.stderr, "placemat: 1 file converted\n");
}

#[test]
fn left_overs_go_and_what_is_locked_stays() {
    let left = ".placemat-0123456789ab.tmp";
    let locked = ".placemat-zyxwvutsrqpo.tmp";
    let (link, others) = (".placemat-000000000000.tmp", [".placemat-.tmp", ".placemat-notes.tmp", "x.tmp"]);
    let directory = directory_with(&[
        ("file", b"\xE9"),
        ("sub/file", b"\xE9"),
        (left, b"left"),
        (locked, b"in use"),
        ("target", b"t"),
    ]);
    for name in others {
        fs::write(directory.path().join(name), b"other").unwrap();
    }
    symlink("target", directory.path().join(link)).unwrap();
    let holder = OpenOptions::new().read(true).open(directory.path().join(locked)).unwrap();
    holder.lock().unwrap();
    let found = placemat_in(directory.path(), &format!("{CONVERT} --hidden --glob .p* ."), b"");
    assert_eq!(
        found.stderr,
        "placemat: 1 file converted\n"
            .replace("1 file", "0 files")
            .replace(" converted", " converted, 2 files unchanged")
    );
    assert_eq!(placemat_in(directory.path(), &format!("{CONVERT} --quiet file"), b"").status, 0);
    let mut expected = vec!["file", "sub", "target", locked, link];
    expected.extend(others);
    expected.sort_unstable();
    assert_eq!(names_in(directory.path()), expected);
    drop(holder);
    assert_eq!(placemat_in(directory.path(), "convert file -o new", b"").status, 0);
    assert!(!names_in(directory.path()).contains(&locked.to_owned()), "the next run removes it");
}

#[test]
fn what_is_told_is_not_written_into_a_file_that_is_converted() {
    let directory = directory_with(&[("log", b"\xE9")]);
    let log = directory.path().join("log");
    let mut command = placemat();
    command.current_dir(directory.path()).args(CONVERT.split_whitespace()).arg("log");
    let found = command.stderr(OpenOptions::new().append(true).open(&log).unwrap()).output().unwrap();
    assert_eq!((found.status.code(), found.stdout.len()), (Some(2), 0));
    assert_eq!(fs::read(&log).unwrap(), b"\xE9");
    // A log that is found in a directory is skipped.
    let mut command = placemat();
    command.current_dir(directory.path()).args(CONVERT.split_whitespace()).arg(".");
    let found = command.stderr(OpenOptions::new().append(true).open(&log).unwrap()).output().unwrap();
    assert_eq!(found.status.code(), Some(0));
    assert_eq!(fs::read(&log).unwrap(), b"\xE9placemat: 0 files converted\n");
}

#[test]
fn names_are_any_bytes() {
    let directory = directory_with(&[]);
    let name: &OsStr = crate::command::bytes(b"-\xFF\x1B[1m\n");
    File::create(directory.path().join(name)).unwrap().write_all(b"\xED\xA0\xBD\xED\xB2\xA9\xFF").unwrap();
    let found = placemat_in(directory.path(), &format!("{PAIRS} ."), b"");
    assert!(
        found.stderr.starts_with(r"placemat: ./-\xFF\u{1B}[1m\n:1:3: offset 6, length 1"),
        "{}",
        found.stderr
    );
    assert_eq!(found.status, 1);
    fs::write(directory.path().join(name), PAIR).unwrap();
    assert_eq!(placemat_in(directory.path(), &format!("{PAIRS} ."), b"").status, 0);
    assert_eq!(fs::read(directory.path().join(name)).unwrap(), "💩".as_bytes());
}

/// Bytes after a frame would be lost.
#[test]
fn bytes_after_a_frame_are_not_thrown_away() {
    for (encoding, bytes, at) in
        [("mutf-8-writeutf", b"\0\x03abcdef".as_slice(), 5), ("mutf-8-nul", b"abc\0def", 4)]
    {
        let directory = directory_with(&[("f", bytes)]);
        let arguments = format!("convert -f {encoding} --quiet");
        let found = placemat_in(directory.path(), &format!("{arguments} --in-place f"), b"");
        assert_eq!((fs::read(directory.path().join("f")).unwrap(), found.status), (bytes.to_vec(), 1));
        let told = format!("placemat: f: offset {at}, length 3: 64 65 66 after the frame would be lost");
        assert!(found.stderr.starts_with(&told), "{}", found.stderr);
        let found = placemat_in(directory.path(), &format!("{arguments} f"), b"");
        assert_eq!((found.text(), found.status), ("abc", 1), "{}", found.stderr);
    }
}
