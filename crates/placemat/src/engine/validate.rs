//! Validation: whether an input is well-formed, and where it first is not. No transcoder takes part, except
//! for options that a table does not know.

use super::checked::str_of;
use super::event::Status;
use super::transcoder::Transcoder;
use crate::codec::{Codec, Null, begun};
use crate::error::{Error, ErrorKind};
#[cfg(feature = "repair")]
use crate::form::Form;
use crate::form::{PairingRule, Utf8};
use crate::options::Options;
use crate::simd::Isa;
#[cfg(feature = "repair")]
use crate::table::IllFormed;
use crate::table::NotDecoded;
use crate::unit::Endian;

/// Returns `true` if the bytes are UTF-8.
///
/// ```
/// use placemat::is_utf8;
/// assert!(is_utf8("¡olé!".as_bytes()));
/// assert!(!is_utf8(b"\xED\xA0\xBD"));
/// ```
#[inline]
pub fn is_utf8(bytes: &[u8]) -> bool {
    from_utf8(bytes).is_ok()
}

/// Returns the bytes as a `str` if they are UTF-8. Nothing is copied or allocated.
///
/// It is std's `str::from_utf8` with vector instructions, and with an error that reports its length and kind.
///
/// ```
/// use placemat::{from_utf8, ErrorKind};
/// assert_eq!(from_utf8("¡olé!".as_bytes()), Ok("¡olé!"));
/// let error = from_utf8(b"a\xC0\xAF").unwrap_err();
/// assert_eq!((error.valid_up_to(), error.error_len(), error.kind()), (1, Some(1), ErrorKind::Overlong));
/// ```
///
/// # Errors
///
/// Returns the first ill-formed subsequence.
#[inline]
pub fn from_utf8(bytes: &[u8]) -> Result<&str, Error> {
    if bytes.is_empty() {
        // The address of an empty slice may be anything, and a masked load from there is slow.
        return Ok("");
    }
    str_of(Isa::current, bytes).map_err(|valid| error_after(bytes, valid))
}

/// Returns the error after `valid` well-formed bytes.
#[cold]
#[inline]
fn error_after(bytes: &[u8], valid: usize) -> Error {
    match error_in_front(Utf8, &bytes[valid..]) {
        Some(error) => error.moved(valid as u64),
        None => unreachable!("the kernel stops only at what is ill-formed"),
    }
}

/// Checks that an input is well-formed (Unicode 3.9, D85). A byte order mark or signature at its start is
/// looked for and skipped.
///
/// ```
/// use placemat::{form::Utf8, validate, Encoding};
/// assert!(validate(Utf8, "¡olé!".as_bytes()).is_ok());
/// let error = validate(Encoding::Cesu8, "💩".as_bytes()).unwrap_err();
/// assert_eq!((error.offset(), error.len()), (0, 1));
/// ```
///
/// # Errors
///
/// Returns the first ill-formed subsequence.
#[inline]
pub fn validate<S: Codec>(source: S, input: &[S::Unit]) -> Result<(), Error> {
    validate_by(source, input, |source, text| verdict(source, text, Endian::default()))
}

/// Validates the text of a wrapper, and moves the error to its offset in the input.
#[inline(always)]
fn validate_by<S: Codec>(
    source: S,
    input: &[S::Unit],
    verdict: impl FnOnce(S, &[S::Unit]) -> Result<(), Error>,
) -> Result<(), Error> {
    let resolved = source.resolve(input)?;
    match verdict(resolved.codec, &input[resolved.text.clone()]) {
        Err(error) => Err(error.moved(resolved.text.start as u64)),
        well_formed => well_formed,
    }
}

impl Options {
    /// [Validates](validate()) an input with these options. Only `default_endian`, `heal_pairs` and
    /// `refuse_surrogates` have an effect.
    ///
    /// ```
    /// use placemat::{Encoding, Options};
    /// let refuse = Options { refuse_surrogates: true, ..Options::default() };
    /// assert!(refuse.validate(Encoding::Utf8Rfc2279, b"\xED\xA0\x80").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first ill-formed subsequence.
    #[inline]
    pub fn validate<S: Codec>(self, source: S, input: &[S::Unit]) -> Result<(), Error> {
        validate_by(source, input, |source, text| {
            let info = source.info();
            let heals = self.heal_pairs && info.pairing == PairingRule::Joins;
            if heals || self.refuse_surrogates && info.refusing.is_some() {
                verdict_with(source, text, self)
            } else {
                verdict(source, text, self.default_endian)
            }
        })
    }
}

/// Validates text without options.
#[inline]
fn verdict<S: Codec>(source: S, text: &[S::Unit], default: Endian) -> Result<(), Error> {
    let (source, skip) = begun(source, text, default);
    match &text[skip..] {
        // The address of an empty slice may be anything, and a masked load from there is slow.
        [] => Ok(()),
        rest => match source.well_formed_run(rest) {
            read if read == rest.len() => Ok(()),
            read => first_error(source, text, skip + read),
        },
    }
}

/// Returns the first error at or after `at`, up to which the units are well-formed. Runs may also stop for
/// other reasons.
#[cold]
#[inline(never)]
fn first_error<S: Codec>(source: S, text: &[S::Unit], mut at: usize) -> Result<(), Error> {
    while at < text.len() {
        match source.decode_next(&text[at..], true) {
            Ok(decoded) => at += decoded.len,
            Err(NotDecoded::IllFormed(part)) => return Err(part.at(at as u64)),
            Err(NotDecoded::Incomplete) => break,
        }
        at += source.well_formed_run(&text[at..]);
    }
    Ok(())
}

/// Validates text with an option that joins or refuses what the table does not.
#[cold]
fn verdict_with<S: Codec>(source: S, text: &[S::Unit], options: Options) -> Result<(), Error> {
    let options = Options {
        default_endian: options.default_endian,
        heal_pairs: options.heal_pairs,
        refuse_surrogates: options.refuse_surrogates,
        ..Options::default()
    };
    match Transcoder::start(source, Null, options).push(text, &mut [], true).1 {
        Status::IllFormed(error) => Err(error),
        _ => Ok(()),
    }
}

/// Returns the error of the sequence that the text begins with, if it is ill-formed and not reserved, so that
/// the table determines its extent.
#[inline]
pub(crate) fn error_in_front<S: Codec>(source: S, text: &[S::Unit]) -> Option<Error> {
    match source.decode_next(text, true) {
        Err(NotDecoded::IllFormed(part)) if part.kind != ErrorKind::Reserved => Some(part.at(0)),
        _ => None,
    }
}

/// Returns what [`error_in_front`] does for UTF-8. For most errors of one byte, the rows of the table are not
/// compared.
#[cfg(feature = "repair")]
#[inline]
pub(crate) fn utf_8_error_in_front(text: &[u8]) -> Option<Error> {
    /// The errors of bytes from 80 on that are ill-formed whatever follows.
    static ALONE: [Option<ErrorKind>; 128] = {
        let mut alone = [None; 128];
        let mut byte = 0x80;
        while byte < 0x100 {
            if let Err(NotDecoded::IllFormed(part)) = Utf8::TABLE.decode(&[byte as u8], false)
                && part.len == 1
                && !part.more
            {
                alone[byte - 0x80] = Some(part.kind);
            }
            byte += 1;
        }
        alone
    };
    let kind = match *text {
        [lead @ 0x80..=0xFF, ..] if ALONE[usize::from(lead & 0x7F)].is_some() => {
            ALONE[usize::from(lead & 0x7F)]
        }
        [0xC2..=0xF4, 0..=0x7F | 0xC0..=0xFF, ..] => Some(ErrorKind::Interrupted),
        _ => None,
    };
    match kind {
        Some(kind) => Some(IllFormed { len: 1, kind, more: false }.at(0)),
        None => error_in_front(Utf8, text),
    }
}

#[cfg(all(test, feature = "repair"))]
mod tests {
    use super::*;

    #[test]
    fn errors_of_utf_8_are_those_of_the_table() {
        const NEXT: [u8; 12] = [0, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xF0, 0xFF];
        let check = |text: &[u8]| {
            assert_eq!(utf_8_error_in_front(text), error_in_front(Utf8, text), "{text:X?}");
        };
        check(&[]);
        for lead in 0..=0xFF {
            check(&[lead]);
            for second in 0..=0xFF {
                check(&[lead, second]);
                for third in NEXT {
                    check(&[lead, second, third]);
                    NEXT.iter().for_each(|&fourth| check(&[lead, second, third, fourth]));
                }
            }
        }
    }
}
