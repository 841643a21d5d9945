//! Strings as `DataOutput.writeUTF` of Java writes them: a length of two bytes, and Modified UTF-8.
//!
//! Their bytes look like damaged UTF-8, and a repair of these would make the lengths wrong.

use placemat::{Encoding, validate};

/// The fewest strings by which an input is recognized whose end is not known.
const LEAST: usize = 4;

/// How many strings an input consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Records {
    One,
    Several,
}

impl Records {
    /// Returns how many strings an input with this beginning consists of, or `None` if it is something else.
    /// `is_all` says that the input ends there.
    pub(crate) fn of(front: &[u8], is_all: bool) -> Option<Self> {
        let (mut rest, mut count, mut empty) = (front, 0, 0);
        // UTF-16 that is ASCII looks like strings with bytes 00, too.
        let (mut is_ascii, mut has_nul) = (true, false);
        while let [high, low, after @ ..] = rest {
            let Some((string, next)) = after.split_at_checked(u16::from_be_bytes([*high, *low]).into())
            else {
                break;
            };
            // readUTF also reads a byte 00 as U+0000.
            validate(Encoding::Mutf8Lenient, string).ok()?;
            (rest, count, empty) = (next, count + 1, empty + usize::from(string.is_empty()));
            is_ascii &= string.is_ascii();
            has_nul |= string.contains(&0);
        }
        let is_begun = count >= LEAST && !is_ascii && !has_nul;
        let is_usual = 2 * empty <= count && if is_all { rest.is_empty() } else { is_begun };
        match count {
            1 if is_usual => Some(Records::One),
            2.. if is_usual => Some(Records::Several),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_end_where_the_input_does() {
        let string = b"\0\x0Aa\xC0\x80b\xED\xA0\xBD\xED\xB8\x80";
        assert_eq!(Records::of(string, true), Some(Records::One));
        assert_eq!(Records::of(&string.repeat(2), true), Some(Records::Several));
        assert_eq!(Records::of(&string.repeat(5)[..50], false), Some(Records::Several));
        assert_eq!(Records::of(&string.repeat(5)[..50], true), None);
        for other in [b"".as_slice(), b"\0\0\0\0", b"\0\x01a\n", b"\0\x01\xFF", b"a\xC0\x80b\n", b"\0"] {
            assert_eq!(Records::of(other, true), None, "{other:X?}");
        }
    }
}
