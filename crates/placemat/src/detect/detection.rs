//! The result of detection.

use alloc::vec::Vec;
use core::fmt;

use super::evidence::Evidence;
use crate::encoding::Encoding;

/// What a verdict rests on.
///
/// ```
/// use placemat::detect::{detect, Basis};
/// assert_eq!(detect(b"\xFF\xFEa\0").basis, Basis::Signature);
/// assert_eq!(detect(b"caf\xE9 au lait").basis, Basis::SingleBytes);
/// assert_eq!(Basis::SingleBytes.name(), "single-bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Basis {
    /// A byte order mark or signature at the start, and the rest of the input fits it.
    Signature,
    /// The input is ASCII, which most encodings share.
    Ascii,
    /// The input is well-formed, and this reading is the one most like text.
    WellFormed,
    /// This reading is most like text, with some ill-formed subsequences.
    Damaged,
    /// No Unicode encoding reads the input as text, but single-byte encodings do. It is not known which one
    /// it is.
    SingleBytes,
    /// No encoding reads it as text.
    Nothing,
}

impl Basis {
    /// Returns the name in reports.
    ///
    /// ```
    /// # use placemat::detect::Basis;
    /// assert_eq!(Basis::WellFormed.to_string(), "well-formed");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Signature => "signature",
            Basis::Ascii => "ascii",
            Basis::WellFormed => "well-formed",
            Basis::Damaged => "damaged",
            Basis::SingleBytes => "single-bytes",
            Basis::Nothing => "nothing",
        }
    }
}

impl fmt::Display for Basis {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The result of detection.
///
/// ```
/// use placemat::{detect::detect, Encoding};
/// let found = detect(b"\xED\xA0\xBD\xED\xB2\xA9 is the \xC0\x80 of a Java string");
/// assert_eq!(found.encoding, Some(Encoding::Mutf8));
/// assert_eq!(found.well_formed.contains(&Encoding::Utf8), false);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// The verdict: the encoding as which the input is most like text.
    pub encoding: Option<Encoding>,
    /// What the verdict rests on.
    pub basis: Basis,
    /// Ties: encodings that read the same text, except for a byte order mark at its start and for what is
    /// ill-formed in both.
    pub also: Vec<Encoding>,
    /// Encodings that read the input nearly as well as the verdict.
    ///
    /// If the verdict is a single-byte encoding or has suspect places, they include readings that are as good
    /// except for a few such places: a damaged input may be in one of these. If there is no verdict, they are
    /// encodings of 16-bit units that read the input as text, on too little evidence.
    pub alternatives: Vec<Encoding>,
    /// The encodings and wrappers in which everything that was read is well-formed, in the order of
    /// [`Encoding::ALL`]. The rules for reading `utf-8-or-iso-8859-1` and `utf-8-or-windows-1252` are not
    /// included.
    pub well_formed: Vec<Encoding>,
    /// The evidence, each with its first offset, in the order of [`EvidenceKind`](super::EvidenceKind).
    pub evidence: Vec<Evidence>,
    /// The code point that the first overlong sequence would stand for, if there is one
    /// ([`EvidenceKind::Overlong`](super::EvidenceKind::Overlong)).
    pub overlong: Option<u32>,
    /// The number of bits by which the best reading of a different text costs more than the verdict, if there
    /// is one that read the whole input.
    pub margin: Option<u64>,
    /// The number of bytes that were read.
    pub read: u64,
    /// `true` if that is the whole input.
    pub is_complete: bool,
}
