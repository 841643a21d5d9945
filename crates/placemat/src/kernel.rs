//! Kernels: accelerators for whole conversions, selected by the [kinds](Kind) of the two sides.
//!
//! A kernel consumes whole sequences from the front of its input. It may stop anywhere and for any reason,
//! even before the first sequence. What it consumed is well-formed, and what it wrote is what the reference
//! implementation writes. It touches nothing outside the two slices. Inside the output slice, the bytes after
//! those that it reports as written are unspecified. Kernels work on bytes: units of 16 and 32 bits are
//! passed as their bytes, in a given byte order.
//!
//! The rooms, each of which uses only those above it:
//!
//! | Room | Where | What it is |
//! |---|---|---|
//! | forms | `kind`, `grammar`, `intersection`, `code_page` | what a kernel has to know of a form, read off its table |
//! | step | `scalar`, `vector`, `avx512`; `count` | what a block becomes, for each kind of instruction set; files named `step`, `units`, `rules`, `follows`, or the upper part of a file |
//! | walk | the same folders, below the steps; `order`, `alike`, `family/turns`, `lossy/in_two` | the first block, whole blocks, the last block, the way back to a boundary; pieces of a text, and who goes on where a kernel stopped |
//! | conversions | `entry`, `family`, `latin_1`, `units`, `ascii`, `trusted`, `validate`, `length`, `lossy/pair`, `lossy/halves` | the kernels of one conversion for all instruction sets, as something that [`Isa`](crate::simd::Isa) can run |
//! | selection | `selection`, `trusted`, `length`, `lossy` | which kernel serves which pair of kinds, as a value: `strict`, `lossy/how` |
//!
//! The search for bytes in bytes is a room by itself (`find`).

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
mod scalar;
mod selection;
mod strict;
mod trusted;
mod units;
mod validate;
mod vector;

pub(crate) use count::{
    CodePoints, Latin1InUtf8, Utf16CodePoints, Utf16InUtf8, Utf16Units, Utf32InUtf8, Utf32InUtf16, sum,
};
#[cfg(feature = "alloc")]
pub(crate) use find::each_place;
pub(crate) use find::{ByteSet, Finder, PROBES, SetFinder};
pub(crate) use kind::{Kind, NATIVE, NATIVE_IS_BIG};
pub(crate) use length::{Length, length, replaced_length};
pub(crate) use lossy::{Lossy, lossy, make_well_formed, parts};
pub(crate) use selection::{conversion, leaves_for_strips};
pub(crate) use strict::Kernel;
pub(crate) use trusted::trusted;
pub(crate) use units::validate_utf_32;
pub(crate) use validate::{validate, validate_form, validate_utf_16};

#[cfg(test)]
mod tests;
