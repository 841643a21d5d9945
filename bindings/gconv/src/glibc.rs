//! The structures of the GNU C library's `gconv.h`, version 2.28 and later, and its pointers to functions.

use core::cell::Cell;
use core::ffi::{c_char, c_int, c_void};

/// A function that converts, as the C library calls it and as a step calls the next one: step, data, input,
/// end of the input, output of a caller within the module, number of irreversible conversions, whether to
/// flush, and whether to keep an incomplete sequence.
pub type Function = unsafe extern "C" fn(
    *const Step,
    *const Data,
    *const Cell<*const u8>,
    *const u8,
    *const Cell<*mut u8>,
    *const Cell<usize>,
    c_int,
    c_int,
) -> c_int;

/// A step of a conversion. All descriptors of a conversion share it; after `gconv_init`, it does not change.
#[repr(C)]
#[derive(Debug)]
pub struct Step {
    /// Null if the step is part of the C library itself.
    pub shared_object: *const c_void,
    /// The name of the shared object.
    pub module: *const c_char,
    /// Private to the C library, which changes it.
    pub counter: Cell<c_int>,
    /// The name of the source, with two slashes at its end, or `INTERNAL`.
    pub from: *const c_char,
    /// The name of the target.
    pub to: *const c_char,
    /// The function, [mangled](function_of) unless the step is part of the C library.
    pub function: *const c_void,
    /// A function for single bytes.
    pub of_byte: *const c_void,
    /// The function that prepared this step, mangled.
    pub init: *const c_void,
    /// The function that is called last, mangled.
    pub end: *const c_void,
    /// The length of the shortest sequence of the source, in bytes.
    pub shortest_from: c_int,
    /// The length of the longest sequence of the source.
    pub longest_from: c_int,
    /// The length of the shortest sequence of the target.
    pub shortest_to: c_int,
    /// The length of the longest sequence of the target.
    pub longest_to: c_int,
    /// 1 if a character may wait in the state.
    pub is_stateful: c_int,
    /// The module's own.
    pub own: *const c_void,
}

/// The data of a step for one descriptor.
#[repr(C)]
#[derive(Debug)]
pub struct Data {
    /// The start of the room for output.
    pub output: Cell<*mut u8>,
    /// The end of the room for output.
    pub output_end: Cell<*mut u8>,
    /// [`IS_LAST`], [`IGNORES`] and others.
    pub flags: Cell<c_int>,
    /// The number of calls.
    pub calls: Cell<c_int>,
    /// Whether the caller is a function such as `mbrtowc`.
    pub is_internal: Cell<c_int>,
    /// The state between calls.
    pub state: *const Mbstate,
    /// Where the state is, unless the caller has one.
    pub own_state: Mbstate,
}

/// `mbstate_t`. Zero is the initial state.
#[repr(C)]
#[derive(Debug, Default)]
pub struct Mbstate {
    /// In the C library's own modules, the number of bytes that are kept.
    pub count: Cell<c_int>,
    /// The bytes.
    pub value: Cell<u32>,
}

/// A flag of [`Data`]: no step follows.
pub const IS_LAST: c_int = 1;
/// A flag of [`Data`]: `//IGNORE` was asked for.
pub const IGNORES: c_int = 2;
/// A flag of [`Data`]: `//TRANSLIT` was asked for.
pub const TRANSLITERATES: c_int = 8;

/// Success of `gconv_init` and of flushing.
pub const OK: c_int = 0;
/// There is no such conversion.
pub const NO_CONVERSION: c_int = 1;
/// Success: all of the input was read.
pub const EMPTY_INPUT: c_int = 4;
/// E2BIG.
pub const FULL_OUTPUT: c_int = 5;
/// EILSEQ.
pub const ILLEGAL_INPUT: c_int = 6;
/// EINVAL.
pub const INCOMPLETE_INPUT: c_int = 7;
/// EBADF.
pub const ILLEGAL_DESCRIPTOR: c_int = 8;

/// Returns the function of the step after `step`, or `None` if its pointer cannot be understood. `own` are
/// the addresses of the functions that `step` has for conversion and initialization.
///
/// Pointers to functions of shared objects are mangled: a secret number is added without carry, and on some
/// CPUs the sum is rotated. The module knows two of its own functions both ways. From these follow the
/// rotation, which must agree for both, and the secret.
pub fn function_of(step: &Step, own: [usize; 2], next: &Step) -> Option<Function> {
    let address = if next.shared_object.is_null() {
        next.function.addr()
    } else {
        let mangled = [step.function.addr(), step.init.addr()];
        let plain = |pointer: usize, rotation| pointer.rotate_right(rotation);
        let agrees = |rotation: &u32| plain(mangled[0] ^ mangled[1], *rotation) == own[0] ^ own[1];
        let rotation = [0, 2 * size_of::<usize>() as u32 + 1].into_iter().find(agrees)?;
        plain(next.function.addr() ^ mangled[0], rotation) ^ own[0]
    };
    let pointer = core::ptr::with_exposed_provenance::<c_void>(address);
    // SAFETY: a pointer to a function may be null as an `Option`. The address is that of a function of this
    // type, because the C library has written it as such.
    unsafe { core::mem::transmute::<*const c_void, Option<Function>>(pointer) }
}

/// The C library's function that writes a character otherwise: step, data, start of the input, input, end of
/// the input, output, number of irreversible conversions.
pub type Transliterate = unsafe extern "C" fn(
    *const Step,
    *const Data,
    *const u8,
    *const Cell<*const u8>,
    *const u8,
    *const Cell<*mut u8>,
    *const Cell<usize>,
) -> c_int;

unsafe extern "C" {
    fn dlsym(handle: *const c_void, name: *const c_char) -> *const c_void;
}

/// Returns the C library's function for `//TRANSLIT`, if it has one. No header declares it.
pub fn transliterate() -> Option<Transliterate> {
    // SAFETY: the handle means all objects that the program has loaded for everyone, and the name ends in
    // NUL.
    let function = unsafe { dlsym(core::ptr::null(), c"__gconv_transliterate".as_ptr()) };
    // SAFETY: it is null, or the function of this name, whose type has been the same since version 2.3.
    unsafe { core::mem::transmute::<*const c_void, Option<Transliterate>>(function) }
}
