//! The bitmap that says which values are null.

use alloc::vec::Vec;

use super::malformed::{Fault, Malformed};

/// A bitmap with a bit for each value, from the least significant bit of a byte on. A bit is set if the value
/// is not null.
///
/// ```
/// use placemat::columns::Validity;
/// let validity = Validity::new(&[0b0000_0101], 0, 3)?;
/// assert_eq!([0, 1, 2].map(|row| validity.is_valid(row)), [true, false, true]);
/// assert_eq!(validity.nulls(), 1);
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Validity<'a> {
    bits: &'a [u8],
    /// The bit of the first value.
    start: usize,
    len: usize,
}

impl<'a> Validity<'a> {
    /// Creates a bitmap of `len` values from the bits from `start` on.
    ///
    /// ```
    /// use placemat::columns::Validity;
    /// assert!(Validity::new(&[0xFF], 5, 3).is_ok());
    /// assert!(Validity::new(&[0xFF], 5, 4).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Fault::Validity`] if there are fewer bits.
    #[inline]
    pub fn new(bits: &'a [u8], start: usize, len: usize) -> Result<Self, Malformed> {
        match start.checked_add(len) {
            Some(end) if end.div_ceil(8) <= bits.len() => Ok(Validity { bits, start, len }),
            _ => Err(Malformed { row: (8 * bits.len()).saturating_sub(start), fault: Fault::Validity }),
        }
    }

    /// Returns `true` if the value is not null.
    ///
    /// ```
    /// # use placemat::columns::Validity;
    /// assert!(Validity::new(&[0b10], 0, 2)?.is_valid(1));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the row does not exist.
    #[inline]
    pub fn is_valid(&self, row: usize) -> bool {
        assert!(row < self.len, "a row of the column");
        let bit = self.start + row;
        self.bits[bit / 8] >> (bit % 8) & 1 == 1
    }

    /// Returns the number of nulls.
    ///
    /// ```
    /// # use placemat::columns::Validity;
    /// assert_eq!(Validity::new(&[0b1010_1010, 0xFF], 1, 8)?.nulls(), 3);
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    #[inline]
    pub fn nulls(&self) -> usize {
        let (first, end) = (self.start / 8, (self.start + self.len).div_ceil(8));
        let ones: usize = self.bits[first..end].iter().map(|byte| byte.count_ones() as usize).sum();
        // The first byte and the last one may contain bits of other values.
        let is_set = |bit: &usize| self.bits[bit / 8] >> (bit % 8) & 1 == 1;
        let before = (8 * first..self.start).filter(is_set).count();
        let after = (self.start + self.len..8 * end).filter(is_set).count();
        self.len - (ones - before - after)
    }

    /// Returns the number of values.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Copies the bits into a bitmap of its own, from bit 0 on.
    #[inline]
    pub(super) fn to_bits(self) -> Vec<u8> {
        let mut bits = alloc::vec![0; self.len.div_ceil(8)];
        let shift = self.start % 8;
        let source = &self.bits[self.start / 8..];
        for (k, byte) in bits.iter_mut().enumerate() {
            let high = source.get(k + 1).map_or(0, |next| u16::from(*next) << 8);
            *byte = ((high | u16::from(source[k])) >> shift) as u8;
        }
        if let Some(last) = bits.last_mut() {
            *last &= 0xFF >> ((8 - self.len % 8) % 8);
        }
        bits
    }
}
