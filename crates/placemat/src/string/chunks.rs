//! Units that need not be well-formed, cut into well-formed and ill-formed subsequences.

use core::fmt;
use core::iter::FusedIterator;

use super::Str;
use super::sequence::Of;
use crate::codec::Codec;
use crate::engine::{error_in_front, validate};
use crate::error::Error;
use crate::form::Form;
use crate::kernel::parts;
use crate::simd::Isa;
use crate::table::{MAX_SEQUENCE, NotDecoded};
use crate::unit::Unit;

/// A well-formed string and the ill-formed subsequence that follows it, if there is one: an item of
/// [`Str::chunks`].
///
/// ```
/// use placemat::{form::Utf8, Str};
/// let chunk = Str::<Utf8>::chunks(b"a\xFFb").next().unwrap();
/// assert_eq!((chunk.well_formed().as_str(), chunk.ill_formed()), ("a", &b"\xFF"[..]));
/// ```
pub struct Chunk<'u, F: Form> {
    well_formed: &'u Str<F>,
    /// The units after the well-formed string. The first `len` of them are the ill-formed subsequence.
    rest: &'u [F::Unit],
    len: usize,
    /// The number of units before the ill-formed subsequence.
    offset: u64,
    is_incomplete: bool,
}

impl<'u, F: Form> Chunk<'u, F> {
    /// Returns the well-formed string, which may be empty.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// let chunk = Str::<Utf8>::chunks(b"ab\xFFc").next().unwrap();
    /// assert_eq!(chunk.well_formed().as_str(), "ab");
    /// ```
    pub fn well_formed(&self) -> &'u Str<F> {
        self.well_formed
    }

    /// Returns the ill-formed subsequence after the string: a maximal subpart, or the whole tail if that [is
    /// incomplete](Chunk::is_incomplete). It is empty at the end of units that end with a well-formed string.
    ///
    /// ```
    /// use placemat::{form::Utf8, Str};
    /// let chunk = Str::<Utf8>::chunks(b"ab\xE2\x82c").next().unwrap();
    /// assert_eq!(chunk.ill_formed(), b"\xE2\x82");
    /// ```
    pub fn ill_formed(&self) -> &'u [F::Unit] {
        &self.rest[..self.len]
    }

    /// Returns the error of the ill-formed subsequence; its offset counts from the first unit of the whole
    /// input. An incomplete tail can be longer than the error, which is the first ill-formed subsequence if
    /// nothing follows.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Wtf16}, ErrorKind, Str};
    /// let chunks = Str::<Utf16>::chunks(&[0xDC00, 0x61, 0xD800, 0x61]);
    /// let errors: Vec<_> = chunks.filter_map(|chunk| chunk.error()).collect();
    /// assert_eq!(errors.iter().map(|error| error.offset()).collect::<Vec<_>>(), [0, 2]);
    /// ```
    pub fn error(&self) -> Option<Error> {
        if self.len == 0 {
            return None;
        }
        let error =
            error_in_front(F::default(), self.rest).or_else(|| validate(F::default(), self.rest).err())?;
        Some(error.moved(self.offset))
    }

    /// Returns `true` if more units might make the ill-formed subsequence well-formed, all of it. Only the
    /// last chunk can return `true`.
    ///
    /// ```
    /// use placemat::{form::{Cesu8, Utf8}, Str};
    /// let incomplete = |units| Str::<Utf8>::chunks(units).last().unwrap().is_incomplete();
    /// assert_eq!((incomplete(b"a\xE2\x82"), incomplete(b"a\xFF")), (true, false));
    ///
    /// // The first four of the six bytes of a pair of CESU-8: keep them until more come.
    /// let tail = Str::<Cesu8>::chunks(b"a\xED\xA0\xBD\xED").last().unwrap();
    /// assert_eq!((tail.ill_formed(), tail.is_incomplete()), (&b"\xED\xA0\xBD\xED"[..], true));
    /// // If no more come, the lead surrogate is the first of two ill-formed subsequences.
    /// assert_eq!(tail.error().unwrap().len(), 3);
    /// ```
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }
}

impl<F: Form> Clone for Chunk<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Form> Copy for Chunk<'_, F> {}

/// Chunks are equal if their parts are, wherever they are in an input.
impl<F: Form> PartialEq for Chunk<'_, F> {
    fn eq(&self, other: &Self) -> bool {
        self.well_formed == other.well_formed
            && self.ill_formed() == other.ill_formed()
            && self.is_incomplete == other.is_incomplete
    }
}

impl<F: Form> Eq for Chunk<'_, F> {}

impl<F: Form> fmt::Debug for Chunk<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunk")
            .field("well_formed", &self.well_formed)
            .field("ill_formed", &self.ill_formed())
            .field("error", &self.error())
            .field("is_incomplete", &self.is_incomplete)
            .finish()
    }
}

/// The chunks of units.
pub(crate) struct Chunks<'u, F: Form> {
    units: &'u [F::Unit],
    /// The number of units before the rest.
    before: u64,
    /// `true` if ill-formed subsequences are dense, so that many of them are looked for at a time. Only in
    /// UTF-8.
    is_dense: bool,
    /// A bit for each known position in the rest, except the first: it is set if an ill-formed subsequence
    /// ends there.
    ends: u64,
    known: usize,
    form: core::marker::PhantomData<F>,
}

/// Ill-formed subsequences are dense if there are fewer units than this between two of them.
pub(crate) const DENSE: usize = 2048;

impl<'u, F: Form> Chunks<'u, F> {
    /// Sets whether ill-formed subsequences are dense from the start.
    pub(crate) fn with_ill_formed_near(self, is_dense: bool) -> Self {
        Chunks { is_dense: const { Of::<F>::IS_UTF_8 } && is_dense, ..self }
    }

    /// Returns the chunk up to the next ill-formed subsequence, if that is near. Otherwise returns a boundary
    /// up to which there is none.
    #[inline]
    fn next_of_dense(&mut self) -> Result<Chunk<'u, F>, usize> {
        let bytes = F::Unit::as_bytes(self.units).unwrap_or_default();
        let mut at = 0;
        if self.ends == 0 {
            let found = parts::ends(Isa::current(), bytes, self.known, self.known + DENSE);
            (at, self.ends, self.known) = (found.at, found.ends, found.known);
            if self.ends == 0 {
                // A sequence may be incomplete there.
                let back =
                    (0..=at.min(3)).find(|back| bytes.get(at - back).is_none_or(|byte| byte & 0xC0 != 0x80));
                return Err(back.map_or(0, |back| at - back));
            }
        }
        let places = self.ends.trailing_zeros() as usize;
        self.ends = self.ends >> places & !1;
        self.known -= places;
        let end = at + places;
        let start = parts::start(bytes, end);
        // SAFETY: only UTF-8 is read like this (`is_dense`). `parts::ends` returns the ends of all its
        // ill-formed subsequences, and `parts::start` returns where the one that ends there begins. So what
        // is before it is well-formed from the end of the previous one on. Tests compare both kernels with
        // the reference implementation.
        Ok(unsafe { self.take(start, end - start, false) })
    }

    /// Takes `well_formed` units that are well-formed and `len` units that are not.
    ///
    /// # Safety
    ///
    /// The first `well_formed` units must be well-formed.
    #[inline]
    unsafe fn take(&mut self, well_formed: usize, len: usize, is_incomplete: bool) -> Chunk<'u, F> {
        let (well_formed, rest) = self.units.split_at(well_formed);
        let offset = self.before + well_formed.len() as u64;
        self.before = offset + len as u64;
        self.units = &rest[len..];
        // SAFETY: the caller guarantees it.
        let well_formed = unsafe { Str::from_units_unchecked(well_formed) };
        Chunk { well_formed, rest, len, offset, is_incomplete }
    }
}

impl<'u, F: Form> Iterator for Chunks<'u, F> {
    type Item = Chunk<'u, F>;

    fn next(&mut self) -> Option<Chunk<'u, F>> {
        let mut clean = 0;
        if self.is_dense {
            match self.next_of_dense() {
                Ok(chunk) => return Some(chunk),
                Err(at) => clean = at,
            }
        }
        if self.units.is_empty() {
            return None;
        }
        let error = validate(F::default(), &self.units[clean..]).err();
        let well_formed = error.map_or(self.units.len(), |error| clean + error.offset() as usize);
        let rest = &self.units[well_formed..];
        // A tail that begins a sequence is one chunk, even if it would be several errors at the end of a
        // text.
        let is_incomplete = (1..MAX_SEQUENCE).contains(&rest.len())
            && F::default().decode_next(rest, false) == Err(NotDecoded::Incomplete);
        let len = if is_incomplete { rest.len() } else { error.map_or(0, |error| error.len() as usize) };
        self.is_dense = const { Of::<F>::IS_UTF_8 } && len > 0 && well_formed < DENSE;
        (self.ends, self.known) = (0, 0);
        // SAFETY: the units before `clean` are well-formed, and `clean` is not inside a sequence. From there
        // on, `validate` has found no error before `well_formed`.
        Some(unsafe { self.take(well_formed, len, is_incomplete) })
    }
}

impl<F: Form> FusedIterator for Chunks<'_, F> {}

impl<F: Form> Clone for Chunks<'_, F> {
    fn clone(&self) -> Self {
        Chunks { ..*self }
    }
}

impl<F: Form> fmt::Debug for Chunks<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chunks").field("units", &self.units).field("before", &self.before).finish()
    }
}

impl<F: Form> Str<F> {
    /// Returns an iterator that cuts any units into well-formed strings and the ill-formed subsequences
    /// between them.
    ///
    /// ```
    /// use placemat::{form::Wtf8, Str};
    /// let mut shown = String::new();
    /// for chunk in Str::<Wtf8>::chunks(b"a\xED\xA0\xBD\xFFb") {
    ///     shown += &chunk.well_formed().to_string();
    ///     chunk.ill_formed().iter().for_each(|byte| shown += &format!("\\x{byte:02X}"));
    /// }
    /// assert_eq!(shown, "a\u{FFFD}\\xFFb");
    /// ```
    pub fn chunks(
        units: &[F::Unit],
    ) -> impl FusedIterator<Item = Chunk<'_, F>> + Clone + fmt::Debug + use<'_, F> {
        Chunks::of(units)
    }
}

impl<'u, F: Form> Chunks<'u, F> {
    pub(crate) fn of(units: &'u [F::Unit]) -> Self {
        Chunks { units, before: 0, is_dense: false, ends: 0, known: 0, form: core::marker::PhantomData }
    }
}
