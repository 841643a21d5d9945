//! The tokens. Each proves that the CPU has an instruction set: it is made by
//! detection, or by `assume`, whose caller knows.

#[cfg(all(target_arch = "x86_64", not(feature = "std")))]
use super::cpuid;

/// Defines tokens for x86-64: what is proved, the features by the names that std has for them, and their bit
/// without std.
#[cfg(target_arch = "x86_64")]
macro_rules! tokens {
    ($($token:ident, $what:literal: $($feature:tt)&&+, or $bit:ident;)*) => { $(
        #[doc = concat!("The proof that the CPU has ", $what, ".")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(crate) struct $token(());

        impl $token {
            /// Makes a token without detection.
            ///
            /// # Safety
            ///
            #[doc = concat!("The CPU must have the features that [`detect`](", stringify!($token), "::detect) asks for.")]
            #[inline(always)]
            pub(super) const unsafe fn assume() -> Self {
                $token(())
            }

            /// The token, if this CPU has the instructions.
            #[inline]
            pub(crate) fn detect() -> Option<Self> {
                #[cfg(feature = "std")]
                let has = $(std::is_x86_feature_detected!($feature))&&+;
                #[cfg(not(feature = "std"))]
                let has = cpuid::found() & cpuid::$bit != 0;
                has.then_some($token(()))
            }
        }
    )* };
}

#[cfg(target_arch = "x86_64")]
tokens! {
    Sse41, "SSE4.1, SSSE3 and POPCNT": "sse4.1" && "ssse3" && "popcnt", or SSE41;
    Avx2, "AVX2, BMI1, BMI2, LZCNT and POPCNT": "avx2" && "bmi1" && "bmi2" && "lzcnt" && "popcnt", or AVX2;
    Avx512, "F, BW, VL, VBMI, VBMI2, GFNI, BMI1, BMI2, LZCNT and POPCNT":
        "avx512f" && "avx512bw" && "avx512vl" && "avx512vbmi" && "avx512vbmi2" && "gfni"
            && "bmi1" && "bmi2" && "lzcnt" && "popcnt",
        or AVX512;
}

/// The proof that the CPU has NEON.
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Neon(());

#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
impl Neon {
    /// Makes a token without detection.
    ///
    /// # Safety
    ///
    /// [`detect`](Neon::detect) must have returned a token on this CPU.
    #[inline(always)]
    pub(super) const unsafe fn assume() -> Self {
        Neon(())
    }

    /// The token, if this CPU has the instructions: all those that such targets are made for do.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        cfg!(target_feature = "neon").then_some(Neon(()))
    }
}
