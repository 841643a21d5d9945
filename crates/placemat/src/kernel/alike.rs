//! Copies of text that both sides write alike.

use super::advance::Advance;
use super::grammar::FormGrammar;
use super::validate::validate;
use crate::form::Form;
use crate::simd::Isa;

/// Copies what is well-formed in a form that both sides have in common, in pieces that stay in the L1 cache.
pub(super) fn copy_alike<F: Form>(isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
    const PIECE: usize = 1 << 14;
    let fits = input.len().min(out.len());
    let mut at = 0;
    loop {
        let piece = &input[at..fits.min(at + PIECE)];
        let mut len = validate::<F>(isa, piece);
        // Validation may take the two surrogates of a pair one by one; a copy must not separate them.
        if const { FormGrammar::<F>::EXPECTED.has_pairs }
            && matches!(piece[..len], [.., 0xED, 0xA0..=0xAF, _])
        {
            len -= 3;
        }
        out[at..at + len].copy_from_slice(&piece[..len]);
        at += len;
        // A piece may end inside a sequence.
        if len + 8 < PIECE {
            return (at, at);
        }
    }
}
