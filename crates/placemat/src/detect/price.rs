//! The cost of one reading, for callers who know which encodings an input may be in.

use super::reading::{Reading, State};
use super::text::Text;
use super::verdict;
use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::wrapper::{self, Frame};

/// The cost of reading an input in an encoding: the result of [`Price::of`].
///
/// ```
/// use placemat::{detect::Price, Encoding};
/// let price = Price::of(b"caf\xE9", Encoding::Utf8, true);
/// assert!(!price.is_well_formed && price.bits > 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Price {
    /// The cost in bits that a reader who expects ordinary text would pay.
    pub bits: u64,
    /// `true` if text may cost this much, and, for 16-bit units, if enough of them show that they are not
    /// pairs of bytes.
    pub is_text: bool,
    /// `true` if the input is well-formed in the encoding.
    pub is_well_formed: bool,
    text: Text,
}

impl Price {
    /// Computes the cost of reading an input in one encoding, which may be one that a detector never returns.
    /// `is_complete` says whether the input ends there: an incomplete sequence at the end of a part of an
    /// input is not an error.
    ///
    /// ```
    /// use placemat::{detect::Price, Encoding};
    /// let bits = |encoding| Price::of(b"h\0i\0", encoding, true).bits;
    /// assert!(bits(Encoding::Utf16Le) < bits(Encoding::Utf8));
    /// assert!(bits(Encoding::Utf16Le) < bits(Encoding::Utf16Be));
    /// ```
    #[inline]
    pub fn of(input: &[u8], encoding: Encoding, is_complete: bool) -> Self {
        let info = encoding.info();
        if info.fallback.is_some() {
            let first = Price::of(input, Encoding::Utf8, is_complete);
            return match encoding.resolve(input) {
                Ok(found) if !first.is_well_formed => Price::of(input, found.codec, is_complete),
                _ => first,
            };
        }
        // Only the rest of the input distinguishes a byte that is escaped as a letter from the letter.
        if info.carry.is_some_and(|carry| carry.unit(0xFF).is_some()) {
            let whole = [wrapper::READ, Encoding::Utf8].map(|one| Price::of(input, one, is_complete));
            if let Some(price) = whole.into_iter().find(|price| price.is_well_formed) {
                return price;
            }
        }
        let mut reading = Reading::new(encoding);
        reading.begin(input, is_complete);
        reading.block(input, 0, 0, is_complete);
        // The byte 00 at the end is the terminator of a frame.
        let ends_in_nul = matches!(encoding.as_frame(), Some(Frame::Nul | Frame::Dex));
        if ends_in_nul && is_complete && input.last() == Some(&0) && reading.state == State::Open {
            reading.unread_nul();
        }
        let bits = reading.cost + verdict::prior(encoding);
        Price {
            bits,
            is_text: bits <= verdict::limit(&reading, input.len() as u64)
                && (info.width == 1 || !reading.is_thin()),
            is_well_formed: !reading.is_broken && reading.state == State::Open,
            text: reading.text,
        }
    }

    /// Returns `true` if the same text was read, ignoring a byte order mark at its start.
    ///
    /// ```
    /// use placemat::{detect::Price, Encoding};
    /// let of = |encoding| Price::of("café".as_bytes(), encoding, true);
    /// assert!(of(Encoding::Utf8).is_same_text(&of(Encoding::Wtf8)));
    /// assert!(!of(Encoding::Utf8).is_same_text(&of(Encoding::Windows1252)));
    /// ```
    #[inline]
    pub fn is_same_text(&self, other: &Price) -> bool {
        self.text == other.text
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::encode;

    #[test]
    fn text_costs_least_in_its_encoding() {
        let text: Vec<u32> = "Déjà vu, l'été à la plage.\n".chars().map(u32::from).collect();
        for encoding in Encoding::ALL {
            let Ok(bytes) = encode(encoding, &text) else { continue };
            let own = Price::of(&bytes, encoding, true);
            assert!(own.is_text && own.is_well_formed, "{encoding}: {own:?}");
            for other in Encoding::ALL.into_iter().filter(|other| other.as_frame().is_none()) {
                let price = Price::of(&bytes, other, true);
                let is_near = price.bits + 24 > own.bits;
                assert!(is_near || price.is_same_text(&own), "{encoding} {other}: {price:?} {own:?}");
            }
        }
    }

    #[test]
    fn fallbacks_read_what_is_no_utf_8_as_the_other() {
        for (text, encoding) in [(&b"caf\xE9"[..], Encoding::Windows1252), (b"caf\xC3\xA9", Encoding::Utf8)] {
            let found = Price::of(text, Encoding::Utf8OrWindows1252, true);
            assert_eq!(found, Price::of(text, encoding, true));
        }
        assert_eq!(
            Price::of(b"\x85", Encoding::Utf8OrIso8859_1, true),
            Price::of(b"\x85", Encoding::Iso8859_1, true)
        );
        // Cut at the end of a piece.
        assert!(Price::of(b"caf\xC3", Encoding::Utf8OrWindows1252, false).is_well_formed);
    }
}
