//! What is derived, against lists of encodings that were kept by hand.

use super::*;
use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::layer::Probe;
use crate::table::NotDecoded;

const ANCESTORS: [Encoding; 2] = [Encoding::Utf1, Encoding::FssUtf1992July];

#[test]
fn wrappers_and_no_others_are_probed() {
    for encoding in Encoding::ALL {
        assert_eq!(encoding.facts().is_layer(), Probe::new(encoding).is_some(), "{encoding}");
    }
}

#[test]
fn all_but_the_ancestors_resynchronize() {
    for encoding in Encoding::ALL {
        let listed = !ANCESTORS.contains(&encoding) && !encoding.is_layer();
        assert_eq!(encoding.facts().resynchronizes, listed, "{encoding}");
    }
}

#[test]
fn identifiers_end_in_the_byte_order() {
    for encoding in Encoding::ALL {
        let (name, facts) = (encoding.identifier(), encoding.facts());
        let listed = match name.strip_suffix("le") {
            // `optu-8-reversible` ends so as well.
            Some(_) if facts.width > 1 => Some(Endian::Little),
            _ => name.ends_with("be").then_some(Endian::Big),
        };
        assert_eq!(facts.order, listed, "{encoding}");
    }
}

#[test]
fn two_encodings_are_doubly_encoded() {
    for encoding in Encoding::ALL {
        let is_double = encoding.identifier().starts_with("double-");
        assert_eq!(encoding.facts().doubled.is_some(), is_double, "{encoding}");
    }
}

/// The code point up to which an encoding reads UTF-8, by a list. Of single bytes and ancestors only ASCII is read so.
fn listed_reach(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Utf8
        | Encoding::Utf8Sig
        | Encoding::GeneralizedUtf8
        | Encoding::Wtf8
        | Encoding::Utf8b
        | Encoding::Utf8Rfc2279
        | Encoding::Tcl86Utf8 => 0x10_FFFF,
        Encoding::Cesu8
        | Encoding::Cesu8Lenient
        | Encoding::Mutf8
        | Encoding::Mutf8Lenient
        | Encoding::Utf8mb3 => 0xFFFF,
        Encoding::Optu8 => 0xFFFD,
        Encoding::Optu8Reversible => 0xEF7F,
        _ if encoding.is_layer() || encoding.facts().width > 1 => 0,
        _ => 0x7F,
    }
}

#[test]
fn utf_8_is_read_as_far_as_the_list_says() {
    for encoding in Encoding::ALL {
        assert_eq!(encoding.facts().reads_utf_8_to, listed_reach(encoding), "{encoding}");
    }
}

/// Code point by code point, in whole sequences and in parts of them.
#[test]
fn what_reads_utf_8_reads_it_as_utf_8_does() {
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.facts().width == 1) {
        let reach = encoding.facts().reads_utf_8_to;
        let reads = |code_point: u32| {
            let character = char::from_u32(code_point)?;
            let mut bytes = [0; 4];
            let bytes = character.encode_utf8(&mut bytes).as_bytes();
            let found = encoding.decode_next(bytes, true).map(|found| (found.code_point, found.len));
            let is_open =
                |cut| matches!(encoding.decode_next(&bytes[..cut], false), Err(NotDecoded::Incomplete));
            Some(found.ok() == Some((code_point, bytes.len())) && (1..bytes.len()).all(is_open))
        };
        assert!((1..=reach).all(|code_point| reads(code_point) != Some(false)), "{encoding}");
        let reads_more = (reach + 1..=0x10_FFFF).find_map(reads);
        assert!(encoding.is_layer() || reads_more != Some(true), "{encoding}");
    }
}

/// What columns convert unseen, by lists: all characters as in UTF-8, those up to U+FFFF, those of ASCII.
#[test]
fn utf_8_is_shared_as_far_as_the_lists_say() {
    for encoding in Encoding::ALL {
        let listed = match encoding {
            Encoding::Utf8
            | Encoding::GeneralizedUtf8
            | Encoding::Wtf8
            | Encoding::Utf8b
            | Encoding::Utf8Rfc2279 => 0x10_FFFF,
            Encoding::Cesu8
            | Encoding::Cesu8Lenient
            | Encoding::Mutf8
            | Encoding::Mutf8Lenient
            | Encoding::Utf8mb3 => 0xFFFF,
            // Not up to U+FFFF, which is as far as anybody asks.
            Encoding::Optu8 => 0xFFFD,
            Encoding::Optu8Reversible => 0xEF7F,
            Encoding::Utf1
            | Encoding::FssUtf1992July
            | Encoding::UsAscii
            | Encoding::Iso8859_1
            | Encoding::Windows1252
            | Encoding::Tcl86Utf8 => 0x7F,
            _ => 0,
        };
        assert_eq!(encoding.shares_utf_8_to(), listed, "{encoding}");
    }
}

#[test]
fn three_encodings_are_of_single_bytes() {
    for encoding in Encoding::ALL {
        let listed = matches!(encoding, Encoding::UsAscii | Encoding::Iso8859_1 | Encoding::Windows1252);
        assert_eq!(encoding.facts().is_single_byte(), listed, "{encoding}");
    }
}
