//! Conversion from WTF-8 to UTF-8 without another buffer (the WTF-8 specification, 6.4).
//!
//! WTF-8 differs from UTF-8 only in its surrogate byte sequences, and each of those is as long as U+FFFD. So
//! the strict conversion returns the input unchanged, and the lossy one overwrites three bytes here and
//! there. Generalized UTF-8 differs from WTF-8 only in what is well-formed: there, a pair is two surrogates,
//! and becomes two U+FFFD.

use crate::engine::conversion::Conversion;
use crate::engine::slice::validate;
use crate::error::{Error, Failure};
use crate::form::{Generalized, Utf8};
use crate::options::Options;

/// U+FFFD in UTF-8.
const REPLACED: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Converts WTF-8 to UTF-8 strictly, without a copy: returns the input if it is UTF-8 (the WTF-8
/// specification, 6.4).
///
/// It returns what [`convert`](crate::convert()) returns.
///
/// ```
/// use placemat::{form::Wtf8, to_utf_8, Failure};
/// assert_eq!(to_utf_8(Wtf8, "a💩".as_bytes()), Ok("a💩"));
///
/// let Err(Failure::Unencodable(surrogate)) = to_utf_8(Wtf8, b"a\xED\xA0\xBDb\xFF") else { panic!() };
/// assert_eq!((surrogate.code_point(), surrogate.offset(), surrogate.len()), (0xD83D, 1, 3));
/// ```
///
/// # Errors
///
/// Returns the first surrogate byte sequence, as a code point that UTF-8 cannot encode, or the first
/// ill-formed subsequence: whichever comes first.
pub fn to_utf_8<F: Generalized>(form: F, bytes: &[u8]) -> Result<&str, Failure> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Ok(text);
    }
    let conversion = Conversion { source: form, target: Utf8, options: Options::default() };
    match conversion.length(bytes) {
        Err(failure) => Err(failure),
        Ok(_) => unreachable!("what is well-formed and has no surrogates is UTF-8"),
    }
}

/// Converts WTF-8 to UTF-8 in place, lossily: overwrites surrogate byte sequences with U+FFFD, and returns
/// the bytes as the UTF-8 that they are now (the WTF-8 specification, 6.4).
///
/// Each surrogate becomes one U+FFFD, as with the policy [`Replace`](crate::OnUnencodable::Replace).
///
/// ```
/// use placemat::{form::Wtf8, to_utf_8_lossy_in_place};
/// let mut bytes = *b"a\xED\xA0\xBDb\xED\xB2\xA9";
/// assert_eq!(to_utf_8_lossy_in_place(Wtf8, &mut bytes).unwrap(), "a\u{FFFD}b\u{FFFD}");
/// ```
///
/// # Errors
///
/// Returns the first ill-formed subsequence. There may be no room to replace it: an error of one byte would
/// need three. Nothing is changed then. [`Conversion`] replaces ill-formed subsequences as well, in another
/// buffer.
pub fn to_utf_8_lossy_in_place<F: Generalized>(form: F, bytes: &mut [u8]) -> Result<&mut str, Error> {
    validate(form, bytes)?;
    let mut at = 0;
    // ED is not a trail byte, so a sequence begins there.
    while let Some(found) = bytes[at..].iter().position(|&byte| byte == 0xED) {
        let lead = at + found;
        at = lead + REPLACED.len();
        if bytes[lead + 1] >= 0xA0 {
            bytes[lead..at].copy_from_slice(&REPLACED);
        }
    }
    match core::str::from_utf8_mut(bytes) {
        Ok(text) => Ok(text),
        Err(_) => unreachable!("without its surrogates it is UTF-8"),
    }
}
