//! Text that is in no cache, or only in the last one.

use std::hint::black_box;
use std::time::Instant;

use placemat_random::Random;

use crate::operations::{Operation, Out, Text};
use crate::{KINDS, header, ratio, shortest, text};

/// Sizes of texts, in MiB.
pub const SIZES: &[usize] = &[2, 16, 96];
/// Texts that are converted in turn: together they exceed the cache of a core.
const TURNS: usize = 64;
const TURN: usize = 64 << 10;

/// Drives everything else out of the caches.
fn flush(other: &[u8]) {
    black_box(other.chunks(64).map(|line| u64::from(line[0])).sum::<u64>());
}

/// Returns bytes that are more than the caches of a core's share.
fn others() -> Vec<u8> {
    vec![1; 96 << 20]
}

/// Prints how fast the machine reads and copies.
pub fn machine(sizes: &[usize], rounds: usize) {
    let other = others();
    println!("\nthe machine, 10^9 bytes in a second, MiB\n{:>15} {:>11} {:>11}", "length", "read", "copy");
    for &size in sizes {
        let (from, mut to) = (vec![1_u64; size << 17], vec![0; size << 17]);
        let mut least = [f64::MAX; 2];
        for _ in 0..rounds {
            flush(&other);
            let start = Instant::now();
            black_box(black_box(&from).iter().fold(0, |all, word| all | word));
            least[0] = least[0].min(start.elapsed().as_secs_f64() * 1e9);
            flush(&other);
            let start = Instant::now();
            to.copy_from_slice(black_box(&from));
            black_box(&mut to);
            least[1] = least[1].min(start.elapsed().as_secs_f64() * 1e9);
        }
        let [read, copy] = least.map(|time| (size << 20) as f64 / time);
        println!("{size:>15} {read:11.2} {copy:11.2}");
    }
}

/// Prints speeds for each size, and for texts in turn.
pub fn cold(operation: &Operation, sizes: &[usize], rounds: usize) {
    let other = others();
    header(operation, "10^9 bytes in a second, MiB");
    for (kind, character) in KINDS {
        let mut random = Random::new(1);
        let row = |size: &str, texts: &[Text], room: usize, before: &dyn Fn()| {
            let len = |text: &Text| text.bytes.len() + 2 * text.units.len() + text.string.len();
            let bytes: usize = texts.iter().map(len).sum();
            let mut out = Out::for_bytes(room);
            let times = shortest(operation.engines, texts, &mut out, rounds, before);
            let best = times[1..].iter().copied().fold(f64::MAX, f64::min);
            print!("{kind:8} {size:>6}");
            times.iter().for_each(|time| print!(" {:11.2}", bytes as f64 / time));
            println!("  {}", ratio(times[0], best));
        };
        let piece = text(&mut random, *character, TURN);
        for &size in sizes {
            let Some(text) = (operation.input)(piece.repeat(size << 4)) else { continue };
            row(&size.to_string(), &[text], (size << 20) + 64, &|| flush(&other));
        }
        let texts = (0..TURNS).map(|_| (operation.input)(piece.clone())).collect::<Option<Vec<_>>>();
        if let Some(texts) = texts {
            row("turns", &texts, TURN + 64, &|| ());
        }
    }
}
