//! Compares columns with their values one by one.

use placemat::columns::{Column, Data, Fault, OnFailure, Profile, Stopped, Validity, View};
use placemat::repair::{Fixes, repair};
use placemat::stream::errors;
use placemat::{Conversion, Encoding, OnError, Options, validate};
use placemat_random::Random;

const PARTS: [&[u8]; 22] = [
    b"",
    b"plain",
    b"a",
    "é".as_bytes(),
    "naïve café ".as_bytes(),
    "€".as_bytes(),
    "💩".as_bytes(),
    "Ã©tÃ© et naÃ¯f ".as_bytes(),
    b"\xED\xA0\xBD",
    b"\xED\xB2\xA9",
    b"\xED\xA0\xBD\xED\xB2\xA9",
    b"\xC3",
    b"\xA9",
    b"\xE2\x82",
    b"\xAC",
    b"\xC0\x80",
    b"\0",
    b"\xFF",
    b"caf\xE9 ",
    b"\xEF\xBB\xBF",
    b"\xFF\xFEo\0k\0",
    "a longer value, which no view holds by itself — ".as_bytes(),
];

/// Values, some of them null, in memory of all layouts, with other bytes before and after them.
struct Memory {
    values: Vec<Option<Vec<u8>>>,
    bytes: Vec<u8>,
    offsets: Vec<i32>,
    large: Vec<i64>,
    views: Vec<View>,
    spare: Vec<u8>,
    bits: Vec<u8>,
    start: usize,
}

impl Memory {
    fn random(random: &mut Random, dirt: usize) -> Self {
        let mut bytes = b"\xC3before".to_vec();
        let (mut values, mut views) = (vec![], vec![]);
        let mut spare = b"after\xA9".to_vec();
        let mut offsets = vec![bytes.len() as i32];
        let start = random.below(11);
        let mut bits = vec![0xFF; 8];
        for row in 0..random.below(12) {
            let mut value = vec![];
            for _ in 0..random.below(4) {
                let kinds = if random.below(dirt) == 0 { PARTS.len() } else { 7 };
                value.extend_from_slice(PARTS[random.below(kinds)]);
            }
            bytes.extend_from_slice(&value);
            offsets.push(bytes.len() as i32);
            let is_null = random.below(5) == 0;
            views.push(View::inline(&value).unwrap_or_else(|| {
                // Two buffers. The second has a part that no value uses.
                if random.below(2) == 0 {
                    View::into_buffer(&value, 0, bytes.len() as u32 - value.len() as u32)
                } else {
                    spare.extend_from_slice(&value);
                    View::into_buffer(&value, 1, spare.len() as u32 - value.len() as u32)
                }
            }));
            if is_null {
                bits[(start + row) / 8] &= !(1 << ((start + row) % 8));
            }
            values.push((!is_null).then_some(value));
        }
        bytes.extend_from_slice(b"\xA9behind");
        let large = offsets.iter().copied().map(i64::from).collect();
        Memory { values, bytes, offsets, large, views, spare, bits, start }
    }

    fn with_columns(&self, mut check: impl FnMut(Column<'_>)) {
        let validity = Validity::new(&self.bits, self.start, self.values.len()).unwrap();
        let buffers = [&self.bytes[..], &self.spare[..]];
        for column in [
            Column::new(&self.bytes, &self.offsets, Some(validity)),
            Column::new(&self.bytes, &self.large, Some(validity)),
            Column::of_views(&self.views, &buffers, Some(validity)),
        ] {
            let column = column.unwrap();
            assert!(column.iter().eq(self.values.iter().map(Option::as_deref)));
            assert_eq!(column.nulls(), self.values.iter().filter(|value| value.is_none()).count());
            check(column);
        }
    }
}

fn each_memory(rounds: usize, mut check: impl FnMut(&Memory, Column<'_>, &mut Random)) {
    let mut random = Random(11);
    for round in 0..rounds {
        let memory = Memory::random(&mut random, 1 + round % 9);
        let mut turns = Random::new(round as u64);
        memory.with_columns(|column| check(&memory, column, &mut turns));
    }
}

#[test]
fn a_column_is_checked_as_its_values_are() {
    let mut found_some = 0;
    each_memory(3_000, |memory, column, random| {
        let encoding = Encoding::ALL[random.below(Encoding::ALL.len())];
        for encoding in [Encoding::Utf8, Encoding::Cesu8, encoding] {
            let found = column.check(encoding);
            let expected: Vec<_> = (0..memory.values.len())
                .filter_map(|row| Some((row, validate(encoding, memory.values[row].as_deref()?).err()?)))
                .collect();
            let found: Vec<_> = found.ill_formed.iter().map(|found| (found.row, found.first)).collect();
            assert_eq!(found, expected, "{encoding} {:X?}", memory.values);
            found_some += expected.len();
        }
    });
    assert!(found_some > 10_000, "{found_some}");
}

/// Long columns, in which values and errors lie at every distance from each other, and from the pieces and the
/// frames in which text is validated.
#[test]
fn a_long_column_is_checked_and_repaired_as_its_values_are() {
    const CHARACTERS: [&str; 6] = ["a", "plain text", "é", "€", "💩", "日本語テキスト"];
    const BROKEN: [&[u8]; 10] = [
        b"\xFF",
        b"\x80",
        b"\xA9\xA9\xA9\xA9",
        b"\xC3",
        b"\xE2\x82",
        b"\xF0\x9F\x92",
        b"\xED\xA0\xBD\xED\xB2\xA9",
        b"\xC0\x80",
        b"\xF4\x90\x80\x80",
        b"\xF8\x88\x80\x80\x80",
    ];
    let mut random = Random(13);
    let mut found_some = 0;
    for round in 0..400 {
        let len = random.below(if round % 8 == 0 { 60_000 } else { 3_000 });
        let (dirt, is_ascii) = ([1, 4, 30, 1000, 20_000][random.below(5)], random.one_in(4));
        let mut bytes = vec![];
        while bytes.len() < len {
            if random.one_in(dirt) {
                bytes.extend_from_slice(random.of(&BROKEN));
            } else {
                let kinds = if is_ascii { 2 } else { CHARACTERS.len() };
                bytes.extend_from_slice(CHARACTERS[random.below(kinds)].as_bytes());
            }
        }
        // Ends of values at characters, or anywhere; some values are empty, and some long.
        let longest = [3, 12, 70, 300, 9_000][random.below(5)];
        let is_cut = random.one_in(3);
        let mut large = vec![random.below(bytes.len().min(8) + 1)];
        while let Some(&last) = large.last().filter(|&&last| last < bytes.len()) {
            let mut end = (last + random.below(longest + 1)).min(bytes.len());
            while !is_cut && bytes.get(end).is_some_and(|byte| byte & 0xC0 == 0x80) {
                end += 1;
            }
            large.push(end);
        }
        large.truncate(large.len() - random.below(large.len().min(4)));
        let large: Vec<i64> = large.into_iter().map(|at| at as i64).collect();
        let offsets: Vec<i32> = large.iter().map(|&at| at as i32).collect();
        let (start, rows) = (random.below(9), offsets.len() - 1);
        let bits: Vec<u8> = (0..rows / 8 + 3).map(|_| (random.bits() | random.bits()) as u8).collect();
        let validity = Validity::new(&bits, start, rows).unwrap();
        for column in [
            Column::new(&bytes, &offsets, None),
            Column::new(&bytes, &offsets, Some(validity)),
            Column::new(&bytes, &large, Some(validity)),
        ] {
            let column = column.unwrap();
            let found = column.check(Encoding::Utf8).ill_formed;
            let mut found = found.iter();
            for (row, value) in column.iter().enumerate() {
                let Some(error) = value.and_then(|value| validate(Encoding::Utf8, value).err()) else {
                    continue;
                };
                let found = found.next().unwrap();
                assert_eq!((found.row, found.first), (row, error), "round {round}");
                let errors = errors(Encoding::Utf8, value.unwrap()).count() as u64;
                assert_eq!(found.errors, errors, "round {round}, row {row}");
                found_some += 1;
            }
            assert_eq!(found.next(), None, "round {round}");
            let repaired = column.repair(Fixes::DEFAULT, OnFailure::Keep).unwrap();
            for (row, value) in column.iter().enumerate() {
                let expected = value.map(|value| repair(value, Fixes::DEFAULT).unwrap_or(value.into()));
                assert_eq!(repaired.get(&column, row), expected.as_deref(), "round {round}, row {row}");
            }
        }
    }
    assert!(found_some > 10_000, "{found_some}");
}

#[test]
fn a_column_is_converted_as_its_values_are() {
    let mut changed = 0;
    each_memory(12_000, |memory, column, random| {
        let any = |random: &mut Random| Encoding::ALL[random.below(Encoding::ALL.len())];
        let common = [Encoding::Utf8, Encoding::Cesu8, Encoding::Mutf8, Encoding::Wtf8];
        let (source, target) = match random.below(2) {
            0 => (common[random.below(4)], common[random.below(4)]),
            _ => (any(random), any(random)),
        };
        let on_error = [OnError::Strict, OnError::Replace, OnError::Skip][random.below(3)];
        let options = Options { on_error, ..Options::default() };
        let Ok(conversion) = Conversion::new(source, target, options) else { return };
        let on_failure = [OnFailure::Stop, OnFailure::Null, OnFailure::Keep][random.below(3)];
        let expected: Vec<_> =
            memory.values.iter().map(|value| Some(conversion.convert(value.as_deref()?))).collect();
        let first_failed = expected.iter().position(|made| matches!(made, Some(Err(_))));
        let converted = match column.convert(&conversion, on_failure) {
            Ok(converted) => converted,
            Err(stopped) => {
                let Stopped::Failed { row, .. } = stopped else { panic!("{stopped}") };
                assert_eq!((Some(row), on_failure), (first_failed, OnFailure::Stop), "{source} to {target}");
                return;
            }
        };
        assert!(first_failed.is_none() || on_failure != OnFailure::Stop);
        for (row, made) in expected.into_iter().enumerate() {
            let expected = match made {
                Some(Ok(made)) => Some(made.output),
                Some(Err(_)) if on_failure == OnFailure::Keep => memory.values[row].clone(),
                _ => None,
            };
            let found = converted.get(&column, row);
            assert_eq!(found, expected.as_deref(), "{source} to {target} {:X?}", memory.values[row]);
        }
        changed += converted.changed;
        assert_eq!(converted.changed == 0, converted.data == Data::Unchanged);
    });
    assert!(changed > 10_000, "{changed}");
}

#[test]
fn a_column_is_repaired_as_its_values_are() {
    let mut changed = 0;
    each_memory(6_000, |memory, column, random| {
        let fixes = match random.below(3) {
            0 => Fixes::DEFAULT,
            1 => Fixes::ALL | Fixes::BOM,
            _ => Fixes::EACH[random.below(Fixes::EACH.len())],
        };
        let repaired = column.repair(fixes, OnFailure::Keep).unwrap();
        for (row, value) in memory.values.iter().enumerate() {
            let expected = value.as_deref().map(|value| repair(value, fixes).unwrap_or(value.into()));
            assert_eq!(repaired.get(&column, row), expected.as_deref(), "{fixes} {value:X?}");
        }
        changed += repaired.changed;
    });
    assert!(changed > 3_000, "{changed}");
}

#[test]
fn a_profile_counts_what_there_is() {
    each_memory(2_000, |memory, column, _| {
        let profile = column.profile(Encoding::Utf8);
        let values = || memory.values.iter().flatten();
        let ill_formed = || values().filter(|value| validate(Encoding::Utf8, value).is_err());
        assert_eq!(profile.rows, memory.values.len() as u64);
        assert_eq!(profile.bytes, values().map(Vec::len).sum::<usize>() as u64);
        assert_eq!(profile.well_formed() + profile.ill_formed + profile.nulls, profile.rows);
        assert_eq!(profile.ill_formed, ill_formed().count() as u64);
        assert_eq!(profile.dialects.values().sum::<u64>(), profile.ill_formed);
        for (&encoding, &count) in &profile.dialects {
            assert_eq!(
                ill_formed().filter(|value| Encoding::of_value(value) == encoding).count() as u64,
                count
            );
        }
        let mut twice = Profile::default();
        (0..2).for_each(|_| twice.add(&profile));
        assert_eq!((twice.rows, twice.first), (2 * profile.rows, profile.first));
    });
}

#[test]
fn a_malformed_column_is_an_error_before_anything_is_read() {
    let fault = |offsets: &[i32]| {
        let made = Column::new(b"text", offsets, None);
        made.map(|_| ()).map_err(|found| (found.row, found.fault))
    };
    assert_eq!(fault(&[0, 2, 1, 4]).err(), Some((1, Fault::Descending)));
    assert_eq!(fault(&[0, 2, 5]).err(), Some((1, Fault::BeyondEnd)));
    assert_eq!(fault(&[-1, 2]).err(), Some((0, Fault::Negative)));
    assert_eq!(fault(&[0, -2]).err(), Some((0, Fault::Negative)));
    assert_eq!(fault(&[5]).err(), Some((0, Fault::BeyondEnd)));
    assert_eq!(fault(&[i32::MAX, i32::MIN]).err(), Some((0, Fault::Negative)));
    assert!(fault(&[4, 4]).is_ok() && fault(&[]).is_ok() && fault(&[2]).is_ok());
    assert_eq!(Column::new(b"", &[0_i64, i64::MAX], None).unwrap_err().fault, Fault::BeyondEnd);

    let bits = [0xFF];
    assert!(Validity::new(&bits, 0, 9).is_err() && Validity::new(&bits, usize::MAX, 2).is_err());
    let validity = Validity::new(&bits, 0, 2).unwrap();
    assert_eq!(Column::new(b"text", &[0, 4], Some(validity)).unwrap_err().fault, Fault::Validity);

    let buffer = b"a value that is no short one".as_slice();
    let of = |view| Column::of_views(&[view], &[buffer], None).map(|_| ()).map_err(|found| found.fault);
    assert_eq!(of(View::into_buffer(buffer, 0, 0)), Ok(()));
    assert_eq!(of(View::into_buffer(buffer, 0, 1)), Err(Fault::BeyondEnd));
    assert_eq!(of(View::into_buffer(buffer, 0, u32::MAX)), Err(Fault::BeyondEnd));
    assert_eq!(of(View::into_buffer(buffer, 1, 0)), Err(Fault::NoSuchBuffer));
    assert_eq!(of(View([0xFF; 16])), Err(Fault::Negative));
    let mut view = View::into_buffer(buffer, 0, 0);
    view.0[7] ^= 1;
    assert_eq!(of(view), Err(Fault::Prefix));
    for len in 0..=12 {
        for at in len..12 {
            let mut view = View::inline(&buffer[..len]).unwrap();
            assert_eq!(of(view), Ok(()));
            view.0[4 + at] = 1;
            assert_eq!(of(view), Err(Fault::Padding), "{len} bytes, and one at {at}");
        }
    }
    // The bytes of a null are not read.
    let null = Validity::new(&[0], 0, 1).unwrap();
    assert!(Column::of_views(&[View([0xFF; 16])], &[buffer], Some(null)).is_ok());
}

#[test]
fn views_may_share_their_memory() {
    const LEN: usize = 1 << 20;
    let text = vec![0xE9; LEN];
    let views = vec![View::into_buffer(&text, 0, 0); 3];
    let buffers = [&text[..]];
    let column = Column::of_views(&views, &buffers, None).unwrap();
    let to_utf_8 = Conversion::new(Encoding::Iso8859_1, Encoding::Utf8, Options::default()).unwrap();
    let converted = column.convert(&to_utf_8, OnFailure::Stop).unwrap();
    assert!((0..3).all(|row| converted.get(&column, row).unwrap().len() == 2 * LEN));
}
