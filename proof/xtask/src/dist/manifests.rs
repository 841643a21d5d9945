//! The sources as an archive, and the files by which package managers install the command: a formula for
//! Homebrew, which compiles those sources, and a manifest for Scoop, which downloads a program.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Made, Place, VERSION, ensure, has, output};
use crate::cargo::root;
use crate::release::REPOSITORY;

const FORMULA: &str = include_str!("templates/placemat.rb");
const SCOOP: &str = include_str!("templates/placemat.json");

/// The target of the program for Windows.
const WINDOWS: &str = "x86_64-pc-windows-gnu";

pub(super) fn make(place: &Place) -> io::Result<Made> {
    // Without "source" it would be the name of Python's source distribution.
    let source = place.out.join(format!("placemat-{VERSION}-source.tar.gz"));
    let mut archive = Command::new("git");
    archive.args(["archive", "--format=tar", "HEAD"]).arg(format!("--prefix=placemat-{VERSION}/"));
    let mut archive = archive.current_dir(root()).stdout(Stdio::piped()).spawn()?;
    let mut gzip = Command::new("gzip");
    gzip.args(["--no-name", "--best"]).stdout(fs::File::create(&source)?);
    gzip.stdin(archive.stdout.take().map_or_else(Stdio::null, Stdio::from));
    let packed = gzip.status()?.success();
    ensure(archive.wait()?.success() && packed, "the sources cannot be packed")?;
    let unpacked = place.unpack(&source, "source-tried")?;
    ensure(unpacked.join("crates/placemat-cli/Cargo.toml").exists(), "the sources are incomplete")?;

    let (mut files, mut left_out) = (vec![source.clone()], vec![]);
    if REPOSITORY.is_empty() {
        let what = "the formula for Homebrew and the manifest for Scoop";
        left_out.push(format!("{what}: the address of the repository is not filled in (RELEASING.md)"));
        return Ok(Made { files, left_out });
    }
    let formula = place.out.join("placemat.rb");
    fs::write(&formula, fill(FORMULA, REPOSITORY, "SOURCE", &source)?)?;
    if has("ruby") {
        output(Command::new("ruby").arg("-c").arg(&formula))?;
    }
    files.push(formula);
    let program = place.out.join(format!("placemat-{VERSION}-{WINDOWS}.zip"));
    if program.exists() {
        let manifest = place.out.join("placemat.json");
        fs::write(&manifest, fill(SCOOP, REPOSITORY, "WINDOWS", &program)?)?;
        files.push(manifest);
    } else {
        let name = super::name_of(&program);
        left_out.push(format!("the manifest for Scoop: put {name} into dist/ first (RELEASING.md)"));
    }
    Ok(Made { files, left_out })
}

/// Fills in a template: the repository, the version, and a product with its checksum and its directory.
fn fill(template: &str, repository: &str, name: &str, product: &Path) -> io::Result<String> {
    let sum = output(Command::new("sha256sum").arg("--").arg(product))?;
    let sum = sum.split(' ').next().unwrap_or_default().trim_start_matches('\\');
    let file = super::name_of(product);
    let directory = file.trim_end_matches(".zip").trim_end_matches(".tar.gz");
    let filled = template
        .replace("@REPOSITORY@", repository.trim_end_matches('/'))
        .replace("@VERSION@", VERSION)
        .replace(&format!("@{name}@"), &file)
        .replace(&format!("@{name}_SHA256@"), sum)
        .replace(&format!("@{name}_FOLDER@"), directory);
    ensure(!filled.contains('@'), format!("a template is not filled in:\n{filled}"))?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    #[test]
    fn templates_are_filled_in() {
        let product = env::temp_dir().join(format!("placemat-{}.zip", std::process::id()));
        fs::write(&product, "abc").unwrap();
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let formula = fill(FORMULA, "https://forge.example/placemat/", "SOURCE", &product).unwrap();
        assert!(formula.contains(&format!("  sha256 \"{sum}\"\n")), "{formula}");
        let address = format!("https://forge.example/placemat/releases/download/v{VERSION}/placemat-");
        assert!(formula.contains(&address), "{formula}");
        let scoop = fill(SCOOP, "https://forge.example/placemat", "WINDOWS", &product).unwrap();
        let scoop: serde_json::Value = serde_json::from_str(&scoop).unwrap();
        let program = &scoop["architecture"]["64bit"];
        assert_eq!((&program["hash"], &scoop["version"]), (&sum.into(), &VERSION.into()));
        assert!(program["url"].as_str().unwrap().starts_with(&address), "{scoop}");
        assert!(fill(SCOOP, "https://forge.example/placemat", "SOURCE", &product).is_err());
        fs::remove_file(product).unwrap();
    }

    /// `cargo binstall` computes the address of an archive, and finds the program in it.
    #[test]
    fn binstall_finds_the_archive_of_the_command() {
        let manifest = fs::read_to_string(root().join("crates/placemat-cli/Cargo.toml")).unwrap();
        let (_, table) = manifest.split_once("\n[package.metadata.binstall]\n").unwrap();
        let value = |name: &str| {
            let line = table.lines().find(|line| line.starts_with(&format!("{name} = "))).unwrap();
            let value = line.split('"').nth(1).unwrap();
            let of_target = value.replace("{ target }", "TARGET").replace("{ version }", VERSION);
            of_target.replace("{ bin }{ binary-ext }", "placemat").replace("{ archive-suffix }", ".tar.gz")
        };
        let directory = super::super::command::directory("TARGET");
        let release = format!("{{ repo }}/releases/download/v{VERSION}");
        assert_eq!(value("pkg-url"), format!("{release}/{directory}.tar.gz"));
        assert_eq!(value("bin-dir"), format!("{directory}/placemat"));
        assert_eq!(value("pkg-fmt"), "tgz");
    }
}
