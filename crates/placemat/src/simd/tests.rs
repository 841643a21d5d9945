//! Every vector operation of every instruction set, against arrays.

extern crate std;

#[cfg(target_arch = "x86_64")]
mod avx512;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::string::String;
use std::vec::Vec;

use placemat_random::Random;

use super::{Isa, Simd, Vectorized};

std::thread_local! {
    /// The kernels that this thread has run by the scalar method, with vectors at hand.
    static LEFT_OUT: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// Called by the methods of [`Vectorized`] that a kernel has left out.
#[inline(never)]
pub(crate) fn note_left_out<K>() {
    let name = core::any::type_name::<K>();
    LEFT_OUT.with_borrow_mut(|left_out| left_out.insert(name));
}

/// The kernels noted so far by this thread, which are forgotten.
pub(crate) fn take_left_out() -> BTreeSet<&'static str> {
    LEFT_OUT.take()
}

/// Bytes of the inputs: the largest vector's.
const WIDTH: usize = 32;

/// Interesting bytes in changing company.
fn inputs(seed: u64) -> [u8; WIDTH] {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    core::array::from_fn(|_| {
        let draw = random.bits() >> 32;
        let edges = [0x00, 0x01, 0x0F, 0x10, 0x7F, 0x80, 0x81, 0xBF, 0xC0, 0xFF];
        if draw.is_multiple_of(3) { edges[draw as usize / 3 % edges.len()] } else { draw as u8 }
    })
}

/// The lanes of a vector.
#[inline(always)]
fn lanes<S: Simd>(simd: S, v: S::Vector) -> Vec<u8> {
    let mut bytes = [0; WIDTH];
    simd.store(&mut bytes, 0, v);
    bytes[..S::LANES].to_vec()
}

/// The bytes of parts, as many as a vector of twice the lanes has.
#[inline(always)]
fn bytes_of<S: Simd>(simd: S, parts: &[S::Part]) -> Vec<u8> {
    let mut bytes = [0; 64];
    for (k, &part) in parts.iter().enumerate() {
        simd.store_part(&mut bytes, 16 * k, part);
    }
    bytes[..16 * parts.len()].to_vec()
}

fn words(bytes: &[u8]) -> Vec<u16> {
    bytes.as_chunks().0.iter().map(|&word| u16::from_le_bytes(word)).collect()
}

fn doublewords(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&doubleword| u32::from_le_bytes(doubleword)).collect()
}

fn by_lanes(a: &[u8], b: &[u8], op: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    a.iter().zip(b).map(|(&a, &b)| op(a, b)).collect()
}

fn by_words(a: &[u8], b: &[u8], op: impl Fn(u16, u16) -> u16) -> Vec<u8> {
    words(a).into_iter().zip(words(b)).flat_map(|(a, b)| op(a, b).to_le_bytes()).collect()
}

fn by_doublewords(a: &[u8], b: &[u8], op: impl Fn(u32, u32) -> u32) -> Vec<u8> {
    doublewords(a).into_iter().zip(doublewords(b)).flat_map(|(a, b)| op(a, b).to_le_bytes()).collect()
}

/// Items of two slices in turns.
fn in_turns<const ITEM: usize>(a: &[u8], b: &[u8]) -> Vec<u8> {
    a.as_chunks::<ITEM>()
        .0
        .iter()
        .zip(b.as_chunks::<ITEM>().0)
        .flat_map(|(a, b)| [*a, *b])
        .flatten()
        .collect()
}

fn mask(set: bool) -> u8 {
    if set { 0xFF } else { 0 }
}

/// A test for each operation: run on every instruction set with vectors, on many pairs of inputs.
macro_rules! operations {
    ($($name:ident |$simd:ident, $token:ident, $a:ident, $b:ident| $body:block)*) => { $(
        #[test]
        fn $name() {
            struct Operation([u8; WIDTH], [u8; WIDTH]);
            impl Vectorized for Operation {
                type Output = ();
                fn scalar(self) {}
                #[inline(always)]
                fn vector<$token: Simd>(self, $simd: $token) {
                    let ($a, $b) = (&self.0[..$token::LANES], &self.1[..$token::LANES]);
                    $body
                }
            }
            for isa in Isa::available() {
                for draw in 0..300 {
                    isa.run(Operation(inputs(2 * draw + 1), inputs(2 * draw + 2)));
                }
            }
        }
    )* };
}

/// Defines tests for operations on two vectors whose lanes, words or doublewords give those of the result.
macro_rules! item_by_item {
    ($($name:ident $model:ident $op:expr;)*) => { operations! { $(
        $name |simd, S, a, b| {
            let v = simd.$name(simd.load(a, 0), simd.load(b, 0));
            assert_eq!(lanes(simd, v), $model(a, b, $op), "{simd:?} {a:02X?} {b:02X?}");
        }
    )* } };
}

item_by_item! {
    and by_lanes |a, b| a & b;
    without by_lanes |a, b| a & !b;
    or by_lanes |a, b| a | b;
    xor by_lanes |a, b| a ^ b;
    add by_lanes u8::wrapping_add;
    sub by_lanes u8::wrapping_sub;
    sub_saturating by_lanes u8::saturating_sub;
    max by_lanes u8::max;
    min by_lanes u8::min;
    equal by_lanes |a, b| mask(a == b);
    less_signed by_lanes |a, b| mask((a as i8) < b as i8);
    add_words by_words u16::wrapping_add;
    min_words by_words u16::min;
    equal_words by_words |a, b| if a == b { 0xFFFF } else { 0 };
    equal_doublewords by_doublewords |a, b| if a == b { 0xFFFF_FFFF } else { 0 };
    doublewords_less_signed by_doublewords |a, b| if (a as i32) < b as i32 { 0xFFFF_FFFF } else { 0 };
    max_doublewords by_doublewords u32::max;
}

operations! {
    load_and_store |simd, S, a, b| {
        for at in 0..=WIDTH - S::LANES {
            let mut from = [0; 2 * WIDTH];
            from[at..at + S::LANES].copy_from_slice(a);
            let mut to = [b[0]; 2 * WIDTH];
            simd.store(&mut to, at + 1, simd.load(&from, at));
            assert_eq!(to[at + 1..at + 1 + S::LANES], *a);
            assert!(to[..=at].iter().chain(&to[at + 1 + S::LANES..]).all(|&byte| byte == b[0]));
        }
    }
    store_part |simd, S, a, b| {
        let mut to = [b[0]; 40];
        simd.store_part(&mut to, 7, simd.parts(simd.load(a, 0))[0]);
        assert_eq!(to[7..23], a[..16]);
        assert!(to[..7].iter().chain(&to[23..]).all(|&byte| byte == b[0]));
    }
    splats |simd, S, a, b| {
        assert!(lanes(simd, simd.splat(a[0])).iter().all(|&lane| lane == a[0]));
        let word = u16::from_le_bytes([a[0], b[0]]);
        assert!(words(&lanes(simd, simd.splat_word(word))).iter().all(|&lane| lane == word));
        let doubleword = u32::from_le_bytes([a[0], b[0], a[1], b[1]]);
        assert!(doublewords(&lanes(simd, simd.splat_doubleword(doubleword))).iter().all(|&lane| lane == doubleword));
        let part = a.first_chunk().expect("sixteen bytes");
        assert!(lanes(simd, simd.splat_part(part)).as_chunks().0.iter().all(|lane| lane == part));
    }
    select |simd, S, a, b| {
        let (a_lanes, b_lanes) = (simd.load(a, 0), simd.load(b, 0));
        let v = simd.select(simd.less_signed(a_lanes, b_lanes), a_lanes, b_lanes);
        assert_eq!(lanes(simd, v), by_lanes(a, b, |a, b| if (a as i8) < b as i8 { a } else { b }));
    }
    nibbles |simd, S, a, _b| {
        let v = simd.load(a, 0);
        assert_eq!(lanes(simd, simd.low_nibbles(v)), by_lanes(a, a, |a, _| a & 0xF));
        assert_eq!(lanes(simd, simd.high_nibbles(v)), by_lanes(a, a, |a, _| a >> 4));
    }
    look_up |simd, S, a, b| {
        let table = a.first_chunk().expect("sixteen bytes");
        let v = simd.look_up(simd.splat_part(table), simd.low_nibbles(simd.load(b, 0)));
        assert_eq!(lanes(simd, v), by_lanes(b, b, |b, _| a[usize::from(b & 0xF)]));
    }
    shifts |simd, S, a, _b| {
        let v = simd.load(a, 0);
        assert_eq!(lanes(simd, simd.shift_words_left::<6>(v)), by_words(a, a, |a, _| a << 6));
        assert_eq!(lanes(simd, simd.shift_words_right::<4>(v)), by_words(a, a, |a, _| a >> 4));
        assert_eq!(lanes(simd, simd.shift_doublewords_left::<6>(v)), by_doublewords(a, a, |a, _| a << 6));
    }
    swaps |simd, S, a, _b| {
        let v = simd.load(a, 0);
        assert_eq!(lanes(simd, simd.swap_words(v)), by_words(a, a, |a, _| a.swap_bytes()));
    }
    narrowing |simd, S, a, b| {
        let both = [a, b].concat();
        let low_bytes = simd.splat_word(0x00FF);
        let v = simd.narrow_words(simd.and(simd.load(a, 0), low_bytes), simd.and(simd.load(b, 0), low_bytes));
        assert_eq!(lanes(simd, v), words(&both).iter().map(|&word| word as u8).collect::<Vec<_>>());
        let low_words = simd.splat_doubleword(0xFFFF);
        let v = simd.narrow_doublewords(simd.and(simd.load(a, 0), low_words), simd.and(simd.load(b, 0), low_words));
        assert_eq!(words(&lanes(simd, v)), doublewords(&both).iter().map(|&lane| lane as u16).collect::<Vec<_>>());
    }
    narrow_masks |simd, S, a, b| {
        let set = |bytes: &[u8]| simd.doublewords_less_signed(simd.load(bytes, 0), simd.splat_doubleword(0));
        let expected: Vec<_> = doublewords(&[a, b].concat()).iter().map(|&lane| (lane as i32 >> 31) as u16).collect();
        assert_eq!(words(&lanes(simd, simd.narrow_masks(set(a), set(b)))), expected);
    }
    masks_as_bits |simd, S, a, b| {
        let bits = |bytes: &[u8]| {
            bytes.iter().enumerate().fold(0_u64, |bits, (k, &byte)| bits | u64::from(byte >> 7) << k)
        };
        assert_eq!(u64::from(simd.sign_bits(simd.load(a, 0))), bits(a));
        assert_eq!(simd.has_sign(simd.load(a, 0)), bits(a) != 0);
        assert!(!simd.has_sign(simd.and(simd.load(a, 0), simd.splat(0x7F))));
        let signs = |bytes: &[u8]| simd.less_signed(simd.load(bytes, 0), simd.splat(0));
        let block = [a, b, b, a];
        assert_eq!(simd.block_mask(block.map(signs)), bits(&block[..S::VECTORS].concat()));
        let all = block.map(|bytes| simd.load(bytes, 0));
        assert_eq!(simd.block_sign_bits(all), bits(&block[..S::VECTORS].concat()));
        let equal = simd.equal_words(simd.load(a, 0), simd.load(b, 0));
        let none = simd.equal_words(simd.load(a, 0), simd.splat(0));
        let expected = [words(&by_words(a, b, |a, b| u16::from(a == b))), words(&by_words(a, b, |a, _| u16::from(a == 0)))];
        for (k, set) in expected.concat().into_iter().enumerate() {
            assert_eq!(simd.word_bits(equal, none) >> k & 1, u32::from(set));
        }
    }
    part_of |simd, S, a, b| {
        let (Some(&low), Some(&high)) = (a.first_chunk(), b.first_chunk()) else { return };
        let part = simd.part_of(low, high);
        assert_eq!(bytes_of(simd, &[part]), [low, high].concat(), "{simd:?}");
        let mut half = [0xA5; 16];
        simd.store_half(&mut half, 4, part);
        assert_eq!(half, *[&[0xA5; 4][..], &low, &[0xA5; 4]].concat(), "{simd:?}");
    }
    before |simd, S, a, b| {
        let moved = simd.before(simd.load(a, 0), simd.load(b, 0));
        for (places, v) in (1..).zip(moved) {
            let expected = [&a[S::LANES - places..], &b[..S::LANES - places]].concat();
            assert_eq!(lanes(simd, v), expected, "{simd:?} {places}");
        }
    }
    lanes_of |simd, S, a, b| {
        let bits = u32::from_le_bytes([a[0], b[0], a[1], b[1]]);
        let expected: Vec<u8> = (0..S::LANES).map(|k| mask(bits >> k & 1 != 0)).collect();
        assert_eq!(lanes(simd, simd.lanes_of(bits)), expected, "{simd:?} {bits:08X}");
    }
    is_zero |simd, S, a, _b| {
        assert!(simd.is_zero(simd.splat(0)));
        for k in 0..S::LANES {
            let mut one = [0; WIDTH];
            one[k] = a[k];
            assert_eq!(simd.is_zero(simd.load(&one, 0)), a[k] == 0);
        }
    }
    sum_of_lanes |simd, S, a, _b| {
        let sum = a.iter().fold(0, |sum, &byte| sum + u64::from(byte));
        assert_eq!(simd.sum_of_lanes(simd.load(a, 0)), sum);
        assert_eq!(simd.sum_of_lanes(simd.splat(0xFF)), 0xFF * S::LANES as u64);
    }
    parts |simd, S, a, _b| {
        let parts = S::LANES / 16;
        assert_eq!(bytes_of(simd, &simd.parts(simd.load(a, 0))[..parts]), a);
    }
    zips |simd, S, a, b| {
        let (v, w) = (simd.load(a, 0), simd.load(b, 0));
        let parts = S::LANES / 8;
        assert_eq!(bytes_of(simd, &simd.zip(v, w)[..parts]), in_turns::<1>(a, b));
        assert_eq!(bytes_of(simd, &simd.zip_words(v, w)[..parts]), in_turns::<2>(a, b));
        let [first, second] = [simd.parts(v)[0], simd.parts(w)[0]];
        assert_eq!(bytes_of(simd, &simd.zip_part_words(first, second)), in_turns::<2>(&a[..16], &b[..16]));
    }
    shuffle |simd, S, a, b| {
        let indices: [u8; 16] = core::array::from_fn(|k| if b[k] < 0x80 { b[k] & 0xF } else { b[k] });
        let expected: Vec<_> = indices.iter().map(|&k| if k < 0x80 { a[usize::from(k)] } else { 0 }).collect();
        assert_eq!(bytes_of(simd, &[simd.shuffle(simd.parts(simd.load(a, 0))[0], &indices)]), expected);
    }
    widening |simd, S, a, _b| {
        let v = simd.load(a, 0);
        let mut to = [0; 4 * WIDTH + 2];
        let part = simd.parts(v)[0];
        simd.store_wide_words(&mut to, 1, part);
        assert_eq!(doublewords(&to[1..33]), words(&a[..16]).iter().map(|&word| u32::from(word)).collect::<Vec<_>>());
        simd.store_words::<false>(&mut to, 1, v);
        assert_eq!(to[1..=2 * S::LANES], a.iter().flat_map(|&byte| [byte, 0]).collect::<Vec<_>>());
        simd.store_words::<true>(&mut to, 1, v);
        assert_eq!(to[1..=2 * S::LANES], a.iter().flat_map(|&byte| [0, byte]).collect::<Vec<_>>());
        simd.store_doublewords(&mut to, 1, v);
        assert_eq!(to[1..=4 * S::LANES], a.iter().flat_map(|&byte| [byte, 0, 0, 0]).collect::<Vec<_>>());
    }
}

/// Records which of its methods ran, with which token.
struct Which;

impl Vectorized for Which {
    type Output = String;

    fn scalar(self) -> String {
        "scalar".into()
    }

    fn vector<S: Simd>(self, _simd: S) -> String {
        core::any::type_name::<S>().rsplit("::").next().expect("a name").to_lowercase()
    }

    #[cfg(target_arch = "x86_64")]
    fn avx512(self, _simd: crate::simd::Avx512) -> String {
        "avx512".into()
    }
}

#[test]
fn the_instruction_set_that_is_named_is_the_one_that_runs() {
    for isa in Isa::available() {
        assert_eq!(isa.run(Which), isa.name().replace('.', ""), "{isa:?}");
    }
    let current = Isa::current().run(Which);
    match std::env::var("PLACEMAT_ISA").ok().and_then(|name| Isa::from_name(&name)) {
        Some(named) => assert_eq!(current, named.name().replace('.', "")),
        None => assert_eq!(Some(current), Isa::available().next().map(|best| best.name().replace('.', ""))),
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[test]
fn finds_what_std_finds() {
    use super::cpuid::{AVX2, AVX512, SSE41, found};

    for (name, bit) in [("sse4.1", SSE41), ("avx2", AVX2), ("avx512", AVX512)] {
        assert_eq!(found() & bit != 0, Isa::from_name(name).is_some(), "{name}");
    }
}
