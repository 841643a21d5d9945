//! `release`: the conditions for publishing the packages that can be checked automatically. RELEASING.md has
//! the steps for a person.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::Stopped;
use crate::cargo::{cargo, root};

/// The address of the repository, which a person fills in once. It becomes the `repository` of all packages.
pub(crate) const REPOSITORY: &str = "";

/// Where to report a vulnerability in private, which a person fills in once. SECURITY.md must contain it,
/// too.
pub(crate) const SECURITY_CONTACT: &str = "";

/// The packages, in the order in which they are published.
const PACKAGES: [&str; 3] = ["placemat", "placemat-async", "placemat-cli"];

/// The files of the packages.
const FILES: &str = "docs/packages.txt";

/// Files that name the version, besides the manifest of the workspace.
const VERSIONED: [&str; 6] = [
    "CITATION.cff",
    "bindings/c/Cargo.toml",
    "bindings/datafusion/Cargo.toml",
    "bindings/gconv/Cargo.toml",
    "bindings/python/Cargo.toml",
    "bindings/python/pyproject.toml",
];

/// `cargo xtask release [--files|--record]`
pub(crate) fn release(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    use lexopt::prelude::*;
    let (mut only_files, mut records) = (false, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("files") => only_files = true,
            Long("record") => records = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let files = files()?;
    if records {
        fs::write(root().join(FILES), files)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut faults = vec![];
    let recorded = fs::read_to_string(root().join(FILES)).unwrap_or_default();
    if files != recorded {
        faults.push(format!(
            "{FILES} differs from the files of the packages: {}",
            differing(&recorded, &files)
        ));
    }
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    faults.extend(VERSIONED.into_iter().filter_map(|file| other_version(version, file, &read(file))));
    if !only_files {
        faults.extend(missing_addresses(
            REPOSITORY,
            SECURITY_CONTACT,
            &read("Cargo.toml"),
            &read("SECURITY.md"),
        ));
        faults.extend(unreleased(version, &read("CHANGELOG.md")));
        // All of them at once, since none of them is in a registry yet. Each is compiled as it would be
        // published.
        let mut package = cargo(&["package", "--quiet"]);
        package.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
        if !package.status()?.success() {
            faults.push("the packages cannot be made".to_owned());
        }
    }
    let mut out = io::stdout();
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    if !faults.is_empty() {
        return Ok(ExitCode::FAILURE);
    }
    match only_files {
        true => writeln!(out, "the packages have the files of {FILES}")?,
        false => writeln!(out, "ready: RELEASING.md goes on from here")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the names of the files of all packages, one on each line.
fn files() -> Result<String, Stopped> {
    let mut all = String::new();
    for package in PACKAGES {
        let output =
            cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package", package]).output()?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()).into());
        }
        for file in String::from_utf8_lossy(&output.stdout).lines() {
            // Cargo adds these. The first is there only in a repository.
            if !matches!(file, ".cargo_vcs_info.json" | "Cargo.lock" | "Cargo.toml.orig") {
                let _ = writeln!(all, "{package}/{}", file.replace('\\', "/"));
            }
        }
    }
    Ok(all)
}

/// Returns the lines that only one of two lists has.
fn differing(old: &str, new: &str) -> String {
    let only = |one: &str, other: &str, sign: char| -> Vec<String> {
        let lines = one.lines().filter(|line| !other.lines().any(|other| other == *line));
        lines.map(|line| format!("{sign}{line}")).collect()
    };
    [only(old, new, '-'), only(new, old, '+')].concat().join(" ")
}

/// Returns what is missing of the addresses that only a person knows.
fn missing_addresses(repository: &str, contact: &str, manifest: &str, security: &str) -> Vec<String> {
    let mut faults = vec![];
    for (name, address, file, text) in [
        ("the address of the repository", repository, "Cargo.toml", manifest),
        ("the contact for vulnerabilities", contact, "SECURITY.md", security),
    ] {
        if address.is_empty() {
            faults.push(format!("{name} is not filled in: see RELEASING.md"));
        } else if !text.contains(address) {
            faults.push(format!("{file} does not have {name}, {address}"));
        }
    }
    faults
}

/// Returns what is wrong with the version that a file names in the first line that begins with the word.
fn other_version(version: &str, file: &str, text: &str) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with("version")).unwrap_or("no version");
    let named = line.trim_start_matches("version").trim_matches([' ', '=', ':', '"']);
    (named != version).then(|| format!("{file} does not have the version {version}: {line}"))
}

/// Returns what CHANGELOG lacks of a version that is to be released.
fn unreleased(version: &str, changelog: &str) -> Option<String> {
    let heading =
        changelog.lines().find(|line| line.split(' ').nth(1) == Some(version) && line.starts_with("## "));
    match heading {
        None => Some(format!("CHANGELOG.md has no section for {version}")),
        Some(heading) if !heading.split(' ').any(is_date) => {
            Some(format!("CHANGELOG.md has no date for {version}: {heading}"))
        }
        Some(_) => None,
    }
}

/// Returns `true` for a date such as 2027-01-31.
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    parts.iter().map(|part| part.len()).eq([4, 2, 2])
        && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_filled_in_and_stands_where_it_belongs() {
        let faults = |repository, contact| missing_addresses(repository, contact, "a://b", "c@d").len();
        assert_eq!((faults("", ""), faults("a://b", ""), faults("a://b", "c@d")), (2, 1, 0));
        assert_eq!((faults("a://x", "c@d"), faults("a://b", "x@d")), (1, 1));
    }

    #[test]
    fn a_version_has_a_section_with_a_date() {
        let unreleased = |changelog| unreleased("1.2.3", changelog).is_some();
        for changelog in
            ["## 1.2.4 — 2027-01-01", "## 1.2.30 — 2027-01-01", "## 1.2.3 — unreleased", "## 1.2.3"]
        {
            assert!(unreleased(changelog), "{changelog}");
        }
        assert!(!unreleased("# Changelog\n\n## 1.2.3 — 2027-01-01\n"));
    }

    #[test]
    fn every_file_names_the_version() {
        let differs = |text| other_version("1.2.3", "file", text).is_some();
        assert!(
            !differs("cff-version: 1.2.0\nversion: 1.2.3\n")
                && !differs("name = \"a\"\nversion = \"1.2.3\"\n")
        );
        for text in ["version = \"1.2.30\"\n", "version: 1.2\n", "cff-version: 1.2.3\n", ""] {
            assert!(differs(text), "{text}");
        }
    }

    #[test]
    fn lists_differ_by_lines() {
        assert_eq!(differing("a\nb\n", "b\nc\n"), "-a +c");
    }
}
