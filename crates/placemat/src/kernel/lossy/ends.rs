//! What is known of where maximal subparts end.

/// Where maximal subparts end after a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    /// The place: none that was not already known ends at it or before it.
    pub(crate) at: usize,
    /// Bit `k`: one ends before byte `at + k`. Bit 0 is never set.
    pub(crate) ends: u64,
    /// How many places after `at` this is known for.
    pub(crate) known: usize,
}
