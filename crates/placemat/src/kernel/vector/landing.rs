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
            copy_first(own, self.out.get_mut(..len)?);
        }
        Some(len)
    }
}

/// Copies as many bytes as there is room for. Those of a small array are two pieces that may overlap, because
/// a copy of an unknown length is a call.
#[inline(always)]
fn copy_first<const MOST: usize>(from: &[u8; MOST], to: &mut [u8]) {
    /// Copies `N` to `2 * N` bytes.
    #[inline(always)]
    fn ends<const N: usize>(from: &[u8], to: &mut [u8]) {
        let last = to.len() - N;
        to[..N].copy_from_slice(&from[..N]);
        to[last..].copy_from_slice(&from[last..last + N]);
    }
    match to.len() {
        len if MOST > 64 => to.copy_from_slice(&from[..len]),
        0 => {}
        1 => to[0] = from[0],
        2..4 => ends::<2>(from, to),
        4..8 => ends::<4>(from, to),
        8..16 => ends::<8>(from, to),
        len if MOST <= 32 || len < 32 => ends::<16>(from, to),
        _ => ends::<32>(from, to),
    }
}
