//! `CONFORMANCE.md` is true: what it names exists, and every test of the documents is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("CONFORMANCE.md")).unwrap()
}

/// What stands between backticks, blocks of code left out.
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

/// The file of a test's module, if the first part of the name is one.
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
        let (folder, name) = match span.split_once("::") {
            Some((folder @ ("views" | "strings" | "behaviour_of_others" | "equivalence"), name)) => {
                (Some(folder), name)
            }
            _ => (None, span),
        };
        let (module, test) = name.split_once("::")?;
        let file = match folder {
            Some(folder) => root().join("crates/placemat/tests").join(folder).join(format!("{module}.rs")),
            None => file_of(module)?,
        };
        Some((file, test.to_string()))
    };
    code_spans(page).filter_map(named).collect()
}

/// The tests of the package for Python, one behind the other.
fn tests_of_python() -> String {
    let folder = fs::read_dir(root().join("crates/placemat-python/tests")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
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
            ["views", "strings", "behaviour_of_others", "equivalence", "form"].contains(&module)
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
    fn visit(folder: &Path, each: &mut dyn FnMut(&Path)) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { visit(&path, each) } else { each(&path) }
        }
    }
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
