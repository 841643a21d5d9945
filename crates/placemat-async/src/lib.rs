//! Text of any encoding of [placemat](../placemat/index.html) for asynchronous input and output.
//!
//! | Feature | Contents |
//! |---|---|
//! | `tokio-util` | [`codec::Text`] and [`codec::Lines`], for `Framed` and related types |
//! | `futures` | [`io::Reader`] and [`io::Writer`] around `AsyncRead` and `AsyncWrite`; [`stream::Text`] around streams of bytes |
//!
//! Sequences may be cut anywhere: the [`Transcoder`](placemat::Transcoder) keeps an open sequence at the end
//! of a piece until the next one. `tokio_util::compat` converts readers and writers of tokio to those of
//! futures.

#![forbid(unsafe_code)]
// docs.rs shows which feature an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "tokio-util")]
pub mod codec;
#[cfg(feature = "futures")]
pub mod io;
mod pieces;
#[cfg(feature = "futures")]
pub mod stream;

/// The example of the README, as a test.
#[cfg(all(doctest, feature = "futures"))]
#[doc = include_str!("../README.md")]
struct Readme;
