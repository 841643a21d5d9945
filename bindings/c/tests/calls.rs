//! The functions of the interface against the library's own, on random input, into output of every size.
#![cfg(feature = "encodings")]

use std::env;
use std::fmt::Debug;

use engine::form::{Cesu8, Form, Iso8859_1, Mutf8, Ucs4Units, Unit, Utf8, Utf8b, Utf16, Utf32, Wtf8, Wtf16};
use engine::{Codec as _, Conversion, Encoding, ErrorKind, Failure, Options};
use placemat::result::{placemat_result, placemat_status as Status};
use placemat::{allocate, convert, count, encoding, family, generic, options, stream, validate};

/// A generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    /// Returns text with some errors: mostly short, sometimes longer than the pieces that are swapped.
    fn text(&mut self) -> Vec<u8> {
        const PIECES: [&[u8]; 14] = [
            b"a",
            b"hello, world! 0123456789",
            "é".as_bytes(),
            "ЖщЮ".as_bytes(),
            "€".as_bytes(),
            "日本語".as_bytes(),
            "💩".as_bytes(),
            b"\0",
            b"\xC0\x80",
            b"\xED\xA0\xBD",
            b"\xED\xB2\xA9",
            b"\x80",
            b"\xE2\x82",
            b"\xF5",
        ];
        let count = match self.below(40) {
            0 => self.below(1500),
            _ => self.below(24),
        };
        let known = match self.below(3) {
            0 => 2,
            1 => 8,
            _ => PIECES.len(),
        };
        (0..count).flat_map(|_| PIECES[self.below(known)]).copied().collect()
    }

    fn units<U: Unit>(&mut self) -> Vec<U> {
        let text = self.text();
        if U::BITS == 8 {
            return text.into_iter().map(|byte| U::from_u32(byte.into())).collect();
        }
        let mut units = Vec::new();
        for byte in text {
            let value = match (byte, U::BITS) {
                (0xE2, _) => 0x20AC,
                (0xED, _) => 0xD800 + self.below(0x800) as u32,
                (0xF0, 16) => {
                    units.push(U::from_u32(0xD83D));
                    0xDC00 + self.below(0x400) as u32
                }
                (0xF0, _) => 0x1_0000 + self.below(0x1000) as u32,
                (0xF5, 32) => 0x11_0000,
                (byte, _) => byte.into(),
            };
            units.push(U::from_u32(value));
        }
        units
    }
}

/// The number of random calls of each function.
fn calls() -> usize {
    let wanted = env::var("PLACEMAT_CALLS").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(100_000) / 70
}

fn kind(error: ErrorKind) -> i32 {
    ErrorKind::ALL.iter().position(|&kind| kind == error).unwrap() as i32 + 1
}

/// Compares a result with what would stop the conversion.
fn assert_failure(result: placemat_result, failure: Failure, context: &dyn Debug) {
    assert_eq!((result.error_offset, result.error_length), (failure.offset(), failure.len()), "{context:x?}");
    match failure {
        Failure::IllFormed(error) => {
            assert_eq!(
                (result.status, result.kind as i32),
                (Status::PLACEMAT_ILL_FORMED, kind(error.kind()))
            );
        }
        Failure::Unencodable(lost) => {
            assert_eq!((result.status, result.code_point), (Status::PLACEMAT_UNENCODABLE, lost.code_point()));
        }
    }
}

/// Compares one function with the library, into one large array and into arrays of random sizes.
fn compare<S: Form, T: Form>(
    random: &mut Random,
    options: Options,
    order: [bool; 2],
    call: impl Fn(&[S::Unit], &mut [T::Unit]) -> placemat_result,
) where
    S::Unit: Debug,
    T::Unit: Debug + PartialEq,
{
    let conversion = Conversion::new(S::default(), T::default(), options).unwrap();
    for _ in 0..calls() {
        let input: Vec<S::Unit> = random.units();
        let given: Vec<S::Unit> = input.iter().map(|&unit| swapped(unit, order[0])).collect();
        let expected = conversion.convert(&input);
        let most = conversion.worst_case(input.len()).unwrap();
        let mut output = vec![T::Unit::from_u32(0x5A); most];
        let result = call(&given, &mut output);
        let written: Vec<T::Unit> =
            output[..result.written].iter().map(|&unit| swapped(unit, order[1])).collect();
        let before = match &expected {
            Ok(converted) => {
                assert_eq!((result.status, result.read), (Status::PLACEMAT_OK, input.len()), "{input:x?}");
                converted.output.clone()
            }
            Err(failure) => {
                assert_failure(result, *failure, &input);
                conversion.convert(&input[..failure.offset() as usize]).unwrap().output
            }
        };
        assert_eq!(written, before, "{input:x?}");

        // In steps, with little room.
        let (mut rest, mut all, mut room) = (&given[..], Vec::new(), random.below(9));
        let last = loop {
            let mut output = vec![T::Unit::from_u32(0x5A); room];
            let step = call(rest, &mut output);
            all.extend(output[..step.written].iter().map(|&unit| swapped(unit, order[1])));
            rest = &rest[step.read..];
            if step.status != Status::PLACEMAT_OUTPUT_FULL {
                break step;
            }
            assert!(step.needed > room - step.written, "{input:x?}: {step:?} in {room}");
            room = step.needed + random.below(9);
        };
        assert_eq!((all, last.status, last.kind), (written, result.status, result.kind), "{input:x?}");
    }
}

fn swapped<U: Unit>(unit: U, swaps: bool) -> U {
    match (swaps, U::BITS) {
        (true, 16) => U::from_u32((unit.to_u32() as u16).swap_bytes().into()),
        _ => unit,
    }
}

const LE: bool = cfg!(target_endian = "big");
const BE: bool = cfg!(target_endian = "little");

macro_rules! compare {
    ($($from:ty, $swaps_from:expr => $to:ty, $swaps_to:expr, $strict:path, $lossy:path;)*) => {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        $(
            compare::<$from, $to>(&mut random, Options::default(), [$swaps_from, $swaps_to], |input, output| {
                // SAFETY: both are slices.
                unsafe { $strict(input.as_ptr().cast(), input.len(), output.as_mut_ptr().cast(), output.len()) }
            });
            compare::<$from, $to>(&mut random, Options::LOSSY, [$swaps_from, $swaps_to], |input, output| {
                // SAFETY: both are slices.
                unsafe { $lossy(input.as_ptr().cast(), input.len(), output.as_mut_ptr().cast(), output.len()) }
            });
        )*
    };
}

#[test]
fn conversions_are_those_of_the_library() {
    compare! {
        Utf8, false => Utf16, false, convert::placemat_convert_utf8_to_utf16, convert::placemat_convert_utf8_to_utf16_lossy;
        Utf8, false => Utf16, LE, convert::placemat_convert_utf8_to_utf16le, convert::placemat_convert_utf8_to_utf16le_lossy;
        Utf8, false => Utf16, BE, convert::placemat_convert_utf8_to_utf16be, convert::placemat_convert_utf8_to_utf16be_lossy;
        Utf8, false => Iso8859_1, false, convert::placemat_convert_utf8_to_latin1, convert::placemat_convert_utf8_to_latin1_lossy;
        Utf16, false => Utf8, false, convert::placemat_convert_utf16_to_utf8, convert::placemat_convert_utf16_to_utf8_lossy;
        Utf16, LE => Utf8, false, convert::placemat_convert_utf16le_to_utf8, convert::placemat_convert_utf16le_to_utf8_lossy;
        Utf16, BE => Utf8, false, convert::placemat_convert_utf16be_to_utf8, convert::placemat_convert_utf16be_to_utf8_lossy;
        Iso8859_1, false => Utf8, false, convert::placemat_convert_latin1_to_utf8, convert::placemat_convert_latin1_to_utf8_lossy;
        Utf8, false => Utf32, false, family::placemat_convert_utf8_to_utf32, family::placemat_convert_utf8_to_utf32_lossy;
        Utf32, false => Utf8, false, family::placemat_convert_utf32_to_utf8, family::placemat_convert_utf32_to_utf8_lossy;
        Iso8859_1, false => Utf16, false, family::placemat_convert_latin1_to_utf16, family::placemat_convert_latin1_to_utf16_lossy;
        Iso8859_1, false => Utf16, LE, family::placemat_convert_latin1_to_utf16le, family::placemat_convert_latin1_to_utf16le_lossy;
        Iso8859_1, false => Utf16, BE, family::placemat_convert_latin1_to_utf16be, family::placemat_convert_latin1_to_utf16be_lossy;
        Iso8859_1, false => Utf32, false, family::placemat_convert_latin1_to_utf32, family::placemat_convert_latin1_to_utf32_lossy;
        Utf16, false => Iso8859_1, false, family::placemat_convert_utf16_to_latin1, family::placemat_convert_utf16_to_latin1_lossy;
        Utf16, LE => Iso8859_1, false, family::placemat_convert_utf16le_to_latin1, family::placemat_convert_utf16le_to_latin1_lossy;
        Utf16, BE => Iso8859_1, false, family::placemat_convert_utf16be_to_latin1, family::placemat_convert_utf16be_to_latin1_lossy;
        Utf32, false => Iso8859_1, false, family::placemat_convert_utf32_to_latin1, family::placemat_convert_utf32_to_latin1_lossy;
        Utf16, false => Utf32, false, family::placemat_convert_utf16_to_utf32, family::placemat_convert_utf16_to_utf32_lossy;
        Utf16, LE => Utf32, false, family::placemat_convert_utf16le_to_utf32, family::placemat_convert_utf16le_to_utf32_lossy;
        Utf16, BE => Utf32, false, family::placemat_convert_utf16be_to_utf32, family::placemat_convert_utf16be_to_utf32_lossy;
        Utf32, false => Utf16, false, family::placemat_convert_utf32_to_utf16, family::placemat_convert_utf32_to_utf16_lossy;
        Utf32, false => Utf16, LE, family::placemat_convert_utf32_to_utf16le, family::placemat_convert_utf32_to_utf16le_lossy;
        Utf32, false => Utf16, BE, family::placemat_convert_utf32_to_utf16be, family::placemat_convert_utf32_to_utf16be_lossy;
        Wtf8, false => Wtf16, false, family::placemat_convert_wtf8_to_wtf16, family::placemat_convert_wtf8_to_wtf16_lossy;
        Wtf16, false => Wtf8, false, family::placemat_convert_wtf16_to_wtf8, family::placemat_convert_wtf16_to_wtf8_lossy;
        Wtf8, false => Utf8, false, family::placemat_convert_wtf8_to_utf8, family::placemat_convert_wtf8_to_utf8_lossy;
        Cesu8, false => Utf8, false, family::placemat_convert_cesu8_to_utf8, family::placemat_convert_cesu8_to_utf8_lossy;
        Utf8, false => Cesu8, false, family::placemat_convert_utf8_to_cesu8, family::placemat_convert_utf8_to_cesu8_lossy;
        Cesu8, false => Utf16, false, family::placemat_convert_cesu8_to_utf16, family::placemat_convert_cesu8_to_utf16_lossy;
        Utf16, false => Cesu8, false, family::placemat_convert_utf16_to_cesu8, family::placemat_convert_utf16_to_cesu8_lossy;
        Mutf8, false => Utf8, false, family::placemat_convert_mutf8_to_utf8, family::placemat_convert_mutf8_to_utf8_lossy;
        Utf8, false => Mutf8, false, family::placemat_convert_utf8_to_mutf8, family::placemat_convert_utf8_to_mutf8_lossy;
        Mutf8, false => Wtf16, false, family::placemat_convert_mutf8_to_wtf16, family::placemat_convert_mutf8_to_wtf16_lossy;
        Wtf16, false => Mutf8, false, family::placemat_convert_wtf16_to_mutf8, family::placemat_convert_wtf16_to_mutf8_lossy;
        Utf8b, false => Wtf16, false, family::placemat_convert_utf8b_to_wtf16, family::placemat_convert_utf8b_to_wtf16_lossy;
        Wtf16, false => Utf8b, false, family::placemat_convert_wtf16_to_utf8b, family::placemat_convert_wtf16_to_utf8b_lossy;
        Utf8b, false => Ucs4Units, false, family::placemat_convert_utf8b_to_ucs4, family::placemat_convert_utf8b_to_ucs4_lossy;
        Ucs4Units, false => Utf8b, false, family::placemat_convert_ucs4_to_utf8b, family::placemat_convert_ucs4_to_utf8b_lossy;
    }
    let mut random = Random(7);
    compare::<Utf8, Utf8>(&mut random, Options::LOSSY, [false; 2], |input, output| {
        let (output, capacity) = (output.as_mut_ptr().cast(), output.len());
        // SAFETY: both are slices.
        unsafe { convert::placemat_to_well_formed_utf8(input.as_ptr().cast(), input.len(), output, capacity) }
    });
}

macro_rules! validate {
    ($($form:ty, $swaps:expr, $is:path, $validate:path;)*) => {
        let mut random = Random(3);
        $(for _ in 0..calls() {
            let input: Vec<<$form as Form>::Unit> = random.units();
            let given: Vec<_> = input.iter().map(|&unit| swapped(unit, $swaps)).collect();
            let expected = engine::validate(<$form>::default(), &input);
            // SAFETY: it is a slice.
            let is_valid = unsafe { $is(given.as_ptr().cast(), given.len()) };
            // SAFETY: it is a slice.
            let result = unsafe { $validate(given.as_ptr().cast(), given.len()) };
            assert_eq!(is_valid, expected.is_ok(), "{input:x?}");
            match expected {
                Ok(()) => assert_eq!((result.status, result.read), (Status::PLACEMAT_OK, input.len())),
                Err(error) => {
                    assert_failure(result, Failure::IllFormed(error), &input);
                    assert_eq!(result.read, error.valid_up_to());
                }
            }
        })*
    };
}

#[test]
fn validation_is_that_of_the_library() {
    validate! {
        engine::form::UsAscii, false, validate::placemat_validate_ascii, validate::placemat_validate_ascii_with_error;
        Utf8, false, validate::placemat_validate_utf8, validate::placemat_validate_utf8_with_error;
        Utf16, false, validate::placemat_validate_utf16, validate::placemat_validate_utf16_with_error;
        Utf16, LE, validate::placemat_validate_utf16le, validate::placemat_validate_utf16le_with_error;
        Utf16, BE, validate::placemat_validate_utf16be, validate::placemat_validate_utf16be_with_error;
        Utf32, false, validate::placemat_validate_utf32, validate::placemat_validate_utf32_with_error;
        Wtf8, false, validate::placemat_validate_wtf8, validate::placemat_validate_wtf8_with_error;
        Cesu8, false, validate::placemat_validate_cesu8, validate::placemat_validate_cesu8_with_error;
        Mutf8, false, validate::placemat_validate_mutf8, validate::placemat_validate_mutf8_with_error;
    }
}

macro_rules! lengths {
    ($($from:ty, $swaps:expr => $to:ty, $count:path;)*) => {
        let mut random = Random(5);
        $(for _ in 0..calls() {
            let mut input: Vec<<$from as Form>::Unit> = random.units();
            if let Err(error) = engine::validate(<$from>::default(), &input) {
                input.truncate(error.valid_up_to());
            }
            if let Ok(expected) = engine::convert(<$from>::default(), <$to>::default(), &input) {
                let given: Vec<_> = input.iter().map(|&unit| swapped(unit, $swaps)).collect();
                // SAFETY: it is a slice.
                let length = unsafe { $count(given.as_ptr().cast(), given.len()) };
                assert_eq!(length, expected.len(), "{input:x?}");
            }
        })*
    };
}

#[test]
fn lengths_are_those_of_conversions() {
    lengths! {
        Utf8, false => Utf16, count::placemat_utf16_length_from_utf8;
        Utf8, false => Utf32, count::placemat_utf32_length_from_utf8;
        Utf8, false => Iso8859_1, count::placemat_latin1_length_from_utf8;
        Utf16, false => Utf8, count::placemat_utf8_length_from_utf16;
        Utf16, LE => Utf8, count::placemat_utf8_length_from_utf16le;
        Utf16, BE => Utf8, count::placemat_utf8_length_from_utf16be;
        Utf16, false => Utf32, count::placemat_utf32_length_from_utf16;
        Utf16, LE => Utf32, count::placemat_utf32_length_from_utf16le;
        Utf16, BE => Utf32, count::placemat_utf32_length_from_utf16be;
        Utf32, false => Utf8, count::placemat_utf8_length_from_utf32;
        Utf32, false => Utf16, count::placemat_utf16_length_from_utf32;
        Iso8859_1, false => Utf8, count::placemat_utf8_length_from_latin1;
        Utf8, false => Utf32, count::placemat_count_utf8;
        Utf16, false => Utf32, count::placemat_count_utf16;
        Utf16, LE => Utf32, count::placemat_count_utf16le;
        Utf16, BE => Utf32, count::placemat_count_utf16be;
    }
}

#[test]
fn lone_surrogates_are_replaced_in_place() {
    let mut random = Random(11);
    let orders: [(bool, unsafe extern "C" fn(*mut u16, usize) -> usize); 3] = [
        (false, convert::placemat_make_well_formed_utf16),
        (LE, convert::placemat_make_well_formed_utf16le),
        (BE, convert::placemat_make_well_formed_utf16be),
    ];
    for _ in 0..calls() {
        let mut expected: Vec<u16> = random.units();
        let given = expected.clone();
        let count = Utf16::make_well_formed(&mut expected);
        for (swaps, make) in orders {
            let mut units: Vec<u16> = given.iter().map(|&unit| swapped(unit, swaps)).collect();
            // SAFETY: it is a slice.
            assert_eq!(unsafe { make(units.as_mut_ptr(), units.len()) }, count);
            assert!(units.iter().map(|&unit| swapped(unit, swaps)).eq(expected.iter().copied()));
        }
    }
}

/// Returns the options of the interface for those of the library.
fn options_of(options: Options) -> options::placemat_options {
    let place = engine::OnError::ALL.iter().position(|&policy| policy == options.on_error);
    let unencodable = engine::OnUnencodable::ALL.iter().position(|&policy| policy == options.on_unencodable);
    options::placemat_options {
        on_error: place.unwrap() as u32,
        on_unencodable: unencodable.unwrap() as u32,
        ..options::placemat_options::default()
    }
}

#[test]
fn all_pairs_are_converted_as_by_the_library() {
    let mut random = Random(13);
    let policies = [Options::default(), Options::LOSSY];
    let pairs = Encoding::ALL.iter().flat_map(|&from| Encoding::ALL.map(|to| (from, to)));
    let rounds = calls() / 1000 + 1;
    for ((from, to), options) in pairs.flat_map(|pair| policies.map(|options| (pair, options))) {
        let number = |encoding| Encoding::ALL.iter().position(|&other| other == encoding).unwrap() as u32 + 1;
        let (given, numbers) = (options_of(options), [number(from), number(to)]);
        let Ok(conversion) = Conversion::new(from, to, options) else {
            // SAFETY: nothing is read or written.
            let result = unsafe {
                let nothing = std::ptr::null_mut();
                generic::placemat_convert(numbers[0], numbers[1], &given, nothing, 0, nothing, 0)
            };
            assert_eq!(result.status, Status::PLACEMAT_UNSUPPORTED);
            continue;
        };
        for _ in 0..rounds {
            let input = random.text();
            let pointer = input.as_ptr().cast();
            // SAFETY: only the options are read.
            let most = unsafe { generic::placemat_max_length(numbers[0], numbers[1], &given, input.len()) };
            assert_eq!(Some(most), conversion.worst_case(input.len()));
            let mut text = std::ptr::null_mut();
            // SAFETY: the input is a slice, and the others are references.
            let result = unsafe {
                allocate::placemat_convert_alloc(
                    numbers[0],
                    numbers[1],
                    &given,
                    pointer,
                    input.len(),
                    &mut text,
                )
            };
            // SAFETY: the input is a slice.
            let length = unsafe {
                generic::placemat_converted_length(numbers[0], numbers[1], &given, pointer, input.len())
            };
            match conversion.convert(&input) {
                Ok(expected) => {
                    assert_eq!(result.status, Status::PLACEMAT_OK, "{from} to {to}: {input:x?}");
                    // SAFETY: the text has so many bytes, and one more.
                    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), result.written + 1) };
                    assert_eq!(bytes, [&expected.output[..], &[0]].concat(), "{from} to {to}: {input:x?}");
                    assert_eq!((length.status, length.written), (Status::PLACEMAT_OK, expected.output.len()));
                }
                Err(failure) => {
                    assert!(text.is_null());
                    assert_failure(result, failure, &(from, to, &input));
                    assert_failure(length, failure, &(from, to, &input));
                }
            }
            // SAFETY: the text is of `placemat_convert_alloc`, or null.
            unsafe { allocate::placemat_free(text) };
            if let Ok(mut transcoder) = conversion.transcoder() {
                in_pieces(&mut random, &input, numbers, &given, |input, output, end| {
                    transcoder.push(input, output, end)
                });
            }
        }
    }
}

/// Compares a stream with a transcoder that gets the same pieces.
fn in_pieces(
    random: &mut Random,
    input: &[u8],
    numbers: [u32; 2],
    options: &options::placemat_options,
    mut push: impl FnMut(&[u8], &mut [u8], bool) -> (engine::Progress, engine::Status),
) {
    // SAFETY: the options are a reference.
    let stream = unsafe { allocate::placemat_stream_new(numbers[0], numbers[1], options) };
    assert!(!stream.is_null());
    let (mut at, mut end) = (0, 0);
    loop {
        let room = 16 + random.below(40);
        let (mut output, mut expected) = (vec![0; room], vec![0; room]);
        let piece = &input[at..end];
        let is_last = end == input.len();
        // SAFETY: both are slices.
        let result = unsafe {
            let (output, capacity) = (output.as_mut_ptr().cast(), output.len());
            stream::placemat_stream_push(
                stream,
                piece.as_ptr().cast(),
                piece.len(),
                output,
                capacity,
                is_last,
            )
        };
        let (progress, status) = push(piece, &mut expected, is_last);
        assert_eq!((result.read, result.written), (progress.read, progress.written));
        assert_eq!(output[..result.written], expected[..result.written]);
        at += result.read;
        match status {
            engine::Status::NeedInput => {
                assert_eq!(result.status, Status::PLACEMAT_NEED_INPUT);
                end = (at + random.below(6)).min(input.len());
            }
            engine::Status::OutputFull { needed } => {
                assert_eq!((result.status, result.needed), (Status::PLACEMAT_OUTPUT_FULL, needed));
                assert!(needed <= 56, "a call with more room makes progress");
            }
            engine::Status::Done => break assert_eq!(result.status, Status::PLACEMAT_OK),
            engine::Status::IllFormed(error) => break assert_failure(result, error.into(), &input),
            engine::Status::Unencodable(lost) => break assert_failure(result, lost.into(), &input),
            _ => unreachable!(),
        }
    }
    // SAFETY: the stream is of `placemat_stream_new`.
    unsafe { allocate::placemat_stream_free(stream) };
}

/// After each error a validation goes on from `read`, at whatever bytes the pieces are cut.
#[test]
fn streams_that_validate_find_all_errors() {
    let mut random = Random(17);
    for source in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf32Be, Encoding::Cesu8, Encoding::Mutf8] {
        let number = Encoding::ALL.iter().position(|&other| other == source).unwrap() as u32 + 1;
        // Part of a wide unit may already show an error, which is then shorter.
        let width = source.info().width;
        for _ in 0..400 {
            let mut input = random.text();
            input.truncate(input.len() / width * width);
            let expected: Vec<_> =
                engine::stream::errors(source, &input).map(|error| (error.offset(), error.len())).collect();
            assert_eq!(
                errors_of_stream(&mut random, number, &input, width),
                expected,
                "{source}: {input:x?}"
            );
        }
    }
}

/// Returns the offset and the length of each error that a stream reports of pieces with a random length.
fn errors_of_stream(random: &mut Random, source: u32, input: &[u8], width: usize) -> Vec<(u64, u64)> {
    // SAFETY: there are no options.
    let stream =
        unsafe { allocate::placemat_stream_new(source, encoding::PLACEMAT_NOTHING, std::ptr::null()) };
    assert!(!stream.is_null());
    let (mut at, mut end, mut errors) = (0, 0, Vec::new());
    let push = |piece: &[u8], is_last| {
        let (pointer, nothing) = (piece.as_ptr().cast(), std::ptr::null_mut());
        // SAFETY: the piece is a slice, and there is no output.
        unsafe { stream::placemat_stream_push(stream, pointer, piece.len(), nothing, 0, is_last) }
    };
    loop {
        let result = push(&input[at..end], end == input.len());
        at += result.read;
        match result.status {
            Status::PLACEMAT_OK => break,
            Status::PLACEMAT_NEED_INPUT => end = input.len().min(at + random.below(9) * width),
            Status::PLACEMAT_ILL_FORMED => {
                errors.push((result.error_offset, result.error_length));
                let again = push(&input[at..end], false);
                assert_eq!((again.status, again.read), (result.status, 0));
                // SAFETY: the stream is of `placemat_stream_new`.
                assert_eq!(unsafe { stream::placemat_stream_resume(stream) }, 0);
            }
            other => panic!("{other:?}"),
        }
    }
    // SAFETY: the stream is of `placemat_stream_new`.
    unsafe { allocate::placemat_stream_free(stream) };
    errors
}

#[test]
fn names_are_those_of_the_library() {
    for name in ["utf-8", "UTF8", "AL32UTF8", "cesu-8", "latin1", "wtf-8", "no such", "", "\u{E9}"] {
        // SAFETY: it is a slice.
        let number = unsafe { encoding::placemat_encoding_for_name(name.as_ptr().cast(), name.len()) };
        let expected = Encoding::for_name(name).map(|(encoding, _)| encoding);
        let found = (number as usize).checked_sub(1).map(|place| Encoding::ALL[place]);
        assert_eq!(found, expected, "{name}");
        // SAFETY: it is a slice.
        let number = unsafe { encoding::placemat_encoding_for_label(name.as_ptr().cast(), name.len()) };
        let expected = Encoding::for_label(name).map(|(name, _)| name.encoding);
        let found = (number as usize).checked_sub(1).map(|place| Encoding::ALL[place]);
        assert_eq!(found, expected, "{name}");
    }
}
