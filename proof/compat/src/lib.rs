//! The interfaces of other crates, written on placemat.
//!
//! Each module is one crate. `cargo xtask compat` compiles its file as the root of a package with that
//! crate's name and version, and runs the tests of projects that depend on it. Here they are compiled
//! together, to be formatted, linted and compared with the crates themselves. `utf-8` and `utf8-zero` have
//! the same interface.

pub mod cesu8;
pub mod residua_mutf8;
pub mod simd_cesu8;
pub mod simdutf8;
pub mod utf8_zero;
pub mod wtf8;
