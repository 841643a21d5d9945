//! The command, as an archive with its manual, completions and licences.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Made, Place, VERSION, copy, ensure, has_target, licences, output, run, tool};
use crate::cargo::root;

/// The package of the command.
pub(super) const PACKAGE: &str = "placemat-cli";

/// The targets, the best one first: a static program runs on every Linux.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-musl", "x86_64-unknown-linux-gnu"];

/// The shells, and the names under which they look for scripts.
const SHELLS: [(&str, &str); 4] =
    [("bash", "placemat"), ("elvish", "placemat.elv"), ("fish", "placemat.fish"), ("zsh", "_placemat")];

pub(super) fn make(place: &Place) -> io::Result<Made> {
    let Some(target) = TARGETS.into_iter().find(|target| has_target(target)) else {
        return Ok(Made { files: vec![], left_out: vec![format!("the command: no target of {TARGETS:?}")] });
    };
    let left_out = TARGETS.iter().take_while(|it| **it != target);
    let left_out = left_out.map(|it| format!("the command for {it}: rustup has no such target")).collect();
    let program = build(place, target)?;
    let directory = place.empty("command")?.join(directory(target));
    fs::create_dir_all(&directory)?;
    fs::copy(&program, directory.join("placemat"))?;
    documents(&program, &directory)?;
    copy(&["crates/placemat-cli/README.md", "LICENSE-APACHE", "LICENSE-MIT"], &directory)?;
    fs::write(directory.join("THIRD-PARTY.txt"), licences::of("Cargo.toml", PACKAGE, target)?)?;
    let archive = place.archive(&directory)?;
    try_out(&place.unpack(&archive, "command-tried")?, target)?;
    Ok(Made { files: vec![archive], left_out })
}

/// Returns the name of the directory in the archive for a target, and of the archive.
pub(super) fn directory(target: &str) -> String {
    format!("placemat-{VERSION}-{target}")
}

/// Builds the command for a target, with the list of its dependencies inside: `cargo audit bin` and scanners
/// of images read it.
pub(super) fn build(place: &Place, target: &str) -> io::Result<PathBuf> {
    let mut command = Command::new(tool("cargo-auditable")?);
    command.args(["auditable", "build", "--quiet", "--profile", "dist", "--locked", "--package", PACKAGE]);
    command.args(["--bin", "placemat", "--target", target]).current_dir(root());
    place.set(&mut command);
    command.env("CARGO_PROFILE_DIST_STRIP", "symbols");
    run(&mut command)?;
    Ok(place.build.join(target).join("dist/placemat"))
}

/// Writes the manual pages and completions, which the command itself prints.
pub(super) fn documents(program: &Path, into: &Path) -> io::Result<()> {
    run(Command::new(program).arg("man").arg(into.join("man1")).stdout(Stdio::null()))?;
    let scripts = into.join("completions");
    fs::create_dir_all(&scripts)?;
    for (shell, name) in SHELLS {
        fs::write(scripts.join(name), output(Command::new(program).args(["completions", shell]))?)?;
    }
    Ok(())
}

/// Uses the unpacked archive as somebody does who has only it.
fn try_out(directory: &Path, target: &str) -> io::Result<()> {
    let placemat = directory.join("placemat");
    try_program(&placemat)?;
    for file in ["man1/placemat.1", "man1/placemat-repair.1", "completions/placemat", "completions/_placemat"]
    {
        ensure(fs::metadata(directory.join(file))?.len() > 500, format!("{file} is too short"))?;
    }
    run(Command::new("bash").arg("-n").arg(directory.join("completions/placemat")))?;
    let needed = Command::new("ldd").arg(&placemat).output()?;
    let needed = String::from_utf8_lossy(&[needed.stdout, needed.stderr].concat()).into_owned();
    let is_static = ["statically linked", "not a dynamic executable"].iter().any(|it| needed.contains(it));
    ensure(is_static == target.ends_with("musl"), format!("{target} needs {needed}"))?;
    names_no_place(&placemat)?;
    lists_dependencies(&placemat)
}

/// Runs a command without an environment: its version, and a repair.
pub(super) fn try_program(placemat: &Path) -> io::Result<()> {
    let version = output(Command::new(placemat).arg("--version").env_clear())?;
    ensure(version.trim() == format!("placemat {VERSION}"), format!("it is {version}"))?;
    let mut repair = Command::new(placemat);
    repair.arg("repair").env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = repair.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(b"caf\xED\xA0\xBD\xED\xB2\xA9 caf\xC3\x83\xC2\xA9\n")?;
    }
    let repaired = child.wait_with_output()?.stdout;
    ensure(repaired.starts_with("caf💩".as_bytes()), format!("repaired: {}", repaired.escape_ascii()))
}

/// Asserts that a file does not name the directories in which it was built.
pub(super) fn names_no_place(file: &Path) -> io::Result<()> {
    let bytes = fs::read(file)?;
    for place in [root(), super::cargo_home()] {
        let place = place.into_os_string().into_encoded_bytes();
        let is_named = bytes.windows(place.len()).any(|window| window == place);
        ensure(!is_named, format!("{} names {}", file.display(), place.escape_ascii()))?;
    }
    Ok(())
}

/// Asserts that a program has the section in which `cargo auditable` lists its dependencies.
fn lists_dependencies(program: &Path) -> io::Result<()> {
    let bytes = fs::read(program)?;
    let file = object::File::parse(&*bytes).map_err(io::Error::other)?;
    let list = object::Object::section_by_name(&file, ".dep-v0");
    let size = list.map_or(0, |list| object::ObjectSection::size(&list));
    ensure(size > 500, format!("the list of dependencies has {size} bytes"))
}
