//! Conversions in which most units are the code point of their value, on both sides: ISO-8859-1, UCS-2, UCS-4, UTF-16,
//! WTF-16 and UTF-32, in any byte order.
//!
//! ```text
//! while units are left:
//!     strips as long as all their units stand for themselves on both sides:  test, then widen, narrow, swap
//!     some units one by one; behind a supplementary code point eight pairs of surrogates at once, if there are so many
//! ```
//!
//! The loops over a strip are plain Rust that the compiler makes vectors of, for every instruction set. Where surrogates
//! come in or go out, AVX-512 has kernels of its own; to the best peer's kernels, 21 texts, UTF-16 to UTF-32 1.00, back
//! 0.95. Without them AVX2 is at 0.95 and 0.94 of its peer's, SSE4.1 at 0.98. Emoji were at 0.59, 0.41 and 0.53
//! unit by unit; eight pairs at once are three to six times as fast.

use core::marker::PhantomData;

#[cfg(target_arch = "x86_64")]
use super::avx512;
use super::{Kernel, Kind, Run, validate_utf_16};
use crate::code_point::{
    is_lead_surrogate, is_surrogate, is_trail_surrogate, join_surrogates, split_surrogates,
};
use crate::policy::Endian;
use crate::policy::Endian::{Big, Little};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Vectorized};

/// Units of a strip: as many as make a loop that the compiler does not unroll as a whole before it makes vectors of it.
const STRIP: usize = 256;
/// Units of a strip where there are fewer.
const SHORT_STRIP: usize = 32;
/// Units that go one by one before strips are tried again.
const STEPS: usize = 64;

/// An encoding whose units are the code point of their value, but perhaps for surrogates.
trait Units {
    /// The bytes of a unit.
    type Bytes: Copy;
    /// The greatest unit.
    const LAST: u32;
    /// What surrogates are.
    const SURROGATES: Surrogates;
    /// Bytes as units, without what is left over.
    fn cut(bytes: &[u8]) -> &[Self::Bytes];
    /// The same, to write to.
    fn cut_mut(bytes: &mut [u8]) -> &mut [Self::Bytes];
    /// The value of a unit.
    fn load(bytes: Self::Bytes) -> u32;
    /// The bytes of a unit, which is [`LAST`](Units::LAST) at most.
    fn store(unit: u32) -> Self::Bytes;
    /// To ISO-8859-1 with AVX-512, as far as it goes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow(_simd: Avx512, _bytes: &[u8], _out: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }
}

/// What surrogates are to an encoding.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surrogates {
    /// Halves of a pair.
    Halves,
    /// Code points as others.
    Themselves,
    /// Ill-formed, or there are none.
    Nothing,
}

struct Latin1;
struct Utf16<const BIG: bool>;
struct Ucs2<const BIG: bool>;
struct Utf32<const BIG: bool>;
struct Ucs4<const BIG: bool>;

/// What is alike for a width.
macro_rules! width {
    ($width:literal, $unit:ty) => {
        type Bytes = [u8; $width];

        #[inline(always)]
        fn cut(bytes: &[u8]) -> &[[u8; $width]] {
            bytes.as_chunks().0
        }

        #[inline(always)]
        fn cut_mut(bytes: &mut [u8]) -> &mut [[u8; $width]] {
            bytes.as_chunks_mut().0
        }

        #[inline(always)]
        fn load(bytes: [u8; $width]) -> u32 {
            (if Self::BIG { <$unit>::from_be_bytes(bytes) } else { <$unit>::from_le_bytes(bytes) }).into()
        }

        #[inline(always)]
        fn store(unit: u32) -> [u8; $width] {
            let unit = unit as $unit;
            if Self::BIG { unit.to_be_bytes() } else { unit.to_le_bytes() }
        }
    };
}

impl Latin1 {
    const BIG: bool = false;
}

impl Units for Latin1 {
    const LAST: u32 = 0xFF;
    const SURROGATES: Surrogates = Surrogates::Nothing;
    width!(1, u8);
}

impl<const BIG: bool> Utf16<BIG> {
    const BIG: bool = BIG;
}

impl<const BIG: bool> Units for Utf16<BIG> {
    const LAST: u32 = 0xFFFF;
    const SURROGATES: Surrogates = Surrogates::Halves;
    width!(2, u16);

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        avx512::words_to_latin_1::<BIG>(simd, bytes, out)
    }
}

impl<const BIG: bool> Ucs2<BIG> {
    const BIG: bool = BIG;
}

impl<const BIG: bool> Units for Ucs2<BIG> {
    const LAST: u32 = 0xFFFF;
    const SURROGATES: Surrogates = Surrogates::Themselves;
    width!(2, u16);

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        avx512::words_to_latin_1::<BIG>(simd, bytes, out)
    }
}

impl<const BIG: bool> Utf32<BIG> {
    const BIG: bool = BIG;
}

impl<const BIG: bool> Units for Utf32<BIG> {
    const LAST: u32 = 0x10_FFFF;
    const SURROGATES: Surrogates = Surrogates::Nothing;
    width!(4, u32);

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn narrow(simd: Avx512, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
        avx512::doublewords_to_latin_1::<BIG>(simd, bytes, out)
    }
}

impl<const BIG: bool> Ucs4<BIG> {
    const BIG: bool = BIG;
}

impl<const BIG: bool> Units for Ucs4<BIG> {
    const LAST: u32 = u32::MAX;
    const SURROGATES: Surrogates = Surrogates::Themselves;
    width!(4, u32);
}

/// Does a unit of one stand for itself in both?
#[inline(always)]
fn stands<S: Units, T: Units>(unit: u32) -> bool {
    let last = if S::LAST < T::LAST { S::LAST } else { T::LAST };
    let themselves =
        matches!((S::SURROGATES, T::SURROGATES), (Surrogates::Themselves, Surrogates::Themselves));
    unit <= last && (themselves || last < 0xD800 || !is_surrogate(unit))
}

/// Does a strip begin, all of whose units stand for themselves?
#[inline(always)]
fn strip_stands<S: Units, T: Units, const N: usize>(units: &[S::Bytes]) -> bool {
    let Some(strip) = units.first_chunk::<N>() else { return false };
    strip.iter().fold(true, |all, &unit| all & stands::<S, T>(S::load(unit)))
}

/// Writes a strip, if all its units stand for themselves.
#[inline(always)]
fn strip<S: Units, T: Units, const N: usize>(units: &[S::Bytes], out: &mut [T::Bytes]) -> bool {
    let (Some(strip), Some(room)) = (units.first_chunk::<N>(), out.first_chunk_mut::<N>()) else {
        return false;
    };
    if !strip_stands::<S, T, N>(units) {
        return false;
    }
    for (place, &unit) in room.iter_mut().zip(strip) {
        *place = T::store(S::load(unit));
    }
    true
}

/// Strips whose units stand for themselves: how many units.
#[inline(always)]
fn strips<S: Units, T: Units, const N: usize>(units: &[S::Bytes], out: &mut [T::Bytes]) -> usize {
    let fits = units.len().min(out.len());
    let mut at = 0;
    while strip::<S, T, N>(&units[at..fits], &mut out[at..fits]) {
        at += N;
    }
    // The last strip may reach over what is done.
    if at > 0 && fits - at < N && strip::<S, T, N>(&units[fits - N..fits], &mut out[fits - N..fits]) {
        at = fits;
    }
    at
}

/// As many surrogate pairs as go at once.
const PAIRS: usize = 8;
/// The most that go one by one before they are tried again.
const MOST_PAUSE: u32 = 64;

/// Writes surrogate pairs side by side as code points, or code points above U+FFFF as pairs, if there are as many: how many units
/// are read, and written.
#[inline(always)]
fn pairs<S: Units, T: Units>(units: &[S::Bytes], out: &mut [T::Bytes]) -> Option<(usize, usize)> {
    if S::SURROGATES == Surrogates::Halves && T::LAST > 0xFFFF {
        let (pairs, _) = units.first_chunk::<{ 2 * PAIRS }>()?.as_chunks::<2>();
        let room = out.first_chunk_mut::<PAIRS>()?;
        let are_pairs = pairs.iter().fold(true, |all, &[lead, trail]| {
            all & is_lead_surrogate(S::load(lead)) & is_trail_surrogate(S::load(trail))
        });
        if !are_pairs {
            return None;
        }
        for (place, &[lead, trail]) in room.iter_mut().zip(pairs) {
            *place = T::store(join_surrogates(S::load(lead), S::load(trail)));
        }
        return Some((2 * PAIRS, PAIRS));
    }
    if S::LAST > 0xFFFF && T::SURROGATES == Surrogates::Halves {
        let units = units.first_chunk::<PAIRS>()?;
        let (room, _) = out.first_chunk_mut::<{ 2 * PAIRS }>()?.as_chunks_mut::<2>();
        let are_above =
            units.iter().fold(true, |all, &unit| all & matches!(S::load(unit), 0x1_0000..=0x10_FFFF));
        if !are_above {
            return None;
        }
        for (place, &unit) in room.iter_mut().zip(units) {
            *place = split_surrogates(S::load(unit)).map(T::store);
        }
        return Some((PAIRS, 2 * PAIRS));
    }
    None
}

/// The code point at the front, and of how many units.
#[inline(always)]
fn first<S: Units>(units: &[S::Bytes]) -> Option<(u32, usize)> {
    let unit = S::load(*units.first()?);
    if !is_surrogate(unit) {
        return (unit <= S::LAST).then_some((unit, 1));
    }
    match S::SURROGATES {
        Surrogates::Themselves => Some((unit, 1)),
        Surrogates::Halves if is_lead_surrogate(unit) => {
            let trail = S::load(*units.get(1)?);
            is_trail_surrogate(trail).then(|| (join_surrogates(unit, trail), 2))
        }
        _ => None,
    }
}

/// Writes a code point, where it has a place: how many units.
#[inline(always)]
fn put<T: Units>(code_point: u32, out: &mut [T::Bytes]) -> Option<usize> {
    if code_point <= T::LAST {
        if is_surrogate(code_point) && T::SURROGATES != Surrogates::Themselves {
            return None;
        }
        *out.first_mut()? = T::store(code_point);
        return Some(1);
    }
    if T::SURROGATES != Surrogates::Halves {
        return None;
    }
    let room = out.first_chunk_mut::<2>()?;
    *room = split_surrogates(code_point).map(T::store);
    Some(2)
}

/// Bytes read and bytes written, to the first code point that is ill-formed or has no place.
#[inline(always)]
fn convert<S: Units, T: Units>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (units, out) = (S::cut(bytes), T::cut_mut(out));
    let (mut read, mut written) = (0, 0);
    // Supplementary code points until pairs side by side are asked for again: more and more as long as there are none.
    let (mut until_pairs, mut pause) = (1, 1);
    'strips: loop {
        let len = strips::<S, T, STRIP>(&units[read..], &mut out[written..]);
        let len = len + strips::<S, T, SHORT_STRIP>(&units[read + len..], &mut out[written + len..]);
        read += len;
        written += len;
        let mut stop = read + STEPS;
        while read < stop {
            let Some((code_point, len)) = first::<S>(&units[read..]) else { break 'strips };
            let Some(count) = put::<T>(code_point, &mut out[written..]) else { break 'strips };
            read += len;
            written += count;
            if code_point <= 0xFFFF {
                continue;
            }
            until_pairs -= 1;
            if until_pairs > 0 {
                continue;
            }
            while let Some((units, places)) = pairs::<S, T>(&units[read..], &mut out[written..]) {
                read += units;
                written += places;
                stop = read + STEPS;
                pause = 1;
            }
            until_pairs = pause;
            pause = (2 * pause).min(MOST_PAUSE);
        }
    }
    (read * size_of::<S::Bytes>(), written * size_of::<T::Bytes>())
}

/// A conversion that the compiler makes vectors of.
struct Plain<'a, S, T>(&'a [u8], &'a mut [u8], PhantomData<(S, T)>);

impl<S: Units, T: Units> Vectorized for Plain<'_, S, T> {
    type Output = (usize, usize);

    #[inline(always)]
    fn scalar(self) -> (usize, usize) {
        convert::<S, T>(self.0, self.1)
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, simd: Avx512) -> (usize, usize) {
        if T::LAST != Latin1::LAST {
            return self.scalar();
        }
        let (read, written) = S::narrow(simd, self.0, self.1);
        let (rest_read, rest_written) = convert::<S, T>(&self.0[read..], &mut self.1[written..]);
        (read + rest_read, written + rest_written)
    }
}

fn plain<S: Units, T: Units>(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    isa.run(Plain::<S, T>(bytes, out, PhantomData))
}

/// Kernels by name, from one byte order to another, that are plain but for AVX-512.
macro_rules! kernels {
    ($($(#[$meta:meta])* $name:ident as $kernel:ident from $source:ident to $target:ident;)*) => { $(
        $(#[$meta])*
        pub(super) fn $name<const FROM: bool, const TO: bool>(isa: Isa, bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
            isa.run($kernel::<FROM, TO>(bytes, out))
        }

        struct $kernel<'a, const FROM: bool, const TO: bool>(&'a [u8], &'a mut [u8]);

        impl<const FROM: bool, const TO: bool> Vectorized for $kernel<'_, FROM, TO> {
            type Output = (usize, usize);

            #[inline(always)]
            fn scalar(self) -> (usize, usize) {
                convert::<$source<FROM>, $target<TO>>(self.0, self.1)
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn avx512(self, simd: Avx512) -> (usize, usize) {
                let (read, written) = avx512::$name::<FROM, TO>(simd, self.0, self.1);
                let (rest_read, rest_written) =
                    convert::<$source<FROM>, $target<TO>>(&self.0[read..], &mut self.1[written..]);
                (read + rest_read, written + rest_written)
            }
        }
    )* };
}

/// UTF-16 to UTF-16: with AVX-512 in one go, else validated and copied or swapped, in pieces that stay in the nearest
/// cache. (Unit by unit where there are surrogates, emoji went at 0.02 of the peer's speed.)
fn utf_16_to_utf_16<const FROM: bool, const TO: bool>(
    isa: Isa,
    bytes: &[u8],
    out: &mut [u8],
) -> (usize, usize) {
    const PIECE: usize = 1 << 13;
    #[cfg(target_arch = "x86_64")]
    if matches!(isa, Isa::Avx512(_)) {
        return between_utf_16::<FROM, TO>(isa, bytes, out);
    }
    let bytes = &bytes[..bytes.len().min(out.len()) & !1];
    let mut at = 0;
    loop {
        let piece = &bytes[at..bytes.len().min(at + PIECE)];
        let len = validate_utf_16(isa, piece, if FROM { Big } else { Little });
        isa.run(Copied::<FROM, TO>(&piece[..len], &mut out[at..at + len]));
        at += len;
        // A piece may end inside a pair.
        if len + 2 < PIECE {
            return (at, at);
        }
    }
}

/// Units copied from an order to an order, as many as there are.
struct Copied<'a, const FROM: bool, const TO: bool>(&'a [u8], &'a mut [u8]);

impl<const FROM: bool, const TO: bool> Vectorized for Copied<'_, FROM, TO> {
    type Output = ();

    #[inline(always)]
    fn scalar(self) {
        let Copied(units, out) = self;
        if FROM == TO {
            return out.copy_from_slice(units);
        }
        for (place, &[high, low]) in out.as_chunks_mut().0.iter_mut().zip(units.as_chunks().0) {
            *place = [low, high];
        }
    }
}

#[cfg(target_arch = "x86_64")]
kernels! {
    /// UTF-16 to UTF-16.
    between_utf_16 as BetweenUtf16 from Utf16 to Utf16;
}

kernels! {
    /// UTF-16 to UTF-32.
    utf_16_to_utf_32 as Utf16ToUtf32 from Utf16 to Utf32;
    /// UTF-32 to UTF-16.
    utf_32_to_utf_16 as Utf32ToUtf16 from Utf32 to Utf16;
}

/// The length in bytes of a prefix of whole units of UTF-32 in an order that are scalar values.
#[inline]
pub(crate) fn validate_utf_32(isa: Isa, bytes: &[u8], order: Endian) -> usize {
    match order {
        Little => isa.run(ValidateUtf32::<false>(bytes)),
        Big => isa.run(ValidateUtf32::<true>(bytes)),
    }
}

struct ValidateUtf32<'a, const BIG: bool>(&'a [u8]);

impl<const BIG: bool> Vectorized for ValidateUtf32<'_, BIG> {
    type Output = usize;

    #[inline(always)]
    fn scalar(self) -> usize {
        let units = Utf32::<BIG>::cut(self.0);
        let mut at = 0;
        while strip_stands::<Utf32<BIG>, Utf32<BIG>, STRIP>(&units[at..]) {
            at += STRIP;
        }
        while strip_stands::<Utf32<BIG>, Utf32<BIG>, SHORT_STRIP>(&units[at..]) {
            at += SHORT_STRIP;
        }
        while first::<Utf32<BIG>>(&units[at..]).is_some() {
            at += 1;
        }
        size_of::<u32>() * at
    }
}

/// The kernel for a conversion between such encodings, if it is one.
#[inline]
pub(super) const fn conversion(from: Kind, to: Kind) -> Option<Kernel> {
    let run = match from {
        Kind::Latin1 => from_latin_1(to),
        Kind::Utf16(Little) | Kind::Wtf16(Little) => from_utf_16::<false>(to),
        Kind::Utf16(Big) | Kind::Wtf16(Big) => from_utf_16::<true>(to),
        Kind::Utf32(Little) => from_utf_32::<false>(to),
        Kind::Utf32(Big) => from_utf_32::<true>(to),
        Kind::Ucs2(Little) => from_ucs_2::<false>(to),
        Kind::Ucs2(Big) => from_ucs_2::<true>(to),
        Kind::Ucs4(Little) => from_ucs_4::<false>(to),
        Kind::Ucs4(Big) => from_ucs_4::<true>(to),
        _ => None,
    };
    let Some(run) = run else { return None };
    // Surrogates that are code points and may be halves of a pair are left to others.
    let is_partial = matches!(
        (from, to),
        (Kind::Wtf16(_), Kind::Wtf16(_) | Kind::Ucs2(_) | Kind::Ucs4(_))
            | (Kind::Ucs2(_) | Kind::Ucs4(_), Kind::Wtf16(_))
    );
    Some(Kernel { run, is_partial })
}

/// A plain conversion to an encoding in either order, of which one is taken.
macro_rules! plain_to {
    ($source:ty, $target:ident, $order:expr) => {
        [plain::<$source, $target<false>>, plain::<$source, $target<true>>][$order as usize]
    };
}

#[inline]
const fn from_latin_1(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Latin1, Latin1>,
        Kind::Utf16(order) | Kind::Wtf16(order) | Kind::Ucs2(order) => plain_to!(Latin1, Utf16, order),
        Kind::Utf32(order) | Kind::Ucs4(order) => plain_to!(Latin1, Utf32, order),
        _ => return None,
    })
}

const fn from_utf_16<const BIG: bool>(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Utf16<BIG>, Latin1>,
        Kind::Utf16(order) | Kind::Wtf16(order) => {
            [utf_16_to_utf_16::<BIG, false>, utf_16_to_utf_16::<BIG, true>][order as usize]
        }
        Kind::Ucs2(order) => plain_to!(Utf16<BIG>, Ucs2, order),
        Kind::Utf32(order) | Kind::Ucs4(order) => {
            [utf_16_to_utf_32::<BIG, false>, utf_16_to_utf_32::<BIG, true>][order as usize]
        }
        _ => return None,
    })
}

const fn from_utf_32<const BIG: bool>(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Utf32<BIG>, Latin1>,
        Kind::Utf16(order) | Kind::Wtf16(order) => {
            [utf_32_to_utf_16::<BIG, false>, utf_32_to_utf_16::<BIG, true>][order as usize]
        }
        Kind::Ucs2(order) => plain_to!(Utf32<BIG>, Ucs2, order),
        Kind::Utf32(order) | Kind::Ucs4(order) => plain_to!(Utf32<BIG>, Utf32, order),
        _ => return None,
    })
}

/// To code points with surrogates they are code points like others; to others it is UTF-32, as far as it is that.
const fn from_ucs_4<const BIG: bool>(to: Kind) -> Option<Run> {
    match to {
        Kind::Ucs2(order) => Some(plain_to!(Ucs4<BIG>, Ucs2, order)),
        Kind::Ucs4(order) => Some(plain_to!(Ucs4<BIG>, Ucs4, order)),
        to => from_utf_32::<BIG>(to),
    }
}

const fn from_ucs_2<const BIG: bool>(to: Kind) -> Option<Run> {
    Some(match to {
        Kind::Latin1 => plain::<Ucs2<BIG>, Latin1>,
        Kind::Utf16(order) | Kind::Wtf16(order) => plain_to!(Ucs2<BIG>, Utf16, order),
        Kind::Ucs2(order) => plain_to!(Ucs2<BIG>, Ucs2, order),
        Kind::Utf32(order) => plain_to!(Ucs2<BIG>, Utf32, order),
        Kind::Ucs4(order) => plain_to!(Ucs2<BIG>, Ucs4, order),
        _ => return None,
    })
}
