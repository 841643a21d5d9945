//! Arrow's C data interface: its structures, and arrays that are exported.
//!
//! The structures and their rules are those of <https://arrow.apache.org/docs/format/CDataInterface.html>.

#![expect(unsafe_code, reason = "an interface of C")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{self, NonNull};
use std::sync::Arc;

use placemat::columns::View;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub(super) const SCHEMA: &CStr = c"arrow_schema";
pub(super) const ARRAY: &CStr = c"arrow_array";
pub(super) const STREAM: &CStr = c"arrow_array_stream";

/// `ArrowSchema`.
#[repr(C)]
pub(super) struct CSchema {
    pub(super) format: *const c_char,
    pub(super) name: *const c_char,
    pub(super) metadata: *const c_char,
    pub(super) flags: i64,
    pub(super) n_children: i64,
    pub(super) children: *mut *mut CSchema,
    pub(super) dictionary: *mut CSchema,
    pub(super) release: Option<unsafe extern "C" fn(*mut CSchema)>,
    pub(super) private_data: *mut c_void,
}

/// `ArrowArray`.
#[repr(C)]
pub(super) struct CArray {
    pub(super) length: i64,
    pub(super) null_count: i64,
    pub(super) offset: i64,
    pub(super) n_buffers: i64,
    pub(super) n_children: i64,
    pub(super) buffers: *mut *const c_void,
    pub(super) children: *mut *mut CArray,
    pub(super) dictionary: *mut CArray,
    pub(super) release: Option<unsafe extern "C" fn(*mut CArray)>,
    pub(super) private_data: *mut c_void,
}

/// `ArrowArrayStream`.
#[repr(C)]
pub(super) struct CStream {
    pub(super) get_schema: Option<unsafe extern "C" fn(*mut CStream, *mut CSchema) -> c_int>,
    pub(super) get_next: Option<unsafe extern "C" fn(*mut CStream, *mut CArray) -> c_int>,
    pub(super) get_last_error: Option<unsafe extern "C" fn(*mut CStream) -> *const c_char>,
    pub(super) release: Option<unsafe extern "C" fn(*mut CStream)>,
    pub(super) private_data: *mut c_void,
}

/// The common behaviour of the three: they may be moved in memory, and a callback releases them once.
pub(super) trait Structure: Sized {
    /// Returns a structure with null pointers and no callback: one that was released, or is not filled in
    /// yet.
    fn released() -> Self;
    fn release(&mut self) -> &mut Option<unsafe extern "C" fn(*mut Self)>;
}

macro_rules! structures {
    ($($structure:ident $empty:expr;)*) => {
        $(
            // SAFETY: the interface allows a structure to be used and released by another thread than the one
            // that made it; a structure that was moved here has no other pointers to it.
            unsafe impl Send for $structure {}
            // SAFETY: as for `Send`; through a shared reference fields are only read, and they do not change
            // after the structure was made.
            unsafe impl Sync for $structure {}

            impl Structure for $structure {
                fn released() -> Self {
                    $empty
                }

                fn release(&mut self) -> &mut Option<unsafe extern "C" fn(*mut Self)> {
                    &mut self.release
                }
            }

            impl Drop for $structure {
                fn drop(&mut self) {
                    if let Some(release) = self.release {
                        // SAFETY: the callback belongs to this structure, which is complete, and is not
                        // called a second time: a structure that was moved or released has no callback.
                        unsafe { release(self) }
                    }
                }
            }
        )*
    };
}

structures! {
    CSchema CSchema {
        format: ptr::null(),
        name: ptr::null(),
        metadata: ptr::null(),
        flags: 0,
        n_children: 0,
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };
    CArray CArray {
        length: 0,
        null_count: 0,
        offset: 0,
        n_buffers: 0,
        n_children: 0,
        buffers: ptr::null_mut(),
        children: ptr::null_mut(),
        dictionary: ptr::null_mut(),
        release: None,
        private_data: ptr::null_mut(),
    };
    CStream CStream {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    };
}

/// The type of a column, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) format: String,
    pub(crate) name: CString,
    /// Metadata, as the interface encodes them.
    pub(crate) metadata: Vec<u8>,
    pub(super) flags: i64,
    pub(crate) dictionary: Option<Box<Field>>,
}

/// The flag for values that may be null.
const NULLABLE: i64 = 2;

impl Field {
    pub(crate) fn new(format: &str) -> Self {
        Field {
            format: format.to_owned(),
            name: CString::default(),
            metadata: vec![],
            flags: NULLABLE,
            dictionary: None,
        }
    }

    /// Returns a field with another type.
    pub(crate) fn with_format(&self, format: &str) -> Self {
        // An extension of a type does not apply to another type.
        let metadata = if self.format == format { self.metadata.clone() } else { vec![] };
        Field { format: format.to_owned(), metadata, flags: self.flags | NULLABLE, ..self.clone() }
    }

    fn to_c(&self) -> CSchema {
        let owned = Box::new(OwnedSchema {
            format: CString::new(self.format.as_str()).unwrap_or_default(),
            name: self.name.clone(),
            metadata: self.metadata.clone(),
            dictionary: self
                .dictionary
                .as_ref()
                .map_or(ptr::null_mut(), |one| Box::into_raw(Box::new(one.to_c()))),
        });
        let metadata = if owned.metadata.is_empty() { ptr::null() } else { owned.metadata.as_ptr().cast() };
        CSchema {
            format: owned.format.as_ptr(),
            name: owned.name.as_ptr(),
            metadata,
            flags: self.flags,
            dictionary: owned.dictionary,
            release: Some(release_schema),
            private_data: Box::into_raw(owned).cast(),
            ..CSchema::released()
        }
    }

    /// Returns a capsule with the type.
    pub(crate) fn capsule<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, self.to_c(), SCHEMA)
    }
}

/// The data that a schema made here points to.
struct OwnedSchema {
    format: CString,
    name: CString,
    metadata: Vec<u8>,
    dictionary: *mut CSchema,
}

/// Frees the data that a schema made here points to.
unsafe extern "C" fn release_schema(schema: *mut CSchema) {
    // SAFETY: the callback is called once, with a schema that `to_c` has made. Its private data is a box of
    // its own, and so is a dictionary; a dictionary that was moved out has no callback any more.
    unsafe {
        let owned = Box::from_raw((*schema).private_data.cast::<OwnedSchema>());
        if !owned.dictionary.is_null() {
            drop(Box::from_raw(owned.dictionary));
        }
        (*schema).release = None;
    }
}

/// The types that a buffer may contain: any bytes are valid, and there is no padding.
///
/// # Safety
///
/// Every pattern of bytes must be a value of the type.
pub(crate) unsafe trait Plain: Copy + Send + Sync + 'static {}

// SAFETY: every pattern of bytes is an integer.
unsafe impl Plain for u8 {}
// SAFETY: every pattern of bytes is an integer.
unsafe impl Plain for i32 {}
// SAFETY: every pattern of bytes is an integer.
unsafe impl Plain for i64 {}
// SAFETY: `View` is a transparent array of 16 bytes.
unsafe impl Plain for View {}

/// A range of memory that does not change: of an array that was imported, or of this package.
#[derive(Clone)]
pub(crate) struct Buffer {
    at: NonNull<u8>,
    /// The length in bytes.
    len: usize,
    /// The owner, which frees the memory when all its buffers are gone.
    _owner: Arc<dyn Send + Sync>,
}

// SAFETY: the memory is only read, and its owner may be dropped by any thread.
unsafe impl Send for Buffer {}
// SAFETY: the memory is only read.
unsafe impl Sync for Buffer {}

/// The address of buffers without bytes, aligned for every type.
#[repr(align(64))]
struct Nowhere([u8; 64]);
static NOWHERE: Nowhere = Nowhere([0; 64]);

impl Buffer {
    /// Creates a buffer from values of this package.
    pub(crate) fn of<T: Plain>(values: Vec<T>) -> Self {
        let len = size_of_val(values.as_slice());
        let owner = Arc::new(values);
        let at =
            if len == 0 { NonNull::from(&NOWHERE.0).cast() } else { NonNull::from(owner.as_slice()).cast() };
        Buffer { at, len, _owner: owner }
    }

    /// Creates a buffer of `len` bytes that belong to another owner. Returns `None` if the pointer is null.
    ///
    /// # Safety
    ///
    /// Unless the pointer is null, it must point to `len` bytes that do not change as long as the owner
    /// lives.
    pub(super) unsafe fn of_others(
        owner: Arc<dyn Send + Sync>,
        at: *const c_void,
        len: usize,
    ) -> Option<Self> {
        let at = NonNull::new(at.cast_mut().cast::<u8>())?;
        Some(Buffer { at: if len == 0 { NonNull::from(&NOWHERE.0).cast() } else { at }, len, _owner: owner })
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        // SAFETY: the owner keeps `len` bytes, which do not change: `of` takes them from a vector, and for
        // imported arrays the interface requires it.
        unsafe { std::slice::from_raw_parts(self.at.as_ptr(), self.len) }
    }

    /// Returns the buffer, or a copy of it if it is not aligned for values of the type.
    pub(crate) fn aligned<T: Plain>(self) -> Self {
        if self.at.cast::<T>().is_aligned() {
            return self;
        }
        let size = size_of::<T>();
        // SAFETY: each chunk has the bytes of a value, every pattern of which is valid; no alignment is
        // assumed.
        let value = |chunk: &[u8]| unsafe { chunk.as_ptr().cast::<T>().read_unaligned() };
        Buffer::of(self.bytes().chunks_exact(size).map(value).collect::<Vec<T>>())
    }

    /// Returns the values of a buffer that is aligned for them.
    pub(crate) fn values<T: Plain>(&self) -> &[T] {
        assert!(self.at.cast::<T>().is_aligned(), "a buffer aligned for its values");
        // SAFETY: as in `bytes`; the alignment was checked, and every pattern of bytes is a value.
        unsafe { std::slice::from_raw_parts(self.at.cast::<T>().as_ptr(), self.len / size_of::<T>()) }
    }
}

/// An array, with its buffers and their lengths.
#[derive(Clone)]
pub(crate) struct Array {
    pub(crate) len: usize,
    /// How many values of the buffers precede the first one.
    pub(crate) offset: usize,
    /// `None` if they have not been counted.
    pub(crate) nulls: Option<usize>,
    pub(crate) validity: Option<Buffer>,
    /// The buffers after the validity bitmap.
    pub(crate) buffers: Vec<Buffer>,
    /// `true` if values of views are in the buffers after the first.
    pub(crate) has_views: bool,
    pub(crate) dictionary: Option<Arc<Array>>,
}

/// The data that an array made here points to.
struct OwnedArray {
    /// Keeps the buffers alive.
    _array: Arc<Array>,
    pointers: Vec<*const c_void>,
    /// The lengths of the buffers that views point into.
    _lens: Vec<i64>,
    dictionary: *mut CArray,
}

impl Array {
    fn to_c(self: &Arc<Self>) -> CArray {
        let at = |buffer: &Buffer| buffer.at.as_ptr().cast_const().cast::<c_void>();
        let mut pointers = vec![self.validity.as_ref().map_or(ptr::null(), at)];
        pointers.extend(self.buffers.iter().map(at));
        let mut lens = vec![];
        if self.has_views {
            lens.extend(self.buffers.iter().skip(1).map(|buffer| buffer.len as i64));
            let nowhere = ptr::from_ref(&NOWHERE.0).cast();
            pointers.push(if lens.is_empty() { nowhere } else { lens.as_ptr().cast() });
        }
        let dictionary =
            self.dictionary.as_ref().map_or(ptr::null_mut(), |one| Box::into_raw(Box::new(one.to_c())));
        let mut owned = Box::new(OwnedArray { _array: Arc::clone(self), pointers, _lens: lens, dictionary });
        CArray {
            length: self.len as i64,
            null_count: self.nulls.map_or(-1, |nulls| nulls as i64),
            // For an array without values, readers differ in what may precede the first value.
            offset: if self.len == 0 { 0 } else { self.offset as i64 },
            n_buffers: owned.pointers.len() as i64,
            buffers: owned.pointers.as_mut_ptr(),
            dictionary: owned.dictionary,
            release: Some(release_array),
            private_data: Box::into_raw(owned).cast(),
            ..CArray::released()
        }
    }

    /// Returns a capsule with the array.
    pub(crate) fn capsule<'py>(self: &Arc<Self>, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        PyCapsule::new_with_value(py, self.to_c(), ARRAY)
    }
}

/// Frees the data that an array made here points to.
unsafe extern "C" fn release_array(array: *mut CArray) {
    // SAFETY: the callback is called once, with an array that `to_c` has made. Its private data is a box of
    // its own, and so is a dictionary; a dictionary that was moved out has no callback any more.
    unsafe {
        let owned = Box::from_raw((*array).private_data.cast::<OwnedArray>());
        if !owned.dictionary.is_null() {
            drop(Box::from_raw(owned.dictionary));
        }
        (*array).release = None;
    }
}

/// The contents of a stream made here.
struct OwnedStream {
    field: Field,
    arrays: std::vec::IntoIter<Arc<Array>>,
}

/// Returns a capsule with a stream of arrays.
pub(crate) fn stream<'py>(
    py: Python<'py>,
    field: &Field,
    arrays: &[Arc<Array>],
) -> PyResult<Bound<'py, PyCapsule>> {
    let owned = Box::new(OwnedStream { field: field.clone(), arrays: Vec::from(arrays).into_iter() });
    let stream = CStream {
        get_schema: Some(stream_schema),
        get_next: Some(stream_next),
        get_last_error: Some(stream_error),
        release: Some(release_stream),
        private_data: Box::into_raw(owned).cast(),
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

unsafe extern "C" fn stream_schema(stream: *mut CStream, schema: *mut CSchema) -> c_int {
    // SAFETY: the function is called with a stream that `stream` made, by one thread at a time, and with
    // space for the result.
    unsafe { schema.write((*(*stream).private_data.cast::<OwnedStream>()).field.to_c()) };
    0
}

unsafe extern "C" fn stream_next(stream: *mut CStream, array: *mut CArray) -> c_int {
    // SAFETY: the function is called with a stream that `stream` made, by one thread at a time, and with
    // space for the result.
    unsafe {
        let next = (*(*stream).private_data.cast::<OwnedStream>()).arrays.next();
        array.write(next.map_or_else(CArray::released, |next| next.to_c()));
    }
    0
}

/// Returns no message, because nothing fails.
unsafe extern "C" fn stream_error(_: *mut CStream) -> *const c_char {
    ptr::null()
}

unsafe extern "C" fn release_stream(stream: *mut CStream) {
    // SAFETY: the callback is called once, with a stream that `stream` made, whose private data is a box of
    // its own.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<OwnedStream>()));
        (*stream).release = None;
    }
}
