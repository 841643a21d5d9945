//! The inputs: long texts, and many short strings of one length.

use std::ops::Range;

use placemat_random::Random;

use crate::text;

/// The lengths of the short strings.
const LENGTHS: [usize; 16] = [0, 1, 2, 4, 7, 8, 16, 24, 32, 48, 64, 80, 96, 128, 192, 256];
/// The number of different strings of a length.
const POOL: usize = 32;
const SHORT_OPERATIONS: [&str; 2] = ["validate-utf-8", "utf-8-to-utf-16"];

/// The names of the texts: ASCII, accents, and two, three and four bytes for a character.
const TEXTS: [&str; 5] = ["ascii", "latin", "russian", "chinese", "emoji"];
/// A text with a random byte in every hundred, for lossy conversions.
const DIRTY: &str = "web-dirty-100";

/// No conversion here writes more bytes for each byte.
const GROWTH: usize = 4;
/// Space for a peer that requires more than it uses.
const REST: usize = 4096;

/// Inputs of an operation.
pub struct Strings {
    pub operation: &'static str,
    pub text: &'static str,
    pub bytes: Vec<u8>,
    pub ranges: Vec<Range<usize>>,
}

impl Strings {
    fn one(operation: &'static str, text: &'static str, bytes: Vec<u8>) -> Self {
        let all = 0..bytes.len();
        Strings { operation, text, bytes, ranges: vec![all] }
    }

    /// Returns the bytes of output that suffice for one string.
    pub fn room(&self) -> usize {
        GROWTH * self.ranges[0].len() + REST
    }
}

/// Returns texts of a size and short strings from them, in the encoding that each operation reads.
pub fn all(size: usize) -> Vec<Strings> {
    let mut inputs = vec![nothing()];
    for text in text::made(size) {
        let Some(name) = TEXTS.into_iter().chain([DIRTY]).find(|name| *name == text.name) else { continue };
        for operation in ["utf-8-lossy", "utf-8-to-utf-16-lossy"] {
            inputs.push(Strings::one(operation, name, text.bytes.clone()));
        }
        if let Some(utf_8) = text.utf_8() {
            inputs.extend(strict(name, utf_8));
            if TEXTS.contains(&name) {
                let of_length =
                    |length| SHORT_OPERATIONS.map(|operation| pool(operation, name, utf_8, length));
                inputs.extend(LENGTHS.into_iter().flat_map(of_length));
            }
        }
    }
    inputs
}

fn strict(name: &'static str, utf_8: &str) -> Vec<Strings> {
    let utf_16: Vec<u8> = utf_8.encode_utf16().flat_map(u16::to_ne_bytes).collect();
    let utf_32: Vec<u8> = utf_8.chars().flat_map(|it| u32::from(it).to_ne_bytes()).collect();
    let cesu_8 = placemat::convert(placemat::form::Utf8, placemat::form::Cesu8, utf_8.as_bytes());
    let mut inputs = vec![];
    for operation in [
        "validate-utf-8",
        "count-utf-8",
        "offsets-of-utf-8",
        "utf-8-to-utf-16",
        "utf-8-to-utf-32",
        "wtf-8-to-utf-8",
    ] {
        inputs.push(Strings::one(operation, name, utf_8.as_bytes().to_vec()));
    }
    for operation in ["validate-utf-16", "utf-16-to-utf-8"] {
        inputs.push(Strings::one(operation, name, utf_16.clone()));
    }
    for operation in ["validate-utf-32", "utf-32-to-utf-8"] {
        inputs.push(Strings::one(operation, name, utf_32.clone()));
    }
    for operation in ["mutf-8-to-utf-8", "cesu-8-to-utf-8"] {
        inputs.push(Strings::one(operation, name, cesu_8.clone().unwrap_or_default()));
    }
    if utf_8.chars().all(|character| u32::from(character) <= 0xFF) {
        let latin_1: Vec<u8> = utf_8.chars().filter_map(|character| u8::try_from(character).ok()).collect();
        inputs.push(Strings::one("utf-8-to-latin-1", name, utf_8.as_bytes().to_vec()));
        inputs.push(Strings::one("latin-1-to-utf-8", name, latin_1));
    }
    inputs
}

/// Returns strings from random places of a text, each ended by ASCII if no character fits any more.
fn pool(operation: &'static str, name: &'static str, utf_8: &str, length: usize) -> Strings {
    let mut random = Random::new(length as u64);
    let mut strings = Strings { operation, text: name, bytes: vec![], ranges: vec![] };
    for _ in 0..POOL {
        let start = utf_8.floor_char_boundary(random.below(utf_8.len() - length));
        let end = utf_8.floor_char_boundary(start + length);
        let from = strings.bytes.len();
        strings.bytes.extend(&utf_8.as_bytes()[start..end]);
        strings.bytes.resize(from + length, b'a');
        strings.ranges.push(from..from + length);
    }
    strings
}

fn nothing() -> Strings {
    Strings {
        operation: "nothing",
        text: "-",
        bytes: vec![0; POOL],
        ranges: (0..POOL).map(|at| at..at + 1).collect(),
    }
}

/// Bytes at the start of a page, so that their address makes no difference.
pub struct Buffer {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

const PAGE: usize = 4096;

impl Buffer {
    pub fn new(len: usize) -> Self {
        let bytes = vec![0; len + PAGE];
        let start = bytes.as_ptr().align_offset(PAGE);
        Buffer { bytes, start, len }
    }

    pub fn holding(bytes: &[u8]) -> Self {
        let mut buffer = Buffer::new(bytes.len());
        buffer.get_mut().copy_from_slice(bytes);
        buffer
    }

    pub fn get(&self) -> &[u8] {
        &self.bytes[self.start..][..self.len]
    }

    pub fn get_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.len]
    }
}
