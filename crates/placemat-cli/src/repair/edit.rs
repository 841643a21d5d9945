//! Edits: what is taken out of a text, and what takes its place. Plan, excerpt, undo log and result are made of them.

use super::fix::Fixes;

/// A part of a text, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) with: Vec<u8>,
    pub(super) fixes: Fixes,
}

impl Edit {
    pub(super) fn end(&self) -> usize {
        self.at + self.len
    }
}

/// The text with its edits, which are in order and do not overlap.
pub(super) fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        result.extend_from_slice(&text[at..edit.at]);
        result.extend_from_slice(&edit.with);
        at = edit.end();
    }
    result.extend_from_slice(&text[at..]);
    result
}

/// Edits of a text, and of the text that comes of them, as edits of the first text.
///
/// ```text
/// lay both lists over the text in between; where they overlap or touch, they are one edit:
///     its part of the first text is found by how much the edits before it have grown,
///     what takes its place is that part of the text in between, with the second edits
/// ```
pub(super) fn compose(first: Vec<Edit>, second: Vec<Edit>, between: &[u8]) -> Vec<Edit> {
    if first.is_empty() || second.is_empty() {
        return if first.is_empty() { second } else { first };
    }
    let mut composed: Vec<Edit> = vec![];
    let (mut first, mut second) = (first.into_iter().peekable(), second.into_iter().peekable());
    // What the first edits have grown by so far, modulo the size of memory.
    let mut grown = 0_usize;
    loop {
        let of_first = first.peek().map(|edit| edit.at.wrapping_add(grown));
        let of_second = second.peek().map(|edit| edit.at);
        let Some(start) = of_first.into_iter().chain(of_second).min() else { return composed };
        let (mut end, mut done) = (start, start);
        let mut edit = Edit { at: start.wrapping_sub(grown), len: 0, with: vec![], fixes: Fixes::default() };
        let mut counts = (0, 0);
        loop {
            // Edits of one list that only touch stay apart, unless one of the other list joins them.
            let is_reached =
                |at: usize, own: usize, other: usize| at < end || at == end && (own == 0 || other > 0);
            if let Some(one) = first.next_if(|one| is_reached(one.at.wrapping_add(grown), counts.0, counts.1))
            {
                end = end.max(one.at.wrapping_add(grown) + one.with.len());
                grown = grown.wrapping_add(one.with.len()).wrapping_sub(one.len);
                edit.fixes = edit.fixes.and(one.fixes);
                counts.0 += 1;
            } else if let Some(one) = second.next_if(|one| is_reached(one.at, counts.1, counts.0)) {
                edit.with.extend_from_slice(&between[done..one.at]);
                edit.with.extend_from_slice(&one.with);
                done = one.end();
                end = end.max(done);
                edit.fixes = edit.fixes.and(one.fixes);
                counts.1 += 1;
            } else {
                break;
            }
        }
        edit.with.extend_from_slice(&between[done..end]);
        edit.len = end.wrapping_sub(grown) - edit.at;
        composed.push(edit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random.
    fn next(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize
    }

    fn random_edits(len: usize, state: &mut u64) -> Vec<Edit> {
        let (mut edits, mut at) = (vec![], 0);
        loop {
            at += next(state) % 4;
            let taken = next(state) % 4;
            if at + taken > len {
                return edits;
            }
            let with = (0..next(state) % 4).map(|_| next(state) as u8).collect();
            edits.push(Edit { at, len: taken, with, fixes: Fixes::MARK });
            at += taken.max(1);
        }
    }

    #[test]
    fn two_lists_of_edits_are_one() {
        let mut state = 7;
        for _ in 0..100_000 {
            let text: Vec<u8> = (0..next(&mut state) % 20).map(|_| next(&mut state) as u8).collect();
            let first = random_edits(text.len(), &mut state);
            let between = apply(&text, &first);
            let second = random_edits(between.len(), &mut state);
            let expected = apply(&between, &second);
            let composed = compose(first.clone(), second.clone(), &between);
            assert!(composed.windows(2).all(|pair| pair[0].end() <= pair[1].at), "{composed:?}");
            assert_eq!(apply(&text, &composed), expected, "{text:?} {first:?} {second:?} {composed:?}");
        }
    }
}
