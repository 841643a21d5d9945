//! `placemat list`.

use std::fmt::Write;

use placemat::{Codec, Encoding};

use crate::args;
use crate::status::Trouble;

/// Prints the encodings.
pub(crate) fn run() -> Result<(), Trouble> {
    let mut text = String::new();
    for encoding in Encoding::ALL {
        let facts = encoding.facts();
        let mut traits = Vec::new();
        if encoding.is_layer() {
            traits.push("layer");
        }
        if !facts.encodes {
            traits.push("decoder only");
        }
        if facts.never_fails {
            traits.push("decoding never fails");
        }
        if !encoding.resynchronizes() && !encoding.is_layer() {
            traits.push("does not resynchronize");
        }
        let _ = writeln!(
            text,
            "{:<25} {:>2}-bit units, 1–{:<2} bytes{}{}",
            encoding.identifier(),
            facts.table.unit_bits(),
            facts.longest,
            if traits.is_empty() { "" } else { "; " },
            traits.join(", "),
        );
    }
    args::print(&text)
}
