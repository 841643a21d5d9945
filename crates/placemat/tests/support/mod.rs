//! Helpers of several tests: edge sequences, the reference implementation step by step.

pub(crate) mod pieces;

use std::vec;
use std::vec::Vec;

use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, ErrorKind};
use placemat_random::Random;

/// The encodings that can be read in pieces.
pub(crate) fn streaming() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().filter(|encoding| !encoding.info().whole_input)
}

/// Returns the bytes of a form's units in an encoding's scheme.
pub(crate) fn bytes(encoding: Encoding, units: &[u32]) -> Vec<u8> {
    let name = encoding.name();
    let big = !name.ends_with("le");
    match encoding.info().table.unit_bits() {
        8 => units.iter().map(|&unit| unit as u8).collect(),
        16 => units
            .iter()
            .flat_map(|&u| if big { (u as u16).to_be_bytes() } else { (u as u16).to_le_bytes() })
            .collect(),
        _ => units.iter().flat_map(|&u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect(),
    }
}

/// Sequences at the edges of an encoding: the first and last of each row and each excluded row, their
/// neighbours in the last unit, their prefixes, and single bytes of every class.
pub(crate) fn edges(encoding: Encoding) -> Vec<Vec<u8>> {
    let table = encoding.info().table;
    let mut all: Vec<Vec<u8>> = vec![vec![], b"a".to_vec(), b"\n".to_vec()];
    for row in table.rows().iter().chain(table.excluded()) {
        let (first, last) = row.sequences();
        for sequence in [first, last] {
            for len in 1..=sequence.len() {
                all.push(bytes(encoding, &sequence[..len]));
            }
            for step in [-1_i64, 1] {
                let mut near = sequence.to_vec();
                let end = near.len() - 1;
                near[end] = (i64::from(near[end]) + step) as u32;
                all.push(bytes(encoding, &near));
            }
        }
    }
    for byte in
        [0x00, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xED, 0xF0, 0xF5, 0xF8, 0xFC, 0xFE, 0xFF]
    {
        all.push(vec![byte]);
    }
    all.push(encoding.mark().to_vec());
    all.sort();
    all.dedup();
    all
}

/// A random text of edge sequences.
pub(crate) fn random_text(random: &mut Random, edges: &[Vec<u8>], pieces: usize) -> Vec<u8> {
    (0..pieces).flat_map(|_| random.pick(edges).clone()).collect()
}

/// One step of decoding: a code point or an ill-formed subsequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    CodePoint(u32, usize),
    Error(ErrorKind, usize),
}

/// Returns all items of some bytes by [`Codec::decode_next`].
pub(crate) fn items<C: Codec>(codec: C, mut units: &[C::Unit]) -> Vec<Item> {
    let mut items = vec![];
    while !units.is_empty() {
        let (item, len) = match codec.decode_next(units, true) {
            Ok(decoded) => (Item::CodePoint(decoded.code_point, decoded.len), decoded.len),
            Err(NotDecoded::IllFormed(error)) => (Item::Error(error.kind, error.len), error.len),
            Err(NotDecoded::Incomplete) => panic!("incomplete at the end"),
        };
        items.push(item);
        units = &units[len..];
    }
    items
}
