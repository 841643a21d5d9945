//! The C interface of placemat: `include/placemat.h` is written from this crate by cbindgen.
//!
//! The core has no allocation and needs neither `std` nor a C library, except `memcpy`, `memmove`, `memset`
//! and `memcmp`. Features add functions and never change those that others have:
//!
//! * `std`: functions that allocate, and the environment variable `PLACEMAT_ISA`.
//! * `family`: functions for UTF-32, for pairs without UTF-8, and for WTF-8, CESU-8, Modified UTF-8 and UTF-8b.
//! * `encodings`: every encoding chosen at run time, and their names.
//! * `simdutf`: the names of simdutf's C interface.
//!
//! A panic cannot leave a function: `extern "C"` ends the process, and so does the panic handler of a build
//! without `std`. No argument that the header allows leads to one.

#![cfg_attr(not(feature = "std"), no_std)]
#![expect(non_camel_case_types, reason = "the names are those of the C interface")]

#[cfg(feature = "std")]
pub mod allocate;
pub mod convert;
pub mod count;
pub mod encoding;
#[cfg(feature = "family")]
pub mod family;
pub mod generic;
pub mod options;
pub mod result;
#[cfg(feature = "simdutf")]
pub mod simdutf;
pub mod stream;
pub mod validate;
pub mod version;

mod memory;
mod pair;
mod run;
mod validation;

/// Ends the process: without `std`, there is nothing that could report a panic.
#[cfg(not(feature = "std"))]
#[panic_handler]
fn end(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the instruction raises an exception and changes nothing else.
    unsafe {
        core::arch::asm!("ud2", options(noreturn, nomem, nostack));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: the instruction raises an exception and changes nothing else.
    unsafe {
        core::arch::asm!("brk #1", options(noreturn, nomem, nostack));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    loop {
        core::hint::spin_loop();
    }
}
