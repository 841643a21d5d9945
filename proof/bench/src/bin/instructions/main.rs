//! The calls whose instructions `cargo xtask instructions` counts.
//!
//! A process is one engine in one tier, and runs under `valgrind --tool=callgrind`, which counts what happens
//! in [`counted_calls`]. Each batch of calls is counted for one round and for two, so that the difference is
//! one round without what surrounds it. For each batch the process prints a line: the operation, the text,
//! the bytes of input in a call, the calls in a round, and length and hash of the last output.

mod call;
#[cfg(feature = "peers")]
mod peers;
mod placemat;
mod standard;
mod strings;
#[path = "../../text.rs"]
#[expect(dead_code, reason = "texts are not read from a directory here")]
mod text;

use std::env;
use std::hash::{DefaultHasher, Hasher};
use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;

use ::placemat::Isa;
use call::{Call, Outcome};
use strings::{Buffer, Strings};

/// Returns the calls of an engine.
type Calls = fn() -> Vec<Call>;

const ENGINES: &[(&str, Calls)] = &[
    ("placemat", placemat::calls),
    ("std", standard::calls),
    #[cfg(feature = "peers")]
    ("simdutf", peers::simdutf),
    #[cfg(feature = "peers")]
    ("encoding_rs", peers::encoding_rs),
    #[cfg(feature = "peers")]
    ("simdutf8", peers::simdutf8),
    #[cfg(feature = "peers")]
    ("smoothutf8", peers::smoothutf8),
    #[cfg(feature = "peers")]
    ("bytecount", peers::bytecount),
    #[cfg(feature = "peers")]
    ("simd_cesu8", peers::simd_cesu8),
    #[cfg(feature = "peers")]
    ("cesu8", peers::cesu8),
    #[cfg(feature = "peers")]
    ("line-index", peers::line_index),
    #[cfg(feature = "peers")]
    ("ropey", peers::ropey),
];

/// The size of the long texts.
const LONG: usize = 1 << 16;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let engine = ENGINES.iter().find(|engine| arguments == [engine.0]);
    let Some((_, calls)) = engine else {
        let names: Vec<_> = ENGINES.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(io::stderr(), "usage: instructions {}", names.join("|"));
        return ExitCode::from(2);
    };
    // A tier that differs from the requested one must not be counted under its name.
    let (asked, current) = (env::var("PLACEMAT_ISA"), Isa::current().name());
    if asked.is_ok_and(|asked| asked != current) {
        let _ = writeln!(io::stderr(), "the instruction set is {current}");
        return ExitCode::FAILURE;
    }
    match run(&calls(), &strings::all(LONG)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Counts every call of the engine on every input that it is for.
fn run(calls: &[Call], inputs: &[Strings]) -> io::Result<()> {
    // A call that does nothing, for what it costs to call and to look at the outcome.
    let nothing = [call::call("nothing", |input, _| Outcome::Verdict(input.is_empty()))];
    for input in inputs {
        for call in nothing.iter().chain(calls) {
            if call.operation == input.operation {
                count(call, input)?;
            }
        }
    }
    Ok(())
}

/// Runs a batch once for what is done only once, and then has its instructions counted.
fn count(call: &Call, input: &Strings) -> io::Result<()> {
    let (bytes, mut output) = (Buffer::holding(&input.bytes), Buffer::new(input.room()));
    let strings: Vec<&[u8]> = input.ranges.iter().map(|range| &bytes.get()[range.clone()]).collect();
    let (length, hash) = (call.show)(strings[strings.len() - 1], output.get_mut());
    for rounds in [1, 2] {
        counted_calls(&mut |rounds| (call.run)(&strings, output.get_mut(), rounds), rounds);
    }
    let (size, calls) = (input.ranges[0].len(), strings.len());
    writeln!(io::stdout(), "{}\t{}\t{size}\t{calls}\t{length}\t{hash:x}", call.operation, input.text)
}

/// The function that callgrind counts, with all that it calls: its name is in the options of the command.
#[inline(never)]
fn counted_calls(batch: &mut dyn FnMut(u32), rounds: u32) {
    batch(rounds);
    // Something must follow the call, or it becomes a jump, and callgrind does not see the function end.
    black_box(rounds);
}

/// Returns a hash of the bytes, which is the same in every process.
fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}
