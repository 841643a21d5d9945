//! Compares the reference, with which kernels are compared, with std and the library's walk over its tables.

use placemat::{Codec, form, validate};
use placemat_exhaustive::definition::{Form, Order, Outcome, convert};
use placemat_exhaustive::subject::encoding;
use placemat_exhaustive::text::{BACKGROUNDS, Windows, background};
use placemat_random::Random;

const FORMS: [Form; 18] = [
    Form::Utf8,
    Form::GeneralizedUtf8,
    Form::Wtf8,
    Form::Cesu8,
    Form::Cesu8Lenient,
    Form::Mutf8,
    Form::Mutf8Lenient,
    Form::Utf8mb3,
    Form::Rfc2279,
    Form::CorrectedUtf8,
    Form::Latin1,
    Form::Windows1252,
    Form::Utf16(Order::Little),
    Form::Utf16(Order::Big),
    Form::Wtf16(Order::Little),
    Form::Wtf16(Order::Big),
    Form::Utf32(Order::Little),
    Form::Utf32(Order::Big),
];

/// Compares the reference and the table at the start of some bytes that have an end.
fn same_as_the_table<C: Codec<Unit = u8>>(form: Form, codec: C, bytes: &[u8]) {
    let found = form.next(bytes).map(|sequence| (sequence.code_point, sequence.len));
    let table = codec.decode_next(bytes, true).map(|decoded| (decoded.code_point, decoded.len));
    assert_eq!(found.ok(), table.ok(), "{} {bytes:02X?}", form.name());
    // The extents that lossy conversions need.
    if matches!(form, Form::Utf8 | Form::Wtf8 | Form::Utf16(_) | Form::Wtf16(_) | Form::Utf32(_))
        && let Err(found) = found
    {
        let error = validate(codec, bytes).unwrap_err();
        assert_eq!((error.offset(), error.len()), (0, found.len as u64), "{} {bytes:02X?}", form.name());
    }
}

fn reads_as_the_table<C: Codec<Unit = u8>>(form: Form, codec: C) {
    let mut random = Random::new(1);
    for two in 0..=u16::MAX {
        for tail in [&[][..], &[0x80], &[0x80, 0xBF], &[0xA0, 0x80, 0xBF]] {
            same_as_the_table(form, codec, &[&two.to_be_bytes(), tail].concat());
            same_as_the_table(form, codec, &[&two.to_le_bytes(), tail].concat());
        }
    }
    let windows = Windows::of(form);
    for number in 0..windows.count() {
        // With another window after it, because pairs in three bytes each extend that far.
        let mut bytes = vec![0; 2 * windows.bytes()];
        let (window, next) = bytes.split_at_mut(windows.bytes());
        windows.write(number, form.is_big(), window);
        windows.write(random.below(windows.count()), form.is_big(), next);
        same_as_the_table(form, codec, &bytes);
    }
    for _ in 0..200_000 {
        let surrogates =
            [0xED, 0xA0 + random.below(32) as u8, 0x80, 0xED, 0xA0 + random.below(32) as u8, 0xBF];
        same_as_the_table(form, codec, &surrogates);
    }
}

#[test]
fn it_reads_as_the_tables() {
    FORMS.into_iter().for_each(|form| reads_as_the_table(form, encoding(form)));
    reads_as_the_table(Form::CorrectedUtf8Text, form::CorrectedUtf8Text);
}

fn writes_as_the_table<C: Codec<Unit = u8>>(form: Form, codec: C) {
    // All code points, and the ends of the longer sequences of RFC 2279.
    let beyond =
        [0x11_0000, 0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7654_3210, 0x7FFF_FFFF, 0x8000_0000];
    for code_point in (0..0x11_0000).chain(beyond) {
        let mut units = [0; 8];
        let len = codec.encode_next(code_point, &mut units).ok();
        assert_eq!(form.holds(code_point), len.is_some(), "{} {code_point:X}", form.name());
        if let Some(len) = len {
            let mut written = vec![];
            form.write(code_point, &mut written);
            assert_eq!(written, units[..len], "{} {code_point:X}", form.name());
        }
    }
}

#[test]
fn it_writes_as_the_tables() {
    FORMS.into_iter().for_each(|form| writes_as_the_table(form, encoding(form)));
    writes_as_the_table(Form::CorrectedUtf8Text, form::CorrectedUtf8Text);
}

/// Calls `each` with texts that contain windows of every class.
fn texts(form: Form, mut each: impl FnMut(&[u8])) {
    let windows = Windows::of(form);
    let mut random = Random::new(2);
    for (_, ranges) in BACKGROUNDS {
        for _ in 0..40_000 {
            let len = random.below(40) * 4;
            let mut text = background(&mut random, form, Form::Utf8, ranges, len).bytes;
            text.truncate(len);
            if text.len() > windows.bytes() {
                let place = random.below((text.len() - windows.bytes()) / form.width()) * form.width();
                let window = &mut text[place..place + windows.bytes()];
                windows.write(random.below(windows.count()), form.is_big(), window);
            }
            each(&text);
        }
    }
}

#[test]
fn it_finds_errors_where_std_does() {
    texts(Form::Utf8, |text| {
        let error = std::str::from_utf8(text).err();
        assert_eq!(Form::Utf8.first_error(text), error.map(|error| error.valid_up_to()));
        if let Some(len) = error.and_then(|error| error.error_len()) {
            let at = Form::Utf8.first_error(text).unwrap();
            assert_eq!(Form::Utf8.next(&text[at..]).unwrap_err().len, len, "{text:02X?}");
        }
    });
}

#[test]
fn it_converts_as_std_does() {
    texts(Form::Utf8, |text| {
        let lossy = String::from_utf8_lossy(text);
        let mut out = vec![];
        assert_eq!(convert(Form::Utf8, Form::Utf8, true, text, &mut out), Outcome::Done);
        assert_eq!(out, lossy.as_bytes(), "{text:02X?}");
        out.clear();
        convert(Form::Utf8, Form::Utf16(Order::Big), true, text, &mut out);
        assert_eq!(out, lossy.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>());
    });
    texts(Form::Utf16(Order::Little), |text| {
        let units: Vec<u16> = text.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        let mut out = vec![];
        convert(Form::Utf16(Order::Little), Form::Utf8, true, text, &mut out);
        assert_eq!(out, String::from_utf16_lossy(&units).as_bytes(), "{units:04X?}");
    });
}

/// PEP 383: UTF-8 is unchanged, and a byte that is not UTF-8 is the trail surrogate of its value.
#[test]
fn bytes_that_are_not_utf_8_are_escapes() {
    let mut out = vec![];
    let text = b"\xC3\xA9\xE2\x82\xED\xA0\x80\xF0\x9F\x92\xA9\xFF";
    convert(Form::Utf8b, Form::Wtf16(Order::Big), false, text, &mut out);
    let units: Vec<u16> = out.as_chunks().0.iter().map(|&unit| u16::from_be_bytes(unit)).collect();
    assert_eq!(units, [0xE9, 0xDCE2, 0xDC82, 0xDCED, 0xDCA0, 0xDC80, 0xD83D, 0xDCA9, 0xDCFF]);
    assert_eq!(convert(Form::Utf8b, Form::Utf8, false, text, &mut out), Outcome::Unencodable(2));
}

/// The WTF-8 specification, 6.5, and 4: adjacent surrogates are joined, regardless of their source.
#[test]
fn halves_that_meet_are_joined_in_wtf_8() {
    let mut out = vec![];
    let pair = [0xED, 0xA0, 0xBD, 0xED, 0xB2, 0xA9];
    assert_eq!(convert(Form::GeneralizedUtf8, Form::Wtf8, false, &pair, &mut out), Outcome::Done);
    assert_eq!(out, "💩".as_bytes());
    out.clear();
    assert_eq!(convert(Form::Wtf8, Form::Wtf8, false, &pair, &mut out), Outcome::IllFormed(0));
    assert_eq!(convert(Form::Utf8, Form::Latin1, false, "é€".as_bytes(), &mut out), Outcome::Unencodable(2));
}
