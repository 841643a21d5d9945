//! Conversion from `&str`, whose type guarantees that it is well-formed. It is not validated again.

use super::conversion::{Conversion, Unsupported};
#[cfg(feature = "alloc")]
use super::convert::Converted;
use super::event::{Progress, Status};
use crate::codec::Codec;
#[cfg(feature = "alloc")]
use crate::error::Failure;
use crate::form::Utf8;

impl<T: Codec> Conversion<Utf8, T> {
    /// Converts a string as [`convert`](Conversion::convert) converts its bytes, without validating them
    /// again.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
    /// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
    /// assert_eq!(conversion.convert_str("a€").unwrap().output, [0x61, 0x20AC]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first code point that the target cannot encode. Offsets are bytes of the string.
    #[cfg(feature = "alloc")]
    pub fn convert_str(&self, text: &str) -> Result<Converted<T::Unit>, Failure> {
        self.convert_observed::<true, _>(text.as_bytes(), &mut ())
    }

    /// Converts a string into a slice as [`convert_into`](Conversion::convert_into) converts its bytes,
    /// without validating them again. With [`Status::OutputFull`], the rest is `&text[read..]`, under the
    /// same conditions.
    ///
    /// ```
    /// use placemat::{form::{Utf16, Utf8}, scheme::Le, Conversion, Options, Status};
    /// let conversion = Conversion::new(Utf8, Le(Utf16), Options::default()).unwrap();
    /// let mut bytes = [0; 4];
    /// let (progress, status) = conversion.convert_str_into("a€", &mut bytes).unwrap();
    /// assert_eq!((progress.read, progress.written, status), (4, 4, Status::Done));
    /// assert_eq!(bytes, *b"a\0\xAC\x20");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for targets in a frame. A code point that the target cannot encode
    /// is a [`Status`].
    #[inline]
    pub fn convert_str_into(
        &self,
        text: &str,
        output: &mut [T::Unit],
    ) -> Result<(Progress, Status), Unsupported> {
        let info = self.target.info();
        if info.whole_input {
            return Err(Unsupported::WholeInput(info.name));
        }
        Ok(self.text_into::<true>(text.as_bytes(), output, 0))
    }
}
