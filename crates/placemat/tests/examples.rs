//! The examples do what they say, and every public item has one.

#[path = "../examples/java_strings.rs"]
#[expect(dead_code, reason = "its `main`")]
mod java_strings;
#[path = "../examples/trickle.rs"]
#[expect(dead_code, reason = "its `main`")]
mod trickle;
#[cfg(any(unix, windows))]
#[path = "../examples/walk.rs"]
#[expect(dead_code, reason = "its `main`")]
mod walk;

use std::fs;
use std::path::{Path, PathBuf};

use java_strings::{class_file, dex_file, samples, strings};
use placemat::literal;
use trickle::{Trickle, first_error, lines, pieces};

#[test]
fn strings_of_class_files_and_dex_files_come_back() {
    assert_eq!(strings(&class_file(&samples())).unwrap(), samples());
    assert_eq!(strings(&dex_file(&samples())).unwrap(), samples());
}

/// A class file that `javac -g:none` of Java 17 has compiled from the source next to it.
#[test]
fn strings_of_a_class_file_by_a_compiler_are_read() {
    let read = strings(include_bytes!("../../../proof/conformance/examples/Samples.class")).unwrap();
    let expected = [
        literal!(Mutf8, "placemat"),
        literal!(Mutf8, "naïve €"),
        literal!(Mutf8, "\0 in the middle \0"),
        literal!(Mutf8, "💩"),
        literal!(Mutf8, r"a lone \u{D83D} half"),
        literal!(Mutf8, r"\u{DCA9}\u{D83D} the wrong way round"),
        literal!(Mutf8, "שלום 日本語"),
    ];
    let mut found = read.iter().filter(|string| expected.iter().any(|text| ***string == **text));
    assert!(expected.iter().all(|text| found.next().is_some_and(|string| **string == **text)), "{read:?}");
    assert!(read.iter().any(|string| *string == "[Ljava/lang/String;"), "{read:?}");
}

/// Files that are cut anywhere are errors or return the rest, without a panic.
#[test]
fn files_that_are_cut_are_errors() {
    let (class, dex) = (class_file(&samples()), dex_file(&samples()));
    for end in 0..class.len() {
        assert!(strings(&class[..end]).is_err(), "{end}");
    }
    for end in 0..dex.len() {
        assert!(strings(&dex[..end]).is_err(), "{end}");
    }
    // Tags and offsets that are not valid.
    for at in 0..class.len() {
        let mut class = class.clone();
        class[at] ^= 0xFF;
        let _ = strings(&class);
    }
    for at in 0..dex.len() {
        let mut dex = dex.clone();
        dex[at] ^= 0xFF;
        let _ = strings(&dex);
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_walked() {
    let mut shown = vec![];
    let seen = walk::in_a_directory(|directory| walk::walk(directory, &mut shown)).unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert_eq!((seen.names - seen.no_text, shown.lines().count() as u64), (2, seen.names));
    // Not every system accepts the name.
    assert_eq!(shown.contains(r#"caf\u{dce9}""#), seen.no_text == 1, "{shown}");
}

#[test]
fn text_that_trickles_is_the_same_text() {
    let text = b"caf\xC3\xA9\n\xF0\x9F\x92\xA9 \xFF\n\xE2\x82";
    let expected = String::from_utf8_lossy(text);
    assert_eq!(lines(Trickle::new(text)).unwrap(), expected.lines().collect::<Vec<_>>());
    assert_eq!(pieces(Trickle::new(text)).unwrap(), expected);
    let (error, read) = first_error(Trickle::new(text)).unwrap().unwrap();
    assert_eq!((error.offset(), error.len(), read), (11, 1, 12));
    // The byte that does not belong to the sequence is enough to know.
    let (error, read) = first_error(Trickle::new(b"a\xF0\x9F\x41\x80")).unwrap().unwrap();
    assert_eq!((error.offset(), error.len(), read), (1, 2, 4));
    assert_eq!(first_error(Trickle::new("né".as_bytes())).unwrap(), None);
}

/// Collects the source files of the library, except modules that are not visible from outside.
fn sources(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name());
        let is_internal = ["kernel", "simd", "automaton", "tests"].iter().any(|inner| name == *inner);
        if path.is_dir() && !is_internal {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The context of a line in a source file.
#[derive(Default)]
struct Around {
    is_public_trait: bool,
}

impl Around {
    /// Takes a line that is not indented.
    fn enter(&mut self, line: &str) {
        match line {
            "}" => *self = Around::default(),
            _ => self.is_public_trait |= line.starts_with("pub trait "),
        }
    }

    /// Returns `true` if the line declares a public item: outside functions, an item of a public trait, or a
    /// macro. `above` is the text before it.
    fn is_public_item(&self, line: &str, above: &[&str]) -> bool {
        const KINDS: [&str; 11] = [
            "struct ",
            "enum ",
            "union ",
            "trait ",
            "type ",
            "fn ",
            "const fn ",
            "unsafe fn ",
            "const unsafe fn ",
            "const ",
            "static ",
        ];
        let item = line.trim_start();
        let depth = line.len() - item.len();
        let is_any = |kinds: &[&str], item: &str| kinds.iter().any(|kind| item.starts_with(kind));
        let is_public = depth <= 4 && item.strip_prefix("pub ").is_some_and(|item| is_any(&KINDS, item));
        let is_of_trait = self.is_public_trait && depth == 4 && is_any(&["fn ", "const ", "type "], item);
        let is_macro = depth == 0 && item.starts_with("macro_rules!") && above.contains(&"#[macro_export]");
        is_public || is_of_trait || is_macro
    }
}

#[test]
fn everything_public_has_an_example() {
    let mut files = vec![];
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let (mut seen, mut of_traits) = (0, 0);
    // Private modules, whose items are public because a sealed trait names them.
    let is_private = |file: &Path| {
        ["kernel.rs", "simd.rs", "codec/internal.rs", "codec/kinds.rs", "scheme/permuted.rs"]
            .iter()
            .any(|name| file.ends_with(name))
    };
    for file in files.iter().filter(|file| !is_private(file)) {
        let text = fs::read_to_string(file).unwrap();
        let (mut above, mut around) = (vec![], Around::default());
        for line in text.lines() {
            let trimmed = line.trim_start();
            if trimmed.starts_with("///") || trimmed.starts_with("#[") {
                above.push(trimmed);
                continue;
            }
            if trimmed.len() == line.len() && !line.is_empty() {
                around.enter(line);
            }
            let has = |what: &str| above.iter().any(|line| line.contains(what));
            if around.is_public_item(line, &above) && has("///") && !has("doc(hidden)") {
                assert!(has("```"), "{}: no example for {trimmed}", file.display());
                seen += 1;
                of_traits += usize::from(around.is_public_trait && line.starts_with("    "));
            }
            above.clear();
        }
    }
    assert!(seen > 600 && of_traits >= 35, "{seen} {of_traits}");
}
