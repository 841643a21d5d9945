//! The runner of the conformance vectors and of public test suites, through placemat's public API.
//!
//! A *vector* is a line of JSON (see `vectors/README.md`): one operation, its input, and the expected result.
//! Each is run whole and in pieces, and every way must have the same result. A *suite* is data that another
//! project published, in that project's own form; each has a module that reads it.
//!
//! ```
//! let line = br#"{"id":"x","encoding":"utf-8","op":"decode","input_hex":"C3A9","policy":"strict","expected":"U+00E9",
//!     "error":null,"source":"reference"}"#;
//! let case = placemat_conformance::Case::parse(line).unwrap().unwrap();
//! assert!(case.check().is_ok());
//! ```

#![forbid(unsafe_code)]

mod case;
mod check;
mod json;
mod notation;
mod outcome;
mod policy;
mod report;
mod run;
pub mod suites;
mod ways;

pub use case::Case;
pub use check::Difference;
pub use json::NotUnderstood;
pub use report::{Score, printable};
pub use run::run_vectors;

/// The directory of the project's own vectors.
pub const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors");
