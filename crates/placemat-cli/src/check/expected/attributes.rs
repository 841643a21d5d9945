//! `working-tree-encoding` in .gitattributes. The patterns are those of .gitignore.

use std::collections::HashMap;
use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use placemat::Encoding;

use super::Value;
use crate::names::Named;

/// The name of the attribute.
const NAME: &str = "working-tree-encoding";

/// The lines of a file.
#[derive(Debug)]
pub(super) struct Attributes(Vec<Line>);

#[derive(Debug)]
struct Line {
    head: Head,
    attributes: Vec<Attribute>,
}

/// What a line is about.
#[derive(Debug)]
enum Head {
    /// The files that a pattern matches.
    Files(Gitignore),
    /// The definition of a macro: an attribute that sets others.
    Macro(String),
}

#[derive(Debug)]
struct Attribute {
    name: String,
    state: State,
}

#[derive(Debug)]
enum State {
    Set,
    /// Reset by `-` or `!`.
    Reset,
    Value(String),
}

impl Attributes {
    pub(super) fn new(directory: &Path, text: &str) -> Self {
        Attributes(text.lines().filter_map(|line| of_line(directory, line)).collect())
    }
}

/// Returns what these files say of the encoding of a file, if they mention it. The first of the files comes
/// first, and of each the last line. Within a line, that is the last attribute.
pub(super) fn encoding_of(path: &Path, files: &[&Attributes]) -> Option<Value> {
    let lines = || files.iter().flat_map(|file| file.0.iter().rev());
    let mut found = Assigned::default();
    for line in lines() {
        if let Head::Macro(name) = &line.head {
            found.macros.entry(name).or_insert(&line.attributes);
        }
    }
    for line in lines() {
        match &line.head {
            Head::Files(pattern) if pattern.matched(path, false).is_ignore() => found.add(&line.attributes),
            _ => {}
        }
    }
    Some(match found.states.get(NAME)? {
        State::Value(name) => match super::named(name) {
            // Git adds no file in UTF-16 or UTF-32 without a byte order mark.
            Value::Known {
                encoding: encoding @ Named::Encoding(Encoding::Utf16 | Encoding::Utf32), ..
            } => Value::Known { encoding, needs_bom: true },
            value => value,
        },
        State::Set | State::Reset => Value::Unset,
    })
}

/// The attributes of a file. What is assigned first stays.
#[derive(Default)]
struct Assigned<'a> {
    macros: HashMap<&'a str, &'a [Attribute]>,
    states: HashMap<&'a str, &'a State>,
}

impl<'a> Assigned<'a> {
    fn add(&mut self, attributes: &'a [Attribute]) {
        let mut left: Vec<&Attribute> = attributes.iter().collect();
        while let Some(Attribute { name, state }) = left.pop() {
            if self.states.contains_key(name.as_str()) {
                continue;
            }
            self.states.insert(name, state);
            if let (State::Set, Some(others)) = (state, self.macros.get(name.as_str())) {
                left.extend(others.iter());
            }
        }
    }
}

fn of_line(directory: &Path, line: &str) -> Option<Line> {
    let line = line.trim_start();
    // A pattern with spaces is in quotation marks. Negative patterns are not allowed.
    let (pattern, attributes) = match line.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => line.split_once([' ', '\t'])?,
    };
    if pattern.is_empty() || pattern.starts_with(['#', '!']) {
        return None;
    }
    let attributes = attributes.split_whitespace().map(attribute).collect();
    let head = match pattern.strip_prefix("[attr]") {
        Some(name) => Head::Macro(name.to_owned()),
        None => {
            let mut builder = GitignoreBuilder::new(directory);
            builder.add_line(None, pattern).ok()?;
            Head::Files(builder.build().ok()?)
        }
    };
    Some(Line { head, attributes })
}

fn attribute(text: &str) -> Attribute {
    let (name, state) = match (text.strip_prefix(['-', '!']), text.split_once('=')) {
        (Some(name), _) => (name, State::Reset),
        (None, Some((name, value))) => (name, State::Value(value.to_owned())),
        (None, None) => (text, State::Set),
    };
    Attribute { name: name.to_owned(), state }
}
