//! UTF-8 and its like to units of 16 and 32 bits: a unit at every byte position that ends one.
//!
//! ```text
//! for each block of 64 bytes:
//!     ASCII?  widen
//!     ends  =  a bit for every byte that no trail byte follows
//!     for each vector of it:
//!         planes of the bytes of the unit that would end at each position
//!         zipped, eight positions to a part:  shuffle by the ends of the eight, store where the ends before count to
//! ```
//!
//! What the planes are is the business of the [`Units`]. The stores overlap: each writes eight units, and those that are
//! not there are overwritten by the next. Blocks with leads of four near are a branch of their own. The last block
//! overlaps those before, and its ends are masked.

use super::nibbles::Nibbles;
use super::pack::Eight;
use super::to_utf_16::Words;
use super::to_utf_32::Doublewords;
use super::validate::Rules;
use super::{BACK, CHUNK, Window, boundary, finished, is_trail, load};
use crate::form::{Form, Utf8};
use crate::kernel::grammar::OfForm;
use crate::simd::{BLOCK, Simd};

/// Units that UTF-8 becomes.
pub(super) trait Units {
    /// Bytes of a unit.
    const WIDTH: usize;
    /// Bytes that a block may write: its units and what the last stores write behind them.
    const ROOM: usize;
    /// Units that a sequence of four has written when its third byte is there.
    const EARLY: usize;
    /// Low, high and third byte of the unit at each position; `FOUR` is false where none three before is F0 or more.
    fn planes<S: Simd, const FOUR: bool>(simd: S, byte: S::Vector, before: [S::Vector; 3]) -> [S::Vector; 3];
    /// The planes of a vector, zipped: eight units to two parts.
    fn zip<S: Simd, const FOUR: bool>(simd: S, planes: [S::Vector; 3]) -> [[S::Part; 4]; 2];
    /// Writes those of eight units that are chosen at a place, and what does not count behind them.
    fn put<S: Simd, const FOUR: bool>(
        simd: S,
        parts: [S::Part; 2],
        chosen: Eight,
        room: &mut [u8],
        place: usize,
    );
    /// Writes a vector of ASCII at a place.
    fn widen<S: Simd>(simd: S, ascii: S::Vector, room: &mut [u8], place: usize);
}

/// The most bytes that a block may write.
const MOST_ROOM: usize = 4 * 64;

/// Low byte and the low four bits of the high byte at the ends of sequences.
#[inline(always)]
pub(super) fn low_and_middle<S: Simd>(simd: S, byte: S::Vector, before: S::Vector) -> (S::Vector, S::Vector) {
    let trail = simd.less_signed(byte, simd.splat(0xC0));
    let middle = simd.and(before, trail);
    let seven = simd.and(byte, simd.splat(0x7F));
    let low = simd.or(seven, simd.and(simd.shift_words_left::<6>(middle), simd.splat(0xC0)));
    (low, simd.and(simd.shift_words_right::<2>(middle), simd.splat(0x0F)))
}

/// The payload of a lead of three two places before, in the upper four bits, and zero for everything below.
#[inline(always)]
pub(super) fn top_of_three<S: Simd>(simd: S, before: [S::Vector; 3]) -> S::Vector {
    simd.shift_words_left::<4>(simd.sub_saturating(before[1], simd.splat(0xE0)))
}

/// A block with its neighbours.
#[derive(Clone, Copy)]
struct Block<'a> {
    window: &'a Window,
    /// A trail byte is next.
    continues: bool,
    /// The positions whose units are to be written.
    keep: u64,
}

/// Converts a block: how many units.
#[inline(always)]
fn convert_block<S: Simd, U: Units>(
    simd: S,
    rules: &Rules<S>,
    block: Block<'_>,
    errors: &mut S::Vector,
    room: &mut [u8],
) -> usize {
    let window = block.window;
    let mut greatest = load(simd, window, 0, 0);
    let (mut any, mut trails) = (rules.not_ascii(simd, greatest), [greatest; 4]);
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        any = simd.max(any, rules.not_ascii(simd, byte));
        greatest = simd.max(greatest, byte);
        trails[k] = simd.less_signed(byte, simd.splat(0xC0));
    });
    if simd.sign_bits(any) == 0 && block.keep == u64::MAX {
        *errors = simd.or(*errors, rules.owed(simd, window));
        unrolled!(k of S::VECTORS => {
            U::widen(simd, load(simd, window, k, 0), room, k * S::LANES);
        });
        return BLOCK;
    }
    let ends = !(simd.block_mask(trails) >> 1 | u64::from(block.continues) << 63);
    let greatest = simd.max(greatest, load(simd, window, 0, 3));
    let four = rules.four && !simd.is_zero(simd.sub_saturating(greatest, simd.splat(0xEF)));
    if four {
        if S::LANES == 32 {
            // Else what this branch keeps in registers is taken from the other. (With 16 bytes it does not pay.)
            core::hint::cold_path();
        }
        let third = if U::EARLY > 0 { third_of_four(simd, window) } else { 0 };
        write_units::<S, U, true>(simd, rules, window, (ends | third) & block.keep, errors, room)
    } else {
        write_units::<S, U, false>(simd, rules, window, ends & block.keep, errors, room)
    }
}

/// The positions two behind a lead of four.
#[inline(always)]
fn third_of_four<S: Simd>(simd: S, window: &Window) -> u64 {
    let mut third = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        let lead = load(simd, window, k, 2);
        third[k] = simd.equal(simd.max(lead, simd.splat(0xF0)), lead);
    });
    simd.block_mask(third)
}

/// Writes the units of a block, which end where the mask says: how many.
#[inline(always)]
fn write_units<S: Simd, U: Units, const FOUR: bool>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    ends: u64,
    errors: &mut S::Vector,
    room: &mut [u8],
) -> usize {
    let mut block = Written { units: 0, errors: *errors };
    if S::LANES == 16 && U::WIDTH == 2 {
        // Measured: here, and only here, the registers that a loop leaves free are worth more than known places.
        for k in 0..S::VECTORS {
            block = write_vector::<S, U, FOUR>(simd, rules, window, k, ends, block, room);
        }
    } else {
        unrolled!(k of S::VECTORS => {
            block = write_vector::<S, U, FOUR>(simd, rules, window, k, ends, block, room);
        });
    }
    *errors = block.errors;
    block.units
}

/// What a block has written so far, and the errors that were seen.
#[derive(Clone, Copy)]
struct Written<S: Simd> {
    units: usize,
    errors: S::Vector,
}

#[inline(always)]
fn write_vector<S: Simd, U: Units, const FOUR: bool>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    k: usize,
    ends: u64,
    mut block: Written<S>,
    room: &mut [u8],
) -> Written<S> {
    let byte = load(simd, window, k, 0);
    let before = [load(simd, window, k, 1), load(simd, window, k, 2), load(simd, window, k, 3)];
    block.errors = simd.or(block.errors, rules.errors::<FOUR>(simd, byte, before));
    let [first, second] = U::zip::<S, FOUR>(simd, U::planes::<S, FOUR>(simd, byte, before));
    unrolled!(j of S::LANES / 8 => {
        let chosen = Eight::of(ends, k * S::LANES + 8 * j);
        U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, block.units);
        block.units += chosen.count();
    });
    block
}

/// Bytes read and bytes written; nothing of a text that is shorter than a window.
#[inline(always)]
fn convert<S: Simd, U: Units>(simd: S, nibbles: &Nibbles, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let rules = &Rules::load(simd, nibbles);
    let text = finished(bytes);
    let (Some(first), Some(last)) = (text.first_chunk::<BLOCK>(), text.last_chunk::<{ BACK + BLOCK }>())
    else {
        return (0, 0);
    };
    let mut window = [rules.filler(); BACK + BLOCK];
    window[BACK..].copy_from_slice(first);
    let head = Block { window: &window, continues: is_trail(text[BLOCK]), keep: u64::MAX };
    let Some(mut written) = convert_apart::<S, U>(simd, rules, head, out) else { return (0, 0) };
    if is_trail(text[BLOCK]) != (boundary(text, BLOCK) < BLOCK) {
        return (0, 0);
    }
    let mut read = BLOCK;
    while text.len() - read > BLOCK {
        if text[read] < 0x80 {
            let len = ascii_run::<S, U>(simd, rules, &text[read..], &mut out[written..]);
            if len > 0 {
                read += len;
                written += len * U::WIDTH;
                continue;
            }
        }
        let Some(step) = convert_chunk::<S, U>(simd, rules, &text[read - BACK..], &mut out[written..], CHUNK)
        else {
            return whole::<U>(text, read, written);
        };
        read += step.0;
        written += step.1;
    }
    if read < text.len() {
        // Before ill-formed bytes at the end that only looked unfinished, another sequence may be open.
        if boundary(text, text.len()) < text.len() {
            return whole::<U>(text, read, written);
        }
        let keep = u64::MAX << (BLOCK - (text.len() - read));
        let tail = Block { window: last, continues: false, keep };
        let Some(len) = convert_apart::<S, U>(simd, rules, tail, &mut out[written..]) else {
            return whole::<U>(text, read, written);
        };
        written += len;
    }
    (text.len(), written)
}

/// Progress between sequences: what has been written of one that is open goes back.
#[inline(always)]
pub(super) fn whole<U: Units>(text: &[u8], read: usize, written: usize) -> (usize, usize) {
    let whole = boundary(text, read);
    (whole, if read - whole == 3 { written - U::EARLY * U::WIDTH } else { written })
}

/// A chunk of blocks, `most` bytes at the most, behind the bytes before it: bytes read and bytes written. `None` if there is an error, also if a
/// sequence is open at the end and does not continue, or the other way round; then the next chunk begins well.
#[inline(always)]
pub(super) fn convert_chunk<S: Simd, U: Units>(
    simd: S,
    rules: &Rules<S>,
    text: &[u8],
    out: &mut [u8],
    most: usize,
) -> Option<(usize, usize)> {
    let len = (text.len() - BACK - 1).min(most).min(out.len() / U::ROOM * BLOCK) & !(BLOCK - 1);
    let continues = |at: usize| text.get(BACK + at).is_some_and(|&byte| is_trail(byte));
    if len == 0 {
        let block = Block { window: text.first_chunk()?, continues: continues(BLOCK), keep: u64::MAX };
        let written = convert_apart::<S, U>(simd, rules, block, out)?;
        let open = boundary(text, BACK + BLOCK) < BACK + BLOCK;
        return (open == block.continues).then_some((BLOCK, written));
    }
    let mut errors = simd.splat(0);
    let room = out.len();
    let (mut chunk, mut out) = (&text[..BACK + len + 1], out);
    while let Some(&[.., next]) = chunk.first_chunk::<{ BACK + BLOCK + 1 }>() {
        let block = Block { window: chunk.first_chunk()?, continues: is_trail(next), keep: u64::MAX };
        let units = convert_block::<S, U>(simd, rules, block, &mut errors, out.get_mut(..U::ROOM)?);
        chunk = &chunk[BLOCK..];
        out = &mut core::mem::take(&mut out)[U::WIDTH * units..];
    }
    let written = room - out.len();
    let open = boundary(text, BACK + len) < BACK + len;
    (simd.is_zero(errors) && open == continues(len)).then_some((len, written))
}

/// A block by way of room of its own, where the output has just enough: bytes written.
#[inline(always)]
fn convert_apart<S: Simd, U: Units>(
    simd: S,
    rules: &Rules<S>,
    block: Block<'_>,
    out: &mut [u8],
) -> Option<usize> {
    let mut room = [0; MOST_ROOM];
    let mut errors = simd.splat(0);
    let len = U::WIDTH * convert_block::<S, U>(simd, rules, block, &mut errors, &mut room[..U::ROOM]);
    if !simd.is_zero(errors) {
        return None;
    }
    out.get_mut(..len)?.copy_from_slice(&room[..len]);
    Some(len)
}

/// The length of ASCII from the front, in steps of a block, which is widened.
#[inline(always)]
pub(super) fn ascii_run<S: Simd, U: Units>(simd: S, rules: &Rules<S>, bytes: &[u8], out: &mut [u8]) -> usize {
    let mut len = 0;
    while let (Some(block), Some(room)) =
        (bytes[len..].first_chunk::<BLOCK>(), out.get_mut(len * U::WIDTH..(len + BLOCK) * U::WIDTH))
    {
        let mut any = simd.splat(0);
        unrolled!(k of S::VECTORS => {
            any = simd.or(any, rules.not_ascii(simd, simd.load(block, k * S::LANES)));
        });
        if simd.sign_bits(any) != 0 {
            break;
        }
        unrolled!(k of S::VECTORS => {
            U::widen(simd, simd.load(block, k * S::LANES), room, k * S::LANES);
        });
        len += BLOCK;
    }
    len
}

/// UTF-8 to UTF-16 in an order: bytes read and bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_16<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    of_form::<S, Utf8, Words<BIG>>(simd, bytes, out)
}

/// UTF-8 to UTF-32 in an order: bytes read and bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_32<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    of_form::<S, Utf8, Doublewords<BIG>>(simd, bytes, out)
}

/// A form with a grammar, whose code points are those of UTF-8's patterns of bits.
#[inline(always)]
fn of_form<S: Simd, F: Form, U: Units>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    match const { &OfForm::<F>::NIBBLES } {
        Some(nibbles) => convert::<S, U>(simd, nibbles, bytes, out),
        None => (0, 0),
    }
}
