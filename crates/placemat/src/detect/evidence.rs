//! Evidence in the bytes, independent of the verdict: patterns of the family, counted, with their first
//! offsets.

use alloc::vec::Vec;
use core::fmt;

use crate::codec::{Codec, Internal};
use crate::encoding::Encoding;
use crate::error::ErrorKind;
use crate::wrapper;

/// A kind of evidence.
///
/// ```
/// use placemat::detect::EvidenceKind;
/// assert_eq!(EvidenceKind::CodedNul.name(), "c0-80");
/// assert_eq!(EvidenceKind::CodedNul.describe(), "C0 80: U+0000 as Modified UTF-8 writes it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EvidenceKind {
    /// A byte order mark or signature at the start.
    Signature,
    /// Sequences of two bytes, `C2 80` to `DF BF`.
    TwoBytes,
    /// Sequences of three bytes, without surrogates.
    ThreeBytes,
    /// Sequences of four bytes up to U+10FFFF.
    FourBytes,
    /// A lead surrogate and a trail surrogate, three bytes each.
    SixBytePair,
    /// A lone surrogate, in three bytes.
    LoneSurrogate,
    /// `C0 80`.
    CodedNul,
    /// Sequences of four bytes above U+10FFFF.
    BeyondUnicode,
    /// Sequences of five and six bytes.
    FiveOrSixBytes,
    /// Sequences of the UTF-8 pattern that are longer than their character needs, except `C0 80`. A filter
    /// that runs before a careless decoder does not see the character.
    Overlong,
    /// UTF-8 sequences that were mistaken for single bytes and encoded again.
    DoubleEncoding,
    /// Bytes from 80 on that are not in a sequence of the UTF-8 pattern.
    LegacyBytes,
    /// The byte 00.
    ZeroBytes,
    /// Two bytes at an even offset, the second of which is 00.
    ZeroUtf16Le,
    /// Two bytes at an even offset, the first of which is 00.
    ZeroUtf16Be,
    /// Four bytes at a multiple of four that are a code point of Unicode in little-endian UTF-32, other than
    /// U+0000.
    ZeroUtf32Le,
    /// Four bytes at a multiple of four that are a code point of Unicode in big-endian UTF-32, other than
    /// U+0000.
    ZeroUtf32Be,
    /// Lone surrogates in the verdict's encoding of 16-bit or 32-bit units.
    LoneSurrogates,
    /// Ill-formed subsequences in the verdict's encoding. Adjacent ones count as one.
    IllFormed,
}

impl EvidenceKind {
    /// All kinds of evidence, in the order of reports.
    ///
    /// ```
    /// use placemat::detect::EvidenceKind;
    /// assert!(EvidenceKind::ALL.is_sorted());
    /// ```
    pub const ALL: [EvidenceKind; 19] = [
        EvidenceKind::Signature,
        EvidenceKind::TwoBytes,
        EvidenceKind::ThreeBytes,
        EvidenceKind::FourBytes,
        EvidenceKind::SixBytePair,
        EvidenceKind::LoneSurrogate,
        EvidenceKind::CodedNul,
        EvidenceKind::BeyondUnicode,
        EvidenceKind::FiveOrSixBytes,
        EvidenceKind::Overlong,
        EvidenceKind::DoubleEncoding,
        EvidenceKind::LegacyBytes,
        EvidenceKind::ZeroBytes,
        EvidenceKind::ZeroUtf16Le,
        EvidenceKind::ZeroUtf16Be,
        EvidenceKind::ZeroUtf32Le,
        EvidenceKind::ZeroUtf32Be,
        EvidenceKind::LoneSurrogates,
        EvidenceKind::IllFormed,
    ];

    /// Returns the name in reports.
    ///
    /// ```
    /// # use placemat::detect::EvidenceKind;
    /// assert_eq!(EvidenceKind::SixBytePair.to_string(), "six-byte-pair");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        self.texts().0
    }

    /// Returns a phrase that describes the evidence.
    ///
    /// ```
    /// # use placemat::detect::EvidenceKind;
    /// assert!(EvidenceKind::ALL.iter().all(|kind| !kind.describe().is_empty()));
    /// ```
    #[inline]
    pub const fn describe(self) -> &'static str {
        self.texts().1
    }

    #[inline]
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            EvidenceKind::Signature => ("signature", "signature"),
            EvidenceKind::TwoBytes => ("two-bytes", "sequences of two bytes"),
            EvidenceKind::ThreeBytes => ("three-bytes", "sequences of three bytes"),
            EvidenceKind::FourBytes => ("four-bytes", "sequences of four bytes"),
            EvidenceKind::SixBytePair => ("six-byte-pair", "surrogate pairs in six bytes"),
            EvidenceKind::LoneSurrogate => ("lone-surrogate", "lone surrogates in three bytes"),
            EvidenceKind::CodedNul => ("c0-80", "C0 80: U+0000 as Modified UTF-8 writes it"),
            EvidenceKind::BeyondUnicode => ("beyond-unicode", "sequences of four bytes above U+10FFFF"),
            EvidenceKind::FiveOrSixBytes => ("five-or-six-bytes", "sequences of five or six bytes"),
            EvidenceKind::Overlong => ("overlong", "overlong sequences"),
            EvidenceKind::DoubleEncoding => {
                ("double-encoding", "characters that look like UTF-8 encoded twice")
            }
            EvidenceKind::LegacyBytes => ("legacy-bytes", "bytes from 80 on outside of UTF-8 sequences"),
            EvidenceKind::ZeroBytes => ("zero-bytes", "bytes 00"),
            EvidenceKind::ZeroUtf16Le => ("zero-utf-16le", "units xx 00, as in UTF-16LE"),
            EvidenceKind::ZeroUtf16Be => ("zero-utf-16be", "units 00 xx, as in UTF-16BE"),
            EvidenceKind::ZeroUtf32Le => ("zero-utf-32le", "units xx xx xx 00, as in UTF-32LE"),
            EvidenceKind::ZeroUtf32Be => ("zero-utf-32be", "units 00 xx xx xx, as in UTF-32BE"),
            EvidenceKind::LoneSurrogates => ("lone-surrogates", "lone surrogates"),
            EvidenceKind::IllFormed => ("ill-formed", "places with ill-formed parts"),
        }
    }
}

impl fmt::Display for EvidenceKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of evidence, with the number of occurrences and the first of them.
///
/// ```
/// use placemat::detect::{detect, Evidence, EvidenceKind};
/// let found = detect(b"a\xC0\x80b\xC0\x80");
/// let nul = Evidence { kind: EvidenceKind::CodedNul, count: 2, first: 1 };
/// assert!(found.evidence.contains(&nul));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Evidence {
    /// The kind of evidence.
    pub kind: EvidenceKind,
    /// The number of occurrences.
    pub count: u64,
    /// The offset of the first occurrence, in bytes.
    pub first: u64,
}

/// A count and the first offset, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) first: u64,
}

impl Tally {
    #[inline]
    pub(super) fn add(&mut self, at: u64) {
        if self.count == 0 {
            self.first = at;
        }
        self.count += 1;
    }

    #[inline]
    pub(super) fn of_kind(self, kind: EvidenceKind) -> Option<Evidence> {
        let Tally { count, first } = self;
        if count == 0 { None } else { Some(Evidence { kind, count, first }) }
    }
}

/// An input is in 16-bit units if it has at least this many bytes 00 for each overlong sequence.
const ZEROS_FOR_UNITS: u64 = 2;

/// Reads the bytes once and counts patterns.
#[derive(Clone, Debug, Default)]
pub(super) struct Scanner {
    tallies: [Tally; EvidenceKind::ALL.len()],
    /// The number of bytes of the previous block that are not read yet: the beginning of a sequence.
    after: usize,
    /// The number of bytes that are not trail bytes of the UTF-8 pattern: the UTF-16 units of Modified UTF-8.
    pub(super) not_trailing: u64,
    pub(super) ends_in_zero: bool,
    /// The code point that the first overlong sequence would stand for.
    pub(super) overlong: Option<u32>,
}

impl Scanner {
    #[inline]
    pub(super) fn tally(&self, kind: EvidenceKind) -> Tally {
        self.tallies[kind as usize]
    }

    #[inline]
    pub(super) fn evidence(&self) -> Vec<Evidence> {
        EvidenceKind::ALL.into_iter().filter_map(|kind| self.tally(kind).of_kind(kind)).collect()
    }

    /// Returns `true` if there are overlong sequences, including `C0 80`, in input that is otherwise UTF-8 or
    /// ASCII. Text in an older encoding has sequences of UTF-8 by chance, and fewer of them than other bytes
    /// from 80 on.
    #[inline]
    pub(super) fn has_overlong_utf_8(&self) -> bool {
        let count = |kind| self.tally(kind).count;
        let sequences = count(EvidenceKind::TwoBytes)
            + count(EvidenceKind::ThreeBytes)
            + count(EvidenceKind::FourBytes)
            + count(EvidenceKind::DoubleEncoding);
        (self.overlong.is_some() || count(EvidenceKind::CodedNul) > 0)
            && sequences >= count(EvidenceKind::LegacyBytes)
    }

    /// Returns `true` if overlong sequences are the only bytes from 80 on, and there are too few bytes 00 for
    /// ASCII in 16-bit units.
    #[inline]
    pub(super) fn is_ascii_but_for_overlong(&self) -> bool {
        let count = |kind| self.tally(kind).count;
        let overlong = count(EvidenceKind::Overlong) + count(EvidenceKind::CodedNul);
        count(EvidenceKind::LegacyBytes) == 0 && count(EvidenceKind::ZeroBytes) < ZEROS_FOR_UNITS * overlong
    }

    /// Repeats what has happened since `before`, `times` more times.
    #[inline]
    pub(super) fn repeat(&mut self, before: &Scanner, times: u64) {
        self.not_trailing += times * (self.not_trailing - before.not_trailing);
        for (tally, before) in self.tallies.iter_mut().zip(&before.tallies) {
            tally.count += times * (tally.count - before.count);
        }
    }

    /// Reads a block after the last bytes of the previous one: `window[back..]`, at `offset` in the input.
    #[inline]
    pub(super) fn block(&mut self, window: &[u8], back: usize, offset: u64, end: bool) {
        let block = &window[back..];
        self.not_trailing += block.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
        self.ends_in_zero = block.last().map_or(self.ends_in_zero, |&byte| byte == 0);
        if block.contains(&0) {
            self.zeros(block, offset);
        }
        let origin = offset.wrapping_sub(back as u64);
        let mut at = back - self.after;
        let well_formed = at + Encoding::Utf8.well_formed_run(&window[at..]);
        while let Some(&byte) = window.get(at) {
            if byte < 0x80 {
                at += 1;
                continue;
            }
            let rest = &window[at..];
            // Twelve bytes are enough for a doubly encoded character and for a pair.
            if !end && rest.len() < 12 {
                break;
            }
            let (kind, len) = if at < well_formed { pattern_of_utf_8(rest) } else { pattern(rest) };
            if kind == EvidenceKind::Overlong {
                self.overlong = self.overlong.or_else(|| overlong(rest).map(|(code_point, _)| code_point));
            }
            self.tallies[kind as usize].add(origin.wrapping_add(at as u64));
            at += len;
        }
        self.after = window.len() - at;
    }

    /// Counts zero bytes. Blocks are multiples of four.
    #[inline]
    fn zeros(&mut self, block: &[u8], offset: u64) {
        let mut add = |kind, k: usize| self.tallies[kind as usize].add(offset + k as u64);
        for (k, _) in block.iter().enumerate().filter(|&(_, &byte)| byte == 0) {
            add(EvidenceKind::ZeroBytes, k);
        }
        for (k, pair) in block.chunks_exact(2).enumerate() {
            match (pair[0], pair[1]) {
                (0, 1..) => add(EvidenceKind::ZeroUtf16Be, 2 * k),
                (1.., 0) => add(EvidenceKind::ZeroUtf16Le, 2 * k),
                _ => {}
            }
        }
        for (k, four) in block.as_chunks::<4>().0.iter().enumerate() {
            if matches!(u32::from_le_bytes(*four), 1..=0x10_FFFF) {
                add(EvidenceKind::ZeroUtf32Le, 4 * k);
            }
            if matches!(u32::from_be_bytes(*four), 1..=0x10_FFFF) {
                add(EvidenceKind::ZeroUtf32Be, 4 * k);
            }
        }
    }
}

/// Returns the same as [`pattern`] for bytes that begin with a sequence of well-formed UTF-8.
#[inline]
fn pattern_of_utf_8(bytes: &[u8]) -> (EvidenceKind, usize) {
    match bytes {
        [0xC3, 0x82..=0xB4, ..] => pattern(bytes),
        [0..0xE0, ..] => (EvidenceKind::TwoBytes, 2),
        [0..0xF0, ..] => (EvidenceKind::ThreeBytes, 3),
        _ => (EvidenceKind::FourBytes, 4),
    }
}

/// Returns the pattern that the bytes begin with, and its length. The first byte must not be ASCII.
#[inline]
fn pattern(bytes: &[u8]) -> (EvidenceKind, usize) {
    if bytes.starts_with(&[0xC0, 0x80]) {
        return (EvidenceKind::CodedNul, 2);
    }
    // Inner lead bytes C2 to F4 as U+00C2 to U+00F4.
    if let [0xC3, 0x82..=0xB4, ..] = bytes
        && let Some(decoded) = wrapper::decode_twice(bytes)
    {
        return (EvidenceKind::DoubleEncoding, decoded.len);
    }
    let Ok(decoded) = Encoding::Utf8Rfc2279.decode_next(bytes, true) else {
        return overlong(bytes)
            .map_or((EvidenceKind::LegacyBytes, 1), |(_, len)| (EvidenceKind::Overlong, len));
    };
    let kind = match (decoded.len, decoded.code_point) {
        (2, _) => EvidenceKind::TwoBytes,
        (3, 0xD800..=0xDBFF) if matches!(bytes[3..], [0xED, 0xB0..=0xBF, 0x80..=0xBF, ..]) => {
            return (EvidenceKind::SixBytePair, 6);
        }
        (3, 0xD800..=0xDFFF) => EvidenceKind::LoneSurrogate,
        (3, _) => EvidenceKind::ThreeBytes,
        (4, ..=0x10_FFFF) => EvidenceKind::FourBytes,
        (4, _) => EvidenceKind::BeyondUnicode,
        _ => EvidenceKind::FiveOrSixBytes,
    };
    (kind, decoded.len)
}

/// Returns the code point that the overlong sequence at the start would stand for, and its length.
#[inline]
fn overlong(bytes: &[u8]) -> Option<(u32, usize)> {
    if !matches!(bytes, [0xC0 | 0xC1 | 0xE0 | 0xF0 | 0xF8 | 0xFC, ..]) {
        return None;
    }
    let (masked, kind) = Encoding::Utf8Rfc2279.info().table.masked(bytes)?;
    (kind == ErrorKind::Overlong).then_some((masked.code_point, masked.len))
}
