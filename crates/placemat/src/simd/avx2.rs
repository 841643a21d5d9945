//! AVX2: the token and its operations, on vectors of 32 bytes.

use core::arch::x86_64::*;

use super::{Simd, Vectorized};

/// The proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if this CPU has the instructions.
    #[cfg(feature = "std")]
    pub(crate) fn detect() -> Option<Self> {
        let has = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }

    /// Without `std` nothing tells what the operating system keeps.
    #[cfg(not(feature = "std"))]
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    /// Runs a kernel in a function that has the features.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn with_features<K: Vectorized>(token: Avx2, kernel: K) -> K::Output {
            kernel.vector(token)
        }
        // SAFETY: the token is made by detection alone, so the CPU has the features.
        unsafe { with_features(self, kernel) }
    }
}

impl Simd for Avx2 {
    type Vector = __m256i;
}
