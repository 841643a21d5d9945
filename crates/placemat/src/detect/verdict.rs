//! Derives the verdict from the readings.

use alloc::vec::Vec;

use super::Detector;
use super::detection::{Basis, Detection};
use super::evidence::{Evidence, EvidenceKind, Scanner};
use super::reading::{Reading, State, is_ancestor};
use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::label;
use crate::signature::Signature;
use crate::unit::Endian;
use crate::wrapper::{self, Frame};

/// The additional cost, if there is a signature, of readings that it does not identify.
const SIGNED: u64 = 64;
/// Readings within this many bits of each other are not distinguished: one letter of another script.
const CLOSE: u64 = 16;
/// An input is called damaged if at most one of this many bytes begins a suspect place.
const SPARSE: u64 = 64;

/// Returns `true` if the input is read as this encoding. The fallbacks are rules for reading, and Modified
/// UTF-8 with a byte 00 after it is decided by the last byte.
#[inline]
pub(super) fn is_read(encoding: Encoding) -> bool {
    encoding.info().fallback.is_none() && encoding.as_frame() != Some(Frame::Nul)
}

/// Returns the position of an encoding in the order in which readings with the same cost are returned.
#[inline]
fn rank(encoding: Encoding) -> usize {
    usize::from(label::RANKS[encoding as usize]) * Encoding::ALL.len() + encoding as usize
}

/// Greater than any rank.
const RANKS: usize = (u8::MAX as usize + 1) * Encoding::ALL.len();

/// Returns `true` if a reading can be the verdict, and not only a tie.
#[inline]
pub(super) fn can_win(reading: &Reading, signature: Option<Signature>, scanner: &Scanner) -> bool {
    let info = reading.encoding.info();
    match reading.encoding.as_frame() {
        // The content of a frame is read leniently.
        Some(_) => scanner.overlong.is_none(),
        // All UTF-8 is well-formed in it, with other characters: without the magic number it cannot be
        // recognized.
        None if info.is_corrected => {
            signature.is_some_and(|signature| signature.encoding.info().is_corrected)
        }
        // It reads ill-formed bytes as characters, or overlong sequences, which is what an attack needs. It
        // would also be believed if the rest of the input has some.
        None if info.is_lenient() => false,
        // ASCII has nothing that UTF-8 does not have.
        None if info.is_single_byte() => info.never_fails,
        None => true,
    }
}

/// Returns `true` if a reading would hide overlong sequences in UTF-8 or ASCII by reading them as other
/// characters. Such a reading is an alternative and not the verdict, at any cost. Two bytes are believed to
/// be one 16-bit unit if nearly everything else in the input has bytes 00 as such units have them.
#[inline]
pub(super) fn hides_overlong(reading: &Reading, signature: Option<Signature>, scanner: &Scanner) -> bool {
    let reads_such = match reading.encoding.info().width {
        1 => is_single_byte(reading.encoding) || is_ancestor(reading.encoding),
        _ => !reading.is_thin() && scanner.is_ascii_but_for_overlong(),
    };
    reads_such
        && scanner.has_overlong_utf_8()
        && !signature.is_some_and(|signature| is_signed(reading, signature))
}

/// Returns the cost in bits of choosing this encoding: the rarer it is, the higher.
#[inline]
pub(super) fn prior(encoding: Encoding) -> u64 {
    let info = encoding.info();
    match encoding {
        // The count before the text has matched already.
        _ if encoding.as_frame().is_some() => 6,
        _ if is_ancestor(encoding) => 28,
        _ if info.doubled.is_some() => 16,
        _ if is_single_byte(encoding) => 20,
        // Values beyond Unicode are more likely a few errors in UTF-32 than UCS-4.
        _ if info.width == 4 && info.table.encode(0x11_0000).is_some() => 60,
        // A few letters in single bytes would be fewer ideographs.
        _ if info.width > 1 => 12,
        _ => 0,
    }
}

/// Returns `true` for the single-byte encoding that stands for all of them: the first in order.
#[inline]
pub(super) fn stands_for_single_bytes(encoding: Encoding) -> bool {
    let mut all = Encoding::ALL.into_iter().filter(|&one| is_single_byte(one));
    is_single_byte(encoding) && all.all(|one| rank(encoding) <= rank(one))
}

/// Returns `true` if every byte is a character by itself.
#[inline]
fn is_single_byte(encoding: Encoding) -> bool {
    encoding.info().is_single_byte() && encoding.info().never_fails
}

/// A reading that can be the verdict.
struct Candidate<'r> {
    reading: &'r Reading,
    cost: u64,
    rank: usize,
}

impl Candidate<'_> {
    /// Returns the cost without suspect places.
    #[inline]
    fn sound_cost(&self) -> u64 {
        self.reading.cost - self.reading.doubt
    }
}

/// Returns the verdict on what a detector has read.
#[inline]
pub(super) fn of(mut detector: Detector, is_complete: bool) -> Detection {
    let read = detector.offset;
    settle_frames(&mut detector.readings, &detector.scanner, read, is_complete);
    let Detector { readings, scanner, signature, .. } = &detector;
    let mut detection = Detection {
        encoding: None,
        basis: Basis::Nothing,
        also: Vec::new(),
        alternatives: Vec::new(),
        well_formed: well_formed(readings),
        evidence: scanner.evidence(),
        overlong: scanner.overlong,
        margin: None,
        read,
        is_complete,
    };
    if signature.is_some() {
        detection.note(EvidenceKind::Signature, 1, 0);
    }
    let candidates = candidates(&detector);
    let is_text = |one: &Candidate<'_>| one.cost <= limit(one.reading, read);
    let is_thin = |one: &&Candidate<'_>| one.reading.is_thin() && is_text(one);
    let is_hiding = |one: &&Candidate<'_>| hides_overlong(one.reading, *signature, scanner) && is_text(one);
    let is_eligible = |one: &Candidate<'_>| is_text(one) && !is_thin(&one) && !is_hiding(&one);
    let Some(at) = candidates.iter().position(is_eligible) else {
        let hiding = || candidates.iter().filter(is_hiding).map(|one| one.reading.encoding);
        if hiding().next().is_some() {
            // It is text, more of it in UTF-8 than not, but too much is wrong with it for that to be the
            // cheapest reading.
            (detection.encoding, detection.basis) = (Some(Encoding::Utf8), Basis::Damaged);
            detection.alternatives = hiding().collect();
        } else {
            detection.alternatives =
                candidates.iter().filter(is_thin).map(|one| one.reading.encoding).collect();
        }
        return detection;
    };
    let (best, others) = (&candidates[at], &candidates[at + 1..]);
    let also = ties(best.reading, &detector);
    // Every unit consists of two equal bytes: that is not text in either order.
    let is_utf_16 = |one: Encoding, order| one.info().is_utf_16() && one.info().order == Some(order);
    if is_utf_16(best.reading.encoding, Endian::Little) && also.iter().any(|&one| is_utf_16(one, Endian::Big))
    {
        return detection;
    }
    let is_tie = |other: &&Candidate<'_>| other.reading.text == best.reading.text;
    detection.encoding = Some(best.reading.encoding);
    detection.basis = basis(best.reading, *signature);
    detection.also = also;
    let near = candidates[..at].iter().filter(|one| is_thin(one) || is_hiding(one)).chain(others);
    detection.alternatives = near
        .filter(|other| !is_tie(other) && is_alternative(other, best, read))
        .map(|other| other.reading.encoding)
        .collect();
    detection.margin = others.iter().find(|other| !is_tie(other)).map(|next| next.cost - best.cost);
    let Reading { parts, lone, .. } = best.reading;
    detection.note(EvidenceKind::IllFormed, parts.count, parts.first);
    if best.reading.encoding.info().width > 1 {
        detection.note(EvidenceKind::LoneSurrogates, lone.count, lone.first);
    }
    detection
}

/// Returns the encoding of the cheapest reading that is text, if the input does not begin with a signature.
/// Of readings with the same cost, it is the first in order.
pub(super) fn cheapest(readings: impl Iterator<Item = Reading>, read: u64) -> Option<Encoding> {
    let priced = readings.map(|reading| {
        let rank = rank(reading.encoding);
        let is_text = reading.cost + prior(reading.encoding) <= limit(&reading, read);
        (reading.cost + prior(reading.encoding), rank, reading.encoding, is_text)
    });
    let texts = priced.filter(|&(.., is_text)| is_text);
    texts.min_by_key(|&(cost, rank, ..)| (cost, rank)).map(|(.., encoding, _)| encoding)
}

/// Returns the cost in bits from which on a reading is not text. Bytes cost 8 bits each.
///
/// The limit is lower for encodings that read nearly anything as text: single bytes, 16-bit units, and UTF-1,
/// which reads much of the text in older encodings of East Asia. Small numbers of 32 bits are not text
/// either. A byte order mark or signature at the start lifts these limits. The limit of UTF-16 is above
/// Chinese and Korean text and below most random bytes; that of UTF-32 is below tables of numbers.
#[inline]
pub(super) fn limit(reading: &Reading, read: u64) -> u64 {
    let encoding = reading.encoding;
    match encoding {
        _ if reading.begins_with_mark => 8 * read + 16,
        _ if is_ancestor(encoding) => 11 * read / 2,
        _ if is_single_byte(encoding) => 7 * read + 24,
        _ if encoding.info().width == 2 => (15 * read / 2 + 12).min(7 * read + 44),
        _ if encoding.info().width == 4 => 5 * read + prior(encoding) + 12,
        _ => 8 * read + 16,
    }
}

/// Returns `true` if the signature identifies the encoding of the reading. A reading that does not begin with
/// it is not signed: a text with a signature is more likely damaged than in another encoding.
#[inline]
fn is_signed(reading: &Reading, signature: Signature) -> bool {
    let is_removed = reading.start == signature.len as u64 && reading.encoding.as_frame().is_none();
    reading.begins_with_mark && (is_removed || reading.encoding == signature.encoding)
}

#[inline]
fn basis(best: &Reading, signature: Option<Signature>) -> Basis {
    if signature.is_some_and(|signature| is_signed(best, signature)) {
        Basis::Signature
    } else if is_single_byte(best.encoding) {
        Basis::SingleBytes
    } else if best.is_broken || best.parts.count > 0 {
        Basis::Damaged
    } else if best.encoding == Encoding::Utf8 && best.text.is_ascii() {
        Basis::Ascii
    } else {
        Basis::WellFormed
    }
}

/// Returns everything that can be the verdict, the cheapest first.
#[inline]
fn candidates(detector: &Detector) -> Vec<Candidate<'_>> {
    let Detector { readings, scanner, signature, is_plain_ascii, .. } = detector;
    let (signature, is_plain_ascii) = (*signature, *is_plain_ascii);
    let place = |reading: &Reading| {
        // If there is a signature, prefer the encoding that removes it.
        rank(reading.encoding) + if signature.is_some() && reading.start > 0 { 0 } else { RANKS }
    };
    // Pairs of letters are ideographs in UTF-16, but are never meant to be.
    let is_possible = |reading: &&Reading| {
        reading.state == State::Open
            && can_win(reading, signature, scanner)
            && !(is_plain_ascii && reading.encoding.info().width > 1)
    };
    let mut candidates: Vec<_> = readings
        .iter()
        .filter(is_possible)
        .map(|reading| {
            let unsigned = signature.is_some_and(|signature| !is_signed(reading, signature));
            let cost = reading.cost + prior(reading.encoding) + if unsigned { SIGNED } else { 0 };
            Candidate { reading, cost, rank: place(reading) }
        })
        .collect();
    candidates.sort_by_key(|candidate| (candidate.cost, candidate.rank));
    candidates
}

/// Returns the other readings of the same text.
#[inline]
fn ties(best: &Reading, detector: &Detector) -> Vec<Encoding> {
    let Detector { readings, scanner, signature, .. } = detector;
    let is_sound = !best.is_broken && best.parts.count == 0;
    let is_tie = |encoding: &Encoding| {
        *encoding != best.encoding
            && readings.iter().any(|one| {
                one.encoding == *encoding
                    && one.state == State::Open
                    && one.text == best.text
                    && (can_win(one, *signature, scanner) || is_sound && !one.is_broken)
            })
    };
    let mut ties: Vec<_> = Encoding::ALL.into_iter().filter(is_tie).collect();
    ties.sort_by_key(|&encoding| rank(encoding));
    ties
}

/// Returns `true` if a reading is nearly as good as the verdict. If the verdict has suspect places itself,
/// also if it is as good except for a few such places.
#[inline]
fn is_alternative(other: &Candidate<'_>, best: &Candidate<'_>, read: u64) -> bool {
    let is_doubtful = best.reading.doubtful > 0 || is_single_byte(best.reading.encoding);
    let is_sparse =
        other.reading.doubtful <= (read / SPARSE).max(1) && 2 * other.sound_cost() > best.sound_cost();
    other.cost <= best.cost + CLOSE
        || is_doubtful && is_sparse && other.sound_cost() <= best.sound_cost() + CLOSE
}

#[inline]
fn well_formed(readings: &[Reading]) -> Vec<Encoding> {
    let is_well_formed = |encoding: &Encoding| {
        readings.iter().any(|one| one.encoding == *encoding && one.state != State::Closed && !one.is_broken)
    };
    Encoding::ALL.into_iter().filter(is_well_formed).collect()
}

/// Closes the frames that do not fit the whole input, and opens the one that only has a terminator.
#[inline]
fn settle_frames(readings: &mut Vec<Reading>, scanner: &Scanner, read: u64, is_complete: bool) {
    let zeros = scanner.tally(EvidenceKind::ZeroBytes).count;
    let ends_in_zero = scanner.ends_in_zero;
    let content = readings.iter().find(|reading| reading.encoding == wrapper::READ);
    if let Some(content) = content.filter(|_| ends_in_zero) {
        let mut nul = content.clone();
        let is_nul = |one: &Encoding| one.as_frame() == Some(Frame::Nul);
        nul.encoding = Encoding::ALL.into_iter().find(is_nul).unwrap_or(nul.encoding);
        readings.push(nul);
    }
    for reading in readings {
        let Some(frame) = reading.encoding.as_frame() else { continue };
        let content = read.checked_sub(reading.start);
        let fits = match frame {
            Frame::WriteUtf | Frame::Long => content == Some(reading.frame_count),
            Frame::Nul => true,
            Frame::Dex => ends_in_zero && content > Some(0) && has_units(reading, scanner.not_trailing),
        };
        if !fits || !is_complete {
            reading.state = State::Closed;
        } else if ends_in_zero && matches!(frame, Frame::Nul | Frame::Dex) {
            // A reading that only validated has no text to take it from.
            if reading.state == State::Open {
                reading.unread_nul();
            }
            let in_head = u64::from(frame == Frame::Dex && reading.frame_count == 0);
            reading.charge_nuls(zeros - 1 - in_head);
        }
    }
}

/// Returns `true` if the text has as many UTF-16 units as the count before it says, or nearly, if some of it
/// is ill-formed.
#[inline]
fn has_units(reading: &Reading, not_trailing: u64) -> bool {
    // One is the byte 00 at the end.
    let units = not_trailing.saturating_sub(reading.not_trailing + 1);
    units.abs_diff(reading.frame_count) <= 4 * reading.parts.count
}

impl Detection {
    #[inline]
    fn note(&mut self, kind: EvidenceKind, count: u64, first: u64) {
        if count > 0 {
            let at = self.evidence.partition_point(|evidence| evidence.kind < kind);
            self.evidence.insert(at, Evidence { kind, count, first });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::detect_signature;

    #[test]
    fn all_are_read_but_rules() {
        for encoding in Encoding::ALL {
            let is_rule = matches!(encoding, Encoding::Utf8OrIso8859_1 | Encoding::Utf8OrWindows1252);
            assert_eq!(is_read(encoding), !is_rule && encoding != Encoding::Mutf8Nul, "{encoding}");
            assert!(rank(encoding) < RANKS, "{encoding}");
        }
    }

    /// The order that the registry defines, compared with a list. Encodings that are not in the list come
    /// after it, in the order of [`Encoding::ALL`].
    const FIRST: [Encoding; 38] = [
        Encoding::Utf8,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Utf16,
        Encoding::Utf32Le,
        Encoding::Utf32Be,
        Encoding::Utf32,
        Encoding::Cesu8,
        Encoding::Wtf8,
        Encoding::GeneralizedUtf8,
        Encoding::Mutf8,
        Encoding::Wtf16Le,
        Encoding::Wtf16Be,
        Encoding::Utf8b,
        Encoding::Utf8mb3,
        Encoding::Cesu8Lenient,
        Encoding::Mutf8Lenient,
        Encoding::Utf8Rfc2279,
        Encoding::Mutf8WriteUtf,
        Encoding::Mutf8Long,
        Encoding::Mutf8Dex,
        Encoding::Mutf8Nul,
        Encoding::DoubleUtf8Cp1252,
        Encoding::DoubleUtf8Latin1,
        Encoding::Ucs2Le,
        Encoding::Ucs2Be,
        Encoding::Ucs4Le,
        Encoding::Ucs4Be,
        Encoding::Utf1,
        Encoding::FssUtf1992July,
        Encoding::Windows1252,
        Encoding::Iso8859_1,
        Encoding::Utf8Sig,
        Encoding::Optu8,
        Encoding::Optu8Reversible,
        Encoding::Tcl86Utf8,
        Encoding::CorrectedUtf8Document,
        Encoding::CorrectedUtf8,
    ];

    #[test]
    fn ranks_are_those_of_the_list() {
        let mut ranked = Encoding::ALL;
        ranked.sort_by_key(|&encoding| rank(encoding));
        let (first, others) = ranked.split_at(FIRST.len());
        assert_eq!(first, FIRST);
        assert!(others.is_sorted());
    }

    #[test]
    fn windows_1252_stands_for_single_bytes() {
        for encoding in Encoding::ALL {
            assert_eq!(stands_for_single_bytes(encoding), encoding == Encoding::Windows1252, "{encoding}");
        }
    }

    /// A signature identifies a reading that begins with it: compared with a list.
    #[test]
    fn signatures_identify_the_encodings_of_the_list() {
        let listed = |encoding| match encoding {
            Encoding::Utf8Sig => Encoding::Utf8,
            Encoding::Utf16Le | Encoding::Utf16Be => Encoding::Utf16,
            Encoding::Utf32Le | Encoding::Utf32Be => Encoding::Utf32,
            Encoding::CorrectedUtf8Document => Encoding::CorrectedUtf8,
            encoding => encoding,
        };
        let ends: [&[u8]; 4] = [b"", b"a", b"\0\0\0a\0a\0a", b"a\0\0\0a\0a\0\0"];
        for mark in label::SIGNATURES.into_iter().filter(|mark| !mark.is_empty()) {
            for end in ends.into_iter().chain(label::SIGNATURES) {
                let text = [mark, end].concat();
                let signature = detect_signature(&text).unwrap();
                for encoding in Encoding::ALL.into_iter().filter(|&one| is_read(one)) {
                    let mut reading = Reading::new(encoding);
                    reading.begin(&text, true);
                    reading.block(&text, 0, 0, true);
                    let is_told = reading.begins_with_mark && listed(encoding) == listed(signature.encoding);
                    assert_eq!(is_signed(&reading, signature), is_told, "{encoding}: {text:X?}");
                }
            }
        }
    }

    /// Compares what is derived with a list.
    #[test]
    fn rare_encodings_have_their_price() {
        for encoding in Encoding::ALL.into_iter().filter(|&encoding| is_read(encoding)) {
            let listed = match encoding {
                Encoding::Mutf8WriteUtf | Encoding::Mutf8Long | Encoding::Mutf8Dex => 6,
                Encoding::Utf1 | Encoding::FssUtf1992July => 28,
                Encoding::DoubleUtf8Latin1 | Encoding::DoubleUtf8Cp1252 => 16,
                Encoding::Iso8859_1 | Encoding::Windows1252 => 20,
                Encoding::Ucs4Le | Encoding::Ucs4Be => 60,
                _ if encoding.info().width > 1 => 12,
                _ => 0,
            };
            assert_eq!(prior(encoding), listed, "{encoding}");
            let is_listed = matches!(encoding, Encoding::Utf1 | Encoding::FssUtf1992July);
            assert_eq!(is_ancestor(encoding), is_listed, "{encoding}");
        }
    }
}
