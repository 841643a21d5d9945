//! The contents of the compiled library.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};

/// The name of the functions in which a kernel is compiled for an instruction set, including the outlined
/// ones.
const TRAMPOLINE: &[u8] = b"with_features";

/// The contents of the compiled library.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Library {
    /// Instances of `with_features`.
    pub(crate) trampolines: u64,
    /// Bytes of machine code.
    pub(crate) text: u64,
}

/// Reads the library that cargo built in the directory of a profile.
pub(crate) fn library(profile: &Path) -> io::Result<Library> {
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name.starts_with(b"libplacemat-") && name.ends_with(b".rlib")
    };
    let paths: Vec<PathBuf> = fs::read_dir(profile.join("deps"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    let path = paths.into_iter().find(is_it).ok_or(io::ErrorKind::NotFound)?;
    of_archive(&fs::read(path)?).map_err(io::Error::other)
}

fn of_archive(archive: &[u8]) -> Result<Library, object::Error> {
    let mut library = Library { trampolines: 0, text: 0 };
    for member in ArchiveFile::parse(archive)?.members() {
        let member = member?;
        // The compiler's metadata are a member too, and on some systems not an object file.
        let Ok(object) = object::File::parse(member.data(archive)?) else { continue };
        library.text +=
            object.sections().filter(|s| s.kind() == SectionKind::Text).map(|s| s.size()).sum::<u64>();
        for symbol in object.symbols().filter(|symbol| symbol.is_definition()) {
            let name = symbol.name_bytes()?;
            library.trampolines += u64::from(name.windows(TRAMPOLINE.len()).any(|part| part == TRAMPOLINE));
        }
    }
    Ok(library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn instances_are_counted_in_what_the_compiler_writes() {
        let directory = crate::cargo::target().join("weight-test");
        fs::create_dir_all(directory.join("deps")).unwrap();
        let (source, rlib) = (directory.join("lib.rs"), directory.join("deps/libplacemat-0.rlib"));
        let text = "pub fn a() { with_features(1u8) } pub fn b() { with_features(1u16) }
            pub fn c() { with_feature() }
            #[inline(never)] fn with_features<T>(_: T) {} #[inline(never)] fn with_feature() {}";
        fs::write(&source, text).unwrap();
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--crate-type=rlib", "--crate-name=placemat", "-o"]).arg(&rlib).arg(&source);
        assert!(rustc.status().unwrap().success());
        let found = library(&directory).unwrap();
        assert_eq!(found.trampolines, 2);
        assert!((10..10_000).contains(&found.text), "{found:?}");
        assert!(of_archive(b"no archive").is_err());
    }
}
