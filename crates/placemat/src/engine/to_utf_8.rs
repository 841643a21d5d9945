//! From WTF-8 to UTF-8 without another buffer (the WTF-8 specification, 6.4).
//!
//! UTF-8 is what WTF-8 is but for its surrogate byte sequences, and each of those is as long as U+FFFD. So the strict
//! conversion hands the input out unchanged, and the lossy one overwrites three bytes here and there. Generalized
//! UTF-8 differs from WTF-8 only in what is well-formed: a pair is two surrogates there, and two U+FFFD.

use crate::engine::conversion::Conversion;
use crate::engine::slice::validate;
use crate::error::{Error, Failure};
use crate::form::{Generalized, Utf8};
use crate::options::Options;

/// U+FFFD in UTF-8.
const REPLACED: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// WTF-8 as UTF-8 without a copy: the input itself, if it is UTF-8 as well (the WTF-8 specification, 6.4, strictly).
///
/// Says what [`convert`](crate::convert()) says, without a copy.
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
/// The first surrogate byte sequence, as what UTF-8 cannot hold, or the first ill-formed part: whichever comes first.
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

/// WTF-8 to UTF-8 in place: puts U+FFFD where surrogate byte sequences are, and hands the bytes out as the UTF-8 that
/// they are now (the WTF-8 specification, 6.4, lossily).
///
/// Each costs one U+FFFD, as with the policy [`Replace`](crate::OnUnencodable::Replace).
///
/// ```
/// use placemat::{form::Wtf8, to_utf_8_lossy_in_place};
/// let mut bytes = *b"a\xED\xA0\xBDb\xED\xB2\xA9";
/// assert_eq!(to_utf_8_lossy_in_place(Wtf8, &mut bytes).unwrap(), "a\u{FFFD}b\u{FFFD}");
/// ```
///
/// # Errors
///
/// The first ill-formed part, for which there may be no room: an error of one byte would need three. Nothing is
/// changed then. [`Conversion`] replaces ill-formed parts as well, in another buffer.
pub fn to_utf_8_lossy_in_place<F: Generalized>(form: F, bytes: &mut [u8]) -> Result<&mut str, Error> {
    validate(form, bytes)?;
    let mut at = 0;
    // ED is no trail byte, so where it stands a sequence begins.
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
