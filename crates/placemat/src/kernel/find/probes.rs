//! Four bytes of a needle and their positions in it. Positions of a haystack that lack one of them are
//! skipped.

/// The number of probes. They include all bytes of a needle that has no more.
pub(crate) const PROBES: usize = 4;

/// How many bytes of a haystack are counted, and how far apart they are.
const SAMPLE: usize = 256;
const STRIDE: usize = 31;
/// The part of the haystack from which they are taken.
pub(super) const SAMPLED: usize = SAMPLE * STRIDE;

/// Positions in a needle, and their bytes. A needle of fewer bytes repeats some of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probes {
    pub(super) places: [usize; PROBES],
    pub(super) bytes: [u8; PROBES],
}

impl Probes {
    /// Returns the probes that are rarest by a guess, or `None` for an empty needle.
    #[inline]
    pub(super) fn of(needle: &[u8]) -> Option<Self> {
        Self::by(needle, |place| commonness(needle, place).into())
    }

    /// Returns the probes that are rarest in a part of the haystack from a position on.
    #[inline]
    pub(super) fn near(needle: &[u8], haystack: &[u8], from: usize) -> Option<Self> {
        let mut counts = [0_u16; 256];
        for &byte in haystack.get(from..)?.iter().step_by(STRIDE).take(SAMPLE) {
            counts[usize::from(byte)] += 8;
        }
        Self::by(needle, |place| counts[usize::from(needle[place])] + u16::from(commonness(needle, place)))
    }

    /// Chooses the rarest byte first. Then it takes another byte, if there is one, as rare as possible and
    /// far from the first; then the rarest of the rest, one after the other.
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

/// Returns a guess, below 8, of how common a byte of a needle is in text. Leads, and trail bytes before
/// others, stand for a whole script or a part of it; last trail bytes stand for a letter.
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
