//! UTF-8 and its relatives to UTF-16 and UTF-32, eight bytes at a time by the class of the first.
//!
//! ```text
//! while eight bytes and room for eight units are left:
//!     ASCII:       widen all eight, advance over those that are; then whole strips as long as they are ASCII
//!     two bytes:   four lanes at once; advance over those that match, and over an ASCII byte after fewer than four
//!     three bytes: two if both match, else one, and an ASCII byte after it
//!     four bytes:  two if both match, else one
//!     six bytes:   a surrogate pair
//!     else:        one by the table
//! the rest one by one
//! ```
//!
//! 1. A full match has a branch of its own with a constant advance: a predicted branch beats an advance that
//!    waits for the data.
//! 2. No ASCII byte is taken along after two sequences of three bytes, for the same reason.
//! 3. ASCII strips are first counted and then widened, so that both loops become vectors.

use super::Order;
use crate::code_point::split_surrogates;
use crate::form::{Form, Utf8};
use crate::kernel::grammar::{FormGrammar, Grammar};
use crate::kernel::kind::Kind;
use crate::kernel::short;
use crate::kernel::sizes::SHORT;
use crate::simd::is_short_ascii;
use crate::table::{Decoded, Table};

/// How units of one width are written, so that one loop serves both.
trait Sink {
    /// Bytes of a unit.
    const WIDTH: usize;
    /// Units of a supplementary code point.
    const LONG: usize;
    /// Writes one code point at the front; `out` has room for [`LONG`](Sink::LONG) units.
    fn one(code_point: u32, out: &mut [u8]);
    /// Writes four units that are given in 16-bit lanes.
    fn four(lanes: u64, out: &mut [u8]);
    /// Writes ASCII, as many units as bytes.
    fn widen(ascii: &[u8], out: &mut [u8]);
}

/// UTF-16 in an order.
struct Words<const BIG: bool>;
/// UTF-32 in the machine's order.
struct Doublewords;

impl<const BIG: bool> Sink for Words<BIG> {
    const WIDTH: usize = 2;
    const LONG: usize = 2;

    #[inline(always)]
    fn one(code_point: u32, out: &mut [u8]) {
        if code_point < 0x1_0000 {
            out[..2].copy_from_slice(&Order::<BIG>::word(code_point as u16));
        } else {
            let [lead, trail] = split_surrogates(code_point);
            out[..2].copy_from_slice(&Order::<BIG>::word(lead as u16));
            out[2..4].copy_from_slice(&Order::<BIG>::word(trail as u16));
        }
    }

    #[inline(always)]
    fn four(lanes: u64, out: &mut [u8]) {
        out[..8].copy_from_slice(&Order::<BIG>::words(lanes));
    }

    #[inline]
    fn widen(ascii: &[u8], out: &mut [u8]) {
        for (place, &byte) in out.as_chunks_mut().0.iter_mut().zip(ascii) {
            *place = Order::<BIG>::word(byte.into());
        }
    }
}

impl Sink for Doublewords {
    const WIDTH: usize = 4;
    const LONG: usize = 1;

    #[inline(always)]
    fn one(code_point: u32, out: &mut [u8]) {
        out[..4].copy_from_slice(&code_point.to_ne_bytes());
    }

    #[inline(always)]
    fn four(lanes: u64, out: &mut [u8]) {
        for (k, place) in out[..16].as_chunks_mut().0.iter_mut().enumerate() {
            *place = ((lanes >> (16 * k)) as u32 & 0xFFFF).to_ne_bytes();
        }
    }

    #[inline]
    fn widen(ascii: &[u8], out: &mut [u8]) {
        for (place, &byte) in out.as_chunks_mut().0.iter_mut().zip(ascii) {
            *place = u32::from(byte).to_ne_bytes();
        }
    }
}

/// Converts a form of bytes to UTF-16 in a byte order. Returns the bytes read and the bytes written.
#[inline(never)]
pub(crate) fn utf_8_to_utf_16<F: Form, const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_from::<Words<BIG>, F>(bytes, out)
}

/// Converts a form of bytes to UTF-32. Returns the bytes read and the bytes written.
#[inline(never)]
pub(crate) fn utf_8_to_utf_32<F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_from::<Doublewords, F>(bytes, out)
}

/// Converts a few bytes of UTF-8 to UTF-16 in a byte order.
#[inline(always)]
pub(crate) fn few_utf_8_to_utf_16<const BIG: bool>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_few::<Words<BIG>>(bytes, out)
}

/// Converts a few bytes of UTF-8 to UTF-32.
#[inline(always)]
pub(crate) fn few_utf_8_to_utf_32(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_few::<Doublewords>(bytes, out)
}

#[inline(always)]
fn convert_few<S: Sink>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    if is_short_ascii(bytes, true) && out.len() >= bytes.len() * S::WIDTH {
        short::widen(bytes, out, S::WIDTH, S::widen);
        return (bytes.len(), bytes.len() * S::WIDTH);
    }
    outlined_tail::<S>(bytes, out)
}

#[inline(never)]
fn outlined_tail<S: Sink>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert_tail::<S>(const { Source::of::<Utf8>() }, bytes, out)
}

/// The properties of a form. The relatives of UTF-8 share one copy of the code, to which this is a value;
/// UTF-8 has its own.
#[derive(Clone, Copy)]
struct Source {
    grammar: &'static Grammar,
    table: &'static Table,
}

impl Source {
    const fn of<F: Form>() -> Self {
        Source { grammar: const { &FormGrammar::<F>::EXPECTED }, table: F::TABLE }
    }
}

#[inline]
fn convert_from<S: Sink, F: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    if const { matches!(Kind::of::<F>(), Kind::Utf8) } {
        convert::<S>(const { Source::of::<F>() }, bytes, out)
    } else {
        convert_shared::<S>(Source::of::<F>(), bytes, out)
    }
}

#[inline(never)]
fn convert_shared<S: Sink>(source: Source, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert::<S>(source, bytes, out)
}

/// The low four bytes of a word, spread over four lanes.
#[inline(always)]
const fn spread(bytes: u64) -> u64 {
    let bytes = bytes & 0xFFFF_FFFF;
    let pairs = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF;
    (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
}

/// Returns the scalar value of the three-byte form at the bottom of a word, if there is one.
#[inline(always)]
const fn three(word: u64) -> Option<u32> {
    let value = ((word & 0xF) << 12 | (word >> 8 & 0x3F) << 6 | word >> 16 & 0x3F) as u32;
    let fits = value >= 0x800 && value & 0xF800 != 0xD800;
    if word & 0xC0_C0F0 == 0x80_80E0 && fits { Some(value) } else { None }
}

/// Returns the scalar value of the four-byte form at the bottom of a word, if there is one.
#[inline(always)]
const fn four(word: u64) -> Option<u32> {
    let value =
        ((word & 7) << 18 | (word >> 8 & 0x3F) << 12 | (word >> 16 & 0x3F) << 6 | word >> 24 & 0x3F) as u32;
    let fits = value >= 0x1_0000 && value < 0x11_0000;
    if word & 0xC0C0_C0F8 == 0x8080_80F0 && fits { Some(value) } else { None }
}

/// Returns the supplementary code point of the surrogate pair at the bottom of a word, if there is one.
#[inline(always)]
const fn pair(word: u64) -> Option<u32> {
    if word & 0xC0F0_FFC0_F0FF != 0x80B0_ED80_A0ED {
        return None;
    }
    let upper = (word >> 8 & 0xF) << 16 | (word >> 16 & 0x3F) << 10;
    let lower = (word >> 32 & 0xF) << 6 | word >> 40 & 0x3F;
    Some(0x1_0000 + (upper | lower) as u32)
}

/// Returns a word in which ASCII bytes that a grammar accepts have no sign bit, from the lowest to the first
/// that has one.
#[inline(always)]
const fn not_ascii(word: u64, grammar: &Grammar) -> u64 {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    if grammar.refuses_nul {
        // A borrow begins at the first byte 00.
        (word | word.wrapping_sub(TOPS >> 7) & !word) & TOPS
    } else {
        word & TOPS
    }
}

/// Returns how many of the four lanes hold a two-byte form, from the lowest.
#[inline(always)]
const fn two_byte_lanes(word: u64) -> u32 {
    let shape = (word & 0xC0E0_C0E0_C0E0_C0E0) ^ 0x80C0_80C0_80C0_80C0;
    // C0 and C1 have no bit of 1E in the lead: adding carries into the top bit of every other lane.
    let long = (word & 0x001E_001E_001E_001E) + 0x7FFE_7FFE_7FFE_7FFE;
    let differs = shape | (!long & 0x8000_8000_8000_8000) >> 15;
    differs.trailing_zeros() / 16
}

#[inline(always)]
fn convert<S: Sink>(source: Source, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    const STEP: usize = 8;
    let grammar = source.grammar;
    if bytes.len() <= SHORT
        && !grammar.refuses_nul
        && out.len() >= bytes.len() * S::WIDTH
        && is_short_ascii(bytes, true)
    {
        short::widen(bytes, out, S::WIDTH, S::widen);
        return (bytes.len(), bytes.len() * S::WIDTH);
    }
    let (mut read, mut written) = (0, 0);
    while let (Some(front), Some(room)) =
        (bytes[read..].first_chunk::<STEP>(), out[written..].get_mut(..STEP * S::WIDTH))
    {
        let word = u64::from_le_bytes(*front);
        let tops = not_ascii(word, grammar);
        let (advance, units) = if tops & 0x80 == 0 {
            S::four(spread(word), room);
            S::four(spread(word >> 32), &mut room[4 * S::WIDTH..]);
            if tops == 0 {
                let (bytes, out) = (&bytes[read + STEP..], &mut out[written + STEP * S::WIDTH..]);
                let run = ascii_strips::<S>(grammar, bytes, out);
                (STEP + run, STEP + run)
            } else {
                let ascii = tops.trailing_zeros() as usize / 8;
                (ascii, ascii)
            }
        } else if word & 0xE0 == 0xC0 && two_byte_lanes(word) > 0 {
            S::four((word & 0x001F_001F_001F_001F) << 6 | word >> 8 & 0x003F_003F_003F_003F, room);
            match two_byte_lanes(word) {
                4 => (STEP, 4),
                lanes => {
                    let after = word >> (16 * lanes);
                    let ascii = usize::from(not_ascii(after, grammar) & 0x80 == 0);
                    let lanes = lanes as usize;
                    S::one((after & 0x7F) as u32, &mut room[lanes * S::WIDTH..]);
                    (2 * lanes + ascii, lanes + ascii)
                }
            }
        } else if let Some(first) = three(word) {
            S::one(first, room);
            let after = word >> 24;
            if let Some(second) = three(after) {
                S::one(second, &mut room[S::WIDTH..]);
                (6, 2)
            } else {
                S::one((after & 0x7F) as u32, &mut room[S::WIDTH..]);
                let ascii = usize::from(not_ascii(after, grammar) & 0x80 == 0);
                (3 + ascii, 1 + ascii)
            }
        } else if let Some(value) = four(word)
            && grammar.has_four
        {
            S::one(value, room);
            if let Some(second) = four(word >> 32) {
                S::one(second, &mut room[S::LONG * S::WIDTH..]);
                (8, 2 * S::LONG)
            } else {
                (4, S::LONG)
            }
        } else if let Some(value) = pair(word)
            && grammar.joins
        {
            S::one(value, room);
            (6, S::LONG)
        } else if let Some(decoded) = source.one(&bytes[read..]) {
            S::one(decoded.code_point, room);
            (decoded.len, if decoded.code_point < 0x1_0000 { 1 } else { S::LONG })
        } else {
            return (read, written);
        };
        read += advance;
        written += units * S::WIDTH;
    }
    let (tail_read, tail_written) = convert_tail::<S>(source, &bytes[read..], &mut out[written..]);
    (read + tail_read, written + tail_written)
}

/// Converts strips of 32 ASCII bytes. Returns the number of bytes.
#[inline]
fn ascii_strips<S: Sink>(grammar: &Grammar, bytes: &[u8], out: &mut [u8]) -> usize {
    const STRIP: usize = 32;
    let refuses_nul = grammar.refuses_nul;
    let is_ascii = |strip: &&[u8]| strip.is_ascii() && !(refuses_nul && strip.contains(&0));
    let fits = &bytes[..bytes.len().min(out.len() / S::WIDTH)];
    let len = STRIP * fits.chunks_exact(STRIP).take_while(is_ascii).count();
    if len > 0 {
        S::widen(&bytes[..len], &mut out[..len * S::WIDTH]);
    }
    len
}

impl Source {
    /// Converts one sequence by the table, if no byte after the input could change it.
    #[inline]
    fn one(self, bytes: &[u8]) -> Option<Decoded> {
        match self.table.lookup(bytes) {
            // The look-up returns nothing if a longer sequence might begin: only a pair may be cut off here.
            None if self.grammar.has_pairs && bytes.len() < 6 => self.table.decode(bytes, false).ok(),
            found => found,
        }
    }
}

/// Decodes one sequence of a form: a supplementary code point in a register, others by the table.
#[inline]
pub(super) fn one<F: Form>(bytes: &[u8]) -> Option<Decoded> {
    let source = const { Source::of::<F>() };
    let word = padded(bytes);
    if source.grammar.has_four
        && let Some(code_point) = four(word)
    {
        return Some(Decoded { code_point, len: 4 });
    }
    if source.grammar.joins
        && let Some(code_point) = pair(word)
    {
        return Some(Decoded { code_point, len: 6 });
    }
    source.one(bytes)
}

/// Converts one by one, to the end of either slice or to the first byte that is not
/// well-formed. What begins at the front of the bytes is decided in a register; the table is for the rest.
#[inline]
fn convert_tail<S: Sink>(source: Source, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let mut word = padded(bytes);
    while read < bytes.len() {
        let (code_point, len) = if not_ascii(word, source.grammar) & 0x80 == 0 {
            ((word & 0x7F) as u32, 1)
        } else if word & 0xE0 == 0xC0 && two_byte_lanes(word) > 0 {
            ((word << 6 & 0x7C0 | word >> 8 & 0x3F) as u32, 2)
        } else if let Some(code_point) = three(word) {
            (code_point, 3)
        } else if let Some(code_point) = four(word)
            && source.grammar.has_four
        {
            (code_point, 4)
        } else if let Some(decoded) = source.one(&bytes[read..]) {
            (decoded.code_point, decoded.len)
        } else {
            break;
        };
        let units = if code_point < 0x1_0000 { 1 } else { S::LONG };
        let Some(room) = out.get_mut(written..written + units * S::WIDTH) else { break };
        S::one(code_point, room);
        // The word had all of the rest, unless the room ends before the bytes do.
        word = if bytes.len() - read <= 8 {
            word.checked_shr(8 * len as u32).unwrap_or(0)
        } else {
            padded(&bytes[read + len..])
        };
        read += len;
        written += room.len();
    }
    (read, written)
}

/// Returns the first eight bytes as a word. If there are fewer, zeros follow, which continue no sequence.
#[inline(always)]
fn padded(bytes: &[u8]) -> u64 {
    let len = bytes.len();
    if let Some(&front) = bytes.first_chunk() {
        u64::from_le_bytes(front)
    } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(first), u32::from_le_bytes(last));
        u64::from(first) | u64::from(last) << (8 * (len - 4))
    } else if let (Some(&first), Some(&middle), Some(&last)) =
        (bytes.first(), bytes.get(len / 2), bytes.last())
    {
        u64::from(first) | u64::from(middle) << (8 * (len / 2)) | u64::from(last) << (8 * (len - 1))
    } else {
        0
    }
}
