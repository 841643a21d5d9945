//! The Unicode Standard, section 3.9: definitions D76 to D93, Tables 3-4 to 3-7.

use placemat::ErrorKind::{Interrupted, OutOfRange, Overlong, StrayTrail, Surrogate, Truncated};
use placemat::form::CodeSpace;
use placemat::form::{Form, GeneralizedUtf8, Iso8859_1, Utf8, Utf16, Utf32};
use placemat::table::{Alphabet, Row};
use placemat::views::Properties;
use placemat::{CodePoint, Codec, Failure, OnError, concat, convert, decode, encode, validate};

use crate::documents::reading::{
    EDGE_BYTES, EDGE_UNITS, code_points, distribute, error_lengths, errors, hex, hex16, read_with,
    scalar_values, strings, units,
};
use crate::support::{Item, items};

/// First and last code point, then first and last byte at each place.
pub(crate) type Line = (u32, u32, &'static [(u8, u8)]);

pub(crate) const TABLE_3_7: [Line; 9] = [
    (0x0000, 0x007F, &[(0x00, 0x7F)]),
    (0x0080, 0x07FF, &[(0xC2, 0xDF), (0x80, 0xBF)]),
    (0x0800, 0x0FFF, &[(0xE0, 0xE0), (0xA0, 0xBF), (0x80, 0xBF)]),
    (0x1000, 0xCFFF, &[(0xE1, 0xEC), (0x80, 0xBF), (0x80, 0xBF)]),
    (0xD000, 0xD7FF, &[(0xED, 0xED), (0x80, 0x9F), (0x80, 0xBF)]),
    (0xE000, 0xFFFF, &[(0xEE, 0xEF), (0x80, 0xBF), (0x80, 0xBF)]),
    (0x1_0000, 0x3_FFFF, &[(0xF0, 0xF0), (0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    (0x4_0000, 0xF_FFFF, &[(0xF1, 0xF3), (0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
    (0x10_0000, 0x10_FFFF, &[(0xF4, 0xF4), (0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)]),
];

/// Returns `true` for one minimal well-formed sequence by Table 3-7.
fn is_minimal(bytes: &[u8]) -> bool {
    TABLE_3_7.iter().any(|(_, _, places)| {
        places.len() == bytes.len()
            && places.iter().zip(bytes).all(|((first, last), byte)| (first..=last).contains(&byte))
    })
}

/// Units, one sequence for each code point.
fn sequence<F: Form>(form: F, code_point: u32) -> Option<Vec<F::Unit>> {
    let mut units = [F::Unit::default(); 8];
    form.encode_next(code_point, &mut units).ok().map(|len| units[..len].to_vec())
}

/// D76: "any Unicode code point except high-surrogate and low-surrogate code points", that is 0 to D7FF and
/// E000 to 10FFFF. The types of code points, the code space of each form, and the output and input of each
/// form agree with it.
#[test]
fn d76_scalar_values() {
    let ranges = [(0x0000, 0xD7FF), (0xE000, 0x10_FFFF)];
    assert!(Properties::new(Utf8).code_space().eq(ranges));
    assert!(Properties::new(Utf16).code_space().eq(ranges));
    assert!(Properties::new(Utf32).code_space().eq(ranges));
    let mut count = 0;
    for value in code_points().chain([0x11_0000, 0x7FFF_FFFF, u32::MAX]) {
        let is_scalar = ranges.iter().any(|(first, last)| (first..=last).contains(&&value));
        count += u32::from(is_scalar);
        let code_point = CodePoint::from_u32(value);
        assert_eq!(code_point.is_some(), value <= 0x10_FFFF, "U+{value:04X}");
        let is_high = (0xD800..=0xDBFF).contains(&value);
        let is_low = (0xDC00..=0xDFFF).contains(&value);
        if let Some(code_point) = code_point {
            assert_eq!(code_point.is_lead_surrogate(), is_high, "U+{value:04X}");
            assert_eq!(code_point.is_trail_surrogate(), is_low, "U+{value:04X}");
            assert_eq!(code_point.is_surrogate(), !is_scalar, "U+{value:04X}");
            assert_eq!(code_point.to_char(), char::from_u32(value), "U+{value:04X}");
            assert_eq!(code_point.to_char().is_some(), is_scalar, "U+{value:04X}");
        }
        assert_eq!(<char as CodeSpace>::from_u32(value).is_some(), is_scalar, "U+{value:04X}");
        assert_eq!(sequence(Utf8, value).is_some(), is_scalar, "U+{value:04X}");
        assert_eq!(sequence(Utf16, value).is_some(), is_scalar, "U+{value:04X}");
        assert_eq!(sequence(Utf32, value).is_some(), is_scalar, "U+{value:04X}");
        // The sequence that other values would have is not read either.
        assert_eq!(decode(Utf32, &[value]).is_ok(), is_scalar, "U+{value:04X}");
        if value <= 0x10_FFFF {
            let bytes = sequence(GeneralizedUtf8, value).unwrap();
            assert_eq!(decode(Utf8, &bytes).ok(), is_scalar.then(|| vec![value]), "U+{value:04X}");
        }
        if let Ok(unit) = u16::try_from(value) {
            assert_eq!(decode(Utf16, &[unit]).ok(), is_scalar.then(|| vec![value]), "U+{value:04X}");
        }
    }
    assert_eq!(count, 1_112_064);
}

/// D77, and "specific values of some code units cannot be used to represent an encoded character in
/// isolation".
#[test]
fn d77_code_units() {
    assert_eq!([Utf8::TABLE, Utf16::TABLE, Utf32::TABLE].map(|table| table.unit_bits()), [8, 16, 32]);
    let (bytes, wide) = (Properties::new(Utf8), Properties::new(Utf16));
    assert!((0..=0xFF).all(|byte| bytes.role(byte).alone == (byte < 0x80)));
    assert!((0..=0xFFFF).all(|unit| wide.role(unit).alone != (0xD800..=0xDFFF).contains(&unit)));
    // ISO/IEC 8859-1, another standard, restricts none.
    assert!((0..=0xFF).all(|byte| Properties::new(Iso8859_1).role(byte).alone));
}

/// D79: to each scalar value its own sequence, noncharacters and unassigned code points included, and the way
/// back.
#[test]
fn d79_one_to_one() {
    fn check<F: Form>(form: F) {
        let all: Vec<u32> = scalar_values().collect();
        let text = encode(form, &all).unwrap();
        assert_eq!(decode(form, &text).unwrap(), all, "{}", F::NAME);
        let mut sequences: Vec<_> = all.iter().map(|&scalar| sequence(form, scalar).unwrap()).collect();
        sequences.sort();
        sequences.dedup();
        assert_eq!(sequences.len(), all.len(), "{}", F::NAME);
    }
    check(Utf8);
    check(Utf16);
    check(Utf32);
}

/// D79: "there exist code unit sequences that have no associated Unicode scalar value".
#[test]
fn d79_not_onto() {
    assert!(validate(Utf8, &[0xFF]).is_err());
    assert!(validate(Utf16, &[0xD800]).is_err());
    assert!(validate(Utf32, &[0x11_0000]).is_err());
    let one_byte = (0..=0xFF).filter(|&byte| validate(Utf8, &[byte]).is_ok()).count();
    let one_unit = (0..=0xFFFF).filter(|&unit| validate(Utf16, &[unit]).is_ok()).count();
    assert_eq!((one_byte, one_unit), (0x80, 0x1_0000 - 0x800));
}

/// D80 to D83: a Unicode string is any sequence of units of one form. Each is read to its end, well-formed or
/// not, and every unit of it is in a code point or in an error.
#[test]
fn d80_d81_d82_d83_unicode_strings() {
    fn check<F: Form>(form: F, text: &[F::Unit]) {
        let lengths = items(form, text).into_iter().map(|item| match item {
            Item::CodePoint(_, len) | Item::Error(_, len) => len,
        });
        assert_eq!(lengths.sum::<usize>(), text.len());
    }
    strings(&EDGE_BYTES, 3).for_each(|text| check(Utf8, &text));
    strings(&EDGE_UNITS, 3).for_each(|text| check(Utf16, &text));
    let edges: [u32; 6] = [0, 0xD7FF, 0xD800, 0xE000, 0x10_FFFF, 0x11_0000];
    strings(&edges, 2).for_each(|text| check(Utf32, &text));
}

#[test]
fn d84_ill_formed() {
    // "Outside the defined range of Unicode scalar values".
    assert_eq!(validate(Utf8, &hex("ED A0 80")).unwrap_err().kind(), Surrogate);
    assert_eq!(validate(Utf8, &hex("F4 90 80 80")).unwrap_err().kind(), OutOfRange);
    assert_eq!(validate(Utf32, &[0xDFFF]).unwrap_err().kind(), Surrogate);
    assert_eq!(validate(Utf32, &[0x11_0000]).unwrap_err().kind(), OutOfRange);
    // "Constraints on the possible byte ranges for leading and trailing bytes".
    assert_eq!(validate(Utf8, &hex("80")).unwrap_err().kind(), StrayTrail);
    assert_eq!(validate(Utf8, &hex("C3 28")).unwrap_err().kind(), Interrupted);
}

/// D84a: no unit of an ill-formed subsequence belongs to a minimal well-formed subsequence.
#[test]
fn d84a_ill_formed_parts_do_not_overlap_well_formed_ones() {
    for text in strings(&EDGE_BYTES, 4) {
        let mut at = 0;
        for item in items(Utf8, &text) {
            match item {
                Item::CodePoint(_, len) => {
                    assert!(is_minimal(&text[at..at + len]), "{text:02X?}");
                    at += len;
                }
                Item::Error(_, len) => {
                    for inside in at..at + len {
                        let ends = inside + 1..=text.len().min(inside + 4);
                        assert!(!ends.into_iter().any(|end| is_minimal(&text[inside..end])), "{text:02X?}");
                    }
                    at += len;
                }
            }
        }
    }
}

/// D85, D85a: a well-formed sequence consists of minimal well-formed ones; a text is well-formed if and only
/// if it has no ill-formed subsequence.
#[test]
fn d85_d85a_partition() {
    for text in strings(&EDGE_BYTES, 4) {
        let has_error = items(Utf8, &text).iter().any(|item| matches!(item, Item::Error(..)));
        assert_eq!(validate(Utf8, &text).is_err(), has_error, "{text:02X?}");
        assert_eq!(std::str::from_utf8(&text).is_err(), has_error, "{text:02X?}");
    }
}

#[test]
fn d86_41_c3_b1_42() {
    let expected = [Item::CodePoint(0x41, 1), Item::CodePoint(0xF1, 2), Item::CodePoint(0x42, 1)];
    assert_eq!(items(Utf8, &hex("41 C3 B1 42")), expected);
}

#[test]
fn d86_41_c2_c3_b1_42() {
    let expected = [
        Item::CodePoint(0x41, 1),
        Item::Error(Interrupted, 1),
        Item::CodePoint(0xF1, 2),
        Item::CodePoint(0x42, 1),
    ];
    assert_eq!(items(Utf8, &hex("41 C2 C3 B1 42")), expected);
    assert_eq!(read_with(Utf8, OnError::Replace, &hex("41 C2 C3 B1 42")), [0x41, 0xFFFD, 0xF1, 0x42]);
}

#[test]
fn d86_c2_c3_in_isolation() {
    assert_eq!(items(Utf8, &hex("C2 C3")), [Item::Error(Interrupted, 1), Item::Error(Truncated, 1)]);
}

/// D87, D88: well-formed UTF-16 and UTF-32, on every short string of edge units, against std.
#[test]
fn d87_d88_well_formed_utf_16_and_utf_32() {
    for text in strings(&EDGE_UNITS, 4) {
        assert_eq!(validate(Utf16, &text).is_ok(), String::from_utf16(&text).is_ok(), "{text:04X?}");
    }
    for unit in 0..=u16::MAX {
        let is_well_formed = String::from_utf16(&[unit]).is_ok();
        assert_eq!(validate(Utf16, &[unit]).is_ok(), is_well_formed, "{unit:04X}");
        // By the table, without a kernel.
        assert_eq!(errors(Utf16, &[unit]).is_empty(), is_well_formed, "{unit:04X}");
    }
    for unit in code_points().chain([0x11_0000, u32::MAX]) {
        let is_well_formed = char::from_u32(unit).is_some();
        assert_eq!(validate(Utf32, &[unit]).is_ok(), is_well_formed, "{unit:08X}");
        assert_eq!(errors(Utf32, &[unit]).is_empty(), is_well_formed, "{unit:08X}");
    }
}

/// D89: two 16-bit strings that are not in UTF-16, whose concatenation is.
#[test]
fn d89_concatenation() {
    let (left, right) = (hex16("004D D800"), hex16("DF02 004D"));
    assert_eq!(errors(Utf16, &left), [(1, 1, Truncated)]);
    assert_eq!(errors(Utf16, &right), [(0, 1, Surrogate)]);
    let both = concat(Utf16, &left, &right);
    assert_eq!(both, hex16("004D D800 DF02 004D"));
    assert_eq!(decode(Utf16, &both).unwrap(), [0x4D, 0x1_0302, 0x4D]);
}

/// D89: C0 80 61 F3 is an 8-bit string, not in UTF-8, and well-formed in ISO/IEC 8859-1.
#[test]
fn d89_c0_80_61_f3() {
    let text = hex("C0 80 61 F3");
    let overlong = Item::Error(Overlong, 1);
    assert_eq!(
        items(Utf8, &text),
        [overlong, Item::Error(StrayTrail, 1), Item::CodePoint(0x61, 1), Item::Error(Truncated, 1)]
    );
    assert_eq!(decode(Iso8859_1, &text).unwrap(), [0xC0, 0x80, 0x61, 0xF3]);
}

#[test]
fn table_3_4() {
    let code_points = [0x004D, 0x0430, 0x4E8C, 0x1_0302];
    for (code_point, utf_32, utf_16, utf_8) in [
        (0x004D, "0000004D", "004D", "4D"),
        (0x0430, "00000430", "0430", "D0 B0"),
        (0x4E8C, "00004E8C", "4E8C", "E4 BA 8C"),
        (0x1_0302, "00010302", "D800 DF02", "F0 90 8C 82"),
    ] {
        assert_eq!(encode(Utf32, &[code_point]).unwrap(), units(utf_32));
        assert_eq!(encode(Utf16, &[code_point]).unwrap(), hex16(utf_16));
        assert_eq!(encode(Utf8, &[code_point]).unwrap(), hex(utf_8));
        assert_eq!(decode(Utf32, &units(utf_32)).unwrap(), [code_point]);
        assert_eq!(decode(Utf16, &hex16(utf_16)).unwrap(), [code_point]);
        assert_eq!(decode(Utf8, &hex(utf_8)).unwrap(), [code_point]);
    }
    // The four code points as one text, as D90, D91 and D92 encode them.
    assert_eq!(encode(Utf32, &code_points).unwrap(), units("0000004D 00000430 00004E8C 00010302"));
    assert_eq!(encode(Utf16, &code_points).unwrap(), hex16("004D 0430 4E8C D800 DF02"));
    assert_eq!(encode(Utf8, &code_points).unwrap(), hex("4D D0 B0 E4 BA 8C F0 90 8C 82"));
}

/// D90: one unit of the same value; 0000D800..0000DFFF and values greater than 0010FFFF are ill-formed.
#[test]
fn d90_utf_32() {
    for scalar in scalar_values() {
        assert_eq!(sequence(Utf32, scalar), Some(vec![scalar]));
    }
    assert!((0xD800..=0xDFFF).all(|unit| errors(Utf32, &[unit]) == [(0, 1, Surrogate)]));
    for unit in [0x11_0000, 0x7FFF_FFFF, 0x8000_0000, u32::MAX] {
        assert_eq!(errors(Utf32, &[unit]), [(0, 1, OutOfRange)]);
    }
}

/// D91: one unit of the same value up to U+FFFF; an isolated surrogate unit is ill-formed.
#[test]
fn d91_utf_16() {
    for scalar in scalar_values().filter(|&scalar| scalar <= 0xFFFF) {
        assert_eq!(sequence(Utf16, scalar), Some(vec![scalar as u16]));
    }
    for unit in 0xD800..=0xDFFF {
        assert_eq!(error_lengths(Utf16, &[unit]), [1]);
        assert_eq!(errors(Utf16, &[unit, 0x41]), [(0, 1, Surrogate)]);
        assert_eq!(errors(Utf16, &[0x41, unit, 0x41]), [(1, 1, Surrogate)]);
    }
}

/// Table 3-5: `xxxxxxxxxxxxxxxx`, and `000uuuuuxxxxxxxxxxxxxxxx` as `110110wwwwxxxxxx 110111xxxxxxxxxx` with
/// wwww = uuuuu - 1.
#[test]
fn table_3_5_bit_distribution() {
    for scalar in scalar_values() {
        let expected = match scalar {
            0..=0xFFFF => distribute("xxxxxxxxxxxxxxxx", scalar),
            _ => {
                let (u, x) = (scalar >> 16, scalar & 0xFFFF);
                distribute("110110wwwwxxxxxx 110111xxxxxxxxxx", (u - 1) << 16 | x)
            }
        };
        let written: Vec<u32> = sequence(Utf16, scalar).unwrap().into_iter().map(u32::from).collect();
        assert_eq!(Some(written), expected, "U+{scalar:04X}");
    }
}

/// Table 3-6, for every scalar value; by D92 a scalar value has one to four bytes.
#[test]
fn table_3_6_bit_distribution() {
    for scalar in scalar_values() {
        let pattern = match scalar {
            0..=0x7F => "0xxxxxxx",
            0x80..=0x7FF => "110yyyyy 10xxxxxx",
            0x800..=0xFFFF => "1110zzzz 10yyyyyy 10xxxxxx",
            _ => "11110uuu 10uuzzzz 10yyyyyy 10xxxxxx",
        };
        let written: Vec<u32> = sequence(Utf8, scalar).unwrap().into_iter().map(u32::from).collect();
        assert_eq!(Some(written), distribute(pattern, scalar), "U+{scalar:04X}");
    }
}

/// Table 3-7: every sequence of every line, in order, is the next code point of its range.
#[test]
fn table_3_7_well_formed_sequences() {
    let mut count = 0;
    for (first, last, places) in TABLE_3_7 {
        let radices: Vec<u32> = places.iter().map(|(low, high)| u32::from(high - low) + 1).collect();
        assert_eq!(radices.iter().product::<u32>(), last - first + 1, "U+{first:04X}");
        for code_point in first..=last {
            let mut rest = code_point - first;
            let mut bytes: Vec<u8> = places.iter().map(|(low, _)| *low).collect();
            for (byte, radix) in bytes.iter_mut().zip(&radices).rev() {
                *byte += (rest % radix) as u8;
                rest /= radix;
            }
            assert_eq!(items(Utf8, &bytes), [Item::CodePoint(code_point, places.len())]);
            count += 1;
        }
    }
    assert_eq!(count, 1_112_064);
}

/// "Any UTF-8 byte sequence that does not match the patterns listed in Table 3-7 is ill-formed": all
/// sequences of one and two bytes, and those of three and four edge bytes.
#[test]
fn table_3_7_and_nothing_else() {
    let reads_whole = |bytes: &[u8]| {
        let read = Utf8.decode_next(bytes, true);
        read.is_ok_and(|decoded| decoded.len == bytes.len())
    };
    let all: Vec<u8> = (0..=0xFF).collect();
    for bytes in strings(&all, 2).chain(strings(&EDGE_BYTES, 4)).filter(|bytes| !bytes.is_empty()) {
        assert_eq!(reads_whole(&bytes), is_minimal(&bytes), "{bytes:02X?}");
    }
}

/// The five rows of the library, cut into ranges of independent bytes, are the nine lines of Table 3-7.
#[test]
fn table_3_7_is_what_the_rows_are_cut_into() {
    let lines = Utf8::TABLE.rows().iter().flat_map(Row::ranges).map(|ranges| ranges.to_vec());
    let alphabet = |(first, last): &(u8, u8)| Alphabet::new((*first).into(), (*last).into());
    let expected = TABLE_3_7.map(|(_, _, places)| places.iter().map(alphabet).collect::<Vec<_>>());
    assert!(lines.eq(expected));
}

/// "These exceptions to the general pattern occur only in the second byte of a sequence."
#[test]
fn table_3_7_exceptions_are_in_the_second_byte() {
    let exceptions: Vec<_> = TABLE_3_7
        .iter()
        .flat_map(|(_, _, places)| {
            places.iter().enumerate().skip(1).map(|(k, place)| (places[0].0, k, *place))
        })
        .filter(|(_, _, place)| *place != (0x80, 0xBF))
        .collect();
    let expected =
        [(0xE0, 1, (0xA0, 0xBF)), (0xED, 1, (0x80, 0x9F)), (0xF0, 1, (0x90, 0xBF)), (0xF4, 1, (0x80, 0x8F))];
    assert_eq!(exceptions, expected);
    let properties = Properties::new(Utf8);
    let restricted = (0..=0xFF).filter(|&byte| properties.role(byte).restricted);
    assert!(restricted.eq([0xE0, 0xED, 0xF0, 0xF4]));
}

#[test]
fn table_3_7_c0_af() {
    assert_eq!(error_lengths(Utf8, &hex("C0 AF")), [1, 1]);
    assert_eq!(Utf8::TABLE.masked(&hex("C0 AF")).map(|(masked, _)| masked.code_point), Some(0x2F));
}

#[test]
fn table_3_7_e0_9f_80() {
    assert_eq!(error_lengths(Utf8, &hex("E0 9F 80")), [1, 1, 1]);
}

#[test]
fn table_3_7_f4_80_83_92() {
    assert_eq!(items(Utf8, &hex("F4 80 83 92")), [Item::CodePoint(0x10_00D2, 4)]);
}

/// D92: non-shortest sequences of BMP characters, which once had several spellings, are ill-formed; so are
/// sequences that would map to U+D800..U+DFFF.
#[test]
fn d92_non_shortest_forms_and_surrogates() {
    let patterns = ["110xxxxx 10xxxxxx", "1110xxxx 10xxxxxx 10xxxxxx", "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx"];
    for code_point in 0..=0xFFFF {
        let shortest = sequence(Utf8, code_point);
        for pattern in patterns {
            let Some(form) = distribute(pattern, code_point) else { continue };
            let form: Vec<u8> = form.into_iter().map(|byte| byte as u8).collect();
            assert_eq!(validate(Utf8, &form).is_ok(), Some(&form) == shortest.as_ref(), "{form:02X?}");
        }
    }
    for surrogate in 0xD800..=0xDFFF {
        let form = sequence(GeneralizedUtf8, surrogate).unwrap();
        assert_eq!(errors(Utf8, &form)[0], (0, 1, Surrogate));
        assert_eq!(error_lengths(Utf8, &form), [1, 1, 1]);
    }
}

/// "The following byte values are disallowed in UTF-8: C0–C1, F5–FF."
#[test]
fn disallowed_bytes() {
    let properties = Properties::new(Utf8);
    let never: Vec<u32> = (0..=0xFF).filter(|&byte| properties.role(byte).is_never()).collect();
    assert!(never.iter().copied().eq((0xC0..=0xC1).chain(0xF5..=0xFF)));
    let all = encode(Utf8, &scalar_values().collect::<Vec<_>>()).unwrap();
    let mut occurs = [false; 256];
    all.iter().for_each(|&byte| occurs[usize::from(byte)] = true);
    assert!((0..256_u32).all(|byte| occurs[byte as usize] != never.contains(&byte)));
}

/// D93: the result is the same as through scalar values, for all of them and in all directions.
#[test]
fn d93_encoding_form_conversion() {
    fn check<S: Form, T: Form>(source: S, target: T, all: &[u32]) {
        let (from, to) = (encode(source, all).unwrap(), encode(target, all).unwrap());
        assert!(convert(source, target, &from).unwrap() == to, "{} to {}", S::NAME, T::NAME);
    }
    let all: Vec<u32> = scalar_values().collect();
    check(Utf8, Utf16, &all);
    check(Utf8, Utf32, &all);
    check(Utf16, Utf8, &all);
    check(Utf16, Utf32, &all);
    check(Utf32, Utf8, &all);
    check(Utf32, Utf16, &all);
}

/// D93: a conversion treats an ill-formed sequence as an error condition.
#[test]
fn d93_ill_formed_input_is_an_error_condition() {
    fn check<S: Form>(source: S, text: &[S::Unit]) {
        let expected = validate(source, text).map_err(Failure::IllFormed);
        assert_eq!(convert(source, Utf8, text).map(|_| ()), expected);
        assert_eq!(convert(source, Utf16, text).map(|_| ()), expected);
        assert_eq!(convert(source, Utf32, text).map(|_| ()), expected);
    }
    strings(&EDGE_BYTES, 3).for_each(|text| check(Utf8, &text));
    strings(&EDGE_UNITS, 3).for_each(|text| check(Utf16, &text));
    strings(&[0x41_u32, 0xD800, 0xDFFF, 0x10_FFFF, 0x11_0000], 3).for_each(|text| check(Utf32, &text));
}

/// Conformance clause C10: under every policy that is said to conform, the code points of the well-formed
/// subsequences are written in order. Between them are only U+FFFD or the escapes of bytes, which are not
/// characters.
#[test]
fn c10_ill_formed_parts_are_no_characters() {
    let conformant = OnError::ALL.into_iter().filter(|policy| policy.is_conformant());
    for policy in conformant.filter(|policy| *policy != OnError::Strict) {
        for text in strings(&EDGE_BYTES, 3) {
            let characters = items(Utf8, &text).into_iter().filter_map(|item| match item {
                Item::CodePoint(code_point, _) => Some(code_point),
                Item::Error(..) => None,
            });
            let is_sign = |code_point: &u32| matches!(code_point, 0xFFFD | 0xDC80..=0xDCFF);
            let read = read_with(Utf8, policy, &text);
            let left = read.iter().copied().filter(|code_point| !is_sign(code_point));
            assert!(left.eq(characters), "{} {text:02X?}", policy.name());
            let errors = items(Utf8, &text).iter().any(|item| matches!(item, Item::Error(..)));
            let signals = read.iter().any(is_sign);
            assert_eq!(signals, errors && policy != OnError::Skip, "{} {text:02X?}", policy.name());
        }
    }
}

/// C10: the policies that read ill-formed subsequences as characters are named, and none is a default.
#[test]
fn c10_policies_that_do_not_conform() {
    let not = OnError::ALL.into_iter().filter(|policy| !policy.is_conformant());
    assert!(not.eq([OnError::SurrogatePass, OnError::Latin1, OnError::Cp1252]));
    assert_eq!(OnError::default(), OnError::Strict);
    assert_eq!(read_with(Utf8, OnError::Latin1, &hex("C2 41")), [0xC2, 0x41]);
}
