//! WTF-8 (the WTF-8 specification, section 6).

use super::generalized_utf_8::{EXCLUDED, ROWS};
use super::{Form, PAIR, PairingRule, Resynchronizing, Utf8Compatible, seal};
use crate::code_point::CodePoint;
use crate::error::ErrorKind::SurrogatePair;
use crate::table::{Row, Table};

/// WTF-8 (the WTF-8 specification, 6): generalized UTF-8 in which a surrogate pair byte sequence is
/// ill-formed, so that its strings correspond one to one to arbitrary sequences of 16-bit units.
///
/// Its table has one row more than that of generalized UTF-8, and that row is excluded: the pair (Table 1 of
/// the specification). Encoding joins a lead surrogate with a trail surrogate that follows it.
///
/// With the option `heal_pairs`, such a pair is read as the code point that concatenation would have made of
/// it.
///
/// WTF-8 is for use inside one system: it has no label, and must not be stored in a file format or sent.
///
/// ```
/// use placemat::{decode, encode, form::Wtf8, validate, ErrorKind};
/// assert_eq!(encode(Wtf8, &[0xD83D, 0xDCA9]).unwrap(), "💩".as_bytes());
/// assert_eq!(decode(Wtf8, b"\xED\xA0\x80").unwrap(), [0xD800]);
/// let error = validate(Wtf8, b"\xED\xA0\x80\xED\xA0\x80\xED\xB0\x80").unwrap_err();
/// assert_eq!((error.offset(), error.len(), error.kind()), (3, 6, ErrorKind::SurrogatePair));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wtf8;

seal!(Wtf8);

/// The surrogate pair byte sequences.
const PAIRS: Row =
    Row::pairs(&[0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], &[0xED, 0xAF, 0xBF, 0xED, 0xBF, 0xBF], &PAIR, 3);

impl Form for Wtf8 {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "wtf-8";
    const TABLE: &'static Table =
        &Table::new(8, &[ROWS[0], ROWS[1], ROWS[2], PAIRS.excluded(SurrogatePair), ROWS[3]], &EXCLUDED);
    const PAIRING: PairingRule = PairingRule::Joins;
}

impl Resynchronizing for Wtf8 {}
impl Utf8Compatible for Wtf8 {}
