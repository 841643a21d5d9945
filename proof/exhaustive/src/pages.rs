//! Memory between guard pages: code that reads or writes a byte too far is stopped immediately.

#![expect(unsafe_code, reason = "pages are protected, and slices made of them")]

use placemat::form::Unit;
use region::{Allocation, Protection};

/// The bytes around a slice in its pages.
const CANARY: u8 = 0xA5;

/// Some pages, between two guard pages that may be neither read nor written.
pub struct Guarded {
    pages: Allocation,
    page: usize,
}

impl std::fmt::Debug for Guarded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:X?}", self.pages.as_range())
    }
}

/// The position of a slice in its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Directly after the first guard page.
    Behind,
    /// Directly before the last guard page.
    Before,
}

impl Guarded {
    /// Allocates pages for at least `room` bytes.
    ///
    /// # Panics
    ///
    /// If the system provides no memory.
    pub fn new(room: usize) -> Self {
        let page = region::page::size();
        let inner = room.max(1).next_multiple_of(page);
        let pages = region::alloc(page + inner + page, Protection::NONE).expect("memory");
        let first = pages.as_ptr::<u8>().wrapping_add(page);
        // SAFETY: the pages are inside the allocation, which is new: no other code relies on their
        // permissions.
        unsafe { region::protect(first, inner, Protection::READ_WRITE) }.expect("pages that permit access");
        Guarded { pages, page }
    }

    /// Returns all bytes between the guard pages.
    fn inner(&mut self) -> &mut [u8] {
        let len = self.pages.len() - 2 * self.page;
        let first = self.pages.as_mut_ptr::<u8>().wrapping_add(self.page);
        // SAFETY: these are the pages that `new` made readable and writable. They are mapped as zeros, so
        // they are initialized, and exist as long as the allocation, which this borrows exclusively.
        unsafe { std::slice::from_raw_parts_mut(first, len) }
    }

    /// Returns the range of `len` bytes.
    fn place(&mut self, len: usize, side: Side) -> std::ops::Range<usize> {
        match side {
            Side::Behind => 0..len,
            Side::Before => self.inner().len() - len..self.inner().len(),
        }
    }

    /// Returns a slice of `len` units on a side, with canaries in the rest of the pages, and in the slice
    /// itself.
    pub fn slice<U: Unit>(&mut self, len: usize, side: Side) -> &mut [U] {
        let place = self.place(len * size_of::<U>(), side);
        self.inner().fill(CANARY);
        let first = self.inner()[place].as_mut_ptr();
        // SAFETY: `Unit` is sealed, a `u8`, `u16` or `u32`, for which every pattern of bits is a value. The
        // range contains `len` of them inside the initialized pages, which this borrows exclusively. Both its
        // ends are aligned for them, because the ends of pages are, and its length is a multiple of their
        // size.
        unsafe { std::slice::from_raw_parts_mut(first.cast(), len) }
    }

    /// Returns `true` if the canaries around a slice of `len` units are unchanged.
    pub fn is_intact<U: Unit>(&mut self, len: usize, side: Side) -> bool {
        let place = self.place(len * size_of::<U>(), side);
        let inner = self.inner();
        inner[..place.start].iter().chain(&inner[place.end..]).all(|&byte| byte == CANARY)
    }
}
