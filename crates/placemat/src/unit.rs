//! Code units: the bytes, 16-bit and 32-bit integers that encoding forms are made of (Unicode 3.9, D77); and
//! their byte order.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

/// The byte order of the 16- and 32-bit schemes.
///
/// ```
/// use placemat::{Conversion, Encoding, Endian, Options};
/// let little = Options { default_endian: Endian::Little, ..Options::default() };
/// let conversion = Conversion::new(Encoding::Utf16, Encoding::Utf8, little).unwrap();
/// assert_eq!(conversion.convert(b"a\0").unwrap().output, b"a");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Endian {
    /// Least significant byte first.
    Little,
    /// Most significant byte first: what Unicode and RFC 2781 assume without a byte order mark.
    #[default]
    Big,
}

/// A code unit: `u8`, `u16` or `u32`.
///
/// ```
/// use placemat::form::Unit;
/// assert_eq!(<u16 as Unit>::BITS, 16);
/// assert_eq!(0xD800_u16.to_u32(), 0xD800);
/// ```
pub trait Unit:
    Copy + Ord + Default + fmt::Debug + fmt::UpperHex + Send + Sync + sealed::Sealed + 'static
{
    /// The number of bits of the unit.
    ///
    /// ```
    /// # use placemat::form::Unit;
    /// assert_eq!([u8::BITS, <u32 as Unit>::BITS], [8, 32]);
    /// ```
    const BITS: u32;
    /// Returns the value, widened.
    ///
    /// ```
    /// # use placemat::form::Unit;
    /// assert_eq!([b'a'.to_u32(), 0xDCA9_u16.to_u32()], [0x61, 0xDCA9]);
    /// ```
    fn to_u32(self) -> u32;
    /// Truncates a value to the unit.
    ///
    /// ```
    /// # use placemat::form::Unit;
    /// assert_eq!(<u16 as Unit>::from_u32(0x1_F4A9), 0xF4A9);
    /// ```
    fn from_u32(value: u32) -> Self;
    /// Returns the units themselves if they are bytes.
    ///
    /// ```
    /// # use placemat::form::Unit;
    /// assert_eq!(Unit::as_bytes(b"abc"), Some(&b"abc"[..]));
    /// assert_eq!(Unit::as_bytes(&[0x61_u16]), None);
    /// ```
    fn as_bytes(units: &[Self]) -> Option<&[u8]> {
        let _ = units;
        None
    }
    /// Converts bytes to units if units are bytes. The vector is reused.
    ///
    /// ```
    /// # use placemat::form::Unit;
    /// assert_eq!(<u8 as Unit>::from_bytes(vec![0x61]), Ok(vec![0x61]));
    /// assert_eq!(<u16 as Unit>::from_bytes(vec![0x61]), Err(vec![0x61]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the bytes if units are wider than a byte.
    #[cfg(feature = "alloc")]
    fn from_bytes(bytes: Vec<u8>) -> Result<Vec<Self>, Vec<u8>> {
        Err(bytes)
    }
}

mod sealed {
    pub trait Sealed: Sized {
        /// Returns the bytes as units if units are bytes.
        #[inline]
        fn of_bytes(bytes: &[u8]) -> Option<&[Self]> {
            let _ = bytes;
            None
        }
    }
    impl Sealed for u8 {
        #[inline]
        fn of_bytes(bytes: &[u8]) -> Option<&[u8]> {
            Some(bytes)
        }
    }
    impl Sealed for u16 {}
    impl Sealed for u32 {}
}

/// Returns the units of text in a form that contains UTF-8 unchanged. Its units are bytes.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn of_text<U: Unit>(text: &str) -> &[U] {
    match U::of_bytes(text.as_bytes()) {
        Some(units) => units,
        None => unreachable!("UTF-8 is bytes"),
    }
}

impl Unit for u8 {
    const BITS: u32 = 8;
    #[inline]
    fn to_u32(self) -> u32 {
        self.into()
    }
    #[inline]
    fn from_u32(value: u32) -> Self {
        value as u8
    }
    #[inline]
    fn as_bytes(units: &[u8]) -> Option<&[u8]> {
        Some(units)
    }
    #[cfg(feature = "alloc")]
    #[inline]
    fn from_bytes(bytes: Vec<u8>) -> Result<Vec<u8>, Vec<u8>> {
        Ok(bytes)
    }
}

impl Unit for u16 {
    const BITS: u32 = 16;
    #[inline]
    fn to_u32(self) -> u32 {
        self.into()
    }
    #[inline]
    fn from_u32(value: u32) -> Self {
        value as u16
    }
}

impl Unit for u32 {
    const BITS: u32 = 32;
    #[inline]
    fn to_u32(self) -> u32 {
        self
    }
    #[inline]
    fn from_u32(value: u32) -> Self {
        value
    }
}
