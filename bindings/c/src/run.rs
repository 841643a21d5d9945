//! Conversions of bytes, on which all functions rest.

use engine::form::{Utf8, Utf16, Utf32};
use engine::{Codec, Conversion, Options, Status, from_utf8};

#[cfg(target_endian = "big")]
pub(crate) use engine::scheme::Be as Native;
#[cfg(target_endian = "little")]
pub(crate) use engine::scheme::Le as Native;

use crate::result::{placemat_result, placemat_status};

/// UTF-16 as this machine has it in memory.
pub(crate) const UTF_16: Native<Utf16> = Native(Utf16);
/// UTF-32 as this machine has it in memory.
pub(crate) const UTF_32: Native<Utf32> = Native(Utf32);

/// Converts bytes. Lengths are in bytes.
#[inline(never)]
pub(crate) fn convert<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(
    source: S,
    target: T,
    options: Options,
    input: &[u8],
    output: &mut [u8],
) -> placemat_result {
    let converted = Conversion::new(source, target, options)
        .and_then(|conversion| conversion.convert_into(input, output));
    match converted {
        Ok((progress, status)) => placemat_result::new(progress.read, progress.written, status),
        Err(_) => placemat_result::of(placemat_status::PLACEMAT_UNSUPPORTED),
    }
}

/// The number of bytes that are swapped at a time.
const PIECE: usize = 2048;

/// Converts UTF-16 whose byte order is not this machine's. It is swapped in pieces, so that the kernels for
/// one byte order serve both.
#[inline(never)]
pub(crate) fn convert_swapped<T: Codec<Unit = u8>>(
    target: T,
    options: Options,
    input: &[u8],
    output: &mut [u8],
) -> placemat_result {
    let mut done = placemat_result::default();
    let mut piece = [0; PIECE];
    loop {
        let rest = &input[done.read..];
        let mut len = rest.len().min(PIECE);
        for (to, from) in piece.chunks_exact_mut(2).zip(rest[..len].chunks_exact(2)) {
            to.copy_from_slice(&[from[1], from[0]]);
        }
        // A surrogate pair must not be divided.
        if len < rest.len() && is_lead([piece[len - 2], piece[len - 1]]) {
            len -= 2;
        }
        let step = convert(UTF_16, target, options, &piece[..len], &mut output[done.written..]);
        let error_offset = match step.error_length {
            0 => 0,
            _ => done.read as u64 + step.error_offset,
        };
        done = placemat_result {
            read: done.read + step.read,
            written: done.written + step.written,
            error_offset,
            ..step
        };
        if done.status != placemat_status::PLACEMAT_OK || done.read == input.len() {
            return done;
        }
    }
}

fn is_lead(unit: [u8; 2]) -> bool {
    matches!(u16::from_ne_bytes(unit), 0xD800..=0xDBFF)
}

/// Swaps the bytes of 16-bit units.
pub(crate) fn swap(units: &mut [u8]) {
    for unit in units.chunks_exact_mut(2) {
        unit.swap(0, 1);
    }
}

/// Copies UTF-8 and replaces each ill-formed subsequence with U+FFFD.
pub(crate) fn replace(input: &[u8], output: &mut [u8]) -> placemat_result {
    const REPLACEMENT: [u8; 3] = *b"\xEF\xBF\xBD";
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = &input[read..];
        let error = from_utf8(rest).err();
        let valid = error.map_or(rest.len(), |error| error.valid_up_to());
        let room = output.len() - written;
        let mut fits = valid.min(room);
        // Not inside a sequence.
        while fits < valid && rest[fits] & 0xC0 == 0x80 {
            fits -= 1;
        }
        output[written..][..fits].copy_from_slice(&rest[..fits]);
        (read, written) = (read + fits, written + fits);
        if fits < valid {
            let needed = match rest[fits] {
                ..0x80 => 1,
                0x80..0xE0 => 2,
                0xE0..0xF0 => 3,
                _ => 4,
            };
            return placemat_result::new(read, written, Status::OutputFull { needed });
        }
        let Some(error) = error else { return placemat_result::new(read, written, Status::Done) };
        let Some(room) = output[written..].first_chunk_mut() else {
            return placemat_result::new(read, written, Status::OutputFull { needed: REPLACEMENT.len() });
        };
        *room = REPLACEMENT;
        read += error.len() as usize;
        written += REPLACEMENT.len();
    }
}

/// Validates bytes.
#[inline(never)]
pub(crate) fn validate<S: Codec<Unit = u8>>(source: S, input: &[u8]) -> placemat_result {
    let whole = placemat_result { read: input.len(), ..placemat_result::default() };
    match engine::validate(source, input) {
        Ok(()) => whole,
        Err(error) => placemat_result { read: error.valid_up_to(), ..whole }.ill_formed(error),
    }
}

/// Validates UTF-16 whose byte order is not this machine's.
#[inline(never)]
pub(crate) fn validate_swapped(input: &[u8]) -> placemat_result {
    let mut done = 0;
    let mut piece = [0; PIECE];
    loop {
        let rest = &input[done..];
        let mut len = rest.len().min(PIECE);
        for (to, from) in piece.chunks_exact_mut(2).zip(rest[..len].chunks_exact(2)) {
            to.copy_from_slice(&[from[1], from[0]]);
        }
        if len < rest.len() && is_lead([piece[len - 2], piece[len - 1]]) {
            len -= 2;
        }
        let step = validate(UTF_16, &piece[..len]);
        let read = done + step.read;
        if step.status != placemat_status::PLACEMAT_OK || read == input.len() {
            let error_offset = if step.error_length > 0 { done as u64 + step.error_offset } else { 0 };
            return placemat_result { read, error_offset, ..step };
        }
        done = read;
    }
}

/// UTF-8 as a codec, which most functions name.
pub(crate) const UTF_8: Utf8 = Utf8;

/// Replaces lone surrogates in UTF-16.
pub(crate) fn make_well_formed<const SWAPPED: bool>(units: &mut [u16]) -> usize {
    let swap = |units: &mut [u16]| units.iter_mut().for_each(|unit| *unit = unit.swap_bytes());
    if SWAPPED {
        swap(units);
    }
    let replaced = Utf16::make_well_formed(units);
    if SWAPPED {
        swap(units);
    }
    replaced
}
