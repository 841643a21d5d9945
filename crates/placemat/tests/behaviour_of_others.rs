//! What the public tests of `wtf8` 0.1.0, `utf8-zero` 0.8.1, `cesu8` 1.1.0 and `widestring` 1.2.1 ask for, said anew by behaviour.
//!
//! Where placemat does something else on purpose, the test has what placemat does, and its comment what the other one does.

/// `wtf8` 0.1.0.
mod wtf8 {
    use std::borrow::Cow;
    use std::fmt::Write;

    use placemat::{CodePoint, CodeSpace, Wtf8, Wtf8Buf};

    fn code_point(value: u32) -> CodePoint {
        CodePoint::from_u32(value).unwrap()
    }

    fn string(values: &[u32]) -> Wtf8Buf {
        values.iter().map(|&value| code_point(value)).collect()
    }

    /// `aé 💩`, and U+D800 behind it.
    fn with_a_surrogate() -> Wtf8Buf {
        string(&[0x61, 0xE9, 0x20, 0x1F4A9, 0xD800])
    }

    #[test]
    fn code_points_reach_to_10ffff_with_surrogates() {
        for value in [0, 0xD800, 0x10_FFFF] {
            assert_eq!(CodePoint::from_u32(value).map(CodeSpace::to_u32), Some(value));
        }
        assert_eq!(CodePoint::from_u32(0x11_0000), None);
        assert_eq!([CodePoint::from('a').to_u32(), CodePoint::from('💩').to_u32()], [0x61, 0x1F4A9]);
    }

    #[test]
    fn code_points_are_written_with_four_digits_at_least() {
        assert_eq!(format!("{:?}", CodePoint::from('a')), "U+0061");
        assert_eq!(format!("{:?}", CodePoint::from('💩')), "U+1F4A9");
    }

    #[test]
    fn code_points_are_scalar_values_or_surrogates() {
        let scalar = |value| code_point(value).to_char();
        assert_eq!([scalar(0x61), scalar(0x1F4A9), scalar(0xD800)], [Some('a'), Some('💩'), None]);
        assert_eq!(code_point(0xD800).to_char_lossy(), '\u{FFFD}');
    }

    #[test]
    fn strings_are_made_of_text() {
        assert_eq!(Wtf8Buf::new().as_bytes(), b"");
        for text in ["", "aé 💩"] {
            assert_eq!(Wtf8::from_str(text).as_bytes(), text.as_bytes());
            assert_eq!(Wtf8Buf::from(text).as_bytes(), text.as_bytes());
            assert_eq!(Wtf8Buf::from(String::from(text)).as_bytes(), text.as_bytes());
        }
        assert_eq!((Wtf8::from_str("").len(), Wtf8::from_str("aé 💩").len()), (0, 8));
    }

    #[test]
    fn sixteen_bit_units_and_back() {
        assert!(Wtf8Buf::from_wide(&[]).is_empty());
        let units = [0x61, 0xE9, 0x20, 0xD83D, 0xD83D, 0xDCA9];
        let text = Wtf8Buf::from_wide(&units);
        assert_eq!(text.as_bytes(), b"a\xC3\xA9 \xED\xA0\xBD\xF0\x9F\x92\xA9");
        assert_eq!(text.encode_wide().collect::<Vec<_>>(), units);
    }

    #[test]
    fn text_and_characters_are_put_behind() {
        let mut text = Wtf8Buf::new();
        text.push_str("aé");
        text.write_str(" ").unwrap();
        text.push_char('💩');
        assert_eq!(text.as_bytes(), b"a\xC3\xA9 \xF0\x9F\x92\xA9");
    }

    /// What is there, what comes behind it, and the bytes of both.
    const SEAMS: [(&[u32], &[u32], &[u8]); 9] = [
        (&[0x61, 0xE9], &[0x20, 0x1F4A9], b"a\xC3\xA9 \xF0\x9F\x92\xA9"),
        (&[0xD83D], &[0xDCA9], b"\xF0\x9F\x92\xA9"),
        (&[0xD83D, 0x20], &[0xDCA9], b"\xED\xA0\xBD \xED\xB2\xA9"),
        (&[0xD800], &[0xDBFF], b"\xED\xA0\x80\xED\xAF\xBF"),
        (&[0xD800], &[0xE000], b"\xED\xA0\x80\xEE\x80\x80"),
        (&[0xD7FF], &[0xDC00], b"\xED\x9F\xBF\xED\xB0\x80"),
        (&[0x61], &[0xDC00], b"a\xED\xB0\x80"),
        (&[], &[0xDC00], b"\xED\xB0\x80"),
        (&[0xDC00], &[0xD800], b"\xED\xB0\x80\xED\xA0\x80"),
    ];

    #[test]
    fn only_a_lead_joins_a_trail() {
        for (front, behind, bytes) in SEAMS {
            let mut pushed = string(front);
            behind.iter().for_each(|&value| pushed.push(code_point(value)));
            assert_eq!(pushed.as_bytes(), bytes, "push {front:X?} {behind:X?}");

            let mut appended = string(front);
            appended.push_string(&string(behind));
            assert_eq!(appended.as_bytes(), bytes, "push_string {front:X?} {behind:X?}");

            let mut extended = string(front);
            extended.extend(behind.iter().map(|&value| code_point(value)));
            assert_eq!(extended.as_bytes(), bytes, "extend {front:X?} {behind:X?}");

            let collected: Wtf8Buf = front.iter().chain(behind).map(|&value| code_point(value)).collect();
            assert_eq!(collected.as_bytes(), bytes, "collect {front:X?} {behind:X?}");
        }
    }

    #[test]
    fn truncation_keeps_code_points_whole() {
        let mut text = Wtf8Buf::from("aé");
        // `wtf8` panics behind the end; here, and for `String`, nothing happens.
        text.truncate(4);
        assert_eq!(text, "aé");
        text.truncate(1);
        assert_eq!(text, "a");
    }

    #[test]
    #[should_panic(expected = "2 is inside the code point at 1..3")]
    fn truncation_inside_a_code_point() {
        Wtf8Buf::from("aé").truncate(2);
    }

    #[test]
    fn text_comes_out_where_there_is_no_surrogate() {
        assert_eq!(Wtf8Buf::from("aé 💩").into_string(), Ok("aé 💩".to_owned()));
        let text = with_a_surrogate();
        assert_eq!(text.clone().into_string(), Err(text.clone()));
        assert_eq!((Wtf8::from_str("").to_str(), Wtf8::from_str("aé 💩").to_str()), (Ok(""), Ok("aé 💩")));
        // `wtf8` says no more than that there is one.
        assert_eq!(text.to_str().unwrap_err().offset(), 8);
    }

    #[test]
    fn lossy_text_has_one_replacement_for_a_surrogate() {
        assert!(matches!(Wtf8::from_str("").to_str_lossy(), Cow::Borrowed("")));
        assert!(matches!(Wtf8::from_str("aé 💩").to_str_lossy(), Cow::Borrowed("aé 💩")));
        assert_eq!(with_a_surrogate().to_str_lossy(), "aé 💩\u{FFFD}");
        assert_eq!(with_a_surrogate().to_string(), "aé 💩\u{FFFD}");
    }

    #[test]
    fn debugging_shows_surrogates() {
        // `wtf8` writes \u{D800}, and what else is in the string as it is.
        assert_eq!(format!("{:?}", with_a_surrogate()), r#""aé 💩\u{d800}""#);
        assert_eq!(format!("{:?}", &*with_a_surrogate()), r#""aé 💩\u{d800}""#);
        assert_eq!(format!("{:?}", Wtf8::from_str("\"\n")), r#""\"\n""#);
    }

    #[test]
    fn borrowed_and_owned_are_equal() {
        assert_eq!(Wtf8Buf::from("aé"), Wtf8::from_str("aé"));
        assert_eq!(Wtf8::from_str("aé"), Wtf8Buf::from("aé"));
    }

    #[test]
    fn parts_are_cut_between_code_points() {
        let text = Wtf8::from_str("aé 💩");
        assert_eq!(text[1..4].as_bytes(), b"\xC3\xA9 ");
        assert_eq!(text[1..].as_bytes(), b"\xC3\xA9 \xF0\x9F\x92\xA9");
        assert_eq!(text[..4].as_bytes(), b"a\xC3\xA9 ");
        assert_eq!((text.get(2..4), text.get(2..), text.get(5..), text.get(..5)), (None, None, None, None));
    }

    #[test]
    #[should_panic(expected = "2 is inside the code point at 1..3")]
    fn a_part_from_inside_a_code_point() {
        let _ = &Wtf8::from_str("aé 💩")[2..4];
    }

    #[test]
    #[should_panic(expected = "5 is inside the code point at 4..8")]
    fn a_part_to_inside_a_code_point() {
        let _ = &Wtf8::from_str("aé 💩")[..5];
    }

    #[test]
    fn single_bytes_tell_whether_they_are_ascii() {
        let text = Wtf8::from_str("aé 💩");
        // `wtf8` has a method, which gives FF for what is not.
        let ascii = |at: usize| Some(text.as_bytes()[at]).filter(u8::is_ascii);
        assert_eq!([0, 1, 2, 3, 4].map(ascii), [Some(b'a'), None, None, Some(b' '), None]);
    }

    #[test]
    fn code_points_come_one_by_one() {
        let scalars = |text: &Wtf8| -> Vec<_> {
            text.code_points().map(|code_point| char::from_u32(code_point.to_u32())).collect()
        };
        let mut text = Wtf8Buf::from("é ");
        assert_eq!(scalars(&text), [Some('é'), Some(' ')]);
        text.push(code_point(0xD83D));
        assert_eq!(scalars(&text), [Some('é'), Some(' '), None]);
        text.push(code_point(0xDCA9));
        assert_eq!(scalars(&text), [Some('é'), Some(' '), Some('💩')]);
    }
}

/// `cesu8` 1.1.0.
mod cesu8 {
    use std::borrow::Cow;

    use placemat::{Cesu8, Mutf8, Mutf8Lenient, Utf8, convert, encode_str, form};

    #[test]
    fn a_pair_is_one_code_point() {
        // From ICU's tests.
        let bytes = b"M\xE6\x97\xA5\xED\xA0\x81\xED\xB0\x81\x7F";
        let text = "M日\u{10401}\u{7F}";
        assert_eq!(Cesu8::new(bytes).unwrap().to_str_lossy(), text);
        assert_eq!(convert(form::Cesu8, form::Utf8, bytes).unwrap(), text.as_bytes());
        assert_eq!(Mutf8::new(bytes).unwrap().to::<form::Utf8>().unwrap().as_str(), text);
    }

    #[test]
    fn what_is_the_same_is_borrowed() {
        let bytes = "aé日".as_bytes();
        assert!(matches!(Cesu8::new(bytes).unwrap().to_str_lossy(), Cow::Borrowed("aé日")));
        assert!(matches!(Mutf8::new(bytes).unwrap().to_str_lossy(), Cow::Borrowed("aé日")));
        assert_eq!(Cesu8::new(bytes).unwrap().to_str(), Ok("aé日"));
    }

    #[test]
    fn supplementary_code_points_take_six_bytes() {
        const PAIR: &[u8] = b"\xED\xA0\x81\xED\xB0\x81";
        assert_eq!(encode_str(form::Cesu8, "\u{10401}").unwrap(), PAIR);
        assert_eq!(encode_str(form::Mutf8, "\u{10401}").unwrap(), PAIR);
        assert_eq!(Utf8::from_str("\u{10401}").to_form::<form::Cesu8>().as_bytes(), PAIR);
        assert_eq!(Utf8::from_str("\u{10401}").to_form::<form::Mutf8>().as_bytes(), PAIR);
        assert_eq!(Cesu8::new(PAIR).unwrap().to_str_lossy(), "\u{10401}");
        assert_eq!(Mutf8::new(PAIR).unwrap().to_str_lossy(), "\u{10401}");
        assert_eq!(encode_str(form::Cesu8, "aé日").unwrap(), "aé日".as_bytes());
    }

    #[test]
    fn nul_takes_two_bytes_in_java() {
        assert_eq!(encode_str(form::Mutf8, "\0\0").unwrap(), b"\xC0\x80\xC0\x80");
        assert_eq!(Mutf8::new(b"\xC0\x80\xC0\x80").unwrap().to_str_lossy(), "\0\0");
        assert_eq!(encode_str(form::Cesu8, "\0\0").unwrap(), b"\0\0");
    }

    #[test]
    fn text_that_needs_no_change() {
        let is_cesu_8 = |text: &str| Cesu8::new(text.as_bytes()).is_ok();
        let is_mutf_8 = |text: &str| Mutf8::new(text.as_bytes()).is_ok();
        assert!(is_cesu_8("aé日") && is_mutf_8("aé日"));
        assert!(!is_cesu_8("\u{10401}") && !is_mutf_8("\u{10401}"));
        assert!(is_cesu_8("\0\0") && !is_mutf_8("\0\0"));
    }

    /// `cesu8` takes a whole input that is UTF-8, and refuses the same bytes beside a pair or beside C0 80.
    #[test]
    fn what_is_refused_is_refused_everywhere() {
        let four = "\u{10401}".as_bytes();
        let error = Cesu8::new(four).unwrap_err();
        assert_eq!((error.offset(), error.len()), (0, 1));
        assert_eq!(Cesu8::new(&[&b"\xED\xA0\x81\xED\xB0\x81"[..], four].concat()).unwrap_err().offset(), 6);
        assert_eq!(Mutf8::new(b"a\0").unwrap_err().offset(), 1);
        assert_eq!(Mutf8::new(b"\xC0\x80a\0").unwrap_err().offset(), 3);
        assert!(Mutf8Lenient::new(b"a\0").is_ok() && Mutf8Lenient::new(b"\xC0\x80a\0").is_ok());
        assert!(Cesu8::new(b"\xC0\x80").is_err());
    }

    /// `cesu8` has no place for a lone surrogate; Java has.
    #[test]
    fn lone_surrogates_of_java_are_kept() {
        for bytes in [&b"\xED\xA0\x81"[..], b"a\xED\xB0\x81", b"\xED\xB0\x81\xED\xA0\x81"] {
            assert!(Cesu8::new(bytes).is_err());
            let text = Mutf8::new(bytes).unwrap();
            assert!(text.to::<form::Utf8>().is_err());
            assert_eq!(text.to_form::<form::Wtf16>().to_form::<form::Mutf8>().as_bytes(), bytes);
        }
    }
}

/// `utf8-zero` 0.8.1.
mod utf8_zero {
    use std::collections::VecDeque;
    use std::io::{self, Read};

    use placemat::incremental::LossyUtf8;
    use placemat::io::Reader;
    use placemat::{Failure, OnError, Options, Utf8, form, from_utf8_lossy};

    #[test]
    fn text_comes_out_of_bytes() {
        for text in ["hello", "ศไทย中华Việt Nam"] {
            assert_eq!(Utf8::new(text.as_bytes()).unwrap().as_str(), text);
        }
        assert_eq!(Utf8::new(b"hello\xFF").unwrap_err().valid_up_to(), 5);
    }

    #[test]
    fn what_is_utf_8() {
        const IS: [&[u8]; 9] = [
            "eé€\u{10000}".as_bytes(),
            b"\xC2\x80",
            b"\xDF\xBF",
            b"\xE0\xA0\x80",
            b"\xED\x9F\xBF",
            b"\xEE\x80\x80",
            b"\xEF\xBF\xBF",
            b"\xF0\x90\x80\x80",
            b"\xF4\x8F\xBF\xBF",
        ];
        const IS_NOT: [&[u8]; 19] = [
            // Trail bytes, and leads without what belongs to them.
            b"\x80",
            b"\xC0",
            b"\xC0\x10",
            b"\xE0",
            b"\xE0\x10",
            b"\xE0\xFF\x10",
            b"\xF0",
            b"\xF0\x10",
            b"\xF0\xFF\x10",
            b"\xF0\xFF\xFF\x10",
            // Overlong forms, and what is behind U+10FFFF.
            b"\xC0\x80",
            b"\xC0\xAE",
            b"\xE0\x80\x80",
            b"\xE0\x80\xAF",
            b"\xE0\x81\x81",
            b"\xF0\x82\x82\xAC",
            b"\xF4\x90\x80\x80",
            // Surrogates.
            b"\xED\xA0\x80",
            b"\xED\xBF\xBF",
        ];
        for bytes in IS {
            assert!(Utf8::new(bytes).is_ok(), "{bytes:X?}");
        }
        for bytes in IS_NOT {
            assert_eq!(Utf8::new(bytes).unwrap_err().offset(), 0, "{bytes:X?}");
        }
    }

    /// Bytes, and the text that they are with a U+FFFD for each maximal subpart.
    const LOSSY: [(&[u8], &str); 13] = [
        (b"hello", "hello"),
        ("ศไทย中华".as_bytes(), "ศไทย中华"),
        ("Việt Nam".as_bytes(), "Việt Nam"),
        (b"Hello\xC2 There\xFF ", "Hello\u{FFFD} There\u{FFFD} "),
        (b"Hello\xC0\x80 There", "Hello\u{FFFD}\u{FFFD} There"),
        (b"\xE6\x83 Goodbye", "\u{FFFD} Goodbye"),
        (b"\xF5foo\xF5\x80bar", "\u{FFFD}foo\u{FFFD}\u{FFFD}bar"),
        (b"\xF5foo\xF5\xC2", "\u{FFFD}foo\u{FFFD}\u{FFFD}"),
        (b"\xF1foo\xF1\x80bar\xF1\x80\x80baz", "\u{FFFD}foo\u{FFFD}bar\u{FFFD}baz"),
        (b"\xF4foo\xF4\x80bar\xF4\xBFbaz", "\u{FFFD}foo\u{FFFD}bar\u{FFFD}\u{FFFD}baz"),
        (b"\xF0\x80\x80\x80foo\xF0\x90\x80\x80bar", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}foo\u{10000}bar"),
        (b"\xF0\x90\x80foo", "\u{FFFD}foo"),
        (b"\xED\xA0\x80foo\xED\xBF\xBFbar", "\u{FFFD}\u{FFFD}\u{FFFD}foo\u{FFFD}\u{FFFD}\u{FFFD}bar"),
    ];

    #[test]
    fn lossy_text_of_a_whole() {
        for (bytes, text) in LOSSY {
            assert_eq!(from_utf8_lossy(bytes), text);
            let mut pieces = String::new();
            for chunk in Utf8::chunks(bytes) {
                pieces += chunk.well_formed().as_str();
                if !chunk.ill_formed().is_empty() {
                    pieces += "\u{FFFD}";
                }
            }
            assert_eq!(pieces, text);
        }
    }

    /// Some bytes cut at the places where `cuts` has a bit; the last piece is what is left.
    fn cut(bytes: &[u8], cuts: u32) -> Vec<&[u8]> {
        let (mut pieces, mut start) = (vec![], 0);
        for at in (1..bytes.len()).filter(|&at| at <= 32 && cuts >> (at - 1) & 1 == 1) {
            pieces.push(&bytes[start..at]);
            start = at;
        }
        pieces.push(&bytes[start..]);
        pieces
    }

    #[test]
    fn lossy_text_does_not_depend_on_how_it_is_cut() {
        for (bytes, text) in LOSSY {
            // All ways of cutting among the first bytes, and byte by byte.
            let all = 1_u32 << (bytes.len() - 1).min(13);
            for cuts in (0..all).chain([u32::MAX]) {
                let (mut decoder, mut pieces) = (LossyUtf8::new(), String::new());
                let mut take = |piece: &str| {
                    assert!(!piece.is_empty());
                    pieces += piece;
                };
                for piece in cut(bytes, cuts) {
                    decoder.push(piece, &mut take);
                }
                // `utf8-zero` does this when it is dropped.
                decoder.finish(&mut take);
                assert_eq!(pieces, text, "{bytes:X?} {cuts:b}");
            }
        }
    }

    /// A reader that gives piece after piece.
    struct Pieces<'a>(VecDeque<&'a [u8]>);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.pop_front() else { return Ok(0) };
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn lossy_text_of_a_reader() {
        let lossy = Options { on_error: OnError::Replace, ..Options::default() };
        for (bytes, text) in LOSSY {
            // Byte by byte, and all ways of cutting in three at the most.
            let ends = (0..bytes.len()).flat_map(|first| (first..bytes.len()).map(move |last| (first, last)));
            let threes = ends.map(|(first, last)| 1_u64 << first | 1_u64 << last);
            for cuts in threes.chain([u64::MAX]) {
                // The bit of a place is the one before it.
                let pieces = Pieces(cut(bytes, (cuts >> 1) as u32).into());
                let reader = Reader::new(pieces, form::Utf8, form::Utf8, lossy).unwrap();
                assert_eq!(io::read_to_string(reader).unwrap(), text, "{bytes:X?} {cuts:b}");
            }
        }
    }

    #[test]
    fn an_unfinished_end_is_told_from_an_error() {
        let mut chunks = Utf8::chunks(b"hello\xC0world");
        let first = chunks.next().unwrap();
        assert_eq!((first.well_formed().as_str(), first.ill_formed()), ("hello", &b"\xC0"[..]));
        assert!(!first.is_incomplete());
        assert_eq!(chunks.next().unwrap().well_formed().as_str(), "world");
        assert!(chunks.next().is_none());

        let only = Utf8::chunks(b"\xC3").next().unwrap();
        assert_eq!((only.well_formed().as_str(), only.ill_formed()), ("", &b"\xC3"[..]));
        assert!(only.is_incomplete());
    }

    #[test]
    fn a_sequence_in_two_pieces() {
        let (mut decoder, mut text) = (LossyUtf8::new(), String::new());
        decoder.push(b"Hello \xC3", |piece| text += piece);
        decoder.push(b"\xA9!", |piece| text += piece);
        decoder.finish(|piece| text += piece);
        assert_eq!(text, "Hello é!");
    }

    /// `utf8-zero` goes on behind an error of a reader; here the strict reader ends there, and chunks go on.
    #[test]
    fn a_strict_reader_ends_at_the_first_error() {
        let mut reader = Reader::new(&b"ok\xFFend"[..], form::Utf8, form::Utf8, Options::default()).unwrap();
        let mut bytes = vec![];
        let error = reader.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(bytes, b"ok");
        let failure = error.get_ref().unwrap().downcast_ref::<Failure>().unwrap();
        assert_eq!((failure.offset(), failure.len()), (2, 1));
        assert!(reader.read(&mut [0]).is_err());

        let parts: Vec<_> = Utf8::chunks(b"ok\xFFend").map(|chunk| chunk.well_formed().as_str()).collect();
        assert_eq!(parts, ["ok", "end"]);
    }
}

/// `widestring` 1.2.1.
mod widestring {
    use core::cmp::Ordering;
    use std::fmt::Write;

    use placemat::{
        CodePoint, CodeSpace, Ucs4Units, Utf8, Utf8Buf, Utf16, Utf16Buf, Utf32, Utf32Buf, Wtf16, Wtf16Buf,
        form, utf16, utf32, wtf16,
    };

    /// `⚧️🏳️‍⚧️➡️s`: ten code points, one of them supplementary.
    const FLAG: &str = "\u{26A7}\u{FE0F}\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}\u{27A1}\u{FE0F}s";
    /// U+1D11E `mus`, a trail surrogate, `ic`, a lead surrogate.
    const MUSIC: [u16; 9] = [0xD834, 0xDD1E, 0x6D, 0x75, 0x73, 0xDD1E, 0x69, 0x63, 0xD834];

    fn wide(text: &str) -> Utf16Buf {
        text.chars().collect()
    }

    fn any_wide(text: &str) -> Wtf16Buf {
        text.chars().collect()
    }

    #[test]
    fn literals_are_what_conversion_makes() {
        assert_eq!(wide(FLAG), utf16!(FLAG));
        assert_eq!(any_wide(FLAG), wtf16!(FLAG));
        assert_eq!(FLAG.chars().collect::<Utf32Buf>(), utf32!(FLAG));
        assert_eq!(utf16!(FLAG).as_units(), FLAG.encode_utf16().collect::<Vec<_>>());
        assert_eq!(utf32!(FLAG).as_units(), FLAG.chars().map(u32::from).collect::<Vec<_>>());
        assert_eq!(Utf8::from_str(FLAG).to_form::<form::Utf16>(), utf16!(FLAG));
        assert_eq!(utf16!(FLAG).to_string(), FLAG);
    }

    #[test]
    fn lengths_are_units() {
        assert_eq!((utf16!("foo").len(), utf32!("foo").len()), (3, 3));
        assert_eq!((utf16!(FLAG).len(), utf16!(FLAG).code_points().count()), (11, 10));
        assert_eq!((utf32!(FLAG).len(), utf32!(FLAG).code_points().count()), (10, 10));
    }

    #[test]
    fn parts_of_16_bit_strings() {
        let flag = utf16!(FLAG);
        assert_eq!(flag.get(..2), Some(utf16!("\u{26A7}\u{FE0F}")));
        assert_eq!(flag.get(2..8), Some(utf16!("\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}")));
        assert_eq!(flag.get(8..10), Some(utf16!("\u{27A1}\u{FE0F}")));
        assert_eq!(flag.get(10..), Some(utf16!("s")));
        assert_eq!(flag.get(3..4), None);
        let heart = utf16!("Sparkle 💖 Heart");
        assert_eq!([0, 8, 9, heart.len()].map(|at| heart.is_boundary(at)), [true, true, false, true]);
        assert_eq!(utf16!("Per Martin-Löf").split_at(3), (utf16!("Per"), utf16!(" Martin-Löf")));
    }

    #[test]
    fn parts_of_32_bit_strings() {
        let flag = utf32!(FLAG);
        assert_eq!(flag.get(..2), Some(utf32!("\u{26A7}\u{FE0F}")));
        assert_eq!(flag.get(2..7), Some(utf32!("\u{1F3F3}\u{FE0F}\u{200D}\u{26A7}\u{FE0F}")));
        assert_eq!(flag.get(7..9), Some(utf32!("\u{27A1}\u{FE0F}")));
        assert_eq!(flag.get(9..), Some(utf32!("s")));
        assert_eq!(utf32!("Per Martin-Löf").split_at(3), (utf32!("Per"), utf32!(" Martin-Löf")));
    }

    /// `U16Str` may be cut inside a pair; the units may be here.
    #[test]
    fn a_pair_is_not_cut() {
        let text = wtf16!("a💩");
        assert_eq!(text.try_get(..2).unwrap_err().code_point(), Some(1..3));
        assert_eq!(Wtf16::new(&text.as_units()[..2]), Ok(wtf16!(r"a\u{D83D}")));
    }

    #[test]
    fn units_are_checked() {
        assert_eq!(Utf16::new(&[0xD83D, 0xDC96]), Ok(utf16!("💖")));
        assert_eq!(Utf16::new(&[0xD83D, 0]).unwrap_err().offset(), 0);
        assert_eq!(Utf16::new(&[0x61, 0xD83D]).unwrap_err().offset(), 1);
        assert_eq!(Utf16Buf::from_units(vec![0xD83D, 0xDC96]).unwrap(), utf16!("💖"));
        let error = Utf16Buf::from_units(vec![0xD83D, 0]).unwrap_err();
        assert_eq!((error.error().offset(), error.into_units()), (0, vec![0xD83D, 0]));

        assert_eq!(Utf32::new(&[0x1F496]), Ok(utf32!("💖")));
        assert_eq!(Utf32::new(&[0xD83D, 0xDC96]).unwrap_err().offset(), 0);
        assert_eq!(Utf32Buf::from_units(vec![0x1F496]).unwrap(), utf32!("💖"));
        assert!(Utf32Buf::from_units(vec![0xD83D, 0xDC96]).is_err());
        assert_eq!(['💖'; 3].into_iter().collect::<Utf32Buf>(), utf32!("💖💖💖"));
    }

    #[test]
    fn any_units_are_a_string_of_some_form() {
        assert_eq!(Wtf16::new(&[0, 0xD83D]).unwrap().len(), 2);
        assert_eq!(Wtf16::new(&[0xD83D, 0xDC96]), Ok(wtf16!("💖")));
        assert_eq!(Ucs4Units::from_any_units(&[0, 0xD83D, u32::MAX]).len(), 3);
        assert!(Utf16::new(&[0, 0xD83D]).is_err() && Utf32::new(&[0, 0xD83D]).is_err());
    }

    #[test]
    fn lossy_strings_have_one_replacement_for_a_surrogate() {
        assert_eq!(*Utf16::new_lossy(&[0xD83D, 0xDC96]), *utf16!("💖"));
        assert_eq!(*Utf16::new_lossy(&[0xD83D, 0]), *utf16!("\u{FFFD}\0"));
        assert_eq!(*Utf32::new_lossy(&[0x1F496]), *utf32!("💖"));
        assert_eq!(*Utf32::new_lossy(&[0xD83D, 0xDC96]), *utf32!("\u{FFFD}\u{FFFD}"));
    }

    #[test]
    fn ill_formed_16_bit_text_is_read() {
        let text = Wtf16::new(&MUSIC).unwrap();
        let read: Vec<_> = text
            .code_points()
            .map(CodeSpace::to_u32)
            .map(|value| char::from_u32(value).ok_or(value))
            .collect();
        assert_eq!(read[..4], [Ok('𝄞'), Ok('m'), Ok('u'), Ok('s')]);
        assert_eq!(read[4..], [Err(0xDD1E), Ok('i'), Ok('c'), Err(0xD834)]);
        assert_eq!(Utf16::new_lossy(&MUSIC).to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
        assert_eq!(text.to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
        // `widestring` leaves out what is ill-formed.
        assert_eq!(format!("{text:#}"), "𝄞mus\u{FFFD}ic\u{FFFD}");
        // It writes the first as \<DD1E>.
        assert_eq!(format!("{text:?}"), r#""𝄞mus\u{dd1e}ic\u{d834}""#);
    }

    #[test]
    fn ill_formed_32_bit_text_is_read() {
        let units = [0x1D11E, 0x6D, 0x75, 0x73, 0xDD1E, 0x69, 0x63, 0x23_FD5A];
        let read: Vec<_> = Ucs4Units::from_any_units(&units)
            .code_points()
            .map(CodeSpace::to_u32)
            .map(|value| char::from_u32(value).ok_or(value))
            .collect();
        assert_eq!(read[..4], [Ok('𝄞'), Ok('m'), Ok('u'), Ok('s')]);
        assert_eq!(read[4..], [Err(0xDD1E), Ok('i'), Ok('c'), Err(0x23_FD5A)]);
        assert_eq!(Utf32::new_lossy(&units).to_string(), "𝄞mus\u{FFFD}ic\u{FFFD}");
    }

    #[test]
    fn characters_are_encoded() {
        let music = "𝄞music";
        assert_eq!(music.chars().collect::<Utf8Buf>().as_bytes(), music.as_bytes());
        assert_eq!(wide(music).as_units(), [0xD834, 0xDD1E, 0x6D, 0x75, 0x73, 0x69, 0x63]);
        assert_eq!(music.chars().collect::<Utf32Buf>().as_units(), [0x1D11E, 0x6D, 0x75, 0x73, 0x69, 0x63]);
    }

    #[test]
    fn white_space_is_trimmed() {
        assert_eq!(utf16!(" Hello\tworld\t").trim_start(), utf16!("Hello\tworld\t"));
        assert_eq!(utf16!("  English  ").trim_start().code_points().next(), Some('E'));
        assert_eq!(utf16!("  עברית  ").trim_start().code_points().next(), Some('ע'));
        assert_eq!(utf16!("      💕Heart ").trim_start(), utf16!("💕Heart "));
        assert_eq!(utf16!(" Heart💕      ").trim_end(), utf16!(" Heart💕"));
        assert_eq!(utf16!(" Heart💕      ").trim(), utf16!("Heart💕"));
        assert_eq!(utf32!(" Hello\tworld\t").trim_start(), utf32!("Hello\tworld\t"));
        assert_eq!(utf32!("  עברית  ").trim_start().code_points().next(), Some('ע'));
        assert_eq!(utf32!("      💕Heart ").trim_start(), utf32!("💕Heart "));
        assert_eq!(utf32!(" Heart💕      ").trim_end(), utf32!(" Heart💕"));
    }

    #[test]
    fn lines_end_in_line_feeds() {
        fn check(text: &str, lines: [&str; 4]) {
            let wide = wide(text);
            assert_eq!(wide.lines().map(Utf16::to_string).collect::<Vec<_>>(), lines);
            let any = any_wide(text);
            assert_eq!(any.lines().map(Wtf16::to_string).collect::<Vec<_>>(), lines);
            let long: Utf32Buf = text.chars().collect();
            assert_eq!(long.lines().map(Utf32::to_string).collect::<Vec<_>>(), lines);
        }
        // A carriage return alone ends nothing.
        check("foo\r\nbar\n\nbaz\r", ["foo", "bar", "", "baz\r"]);
        check("foo\nbar\n\r\nbaz", ["foo", "bar", "", "baz"]);
    }

    #[test]
    fn strings_grow() {
        let mut text = wide("abc");
        "123".chars().for_each(|digit| text.push(digit));
        assert_eq!(text, utf16!("abc123"));
        let mut text = wide("foo");
        text.push_string(utf16!("bar"));
        assert_eq!(text, utf16!("foobar"));
        let mut text = any_wide("MyString");
        let copy = text.clone();
        text.push_string(&copy);
        assert_eq!(text.to::<form::Utf8>().unwrap().as_str(), "MyStringMyString");
        let mut text = wide("no ");
        let number = 1234;
        write!(text, "{number}").unwrap();
        assert_eq!(text, "no 1234");
        let repeated: Utf16Buf = core::iter::repeat_n(utf16!("ab"), 3).collect();
        assert_eq!(repeated, utf16!("ababab"));
    }

    #[test]
    fn strings_shrink() {
        let mut text = wide("trunc");
        for (to, len) in [(6, 5), (5, 5), (2, 2)] {
            text.truncate(to);
            assert_eq!(text.len(), len);
        }
        assert_eq!(text, utf16!("tr"));

        let mut text = wide("foo𝄞");
        let popped: Vec<_> = core::iter::from_fn(|| text.pop()).collect();
        assert_eq!(popped, ['𝄞', 'o', 'o', 'f']);

        let mut text = wide("𝄞foo");
        assert_eq!([0, 1, 0, 0].map(|at| text.remove(at)), ['𝄞', 'o', 'f', 'o']);

        let mut text = wide("f_o_ob_ar");
        text.retain(|character| character != '_');
        assert_eq!(text, utf16!("foobar"));
        let mut keeps = [false, true, true, false, true].into_iter();
        let mut text = wide("abcde");
        text.retain(|_| keeps.next().unwrap());
        assert_eq!(text, utf16!("bce"));
    }

    #[test]
    #[should_panic(expected = "1 is inside the code point at 0..2")]
    fn truncation_inside_a_pair() {
        wide("💖").truncate(1);
    }

    #[test]
    fn surrogates_are_popped_as_the_code_point_that_they_are() {
        let mut text = any_wide("𤭢");
        assert_eq!((text.len(), text.pop()), (2, Some(CodePoint::from('𤭢'))));
        let mut text = Wtf16Buf::from_units(MUSIC.to_vec()).unwrap();
        assert_eq!(text.pop().map(CodeSpace::to_u32), Some(0xD834));
    }

    #[test]
    fn characters_and_strings_are_put_in() {
        let mut text = Utf16Buf::with_capacity(5);
        [(0, '𝄞'), (0, 'f'), (1, 'o'), (4, 'o')].into_iter().for_each(|(at, one)| text.insert(at, one));
        assert_eq!(text, utf16!("fo𝄞o"));
        let mut text = any_wide("Hllo, world!");
        text.insert(1, CodePoint::from('e'));
        assert_eq!(text.to_string(), "Hello, world!");
        let mut text = wide("bar");
        text.insert_string(0, utf16!("foo"));
        assert_eq!(text, utf16!("foobar"));
    }

    #[test]
    fn parts_are_taken_out_and_replaced() {
        let mut hello = wide("Hello, World!");
        let world = hello.split_off(7);
        assert_eq!((hello, world), (wide("Hello, "), wide("World!")));

        // `widestring` gives an iterator.
        let mut text = wide("α is alpha, β is beta");
        assert_eq!(text.drain(..12), utf16!("α is alpha, "));
        assert_eq!(text, utf16!("β is beta"));
        text.drain(..);
        assert!(text.is_empty());

        let mut text = wide("α is alpha, β is beta");
        text.replace_range(..12, utf16!("Α is capital alpha; "));
        assert_eq!(text, utf16!("Α is capital alpha; β is beta"));
    }

    #[test]
    fn strings_of_two_widths_are_compared() {
        let (short, long) = (utf16!("a💩"), utf32!("a💩"));
        assert_eq!(short.cmp_code_points(long), Ordering::Equal);
        assert!(*short == *"a💩" && *long == *"a💩" && *short != *"a");
        assert_eq!(short.cmp_code_points(Utf8::from_str("a💩")), Ordering::Equal);
        // By units, as there.
        assert_eq!(utf16!("\u{FF5E}").cmp(utf16!("💩")), Ordering::Greater);
    }

    #[test]
    fn boxes_and_back() {
        let boxed: Box<Utf16> = wide("hello").into_boxed();
        assert_eq!(Utf16Buf::from(boxed), utf16!("hello"));
    }

    #[test]
    fn cases_by_characters() {
        let upper: Utf16Buf = utf16!("tschüß").code_points().flat_map(char::to_uppercase).collect();
        assert_eq!(upper, utf16!("TSCHÜSS"));
        let escaped: String = utf16!("❤\n!").code_points().flat_map(char::escape_unicode).collect();
        assert_eq!(escaped, r"\u{2764}\u{a}\u{21}");
    }
}
