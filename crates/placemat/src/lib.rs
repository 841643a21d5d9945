//! The whole UTF-8 family, as tables that run.
//!
//! UTF-8 was drawn on a placemat in a New Jersey diner in September 1992. This crate is for that drawing and
//! what grew around it: UTF-8, generalized UTF-8, WTF-8 and WTF-16, UTF-8b, CESU-8, Modified UTF-8, utf8mb3,
//! OPTU-8, UTF-16, UTF-32, UCS-2 and UCS-4. It also has their ancestors (UTF-1, both versions of FSS-UTF, RFC
//! 2279), Corrected UTF-8, and the two single-byte encodings that are often mistaken for them.
//!
//! ```
//! use placemat::{convert, Encoding};
//!
//! // An Oracle export that is labelled UTF8 is in CESU-8.
//! let text = convert(Encoding::Cesu8, Encoding::Utf8, b"\xED\xA0\xBD\xED\xB2\xA9")?;
//! assert_eq!(text, "💩".as_bytes());
//!
//! // Errors report offset, length and cause.
//! let error = placemat::validate(Encoding::Utf8, b"a\xC0\xAFb").unwrap_err();
//! assert_eq!(error.to_string(), "ill-formed at offset 1, length 1: overlong form of a value that has a shorter one");
//! # Ok::<(), placemat::Failure>(())
//! ```
//!
//! | I have | I want | I write |
//! |---|---|---|
//! | bytes that should be UTF-8 | a `str`, or where they are not | [`from_utf8(bytes)`](from_utf8) |
//! | bytes that may not be UTF-8 | a `str`, whatever they are | [`from_utf8_lossy(bytes)`](from_utf8_lossy) |
//! | bytes in an encoding I know | text, or an error | `Encoding::Cesu8.decode(bytes)` |
//! | units and forms known at compile time | other units | [`convert(Utf16, Utf8, units)`](convert) |
//! | text with errors | a replacement for each, and their number | a [`Conversion`] with [`Options`] |
//! | a stream | the same result from pieces | a [`Transcoder`], [`stream::Reader`] or [`stream::Writer`] |
//! | a slice instead of a vector | no allocation | [`Conversion::convert_into`] |
//! | strings of JavaScript, Java, Windows | a string type that holds them | [`Str<Wtf8>`](Str), [`Str<Mutf8>`](Str) |
//! | bytes in an encoding I don’t know | its name and the evidence | [`detect::detect`] |
//! | text that was damaged on its way | the text before the damage | [`repair::repair`] |
//!
//! # The tour
//!
//! * An encoding is a [`table`]: rows of sequences and their code points. Each [form] is one small file. A
//!   [scheme] puts a form into bytes: it adds byte orders, byte order marks and signatures. An [`Encoding`]
//!   is one of them, chosen at run time.
//! * [`validate`], [`decode`], [`encode`], [`convert`] and [`concat()`] are strict and take the whole input
//!   at once. A [`Conversion`] takes [`Options`]; its [`Transcoder`] takes pieces of any size and has the
//!   same result. [`stream`] has what belongs to pieces: readers, writers, validators, observers.
//! * `Encoding::decode`, `decode_lossy` and `encode`, and the functions of the same names on [`Str<F>`](Str),
//!   take bytes to a `Cow<str>` and back in one call. They borrow if nothing changes.
//! * [`Conversion::convert_str`] takes a `&str` and does not validate it again.
//! * [`Conversion::convert_into`] writes into a slice and does not allocate. [`Conversion::worst_case`]
//!   returns a length that is enough for every input of a given length, and [`Conversion::length`] the length
//!   for this one. [`offsets`] maps positions to lines and columns.
//! * Errors that a policy absorbs are counted ([`Converted`], [`Transcoder::counts`]) or reported one by one
//!   ([`Conversion::convert_reporting`], [`Transcoder::push_observed`]). A [`stream::Observer`] can ask for the
//!   first events only and for counts from then on, which is faster in error-dense text.
//! * [`Str<F>`](Str) is to a form what `str` is to UTF-8, and [`StrBuf<F>`](StrBuf) is what `String` is.
//!   [`string`] has the names of these types, [`json`], [`java`] and [`os`] read and write them.
//! * [`from_utf8`] and `from_utf8_lossy` work like std's. Forms have functions on slices of their units:
//!   [`Utf16::make_well_formed`](form::Utf16::make_well_formed) works like ECMAScript's `toWellFormed`,
//!   [`Wtf8::to_str`](form::Wtf8::to_str) converts WTF-8 to UTF-8 without another buffer, and
//!   [`Utf8::utf16_len`](form::Utf8::utf16_len) and others compute lengths of well-formed text.
//! * [`label`] has the names of encodings: the identifiers that people type, and the labels that data
//!   carries.
//! * [`detect`](mod@detect) determines which encoding an input is in, as far as its bytes show it, and
//!   reports the evidence. [`repair`](mod@repair) undoes known kinds of damage, and nothing else.
//!   [`columns`] checks, converts, repairs and counts columns of values as Arrow and Parquet lay them out.
//! * [`views`] of a table: a listing, the properties that follow from it, the regular expression that
//!   validates it, and a code-page chart.
//!
//! # Units
//!
//! Lengths and offsets are in the codec's units: the code units of a form, or the bytes of a scheme. The
//! units of every [`Encoding`] are bytes. Code points are `u32`, because UCS-4 and Corrected UTF-8 go beyond
//! U+10FFFF.
//!
//! ```
//! use placemat::{form::Utf16, scheme::Be, validate};
//!
//! assert_eq!(validate(Utf16, &[0x61, 0xD83D]).unwrap_err().offset(), 1);
//! assert_eq!(validate(Be(Utf16), b"\0a\xD8\x3D").unwrap_err().offset(), 2);
//! ```
//!
//! # Errors
//!
//! An ill-formed subsequence is a maximal subpart (Unicode 3.9, D93b), unless the encoding's own
//! specification defines it otherwise. Each has one [`ErrorKind`]. An ill-formed subsequence ends the
//! conversion, unless the policy [`OnError`] says otherwise. A code point that the target cannot encode ends
//! it too, unless [`OnUnencodable`] says otherwise. [`Pairs`] decides about surrogates that would become a
//! pair in the target.
//!
//! ```
//! use placemat::{form::{Utf16, Utf8}, Conversion, OnError, Options, Status};
//!
//! let options = Options { on_error: OnError::Replace, ..Options::default() };
//! let conversion = Conversion::new(Utf8, Utf16, options)?;
//! let input = b"5 \xE2\x82\xAC\xFF";
//!
//! // All at once, into a slice.
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
//! # Ok::<(), placemat::Unsupported>(())
//! ```
//!
//! # Features
//!
//! Each feature adds items and does not change what others do. The default is `std`, `strings` and
//! `encoding`, which is what a program that handles strings needs.
//!
//! * `alloc`: everything that returns or fills a `Vec`, such as [`convert`], [`from_utf8_lossy`], [`StrBuf`]
//!   and [`offsets::Offsets`].
//! * `std`: `alloc`, [`stream::Reader`] and [`stream::Writer`]; with `strings` also [`os`].
//! * `strings`: [`Str`] and the items that belong to it, [`json`], [`java`], and [`stream::LossyUtf8`].
//! * `encoding`: [`Encoding`], its names in [`label`], and the wrappers ([`stream::Probe`], [`java::Frame`]).
//! * `detect`: [`detect`](mod@detect), with `encoding` and `alloc`.
//! * `repair`: [`repair`](mod@repair), with `detect`.
//! * `columns`: [`columns`], with `repair`.
//! * `views`: [`views`], with `encoding`.
//! * `serde`: serializes strings through serde without loss, with `strings` and `alloc`. Human-readable
//!   formats get text if the string is text; otherwise it is serialized as bytes or units.
//!
//! Without any feature, the crate has the tables, forms and schemes, validation (also in pieces), conversion
//! into slices, boundaries and lengths. The kernels do not depend on features. Vector instructions are
//! detected at run time, on x86-64 also without `std`; [`Isa`] names the instruction sets in use.

#![no_std]
#![deny(unsafe_code)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Otherwise, helpers shared by several features would have to name each of them.
#![cfg_attr(
    not(all(feature = "std", feature = "strings", feature = "columns", feature = "views")),
    allow(dead_code, unused_imports, unreachable_pub, reason = "for features that are not on"),
    allow(rustdoc::broken_intra_doc_links, reason = "to what features add that are not on")
)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;
// Its tests share code with the tests of the interface, which name the library.
#[cfg(test)]
extern crate self as placemat;

#[cfg(feature = "columns")]
pub mod columns;
#[cfg(feature = "detect")]
pub mod detect;
pub mod form;
#[cfg(any(feature = "strings", feature = "encoding"))]
pub mod java;
#[cfg(feature = "strings")]
pub mod json;
#[cfg(feature = "encoding")]
pub mod label;
#[cfg(feature = "alloc")]
pub mod offsets;
#[cfg(all(feature = "std", feature = "strings"))]
pub mod os;
#[cfg(feature = "repair")]
pub mod repair;
pub mod scheme;
pub mod stream;
#[cfg(feature = "strings")]
pub mod string;
pub mod table;
#[cfg(feature = "views")]
pub mod views;

mod automaton;
#[expect(unsafe_code, reason = "the few casts")]
mod cast;
#[cfg(feature = "views")]
mod chart;
#[expect(unsafe_code, reason = "a `char` from a value that a string holds")]
mod code_point;
mod codec;
mod count;
#[cfg(feature = "encoding")]
mod encoding;
mod engine;
mod error;
#[cfg(feature = "views")]
mod expression;
mod hint;
mod incremental;
#[cfg(feature = "std")]
mod io;
// On CPUs without some of the vector kernels, their helpers are unused.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, unused_imports, unused_macros, reason = "for other CPUs")
)]
mod kernel;
#[cfg(feature = "views")]
mod lint;
#[cfg(feature = "views")]
mod listing;
mod options;
mod policy;
#[cfg(feature = "views")]
mod properties;
mod ranges;
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
/// What the tests of the interface share with those of private parts. They name the library as others do.
#[cfg(all(test, feature = "encoding"))]
#[path = "../tests/support/mod.rs"]
#[allow(dead_code, reason = "the other tests use more of it")]
mod support;
mod unit;
#[cfg(feature = "encoding")]
mod wrapper;

pub use code_point::CodePoint;
pub use codec::Codec;
#[cfg(feature = "encoding")]
pub use encoding::Encoding;
pub use engine::{
    Conversion, Counts, Progress, Status, Transcoder, Unsupported, from_utf8, is_utf8, validate,
};
#[cfg(feature = "alloc")]
pub use engine::{Converted, concat, convert, decode, encode, from_utf8_lossy};
pub use error::{Error, ErrorKind, Failure, Unencodable};
pub use options::Options;
pub use policy::{OnError, OnUnencodable, Pairs};
pub use simd::Isa;
#[cfg(feature = "strings")]
pub use string::Str;
#[cfg(all(feature = "strings", feature = "alloc"))]
pub use string::StrBuf;
pub use unit::Endian;

/// Runs the README's examples as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
