//! Calls: an operation, done by an engine as its users call it, not through a pointer.

use std::borrow::Cow;
use std::hint::black_box;

use crate::hash;

/// The result of one call.
pub enum Outcome<'a> {
    /// The engine refused the input.
    Failed,
    Verdict(bool),
    Count(usize),
    /// The number of bytes written to the output buffer.
    Written(usize),
    Text(Cow<'a, str>),
}

/// Calls the engine on each string, the given number of times.
type Run = dyn Fn(&[&[u8]], &mut [u8], u32);
/// Returns length and hash of the output for one string.
type Show = dyn Fn(&[u8], &mut [u8]) -> (usize, u64);

/// An operation of an engine.
pub struct Call {
    pub operation: &'static str,
    pub run: Box<Run>,
    pub show: Box<Show>,
}

/// Makes a call. The loop is compiled for it alone, so that the engine is inlined as far as it permits.
pub fn call<F>(operation: &'static str, work: F) -> Call
where
    F: for<'a> Fn(&'a [u8], &mut [u8]) -> Outcome<'a> + Clone + 'static,
{
    let shown = work.clone();
    Call {
        operation,
        run: Box::new(move |strings, output, rounds| {
            for _ in 0..rounds {
                for string in strings {
                    let outcome = work(black_box(string), black_box(&mut *output));
                    black_box(&outcome);
                }
            }
        }),
        show: Box::new(move |string, output| {
            let written = match shown(string, output) {
                Outcome::Failed => return (usize::MAX, 0),
                Outcome::Verdict(verdict) => return (usize::from(verdict), 0),
                Outcome::Count(count) => return (count, 0),
                Outcome::Text(text) => return (text.len(), hash(text.as_bytes())),
                Outcome::Written(written) => written,
            };
            (written, hash(&output[..written]))
        }),
    }
}
