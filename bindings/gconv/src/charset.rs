//! The encodings that the module has, and their names.

use placemat::{Codec, Encoding};

/// The C library has these itself.
const OF_GLIBC: [Encoding; 14] = [
    Encoding::Utf8,
    Encoding::Utf16,
    Encoding::Utf16Le,
    Encoding::Utf16Be,
    Encoding::Utf32,
    Encoding::Utf32Le,
    Encoding::Utf32Be,
    Encoding::Ucs2Le,
    Encoding::Ucs2Be,
    Encoding::Ucs4Le,
    Encoding::Ucs4Be,
    Encoding::UsAscii,
    Encoding::Iso8859_1,
    Encoding::Windows1252,
];

/// Other names: those of the library that consist of letters, digits, `-` and `_`, and that mean nothing
/// else.
const ALIASES: [(&str, Encoding); 14] = [
    ("UTF-8-BOM", Encoding::Utf8Sig),
    ("UTF8B", Encoding::Utf8b),
    ("CESU8", Encoding::Cesu8),
    ("CSCESU8", Encoding::Cesu8),
    ("CSCESU-8", Encoding::Cesu8),
    ("MUTF8", Encoding::Mutf8),
    ("MODIFIED-UTF-8", Encoding::Mutf8),
    ("ISO-10646-UTF-1", Encoding::Utf1),
    ("CSISO10646UTF1", Encoding::Utf1),
    ("FSS-UTF", Encoding::Utf8Rfc2279),
    ("UTF-FSS", Encoding::Utf8Rfc2279),
    ("UTF-2", Encoding::Utf8Rfc2279),
    ("I8", Encoding::Utf8Mod),
    ("UTF_EBCDIC", Encoding::UtfEbcdic),
];

/// Returns the encodings: all of the library that the C library does not have, without wrappers, which must
/// see their whole input.
pub fn all() -> impl Iterator<Item = Encoding> {
    let has = |encoding: &Encoding| !OF_GLIBC.contains(encoding) && !encoding.is_wrapper();
    Encoding::ALL.into_iter().filter(has)
}

/// Returns the name of an encoding: its identifier in capital letters.
pub fn name(encoding: Encoding) -> String {
    encoding.name().to_ascii_uppercase()
}

/// Returns the other names, each with its encoding.
pub fn aliases() -> impl Iterator<Item = (&'static str, Encoding)> {
    ALIASES.into_iter()
}

/// Returns the contents of `gconv-modules`, which lists all conversions.
pub fn modules() -> String {
    let mut text = "\
# Written by `cargo xtask gconv --modules`. This file and PLACEMAT.so belong into one directory, which the
# variable GCONV_PATH names. First aliases, then conversions: source, target, module, cost.
"
    .to_owned();
    for (alias, encoding) in aliases() {
        text += &format!("alias\t{alias}//\t{}//\n", name(encoding));
    }
    for encoding in all() {
        let name = name(encoding);
        text += &format!("module\t{name}//\tINTERNAL\tPLACEMAT\t1\n");
        if encoding.info().encodes {
            text += &format!("module\tINTERNAL\t{name}//\tPLACEMAT\t1\n");
        }
    }
    text
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From an encoding to `INTERNAL`.
    Decodes,
    /// From `INTERNAL` to an encoding.
    Encodes,
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The encoding on the other side of `INTERNAL`.
    pub encoding: Encoding,
    /// The direction.
    pub direction: Direction,
}

impl Task {
    /// Returns the task of a step with these names, as the C library writes them: `CESU-8//` and `INTERNAL`.
    pub fn new(from: &[u8], to: &[u8]) -> Option<Task> {
        let (name, direction) = match (from, to) {
            (b"INTERNAL", name) => (name, Direction::Encodes),
            (name, b"INTERNAL") => (name, Direction::Decodes),
            _ => return None,
        };
        let name = name.strip_suffix(b"//").unwrap_or(name);
        let encoding = all().find(|encoding| encoding.name().as_bytes().eq_ignore_ascii_case(name))?;
        let is_possible = direction == Direction::Decodes || encoding.info().encodes;
        is_possible.then_some(Task { encoding, direction })
    }

    /// Returns a number for the task, which is never 0.
    pub fn number(self) -> usize {
        2 * (self.encoding as usize) + if self.direction == Direction::Encodes { 2 } else { 1 }
    }

    /// Returns the task with this number.
    pub fn of_number(number: usize) -> Option<Task> {
        let number = number.checked_sub(1)?;
        let direction = if number % 2 == 1 { Direction::Encodes } else { Direction::Decodes };
        Some(Task { encoding: *Encoding::ALL.get(number / 2)?, direction })
    }

    /// Returns the lengths of the shortest and of the longest sequence of the encoding, in bytes.
    pub fn lengths(self) -> [usize; 2] {
        let info = self.encoding.info();
        [info.width, info.longest]
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, Task, aliases, all, name};
    use placemat::Encoding;

    #[test]
    fn tasks_have_numbers_and_names() {
        for encoding in all() {
            for direction in [Direction::Decodes, Direction::Encodes] {
                let task = Task { encoding, direction };
                assert_eq!(Task::of_number(task.number()), Some(task));
                let (own, other) = (format!("{}//", name(encoding)), "INTERNAL".to_owned());
                let [from, to] = if direction == Direction::Decodes { [own, other] } else { [other, own] };
                let is_possible = encoding != Encoding::Tcl86Utf8 || direction == Direction::Decodes;
                let expected = is_possible.then_some(task);
                assert_eq!(Task::new(from.as_bytes(), to.as_bytes()), expected);
            }
        }
        for number in [0, 2 * Encoding::ALL.len() + 1, usize::MAX] {
            assert_eq!(Task::of_number(number), None);
        }
        let others: [[&[u8]; 2]; 5] = [
            [b"", b""],
            [b"INTERNAL", b"INTERNAL"],
            [b"CESU-8//", b"UTF-8//"],
            [b"UTF-8//", b"INTERNAL"],
            [b"INTERNAL", b"MUTF-8-NUL//"],
        ];
        for [from, to] in others {
            assert_eq!(Task::new(from, to), None);
        }
    }

    #[test]
    fn aliases_mean_what_they_mean_to_the_library() {
        for (alias, encoding) in aliases() {
            assert_eq!(Encoding::for_name(alias).map(|(found, _)| found), Some(encoding), "{alias}");
        }
    }
}
