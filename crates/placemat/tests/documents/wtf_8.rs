//! The WTF-8 specification, sections 1 to 6.2: terms, potentially ill-formed UTF-16, generalized UTF-8,
//! encoding and decoding. Conversions and concatenation are in `wtf_8_conversions`.

use placemat::ErrorKind::{Surrogate, SurrogatePair};
use placemat::form::{Cesu8, Form, GeneralizedUtf8, Utf8, Utf8Rfc2279, Utf16, Wtf8, Wtf16};
use placemat::stream::EventKind;
use placemat::table::{Alphabet, Row};
use placemat::views::Properties;
use placemat::{CodePoint, Conversion, Encoding, Failure, Options, Pairs, convert, decode, encode, validate};

use crate::documents::reading::{
    EDGE_BYTES, EDGE_UNITS, code_points, distribute, error_lengths, errors, hex, hex16, scalar_values,
    strings, texts,
};
use crate::documents::unicode::Line;
use crate::support::{Item, items};

/// Code points at the edges of every class that the specification distinguishes.
pub(crate) const EDGES: [u32; 12] =
    [0x0000, 0x007F, 0x0080, 0x07FF, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000, 0x1_0000, 0x10_FFFF];

pub(crate) fn is_lead(code_point: u32) -> bool {
    (0xD800..=0xDBFF).contains(&code_point)
}

pub(crate) fn is_trail(code_point: u32) -> bool {
    (0xDC00..=0xDFFF).contains(&code_point)
}

/// Returns `true` if there is a surrogate code point pair.
pub(crate) fn has_pair(code_points: &[u32]) -> bool {
    code_points.windows(2).any(|two| is_lead(two[0]) && is_trail(two[1]))
}

/// 1: "There is no and will not be any encoding label or IANA charset alias for WTF-8."
#[test]
fn section_1_no_label() {
    for encoding in [Encoding::Wtf8, Encoding::Wtf16Le, Encoding::Wtf16Be, Encoding::GeneralizedUtf8] {
        assert_eq!(encoding.official_name(), None);
        assert_eq!(encoding.mib_enum(), None);
        assert!(encoding.names().all(|name| name.standing().is_none()), "{encoding}");
        assert_eq!(Encoding::for_label(encoding.name()), None);
    }
    for spelling in ["wtf-8", "WTF-8", "wtf8", "wtf_8", "WTF 8", "x-wtf-8", "cswtf8"] {
        assert_eq!(Encoding::for_label(spelling), None, "{spelling}");
    }
}

/// 2.1: CESU-8 has six bytes for supplementary code points, WTF-8 four; so CESU-8 is not a superset of UTF-8,
/// and shares with it exactly the strings of scalar values of the Basic Multilingual Plane. Unpaired
/// surrogate byte sequences are ill-formed in CESU-8.
#[test]
fn section_2_1_differences_with_cesu_8() {
    for scalar in scalar_values().filter(|&scalar| scalar <= 0xFFFF) {
        let written = encode(Utf8, &[scalar]).unwrap();
        assert_eq!(encode(Cesu8, &[scalar]).unwrap(), written, "U+{scalar:04X}");
        assert_eq!(decode(Cesu8, &written).unwrap(), [scalar]);
    }
    let pieces =
        ["41", "C3 A9", "ED 9F BF", "EE 80 80", "EF BF BF", "F0 90 80 80", "ED A0 81 ED B0 80"].map(hex);
    for text in strings(&EDGE_BYTES, 4).chain(texts(&pieces, 4)) {
        let [utf_8, cesu_8] = [decode(Utf8, &text), decode(Cesu8, &text)].map(Result::ok);
        let in_bmp = |read: &Option<Vec<u32>>| {
            read.as_ref().is_some_and(|read| read.iter().all(|&scalar| scalar <= 0xFFFF))
        };
        assert_eq!(utf_8.is_some() && cesu_8.is_some(), in_bmp(&utf_8), "{text:02X?}");
        assert_eq!(utf_8.is_some() && cesu_8.is_some(), in_bmp(&cesu_8), "{text:02X?}");
        if in_bmp(&utf_8) {
            assert_eq!(utf_8, cesu_8, "{text:02X?}");
        }
    }
    for code_point in scalar_values().filter(|&scalar| scalar > 0xFFFF) {
        let (cesu_8, wtf_8) = (encode(Cesu8, &[code_point]).unwrap(), encode(Wtf8, &[code_point]).unwrap());
        assert_eq!((cesu_8.len(), wtf_8.len()), (6, 4));
        assert_eq!(wtf_8, encode(Utf8, &[code_point]).unwrap());
        assert!(validate(Cesu8, &wtf_8).is_err() && validate(Wtf8, &cesu_8).is_err());
    }
    for unpaired in ["ED A0 80", "ED AF BF", "ED B0 80", "ED BF BF"] {
        assert!(validate(Wtf8, &hex(unpaired)).is_ok());
        assert!(validate(Cesu8, &hex(unpaired)).is_err(), "{unpaired}");
    }
}

/// 3: code points, "noted with a U+ prefix and four to six hexadecimal digits"; the Basic Multilingual Plane
/// and supplementary planes; "Unicode text is a sequence of Unicode scalar values", which UTF-8 writes in one
/// to four bytes and UTF-16 in one unit of the same value or in a pair; 16-bit code units; the replacement
/// character.
#[test]
fn section_3_terms() {
    assert_eq!(CodePoint::from_u32(0x11_0000), None);
    assert_eq!(
        [0, 1_114_111].map(|value| CodePoint::from_u32(value).unwrap().to_string()),
        ["U+0000", "U+10FFFF"]
    );
    for value in code_points() {
        let code_point = CodePoint::from_u32(value).unwrap();
        let is_scalar = value <= 0xD7FF || (0xE000..=0x10_FFFF).contains(&value);
        assert_eq!(code_point.to_u32(), value);
        assert_eq!(code_point.to_char().map(u32::from), is_scalar.then_some(value), "U+{value:04X}");
        assert_eq!(
            encode(Utf8, &[value]).ok().map(|bytes| (1..=4).contains(&bytes.len())),
            is_scalar.then_some(true)
        );
        match (encode(Utf16, &[value]), is_scalar) {
            (Ok(units), true) if value <= 0xFFFF => assert_eq!(units, [value as u16], "U+{value:04X}"),
            (Ok(units), true) => {
                assert!(matches!(units[..], [0xD800..=0xDBFF, 0xDC00..=0xDFFF]), "U+{value:04X}");
            }
            (Err(Failure::Unencodable(lost)), false) => assert_eq!(lost.code_point(), value),
            (result, _) => panic!("U+{value:04X}: {result:?}"),
        }
        if value % 0x101 == 0 || !is_scalar {
            assert_eq!(code_point.to_string(), format!("U+{value:04X}"));
        }
    }
    assert!((0..=0xFFFF_u16).all(|unit| CodePoint::from(unit).to_u32() == u32::from(unit)));
    assert_eq!(
        (CodePoint::REPLACEMENT.to_u32(), encode(Wtf8, &[CodePoint::REPLACEMENT.to_u32()]).unwrap()),
        (0xFFFD, hex("EF BF BD"))
    );
    let space = |form: Properties| form.code_space().collect::<Vec<_>>();
    assert_eq!(space(Properties::new(GeneralizedUtf8)), [(0x0000, 0x10_FFFF)]);
    assert_eq!(space(Properties::new(Wtf16)), [(0x0000, 0x10_FFFF)]);
    assert_eq!(space(Properties::new(Utf8)), [(0x0000, 0xD7FF), (0xE000, 0x10_FFFF)]);
    assert_eq!(space(Properties::new(Utf16)), [(0x0000, 0xD7FF), (0xE000, 0x10_FFFF)]);
    assert_eq!(Properties::new(Utf16).code_points_of(2), 0x10_FFFF - 0xFFFF);
}

/// 3.1: a lead surrogate code point is in the range from U+D800 to U+DBFF, a trail one from U+DC00 to U+DFFF,
/// and a surrogate is either. A pair is a lead followed by a trail surrogate code point; WTF-8 joins these
/// and no others, and keeps each surrogate that is unpaired.
#[test]
fn section_3_1_surrogate_code_points() {
    for value in code_points() {
        let code_point = CodePoint::from_u32(value).unwrap();
        assert_eq!(code_point.is_lead_surrogate(), is_lead(value), "U+{value:04X}");
        assert_eq!(code_point.is_trail_surrogate(), is_trail(value), "U+{value:04X}");
        assert_eq!(code_point.is_surrogate(), is_lead(value) || is_trail(value), "U+{value:04X}");
    }
    for surrogate in 0xD800..=0xDFFF {
        let unpaired = [0x61, surrogate, 0x62];
        assert_eq!(decode(Wtf8, &encode(Wtf8, &unpaired).unwrap()).unwrap(), unpaired);
        let [leads, trails] = [[surrogate, 0xDC00], [0xD800, surrogate]];
        for two in [leads, trails] {
            let joins = decode(Wtf8, &encode(Wtf8, &two).unwrap()).unwrap() != two;
            assert_eq!(joins, has_pair(&two), "{two:04X?}");
        }
    }
    for text in strings(&EDGES, 2) {
        let joins = decode(Wtf8, &encode(Wtf8, &text).unwrap()).unwrap() != text;
        assert_eq!(joins, has_pair(&text), "{text:04X?}");
    }
    for lead in [0xD800, 0xD801, 0xDBFE, 0xDBFF] {
        for trail in [0xDC00, 0xDC01, 0xDFFE, 0xDFFF] {
            let supplementary = 0x1_0000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
            assert_eq!(decode(Wtf8, &encode(Wtf8, &[lead, trail]).unwrap()).unwrap(), [supplementary]);
            assert_eq!(decode(Wtf8, &encode(Wtf8, &[trail, lead]).unwrap()).unwrap(), [trail, lead]);
        }
    }
}

/// 3.2: a surrogate 16-bit code unit pair "represents a supplementary code point" in UTF-16; unpaired ones
/// nothing.
#[test]
fn section_3_2_surrogate_code_units() {
    for unit in 0..=0xFFFF_u16 {
        let is_surrogate = (0xD800..=0xDFFF).contains(&unit);
        assert_eq!(validate(Utf16, &[unit]).is_err(), is_surrogate, "{unit:04X}");
        assert_eq!(decode(Wtf16, &[unit]).unwrap(), [u32::from(unit)]);
    }
    let pairs: Vec<u16> =
        (0xD800..=0xDBFF).flat_map(|lead| (0xDC00..=0xDFFF).flat_map(move |trail| [lead, trail])).collect();
    assert!(decode(Utf16, &pairs).unwrap().into_iter().eq(0x1_0000..=0x10_FFFF));
    assert!(decode(Wtf16, &pairs).unwrap().into_iter().eq(0x1_0000..=0x10_FFFF));
    assert_eq!(error_lengths(Utf16, &hex16("DC00 D800")), [1, 1]);
}

/// 3.3, Table 1: ED A0..AF 80..BF and ED B0..BF 80..BF; "ill-formed in UTF-8. Decoders are required to treat
/// it as an error."
#[test]
fn section_3_3_table_1() {
    for second in 0x80..=0xBF_u8 {
        for third in 0x80..=0xBF_u8 {
            let sequence = [0xED, second, third];
            let code_point = decode(GeneralizedUtf8, &sequence).unwrap()[0];
            assert_eq!(is_lead(code_point), (0xA0..=0xAF).contains(&second));
            assert_eq!(is_trail(code_point), (0xB0..=0xBF).contains(&second));
            assert_eq!(validate(Utf8, &sequence).is_err(), (0xA0..=0xBF).contains(&second));
        }
    }
}

/// 3.3: a surrogate pair byte sequence is "six bytes composed of a lead surrogate byte sequence followed by a
/// trail surrogate byte sequence".
#[test]
fn section_3_3_surrogate_pair_byte_sequence() {
    let halves = ["ED A0 80", "ED AF BF", "ED B0 80", "ED BF BF"];
    for (k, first) in halves.iter().enumerate() {
        for (j, second) in halves.iter().enumerate() {
            let text = hex(&format!("{first} {second}"));
            let is_pair = k < 2 && j >= 2;
            let expected = if is_pair { vec![(0, 6, SurrogatePair)] } else { vec![] };
            assert_eq!(errors(Wtf8, &text), expected, "{first} {second}");
            assert_eq!(errors(Utf8, &text).first().map(|error| error.2), Some(Surrogate));
        }
    }
    // Of two lead surrogates, only the second is in the pair.
    assert_eq!(errors(Wtf8, &hex("ED A0 80 ED A0 80 ED B0 80")), [(3, 6, SurrogatePair)]);
}

/// 4: "Any sequence of 16-bit code units has an interpretation as potentially ill-formed UTF-16", and it
/// holds no pair.
#[test]
fn section_4_any_sequence_of_units() {
    for units in strings(&EDGE_UNITS, 5) {
        assert!(!has_pair(&decode(Wtf16, &units).unwrap()), "{units:04X?}");
    }
}

/// 4.1, the algorithm step by step.
fn to_wtf_16(code_points: &[u32]) -> Vec<u16> {
    let mut result = vec![];
    for &p in code_points {
        if p > 0xFFFF {
            result.push((((p - 0x1_0000) >> 10) + 0xD800) as u16);
            result.push((((p - 0x1_0000) & 0x3FF) + 0xDC00) as u16);
        } else {
            result.push(p as u16);
        }
    }
    result
}

/// 4.2, the algorithm step by step.
fn from_wtf_16(units: &[u16]) -> Vec<u32> {
    let mut result = vec![];
    let mut rest = units.iter().map(|&unit| u32::from(unit)).peekable();
    while let Some(u) = rest.next() {
        let next = if is_lead(u) { rest.next_if(|&next| is_trail(next)) } else { None };
        result.push(match next {
            Some(next) => 0x1_0000 + ((u - 0xD800) << 10) + (next - 0xDC00),
            None => u,
        });
    }
    result
}

#[test]
fn section_4_1_encoding() {
    let all: Vec<u32> = code_points().collect();
    assert!(encode(Wtf16, &all).unwrap() == to_wtf_16(&all));
    for text in strings(&EDGES, 4) {
        assert_eq!(encode(Wtf16, &text).unwrap(), to_wtf_16(&text), "{text:04X?}");
    }
}

/// 4.1, note: "If the input is restricted to Unicode text, this is identical to encoding to UTF-16."
#[test]
fn section_4_1_unicode_text_is_utf_16() {
    let all: Vec<u32> = scalar_values().collect();
    let units = encode(Wtf16, &all).unwrap();
    assert!(validate(Utf16, &units).is_ok());
    assert!(units == encode(Utf16, &all).unwrap());
}

/// 4.1, note: a pair "should be considered an error"; "possibilities include aborting the conversion, or
/// replacing one of the surrogate code points". Joined by default, and reported as a loss.
#[test]
fn section_4_1_pairs() {
    let text = [0x61, 0xD83D, 0xDCA9];
    let with = |pairs| {
        let options = Options { pairs, ..Options::default() };
        Conversion::new(placemat::form::Ucs4Units, Wtf16, options).unwrap()
    };
    let mut losses = vec![];
    let joined = with(Pairs::Join).convert_reporting(&text, &mut |event| losses.push(event.kind)).unwrap();
    assert_eq!((joined.output, joined.joined), (hex16("0061 D83D DCA9"), 1));
    let [EventKind::Joined(lost)] = losses[..] else { panic!("{losses:?}") };
    assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0xD83D, 1, 2));
    let Err(Failure::Unencodable(lost)) = with(Pairs::Error).convert(&text) else { panic!("no failure") };
    assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0xD83D, 1, 2));
    assert_eq!(with(Pairs::Replace).convert(&text).unwrap().output, hex16("0061 D83D FFFD"));
    assert_eq!(Options::default().pairs, Pairs::Join);
}

/// 4.2, with its notes: no pair results, and well-formed UTF-16 reads as UTF-16.
#[test]
fn section_4_2_decoding() {
    for units in strings(&EDGE_UNITS, 5) {
        let read = decode(Wtf16, &units).unwrap();
        assert_eq!(read, from_wtf_16(&units), "{units:04X?}");
        assert!(!has_pair(&read));
        if let Ok(text) = decode(Utf16, &units) {
            assert_eq!(read, text, "{units:04X?}");
        }
    }
}

/// 5, Table 2, for every code point.
#[test]
fn section_5_table_2() {
    for code_point in code_points() {
        let pattern = match code_point {
            0..=0x7F => "0xxxxxxx",
            0x80..=0x7FF => "110xxxxx 10xxxxxx",
            0x800..=0xFFFF => "1110xxxx 10xxxxxx 10xxxxxx",
            _ => "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
        };
        let written = encode(GeneralizedUtf8, &[code_point]).unwrap();
        let written: Vec<u32> = written.into_iter().map(u32::from).collect();
        assert_eq!(Some(written), distribute(pattern, code_point), "U+{code_point:04X}");
    }
}

/// 5, Table 3: its seven lines are the four rows of the library, cut into ranges of independent bytes.
#[test]
fn section_5_table_3() {
    let table: [Line; 7] = [
        (0x0000, 0x007F, &[(0x00, 0x7F)]),
        (0x0080, 0x07FF, &[(0xC2, 0xDF), (0x80, 0xBF)]),
        (0x0800, 0x0FFF, &[(0xE0, 0xE0), (0xA0, 0xBF), (0x80, 0xBF)]),
        (0x1000, 0xFFFF, &[(0xE1, 0xEF), (0x80, 0xBF), (0x80, 0xBF)]),
        (0x1_0000, 0x3_FFFF, &[(0xF0, 0xF0), (0x90, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
        (0x4_0000, 0xF_FFFF, &[(0xF1, 0xF3), (0x80, 0xBF), (0x80, 0xBF), (0x80, 0xBF)]),
        (0x10_0000, 0x10_FFFF, &[(0xF4, 0xF4), (0x80, 0x8F), (0x80, 0xBF), (0x80, 0xBF)]),
    ];
    let lines: Vec<_> = GeneralizedUtf8::TABLE.rows().iter().flat_map(Row::ranges).collect();
    assert_eq!(lines.len(), table.len());
    for (line, (first, last, places)) in lines.iter().zip(table) {
        let places: Vec<_> =
            places.iter().map(|&(low, high)| Alphabet::new(low.into(), high.into())).collect();
        assert_eq!(line[..], places[..]);
        let count: u64 = line.iter().map(Alphabet::size).product();
        assert_eq!(count, u64::from(last - first) + 1);
        let end =
            |end: fn(&Alphabet) -> u32| places.iter().map(|place| end(place) as u8).collect::<Vec<u8>>();
        let lowest = end(|place| place.unit(0));
        let highest = end(|place| place.unit(place.size() as u32 - 1));
        assert_eq!(decode(GeneralizedUtf8, &lowest).unwrap(), [first]);
        assert_eq!(decode(GeneralizedUtf8, &highest).unwrap(), [last]);
    }
}

/// 5: "A strict superset of UTF-8 (like UTF-8 is a strict superset of ASCII)." 6: WTF-8 is "a strict subset
/// of generalized UTF-8 and a strict superset of UTF-8", and differs by the pair alone. Generalized UTF-8 is
/// a strict subset of RFC 2279. A text that two of them hold is the same code points in both, and each holds
/// a text that the one before does not, for the reason that is its definition.
#[test]
fn section_6_inclusions() {
    let pieces = [
        "41",
        "7F",
        "C2 80",
        "ED 9F BF",
        "EE 80 80",
        "EF BF BF",
        "F0 90 80 80",
        "F4 8F BF BF", // UTF-8
        "ED A0 80",
        "ED AF BF",
        "ED B0 80",
        "ED BF BF", // WTF-8
        "F4 90 80 80",
        "F7 BF BF BF",
        "F8 88 80 80 80",
        "FD BF BF BF BF BF", // RFC 2279
        "C1 BF",
        "E0 9F BF",
        "80",
        "FE", // none
    ];
    let mut more = [0; 4];
    for text in strings(&EDGE_BYTES, 4).chain(texts(&pieces.map(hex), 3)) {
        let ascii = text.is_ascii().then(|| text.iter().map(|&byte| u32::from(byte)).collect::<Vec<_>>());
        let [utf_8, wtf_8] = [decode(Utf8, &text), decode(Wtf8, &text)].map(Result::ok);
        let [generalized, rfc_2279] =
            [decode(GeneralizedUtf8, &text), decode(Utf8Rfc2279, &text)].map(Result::ok);
        let chain = [&ascii, &utf_8, &wtf_8, &generalized, &rfc_2279];
        for (k, two) in chain.windows(2).enumerate() {
            assert!(two[0].is_none() || two[0] == two[1], "{text:02X?}: {two:04X?}");
            more[k] += u32::from(two[0].is_none() && two[1].is_some());
        }
        let reads = |read: &Option<Vec<u32>>, is: &dyn Fn(&[u32]) -> bool| read.as_deref().is_some_and(is);
        let is_text = |read: &[u32]| read.iter().all(|&value| char::from_u32(value).is_some());
        assert_eq!(utf_8.is_some(), reads(&wtf_8, &is_text), "{text:02X?}");
        assert_eq!(wtf_8.is_some(), reads(&generalized, &|read| !has_pair(read)), "{text:02X?}");
        let is_unicode = |read: &[u32]| read.iter().all(|&value| value <= 0x10_FFFF);
        assert_eq!(generalized.is_some(), reads(&rfc_2279, &is_unicode), "{text:02X?}");
    }
    assert!(more.iter().all(|&count| count > 0), "each is a strict subset of the next: {more:?}");
}

/// 6.1, the algorithm step by step.
pub(crate) fn to_wtf_8(code_points: &[u32]) -> Vec<u8> {
    let mut result = vec![];
    let mut rest = code_points.iter().copied().peekable();
    while let Some(mut p) = rest.next() {
        let next = if is_lead(p) { rest.next_if(|&next| is_trail(next)) } else { None };
        if let Some(next) = next {
            p = 0x1_0000 + ((p - 0xD800) << 10) + (next - 0xDC00);
        }
        let bytes = match p {
            0x0000..=0x007F => vec![p],
            0x0080..=0x07FF => vec![0xC0 | p >> 6, 0x80 | p & 0x3F],
            0x0800..=0xFFFF => vec![0xE0 | p >> 12, 0x80 | p >> 6 & 0x3F, 0x80 | p & 0x3F],
            _ => vec![0xF0 | p >> 18, 0x80 | p >> 12 & 0x3F, 0x80 | p >> 6 & 0x3F, 0x80 | p & 0x3F],
        };
        result.extend(bytes.into_iter().map(|byte| byte as u8));
    }
    result
}

#[test]
fn section_6_1_encoding() {
    let all: Vec<u32> = code_points().collect();
    assert!(encode(Wtf8, &all).unwrap() == to_wtf_8(&all));
    for text in strings(&EDGES, 4) {
        let written = encode(Wtf8, &text).unwrap();
        assert_eq!(written, to_wtf_8(&text), "{text:04X?}");
        assert!(validate(Wtf8, &written).is_ok());
    }
}

/// 6.1, note: a pair will "represent the same code points as if had been encoded in potentially ill-formed
/// UTF-16".
#[test]
fn section_6_1_pairs_as_in_utf_16() {
    for text in strings(&EDGES, 4) {
        let units = encode(Wtf16, &text).unwrap();
        assert_eq!(encode(Wtf8, &text).unwrap(), convert(Wtf16, Wtf8, &units).unwrap(), "{text:04X?}");
    }
}

/// 6.2, the algorithm step by step. It requires well-formed input.
fn from_wtf_8(bytes: &[u8]) -> Vec<u32> {
    let mut result = vec![];
    let mut rest = bytes.iter().map(|&byte| u32::from(byte));
    while let Some(b) = rest.next() {
        let mut six = || rest.next().unwrap() & 0x3F;
        result.push(match b {
            0x00..=0x7F => b,
            0xC2..=0xDF => ((b & 0x1F) << 6) + six(),
            0xE0..=0xEF => ((b & 0x0F) << 12) + (six() << 6) + six(),
            0xF0..=0xF4 => ((b & 0x07) << 18) + (six() << 12) + (six() << 6) + six(),
            _ => panic!("{b:02X} begins nothing"),
        });
    }
    result
}

#[test]
fn section_6_2_decoding() {
    let all: Vec<u32> = code_points().filter(|&code_point| !is_trail(code_point)).collect();
    let text = encode(Wtf8, &all).unwrap();
    assert!(decode(Wtf8, &text).unwrap() == from_wtf_8(&text));
    for text in strings(&EDGES, 4) {
        let text = to_wtf_8(&text);
        assert_eq!(decode(Wtf8, &text).unwrap(), from_wtf_8(&text), "{text:02X?}");
    }
}

/// 6.2, note: "If the input is also well-formed in UTF-8, this is identical to decoding UTF-8."
#[test]
fn section_6_2_utf_8_reads_as_utf_8() {
    for text in strings(&EDGE_BYTES, 4) {
        if let Ok(read) = decode(Utf8, &text) {
            assert_eq!(decode(Wtf8, &text).unwrap(), read, "{text:02X?}");
        }
    }
}

/// 6.2, note: decoding is "deliberately not defined for arbitrary byte sequences". Here ill-formed input has
/// the errors of generalized UTF-8, and the pair is one of six bytes.
#[test]
fn section_6_2_ill_formed_input() {
    for text in strings(&EDGE_BYTES, 4) {
        assert_eq!(items(Wtf8, &text), items(GeneralizedUtf8, &text), "{text:02X?}");
    }
    let text = hex("41 ED A0 BD ED B2 A9 42");
    let expected = [Item::CodePoint(0x41, 1), Item::Error(SurrogatePair, 6), Item::CodePoint(0x42, 1)];
    assert_eq!(items(Wtf8, &text), expected);
}
