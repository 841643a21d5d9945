//! Runs of well-formed text through the accelerators: a kernel for both sides, or a strip of code points
//! between the source's accelerator and the target's.

use super::{ESCAPE, Io, Transcoder};
use crate::cast::{bytes_of, bytes_of_mut};
use crate::code_point::is_lead_surrogate;
use crate::codec::Codec;
use crate::engine::event::{Counts, End};
use crate::engine::observer::Observer;
use crate::engine::selection::{by_policy_for, goes_by_strips, kernel_for, kernel_up_to_lead, lossy_for};
use crate::kernel::{ByPolicy, Kernel, Lossy};
use crate::policy::OnUnencodable;
use crate::simd::Isa;
use crate::table::Decoded;

/// The number of code points that pass from the source's accelerator to the target's at a time: 4 KiB.
const STRIP: usize = 1024;
/// The length of a strip after a code point that the target did not take, because more of them may follow.
const SHORT_STRIP: usize = 32;
/// The most strips before a kernel that made little progress is tried again.
const LONGEST_PAUSE: usize = 63;
/// The most steps before a kernel or a strip that made little progress is tried again.
const MOST_STEPS: usize = 15;
/// The number of units that counts as little progress: starting a kernel or a strip costs as much as
/// converting them by steps.
const LITTLE: usize = 8;

/// How much the accelerators are given at a time, depending on how far they got recently.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The number of code points in a strip.
    strip: usize,
    /// The number of strips before the kernel is tried again, and the number last time.
    pause: usize,
    last_pause: usize,
    /// The number of steps before a strip is tried again, and the number last time.
    steps: usize,
    last_steps: usize,
}

impl Default for Pace {
    #[inline]
    fn default() -> Self {
        Pace { strip: STRIP, pause: 0, last_pause: 0, steps: 0, last_steps: 0 }
    }
}

impl<S: Codec, T: Codec> Transcoder<S, T> {
    /// Converts well-formed text with the accelerators as far as they go, including replacements for which
    /// the observer does not demand events.
    pub(super) fn run<const TRUSTS: bool>(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let stepwise = self.refusing.is_some() || self.options.on_unencodable == OnUnencodable::PrivateUse;
        if self.reading.pending_len > 0 || self.writing.held_len > 0 || stepwise {
            return;
        }
        if const { T::IS_NULL } {
            return self.run_to_null(io);
        }
        if !TRUSTS
            && let Some(lossy) =
                lossy_for(self.reading.source, self.target, self.options, io.observer.demand())
        {
            return self.run_lossy(lossy, io);
        }
        if self.pace.steps > 0 {
            self.pace.steps -= 1;
            return;
        }
        let before = io.read;
        let is_done = !TRUSTS
            && by_policy_for(self.reading.source, self.target, self.options, io.observer.demand())
                .is_some_and(|kernel| self.run_by_policy(kernel, io).is_some());
        if !is_done {
            self.run_well_formed::<TRUSTS>(io);
        }
        // If steps are needed everywhere, more and more of them are made before anything else is tried again.
        let was_little = io.read - before < LITTLE && io.read < io.input.len();
        self.pace.last_steps = if was_little { MOST_STEPS.min(2 * self.pace.last_steps + 1) } else { 0 };
        self.pace.steps = self.pace.last_steps;
    }

    /// Converts with the accelerators for well-formed text.
    fn run_well_formed<const TRUSTS: bool>(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        match kernel_for::<S, T, TRUSTS>(self.reading.source, self.target, self.options) {
            Some(kernel) => self.run_kernel(kernel, io),
            None if const { !goes_by_strips::<S, T>() } => self.run_up_to_lead(io),
            None if self.pace.strip > SHORT_STRIP => self.run_strips::<STRIP>(io),
            None => self.run_strips::<SHORT_STRIP>(io),
        }
    }

    fn run_lossy(&mut self, lossy: Lossy, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let (input, room) = (bytes_of(&io.input[io.read..]), bytes_of_mut(&mut io.output[io.written..]));
        // At the end of an input, a lead surrogate may have its trail surrogate in the next input.
        let (replaced, surrogates) = lossy.run(Isa::current(), input, room, io.end == End::All);
        if replaced.errors + surrogates > 0 {
            let counts = Counts { errors: replaced.errors, unencodable: surrogates, joined: 0 };
            self.counts.add(counts);
            io.observer.counted(counts, self.reading.input);
        }
        self.passed(replaced.read, replaced.written, io);
    }

    /// Returns `None` if the kernel does not apply the policy.
    fn run_by_policy(
        &mut self,
        kernel: ByPolicy,
        io: &mut Io<'_, S, T, impl Observer + ?Sized>,
    ) -> Option<()> {
        let (input, room) = (bytes_of(&io.input[io.read..]), bytes_of_mut(&mut io.output[io.written..]));
        let surrogates =
            self.options.on_unencodable == OnUnencodable::Replace && !io.observer.demand().unencodable;
        let policies = (self.options.on_error, surrogates);
        let (done, surrogates) = kernel.run(Isa::current(), policies, input, room, io.end == End::All)?;
        if done.errors + surrogates > 0 {
            let counts = Counts { errors: done.errors, unencodable: surrogates, joined: 0 };
            self.counts.add(counts);
            io.observer.counted(counts, self.reading.input);
        }
        self.passed(done.read, done.written, io);
        Some(())
    }

    /// Records that a kernel has read and written bytes.
    fn passed(&mut self, read: usize, written: usize, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        self.consume(read / size_of::<S::Unit>(), io);
        io.written += written / size_of::<T::Unit>();
        self.writing.total_written += (written / size_of::<T::Unit>()) as u64;
    }

    /// Runs the kernel of the pair once and returns the number of bytes that it read.
    fn run_kernel_once(&mut self, kernel: Kernel, io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> usize {
        let input = bytes_of(&io.input[io.read..]);
        let (read, written) = kernel.run(Isa::current(), input, bytes_of_mut(&mut io.output[io.written..]));
        self.passed(read, written, io);
        read
    }

    /// Runs the kernel once for a pair in which skipping may join surrogates. A lead surrogate at the end is
    /// left to a step, which keeps it until the next code point is known.
    fn run_up_to_lead(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let Some(kernel) = kernel_up_to_lead(self.reading.source, self.target, self.options) else { return };
        let input = bytes_of(&io.input[io.read..]);
        let (read, written) = kernel.run(Isa::current(), input, bytes_of_mut(&mut io.output[io.written..]));
        let units = read / size_of::<S::Unit>();
        let (of_source, of_target) = self.lead_at_end(&io.input[io.read..][..units]);
        self.passed(read - of_source * size_of::<S::Unit>(), written - of_target * size_of::<T::Unit>(), io);
    }

    /// Returns the lengths of the lead surrogate at the end of text that a kernel converted: in the source,
    /// and in the target.
    fn lead_at_end(&self, units: &[S::Unit]) -> (usize, usize) {
        for len in 1..=self.from.longest.min(units.len()) {
            match self.reading.source.decode_next(&units[units.len() - len..], true) {
                Ok(Decoded { code_point, len: whole, .. }) if whole == len => {
                    let mut room = [T::Unit::default(); ESCAPE];
                    let is_lead = is_lead_surrogate(code_point);
                    let written = self.target.encode_next(code_point, &mut room);
                    return if is_lead { (len, written.unwrap_or(0)) } else { (0, 0) };
                }
                _ => {}
            }
        }
        (0, 0)
    }

    /// Runs the kernel of the pair. If it stops at text that only needs another way of writing, runs a strip.
    /// The denser such text is, the more strips are run before the kernel is tried again.
    fn run_kernel(&mut self, kernel: Kernel, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        if const { !goes_by_strips::<S, T>() } {
            self.run_kernel_once(kernel, io);
            return;
        }
        loop {
            if self.pace.pause == 0 {
                let read = self.run_kernel_once(kernel, io);
                if !kernel.is_partial {
                    return;
                }
                self.pace.pause =
                    if read < 16 * SHORT_STRIP { LONGEST_PAUSE.min(2 * self.pace.last_pause + 1) } else { 0 };
                self.pace.last_pause = self.pace.pause;
            } else {
                self.pace.pause -= 1;
            }
            let went_through = if self.pace.last_pause < LONGEST_PAUSE || self.pace.strip <= SHORT_STRIP {
                self.one_strip(&mut [0; SHORT_STRIP], io)
            } else {
                // The kernel is of little use here: run longer strips, with as many code points, before it is
                // tried again.
                self.pace.pause = self.pace.pause.saturating_sub(STRIP / SHORT_STRIP - 1);
                self.one_strip(&mut [0; STRIP], io)
            };
            if !went_through {
                return;
            }
        }
    }

    /// Runs strips of code points from the source's accelerator to the target's.
    fn run_strips<const N: usize>(&mut self, io: &mut Io<'_, S, T, impl Observer + ?Sized>) {
        let mut strip = [0; N];
        while self.one_strip(&mut strip, io) {
            if N < self.pace.strip {
                return self.run_strips::<STRIP>(io);
            }
        }
    }

    /// Runs one strip. Returns `true` if all of it was converted.
    fn one_strip(&mut self, strip: &mut [u32], io: &mut Io<'_, S, T, impl Observer + ?Sized>) -> bool {
        let room = (io.output.len() - io.written) / self.to.longest;
        let room = room.min(self.pace.strip).min(strip.len());
        let strip = &mut strip[..room];
        let (read, count) = self.reading.source.decode_run(&io.input[io.read..], strip);
        if count == 0 {
            self.pace.strip = SHORT_STRIP; // a step is needed, and perhaps many
            return false;
        }
        let (taken, written) = self.target.encode_run(&strip[..count], &mut io.output[io.written..]);
        io.written += written;
        self.writing.total_written += written as u64;
        if taken == count {
            self.consume(read, io);
            self.pace.strip = STRIP.min(2 * self.pace.strip);
            return true;
        }
        self.pace.strip = SHORT_STRIP;
        // Code points that the target did not take are read again, step by step.
        let (read, again) = self.reading.source.decode_run(&io.input[io.read..], &mut strip[..taken]);
        debug_assert_eq!(again, taken, "a run is as long again, as far as there is room");
        self.consume(read, io);
        false
    }
}
