//! Detection: which member of the family an input is in, with the evidence that the verdict rests on.
//!
//! Needs the feature `detect`.
//!
//! The idea is that of the shortest description. Every encoding reads the whole input, and each reading has a
//! price in bits. It is the price that a reader who expects ordinary text would pay. A letter of the script
//! that the text is in costs little; a control character, a lone surrogate or an ill-formed subsequence costs
//! much. The cheapest reading is the verdict, unless the bytes themselves, at 8 bits each, are cheaper: then
//! the input is not text.
//!
//! ```text
//! for each block of 4096 bytes, the first in parts of 512, however the input is cut:
//!     for each encoding that can still win:  decode, charge, remember the text by a hash;
//!                                            if UTF-8 has read ordinary text, take that over
//!     readings that cost far more than the best: continue with validation only
//! verdict: the cheapest; also: the readings with the same text;
//! alternatives: as cheap, except for a few suspect places
//! ```
//! Readings of the same text do not differ in likelihood: ASCII *is* text in more than twenty encodings, and
//! nothing in it shows which one its author meant. All of them are returned, in an order of preference.
//!
//! ```
//! use placemat::{detect::{detect, Basis}, Encoding};
//!
//! let found = detect("naïve 💩".as_bytes());
//! assert_eq!(found.encoding, Some(Encoding::Utf8));
//! assert!(found.also.contains(&Encoding::Wtf8)); // the same text
//! assert!(!found.also.contains(&Encoding::Cesu8)); // which has no sequences of four bytes
//!
//! let found = detect(b"plain");
//! assert_eq!((found.encoding, found.basis), (Some(Encoding::Utf8), Basis::Ascii));
//! assert!(found.also.contains(&Encoding::Cesu8) && found.also.contains(&Encoding::Windows1252));
//! ```
//!
//! UTF-16 without a byte order mark must be distinguished from pairs of bytes in an encoding outside the
//! family. For that, some of its units must have a control character in one byte (as spaces, punctuation and
//! letters of alphabets do), or be kana or surrogate pairs. Otherwise UTF-16 is only an alternative.
//!
//! Some encodings are never the verdict:
//!
//! - Corrected UTF-8 without its magic number: all UTF-8 is well-formed in it, with other characters.
//! - `utf-8-or-*` and `tcl-8.6-utf-8`, which are rules for reading and read everything.
//! - `mutf-8-lenient`, which reads overlong sequences.
//!
//! No verdict hides an overlong sequence other than `C0 80`. If UTF-8 or ASCII contains such sequences, the
//! input is damaged UTF-8, and single bytes are at most an alternative.
//!
//! Single-byte encodings are not distinguished: Windows-1252 stands for all of them, because distinguishing
//! them would need knowledge of languages.

mod cost;
mod detection;
mod evidence;
mod price;
mod reading;
mod recent_errors;
mod text;
mod units;
mod value;
mod verdict;

use alloc::vec::Vec;

use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::signature::{Signature, detect_signature};
use crate::wrapper;
pub use detection::{Basis, Detection};
use evidence::Scanner;
pub use evidence::{Evidence, EvidenceKind};
pub use price::Price;
use reading::{MOST_ZEROS, Reading, State};
use text::PlainAscii;
pub(crate) use units::{may_be_utf_16, may_tell_of_utf_16};
pub(crate) use value::{Marks, detect_value};

/// The size of a block. Blocks begin at its multiples however the input is cut, so the result cannot depend
/// on the pieces.
const BLOCK: usize = 4096;
/// The size of the blocks that the first block is read in. After them, most input that is not text is known
/// to be none.
const FIRST: usize = 512;
/// The number of bytes of the previous block that are kept before a block: more than the longest incomplete
/// sequence, eleven bytes of a doubly encoded character.
const BACK: usize = 16;
/// A reading that costs this many bits more than the best one will not catch up: 100 ill-formed subsequences.
const HOPELESS: u64 = 4096;
/// An input is settled if every reading costs this many bits more than text may: two bits for each byte of a
/// block. Compressed files and random bytes reach it within 4 KiB.
const EXCESS: u64 = 8192;

/// Detects the encoding of a whole input.
///
/// ```
/// use placemat::{detect::detect, Encoding};
/// assert_eq!(detect(b"\0h\0i\0!").encoding, Some(Encoding::Utf16Be));
/// assert_eq!(detect("Ã©tÃ©".as_bytes()).encoding, Some(Encoding::DoubleUtf8Cp1252));
/// assert_eq!(detect(b"\0\x05hello").encoding, Some(Encoding::Mutf8WriteUtf));
/// assert_eq!(detect(&[0; 64]).encoding, None);
/// ```
#[inline]
pub fn detect(input: &[u8]) -> Detection {
    let mut detector = Detector::new();
    detector.push(input);
    detector.finish()
}

/// Detects whether well-formed UTF-8 was encoded once, twice, or neither.
#[inline]
pub(crate) fn detect_double(input: &[u8]) -> Detection {
    let mut detector = Detector::among(is_double_or_single);
    detector.push(input);
    detector.finish()
}

/// Returns `true` for UTF-8, for double encodings of it, and for single-byte encodings.
fn is_double_or_single(encoding: Encoding) -> bool {
    encoding == Encoding::Utf8
        || encoding.info().doubled.is_some()
        || verdict::stands_for_single_bytes(encoding)
}

/// Detects the encoding of an input in pieces, in constant memory. The result does not depend on the pieces.
///
/// ```
/// use placemat::{detect::{detect, Detector}, Encoding};
/// let mut detector = Detector::new();
/// detector.push(b"caf\xC3");
/// detector.push(b"\xA9");
/// assert_eq!(detector.finish(), detect("café".as_bytes()));
/// ```
#[derive(Clone, Debug)]
pub struct Detector {
    readings: Vec<Reading>,
    scanner: Scanner,
    signature: Option<Signature>,
    /// The end of the previous block, and the beginning of the next one.
    window: Vec<u8>,
    /// The offset of the block.
    offset: u64,
    is_plain_ascii: bool,
}

/// Reads the block in the window. Ordinary text that UTF-8 has read need not be decoded and charged again for
/// the many encodings that read it the same.
#[inline]
fn read_alike(readings: &mut [Reading], window: &[u8], offset: u64, end: bool) {
    let Some(leader) = readings.iter_mut().find(|reading| reading.encoding == Encoding::Utf8) else { return };
    let before = leader.clone();
    leader.block(window, BACK, offset, end);
    let after = leader.clone();
    let ordinary = after.ordinary_since(&before, window, BACK);
    for reading in readings.iter_mut().filter(|reading| reading.encoding != Encoding::Utf8) {
        let is_alike = ordinary.is_some_and(|ordinary| reading.follow(&before, &after, ordinary));
        if !is_alike {
            reading.block(window, BACK, offset, end);
        }
        reading.end_frame(offset + (window.len() - BACK) as u64);
    }
}

impl Default for Detector {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl Detector {
    /// Creates a detector that has read nothing.
    ///
    /// ```
    /// use placemat::detect::Detector;
    /// assert!(Detector::new().finish().also.len() > 20); // an empty text is the same in most encodings
    /// ```
    #[inline]
    pub fn new() -> Self {
        Detector::among(|_| true)
    }

    /// Creates a detector that knows only some encodings.
    fn among(is_known: impl Fn(Encoding) -> bool) -> Self {
        let mut window = Vec::with_capacity(BACK + BLOCK);
        window.resize(BACK, 0);
        Detector {
            readings: Encoding::ALL
                .into_iter()
                .filter(|&one| verdict::is_read(one) && is_known(one))
                .map(Reading::new)
                .collect(),
            scanner: Scanner::default(),
            signature: None,
            window,
            offset: 0,
            is_plain_ascii: true,
        }
    }

    /// Reads a piece, which may end anywhere.
    ///
    /// ```
    /// use placemat::{detect::Detector, Encoding};
    /// let mut detector = Detector::new();
    /// for byte in b"a\0\xAC\x20" {
    ///     detector.push(&[*byte]);
    /// }
    /// assert_eq!(detector.finish().encoding, Some(Encoding::Utf16Le));
    /// ```
    #[inline]
    pub fn push(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            // A full block waits for more input: it could be the last one.
            if self.window.len() == BACK + self.block_len() {
                self.block(false);
            }
            let room = BACK + self.block_len() - self.window.len();
            let (now, later) = piece.split_at(piece.len().min(room));
            self.window.extend_from_slice(now);
            piece = later;
        }
    }

    /// Reads `count` bytes 00, a hole of a sparse file, in a time that does not depend on `count`. The result
    /// is the same as if they were pushed. After 2⁵⁷ bytes of input they are not counted.
    ///
    /// ```
    /// use placemat::detect::Detector;
    /// let mut detector = Detector::new();
    /// detector.push(b"text");
    /// detector.push_zeros(1 << 40);
    /// let found = detector.finish();
    /// assert_eq!((found.encoding, found.read), (None, (1 << 40) + 4));
    /// ```
    #[inline]
    pub fn push_zeros(&mut self, count: u64) {
        const ZEROS: [u8; BLOCK] = [0; BLOCK];
        const WHOLE: u64 = BLOCK as u64;
        // Prevents overflow in sums of prices.
        let count = count.min(MOST_ZEROS.saturating_sub(self.offset));
        // After a whole block of zeros, every reading makes the same of each further block.
        let position = self.offset % WHOLE + (self.window.len() - BACK) as u64;
        let lead_in = if self.offset < WHOLE { 4 * WHOLE } else { 3 * WHOLE } - position;
        if count < lead_in + 2 * WHOLE {
            for at in (0..count).step_by(BLOCK) {
                self.push(&ZEROS[..WHOLE.min(count - at) as usize]);
            }
            return;
        }
        let (blocks, tail) = ((count - lead_in) / WHOLE, (count - lead_in) % WHOLE);
        self.push_zeros(lead_in);
        let (readings, scanner) = (self.readings.clone(), self.scanner.clone());
        self.push(&ZEROS);
        for (reading, before) in self.readings.iter_mut().zip(&readings) {
            reading.repeat(before, blocks - 1);
        }
        self.scanner.repeat(&scanner, blocks - 1);
        self.offset += (blocks - 1) * WHOLE;
        self.give_up();
        self.push(&ZEROS[..tail as usize]);
    }

    /// Returns `true` if the input so far is far from text in every encoding, so that a caller who is only
    /// interested in text can stop reading. Bytes 00 are not counted, because files begin with holes. Reading
    /// on is still correct: after noise there may be more text.
    ///
    /// ```
    /// use placemat::detect::Detector;
    /// let mut state = 1_u64;
    /// let noise = [(); 16384].map(|()| {
    ///     state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ///     (state >> 56) as u8
    /// });
    /// let mut detector = Detector::new();
    /// assert!(!detector.is_settled());
    /// detector.push(&noise);
    /// assert!(detector.is_settled());
    /// ```
    #[inline]
    pub fn is_settled(&self) -> bool {
        let is_near = |one: &Reading| {
            one.state == State::Open
                && verdict::can_win(one, self.signature, &self.scanner)
                && one.written_cost() <= verdict::limit(one, self.offset) + EXCESS
        };
        self.offset >= BLOCK as u64 && !self.readings.iter().any(is_near)
    }

    /// Returns the verdict on an input that has ended.
    ///
    /// ```
    /// use placemat::{detect::Detector, Encoding};
    /// let mut detector = Detector::new();
    /// detector.push("Schlüsse".as_bytes());
    /// let found = detector.finish();
    /// assert!(found.is_complete && found.well_formed.contains(&Encoding::Utf8));
    /// ```
    #[inline]
    pub fn finish(mut self) -> Detection {
        self.block(true);
        verdict::of(self, true)
    }

    /// Returns the verdict on the beginning of an input that continues. An incomplete sequence at its end
    /// does not count against an encoding. Frames are not considered, because they contain the length of the
    /// whole.
    ///
    /// ```
    /// use placemat::{detect::Detector, Encoding};
    /// let mut detector = Detector::new();
    /// detector.push("Schlü".as_bytes().split_last().unwrap().1);
    /// let found = detector.finish_early();
    /// assert!(!found.is_complete && found.well_formed.contains(&Encoding::Utf8));
    /// ```
    #[inline]
    pub fn finish_early(mut self) -> Detection {
        self.block(false);
        verdict::of(self, false)
    }

    /// Reads the block in the window.
    #[inline]
    fn block(&mut self, end: bool) {
        let Detector { readings, scanner, window, offset, .. } = self;
        let block = &window[BACK..];
        if *offset == 0 {
            self.signature = detect_signature(block);
            let signed = self.signature.map(|signature| signature.encoding);
            readings.retain(|one| !one.encoding.info().needs_signature || signed == Some(one.encoding));
            for reading in &mut *readings {
                reading.begin(block, end);
            }
        }
        let plain = PlainAscii::of(block);
        self.is_plain_ascii &= plain.is_some();
        match plain {
            Some(ascii) if *offset > 0 => {
                for reading in &mut *readings {
                    if reading.takes_ascii() {
                        reading.ascii(ascii);
                    } else {
                        reading.block(window, BACK, *offset, end);
                    }
                }
            }
            _ => read_alike(readings, window, *offset, end),
        }
        scanner.block(window, BACK, *offset, end);
        let len = window.len() - BACK;
        *offset += len as u64;
        window.copy_within(len.., 0);
        window.truncate(BACK);
        self.give_up();
    }

    /// Returns the length of the block in the window, if the input is long enough.
    #[inline]
    fn block_len(&self) -> usize {
        if self.offset < BLOCK as u64 { FIRST } else { BLOCK }
    }

    /// Continues with validation only for readings that are far more expensive than another one that can be
    /// the verdict. Bytes 00 are not counted: there are fewer of them in wider units, whatever follows.
    #[inline]
    fn give_up(&mut self) {
        if self.offset < BLOCK as u64 {
            return;
        }
        // Frames are not settled yet: one that skips a count costs less.
        let leads = |reading: &&Reading| {
            reading.state == State::Open
                && reading.encoding.as_frame().is_none()
                && verdict::can_win(reading, self.signature, &self.scanner)
                && !reading.is_thin()
                && !verdict::hides_overlong(reading, self.signature, &self.scanner)
        };
        let Some(best) = self.readings.iter().filter(leads).min_by_key(|one| one.written_cost()) else {
            return;
        };
        let (least, text) = (best.written_cost(), best.text);
        for reading in &mut self.readings {
            // The content of a frame that only has a terminator is read by this one.
            let is_needed =
                verdict::can_win(reading, self.signature, &self.scanner) || reading.encoding == wrapper::READ;
            let is_far = reading.written_cost() > least + HOPELESS || !is_needed && reading.text != text;
            if reading.state == State::Open && is_far {
                reading.state = if reading.is_broken { State::Closed } else { State::Checking };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_encodings_are_double_or_single() {
        for encoding in Encoding::ALL {
            let listed = matches!(
                encoding,
                Encoding::Utf8
                    | Encoding::Windows1252
                    | Encoding::DoubleUtf8Latin1
                    | Encoding::DoubleUtf8Cp1252
            );
            assert_eq!(is_double_or_single(encoding), listed, "{encoding}");
        }
    }

    /// What a reading takes over from that of UTF-8 is what it would have read by itself, including
    /// characters above U+FFFF, which Tcl reads from the same four bytes.
    #[test]
    fn what_follows_utf_8_reads_what_it_would_read_by_itself() {
        for text in
            ["plain ASCII", "déjà vu, naïve", "日本語 text", "a 💩 and 😀: 💩", "Привет 💩", "\u{10FFFF}a"]
        {
            let mut window = [0; BACK].to_vec();
            window.extend_from_slice(text.as_bytes());
            let mut together: Vec<Reading> =
                Encoding::ALL.into_iter().filter(|&one| verdict::is_read(one)).map(Reading::new).collect();
            let mut apart = together.clone();
            for reading in together.iter_mut().chain(&mut apart) {
                reading.begin(text.as_bytes(), true);
            }
            read_alike(&mut together, &window, 0, true);
            for (one, other) in together.iter().zip(&mut apart) {
                other.block(&window, BACK, 0, true);
                other.end_frame(text.len() as u64);
                let costs =
                    |one: &Reading| (one.cost, one.doubt, one.text, one.parts, one.lone, one.is_broken);
                assert_eq!(costs(one), costs(other), "{}: {text}", one.encoding);
            }
        }
        // So Tcl's reading of such text is a tie.
        let found = detect("a 💩 and 😀".as_bytes());
        assert!(found.encoding == Some(Encoding::Utf8) && found.also.contains(&Encoding::Tcl86Utf8));
    }
}
