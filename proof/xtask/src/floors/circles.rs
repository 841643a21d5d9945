//! Circles of imports: strongly connected components, by Tarjan's algorithm.

use std::collections::{BTreeMap, BTreeSet};

/// Who imports whom.
pub(super) type Arrows<'n> = BTreeMap<&'n str, BTreeSet<&'n str>>;

/// Returns the circles, the largest first.
pub(super) fn circles<'n>(arrows: &Arrows<'n>) -> Vec<Vec<&'n str>> {
    let mut walk = Walk { arrows, numbers: BTreeMap::new(), open: Vec::new(), circles: Vec::new() };
    for name in arrows.keys() {
        if !walk.numbers.contains_key(name) {
            walk.visit(name);
        }
    }
    walk.circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    walk.circles
}

struct Walk<'a, 'n> {
    arrows: &'a Arrows<'n>,
    /// The order in which names were visited; `None` once their circle is known.
    numbers: BTreeMap<&'n str, Option<usize>>,
    open: Vec<&'n str>,
    circles: Vec<Vec<&'n str>>,
}

impl<'n> Walk<'_, 'n> {
    /// Returns the least number that this name reaches.
    fn visit(&mut self, name: &'n str) -> usize {
        let own = self.numbers.len();
        let mut least = own;
        self.numbers.insert(name, Some(own));
        self.open.push(name);
        for next in self.arrows.get(name).into_iter().flatten().copied() {
            match self.numbers.get(next).copied() {
                None => least = least.min(self.visit(next)),
                Some(Some(number)) => least = least.min(number),
                Some(None) => {}
            }
        }
        if least == own {
            let start = self.open.iter().rposition(|&one| one == name).unwrap_or(0);
            let mut circle = self.open.split_off(start);
            for one in &circle {
                self.numbers.insert(one, None);
            }
            circle.sort_unstable();
            if circle.len() > 1 {
                self.circles.push(circle);
            }
        }
        least
    }
}
