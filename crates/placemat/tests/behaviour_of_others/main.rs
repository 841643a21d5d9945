//! What the public tests of `wtf8` 0.1.0, `utf8-zero` 0.8.1, `cesu8` 1.1.0 and `widestring` 1.2.1 ask for, said anew by behaviour.
//!
//! Where placemat does something else on purpose, the test has what placemat does, and its comment what the other one does.

mod cesu8;
mod utf8_zero;
mod widestring;
mod wtf8;
