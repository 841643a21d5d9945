//! The code that the calls of both libraries and the program share, and that uses neither library: random
//! numbers, inputs, and the results of calls.

mod observed;

pub use observed::{Observed, Word};
pub use placemat_random::Random;

/// The encodings of the older library, by their identifiers. A check ensures that it has these and no others.
pub const ENCODINGS: [&str; 40] = [
    "utf-8",
    "utf-8-sig",
    "generalized-utf-8",
    "wtf-8",
    "utf-8b",
    "utf-16",
    "utf-16le",
    "utf-16be",
    "wtf-16le",
    "wtf-16be",
    "utf-32",
    "utf-32le",
    "utf-32be",
    "ucs-2le",
    "ucs-2be",
    "ucs-4le",
    "ucs-4be",
    "cesu-8",
    "cesu-8-lenient",
    "mutf-8",
    "mutf-8-lenient",
    "utf8mb3",
    "optu-8",
    "optu-8-reversible",
    "utf-1",
    "fss-utf-1992-07",
    "utf-8-rfc2279",
    "corrected-utf-8",
    "corrected-utf-8-document",
    "iso-8859-1",
    "windows-1252",
    "tcl-8.6-utf-8",
    "mutf-8-writeutf",
    "mutf-8-long",
    "mutf-8-nul",
    "mutf-8-dex",
    "utf-8-or-iso-8859-1",
    "utf-8-or-windows-1252",
    "double-utf-8-latin1",
    "double-utf-8-cp1252",
];

/// The number of forms of the older library.
pub const FORMS: usize = 25;

/// Units of a form in one of the three widths.
#[derive(Clone, Debug, Default)]
pub struct Units<U> {
    /// Well-formed units.
    pub clean: Vec<U>,
    /// These units, perhaps damaged.
    pub dirty: Vec<U>,
    /// A short well-formed string, often a part of the first.
    pub needle: Vec<U>,
}

/// The input of some calls, in both libraries.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// An encoding, by its index in [`ENCODINGS`]; `text` is in it.
    pub encoding: usize,
    /// The text in that encoding.
    pub text: Units<u8>,
    /// A form, by its number. One of the following fields contains a text of it.
    pub form: usize,
    /// That text, if the units are bytes.
    pub bytes: Units<u8>,
    /// That text, if the units have 16 bits.
    pub wide: Units<u16>,
    /// That text, if the units have 32 bits.
    pub long: Units<u32>,
    /// The code points from which the texts were made, as far as each can hold them.
    pub code_points: Vec<u32>,
    /// Those code points that are scalar values.
    pub str: String,
    /// A short string, often a part of `str`.
    pub short_str: String,
    /// 16-bit units with lone surrogates, in every input.
    pub utf_16: Vec<u16>,
}

/// Calls a function with an input, and random arguments.
pub type Call = fn(&Input, &mut Random, &mut Observed);

/// A function of the library, or several related ones.
#[derive(Clone, Copy)]
pub struct Function {
    /// Its name in the table at the end.
    pub name: &'static str,
    /// How often it is called, as a proportion.
    pub weight: u32,
    /// Calls it.
    pub call: Call,
}

impl Function {
    /// Creates a function with its name and its weight.
    pub const fn new(name: &'static str, weight: u32, call: Call) -> Self {
        Function { name, weight, call }
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
