//! The units of one place of a sequence, and their order.

/// The units that may stand at one place of a sequence: one interval or two.
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
}

impl Alphabet {
    /// The units from `first` to `last`.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// let continuation = Alphabet::new(0x80, 0xBF);
    /// assert_eq!(continuation.size(), 1 << 6);
    /// ```
    ///
    /// # Panics
    ///
    /// If `last` is less than `first`: at compile time in a table.
    #[inline]
    pub const fn new(first: u32, last: u32) -> Self {
        assert!(first <= last, "an alphabet is not empty");
        Alphabet { first, span: last - first, then: 0, then_size: 0 }
    }

    /// The units from `first` to `last` and from `then` to `end`, in that order.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// // The trail bytes of UTF-1: all but the controls, the space and DEL.
    /// let utf_1 = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
    /// assert!(utf_1.intervals().eq([(0x21, 0x7E), (0xA0, 0xFF)]));
    /// ```
    ///
    /// # Panics
    ///
    /// If an interval is empty or they are not ascending: at compile time in a table.
    #[inline]
    pub const fn two(first: u32, last: u32, then: u32, end: u32) -> Self {
        assert!(first <= last && last < then && then <= end, "two ascending intervals");
        Alphabet { first, span: last - first, then, then_size: end - then + 1 }
    }

    /// How many units it has: the radix of its place.
    ///
    /// ```
    /// # use placemat::form::{Form, Utf16, Utf1};
    /// assert_eq!(Utf16::TABLE.rows()[1].alphabets()[1].size(), 1024);
    /// assert_eq!(Utf1::TABLE.rows()[2].alphabets()[1].size(), 190);
    /// ```
    #[inline]
    pub const fn size(&self) -> u64 {
        self.span as u64 + 1 + self.then_size as u64
    }

    /// The place of a unit in the alphabet, from 0: the digit that it adds to a rank. `None` for other units.
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
        if digit < self.then_size { Some(self.span + 1 + digit) } else { None }
    }

    /// The unit at a place; of a place that is not below the [size](Alphabet::size), no particular one.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// let utf_1 = Alphabet::two(0x21, 0x7E, 0xA0, 0xFF);
    /// assert_eq!([0, 93, 94, 189].map(|digit| utf_1.unit(digit)), [0x21, 0x7E, 0xA0, 0xFF]);
    /// ```
    #[inline(always)]
    pub const fn unit(&self, digit: u32) -> u32 {
        if digit <= self.span { self.first + digit } else { self.then.wrapping_add(digit - self.span - 1) }
    }

    /// Is it one interval?
    #[inline]
    pub(crate) const fn is_interval(&self) -> bool {
        self.then_size == 0
    }

    /// Is it the same alphabet?
    /// Returns `true` if the two have a unit in common.
    #[inline]
    pub(crate) const fn meets(&self, other: &Alphabet) -> bool {
        let meet = Self::first_meets(self, other) || Self::first_meets(other, self);
        let both = self.then_size > 0
            && other.then_size > 0
            && self.then < other.then + other.then_size
            && other.then < self.then + self.then_size;
        meet || both
    }

    /// Returns `true` if the first interval of `one` has a unit of the other.
    const fn first_meets(one: &Alphabet, other: &Alphabet) -> bool {
        let last = one.first + one.span;
        let with_first = one.first <= other.first + other.span && other.first <= last;
        let with_then = other.then_size > 0 && one.first < other.then + other.then_size && other.then <= last;
        with_first || with_then
    }

    #[inline]
    pub(crate) const fn is(&self, other: &Alphabet) -> bool {
        self.first == other.first
            && self.span == other.span
            && self.then == other.then
            && self.then_size == other.then_size
    }

    /// The intervals of the alphabet, as first and last unit.
    ///
    /// ```
    /// # use placemat::table::Alphabet;
    /// assert!(Alphabet::new(0x80, 0xBF).intervals().eq([(0x80, 0xBF)]));
    /// ```
    #[inline]
    pub fn intervals(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let then = (self.then_size > 0).then(|| (self.then, self.then + (self.then_size - 1)));
        core::iter::once((self.first, self.first + self.span)).chain(then)
    }
}
