//! One candidate: the input read as one encoding, the cost of that, and whether it is well-formed.

use super::cost::{ASCII, CODED_NUL, LONE, NUL, PAIR, PART, Prices, UNIT, is_printable};
use super::evidence::Tally;
use super::recent_errors::RecentErrors;
use super::text::{
    LEAST_TELLING, MARK, Ordinary, PlainAscii, Text, UNITS_FOR_TELLING, is_telling_ancestor, telling,
};
use crate::codec::{Codec, Internal};
use crate::encoding::Encoding;
use crate::form::MAGIC_NUMBER;
use crate::table::NotDecoded;
use crate::unit::Endian;
use crate::wrapper::{self, Frame};

/// The number of code points decoded at a time, on the stack.
const STRIP: usize = 256;

/// After this offset in an input, holes are not counted any more.
pub(super) const MOST_ZEROS: u64 = 1 << 57;

/// Like [`LEAST_TELLING`], for ancestors: one of this many code points that are not ASCII.
const ANCESTORS_FOR_TELLING: u64 = 400;
/// Text with more ASCII than this for each code point that is not ASCII is in Latin script, where no more
/// evidence is needed.
const ASCII_OF_LATIN: u64 = 32;

/// How far a reading examines its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It decodes and charges.
    Open,
    /// It costs far more than another reading, and only validates.
    Checking,
    /// It is closed: it costs too much and is ill-formed.
    Closed,
}

/// The input read as one encoding.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) encoding: Encoding,
    /// The codec that decodes it: that of a frame's content, or one with the byte order that was found.
    codec: Encoding,
    is_ancestor: bool,
    pub(super) state: State,
    /// The number of bytes of previous blocks that are not read yet: an incomplete sequence.
    behind: usize,
    prices: Prices,
    /// The cost in bits.
    pub(super) cost: u64,
    /// The part of the cost for suspect places, and their number.
    pub(super) doubt: u64,
    pub(super) doubtful: u64,
    /// The part of the cost for bytes 00.
    nuls: u64,
    pub(super) text: Text,
    /// Ill-formed subsequences and escaped bytes.
    pub(super) parts: Tally,
    pub(super) lone: Tally,
    /// The evidence that distinguishes 16-bit units from text in bytes, in quarters of a unit. For an
    /// ancestor, the evidence that distinguishes it from other multi-byte encodings.
    telling: u64,
    /// For an ancestor, the number of code points that are not ASCII.
    high: u64,
    /// `true` if the text begins with U+FEFF or another signature.
    pub(super) begins_with_mark: bool,
    /// `true` if anything was ill-formed.
    pub(super) is_broken: bool,
    /// `true` if the previous units ended in an ill-formed subsequence.
    in_part: bool,
    /// The count before framed text, the number of its bytes that are not trail bytes, and the start of the
    /// text.
    pub(super) frame_count: u64,
    pub(super) not_trailing: u64,
    pub(super) start: u64,
}

impl Reading {
    #[inline]
    pub(super) fn new(encoding: Encoding) -> Self {
        Reading {
            encoding,
            codec: if encoding.as_frame().is_some() { wrapper::READ } else { encoding },
            is_ancestor: is_ancestor(encoding),
            state: State::Open,
            behind: 0,
            prices: Prices::of(encoding),
            cost: 0,
            doubt: 0,
            doubtful: 0,
            nuls: 0,
            text: Text::default(),
            parts: Tally::default(),
            lone: Tally::default(),
            telling: 0,
            high: 0,
            begins_with_mark: false,
            is_broken: false,
            in_part: false,
            frame_count: 0,
            not_trailing: 0,
            start: 0,
        }
    }

    /// Reads the start of the input: a byte order mark or signature, or the head of a frame.
    #[inline]
    pub(super) fn begin(&mut self, head: &[u8], end: bool) {
        let skip = match self.encoding.as_frame() {
            Some(frame) => match read_head(frame, head) {
                Some((count, len)) => {
                    self.frame_count = count;
                    self.not_trailing =
                        head[..len].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
                    len
                }
                None => {
                    self.state = State::Closed;
                    0
                }
            },
            // As a string it has no signature; after the signature of a document, the string is the rest.
            None if self.encoding.info().is_corrected && head.starts_with(&MAGIC_NUMBER) => {
                MAGIC_NUMBER.len()
            }
            None => {
                let preamble = self.encoding.begin(head, end, Endian::Big);
                if let Some(order) = preamble.and_then(|preamble| preamble.order) {
                    self.codec = self.codec.with_order(order);
                }
                preamble.map_or(0, |preamble| preamble.skip)
            }
        };
        self.begins_with_mark = skip > 0 && self.encoding.as_frame().is_none();
        self.start = skip as u64;
    }

    /// Returns `true` if the reading is between sequences, and ASCII would be read as ASCII.
    #[inline]
    pub(super) fn takes_ascii(&self) -> bool {
        self.behind == 0 && self.codec.info().keeps_ascii
    }

    /// Reads printable ASCII whose cost is known, if [`takes_ascii`](Self::takes_ascii).
    #[inline]
    pub(super) fn ascii(&mut self, ascii: PlainAscii) {
        let PlainAscii { len, cost, has_letters } = ascii;
        self.text.len += len;
        self.text.ascii += cost;
        self.cost += cost;
        if has_letters {
            self.prices.latin();
        }
        self.in_part = false;
    }

    /// Describes a block of ordinary text that was read since `before`.
    #[inline]
    pub(super) fn ordinary_since(&self, before: &Reading, window: &[u8], back: usize) -> Option<Ordinary> {
        let is_ordinary = self.state == State::Open
            && self.is_broken == before.is_broken
            && self.begins_with_mark == before.begins_with_mark
            && (self.parts, self.lone, self.doubtful) == (before.parts, before.lone, before.doubtful);
        if !is_ordinary {
            return None;
        }
        let text = &window[back - before.behind..];
        let highest = match text.iter().max() {
            Some(0xF0..) => 0x10_FFFF,
            Some(0xEE..) => 0xFFFF,
            _ => 0xDFFF,
        };
        Some(Ordinary { highest, has_latin_1: text.iter().any(|byte| matches!(byte, 0xC2 | 0xC3)) })
    }

    /// Reads what UTF-8 has read as ordinary text, if that is the same text here and this reading is in the
    /// same state. A frame has its own text, which the block is the same part of.
    #[inline]
    pub(super) fn follow(&mut self, before: &Reading, after: &Reading, ordinary: Ordinary) -> bool {
        let is_framed = self.encoding.as_frame().is_some();
        let info = self.codec.info();
        let is_same = match is_framed {
            true => before.text.len > 0,
            false => (self.start, self.text) == (before.start, before.text),
        };
        let is_alike = self.state == State::Open
            && info.reads_utf_8_to >= ordinary.highest
            && !(ordinary.has_latin_1 && info.carry.is_some_and(|carry| carry.unit(0xFF).is_some()))
            && is_same
            && (self.behind, self.prices) == (before.behind, before.prices)
            && (is_framed || self.begins_with_mark == before.begins_with_mark)
            && self.in_part == before.in_part;
        if is_alike {
            self.cost += after.cost - before.cost;
            if is_framed {
                self.text.append(before.text, after.text);
            } else {
                self.text = after.text;
            }
            (self.behind, self.prices, self.in_part) = (after.behind, after.prices, after.in_part);
        }
        is_alike
    }

    /// Closes a frame if more of the input has been read than the frame says that it holds.
    #[inline]
    pub(super) fn end_frame(&mut self, read: u64) {
        let is_counted = matches!(self.encoding.as_frame(), Some(Frame::WriteUtf | Frame::Long));
        if is_counted && read > self.start.saturating_add(self.frame_count) {
            self.state = State::Closed;
        }
    }

    /// Reads a block after the last bytes of the previous one: `window[back..]`, at `offset` in the input.
    #[inline]
    pub(super) fn block(&mut self, window: &[u8], back: usize, offset: u64, end: bool) {
        if self.state == State::Closed {
            return;
        }
        let mut at = back - self.behind;
        if offset == 0 {
            at += self.start as usize;
        }
        let origin = offset.wrapping_sub(back as u64);
        match self.state {
            State::Open => self.read(window, &mut at, origin, end),
            _ => self.check(window, &mut at, end),
        }
        self.behind = window.len() - at;
    }

    #[inline]
    fn read(&mut self, window: &[u8], at: &mut usize, origin: u64, end: bool) {
        let mut strip = [0; STRIP];
        let width = self.codec.info().width;
        let mut errors = RecentErrors::default();
        loop {
            while let Some(len) = errors.len_of(&window[*at..]) {
                self.ill_formed(len, window[*at], origin.wrapping_add(*at as u64));
                *at += len;
            }
            let (read, written) = self.codec.decode_run(&window[*at..], &mut strip);
            let mut place = origin.wrapping_add(*at as u64);
            for &code_point in &strip[..written] {
                self.take(code_point, place);
                // Exact for units of 16 and 32 bits, whose lone surrogates are reported by offset.
                let units = if width == 2 && code_point > 0xFFFF { 2 } else { 1 };
                place = place.wrapping_add((units * width) as u64);
            }
            if width == 1 {
                let nuls = strip[..written].iter().filter(|&&code_point| code_point == 0).count();
                if nuls > 0 {
                    let zeros = window[*at..*at + read].iter().filter(|&&byte| byte == 0).count();
                    // No encoding has a byte 00 inside a sequence.
                    self.discount_nuls(nuls.saturating_sub(zeros) as u64);
                }
            }
            *at += read;
            if read > 0 {
                continue;
            }
            let place = origin.wrapping_add(*at as u64);
            match self.codec.decode_next(&window[*at..], end) {
                Ok(decoded) => {
                    self.take(decoded.code_point, place);
                    let is_coded = decoded.code_point == 0 && width == 1 && decoded.len > 1;
                    self.discount_nuls(u64::from(is_coded));
                    *at += decoded.len;
                }
                Err(NotDecoded::IllFormed(error)) => {
                    errors.add(&window[*at..], error.len);
                    self.ill_formed(error.len, window[*at], place);
                    *at += error.len;
                }
                Err(NotDecoded::Incomplete) => return,
            }
        }
    }

    /// Charges an ill-formed subsequence that begins with a byte.
    #[inline]
    fn ill_formed(&mut self, len: usize, first: u8, place: u64) {
        self.is_broken = true;
        // A byte 00 does not belong to an ill-formed subsequence before it, because other encodings read a
        // U+0000 there.
        self.in_part &= first != 0;
        self.part(len.div_ceil(self.codec.info().width) as u64, place);
    }

    /// Only validates the rest.
    #[inline]
    fn check(&mut self, window: &[u8], at: &mut usize, end: bool) {
        if self.codec.info().never_fails {
            *at = window.len();
            return;
        }
        loop {
            *at += self.codec.well_formed_run(&window[*at..]);
            match self.codec.decode_next(&window[*at..], end) {
                Ok(decoded) => *at += decoded.len,
                Err(NotDecoded::Incomplete) => return,
                Err(NotDecoded::IllFormed(_)) => {
                    self.is_broken = true;
                    self.state = State::Closed;
                    return;
                }
            }
        }
    }

    /// Charges a code point.
    #[inline]
    fn take(&mut self, code_point: u32, place: u64) {
        if self.codec.info().width == 2 {
            self.telling += telling(code_point);
        }
        if let Some(&cost) = ASCII.get(code_point as usize) {
            self.text.len += 1;
            self.text.ascii += u64::from(cost);
            self.cost += u64::from(cost);
            if code_point == 0 {
                self.doubt += u64::from(NUL);
                self.doubtful += 1;
                self.nuls += u64::from(NUL);
            }
            self.in_part = false;
            if (code_point as u8).is_ascii_alphabetic() {
                self.prices.latin();
            }
            return;
        }
        if self.is_ancestor {
            self.telling += u64::from(is_telling_ancestor(self.codec, code_point));
            self.high += 1;
        }
        if self.codec.info().carry.is_some_and(|carry| carry.unit(code_point).is_some()) {
            return self.part(1, place);
        }
        if code_point == 0xFEFF && self.text.len == 0 && !self.begins_with_mark {
            self.begins_with_mark = true;
            return;
        }
        let cost = match code_point {
            0xD800..=0xDFFF => {
                self.lone.add(place);
                LONE
            }
            _ => self.prices.next(code_point) + if self.is_pair_of_ascii(code_point) { PAIR } else { 0 },
        };
        if matches!(code_point, 0xD800..=0xDFFF | 0x11_0000..) {
            self.doubt += u64::from(cost);
            self.doubtful += 1;
        }
        self.cost += u64::from(cost);
        self.text.add(u64::from(code_point));
        self.in_part = false;
    }

    /// Returns `true` for a 16-bit unit that would be two ASCII characters.
    #[inline]
    fn is_pair_of_ascii(&self, code_point: u32) -> bool {
        let [0, 0, high, low] = code_point.to_be_bytes() else { return false };
        self.codec.info().width == 2 && is_printable(high) && is_printable(low)
    }

    /// Takes back the cost of `count` of the U+0000 that were charged: they are `C0 80`, which is not
    /// suspect.
    #[inline]
    fn discount_nuls(&mut self, count: u64) {
        self.cost -= count * u64::from(NUL - CODED_NUL);
        self.doubt -= count * u64::from(NUL);
        self.doubtful -= count;
        self.nuls -= count * u64::from(NUL);
    }

    /// Charges an ill-formed subsequence or an escaped byte.
    #[inline]
    fn part(&mut self, units: u64, place: u64) {
        let mut cost = units * u64::from(UNIT);
        // Each wider unit is a subsequence by itself: one is as much as four bytes.
        if !self.in_part || self.codec.info().width > 1 {
            cost += u64::from(PART);
        }
        if !self.in_part {
            self.doubtful += 1;
            self.parts.add(place);
            self.text.add(MARK);
        }
        self.in_part = true;
        self.cost += cost;
        self.doubt += cost;
    }

    /// Repeats what has happened since `before`, `times` more times: the block was the same, at the same
    /// position in a sequence.
    #[inline]
    pub(super) fn repeat(&mut self, before: &Reading, times: u64) {
        let again = |now: &mut u64, before: u64| *now += times * (*now - before);
        again(&mut self.cost, before.cost);
        again(&mut self.doubt, before.doubt);
        again(&mut self.doubtful, before.doubtful);
        again(&mut self.nuls, before.nuls);
        again(&mut self.text.len, before.text.len);
        again(&mut self.text.ascii, before.text.ascii);
        again(&mut self.parts.count, before.parts.count);
        again(&mut self.lone.count, before.lone.count);
        again(&mut self.telling, before.telling);
        again(&mut self.high, before.high);
    }

    /// Returns the cost without bytes 00, which are not written by people: files begin or end with holes.
    #[inline]
    pub(super) fn written_cost(&self) -> u64 {
        self.cost - self.nuls
    }

    /// Returns `true` if there is too little evidence for this encoding. 16-bit units may as well be pairs of
    /// bytes in an encoding outside the family, and so may an ancestor's text.
    #[inline]
    pub(super) fn is_thin(&self) -> bool {
        let is_told = match self.codec {
            _ if self.is_ancestor => {
                self.high <= self.telling * ANCESTORS_FOR_TELLING
                    || self.high * ASCII_OF_LATIN <= self.text.len
            }
            codec if codec.info().width == 2 => {
                self.telling >= LEAST_TELLING && self.text.len <= self.telling * UNITS_FOR_TELLING
            }
            _ => true,
        };
        !is_told && !self.begins_with_mark
    }

    /// Takes back a U+0000 at the end, which is the terminator of a frame.
    #[inline]
    pub(super) fn unread_nul(&mut self) {
        self.text.len -= 1;
        self.text.ascii -= u64::from(NUL);
        self.cost -= u64::from(NUL);
        self.doubt -= u64::from(NUL);
        self.doubtful -= 1;
        self.nuls -= u64::from(NUL);
    }

    /// Charges for bytes 00 inside text that a byte 00 ends.
    #[inline]
    pub(super) fn charge_nuls(&mut self, count: u64) {
        let more = u64::from(PART + UNIT - NUL);
        self.cost += count * more;
        self.doubt += count * more;
        self.is_broken |= count > 0;
    }
}

/// Returns `true` for the encodings whose trail bytes include ASCII or lead bytes.
#[inline]
pub(super) fn is_ancestor(encoding: Encoding) -> bool {
    let info = encoding.info();
    !info.resynchronizes && !info.is_wrapper()
}

/// Returns the count at the start of a frame, and its length in bytes.
#[inline]
fn read_head(frame: Frame, bytes: &[u8]) -> Option<(u64, usize)> {
    match frame {
        Frame::WriteUtf => Some((u64::from(u16::from_be_bytes(*bytes.first_chunk()?)), 2)),
        // No input is longer.
        Frame::Long => {
            let count = u64::from_be_bytes(*bytes.first_chunk()?);
            (count < MOST_ZEROS).then_some((count, 8))
        }
        Frame::Nul => Some((0, 0)),
        Frame::Dex => {
            let len = 1 + bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
            let digits = bytes[..len].iter().rev();
            let count = digits.fold(0, |count, byte| count << 7 | u64::from(byte & 0x7F));
            if u32::try_from(count).is_ok() { Some((count, len)) } else { None }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This means that a byte 00 is a U+0000, and that any other U+0000 is encoded differently.
    #[test]
    fn no_sequence_of_bytes_has_a_byte_00_inside() {
        let encodings = Encoding::ALL.into_iter().filter(|encoding| encoding.info().width == 1);
        for encoding in encodings {
            for code_point in (1..0x1000).chain((0x1000..0x11_0000).step_by(31)) {
                let mut bytes = [0xFF; 16];
                let Ok(len) = encoding.encode_next(code_point, &mut bytes) else { continue };
                assert!(!bytes[..len].contains(&0), "{encoding} U+{code_point:04X}");
            }
            for first in 1..=0xFF {
                let found = encoding.decode_next(&[first, 0, 0x80, 0x80, 0x80, 0x80], true);
                assert!(found.is_err() || found.is_ok_and(|found| found.len == 1), "{encoding} {first:02X}");
            }
        }
    }
}
