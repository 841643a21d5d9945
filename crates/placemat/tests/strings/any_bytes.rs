//! Strings of forms in which any bytes are well-formed, under random operations, compared with vectors of
//! bytes.

use placemat::form::CodeSpace;
use placemat::form::{self, AnyUnits, Resynchronizing};
use placemat::{Codec, StrBuf};
use placemat_random::Random;

use crate::strings::random::steps;
use crate::strings::{Draw, values};

/// Strings of forms of any bytes are the bytes that they consist of, at every join. The forms include Tcl
/// 8.6's, which has no encoder.
fn attack_bytes<F: Resynchronizing<Unit = u8> + AnyUnits>(seed: u64) {
    const BYTES: [u8; 10] = [0x0, 0x61, 0x7A, 0x80, 0xA9, 0xC3, 0xED, 0xB2, 0xF0, 0xFF];
    let mut random = Random(seed);
    let (mut string, mut model) = (StrBuf::<F>::new(), Vec::<u8>::new());
    for step in 0..steps() {
        let starts = string.code_point_indices().map(|(at, _)| at);
        let places: Vec<usize> = starts.chain([string.len()]).collect();
        let (one, other) = (places[random.below(places.len())], places[random.below(places.len())]);
        let (from, to) = (one.min(other), one.max(other));
        let more: StrBuf<F> = match random.below(2) {
            0 => StrBuf::from_any_units((0..random.below(5)).map(|_| BYTES[random.below(10)]).collect()),
            _ => random.string(),
        };
        change(&mut string, &mut model, (&places, from, to), &more, &mut random);
        assert_eq!(string.as_bytes(), model, "{} step {step}", F::NAME);
        let (mut expected, mut rest) = (vec![], &model[..]);
        while !rest.is_empty() {
            let decoded = F::default().decode_next(rest, true).expect("any bytes");
            expected.push(decoded.code_point);
            rest = &rest[decoded.len..];
        }
        assert_eq!(values(&string), expected, "{} step {step}: {string:?}", F::NAME);
        assert!(string.code_points().rev().map(CodeSpace::to_u32).eq(expected.into_iter().rev()), "{step}");
        if model.len() > 100 {
            string.clear();
            model.clear();
        }
    }
}

#[test]
fn forms_of_any_bytes_are_their_bytes() {
    attack_bytes::<form::Tcl86Utf8>(26);
    attack_bytes::<form::Utf8b>(27);
    attack_bytes::<form::Optu8>(28);
}

/// One operation, on a part between two boundaries.
fn change<F: Resynchronizing<Unit = u8>>(
    string: &mut StrBuf<F>,
    model: &mut Vec<u8>,
    (places, from, to): (&[usize], usize, usize),
    more: &StrBuf<F>,
    random: &mut Random,
) {
    let with = more.as_bytes().iter().copied();
    match random.below(13) {
        0 => {
            string.push_string(more);
            model.extend(with);
        }
        1 => {
            *string += more;
            string.extend([more.as_string()]);
            model.extend(with.clone().chain(with));
        }
        2 => {
            string.insert_string(from, more);
            model.splice(from..from, with);
        }
        3 => {
            string.try_insert_string(from, more).expect("a boundary, and memory");
            model.splice(from..from, with);
        }
        4 => {
            string.replace_range(from..to, more);
            model.splice(from..to, with);
        }
        5 => {
            string.try_replace_range(from..to, more).expect("boundaries, and memory");
            model.splice(from..to, with);
        }
        6 => {
            string.truncate(to);
            model.truncate(to);
        }
        7 => assert_eq!(string.split_off(from).as_bytes(), model.split_off(from)),
        8 => assert_eq!(
            string.drain(from..to).as_string().as_bytes(),
            model.drain(from..to).collect::<Vec<_>>()
        ),
        9 => {
            string.pop();
            model.truncate(places[places.len().saturating_sub(2)]);
        }
        10 if from < string.len() => {
            let end = places.iter().copied().find(|&place| place > from).expect("one after it");
            string.remove(from);
            model.drain(from..end);
        }
        11 => {
            let without = random.value();
            let kept = string.code_point_indices().zip(&places[1..]);
            let kept = kept.filter(|((_, code_point), _)| code_point.to_u32() != without);
            *model = kept.flat_map(|((at, _), &end)| model[at..end].to_vec()).collect();
            string.retain(|code_point| code_point.to_u32() != without);
        }
        _ => {
            string.extend_from_within(from..to);
            model.extend_from_within(from..to);
        }
    }
}
