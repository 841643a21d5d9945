//! What only the engine asks of a codec: its kinds for the kernels, runs of code points, and frames.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{Kinds, One, run};
use crate::error::Error;
use crate::form::{Form, PairingRule};
use crate::kernel::Kind;
use crate::unit::Unit;

/// The private part of [`Codec`](super::Codec), which seals it.
pub trait Internal: Copy {
    /// The type of its units. `Codec::Unit` is the same type.
    type Units: Unit;
    /// The kinds that it may have for the kernels: one, unless the kind is known only at run time.
    const KINDS: &'static [Kind];
    /// Whether there is one kind, as a type.
    type Kinds: Kinds;
    /// The surrogate-pairing rule, if it is known at compile time.
    const PAIRING: Option<PairingRule>;
    /// `true` if it writes nothing.
    const IS_NULL: bool = false;

    /// Reads whole sequences from the start of `units`. Returns the number of units read and of code points
    /// written.
    ///
    /// This is an accelerator and may stop anywhere. It does not stop earlier because there is less room: if
    /// it wrote `n` code points or more, then with room for `n` it writes the first `n` again.
    fn decode_run(self, units: &[Self::Units], out: &mut [u32]) -> (usize, usize);

    /// Writes code points to the start of `out`. Returns the number of code points read and of units written.
    ///
    /// This is an accelerator and may stop anywhere. It stops at code points that it cannot encode, at
    /// escaped bytes, and at surrogates to which the surrogate-pairing rule applies.
    fn encode_run(self, code_points: &[u32], out: &mut [Self::Units]) -> (usize, usize);

    /// Returns the length of a prefix that is well-formed and ends between sequences. The prefix need not be
    /// the longest.
    fn well_formed_run(self, units: &[Self::Units]) -> usize {
        let mut scratch = [0; 256];
        let mut at = 0;
        loop {
            let (read, _) = self.decode_run(&units[at..], &mut scratch);
            if read == 0 {
                return at;
            }
            at += read;
        }
    }

    /// Puts the frame around the text that was written. `code_points` counts them for the error of a frame
    /// that is too long. Only frames return an error: the content is too long.
    #[cfg(feature = "alloc")]
    fn frame(self, _text: &mut Vec<Self::Units>, _code_points: impl FnOnce() -> u64) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the number of units that the frame adds to `len` units of content, which are `utf16_units`
    /// UTF-16 units.
    fn frame_length(self, _len: u64, _utf16_units: u64) -> u64 {
        0
    }
}

impl<F: Form> Internal for F {
    type Units = F::Unit;
    const KINDS: &'static [Kind] = &[Kind::of::<F>()];
    type Kinds = One;
    const PAIRING: Option<PairingRule> = Some(F::PAIRING);

    fn decode_run(self, units: &[F::Unit], out: &mut [u32]) -> (usize, usize) {
        run::decode::<F>(units, out)
    }

    fn encode_run(self, code_points: &[u32], out: &mut [F::Unit]) -> (usize, usize) {
        if const { !F::ENCODES } {
            return (0, 0);
        }
        run::encode::<F>(code_points, out)
    }

    #[inline]
    fn well_formed_run(self, units: &[F::Unit]) -> usize {
        run::well_formed::<F>(units)
    }
}
