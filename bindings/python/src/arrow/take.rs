//! Arrays of other libraries, which are imported.
//!
//! An array states how many buffers it has, but not their sizes. These follow from its length and offset,
//! from its offsets into the values and, for views, from the lengths in its last buffer. The producer of the
//! array guarantees these. Everything else is checked here, before a value is read.

#![expect(unsafe_code, reason = "an interface of C")]

use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::Arc;

use placemat::columns::{Fault, Malformed, Offset, View};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::c::{ARRAY, Array, Buffer, CArray, CSchema, CStream, Field, Plain, SCHEMA, STREAM, Structure};
use super::layout::Layout;

/// A column that was passed by another library: a field, its arrays, and whether there may be any number of
/// them.
pub(crate) struct Taken {
    pub(crate) field: Field,
    arrays: Vec<Arc<Owner>>,
    pub(crate) is_chunked: bool,
}

/// The owner of an imported array, which releases it.
struct Owner(CArray);

impl Taken {
    /// Imports a column from any object that has `__arrow_c_array__` or `__arrow_c_stream__`.
    pub(crate) fn from(object: &Bound<'_, PyAny>) -> PyResult<Result<Self, String>> {
        if let Some(method) = object.getattr_opt("__arrow_c_array__")? {
            let pair: (Bound<'_, PyAny>, Bound<'_, PyAny>) = method.call0()?.extract()?;
            return Ok(take::<CSchema>(&pair.0, SCHEMA).and_then(|schema| {
                let array = take::<CArray>(&pair.1, ARRAY)?;
                let arrays = vec![Arc::new(Owner(array))];
                Ok(Taken { field: field(&schema)?, arrays, is_chunked: false })
            }));
        }
        if let Some(method) = object.getattr_opt("__arrow_c_stream__")? {
            return Ok(take::<CStream>(&method.call0()?, STREAM).and_then(Taken::read));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("an Arrow array or a stream of them is required, not '{kind}'")))
    }

    /// Reads a stream to its end.
    fn read(mut stream: CStream) -> Result<Self, String> {
        let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
            return Err("malformed column: a stream without functions".to_owned());
        };
        let mut schema = CSchema::released();
        // SAFETY: the functions of a stream are called with the stream itself and space for the result, one
        // after the other.
        if unsafe { get_schema(&raw mut stream, &raw mut schema) } != 0 {
            return Err(last_error(&mut stream));
        }
        let field = field(&schema)?;
        let mut arrays = vec![];
        loop {
            let mut array = CArray::released();
            // SAFETY: the functions of a stream are called with the stream itself and space for the result,
            // one after the other.
            if unsafe { get_next(&raw mut stream, &raw mut array) } != 0 {
                return Err(last_error(&mut stream));
            }
            if array.release.is_none() {
                return Ok(Taken { field, arrays, is_chunked: true });
            }
            arrays.push(Arc::new(Owner(array)));
        }
    }

    /// Returns the arrays, after checking them.
    pub(crate) fn arrays(&self, layout: &Layout) -> Result<Vec<Arc<Array>>, String> {
        self.arrays
            .iter()
            .map(|owner| Ok(Arc::new(Foreign { array: &owner.0, owner }.array(layout)?)))
            .collect()
    }
}

fn last_error(stream: &mut CStream) -> String {
    let none = "the stream of arrays failed".to_owned();
    let Some(get_last_error) = stream.get_last_error else { return none };
    // SAFETY: the function is called with the stream itself; a string that is not null ends in 00, and lives
    // until the next call.
    unsafe {
        let message = get_last_error(stream);
        if message.is_null() { none } else { CStr::from_ptr(message).to_string_lossy().into_owned() }
    }
}

/// Moves a structure out of its capsule.
fn take<T: Structure>(capsule: &Bound<'_, PyAny>, name: &'static CStr) -> Result<T, String> {
    let wrong = || format!("malformed column: no capsule of the name '{}'", name.to_string_lossy());
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| wrong())?;
    let pointer = capsule.pointer_checked(Some(name)).map_err(|_| wrong())?.cast::<T>().as_ptr();
    // SAFETY: a capsule of this name holds a pointer to such a structure, which the interface allows the
    // receiver to move. The thread holds the interpreter, so no other thread moves it now; the callback is
    // removed, so no other receiver moves it later.
    let mut taken = unsafe {
        let taken = ptr::read(pointer);
        *(*pointer).release() = None;
        taken
    };
    match taken.release() {
        Some(_) => Ok(taken),
        None => Err("malformed column: it is released already".to_owned()),
    }
}

fn field(schema: &CSchema) -> Result<Field, String> {
    if schema.format.is_null() {
        return Err("malformed column: no format".to_owned());
    }
    // SAFETY: strings of the interface end in 00, and live as long as the structure; the pointers were
    // checked.
    let (format, name) = unsafe {
        let name = if schema.name.is_null() { c"" } else { CStr::from_ptr(schema.name) };
        (CStr::from_ptr(schema.format), name)
    };
    // SAFETY: the pointer was checked; a dictionary is a structure of its own, which its parent releases.
    let dictionary = unsafe { schema.dictionary.as_ref() };
    Ok(Field {
        format: format.to_string_lossy().into_owned(),
        name: name.to_owned(),
        metadata: metadata(schema.metadata)?,
        flags: schema.flags,
        dictionary: dictionary.map(|one| field(one).map(Box::new)).transpose()?,
    })
}

/// Copies pairs of keys and values: their number, and before each its length, as 32 bits of this machine.
fn metadata(start: *const c_char) -> Result<Vec<u8>, String> {
    if start.is_null() {
        return Ok(vec![]);
    }
    let number = |at: usize| {
        // SAFETY: the interface says that there is a number here; no alignment is assumed.
        let number = unsafe { start.add(at).cast::<i32>().read_unaligned() };
        usize::try_from(number).map_err(|_| "malformed column: a negative length in its metadata".to_owned())
    };
    let mut len = 4;
    for _ in 0..2 * number(0)? {
        len += 4 + number(len)?;
    }
    // SAFETY: the lengths before the strings say that there are `len` bytes.
    Ok(unsafe { std::slice::from_raw_parts(start.cast::<u8>(), len) }.to_vec())
}

/// An array of another library, as it was imported.
struct Foreign<'a> {
    array: &'a CArray,
    owner: &'a Arc<Owner>,
}

impl Foreign<'_> {
    fn array(&self, layout: &Layout) -> Result<Array, String> {
        let (len, offset) = self.extent()?;
        let end = len + offset;
        let (fewest, most) = match layout {
            Layout::Dictionary(..) => (2, 2),
            Layout::Offsets32 | Layout::Offsets64 => (3, 3),
            Layout::Views => (3, usize::MAX),
        };
        let count = self.count(fewest, most, matches!(layout, Layout::Dictionary(..)))?;
        // SAFETY: there is a first buffer, and the interface says that it has a bit for each value.
        let validity = unsafe { self.buffer(0, end.div_ceil(8)) };
        let nulls = self.nulls(len, validity.is_some())?;
        let (buffers, dictionary) = match layout {
            Layout::Offsets32 => (self.run::<i32>(len, offset)?, None),
            Layout::Offsets64 => (self.run::<i64>(len, offset)?, None),
            Layout::Views => (self.views(end, count)?, None),
            Layout::Dictionary(index, values) => {
                // SAFETY: there is a second buffer, and the interface says that it has an index for each
                // value.
                let numbers = unsafe { self.needed(1, end * index.width()) }?;
                // SAFETY: the pointer was checked with the buffers; the dictionary is a structure of its own,
                // which its parent releases.
                let array = unsafe { &*self.array.dictionary };
                let values = Foreign { array, owner: self.owner }.array(values)?;
                (vec![numbers], Some(Arc::new(values)))
            }
        };
        let has_views = matches!(layout, Layout::Views);
        Ok(Array { len, offset, nulls, validity, buffers, has_views, dictionary })
    }

    /// Returns length and offset, if both are possible sizes of memory.
    fn extent(&self) -> Result<(usize, usize), String> {
        let (len, offset) = (usize::try_from(self.array.length), usize::try_from(self.array.offset));
        let (Ok(len), Ok(offset)) = (len, offset) else {
            return Err("malformed column: a negative length or offset".to_owned());
        };
        match len.checked_add(offset) {
            Some(end) if end < isize::MAX as usize / size_of::<View>() => Ok((len, offset)),
            _ => Err("malformed column: longer than memory".to_owned()),
        }
    }

    /// Returns the number of nulls that the array states.
    fn nulls(&self, len: usize, has_validity: bool) -> Result<Option<usize>, String> {
        let nulls = self.array.null_count;
        match usize::try_from(nulls) {
            Ok(nulls) if nulls > 0 && !has_validity => {
                Err(format!("malformed column: {nulls} nulls, and no bitmap of validity"))
            }
            Ok(nulls) if nulls <= len => Ok(Some(nulls)),
            Err(_) if nulls == -1 => Ok((!has_validity).then_some(0)),
            _ => Err(format!("malformed column: {nulls} nulls of {len} values")),
        }
    }

    /// Returns the number of buffers, if that number and the children of the array are correct.
    fn count(&self, fewest: usize, most: usize, has_dictionary: bool) -> Result<usize, String> {
        let CArray { n_buffers, n_children, .. } = *self.array;
        let count = match usize::try_from(n_buffers) {
            Ok(count) if (fewest..=most).contains(&count) => count,
            _ => return Err(format!("malformed column: {n_buffers} buffers, where there are {fewest}")),
        };
        if self.array.buffers.is_null() {
            return Err("malformed column: no buffers".to_owned());
        }
        if n_children != 0 {
            return Err(format!("malformed column: {n_children} children, where there are none"));
        }
        if self.array.dictionary.is_null() == has_dictionary {
            let found = if has_dictionary { "no dictionary" } else { "a dictionary" };
            return Err(format!("malformed column: {found}"));
        }
        Ok(count)
    }

    /// Returns offsets and values.
    fn run<O: Offset + Plain + Into<i64>>(&self, len: usize, offset: usize) -> Result<Vec<Buffer>, String> {
        let count = if len + offset == 0 { 0 } else { len + offset + 1 };
        // SAFETY: there is a second buffer, and the interface says that it has one offset more than there are
        // values; it may have none if there are no values.
        let offsets = unsafe { self.needed(1, count * size_of::<O>()) }?.aligned::<O>();
        let all = offsets.values::<O>();
        let own = all.get(offset..).unwrap_or_default();
        let end = ascending(own).map_err(|malformed| malformed.to_string())?;
        // SAFETY: there is a third buffer, and the interface says that the offsets, which ascend, end within
        // it.
        let values = unsafe { self.needed(2, end) }?;
        Ok(vec![offsets, values])
    }

    /// Returns views, and the buffers into which they point.
    fn views(&self, end: usize, count: usize) -> Result<Vec<Buffer>, String> {
        if cfg!(target_endian = "big") {
            return Err("views are read on little-endian machines alone".to_owned());
        }
        // SAFETY: there is a second buffer, and the interface says that it has a view for each value.
        let mut buffers = vec![unsafe { self.needed(1, end * size_of::<View>()) }?];
        let others = count - 3;
        // SAFETY: there is a last buffer, which has a length for each buffer between the second and itself.
        let lens =
            unsafe { self.needed(count - 1, others.saturating_mul(size_of::<i64>())) }?.aligned::<i64>();
        for (k, &len) in lens.values::<i64>().iter().enumerate() {
            let Ok(len) = usize::try_from(len) else {
                return Err(format!("malformed column: the length of buffer {k} is negative"));
            };
            // SAFETY: there is such a buffer, and the interface says that this is its length.
            buffers.push(unsafe { self.needed(2 + k, len) }?);
        }
        Ok(buffers)
    }

    /// Returns a buffer of `len` bytes; `None` if its pointer is null.
    ///
    /// # Safety
    ///
    /// `count` must have found that there is such a buffer; it must have the number of bytes that the
    /// interface requires.
    unsafe fn buffer(&self, number: usize, len: usize) -> Option<Buffer> {
        // SAFETY: the caller says that the array has a pointer with this index, and the buffer `len` bytes;
        // they do not change until the owner releases them.
        unsafe {
            let at: *const c_void = *self.array.buffers.add(number);
            Buffer::of_others(Arc::clone(self.owner) as Arc<_>, at, len)
        }
    }

    /// Returns a buffer that exists, or has no bytes.
    ///
    /// # Safety
    ///
    /// As for `buffer`.
    unsafe fn needed(&self, number: usize, len: usize) -> Result<Buffer, String> {
        if isize::try_from(len).is_err() {
            return Err(format!("malformed column: buffer {number} is longer than memory"));
        }
        // SAFETY: the caller fulfils the contract of `buffer`.
        match unsafe { self.buffer(number, len) } {
            Some(buffer) => Ok(buffer),
            None if len == 0 => Ok(Buffer::of::<u8>(vec![])),
            None => Err(format!("malformed column: buffer {number} is missing")),
        }
    }
}

/// Returns the last of some offsets, if none is negative or less than the one before it.
fn ascending<O: Offset + Into<i64>>(offsets: &[O]) -> Result<usize, Malformed> {
    let place = |offset: O| usize::try_from(offset.into()).ok();
    let Some((&first, &last)) = offsets.first().zip(offsets.last()) else { return Ok(0) };
    match (place(first), place(last)) {
        (Some(_), Some(last)) if offsets.is_sorted() => Ok(last),
        _ => {
            let is_negative = |pair: &[O]| place(pair[0]).is_none() || place(pair[1]).is_none();
            let is_wrong = |pair: &[O]| is_negative(pair) || pair[1] < pair[0];
            let row = offsets.windows(2).position(is_wrong).unwrap_or(0);
            let is_negative = offsets.get(row..row + 2).is_none_or(is_negative);
            Err(Malformed { row, fault: if is_negative { Fault::Negative } else { Fault::Descending } })
        }
    }
}
