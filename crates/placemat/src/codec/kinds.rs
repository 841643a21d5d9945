//! A type that says whether a codec has one kind for the kernels or several.
//!
//! A lookup at run time serves two codecs that both have several kinds. It must not be mentioned if one of
//! them has a single kind: the compiler evaluates the constants of every function that is mentioned, even in
//! a branch that is never compiled. Otherwise the tables of all encodings would be built for a program that
//! uses one of them.

use crate::kernel::Kind;

/// A lookup at run time for two kinds.
pub trait Find {
    /// The result of the lookup.
    type Found;
    /// Looks up the result for two kinds.
    fn find(from: Kind, to: Kind) -> Option<Self::Found>;
}

/// One kind, or several.
pub trait Kinds {
    /// Looks something up if both sides have several kinds.
    fn find_both<T: Kinds, F: Find>(from: Kind, to: Kind) -> Option<F::Found>;
    /// Looks something up if this side has several kinds.
    fn find<F: Find>(from: Kind, to: Kind) -> Option<F::Found>;
}

/// The codec has one kind.
#[derive(Debug)]
pub struct One;
/// The codec has several kinds.
#[derive(Debug)]
pub struct Several;

impl Kinds for One {
    #[inline]
    fn find_both<T: Kinds, F: Find>(_: Kind, _: Kind) -> Option<F::Found> {
        None
    }

    #[inline]
    fn find<F: Find>(_: Kind, _: Kind) -> Option<F::Found> {
        None
    }
}

impl Kinds for Several {
    #[inline]
    fn find_both<T: Kinds, F: Find>(from: Kind, to: Kind) -> Option<F::Found> {
        T::find::<F>(from, to)
    }

    #[inline]
    fn find<F: Find>(from: Kind, to: Kind) -> Option<F::Found> {
        F::find(from, to)
    }
}
