//! Random inputs: texts of several scripts and of none, encoded by the tables, and then damaged.

use crate::differing::{facts, name_of};
use crate::library::form::{Form, Mutf8};
use crate::library::{Codec, Encoding, Unit, encode};
use beside_common::{ENCODINGS, FORMS, Input, Random, Units};

use crate::encoding;
use crate::forms::{Of, with_form};

/// Returns the input with a number. It is the same in every run.
pub fn input(seed: u64) -> Input {
    let random = &mut Random::new(seed);
    let code_points = code_points(random);
    let scalars = || code_points.iter().filter_map(|&value| char::from_u32(value));
    let str: String = scalars().collect();
    let mut input = Input {
        encoding: random.below(ENCODINGS.len()),
        // The most used forms are the most frequent.
        form: if random.one_in(3) { random.below(4) } else { random.below(FORMS) },
        short_str: short_str(&str, random),
        str,
        utf_16: utf_16(&code_points, random),
        code_points,
        ..Input::default()
    };
    let target = encoding(input.encoding);
    let clean = encoded(target, &input.code_points);
    let needle = encoded(target, random.part(&input.code_points));
    input.text = Units { dirty: damaged(&clean, &edges(target), random), clean, needle };
    with_form!(input.form, fill(&mut input, random));
    input
}

fn fill<F: Form<Unit: Of + Room>>(input: &mut Input, random: &mut Random) {
    let clean = encoded_in_form::<F>(&input.code_points);
    let part = if random.one_in(8) { &[][..] } else { random.part(&input.code_points) };
    let needle = encoded_in_form::<F>(&part[..part.len().min(1 + random.below(5))]);
    let edges: Vec<Vec<F::Unit>> = edges_of(F::TABLE.rows().iter().chain(F::TABLE.excluded()));
    let dirty = damaged(&clean, &edges, random);
    *F::Unit::room(input) = Units { clean, dirty, needle };
}

/// The field in which the units of a form are stored.
trait Room: Sized {
    fn room(input: &mut Input) -> &mut Units<Self>;
}

impl Room for u8 {
    fn room(input: &mut Input) -> &mut Units<u8> {
        &mut input.bytes
    }
}

impl Room for u16 {
    fn room(input: &mut Input) -> &mut Units<u16> {
        &mut input.wide
    }
}

impl Room for u32 {
    fn room(input: &mut Input) -> &mut Units<u32> {
        &mut input.long
    }
}

/// First and last code points of scripts, of lengths of sequences, and of special code points.
const RANGES: [(u32, u32); 14] = [
    (0x20, 0x7E),
    (0x61, 0x7A),
    (0, 0x1F),
    (0x80, 0xFF),
    (0x100, 0x17F),
    (0x370, 0x3FF),
    (0x400, 0x4FF),
    (0x7F0, 0x810),
    (0x2000, 0x206F),
    (0x4E00, 0x9FFF),
    (0xE000, 0xF8FF),
    (0xFFF0, 0xFFFF),
    (0x1_F600, 0x1_F64F),
    (0xFFFF, 0x10_FFFF),
];

/// Code points that matter for surrogate pairing, escapes and signatures, and the ends of code spaces.
const SPECIAL: [u32; 20] = [
    0xD83D,
    0xDCA9,
    0xD800,
    0xDBFF,
    0xDC00,
    0xDFFF,
    0xDCC3,
    0xDCA9,
    0xFEFF,
    0xFFFE,
    0xFFFD,
    0,
    0xA,
    0xD,
    0x2028,
    0x10_FFFF,
    0x11_0000,
    0x1F_FFFF,
    0x7FFF_FFFF,
    0x85,
];

fn length(random: &mut Random) -> usize {
    match random.below(128) {
        0..8 => 0,
        8..48 => random.below(12),
        48..100 => random.below(48),
        100..120 => random.below(90),
        120..126 => random.below(200),
        126 => random.below(600),
        _ if random.one_in(8) => random.below(5000),
        _ => random.below(400),
    }
}

fn code_points(random: &mut Random) -> Vec<u32> {
    let length = length(random);
    let mut all = Vec::with_capacity(length + 40);
    let has_special = random.below(4);
    let home = random.of(&RANGES);
    while all.len() < length {
        let (first, last) = match random.below(6) {
            0 | 1 => home,
            2 => RANGES[1],
            3 => random.of(&RANGES),
            _ if has_special == 0 => {
                all.push(random.of(&SPECIAL));
                continue;
            }
            _ => RANGES[0],
        };
        let run = if random.one_in(4) { 1 + random.below(40) } else { 1 + random.below(4) };
        for _ in 0..run.min(length - all.len()) {
            all.push(first + random.below((last - first + 1) as usize) as u32);
        }
    }
    all
}

fn short_str(str: &str, random: &mut Random) -> String {
    let all: Vec<char> = str.chars().collect();
    let part = random.part(&all);
    match random.below(8) {
        0 => "a".to_owned(),
        1 => random.of(&["é", "€", "💩", "ab", "\n"]).to_owned(),
        _ => part[..part.len().min(1 + random.below(4))].iter().collect(),
    }
}

fn utf_16(code_points: &[u32], random: &mut Random) -> Vec<u16> {
    let mut units = Vec::with_capacity(code_points.len() + 8);
    for &code_point in code_points {
        match char::from_u32(code_point) {
            Some(scalar) => units.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
            None => units.push(code_point as u16),
        }
    }
    let edges = [vec![0xD800], vec![0xDFFF], vec![0xDC00, 0xD800], vec![0xFEFF]];
    if random.one_in(2) { damaged(&units, &edges, random) } else { units }
}

/// Encodes the code points that an encoding can hold. For an encoding that is only decoded, the code points
/// of one that it reads.
fn encoded(target: Encoding, code_points: &[u32]) -> Vec<u8> {
    let target = if facts!(target).encodes { target } else { Encoding::Mutf8 };
    if let Ok(all) = encode(target, code_points) {
        return all;
    }
    let mut units = [0; 8];
    let held = code_points.iter().copied().filter(|&value| target.encode_next(value, &mut units).is_ok());
    encode(target, &held.collect::<Vec<_>>()).or_else(|_| encode(target, &[0x61])).unwrap_or_default()
}

fn encoded_in_form<F: Form<Unit: Of>>(code_points: &[u32]) -> Vec<F::Unit> {
    fn of<F: Form>(code_points: &[u32]) -> Vec<F::Unit> {
        let held = code_points.iter().copied().filter(|&value| F::TABLE.encode(value).is_some());
        encode(F::default(), &held.collect::<Vec<_>>()).unwrap_or_default()
    }
    match F::ENCODES {
        true => of::<F>(code_points),
        false => of::<Mutf8>(code_points).iter().map(|&byte| F::Unit::from_u32(byte.into())).collect(),
    }
}

fn edges_of<'r, U: Unit>(rows: impl Iterator<Item = &'r crate::library::table::Row>) -> Vec<Vec<U>> {
    let mut edges = vec![];
    for row in rows {
        let (first, last) = row.sequences();
        for sequence in [first, last] {
            edges.push(sequence.iter().map(|&unit| U::from_u32(unit)).collect());
        }
    }
    edges
}

/// Returns the first and last sequences of the rows of an encoding, in its bytes.
fn edges(encoding: Encoding) -> Vec<Vec<u8>> {
    let facts = facts!(encoding);
    let rows = facts.table.rows().iter().chain(facts.table.excluded());
    let is_little = name_of(encoding).ends_with("le");
    let bytes = facts.table.unit_bits() as usize / 8;
    edges_of::<u32>(rows)
        .into_iter()
        .map(|sequence| {
            let units = sequence.into_iter().flat_map(|unit| match is_little {
                true => unit.to_le_bytes()[..bytes].to_vec(),
                false => unit.to_be_bytes()[4 - bytes..].to_vec(),
            });
            units.collect()
        })
        .collect()
}

/// Returns units of which some may have been cut off, changed, removed, doubled, or taken from elsewhere.
fn damaged<U: Unit>(clean: &[U], edges: &[Vec<U>], random: &mut Random) -> Vec<U> {
    let mut units = clean.to_vec();
    let times = match random.below(8) {
        0..3 => 0,
        3 | 4 => 1,
        5 => 2,
        6 => 1 + units.len() / 8,
        _ => 4,
    };
    for _ in 0..times {
        let at = random.below(units.len() + 1);
        match random.below(9) {
            0 => units.truncate(at),
            1 => drop(units.drain(..at.min(3))),
            2 | 3 if at < units.len() => units[at] = any(random),
            4 if at < units.len() => drop(units.remove(at)),
            5 => units.insert(at, any(random)),
            6 => {
                let mut edge =
                    if edges.is_empty() { vec![] } else { edges[random.below(edges.len())].clone() };
                if random.one_in(3) {
                    edge.pop();
                }
                if random.one_in(3)
                    && let Some(last) = edge.last_mut()
                {
                    *last = U::from_u32(last.to_u32().wrapping_add(1) & mask::<U>());
                }
                drop(units.splice(at..at, edge));
            }
            7 => {
                let foreign = random.of(&FOREIGN);
                drop(units.splice(at..at, foreign.iter().map(|&byte| U::from_u32(byte.into()))));
            }
            _ => {
                let part = random.part(&units).iter().take(8).copied().collect::<Vec<_>>();
                drop(units.splice(at..at, part));
            }
        }
    }
    units
}

fn mask<U: Unit>() -> u32 {
    u32::MAX >> (32 - U::BITS)
}

/// Bytes of other encodings: overlong, surrogates, pairs, five and six bytes, Latin-1, BOMs, double encoding.
const FOREIGN: [&[u8]; 14] = [
    b"\xC0\x80",
    b"\xC1\xBF",
    b"\xE0\x80\xAF",
    b"\xED\xA0\xBD",
    b"\xED\xB2\xA9",
    b"\xED\xA0\xBD\xED\xB2\xA9",
    b"\xF0\x80\x80\x80",
    b"\xF4\x90\x80\x80",
    b"\xF8\x88\x80\x80\x80",
    b"\xFC\x84\x80\x80\x80\x80",
    b"caf\xE9 \x80\x93",
    b"\xEF\xBB\xBF",
    b"\xC3\x83\xC2\xA9",
    b"\xF0\x9F\x92",
];

/// Returns a random unit, often one with only lower bits.
fn any<U: Unit>(random: &mut Random) -> U {
    let value = random.bits() as u32;
    U::from_u32(
        match random.below(3) {
            0 => value & 0xFF,
            1 => 0xD800 | value & 0x7FF,
            _ => value,
        } & mask::<U>(),
    )
}

#[cfg(test)]
#[test]
fn inputs_are_the_same_in_every_run_and_are_not_all_alike() {
    let inputs: Vec<Input> = (0..200).map(input).collect();
    assert!((0..200).map(input).zip(&inputs).all(|(again, first)| again.text.dirty == first.text.dirty));
    assert!(inputs.iter().any(|input| input.text.dirty != input.text.clean));
    for input in &inputs {
        assert_eq!(
            crate::library::convert(
                crate::library::form::Utf8,
                crate::library::form::Utf8,
                input.str.as_bytes()
            )
            .as_deref(),
            Ok(input.str.as_bytes())
        );
    }
}
