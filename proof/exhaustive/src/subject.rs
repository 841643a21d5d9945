//! The test subjects: validators and conversions of the library, called as users call them.

use placemat::{Codec, Conversion, Encoding, OnError, OnUnencodable, Options, Status, form, validate};

use crate::definition::{Form, Order, Outcome};

/// The validation of a form.
#[derive(Clone, Copy, Debug)]
pub struct Validator {
    /// The form.
    pub form: Form,
    /// Returns the offset of the first ill-formed subsequence according to the library.
    pub first_error: fn(&[u8]) -> Option<usize>,
}

/// A conversion between two forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Converter {
    /// The source.
    pub from: Form,
    /// The target.
    pub to: Form,
    /// Whether U+FFFD is written for ill-formed subsequences, and for code points that the target lacks.
    pub lossy: bool,
}

fn first_error<C: Codec<Unit = u8>>(codec: C, bytes: &[u8]) -> Option<usize> {
    validate(codec, bytes).err().map(|error| error.offset() as usize)
}

/// The validators of byte forms with UTF-8's bit patterns.
pub const VALIDATORS: [Validator; 11] = [
    Validator { form: Form::Utf8, first_error: |bytes| first_error(form::Utf8, bytes) },
    Validator { form: Form::GeneralizedUtf8, first_error: |bytes| first_error(form::GeneralizedUtf8, bytes) },
    Validator { form: Form::Wtf8, first_error: |bytes| first_error(form::Wtf8, bytes) },
    Validator { form: Form::Cesu8, first_error: |bytes| first_error(form::Cesu8, bytes) },
    Validator { form: Form::Cesu8Lenient, first_error: |bytes| first_error(form::Cesu8Lenient, bytes) },
    Validator { form: Form::Mutf8, first_error: |bytes| first_error(form::Mutf8, bytes) },
    Validator { form: Form::Mutf8Lenient, first_error: |bytes| first_error(form::Mutf8Lenient, bytes) },
    Validator { form: Form::Utf8mb3, first_error: |bytes| first_error(form::Utf8mb3, bytes) },
    Validator { form: Form::Rfc2279, first_error: |bytes| first_error(form::Utf8Rfc2279, bytes) },
    Validator { form: Form::CorrectedUtf8, first_error: |bytes| first_error(form::CorrectedUtf8, bytes) },
    Validator {
        form: Form::CorrectedUtf8Text,
        first_error: |bytes| first_error(form::CorrectedUtf8Text, bytes),
    },
];

/// The validators of UTF-16 and UTF-32.
pub const WIDE_VALIDATORS: [Validator; 4] = [
    Validator {
        form: Form::Utf16(Order::Little),
        first_error: |bytes| first_error(Encoding::Utf16Le, bytes),
    },
    Validator { form: Form::Utf16(Order::Big), first_error: |bytes| first_error(Encoding::Utf16Be, bytes) },
    Validator {
        form: Form::Utf32(Order::Little),
        first_error: |bytes| first_error(Encoding::Utf32Le, bytes),
    },
    Validator { form: Form::Utf32(Order::Big), first_error: |bytes| first_error(Encoding::Utf32Be, bytes) },
];

const LE: Order = Order::Little;
const BE: Order = Order::Big;

/// Pairs of forms whose conversions have kernels: at least one pair for each kernel.
const PAIRS: [(Form, Form); 76] = [
    (Form::Utf8, Form::Utf8),
    (Form::Utf8, Form::Utf16(LE)),
    (Form::Utf8, Form::Utf16(BE)),
    (Form::Utf8, Form::Utf32(LE)),
    (Form::Utf8, Form::Utf32(BE)),
    (Form::Utf16(LE), Form::Utf8),
    (Form::Utf16(BE), Form::Utf8),
    (Form::Utf32(LE), Form::Utf8),
    (Form::Utf32(BE), Form::Utf8),
    (Form::Utf16(LE), Form::Utf32(LE)),
    (Form::Utf32(LE), Form::Utf16(LE)),
    (Form::Utf16(LE), Form::Utf16(BE)),
    (Form::Utf16(BE), Form::Utf32(LE)),
    (Form::Utf32(BE), Form::Utf16(BE)),
    (Form::Utf8, Form::Latin1),
    (Form::Latin1, Form::Utf8),
    (Form::Latin1, Form::Utf16(LE)),
    (Form::Utf8, Form::Wtf8),
    (Form::Utf8, Form::Cesu8),
    (Form::Utf8, Form::Mutf8),
    (Form::Utf8, Form::Utf8mb3),
    (Form::Wtf8, Form::Utf8),
    (Form::Cesu8, Form::Utf8),
    (Form::Mutf8, Form::Utf8),
    (Form::Utf8mb3, Form::Utf8),
    (Form::Mutf8, Form::Wtf8),
    (Form::Mutf8, Form::Cesu8),
    (Form::Cesu8, Form::Mutf8),
    (Form::GeneralizedUtf8, Form::Wtf8),
    (Form::Wtf8, Form::Wtf16(LE)),
    (Form::Wtf8, Form::Wtf16(BE)),
    (Form::Wtf16(LE), Form::Wtf8),
    (Form::Wtf16(BE), Form::Wtf8),
    (Form::Cesu8, Form::Utf16(LE)),
    (Form::Mutf8, Form::Wtf16(LE)),
    (Form::Utf32(LE), Form::Cesu8),
    (Form::Utf32(BE), Form::Mutf8),
    (Form::Utf32(LE), Form::Utf8mb3),
    (Form::Utf16(LE), Form::Cesu8),
    (Form::Utf16(LE), Form::Mutf8),
    (Form::Wtf16(BE), Form::Mutf8),
    (Form::Utf8, Form::Rfc2279),
    (Form::Rfc2279, Form::Utf8),
    (Form::Rfc2279, Form::Utf16(LE)),
    (Form::Utf16(BE), Form::Rfc2279),
    (Form::Utf32(LE), Form::Rfc2279),
    (Form::Utf8, Form::CorrectedUtf8),
    (Form::CorrectedUtf8, Form::Utf8),
    (Form::CorrectedUtf8, Form::Utf16(LE)),
    (Form::Utf8, Form::Utf8b),
    (Form::Utf8b, Form::Utf8),
    (Form::Utf8b, Form::Wtf8),
    (Form::Utf8b, Form::Wtf16(LE)),
    (Form::Wtf8, Form::Latin1),
    (Form::Latin1, Form::Wtf8),
    (Form::Cesu8, Form::Latin1),
    (Form::Latin1, Form::Cesu8),
    (Form::Mutf8, Form::Latin1),
    (Form::Latin1, Form::Mutf8),
    (Form::Utf16(LE), Form::Latin1),
    (Form::Utf32(LE), Form::Latin1),
    (Form::Latin1, Form::Utf32(BE)),
    (Form::Utf8, Form::Windows1252),
    (Form::Windows1252, Form::Utf8),
    (Form::Windows1252, Form::Utf16(LE)),
    (Form::Windows1252, Form::Utf32(LE)),
    (Form::Wtf16(LE), Form::Wtf16(BE)),
    (Form::Wtf16(BE), Form::Utf16(LE)),
    (Form::Wtf16(LE), Form::Utf32(LE)),
    (Form::Utf32(LE), Form::Wtf16(LE)),
    (Form::Cesu8, Form::Utf32(LE)),
    (Form::Mutf8, Form::Utf16(LE)),
    (Form::Utf32(LE), Form::Mutf8),
    (Form::Utf32(BE), Form::Cesu8),
    (Form::Cesu8Lenient, Form::Wtf16(LE)),
    (Form::Mutf8Lenient, Form::Wtf16(LE)),
];

/// The pairs that are also tested lossily.
const LOSSY: [(Form, Form); 22] = [
    (Form::Utf8, Form::Utf8),
    (Form::Utf8, Form::Utf16(LE)),
    (Form::Utf8, Form::Utf16(BE)),
    (Form::Utf8, Form::Utf32(LE)),
    (Form::Utf16(LE), Form::Utf8),
    (Form::Utf16(BE), Form::Utf8),
    (Form::Utf16(LE), Form::Utf16(LE)),
    (Form::Utf16(BE), Form::Utf16(LE)),
    (Form::Utf32(LE), Form::Utf8),
    (Form::Utf32(BE), Form::Utf8),
    (Form::Utf8, Form::Cesu8),
    (Form::Utf8, Form::Mutf8),
    (Form::Utf16(LE), Form::Utf32(LE)),
    (Form::Utf16(BE), Form::Cesu8),
    (Form::Utf32(LE), Form::Utf16(BE)),
    (Form::Wtf8, Form::Utf8),
    (Form::Wtf8, Form::Utf16(LE)),
    (Form::Wtf8, Form::Wtf16(LE)),
    (Form::Wtf8, Form::Utf32(LE)),
    (Form::Wtf16(LE), Form::Utf8),
    (Form::Wtf16(BE), Form::Utf16(LE)),
    (Form::Wtf16(LE), Form::Utf32(LE)),
];

/// Returns all conversions that are tested.
pub fn converters() -> impl Iterator<Item = Converter> {
    let strict = PAIRS.into_iter().map(|(from, to)| Converter { from, to, lossy: false });
    strict.chain(LOSSY.into_iter().map(|(from, to)| Converter { from, to, lossy: true }))
}

impl Validator {
    /// Returns the name that the measurements use.
    pub fn name(&self) -> String {
        format!("validate-{}", self.form.name())
    }
}

impl Converter {
    /// Returns the name that the measurements use.
    pub fn name(&self) -> String {
        let Converter { from, to, lossy } = self;
        format!("{}-to-{}{}", from.name(), to.name(), if *lossy { "-lossy" } else { "" })
    }

    /// Returns the library's conversion.
    ///
    /// # Panics
    ///
    /// If the library lacks it.
    pub fn conversion(&self) -> Conversion<Encoding, Encoding> {
        let lossily = Options {
            on_error: OnError::Replace,
            on_unencodable: OnUnencodable::Replace,
            ..Options::default()
        };
        let options = if self.lossy { lossily } else { Options::default() };
        Conversion::new(encoding(self.from), encoding(self.to), options).expect("the policy is a general one")
    }
}

/// Returns the library's encoding for a form.
///
/// # Panics
///
/// If the library lacks it.
pub fn encoding(form: Form) -> Encoding {
    Encoding::from_name(form.name()).expect("an identifier")
}

/// A way to convert a whole text: the number of bytes written, and the outcome. `None` if there was not
/// enough space.
pub type Way = fn(&Conversion<Encoding, Encoding>, &[u8], &mut [u8]) -> Option<(usize, Outcome)>;

/// Converts a whole text in one call: returns the number of bytes written, and the outcome. Returns `None` if
/// there was not enough space.
pub fn convert_into(
    conversion: &Conversion<Encoding, Encoding>,
    text: &[u8],
    out: &mut [u8],
) -> Option<(usize, Outcome)> {
    let (progress, status) = conversion.convert_into(text, out).ok()?;
    Some((progress.written, outcome(status)?))
}

/// Converts a whole text as a stream of one piece.
pub fn push(
    conversion: &Conversion<Encoding, Encoding>,
    text: &[u8],
    out: &mut [u8],
) -> Option<(usize, Outcome)> {
    let (progress, status) = conversion.transcoder().ok()?.push(text, out, true);
    Some((progress.written, outcome(status)?))
}

fn outcome(status: Status) -> Option<Outcome> {
    match status {
        Status::Done => Some(Outcome::Done),
        Status::IllFormed(error) => Some(Outcome::IllFormed(error.offset() as usize)),
        Status::Unencodable(lost) => Some(Outcome::Unencodable(lost.offset() as usize)),
        _ => None,
    }
}
