//! Determines whether bytes can be UTF-16, without a detector.
//!
//! A detector takes an input without a byte order mark for UTF-16 only if enough of its units show that they
//! are not pairs of bytes: see [`telling`](super::text::telling). Most text has next to none of the bytes of
//! such units. So these are counted first, and the units are read only if there are enough.

#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

use super::text::{LEAST_TELLING, UNITS_FOR_TELLING, telling};

/// Returns `true` if a detector might find these bytes to be UTF-16, in either order. `false` is certain.
#[inline]
pub(crate) fn may_be_utf_16(bytes: &[u8]) -> bool {
    let has_mark = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
    has_mark
        || may_tell_of_utf_16(bytes) && (tells(bytes, u16::from_le_bytes) || tells(bytes, u16::from_be_bytes))
}

/// Returns `true` if there are enough bytes of the right kinds that there may be enough such units.
#[inline]
pub(crate) fn may_tell_of_utf_16(bytes: &[u8]) -> bool {
    let Kinds { told, surrogates } = Isa::current().run(Count(bytes));
    // There may be fewer code points than units because of surrogates.
    let least = (bytes.len() as u64 / 2).saturating_sub(surrogates);
    told >= LEAST_TELLING && least <= told * UNITS_FOR_TELLING
}

/// How much the counted bytes show, and how many of them may be high bytes of lead surrogates.
#[derive(Clone, Copy, Default)]
struct Kinds {
    told: u64,
    surrogates: u64,
}

/// Counts the bytes in a loop that compiles to vector instructions.
struct Count<'b>(&'b [u8]);

impl Count<'_> {
    #[inline(always)]
    fn kinds(self) -> Kinds {
        let mut all = Kinds::default();
        let (blocks, rest) = self.0.as_chunks::<LANES>();
        // Few enough that counts of one byte each do not overflow.
        for blocks in blocks.chunks(255) {
            let mut counts = [[0; LANES]; 3];
            for block in blocks {
                count(block, &mut counts);
            }
            all.add(&counts);
        }
        if !rest.is_empty() {
            // Spaces do not count.
            let (mut block, mut counts) = ([b' '; LANES], [[0; LANES]; 3]);
            block[..rest.len()].copy_from_slice(rest);
            count(&block, &mut counts);
            all.add(&counts);
        }
        all
    }
}

/// The number of bytes that are counted side by side.
const LANES: usize = 64;

/// Counts control characters, other bytes of such units, and high bytes of lead surrogates.
#[inline(always)]
fn count(block: &[u8; LANES], [controls, others, halves]: &mut [[u8; LANES]; 3]) {
    for (k, &byte) in block.iter().enumerate() {
        let is_usual = (byte == b'\t') | (byte == b'\n') | (byte == b'\r') | (byte & 0xFE == 0x1A);
        controls[k] += u8::from((byte < b' ') & !is_usual);
        // The high bytes of kana and of trail surrogates. A pair has one trail surrogate.
        others[k] += u8::from((byte == 0x30) | (byte & 0xFC == 0xDC));
        halves[k] += u8::from(byte & 0xF8 == 0xD8);
    }
}

impl Kinds {
    #[inline(always)]
    fn add(&mut self, counts: &[[u8; LANES]; 3]) {
        let [controls, others, halves] =
            counts.map(|counts| counts.iter().map(|&n| u64::from(n)).sum::<u64>());
        self.told += 4 * controls + others;
        self.surrogates += halves;
    }
}

impl Vectorized for Count<'_> {
    type Output = Kinds;

    #[inline]
    fn scalar(self) -> Kinds {
        self.kinds()
    }

    #[inline(always)]
    fn vector<S: Simd>(self, _simd: S) -> Kinds {
        self.kinds()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, _simd: Avx512) -> Kinds {
        self.kinds()
    }
}

/// Returns `true` if the units in one order show enough, counted as a reading does.
#[inline]
fn tells(bytes: &[u8], of: fn([u8; 2]) -> u16) -> bool {
    let (mut told, mut len, mut in_part) = (0, 0_u64, false);
    let mut units = bytes.as_chunks::<2>().0.iter().map(|&unit| of(unit)).peekable();
    while let Some(unit) = units.next() {
        let is_pair = matches!(unit, 0xD800..=0xDBFF)
            && units.next_if(|next| matches!(next, 0xDC00..=0xDFFF)).is_some();
        let is_lone = !is_pair && matches!(unit, 0xD800..=0xDFFF);
        told += match () {
            () if is_pair => 1,
            () if is_lone => 0,
            () => telling(unit.into()),
        };
        // Adjacent ill-formed subsequences are one.
        len += u64::from(!(is_lone && in_part));
        in_part = is_lone;
    }
    told >= LEAST_TELLING && len <= told * UNITS_FOR_TELLING
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use placemat_random::Random;

    use super::*;
    use crate::detect::detect;
    use crate::{Encoding, encode};

    const UNITS: [u32; 14] = [
        0x20, 0x65, 0xE9, 0x301, 0x43F, 0x627, 0x3042, 0x30AB, 0x4E2D, 0x4E00, 0xAC00, 0x1_F600, 0xFEFF, 0xA,
    ];

    #[test]
    fn what_is_found_to_be_utf_16_is_never_excluded() {
        let mut random = Random(16);
        let mut found = 0;
        for round in 0..4000 {
            let kinds: Vec<_> = (0..1 + random.below(4)).map(|_| random.of(&UNITS)).collect();
            let text: Vec<_> = (0..1 + random.below(40)).map(|_| random.of(&kinds)).collect();
            let order = if round % 2 == 0 { Encoding::Utf16Le } else { Encoding::Utf16Be };
            let mut bytes = encode(order, &text).unwrap();
            for _ in 0..random.below(3) {
                let at = random.below(bytes.len());
                bytes[at] = random.bits() as u8;
            }
            bytes.truncate(bytes.len() - random.below(2));
            let is_utf_16 = |one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be);
            let verdict = detect(&bytes);
            if verdict.encoding.into_iter().chain(verdict.also).any(is_utf_16) && bytes.len() > 1 {
                assert!(may_be_utf_16(&bytes), "{bytes:X?}");
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn text_of_bytes_is_excluded() {
        for text in [
            "Une voix légère répète près de la fenêtre, le 10 à 20 h 30.",
            "Она тихо читает письмо у окна, пока на улице снег.",
            "في الحديقة نقرأ كتابا",
            "我们在花园里读书，没有人问这个问题。",
            "ééééééééééééé",
        ] {
            assert!(!may_be_utf_16(text.as_bytes()), "{text}");
            assert!(!may_be_utf_16(&[b"\xFF", text.as_bytes()].concat()), "{text}");
        }
    }
}
