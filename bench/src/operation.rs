//! What is measured: an input, and what each engine does with it.

use std::hint::black_box;

use placemat::{Conversion, Encoding, Options, convert, form, validate};

/// One engine's way to do an operation: what it gives, as bytes, to be compared; then the same to be timed.
pub struct Engine {
    pub name: &'static str,
    pub run: Box<dyn Fn() -> Vec<u8>>,
    pub time: Box<dyn Fn()>,
}

/// An operation on a text.
pub struct Operation {
    pub name: String,
    /// Bytes of input.
    pub size: usize,
    pub engines: Vec<Engine>,
}

fn engine<T: 'static>(
    name: &'static str,
    work: impl Fn() -> T + Clone + 'static,
    bytes: impl Fn(T) -> Vec<u8> + 'static,
) -> Engine {
    let timed = work.clone();
    Engine { name, run: Box::new(move || bytes(work())), time: Box::new(move || drop(black_box(timed()))) }
}

fn words(units: Vec<u16>) -> Vec<u8> {
    units.into_iter().flat_map(u16::to_le_bytes).collect()
}

fn doublewords(units: Vec<u32>) -> Vec<u8> {
    units.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The operations that std can do too.
pub fn against_std(text: &str) -> Vec<Operation> {
    let utf_8: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let utf_16: &'static [u16] = utf_8.encode_utf16().collect::<Vec<_>>().leak();
    let utf_32: &'static [u32] = utf_8.chars().map(u32::from).collect::<Vec<_>>().leak();
    let bytes = utf_8.as_bytes();
    let verdict = |well_formed: bool| vec![u8::from(well_formed)];
    let from_std = || std::str::from_utf8(bytes).unwrap_or_default();
    vec![
        Operation {
            name: "validate-utf-8".to_owned(),
            size: bytes.len(),
            engines: vec![
                engine("placemat", move || validate(form::Utf8, bytes).is_ok(), verdict),
                engine("std", move || std::str::from_utf8(bytes).is_ok(), verdict),
            ],
        },
        Operation {
            name: "utf-8-to-utf-16".to_owned(),
            size: bytes.len(),
            engines: vec![
                engine(
                    "placemat",
                    move || convert(form::Utf8, form::Utf16, bytes).unwrap_or_default(),
                    words,
                ),
                engine("std", move || from_std().encode_utf16().collect(), words),
            ],
        },
        Operation {
            name: "utf-16-to-utf-8".to_owned(),
            size: 2 * utf_16.len(),
            engines: vec![
                engine(
                    "placemat",
                    move || convert(form::Utf16, form::Utf8, utf_16).unwrap_or_default(),
                    |it| it,
                ),
                engine("std", move || String::from_utf16(utf_16).unwrap_or_default(), String::into_bytes),
            ],
        },
        Operation {
            name: "utf-8-to-utf-32".to_owned(),
            size: bytes.len(),
            engines: vec![
                engine(
                    "placemat",
                    move || convert(form::Utf8, form::Utf32, bytes).unwrap_or_default(),
                    doublewords,
                ),
                engine("std", move || from_std().chars().map(u32::from).collect(), doublewords),
            ],
        },
        Operation {
            name: "utf-32-to-utf-8".to_owned(),
            size: 4 * utf_32.len(),
            engines: vec![
                engine(
                    "placemat",
                    move || convert(form::Utf32, form::Utf8, utf_32).unwrap_or_default(),
                    |it| it,
                ),
                engine(
                    "std",
                    move || {
                        utf_32
                            .iter()
                            .map(|&unit| char::from_u32(unit))
                            .collect::<Option<String>>()
                            .unwrap_or_default()
                    },
                    String::into_bytes,
                ),
            ],
        },
    ]
}

/// Every encoding that holds the text: validated, to UTF-8 and from UTF-8. There is no peer that knows them all.
pub fn every_encoding(text: &str) -> Vec<Operation> {
    let utf_8: &'static [u8] = text.to_owned().into_bytes().leak();
    let mut operations = vec![];
    for encoding in Encoding::ALL {
        let Ok(conversion) = Conversion::new(Encoding::Utf8, encoding, Options::default()) else { continue };
        let Ok(converted) = conversion.convert(utf_8) else { continue };
        let bytes: &'static [u8] = converted.output.leak();
        let to_utf_8 = move || convert(encoding, Encoding::Utf8, bytes).unwrap_or_default();
        let from_utf_8 = move || convert(Encoding::Utf8, encoding, utf_8).unwrap_or_default();
        let check = move || validate(encoding, bytes).is_ok();
        let one = |name: String, size, engine| Operation { name, size, engines: vec![engine] };
        operations.push(one(
            format!("validate-{encoding}"),
            bytes.len(),
            engine("placemat", check, |well_formed| vec![u8::from(well_formed)]),
        ));
        operations.push(one(
            format!("{encoding}-to-utf-8"),
            bytes.len(),
            engine("placemat", to_utf_8, |it| it),
        ));
        operations.push(one(
            format!("utf-8-to-{encoding}"),
            utf_8.len(),
            engine("placemat", from_utf_8, |it| it),
        ));
    }
    operations
}
