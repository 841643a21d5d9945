//! Searching and splitting, compared with `str`, and in forms that `str` does not have.

use placemat::form::{self, Resynchronizing, Utf8};
use placemat::form::{Cesu8, Utf16, Wtf8};
use placemat::form::{CodeSpace, Ucs4};
use placemat::string::{ConvertsTo, Pattern};
use placemat::{CodePoint, Str, StrBuf};
use placemat_random::Random;

fn strings<'s, F: Resynchronizing>(parts: impl Iterator<Item = &'s Str<F>>) -> Vec<String> {
    parts.map(ToString::to_string).collect()
}

fn texts<'s>(parts: impl Iterator<Item = &'s str>) -> Vec<String> {
    parts.map(ToString::to_string).collect()
}

/// All ways to split a string, compared with those of `str`.
macro_rules! same {
    ($text:expr, $string:expr, $pattern:expr, $mine:expr) => {{
        let (text, string): (&str, &Str<_>) = ($text, $string);
        assert_eq!(strings(string.split($mine)), texts(text.split($pattern)));
        assert_eq!(strings(string.rsplit($mine)), texts(text.rsplit($pattern)));
        assert_eq!(strings(string.split_inclusive($mine)), texts(text.split_inclusive($pattern)));
        assert_eq!(strings(string.split_terminator($mine)), texts(text.split_terminator($pattern)));
        assert_eq!(strings(string.rsplit_terminator($mine)), texts(text.rsplit_terminator($pattern)));
        for limit in 0..4 {
            assert_eq!(strings(string.splitn(limit, $mine)), texts(text.splitn(limit, $pattern)));
            assert_eq!(strings(string.rsplitn(limit, $mine)), texts(text.rsplitn(limit, $pattern)));
        }
        assert_eq!(strings(string.matches($mine)), texts(text.matches($pattern)));
        assert_eq!(strings(string.rmatches($mine)), texts(text.rmatches($pattern)));
        assert_eq!(string.contains($mine), text.contains($pattern));
        assert_eq!(string.starts_with($mine), text.starts_with($pattern));
        assert_eq!(string.ends_with($mine), text.ends_with($pattern));
        assert_eq!(string.trim_start_matches($mine).to_string(), text.trim_start_matches($pattern));
        assert_eq!(string.trim_end_matches($mine).to_string(), text.trim_end_matches($pattern));
        assert_eq!(
            string.split_once($mine).map(|(head, tail)| (head.to_string(), tail.to_string())),
            text.split_once($pattern).map(|(head, tail)| (head.to_string(), tail.to_string()))
        );
        assert_eq!(
            string.rsplit_once($mine).map(|(head, tail)| (head.to_string(), tail.to_string())),
            text.rsplit_once($pattern).map(|(head, tail)| (head.to_string(), tail.to_string()))
        );
    }};
}

/// Takes items from both ends, by the bits of a number, until there are no more, and once again.
fn by_turns<'a, T: ToString + ?Sized + 'a>(
    mut parts: impl DoubleEndedIterator<Item = &'a T>,
    turns: usize,
) -> Vec<Option<String>> {
    let mut taken = vec![];
    for k in (0..16).cycle().take(64) {
        let part = if turns >> k & 1 == 0 { parts.next() } else { parts.next_back() };
        taken.push(part.map(ToString::to_string));
    }
    taken
}

/// All ways to split a string from both ends, compared with those of `str`.
macro_rules! same_by_turns {
    ($turns:expr, $text:expr, $string:expr, $pattern:expr, $mine:expr; $($cut:ident)*) => { $(
        let (text, string): (&str, &Str<_>) = ($text, $string);
        let (mine, theirs) = (by_turns(string.$cut($mine), $turns), by_turns(text.$cut($pattern), $turns));
        assert_eq!(mine, theirs, "{} of {text:?}, {:b}", stringify!($cut), $turns);
    )* };
}

fn text(random: &mut Random, len: usize) -> String {
    let letters = ["a", "b", "é", "💩", "ab", "\n", "\r\n", " "];
    (0..random.below(len)).map(|_| letters[random.below(letters.len())]).collect()
}

/// Compares with `str`, in a form that contains all text.
fn against_str<F: Resynchronizing>()
where
    Utf8: ConvertsTo<F>,
{
    let mut random = Random(17 + F::NAME.len() as u64);
    for _ in 0..300 {
        let (text, needle) = (text(&mut random, 20), text(&mut random, 3));
        let (string, own) = (StrBuf::<F>::from(&text), StrBuf::<F>::from(&needle));
        same!(&text, &string, &*needle, &*own);
        same!(&text, &string, &needle, &own);
        same!(&text, &string, &*needle, &*needle);
        same!(&text, &string, 'a', 'a');
        same!(&text, &string, ['a', '💩'], ['a', '💩']);
        same!(&text, &string, &['é', 'b'][..], &['é', 'b'][..]);
        let is_letter =
            |code_point: F::CodePoint| char::from_u32(code_point.to_u32()).is_some_and(char::is_alphabetic);
        same!(&text, &string, char::is_alphabetic, is_letter);
        let turns = random.below(1 << 16);
        macro_rules! by_turns_with {
            ($pattern:expr, $mine:expr) => {
                same_by_turns!(turns, &text, &string, $pattern, $mine; split rsplit split_inclusive split_terminator
                    rsplit_terminator matches rmatches);
            };
        }
        by_turns_with!('a', 'a');
        by_turns_with!('\n', '\n');
        by_turns_with!(['a', '💩'], ['a', '💩']);
        by_turns_with!(&['é', 'b'][..], &['é', 'b'][..]);
        by_turns_with!(char::is_alphabetic, is_letter);
        assert_eq!(by_turns(string.lines(), turns), by_turns(text.lines(), turns), "{text:?}");
        assert_eq!(by_turns(string.split_whitespace(), turns), by_turns(text.split_whitespace(), turns));
        assert_eq!(strings(string.lines()), texts(text.lines()));
        assert_eq!(strings(string.split_whitespace()), texts(text.split_whitespace()));
        assert_eq!(string.trim().to_string(), text.trim());
        assert_eq!(string.trim_matches('a').to_string(), text.trim_matches('a'));
        assert_eq!(string.replace('a', &own).to_string(), text.replace('a', &needle));
        assert_eq!(string.replacen('a', &own, 2).to_string(), text.replacen('a', &needle, 2));
    }
    // Longer than the buffer that is used first.
    let long = "é💩b".repeat(40);
    let string = StrBuf::<F>::from(format!("aé{long}"));
    assert_eq!(string.find(&*long), Some(StrBuf::<F>::from("aé").len()));
    assert_eq!(string.strip_suffix(&long).map(ToString::to_string), Some("aé".to_owned()));
}

#[test]
fn strings_are_cut_as_str_is() {
    against_str::<Utf8>();
    against_str::<Wtf8>();
    against_str::<form::Utf8b>();
    against_str::<Cesu8>();
    against_str::<form::Mutf8>();
    against_str::<form::Mutf8Lenient>();
    against_str::<Utf16>();
    against_str::<form::Wtf16>();
    against_str::<form::Utf32>();
}

/// Returns the positions of matches of patterns of all kinds that mean the same.
fn places(text: &Str<Wtf8>, pattern: impl Pattern<Wtf8>) -> Vec<usize> {
    text.match_indices(pattern).map(|(at, _)| at).collect()
}

#[test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "what is borrowed is a pattern of its own")]
fn patterns_of_all_kinds_are_one() {
    let text = Str::<Wtf8>::from_str("a💩b💩");
    let (pile, lead) = (CodePoint::from('💩'), CodePoint::from_u32(0xD83D).unwrap());
    assert_eq!(places(text, '💩'), [1, 6]);
    assert_eq!(places(text, pile), [1, 6]);
    assert_eq!(places(text, Ucs4(0x1_F4A9)), [1, 6]);
    assert_eq!(places(text, "💩"), [1, 6]);
    assert_eq!(places(text, &"💩"), [1, 6]);
    assert_eq!(places(text, &String::from("💩")), [1, 6]);
    assert_eq!(places(text, Str::<Wtf8>::from_str("💩")), [1, 6]);
    assert_eq!(places(text, &StrBuf::<Wtf8>::from("💩")), [1, 6]);
    assert_eq!(places(text, ['💩', 'c']), [1, 6]);
    assert_eq!(places(text, &['💩', 'c']), [1, 6]);
    assert_eq!(places(text, &['💩', 'c'][..]), [1, 6]);
    assert_eq!(places(text, [pile]), [1, 6]);
    assert_eq!(places(text, &[pile][..]), [1, 6]);
    assert_eq!(places(text, |code_point: CodePoint| code_point == pile), [1, 6]);
    assert_eq!(places(text, lead), Vec::<usize>::new());
    assert_eq!(places(text, Ucs4(u32::MAX)), Vec::<usize>::new());
    assert_eq!(places(text, ""), [0, 1, 5, 6, 10]);
}

/// A surrogate is not found inside a pair, and a 16-bit unit is not found across two.
#[test]
fn matches_lie_between_code_points() {
    let text = Str::<form::Mutf8>::new(b"\xED\xA0\xBD\xED\xB2\xA9\xED\xB2\xA9").unwrap();
    let trail = Str::<form::Mutf8>::new(b"\xED\xB2\xA9").unwrap();
    assert_eq!((text.find(trail), text.rfind(trail)), (Some(6), Some(6)));
    assert_eq!((text.starts_with(trail), text.ends_with(trail)), (false, true));
    assert_eq!(
        Str::<Cesu8>::new(b"\xED\xA0\xBD\xED\xB2\xA9").unwrap().find(CodePoint::from_u32(0xDCA9).unwrap()),
        None
    );
    let wide: StrBuf<Utf16> = "\u{6161}\u{6261}\u{6162}".into();
    assert_eq!(
        (wide.find('\u{6161}'), wide.find('\u{6162}'), wide.rfind('\u{6161}')),
        (Some(0), Some(2), Some(0))
    );
    let across: StrBuf<Utf16> = "\u{0061}\u{6100}".into();
    assert_eq!(across.find('\u{0000}'), None);
}

/// Surrogates of pairs everywhere, none of which is a match: the search is still linear, or this would take
/// hours.
#[test]
fn search_is_linear_where_nothing_is_accepted() {
    let pairs = b"\xED\xA0\xBD\xED\xB2\xA9".repeat(1 << 17);
    let needle = [&b"\xED\xB2\xA9"[..], &pairs[..pairs.len() / 2]].concat();
    let (text, needle) =
        (Str::<form::Mutf8>::new(&pairs).unwrap(), Str::<form::Mutf8>::new(&needle).unwrap());
    assert_eq!((text.find(needle), text.rfind(needle)), (None, None));
    let (units, needle) = (vec![0x6162_u16; 1 << 18], vec![0x6261_u16; 1 << 17]);
    let (text, needle) =
        (Str::<form::Wtf16>::from_any_units(&units), Str::<form::Wtf16>::from_any_units(&needle));
    assert_eq!((text.find(needle), text.rfind(needle)), (None, None));
}
