//! The parts of the whole walk, and their extents.

mod classes;
mod code_points;
#[cfg(unix)]
mod functions;
mod independence;
mod layouts;
mod lengths;
#[cfg(unix)]
mod pages;
mod units;
mod windows;

use std::io;

use crate::frame::{LENGTHS, Ways};
use crate::report::Tally;

/// How much of each part is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extent {
    /// Some of everything, within a minute for all instruction sets together.
    Smallest,
    /// Every class of everything, within minutes.
    Quick,
    /// All of it, which takes hours.
    Full,
}

/// The options of a walk.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How much is walked.
    pub extent: Extent,
    /// At how many positions in a block of 64 bytes; `None` is the default of the extent.
    pub offsets: Option<usize>,
    /// Only kernels whose names contain this.
    pub kernel: Option<String>,
    /// The instruction set that is in use.
    pub tier: &'static str,
}

/// A part of the walk.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description of what it walks.
    pub summary: &'static str,
    /// Runs it, and returns the number of differences.
    pub run: fn(&Plan, &str) -> io::Result<u64>,
}

/// All parts.
pub const PARTS: &[Part] = &[
    Part {
        name: "windows",
        summary: "all 2^32 strings of four bytes in a well-formed text (avx512: those that are well-formed in a longer one too), through every validator",
        run: windows::run,
    },
    Part {
        name: "classes",
        summary: "windows of every class of units x places x backgrounds x tails, through everything",
        run: classes::run,
    },
    Part {
        name: "units",
        summary: "all 2^32 pairs of 16-bit units in a well-formed text, through everything that reads UTF-16",
        run: units::run,
    },
    Part {
        name: "layouts",
        summary: "all orders of sequences of one to four bytes that make so many bytes, through every conversion",
        run: layouts::run,
    },
    Part { name: "code-points", summary: "all code points through every conversion", run: code_points::run },
    Part {
        name: "independence",
        summary: "two or three windows anywhere: none changes what is said of another that is not beside it",
        run: independence::run,
    },
    Part {
        name: "lengths",
        summary: "lengths that are told equal those that are written, on well-formed and random bytes",
        run: lengths::run,
    },
    #[cfg(unix)]
    Part {
        name: "functions",
        summary: "counts, from_utf8_lossy, chunks, make_well_formed and conversions of a str, beside pages that fault",
        run: functions::run,
    },
    #[cfg(unix)]
    Part {
        name: "pages",
        summary: "input and output of exact size directly before and after pages that fault, all lengths to 1024",
        run: pages::run,
    },
];

impl Plan {
    /// Returns the offsets in a block of 64 bytes, for the number that was requested or this one; all are
    /// multiples of `width`.
    fn offsets(&self, unless_asked: usize, width: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.offsets.unwrap_or(unless_asked).clamp(1, 64 / width);
        (0..count).map(move |k| k * 64 / count / width * width)
    }

    /// Returns one of three values, by extent.
    fn by_extent<T>(&self, smallest: T, quick: T, full: T) -> T {
        match self.extent {
            Extent::Smallest => smallest,
            Extent::Quick => quick,
            Extent::Full => full,
        }
    }

    /// Returns all ways in which a conversion is called, or one of them, in rotation.
    fn ways(&self, turn: usize) -> Ways {
        if self.extent == Extent::Full { Ways::All } else { Ways::Turn(turn) }
    }

    /// Returns the length of a text that all kernels of the instruction set process in whole steps: those of
    /// AVX-512 prepare for what follows the first blocks.
    fn text_len(&self) -> usize {
        LENGTHS[usize::from(self.tier == "avx512")]
    }

    /// Runs the requested kernels, each with a tally of its own. Returns the number of differences.
    fn each<K>(
        &self,
        part: &str,
        kernels: impl IntoIterator<Item = K>,
        name: impl Fn(&K) -> String,
        mut run: impl FnMut(&K, &mut Tally),
    ) -> io::Result<u64> {
        let mut differences = 0;
        for kernel in kernels {
            let name = name(&kernel);
            if self.kernel.as_ref().is_none_or(|wanted| name.contains(wanted.as_str())) {
                let mut tally = Tally::new(name);
                run(&kernel, &mut tally);
                differences += tally.close(self.tier, part)?;
            }
        }
        Ok(differences)
    }
}
