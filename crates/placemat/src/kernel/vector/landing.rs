//! Where the last block of a text, or of the output, is written.

/// The room of a block. It is the output itself if that has room for all that the block's stores may write,
/// because a copy costs more than short texts do. Otherwise it is a room of its own, from which only what
/// counts is copied to the output.
pub(super) struct Landing<'a, const MOST: usize> {
    out: &'a mut [u8],
    own: Option<[u8; MOST]>,
}

impl<'a, const MOST: usize> Landing<'a, MOST> {
    #[inline(always)]
    pub(super) fn new(out: &'a mut [u8]) -> Self {
        Landing { out, own: None }
    }

    /// Returns room for `len` bytes, at most `MOST`.
    #[inline(always)]
    pub(super) fn room(&mut self, len: usize) -> &mut [u8] {
        if self.out.len() >= len { &mut self.out[..len] } else { &mut self.own.insert([0; MOST])[..len] }
    }

    /// Keeps the first `len` bytes of what was written. Returns their number, or `None` if they do not fit.
    #[inline(always)]
    pub(super) fn keep(&mut self, len: usize) -> Option<usize> {
        if let Some(own) = &self.own {
            self.out.get_mut(..len)?.copy_from_slice(&own[..len]);
        }
        Some(len)
    }
}
