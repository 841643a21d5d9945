//! What a call must do, by the library's functions for single code points.

use placemat::form::{CorrectedUtf8Text, PairingRule};
use placemat::scheme::Le;
use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, Endian, form};

use crate::descriptor::{Called, Status};

/// One side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// `INTERNAL` in this machine's byte order, as `WCHAR_T`.
    Internal,
    /// An encoding of the module.
    Own(Encoding),
    /// `UTF-16LE` of the C library.
    Utf16OfGlibc,
}

/// Calls a function with the codec of an encoding after its signature.
macro_rules! after_signature {
    ($encoding:expr, $codec:ident => $body:expr) => {
        match $encoding {
            Encoding::CorrectedUtf8Document => {
                let $codec = CorrectedUtf8Text;
                $body
            }
            encoding => {
                let $codec = encoding.unmarked();
                $body
            }
        }
    };
}

impl Side {
    /// Returns `true` if a code point can be written.
    pub(crate) fn has(self, code_point: u32) -> bool {
        match self {
            Side::Internal => code_point <= GREATEST,
            Side::Own(encoding) => {
                code_point <= GREATEST
                    && after_signature!(encoding, codec => codec.encode_next(code_point, &mut [0; 16]).is_ok())
            }
            Side::Utf16OfGlibc => char::from_u32(code_point).is_some(),
        }
    }
}

/// What a descriptor remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    /// `true` after the signature of the source, and of the target.
    pub(crate) has_begun: [bool; 2],
    pub(crate) lead: Option<u32>,
}

const GREATEST: u32 = 0x7FFF_FFFF;

/// What can be read of an input: where the text starts, code points with the ends of their sequences, and why
/// no more can be read.
type Text = (usize, Vec<(u32, usize)>, Status);

/// Reads all that can be read.
fn read(source: Side, has_begun: &mut bool, input: &[u8]) -> Text {
    let mut items = Vec::new();
    let Side::Own(encoding) = source else {
        let whole = input.chunks_exact(4).map(|bytes| u32::from_ne_bytes(bytes.try_into().unwrap()));
        items.extend(whole.enumerate().map(|(count, code_point)| (code_point, 4 * count + 4)));
        let status = if input.len().is_multiple_of(4) { Status::Done(0) } else { Status::Incomplete };
        return (0, items, status);
    };
    let mut start = 0;
    if !*has_begun && !encoding.mark().is_empty() && !input.is_empty() {
        match encoding.begin(input, false, Endian::Little) {
            Some(preamble) => start = preamble.skip,
            None => return (0, items, Status::Incomplete),
        }
    }
    let mut at = start;
    let status = loop {
        if at == input.len() {
            break Status::Done(0);
        }
        match after_signature!(encoding, codec => codec.decode_next(&input[at..], false)) {
            Ok(decoded) => {
                at += decoded.len;
                items.push((decoded.code_point, at));
            }
            Err(NotDecoded::Incomplete) => break Status::Incomplete,
            Err(NotDecoded::IllFormed(_)) => break Status::Illegal,
        }
    };
    let is_undecided = at == 0 && status == Status::Incomplete;
    *has_begun |= !encoding.mark().is_empty() && !is_undecided && !input.is_empty();
    (start, items, status)
}

/// Joins surrogates as WTF-8 does. Returns a lead surrogate at the end by itself.
fn join(items: &mut Vec<(u32, usize)>) -> Option<(u32, usize)> {
    let mut joined: Vec<(u32, usize)> = Vec::new();
    for &(code_point, end) in &*items {
        match joined.last_mut() {
            Some(last) if is_lead(last.0) && is_trail(code_point) => *last = (pair(last.0, code_point), end),
            _ => joined.push((code_point, end)),
        }
    }
    *items = joined;
    items.pop_if(|last| is_lead(last.0))
}

fn is_lead(code_point: u32) -> bool {
    (0xD800..=0xDBFF).contains(&code_point)
}

fn is_trail(code_point: u32) -> bool {
    (0xDC00..=0xDFFF).contains(&code_point)
}

fn pair(lead: u32, trail: u32) -> u32 {
    0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00)
}

/// Returns what a call with some input and some room must return, and changes the memory.
pub(crate) fn call(source: Side, target: Side, memory: &mut Memory, input: &[u8], room: usize) -> Called {
    let (start, mut items, status) = read(source, &mut memory.has_begun[0], input);
    let mut called = Called { status, read: start, output: Vec::new() };
    if let (Some(lead), Some(first)) = (memory.lead, items.first_mut()) {
        if is_trail(first.0) {
            first.0 = pair(lead, first.0);
        } else {
            match write(target, memory, lead, room, &mut called.output) {
                Status::Done(_) => memory.lead = None,
                status => return Called { status, ..called },
            }
        }
    }
    let pairing = match target {
        Side::Own(encoding) => encoding.info().pairing,
        _ => PairingRule::Apart,
    };
    let waits = match pairing {
        PairingRule::Joins => join(&mut items),
        // A pair has the bytes of its surrogates, so that none has to wait; but it is written whole.
        PairingRule::Fuses => {
            let last = join(&mut items);
            items.extend(last);
            None
        }
        _ => None,
    };
    for (code_point, end) in items {
        let free = room - called.output.len();
        let is_too_great = code_point > GREATEST && matches!(source, Side::Own(_));
        let status = match is_too_great {
            // A full output is noticed first.
            true if target == Side::Internal && free < 4 => Status::Full,
            true => Status::Illegal,
            false => write(target, memory, code_point, free, &mut called.output),
        };
        if !matches!(status, Status::Done(_)) {
            return Called { status, ..called };
        }
        called.read = end;
        memory.lead = None;
    }
    if let Some((lead, end)) = waits {
        called.read = end;
        memory.lead = Some(lead);
    }
    called
}

/// Writes one code point, or returns why not.
fn write(target: Side, memory: &mut Memory, code_point: u32, room: usize, output: &mut Vec<u8>) -> Status {
    let mut bytes = [0; 8];
    let mut room = room;
    let written = match target {
        Side::Internal => {
            bytes[..4].copy_from_slice(&code_point.to_ne_bytes());
            Ok(4)
        }
        // The C library's modules look for room first.
        Side::Utf16OfGlibc if room < 2 => return Status::Full,
        Side::Utf16OfGlibc => Le(form::Utf16).encode_next(code_point, &mut bytes),
        Side::Own(encoding) => {
            // The C library has no code points above `INTERNAL`.
            if code_point > GREATEST && encoding.info().is_corrected {
                return Status::Illegal;
            }
            let mark = encoding.mark();
            if !memory.has_begun[1] && !mark.is_empty() {
                if room < mark.len() {
                    return Status::Full;
                }
                output.extend(mark);
                room -= mark.len();
                memory.has_begun[1] = true;
            }
            after_signature!(encoding, codec => codec.encode_next(code_point, &mut bytes))
        }
    };
    match written {
        Err(_) => Status::Illegal,
        Ok(len) if len > room => Status::Full,
        Ok(len) => {
            output.extend(&bytes[..len]);
            Status::Done(0)
        }
    }
}

/// Returns what must be written at the end of a text.
pub(crate) fn flush(target: Side, memory: &mut Memory) -> Vec<u8> {
    let mut output = Vec::new();
    if let Some(lead) = memory.lead {
        assert_eq!(write(target, memory, lead, 8, &mut output), Status::Done(0));
    }
    *memory = Memory::default();
    output
}
