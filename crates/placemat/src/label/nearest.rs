//! Suggests the names nearest to an unknown one.

use super::name::Name;
use super::spelling;
use crate::encoding::Encoding;

/// Longer names are compared by this many bytes from their start.
const MAX_LEN: usize = 48;

/// The number of encodings.
const COUNT: usize = Encoding::ALL.len();

impl Encoding {
    /// Returns the names nearest to an unknown one, the nearest first: at most `count`, and one of each
    /// encoding.
    ///
    /// The distance is that of Damerau and Levenshtein (insertions, deletions, replacements, swapped
    /// neighbours), ignoring case and separators. Characters that are only missing at the end count half. Of
    /// equally near names, identifiers come first. A name is near if its distance is at most a third of the
    /// letters, or one, or if it begins with the unknown name.
    ///
    /// ```
    /// use placemat::Encoding;
    /// assert_eq!(Encoding::nearest_names("uft-8", 1).next(), Some("utf-8"));
    /// assert_eq!(Encoding::nearest_names("cesu", 1).next(), Some("cesu-8"));
    /// assert_eq!(Encoding::nearest_names("windows-1253", 1).next(), Some("windows-1252"));
    /// assert_eq!(Encoding::nearest_names("double", 2).collect::<Vec<_>>(), ["double-utf-8-latin1", "double-utf-8-cp1252"]);
    /// assert_eq!(Encoding::nearest_names("klingon", 3).count(), 0);
    /// ```
    #[inline]
    pub fn nearest_names(name: &str, count: usize) -> impl Iterator<Item = &'static str> {
        let wanted = Folded::new(spelling::trim(name));
        // In half steps, doubled once more.
        let farthest = 2 * (2 * wanted.len / 3).max(2) + 1;
        let mut found: [(usize, usize, &str); COUNT] = [(0, 0, ""); COUNT];
        for (k, (place, encoding)) in found.iter_mut().zip(Encoding::ALL).enumerate() {
            let identifier = encoding.name();
            let mut best = (2 * wanted.half_steps_to(&Folded::new(identifier)), identifier);
            // A label that means something else to most readers does not help.
            let is_own =
                |name: &Name| Encoding::for_name(name.text).is_some_and(|(found, _)| found == encoding);
            for other in encoding.names().filter(is_own) {
                // Slightly farther than an identifier.
                let distance = 2 * wanted.half_steps_to(&Folded::new(other.text)) + 1;
                if distance < best.0 {
                    best = (distance, other.text);
                }
            }
            *place = (best.0, k, best.1);
        }
        found.sort_unstable();
        let is_near = move |&(distance, _, name): &(usize, usize, &str)| {
            distance <= farthest && wanted.len > 0 || wanted.begins(&Folded::new(name))
        };
        found.into_iter().filter(is_near).map(|(_, _, name)| name).take(count)
    }
}

/// A name without case and separators.
struct Folded {
    bytes: [u8; MAX_LEN],
    len: usize,
}

impl Folded {
    #[inline]
    fn new(name: &str) -> Self {
        let mut bytes = [0; MAX_LEN];
        let mut len = 0;
        for (place, byte) in bytes.iter_mut().zip(name.bytes().filter(|&byte| !spelling::is_separator(byte)))
        {
            *place = byte.to_ascii_lowercase();
            len += 1;
        }
        Folded { bytes, len }
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Returns `true` if another name begins with this one, which must be longer than a letter or two.
    #[inline]
    fn begins(&self, other: &Folded) -> bool {
        self.len > 2 && other.bytes().starts_with(self.bytes())
    }

    /// Returns twice the distance, in which a missing end counts once. Three rows of the usual matrix are
    /// enough: the one before the previous one is for swapped neighbours.
    #[inline]
    fn half_steps_to(&self, other: &Folded) -> usize {
        let (a, b) = (self.bytes(), other.bytes());
        let mut before = [0; MAX_LEN + 1];
        let mut above: [usize; MAX_LEN + 1] = core::array::from_fn(|j| j);
        for i in 1..=a.len() {
            let mut row = [i; MAX_LEN + 1];
            for j in 1..=b.len() {
                let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    row[j] = row[j].min(before[j - 2] + 1);
                }
            }
            (before, above) = (above, row);
        }
        // The last row contains the distance to each prefix of the other name.
        (0..=b.len()).map(|j| 2 * above[j] + (b.len() - j)).min().unwrap_or(0)
    }
}
