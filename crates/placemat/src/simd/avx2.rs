//! AVX2: the operations on vectors of 32 bytes.

use core::arch::x86_64::*;

use super::token::{Avx2, Sse41};
use super::vector::{OfSlices, Simd, Vectorized, WithFeatures, operations};

impl Avx2 {
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

impl<K: Vectorized> WithFeatures<Avx2> for K {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn with_features(self, token: Avx2) -> K::Output {
        self.vector(token)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    unsafe fn of_with_features<'a>(input: &'a [u8], out: &'a mut [u8], token: Avx2) -> K::Output
    where
        K: OfSlices<'a>,
    {
        K::of(input, out).vector(token)
    }

    #[inline(never)]
    unsafe fn with_features_outlined(self, token: Avx2) -> K::Output {
        // SAFETY: the caller promises it.
        unsafe { self.with_features(token) }
    }
}

impl Simd for Avx2 {
    type Vector = __m256i;
    type Part = __m128i;
    type Narrow = Sse41;
    const LANES: usize = 32;

    #[inline(always)]
    fn run_outlined<K: Vectorized>(self, kernel: K) -> K::Output {
        // SAFETY: as in `run`.
        unsafe { kernel.with_features_outlined(self) }
    }

    #[inline(always)]
    fn narrow(self) -> Sse41 {
        // SAFETY: a CPU with AVX2 has SSE4.1, SSSE3 and, as this token shows, POPCNT.
        unsafe { Sse41::assume() }
    }

    operations! {
        load(from: &[u8], at: usize) -> __m256i = _mm256_loadu_si256(from[at..at + 32].as_ptr().cast());
        // A prefetch accesses nothing, whatever the address is.
        prefetch(bytes: &[u8], at: usize) -> () =
            _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast());
        store(to: &mut [u8], at: usize, v: __m256i) -> () =
            _mm256_storeu_si256(to[at..at + 32].as_mut_ptr().cast(), v);
        store_part(to: &mut [u8], at: usize, part: __m128i) -> () =
            _mm_storeu_si128(to[at..at + 16].as_mut_ptr().cast(), part);
        before(last: __m256i, v: __m256i) -> [__m256i; 3] = {
            // Alignment works within the parts.
            let last = _mm256_permute2x128_si256::<0x21>(last, v);
            [
                _mm256_alignr_epi8::<15>(v, last),
                _mm256_alignr_epi8::<14>(v, last),
                _mm256_alignr_epi8::<13>(v, last),
            ]
        };
        splat(byte: u8) -> __m256i = _mm256_set1_epi8(byte as i8);
        splat_word(word: u16) -> __m256i = _mm256_set1_epi16(word as i16);
        splat_doubleword(doubleword: u32) -> __m256i = _mm256_set1_epi32(doubleword as i32);
        splat_part(bytes: &[u8; 16]) -> __m256i = _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()));

        and(a: __m256i, b: __m256i) -> __m256i = _mm256_and_si256(a, b);
        without(a: __m256i, b: __m256i) -> __m256i = _mm256_andnot_si256(b, a);
        or(a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        xor(a: __m256i, b: __m256i) -> __m256i = _mm256_xor_si256(a, b);
        select(mask: __m256i, yes: __m256i, no: __m256i) -> __m256i = _mm256_blendv_epi8(no, yes, mask);

        add(a: __m256i, b: __m256i) -> __m256i = _mm256_add_epi8(a, b);
        sub(a: __m256i, b: __m256i) -> __m256i = _mm256_sub_epi8(a, b);
        sub_saturating(a: __m256i, b: __m256i) -> __m256i = _mm256_subs_epu8(a, b);
        max(a: __m256i, b: __m256i) -> __m256i = _mm256_max_epu8(a, b);
        min(a: __m256i, b: __m256i) -> __m256i = _mm256_min_epu8(a, b);
        equal(a: __m256i, b: __m256i) -> __m256i = _mm256_cmpeq_epi8(a, b);
        less_signed(a: __m256i, b: __m256i) -> __m256i = _mm256_cmpgt_epi8(b, a);
        low_nibbles(v: __m256i) -> __m256i = _mm256_and_si256(v, _mm256_set1_epi8(0x0F));
        high_nibbles(v: __m256i) -> __m256i = _mm256_and_si256(_mm256_srli_epi16::<4>(v), _mm256_set1_epi8(0x0F));
        look_up(table: __m256i, indices: __m256i) -> __m256i = _mm256_shuffle_epi8(table, indices);

        add_words(a: __m256i, b: __m256i) -> __m256i = _mm256_add_epi16(a, b);
        min_words(a: __m256i, b: __m256i) -> __m256i = _mm256_min_epu16(a, b);
        equal_words(a: __m256i, b: __m256i) -> __m256i = _mm256_cmpeq_epi16(a, b);
        shift_words_left[const BITS: i32](v: __m256i) -> __m256i = _mm256_slli_epi16::<BITS>(v);
        shift_words_right[const BITS: i32](v: __m256i) -> __m256i = _mm256_srli_epi16::<BITS>(v);
        swap_words(v: __m256i) -> __m256i = _mm256_shuffle_epi8(
            v,
            _mm256_set_epi64x(0x0E0F_0C0D_0A0B_0809, 0x0607_0405_0203_0001, 0x0E0F_0C0D_0A0B_0809, 0x0607_0405_0203_0001),
        );
        word_bits(a: __m256i, b: __m256i) -> u32 =
            // Packing works within the parts.
            _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b))) as u32;
        narrow_words(a: __m256i, b: __m256i) -> __m256i =
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b));

        equal_doublewords(a: __m256i, b: __m256i) -> __m256i = _mm256_cmpeq_epi32(a, b);
        doublewords_less_signed(a: __m256i, b: __m256i) -> __m256i = _mm256_cmpgt_epi32(b, a);
        max_doublewords(a: __m256i, b: __m256i) -> __m256i = _mm256_max_epu32(a, b);
        shift_doublewords_left[const BITS: i32](v: __m256i) -> __m256i = _mm256_slli_epi32::<BITS>(v);
        narrow_doublewords(a: __m256i, b: __m256i) -> __m256i =
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi32(a, b));
        narrow_masks(a: __m256i, b: __m256i) -> __m256i =
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(a, b));

        is_zero(v: __m256i) -> bool = _mm256_testz_si256(v, v) != 0;
        sum_of_lanes(v: __m256i) -> u64 = {
            let sums = _mm256_sad_epu8(v, _mm256_setzero_si256());
            let sums = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            _mm_cvtsi128_si64(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums))) as u64
        };
        sign_bits(v: __m256i) -> u32 = _mm256_movemask_epi8(v) as u32;
        block_mask(masks: [__m256i; 4]) -> u64 =
            _mm256_movemask_epi8(masks[0]) as u32 as u64 | (_mm256_movemask_epi8(masks[1]) as u64) << 32;
        block_sign_bits(block: [__m256i; 4]) -> u64 =
            _mm256_movemask_epi8(block[0]) as u32 as u64 | (_mm256_movemask_epi8(block[1]) as u64) << 32;
        lanes_of(bits: u32) -> __m256i = {
            // The byte of the bits to each lane, and one of them left.
            let lanes = _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0);
            let own = _mm256_set1_epi64x(OWN_BITS);
            let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as i32), lanes);
            _mm256_cmpeq_epi8(_mm256_and_si256(bytes, own), own)
        };

        part_of(low: [u8; 8], high: [u8; 8]) -> __m128i =
            _mm_set_epi64x(i64::from_le_bytes(high), i64::from_le_bytes(low));
        store_half(to: &mut [u8], at: usize, part: __m128i) -> () =
            _mm_storel_epi64(to[at..at + 8].as_mut_ptr().cast(), part);
        parts(v: __m256i) -> [__m128i; 2] = [_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v)];
        zip(a: __m256i, b: __m256i) -> [__m128i; 4] =
            in_order(_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b));
        zip_words(a: __m256i, b: __m256i) -> [__m128i; 4] =
            in_order(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
        zip_part_words(a: __m128i, b: __m128i) -> [__m128i; 2] = [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)];
        shuffle(part: __m128i, indices: &[u8; 16]) -> __m128i =
            _mm_shuffle_epi8(part, _mm_loadu_si128(indices.as_ptr().cast()));
    }

    #[inline(always)]
    fn store_wide_words(self, to: &mut [u8], at: usize, part: __m128i) {
        self.store(to, at, self.widen_part_words(part));
    }

    #[inline(always)]
    fn store_words<const BIG: bool>(self, to: &mut [u8], at: usize, bytes: __m256i) {
        let [low, high] = self.parts(bytes);
        self.store(to, at, self.widen_words::<BIG>(low));
        self.store(to, at + 32, self.widen_words::<BIG>(high));
    }

    #[inline(always)]
    fn store_doublewords(self, to: &mut [u8], at: usize, bytes: __m256i) {
        let [low, high] = self.parts(bytes);
        self.store(to, at, self.widen_doublewords(low));
        self.store(to, at + 32, self.widen_doublewords(self.second_half(low)));
        self.store(to, at + 64, self.widen_doublewords(high));
        self.store(to, at + 96, self.widen_doublewords(self.second_half(high)));
    }
}

/// The bit of each of eight lanes.
const OWN_BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);

/// The parts of two vectors that were zipped part by part, in the order of the lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn in_order(low: __m256i, high: __m256i) -> [__m128i; 4] {
    [
        _mm256_castsi256_si128(low),
        _mm256_castsi256_si128(high),
        _mm256_extracti128_si256::<1>(low),
        _mm256_extracti128_si256::<1>(high),
    ]
}

impl Avx2 {
    operations! {
        widen_words[const BIG: bool](bytes: __m128i) -> __m256i = {
            let words = _mm256_cvtepu8_epi16(bytes);
            if BIG { _mm256_slli_epi16::<8>(words) } else { words }
        };
        widen_doublewords(bytes: __m128i) -> __m256i = _mm256_cvtepu8_epi32(bytes);
        widen_part_words(words: __m128i) -> __m256i = _mm256_cvtepu16_epi32(words);
        second_half(bytes: __m128i) -> __m128i = _mm_srli_si128::<8>(bytes);
    }
}
