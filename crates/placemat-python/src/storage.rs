//! A `str` that is filled where it lies.
//!
//! The stable interface makes a `str` of any kind and length, but does not tell where its characters are. In CPython they are
//! at the end of the object, behind a header whose length follows from `__sizeof__`. That is tried out once, on strings that are
//! read and on strings that are written; where anything is not as it should be, no `str` is made here.

#![expect(unsafe_code, reason = "memory of CPython's, which nothing safe gives out")]

use std::marker::PhantomData;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// How the characters of a `str` are stored: as narrow as its greatest one permits, which CPython relies on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ascii,
    /// Up to U+00FF, with one beyond ASCII.
    Latin1,
    /// Up to U+FFFF, with one beyond U+00FF.
    TwoBytes,
    /// With one beyond U+FFFF.
    FourBytes,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Ascii, Kind::Latin1, Kind::TwoBytes, Kind::FourBytes];

    /// Bytes of a character.
    const fn width(self) -> usize {
        match self {
            Kind::Ascii | Kind::Latin1 => 1,
            Kind::TwoBytes => 2,
            Kind::FourBytes => 4,
        }
    }

    /// A `str` of two characters, which has no other owner: CPython keeps those of one.
    const fn seed(self) -> &'static str {
        match self {
            Kind::Ascii => "ab",
            Kind::Latin1 => "éÿ",
            Kind::TwoBytes => "ж€",
            Kind::FourBytes => "💩🚀",
        }
    }

    /// Is there a character among these that needs this kind, and none that needs another?
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

/// Bytes before the characters: of ASCII, and of others.
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
            // Where there is no memory, for one, it is measured again.
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

    /// Are characters found there that are known, and known by CPython that are put there?
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
        // SAFETY: `header` has found that the object has so many bytes behind the header, and a character more.
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

/// Bytes before the characters of one kind.
fn header(py: Python<'_>, kind: Kind) -> PyResult<Option<usize>> {
    let seed = kind.seed().repeat(50);
    let len = seed.chars().count();
    // Behind the characters there is U+0000.
    Ok(size(&PyString::new(py, &seed))?.checked_sub((len + 1) * kind.width()))
}

/// Bytes of the whole object.
fn size(text: &Bound<'_, PyString>) -> PyResult<usize> {
    text.call_method0("__sizeof__")?.extract()
}

/// Can strings be filled, and does memory stay as it is while the interpreter is held and no code of Python runs?
pub(crate) fn is_usable(py: Python<'_>) -> bool {
    Headers::get(py).is_some()
}

/// Is this CPython, with a lock by which memory stays as it is while no code of Python runs?
fn is_locked(py: Python<'_>) -> PyResult<bool> {
    let sys = py.import("sys")?;
    let name: String = sys.getattr("implementation")?.getattr("name")?.extract()?;
    let is_enabled = match sys.getattr_opt("_is_gil_enabled")? {
        Some(is_enabled) => is_enabled.call0()?.is_truthy()?,
        None => true,
    };
    Ok(name == "cpython" && is_enabled)
}

/// A `str` that nobody has seen yet.
pub(crate) struct Filling<'py> {
    text: Bound<'py, PyString>,
    kind: Kind,
    characters: *mut u8,
    /// Bytes of characters, and how many of them are written.
    len: usize,
    written: usize,
    /// Bytes whose pages are there.
    provided: usize,
    is_of_kind: bool,
}

impl<'py> Filling<'py> {
    /// Room for some characters, at least one.
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
        // SAFETY: the reference is ours, and becomes that to the longer `str`, or stays what it was.
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

    /// What is written, also without the interpreter.
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

    /// The `str`, if it is full, and of its kind.
    pub(crate) fn finish(self) -> Option<Bound<'py, PyString>> {
        (self.written == self.len && self.is_of_kind).then_some(self.text)
    }
}

/// The characters of a `str` that nobody has seen yet.
pub(crate) struct Room<'f> {
    kind: Kind,
    characters: *mut u8,
    len: usize,
    written: &'f mut usize,
    provided: &'f mut usize,
    is_of_kind: &'f mut bool,
    filling: PhantomData<&'f mut u8>,
}

// SAFETY: it borrows the only owner of what it points to.
unsafe impl Send for Room<'_> {}

impl Room<'_> {
    /// Characters behind those that are there already, each in the bytes of this machine. Have they room, and are they of the kind?
    pub(crate) fn push(&mut self, characters: &[u8]) -> bool {
        let kind = self.kind;
        if kind == Kind::Ascii {
            return self.push_while(characters, |piece| kind.is_kind_of(piece));
        }
        *self.is_of_kind = *self.is_of_kind || kind.is_kind_of(characters);
        self.push_while(characters, |_| true)
    }

    /// Bytes that are there already.
    pub(crate) fn len(&self) -> usize {
        *self.written
    }

    /// The same in pieces, while each is as it should be; else the `str` is none.
    ///
    /// A piece stays in the nearest cache between the look and the copy. And it is short, since long ones are copied by an instruction
    /// that begins anew at every page which the system has to provide: that takes a third more for memory that is new.
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
            // SAFETY: so many bytes are there, nobody else has them, and they are no part of what is copied.
            unsafe {
                let start = self.characters.add(*self.written);
                start.copy_from_nonoverlapping(piece.as_ptr(), piece.len());
            }
            *self.written += piece.len();
        }
        true
    }

    /// Asks for pages of the system before they are written to, where the allocator has none that it keeps.
    fn provide(&mut self, len: usize) {
        /// CPython's allocator takes what is this long from the system.
        const LEAST: usize = 32 << 20;
        /// They are written to while they are in a cache.
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

/// Many pages in one call of the system, in place of an exception for each. Where it does not know that, they come as they always do.
#[cfg(target_os = "linux")]
fn provide(start: *mut u8, len: usize) {
    use std::ffi::{c_int, c_void};

    const MADV_POPULATE_WRITE: c_int = 23;
    unsafe extern "C" {
        fn madvise(start: *mut c_void, len: usize, advice: c_int) -> c_int;
    }
    // SAFETY: the memory is ours, and nothing in it changes.
    unsafe { madvise(start.cast(), len, MADV_POPULATE_WRITE) };
}

#[cfg(not(target_os = "linux"))]
fn provide(_: *mut u8, _: usize) {}
