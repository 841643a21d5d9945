//! A `str` that is filled in place.
//!
//! The stable interface makes a `str` of any kind and length, but does not say where its characters are. In
//! CPython they are at the end of the object, after a header whose length follows from `__sizeof__`. This is
//! tested once, on strings that are read and on strings that are written. If anything differs, no `str` is
//! made in this way.

#![expect(unsafe_code, reason = "memory of CPython's, which nothing safe gives out")]

use std::marker::PhantomData;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// How the characters of a `str` are stored: as narrowly as its greatest character permits, which CPython
/// relies on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ascii,
    /// Up to U+00FF, with at least one character beyond ASCII.
    Latin1,
    /// Up to U+FFFF, with at least one character beyond U+00FF.
    TwoBytes,
    /// With at least one character beyond U+FFFF.
    FourBytes,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Ascii, Kind::Latin1, Kind::TwoBytes, Kind::FourBytes];

    /// Returns the number of bytes of a character.
    const fn width(self) -> usize {
        match self {
            Kind::Ascii | Kind::Latin1 => 1,
            Kind::TwoBytes => 2,
            Kind::FourBytes => 4,
        }
    }

    /// Returns a `str` of two characters, which has no other owner; CPython shares those of one character.
    const fn seed(self) -> &'static str {
        match self {
            Kind::Ascii => "ab",
            Kind::Latin1 => "éÿ",
            Kind::TwoBytes => "ж€",
            Kind::FourBytes => "💩🚀",
        }
    }

    /// Returns `true` if a character among these needs this kind, and none needs another.
    fn is_kind_of(self, characters: &[u8]) -> bool {
        let union = match self {
            Kind::Ascii | Kind::Latin1 => u32::from(characters.iter().fold(0, |all, &byte| all | byte)),
            Kind::TwoBytes => {
                let (units, _) = characters.as_chunks();
                u32::from(units.iter().fold(0, |all, &unit| all | u16::from_ne_bytes(unit)))
            }
            Kind::FourBytes => {
                let (units, _) = characters.as_chunks();
                units.iter().fold(0, |all, &unit| all | u32::from_ne_bytes(unit))
            }
        };
        match self {
            Kind::Ascii => union < 0x80,
            Kind::Latin1 => union >= 0x80,
            Kind::TwoBytes => union > 0xFF,
            Kind::FourBytes => union > 0xFFFF,
        }
    }
}

/// The number of bytes before the characters, for ASCII and for other strings.
#[derive(Clone, Copy)]
struct Headers {
    ascii: usize,
    others: usize,
}

static HEADERS: OnceLock<Option<Headers>> = OnceLock::new();

impl Headers {
    fn of(self, kind: Kind) -> usize {
        if kind == Kind::Ascii { self.ascii } else { self.others }
    }

    fn get(py: Python<'_>) -> Option<Self> {
        match HEADERS.get() {
            Some(headers) => *headers,
            // If measuring fails, for example because memory is short, it is repeated next time.
            None => {
                let headers = Self::measured(py).ok()?;
                *HEADERS.get_or_init(|| headers)
            }
        }
    }

    fn measured(py: Python<'_>) -> PyResult<Option<Self>> {
        if !is_locked(py)? {
            return Ok(None);
        }
        let (Some(ascii), Some(others)) = (header(py, Kind::Ascii)?, header(py, Kind::Latin1)?) else {
            return Ok(None);
        };
        let headers = Headers { ascii, others };
        for kind in Kind::ALL {
            if header(py, kind)? != Some(headers.of(kind)) || !headers.is_tried(py, kind)? {
                return Ok(None);
            }
        }
        Ok(Some(headers))
    }

    /// Returns `true` if known characters are found there, and if CPython recognizes characters that are
    /// written there.
    fn is_tried(self, py: Python<'_>, kind: Kind) -> PyResult<bool> {
        let seed = kind.seed();
        let known = PyString::new(py, &seed.repeat(50));
        let mut stored = Vec::new();
        for character in seed.repeat(50).chars() {
            stored.extend_from_slice(&u32::from(character).to_le_bytes()[..kind.width()]);
        }
        if cfg!(target_endian = "big") {
            stored.chunks_mut(kind.width()).for_each(<[u8]>::reverse);
        }
        // SAFETY: `header` has found that the object has this many bytes after the header, and one more
        // character.
        let found = unsafe {
            let start = known.as_ptr().cast::<u8>().add(self.of(kind));
            std::slice::from_raw_parts(start, stored.len())
        };
        if found != stored {
            return Ok(false);
        }
        let mut filling = Filling::with_headers(py, kind, 100, self)?;
        if size(&filling.text)? != size(&known)? {
            return Ok(false);
        }
        let (front, back) = stored.split_at(30 * kind.width());
        let mut room = filling.room();
        let is_filled = room.push(front) && room.push(back);
        let Some(made) = filling.finish().filter(|_| is_filled) else { return Ok(false) };
        Ok(made.as_any().eq(&known)? && made.hash()? == known.hash()?)
    }
}

/// Returns the number of bytes before the characters of one kind.
fn header(py: Python<'_>, kind: Kind) -> PyResult<Option<usize>> {
    let seed = kind.seed().repeat(50);
    let len = seed.chars().count();
    // The characters are followed by U+0000.
    Ok(size(&PyString::new(py, &seed))?.checked_sub((len + 1) * kind.width()))
}

/// Returns the number of bytes of the whole object.
fn size(text: &Bound<'_, PyString>) -> PyResult<usize> {
    text.call_method0("__sizeof__")?.extract()
}

/// Returns `true` if strings can be filled, and if memory does not change while the thread holds the
/// interpreter and no Python code runs.
pub(crate) fn is_usable(py: Python<'_>) -> bool {
    Headers::get(py).is_some()
}

/// Returns `true` if this is CPython with a lock, so that memory does not change while no Python code runs.
fn is_locked(py: Python<'_>) -> PyResult<bool> {
    let sys = py.import("sys")?;
    let name: String = sys.getattr("implementation")?.getattr("name")?.extract()?;
    let is_enabled = match sys.getattr_opt("_is_gil_enabled")? {
        Some(is_enabled) => is_enabled.call0()?.is_truthy()?,
        None => true,
    };
    Ok(name == "cpython" && is_enabled)
}

/// A `str` that is not shared yet.
pub(crate) struct Filling<'py> {
    text: Bound<'py, PyString>,
    kind: Kind,
    characters: *mut u8,
    /// The number of bytes of the characters, and how many of them are written.
    len: usize,
    written: usize,
    /// The number of bytes whose pages have been provided.
    provided: usize,
    is_of_kind: bool,
}

impl<'py> Filling<'py> {
    /// Allocates space for `characters` characters. Returns `None` if there are too few of them, or if
    /// strings cannot be filled.
    pub(crate) fn new(py: Python<'py>, kind: Kind, characters: usize) -> PyResult<Option<Self>> {
        match Headers::get(py) {
            Some(headers) if characters > kind.seed().len() => {
                Self::with_headers(py, kind, characters, headers).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn with_headers(py: Python<'py>, kind: Kind, characters: usize, headers: Headers) -> PyResult<Self> {
        let mut text = PyString::new(py, kind.seed()).into_any().into_ptr();
        // SAFETY: the reference is owned; it becomes a reference to the longer `str`, or is unchanged.
        let (result, text) = unsafe {
            let result = ffi::PyUnicode_Resize(&raw mut text, characters as isize);
            (result, Bound::from_owned_ptr(py, text))
        };
        if result != 0 {
            return Err(PyErr::fetch(py));
        }
        let start = text.as_ptr().cast::<u8>().wrapping_add(headers.of(kind));
        let len = characters * kind.width();
        let text = text.cast_into::<PyString>()?;
        Ok(Self {
            text,
            kind,
            characters: start,
            len,
            written: 0,
            provided: 0,
            is_of_kind: kind == Kind::Ascii,
        })
    }

    /// Returns the space for the characters, which can be written without the interpreter.
    pub(crate) fn room(&mut self) -> Room<'_> {
        Room {
            kind: self.kind,
            characters: self.characters,
            len: self.len,
            written: &mut self.written,
            provided: &mut self.provided,
            is_of_kind: &mut self.is_of_kind,
            filling: PhantomData,
        }
    }

    /// Returns the `str`, if it is full, and of its kind.
    pub(crate) fn finish(self) -> Option<Bound<'py, PyString>> {
        (self.written == self.len && self.is_of_kind).then_some(self.text)
    }
}

/// The characters of a `str` that is not shared yet.
pub(crate) struct Room<'f> {
    kind: Kind,
    characters: *mut u8,
    len: usize,
    written: &'f mut usize,
    provided: &'f mut usize,
    is_of_kind: &'f mut bool,
    filling: PhantomData<&'f mut u8>,
}

// SAFETY: it borrows the only owner of the memory to which it points.
unsafe impl Send for Room<'_> {}

impl Room<'_> {
    /// Appends characters, each in the bytes of this machine. Returns `true` if there is space for them and
    /// they are of the kind.
    pub(crate) fn push(&mut self, characters: &[u8]) -> bool {
        let kind = self.kind;
        if kind == Kind::Ascii {
            return self.push_while(characters, |piece| kind.is_kind_of(piece));
        }
        *self.is_of_kind = *self.is_of_kind || kind.is_kind_of(characters);
        self.push_while(characters, |_| true)
    }

    /// Returns the number of bytes that have been written.
    pub(crate) fn len(&self) -> usize {
        *self.written
    }

    /// Appends characters in pieces, while `is_right` returns `true` for each; otherwise the `str` is
    /// discarded.
    ///
    /// A piece remains in the nearest cache between the check and the copy. Pieces are also short because
    /// long ones are copied by an instruction that restarts at every page that the system has to provide: for
    /// new memory this takes a third more time.
    pub(crate) fn push_while(&mut self, characters: &[u8], is_right: impl Fn(&[u8]) -> bool) -> bool {
        const PIECE: usize = 512;
        if self.len - *self.written < characters.len() {
            return false;
        }
        for piece in characters.chunks(PIECE) {
            if !is_right(piece) {
                *self.is_of_kind = false;
                return false;
            }
            self.provide(piece.len());
            // SAFETY: there are this many bytes, which have no other owner and do not overlap the source.
            unsafe {
                let start = self.characters.add(*self.written);
                start.copy_from_nonoverlapping(piece.as_ptr(), piece.len());
            }
            *self.written += piece.len();
        }
        true
    }

    /// Requests pages from the system before they are written to, if the allocator has no pages of its own.
    fn provide(&mut self, len: usize) {
        /// CPython's allocator takes blocks of this size from the system.
        const LEAST: usize = 32 << 20;
        /// The pages are written to while they are in a cache.
        const PAGES: usize = 256 << 10;
        if self.len >= LEAST && *self.written + len > *self.provided {
            let start = self.characters.wrapping_add(*self.written);
            let skip = start.align_offset(PAGES);
            *self.provided = (*self.written + skip).saturating_add(PAGES).min(self.len);
            let pages = self.provided.saturating_sub(*self.written + skip) / PAGES * PAGES;
            provide(start.wrapping_add(skip), pages);
        }
    }
}

/// Requests many pages by one system call, instead of one page fault for each. If the system does not support
/// this, the pages are provided as usual.
#[cfg(target_os = "linux")]
fn provide(start: *mut u8, len: usize) {
    use std::ffi::{c_int, c_void};

    const MADV_POPULATE_WRITE: c_int = 23;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, len: usize, advice: c_int) -> c_int;
    }
    // SAFETY: the memory is owned, and its contents do not change.
    unsafe { madvise(start.cast(), len, MADV_POPULATE_WRITE) };
}

#[cfg(not(target_os = "linux"))]
fn provide(_: *mut u8, _: usize) {}
