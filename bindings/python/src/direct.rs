//! Writes long text straight into a `str` of its kind, block by block, so that no other memory is allocated.
//!
//! This requires the kind and the length in advance. They are counted as if the bytes were well-formed. If
//! they are not, or if anything else differs from the count, the `str` is not filled completely, and is
//! discarded.

use std::cell::Cell;

use placemat::form::Utf8;
use placemat::{Codec, Conversion, Encoding, Options, Status};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::input::Input;
use crate::storage::{Filling, Kind, Room};
use crate::text::{has_bytes_of_ascii, has_bytes_of_utf_8};

/// How many bytes are examined at a time, which fit into the nearest cache, and the size of a converted
/// block.
const BLOCK: usize = 16 << 10;
const BUFFER: usize = 32 << 10;

/// The least input for which this is faster than other ways.
const LEAST: usize = 2 << 10;

thread_local! {
    /// A buffer for the next text: allocating a new one takes as long as converting a few KiB.
    static KEPT: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Decodes a whole input, if it is well-formed and its encoding has the same characters as UTF-8.
pub(crate) fn decode<'py>(
    py: Python<'py>,
    encoding: Encoding,
    input: &Input<'py>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let bytes = input.bytes();
    if bytes.len() < LEAST || !has_bytes_of_ascii(encoding) {
        return Ok(None);
    }
    let mut ascii = 0;
    if bytes[..LEAST].is_ascii()
        && let Some(mut filling) = Filling::new(py, Kind::Ascii, bytes.len())?
    {
        let room = filling.room();
        ascii = input.with(py, |bytes| copy_ascii(encoding, bytes, room));
        if let Some(text) = filling.finish() {
            return Ok(Some(text));
        }
    }
    if !has_bytes_of_utf_8(encoding) {
        return Ok(None);
    }
    let Some((kind, characters)) = input.with(py, |bytes| counted(encoding, bytes, ascii)) else {
        return Ok(None);
    };
    let Some(mut filling) = Filling::new(py, kind, characters)? else { return Ok(None) };
    let room = filling.room();
    let is_all = input.with(py, |bytes| convert(encoding, kind, bytes, room));
    Ok(filling.finish().filter(|_| is_all))
}

/// Copies bytes while they are ASCII, and returns their number.
fn copy_ascii(encoding: Encoding, bytes: &[u8], mut room: Room<'_>) -> usize {
    if encoding.info().has_nul_alone() {
        room.push(bytes);
    } else {
        // The highest bit of `byte - 1` is also set for a byte 00.
        let is_right = |&byte: &u8| byte | byte.wrapping_sub(1);
        room.push_while(bytes, |piece| piece.iter().map(is_right).fold(0, |all, byte| all | byte) < 0x80);
    }
    room.len()
}

/// Returns the kind and the length of well-formed text, as far as its bytes determine them; `None` if they
/// show that it is not well-formed.
fn counted(encoding: Encoding, bytes: &[u8], ascii: usize) -> Option<(Kind, usize)> {
    let has_pairs = encoding.info().reads_pairs();
    let (mut greatest, mut characters, mut pairs) = (0, ascii, 0);
    let mut at = ascii;
    for block in bytes[ascii..].chunks(BLOCK) {
        greatest = block.iter().fold(greatest, |greatest, &byte| greatest.max(byte));
        characters += Utf8::count_code_points(block);
        if has_pairs {
            pairs += pairs_of(&bytes[at..], block.len());
        }
        at += block.len();
    }
    let kind = match greatest {
        // A byte that is not a lead byte is ill-formed here, and so is U+0000 in Modified UTF-8.
        0..0xC0 | 0xF5.. => return None,
        0xC0 | 0xC1 => Kind::Ascii,
        0xC2 | 0xC3 => Kind::Latin1,
        0xC4..0xF0 if pairs == 0 => Kind::TwoBytes,
        _ => Kind::FourBytes,
    };
    Some((kind, characters - pairs))
}

/// Returns how many surrogate pairs begin in the first `len` bytes.
fn pairs_of(bytes: &[u8], len: usize) -> usize {
    const PAIR: usize = 6;
    const STRIDE: usize = 128;
    let len = len.min((bytes.len() + 1).saturating_sub(PAIR));
    let mut pairs = 0;
    for start in (0..len).step_by(STRIDE) {
        let stride = STRIDE.min(len - start);
        let from = |at: usize| bytes[start + at..start + at + stride].iter();
        // ED A0..AF xx ED B0..BF xx
        let four = from(0).zip(from(1)).zip(from(3).zip(from(4)));
        let of_pair = four.map(|((&lead, &high), (&trail, &low))| {
            u8::from(lead == 0xED)
                & u8::from(high & 0xF0 == 0xA0)
                & u8::from(trail == 0xED)
                & u8::from(low & 0xF0 == 0xB0)
        });
        pairs += usize::from(of_pair.fold(0, |pairs: u8, pair| pairs.wrapping_add(pair)));
    }
    pairs
}

/// Converts block by block, until the end or an error. Returns `true` at the end.
fn convert(encoding: Encoding, kind: Kind, bytes: &[u8], mut room: Room<'_>) -> bool {
    let is_big = cfg!(target_endian = "big");
    let target = match kind {
        Kind::Ascii | Kind::Latin1 => Encoding::Iso8859_1,
        Kind::TwoBytes if is_big => Encoding::Utf16Be,
        Kind::TwoBytes => Encoding::Utf16Le,
        Kind::FourBytes if is_big => Encoding::Utf32Be,
        Kind::FourBytes => Encoding::Utf32Le,
    };
    let Ok(conversion) = Conversion::new(encoding, target, Options::default()) else { return false };
    let mut buffer = KEPT.take();
    buffer.resize(BUFFER, 0);
    let is_all = convert_by(&conversion, bytes, &mut buffer, &mut room);
    KEPT.set(buffer);
    is_all
}

fn convert_by(
    conversion: &Conversion<Encoding, Encoding>,
    bytes: &[u8],
    buffer: &mut [u8],
    room: &mut Room<'_>,
) -> bool {
    let mut rest = bytes;
    loop {
        let Ok((progress, status)) = conversion.convert_into(rest, buffer) else { return false };
        if !room.push(&buffer[..progress.written]) {
            return false;
        }
        rest = &rest[progress.read..];
        match status {
            // Surplus trail bytes were not counted as characters, so the output may be full before an error.
            Status::Done => return true,
            Status::OutputFull { .. } => {}
            _ => return false,
        }
    }
}
