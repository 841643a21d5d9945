//! Conversions in one piece: between encodings that are chosen at run time, and, called from
//! [`pairs`](crate::pairs), between codecs known at compile time.

use crate::differing::observe_message;
use crate::library::{
    Codec, Conversion, Converted, Encoding, Endian, Event, EventKind, Failure, OnError, OnUnencodable,
    Options, Pairs, Progress, Status, convert, decode, encode, encode_str, errors, validate, validate_with,
};
use beside_common::{Function, Input, Observed, Random, Word};

use crate::{encoding, observe_error, observe_failure, observe_result, observe_unencodable};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("convert", 240, convert_encodings),
    Function::new("Conversion::convert", 480, convert_with_options),
    Function::new("Conversion::convert_reporting", 160, convert_reporting),
    Function::new("Conversion::convert_into", 480, convert_into),
    Function::new("Conversion::length", 240, length),
    Function::new("Conversion::convert_str", 120, convert_str),
    Function::new("Conversion::convert_str_into", 120, convert_str_into),
    Function::new("Conversion::worst_case", 8, worst_case),
    Function::new("encode_str", 80, encode_str_to),
    Function::new("validate", 240, validate_encoding),
    Function::new("validate_with", 80, validate_with_options),
    Function::new("errors", 120, errors_of),
    Function::new("decode", 80, decode_encoding),
    Function::new("encode", 80, encode_encoding),
    Function::new("messages of errors", 8, messages),
    Function::new("boundaries", 120, boundaries),
];

/// Returns random options: often the default, often only one policy, and all combinations.
pub(crate) fn options(random: &mut Random) -> Options {
    let mut options = Options::default();
    if random.one_in(6) {
        return options;
    }
    options.on_error = random.of(&OnError::ALL);
    if random.one_in(3) {
        options.on_error = OnError::Replace;
    }
    if !random.one_in(3) {
        options.on_unencodable = random.of(&OnUnencodable::ALL);
    }
    options.pairs = random.of(&[Pairs::Join, Pairs::Join, Pairs::Error, Pairs::Replace]);
    options.default_endian = random.of(&[Endian::Big, Endian::Little]);
    options.heal_pairs = random.one_in(4);
    options.refuse_surrogates = random.one_in(4);
    options.pass_reserved = random.one_in(8);
    options
}

/// Creates a conversion that exists: if options are refused, that is observed, and policies are tried alone.
pub(crate) fn conversion<S: Codec, T: Codec>(
    source: S,
    target: T,
    random: &mut Random,
    observed: &mut Observed,
) -> Option<Conversion<S, T>> {
    let options = options(random);
    let alone = Options { pairs: Pairs::Join, heal_pairs: false, refuse_surrogates: false, ..options };
    let unreserved = Options { pass_reserved: false, ..alone };
    let none = Options { on_error: OnError::Replace, ..Options::default() };
    for options in [options, alone, unreserved, none] {
        match Conversion::new(source, target, options) {
            Ok(conversion) => {
                observed.note("conversion", &conversion);
                return Some(conversion);
            }
            Err(undefined) => observed.debug("undefined", &undefined),
        }
    }
    None
}

/// Returns the source of the input, and a random target.
fn ends(input: &Input, random: &mut Random) -> (Encoding, Encoding) {
    (encoding(input.encoding), encoding(random.below(beside_common::ENCODINGS.len())))
}

/// Returns the text of the source: damaged, or a part of it.
fn text<'i>(input: &'i Input, random: &mut Random) -> &'i [u8] {
    match random.below(8) {
        0 | 1 => &input.text.clean,
        2 => random.part(&input.text.dirty),
        _ => &input.text.dirty,
    }
}

pub(crate) fn observe_output<U: Word>(observed: &mut Observed, result: Result<Vec<U>, Failure>) {
    match result {
        Ok(output) => observed.units("output", &output),
        Err(failure) => observe_failure(observed, failure),
    }
}

pub(crate) fn observe_converted<U: Word>(observed: &mut Observed, result: Result<Converted<U>, Failure>) {
    match result {
        Ok(converted) => {
            observed.number("errors", converted.errors);
            observed.number("unencodable", converted.unencodable);
            observed.number("joined", converted.joined);
            observed.units("output", &converted.output);
        }
        Err(failure) => observe_failure(observed, failure),
    }
}

pub(crate) fn observe_event(observed: &mut Observed, event: Event) {
    observed.number("event behind", event.written);
    observed.number("in the input", event.input);
    match event.kind {
        EventKind::IllFormed(error) => observe_error(observed, error),
        EventKind::Unencodable(lost) => observe_unencodable(observed, lost),
        EventKind::Joined(lost) => {
            observed.is("joined", true);
            observe_unencodable(observed, lost);
        }
        _ => observed.debug("another event", &event),
    }
}

pub(crate) fn observe_status(observed: &mut Observed, status: Status) {
    match status {
        Status::NeedInput => observed.str("status", "need input"),
        Status::OutputFull { needed } => observed.number("output full, needed", needed),
        Status::Done => observed.str("status", "done"),
        Status::IllFormed(error) => observe_error(observed, error),
        Status::Unencodable(lost) => observe_unencodable(observed, lost),
        _ => observed.debug("another status", &status),
    }
}

fn convert_encodings(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    observed.note("from and to", &(source, target));
    observe_output(observed, convert(source, target, text(input, random)));
}

fn convert_with_options(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    let text = text(input, random);
    convert_between(source, target, text, random, observed);
}

fn convert_reporting(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    let text = text(input, random);
    report_between(source, target, text, random, observed);
}

fn convert_into(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    let text = text(input, random);
    convert_into_room(source, target, text, random, observed);
}

fn length(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    let text = text(input, random);
    length_between(source, target, text, random, observed);
}

pub(crate) fn convert_between<S: Codec, T: Codec>(
    source: S,
    target: T,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) where
    T::Unit: Word,
{
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    observe_converted(observed, conversion.convert(text));
}

pub(crate) fn report_between<S: Codec, T: Codec>(
    source: S,
    target: T,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) where
    T::Unit: Word,
{
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    let result = conversion.convert_reporting(text, &mut |event| observe_event(observed, event));
    observe_converted(observed, result);
}

/// Returns space for everything, for some units, or nearly for everything.
pub(crate) fn room(random: &mut Random, needed: usize) -> usize {
    match random.below(8) {
        0..3 => needed + 32,
        3 => random.below(12),
        4 => needed.saturating_sub(random.below(9)),
        5 => needed,
        _ => random.below(needed + 32),
    }
}

pub(crate) fn convert_into_room<S: Codec, T: Codec>(
    source: S,
    target: T,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) where
    T::Unit: Word,
{
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    let needed = random.of(&[1, 1, 2, 3]) * text.len();
    let mut output = vec![T::Unit::default(); room(random, needed)];
    observe_progress(observed, conversion.convert_into(text, &mut output), &output);
}

fn observe_progress<U: Word>(
    observed: &mut Observed,
    result: Result<(Progress, Status), crate::library::Undefined>,
    output: &[U],
) {
    match result {
        Ok((progress, status)) => {
            observed.number("read", progress.read);
            observed.units("written", &output[..progress.written]);
            observe_status(observed, status);
        }
        Err(undefined) => observed.debug("undefined", &undefined),
    }
}

pub(crate) fn length_between<S: Codec, T: Codec>(
    source: S,
    target: T,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) {
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    match conversion.length(text) {
        Ok(length) => observed.number("length", length),
        Err(failure) => observe_failure(observed, failure),
    }
}

fn convert_str(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (_, target) = ends(input, random);
    let Some(conversion) = conversion(crate::library::form::Utf8, target, random, observed) else { return };
    observe_converted(observed, conversion.convert_str(&input.str));
}

fn convert_str_into(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (_, target) = ends(input, random);
    let Some(conversion) = conversion(crate::library::form::Utf8, target, random, observed) else { return };
    let mut output = vec![0; room(random, 2 * input.str.len())];
    observe_progress(observed, conversion.convert_str_into(&input.str, &mut output), &output);
}

fn worst_case(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    let len = random.of(&[0, 1, 7, 100, usize::MAX / 5, usize::MAX]);
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    observed.option("worst case", conversion.worst_case(len));
}

fn encode_str_to(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (_, target) = ends(input, random);
    observe_output(observed, encode_str(target, &input.str));
}

fn validate_encoding(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_result(observed, validate(encoding(input.encoding), text(input, random)));
}

fn validate_with_options(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = text(input, random);
    observe_result(observed, validate_with(encoding(input.encoding), text, options(random)));
}

fn errors_of(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_errors(encoding(input.encoding), text(input, random), observed);
}

pub(crate) fn observe_errors<S: Codec>(source: S, text: &[S::Unit], observed: &mut Observed) {
    for error in errors(source, text) {
        observe_error(observed, error);
    }
}

fn decode_encoding(input: &Input, random: &mut Random, observed: &mut Observed) {
    observe_decoded(encoding(input.encoding), text(input, random), observed);
}

pub(crate) fn observe_decoded<S: Codec>(source: S, text: &[S::Unit], observed: &mut Observed) {
    match decode(source, text) {
        Ok(code_points) => observed.units("code points", &code_points),
        Err(error) => observe_error(observed, error),
    }
}

fn encode_encoding(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (_, target) = ends(input, random);
    observe_output(observed, encode(target, random.part(&input.code_points)));
}

fn messages(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = ends(input, random);
    match Conversion::new(source, target, options(random)) {
        Ok(conversion) => match conversion.convert(text(input, random)) {
            Ok(_) => observed.nothing(),
            Err(failure) => {
                observe_message(observed, "failure", &failure);
                observed.debug("failure", &failure);
            }
        },
        Err(undefined) => observed.display("undefined", &undefined),
    }
}

fn boundaries(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = text(input, random);
    let at = random.below(text.len() + 1);
    let found = crate::library::boundaries(encoding(input.encoding), text, at);
    observed.option("floor", found.map(|found| found.0));
    observed.option("ceil", found.map(|found| found.1));
}
