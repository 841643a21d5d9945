//! Every vector operation of AVX-512, against arrays.

use std::vec::Vec;

use super::{by_doublewords, by_lanes, by_words, doublewords, inputs, words};
use crate::simd::{Avx512, Vector, Vectorized};

const LANES: usize = 64;

/// Interesting bytes, and masks of lanes.
#[derive(Clone, Copy)]
struct Case {
    a: [u8; LANES],
    b: [u8; LANES],
    c: [u8; LANES],
    mask: u64,
}

impl Case {
    fn new(seed: u64) -> Self {
        let both = |seed| {
            let [first, second] = [inputs(seed), inputs(seed + 1)];
            core::array::from_fn(|k| if k < 32 { first[k] } else { second[k - 32] })
        };
        let bytes: [u8; LANES] = both(seed + 6);
        let mask = match seed % 5 {
            0 => u64::MAX,
            1 => 0,
            _ => u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")),
        };
        Case { a: both(seed), b: both(seed + 2), c: both(seed + 4), mask }
    }
}

/// Bit k of a mask of lanes is what a predicate says of lane k.
fn mask_of<T: Copy>(a: &[T], b: &[T], holds: impl Fn(T, T) -> bool) -> u64 {
    a.iter().zip(b).enumerate().map(|(k, (&a, &b))| u64::from(holds(a, b)) << k).sum()
}

/// The items of a mask side by side, and zeros.
fn compressed<const N: usize>(items: &[[u8; N]], mask: u64) -> Vec<u8> {
    let kept = items.iter().enumerate().filter(|(k, _)| mask >> k & 1 == 1);
    let mut bytes: Vec<u8> = kept.flat_map(|(_, item)| *item).collect();
    bytes.resize(LANES, 0);
    bytes
}

/// Items of `b` where the mask is set, of `a` elsewhere.
fn blended<const N: usize>(a: &[u8], b: &[u8], mask: u64) -> Vec<u8> {
    let pairs = a.as_chunks::<N>().0.iter().zip(b.as_chunks::<N>().0).enumerate();
    pairs.flat_map(|(k, (a, b))| if mask >> k & 1 == 1 { *b } else { *a }).collect()
}

/// Every item of a given number of bytes, widened to twice or four times as many.
fn widened<const N: usize>(bytes: &[u8], to: usize) -> Vec<u8> {
    let wide =
        |item: &[u8; N]| item.iter().copied().chain(core::iter::repeat_n(0, to - N)).collect::<Vec<_>>();
    bytes.as_chunks::<N>().0.iter().flat_map(wide).collect()
}

#[inline(always)]
fn lanes(simd: Avx512, v: Vector) -> [u8; LANES] {
    let mut bytes = [0; LANES];
    simd.store(&mut bytes, v);
    bytes
}

impl Vectorized for Case {
    type Output = ();

    fn scalar(self) {}

    fn avx512(self, simd: Avx512) {
        let Case { a, b, c, mask } = self;
        let [va, vb, vc] = [simd.load(&a), simd.load(&b), simd.load(&c)];
        let is = |v: Vector, expected: &[u8]| assert_eq!(lanes(simd, v)[..], *expected);

        // Made of one value, and from and to memory.
        is(simd.splat(a[0]), &[a[0]; LANES]);
        is(simd.splat_word(0xA1B2), &[0xB2, 0xA1].repeat(32));
        is(simd.splat_doubleword(0xA1B2_C3D4), &[0xD4, 0xC3, 0xB2, 0xA1].repeat(16));
        is(simd.zero(), &[0; LANES]);
        is(va, &a);
        for len in [0, 1, 31, 63, 64] {
            let front: Vec<u8> = (0..LANES).map(|k| if k < len { a[k] } else { 0 }).collect();
            is(simd.load_front(&a[..len]), &front);
        }
        let mut half = [0; 32];
        simd.store_half(&mut half, va);
        assert_eq!(half, a[..32]);
        simd.store_narrow(&mut half, va);
        assert_eq!(half[..], words(&a).iter().map(|&word| word as u8).collect::<Vec<_>>());

        // By lanes of 8, 16 and 32 bits.
        is(simd.add(va, vb), &by_lanes(&a, &b, u8::wrapping_add));
        is(simd.sub(va, vb), &by_lanes(&a, &b, u8::wrapping_sub));
        is(
            simd.add_signed_saturating(va, vb),
            &by_lanes(&a, &b, |a, b| (a as i8).saturating_add(b as i8) as u8),
        );
        is(simd.add_saturating(va, vb), &by_lanes(&a, &b, u8::saturating_add));
        is(simd.add_words_saturating(va, vb), &by_words(&a, &b, u16::saturating_add));
        is(simd.sub_saturating(va, vb), &by_lanes(&a, &b, u8::saturating_sub));
        is(simd.max(va, vb), &by_lanes(&a, &b, Ord::max));
        is(simd.min(va, vb), &by_lanes(&a, &b, Ord::min));
        is(simd.and(va, vb), &by_lanes(&a, &b, |a, b| a & b));
        is(simd.or(va, vb), &by_lanes(&a, &b, |a, b| a | b));
        is(simd.xor(va, vb), &by_lanes(&a, &b, |a, b| a ^ b));
        is(simd.add_words(va, vb), &by_words(&a, &b, u16::wrapping_add));
        is(simd.sub_words(va, vb), &by_words(&a, &b, u16::wrapping_sub));
        is(simd.min_words(va, vb), &by_words(&a, &b, Ord::min));
        is(simd.shift_left::<5>(va), &by_words(&a, &b, |a, _| a << 5));
        is(simd.shift_right::<6>(va), &by_words(&a, &b, |a, _| a >> 6));
        is(simd.swap_words(va), &by_words(&a, &b, |a, _| a.swap_bytes()));
        is(simd.add_doublewords(va, vb), &by_doublewords(&a, &b, u32::wrapping_add));
        is(simd.sub_doublewords(va, vb), &by_doublewords(&a, &b, u32::wrapping_sub));
        is(simd.max_doublewords(va, vb), &by_doublewords(&a, &b, Ord::max));
        is(simd.shift_doublewords_left::<10>(va), &by_doublewords(&a, &b, |a, _| a << 10));
        is(simd.shift_doublewords_right::<11>(va), &by_doublewords(&a, &b, |a, _| a >> 11));
        let quadwords =
            |items: &mut dyn Iterator<Item = u64>| items.flat_map(u64::to_le_bytes).collect::<Vec<u8>>();
        let sum_of = |lanes: &[u8; 8]| lanes.iter().map(|&lane| u64::from(lane)).sum::<u64>();
        let a_by_eight = a.as_chunks::<8>().0;
        is(simd.sums_of_eight(va), &quadwords(&mut a_by_eight.iter().map(sum_of)));
        let both = a_by_eight.iter().zip(b.as_chunks::<8>().0);
        let mut sums = both.map(|(&a, &b)| u64::from_le_bytes(a).wrapping_add(u64::from_le_bytes(b)));
        is(simd.add_quadwords(va, vb), &quadwords(&mut sums));
        let all = a_by_eight.iter().fold(0, |sum: u64, &a| sum.wrapping_add(u64::from_le_bytes(a)));
        assert_eq!(simd.sum_of_quadwords(va), all);

        // Functions of three bits: choice, and sums without and with carry.
        let three =
            |op: fn(u8, u8, u8) -> u8| -> Vec<u8> { (0..LANES).map(|k| op(a[k], b[k], c[k])).collect() };
        is(simd.ternary::<0xCA>(va, vb, vc), &three(|a, b, c| a & b | !a & c));
        is(simd.ternary::<0x96>(va, vb, vc), &three(|a, b, c| a ^ b ^ c));
        is(simd.ternary::<0xEA>(va, vb, vc), &three(|a, b, c| a & b | c));
        is(simd.ternary::<0x02>(va, vb, vc), &three(|a, b, c| !a & !b & c));

        // Masks.
        let (wa, wb) = (words(&a), words(&b));
        let (da, db) = (doublewords(&a), doublewords(&b));
        assert_eq!(simd.sign_bits(va), mask_of(&a, &b, |a, _| a >= 0x80));
        assert_eq!(simd.has_none(va, vb), mask_of(&a, &b, |a, b| a & b == 0));
        assert_eq!(simd.have_some(va, vb), mask_of(&a, &b, |a, b| a & b != 0));
        assert_eq!(simd.below(va, vb), mask_of(&a, &b, |a, b| a < b));
        assert_eq!(simd.at_least(va, vb), mask_of(&a, &b, |a, b| a >= b));
        assert_eq!(simd.equal(va, vb), mask_of(&a, &b, |a, b| a == b));
        assert_eq!(simd.signed_below(va, vb), mask_of(&a, &b, |a, b| (a as i8) < b as i8));
        assert_eq!(u64::from(simd.words_have_some(va, vb)), mask_of(&wa, &wb, |a, b| a & b != 0));
        assert_eq!(u64::from(simd.words_have_none(va, vb)), mask_of(&wa, &wb, |a, b| a & b == 0));
        assert_eq!(u64::from(simd.words_below(va, vb)), mask_of(&wa, &wb, |a, b| a < b));
        assert_eq!(u64::from(simd.words_at_least(va, vb)), mask_of(&wa, &wb, |a, b| a >= b));
        assert_eq!(u64::from(simd.doublewords_at_least(va, vb)), mask_of(&da, &db, |a, b| a >= b));
        assert_eq!(u64::from(simd.doublewords_have_some(va, vb)), mask_of(&da, &db, |a, b| a & b != 0));

        // By masks.
        is(simd.keep(mask, va), &blended::<1>(&[0; LANES], &a, mask));
        is(simd.blend(mask, va, vb), &blended::<1>(&a, &b, mask));
        is(simd.blend_words(mask as u32, va, vb), &blended::<2>(&a, &b, mask));
        is(simd.blend_doublewords(mask as u16, va, vb), &blended::<4>(&a, &b, mask));
        is(simd.compress(mask, va), &compressed::<1>(a.as_chunks().0, mask));
        is(simd.compress_words(mask as u32, va), &compressed::<2>(a.as_chunks().0, u64::from(mask as u32)));
        is(
            simd.compress_doublewords(mask as u16, va),
            &compressed::<4>(a.as_chunks().0, u64::from(mask as u16)),
        );
        let places = u64::from_le_bytes(a[..8].try_into().expect("eight bytes"));
        let mut deposited = 0;
        let mut bits = mask;
        for place in (0..64).filter(|place| places >> place & 1 == 1) {
            deposited |= (bits & 1) << place;
            bits >>= 1;
        }
        assert_eq!(simd.deposit(mask, places), deposited);

        // By indices.
        let picked: Vec<u8> = b.iter().map(|&index| a[usize::from(index % 64)]).collect();
        is(simd.lookup(va, vb), &picked);
        let both = [a, c].concat();
        let picked: Vec<u8> = b.iter().map(|&index| both[usize::from(index % 128)]).collect();
        is(simd.permute(va, vb, vc), &picked);
        let indices: [u64; 8] = core::array::from_fn(|k| u64::from(b[k] % 8));
        let groups = a.as_chunks::<8>().0;
        is(simd.permute_groups(va, &indices), &indices.map(|index| groups[index as usize]).concat());
        let sixteens = || a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0);
        let zipped = |from: usize| -> Vec<u8> {
            sixteens().flat_map(|(a, b)| (from..from + 8).flat_map(|k| [a[k], b[k]])).collect()
        };
        is(simd.zip_low(va, vb), &zipped(0));
        is(simd.zip_high(va, vb), &zipped(8));

        // By bits.
        let shifted = |(k, &offset): (usize, &u8)| {
            let word = u64::from_le_bytes(groups[k / 8]);
            word.rotate_right(u32::from(offset % 64)) as u8
        };
        is(simd.multishift(vb, va), &b.iter().enumerate().map(shifted).collect::<Vec<_>>());
        const MATRIX: u64 = 0x8142_2418_A5C3_F00F;
        let times = |&byte: &u8| {
            let bit = |k: u32| (((MATRIX >> (8 * k)) as u8 & byte).count_ones() as u8 & 1) << (7 - k);
            (0..8).map(bit).sum::<u8>() ^ 0x5A
        };
        is(simd.affine::<0x5A>(va, MATRIX), &a.iter().map(times).collect::<Vec<_>>());

        // Widened.
        is(simd.widen_low(va), &widened::<1>(&a[..32], 2));
        is(simd.widen_high(va), &widened::<1>(&a[32..], 2));
        is(simd.widen_quarter::<0>(va), &widened::<1>(&a[..16], 4));
        is(simd.widen_quarter::<3>(va), &widened::<1>(&a[48..], 4));
        is(simd.widen_words_low(va), &widened::<2>(&a[..32], 4));
        is(simd.widen_words_high(va), &widened::<2>(&a[32..], 4));
    }
}

#[test]
fn every_operation_does_what_it_says() {
    let Some(token) = Avx512::detect() else { return };
    for seed in 1..500 {
        token.run(Case::new(8 * seed));
        token.run(Case::new(8 * seed + seed % 5));
    }
}
