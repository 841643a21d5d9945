//! The layout of the values of a column.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::malformed::{Fault, Malformed};
use super::rewrite::Data;
use super::validity::Validity;

/// An offset: `i32`, or `i64` for large columns.
///
/// ```
/// use placemat::columns::Column;
/// assert_eq!(Column::new(b"ab", &[0_i64, 1, 2], None)?.get(1), Some(b"b".as_slice()));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
pub trait Offset: Copy + Ord + fmt::Debug + sealed::Sealed {}

impl Offset for i32 {}
impl Offset for i64 {}

pub(super) mod sealed {
    use alloc::vec::Vec;

    use crate::columns::Data;

    pub trait Sealed: Sized {
        fn of(place: usize) -> Option<Self>;
        fn place(self) -> Option<usize>;
        /// Returns the place of an offset that was checked.
        fn index(self) -> usize;
        /// Returns the offsets as the type that they are.
        fn told(offsets: &[Self]) -> Result<&[i32], &[i64]>;
        fn data(values: Vec<u8>, offsets: Vec<Self>) -> Data;
    }
}

macro_rules! offsets {
    ($($integer:ident $told:ident $variant:ident)*) => {
        $(
            impl sealed::Sealed for $integer {
                #[inline]
                fn of(place: usize) -> Option<Self> {
                    $integer::try_from(place).ok()
                }

                #[inline]
                fn place(self) -> Option<usize> {
                    usize::try_from(self).ok()
                }

                #[inline(always)]
                fn index(self) -> usize {
                    self as usize
                }

                fn told(offsets: &[Self]) -> Result<&[i32], &[i64]> {
                    $told(offsets)
                }

                fn data(values: Vec<u8>, offsets: Vec<Self>) -> Data {
                    Data::$variant { values, offsets }
                }
            }
        )*
    };
}

offsets! { i32 Ok Offsets32 i64 Err Offsets64 }

/// A view of 16 bytes: the length of a value, and 12 bytes. A value of at most 12 bytes is stored in these.
/// For a longer one, they are its first four bytes, the number of a buffer, and the offset there. Numbers
/// have 32 bits, in little-endian order.
///
/// ```
/// use placemat::columns::{Column, View};
/// let buffer = b"a value of 21 bytes!!";
/// let views = [View::inline(b"short").unwrap(), View::into_buffer(buffer, 0, 0)];
/// let buffers = [buffer.as_slice()];
/// let column = Column::of_views(&views, &buffers, None)?;
/// assert_eq!((column.get(0), column.get(1)), (Some(b"short".as_slice()), Some(buffer.as_slice())));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct View(pub [u8; 16]);

impl View {
    /// The length of the longest value that a view itself can contain, in bytes.
    const INLINE: usize = 12;

    /// Creates a view that contains a value. Returns `None` if the value has more than 12 bytes.
    ///
    /// ```
    /// # use placemat::columns::View;
    /// assert!(View::inline(b"twelve bytes").is_some() && View::inline(b"thirteen here").is_none());
    /// ```
    pub fn inline(value: &[u8]) -> Option<Self> {
        let mut bytes = [0; 16];
        bytes[4..].get_mut(..value.len())?.copy_from_slice(value);
        bytes[0] = value.len() as u8;
        Some(View(bytes))
    }

    /// Creates a view of a value at an offset in the buffer with this number.
    ///
    /// ```
    /// # use placemat::columns::View;
    /// let view = View::into_buffer(b"a value that is longer", 2, 7);
    /// assert_eq!(view.0, *b"\x16\0\0\0a va\x02\0\0\0\x07\0\0\0");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the value has fewer than 13 bytes, or 2³¹ or more.
    #[inline]
    pub fn into_buffer(value: &[u8], buffer: u32, offset: u32) -> Self {
        assert!(value.len() > Self::INLINE && value.len() < 1 << 31, "the length of a value in a buffer");
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&(value.len() as u32).to_le_bytes());
        bytes[4..8].copy_from_slice(&value[..4]);
        bytes[8..12].copy_from_slice(&buffer.to_le_bytes());
        bytes[12..].copy_from_slice(&offset.to_le_bytes());
        View(bytes)
    }

    /// Checks the other bytes of the view: the first four of a long value must be repeated, and a short one
    /// must be padded with 00.
    #[inline]
    fn is_sound(&self, value: &[u8]) -> Result<(), Fault> {
        match self.0[4..].get(value.len()..) {
            Some(padding) if padding.iter().any(|&byte| byte != 0) => Err(Fault::Padding),
            None if !value.starts_with(&self.0[4..8]) => Err(Fault::Prefix),
            _ => Ok(()),
        }
    }

    #[inline]
    fn number(&self, k: usize) -> usize {
        u32::from_le_bytes(self.0.as_chunks().0[k]) as usize
    }

    /// Returns the value if it is in the view; otherwise the number of a buffer and the range there.
    #[inline]
    pub(super) fn value(&self) -> Result<&[u8], (usize, Range<usize>)> {
        let len = self.number(0);
        match self.0[4..].get(..len) {
            Some(value) => Ok(value),
            None => {
                let start = self.number(3);
                Err((self.number(2), start..start.saturating_add(len)))
            }
        }
    }
}

/// Values that are stored one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run<'a, O> {
    pub(super) values: &'a [u8],
    /// One more than there are values, ascending, within `values`.
    pub(super) offsets: &'a [O],
}

impl<'a, O: Offset> Run<'a, O> {
    #[inline]
    pub(super) fn at(&self, k: usize) -> usize {
        // They were checked when the column was made.
        self.offsets[k].place().unwrap_or(0)
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> &'a [u8] {
        &self.values[self.at(row)..self.at(row + 1)]
    }

    fn check(self) -> Result<usize, Malformed> {
        let Some((&first, &last)) = self.offsets.first().zip(self.offsets.last()) else { return Ok(0) };
        let is_ascending = self.offsets.is_sorted();
        let fits = first.place().is_some() && last.place().is_some_and(|end| end <= self.values.len());
        if is_ascending && fits {
            return Ok(self.offsets.len() - 1);
        }
        // The first offset that is wrong.
        let fault = |(row, pair): (usize, &[O])| {
            let fault = match (pair[0].place(), pair[1].place()) {
                (None, _) | (_, None) => Fault::Negative,
                (Some(start), Some(end)) if end < start => Fault::Descending,
                (_, Some(end)) if end > self.values.len() => Fault::BeyondEnd,
                _ => return None,
            };
            Some(Malformed { row, fault })
        };
        let only = if first.place().is_none() { Fault::Negative } else { Fault::BeyondEnd };
        let found = self.offsets.windows(2).enumerate().find_map(fault);
        Err(found.unwrap_or(Malformed { row: 0, fault: only }))
    }
}

/// Values that each have a view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Views<'a> {
    pub(super) views: &'a [View],
    pub(super) buffers: &'a [&'a [u8]],
}

impl<'a> Views<'a> {
    #[inline]
    pub(super) fn get(&self, row: usize) -> &'a [u8] {
        match self.views[row].value() {
            Ok(value) => value,
            Err((buffer, range)) => &self.buffers[buffer][range],
        }
    }

    #[inline]
    fn check(self, validity: Option<Validity<'_>>) -> Result<usize, Malformed> {
        for (row, view) in self.views.iter().enumerate() {
            if validity.is_some_and(|validity| !validity.is_valid(row)) {
                continue;
            }
            let fault = match view.value() {
                Ok(value) => view.is_sound(value),
                Err((_, range)) if range.len() >= 1 << 31 => Err(Fault::Negative),
                Err((buffer, range)) => match self.buffers.get(buffer).map(|buffer| buffer.get(range)) {
                    None => Err(Fault::NoSuchBuffer),
                    Some(None) => Err(Fault::BeyondEnd),
                    Some(Some(value)) => view.is_sound(value),
                },
            };
            if let Err(fault) = fault {
                return Err(Malformed { row, fault });
            }
        }
        Ok(self.views.len())
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Layout<'a> {
    Offsets32(Run<'a, i32>),
    Offsets64(Run<'a, i64>),
    Views(Views<'a>),
}

/// A column of values, some of which may be null.
///
/// ```
/// use placemat::columns::{Column, Validity};
/// let validity = Validity::new(&[0b01], 0, 2)?;
/// let column = Column::new(b"text", &[0, 4, 4], Some(validity))?;
/// assert!(column.iter().eq([Some(b"text".as_slice()), None]));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    pub(super) layout: Layout<'a>,
    pub(super) validity: Option<Validity<'a>>,
    len: usize,
}

impl<'a> Column<'a> {
    /// Creates a column of values that are stored one after the other. The value of a row extends from its
    /// offset to the next one. So `n` values have `n + 1` offsets; for an empty column, `offsets` may be
    /// empty. Without a bitmap, no value is null.
    ///
    /// ```
    /// use placemat::columns::Column;
    /// let column = Column::new(b"onetwo", &[0, 3, 6], None)?;
    /// assert_eq!((column.len(), column.get(1)), (2, Some(b"two".as_slice())));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Malformed`] if an offset is negative, less than the previous one, or after the end of the
    /// bytes, or if the bitmap is for a different number of values.
    pub fn new<O: Offset>(
        values: &'a [u8],
        offsets: &'a [O],
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Malformed> {
        let len = Run { values, offsets }.check()?;
        let layout = match O::told(offsets) {
            Ok(offsets) => Layout::Offsets32(Run { values, offsets }),
            Err(offsets) => Layout::Offsets64(Run { values, offsets }),
        };
        Self::with(layout, validity, len)
    }

    /// Creates a column of values that each have a view. The views of nulls are not checked.
    ///
    /// ```
    /// use placemat::columns::{Column, View};
    /// let views = [View::inline(b"one").unwrap()];
    /// assert_eq!(Column::of_views(&views, &[], None)?.get(0), Some(b"one".as_slice()));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Malformed`] if a view is not valid: it refers to a buffer that does not exist or to bytes
    /// after its end, it repeats other bytes than the first of its value, or it is padded with other bytes
    /// than 00. Also returns it if the bitmap is for a different number of values.
    pub fn of_views(
        views: &'a [View],
        buffers: &'a [&'a [u8]],
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Malformed> {
        let views = Views { views, buffers };
        let is_short = validity.is_some_and(|validity| validity.len() != views.views.len());
        let len = views.check(validity.filter(|_| !is_short))?;
        Self::with(Layout::Views(views), validity, len)
    }

    #[inline]
    fn with(layout: Layout<'a>, validity: Option<Validity<'a>>, len: usize) -> Result<Self, Malformed> {
        match validity {
            Some(validity) if validity.len() != len => {
                Err(Malformed { row: validity.len().min(len), fault: Fault::Validity })
            }
            _ => Ok(Column { layout, validity, len }),
        }
    }

    /// Returns the number of values, including nulls.
    ///
    /// ```
    /// # use placemat::columns::Column;
    /// assert_eq!(Column::new(b"ab", &[0, 1, 1, 2], None)?.len(), 3);
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if the column is empty.
    ///
    /// ```
    /// # use placemat::columns::Column;
    /// assert!(Column::new::<i32>(b"", &[], None)?.is_empty());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of nulls.
    ///
    /// ```
    /// # use placemat::columns::Column;
    /// assert_eq!(Column::new(b"a", &[0, 1], None)?.nulls(), 0);
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn nulls(&self) -> usize {
        self.validity.map_or(0, |validity| validity.nulls())
    }

    /// Returns the bytes of a row, or `None` if it is null.
    ///
    /// ```
    /// # use placemat::columns::Column;
    /// assert_eq!(Column::new(b"ab", &[0, 1, 2], None)?.get(0), Some(b"a".as_slice()));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the row does not exist.
    #[inline]
    pub fn get(&self, row: usize) -> Option<&'a [u8]> {
        self.is_valid(row).then(|| match &self.layout {
            Layout::Offsets32(run) => run.get(row),
            Layout::Offsets64(run) => run.get(row),
            Layout::Views(views) => views.get(row),
        })
    }

    /// Returns an iterator over the values, in order.
    ///
    /// ```
    /// # use placemat::columns::Column;
    /// let column = Column::new(b"ab", &[0, 1, 2], None)?;
    /// assert_eq!(column.iter().flatten().collect::<Vec<_>>().concat(), b"ab");
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<&'a [u8]>> + use<'a> {
        let column = *self;
        (0..self.len).map(move |row| column.get(row))
    }

    #[inline]
    pub(super) fn is_valid(&self, row: usize) -> bool {
        self.validity.is_none_or(|validity| validity.is_valid(row))
    }
}
