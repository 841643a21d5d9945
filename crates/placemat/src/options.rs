//! The options of a conversion: the two policies and the rest.

use crate::policy::{OnError, OnUnencodable, Pairs};
use crate::unit::Endian;

/// The options of a conversion.
///
/// ```
/// use placemat::{Encoding, OnError, Options, Conversion};
/// let options = Options { on_error: OnError::Replace, ..Options::default() };
/// let lossy = Conversion::new(Encoding::Utf8, Encoding::Utf16Be, options).unwrap();
/// assert_eq!(lossy.convert(b"\xFF").unwrap().output, b"\xFF\xFD");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What happens to ill-formed subsequences of the source.
    pub on_error: OnError,
    /// What happens to code points that the target cannot encode.
    pub on_unencodable: OnUnencodable,
    /// What happens to two surrogates that the target would read back as one code point (CONFORMANCE.md,
    /// decision 6).
    pub pairs: Pairs,
    /// The byte order of `utf-16` and `utf-32` without a byte order mark (CONFORMANCE.md, decision 21).
    pub default_endian: Endian,
    /// Read a surrogate pair in `wtf-8` as the code point that it stands for (CONFORMANCE.md, decision 5).
    pub heal_pairs: bool,
    /// Refuse surrogates in `utf-1`, `fss-utf-1992-07` and `utf-8-rfc2279`, whose tables include them
    /// (CONFORMANCE.md, decision 16).
    pub refuse_surrogates: bool,
    /// Copy sequences that Corrected UTF-8 reserves for future use (FE and FF with the continuation bytes
    /// after them) to the output, under every error policy. It applies if both sides are Corrected UTF-8.
    ///
    /// ```
    /// use placemat::{Conversion, Encoding, Options};
    /// let (string, document) = (Encoding::CorrectedUtf8, Encoding::CorrectedUtf8Document);
    /// let options = Options { pass_reserved: true, ..Options::default() };
    /// let conversion = Conversion::new(document, string, options).unwrap();
    /// let text = b"\xEF\xB7\x9D\xED\xB2\xAE\0\na\xFE\x80\x81b";
    /// assert_eq!(conversion.convert(text).unwrap().output, b"a\xFE\x80\x81b");
    /// ```
    pub pass_reserved: bool,
}

impl Options {
    /// Options that never fail at the text: U+FFFD replaces each ill-formed subsequence, and each code point
    /// that the target does not contain, or `?` if the target does not contain U+FFFD.
    ///
    /// ```
    /// use placemat::{Conversion, Encoding, Options};
    /// let lossy = Conversion::new(Encoding::Utf8, Encoding::Iso8859_1, Options::LOSSY).unwrap();
    /// let converted = lossy.convert(b"5 \xE2\x82\xAC\xFF").unwrap();
    /// assert_eq!((&*converted.output, converted.errors, converted.unencodable), (&b"5 ??"[..], 1, 2));
    /// ```
    pub const LOSSY: Options = Options {
        on_error: OnError::Replace,
        on_unencodable: OnUnencodable::Replace,
        pairs: Pairs::Join,
        default_endian: Endian::Big,
        heal_pairs: false,
        refuse_surrogates: false,
        pass_reserved: false,
    };
}
