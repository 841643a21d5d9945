//! `beside`: compares the library with its state before it was restructured, by the program in `proof/beside/`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use lexopt::prelude::*;

use crate::cargo::{root, target};
use crate::{Stopped, complain};

/// The last commit before the restructuring.
const OLD: &str = "8ec5360";

/// `cargo xtask beside [--calls N] [--seed N] [--batch N] [--only TEXT] [--tier NAME] [--threads N]
/// [--old REVISION] [--prepare]`
pub(crate) fn beside(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let (mut old, mut is_run, mut passed) = (OLD.to_owned(), true, Vec::<OsString>::new());
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("old") => old = arguments.value()?.parse()?,
            Long("prepare") => is_run = false,
            Long(name @ ("calls" | "seed" | "batch" | "only" | "tier" | "threads")) => {
                let name = format!("--{name}");
                passed.extend([name.into(), arguments.value()?]);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let directory = target().join("beside");
    fs::create_dir_all(&directory)?;
    // Paths in manifests are relative to the manifests.
    let directory = directory.canonicalize()?;
    if let Err(why) = prepare(&directory, &old) {
        complain(&format!("{why}\n"));
        return Ok(ExitCode::FAILURE);
    }
    let manifest = directory.join("Cargo.toml");
    if !is_run {
        complain(&format!("{} is ready\n", manifest.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["run", "--release", "--quiet", "--package", "beside-run", "--manifest-path"]);
    command.arg(&manifest).arg("--").args(passed).env("CARGO_TARGET_DIR", directory.join("target"));
    // The program itself selects instruction sets.
    let status = command.env_remove("PLACEMAT_ISA").status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Writes the older library and the packages that call both.
fn prepare(directory: &Path, old: &str) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    unpack(directory, old)?;
    let workspace = fs::read_to_string(root().join("Cargo.toml")).map_err(said)?;
    write(&directory.join("Cargo.toml"), &of_workspace(&workspace)?).map_err(said)?;
    for (name, manifest) in packages(&root()) {
        fs::create_dir_all(directory.join(name)).map_err(said)?;
        write(&directory.join(name).join("Cargo.toml"), &manifest).map_err(said)?;
    }
    Ok(())
}

/// Writes a file unless it already has that text, because cargo rebuilds what is newer.
fn write(path: &Path, text: &str) -> io::Result<()> {
    match fs::read_to_string(path) {
        Ok(there) if there == text => Ok(()),
        _ => fs::write(path, text),
    }
}

fn git(arguments: &[&str]) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(root()).args(arguments);
    command
}

/// Unpacks the older library's sources into a directory, unless they are already there.
fn unpack(directory: &Path, old: &str) -> Result<(), String> {
    let said = |error: io::Error| error.to_string();
    let commit = format!("{old}^{{commit}}");
    let found = git(&["rev-parse", "--verify", "--quiet", &commit]).output().map_err(said)?;
    if !found.status.success() {
        return Err(format!(
            "there is no commit {old} in this copy of the repository; \
             a shallow clone gets it by `git fetch --unshallow`"
        ));
    }
    let (place, mark) = (directory.join("old"), directory.join("old-revision"));
    if place.exists() && fs::read(&mark).is_ok_and(|there| there == found.stdout) {
        return Ok(());
    }
    if place.exists() {
        fs::remove_dir_all(&place).map_err(said)?;
    }
    fs::create_dir_all(&place).map_err(said)?;
    let mut archive = git(&["archive", "--format=tar", old, "Cargo.toml", "README.md", "crates/placemat"]);
    let mut archive = archive.stdout(Stdio::piped()).spawn().map_err(said)?;
    let pipe = archive.stdout.take().ok_or("git has no output")?;
    let unpacked = Command::new("tar").arg("-x").arg("-C").arg(&place).stdin(pipe).status().map_err(said)?;
    if !archive.wait().map_err(said)?.success() || !unpacked.success() {
        return Err("the older library could not be unpacked by git and tar".to_owned());
    }
    let manifest = place.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(said)?;
    fs::write(&manifest, of_old_workspace(&text)?).map_err(said)?;
    fs::write(&mark, found.stdout).map_err(said)
}

/// Returns the part of the workspace's manifest between two lines.
fn part<'t>(text: &'t str, from: &str, to: &str) -> Result<&'t str, String> {
    let (_, rest) = text.split_once(from).ok_or_else(|| format!("Cargo.toml has no {from}"))?;
    Ok(rest.split_once(to).map_or(rest, |(part, _)| part))
}

/// Returns the manifest of the older library's workspace, with only the library, in another version: a lock
/// file cannot contain two packages with the same name and version.
fn of_old_workspace(text: &str) -> Result<String, String> {
    let package = part(text, "[workspace.package]\n", "[profile.")?;
    let version =
        package.lines().find(|line| line.starts_with("version = ")).ok_or("the workspace has no version")?;
    let package = package.replacen(version, "version = \"0.0.0\"", 1);
    Ok(format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"crates/placemat\"]\n\n[workspace.package]\n{package}"
    ))
}

/// Returns the manifest of the workspace of the packages that call both, with the lints of this one.
fn of_workspace(text: &str) -> Result<String, String> {
    let package = part(text, "[workspace.package]\n", "[profile.")?;
    Ok(format!(
        "[workspace]
resolver = \"3\"
members = [\"common\", \"calls-old\", \"calls-new\", \"run\"]
# It has a workspace of its own.
exclude = [\"old\"]

[workspace.package]
{package}
[profile.release]
debug-assertions = false
overflow-checks = false
panic = \"unwind\"
# It takes long enough to build.
lto = \"off\"
incremental = false
"
    ))
}

/// Returns the packages and their manifests. The calls are one source, compiled with each library.
fn packages(root: &Path) -> [(&'static str, String); 4] {
    let package = |name: &str, kind: &str, source: &str, dependencies: &str| {
        let source = root.join("proof/beside").join(source);
        // Literal strings of TOML can hold every path without an apostrophe.
        format!(
            "[package]
name = \"beside-{name}\"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
authors.workspace = true
publish.workspace = true

{kind}
path = '{}'

[dependencies]
{dependencies}
[lints]
workspace = true
",
            source.display()
        )
    };
    let random = format!("placemat-random = {{ path = '{}' }}\n", root.join("proof/random").display());
    let common = "beside-common = { path = \"../common\" }\n";
    let of = |placemat: PathBuf, features: &str| {
        format!("{common}placemat = {{ path = '{}'{features} }}\n", placemat.display())
    };
    let features = "\n[features]\n# Which of the two libraries it is.\nold = []\n";
    let old = of(PathBuf::from("../old/crates/placemat"), "") + features + "default = [\"old\"]\n";
    let new = of(root.join("crates/placemat"), ", features = [\"columns\", \"views\"]") + features;
    let both = "beside-old = { package = \"beside-calls-old\", path = \"../calls-old\" }
beside-new = { package = \"beside-calls-new\", path = \"../calls-new\" }
";
    let library = |name: &str| format!("[lib]\nname = \"{name}\"\ndoctest = false");
    [
        ("common", package("common", &library("beside_common"), "common/lib.rs", &random)),
        ("calls-old", package("calls-old", &library("beside_old"), "calls/lib.rs", &old)),
        ("calls-new", package("calls-new", &library("beside_new"), "calls/lib.rs", &new)),
        ("run", package("run", "[[bin]]\nname = \"beside\"", "run/main.rs", &format!("{common}{both}"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_older_library_has_another_version() {
        let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let (old, new) = (of_old_workspace(&text).unwrap(), of_workspace(&text).unwrap());
        assert!(old.contains("version = \"0.0.0\"\nedition") && !old.contains("[profile"), "{old}");
        assert!(new.contains("version = \"0.1.0\"") && new.contains("missing_docs = \"deny\""), "{new}");
        assert!(of_workspace("").is_err());
    }

    #[test]
    fn a_commit_that_is_not_there_is_named() {
        let directory = target().join("beside-test");
        let error = unpack(&directory, "0000000000000000000000000000000000000001").unwrap_err();
        assert!(error.starts_with("there is no commit 0000000000000000000000000000000000000001"), "{error}");
        assert!(!directory.exists());
    }

    #[test]
    fn the_sources_are_formatted() {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--edition", "2024", "--check", "--config-path"]).arg(root().join("rustfmt.toml"));
        for source in ["common/lib.rs", "calls/lib.rs", "run/main.rs"] {
            rustfmt.arg(root().join("proof/beside").join(source));
        }
        assert!(rustfmt.status().unwrap().success());
    }
}
