//! Which legacy encoding a text is in, if it is in none of the family.

use placemat::Encoding;
use placemat::detect::{Basis, Detection, Detector, EvidenceKind};

use super::front::{has_only_disguises, telling};
use super::settle::{UTF_8_SIGNATURE, settled, take_back};
use super::{push, zeros};
use crate::check::records::Records;
use crate::declared::Declared;
use crate::legacy::{self, Confidence, Guess, Legacy, Shape, Unknown};
use crate::walk;

/// Adds the legacy encoding to a verdict, and takes the verdict back if the input is in an encoding that
/// placemat does not know.
pub(super) fn examined(
    mut detection: Detection,
    front: &[u8],
    is_all: bool,
) -> (Detection, Option<Guess>, Option<Unknown>) {
    let legacy = legacy_of(&detection, front, is_all);
    let (sequences, stray) = sequences(&detection);
    let is_open = matches!(detection.basis, Basis::SingleBytes | Basis::Nothing);
    let may_be_binary = is_open || detection.basis == Basis::Damaged;
    if may_be_binary && walk::format_of(front).is_some() {
        take_back(&mut detection);
        return (detection, None, None);
    }
    let unknown = match legacy {
        _ if !is_open || 4 * sequences > stray => None,
        _ if legacy::is_ebcdic(front) => Some(Unknown::Ebcdic),
        guess => guess.and_then(|guess| guess.unknown),
    };
    if unknown.is_none() {
        return (detection, legacy, None);
    }
    take_back(&mut detection);
    (detection, None, unknown)
}

/// Returns the legacy encoding of an input that begins with these bytes, if no encoding of the family is
/// found, or only those that any bytes are. `is_all` says that the input ends there.
fn legacy_of(detection: &Detection, front: &[u8], is_all: bool) -> Option<Guess> {
    let found = match detection.basis {
        _ if walk::format_of(front).is_some() => None,
        // What follows the signature of UTF-8 is UTF-8, or damage to it.
        _ if front.starts_with(UTF_8_SIGNATURE) => None,
        Basis::SingleBytes | Basis::Nothing => {
            let without_holes = zeros::without_holes(front, is_all);
            let text = without_holes.as_deref().unwrap_or(front);
            let found = declared_or(legacy::guess(text, is_all), text, is_all);
            // Nothing converts it unless it is named as text.
            let has_holes = without_holes.is_some();
            let most = if has_holes { Confidence::Likely } else { Confidence::Sure };
            found.map(|mut found| {
                found.evidence.has_holes = has_holes;
                found.confidence = found.confidence.min(most);
                found
            })
        }
        // Escape sequences are ASCII.
        Basis::Ascii if memchr::memchr(0x1B, front).is_some() => legacy::guess(front, is_all),
        // Text of pairs of bytes may look like another encoding with many errors.
        Basis::Damaged if is_mostly_stray(detection) => {
            legacy::guess(front, is_all).filter(|guess| guess.is_clean_pairs())
        }
        // Accented letters of GBK look like UTF-1, whose own have the lead byte A0.
        _ if detection.encoding == Some(Encoding::Utf1)
            && detection.basis != Basis::Signature
            && !front.contains(&0xA0) =>
        {
            let is_of_symbols = legacy::is_of_symbols(front);
            legacy::guess(front, is_all).filter(|guess| is_of_symbols || guess.is_latin_pairs())
        }
        _ => None,
    };
    // A few pairs of bytes may be an attack instead, or the lengths of strings.
    let is_other = || has_only_disguises(front) || Records::of(front, is_all).is_some();
    found.filter(|guess| guess.confidence > Confidence::Perhaps || !is_other())
}

/// Returns the encoding that a text declares itself, if it is text in it, or else the one that was found. If
/// placemat does not know the declared one, none is found.
fn declared_or(found: Option<Guess>, front: &[u8], is_all: bool) -> Option<Guess> {
    match Declared::other_than_windows_1252(front) {
        Some(Some(declared)) if found.is_none_or(|found| found.legacy != declared) => {
            legacy::declared(front, declared, is_all).or(found)
        }
        None if found.is_none_or(is_open) && Declared::is_windows_1252(front) => {
            Legacy::windows_1252().and_then(|declared| legacy::declared(front, declared, is_all)).or(found)
        }
        Some(None) => found.map(|found| Guess { unknown: found.unknown.or(Some(Unknown::Other)), ..found }),
        _ => found,
    }
}

/// Returns `true` if another encoding may be declared: one of single bytes was found, and not for sure.
fn is_open(found: Guess) -> bool {
    let is_weak = match found.confidence {
        Confidence::Perhaps => true,
        Confidence::Likely => found.evidence.script().0 == "Latin",
        Confidence::Sure => false,
    };
    is_weak && found.legacy.shape() == Shape::Single && found.unknown.is_none()
}

/// Returns the legacy encoding of a whole text by its beginning, if no encoding of the family is found, or
/// only those that any bytes are.
pub(crate) fn legacy_in(text: &[u8]) -> Option<Guess> {
    let front = telling(text);
    let end = front.as_ptr_range().end.addr() - text.as_ptr().addr();
    let is_all = end == text.len();
    let mut detector = Detector::new();
    let read = push(&mut detector, front, true);
    let detection = if is_all && read == front.len() { detector.finish() } else { detector.finish_early() };
    let detection = settled(detection, front, is_all).detection;
    let unknown = legacy::is_ebcdic(front).then_some(Unknown::Ebcdic);
    let found = legacy_of(&detection, front, is_all).map(|found| legacy::confirmed(found, text, end))?;
    Some(Guess { unknown: found.unknown.or(unknown), ..found })
}

/// Returns the number of sequences of UTF-8 in a text, and of bytes outside of such sequences.
pub(crate) fn sequences(detection: &Detection) -> (u64, u64) {
    let count = |kinds: &[EvidenceKind]| -> u64 {
        detection.evidence.iter().filter(|one| kinds.contains(&one.kind)).map(|one| one.count).sum()
    };
    let sequences = [EvidenceKind::TwoBytes, EvidenceKind::ThreeBytes, EvidenceKind::FourBytes];
    (count(&sequences), count(&[EvidenceKind::LegacyBytes]))
}

/// Returns `true` if more bytes are outside of sequences of UTF-8 than there are sequences.
fn is_mostly_stray(detection: &Detection) -> bool {
    let (sequences, stray) = sequences(detection);
    stray > sequences
}

/// Returns `true` if what seems to be single bytes may instead be damage to UTF-8. Text in another encoding
/// contains few sequences of UTF-8, and only by chance.
pub(crate) fn is_nearly_utf_8(detection: &Detection) -> bool {
    let (sequences, stray) = sequences(detection);
    let is_near = sequences >= stray || detection.alternatives.contains(&Encoding::Utf8);
    detection.basis == Basis::SingleBytes && sequences > 0 && is_near
}
