//! The functions that allocate, by `malloc`.

use core::ffi::{c_char, c_void};

use engine::{Codec, Conversion};

use crate::encoding::placemat_encoding;
use crate::generic::or_status;
use crate::options::{self, placemat_options};
use crate::pair::{self, WithPair};
use crate::result::{placemat_result, placemat_status};
use crate::stream::placemat_stream;
use crate::{memory, stream};

unsafe extern "C" {
    fn malloc(size: usize) -> *mut c_void;
    fn realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn free(block: *mut c_void);
}

/// Memory from `malloc`, which is given back unless it is taken.
struct Block {
    start: *mut c_void,
    size: usize,
}

impl Block {
    /// Returns a block of `text` bytes and one more, or `None` if there is no memory.
    fn new(text: usize) -> Option<Self> {
        let size = text.checked_add(1)?;
        // SAFETY: `malloc` may be called with every size.
        let start = unsafe { malloc(size) };
        if start.is_null() { None } else { Some(Block { start, size }) }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the block has so many bytes, this object owns it, and the length was one that `malloc` could
        // serve. They are written before they are read.
        unsafe { core::slice::from_raw_parts_mut(self.start.cast(), self.size) }
    }

    /// Ends the text after `written` bytes, and hands the memory over.
    fn take(mut self, written: usize) -> *mut c_char {
        self.bytes()[written] = 0;
        // SAFETY: the block comes from `malloc`, and the size is not 0.
        let shorter = unsafe { realloc(self.start, written + 1) };
        let text = if shorter.is_null() { self.start } else { shorter };
        core::mem::forget(self);
        text.cast()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the block comes from `malloc` and was not handed over.
        unsafe { free(self.start) }
    }
}

/// Converts into a block.
struct Allocate<'a>(&'a [u8], &'a mut *mut c_char);

impl WithPair for Allocate<'_> {
    type Output = placemat_result;

    fn with<S: Codec<Unit = u8>, T: Codec<Unit = u8>>(self, conversion: Conversion<S, T>) -> placemat_result {
        let none = placemat_result::of(placemat_status::PLACEMAT_NO_MEMORY);
        let Some(mut block) = conversion.worst_case(self.0.len()).and_then(Block::new) else { return none };
        let text = block.size - 1;
        let result = match conversion.convert_into(self.0, &mut block.bytes()[..text]) {
            Ok((progress, status)) => placemat_result::new(progress.read, progress.written, status),
            // A frame begins with the length of its content.
            Err(_) => match conversion.convert(self.0) {
                Ok(converted) if converted.output.len() <= text => {
                    let written = converted.output.len();
                    block.bytes()[..written].copy_from_slice(&converted.output);
                    placemat_result { read: self.0.len(), written, ..placemat_result::default() }
                }
                Ok(_) => return none,
                Err(failure) => placemat_result::failed(failure),
            },
        };
        if result.status == placemat_status::PLACEMAT_OK {
            *self.1 = block.take(result.written);
        }
        result
    }
}

/// Converts `length` bytes into memory that this function allocates, with `options`, or strictly if they are
/// null. It also converts into frames, which `placemat_convert` does not.
///
/// On `PLACEMAT_OK`, `*output` is the text, of `written` bytes, followed by a byte 00 that does not count. Give
/// it back with `placemat_free`. Otherwise `*output` is null, and `written` is how much would precede the
/// error.
///
/// Needs the feature `std`.
///
/// # Safety
///
/// `length` bytes must be readable at `input`, which may be null if `length` is 0. `options` must be null or
/// point to options. `output` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_convert_alloc(
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
    input: *const c_char,
    length: usize,
    output: *mut *mut c_char,
) -> placemat_result {
    // SAFETY: the caller has promised what this requires.
    let options = unsafe { options::at(options) };
    // SAFETY: the caller has promised what this requires.
    let input = unsafe { memory::input(input, length) };
    // SAFETY: the caller has promised that the pointer is writable; null is refused.
    let place = unsafe { output.as_mut() };
    let Some(place) = place else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    *place = core::ptr::null_mut();
    let (Some(options), Some(input)) = (options, input) else {
        return placemat_result::of(placemat_status::PLACEMAT_INVALID_ARGUMENT);
    };
    or_status(pair::with(from, to, options, Allocate(input, place)))
}

/// Gives back the text that `placemat_convert_alloc` returned. Does nothing if it is null.
///
/// Needs the feature `std`.
///
/// # Safety
///
/// `text` must be null, or a text of `placemat_convert_alloc` that was not given back yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_free(text: *mut c_char) {
    // SAFETY: the caller has promised that it is null or comes from `malloc`.
    unsafe { free(text.cast()) }
}

/// Allocates a stream and initializes it as `placemat_stream_init` does. Returns null if that fails, or if there
/// is no memory. Give it back with `placemat_stream_free`.
///
/// Needs the feature `std`.
///
/// # Safety
///
/// `options` must be null or point to options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_new(
    from: placemat_encoding,
    to: placemat_encoding,
    options: *const placemat_options,
) -> *mut placemat_stream {
    // SAFETY: `malloc` may be called with every size.
    let stream: *mut placemat_stream = unsafe { malloc(size_of::<placemat_stream>()) }.cast();
    if stream.is_null() {
        return stream;
    }
    // SAFETY: the memory has the size of a stream and the alignment of `malloc`; the caller has promised the
    // rest.
    match unsafe { stream::placemat_stream_init(stream, from, to, options) } {
        placemat_status::PLACEMAT_OK => stream,
        _ => {
            // SAFETY: it comes from `malloc`.
            unsafe { free(stream.cast()) };
            core::ptr::null_mut()
        }
    }
}

/// Gives back a stream. Does nothing if it is null.
///
/// Needs the feature `std`.
///
/// # Safety
///
/// `stream` must be null, or a stream of `placemat_stream_new` that was not given back yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn placemat_stream_free(stream: *mut placemat_stream) {
    // SAFETY: the caller has promised that it is null or comes from `malloc`.
    unsafe { free(stream.cast()) }
}
