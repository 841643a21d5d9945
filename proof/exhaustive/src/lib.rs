//! Walks whole spaces of strings through placemat's kernels and compares the results with a plain reference.
//!
//! One process tests one instruction set: the one that `PLACEMAT_ISA` names. `cargo xtask exhaustive` starts
//! a process for each. Everything goes through the public API.

#![deny(unsafe_code)]

pub mod definition;
pub mod frame;
#[cfg(unix)]
pub mod pages;
pub mod parts;
pub mod report;
pub mod subject;
pub mod text;
