//! The memory of a buffer, without a copy.

#![expect(unsafe_code, reason = "memory of others, whose pointer PyO3 gives out")]

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use crate::storage::is_usable;

/// Bytes of a buffer, which only code of Python changes: so the interpreter is held, and runs nothing, while anything looks at them.
pub(crate) struct View(PyBuffer<u8>);

impl View {
    /// `None` where it is not one piece, or where holding the interpreter holds nobody.
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
        // SAFETY: the buffer is one piece of so many bytes, which is there until it is given back.
        unsafe { std::slice::from_raw_parts(self.0.buf_ptr().cast::<u8>(), len) }
    }
}
