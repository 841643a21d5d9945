//! UTF-16 that calls itself UTF-8.

use alloc::vec;
use alloc::vec::Vec;
use core::str;

use crate::detect::{Detection, may_be_utf_16};
use crate::kernel::each_place;
use crate::{Encoding, convert};

use super::edit::Edit;
use super::fix::Fixes;
use super::verdict::Verdict;

/// Does the detector take a text for UTF-16?
pub(super) fn is_utf_16(found: &Detection) -> bool {
    found.encoding.is_some_and(|one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be))
}

/// The whole text, if it is UTF-16 and becomes text without U+0000.
pub(super) fn utf_16(text: &[u8], verdict: &Verdict<'_>) -> Vec<Edit> {
    let has_mark = text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF");
    if !has_mark && each_place(text, 0).next().is_none() {
        return vec![];
    }
    // What no verdict would make UTF-16 needs none.
    let may_have_pattern = || [false, true].into_iter().any(|is_big| has_pattern(text, is_big, true));
    if !(has_mark || may_be_utf_16(text) && may_have_pattern()) {
        return vec![];
    }
    let found = verdict.on(text);
    let candidates = found.encoding.into_iter().chain(found.also.iter().copied());
    let encoding = match candidates
        .into_iter()
        .find(|one| matches!(one, Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be))
    {
        Some(_) if has_mark => Encoding::Utf16,
        Some(encoding) if encoding != Encoding::Utf16 => encoding,
        _ => return vec![],
    };
    let is_sure = found.margin.is_none_or(|bits| bits >= SURE);
    if !has_mark && !has_pattern(text, encoding == Encoding::Utf16Be, is_sure) {
        return vec![];
    }
    match convert(encoding, Encoding::Utf8, text) {
        Ok(with) if !with.contains(&0) && (has_mark || is_text(&with)) => {
            vec![Edit { offset: 0, len: text.len(), with, fixes: Fixes::UTF_16 }]
        }
        _ => vec![],
    }
}

/// The next reading costs so many bits more, where there is no doubt about the first.
const SURE: u64 = 256;

/// Are the bytes 00 where UTF-16 of an order has them? In short texts, where the detector has little to go by, a quarter of
/// the units is below U+0100, three quarters of what may as well be UTF-8, and none has a low byte 00.
fn has_pattern(text: &[u8], is_big: bool, is_sure: bool) -> bool {
    /// Bytes.
    const LONG: usize = 512;
    let (units, rest) = text.as_chunks::<2>();
    if !rest.is_empty() {
        return false;
    }
    let (high, low) = if is_big { (0, 1) } else { (1, 0) };
    let count = |byte: usize| units.iter().filter(|unit| unit[byte] == 0).count();
    let (small, hundreds) = (count(high), count(low));
    let without_nuls: Vec<u8> = text.iter().copied().filter(|&byte| byte != 0).collect();
    let needed = if is_text(&without_nuls) { 3 } else { 1 };
    let is_usual = small * 4 >= needed * units.len() && hundreds == 0;
    let is_long = text.len() >= LONG && needed == 1 && (is_sure || small > 2 * hundreds);
    is_usual || is_long
}

/// Has a text in UTF-8 no controls but those that texts have, and nothing that is for private use or for none?
fn is_text(text: &[u8]) -> bool {
    let is_none = |character: char| u32::from(character) & 0xFFFE == 0xFFFE;
    let is_private =
        |character| matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{FDD0}'..='\u{FDEF}' | '\u{F0000}'..);
    let is_control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\x0C');
    let is_odd = |character| is_none(character) || is_private(character) || is_control(character);
    str::from_utf8(text).is_ok_and(|text| !text.contains(is_odd))
}
