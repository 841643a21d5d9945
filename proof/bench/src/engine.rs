//! Engines: libraries that do the operations, each with the cheapest call of its public interface.
//!
//! The time is that of the call from bytes to bytes, with validation. An engine that only takes a `&str` is
//! timed with the validation that makes one (std's, or `simdutf8`'s for the crate that uses it). Output goes
//! to an existing buffer; if an engine only returns strings of its own, their allocation is part of its cost.

mod placemat;
mod standard;
mod strings;

#[cfg(feature = "peers")]
mod encoding_rs;
#[cfg(feature = "peers")]
mod family;
#[cfg(feature = "peers")]
mod simdutf;
#[cfg(feature = "peers")]
mod small;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher};

use ::placemat::Isa;

/// The result of one call.
pub enum Outcome<'a> {
    /// The engine refused the input.
    Failed,
    Verdict(bool),
    Count(usize),
    /// The number of bytes written to the output buffer.
    Written(usize),
    Bytes(Cow<'a, [u8]>),
    /// Units of an engine that allocates them itself.
    #[cfg(feature = "peers")]
    Units16(Vec<u16>),
    #[cfg(feature = "peers")]
    Units32(Vec<u32>),
}

impl Outcome<'_> {
    /// Returns length and hash of the output for comparison; `None` if there is none.
    pub fn fingerprint(&self, output: &[u8]) -> Option<(usize, u64)> {
        let number;
        let bytes: &[u8] = match self {
            Outcome::Failed => return None,
            Outcome::Verdict(verdict) => &[u8::from(*verdict)],
            Outcome::Count(count) => {
                number = count.to_le_bytes();
                &number
            }
            Outcome::Written(written) => output.get(..*written)?,
            Outcome::Bytes(bytes) => bytes,
            #[cfg(feature = "peers")]
            Outcome::Units16(units) => bytemuck::cast_slice(units),
            #[cfg(feature = "peers")]
            Outcome::Units32(units) => bytemuck::cast_slice(units),
        };
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Some((bytes.len(), hasher.finish()))
    }
}

/// How an engine does an operation.
pub type Work = Box<dyn for<'a> Fn(&'a [u8], &mut [u8]) -> Outcome<'a>>;

/// Boxes a function. This is one function, because a closure's lifetimes are inferred only where its type is
/// expected.
fn work(call: impl for<'a> Fn(&'a [u8], &mut [u8]) -> Outcome<'a> + 'static) -> Option<Work> {
    Some(Box::new(call))
}

/// The input of an operation on text that is known to be well-formed.
#[expect(unsafe_code, reason = "text is not validated once more before it is timed")]
fn well_formed(input: &[u8]) -> &str {
    // SAFETY: the names of these operations begin with `valid-`, and their input is made from a `str`.
    unsafe { std::str::from_utf8_unchecked(input) }
}

/// Returns a pattern for searching to the end of a text: its last characters, which seldom occur earlier.
fn rare(text: &str) -> &str {
    after(text, text.len().saturating_sub(24))
}

/// Returns a pattern that occurs often: one or two characters from the middle.
fn frequent(text: &str) -> &str {
    let middle = after(text, text.len() / 2);
    &middle[..middle.len() - after(middle, 2).len()]
}

/// The size of the pieces in which a text is read.
const PIECE: usize = 4096;

/// Concatenates pieces of text.
struct Gathered<'a> {
    output: &'a mut [u8],
    written: usize,
}

impl Gathered<'_> {
    fn push(&mut self, piece: &[u8]) {
        self.output[self.written..][..piece.len()].copy_from_slice(piece);
        self.written += piece.len();
    }
}

/// Returns the text from the next character boundary on.
fn after(text: &str, at: usize) -> &str {
    &text[text.ceil_char_boundary(at)..]
}

/// The tier of engines that have a single one, or choose one themselves.
pub const ONLY: &str = "default";

/// Returns how an engine does an operation.
type Find = fn(&str) -> Option<Work>;

/// An engine: its name, how it finds its work, and its tiers on this machine.
pub struct Engine {
    pub name: &'static str,
    pub find: Find,
    pub tiers: fn() -> Vec<&'static str>,
    /// The environment variable that chooses the tier. The engine reads it once, so each tier needs a
    /// process.
    pub variable: Option<&'static str>,
}

const fn single(name: &'static str, find: Find) -> Engine {
    Engine { name, find, tiers: || vec![ONLY], variable: None }
}

/// All engines of this build; the first is the one that is measured against the others.
pub const ENGINES: &[Engine] = &[
    Engine {
        name: "placemat",
        find: placemat::find,
        tiers: || Isa::available().map(Isa::name).collect(),
        variable: Some("PLACEMAT_ISA"),
    },
    #[cfg(feature = "peers")]
    Engine {
        name: "simdutf",
        find: simdutf::find,
        tiers: simdutf::kernels,
        variable: Some("SIMDUTF_FORCE_IMPLEMENTATION"),
    },
    #[cfg(feature = "simdutf-sources")]
    Engine {
        name: env!("PLACEMAT_SIMDUTF_NAME"),
        find: simdutf::find_in_sources,
        tiers: simdutf::kernels,
        variable: Some("SIMDUTF_FORCE_IMPLEMENTATION"),
    },
    single("std", standard::find),
    #[cfg(feature = "peers")]
    single("encoding_rs", encoding_rs::find),
    #[cfg(feature = "peers")]
    single("simdutf8", small::simdutf8),
    #[cfg(feature = "peers")]
    single("smoothutf8", small::smoothutf8),
    #[cfg(feature = "peers")]
    single("simd_cesu8", family::simd_cesu8),
    #[cfg(feature = "peers")]
    single("cesu8", family::cesu8),
    #[cfg(feature = "peers")]
    single("widestring", small::widestring),
    #[cfg(feature = "peers")]
    single("wtf8", family::wtf8),
    #[cfg(feature = "peers")]
    single("bstr", strings::bstr),
    #[cfg(feature = "peers")]
    single("bytecount", small::bytecount),
    #[cfg(feature = "peers")]
    single("memchr", small::memchr),
    #[cfg(feature = "peers")]
    single("utf8-zero", small::utf8_zero),
];
