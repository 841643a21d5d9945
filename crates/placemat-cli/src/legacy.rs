//! Encodings that are not in the family: the legacy encodings of the WHATWG's Encoding Standard, and the code pages
//! of DOS.
//!
//! `encoding_rs` decodes and encodes the WHATWG's, `oem_cp` has the characters of DOS, and `chardetng` proposes an
//! encoding for text that has no label. Only `coders` calls the coders and the detector, with the feature `legacy`.
//! Without the feature, `absent` has the same types, and none of them has a value.

#[cfg(not(feature = "legacy"))]
mod absent;
#[cfg(feature = "legacy")]
mod coders;
mod damage;
#[cfg(feature = "legacy")]
mod dos;
mod doubt;
mod doubtful;
#[cfg(feature = "legacy")]
mod encodings;
mod frames;
mod guess;
#[cfg(feature = "legacy")]
mod labels;
mod languages;
mod later;
mod lines;
#[cfg(feature = "legacy")]
mod nearest;
mod outlet;
mod refine;
mod rivals;
mod sequences;
mod strangers;
mod sure;
mod symbols;
mod translator;
mod unknown;
mod western;
mod words;

#[cfg(not(feature = "legacy"))]
use absent::{Decoder, Encoder, Proposer};
#[cfg(not(feature = "legacy"))]
pub(crate) use absent::{Legacy, find, nearest};
#[cfg(feature = "legacy")]
use coders::{Decoder, Encoder, Proposer};
#[cfg(feature = "legacy")]
pub(crate) use encodings::{Legacy, find};
#[cfg(feature = "legacy")]
pub(crate) use nearest::nearest;

pub(crate) use damage::{Line, Telling};
pub(crate) use doubt::{
    begins_with_trails, begins_within_character, has_misplaced, in_windows_1252, is_hardly_windows_1252,
    lead_bytes, may_be_cut, may_be_signs,
};
pub(crate) use guess::{Confidence, Guess, declared, guess, is_noise, may_be_text};
pub(crate) use later::{confirmed, confirmed_in, goes_on_in_utf_8, input_goes_on_in_utf_8, later_utf_8};
pub(crate) use lines::Lines;
pub(crate) use outlet::Outlet;
pub(crate) use sequences::Shape;
pub(crate) use symbols::is_of_symbols;
pub(crate) use translator::{Malformed, Part, Stretch, Translator};
pub(crate) use unknown::{Misplaced, Unknown, is_ebcdic};
pub(crate) use western::are_clearly_windows_1252;
pub(crate) use words::{
    characters_in_lines_of_utf_8, characters_in_words_of_utf_8, has_clear_utf_8, has_latin_word_of_utf_8,
    has_parts_of_utf_8, has_remains, has_utf_8, without_utf_8,
};

/// The encoding that a label of the WHATWG means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// An encoding of the family.
    Family(placemat::Encoding),
    Legacy(Legacy),
    /// The WHATWG has decoders refuse the encoding.
    Refused,
}

impl Legacy {
    /// Returns the encoding with this label, also if it is Windows-1252, which the family has too.
    pub(crate) fn named(label: &str) -> Option<Self> {
        match find(label) {
            Some(Known::Legacy(legacy)) => Some(legacy),
            Some(Known::Family(placemat::Encoding::Windows1252)) => Legacy::windows_1252(),
            _ => None,
        }
    }

    /// Returns the name for people: those of Windows are written with a capital.
    pub(crate) fn title(self) -> String {
        match self.name().strip_prefix("windows-") {
            Some(number) => format!("Windows-{number}"),
            None => self.name().to_owned(),
        }
    }

    /// Returns text in this encoding, with U+FFFD for what is malformed.
    pub(crate) fn read(self, bytes: &[u8]) -> String {
        guess::decoded(bytes, self, true).0
    }
}

/// Returns what is said of an input that is partly UTF-8 and partly looks like legacy text.
pub(crate) fn describe_part(guess: &Guess) -> String {
    format!("partly UTF-8, and partly perhaps {}", guess.legacy.title())
}

/// How far a decoder or an encoder came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The input is used up.
    Done,
    /// The output is full.
    Full,
    /// A malformed sequence of so many bytes, before so many bytes that were read after it.
    Malformed(usize, usize),
    /// A character that the encoding does not have.
    Unmappable,
}

/// Returns the encoding with this label, for tests.
#[cfg(all(test, feature = "legacy"))]
fn whatwg_named(name: &str) -> Legacy {
    match find(name) {
        Some(Known::Legacy(legacy)) => legacy,
        found => panic!("{name}: {found:?}"),
    }
}
