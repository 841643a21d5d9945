//! Lossy conversions: well-formed text is converted as by the strict kernels, and every maximal subpart of an
//! ill-formed subsequence, and every surrogate that the target cannot hold, becomes U+FFFD.
//!
//! A *unit* is what one step of the reference implementation takes: a character, or a maximal subpart of an
//! ill-formed subsequence (Unicode 3.9, D93b). A lossy kernel consumes whole units from the front of its
//! input and may stop between any two of them. To spare it the question whether the input continues, what is
//! not decided without a continuation is cut off first. After the last unit there is then either the end or
//! the start of another unit.

mod halves;
mod in_two;
pub(crate) mod parts;

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::grammar::{Grammar, UTF_8};
use super::order::{self, Swaps};
use super::scalar::{Parts, Utf8ToUtf8, Utf8ToUtf16, Utf8ToUtf32, Utf16ToUtf8, Utf16ToUtf16};
use super::{Kernel, Kind, Like, NATIVE, scalar, vector};
use crate::code_point::is_lead_surrogate;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};

/// What a lossy kernel did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replaced {
    /// Bytes read.
    pub(crate) read: usize,
    /// Bytes written.
    pub(crate) written: usize,
    /// Maximal subparts of ill-formed subsequences, each of which is now a U+FFFD.
    pub(crate) errors: u64,
}

impl Replaced {
    /// Returns the sum of two results, one after the other.
    #[inline(always)]
    pub(super) fn and(self, then: Replaced) -> Replaced {
        Replaced {
            read: self.read + then.read,
            written: self.written + then.written,
            errors: self.errors + then.errors,
        }
    }
}

/// How far a text has been processed, and whether a kernel for well-formed text may follow.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    pub(super) done: Replaced,
    pub(super) calm: bool,
}

/// The facts about 64 places, one bit each. They show where a unit ends, and how.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) continues: u64,
    pub(super) fourth: u64,
    pub(super) stray: u64,
    pub(super) broken: u64,
}

impl Facts {
    #[inline(always)]
    pub(super) fn from_masks(trail: u64, continues: u64, fourth: u64, waits: u64) -> Self {
        let stray = trail ^ continues;
        // A byte that continues was waited for, and nothing is waited for after a stray byte. No bit is set
        // twice, so the sum is one instruction.
        Facts { continues, fourth, stray, broken: (waits ^ continues).wrapping_add(stray << 1) }
    }
}

/// A kernel for the policy `replace`. It consumes characters and ill-formed subsequences. An incomplete
/// sequence that could continue after the input is consumed only if the input ends there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lossy {
    how: How,
    swaps: Swaps,
}

/// What the kernel does, in the machine's byte order.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// Repairs and converts in one step.
    Whole(Whole),
    /// Repairs and converts in one step, from a source that has surrogates.
    Halves(Halves),
    /// Repairs into a copy, which the kernel for well-formed text converts.
    InTwo(Whole, Kernel),
}

/// A lossy kernel as a function. The last argument says whether the input ends with the slice.
pub(crate) type Whole = fn(Isa, &[u8], &mut [u8], bool) -> Replaced;

/// A lossy kernel as a function that also returns the number of surrogates that the target cannot hold, each
/// of which is now a U+FFFD.
pub(crate) type Halves = fn(Isa, &[u8], &mut [u8], bool) -> (Replaced, u64);

impl How {
    #[inline]
    pub(super) fn run(self, isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
        match self {
            How::Whole(whole) => (whole(isa, input, out, end), 0),
            How::Halves(halves) => halves(isa, input, out, end),
            How::InTwo(mend, convert) => (in_two::run(isa, (mend, convert), input, out, end), 0),
        }
    }
}

impl Lossy {
    /// Runs the kernel with an instruction set. Returns what it did, and how many surrogates it replaced
    /// because the target cannot hold them.
    #[inline]
    pub(crate) fn run(self, isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> (Replaced, u64) {
        if self.swaps.is_none() {
            self.how.run(isa, input, out, end)
        } else {
            order::replace(isa, self.how, self.swaps, input, out, end)
        }
    }

    /// Returns `true` if the kernel repairs a copy first.
    #[cfg(test)]
    pub(super) fn is_in_two(self) -> bool {
        matches!(self.how, How::InTwo(..))
    }
}

/// Returns the kernel for a conversion under the policy `replace`, if there is one. `surrogates` says that
/// this policy also applies to surrogates that the target cannot hold.
#[inline]
pub(crate) const fn lossy(from: Kind, to: Kind, surrogates: bool) -> Option<Lossy> {
    match native(from.in_order(NATIVE), alike(from, to).in_order(NATIVE), surrogates) {
        Some(how) => Some(Lossy { how, swaps: Swaps::between(from, to) }),
        None => None,
    }
}

/// Returns the kernel for a conversion between units in the machine's byte order, if there is one.
#[inline]
const fn native(from: Kind, to: Kind, surrogates: bool) -> Option<How> {
    if let Some(kernel) = whole(from, to) {
        return Some(How::Whole(kernel));
    }
    if let Some(kernel) = halves::kernel(from, to, surrogates) {
        return Some(How::Halves(kernel));
    }
    match (in_two::mend(from), in_two::convert(from, to)) {
        (Some(mend), Some(convert)) => Some(How::InTwo(mend, convert)),
        _ => None,
    }
}

/// Returns the target reduced to what the source holds, which the target writes alike.
#[inline]
const fn alike(from: Kind, to: Kind) -> Kind {
    match (from, to) {
        (Kind::Utf8 | Kind::Utf16(_), Kind::Like(Like::Wtf8 | Like::Generalized | Like::Utf8b)) => Kind::Utf8,
        (Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_), Kind::Wtf16(order)) => Kind::Utf16(order),
        (Kind::Utf8 | Kind::Utf16(_) | Kind::Utf32(_), Kind::Ucs4(order)) => Kind::Utf32(order),
        (_, to) => to,
    }
}

#[inline]
const fn whole(from: Kind, to: Kind) -> Option<Whole> {
    Some(match (from, to) {
        (Kind::Utf8, Kind::Utf8) => run::<Utf8ToUtf8>,
        (Kind::Utf8, Kind::Utf16(_)) => run::<Utf8ToUtf16>,
        (Kind::Utf8, Kind::Utf32(_)) => run::<Utf8ToUtf32>,
        (Kind::Utf16(_), Kind::Utf8) => run::<Utf16ToUtf8>,
        (Kind::Utf16(_), Kind::Utf16(_)) => run::<Utf16ToUtf16>,
        _ => return None,
    })
}

/// A conversion.
trait Pair: Parts {
    /// Returns how many bytes at the front are decided without what follows.
    fn decided(bytes: &[u8], end: bool) -> usize;
    /// Converts decided input with vectors of 16 or 32 bytes.
    fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced;
    /// Converts decided input with AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced;
}

fn run<P: Pair>(isa: Isa, input: &[u8], out: &mut [u8], end: bool) -> Replaced {
    isa.run(OfPair::<P>(&input[..P::decided(input, end)], out, PhantomData))
}

struct OfPair<'a, P>(&'a [u8], &'a mut [u8], PhantomData<P>);

impl<P: Pair> Vectorized for OfPair<'_, P> {
    type Output = Replaced;

    fn scalar(self) -> Replaced {
        scalar::lossy::<P>(self.0, self.1)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> Replaced {
        let done = P::vector(simd, self.0, self.1);
        go_on::<P>(self.0, self.1, done)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> Replaced {
        let done = P::avx512(simd, self.0, self.1);
        go_on::<P>(self.0, self.1, done)
    }
}

/// Continues with the scalar kernel where a vector kernel stopped for want of room.
fn go_on<P: Pair>(input: &[u8], out: &mut [u8], done: Replaced) -> Replaced {
    if done.read == input.len() {
        return done;
    }
    done.and(scalar::lossy::<P>(&input[done.read..], &mut out[done.written..]))
}

/// Implements [`Pair`] by kernels of one name.
macro_rules! pairs {
    ($($pair:ident: $decided:ident, $kernel:ident;)*) => { $(
        impl Pair for $pair {
            #[inline]
            fn decided(bytes: &[u8], end: bool) -> usize {
                $decided(bytes, end)
            }

            #[inline(always)]
            fn vector<S: Simd>(simd: S, bytes: &[u8], out: &mut [u8]) -> Replaced {
                vector::$kernel(simd, bytes, out)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> Replaced {
                avx512::$kernel(simd, bytes, out)
            }
        }
    )* };
}

pairs! {
    Utf8ToUtf8: decided_utf_8, lossy_utf_8_to_utf_8;
    Utf8ToUtf16: decided_utf_8, lossy_utf_8_to_utf_16;
    Utf8ToUtf32: decided_utf_8, lossy_utf_8_to_utf_32;
    Utf16ToUtf8: decided_utf_16, lossy_utf_16_to_utf_8;
    Utf16ToUtf16: decided_utf_16, lossy_utf_16_to_utf_16;
}

/// Returns the unit at the front of non-empty UTF-8 that ends with the slice: its length, and its code point
/// if it is a character.
#[inline(always)]
pub(in crate::kernel) fn unit(bytes: &[u8]) -> (usize, Option<u32>) {
    const GRAMMAR: &Grammar = &UTF_8;
    // A zero after the end terminates every sequence.
    let window = match bytes.first_chunk() {
        Some(&window) => window,
        None => core::array::from_fn(|k| bytes.get(k).copied().unwrap_or(0)),
    };
    let [lead, second, third, fourth] = window;
    let payload = |byte: u8| u32::from(byte & 0x3F);
    let is_trail = |byte: u8| byte & 0xC0 == 0x80;
    if lead < 0x80 {
        return (1, Some(lead.into()));
    }
    let follows = GRAMMAR.follows[usize::from(lead & 0x7F)];
    if lead < 0xC0 || !is_trail(second) || second.wrapping_add(follows) >= 0x80 {
        return (1, None);
    }
    let two = u32::from(lead & 0x1F) << 6 | payload(second);
    if lead < 0xE0 {
        return (2, Some(two));
    }
    if !is_trail(third) {
        return (2, None);
    }
    let three = (two & 0x3FF) << 6 | payload(third);
    if lead < 0xF0 {
        return (3, Some(three));
    }
    if !is_trail(fourth) {
        return (3, None);
    }
    (4, Some((three & 0x7FFF) << 6 | payload(fourth)))
}

/// Returns how many bytes before `at` belong to the unit of byte `at` of UTF-8.
#[inline]
pub(super) fn open(bytes: &[u8], at: usize) -> usize {
    for back in 1..=at.min(3) {
        if bytes[at - back] >= 0xC0 {
            return if unit(&bytes[at - back..]).0 > back { back } else { 0 };
        }
    }
    0
}

/// Returns the length without an incomplete but viable prefix at the end, which is cut off if more may come.
#[inline]
fn decided_utf_8(bytes: &[u8], end: bool) -> usize {
    let len = bytes.len();
    if end {
        return len;
    }
    for from in (len.saturating_sub(3)..len).rev() {
        let lead = bytes[from];
        if lead >= 0xC0 {
            // A lead that nothing may follow has the constant zero, with which every trail byte keeps its
            // sign.
            let is_lead = UTF_8.follows[usize::from(lead & 0x7F)] != 0;
            let expected = lead.leading_ones() as usize;
            let is_open = is_lead && expected > len - from && unit(&bytes[from..]).0 == len - from;
            return if is_open { from } else { len };
        }
    }
    len
}

/// Returns the length without an incomplete unit at the end, and without a lead surrogate at the end if more
/// may come.
#[inline]
pub(super) fn decided_utf_16(bytes: &[u8], end: bool) -> usize {
    let whole = bytes.len() & !1;
    let end = end && whole == bytes.len();
    match bytes[..whole].last_chunk::<2>() {
        Some(&last) if !end => whole - if is_lead_surrogate(u16::from_ne_bytes(last).into()) { 2 } else { 0 },
        _ => whole,
    }
}

/// Replaces the lone surrogates of UTF-16 in the machine's order. Returns their number.
#[inline]
pub(crate) fn make_well_formed(isa: Isa, bytes: &mut [u8]) -> u64 {
    isa.run(MakeWellFormed(bytes))
}

struct MakeWellFormed<'a>(&'a mut [u8]);

impl Vectorized for MakeWellFormed<'_> {
    type Output = u64;

    #[inline]
    fn scalar(self) -> u64 {
        scalar::make_well_formed(self.0)
    }

    #[inline(always)]
    fn vector<S: Simd>(self, simd: S) -> u64 {
        vector::make_well_formed(simd, self.0)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> u64 {
        avx512::make_well_formed(simd, self.0)
    }
}
