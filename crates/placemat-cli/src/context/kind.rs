//! The kind of an error: ill-formed text, or a violation of a house rule.

use std::collections::BTreeMap;
use std::fmt;

use placemat::ErrorKind;
use placemat::views::Rule;

use super::denied::Denied;

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    IllFormed(ErrorKind),
    Rule(Rule),
    /// It is well-formed, and denied on the command line or by the project.
    Denied(Denied),
}

impl Kind {
    /// Returns all kinds, those of the rules last.
    pub(crate) fn all() -> impl Iterator<Item = Kind> {
        let rules = Rule::ALL.into_iter().map(Kind::Rule);
        let denied = Denied::ALL.into_iter().map(Kind::Denied);
        ErrorKind::ALL.into_iter().map(Kind::IllFormed).chain(rules).chain(denied)
    }

    /// Returns what to do about findings of this kind.
    pub(crate) fn help(self) -> &'static str {
        const LOOK: &str =
            "`placemat check FILE` says what the file looks like, and which command to run next.";
        match self {
            Kind::IllFormed(ErrorKind::Overlong) => {
                "Some programs accept overlong sequences, and filters miss the characters that they stand for. \
                 Reject the text, or find the program that wrote it."
            }
            Kind::IllFormed(ErrorKind::Surrogate | ErrorKind::SurrogatePair) => {
                "Surrogates belong to UTF-16. Pairs of them in UTF-8 are CESU-8, which `placemat repair` repairs."
            }
            Kind::IllFormed(ErrorKind::Truncated) => {
                "The text ends within a character: it was cut, or is not complete yet."
            }
            Kind::IllFormed(ErrorKind::StrayTrail | ErrorKind::Interrupted | ErrorKind::InvalidUnit) => {
                "Such bytes come from text in another encoding, or from text that was cut. `placemat check FILE` \
                 says what the file looks like, and which command to run next."
            }
            Kind::IllFormed(_) => LOOK,
            Kind::Rule(_) => "This is a house rule for documents in Corrected UTF-8.",
            Kind::Denied(Denied::Bom | Denied::DoubleBom) => {
                "`placemat repair --fix bom,double-bom --in-place FILE` removes byte order marks."
            }
            Kind::Denied(Denied::MissingBom) => {
                "`placemat convert --bom add --in-place FILE` adds the byte order mark."
            }
            Kind::Denied(Denied::OtherThanNamed) => {
                "Convert the file, or change what .editorconfig or .gitattributes says of it. \
                 `placemat check --no-config FILE` checks it in the encoding that it is in."
            }
            Kind::Denied(Denied::Mojibake) => {
                "`placemat repair --fix default,double-encoding-lines --in-place FILE` decodes it."
            }
            Kind::Denied(Denied::Bidi) => {
                "Text can look different from what it says. Remove these controls from source code."
            }
            Kind::Denied(_) => "`placemat explain --at OFFSET FILE` shows what is there.",
        }
    }

    pub(crate) fn describe(self) -> String {
        match self {
            Kind::IllFormed(kind) => kind.describe().to_owned(),
            Kind::Rule(rule) => format!("{} {}", rule.strength(), rule.describe()),
            Kind::Denied(denied) => denied.describe().to_owned(),
        }
    }

    /// Returns `false` for violations of rules that are only recommendations.
    pub(crate) fn is_error(self) -> bool {
        !matches!(self, Kind::Rule(rule) if rule.strength() != "MUST NOT")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::IllFormed(kind) => f.write_str(kind.name()),
            Kind::Rule(rule) => write!(f, "lint-{}", rule.name()),
            // These are not options of --deny.
            Kind::Denied(denied @ (Denied::MissingBom | Denied::OtherThanNamed)) => {
                f.write_str(denied.name())
            }
            Kind::Denied(denied) => write!(f, "deny-{denied}"),
        }
    }
}

/// The number of errors of each kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(BTreeMap<Kind, u64>);

impl Counts {
    pub(crate) fn add(&mut self, kind: Kind, count: u64) {
        *self.0.entry(kind).or_default() += count;
    }

    pub(crate) fn add_all(&mut self, others: &Counts) {
        for (kind, count) in others.iter() {
            self.add(kind, count);
        }
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (Kind, u64)> {
        self.0.iter().map(|(&kind, &count)| (kind, count))
    }

    /// Returns the number of errors of a kind.
    pub(crate) fn of(&self, kind: Kind) -> u64 {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Returns the number of all errors.
    pub(crate) fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the number of findings that are well-formed text.
    pub(crate) fn well_formed(&self) -> u64 {
        self.iter().filter(|(kind, _)| !matches!(kind, Kind::IllFormed(_))).map(|(_, count)| count).sum()
    }

    /// Returns the number of violations of rules.
    pub(crate) fn of_rules(&self) -> u64 {
        self.iter().filter(|(kind, _)| matches!(kind, Kind::Rule(_))).map(|(_, count)| count).sum()
    }

    /// Returns the counts by the names of the kinds.
    pub(crate) fn by_name(&self) -> BTreeMap<String, u64> {
        self.iter().map(|(kind, count)| (kind.to_string(), count)).collect()
    }
}
