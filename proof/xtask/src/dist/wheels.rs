//! The package for Python: a source distribution, and wheels for every version of Python from 3.11 on.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{
    Made, Place, VERSION, command, ensure, has, has_target, licences, list, name_of, output, run, sbom,
};
use crate::cargo::{cargo, root};

const FOLDER: &str = "bindings/python";
const PACKAGE: &str = "placemat-python";

/// The licences of what is linked into a wheel. pip puts the file into `.dist-info/licenses`.
const LICENCES: &str = "THIRD-PARTY.txt";

/// The packages that are linked into a wheel, in the format of CycloneDX. pip puts the file into
/// `.dist-info/sboms` (PEP 770), where scanners find it.
const SBOM: &str = "placemat.cdx.json";

/// The targets, and the oldest systems on which their wheels run: glibc 2.17, and musl 1.2.
const TARGETS: [(&str, &str); 4] = [
    ("x86_64-unknown-linux-gnu", "manylinux2014"),
    ("x86_64-unknown-linux-musl", "musllinux_1_2"),
    ("aarch64-unknown-linux-gnu", "manylinux2014"),
    ("aarch64-unknown-linux-musl", "musllinux_1_2"),
];

pub(super) fn make(place: &Place) -> io::Result<Made> {
    if !has("python3") {
        return Ok(Made { files: vec![], left_out: vec!["wheels: there is no python3".to_owned()] });
    }
    compare_lists()?;
    let packages = ["maturin>=1.11,<2", "ziglang", "cyclonedx-python-lib[json-validation]>=11,<12"];
    let tools = environment(&place.build.join("maturin"), &packages)?;
    is_valid(&tools)?;
    let (mut files, mut left_out) = (vec![], vec![]);
    let out = place.empty("wheels")?;
    let mut sdist = maturin(place, &tools, &["sdist"], &out);
    run(&mut sdist)?;
    for (target, system) in TARGETS {
        if !has_target(target) {
            left_out.push(format!("a wheel for {target}: rustup has no such target"));
            continue;
        }
        let options =
            ["build", "--release", "--locked", "--zig", "--target", target, "--compatibility", system];
        run(&mut maturin(place, &tools, &options, &out))?;
    }
    for made in list(&out)? {
        let file = place.out.join(name_of(&made));
        fs::copy(&made, &file)?;
        files.push(file);
    }
    try_out(place, &files)?;
    Ok(Made { files, left_out })
}

/// Returns the names and texts of the two lists. They are files of the package, so that a wheel that is built
/// elsewhere has them, too.
fn lists() -> io::Result<[(&'static str, String); 2]> {
    let manifest = format!("{FOLDER}/Cargo.toml");
    let of = |target| sbom::of(FOLDER, PACKAGE, target, ("pypi", "placemat"));
    let (first, _) = TARGETS[0];
    let sbom = of(first)?;
    for (target, _) in TARGETS {
        ensure(of(target)? == sbom, format!("a wheel for {target} does not link what one for {first} does"))?;
    }
    Ok([(LICENCES, licences::of(&manifest, PACKAGE, first)?), (SBOM, sbom)])
}

/// Writes the two lists.
pub(super) fn write_lists() -> io::Result<()> {
    lists()?.into_iter().try_for_each(|(name, text)| fs::write(root().join(FOLDER).join(name), text))
}

/// Asserts that the two lists are those of `Cargo.lock`.
pub(super) fn compare_lists() -> io::Result<()> {
    for (name, text) in lists()? {
        let is_equal = fs::read_to_string(root().join(FOLDER).join(name)).is_ok_and(|there| there == text);
        ensure(is_equal, format!("{FOLDER}/{name} is out of date: run `cargo xtask dist --record`"))?;
    }
    Ok(())
}

/// Asserts that the list for scanners follows the schema of its format.
fn is_valid(programs: &Path) -> io::Result<()> {
    let program = "\
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1], encoding='utf-8').read())
sys.exit(error and str(error))";
    let mut python = Command::new(programs.join("python"));
    run(python.args(["-I", "-c", program]).arg(root().join(FOLDER).join(SBOM)))
}

/// Makes a virtual environment with packages, and returns its directory of programs.
fn environment(directory: &Path, packages: &[&str]) -> io::Result<PathBuf> {
    let programs = directory.join("bin");
    if !programs.join("python").exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(directory))?;
    }
    if !packages.is_empty() {
        run(pip(&programs).args(["install", "--quiet"]).args(packages))?;
    }
    Ok(programs)
}

fn pip(programs: &Path) -> Command {
    let mut pip = Command::new(programs.join("python"));
    pip.args(["-m", "pip", "--disable-pip-version-check"]);
    pip
}

/// Returns a call of maturin.
fn maturin(place: &Place, programs: &Path, arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(programs.join("python"));
    command.args(["-m", "maturin"]).args(arguments).arg("--out").arg(out);
    command.arg("--manifest-path").arg(root().join(FOLDER).join("Cargo.toml"));
    place.set(&mut command);
    // It looks for Zig in the first Python there.
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [programs.to_owned()].into_iter().chain(env::split_paths(&path));
    if let Ok(paths) = env::join_paths(paths) {
        command.env("PATH", paths);
    }
    command
}

/// Installs the wheel of this machine into an empty environment, and the source distribution's files are
/// looked at.
fn try_out(place: &Place, files: &[PathBuf]) -> io::Result<()> {
    let find = |ends: &[&str]| {
        let found = files.iter().find(|file| ends.iter().all(|part| name_of(file).contains(part)));
        found.ok_or_else(|| io::Error::other(format!("there is no file of {ends:?}")))
    };
    let wheel = find(&["-abi3-manylinux", "x86_64.whl"])?;
    let sdist = find(&[".tar.gz"])?;
    let unpacked = place.unpack(sdist, "sdist-tried")?;
    // Where `pyproject.toml`, which is moved there, names them.
    for file in ["PKG-INFO", "pyproject.toml", "LICENSE-MIT", LICENCES, SBOM] {
        ensure(unpacked.join(file).exists(), format!("the source distribution has no {file}"))?;
    }
    // It is complete: the library is in it, too. Python is not needed to see this.
    let mut check = cargo(&["check", "--quiet", "--locked"]);
    place.set(&mut check);
    check.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1");
    run(check.current_dir(unpacked.join(FOLDER)))?;
    for file in files {
        look_into(place, file)?;
    }
    let directory = place.empty("wheel-tried")?;
    let programs = environment(&directory.join("environment"), &[])?;
    run(pip(&programs).args(["install", "--quiet", "--no-index"]).arg(wheel))?;
    let program = "\
import placemat, importlib.metadata
assert importlib.metadata.version('placemat') == VERSION
installed = [str(file) for file in importlib.metadata.files('placemat')]
for name in ['licenses/LICENSE-APACHE', 'licenses/LICENSE-MIT', 'licenses/THIRD', 'sboms/SBOM']:
    assert f'placemat-{VERSION}.dist-info/{name}' in installed, name
placemat.register()
assert b'\\xed\\xa0\\xbd\\xed\\xb2\\xa9'.decode('cesu-8') == '\\U0001F4A9'
assert '\\0'.encode('mutf-8') == b'\\xc0\\x80'
print(placemat.__file__)";
    let program =
        format!("VERSION = '{VERSION}'\n{program}").replace("THIRD", LICENCES).replace("SBOM", SBOM);
    let mut python = Command::new(programs.join("python"));
    let printed = output(python.args(["-I", "-c", &program]).current_dir(&directory))?;
    ensure(Path::new(printed.trim()).starts_with(&directory), format!("it imported {printed}"))
}

/// Asserts that nothing in an archive names the directories in which it was built, and that a wheel has its
/// lists of what is linked.
fn look_into(place: &Place, archive: &Path) -> io::Result<()> {
    let unpacked = place.empty("wheel-unpacked")?;
    let is_wheel = archive.extension().is_some_and(|extension| extension == "whl");
    match is_wheel {
        true => run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(archive).arg(&unpacked))?,
        false => run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&unpacked))?,
    }
    let (mut open, mut count) = (vec![unpacked.clone()], 0);
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(list(&path)?);
        } else {
            command::names_no_place(&path)?;
            count += 1;
        }
    }
    ensure(count > 10, format!("{} has {count} files", archive.display()))?;
    if is_wheel {
        let information = unpacked.join(format!("placemat-{VERSION}.dist-info"));
        for (name, into) in [(LICENCES, "licenses"), (SBOM, "sboms")] {
            let whole = fs::read(root().join(FOLDER).join(name))?;
            let is_there = fs::read(information.join(into).join(name)).is_ok_and(|bytes| bytes == whole);
            ensure(is_there, format!("{} has no {name} in {into}", archive.display()))?;
        }
    }
    Ok(())
}
