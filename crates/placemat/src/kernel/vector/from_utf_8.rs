//! UTF-8 and its relatives to units of 16 and 32 bits: one unit at every byte position at which one ends.
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
//! The trait [`Units`] defines the planes. The stores overlap: each writes eight units, and the surplus ones
//! are overwritten by the next store. Blocks near leads of four take a branch of their own. The last block
//! overlaps those before, and its ends are masked.
//!
//! If surrogates have a rule, chunks with surrogates go through a second loop, which looks at them. It joins
//! them if the units are to have no surrogates. That loop is outlined. So is the code that converts one block
//! through a buffer of its own, at both ends of the text and of the output. These functions take the grammar
//! as a value, so all forms share them.

mod apart;

use core::marker::PhantomData;

use apart::{WithHalves, convert_apart};

use super::halves::{Look, decided, undecided};
use super::nibbles::Nibbles;
use super::pack::Eight;
use super::to_utf_16::Words;
use super::to_utf_32::Doublewords;
use super::validate::Rules;
use super::{BACK, CHUNK, Window, boundary, is_trail, load};
use crate::form::Utf8;
use crate::kernel::grammar::{ByGrammar, Known, KnownUtf8, OfForm, Surrogates, Trusted};
use crate::simd::{BLOCK, Simd};

/// The units that UTF-8 becomes.
pub(super) trait Units {
    /// Bytes of a unit.
    const WIDTH: usize;
    /// Bytes that a block may write: its units, and what the last stores write after them.
    const ROOM: usize;
    /// Units that a sequence of four has written once its third byte is present.
    const EARLY: usize;
    /// A surrogate pair is one unit.
    const JOINS: bool;
    /// Returns the low, high and third byte of the unit at each position. `FOUR` is false if no byte three
    /// places before is F0 or more.
    fn planes<S: Simd, const FOUR: bool>(simd: S, byte: S::Vector, before: [S::Vector; 3]) -> [S::Vector; 3];
    /// Returns the planes, including those of surrogate pairs if they join.
    #[inline(always)]
    fn join<S: Simd>(
        _simd: S,
        planes: [S::Vector; 3],
        _before: [S::Vector; 3],
        _before_4: S::Vector,
    ) -> [S::Vector; 3] {
        planes
    }
    /// The planes of a vector, zipped: eight units to two parts.
    fn zip<S: Simd, const FOUR: bool>(simd: S, planes: [S::Vector; 3]) -> [[S::Part; 4]; 2];
    /// Writes the selected units of eight at a place, with bytes after them that do not count.
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

/// Returns the low byte, and the low four bits of the high byte, at the ends of sequences.
#[inline(always)]
pub(super) fn low_and_middle<S: Simd>(simd: S, byte: S::Vector, before: S::Vector) -> (S::Vector, S::Vector) {
    let trail = simd.less_signed(byte, simd.splat(0xC0));
    let middle = simd.and(before, trail);
    let seven = simd.and(byte, simd.splat(0x7F));
    let low = simd.or(seven, simd.and(simd.shift_words_left::<6>(middle), simd.splat(0xC0)));
    (low, simd.and(simd.shift_words_right::<2>(middle), simd.splat(0x0F)))
}

/// Returns the payload of a lead of three two places before, in the upper four bits, and zero for everything
/// below.
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

/// Converts a block. Returns the number of units. If it `looks`, it looks at surrogates; otherwise the rules
/// refuse them.
#[inline(always)]
fn convert_block<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    block: Block<'_>,
    looks: bool,
    (errors, look): (&mut S::Vector, &mut Look),
    room: &mut [u8],
) -> usize {
    let window = block.window;
    let third_of_lead = if K::HAS_HALVES && looks { look.at_block(simd, window) } else { 0 };
    let mut greatest = load(simd, window, 0, 0);
    let (mut least, mut trails) = (greatest, [greatest; 4]);
    unrolled!(k of S::VECTORS => {
        let byte = load(simd, window, k, 0);
        greatest = simd.max(greatest, byte);
        least = rules.least(simd, least, byte);
        trails[k] = simd.less_signed(byte, simd.splat(0xC0));
    });
    let nul = rules.nul(simd, least);
    *errors = simd.or(*errors, nul);
    if simd.sign_bits(greatest) == 0 && block.keep == u64::MAX {
        *errors = simd.or(*errors, rules.owed(simd, window));
        unrolled!(k of S::VECTORS => {
            U::widen(simd, load(simd, window, k, 0), room, k * S::LANES);
        });
        return BLOCK;
    }
    let ends = !(simd.block_mask(trails) >> 1 | u64::from(block.continues) << 63);
    if K::HAS_HALVES && U::JOINS && looks && look.is_paired {
        let ends = ends & !third_of_lead & block.keep;
        return write_units::<S, U, true, true>(simd, rules, window, ends, errors, room);
    }
    let greatest = simd.max(greatest, load(simd, window, 0, 3));
    let four = rules.four && !simd.is_zero(simd.sub_saturating(greatest, simd.splat(0xEF)));
    if four {
        if S::LANES == 32 {
            // Otherwise, what this branch keeps in registers would take registers from the other one. (With
            // 16 bytes it does not pay.)
            core::hint::cold_path();
        }
        let third = if U::EARLY > 0 { third_of_four(simd, window) } else { 0 };
        write_units::<S, U, true, false>(simd, rules, window, (ends | third) & block.keep, errors, room)
    } else {
        write_units::<S, U, false, false>(simd, rules, window, ends & block.keep, errors, room)
    }
}

/// Returns the positions two after a lead of four.
#[inline(always)]
fn third_of_four<S: Simd>(simd: S, window: &Window) -> u64 {
    let mut third = [simd.splat(0); 4];
    unrolled!(k of S::VECTORS => {
        let lead = load(simd, window, k, 2);
        third[k] = simd.equal(simd.max(lead, simd.splat(0xF0)), lead);
    });
    simd.block_mask(third)
}

/// Writes the units of a block, which end where the mask is set. Returns their number.
#[inline(always)]
fn write_units<S: Simd, U: Units, const FOUR: bool, const JOIN: bool>(
    simd: S,
    rules: &Rules<S>,
    window: &Window,
    ends: u64,
    errors: &mut S::Vector,
    room: &mut [u8],
) -> usize {
    let mut block = Written { units: 0, errors: *errors };
    if S::LANES == 16 && U::WIDTH == 2 {
        // Measured: only here, the registers that a loop leaves free are worth more than constant places.
        for k in 0..S::VECTORS {
            block = write_vector::<S, U, FOUR, JOIN>(simd, rules, window, k, ends, block, room);
        }
    } else {
        unrolled!(k of S::VECTORS => {
            block = write_vector::<S, U, FOUR, JOIN>(simd, rules, window, k, ends, block, room);
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
fn write_vector<S: Simd, U: Units, const FOUR: bool, const JOIN: bool>(
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
    let mut planes = U::planes::<S, FOUR>(simd, byte, before);
    if JOIN {
        planes = U::join(simd, planes, before, load(simd, window, k, 4));
    }
    let [first, second] = U::zip::<S, FOUR>(simd, planes);
    unrolled!(j of S::LANES / 8 => {
        let chosen = Eight::of(ends, k * S::LANES + 8 * j);
        U::put::<S, FOUR>(simd, [first[j], second[j]], chosen, room, block.units);
        block.units += chosen.count();
    });
    block
}

/// Converts the front of a text, ASCII or a block that has nothing before it. Returns the bytes read, the
/// bytes written, and whether there were surrogates.
#[inline(always)]
fn convert_front<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    nibbles: &Nibbles,
    text: &[u8],
    out: &mut [u8],
) -> Option<(usize, usize, bool)> {
    let ascii = ascii_run::<S, U>(simd, rules, text, out);
    if ascii > 0 {
        return Some((ascii, ascii * U::WIDTH, false));
    }
    let &[ref first @ .., next] = text.first_chunk::<{ BLOCK + 1 }>()?;
    let mut window = [rules.filler(); BACK + BLOCK];
    window[BACK..].copy_from_slice(first);
    let block = Block { window: &window, continues: is_trail(next), keep: u64::MAX };
    let look = Look::behind(nibbles, &[]);
    let (written, has_halves) =
        convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?;
    (is_trail(next) == (boundary(text, BLOCK) < BLOCK)).then_some((BLOCK, written, has_halves))
}

/// Converts the end of a text, from a place in its last block on. Returns the bytes written.
#[inline(always)]
fn convert_end<S: Simd, U: Units, K: Known>(
    simd: S,
    rules: &Rules<S>,
    nibbles: &Nibbles,
    text: &[u8],
    read: usize,
    out: &mut [u8],
) -> Option<usize> {
    // Before ill-formed bytes at the end that only looked incomplete, another sequence may be open.
    if boundary(text, text.len()) < text.len() {
        return None;
    }
    let keep = u64::MAX << (BLOCK - (text.len() - read));
    let block = Block { window: text.last_chunk()?, continues: false, keep };
    let look = Look::behind(nibbles, &text[..text.len() - BLOCK]);
    Some(convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?.0)
}

/// Returns the bytes read and written; a text that is shorter than a window is not converted.
#[inline(always)]
fn convert<S: Simd, U: Units, K: Known>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let looks = K::HAS_HALVES && nibbles.surrogates.have_a_rule();
    // Constants for the loops.
    let mut rules = Rules::load(simd, nibbles);
    (rules.refuses_nul, rules.checks) = (!K::TAKES_NUL, K::CHECKS);
    let rules = &rules;
    let text = decided(bytes, nibbles);
    if text.len() < BACK + BLOCK {
        return (0, 0);
    }
    let front = convert_front::<S, U, K>(simd, rules, nibbles, text, out);
    let Some((mut read, mut written, mut has_halves)) = front else { return (0, 0) };
    while text.len() - read > BLOCK {
        if text[read] < 0x80 && !(looks && has_halves) {
            let len = ascii_run::<S, U>(simd, rules, &text[read..], &mut out[written..]);
            if len > 0 {
                read += len;
                written += len * U::WIDTH;
                continue;
            }
        }
        let (chunk, room) = (&text[read - BACK..], &mut out[written..]);
        let mut step = None;
        if !(looks && has_halves) {
            step = convert_chunk::<S, U, K, false>(simd, nibbles, rules, chunk, room, CHUNK);
        }
        if K::HAS_HALVES && looks && step.is_none() {
            let (text, units) = (chunk, PhantomData::<U>);
            step = simd.run_apart(WithHalves { nibbles, text, out: &mut out[written..], units });
        }
        let Some(step) = step else { return whole::<U>(text, nibbles, read, written) };
        read += step.0;
        written += step.1;
        has_halves = step.2;
    }
    if read < text.len() {
        let end = convert_end::<S, U, K>(simd, rules, nibbles, text, read, &mut out[written..]);
        let Some(len) = end else { return whole::<U>(text, nibbles, read, written) };
        written += len;
    }
    if looks {
        // The rule may be broken only after the end.
        return whole::<U>(text, nibbles, text.len(), written);
    }
    (text.len(), written)
}

/// Returns the progress up to the last sequence boundary: what an open sequence has written is taken back.
#[inline(always)]
pub(super) fn whole<U: Units>(text: &[u8], nibbles: &Nibbles, read: usize, written: usize) -> (usize, usize) {
    let whole = boundary(text, read);
    let early = if read - whole == 3 { U::EARLY } else { 0 };
    let lead_half = usize::from(!(U::JOINS && matches!(nibbles.surrogates, Surrogates::Paired)));
    let (len, units) = match undecided(text, whole, nibbles) {
        0 => (0, 0),
        3 => (3, lead_half),
        len => (len, lead_half + 1),
    };
    (whole - len, written - (early + units) * U::WIDTH)
}

/// Converts a chunk of blocks, of at most `most` bytes, with the bytes before it. Returns the bytes read, the
/// bytes written, and whether there were surrogates. Returns `None` if there is an error. A sequence that is
/// open at the end without being continued, or the reverse, is also an error; the next chunk then begins
/// well.
#[inline(always)]
pub(super) fn convert_chunk<S: Simd, U: Units, K: Known, const LOOK: bool>(
    simd: S,
    nibbles: &Nibbles,
    rules: &Rules<S>,
    text: &[u8],
    out: &mut [u8],
    most: usize,
) -> Option<(usize, usize, bool)> {
    let len = (text.len() - BACK - 1).min(most).min(out.len() / U::ROOM * BLOCK) & !(BLOCK - 1);
    let continues = |at: usize| text.get(BACK + at).is_some_and(|&byte| is_trail(byte));
    let mut look = Look::behind(nibbles, if LOOK { &text[..BACK] } else { &[] });
    if len == 0 {
        let block = Block { window: text.first_chunk()?, continues: continues(BLOCK), keep: u64::MAX };
        let (written, has_halves) =
            convert_apart::<S, U, K::Shared>(simd, rules.checks, nibbles, block, look, out)?;
        let open = boundary(text, BACK + BLOCK) < BACK + BLOCK;
        return (open == block.continues).then_some((BLOCK, written, has_halves));
    }
    let mut errors = simd.splat(0);
    let room = out.len();
    let (mut chunk, mut out) = (&text[..BACK + len + 1], out);
    while let Some(&[.., next]) = chunk.first_chunk::<{ BACK + BLOCK + 1 }>() {
        let block = Block { window: chunk.first_chunk()?, continues: is_trail(next), keep: u64::MAX };
        let seen = (&mut errors, &mut look);
        let units = convert_block::<S, U, K>(simd, rules, block, LOOK, seen, out.get_mut(..U::ROOM)?);
        chunk = &chunk[BLOCK..];
        out = &mut core::mem::take(&mut out)[U::WIDTH * units..];
    }
    let written = room - out.len();
    let open = boundary(text, BACK + len) < BACK + len;
    (simd.is_zero(errors) && look.broken == 0 && open == continues(len)).then_some((
        len,
        written,
        look.any != 0,
    ))
}

/// Widens ASCII from the front, in steps of a block. Returns its length.
#[inline(always)]
pub(super) fn ascii_run<S: Simd, U: Units>(simd: S, rules: &Rules<S>, bytes: &[u8], out: &mut [u8]) -> usize {
    let mut len = 0;
    while let (Some(block), Some(room)) =
        (bytes[len..].first_chunk::<BLOCK>(), out.get_mut(len * U::WIDTH..(len + BLOCK) * U::WIDTH))
    {
        let mut any = simd.load(block, 0);
        let mut least = any;
        unrolled!(k of S::VECTORS => {
            let byte = simd.load(block, k * S::LANES);
            any = simd.or(any, byte);
            least = rules.least(simd, least, byte);
        });
        if simd.sign_bits(simd.or(any, rules.nul(simd, least))) != 0 {
            break;
        }
        unrolled!(k of S::VECTORS => {
            U::widen(simd, simd.load(block, k * S::LANES), room, k * S::LANES);
        });
        len += BLOCK;
    }
    len
}

/// Converts UTF-8 to UTF-16 in a byte order. Returns the bytes read and the bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_16<S: Simd, const BIG: bool>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let nibbles = const { &OfForm::<Utf8>::SURE_NIBBLES };
    convert::<S, Words<BIG>, KnownUtf8>(simd, nibbles, bytes, out)
}

/// Converts well-formed text to UTF-16, unchecked. It may have surrogates, and C0 80 for U+0000.
#[inline(always)]
pub(in crate::kernel) fn trusted_utf_8_to_utf_16<S: Simd>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let nibbles = const { &OfForm::<Utf8>::SURE_NIBBLES };
    convert::<S, Words<false>, Trusted>(simd, nibbles, bytes, out)
}

/// Converts UTF-8 to UTF-32. Returns the bytes read and the bytes written.
#[inline(always)]
pub(in crate::kernel) fn utf_8_to_utf_32<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let nibbles = const { &OfForm::<Utf8>::SURE_NIBBLES };
    convert::<S, Doublewords, KnownUtf8>(simd, nibbles, bytes, out)
}

/// Converts well-formed text to UTF-32, unchecked. It may have surrogates, each of which is a code point.
#[inline(always)]
pub(in crate::kernel) fn trusted_utf_8_to_utf_32<S: Simd>(
    simd: S,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let nibbles = const { &OfForm::<Utf8>::SURE_NIBBLES };
    convert::<S, Doublewords, Trusted>(simd, nibbles, bytes, out)
}

/// Converts what a grammar accepts to UTF-16, with surrogates unchanged. Returns the bytes read and the bytes
/// written. The grammar refuses the byte 00 unless `NUL`.
#[inline(always)]
pub(in crate::kernel) fn like_utf_8_to_utf_16<S: Simd, const NUL: bool>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, Words<false>, ByGrammar<NUL>>(simd, nibbles, bytes, out)
}

/// Converts what a joining grammar accepts to UTF-32. Returns the bytes read and the bytes written. The
/// grammar refuses the byte 00 unless `NUL`.
#[inline(always)]
pub(in crate::kernel) fn like_utf_8_to_utf_32<S: Simd, const NUL: bool>(
    simd: S,
    nibbles: &Nibbles,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    convert::<S, Doublewords, ByGrammar<NUL>>(simd, nibbles, bytes, out)
}
