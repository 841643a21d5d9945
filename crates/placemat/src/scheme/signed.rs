//! Forms of bytes that begin with a signature.

use crate::codec::{Codec, CodecInfo, Internal, NotEncoded, One, Preamble, info_of};
use crate::form::{CorrectedUtf8Text, Form, MAGIC_NUMBER, PairingRule, Utf8};
use crate::kernel::Kind;
use crate::table::{Decoded, NotDecoded};
use crate::unit::Endian;

/// A form of bytes with a signature at the start. One is removed when reading, and one is written; a second
/// one is text. `Signed(Utf8)` is `utf-8-sig`, whose signature is EF BB BF (plain UTF-8 keeps it;
/// CONFORMANCE.md, decision 23). `Signed(CorrectedUtf8Text)` is `corrected-utf-8-document`, whose signature
/// is the magic number (decision 19).
///
/// ```
/// use placemat::{decode, encode, form::{CorrectedUtf8Text, Utf8}, scheme::Signed};
/// assert_eq!(decode(Signed(Utf8), b"\xEF\xBB\xBF\xEF\xBB\xBFa").unwrap(), [0xFEFF, 0x61]);
/// assert_eq!(encode(Signed(Utf8), &[0x61]).unwrap(), b"\xEF\xBB\xBFa");
/// assert_eq!(decode(Utf8, b"\xEF\xBB\xBFa").unwrap(), [0xFEFF, 0x61]);
/// let document = encode(Signed(CorrectedUtf8Text), &[0xCF]).unwrap();
/// assert_eq!(document, b"\xEF\xB7\x9D\xED\xB2\xAE\0\n\xC0\xAF");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signed<F>(pub F);

/// A form that has a signature.
///
/// ```
/// use placemat::{form::Utf8, scheme::Signed, validate};
/// assert!(validate(Signed(Utf8), b"a").is_ok());
/// ```
///
/// ```compile_fail
/// placemat::validate(placemat::scheme::Signed(placemat::form::Wtf8), b"a").unwrap();
/// ```
pub trait Signature: Form<Unit = u8> {
    /// The bytes of the signature.
    ///
    /// ```
    /// use placemat::{encode, form::Utf8, scheme::Signed};
    /// assert_eq!(encode(Signed(Utf8), &[]).unwrap(), b"\xEF\xBB\xBF");
    /// ```
    const SIGNATURE: &'static [u8];
    /// The identifier of the form with its signature.
    ///
    /// ```
    /// assert_eq!(placemat::Encoding::Utf8Sig.name(), "utf-8-sig");
    /// ```
    const SIGNED_NAME: &'static str;
}

impl Signature for Utf8 {
    const SIGNATURE: &'static [u8] = &[0xEF, 0xBB, 0xBF];
    const SIGNED_NAME: &'static str = "utf-8-sig";
}

impl Signature for CorrectedUtf8Text {
    const SIGNATURE: &'static [u8] = &MAGIC_NUMBER;
    const SIGNED_NAME: &'static str = "corrected-utf-8-document";
}

impl<F: Signature> Internal for Signed<F> {
    type Units = u8;
    const KINDS: &'static [Kind] = F::KINDS;
    type Kinds = One;
    const PAIRING: Option<PairingRule> = Some(F::PAIRING);

    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        F::default().decode_run(units, out)
    }

    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        F::default().encode_run(code_points, out)
    }

    fn well_formed_run(self, units: &[u8]) -> usize {
        F::default().well_formed_run(units)
    }
}

impl<F: Signature> Codec for Signed<F> {
    type Unit = u8;

    fn info(self) -> &'static CodecInfo {
        const { &info_of::<F>(F::SIGNED_NAME, 1, Kind::of::<F>()) }
    }

    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        F::default().decode_next(units, end)
    }

    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        F::default().encode_next(code_point, out)
    }

    fn begin(self, head: &[u8], end: bool, _default: Endian) -> Option<Preamble> {
        if head.starts_with(F::SIGNATURE) {
            Some(Preamble { skip: F::SIGNATURE.len(), order: None })
        } else if !end && F::SIGNATURE.starts_with(head) {
            None
        } else {
            Some(Preamble { skip: 0, order: None })
        }
    }

    fn mark(self) -> &'static [u8] {
        F::SIGNATURE
    }
}
