//! Rewriting a text in one pass, without a list of edits.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::damage::Part;
use super::fix::Fixes;
use super::left::Left;
use super::sequence::each_sequence;
use super::verdict::Verdict;

/// Repairs each ill-formed subsequence, as the edits of [`sequences`](super::sequence::sequences) do. The
/// first `well_formed` bytes must be well-formed.
#[inline]
pub(super) fn rewritten<'t>(
    text: &'t [u8],
    well_formed: usize,
    fixes: Fixes,
    verdict: &Verdict<'_>,
) -> Result<Cow<'t, [u8]>, Left> {
    if well_formed == text.len() {
        return Ok(Cow::Borrowed(text));
    }
    let mut writer = Writer { text, at: 0, out: Vec::new(), written: 0 };
    match each_sequence(text, well_formed, fixes, verdict, |part| writer.put(part)) {
        Some(left) => Err(left),
        None => Ok(Cow::Owned(writer.finish())),
    }
}

struct Writer<'t> {
    text: &'t [u8],
    /// The number of bytes of the text that are written.
    at: usize,
    /// The result, followed by zeros to be overwritten.
    out: Vec<u8>,
    written: usize,
}

/// The number of bytes that are copied at once. Some of them may not be needed.
const COPIED: usize = 32;

/// Zeros that are appended to the result at once.
const ZEROS: [u8; 2048] = [0; 2048];

impl Writer<'_> {
    /// Writes what precedes an ill-formed subsequence, and its replacement.
    #[inline(always)]
    fn put(&mut self, part: &Part) {
        let gap = &self.text[self.at..part.offset];
        let (with, len) = part.remedy.padded();
        let chunk = self.text[self.at..].first_chunk::<COPIED>();
        let room = self.out.get_mut(self.written..).and_then(|room| room.first_chunk_mut::<{ COPIED + 4 }>());
        match (chunk, room) {
            (Some(bytes), Some(room)) if gap.len() <= COPIED => {
                room[..COPIED].copy_from_slice(bytes);
                if let Some(room) = room[gap.len()..].first_chunk_mut() {
                    *room = with;
                }
            }
            _ => self.extend(gap, with),
        }
        self.written += gap.len() + len;
        self.at = part.offset + part.len;
    }

    /// Appends them, and zeros.
    #[inline(never)]
    fn extend(&mut self, gap: &[u8], with: [u8; 4]) {
        self.out.truncate(self.written);
        if self.out.capacity() == 0 {
            // This is often enough, because a byte of Windows-1252 takes at most two more bytes.
            let len = self.text.len();
            self.out.reserve_exact(len + (len / 8).min(1 << 20) + ZEROS.len());
        }
        self.out.extend_from_slice(gap);
        self.out.extend_from_slice(&with);
        self.out.extend_from_slice(&ZEROS);
    }

    #[inline]
    fn finish(mut self) -> Vec<u8> {
        self.out.truncate(self.written);
        self.out.extend_from_slice(&self.text[self.at..]);
        self.out
    }
}
