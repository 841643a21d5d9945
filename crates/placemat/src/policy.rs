//! What to do with ill-formed input and with code points that the target cannot hold (CONFORMANCE.md, Policies).

/// What a conversion does with an ill-formed part of its input.
///
/// The name says what happens. [`Strict`](OnError::Strict) is the default of every tool.
///
/// ```
/// use placemat::OnError;
/// assert_eq!(OnError::from_name("replace-run"), Some(OnError::ReplaceRun));
/// assert_eq!(OnError::ReplaceRun.name(), "replace-run");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnError {
    /// Stop at the first error.
    #[default]
    Strict,
    /// One U+FFFD per maximal subpart: Unicode's described practice, WHATWG, CPython, Rust, Java for most.
    Replace,
    /// One U+FFFD per unit.
    ReplaceByte,
    /// One U+FFFD per maximal subpart of generalized UTF-8, one per complete surrogate form: Java's UTF-8.
    ReplaceGeneralized,
    /// One U+FFFD per lead byte with the continuation bytes that it announces: older decoders, Perl.
    ReplaceSequence,
    /// One U+FFFD for adjacent errors together: Go's `strings.ToValidUTF8`.
    ReplaceRun,
    /// Nothing at all. Unsafe: it joins what stood apart.
    Skip,
    /// U+DC00 + byte for each byte: CPython's handler of that name. The result is UTF-8b.
    SurrogateEscape,
    /// The surrogate, where a complete three-byte surrogate form starts; else stop: CPython's handler of that name.
    SurrogatePass,
    /// The byte as a code point: Tcl 8.6.
    Latin1,
    /// The byte through Windows-1252: Tcl 9's profile `tcl8`.
    Cp1252,
}

impl OnError {
    /// All policies.
    ///
    /// ```
    /// # use placemat::OnError;
    /// assert!(OnError::ALL.iter().all(|policy| OnError::from_name(policy.name()) == Some(*policy)));
    /// ```
    pub const ALL: [OnError; 11] = [
        OnError::Strict,
        OnError::Replace,
        OnError::ReplaceByte,
        OnError::ReplaceGeneralized,
        OnError::ReplaceSequence,
        OnError::ReplaceRun,
        OnError::Skip,
        OnError::SurrogateEscape,
        OnError::SurrogatePass,
        OnError::Latin1,
        OnError::Cp1252,
    ];

    /// The policy's name, as the command takes it. CPython's handlers keep theirs.
    ///
    /// ```
    /// # use placemat::OnError;
    /// assert_eq!(OnError::ReplaceByte.name(), "replace-byte");
    /// assert_eq!(OnError::SurrogateEscape.name(), "surrogateescape");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            OnError::Strict => "strict",
            OnError::Replace => "replace",
            OnError::ReplaceByte => "replace-byte",
            OnError::ReplaceGeneralized => "replace-generalized",
            OnError::ReplaceSequence => "replace-sequence",
            OnError::ReplaceRun => "replace-run",
            OnError::Skip => "skip",
            OnError::SurrogateEscape => "surrogateescape",
            OnError::SurrogatePass => "surrogatepass",
            OnError::Latin1 => "latin1",
            OnError::Cp1252 => "cp1252",
        }
    }

    /// The policy of that name, written exactly so.
    ///
    /// ```
    /// # use placemat::OnError;
    /// assert_eq!(OnError::from_name("surrogatepass"), Some(OnError::SurrogatePass));
    /// assert_eq!(OnError::from_name("surrogate-pass"), None);
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }

    /// Is it defined for every encoding? The others are defined on UTF-8 input alone.
    ///
    /// ```
    /// # use placemat::OnError;
    /// assert!(OnError::Skip.is_general() && !OnError::Latin1.is_general());
    /// ```
    #[inline]
    pub const fn is_general(self) -> bool {
        matches!(
            self,
            OnError::Strict | OnError::Replace | OnError::ReplaceByte | OnError::ReplaceRun | OnError::Skip
        )
    }

    /// Does it keep Unicode's clause C10: an ill-formed part is never read as characters?
    ///
    /// `skip` keeps the letter of it and signals nothing; `surrogateescape` yields no characters.
    ///
    /// ```
    /// # use placemat::OnError;
    /// assert!(!OnError::SurrogatePass.is_conformant());
    /// ```
    #[inline]
    pub const fn is_conformant(self) -> bool {
        !matches!(self, OnError::SurrogatePass | OnError::Latin1 | OnError::Cp1252)
    }
}

/// What a conversion does with a code point that the target cannot hold.
///
/// ```
/// use placemat::OnUnencodable;
/// assert_eq!(OnUnencodable::from_name("escape-xml"), Some(OnUnencodable::EscapeXml));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUnencodable {
    /// Stop at the first.
    #[default]
    Strict,
    /// U+FFFD, or `?` where the target cannot hold U+FFFD: WHATWG, Node, Perl.
    Replace,
    /// `?`: CPython, Java.
    ReplaceQmark,
    /// `\u{D800}`.
    EscapeRust,
    /// `&#xD800;`.
    EscapeXml,
    /// UTF-8b and OPTU-8 only: as strict, and refuses escapes that would fuse into a character when read back.
    StrictRoundtrip,
    /// Corrected UTF-8 only, in both directions: U+0080..9F and the surrogates in private use.
    PrivateUse,
}

impl OnUnencodable {
    /// All policies.
    ///
    /// ```
    /// # use placemat::OnUnencodable;
    /// assert_eq!(OnUnencodable::ALL.len(), 7);
    /// ```
    pub const ALL: [OnUnencodable; 7] = [
        OnUnencodable::Strict,
        OnUnencodable::Replace,
        OnUnencodable::ReplaceQmark,
        OnUnencodable::EscapeRust,
        OnUnencodable::EscapeXml,
        OnUnencodable::StrictRoundtrip,
        OnUnencodable::PrivateUse,
    ];

    /// The policy's name, as the command takes it.
    ///
    /// ```
    /// # use placemat::OnUnencodable;
    /// assert_eq!(OnUnencodable::ReplaceQmark.name(), "replace-qmark");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            OnUnencodable::Strict => "strict",
            OnUnencodable::Replace => "replace",
            OnUnencodable::ReplaceQmark => "replace-qmark",
            OnUnencodable::EscapeRust => "escape-rust",
            OnUnencodable::EscapeXml => "escape-xml",
            OnUnencodable::StrictRoundtrip => "strict-roundtrip",
            OnUnencodable::PrivateUse => "private-use",
        }
    }

    /// The policy of that name, written exactly so.
    ///
    /// ```
    /// # use placemat::OnUnencodable;
    /// assert_eq!(OnUnencodable::from_name("private-use"), Some(OnUnencodable::PrivateUse));
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|policy| policy.name() == name)
    }
}

/// What a target whose units would fuse two surrogate code points does with such a pair (CONFORMANCE.md, decision 6).
///
/// It concerns WTF-16, lenient CESU-8 and Modified UTF-8; for WTF-8 joining is prescribed.
///
/// ```
/// use placemat::Pairs;
/// assert_eq!(Pairs::from_name("join"), Some(Pairs::Join));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pairs {
    /// Write the units as they are: read back they are one supplementary code point.
    #[default]
    Join,
    /// Stop, at the lead surrogate, over both.
    Error,
    /// U+FFFD for the trail surrogate.
    Replace,
}

impl Pairs {
    /// The option's name, as the command takes it.
    ///
    /// ```
    /// # use placemat::Pairs;
    /// assert_eq!(Pairs::default().name(), "join");
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Pairs::Join => "join",
            Pairs::Error => "error",
            Pairs::Replace => "replace",
        }
    }

    /// The option of that name, written exactly so.
    ///
    /// ```
    /// # use placemat::Pairs;
    /// assert_eq!(Pairs::from_name("error"), Some(Pairs::Error));
    /// assert_eq!(Pairs::from_name("strict"), None); // of the other policies
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        [Pairs::Join, Pairs::Error, Pairs::Replace].into_iter().find(|pairs| pairs.name() == name)
    }
}

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
    /// Most significant byte first: what Unicode and RFC 2781 take where no mark tells.
    #[default]
    Big,
}
