//! The items of ill-formed text, one at a time: at the front, around a place, and at the end.

use crate::code_point::is_lead_surrogate;
use crate::kernel::grammar::{Grammar, UTF_8};

/// Returns the item at the front of non-empty UTF-8 that ends with the slice: its length, and its code point
/// if it is a character.
#[inline(always)]
pub(crate) fn item(bytes: &[u8]) -> (usize, Option<u32>) {
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

/// Returns how many bytes before `at` belong to the item of byte `at` of UTF-8.
#[inline]
pub(crate) fn open(bytes: &[u8], at: usize) -> usize {
    for back in 1..=at.min(3) {
        if bytes[at - back] >= 0xC0 {
            return if item(&bytes[at - back..]).0 > back { back } else { 0 };
        }
    }
    0
}

/// Returns the length without an incomplete but viable prefix at the end, which is cut off if more may come.
#[inline]
pub(crate) fn decided_utf_8(bytes: &[u8], end: bool) -> usize {
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
            let is_open = is_lead && expected > len - from && item(&bytes[from..]).0 == len - from;
            return if is_open { from } else { len };
        }
    }
    len
}

/// Returns the length without an incomplete item at the end, and without a lead surrogate at the end if more
/// may come.
#[inline]
pub(crate) fn decided_utf_16(bytes: &[u8], end: bool) -> usize {
    let whole = bytes.len() & !1;
    let end = end && whole == bytes.len();
    match bytes[..whole].last_chunk::<2>() {
        Some(&last) if !end => whole - if is_lead_surrogate(u16::from_ne_bytes(last).into()) { 2 } else { 0 },
        _ => whole,
    }
}
