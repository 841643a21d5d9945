//! The scratch directory: packages of the registry, unchanged and with placemat.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::projects::{PEERS, Project, Swap, Through};
use super::suite::{self, Lines};
use crate::cargo::root;

type Result<T> = std::result::Result<T, String>;

/// Packages of the registry, in a directory outside the tree.
pub(crate) struct Scratch {
    place: PathBuf,
    /// The directories in which cargo has the packages: name, version, directory.
    fetched: Vec<(String, String, PathBuf)>,
}

/// Returns the scratch directory.
fn place() -> PathBuf {
    std::env::temp_dir().join("placemat-compat")
}

/// Returns the directory in which all packages are built.
pub(crate) fn target() -> PathBuf {
    place().join("target")
}

fn said(path: &Path) -> impl Fn(io::Error) -> String {
    move |error| format!("{}: {error}", path.display())
}

/// Writes a file unless it already has that text, because cargo rebuilds what is newer.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(said(directory))?;
    }
    fs::write(path, text).map_err(said(path))
}

/// Copies a directory, without what cargo has added to it, and returns `true`, unless that was done before.
fn copy_once(from: &Path, to: &Path) -> Result<bool> {
    let mark = to.join(".copied");
    if mark.exists() {
        return Ok(false);
    }
    if to.exists() {
        fs::remove_dir_all(to).map_err(said(to))?;
    }
    copy(from, to)?;
    fs::write(&mark, "").map_err(said(&mark))?;
    Ok(true)
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to).map_err(said(to))?;
    for entry in fs::read_dir(from).map_err(said(from))? {
        let entry = entry.map_err(said(from))?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &to)?;
        } else if entry.file_name() != ".cargo-ok" {
            fs::copy(&path, &to).map_err(said(&path))?;
        }
    }
    Ok(())
}

impl Scratch {
    /// Fetches the projects and the crates that are replaced.
    pub(crate) fn new(projects: &[&Project]) -> Result<Self> {
        let place = place();
        let directory = place.join("fetch");
        let mut wanted: Vec<(&str, &str)> =
            PEERS.iter().map(|(name, version, _)| (*name, *version)).collect();
        wanted.extend(projects.iter().map(|project| (project.name, project.version)));
        wanted.sort_unstable();
        wanted.dedup();
        let mut manifest =
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
                            [dependencies]\n"
                .to_owned();
        for (number, (name, version)) in wanted.iter().enumerate() {
            manifest += &format!("p{number} = {{ package = \"{name}\", version = \"={version}\" }}\n");
        }
        write(&directory.join("Cargo.toml"), &manifest)?;
        write(&directory.join("src/lib.rs"), "")?;
        let metadata = run(Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["metadata", "--format-version", "1", "--quiet"])
            .current_dir(&directory))?;
        let metadata: Value = serde_json::from_slice(&metadata).map_err(|error| error.to_string())?;
        let packages = metadata["packages"].as_array().ok_or("cargo lists no packages")?;
        let fetched = packages.iter().filter_map(|package| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            let text = |key: &str| package[key].as_str().map(str::to_owned);
            Some((text("name")?, text("version")?, manifest.parent()?.to_owned()))
        });
        let scratch = Scratch { fetched: fetched.collect(), place };
        fs::create_dir_all(scratch.place.join("logs")).map_err(said(&scratch.place))?;
        for (name, version, source) in PEERS {
            scratch.make_peer(name, version, source)?;
        }
        Ok(scratch)
    }

    pub(crate) fn place(&self) -> &Path {
        &self.place
    }

    /// Returns the path of the files that contain what a run prints, without an extension.
    pub(crate) fn logs(&self, project: &Project, how: &str) -> PathBuf {
        // The version has full stops: it comes before the last part of the name.
        self.place.join("logs").join(format!("{}-{how}", project.directory().replace('.', "_")))
    }

    fn registry(&self, name: &str, version: &str) -> Result<&Path> {
        let found = self.fetched.iter().find(|(n, v, _)| n == name && v == version);
        found.map(|(.., directory)| &**directory).ok_or(format!("cargo did not fetch {name} {version}"))
    }

    /// Returns the directory of a project as it is published.
    pub(crate) fn original(&self, project: &Project) -> Result<PathBuf> {
        let directory = self.place.join("original").join(project.directory());
        if copy_once(self.registry(project.name, project.version)?, &directory)? {
            for (name, version) in project.updates {
                run(cargo()
                    .args(["update", "--package", name, "--precise", version])
                    .current_dir(&directory))?;
            }
        }
        write_empty_files(project, &directory)?;
        Ok(directory)
    }

    /// Returns the directory of a project with placemat, and the packages of the registry that are replaced.
    /// Other dependencies have the versions that the first run chose.
    pub(crate) fn on_placemat(&self, project: &Project) -> Result<(PathBuf, Vec<(&'static str, PathBuf)>)> {
        let package = project.directory();
        if project.is_peer() {
            return Ok((self.peer(&package), Vec::new()));
        }
        let directory = self.place.join("placemat").join(&package);
        copy_once(self.registry(project.name, project.version)?, &directory)?;
        write_empty_files(project, &directory)?;
        if let Through::Functions(swaps) = project.through {
            swap(&directory, &self.original(project)?, swaps)?;
        }
        let (lock, theirs) = (directory.join("Cargo.lock"), self.original(project)?.join("Cargo.lock"));
        fs::copy(&theirs, &lock).map_err(said(&theirs))?;
        let dependency = project.dependency();
        let patches = PEERS.iter().filter(|(name, ..)| Some(*name) == dependency);
        let patches = patches.map(|(name, version, _)| (*name, self.peer(&format!("{name}-{version}"))));
        Ok((directory, patches.collect()))
    }

    fn peer(&self, package: &str) -> PathBuf {
        self.place.join("peers").join(package)
    }

    /// Makes the package that replaces a crate: its manifest and its tests, with our source and a dependency
    /// on the library.
    fn make_peer(&self, name: &str, version: &str, source: &str) -> Result<()> {
        let (from, directory) = (self.registry(name, version)?, self.peer(&format!("{name}-{version}")));
        copy_once(from, &directory)?;
        let theirs = directory.join("src");
        if theirs.join(".ours").exists() {
            // Written below.
        } else {
            fs::remove_dir_all(&theirs).map_err(said(&theirs))?;
            write(&theirs.join(".ours"), "")?;
        }
        let ours = root().join("proof/compat/src").join(source);
        let ours = fs::read_to_string(&ours).map_err(said(&ours))?;
        let (text, _) = suite::with_tests_of(&ours, &from.join("src")).map_err(said(from))?;
        write(&theirs.join("lib.rs"), &text)?;
        let manifest = from.join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).map_err(said(&manifest))?;
        write(&directory.join("Cargo.toml"), &with_library(&manifest, true))
    }

    /// Returns where the examples of a crate come from.
    pub(crate) fn lines_of_peer(&self, project: &Project) -> Result<Lines> {
        let Through::Itself(source) = project.through else { return Ok(Lines::default()) };
        let ours = root().join("proof/compat/src").join(source);
        let ours = fs::read_to_string(&ours).map_err(said(&ours))?;
        let from = self.registry(project.name, project.version)?;
        let (_, lines) = suite::with_tests_of(&ours, &from.join("src")).map_err(said(from))?;
        Ok(lines)
    }
}

/// Returns a manifest with a dependency on the library. Our own sources are of a newer edition than theirs.
fn with_library(manifest: &str, has_our_source: bool) -> String {
    let mut text = manifest.to_owned();
    if has_our_source {
        let edition = "edition = \"2024\"\n";
        text = match text.split_once("\n[lib]\n") {
            Some((before, after)) => format!("{before}\n[lib]\n{edition}{after}"),
            None => format!("{text}\n[lib]\n{edition}"),
        };
    }
    let library = root().join("crates/placemat");
    text + &format!("\n[dependencies.placemat]\npath = '{}'\n", library.display())
}

fn write_empty_files(project: &Project, directory: &Path) -> Result<()> {
    let next_to = directory.parent().unwrap_or(directory);
    project.empty_files.iter().try_for_each(|file| write(&next_to.join(file), ""))
}

/// Inserts our lines into the functions of a project.
fn swap(directory: &Path, original: &Path, swaps: &[Swap]) -> Result<()> {
    let manifest = original.join("Cargo.toml");
    let manifest = fs::read_to_string(&manifest).map_err(said(&manifest))?;
    write(&directory.join("Cargo.toml"), &with_library(&manifest, false))?;
    let mut files: Vec<&str> = swaps.iter().map(|swap| swap.file).collect();
    files.dedup();
    for file in files {
        let theirs = original.join(file);
        let mut text = fs::read_to_string(&theirs).map_err(said(&theirs))?;
        for swap in swaps.iter().filter(|swap| swap.file == file) {
            let line = format!("{}\n", swap.function);
            if text.matches(&line).count() != 1 {
                return Err(format!("{}: there is not one {}", theirs.display(), swap.function));
            }
            // On the same line, so that examples after it remain on theirs.
            text = text.replacen(&line, &format!("{} {}\n", swap.function, swap.body), 1);
        }
        write(&directory.join(file), &text)?;
    }
    Ok(())
}

/// Returns an error if a project, as cargo resolved it, has the registry's crate and not ours.
pub(crate) fn must_be_replaced(project: &Project, directory: &Path) -> Result<()> {
    let Some(name) = project.dependency() else { return Ok(()) };
    let lock = directory.join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(said(&lock))?;
    if is_replaced(&lock, name) { Ok(()) } else { Err(format!("cargo has not replaced {name}")) }
}

/// Returns `true` if a lock file has a package, and only as one that is not the registry's.
fn is_replaced(lock: &str, name: &str) -> bool {
    let name = format!("name = \"{name}\"");
    let mut packages = lock.split("[[package]]").filter(|package| package.lines().any(|line| line == name));
    let mut sources =
        packages.by_ref().map(|package| package.lines().any(|line| line.starts_with("source = ")));
    sources.next() == Some(false) && !sources.any(|is_of_registry| is_of_registry)
}

/// Runs a command and returns what it prints.
fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let arguments: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        Err(format!("cargo {} failed:\n{}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)))
    }
}

/// Lints the sources in `proof/compat/`, and compares them with the crates that they stand for, call by call.
pub(crate) fn peers_agree() -> io::Result<bool> {
    let steps: [&[&str]; 3] = [
        &["fmt", "--check"],
        &["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"],
        &["test", "--quiet"],
    ];
    for arguments in steps {
        let mut command = cargo();
        command.args(arguments).current_dir(root().join("proof/compat"));
        command.env("CARGO_TARGET_DIR", target()).env("CARGO_INCREMENTAL", "0");
        if !command.status()?.success() {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaced_packages_have_no_source() {
        let ours = "[[package]]\nname = \"cesu8\"\nversion = \"1.1.0\"\n\n\
                    [[package]]\nname = \"a\"\nsource = \"r\"\n";
        assert!(is_replaced(ours, "cesu8") && !is_replaced(ours, "a") && !is_replaced(ours, "b"));
        let both = format!("{ours}\n[[package]]\nname = \"cesu8\"\nversion = \"1.0.0\"\nsource = \"r\"\n");
        assert!(!is_replaced(&both, "cesu8"));
    }

    #[test]
    fn manifests_depend_on_the_library() {
        let text = with_library("[package]\nname = \"a\"\n\n[lib]\nname = \"b\"\n", true);
        assert!(text.contains("\n[lib]\nedition = \"2024\"\nname = \"b\"\n"), "{text}");
        assert!(text.contains("\n[dependencies.placemat]\npath = '"), "{text}");
        assert!(!with_library("[package]\n", false).contains("edition"));
        assert!(with_library("[package]\n", true).contains("[lib]\nedition"));
    }
}
