//! Properties: every figure of CONFORMANCE.md, Properties.

use placemat::views::{Order, Properties};
use placemat::{Codec, Encoding, form};

fn of(encoding: Encoding) -> Properties {
    Properties::new(encoding)
}

fn encodings() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.into_iter().filter(|encoding| !encoding.is_wrapper())
}

/// The units for which something is true, one by one.
fn units(encoding: Encoding, is: impl Fn(placemat::views::Role) -> bool) -> Vec<u32> {
    of(encoding).units().filter(|(_, role)| is(*role)).flat_map(|(units, _)| units).collect()
}

/// Code points of 1, 2, 3 … units; units that never occur; restricted leads; look-back.
#[test]
fn figures_by_length_and_unit() {
    let mut restricted = Vec::new();
    for (encoding, code_points, never, leads, look_back) in [
        (Encoding::Utf8, [128, 1920, 61440, 1_048_576, 0, 0], "C0-C1 F5-FF", "E0 ED F0 F4", Some(3)),
        (Encoding::GeneralizedUtf8, [128, 1920, 63488, 1_048_576, 0, 0], "C0-C1 F5-FF", "E0 F0 F4", Some(3)),
        (Encoding::Utf8mb3, [128, 1920, 61440, 0, 0, 0], "C0-C1 F0-FF", "E0 ED", Some(2)),
        (Encoding::Cesu8, [128, 1920, 61440, 0, 0, 1_048_576], "C0-C1 F0-FF", "E0 ED", Some(5)),
        (Encoding::Mutf8, [127, 1921, 63488, 0, 0, 1_048_576], "00-00 C1-C1 F0-FF", "C0 E0", Some(5)),
        (
            Encoding::Utf8Rfc2279,
            [128, 1920, 63488, 2_031_616, 65_011_712, 2_080_374_784],
            "C0-C1 FE-FF",
            "E0 F0 F8 FC",
            Some(5),
        ),
        (
            Encoding::CorrectedUtf8,
            [128, 2048, 65536, 2_097_152, 67_108_864, 2_147_483_648],
            "FE-FF",
            "",
            Some(5),
        ),
        (Encoding::FssUtf1992July, [128, 8192, 524_288, 33_554_432, 2_113_396_608, 0], "", "F7", None),
        (
            Encoding::Utf8Mod,
            [160, 864, 15360, 243_712, 851_968, 0],
            "C0-C4 E0-E0 FA-FF",
            "F0 F1 F8 F9",
            Some(4),
        ),
        (Encoding::Utf1, [160, 16_246, 216_600, 0, 2_147_250_642, 0], "", "A0 FD", None),
    ] {
        let properties = of(encoding);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|len| properties.code_points_of(len)), code_points, "{encoding}");
        let hex = |text: &str| u32::from_str_radix(text, 16).unwrap();
        let intervals = never.split_whitespace().map(|interval| interval.split_once('-').unwrap());
        let expected: Vec<_> = intervals.flat_map(|(first, last)| hex(first)..=hex(last)).collect();
        assert_eq!(units(encoding, |role| role.is_never()), expected, "{encoding}");
        restricted.clear();
        restricted.extend(leads.split_whitespace().map(hex));
        assert_eq!(units(encoding, |role| role.restricted), restricted, "{encoding}");
        assert_eq!(properties.look_back(), look_back, "{encoding}");
    }
    assert_eq!(units(Encoding::CorrectedUtf8, |role| role.reserved), [0xFE, 0xFF]);
    assert!(units(Encoding::Utf1, |role| role.trail && !role.lead && !role.alone).eq(&[0xFE, 0xFF]));
    let only_trail = units(Encoding::FssUtf1992July, |role| role.trail && !role.lead);
    assert!(only_trail.into_iter().eq(0xF8..=0xFF));
}

/// Code space, unit, units per code point.
#[test]
fn code_spaces_and_lengths() {
    const SCALARS: &[(u32, u32)] = &[(0, 0xD7FF), (0xE000, 0x10_FFFF)];
    const CODE_POINTS: &[(u32, u32)] = &[(0, 0x10_FFFF)];
    const UCS_4: &[(u32, u32)] = &[(0, 0x7FFF_FFFF)];
    const BMP: &[(u32, u32)] = &[(0, 0xFFFF)];
    const UTF_8B: &[(u32, u32)] = &[(0, 0xD7FF), (0xDC80, 0xDCFF), (0xE000, 0x10_FFFF)];
    const UP_TO_6: &[usize] = &[1, 2, 3, 4, 5, 6];
    for (encoding, space, bits, lengths) in [
        (Encoding::Utf8, SCALARS, 8, &[1, 2, 3, 4][..]),
        (Encoding::GeneralizedUtf8, CODE_POINTS, 8, &[1, 2, 3, 4]),
        (Encoding::Wtf8, CODE_POINTS, 8, &[1, 2, 3, 4]),
        (Encoding::Utf8b, UTF_8B, 8, &[1, 2, 3, 4]),
        (Encoding::Utf16, SCALARS, 16, &[1, 2]),
        (Encoding::Utf16Le, SCALARS, 16, &[1, 2]),
        (Encoding::Wtf16Be, CODE_POINTS, 16, &[1, 2]),
        (Encoding::Utf32Be, SCALARS, 32, &[1]),
        (Encoding::Ucs2Le, BMP, 16, &[1]),
        (Encoding::Ucs4Be, &[(0, u32::MAX)], 32, &[1]),
        (Encoding::Cesu8, SCALARS, 8, &[1, 2, 3, 6]),
        (Encoding::Cesu8Lenient, CODE_POINTS, 8, &[1, 2, 3, 6]),
        (Encoding::Mutf8, CODE_POINTS, 8, &[1, 2, 3, 6]),
        (Encoding::Utf8mb3, &[(0, 0xD7FF), (0xE000, 0xFFFF)], 8, &[1, 2, 3]),
        (Encoding::Optu8, &[(0, 0xFFFD)], 8, &[1, 2, 3]),
        (Encoding::Utf8Rfc2279, UCS_4, 8, UP_TO_6),
        (Encoding::FssUtf1992July, UCS_4, 8, &[1, 2, 3, 4, 5]),
        (Encoding::Utf1, UCS_4, 8, &[1, 2, 3, 5]),
        (Encoding::CorrectedUtf8, &[(0, 0x7F), (0xA0, 0xD7FF), (0xE000, 0x8421_109F)], 8, UP_TO_6),
        (Encoding::Utf8Mod, SCALARS, 8, &[1, 2, 3, 4, 5]),
        (Encoding::UtfEbcdic, SCALARS, 8, &[1, 2, 3, 4, 5]),
        (Encoding::UsAscii, &[(0, 0x7F)], 8, &[1]),
        (Encoding::Iso8859_1, &[(0, 0xFF)], 8, &[1]),
    ] {
        let properties = of(encoding);
        assert!(properties.code_space().eq(space.iter().copied()), "{encoding}");
        assert_eq!(properties.unit_bits(), bits, "{encoding}");
        assert!(properties.lengths().eq(lengths.iter().copied()), "{encoding}");
        assert_eq!(Some(&properties.longest()), lengths.last(), "{encoding}");
    }
    assert_eq!(of(Encoding::Utf8).code_points(), 1_112_064);
    assert_eq!(of(Encoding::Wtf8).code_points(), 1_114_112);
    assert_eq!(of(Encoding::Windows1252).code_points(), 256);
    for encoding in encodings() {
        let properties = of(encoding);
        let by_length: u64 = (1..=6).map(|len| properties.code_points_of(len)).sum();
        assert_eq!(by_length, properties.code_points(), "{encoding}");
    }
}

/// The meaning of ASCII bytes and of 00, resynchronization, order.
#[test]
fn ascii_zero_resynchronization_and_order() {
    let wide = |encoding: Encoding| encoding.info().width > 1;
    for encoding in encodings() {
        let properties = of(encoding);
        let is_other = matches!(encoding, Encoding::Utf1 | Encoding::UtfEbcdic);
        let ascii = (!wide(encoding)).then_some(!is_other);
        assert_eq!(properties.is_ascii_transparent(), ascii, "{encoding}");
        assert_eq!(properties.has_nul_alone(), (!wide(encoding)).then_some(true), "{encoding}");
        let is_never = matches!(encoding, Encoding::Mutf8 | Encoding::CorrectedUtf8Document);
        assert!(wide(encoding) || properties.role(0).is_never() == is_never, "{encoding}");
        assert_eq!(properties.resynchronizes(), encoding.resynchronizes(), "{encoding}");
        assert_eq!(properties.look_back().is_some(), encoding.resynchronizes(), "{encoding}");
    }
    for (encoding, order) in [
        (Encoding::Utf8, Order::CodePoint),
        (Encoding::GeneralizedUtf8, Order::CodePoint),
        (Encoding::Wtf8, Order::CodePoint),
        (Encoding::Utf8b, Order::Neither),
        (Encoding::Utf16, Order::Utf16),
        (Encoding::Utf16Be, Order::Utf16),
        (Encoding::Utf16Le, Order::Neither),
        (Encoding::Wtf16Be, Order::Utf16),
        (Encoding::Utf32Be, Order::CodePoint),
        (Encoding::Utf32Le, Order::Neither),
        (Encoding::Ucs2Be, Order::CodePoint),
        (Encoding::Ucs4Be, Order::CodePoint),
        (Encoding::Cesu8, Order::Utf16),
        (Encoding::Cesu8Lenient, Order::Utf16),
        (Encoding::Mutf8, Order::Utf16ButNul),
        (Encoding::Utf8mb3, Order::CodePoint),
        (Encoding::Optu8, Order::Neither),
        (Encoding::Utf8Rfc2279, Order::CodePoint),
        (Encoding::FssUtf1992July, Order::CodePoint),
        (Encoding::Utf1, Order::CodePoint),
        (Encoding::CorrectedUtf8, Order::CodePoint),
        (Encoding::Windows1252, Order::Neither),
        // Unlike the other single-byte encoding, this one is in order.
        (Encoding::Iso8859_1, Order::CodePoint),
        (Encoding::Utf8Mod, Order::CodePoint),
        (Encoding::UtfEbcdic, Order::Neither),
        (Encoding::UsAscii, Order::CodePoint),
    ] {
        assert_eq!(of(encoding).order(), order, "{encoding}");
    }
}

/// The order, compared with encoded strings of a dense sample of code points.
#[test]
fn order_is_that_of_encoded_code_points() {
    let sample: Vec<u32> = (0..0x2200)
        .chain((0x2200..0x11_0000).step_by(0x35))
        .chain(0xD7F0..0xD810)
        .chain(0xDBF0..0xDC10)
        .collect();
    let utf_16 = |code_point: u32| placemat::encode(form::Wtf16, &[code_point]).unwrap();
    for encoding in encodings().filter(|encoding| encoding.info().encodes) {
        let encoded = |code_point: &u32| {
            let mut units = [0; 8];
            encoding.encode_next(*code_point, &mut units).ok().map(|len| (*code_point, units[..len].to_vec()))
        };
        let mut all: Vec<_> = sample.iter().filter_map(encoded).collect();
        all.sort_by(|a, b| a.1.cmp(&b.1));
        let by_code_point = all.is_sorted_by_key(|(code_point, _)| *code_point);
        let by_utf_16 = all.is_sorted_by_key(|(code_point, _)| utf_16(*code_point));
        let but_nul = all.iter().filter(|(cp, _)| *cp > 0).is_sorted_by_key(|(cp, _)| utf_16(*cp));
        match of(encoding).order() {
            Order::CodePoint => assert!(by_code_point, "{encoding}"),
            Order::Utf16 => assert!(by_utf_16 && !by_code_point, "{encoding}"),
            Order::Utf16ButNul => assert!(but_nul && !by_utf_16, "{encoding}"),
            _ => assert!(!by_code_point && !by_utf_16, "{encoding}"),
        }
    }
}

#[test]
fn payload_bits_are_those_of_the_patterns() {
    for (encoding, bits) in [
        (Encoding::Utf8, [Some(7), Some(11), Some(16), Some(21), None, None]),
        (Encoding::Mutf8, [Some(7), Some(11), Some(16), None, None, Some(20)]),
        (Encoding::Cesu8, [Some(7), Some(11), Some(16), None, None, Some(20)]),
        (Encoding::Utf8Rfc2279, [7, 11, 16, 21, 26, 31].map(Some)),
        (Encoding::CorrectedUtf8, [7, 11, 16, 21, 26, 31].map(Some)),
        (Encoding::FssUtf1992July, [Some(7), Some(13), Some(19), Some(25), Some(31), None]),
        (Encoding::Utf1, [None; 6]),
        (Encoding::Utf16, [Some(16), Some(20), None, None, None, None]),
        (Encoding::Utf8Mod, [None, Some(10), Some(14), Some(18), Some(22), None]),
        (Encoding::UsAscii, [Some(7), None, None, None, None, None]),
        (Encoding::Tcl86Utf8, [Some(7), Some(11), Some(16), None, None, Some(20)]),
        (Encoding::Iso8859_1, [Some(8), None, None, None, None, None]),
    ] {
        assert_eq!([1, 2, 3, 4, 5, 6].map(|len| of(encoding).payload_bits(len)), bits, "{encoding}");
    }
}

#[test]
fn after_how_many_units_the_length_is_known() {
    for (encoding, units) in [
        (Encoding::Utf8, 1),
        (Encoding::Wtf8, 1),
        (Encoding::Utf8Rfc2279, 1),
        (Encoding::CorrectedUtf8, 1),
        (Encoding::FssUtf1992July, 1),
        (Encoding::Utf1, 1),
        (Encoding::Utf16Le, 1),
        (Encoding::Wtf16Le, 2),
        (Encoding::Cesu8, 2),
        (Encoding::Cesu8Lenient, 6),
        (Encoding::Mutf8, 6),
        (Encoding::Utf8b, 4),
        (Encoding::Optu8, 3),
        (Encoding::Utf8Mod, 1),
        (Encoding::UtfEbcdic, 1),
        (Encoding::UsAscii, 1),
        (Encoding::Iso8859_1, 1),
    ] {
        assert_eq!(of(encoding).settled_after(), units, "{encoding}");
    }
}

#[test]
fn spellings() {
    for encoding in encodings() {
        let has_two = [Encoding::Mutf8Lenient, Encoding::Optu8, Encoding::Tcl86Utf8].contains(&encoding);
        assert_eq!(of(encoding).has_one_spelling(), !has_two, "{encoding}");
    }
}

/// The intervals cover all units, in order, and are correct at both ends.
#[test]
fn units_are_all_there() {
    for encoding in encodings() {
        let properties = of(encoding);
        let mut next = 0;
        for (units, role) in properties.units() {
            assert_eq!(u64::from(*units.start()), next, "{encoding}");
            assert_eq!(properties.role(*units.start()), role);
            assert_eq!(properties.role(*units.end()), role);
            next = u64::from(*units.end()) + 1;
        }
        assert_eq!(next, 1 << properties.unit_bits(), "{encoding}");
        if properties.unit_bits() == 8 {
            let one_by_one = (0..=0xFF).map(|unit| properties.role(unit));
            let together = properties.units().flat_map(|(units, role)| units.map(move |_| role));
            assert!(one_by_one.eq(together), "{encoding}");
        }
    }
}

#[test]
fn in_writing() {
    let text = of(Encoding::Cesu8).to_string();
    assert!(text.starts_with("code space        U+0000..U+D7FF U+E000..U+10FFFF: 1112064 code points\n"));
    assert!(text.contains("\n6 units           1048576 code points, 20 bits\n"));
    assert!(text.contains("\nlength known      after 2 of at most 6\n"));
    assert!(text.contains("\nlead              C2..EF\n"));
    assert!(text.contains("\nnever             C0..C1 F0..FF\n"));
    assert!(text.ends_with("\nresynchronizes    yes, looking back over 5 bytes"));
}
