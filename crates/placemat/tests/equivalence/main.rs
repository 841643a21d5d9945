//! Every way to do a conversion has the result of the whole conversion: the same output, and the same error
//! at the same offset.
//!
//! | Ways | Module |
//! |---|---|
//! | into a slice, with room for 0, 1, 2 … units, continued at `&input[read..]` | `rooms` |
//! | a `Transcoder`: every cut of the input, size of output buffer and demand of an observer | `pieces` |
//! | into a vector, observed or not; exact and worst-case lengths | `at_once` |
//! | readers, writers and validators, the iterator over errors | `adapters` |
//! | surrogates that meet after long text, unit by unit | `seams` |
//!
//! `cargo test` runs every shape of pair under every combination of options. `cargo xtask equivalence` runs
//! every ordered pair of encodings, with as many texts as wanted.

mod adapters;
mod at_once;
mod case;
mod lossy;
mod pairs;
mod pieces;
mod rooms;
mod seams;
