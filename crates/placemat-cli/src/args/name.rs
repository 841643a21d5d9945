//! Values that are names: any is taken here, so that what is unknown is told with the nearest; completions offer the
//! usual ones.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use placemat::{Encoding, Isa};

use crate::names::{AUTO, CODE_POINTS};

/// A name, and which ones are offered.
#[derive(Clone, Debug)]
pub(super) struct Offered(Vec<&'static str>);

impl Offered {
    /// The identifiers of the encodings.
    pub(super) fn encodings() -> Self {
        Offered(Encoding::ALL.into_iter().map(Encoding::identifier).collect())
    }

    /// The same, and what asks for detection.
    pub(super) fn encodings_or_auto() -> Self {
        Offered::encodings().and(AUTO)
    }

    /// The same, and the textual form of code points.
    pub(super) fn sides() -> Self {
        Offered::encodings().and(CODE_POINTS)
    }

    pub(super) fn instruction_sets() -> Self {
        Offered(Isa::NAMES.to_vec())
    }

    fn and(mut self, name: &'static str) -> Self {
        self.0.push(name);
        self
    }
}

impl TypedValueParser for Offered {
    type Value = OsString;

    fn parse_ref(
        &self,
        _: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<OsString, clap::Error> {
        Ok(value.to_owned())
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().copied().map(PossibleValue::new)))
    }
}
