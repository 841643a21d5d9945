//! The version, and the instruction set in use.

use core::ffi::{CStr, c_char};

use engine::Isa;

/// The version of this header: 10000 × major + 100 × minor + patch.
pub const PLACEMAT_VERSION: u32 = 100;

const TEXT: &CStr = c"0.1.0";

/// Returns the version of the library that is linked, as `PLACEMAT_VERSION` has that of the header. A library
/// has all functions of the headers with the same major version and with an earlier or the same minor version.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_version() -> u32 {
    PLACEMAT_VERSION
}

/// Returns the version of the library that is linked as text, such as "0.1.0". The text is static and ends in a
/// NUL.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_version_string() -> *const c_char {
    TEXT.as_ptr()
}

/// Returns the name of the instruction set in use: "avx512", "avx2", "sse4.1", "neon" or "scalar". The text is
/// static and ends in a NUL. The best one of the CPU is chosen at the first call of any function; with the
/// feature `std`, the environment variable `PLACEMAT_ISA` can name another.
#[unsafe(no_mangle)]
pub extern "C" fn placemat_instruction_set() -> *const c_char {
    const NAMES: [&CStr; 5] = [c"scalar", c"sse4.1", c"avx2", c"avx512", c"neon"];
    let current = Isa::current().name();
    let name = NAMES.into_iter().find(|name| name.to_bytes() == current.as_bytes());
    name.unwrap_or(c"unknown").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_that_of_the_package() {
        let text = env!("CARGO_PKG_VERSION");
        assert_eq!(TEXT.to_str(), Ok(text));
        let [major, minor, patch]: [u32; 3] =
            text.split('.').map(|part| part.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(PLACEMAT_VERSION, 10000 * major + 100 * minor + patch);
    }
}
