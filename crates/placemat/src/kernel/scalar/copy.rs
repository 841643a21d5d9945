//! Copies what two forms write differently, one sequence at a time.

use super::from_utf_8::one;
use super::write::write_like;
use crate::form::Form;

/// Sequences that are copied one by one before the copy of what is written alike is tried again.
const SOME: usize = 16;

/// Copies a few sequences of one form as another writes them, as far as both have them. Returns the bytes
/// read and the bytes written.
pub(crate) fn copy_some<F: Form, T: Form>(bytes: &[u8], out: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    for _ in 0..SOME {
        let Some(decoded) = one::<F>(&bytes[read..]) else { break };
        let Some(len) = write_like::<T>(decoded.code_point, &mut out[written..]) else { break };
        read += decoded.len;
        written += len;
    }
    (read, written)
}
