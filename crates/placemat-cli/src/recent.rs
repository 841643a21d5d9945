//! The bytes that a diagnostic may still have to show.
//!
//! The engine reports an ill-formed subsequence when it knows its end. By then its beginning may have left
//! the buffer. So the bytes are kept from one chunk to the next, from the first unsettled byte on, up to a
//! limit. Only a run of reserved bytes, or a run under `replace-run`, can be longer; its beginning is
//! sufficient.

use placemat::stream::{End, Event, EventKind};
use placemat::{Codec, Status, Transcoder};

/// How many bytes are kept.
const LIMIT: usize = 4096;

/// The bytes before the current chunk, from the first unsettled byte on.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    start: u64,
    head: Vec<u8>,
}

/// The bytes that were kept, and the chunk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    recent: &'a Recent,
    chunk_at: u64,
    chunk: &'a [u8],
}

impl Recent {
    /// Returns a view of the bytes that were kept and of the chunk that begins at `chunk_at`.
    pub(crate) fn view<'a>(&'a self, chunk_at: u64, chunk: &'a [u8]) -> View<'a> {
        View { recent: self, chunk_at, chunk }
    }

    /// Drops the chunk, except for its unsettled bytes.
    pub(crate) fn keep_from(&mut self, from: u64, chunk_at: u64, chunk: &[u8]) {
        let from = from.max(self.start);
        let skipped = within(from.saturating_sub(chunk_at), chunk.len());
        self.head.drain(..within(from - self.start, self.head.len()));
        self.start = from;
        let room = LIMIT.saturating_sub(self.head.len());
        self.head.extend(chunk[skipped..].iter().take(room));
    }
}

impl<'a> View<'a> {
    /// Returns the bytes of `start..end` in two pieces; of a range that is too long to be kept, its
    /// beginning.
    pub(crate) fn pieces(&self, start: u64, end: u64) -> [&'a [u8]; 2] {
        let cut = |at: u64, bytes: &'a [u8]| {
            let from = within(start.saturating_sub(at), bytes.len());
            let to = within(end.saturating_sub(at), bytes.len());
            &bytes[from..to.max(from)]
        };
        let head = cut(self.recent.start, &self.recent.head);
        let head_end = self.recent.start + self.recent.head.len() as u64;
        let contiguous = head_end == self.chunk_at || start >= self.chunk_at;
        [head, if contiguous { cut(self.chunk_at, self.chunk) } else { &[] }]
    }

    /// Returns `true` if the chunk is the empty one that signals the end of the input.
    pub(crate) fn is_at_end(&self) -> bool {
        self.chunk.is_empty()
    }

    /// Returns the offset of the first available byte.
    pub(crate) fn start(&self) -> u64 {
        if self.recent.head.is_empty() { self.chunk_at } else { self.recent.start }
    }

    /// Returns the first bytes of a range.
    pub(crate) fn first(&self, offset: u64, len: u64, most: usize) -> Vec<u8> {
        let end = offset + len.min(most as u64);
        self.pieces(offset, end).concat()
    }
}

/// Clamps an offset to `len`.
fn within(offset: u64, len: usize) -> usize {
    usize::try_from(offset).map_or(len, |offset| offset.min(len))
}

/// Returns the offset of the first byte that the transcoder may still report: of what it has not converted
/// yet, or of an ill-formed subsequence whose end it has not seen. It is found by letting a copy of the
/// transcoder see the end.
pub(crate) fn unsettled<S: Codec, T: Codec>(transcoder: &Transcoder<S, T>) -> u64 {
    let mut first = transcoder.offset();
    let mut room = [T::Unit::default(); 64];
    let (_, status) = transcoder.clone().push_observed(&[], &mut room, End::All, &mut |event: Event| {
        first = first.min(offset(event));
    });
    match status {
        Status::IllFormed(error) => first.min(error.offset()),
        Status::Unencodable(lost) => first.min(lost.offset()),
        _ => first,
    }
}

fn offset(event: Event) -> u64 {
    match event.kind {
        EventKind::IllFormed(error) => error.offset(),
        EventKind::Unencodable(lost) | EventKind::Joined(lost) => lost.offset(),
        _ => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use placemat::stream::Null;
    use placemat::{Conversion, Encoding, OnError, Options};

    use super::*;

    #[test]
    fn a_part_is_found_over_chunks() {
        let mut recent = Recent::default();
        recent.keep_from(3, 0, b"abcd");
        recent.keep_from(3, 4, b"ef");
        let view = recent.view(6, b"ghi");
        assert_eq!(view.first(3, 5, 99), b"defgh");
        assert_eq!(view.first(6, 2, 99), b"gh");
        assert_eq!(view.first(3, 5, 2), b"de");
        recent.keep_from(8, 6, b"ghi");
        assert_eq!(recent.view(9, b"j").first(8, 2, 99), b"ij");
    }

    #[test]
    fn of_a_long_part_the_beginning_is_kept() {
        let mut recent = Recent::default();
        recent.keep_from(1, 0, b"aX");
        recent.keep_from(1, 2, &[b'y'; 2 * LIMIT]);
        let chunk_at = 2 + 2 * LIMIT as u64;
        let view = recent.view(chunk_at, b"z");
        assert_eq!(view.first(1, chunk_at, 3), b"Xyy");
        assert_eq!(view.first(chunk_at, 1, 3), b"z");
        assert_eq!(view.first(1, chunk_at, usize::MAX).len(), LIMIT);
    }

    #[test]
    fn an_open_reserved_run_is_not_settled() {
        let options = Options { on_error: OnError::Skip, ..Options::default() };
        let conversion = Conversion::new(Encoding::CorrectedUtf8, Null, options).unwrap();
        let mut transcoder = conversion.transcoder().unwrap();
        transcoder.push(b"ab\xFE\x80\x80", &mut [], false);
        assert_eq!(unsettled(&transcoder), 2);
        transcoder.push(b"\x80\x80", &mut [], false);
        assert_eq!(unsettled(&transcoder), 2);
        transcoder.push(b"c\xE0\x80", &mut [], false);
        assert_eq!(unsettled(&transcoder), 8);
    }
}
