//! How the documents write things: hexadecimal bytes, patterns of bits, U+FFFD as a dot.

use placemat::form::{Ucs4Units, Utf8};
use placemat::{Codec, Conversion, Encoding, ErrorKind, OnError, OnUnencodable, Options, convert};

use crate::support::{Item, items};

/// `"C2 41 42"` as units.
pub(crate) fn units(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|unit| u32::from_str_radix(unit, 16).unwrap()).collect()
}

/// `"C2 41 42"` as bytes.
pub(crate) fn hex(text: &str) -> Vec<u8> {
    units(text).into_iter().map(|unit| u8::try_from(unit).unwrap()).collect()
}

/// `"D800 DF02"` as 16-bit units.
pub(crate) fn hex16(text: &str) -> Vec<u16> {
    units(text).into_iter().map(|unit| u16::try_from(unit).unwrap()).collect()
}

/// Puts a value into a pattern of bits. Digits are fixed, and letters take the bits of the value; the last
/// letter takes the least significant one. Returns `None` if the value has more bits than there are letters.
pub(crate) fn distribute(pattern: &str, value: u32) -> Option<Vec<u32>> {
    let mut rest = value;
    let mut units: Vec<u32> = pattern
        .split_whitespace()
        .rev()
        .map(|unit| {
            let bits = unit.chars().rev().enumerate();
            bits.fold(0, |unit, (place, bit)| {
                let bit = bit.to_digit(2).unwrap_or_else(|| {
                    let bit = rest & 1;
                    rest >>= 1;
                    bit
                });
                unit | bit << place
            })
        })
        .collect();
    units.reverse();
    (rest == 0).then_some(units)
}

/// The errors of a text: offset, length and kind.
pub(crate) fn errors<C: Codec>(codec: C, text: &[C::Unit]) -> Vec<(usize, usize, ErrorKind)> {
    let mut at = 0;
    let mut errors = vec![];
    for item in items(codec, text) {
        at += match item {
            Item::CodePoint(_, len) => len,
            Item::Error(kind, len) => {
                errors.push((at, len, kind));
                len
            }
        };
    }
    errors
}

/// Returns the lengths of the errors of a text that contains nothing else.
pub(crate) fn error_lengths<C: Codec>(codec: C, text: &[C::Unit]) -> Vec<usize> {
    let item = |item| match item {
        Item::Error(_, len) => len,
        Item::CodePoint(code_point, _) => panic!("U+{code_point:04X}"),
    };
    items(codec, text).into_iter().map(item).collect()
}

/// The options with an error policy.
pub(crate) fn on_error(on_error: OnError) -> Options {
    Options { on_error, ..Options::default() }
}

/// Returns options with a policy for code points that the target cannot encode.
pub(crate) fn on_unencodable(on_unencodable: OnUnencodable) -> Options {
    Options { on_unencodable, ..Options::default() }
}

/// The output of a conversion with options, which must succeed: at once by kernels, and with every error reported,
/// by steps.
pub(crate) fn converted<S: Codec, T: Codec>(
    source: S,
    target: T,
    input: &[S::Unit],
    options: Options,
) -> Vec<T::Unit> {
    let conversion = Conversion::new(source, target, options).unwrap();
    let output = conversion.convert(input).unwrap().output;
    assert_eq!(conversion.convert_reporting(input, &mut |_| ()).unwrap().output, output);
    output
}

/// The code points that come of a text under an error policy.
pub(crate) fn read_with<S: Codec>(source: S, policy: OnError, input: &[S::Unit]) -> Vec<u32> {
    converted(source, Ucs4Units, input, on_error(policy))
}

/// UTF-8 under an error policy, with a dot for each U+FFFD.
pub(crate) fn dotted(policy: OnError, input: &[u8]) -> String {
    let text = converted(Utf8, Utf8, input, on_error(policy));
    String::from_utf8(text).unwrap().replace('\u{FFFD}', "·")
}

/// Encodes code points strictly as UTF-8, WTF-8 or another encoding.
pub(crate) fn bytes(encoding: Encoding, code_points: &[u32]) -> Vec<u8> {
    convert(Ucs4Units, encoding, code_points).unwrap()
}

/// All code points of Unicode.
pub(crate) fn code_points() -> impl Iterator<Item = u32> {
    0..=0x10_FFFF
}

/// All scalar values.
pub(crate) fn scalar_values() -> impl Iterator<Item = u32> {
    code_points().filter(|code_point| char::from_u32(*code_point).is_some())
}

/// All strings of up to `longest` of these units.
pub(crate) fn strings<U: Copy>(alphabet: &[U], longest: u32) -> impl Iterator<Item = Vec<U>> {
    let radix = alphabet.len();
    (0..=longest).flat_map(move |len| {
        (0..radix.pow(len)).map(move |number| {
            let digits = (0..len).map(|place| number / radix.pow(place) % radix);
            digits.map(|digit| alphabet[digit]).collect()
        })
    })
}

/// Returns all texts of up to `longest` of these pieces.
pub(crate) fn texts(pieces: &[Vec<u8>], longest: u32) -> impl Iterator<Item = Vec<u8>> {
    let numbers: Vec<usize> = (0..pieces.len()).collect();
    let picks: Vec<Vec<usize>> = strings(&numbers, longest).collect();
    picks.into_iter().map(|picks| picks.into_iter().flat_map(|k| pieces[k].clone()).collect())
}

/// A byte of every class that Table 3-7 and its relatives distinguish, and its neighbours.
pub(crate) const EDGE_BYTES: [u8; 20] = [
    0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
    0xF1, 0xF4, 0xF5,
];

/// A 16-bit unit of every class, at both ends.
pub(crate) const EDGE_UNITS: [u16; 8] = [0x0000, 0x0041, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFF];
