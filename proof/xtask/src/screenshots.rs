//! `screenshots`: the pictures of the README, made from the output of the command.

mod palette;
#[path = "../../../crates/placemat-cli/tests/screens/tree.rs"]
mod tree;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use anstyle_svg::Term;
use lexopt::prelude::*;

use crate::Stopped;
use crate::cargo::{built, root, target};
use tree::{MENU, TREE};

/// A picture: its name, the command, and the files that it uses.
struct Screen {
    name: &'static str,
    typed: &'static [&'static str],
    files: &'static [(&'static str, &'static [u8])],
}

/// Text that went through Oracle, Java and Windows.
const NOTES: &[u8] =
    b"na\xC3\xAFve caf\xC3\xA9\nthrough Java: a\xC0\x80b\nthrough Windows: \x93quoted\x94\nthrough Oracle: \xED\xA0\xBD\xED\xB2\xA9!\n";

const SCREENS: &[Screen] = &[
    Screen { name: "check", typed: &["check", "site"], files: TREE },
    Screen { name: "detect", typed: &["detect", "site"], files: TREE },
    Screen { name: "explain", typed: &["explain", "aé€💩", "--width", "80"], files: &[] },
    Screen {
        name: "repair",
        typed: &["repair", "--fix", "all", "notes.txt", "menu.txt"],
        files: &[("notes.txt", NOTES), ("menu.txt", MENU)],
    },
];

/// `cargo xtask screenshots [--check]`
pub(crate) fn screenshots(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut checks = false;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("check") => checks = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let Some(command) = built("placemat")? else { return Ok(ExitCode::FAILURE) };
    let mut is_stale = false;
    for screen in SCREENS {
        let path = root().join("docs/screens").join(screen.name).with_extension("svg");
        let picture = draw(screen, &command)?;
        if !checks {
            fs::write(&path, picture)?;
        } else if fs::read_to_string(&path).ok().as_deref() != Some(&*picture) {
            is_stale = true;
            writeln!(
                io::stderr(),
                "docs/screens/{}.svg is not what the command writes now: cargo xtask screenshots",
                screen.name
            )?;
        }
    }
    Ok(if is_stale { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the picture of a command and its output, in a directory of its own.
fn draw(screen: &Screen, command: &Path) -> Result<String, Stopped> {
    let directory = target().join("screenshots").join(screen.name);
    if directory.exists() {
        fs::remove_dir_all(&directory)?;
    }
    fs::create_dir_all(&directory)?;
    for (name, bytes) in screen.files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&directory))?;
        fs::write(path, bytes)?;
    }
    let mut text = format!("\x1B[2m$\x1B[0m placemat {}\n", screen.typed.join(" "));
    text += &run(screen, command, &directory)?;
    fs::remove_dir_all(directory)?;
    Ok(palette::applied_to(&Term::new().render_svg(&text))?)
}

/// Returns the output of the command, in colour.
fn run(screen: &Screen, command: &Path, directory: &Path) -> Result<String, Stopped> {
    let output = Command::new(command)
        .args(screen.typed)
        .current_dir(directory)
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .env_remove("PLACEMAT_ISA")
        .output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
}
