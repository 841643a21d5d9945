//! Calls whose cost must be proportional to their input: `cargo xtask growth` counts their instructions.
//!
//! The process runs under `valgrind --tool=callgrind`, which counts what happens in [`counted_calls`]. For
//! each count the process prints a line: the pattern, the call and the bytes of input.

mod patterns;

use std::hint::black_box;
use std::io::{self, Write};
use std::process::ExitCode;

use placemat::detect::detect;
use placemat::form::Utf8;
use placemat::repair::{Fixes, repair};
use placemat::{from_utf8, from_utf8_lossy, stream};

/// A call, and its name. It returns a number that depends on its result.
type Call = (&'static str, fn(&[u8]) -> usize);

const CALLS: [Call; 6] = [
    ("from_utf8", |text| from_utf8(text).map_or_else(|error| error.offset() as usize, str::len)),
    ("errors", |text| stream::errors(Utf8, text).count()),
    ("from_utf8_lossy", |text| from_utf8_lossy(text).len()),
    ("detect", |text| usize::from(detect(text).encoding.is_some())),
    ("repair", |text| repaired(text, Fixes::DEFAULT)),
    ("repair, all fixes", |text| repaired(text, Fixes::ALL)),
];

fn repaired(text: &[u8], fixes: Fixes) -> usize {
    repair(text, fixes).map_or(0, |text| text.len())
}

/// The sizes of the inputs, of which each is twice the previous one.
const SIZES: [usize; 3] = [1 << 16, 1 << 17, 1 << 18];
/// The size of an input for what is done only once.
const FIRST: usize = 1 << 8;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for pattern in patterns::all() {
        for (name, call) in CALLS {
            call(&(pattern.text)(FIRST));
            for size in SIZES {
                let text = (pattern.text)(size);
                counted_calls(call, &text);
                writeln!(out, "{}\t{name}\t{size}", pattern.name)?;
            }
        }
    }
    Ok(())
}

/// The function that callgrind counts, with all that it calls: its name is in the options of the command.
#[inline(never)]
fn counted_calls(call: fn(&[u8]) -> usize, text: &[u8]) {
    // Something must follow the call, or it becomes a jump, and callgrind does not see the function end.
    black_box(call(black_box(text)));
}
