//! Values that are names. Any name is accepted here, so that the error for an unknown name can list the
//! nearest ones; completions offer the usual names.

use std::ffi::{OsStr, OsString};

use clap::builder::{PossibleValue, TypedValueParser};
use placemat::{Encoding, Isa};

use crate::legacy::Legacy;
use crate::names::{AUTO, CODE_POINTS};

/// A type of names, with those that completions offer.
#[derive(Clone, Debug)]
pub(super) struct Offered(Vec<&'static str>);

impl Offered {
    /// Offers the identifiers of the encodings.
    pub(super) fn encodings() -> Self {
        Offered(Encoding::ALL.into_iter().map(Encoding::name).collect())
    }

    /// Offers the identifiers of the encodings, and the name that requests detection.
    pub(super) fn explained() -> Self {
        Offered::encodings().and(AUTO)
    }

    /// Offers the identifiers of the encodings and legacy encodings, and the name that requests detection.
    pub(super) fn encodings_or_auto() -> Self {
        Offered::encodings().and_legacy().and(AUTO)
    }

    /// Offers the identifiers of the encodings and legacy encodings, and the name of the textual form of code
    /// points.
    pub(super) fn targets() -> Self {
        Offered::encodings().and_legacy().and(CODE_POINTS)
    }

    /// Offers the same as for targets, and the name that requests detection.
    pub(super) fn sources() -> Self {
        Offered::targets().and(AUTO)
    }

    /// Offers the identifiers of the legacy encodings.
    pub(super) fn legacy() -> Self {
        Offered(vec![]).and_legacy()
    }

    fn and_legacy(mut self) -> Self {
        self.0.extend(Legacy::all().map(Legacy::identifier));
        self
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
