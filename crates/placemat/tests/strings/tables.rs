//! Compares the tables with what strings read, write and print by code paths of their own.

use placemat::form::{self, Form, Resynchronizing};
use placemat::form::{CodeSpace, Unit};
use placemat::string::Within;
use placemat::{Codec, Str, StrBuf};
use placemat_random::Random;

use crate::strings::{Draw, spelled, values};

macro_rules! each_form {
    ($act:ident: $($form:ident),* $(,)?) => { $( $act::<form::$form>(); )* };
}

/// Forms that can be read from any position.
macro_rules! in_each_form_from_the_middle {
    ($act:ident) => {
        each_form!($act:
            Cesu8, Cesu8Lenient, CorrectedUtf8, CorrectedUtf8Text, GeneralizedUtf8, Iso8859_1, Mutf8, Mutf8Lenient,
            Optu16, Optu8, Optu8Reversible, Tcl86Utf8, Ucs2, Ucs4Units, Utf16, Utf32, Utf8, Utf8Rfc2279, Utf8b, Utf8mb3,
            UsAscii, Utf8Mod, Windows1252, Wtf16, Wtf8,
        )
    };
}

/// All forms.
macro_rules! in_each_form {
    ($act:ident) => {
        in_each_form_from_the_middle!($act);
        each_form!($act: FssUtf1992July, Utf1);
    };
}

#[test]
fn tables_stay_in_their_code_spaces() {
    fn check<F: Form>() {
        for row in F::TABLE.rows() {
            let (first, last) = row.code_points();
            for value in [first, last] {
                assert!(F::CodePoint::from_u32(value).is_some(), "{} {value:X}", F::NAME);
            }
            // The only gap of a code space.
            if F::CodePoint::from_u32(0xD800).is_none() {
                assert!(last < 0xD800 || first > 0xDFFF, "{}", F::NAME);
            }
        }
        for unit in 0..=0xFF {
            let carried = F::CARRY.filter(|carry| unit >= carry.first).map(|carry| carry.code_point(unit));
            assert!(
                carried.is_none_or(|value| F::CodePoint::from_u32(value).is_some()),
                "{} {unit:X}",
                F::NAME
            );
        }
    }
    in_each_form!(check);
}

/// What cutting beside ASCII, and replacing one ASCII byte by another, relies on.
#[test]
fn ascii_is_in_no_longer_sequence() {
    fn check<F: Form>() {
        for row in F::TABLE.rows().iter().filter(|row| row.is_read() && row.len() > 1) {
            let units = row.alphabets().iter().flat_map(|alphabet| alphabet.intervals());
            assert!(units.map(|(first, _)| first).all(|first| first >= 0x80), "{}", F::NAME);
            assert!(row.sequences().0[0] >= 0x80, "{}", F::NAME);
        }
        assert!(F::CARRY.is_none_or(|carry| carry.first >= 0x80), "{}", F::NAME);
    }
    in_each_form_from_the_middle!(check);
}

/// What casting a `&str` relies on.
#[test]
fn text_is_a_string_of_all_supersets() {
    fn check<F: Form<Unit = u8>>()
    where
        form::Utf8: Within<F>,
    {
        for scalar in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text = scalar.encode_utf8(&mut bytes);
            let read = F::default().decode_next(text.as_bytes(), true).expect("text is well-formed");
            assert_eq!((read.code_point, read.len), (scalar.into(), text.len()), "{}", F::NAME);
        }
    }
    check::<form::Utf8>();
    check::<form::GeneralizedUtf8>();
    check::<form::Wtf8>();
    check::<form::Utf8b>();
    check::<form::Utf8Rfc2279>();
    check::<form::Tcl86Utf8>();
}

/// The code points of a string by the table, one sequence after the other.
fn by_the_table<F: Form>(string: &Str<F>) -> Vec<u32> {
    let (mut code_points, mut rest) = (vec![], string.as_units());
    while !rest.is_empty() {
        let decoded = F::default().decode_next(rest, true).expect("it is well-formed");
        code_points.push(decoded.code_point);
        rest = &rest[decoded.len..];
    }
    code_points
}

/// Checks the code paths that some forms have of their own: every code point, in all its spellings, is read
/// as the table says, and is printed accordingly.
#[test]
fn spellings_are_read_as_the_table_has_them() {
    fn check<F: Form>() {
        for string in edges::<F>() {
            let expected = by_the_table(&string);
            assert_eq!(values(&string), expected, "{} {string:?}", F::NAME);
            let scalars: String = expected.iter().filter_map(|&value| char::from_u32(value)).collect();
            let is_text = scalars.chars().count() == expected.len();
            assert_eq!(*string == *scalars, is_text, "{} {string:?}", F::NAME);
            if is_text {
                assert_eq!(string.to_string(), scalars, "{} {string:?}", F::NAME);
            }
        }
    }
    in_each_form!(check);
}

/// Checks the code paths that some forms have of their own: every code point is read from both ends, and
/// appended, as the table says.
#[test]
fn code_points_are_those_of_the_table() {
    fn check<F: Form>() {
        let mut random = Random(7 + F::NAME.len() as u64);
        for _ in 0..2000 {
            let mut units = vec![];
            for _ in 0..random.below(12) {
                let value =
                    if random.below(2) == 0 { random.value() } else { random.below(0x11_0000) as u32 };
                let mut sequence = [F::Unit::default(); 16];
                if let Ok(len) = F::default().encode_next(value, &mut sequence) {
                    units.extend_from_slice(&sequence[..len]);
                }
            }
            let Ok(string) = Str::<F>::new(&units) else { continue };
            let expected = by_the_table(string);
            assert_eq!(values(string), expected, "{} {units:X?}", F::NAME);
            let pushed = expected.iter().fold(StrBuf::<F>::new(), |mut all, &value| {
                all.push(F::CodePoint::from_u32(value).expect("the form holds it"));
                all
            });
            let collected: StrBuf<F> = {
                let mut all = StrBuf::new();
                all.extend(expected.iter().filter_map(|&value| char::from_u32(value)));
                all
            };
            let text: String = expected.iter().filter_map(|&value| char::from_u32(value)).collect();
            assert_eq!(values(&pushed), expected, "{}", F::NAME);
            assert_eq!(*collected, *text, "{}", F::NAME);
            assert_eq!(collected.to_string(), text, "{}", F::NAME);
            let shown: String =
                expected.iter().map(|&value| char::from_u32(value).unwrap_or('\u{FFFD}')).collect();
            assert_eq!(string.to_string(), shown, "{} {units:X?}", F::NAME);
            assert_eq!(*string == *shown, expected.iter().all(|&value| char::from_u32(value).is_some()));
        }
    }
    in_each_form!(check);
}

/// Runs of ASCII and of everything else, in strings longer than a stretch that is read in one way: with
/// little else at first, and with much.
fn stretches<F: Form>() -> impl Iterator<Item = StrBuf<F>> {
    let (edges, mut random) = (edges::<F>(), Random(17 + F::NAME.len() as u64));
    let ascii: Vec<Option<F::Unit>> = ('a'..='z').map(|letter| unit_of::<F>(letter)).collect();
    (0..6).map(move |round| {
        let mut string = StrBuf::<F>::new();
        while string.len() < 20_000 {
            let longest = if round % 2 == 0 { 200 } else { 12 };
            let run = 0..random.below(longest);
            let run: Vec<F::Unit> = run.filter_map(|_| ascii[random.below(ascii.len())]).collect();
            string.push_string(Str::new(&run).expect("letters"));
            string.push_string(&edges[random.below(edges.len())]);
        }
        string
    })
}

/// Returns the unit of a letter in a form, if it is one unit.
fn unit_of<F: Form>(letter: char) -> Option<F::Unit> {
    let mut sequence = [F::Unit::default(); 16];
    match F::default().encode_next(letter.into(), &mut sequence) {
        Ok(1) => Some(sequence[0]),
        _ => None,
    }
}

#[test]
fn code_points_that_are_folded_are_those_that_come_one_by_one() {
    fn folded<C: CodeSpace>(code_points: impl Iterator<Item = C>) -> Vec<u32> {
        let mut folded = vec![];
        code_points.for_each(|code_point| folded.push(code_point.to_u32()));
        folded
    }
    fn check<F: Form>() {
        for string in stretches::<F>() {
            assert!(folded(string.code_points()) == by_the_table(&string), "{}", F::NAME);
        }
    }
    fn check_back<F: Resynchronizing>() {
        for string in stretches::<F>() {
            let expected: Vec<u32> = by_the_table(&string).into_iter().rev().collect();
            assert!(folded(string.code_points().rev()) == expected, "{}", F::NAME);
        }
    }
    in_each_form!(check);
    in_each_form_from_the_middle!(check_back);
}

#[test]
fn boundaries_are_those_of_the_engine() {
    fn check<F: Resynchronizing>() {
        let (mut random, all) = (Random(5 + F::NAME.len() as u64), edges::<F>());
        for _ in 0..500 {
            let string: StrBuf<F> = (0..random.below(8))
                .map(|_| match random.below(2) {
                    0 => random.string(),
                    _ => all[random.below(all.len())].clone(),
                })
                .collect();
            let mut boundaries: Vec<usize> = string.code_point_indices().map(|(at, _)| at).collect();
            boundaries.push(string.len());
            for at in 0..=string.len() {
                assert_eq!(string.is_boundary(at), boundaries.contains(&at), "{} {string:?} {at}", F::NAME);
                assert_eq!(Some(&string.floor_boundary(at)), boundaries.iter().rfind(|&&place| place <= at));
                assert_eq!(Some(&string.ceil_boundary(at)), boundaries.iter().find(|&&place| place >= at));
            }
            let mut backwards: Vec<F::CodePoint> = string.code_points().rev().collect();
            backwards.reverse();
            assert_eq!(backwards, string.code_points().collect::<Vec<_>>(), "{} {string:?}", F::NAME);
        }
    }
    in_each_form_from_the_middle!(check);
}

/// Strings of up to two sequences, with units at the edges of the rows, in all their spellings.
fn edges<F: Form>() -> Vec<StrBuf<F>> {
    let rows = F::TABLE.rows().iter().filter(|row| row.is_read());
    let mut sequences: Vec<Vec<u32>> =
        rows.flat_map(|row| <[&[u32]; 2]>::from(row.sequences()).map(<[u32]>::to_vec)).collect();
    sequences.extend([vec![], vec![0x41], vec![0x80], vec![0xFF]]);
    let pairs = sequences.iter().flat_map(|one| sequences.iter().map(move |other| one.iter().chain(other)));
    let all = pairs.map(|units| units.map(|&unit| F::Unit::from_u32(unit)).collect());
    all.filter_map(|units| StrBuf::from_units(units).ok()).collect()
}

#[test]
fn units_are_ordered_as_code_points_or_as_utf_16() {
    /// Returns whether the order is that of code points, and whether it is that of UTF-16.
    fn orders<F: Form>() -> (bool, bool) {
        let all = edges::<F>();
        let pairs = || all.iter().flat_map(|one| all.iter().map(move |other| (one, other)));
        (
            pairs().all(|(one, other)| one.cmp(other) == one.cmp_code_points(other)),
            pairs().all(|(one, other)| one.cmp(other) == one.cmp_utf_16(other)),
        )
    }
    fn by_code_points<F: Form>() {
        assert!(orders::<F>().0, "{}", F::NAME);
    }
    fn by_utf_16<F: Form>() {
        assert!(orders::<F>().1, "{}", F::NAME);
    }
    fn by_neither<F: Form>() {
        assert_eq!(orders::<F>(), (false, false), "{}", F::NAME);
    }
    each_form!(by_code_points:
        CorrectedUtf8, CorrectedUtf8Text, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Optu16, Ucs2, Ucs4Units, Utf1,
        UsAscii, Utf8Mod, Utf32, Utf8, Utf8Rfc2279, Utf8mb3, Wtf8,
    );
    each_form!(by_utf_16: Cesu8, Cesu8Lenient, Utf16, Wtf16);
    each_form!(by_neither: Mutf8, Mutf8Lenient, Optu8, Optu8Reversible, Tcl86Utf8, Utf8b, Windows1252);
}

/// Sets are found by kernels and first units at the same positions as by testing each code point.
#[test]
fn sets_are_found_where_their_members_are() {
    fn check<F: Resynchronizing>() {
        const SOME: [u32; 20] = [
            0x0, 0x9, 0xA, 0xD, 0x20, 0x61, 0x62, 0x85, 0xA0, 0xE9, 0x20AC, 0x2003, 0x3000, 0x3042, 0xD55C,
            0xD83D, 0xDCA9, 0xDCC3, 0x1_F4A9, 0x1_F4AA,
        ];
        let mut random = Random(3 + F::NAME.len() as u64);
        for _ in 0..400 {
            let mut string = StrBuf::<F>::new();
            for _ in 0..random.below(150) {
                let value = SOME[random.below(SOME.len())];
                if !F::ENCODES {
                    string.push_string(&spelled(value));
                } else if let Some(code_point) = F::CodePoint::from_u32(value) {
                    // Code points that the form does not contain are left out.
                    let _ = string.try_push(code_point);
                }
            }
            let set: Vec<form::Ucs4> =
                (0..random.below(6)).map(|_| form::Ucs4(SOME[random.below(SOME.len())])).collect();
            let is_in = |code_point: F::CodePoint| set.iter().any(|one| one.0 == code_point.to_u32());
            let places = |found: Vec<(usize, &Str<F>)>| -> Vec<usize> {
                found.into_iter().map(|(at, _)| at).collect()
            };
            let expected = places(string.match_indices(is_in).collect());
            let told = || format!("{} {set:?} in {string:?}", F::NAME);
            assert_eq!(places(string.match_indices(&set[..]).collect()), expected, "{}", told());
            let mut backwards = places(string.rmatch_indices(&set[..]).collect());
            backwards.reverse();
            assert_eq!(backwards, expected, "{}", told());
            assert_eq!(string.find(&set[..]), expected.first().copied(), "{}", told());
            let is_white = |code_point: F::CodePoint| {
                char::from_u32(code_point.to_u32()).is_some_and(char::is_whitespace)
            };
            let is_letter = |code_point: F::CodePoint| code_point.to_u32() == 0x61;
            for with in ["b", "é", "", "\0"] {
                let Ok(with) = Str::<form::Utf8>::from_str(with).to::<F>() else { continue };
                assert_eq!(string.replace('a', &*with), string.replace(is_letter, &*with), "{}", told());
            }
            let words = string.split(is_white).filter(|word| !word.is_empty());
            assert!(string.split_whitespace().eq(words.clone()), "{}", told());
            let mut backwards: Vec<&Str<F>> = string.split_whitespace().rev().collect();
            backwards.reverse();
            assert!(backwards.into_iter().eq(words), "{}", told());
            let is_end = |code_point: F::CodePoint| code_point.to_u32() == 0xA;
            let lines = string.split_inclusive(is_end).map(|line| {
                let Some(line) = line.strip_suffix(is_end) else { return line };
                line.strip_suffix(|code_point: F::CodePoint| code_point.to_u32() == 0xD).unwrap_or(line)
            });
            assert!(string.lines().eq(lines), "{}", told());
        }
    }
    in_each_form_from_the_middle!(check);
}
