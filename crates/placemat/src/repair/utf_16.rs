//! UTF-16 that is labelled as UTF-8.

use alloc::vec;
use alloc::vec::Vec;
use core::str;

use crate::codec::{Codec, Internal};
use crate::detect::{Detection, may_be_utf_16, may_tell_of_utf_16};
use crate::encoding::Encoding;
use crate::engine::convert;
use crate::form::Utf8;
use crate::kernel::each_place;
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};
use crate::unit::Endian;

use super::edit::Edit;
use super::fix::Fixes;
use super::verdict::Verdict;

/// Returns `true` if the detector takes a text for UTF-16.
#[inline]
pub(super) fn is_utf_16(found: &Detection) -> bool {
    found.encoding.is_some_and(|one| one.info().is_utf_16())
}

/// Returns the edit of the whole text, if it is UTF-16 and converts to text without U+0000.
#[inline]
pub(super) fn utf_16(text: &[u8], verdict: &Verdict<'_>) -> Vec<Edit> {
    let has_mark = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    if !has_mark && each_place(text, 0).next().is_none() {
        return vec![];
    }
    // Text that no verdict would make UTF-16 does not need one.
    let may_have_pattern = || [false, true].into_iter().any(|is_big| has_pattern(text, is_big, true));
    if !(has_mark || may_tell_of_utf_16(text) && may_have_pattern() && may_be_utf_16(text)) {
        return vec![];
    }
    let found = verdict.on(text);
    let candidates = found.encoding.into_iter().chain(found.also.iter().copied());
    let encoding = match candidates.into_iter().find(|one| one.info().is_utf_16()) {
        Some(_) if has_mark => Encoding::Utf16,
        Some(encoding) if encoding.info().order.is_some() => encoding,
        _ => return vec![],
    };
    let is_sure = found.margin.is_none_or(|bits| bits >= SURE);
    if !has_mark && !has_pattern(text, encoding.info().order == Some(Endian::Big), is_sure) {
        return vec![];
    }
    match convert(encoding, Encoding::Utf8, text) {
        Ok(with) if !with.contains(&0) && (has_mark || is_text(&with)) => {
            vec![Edit { offset: 0, len: text.len(), with, fixes: Fixes::UTF_16 }]
        }
        _ => vec![],
    }
}

/// If the next reading costs this many bits more, the first one is certain.
const SURE: u64 = 256;

/// Returns `true` if the bytes 00 are where UTF-16 in an order has them. In short texts, the detector has
/// little evidence. Then a quarter of the units must be below U+0100, three quarters if the text may as well
/// be UTF-8, and none may have a low byte 00.
#[inline]
fn has_pattern(text: &[u8], is_big: bool, is_sure: bool) -> bool {
    /// Texts of this many bytes are long.
    const LONG: usize = 512;
    let (units, rest) = text.as_chunks::<2>();
    if !rest.is_empty() {
        return false;
    }
    // Bits of the high byte and of the low byte, in little-endian order.
    let (high, low) = if is_big { (0x00FF, 0xFF00) } else { (0xFF00, 0x00FF) };
    // Few enough at a time that counts of 16 bits do not overflow.
    let counts = |byte: u16| {
        let is_zero = move |unit: &[u8; 2]| u16::from(u16::from_le_bytes(*unit) & byte == 0);
        units.chunks(1 << 12).map(move |units| units.iter().map(is_zero).sum::<u16>())
    };
    let count = |byte: u16| counts(byte).map(usize::from).sum::<usize>();
    let (small, hundreds) = (count(high), count(low));
    if small * 4 >= 3 * units.len() && hundreds == 0 {
        return true;
    }
    let is_usual = small * 4 >= units.len() && hundreds == 0;
    let is_long = text.len() >= LONG && (is_sure || small > 2 * hundreds);
    (is_usual || is_long) && !is_text_without_nuls(text)
}

/// Returns `true` if the text without its bytes 00 is text.
#[inline]
fn is_text_without_nuls(text: &[u8]) -> bool {
    if Utf8.well_formed_run(text) == text.len() && !Isa::current().run(Suspicious(text)) {
        return true;
    }
    let without_nuls: Vec<u8> = text.iter().copied().filter(|&byte| byte != 0).collect();
    is_text(&without_nuls)
}

/// Determines whether well-formed UTF-8 may contain characters other than U+0000 that text does not have. The
/// loop compiles to vector instructions.
struct Suspicious<'t>(&'t [u8]);

impl Suspicious<'_> {
    #[inline(always)]
    fn any(self) -> bool {
        const STRIDE: usize = 64;
        let Suspicious(text) = self;
        let mut at = 0;
        while let Some(stride) = text[at..].first_chunk::<{ STRIDE + 1 }>() {
            if (0..STRIDE).fold(false, |any, k| any | is_suspicious(stride[k], stride[k + 1])) {
                return true;
            }
            at += STRIDE;
        }
        (at..text.len()).any(|at| is_suspicious(text[at], text.get(at + 1).copied().unwrap_or(0)))
    }
}

impl Vectorized for Suspicious<'_> {
    type Output = bool;

    #[inline]
    fn scalar(self) -> bool {
        self.any()
    }

    #[inline(always)]
    fn vector<S: Simd>(self, _simd: S) -> bool {
        self.any()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, _simd: Avx512) -> bool {
        self.any()
    }
}

/// Returns `true` if a character for which [`is_text`] is false may begin or end with these two bytes.
#[inline(always)]
fn is_suspicious(byte: u8, next: u8) -> bool {
    let is_usual = (byte == 0) | (byte == b'\t') | (byte == b'\n') | (byte == b'\r') | (byte == 0x0C);
    let is_control = ((byte < b' ') & !is_usual) | (byte == 0x7F) | ((byte == 0xC2) & (next < 0xA0));
    // U+E000..U+EFFF, U+F000..U+F8FF, U+FDC0..U+FDFF, U+C0000 and more, and U+xxFFFE and U+xxFFFF.
    let is_private = (byte == 0xEE) | ((byte == 0xEF) & ((next < 0xA4) | (next == 0xB7))) | (byte >= 0xF3);
    is_control | is_private | ((byte == 0xBF) & (next & 0xFE == 0xBE))
}

/// Returns `true` if a text in UTF-8 has no control characters except those of text, and no private-use
/// characters or noncharacters.
#[inline]
fn is_text(text: &[u8]) -> bool {
    let is_none = |character: char| u32::from(character) & 0xFFFE == 0xFFFE;
    let is_private =
        |character| matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{F0000}'..);
    let is_control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C');
    let is_odd = |character| is_none(character) || is_private(character) || is_control(character);
    str::from_utf8(text).is_ok_and(|text| !text.contains(is_odd))
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn every_character_that_text_does_not_have_is_suspicious() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            assert!(is_text(bytes) || character == '\0' || Suspicious(bytes).any(), "{character:?}");
        }
        for text in ["Ein Wort, größer.\n", "日本語\u{FFFD}", "💩\u{FEFF}", "a\0b"] {
            let text: String = text.repeat(20);
            assert!(Isa::available().all(|isa| !isa.run(Suspicious(text.as_bytes()))), "{text}");
            let odd = text.clone() + "\u{FFFE}" + &text;
            assert!(Isa::available().all(|isa| isa.run(Suspicious(odd.as_bytes()))), "{text}");
        }
    }
}
