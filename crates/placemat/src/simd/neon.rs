//! NEON: the token and its operations, on vectors of 16 bytes.

use core::arch::aarch64::*;

use super::{Simd, Vectorized};

/// The proof that the CPU has NEON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Neon(());

impl Neon {
    /// The token, if this CPU has the instructions.
    #[cfg(feature = "std")]
    pub(crate) fn detect() -> Option<Self> {
        let has = std::is_aarch64_feature_detected!("neon");
        has.then_some(Neon(()))
    }

    /// Without `std` nothing tells what the operating system keeps.
    #[cfg(not(feature = "std"))]
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    /// Runs a kernel in a function that has the features.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "neon")]
        fn with_features<K: Vectorized>(token: Neon, kernel: K) -> K::Output {
            kernel.vector(token)
        }
        // SAFETY: the token is made by detection alone, so the CPU has the features.
        unsafe { with_features(self, kernel) }
    }
}

impl Simd for Neon {
    type Vector = uint8x16_t;
}
