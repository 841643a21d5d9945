//! Texts that are longer than a core's caches, which kernels read in the way that suits the CPU.

use super::*;
use crate::kernel::count::{CodePoints, sum};
use crate::kernel::sizes::UNCACHED;
use crate::kernel::validate_utf_32;

/// Calls a test with places in a text of so many units: near both ends, in its middle, and around the place
/// from which on the rest counts as short.
fn for_places(len: usize, short: usize, mut test: impl FnMut(usize)) {
    let turn = len - short;
    for place in [0, 1, 63, 64, 999, 70_000, turn - 1, turn, turn + 777, len - 65, len - 2, len - 1] {
        test(place);
    }
}

#[test]
fn bytes_are_counted_and_have_their_first_error_wherever_it_is() {
    let len = UNCACHED + 5000;
    for letters in ["a", "aж", "ж", "an even longer run of ASCII, and then an ж. "] {
        let mut bytes = letters.repeat(len.div_ceil(letters.len())).into_bytes();
        for isa in Isa::available() {
            assert_eq!(validate::<form::Utf8>(isa, &bytes), bytes.len(), "{isa:?} {letters}");
        }
        for_places(bytes.len(), UNCACHED, |place| {
            let old = bytes[place];
            for defect in [0x80, 0xD1, 0xFF, 0] {
                bytes[place] = defect;
                let expected =
                    core::str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                let code_points = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
                for isa in Isa::available() {
                    assert_eq!(sum::<CodePoints>(isa, &bytes), code_points, "{isa:?} {letters}");
                    let valid = validate::<form::Utf8>(isa, &bytes);
                    assert_eq!(valid, expected, "{isa:?} {letters} {defect:02X} at {place}");
                    if defect == 0 {
                        let valid = validate::<form::Mutf8>(isa, &bytes);
                        assert!(valid <= place, "{isa:?} {letters} 00 at {place}: {valid}");
                    }
                }
            }
            bytes[place] = old;
        });
    }
}

#[test]
fn utf_32_has_its_first_error_wherever_it_is() {
    let mut units = vec![0x20AC_u32; UNCACHED / 4 + 5000];
    for_places(units.len(), UNCACHED / 4, |place| {
        for defect in [0xD800, 0x0011_0000, u32::MAX] {
            units[place] = defect;
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            for isa in Isa::available() {
                let valid = validate_utf_32(isa, &bytes, Endian::Little);
                assert_eq!(valid, 4 * place, "{isa:?} {defect:X} at {place}");
            }
        }
        units[place] = 0x20AC;
    });
}

#[test]
fn utf_16_of_ascii_is_converted_whatever_is_in_it() {
    let to_utf_8 = conversion(Kind::Utf16(Endian::Little), Kind::Utf8).expect("there is a kernel");
    let mut units = vec![0x61_u16; UNCACHED / 2 + 5000];
    let mut out = vec![0; 2 * units.len()];
    for_places(units.len(), UNCACHED / 2, |place| {
        for other in [0, 0x80, 0x20AC] {
            units[place] = other;
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let expected = std::string::String::from_utf16(&units).expect("there are no surrogates");
            for isa in Isa::available() {
                out.fill(0xAA);
                let (read, written) = to_utf_8.run(isa, &bytes, &mut out);
                assert_eq!((read, written), (bytes.len(), expected.len()), "{isa:?} {other:X} at {place}");
                assert!(out[..written] == *expected.as_bytes(), "{isa:?} {other:X} at {place}");
            }
        }
        units[place] = 0x61;
    });
}
