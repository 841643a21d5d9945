//! SSE4.1: the operations on vectors of 16 bytes.

use core::arch::x86_64::*;

use super::token::Sse41;
use super::vector::{OfSlices, Simd, Vectorized, WithFeatures, operations};

impl Sse41 {
    /// Runs a kernel in a function that has the features.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        // SAFETY: the token is made by detection alone, so the CPU has the features.
        unsafe { kernel.with_features(self) }
    }

    /// Runs a kernel of an input and an output in a function that has the features.
    #[inline]
    pub(crate) fn run_of<'a, K: OfSlices<'a>>(self, input: &'a [u8], out: &'a mut [u8]) -> K::Output {
        // SAFETY: as in `run`.
        unsafe { K::of_with_features(input, out, self) }
    }
}

impl<K: Vectorized> WithFeatures<Sse41> for K {
    #[target_feature(enable = "sse4.1,ssse3,popcnt")]
    unsafe fn with_features(self, token: Sse41) -> K::Output {
        self.vector(token)
    }

    #[target_feature(enable = "sse4.1,ssse3,popcnt")]
    unsafe fn of_with_features<'a>(input: &'a [u8], out: &'a mut [u8], token: Sse41) -> K::Output
    where
        K: OfSlices<'a>,
    {
        K::of(input, out).vector(token)
    }

    #[inline(never)]
    unsafe fn with_features_outlined(self, token: Sse41) -> K::Output {
        // SAFETY: the caller promises it.
        unsafe { self.with_features(token) }
    }
}

impl Simd for Sse41 {
    type Vector = __m128i;
    type Part = __m128i;
    type Narrow = Self;
    const LANES: usize = 16;

    #[inline(always)]
    fn run_outlined<K: Vectorized>(self, kernel: K) -> K::Output {
        // SAFETY: as in `run`.
        unsafe { kernel.with_features_outlined(self) }
    }

    #[inline(always)]
    fn narrow(self) -> Self {
        self
    }

    operations! {
        load(from: &[u8], at: usize) -> __m128i = _mm_loadu_si128(from[at..at + 16].as_ptr().cast());
        // A prefetch accesses nothing, whatever the address is.
        prefetch(bytes: &[u8], at: usize) -> () =
            _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast());
        store(to: &mut [u8], at: usize, v: __m128i) -> () =
            _mm_storeu_si128(to[at..at + 16].as_mut_ptr().cast(), v);
        store_part(to: &mut [u8], at: usize, part: __m128i) -> () =
            _mm_storeu_si128(to[at..at + 16].as_mut_ptr().cast(), part);
        before(last: __m128i, v: __m128i) -> [__m128i; 3] =
            [_mm_alignr_epi8::<15>(v, last), _mm_alignr_epi8::<14>(v, last), _mm_alignr_epi8::<13>(v, last)];
        splat(byte: u8) -> __m128i = _mm_set1_epi8(byte as i8);
        splat_word(word: u16) -> __m128i = _mm_set1_epi16(word as i16);
        splat_doubleword(doubleword: u32) -> __m128i = _mm_set1_epi32(doubleword as i32);
        splat_part(bytes: &[u8; 16]) -> __m128i = _mm_loadu_si128(bytes.as_ptr().cast());

        and(a: __m128i, b: __m128i) -> __m128i = _mm_and_si128(a, b);
        without(a: __m128i, b: __m128i) -> __m128i = _mm_andnot_si128(b, a);
        or(a: __m128i, b: __m128i) -> __m128i = _mm_or_si128(a, b);
        xor(a: __m128i, b: __m128i) -> __m128i = _mm_xor_si128(a, b);
        select(mask: __m128i, yes: __m128i, no: __m128i) -> __m128i = _mm_blendv_epi8(no, yes, mask);

        add(a: __m128i, b: __m128i) -> __m128i = _mm_add_epi8(a, b);
        sub(a: __m128i, b: __m128i) -> __m128i = _mm_sub_epi8(a, b);
        sub_saturating(a: __m128i, b: __m128i) -> __m128i = _mm_subs_epu8(a, b);
        max(a: __m128i, b: __m128i) -> __m128i = _mm_max_epu8(a, b);
        min(a: __m128i, b: __m128i) -> __m128i = _mm_min_epu8(a, b);
        equal(a: __m128i, b: __m128i) -> __m128i = _mm_cmpeq_epi8(a, b);
        less_signed(a: __m128i, b: __m128i) -> __m128i = _mm_cmpgt_epi8(b, a);
        low_nibbles(v: __m128i) -> __m128i = _mm_and_si128(v, _mm_set1_epi8(0x0F));
        high_nibbles(v: __m128i) -> __m128i = _mm_and_si128(_mm_srli_epi16::<4>(v), _mm_set1_epi8(0x0F));
        look_up(table: __m128i, indices: __m128i) -> __m128i = _mm_shuffle_epi8(table, indices);

        add_words(a: __m128i, b: __m128i) -> __m128i = _mm_add_epi16(a, b);
        min_words(a: __m128i, b: __m128i) -> __m128i = _mm_min_epu16(a, b);
        equal_words(a: __m128i, b: __m128i) -> __m128i = _mm_cmpeq_epi16(a, b);
        shift_words_left[const BITS: i32](v: __m128i) -> __m128i = _mm_slli_epi16::<BITS>(v);
        shift_words_right[const BITS: i32](v: __m128i) -> __m128i = _mm_srli_epi16::<BITS>(v);
        swap_words(v: __m128i) -> __m128i =
            _mm_shuffle_epi8(v, _mm_set_epi64x(0x0E0F_0C0D_0A0B_0809, 0x0607_0405_0203_0001));
        word_bits(a: __m128i, b: __m128i) -> u32 = _mm_movemask_epi8(_mm_packs_epi16(a, b)) as u32;
        narrow_words(a: __m128i, b: __m128i) -> __m128i = _mm_packus_epi16(a, b);

        equal_doublewords(a: __m128i, b: __m128i) -> __m128i = _mm_cmpeq_epi32(a, b);
        doublewords_less_signed(a: __m128i, b: __m128i) -> __m128i = _mm_cmpgt_epi32(b, a);
        max_doublewords(a: __m128i, b: __m128i) -> __m128i = _mm_max_epu32(a, b);
        shift_doublewords_left[const BITS: i32](v: __m128i) -> __m128i = _mm_slli_epi32::<BITS>(v);
        narrow_doublewords(a: __m128i, b: __m128i) -> __m128i = _mm_packus_epi32(a, b);
        narrow_masks(a: __m128i, b: __m128i) -> __m128i = _mm_packs_epi32(a, b);

        is_zero(v: __m128i) -> bool = _mm_testz_si128(v, v) != 0;
        sum_of_lanes(v: __m128i) -> u64 = {
            let sums = _mm_sad_epu8(v, _mm_setzero_si128());
            _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))) as u64
        };
        sign_bits(v: __m128i) -> u32 = _mm_movemask_epi8(v) as u32;
        lanes_of(bits: u32) -> __m128i = {
            // The byte of the bits to each lane, and one of them left.
            let lanes = _mm_set_epi64x(0x0101_0101_0101_0101, 0);
            let own = _mm_set1_epi64x(OWN_BITS);
            let bytes = _mm_shuffle_epi8(_mm_cvtsi32_si128(bits as i32), lanes);
            _mm_cmpeq_epi8(_mm_and_si128(bytes, own), own)
        };

        part_of(low: [u8; 8], high: [u8; 8]) -> __m128i =
            _mm_set_epi64x(i64::from_le_bytes(high), i64::from_le_bytes(low));
        store_half(to: &mut [u8], at: usize, part: __m128i) -> () =
            _mm_storel_epi64(to[at..at + 8].as_mut_ptr().cast(), part);
        parts(v: __m128i) -> [__m128i; 2] = [v; 2];
        zip_part_words(a: __m128i, b: __m128i) -> [__m128i; 2] = [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)];
        shuffle(part: __m128i, indices: &[u8; 16]) -> __m128i =
            _mm_shuffle_epi8(part, _mm_loadu_si128(indices.as_ptr().cast()));
        zip(a: __m128i, b: __m128i) -> [__m128i; 4] = {
            let (low, high) = (_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b));
            [low, high, low, high]
        };
        zip_words(a: __m128i, b: __m128i) -> [__m128i; 4] = {
            let (low, high) = (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b));
            [low, high, low, high]
        };
    }

    #[inline(always)]
    fn block_mask(self, masks: [__m128i; 4]) -> u64 {
        let [a, b, c, d] = masks.map(|mask| u64::from(self.sign_bits(mask)));
        a | b << 16 | c << 32 | d << 48
    }

    #[inline(always)]
    fn block_sign_bits(self, block: [__m128i; 4]) -> u64 {
        self.block_mask(block)
    }

    #[inline(always)]
    fn store_wide_words(self, to: &mut [u8], at: usize, part: __m128i) {
        let [low, high] = self.zip_part_words(part, self.splat(0));
        self.store(to, at, low);
        self.store(to, at + 16, high);
    }

    #[inline(always)]
    fn store_words<const BIG: bool>(self, to: &mut [u8], at: usize, bytes: __m128i) {
        let zero = self.splat(0);
        let [low, high, ..] = if BIG { self.zip(zero, bytes) } else { self.zip(bytes, zero) };
        self.store(to, at, low);
        self.store(to, at + 16, high);
    }

    #[inline(always)]
    fn store_doublewords(self, to: &mut [u8], at: usize, bytes: __m128i) {
        let zero = self.splat(0);
        let [low, high, ..] = self.zip(bytes, zero);
        for (k, words) in [low, high].into_iter().enumerate() {
            let [low, high, ..] = self.zip_words(words, zero);
            self.store(to, at + 32 * k, low);
            self.store(to, at + 32 * k + 16, high);
        }
    }
}

/// The bit of each of eight lanes.
const OWN_BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
