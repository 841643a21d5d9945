//! Conversions: two codecs and the options, checked once.

use core::fmt;

use super::transcoder::Transcoder;
use crate::codec::Codec;
use crate::options::Options;
use crate::policy::{OnError, OnUnencodable};

/// Why a conversion is not defined: a policy is not defined for its encodings, the target has no encoder, or
/// an encoding cannot be converted in pieces. `Display` lists the policies that are defined.
///
/// ```
/// use placemat::{Conversion, Encoding, OnError, Options};
/// let options = Options { on_error: OnError::Latin1, ..Options::default() };
/// let undefined = Conversion::new(Encoding::Cesu8, Encoding::Utf8, options).unwrap_err();
/// assert!(undefined.to_string().contains("replace-run"));
///
/// // Decoders that never fail accept every policy. WTF-16 in bytes can fail: a byte may be left over.
/// assert!(Conversion::new(Encoding::Iso8859_1, Encoding::Utf8, options).is_ok());
/// assert!(Conversion::new(Encoding::Wtf16Le, Encoding::Utf8, options).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsupported {
    /// The error policy is not defined for this source.
    OnError(OnError, &'static str),
    /// The policy for code points that cannot be encoded is not defined for this source and target.
    OnUnencodable(OnUnencodable, &'static str),
    /// The target has no encoder.
    NoEncoder(&'static str),
    /// The encoding must see its whole input, and cannot be converted in pieces.
    WholeInput(&'static str),
    /// The encoding has a byte order mark or a signature of its own, which the caller wants to decide on.
    Marked(&'static str),
}

impl fmt::Display for Unsupported {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::OnError(policy, name) => {
                write!(f, "policy {} is not defined for {name}; there are", policy.name())?;
                for (k, policy) in OnError::ALL.iter().filter(|policy| policy.is_general()).enumerate() {
                    write!(f, "{} {}", if k == 0 { "" } else { "," }, policy.name())?;
                }
                Ok(())
            }
            Unsupported::OnUnencodable(policy, name) => {
                write!(f, "policy {} is not defined for {name}; there are", policy.name())?;
                let special = [OnUnencodable::StrictRoundtrip, OnUnencodable::PrivateUse];
                for (k, policy) in OnUnencodable::ALL.iter().filter(|p| !special.contains(p)).enumerate() {
                    write!(f, "{} {}", if k == 0 { "" } else { "," }, policy.name())?;
                }
                write!(
                    f,
                    ", for utf-8b, optu-8 and optu-8-reversible strict-roundtrip, for corrected-utf-8 private-use"
                )
            }
            Unsupported::NoEncoder(name) => write!(f, "{name} is a decoder, there is no encoding into it"),
            Unsupported::WholeInput(name) => write!(f, "{name} decides on the whole input"),
            Unsupported::Marked(name) => write!(f, "{name} has a byte order mark or signature of its own"),
        }
    }
}

impl core::error::Error for Unsupported {}

/// An error of the kind `InvalidInput`.
#[cfg(feature = "std")]
impl From<Unsupported> for std::io::Error {
    #[inline]
    fn from(undefined: Unsupported) -> Self {
        std::io::Error::new(std::io::ErrorKind::InvalidInput, undefined)
    }
}

/// A conversion from one codec to another with its options. The combination is checked once.
///
/// ```
/// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
/// let conversion = Conversion::new(Utf8, Utf16, Options::default()).unwrap();
/// assert_eq!(conversion.convert("a€".as_bytes()).unwrap().output, [0x61, 0x20AC]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Conversion<S, T> {
    pub(crate) source: S,
    pub(crate) target: T,
    pub(crate) options: Options,
}

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Creates a conversion with these options.
    ///
    /// ```
    /// # use placemat::{Conversion, Encoding, Options};
    /// assert!(Conversion::new(Encoding::Utf8, Encoding::Utf1, Options::default()).is_ok());
    /// assert!(Conversion::new(Encoding::Utf8, Encoding::Tcl86Utf8, Options::default()).is_err()); // a decoder
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported`] if a policy is not defined for these codecs.
    pub fn new(source: S, target: T, options: Options) -> Result<Self, Unsupported> {
        let (from, to) = (source.info(), target.info());
        if !to.encodes {
            return Err(Unsupported::NoEncoder(to.name));
        }
        if !(options.on_error.is_general() || from.is_utf_8 || from.never_fails) {
            return Err(Unsupported::OnError(options.on_error, from.name));
        }
        let defined = match options.on_unencodable {
            OnUnencodable::StrictRoundtrip => to.carry.is_some(),
            OnUnencodable::PrivateUse => from.is_corrected || to.is_corrected,
            _ => true,
        };
        if !defined {
            let name = if to.is_null { from.name } else { to.name };
            return Err(Unsupported::OnUnencodable(options.on_unencodable, name));
        }
        Ok(Conversion { source, target, options })
    }

    /// Returns the options.
    ///
    /// ```
    /// # use placemat::{Conversion, Encoding, Options};
    /// let conversion = Conversion::new(Encoding::Utf8, Encoding::Utf1, Options::default()).unwrap();
    /// assert_eq!(conversion.options(), Options::default());
    /// ```
    pub fn options(&self) -> Options {
        self.options
    }

    /// Creates a new transcoder for this conversion.
    ///
    /// ```
    /// # use placemat::{Conversion, Encoding, Options};
    /// let whole = Conversion::new(Encoding::Utf8, Encoding::Mutf8WriteUtf, Options::default()).unwrap();
    /// assert!(whole.transcoder().is_err() && whole.convert(b"abc").is_ok());
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Unsupported::WholeInput`] for wrappers that must see their whole input, and for targets in a
    /// frame.
    pub fn transcoder(&self) -> Result<Transcoder<S, T>, Unsupported> {
        match [self.source.info(), self.target.info()].iter().find(|info| info.whole_input) {
            Some(info) => Err(Unsupported::WholeInput(info.name)),
            None => Ok(self.resolved_transcoder()),
        }
    }

    /// Creates a transcoder for codecs that are known to work in pieces.
    pub(crate) fn resolved_transcoder(&self) -> Transcoder<S, T> {
        Transcoder::start(self.source, self.target, self.options)
    }
}
