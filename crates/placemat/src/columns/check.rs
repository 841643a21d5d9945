//! Are the values well-formed?

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::doubt::{Doubtful, Ground};
use super::layout::Column;
use crate::codec::Null;
use crate::detect::detect_value;
use crate::encoding::Encoding;
use crate::engine::{Conversion, Event, EventKind, validate};
use crate::error::{Error, ErrorKind};
use crate::options::Options;
use crate::policy::OnError;

/// What was found in a column.
///
/// ```
/// use placemat::{columns::Column, Encoding};
/// let column = Column::new(b"ok\xFF\xFF", &[0, 2, 4], None)?;
/// let found = column.check(Encoding::Utf8);
/// assert_eq!((found.rows, found.nulls, found.ill_formed.len()), (2, 0, 1));
/// assert!(!found.is_well_formed());
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Check {
    /// The number of values, nulls among them.
    pub rows: usize,
    /// How many are null.
    pub nulls: usize,
    /// Those that are ill-formed, in order.
    pub ill_formed: Vec<IllFormed>,
}

/// An ill-formed value.
///
/// ```
/// use placemat::{columns::Column, Encoding, ErrorKind};
/// let column = Column::new(b"ok\xC0\x80\xFF", &[0, 2, 5], None)?;
/// let found = column.check(Encoding::Utf8).ill_formed[0];
/// assert_eq!((found.row, found.first.offset(), found.first.kind(), found.errors), (1, 0, ErrorKind::Overlong, 3));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllFormed {
    /// Which value it is, from 0.
    pub row: usize,
    /// Its first ill-formed part; the offset is from the start of the value.
    pub first: Error,
    /// How many ill-formed parts it has.
    pub errors: u64,
}

impl Check {
    /// Is every value well-formed, or null?
    ///
    /// ```
    /// # use placemat::{columns::Column, Encoding};
    /// assert!(Column::new("é".as_bytes(), &[0, 2], None)?.check(Encoding::Utf8).is_well_formed());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    pub fn is_well_formed(&self) -> bool {
        self.ill_formed.is_empty()
    }
}

impl Column<'_> {
    /// Finds the values that are ill-formed in an encoding.
    ///
    /// ```
    /// use placemat::{columns::Column, Encoding};
    /// // Together they are a pair, and by themselves halves.
    /// let halves = Column::new(b"\xED\xA0\xBD\xED\xB2\xA9", &[0, 3, 6], None)?;
    /// assert_eq!(halves.check(Encoding::Cesu8).ill_formed.len(), 2);
    /// assert!(halves.check(Encoding::Wtf8).is_well_formed());
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    pub fn check(&self, encoding: Encoding) -> Check {
        let mut ill_formed = Vec::new();
        let _ = Ground::of(encoding).doubtful::<Infallible>(self, |doubtful| {
            if let Some(first) = first_error(encoding, &doubtful) {
                let mut errors = 0;
                each_kind(encoding, doubtful.value, first, |_| errors += 1);
                ill_formed.push(IllFormed { row: doubtful.row, first, errors });
            }
            ControlFlow::Continue(())
        });
        Check { rows: self.len(), nulls: self.nulls(), ill_formed }
    }
}

/// The first ill-formed part of a value.
pub(super) fn first_error(encoding: Encoding, doubtful: &Doubtful<'_>) -> Option<Error> {
    let Doubtful { value, sound, .. } = *doubtful;
    let error = validate(encoding, &value[sound..]).err()?;
    Some(Error { offset: error.offset + sound as u64, ..error })
}

/// Tells the kinds of all ill-formed parts of a value, of which the first is known.
pub(super) fn each_kind(encoding: Encoding, value: &[u8], first: Error, mut tell: impl FnMut(ErrorKind)) {
    if encoding != Encoding::Utf8 {
        return each_error(encoding, value, |error| tell(error.kind()));
    }
    // What is behind an ill-formed part of UTF-8 is read as if nothing were before it.
    let (mut rest, mut error) = (value, first);
    loop {
        tell(error.kind());
        rest = rest.get(error.valid_up_to() + error.len() as usize..).unwrap_or_default();
        match validate(encoding, rest) {
            Ok(()) => return,
            Err(next) => error = next,
        }
    }
}

/// Tells every ill-formed part of a value.
fn each_error(encoding: Encoding, value: &[u8], mut tell: impl FnMut(Error)) {
    let options = Options { on_error: OnError::Skip, ..Options::default() };
    let Ok(conversion) = Conversion::new(encoding, Null, options) else { return };
    let whole = conversion.convert_reporting(value, &mut |event: Event| {
        if let EventKind::IllFormed(error) = event.kind {
            tell(error);
        }
    });
    // Of a layer that decides on its whole input.
    if let Err(crate::Failure::IllFormed(error)) = whole {
        tell(error);
    }
}

/// The encoding that a single value is in, as far as its bytes can tell: UTF-8, CESU-8, WTF-8 or Modified UTF-8, the first in
/// which it is well-formed, and else what the [detector](mod@crate::detect) takes it for, of these, their more lenient kin,
/// UTF-16 and Windows-1252.
///
/// ```
/// use placemat::{columns::dialect, Encoding};
/// assert_eq!(dialect("é".as_bytes()), Some(Encoding::Utf8));
/// assert_eq!(dialect(b"\xED\xA0\xBD\xED\xB2\xA9"), Some(Encoding::Cesu8));
/// assert_eq!(dialect(b"a\xC0\x80b"), Some(Encoding::Mutf8));
/// assert_eq!(dialect(b"x\xED\xA0\xBDy"), Some(Encoding::Wtf8));
/// assert_eq!(dialect(b"caf\xE9"), Some(Encoding::Windows1252));
/// ```
pub fn dialect(value: &[u8]) -> Option<Encoding> {
    // What is not UTF-8 and one of these has what distinguishes it.
    const SURE: [Encoding; 4] = [Encoding::Utf8, Encoding::Cesu8, Encoding::Wtf8, Encoding::Mutf8];
    let sure = SURE.into_iter().find(|&one| validate(one, value).is_ok());
    sure.or_else(|| detect_value(value).encoding)
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Short values of all mixtures of parts.
    #[test]
    fn kinds_are_those_of_the_definition() {
        const PARTS: [&[u8]; 14] = [
            b"a",
            b"\x80",
            b"\xC0",
            b"\xC3",
            b"\xE2\x82",
            b"\xE0",
            b"\xED\xA0",
            b"\xED\xB2\xA9",
            b"\xF0\x9F\x92",
            b"\xF4\x90",
            b"\xF8\x88",
            b"\xFF",
            "\u{e9}".as_bytes(),
            b"\0",
        ];
        let number = PARTS.len();
        for k in 0..number.pow(4) {
            let parts = [k % number, k / number % number, k / number.pow(2) % number, k / number.pow(3)];
            let value = parts.map(|part| PARTS[part]).concat();
            for encoding in [Encoding::Utf8, Encoding::Cesu8] {
                let Err(first) = validate(encoding, &value) else { continue };
                let (mut kinds, mut expected) = (vec![], vec![]);
                each_kind(encoding, &value, first, |kind| kinds.push(kind));
                each_error(encoding, &value, |error| expected.push(error.kind()));
                assert_eq!(kinds, expected, "{encoding} {value:X?}");
            }
        }
    }
}
