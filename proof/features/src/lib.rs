//! Calls the items of each feature of the library. `cargo xtask features` runs these tests with every feature
//! alone, and with others; there, warnings are errors, in the library too.

#![cfg(test)]

/// The library without features. Compiled if few features are on, or all.
#[cfg(any(not(any(feature = "alloc", feature = "encoding")), all(feature = "columns", feature = "serde")))]
mod always {
    use placemat::form::{Form, Mutf8, Utf8, Utf16, Wtf8};
    use placemat::scheme::Le;
    use placemat::stream::Validator;
    use placemat::{Conversion, ErrorKind, OnError, Options, Status};

    #[test]
    fn text_is_validated() {
        assert!(placemat::validate(Utf8, "a€💩".as_bytes()).is_ok());
        let error = placemat::validate(Mutf8, b"a\0").unwrap_err();
        assert_eq!((error.offset(), error.len(), error.kind()), (1, 1, ErrorKind::Nul));
    }

    #[test]
    fn text_is_validated_in_pieces() {
        let mut validator = Validator::new(Utf8).unwrap();
        validator.push(b"a\xE2\x82").unwrap();
        assert_eq!(validator.push(b"\xC3").unwrap_err().offset(), 1);
    }

    #[test]
    fn text_is_converted_into_a_slice() {
        let options = Options { on_error: OnError::Replace, ..Options::default() };
        let conversion = Conversion::new(Utf8, Utf16, options).unwrap();
        let mut units = [0; 4];
        let (progress, status) = conversion.convert_into(b"\xF0\x9F\x92\xA9\xFF", &mut units).unwrap();
        assert_eq!((&units[..progress.written], status), (&[0xD83D, 0xDCA9, 0xFFFD][..], Status::Done));
    }

    #[test]
    fn tables_boundaries_and_lengths_are_there() {
        assert_eq!(Wtf8::TABLE.rows().len(), 5);
        assert_eq!(placemat::stream::boundaries(Le(Utf16), b"\x3D\xD8\xA9\xDC", 2), Some((0, 4)));
        assert_eq!(Utf16::utf8_len(&[0xD83D, 0xDCA9]), 4);
        assert_eq!(Utf16::make_well_formed(&mut [0xD83D, 0x61]), 1);
    }
}

#[cfg(feature = "alloc")]
mod alloc {
    use placemat::form::{Utf8, Utf16};
    use placemat::offsets::Offsets;
    use placemat::{convert, from_utf8_lossy};

    #[test]
    fn text_is_converted_into_a_vector() {
        assert_eq!(convert(Utf8, Utf16, "a€".as_bytes()).unwrap(), [0x61, 0x20AC]);
        assert_eq!(from_utf8_lossy(b"a\xFF"), "a\u{FFFD}");
    }

    #[test]
    fn places_have_lines_and_columns() {
        let place = Offsets::new(Utf8, "a\n💩b".as_bytes()).at_unit(6);
        assert_eq!((place.line, place.column, place.utf_16_column), (1, 1, 2));
    }
}

#[cfg(feature = "std")]
mod std {
    use ::std::io::Read;
    use placemat::Options;
    use placemat::form::{Iso8859_1, Utf8};
    use placemat::stream::Reader;

    #[test]
    fn readers_convert() {
        let mut text = String::new();
        let mut reader = Reader::new(&b"caf\xE9"[..], Iso8859_1, Utf8, Options::default()).unwrap();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "café");
    }

    #[test]
    #[cfg(feature = "strings")]
    fn names_are_strings() {
        use placemat::os::NameBuf;
        assert_eq!(NameBuf::from_os_string("café".into()).into_os_string(), "café");
    }
}

#[cfg(feature = "strings")]
mod strings {
    use placemat::form::Wtf8;
    use placemat::java::MUtf8CStr;
    use placemat::stream::LossyUtf8;
    use placemat::{Str, literal};

    #[test]
    fn strings_are_searched_and_cut() {
        let name = Str::<Wtf8>::new(b"caf\xC3\xA9\xED\xA0\xBD!").unwrap();
        assert_eq!((name.find("é"), name.to_str().is_ok()), (Some(3), false));
        assert_eq!(literal!(Mutf8, "a\0").as_units(), b"a\xC0\x80");
    }

    #[test]
    fn lossy_text_comes_in_pieces() {
        let mut count = 0;
        let mut decoder = LossyUtf8::new();
        decoder.push(b"a\xE2", |_| count += 1);
        decoder.finish(|text| assert_eq!(text, "\u{FFFD}"));
        assert_eq!(count, 1);
    }

    #[test]
    fn strings_of_c_end_in_zero() {
        assert_eq!(MUtf8CStr::from_c_str(c"caf\xC3\xA9").unwrap().as_string(), literal!(Mutf8, "café"));
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn strings_are_put_together() {
        let mut text = placemat::StrBuf::<Wtf8>::from("a");
        text.push_str("💩");
        assert_eq!(text.into_string().unwrap(), "a💩");
        assert_eq!(&*placemat::json::unescape(r"\ud83d\udca9").unwrap(), "💩");
    }

    #[test]
    #[cfg(feature = "encoding")]
    fn frames_are_taken_off_and_put_on() {
        use placemat::java::Frame;
        let (text, rest) = Frame::WriteUtf.read(b"\0\x01ab").unwrap();
        assert_eq!((text, rest), (literal!(Mutf8, "a"), &b"b"[..]));
        #[cfg(feature = "alloc")]
        {
            let mut out = vec![];
            Frame::WriteUtf.write(text, &mut out).unwrap();
            assert_eq!(out, b"\0\x01a");
        }
    }
}

#[cfg(feature = "encoding")]
mod encoding {
    use placemat::stream::boundaries;
    use placemat::{Codec, Encoding};

    #[test]
    fn encodings_have_names() {
        assert_eq!(Encoding::from_name("cesu-8"), Some(Encoding::Cesu8));
        assert_eq!(Encoding::for_label("csUTF8").map(|(label, _)| label.encoding), Some(Encoding::Utf8));
        assert_eq!(
            Encoding::for_signature(b"\xFF\xFEa\0").map(|(encoding, _)| encoding),
            Some(Encoding::Utf16Le)
        );
    }

    #[test]
    fn encodings_are_codecs() {
        assert!(placemat::validate(Encoding::Cesu8, b"\xED\xA0\xBD\xED\xB2\xA9").is_ok());
        assert_eq!(boundaries(Encoding::Utf8, "é".as_bytes(), 1), Some((0, 2)));
        let wrapper = Encoding::Utf8OrWindows1252.resolve(b"caf\xE9").unwrap();
        assert_eq!(wrapper.codec, Encoding::Windows1252);
    }

    // This compiles all kernels: with features that use them anyway, it would only take longer.
    #[test]
    #[cfg(all(feature = "alloc", not(feature = "detect")))]
    fn encodings_are_converted() {
        let text = placemat::convert(Encoding::Cesu8, Encoding::Utf8, b"\xED\xA0\xBD\xED\xB2\xA9");
        assert_eq!(text.unwrap(), "💩".as_bytes());
    }
}

#[cfg(feature = "detect")]
mod detect {
    use placemat::{Encoding, detect::detect};

    #[test]
    fn encodings_are_told() {
        assert_eq!(detect("naïve 💩".as_bytes()).encoding, Some(Encoding::Utf8));
    }
}

#[cfg(feature = "repair")]
mod repair {
    use placemat::repair::{Fixes, repair};

    #[test]
    fn damage_is_undone() {
        let repaired = repair(b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB2\xA9", Fixes::DEFAULT);
        assert_eq!(repaired.unwrap(), "café 💩".as_bytes());
    }
}

#[cfg(feature = "columns")]
mod columns {
    use placemat::{Encoding, columns::Column};

    #[test]
    fn values_are_checked_side_by_side() {
        let column = Column::new(b"plaincaf\xE9", &[0, 5, 9], None).unwrap();
        assert_eq!(column.check(Encoding::Utf8).ill_formed[0].row, 1);
    }
}

#[cfg(feature = "views")]
mod views {
    use placemat::Encoding;
    use placemat::form::Utf8;
    use placemat::views::{Chart, Class};
    use placemat::views::{Dialect, Expression};
    use placemat::views::{Listing, Properties};

    #[test]
    fn tables_are_shown() {
        assert_eq!(Chart::new(Utf8).unwrap().count(Class::Never), 13);
        let expression = Expression::new(Encoding::Ucs2Be, Dialect::Article).unwrap();
        assert_eq!(expression.to_string(), "[00-FF] [00-FF]");
        assert!(Listing::new(Utf8).to_string().contains("E0 A0 80 … ED 9F BF"));
        assert_eq!(Properties::new(Utf8).longest(), 4);
    }

    #[test]
    fn documents_are_linted() {
        let mut count = 0;
        placemat::views::Lint::string().push(b"a\0", &mut |_| count += 1);
        assert_eq!(count, 1);
    }
}

#[cfg(feature = "serde")]
mod serde {
    use placemat::StrBuf;
    use placemat::form::Wtf8;

    #[test]
    fn strings_go_through_serde() {
        let text = StrBuf::<Wtf8>::from("a💩");
        assert_eq!(serde_json::to_string(&text).unwrap(), r#""a💩""#);
        assert_eq!(serde_json::from_str::<StrBuf<Wtf8>>(r#""a💩""#).unwrap(), text);
    }
}
