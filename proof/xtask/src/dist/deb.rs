//! The command as a package for Debian and its relatives, by cargo-deb.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Made, Place, VERSION, command, ensure, has, licences, list, output, run, tool};
use crate::cargo::root;
use crate::release::SECURITY_CONTACT;

/// Linked to the system's C library, as Debian wants it.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What Debian's policy wants to know about the copyright.
const COPYRIGHT: &str = "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: placemat
Comment: THIRD-PARTY.txt.gz beside this file has the licences of what is linked into the command.

Files: *
Copyright: 2026 The placemat authors
License: MIT or Apache-2.0
";

pub(super) fn make(place: &Place) -> io::Result<Made> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) || !has("dpkg-deb") {
        return Ok(Made { files: vec![], left_out: vec![".deb: this is not Debian on x86-64".to_owned()] });
    }
    let program = command::build(place, TARGET)?;
    documents(place, &program)?;
    let file = place.out.join(format!("placemat_{VERSION}_amd64.deb"));
    let mut deb = Command::new(tool("cargo-deb")?);
    deb.args([
        "--quiet",
        "--package",
        command::PACKAGE,
        "--target",
        TARGET,
        "--profile",
        "dist",
        "--no-build",
        "--no-strip",
    ]);
    // Without a revision, because the packaging is not somebody else's.
    deb.args(["--locked", "--deb-version", VERSION, "--maintainer", &maintainer(), "--output"]).arg(&file);
    place.set(&mut deb);
    run(deb.current_dir(root()).stdout(Stdio::null()))?;
    let mut left_out = vec![];
    if SECURITY_CONTACT.is_empty() {
        left_out.push("the address of the maintainer in .deb: it is not filled in (RELEASING.md)".to_owned());
    }
    if !lint(&file)? {
        left_out.push("lintian on .deb: it is not installed".to_owned());
    }
    try_out(place, &file)?;
    Ok(Made { files: vec![file], left_out })
}

fn maintainer() -> String {
    format!("The placemat authors <{SECURITY_CONTACT}>")
}

/// Writes what the package contains besides the command, beside it, where its manifest looks for it.
fn documents(place: &Place, program: &Path) -> io::Result<()> {
    let directory = place.build.join(TARGET).join("dist/deb");
    if directory.exists() {
        fs::remove_dir_all(&directory)?;
    }
    fs::create_dir_all(&directory)?;
    command::documents(program, &directory)?;
    let mit = fs::read_to_string(root().join("LICENSE-MIT"))?;
    let (_, terms) = mit.split_once("Permission is").unwrap_or_default();
    let mit: String = format!("Permission is{terms}").lines().map(paragraph).collect();
    let apache = " On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.\n";
    let copyright = format!("{COPYRIGHT}\nLicense: MIT\n{mit}\nLicense: Apache-2.0\n{apache}");
    fs::write(directory.join("copyright"), copyright)?;
    let date = output(
        Command::new("date").args(["--utc", "--rfc-email", "--date"]).arg(format!("@{}", place.time)),
    )?;
    let changes = format!("placemat ({VERSION}) unstable; urgency=medium\n\n  * Version {VERSION}.\n\n");
    let changes = format!("{changes} -- {}  {}\n", maintainer(), date.trim());
    fs::write(directory.join("changelog"), changes)?;
    fs::write(directory.join("THIRD-PARTY.txt"), licences::of("Cargo.toml", command::PACKAGE, TARGET)?)?;
    let mut gzip = Command::new("gzip");
    gzip.args(["--no-name", "--best", "changelog", "THIRD-PARTY.txt"]).args(list(&directory.join("man1"))?);
    run(gzip.current_dir(&directory))
}

/// Returns a line of a paragraph in a copyright file.
fn paragraph(line: &str) -> String {
    if line.is_empty() { " .\n".to_owned() } else { format!(" {line}\n") }
}

/// Runs lintian, and returns `false` if it is not installed and cannot be.
fn lint(file: &Path) -> io::Result<bool> {
    let is_installed = || has("lintian");
    let install = || {
        let mut install = Command::new("apt-get");
        install.args(["install", "--yes", "--no-install-recommends", "lintian"]);
        install.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    if !(is_installed() || install() && is_installed()) {
        return Ok(false);
    }
    let mut lintian = Command::new("lintian");
    lintian.args(["--fail-on", "error,warning", "--allow-root"]);
    if SECURITY_CONTACT.is_empty() {
        lintian.args(["--suppress-tags", "bogus-mail-host-in-debian-changelog,malformed-contact"]);
    }
    let found = lintian.arg(file).output()?;
    let found = (found.status, String::from_utf8_lossy(&[found.stdout, found.stderr].concat()).into_owned());
    ensure(found.0.success() && found.1.is_empty(), format!("lintian: {}\n{}", found.0, found.1))?;
    Ok(true)
}

/// Installs the package into an empty root, and uses the command from there.
fn try_out(place: &Place, file: &Path) -> io::Result<()> {
    let installed: PathBuf = place.empty("deb-tried")?;
    run(Command::new("dpkg-deb").arg("--extract").arg(file).arg(&installed))?;
    command::try_program(&installed.join("usr/bin/placemat"))?;
    command::names_no_place(&installed.join("usr/bin/placemat"))?;
    for name in [
        "man/man1/placemat.1.gz",
        "man/man1/placemat-repair.1.gz",
        "bash-completion/completions/placemat",
        "zsh/vendor-completions/_placemat",
        "fish/vendor_completions.d/placemat.fish",
        "doc/placemat/copyright",
        "doc/placemat/changelog.gz",
        "doc/placemat/THIRD-PARTY.txt.gz",
    ] {
        ensure(installed.join("usr/share").join(name).exists(), format!("the package has no {name}"))?;
    }
    let fields = output(Command::new("dpkg-deb").arg("--field").arg(file))?;
    for field in
        ["Package: placemat\n", &format!("Version: {VERSION}\n"), "Architecture: amd64\n", "libc6 (>= 2."]
    {
        ensure(fields.contains(field), format!("the package has no field {field}:\n{fields}"))?;
    }
    Ok(())
}
