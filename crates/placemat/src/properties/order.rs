//! The order of strings by their units, compared with the order by code points and that of UTF-16.

use core::fmt;

use crate::codec::{Codec, CodecInfo};
use crate::table::{MAX_SEQUENCE, Row};
use crate::unit::Unit;

/// The order of strings whose units are compared one by one.
///
/// ```
/// use placemat::{views::{Order, Properties}, Encoding};
/// let order = |encoding| Properties::new(encoding).order();
/// assert_eq!([Encoding::Utf8, Encoding::Utf1].map(order), [Order::CodePoint; 2]);
/// assert_eq!([Encoding::Cesu8, Encoding::Utf16Be].map(order), [Order::Utf16; 2]);
/// assert_eq!(order(Encoding::Mutf8), Order::Utf16ButNul);
/// assert_eq!(order(Encoding::Utf16Le), Order::Neither);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The order of their code points.
    CodePoint,
    /// The order of their UTF-16 units: supplementary code points come before U+E000.
    Utf16,
    /// The order of their UTF-16 units, except that U+0000 is elsewhere (in Modified UTF-8, after U+007F).
    Utf16ButNul,
    /// Neither.
    Neither,
}

impl fmt::Display for Order {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::CodePoint => "code points",
            Order::Utf16 => "UTF-16 units",
            Order::Utf16ButNul => "UTF-16 units, but for U+0000",
            Order::Neither => "neither code points nor UTF-16 units",
        })
    }
}

/// The code points at which a row can change its place among the others: its ends, and the ends of the blocks
/// of surrogates and of their pairs. Between two of these, a row ascends in every order.
const CRITICAL: [u32; 13] = [
    0xD7FF, 0xD800, 0xD801, 0xDBFF, 0xDC00, 0xDC01, 0xDFFF, 0xE000, 0xFFFF, 0x1_0000, 0x1_0400, 0x10_FC00,
    0x10_FFFF,
];

/// The ends of up to 128 rows, those of the escaped units, and the critical code points.
const MAX_SAMPLES: usize = 280;

pub(super) fn of<C: Codec>(codec: C, info: &CodecInfo) -> Order {
    if is_little(codec, info) {
        return Order::Neither;
    }
    let mut samples = [0; MAX_SAMPLES];
    let samples = fill(&mut samples, info);
    samples.sort_unstable();
    if ascend(samples, info) {
        return Order::CodePoint;
    }
    if samples.last().is_some_and(|&last| last > 0x10_FFFF) {
        return Order::Neither;
    }
    samples.sort_unstable_by_key(|&code_point| utf_16(code_point));
    let after_nul = samples.iter().take_while(|&&code_point| code_point == 0).count();
    match (ascend(samples, info), ascend(&samples[after_nul..], info)) {
        (true, _) => Order::Utf16,
        (_, true) => Order::Utf16ButNul,
        _ => Order::Neither,
    }
}

/// Returns `true` if the units of different code points ascend as the code points do.
#[inline]
fn ascend(samples: &[u32], info: &CodecInfo) -> bool {
    samples.windows(2).all(|pair| pair[0] == pair[1] || units_of(info, pair[0]) < units_of(info, pair[1]))
}

/// Returns `true` if the least significant byte of a unit comes first.
fn is_little<C: Codec>(codec: C, info: &CodecInfo) -> bool {
    let mut units = [C::Unit::default(); 4];
    info.width > 1 && codec.encode_next(0x41, &mut units).is_ok() && units[0].to_u32() == 0x41
}

/// Collects the code points to examine and returns them.
#[inline]
fn fill<'a>(samples: &'a mut [u32; MAX_SAMPLES], info: &CodecInfo) -> &'a mut [u32] {
    let rows = info.table.rows().iter().filter(|row| row.is_written()).map(Row::code_points);
    let carried = info.carry.map(|carry| (carry.code_point(carry.first), carry.code_point(0xFF)));
    let ends = rows.chain(carried).flat_map(|(first, last)| [first, last]);
    let all = ends.chain(CRITICAL).filter(|&code_point| units_of(info, code_point).is_some());
    let mut count = 0;
    for (sample, code_point) in samples.iter_mut().zip(all) {
        *sample = code_point;
        count += 1;
    }
    &mut samples[..count]
}

/// Returns the units of a code point; escaped units take precedence. Shorter sequences are followed by zeros.
/// No sequence begins with another, except a pair with its lead surrogate, and the rest of the pair is
/// greater than zero.
#[inline]
fn units_of(info: &CodecInfo, code_point: u32) -> Option<[u32; MAX_SEQUENCE]> {
    if let Some(unit) = info.carry.and_then(|carry| carry.unit(code_point)) {
        return Some([unit, 0, 0, 0, 0, 0]);
    }
    info.table.encode(code_point).map(|(units, _)| units)
}

/// Returns the UTF-16 units of a code point. A surrogate is itself.
#[inline]
fn utf_16(code_point: u32) -> (u32, u32) {
    match code_point.checked_sub(0x1_0000) {
        Some(rest) => (0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF)),
        None => (code_point, 0),
    }
}
