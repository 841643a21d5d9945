//! UTF-8b, Python's `surrogateescape` (PEP 383).

use super::{AnyUnits, Carry, Form, Resynchronizing, Utf8, Utf8Compatible, seal};
use crate::code_point::CodePoint;
use crate::table::Table;

/// UTF-8b (PEP 383, Python's `surrogateescape`): UTF-8, and every byte *b* of an ill-formed subsequence as
/// U+DC00 + *b*. Decoding never fails, and bytes → code points → bytes is the identity.
///
/// Code points → bytes → code points is not: escaped bytes that do not result from decoding may form a
/// character. An encoder can refuse these with [`StrictRoundtrip`](crate::OnUnencodable::StrictRoundtrip).
///
/// ```
/// use placemat::{decode, encode, form::Utf8b};
/// assert_eq!(decode(Utf8b, b"a\xED\xB2\x80").unwrap(), [0x61, 0xDCED, 0xDCB2, 0xDC80]);
/// assert_eq!(encode(Utf8b, &[0xDCC3, 0xDCA9]).unwrap(), "é".as_bytes()); // they form a character
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Utf8b;
seal!(Utf8b);

impl Form for Utf8b {
    type Unit = u8;
    type CodePoint = CodePoint;
    const NAME: &'static str = "utf-8b";
    const TABLE: &'static Table = Utf8::TABLE;
    const CARRY: Option<Carry> = Some(Carry { first: 0x80, base: 0xDC00 });
}

impl AnyUnits for Utf8b {}

impl Resynchronizing for Utf8b {}
impl Utf8Compatible for Utf8b {}
