//! What an input is read as: the encoding that was named, or the one that it is found to be in.

use placemat::Encoding;
use placemat::detect::Basis;

use crate::detect;
use crate::input::Input;
use crate::status::Trouble;

/// An encoding, and what it rests on where it was not named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) encoding: Encoding,
    pub(super) basis: Option<Basis>,
}

impl Reading {
    /// The encoding that was named, or else the verdict on the beginning of the input: of encodings that read the same
    /// text the most usual and narrowest, and UTF-8 where no encoding reads it as text.
    pub(super) fn of(named: Option<Encoding>, input: &mut Input) -> Result<Self, Trouble> {
        if let Some(encoding) = named {
            return Ok(Reading { encoding, basis: None });
        }
        let detection = detect::at_front(input)?;
        let encoding = detection.encoding.unwrap_or(Encoding::Utf8);
        Ok(Reading { encoding, basis: Some(detection.basis) })
    }

    /// What a line for people adds to the name of an input.
    pub(super) fn describe(self) -> String {
        let encoding = self.encoding.identifier();
        match self.basis {
            Some(Basis::Signature) => format!("{encoding}, by its signature"),
            Some(Basis::SingleBytes) => format!("{encoding}, as single bytes of a legacy encoding"),
            Some(Basis::Nothing) => format!("{encoding}, for it is no text in any encoding"),
            _ => encoding.to_owned(),
        }
    }
}
