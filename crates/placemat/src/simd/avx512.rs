//! AVX-512 with VBMI2 and GFNI: the operations on vectors of 64 bytes.
//!
//! Lanes are numbered from the first byte in memory; bit *k* of a mask is lane *k*.

use core::arch::x86_64::*;

use super::token::Avx512;
use super::vector::{OfSlices, Vectorized, WithFeatures};

/// Sixty-four bytes.
pub(crate) type Vector = __m512i;

/// Operations that are one instruction each.
macro_rules! operations {
    ($($(#[$meta:meta])* $name:ident $([$($const:ident: $type:ty),*])? ($($arg:ident: $arg_type:ty),*) -> $output:ty = $body:expr;)*) => { $(
        $(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name $(<$(const $const: $type),*>)? (self, $($arg: $arg_type),*) -> $output {
            // SAFETY: the token is made by detection alone, so the CPU has the instruction. Memory is that of
            // a reference to an array of as many bytes as are read or written, or of a slice, with all lanes
            // after its end masked off.
            unsafe { $body }
        }
    )* };
}

impl Avx512 {
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

    /// Runs a kernel from inside another, in a function of its own, so that neither has to keep the other's
    /// registers.
    #[inline(always)]
    pub(crate) fn run_outlined<K: Vectorized>(self, kernel: K) -> K::Output {
        // SAFETY: as in `run`.
        unsafe { kernel.with_features_outlined(self) }
    }

    /// Stores the first lanes to memory, as many as there is room for.
    #[inline(always)]
    pub(crate) fn store_front(self, to: &mut [u8], v: Vector) {
        // SAFETY: the token proves the instruction; no more lanes are stored than the slice has bytes.
        unsafe { _mm512_mask_storeu_epi8(to.as_mut_ptr().cast(), first_lanes(to.len()), v) }
    }

    /// Loads sixty-four bytes from `back` places before byte `at` on, with zeros outside the slice.
    #[inline(always)]
    pub(crate) fn load_around(self, bytes: &[u8], at: usize, back: usize) -> Vector {
        let after = bytes.len().saturating_add(back).saturating_sub(at);
        let lanes = first_lanes(after) & !first_lanes(back.saturating_sub(at));
        let from = bytes.as_ptr().wrapping_add(at).wrapping_sub(back);
        // SAFETY: the token proves the instruction. Only lanes inside the slice are loaded: lane k is byte at
        // + k - back, which is 0 or more from k = back - at on and less than the length below k = length +
        // back - at.
        unsafe { _mm512_maskz_loadu_epi8(lanes, from.cast()) }
    }

    operations! {
        /// The byte in every lane.
        splat(byte: u8) -> Vector = _mm512_set1_epi8(byte as i8);
        /// The 16-bit value in every pair of lanes, low byte first.
        splat_word(word: u16) -> Vector = _mm512_set1_epi16(word as i16);
        /// Zero in every lane.
        zero() -> Vector = _mm512_setzero_si512();
        /// Sixty-four bytes from memory.
        load(bytes: &[u8; 64]) -> Vector = _mm512_loadu_si512(bytes.as_ptr().cast());
        /// Loads as many bytes as there are, up to 64, with zeros after them. (Masked-off lanes are not
        /// read.)
        load_front(bytes: &[u8]) -> Vector =
            _mm512_maskz_loadu_epi8(_bzhi_u64(u64::MAX, bytes.len().min(64) as u32), bytes.as_ptr().cast());
        /// Fetches the cache line of a place, which may be after the end. It accesses nothing, whatever the
        /// address is.
        prefetch(bytes: &[u8], at: usize) -> () =
            _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast());
        /// Sixty-four bytes to memory.
        store(to: &mut [u8; 64], v: Vector) -> () = _mm512_storeu_si512(to.as_mut_ptr().cast(), v);
        /// Lane-wise sum, modulo 256.
        add(a: Vector, b: Vector) -> Vector = _mm512_add_epi8(a, b);
        /// Lane-wise difference, modulo 256.
        sub(a: Vector, b: Vector) -> Vector = _mm512_sub_epi8(a, b);
        /// The sums of every eight lanes, as 64-bit lanes.
        sums_of_eight(v: Vector) -> Vector = _mm512_sad_epu8(v, _mm512_setzero_si512());
        /// Sum of 64-bit lanes.
        add_quadwords(a: Vector, b: Vector) -> Vector = _mm512_add_epi64(a, b);
        /// The sum of all 64-bit lanes.
        sum_of_quadwords(v: Vector) -> u64 = _mm512_reduce_add_epi64(v) as u64;
        /// Sum of 16-bit lanes.
        add_words(a: Vector, b: Vector) -> Vector = _mm512_add_epi16(a, b);
        /// Difference of 16-bit lanes.
        sub_words(a: Vector, b: Vector) -> Vector = _mm512_sub_epi16(a, b);
        /// Unsigned sum with saturation.
        add_saturating(a: Vector, b: Vector) -> Vector = _mm512_adds_epu8(a, b);
        /// Unsigned sum of 16-bit lanes with saturation.
        add_words_saturating(a: Vector, b: Vector) -> Vector = _mm512_adds_epu16(a, b);
        /// Signed sum with saturation.
        add_signed_saturating(a: Vector, b: Vector) -> Vector = _mm512_adds_epi8(a, b);
        /// Unsigned difference, not below zero.
        sub_saturating(a: Vector, b: Vector) -> Vector = _mm512_subs_epu8(a, b);
        /// The greater of two unsigned lanes.
        max(a: Vector, b: Vector) -> Vector = _mm512_max_epu8(a, b);
        /// The smaller of two unsigned lanes.
        min(a: Vector, b: Vector) -> Vector = _mm512_min_epu8(a, b);
        /// The smaller of two unsigned 16-bit lanes.
        min_words(a: Vector, b: Vector) -> Vector = _mm512_min_epu16(a, b);
        /// Bitwise and.
        and(a: Vector, b: Vector) -> Vector = _mm512_and_si512(a, b);
        /// Bitwise or.
        or(a: Vector, b: Vector) -> Vector = _mm512_or_si512(a, b);
        /// Bitwise exclusive or.
        xor(a: Vector, b: Vector) -> Vector = _mm512_xor_si512(a, b);
        /// Any function of three bits: bit `a << 2 | b << 1 | c` of the truth table.
        ternary[TABLE: i32](a: Vector, b: Vector, c: Vector) -> Vector = _mm512_ternarylogic_epi64::<TABLE>(a, b, c);
        /// 16-bit lanes shifted to the left.
        shift_left[BITS: u32](v: Vector) -> Vector = _mm512_slli_epi16::<BITS>(v);
        /// 16-bit lanes shifted to the right.
        shift_right[BITS: u32](v: Vector) -> Vector = _mm512_srli_epi16::<BITS>(v);
        /// The two bytes of 16-bit lanes, swapped.
        swap_words(v: Vector) -> Vector = _mm512_shldi_epi16::<8>(v, v);
        /// The 32-bit value in every four lanes, low byte first.
        splat_doubleword(value: u32) -> Vector = _mm512_set1_epi32(value as i32);
        /// Sum of 32-bit lanes.
        add_doublewords(a: Vector, b: Vector) -> Vector = _mm512_add_epi32(a, b);
        /// Difference of 32-bit lanes.
        sub_doublewords(a: Vector, b: Vector) -> Vector = _mm512_sub_epi32(a, b);
        /// The greater of two unsigned 32-bit lanes.
        max_doublewords(a: Vector, b: Vector) -> Vector = _mm512_max_epu32(a, b);
        /// 32-bit lanes shifted to the left.
        shift_doublewords_left[BITS: u32](v: Vector) -> Vector = _mm512_slli_epi32::<BITS>(v);
        /// 32-bit lanes shifted to the right.
        shift_doublewords_right[BITS: u32](v: Vector) -> Vector = _mm512_srli_epi32::<BITS>(v);
        /// Unsigned 32-bit lanes that are at least as great.
        doublewords_at_least(v: Vector, least: Vector) -> u16 = _mm512_cmpge_epu32_mask(v, least);
        /// `b` where the mask is set in 32-bit lanes, `a` elsewhere.
        blend_doublewords(mask: u16, a: Vector, b: Vector) -> Vector = _mm512_mask_mov_epi32(a, mask, b);
        /// The sign bits.
        sign_bits(v: Vector) -> u64 = _mm512_movepi8_mask(v);
        /// Lanes that have none of the bits.
        has_none(v: Vector, bits: Vector) -> u64 = _mm512_testn_epi8_mask(v, bits);
        /// Lanes that have one of the bits.
        have_some(v: Vector, bits: Vector) -> u64 = _mm512_test_epi8_mask(v, bits);
        /// 16-bit lanes that have one of the bits.
        words_have_some(v: Vector, bits: Vector) -> u32 = _mm512_test_epi16_mask(v, bits);
        /// 16-bit lanes that have none of the bits.
        words_have_none(v: Vector, bits: Vector) -> u32 = _mm512_testn_epi16_mask(v, bits);
        /// 32-bit lanes that have one of the bits.
        doublewords_have_some(v: Vector, bits: Vector) -> u16 = _mm512_test_epi32_mask(v, bits);
        /// Unsigned lanes that are less.
        below(v: Vector, limit: Vector) -> u64 = _mm512_cmplt_epu8_mask(v, limit);
        /// Unsigned lanes that are at least as great.
        at_least(v: Vector, least: Vector) -> u64 = _mm512_cmpge_epu8_mask(v, least);
        /// Lanes that are equal.
        equal(a: Vector, b: Vector) -> u64 = _mm512_cmpeq_epi8_mask(a, b);
        /// Unsigned 16-bit lanes that are less.
        words_below(v: Vector, limit: Vector) -> u32 = _mm512_cmplt_epu16_mask(v, limit);
        /// Signed lanes that are less.
        signed_below(v: Vector, limit: Vector) -> u64 = _mm512_cmplt_epi8_mask(v, limit);
        /// Unsigned 16-bit lanes that are at least as great.
        words_at_least(v: Vector, least: Vector) -> u32 = _mm512_cmpge_epu16_mask(v, least);
        /// `b` where the mask is set, `a` elsewhere.
        blend(mask: u64, a: Vector, b: Vector) -> Vector = _mm512_mask_mov_epi8(a, mask, b);
        /// `b` where the mask is set in 16-bit lanes, `a` elsewhere.
        blend_words(mask: u32, a: Vector, b: Vector) -> Vector = _mm512_mask_mov_epi16(a, mask, b);
        /// The lanes of the mask, zero elsewhere.
        keep(mask: u64, v: Vector) -> Vector = _mm512_maskz_mov_epi8(mask, v);
        /// The lanes of the mask side by side from the first on, with zeros after them.
        compress(mask: u64, v: Vector) -> Vector = _mm512_maskz_compress_epi8(mask, v);
        /// The 16-bit lanes of the mask side by side from the first on, with zeros after them.
        compress_words(mask: u32, v: Vector) -> Vector = _mm512_maskz_compress_epi16(mask, v);
        /// The 32-bit lanes of the mask side by side from the first on, with zeros after them.
        compress_doublewords(mask: u16, v: Vector) -> Vector = _mm512_maskz_compress_epi32(mask, v);
        /// Lane `index` of 64; the top two bits of the index are ignored.
        lookup(v: Vector, index: Vector) -> Vector = _mm512_permutexvar_epi8(index, v);
        /// Groups of eight lanes, those of the indices.
        permute_groups(v: Vector, indices: &[u64; 8]) -> Vector =
            _mm512_permutexvar_epi64(_mm512_loadu_si512(indices.as_ptr().cast()), v);
        /// The first eight lanes of every sixteen, by turns with those of another.
        zip_low(a: Vector, b: Vector) -> Vector = _mm512_unpacklo_epi8(a, b);
        /// The last eight lanes of every sixteen, by turns with those of another.
        zip_high(a: Vector, b: Vector) -> Vector = _mm512_unpackhi_epi8(a, b);
        /// Lane `index` of the 128 in `low` and `high`; the top bit of the index is ignored.
        permute(low: Vector, index: Vector, high: Vector) -> Vector = _mm512_permutex2var_epi8(low, index, high);
        /// Every lane times a matrix of bits, plus a constant, over the field of two elements. Byte *k* of
        /// the matrix, from the lowest on, has the bits whose sum is bit 7 - *k*.
        affine[CONSTANT: i32](v: Vector, matrix: u64) -> Vector =
            _mm512_gf2p8affine_epi64_epi8::<CONSTANT>(v, _mm512_set1_epi64(matrix as i64));
        /// For every lane, eight bits of its 64-bit word from the bit that the offset names, around the end.
        multishift(offsets: Vector, v: Vector) -> Vector = _mm512_multishift_epi64_epi8(offsets, v);
        /// The first 32 lanes as 16-bit lanes.
        widen_low(v: Vector) -> Vector = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(v));
        /// The last 32 lanes as 16-bit lanes.
        widen_high(v: Vector) -> Vector = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(v));
        /// A quarter of the lanes as 32-bit lanes.
        widen_quarter[QUARTER: i32](v: Vector) -> Vector =
            _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32::<QUARTER>(v));
        /// The first sixteen 16-bit lanes as 32-bit lanes.
        widen_words_low(v: Vector) -> Vector = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(v));
        /// The last sixteen 16-bit lanes as 32-bit lanes.
        widen_words_high(v: Vector) -> Vector = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64::<1>(v));
        /// The low bytes of 16-bit lanes to memory.
        store_narrow(to: &mut [u8; 32], v: Vector) -> () =
            _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(v));
        /// The first 32 lanes to memory.
        store_half(to: &mut [u8; 32], v: Vector) -> () =
            _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm512_castsi512_si256(v));
        /// Bits of the source, from the lowest on, in the places that the mask has.
        deposit(bits: u64, places: u64) -> u64 = _pdep_u64(bits, places);
    }
}

impl<K: Vectorized> WithFeatures<Avx512> for K {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn with_features(self, token: Avx512) -> K::Output {
        self.avx512(token)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni,bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn of_with_features<'a>(input: &'a [u8], out: &'a mut [u8], token: Avx512) -> K::Output
    where
        K: OfSlices<'a>,
    {
        K::of(input, out).avx512(token)
    }

    #[inline(never)]
    unsafe fn with_features_outlined(self, token: Avx512) -> K::Output {
        // SAFETY: the caller promises it.
        unsafe { self.with_features(token) }
    }
}

/// Returns a mask of the first `count` lanes.
#[inline(always)]
pub(crate) const fn first_lanes(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    extern crate std;

    use super::*;

    /// The operations on slices of any length, against copies.
    #[derive(Clone, Copy)]
    struct Slices<'a>(&'a [u8; 200]);

    impl Vectorized for Slices<'_> {
        type Output = ();

        fn scalar(self) {}

        #[inline(always)]
        fn avx512(self, simd: Avx512) {
            for len in 0..=70 {
                let bytes = &self.0[64..64 + len];
                let mut out = [0xEE; 72];
                let front = len.min(64);
                simd.store_front(&mut out[..len], simd.load_around(bytes, 0, 0));
                assert!(out[..front] == bytes[..front] && out[front..].iter().all(|&byte| byte == 0xEE));

                let mut lanes = [0xEE; 64];
                for at in 0..=len + 3 {
                    for back in 0..=6 {
                        simd.store(&mut lanes, simd.load_around(bytes, at, back));
                        for (lane, &byte) in lanes.iter().enumerate() {
                            let place = (at + lane).checked_sub(back).and_then(|place| bytes.get(place));
                            assert_eq!(byte, place.copied().unwrap_or(0), "{len} {at} {back} {lane}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn masked_loads_and_stores_stay_in_their_slices() {
        if let Some(token) = Avx512::detect() {
            token.run(Slices(&core::array::from_fn(|k| k as u8 + 1)));
        }
    }
}
