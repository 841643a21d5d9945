//! Which kernels have no vector version of their own: those that are known to have none, in every instruction
//! set.

use std::collections::BTreeSet;
use std::vec;
use std::vec::Vec;

use super::{BACKGROUNDS, Random, encoded, text, vector_isas};
use crate::codec::Codec;
use crate::kernel::{
    conversion, length, lossy, make_well_formed, replaced_length, trusted, validate, validate_utf_16,
    validate_utf_32,
};
use crate::simd::Isa;
use crate::simd::tests::take_left_out;
use crate::unit::Endian;
use crate::{Encoding, form};

const VALIDATORS: [fn(Isa, &[u8]) -> usize; 10] = [
    validate::<form::Utf8>,
    validate::<form::GeneralizedUtf8>,
    validate::<form::Wtf8>,
    validate::<form::Cesu8>,
    validate::<form::Cesu8Lenient>,
    validate::<form::Mutf8>,
    validate::<form::Mutf8Lenient>,
    validate::<form::Utf8mb3>,
    validate::<form::Utf8Rfc2279>,
    validate::<form::CorrectedUtf8>,
];

/// Runs every kernel, on a text that is longer than those with entry points of their own, and on short ones.
fn run_all(isa: Isa, random: &mut Random) {
    for from in Encoding::ALL {
        let kind = from.info().kind;
        for code_points in [4, 30, 100, 1000] {
            let mut input: Vec<u8> = encoded(from, &text(random, BACKGROUNDS[4], code_points));
            for to in Encoding::ALL.map(|to| to.info().kind) {
                let mut out = vec![0; 4 * input.len() + 64];
                for kernel in [conversion(kind, to), trusted(kind, to)].into_iter().flatten() {
                    kernel.run(isa, &input, &mut out);
                }
                for length in [length(kind, to), replaced_length(kind, to)].into_iter().flatten() {
                    length(isa, &input);
                }
                if let Some(lossy) = lossy(kind, to, true) {
                    lossy.run(isa, &input, &mut out, true);
                }
            }
            for validate in VALIDATORS {
                validate(isa, &input);
            }
            for order in [Endian::Little, Endian::Big] {
                validate_utf_16(isa, &input, order);
                validate_utf_32(isa, &input, order);
            }
            make_well_formed(isa, &mut input);
        }
    }
}

/// A kernel's name without its module and parameters.
fn short(name: &'static str) -> &'static str {
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// Loops over single units, which the compiler makes vectors of.
const PLAIN: [&str; 7] =
    ["BeforeSurrogate", "BeforeNul", "CountNeighbours", "MendUtf32", "Sum", "Swap", "Swapped"];

/// The automaton, which goes from one byte to the next: after a kernel has stopped, and for forms without a
/// kernel.
const WALKS: [&str; 2] = ["Walk", "WalkFar"];

#[test]
fn only_what_is_plain_is_left_to_the_compiler() {
    let mut random = Random(1);
    for isa in vector_isas() {
        take_left_out();
        run_all(isa, &mut random);
        let mut left_out: BTreeSet<_> = take_left_out().into_iter().map(short).collect();
        assert!(left_out.contains("CountNeighbours"), "they are noted");
        left_out.retain(|name| !PLAIN.contains(name) && !WALKS.contains(name));
        assert_eq!(left_out, BTreeSet::new(), "{isa:?}");
    }
}
