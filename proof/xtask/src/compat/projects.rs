//! The projects whose tests are run, and what differs.

/// A project of the registry whose package contains tests.
pub(crate) struct Project {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) through: Through,
    /// Packages in its lock file that are too old for the replacement, and the versions to take instead.
    pub(crate) updates: &'static [(&'static str, &'static str)],
    /// It uses features of the compiler that are not stable.
    pub(crate) is_unstable: bool,
    /// What cargo is called with: `test` and these, once for each.
    pub(crate) runs: &'static [&'static [&'static str]],
    /// Files next to the package that its tests cannot be compiled without. They are empty here.
    pub(crate) empty_files: &'static [&'static str],
    /// Its benchmarks that call what is replaced.
    pub(crate) benchmarks: &'static [&'static str],
    /// What of it does not run, and why.
    pub(crate) without: &'static str,
    /// The tests that pass on the original dependency and not on placemat, each with the reason.
    pub(crate) differences: &'static [(&'static str, &'static str)],
}

/// How placemat comes into a project.
pub(crate) enum Through {
    /// It is a crate that a source in `proof/compat/src/` stands for.
    Itself(&'static str),
    /// One of its dependencies is replaced.
    Dependency(&'static str),
    /// It has a decoder of its own, in which functions are replaced.
    Functions(&'static [Swap]),
}

/// A function that is replaced: what is inserted after its first line.
pub(crate) struct Swap {
    pub(crate) file: &'static str,
    pub(crate) function: &'static str,
    pub(crate) body: &'static str,
}

impl Project {
    /// Returns `true` for its name, and for its name and version.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        name == self.name || name.strip_prefix(self.name) == Some(&format!("-{}", self.version))
    }

    pub(crate) fn is_peer(&self) -> bool {
        matches!(self.through, Through::Itself(_))
    }

    /// Returns the crate that is replaced.
    pub(crate) fn dependency(&self) -> Option<&'static str> {
        match self.through {
            Through::Dependency(name) => Some(name),
            Through::Itself(_) | Through::Functions(_) => None,
        }
    }

    /// Returns the directory of the package, in the registry's form.
    pub(crate) fn directory(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }
}

/// The crates that are replaced: name, version, source.
pub(crate) const PEERS: &[(&str, &str, &str)] = &[
    ("cesu8", "1.1.0", "cesu8.rs"),
    ("simd_cesu8", "1.2.0", "simd_cesu8.rs"),
    ("residua-mutf8", "2.0.0", "residua_mutf8.rs"),
    ("wtf8", "0.1.0", "wtf8.rs"),
    ("simdutf8", "0.1.5", "simdutf8.rs"),
    ("utf8-zero", "0.8.1", "utf8_zero.rs"),
    ("utf-8", "0.7.6", "utf8_zero.rs"),
];

const ALL: &[&[&str]] = &[&[]];
const LIB: &[&[&str]] = &[&["--lib"]];

const fn peer(name: &'static str, version: &'static str, source: &'static str) -> Project {
    Project { through: Through::Itself(source), ..project(name, version, "") }
}

const fn project(name: &'static str, version: &'static str, dependency: &'static str) -> Project {
    Project {
        name,
        version,
        through: Through::Dependency(dependency),
        updates: &[],
        is_unstable: false,
        runs: ALL,
        empty_files: &[],
        benchmarks: &[],
        without: "",
        differences: &[],
    }
}

/// Those that take long to build come last.
pub(crate) const PROJECTS: &[Project] = &[
    peer("cesu8", "1.1.0", "cesu8.rs"),
    Project {
        runs: &[&["--doc"]],
        without: "the random test, which needs a package that is not published",
        ..peer("simd_cesu8", "1.2.0", "simd_cesu8.rs")
    },
    peer("residua-mutf8", "2.0.0", "residua_mutf8.rs"),
    peer("wtf8", "0.1.0", "wtf8.rs"),
    peer("simdutf8", "0.1.5", "simdutf8.rs"),
    peer("utf8-zero", "0.8.1", "utf8_zero.rs"),
    peer("utf-8", "0.7.6", "utf8_zero.rs"),
    project("cafebabe", "0.9.0", "cesu8"),
    project("classfile-parser", "0.3.8", "cesu8"),
    project("fastnbt", "2.6.3", "cesu8"),
    project("hematite-nbt", "0.5.2", "cesu8"),
    Project { runs: &[&["--all-features"]], ..project("valence_nbt", "0.8.0", "cesu8") },
    project("small_string", "1.0.0", "wtf8"),
    Project { through: Through::Functions(NOAK), ..project("noak", "0.7.0", "") },
    Project { updates: &[("encoding_rs", "0.8.44")], ..project("encoding_rs_io", "0.1.8", "simdutf8") },
    project("encoding_rs", "0.8.44", "simdutf8"),
    project("jni", "0.21.1", "cesu8"),
    Project { updates: &[("simd_cesu8", "1.2.0")], ..project("jni", "0.22.4", "simd_cesu8") },
    project("tungstenite", "0.28.0", "utf-8"),
    project("ureq", "3.5.2", "utf8-zero"),
    Project {
        updates: &[("simd_cesu8", "1.2.0")],
        is_unstable: true,
        benchmarks: &["mutf8"],
        ..project("simdnbt", "0.10.0", "simd_cesu8")
    },
    project("hdbconnect_impl", "0.33.0", "cesu8"),
    Project {
        through: Through::Functions(RISTRETTO),
        runs: LIB,
        empty_files: &["classes/Minimum.class", "classes/Simple.class"],
        benchmarks: &["mutf8"],
        without: "class files that are not in the package: the tests that read them fail in both runs",
        ..project("ristretto_classfile", "0.31.0", "")
    },
    Project {
        runs: &[&["--lib", "--no-default-features", "--features", "arrow,simdutf8,snap"]],
        ..project("parquet", "59.3.2", "simdutf8")
    },
];

const NOAK: &[Swap] = &[
    Swap {
        file: "src/mutf8.rs",
        function: "fn is_mutf8_valid(v: &[u8]) -> bool {",
        body: "return placemat::validate(placemat::form::Mutf8, v).is_ok();",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "unsafe fn decode_mutf8_char(v: &[u8]) -> (usize, Result<char, u32>) {",
        body: "let text = unsafe { placemat::Str::<placemat::form::Mutf8>::from_units_unchecked(v) }; \
               let mut rest = text.code_points(); \
               let first = rest.next().expect(\"one is left\"); \
               return (v.len() - rest.as_string().len(), first.to_char().ok_or(first.to_u32()));",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "unsafe fn decode_mutf8_char_reversed(v: &[u8]) -> (usize, Result<char, u32>) {",
        body: "let text = unsafe { placemat::Str::<placemat::form::Mutf8>::from_units_unchecked(v) }; \
               let mut rest = text.code_points(); \
               let last = rest.next_back().expect(\"one is left\"); \
               return (v.len() - rest.as_string().len(), last.to_char().ok_or(last.to_u32()));",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "fn encode_mutf8_char(ch: char, buf: &mut [u8]) -> usize {",
        body: "let mut text = [0; 4]; \
               let units = placemat::Str::<placemat::form::Mutf8>::encode(ch.encode_utf8(&mut text)); \
               buf[..units.len()].copy_from_slice(&units); \
               return units.len();",
    },
];

const RISTRETTO: &[Swap] = &[
    Swap {
        file: "src/mutf8.rs",
        function: "pub fn to_bytes(data: &str) -> Result<Vec<u8>> {",
        body: "return Ok(placemat::Str::<placemat::form::Mutf8>::encode(data).into_owned());",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "pub fn to_utf16(input: &[u8]) -> Result<Vec<u16>> {",
        body: "return placemat::convert(placemat::form::Mutf8Lenient, placemat::form::Wtf16, input) \
                   .map_err(|error| FromUtf8Error(error.to_string()));",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "pub fn from_bytes(input: &[u8]) -> Result<String> {",
        body: "return from_bytes_cow(input).map(std::borrow::Cow::into_owned);",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "pub fn from_bytes_cow(input: &[u8]) -> Result<std::borrow::Cow<'_, str>> {",
        body: "return placemat::Str::<placemat::form::Mutf8Lenient>::new(input) \
                   .map(|string| string.to_str_lossy()) \
                   .map_err(|error| FromUtf8Error(error.to_string()));",
    },
    Swap {
        file: "src/mutf8.rs",
        function: "pub fn validate(input: &[u8]) -> Result<()> {",
        body: "return placemat::validate(placemat::form::Mutf8, input) \
                   .map_err(|error| FromUtf8Error(error.to_string()));",
    },
];
