//! The types without the feature `legacy`. No value of them exists.

use placemat::Encoding;

use super::{Known, Shape, Step};

/// A legacy encoding: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Legacy {}

/// Finds nothing.
pub(crate) fn find(_name: &str) -> Option<Known> {
    None
}

/// Suggests nothing.
pub(crate) fn nearest(_name: &str) -> Vec<(usize, &'static str)> {
    vec![]
}

impl Legacy {
    pub(crate) fn all() -> impl Iterator<Item = Legacy> {
        std::iter::empty()
    }

    pub(crate) fn windows_1252() -> Option<Legacy> {
        None
    }

    pub(crate) fn identifier(self) -> &'static str {
        match self {}
    }

    pub(crate) fn name(self) -> &'static str {
        match self {}
    }

    pub(crate) fn about(self) -> &'static str {
        match self {}
    }

    pub(crate) fn labels(self) -> std::iter::Empty<&'static str> {
        match self {}
    }

    pub(crate) fn of_family(self) -> Option<Encoding> {
        match self {}
    }

    pub(crate) fn is_of_dos(self) -> bool {
        match self {}
    }

    pub(crate) fn is_universal(self) -> bool {
        match self {}
    }

    pub(crate) fn shape(self) -> Shape {
        match self {}
    }
}

pub(super) enum Decoder {}

impl Decoder {
    pub(super) fn new(legacy: Legacy) -> Self {
        match legacy {}
    }

    pub(super) fn room(&self, _len: usize) -> usize {
        match *self {}
    }

    pub(super) fn decode(&mut self, _bytes: &[u8], _text: &mut [u8], _last: bool) -> (Step, usize, usize) {
        match *self {}
    }
}

pub(super) enum Encoder {}

impl Encoder {
    pub(super) fn new(legacy: Legacy) -> Self {
        match legacy {}
    }

    pub(super) fn encode(&mut self, _text: &str, _bytes: &mut [u8], _last: bool) -> (Step, usize, usize) {
        match *self {}
    }
}

/// Proposes nothing.
pub(super) struct Proposer(());

impl Proposer {
    pub(super) fn new() -> Self {
        Proposer(())
    }

    pub(super) fn push(&mut self, _piece: &[u8], _last: bool) {}

    pub(super) fn propose(&self) -> Option<Legacy> {
        let Proposer(()) = self;
        None
    }

    pub(super) fn propose_for(&self, _domain: &str) -> Option<Legacy> {
        None
    }
}
