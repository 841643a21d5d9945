//! Inputs and legacy encodings: an input that is surely, or rather, in another encoding than the one that was named.

use std::convert::Infallible;
use std::ops::ControlFlow;

use placemat::detect::Detection;
use placemat::{Codec, Encoding, OnError};

use super::super::super::Plan;
use super::super::super::input_report::Contradiction;
use super::is_of_single_bytes;
use crate::detect;
use crate::input::Input;
use crate::legacy::{
    Confidence, Guess, Legacy, Misplaced, Part, Shape, Translator, characters_in_lines_of_utf_8,
    characters_in_words_of_utf_8, has_latin_word_of_utf_8,
};
use crate::names::Side;
use crate::status::CommandError;

/// How many of the first bytes are compared.
const FRONT: usize = 1 << 20;

/// Returns how an input contradicts the encoding that was named, if detection is sure of another one, or as confident as
/// `least`.
pub(super) fn contradiction(
    plan: &Plan,
    input: &mut Input,
    least: Confidence,
) -> Result<Option<Contradiction>, CommandError> {
    let is_wrapper =
        matches!(plan.from, Side::Encoding(from) if from.is_wrapper() && from.info().fallback.is_none());
    let Some(front) = front_beyond_utf_8(input)?.filter(|_| !is_wrapper) else { return Ok(None) };
    if let (Side::Legacy(to), true) = (plan.to, plan.from != plan.to)
        && plan.options.on_error != OnError::Strict
        && reads_utf_8(plan.from)
        && is_clean(&front, to)
    {
        return Ok(Some(Contradiction::Already));
    }
    let found = detect::at_front(input)?;
    if is_rather_utf_8(plan.from, &found.detection) {
        return Ok(Some(Contradiction::MostlyUtf8));
    }
    if has_lines_of_utf_8(plan.from, &front) {
        return Ok(Some(Contradiction::PartlyUtf8));
    }
    if let (Side::Legacy(_), None, Some(wide)) = (plan.from, found.legacy, found.detection.encoding)
        && wide.info().width > 1
    {
        return Ok(Some(Contradiction::OtherUnits(wide)));
    }
    // In UTF-16, spaces and line ends have bytes 00.
    if let (Side::Encoding(from), Some(guess)) = (plan.from, found.legacy)
        && from.info().width > 1
        && guess.confidence > Confidence::Perhaps
        && guess.unknown.is_none()
        && !front.contains(&0)
    {
        return Ok(Some(Contradiction::Legacy(guess.legacy)));
    }
    let is_of_western_bytes = matches!(plan.from, Side::Encoding(from) if is_of_single_bytes(from));
    let Some(Guess { legacy, confidence, .. }) =
        found.legacy.filter(|guess| counts(plan.from, guess, &front, least))
    else {
        let is_partly_utf_8 = is_of_western_bytes && detect::has_words_of_utf_8(&front);
        let western = found.legacy.filter(|guess| is_western(plan.from, guess, &front));
        return Ok(match western {
            Some(guess) => Some(Contradiction::Legacy(guess.legacy)),
            None => is_partly_utf_8.then_some(Contradiction::PartlyUtf8),
        });
    };
    if Side::Legacy(legacy) == plan.to {
        return Ok(Some(Contradiction::Already));
    }
    let is_same = match plan.from {
        Side::Legacy(from) => decoded(&front, from) == decoded(&front, legacy),
        Side::Encoding(from) if is_of_single_bytes(from) => {
            let read = from.resolve(&front).map_or(from, |text| text.codec);
            let read = placemat::convert(read, Encoding::Utf8, &front).ok();
            read.is_some_and(|read| read == decoded(&front, legacy).as_bytes())
        }
        _ => false,
    };
    let contradiction = match confidence {
        Confidence::Sure => Contradiction::Legacy(legacy),
        _ => Contradiction::Rather(legacy, confidence),
    };
    Ok((!is_same).then_some(contradiction))
}

/// Returns `true` if a proposal counts beside the encoding that was named: it is sure, or else as confident as `least`, and
/// the text is hardly one in the encoding that was named.
fn counts(side: Side, guess: &Guess, front: &[u8], least: Confidence) -> bool {
    /// Of fewer characters, proposals are often wrong.
    const LEAST: u64 = 4;
    if guess.confidence == Confidence::Sure || least == Confidence::Sure {
        return guess.confidence == Confidence::Sure;
    }
    let text = match side {
        Side::Encoding(from) if is_of_single_bytes(from) => from.decode_lossy(front).0,
        Side::Legacy(from) => decoded(front, from).into(),
        _ => return false,
    };
    let is_latin = |text: &str| {
        let letters = text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic());
        let (latin, all) =
            letters.fold((0, 0), |(latin, all), one| (latin + u32::from(one < '\u{250}'), all + 1));
        2 * latin > all
    };
    // In Latin script, a dozen encodings differ in a few letters, and proposals are often wrong.
    let is_implausible =
        || Misplaced::of_text(text.chars()).misplaced > 0 || guess.legacy.identifier() == "windows-1254";
    let (is_latin, is_western) = (is_latin(&text), guess.legacy.of_family().is_some());
    let is_rather = guess.evidence.script().0 != "Latin" || !is_latin || is_implausible();
    let is_confident = guess.confidence >= least || guess.legacy.is_of_dos();
    // What only Windows-1252 has is looked for elsewhere, and Western text that was named as pairs.
    let is_of_pairs = matches!(side, Side::Legacy(from) if from.shape() != Shape::Single);
    let is_other = guess.unknown.is_none() && !(is_western && (is_latin || is_of_pairs));
    is_other && is_confident && guess.evidence.characters >= LEAST && is_rather
}

/// Returns `true` if an input that was named as text of pairs is likely text of single bytes: most of the bytes
/// beyond ASCII stand alone before a letter. The second byte of an ideograph is hardly ever one.
fn is_western(side: Side, guess: &Guess, front: &[u8]) -> bool {
    const LEAST: usize = 4;
    let Side::Legacy(from) = side else { return false };
    let is_likely = guess.confidence > Confidence::Perhaps && guess.unknown.is_none();
    let is_single = from.shape() != Shape::Single && guess.legacy.shape() == Shape::Single;
    let (mut high, mut alone) = (0, 0);
    for three in front.windows(3).filter(|three| !three[1].is_ascii()) {
        high += 1;
        alone += usize::from(three[0].is_ascii() && three[2].is_ascii_lowercase());
    }
    is_likely && is_single && high >= LEAST && 3 * alone >= 2 * high
}

/// Returns `true` if an input that was named as single bytes is rather UTF-8 with a few stray bytes, which a
/// conversion would encode twice. In the scripts of legacy encodings, a sequence or two of UTF-8 may be there
/// by chance; among accented letters, hardly any.
fn is_rather_utf_8(side: Side, detection: &Detection) -> bool {
    let (sequences, stray) = detect::sequences(detection);
    match side {
        Side::Encoding(from) if is_of_single_bytes(from) => sequences > stray,
        Side::Legacy(from) if from.shape() == Shape::Single => sequences > 2 && sequences / 2 >= stray,
        _ => false,
    }
}

/// Returns `true` if an input that was named as single bytes has lines or words of UTF-8.
pub(super) fn is_partly_utf_8(side: Side, front: &[u8]) -> bool {
    has_lines_of_utf_8(side, front) || detect::has_words_of_utf_8(front)
}

/// Returns `true` if an input that was named as single bytes has lines of UTF-8 besides other lines, or words
/// of it if it was named as pairs of bytes. In other scripts than Latin, a single sequence may be there by
/// chance.
fn has_lines_of_utf_8(side: Side, front: &[u8]) -> bool {
    let least = match side {
        Side::Encoding(from) if is_of_single_bytes(from) => 1,
        Side::Legacy(from) if from.shape() == Shape::Single => 2,
        Side::Legacy(_) => {
            return characters_in_words_of_utf_8(front) >= 2 || has_latin_word_of_utf_8(front);
        }
        _ => return false,
    };
    characters_in_lines_of_utf_8(front) >= least
}

/// Returns the beginning of an input, if it is not UTF-8.
fn front_beyond_utf_8(input: &mut Input) -> Result<Option<Vec<u8>>, CommandError> {
    let mut front = vec![];
    input.look_ahead(FRONT, |piece| front.extend_from_slice(piece))?;
    if front.len() == FRONT
        && detect::is_plain(&front)
        && let Some((_, text)) = detect::after_ascii(input)?
    {
        front = text;
    }
    let has_escape = front.contains(&0x1B);
    Ok(match std::str::from_utf8(&front) {
        Ok(_) => has_escape.then_some(front),
        Err(error) if error.error_len().is_none() && front.len() == FRONT => None,
        Err(_) => Some(front),
    })
}

fn reads_utf_8(side: Side) -> bool {
    matches!(side, Side::Encoding(from) if from.info().width == 1 && from.info().reads_utf_8_to > 0x7F)
}

/// Returns `true` if the bytes are well-formed in a legacy encoding. Their end may be cut.
fn is_clean(front: &[u8], legacy: Legacy) -> bool {
    let flow = Translator::new(legacy).push(front, false, |part| {
        let is_odd =
            |text: &str| text.contains(|one| matches!(one, '\u{80}'..='\u{9F}' | '\u{E000}'..='\u{F8FF}'));
        Ok::<_, Infallible>(match part {
            Part::Text(stretch) if !is_odd(stretch.text) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        })
    });
    matches!(flow, Ok(ControlFlow::Continue(())))
}

/// Returns the text of the bytes in a legacy encoding.
fn decoded(front: &[u8], legacy: Legacy) -> String {
    let mut text = String::new();
    let _ = Translator::new(legacy).push(front, false, |part| {
        match part {
            Part::Text(stretch) => text.push_str(stretch.text),
            Part::Malformed(_) => text.push('\u{FFFD}'),
        }
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    });
    text
}
