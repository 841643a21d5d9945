//! Edits: parts of a text, and their replacements.

use alloc::vec;
use alloc::vec::Vec;

use super::fix::Fixes;

/// A replacement of a part of a text.
///
/// ```
/// use placemat::repair::{Edit, Fixes};
/// let edit = Edit { offset: 1, len: 2, with: vec![0], fixes: Fixes::C0_80 };
/// assert_eq!(Fixes::DEFAULT.diagnose(b"a\xC0\x80b").edits, [edit]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The start of the part, in bytes.
    pub offset: usize,
    /// The length of the part, in bytes.
    pub len: usize,
    /// The bytes that replace the part.
    pub with: Vec<u8>,
    /// The fixes that it results from.
    pub fixes: Fixes,
}

impl Edit {
    /// Returns the end of the part, in bytes.
    ///
    /// ```
    /// use placemat::repair::Fixes;
    /// assert_eq!(Fixes::DEFAULT.diagnose(b"a\xC0\x80b").edits[0].end(), 3);
    /// ```
    #[inline]
    pub const fn end(&self) -> usize {
        self.offset + self.len
    }

    /// Applies edits to a text.
    ///
    /// ```
    /// use placemat::repair::{Edit, Fixes};
    /// let edit = Edit { offset: 3, len: 2, with: "é".into(), fixes: Fixes::LEGACY_BYTES };
    /// assert_eq!(Edit::apply_all(&[edit], b"caf\xE9!!"), "café!".as_bytes());
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the edits are not in order, overlap, or extend after the end of the text.
    #[inline]
    pub fn apply_all(edits: &[Edit], text: &[u8]) -> Vec<u8> {
        let mut result = Vec::with_capacity(text.len());
        let mut at = 0;
        for edit in edits {
            result.extend_from_slice(&text[at..edit.offset]);
            result.extend_from_slice(&edit.with);
            at = edit.end();
        }
        result.extend_from_slice(&text[at..]);
        result
    }
}

/// Composes edits of a text and edits of the result into edits of the original text.
///
/// ```text
/// lay both lists over the text in between; where they overlap or touch, they are one edit:
///     its part of the first text is found by how much the edits before it have grown,
///     what takes its place is that part of the text in between, with the second edits
/// ```
#[inline]
pub(super) fn compose(first: Vec<Edit>, second: Vec<Edit>, between: &[u8]) -> Vec<Edit> {
    if first.is_empty() || second.is_empty() {
        return if first.is_empty() { second } else { first };
    }
    let mut composed: Vec<Edit> = vec![];
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    // The number of bytes that the first edits have added so far, modulo the size of memory.
    let mut grown = 0_usize;
    loop {
        let of_first = first.peek().map(|edit| edit.offset.wrapping_add(grown));
        let of_second = second.peek().map(|edit| edit.offset);
        let Some(start) = of_first.into_iter().chain(of_second).min() else { return composed };
        let (mut end, mut done) = (start, start);
        let mut edit =
            Edit { offset: start.wrapping_sub(grown), len: 0, with: vec![], fixes: Fixes::default() };
        let mut counts = (0, 0);
        loop {
            // Adjacent edits of one list stay separate, unless one of the other list joins them.
            let is_reached =
                |at: usize, own: usize, other: usize| at < end || at == end && (own == 0 || other > 0);
            if let Some(one) =
                first.next_if(|one| is_reached(one.offset.wrapping_add(grown), counts.0, counts.1))
            {
                end = end.max(one.offset.wrapping_add(grown) + one.with.len());
                grown = grown.wrapping_add(one.with.len()).wrapping_sub(one.len);
                edit.fixes |= one.fixes;
                counts.0 += 1;
            } else if let Some(one) = second.next_if(|one| is_reached(one.offset, counts.1, counts.0)) {
                edit.with.extend_from_slice(&between[done..one.offset]);
                edit.with.extend_from_slice(&one.with);
                done = one.end();
                end = end.max(done);
                edit.fixes |= one.fixes;
                counts.1 += 1;
            } else {
                break;
            }
        }
        edit.with.extend_from_slice(&between[done..end]);
        edit.len = end.wrapping_sub(grown) - edit.offset;
        composed.push(edit);
    }
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;

    fn random_edits(len: usize, random: &mut Random) -> Vec<Edit> {
        let (mut edits, mut at) = (vec![], 0);
        loop {
            at += random.below(4);
            let taken = random.below(4);
            if at + taken > len {
                return edits;
            }
            let with = (0..random.below(4)).map(|_| random.bits() as u8).collect();
            edits.push(Edit { offset: at, len: taken, with, fixes: Fixes::BOM });
            at += taken.max(1);
        }
    }

    #[test]
    fn two_lists_of_edits_are_one() {
        let mut random = Random(7);
        for _ in 0..100_000 {
            let text: Vec<u8> = (0..random.below(20)).map(|_| random.bits() as u8).collect();
            let first = random_edits(text.len(), &mut random);
            let between = Edit::apply_all(&first, &text);
            let second = random_edits(between.len(), &mut random);
            let expected = Edit::apply_all(&second, &between);
            let composed = compose(first.clone(), second.clone(), &between);
            assert!(composed.windows(2).all(|pair| pair[0].end() <= pair[1].offset), "{composed:?}");
            assert_eq!(
                Edit::apply_all(&composed, &text),
                expected,
                "{text:?} {first:?} {second:?} {composed:?}"
            );
        }
    }
}
