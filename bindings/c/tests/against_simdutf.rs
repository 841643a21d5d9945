//! The functions with simdutf's names against simdutf itself, on random input.
//!
//! `cargo xtask c --long` makes 10^8 calls; `PLACEMAT_CALLS` is their number.

use std::env;

use placemat::simdutf as ours;
use simdutf as theirs;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Returns characters of some kinds, and errors in one text of two.
    fn text(&mut self) -> Vec<u8> {
        const PIECES: [&[u8]; 13] = [
            b"a",
            b"hello, world! 0123456789",
            "é".as_bytes(),
            "€".as_bytes(),
            "日本語".as_bytes(),
            "💩".as_bytes(),
            b"\xC0\x80",
            b"\xED\xA0\xBD",
            b"\x80",
            b"\xE2\x82",
            b"\xF4\x90\x80\x80",
            b"\xF8",
            b"\xC3",
        ];
        let kinds = [2, 3, 6, 6, 7 + self.below(7)][self.below(5)];
        let count = if self.below(50) == 0 { self.below(900) } else { self.below(20) };
        (0..count).flat_map(|_| PIECES[self.below(kinds)]).copied().collect()
    }

    fn utf16(&mut self, text: &[u8]) -> Vec<u16> {
        let mut units: Vec<u16> = String::from_utf8_lossy(text).encode_utf16().collect();
        if !units.is_empty() && self.below(2) == 0 {
            let at = self.below(units.len());
            units[at] = 0xD800 + self.below(0x800) as u16;
        }
        units
    }

    fn utf32(&mut self, text: &[u8]) -> Vec<u32> {
        let mut units: Vec<u32> = String::from_utf8_lossy(text).chars().map(u32::from).collect();
        if !units.is_empty() && self.below(2) == 0 {
            let at = self.below(units.len());
            units[at] = [0xD800, 0xDFFF, 0x11_0000, u32::MAX][self.below(4)];
        }
        units
    }
}

/// The texts of one round, in each kind of unit.
struct Texts {
    utf8: Vec<u8>,
    utf16: Vec<u16>,
    utf16be: Vec<u16>,
    utf32: Vec<u32>,
    calls: u64,
}

macro_rules! values {
    ($texts:ident: $($input:ident $ours:ident $theirs:ident;)*) => { $(
        let input = &$texts.$input;
        // SAFETY: it is a slice.
        let value = unsafe { ours::$ours(input.as_ptr().cast(), input.len()) };
        assert_eq!(value, theirs::$theirs(input), "{}: {input:x?}", stringify!($ours));
        $texts.calls += 1;
    )* };
}

macro_rules! verdicts {
    ($texts:ident: $($input:ident $ours:ident $theirs:ident;)*) => { $(
        let input = &$texts.$input;
        // SAFETY: it is a slice.
        let verdict = unsafe { ours::$ours(input.as_ptr().cast(), input.len()) };
        let expected = theirs::$theirs(input);
        assert_eq!((verdict.error, verdict.count), (expected.error as i32, expected.count), "{}: {input:x?}", stringify!($ours));
        $texts.calls += 1;
    )* };
}

/// Room for each output: as much as simdutf may write beyond what it returns.
const ROOM: usize = 64;

macro_rules! conversions {
    ($texts:ident: $($input:ident $unit:ty, $ours:ident $theirs:ident;)*) => { $(
        let input = &$texts.$input;
        let most = 4 * input.len() + ROOM;
        let (mut output, mut expected) = (vec![0 as $unit; most], vec![0 as $unit; most]);
        // SAFETY: the output has room for the most that the conversion can write.
        let written = unsafe { ours::$ours(input.as_ptr().cast(), input.len(), output.as_mut_ptr().cast()) };
        // SAFETY: the output has room for the most that the conversion can write.
        let count = unsafe { theirs::$theirs(input.as_ptr(), input.len(), expected.as_mut_ptr()) };
        assert_eq!(written, count, "{}: {input:x?}", stringify!($ours));
        assert_eq!(output[..written], expected[..count], "{}: {input:x?}", stringify!($ours));
        $texts.calls += 1;
    )* };
}

macro_rules! conversions_with_errors {
    ($texts:ident: $($input:ident $unit:ty, $ours:ident $theirs:ident;)*) => { $(
        let input = &$texts.$input;
        let most = 4 * input.len() + ROOM;
        let (mut output, mut expected) = (vec![0 as $unit; most], vec![0 as $unit; most]);
        // SAFETY: the output has room for the most that the conversion can write.
        let done = unsafe { ours::$ours(input.as_ptr().cast(), input.len(), output.as_mut_ptr().cast()) };
        // SAFETY: the output has room for the most that the conversion can write.
        let wanted = unsafe { theirs::$theirs(input.as_ptr(), input.len(), expected.as_mut_ptr()) };
        assert_eq!((done.error, done.count), (wanted.error as i32, wanted.count), "{}: {input:x?}", stringify!($ours));
        if done.error == 0 {
            assert_eq!(output[..done.count], expected[..done.count], "{}: {input:x?}", stringify!($ours));
        }
        $texts.calls += 1;
    )* };
}

fn any_text(texts: &mut Texts) {
    values! { texts:
        utf8 simdutf_validate_ascii validate_ascii;
        utf8 simdutf_validate_utf8 validate_utf8;
        utf16 simdutf_validate_utf16 validate_utf16;
        utf16 simdutf_validate_utf16le validate_utf16le;
        utf16be simdutf_validate_utf16be validate_utf16be;
        utf32 simdutf_validate_utf32 validate_utf32;
    }
    verdicts! { texts:
        utf8 simdutf_validate_ascii_with_errors validate_ascii_with_errors;
        utf8 simdutf_validate_utf8_with_errors validate_utf8_with_errors;
        utf16 simdutf_validate_utf16_with_errors validate_utf16_with_errors;
        utf16 simdutf_validate_utf16le_with_errors validate_utf16le_with_errors;
        utf16be simdutf_validate_utf16be_with_errors validate_utf16be_with_errors;
        utf32 simdutf_validate_utf32_with_errors validate_utf32_with_errors;
    }
    conversions! { texts:
        utf8 u8, simdutf_convert_latin1_to_utf8 convert_latin1_to_utf8;
        utf8 u16, simdutf_convert_latin1_to_utf16le convert_latin1_to_utf16le;
        utf8 u16, simdutf_convert_latin1_to_utf16be convert_latin1_to_utf16be;
        utf8 u16, simdutf_convert_latin1_to_utf16 convert_latin1_to_utf16;
        utf8 u32, simdutf_convert_latin1_to_utf32 convert_latin1_to_utf32;
        utf8 u8, simdutf_convert_utf8_to_latin1 convert_utf8_to_latin1;
        utf8 u16, simdutf_convert_utf8_to_utf16le convert_utf8_to_utf16le;
        utf8 u16, simdutf_convert_utf8_to_utf16be convert_utf8_to_utf16be;
        utf8 u16, simdutf_convert_utf8_to_utf16 convert_utf8_to_utf16;
        utf8 u32, simdutf_convert_utf8_to_utf32 convert_utf8_to_utf32;
        utf16 u8, simdutf_convert_utf16_to_utf8 convert_utf16_to_utf8;
        utf16 u8, simdutf_convert_utf16le_to_utf8 convert_utf16le_to_utf8;
        utf16be u8, simdutf_convert_utf16be_to_utf8 convert_utf16be_to_utf8;
        utf16 u8, simdutf_convert_utf16_to_latin1 convert_utf16_to_latin1;
        utf16 u8, simdutf_convert_utf16le_to_latin1 convert_utf16le_to_latin1;
        utf16be u8, simdutf_convert_utf16be_to_latin1 convert_utf16be_to_latin1;
        utf16 u32, simdutf_convert_utf16_to_utf32 convert_utf16_to_utf32;
        utf16 u32, simdutf_convert_utf16le_to_utf32 convert_utf16le_to_utf32;
        utf16be u32, simdutf_convert_utf16be_to_utf32 convert_utf16be_to_utf32;
        utf32 u8, simdutf_convert_utf32_to_utf8 convert_utf32_to_utf8;
        utf32 u16, simdutf_convert_utf32_to_utf16 convert_utf32_to_utf16;
        utf32 u16, simdutf_convert_utf32_to_utf16le convert_utf32_to_utf16le;
        utf32 u16, simdutf_convert_utf32_to_utf16be convert_utf32_to_utf16be;
    }
    conversions_with_errors! { texts:
        utf8 u8, simdutf_convert_utf8_to_latin1_with_errors convert_utf8_to_latin1_with_errors;
        utf8 u16, simdutf_convert_utf8_to_utf16_with_errors convert_utf8_to_utf16_with_errors;
        utf8 u16, simdutf_convert_utf8_to_utf16le_with_errors convert_utf8_to_utf16le_with_errors;
        utf8 u16, simdutf_convert_utf8_to_utf16be_with_errors convert_utf8_to_utf16be_with_errors;
        utf8 u32, simdutf_convert_utf8_to_utf32_with_errors convert_utf8_to_utf32_with_errors;
        utf16 u8, simdutf_convert_utf16_to_latin1_with_errors convert_utf16_to_latin1_with_errors;
        utf16 u8, simdutf_convert_utf16le_to_latin1_with_errors convert_utf16le_to_latin1_with_errors;
        utf16be u8, simdutf_convert_utf16be_to_latin1_with_errors convert_utf16be_to_latin1_with_errors;
        utf16 u8, simdutf_convert_utf16_to_utf8_with_errors convert_utf16_to_utf8_with_errors;
        utf16 u8, simdutf_convert_utf16le_to_utf8_with_errors convert_utf16le_to_utf8_with_errors;
        utf16be u8, simdutf_convert_utf16be_to_utf8_with_errors convert_utf16be_to_utf8_with_errors;
        utf16 u32, simdutf_convert_utf16_to_utf32_with_errors convert_utf16_to_utf32_with_errors;
        utf16 u32, simdutf_convert_utf16le_to_utf32_with_errors convert_utf16le_to_utf32_with_errors;
        utf16be u32, simdutf_convert_utf16be_to_utf32_with_errors convert_utf16be_to_utf32_with_errors;
        utf32 u8, simdutf_convert_utf32_to_utf8_with_errors convert_utf32_to_utf8_with_errors;
    }
}

fn valid_text(texts: &mut Texts) {
    values! { texts:
        utf8 simdutf_count_utf8 count_utf8;
        utf16 simdutf_count_utf16 count_utf16;
        utf16 simdutf_count_utf16le count_utf16le;
        utf16be simdutf_count_utf16be count_utf16be;
        utf8 simdutf_utf8_length_from_latin1 utf8_length_from_latin1;
        utf8 simdutf_latin1_length_from_utf8 latin1_length_from_utf8;
        utf8 simdutf_utf16_length_from_utf8 utf16_length_from_utf8;
        utf8 simdutf_utf32_length_from_utf8 utf32_length_from_utf8;
        utf16 simdutf_utf8_length_from_utf16 utf8_length_from_utf16;
        utf16 simdutf_utf8_length_from_utf16le utf8_length_from_utf16le;
        utf16be simdutf_utf8_length_from_utf16be utf8_length_from_utf16be;
        utf32 simdutf_utf8_length_from_utf32 utf8_length_from_utf32;
    }
    conversions! { texts:
        utf8 u16, simdutf_convert_valid_utf8_to_utf16le convert_valid_utf8_to_utf16le;
        utf8 u16, simdutf_convert_valid_utf8_to_utf16be convert_valid_utf8_to_utf16be;
        utf8 u32, simdutf_convert_valid_utf8_to_utf32 convert_valid_utf8_to_utf32;
        utf16 u8, simdutf_convert_valid_utf16_to_utf8 convert_valid_utf16_to_utf8;
        utf16 u8, simdutf_convert_valid_utf16le_to_utf8 convert_valid_utf16le_to_utf8;
        utf16be u8, simdutf_convert_valid_utf16be_to_utf8 convert_valid_utf16be_to_utf8;
        utf16 u32, simdutf_convert_valid_utf16_to_utf32 convert_valid_utf16_to_utf32;
        utf16 u32, simdutf_convert_valid_utf16le_to_utf32 convert_valid_utf16le_to_utf32;
        utf16be u32, simdutf_convert_valid_utf16be_to_utf32 convert_valid_utf16be_to_utf32;
        utf32 u8, simdutf_convert_valid_utf32_to_utf8 convert_valid_utf32_to_utf8;
    }
}

fn latin_text(texts: &mut Texts) {
    conversions! { texts:
        utf8 u8, simdutf_convert_valid_utf8_to_latin1 convert_valid_utf8_to_latin1;
        utf16 u8, simdutf_convert_valid_utf16_to_latin1 convert_valid_utf16_to_latin1;
        utf16 u8, simdutf_convert_valid_utf16le_to_latin1 convert_valid_utf16le_to_latin1;
        utf16be u8, simdutf_convert_valid_utf16be_to_latin1 convert_valid_utf16be_to_latin1;
    }
}

/// Swaps the units of a little-endian machine, so that they are big-endian.
fn swapped(units: &[u16]) -> Vec<u16> {
    units.iter().map(|unit| unit.swap_bytes()).collect()
}

#[test]
fn functions_with_simdutfs_names_do_what_simdutf_does() {
    let calls: u64 = env::var("PLACEMAT_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut made = 0;
    while made < calls {
        let utf8 = random.text();
        let (utf16, utf32) = (random.utf16(&utf8), random.utf32(&utf8));
        let mut texts = Texts { utf16be: swapped(&utf16), utf8, utf16, utf32, calls: 0 };
        any_text(&mut texts);
        let text = String::from_utf8_lossy(&texts.utf8).into_owned();
        let (utf16, utf32) = (text.encode_utf16().collect::<Vec<_>>(), text.chars().map(u32::from).collect());
        let is_latin = text.chars().all(|character| u32::from(character) <= 0xFF);
        let mut valid = Texts { utf16be: swapped(&utf16), utf8: text.into_bytes(), utf16, utf32, calls: 0 };
        valid_text(&mut valid);
        if is_latin {
            latin_text(&mut valid);
        }
        made += texts.calls + valid.calls;
    }
    println!("{made} calls");
}
