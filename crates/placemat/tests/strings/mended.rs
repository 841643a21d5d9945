//! Regression tests.

use std::cell::Cell;
use std::ops::{Bound, RangeBounds};
use std::panic::{AssertUnwindSafe, catch_unwind};

use placemat::form::Wtf8;
use placemat::form::{self, Utf8};
use placemat::form::{Iso8859_1, Mutf8Lenient};
use placemat::string::NotChanged;
use placemat::validate;
use placemat::{Str, StrBuf};

/// A range whose start differs in each call.
struct Lying([usize; 2], Cell<usize>);

impl Lying {
    fn new(starts: [usize; 2]) -> Self {
        Lying(starts, Cell::new(0))
    }
}

impl RangeBounds<usize> for Lying {
    fn start_bound(&self) -> Bound<&usize> {
        let asked = self.1.replace(1);
        Bound::Included(&self.0[asked])
    }

    fn end_bound(&self) -> Bound<&usize> {
        Bound::Included(&2)
    }
}

#[test]
fn ranges_that_change_their_minds_leave_strings_well_formed() {
    for starts in [[2, 0], [0, 2], [1, 2], [2, 1]] {
        for operation in 0..2 {
            let mut string = StrBuf::<Utf8>::from("aéb");
            let _ = catch_unwind(AssertUnwindSafe(|| match operation {
                0 => string.replace_range(Lying::new(starts), Str::<Utf8>::empty()),
                _ => drop(string.drain(Lying::new(starts))),
            }));
            assert!(validate(Utf8, string.as_units()).is_ok(), "{starts:?} {:X?}", string.as_bytes());
        }
    }
}

#[test]
fn ranges_at_the_end_of_numbers_are_errors() {
    let string = StrBuf::<Utf8>::from("a");
    let error = string.try_get((Bound::Excluded(usize::MAX), Bound::Unbounded)).unwrap_err();
    assert_eq!(error.at(), usize::MAX);
    let error = string.try_get((Bound::Unbounded, Bound::Included(usize::MAX))).unwrap_err();
    assert_eq!(error.at(), usize::MAX);
    let replace = |mut string: StrBuf<Utf8>| {
        string.replace_range((Bound::Excluded(usize::MAX), Bound::Unbounded), Str::<Utf8>::empty());
    };
    assert!(catch_unwind(AssertUnwindSafe(|| replace(string))).is_err());
}

/// For positions in 16-bit units, the error counts these, and reports which of the two is wrong.
#[test]
fn errors_of_wide_ranges_name_the_place() {
    let text = Str::<Wtf8>::from_str("aé💩");
    let message = |start, end| text.get_wide_lossless(start..end).unwrap_err().to_string();
    assert_eq!(message(3, 2), "the range begins after its end, which is 2");
    assert_eq!(message(2, 7), "7 is after the end of the string, which is at 4");
    assert_eq!(message(9, 7), "9 is after the end of the string, which is at 4");
    let [start, end] = [2, 1];
    let error = text.try_get_wide(start..end).unwrap_err();
    assert_eq!(error.to_string(), "the range begins after its end, which is 1");
}

/// A code point that cannot be appended has a length, like every one that cannot be encoded.
#[test]
fn what_cannot_be_pushed_has_a_length() {
    let mut text = StrBuf::<Iso8859_1>::from_units(b"ab".to_vec()).unwrap();
    let Err(NotChanged::Unencodable(lost)) = text.try_push('€') else { panic!("not of ISO-8859-1") };
    assert_eq!((lost.code_point(), lost.offset(), lost.len()), (0x20AC, 2, 1));
}

/// A lenient form spells U+000A and U+0061 in more than one way.
#[test]
fn code_points_are_found_in_all_their_spellings() {
    let text = Str::<Mutf8Lenient>::new(b"x\xC0\x8Ay\xE0\x80\x8Az\n\xC1\xA1").unwrap();
    let lines: Vec<&[u8]> = text.lines().map(Str::<Mutf8Lenient>::as_bytes).collect();
    assert_eq!(lines, [&b"x"[..], b"y", b"z", b"\xC1\xA1"]);
    assert_eq!((text.find('a'), text.rfind('a'), text.ends_with('a')), (Some(9), Some(9), true));
    assert_eq!((text.find('\n'), text.rfind('\n')), (Some(1), Some(8)));
    let offsets = placemat::offsets::Offsets::new(Mutf8Lenient, text.as_bytes());
    assert_eq!((offsets.lines(), offsets.at_unit(8).line, offsets.at_unit(10).line), (4, 2, 3));
    // OPTU-8 escapes a byte as a code point that also has a sequence of its own.
    let text = Str::<form::Optu8>::from_any_units(b"-\xFF\xEE\xBF\xBF");
    let places = |value| text.match_indices(placemat::CodePoint::from_u32(value).unwrap()).count();
    assert_eq!(places(0xEFFF), text.code_points().filter(|&c| c.to_u32() == 0xEFFF).count());
}

/// Byte order marks of UTF-16 and UTF-32 determine the byte order, and wrappers the range of the text.
#[test]
fn offsets_know_marks_and_layers() {
    use placemat::Encoding;
    use placemat::offsets::Offsets;
    let bytes: Vec<u8> = "\u{FEFF}a\n💩b".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let offsets = Offsets::new(Encoding::Utf16, &bytes);
    let b = offsets.at_unit(10);
    assert_eq!((b.code_point, b.utf_16_unit, b.line, b.column), (4, 5, 1, 1));
    let bytes: Vec<u8> = "\u{FEFF}a\nb".chars().flat_map(|scalar| u32::from(scalar).to_le_bytes()).collect();
    assert_eq!(Offsets::new(Encoding::Utf32, &bytes).at_code_point(3).unit, 12);

    let framed = Offsets::new(Encoding::Mutf8WriteUtf, b"\0\x03a\nb and more");
    assert_eq!(
        (framed.at_code_point(2).unit, framed.at_line_column(1, 1).unwrap().unit, framed.lines()),
        (4, 5, 2)
    );
    assert_eq!((framed.at_unit(0).code_point, framed.at_unit(usize::MAX).code_point), (0, 3));
    let fallback = Offsets::new(Encoding::Utf8OrWindows1252, b"\xE9\xE8!");
    assert_eq!(fallback.at_code_point(2).unit, 2);
    // Input that the wrapper rejects is still read.
    assert_eq!(Offsets::new(Encoding::Mutf8Nul, b"ab").at_code_point(1).unit, 1);
}

/// A pair that lies across two stored positions of `Offsets`.
#[test]
fn offsets_count_pairs_across_steps() {
    use placemat::offsets::Offsets;
    for before in 1010..1030 {
        let words: Vec<u16> = [vec![0x61; before], vec![0xD83D, 0xDCA9, 0x62]].concat();
        assert_eq!(Offsets::new(form::Wtf16, &words).at_unit(before + 2).code_point, before + 1);
        assert_eq!(Offsets::new(form::Utf16, &words).at_unit(before + 2).code_point, before + 1);
        let pair = [&vec![b'a'; before][..], b"\xED\xA0\xBD\xED\xB2\xA9b"].concat();
        let b = before + 6;
        assert_eq!(Offsets::new(form::Cesu8, &pair).at_unit(b).code_point, before + 1);
        assert_eq!(Offsets::new(form::Cesu8Lenient, &pair).at_unit(b).code_point, before + 1);
        assert_eq!(Offsets::new(form::Mutf8, &pair).at_unit(b).code_point, before + 1);
        // A surrogate pair is one ill-formed subsequence in WTF-8, and two code points in generalized UTF-8.
        assert_eq!(Offsets::new(Wtf8, &pair).at_unit(b).code_point, before + 1);
        assert_eq!(Offsets::new(form::GeneralizedUtf8, &pair).at_unit(b).code_point, before + 2);
    }
}
