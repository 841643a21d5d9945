//! The kernel of a strict conversion as a value: what selection returns.

use super::advance::{Advance, Run};
use super::kind::Kind;
use super::order::{self, Swaps};
use crate::simd::Isa;

/// A conversion's kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// The conversion, in the byte order that the kernel knows.
    convert: Run,
    /// The sides whose byte order the kernel does not know.
    swaps: Swaps,
    /// The kernel also stops at some well-formed sequences that the target can hold, because the target
    /// writes them differently.
    pub(crate) is_partial: bool,
}

impl Kernel {
    /// A kernel that converts everything that both sides can hold.
    #[inline]
    pub(super) const fn total(convert: Run) -> Self {
        Kernel { convert, swaps: Swaps::NONE, is_partial: false }
    }

    /// A kernel that converts only part of what both sides can hold.
    #[inline]
    pub(super) const fn partial(convert: Run) -> Self {
        Kernel::total(convert).partial_if(true)
    }

    /// Returns the kernel, which converts only part of that if the condition holds.
    #[inline]
    pub(super) const fn partial_if(self, is_partial: bool) -> Self {
        Kernel { is_partial, ..self }
    }

    /// Returns the kernel for other byte orders of the sides, which are swapped on the way.
    #[inline]
    pub(super) const fn between(self, from: Kind, to: Kind) -> Self {
        Kernel { swaps: Swaps::between(from, to), ..self }
    }

    /// Converts with the given instruction set. Returns the bytes read and the bytes written.
    #[inline]
    pub(crate) fn run(self, isa: Isa, input: &[u8], out: &mut [u8]) -> Advance {
        if self.swaps.is_none() {
            (self.convert)(isa, input, out)
        } else {
            order::convert(isa, self.convert, self.swaps, input, out)
        }
    }
}
