//! An iterator over the ill-formed subsequences of an input.

use core::fmt;
use core::iter::FusedIterator;

use super::event::{Progress, Status};
use super::transcoder::Transcoder;
use super::validate::error_in_front;
use crate::codec::{Codec, Null};
use crate::error::Error;
use crate::options::Options;

/// Returns an iterator over every ill-formed subsequence of an input, in order.
/// ([`validate`](crate::validate()) returns the first one.)
///
/// These are the subsequences that a lossy conversion replaces one by one: maximal subparts (Unicode 3.9,
/// D93b). The input after each is read as if nothing were before it. A byte order mark or signature at the
/// start is looked for and skipped. If a wrapper rejects its input as a whole, that error is the only one.
/// Offsets and lengths are in units of the input; [`Offsets`](crate::offsets::Offsets) maps them to lines and
/// columns.
///
/// ```
/// use placemat::{offsets::Offsets, form::Utf8, stream::errors, Encoding, ErrorKind};
/// let text = b"ok\nca\xE9, \xED\xA0\xBD";
/// let found: Vec<_> = errors(Utf8, text).map(|error| (error.offset(), error.len(), error.kind())).collect();
/// assert_eq!(found[0], (5, 1, ErrorKind::Interrupted));
/// assert_eq!(found[1..], [8, 9, 10].map(|offset| {
///     (offset, 1, if offset == 8 { ErrorKind::Surrogate } else { ErrorKind::StrayTrail })
/// }));
///
/// // The position in lines and columns.
/// let place = Offsets::new(Utf8, text).at_unit(5);
/// assert_eq!((place.line, place.column), (1, 2));
///
/// // With an encoding chosen at run time.
/// assert_eq!(errors(Encoding::Wtf8, text).count(), 1);
/// assert_eq!(errors(Encoding::Utf8, b"well-formed").next(), None);
/// ```
pub fn errors<S: Codec>(
    source: S,
    input: &[S::Unit],
) -> impl FusedIterator<Item = Error> + Clone + fmt::Debug + use<'_, S> {
    let resolved = match source.resolve(input) {
        Ok(resolved) => resolved,
        Err(rejection) => {
            return Errors {
                source,
                text: &[],
                at: 0,
                base: 0,
                is_after_error: false,
                rejection: Some(rejection),
            };
        }
    };
    let (base, text) = (resolved.text.start as u64, &input[resolved.text]);
    let preamble = resolved.codec.begin(text, true, Options::default().default_endian);
    let order = preamble.and_then(|preamble| preamble.order);
    Errors {
        source: order.map_or(resolved.codec, |order| resolved.codec.with_order(order)),
        text,
        at: preamble.map_or(0, |preamble| preamble.skip),
        base,
        is_after_error: false,
        rejection: None,
    }
}

/// An iterator over the ill-formed subsequences of an input: [`errors`].
///
/// ```
/// use placemat::{form::Utf16, stream::errors};
/// let mut found = errors(Utf16, &[0xD83D, 0x61, 0xDCA9]);
/// assert_eq!(found.next().map(|error| error.offset()), Some(0));
/// assert_eq!(found.next().map(|error| error.offset()), Some(2));
/// assert_eq!(found.next(), None);
/// ```
#[derive(Clone, Debug)]
struct Errors<'a, S: Codec> {
    /// The source in the byte order of the text.
    source: S,
    text: &'a [S::Unit],
    /// The number of units of the text that have been read.
    at: usize,
    /// The number of units of the input before the text.
    base: u64,
    is_after_error: bool,
    /// The error of a wrapper that rejects the input as a whole.
    rejection: Option<Error>,
}

impl<S: Codec> Errors<'_, S> {
    /// Returns the error at the current position, if the table determines its extent.
    fn here(&self) -> Option<Error> {
        let error = error_in_front(self.source, &self.text[self.at..])?;
        Some(error.moved(self.at as u64))
    }

    /// Returns the next error by the reference implementation, whatever is before it.
    #[inline(never)]
    fn by_steps(&self) -> Option<Error> {
        let done = Progress { read: self.at, written: 0 };
        let mut transcoder = Transcoder::after(self.source, Null, Options::default(), 0, done);
        match transcoder.push(&self.text[self.at..], &mut [], true).1 {
            Status::IllFormed(error) => Some(error),
            _ => None,
        }
    }
}

impl<S: Codec> Iterator for Errors<'_, S> {
    type Item = Error;

    fn next(&mut self) -> Option<Error> {
        if let Some(rejection) = self.rejection.take() {
            return Some(rejection);
        }
        // After one error, there is often another.
        let mut next = if self.is_after_error { self.here() } else { None };
        if next.is_none() && self.at < self.text.len() {
            self.at += self.source.well_formed_run(&self.text[self.at..]);
            if self.at < self.text.len() {
                next = self.here().or_else(|| self.by_steps());
            }
        }
        match next {
            Some(error) => {
                self.at = error.valid_up_to() + usize::try_from(error.len()).unwrap_or(self.text.len());
                self.is_after_error = true;
                Some(error.moved(self.base))
            }
            None => {
                self.at = self.text.len();
                None
            }
        }
    }
}

impl<S: Codec> FusedIterator for Errors<'_, S> {}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use placemat_random::Random;

    use super::*;
    use crate::engine::EventKind;
    use crate::{Conversion, Encoding, Failure, OnError};

    const PARTS: [&[u8]; 24] = [
        b"a",
        b"plain text of many bytes, in which nothing is wrong, so that it is worth a kernel",
        b"\x80",
        b"\xC0",
        b"\xC0\x80",
        b"\xC3",
        b"\xE2\x82",
        b"\xE0",
        b"\xED\xA0\xBD",
        b"\xED\xB2\xA9",
        b"\xF0\x9F\x92",
        b"\xF4\x90",
        b"\xF8\x88",
        b"\xFE\xFF",
        b"\xFF\xFE",
        b"\xFF",
        "\u{e9}".as_bytes(),
        "\u{FEFF}".as_bytes(),
        "\u{1F4A9}".as_bytes(),
        b"\0",
        b"\0\0",
        b"\0\xD8",
        b"\xDC\0",
        "\u{C3}\u{A9}".as_bytes(),
    ];

    /// What a conversion reports that continues after every error.
    fn reported(encoding: Encoding, input: &[u8]) -> Vec<Error> {
        let options = Options { on_error: OnError::Skip, ..Options::default() };
        let conversion = Conversion::new(encoding, Null, options).unwrap();
        let mut found = vec![];
        let whole = conversion.convert_reporting(input, &mut |event| {
            if let EventKind::IllFormed(error) = event.kind {
                found.push(error);
            }
        });
        if let Err(Failure::IllFormed(error)) = whole {
            found.push(error);
        }
        found
    }

    #[test]
    fn they_are_those_of_a_conversion() {
        let mut random = Random(11);
        for _ in 0..20_000 {
            let count = random.below(12);
            let input: Vec<u8> = (0..count).flat_map(|_| random.of(&PARTS)).copied().collect();
            for encoding in Encoding::ALL {
                let found: Vec<_> = errors(encoding, &input).collect();
                assert_eq!(found, reported(encoding, &input), "{encoding} {input:X?}");
                assert_eq!(
                    found.first().copied(),
                    crate::validate(encoding, &input).err(),
                    "{encoding} {input:X?}"
                );
            }
        }
    }
}
