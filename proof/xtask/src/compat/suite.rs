//! The own tests of a crate that a source stands for: they are taken out of its sources and put after ours.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The module that has the examples.
const MODULE: &str = "documentation";

/// Where the lines of copied examples come from: by their line in the copy, the file and the line in it.
#[derive(Debug, Default)]
pub(crate) struct Lines(BTreeMap<usize, (String, usize)>);

impl Lines {
    /// Returns the name of a test. An example's is its file and line in the crate's own sources, without the
    /// item that it belongs to.
    pub(crate) fn name_of(&self, name: &str) -> String {
        let example = name.split_once(".rs - ").and_then(|(file, rest)| {
            let (item, line) = rest.split_once("(line ")?;
            let line: usize = line.split_once(')')?.0.parse().ok()?;
            Some((format!("{file}.rs"), item, line))
        });
        let Some((file, item, line)) = example else { return name.to_owned() };
        let (file, line) = match self.0.get(&line) {
            Some((file, line)) if item.starts_with(MODULE) => (file.clone(), *line),
            _ => (file, line),
        };
        format!("{file} (line {line})")
    }
}

/// Returns our source, followed by the tests and examples of the sources in a directory.
pub(crate) fn with_tests_of(source: &str, directory: &Path) -> io::Result<(String, Lines)> {
    let (mut text, mut lines) = (source.to_owned(), Lines::default());
    let mut blocks = Vec::new();
    for file in files(directory)? {
        let theirs = fs::read_to_string(directory.join(&file))?;
        let name = format!("src/{file}");
        if file.ends_with(".md") {
            let whole = theirs.lines().enumerate().map(|(at, line)| (at + 1, line.to_owned()));
            blocks.push((name, whole.collect()));
        } else {
            text += &of_tests(&theirs);
            blocks.extend(comments(&theirs).into_iter().map(|block| (name.clone(), block)));
        }
    }
    blocks.retain(|(_, block)| block.iter().any(|(_, line)| line.trim_start().starts_with("```")));
    text += &format!("\n#[cfg(doctest)]\nmod {MODULE} {{\n");
    let mut at = text.lines().count();
    for (number, (file, block)) in blocks.into_iter().enumerate() {
        for (line, comment) in block {
            at += 1;
            lines.0.insert(at, (file.clone(), line));
            text += &format!("    ///{comment}\n");
        }
        at += 1;
        text += &format!("    pub struct Block{number};\n");
    }
    text += "}\n";
    Ok((text, lines))
}

/// Returns the files of sources, and of documentation if it is included, in order.
fn files(directory: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && (name.ends_with(".rs") || name.ends_with(".md")) {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

/// Returns the functions and modules at the top level that are compiled only for tests.
fn of_tests(source: &str) -> String {
    let (mut text, mut is_test) = (String::new(), false);
    for line in source.lines() {
        is_test |= line == "#[test]" || line == "#[cfg(test)]";
        if is_test {
            text += line;
            text.push('\n');
        }
        is_test &= line != "}";
    }
    text
}

/// Returns the blocks of comments that are documentation, with the number of each line.
fn comments(source: &str) -> Vec<Vec<(usize, String)>> {
    let mut blocks = vec![Vec::new()];
    for (at, line) in source.lines().enumerate() {
        let line = line.trim_start();
        match line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) {
            Some(comment) => {
                blocks.last_mut().expect("one is always there").push((at + 1, comment.to_owned()));
            }
            None => blocks.push(Vec::new()),
        }
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    const THEIRS: &str = "//! # It

use a;

/// ```
/// f();
/// ```
pub fn f() {
}

#[test]
fn t() {
    f();
}

fn g() {
}

#[cfg(test)]
mod tests {
    #[test]
    fn u() {}
}
";

    #[test]
    fn tests_and_examples_are_taken_out() {
        assert_eq!(
            of_tests(THEIRS),
            "#[test]\nfn t() {\n    f();\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn u() {}\n}\n"
        );
        let blocks = comments(THEIRS);
        assert_eq!(blocks.len(), 2);
        assert_eq!(blocks[1].iter().map(|(line, _)| *line).collect::<Vec<_>>(), [5, 6, 7]);
    }

    #[test]
    fn examples_have_the_names_of_their_own_lines() {
        let lines = Lines([(20, ("src/lib.rs".to_owned(), 5))].into());
        assert_eq!(lines.name_of("src/lib.rs - documentation::Block0 (line 20)"), "src/lib.rs (line 5)");
        assert_eq!(Lines::default().name_of("src/lib.rs - f (line 5)"), "src/lib.rs (line 5)");
        assert_eq!(lines.name_of("tests::u"), "tests::u");
    }
}
