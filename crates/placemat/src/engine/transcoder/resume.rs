//! Going on after a failure.

use super::{Io, Stage, Transcoder};
use crate::codec::Codec;
use crate::engine::observer::Observer;

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Clears a failure, so that the next push continues after the ill-formed subsequence, or after the code
    /// point that the target cannot encode. Returns the number of units that the transcoder has read after
    /// it. The transcoder keeps these and converts them first: after the failure, pass `&input[read..]`, as
    /// after every other status.
    ///
    /// Nothing is written for the failure, and it is not counted. All output before it has been written, so
    /// the caller can write something in its place. Does nothing unless the last push failed.
    ///
    /// ```
    /// use placemat::{form::Utf8, Conversion, Options, Status};
    /// let mut transcoder = Conversion::new(Utf8, Utf8, Options::default())?.transcoder()?;
    /// let (mut rest, mut text, mut out) = (&b"a\xE2\x82b\xFFc"[..], Vec::new(), [0; 8]);
    /// let mut errors = Vec::new();
    /// loop {
    ///     let (progress, status) = transcoder.push(rest, &mut out, true);
    ///     text.extend(&out[..progress.written]);
    ///     rest = &rest[progress.read..];
    ///     match status {
    ///         Status::IllFormed(error) => {
    ///             errors.push((error.offset(), error.len()));
    ///             text.push(b'?');
    ///             assert_eq!(transcoder.resume(), 0);
    ///         }
    ///         Status::Done => break,
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!((&text[..], &errors[..]), (&b"a?b?c"[..], &[(1, 2), (4, 1)][..]));
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    pub fn resume(&mut self) -> usize {
        let Stage::Failed(failure) = self.stage else { return self.pending_after_skip() };
        self.stage = Stage::Body;
        let failed = failure.offset()..failure.offset() + failure.len();
        // Code points that wait were read before the failure, or they are what failed.
        let held = &mut self.writing.held[..self.writing.held_len];
        let is_failed = |held: &super::Held| held.input == self.failed_input && failed.contains(&held.offset);
        let dropped = held.iter().take_while(|held| is_failed(held)).count();
        held.rotate_left(dropped);
        self.writing.held_len -= dropped;
        self.writing.tried = None;
        if self.reading.input == self.failed_input {
            if self.reading.open.is_some_and(|open| failed.contains(&open.error.offset)) {
                self.reading.open = None;
            }
            // An ill-formed subsequence has been read under most policies, an unencodable code point has not.
            let skip = failed.end.saturating_sub(self.reading.offset);
            self.reading.skip = skip as usize;
            self.reading.bytewise = self.reading.bytewise.saturating_sub(skip);
        }
        self.pending_after_skip()
    }

    fn pending_after_skip(&self) -> usize {
        self.reading.pending_len.saturating_sub(self.reading.skip)
    }

    /// Skips the units of a failure that have not been consumed.
    #[cold]
    pub(super) fn skip(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let units = self.reading.skip.min(self.reading.pending_len + io.input.len());
        self.reading.skip -= units;
        self.consume(units, io);
    }
}
