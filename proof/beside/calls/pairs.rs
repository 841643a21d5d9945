//! Conversions whose codecs the compiler knows, which is how kernels are chosen now: every form to and from
//! four of them, and to itself; every scheme and wrapper to and from two; and pairs of which only one side is
//! chosen at run time.

use crate::library::form::{Form, Mutf8, Utf8, Utf16, Wtf8, Wtf16};
use crate::library::{Codec, Null, WithCodec, convert, with_codec};
use beside_common::{ENCODINGS, FORMS, Function, Input, Observed, Random};

use crate::conversion::{convert_between, convert_into_room, length_between, observe_output, report_between};
use crate::encoding;
use crate::forms::{Of, with_form};
use crate::transcoder::push_between;

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("convert, of forms", 240, |i, r, o| by_forms(Way::Strict, i, r, o)),
    Function::new("Conversion::convert, of forms", 240, |i, r, o| by_forms(Way::Options, i, r, o)),
    Function::new("…::convert_reporting, of forms", 80, |i, r, o| by_forms(Way::Reporting, i, r, o)),
    Function::new("…::convert_into, of forms", 240, |i, r, o| by_forms(Way::Room, i, r, o)),
    Function::new("…::length, of forms", 120, |i, r, o| by_forms(Way::Length, i, r, o)),
    Function::new("Transcoder, of forms", 120, |i, r, o| by_forms(Way::Pieces, i, r, o)),
    Function::new("convert, of schemes", 80, |i, r, o| by_schemes(Way::Strict, i, r, o)),
    Function::new("Conversion::convert, of schemes", 80, |i, r, o| by_schemes(Way::Options, i, r, o)),
    Function::new("…::convert_reporting, of schemes", 40, |i, r, o| by_schemes(Way::Reporting, i, r, o)),
    Function::new("…::convert_into, of schemes", 80, |i, r, o| by_schemes(Way::Room, i, r, o)),
    Function::new("…::length, of schemes", 40, |i, r, o| by_schemes(Way::Length, i, r, o)),
    Function::new("Transcoder, of schemes", 40, |i, r, o| by_schemes(Way::Pieces, i, r, o)),
    Function::new("convert, half at run time", 80, |i, r, o| by_half(Way::Strict, i, r, o)),
    Function::new("Conversion::convert, half at run time", 80, |i, r, o| by_half(Way::Options, i, r, o)),
    Function::new("…::convert_reporting, half at run time", 40, |i, r, o| by_half(Way::Reporting, i, r, o)),
    Function::new("…::convert_into, half at run time", 80, |i, r, o| by_half(Way::Room, i, r, o)),
    Function::new("…::length, half at run time", 40, |i, r, o| by_half(Way::Length, i, r, o)),
    Function::new("Transcoder, half at run time", 40, |i, r, o| by_half(Way::Pieces, i, r, o)),
];

/// A way to convert.
#[derive(Clone, Copy)]
enum Way {
    Strict,
    Options,
    Reporting,
    Room,
    Length,
    Pieces,
}

/// Converts one text between two codecs.
#[inline(never)]
fn by<S: Codec, T: Codec>(
    way: Way,
    (source, target): (S, T),
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) where
    T::Unit: Of,
{
    observed.note("from and to", &(source, target));
    match way {
        Way::Strict => observe_output(observed, convert(source, target, text)),
        Way::Options => convert_between(source, target, text, random, observed),
        Way::Reporting => report_between(source, target, text, random, observed),
        Way::Room => convert_into_room(source, target, text, random, observed),
        Way::Length => length_between(source, target, text, random, observed),
        Way::Pieces => push_between(source, target, text, random, observed),
    }
}

fn by_forms(way: Way, input: &Input, random: &mut Random, observed: &mut Observed) {
    // The first four forms have pairs with all others.
    if input.form < 4 && random.one_in(2) {
        with_form!(random.below(FORMS), to(way, input, random, observed));
    } else {
        with_form!(input.form, from(way, input, random, observed));
    }
}

fn from<S: Form>(way: Way, input: &Input, random: &mut Random, observed: &mut Observed)
where
    S::Unit: Of,
{
    let (source, text) = (S::default(), S::Unit::text(input, random));
    match random.below(9) {
        0 | 1 => by(way, (source, Utf8), text, random, observed),
        2 | 3 => by(way, (source, Utf16), text, random, observed),
        4 | 5 => by(way, (source, Wtf8), text, random, observed),
        6 | 7 => by(way, (source, Mutf8), text, random, observed),
        _ => by(way, (source, source), text, random, observed),
    }
}

fn to<T: Form>(way: Way, input: &Input, random: &mut Random, observed: &mut Observed)
where
    T::Unit: Of,
{
    let target = T::default();
    match input.form {
        0 => by(way, (Utf8, target), Of::text(input, random), random, observed),
        1 => by(way, (Utf16, target), Of::text(input, random), random, observed),
        2 => by(way, (Wtf8, target), Of::text(input, random), random, observed),
        _ => by(way, (Mutf8, target), Of::text(input, random), random, observed),
    }
}

/// A call with the codec of an encoding.
struct By<'a> {
    way: Way,
    is_source: bool,
    input: &'a Input,
    random: &'a mut Random,
    observed: &'a mut Observed,
}

impl WithCodec for By<'_> {
    type Output = ();

    fn with<C: Codec<Unit = u8>>(self, codec: C) {
        let By { way, is_source, input, random, observed } = self;
        if !is_source {
            return by(way, (Utf8, codec), input.str.as_bytes(), random, observed);
        }
        let text = if random.one_in(4) { &input.text.clean } else { &input.text.dirty };
        match random.one_in(2) {
            true => by(way, (codec, Utf8), text, random, observed),
            false => by(way, (codec, Utf16), text, random, observed),
        }
    }
}

fn by_schemes(way: Way, input: &Input, random: &mut Random, observed: &mut Observed) {
    let is_source = !random.one_in(3);
    let index = if is_source { input.encoding } else { random.below(ENCODINGS.len()) };
    with_codec(encoding(index), By { way, is_source, input, random, observed });
}

fn by_half(way: Way, input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    let text = if random.one_in(4) { &input.text.clean } else { &input.text.dirty };
    match random.below(9) {
        0 | 1 => by(way, (source, Utf8), text, random, observed),
        2 => by(way, (source, Utf16), text, random, observed),
        3 => by(way, (source, Wtf8), text, random, observed),
        4 => by(way, (Utf8, target), input.str.as_bytes(), random, observed),
        5 => by(way, (Wtf16, target), &input.utf_16, random, observed),
        6 => by(way, (Utf16, target), &input.utf_16, random, observed),
        7 => by(way, (source, Null), text, random, observed),
        _ if input.form == 2 => by(way, (Wtf8, target), &input.bytes.dirty, random, observed),
        _ => by(way, (Utf8, target), text, random, observed),
    }
}
