//! UTF-16 of up to 330 units, which kernels convert in groups or by blocks.

use std::vec;

use placemat_random::Random;

use super::{BACKGROUNDS, assert_as_defined, by_definition, encoded, kernels, short_stride, text};
use crate::Encoding;

/// What is put into a text: nothing, a pair, and each of its surrogates alone.
const INSERTED: [&[u16]; 4] = [&[], &[0xD83D, 0xDE00], &[0xD83D], &[0xDE00]];

#[test]
fn surrogates_at_every_place_and_no_room_to_spare() {
    let mut random = Random(41);
    for (from, to, kernel) in kernels() {
        let order = match (from, to) {
            (Encoding::Utf16Le, Encoding::Utf8) => u16::to_le_bytes,
            (Encoding::Utf16Be, Encoding::Utf8) => u16::to_be_bytes,
            _ => continue,
        };
        for background in BACKGROUNDS {
            let whole = encoded(from, &text(&mut random, background, 330));
            for len in (0..=100).chain((101..=330).step_by(7)) {
                let step = short_stride() * (1 + len / 100);
                for at in (len % step..=len).step_by(step) {
                    let mut bytes = whole[..2 * len].to_vec();
                    let inserted = INSERTED[random.below(INSERTED.len())];
                    bytes.splice(2 * at..2 * at, inserted.iter().flat_map(|&unit| order(unit)));
                    // A byte of half a unit.
                    bytes.extend([0xD8].iter().filter(|_| random.one_in(4)));
                    let (_, written) = by_definition(from, to, &bytes, &mut vec![0; 4 * len + 8]);
                    for room in [written, written.saturating_sub(1), random.below(written + 40)] {
                        assert_as_defined(&(from, to, kernel), &bytes, room);
                    }
                }
            }
        }
    }
}
