//! Offsets of a text of 1 MB: a table of them, and look-ups in it.

use std::hint::black_box;
use std::time::Instant;

use placemat::form::Utf8;
use placemat::offsets::Offsets;
use placemat_random::Random;

use crate::{KINDS, text};

/// Bytes of a text, and about how many of a line.
const SIZE: usize = 1 << 20;
const LINE: usize = 40;
/// Look-ups in a round.
const LOOK_UPS: usize = 10_000;

/// Makes lines of different lengths.
fn lines(character: crate::Character) -> String {
    let mut random = Random::new(1);
    let mut lines = vec![];
    while lines.len() < SIZE {
        let length = random.below(2 * LINE);
        lines.extend(text(&mut random, character, length));
        lines.push(b'\n');
    }
    String::from_utf8(lines).expect("the characters are whole")
}

/// Returns the shortest time of a call in nanoseconds.
fn shortest(rounds: usize, mut call: impl FnMut() -> usize) -> f64 {
    let mut shortest = f64::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        black_box(call());
        shortest = shortest.min(start.elapsed().as_secs_f64() * 1e9);
    }
    shortest
}

/// The times of an engine: of a table in microseconds, of a byte's line and column in UTF-16 units, and of the
/// byte of a line and a column, in nanoseconds.
type Times = [f64; 3];

fn placemat(text: &str, places: &[usize], rounds: usize) -> Times {
    let table = shortest(rounds, || Offsets::new(Utf8, black_box(text).as_bytes()).lines());
    let offsets = Offsets::new(Utf8, text.as_bytes());
    let to_column = shortest(rounds, || {
        places.iter().map(|place| offsets.at_unit(*place)).map(|it| it.line ^ it.utf_16_column).sum()
    });
    let columns: Vec<_> = places.iter().map(|place| offsets.at_unit(*place)).collect();
    let from_column = shortest(rounds, || {
        let found = columns.iter().map(|it| offsets.at_line_utf_16_column(it.line, it.utf_16_column));
        found.flatten().map(|it| it.unit).sum()
    });
    [table, to_column, from_column]
}

#[cfg(feature = "peers")]
fn line_index(text: &str, places: &[usize], rounds: usize) -> Times {
    use line_index::{LineIndex, TextSize, WideEncoding};
    let table = shortest(rounds, || u32::from(LineIndex::new(black_box(text)).len()) as usize);
    let index = LineIndex::new(text);
    let wide = |place: usize| {
        let place = index.line_col(TextSize::new(place as u32));
        index.to_wide(WideEncoding::Utf16, place).expect("a place in the text")
    };
    let to_column = shortest(rounds, || {
        places.iter().map(|place| wide(*place)).map(|it| (it.line ^ it.col) as usize).sum()
    });
    let columns: Vec<_> = places.iter().map(|place| wide(*place)).collect();
    let from_column = shortest(rounds, || {
        let found = columns.iter().filter_map(|it| index.offset(index.to_utf8(WideEncoding::Utf16, *it)?));
        found.map(|it| u32::from(it) as usize).sum()
    });
    [table, to_column, from_column]
}

#[cfg(feature = "peers")]
fn ropey(text: &str, places: &[usize], rounds: usize) -> Times {
    let table = shortest(rounds, || ropey::Rope::from_str(black_box(text)).len_lines());
    let rope = ropey::Rope::from_str(text);
    let wide = |place: usize| {
        let character = rope.byte_to_char(place);
        let line = rope.char_to_line(character);
        (line, rope.char_to_utf16_cu(character) - rope.char_to_utf16_cu(rope.line_to_char(line)))
    };
    let to_column = shortest(rounds, || {
        places.iter().map(|place| wide(*place)).map(|(line, column)| line ^ column).sum()
    });
    let columns: Vec<_> = places.iter().map(|place| wide(*place)).collect();
    let from_column = shortest(rounds, || {
        let found = columns.iter().map(|(line, column)| {
            let start = rope.char_to_utf16_cu(rope.line_to_char(*line));
            rope.char_to_byte(rope.utf16_cu_to_char(start + column))
        });
        found.sum()
    });
    [table, to_column, from_column]
}

/// Prints times for each kind of text.
pub fn offsets(rounds: usize) {
    type Engine = fn(&str, &[usize], usize) -> Times;
    let engines: &[(&str, Engine)] = &[
        ("placemat", placemat),
        #[cfg(feature = "peers")]
        ("line-index", line_index),
        #[cfg(feature = "peers")]
        ("ropey", ropey),
    ];
    println!("\noffsets of 1 MB of UTF-8, in lines of 0 to {} bytes", 2 * LINE);
    println!("{:8} {:12} {:>10} {:>16} {:>16}", "text", "", "table, µs", "to column, ns", "from column, ns");
    for (kind, character) in KINDS {
        let text = lines(*character);
        let mut random = Random::new(2);
        let places: Vec<usize> = std::iter::repeat_with(|| random.below(text.len()))
            .filter(|place| text.is_char_boundary(*place))
            .take(LOOK_UPS)
            .collect();
        for (name, engine) in engines {
            let [table, to_column, from_column] = engine(&text, &places, rounds);
            let [to_column, from_column] = [to_column, from_column].map(|time| time / LOOK_UPS as f64);
            println!("{kind:8} {name:12} {:10.1} {to_column:16.1} {from_column:16.1}", table / 1e3);
        }
    }
}
