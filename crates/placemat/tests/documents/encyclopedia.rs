//! The encyclopedia's article on UTF-8: description, overlong encodings, invalid sequences and code points,
//! byte order mark, names. Its history is in `history`, and what it says about related encodings in
//! `variants`.

use placemat::ErrorKind::{self, Interrupted, OutOfRange, Overlong, StrayTrail, Surrogate, Truncated};
use placemat::form::{Form, Iso8859_1, Mutf8, Utf8, Windows1252, Wtf8};
use placemat::label::Standing;
use placemat::scheme::Signed;
use placemat::views::Properties;
use placemat::views::{Chart, Class, Reason};
use placemat::{Encoding, OnError, convert, decode, encode, validate};

use crate::documents::reading::{
    EDGE_BYTES, bytes, code_points, distribute, dotted, error_lengths, errors, hex, read_with, scalar_values,
    strings,
};

/// "All 1,112,064 valid character code points in Unicode using one to four one-byte code units."
#[test]
fn all_code_points_in_one_to_four_bytes() {
    let properties = Properties::new(Utf8);
    assert_eq!(properties.code_points(), 1_112_064);
    assert!(properties.lengths().eq(1..=4));
    assert_eq!(scalar_values().count(), 1_112_064);
}

/// "ASCII bytes do not occur when encoding non-ASCII code points", `/`, `\` and `%` among them.
#[test]
fn ascii_bytes_only_mean_ascii() {
    for scalar in scalar_values() {
        let written = bytes(Encoding::Utf8, &[scalar]);
        let is_ascii = scalar < 0x80;
        assert!(written.iter().all(|byte| byte.is_ascii() == is_ascii), "U+{scalar:04X}");
        assert!(!is_ascii || written == [scalar as u8]);
    }
}

/// "If the number of significant bits is no more than seven, the first line applies; if no more than 11 bits,
/// the second line applies, and so on": 128 characters, then 1,920, then the rest of the plane, then the
/// other planes.
#[test]
fn length_by_significant_bits() {
    for scalar in scalar_values() {
        let len = match u32::BITS - scalar.leading_zeros() {
            0..=7 => 1,
            8..=11 => 2,
            12..=16 => 3,
            _ => 4,
        };
        assert_eq!(bytes(Encoding::Utf8, &[scalar]).len(), len, "U+{scalar:04X}");
    }
    let properties = Properties::new(Utf8);
    let counts = [1, 2, 3, 4].map(|len| properties.code_points_of(len));
    assert_eq!(counts, [128, 1_920, 61_440, 1_048_576]);
}

/// The steps of encoding the Euro sign.
#[test]
fn euro_sign_step_by_step() {
    let euro = 0x20AC; // 1.
    assert!((0x0800..=0xFFFF).contains(&euro)); // 2.
    assert_eq!(format!("{euro:016b}"), "0010000010101100"); // 3. with two leading zeros
    let lead = 0b1110_0000 | euro >> 12; // 4. and 5.
    let second = 0b1000_0000 | euro >> 6 & 0x3F; // 6.
    let third = 0b1000_0000 | euro & 0x3F; // 7.
    assert_eq!([lead, second, third], [0b1110_0010, 0b1000_0010, 0b1010_1100]);
    let written = bytes(Encoding::Utf8, &[euro]);
    assert!(written.iter().map(|&byte| u32::from(byte)).eq([lead, second, third]));
    assert_eq!(written, hex("E2 82 AC"));
    assert_eq!(written, "€".as_bytes());
}

/// "Since UTF-8 uses groups of six bits, it is sometimes useful to use octal notation": each continuation
/// byte is a 2 and two digits of the code point. The lead byte has the rest: 3 and one digit for two bytes,
/// 34 and 35 for three, 36 for four. The bytes are "created" and "interpreted" like this: the visible digits,
/// joined, are those of the code point.
#[test]
fn octal_digits_show_through() {
    let octal = |scalar: u32| -> Vec<String> {
        bytes(Encoding::Utf8, &[scalar]).iter().map(|byte| format!("{byte:03o}")).collect()
    };
    assert_eq!(format!("{:06o}", 0x20AC), "020254");
    assert_eq!(octal(0x20AC), ["342", "202", "254"]);
    for scalar in scalar_values().filter(|&scalar| scalar >= 0x80) {
        let written = octal(scalar);
        let digits = format!("{scalar:0width$o}", width = 2 * written.len());
        let pairs: Vec<&str> = (0..digits.len()).step_by(2).map(|k| &digits[k..k + 2]).collect();
        for (byte, pair) in written.iter().zip(&pairs).skip(1) {
            assert_eq!(*byte, format!("2{pair}"), "U+{scalar:04X}");
        }
        let lead = [0o300, 0o340, 0o360][written.len() - 2] + u32::from_str_radix(pairs[0], 8).unwrap();
        assert_eq!(written[0], format!("{lead:o}"), "U+{scalar:04X}");
    }
    // The reverse direction, for everything that begins with such a lead byte and continues with such
    // continuation bytes.
    let hidden = [("3", 1, 0o37), ("34", 2, 0o17), ("35", 2, 0o17), ("36", 3, 0o7)];
    for (prefix, trails, mask) in hidden {
        for lead in (0..=0xFF_u8).filter(|lead| format!("{lead:03o}").starts_with(prefix)) {
            if prefix == "3" && lead >= 0o340 {
                continue;
            }
            let edges = [0o200_u8, 0o217, 0o220, 0o237, 0o240, 0o254, 0o277];
            for trail in strings(&edges, trails).filter(|trail| trail.len() == trails as usize) {
                let shown: String = trail.iter().map(|byte| format!("{byte:03o}")[1..].to_owned()).collect();
                let value = u32::from_str_radix(&format!("{:o}{shown}", lead & mask), 8).unwrap();
                let text = [&[lead][..], &trail].concat();
                let is_shortest = value >= [0x80, 0x800, 0x1_0000][trails as usize - 1];
                let expected = (is_shortest && char::from_u32(value).is_some()).then(|| vec![value]);
                assert_eq!(decode(Utf8, &text).ok(), expected, "{text:02X?}");
            }
        }
    }
}

/// The code page layout, counted: blue, orange, white, pink and red cells.
#[test]
fn code_page_layout() {
    let chart = Chart::new(Utf8).unwrap();
    let classes = [Class::Single, Class::Trail, Class::Lead, Class::RestrictedLead, Class::Never];
    assert_eq!(classes.map(|class| chart.count(class)), [128, 64, 47, 4, 13]);
    let mut lowest = [None; 256];
    for scalar in scalar_values().filter(|&scalar| scalar >= 0x80) {
        lowest[usize::from(bytes(Encoding::Utf8, &[scalar])[0])].get_or_insert(scalar);
    }
    for (byte, cell) in chart.cells() {
        // "The hexadecimal number shown after the symbol is the value of the 6 bits they add."
        let six_bits = (0x80..=0xBF).contains(&byte).then_some(u32::from(byte) & 0x3F);
        assert_eq!(cell.trail, six_bits, "{byte:02X}");
        // "The hexadecimal code point shown in the cell is the lowest character value encoded using that
        // leading byte."
        assert_eq!(cell.lead.map(|lead| lead.lowest), lowest[usize::from(byte)], "{byte:02X}");
    }
}

/// "Red cells must never appear in a valid UTF-8 sequence", and why; pink ones begin some that are.
#[test]
fn code_page_layout_reasons() {
    let chart = Chart::new(Utf8).unwrap();
    for (byte, cell) in chart.cells() {
        let never = match byte {
            0xC0 | 0xC1 => Some(Reason::Kind(Overlong)),
            0xF5..=0xFD => Some(Reason::Kind(OutOfRange)),
            0xFE | 0xFF => Some(Reason::Undefined),
            _ => None,
        };
        assert_eq!(cell.never, never, "{byte:02X}");
        let restricted = match byte {
            0xE0 | 0xF0 => Some(Reason::Kind(Overlong)),
            0xED => Some(Reason::Kind(Surrogate)),
            0xF4 => Some(Reason::Kind(OutOfRange)),
            _ => None,
        };
        assert_eq!(cell.lead.and_then(|lead| lead.restricted), restricted, "{byte:02X}");
    }
}

/// The Euro sign padded with zeros to 21 bits, in four bytes.
#[test]
fn overlong_euro() {
    let padded: Vec<u8> = distribute("11110xxx 10xxxxxx 10xxxxxx 10xxxxxx", 0x20AC)
        .unwrap()
        .into_iter()
        .map(|byte| byte as u8)
        .collect();
    assert_eq!(padded, hex("F0 82 82 AC"));
    assert_eq!(error_lengths(Utf8, &padded), [1, 1, 1, 1]);
    assert_eq!(validate(Utf8, &padded).unwrap_err().kind(), Overlong);
    let (masked, kind) = Utf8::TABLE.masked(&padded).unwrap();
    assert_eq!((masked.code_point, masked.len, kind), (0x20AC, 4, Overlong));
}

/// "A unique valid encoding for each code point. This ensures that string comparisons and searches are
/// well-defined."
#[test]
fn one_spelling_of_each_code_point() {
    assert!(Properties::new(Utf8).has_one_spelling());
    assert!(!Properties::new(placemat::form::Mutf8Lenient).has_one_spelling());
    // Searched for in the bytes as well: of all sequences of each scalar value, shorter and longer ones, only
    // one is read.
    let patterns = [
        "0xxxxxxx",
        "110xxxxx 10xxxxxx",
        "1110xxxx 10xxxxxx 10xxxxxx",
        "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
    ];
    for scalar in scalar_values() {
        let forms = patterns.iter().filter_map(|pattern| distribute(pattern, scalar));
        let forms = forms.map(|form| form.into_iter().map(|byte| byte as u8).collect::<Vec<_>>());
        let read: Vec<_> = forms.filter(|form| decode(Utf8, form).is_ok()).collect();
        assert_eq!(read, [bytes(Encoding::Utf8, &[scalar])], "U+{scalar:04X}");
    }
}

/// "Modified UTF-8 uses the two-byte overlong encoding of U+0000": C0 80, an error in UTF-8.
#[test]
fn nul_of_modified_utf_8() {
    assert_eq!(bytes(Encoding::Mutf8, &[0]), hex("C0 80"));
    assert_eq!(decode(Mutf8, &hex("C0 80")).unwrap(), [0]);
    assert_eq!(errors(Utf8, &hex("C0 80")), [(0, 1, Overlong), (1, 1, StrayTrail)]);
}

fn first_kind(input: &str) -> ErrorKind {
    validate(Utf8, &hex(input)).unwrap_err().kind()
}

/// What a decoder should be prepared for, 1: invalid bytes.
#[test]
fn invalid_1_invalid_byte() {
    assert_eq!(first_kind("FE"), ErrorKind::InvalidUnit);
    assert_eq!(first_kind("FF"), ErrorKind::InvalidUnit);
    assert_eq!(first_kind("F5 80 80 80"), OutOfRange);
    assert_eq!(first_kind("C0 80"), Overlong);
}

/// 2: an unexpected continuation byte.
#[test]
fn invalid_2_unexpected_continuation_byte() {
    assert!((0x80..=0xBF).all(|byte| errors(Utf8, &[0x61, byte]) == [(1, 1, StrayTrail)]));
}

/// 3: a non-continuation byte before the end of the character.
#[test]
fn invalid_3_non_continuation_byte_before_the_end() {
    assert_eq!(errors(Utf8, &hex("E2 82 41")), [(0, 2, Interrupted)]);
    assert_eq!(errors(Utf8, &hex("C3 C3 A9")), [(0, 1, Interrupted)]);
}

/// 4: the string ending before the end of the character.
#[test]
fn invalid_4_string_ends_before_the_end() {
    for input in ["C3", "E2", "E2 82", "F0", "F0 9F", "F0 9F 98"] {
        let error = validate(Utf8, &hex(input)).unwrap_err();
        assert_eq!((error.kind(), error.error_len()), (Truncated, None), "{input}");
        assert_eq!(error.len(), hex(input).len() as u64);
    }
}

/// 5: an overlong encoding.
#[test]
fn invalid_5_overlong_encoding() {
    for input in ["C0 AF", "C1 BF", "E0 80 AF", "E0 9F BF", "F0 80 80 AF", "F0 8F BF BF"] {
        assert_eq!(first_kind(input), Overlong, "{input}");
    }
}

/// 6: a sequence that decodes to an invalid code point.
#[test]
fn invalid_6_invalid_code_point() {
    assert_eq!(first_kind("ED A0 80"), Surrogate);
    assert_eq!(first_kind("ED BF BF"), Surrogate);
    assert_eq!(first_kind("F4 90 80 80"), OutOfRange);
    assert_eq!(first_kind("F7 BF BF BF"), OutOfRange);
}

/// "Carefully crafted invalid UTF-8 could make them either skip or create ASCII characters such as NUL,
/// slash, or quotes": no overlong sequence of an ASCII character is read as that character, under any policy.
#[test]
fn overlong_forms_create_no_ascii() {
    let patterns = [
        "110xxxxx 10xxxxxx",
        "1110xxxx 10xxxxxx 10xxxxxx",
        "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
        "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
        "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
    ];
    for ascii in 0..0x80 {
        for pattern in patterns {
            let form = distribute(pattern, ascii).unwrap().into_iter().map(|byte| byte as u8);
            let form: Vec<u8> = form.collect();
            assert!(validate(Utf8, &form).is_err());
            for policy in OnError::ALL {
                if matches!(policy, OnError::Strict | OnError::SurrogatePass) {
                    continue; // both stop
                }
                let read = read_with(Utf8, policy, &form);
                assert!(read.iter().all(|&code_point| code_point >= 0x80), "{form:02X?} {}", policy.name());
            }
        }
    }
}

/// "Such errors … can turn what would otherwise be harmless errors into a denial of service": nothing stops
/// under a policy of replacement, and no other text is lost.
#[test]
fn replacement_instead_of_failure() {
    let text = b"PATH=/caf\xE9/bin";
    assert_eq!(dotted(OnError::Replace, text), "PATH=/caf·/bin");
    assert_eq!(validate(Utf8, text).unwrap_err().valid_up_to(), 9);
}

/// "Software can check for UTF-8 correctness, and if that fails assume the input to be in the legacy
/// encoding", and the string of two characters that is taken for "£".
#[test]
fn fallback_to_a_legacy_encoding() {
    let read = |input| decode(Encoding::Utf8OrIso8859_1, input).unwrap();
    assert_eq!(read("naïve".as_bytes()), "naïve".chars().map(u32::from).collect::<Vec<_>>());
    assert_eq!(read(b"na\xEFve"), "naïve".chars().map(u32::from).collect::<Vec<_>>());
    assert_eq!(read(&hex("C2 A3")), [0xA3]);
    assert_eq!(decode(Iso8859_1, &hex("C2 A3")).unwrap(), [0xC2, 0xA3]);
    assert_eq!(decode(Encoding::Utf8OrWindows1252, b"\x93\xE9\x94").unwrap(), [0x201C, 0xE9, 0x201D]);
    // The whole input is in one or the other, wherever the error is. A byte order mark does not change that.
    for text in strings(&EDGE_BYTES, 3).chain([hex("EF BB BF F0 80"), hex("EF BB BF C3 A9")]) {
        let utf_8 = decode(Utf8, &text);
        let latin = utf_8.clone().or_else(|_| decode(Iso8859_1, &text));
        assert_eq!(decode(Encoding::Utf8OrIso8859_1, &text), latin, "{text:02X?}");
        let windows = utf_8.or_else(|_| decode(Windows1252, &text));
        assert_eq!(decode(Encoding::Utf8OrWindows1252, &text), windows, "{text:02X?}");
    }
}

/// "Since RFC 3629, the high and low surrogate halves … and code points not encodable by UTF-16 are not
/// legal."
#[test]
fn invalid_code_points() {
    let generalized = |code_point| bytes(Encoding::Utf8Rfc2279, &[code_point]);
    for code_point in code_points().chain((0x11_0000..0x7FFF_FFFF).step_by(0x1_0001)).chain([0x7FFF_FFFF]) {
        let is_legal = char::from_u32(code_point).is_some();
        assert_eq!(validate(Utf8, &generalized(code_point)).is_ok(), is_legal, "U+{code_point:04X}");
    }
}

/// "To preserve these invalid UTF-16 sequences, their corresponding UTF-8 encodings are sometimes allowed."
#[test]
fn unpaired_halves_are_kept_by_wtf_8() {
    assert_eq!(decode(Wtf8, &hex("61 ED B0 80 62")).unwrap(), [0x61, 0xDC00, 0x62]);
    for half in 0xD800..=0xDFFF {
        let kept = bytes(Encoding::Wtf8, &[half]);
        assert_eq!(kept, bytes(Encoding::GeneralizedUtf8, &[half]), "U+{half:04X}");
        assert_eq!(decode(Wtf8, &kept).unwrap(), [half]);
        assert!(validate(Utf8, &kept).is_err(), "U+{half:04X}");
    }
}

/// Code page 437, from 80 on.
const CODE_PAGE_437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
                             └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";

/// The byte order mark is EF BB BF, and shows as three characters if the text is read in another encoding.
#[test]
fn byte_order_mark_as_other_encodings_show_it() {
    let mark = bytes(Encoding::Utf8, &[0xFEFF]);
    assert_eq!(mark, hex("EF BB BF"));
    assert_eq!(decode(Iso8859_1, &mark).unwrap(), [0xEF, 0xBB, 0xBF]);
    assert_eq!(convert(Iso8859_1, Utf8, &mark).unwrap(), "ï»¿".as_bytes());
    assert_eq!(convert(Windows1252, Utf8, &mark).unwrap(), "ï»¿".as_bytes());
    let code_page: Vec<char> = CODE_PAGE_437.chars().collect();
    assert_eq!(code_page.len(), 128);
    let shown: String = mark.iter().map(|&byte| code_page[usize::from(byte) - 0x80]).collect();
    assert_eq!(shown, "\u{2229}\u{2557}\u{2510}");
}

/// "The Unicode Standard neither requires nor recommends the use of the BOM for UTF-8": it is kept as a
/// character, and never written. It is removed and written only if the signature is requested. With it, ASCII
/// text is not ASCII any more.
#[test]
fn byte_order_mark_is_a_character_unless_asked_for() {
    let marked = hex("EF BB BF 61");
    assert_eq!(decode(Utf8, &marked).unwrap(), [0xFEFF, 0x61]);
    assert_eq!(encode(Utf8, &[0x61]).unwrap(), b"a");
    assert_eq!(decode(Signed(Utf8), &marked).unwrap(), [0x61]);
    assert_eq!(decode(Signed(Utf8), b"a").unwrap(), [0x61]);
    assert_eq!(encode(Signed(Utf8), &[0x61]).unwrap(), marked);
    assert!(!marked.is_ascii());
    assert_eq!(Encoding::for_signature(&marked), Some((Encoding::Utf8, 3)));
}

fn label(name: &str) -> (Encoding, Standing) {
    let (label, standing) = Encoding::for_label(name).unwrap_or_else(|| panic!("{name}"));
    (label.encoding, standing)
}

/// "The official … code for the encoding is 'UTF-8'"; "the declaration is case insensitive".
#[test]
fn official_name() {
    assert_eq!(Encoding::Utf8.official_name(), Some("UTF-8"));
    for name in ["UTF-8", "utf-8", "Utf-8"] {
        assert_eq!(label(name), (Encoding::Utf8, Standing::Official), "{name}");
    }
}

/// "Those that omit the hyphen or replace it with a space, i.e. 'utf8' or 'UTF 8', are not accepted as
/// correct", and their recognition may be required.
#[test]
fn names_without_the_hyphen() {
    assert_eq!(label("utf8"), (Encoding::Utf8, Standing::Registered));
    assert_eq!(label("UTF 8"), (Encoding::Utf8, Standing::Unofficial));
    assert_eq!(label("UTF_8").0, Encoding::Utf8);
}

/// UTF-8-BOM, UTF-8-NOBOM, UTF-8N, code page 65001, PCL's 18N.
#[test]
fn unofficial_names() {
    for (name, encoding) in [
        ("UTF-8-BOM", Encoding::Utf8Sig),
        ("UTF-8-NOBOM", Encoding::Utf8),
        ("UTF-8N", Encoding::Utf8),
        ("65001", Encoding::Utf8),
        ("18N", Encoding::Utf8),
    ] {
        assert_eq!(label(name), (encoding, Standing::Unofficial), "{name}");
        assert_eq!(Encoding::for_name(name).unwrap().0, encoding);
    }
}
