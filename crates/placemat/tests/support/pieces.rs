//! Texts in which everything becomes adjacent.

use std::vec;
use std::vec::Vec;

use placemat::form::Unit;
use placemat::{Codec, Encoding, encode};
use placemat_random::Random;

use super::{bytes, edges};

/// The parts of a text: those that interact with others, and the edges of the encoding.
pub(crate) struct Pieces<U> {
    meeting: Vec<Vec<U>>,
    edges: Vec<Vec<U>>,
}

/// Lead and trail surrogates, escaped bytes of `é`, and code points of every length.
const MEETING: [u32; 14] =
    [0x61, 0x61, 0xD83D, 0xD83D, 0xDCA9, 0xDCC3, 0xDCA9, 0xEFC3, 0xEFA9, 0x0, 0xE9, 0x20AC, 0x1_F4A9, 0xFFFD];

impl Pieces<u8> {
    pub(crate) fn of_encoding(encoding: Encoding) -> Self {
        let table = encoding.info().table;
        let sequences = MEETING.iter().filter_map(|&code_point| {
            let (units, len) = table.encode(code_point)?;
            Some(bytes(encoding, &units[..len]))
        });
        let mut meeting: Vec<_> = sequences.collect();
        // For wrappers, their content.
        meeting.extend(encode(encoding, &[0xE9, 0x61]));
        meeting.extend([vec![0xFF], vec![0xE2, 0x82], vec![0x80], vec![0xED, 0xA0], vec![0xFE, 0x80]]);
        Pieces { meeting, edges: edges(encoding) }
    }
}

impl<U: Unit> Pieces<U> {
    /// The parts for a form over its own units.
    pub(crate) fn of_form<S: Codec<Unit = U>>(form: S) -> Self {
        let table = form.info().table;
        let units = |units: &[u32]| units.iter().map(|&unit| U::from_u32(unit)).collect::<Vec<_>>();
        let sequences = MEETING.iter().filter_map(|&code_point| {
            let (sequence, len) = table.encode(code_point)?;
            Some(units(&sequence[..len]))
        });
        let mut meeting: Vec<_> = sequences.collect();
        meeting.extend([
            units(&[0xD83D]),
            units(&[0xDCA9]),
            units(&[0xFF]),
            units(&[0xE2, 0x82]),
            units(&[0x80]),
        ]);
        let rows = table.rows().iter().chain(table.excluded());
        let edges = rows.flat_map(|row| {
            let (first, last) = row.sequences();
            [units(&first[..1]), units(first), units(last)]
        });
        Pieces { edges: edges.collect(), meeting }
    }

    pub(crate) fn text(&self, random: &mut Random, most: usize) -> Vec<U> {
        let count = 1 + random.below(most);
        let from = |random: &mut Random| {
            let pieces = if random.below(4) > 0 { &self.meeting } else { &self.edges };
            random.pick(pieces).clone()
        };
        (0..count).flat_map(|_| from(random)).collect()
    }
}
