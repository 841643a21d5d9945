//! What a program may implement: an encoding and policies, or nothing at all.

use placemat::{Codec, Conversion, Encoding, Endian, OnError, OnUnencodable, Options};

/// Something that a program may implement.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) source: Source,
    /// How ASCII is written in its input.
    pub(super) carrier: Encoding,
    /// The conversion, unless the input is passed through.
    conversion: Option<Conversion<Encoding, Encoding>>,
}

/// The part of a candidate that the report names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Decoder {
        from: Encoding,
        options: Options,
    },
    /// Every byte is written as it is.
    PassThrough,
}

impl Source {
    /// Returns `true` if the two differ at most in their treatment of unencodable code points.
    pub(super) fn is_like(self, other: Source) -> bool {
        let plain = |source| match source {
            Source::Decoder { from, options } => Source::Decoder {
                from,
                options: Options { on_unencodable: OnUnencodable::Strict, ..options },
            },
            Source::PassThrough => source,
        };
        plain(self) == plain(other)
    }

    /// Returns `true` if the two differ at most in their policies.
    pub(super) fn has_encoding_of(self, other: Source) -> bool {
        match (self, other) {
            (Source::Decoder { from, options }, Source::Decoder { from: other, options: others }) => {
                from == other
                    && options.refuse_surrogates == others.refuse_surrogates
                    && options.default_endian == others.default_endian
            }
            (one, other) => one == other,
        }
    }
}

impl Candidate {
    /// Returns all candidates for a program that writes this encoding, the more usual ones first.
    pub(super) fn all(to: Encoding) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = Encoding::ALL.iter().flat_map(|&from| of(from, to)).collect();
        all.push(Candidate {
            source: Source::PassThrough,
            carrier: carrier(to, Endian::Big),
            conversion: None,
        });
        all
    }

    /// Returns what this candidate makes of an input, or `None` if it stops with an error.
    pub(super) fn convert(&self, input: &[u8]) -> Option<Vec<u8>> {
        match &self.conversion {
            Some(conversion) => conversion.convert(input).ok().map(|converted| converted.output),
            None => Some(input.to_vec()),
        }
    }

    /// Returns `true` if the candidate stops at whatever is wrong.
    pub(super) fn is_strict(&self) -> bool {
        let Source::Decoder { options, .. } = self.source else { return false };
        options.on_error == OnError::Strict && options.on_unencodable == OnUnencodable::Strict
    }
}

fn of(from: Encoding, to: Encoding) -> Vec<Candidate> {
    const UNENCODABLE: [OnUnencodable; 3] =
        [OnUnencodable::Strict, OnUnencodable::Replace, OnUnencodable::ReplaceQmark];
    let info = from.info();
    let orders: &[Endian] =
        if info.width > 1 && info.order.is_none() { &[Endian::Big, Endian::Little] } else { &[Endian::Big] };
    let refusals: &[bool] = if info.refusing.is_some() { &[false, true] } else { &[false] };
    let mut candidates = Vec::new();
    for &default_endian in orders {
        for &refuse_surrogates in refusals {
            for on_error in OnError::ALL {
                for on_unencodable in UNENCODABLE {
                    let options = Options {
                        on_error,
                        on_unencodable,
                        default_endian,
                        refuse_surrogates,
                        ..Options::default()
                    };
                    // Some policies are defined for UTF-8 only, and some encodings cannot be written.
                    if let Ok(conversion) = Conversion::new(from, to, options) {
                        let carrier = carrier(from, default_endian);
                        let source = Source::Decoder { from, options };
                        candidates.push(Candidate { source, carrier, conversion: Some(conversion) });
                    }
                }
            }
        }
    }
    candidates
}

/// Returns the first of the encodings that write ASCII as this one does.
pub(super) fn carrier(encoding: Encoding, default: Endian) -> Encoding {
    let ascii = |to: Encoding| {
        let conversion = Conversion::new(Encoding::Utf8, to, Options::default()).ok()?;
        Some(conversion.convert(b"<x>").ok()?.output)
    };
    let info = encoding.info();
    if info.width > 1 && info.order.is_none() {
        return match (info.width, default) {
            (2, Endian::Big) => Encoding::Utf16Be,
            (2, Endian::Little) => Encoding::Utf16Le,
            (_, Endian::Big) => Encoding::Utf32Be,
            (_, Endian::Little) => Encoding::Utf32Le,
        };
    }
    // What reads ASCII as it is needs no signature or magic number, even if it writes one.
    let options = Options::default();
    let read =
        Conversion::new(encoding, Encoding::Utf8, options).ok().and_then(|one| one.convert(b"<x>").ok());
    if read.is_some_and(|read| read.output == b"<x>") {
        return Encoding::Utf8;
    }
    match ascii(encoding) {
        Some(text) => {
            Encoding::ALL.into_iter().find(|&one| ascii(one).as_ref() == Some(&text)).unwrap_or(encoding)
        }
        None => Encoding::Utf8,
    }
}
