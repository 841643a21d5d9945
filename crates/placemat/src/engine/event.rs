//! What a call of a transcoder returns and reports.

use crate::error::{Error, Unencodable};

/// The number of units that one call has read and written.
///
/// ```
/// use placemat::{form::{Utf16, Utf8}, Conversion, Options, Progress};
/// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
/// let (progress, _) = conversion.convert_into("a💩".as_bytes(), &mut [0; 3]).unwrap();
/// assert_eq!(progress, Progress { read: 5, written: 3 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Units of the input that were consumed. A [`Transcoder`](crate::Transcoder) may hold some of them until
    /// the next call. [`Conversion::convert_into`](crate::Conversion::convert_into) has written the output of
    /// everything that it has consumed.
    pub read: usize,
    /// Units of the output that were written.
    pub written: usize,
}

/// How a call ended.
///
/// ```
/// use placemat::{form::{Utf16, Utf8}, Conversion, Options, Status};
/// let mut transcoder = Conversion::new(Utf16, Utf8, Options::default()).unwrap().transcoder().unwrap();
/// let (_, status) = transcoder.push(&[0x20AC], &mut [0; 2], true);
/// assert_eq!(status, Status::OutputFull { needed: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// All input is consumed. Call again with more input, or with its end.
    NeedInput,
    /// The next sequence does not fit. Call again with room for at least `needed` units. The next call then
    /// makes progress.
    OutputFull {
        /// The number of units required.
        needed: usize,
    },
    /// The end of the input was reached, and all output is written.
    Done,
    /// The conversion stopped at an ill-formed subsequence.
    IllFormed(Error),
    /// The conversion stopped at a code point that the target cannot encode.
    Unencodable(Unencodable),
}

/// The number of times that each policy was applied.
///
/// ```
/// use placemat::{form::{Utf16, Utf8}, Conversion, OnError, Options};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut transcoder = Conversion::new(Utf8, Utf16, options).unwrap().transcoder().unwrap();
/// transcoder.push(b"a\xFFb\xE2\x82", &mut [0; 8], true);
/// assert_eq!(transcoder.counts().errors, 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Ill-formed subsequences that the error policy absorbed.
    pub errors: u64,
    /// Code points that were substituted.
    pub unencodable: u64,
    /// Surrogate pairs that were joined, or of which the trail surrogate was replaced.
    pub joined: u64,
}

impl Counts {
    /// Counts an event, and returns how many of its kind there are now.
    #[inline]
    pub(super) fn count(&mut self, kind: EventKind) -> u64 {
        let count = match kind {
            EventKind::IllFormed(_) => &mut self.errors,
            EventKind::Unencodable(_) => &mut self.unencodable,
            EventKind::Joined(_) => &mut self.joined,
        };
        *count += 1;
        *count
    }

    #[inline]
    pub(super) fn add(&mut self, more: Counts) {
        self.errors += more.errors;
        self.unencodable += more.unencodable;
        self.joined += more.joined;
    }
}

/// What follows the input of a call.
///
/// ```
/// use placemat::{stream::End, Conversion, Encoding, Options};
/// let mut transcoder =
///     Conversion::new(Encoding::Utf8Sig, Encoding::Utf8, Options::default()).unwrap().transcoder().unwrap();
/// let mut out = [0; 2];
/// transcoder.push(b"\xEF\xBB\xBFa", &mut out, End::Input);
/// transcoder.next_input();
/// transcoder.push(b"\xEF\xBB\xBFb", &mut out[1..], End::All);
/// assert_eq!(&out, b"ab");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// More of the same input follows.
    No,
    /// This input ends, but another input for the same output may follow (see
    /// [`Transcoder::next_input`](crate::Transcoder::next_input)).
    Input,
    /// Nothing follows.
    All,
}

impl From<bool> for End {
    #[inline]
    fn from(end: bool) -> Self {
        if end { End::All } else { End::No }
    }
}

/// An event: something that a policy absorbed.
///
/// ```
/// use placemat::{Conversion, Encoding, OnError, Options};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let mut written = vec![];
/// Conversion::new(Encoding::Utf8, Encoding::Utf16Be, options)
///     .unwrap()
///     .convert_reporting(b"ab\xFF", &mut |event| written.push(event.written))
///     .unwrap();
/// assert_eq!(written, [4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// What was absorbed.
    pub kind: EventKind,
    /// The number of output units that had been written before the replacement, from the start of the stream.
    pub written: u64,
    /// The number of the input that it is about, counted from 0. It is an earlier one than the current input
    /// if that ended with something that had to wait for the current one (see
    /// [`Transcoder::next_input`](crate::Transcoder::next_input)).
    pub input: u64,
}

/// The kinds of event.
///
/// ```
/// use placemat::{stream::EventKind, Conversion, Encoding, OnUnencodable, Options};
/// let options = Options { on_unencodable: OnUnencodable::Replace, ..Options::default() };
/// let mut lost = vec![];
/// Conversion::new(Encoding::Utf8, Encoding::Iso8859_1, options)
///     .unwrap()
///     .convert_reporting("a€".as_bytes(), &mut |event| {
///         if let EventKind::Unencodable(code_point) = event.kind {
///             lost.push(code_point.code_point());
///         }
///     })
///     .unwrap();
/// assert_eq!(lost, [0x20AC]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EventKind {
    /// The error policy was applied to a subsequence, whose extent that policy determines.
    IllFormed(Error),
    /// A code point was substituted.
    Unencodable(Unencodable),
    /// Two surrogates became one supplementary code point, or the trail surrogate was replaced. Both lose
    /// information.
    Joined(Unencodable),
}
