//! What is wrong with a part of a text, in a sentence whose subject is its bytes: `E9 starts a 3-byte
//! character, but 0A follows`.

use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, ErrorKind};

use super::ErrorContext;
use super::hint::disguised;
use super::kind::Kind;
use crate::legacy::{Legacy, Shape};
use crate::names::title;
use crate::show::{self, Excerpt};

/// The first byte of the escape sequences of ISO-2022-JP.
const ESCAPE: u8 = 0x1B;

/// What people should know of a sequence at the end of an input that is not complete.
pub(crate) const WAS_CUT: &str = ": it was cut off here";
/// The end of a message about the rest of a character with which the input begins.
pub(crate) const START_WAS_CUT: &str = ": the start was cut off";

/// Returns the sentence.
pub(super) fn of(around: &ErrorContext) -> String {
    let predicate = predicate(around);
    match around.kind {
        _ if around.length == 0 => predicate,
        Kind::Rule(_) => format!("{} — {predicate}", own_bytes(around)),
        Kind::IllFormed(ErrorKind::NotDoubleEncoded | ErrorKind::Frame) => predicate,
        // The sentence is about the whole sequence.
        Kind::IllFormed(ErrorKind::Overlong) => match disguised(around) {
            Some(disguised) => format!("{} {predicate}", disguised.bytes),
            None => format!("{} {predicate}", own_bytes(around)),
        },
        Kind::IllFormed(_) | Kind::Denied(_) => format!("{} {predicate}", own_bytes(around)),
    }
}

/// Returns what is wrong with the first part of a range that a policy has replaced as a whole, or with a part
/// of which a policy has replaced the first byte.
pub(super) fn of_first(around: &ErrorContext) -> String {
    let Kind::IllFormed(kind) = around.kind else { return of(around) };
    let ahead = &around.bytes[around.at..];
    let own = match around.encoding.decode_next(ahead, true) {
        Err(NotDecoded::IllFormed(error)) if error.kind == kind => error.len as u64,
        Err(NotDecoded::Incomplete) if kind == ErrorKind::Truncated => ahead.len() as u64,
        _ => around.length,
    };
    let is_of_bytes = around.encoding.info().width == 1 && around.legacy.is_none();
    if !is_of_bytes || own == around.length || kind == ErrorKind::Reserved {
        return of(around);
    }
    let first = of(&ErrorContext { length: own, ..around.clone() });
    if own < around.length { format!("{}: {first}", own_bytes(around)) } else { first }
}

fn own_bytes(around: &ErrorContext) -> Excerpt {
    Excerpt::new(around.own(), around.length)
}

/// Returns the sentence without its subject, or a whole sentence if the subject is not the bytes.
pub(super) fn predicate(around: &ErrorContext) -> String {
    let kind = match around.kind {
        Kind::IllFormed(kind) => kind,
        Kind::Rule(_) | Kind::Denied(_) => return around.kind.describe(),
    };
    let name = around.legacy.map_or_else(|| title(around.encoding), |legacy| legacy.name().to_owned());
    match kind {
        ErrorKind::Reserved => "is reserved for future use".to_owned(),
        ErrorKind::Nul => format!("is U+0000, which {name} does not allow"),
        ErrorKind::SurrogatePair => {
            format!("is a surrogate pair in two sequences, which {name} does not allow")
        }
        ErrorKind::Overlong => match disguised(around) {
            Some(disguised) => {
                format!("is {}", show::disguised(disguised.code_point))
            }
            None if is_never_a_start(around) => format!("is never valid in {name}"),
            None => "starts an overlong form of a character that has a shorter one".to_owned(),
        },
        ErrorKind::Surrogate => match surrogate(around) {
            Some(surrogate) => format!("starts the surrogate U+{surrogate:04X}, which {name} does not allow"),
            None if around.encoding.info().width == 1 => {
                format!("starts a surrogate, which {name} does not allow")
            }
            None => "is half of a surrogate pair, without the other half".to_owned(),
        },
        ErrorKind::OutOfRange if is_never_a_start(around) => format!("is never valid in {name}"),
        ErrorKind::OutOfRange if around.encoding.info().width == 1 => {
            "starts a character beyond U+10FFFF, the last one".to_owned()
        }
        ErrorKind::OutOfRange => "is beyond U+10FFFF, the last character".to_owned(),
        ErrorKind::Truncated => {
            format!("starts {}, but the input ends", a_character(around))
        }
        ErrorKind::StrayTrail => "is a continuation byte without a start byte".to_owned(),
        ErrorKind::Interrupted => match around.next() {
            Some(next) => format!("starts {}, but {next:02X} follows", a_character(around)),
            None => format!("starts {}, but it is not completed", a_character(around)),
        },
        ErrorKind::InvalidUnit if is_valid_elsewhere(around) => "is not valid there".to_owned(),
        ErrorKind::InvalidUnit => format!("is never valid in {name}"),
        ErrorKind::NotDoubleEncoded => "the text was not encoded twice".to_owned(),
        ErrorKind::Frame => "the length before the text does not fit the text".to_owned(),
        ErrorKind::NotACodePoint => "is not a code point".to_owned(),
        _ => kind.describe().to_owned(),
    }
}

/// Returns what an incomplete sequence starts: `a 3-byte character`, if its first byte says how long it is.
fn a_character(around: &ErrorContext) -> String {
    let says_length = around.encoding.info().counts_by_leads();
    match around.own().first().map(|lead| lead.leading_ones()) {
        Some(len @ 2..=6) if says_length => format!("a {len}-byte character"),
        _ if around.legacy.is_some() && around.own().first() == Some(&ESCAPE) => {
            "an escape sequence".to_owned()
        }
        _ => "a character".to_owned(),
    }
}

/// Returns `true` if the bytes of a part are part of characters elsewhere: a policy has replaced each byte of a
/// sequence, or escape sequences determine what bytes are.
fn is_valid_elsewhere(around: &ErrorContext) -> bool {
    let Some(shape) = around.legacy.map(Legacy::shape) else { return false };
    let own = around.own();
    shape == Shape::Iso2022Jp && own.is_ascii() || shape != Shape::Single && shape.begins(own, false)
}

/// Returns `true` if no character starts with the first byte of the part.
fn is_never_a_start(around: &ErrorContext) -> bool {
    around.encoding.info().counts_by_leads() && matches!(around.own(), [0xC0 | 0xC1 | 0xF5..=0xFF, ..])
}

/// Returns the surrogate that three bytes stand for.
fn surrogate(around: &ErrorContext) -> Option<u32> {
    let ahead = &around.bytes[around.at..];
    match ahead {
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] if around.encoding.info().width == 1 => {
            Some(Encoding::Wtf8.decode_next(&ahead[..3], true).ok()?.code_point)
        }
        _ => None,
    }
}
