//! Readers and writers with short transfers, interruptions and wrong counts, around conversions; and text in
//! pieces of any size.

use std::io::{self, BufRead, Read, Write};

use placemat::StrBuf;
use placemat::form::Utf8b;
use placemat::stream::{LossyUtf8, Validator};
use placemat::stream::{Reader, Writer};
use placemat::{Codec, Encoding, OnError, OnUnencodable, Options, convert, validate};
use placemat_random::Random;

/// Reads a few bytes at a time, or is interrupted.
struct Short<'a>(&'a [u8], Random);

impl Read for Short<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.1.below(4) {
            0 => Err(io::ErrorKind::Interrupted.into()),
            most => {
                let count = most.min(buffer.len());
                self.0.read(&mut buffer[..count])
            }
        }
    }
}

/// Writes a few bytes at a time, is interrupted, or has no room just now.
struct Tight(Vec<u8>, Random);

impl Write for Tight {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.1.below(6) {
            0 => Err(io::ErrorKind::Interrupted.into()),
            1 => Err(io::ErrorKind::WouldBlock.into()),
            most => {
                let count = most.min(bytes.len());
                self.0.extend_from_slice(&bytes[..count]);
                Ok(count)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn texts() -> Vec<Vec<u8>> {
    let mut random = Random(11);
    let pieces: [&[u8]; 7] =
        [b"a", b"\n", "é".as_bytes(), "€".as_bytes(), "💩".as_bytes(), b"\xFF", b"\xED\xA0\xBD"];
    let mut texts: Vec<Vec<u8>> = (0..40)
        .map(|round| {
            let kinds = if round % 2 == 0 { 5 } else { 7 };
            (0..random.below(300)).flat_map(|_| pieces[random.below(kinds)].to_vec()).collect()
        })
        .collect();
    // More than fits in the buffers.
    texts.push("a€💩".repeat(9000).into_bytes());
    texts
}

fn replace() -> Options {
    Options { on_error: OnError::Replace, on_unencodable: OnUnencodable::Replace, ..Options::default() }
}

#[test]
fn short_and_interrupted_readers_lose_nothing() {
    for (seed, text) in texts().iter().enumerate() {
        for target in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Cesu8] {
            let inner = Short(text, Random(seed as u64 + 1));
            let mut reader = Reader::new(inner, Encoding::Utf8, target, replace()).unwrap();
            let mut output = vec![];
            reader.read_to_end(&mut output).unwrap();
            let expected =
                placemat::Conversion::new(Encoding::Utf8, target, replace()).unwrap().convert(text).unwrap();
            assert_eq!(output, expected.output);
            assert_eq!(reader.counts().errors, expected.errors);
        }
    }
}

#[test]
fn strict_readers_give_what_comes_before_the_error() {
    for text in texts() {
        let mut reader =
            Reader::new(&text[..], Encoding::Utf8, Encoding::Utf16Be, Options::default()).unwrap();
        let mut output = vec![];
        let told = reader.read_to_end(&mut output);
        let valid =
            validate(Encoding::Utf8, &text).map_or_else(|error| error.offset() as usize, |()| text.len());
        assert_eq!(told.is_ok(), valid == text.len());
        assert_eq!(output, convert(Encoding::Utf8, Encoding::Utf16Be, &text[..valid]).unwrap());
        // The error is permanent.
        assert_eq!(reader.read(&mut [0; 4]).is_ok(), told.is_ok());
    }
}

#[test]
fn a_reader_that_says_too_much_is_an_error() {
    struct Untrue;
    impl Read for Untrue {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(buffer.len() + 1)
        }
    }
    let mut reader = Reader::new(Untrue, Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    assert!(reader.read(&mut [0; 4]).is_err());
}

#[test]
fn a_writer_that_says_too_much_is_an_error() {
    struct Untrue;
    impl Write for Untrue {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(usize::MAX)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Untrue, Encoding::Utf8, Encoding::Utf16Le, Options::default()).unwrap();
    assert_eq!(writer.write(b"abc").unwrap(), 3);
    assert!(writer.flush().is_err());
    assert!(writer.finish().is_err());
}

/// Consuming more than is buffered consumes all of it.
#[test]
fn consuming_too_much_is_the_end_of_a_buffer() {
    let mut reader = Reader::new(&b"abc"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    assert_eq!(reader.fill_buf().unwrap(), b"abc");
    reader.consume(1);
    reader.consume(usize::MAX);
    assert!(reader.fill_buf().unwrap().is_empty());
}

#[test]
fn tight_writers_lose_nothing() {
    for (seed, text) in texts().iter().enumerate() {
        let inner = Tight(vec![], Random(seed as u64 + 1));
        let mut writer = Writer::new(inner, Encoding::Utf8, Encoding::Utf16Le, replace()).unwrap();
        let mut rest = &text[..];
        while !rest.is_empty() {
            match writer.write(&rest[..rest.len().min(7)]) {
                Ok(count) => rest = &rest[count..],
                Err(error) => assert_eq!(error.kind(), io::ErrorKind::WouldBlock),
            }
        }
        // The buffer must be written before the end: an error of `finish` does not return the writer.
        while writer.flush().is_err() {}
        let expected = placemat::Conversion::new(Encoding::Utf8, Encoding::Utf16Le, replace())
            .unwrap()
            .convert(text)
            .unwrap();
        let written = writer.get_ref().0.clone();
        assert!(
            expected.output.starts_with(&written) && expected.output.len() - written.len() <= 4,
            "{seed}"
        );
        assert!(writer.counts().errors + 1 >= expected.errors);
    }
}

/// The error is the same in one piece, unit by unit, and cut in two anywhere.
#[test]
fn errors_of_a_validator_do_not_depend_on_the_pieces() {
    const PARTS: [&[u8]; 14] = [
        b"\0",
        b"A",
        b"\x80",
        b"\xBF",
        b"\xC3",
        b"\xC3\xA9",
        b"\xD8",
        b"\xDC",
        b"\xED",
        b"\xED\xA9\xA0",
        b"\xED\xBD\x80",
        b"\xED\xBD",
        b"\xF4\x8F",
        b"\xFF",
    ];
    let error_of = |encoding, pieces: &[&[u8]]| {
        let mut validator = Validator::new(encoding).unwrap();
        pieces.iter().try_for_each(|piece| validator.push(piece)).err()
    };
    let mut random = Random(5);
    let mut errors = 0;
    for encoding in Encoding::ALL.into_iter().filter(|&one| Validator::new(one).is_ok()) {
        for _ in 0..2000 {
            let text =
                (0..random.below(6)).map(|_| PARTS[random.below(PARTS.len())]).collect::<Vec<_>>().concat();
            let singly: Vec<_> = text.chunks(1).collect();
            let expected = error_of(encoding, &singly);
            for cut in 0..=text.len() {
                let found = error_of(encoding, &[&text[..cut], &text[cut..]]);
                assert_eq!(found, expected, "{encoding} {text:02X?} cut at {cut}");
            }
            errors += usize::from(expected.is_some());
        }
    }
    assert!(errors > 20_000, "{errors}");
}

#[test]
fn a_validator_in_pieces_says_what_validation_says() {
    let encodings = [
        Encoding::Utf8,
        Encoding::Wtf8,
        Encoding::Cesu8,
        Encoding::Cesu8Lenient,
        Encoding::Mutf8,
        Encoding::GeneralizedUtf8,
        Encoding::Utf8b,
        Encoding::Utf16Le,
        Encoding::Utf32Be,
        Encoding::Utf1,
        Encoding::Utf8Rfc2279,
        // A byte order mark or its absence determines the byte order.
        Encoding::Utf16,
        Encoding::Utf32,
        Encoding::Utf8Sig,
    ];
    let mut random = Random(3);
    for encoding in encodings {
        for _ in 0..3000 {
            const BYTES: [u8; 14] =
                [0x00, 0x41, 0x80, 0xA0, 0xB0, 0xBF, 0xC0, 0xC3, 0xD8, 0xDC, 0xED, 0xF0, 0xF4, 0xFF];
            const MARKS: [&[u8]; 5] = [b"", b"\xFF\xFE", b"\xFE\xFF", b"\xFF\xFE\0\0", b"\xEF\xBB\xBF"];
            let mark = MARKS[random.below(5)];
            let bytes = (0..random.below(14)).map(|_| BYTES[random.below(BYTES.len())]);
            let text: Vec<u8> = mark.iter().copied().chain(bytes).collect();
            let mut validator = Validator::new(encoding).unwrap();
            let (mut rest, mut told) = (&text[..], Ok(()));
            while !rest.is_empty() && told.is_ok() {
                let (piece, after) = rest.split_at(1 + random.below(rest.len()));
                told = validator.push(piece);
                rest = after;
                let so_far = validate(encoding, &text[..text.len() - rest.len()]);
                assert_eq!(validator.is_complete(), so_far.is_ok(), "{encoding} {text:02X?}");
            }
            let told = told.and_then(|()| validator.finish()).map_err(|error| error.offset());
            let expected = validate(encoding, &text).map_err(|error| error.offset());
            // A surrogate pair in WTF-8 is reported before it is certain whether the lead surrogate is part
            // of the error.
            let is_second_half = encoding == Encoding::Wtf8
                && told.is_err_and(|at| at >= 3 && Err(at - 3) == expected && text[at as usize] == 0xED);
            assert!(told == expected || is_second_half, "{encoding} {text:02X?}: {told:?}, {expected:?}");
        }
    }
}

/// In doubly encoded text, more bytes can be pending than in any other: two or three for each byte of a
/// sequence.
#[test]
fn a_validator_keeps_twelve_bytes_of_doubly_encoded_text() {
    fn check<C: Codec<Unit = u8>>(codec: C) {
        let text = placemat::encode(codec, &[0x61, 0x1_F4A9, 0x20AC]).unwrap();
        for cut in 1..=text.len() {
            let mut validator = Validator::new(codec).unwrap();
            text.chunks(cut).for_each(|piece| validator.push(piece).unwrap());
            assert!(validator.is_complete());
            assert_eq!(validator.finish(), Ok(()));
            let mut validator = Validator::new(codec).unwrap();
            validator.push(&text[..cut]).unwrap();
            let so_far = validate(codec, &text[..cut]);
            assert_eq!(
                validator.finish().map_err(|error| error.offset()),
                so_far.map_err(|error| error.offset())
            );
        }
    }
    check(placemat::stream::DoubleUtf8::<placemat::form::Iso8859_1>::default());
    check(placemat::stream::DoubleUtf8::<placemat::form::Windows1252>::default());
}

/// Ill-formed subsequences are dense, then rare, then dense again, in pieces of all sizes.
#[test]
fn long_lossy_pieces_are_the_lossy_text() {
    let mut random = Random(17);
    for _ in 0..300 {
        let mut text = Vec::new();
        for _ in 0..4 {
            let rare = [3, 20, 500, 100_000][random.below(4)];
            for _ in 0..random.below(4000) {
                match random.below(rare) {
                    0 => text.push(0x80 | random.below(128) as u8),
                    _ => text.extend(["a", "b", "é", "€"][random.below(4)].bytes()),
                }
            }
        }
        let (mut decoder, mut whole) = (LossyUtf8::new(), String::new());
        let mut rest = &text[..];
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + random.below(3000).min(rest.len() - 1));
            decoder.push(piece, |text| whole += text);
            rest = after;
        }
        decoder.finish(|text| whole += text);
        assert!(whole == String::from_utf8_lossy(&text));
    }
}

#[test]
fn lossy_pieces_are_the_lossy_text() {
    let mut random = Random(9);
    for text in texts() {
        let (mut decoder, mut whole) = (LossyUtf8::new(), String::new());
        let mut rest = &text[..];
        while !rest.is_empty() {
            let (piece, after) = rest.split_at(1 + random.below(rest.len()).min(9));
            decoder.push(piece, |text| whole += text);
            rest = after;
        }
        decoder.finish(|text| whole += text);
        assert_eq!(whole, String::from_utf8_lossy(&text));
    }
}

#[test]
fn lines_of_dirty_text() {
    let lossily = Options { on_error: OnError::Replace, ..Options::default() };
    for (seed, text) in texts().into_iter().enumerate() {
        let short = Short(&text, Random(1 + seed as u64));
        let reader = Reader::new(short, Encoding::Utf8, Encoding::Utf8, lossily).unwrap();
        let lines: Vec<_> = reader.lines().map(Result::unwrap).collect();
        assert!(lines.iter().eq(String::from_utf8_lossy(&text).lines()));

        // Without loss: text that is not UTF-8 is read as bytes.
        let mut short = io::BufReader::with_capacity(5, &text[..]);
        let (mut line, mut whole) = (vec![], vec![]);
        while short.read_until(b'\n', &mut line).unwrap() > 0 {
            let line = StrBuf::<Utf8b>::from_any_units(line.split_off(0));
            assert_eq!(line.to_str().ok(), str::from_utf8(line.as_bytes()).ok());
            whole.extend_from_slice(line.as_bytes());
        }
        assert_eq!(whole, text);
    }
}

/// Returns `true` if any bytes can follow that make the text well-formed.
fn can_be_right(encoding: Encoding, bytes: &mut Vec<u8>, alphabet: &[u8], most: usize) -> bool {
    if validate(encoding, bytes).is_ok() {
        return true;
    }
    most > 0
        && alphabet.iter().any(|&byte| {
            bytes.push(byte);
            let can = can_be_right(encoding, bytes, alphabet, most - 1);
            bytes.pop();
            can
        })
}

/// Well-formed text is not rejected, whatever it is and however it is cut.
#[test]
fn a_validator_accepts_every_beginning_of_what_is_well_formed() {
    let mut random = Random(15);
    let mut encodings = 0;
    // A decoder writes nothing, and reads what other encodings write.
    for encoding in Encoding::ALL.into_iter().filter(|encoding| encoding.info().encodes) {
        let Ok(start) = Validator::new(encoding) else { continue };
        let mut beginnings = 0;
        for _ in 0..300 {
            let values = (0..4).map(|_| (random.below(1 << 32) as u32) >> (11 + random.below(20)));
            // A text without what the encoding lacks.
            let text: Vec<u32> =
                values.filter(|&value| placemat::encode(encoding, &[value]).is_ok()).collect();
            let Ok(units) = placemat::encode(encoding, &text) else { continue };
            let mut validator = start.clone();
            for byte in &units {
                validator.push(&[*byte]).unwrap_or_else(|error| panic!("{encoding} {units:02X?}: {error}"));
            }
            assert_eq!(validator.finish(), Ok(()), "{encoding} {units:02X?}");
            beginnings += units.len();
        }
        assert!(beginnings > 300, "{encoding}: {beginnings}");
        encodings += 1;
    }
    // All except frames and similar encodings, which cannot be converted in pieces.
    assert!(encodings > 30, "{encodings}");
}

/// A validator's errors are the same for every cut.
#[test]
fn errors_of_a_validator_do_not_depend_on_the_cut() {
    let mut random = Random(16);
    for encoding in Encoding::ALL {
        let Ok(start) = Validator::new(encoding) else { continue };
        for _ in 0..3000 {
            const BYTES: [u8; 15] =
                [0x00, 0x61, 0x80, 0xA0, 0xB2, 0xBF, 0xC0, 0xC2, 0xC3, 0xD8, 0xDC, 0xE2, 0xED, 0xF0, 0xFF];
            let text: Vec<u8> = (0..1 + random.below(12)).map(|_| BYTES[random.below(15)]).collect();
            let verdict = |cuts: &mut dyn FnMut() -> usize| {
                let (mut validator, mut rest) = (start.clone(), &text[..]);
                while !rest.is_empty() {
                    let (piece, after) = rest.split_at(cuts().min(rest.len()));
                    validator.push(piece)?;
                    rest = after;
                }
                validator.finish()
            };
            let whole = verdict(&mut || 12);
            assert_eq!(verdict(&mut || 1), whole, "{encoding} {text:02X?}");
            assert_eq!(verdict(&mut || 1 + random.below(4)), whole, "{encoding} {text:02X?}");
        }
    }
}

#[test]
fn a_validator_fails_at_the_first_byte_that_cannot_be_right() {
    const ALPHABET: [u8; 22] = [
        0x00, 0x01, 0x10, 0x41, 0x57, 0x80, 0x8F, 0x9F, 0xA0, 0xB0, 0xC0, 0xC2, 0xC5, 0xCB, 0xD8, 0xDC, 0xE0,
        0xE2, 0xED, 0xF0, 0xF4, 0xFC,
    ];
    let mut pushed = 0;
    for encoding in Encoding::ALL {
        let Ok(start) = Validator::new(encoding) else { continue };
        let mut open = vec![(start, vec![])];
        while let Some((validator, before)) = open.pop() {
            for byte in ALPHABET {
                let mut bytes = [&before[..], &[byte]].concat();
                let mut validator = validator.clone();
                pushed += 1;
                if validator.push(&[byte]).is_err() {
                    let can = (0..3).any(|most| can_be_right(encoding, &mut bytes, &ALPHABET, most));
                    assert!(!can, "{encoding}: something makes {bytes:02X?} well-formed");
                    continue;
                }
                if validator.valid_up_to() == bytes.len() as u64 {
                    continue;
                }
                let can = (1..6).any(|most| can_be_right(encoding, &mut bytes, &ALPHABET, most));
                assert!(can, "{encoding}: nothing makes {bytes:02X?} well-formed");
                if bytes.len() < 5 {
                    open.push((validator, bytes));
                }
            }
        }
    }
    assert!(pushed > 10_000, "{pushed}");
}
