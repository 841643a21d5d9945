//! If a directory refuses what a file needs, the message names the directory, not the file.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::command::{as_another_user, directory_with, names_in, placemat};

const TEMPORARY: &str = "ro/: cannot create a temporary file: permission denied";

/// Every way to write a file in a directory that is not writable.
#[test]
fn a_directory_that_refuses_a_temporary_file_is_named() {
    let content = b"caf\xE9 \xC0\x80 au lait";
    let directory = directory_with(&[("ro/a.txt", content), ("text", b"text"), ("other/x", b"")]);
    let path = |name: &str| directory.path().join(name);
    symlink("ro/a.txt", path("link")).unwrap();
    for (name, mode) in [("", 0o777), ("ro", 0o555), ("ro/a.txt", 0o666), ("text", 0o666)] {
        fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).unwrap();
    }
    let resolved = path("ro").canonicalize().unwrap();
    let of_link = format!("{}/: cannot create a temporary file: permission denied", resolved.display());
    for (arguments, message) in [
        ("convert -f windows-1252 --in-place ro/a.txt", format!("{TEMPORARY} (ro/a.txt is unchanged)")),
        ("convert -f windows-1252 --in-place ro", format!("{TEMPORARY} (ro/a.txt is unchanged)")),
        (
            "convert -f windows-1252 --in-place ./ro/../ro/a.txt",
            format!("./ro/../{TEMPORARY} (./ro/../ro/a.txt is unchanged)"),
        ),
        ("convert -f windows-1252 --in-place link", format!("{of_link} (link is unchanged)")),
        ("repair --fix all --in-place ro/a.txt", format!("{TEMPORARY} (ro/a.txt is unchanged)")),
        ("convert text -o ro/a.txt", format!("{TEMPORARY} (ro/a.txt is unchanged)")),
        ("convert text -o link", format!("{of_link} (link is unchanged)")),
        ("convert text -o ro/new", format!("{TEMPORARY} (ro/new is not written)")),
        ("repair text -o ro/new", format!("{TEMPORARY} (ro/new is not written)")),
        ("convert --out-dir ro text", format!("{TEMPORARY} (ro/text is not written)")),
        (
            "convert --out-dir ro/deep text",
            "ro/: cannot create a directory: permission denied (ro/deep is not written)".to_owned(),
        ),
        ("convert --out-dir ro other", format!("{TEMPORARY} (ro/x is not written)")),
    ] {
        let Some(found) = as_another_user(directory.path(), arguments) else { return };
        let first = found.stderr.lines().next().unwrap_or_default();
        assert_eq!(first, format!("placemat: {message}"), "{arguments}");
        assert_eq!(found.status, 2, "{arguments}");
        assert_eq!(fs::read(path("ro/a.txt")).unwrap(), content);
        assert_eq!(names_in(&path("ro")), ["a.txt"]);
    }
    // The same in the current directory, which has no name on the command line.
    let found = as_another_user(&path("ro"), "convert -f windows-1252 --in-place a.txt").unwrap();
    let message = "placemat: ./: cannot create a temporary file: permission denied (a.txt is unchanged)\n";
    assert!(found.stderr.starts_with(message), "{}", found.stderr);
}

#[test]
fn the_directory_of_files_without_a_name_is_named() {
    let directory = directory_with(&[("no-directory", b"")]);
    let directory = directory.path().join("no-directory");
    for arguments in [
        "repair",
        "check -e double-utf-8-cp1252",
        "convert -f utf-8-or-windows-1252",
        "convert -t mutf-8-writeutf",
    ] {
        let mut command = placemat();
        command.args(arguments.split(' ')).env("TMPDIR", &directory);
        let found = crate::command::run(&mut command, b"caf\xE9");
        let message = format!("placemat: {}/: cannot use a temporary file: ", directory.display());
        assert!(found.stderr.starts_with(&message), "{arguments}: {}", found.stderr);
        assert!(!found.stderr.contains("os error"), "{}", found.stderr);
        assert_eq!(found.status, 2, "{arguments}");
    }
}
