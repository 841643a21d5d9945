//! `dist`: the products that people install, built into `dist/`, each tried in an empty directory.
//!
//! Whatever a product needs besides Rust is installed into the target directory. What this machine cannot
//! build is printed and left out; the rest is built nevertheless.

mod command;
mod deb;
mod library;
mod licences;
mod manifests;
mod module;
mod sbom;
mod vectors;
mod wheels;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use crate::Stopped;
use crate::cargo::{cargo, has, root, target};

/// The version of all products.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A product: its name, and the function that builds and tries it.
struct Product {
    name: &'static str,
    make: fn(&Place) -> io::Result<Made>,
    /// Whether `--twice` builds it again and compares the bytes. Manifests are text about what was built.
    is_repeated: bool,
}

const PRODUCTS: [Product; 7] = [
    Product { name: "vectors", make: vectors::make, is_repeated: true },
    Product { name: "command", make: command::make, is_repeated: true },
    Product { name: "deb", make: deb::make, is_repeated: true },
    Product { name: "c", make: library::make, is_repeated: true },
    Product { name: "gconv", make: module::make, is_repeated: true },
    Product { name: "wheels", make: wheels::make, is_repeated: true },
    Product { name: "manifests", make: manifests::make, is_repeated: false },
];

/// What came of a product.
struct Made {
    files: Vec<PathBuf>,
    /// What cannot be built here, and why.
    left_out: Vec<String>,
}

/// Where a build takes place.
struct Place {
    /// The directory of the products.
    out: PathBuf,
    /// The directory in which cargo builds.
    build: PathBuf,
    /// The time of all files, in seconds: that of the commit.
    time: String,
}

/// `cargo xtask dist [--twice] [PRODUCT…]`, or `--lists` or `--record` for the lists of [`wheels`].
pub(crate) fn dist(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    use lexopt::prelude::*;
    let (mut twice, mut names) = (false, vec![]);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("twice") => twice = true,
            Long("lists") => return status("lists of the wheels", wheels::compare_lists()),
            Long("record") => return status("lists of the wheels", wheels::write_lists()),
            Value(name) if PRODUCTS.iter().any(|product| name == product.name) => names.push(name),
            Value(name) => {
                let known = PRODUCTS.map(|product| product.name).join(", ");
                return Err(Stopped::Usage(format!("no product {}; there are {known}", name.display())));
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let mut out = io::stdout();
    let first = Place::new(root().join("dist"), target().join("dist"))?;
    let second = Place::new(target().join("dist-again/out"), target().join("dist-again"))?;
    if names.is_empty() {
        // Of another version, perhaps. A program for Windows was put there by a person.
        for file in list(&first.out)?.iter().filter(|file| file.extension() != Some(OsStr::new("zip"))) {
            fs::remove_file(file)?;
        }
    }
    let mut passed = true;
    let (mut rows, mut left_out) = (vec![], vec![]);
    let chosen = |product: &&Product| names.is_empty() || names.iter().any(|name| *name == *product.name);
    for product in PRODUCTS.iter().filter(chosen) {
        let start = Instant::now();
        writeln!(out, "== {}", product.name)?;
        let made = (product.make)(&first).and_then(|made| {
            if twice && product.is_repeated {
                compare(&made.files, &(product.make)(&second)?.files)?;
            }
            Ok(made)
        });
        let verdict = match made {
            Ok(made) => {
                for file in &made.files {
                    rows.push((product.name, name_of(file), fs::metadata(file)?.len()));
                }
                left_out.extend(made.left_out);
                match (made.files.is_empty(), twice && product.is_repeated) {
                    (true, _) => "left out",
                    (_, true) => "passed, twice with equal bytes",
                    (_, false) => "passed",
                }
            }
            Err(error) => {
                writeln!(out, "{}: {error}", product.name)?;
                passed = false;
                "FAILED"
            }
        };
        writeln!(out, "== {}: {verdict}, {:.0} s", product.name, start.elapsed().as_secs_f64())?;
    }
    checksums(&first.out)?;
    write!(out, "{}", table(&rows))?;
    for why in &left_out {
        writeln!(out, "left out: {why}")?;
    }
    writeln!(out, "dist/ has {} files", list(&first.out)?.len())?;
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints whether a step succeeded.
fn status(name: &str, result: io::Result<()>) -> Result<ExitCode, Stopped> {
    let mut out = io::stdout();
    match result {
        Ok(()) => writeln!(out, "{name}: passed")?,
        Err(error) => {
            writeln!(out, "{name}: {error}")?;
            return Ok(ExitCode::FAILURE);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the table of products, files and sizes in bytes that ends a run.
fn table(rows: &[(&str, String, u64)]) -> String {
    let width = rows.iter().map(|(_, file, _)| file.chars().count()).max().unwrap_or(0);
    let size = |bytes: u64| match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    };
    rows.iter().map(|(name, file, bytes)| format!("{name:9}  {file:width$}  {:>8}\n", size(*bytes))).collect()
}

impl Place {
    fn new(out: PathBuf, build: PathBuf) -> io::Result<Place> {
        fs::create_dir_all(&out)?;
        fs::create_dir_all(&build)?;
        let time = match env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => output(Command::new("git").args(["log", "-1", "--format=%ct"]).current_dir(root()))?,
        };
        Ok(Place { out, build, time: time.trim().to_owned() })
    }

    /// Sets the variables that make a build independent of its place.
    fn set(&self, command: &mut Command) {
        let mut flags = vec![];
        for (from, to) in [
            (cargo_home().join("registry/src"), "registry"),
            (root(), "placemat"),
            // The last one that fits applies.
            (self.build.clone(), "target"),
        ] {
            flags.push(format!("--remap-path-prefix={}={to}", from.display()));
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1F")).env_remove("RUSTFLAGS");
        command.env("CARGO_TARGET_DIR", &self.build).env("SOURCE_DATE_EPOCH", &self.time);
        command.env("CARGO_INCREMENTAL", "0");
    }

    /// Returns an empty directory, for files that are put together or tried.
    fn empty(&self, name: &str) -> io::Result<PathBuf> {
        let directory = self.build.join("work").join(name);
        if directory.exists() {
            fs::remove_dir_all(&directory)?;
        }
        fs::create_dir_all(&directory)?;
        Ok(directory)
    }

    /// Packs a directory into an archive that depends only on the files: sorted, with one time and owner.
    fn archive(&self, directory: &Path) -> io::Result<PathBuf> {
        let name = name_of(directory);
        let file = self.out.join(format!("{name}.tar.gz"));
        let mut tar = Command::new("tar");
        tar.args(["--create", "--format=ustar", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        tar.arg("--mode=u=rwX,go=rX").arg(format!("--mtime=@{}", self.time));
        tar.arg("--directory").arg(parent(directory)).arg(&name).stdout(Stdio::piped());
        let mut tar = tar.spawn()?;
        let mut gzip = Command::new("gzip");
        gzip.args(["--no-name", "--best"]).stdout(fs::File::create(&file)?);
        gzip.stdin(tar.stdout.take().map_or_else(Stdio::null, Stdio::from));
        let packed = gzip.status()?.success();
        if !(tar.wait()?.success() && packed) {
            return Err(io::Error::other(format!("{name} cannot be packed")));
        }
        Ok(file)
    }

    /// Unpacks an archive in an empty directory, and returns the only directory in it.
    fn unpack(&self, archive: &Path, name: &str) -> io::Result<PathBuf> {
        let directory = self.empty(name)?;
        run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&directory))?;
        match &list(&directory)?[..] {
            [only] => Ok(only.clone()),
            others => Err(io::Error::other(format!("{} holds {others:?}", archive.display()))),
        }
    }
}

fn cargo_home() -> PathBuf {
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home).unwrap_or_default()
}

/// Returns an error unless the condition holds.
fn ensure(condition: bool, otherwise: impl Into<String>) -> io::Result<()> {
    if condition { Ok(()) } else { Err(io::Error::other(otherwise.into())) }
}

/// Runs a command, whose failure is an error.
fn run(command: &mut Command) -> io::Result<()> {
    let status =
        command.status().map_err(|error| io::Error::other(format!("{}: {error}", shown(command))))?;
    ensure(status.success(), format!("{}: {status}", shown(command)))
}

/// Runs a command, whose failure is an error, and returns its standard output.
fn output(command: &mut Command) -> io::Result<String> {
    let output =
        command.output().map_err(|error| io::Error::other(format!("{}: {error}", shown(command))))?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure(output.status.success(), format!("{}: {}\n{error}", shown(command), output.status))?;
    String::from_utf8(output.stdout).map_err(io::Error::other)
}

fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Installs the standard library of a target if rustup has it, and returns `true` if it is there.
fn has_target(target: &str) -> bool {
    let installed = || output(Command::new("rustup").args(["target", "list", "--installed"]));
    let is_there = || installed().is_ok_and(|list| list.lines().any(|line| line == target));
    let add = || output(Command::new("rustup").args(["target", "add", target]));
    is_there() || add().is_ok() && is_there()
}

/// Returns a program of a package in the registry, installed in the target directory.
fn tool(package: &str) -> io::Result<PathBuf> {
    let tools = target().join("tools");
    let program = tools.join("bin").join(package);
    if !program.exists() {
        // Built without optimizations, because each runs for a second.
        let mut install = cargo(&["install", "--quiet", "--locked", "--debug", "--root"]);
        install.arg(&tools).arg(package).env("CARGO_TARGET_DIR", tools.join("build"));
        run(&mut install)?;
        fs::remove_dir_all(tools.join("build"))?;
    }
    Ok(program)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

/// Returns the paths in a directory, sorted.
fn list(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Copies files of the project into a directory.
fn copy(files: &[&str], into: &Path) -> io::Result<()> {
    fs::create_dir_all(into)?;
    for file in files {
        fs::copy(root().join(file), into.join(name_of(Path::new(file))))?;
    }
    Ok(())
}

/// Compares the files of two builds, which must have the same names and bytes.
fn compare(first: &[PathBuf], second: &[PathBuf]) -> io::Result<()> {
    ensure(!first.is_empty() && first.len() == second.len(), "a second build has other files")?;
    for (one, other) in first.iter().zip(second) {
        let is_equal = name_of(one) == name_of(other) && fs::read(one)? == fs::read(other)?;
        ensure(is_equal, format!("a second build differs: {} and {}", one.display(), other.display()))?;
    }
    Ok(())
}

/// Writes SHA256SUMS of all products, and checks it in an empty directory.
fn checksums(directory: &Path) -> io::Result<()> {
    const NAME: &str = "SHA256SUMS";
    let files: Vec<String> =
        list(directory)?.iter().map(|file| name_of(file)).filter(|it| it != NAME).collect();
    if files.is_empty() {
        return Ok(());
    }
    let sums = output(Command::new("sha256sum").args(&files).current_dir(directory))?;
    fs::write(directory.join(NAME), sums)?;
    output(Command::new("sha256sum").args(["--check", "--strict", NAME]).current_dir(directory))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_stand_in_a_column() {
        let rows = [("c", "a.tar.gz".to_owned(), 1_250_000), ("manifests", "b.rb".to_owned(), 1_001)];
        assert_eq!(table(&rows), "c          a.tar.gz    1.2 MB\nmanifests  b.rb          2 kB\n");
        assert_eq!(table(&[]), "");
    }
}
