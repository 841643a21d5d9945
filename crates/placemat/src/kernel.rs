//! Kernels: accelerators for whole conversions, selected by the [kinds](Kind) of the two sides.
//!
//! A kernel consumes whole sequences from the front of its input. It may stop anywhere and for any reason,
//! even before the first sequence. (Only [`validate`] of UTF-8, utf8mb3 and US-ASCII promises more.) What it
//! consumed is well-formed, and what it wrote is what the reference implementation writes. It touches nothing
//! outside the two slices. Inside the output slice, the bytes after those that it reports as written are
//! unspecified. Kernels work on bytes: units of 16 and 32 bits are passed as their bytes, in a given byte
//! order.
//!
//! The rooms:
//!
//! - *Forms*: what a kernel has to know of a form, read off its table (`kind`, `grammar`, `intersection`,
//!   `code_page`).
//! - *Results*: what kernels return, the lengths from which they work differently, and the items of ill-formed
//!   text (`advance`, `sizes`; `lossy/replaced`, `ends`, `item` and `masks`; `family/change`).
//! - *Steps*: what a block becomes, for each kind of instruction set (`scalar`, `vector`, `avx512`,
//!   `count`, `short`). They are the files `step`, `units`, `rules`, `follows`, `to_utf_16`, `to_utf_32`,
//!   `surrogates` and `pack`; elsewhere they are the first part of a file.
//! - *Walks*: the first block, whole blocks, the last block, and the way back to a boundary. They are the
//!   rest of the same directories.
//! - *Conversions*: one kernel for all instruction sets, and a text in pieces (`entry`, `validate`,
//!   `validate_utf_32`, `alike`, `plain`, `order`, `family/turns`; `lossy/pair`, `in_two`, `parts`, `items`,
//!   `relative`, `by_policy` and `surrogates_at_once`). As values that can be stored: `strict`, `lossy/how`.
//! - *Selection*: which kernel serves which pair of kinds (`family`, `latin_1`, `ascii`, `trusted`,
//!   `length`, `lossy/surrogates`; above them `selection` and `lossy`).
//!
//! A room uses itself and those before it. Steps and walks share their directories and call each other.
//!
//! The search for bytes in bytes is a room by itself (`find`), and so are counts and places in blocks (`tally`).

/// Repeats a block two or four times, each time with its number. The compiler does not unroll such loops when
/// their bodies are large; it then knows neither the places nor how far the sums can grow.
macro_rules! unrolled {
    ($k:ident of $count:expr => $body:block) => {{
        let $k = 0_usize;
        $body
    }
    if $count >= 2 {
        {
            let $k = 1_usize;
            $body
        }
    }
    if $count == 4 {
        {
            let $k = 2_usize;
            $body
        }
        {
            let $k = 3_usize;
            $body
        }
    }};
}

mod advance;
mod alike;
mod ascii;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod code_page;
mod count;
mod entry;
mod family;
mod find;
mod grammar;
mod intersection;
mod kind;
mod latin_1;
mod length;
mod lossy;
mod order;
mod plain;
mod scalar;
mod selection;
mod short;
mod sizes;
mod strict;
mod tally;
mod trusted;
mod validate;
mod validate_utf_32;
mod vector;

pub(crate) use count::{
    CodePoints, Latin1InUtf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8, Utf32InUtf16, sum,
};
#[cfg(feature = "alloc")]
pub(crate) use find::each_place;
pub(crate) use find::{ByteSet, Finder, PROBES, SetFinder};
pub(crate) use intersection::Utf8mb3WithoutNul;
pub(crate) use kind::{Kind, Like, NATIVE, NATIVE_IS_BIG};
pub(crate) use length::{Length, length, replaced_length};
pub(crate) use lossy::{ByPolicy, Lossy, by_policy, lossy, make_well_formed, parts};
pub(crate) use selection::{conversion, leaves_for_strips};
pub(crate) use strict::Kernel;
pub(crate) use tally::{
    Before, ByVectors, ByWords, Masking, Masks, Sought, TALLIED, TALLIES, Tally, padded, tally,
};
pub(crate) use trusted::trusted;
pub(crate) use validate::{validate, validate_form, validate_utf_16};
pub(crate) use validate_utf_32::validate_utf_32;

#[cfg(test)]
mod tests;
