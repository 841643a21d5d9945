//! `CONFORMANCE.md` is correct: everything that it names exists, and every test of the documents is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("CONFORMANCE.md")).unwrap()
}

/// Returns the text between backticks, except blocks of code.
fn code_spans(page: &str) -> impl Iterator<Item = &str> {
    let mut is_block = false;
    let text = page.lines().filter(move |line| {
        is_block ^= line.starts_with("```");
        !is_block && !line.starts_with("```")
    });
    text.flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// The targets of the links.
fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("](").skip(1).map(|rest| rest.split_once(')').unwrap().0)
}

/// The name of a heading as links have it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn headings(page: &str) -> impl Iterator<Item = &str> {
    page.lines().filter(|line| line.starts_with('#'))
}

/// The directories whose files are named with the directory's name before them.
const DIRECTORIES: [(&str, &str); 5] = [
    ("views", "crates/placemat/tests/views"),
    ("strings", "crates/placemat/tests/strings"),
    ("behaviour_of_others", "crates/placemat/tests/behaviour_of_others"),
    ("equivalence", "crates/placemat/tests/equivalence"),
    ("cli", "crates/placemat-cli/tests/cli"),
];

/// Returns the file of a test's module, if the first part of the name is a module.
fn file_of(module: &str) -> Option<PathBuf> {
    let tests = root().join("crates/placemat/tests");
    let own = tests.join("documents").join(format!("{module}.rs"));
    let other = tests.join(format!("{module}.rs"));
    [own, other].into_iter().find(|file| file.is_file())
}

/// The names of the tests of a file.
fn tests_of(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().map(str::trim);
    let mut tests = BTreeSet::new();
    while let Some(line) = lines.next() {
        if line == "#[test]" {
            let signature = lines.find(|line| line.starts_with("fn ")).unwrap();
            tests.insert(signature["fn ".len()..].split('(').next().unwrap().to_string());
        }
    }
    tests
}

/// The tests that the page names, as file and name.
fn named_tests(page: &str) -> Vec<(PathBuf, String)> {
    let named = |span: &str| {
        let (first, rest) = span.split_once("::")?;
        let Some((_, directory)) = DIRECTORIES.iter().find(|(name, _)| *name == first) else {
            return Some((file_of(first)?, rest.to_string()));
        };
        let (modules, test) = rest.rsplit_once("::")?;
        let file = root().join(directory).join(format!("{}.rs", modules.replace("::", "/")));
        Some((file, test.to_string()))
    };
    code_spans(page).filter_map(named).collect()
}

/// Returns the tests of the Python package, one after the other.
fn tests_of_python() -> String {
    let directory = fs::read_dir(root().join("bindings/python/tests")).unwrap();
    let files = directory.map(|entry| entry.unwrap().path());
    let scripts = files.filter(|file| file.extension().is_some_and(|extension| extension == "py"));
    scripts.map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn every_file_and_test_named_here_exists() {
    let page = page();
    for target in links(&page) {
        match target.strip_prefix('#') {
            Some(name) => {
                assert!(headings(&page).any(|heading| anchor(heading) == name), "no heading #{name}");
            }
            None => assert!(root().join(target).exists(), "no file {target}"),
        }
    }
    let named = named_tests(&page);
    assert!(named.len() > 200, "the page names its tests");
    for (file, test) in named {
        assert!(tests_of(&file).contains(&test), "no test {test} in {}", file.display());
    }
    // A name with a misspelled module would be passed over.
    for span in code_spans(&page).filter(|span| span.contains("::") && *span != "module::name") {
        let module = span.split("::").next().unwrap();
        assert!(
            DIRECTORIES.iter().any(|(name, _)| *name == module)
                || module == "form"
                || file_of(module).is_some(),
            "no module in {span}"
        );
    }
    let of_python = tests_of_python();
    for span in code_spans(&page).filter(|span| span.starts_with("test_")) {
        assert!(of_python.contains(&format!("\ndef {span}(")), "no test {span} of the package for Python");
    }
}

#[test]
fn every_test_of_the_documents_is_named_here() {
    let named: BTreeSet<_> = named_tests(&page()).into_iter().collect();
    for entry in fs::read_dir(root().join("crates/placemat/tests/documents")).unwrap() {
        let module = entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string();
        let Some(file) = file_of(&module) else { panic!("{module}") };
        for test in tests_of(&file) {
            assert!(named.contains(&(file.clone(), test.clone())), "{module}::{test} is not named");
        }
    }
}

/// Calls `each` with every file of a directory and of the directories in it, except those that builds write.
fn visit(directory: &Path, each: &mut dyn FnMut(&Path)) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap_or_default();
        match path.is_dir() {
            true if name.starts_with('.') || ["target", "node_modules"].contains(&name) => {}
            true => visit(&path, each),
            false => each(&path),
        }
    }
}

/// Returns `true` for a file that consists of tests. Unit tests below the code that they test do not count.
fn is_test_file(path: &Path) -> bool {
    let in_tests = path.components().any(|part| part.as_os_str() == "tests");
    let is_tests = in_tests || path.file_name().is_some_and(|name| name == "tests.rs");
    let marks: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
        Some("rs") => &["#[test]", "#[tokio::test"],
        Some("py") => &["def test_"],
        _ => return false,
    };
    let has_tests = |text: String| text.lines().any(|line| marks.iter().any(|mark| line.starts_with(mark)));
    is_tests && has_tests(fs::read_to_string(path).unwrap())
}

/// The files with tests that a page does not name: by a link, or by a test in them.
fn unnamed_test_files(page: &str) -> Vec<PathBuf> {
    let linked = links(page).filter(|target| !target.starts_with('#')).map(|target| root().join(target));
    let named: BTreeSet<PathBuf> =
        linked.chain(named_tests(page).into_iter().map(|(file, _)| file)).collect();
    let of_python: Vec<String> = code_spans(page)
        .filter(|span| span.starts_with("test_"))
        .map(|span| format!("\ndef {span}("))
        .collect();
    let is_named = |path: &Path| {
        let is_python = path.extension().is_some_and(|extension| extension == "py");
        named.contains(path)
            || is_python && {
                let text = fs::read_to_string(path).unwrap();
                of_python.iter().any(|signature| text.contains(signature))
            }
    };
    let (mut count, mut unnamed) = (0, vec![]);
    for part in ["bindings", "crates", "proof"] {
        visit(&root().join(part), &mut |path| {
            if is_test_file(path) {
                count += 1;
                if !is_named(path) {
                    unnamed.push(path.to_path_buf());
                }
            }
        });
    }
    assert!(count > 90, "the files with tests are found: {count}");
    unnamed
}

/// A reader who asks which test holds a clause must be able to find every file of tests from here.
#[test]
fn every_test_file_is_named_here() {
    let page = page();
    let unnamed = unnamed_test_files(&page);
    assert!(unnamed.is_empty(), "not named: {unnamed:#?}");
    // The check itself: without its link or its tests' names a file is missed.
    for name in ["crates/placemat-cli/tests/cli/undo.rs", "proof/conformance/tests/falsified.rs"] {
        let without = page.replace(&format!("]({name})"), "](README.md)");
        assert_eq!(unnamed_test_files(&without), [root().join(name)]);
    }
}

/// The files of vectors that a page does not link to.
fn unnamed_vectors(page: &str) -> Vec<String> {
    let linked: BTreeSet<&str> = links(page).collect();
    let directory = fs::read_dir(root().join("proof/conformance/vectors")).unwrap();
    let files = directory.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: Vec<String> = files.filter(|file| file.ends_with(".jsonl")).collect();
    assert!(files.len() >= 29, "the vectors are found: {files:?}");
    files.into_iter().filter(|file| !linked.contains(&*format!("proof/conformance/vectors/{file}"))).collect()
}

/// Also in the list of files beside them, with as many cases as there are.
#[test]
fn every_file_of_vectors_is_named_here() {
    let page = page();
    assert_eq!(unnamed_vectors(&page), [""; 0]);
    let without = page.replace("](proof/conformance/vectors/seed-tables.jsonl)", "](README.md)");
    assert_eq!(unnamed_vectors(&without), ["seed-tables.jsonl"]);
    let vectors = root().join("proof/conformance/vectors");
    let list = fs::read_to_string(vectors.join("README.md")).unwrap();
    let files = fs::read_dir(&vectors).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "jsonl")) {
        let cases = fs::read_to_string(&file).unwrap().lines().count();
        let row = format!("| `{}` | {cases} |", file.file_name().unwrap().to_str().unwrap());
        assert!(list.contains(&row), "no row {row}");
    }
}

/// `cargo xtask mutants` replaces existing text with different text, and runs tests that this page names.
#[test]
fn every_mutant_can_be_made() {
    let named: BTreeSet<String> = code_spans(&page()).map(str::to_owned).collect();
    let list = fs::read_to_string(root().join("proof/conformance/mutants.jsonl")).unwrap();
    assert!(list.lines().count() >= 45);
    for line in list.lines() {
        let mutant: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |name: &str| mutant[name].as_str().unwrap_or_else(|| panic!("no {name} in {line}"));
        let source = fs::read_to_string(root().join(field("file"))).unwrap();
        let changed = source.replacen(field("from"), field("to"), 1);
        assert_ne!(changed, source, "{line}");
        let tests = mutant["tests"].as_array().unwrap();
        assert!(!tests.is_empty(), "{line}");
        assert!(tests.iter().all(|test| named.contains(test.as_str().unwrap())), "{line}");
    }
}

/// All 31, each beside its test.
#[test]
fn every_decision_has_its_test() {
    let page = page();
    for number in 1..=31 {
        let row = page.lines().find(|line| line.starts_with(&format!("| {number} | "))).unwrap();
        assert!(row.contains(&format!("`decisions::decision_{number:02}_")), "{row}");
    }
}

/// Doc comments say "CONFORMANCE.md, Errors" or "CONFORMANCE.md, decision 10".
#[test]
fn doc_comments_name_sections_that_exist() {
    let page = page();
    let mut count = 0;
    visit(&root().join("crates/placemat/src"), &mut |file| {
        let text = fs::read_to_string(file).unwrap();
        let lines = text
            .lines()
            .map(|line| line.trim_start().trim_start_matches("//").trim_start_matches(['/', '!']));
        let text = lines.map(str::trim).collect::<Vec<_>>().join(" ");
        for rest in text.split("CONFORMANCE.md, ").skip(1) {
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == ' ').collect();
            let is_decision = name
                .strip_prefix("decision ")
                .is_some_and(|number| page.lines().any(|line| line.starts_with(&format!("| {number} | "))));
            let is_section = headings(&page).any(|heading| heading.trim_start_matches('#').trim() == name);
            assert!(is_decision || is_section, "{}: no section {name}", file.display());
            count += 1;
        }
    });
    assert!(count > 10, "the code refers to the page");
}
