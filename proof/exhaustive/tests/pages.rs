//! Guard pages fault: a process that reads or writes a byte beyond its slice dies.

#![cfg(unix)]
#![expect(unsafe_code, reason = "what is out of bounds is read and written")]

use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use placemat_exhaustive::pages::{Guarded, Side};

/// Makes the process fault, and determines how.
const HOW: &str = "PLACEMAT_FAULT";

/// In a process with that variable: accesses the first byte outside a slice.
#[test]
fn touches_what_it_is_told_to() {
    let Ok(how) = std::env::var(HOW) else { return };
    let side = if how.contains("before") { Side::Behind } else { Side::Before };
    let mut pages = Guarded::new(100);
    let slice = pages.slice::<u8>(100, side);
    let first = slice.as_mut_ptr();
    let outside = if side == Side::Behind { first.wrapping_sub(1) } else { first.wrapping_add(100) };
    if how.starts_with("read") {
        // SAFETY: it is not sound: the page faults, which is the purpose of this process. No memory of Rust's
        // is there.
        unsafe { outside.read_volatile() };
    } else {
        // SAFETY: it is not sound: the page faults, which is the purpose of this process. No memory of Rust's
        // is there.
        unsafe { outside.write_volatile(0) };
    }
}

#[test]
fn a_byte_too_far_ends_the_process() {
    for how in ["read before", "read after", "write before", "write after"] {
        let me = std::env::current_exe().expect("the test's own name");
        let mut command = Command::new(me);
        command.args(["--exact", "touches_what_it_is_told_to"]).env(HOW, how);
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it starts");
        assert!(status.signal().is_some(), "{how}: {status}");
    }
}

#[test]
fn canaries_tell_what_was_written_beside() {
    let mut pages = Guarded::new(5000);
    for side in [Side::Before, Side::Behind] {
        pages.slice::<u16>(1000, side).fill(0);
        assert!(pages.is_intact::<u16>(1000, side));
        assert!(!pages.is_intact::<u16>(999, side));
    }
}
