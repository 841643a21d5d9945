//! Instruction sets, and the choice of one at run time.
//!
//! For each there is a token, a zero-sized value that exists only on CPUs that have it ([`token`]). Its
//! vector operations are safe methods, because the value proves that the instructions exist ([`vector`] and
//! the files of the instruction sets). They and the kernels that use them are `#[inline(always)]`. They are
//! inlined into the one function for each kernel and token that has the features, which [`Isa::run`] or
//! [`Isa::run_of`] calls.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(all(target_arch = "x86_64", any(test, not(feature = "std"))))]
mod cpuid;
mod few;
#[cfg(target_arch = "x86_64")]
mod memory;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse41;
mod token;
mod vector;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::{Vector, first_lanes};
#[cfg(feature = "alloc")]
pub(crate) use few::is_in_bmp;
pub(crate) use few::{count_greater, is_ascii, is_short_ascii};
#[cfg(target_arch = "x86_64")]
pub(crate) use memory::gains_by_fetching;
#[cfg(target_arch = "x86_64")]
pub(crate) use token::Avx512;
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
use token::Neon;
#[cfg(target_arch = "x86_64")]
use token::{Avx2, Sse41};
pub(crate) use vector::{BLOCK, OfSlices, Simd, Vectorized};

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// The [number](Isa::number) of the instruction set in use; 0 until it is chosen.
static CURRENT: AtomicU8 = AtomicU8::new(0);

/// An instruction set that kernels are written for.
///
/// ```
/// use placemat::Isa;
/// assert!(Isa::available().any(|isa| isa == Isa::Scalar));
/// assert_eq!(Isa::from_name("scalar"), Some(Isa::Scalar));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Isa {
    /// No vectors, only the machine's words: available on every CPU.
    Scalar = 1,
    /// SSE4.1 with SSSE3 and POPCNT: vectors of 16 bytes, on x86-64 CPUs since about 2008.
    #[cfg(target_arch = "x86_64")]
    Sse41(Sse41Token) = 2,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT: vectors of 32 bytes, Intel since Haswell, AMD since Excavator.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Token) = 3,
    /// AVX-512 with F, BW, VL, VBMI, VBMI2, GFNI, and BMI2: Intel from Ice Lake on, AMD from Zen 4 on.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Token) = 4,
    /// NEON: vectors of 16 bytes, on every aarch64 CPU; little-endian only.
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    Neon(NeonToken) = 5,
}

/// Public proofs that the CPU has an instruction set, around the tokens that the kernels take.
macro_rules! proofs {
    ($($(#[$meta:meta])* $proof:ident($token:ident), $what:literal;)*) => { $(
        #[doc = concat!("The proof that the CPU has ", $what, "; it exists only on such a CPU.")]
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $proof($token);
    )* };
}

proofs! {
    #[cfg(target_arch = "x86_64")]
    Sse41Token(Sse41), "SSE4.1";
    #[cfg(target_arch = "x86_64")]
    Avx2Token(Avx2), "AVX2";
    #[cfg(target_arch = "x86_64")]
    Avx512Token(Avx512), "AVX-512";
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    NeonToken(Neon), "NEON";
}

impl Isa {
    /// The name, as the environment variable `PLACEMAT_ISA` takes it.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert_eq!(Isa::Scalar.name(), "scalar");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Isa::Sse41(_) => "sse4.1",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => "avx512",
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Isa::Neon(_) => "neon",
        }
    }

    /// The names of all instruction sets for which this crate has kernels, on any CPU.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert!(Isa::NAMES.contains(&"avx512"));
    /// ```
    pub const NAMES: [&'static str; 5] = ["scalar", "sse4.1", "avx2", "avx512", "neon"];

    /// Returns the instruction set of that name, one of [`NAMES`](Isa::NAMES), if this CPU has it.
    ///
    /// ```
    /// # use placemat::Isa;
    /// let found = Isa::NAMES.into_iter().filter_map(Isa::from_name).count();
    /// assert_eq!(found, Isa::available().count());
    /// assert_eq!(Isa::from_name("mmx"), None);
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|isa| isa.name() == name)
    }

    /// Returns the instruction sets that the CPU and its operating system support, the best first.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert_eq!(Isa::available().last(), Some(Isa::Scalar)); // which needs nothing
    /// ```
    #[inline]
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let vectors = [
            Avx512::detect().map(|token| Isa::Avx512(Avx512Token(token))),
            Avx2::detect().map(|token| Isa::Avx2(Avx2Token(token))),
            Sse41::detect().map(|token| Isa::Sse41(Sse41Token(token))),
        ];
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        let vectors = [Neon::detect().map(|token| Isa::Neon(NeonToken(token)))];
        #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
        let vectors: [Option<Self>; 0] = [];
        vectors.into_iter().flatten().chain([Isa::Scalar])
    }

    /// Returns the best instruction set if all CPUs that the program is compiled for have it.
    const COMPILED_FOR: Option<Self> = {
        #[cfg(target_arch = "x86_64")]
        let best = if cfg!(all(
            target_feature = "avx512f",
            target_feature = "avx512bw",
            target_feature = "avx512vl",
            target_feature = "avx512vbmi",
            target_feature = "avx512vbmi2",
            target_feature = "gfni",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        )) {
            // SAFETY: the program runs only on CPUs with the features that it is compiled for, which are
            // those of the token.
            Some(Isa::Avx512(Avx512Token(unsafe { Avx512::assume() })))
        } else {
            None
        };
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        let best = if cfg!(target_feature = "neon") {
            // SAFETY: as above.
            Some(Isa::Neon(NeonToken(unsafe { Neon::assume() })))
        } else {
            None
        };
        #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))))]
        let best = None;
        if cfg!(placemat_all_tiers) { None } else { best }
    };

    /// Selects this instruction set if none is selected yet. Returns the one that is in use.
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert_eq!(Isa::Scalar.select(), Isa::current());
    /// ```
    #[inline]
    pub fn select(self) -> Self {
        if let Some(isa) = const { Isa::COMPILED_FOR } {
            return isa;
        }
        match CURRENT.compare_exchange(0, self.number(), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => self,
            Err(number) => Isa::chosen(number).unwrap_or(self),
        }
    }

    /// Returns a number that is not zero and that no other instruction set has.
    #[inline]
    const fn number(self) -> u8 {
        match self {
            Isa::Scalar => 1,
            #[cfg(target_arch = "x86_64")]
            Isa::Sse41(_) => 2,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(_) => 3,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(_) => 4,
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Isa::Neon(_) => 5,
        }
    }

    /// Returns the instruction set of this number, or `None` for 0, which means that none is chosen yet.
    #[inline(always)]
    fn chosen(number: u8) -> Option<Self> {
        #[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little")))]
        macro_rules! token {
            ($token:ident) => {
                // SAFETY: only `select` puts a number into `CURRENT`, and only that of an instruction set
                // whose token it has, which detection made.
                unsafe { $token::assume() }
            };
        }
        match number {
            0 => None,
            #[cfg(target_arch = "x86_64")]
            2 => Some(Isa::Sse41(Sse41Token(token!(Sse41)))),
            #[cfg(target_arch = "x86_64")]
            3 => Some(Isa::Avx2(Avx2Token(token!(Avx2)))),
            #[cfg(target_arch = "x86_64")]
            4 => Some(Isa::Avx512(Avx512Token(token!(Avx512)))),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            5 => Some(Isa::Neon(NeonToken(token!(Neon)))),
            _ => Some(Isa::Scalar),
        }
    }

    /// Returns the instruction set in use: the one that the environment variable `PLACEMAT_ISA` names, if
    /// this CPU has it, or else the best. The variable is read once; without `std` it is not read.
    ///
    /// If all CPUs that a program is compiled for have the best instruction set, as all of aarch64 have NEON,
    /// the program always uses it. Neither the variable nor [`select`](Isa::select) changes that, and nothing
    /// is queried at run time. (Tests of this crate set `--cfg placemat_all_tiers` to prevent that.)
    ///
    /// ```
    /// # use placemat::Isa;
    /// assert!(Isa::available().any(|isa| isa == Isa::current()));
    /// ```
    #[inline]
    pub fn current() -> Self {
        if let Some(isa) = const { Isa::COMPILED_FOR } {
            return isa;
        }
        match Isa::chosen(CURRENT.load(Ordering::Relaxed)) {
            Some(isa) => isa,
            None => Isa::choose(),
        }
    }

    /// Chooses the instruction set: the one that `PLACEMAT_ISA` names, or else the best.
    #[cold]
    #[inline]
    fn choose() -> Self {
        #[cfg(feature = "std")]
        let named = std::env::var("PLACEMAT_ISA").ok().and_then(|name| Isa::from_name(&name));
        #[cfg(not(feature = "std"))]
        let named = None;
        named.or_else(|| Isa::available().next()).unwrap_or(Isa::Scalar).select()
    }

    /// Runs a kernel with the token of the instruction set. Nothing else dispatches kernels, except
    /// [`run_of`](Isa::run_of).
    #[inline]
    pub(crate) fn run<K: Vectorized>(self, kernel: K) -> K::Output {
        match self {
            Isa::Scalar => scalar_outlined(kernel),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse41(Sse41Token(token)) => token.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(Avx2Token(token)) => token.run(kernel),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(Avx512Token(token)) => token.run(kernel),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Isa::Neon(NeonToken(token)) => token.run(kernel),
        }
    }

    /// Runs a kernel of an input and an output, as [`run`](Isa::run) does.
    #[inline]
    pub(crate) fn run_of<'a, K: OfSlices<'a>>(self, input: &'a [u8], out: &'a mut [u8]) -> K::Output {
        match self {
            Isa::Scalar => scalar_of_outlined::<K>(input, out),
            #[cfg(target_arch = "x86_64")]
            Isa::Sse41(Sse41Token(token)) => token.run_of::<K>(input, out),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2(Avx2Token(token)) => token.run_of::<K>(input, out),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512(Avx512Token(token)) => token.run_of::<K>(input, out),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Isa::Neon(NeonToken(token)) => token.run_of::<K>(input, out),
        }
    }
}

/// Runs a kernel in plain Rust, in a function of its own: what it needs of the stack is not set up for the
/// kernels with vectors.
#[inline(never)]
fn scalar_outlined<K: Vectorized>(kernel: K) -> K::Output {
    kernel.scalar()
}

/// Runs a kernel of an input and an output likewise.
#[inline(never)]
fn scalar_of_outlined<'a, K: OfSlices<'a>>(input: &'a [u8], out: &'a mut [u8]) -> K::Output {
    K::of(input, out).scalar()
}

impl fmt::Debug for Isa {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
pub(crate) mod tests;
