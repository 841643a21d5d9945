//! What to do with ill-formed input and with code points that the target cannot encode (CONFORMANCE.md,
//! Policies).

/// What a conversion does with an ill-formed subsequence of its input.
///
/// [`Strict`](OnError::Strict) is the default of every tool.
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
    /// Write one U+FFFD per maximal subpart, as Unicode describes it: WHATWG, CPython, Rust, Java for most
    /// encodings.
    Replace,
    /// Write one U+FFFD per unit.
    ReplaceByte,
    /// Write one U+FFFD per maximal subpart of generalized UTF-8, so one per complete surrogate sequence:
    /// Java's UTF-8.
    ReplaceGeneralized,
    /// Write one U+FFFD per lead byte together with the continuation bytes that it announces: older decoders,
    /// Perl.
    ReplaceSequence,
    /// Write one U+FFFD for adjacent errors together: Go's `strings.ToValidUTF8`.
    ReplaceRun,
    /// Write nothing. Unsafe: it joins text that was separate.
    Skip,
    /// Write U+DC00 + byte for each byte: CPython's handler `surrogateescape`. The result is UTF-8b.
    SurrogateEscape,
    /// Write the surrogate if a complete three-byte surrogate sequence starts here; otherwise stop: CPython's
    /// handler `surrogatepass`.
    SurrogatePass,
    /// Read each byte as the code point of its value: Tcl 8.6.
    Latin1,
    /// Read each byte as Windows-1252: Tcl 9's profile `tcl8`.
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

    /// Returns the policy's name, as the command takes it. CPython's handlers keep their names.
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

    /// Returns the policy with exactly this name.
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

    /// Returns `true` if the policy is defined for every encoding. The others are defined only for input in
    /// UTF-8, and in encodings that read any input, where they have no effect.
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

    /// Returns `true` if the policy conforms to Unicode's clause C10: ill-formed subsequences are never read
    /// as characters.
    ///
    /// `skip` conforms to the wording but does not signal the error; `surrogateescape` does not write
    /// characters.
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

/// Returns the number of continuation bytes that a lead byte announces ([`OnError::ReplaceSequence`]).
#[inline]
pub(crate) const fn announced(lead: u32) -> usize {
    match lead {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC..=0xFD => 5,
        0xFE => 6,
        0xFF => 12,
        _ => 0,
    }
}

/// What a conversion does with a code point that the target cannot encode.
///
/// ```
/// use placemat::OnUnencodable;
/// assert_eq!(OnUnencodable::from_name("escape-xml"), Some(OnUnencodable::EscapeXml));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUnencodable {
    /// Stop at the first one.
    #[default]
    Strict,
    /// Write U+FFFD, or `?` if the target cannot encode U+FFFD: WHATWG, Node, Perl.
    Replace,
    /// Write `?`: CPython, Java.
    ReplaceQmark,
    /// Write an escape such as `\u{D800}`.
    EscapeRust,
    /// Write a character reference such as `&#xD800;`.
    EscapeXml,
    /// UTF-8b and OPTU-8 only: stop as `strict` does, and also at escaped bytes that would be read back as a
    /// character.
    StrictRoundtrip,
    /// Corrected UTF-8 only, in both directions: map U+0080..9F and the surrogates to private use.
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

    /// Returns the policy's name, as the command takes it.
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

    /// Returns the policy with exactly this name.
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

/// What a conversion does with a pair of surrogate code points that the target would read back as one code
/// point (CONFORMANCE.md, decision 6).
///
/// It applies to WTF-16, lenient CESU-8 and Modified UTF-8. WTF-8 must join such pairs.
///
/// ```
/// use placemat::Pairs;
/// assert_eq!(Pairs::from_name("join"), Some(Pairs::Join));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pairs {
    /// Write the units unchanged. They are read back as one supplementary code point.
    #[default]
    Join,
    /// Stop at the lead surrogate. The error covers both surrogates.
    Error,
    /// Write U+FFFD for the trail surrogate.
    Replace,
}

impl Pairs {
    /// All options.
    ///
    /// ```
    /// # use placemat::Pairs;
    /// assert!(Pairs::ALL.into_iter().all(|pairs| Pairs::from_name(pairs.name()) == Some(pairs)));
    /// ```
    pub const ALL: [Self; 3] = [Pairs::Join, Pairs::Error, Pairs::Replace];

    /// Returns the option's name, as the command takes it.
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

    /// Returns the option with exactly this name.
    ///
    /// ```
    /// # use placemat::Pairs;
    /// assert_eq!(Pairs::from_name("error"), Some(Pairs::Error));
    /// assert_eq!(Pairs::from_name("strict"), None); // a name of other policies
    /// ```
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pairs| pairs.name() == name)
    }
}
