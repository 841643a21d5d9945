//! An input that begins with the signature of an encoding other than UTF-8 is in that encoding, and repair
//! does not change it.

use placemat::columns::{Column, Data, OnFailure};
use placemat::repair::{Fixes, Scan, repair};
use placemat::{Codec, Encoding, encode};

const TEXTS: [&str; 9] = [
    "plain text\n",
    "Привет, мир\n",
    "日本語のテキスト\n",
    "café crème, “quoted” 5 €\n",
    "Ã©tÃ© Ã¨ cafÃ©\n",
    "emoji 💩 and more\n",
    "\u{FEFF}\u{FEFF}marks\n",
    "a\u{FFFD}b\n",
    "",
];

/// Every encoding that a signature identifies, with its signature and the name for the whole of such an
/// input.
fn signed() -> [(Encoding, &'static [u8], Encoding); 7] {
    [
        (Encoding::CorrectedUtf8, b"\xEF\xB7\x9D\xED\xB2\xAE\x00\x0A", Encoding::CorrectedUtf8Document),
        (Encoding::Utf1, b"\xF7\x64\x4C", Encoding::Utf1),
        (Encoding::UtfEbcdic, b"\xDD\x73\x66\x73", Encoding::UtfEbcdic),
        (Encoding::Utf16Le, b"\xFF\xFE", Encoding::Utf16),
        (Encoding::Utf16Be, b"\xFE\xFF", Encoding::Utf16),
        (Encoding::Utf32Le, b"\xFF\xFE\0\0", Encoding::Utf32),
        (Encoding::Utf32Be, b"\0\0\xFE\xFF", Encoding::Utf32),
    ]
}

fn documents() -> impl Iterator<Item = (Encoding, Encoding, Vec<u8>)> {
    signed().into_iter().flat_map(|(encoding, signature, whole)| {
        TEXTS.iter().flat_map(move |text| {
            [1, 40].map(|times| {
                let code_points: Vec<u32> = text.repeat(times).chars().map(u32::from).collect();
                (encoding, whole, [signature, &encode(encoding, &code_points).unwrap()].concat())
            })
        })
    })
}

#[test]
fn every_signature_is_tried() {
    let known: Vec<_> = signed()
        .iter()
        .map(|&(encoding, signature, _)| {
            assert_eq!(Encoding::for_signature(signature).map(|(encoding, _)| encoding), Some(encoding));
            encoding
        })
        .collect();
    // The other signatures of the table are those of UTF-8.
    for encoding in Encoding::ALL.into_iter().filter(|one| one.info().encodes) {
        let Ok(mark) = encode(encoding, &[0xFEFF, 0x61]) else { continue };
        if let Some((found, _)) = Encoding::for_signature(&mark) {
            assert!(found == Encoding::Utf8 || known.contains(&found), "{encoding}");
        }
    }
}

/// Each fix, all of them, and every encoding that has a signature.
#[test]
fn no_fix_changes_a_document_in_another_encoding() {
    let fixes = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL, Fixes::ALL | Fixes::BOM]);
    for fixes in fixes {
        for (encoding, whole, document) in documents() {
            let has_fix = fixes.has_any(Fixes::UTF_16) && whole == Encoding::Utf16;
            let found = fixes.diagnose(&document);
            if has_fix && found.left.is_none() {
                // The only fix that applies loses no character.
                let repaired = repair(&document, fixes).unwrap();
                let text = placemat::convert(Encoding::Utf16, Encoding::Utf8, &document).unwrap();
                assert!(*repaired == *text || fixes != Fixes::UTF_16, "{encoding} {document:X?}");
                continue;
            }
            assert!(found.edits.is_empty(), "{fixes} {encoding} {document:X?}");
            let left = repair(&document, fixes).unwrap_err();
            assert_eq!(left.signature, Some(whole), "{fixes} {document:X?}");
            let is_utf_16 = whole == Encoding::Utf16;
            assert!(left.would_help.is_none() || is_utf_16, "{fixes} {encoding}: {left}");
            assert!(left.to_string().starts_with(&format!("the signature is that of {whole}")), "{left}");
            // A scan in pieces finds that there is something to report.
            let mut scan = Scan::new(fixes);
            document.chunks(7).for_each(|piece| scan.push(piece));
            assert!(scan.finish(), "{fixes} {encoding}");
            let offsets = [0_i32, document.len() as i32];
            let column = Column::new(&document, &offsets, None).unwrap();
            let kept = column.repair(fixes, OnFailure::Keep).unwrap();
            assert_eq!((kept.data, kept.failed[0].1.signature), (Data::Unchanged, Some(whole)), "{fixes}");
        }
    }
}

/// A magic number with another line end, without one, or after a byte order mark; and a signature of an
/// encoding outside the family.
#[test]
fn no_fix_changes_what_has_a_signature_that_is_slightly_off() {
    let magic = b"\xEF\xB7\x9D\xED\xB2\xAE\0";
    let fixes = Fixes::EACH.into_iter().chain([Fixes::DEFAULT, Fixes::ALL, Fixes::ALL | Fixes::BOM]);
    for fixes in fixes {
        let starts: [(&[u8], &[u8], &str); 6] = [
            (b"", magic, "corrected-utf-8-document"),
            (b"\xEF\xBB\xBF", magic, "corrected-utf-8-document"),
            (b"\xEF\xBB\xBF", b"\xEF\xB7\x9D\xED\xB2\xAE\0\n", "corrected-utf-8-document"),
            (b"", b"\xEF\xB7\x9D\xED\xB2\xAE\0\r\n", "corrected-utf-8-document"),
            (b"", b"\x84\x31\x95\x33", "GB18030"),
            (b"", b"\x84\x31\x95\x33\n", "GB18030"),
        ];
        for (mark, signature, name) in starts {
            for rest in [&b""[..], b"plain\n", b"caf\xC1\xA9 \xED\xA0\xBD\xED\xB2\xA9\n", b"\xD6\xD0\xCE\xC4"]
            {
                let document = [mark, signature, rest].concat();
                let found = fixes.diagnose(&document);
                assert!(found.edits.is_empty(), "{fixes} {document:X?}");
                let left = repair(&document, fixes).unwrap_err();
                assert!(
                    left.to_string().starts_with(&format!("the signature is that of {name}, ")),
                    "{left}"
                );
                assert_eq!(left.would_help, None, "{fixes} {document:X?}");
                assert_eq!(left.foreign.is_some(), name == "GB18030");
                let mut scan = Scan::new(fixes);
                document.chunks(3).for_each(|piece| scan.push(piece));
                assert!(scan.finish());
                let offsets = [0_i32, document.len() as i32];
                let kept =
                    Column::new(&document, &offsets, None).unwrap().repair(fixes, OnFailure::Keep).unwrap();
                assert_eq!((kept.data, kept.failed.len()), (Data::Unchanged, 1), "{fixes} {document:X?}");
            }
        }
    }
}

#[test]
fn a_signature_in_the_middle_is_none() {
    let text = b"a\xED\xA0\xBD\xED\xB2\xA9 \xEF\xB7\x9D\xED\xB2\xAE\x00\x0A";
    assert_eq!(repair(text, Fixes::DEFAULT).unwrap_err().signature, None);
    assert!(repair(text, Fixes::DEFAULT | Fixes::LONE_SURROGATES).is_ok());
    assert!(repair("\u{FEFF}cafÃ©".as_bytes(), Fixes::ALL).is_ok());
}
