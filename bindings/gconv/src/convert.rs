//! One side of a conversion: between an encoding and `INTERNAL`, which is UCS-4 of 31 bits in this machine's
//! byte order.

use placemat::form::{CorrectedUtf8Text, PairingRule, Ucs4Units};
use placemat::{Codec, Conversion, Encoding, Failure, Options, Status};

use crate::charset::{Direction, Task};
use crate::state::State;

#[cfg(target_endian = "little")]
const INTERNAL: placemat::scheme::Le<Ucs4Units> = placemat::scheme::Le(Ucs4Units);
#[cfg(target_endian = "big")]
const INTERNAL: placemat::scheme::Be<Ucs4Units> = placemat::scheme::Be(Ucs4Units);

/// The length of a code point in `INTERNAL`.
pub(crate) const WIDTH: usize = 4;

/// The greatest code point of `INTERNAL`.
const GREATEST: u32 = 0x7FFF_FFFF;

/// Why a conversion ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// All of the input was converted.
    Done,
    /// The next character does not fit.
    Full,
    /// The rest of the input begins a sequence.
    Incomplete,
    /// So many bytes are ill-formed, or a character that the target does not have.
    Illegal(usize),
}

/// How far a conversion got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The number of bytes whose characters were written.
    pub(crate) read: usize,
    /// The number of bytes that were written.
    pub(crate) written: usize,
    pub(crate) end: End,
}

impl Part {
    const NOTHING: Part = Part { read: 0, written: 0, end: End::Done };

    /// A fault of this module: nothing is converted.
    const FAULT: Part = Part { end: End::Illegal(1), ..Part::NOTHING };
}

/// Converts as much as possible. Nothing waits in the state except a lead surrogate on its way into WTF-8.
pub(crate) fn convert(task: Task, state: &mut State, input: &[u8], output: &mut [u8]) -> Part {
    match task.direction {
        _ if input.is_empty() => Part::NOTHING,
        Direction::Decodes => decode(task.encoding, state, input, output),
        Direction::Encodes if joins(task.encoding) => encode_joined(task.encoding, state, input, output),
        Direction::Encodes => encode(task.encoding, state, input, output),
    }
}

/// Writes a lead surrogate that waits at the end of a text.
pub(crate) fn flush(task: Task, state: &mut State, output: &mut [u8]) -> Part {
    let Some(lead) = state.lead else { return Part::NOTHING };
    let part = encode(task.encoding, state, &lead.to_ne_bytes(), output);
    if part.end == End::Done {
        state.lead = None;
    }
    Part { read: 0, ..part }
}

/// Returns `true` if an encoder writes two surrogates as one code point.
pub(crate) fn joins(encoding: Encoding) -> bool {
    encoding.info().pairing == PairingRule::Joins
}

/// Returns `true` if there are code points above those of `INTERNAL`.
fn is_greater(encoding: Encoding) -> bool {
    encoding.info().is_corrected
}

fn decode(encoding: Encoding, state: &mut State, input: &[u8], output: &mut [u8]) -> Part {
    let part = match (encoding, state.has_begun) {
        (Encoding::CorrectedUtf8Document, true) => decode_from(CorrectedUtf8Text, input, output),
        (encoding, true) => decode_from(encoding.unmarked(), input, output),
        (encoding, false) => decode_from(encoding, input, output),
    };
    let is_too_great = |code_point| code_point > GREATEST;
    let too_great = match is_greater(encoding) {
        true => code_points(&output[..part.written]).position(is_too_great),
        false => None,
    };
    let part = match too_great {
        // Such a sequence has six bytes. Without room for it, its position is where the output is full.
        Some(count) => {
            let below = decode(encoding, &mut { *state }, input, &mut output[..count * WIDTH]);
            Part { end: End::Illegal(6), ..below }
        }
        None => part,
    };
    // What has been seen of an incomplete signature will be seen again.
    let is_undecided = part.read == 0 && part.end == End::Incomplete;
    state.has_begun |= has_signature(encoding) && !is_undecided;
    part
}

fn decode_from<S: Codec<Unit = u8>>(source: S, input: &[u8], output: &mut [u8]) -> Part {
    let conversion = Conversion::new(source, INTERNAL, Options::default());
    let Ok(mut transcoder) = conversion.and_then(|conversion| conversion.transcoder()) else {
        return Part::FAULT;
    };
    let (progress, status) = transcoder.push(input, output, false);
    let part = Part { read: transcoder.offset() as usize, written: progress.written, end: End::Done };
    match status {
        Status::NeedInput if part.read < input.len() => Part { end: End::Incomplete, ..part },
        // An ill-formed sequence may only wait for its end. The transcoder is dropped after this call, so its
        // input may end here.
        Status::NeedInput => match transcoder.push(&[], &mut [], true).1 {
            Status::IllFormed(error) => illegal(error.into(), part),
            _ => part,
        },
        Status::OutputFull { .. } => Part { end: End::Full, ..part },
        Status::IllFormed(error) => illegal(error.into(), part),
        Status::Unencodable(lost) => illegal(lost.into(), part),
        _ => part,
    }
}

fn illegal(failure: Failure, part: Part) -> Part {
    let range = failure.range();
    Part { read: range.start, end: End::Illegal(range.len()), ..part }
}

/// Returns the code points of text in `INTERNAL`.
fn code_points(text: &[u8]) -> impl Iterator<Item = u32> {
    text.as_chunks().0.iter().map(|&bytes| u32::from_ne_bytes(bytes))
}

/// Returns `true` if a signature is read from and written to the start of a text.
fn has_signature(encoding: Encoding) -> bool {
    matches!(encoding, Encoding::Utf8Sig | Encoding::CorrectedUtf8Document)
}

/// Encodes code points. A lead surrogate does not wait for the next one.
fn encode(encoding: Encoding, state: &mut State, input: &[u8], output: &mut [u8]) -> Part {
    let whole = input.len() / WIDTH * WIDTH;
    let below = match is_greater(encoding) {
        true => code_points(input).position(|code_point| code_point > GREATEST).map(|place| place * WIDTH),
        false => None,
    };
    let text = &input[..below.unwrap_or(whole)];
    let part = match (encoding, state.has_begun) {
        _ if text.is_empty() => Part::NOTHING,
        (Encoding::CorrectedUtf8Document, true) => encode_to(CorrectedUtf8Text, text, output),
        (encoding, true) => encode_to(encoding.unmarked(), text, output),
        (encoding, false) => encode_to(encoding, text, output),
    };
    state.has_begun |= has_signature(encoding) && part.written > 0;
    let end = match part.end {
        End::Done if below.is_some() => End::Illegal(WIDTH),
        End::Done if whole < input.len() => End::Incomplete,
        end => end,
    };
    Part { end, ..part }
}

fn encode_to<T: Codec<Unit = u8>>(target: T, input: &[u8], output: &mut [u8]) -> Part {
    let conversion = Conversion::new(INTERNAL, target, Options::default());
    let Ok((progress, status)) = conversion.and_then(|conversion| conversion.convert_into(input, output))
    else {
        return Part::FAULT;
    };
    let part = Part { read: progress.read, written: progress.written, end: End::Done };
    match status {
        Status::OutputFull { .. } => Part { end: End::Full, ..part },
        Status::IllFormed(error) => illegal(error.into(), part),
        Status::Unencodable(lost) => illegal(lost.into(), part),
        _ => part,
    }
}

/// Encodes code points for an encoding that joins surrogates. A lead surrogate at the end of the input waits
/// in the state.
fn encode_joined(encoding: Encoding, state: &mut State, input: &[u8], output: &mut [u8]) -> Part {
    let mut done = Part::NOTHING;
    if let Some(lead) = state.lead {
        let Some(next) = code_points(input).next() else { return Part { end: End::Incomplete, ..done } };
        let mut pair = [0; 2 * WIDTH];
        pair[..WIDTH].copy_from_slice(&lead.to_ne_bytes());
        pair[WIDTH..].copy_from_slice(&next.to_ne_bytes());
        let is_trail = (0xDC00..=0xDFFF).contains(&next);
        let part = encode(encoding, state, if is_trail { &pair } else { &pair[..WIDTH] }, output);
        if part.end != End::Done {
            return Part { read: 0, ..part };
        }
        state.lead = None;
        done = Part { read: if is_trail { WIDTH } else { 0 }, ..part };
    }
    let rest = &input[done.read..];
    let whole = rest.len() / WIDTH * WIDTH;
    let last = code_points(rest).last().filter(|last| (0xD800..=0xDBFF).contains(last));
    let text = if last.is_some() { &rest[..whole - WIDTH] } else { &rest[..whole] };
    let part = encode(encoding, state, text, &mut output[done.written..]);
    let mut part = Part { read: done.read + part.read, written: done.written + part.written, ..part };
    if part.end == End::Done {
        if last.is_some() {
            state.lead = last;
            part.read += WIDTH;
        }
        if whole < rest.len() {
            part.end = End::Incomplete;
        }
    }
    part
}
