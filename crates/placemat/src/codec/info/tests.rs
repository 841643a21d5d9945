//! Compares derived properties with lists of encodings that were maintained by hand.

use super::*;
use crate::codec::Codec;
use crate::encoding::Encoding;
use crate::label::Purpose;
use crate::table::NotDecoded;
use crate::wrapper::{Frame, Probe};

const ANCESTORS: [Encoding; 2] = [Encoding::Utf1, Encoding::FssUtf1992July];

#[test]
fn wrappers_and_no_others_are_probed() {
    for encoding in Encoding::ALL {
        assert_eq!(encoding.info().is_wrapper(), Probe::new(encoding).is_some(), "{encoding}");
    }
}

#[test]
fn all_but_the_ancestors_resynchronize() {
    for encoding in Encoding::ALL {
        let listed = !ANCESTORS.contains(&encoding) && !encoding.is_wrapper();
        assert_eq!(encoding.info().resynchronizes, listed, "{encoding}");
    }
}

#[test]
fn identifiers_end_in_the_byte_order() {
    for encoding in Encoding::ALL {
        let (name, info) = (encoding.name(), encoding.info());
        let listed = match name.strip_suffix("le") {
            // `optu-8-reversible` ends like this as well.
            Some(_) if info.width > 1 => Some(Endian::Little),
            _ => name.ends_with("be").then_some(Endian::Big),
        };
        assert_eq!(info.order, listed, "{encoding}");
    }
}

#[test]
fn two_encodings_are_doubly_encoded() {
    for encoding in Encoding::ALL {
        let is_double = encoding.name().starts_with("double-");
        assert_eq!(encoding.info().doubled.is_some(), is_double, "{encoding}");
    }
}

/// The code points up to which an encoding reads UTF-8, and up to which its texts are the same in UTF-8, by a
/// list. Single bytes and ancestors only read ASCII like this.
fn listed_reach(encoding: Encoding) -> (u32, u32) {
    match encoding {
        Encoding::Utf8
        | Encoding::GeneralizedUtf8
        | Encoding::Wtf8
        | Encoding::Utf8b
        | Encoding::Utf8Rfc2279 => (0x10_FFFF, 0x10_FFFF),
        // It removes a signature, and writes one.
        Encoding::Utf8Sig => (0x10_FFFF, 0),
        // Its units above ASCII may be escaped bytes.
        Encoding::Tcl86Utf8 => (0x10_FFFF, 0x7F),
        Encoding::Cesu8
        | Encoding::Cesu8Lenient
        | Encoding::Mutf8
        | Encoding::Mutf8Lenient
        | Encoding::Utf8mb3 => (0xFFFF, 0xFFFF),
        // Not up to U+FFFF, which no caller needs.
        Encoding::Optu8 => (0xFFFD, 0xFFFD),
        Encoding::Optu8Reversible => (0xEF7F, 0xEF7F),
        // Other characters are written differently.
        Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document => (0x7F, 0),
        Encoding::UtfEbcdic => (0, 0),
        _ if encoding.is_wrapper() || encoding.info().width > 1 => (0, 0),
        _ => (0x7F, 0x7F),
    }
}

#[test]
fn utf_8_is_read_and_shared_as_far_as_the_list_says() {
    for encoding in Encoding::ALL {
        let reach = (encoding.info().reads_utf_8_to, encoding.shares_utf_8_to());
        assert_eq!(reach, listed_reach(encoding), "{encoding}");
    }
}

/// Code point by code point, in whole sequences and in parts of them.
#[test]
fn what_reads_utf_8_reads_it_as_utf_8_does() {
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.info().width == 1) {
        let reach = encoding.info().reads_utf_8_to;
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
        // If not all of ASCII is read, a part of it may be.
        let is_part = !encoding.info().keeps_ascii && (1..0x80).any(|one| reads(one) == Some(false));
        assert!(encoding.is_wrapper() || is_part || reads_more != Some(true), "{encoding}");
    }
}

#[test]
fn bytes_keep_ascii() {
    for encoding in Encoding::ALL {
        let keeps = encoding.info().keeps_ascii;
        let listed = encoding.info().width == 1 && encoding != Encoding::UtfEbcdic;
        assert_eq!(keeps, listed, "{encoding}");
        let is_itself = |byte: u8| {
            let found = encoding.decode_next(&[byte], true);
            found.is_ok_and(|found| (found.code_point, found.len) == (u32::from(byte), 1))
        };
        assert!(!keeps || encoding.is_wrapper() || (1..0x80).all(is_itself), "{encoding}");
    }
}

#[test]
fn three_encodings_are_of_single_bytes() {
    for encoding in Encoding::ALL {
        let listed = matches!(encoding, Encoding::UsAscii | Encoding::Iso8859_1 | Encoding::Windows1252);
        assert_eq!(encoding.info().is_single_byte(), listed, "{encoding}");
    }
}

/// Compares properties with lists of the encodings for which they are `true`.
#[test]
fn facts_are_those_of_the_lists() {
    use Encoding::*;
    for encoding in Encoding::ALL {
        let info = encoding.info();
        let is_wrapper = encoding.is_wrapper();
        for (what, fact, listed) in [
            ("is UTF-8", info.is_utf_8, matches!(encoding, Utf8 | Utf8Sig)),
            ("is UTF-16", info.is_utf_16(), matches!(encoding, Utf16 | Utf16Le | Utf16Be)),
            ("is lenient", info.is_lenient(), matches!(encoding, Tcl86Utf8 | Mutf8Lenient)),
            (
                "counts by leads",
                info.counts_by_leads(),
                matches!(encoding, Utf8 | Utf8Sig | Wtf8 | GeneralizedUtf8 | Utf8mb3),
            ),
            ("is corrected", info.is_corrected, matches!(encoding, CorrectedUtf8 | CorrectedUtf8Document)),
            ("joins pairs", info.pairing == PairingRule::Joins, encoding == Wtf8),
            (
                "has a mark",
                !encoding.mark().is_empty(),
                matches!(encoding, Utf8Sig | Utf16 | Utf32 | CorrectedUtf8Document),
            ),
            (
                "has U+0000 alone",
                is_wrapper || info.has_nul_alone(),
                !matches!(encoding, Mutf8 | Mutf8Lenient | Tcl86Utf8),
            ),
            (
                "reads pairs of three bytes",
                !is_wrapper && info.width == 1 && info.reads_pairs(),
                matches!(encoding, Cesu8 | Cesu8Lenient | Mutf8 | Mutf8Lenient | Tcl86Utf8),
            ),
            (
                "has the sequences of UTF-8 up to U+FFFF, and nothing else for others",
                info.reads_utf_8_to >= 0xFFFF && info.carry.is_none() && encoding.mark().is_empty(),
                matches!(
                    encoding,
                    Utf8 | GeneralizedUtf8
                        | Wtf8
                        | Cesu8
                        | Cesu8Lenient
                        | Mutf8
                        | Mutf8Lenient
                        | Utf8mb3
                        | Utf8Rfc2279
                ),
            ),
            (
                "is text of UTF-8",
                info.counts_by_leads() && info.table.encode(0xD800).is_none(),
                matches!(encoding, Utf8 | Utf8Sig | Utf8mb3),
            ),
            (
                "reads bytes as characters that it does not write",
                info.carry.is_some() && !info.encodes,
                encoding == Tcl86Utf8,
            ),
            (
                "reads overlong sequences as characters",
                info.is_lenient() && info.encodes,
                encoding == Mutf8Lenient,
            ),
            (
                "writes carried bytes",
                info.encodes && info.carry.is_some(),
                matches!(encoding, Utf8b | Optu8 | Optu8Reversible),
            ),
        ] {
            assert_eq!(fact, listed, "{encoding} {what}");
        }
    }
}

/// Compares the declarations of the registry with lists.
#[test]
fn the_registry_declares_what_the_lists_say() {
    use Encoding::*;
    for encoding in Encoding::ALL {
        let purpose = match encoding {
            Wtf8 | GeneralizedUtf8 | Wtf16Le | Wtf16Be => Purpose::OneSystem,
            Cesu8 | Cesu8Lenient | Mutf8 | Mutf8Lenient | Tcl86Utf8 | Utf8b | Optu8 | Optu8Reversible
            | Utf8Mod | UtfEbcdic => Purpose::Internal,
            Utf8Rfc2279 | Ucs2Le | Ucs2Be => Purpose::Obsolete,
            _ => Purpose::Interchange,
        };
        assert_eq!(encoding.purpose(), purpose, "{encoding}");
        let frame = match encoding {
            Mutf8WriteUtf => Some(Frame::WriteUtf),
            Mutf8Long => Some(Frame::Long),
            Mutf8Nul => Some(Frame::Nul),
            Mutf8Dex => Some(Frame::Dex),
            _ => None,
        };
        assert_eq!(encoding.as_frame(), frame, "{encoding}");
        let fallback = match encoding {
            Utf8OrIso8859_1 => Some(Iso8859_1),
            Utf8OrWindows1252 => Some(Windows1252),
            _ => None,
        };
        assert_eq!(encoding.fallback(), fallback, "{encoding}");
        assert_eq!(encoding.info().fallback.is_some(), fallback.is_some(), "{encoding}");
        let unmarked = match encoding {
            Utf8Sig => Utf8,
            Utf16 => Utf16Be,
            Utf32 => Utf32Be,
            _ => encoding,
        };
        assert_eq!(encoding.unmarked(), unmarked, "{encoding}");
        for order in [Endian::Little, Endian::Big] {
            let ordered = match (encoding, order) {
                (Utf16, Endian::Little) => Utf16Le,
                (Utf16, Endian::Big) => Utf16Be,
                (Utf32, Endian::Little) => Utf32Le,
                (Utf32, Endian::Big) => Utf32Be,
                _ => encoding,
            };
            assert_eq!(encoding.with_order(order), ordered, "{encoding}");
        }
    }
}
