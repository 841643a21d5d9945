//! Instruction sets: tokens that prove the CPU has them, vector operations, and the choice at run time.
//!
//! A token is a value without content that only detection makes. Its vector operations are safe methods, because the
//! value proves that the instructions exist. They and the kernels over them are `#[inline(always)]`, inside the one
//! function per token that has the features, which [`Isa::run`] calls.

#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::{Avx512, Vector};

use core::fmt;
#[cfg(feature = "std")]
use std::sync::OnceLock;

/// The instruction set in use, once it is chosen.
#[cfg(feature = "std")]
static CURRENT: OnceLock<Isa> = OnceLock::new();

/// An instruction set that kernels are written for.
///
/// ```
/// use placemat::Isa;
/// assert!(Isa::available().any(|isa| isa == Isa::Scalar));
/// assert_eq!(Isa::from_name("scalar"), Some(Isa::Scalar));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Isa {
    /// None but the machine's words: there on every CPU.
    Scalar,
    /// AVX-512 with F, BW, VL, VBMI, VBMI2, GFNI, and BMI2: Intel from Ice Lake on, AMD from Zen 4 on.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Token),
}

/// The proof that the CPU has AVX-512; only detection makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Avx512Token(Avx512);

impl Isa {
    /// The name, as the environment variable `PLACEMAT_ISA` takes it.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert_eq!(Isa::Scalar.name(), "scalar");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => "avx512",
        }
    }

    /// The names of all instruction sets that this crate has kernels for, on any CPU.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert!(Isa::NAMES.contains(&"avx512"));
    /// ```
    pub const NAMES: [&'static str; 2] = ["scalar", "avx512"];

    /// The instruction set of that name, if this CPU has it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|isa| isa.name() == name)
    }

    /// What this CPU has, the best first. Without `std` there is no detection, and the answer is scalar.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let avx512 = Avx512::detect().map(|token| Isa::Avx512(Avx512Token(token)));
        #[cfg(not(target_arch = "x86_64"))]
        let avx512 = None;
        avx512.into_iter().chain([Isa::Scalar])
    }

    /// Puts the instruction set to use, if none is yet; tells which one is.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert_eq!(Isa::Scalar.select(), Isa::current());
    /// ```
    pub fn select(self) -> Self {
        #[cfg(feature = "std")]
        {
            *CURRENT.get_or_init(|| self)
        }
        #[cfg(not(feature = "std"))]
        Isa::Scalar
    }

    /// The instruction set in use: what `PLACEMAT_ISA` names, if this CPU has it, or else the best. Read once.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert!(Isa::available().any(|isa| isa == Isa::current()));
    /// ```
    #[inline]
    pub fn current() -> Self {
        #[cfg(feature = "std")]
        {
            *CURRENT.get_or_init(|| {
                let named = std::env::var("PLACEMAT_ISA").ok().and_then(|name| Isa::from_name(&name));
                named.or_else(|| Isa::available().next()).unwrap_or(Isa::Scalar)
            })
        }
        #[cfg(not(feature = "std"))]
        Isa::Scalar
    }

    /// Runs a kernel with the token of the instruction set; the one `match` on it.
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        match self {
            Isa::Scalar => kernel.scalar(),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(Avx512Token(token)) => token.run(kernel),
        }
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kernel with its arguments, for whichever instruction set.
pub(crate) trait Vectorized {
    /// What it gives.
    type Output;
    /// Without vectors.
    fn scalar(self) -> Self::Output;
    /// With AVX-512; to be `#[inline(always)]`.
    #[cfg(target_arch = "x86_64")]
    fn avx512(self, simd: Avx512) -> Self::Output;
}
