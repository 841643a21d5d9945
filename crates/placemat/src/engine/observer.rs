//! Observers of a conversion. The type of an observer determines what it demands.

use core::fmt;

use super::event::{Counts, Event};
use crate::error::ErrorKind;

/// Receives what the policies of a conversion absorb.
///
/// The type of an observer determines its demand. If single events are not needed, a kernel may replace many
/// ill-formed subsequences at once, and the observer receives only their number. That is many times faster.
///
/// | Demand | Type |
/// |---|---|
/// | none | `()` |
/// | the first N events, then counts | [`First`] |
/// | every event | a closure |
///
/// Implement the trait for another demand.
///
/// ```
/// use placemat::{form::Utf8, stream::{Demand, End, Event, Observer}, Conversion, Counts, OnError, Options};
/// /// Counts ill-formed subsequences, without their offsets.
/// struct Tally(u64);
///
/// impl Observer for Tally {
///     fn event(&mut self, _event: Event) {
///         self.0 += 1;
///     }
///     fn counted(&mut self, counts: Counts, _input: u64) {
///         self.0 += counts.errors;
///     }
///     fn demand(&self) -> Demand {
///         Demand::COUNTS
///     }
/// }
///
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut transcoder = Conversion::new(Utf8, Utf8, options).unwrap().transcoder().unwrap();
/// let mut tally = Tally(0);
/// transcoder.push_observed(b"a\xFFb\xE2\x82", &mut [0; 8], End::All, &mut tally);
/// assert_eq!(tally.0, 2);
/// ```
pub trait Observer {
    /// Receives an event.
    ///
    /// ```
    /// use placemat::{stream::{First, Observer}, Conversion, Encoding, OnError, Options};
    /// let options = Options { on_error: OnError::Skip, ..Options::default() };
    /// let conversion = Conversion::new(Encoding::Utf8, Encoding::Utf8, options).unwrap();
    /// let mut first = First::new(1, |_| ());
    /// conversion.convert_reporting(b"a\xFF", &mut |event| first.event(event)).unwrap();
    /// assert_eq!(first.counts().errors, 1);
    /// ```
    fn event(&mut self, event: Event);

    /// Receives the number of things that were absorbed in an input without events. `input` counts from 0.
    /// What is counted here has no event, and what has an event is not counted here.
    ///
    /// ```
    /// use placemat::{stream::{First, Observer}, Counts};
    /// let mut counts = Counts::default();
    /// counts.errors = 2;
    /// let mut first = First::new(0, |_| ());
    /// first.counted(counts, 0);
    /// assert_eq!(first.counts().errors, 2);
    /// ```
    fn counted(&mut self, counts: Counts, input: u64);

    /// Receives the number of ill-formed subsequences of one kind that were absorbed in an input without
    /// events. A conversion into [`Null`](crate::stream::Null) calls this instead of
    /// [`counted`](Observer::counted), because it knows their kinds.
    ///
    /// ```
    /// use placemat::{stream::{First, Observer}, ErrorKind};
    /// let mut first = First::new(0, |_| ());
    /// first.counted_of_kind(ErrorKind::Overlong, 3, 0);
    /// assert_eq!(first.counts().errors, 3);
    /// ```
    #[inline]
    fn counted_of_kind(&mut self, _kind: ErrorKind, count: u64, input: u64) {
        self.counted(Counts { errors: count, ..Counts::default() }, input);
    }

    /// Returns what the observer needs events for at this moment. It may receive other events as well.
    ///
    /// ```
    /// use placemat::stream::{Demand, Observer};
    /// assert_eq!(().demand(), Demand::COUNTS);
    /// ```
    fn demand(&self) -> Demand;
}

/// What an [`Observer`] needs single events for.
///
/// ```
/// use placemat::stream::{Demand, First, Observer};
/// assert_eq!(First::new(100, |_| ()).demand(), Demand::EVENTS);
/// assert_eq!(First::new(0, |_| ()).demand(), Demand::COUNTS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Ill-formed subsequences that the error policy absorbs.
    pub ill_formed: bool,
    /// Code points that are substituted because the target cannot encode them.
    pub unencodable: bool,
}

impl Demand {
    /// The demand for every event.
    ///
    /// ```
    /// assert!(placemat::stream::Demand::EVENTS.ill_formed && placemat::stream::Demand::EVENTS.unencodable);
    /// ```
    pub const EVENTS: Demand = Demand { ill_formed: true, unencodable: true };
    /// The demand for counts only.
    ///
    /// ```
    /// assert!(!placemat::stream::Demand::COUNTS.ill_formed && !placemat::stream::Demand::COUNTS.unencodable);
    /// ```
    pub const COUNTS: Demand = Demand { ill_formed: false, unencodable: false };
}

/// Needs no events: only the transcoder counts them.
///
/// ```
/// use placemat::{form::Utf8, stream::End, Conversion, OnError, Options};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut transcoder = Conversion::new(Utf8, Utf8, options)?.transcoder()?;
/// let (progress, _) = transcoder.push_observed(b"\xFF", &mut [0; 8], End::All, &mut ());
/// assert_eq!((progress.written, transcoder.counts().errors), (3, 1));
/// # Ok::<(), placemat::Unsupported>(())
/// ```
impl Observer for () {
    #[inline(always)]
    fn event(&mut self, _event: Event) {}

    #[inline(always)]
    fn counted(&mut self, _counts: Counts, _input: u64) {}

    #[inline(always)]
    fn demand(&self) -> Demand {
        Demand::COUNTS
    }
}

/// Calls the closure with every event.
///
/// ```
/// use placemat::{form::Utf8, stream::{End, Event}, Conversion, OnError, Options};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut transcoder = Conversion::new(Utf8, Utf8, options)?.transcoder()?;
/// let mut written = vec![];
/// let mut every = |event: Event| written.push(event.written);
/// transcoder.push_observed(b"a\xFFb\xFE", &mut [0; 16], End::All, &mut every);
/// assert_eq!(written, [1, 5]);
/// # Ok::<(), placemat::Unsupported>(())
/// ```
impl<F: FnMut(Event)> Observer for F {
    #[inline]
    fn event(&mut self, event: Event) {
        self(event);
    }

    fn counted(&mut self, _counts: Counts, _input: u64) {
        unreachable!("every event is demanded");
    }

    #[inline]
    fn demand(&self) -> Demand {
        Demand::EVENTS
    }
}

/// The observer that demands the first N events of each kind, and then counts.
///
/// ```
/// use placemat::{form::Utf8, stream::{End, EventKind, First}, Conversion, OnError, Options};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut transcoder = Conversion::new(Utf8, Utf8, options).unwrap().transcoder().unwrap();
/// let mut offsets = vec![];
/// let mut first = First::new(2, |event: placemat::stream::Event| {
///     if let EventKind::IllFormed(error) = event.kind {
///         offsets.push(error.offset());
///     }
/// });
/// transcoder.push_observed(b"a\xFFb\xFFc\xFF", &mut [0; 16], End::All, &mut first);
/// assert_eq!(first.counts().errors, 3);
/// assert_eq!(offsets, [1, 3]);
/// ```
pub struct First<F> {
    most: u64,
    counts: Counts,
    report: F,
}

impl<F: FnMut(Event)> First<F> {
    /// Creates an observer that calls `report` for the first `most` events of each kind.
    ///
    /// ```
    /// use placemat::stream::{Demand, First, Observer};
    /// assert_eq!(First::new(1, |_| ()).demand(), Demand::EVENTS);
    /// ```
    pub fn new(most: u64, report: F) -> Self {
        First { most, counts: Counts::default(), report }
    }

    /// Returns the number of things that were absorbed, with events and without.
    ///
    /// ```
    /// use placemat::stream::First;
    /// assert_eq!(First::new(1, |_| ()).counts().errors, 0);
    /// ```
    pub fn counts(&self) -> Counts {
        self.counts
    }
}

impl<F: FnMut(Event)> Observer for First<F> {
    fn event(&mut self, event: Event) {
        if self.counts.count(event.kind) <= self.most {
            (self.report)(event);
        }
    }

    fn counted(&mut self, counts: Counts, _input: u64) {
        self.counts.add(counts);
    }

    fn demand(&self) -> Demand {
        Demand {
            ill_formed: self.counts.errors < self.most,
            unencodable: self.counts.unencodable < self.most,
        }
    }
}

impl<F> fmt::Debug for First<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("First")
            .field("most", &self.most)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}
