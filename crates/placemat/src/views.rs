//! Views of an encoding: everything here is derived from its table.
//!
//! Needs the feature `views`.
//!
//! A [`Listing`] is the table in text, [`Properties`] are what follows from it, an [`Expression`] is the
//! regular expression that validates it, and a [`Chart`] shows its lead bytes as a code page. A [`Lint`]
//! reports what a document in Corrected UTF-8 should not contain.

pub use crate::chart::{Cell, Chart, Class, Lead, Reason};
pub use crate::expression::{Dialect, Expression};
pub use crate::lint::{Finding, Lint, Rule};
pub use crate::listing::Listing;
pub use crate::properties::{Order, Properties, Role};
