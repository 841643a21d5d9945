//! What has been seen of an input: how it contradicts the encoding that was named.

use placemat::detect::{Detection, Detector, Price};
use placemat::stream::Validator;
use placemat::stream::{End, Event, EventKind, Null};
use placemat::{Codec, Conversion, Encoding, Endian, OnError, Options, Transcoder};

use super::super::super::input_report::Contradiction;
use super::signs::{Sign, signs};
use super::{FRONT, LEAST, already, is_of_single_bytes};
use crate::detect;
use crate::units::{self, Sort};

/// By how many bits one byte order must be better than the other.
const CLEAR: u64 = 24;
/// The cost of a byte 00 in text of bytes, in bits: it may end a line or a name there, or fill a hole.
const NUL: u64 = 10;
/// By how many bits more text with bytes 00 must cost in wide units than as text of bytes.
const CLEAR_OF_BYTES: u64 = 24;
/// After this many bytes beyond ASCII, the share of them that is UTF-8 is settled.
const ENOUGH: u64 = 4 << 10;

/// Returns `true` if the encoding, or a policy, reads text with the signature of another encoding.
fn reads_any_signature(encoding: Encoding, options: Options) -> bool {
    let info = encoding.info();
    match info.fallback {
        Some(_) => true,
        None if info.width > 1 => true,
        None if info.is_wrapper() => false,
        None => info.never_fails || options.on_error != OnError::Strict,
    }
}

/// Returns the bytes without units of zero, which fill holes in any encoding.
fn without_zeros(bytes: &[u8], width: usize) -> Vec<u8> {
    bytes.chunks(width).filter(|unit| unit.iter().any(|byte| *byte != 0)).flatten().copied().collect()
}

/// An input that is not in the wide units that were named.
enum Wide {
    /// It is in other units.
    Other(Encoding),
    /// It may be text of bytes.
    Bytes,
    /// It is not text.
    Data,
}

/// Returns the width of the units, and their order if there is no BOM.
fn units(encoding: Encoding, default: Endian) -> (usize, bool) {
    let info = encoding.info();
    (info.width, info.order.unwrap_or(default) == Endian::Big)
}

/// Returns the encoding whose signature an input begins with, if it is another one.
fn signed(encoding: Encoding, options: Options, head: &[u8]) -> Option<Encoding> {
    let other = detect::signature(head)?;
    let info = encoding.info();
    let is_wide = info.width > 1;
    let is_any_order = is_wide && info.order.is_none();
    let is_other = match other.info() {
        signed if signed.is_utf_8 => info.is_single_byte(),
        signed if signed.is_corrected => !info.is_corrected,
        // The bytes of such a signature may also be ideographs.
        signed if signed.width == 1 => encoding != other && !is_wide,
        signed if is_any_order => signed.width != info.width,
        _ => units(other, Endian::Big) != units(encoding, options.default_endian),
    };
    is_other.then_some(other)
}

/// What has been seen of an input.
pub(super) struct Seen {
    encoding: Encoding,
    options: Options,
    signs: Vec<Sign>,
    /// The first bytes, if the encoding has wide units.
    front: Vec<u8>,
    signature: Option<Encoding>,
    /// Counts errors in UTF-8, if the encoding has wide units or single bytes.
    damage: Option<Transcoder<placemat::form::Utf8, Null>>,
    damaged: u64,
    /// The number of bytes beyond ASCII.
    high: u64,
    /// The number of small letters and spaces.
    plain: u64,
    /// `None` once the input is not UTF-8.
    validator: Option<Validator<Encoding>>,
    len: u64,
    /// The number of bytes that are ASCII, except controls that text does not have.
    ascii: u64,
    has_mark: bool,
    /// The last byte.
    last: u8,
    found: Option<Sign>,
    /// The number of bytes 00.
    nuls: u64,
}

impl Seen {
    pub(super) fn new(encoding: Encoding, options: Options) -> Self {
        let signs = signs(encoding);
        let skip = Options { on_error: OnError::Skip, ..Options::default() };
        let damage = Conversion::new(placemat::form::Utf8, Null, skip).and_then(|one| one.transcoder()).ok();
        Seen {
            encoding,
            options,
            damage: damage.filter(|_| signs.contains(&Sign::Any) || is_of_single_bytes(encoding)),
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
            nuls: 0,
        }
    }

    pub(super) fn is_of_interest(&self) -> bool {
        !self.signs.is_empty() || reads_any_signature(self.encoding, self.options)
    }

    /// Takes the next piece. Returns `false` if no more is needed.
    pub(super) fn push(&mut self, piece: &[u8]) -> bool {
        let is_wide = self.signs.contains(&Sign::Any);
        let room = if is_wide { FRONT } else { placemat::form::CorrectedUtf8::MAGIC_NUMBER.len() }
            - self.front.len();
        let is_at_front = self.len < placemat::form::CorrectedUtf8::MAGIC_NUMBER.len() as u64;
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
            self.nuls += piece.iter().filter(|byte| **byte == 0).count() as u64;
            self.plain +=
                piece.iter().filter(|byte| matches!(byte, b'a'..=b'z' | b' ' | b'\n' | b'\r')).count() as u64;
            let is_of_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
            self.ascii += piece.iter().filter(|byte| is_of_text(byte)).count() as u64;
        }
        if self.damage.is_some() {
            self.high += piece.iter().filter(|byte| !byte.is_ascii()).count() as u64;
            self.push_to_damage(piece, End::No);
        }
        if self.found.is_none() {
            self.found = self.signs.iter().copied().find(|&sign| self.has(sign, piece));
        }
        self.len += piece.len() as u64;
        self.last = piece.last().copied().unwrap_or(self.last);
        if is_wide {
            let is_enough = self.has_mark || self.nuls > 0 && self.front.len() == FRONT;
            !is_enough || self.len < placemat::form::CorrectedUtf8::MAGIC_NUMBER.len() as u64
        } else {
            self.validator.is_some() && !self.signs.is_empty()
                || self.damage.is_some() && (self.high < ENOUGH || self.is_mostly_utf_8())
                || self.len < placemat::form::CorrectedUtf8::MAGIC_NUMBER.len() as u64
        }
    }

    fn push_to_damage(&mut self, piece: &[u8], end: End) {
        let Seen { damage: Some(damage), damaged, .. } = self else { return };
        damage.push_observed(piece, &mut [], end, &mut |event: Event| {
            if let EventKind::IllFormed(error) = event.kind {
                *damaged += error.len();
            }
        });
    }

    /// Returns the detection of the first bytes.
    fn detected(&self) -> Detection {
        let mut detector = Detector::new();
        detector.push(&self.front);
        if self.is_all() { detector.finish() } else { detector.finish_early() }
    }

    /// Returns `true` if the first bytes are the whole input.
    fn is_all(&self) -> bool {
        self.len as usize <= self.front.len()
    }

    fn units(&self) -> (usize, bool) {
        units(self.encoding, self.options.default_endian)
    }

    /// Returns what the first bytes are, if they are not in the units of the encoding, and `None` if they
    /// are.
    fn other_than_wide(&self) -> Option<Wide> {
        let found = self.detected();
        let wide = found.encoding.filter(|one| one.info().width > 1);
        let is_own = |one: &Encoding| units(*one, Endian::Big) == self.units();
        match wide {
            Some(wide) if is_own(&wide) => {
                return match units::sort(&self.front, wide) {
                    Sort::Bytes => Some(Wide::Bytes),
                    Sort::Data => Some(Wide::Data),
                    Sort::Text | Sort::Unclear => None,
                };
            }
            Some(wide)
                if matches!(units::sort(&self.front, wide), Sort::Bytes | Sort::Data)
                    && self.front.len() >= LEAST =>
            {
                return Some(Wide::Data);
            }
            Some(wide) if self.front.len() >= LEAST && found.margin.is_none_or(|margin| margin >= CLEAR) => {
                return Some(Wide::Other(wide));
            }
            _ => {}
        }
        let own_order = already::ordered(self.encoding, self.options.default_endian);
        let holeless = without_zeros(&self.front, self.units().0);
        if holeless.is_empty() {
            return None;
        }
        let bytes: Vec<u8> = holeless.iter().copied().filter(|byte| *byte != 0).collect();
        let zeros = (holeless.len() - bytes.len()) as u64;
        let cost = |bytes: &[u8], one: Encoding| Price::of(bytes, one, self.is_all());
        let own = cost(&holeless, own_order).bits;
        let is_possible = |one: &Encoding| *one == Encoding::Utf8 || self.is_mostly_ascii();
        let as_bytes = [Encoding::Utf8, Encoding::Windows1252].into_iter().filter(is_possible);
        let as_bytes = as_bytes.map(|one| cost(&bytes, one)).filter(|price| price.is_text);
        let as_bytes = as_bytes.map(|price| price.bits).min();
        let as_bytes = as_bytes.map_or(u64::MAX, |bits| bits + zeros * NUL);
        if let Some(other) = self.other_order(&holeless) {
            let found = cost(&holeless, other);
            if found.is_well_formed && found.bits < own && found.bits <= as_bytes {
                return Some(Wide::Other(other));
            }
        }
        if zeros > 0 && units::sort(&self.front, own_order) == Sort::Bytes {
            return Some(Wide::Bytes);
        }
        // Without a byte 00, the share of UTF-8 and of ASCII decides.
        (zeros == 0 || as_bytes.saturating_add(CLEAR_OF_BYTES) <= own).then_some(Wide::Bytes)
    }

    /// Returns the encoding of the other byte order, if units are spaces and line ends in that order. In the
    /// named order they would be values that text does not have: U+0A00 is unassigned, and U+0D00 and U+2000
    /// are rare. The other order is also returned if all units are ASCII in it.
    fn other_order(&self, bytes: &[u8]) -> Option<Encoding> {
        let (width, is_big) = self.units();
        let value = |unit: &[u8], is_big: bool| {
            let shift = |value: u32, byte: &u8| value << 8 | u32::from(*byte);
            if is_big { unit.iter().fold(0, shift) } else { unit.iter().rev().fold(0, shift) }
        };
        let read = |is_big| bytes.chunks_exact(width).map(|unit| value(unit, is_big)).collect::<Vec<_>>();
        let (own, other) = (read(is_big), read(!is_big));
        let ends_line = |one: &u32| matches!(one, 0xA | 0xD);
        let is_printable = |one: &u32| matches!(one, 0x20..=0x7E);
        let fits_other = other.iter().any(ends_line)
            || other.contains(&0x20) && own.iter().all(|one| *one > 0xFF)
            || other.iter().all(is_printable) && other.iter().any(|one| *one != other[0]);
        if !fits_other || own.iter().any(|one| ends_line(one) || *one == 0x20) {
            return None;
        }
        Some(match (width, is_big) {
            (2, true) => Encoding::Utf16Le,
            (2, false) => Encoding::Utf16Be,
            (_, true) => Encoding::Utf32Le,
            (_, false) => Encoding::Utf32Be,
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

    pub(super) fn finish(mut self) -> Option<Contradiction> {
        if let Some(encoding) = self.signature {
            return Some(Contradiction::Signature(encoding));
        }
        if self.has_mark {
            return None;
        }
        if self.signs.contains(&Sign::Any) && self.len > 0 {
            match self.other_than_wide()? {
                Wide::Other(encoding) => return Some(Contradiction::OtherUnits(encoding)),
                Wide::Data => return Some(Contradiction::Data),
                Wide::Bytes if self.front.contains(&0) => return Some(Contradiction::FewNuls),
                Wide::Bytes => {}
            }
        }
        self.push_to_damage(&[], End::All);
        let is_utf_8 = self.validator.as_ref().is_some_and(|validator| validator.clone().finish().is_ok());
        if is_of_single_bytes(self.encoding) && self.damaged > 0 && self.is_mostly_utf_8() {
            return Some(Contradiction::MostlyUtf8);
        }
        Some(match self.found? {
            Sign::Any if !is_utf_8 && self.is_mostly_ascii() => Contradiction::MostlyAscii,
            Sign::Any if !is_utf_8 && self.is_mostly_utf_8() => Contradiction::MostlyUtf8,
            _ if !is_utf_8 => return None,
            Sign::Any if self.nuls > 0 => Contradiction::FewNuls,
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
    /// In UTF-16, hardly more than half of the bytes are ASCII in any script. In a few ideographs more may be
    /// by chance, but hardly small letters.
    fn is_mostly_ascii(&self) -> bool {
        let len = self.len - self.nuls;
        match len {
            64.. => 4 * self.ascii >= 3 * len,
            16.. => 8 * self.ascii >= 7 * len,
            _ => 8 * self.ascii >= 7 * len && 4 * self.plain >= 3 * len,
        }
    }

    /// A few bytes may be UTF-8 by chance, but not nearly all of many.
    fn is_mostly_utf_8(&self) -> bool {
        self.high >= LEAST as u64 && 8 * self.damaged <= self.high
    }
}

#[cfg(test)]
mod tests {
    use placemat::convert;

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

    /// Compares the derived result with a list.
    #[test]
    fn signatures_contradict_the_encodings_of_the_list() {
        let marks: [&[u8]; 7] = [
            &placemat::form::CorrectedUtf8::MAGIC_NUMBER,
            b"\0\0\xFE\xFF",
            b"\xFF\xFE\0\0",
            b"\xEF\xBB\xBF",
            b"\xF7\x64\x4C",
            b"\xFE\xFF",
            b"\xFF\xFE",
        ];
        for encoding in Encoding::ALL {
            let options = Options::default();
            let info = encoding.info();
            for mark in marks {
                let other = Encoding::for_signature(mark).unwrap().0;
                let listed = match other {
                    Encoding::Utf8 => info.is_single_byte(),
                    Encoding::Utf1 => encoding != Encoding::Utf1 && info.width == 1,
                    Encoding::CorrectedUtf8 => {
                        !matches!(encoding, Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document)
                    }
                    _ if matches!(encoding, Encoding::Utf16 | Encoding::Utf32) => {
                        other.info().width != info.width
                    }
                    _ => units(other, Endian::Big) != units(encoding, Endian::Big),
                };
                assert_eq!(signed(encoding, options, mark), listed.then_some(other), "{encoding} {mark:X?}");
            }
        }
    }

    /// Tests the rule against its definition: UTF-8 that an encoding reads as other text, or cannot read,
    /// contradicts the encoding.
    #[test]
    fn every_encoding_is_contradicted_by_what_it_reads_as_other_text() {
        let edges = [0, 0x7F, 0x80, 0x9F, 0xA0, 0xFF, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFE, 0xFFFF, 0x10000];
        let code_points = (0..=0x10_FFFF).step_by(61).chain(0xEF00..=0xF000).chain(edges);
        let characters: Vec<char> = code_points.filter_map(char::from_u32).collect();
        for encoding in Encoding::ALL {
            if encoding.is_wrapper() || encoding == Encoding::Utf8Sig {
                assert!(signs(encoding).is_empty(), "{encoding}");
                continue;
            }
            // U+FFFF does not occur in text, and both forms of OPTU-8 refuse it.
            let is_optu_8 = matches!(encoding, Encoding::Optu8 | Encoding::Optu8Reversible);
            let is_refused = |character| is_optu_8 && character == '\u{FFFF}';
            let mut wrong = vec![];
            for &character in characters.iter().filter(|&&character| !is_refused(character)) {
                let mut buffer = [0; 4];
                let text = character.encode_utf8(&mut buffer).as_bytes();
                let is_other = convert(encoding, Encoding::Utf8, text).ok().as_deref() != Some(text);
                // With a byte 00 it may be UTF-16 as well.
                let is_open = encoding.info().width > 1 && character == '\0';
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
            // The exception is text that is mostly ASCII, which is not plausible in wide units.
            let is_wide = encoding.info().width > 1;
            assert_eq!(found(encoding, &[b"caf\xE9 au lait, svp"]), is_wide, "{encoding}");
            // Another exception is text with the signature of another encoding that is read nevertheless.
            let is_own = matches!(
                encoding,
                Encoding::Utf16 | Encoding::Utf16Le | Encoding::Wtf16Le | Encoding::Ucs2Le
            );
            let is_read = is_wide || reads_any_signature(encoding, Options::default());
            assert_eq!(found(encoding, &[b"\xFF\xFEcaf\xE9 au lait, svp"]), is_read && !is_own, "{encoding}");
        }
    }
}
