//! Text through every encoding and back.

use placemat::{Codec, Conversion, Encoding, Failure, OnUnencodable, Options, decode};

use super::{Verdict, ensure};
use crate::ways::{Room, in_pieces};

/// A length of pieces that meets block boundaries in every phase.
const PIECE: usize = 997;

/// Checks that the text is well-formed, and that it survives a round trip through every encoding that can
/// hold it; in other encodings the conversion must stop.
pub(super) fn verdicts(name: &str, text: &[u8]) -> Vec<Verdict> {
    let code_points = match decode(Encoding::Utf8, text) {
        Ok(code_points) => code_points,
        Err(error) => return vec![(name.to_owned(), Err(error.to_string()))],
    };
    let mut verdicts = vec![(name.to_owned(), Ok(()))];
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.info().encodes) {
        let through = |options| through(encoding, text, &code_points, options);
        verdicts.push((format!("{name} through {encoding}"), through(Options::default())));
        if encoding.info().is_corrected {
            let options = Options { on_unencodable: OnUnencodable::PrivateUse, ..Options::default() };
            verdicts.push((format!("{name} through {encoding} with private-use"), through(options)));
        }
    }
    verdicts
}

/// Returns the index of the first code point that the encoding cannot hold.
fn first_without_place(encoding: Encoding, code_points: &[u32], options: Options) -> Option<usize> {
    let lifts = options.on_unencodable == OnUnencodable::PrivateUse;
    code_points.iter().position(|&code_point| {
        // The code points that private-use lifts, and the code points that it occupies (CONFORMANCE.md,
        // Policies).
        let is_lifted = |code_point| matches!(code_point, 0x80..=0x9F | 0xD800..=0xDFFF);
        match (lifts && is_lifted(code_point), lifts && is_lifted(code_point.wrapping_sub(0x10_0000))) {
            (true, _) => false,
            (_, true) => true,
            _ => encoding.encode_next(code_point, &mut [0; 16]).is_err(),
        }
    })
}

/// Returns `true` if one of the code points represents a raw unit, so that it does not survive a round trip.
fn holds_carried(encoding: Encoding, code_points: &[u32]) -> bool {
    let carry = encoding.info().carry;
    carry.is_some_and(|carry| code_points.iter().any(|code_point| carry.unit(*code_point).is_some()))
}

fn through(encoding: Encoding, text: &[u8], code_points: &[u32], options: Options) -> Result<(), String> {
    let there = pair(Encoding::Utf8, encoding, options)?;
    let without_place = first_without_place(encoding, code_points, options);
    let converted = match (there.convert(text), without_place) {
        (Ok(_), None) if holds_carried(encoding, code_points) => return Ok(()),
        (Ok(converted), None) => converted.output,
        (Err(Failure::Unencodable(lost)), Some(at)) if lost.code_point() == code_points[at] => return Ok(()),
        (Err(Failure::IllFormed(error)), None) if is_too_long(encoding, code_points, error) => return Ok(()),
        (Ok(_), Some(at)) => return Err(format!("U+{:04X} has no place and was written", code_points[at])),
        (Err(failure), _) => return Err(failure.to_string()),
    };
    let back = pair(encoding, Encoding::Utf8, options)?;
    let came = back.convert(&converted).map_err(|failure| format!("back: {failure}"))?;
    ensure(came.output == text, || "what came back is another text".to_owned())?;
    for (conversion, from, to) in [(&there, text, &converted[..]), (&back, &converted, text)] {
        // Wrappers are not read in pieces, and frames are not written in pieces.
        if conversion.transcoder().is_ok() && !encoding.is_wrapper() {
            let cuts: Vec<usize> = (0..from.len()).step_by(PIECE).skip(1).collect();
            let ran = in_pieces(conversion, from, &cuts, Room::Ample)?;
            ensure(ran.fault.is_none() && ran.output == to, || "in pieces it is another text".to_owned())?;
        }
    }
    Ok(())
}

fn pair(from: Encoding, to: Encoding, options: Options) -> Result<Conversion<Encoding, Encoding>, String> {
    Conversion::new(from, to, options).map_err(|undefined| undefined.to_string())
}

/// Returns `true` if the frame of `writeUTF`, which holds at most 65,535 bytes, refuses a longer text as a
/// whole.
fn is_too_long(encoding: Encoding, code_points: &[u32], error: placemat::Error) -> bool {
    let bytes = |code_point: &u32| match code_point {
        0x01..=0x7F => 1,
        0x00 | 0x80..=0x7FF => 2,
        0x800..=0xFFFF => 3,
        _ => 6,
    };
    encoding == Encoding::Mutf8WriteUtf
        && code_points.iter().map(bytes).sum::<usize>() > usize::from(u16::MAX)
        && (error.offset(), error.len()) == (0, code_points.len() as u64)
        && error.kind() == placemat::ErrorKind::Frame
}
