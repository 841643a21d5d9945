//! The rows of a table for other programs.

use data_encoding::HEXUPPER;
use placemat::table::{Alphabet, Row};
use placemat::{Codec, Encoding};
use serde::Serialize;

use crate::json;

/// A line for each row.
#[derive(Serialize)]
struct Line {
    version: u32,
    encoding: &'static str,
    /// What the sequences are: `encoded`, `only-read`, `carried` or `excluded`.
    role: &'static str,
    /// Why the sequences are excluded.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    first_code_point: u32,
    last_code_point: u32,
    /// The number of sequences, which is that of code points.
    count: u64,
    /// The length of a sequence in units and in bytes.
    units: usize,
    bytes: usize,
    unit_bits: u32,
    /// The first and the last sequence. Units of several bytes begin with their most significant byte.
    first: String,
    last: String,
    sequences: Vec<Ranges>,
}

/// Sequences with all combinations of units at each place: for each place the ranges of its units.
type Ranges = Vec<Vec<(u32, u32)>>;

/// Returns a line for each row of the table of an encoding: those of the encoding, then the excluded ones.
pub(super) fn lines(encoding: Encoding) -> String {
    let info = encoding.info();
    let unit_bits = info.table.unit_bits();
    let of_row = |row: &Row| {
        let role = match (row.is_written(), row.is_read()) {
            (true, _) => "encoded",
            (false, true) => "only-read",
            (false, false) => "excluded",
        };
        let ((first_code_point, last_code_point), (first, last)) = (row.code_points(), row.sequences());
        Line {
            version: json::VERSION,
            encoding: encoding.name(),
            role,
            kind: row.reason().map(|kind| kind.name()),
            first_code_point,
            last_code_point,
            count: row.count(),
            units: row.len(),
            bytes: row.len() * unit_bits as usize / 8,
            unit_bits,
            first: hex(first, unit_bits),
            last: hex(last, unit_bits),
            sequences: combinations(first, last, row.alphabets()),
        }
    };
    let carried = info.carry.map(|carry| Line {
        version: json::VERSION,
        encoding: encoding.name(),
        role: "carried",
        kind: None,
        first_code_point: carry.code_point(carry.first),
        last_code_point: carry.code_point(0xFF),
        count: u64::from(0xFF - carry.first) + 1,
        units: 1,
        bytes: 1,
        unit_bits,
        first: hex(&[carry.first], unit_bits),
        last: hex(&[0xFF], unit_bits),
        sequences: vec![vec![vec![(carry.first, 0xFF)]]],
    });
    let rows = info.table.rows().iter().map(of_row);
    let lines = rows.chain(carried).chain(info.table.excluded().iter().map(of_row));
    lines.map(|line| String::from_utf8_lossy(&json::line(&line)).into_owned()).collect()
}

fn hex(units: &[u32], unit_bits: u32) -> String {
    let bytes: Vec<u8> = units.iter().flat_map(|unit| spelled(*unit, unit_bits)).collect();
    HEXUPPER.encode(&bytes)
}

/// Returns the bytes of a unit, the most significant one first.
fn spelled(unit: u32, unit_bits: u32) -> impl Iterator<Item = u8> {
    unit.to_be_bytes().into_iter().skip(4 - unit_bits as usize / 8)
}

/// Returns the sequences from a first to a last one, in lexicographic order over the alphabets, as few sets
/// of combinations, in that order.
fn combinations(first: &[u32], last: &[u32], alphabets: &[Alphabet]) -> Vec<Ranges> {
    let ([low, first @ ..], [high, last @ ..], [alphabet, alphabets @ ..]) = (first, last, alphabets) else {
        return vec![vec![]];
    };
    let full: Ranges = alphabets.iter().map(|alphabet| alphabet.intervals().collect()).collect();
    let at =
        |units: Vec<(u32, u32)>, rest: Ranges| -> Ranges { std::iter::once(units).chain(rest).collect() };
    let under = |unit: u32, rest: Vec<Ranges>| rest.into_iter().map(move |rest| at(vec![(unit, unit)], rest));
    if low == high {
        return under(*low, combinations(first, last, alphabets)).collect();
    }
    let end = |digit: fn(&Alphabet) -> u32| alphabets.iter().map(digit).collect::<Vec<_>>();
    let (lowest, highest) = (end(|one| one.unit(0)), end(|one| one.unit(one.size() as u32 - 1)));
    // Whole units in the middle, after and before those of which only a part belongs.
    let is_part_of = |is_low: bool| if is_low { first != lowest } else { last != highest };
    let (from, to) =
        (u64::from(*low) + u64::from(is_part_of(true)), i64::from(*high) - i64::from(is_part_of(false)));
    let middle: Vec<(u32, u32)> = (alphabet.intervals())
        .map(|(least, most)| (u64::from(least).max(from), i64::from(most).min(to)))
        .filter(|&(least, most)| i64::try_from(least).is_ok_and(|least| least <= most))
        .map(|(least, most)| (least as u32, most as u32))
        .collect();
    let mut all = vec![];
    if is_part_of(true) {
        all.extend(under(*low, combinations(first, &highest, alphabets)));
    }
    if !middle.is_empty() {
        all.push(at(middle, full));
    }
    if is_part_of(false) {
        all.extend(under(*high, combinations(&lowest, last, alphabets)));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every code point of every encoding is in exactly one row, and its sequence in one of its combinations.
    #[test]
    fn the_combinations_are_the_sequences_of_each_row() {
        for encoding in Encoding::ALL {
            let table = encoding.info().table;
            for row in table.rows().iter().chain(table.excluded()) {
                let (first, last) = row.sequences();
                let all = combinations(first, last, row.alphabets());
                let of =
                    |ranges: &Vec<(u32, u32)>| ranges.iter().map(|(a, b)| u64::from(b - a) + 1).sum::<u64>();
                let count: u64 = all.iter().map(|ranges| ranges.iter().map(of).product::<u64>()).sum();
                assert_eq!(count, row.count(), "{encoding} {row:?}");
                let least = |ranges: &Ranges| ranges.iter().map(|place| place[0].0).collect::<Vec<_>>();
                let most =
                    |ranges: &Ranges| ranges.iter().map(|place| place[place.len() - 1].1).collect::<Vec<_>>();
                assert_eq!(
                    (&least(&all[0])[..], &most(&all[all.len() - 1])[..]),
                    (first, last),
                    "{encoding}"
                );
                assert!(all.windows(2).all(|pair| most(&pair[0]) < least(&pair[1])), "{encoding} {all:?}");
            }
        }
    }

    /// Table 3-7 of the Unicode Standard.
    #[test]
    fn the_combinations_of_utf_8_are_those_of_the_standard() {
        let rows = Encoding::Utf8.info().table.rows();
        let sets: Vec<String> = (rows.iter())
            .flat_map(|row| combinations(row.sequences().0, row.sequences().1, row.alphabets()))
            .map(|ranges| {
                let place = |place: &Vec<(u32, u32)>| format!("{:02X}..{:02X}", place[0].0, place[0].1);
                ranges.iter().map(place).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(
            sets,
            [
                "00..7F",
                "C2..DF 80..BF",
                "E0..E0 A0..BF 80..BF",
                "E1..EC 80..BF 80..BF",
                "ED..ED 80..9F 80..BF",
                "EE..EF 80..BF 80..BF",
                "F0..F0 90..BF 80..BF 80..BF",
                "F1..F3 80..BF 80..BF 80..BF",
                "F4..F4 80..8F 80..BF 80..BF",
            ]
        );
    }
}
