//! Conversion and repair of columns.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::layout::Column;
use super::prefilter::{Prefilter, Suspect};
use super::rewrite::{Change, Rewriter, Rewritten, TooLong};
use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::engine::{Conversion, Status, replace_into};
use crate::error::Failure;
use crate::kernel::each_place;
use crate::policy::OnError;
use crate::repair::{Fixes, Left, first_suspect, repair_in_one_pass, repair_value};

/// What happens to a value that cannot be converted or repaired.
///
/// ```
/// use placemat::{columns::{Column, OnFailure}, Conversion, Encoding, Options};
/// let column = Column::new(b"a\xFF", &[0, 1, 2], None)?;
/// let strict = Conversion::new(Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
/// assert!(column.convert(&strict, OnFailure::Stop).is_err());
/// let converted = column.convert(&strict, OnFailure::Null).unwrap();
/// assert_eq!((converted.get(&column, 0), converted.get(&column, 1)), (Some(b"a".as_slice()), None));
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnFailure {
    /// The call fails.
    #[default]
    Stop,
    /// The value becomes null.
    Null,
    /// The value stays unchanged.
    Keep,
}

/// Why the conversion or repair of a column failed.
///
/// ```
/// use placemat::{columns::{Column, OnFailure, Stopped}, repair::Fixes};
/// let column = Column::new(b"a\xFF", &[0, 1, 2], None)?;
/// let stopped = column.repair(Fixes::DEFAULT, OnFailure::Stop).unwrap_err();
/// assert!(matches!(stopped, Stopped::Failed { row: 1, .. }));
/// assert_eq!(stopped.to_string(), "row 1: 1 ill-formed part is left, the first: ill-formed at offset 0, length 1: \
///     a unit without meaning in this encoding");
/// # Ok::<(), placemat::columns::Malformed>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped<E> {
    /// A value could not be converted or repaired, with [`OnFailure::Stop`].
    Failed {
        /// The row of the value, counted from 0.
        row: usize,
        /// The reason.
        failure: E,
    },
    /// The result is too long for the offsets of the column.
    TooLong {
        /// The row of the value that does not fit, counted from 0.
        row: usize,
    },
}

impl<E: fmt::Display> fmt::Display for Stopped<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Failed { row, failure } => write!(f, "row {row}: {failure}"),
            Stopped::TooLong { row } => {
                write!(f, "row {row}: the result is too long for the offsets of the column")
            }
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Stopped<E> {}

impl<E> From<TooLong> for Stopped<E> {
    fn from(TooLong { row }: TooLong) -> Self {
        Stopped::TooLong { row }
    }
}

/// Additional bytes for a byte order mark or signature.
const ROOM: usize = 64;

impl Column<'_> {
    /// Converts every value by itself. Values that both encodings write alike are not touched, and a column
    /// of such values is not copied.
    ///
    /// ```
    /// use placemat::{columns::{Column, Data, OnFailure}, Conversion, Encoding, Options};
    /// let from_oracle = Conversion::new(Encoding::Cesu8, Encoding::Utf8, Options::default()).unwrap();
    /// let clean = Column::new("né€".as_bytes(), &[0, 3, 6], None)?;
    /// assert_eq!(clean.convert(&from_oracle, OnFailure::Stop).unwrap().data, Data::Unchanged);
    ///
    /// let pair = Column::new(b"\xED\xA0\xBD\xED\xB2\xA9", &[0, 6], None)?;
    /// let converted = pair.convert(&from_oracle, OnFailure::Stop).unwrap();
    /// assert_eq!(converted.get(&pair, 0), Some("💩".as_bytes()));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Stopped::Failed`] under [`OnFailure::Stop`], and [`Stopped::TooLong`].
    #[inline]
    pub fn convert(
        &self,
        conversion: &Conversion<Encoding, Encoding>,
        on_failure: OnFailure,
    ) -> Result<Rewritten<Failure>, Stopped<Failure>> {
        let (source, target) = (conversion.source, conversion.target);
        let is_high = |byte: u8| byte >= 0x80;
        let nul = |bytes: &[u8]| each_place(bytes, 0).next();
        let high = |bytes: &[u8]| first(bytes, is_high);
        let high_or_nul = |bytes: &[u8]| first(bytes, |byte| is_high(byte) || byte == 0);
        let prefilter = match common(source, target) {
            Common::Utf8 => Prefilter::of(Encoding::Utf8),
            Common::Utf8mb3 { has_nul: true } => Prefilter::of(Encoding::Utf8mb3),
            Common::Utf8mb3 { has_nul: false } => Prefilter::of(Encoding::Utf8mb3).but(&nul),
            Common::Ascii { has_nul: true } => Prefilter::of(Encoding::Iso8859_1).but(&high),
            Common::Ascii { has_nul: false } => Prefilter::of(Encoding::Iso8859_1).but(&high_or_nul),
            Common::Nothing => Prefilter::none(),
        };
        let replaces = conversion.options.on_error == OnError::Replace;
        let mends = replaces && (source, target) == (Encoding::Utf8, Encoding::Utf8);
        self.rewrite(&prefilter, on_failure, |Suspect { value, sound, .. }, room| {
            if mends {
                let written = replace_into(value, sound, room);
                return Ok(Cow::Borrowed(&room[..written]));
            }
            let needed = value.len().saturating_mul(target.info().longest).saturating_add(ROOM);
            if room.len() < needed {
                room.resize(needed, 0);
            }
            match conversion.convert_into(value, room) {
                Ok((progress, Status::Done)) => Ok(Cow::Borrowed(&room[..progress.written])),
                Ok((_, Status::IllFormed(error))) => Err(Failure::IllFormed(error)),
                Ok((_, Status::Unencodable(lost))) => Err(Failure::Unencodable(lost)),
                // The content of a frame, and escapes, which need more room.
                _ => conversion.convert(value).map(|converted| Cow::Owned(converted.output)),
            }
        })
    }

    /// Repairs every value by itself, as [`repair`](crate::repair::repair()) does, except that fixes that
    /// need the detector are not proposed. A column with nothing to repair is not copied.
    ///
    /// ```
    /// use placemat::{columns::{Column, OnFailure}, repair::Fixes};
    /// let column = Column::new("Müller dÃ©jÃ vu".as_bytes(), &[0, 8, 15], None)?;
    /// let repaired = column.repair(Fixes::DEFAULT, OnFailure::Keep).unwrap();
    /// assert_eq!(repaired.get(&column, 0), Some("Müller ".as_bytes()));
    /// # Ok::<(), placemat::columns::Malformed>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`convert`](Self::convert).
    #[inline]
    pub fn repair(&self, fixes: Fixes, on_failure: OnFailure) -> Result<Rewritten<Left>, Stopped<Left>> {
        let suspect = |bytes: &[u8]| first_suspect(bytes, fixes);
        let prefilter = Prefilter::of(Encoding::Utf8).but(&suspect);
        self.rewrite(&prefilter, on_failure, |suspect, room| {
            let Suspect { value, sound, errors, is_watched, .. } = suspect;
            let well_formed = (errors > 0).then_some(sound);
            // One pass repairs only these.
            let may_be = well_formed.is_none() || matches!(value[sound..], [0xC0 | 0xED, ..]);
            if !is_watched && may_be && repair_in_one_pass(value, sound, fixes, room) {
                return Ok(Cow::Borrowed(&room[..]));
            }
            repair_value(value, well_formed, fixes)
        })
    }

    /// Rewrites the suspect rows.
    fn rewrite<E>(
        &self,
        prefilter: &Prefilter<'_>,
        on_failure: OnFailure,
        made: impl for<'v> Fn(Suspect<'v>, &'v mut Vec<u8>) -> Result<Cow<'v, [u8]>, E>,
    ) -> Result<Rewritten<E>, Stopped<E>> {
        let mut rewriter = Rewriter::new(self);
        let mut room = Vec::new();
        let mut failed = Vec::new();
        let stopped = prefilter.suspect(self, |suspect| {
            let Suspect { row, value, .. } = suspect;
            let change = match made(suspect, &mut room) {
                Ok(made) if *made == *value => Change::None,
                Ok(made) => Change::To(made),
                Err(failure) => match on_failure {
                    OnFailure::Stop => return ControlFlow::Break(Stopped::Failed { row, failure }),
                    OnFailure::Null => {
                        failed.push((row, failure));
                        Change::Null
                    }
                    OnFailure::Keep => {
                        failed.push((row, failure));
                        Change::None
                    }
                },
            };
            match rewriter.change(row, change) {
                Ok(()) => ControlFlow::Continue(()),
                Err(too_long) => ControlFlow::Break(too_long.into()),
            }
        });
        match stopped {
            ControlFlow::Break(stopped) => Err(stopped),
            ControlFlow::Continue(()) => Ok(rewriter.finish(failed)?),
        }
    }
}

/// What two encodings write alike.
enum Common {
    Utf8,
    Utf8mb3 { has_nul: bool },
    Ascii { has_nul: bool },
    Nothing,
}

#[inline]
fn common(source: Encoding, target: Encoding) -> Common {
    let both = |holds: fn(Encoding) -> bool| holds(source) && holds(target);
    let has_nul = both(|one| one.info().has_nul_alone());
    if both(|one| one.shares_utf_8_to() == 0x10_FFFF) {
        Common::Utf8
    } else if both(|one| one.shares_utf_8_to() >= 0xFFFF) {
        Common::Utf8mb3 { has_nul }
    } else if both(|one| one.shares_utf_8_to() >= 0x7F) {
        Common::Ascii { has_nul }
    } else {
        Common::Nothing
    }
}

/// Returns the position of the first byte that is looked for.
fn first(bytes: &[u8], is_wanted: impl Fn(u8) -> bool) -> Option<usize> {
    const STRIDE: usize = 64;
    let strides = bytes.chunks(STRIDE);
    let at =
        strides.take_while(|stride| !stride.iter().fold(false, |any, &byte| any | is_wanted(byte))).count();
    let at = (at * STRIDE).min(bytes.len());
    bytes[at..].iter().position(|&byte| is_wanted(byte)).map(|k| at + k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    /// The conversion writes everything that is not touched unchanged.
    #[test]
    fn what_encodings_have_in_common_is_written_alike() {
        for source in Encoding::ALL {
            for target in Encoding::ALL {
                let Ok(conversion) = Conversion::new(source, target, Options::default()) else { continue };
                let (last, has_nul) = match common(source, target) {
                    Common::Utf8 => (char::MAX, true),
                    Common::Utf8mb3 { has_nul } => ('\u{FFFF}', has_nul),
                    Common::Ascii { has_nul } => ('\u{7F}', has_nul),
                    Common::Nothing => continue,
                };
                if !target.info().encodes {
                    continue;
                }
                for character in ('\0'..=last).step_by(if last > '\u{7F}' { 7 } else { 1 }).chain([last]) {
                    let mut bytes = [0; 4];
                    let bytes = character.encode_utf8(&mut bytes).as_bytes();
                    let made = conversion.convert(bytes).map(|made| made.output);
                    let is_alike = made.as_deref() == Ok(bytes);
                    assert!(is_alike || character == '\0' && !has_nul, "{source} to {target}: {character:?}");
                }
            }
        }
    }
}
