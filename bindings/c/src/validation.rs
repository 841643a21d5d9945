//! What a stream that only validates keeps: the validator, and how it goes on after an error.

use engine::stream::Validator;
use engine::{Codec, Error, Status};

use crate::result::placemat_result;

pub(crate) struct Validation<C: Codec> {
    validator: Validator<C>,
    /// The error that ended the stream until it is resumed.
    error: Option<Error>,
    /// The number of bytes of the stream that were read before the next piece.
    read: u64,
    /// How many of the next bytes belong to an ill-formed subsequence that was reported before they came.
    skip: u64,
}

impl<C: Codec<Unit = u8>> Validation<C> {
    /// Returns `None` if the encoding must see its whole input.
    pub(crate) fn new(source: C) -> Option<Self> {
        Some(Validation { validator: Validator::new(source).ok()?, error: None, read: 0, skip: 0 })
    }

    pub(crate) fn push(&mut self, input: &[u8], is_last: bool) -> placemat_result {
        if let Some(error) = self.error {
            return placemat_result::new(0, 0, Status::IllFormed(error));
        }
        let skipped = self.skip.min(input.len() as u64);
        self.skip -= skipped;
        let pushed = self.validator.push(&input[skipped as usize..]);
        match pushed.and_then(|()| if is_last { self.validator.finish() } else { Ok(()) }) {
            Ok(()) => {
                self.read += input.len() as u64;
                let status = if is_last { Status::Done } else { Status::NeedInput };
                placemat_result::new(input.len(), 0, status)
            }
            Err(error) => {
                self.error = Some(error);
                // Where the validator goes on: in this piece, or after its end.
                let next = self.validator.resume() - self.read;
                let read = next.min(input.len() as u64);
                self.skip = next - read;
                self.read += read;
                placemat_result::new(read as usize, 0, Status::IllFormed(error))
            }
        }
    }

    pub(crate) fn resume(&mut self) {
        self.error = None;
    }
}
