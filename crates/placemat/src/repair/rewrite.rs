//! A text written anew in one pass, without a list of edits.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use super::damage::Part;
use super::find::Left;
use super::fix::Fixes;
use super::sequence::each_sequence;
use super::verdict::Verdict;

/// Repairs each ill-formed subsequence, as the edits of [`sequences`](super::sequence::sequences) do. The first
/// bytes are well-formed.
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
    /// How much of the text is written.
    at: usize,
    /// The result, with room after it.
    out: Vec<u8>,
    written: usize,
}

/// Bytes that are copied at once, some of them in vain.
const COPIED: usize = 32;

impl Writer<'_> {
    /// Writes what precedes an ill-formed subsequence, and what takes its place.
    #[inline(always)]
    fn put(&mut self, part: &Part) {
        let gap = &self.text[self.at..part.offset];
        if self.out.len() < self.written + gap.len() + COPIED {
            self.grow(gap.len());
        }
        let (with, len) = part.remedy.padded();
        let room = &mut self.out[self.written..];
        match (self.text[self.at..].first_chunk::<COPIED>(), room.first_chunk_mut::<COPIED>()) {
            (Some(bytes), Some(room)) if gap.len() <= COPIED => *room = *bytes,
            _ => room[..gap.len()].copy_from_slice(gap),
        }
        if let Some(room) = room[gap.len()..].first_chunk_mut() {
            *room = with;
        }
        self.written += gap.len() + len;
        self.at = part.offset + part.len;
    }

    /// Makes room for so many bytes and `COPIED` more. A byte of Windows-1252 takes two bytes more at the most.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, gap: usize) {
        let rest = self.text.len() - self.at;
        let is_fresh = self.out.is_empty();
        let expected = self.written + rest + if is_fresh { rest / 8 } else { rest / 2 };
        let len = expected.max(self.written + gap) + 2 * COPIED;
        if is_fresh {
            // Fresh memory, which is zero already.
            self.out = vec![0; len];
        } else {
            self.out.resize(len, 0);
        }
    }

    #[inline]
    fn finish(mut self) -> Vec<u8> {
        self.out.truncate(self.written);
        self.out.extend_from_slice(&self.text[self.at..]);
        self.out
    }
}
