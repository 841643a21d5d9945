//! A tree of pieces of a text, with what comes before each piece: a B-tree, which is cut and joined.
//!
//! A node knows what comes before each of its parts within itself, not within the text. So an edit changes
//! only the nodes on the way to it. Nodes are shared until they change.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::blocks::Blocks;
use super::sum::{Measure, Sum};
use crate::kernel::{ByWords, Masking, TALLIES};

/// The most parts of a node.
const MOST: usize = TALLIES;
/// The fewest parts of a node that is not the root.
const LEAST: usize = MOST / 2;

/// A piece of text, or several of them.
#[derive(Clone, Default)]
pub(super) struct Part {
    pub(super) sum: Sum,
    pub(super) kind: Kind,
}

#[derive(Clone, Default)]
pub(super) enum Kind {
    /// A piece that each look-up reads from its start on, or nothing.
    #[default]
    Read,
    /// A piece of well-formed UTF-8 that has been counted by blocks.
    Counted(Arc<Blocks>),
    /// At least two parts.
    Node(Arc<Node>),
}

#[derive(Clone)]
pub(super) struct Node {
    /// 1 above pieces.
    height: usize,
    count: usize,
    /// What comes before each part, by each measure, if it is not more than a key can be: keys are compared
    /// with a number all at once. For parts that do not exist, the greatest key.
    keys: [[u32; MOST]; 4],
    /// What comes before each part.
    before: [Sum; MOST],
    parts: [Part; MOST],
}

/// The greatest key. Comparisons may take keys as signed.
const GREATEST: u32 = i32::MAX as u32;

/// Returns the key of a number.
#[inline(always)]
fn key(number: usize) -> u32 {
    number.min(GREATEST as usize) as u32
}

impl Node {
    /// Makes a node of parts of one height, from two on, and returns what is in it.
    #[inline]
    fn new(from: Vec<Part>) -> (Self, Sum) {
        let mut node = Node {
            height: from[0].height() + 1,
            count: from.len(),
            keys: [[GREATEST; MOST]; 4],
            before: [Sum::NONE; MOST],
            parts: [const { Part { sum: Sum::NONE, kind: Kind::Read } }; MOST],
        };
        node.parts.iter_mut().zip(from).for_each(|(place, part)| *place = part);
        let sum = node.count_from(0);
        (node, sum)
    }

    /// Sets what comes before parts, from the one after a part on. Returns what is in the node.
    #[inline]
    fn count_from(&mut self, part: usize) -> Sum {
        let mut now = self.before[part];
        for at in part..self.count {
            self.before[at] = now;
            for measure in Measure::ALL {
                self.keys[measure as usize][at] = key(now.get(measure));
            }
            now = now.then(self.parts[at].sum);
        }
        now
    }

    /// Replaces some parts, if the node has the right number of parts then.
    #[inline]
    fn replace(&mut self, replaced: Range<usize>, parts: &mut Vec<Part>, least: usize) -> bool {
        let Range { start, end } = replaced;
        let (old, count) = (self.count, self.count - replaced.len() + parts.len());
        if !(least..=MOST).contains(&count) {
            return false;
        }
        if count > old {
            self.parts[end..count].rotate_right(count - old);
        } else {
            self.parts[start..old].rotate_left(old - count);
        }
        self.parts[start..].iter_mut().zip(parts.drain(..)).for_each(|(place, part)| *place = part);
        for at in count..old {
            self.parts[at] = Part::default();
            self.keys.iter_mut().for_each(|list| list[at] = GREATEST);
        }
        self.count = count;
        true
    }

    /// Returns the last part before which there is not more than a number, by a measure.
    #[inline(always)]
    fn part_of(&self, measure: Measure, number: usize) -> usize {
        match u32::try_from(number) {
            Ok(number) if number < GREATEST => self.near_part(measure, number, ByWords),
            _ => self.far_part(measure, number),
        }
    }

    /// Returns that of a number that is less than the greatest key.
    #[inline(always)]
    fn near_part(&self, measure: Measure, number: u32, masking: impl Masking) -> usize {
        // There is nothing before the first one.
        (masking.count_up_to_wide(&self.keys[measure as usize], number) as usize).wrapping_sub(1) % MOST
    }

    /// Returns that of a number that may be greater.
    #[cold]
    #[inline(never)]
    fn far_part(&self, measure: Measure, number: usize) -> usize {
        self.before[..self.count].partition_point(|before| before.get(measure) <= number).saturating_sub(1)
    }

    #[inline]
    fn parts(&self) -> &[Part] {
        &self.parts[..self.count]
    }
}

impl Part {
    #[inline]
    fn height(&self) -> usize {
        match &self.kind {
            Kind::Node(node) => node.height,
            _ => 0,
        }
    }

    /// Returns the parts of a node, or the piece itself.
    #[inline]
    fn into_parts(self) -> Vec<Part> {
        match self.kind {
            Kind::Node(node) => match Arc::try_unwrap(node) {
                Ok(node) => node.parts.into_iter().take(node.count).collect(),
                Err(node) => node.parts().to_vec(),
            },
            _ => [self].into(),
        }
    }

    /// Makes a node of parts of one height, or returns the only one.
    #[inline]
    fn node(parts: Vec<Part>) -> Part {
        debug_assert!(parts.len() <= MOST);
        if parts.len() < 2 {
            return parts.into_iter().next().unwrap_or_default();
        }
        let (node, sum) = Node::new(parts);
        Part { sum, kind: Kind::Node(Arc::new(node)) }
    }

    /// Makes a tree of pieces.
    #[inline]
    pub(super) fn of_pieces(mut pieces: Vec<Part>) -> Part {
        while pieces.len() > 1 {
            let nodes = pieces.len().div_ceil(MOST);
            let (few, more) = (pieces.len() / nodes, pieces.len() % nodes);
            let mut rest = pieces.into_iter();
            let node = |k: usize| Part::node(rest.by_ref().take(few + usize::from(k < more)).collect());
            pieces = (0..nodes).map(node).collect();
        }
        pieces.pop().unwrap_or_default()
    }

    /// Makes one or two nodes of parts of one height.
    #[inline]
    fn of_parts(mut parts: Vec<Part>) -> Part {
        if parts.len() <= MOST {
            return Part::node(parts);
        }
        let second = parts.split_off(parts.len() / 2);
        Part::node([Part::node(parts), Part::node(second)].into())
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.sum.units() == 0
    }

    /// Returns `true` if it may be part of a node that is not the root.
    #[inline]
    fn is_full(&self) -> bool {
        match &self.kind {
            Kind::Node(node) => node.count >= LEAST,
            _ => true,
        }
    }

    /// Returns this text and another one after it.
    #[inline]
    pub(super) fn then(self, next: Part) -> Part {
        if self.is_empty() {
            return next;
        }
        if next.is_empty() {
            return self;
        }
        let (height, next_height) = (self.height(), next.height());
        if height == next_height && self.is_full() && next.is_full() {
            return Part::node([self, next].into());
        }
        if height == next_height {
            let mut parts = self.into_parts();
            parts.extend(next.into_parts());
            return Part::of_parts(parts);
        }
        // The lower one joins the nearest parts of the higher one.
        if height > next_height {
            let mut parts = self.into_parts();
            let last = parts.pop().unwrap_or_default().then(next);
            parts.extend(last.parts_of_height(height - 1));
            Part::of_parts(parts)
        } else {
            let mut rest = next.into_parts().into_iter();
            let first = self.then(rest.next().unwrap_or_default());
            let mut parts = first.parts_of_height(next_height - 1);
            parts.extend(rest);
            Part::of_parts(parts)
        }
    }

    /// Replaces whole pieces by others, if that changes only one node and those above it. Otherwise nothing
    /// has changed.
    #[inline]
    pub(super) fn splice(&mut self, replaced: Range<usize>, pieces: &mut Vec<Part>) -> bool {
        self.splice_node(replaced, pieces, 2)
    }

    #[inline]
    fn splice_node(&mut self, replaced: Range<usize>, pieces: &mut Vec<Part>, least: usize) -> bool {
        let Kind::Node(node) = &mut self.kind else { return false };
        let Some(last) = replaced.end.checked_sub(1).filter(|last| replaced.start <= *last) else {
            return false;
        };
        let node = Arc::make_mut(node);
        let [first, last] = [replaced.start, last].map(|unit| node.part_of(Measure::Units, unit));
        let is_done = if node.height == 1 {
            node.replace(first..last + 1, pieces, least)
        } else {
            let before = node.before[first].units();
            let within = replaced.start - before..replaced.end - before;
            first == last && node.parts[first].splice_node(within, pieces, LEAST)
        };
        if is_done {
            self.sum = node.count_from(first);
        }
        is_done
    }

    /// Returns the tree as parts of a height, which is its own, or one less.
    #[inline]
    fn parts_of_height(self, height: usize) -> Vec<Part> {
        if self.height() > height { self.into_parts() } else { [self].into() }
    }

    /// Cuts the text at the end of a piece.
    #[inline]
    pub(super) fn cut(self, at: usize) -> (Part, Part) {
        if at == 0 {
            return (Part::default(), self);
        }
        if at >= self.sum.units() {
            return (self, Part::default());
        }
        let Kind::Node(node) = &self.kind else {
            debug_assert!(false, "a piece is not cut");
            return (self, Part::default());
        };
        let part = node.part_of(Measure::Units, at);
        let within = at - node.before[part].units();
        let mut first = self.into_parts();
        let second = first.split_off(part + 1);
        let (low, high) = first.pop().unwrap_or_default().cut(within);
        (Part::node(first).then(low), high.then(Part::node(second)))
    }

    /// Returns the piece that has a number, by a measure, and what comes before it. The text must have it.
    #[inline(always)]
    pub(super) fn piece(&self, measure: Measure, mut number: usize, masking: impl Masking) -> (Sum, &Part) {
        let (mut before, mut part) = (Sum::default(), self);
        let is_near = number < GREATEST as usize;
        while let Kind::Node(node) = &part.kind {
            let at = match is_near {
                true => node.near_part(measure, number as u32, masking),
                false => node.far_part(measure, number) % MOST,
            };
            let more = &node.before[at];
            // Of the node in memory: of a copy, one number would wait until all are stored.
            number -= more.get(measure);
            before = before.then(*more);
            part = &node.parts[at];
        }
        (before, part)
    }

    /// Calls a function for each piece.
    #[cfg(test)]
    pub(super) fn each_piece(&self, call: &mut impl FnMut(&Part)) {
        let Kind::Node(node) = &self.kind else { return call(self) };
        let mut sum = Sum::default();
        for (at, part) in node.parts().iter().enumerate() {
            assert_eq!(node.before[at], sum);
            assert!(part.height() + 1 == node.height && part.is_full() && !part.is_empty());
            sum = sum.then(part.sum);
            part.each_piece(call);
        }
        assert_eq!(sum, self.sum);
        assert!(node.count >= 2);
    }
}

#[cfg(test)]
mod tests {
    use placemat_random::Random;

    use super::*;

    fn some(random: &mut Random, count: usize, most: usize) -> Vec<Part> {
        let piece = |random: &mut Random| {
            let lines = random.below(3);
            let line = if lines == 0 { 0 } else { random.below(5) };
            Sum::new(1 + random.below(most), [5 + random.below(most), 9], lines, [line; 2])
        };
        (0..count).map(|_| Part { sum: piece(random), kind: Kind::Read }).collect()
    }

    fn check(random: &mut Random, tree: &Part, model: &[Sum]) {
        let mut pieces = Vec::new();
        tree.each_piece(&mut |piece| pieces.push(piece.sum));
        pieces.retain(|sum| sum.units() > 0);
        assert!(pieces == model);
        let mut before = Sum::NONE;
        for (at, piece) in model.iter().enumerate() {
            for measure in Measure::ALL {
                let number = before.get(measure) + random.below(piece.get(measure));
                if piece.get(measure) > 0 && (at == 0 || random.one_in(10)) {
                    let (found, part) = tree.piece(measure, number, ByWords);
                    assert_eq!((found, part.sum), (before, *piece));
                }
            }
            before = before.then(*piece);
        }
        assert_eq!(tree.sum, before);
    }

    /// Trees of several levels, with pieces so long that not every number has a key.
    #[test]
    fn trees_are_their_pieces() {
        for (seed, most) in [(1, 10), (2, 1 << 24), (3, 1 << 40)] {
            let mut random = Random::new(seed);
            let pieces = some(&mut random, 3000, most);
            let mut model: Vec<Sum> = pieces.iter().map(|piece| piece.sum).collect();
            let mut tree = Part::of_pieces(pieces);
            for round in 0..200 {
                check(&mut random, &tree, &model);
                let few = random.of(&[1, 2, 3, 40, 2000]);
                let start = random.below(model.len() + 1);
                let end = model.len().min(start + random.below(few));
                let count = random.below(few);
                let mut new = some(&mut random, count, most);
                let units = |pieces: &[Sum]| pieces.iter().map(Sum::units).sum::<usize>();
                let (from, to) = (units(&model[..start]), units(&model[..end]));
                model.splice(start..end, new.iter().map(|piece| piece.sum));
                let shared = (round % 3 == 0).then(|| tree.clone());
                if round % 2 == 0 && tree.splice(from..to, &mut new) {
                    continue;
                }
                let (first, rest) = tree.cut(from);
                let (_, last) = rest.cut(to - from);
                tree = first.then(Part::of_pieces(new)).then(last);
                drop(shared);
            }
        }
    }
}
