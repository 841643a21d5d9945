//! Inputs whose bytes contradict the encoding that was named.
//!
//! A conversion would destroy such a file: ASCII that is read as UTF-16 becomes Chinese, and UTF-8 that is
//! read as windows-1252 becomes mojibake, again with each run. The output of a conversion contradicts the
//! encoding of its input, so a second run changes nothing.

mod already;
mod bytes;
mod legacy;
mod seen;
mod signs;

use placemat::stream::Validator;
use placemat::{Codec, Encoding};

use super::super::Plan;
use super::super::auto::Detected;
use super::super::input_report::Contradiction;
use crate::detect;
use crate::input::Input;
use crate::legacy::{Confidence, Legacy};
use crate::mixed;
use crate::names::Side;
use crate::status::CommandError;
use seen::Seen;

/// Returns how an input contradicts the encoding that was named, if it does.
pub(super) fn contradiction(plan: &Plan, input: &mut Input) -> Result<Option<Contradiction>, CommandError> {
    match by_signs(plan, input)? {
        None if plan.from != Side::CodePoints && plan.from != Side::Auto => {
            // A file that is replaced is lost, so the user should look first at what is likely in another encoding.
            match legacy::contradiction(plan, input, Confidence::Likely)? {
                None if !plan.is_text => bytes::contradiction(plan.from, input),
                found => Ok(found),
            }
        }
        found => Ok(found),
    }
}

/// Returns that an input which is read as text of single bytes or of pairs goes on in UTF-8 after what detection
/// reads of it.
pub(super) fn later(from: Side, input: &mut Input) -> Result<Option<Contradiction>, CommandError> {
    let Some(legacy) = of_bytes(from) else { return Ok(None) };
    // All of it may be UTF-8.
    if matches!(from, Side::Encoding(from) if from.fallback().is_some()) && is_utf_8(input)? {
        return Ok(None);
    }
    let is_partly_utf_8 = crate::legacy::input_goes_on_in_utf_8(input, detect::MOST, legacy)?;
    Ok(is_partly_utf_8.then_some(Contradiction::PartlyUtf8))
}

/// Returns the encoding in which UTF-8 is not an error: a legacy one, or none for single bytes in the family.
fn of_bytes(from: Side) -> Option<Option<Legacy>> {
    match from {
        Side::Legacy(legacy) => Some(Some(legacy)),
        Side::Encoding(from) if is_of_single_bytes(from) && from != Encoding::UsAscii => Some(None),
        _ => None,
    }
}

/// Returns how an input contradicts the encoding that was named, by other signs than those of legacy
/// encodings.
fn by_signs(plan: &Plan, input: &mut Input) -> Result<Option<Contradiction>, CommandError> {
    let encoding = match plan.from {
        Side::Encoding(encoding) => encoding,
        // What contradicts one encoding of single bytes contradicts all of bytes.
        Side::Legacy(_) => Encoding::Windows1252,
        Side::CodePoints | Side::Auto => return Ok(None),
    };
    // As a whole, it is in neither of the encodings of its parts.
    if encoding.info().width == 2
        && let Some(parts) = mixed::parts(input)
    {
        return Ok(Some(Contradiction::Mixed(Some(parts))));
    }
    let mut seen = Seen::new(encoding, plan.options);
    if seen.is_of_interest() {
        input.scout(|piece| seen.push(piece))?;
        let found = seen.finish();
        if found.is_some() {
            return Ok(found);
        }
    }
    if matches!(plan.from, Side::Encoding(_)) && already::is_already(plan, encoding, input)? {
        let is_to_utf_8 = matches!(plan.to, Side::Encoding(to) if to.info().is_utf_8);
        let is_partly = is_to_utf_8 && encoding.info().width == 1 && !is_utf_8(input)?;
        return Ok(Some(if is_partly { Contradiction::PartlyUtf8 } else { Contradiction::Already }));
    }
    mixed(plan.from, input)
}

/// Returns `true` if all of an input is UTF-8.
fn is_utf_8(input: &mut Input) -> Result<bool, CommandError> {
    let Ok(mut validator) = Validator::new(Encoding::Utf8) else { return Ok(false) };
    let mut is_valid = true;
    input.scout(|piece| {
        is_valid = validator.push(piece).is_ok();
        is_valid
    })?;
    Ok(is_valid && validator.finish().is_ok())
}

/// How many of the first bytes are examined to determine a byte order.
const FRONT: usize = 16 << 10;
/// Shorter inputs may be UTF-16, or ideographs in bytes.
const LEAST: usize = 8;
/// Shorter inputs that are read as bytes may be a single character of UTF-8.
const LEAST_OF_BYTES: usize = 5;
/// How many of the first bytes of an input are examined if it is not converted by itself.
const GLIMPSED: usize = 1 << 20;
/// How many of these are compared with legacy encodings. Their detection reads a text dozens of times.
const COMPARED: usize = 8 << 10;
/// How large an input in UTF-16 may be that is searched for other text before it is written to a stream.
const SCANNED: u64 = 64 << 20;
/// How many of the last bytes of a file in UTF-16 are examined.
const TAIL: usize = 64 << 10;

/// Returns how the beginning of an input contradicts the encoding that was named, if it does. Of a pipe, that
/// is what arrives first. `is_first` is false if the input continues another one.
pub(in crate::convert) fn at_front(
    plan: &Plan,
    input: &mut Input,
    is_first: bool,
    is_stream: bool,
) -> Result<Option<Contradiction>, CommandError> {
    match plan.from {
        Side::CodePoints => return Ok(None),
        // A part of UTF-16 without a BOM has the byte order of the part before it.
        Side::Encoding(from) if from.info().width > 1 && !is_first => return Ok(None),
        _ => {}
    }
    let mut front = input.front(GLIMPSED)?;
    let width = match plan.from {
        Side::Encoding(from) => from.info().width,
        Side::Auto if front.contains(&0) => 2,
        _ => 1,
    };
    let least = if width == 1 { LEAST_OF_BYTES } else { LEAST };
    if is_stream && front.len() < least && detect::signature(&front).is_none() {
        return Ok(None);
    }
    let mut is_all = input.size().is_some_and(|size| size <= front.len() as u64);
    if !is_all
        && width == 1
        && detect::is_plain(&front)
        && let Some((_, text)) = detect::after_ascii(input)?
    {
        is_all = text.len() < GLIMPSED;
        front = text;
    }
    if !is_all {
        front.truncate(front.len() - front.len() % width);
        let cut = if width == 1 { detect::cut_at_end(&front) } else { 0 };
        front.truncate(front.len() - cut);
    }
    // A program appends ASCII at the end.
    if let (false, true, Some(size)) = (is_all, width > 1, input.size()) {
        let at = size.saturating_sub(TAIL as u64).max(GLIMPSED as u64);
        front.extend(input.peek(at - at % width as u64, TAIL + width)?);
    }
    if plan.from == Side::Auto {
        return input.with_front(front, |input| {
            match mixed::is_mixed(input)? || mixed::parts(input).is_some() {
                true => mixed(Detected::of(input)?.map_or(Side::Auto, |found| found.side), input),
                false => Ok(None),
            }
        });
    }
    let mut start = front[..front.len().min(COMPARED)].to_vec();
    if start.len() < front.len() {
        // No legacy encoding has such bytes inside a sequence.
        let end = start.iter().rposition(|byte| *byte <= b' ').map_or(0, |at| at + 1);
        start.truncate(end);
    }
    let rest = front[start.len()..].to_vec();
    let mut found = input.with_front(front, |input| by_signs(plan, input))?;
    // Whether it is UTF-8 in part, the fallback itself sees.
    let is_fallback = matches!(plan.from, Side::Encoding(from) if from.info().fallback.is_some());
    // The output is another file, so a second run converts nothing twice.
    if found.is_none_or(|found| found == Contradiction::Already) {
        let counts = |found: &Contradiction| !is_fallback || matches!(found, Contradiction::Legacy(_));
        found = input
            .with_front(start, |input| legacy::contradiction(plan, input, Confidence::Sure))?
            .filter(counts);
        if let (None, Some(legacy)) = (found, of_bytes(plan.from)) {
            found = crate::legacy::goes_on_in_utf_8(&rest, legacy).then_some(Contradiction::PartlyUtf8);
        }
    }
    match found.filter(|found| *found != Contradiction::Already) {
        None if !is_all && !is_fallback => in_rest(plan.from, input, is_stream),
        found => Ok(found),
    }
}

/// Returns how a long input contradicts the encoding that it is read in, if its beginning does not.
pub(in crate::convert) fn in_rest(
    from: Side,
    input: &mut Input,
    is_stream: bool,
) -> Result<Option<Contradiction>, CommandError> {
    let Some(size) = input.size().filter(|size| *size > GLIMPSED as u64 && input.is_rereadable()) else {
        return Ok(None);
    };
    match from {
        // A conversion to a stream is much quicker than this.
        Side::Encoding(from) if from.info().width == 2 && is_stream && size > SCANNED => Ok(None),
        Side::Encoding(of_units) if of_units.info().width == 2 => mixed(from, input),
        _ => later(from, input),
    }
}

/// Returns that an input which a fallback reads as single bytes is partly UTF-8, if its beginning shows that.
/// The input can be read again.
pub(in crate::convert) fn of_fallback(
    from: Side,
    input: &mut Input,
) -> Result<Option<Contradiction>, CommandError> {
    const PART: usize = 64 << 10;
    for at in (0..GLIMPSED).step_by(PART) {
        let part = input.peek(at as u64, PART)?;
        if legacy::is_partly_utf_8(from, &part[..part.len() - detect::cut_at_end(&part)]) {
            return Ok(Some(Contradiction::PartlyUtf8));
        }
        if part.len() < PART {
            break;
        }
    }
    Ok(None)
}

/// Returns that an input which is read as UTF-16, or in which no encoding was detected, is partly in
/// another encoding, if it is.
pub(super) fn mixed(from: Side, input: &mut Input) -> Result<Option<Contradiction>, CommandError> {
    let is_utf_16 = matches!(from, Side::Encoding(from) if from.info().width == 2);
    let parts = if is_utf_16 || from == Side::Auto { mixed::parts(input) } else { None };
    let is_mixed = parts.is_some() || is_utf_16 && mixed::is_mixed(input)?;
    Ok(is_mixed.then_some(Contradiction::Mixed(parts)))
}

/// Returns `true` if every byte beyond ASCII is a character by itself, at least in an input that is not all
/// UTF-8.
fn is_of_single_bytes(encoding: Encoding) -> bool {
    encoding.info().is_single_byte() || encoding.info().fallback.is_some()
}
