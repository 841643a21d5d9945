//! Conversion from WTF-8 to UTF-8 without another buffer (the WTF-8 specification, 6.4).
//!
//! WTF-8 differs from UTF-8 only in its surrogate byte sequences, and each of those is as long as U+FFFD. So
//! the strict conversion returns the input unchanged, and the lossy one overwrites three bytes here and
//! there. Generalized UTF-8 differs from WTF-8 only in what is well-formed: there, a pair is two surrogates,
//! and becomes two U+FFFD.

use crate::engine::conversion::Conversion;
use crate::engine::validate::validate;
use crate::error::{Error, Failure};
use crate::form::{Form, GeneralizedUtf8, Utf8, Wtf8};
use crate::options::Options;

/// U+FFFD in UTF-8.
const REPLACED: [u8; 3] = [0xEF, 0xBF, 0xBD];

/// Functions of a form on bytes.
macro_rules! to_utf_8 {
    ($($form:ident)*) => { $(
        impl $form {
            /// Converts bytes of this form to UTF-8 strictly, without a copy: returns the input if it is
            /// UTF-8 (the WTF-8 specification, 6.4).
            ///
            /// It returns what [`convert`](crate::convert()) returns.
            ///
            /// ```
            #[doc = concat!("use placemat::{form::", stringify!($form), ", Failure};")]
            #[doc = concat!("assert_eq!(", stringify!($form), "::to_str(\"a💩\".as_bytes()), Ok(\"a💩\"));")]
            ///
            #[doc = concat!("let result = ", stringify!($form), "::to_str(b\"a\\xED\\xA0\\xBDb\\xFF\");")]
            /// let Err(Failure::Unencodable(surrogate)) = result else { panic!() };
            /// assert_eq!((surrogate.code_point(), surrogate.offset(), surrogate.len()), (0xD83D, 1, 3));
            /// ```
            ///
            /// # Errors
            ///
            /// Returns the first surrogate byte sequence, as a code point that UTF-8 cannot encode, or the
            /// first ill-formed subsequence: whichever comes first.
            #[inline]
            pub fn to_str(bytes: &[u8]) -> Result<&str, Failure> {
                strictly($form, bytes)
            }

            /// Converts bytes of this form to UTF-8 in place, lossily: overwrites surrogate byte sequences
            /// with U+FFFD, and returns the bytes as the UTF-8 that they are now (the WTF-8 specification,
            /// 6.4).
            ///
            /// Each surrogate becomes one U+FFFD, as with the policy
            /// [`Replace`](crate::OnUnencodable::Replace).
            ///
            /// ```
            #[doc = concat!("use placemat::form::", stringify!($form), ";")]
            /// let mut bytes = *b"a\xED\xA0\xBDb\xED\xB2\xA9";
            #[doc = concat!("let text = ", stringify!($form), "::to_str_lossy_in_place(&mut bytes);")]
            /// assert_eq!(text.unwrap(), "a\u{FFFD}b\u{FFFD}");
            /// ```
            ///
            /// # Errors
            ///
            /// Returns the first ill-formed subsequence. There may be no room to replace it: an error of one
            /// byte would need three. Nothing is changed then. [`Conversion`](crate::Conversion) replaces
            /// ill-formed subsequences as well, in another buffer.
            #[inline]
            pub fn to_str_lossy_in_place(bytes: &mut [u8]) -> Result<&mut str, Error> {
                lossily_in_place($form, bytes)
            }
        }
    )* };
}
to_utf_8!(Wtf8 GeneralizedUtf8);

fn strictly<F: Form<Unit = u8>>(form: F, bytes: &[u8]) -> Result<&str, Failure> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Ok(text);
    }
    let conversion = Conversion { source: form, target: Utf8, options: Options::default() };
    match conversion.length(bytes) {
        Err(failure) => Err(failure),
        Ok(_) => unreachable!("what is well-formed and has no surrogates is UTF-8"),
    }
}

fn lossily_in_place<F: Form<Unit = u8>>(form: F, bytes: &mut [u8]) -> Result<&mut str, Error> {
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
