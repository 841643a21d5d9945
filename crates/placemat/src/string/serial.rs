//! Strings through `serde`, without loss.
//!
//! In human-readable formats, text is text. If all code points of a string are scalar values, and that text
//! has these units and no others in the form, it is written as a text. Any other string is written as a list
//! of its units as numbers. To distinguish the two, a format has to record the types of values, as JSON does
//! and CSV does not. (In UTF-8, every string is text.)
//!
//! In other formats, bytes are bytes, and wider units are lists. Everything that is read is validated.
//!
//! In JSON, a list cannot be the key of a map. A borrowed string cannot be read from a list or from text with
//! escapes; use [`StrBuf`] or a `Cow`. Lone surrogates that JSON itself writes, such as `"\ud83d"`, are
//! refused by parsers for `serde` before they get here: use the module `json` for those.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::Within;
use super::sequence::Of;
use super::{Str, StrBuf};
use crate::form::{Form, Utf8};
use crate::unit::Unit;

/// The most units that are reserved in advance: the length in the data may be wrong.
const TRUSTED: usize = 1 << 12;

impl<F: Form> Serialize for Str<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = F::Unit::as_bytes(self.as_units());
        if serializer.is_human_readable() {
            let as_it_stands = bytes.filter(|_| Of::<F>::HOLDS_UTF_8 && Of::<F>::IS_SPELLED_ONCE);
            if let Some(Ok(text)) = as_it_stands.map(Str::<Utf8>::new) {
                return serializer.serialize_str(text.as_str());
            }
            let is_same = |text: &StrBuf<Utf8>| text.to::<F>().is_ok_and(|string| *string == *self);
            if let Some(text) = self.to::<Utf8>().ok().filter(is_same) {
                return serializer.serialize_str(text.as_str());
            }
        } else if let Some(bytes) = bytes {
            return serializer.serialize_bytes(bytes);
        }
        serializer.collect_seq(self.as_units().iter().map(|unit| unit.to_u32()))
    }
}

impl<F: Form> Serialize for StrBuf<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, F: Form> Deserialize<'de> for StrBuf<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = Owned::<F>(PhantomData);
        if deserializer.is_human_readable() {
            match const { Of::<F>::IS_UTF_8 } {
                true => deserializer.deserialize_string(visitor),
                false => deserializer.deserialize_any(visitor),
            }
        } else if F::Unit::BITS == 8 {
            deserializer.deserialize_byte_buf(visitor)
        } else {
            deserializer.deserialize_seq(visitor)
        }
    }
}

impl<'de, F: Form> Deserialize<'de> for Box<Str<F>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        StrBuf::deserialize(deserializer).map(StrBuf::into_boxed)
    }
}

/// Borrows from the data, if it contains the string unchanged.
impl<'de: 's, 's, F: Form<Unit = u8>> Deserialize<'de> for &'s Str<F>
where
    Utf8: Within<F>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = Borrowed::<F>(PhantomData);
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(visitor)
        } else {
            deserializer.deserialize_bytes(visitor)
        }
    }
}

struct Owned<F>(PhantomData<F>);

impl<'de, F: Form> Visitor<'de> for Owned<F> {
    type Value = StrBuf<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text, or the units of a string of {}", F::NAME)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<StrBuf<F>, E> {
        Str::<Utf8>::from_str(text).to().map_err(E::custom)
    }

    fn visit_string<E: Error>(self, text: String) -> Result<StrBuf<F>, E> {
        if Of::<F>::HOLDS_UTF_8 { self.visit_byte_buf(text.into_bytes()) } else { self.visit_str(&text) }
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<StrBuf<F>, E> {
        self.visit_byte_buf(bytes.to_owned())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<StrBuf<F>, E> {
        match F::Unit::from_bytes(bytes) {
            Ok(units) => StrBuf::from_units(units).map_err(E::custom),
            Err(_) => Err(E::custom("bytes, and no units of 16 or 32 bits")),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<StrBuf<F>, A::Error> {
        let mut units = Vec::with_capacity(seq.size_hint().unwrap_or(0).min(TRUSTED));
        while let Some(value) = seq.next_element::<u32>()? {
            let unit = F::Unit::from_u32(value);
            if unit.to_u32() != value {
                return Err(A::Error::custom(format_args!("{value} is no unit of {}", F::NAME)));
            }
            units.push(unit);
        }
        StrBuf::from_units(units).map_err(A::Error::custom)
    }
}

struct Borrowed<F>(PhantomData<F>);

impl<'de, F: Form<Unit = u8>> Visitor<'de> for Borrowed<F>
where
    Utf8: Within<F>,
{
    type Value = &'de Str<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "text or bytes to be borrowed as a string of {}", F::NAME)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<&'de Str<F>, E> {
        Ok(Str::from_str(text))
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<&'de Str<F>, E> {
        Str::new(bytes).map_err(E::custom)
    }
}
