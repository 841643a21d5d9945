//! The definitions that are only in `CONFORMANCE.md`: kinds of error, pending state, boundaries, signatures,
//! policies.

use placemat::ErrorKind::{
    self, Interrupted, InvalidUnit, OutOfRange, Overlong, StrayTrail, Surrogate, Truncated,
};
use placemat::form::{
    Cesu8, CorrectedUtf8, Form, FssUtf1992July, GeneralizedUtf8, Mutf8, Ucs4Units, Utf1, Utf8, Utf8Rfc2279,
    Utf8mb3, Utf16, Windows1252, Wtf8,
};
use placemat::stream::boundaries;
use placemat::table::NotDecoded;
use placemat::{
    Codec, Conversion, Encoding, Endian, OnError, OnUnencodable, convert, decode, encode, validate,
};

use crate::documents::reading::{
    EDGE_BYTES, bytes, converted, errors, hex, hex16, on_error, on_unencodable, strings,
};
use crate::support::{Item, edges, items, streaming};

/// The first error of some bytes.
fn first<C: Codec<Unit = u8>>(codec: C, input: &str) -> (usize, ErrorKind) {
    let (_, len, kind) = errors(codec, &hex(input))[0];
    (len, kind)
}

/// The closed list, in its order of precedence.
#[test]
fn kinds_in_order_of_precedence() {
    let names = ErrorKind::ALL.map(ErrorKind::name);
    let expected = "reserved nul surrogate-pair overlong surrogate out-of-range truncated stray-trail interrupted \
                    invalid-unit not-double-encoded frame not-a-code-point";
    assert!(names.into_iter().eq(expected.split(' ')));
    assert!(ErrorKind::ALL.is_sorted());
}

/// The three kinds that refer to a value apply as soon as the units that were read cannot belong to anything
/// else.
#[test]
fn kinds_that_speak_of_a_value() {
    for (input, kind) in [
        ("C0", Overlong),
        ("C1 41", Overlong),
        ("E0 80", Overlong),
        ("E0 9F BF", Overlong),
        ("F0 80", Overlong),
        ("F0 8F BF", Overlong),
        ("ED A0", Surrogate),
        ("ED BF 41", Surrogate),
        ("F4 90", OutOfRange),
        ("F5", OutOfRange),
        ("FD", OutOfRange),
    ] {
        assert_eq!(first(Utf8, input), (1, kind), "{input}");
    }
    assert_eq!(first(GeneralizedUtf8, "F4 90"), (1, OutOfRange));
    assert_eq!(first(Wtf8, "F5"), (1, OutOfRange));
    assert_eq!(first(Utf8Rfc2279, "F8 87"), (1, Overlong));
    assert_eq!(first(Utf8Rfc2279, "FC 83"), (1, Overlong));
}

/// The kinds that speak of units.
#[test]
fn kinds_that_speak_of_units() {
    assert_eq!(first(Utf8, "E2 82"), (2, Truncated));
    assert_eq!(first(Utf8, "E2 82 41"), (2, Interrupted));
    assert_eq!(first(Utf8, "80"), (1, StrayTrail));
    assert_eq!(first(Utf8, "FE"), (1, InvalidUnit));
    for lead in 0xF0..=0xFF {
        let text = [lead, 0x90, 0x80, 0x80];
        for first in [errors(Cesu8, &text)[0], errors(Mutf8, &text)[0], errors(Utf8mb3, &text)[0]] {
            assert_eq!(first, (0, 1, InvalidUnit), "{lead:02X}");
        }
    }
}

/// A lead surrogate and what follows it.
#[test]
fn kinds_of_broken_halves() {
    assert_eq!(first(Cesu8, "ED A0 41"), (2, Interrupted));
    assert_eq!(first(Cesu8, "ED A0"), (2, Truncated));
    assert_eq!(first(Cesu8, "ED A0 80 41"), (3, Surrogate));
    assert_eq!(first(Cesu8, "ED A0 80"), (3, Truncated));
    assert_eq!(first(Cesu8, "ED B0 80"), (1, Surrogate));
    assert_eq!(items(Wtf8, &hex("ED A0 80 ED B0")), [Item::CodePoint(0xD800, 3), Item::Error(Truncated, 2)]);
    assert_eq!(errors(Utf16, &hex16("D800 0041")), [(0, 1, Surrogate)]);
    assert_eq!(errors(Utf16, &hex16("D800")), [(0, 1, Truncated)]);
    assert_eq!(errors(Utf16, &hex16("DC00")), [(0, 1, Surrogate)]);
}

/// The result of a decoder that only masks bits.
#[test]
fn records_tell_the_masked_value() {
    for (input, code_point) in
        [("C0 AF", 0x2F), ("F0 82 82 AC", 0x20AC), ("ED A0 80", 0xD800), ("F4 90 80 80", 0x11_0000)]
    {
        let (masked, _) = Utf8::TABLE.masked(&hex(input)).unwrap();
        assert_eq!((masked.code_point, masked.len), (code_point, hex(input).len()), "{input}");
    }
    assert!(Utf8::TABLE.masked(&hex("E2 82 AC")).is_none() && Utf8::TABLE.masked(&hex("FF")).is_none());
}

/// `error_len` is `None` if and only if more input could still make the sequence well-formed: if there is a
/// continuation that does. The length is still that of the maximal subpart.
#[test]
fn error_len_is_none_where_more_input_could_help() {
    use Encoding::{Cesu8, Cesu8Lenient, Mutf8, Utf8, Utf8Rfc2279, Utf8b, Utf8mb3, Utf16Be, Wtf8};
    for encoding in [
        Utf8,
        Encoding::GeneralizedUtf8,
        Wtf8,
        Utf8b,
        Utf8mb3,
        Cesu8,
        Cesu8Lenient,
        Mutf8,
        Utf8Rfc2279,
        Utf16Be,
    ] {
        let edges = edges(encoding);
        let mut ends: Vec<&[u8]> =
            edges.iter().flat_map(|edge| (1..edge.len()).map(|k| &edge[k..])).collect();
        ends.sort_unstable();
        ends.dedup();
        for text in strings(&EDGE_BYTES, 2).chain(edges.iter().cloned()) {
            let Err(error) = validate(encoding, &text) else { continue };
            let rest = &text[error.offset() as usize..];
            let helps = |end: &&[u8]| {
                let longer = [rest, end].concat();
                encoding.decode_next(&longer, true).is_ok_and(|decoded| decoded.len > rest.len())
            };
            let could_help = ends.iter().any(helps);
            assert_eq!(error.error_len().is_none(), could_help, "{encoding} {text:02X?}");
            let Item::Error(_, len) = items(encoding, rest)[0] else { panic!("{encoding} {text:02X?}") };
            assert_eq!(error.len(), len as u64, "{encoding} {text:02X?}");
        }
    }
    for text in strings(&EDGE_BYTES, 3) {
        let std = std::str::from_utf8(&text).map_err(|error| (error.valid_up_to(), error.error_len()));
        let ours = validate(Utf8, &text).map_err(|error| (error.valid_up_to(), error.error_len()));
        assert_eq!(ours.err(), std.err(), "{text:02X?}");
    }
}

/// The longest end of an input that waits for more, in units of the codec.
fn longest_pending<C: Codec>(codec: C, texts: &[Vec<C::Unit>]) -> usize {
    let waits = |text: &[C::Unit]| matches!(codec.decode_next(text, false), Err(NotDecoded::Incomplete));
    let prefixes = texts.iter().flat_map(|text| (1..=text.len()).map(|len| &text[..len]));
    prefixes.filter(|prefix| waits(prefix)).map(<[_]>::len).max().unwrap_or(0)
}

/// How much a decoder has to remember between two pieces.
#[test]
fn bounds_of_the_pending_state() {
    for encoding in streaming().filter(|encoding| !encoding.is_wrapper()) {
        let edges = edges(encoding);
        let pairs = edges.iter().flat_map(|left| edges.iter().map(|right| [&left[..], right].concat()));
        let pending = longest_pending(encoding, &pairs.collect::<Vec<_>>());
        let expected = match encoding {
            Encoding::Utf8 | Encoding::Utf8Sig | Encoding::GeneralizedUtf8 | Encoding::Utf8b => 3,
            Encoding::Utf16 | Encoding::Utf16Le | Encoding::Utf16Be => 3,
            Encoding::Wtf16Le | Encoding::Wtf16Be => 3,
            Encoding::Utf32 | Encoding::Utf32Le | Encoding::Utf32Be => 3,
            Encoding::Ucs4Le | Encoding::Ucs4Be => 3,
            Encoding::Ucs2Le | Encoding::Ucs2Be => 1,
            Encoding::Wtf8 | Encoding::Cesu8 | Encoding::Cesu8Lenient => 5,
            Encoding::Mutf8 | Encoding::Mutf8Lenient | Encoding::Tcl86Utf8 => 5,
            Encoding::Utf8Rfc2279 | Encoding::CorrectedUtf8 | Encoding::CorrectedUtf8Document => 5,
            Encoding::FssUtf1992July | Encoding::Utf1 | Encoding::Utf8Mod | Encoding::UtfEbcdic => 4,
            Encoding::Utf8mb3 | Encoding::Optu8 | Encoding::Optu8Reversible => 2,
            Encoding::UsAscii | Encoding::Iso8859_1 | Encoding::Windows1252 => 0,
            encoding => panic!("{encoding} has no bound"),
        };
        assert_eq!(pending, expected, "{encoding}");
    }
}

/// A signature is looked for in as many bytes as it has: the magic number is not decided before its eighth
/// byte.
#[test]
fn bounds_of_the_pending_state_of_marks() {
    for len in 0..8 {
        let head = &CorrectedUtf8::MAGIC_NUMBER[..len];
        assert!(Encoding::CorrectedUtf8Document.begin(head, false, Endian::Big).is_none());
        assert!(
            Encoding::CorrectedUtf8Document
                .begin(head, true, Endian::Big)
                .is_some_and(|preamble| preamble.skip == 0)
        );
    }
    let preamble =
        Encoding::CorrectedUtf8Document.begin(&CorrectedUtf8::MAGIC_NUMBER, false, Endian::Big).unwrap();
    assert_eq!(preamble.skip, 8);
}

/// Boundaries are found from any position of any input by looking back no more than the look-back. For UTF-1
/// and the July 1992 format, the operation does not exist.
#[test]
fn boundaries_from_the_middle() {
    let text = "aé€💩".as_bytes();
    let starts = [0, 1, 3, 6, 10];
    for at in 0..=text.len() {
        let floor = starts.iter().rev().find(|&&start| start <= at).unwrap();
        let ceil = starts.iter().find(|&&start| start >= at).unwrap();
        assert_eq!(boundaries(Utf8, text, at), Some((*floor, *ceil)));
    }
    for text in strings(&EDGE_BYTES, 4) {
        let mut inside = vec![false; text.len() + 1];
        let mut start = 0;
        for item in items(Utf8, &text) {
            let (Item::CodePoint(_, len) | Item::Error(_, len)) = item;
            let is_whole = matches!(item, Item::CodePoint(..));
            (start + 1..start + len).for_each(|at| inside[at] = is_whole);
            start += len;
        }
        for at in 0..=text.len() {
            let floor = (0..=at).rev().find(|&place| !inside[place]).unwrap();
            let ceil = (at..=text.len()).find(|&place| !inside[place]).unwrap();
            assert_eq!(boundaries(Utf8, &text, at), Some((floor, ceil)), "{text:02X?} at {at}");
        }
    }
    for encoding in [Encoding::Utf1, Encoding::FssUtf1992July, Encoding::Mutf8WriteUtf] {
        assert_eq!(boundaries(encoding, b"abc", 1), None, "{encoding}");
    }
}

/// In every encoding that has boundaries, the boundaries around each position in any two edge sequences are
/// those of decoding from the start.
#[test]
fn boundaries_in_every_encoding() {
    for encoding in streaming().filter(|encoding| encoding.resynchronizes()) {
        let (edges, width) = (edges(encoding), encoding.info().width);
        let pairs = edges.iter().flat_map(|left| edges.iter().map(|right| [&left[..], right].concat()));
        for text in pairs {
            let mut is_inside = vec![false; text.len() + 1];
            let mut start = 0;
            for item in items(encoding, &text) {
                let (Item::CodePoint(_, len) | Item::Error(_, len)) = item;
                let is_whole = matches!(item, Item::CodePoint(..));
                (start + 1..start + len).for_each(|at| is_inside[at] = is_whole || at % width != 0);
                start += len;
            }
            for at in 0..=text.len() {
                let floor = (0..=at).rev().find(|&place| !is_inside[place] && place % width == 0);
                let ceil = (at..text.len()).find(|&place| !is_inside[place] && place % width == 0);
                let expected = (floor.unwrap(), ceil.unwrap_or(text.len()));
                let found = boundaries(encoding, &text, at);
                assert_eq!(found, Some(expected), "{encoding} {text:02X?} at {at}");
            }
        }
    }
}

/// The table of signatures, row by row: the one that is removed, the byte order that it sets, and the one
/// that is written.
#[test]
fn marks_of_schemes() {
    use Encoding::{Utf8Sig, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
    let document = Encoding::CorrectedUtf8Document;
    // With this signature the text is read as U+0061. With two of them it is read as U+FEFF or another
    // character, and U+0061.
    for (encoding, mark, text) in [
        (Utf16, "FE FF", "00 61"),
        (Utf16, "FF FE", "61 00"),
        (Utf16, "", "00 61"),
        (Utf32, "00 00 FE FF", "00 00 00 61"),
        (Utf32, "FF FE 00 00", "61 00 00 00"),
        (Utf32, "", "00 00 00 61"),
        (Utf8Sig, "EF BB BF", "61"),
        (Utf8Sig, "", "61"),
        (document, "EF B7 9D ED B2 AE 00 0A", "61"),
        (document, "", "61"),
    ] {
        assert_eq!(decode(encoding, &hex(&format!("{mark} {text}"))).unwrap(), [0x61], "{encoding} {mark}");
        if !mark.is_empty() && encoding != document {
            let twice = hex(&format!("{mark} {mark} {text}"));
            assert_eq!(decode(encoding, &twice).unwrap(), [0xFEFF, 0x61], "{encoding} {mark}");
        }
        // Offsets include the signature.
        let cut = hex(&format!("{mark} {text} E2"));
        let error = validate(encoding, &cut).unwrap_err();
        assert_eq!((error.offset(), error.len()), (cut.len() as u64 - 1, 1), "{encoding} {mark}");
    }
    for (encoding, written) in [
        (Utf16, "FE FF 00 61"),
        (Utf32, "00 00 FE FF 00 00 00 61"),
        (Utf8Sig, "EF BB BF 61"),
        (document, "EF B7 9D ED B2 AE 00 0A 61"),
        (Utf16Le, "61 00"),
        (Utf16Be, "00 61"),
        (Utf32Le, "61 00 00 00"),
        (Utf32Be, "00 00 00 61"),
        (Encoding::Utf8, "61"),
    ] {
        assert_eq!(bytes(encoding, &[0x61]), hex(written), "{encoding}");
    }
    for encoding in Encoding::ALL.into_iter().filter(|encoding| !encoding.is_wrapper()) {
        let removes = [Utf16, Utf32, Utf8Sig].contains(&encoding);
        let Ok(text) = encode(Ucs4Units, &[0xFEFF]).and_then(|text| convert(Ucs4Units, encoding, &text))
        else {
            continue;
        };
        // The output for U+FEFF is read as that character again, after a byte order mark of its own.
        assert_eq!(decode(encoding, &text).unwrap(), [0xFEFF], "{encoding}");
        assert_eq!(encoding.mark().is_empty(), !removes && encoding != document, "{encoding}");
    }
}

/// The signatures, longest first, and U+FEFF in encodings in which it is not one.
#[test]
fn signatures() {
    for (mark, encoding) in [
        ("EF B7 9D ED B2 AE 00 0A", Encoding::CorrectedUtf8),
        ("00 00 FE FF", Encoding::Utf32Be),
        ("FF FE 00 00", Encoding::Utf32Le),
        ("DD 73 66 73", Encoding::UtfEbcdic),
        ("EF BB BF", Encoding::Utf8),
        ("F7 64 4C", Encoding::Utf1),
        ("FE FF", Encoding::Utf16Be),
        ("FF FE", Encoding::Utf16Le),
    ] {
        for rest in ["", "41"] {
            let found = Encoding::for_signature(&hex(&format!("{mark} {rest}"))).unwrap();
            assert_eq!(found, (encoding, hex(mark).len()), "{mark} {rest}");
        }
        assert_ne!(Encoding::for_signature(&hex(mark)[1..]).map(|(encoding, _)| encoding), Some(encoding));
    }
    assert_eq!(bytes(Encoding::Utf1, &[0xFEFF]), hex("F7 64 4C"));
    assert_eq!(bytes(Encoding::UtfEbcdic, &[0xFEFF]), hex("DD 73 66 73"));
    assert_eq!(bytes(Encoding::Cesu8, &[0xFEFF]), hex("EF BB BF"));
    assert_eq!(bytes(Encoding::FssUtf1992July, &[0xFEFF]), hex("C3 BC FF"));
    assert_eq!(bytes(Encoding::CorrectedUtf8, &[0xFEFF]), hex("EE B9 9F"));
    assert!(
        Encoding::for_signature(&hex("C3 BC FF")).is_none()
            && Encoding::for_signature(&hex("EE B9 9F")).is_none()
    );
}

/// Five policies for every encoding; the others for UTF-8 only, and if decoding never fails.
#[test]
fn policies_that_are_defined() {
    let defined = |encoding, policy| Conversion::new(encoding, Encoding::Utf8, on_error(policy)).is_ok();
    let general = ["strict", "replace", "replace-byte", "replace-run", "skip"];
    for policy in OnError::ALL {
        assert_eq!(policy.is_general(), general.contains(&policy.name()));
        for encoding in Encoding::ALL {
            let info = encoding.info();
            let expected = policy.is_general() || info.never_fails || info.is_utf_8;
            assert_eq!(defined(encoding, policy), expected, "{} {encoding}", policy.name());
        }
        assert!(defined(Encoding::Utf8, policy) && defined(Encoding::Utf8Sig, policy));
        assert!(defined(Encoding::Utf8b, policy) && defined(Encoding::Windows1252, policy));
        assert_eq!(defined(Encoding::Cesu8, policy), policy.is_general());
    }
    let undefined = Conversion::new(Encoding::Wtf8, Encoding::Utf8, on_error(OnError::Latin1)).unwrap_err();
    assert!(general.iter().all(|name| undefined.to_string().contains(name)), "{undefined}");
}

/// What a policy writes at the start of an error, and how many bytes it takes. `None` if the policy stops.
fn row_of_policy(policy: OnError, rest: &[u8]) -> Option<(Vec<u32>, usize)> {
    let length = |item: Item| match item {
        Item::CodePoint(_, len) | Item::Error(_, len) => len,
    };
    let n = length(items(Utf8, rest)[0]);
    let generalized = items(GeneralizedUtf8, rest)[0];
    let announced = match rest[0] {
        0xC0..=0xDF => 1,
        0xE0..=0xEF => 2,
        0xF0..=0xF7 => 3,
        0xF8..=0xFB => 4,
        0xFC | 0xFD => 5,
        0xFE => 6,
        0xFF => 12,
        _ => 0,
    };
    let trails = rest[1..].iter().take(announced).take_while(|byte| (0x80..=0xBF).contains(*byte)).count();
    let byte = u32::from(rest[0]);
    Some(match policy {
        OnError::Replace | OnError::ReplaceRun => (vec![0xFFFD], n),
        OnError::ReplaceByte => (vec![0xFFFD], 1),
        OnError::ReplaceGeneralized => (vec![0xFFFD], length(generalized)),
        OnError::ReplaceSequence => (vec![0xFFFD], 1 + trails),
        OnError::Skip => (vec![], n),
        OnError::SurrogateEscape => (rest[..n].iter().map(|&byte| 0xDC00 + u32::from(byte)).collect(), n),
        OnError::SurrogatePass => match generalized {
            Item::CodePoint(surrogate, 3) => (vec![surrogate], 3),
            _ => return None,
        },
        OnError::Latin1 => (vec![byte], 1),
        OnError::Cp1252 => (decode(Windows1252, &rest[..1]).unwrap(), 1),
        _ => return None,
    })
}

/// Each policy by its row, over all short strings of bytes of every class, the lead bytes of five to thirteen
/// included, and over longer sequences of each announced length, whole and cut.
#[test]
fn policies_do_what_their_rows_say() {
    let leads = [0xC0, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xF7, 0xF8, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF];
    let long = leads.iter().flat_map(|&lead| {
        (0..15).flat_map(move |len| {
            [&b"a"[..], b"\xE9", b"\xC3\xA9"].map(|end| [&[lead], &[0xBF; 15][..len], end].concat())
        })
    });
    let alphabet = [&EDGE_BYTES[..], &[0xF8, 0xFC, 0xFE, 0xFF]].concat();
    for text in strings(&alphabet, 3).chain(long) {
        for policy in OnError::ALL {
            let (mut expected, mut at, mut stop, mut last_is_error) = (vec![], 0, None, false);
            while at < text.len() {
                let rest = &text[at..];
                if let Item::CodePoint(code_point, len) = items(Utf8, rest)[0] {
                    expected.push(code_point);
                    (at, last_is_error) = (at + len, false);
                    continue;
                }
                let Some((written, len)) = row_of_policy(policy, rest) else {
                    stop = Some(at as u64);
                    break;
                };
                if !(last_is_error && policy == OnError::ReplaceRun) {
                    expected.extend(written);
                }
                (at, last_is_error) = (at + len, true);
            }
            let conversion = Conversion::new(Utf8, Ucs4Units, on_error(policy)).unwrap();
            // By kernels, and by the steps that report every error.
            for result in [conversion.convert(&text), conversion.convert_reporting(&text, &mut |_| ())] {
                match result {
                    Ok(read) => {
                        assert_eq!((read.output, None), (expected.clone(), stop), "{policy:?} {text:02X?}");
                    }
                    Err(failure) => assert_eq!(Some(failure.offset()), stop, "{policy:?} {text:02X?}"),
                }
            }
        }
    }
}

/// The output of the policies for bytes and for surrogates.
#[test]
fn policies_of_other_programs() {
    let read = |policy, input: &str| converted(Utf8, Ucs4Units, &hex(input), on_error(policy));
    assert_eq!(read(OnError::SurrogateEscape, "41 E2 82 FF"), [0x41, 0xDCE2, 0xDC82, 0xDCFF]);
    assert_eq!(read(OnError::SurrogatePass, "41 ED A0 80 ED B0 80"), [0x41, 0xD800, 0xDC00]);
    assert_eq!(read(OnError::Latin1, "41 80 E9"), [0x41, 0x80, 0xE9]);
    assert_eq!(read(OnError::Cp1252, "41 80 E9"), [0x41, 0x20AC, 0xE9]);
    assert_eq!(read(OnError::ReplaceSequence, "FE 80 80 80 80 80 80 80 41"), [0xFFFD, 0xFFFD, 0x41]);
    let stops = Conversion::new(Utf8, Ucs4Units, on_error(OnError::SurrogatePass)).unwrap();
    assert_eq!(stops.convert(&hex("41 ED A0")).unwrap_err().offset(), 1);
}

/// What replaces a code point that the target cannot encode.
#[test]
fn substitutes() {
    let written = |target, policy| converted(Ucs4Units, target, &[0xD800], on_unencodable(policy));
    for (target, replaced) in [
        (Encoding::Utf8, &b"\xEF\xBF\xBD"[..]),
        (Encoding::Utf16Be, b"\xFF\xFD"),
        (Encoding::UsAscii, b"?"),
        (Encoding::Iso8859_1, b"?"),
        (Encoding::Windows1252, b"?"),
    ] {
        assert_eq!(written(target, OnUnencodable::Replace), replaced, "{target}");
    }
    assert_eq!(written(Encoding::Utf8, OnUnencodable::ReplaceQmark), b"?");
    assert_eq!(written(Encoding::Utf8, OnUnencodable::EscapeRust), b"\\u{D800}");
    assert_eq!(written(Encoding::Utf8, OnUnencodable::EscapeXml), b"&#xD800;");
    // Upper-case digits, no leading zeros, one substitute for each code point, and in the target encoding.
    let text = [0x80, 0xD8AB, 0xDCEF, 0x11_0000];
    let all = |target, policy| converted(Ucs4Units, target, &text, on_unencodable(policy));
    assert_eq!(
        all(Encoding::Windows1252, OnUnencodable::EscapeRust),
        b"\\u{80}\\u{D8AB}\\u{DCEF}\\u{110000}"
    );
    assert_eq!(all(Encoding::Windows1252, OnUnencodable::EscapeXml), b"&#x80;&#xD8AB;&#xDCEF;&#x110000;");
    assert_eq!(all(Encoding::Windows1252, OnUnencodable::Replace), b"????");
    assert_eq!(all(Encoding::Utf8, OnUnencodable::Replace), "\u{80}\u{FFFD}\u{FFFD}\u{FFFD}".as_bytes());
    assert_eq!(all(Encoding::Utf8, OnUnencodable::ReplaceQmark), "\u{80}???".as_bytes());
    let wide: Vec<u8> = "&#xD800;".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(written(Encoding::Utf16Be, OnUnencodable::EscapeXml), wide);
    for special in [OnUnencodable::StrictRoundtrip, OnUnencodable::PrivateUse] {
        assert!(Conversion::new(Encoding::Utf8, Encoding::Utf16, on_unencodable(special)).is_err());
    }
}

/// UTF-1 and the July 1992 format continue after an error by guessing, as they were designed. The extent of
/// an error is still the longest viable prefix.
#[test]
fn extents_where_there_is_no_synchronization() {
    assert_eq!(items(Utf1, &hex("F6 21 0A")), [Item::Error(Interrupted, 2), Item::CodePoint(0x0A, 1)]);
    let expected = [Item::Error(Interrupted, 3), Item::CodePoint(0x41, 1)];
    assert_eq!(items(FssUtf1992July, &hex("E0 80 80 41")), expected);
    assert_eq!(items(FssUtf1992July, &hex("C0 C0 41"))[0], Item::Error(Interrupted, 2));
}

/// A frame that is shorter than it says is one error over the whole input, and takes precedence over errors
/// inside.
#[test]
fn frames_that_do_not_fit() {
    let error = decode(Encoding::Mutf8WriteUtf, &hex("00 05 FF 61")).unwrap_err();
    assert_eq!((error.offset(), error.len(), error.kind()), (0, 4, ErrorKind::Frame));
    let error = decode(Encoding::Mutf8WriteUtf, &hex("00 02 FF 61")).unwrap_err();
    assert_eq!((error.offset(), error.len()), (2, 1));
}
