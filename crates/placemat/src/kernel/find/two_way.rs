//! Search in linear time and constant memory: M. Crochemore and D. Perrin, Two-way string-matching, Journal
//! of the ACM 38 (1991).
//!
//! ```text
//! cut the needle where its local period is its period (the later of two maximal suffixes begins there)
//! at each position:
//!     compare the right part forwards:  on a difference, continue after it
//!     compare the left part backwards:  on a difference, or a match that is not accepted, advance by the period
//! ```
//!
//! 1. If the needle has a short period, what the period carries over is not compared again: `known`.
//! 2. Otherwise the period need not be known: any lower bound is enough, such as the longer part plus one.
//! 3. The last position is the first position of both, read backwards.

/// Bytes, read from the end at which the search begins.
#[derive(Clone, Copy)]
struct Bytes<'a, const LAST: bool>(&'a [u8]);

impl<const LAST: bool> Bytes<'_, LAST> {
    #[inline]
    fn at(self, place: usize) -> u8 {
        if LAST { self.0[self.0.len() - 1 - place] } else { self.0[place] }
    }

    fn len(self) -> usize {
        self.0.len()
    }
}

/// Returns the first, or last, accepted position of a needle that is not empty.
#[cold]
pub(super) fn two_way<const LAST: bool>(
    haystack: &[u8],
    needle: &[u8],
    accepts: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    let (text, word) = (Bytes::<LAST>(haystack), Bytes::<LAST>(needle));
    let last = text.len().checked_sub(word.len())?;
    let Cut { middle, period, is_short } = Cut::of(word);
    // Bytes at the front of the word that are known to match.
    let (mut place, mut known) = (0, 0);
    while place <= last {
        let differs = |k: &usize| word.at(*k) != text.at(place + *k);
        if let Some(k) = (middle.max(known)..word.len()).find(differs) {
            place += k - middle + 1;
            known = 0;
            continue;
        }
        let at = if LAST { last - place } else { place };
        if !(known..middle).rev().any(|k| differs(&k)) && accepts(at) {
            return Some(at);
        }
        place += period;
        known = if is_short { word.len() - period } else { 0 };
    }
    None
}

/// Where a word is cut, and by how much it may be moved.
struct Cut {
    middle: usize,
    period: usize,
    /// `true` if that is the word's period and not only a lower bound.
    is_short: bool,
}

impl Cut {
    fn of<const LAST: bool>(word: Bytes<'_, LAST>) -> Self {
        let (less, greater) = (maximal_suffix(word, false), maximal_suffix(word, true));
        let (middle, period) = if less.0 > greater.0 { less } else { greater };
        // The period of the right part is that of the whole if the left part occurs again one period later.
        let is_short =
            period + middle <= word.len() && (0..middle).all(|k| word.at(k) == word.at(k + period));
        match is_short {
            true => Cut { middle, period, is_short },
            false => Cut { middle, period: middle.max(word.len() - middle) + 1, is_short },
        }
    }
}

/// Returns where the greatest suffix of a word begins, by the order of bytes or its reverse, and the suffix's
/// period.
fn maximal_suffix<const LAST: bool>(word: Bytes<'_, LAST>, is_reversed: bool) -> (usize, usize) {
    // The suffix, the candidate compared with it, how many of their bytes are equal, and the period so far.
    let (mut suffix, mut rival, mut equal, mut period) = (0, 1, 0, 1);
    while rival + equal < word.len() {
        let (ours, theirs) = (word.at(suffix + equal), word.at(rival + equal));
        if ours == theirs {
            equal += 1;
            if equal == period {
                rival += period;
                equal = 0;
            }
        } else if (theirs < ours) != is_reversed {
            rival += equal + 1;
            equal = 0;
            period = rival - suffix;
        } else {
            suffix = rival;
            rival += 1;
            (equal, period) = (0, 1);
        }
    }
    (suffix, period)
}
