//! Offsets of a text of 1 MB: a table of them, look-ups in it, and edits of texts of several sizes.

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
/// Bytes of texts that are edited, and their names.
const SIZES: [(usize, &str); 3] = [(1 << 16, "64 KB"), (1 << 20, "1 MB"), (1 << 24, "16 MB")];
/// Edits in a round: each is undone by the next one.
const EDITS: usize = 100;
/// Bytes of a line that is replaced.
const REPLACED: usize = 80;

/// Makes lines of different lengths.
fn lines(character: crate::Character, size: usize) -> String {
    let mut random = Random::new(1);
    let mut lines = vec![];
    while lines.len() < size {
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

/// The times of an engine: of a table in microseconds, of a byte's line and column in UTF-16 units, and of
/// the byte of a line and a column, in nanoseconds.
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
        let text = lines(*character, SIZE);
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
    edits(rounds);
}

/// A text, and the same text with so many bytes from a place on replaced by others.
struct Edit<'a> {
    text: &'a str,
    edited: String,
    place: usize,
    removed: usize,
    inserted: &'a str,
}

/// Edits, and undoes that, again and again.
fn edit_placemat(edit: &Edit<'_>, rounds: usize) -> f64 {
    let Edit { text, edited, place, removed, inserted } = edit;
    let mut offsets = Some(Offsets::new(Utf8, text.as_bytes()));
    let time = shortest(rounds, || {
        let mut lines = 0;
        for _ in 0..EDITS / 2 {
            let now = offsets.take().expect("it is put back");
            let now = now.edited(black_box(edited).as_bytes(), *place..place + removed, inserted.len());
            lines += now.lines();
            let now = now.edited(black_box(text).as_bytes(), *place..place + inserted.len(), *removed);
            lines += now.lines();
            offsets = Some(now);
        }
        lines
    });
    time / EDITS as f64
}

#[cfg(feature = "peers")]
fn edit_ropey(edit: &Edit<'_>, rounds: usize) -> f64 {
    let Edit { text, place, removed, inserted, .. } = edit;
    let mut rope = ropey::Rope::from_str(text);
    let old = &text[*place..place + removed];
    let start = rope.byte_to_char(*place);
    let time = shortest(rounds, || {
        let mut lines = 0;
        for _ in 0..EDITS / 2 {
            for (old, new) in [(old, *inserted), (*inserted, old)] {
                rope.remove(start..start + black_box(old).chars().count());
                rope.insert(start, black_box(new));
                lines += rope.len_lines();
            }
        }
        lines
    });
    time / EDITS as f64
}

#[cfg(feature = "peers")]
fn edit_line_index(edit: &Edit<'_>, rounds: usize) -> f64 {
    let build = || u32::from(line_index::LineIndex::new(black_box(&edit.edited)).len()) as usize;
    shortest(rounds.min(5), build)
}

/// Prints the times of edits. Each engine has the edited text already, except ropey, which makes it.
fn edits(rounds: usize) {
    type Engine = fn(&Edit<'_>, usize) -> f64;
    let engines: &[(&str, Engine)] = &[
        ("placemat", edit_placemat),
        #[cfg(feature = "peers")]
        ("ropey", edit_ropey),
        #[cfg(feature = "peers")]
        ("line-index", edit_line_index),
    ];
    println!("\noffsets after an edit, µs: a letter inserted, and {REPLACED} bytes replaced");
    print!("{:8} {:6} {:7}", "text", "size", "place");
    println!("{}", engines.iter().map(|(name, _)| format!(" {name:>12} {:>12}", "")).collect::<String>());
    for (kind, character) in KINDS.iter().filter(|(kind, _)| ["ascii", "russian"].contains(kind)) {
        for (size, of_size) in SIZES {
            let text = lines(*character, size);
            let line = lines(*character, 2 * REPLACED);
            for (place, of_place) in [(0, "begin"), (size / 2, "middle"), (size - 2 * REPLACED, "end")] {
                let boundary = |place: usize| (place..).find(|place| text.is_char_boundary(*place));
                let place = boundary(place).expect("the end is one");
                let removed = boundary(place + REPLACED).expect("the end is one") - place;
                let end = (REPLACED..).find(|end| line.is_char_boundary(*end)).expect("the end is one");
                print!("{kind:8} {of_size:6} {of_place:7}");
                for (_, engine) in engines {
                    for (removed, inserted) in [(0, "b"), (removed, &line[..end])] {
                        let edited = [&text[..place], inserted, &text[place + removed..]].concat();
                        let edit = Edit { text: &text, edited, place, removed, inserted };
                        print!(" {:12.2}", engine(&edit, rounds) / 1e3);
                    }
                }
                println!();
            }
        }
    }
}
