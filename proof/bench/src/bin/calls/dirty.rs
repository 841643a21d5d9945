//! Text with errors, under every policy that replaces, removes or escapes them.

use std::hint::black_box;
use std::time::Instant;

use placemat::{Conversion, Encoding, OnError, Options};
use placemat_random::Random;

use crate::{KINDS, text};

/// Bytes of a text.
const SIZE: usize = 256 << 10;
/// The distances between errors, in bytes.
pub const DISTANCES: &[usize] = &[100, 1000, 10_000];

/// A source, a target, and a policy.
type Case = (Encoding, Encoding, OnError);

/// Returns the conversions that are measured: from UTF-8 under all policies, from CESU-8 and Modified UTF-8
/// under those that they have, and from a form that only the policy `replace` is usual for.
fn cases() -> Vec<Case> {
    use Encoding::{Cesu8, DoubleUtf8Latin1, Mutf8, Utf8, Utf8b, Utf16Le, Wtf16Le};
    use OnError::{
        Replace, ReplaceByte, ReplaceGeneralized, ReplaceRun, Skip, Strict, SurrogateEscape, SurrogatePass,
    };
    let never = [Strict, SurrogatePass, SurrogateEscape];
    let into_utf_8 = OnError::ALL.into_iter().filter(|policy| !never.contains(policy));
    into_utf_8
        .map(|policy| (Utf8, Utf8, policy))
        .chain([Replace, ReplaceGeneralized, Skip].map(|policy| (Utf8, Utf16Le, policy)))
        .chain([Utf8b, Wtf16Le].map(|target| (Utf8, target, SurrogateEscape)))
        .chain([Replace, ReplaceByte, ReplaceRun, Skip].map(|policy| (Cesu8, Utf8, policy)))
        .chain([Replace, ReplaceByte, ReplaceRun, Skip].map(|policy| (Mutf8, Utf8, policy)))
        .chain([(Cesu8, Utf16Le), (Mutf8, Utf16Le), (Mutf8, Wtf16Le)].map(|(from, to)| (from, to, Replace)))
        .chain([(DoubleUtf8Latin1, Utf8, Replace)])
        .collect()
}

/// Converts well-formed UTF-8 and overwrites one byte in each `distance` bytes with a random one.
fn damaged(utf_8: &[u8], encoding: Encoding, distance: usize) -> Option<Vec<u8>> {
    let conversion = Conversion::new(Encoding::Utf8, encoding, Options::default()).ok()?;
    let mut bytes = conversion.convert(utf_8).ok()?.output;
    let mut random = Random::new(distance as u64);
    for piece in bytes.chunks_exact_mut(distance) {
        piece[random.below(distance)] = random.below(256) as u8;
    }
    Some(bytes)
}

/// Returns 10^9 bytes in a second, in the quickest round.
fn speed((source, target, on_error): Case, bytes: &[u8], rounds: usize) -> Option<f64> {
    // A byte may also damage a pair of surrogates so that the target lacks the rest of it.
    let options = Options { on_error, ..Options::LOSSY };
    let conversion = Conversion::new(source, target, options).ok()?;
    let mut out = vec![0; 4 * bytes.len() + 64];
    let mut shortest = f64::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        let (progress, _) = conversion.convert_into(black_box(bytes), &mut out).ok()?;
        shortest = shortest.min(start.elapsed().as_secs_f64() * 1e9);
        if progress.read != bytes.len() {
            return None;
        }
        black_box(&mut out);
    }
    Some(bytes.len() as f64 / shortest)
}

/// Prints speeds for each conversion and kind of text.
pub fn dirty(distances: &[usize], rounds: usize) {
    for &distance in distances {
        println!("\none random byte in {distance}, 10^9 bytes in a second");
        print!("{:20} {:10} {:20}", "from", "to", "policy");
        KINDS.iter().for_each(|(kind, _)| print!(" {kind:>8}"));
        println!();
        for (source, target, policy) in cases() {
            print!("{:20} {:10} {:20}", source.name(), target.name(), policy.name());
            for (_, character) in KINDS {
                let text = text(&mut Random::new(1), *character, SIZE);
                let speed = damaged(&text, source, distance)
                    .and_then(|bytes| speed((source, target, policy), &bytes, rounds));
                match speed {
                    Some(speed) => print!(" {speed:8.2}"),
                    None => print!(" {:>8}", "-"),
                }
            }
            println!();
        }
    }
}
