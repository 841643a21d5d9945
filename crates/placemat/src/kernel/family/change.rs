//! What a copy changes.

/// How supplementary code points are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Nothing,
    /// Four bytes become a surrogate pair; U+0000 becomes C0 80 if the target refuses the byte 00.
    Parts,
    /// A surrogate pair becomes four bytes.
    Joins,
}
