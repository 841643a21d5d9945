//! The encyclopedia's article on UTF-8: history. UTF-1, the proposals of July and September 1992, what 2003
//! removed.

use placemat::ErrorKind::{OutOfRange, Overlong, Surrogate};
use placemat::form::{Form, FssUtf1992July, Utf1, Utf8, Utf8Rfc2279};
use placemat::stream::boundaries;
use placemat::table::Row;
use placemat::views::Properties;
use placemat::{Encoding, decode, encode, validate};

use crate::documents::reading::{bytes, distribute, error_lengths, errors, hex, scalar_values};
use crate::support::{Item, items};

/// Number of bytes, first and last code point: the first three columns of the article's tables.
type Columns<'a> = &'a [(usize, u32, u32)];

/// Returns the rows of a form as those columns.
fn columns<F: Form>() -> Vec<(usize, u32, u32)> {
    let column = |row: &Row| (row.len(), row.code_points().0, row.code_points().1);
    F::TABLE.rows().iter().map(column).collect()
}

/// Code points near every end of a form's rows, and some between.
fn sample(columns: Columns<'_>) -> impl Iterator<Item = u32> {
    columns.iter().flat_map(|&(_, first, last)| {
        let step = ((last - first) / 97).max(1) as usize;
        let near = [first, first + 1, last - 1, last];
        (first..=last).step_by(step).chain(near)
    })
}

const UTF_1: Columns<'static> =
    &[(1, 0x0, 0x9F), (2, 0xA0, 0xFF), (2, 0x100, 0x4015), (3, 0x4016, 0x3_8E2D), (5, 0x3_8E2E, 0x7FFF_FFFF)];

/// The table of UTF-1: numbers of bytes and code points, then the bytes of each place.
#[test]
fn utf_1_table() {
    assert_eq!(columns::<Utf1>(), UTF_1);
    let trail = [(0x21, 0x7E), (0xA0, 0xFF)];
    for (row, lead) in
        Utf1::TABLE.rows().iter().zip([(0x00, 0x9F), (0xA0, 0xA0), (0xA1, 0xF5), (0xF6, 0xFB), (0xFC, 0xFD)])
    {
        assert!(row.alphabets()[0].intervals().eq([lead]));
        assert!(row.alphabets()[1..].iter().all(|place| place.intervals().eq(trail)));
    }
    // The second line has only A0..FF in second place: its 96 sequences are the end of the alphabet.
    assert_eq!(Utf1::TABLE.rows()[1].sequences(), (&[0xA0, 0xA0][..], &[0xA0, 0xFF][..]));
    assert!(validate(Utf1, &hex("A0 7E")).is_err());
    for code_point in sample(UTF_1) {
        let written = bytes(Encoding::Utf1, &[code_point]);
        let len = UTF_1.iter().find(|(_, first, last)| (first..=last).contains(&&code_point)).unwrap().0;
        assert_eq!((written.len(), decode(Utf1, &written).unwrap()), (len, vec![code_point]));
    }
}

/// The table gives FC–FF as first bytes of five, and 7FFFFFFF as the last code point: which FE and FF would
/// exceed.
#[test]
fn utf_1_ends_at_7fffffff() {
    assert_eq!(bytes(Encoding::Utf1, &[0x7FFF_FFFF]), hex("FD BD 2B B9 40"));
    assert_eq!(errors(Utf1, &hex("FD BD 2B B9 41"))[0].2, OutOfRange);
    assert!(validate(Utf1, &hex("FE 21 21 21 21")).is_err());
    assert!(validate(Utf1, &hex("FF 21 21 21 21")).is_err());
}

/// "It could contain continuation bytes in the range 0x21–0x7E that meant something else in ASCII, e.g., 0x2F
/// for '/'."
#[test]
fn utf_1_confuses_ascii() {
    let properties = Properties::new(Utf1);
    assert_eq!(properties.is_ascii_transparent(), Some(false));
    assert!((0..0x80).all(|byte| properties.role(byte).trail == (0x21..=0x7E).contains(&byte)));
    assert_eq!(bytes(Encoding::Utf1, &[0xD7FF]), hex("F7 2F C3"));
    // "New UTF-1 tools would be backward compatible with ASCII-encoded text."
    let ascii: Vec<u8> = (0..0x80).collect();
    assert!(decode(Utf1, &ascii).unwrap().into_iter().eq(0..0x80));
}

const JULY_1992: Columns<'static> = &[
    (1, 0x0, 0x7F),
    (2, 0x80, 0x207F),
    (3, 0x2080, 0x8_207F),
    (4, 0x8_2080, 0x208_207F),
    (5, 0x208_2080, 0x7FFF_FFFF),
];

/// The table of July 1992, with its bytes: patterns of bits, from which the first code point of each line is
/// subtracted.
#[test]
fn july_1992_table() {
    assert_eq!(columns::<FssUtf1992July>(), JULY_1992);
    let patterns = [
        "0xxxxxxx",
        "10xxxxxx 1xxxxxxx",
        "110xxxxx 1xxxxxxx 1xxxxxxx",
        "1110xxxx 1xxxxxxx 1xxxxxxx 1xxxxxxx",
        "11110xxx 1xxxxxxx 1xxxxxxx 1xxxxxxx 1xxxxxxx",
    ];
    for code_point in sample(JULY_1992) {
        let line = JULY_1992.iter().position(|(_, _, last)| code_point <= *last).unwrap();
        let expected = distribute(patterns[line], code_point - JULY_1992[line].1).unwrap();
        let written = bytes(Encoding::FssUtf1992July, &[code_point]);
        assert!(written.iter().map(|&byte| u32::from(byte)).eq(expected), "U+{code_point:04X}");
        assert_eq!(decode(FssUtf1992July, &written).unwrap(), [code_point]);
    }
}

/// "7-bit ASCII characters would only represent themselves; all multi-byte sequences would include only bytes
/// where the high bit was set." Because of the biases, overlong sequences do not exist.
#[test]
fn july_1992_is_safe_for_ascii() {
    let properties = Properties::new(FssUtf1992July);
    assert_eq!(properties.is_ascii_transparent(), Some(true));
    for code_point in sample(JULY_1992) {
        let written = bytes(Encoding::FssUtf1992July, &[code_point]);
        assert!(written.iter().all(|byte| byte.is_ascii() == (code_point < 0x80)), "U+{code_point:04X}");
    }
    assert!(properties.has_one_spelling());
    assert!(FssUtf1992July::TABLE.excluded().iter().all(|row| row.code_points().0 > 0x7FFF_FFFF));
}

/// It was Thompson's modification that allowed the encoding "to be self-synchronizing, letting a reader start
/// anywhere".
#[test]
fn synchronization_came_in_september() {
    assert!(!Properties::new(FssUtf1992July).resynchronizes());
    assert_eq!(boundaries(Encoding::FssUtf1992July, b"abc", 1), None);
    assert_eq!(boundaries(Encoding::Utf1, b"abc", 1), None);
    assert!(Properties::new(Utf8Rfc2279).resynchronizes());
    for code_point in sample(SEPTEMBER_1992).filter(|&code_point| code_point >= 0x80) {
        let written = bytes(Encoding::Utf8Rfc2279, &[code_point]);
        let text = [b"a", &written[..], b"b"].concat();
        for at in 2..=written.len() {
            let around = boundaries(Encoding::Utf8Rfc2279, &text, at);
            assert_eq!(around, Some((1, 1 + written.len())), "U+{code_point:04X} at {at}");
        }
    }
}

const SEPTEMBER_1992: Columns<'static> = &[
    (1, 0x0, 0x7F),
    (2, 0x80, 0x7FF),
    (3, 0x800, 0xFFFF),
    (4, 0x1_0000, 0x1F_FFFF),
    (5, 0x20_0000, 0x3FF_FFFF),
    (6, 0x400_0000, 0x7FFF_FFFF),
];

/// The patterns of Thompson's design.
const THOMPSON: [&str; 6] = [
    "0xxxxxxx",
    "110xxxxx 10xxxxxx",
    "1110xxxx 10xxxxxx 10xxxxxx",
    "11110xxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "111110xx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
    "1111110x 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx 10xxxxxx",
];

#[test]
fn september_1992_table() {
    assert_eq!(columns::<Utf8Rfc2279>(), SEPTEMBER_1992);
    for code_point in sample(SEPTEMBER_1992) {
        let line = SEPTEMBER_1992.iter().position(|(_, _, last)| code_point <= *last).unwrap();
        let expected = distribute(THOMPSON[line], code_point).unwrap();
        let written = bytes(Encoding::Utf8Rfc2279, &[code_point]);
        assert!(written.iter().map(|&byte| u32::from(byte)).eq(expected), "U+{code_point:04X}");
        assert_eq!(decode(Utf8Rfc2279, &written).unwrap(), [code_point]);
    }
}

/// It "added the rule that only the shortest possible encoding is allowed".
#[test]
fn september_1992_shortest_form() {
    for code_point in sample(SEPTEMBER_1992) {
        let line = SEPTEMBER_1992.iter().position(|(_, _, last)| code_point <= *last).unwrap();
        for pattern in &THOMPSON[line + 1..] {
            let longer = distribute(pattern, code_point).unwrap();
            let longer: Vec<u8> = longer.into_iter().map(|byte| byte as u8).collect();
            let error = validate(Utf8Rfc2279, &longer).unwrap_err();
            assert_eq!((error.offset(), error.kind()), (0, Overlong), "{longer:02X?}");
            let (masked, _) = Utf8Rfc2279::TABLE.masked(&longer).unwrap();
            assert_eq!((masked.code_point, masked.len), (code_point, longer.len()));
        }
    }
}

/// "Removed more than 3% of the three-byte sequences": the 2 048 surrogates of 63 488.
#[test]
fn restriction_of_2003_surrogates() {
    let (before, after) = (Properties::new(Utf8Rfc2279), Properties::new(Utf8));
    let removed = before.code_points_of(3) - after.code_points_of(3);
    assert_eq!((removed, before.code_points_of(3)), (2_048, 63_488));
    assert_eq!(removed * 1000 / before.code_points_of(3), 32);
    for surrogate in 0xD800..=0xDFFF {
        let old = bytes(Encoding::Utf8Rfc2279, &[surrogate]);
        assert_eq!(validate(Utf8, &old).unwrap_err().kind(), Surrogate);
    }
}

/// "Ending at U+10FFFF removed more than 48% of the four-byte sequences and all five- and six-byte
/// sequences": 983 040 of 2 031 616.
#[test]
fn restriction_of_2003_end_of_the_code_space() {
    let (before, after) = (Properties::new(Utf8Rfc2279), Properties::new(Utf8));
    let removed = before.code_points_of(4) - after.code_points_of(4);
    assert_eq!((removed, before.code_points_of(4)), (983_040, 2_031_616));
    assert_eq!(removed * 1000 / before.code_points_of(4), 483);
    assert_eq!((before.code_points_of(5), before.code_points_of(6)), (65_011_712, 2_080_374_784));
    assert_eq!((after.code_points_of(5), after.code_points_of(6)), (0, 0));
    for code_point in sample(SEPTEMBER_1992).filter(|&code_point| code_point > 0x10_FFFF) {
        let old = bytes(Encoding::Utf8Rfc2279, &[code_point]);
        assert!(error_lengths(Utf8, &old).iter().all(|&len| len == 1));
        assert_eq!(validate(Utf8, &old).unwrap_err().kind(), OutOfRange, "U+{code_point:04X}");
    }
}

/// The standards "are all the same in their general mechanics": sequences that remain mean what they meant.
#[test]
fn what_is_left_means_what_it_meant() {
    let all: Vec<u32> = scalar_values().collect();
    let text = encode(Utf8, &all).unwrap();
    assert_eq!(encode(Utf8Rfc2279, &all).unwrap(), text);
    assert_eq!(items(Utf8Rfc2279, &text[..1]), [Item::CodePoint(0, 1)]);
    assert!(decode(Utf8Rfc2279, &text).unwrap() == all);
}
