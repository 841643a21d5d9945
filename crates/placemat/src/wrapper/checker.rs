//! Validation in pieces.

use crate::codec::Null;
use crate::engine::{Conversion, End, Status, Transcoder};
use crate::error::Error;
use crate::form::Form;
use crate::options::Options;

/// Validation in pieces, until the first error.
#[derive(Clone, Debug)]
pub(super) struct Checker<F: Form> {
    transcoder: Transcoder<F, Null>,
    error: Option<Error>,
}

impl<F: Form> Checker<F> {
    pub(super) fn new(form: F) -> Self {
        let conversion = Conversion { source: form, target: Null, options: Options::default() };
        Checker { transcoder: conversion.resolved_transcoder(), error: None }
    }

    fn feed(&mut self, piece: &[F::Unit], end: End) {
        if self.error.is_none()
            && let (_, Status::IllFormed(error)) = self.transcoder.push(piece, &mut [], end)
        {
            self.error = Some(error);
        }
    }

    pub(super) fn push(&mut self, piece: &[F::Unit]) {
        self.feed(piece, End::No);
    }

    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.feed(&[], End::All);
        self.error.map_or(Ok(()), Err)
    }
}
