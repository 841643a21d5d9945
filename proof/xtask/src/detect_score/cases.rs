//! The cases that are scored: a text in an encoding, intact or slightly damaged.

use placemat::detect::detect;
use placemat::form::CorrectedUtf8;
use placemat::java::Frame;
use placemat::{Codec, Encoding, decode, encode};
use placemat_random::SplitMix;

use super::languages::Language;

/// The result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The encoding was the verdict.
    Verdict,
    /// The encoding was named as a tie with the verdict.
    Tie,
    /// The text was damaged, and the encoding was named as the one it may be in if it was damaged.
    Alternative,
    /// The encoding was not recognized.
    Wrong,
}

/// An input whose encoding is known.
pub(super) struct Case {
    pub(super) encoding: Encoding,
    pub(super) bytes: Vec<u8>,
    /// `true` if the input has ill-formed subsequences, or ones that this encoding carries and others do not.
    is_damaged: bool,
}

/// Returns the encodings in which texts are written. `utf-8-or-*` and `tcl-8.6-utf-8` are decoders.
pub(super) fn encodings() -> impl Iterator<Item = Encoding> {
    let is_considered = |encoding: &Encoding| encoding.info().encodes && !encoding.info().needs_signature;
    Encoding::ALL.into_iter().filter(is_considered)
}

impl Case {
    /// Creates a text of about `len` bytes; returns `None` if the encoding cannot hold the language.
    pub(super) fn new(
        encoding: Encoding,
        language: &Language,
        len: usize,
        is_damaged: bool,
        random: &mut SplitMix,
    ) -> Option<Self> {
        let has_supplementary = random.one_in(2) && encode(encoding, &[0x1_F600]).is_ok();
        let mut text = language.text(len.max(64), has_supplementary, random);
        let is_special = random.one_in(2);
        if is_special {
            add_specials(encoding, &mut text, random);
        }
        let full = encode(encoding, &text).ok()?;
        // At least `len` bytes, as exactly as sequences allow.
        let mut count = (len * text.len() / full.len()).max(1);
        let mut bytes = encode(encoding, &text[..count]).ok()?;
        while bytes.len() < len && count < text.len() {
            count += 1 + (len - bytes.len()) / 8;
            count = count.min(text.len());
            bytes = encode(encoding, &text[..count]).ok()?;
        }
        let mut case = Case { encoding, bytes, is_damaged };
        if is_special && encoding.info().carry.is_some() {
            case.is_damaged = true;
        }
        if is_damaged {
            case.damage(random);
        }
        Some(case)
    }

    /// Replaces and flips single bytes, and removes and adds some if that does not make the rest undecodable:
    /// one in four thousand, and at least one. BOMs and the counts of frames are not damaged, because without
    /// them the encoding could not be found.
    fn damage(&mut self, random: &mut SplitMix) {
        let is_framed = self.encoding.as_frame().is_some();
        let head = if is_framed { 8 } else { self.encoding.mark().len() };
        let tail = usize::from(is_framed);
        let can_shift = self.encoding.info().width == 1 && !is_framed;
        for _ in 0..1 + self.bytes.len() / 4096 {
            let Some(room) = self.bytes.len().checked_sub(head + tail).filter(|&room| room > 0) else {
                return;
            };
            let at = head + random.below(room);
            match random.below(if can_shift { 4 } else { 2 }) {
                0 => self.bytes[at] = random.bits() as u8,
                1 => self.bytes[at] ^= 1 << random.below(8),
                2 => drop(self.bytes.remove(at)),
                _ => self.bytes.insert(at, random.bits() as u8),
            }
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        let found = detect(&self.bytes);
        let Case { encoding, is_damaged, .. } = *self;
        if encoding.info().is_corrected && !self.bytes.starts_with(&CorrectedUtf8::MAGIC_NUMBER) {
            // Such encodings cannot be detected: a verdict is right if it does not claim them, unless the
            // text is ASCII.
            let is_claimed = found.encoding == Some(encoding) || found.also.contains(&encoding);
            return match is_claimed {
                true if self.bytes.is_ascii() => Outcome::Tie,
                true => Outcome::Wrong,
                false => Outcome::Verdict,
            };
        }
        if found.encoding == Some(encoding) {
            Outcome::Verdict
        } else if found.also.contains(&encoding) && self.is_tie(found.encoding) {
            Outcome::Tie
        } else if is_damaged && found.alternatives.contains(&encoding) {
            Outcome::Alternative
        } else {
            Outcome::Wrong
        }
    }

    /// Returns `true` if the other encoding reads the same text, except for a BOM. Ill-formed text cannot be
    /// compared here.
    fn is_tie(&self, other: Option<Encoding>) -> bool {
        let text = |encoding| {
            let text = decode(encoding, &self.bytes).ok()?;
            Some(text.strip_prefix(&[0xFEFF]).map_or(text.clone(), <[u32]>::to_vec))
        };
        match (text(self.encoding), other.and_then(text)) {
            (Some(one), Some(other)) => one == other,
            _ => self.is_damaged,
        }
    }
}

/// Returns the special code points of an encoding: carried bytes, U+0000, lone surrogates. One frame
/// represents all frames. In encodings whose code space exceeds U+10FFFF, surrogates are not special.
fn specials(encoding: Encoding) -> Vec<u32> {
    let info = encoding.info();
    let holds = |code_point| info.table.encode(code_point).is_some();
    match info.carry {
        Some(carry) => [0xE9, 0x80].map(|byte| carry.code_point(byte)).to_vec(),
        None if !matches!(encoding.as_frame(), None | Some(Frame::WriteUtf)) => vec![],
        None if !info.has_nul_alone() => vec![0],
        None if holds(0xD83D) && !holds(0x11_0000) => vec![0xD83D, 0xDCA9],
        None => vec![],
    }
}

/// Inserts special code points into a text.
fn add_specials(encoding: Encoding, text: &mut [u32], random: &mut SplitMix) {
    let specials = specials(encoding);
    if specials.is_empty() {
        return;
    }
    for _ in 0..1 + text.len() / 4096 {
        let at = random.below(text.len());
        // They are never adjacent, because two could be a pair.
        text[at] = specials[random.below(specials.len())];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specials_are_those_of_the_list() {
        for encoding in encodings() {
            let listed: &[u32] = match encoding {
                Encoding::Mutf8 | Encoding::Mutf8Lenient | Encoding::Mutf8WriteUtf => &[0],
                Encoding::Wtf8
                | Encoding::GeneralizedUtf8
                | Encoding::Wtf16Le
                | Encoding::Wtf16Be
                | Encoding::Cesu8Lenient
                | Encoding::Ucs2Le
                | Encoding::Ucs2Be => &[0xD83D, 0xDCA9],
                Encoding::Utf8b => &[0xDCE9, 0xDC80],
                Encoding::Optu8 | Encoding::Optu8Reversible => &[0xEFE9, 0xEF80],
                _ => &[],
            };
            assert_eq!(specials(encoding), listed, "{encoding}");
        }
    }
}
