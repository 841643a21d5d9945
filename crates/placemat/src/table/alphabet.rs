//! Alphabets: the units of one place of a sequence, and their order.

/// The units that are allowed at one place of a sequence: one interval or two, or up to four of bytes that a
/// permutation has moved.
///
/// ```
/// use placemat::table::Alphabet;
/// const UTF_1: Alphabet = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
/// assert_eq!(UTF_1.size(), 190);
/// assert_eq!(UTF_1.digit(0xA0), Some(0x5E));
/// assert_eq!(UTF_1.unit(0x5E), 0xA0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    pub(super) first: u32,
    span: u32,
    then: u32,
    then_size: u32,
    /// Two more intervals, only for bytes: the first byte and the size, which is 0 if there is none.
    more: [(u8, u8); 2],
}

/// No more intervals.
const NONE: [(u8, u8); 2] = [(0, 0); 2];

impl Alphabet {
    /// Creates the alphabet of the units from `first` to `last`.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// let continuation = Alphabet::new(0x80, 0xBF);
    /// assert_eq!(continuation.size(), 1 << 6);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `last` is less than `first`; in a table, at compile time.
    #[inline]
    pub const fn new(first: u32, last: u32) -> Self {
        assert!(first <= last, "an alphabet is not empty");
        Alphabet { first, span: last - first, then: 0, then_size: 0, more: NONE }
    }

    /// Creates the alphabet of the units from `first` to `last` and from `then` to `end`, in that order.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// // The trail bytes of UTF-1: all except the controls, the space and DEL.
    /// let utf_1 = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
    /// assert!(utf_1.intervals().eq([(0x21, 0x7E), (0xA0, 0xFF)]));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an interval is empty, or if they are not ascending; in a table, at compile time.
    #[inline]
    pub const fn two(first: u32, last: u32, then: u32, end: u32) -> Self {
        assert!(first <= last && last < then && then <= end, "two ascending intervals");
        Alphabet { first, span: last - first, then, then_size: end - then + 1, more: NONE }
    }

    /// Returns the number of units: the radix of its place.
    ///
    /// ```
    /// # use placemat::form::{Form, Utf16, Utf1};
    /// assert_eq!(Utf16::TABLE.rows()[1].alphabets()[1].size(), 1024);
    /// assert_eq!(Utf1::TABLE.rows()[2].alphabets()[1].size(), 190);
    /// ```
    #[inline]
    pub const fn size(&self) -> u64 {
        self.span as u64 + 1 + self.then_size as u64 + self.more[0].1 as u64 + self.more[1].1 as u64
    }

    /// Returns the position of a unit in the alphabet, counted from 0: the digit that it adds to a rank.
    /// Returns `None` for other units.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// let continuation = Alphabet::new(0x80, 0xBF);
    /// assert_eq!((continuation.digit(0xA9), continuation.digit(0xC3)), (Some(0x29), None));
    /// ```
    #[inline(always)]
    pub const fn digit(&self, unit: u32) -> Option<u32> {
        let digit = unit.wrapping_sub(self.first);
        if digit <= self.span {
            return Some(digit);
        }
        let digit = unit.wrapping_sub(self.then);
        if digit < self.then_size {
            return Some(self.span + 1 + digit);
        }
        if self.more[0].1 == 0 { None } else { self.digit_in_more(unit) }
    }

    #[inline]
    const fn digit_in_more(&self, unit: u32) -> Option<u32> {
        let (mut before, mut k) = (self.span + 1 + self.then_size, 0);
        while k < self.more.len() {
            let (first, size) = (self.more[k].0 as u32, self.more[k].1 as u32);
            let digit = unit.wrapping_sub(first);
            if digit < size {
                return Some(before + digit);
            }
            before += size;
            k += 1;
        }
        None
    }

    /// Returns the unit at a position. The result is unspecified if the position is not less than the
    /// [size](Alphabet::size).
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// let utf_1 = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
    /// assert_eq!([0, 93, 94, 189].map(|digit| utf_1.unit(digit)), [0x21, 0x7E, 0xA0, 0xFF]);
    /// ```
    #[inline(always)]
    pub const fn unit(&self, digit: u32) -> u32 {
        if digit <= self.span {
            return self.first + digit;
        }
        let digit = digit - self.span - 1;
        if digit < self.then_size || self.more[0].1 == 0 {
            return self.then.wrapping_add(digit);
        }
        let digit = digit - self.then_size;
        let [(first, size), (last, _)] = self.more;
        if digit < size as u32 { first as u32 + digit } else { last as u32 + (digit - size as u32) }
    }

    /// Returns `true` if it is one interval.
    #[inline]
    pub(crate) const fn is_interval(&self) -> bool {
        self.then_size == 0
    }

    /// Returns an interval as its first and last unit. There are up to four.
    #[inline]
    const fn interval(&self, k: usize) -> Option<(u32, u32)> {
        let (first, size) = match k {
            0 => return Some((self.first, self.first + self.span)),
            1 => (self.then, self.then_size),
            2 | 3 => (self.more[k - 2].0 as u32, self.more[k - 2].1 as u32),
            _ => return None,
        };
        if size == 0 { None } else { Some((first, first + (size - 1))) }
    }

    /// Returns the least and the greatest unit.
    #[inline]
    pub(crate) const fn ends(&self) -> (u32, u32) {
        let (mut least, mut greatest) = (self.first, self.first);
        let mut k = 0;
        while let Some((first, last)) = self.interval(k) {
            least = if first < least { first } else { least };
            greatest = if last > greatest { last } else { greatest };
            k += 1;
        }
        (least, greatest)
    }

    /// Returns `true` if the two have a unit in common.
    #[inline]
    pub(crate) const fn meets(&self, other: &Alphabet) -> bool {
        let mut k = 0;
        while let Some((first, last)) = self.interval(k) {
            let mut j = 0;
            while let Some((from, to)) = other.interval(j) {
                if first <= to && from <= last {
                    return true;
                }
                j += 1;
            }
            k += 1;
        }
        false
    }

    /// Returns `true` if it is the same alphabet.
    #[inline]
    pub(crate) const fn is(&self, other: &Alphabet) -> bool {
        let mut k = 0;
        while k < 4 {
            match (self.interval(k), other.interval(k)) {
                (Some((first, last)), Some((from, to))) if first == from && last == to => {}
                (None, None) => {}
                _ => return false,
            }
            k += 1;
        }
        true
    }

    /// Returns the part from one position to another.
    #[inline]
    pub(crate) const fn part(&self, from: u32, to: u32) -> Alphabet {
        let (first, last) = (self.unit(from), self.unit(to));
        let (mut part, mut count, mut k): (Option<Alphabet>, _, _) = (None, 0, 0);
        while let Some((start, end)) = self.interval(k) {
            let start = if start < first { first } else { start };
            let end = if end > last { last } else { end };
            if start <= end {
                part = Some(Alphabet::with(part, count, start, end));
                count += 1;
            }
            k += 1;
        }
        part.expect("places of the alphabet")
    }

    /// Returns the alphabet of the bytes that a permutation puts in the place of these. It must keep their
    /// order.
    #[inline]
    pub(super) const fn permuted(&self, bytes: &[u8; 256]) -> Alphabet {
        let (mut permuted, mut count) = (None, 0);
        let (mut first, mut last) = (0, 0);
        let mut digit = 0;
        while digit < self.size() as u32 {
            let byte = bytes[self.unit(digit) as usize] as u32;
            if digit == 0 {
                first = byte;
            } else if byte != last + 1 {
                assert!(last < byte, "a permutation keeps the order of trailing bytes");
                permuted = Some(Alphabet::with(permuted, count, first, last));
                count += 1;
                first = byte;
            }
            last = byte;
            digit += 1;
        }
        Alphabet::with(permuted, count, first, last)
    }

    /// Returns an alphabet of `count` intervals with one more, which lies after them.
    const fn with(alphabet: Option<Alphabet>, count: usize, first: u32, last: u32) -> Alphabet {
        let Some(mut alphabet) = alphabet else { return Alphabet::new(first, last) };
        let size = last - first + 1;
        match count {
            1 => (alphabet.then, alphabet.then_size) = (first, size),
            2 | 3 => alphabet.more[count - 2] = (first as u8, size as u8),
            _ => panic!("an alphabet has up to four intervals"),
        }
        alphabet
    }

    /// Returns an iterator over the intervals of the alphabet, each as its first and last unit.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// assert!(Alphabet::new(0x80, 0xBF).intervals().eq([(0x80, 0xBF)]));
    /// ```
    #[inline]
    pub fn intervals(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let alphabet = *self;
        (0..4).map_while(move |k| alphabet.interval(k))
    }
}
