//! NEON: the operations on vectors of 16 bytes.

use core::arch::aarch64::*;

use super::token::Neon;
use super::vector::{OfSlices, Simd, Vectorized, WithFeatures, operations};

impl Neon {
    /// Runs a kernel in a function that has the features.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        // SAFETY: the token is made only where the whole program is compiled for CPUs that have the feature.
        unsafe { kernel.with_features(self) }
    }

    /// Runs a kernel of an input and an output in a function that has the features.
    #[inline]
    pub(crate) fn run_of<'a, K: OfSlices<'a>>(self, input: &'a [u8], out: &'a mut [u8]) -> K::Output {
        // SAFETY: as in `run`.
        unsafe { K::of_with_features(input, out, self) }
    }
}

impl<K: Vectorized> WithFeatures<Neon> for K {
    #[target_feature(enable = "neon")]
    unsafe fn with_features(self, token: Neon) -> K::Output {
        self.vector(token)
    }

    #[target_feature(enable = "neon")]
    unsafe fn of_with_features<'a>(input: &'a [u8], out: &'a mut [u8], token: Neon) -> K::Output
    where
        K: OfSlices<'a>,
    {
        K::of(input, out).vector(token)
    }

    #[inline(never)]
    unsafe fn with_features_outlined(self, token: Neon) -> K::Output {
        // SAFETY: the caller promises it.
        unsafe { self.with_features(token) }
    }
}

impl Simd for Neon {
    type Vector = uint8x16_t;
    type Part = uint8x16_t;
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
        load(from: &[u8], at: usize) -> uint8x16_t = vld1q_u8(from[at..at + 16].as_ptr());
        // The intrinsic is not stable.
        prefetch(_bytes: &[u8], _at: usize) -> () = ();
        store(to: &mut [u8], at: usize, v: uint8x16_t) -> () = vst1q_u8(to[at..at + 16].as_mut_ptr(), v);
        store_part(to: &mut [u8], at: usize, part: uint8x16_t) -> () = vst1q_u8(to[at..at + 16].as_mut_ptr(), part);
        before(last: uint8x16_t, v: uint8x16_t) -> [uint8x16_t; 3] =
            [vextq_u8::<15>(last, v), vextq_u8::<14>(last, v), vextq_u8::<13>(last, v)];
        splat(byte: u8) -> uint8x16_t = vdupq_n_u8(byte);
        splat_word(word: u16) -> uint8x16_t = vreinterpretq_u8_u16(vdupq_n_u16(word));
        splat_doubleword(doubleword: u32) -> uint8x16_t = vreinterpretq_u8_u32(vdupq_n_u32(doubleword));
        splat_part(bytes: &[u8; 16]) -> uint8x16_t = vld1q_u8(bytes.as_ptr());

        and(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vandq_u8(a, b);
        without(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vbicq_u8(a, b);
        or(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vorrq_u8(a, b);
        xor(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = veorq_u8(a, b);
        select(mask: uint8x16_t, yes: uint8x16_t, no: uint8x16_t) -> uint8x16_t = vbslq_u8(mask, yes, no);

        add(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vaddq_u8(a, b);
        sub(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vsubq_u8(a, b);
        sub_saturating(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vqsubq_u8(a, b);
        max(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vmaxq_u8(a, b);
        min(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vminq_u8(a, b);
        equal(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vceqq_u8(a, b);
        less_signed(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
        low_nibbles(v: uint8x16_t) -> uint8x16_t = vandq_u8(v, vdupq_n_u8(0x0F));
        high_nibbles(v: uint8x16_t) -> uint8x16_t = vshrq_n_u8::<4>(v);
        look_up(table: uint8x16_t, indices: uint8x16_t) -> uint8x16_t = vqtbl1q_u8(table, indices);

        add_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u16(vaddq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
        min_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u16(vminq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
        equal_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
        shift_words_left[const BITS: i32](v: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u16(vshlq_n_u16::<BITS>(vreinterpretq_u16_u8(v)));
        shift_words_right[const BITS: i32](v: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u16(vshrq_n_u16::<BITS>(vreinterpretq_u16_u8(v)));
        swap_words(v: uint8x16_t) -> uint8x16_t = vrev16q_u8(v);
        narrow_words(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vcombine_u8(vmovn_u16(vreinterpretq_u16_u8(a)), vmovn_u16(vreinterpretq_u16_u8(b)));

        equal_doublewords(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u32(vceqq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
        doublewords_less_signed(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u32(vcltq_s32(vreinterpretq_s32_u8(a), vreinterpretq_s32_u8(b)));
        max_doublewords(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u32(vmaxq_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)));
        shift_doublewords_left[const BITS: i32](v: uint8x16_t) -> uint8x16_t =
            vreinterpretq_u8_u32(vshlq_n_u32::<BITS>(vreinterpretq_u32_u8(v)));
        narrow_doublewords(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vreinterpretq_u8_u16(vcombine_u16(
            vmovn_u32(vreinterpretq_u32_u8(a)),
            vmovn_u32(vreinterpretq_u32_u8(b)),
        ));
        narrow_masks(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t = vreinterpretq_u8_u16(vcombine_u16(
            vmovn_u32(vreinterpretq_u32_u8(a)),
            vmovn_u32(vreinterpretq_u32_u8(b)),
        ));

        is_zero(v: uint8x16_t) -> bool = vmaxvq_u8(v) == 0;
        has_sign(v: uint8x16_t) -> bool = vmaxvq_u8(v) > 0x7F;
        sum_of_lanes(v: uint8x16_t) -> u64 = u64::from(vaddlvq_u8(v));
        sign_bits(v: uint8x16_t) -> u32 = {
            let mask = vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(v)));
            let bits = vandq_u8(mask, vld1q_u8(WEIGHTS.as_ptr()));
            // The halves add up as the bytes of words, so that one addition is enough.
            u32::from(vaddvq_u16(vreinterpretq_u16_u8(vzip1q_u8(bits, vextq_u8::<8>(bits, bits)))))
        };
        block_mask(masks: [uint8x16_t; 4]) -> u64 = {
            // One bit of each lane, added up pair by pair until eight lanes are a byte.
            let weights = vld1q_u8(WEIGHTS.as_ptr());
            let first = vpaddq_u8(vandq_u8(masks[0], weights), vandq_u8(masks[1], weights));
            let second = vpaddq_u8(vandq_u8(masks[2], weights), vandq_u8(masks[3], weights));
            let all = vpaddq_u8(first, second);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(all, all)))
        };
        lanes_of(bits: u32) -> uint8x16_t = {
            let bytes = vcombine_u8(vdup_n_u8(bits as u8), vdup_n_u8((bits >> 8) as u8));
            vtstq_u8(bytes, vld1q_u8(WEIGHTS.as_ptr()))
        };

        part_of(low: [u8; 8], high: [u8; 8]) -> uint8x16_t =
            vcombine_u8(vld1_u8(low.as_ptr()), vld1_u8(high.as_ptr()));
        store_words[const BIG: bool](to: &mut [u8], at: usize, bytes: uint8x16_t) -> () = {
            let zero = vdupq_n_u8(0);
            let pair = if BIG { uint8x16x2_t(zero, bytes) } else { uint8x16x2_t(bytes, zero) };
            vst2q_u8(to[at..at + 32].as_mut_ptr(), pair)
        };
        store_half(to: &mut [u8], at: usize, part: uint8x16_t) -> () =
            vst1_u8(to[at..at + 8].as_mut_ptr(), vget_low_u8(part));
        parts(v: uint8x16_t) -> [uint8x16_t; 2] = [v; 2];
        zip(a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 4] = {
            let (low, high) = (vzip1q_u8(a, b), vzip2q_u8(a, b));
            [low, high, low, high]
        };
        zip_part_words(a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 2] = [
            vreinterpretq_u8_u16(vzip1q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))),
            vreinterpretq_u8_u16(vzip2q_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b))),
        ];
        shuffle(part: uint8x16_t, indices: &[u8; 16]) -> uint8x16_t = vqtbl1q_u8(part, vld1q_u8(indices.as_ptr()));
    }

    #[inline(always)]
    fn block_sign_bits(self, block: [uint8x16_t; 4]) -> u64 {
        let [a, b, c, d] = block;
        self.block_mask([self.spread_sign(a), self.spread_sign(b), self.spread_sign(c), self.spread_sign(d)])
    }

    #[inline(always)]
    fn word_bits(self, a: uint8x16_t, b: uint8x16_t) -> u32 {
        self.sign_bits(self.narrow_words(a, b))
    }

    #[inline(always)]
    fn zip_words(self, a: uint8x16_t, b: uint8x16_t) -> [uint8x16_t; 4] {
        let [low, high] = self.zip_part_words(a, b);
        [low, high, low, high]
    }

    #[inline(always)]
    fn store_wide_words(self, to: &mut [u8], at: usize, part: uint8x16_t) {
        let [low, high] = self.zip_part_words(part, self.splat(0));
        self.store(to, at, low);
        self.store(to, at + 16, high);
    }

    #[inline(always)]
    fn store_doublewords(self, to: &mut [u8], at: usize, bytes: uint8x16_t) {
        for (k, indices) in DOUBLEWORDS.iter().enumerate() {
            self.store(to, at + 16 * k, self.shuffle(bytes, indices));
        }
    }
}

impl Neon {
    operations! {
        spread_sign(v: uint8x16_t) -> uint8x16_t = vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(v)));
    }
}

/// The bit of each lane in a mask.
const WEIGHTS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// The indices that make a quarter of a vector's lanes doublewords. There is no lane FF: the rest is zero.
const DOUBLEWORDS: [[u8; 16]; 4] = {
    let mut indices = [[0xFF; 16]; 4];
    let mut lane = 0;
    while lane < 16 {
        indices[lane / 4][lane % 4 * 4] = lane as u8;
        lane += 1;
    }
    indices
};
