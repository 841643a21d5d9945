//! Four bytes of a needle, and where they are in it: places of a haystack that lack one of them are passed over.

/// How many there are. All bytes of a needle that has no more are among them.
pub(crate) const PROBES: usize = 4;

/// How many bytes of a haystack are counted, and how far apart they are.
const SAMPLE: usize = 256;
const STRIDE: usize = 31;
/// The part of the haystack that they are from.
pub(super) const SAMPLED: usize = SAMPLE * STRIDE;

/// Places in a needle, and their bytes. Those of a needle that has less are there more than once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probes {
    pub(super) places: [usize; PROBES],
    pub(super) bytes: [u8; PROBES],
}

impl Probes {
    /// Those that are rarest by a guess. `None` of an empty needle.
    #[inline]
    pub(super) fn of(needle: &[u8]) -> Option<Self> {
        Self::by(needle, |place| commonness(needle, place).into())
    }

    /// Those that are rarest in a part of the haystack from a place on.
    #[inline]
    pub(super) fn near(needle: &[u8], haystack: &[u8], from: usize) -> Option<Self> {
        let mut counts = [0_u16; 256];
        for &byte in haystack.get(from..)?.iter().step_by(STRIDE).take(SAMPLE) {
            counts[usize::from(byte)] += 8;
        }
        Self::by(needle, |place| counts[usize::from(needle[place])] + u16::from(commonness(needle, place)))
    }

    /// The rarest; another byte, if there is one, as rare as can be, and far from the first; and the rarest of the rest, one after the other.
    #[inline]
    fn by(needle: &[u8], commonness: impl Fn(usize) -> u16) -> Option<Self> {
        let first = (0..needle.len()).min_by_key(|&place| commonness(place))?;
        let key = |&place: &usize| {
            (needle[place] == needle[first], commonness(place), usize::MAX - place.abs_diff(first))
        };
        let second = (0..needle.len()).filter(|&place| place != first).min_by_key(key).unwrap_or(first);
        let mut places = [first, second, second, second];
        for count in 2..PROBES {
            let rest = (0..needle.len()).filter(|place| !places[..count].contains(place));
            let Some(rarest) = rest.min_by_key(|&place| commonness(place)) else { break };
            places[count] = rarest;
        }
        Some(Probes { places, bytes: places.map(|place| needle[place]) })
    }
}

/// How common a byte of a needle is in text, by a guess, below 8: leads, and trail bytes before others, stand for a whole script or for
/// a part of it, the last trail bytes for a letter.
#[inline]
fn commonness(needle: &[u8], place: usize) -> u8 {
    let is_before_trail = matches!(needle.get(place + 1), Some(0x80..=0xBF));
    match needle[place] {
        0x00 => 5,
        0xC0.. | b' ' | b'e' | b't' | b'a' => 4,
        0x80..=0xBF if is_before_trail => 3,
        b'a'..=b'z' | b'\n' | b'.' | b',' => 3,
        b'0'..=b'9' | b'A'..=b'Z' => 2,
        0x80..=0x8F => 2,
        _ => 1,
    }
}
