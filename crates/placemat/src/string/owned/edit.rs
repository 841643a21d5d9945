//! Changes of a string.

use alloc::borrow::ToOwned;
use core::ops::{Range, RangeBounds};

use super::{Drain, StrBuf};
use crate::code_point::{CodeSpace, is_lead_surrogate, is_trail_surrogate, join_surrogates};
use crate::codec::{Codec, NotEncoded};
use crate::engine::append;
use crate::error::Unencodable;
use crate::form::{Form, PairingRule, Resynchronizing};
use crate::string::ascii::{lower, upper};
use crate::string::sequence::{Of, units_of};
use crate::string::{AsString, Str};
use crate::table::MAX_SEQUENCE;
use crate::unit::Unit;

/// The most units that are reserved because of an iterator's size hint.
pub(super) const BELIEVED: usize = 1 << 16;

impl<F: Form> StrBuf<F> {
    /// Appends a string.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from_units(b"a\xED\xA0\xBD".to_vec()).unwrap();
    /// text.push_string(Str::<Wtf8>::new(b"\xED\xB2\xA9").unwrap());
    /// assert_eq!(text.to_str(), Ok("a💩"));
    /// ```
    #[inline]
    pub fn push_string(&mut self, string: &Str<F>) {
        // Appends by the form's surrogate-pairing rule.
        append(F::default(), &mut self.units, string.as_units());
    }

    /// Appends a code point.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf16>::new();
    /// text.push('💩');
    /// assert_eq!(text.as_units(), [0xD83D, 0xDCA9]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the form does not contain the code point: see [`try_push`](StrBuf::try_push).
    #[inline]
    #[track_caller]
    pub fn push(&mut self, code_point: F::CodePoint) {
        self.push_value(code_point.to_u32());
    }

    /// Appends a code point, given by its value, if the shape of the form determines its units. Returns
    /// `false` if it does not.
    #[inline(always)]
    fn push_by_shape(&mut self, value: u32) -> bool {
        match units_of::<F>(value) {
            // The compiler knows these lengths. The units are one whole sequence, and not a surrogate that
            // would join what is before it: `units_of` leaves those to the table.
            Some(([unit, ..], 1)) => self.units.push(unit),
            Some(([first, second, ..], 2)) => self.units.extend_from_slice(&[first, second]),
            Some(([first, second, third, _], 3)) => self.units.extend_from_slice(&[first, second, third]),
            Some((units, _)) => self.units.extend_from_slice(&units),
            None => return false,
        }
        true
    }

    /// Appends a code point by the table, if the form contains it.
    #[cold]
    #[inline(never)]
    fn push_by_table(&mut self, value: u32) -> Result<(), Unencodable> {
        let (units, len) = units_by_table::<F>(value, self.len())?;
        if F::PAIRING == PairingRule::Joins && is_trail_surrogate(value) {
            append(F::default(), &mut self.units, &units[..len]);
        } else {
            // One whole sequence, which does not join what is before it.
            self.units.extend_from_slice(&units[..len]);
        }
        Ok(())
    }

    /// Appends code points, given by their values. `SCALARS` says that all of them are scalar values.
    #[inline]
    #[track_caller]
    pub(super) fn extend_by_values<const SCALARS: bool>(&mut self, values: impl Iterator<Item = u32>) {
        if const { SCALARS && Of::<F>::ARE_SCALARS_UNITS } {
            // Each unit is a whole code point, so the iterator may panic between any two.
            return self.units.extend(Believed(values.map(F::Unit::from_u32)));
        }
        // A plain loop is faster here than a closure that is passed to the iterator.
        for value in values {
            self.push_value(value);
        }
    }

    /// Appends a code point, given by its value.
    #[inline(always)]
    #[track_caller]
    pub(super) fn push_value(&mut self, value: u32) {
        if !self.push_by_shape(value)
            && let Err(error) = self.push_by_table(value)
        {
            refuse::<F>(error);
        }
    }

    /// Removes all units. The capacity does not change.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::from("a");
    /// text.clear();
    /// assert!(text.is_empty() && text.capacity() > 0);
    /// ```
    pub fn clear(&mut self) {
        self.units.clear();
    }

    /// Reserves capacity for at least `additional` more units.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::new();
    /// text.reserve(10);
    /// assert!(text.capacity() >= 10);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the new capacity exceeds `isize::MAX` bytes.
    pub fn reserve(&mut self, additional: usize) {
        self.units.reserve(additional);
    }

    /// Reserves capacity for `additional` more units, and no more than that if the allocator allows it.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf16>::new();
    /// text.reserve_exact(10);
    /// assert!(text.capacity() >= 10);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the new capacity exceeds `isize::MAX` bytes.
    pub fn reserve_exact(&mut self, additional: usize) {
        self.units.reserve_exact(additional);
    }

    /// Shrinks the capacity, but not below a number of units.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::with_capacity(100);
    /// text.shrink_to(10);
    /// assert!((10..100).contains(&text.capacity()));
    /// ```
    pub fn shrink_to(&mut self, units: usize) {
        self.units.shrink_to(units);
    }

    /// Shrinks the capacity to the length.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::with_capacity(100);
    /// text.shrink_to_fit();
    /// assert!(text.capacity() < 100);
    /// ```
    pub fn shrink_to_fit(&mut self) {
        self.units.shrink_to_fit();
    }
}

/// An iterator whose size hint is limited to [`BELIEVED`] items at a time.
struct Believed<I>(I);

impl<I: Iterator> Iterator for Believed<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.size_hint().0.min(BELIEVED), None)
    }
}

/// Returns the units of a code point, and their number. `at` is the position that an error reports.
pub(super) fn units_by_table<F: Form>(
    value: u32,
    at: usize,
) -> Result<([F::Unit; MAX_SEQUENCE], usize), Unencodable> {
    let mut units = [F::Unit::default(); MAX_SEQUENCE];
    match F::default().encode_next(value, &mut units) {
        Ok(len) => Ok((units, len)),
        Err(NotEncoded::Unencodable | NotEncoded::OutputFull { .. }) => {
            Err(Unencodable { code_point: value, offset: at as u64, len: 1 })
        }
    }
}

#[cold]
#[track_caller]
fn refuse<F: Form>(error: Unencodable) -> ! {
    panic!("{}: {error}", F::NAME);
}

impl<F: Resynchronizing> StrBuf<F> {
    /// Converts ASCII letters to lower case in place.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Wtf8>::from("FÉE");
    /// name.make_ascii_lowercase();
    /// assert_eq!(name, "fÉe");
    /// ```
    pub fn make_ascii_lowercase(&mut self) {
        // ASCII letters replace ASCII letters: `trim_ascii` says why that is sound.
        self.units.iter_mut().for_each(|unit| *unit = lower(*unit));
    }

    /// Converts ASCII letters to upper case in place.
    ///
    /// ```
    /// let mut name = placemat::StrBuf::<placemat::form::Wtf8>::from("fée");
    /// name.make_ascii_uppercase();
    /// assert_eq!(name, "FéE");
    /// ```
    pub fn make_ascii_uppercase(&mut self) {
        // ASCII letters replace ASCII letters: `trim_ascii` says why that is sound.
        self.units.iter_mut().for_each(|unit| *unit = upper(*unit));
    }

    /// Removes the last code point and returns it.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf16>::new();
    /// text.extend(['a', '💩']);
    /// assert_eq!((text.pop(), text.pop(), text.pop()), (Some('💩'), Some('a'), None));
    /// ```
    pub fn pop(&mut self) -> Option<F::CodePoint> {
        let mut code_points = self.code_points();
        let last = code_points.next_back()?;
        let len = code_points.as_string().len();
        // The rest ends before a whole code point.
        self.units.truncate(len);
        Some(last)
    }

    /// Shortens the string to `len` units. Does nothing if the string is not longer than that.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::from("aé");
    /// text.truncate(1);
    /// assert_eq!(text.to_str(), Ok("a"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is inside a code point.
    #[track_caller]
    pub fn truncate(&mut self, len: usize) {
        if len < self.len() {
            // This panics if it is not a boundary.
            let _ = &self.as_string()[..len];
            self.units.truncate(len);
        }
    }

    /// Splits the string at a position in units. The string keeps the part before it; the part after it is
    /// returned.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Wtf8>::from("aé");
    /// assert_eq!((text.split_off(1).to_str(), text.to_str()), (Ok("é"), Ok("a")));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary.
    #[must_use = "`truncate` takes away as well"]
    #[track_caller]
    pub fn split_off(&mut self, at: usize) -> Self {
        let _ = &self.as_string()[at..];
        // SAFETY: `at` is a boundary, or indexing would have panicked; so the string is cut in two strings.
        unsafe { Self::from_units_unchecked(self.units.split_off(at)) }
    }

    /// Replaces a range of units with a string or text.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from("a–b");
    /// text.replace_range(1..4, "-");
    /// assert_eq!(text.to_str(), Ok("a-b"));
    ///
    /// // If nothing is left between two surrogates, they are joined.
    /// let mut text = StrBuf::<Wtf8>::from_units(b"\xED\xA0\xBD-\xED\xB2\xA9".to_vec()).unwrap();
    /// text.replace_range(3..4, Str::<Wtf8>::empty());
    /// assert_eq!(text.to_str(), Ok("💩"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end of the range is not a boundary.
    #[track_caller]
    pub fn replace_range(&mut self, range: impl RangeBounds<usize>, with: impl AsString<F>) {
        let range = self.range(range);
        self.put(range, with.as_string().as_units());
    }

    /// Replaces a range whose ends are boundaries with well-formed units.
    pub(super) fn put(&mut self, Range { start, end }: Range<usize>, with: &[F::Unit]) {
        // Whole sequences replace whole sequences. Surrogates that become adjacent are joined below, and no
        // code of the caller runs in between.
        self.units.splice(start..end, with.iter().copied());
        if F::PAIRING == PairingRule::Joins {
            // Join at the later position first, so that the earlier one stays valid.
            self.join_at(start + with.len());
            self.join_at(start);
        }
    }

    /// Joins a lead surrogate before a boundary and a trail surrogate after it into one code point.
    fn join_at(&mut self, pairing: usize) {
        const LEN: usize = 3;
        let surrogate = |units: Option<&[F::Unit]>| match F::default().decode_next(units?, true) {
            Ok(decoded) if decoded.len == LEN => Some(decoded.code_point),
            _ => None,
        };
        let before = pairing.checked_sub(LEN).and_then(|at| surrogate(self.units.get(at..pairing)));
        let (Some(lead), Some(trail)) = (before, surrogate(self.units.get(pairing..))) else { return };
        if is_lead_surrogate(lead) && is_trail_surrogate(trail) {
            let mut units = [F::Unit::default(); MAX_SEQUENCE];
            if let Ok(len) = F::default().encode_next(join_surrogates(lead, trail), &mut units) {
                // The sequence of the pair replaces those of its two surrogates.
                self.units.splice(pairing - LEN..pairing + LEN, units.into_iter().take(len));
            }
        }
    }

    /// Inserts a string at a position in units.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str, StrBuf};
    /// let mut text = StrBuf::<Wtf8>::from("ac");
    /// text.insert_string(1, Str::<Wtf8>::from_str("b"));
    /// assert_eq!(text.to_str(), Ok("abc"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary.
    #[track_caller]
    pub fn insert_string(&mut self, at: usize, string: &Str<F>) {
        let place = self.range(at..at);
        self.put(place, string.as_units());
    }

    /// Inserts a code point at a position in units.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf8>::from("ac");
    /// text.insert(1, 'b');
    /// assert_eq!(text.as_str(), "abc");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary, or if the form does not contain the code point.
    #[track_caller]
    pub fn insert(&mut self, at: usize, code_point: F::CodePoint) {
        let place = self.range(at..at);
        match units_by_table::<F>(code_point.to_u32(), at) {
            Ok((units, len)) => self.put(place, &units[..len]),
            Err(error) => refuse::<F>(error),
        }
    }

    /// Removes the code point at a position in units and returns it.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf8>::from("aéb");
    /// assert_eq!((text.remove(1), text.as_str()), ('é', "ab"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the position is not a boundary or is the end of the string.
    #[track_caller]
    pub fn remove(&mut self, at: usize) -> F::CodePoint {
        let mut rest = self.as_string()[at..].code_points();
        let Some(code_point) = rest.next() else { panic!("{at} is the end of the string") };
        let end = self.len() - rest.as_string().len();
        self.put(at..end, &[]);
        code_point
    }

    /// Removes a range of units and returns its code points. The range is removed at once, even if the
    /// iterator is leaked.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf8>::from("a, b");
    /// let drained: String = text.drain(1..3).collect();
    /// assert_eq!((&*drained, text.as_str()), (", ", "ab"));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an end of the range is not a boundary.
    #[track_caller]
    pub fn drain(&mut self, range: impl RangeBounds<usize>) -> Drain<F> {
        let range = self.range(range);
        // SAFETY: both ends are boundaries, for they come from `range`.
        let part = unsafe { self.part(range.clone()) }.to_owned();
        self.put(range, &[]);
        Drain::new(part)
    }

    /// Keeps only the code points for which the closure returns `true`. The capacity does not change. If the
    /// closure panics, the code points that it has not seen are lost.
    ///
    /// ```
    /// let mut text = placemat::StrBuf::<placemat::form::Utf8>::from("a1b2");
    /// text.retain(|code_point| code_point.is_alphabetic());
    /// assert_eq!(text.as_str(), "ab");
    /// ```
    pub fn retain(&mut self, mut keeps: impl FnMut(F::CodePoint) -> bool) {
        let mut rest = self.code_point_indices();
        let Some((first, _)) = rest.find(|&(_, code_point)| !keeps(code_point)) else { return };
        let after = rest.offset();
        // SAFETY: the iterator over the code points has reached this position, so it is a boundary.
        let tail = unsafe { self.part(after..self.len()) }.to_owned();
        // This is a boundary too: the position of a code point.
        self.units.truncate(first);
        // Code points that are kept are copied in runs.
        let (mut rest, mut done) = (tail.code_point_indices(), 0);
        while let Some((at, code_point)) = rest.next() {
            if !keeps(code_point) {
                // SAFETY: both are positions of the iterator over the code points.
                self.push_string(unsafe { tail.part(done..at) });
                done = rest.offset();
            }
        }
        // SAFETY: `done` is a position of the iterator, and the end is a boundary.
        self.push_string(unsafe { tail.part(done..tail.len()) });
    }
}
