//! Names of encodings on the command line.

use std::ffi::OsStr;

use placemat::Encoding;

use crate::show::Name;
use crate::status::Trouble;

/// The name of the textual form of code points, which `convert` reads and writes beside the encodings.
pub(crate) const CODE_POINTS: &str = "code-points";

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

/// The side of that name.
pub(crate) fn side(name: &OsStr) -> Result<Side, Trouble> {
    if name.to_str().is_some_and(|name| fold(name) == fold(CODE_POINTS)) {
        return Ok(Side::CodePoints);
    }
    look_up(name).map(Side::Encoding).ok_or_else(|| unknown(name, &[CODE_POINTS]))
}

/// The encoding of that name.
pub(crate) fn encoding(name: &OsStr) -> Result<Encoding, Trouble> {
    look_up(name).ok_or_else(|| unknown(name, &[]))
}

/// An identifier as it stands, or else a spelling of one.
fn look_up(name: &OsStr) -> Option<Encoding> {
    let name = name.to_str()?;
    Encoding::from_identifier(name)
        .or_else(|| Encoding::ALL.into_iter().find(|encoding| fold(encoding.identifier()) == fold(name)))
}

/// Without case, and with `-`, `_` and space alike: dropped.
fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).map(|c| c.to_ascii_lowercase()).collect()
}

fn unknown(name: &OsStr, besides: &[&'static str]) -> Trouble {
    let wanted = fold(&name.to_string_lossy());
    let mut all: Vec<&str> = Encoding::ALL.iter().map(|encoding| encoding.identifier()).collect();
    all.extend(besides);
    all.sort_by_key(|name| strsim::damerau_levenshtein(&fold(name), &wanted));
    let nearest = all[..NEAREST].join(", ");
    Trouble::Failed(format!(
        "unknown encoding '{}'; the nearest are {nearest} (see placemat list)",
        Name(name)
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
        assert_eq!(side(OsStr::new("Code_Points")).ok(), Some(Side::CodePoints));
    }

    #[test]
    fn no_two_identifiers_fold_to_one() {
        let mut folded: Vec<_> = Encoding::ALL.iter().map(|encoding| fold(encoding.identifier())).collect();
        folded.push(fold(CODE_POINTS));
        folded.sort();
        folded.dedup();
        assert_eq!(folded.len(), Encoding::ALL.len() + 1);
    }

    #[test]
    fn an_unknown_name_lists_the_nearest() {
        let Err(Trouble::Failed(message)) = encoding(OsStr::new("cesu-9")) else { panic!() };
        assert!(message.contains("cesu-8"), "{message}");
        assert!(!message.contains(CODE_POINTS));
    }
}
