//! What the C library asks of a step: convert and hand on, go back if the next step did not take everything,
//! keep an incomplete sequence, skip or write otherwise what cannot be converted, and flush.

use core::cell::Cell;
use core::ffi::c_int;
use core::{ptr, slice};

use crate::charset::{Direction, Task};
use crate::convert::{self, End, Part, WIDTH};
use crate::glibc::{self, Data, Step};
use crate::state::{Kept, MOST_KEPT, State};

/// One call of a step.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The step, in an array. Another one follows unless the data say that this one is the last.
    pub(crate) step: *const Step,
    /// The data, also in an array.
    pub(crate) place: *const Data,
    pub(crate) data: &'a Data,
    pub(crate) task: Task,
    /// `None` if the C library wants no character to be skipped or written otherwise.
    pub(crate) irreversible: Option<&'a Cell<usize>>,
    /// The addresses of this module's functions for conversion and initialization.
    pub(crate) own: [usize; 2],
    /// Whether an incomplete sequence at the end is kept.
    pub(crate) keeps: c_int,
}

/// What one round of conversions has done.
struct Round {
    read: usize,
    written: usize,
    status: c_int,
    /// The number of characters that were skipped or written otherwise.
    irreversible: usize,
    has_skipped: bool,
}

/// Bytes between two pointers.
#[derive(Clone, Copy)]
struct Span<P> {
    start: P,
    end: P,
}

impl Span<*const u8> {
    fn len(self) -> usize {
        self.end.addr().saturating_sub(self.start.addr())
    }

    /// Returns the bytes from an offset on.
    ///
    /// # Safety
    ///
    /// All bytes must be readable and must not change while the slice is used.
    unsafe fn from<'b>(self, offset: usize) -> &'b [u8] {
        let start = self.start.wrapping_add(offset);
        match self.len().saturating_sub(offset) {
            0 => &[],
            // SAFETY: the caller has promised it; no object has more than half of the address space.
            len => unsafe { slice::from_raw_parts(start, len) },
        }
    }
}

impl Span<*mut u8> {
    fn len(self) -> usize {
        self.end.addr().saturating_sub(self.start.addr())
    }

    /// Returns the bytes from an offset on.
    ///
    /// # Safety
    ///
    /// All bytes must be writable, and nothing else may access them while the slice is used. They are written
    /// before they are read.
    unsafe fn from<'b>(self, offset: usize) -> &'b mut [u8] {
        let start = self.start.wrapping_add(offset);
        match self.len().saturating_sub(offset) {
            0 => &mut [],
            // SAFETY: the caller has promised it; no object has more than half of the address space.
            len => unsafe { slice::from_raw_parts_mut(start, len) },
        }
    }
}

/// Returns `true` if no byte is in both. iconv(3) forbids that, and Rust's slices as well.
fn are_apart(input: Span<*const u8>, output: Span<*mut u8>) -> bool {
    input.len() == 0
        || output.len() == 0
        || input.end.addr() <= output.start.addr()
        || output.end.addr() <= input.start.addr()
}

impl Call<'_> {
    fn is_last(self) -> bool {
        self.data.flags.get() & glibc::IS_LAST != 0
    }

    fn state(self) -> State {
        // SAFETY: the C library promises that the pointer is null or points to a state, which is the
        // descriptor's.
        unsafe { self.data.state.as_ref() }.map_or_else(State::default, State::of)
    }

    fn set_state(self, state: State) {
        // SAFETY: as in `state`.
        if let Some(place) = unsafe { self.data.state.as_ref() } {
            state.put(place);
        }
    }

    /// Flushes this step and the following ones. If `how` is 1, what waits is written; otherwise it is
    /// dropped.
    ///
    /// # Safety
    ///
    /// The arguments of the call must be those of the C library.
    pub(crate) unsafe fn flush(self, how: c_int) -> c_int {
        let mut state = self.state();
        if how == 1 {
            let start = self.data.output.get();
            let room = Span { start, end: self.data.output_end.get() };
            // SAFETY: the C library promises that the room for output is writable, and this call has it.
            let part = convert::flush(self.task, &mut state, unsafe { room.from(0) });
            if part.end != End::Done {
                return glibc::FULL_OUTPUT;
            }
            let end = start.wrapping_add(part.written);
            if self.is_last() {
                self.data.output.set(end);
            } else if part.written > 0 {
                let taken = Cell::new(start.cast_const());
                // SAFETY: it is the output of this step, for the next one.
                let status = unsafe { self.hand_on(&taken, end) };
                if status != glibc::EMPTY_INPUT {
                    return status;
                }
            }
        }
        self.set_state(State::default());
        if self.is_last() {
            return glibc::OK;
        }
        // SAFETY: the next step flushes as this one.
        unsafe { self.call_next(ptr::null(), ptr::null(), how) }
    }

    /// Calls the next step for some input.
    ///
    /// # Safety
    ///
    /// As for [`Call::flush`]; there must be a next step, and the bytes from `taken` to `end` must be
    /// readable.
    unsafe fn hand_on(self, taken: &Cell<*const u8>, end: *const u8) -> c_int {
        // SAFETY: the caller has promised it.
        unsafe { self.call_next(taken, end, 0) }
    }

    /// # Safety
    ///
    /// As for [`Call::hand_on`], unless the input is null.
    unsafe fn call_next(self, input: *const Cell<*const u8>, end: *const u8, flushes: c_int) -> c_int {
        let (step, data) = (self.step.wrapping_add(1), self.place.wrapping_add(1));
        // SAFETY: steps are an array, and this one is not the last.
        let this = unsafe { &*self.step };
        // SAFETY: as above.
        let next = unsafe { &*step };
        let Some(function) = glibc::function_of(this, self.own, next) else {
            return glibc::ILLEGAL_DESCRIPTOR;
        };
        let irreversible = self.irreversible.map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the C library calls the first step like this, and each step calls the next one with its own
        // step and data, which are arrays of the same length.
        unsafe { function(step, data, input, end, ptr::null(), irreversible, flushes, self.keeps) }
    }

    /// Converts the input from `input` to `end`, and moves `input`. The output goes to `output`, for callers
    /// within the C library, or to the next step or the user.
    ///
    /// # Safety
    ///
    /// The arguments of the call must be those of the C library.
    pub(crate) unsafe fn convert(
        self,
        input: &Cell<*const u8>,
        end: *const u8,
        output: Option<&Cell<*mut u8>>,
    ) -> c_int {
        let mut has_skipped = false;
        loop {
            let start = output.map_or(self.data.output.get(), Cell::get);
            let room = Span { start, end: self.data.output_end.get() };
            let text = Span { start: input.get(), end };
            if !are_apart(text, room) {
                return glibc::ILLEGAL_DESCRIPTOR;
            }
            let (before, mut state) = (self.state(), self.state());
            // SAFETY: both are the C library's, for this call.
            let mut round = unsafe { self.round(&mut state, text, room) };
            let written = start.wrapping_add(round.written);
            if let Some(output) = output {
                output.set(written);
            } else if self.is_last() {
                self.data.output.set(written);
            }
            let (mut status, mut goes_on) = (round.status, false);
            if output.is_none() && !self.is_last() && round.written > 0 {
                let taken = Cell::new(start.cast_const());
                // SAFETY: it is the output of this step, for the next one.
                let result = unsafe { self.hand_on(&taken, written) };
                let count = taken.get().addr().saturating_sub(start.addr());
                if count < round.written {
                    // Convert again, exactly as much as the next step has taken.
                    state = before;
                    let room = Span { start, end: start.wrapping_add(count) };
                    // SAFETY: as above.
                    round = unsafe { self.round(&mut state, text, room) };
                }
                if result != glibc::EMPTY_INPUT {
                    status = result;
                } else {
                    // The room is free again.
                    goes_on = status == glibc::FULL_OUTPUT;
                }
            }
            if status == glibc::INCOMPLETE_INPUT && self.keeps != 0 && output.is_none() {
                // SAFETY: as above.
                unsafe { self.keep(&mut state, &mut round, text) };
            }
            input.set(text.start.wrapping_add(round.read));
            self.set_state(state);
            if let Some(irreversible) = self.irreversible {
                irreversible.set(irreversible.get() + round.irreversible);
            }
            has_skipped |= round.has_skipped;
            if !goes_on {
                // As from the C library's own modules, which report what they have skipped once all is done.
                return if status == glibc::EMPTY_INPUT && has_skipped {
                    glibc::ILLEGAL_INPUT
                } else {
                    status
                };
            }
        }
    }

    /// Keeps the rest of the input in the state, if it has room.
    ///
    /// # Safety
    ///
    /// `text` must be readable, and must not change during the call.
    unsafe fn keep(self, state: &mut State, round: &mut Round, text: Span<*const u8>) {
        if self.task.direction == Direction::Decodes && state.kept.bytes().is_empty() {
            // SAFETY: the caller has promised it.
            let rest = unsafe { text.from(round.read) };
            if let Some(kept) = Kept::new(rest) {
                state.kept = kept;
                round.read = text.len();
            }
        }
    }

    /// Converts as much as possible.
    ///
    /// # Safety
    ///
    /// `text` must be readable and `room` writable; they are apart, and only this call accesses them.
    unsafe fn round(self, state: &mut State, text: Span<*const u8>, room: Span<*mut u8>) -> Round {
        let status = glibc::EMPTY_INPUT;
        let mut round = Round { read: 0, written: 0, status, irreversible: 0, has_skipped: false };
        loop {
            // SAFETY: the caller has promised it. The slices end before the C library is called.
            let input = unsafe { text.from(round.read) };
            // SAFETY: as above.
            let output = unsafe { room.from(round.written) };
            let is_kept = !state.kept.bytes().is_empty();
            let part = match is_kept {
                true => self.convert_kept(state, input, output),
                false => convert::convert(self.task, state, input, output),
            };
            round.read += part.read;
            round.written += part.written;
            round.status = match part.end {
                // After what was kept, the input follows.
                End::Done if is_kept => continue,
                End::Done => glibc::EMPTY_INPUT,
                End::Full => glibc::FULL_OUTPUT,
                End::Incomplete => glibc::INCOMPLETE_INPUT,
                End::Illegal(len) => {
                    // SAFETY: the slices are not used any more.
                    match unsafe { self.otherwise(&mut round, text, room) } {
                        None => continue,
                        Some(glibc::ILLEGAL_INPUT) if self.skips() && !is_kept => {
                            round.read += len;
                            round.irreversible += 1;
                            round.has_skipped = true;
                            continue;
                        }
                        Some(status) => status,
                    }
                }
            };
            return round;
        }
    }

    /// Returns `true` if what is illegal is skipped.
    fn skips(self) -> bool {
        self.irreversible.is_some() && self.data.flags.get() & glibc::IGNORES != 0
    }

    /// Lets the C library write the next character otherwise. Returns `None` if it has done so.
    ///
    /// # Safety
    ///
    /// As for [`Call::round`].
    unsafe fn otherwise(
        self,
        round: &mut Round,
        text: Span<*const u8>,
        room: Span<*mut u8>,
    ) -> Option<c_int> {
        let is_wanted = self.data.flags.get() & glibc::TRANSLITERATES != 0 && self.irreversible.is_some();
        if self.task.direction == Direction::Decodes || !is_wanted {
            return Some(glibc::ILLEGAL_INPUT);
        }
        let Some(transliterate) = glibc::transliterate() else { return Some(glibc::ILLEGAL_INPUT) };
        let input = Cell::new(text.start.wrapping_add(round.read));
        let output = Cell::new(room.start.wrapping_add(round.written));
        let irreversible = Cell::new(0);
        let from = text.start;
        // SAFETY: the function calls this module again with the same step and data, and with texts of its
        // own.
        let status =
            unsafe { transliterate(self.step, self.data, from, &input, text.end, &output, &irreversible) };
        if status == glibc::ILLEGAL_INPUT {
            return Some(status);
        }
        let read = input.get().addr() - text.start.addr();
        let is_stuck = read == round.read;
        round.read = read;
        round.written = output.get().addr() - room.start.addr();
        round.irreversible += irreversible.get();
        match status {
            glibc::FULL_OUTPUT | glibc::INCOMPLETE_INPUT => Some(status),
            _ if is_stuck => Some(glibc::ILLEGAL_INPUT),
            _ => None,
        }
    }

    /// Converts one character that begins with the bytes that are kept. `read` counts only bytes of the
    /// input.
    fn convert_kept(self, state: &mut State, input: &[u8], output: &mut [u8]) -> Part {
        let mut bytes = [0; 3 * MOST_KEPT];
        let kept = state.kept;
        let before = kept.bytes().len();
        let len = before + input.len().min(bytes.len() - before);
        bytes[..before].copy_from_slice(kept.bytes());
        bytes[before..len].copy_from_slice(&input[..len - before]);
        let room = output.len().min(WIDTH);
        let part = convert::convert(self.task, state, &bytes[..len], &mut output[..room]);
        if part.read == 0 && part.end != End::Incomplete {
            return part;
        }
        if part.read == 0 {
            // All of it is still incomplete.
            let Some(longer) = Kept::new(&bytes[..len]) else { return part };
            state.kept = longer;
            return Part { read: len - before, ..part };
        }
        state.kept = Kept::new(kept.bytes().get(part.read..).unwrap_or_default()).unwrap_or_default();
        Part { read: part.read.saturating_sub(before), end: End::Done, ..part }
    }
}
