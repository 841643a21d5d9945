//! UTF-16 to UTF-8 and its relatives: the walk over blocks of 32 units, the runs of ASCII, and the end of the
//! text. What a block becomes is in `step`.

mod step;

pub(super) use step::{
    BmpRoom, Classes, MOST, UNITS, WINDOW, Words, bmp_to_utf_8, middle_and_last, up_to_three, up_to_two,
    with_pairs,
};

use step::{in_order, is_surrogate_of, two_slots, unit, with_pairs_of};

use super::surrogates;
use crate::kernel::grammar::{Grammar, UTF_8};
use crate::kernel::sizes::{MEDIUM, is_fetched};
use crate::simd::{Avx512, Vectorized, first_lanes};

/// Converts UTF-16 in a byte order to UTF-8. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn utf_16_to_utf_8<const BIG: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    convert::<BIG, true>(simd, const { &UTF_8 }, bytes, out, (0, 0))
}

/// Converts UTF-16 of no more than a block. Returns the bytes read and the bytes written.
#[inline(always)]
pub(crate) fn short_utf_16_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    match below_800::<BIG>(simd, bytes, out, (0, 0)) {
        Some(done) => done,
        None => single::<BIG, true, true>(simd, const { &UTF_8 }, bytes, out, (0, 0)).unwrap_or((0, 0)),
    }
}

/// Converts UTF-16 of more than a block that is too short to repay more code.
#[inline(always)]
pub(crate) fn medium_utf_16_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let ascii = ascii_blocks::<BIG>(simd, bytes, out);
    let mut place = (2 * ascii, ascii);
    // (Loops of their own, because the constants of each are loaded before it.)
    while bytes.len() - place.0 >= 2 * UNITS
        && let Some(next) = below_800::<BIG>(simd, bytes, out, place)
    {
        place = next;
    }
    if let Some(next) = below_800::<BIG>(simd, bytes, out, place) {
        place = next;
    }
    if !(2..=MEDIUM).contains(&(bytes.len() - place.0)) {
        return without_open_pair::<BIG>(&UTF_8, bytes, place);
    }
    while let Some(next) = single::<BIG, true, true>(simd, const { &UTF_8 }, bytes, out, place) {
        place = next;
    }
    without_open_pair::<BIG>(&UTF_8, bytes, place)
}

/// Converts UTF-16 to what a grammar accepts, from a place on. Returns the bytes read and the bytes written.
/// `NUL`: the grammar accepts the byte 00.
#[inline(always)]
pub(crate) fn utf_16_to_like_utf_8<const NUL: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    place: (usize, usize),
) -> (usize, usize) {
    convert::<false, NUL>(simd, grammar, bytes, out, place)
}

/// Converts UTF-16 in a byte order to what a grammar accepts, from a place on.
#[inline(always)]
fn convert<const BIG: bool, const NUL: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    (mut read, mut written): (usize, usize),
) -> (usize, usize) {
    if read == 0 && bytes.len() >= WINDOW {
        match single::<BIG, NUL, false>(simd, grammar, &bytes[..2 * UNITS + 2], out, (0, 0)) {
            Some(next) => (read, written) = next,
            None => return (0, 0),
        }
    }
    let mut ascii_blocks = 0;
    while let Some(before) = read.checked_sub(2)
        && let (Some(window), Some(room)) = (
            bytes[before..].first_chunk::<WINDOW>(),
            out.get_mut(written..).and_then(<[u8]>::first_chunk_mut::<MOST>),
        )
    {
        let units = Words::<BIG>::load::<2>(simd, window);
        let classes = Classes::of::<NUL>(simd, units);
        let len = if classes.from_800 == 0 {
            up_to_two::<true>(simd, units, classes, room)
        } else {
            let both = [Words::<BIG>::load::<0>(simd, window), units];
            let after = unit::<BIG>([window[WINDOW - 2], window[WINDOW - 1]]) & 0xFC00 == 0xDC00;
            let Some((bytes, classes)) = with_pairs_of(simd, grammar, both, after, classes) else {
                break;
            };
            up_to_three::<true>(simd, units, bytes, classes, room)
        };
        read += 2 * UNITS;
        written += len;
        ascii_blocks = if len == UNITS { ascii_blocks + 1 } else { 0 };
        if ascii_blocks == BEFORE_ASCII {
            ascii_blocks = 0;
            let len = simd.run_outlined(AsciiBlocks::<BIG, NUL>(&bytes[read..], &mut out[written..]));
            read += 2 * len;
            written += len;
        }
    }
    while let Some(next) = single::<BIG, NUL, false>(simd, grammar, bytes, out, (read, written)) {
        (read, written) = next;
    }
    without_open_pair::<BIG>(grammar, bytes, (read, written))
}

/// Consecutive blocks of ASCII after which runs of ASCII are tried.
pub(super) const BEFORE_ASCII: usize = 8;

/// Converts runs of four blocks of ASCII. Returns the number of units. It is outlined, because the loop over
/// other text keeps its constants in the registers.
pub(super) struct AsciiBlocks<'a, const BIG: bool, const NUL: bool>(
    pub(super) &'a [u8],
    pub(super) &'a mut [u8],
);

impl<const BIG: bool, const NUL: bool> Vectorized for AsciiBlocks<'_, BIG, NUL> {
    type Output = usize;

    fn scalar(self) -> usize {
        0
    }

    #[inline(always)]
    fn avx512(self, simd: Avx512) -> usize {
        const BLOCKS: usize = 4;
        let AsciiBlocks(bytes, out) = self;
        let mut done = 0;
        let is_fetched = is_fetched(bytes.len());
        while !is_fetched
            && let (Some(block), Some(room)) =
                (bytes[2 * done..].first_chunk(), out[done..].first_chunk_mut())
        {
            let units = in_order::<BIG>(simd, simd.load(block));
            if simd.words_have_some(units, simd.splat_word(0xFF80)) != 0
                || !NUL && simd.words_have_none(units, simd.splat_word(0xFFFF)) != 0
            {
                break;
            }
            simd.store_narrow(room, units);
            done += UNITS;
        }
        while let (Some(run), Some(room)) = (
            bytes[2 * done..].first_chunk::<{ BLOCKS * 2 * UNITS }>(),
            out[done..].first_chunk_mut::<{ BLOCKS * UNITS }>(),
        ) && let ([a, b, c, d], []) = run.as_chunks()
            && let ([to_a, to_b, to_c, to_d], []) = room.as_chunks_mut()
        {
            let [a, b, c, d] = [
                in_order::<BIG>(simd, simd.load(a)),
                in_order::<BIG>(simd, simd.load(b)),
                in_order::<BIG>(simd, simd.load(c)),
                in_order::<BIG>(simd, simd.load(d)),
            ];
            let any = simd.or(simd.or(a, b), simd.or(c, d));
            let least = simd.min_words(simd.min_words(a, b), simd.min_words(c, d));
            if simd.words_have_some(any, simd.splat_word(0xFF80)) != 0
                || !NUL && simd.words_have_none(least, simd.splat_word(0xFFFF)) != 0
            {
                break;
            }
            simd.store_narrow(to_a, a);
            simd.store_narrow(to_b, b);
            simd.store_narrow(to_c, c);
            simd.store_narrow(to_d, d);
            done += BLOCKS * UNITS;
        }
        done
    }
}

/// Returns the place before a pair that is still open, without what its lead surrogate has written.
#[inline(always)]
fn without_open_pair<const BIG: bool>(
    grammar: &Grammar,
    bytes: &[u8],
    (read, written): (usize, usize),
) -> (usize, usize) {
    let (last, next) = (bytes[..read].last_chunk(), bytes[read..].first_chunk());
    if is_surrogate_of::<BIG>(last, 0xD800) && is_surrogate_of::<BIG>(next, 0xDC00) {
        (read - 2, written - if grammar.has_four { 2 } else { 3 })
    } else {
        (read, written)
    }
}

/// Converts blocks of ASCII at the start of more than a block. The last block begins in the one before it.
/// Returns the number of units.
#[inline(always)]
fn ascii_blocks<const BIG: bool>(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> usize {
    let (mut at, end) = (0, bytes.len() / 2);
    while at < end {
        let from = at.min(end - UNITS);
        let (Some(block), Some(room)) = (bytes[2 * from..].first_chunk(), out[from..].first_chunk_mut())
        else {
            break;
        };
        let units = in_order::<BIG>(simd, simd.load(block));
        if simd.words_have_some(units, simd.splat_word(0xFF80)) != 0 {
            break;
        }
        simd.store_narrow(room, units);
        at = from + UNITS;
    }
    at
}

/// Converts one block or what is left of the text, if all of it is below 800 and there is ample room.
#[inline(always)]
fn below_800<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
    (read, written): (usize, usize),
) -> Option<(usize, usize)> {
    let text = bytes.get(read..)?;
    let room: &mut [u8; 2 * UNITS] = out.get_mut(written..)?.first_chunk_mut()?;
    let count = (text.len() / 2).min(UNITS);
    let units = in_order::<BIG>(simd, simd.load_front(&text[..2 * count]));
    let classes = Classes::of::<true>(simd, units);
    if count == 0 || classes.from_800 != 0 {
        return None;
    }
    let len = if count == UNITS {
        up_to_two::<true>(simd, units, classes, room)
    } else {
        // Whether a few units are all ASCII is hard to predict.
        two_slots::<true>(simd, units, classes, room) - (UNITS - count)
    };
    Some((read + 2 * count, written + len))
}

/// Converts one block or what is left of the text, with a load that touches nothing else. The stores touch
/// nothing else either, unless `AMPLE` and there is room for a whole block. Returns `None` if the target cannot
/// hold a surrogate, if there is too little room, and at the end.
#[inline(always)]
fn single<const BIG: bool, const NUL: bool, const AMPLE: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    (read, written): (usize, usize),
) -> Option<(usize, usize)> {
    let (text, room) = (bytes.get(read..)?, out.get_mut(written..)?);
    let mut count = (text.len() / 2).min(UNITS);
    let mut lanes = u32::MAX.checked_shr((UNITS - count) as u32)?;
    let mut units = in_order::<BIG>(simd, simd.load_front(&text[..2 * count]));
    let mut classes = Classes::of::<NUL>(simd, units);
    let mut middle = None;
    if classes.from_800 != 0 {
        let after = text.get(2 * count..).and_then(<[u8]>::first_chunk);
        if after.is_none() && is_surrogate_of::<BIG>(text[..2 * count].last_chunk(), 0xD800) {
            // The unit after it decides what it is.
            count -= 1;
            lanes = u32::MAX.checked_shr((UNITS - count) as u32)?;
            units = simd.keep(first_lanes(2 * count), units);
            classes.from_800 &= lanes;
        }
        // (Only surrogates look back.)
        let before = if surrogates(simd, units) == 0 {
            units
        } else {
            in_order::<BIG>(simd, simd.load_around(bytes, read, 2))
        };
        let after = is_surrogate_of::<BIG>(after, 0xDC00);
        let (bytes, paired) = with_pairs_of(simd, grammar, [before, units], after, classes)?;
        (middle, classes) = (Some(bytes), paired);
    }
    // A missing unit looks like U+0000, which takes two bytes if 00 is refused.
    classes.from_80 &= lanes;
    let len = count + (classes.from_80.count_ones() + classes.from_800.count_ones()) as usize;
    match (AMPLE && room.len() >= MOST, middle) {
        (true, None) => two_slots::<true>(simd, units, classes, room),
        (true, Some(middle)) => up_to_three::<true>(simd, units, middle, classes, room),
        _ if room.len() < len => return None,
        (false, None) => two_slots::<false>(simd, units, classes, room),
        (false, Some(middle)) => up_to_three::<false>(simd, units, middle, classes, room),
    };
    Some((read + 2 * count, written + len))
}
