//! What the public tests of `wtf8` 0.1.0, `utf8-zero` 0.8.1, `cesu8` 1.1.0 and `widestring` 1.2.1 require,
//! restated by behaviour.
//!
//! If placemat behaves differently on purpose, the test shows what placemat does, and its comment what the
//! other crate does.

mod cesu8;
mod utf8_zero;
mod widestring;
mod wtf8;
