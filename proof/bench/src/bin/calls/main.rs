//! The public calls as a program makes them that depends on the crates: short strings by their length, and
//! data that is not in the caches. `cargo xtask bench calls` builds it in Cargo's default release profile.

mod dirty;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use lexopt::prelude::*;
use placemat::form::{Utf8, Utf16};
use placemat::{Conversion, Options};
use placemat_random::Random;

const USAGE: &str = "\
usage: cargo xtask bench calls [--rounds N] short [LENGTH...]
       cargo xtask bench calls [--rounds N] cold [MEBIBYTES...]
       cargo xtask bench calls [--rounds N] dirty [DISTANCE...]

  short   nanoseconds for a call: 2048 different strings of each length in bytes; 'mixed' is 0 to 64 at random
  cold    10^9 bytes in a second, of text that was driven out of the caches before each call
  dirty   10^9 bytes in a second, of text with one random byte in each DISTANCE, under each policy";

/// Strings for each length.
const STRINGS: usize = 2048;
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
/// Sizes of cold texts, in MiB.
const SIZES: &[usize] = &[2, 16, 96];

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

/// A call for each of some texts, into an output that is long enough. Returns a number that depends on all
/// results.
type Calls = fn(&[Vec<u8>], &mut [u16]) -> usize;

/// An engine's name and its calls.
type Engine = (&'static str, Calls);

/// Defines engines whose calls the compiler may inline into a loop of their own, as into a user's.
macro_rules! engines {
    ($($(#[$meta:meta])* $name:literal: |$bytes:ident, $out:ident| $call:expr;)*) => {
        &[$($(#[$meta])* ($name, {
            #[inline(never)]
            fn calls(texts: &[Vec<u8>], out: &mut [u16]) -> usize {
                texts.iter().fold(0, |sum, text| {
                    let ($bytes, $out): (&[u8], &mut [u16]) = (black_box(text), &mut *out);
                    let result: usize = $call;
                    black_box($out);
                    sum + result
                })
            }
            calls
        })),*]
    };
}

const VALIDATE: &[Engine] = engines! {
    "placemat": |bytes, _out| placemat::from_utf8(bytes).map_or(0, str::len);
    "std": |bytes, _out| str::from_utf8(bytes).map_or(0, str::len);
    #[cfg(feature = "peers")]
    "smoothutf8": |bytes, _out| if smoothutf8::verify(bytes) { bytes.len() } else { 0 };
    #[cfg(feature = "peers")]
    "simdutf8": |bytes, _out| simdutf8::basic::from_utf8(bytes).map_or(0, str::len);
    #[cfg(feature = "peers")]
    "simdutf": |bytes, _out| if simdutf::validate_utf8(bytes) { bytes.len() } else { 0 };
};

#[cfg_attr(feature = "peers", expect(unsafe_code, reason = "simdutf writes through a pointer"))]
const TO_UTF_16: &[Engine] = engines! {
    "placemat": |bytes, out| {
        let conversion = Conversion::new(Utf8, Utf16, Options::default());
        conversion.and_then(|conversion| conversion.convert_into(bytes, out)).map_or(0, |result| result.0.written)
    };
    "std": |bytes, out| {
        let units = str::from_utf8(bytes).map_or("", |text| text).encode_utf16();
        units.zip(out.iter_mut()).fold(0, |count, (unit, place)| {
            *place = unit;
            count + 1
        })
    };
    #[cfg(feature = "peers")]
    "encoding_rs": |bytes, out| encoding_rs::mem::convert_utf8_to_utf16(bytes, out);
    #[cfg(feature = "peers")]
    "simdutf": |bytes, out| {
        assert!(out.len() >= bytes.len());
        // SAFETY: UTF-16 has no more units than UTF-8 has bytes, for which there is room.
        unsafe { simdutf::convert_utf8_to_utf16le(bytes.as_ptr(), bytes.len(), out.as_mut_ptr()) }
    };
};

const OPERATIONS: &[(&str, &[Engine])] = &[("validate", VALIDATE), ("to-utf-16", TO_UTF_16)];

/// Returns the shortest time of a turn of each engine, in nanoseconds. The engines take turns.
fn shortest(engines: &[Engine], texts: &[Vec<u8>], rounds: usize, mut before: impl FnMut()) -> Vec<f64> {
    let mut out = vec![0; 2 * MIXED + texts.iter().map(Vec::len).max().unwrap_or(0)];
    let expected = engines[0].1(texts, &mut out);
    let mut shortest = vec![f64::MAX; engines.len()];
    for _ in 0..rounds {
        for ((name, calls), shortest) in engines.iter().zip(&mut shortest) {
            before();
            let start = Instant::now();
            let result = calls(black_box(texts), &mut out);
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            assert_eq!(result, expected, "{name} has another result");
            *shortest = shortest.min(nanoseconds);
        }
    }
    shortest
}

fn header(operation: &str, unit: &str, engines: &[Engine]) {
    print!("\n{operation}, {unit}\n{:8} {:>6}", "text", "length");
    engines.iter().for_each(|(name, _)| print!(" {name:>11}"));
    println!("  ratio to the best peer");
}

/// Prints times for each length. A row loses if it is more than 3 % and 0.3 ns after the best peer.
fn short(lengths: &[usize], rounds: usize) {
    for (operation, engines) in OPERATIONS {
        header(operation, "ns for a call", engines);
        let (mut rows, mut lost) = (0, 0);
        for (kind, character) in KINDS {
            for &length in lengths {
                let mut random = Random::new(length as u64);
                let texts: Vec<Vec<u8>> = (0..STRINGS)
                    .map(|_| {
                        let len = if length == usize::MAX { random.below(MIXED + 1) } else { length };
                        text(&mut random, *character, len)
                    })
                    .collect();
                let times: Vec<f64> = shortest(engines, &texts, rounds, || ())
                    .into_iter()
                    .map(|nanoseconds| nanoseconds / STRINGS as f64)
                    .collect();
                let best = times[1..].iter().copied().fold(f64::MAX, f64::min);
                let loses = times[0] > best * 1.03 && times[0] > best + 0.3;
                (rows, lost) = (rows + 1, lost + usize::from(loses));
                let name = if length == usize::MAX { "mixed".to_owned() } else { length.to_string() };
                print!("{kind:8} {name:>6}");
                times.iter().for_each(|time| print!(" {time:11.2}"));
                println!("  {:.2}{}", best / times[0], if loses { " loses" } else { "" });
            }
        }
        println!("{lost} of {rows} rows lose");
    }
}

/// Prints speeds for each size.
fn cold(sizes: &[usize], rounds: usize) {
    // Larger than the caches of a core's share.
    let other = vec![1_u8; 96 << 20];
    for (operation, engines) in OPERATIONS {
        header(operation, "10^9 bytes in a second, MiB", engines);
        for (kind, character) in KINDS {
            for &size in sizes {
                let piece = text(&mut Random::new(1), *character, 1 << 16);
                let texts = [piece.repeat(size << 4)];
                let times = shortest(engines, &texts, rounds, || {
                    black_box(other.chunks(64).map(|line| u64::from(line[0])).sum::<u64>());
                });
                let best = times[1..].iter().copied().fold(f64::MAX, f64::min);
                print!("{kind:8} {size:>6}");
                times.iter().for_each(|time| print!(" {:11.2}", texts[0].len() as f64 / time));
                println!("  {:.2}", best / times[0]);
            }
        }
    }
}

fn run() -> Result<(), lexopt::Error> {
    let (mut rounds, mut what, mut numbers) = (None, None, vec![]);
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("help") | Short('h') => {
                println!("{USAGE}");
                return Ok(());
            }
            Long("rounds") => rounds = Some(arguments.value()?.parse()?),
            Value(value) if what.is_none() => what = Some(value.string()?),
            Value(value) if value == "mixed" => numbers.push(usize::MAX),
            Value(value) => numbers.push(value.parse()?),
            other => return Err(other.unexpected()),
        }
    }
    let given = |default: &[usize]| if numbers.is_empty() { default.to_vec() } else { numbers.clone() };
    match what.as_deref() {
        Some("short") => short(&given(LENGTHS), rounds.unwrap_or(25)),
        Some("cold") => cold(&given(SIZES), rounds.unwrap_or(7)),
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
