//! What somebody who has seen many errors would say of one.

use placemat::form::{Form, GeneralizedUtf8};
use placemat::lint::Rule;
use placemat::{Codec, Encoding};

use super::excerpt::Around;
use super::kind::Kind;
use crate::show::is_hostile;

/// The hint below an excerpt, if there is one.
pub(super) fn of(around: &Around) -> Option<String> {
    match around.kind {
        Kind::IllFormed(_) => of_bytes(around),
        Kind::Rule(rule) => of_rule(rule, around),
    }
}

/// For what departs from a house rule of Corrected UTF-8 documents.
fn of_rule(rule: Rule, around: &Around) -> Option<String> {
    let hint = match rule {
        Rule::MagicNumber => {
            "a file begins with EF B7 9D ED B2 AE 00 0A; for a string there is -e corrected-utf-8"
        }
        Rule::FinalTerminator => "U+000A, 0A, ends a line, and the last one as well",
        Rule::Nul => "a lone 00 ends a string in many programs",
        Rule::CarriageReturn => match around.bytes.get(around.at + 1) {
            Some(b'\n') => "U+000A alone ends a line: placemat convert --line-ends lf",
            _ => "U+000A alone ends a line",
        },
        Rule::LineSeparator => "U+000A ends a line",
        Rule::ParagraphSeparator => "U+000A ends a line; what a paragraph is, markup tells",
        Rule::Control => match around.bytes.get(around.at)? {
            b'\t' => "a tabulation looks different everywhere: use spaces, or markup",
            0x1B => "an escape sequence is for a terminal: keep it out of text",
            _ => "of the C0 controls only U+000A belongs in text",
        },
        _ => return None,
    };
    Some(hint.to_owned())
}

/// For what is ill-formed in bytes.
fn of_bytes(around: &Around) -> Option<String> {
    let Around { encoding, ref bytes, at, offset, .. } = *around;
    let ahead = &bytes[at..];
    if encoding.facts().width != 1 {
        return None;
    }
    match *ahead {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] if offset == 0 => {
            Some("these two bytes are a byte order mark of UTF-16: try -e utf-16".to_owned())
        }
        [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF, 0x80..=0xBF, ..] => {
            let half = |bytes: &[u8]| GeneralizedUtf8::TABLE.decode(bytes, true).ok();
            let (lead, trail) = (half(&ahead[..3])?.code_point, half(&ahead[3..6])?.code_point);
            let joined = 0x1_0000 + ((lead & 0x3FF) << 10 | trail & 0x3FF);
            Some(format!("these six bytes are a surrogate pair in CESU-8, U+{joined:04X}"))
        }
        [0xED, 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
            let code_point = 0xD000 | u32::from(ahead[1] & 0x3F) << 6 | u32::from(third & 0x3F);
            Some(format!("these three bytes are the lone surrogate U+{code_point:04X}, as WTF-8 holds it"))
        }
        [0xC0, 0x80, ..] => Some("these two bytes are U+0000 in Modified UTF-8".to_owned()),
        [0xC2 | 0xC3, ..] => None,
        [single @ 0x80..=0xFF, ref behind @ ..]
            if encoding.facts().table.masked(ahead).is_none()
                && behind.first().is_none_or(u8::is_ascii)
                && at.checked_sub(1).is_none_or(|before| bytes[before].is_ascii()) =>
        {
            let decoded = Encoding::Windows1252.decode_next(&[single], true).ok()?;
            let character = char::from_u32(decoded.code_point).filter(|one| !is_hostile(*one))?;
            Some(format!("alone among ASCII; in windows-1252 it is {character}"))
        }
        _ => {
            let masked = encoding.facts().table.masked(ahead)?;
            Some(format!("a decoder that only masks bits reads U+{:04X}", masked.code_point))
        }
    }
}
