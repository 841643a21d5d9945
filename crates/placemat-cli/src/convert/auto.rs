//! Inputs whose encoding is to be detected.

use placemat::detect::Basis;
use placemat::{Codec, Encoding};

use super::Plan;
use super::files::guard;
use super::input_report::{Contradiction, Failed};
use super::session::Session;
use super::sink::Target;
use crate::args::Bom;
use crate::detect::{self, Front};
use crate::input::Input;
use crate::legacy::{Confidence, Guess};
use crate::mark;
use crate::mixed::Parts;
use crate::names::Side;
use crate::show::Excerpt;
use crate::status::CommandError;

/// The encoding that an input was detected to be in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detected {
    pub(super) side: Side,
    /// For a legacy encoding.
    pub(super) confidence: Option<Confidence>,
    /// The encoding is not sure, and lines or words of the input are UTF-8.
    pub(super) is_partly_utf_8: bool,
    /// The text was encoded more than twice.
    pub(super) is_encoded_again: bool,
    /// What the input is, if it is one text in UTF-16 that is damaged.
    pub(super) misaligned: Option<Parts>,
}

impl Detected {
    /// Returns the encoding by the beginning of an input, or `None` if it is not text.
    pub(super) fn of(input: &mut Input) -> Result<Option<Self>, CommandError> {
        let front = detect::at_front(input)?;
        let misaligned = front.parts.filter(|parts| parts.misaligned().is_some());
        Ok(match (front.legacy, front.detection.encoding) {
            // As single bytes, most of it would be encoded twice. As UTF-8, the stray bytes are errors.
            _ if detect::is_mostly_utf_8(&front) => Some(Detected {
                side: Side::Encoding(Encoding::Utf8),
                confidence: None,
                is_partly_utf_8: false,
                is_encoded_again: false,
                misaligned,
            }),
            (Some(Guess { legacy, confidence, .. }), _) => {
                let side = legacy.of_family().map_or(Side::Legacy(legacy), Side::Encoding);
                let is_partly_utf_8 = front.is_partly_utf_8;
                let confidence = Some(confidence);
                Some(Detected { side, confidence, is_partly_utf_8, is_encoded_again: false, misaligned })
            }
            (None, Some(encoding)) => {
                let side = Side::Encoding(encoding);
                let confidence = confidence(encoding, &front);
                let is_encoded_again = encoding.info().doubled.is_some() && {
                    let mut text = vec![];
                    input.look_ahead(detect::KEPT, |piece| text.extend_from_slice(piece))?;
                    detect::is_encoded_again(&text, encoding)
                };
                Some(Detected { side, confidence, is_partly_utf_8: false, is_encoded_again, misaligned })
            }
            (None, None) => None,
        })
    }

    /// Returns why a file in this encoding is not replaced: the encoding is a guess that may be wrong.
    pub(super) fn contradiction(found: Option<Self>) -> Option<Contradiction> {
        match found {
            None => Some(Contradiction::NoText),
            Some(Detected { is_partly_utf_8: true, .. }) => Some(Contradiction::PartlyUtf8),
            Some(Detected { side, confidence: Some(confidence), .. }) if confidence < Confidence::Sure => {
                Some(Contradiction::Unsure(side, confidence))
            }
            Some(_) => None,
        }
    }
}

/// Returns how confident a verdict of our detector is, if it may be wrong: any bytes are text of single
/// bytes, a text may quote what doubly encoded text looks like, and units may be numbers.
fn confidence(encoding: Encoding, front: &Front) -> Option<Confidence> {
    let is_double = encoding.is_wrapper() && encoding.as_frame().is_none();
    match front.detection.basis {
        Basis::Signature => None,
        _ if front.is_unclear => Some(Confidence::Perhaps),
        Basis::SingleBytes => Some(Confidence::Perhaps),
        _ if is_double || detect::is_rare(encoding) => Some(Confidence::Likely),
        _ => None,
    }
}

/// Returns the encoding of an input: the one that was named, or the one that is detected. If there is none,
/// notes that the run stopped.
pub(super) fn side<T: Target>(
    session: &mut Session<'_, Encoding, T>,
    input: &mut Input,
) -> Result<Option<Side>, CommandError> {
    if session.plan.from != Side::Auto {
        return Ok(Some(session.plan.from));
    }
    let found = match session.detected {
        Some(found) => Some(found),
        None => Detected::of(input)?,
    };
    let report = session.pending_reports.current();
    report.detected = found;
    if found.is_none() {
        report.failed = Some((Failed::Contradicted(Contradiction::NoText), Excerpt::default()));
    }
    if found.is_some_and(|found| found.is_partly_utf_8)
        && !session.plan.is_forced
        && session.stops_at(Some(Contradiction::PartlyUtf8))
    {
        return Ok(None);
    }
    // What is converted in its place was examined before.
    if let (Some(found), None, false) = (found, session.detected, session.plan.is_forced) {
        let rest = guard::in_rest(found.side, input, session.is_stream())?;
        if rest.is_some() && session.stops_at(rest) {
            return Ok(None);
        }
    }
    // What goes to a stream may be a preview. A file is not written by a guess.
    if let Some(Detected { side, confidence: Some(Confidence::Perhaps), .. }) = found
        && !session.is_stream()
        && !session.plan.is_forced
        && session.detected.is_none()
        && session.stops_at(Some(Contradiction::Unsure(side, Confidence::Perhaps)))
    {
        return Ok(None);
    }
    if let Some(parts) = found.and_then(|found| found.misaligned)
        && !session.plan.is_forced
        && session.stops_at(Some(Contradiction::Mixed(Some(parts.without_command()))))
    {
        return Ok(None);
    }
    Ok(found.map(|found| with_mark(session.plan, found.side)))
}

/// Returns the encoding in which an input is read. The BOM of a text that is in the encoding of the output
/// already is kept as a character, because nothing of that text is to change. In the middle of an output, a
/// BOM would be a character of the text.
fn with_mark(plan: &Plan, side: Side) -> Side {
    match (side, plan.to) {
        (Side::Encoding(Encoding::Utf8Sig), Side::Encoding(to))
            if plan.bom == Bom::Keep
                && (plan.is_separate() || plan.sources.len() == 1)
                && mark::of(to) == mark::of(Encoding::Utf8) =>
        {
            Side::Encoding(Encoding::Utf8)
        }
        _ => side,
    }
}
