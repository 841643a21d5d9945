//! The verdict of a detector, with what is known of the whole text.

use placemat::detect::{Basis, Detection};
use placemat::repair::Fixes;
use placemat::stream::Validator;
use placemat::{Codec, Encoding};

use super::front::has_only_disguises;
use super::zeros::{self, Holes};
use super::{damaged, is_rare, overlong, rare};
use crate::check::records::Records;
use crate::legacy;
use crate::mixed::{self, Parts};
use crate::units::{self, Sort};

/// The signature of UTF-8.
pub(crate) const UTF_8_SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

/// A verdict with what is known of the whole text.
pub(super) struct Settled {
    pub(super) detection: Detection,
    /// The text is UTF-8 or CESU-8 that ends within a character.
    pub(super) is_cut: bool,
    /// The units of the encoding may be something else than text.
    pub(super) is_unclear: bool,
    /// The parts of a text that is in more than one encoding.
    pub(super) parts: Option<Parts>,
    /// The text is UTF-8 with runs of bytes 00.
    pub(super) holes: Option<Holes>,
}

/// Returns the verdict of a detector with what is known of the whole text. A detector prices a cut character
/// like any other damage, takes a short text for single bytes, and small numbers for letters.
pub(super) fn settled(mut detection: Detection, text: &[u8], is_all: bool) -> Settled {
    let holes = settle_zeros(&mut detection, text, is_all);
    let is_cut = is_all && is_cut_utf_8(text);
    settle_damaged_utf_8(&mut detection, text, is_cut);
    let is_utf_32 = detection.encoding.is_some_and(|one| one.info().width == 4);
    if is_utf_32 && begins_as_utf_16(text) {
        set(&mut detection, Encoding::Utf16, Basis::Signature);
    }
    settle_double(&mut detection, text, is_all);
    if is_of_chance(&detection, text, is_all) {
        take_back(&mut detection);
    }
    settle_members(&mut detection, text, is_all);
    let is_unclear = settle_wide(&mut detection, text);
    let parts = Parts::of(text, is_all);
    if let Some(found) = parts.and_then(Parts::misaligned) {
        set(&mut detection, found.encoding(), Basis::Damaged);
        detection.well_formed.retain(|one| *one != found.encoding());
    } else if let Some(parts) = parts.filter(|parts| !is_of_order(&detection, &parts.encodings())) {
        take_back(&mut detection);
        detection.alternatives = parts.encodings();
    }
    let is_cut_pair = is_all && is_cut_cesu_8(text);
    if is_cut_pair {
        set(&mut detection, Encoding::Cesu8, Basis::Damaged);
    }
    let holes = holes.filter(|_| detection.encoding == Some(Encoding::Utf8));
    let is_unclear = is_unclear && parts.is_none();
    Settled { detection, is_cut: is_cut || is_cut_pair, is_unclear, parts, holes }
}

/// Changes a verdict.
fn set(detection: &mut Detection, encoding: Encoding, basis: Basis) {
    (detection.encoding, detection.basis) = (Some(encoding), basis);
    (detection.also, detection.alternatives, detection.margin) = (vec![], vec![], None);
}

/// Takes a verdict back.
pub(super) fn take_back(detection: &mut Detection) {
    (detection.encoding, detection.basis, detection.margin) = (None, Basis::Nothing, None);
    (detection.also, detection.alternatives) = (vec![], vec![]);
}

/// Returns `true` if a verdict is none, or one that any bytes would have.
fn is_open(detection: &Detection) -> bool {
    matches!(detection.basis, Basis::SingleBytes | Basis::Nothing)
}

/// Recognizes UTF-8 after bytes 00, or between them. Returns the runs of bytes 00 between lines.
fn settle_zeros(detection: &mut Detection, text: &[u8], is_all: bool) -> Option<Holes> {
    let basis = |text: &[u8]| if text.is_ascii() { Basis::Ascii } else { Basis::WellFormed };
    if detection.basis == Basis::Nothing
        && let Some(rest) = zeros::text_after(text, is_all)
    {
        (detection.encoding, detection.basis) = (Some(Encoding::Utf8), basis(rest.as_bytes()));
    }
    let holes = zeros::between_lines(text, is_all);
    if detection.basis == Basis::Nothing && holes.is_some() {
        set(detection, Encoding::Utf8, basis(text));
    }
    holes
}

/// Recognizes UTF-8 with errors that a detector takes for another encoding, or for none.
fn settle_damaged_utf_8(detection: &mut Detection, text: &[u8], is_cut: bool) {
    let is_signed = text.starts_with(UTF_8_SIGNATURE);
    let is_utf_8 = || is_cut || is_signed || damaged::is_utf_8(text) || has_only_disguises(text);
    if is_open(detection) && is_utf_8() && legacy::may_be_text(text) {
        set(detection, Encoding::Utf8, Basis::Damaged);
    }
    // A few bytes of another encoding look like one or two characters by chance.
    let is_damaged = detection.encoding == Some(Encoding::Utf8) && detection.basis == Basis::Damaged;
    let lacks_utf_8 = || !is_utf_8() && !legacy::has_utf_8(text) && overlong(detection).is_none();
    if (is_damaged || detection.alternatives.contains(&Encoding::Utf8)) && lacks_utf_8() {
        match is_damaged {
            true => take_back(detection),
            false => detection.alternatives.retain(|one| *one != Encoding::Utf8),
        }
    }
}

/// Returns `true` for single bytes with bytes 00, and for what a detector takes for a frame that ends before
/// the input does.
fn is_of_chance(detection: &Detection, text: &[u8], is_all: bool) -> bool {
    let is_frame_of_part = |one: Encoding| {
        one.as_frame().is_some() && is_all && one.resolve(text).is_ok_and(|found| found.end < text.len())
    };
    detection.basis == Basis::SingleBytes && text.contains(&0)
        || detection.encoding.is_some_and(is_frame_of_part)
}

/// Makes a verdict on text in sequences of bytes agree with the characters that are there.
fn settle_members(detection: &mut Detection, text: &[u8], is_all: bool) {
    if is_open(detection) && has_characters_of_utf_8(text, is_all) {
        set(detection, Encoding::Utf8, Basis::WellFormed);
    }
    // CESU-8 has surrogate pairs. Without them, a sequence of four bytes is from a legacy encoding.
    if detection.basis == Basis::Damaged
        && detection.encoding == Some(Encoding::Cesu8)
        && !text.windows(2).any(|pair| matches!(pair, [0xED, 0xA0..=0xBF]))
    {
        detection.encoding = Some(Encoding::Utf8);
    }
    let is_of_letters =
        |one: Encoding| is_rare(one) && one.info().doubled.is_none() && rare::is_hardly_text(text, one);
    // Lengths before strings may be controls of ASCII.
    let is_of_strings = |one: Encoding| {
        let info = one.info();
        info.width == 1
            && info.reads_pairs()
            && one.as_frame().is_none()
            && Records::of(text, is_all).is_some()
    };
    if detection.basis != Basis::Signature
        && detection.encoding.is_some_and(|one| is_of_letters(one) || is_of_strings(one))
    {
        take_back(detection);
    }
}

/// Takes back that a text is in units of 16 or 32 bits if these are not text. Returns `true` if they may be
/// something else.
fn settle_wide(detection: &mut Detection, text: &[u8]) -> bool {
    let Some(wide) = wide_without_mark(detection, text) else { return false };
    match units::sort(text, wide) {
        Sort::Text => false,
        Sort::Data if wide.info().width == 2 && mixed::is_mixed_text(text) => true,
        Sort::Bytes | Sort::Data if !text.is_empty() => {
            take_back(detection);
            false
        }
        _ => true,
    }
}

/// Returns `true` if the verdict is UTF-16 in the order of a part.
fn is_of_order(detection: &Detection, parts: &[Encoding]) -> bool {
    detection.encoding.is_some_and(|found| {
        found.info().is_utf_16() && (detection.basis == Basis::Signature || parts.contains(&found))
    })
}

/// Returns `true` if a text is CESU-8 except for a surrogate pair at its end of which a part is missing.
pub(crate) fn is_cut_cesu_8(text: &[u8]) -> bool {
    const PAIR: usize = 6;
    let Some(last) = memchr::memrchr(0xED, text) else { return false };
    // The missing part may begin within the second sequence of the pair.
    let last = if last >= 3 && text[last - 3] == 0xED && last + 3 > text.len() { last - 3 } else { last };
    let (whole, end) = text.split_at(last);
    let is_lead = matches!(end, [_, 0xA0..=0xAF, 0x80..=0xBF, ..]);
    is_lead
        && end.len() < PAIR
        && matches!(end[3..], [] | [0xED] | [0xED, 0xB0..=0xBF])
        && placemat::validate(Encoding::Cesu8, whole).is_ok()
        && memchr::memmem::find_iter(whole, b"\xED").any(|at| matches!(whole[at + 1], 0xA0..=0xBF))
}

/// Makes the verdict on text that was perhaps encoded twice agree with `repair`, which leaves alone what may be
/// meant, such as a list of what such text looks like, and knows short texts, too. A text that begins with a
/// byte order mark, which was encoded once, is not doubly encoded as a whole.
fn settle_double(detection: &mut Detection, text: &[u8], is_all: bool) {
    let whole = if is_all { text } else { without_cut_end(text) };
    let is_double = detection.encoding.is_some_and(|one| one.info().doubled.is_some());
    let is_once =
        is_all && detection.encoding == Some(Encoding::Utf8) && detection.basis == Basis::WellFormed;
    if text.is_empty() || !is_double && !is_once || std::str::from_utf8(whole).is_err() {
        return;
    }
    let is_repaired = || !Fixes::DOUBLE_ENCODING.diagnose(whole).edits.is_empty();
    let settled = match is_double {
        true if whole.starts_with(UTF_8_SIGNATURE) => Some((Encoding::Utf8Sig, Basis::Signature)),
        true if !is_repaired() => Some((Encoding::Utf8, Basis::WellFormed)),
        false if is_repaired() => {
            let reads = |one: &Encoding| {
                let read = Validator::new(*one)
                    .map(|mut validator| validator.push(whole).is_ok() && validator.finish().is_ok());
                read.unwrap_or(false)
            };
            let double = [Encoding::DoubleUtf8Cp1252, Encoding::DoubleUtf8Latin1].into_iter().find(reads);
            double.map(|double| (double, Basis::WellFormed))
        }
        _ => None,
    };
    if let Some((encoding, basis)) = settled {
        (detection.encoding, detection.basis) = (Some(encoding), basis);
        (detection.also, detection.margin) = (vec![], None);
    }
}

/// Returns `true` if a text is valid UTF-8 with characters beyond ASCII, and without U+0000. A detector doubts
/// that if hardly any text has these characters, as after two wrong conversions.
fn has_characters_of_utf_8(text: &[u8], is_all: bool) -> bool {
    let whole = &text[..text.len() - if is_all { 0 } else { cut_at_end(text) }];
    !whole.is_ascii() && !whole.contains(&0) && std::str::from_utf8(whole).is_ok()
}

/// Returns the encoding of the verdict, if its units have 16 or 32 bits and no byte order mark shows that.
fn wide_without_mark(detection: &Detection, text: &[u8]) -> Option<Encoding> {
    let is_signed = detection.basis == Basis::Signature || Encoding::for_signature(text).is_some();
    detection.encoding.filter(|one| one.info().width > 1 && !is_signed)
}

/// Returns `true` if a text is UTF-8 except for a cut character at its end. Other characters must show that
/// it is UTF-8, or three bytes of the cut one.
fn is_cut_utf_8(text: &[u8]) -> bool {
    let cut = cut_at_end(text);
    let whole = &text[..text.len() - cut];
    cut > 0 && (cut == CUT_AT_MOST || !whole.is_ascii()) && std::str::from_utf8(whole).is_ok()
}

/// Returns a text without what is left at its end of a cut character, also of one that was encoded twice: each of
/// its bytes became a character.
fn without_cut_end(text: &[u8]) -> &[u8] {
    let whole = &text[..text.len() - cut_at_end(text)];
    let Ok(characters) = std::str::from_utf8(whole) else { return whole };
    let (mut bytes, mut len, mut cut) = (vec![], 0, 0);
    for one in characters.chars().rev().take(CUT_AT_MOST) {
        let Some(byte) = single_byte(one).filter(|byte| !byte.is_ascii()) else { break };
        bytes.insert(0, byte);
        len += one.len_utf8();
        if cut_from(&bytes) == bytes.len() as u64 {
            cut = len;
        }
    }
    &whole[..whole.len() - cut]
}

/// Returns the byte that was mistaken for a character of ISO-8859-1 or Windows-1252.
fn single_byte(one: char) -> Option<u8> {
    let of_windows_1252 =
        || Encoding::Windows1252.encode(one.encode_utf8(&mut [0; 4])).ok()?.first().copied();
    u8::try_from(u32::from(one)).ok().or_else(of_windows_1252)
}

pub(super) fn begins_as_utf_16(head: &[u8]) -> bool {
    let next = head.get(4..8).and_then(|unit| unit.try_into().ok()).map(u32::from_le_bytes);
    head.starts_with(b"\xFF\xFE\0\0") && next.is_some_and(|next| next > 0x10_FFFF)
}

/// How many bytes of a sequence of UTF-8 can remain if a text is truncated.
pub(super) const CUT_AT_MOST: usize = 3;

/// Returns how many bytes at the end of a text are the beginning of a sequence of UTF-8.
pub(crate) fn cut_at_end(text: &[u8]) -> usize {
    cut_from(&text[text.len().saturating_sub(CUT_AT_MOST)..]) as usize
}

/// Returns how many of the last bytes of a text are the beginning of a sequence.
pub(super) fn cut_from(last: &[u8]) -> u64 {
    let is_cut = |tail: &&[u8]| {
        std::str::from_utf8(tail).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (0..last.len()).map(|start| &last[start..]).find(is_cut).map_or(0, |tail| tail.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_character_is_cut_off_also_if_it_was_encoded_twice() {
        for (text, whole) in [
            ("GrÃ", "Gr"),
            ("GrÃ¼", "GrÃ¼"),
            ("5 â", "5 "),
            ("5 â‚", "5 "),
            ("5 â\u{82}", "5 "),
            ("5 â‚¬", "5 â‚¬"),
            ("ÐŸÑ", "ÐŸ"),
            ("ðŸ’", ""),
            ("Ã ", "Ã "),
            ("plain", "plain"),
            ("中", "中"),
        ] {
            assert_eq!(without_cut_end(text.as_bytes()), whole.as_bytes(), "{text}");
        }
        assert_eq!(without_cut_end("GrÃÂ".as_bytes().split_last().unwrap().1), b"Gr");
    }
}
