//! The documents that the library is held to, clause by clause: a module a document, a test for each table,
//! rule and example that a program can test. `CONFORMANCE.md` is the index, and a test here keeps it true.

mod article;
mod corrected_utf_8;
mod decisions;
mod definitions;
mod encyclopedia;
mod history;
mod index;
mod reading;
mod unicode;
mod unicode_substitution;
mod utf_ebcdic;
mod variants;
mod wtf_8;
mod wtf_8_conversions;
