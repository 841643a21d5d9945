//! One engine's side of a measurement: buffers at given offsets, and one round of calls at a time.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::engine::Work;

/// How long a round should take; a call that takes longer is a round by itself.
const ROUND: Duration = Duration::from_micros(500);
/// Buffers begin on a page, so that only the offsets below determine their alignment.
const PAGE: usize = 4096;
/// The offsets of input and output, in units from the page's start: aligned to a line, misaligned, near to
/// and far from the same position in the page (which is slow if stores seem to conflict with later loads).
const OFFSETS: [(usize, usize); 8] =
    [(0, 512), (0, 0), (1, 256), (7, 3), (16, 256), (5, 515), (32, 8), (0, 261)];
/// No conversion here writes more bytes for each byte; the rest is for a BOM, and for a peer that requires
/// more than it uses.
const GROWTH: usize = 4;

/// Bytes at an offset from a page's start.
struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

impl Buffer {
    fn new(len: usize) -> Self {
        // Zeroed, so that pages that are not used take no memory.
        Buffer { bytes: vec![0; len + 2 * PAGE], start: 0, len }
    }

    /// Moves the bytes to an offset from the first start of a page.
    fn move_to(&mut self, offset: usize) {
        let start = self.bytes.as_ptr().align_offset(PAGE) + offset % PAGE;
        self.bytes.copy_within(self.start..self.start + self.len, start);
        self.start = start;
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.len]
    }
}

/// An operation and its data.
pub struct Prepared {
    work: Work,
    input: Buffer,
    output: Buffer,
    /// The number of bytes in a unit of input and of output.
    units: (usize, usize),
    /// The number of calls in a round.
    calls: u32,
}

impl Prepared {
    /// Runs the work for the first time. Returns length and hash of the output, or `None` if there is none.
    pub fn new(work: Work, text: &[u8], units: (usize, usize)) -> (Self, Option<(usize, u64)>) {
        let (input, output) = (Buffer::new(text.len()), Buffer::new(GROWTH * text.len() + PAGE));
        let mut prepared = Prepared { work, input, output, units, calls: 1 };
        prepared.input.move_to(0);
        prepared.input.bytes().copy_from_slice(text);
        prepared.output.start = prepared.output.bytes.as_ptr().align_offset(PAGE);
        let outcome = (prepared.work)(prepared.input.bytes(), prepared.output.bytes());
        let fingerprint = outcome.fingerprint(prepared.output.bytes());
        drop(outcome);
        let (seconds, budget) = (prepared.time(1), ROUND.as_secs_f64());
        prepared.calls = (budget / seconds.max(1e-9)).clamp(1.0, 1e6) as u32;
        (prepared, fingerprint)
    }

    /// Runs one round, and returns the seconds for one call.
    pub fn round(&mut self, round: usize) -> f64 {
        let (input, output) = OFFSETS[round % OFFSETS.len()];
        self.input.move_to(input * self.units.0);
        // The contents of the output do not matter.
        self.output.start = self.output.bytes.as_ptr().align_offset(PAGE) + output * self.units.1;
        // The first call finds the caches and branch predictors as the previous engine left them. A call that
        // fills a round alone is long enough to be measured by itself.
        if self.calls > 1 {
            self.time(1);
        }
        self.time(self.calls) / f64::from(self.calls)
    }

    fn time(&mut self, calls: u32) -> f64 {
        let Prepared { work, input, output, .. } = self;
        let (input, output) = (input.bytes(), output.bytes());
        let start = Instant::now();
        for _ in 0..calls {
            // By reference: moving the outcome would copy what has just been written in parts, and stall.
            let outcome = work(black_box(&*input), black_box(&mut *output));
            black_box(&outcome);
        }
        start.elapsed().as_secs_f64()
    }
}
