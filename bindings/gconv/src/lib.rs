//! A module for `iconv(3)` of the GNU C library, version 2.28 or later, that adds the encodings of the UTF-8
//! family. README.md says what it decides.
//!
//! The C library loads it by three functions, which a panic cannot leave.

pub mod charset;
mod convert;
pub mod glibc;
pub mod state;
mod step;

use core::cell::Cell;
use core::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use charset::{Direction, Task};
use glibc::{Data, Step};

/// Returns the result of a function, or another one after a panic.
fn guarded(after_panic: c_int, function: impl FnOnce() -> c_int) -> c_int {
    catch_unwind(AssertUnwindSafe(function)).unwrap_or(after_panic)
}

/// Returns the bytes of a name.
///
/// # Safety
///
/// `name` must be null or end in NUL.
unsafe fn bytes_of<'a>(name: *const c_char) -> &'a [u8] {
    // SAFETY: the caller has promised it.
    if name.is_null() { &[] } else { unsafe { CStr::from_ptr(name) }.to_bytes() }
}

/// Prepares a step: finds what it does by the names of its source and its target.
///
/// # Safety
///
/// `step` must be null or point to a step that nothing else accesses; its names must be null or end in NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gconv_init(step: *mut Step) -> c_int {
    guarded(glibc::NO_CONVERSION, || {
        // SAFETY: the caller has promised it.
        let Some(step) = (unsafe { step.as_mut() }) else { return glibc::NO_CONVERSION };
        // SAFETY: the caller has promised it.
        let from = unsafe { bytes_of(step.from) };
        // SAFETY: the caller has promised it.
        let to = unsafe { bytes_of(step.to) };
        let Some(task) = Task::new(from, to) else { return glibc::NO_CONVERSION };
        let [shortest, longest] = task.lengths().map(|len| len as c_int);
        let own = [shortest, longest];
        let internal = [convert::WIDTH as c_int; 2];
        let (from, to) = if task.direction == Direction::Decodes { (own, internal) } else { (internal, own) };
        [step.shortest_from, step.longest_from] = from;
        [step.shortest_to, step.longest_to] = to;
        let waits = task.direction == Direction::Encodes && convert::joins(task.encoding);
        step.is_stateful = c_int::from(waits);
        step.own = core::ptr::without_provenance(task.number());
        glibc::OK
    })
}

/// Ends a step, which owns nothing.
///
/// # Safety
///
/// There are no requirements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gconv_end(_step: *mut Step) {}

/// Converts or flushes.
///
/// # Safety
///
/// As the C library calls it: `step` and `data` must be null, or point into arrays that have an element more
/// unless the flags say that this one is the last. `input` must be null or point to a pointer, from which on
/// everything up to `end` must be readable; `output` must be null or point to a pointer. From the data's
/// `output`, or this one if it is not null, everything up to the data's `output_end` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gconv(
    step: *const Step,
    data: *const Data,
    input: *const Cell<*const u8>,
    end: *const u8,
    output: *const Cell<*mut u8>,
    irreversible: *const Cell<usize>,
    flushes: c_int,
    keeps: c_int,
) -> c_int {
    guarded(glibc::ILLEGAL_DESCRIPTOR, || {
        // SAFETY: the caller has promised it.
        let Some(this) = (unsafe { step.as_ref() }) else { return glibc::ILLEGAL_DESCRIPTOR };
        // SAFETY: the caller has promised it. What changes is in cells.
        let Some(own_data) = (unsafe { data.as_ref() }) else { return glibc::ILLEGAL_DESCRIPTOR };
        let Some(task) = Task::of_number(this.own.addr()) else { return glibc::ILLEGAL_DESCRIPTOR };
        let function: glibc::Function = gconv;
        let init: unsafe extern "C" fn(*mut Step) -> c_int = gconv_init;
        let own = [function as usize, init as usize];
        // SAFETY: the caller has promised that it is null or points to a number.
        let irreversible = unsafe { irreversible.as_ref() };
        let call = step::Call { step, place: data, data: own_data, task, irreversible, own, keeps };
        if flushes != 0 {
            // SAFETY: the caller has promised what this requires.
            return unsafe { call.flush(flushes) };
        }
        // SAFETY: the caller has promised it.
        let Some(input) = (unsafe { input.as_ref() }) else { return glibc::EMPTY_INPUT };
        // SAFETY: the caller has promised it.
        let output = unsafe { output.as_ref() };
        // SAFETY: the caller has promised what this requires.
        unsafe { call.convert(input, end, output) }
    })
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_does_not_leave_a_function() {
        assert_eq!(guarded(8, || 3), 3);
        assert_eq!(guarded(8, || panic!("on purpose")), 8);
    }
}
