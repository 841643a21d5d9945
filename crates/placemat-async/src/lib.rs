//! Text of any encoding of [placemat](../placemat/index.html) where input and output are waited for.
//!
//! | Feature | What there is |
//! |---|---|
//! | `tokio-util` | [`codec::Text`] and [`codec::Lines`], for `Framed` and its kin |
//! | `futures` | [`io::Reader`] and [`io::Writer`] around `AsyncRead` and `AsyncWrite`; [`stream::Text`] around streams of bytes |
//!
//! Nothing here decides where a sequence is cut: what is open at the end of a piece is kept by the
//! [`Transcoder`](placemat::Transcoder) until the next one. Readers and writers of tokio become those of futures by
//! `tokio_util::compat`.

#![forbid(unsafe_code)]

#[cfg(feature = "tokio-util")]
pub mod codec;
#[cfg(feature = "futures")]
pub mod io;
mod pieces;
#[cfg(feature = "futures")]
pub mod stream;
