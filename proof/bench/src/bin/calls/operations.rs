//! The operations, and the calls of each engine: those that its users write, with what they allocate.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};

use placemat::form::{Iso8859_1, Mutf8, Utf8, Utf16, Utf32};
use placemat::{Codec, Conversion, Options, Str};

/// A text in the encoding that an operation reads: as bytes, as units, or as a string.
#[derive(Default)]
pub struct Text {
    pub bytes: Box<[u8]>,
    pub units: Box<[u16]>,
    pub string: Box<str>,
}

/// Outputs that are long enough.
pub struct Out {
    pub bytes: Placed<u8>,
    pub units: Placed<u16>,
    pub doublewords: Placed<u32>,
}

impl Out {
    /// Returns room for what texts of up to this many bytes of UTF-8 become.
    pub fn for_bytes(len: usize) -> Self {
        Out { bytes: Placed::new(3 * len), units: Placed::new(len), doublewords: Placed::new(len) }
    }
}

/// An output that begins a few bytes after a page does. All calls write to the same output, and one that crosses a
/// page can take twice as long; among the outputs of a program, that is rare.
pub struct Placed<T> {
    all: Vec<T>,
    from: usize,
    len: usize,
}

impl<T: Default + Clone> Placed<T> {
    const PAGE: usize = 4096;
    /// How an allocator aligns what it returns.
    const ALIGNED: usize = 16;

    fn new(len: usize) -> Self {
        let all = vec![T::default(); len + Self::PAGE];
        let address = all.as_ptr().addr();
        let after_page = (address + Self::PAGE - Self::ALIGNED) % Self::PAGE;
        Placed { from: (Self::PAGE - after_page) % Self::PAGE / size_of::<T>(), all, len }
    }
}

impl<T> Deref for Placed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all[self.from..self.from + self.len]
    }
}

impl<T> DerefMut for Placed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[self.from..self.from + self.len]
    }
}

/// A call for each of some texts. Returns a number that depends on all results.
type Calls = fn(&[Text], &mut Out) -> usize;

/// An engine's name and its calls.
pub type Engine = (&'static str, Calls);

/// An operation: its name, how its input is made of UTF-8 if it can be, and its engines.
pub struct Operation {
    pub name: &'static str,
    pub input: fn(Vec<u8>) -> Option<Text>,
    pub engines: &'static [Engine],
}

/// Defines engines whose calls the compiler may inline into a loop of their own, as into a user's.
macro_rules! engines {
    ($($(#[$meta:meta])* $name:literal: |$text:ident, $out:ident| $call:expr;)*) => {
        &[$($(#[$meta])* ($name, {
            #[inline(never)]
            fn calls(texts: &[Text], out: &mut Out) -> usize {
                texts.iter().fold(0, |sum, text| {
                    let ($text, $out): (&Text, &mut Out) = (black_box(text), &mut *out);
                    let result: usize = $call;
                    black_box($out);
                    sum + result
                })
            }
            calls
        })),*]
    };
}

/// A call of simdutf, which writes through a pointer up to `$most` units for each of the input.
#[cfg(feature = "peers")]
macro_rules! by_simdutf {
    ($function:ident, $input:expr, $out:expr, $most:literal) => {{
        let (input, out) = (&$input, &mut $out);
        assert!(out.len() >= $most * input.len());
        // SAFETY: the output has room for as many units as the function may write.
        unsafe { simdutf::$function(input.as_ptr(), input.len(), out.as_mut_ptr()) }
    }};
}

fn bytes(bytes: Vec<u8>) -> Option<Text> {
    Some(Text { bytes: bytes.into(), ..Text::default() })
}

fn string(bytes: Vec<u8>) -> Option<Text> {
    Some(Text { string: String::from_utf8(bytes).ok()?.into(), ..Text::default() })
}

fn units(bytes: Vec<u8>) -> Option<Text> {
    let units = String::from_utf8(bytes).ok()?.encode_utf16().collect();
    Some(Text { units, ..Text::default() })
}

/// Returns UTF-8 if all of it is in ISO 8859-1.
fn only_latin_1(text: Vec<u8>) -> Option<Text> {
    latin_1(text.clone()).and_then(|_| bytes(text))
}

fn latin_1(text: Vec<u8>) -> Option<Text> {
    converted(Utf8, Iso8859_1, &text).and_then(bytes)
}

fn mutf_8(text: Vec<u8>) -> Option<Text> {
    converted(Utf8, Mutf8, &text).and_then(bytes)
}

fn converted<S, T>(source: S, target: T, input: &[u8]) -> Option<Vec<u8>>
where
    S: Codec<Unit = u8>,
    T: Codec<Unit = u8>,
{
    Some(Conversion::new(source, target, Options::default()).ok()?.convert(input).ok()?.output)
}

/// Converts as a user does who has no object that holds the conversion.
#[inline]
fn convert<S: Codec, T: Codec>(source: S, target: T, input: &[S::Unit], out: &mut [T::Unit]) -> usize {
    Conversion::new(source, target, Options::default())
        .and_then(|conversion| conversion.convert_into(input, out))
        .map_or(0, |(progress, _)| progress.written)
}

/// Copies a result to the output, and returns its length.
#[cfg(feature = "peers")]
#[inline]
fn copied(result: &[u8], out: &mut Out) -> usize {
    out.bytes[..result.len()].copy_from_slice(result);
    result.len()
}

/// The operations.
#[cfg_attr(feature = "peers", expect(unsafe_code, reason = "simdutf writes through pointers"))]
pub const OPERATIONS: &[Operation] = &[
    Operation {
        name: "validate",
        input: bytes,
        engines: engines! {
            "placemat": |text, _out| placemat::from_utf8(&text.bytes).map_or(0, str::len);
            "std": |text, _out| str::from_utf8(&text.bytes).map_or(0, str::len);
            #[cfg(feature = "peers")]
            "smoothutf8": |text, _out| if smoothutf8::verify(&text.bytes) { text.bytes.len() } else { 0 };
            #[cfg(feature = "peers")]
            "simdutf8": |text, _out| simdutf8::basic::from_utf8(&text.bytes).map_or(0, str::len);
            // It returns the place of an error, as placemat does.
            #[cfg(feature = "peers")]
            "compat": |text, _out| simdutf8::compat::from_utf8(&text.bytes).map_or(0, str::len);
            #[cfg(feature = "peers")]
            "simdutf": |text, _out| if simdutf::validate_utf8(&text.bytes) { text.bytes.len() } else { 0 };
        },
    },
    Operation {
        name: "count",
        input: bytes,
        engines: engines! {
            "placemat": |text, _out| Utf8::count_code_points(&text.bytes);
            "std": |text, _out| text.bytes.iter().filter(|&&byte| byte as i8 >= -0x40).count();
            #[cfg(feature = "peers")]
            "bytecount": |text, _out| bytecount::num_chars(&text.bytes);
            #[cfg(feature = "peers")]
            "simdutf": |text, _out| simdutf::count_utf8(&text.bytes);
        },
    },
    Operation {
        name: "lossy",
        input: bytes,
        engines: engines! {
            "placemat": |text, _out| placemat::from_utf8_lossy(&text.bytes).len();
            "std": |text, _out| String::from_utf8_lossy(&text.bytes).len();
            #[cfg(feature = "peers")]
            "encoding_rs": |text, _out| {
                encoding_rs::UTF_8.decode_without_bom_handling(&text.bytes).0.len()
            };
            #[cfg(feature = "peers")]
            "simdutf8": |text, _out| match simdutf8::basic::from_utf8(&text.bytes) {
                Ok(text) => text.len(),
                Err(_) => String::from_utf8_lossy(&text.bytes).len(),
            };
        },
    },
    Operation {
        name: "to-utf-16",
        input: bytes,
        engines: engines! {
            "placemat": |text, out| convert(Utf8, Utf16, &text.bytes, &mut out.units);
            "std": |text, out| {
                let units = str::from_utf8(&text.bytes).map_or("", |text| text).encode_utf16();
                units.zip(out.units.iter_mut()).map(|(unit, place)| *place = unit).count()
            };
            #[cfg(feature = "peers")]
            "encoding_rs": |text, out| encoding_rs::mem::convert_utf8_to_utf16(&text.bytes, &mut out.units);
            #[cfg(feature = "peers")]
            "simdutf": |text, out| by_simdutf!(convert_utf8_to_utf16le, text.bytes, out.units, 1);
        },
    },
    Operation {
        name: "from-utf-16",
        input: units,
        engines: engines! {
            "placemat": |text, out| convert(Utf16, Utf8, &text.units, &mut out.bytes);
            "std": |text, out| {
                let characters = char::decode_utf16(text.units.iter().copied());
                characters.fold(0, |at, character| {
                    let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                    at + character.encode_utf8(&mut out.bytes[at..]).len()
                })
            };
            #[cfg(feature = "peers")]
            "encoding_rs": |text, out| encoding_rs::mem::convert_utf16_to_utf8(&text.units, &mut out.bytes);
            #[cfg(feature = "peers")]
            "simdutf": |text, out| by_simdutf!(convert_utf16le_to_utf8, text.units, out.bytes, 3);
        },
    },
    Operation {
        name: "to-utf-32",
        input: bytes,
        engines: engines! {
            "placemat": |text, out| convert(Utf8, Utf32, &text.bytes, &mut out.doublewords);
            "std": |text, out| {
                let characters = str::from_utf8(&text.bytes).map_or("", |text| text).chars();
                characters.zip(out.doublewords.iter_mut()).map(|(c, place)| *place = c.into()).count()
            };
            #[cfg(feature = "peers")]
            "simdutf": |text, out| by_simdutf!(convert_utf8_to_utf32, text.bytes, out.doublewords, 1);
        },
    },
    Operation {
        name: "to-latin-1",
        input: only_latin_1,
        engines: engines! {
            "placemat": |text, out| convert(Utf8, Iso8859_1, &text.bytes, &mut out.bytes);
            #[cfg(feature = "peers")]
            "encoding_rs": |text, out| {
                encoding_rs::mem::convert_utf8_to_latin1_lossy(&text.bytes, &mut out.bytes)
            };
            #[cfg(feature = "peers")]
            "simdutf": |text, out| by_simdutf!(convert_utf8_to_latin1, text.bytes, out.bytes, 1);
        },
    },
    Operation {
        name: "from-latin-1",
        input: latin_1,
        engines: engines! {
            "placemat": |text, out| convert(Iso8859_1, Utf8, &text.bytes, &mut out.bytes);
            #[cfg(feature = "peers")]
            "encoding_rs": |text, out| encoding_rs::mem::convert_latin1_to_utf8(&text.bytes, &mut out.bytes);
            #[cfg(feature = "peers")]
            "simdutf": |text, out| by_simdutf!(convert_latin1_to_utf8, text.bytes, out.bytes, 2);
        },
    },
    // A text that is the same in Modified UTF-8, as most are, is borrowed.
    Operation {
        name: "to-mutf-8",
        input: string,
        engines: engines! {
            "placemat": |text, _out| Str::<Mutf8>::encode(&text.string).len();
            #[cfg(feature = "peers")]
            "simd_cesu8": |text, _out| simd_cesu8::mutf8::encode(&text.string).len();
            #[cfg(feature = "peers")]
            "cesu8": |text, _out| cesu8::to_java_cesu8(&text.string).len();
        },
    },
    Operation {
        name: "from-mutf-8",
        input: mutf_8,
        engines: engines! {
            "placemat": |text, _out| Str::<Mutf8>::decode(&text.bytes).map_or(0, |text| text.len());
            #[cfg(feature = "peers")]
            "simd_cesu8": |text, _out| {
                simd_cesu8::mutf8::decode_strict(&text.bytes).map_or(0, |text| text.len())
            };
            #[cfg(feature = "peers")]
            "cesu8": |text, _out| cesu8::from_java_cesu8(&text.bytes).map_or(0, |text| text.len());
        },
    },
    // The result is always written to a buffer. The peers have no such call, so theirs is copied, and UTF-8 is
    // validated before it.
    Operation {
        name: "copy-to-mutf-8",
        input: bytes,
        engines: engines! {
            "placemat": |text, out| convert(Utf8, Mutf8, &text.bytes, &mut out.bytes);
            #[cfg(feature = "peers")]
            "simd_cesu8": |text, out| {
                let text = str::from_utf8(&text.bytes).map_or("", |text| text);
                copied(&simd_cesu8::mutf8::encode(text), out)
            };
            #[cfg(feature = "peers")]
            "cesu8": |text, out| {
                let text = str::from_utf8(&text.bytes).map_or("", |text| text);
                copied(&cesu8::to_java_cesu8(text), out)
            };
        },
    },
    Operation {
        name: "copy-from-mutf-8",
        input: mutf_8,
        engines: engines! {
            "placemat": |text, out| convert(Mutf8, Utf8, &text.bytes, &mut out.bytes);
            #[cfg(feature = "peers")]
            "simd_cesu8": |text, out| {
                let text = simd_cesu8::mutf8::decode_strict(&text.bytes);
                text.map_or(0, |text| copied(text.as_bytes(), out))
            };
            #[cfg(feature = "peers")]
            "cesu8": |text, out| {
                let text = cesu8::from_java_cesu8(&text.bytes);
                text.map_or(0, |text| copied(text.as_bytes(), out))
            };
        },
    },
];
