//! Lengths as sums over units: how many units each unit of a well-formed text becomes in another encoding.
//!
//! ```text
//! lanes = 0
//! for each row of units, as long as no lane can overflow:
//!     lanes += weights of the row
//! total += sum of the lanes
//! ```
//!
//! This is plain Rust, which the compiler vectorizes for every instruction set. AVX-512 compares into masks
//! and counts their bits if a text is short, which gives the result soonest, and looks weights up if it is
//! long ([`weighing`]). In every instruction set, few bytes are counted by words or vectors ([`quick`]). With
//! AVX-512 the last block is padded with zeros, whose weight is subtracted again. Otherwise what is left goes
//! in short rows, the last of which overlaps what is before it.
//!
//! Units of 16 and 32 bits are compared by bits that are set or clear, so a byte order is only another
//! constant.

mod constant;
mod quick;
#[cfg(target_arch = "x86_64")]
mod weighing;

use core::marker::PhantomData;
use core::ops::AddAssign;

use constant::{doubleword, word};
use quick::{ONES, beginnings, begins_in, by_two_words, by_vectors, by_words};

#[cfg(target_arch = "x86_64")]
use super::sizes::{AHEAD, UNCACHED, is_fetched};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx512, BLOCK, Vector};
use crate::simd::{Isa, Simd, Vectorized, count_greater};

/// What a unit becomes: [`BASE`](Weight::BASE) plus its weight.
pub(crate) trait Weight {
    /// The bytes of a unit.
    type Unit: Copy + Default;
    /// The integer in which weights are summed.
    type Lane: Copy + Default + AddAssign + Into<u32>;
    /// What every unit becomes at least.
    const BASE: u64 = 0;
    /// The largest weight.
    const MOST: usize;
    /// Returns bytes as units, without an incomplete one at the end.
    fn cut(bytes: &[u8]) -> &[Self::Unit];
    /// The weight of a unit.
    fn of(unit: Self::Unit) -> Self::Lane;
    /// `true` if there are [`word`](Weight::word) and [`negative`](Weight::negative).
    const IS_QUICK: bool = false;
    /// Returns the weights of eight bytes, each in its own byte.
    #[inline(always)]
    fn word(word: u64) -> u64 {
        word
    }
    /// Returns the weights of the lanes of a vector, negated: comparisons have -1 where they hold.
    #[inline(always)]
    fn negative<S: Simd>(_simd: S, v: S::Vector) -> S::Vector {
        v
    }
    /// Returns the sum of a block or less, if there is a way without a choice among instruction sets.
    #[inline(always)]
    fn of_few(_bytes: &[u8]) -> Option<u64> {
        None
    }
    /// The weight of a block.
    #[cfg(target_arch = "x86_64")]
    fn block(simd: Avx512, block: Vector) -> u32;
    /// `true` if there are [`lanes`](Weight::lanes).
    #[cfg(target_arch = "x86_64")]
    const HAS_LANES: bool = false;
    /// Returns the weights of two blocks in lanes of bytes, each at most twice [`MOST`](Weight::MOST).
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn lanes(simd: Avx512, _blocks: [Vector; 2]) -> Vector {
        simd.zero()
    }
}

/// Returns how many units the units of a text become.
#[inline]
pub(crate) fn sum<W: Weight>(isa: Isa, bytes: &[u8]) -> u64 {
    /// Fewer units are not worth the choice of an instruction set.
    const FEW: usize = 5;
    let units = W::cut(bytes);
    if units.len() < FEW {
        units.iter().fold(0, |sum, &unit| sum + W::BASE + u64::from(W::of(unit).into()))
    } else if let Some(sum) = by_two_words::<W>(bytes) {
        sum
    } else {
        sum_of_more::<W>(isa, bytes)
    }
}

fn sum_of_more<W: Weight>(isa: Isa, bytes: &[u8]) -> u64 {
    if let Some(sum) = W::of_few(bytes) {
        return sum;
    }
    isa.run(Sum::<W>(bytes, PhantomData))
}

struct Sum<'a, W>(&'a [u8], PhantomData<W>);

impl<W: Weight> Vectorized for Sum<'_, W> {
    type Output = u64;

    #[inline(always)]
    fn scalar(self) -> u64 {
        /// Texts of up to this many bytes go by words.
        const FEW: usize = 256;
        if W::IS_QUICK && self.0.len() <= FEW { by_words::<W>(self.0) } else { by_rows_of_any::<W>(self.0) }
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> u64 {
        /// Texts of up to this many bytes go by single vectors.
        const FEW: usize = 512;
        if !W::IS_QUICK || self.0.len() > FEW {
            by_rows_of_any::<W>(self.0)
        } else if self.0.len() < S::LANES {
            by_vectors::<W, S::Narrow>(simd.narrow(), self.0)
        } else {
            by_vectors::<W, S>(simd, self.0)
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> u64 {
        by_blocks::<W>(simd, self.0)
    }
}

#[inline(always)]
fn add<W: Weight, const N: usize>(lanes: &mut [W::Lane; N], row: &[W::Unit; N]) {
    for (lane, &unit) in lanes.iter_mut().zip(row) {
        *lane += W::of(unit);
    }
}

#[inline(always)]
fn total<W: Weight, const N: usize>(lanes: [W::Lane; N]) -> u64 {
    lanes.iter().fold(0_u32, |total, &lane| total + lane.into()).into()
}

#[inline(always)]
fn by_rows_of_any<W: Weight>(bytes: &[u8]) -> u64 {
    match size_of::<W::Unit>() {
        1 => by_rows::<W, 128>(bytes),
        // A row of 32 units of 32 bits is unrolled before it is vectorized, and the vectors then cover
        // several rows: 0.45 of the peer's speed if the weight is one comparison.
        _ => by_rows::<W, 64>(bytes),
    }
}

#[inline(always)]
fn by_rows<W: Weight, const N: usize>(bytes: &[u8]) -> u64 {
    // Every lane can hold this many of the largest weight.
    let rows_at_once = if size_of::<W::Lane>() == 1 { 0xFF / W::MOST } else { 0xFFFF / W::MOST };
    let units = W::cut(bytes);
    let (head, body) = units.split_at(before_line::<W>(bytes));
    let (rows, rest) = body.as_chunks::<N>();
    let mut sum = W::BASE * units.len() as u64 + by_short_rows::<W>(&[], head);
    for rows in rows.chunks(rows_at_once) {
        let mut lanes = [W::Lane::default(); N];
        for row in rows {
            add::<W, N>(&mut lanes, row);
        }
        sum += total::<W, N>(lanes);
    }
    sum + by_short_rows::<W>(units, rest)
}

/// Returns the number of units before the first cache line, or 0 if the text is short or its units span cache
/// lines. Vectors that span two lines take twice as long to load, which matters in long texts.
#[inline(always)]
fn before_line<W: Weight>(bytes: &[u8]) -> usize {
    /// Texts of at least this many bytes are worth aligning their loads for.
    const LONG: usize = 4096;
    const LINE: usize = 64;
    let head = if bytes.len() < LONG { 0 } else { bytes.as_ptr().addr().wrapping_neg() % LINE };
    if head.is_multiple_of(size_of::<W::Unit>()) { head / size_of::<W::Unit>() } else { 0 }
}

/// Returns the weights of the last of some units, which are less than a row.
#[inline(always)]
fn by_short_rows<W: Weight>(units: &[W::Unit], last: &[W::Unit]) -> u64 {
    const N: usize = 16;
    let (rows, rest) = last.as_chunks::<N>();
    let mut lanes = [W::Lane::default(); N];
    for row in rows {
        add::<W, N>(&mut lanes, row);
    }
    let few = match units.last_chunk::<N>() {
        Some(row) => {
            // The row begins before the rest, and what is before does not count.
            let before = N - rest.len();
            for (k, (lane, &unit)) in lanes.iter_mut().zip(row).enumerate() {
                *lane += if k < before { W::Lane::default() } else { W::of(unit) };
            }
            &[]
        }
        None => rest,
    };
    total::<W, N>(lanes) + few.iter().fold(0, |sum, &unit| sum + u64::from(W::of(unit).into()))
}

/// Returns the weight of `count` zeros.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn zeros<W: Weight>(count: usize) -> u64 {
    count as u64 * u64::from(W::of(W::Unit::default()).into())
}

#[cfg(target_arch = "x86_64")]
const RUN: usize = 4 * BLOCK;

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn by_blocks<W: Weight>(simd: Avx512, bytes: &[u8]) -> u64 {
    /// Texts of at least this many bytes are worth aligning their loads for.
    const LONG: usize = 1024;
    let units = bytes.len() / size_of::<W::Unit>();
    let bytes = &bytes[..units * size_of::<W::Unit>()];
    let mut sum = W::BASE * units as u64;
    if bytes.len() < LONG {
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            sum += u64::from(W::block(simd, simd.load(block)));
        }
        return sum + part::<W>(simd, rest);
    }
    // Blocks that span two cache lines take twice as long to load, which matters in long texts.
    let head = bytes.as_ptr().addr().wrapping_neg() % BLOCK;
    let head = if head.is_multiple_of(size_of::<W::Unit>()) { head } else { 0 };
    let (head, body) = bytes.split_at(head);
    let (runs, rest) = body.as_chunks::<RUN>();
    let (weighed, runs) = if W::HAS_LANES { (runs, &[][..]) } else { (&[][..], runs) };
    sum += by_lanes::<W>(simd, weighed);
    let is_far = bytes.len() >= UNCACHED && is_fetched(bytes.len());
    for (k, run) in runs.iter().enumerate() {
        if is_far {
            unrolled!(j of 4 => { simd.prefetch(body, k * RUN + AHEAD + j * BLOCK); });
        }
        let &[a, b, c, d] = &run.as_chunks::<BLOCK>().0 else { continue };
        let first = W::block(simd, simd.load(a)) + W::block(simd, simd.load(b));
        let second = W::block(simd, simd.load(c)) + W::block(simd, simd.load(d));
        sum += u64::from(first + second);
    }
    let (blocks, rest) = rest.as_chunks::<BLOCK>();
    for block in blocks {
        sum += u64::from(W::block(simd, simd.load(block)));
    }
    sum + part::<W>(simd, head) + part::<W>(simd, rest)
}

/// Returns the weight of runs, by lanes.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn by_lanes<W: Weight>(simd: Avx512, runs: &[[u8; RUN]]) -> u64 {
    // Every lane can hold this many runs.
    let at_once = 0xFF / (4 * W::MOST);
    let mut sum = simd.zero();
    for runs in runs.chunks(at_once) {
        let mut lanes = simd.zero();
        for run in runs {
            let &[a, b, c, d] = &run.as_chunks::<BLOCK>().0 else { continue };
            let first = W::lanes(simd, [simd.load(a), simd.load(b)]);
            let second = W::lanes(simd, [simd.load(c), simd.load(d)]);
            lanes = simd.add(lanes, simd.add(first, second));
        }
        sum = simd.add_quadwords(sum, simd.sums_of_eight(lanes));
    }
    simd.sum_of_quadwords(sum)
}

/// Returns the weight of less than a block.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn part<W: Weight>(simd: Avx512, bytes: &[u8]) -> u64 {
    if bytes.is_empty() {
        return 0;
    }
    let weight = W::block(simd, simd.load_front(bytes));
    u64::from(weight) - zeros::<W>((BLOCK - bytes.len()) / size_of::<W::Unit>())
}

/// Defines weights by name: what is counted of a unit `$unit`, and of a block by `$simd`.
macro_rules! weights {
    ($width:literal, $bits:ty, $($(#[$meta:meta])* $name:ident $(<$big:ident>)?: $base:literal, $most:literal,
        |$unit:ident| $weight:expr, |$simd:ident, $block:ident| $count:expr
        $(, in lanes |$with:ident, $blocks:ident| $lanes:expr)?
        $(, in a word |$word:ident| $of_word:expr, in vectors |$v:ident| $negative:expr)?
        $(, in few |$few:ident| $of_few:expr)?;)*) => { $(
        $(#[$meta])*
        pub(crate) struct $name $(<const $big: bool>)?;

        impl $(<const $big: bool>)? Weight for $name $(<$big>)? {
            type Unit = [u8; $width];
            type Lane = $bits;
            const BASE: u64 = $base;
            const MOST: usize = $most;

            #[inline(always)]
            fn cut(bytes: &[u8]) -> &[[u8; $width]] {
                bytes.as_chunks().0
            }

            #[inline(always)]
            fn of(unit: [u8; $width]) -> $bits {
                let $unit = <$bits>::from_le_bytes(unit);
                $weight
            }

            $(
                const IS_QUICK: bool = true;

                #[inline(always)]
                fn word($word: u64) -> u64 {
                    $of_word
                }

                #[inline(always)]
                fn negative<S: Simd>($simd: S, $v: S::Vector) -> S::Vector {
                    $negative
                }
            )?

            $(
                #[inline(always)]
                fn of_few($few: &[u8]) -> Option<u64> {
                    $of_few
                }
            )?

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn block($simd: Avx512, $block: Vector) -> u32 {
                $count
            }

            $(
                #[cfg(target_arch = "x86_64")]
                const HAS_LANES: bool = true;

                #[cfg(target_arch = "x86_64")]
                #[inline(always)]
                fn lanes($with: Avx512, $blocks: [Vector; 2]) -> Vector {
                    $lanes
                }
            )?
        }
    )* };
}

/// Returns 1 if the byte is not a trail byte, else 0.
#[inline(always)]
fn begins(byte: u8) -> u8 {
    u8::from(byte as i8 >= -0x40)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn beginning(simd: Avx512, bytes: Vector) -> u32 {
    64 - simd.signed_below(bytes, simd.splat(0xC0)).count_ones()
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn from(simd: Avx512, bytes: Vector, least: u8) -> u32 {
    simd.at_least(bytes, simd.splat(least)).count_ones()
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn zero_bytes(simd: Avx512, bytes: Vector) -> u32 {
    simd.has_none(bytes, simd.splat(0xFF)).count_ones()
}

weights! { 1, u8,
    /// The bytes themselves.
    Bytes: 1, 1, |_byte| 0, |_simd, _block| 0;
    /// Code points of UTF-8 and its relatives: all bytes except trail bytes.
    CodePoints: 0, 1, |byte| begins(byte), |simd, block| beginning(simd, block),
        in a word |word| begins_in(word), in vectors |v| beginnings(simd, v),
        in few |bytes| count_greater(bytes, -0x41);
    /// UTF-16 units of UTF-8: as many as code points, with leads of four counted twice.
    Utf16Units: 0, 2, |byte| begins(byte) + u8::from(byte >= 0xF0),
        |simd, block| beginning(simd, block) + from(simd, block, 0xF0),
        in lanes |simd, blocks| weighing::bytes(simd, blocks, &weighing::UTF_16_UNITS),
        in a word |word| begins_in(word) + ((word & word << 1 & word << 2 & word << 3) >> 7 & ONES),
        in vectors |v| simd.add(beginnings(simd, v), simd.equal(simd.max(v, simd.splat(0xF0)), v));
    /// CESU-8 bytes of UTF-8: six for a sequence of four.
    Utf8InCesu8: 1, 2, |byte| u8::from(byte >= 0xF0) << 1, |simd, block| 2 * from(simd, block, 0xF0),
        in lanes |simd, blocks| weighing::bytes(simd, blocks, &weighing::TWO_FOR_FOUR);
    /// Modified UTF-8 bytes of UTF-8: six for a sequence of four, two for 00.
    Utf8InMutf8: 1, 2, |byte| u8::from(byte >= 0xF0) << 1 | u8::from(byte == 0),
        |simd, block| 2 * from(simd, block, 0xF0) + zero_bytes(simd, block);
    /// Modified UTF-8 bytes of CESU-8: two for 00.
    Cesu8InMutf8: 1, 1, |byte| u8::from(byte == 0), |simd, block| zero_bytes(simd, block);
    /// The leads of U+0000 in Modified UTF-8.
    NulLeads: 0, 1, |byte| u8::from(byte == 0xC0),
        |simd, block| zero_bytes(simd, simd.xor(block, simd.splat(0xC0)));
    /// UTF-8 bytes of ISO-8859-1.
    Latin1InUtf8: 1, 1, |byte| byte >> 7, |simd, block| simd.sign_bits(block).count_ones(),
        in a word |word| word >> 7 & ONES, in vectors |v| simd.less_signed(v, simd.splat(0)),
        in few |bytes| Some(2 * bytes.len() as u64 - count_greater(bytes, -1)?);
}

/// Returns 1 if the unit has one of the bits, else 0.
#[inline(always)]
fn has<const BIG: bool>(unit: u16, bits: u16) -> u16 {
    u16::from(unit & word(bits, BIG) != 0)
}

/// Returns 1 if the unit's bits under `mask` equal `bits`, else 0.
#[inline(always)]
fn is<const BIG: bool>(unit: u16, bits: u16, mask: u16) -> u16 {
    u16::from(unit & word(mask, BIG) == word(bits, BIG))
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn having<const BIG: bool>(simd: Avx512, units: Vector, bits: u16) -> u32 {
    simd.words_have_some(units, simd.splat_word(word(bits, BIG))).count_ones()
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn being<const BIG: bool>(simd: Avx512, units: Vector, bits: u16, mask: u16) -> u32 {
    let differs = simd.xor(units, simd.splat_word(word(bits, BIG)));
    simd.words_have_none(differs, simd.splat_word(word(mask, BIG))).count_ones()
}

weights! { 2, u16,
    /// The units of 16 bits themselves.
    Words: 1, 1, |_unit| 0, |_simd, _block| 0;
    /// UTF-8 bytes of UTF-16: one, two from 80 on, three from 800 on, except two for each surrogate of a
    /// pair.
    Utf16InUtf8<BIG>: 1, 2,
        |unit| has::<BIG>(unit, 0xFF80) + has::<BIG>(unit, 0xF800) - is::<BIG>(unit, 0xD800, 0xF800),
        |simd, block| having::<BIG>(simd, block, 0xFF80) + having::<BIG>(simd, block, 0xF800)
            - being::<BIG>(simd, block, 0xD800, 0xF800),
        in lanes |simd, blocks| weighing::words_in_utf_8::<BIG>(simd, blocks, &weighing::THIRD_BYTES);
    /// UTF-8's patterns for single units of 16 bits, surrogates in three bytes.
    SingleUtf16InUtf8<BIG>: 1, 2, |unit| has::<BIG>(unit, 0xFF80) + has::<BIG>(unit, 0xF800),
        |simd, block| having::<BIG>(simd, block, 0xFF80) + having::<BIG>(simd, block, 0xF800),
        in lanes |simd, blocks| weighing::words_in_utf_8::<BIG>(simd, blocks, &weighing::THIRD_BYTES_OF_ALL);
    /// Modified UTF-8's patterns for single units of 16 bits: surrogates take three bytes, U+0000 two.
    SingleUtf16InMutf8<BIG>: 1, 2,
        |unit| has::<BIG>(unit, 0xFF80) + has::<BIG>(unit, 0xF800) + u16::from(unit == 0),
        |simd, block| having::<BIG>(simd, block, 0xFF80) + having::<BIG>(simd, block, 0xF800)
            + simd.words_have_none(block, simd.splat_word(0xFFFF)).count_ones();
    /// Code points of UTF-16: all units except trail surrogates.
    Utf16CodePoints<BIG>: 0, 1, |unit| 1 - is::<BIG>(unit, 0xDC00, 0xFC00),
        |simd, block| 32 - being::<BIG>(simd, block, 0xDC00, 0xFC00),
        in lanes |simd, blocks| weighing::words::<BIG>(simd, blocks, &weighing::NO_TRAILS);
}

/// Returns `true` if the unit is a lead surrogate.
pub(super) fn is_lead<const BIG: bool>(unit: [u8; 2]) -> bool {
    is::<BIG>(u16::from_le_bytes(unit), 0xD800, 0xFC00) == 1
}

/// A property of two adjacent units.
pub(super) trait Neighbours {
    /// The bytes of a unit.
    type Unit: Copy;
    /// The integer in which they are summed.
    type Lane: Copy + Default + AddAssign + Into<u64>;
    /// Rows until a lane is full.
    const ROWS: usize;
    /// Returns bytes as units, without an incomplete one at the end.
    fn cut(bytes: &[u8]) -> &[Self::Unit];
    /// Returns one if the two units have the property, else zero.
    fn are(unit: Self::Unit, after: Self::Unit) -> Self::Lane;
}

/// A lead surrogate followed by a trail surrogate, in UTF-16 in a byte order.
pub(super) struct Pairs<const BIG: bool>;

impl<const BIG: bool> Neighbours for Pairs<BIG> {
    type Unit = [u8; 2];
    type Lane = u16;
    const ROWS: usize = 0xFFFF;

    #[inline(always)]
    fn cut(bytes: &[u8]) -> &[[u8; 2]] {
        bytes.as_chunks().0
    }

    #[inline(always)]
    fn are(unit: [u8; 2], after: [u8; 2]) -> u16 {
        let (unit, after) = (u16::from_le_bytes(unit), u16::from_le_bytes(after));
        is::<BIG>(unit, 0xD800, 0xFC00) & is::<BIG>(after, 0xDC00, 0xFC00)
    }
}

/// The first bytes of a lead surrogate in three bytes.
pub(super) struct LeadSurrogates;

impl Neighbours for LeadSurrogates {
    type Unit = u8;
    type Lane = u8;
    const ROWS: usize = 0xFF;

    #[inline(always)]
    fn cut(bytes: &[u8]) -> &[u8] {
        bytes
    }

    #[inline(always)]
    fn are(unit: u8, after: u8) -> u8 {
        u8::from(unit == 0xED) & u8::from(after & 0xF0 == 0xA0)
    }
}

/// Counts the units that have the property together with the unit after them.
pub(super) fn neighbours<P: Neighbours>(isa: Isa, bytes: &[u8]) -> u64 {
    isa.run(CountNeighbours::<P>(bytes, PhantomData))
}

struct CountNeighbours<'a, P>(&'a [u8], PhantomData<P>);

impl<P: Neighbours> Vectorized for CountNeighbours<'_, P> {
    type Output = u64;

    #[inline(always)]
    fn scalar(self) -> u64 {
        const ROW: usize = 64;
        let units = P::cut(self.0);
        let Some((_, after)) = units.split_first() else { return 0 };
        let mut sum = 0;
        for (units, after) in units.chunks(ROW * P::ROWS).zip(after.chunks(ROW * P::ROWS)) {
            let (rows, rest) = after.as_chunks::<ROW>();
            let mut lanes = [P::Lane::default(); ROW];
            for (units, after) in units.as_chunks::<ROW>().0.iter().zip(rows) {
                for ((lane, &unit), &after) in lanes.iter_mut().zip(units).zip(after) {
                    *lane += P::are(unit, after);
                }
            }
            for (&unit, &after) in units[ROW * rows.len()..].iter().zip(rest) {
                sum += P::are(unit, after).into();
            }
            sum += lanes.iter().fold(0, |sum, &lane| sum + lane.into());
        }
        sum
    }
}

#[inline(always)]
fn long_has<const BIG: bool>(unit: u32, bits: u32) -> u32 {
    u32::from(unit & doubleword(bits, BIG) != 0)
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn long_having<const BIG: bool>(simd: Avx512, units: Vector, bits: u32) -> u32 {
    simd.doublewords_have_some(units, simd.splat_doubleword(doubleword(bits, BIG))).count_ones()
}

weights! { 4, u32,
    /// The units of 32 bits themselves.
    Doublewords: 1, 1, |_unit| 0, |_simd, _block| 0;
    /// UTF-8 bytes of UTF-32.
    Utf32InUtf8<BIG>: 1, 3,
        |unit| long_has::<BIG>(unit, 0xFFFF_FF80) + long_has::<BIG>(unit, 0xFFFF_F800)
            + long_has::<BIG>(unit, 0xFFFF_0000),
        |simd, block| long_having::<BIG>(simd, block, 0xFFFF_FF80)
            + long_having::<BIG>(simd, block, 0xFFFF_F800) + long_having::<BIG>(simd, block, 0xFFFF_0000),
        in lanes |simd, blocks| weighing::doublewords_in_utf_8::<BIG>(simd, blocks);
    /// UTF-16 units of UTF-32.
    Utf32InUtf16<BIG>: 1, 1, |unit| long_has::<BIG>(unit, 0xFFFF_0000),
        |simd, block| long_having::<BIG>(simd, block, 0xFFFF_0000);
}
