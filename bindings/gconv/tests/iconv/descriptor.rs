//! iconv(3) of the C library.

use std::ffi::{CString, c_char, c_int, c_void};
use std::io;
use std::ptr;

unsafe extern "C" {
    fn iconv_open(to: *const c_char, from: *const c_char) -> *mut c_void;
    fn iconv_close(descriptor: *mut c_void) -> c_int;
    fn iconv(
        descriptor: *mut c_void,
        input: *mut *mut u8,
        input_left: *mut usize,
        output: *mut *mut u8,
        output_left: *mut usize,
    ) -> usize;
}

/// What a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The number of irreversible conversions.
    Done(usize),
    /// EINVAL
    Incomplete,
    /// E2BIG
    Full,
    /// EILSEQ
    Illegal,
    /// Another error.
    Other(i32),
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    pub(crate) status: Status,
    pub(crate) read: usize,
    pub(crate) output: Vec<u8>,
}

/// A descriptor, which is closed at the end.
pub(crate) struct Descriptor(*mut c_void);

impl Descriptor {
    /// Opens a descriptor, or returns `None` if there is no such conversion.
    pub(crate) fn open(to: &str, from: &str) -> Option<Descriptor> {
        let [to, from] = [to, from].map(|name| CString::new(name).unwrap());
        // SAFETY: the names end in NUL.
        let descriptor = unsafe { iconv_open(to.as_ptr(), from.as_ptr()) };
        (descriptor.addr() != usize::MAX).then(|| Descriptor(descriptor))
    }

    /// Converts bytes into room of exactly so many bytes.
    pub(crate) fn convert(&mut self, input: &[u8], room: usize) -> Called {
        // Memory of exactly this size, so that valgrind sees any access beyond it.
        let mut given = input.to_vec().into_boxed_slice();
        let mut output = vec![0xA5; room].into_boxed_slice();
        let (mut from, mut to) = (given.as_mut_ptr(), output.as_mut_ptr());
        let (mut left, mut free) = (given.len(), output.len());
        // SAFETY: the descriptor is open; the pointers and numbers are those of slices.
        let result = unsafe { iconv(self.0, &mut from, &mut left, &mut to, &mut free) };
        let status = status_of(result);
        assert_eq!(&*given, input, "the input is only read");
        assert_eq!(from.addr() - given.as_ptr().addr(), input.len() - left);
        assert_eq!(to.addr() - output.as_ptr().addr(), room - free);
        Called { status, read: input.len() - left, output: output[..room - free].to_vec() }
    }

    /// Ends a text, into room of exactly so many bytes.
    pub(crate) fn flush(&mut self, room: usize) -> Called {
        let mut output = vec![0xA5; room].into_boxed_slice();
        let (mut to, mut free) = (output.as_mut_ptr(), output.len());
        // SAFETY: the descriptor is open; the pointer and the number are those of a slice.
        let result = unsafe { iconv(self.0, ptr::null_mut(), ptr::null_mut(), &mut to, &mut free) };
        Called { status: status_of(result), read: 0, output: output[..room - free].to_vec() }
    }

    /// Forgets a text.
    pub(crate) fn reset(&mut self) {
        let none = ptr::null_mut();
        // SAFETY: the descriptor is open.
        let result = unsafe { iconv(self.0, ptr::null_mut(), none, ptr::null_mut(), none) };
        assert_eq!(result, 0);
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open, and nothing uses it afterwards.
        let result = unsafe { iconv_close(self.0) };
        assert_eq!(result, 0);
    }
}

fn status_of(result: usize) -> Status {
    let error = io::Error::last_os_error().raw_os_error();
    match (result, error) {
        (usize::MAX, Some(22)) => Status::Incomplete,
        (usize::MAX, Some(7)) => Status::Full,
        (usize::MAX, Some(84)) => Status::Illegal,
        (usize::MAX, other) => Status::Other(other.unwrap_or(0)),
        (count, _) => Status::Done(count),
    }
}
