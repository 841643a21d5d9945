//! The operations that are measured, as data: the input of each, and the engines that can do it.

use std::borrow::Cow;

use placemat::{Conversion, Encoding, Options};

use crate::engine::Engine;
use crate::text::Text;

/// An operation.
pub struct Operation {
    pub name: Cow<'static, str>,
    /// The encoding of its input.
    source: Encoding,
    /// The encoding that must be able to hold the text.
    holder: Encoding,
    /// The number of bytes in a unit of input and of output; their addresses are multiples of these.
    pub units: (usize, usize),
    /// Whether it accepts ill-formed text.
    pub lossy: bool,
    /// Whether it is included in quick runs.
    pub quick: bool,
    pub engines: &'static [&'static str],
}

/// The name, the encoding of the input, the bytes in a unit of input and of output, and the engines.
type Definition = (&'static str, Encoding, (usize, usize), &'static [&'static str]);

/// The engines that validate UTF-8.
const VALIDATORS: &[&str] = &["placemat", "simdutf", "std", "encoding_rs", "simdutf8", "smoothutf8"];

/// Operations that have peers, or are the main ones of the family.
#[rustfmt::skip]
const MAIN: &[Definition] = {
    use Encoding::{Cesu8, Iso8859_1, Mutf8, Utf8, Utf16Le, Utf32Le, Wtf8};
    &[
        ("validate-utf-8", Utf8, (1, 1), VALIDATORS),
        ("validate-utf-16le", Utf16Le, (2, 1), &["placemat", "simdutf", "std", "encoding_rs", "widestring"]),
        ("validate-utf-32le", Utf32Le, (4, 1), &["placemat", "simdutf", "std"]),
        ("validate-cesu-8", Cesu8, (1, 1), &["placemat"]),
        ("validate-mutf-8", Mutf8, (1, 1), &["placemat"]),
        ("validate-wtf-8", Wtf8, (1, 1), &["placemat"]),
        ("count-utf-8", Utf8, (1, 1), &["placemat", "simdutf", "std", "bytecount"]),
        ("utf-8-to-utf-16le", Utf8, (1, 2), &["placemat", "simdutf", "std", "encoding_rs", "widestring"]),
        ("valid-utf-8-to-utf-16le", Utf8, (1, 2), &["placemat", "simdutf", "std", "encoding_rs"]),
        ("utf-8-to-utf-16be", Utf8, (1, 2), &["placemat", "simdutf", "std"]),
        ("utf-16le-to-utf-8", Utf16Le, (2, 1), &["placemat", "simdutf", "std", "encoding_rs", "widestring"]),
        ("utf-8-to-utf-32le", Utf8, (1, 4), &["placemat", "simdutf", "std", "widestring"]),
        ("valid-utf-8-to-utf-32le", Utf8, (1, 4), &["placemat", "simdutf", "std"]),
        ("utf-32le-to-utf-8", Utf32Le, (4, 1), &["placemat", "simdutf", "std", "widestring"]),
        ("utf-8-to-latin-1", Utf8, (1, 1), &["placemat", "simdutf", "std", "encoding_rs"]),
        ("latin-1-to-utf-8", Iso8859_1, (1, 1), &["placemat", "simdutf", "std", "encoding_rs"]),
        ("wtf-8-to-wtf-16le", Wtf8, (1, 2), &["placemat", "wtf8"]),
        ("utf-8-to-cesu-8", Utf8, (1, 1), &["placemat", "simd_cesu8", "cesu8"]),
        ("cesu-8-to-utf-8", Cesu8, (1, 1), &["placemat", "simd_cesu8", "cesu8"]),
        ("utf-8-to-mutf-8", Utf8, (1, 1), &["placemat", "simd_cesu8", "cesu8"]),
        ("mutf-8-to-utf-8", Mutf8, (1, 1), &["placemat", "simd_cesu8", "cesu8"]),
        ("utf-8-lossy", Utf8, (1, 1), &["placemat", "std", "encoding_rs"]),
        ("utf-8-to-utf-16le-lossy", Utf8, (1, 2), &["placemat", "simdutf", "std", "encoding_rs"]),
        ("utf-8-to-utf-32le-lossy", Utf8, (1, 4), &["placemat", "std"]),
        ("utf-16le-to-utf-8-lossy", Utf16Le, (2, 1), &["placemat", "std", "encoding_rs"]),
        ("utf-16le-lossy", Utf16Le, (2, 2), &["placemat", "std", "encoding_rs"]),
    ]
};

/// Lengths, and conversions between units of other widths and orders.
#[rustfmt::skip]
const MORE: &[Definition] = {
    use Encoding::{Cesu8, Iso8859_1, Mutf8, Utf8, Utf16Le, Utf32Le, Wtf8, Wtf16Le};
    &[
        ("wtf-8-to-utf-16le-lossy", Wtf8, (1, 2), &["placemat"]),
        ("utf-8-to-utf-8", Utf8, (1, 1), &["placemat"]),
        ("cesu-8-to-utf-16le", Cesu8, (1, 2), &["placemat"]),
        ("mutf-8-to-utf-16le", Mutf8, (1, 2), &["placemat"]),
        ("wtf-8-to-ucs-4le", Wtf8, (1, 4), &["placemat"]),
        ("cesu-8-to-utf-32le", Cesu8, (1, 4), &["placemat"]),
        ("utf-16le-to-cesu-8", Utf16Le, (2, 1), &["placemat"]),
        ("utf-16le-to-mutf-8", Utf16Le, (2, 1), &["placemat"]),
        ("wtf-16le-to-wtf-8", Wtf16Le, (2, 1), &["placemat"]),
        ("utf-32le-to-cesu-8", Utf32Le, (4, 1), &["placemat"]),
        ("cesu-8-to-mutf-8", Cesu8, (1, 1), &["placemat"]),
        ("count-utf-16le", Utf16Le, (2, 1), &["placemat", "simdutf"]),
        ("utf-16le-length-of-utf-8", Utf8, (1, 1), &["placemat", "simdutf", "std"]),
        ("utf-16le-length-of-utf-32le", Utf32Le, (4, 1), &["placemat", "simdutf"]),
        ("utf-8-length-of-utf-16le", Utf16Le, (2, 1), &["placemat", "simdutf"]),
        ("utf-8-length-of-utf-32le", Utf32Le, (4, 1), &["placemat", "simdutf"]),
        ("utf-8-length-of-latin-1", Iso8859_1, (1, 1), &["placemat", "simdutf"]),
        ("count-utf-8-checked", Utf8, (1, 1), &["placemat", "simdutf", "std"]),
        ("utf-16le-length-of-utf-8-checked", Utf8, (1, 1), &["placemat", "simdutf", "std"]),
        ("utf-8-length-of-utf-16le-checked", Utf16Le, (2, 1), &["placemat", "simdutf"]),
        ("utf-8-length-lossy", Utf8, (1, 1), &["placemat", "std"]),
        ("utf-16le-length-of-utf-8-lossy", Utf8, (1, 1), &["placemat", "std"]),
        ("latin-1-to-utf-16le", Iso8859_1, (1, 2), &["placemat", "simdutf", "encoding_rs"]),
        ("latin-1-to-utf-32le", Iso8859_1, (1, 4), &["placemat", "simdutf"]),
        ("utf-16le-to-latin-1", Utf16Le, (2, 1), &["placemat", "simdutf", "encoding_rs"]),
        ("utf-32le-to-latin-1", Utf32Le, (4, 1), &["placemat", "simdutf"]),
        ("utf-16le-to-utf-32le", Utf16Le, (2, 4), &["placemat", "simdutf", "std"]),
        ("utf-32le-to-utf-16le", Utf32Le, (4, 2), &["placemat", "simdutf", "std"]),
        ("utf-16le-to-utf-16be", Utf16Le, (2, 2), &["placemat", "simdutf"]),
        ("utf-32le-to-utf-32be", Utf32Le, (4, 4), &["placemat"]),
        ("utf-8-by-chunks-lossy", Utf8, (1, 1), &["placemat", "std"]),
        ("utf-8-in-pieces-lossy", Utf8, (1, 1), &["placemat", "utf8-zero"]),
        ("valid-utf-8-find-rare", Utf8, (1, 1), &["placemat", "std", "memchr"]),
        ("valid-utf-8-find-often", Utf8, (1, 1), &["placemat", "std", "memchr"]),
    ]
};

/// Methods of strings.
#[rustfmt::skip]
const STRINGS: &[Definition] = {
    use Encoding::{Utf8, Utf16Le};
    &[
        ("valid-utf-16le-code-points", Utf16Le, (2, 1), &["placemat", "widestring"]),
        ("valid-utf-16le-code-points-back", Utf16Le, (2, 1), &["placemat", "widestring"]),
        ("valid-utf-16le-show", Utf16Le, (2, 1), &["placemat", "widestring"]),
        ("valid-utf-16le-lines", Utf16Le, (2, 1), &["placemat", "widestring"]),
        ("valid-wtf-8-code-points", Utf8, (1, 1), &["placemat", "wtf8"]),
        ("valid-wtf-8-collect", Utf8, (1, 1), &["placemat", "wtf8"]),
        ("valid-wtf-8-push", Utf8, (1, 1), &["placemat", "wtf8"]),
        ("valid-utf-8-collect-utf-32", Utf8, (1, 1), &["placemat", "widestring"]),
        ("valid-utf-8b-code-points", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-words", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-lines", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-split", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-find-one-of", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-replace", Utf8, (1, 1), &["placemat", "bstr"]),
        ("valid-utf-8b-show", Utf8, (1, 1), &["placemat", "bstr"]),
    ]
};

/// Returns all operations: those above, and then every encoding's validation, decoding and encoding that is
/// not among them.
pub fn all() -> Vec<Operation> {
    let named = |definitions: &'static [Definition], quick| {
        definitions.iter().map(move |&(name, source, units, engines)| Operation {
            name: name.into(),
            source,
            holder: if name.ends_with("-to-latin-1") { Encoding::Iso8859_1 } else { source },
            units,
            lossy: name.ends_with("-lossy"),
            quick,
            engines,
        })
    };
    let named = named(MAIN, true).chain(named(MORE, false)).chain(named(STRINGS, false));
    let mut operations: Vec<Operation> = named.collect();
    let others = Encoding::ALL.into_iter().flat_map(|encoding| {
        let converted = encoding != Encoding::Utf8 && encoding != Encoding::Iso8859_1;
        // Decoders without an encoder are given the text in UTF-8, which all of them read.
        let encoded = Conversion::new(Encoding::Utf8, encoding, Options::default()).is_ok();
        let source = if encoded { encoding } else { Encoding::Utf8 };
        [
            Some((format!("validate-{encoding}"), source)),
            converted.then(|| (format!("{encoding}-to-utf-8"), source)),
            (converted && encoded).then(|| (format!("utf-8-to-{encoding}"), Encoding::Utf8)),
        ]
        .into_iter()
        .flatten()
        .map(move |(name, source)| (name, source, if encoded { encoding } else { Encoding::Utf8 }))
    });
    for (name, source, holder) in others {
        if MAIN.iter().all(|main| main.0 != name) && name != "validate-iso-8859-1" {
            operations.push(Operation {
                name: name.into(),
                source,
                holder,
                units: (1, 1),
                lossy: false,
                quick: false,
                engines: &["placemat"],
            });
        }
    }
    operations
}

impl Operation {
    /// Returns `true` if an engine can do it. What sources in a directory have depends on their version.
    pub fn is_done_by(&self, engine: &Engine) -> bool {
        self.engines.contains(&engine.name)
            || engine.name.starts_with("simdutf-") && (engine.find)(&self.name).is_some()
    }

    /// Returns the operation's input made from a text; `None` if the text is unsuitable.
    pub fn input<'a>(&self, text: &'a Text) -> Option<Cow<'a, [u8]>> {
        match self.source {
            Encoding::Utf8 if self.lossy => return Some(Cow::Borrowed(&text.bytes)),
            // Errors become lead surrogates.
            Encoding::Wtf8 if self.lossy => {
                let mut bytes = String::from_utf8_lossy(&text.bytes).into_owned().into_bytes();
                for at in 0..bytes.len().saturating_sub(2) {
                    if bytes[at..].starts_with("\u{FFFD}".as_bytes()) {
                        bytes[at..at + 3].copy_from_slice(b"\xED\xA0\x80");
                    }
                }
                return Some(bytes.into());
            }
            Encoding::Utf16Le if self.lossy => {
                let replaced = String::from_utf8_lossy(&text.bytes);
                let units = replaced.encode_utf16().map(|unit| if unit == 0xFFFD { 0xD800 } else { unit });
                return Some(units.flat_map(u16::to_le_bytes).collect());
            }
            _ => {}
        }
        let mut utf_8 = Cow::Borrowed(text.utf_8()?);
        if self.holder == Encoding::Iso8859_1 {
            utf_8 = latin_1(&utf_8)?.into();
        }
        let holds = |encoding| {
            let conversion = Conversion::new(Encoding::Utf8, encoding, Options::default()).ok()?;
            conversion.convert(utf_8.as_bytes()).ok().map(|converted| converted.output)
        };
        // std makes the input if it can, so that the measured code does not.
        Some(match self.source {
            Encoding::Utf8 if self.holder == Encoding::Utf8 || self.holder == Encoding::Iso8859_1 => {
                match utf_8 {
                    Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                    Cow::Owned(text) => Cow::Owned(text.into_bytes()),
                }
            }
            Encoding::Utf8 => {
                holds(self.holder)?;
                utf_8.into_owned().into_bytes().into()
            }
            Encoding::Utf16Le => utf_8.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf32Le => utf_8.chars().flat_map(|it| u32::from(it).to_le_bytes()).collect(),
            Encoding::Iso8859_1 => utf_8.chars().filter_map(|it| u8::try_from(it).ok()).collect(),
            encoding => holds(encoding)?.into(),
        })
    }
}

/// Returns the text without the characters that Latin-1 lacks, if there are few of them.
fn latin_1(utf_8: &str) -> Option<String> {
    let kept: String = utf_8.chars().filter(|&character| u32::from(character) <= 0xFF).collect();
    (20 * (utf_8.len() - kept.len()) <= utf_8.len()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::engine::ENGINES;

    #[test]
    fn every_engine_has_its_operations() {
        for operation in all() {
            let engines = ENGINES.iter().filter(|engine| operation.engines.contains(&engine.name));
            for engine in engines {
                assert!((engine.find)(&operation.name).is_some(), "{} {}", operation.name, engine.name);
            }
        }
    }

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = all().into_iter().map(|operation| operation.name).collect();
        names.sort();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
