//! Columns of short values, error-free and with errors.

use std::hint::black_box;
use std::time::Instant;

use placemat::Encoding;
use placemat::columns::{Column, OnFailure};
use placemat::repair::Fixes;
use placemat_random::Random;

use crate::{KINDS, text};

/// Values of a column.
const VALUES: usize = 100_000;
/// The lengths of values in bytes.
pub const LENGTHS: &[usize] = &[5, 20, 60];
/// One value in so many is damaged; 0 stands for none.
const DAMAGED: [usize; 3] = [0, 1000, 20];

/// A column of values of one length.
struct Values {
    bytes: Vec<u8>,
    offsets: Vec<i32>,
}

impl Values {
    /// Makes values of a kind of text, or of all kinds in turn.
    fn of(kind: Option<usize>, length: usize, damaged: usize) -> Self {
        let mut random = Random::new(length as u64);
        let (mut bytes, mut offsets) = (vec![], vec![0]);
        for at in 0..VALUES {
            let (_, character) = KINDS[kind.unwrap_or(at % KINDS.len())];
            let mut value = text(&mut random, character, length);
            if damaged > 0 && random.one_in(damaged) {
                value[random.below(length)] = 0xFF;
            }
            bytes.extend_from_slice(&value);
            offsets.push(bytes.len() as i32);
        }
        Values { bytes, offsets }
    }

    /// Returns 10^9 bytes in a second, in the quickest round.
    fn speed(&self, rounds: usize, call: impl Fn(&Column<'_>) -> usize) -> Option<f64> {
        let column = Column::new(&self.bytes, &self.offsets, None).ok()?;
        let mut shortest = f64::MAX;
        for _ in 0..rounds {
            let start = Instant::now();
            black_box(call(black_box(&column)));
            shortest = shortest.min(start.elapsed().as_secs_f64() * 1e9);
        }
        Some(self.bytes.len() as f64 / shortest)
    }
}

fn check(column: &Column<'_>) -> usize {
    column.check(Encoding::Utf8).ill_formed.len()
}

/// Values that cannot be repaired stay.
fn repair(column: &Column<'_>) -> usize {
    column.repair(Fixes::DEFAULT, OnFailure::Keep).map_or(0, |repaired| repaired.failed.len())
}

/// Values are validated one by one, as a program does that has no columns.
fn check_each(column: &Column<'_>) -> usize {
    column.iter().flatten().filter(|value| std::str::from_utf8(value).is_err()).count()
}

/// Prints speeds for each kind of text, length and rate of damage.
pub fn columns(lengths: &[usize], rounds: usize) {
    println!("\n{VALUES} values, 10^9 bytes in a second");
    println!("{:8} {:>6} {:>8} {:>8} {:>8} {:>8}", "text", "length", "damaged", "check", "std", "repair");
    let kinds = KINDS.iter().map(|(name, _)| *name).chain(["all"]).enumerate();
    for (at, kind) in kinds {
        for &length in lengths {
            for damaged in DAMAGED {
                let values = Values::of(Some(at).filter(|at| *at < KINDS.len()), length, damaged);
                let rate = if damaged == 0 { "none".to_owned() } else { format!("1:{damaged}") };
                print!("{kind:8} {length:>6} {rate:>8}");
                for call in [check, check_each, repair] {
                    match values.speed(rounds, call) {
                        Some(speed) => print!(" {speed:8.2}"),
                        None => print!(" {:>8}", "-"),
                    }
                }
                println!();
            }
        }
    }
}
