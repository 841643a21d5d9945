//! Text that is validated in pieces.

use std::hint::black_box;
use std::time::Instant;

use placemat::form::Utf8;
use placemat::stream::Validator;
use placemat_random::Random;

use crate::{KINDS, text};

/// Bytes of a text.
const SIZE: usize = 1 << 20;
/// The lengths of pieces in bytes.
pub const LENGTHS: &[usize] = &[1, 7, 64, 1460, 4096];

/// Returns 10^9 bytes in a second, in the quickest round.
fn speed(rounds: usize, mut is_well_formed: impl FnMut() -> bool) -> f64 {
    let mut shortest = f64::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        assert!(black_box(is_well_formed()), "the text is well-formed");
        shortest = shortest.min(start.elapsed().as_secs_f64() * 1e9);
    }
    SIZE as f64 / shortest
}

fn in_pieces(text: &[u8], length: usize) -> bool {
    let Ok(mut validator) = Validator::new(Utf8) else { return false };
    text.chunks(length).all(|piece| validator.push(piece).is_ok()) && validator.finish().is_ok()
}

/// Prints speeds for each kind of text and length, and what part that is of the speed for the whole text.
pub fn pieces(lengths: &[usize], rounds: usize) {
    print!(
        "\nvalidation in pieces, 10^9 bytes in a second (part of the speed of the whole)\n{:8} {:>8}",
        "text", "whole"
    );
    lengths.iter().for_each(|length| print!(" {length:>15}"));
    println!();
    for (kind, character) in KINDS {
        let text = text(&mut Random::new(1), *character, SIZE);
        let whole = speed(rounds, || placemat::from_utf8(black_box(&text)).is_ok());
        print!("{kind:8} {whole:8.2}");
        for &length in lengths {
            let speed = speed(rounds, || in_pieces(black_box(&text), length));
            print!(" {speed:8.2} ({:.2})", speed / whole);
        }
        println!();
    }
}
