//! Where the output of a whole text goes: the one loop around a transcoder, over a sink.

use super::event::{End, Status};
use super::observer::Observer;
use super::transcoder::Transcoder;
use crate::codec::Codec;
use crate::error::Failure;

/// A destination for the output of a text.
pub(super) trait Sink<S: Codec, T: Codec> {
    /// Returns the room for the next units.
    fn room(&mut self) -> &mut [T::Unit];

    /// Takes the first `units` units of the room.
    fn take(&mut self, units: usize);

    /// Makes room for at least `needed` units, unless the sink can do without the output of the rest of the
    /// text. Returns how many units of the rest it has passed.
    fn make_room(&mut self, needed: usize, transcoder: &mut Transcoder<S, T>, left: &[S::Unit]) -> usize;
}

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Converts a whole text into a sink. If `TRUSTS`, the text must be well-formed.
    pub(super) fn convert_all<const TRUSTS: bool, O: Observer + ?Sized>(
        &mut self,
        text: &[S::Unit],
        sink: &mut impl Sink<S, T>,
        observer: &mut O,
    ) -> Result<(), Failure> {
        let mut read = 0;
        loop {
            let (progress, status) =
                self.advance::<TRUSTS, O>(&text[read..], sink.room(), End::All, observer);
            read += progress.read;
            sink.take(progress.written);
            match status {
                Status::Done => return Ok(()),
                Status::OutputFull { needed } => read += sink.make_room(needed, self, &text[read..]),
                Status::IllFormed(error) => return Err(error.into()),
                Status::Unencodable(lost) => return Err(lost.into()),
                Status::NeedInput => unreachable!("at the end of the input there is nothing to wait for"),
            }
        }
    }
}
