//! Names: the whole table of CONFORMANCE.md, Names.

use placemat::Encoding;
use placemat::label::{Source, Standing};

fn encoding(label: &str) -> Option<Encoding> {
    Encoding::for_label(label).map(|(label, _)| label.encoding)
}

fn standing(label: &str) -> Standing {
    Encoding::for_label(label).unwrap().1
}

#[test]
fn official_names() {
    for (name, expected, mib_enum) in [
        ("UTF-8", Encoding::Utf8, 106),
        ("UTF-16", Encoding::Utf16, 1015),
        ("UTF-16BE", Encoding::Utf16Be, 1013),
        ("UTF-16LE", Encoding::Utf16Le, 1014),
        ("UTF-32", Encoding::Utf32, 1017),
        ("UTF-32BE", Encoding::Utf32Be, 1018),
        ("UTF-32LE", Encoding::Utf32Le, 1019),
        ("ISO-10646-UCS-2", Encoding::Ucs2Be, 1000),
        ("ISO-10646-UCS-4", Encoding::Ucs4Be, 1001),
        ("CESU-8", Encoding::Cesu8, 1016),
        ("ISO-10646-UTF-1", Encoding::Utf1, 27),
        ("US-ASCII", Encoding::UsAscii, 3),
        ("ISO-8859-1", Encoding::Iso8859_1, 4),
        ("windows-1252", Encoding::Windows1252, 2252),
    ] {
        for spelling in [name.to_string(), name.to_lowercase(), name.to_uppercase(), format!(" {name}\n")] {
            let (label, standing) = Encoding::for_label(&spelling).unwrap();
            assert_eq!((label.encoding, standing), (expected, Standing::Official), "{spelling}");
        }
        assert_eq!(expected.official_name(), Some(name));
        assert_eq!(expected.mib_enum(), Some(mib_enum));
    }
    assert_eq!(standing("ISO_8859-1:1987"), Standing::Official);
}

#[test]
fn registered_labels() {
    for (labels, expected) in [
        ("csUTF8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8", Encoding::Utf8),
        ("csUTF16", Encoding::Utf16),
        ("csUTF16BE unicodefffe", Encoding::Utf16Be),
        ("csUTF16LE ucs-2 unicode unicodefeff", Encoding::Utf16Le),
        ("csUTF32", Encoding::Utf32),
        ("csUnicode", Encoding::Ucs2Be),
        ("csUCS4", Encoding::Ucs4Be),
        ("csCESU8 csCESU-8", Encoding::Cesu8),
        ("csISO10646UTF1", Encoding::Utf1),
        ("iso-ir-6 ANSI_X3.4-1968 ansi_x3.4-1968 ISO646-US us IBM367 cp367 csASCII", Encoding::UsAscii),
        ("latin1 l1 iso-ir-100 IBM819 CP819 csISOLatin1 ISO_8859-1", Encoding::Iso8859_1),
        ("cswindows1252 cp1252 x-cp1252 ascii iso8859-1 iso88591", Encoding::Windows1252),
    ] {
        for label in labels.split(' ') {
            assert_eq!(encoding(label), Some(expected), "{label}");
            assert_eq!(standing(label), Standing::Registered, "{label}");
        }
    }
}

#[test]
fn unofficial_labels() {
    for (labels, expected) in [
        (
            "utf_8 u8 utf cp65001 65001 18N UTF-8N UTF-8-NOBOM utf8mb4 AL32UTF8 1208 utf-8-strict",
            Encoding::Utf8,
        ),
        ("utf_8_sig UTF-8-BOM", Encoding::Utf8Sig),
        ("UTF_16 u16 utf16 UnicodeBig", Encoding::Utf16),
        ("UTF_16BE X-UTF-16BE UnicodeBigUnmarked utf_16_be 1201", Encoding::Utf16Be),
        ("UTF_16LE X-UTF-16LE UnicodeLittleUnmarked utf_16_le 1200", Encoding::Utf16Le),
        ("u32 utf32 UTF_32", Encoding::Utf32),
        ("X-UTF-32BE utf_32_be 12001", Encoding::Utf32Be),
        ("X-UTF-32LE utf_32_le 12000", Encoding::Utf32Le),
        ("UCS-4", Encoding::Ucs4Be),
        ("CESU8 9400", Encoding::Cesu8),
        ("MUTF-8", Encoding::Mutf8),
        ("utf8mb3", Encoding::Utf8mb3),
        ("FSS-UTF UTF-FSS UTF-2", Encoding::Utf8Rfc2279),
        ("UTF-1", Encoding::Utf1),
        ("UTF_EBCDIC utf-ebcdic", Encoding::UtfEbcdic),
        ("us_ascii ascii7 646 20127 0U", Encoding::UsAscii),
        ("ISO8859_1 latin_1 8859 0N 28591", Encoding::Iso8859_1),
        ("1252 windows_1252 ANSI 19U ibm-1252", Encoding::Windows1252),
    ] {
        for label in labels.split(' ') {
            assert_eq!(encoding(label), Some(expected), "{label}");
            assert_eq!(standing(label), Standing::Unofficial, "{label}");
        }
    }
    for (label, expected) in [
        ("ESC % G", Encoding::Utf8),
        ("ESC % B", Encoding::Utf1),
        ("ISO-IR 178", Encoding::Utf1),
        ("X/Open P316", Encoding::Utf8Rfc2279),
        ("RFC 2044", Encoding::Utf8Rfc2279),
        ("Java UTF-8", Encoding::Mutf8),
        ("dex UTF-8", Encoding::Mutf8),
        ("Tcl internal UTF-8", Encoding::Mutf8),
        ("CCSID 1208", Encoding::Utf8),
    ] {
        assert_eq!(encoding(label), Some(expected), "{label}");
    }
}

/// Spellings without a hyphen, or with `_` or a space in its place.
#[test]
fn loose_spellings_are_unofficial() {
    for (label, expected) in [
        ("UTF 8", Encoding::Utf8),
        ("utf 16le", Encoding::Utf16Le),
        ("utf16be", Encoding::Utf16Be),
        ("utf32_be", Encoding::Utf32Be),
        ("cesu_8", Encoding::Cesu8),
        ("windows 1252", Encoding::Windows1252),
        ("windows1252", Encoding::Windows1252),
        ("iso_ir_100", Encoding::Iso8859_1),
        ("iso 8859 1", Encoding::Iso8859_1),
        ("latin-1", Encoding::Iso8859_1),
        ("utf8nobom", Encoding::Utf8),
        ("ucs2", Encoding::Utf16Le),
        ("ucs_4", Encoding::Ucs4Be),
    ] {
        assert_eq!((encoding(label), standing(label)), (Some(expected), Standing::Unofficial), "{label}");
    }
    for label in
        ["", " ", "-", "utf--8", "u-t-f-8", "utf-8-", "-utf-8", "utf.8", "ütf-8", "utf-88", "utf"[..2].into()]
    {
        assert_eq!(encoding(label), None, "{label}");
    }
}

#[test]
fn no_label_for_what_must_not_be_sent() {
    let private = [
        Encoding::Wtf8,
        Encoding::Wtf16Le,
        Encoding::Wtf16Be,
        Encoding::GeneralizedUtf8,
        Encoding::Utf8b,
        Encoding::Optu8,
        Encoding::Optu8Reversible,
        Encoding::CorrectedUtf8,
        Encoding::CorrectedUtf8Document,
    ];
    for encoding in private {
        assert!(encoding.names().all(|name| name.standing().is_none()), "{encoding}");
        let identifier = encoding.name();
        assert_eq!(Encoding::for_label(identifier), None, "{encoding}");
        assert_eq!(Encoding::for_name(identifier).unwrap().0, encoding);
    }
    for name in ["wtf8", "wtf_8", "wtf16", "utf8b", "PEP 383", "optu8", "generalized utf 8"] {
        assert_eq!(Encoding::for_label(name), None, "{name}");
    }
}

#[test]
fn notes_where_a_label_is_ambiguous() {
    for (label, word) in [
        ("utf8", "MySQL"),
        ("UTF8", "Oracle"),
        ("utf8", "Perl"),
        ("latin1", "windows-1252"),
        ("iso-8859-1", "windows-1252"),
        ("latin_1", "windows-1252"),
        ("ascii", "us-ascii"),
        ("us-ascii", "windows-1252"),
        ("us_ascii", "windows-1252"),
        ("ansi_x3.4-1968", "windows-1252"),
        ("unicode", "Java"),
        ("utf-16", "utf-16le"),
        ("ucs-2", "ucs-2be"),
        ("ucs2", "ucs-2be"),
        ("iso-10646-ucs-2", "utf-16le"),
        ("1200", "CCSID"),
    ] {
        let note = Encoding::for_label(label).unwrap().0.note();
        assert!(note.is_some_and(|note| note.contains(word)), "{label}: {note:?}");
    }
    for label in ["UTF-8", "utf-16le", "utf-16be", "cesu-8", "windows-1252", "65001"] {
        assert_eq!(Encoding::for_label(label).unwrap().0.note(), None, "{label}");
    }
}

/// To a person, all of these names are US-ASCII. In data, labels of IANA are too, but one that only the Web
/// has means windows-1252.
#[test]
fn labels_of_us_ascii() {
    for name in
        ["ascii", "ASCII", "us-ascii", "US_ASCII", "us ascii", "usascii", " ascii\n", "ANSI_X3.4-1968"]
    {
        assert_eq!(Encoding::for_name(name).map(|(encoding, _)| encoding), Some(Encoding::UsAscii), "{name}");
        let is_of_the_web = name.trim().eq_ignore_ascii_case("ascii");
        let expected = if is_of_the_web { Encoding::Windows1252 } else { Encoding::UsAscii };
        assert_eq!(encoding(name), Some(expected), "as a label of data, {name}");
    }
    assert_eq!(Encoding::for_name("us-ascii").unwrap().1, None);
    assert!(Encoding::for_name("ascii").unwrap().1.unwrap().contains("on the Web it means windows-1252"));
}

/// Every listed name can be typed by a person.
#[test]
fn every_name_is_found_by_people() {
    for name in Encoding::ALL.into_iter().flat_map(Encoding::names) {
        assert!(Encoding::for_name(name.text).is_some(), "{}", name.text);
    }
}

/// A listed name means what its first source says.
#[test]
fn every_name_is_found() {
    for encoding in Encoding::ALL {
        for name in encoding.names() {
            let Some(standing) = name.standing() else {
                assert_eq!(Encoding::for_identifier(name.text), Some(encoding), "{}", name.text);
                continue;
            };
            let (label, of_label) = Encoding::for_label(name.text).unwrap();
            assert!(of_label <= standing, "{}", name.text);
            assert!(label.text.eq_ignore_ascii_case(name.text));
            if label.encoding != encoding {
                let note = label.note().unwrap_or_else(|| panic!("{} is ambiguous", name.text));
                assert!(note.contains(encoding.name()) || note.contains("Web"), "{}: {note}", name.text);
            }
            assert!(name.text.len() <= 48, "the nearest names look at so many bytes: {}", name.text);
        }
    }
    assert!(Encoding::Windows1252.names().filter(|name| name.source == Source::Whatwg).count() == 17);
    assert!(Encoding::Utf8.names().filter(|name| name.source == Source::Whatwg).count() == 6);
}

/// In data, an identifier means its encoding, or it is not a label.
#[test]
fn identifiers_and_labels_agree() {
    for encoding in Encoding::ALL {
        let identifier = encoding.name();
        if let Some((label, _)) = Encoding::for_label(identifier) {
            assert_eq!(label.encoding, encoding, "{identifier}");
        }
        let spellings = [
            identifier.to_string(),
            identifier.to_uppercase(),
            identifier.replace('-', "_"),
            identifier.replace('-', " "),
            identifier.replace('-', ""),
            format!("\t{identifier} "),
        ];
        for spelling in spellings {
            let found = Encoding::for_name(&spelling).unwrap_or_else(|| panic!("{spelling}"));
            assert_eq!(found.0, encoding, "{spelling}");
            assert_eq!(Encoding::for_identifier(&spelling), Some(encoding), "{spelling}");
        }
    }
}

#[test]
fn a_tool_looks_for_identifiers_first() {
    // A label of the Web that is also an identifier.
    assert_eq!(encoding("iso88591"), Some(Encoding::Windows1252));
    assert_eq!(Encoding::for_name("iso88591").unwrap().0, Encoding::Iso8859_1);
    let latin1 = Encoding::for_name("latin1").unwrap();
    assert_eq!((latin1.0, Encoding::for_identifier("latin1")), (Encoding::Iso8859_1, None));
    assert!(latin1.1.is_some());
    assert_eq!(Encoding::for_name("utf-16").unwrap().1, None);
    assert!(Encoding::for_name("utf16").unwrap().1.is_some());
    assert_eq!(Encoding::for_name("Utf8B").unwrap().0, Encoding::Utf8b);
    assert_eq!(Encoding::for_name("no such thing"), None);
}

#[test]
fn nearest_names() {
    let first = |name| Encoding::nearest_names(name, 1).next().unwrap();
    assert_eq!(first("utf-9"), "utf-8");
    assert_eq!(first("wtf8x"), "wtf-8");
    assert!(Encoding::nearest_names("wtf-16", 3).any(|name| name == "wtf-16le"));
    assert_eq!(first("corrected"), "corrected-utf-8");
    assert_eq!(first("iso-8859-15"), "iso-8859-1");
    assert_eq!(first("AL16UTF8"), "AL32UTF8");
    assert_eq!(first("CSEU-8"), "cesu-8");
    // Distinct encodings: as many as requested, and no more than are near.
    let names: Vec<_> = Encoding::nearest_names("utf", 5).collect();
    assert_eq!(names.len(), 5);
    for unknown in ["latin2", "utf", "mutf", "windows"] {
        let mut encodings: Vec<_> =
            Encoding::nearest_names(unknown, 1000).map(|name| Encoding::for_name(name).unwrap().0).collect();
        encodings.sort();
        let count = encodings.len();
        encodings.dedup();
        assert!(encodings.len() == count && count > 0, "{unknown}");
    }
    for name in ["", "\0", "日本語", &"x".repeat(10_000), "-_- -_-", "klingon", "binary", "hello"] {
        assert_eq!(Encoding::nearest_names(name, 3).count(), 0, "{name}");
    }
    // Long names are identified by their beginnings.
    assert_eq!(Encoding::nearest_names("generalized", 3).collect::<Vec<_>>(), ["generalized-utf-8"]);
}
