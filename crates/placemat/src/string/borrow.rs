//! Strings as the types that they can be borrowed as.

use super::Str;
#[cfg(feature = "alloc")]
use super::StrBuf;
use super::Within;
use crate::form::{Form, Utf8};

impl<F: Form> Default for &Str<F> {
    fn default() -> Self {
        Str::empty()
    }
}

impl<F: Form> AsRef<Str<F>> for Str<F> {
    fn as_ref(&self) -> &Str<F> {
        self
    }
}

impl<F: Form> AsRef<[F::Unit]> for Str<F> {
    fn as_ref(&self) -> &[F::Unit] {
        self.as_units()
    }
}

impl<F: Within<Utf8>> AsRef<str> for Str<F> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<F: Form<Unit = u8>> AsRef<Str<F>> for str
where
    Utf8: Within<F>,
{
    fn as_ref(&self) -> &Str<F> {
        Str::from_str(self)
    }
}

#[cfg(feature = "alloc")]
impl<F: Form<Unit = u8>> AsRef<Str<F>> for alloc::string::String
where
    Utf8: Within<F>,
{
    fn as_ref(&self) -> &Str<F> {
        Str::from_str(self)
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> AsRef<Str<F>> for StrBuf<F> {
    fn as_ref(&self) -> &Str<F> {
        self
    }
}

#[cfg(feature = "alloc")]
impl<F: Form> AsRef<[F::Unit]> for StrBuf<F> {
    fn as_ref(&self) -> &[F::Unit] {
        self.as_units()
    }
}

/// The order and the hash of such strings are those of `str`.
#[cfg(feature = "alloc")]
impl<F: Within<Utf8>> core::borrow::Borrow<str> for StrBuf<F> {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

#[cfg(feature = "alloc")]
impl<F: Within<Utf8>> AsRef<str> for StrBuf<F> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}
