//! The schemes by their names: forms with a byte order, a byte order mark or a signature.

use super::{Big, Little, Marked, Ordered, Signed};
use crate::form::{CorrectedUtf8Text, Ucs2, Ucs4Units, Utf8, Utf16, Utf32, Wtf16};

/// `utf-16le` (Unicode 3.10, D97): least significant byte first, without a byte order mark. U+FEFF at the
/// start is a character and is kept.
///
/// ```
/// use placemat::{decode, scheme::Utf16Le};
/// assert_eq!(decode(Utf16Le::default(), b"\xFF\xFEa\0").unwrap(), [0xFEFF, 0x61]);
/// ```
pub type Utf16Le = Ordered<Utf16, Little>;
/// `utf-16be` (Unicode 3.10, D96): most significant byte first, without a byte order mark. Lengths and
/// offsets are in bytes.
///
/// ```
/// use placemat::{scheme::Utf16Be, validate};
/// let lone_lead = validate(Utf16Be::default(), b"\0a\xD8\x3D\0b").unwrap_err();
/// assert_eq!((lone_lead.offset(), lone_lead.len()), (2, 2));
/// ```
pub type Utf16Be = Ordered<Utf16, Big>;
/// `wtf-16le`: any units, including lone surrogates (the WTF-8 specification, 4).
///
/// ```
/// use placemat::{convert, form::Wtf8, scheme::Wtf16Le};
/// assert_eq!(convert(Wtf16Le::default(), Wtf8, b"\x3D\xD8").unwrap(), b"\xED\xA0\xBD");
/// ```
pub type Wtf16Le = Ordered<Wtf16, Little>;
/// `wtf-16be`: any units, including lone surrogates. Half a unit is ill-formed.
///
/// ```
/// use placemat::{scheme::Wtf16Be, validate};
/// let odd_byte = validate(Wtf16Be::default(), b"\xD8\x3D\xDC").unwrap_err();
/// assert_eq!((odd_byte.offset(), odd_byte.len()), (2, 1));
/// ```
pub type Wtf16Be = Ordered<Wtf16, Big>;
/// `utf-32le` (Unicode 3.10, D100): least significant byte first, without a byte order mark.
///
/// ```
/// use placemat::{encode, scheme::Utf32Le};
/// assert_eq!(encode(Utf32Le::default(), &[0x10_FFFF]).unwrap(), b"\xFF\xFF\x10\0");
/// ```
pub type Utf32Le = Ordered<Utf32, Little>;
/// `utf-32be` (Unicode 3.10, D99): most significant byte first, without a byte order mark.
///
/// ```
/// use placemat::{scheme::Utf32Be, validate, ErrorKind};
/// assert_eq!(validate(Utf32Be::default(), b"\0\x11\0\0").unwrap_err().kind(), ErrorKind::OutOfRange);
/// ```
pub type Utf32Be = Ordered<Utf32, Big>;
/// `ucs-2le`: each unit is a code point, and a surrogate pair is two code points.
///
/// ```
/// use placemat::{decode, scheme::Ucs2Le};
/// assert_eq!(decode(Ucs2Le::default(), b"\x3D\xD8\xA9\xDC").unwrap(), [0xD83D, 0xDCA9]);
/// ```
pub type Ucs2Le = Ordered<Ucs2, Little>;
/// `ucs-2be`: each unit is a code point, and none is beyond U+FFFF.
///
/// ```
/// use placemat::{encode, scheme::Ucs2Be};
/// assert_eq!(encode(Ucs2Be::default(), &[0xFFFF]).unwrap(), b"\xFF\xFF");
/// assert!(encode(Ucs2Be::default(), &[0x1_0000]).is_err());
/// ```
pub type Ucs2Be = Ordered<Ucs2, Big>;
/// `ucs-4le`: every value of 32 bits.
///
/// ```
/// use placemat::{decode, scheme::Ucs4Le};
/// assert_eq!(decode(Ucs4Le::default(), b"\xFF\xFF\xFF\x7F").unwrap(), [0x7FFF_FFFF]);
/// ```
pub type Ucs4Le = Ordered<Ucs4Units, Little>;
/// `ucs-4be`: every value of 32 bits, surrogates included.
///
/// ```
/// use placemat::{scheme::{Ucs4Be, Utf32Be}, validate};
/// assert!(validate(Ucs4Be::default(), b"\0\0\xD8\0").is_ok() && validate(Utf32Be::default(), b"\0\0\xD8\0").is_err());
/// ```
pub type Ucs4Be = Ordered<Ucs4Units, Big>;
/// `utf-16` (Unicode 3.10, D98): a byte order mark at the start determines the byte order. Without one, the
/// option `default_endian` does (CONFORMANCE.md, decision 21).
///
/// ```
/// use placemat::{convert, form::Utf8, scheme::Utf16Marked};
/// // Only the first U+FEFF is a byte order mark.
/// let text = convert(Utf16Marked::default(), Utf8, b"\xFF\xFE\xFF\xFEa\0").unwrap();
/// assert_eq!(text, "\u{FEFF}a".as_bytes());
/// ```
pub type Utf16Marked = Marked<Utf16>;
/// `utf-32` (Unicode 3.10, D101): a byte order mark at the start determines the byte order, as in `utf-16`.
/// `FF FE 00 00` is such a mark, and not that of UTF-16 before a U+0000.
///
/// ```
/// use placemat::{decode, scheme::Utf32Marked};
/// assert_eq!(decode(Utf32Marked::default(), b"\xFF\xFE\0\0a\0\0\0").unwrap(), [0x61]);
/// ```
pub type Utf32Marked = Marked<Utf32>;
/// `utf-8-sig`: one `EF BB BF` at the start is removed when reading, and one is written. Plain `utf-8` keeps
/// it (CONFORMANCE.md, decision 23).
///
/// ```
/// use placemat::{decode, form::Utf8, scheme::Utf8Sig};
/// assert_eq!(decode(Utf8Sig::default(), b"\xEF\xBB\xBFa").unwrap(), [0x61]);
/// assert_eq!(decode(Utf8, b"\xEF\xBB\xBFa").unwrap(), [0xFEFF, 0x61]);
/// ```
pub type Utf8Sig = Signed<Utf8>;
/// `corrected-utf-8-document`: one magic number at the start is removed when reading, and one is written. A
/// second one is text, in which U+0000 is an error (CONFORMANCE.md, decision 19).
///
/// ```
/// use placemat::{encode, scheme::CorrectedUtf8Document};
/// assert_eq!(encode(CorrectedUtf8Document::default(), &[0xCF]).unwrap(), b"\xEF\xB7\x9D\xED\xB2\xAE\0\n\xC0\xAF");
/// ```
pub type CorrectedUtf8Document = Signed<CorrectedUtf8Text>;
