//! Two bytes of a needle, and where they are in it: places of a haystack that lack one of them are passed over.

/// Two places in a needle, and their bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probes {
    pub(super) places: [usize; 2],
    pub(super) bytes: [u8; 2],
}

impl Probes {
    /// Those that are rarest by a guess. `None` of an empty needle.
    pub(super) fn of(needle: &[u8]) -> Option<Self> {
        Self::by(needle, |byte| commonness(byte).into())
    }

    /// Those that are rarest in a sample of the haystack.
    pub(super) fn in_sample(needle: &[u8], sample: &[u8]) -> Option<Self> {
        let mut counts = [0_u32; 256];
        for &byte in sample {
            counts[usize::from(byte)] += 8;
        }
        Self::by(needle, |byte| counts[usize::from(byte)] + u32::from(commonness(byte)))
    }

    /// The rarest, and another byte, if there is one: as rare as can be, and far from the first.
    fn by(needle: &[u8], commonness: impl Fn(u8) -> u32) -> Option<Self> {
        let first = (0..needle.len()).min_by_key(|&place| commonness(needle[place]))?;
        let key = |&place: &usize| {
            (needle[place] == needle[first], commonness(needle[place]), usize::MAX - place.abs_diff(first))
        };
        let second = (0..needle.len()).min_by_key(key)?;
        Some(Probes { places: [first, second], bytes: [needle[first], needle[second]] })
    }
}

/// How common a byte is in text, by a guess, below 8: leads stand for a whole script, trail bytes for a letter of one.
const fn commonness(byte: u8) -> u8 {
    match byte {
        0x00 => 5,
        0xC0.. | b' ' | b'e' | b't' | b'a' => 4,
        b'a'..=b'z' | b'\n' | b'.' | b',' => 3,
        b'0'..=b'9' | b'A'..=b'Z' => 2,
        0x80..=0x8F => 2,
        _ => 1,
    }
}
