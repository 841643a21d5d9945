//! The whole UTF-8 family, as tables that run.
//!
//! UTF-8 was drawn on a placemat in a New Jersey diner in September 1992. This crate is for that drawing and what grew
//! around it: UTF-8, generalized UTF-8, WTF-8 and WTF-16, UTF-8b, CESU-8, Modified UTF-8, utf8mb3, OPTU-8, UTF-16,
//! UTF-32, UCS-2 and UCS-4, their ancestors (UTF-1, both FSS-UTFs, RFC 2279), Corrected UTF-8, and the two single-byte
//! encodings that they are mistaken for.
//!
//! ```
//! use placemat::{convert, Encoding};
//!
//! // An Oracle export says UTF8 and means CESU-8.
//! let text = convert(Encoding::Cesu8, Encoding::Utf8, b"\xED\xA0\xBD\xED\xB2\xA9")?;
//! assert_eq!(text, "💩".as_bytes());
//!
//! // Errors say where, how long and why.
//! let error = placemat::validate(Encoding::Utf8, b"a\xC0\xAFb").unwrap_err();
//! assert_eq!(error.to_string(), "ill-formed at offset 1, length 1: overlong form of a value that has a shorter one");
//! # Ok::<(), placemat::Failure>(())
//! ```
//!
//! # The tour
//!
//! * An encoding is a [`table`]: rows of sequences and their code points. Each [form] is one small file.
//! * A [scheme] is bytes over a form: byte orders, marks, signatures. [`Encoding`] is one chosen at run time.
//! * [`validate`], [`decode`], [`encode`], [`convert`] and [`concat()`] work in one piece, strictly; a [`Conversion`]
//!   takes [`Options`], and its [`Transcoder`] works in pieces of any size with the same result.
//! * [`encode_str`] and [`Conversion::convert_str`] take a `&str` and do not check it again.
//! * [`count`] has the lengths of text that is known to be well-formed, and [`Conversion::length`] all others.
//! * `from_utf8_lossy` is std's, and [`make_well_formed`] ECMAScript's `toWellFormed`.
//! * [`to_utf_8`] and [`to_utf_8_lossy_in_place`] take WTF-8 to UTF-8 without another buffer.
//! * Without allocation, [`Conversion::convert_into`] writes into a slice; [`Conversion::worst_case`] is room enough
//!   for every input of a length.
//! * What the policies absorb is counted ([`Converted`], [`Transcoder::counts`]), or reported event by event
//!   ([`Conversion::convert_reporting`], [`Transcoder::push_with`]). An [`Observer`] can demand the first events and then counts
//!   ([`Transcoder::push_observed`]), which is faster where errors are dense.
//! * [`Str<F>`](Str) is to a form what `str` is to UTF-8, and [`StrBuf<F>`](StrBuf) what `String` is: [`Wtf8`], [`Mutf8`],
//!   [`Utf16`] and the rest. [`json`], [`java`] and [`os`] are where they come from and go to.
//! * [`incremental`], [`io`] and [`offsets`]: text in pieces, readers and writers, places in lines and columns.
//! * [`floor_boundary`] and [`ceil_boundary`] find the nearest places where text can be cut between sequences.
//! * [`layer`]s are decided on the whole input: fallback, double encoding, frames.
//! * Names are in [`label`]: the identifiers that people type, and the labels by which data calls itself. A mark at
//!   the start of data may tell as well: [`detect_signature`].
//! * What falls out of a table: its [`listing`] in writing, the [`properties`] that follow from it, the [`expression`]
//!   that validates, the code-page [`chart`].
//! * [`detect`](mod@detect) tells which encoding an input is in, as far as its bytes can tell, and on what evidence.
//! * [`columns`] are values side by side, as Arrow and Parquet have them: checked, converted, repaired and counted.
//! * [`repair`](mod@repair) undoes known kinds of damage, and nothing else.
//! * [`lint`] tells what a document in Corrected UTF-8 should not hold.
//!
//! # Units
//!
//! Lengths and offsets count what the codec is made of: a form's code units, the bytes of a scheme. Every [`Encoding`]
//! is made of bytes. Code points are `u32`, because UCS-4 and Corrected UTF-8 go beyond U+10FFFF.
//!
//! ```
//! use placemat::{form::Utf16, scheme::Utf16Be, validate};
//!
//! assert_eq!(validate(Utf16, &[0x61, 0xD83D]).unwrap_err().offset(), 1);
//! assert_eq!(validate(Utf16Be::default(), b"\0a\xD8\x3D").unwrap_err().offset(), 2);
//! ```
//!
//! # Errors
//!
//! An ill-formed part reaches as far as a maximal subpart (Unicode 3.9, D93b), or as the encoding's own definition has
//! it, and has one [`ErrorKind`]. It ends the conversion, unless the policy [`OnError`] says otherwise; so does a code
//! point that the target cannot hold, unless [`OnUnencodable`] does. [`Pairs`] is about surrogates that would fuse.
//!
//! ```
//! use placemat::{form::{Utf16, Utf8}, Conversion, OnError, Options, Status};
//!
//! let options = Options { on_error: OnError::Replace, ..Options::default() };
//! let conversion = Conversion::new(Utf8, Utf16, options)?;
//! let input = b"5 \xE2\x82\xAC\xFF";
//!
//! // Into a slice, in one piece.
//! let mut units = [0; 8];
//! let (progress, status) = conversion.convert_into(input, &mut units)?;
//! assert_eq!((&units[..progress.written], status), (&[0x35, 0x20, 0x20AC, 0xFFFD][..], Status::Done));
//!
//! // In pieces, one of which ends inside a sequence.
//! let mut transcoder = conversion.transcoder()?;
//! let (first, status) = transcoder.push(&input[..3], &mut units, false);
//! assert_eq!((first.written, status), (2, Status::NeedInput));
//! let (rest, status) = transcoder.push(&input[3..], &mut units[2..], true);
//! assert_eq!((rest.written, status, transcoder.counts().errors), (2, Status::Done, 1));
//! # Ok::<(), placemat::Undefined>(())
//! ```
//!
//! # Features
//!
//! Each adds items, and none changes what the others do. The default is `std`, `strings` and `encoding`:
//! what a program that handles strings needs.
//!
//! * `alloc`: what returns or fills a `Vec`, such as [`convert`], [`from_utf8_lossy`], [`StrBuf`] and
//!   [`offsets`].
//! * `std`: `alloc`, and [`io`]; with `strings` also [`os`].
//! * `strings`: [`Str`] and what belongs to it, [`json`], [`java`], and
//!   [`LossyUtf8`](incremental::LossyUtf8).
//! * `encoding`: [`Encoding`], with its names in [`label`], the [`layer`]s, marks
//!   ([`detect_signature`]), and [`boundaries`]; with `strings` also [`java::read`].
//! * `detect`: [`detect`](mod@detect), with `encoding` and `alloc`.
//! * `repair`: [`repair`](mod@repair), with `detect`.
//! * `columns`: [`columns`], with `repair`.
//! * `views`: [`chart`], [`expression`], [`listing`], [`properties`] and [`lint`], with `encoding`.
//! * `serde`: strings through serde, without loss, with `strings` and `alloc`: as text if they are text
//!   and data is for people, as bytes or units otherwise.
//!
//! Without any feature, there are the tables, forms and schemes; validation, also in pieces; conversion
//! into slices; boundaries and lengths. Which kernels serve a pair depends on no feature. Vector
//! instructions are detected at run time, on x86-64 without `std` too; [`Isa`] says which are in use.

#![no_std]
#![deny(unsafe_code)]
// Helpers of several features would otherwise have to name every one of them.
#![cfg_attr(
    not(all(feature = "std", feature = "strings", feature = "columns", feature = "views")),
    allow(dead_code, unused_imports, unreachable_pub, reason = "for features that are not on"),
    allow(rustdoc::broken_intra_doc_links, reason = "to what features add that are not on")
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "views")]
pub mod chart;
#[cfg(feature = "columns")]
pub mod columns;
pub mod count;
#[cfg(feature = "detect")]
pub mod detect;
#[cfg(feature = "views")]
pub mod expression;
pub mod form;
pub mod incremental;
#[cfg(feature = "std")]
pub mod io;
#[cfg(feature = "strings")]
pub mod java;
#[cfg(feature = "strings")]
pub mod json;
#[cfg(feature = "encoding")]
pub mod label;
#[cfg(feature = "encoding")]
pub mod layer;
#[cfg(feature = "views")]
pub mod lint;
#[cfg(feature = "views")]
pub mod listing;
#[cfg(feature = "alloc")]
pub mod offsets;
#[cfg(all(feature = "std", feature = "strings"))]
pub mod os;
#[cfg(feature = "views")]
pub mod properties;
#[cfg(feature = "repair")]
pub mod repair;
pub mod scheme;
#[cfg(feature = "strings")]
pub mod string;
pub mod table;

mod automaton;
#[expect(unsafe_code, reason = "the few casts")]
mod buffer;
#[expect(unsafe_code, reason = "a `char` from a value that a string holds")]
mod code_point;
mod codec;
#[cfg(feature = "encoding")]
mod encoding;
mod engine;
mod error;
// Where there are no vectors, what serves them is not used.
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))),
    allow(dead_code, unused_imports, unused_macros, reason = "for other CPUs")
)]
mod kernel;
mod options;
mod pattern;
mod policy;
#[cfg(test)]
mod random;
mod ranges;
mod run;
#[cfg(feature = "encoding")]
mod signature;
#[cfg_attr(
    any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")),
    expect(unsafe_code, reason = "vector instructions")
)]
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))),
    allow(dead_code, unused_imports, unused_macros, reason = "for other CPUs")
)]
mod simd;
mod unit;

pub use code_point::{CodePoint, CodeSpace, NotInCodeSpace, REPLACEMENT, Ucs4};
pub use codec::{Begun, Codec, Facts, NotEncoded, Null, Resolved};
#[cfg(feature = "encoding")]
pub use encoding::{Encoding, WithCodec};
#[cfg(feature = "encoding")]
pub use engine::boundaries;
pub use engine::{
    Conversion, Counts, Demand, End, Errors, Event, EventKind, Every, First, Growth, Observer, Progress,
    Status, Synchronized, Transcoder, Undefined, Unobserved, ceil_boundary, errors, floor_boundary, growth,
    make_well_formed, to_utf_8, to_utf_8_lossy_in_place, validate, validate_with,
};
#[cfg(feature = "alloc")]
pub use engine::{Converted, concat, convert, decode, encode, encode_str, from_utf8_lossy};
pub use error::{Error, ErrorKind, Failure, Unencodable};
pub use options::Options;
pub use policy::{Endian, OnError, OnUnencodable, Pairs};
pub use ranges::Ranges;
#[cfg(feature = "encoding")]
pub use signature::{Signature, detect_signature};
pub use simd::Isa;
#[cfg(feature = "strings")]
pub use string::*;
pub use unit::Unit;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
