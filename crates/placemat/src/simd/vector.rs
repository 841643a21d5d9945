//! Two traits that need each other: [`Simd`], the operations on vectors of 16 and 32 bytes, and
//! [`Vectorized`], a kernel, which is written with them.

use core::fmt::Debug;

#[cfg(target_arch = "x86_64")]
use super::token::Avx512;

/// Bytes of a block: what one mask of 64 bits describes.
pub(crate) const BLOCK: usize = 64;

/// The token of an instruction set with vectors of 16 or 32 bytes, and its operations.
///
/// Lanes are numbered from the first byte in memory; bit *k* of a mask is lane *k*. A *word* is two bytes, a
/// *doubleword* four, low byte first. A *part* is sixteen bytes: a vector has one or two, and no table is
/// larger than a part. Loads and stores are checked against the slice, at no cost if the place is a constant.
pub(crate) trait Simd: Copy + Debug {
    /// A vector.
    type Vector: Copy;
    /// Sixteen bytes.
    type Part: Copy;
    /// The token of an instruction set with vectors of 16 bytes, which this one includes.
    type Narrow: Simd;
    /// Bytes of a vector.
    const LANES: usize;
    /// Vectors of a block: two or four.
    const VECTORS: usize = BLOCK / Self::LANES;

    /// Runs a kernel from inside another, in a function of its own. Rare paths are thus compiled once and do
    /// not have to keep the registers of a loop.
    fn run_outlined<K: Vectorized>(self, kernel: K) -> K::Output;

    /// The token for vectors of 16 bytes.
    fn narrow(self) -> Self::Narrow;

    /// Bytes from memory, from a place on.
    fn load(self, from: &[u8], at: usize) -> Self::Vector;
    /// Fetches the cache line of a place, which may be after the end, where the architecture can.
    fn prefetch(self, bytes: &[u8], at: usize);
    /// Bytes to memory, from a place on.
    fn store(self, to: &mut [u8], at: usize, v: Self::Vector);
    /// A part to memory, from a place on.
    fn store_part(self, to: &mut [u8], at: usize, part: Self::Part);

    /// The lanes one, two and three places before each lane of `v`. Before its first lane are the last lanes
    /// of `last`.
    fn before(self, last: Self::Vector, v: Self::Vector) -> [Self::Vector; 3];

    /// The byte in every lane.
    fn splat(self, byte: u8) -> Self::Vector;
    /// The word in every two lanes.
    fn splat_word(self, word: u16) -> Self::Vector;
    /// The doubleword in every four lanes.
    fn splat_doubleword(self, doubleword: u32) -> Self::Vector;
    /// Sixteen bytes in every part.
    fn splat_part(self, bytes: &[u8; 16]) -> Self::Vector;

    /// Bitwise and.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `a` without the bits of `b`.
    fn without(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Bitwise or.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Bitwise exclusive or.
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `yes` where the mask, `FF` or `00` in every lane, is set, `no` elsewhere.
    fn select(self, mask: Self::Vector, yes: Self::Vector, no: Self::Vector) -> Self::Vector;

    /// Sum of lanes, modulo 256.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Difference of lanes, modulo 256.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Unsigned difference of lanes, not below zero.
    fn sub_saturating(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The greater of two unsigned lanes.
    fn max(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The smaller of two unsigned lanes.
    fn min(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `FF` where lanes are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// `FF` where a lane, as a signed number, is less.
    fn less_signed(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The low four bits of lanes.
    fn low_nibbles(self, v: Self::Vector) -> Self::Vector;
    /// The high four bits of lanes.
    fn high_nibbles(self, v: Self::Vector) -> Self::Vector;
    /// In each part, the entries of `table` that the indices, below 16, name.
    fn look_up(self, table: Self::Vector, indices: Self::Vector) -> Self::Vector;

    /// Sum of words, modulo 65536.
    fn add_words(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The smaller of two unsigned words.
    fn min_words(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// All bits where words are equal.
    fn equal_words(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Words shifted to the left.
    fn shift_words_left<const BITS: i32>(self, v: Self::Vector) -> Self::Vector;
    /// Words shifted to the right.
    fn shift_words_right<const BITS: i32>(self, v: Self::Vector) -> Self::Vector;
    /// The two bytes of words, swapped.
    fn swap_words(self, v: Self::Vector) -> Self::Vector;
    /// The masks of words of two vectors, one bit for each, in order.
    fn word_bits(self, a: Self::Vector, b: Self::Vector) -> u32;
    /// The words, below 100, of two vectors as bytes, in order.
    fn narrow_words(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// All bits where doublewords are equal.
    fn equal_doublewords(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// All bits where a doubleword, as a signed number, is less.
    fn doublewords_less_signed(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The greater of two unsigned doublewords.
    fn max_doublewords(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Doublewords shifted to the left.
    fn shift_doublewords_left<const BITS: i32>(self, v: Self::Vector) -> Self::Vector;
    /// The doublewords, below 10000, of two vectors as words, in order.
    fn narrow_doublewords(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// The masks of doublewords of two vectors as masks of words, in order.
    fn narrow_masks(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;

    /// Returns `true` if all bits are zero.
    fn is_zero(self, v: Self::Vector) -> bool;
    /// The sum of all lanes.
    fn sum_of_lanes(self, v: Self::Vector) -> u64;
    /// The sign bits of a vector's lanes.
    fn sign_bits(self, v: Self::Vector) -> u32;
    /// Returns `true` if any lane has its sign bit.
    #[inline(always)]
    fn has_sign(self, v: Self::Vector) -> bool {
        self.sign_bits(v) != 0
    }
    /// The sign bits of a block's lanes, if all bits of each lane are alike: `FF` or `00`. Of vectors of 32
    /// bytes the first two count.
    fn block_mask(self, masks: [Self::Vector; 4]) -> u64;
    /// The sign bits of a block's lanes, whatever else is in them. Of vectors of 32 bytes the first two
    /// count.
    fn block_sign_bits(self, block: [Self::Vector; 4]) -> u64;
    /// `FF` in the lanes whose bits are set.
    fn lanes_of(self, bits: u32) -> Self::Vector;

    /// Eight bytes and eight more.
    fn part_of(self, low: [u8; 8], high: [u8; 8]) -> Self::Part;
    /// The first eight bytes of a part to memory, from a place on.
    fn store_half(self, to: &mut [u8], at: usize, part: Self::Part);
    /// The parts of a vector. If it has only one, both are that part.
    fn parts(self, v: Self::Vector) -> [Self::Part; 2];
    /// The lanes of two vectors interleaved: eight of each to a part. If a vector has one part, the second
    /// half repeats the first.
    fn zip(self, a: Self::Vector, b: Self::Vector) -> [Self::Part; 4];
    /// The words of two vectors interleaved: four of each to a part. If a vector has one part, the second
    /// half repeats the first.
    fn zip_words(self, a: Self::Vector, b: Self::Vector) -> [Self::Part; 4];
    /// The words of two parts interleaved.
    fn zip_part_words(self, a: Self::Part, b: Self::Part) -> [Self::Part; 2];
    /// The bytes of a part that the indices name, zero for an index from 80 on.
    fn shuffle(self, part: Self::Part, indices: &[u8; 16]) -> Self::Part;
    /// The words of a part as doublewords to memory, from a place on.
    fn store_wide_words(self, to: &mut [u8], at: usize, part: Self::Part);
    /// Bytes as words to memory, from a place on; `BIG` puts them last.
    fn store_words<const BIG: bool>(self, to: &mut [u8], at: usize, bytes: Self::Vector);
    /// Bytes as doublewords to memory, from a place on.
    fn store_doublewords(self, to: &mut [u8], at: usize, bytes: Self::Vector);
}

/// A kernel with its arguments, for any instruction set.
///
/// The methods with vectors must be `#[inline(always)]`: they are compiled inside the functions that have the
/// features. One that is left out is the scalar method, which the compiler then vectorizes as well as it can
/// with these features, if it is `#[inline(always)]` too.
pub(crate) trait Vectorized: Sized {
    /// The result.
    type Output;

    /// Runs the kernel in plain Rust.
    fn scalar(self) -> Self::Output;

    /// Runs the kernel with vectors of 16 or 32 bytes.
    #[inline(always)]
    fn vector<S: Simd>(self, _simd: S) -> Self::Output {
        #[cfg(test)]
        crate::simd::tests::note_left_out::<Self>();
        self.scalar()
    }

    /// Runs the kernel with AVX-512, if that changes the algorithm.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, _simd: Avx512) -> Self::Output {
        #[cfg(test)]
        crate::simd::tests::note_left_out::<Self>();
        self.scalar()
    }
}

/// A kernel whose arguments are an input and an output. They are passed one by one, in registers; a structure
/// of both would be passed in memory, which short texts notice.
pub(crate) trait OfSlices<'a>: Vectorized {
    /// Returns the kernel with its arguments.
    fn of(input: &'a [u8], out: &'a mut [u8]) -> Self;
}

/// A kernel inside a function that has the features of a token's instruction set.
///
/// These are methods of the kernel, not functions over it, so that the compiler puts each beside its kernel.
/// Otherwise the kernels of one instruction set would all be compiled as one piece.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
pub(super) trait WithFeatures<T>: Vectorized {
    /// # Safety
    ///
    /// The CPU has the features: nothing else makes a token.
    unsafe fn with_features(self, token: T) -> Self::Output;

    /// Runs the kernel with these arguments.
    ///
    /// # Safety
    ///
    /// As for [`with_features`](Self::with_features).
    unsafe fn of_with_features<'a>(input: &'a [u8], out: &'a mut [u8], token: T) -> Self::Output
    where
        Self: OfSlices<'a>;

    /// Runs the kernel in a function that is never inlined, so that caller and kernel do not compete for
    /// registers. (It only calls the one that has the features: some versions of the compiler ignore
    /// `#[inline(never)]` on a function with features.)
    ///
    /// # Safety
    ///
    /// As for [`with_features`](Self::with_features).
    unsafe fn with_features_outlined(self, token: T) -> Self::Output;
}

/// Methods of [`Simd`] that are an instruction or a few of them each.
macro_rules! operations {
    ($($name:ident $([$(const $const:ident: $type:ty),*])? ($($arg:ident: $arg_type:ty),*) -> $output:ty = $body:expr;)*) => { $(
        #[allow(unused_unsafe, reason = "what every CPU of the architecture has is safe to call")]
        #[inline(always)]
        fn $name $(<$(const $const: $type),*>)? (self, $($arg: $arg_type),*) -> $output {
            // SAFETY: the token is made by detection alone, so the CPU has the instruction; what is read or
            // written in memory is a slice of as many bytes.
            unsafe { $body }
        }
    )* };
}
pub(super) use operations;
