//! Few bytes, with what every CPU of the architecture has: without a choice among instruction sets, whose
//! function costs more than the test of a short text.

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Returns `true` if there are at most sixty-four bytes, all of them ASCII, and unless `nul`, none of them 00.
#[inline(always)]
pub(crate) fn is_short_ascii(bytes: &[u8], nul: bool) -> bool {
    are_few_below::<0x80>(bytes, nul)
}

/// Returns `true` if a text in UTF-8 has no supplementary code points, and unless `nul`, not U+0000 either.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn is_in_bmp(text: &str, nul: bool) -> bool {
    are_few_below::<0xF0>(text.as_bytes(), nul) || text.len() > 64 && are_below::<0xF0>(text.as_bytes(), nul)
}

/// Returns `true` if there is a block or more, and all of it is ASCII, and unless `nul`, not 00.
#[inline(always)]
pub(crate) fn is_ascii(bytes: &[u8], nul: bool) -> bool {
    are_below::<0x80>(bytes, nul)
}

/// Returns `true` if there are at most sixty-four bytes, all less than `END`, 80 or F0, and unless `nul`, not 00.
///
/// Four loads overlap if there are fewer bytes, so that there are few branches: lengths are hard to predict.
#[inline(always)]
fn are_few_below<const END: u8>(bytes: &[u8], nul: bool) -> bool {
    let len = bytes.len();
    if len >= 16 {
        len <= 64 && fours(bytes).is_some_and(|parts| are_parts_below::<END>(parts, nul))
    } else if let Some(parts) = fours(bytes) {
        let [a, b, c, d] = parts.map(|part| u128::from(u32::from_ne_bytes(*part)));
        // If all bytes count alike, which word they are in does not matter.
        let word = if END == 0x80 && nul { a | b | c | d } else { a | b << 32 | c << 64 | d << 96 };
        tops::<END>(word, nul) == 0
    } else if let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) {
        let is_below = |byte: u8| byte < END && (nul || byte != 0);
        is_below(first) & is_below(bytes[len / 2]) & is_below(last)
    } else {
        true
    }
}

/// Returns the top bits of bytes that are not less than `END`, and unless `nul`, of one or more that are 00.
#[inline(always)]
fn tops<const END: u8>(word: u128, nul: bool) -> u128 {
    const ONES: u128 = u128::MAX / 0xFF;
    // Without their top bits, the bytes stay below 80 + 100 - `END`, so that none carries into the next.
    let from_end =
        if END == 0x80 { word } else { word & ((word & (0x7F * ONES)) + (0x100 - END as u128) * ONES) };
    let zeros = if nul { 0 } else { word.wrapping_sub(ONES) & !word };
    (from_end | zeros) & (0x80 * ONES)
}

/// Returns `true` if all bytes of a block or more are less than `END`, and unless `nul`, not 00. The last block
/// begins in the one before it.
#[inline]
fn are_below<const END: u8>(bytes: &[u8], nul: bool) -> bool {
    let is_below = |block: &[u8; 64]| fours(block).is_some_and(|parts| are_parts_below::<END>(parts, nul));
    let blocks = bytes[..bytes.len().saturating_sub(1)].as_chunks().0;
    blocks.iter().all(is_below) && bytes.last_chunk().is_some_and(is_below)
}

/// Returns the first two and the last two parts of a text of `PART` to four times as many bytes. If one part or
/// two are enough, the second and the third are the first and the last again.
#[inline(always)]
fn fours<const PART: usize>(bytes: &[u8]) -> Option<[&[u8; PART]; 4]> {
    const { assert!(PART.is_power_of_two()) };
    let last = bytes.len().checked_sub(PART)?;
    // `PART` if there are more than twice as many bytes; otherwise 0.
    let second = ((bytes.len() - 1) / 2) & PART;
    let part = |at: usize| {
        debug_assert!(at + PART <= bytes.len());
        // A test of each place would take a third of the time of a call.
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `at` is 0, `second`, or either of these before `last`. There is a part at 0 and at `last`. If
        // `second` is `PART`, there are more than two parts, so `second` is not after `last`.
        return Some(unsafe { &*bytes.as_ptr().wrapping_add(at).cast::<[u8; PART]>() });
        #[cfg(not(target_arch = "x86_64"))]
        bytes.get(at..at + PART)?.first_chunk()
    };
    Some([part(0)?, part(second)?, part(last - second)?, part(last)?])
}

/// Returns `true` if all bytes are less than `END`, and unless `nul`, not 00.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn are_parts_below<const END: u8>(parts: [&[u8; 16]; 4], nul: bool) -> bool {
    #[inline]
    #[target_feature(enable = "sse2")]
    fn by_vectors<const END: u8>(parts: [&[u8; 16]; 4], nul: bool) -> bool {
        let [a, b, c, d] = parts.map(|part| load(part));
        let mut signs = if END == 0x80 {
            _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))
        } else {
            let greatest = _mm_max_epu8(_mm_max_epu8(a, b), _mm_max_epu8(c, d));
            _mm_cmpeq_epi8(_mm_max_epu8(greatest, _mm_set1_epi8(END as i8)), greatest)
        };
        if !nul {
            let least = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
            signs = _mm_or_si128(signs, _mm_cmpeq_epi8(least, _mm_setzero_si128()));
        }
        _mm_movemask_epi8(signs) == 0
    }
    // SAFETY: SSE2 is part of x86-64.
    unsafe { by_vectors::<END>(parts, nul) }
}

/// Returns `true` if all bytes are less than `END`, and unless `nul`, not 00.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn are_parts_below<const END: u8>(parts: [&[u8; 16]; 4], nul: bool) -> bool {
    let [a, b, c, d] = parts.map(|part| tops::<END>(u128::from_ne_bytes(*part), nul));
    (a | b | c | d) == 0
}

/// Returns sixteen bytes.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn load(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array is sixteen bytes long.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// Returns how many of 17 to 64 bytes, as signed numbers, are greater than a limit. Returns `None` for other
/// lengths, and on other architectures than x86-64.
///
/// ```text
/// 17..32 bytes   the first vector of 16 and the last
/// 33..64         the first two and the last two
/// ```
///
/// Lanes of the last vectors that are in those before them do not count.
#[inline]
pub(crate) fn count_greater(bytes: &[u8], limit: i8) -> Option<u64> {
    #[cfg(target_arch = "x86_64")]
    {
        /// From a place on, the lanes that count: those that reach the last sixteen bytes.
        const COUNTED: [u8; 64] = {
            let (mut counted, mut k) = ([0; 64], 48);
            while k < 64 {
                counted[k] = 0xFF;
                k += 1;
            }
            counted
        };
        /// Returns the sum of lanes of 0 and -1, negated.
        #[inline]
        #[target_feature(enable = "sse2")]
        fn negated(lanes: __m128i) -> u64 {
            let zero = _mm_setzero_si128();
            let sums = _mm_sad_epu8(_mm_sub_epi8(zero, lanes), zero);
            _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))) as u64
        }
        #[inline]
        #[target_feature(enable = "sse2")]
        fn by_vectors(bytes: &[u8], limit: i8) -> Option<u64> {
            let limit = _mm_set1_epi8(limit);
            let greater = |bytes: &[u8; 16]| _mm_cmpgt_epi8(load(bytes), limit);
            let last = greater(bytes.last_chunk()?);
            Some(negated(match bytes.len() {
                len @ 17..=32 => {
                    let counted = load(COUNTED[16 + len..].first_chunk()?);
                    _mm_add_epi8(greater(bytes.first_chunk()?), _mm_and_si128(last, counted))
                }
                len @ 33..=64 => {
                    let first =
                        _mm_add_epi8(greater(bytes.first_chunk()?), greater(bytes[16..].first_chunk()?));
                    let third = greater(bytes[len - 32..].first_chunk()?);
                    let third = _mm_and_si128(third, load(COUNTED[len - 16..].first_chunk()?));
                    let last = _mm_and_si128(last, load(COUNTED[len.min(48)..].first_chunk()?));
                    _mm_add_epi8(first, _mm_add_epi8(third, last))
                }
                _ => return None,
            }))
        }
        // SAFETY: SSE2 is part of x86-64.
        unsafe { by_vectors(bytes, limit) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (bytes, limit);
        None
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{count_greater, is_ascii, is_in_bmp, is_short_ascii};

    #[test]
    fn every_byte_at_every_place_of_every_length() {
        for len in 0..=200_usize {
            let mut bytes = [0x61; 200];
            for place in 0..len.max(1) {
                for byte in [0x00, 0x01, 0x61, 0x7F, 0x80, 0xBF, 0xC0, 0xEF, 0xF0, 0xFF] {
                    bytes[place] = byte;
                    let text = &bytes[..len];
                    let is_here = |is: bool| len == 0 || is;
                    for nul in [true, false] {
                        let is_short = len <= 64 && is_here(byte < 0x80 && (nul || byte != 0));
                        assert_eq!(is_short_ascii(text, nul), is_short, "{len} {place} {byte:02X}");
                        if len >= 64 {
                            let is_ascii_or_nul = byte < 0x80 && (nul || byte != 0);
                            assert_eq!(is_ascii(text, nul), is_ascii_or_nul, "{len} {place} {byte:02X}");
                        }
                    }
                    for limit in [-0x41, -1, 0x60] {
                        let count = text.iter().filter(|&&byte| byte as i8 > limit).count() as u64;
                        let expected = (17..=64).contains(&len).then_some(count);
                        let found = count_greater(text, limit);
                        assert!(found == expected || found.is_none() && !cfg!(target_arch = "x86_64"));
                    }
                }
                for (k, character) in ["\0", "\u{1}", "\u{7FF}", "\u{FFFF}", "\u{10000}"].iter().enumerate() {
                    let end = place + character.len();
                    if end <= len {
                        let mut bytes = [0x61; 200];
                        bytes[place..end].copy_from_slice(character.as_bytes());
                        let Ok(text) = str::from_utf8(&bytes[..len]) else { panic!("it is UTF-8") };
                        assert_eq!(is_in_bmp(text, true), k < 4, "{len} {place} {character:?}");
                        assert_eq!(
                            is_in_bmp(text, false),
                            (1..4).contains(&k),
                            "{len} {place} {character:?}"
                        );
                    }
                }
                bytes[place] = 0x61;
            }
        }
    }
}
