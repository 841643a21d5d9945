//! The ill-formed subsequences of a text, and the repair of each of them.
//!
//! ```text
//! a surrogate pair? C0 80? a lone surrogate? a byte of Windows-1252?
//! ```
//!
//! A kernel finds where they end, 63 positions at a time. The last bytes are copied for it. The reference
//! implementation steps from one to the next; it is used on CPUs without vector instructions.

use crate::codec::Internal;
use crate::engine::{utf_8_error_in_front, validate};
use crate::error::{Error, ErrorKind};
use crate::form::{Form, Utf8, Windows1252};
use crate::kernel::parts;
use crate::simd::Isa;

use super::fix::Fixes;
use super::pair::pair_in_front;

/// An ill-formed subsequence, or several that are repaired together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The number of bytes before it.
    pub(super) offset: usize,
    /// The number of bytes in it.
    pub(super) len: usize,
    /// `true` if it directly follows the previous one or the start of the text.
    pub(super) follows: bool,
    pub(super) remedy: Remedy,
}

impl Part {
    /// Returns the error of the ill-formed subsequence at an offset.
    #[inline]
    pub(super) fn error(text: &[u8], offset: usize) -> Option<Error> {
        let rest = &text[offset..];
        let error = utf_8_error_in_front(rest).or_else(|| validate(Utf8, rest).err())?;
        Some(Error { offset: offset as u64, ..error })
    }
}

/// The repair of an ill-formed subsequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Remedy {
    /// The fix that applies, or none.
    pub(super) fixes: Fixes,
    /// The number of bytes that replace it.
    written: u8,
    bytes: [u8; 4],
}

impl Remedy {
    const NONE: Remedy = Remedy { fixes: Fixes::NONE, written: 0, bytes: [0; 4] };
    const C0_80: Remedy = Remedy::new('\0', Fixes::C0_80);
    const LONE: Remedy = Remedy::new(char::REPLACEMENT_CHARACTER, Fixes::LONE_SURROGATES);

    #[inline]
    const fn new(character: char, fixes: Fixes) -> Remedy {
        let mut bytes = [0; 4];
        let written = character.encode_utf8(&mut bytes).len() as u8;
        Remedy { fixes, written, bytes }
    }

    /// Returns the bytes that replace it.
    #[inline]
    pub(super) fn with(&self) -> &[u8] {
        &self.bytes[..usize::from(self.written)]
    }

    /// Returns these bytes padded with unused ones, and the number of used ones.
    #[inline(always)]
    pub(super) fn padded(&self) -> ([u8; 4], usize) {
        (self.bytes, usize::from(self.written))
    }
}

/// The repair of each byte from 80 on that is an ill-formed subsequence by itself. Five of them have no
/// character in Windows-1252, and would be C1 controls.
static SINGLE: [Remedy; 128] = {
    let mut remedies = [Remedy::NONE; 128];
    let mut byte = 0x80;
    while byte < 0x100 {
        if let Ok(decoded) = Windows1252::TABLE.decode(&[byte as u8], true)
            && let Some(character) = char::from_u32(decoded.code_point)
            && character >= '\u{A0}'
        {
            remedies[byte - 0x80] = Remedy::new(character, Fixes::LEGACY_BYTES);
        }
        byte += 1;
    }
    remedies
};

/// If no ill-formed subsequence ends within this many bytes, the validating kernel continues: it is faster,
/// but slower to start.
const NEAR: usize = 256;
/// The size of the longest frame in bytes.
const FRAME: usize = 64;

/// An iterator over all ill-formed subsequences in order.
pub(super) struct Damage<'t> {
    text: &'t [u8],
    /// The end of the last one, or a boundary after it.
    at: usize,
    /// The end of the last one.
    last: usize,
    /// The positions after `frame` where ill-formed subsequences end, up to `known`: a bit for each.
    frame: usize,
    ends: u64,
    known: usize,
    /// The start of the last bytes, which are too few for frames.
    tail: Option<usize>,
    /// `true` if the reference implementation finds the rest.
    by_steps: bool,
    isa: Isa,
}

impl<'t> Damage<'t> {
    /// The first `well_formed` bytes must be well-formed.
    #[inline]
    pub(super) fn new(text: &'t [u8], well_formed: usize) -> Self {
        Damage {
            text,
            at: well_formed,
            last: 0,
            frame: 0,
            ends: 0,
            known: well_formed,
            tail: None,
            by_steps: false,
            isa: Isa::current(),
        }
    }

    /// Looks for the next frame in which an ill-formed subsequence ends. Returns `false` if there is none.
    #[inline]
    fn look(&mut self) -> bool {
        if self.tail.is_some() {
            return self.known < self.text.len() && self.look_in_tail();
        }
        if self.text.len() - self.at < FRAME && self.isa != Isa::Scalar {
            (self.tail, self.known) = (Some(self.at), self.at);
            return self.look_in_tail();
        }
        loop {
            let found = parts::ends(self.isa, self.text, self.known, self.known.saturating_add(NEAR));
            (self.frame, self.ends, self.known) = (found.at, found.ends, found.at + found.known);
            if found.ends != 0 {
                return true;
            }
            // A sequence may be incomplete there.
            let is_trail = |at: usize| self.text.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
            let back = (0..=found.at.min(3)).find(|back| !is_trail(found.at - back)).unwrap_or(0);
            self.at = self.at.max(found.at - back);
            if self.isa == Isa::Scalar {
                self.by_steps = true;
                return true;
            }
            if self.text.len() - self.at < NEAR {
                (self.tail, self.known) = (Some(self.at), self.at);
                return self.look_in_tail();
            }
            self.at += Utf8.well_formed_run(&self.text[self.at..]);
            self.known = self.at;
        }
    }

    /// Looks for the next frame in a copy of the last bytes. Zeros after the copy end every sequence.
    #[inline]
    fn look_in_tail(&mut self) -> bool {
        let base = self.tail.unwrap_or_default();
        let tail = &self.text[base..];
        let mut copy = [0; NEAR + FRAME];
        copy[..tail.len()].copy_from_slice(tail);
        let found = parts::ends(self.isa, &copy, self.known - base, tail.len());
        self.frame = base + found.at;
        self.ends = found.ends;
        self.known = self.frame + found.known;
        found.ends != 0
    }

    #[inline]
    fn step(&mut self) -> Option<Part> {
        let rest = &self.text[self.at..];
        // After one error, there is often another.
        let error = match rest.first()? {
            0x80.. => utf_8_error_in_front(rest),
            _ => None,
        };
        let error = error.or_else(|| validate(Utf8, rest).err())?;
        let offset = self.at + error.valid_up_to();
        let found = remedy(&self.text[offset..], error);
        let len = found.map_or(usize::try_from(error.len()).unwrap_or(1), |(len, _)| len);
        Some(self.part(offset, len, found.map_or(Remedy::NONE, |(_, remedy)| remedy)))
    }

    #[inline(always)]
    fn part(&mut self, offset: usize, len: usize, remedy: Remedy) -> Part {
        let follows = offset == self.last;
        self.at = offset + len;
        self.last = self.at;
        Part { offset, len, follows, remedy }
    }

    /// Returns the ill-formed subsequence that ends at a position, or the group that one repair replaces.
    #[inline(always)]
    fn ending(&mut self, end: usize) -> Part {
        let last = end - 1;
        // After ASCII, a continuation byte does not belong to a sequence. All conditions are tested at once,
        // because errors of several kinds are hard to predict.
        let is_after_ascii = self.text[last.saturating_sub(1)] < 0x80;
        let is_single = (last == self.at) | (self.text[last] >= 0xC0) | is_after_ascii;
        let offset = if is_single { last } else { parts::start(self.text, end) };
        if offset < last {
            return self.part(offset, end - offset, Remedy::NONE);
        }
        let (lead, rest) = (self.text[last], &self.text[end..]);
        match lead {
            0xC0 | 0xC1 | 0xE0 | 0xED | 0xF0 => self.of_several(last),
            _ if rest.is_empty() => self.part(offset, 1, Remedy::NONE),
            _ => self.part(offset, 1, SINGLE[usize::from(lead & 0x7F)]),
        }
    }

    /// Returns an ill-formed subsequence whose first byte alone does not determine its repair.
    #[inline]
    fn of_several(&mut self, offset: usize) -> Part {
        let rest = &self.text[offset..];
        let (len, remedy) = match *rest {
            [0xC0, 0x80, ..] => (2, Remedy::C0_80),
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => match pair_in_front(rest) {
                Some(pair) => (6, Remedy::new(pair, Fixes::CESU_8)),
                None => (3, Remedy::LONE),
            },
            [_] | [0xC0 | 0xC1, 0x80..=0xBF, ..] | [0xE0, 0x80..=0x9F, ..] | [0xF0, 0x80..=0x8F, ..] => {
                (1, Remedy::NONE)
            }
            [lead, ..] => (1, SINGLE[usize::from(lead & 0x7F)]),
            [] => (1, Remedy::NONE),
        };
        let part = self.part(offset, len, remedy);
        // Skip those inside it, unless they extend into the next frame.
        self.ends &= u64::MAX.checked_shl((self.at - self.frame + 1) as u32).unwrap_or(0);
        part
    }
}

impl Iterator for Damage<'_> {
    type Item = Part;

    #[inline(always)]
    fn next(&mut self) -> Option<Part> {
        loop {
            while self.ends != 0 {
                let end = self.frame + self.ends.trailing_zeros() as usize;
                self.ends &= self.ends - 1;
                // Skip those inside a group of the previous frame that was taken as a whole.
                if end > self.at {
                    return Some(self.ending(end));
                }
            }
            if self.by_steps {
                return self.step();
            }
            if !self.look() {
                return None;
            }
        }
    }
}

/// Returns the repair of the ill-formed subsequence at the start of `rest`, and the number of bytes that it
/// replaces.
#[inline]
fn remedy(rest: &[u8], error: Error) -> Option<(usize, Remedy)> {
    if let Some(pair) = pair_in_front(rest) {
        return Some((6, Remedy::new(pair, Fixes::CESU_8)));
    }
    match rest {
        [0xC0, 0x80, ..] => return Some((2, Remedy::C0_80)),
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => return Some((3, Remedy::LONE)),
        _ => {}
    }
    // An error of several bytes, or one at the end, may be the rest of a sequence that was cut. An overlong
    // one may be another encoder's sequence, except C0 and C1 before a byte that is not a continuation byte.
    let is_sequence = |next: u8| rest[0] > 0xC1 || matches!(next, 0x80..=0xBF);
    let is_single = error.len() == 1
        && rest.get(1).is_some_and(|&next| error.kind() != ErrorKind::Overlong || !is_sequence(next));
    let remedy = SINGLE[usize::from(rest[0] & 0x7F)];
    (is_single && remedy != Remedy::NONE).then_some((1, remedy))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use placemat_random::Random;

    use super::*;

    fn check(text: &[u8]) {
        let by_steps = Damage { by_steps: true, ..Damage::new(text, 0) };
        let expected: Vec<_> = by_steps.collect();
        for from in [0, Utf8.well_formed_run(text)] {
            for isa in Isa::available() {
                let found: Vec<_> = Damage { isa, ..Damage::new(text, from) }.collect();
                assert_eq!(found, expected, "{isa:?} {text:X?}");
            }
        }
    }

    #[test]
    fn frames_find_what_the_reference_finds() {
        let pieces: [&[u8]; 18] = [
            b"a",
            "abcdefghijklmnopqrstuvwxyz".as_bytes(),
            "é€💩".as_bytes(),
            b"\xED\xA0\xBD\xED\xB2\xA9",
            b"\xED\xA0\xBD",
            b"\xED\xB2\xA9",
            b"\xED\xA0",
            b"\xC0\x80",
            b"\xC0",
            b"\xC1\xBF",
            b"\xE0\x80",
            b"\xE0",
            b"\xF0\x80",
            b"\xF0\x9F\x92",
            b"\xE2\x82",
            b"\x93",
            b"\x81",
            b"\xFF",
        ];
        let mut random = Random(11);
        for round in 0..20_000 {
            let kinds: Vec<_> = (0..1 + random.below(5)).map(|_| random.of(&pieces)).collect();
            let count = random.below(60);
            let mut text: Vec<u8> = (0..count).flat_map(|_| random.of(&kinds)).copied().collect();
            if round % 4 == 0 {
                text = (0..random.below(200)).map(|_| random.bits() as u8 | 0x80).collect();
            }
            check(&text);
        }
    }

    #[test]
    fn each_pair_of_bytes_is_what_the_reference_says() {
        for first in 0x80..=0xFF {
            for second in 0..=0xFF {
                let mut text = [b' '; 100];
                (text[20], text[21], text[80], text[81]) = (first, second, first, second);
                check(&text);
                check(&text[..22]);
                check(&text[..82]);
            }
        }
    }
}
