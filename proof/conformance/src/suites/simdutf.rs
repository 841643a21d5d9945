//! Inputs that once broke a kernel of simdutf. The engine, with its accelerators, is compared with the
//! table's own steps, over every reading of the input: as bytes, and as units of 16 and 32 bits in both
//! orders.

use std::path::Path;

use placemat::form::{
    Cesu8, Cesu8Lenient, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient, Ucs2, Ucs4Units,
    UsAscii, Utf1, Utf8, Utf8Mod, Utf8Rfc2279, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use placemat::{Encoding, Endian};
use serde_json::Value;

use super::reference::{form_agrees, scheme_agrees};
use super::{Verdict, field, hex_field, read_lines};

pub(super) fn run(directory: &Path) -> Result<Vec<Verdict>, String> {
    let mut verdicts = Vec::new();
    for (place, value) in read_lines(directory, "vectors.jsonl")? {
        let (id, input) = parse(&value).map_err(|why| format!("{place}: {why}"))?;
        let result = check_schemes(&input).and_then(|()| check_forms(&input));
        verdicts.push((id.to_owned(), result));
    }
    Ok(verdicts)
}

fn parse(value: &Value) -> Result<(&str, Vec<u8>), String> {
    let input = field(value, "input_hex", hex_field)?;
    let width = field(value, "element_width", Value::as_u64)?;
    if !matches!(width, 1 | 2 | 4) || !(input.len() as u64).is_multiple_of(width) {
        return Err("the input is not made of elements".to_owned());
    }
    Ok((field(value, "id", Value::as_str)?, input))
}

/// Checks the input as bytes, in every encoding that its table describes completely.
fn check_schemes(input: &[u8]) -> Result<(), String> {
    use Endian::{Big, Little};
    scheme_agrees::<Utf8>(Encoding::Utf8, input, Big)?;
    scheme_agrees::<GeneralizedUtf8>(Encoding::GeneralizedUtf8, input, Big)?;
    scheme_agrees::<Wtf8>(Encoding::Wtf8, input, Big)?;
    scheme_agrees::<Cesu8>(Encoding::Cesu8, input, Big)?;
    scheme_agrees::<Cesu8Lenient>(Encoding::Cesu8Lenient, input, Big)?;
    scheme_agrees::<Mutf8>(Encoding::Mutf8, input, Big)?;
    scheme_agrees::<Mutf8Lenient>(Encoding::Mutf8Lenient, input, Big)?;
    scheme_agrees::<Utf8mb3>(Encoding::Utf8mb3, input, Big)?;
    scheme_agrees::<Utf8Rfc2279>(Encoding::Utf8Rfc2279, input, Big)?;
    scheme_agrees::<FssUtf1992July>(Encoding::FssUtf1992July, input, Big)?;
    scheme_agrees::<Utf1>(Encoding::Utf1, input, Big)?;
    scheme_agrees::<Utf8Mod>(Encoding::Utf8Mod, input, Big)?;
    scheme_agrees::<UsAscii>(Encoding::UsAscii, input, Big)?;
    scheme_agrees::<Iso8859_1>(Encoding::Iso8859_1, input, Big)?;
    scheme_agrees::<Windows1252>(Encoding::Windows1252, input, Big)?;
    if input.len().is_multiple_of(2) {
        scheme_agrees::<Utf16>(Encoding::Utf16Le, input, Little)?;
        scheme_agrees::<Utf16>(Encoding::Utf16Be, input, Big)?;
        scheme_agrees::<Wtf16>(Encoding::Wtf16Le, input, Little)?;
        scheme_agrees::<Wtf16>(Encoding::Wtf16Be, input, Big)?;
        scheme_agrees::<Ucs2>(Encoding::Ucs2Le, input, Little)?;
        scheme_agrees::<Ucs2>(Encoding::Ucs2Be, input, Big)?;
    }
    if input.len().is_multiple_of(4) {
        scheme_agrees::<Utf32>(Encoding::Utf32Le, input, Little)?;
        scheme_agrees::<Utf32>(Encoding::Utf32Be, input, Big)?;
        scheme_agrees::<Ucs4Units>(Encoding::Ucs4Le, input, Little)?;
        scheme_agrees::<Ucs4Units>(Encoding::Ucs4Be, input, Big)?;
    }
    Ok(())
}

/// Checks the input as units, between the forms that have kernels of their own.
fn check_forms(input: &[u8]) -> Result<(), String> {
    form_agrees::<Utf8, Utf16>(input)?;
    form_agrees::<Utf8, Utf32>(input)?;
    form_agrees::<Utf8, Iso8859_1>(input)?;
    form_agrees::<Iso8859_1, Utf8>(input)?;
    if let (units, []) = input.as_chunks() {
        for order in [u16::from_le_bytes, u16::from_be_bytes] {
            let units: Vec<u16> = units.iter().map(|unit| order(*unit)).collect();
            form_agrees::<Utf16, Utf8>(&units)?;
            form_agrees::<Utf16, Utf32>(&units)?;
        }
    }
    if let (units, []) = input.as_chunks() {
        for order in [u32::from_le_bytes, u32::from_be_bytes] {
            let units: Vec<u32> = units.iter().map(|unit| order(*unit)).collect();
            form_agrees::<Utf32, Utf8>(&units)?;
            form_agrees::<Utf32, Utf16>(&units)?;
        }
    }
    Ok(())
}
