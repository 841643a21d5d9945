//! The beginning of an input, by which other commands know what it is.

use std::str::Utf8Chunk;

use placemat::detect::{Basis, Detection, Detector};
use placemat::repair::Fixes;
use placemat::{Codec, Encoding};

use super::examine::{examined, sequences};
use super::settle::{CUT_AT_MOST, Settled, cut_at_end, cut_from, settled};
use super::{MOST, SIGNED, push, signature};
use crate::input::Input;
use crate::legacy::{self, Confidence, Guess, Shape, Unknown};
use crate::mixed::Parts;
use crate::status::CommandError;
use crate::walk;

/// The beginning of an input.
pub(crate) struct Front {
    pub(crate) detection: Detection,
    /// The number of bytes at the end of the input that seem to be a truncated sequence of UTF-8.
    pub(crate) cut: u64,
    /// The legacy encoding, if no encoding of the family is found, or only those that any bytes are.
    pub(crate) legacy: Option<Guess>,
    /// Some of the text is UTF-8 beyond ASCII, and hardly by chance.
    pub(crate) has_utf_8: bool,
    /// Set if the input is in an encoding that placemat does not know.
    pub(crate) unknown: Option<Unknown>,
    /// There are overlong sequences of characters that an attack would hide.
    pub(crate) has_disguise: bool,
    /// Everything that is not UTF-8 is an overlong sequence.
    pub(crate) has_only_overlong: bool,
    /// The units of the encoding may be something else than text.
    pub(crate) is_unclear: bool,
    /// The legacy encoding is not sure, and lines or words are UTF-8.
    pub(crate) is_partly_utf_8: bool,
    /// The parts of a text that is in more than one encoding.
    pub(crate) parts: Option<Parts>,
}

/// Returns `true` if a legacy encoding is not sure, and lines or words are UTF-8.
pub(super) fn is_partly_utf_8(bytes: &[u8], legacy: Option<Guess>) -> bool {
    let unsure = legacy.filter(|guess| guess.confidence < Confidence::Sure);
    unsure.is_some_and(|guess| legacy::has_parts_of_utf_8(bytes, guess.legacy))
}

/// Returns `true` if there are overlong sequences of ASCII characters other than letters and digits, and than
/// those that pairs of Ukrainian letters look like in KOI8-U. Within words of other bytes, they are letters.
pub(crate) fn has_disguise(bytes: &[u8]) -> bool {
    let is_disguise = |lead: u8, trail: u8| {
        let character = char::from((lead & 1) << 6 | trail & 0x3F);
        !character.is_ascii_alphanumeric() && !"#$&'-=}".contains(character)
    };
    // An attack may have other bytes beside it. What attacks hide most is one whatever stands there.
    const LEAST_OF_WORD: usize = 2;
    let is_worst = |lead: u8, trail: u8| {
        matches!(char::from((lead & 1) << 6 | trail & 0x3F), '.' | '/' | '<' | '>' | '"' | '\\')
    };
    let mut words = bytes.split(u8::is_ascii);
    words.any(|word| {
        let leads = memchr::memchr2_iter(0xC0, 0xC1, word);
        let has = |is_one: &dyn Fn(u8, u8) -> bool| {
            leads
                .clone()
                .any(|at| matches!(word[at..], [lead, trail @ 0x80..=0xBF, ..] if is_one(lead, trail)))
        };
        let has_one = has(&is_disguise)
            || memchr::memmem::find(word, b"\xE0\x80").is_some()
            || memchr::memmem::find(word, b"\xF0\x80\x80").is_some();
        has_one && (stray_beside_overlong(word) < LEAST_OF_WORD || has(&is_worst))
    })
}

/// Returns `true` if there are such sequences, and everything else is UTF-8.
pub(super) fn has_only_disguises(bytes: &[u8]) -> bool {
    has_only_overlong(bytes) && has_disguise(bytes)
}

/// Returns `true` if everything that is not UTF-8 is an overlong sequence, as in text without errors.
fn has_only_overlong(bytes: &[u8]) -> bool {
    stray_beside_overlong(bytes) == 0
}

/// Returns how many subsequences are neither UTF-8 nor overlong.
fn stray_beside_overlong(bytes: &[u8]) -> usize {
    let overlong = |rest: &[u8]| match rest {
        [0xC0 | 0xC1, 0x80..=0xBF, ..] => 2,
        [0xE0, 0x80..=0x9F, ..] => 3,
        [0xF0, 0x80..=0x8F, ..] => 4,
        _ => 0,
    };
    let (mut at, mut end) = (0, 0);
    let is_stray = |chunk: &Utf8Chunk<'_>| {
        let start = at + chunk.valid().len();
        at = start + chunk.invalid().len();
        end = end.max(start + overlong(&bytes[start..]));
        at > end.max(start)
    };
    bytes.utf8_chunks().filter(is_stray).count()
}

/// Returns `true` if what is in no encoding of the family, or seems to be single bytes, is rather UTF-8 with
/// no more stray bytes than sequences.
pub(crate) fn is_mostly_utf_8(front: &Front) -> bool {
    let (sequences, stray) = sequences(&front.detection);
    let is_legacy =
        |guess: Guess| guess.confidence == Confidence::Sure || guess.legacy.shape() != Shape::Single;
    let is_near = sequences > 1 && sequences >= stray;
    front.detection.basis == Basis::SingleBytes && is_near && !front.legacy.is_some_and(is_legacy)
}

/// Returns `true` if a binary file begins with the signature of UTF-16 or UTF-32, and is text in it.
pub(crate) fn is_signed_and_wide(input: &mut Input) -> Result<bool, CommandError> {
    let signed = Encoding::for_signature(&input.peek(0, SIGNED)?);
    match signed.map(|(encoding, _)| encoding.info()) {
        Some(info) if info.is_utf_16() => is_utf_16(input),
        Some(info) if info.width == 4 => {
            let found = at_front(input)?.detection.encoding;
            Ok(found.is_some_and(|found| found.info().width == 4))
        }
        _ => Ok(false),
    }
}

/// Examines the beginning of an input, all of which can be read afterwards.
pub(crate) fn at_front(input: &mut Input) -> Result<Front, CommandError> {
    let (mut detector, mut left, mut goes_on) = (Detector::new(), MOST as usize, false);
    let (mut last, mut bytes) = (vec![], vec![]);
    input.look_ahead(MOST as usize + 1, |piece| {
        bytes.extend_from_slice(piece);
        let within = piece.len().min(left);
        let read = push(&mut detector, &piece[..within], true);
        left -= within;
        goes_on |= read < piece.len();
        last.extend_from_slice(&piece[piece.len().saturating_sub(CUT_AT_MOST)..]);
        last.drain(..last.len().saturating_sub(CUT_AT_MOST));
    })?;
    let (detection, cut) = match goes_on {
        true => (detector.finish_early(), 0),
        false => (detector.finish(), cut_from(&last)),
    };
    let is_all = bytes.len() <= MOST as usize;
    if !is_all
        && is_plain(&bytes)
        && let Some((start, text)) = after_ascii(input)?
    {
        let mut front = of_kept(&text, text.len() < MOST as usize);
        // A few bytes are rather damage.
        const LEAST: u64 = 16;
        let is_text = |guess: Guess| {
            guess.confidence > Confidence::Perhaps || guess.evidence.characters >= LEAST && !front.has_utf_8
        };
        if front.legacy.is_some_and(is_text) {
            front.detection.evidence.iter_mut().for_each(|evidence| evidence.first += start);
            return Ok(front);
        }
    }
    bytes.truncate(MOST as usize);
    let Settled { detection, is_unclear, parts, .. } = settled(detection, &bytes, is_all);
    let (detection, legacy, unknown) = examined(detection, &bytes, is_all);
    let legacy = legacy.map(|guess| legacy::confirmed_in(guess, input, MOST)).transpose()?;
    let is_partly_utf_8 = is_partly_utf_8(&bytes, legacy);
    Ok(Front {
        detection,
        cut,
        legacy,
        unknown,
        has_utf_8: legacy::has_utf_8(&bytes),
        has_disguise: has_disguise(&bytes),
        has_only_overlong: has_only_overlong(&bytes),
        is_unclear,
        is_partly_utf_8,
        parts,
    })
}

/// Returns `true` if text that was encoded twice is such a text again once it is converted.
pub(crate) fn is_encoded_again(text: &[u8], encoding: Encoding) -> bool {
    if encoding.info().doubled.is_none() {
        return false;
    }
    let text = &text[..text.len().min(KEPT)];
    let text = memchr::memrchr(b'\n', text).map_or(text, |end| &text[..=end]);
    let once = placemat::convert(encoding, Encoding::Utf8, text);
    once.is_ok_and(|once| !Fixes::DOUBLE_ENCODING.diagnose(&once).edits.is_empty())
}

/// Returns `true` for ASCII that is nothing else in any encoding.
pub(crate) fn is_plain(text: &[u8]) -> bool {
    text.is_ascii() && memchr::memchr2(0, 0x1B, text).is_none()
}

/// How much of a line before its first letter beyond ASCII is read.
const LONGEST: usize = 4 << 10;

/// Returns the text of an input from its first line beyond ASCII on, as much as detection reads, and its offset. The
/// input must be one that can be read again and goes on after what detection reads.
pub(crate) fn after_ascii(input: &mut Input) -> Result<Option<(u64, Vec<u8>)>, CommandError> {
    if !input.is_rereadable() {
        return Ok(None);
    }
    let (mut at, mut first) = (0, None);
    input.scout(|piece| {
        if !piece.is_ascii() {
            first = piece.iter().position(|byte| !byte.is_ascii()).map(|within| at + within as u64);
        }
        at += piece.len() as u64;
        // Text in a legacy encoding has no bytes 00.
        is_plain(piece)
    })?;
    let Some(first) = first else { return Ok(None) };
    let start = first.saturating_sub(LONGEST as u64);
    let before = input.peek(start, (first - start) as usize)?;
    let start = start + line_start(&before) as u64;
    Ok(Some((start, input.peek(start, MOST as usize)?)))
}

/// Returns where the last line of a text begins.
fn line_start(text: &[u8]) -> usize {
    memchr::memrchr(b'\n', text).map_or(0, |end| end + 1)
}

/// Returns the part of a text that detection reads: its beginning, or what begins with the first line beyond ASCII.
pub(super) fn telling(text: &[u8]) -> &[u8] {
    let most = MOST as usize;
    let Some((front, _)) = text.split_at_checked(most) else { return text };
    let first = if is_plain(front) { text.iter().position(|byte| !byte.is_ascii()) } else { None };
    let start = first.map_or(0, |first| {
        let from = first.saturating_sub(LONGEST);
        from + line_start(&text[from..first])
    });
    &text[start..text.len().min(start + most)]
}

/// The most bytes at the beginning of an input that are kept for `of_kept`.
pub(crate) const KEPT: usize = 64 << 10;

/// Examines the beginning of an input that was kept while the input was read. `is_all` says that the input
/// ends there.
pub(crate) fn of_kept(kept: &[u8], is_all: bool) -> Front {
    let mut detector = Detector::new();
    let goes_on = push(&mut detector, kept, true) < kept.len() || !is_all;
    let (detection, cut) = match goes_on {
        true => (detector.finish_early(), 0),
        false => (detector.finish(), cut_at_end(kept) as u64),
    };
    let Settled { detection, is_unclear, parts, .. } = settled(detection, kept, is_all);
    let (detection, legacy, unknown) = examined(detection, kept, is_all);
    let is_partly_utf_8 = is_partly_utf_8(kept, legacy);
    Front {
        detection,
        cut,
        legacy,
        unknown,
        has_utf_8: legacy::has_utf_8(kept),
        has_disguise: has_disguise(kept),
        has_only_overlong: has_only_overlong(kept),
        is_unclear,
        is_partly_utf_8,
        parts,
    }
}

/// Returns `true` if a binary file is text in UTF-16 by the verdict on its beginning. For most files a
/// shorter look is enough.
pub(crate) fn is_utf_16(input: &mut Input) -> Result<bool, CommandError> {
    if !walk::is_utf_16(input)? {
        return Ok(false);
    }
    let verdict = at_front(input)?.detection.encoding;
    Ok(verdict.is_some_and(|verdict| verdict.info().is_utf_16()))
}

/// Returns `true` if a binary file is text in UTF-32 by the verdict on its beginning. For most files a
/// shorter look is enough.
pub(crate) fn is_utf_32(input: &mut Input) -> Result<bool, CommandError> {
    let front = input.peek(0, walk::BINARY)?;
    if Encoding::for_signature(&front).is_some_and(|(signed, _)| signed.info().width == 4) {
        return Ok(signature(&front).is_some_and(|signed| signed.info().width == 4));
    }
    let units = || front.as_chunks::<4>().0.iter();
    let is_little = units().all(|unit| char::from_u32(u32::from_le_bytes(*unit)).is_some());
    if !is_little && !units().all(|unit| char::from_u32(u32::from_be_bytes(*unit)).is_some()) {
        return Ok(false);
    }
    let found = at_front(input)?;
    Ok(!found.is_unclear && found.detection.encoding.is_some_and(|found| found.info().width == 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disguised_characters_beside_utf_8_are_told_from_pairs_of_bytes() {
        for text in
            [b"/\xC0\xAE\xC0\xAE/etc\n".as_slice(), "é \u{7F}".as_bytes(), b"caf\xC3\xA9 \xE0\x80\xAF"]
        {
            assert_eq!(
                has_only_disguises(text),
                !text.starts_with("é".as_bytes()),
                "{}",
                text.escape_ascii()
            );
        }
        // 成功 in EUC-JP, a letter of Windows-1252, and letters only.
        for text in [b"\xC0\xAE\xB8\xF9\n".as_slice(), b"\xC0\xAE caf\xE9", b"\xC1\x81\xC1\x82"] {
            assert!(!has_only_disguises(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_text_that_was_encoded_twice_is_recognized_wherever_it_is_cut() {
        for (line, single, double) in [
            ("größere Mengen, 5 €\n", Encoding::Iso8859_1, Encoding::DoubleUtf8Latin1),
            ("größere Mengen, 5 €\n", Encoding::Windows1252, Encoding::DoubleUtf8Cp1252),
            ("Привет, как дела?\n", Encoding::Windows1252, Encoding::DoubleUtf8Cp1252),
            ("中文文本 💩\n", Encoding::Iso8859_1, Encoding::DoubleUtf8Latin1),
        ] {
            let line = placemat::convert(single, Encoding::Utf8, line.as_bytes()).unwrap();
            let text = line.repeat(9);
            for end in text.len() - line.len()..text.len() {
                let found = of_kept(&text[..end], false).detection.encoding;
                assert_eq!(found, Some(double), "{}", String::from_utf8_lossy(&text[..end]));
            }
        }
    }
}
