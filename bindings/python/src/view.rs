//! The memory of a buffer, without a copy.

#![expect(unsafe_code, reason = "memory of others, whose pointer PyO3 gives out")]

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use crate::storage::is_usable;

/// The bytes of a buffer, which only Python code changes. So the thread holds the interpreter, and runs no
/// Python code, while the bytes are read.
pub(crate) struct View(PyBuffer<u8>);

impl View {
    /// Returns `None` if the buffer is not contiguous, or if holding the interpreter does not stop other
    /// threads.
    pub(crate) fn of(data: &Bound<'_, PyAny>) -> Option<Self> {
        if !is_usable(data.py()) {
            return None;
        }
        PyBuffer::get(data).ok().filter(|buffer| buffer.is_c_contiguous()).map(View)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        let len = self.0.item_count();
        if len == 0 {
            return &[];
        }
        // SAFETY: the buffer is one contiguous piece of `len` bytes, which exists until it is released.
        unsafe { std::slice::from_raw_parts(self.0.buf_ptr().cast::<u8>(), len) }
    }
}
