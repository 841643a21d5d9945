//! The public calls as a program makes them that depends on the crates: short strings by their length, and
//! data that is not in the caches. `cargo xtask bench calls` builds it in Cargo's default release profile.

mod cold;
mod columns;
mod dirty;
mod offsets;
mod operations;
mod pieces;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;
use operations::{Engine, OPERATIONS, Operation, Out, Text};
use placemat_random::Random;

const USAGE: &str = "\
usage: cargo xtask bench calls [--rounds N] [--operation NAME] short [LENGTH...]
       cargo xtask bench calls [--rounds N] [--operation NAME] cold [MEBIBYTES...]
       cargo xtask bench calls [--rounds N] dirty [DISTANCE...]
       cargo xtask bench calls [--rounds N] columns [LENGTH...]
       cargo xtask bench calls [--rounds N] offsets
       cargo xtask bench calls [--rounds N] pieces [LENGTH...]

  short   nanoseconds for a call: 2048 different strings of each length in bytes; 'mixed' is 16384 of 0 to 64
  cold    10^9 bytes in a second, of text that was driven out of the caches before each call, and of 64 texts of
          64 KiB in turn; also of a loop that only reads, and of a copy
  dirty   10^9 bytes in a second, of text with one random byte in each DISTANCE, under each policy
  columns 10^9 bytes in a second, of columns of values of each LENGTH in bytes
  offsets the time of a table of the lines and offsets of 1 MB, of look-ups in it, and of edits
  pieces  10^9 bytes in a second, of text that is validated in pieces of each LENGTH in bytes, and whole";

/// Strings for each length.
const STRINGS: usize = 2048;
/// Strings of mixed lengths: too many for a branch predictor to learn.
const MIXED_STRINGS: usize = 16 << 10;
/// The lengths in bytes. The last one stands for lengths from 0 to [`MIXED`] at random.
const LENGTHS: &[usize] = &[
    0,
    1,
    2,
    3,
    4,
    6,
    7,
    8,
    12,
    15,
    16,
    20,
    24,
    31,
    32,
    40,
    48,
    63,
    64,
    65,
    80,
    96,
    128,
    192,
    256,
    usize::MAX,
];
const MIXED: usize = 64;
/// Returns a character of a kind of text.
type Character = fn(&mut Random) -> char;

/// Kinds of text.
const KINDS: &[(&str, Character)] = &[
    ("ascii", |random| char::from(b' ' + random.below(95) as u8)),
    ("accents", |random| if random.one_in(10) { within(random, 0xE0, 30) } else { within(random, 0x61, 26) }),
    ("russian", |random| within(random, 0x430, 32)),
    ("chinese", |random| within(random, 0x4E00, 20_000)),
    ("emoji", |random| within(random, 0x1F600, 60)),
];

/// Returns one of the code points from `first` on.
fn within(random: &mut Random, first: u32, count: usize) -> char {
    char::from_u32(first + random.below(count) as u32).unwrap_or('?')
}

/// Makes a text of this many bytes. What a last character would exceed is filled with ASCII.
fn text(random: &mut Random, character: Character, len: usize) -> Vec<u8> {
    let mut text = String::with_capacity(len);
    loop {
        let next = character(random);
        if text.len() + next.len_utf8() > len {
            text.extend(std::iter::repeat_n('x', len - text.len()));
            return text.into_bytes();
        }
        text.push(next);
    }
}

/// Returns the shortest time of a turn of each engine, in nanoseconds. The engines take turns.
fn shortest(engines: &[Engine], texts: &[Text], out: &mut Out, rounds: usize, before: impl Fn()) -> Vec<f64> {
    let expected = engines[0].1(texts, out);
    let mut shortest = vec![f64::MAX; engines.len()];
    for _ in 0..rounds {
        for ((name, calls), shortest) in engines.iter().zip(&mut shortest) {
            before();
            let start = Instant::now();
            let result = calls(black_box(texts), out);
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            assert_eq!(result, expected, "{name} has another result");
            *shortest = shortest.min(nanoseconds);
        }
    }
    shortest
}

fn header(operation: &Operation, unit: &str) {
    print!("\n{}, {unit}\n{:8} {:>6}", operation.name, "text", "length");
    operation.engines.iter().for_each(|(name, _)| print!(" {name:>11}"));
    println!("  ratio to the best peer");
}

/// Returns the ratio of the first number to the best of the others, if there are any, as text.
fn ratio(first: f64, best: f64) -> String {
    if best == f64::MAX { "–".to_owned() } else { format!("{:.2}", best / first) }
}

/// Prints times for each length. A row loses if it is more than 3 % and 0.3 ns after the best peer.
fn short(operation: &Operation, lengths: &[usize], rounds: usize) {
    header(operation, "ns for a call");
    let (mut rows, mut lost) = (0, 0);
    for (kind, character) in KINDS {
        for &length in lengths {
            let mut random = Random::new(length as u64);
            let strings = if length == usize::MAX { MIXED_STRINGS } else { STRINGS };
            let texts = (0..strings).map(|_| {
                let len = if length == usize::MAX { random.below(MIXED + 1) } else { length };
                (operation.input)(text(&mut random, *character, len))
            });
            let Some(texts) = texts.collect::<Option<Vec<Text>>>() else { continue };
            let mut out = Out::for_bytes(MIXED + 2 * if length == usize::MAX { MIXED } else { length });
            let times: Vec<f64> = shortest(operation.engines, &texts, &mut out, rounds, || ())
                .into_iter()
                .map(|nanoseconds| nanoseconds / strings as f64)
                .collect();
            let best = times[1..].iter().copied().fold(f64::MAX, f64::min);
            let loses = times[0] > best * 1.03 && times[0] > best + 0.3;
            (rows, lost) = (rows + 1, lost + usize::from(loses));
            let name = if length == usize::MAX { "mixed".to_owned() } else { length.to_string() };
            print!("{kind:8} {name:>6}");
            times.iter().for_each(|time| print!(" {time:11.2}"));
            println!("  {}{}", ratio(times[0], best), if loses { " loses" } else { "" });
        }
    }
    println!("{lost} of {rows} rows lose");
}

fn run() -> Result<(), lexopt::Error> {
    let (mut rounds, mut what, mut numbers, mut name) = (None, None, vec![], None);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => {
                println!("{USAGE}");
                return Ok(());
            }
            Long("rounds") => rounds = Some(arguments.value()?.parse()?),
            Long("operation") => name = Some(arguments.value()?.string()?),
            Value(value) if what.is_none() => what = Some(value.string()?),
            Value(value) if value == "mixed" => numbers.push(usize::MAX),
            Value(value) => numbers.push(value.parse()?),
            other => return Err(other.unexpected()),
        }
    }
    let given = |default: &[usize]| if numbers.is_empty() { default.to_vec() } else { numbers.clone() };
    if let Some(name) = &name
        && !OPERATIONS.iter().any(|operation| operation.name == name)
    {
        let names: Vec<_> = OPERATIONS.iter().map(|operation| operation.name).collect();
        return Err(format!("there is no operation '{name}', only {}", names.join(", ")).into());
    }
    let operations =
        || OPERATIONS.iter().filter(|operation| name.as_deref().is_none_or(|name| name == operation.name));
    match what.as_deref() {
        Some("short") => {
            operations().for_each(|operation| short(operation, &given(LENGTHS), rounds.unwrap_or(25)));
        }
        Some("cold") => {
            let (sizes, rounds) = (given(cold::SIZES), rounds.unwrap_or(7));
            if name.is_none() {
                cold::machine(&sizes, rounds);
            }
            operations().for_each(|operation| cold::cold(operation, &sizes, rounds));
        }
        Some("columns") => columns::columns(&given(columns::LENGTHS), rounds.unwrap_or(15)),
        Some("offsets") if numbers.is_empty() => offsets::offsets(rounds.unwrap_or(15)),
        Some("pieces") => pieces::pieces(&given(pieces::LENGTHS), rounds.unwrap_or(15)),
        Some("dirty") => dirty::dirty(&given(dirty::DISTANCES), rounds.unwrap_or(25)),
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
