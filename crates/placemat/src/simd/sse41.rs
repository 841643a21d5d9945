//! SSE4.1: the token and its operations, on vectors of 16 bytes.

use core::arch::x86_64::*;

use super::{Simd, Vectorized};

/// The proof that the CPU has SSE4.1, SSSE3 and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sse41(());

impl Sse41 {
    /// The token, if this CPU has the instructions.
    #[cfg(feature = "std")]
    pub(crate) fn detect() -> Option<Self> {
        let has = std::is_x86_feature_detected!("sse4.1")
            && std::is_x86_feature_detected!("ssse3")
            && std::is_x86_feature_detected!("popcnt");
        has.then_some(Sse41(()))
    }

    /// Without `std` nothing tells what the operating system keeps.
    #[cfg(not(feature = "std"))]
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    /// Runs a kernel in a function that has the features.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "sse4.1,ssse3,popcnt")]
        fn with_features<K: Vectorized>(token: Sse41, kernel: K) -> K::Output {
            kernel.vector(token)
        }
        // SAFETY: the token is made by detection alone, so the CPU has the features.
        unsafe { with_features(self, kernel) }
    }
}

impl Simd for Sse41 {
    type Vector = __m128i;
}
