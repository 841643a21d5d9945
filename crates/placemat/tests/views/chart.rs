//! Charts: the figures of CONFORMANCE.md, Charts, and those of Properties seen from the bytes.

use placemat::ErrorKind::{Nul, OutOfRange, Overlong, Reserved, Surrogate};
use placemat::views::{Chart, Class, Reason};
use placemat::{Codec, Encoding};

fn chart(encoding: Encoding) -> Chart {
    Chart::new(encoding).unwrap()
}

fn bytes_of(chart: &Chart, class: Class) -> Vec<u8> {
    chart.cells().filter(|(_, cell)| cell.class() == class).map(|(byte, _)| byte).collect()
}

#[test]
fn utf_8_as_the_encyclopedia_has_it() {
    let chart = chart(Encoding::Utf8);
    let counts = Class::ALL.map(|class| chart.count(class));
    assert_eq!(counts, [128, 64, 47, 4, 0, 13]);
    let restricted: Vec<_> = chart
        .cells()
        .filter_map(|(byte, cell)| Some((byte, cell.lead?.len, cell.lead?.lowest, cell.lead?.restricted?)))
        .collect();
    let because = Reason::Kind;
    assert_eq!(
        restricted,
        [
            (0xE0, 3, 0x800, because(Overlong)),
            (0xED, 3, 0xD000, because(Surrogate)),
            (0xF0, 4, 0x1_0000, because(Overlong)),
            (0xF4, 4, 0x10_0000, because(OutOfRange)),
        ]
    );
    for (byte, cell) in chart.cells() {
        let expected = match byte {
            0xC0 | 0xC1 => Some(because(Overlong)),
            0xF5..=0xFD => Some(because(OutOfRange)),
            0xFE | 0xFF => Some(Reason::Undefined),
            _ => None,
        };
        assert_eq!(cell.never, expected, "{byte:02X}");
        assert_eq!(cell.single, (byte < 0x80).then_some(byte.into()), "{byte:02X}");
        assert_eq!(cell.trail, (0x80..0xC0).contains(&byte).then(|| u32::from(byte) - 0x80), "{byte:02X}");
        assert!(!cell.is_both());
    }
    let lead = chart.cell(0xC2).lead.unwrap();
    assert_eq!((lead.len, lead.lowest, lead.highest, lead.restricted), (2, 0x80, 0xBF, None));
    let lead = chart.cell(0xEF).lead.unwrap();
    assert_eq!((lead.len, lead.lowest, lead.highest, lead.pair_len), (3, 0xF000, 0xFFFF, None));
}

/// Bytes that never occur, and restricted leads.
#[test]
fn the_others_as_the_properties_have_them() {
    let surrogates = |bytes: &[u8]| bytes.to_vec();
    let range = |first: u8, last: u8| (first..=last).collect::<Vec<_>>();
    let with = |bytes: &[u8], rest: Vec<u8>| [bytes, &rest].concat();
    for (encoding, never, restricted) in [
        (Encoding::Utf8, with(&[0xC0, 0xC1], range(0xF5, 0xFF)), surrogates(&[0xE0, 0xED, 0xF0, 0xF4])),
        (Encoding::GeneralizedUtf8, with(&[0xC0, 0xC1], range(0xF5, 0xFF)), vec![0xE0, 0xF0, 0xF4]),
        (Encoding::Utf8mb3, with(&[0xC0, 0xC1], range(0xF0, 0xFF)), vec![0xE0, 0xED]),
        (Encoding::Cesu8, with(&[0xC0, 0xC1], range(0xF0, 0xFF)), vec![0xE0, 0xED]),
        (Encoding::Mutf8, with(&[0x00, 0xC1], range(0xF0, 0xFF)), vec![0xC0, 0xE0]),
        (Encoding::Utf8Rfc2279, vec![0xC0, 0xC1, 0xFE, 0xFF], vec![0xE0, 0xF0, 0xF8, 0xFC]),
        (Encoding::CorrectedUtf8, vec![0xFE, 0xFF], vec![]),
        (Encoding::FssUtf1992July, vec![], vec![0xF7]),
        (Encoding::Utf1, vec![], vec![0xA0, 0xFD]),
    ] {
        let chart = chart(encoding);
        assert_eq!(bytes_of(&chart, Class::Never), never, "{encoding}");
        assert_eq!(bytes_of(&chart, Class::RestrictedLead), restricted, "{encoding}");
        assert_eq!(Class::ALL.iter().map(|class| chart.count(*class)).sum::<usize>(), 256);
    }
}

#[test]
fn reasons_come_from_the_excluded_rows() {
    let reason = |encoding, byte| {
        let cell = *chart(encoding).cell(byte);
        cell.never.or(cell.lead.and_then(|lead| lead.restricted)).unwrap()
    };
    assert_eq!(reason(Encoding::Mutf8, 0x00), Reason::Kind(Nul));
    assert_eq!(reason(Encoding::Mutf8, 0xC0), Reason::Kind(Overlong));
    assert_eq!(reason(Encoding::Cesu8, 0xF0), Reason::Undefined);
    assert_eq!(reason(Encoding::Cesu8, 0xED), Reason::Kind(Surrogate));
    assert_eq!(reason(Encoding::CorrectedUtf8, 0xFE), Reason::Kind(Reserved));
    assert_eq!(reason(Encoding::CorrectedUtf8Document, 0x00), Reason::Kind(Nul));
    assert_eq!(reason(Encoding::Utf1, 0xFD), Reason::Kind(OutOfRange));
    assert_eq!(reason(Encoding::Utf1, 0xA0), Reason::Undefined);
    assert_eq!(reason(Encoding::FssUtf1992July, 0xF7), Reason::Kind(OutOfRange));
    assert_eq!(reason(Encoding::Utf8Rfc2279, 0xFC), Reason::Kind(Overlong));
}

#[test]
fn bytes_that_are_both() {
    let both = |encoding| chart(encoding).cells().filter(|(_, cell)| cell.is_both()).count();
    // 21..7E and A0..FD; 80..F7.
    assert_eq!(both(Encoding::Utf1), 0x5E + 0x5E);
    assert_eq!(both(Encoding::FssUtf1992July), 0x78);
    assert_eq!(both(Encoding::Cesu8), 0);
    let utf_1 = chart(Encoding::Utf1);
    assert_eq!((utf_1.cell(0x21).single, utf_1.cell(0x21).trail), (Some(0x21), Some(0)));
    assert_eq!((utf_1.cell(0xA0).lead.unwrap().lowest, utf_1.cell(0xA0).trail), (0xA0, Some(0x5E)));
    assert_eq!(utf_1.cell(0xFF).class(), Class::Trail);
}

#[test]
fn pairs_and_carried_bytes() {
    let lead = chart(Encoding::Cesu8).cell(0xED).lead.unwrap();
    assert_eq!((lead.len, lead.pair_len, lead.lowest, lead.highest), (3, Some(6), 0xD000, 0xD7FF));
    let utf_8b = chart(Encoding::Utf8b);
    assert_eq!((utf_8b.cell(0xC0).class(), utf_8b.cell(0xC0).carried), (Class::Carried, Some(0xDCC0)));
    assert_eq!((utf_8b.cell(0x80).class(), utf_8b.cell(0x80).carried), (Class::Trail, Some(0xDC80)));
    assert_eq!(chart(Encoding::Windows1252).cell(0x80).single, Some(0x20AC));
}

/// The lowest and the highest code point of a lead are read from sequences that it begins; their neighbours
/// are not.
#[test]
fn lowest_and_highest_are_what_the_decoder_says() {
    for encoding in Encoding::ALL {
        let Some(chart) = Chart::new(encoding) else { continue };
        let info = encoding.info();
        for (byte, lead) in chart.cells().filter_map(|(byte, cell)| Some((byte, cell.lead?))) {
            let first_of = |code_point| {
                info.table.rows().iter().find_map(|row| {
                    let (first, last) = row.code_points();
                    let here =
                        row.is_read() && row.trail_start().is_none() && (first..=last).contains(&code_point);
                    let row = here.then(|| row.between(code_point, code_point))?;
                    (row.sequences().0[0] == u32::from(byte)).then(|| row.len())
                })
            };
            assert_eq!(first_of(lead.lowest), Some(lead.len), "{encoding} {byte:02X}");
            assert_eq!(first_of(lead.highest), Some(lead.len), "{encoding} {byte:02X}");
            assert_eq!(lead.lowest.checked_sub(1).and_then(first_of), None, "{encoding} {byte:02X}");
            assert_eq!(first_of(lead.highest + 1), None, "{encoding} {byte:02X}");
        }
    }
}

#[test]
fn wide_units_have_no_chart() {
    for encoding in Encoding::ALL {
        assert_eq!(Chart::new(encoding).is_some(), encoding.info().width == 1, "{encoding}");
    }
}

#[test]
fn in_writing() {
    let text = chart(Encoding::Utf8).to_string();
    assert!(text.contains("\nC0 - C1 - C2 2 C3 2 "));
    assert!(text.contains("\nlong long 0080 00C0 "));
    assert!(text.contains("\nF0!4 F1 4 F2 4 F3 4 F4!4 F5 - "));
    assert!(text.contains("\n   1    4    8    C   10\n0000 0000 0000 0000 0000 high "));
    assert!(text.contains("\n 64 trail"));
    assert!(text.contains("\nF4! from U+100000, otherwise out-of-range\n"));
    assert!(text.ends_with("\nC0..C1 never: overlong\nF5..FD never: out-of-range\nFE..FF never: undefined"));
    for encoding in Encoding::ALL {
        let Some(chart) = Chart::new(encoding) else { continue };
        for line in chart.to_string().lines() {
            assert!(line.len() <= 80 && line.trim_end() == line, "{encoding}: {line:?}");
        }
    }
}
