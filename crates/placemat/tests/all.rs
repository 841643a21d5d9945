//! All tests of what the library guarantees, as one program. Its generic code is compiled in the crate that
//! uses it, and once is enough.
//!
//! Two tests are separate: `refused_memory` needs an allocator of its own, and `serialization` needs a
//! feature.

mod adapters;
#[path = "behaviour_of_others/main.rs"]
mod behaviour_of_others;
mod code_points;
mod columns;
mod detect;
#[path = "documents/main.rs"]
mod documents;
#[path = "equivalence/main.rs"]
mod equivalence;
mod examples;
mod going_on;
mod inputs;
mod overlong;
mod short_strings;
mod signatures;
#[path = "strings/main.rs"]
mod strings;
mod support;
mod text_decoder;
#[path = "views/main.rs"]
mod views;
mod whole_texts;
