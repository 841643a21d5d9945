//! Whether a codec is of one kind for the kernels or of several, as a type.
//!
//! What is found at run time for two codecs of several kinds must not be mentioned where one has a single kind: the
//! compiler evaluates the constants of every function that is mentioned, in a branch that is never compiled as well, and
//! the tables of all encodings would be made for a program that uses one of them.

use crate::kernel::Kind;

/// Something that is found at run time for two kinds.
pub trait Find {
    /// What is found.
    type Found;
    /// Finds it.
    fn find(from: Kind, to: Kind) -> Option<Self::Found>;
}

/// One kind or several.
pub trait Kinds {
    /// Finds something if both sides have several kinds.
    fn find_both<T: Kinds, F: Find>(from: Kind, to: Kind) -> Option<F::Found>;
    /// Finds something if this side has several kinds.
    fn find<F: Find>(from: Kind, to: Kind) -> Option<F::Found>;
}

/// There is one kind.
#[derive(Debug)]
pub struct One;
/// There are several kinds.
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
