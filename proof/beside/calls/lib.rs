//! The calls of the library's public functions, written once and compiled twice: with the older library and
//! with the current one. The parts whose interface has changed are in [`differing`].

#[cfg(feature = "old")]
#[path = "differing/old.rs"]
mod differing;
#[cfg(not(feature = "old"))]
#[path = "differing/new.rs"]
mod differing;

use differing::{library, name_of, named};

mod bytes;
mod conversion;
mod editing;
mod forms;
mod input;
mod pairs;
mod searching;
mod strings;
mod transcoder;
mod views;
mod whole;

use std::sync::LazyLock;

use crate::library::{Counts, Encoding, Error, Failure, Isa, Unencodable};
use beside_common::{ENCODINGS, Function, Observed};

pub use input::input;

/// Returns every function that is called, in the same order in both libraries.
pub fn functions() -> Vec<Function> {
    [
        conversion::FUNCTIONS,
        transcoder::FUNCTIONS,
        pairs::FUNCTIONS,
        forms::FUNCTIONS,
        strings::FUNCTIONS,
        searching::FUNCTIONS,
        editing::FUNCTIONS,
        bytes::FUNCTIONS,
        whole::FUNCTIONS,
        views::FUNCTIONS,
    ]
    .concat()
}

/// The encodings of the older library.
static ALL: LazyLock<Vec<Encoding>> =
    LazyLock::new(|| ENCODINGS.iter().map(|name| named(name).expect("an encoding of both")).collect());

/// Returns the identifiers of all encodings of this library.
pub fn identifiers() -> Vec<&'static str> {
    Encoding::ALL.iter().map(|&encoding| name_of(encoding)).collect()
}

/// Selects an instruction set, and returns the one in use.
pub fn select(tier: &str) -> Option<&'static str> {
    Some(Isa::from_name(tier)?.select().name())
}

/// Returns the available instruction sets.
pub fn tiers() -> Vec<&'static str> {
    Isa::available().map(Isa::name).collect()
}

/// Returns an encoding of both libraries, by its index.
fn encoding(index: usize) -> Encoding {
    ALL[index]
}

fn observe_error(observed: &mut Observed, error: Error) {
    observed.number("ill-formed at", error.offset());
    observed.number("length", error.len());
    observed.str("kind", error.kind().name());
    observed.option("length if it ends there", error.error_len());
}

fn observe_unencodable(observed: &mut Observed, lost: Unencodable) {
    observed.number("not encodable at", lost.offset());
    observed.number("length", lost.len());
    observed.number("code point", lost.code_point());
}

fn observe_failure(observed: &mut Observed, failure: Failure) {
    observed.number("offset of the failure", failure.offset());
    observed.number("length of the failure", failure.len());
    match failure {
        Failure::IllFormed(error) => observe_error(observed, error),
        Failure::Unencodable(lost) => observe_unencodable(observed, lost),
    }
}

fn observe_counts(observed: &mut Observed, counts: Counts) {
    observed.number("errors", counts.errors);
    observed.number("unencodable", counts.unencodable);
    observed.number("joined", counts.joined);
}

fn observe_result(observed: &mut Observed, result: Result<(), Error>) {
    match result {
        Ok(()) => observed.is("is well-formed", true),
        Err(error) => observe_error(observed, error),
    }
}
