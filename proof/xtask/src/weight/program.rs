//! The programs that are built, and how each of them is built.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::cargo::root;

/// A small program that calls a library once.
pub(crate) struct Program {
    /// The library.
    pub(crate) library: &'static str,
    /// The task that the program does with it.
    pub(crate) task: &'static str,
    /// The line of its manifest, in which [`PLACEMAT`] is replaced by the path of this project's library.
    pub(crate) dependency: &'static str,
    /// An expression over `bytes: Vec<u8>`, which are the program's input.
    call: &'static str,
    /// The output for [`INPUT`] and [`ARGUMENTS`].
    pub(crate) result: &'static str,
}

/// An input for checking that the programs do their tasks.
pub(crate) const INPUT: &[u8] = b"Hi";
pub(crate) const ARGUMENTS: [&str; 2] = ["utf-8", "iso-8859-1"];

/// The path of the library of this project.
const PLACEMAT: &str = "PLACEMAT";

/// Placemat with its default features. A program that needs other features names them in a line of its own.
const DEFAULT: &str = "placemat = { path = \"PLACEMAT\" }";
const ENCODING_RS: &str = "encoding_rs = \"0.8\"";

/// The baseline: the sizes of the other programs are measured relative to its size.
pub(crate) const HELLO: &str = "hello, world";
const HELLO_SOURCE: &str = "fn main() {\n    println!(\"Hello, world!\");\n}\n";
/// The program whose CPU seconds are the unit of the ratios.
pub(crate) const UNIT: (&str, &str) = ("encoding_rs", "validate UTF-8");

/// The baseline first, and the programs of each library next to each other.
pub(crate) const PROGRAMS: &[Program] = &[
    Program { library: "", task: HELLO, dependency: "", call: "", result: "Hello, world!" },
    Program {
        library: "std",
        task: "validate UTF-8",
        dependency: "",
        call: "std::str::from_utf8(&bytes).is_ok()",
        result: "true",
    },
    Program {
        library: "simdutf8",
        task: "validate UTF-8",
        dependency: "simdutf8 = \"0.1\"",
        call: "simdutf8::basic::from_utf8(&bytes).is_ok()",
        result: "true",
    },
    Program {
        library: "bstr",
        task: "validate UTF-8",
        dependency: "bstr = \"1\"",
        call: "bstr::ByteSlice::to_str(&bytes[..]).is_ok()",
        result: "true",
    },
    Program {
        library: "cesu8",
        task: "MUTF-8 → `str`, strict",
        dependency: "cesu8 = \"1\"",
        call: "cesu8::from_java_cesu8(&bytes).ok().and_then(|text| text.into_owned().pop())",
        result: "Some('i')",
    },
    Program {
        library: "simd_cesu8",
        task: "MUTF-8 → `str`, lossy",
        dependency: "simd_cesu8 = \"1\"",
        call: "simd_cesu8::mutf8::decode_lossy(&bytes).into_owned().pop()",
        result: "Some('i')",
    },
    Program {
        library: "wtf8",
        task: "UTF-16 → WTF-8 → `str`, lossy",
        dependency: "wtf8 = \"0.1\"",
        call: "{
        let pairs = bytes.chunks_exact(2);
        let units: Vec<u16> = pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        wtf8::Wtf8Buf::from_ill_formed_utf16(&units).into_string_lossy().pop()
    }",
        result: "Some('楈')",
    },
    Program {
        library: "encoding_rs",
        task: "validate UTF-8",
        dependency: ENCODING_RS,
        call: "encoding_rs::Encoding::utf8_valid_up_to(&bytes) == bytes.len()",
        result: "true",
    },
    Program {
        library: "encoding_rs",
        task: "UTF-8 → UTF-16",
        dependency: ENCODING_RS,
        call: "{
        let mut units = vec![0; bytes.len() + 1];
        let written = encoding_rs::mem::convert_utf8_to_utf16(&bytes, &mut units);
        units[..written].last().copied()
    }",
        result: "Some(105)",
    },
    Program {
        library: "encoding_rs",
        task: "encoding → encoding, named at run time",
        dependency: ENCODING_RS,
        call: "{
        use encoding_rs::Encoding;
        let named = |n| Encoding::for_label(std::env::args().nth(n).unwrap().as_bytes()).unwrap();
        let (text, _, _) = named(1).decode(&bytes);
        named(2).encode(&text).0.last().copied()
    }",
        result: "Some(105)",
    },
    Program {
        library: "placemat",
        task: "validate UTF-8",
        dependency: DEFAULT,
        call: "placemat::Str::<placemat::form::Utf8>::new(&bytes).is_ok()",
        result: "true",
    },
    Program {
        library: "placemat",
        task: "UTF-8 → UTF-16",
        dependency: DEFAULT,
        call: "{
        use placemat::form::{Utf8, Utf16};
        placemat::convert(Utf8, Utf16, &bytes).unwrap().last().copied()
    }",
        result: "Some(105)",
    },
    Program {
        library: "placemat",
        task: "MUTF-8 → `str`, lossy",
        dependency: DEFAULT,
        call: "placemat::Str::<placemat::form::Mutf8>::new_lossy(&bytes).to_str_lossy().into_owned().pop()",
        result: "Some('i')",
    },
    Program {
        library: "placemat",
        task: "encoding → encoding, named at run time",
        dependency: DEFAULT,
        call: "{
        use placemat::Encoding;
        let named = |n| Encoding::from_name(&std::env::args().nth(n).unwrap()).unwrap();
        placemat::convert(named(1), named(2), &bytes).unwrap().last().copied()
    }",
        result: "Some(105)",
    },
];

/// One way to build a program.
pub(crate) struct Build {
    pub(crate) name: &'static str,
    /// The arguments of cargo.
    pub(crate) cargo: &'static [&'static str],
    /// Cargo's directory for this profile.
    pub(crate) directory: &'static str,
    /// Whether the size of the program counts.
    pub(crate) is_sized: bool,
}

pub(crate) const BUILDS: &[Build] = &[
    Build { name: "check", cargo: &["check"], directory: "debug", is_sized: false },
    Build { name: "debug", cargo: &["build"], directory: "debug", is_sized: false },
    Build { name: "lto", cargo: &["build", "--profile", "lto"], directory: "lto", is_sized: true },
    Build { name: "size", cargo: &["build", "--profile", "size"], directory: "size", is_sized: true },
    Build { name: "release", cargo: &["build", "--release"], directory: "release", is_sized: true },
];

/// The profiles: Cargo's own `dev` and `release`, and two with link-time optimization. Stripping happens
/// after all other work, and does not change it.
pub(crate) const PROFILES: &str = r#"
[profile.release]
strip = true

[profile.lto]
inherits = "release"
lto = "fat"
codegen-units = 1

[profile.size]
inherits = "lto"
opt-level = "s"
"#;

impl Program {
    pub(crate) fn name(&self) -> String {
        if self.library.is_empty() {
            self.task.to_owned()
        } else {
            format!("{}: {}", self.library, self.task)
        }
    }

    pub(crate) fn is_ours(&self) -> bool {
        self.library == "placemat"
    }

    /// Writes the program's package into a directory. `placemat` is the directory of this project's library.
    pub(crate) fn write(&self, directory: &Path, placemat: &Path) -> io::Result<()> {
        write_package(directory, &with_path(self.dependency, placemat), &self.source())
    }

    /// Writes the hello-world that depends on the program's library but does not call it.
    pub(crate) fn write_without_call(&self, directory: &Path, placemat: &Path) -> io::Result<()> {
        write_package(directory, &with_path(self.dependency, placemat), HELLO_SOURCE)
    }

    fn source(&self) -> String {
        if self.call.is_empty() {
            return HELLO_SOURCE.to_owned();
        }
        format!(
            "use std::io::Read;

fn main() {{
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).unwrap();
    let result = {};
    println!(\"{{result:?}}\");
}}
",
            self.call
        )
    }
}

/// Returns a line of a manifest in which [`PLACEMAT`] is replaced by the path.
fn with_path(dependency: &str, placemat: &Path) -> String {
    // A literal string of TOML can hold every path without an apostrophe.
    dependency.replace(&format!("\"{PLACEMAT}\""), &format!("'{}'", placemat.display()))
}

/// Writes a package that is its own workspace, with the name of the directory: cargo treats root packages
/// with the same name, built in the same target directory, as the same package. Its dependencies have the
/// versions of this project's Cargo.lock.
pub(crate) fn write_package(directory: &Path, dependencies: &str, source: &str) -> io::Result<()> {
    fs::create_dir_all(directory.join("src"))?;
    let name = directory.file_name().unwrap_or_default().display();
    let manifest = format!(
        "[package]
name = \"{name}\"
version = \"0.0.0\"
edition = \"2024\"

[workspace]

[dependencies]
{dependencies}
{PROFILES}"
    );
    fs::write(directory.join("Cargo.toml"), manifest)?;
    fs::copy(root().join("Cargo.lock"), directory.join("Cargo.lock"))?;
    fs::write(directory.join("src/main.rs"), source)
}

/// Returns the directory of this project's library in this working tree.
pub(crate) fn placemat() -> PathBuf {
    root().join("crates/placemat")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_names_of_their_own_and_their_input_decides_the_result() {
        let mut names: Vec<String> = PROGRAMS.iter().map(Program::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), PROGRAMS.len());
        for program in PROGRAMS.iter().filter(|program| program.task != HELLO) {
            assert!(program.call.contains("bytes"), "{}", program.name());
            assert_eq!(program.library == "std", program.dependency.is_empty(), "{}", program.name());
        }
        assert_eq!(PROGRAMS[0].task, HELLO);
        let mut libraries: Vec<&str> = PROGRAMS.iter().map(|program| program.library).collect();
        libraries.dedup();
        let count = libraries.len();
        libraries.sort_unstable();
        libraries.dedup();
        assert_eq!(libraries.len(), count);
        assert!(PROGRAMS.iter().any(|program| (program.library, program.task) == UNIT));
    }

    #[test]
    fn the_path_of_the_library_takes_its_place_in_the_manifest() {
        assert_eq!(with_path(DEFAULT, Path::new("a b")), "placemat = { path = 'a b' }");
        assert_eq!(with_path(ENCODING_RS, Path::new("a b")), ENCODING_RS);
    }
}
