//! Positions of whole texts and of edited ones, compared with positions that are counted one by one.

use alloc::sync::Arc;
use alloc::vec::Vec;

use placemat_random::Random;

use super::blocks::{Blocks, PIECE};
use super::text::{FEW, STEP};
use super::tree::Kind;
use super::*;
use crate::Encoding;
use crate::form::{Cesu8, Cesu8Lenient, Mutf8, Utf8, Utf16, Utf32, Wtf8, Wtf16};
use crate::unit::Unit;

/// Every position of a text, counted one by one.
fn places<C: Codec>(codec: C, units: &[C::Unit]) -> Vec<Position> {
    let (mut places, mut place) = (vec![], Position::default());
    loop {
        places.push(place);
        if place.unit == units.len() {
            return places;
        }
        let (len, code_point) = match codec.decode_next(&units[place.unit..], true) {
            Ok(decoded) => (decoded.len, decoded.code_point),
            Err(crate::table::NotDecoded::IllFormed(part)) => (part.len, 0xFFFD),
            Err(crate::table::NotDecoded::Incomplete) => (units.len() - place.unit, 0xFFFD),
        };
        let utf_16_units = if code_point > 0xFFFF { 2 } else { 1 };
        let is_feed = code_point == 0x0A;
        place = Position {
            unit: place.unit + len,
            code_point: place.code_point + 1,
            utf_16_unit: place.utf_16_unit + utf_16_units,
            line: place.line + usize::from(is_feed),
            column: if is_feed { 0 } else { place.column + 1 },
            utf_16_column: if is_feed { 0 } else { place.utf_16_column + utf_16_units },
        };
    }
}

/// Checks all look-ups of a place of a text.
fn check_place<C: Codec>(offsets: &Offsets<'_, C>, places: &[Position], k: usize) {
    let (codec, place) = (offsets.given, places[k]);
    assert_eq!(offsets.at_unit(place.unit), place, "{codec:?}");
    assert_eq!(offsets.at_code_point(k), place, "{codec:?}");
    assert_eq!(offsets.at_utf_16_unit(place.utf_16_unit), place, "{codec:?}");
    assert_eq!(offsets.at_line_column(place.line, place.column), Some(place), "{codec:?}");
    assert_eq!(offsets.at_line_utf_16_column(place.line, place.utf_16_column), Some(place), "{codec:?}");
    let Some(next) = places.get(k + 1) else {
        assert_eq!(offsets.at_unit(usize::MAX), place, "{codec:?}");
        assert_eq!(offsets.at_code_point(k + 1), place, "{codec:?}");
        assert_eq!(offsets.at_utf_16_unit(usize::MAX), place, "{codec:?}");
        assert_eq!(offsets.at_line_column(place.line, place.column + 1), None, "{codec:?}");
        assert_eq!(offsets.at_line_column(place.line + 1, 0), None, "{codec:?}");
        assert_eq!(offsets.at_line_utf_16_column(place.line + 1, 0), None, "{codec:?}");
        return;
    };
    assert_eq!(offsets.at_unit(next.unit - 1), place, "{codec:?}");
    assert_eq!(offsets.at_utf_16_unit(next.utf_16_unit - 1), place, "{codec:?}");
    if next.column == 0 {
        assert_eq!(offsets.at_line_column(place.line, place.column + 1), None, "{codec:?}");
        assert_eq!(offsets.at_line_column(place.line, place.column + STEP), None, "{codec:?}");
        assert_eq!(offsets.at_line_column(place.line, usize::MAX), None, "{codec:?}");
        assert_eq!(offsets.at_line_utf_16_column(place.line, usize::MAX), None, "{codec:?}");
        assert_eq!(offsets.at_line_utf_16_column(place.line, place.utf_16_column + 1), None, "{codec:?}");
    } else if next.utf_16_column == place.utf_16_column + 2 {
        let inside = offsets.at_line_utf_16_column(place.line, place.utf_16_column + 1);
        assert_eq!(inside, Some(place), "{codec:?}");
    }
}

/// Checks the pieces against the positions of a text, which is the whole input.
fn check_pieces<C: Codec>(offsets: &Offsets<'_, C>, places: &[Position]) {
    let last = places[places.len() - 1];
    assert_eq!(offsets.lines(), last.line + 1);
    let mut now = Sum::NONE;
    offsets.tree.each_piece(&mut |piece| {
        now = now.then(piece.sum);
        let at = places.binary_search_by_key(&now.units(), |place| place.unit);
        let place = at.map(|at| places[at]);
        assert_eq!(place, Ok(offsets.counted(&|now, _, _| now).position(now)), "{:?}", offsets.given);
        // Reserved sequences of Corrected UTF-8 are of any length.
        let most = if let Kind::Counted(_) = piece.kind { PIECE } else { 2 * STEP + 400 };
        assert!(piece.sum.units() <= most, "{:?}: {}", offsets.given, piece.sum.units());
        let is_last = now.units() == last.unit;
        assert!(piece.sum.units() >= FEW || is_last, "{:?}: {}", offsets.given, piece.sum.units());
    });
    assert_eq!(now.units(), last.unit);
}

fn check<C: Codec>(codec: C, units: &[C::Unit]) {
    let offsets = Offsets::new(codec, units);
    let places = places(offsets.text.codec, units);
    check_pieces(&offsets, &places);
    for k in 0..places.len() {
        check_place(&offsets, &places, k);
    }
}

/// Longer texts than are validated at once, with sequences of all lengths at the cuts.
#[test]
fn places_of_long_texts_are_found() {
    for shift in 0..3 {
        let text = "b".repeat(shift) + &"€é💩\n".repeat(8192 / 5);
        check(Utf8, text.as_bytes());
        check(Utf16, &text.encode_utf16().collect::<Vec<_>>());
        check(Encoding::Utf16Le, &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>());
        check(Cesu8, &crate::convert(Utf8, Cesu8, text.as_bytes()).unwrap());
        let mut ill_formed = text.into_bytes();
        ill_formed[8192 - 1] = 0xFF;
        check(Utf8, &ill_formed);
    }
}

/// A line may end in the block that it begins in, in the next one, or later; the next piece may be ill-formed.
#[test]
fn places_in_lines_of_all_lengths_are_found() {
    let mut random = Random(3);
    for end in ["", "\n", "💩"] {
        let mut text = alloc::string::String::new();
        for _ in 0..100 {
            let most = random.of(&[3, 100, 200, 500]);
            (0..random.below(most)).for_each(|_| text.push(random.of(&['a', 'b', 'é', '€', '💩'])));
            text.push('\n');
        }
        text.push_str(end);
        check(Utf8, text.as_bytes());
        check(Utf8, &[text.as_bytes(), b"\xFF\n\x80\x80\x80", text.as_bytes()].concat());
    }
}

#[test]
fn every_place_is_found_in_every_way() {
    let mut random = Random(1);
    for round in 0..12 {
        let pieces: [&[u8]; 8] = [
            b"a",
            b"\n",
            "é".as_bytes(),
            "€".as_bytes(),
            "💩".as_bytes(),
            b"\xFF",
            b"\xE2\x82",
            b"\xED\xA0\xBD\xED\xB2\xA9",
        ];
        let bytes: Vec<u8> = (0..100 * (round % 6))
            .flat_map(|_| random.of(&pieces[..if round < 6 { 5 } else { 8 }]).to_vec())
            .collect();
        check(Utf8, &bytes);
        check(Wtf8, &bytes);
        check(Cesu8, &bytes);
        check(Mutf8, &bytes);
        check(Encoding::Utf8b, &bytes);
        check(Encoding::Iso8859_1, &bytes);
        let words: Vec<u16> =
            (0..200 * (round % 3)).map(|_| random.of(&[0x61, 0x0A, 0xE9, 0xD83D, 0xDCA9, 0x0A0A])).collect();
        check(Utf16, &words);
        check(Encoding::Utf16Be, &words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<_>>());
    }
}

/// Makes units that are seldom well-formed for long, or well-formed for long.
fn some<U: Unit>(random: &mut Random, items: &[&[u32]]) -> Vec<U> {
    let count = match random.below(8) {
        0 => 0,
        1..4 => 1,
        4 | 5 => random.below(30),
        6 => random.below(300),
        _ => random.below(3000),
    };
    // Few kinds of items, so that long pieces without errors occur.
    let kinds = [random.below(3), random.below(5), random.below(items.len())];
    let last = 1 + random.of(&kinds);
    let mut units = vec![];
    for _ in 0..count {
        let item = random.pick(&items[..last]);
        units.extend(item.iter().map(|&unit| U::from_u32(unit)));
    }
    units
}

/// Edits a text again and again, and compares with positions that are built at once.
fn check_edits<C: Codec>(codec: C, items: &[&[u32]], edits: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut units: Vec<C::Unit> = (0..4).flat_map(|_| some(&mut random, items)).collect();
    let mut offsets = Offsets::new(codec, &units).without_text();
    for edit in 0..edits {
        let mut starts = vec![0];
        offsets.tree.each_piece(&mut |piece| starts.push(starts[starts.len() - 1] + piece.sum.units()));
        let start = match random.below(4) {
            // Near the cut between two pieces.
            0 => (random.of(&starts) + random.below(12)).saturating_sub(6),
            1 => random.of(&[0, units.len()]),
            _ => random.below(units.len() + 1),
        };
        let start = start.min(units.len());
        let most = random.of(&[0, 1, 4, 40, 4000]);
        let most = if units.len() > 16_000 { 8000 } else { most };
        let end = units.len().min(start + random.below(most + 1));
        let inserted: Vec<C::Unit> = some(&mut random, items);
        units.splice(start..end, inserted.iter().copied());
        let shared = random.one_in(8).then(|| offsets.clone());
        let edited = offsets.edited(&units, start..end, inserted.len());
        let new = Offsets::new(codec, &units);
        assert_eq!((edited.start, edited.tree.sum), (new.start, new.tree.sum), "{codec:?}");
        let text = edited.text.units;
        let mut places = places(edited.text.codec, text);
        check_pieces(&Offsets { start: 0, ..edited.clone() }, &places);
        places.iter_mut().for_each(|place| place.unit += edited.start);
        for _ in 0..if edit % 50 == 0 { 1000 } else { 20 } {
            check_place(&edited, &places, random.below(places.len()));
        }
        check_place(&edited, &places, places.len() - 1);
        for place in [start, start + inserted.len()] {
            assert_eq!(edited.at_unit(place), new.at_unit(place), "{codec:?}");
        }
        offsets = edited.without_text();
        if let Some(shared) = shared {
            // What was shared has not changed.
            let mut all = Sum::NONE;
            shared.tree.each_piece(&mut |piece| all = all.then(piece.sum));
            assert_eq!(all, shared.tree.sum);
        }
    }
}

/// Items of bytes: characters, then what makes text ill-formed, or heals it.
const BYTES: [&[u32]; 22] = [
    &[0x61],
    &[0x0A],
    &[0xC3, 0xA9],
    &[0xE2, 0x82, 0xAC],
    &[0xF0, 0x9F, 0x92, 0xA9],
    &[0x0D, 0x0A],
    &[0xED, 0xA0, 0xBD, 0xED, 0xB2, 0xA9],
    &[0xED, 0xA0, 0xBD],
    &[0xED, 0xB2, 0xA9],
    &[0xFF],
    &[0xE2, 0x82],
    &[0xAC],
    &[0xF0, 0x9F],
    &[0xF0],
    &[0x80],
    &[0xC0, 0x8A],
    &[0xC0, 0x80],
    &[0x00],
    &[0x3D, 0xD8, 0xA9, 0xDC],
    &[0xD8],
    &[0xA0, 0x15, 0x25],
    &[0xFE, 0xFF],
];

#[test]
fn edits_of_forms_are_as_if_built_at_once() {
    for seed in (1..4).step_by(placemat_random::stride(3)) {
        check_edits(Utf8, &BYTES[..6], 300, seed);
        check_edits(Utf8, &BYTES, 300, seed);
        check_edits(Wtf8, &BYTES, 300, seed);
        check_edits(Cesu8, &BYTES, 200, seed);
        check_edits(Cesu8Lenient, &BYTES, 200, seed);
        check_edits(Mutf8, &BYTES, 200, seed);
        let words: [&[u32]; 10] = [
            &[0x61],
            &[0x0A],
            &[0xE9],
            &[0xD83D, 0xDCA9],
            &[0x0D, 0x0A],
            &[0x20AC],
            &[0xD83D],
            &[0xDCA9],
            &[0x0A0A],
            &[0xFFFE],
        ];
        check_edits(Utf16, &words[..6], 200, seed);
        check_edits(Utf16, &words, 200, seed);
        check_edits(Wtf16, &words, 200, seed);
        let code_points: [&[u32]; 7] =
            [&[0x61], &[0x0A], &[0x1_F4A9], &[0x20AC], &[0xD83D], &[0xDCA9], &[0x11_0000]];
        check_edits(Utf32, &code_points, 200, seed);
    }
}

#[test]
fn edits_of_every_encoding_are_as_if_built_at_once() {
    for encoding in Encoding::ALL {
        check_edits(encoding, &BYTES, 40, 5);
    }
}

#[test]
fn an_edit_that_changes_the_byte_order_is_seen() {
    let before = b"\xFE\xFF\0a\0\n\0b";
    let after = b"\xFF\xFE\0a\0\n\0b";
    let offsets = Offsets::new(Encoding::Utf16, before);
    assert_eq!((offsets.lines(), offsets.at_unit(7).line), (2, 1));
    let offsets = offsets.edited(after, 0..2, 2);
    assert_eq!((offsets.lines(), offsets.at_unit(7).line), (1, 0));
}

/// What is inserted at the start joins the first piece, and an edit leaves the other pieces as they are.
#[test]
fn edits_make_few_pieces() {
    let pieces = |offsets: &Offsets<'_, Utf8>| {
        let mut pieces = vec![];
        offsets.tree.each_piece(&mut |piece| {
            let Kind::Counted(blocks) = &piece.kind else { panic!("it is well-formed") };
            pieces.push(Arc::clone(blocks));
        });
        pieces
    };
    let mut text = "a line of a log, € 5\n".repeat(3000);
    let mut offsets = Offsets::new(Utf8, text.as_bytes()).without_text();
    for _ in 0..100 {
        let line = "b".repeat(200);
        text.insert_str(0, &line);
        offsets = offsets.edited(text.as_bytes(), 0..0, line.len()).without_text();
    }
    let all = pieces(&offsets);
    assert!(all.len() <= 2 * text.len().div_ceil(PIECE), "{}", all.len());
    for place in [0, 200 * 100 + 22 * 400, text.len()] {
        text.insert(place, 'c');
        let edited = offsets.clone().edited(text.as_bytes(), place..place, 1).without_text();
        let is_kept = |one: &Arc<Blocks>| all.iter().any(|other| Arc::ptr_eq(one, other));
        let changed = pieces(&edited).iter().filter(|one| !is_kept(one)).count();
        assert!((1..=3).contains(&changed), "{place}: {changed} of {}", all.len());
        text.remove(place);
    }
}

#[test]
fn a_text_is_taken_again() {
    let framed = b"\0\x03a\nb and more";
    let offsets = Offsets::new(Encoding::Mutf8WriteUtf, framed).without_text();
    let offsets = offsets.edited(framed, 5..5, 0);
    assert_eq!((offsets.at_unit(4).line, offsets.at_unit(100).unit), (1, 5));
}

#[test]
fn edits_that_do_not_fit_panic() {
    let edited = |range: Range<usize>, inserted: usize| {
        let edit = || Offsets::new(Utf8, b"abc").edited(b"abcd", range, inserted).lines();
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(edit)).is_ok()
    };
    assert!(edited(1..1, 1) && edited(0..3, 4));
    assert!(!edited(1..1, 0) && !edited(3..5, 3) && !edited(1..1, usize::MAX));
    assert!(!edited(Range { start: 2, end: 1 }, 1));
}
