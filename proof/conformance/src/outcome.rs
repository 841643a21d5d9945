//! The outcome of an operation, as vectors write it.

use std::fmt;

use placemat::{Error, ErrorKind, Failure};

/// The answer of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// No answer: the operation failed.
    Null,
    /// Code points or bytes, in the vectors' notation.
    Text(String),
    /// The answer of `validate`.
    Verdict(bool),
    /// The answer of `detect`.
    Signature { encoding: Option<String>, len: u64 },
}

/// The error that stopped an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) offset: u64,
    pub(crate) len: u64,
    /// The kind of an ill-formed subsequence. In a vector, `None` matches any kind.
    pub(crate) kind: Option<ErrorKind>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Fault { offset: error.offset(), len: error.len(), kind: Some(error.kind()) }
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::IllFormed(error) => error.into(),
            Failure::Unencodable(lost) => Fault { offset: lost.offset(), len: lost.len(), kind: None },
        }
    }
}

impl Fault {
    /// Returns the fault in an input that begins `base` units earlier.
    pub(crate) fn moved(self, base: u64) -> Self {
        Fault { offset: self.offset + base, ..self }
    }
}

/// The answer and the fault: in a vector the expected ones, from the library the actual ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) answer: Answer,
    pub(crate) fault: Option<Fault>,
}

impl Outcome {
    /// Returns `true` if the actual outcome meets the expectation. Everything is compared, except a kind that
    /// is left open.
    ///
    /// An actual outcome has a fault exactly if its answer is null or false, so an expectation that violates
    /// this is never met.
    pub(crate) fn is_met_by(&self, came: &Outcome) -> bool {
        let fault = match (self.fault, came.fault) {
            (None, None) => true,
            (Some(expected), Some(came)) => {
                (expected.offset, expected.len) == (came.offset, came.len)
                    && (expected.kind.is_none() || expected.kind == came.kind)
            }
            _ => false,
        };
        fault && self.answer == came.answer
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.answer {
            Answer::Null => f.write_str("null")?,
            Answer::Text(text) => write!(f, "{text:?}")?,
            Answer::Verdict(verdict) => write!(f, "{verdict}")?,
            Answer::Signature { encoding: Some(name), len } => write!(f, "{name:?} of {len}")?,
            Answer::Signature { encoding: None, len } => write!(f, "no signature, of {len}")?,
        }
        let Some(Fault { offset, len, kind }) = self.fault else { return Ok(()) };
        write!(f, " with an error at {offset}, length {len}")?;
        kind.map_or(Ok(()), |kind| write!(f, ", {kind}"))
    }
}
