//! The current library under the names that the older one has.

pub(crate) use placemat::Unsupported as Undefined;
pub(crate) use placemat::form::{CodeSpace, Ucs4, Unit};
pub(crate) use placemat::stream::*;
pub(crate) use placemat::string::*;
pub(crate) use placemat::*;
pub(crate) use placemat::{
    stream as incremental, stream as io, views as chart, views as expression, views as lint,
    views as listing, views as properties,
};

use placemat::form::{
    Cesu8, Cesu8Lenient, CorrectedUtf8, CorrectedUtf8Text, FssUtf1992July, GeneralizedUtf8, Iso8859_1, Mutf8,
    Mutf8Lenient, Optu8, Optu8Reversible, Resynchronizing, Tcl86Utf8, Ucs2, Ucs4Units, Utf1, Utf8,
    Utf8Rfc2279, Utf8b, Utf8mb3, Utf16, Utf32, Windows1252, Wtf8, Wtf16,
};
use placemat::scheme::{Be, Le, Marked, Signed};

pub(crate) mod count {
    use placemat::form::{Iso8859_1, Utf8, Utf16, Utf32};

    pub(crate) fn code_points_of_utf_8(text: &[u8]) -> usize {
        Utf8::count_code_points(text)
    }

    pub(crate) fn code_points_of_utf_16(text: &[u16]) -> usize {
        Utf16::count_code_points(text)
    }

    pub(crate) fn utf_16_units_of_utf_8(text: &[u8]) -> usize {
        Utf8::utf16_len(text)
    }

    pub(crate) fn utf_16_units_of_utf_32(text: &[u32]) -> usize {
        Utf32::utf16_len(text)
    }

    pub(crate) fn utf_8_bytes_of_utf_16(text: &[u16]) -> usize {
        Utf16::utf8_len(text)
    }

    pub(crate) fn utf_8_bytes_of_utf_32(text: &[u32]) -> usize {
        Utf32::utf8_len(text)
    }

    pub(crate) fn utf_8_bytes_of_iso_8859_1(bytes: &[u8]) -> usize {
        Iso8859_1::utf8_len(bytes)
    }
}

pub(crate) mod offsets {
    pub(crate) use placemat::offsets::{Offsets, Position as Place};
}

pub(crate) mod java {
    pub(crate) use placemat::java::{MUtf8CStr, MUtf8CString};

    use placemat::form::{Form, Mutf8, Mutf8Lenient};
    use placemat::java::{Frame, TooLong};
    use placemat::{Error, Str};

    /// The string and the bytes after its frame.
    type Framed<'a, F> = Result<(&'a Str<F>, &'a [u8]), Error>;

    pub(crate) trait ModifiedUtf8: Form<Unit = u8> {
        fn read_in(frame: Frame, bytes: &[u8]) -> Framed<'_, Self>;
    }

    impl ModifiedUtf8 for Mutf8 {
        fn read_in(frame: Frame, bytes: &[u8]) -> Framed<'_, Self> {
            frame.read(bytes)
        }
    }

    impl ModifiedUtf8 for Mutf8Lenient {
        fn read_in(frame: Frame, bytes: &[u8]) -> Framed<'_, Self> {
            frame.read_lenient(bytes)
        }
    }

    pub(crate) fn read<F: ModifiedUtf8>(frame: Frame, bytes: &[u8]) -> Framed<'_, F> {
        F::read_in(frame, bytes)
    }

    pub(crate) fn write(frame: Frame, text: &Str<Mutf8>, out: &mut Vec<u8>) -> Result<(), TooLong> {
        frame.write(text, out)
    }
}

pub(crate) mod layer {
    pub(crate) use placemat::java::Frame;

    use placemat::{Encoding, Error};

    pub(crate) struct Resolution {
        pub(crate) encoding: Encoding,
        pub(crate) start: u64,
        pub(crate) end: u64,
    }

    pub(crate) struct Probe(placemat::stream::Probe);

    impl Probe {
        pub(crate) fn new(encoding: Encoding) -> Option<Self> {
            placemat::stream::Probe::new(encoding).map(Probe)
        }

        pub(crate) fn push(&mut self, piece: &[u8]) {
            self.0.push(piece);
        }

        pub(crate) fn finish(self) -> Result<Resolution, Error> {
            let (encoding, text) = self.0.finish()?;
            Ok(Resolution { encoding, start: text.start, end: text.end })
        }
    }
}

pub(crate) mod os {
    use std::borrow::Cow;
    use std::ffi::{OsStr, OsString};
    use std::path::PathBuf;

    use placemat::form::{Utf8b, Wtf8};
    use placemat::os::{Name, NameBuf};
    use placemat::{Str, StrBuf};

    pub(crate) trait System {
        type Form: placemat::form::Form;
        type Native;
        fn decode(native: &[Self::Native]) -> Cow<'_, Str<Self::Form>>;
        fn encode(name: &Str<Self::Form>) -> Vec<Self::Native>;
        fn separates(code_point: u32) -> bool;
    }

    pub(crate) enum Unix {}
    pub(crate) enum Windows {}

    impl System for Unix {
        type Form = Utf8b;
        type Native = u8;

        fn decode(native: &[u8]) -> Cow<'_, Str<Utf8b>> {
            Cow::Borrowed(Str::from_any_units(native))
        }

        fn encode(name: &Str<Utf8b>) -> Vec<u8> {
            name.as_bytes().to_vec()
        }

        fn separates(code_point: u32) -> bool {
            code_point == u32::from('/')
        }
    }

    impl System for Windows {
        type Form = Wtf8;
        type Native = u16;

        fn decode(native: &[u16]) -> Cow<'_, Str<Wtf8>> {
            Cow::Owned(StrBuf::from_wide(native))
        }

        fn encode(name: &Str<Wtf8>) -> Vec<u16> {
            name.encode_wide().collect()
        }

        fn separates(code_point: u32) -> bool {
            matches!(char::from_u32(code_point), Some('/' | '\\'))
        }
    }

    pub(crate) fn from_os_string(name: OsString) -> NameBuf {
        NameBuf::from_os_string(name)
    }

    pub(crate) fn into_os_string(name: NameBuf) -> OsString {
        name.into_os_string()
    }

    pub(crate) fn to_os_string(name: &Name) -> OsString {
        name.to_os_string()
    }

    pub(crate) fn as_os_str(name: &Name) -> Cow<'_, OsStr> {
        name.as_os_str()
    }

    pub(crate) fn to_path_buf(name: &Name) -> PathBuf {
        name.to_path_buf()
    }
}

pub(crate) fn floor_boundary<F: Resynchronizing>(form: F, units: &[F::Unit], at: usize) -> usize {
    boundaries(form, units, at).expect("a form that has boundaries").0
}

pub(crate) fn ceil_boundary<F: Resynchronizing>(form: F, units: &[F::Unit], at: usize) -> usize {
    boundaries(form, units, at).expect("a form that has boundaries").1
}

#[derive(Debug)]
#[expect(dead_code, reason = "it is shown")]
pub(crate) struct Signature {
    encoding: Encoding,
    len: usize,
}

pub(crate) fn detect_signature(bytes: &[u8]) -> Option<Signature> {
    Encoding::for_signature(bytes).map(|(encoding, len)| Signature { encoding, len })
}

pub(crate) trait WithCodec {
    type Output;
    fn with<C: Codec<Unit = u8>>(self, codec: C) -> Self::Output;
}

/// Calls the visitor with the type of the codec of one of the older library's encodings.
pub(crate) fn with_codec<V: WithCodec>(encoding: Encoding, visitor: V) -> V::Output {
    match encoding {
        Encoding::Utf8Sig => visitor.with(Signed(Utf8)),
        Encoding::GeneralizedUtf8 => visitor.with(GeneralizedUtf8),
        Encoding::Wtf8 => visitor.with(Wtf8),
        Encoding::Utf8b => visitor.with(Utf8b),
        Encoding::Utf16 => visitor.with(Marked::<Utf16>::default()),
        Encoding::Utf16Le => visitor.with(Le(Utf16)),
        Encoding::Utf16Be => visitor.with(Be(Utf16)),
        Encoding::Wtf16Le => visitor.with(Le(Wtf16)),
        Encoding::Wtf16Be => visitor.with(Be(Wtf16)),
        Encoding::Utf32 => visitor.with(Marked::<Utf32>::default()),
        Encoding::Utf32Le => visitor.with(Le(Utf32)),
        Encoding::Utf32Be => visitor.with(Be(Utf32)),
        Encoding::Ucs2Le => visitor.with(Le(Ucs2)),
        Encoding::Ucs2Be => visitor.with(Be(Ucs2)),
        Encoding::Ucs4Le => visitor.with(Le(Ucs4Units)),
        Encoding::Ucs4Be => visitor.with(Be(Ucs4Units)),
        Encoding::Cesu8 => visitor.with(Cesu8),
        Encoding::Cesu8Lenient => visitor.with(Cesu8Lenient),
        Encoding::Mutf8 => visitor.with(Mutf8),
        Encoding::Mutf8Lenient
        | Encoding::Mutf8WriteUtf
        | Encoding::Mutf8Long
        | Encoding::Mutf8Nul
        | Encoding::Mutf8Dex => visitor.with(Mutf8Lenient),
        Encoding::Utf8mb3 => visitor.with(Utf8mb3),
        Encoding::Optu8 => visitor.with(Optu8),
        Encoding::Optu8Reversible => visitor.with(Optu8Reversible),
        Encoding::Utf1 => visitor.with(Utf1),
        Encoding::FssUtf1992July => visitor.with(FssUtf1992July),
        Encoding::Utf8Rfc2279 => visitor.with(Utf8Rfc2279),
        Encoding::CorrectedUtf8 => visitor.with(CorrectedUtf8),
        Encoding::CorrectedUtf8Document => visitor.with(Signed(CorrectedUtf8Text)),
        Encoding::Iso8859_1 => visitor.with(Iso8859_1),
        Encoding::Windows1252 => visitor.with(Windows1252),
        Encoding::Tcl86Utf8 => visitor.with(Tcl86Utf8),
        Encoding::DoubleUtf8Latin1 => visitor.with(DoubleUtf8::<Iso8859_1>::default()),
        Encoding::DoubleUtf8Cp1252 => visitor.with(DoubleUtf8::<Windows1252>::default()),
        _ => visitor.with(Utf8),
    }
}

pub(crate) mod label {
    pub(crate) use placemat::label::*;

    use placemat::Encoding;

    #[derive(Debug)]
    #[expect(dead_code, reason = "it is shown")]
    pub(crate) struct Found {
        encoding: Encoding,
        is_identifier: bool,
        note: Option<&'static str>,
    }

    pub(crate) fn find(name: &str) -> Option<Found> {
        let (encoding, note) = Encoding::for_name(name)?;
        Some(Found { encoding, is_identifier: Encoding::for_identifier(name).is_some(), note })
    }

    pub(crate) fn nearest(name: &str, count: usize) -> impl Iterator<Item = &'static str> {
        Encoding::nearest_names(name, count)
    }
}

pub(crate) mod repair {
    pub(crate) use placemat::repair::*;

    pub(crate) fn diagnose(text: &[u8], fixes: Fixes) -> Diagnosis {
        fixes.diagnose(text)
    }

    pub(crate) fn apply(text: &[u8], edits: &[Edit]) -> Vec<u8> {
        Edit::apply_all(edits, text)
    }
}

pub(crate) mod columns {
    pub(crate) use placemat::columns::*;

    use placemat::Encoding;

    pub(crate) fn dialect(value: &[u8]) -> Option<Encoding> {
        Encoding::of_value(value)
    }
}

pub(crate) fn validate_with<C: Codec>(codec: C, input: &[C::Unit], options: Options) -> Result<(), Error> {
    options.validate(codec, input)
}

pub(crate) fn encode_str<T: Codec>(target: T, text: &str) -> Result<Vec<T::Unit>, Failure> {
    convert(Utf8, target, text.as_bytes())
}

pub(crate) fn make_well_formed(units: &mut [u16]) -> usize {
    Utf16::make_well_formed(units)
}

pub(crate) trait Generalized: form::Form<Unit = u8> {
    fn as_text(self, bytes: &[u8]) -> Result<&str, Failure>;
    fn make_text(self, bytes: &mut [u8]) -> Result<&mut str, Error>;
}

impl Generalized for Wtf8 {
    fn as_text(self, bytes: &[u8]) -> Result<&str, Failure> {
        Wtf8::to_str(bytes)
    }

    fn make_text(self, bytes: &mut [u8]) -> Result<&mut str, Error> {
        Wtf8::to_str_lossy_in_place(bytes)
    }
}

impl Generalized for GeneralizedUtf8 {
    fn as_text(self, bytes: &[u8]) -> Result<&str, Failure> {
        GeneralizedUtf8::to_str(bytes)
    }

    fn make_text(self, bytes: &mut [u8]) -> Result<&mut str, Error> {
        GeneralizedUtf8::to_str_lossy_in_place(bytes)
    }
}

pub(crate) fn to_utf_8<F: Generalized>(form: F, bytes: &[u8]) -> Result<&str, Failure> {
    form.as_text(bytes)
}

pub(crate) fn to_utf_8_lossy_in_place<F: Generalized>(form: F, bytes: &mut [u8]) -> Result<&mut str, Error> {
    form.make_text(bytes)
}
