//! Names of encodings on the command line.

use std::ffi::OsStr;

use placemat::{Encoding, label};

use crate::show::{Name, say};
use crate::status::Trouble;

/// The name of the textual form of code points, which `convert` reads and writes beside the encodings.
pub(crate) const CODE_POINTS: &str = "code-points";

/// What stands for the encoding that an input is found to be in.
pub(crate) const AUTO: &str = "auto";

/// How many near names a message lists.
const NEAREST: usize = 3;

/// One side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Encoding(Encoding),
    CodePoints,
}

impl Side {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Side::Encoding(encoding) => encoding.identifier(),
            Side::CodePoints => CODE_POINTS,
        }
    }
}

/// The side of that name; `quiet` leaves out what else the name may mean.
pub(crate) fn side(name: &OsStr, quiet: bool) -> Result<Side, Trouble> {
    if name.to_str().is_some_and(|name| name.replace(['_', ' '], "-").eq_ignore_ascii_case(CODE_POINTS)) {
        return Ok(Side::CodePoints);
    }
    match look_up(name, quiet) {
        Some(encoding) => Ok(Side::Encoding(encoding)),
        None => Err(unknown(name, "; code-points are U+0041 U+10FFFF …")),
    }
}

/// The encoding of that name.
pub(crate) fn encoding(name: &OsStr) -> Result<Encoding, Trouble> {
    look_up(name, false).ok_or_else(|| unknown(name, ""))
}

/// The encoding of that name; `None` is for each input to be found out.
pub(crate) fn encoding_or_auto(name: &OsStr) -> Result<Option<Encoding>, Trouble> {
    if name.eq_ignore_ascii_case(AUTO) {
        return Ok(None);
    }
    look_up(name, false).map(Some).ok_or_else(|| unknown(name, "; auto detects it"))
}

/// An identifier, or else a label. What is no identifier to the letter can mean different things to different people:
/// `utf8` in a database is often not UTF-8.
fn look_up(name: &OsStr, quiet: bool) -> Option<Encoding> {
    let found = label::find(name.to_str()?)?;
    if let Some(note) = found.note.filter(|_| !quiet) {
        say(format_args!("note: '{}' is read as {}; {note}", Name(name), found.encoding));
    }
    Some(found.encoding)
}

fn unknown(name: &OsStr, besides: &str) -> Trouble {
    let nearest: Vec<_> = label::nearest(&name.to_string_lossy(), NEAREST).collect();
    Trouble::Failed(format!(
        "unknown encoding '{}'; the nearest are {}{besides} (see placemat list)",
        Name(name),
        nearest.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_identifier_is_found_in_any_spelling() {
        for known in Encoding::ALL {
            let name = known.identifier();
            for spelling in [name.to_owned(), name.to_uppercase(), name.replace('-', "_")] {
                assert_eq!(encoding(OsStr::new(&spelling)).ok(), Some(known), "{spelling}");
            }
        }
        assert_eq!(side(OsStr::new("Code_Points"), true).ok(), Some(Side::CodePoints));
    }

    #[test]
    fn labels_are_found_after_identifiers() {
        for (name, known) in [
            ("latin1", Encoding::Iso8859_1),
            ("AL32UTF8", Encoding::Utf8),
            ("iso-8859-1", Encoding::Iso8859_1),
            ("csUTF16LE", Encoding::Utf16Le),
        ] {
            assert_eq!(encoding(OsStr::new(name)).ok(), Some(known), "{name}");
        }
    }

    #[test]
    fn an_unknown_name_lists_the_nearest() {
        let Err(Trouble::Failed(message)) = encoding(OsStr::new("cesu-9")) else { panic!() };
        assert!(message.contains("cesu-8"), "{message}");
        assert!(!message.contains(CODE_POINTS));
    }
}
