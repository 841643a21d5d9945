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

#[cfg(feature = "tokio-util")]
pub mod codec;
#[cfg(feature = "futures")]
pub mod io;
mod pieces;
#[cfg(feature = "futures")]
pub mod stream;
