//! UTF-16 to UTF-8 and its relatives: the walk over blocks of 32 units, the runs of ASCII, and the end of the
//! text. What a block becomes is in `step`.

mod step;

pub(super) use step::{
    BmpRoom, Classes, MOST, UNITS, WINDOW, Words, bmp_to_utf_8, middle_and_last, up_to_three, up_to_two,
    with_pairs,
};

use step::{in_order, is_surrogate_of, unit, with_pairs_of};

use crate::kernel::grammar::{Grammar, UTF_8};
use crate::kernel::sizes::is_fetched;
use crate::simd::{Avx512, Vectorized};

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
    single::<BIG, true>(simd, const { &UTF_8 }, bytes, out, (0, 0)).unwrap_or((0, 0))
}

/// Converts UTF-16 of more than a block that is too short to repay more code: ASCII by whole blocks, other
/// text by its exact room.
#[inline(always)]
pub(crate) fn medium_utf_16_to_utf_8<const BIG: bool>(
    simd: Avx512,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while bytes.len() - read > 1 {
        if let (Some(block), Some(room)) = (bytes[read..].first_chunk(), out[written..].first_chunk_mut()) {
            let units = in_order::<BIG>(simd, simd.load(block));
            if simd.words_have_some(units, simd.splat_word(0xFF80)) == 0 {
                simd.store_narrow(room, units);
                (read, written) = (read + 2 * UNITS, written + UNITS);
                continue;
            }
        }
        match single::<BIG, true>(simd, const { &UTF_8 }, bytes, out, (read, written)) {
            Some(next) => (read, written) = next,
            None => break,
        }
    }
    without_open_pair::<BIG>(&UTF_8, bytes, (read, written))
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
        match single::<BIG, NUL>(simd, grammar, &bytes[..2 * UNITS + 2], out, (0, 0)) {
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
    while bytes.len() - read > 1
        && let Some(next) = single::<BIG, NUL>(simd, grammar, bytes, out, (read, written))
    {
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

/// Converts one block or what is left of the text, with loads and stores that touch nothing else. Returns
/// `None` if the target cannot hold a surrogate, or there is too little room.
#[inline(always)]
fn single<const BIG: bool, const NUL: bool>(
    simd: Avx512,
    grammar: &Grammar,
    bytes: &[u8],
    out: &mut [u8],
    (read, written): (usize, usize),
) -> Option<(usize, usize)> {
    // Missing units are zero: the first bytes of the block are its own.
    let mut count = ((bytes.len() - read) / 2).min(UNITS);
    let after = bytes.get(read + 2 * count..).and_then(<[u8]>::first_chunk);
    if after.is_none() && is_surrogate_of::<BIG>(bytes[..read + 2 * count].last_chunk(), 0xD800) {
        count -= 1; // the unit after it decides what it is
    }
    if count == 0 {
        return None;
    }
    let lanes = if count < UNITS { (1 << count) - 1 } else { u32::MAX };
    let room = out.get_mut(written..)?;
    let units = in_order::<BIG>(simd, simd.load_around(&bytes[..read + 2 * count], read, 0));
    // A missing unit looks like U+0000, which takes two bytes if 00 is refused.
    let mut classes = Classes::of::<NUL>(simd, units);
    classes.from_80 &= lanes;
    let mut middle = None;
    if classes.from_800 != 0 {
        let before = in_order::<BIG>(simd, simd.load_around(&bytes[..read + 2 * count], read, 2));
        let (both, after) = ([before, units], is_surrogate_of::<BIG>(after, 0xDC00));
        let (bytes, paired) = with_pairs_of(simd, grammar, both, after, classes)?;
        (middle, classes) = (Some(bytes), paired);
    }
    let len = count + (classes.from_80.count_ones() + classes.from_800.count_ones()) as usize;
    if room.len() < len {
        return None;
    }
    match middle {
        None => up_to_two::<false>(simd, units, classes, room),
        Some(middle) => up_to_three::<false>(simd, units, middle, classes, room),
    };
    Some((read + 2 * count, written + len))
}
