//! Inputs whose bytes contradict the encoding that they are said to be in.
//!
//! A conversion would destroy such a file: ASCII that is read as UTF-16 becomes Chinese, and UTF-8 that is
//! read as windows-1252 becomes mojibake, once more with each run. The output of a conversion contradicts the encoding
//! of its input, so a second run changes nothing.

use placemat::detect::Detector;
use placemat::incremental::Validator;
use placemat::{
    Codec, Conversion, Encoding, End, Endian, EventKind, Null, OnError, Options, Transcoder, convert,
    detect_signature,
};

use super::super::Plan;
use super::super::account::Contradiction;
use crate::input::Input;
use crate::names::Side;
use crate::plausible::{is_no_text, is_text};
use crate::status::Trouble;

/// What well-formed UTF-8 has that an encoding would read as something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// Any byte, unless there are bytes 00, which UTF-16 and UTF-32 have in ordinary text.
    Any,
    /// A byte of ASCII, U+0000 included, that is another character in the encoding, or none.
    Moved,
    /// A character beyond ASCII.
    BeyondAscii,
    /// A character beyond U+FFFF, in four bytes.
    Supplementary,
    /// A byte 00.
    Nul,
    /// One of U+EF80..U+EFFF, which stand for bytes in the forms of OPTU-8.
    Escape,
}

/// The signs by which UTF-8 contradicts an encoding; none, if it reads all UTF-8 as the text that it is, or
/// decides on the whole input.
fn signs(encoding: Encoding) -> Vec<Sign> {
    let facts = encoding.facts();
    if facts.is_layer() {
        // Frames and double encoding fail as a whole where the input is not that.
        return vec![];
    }
    if facts.width > 1 {
        return vec![Sign::Any];
    }
    let reads = |character: char| {
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).as_bytes();
        encoding.decode_next(bytes, true).is_ok_and(|decoded| decoded.code_point == u32::from(character))
    };
    let mut signs = vec![];
    if !facts.keeps_ascii {
        signs.push(Sign::Moved);
    }
    match facts.reads_utf_8_to {
        0x10_FFFF => {}
        ..=0x7F => signs.push(Sign::BeyondAscii),
        _ => signs.push(Sign::Supplementary),
    }
    if !reads('\0') && facts.keeps_ascii {
        signs.push(Sign::Nul);
    }
    let escape = facts.carry.and_then(|carry| char::from_u32(carry.code_point(carry.first)));
    if escape.is_some_and(|escape| !reads(escape)) {
        signs.push(Sign::Escape);
    }
    signs
}

/// How an input contradicts the encoding that it is said to be in.
pub(super) fn contradiction(plan: &Plan, input: &mut Input) -> Result<Option<Contradiction>, Trouble> {
    let Side::Encoding(encoding) = plan.from else { return Ok(None) };
    if let Side::Encoding(to) = plan.to
        && is_already(to, encoding, plan.options.default_endian, input)?
    {
        return Ok(Some(Contradiction::Already(to)));
    }
    let mut seen = Seen::new(encoding, plan.options);
    if !seen.is_of_interest() {
        return Ok(None);
    }
    input.scout(|piece| seen.push(piece))?;
    Ok(seen.finish())
}

/// Bytes of the longest input that is read as a whole, to find that it is in the encoding of the output already.
const WHOLE: usize = 16 << 20;

/// Returns `true` if an input already is in the encoding of the output, as after an earlier run, and hardly in the one
/// that was named. A second conversion would encode it twice.
fn is_already(to: Encoding, from: Encoding, default: Endian, input: &mut Input) -> Result<bool, Trouble> {
    if to == from {
        return Ok(false);
    }
    let facts = to.facts();
    if facts.width > 1 {
        let mut front = input.peek(0, FRONT + 1)?;
        let is_all = front.len() <= FRONT;
        front.truncate(FRONT);
        return Ok(is_no_text(&front, from, default) && is_text(&front, to, default, is_all));
    }
    if !facts.is_layer() {
        return Ok(false);
    }
    // Only the whole input shows a frame or double encoding.
    let mut whole = vec![];
    input.scout(|piece| {
        whole.extend_from_slice(piece);
        whole.len() <= WHOLE
    })?;
    let read = if whole.len() > WHOLE { None } else { convert(to, Encoding::Utf8, &whole).ok() };
    Ok(read.is_some_and(|text| to.as_frame().is_some() || !text.is_ascii()))
}

/// So many of the first bytes tell a byte order.
const FRONT: usize = 16 << 10;
/// Fewer bytes are words and ideographs alike.
const LEAST: usize = 8;
/// A byte order is told by so many bits at least.
const CLEAR: u64 = 24;

/// Does the encoding read what has the signature of another as text, or does a policy?
fn reads_any_signature(encoding: Encoding, options: Options) -> bool {
    let facts = encoding.facts();
    match facts.fallback {
        Some(_) => true,
        None if facts.width > 1 => true,
        None if facts.is_layer() => false,
        None => facts.never_fails || options.on_error != OnError::Strict,
    }
}

/// The width of the units, and their order where there is no mark.
fn units(encoding: Encoding, default: Endian) -> (usize, bool) {
    let facts = encoding.facts();
    (facts.width, facts.order.unwrap_or(default) == Endian::Big)
}

/// The encoding whose signature an input begins with, if it is another one.
fn signed(encoding: Encoding, options: Options, head: &[u8]) -> Option<Encoding> {
    let told = detect_signature(head)?.encoding;
    let facts = encoding.facts();
    let is_wide = facts.width > 1;
    let is_any_order = is_wide && facts.order.is_none();
    let is_other = match told.facts() {
        signed if signed.is_utf_8 => facts.is_single_byte(),
        signed if signed.is_corrected => !facts.is_corrected,
        // As ideographs the bytes of such a mark are not impossible.
        signed if signed.width == 1 => encoding != told && !is_wide,
        signed if is_any_order => signed.width != facts.width,
        _ => units(told, Endian::Big) != units(encoding, options.default_endian),
    };
    is_other.then_some(told)
}

/// What was seen of an input.
struct Seen {
    encoding: Encoding,
    options: Options,
    signs: Vec<Sign>,
    /// Of wide units the first bytes.
    front: Vec<u8>,
    signature: Option<Encoding>,
    /// Counts what is no UTF-8, where there are wide units.
    damage: Option<Transcoder<placemat::form::Utf8, Null>>,
    damaged: u64,
    /// Bytes beyond ASCII.
    high: u64,
    /// Small letters and spaces.
    plain: u64,
    /// `None` once the input is no UTF-8.
    validator: Option<Validator<Encoding>>,
    len: u64,
    /// How many bytes are ASCII, without controls that text does not have.
    ascii: u64,
    has_mark: bool,
    /// The last byte.
    last: u8,
    found: Option<Sign>,
    has_nul: bool,
}

impl Seen {
    fn new(encoding: Encoding, options: Options) -> Self {
        let signs = signs(encoding);
        let skip = Options { on_error: OnError::Skip, ..Options::default() };
        let damage = Conversion::new(placemat::form::Utf8, Null, skip).and_then(|one| one.transcoder()).ok();
        Seen {
            encoding,
            options,
            damage: damage.filter(|_| signs.contains(&Sign::Any)),
            signs,
            front: vec![],
            signature: None,
            damaged: 0,
            high: 0,
            plain: 0,
            validator: Validator::new(Encoding::Utf8).ok(),
            len: 0,
            ascii: 0,
            has_mark: false,
            last: 0,
            found: None,
            has_nul: false,
        }
    }

    fn is_of_interest(&self) -> bool {
        !self.signs.is_empty() || reads_any_signature(self.encoding, self.options)
    }

    /// Takes the next piece. Returns `false` if no more is needed.
    fn push(&mut self, piece: &[u8]) -> bool {
        let is_wide = self.signs.contains(&Sign::Any);
        let room = if is_wide { FRONT } else { placemat::form::MAGIC_NUMBER.len() } - self.front.len();
        let is_at_front = self.len < placemat::form::MAGIC_NUMBER.len() as u64;
        self.front.extend_from_slice(&piece[..piece.len().min(room)]);
        if is_at_front && reads_any_signature(self.encoding, self.options) {
            self.signature = signed(self.encoding, self.options, &self.front);
        }
        if let Some(mut validator) = self.validator.take() {
            self.validator = validator.push(piece).is_ok().then_some(validator);
        }
        if is_wide {
            if is_at_front {
                self.has_mark = [&b"\xFE\xFF"[..], b"\xFF\xFE", b"\0\0\xFE\xFF"]
                    .iter()
                    .any(|mark| self.front.starts_with(mark));
            }
            self.has_nul |= memchr::memchr(0, piece).is_some();
            self.high += piece.iter().filter(|byte| !byte.is_ascii()).count() as u64;
            self.plain +=
                piece.iter().filter(|byte| matches!(byte, b'a'..=b'z' | b' ' | b'\n' | b'\r')).count() as u64;
            self.push_to_damage(piece, End::No);
            let is_of_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
            self.ascii += piece.iter().filter(|byte| is_of_text(byte)).count() as u64;
        }
        if self.found.is_none() {
            self.found = self.signs.iter().copied().find(|&sign| self.has(sign, piece));
        }
        self.len += piece.len() as u64;
        self.last = piece.last().copied().unwrap_or(self.last);
        if is_wide {
            let is_enough = self.has_mark || self.has_nul && self.front.len() == FRONT;
            !is_enough || self.len < placemat::form::MAGIC_NUMBER.len() as u64
        } else {
            self.validator.is_some() && !self.signs.is_empty()
                || self.len < placemat::form::MAGIC_NUMBER.len() as u64
        }
    }

    fn push_to_damage(&mut self, piece: &[u8], end: End) {
        let Seen { damage: Some(damage), damaged, .. } = self else { return };
        damage.push_with(piece, &mut [], end, &mut |event| {
            if let EventKind::IllFormed(error) = event.kind {
                *damaged += error.len();
            }
        });
    }

    /// What the first bytes are found to be, if that is of units of another width or order than those of the encoding.
    fn other_units(&self) -> Option<Encoding> {
        if self.front.len() < LEAST {
            return None;
        }
        let mut detector = Detector::new();
        detector.push(&self.front);
        let found =
            if self.len as usize > self.front.len() { detector.finish_early() } else { detector.finish() };
        let told = found.encoding.filter(|one| one.facts().width > 1)?;
        let is_other = units(told, Endian::Big) != units(self.encoding, self.options.default_endian);
        (is_other && found.margin.is_none_or(|margin| margin >= CLEAR)).then_some(told)
    }

    /// Are the first bytes found to be of the units that the encoding has?
    fn is_confirmed(&self) -> bool {
        let mut detector = Detector::new();
        detector.push(&self.front);
        let found =
            if self.len as usize > self.front.len() { detector.finish_early() } else { detector.finish() };
        found.encoding.is_some_and(|one| {
            one.facts().width > 1
                && units(one, Endian::Big) == units(self.encoding, self.options.default_endian)
        })
    }

    /// Returns `true` if a piece of UTF-8 has the sign.
    fn has(&self, sign: Sign, piece: &[u8]) -> bool {
        match sign {
            Sign::Any => !piece.is_empty(),
            Sign::Moved => piece.iter().any(|&byte| byte.is_ascii() && self.moves(byte)),
            Sign::BeyondAscii => !piece.is_ascii(),
            Sign::Supplementary => piece.iter().any(|&byte| byte >= 0xF0),
            Sign::Nul => memchr::memchr(0, piece).is_some(),
            // EE BE 80 to EE BF BF.
            Sign::Escape => {
                let follows = |byte: Option<&u8>| matches!(byte, Some(0xBE | 0xBF));
                self.last == 0xEE && follows(piece.first())
                    || memchr::memchr_iter(0xEE, piece).any(|at| follows(piece.get(at + 1)))
            }
        }
    }

    /// Returns `true` if the encoding does not read a byte of ASCII as ASCII.
    fn moves(&self, byte: u8) -> bool {
        let read = self.encoding.decode_next(&[byte], true);
        !read.is_ok_and(|read| read.code_point == u32::from(byte))
    }

    fn finish(mut self) -> Option<Contradiction> {
        if let Some(encoding) = self.signature {
            return Some(Contradiction::Signature(encoding));
        }
        if self.has_mark {
            return None;
        }
        let is_wide = self.signs.contains(&Sign::Any);
        if is_wide && let Some(encoding) = self.other_units() {
            return Some(Contradiction::OtherUnits(encoding));
        }
        if is_wide && (self.has_nul || self.is_confirmed()) {
            return None;
        }
        self.push_to_damage(&[], End::All);
        let is_utf_8 = self.validator.as_ref().is_some_and(|validator| validator.clone().finish().is_ok());
        Some(match self.found? {
            Sign::Any if !is_utf_8 && self.is_mostly_ascii() => Contradiction::MostlyAscii,
            Sign::Any if !is_utf_8 && self.is_mostly_utf_8() => Contradiction::MostlyUtf8,
            _ if !is_utf_8 => return None,
            Sign::Any => Contradiction::NoNul,
            Sign::Moved => Contradiction::Moved,
            Sign::BeyondAscii => Contradiction::BeyondAscii,
            Sign::Supplementary => Contradiction::Supplementary,
            Sign::Nul => Contradiction::Nul,
            Sign::Escape => Contradiction::Escape,
        })
    }
}

impl Seen {
    /// In UTF-16 hardly more than half of the bytes are ASCII, whatever the script. In a few ideographs more may be by chance, but
    /// hardly small letters.
    fn is_mostly_ascii(&self) -> bool {
        match self.len {
            64.. => 4 * self.ascii >= 3 * self.len,
            16.. => 8 * self.ascii >= 7 * self.len,
            _ => 8 * self.ascii >= 7 * self.len && 4 * self.plain >= 3 * self.len,
        }
    }

    /// By chance a few bytes are UTF-8, and not nearly all of many.
    fn is_mostly_utf_8(&self) -> bool {
        self.high >= LEAST as u64 && 8 * self.damaged <= self.high
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(encoding: Encoding, pieces: &[&[u8]]) -> bool {
        let mut seen = Seen::new(encoding, Options::default());
        for piece in pieces {
            if !seen.push(piece) {
                break;
            }
        }
        seen.finish().is_some()
    }

    /// What is derived, against a list.
    #[test]
    fn signs_are_those_of_the_list() {
        for encoding in Encoding::ALL {
            let listed: &[Sign] = match encoding {
                _ if encoding.is_layer() => &[],
                _ if encoding.facts().width > 1 => &[Sign::Any],
                Encoding::UtfEbcdic => &[Sign::Moved, Sign::BeyondAscii],
                Encoding::Utf8Mod
                | Encoding::UsAscii
                | Encoding::Iso8859_1
                | Encoding::Windows1252
                | Encoding::Utf1
                | Encoding::FssUtf1992July
                | Encoding::CorrectedUtf8 => &[Sign::BeyondAscii],
                Encoding::CorrectedUtf8Document => &[Sign::BeyondAscii, Sign::Nul],
                Encoding::Cesu8
                | Encoding::Cesu8Lenient
                | Encoding::Mutf8Lenient
                | Encoding::Utf8mb3
                | Encoding::Optu8 => &[Sign::Supplementary],
                Encoding::Mutf8 => &[Sign::Supplementary, Sign::Nul],
                Encoding::Optu8Reversible => &[Sign::Supplementary, Sign::Escape],
                _ => &[],
            };
            assert_eq!(signs(encoding), listed, "{encoding}");
            let is_corrected = matches!(encoding, Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document);
            assert_eq!(encoding.facts().is_corrected, is_corrected, "{encoding}");
        }
    }

    /// What is derived, against a list.
    #[test]
    fn signatures_contradict_the_encodings_of_the_list() {
        let marks: [&[u8]; 7] = [
            &placemat::form::MAGIC_NUMBER,
            b"\0\0\xFE\xFF",
            b"\xFF\xFE\0\0",
            b"\xEF\xBB\xBF",
            b"\xF7\x64\x4C",
            b"\xFE\xFF",
            b"\xFF\xFE",
        ];
        for encoding in Encoding::ALL {
            let options = Options::default();
            let facts = encoding.facts();
            for mark in marks {
                let told = detect_signature(mark).unwrap().encoding;
                let listed = match told {
                    Encoding::Utf8 => facts.is_single_byte(),
                    Encoding::Utf1 => encoding != Encoding::Utf1 && facts.width == 1,
                    Encoding::CorrectedUtf8 => {
                        !matches!(encoding, Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document)
                    }
                    _ if matches!(encoding, Encoding::Utf16 | Encoding::Utf32) => {
                        told.facts().width != facts.width
                    }
                    _ => units(told, Endian::Big) != units(encoding, Endian::Big),
                };
                assert_eq!(signed(encoding, options, mark), listed.then_some(told), "{encoding} {mark:X?}");
            }
        }
    }

    /// The rule is the definition: UTF-8 that an encoding reads as other text, or not at all, contradicts it.
    #[test]
    fn every_encoding_is_contradicted_by_what_it_reads_as_other_text() {
        let edges = [0, 0x7F, 0x80, 0x9F, 0xA0, 0xFF, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFE, 0xFFFF, 0x10000];
        let code_points = (0..=0x10_FFFF).step_by(61).chain(0xEF00..=0xF000).chain(edges);
        let characters: Vec<char> = code_points.filter_map(char::from_u32).collect();
        for encoding in Encoding::ALL {
            if encoding.is_layer() || encoding == Encoding::Utf8Sig {
                assert!(signs(encoding).is_empty(), "{encoding}");
                continue;
            }
            // U+FFFF is in no text, and both forms of OPTU-8 refuse it.
            let is_optu_8 = matches!(encoding, Encoding::Optu8 | Encoding::Optu8Reversible);
            let is_refused = |character| is_optu_8 && character == '\u{FFFF}';
            let mut wrong = vec![];
            for &character in characters.iter().filter(|&&character| !is_refused(character)) {
                let mut buffer = [0; 4];
                let text = character.encode_utf8(&mut buffer).as_bytes();
                let is_other = convert(encoding, Encoding::Utf8, text).ok().as_deref() != Some(text);
                // With a byte 00 it may be UTF-16 as well.
                let is_open = encoding.facts().width > 1 && character == '\0';
                if found(encoding, &[text]) != (is_other && !is_open) {
                    wrong.push(character);
                }
            }
            assert!(wrong.is_empty(), "{encoding}: {wrong:?}");
        }
    }

    #[test]
    fn pieces_of_any_size_say_the_same() {
        let texts: [&[u8]; 11] = [
            b"plain",
            "caf\u{E9}".as_bytes(),
            "a\u{EF80}b".as_bytes(),
            "a\u{EFFF}".as_bytes(),
            "\u{1F4A9}".as_bytes(),
            b"caf\xE9",
            b"\xC3\xA9\xC3",
            b"\xFF\xFEa\0b\0",
            b"\xFF\xFE\0\0a\0\0\0",
            b"\xEF\xB7\x9D\xED\xB2\xAE\0\ncaf\xC1\xA9",
            b"p\0l\0a\0i\0n\0 \0t\0e\0x\0t\0",
        ];
        for encoding in Encoding::ALL {
            for text in texts {
                let whole = found(encoding, &[text]);
                for size in 1..text.len() {
                    let pieces: Vec<&[u8]> = text.chunks(size).collect();
                    assert_eq!(found(encoding, &pieces), whole, "{encoding}: {text:X?} {size}");
                }
            }
            assert!(!found(encoding, &[]) && !found(encoding, &[b""]), "{encoding}");
            assert!(!found(encoding, &[b"\xC3\xA9\xFF"]), "{encoding}: what is no UTF-8 contradicts nothing");
            // Unless it is mostly ASCII, which has no place in wide units.
            let is_wide = encoding.facts().width > 1;
            assert_eq!(found(encoding, &[b"caf\xE9 au lait, svp"]), is_wide, "{encoding}");
            // And unless it has the signature of another encoding, and is read nevertheless.
            let is_own = matches!(
                encoding,
                Encoding::Utf16 | Encoding::Utf16Le | Encoding::Wtf16Le | Encoding::Ucs2Le
            );
            let is_read = is_wide || reads_any_signature(encoding, Options::default());
            assert_eq!(found(encoding, &[b"\xFF\xFEcaf\xE9 au lait, svp"]), is_read && !is_own, "{encoding}");
        }
    }
}
