//! Conversions and validation in pieces, readers and writers, and the steps of codecs.

use std::io::{BufRead, Read, Write};

use crate::library::Unit;
use crate::library::incremental::Validator;
use crate::library::io::{Reader, Writer};
use crate::library::table::NotDecoded;
use crate::library::{Codec, End, Endian, Status};
use beside_common::{ENCODINGS, Function, Input, Observed, Random, Word};

use crate::conversion::{conversion, observe_event, observe_status, options};
use crate::differing::{FirstEvents, facts, is_wrapper, pairing, push_with};
use crate::differing::{needed, observe_message};
use crate::{encoding, observe_counts, observe_result};

pub(crate) const FUNCTIONS: &[Function] = &[
    Function::new("Transcoder::push, push_with, push_observed", 240, push),
    Function::new("Transcoder::next_input", 80, inputs),
    Function::new("Validator", 120, validator),
    Function::new("io::Reader", 12, reader),
    Function::new("io::Writer", 12, writer),
    Function::new("Codec::decode_next", 80, decode_next),
    Function::new("Codec::encode_next", 80, encode_next),
    Function::new("Codec::begin, resolve, frame, …", 80, rest_of_codec),
];

fn push(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    push_between(source, target, &input.text.dirty, random, observed);
}

/// Pushes a whole text through a transcoder, in pieces, with random output sizes.
pub(crate) fn push_between<S: Codec, T: Codec>(
    source: S,
    target: T,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) where
    T::Unit: Word,
{
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    let mut transcoder = match conversion.transcoder() {
        Ok(transcoder) => transcoder,
        Err(undefined) => return observed.debug("undefined", &undefined),
    };
    let mut output = vec![T::Unit::default(); 3 * text.len() + 64];
    let is_small = random.one_in(2);
    let most = if random.one_in(3) { 3 } else { text.len() + 1 };
    let (way, goes_on) = (random.below(3), random.one_in(4));
    let mut first = FirstEvents::new(random.below(4) as u64);
    // With an observer that requests less, more may be written for one piece and less for the next, because a
    // kernel may keep less back. The output as a whole is the same.
    let (is_whole, mut whole) = (way == 2, vec![]);
    let (mut at, mut to, mut least) = (0, 0, 0);
    let mut last = Status::NeedInput;
    for _ in 0..64 * text.len() + 64 {
        if at == to {
            to = (at + random.below(most) + 1).min(text.len());
        }
        let room = if is_small { random.below(10).max(least) } else { output.len() };
        let (piece, room) = (&text[at..to], &mut output[..room]);
        let is_end = to == text.len();
        let end = if is_end { End::All } else { End::No };
        let (progress, status) = match way {
            0 => transcoder.push(piece, room, is_end),
            1 => push_with(&mut transcoder, (piece, &mut *room), end, |event| observe_event(observed, event)),
            _ => first.push(&mut transcoder, (piece, &mut *room), end, observed),
        };
        whole.extend_from_slice(&room[..progress.written]);
        if !is_whole {
            observed.number("read", progress.read);
            observed.units("written", &room[..progress.written]);
            observe_status(observed, status);
        }
        at += progress.read;
        last = status;
        match status {
            Status::NeedInput => {}
            Status::OutputFull { needed } => least = needed,
            _ => break,
        }
    }
    observed.units("written in all", &whole);
    observe_status(observed, last);
    observed.number("offset", transcoder.offset());
    observed.number("written in all", transcoder.written());
    observe_counts(observed, first.counts());
    observe_counts(observed, transcoder.counts());
    if goes_on {
        let (progress, status) = transcoder.push(text, &mut output, true);
        observed.number("read after the end", progress.read);
        observed.number("written after the end", progress.written);
        observe_status(observed, status);
    }
}

/// Converts several inputs to one output.
fn inputs(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    let Some(conversion) = conversion(source, target, random, observed) else { return };
    let mut transcoder = match conversion.transcoder() {
        Ok(transcoder) => transcoder,
        Err(undefined) => return observed.debug("undefined", &undefined),
    };
    let text = &input.text.dirty;
    let mut output = vec![0; 3 * text.len() + 64];
    let count = 1 + random.below(3);
    let mut at = 0;
    for k in 1..=count {
        let to = if k == count { text.len() } else { at + random.below(text.len() - at + 1) };
        let end = if k == count { End::All } else { End::Input };
        let io = (&text[at..to], &mut output[..]);
        let (progress, status) = push_with(&mut transcoder, io, end, |event| observe_event(observed, event));
        observed.number("read", progress.read);
        observed.units("written", &output[..progress.written]);
        observe_status(observed, status);
        observed.option("waiting input", transcoder.waiting_input());
        observed.number("offset", transcoder.offset());
        if !matches!(status, Status::Done | Status::NeedInput) {
            observed.number("failed input", transcoder.failed_input());
            break;
        }
        at = to;
        transcoder.next_input();
    }
    observe_counts(observed, transcoder.counts());
    observed.number("written in all", transcoder.written());
}

fn validator(input: &Input, random: &mut Random, observed: &mut Observed) {
    validate_in_pieces(encoding(input.encoding), &input.text.dirty, random, observed);
}

pub(crate) fn validate_in_pieces<S: Codec>(
    source: S,
    text: &[S::Unit],
    random: &mut Random,
    observed: &mut Observed,
) {
    let mut validator = match Validator::new(source) {
        Ok(validator) => validator,
        Err(undefined) => return observed.debug("undefined", &undefined),
    };
    let most = if random.one_in(2) { 4 } else { text.len() + 1 };
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(most)).min(rest.len()));
        rest = behind;
        observe_result(observed, validator.push(piece));
        // The older library took a lead surrogate for complete before it saw what follows.
        let is_in_pair = ends_in_lead(&text[..text.len() - rest.len()]);
        if !is_in_pair {
            observed.number("valid up to", validator.valid_up_to());
        }
        if random.one_in(4) && !is_in_pair {
            observed.is("is complete", validator.is_complete());
        }
    }
    observe_result(observed, validator.finish());
}

/// Returns `true` if units end in a lead surrogate of three bytes, or in that and the first one or two bytes of
/// a trail surrogate.
fn ends_in_lead<U: Unit>(units: &[U]) -> bool {
    let last: Vec<u32> = units[units.len().saturating_sub(5)..].iter().map(|unit| unit.to_u32()).collect();
    matches!(
        last[..],
        [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF]
            | [.., 0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED]
            | [0xED, 0xA0..=0xAF, 0x80..=0xBF, 0xED, 0xB0..=0xBF]
    )
}

/// A reader that returns a few bytes at a time.
struct Slow<'t>(&'t [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read(&mut buffer[..most])
    }
}

fn reader(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    let slow = Slow(&input.text.dirty, random.of(&[1, 5, 1000]));
    let mut reader = match Reader::new(slow, source, target, options(random)) {
        Ok(reader) => reader,
        Err(undefined) => return observed.debug("undefined", &undefined),
    };
    let mut read = vec![];
    let result = match random.below(3) {
        0 => reader.read_to_end(&mut read).map(drop),
        1 => reader.read_until(b'\n', &mut read).map(drop),
        _ => {
            let mut buffer = [0; 7];
            loop {
                match reader.read(&mut buffer) {
                    Ok(0) => break Ok(()),
                    Ok(count) => read.extend(&buffer[..count]),
                    Err(error) => break Err(error),
                }
            }
        }
    };
    observed.units("read", &read);
    if let Err(error) = result {
        observe_message(observed, "error", &error);
    }
    observe_counts(observed, reader.counts());
    observed.number("left", reader.get_ref().0.len());
}

fn writer(input: &Input, random: &mut Random, observed: &mut Observed) {
    let (source, target) = (encoding(input.encoding), encoding(random.below(ENCODINGS.len())));
    let mut writer = match Writer::new(vec![], source, target, options(random)) {
        Ok(writer) => writer,
        Err(undefined) => return observed.debug("undefined", &undefined),
    };
    let mut rest = &input.text.dirty[..];
    while !rest.is_empty() {
        let (piece, behind) = rest.split_at((1 + random.below(20)).min(rest.len()));
        rest = behind;
        if let Err(error) = writer.write_all(piece) {
            observe_message(observed, "error", &error);
            break;
        }
        if random.one_in(4) {
            observed.debug("flushed", &writer.flush());
        }
    }
    if let Err(error) = writer.try_finish() {
        observe_message(observed, "error at the end", &error);
    }
    observe_counts(observed, writer.counts());
    observed.units("output", writer.get_ref());
}

fn decode_next(input: &Input, random: &mut Random, observed: &mut Observed) {
    let text = &input.text.dirty;
    step(encoding(input.encoding), &text[random.below(text.len() + 1)..], random.one_in(2), observed);
}

pub(crate) fn step<S: Codec>(source: S, units: &[S::Unit], is_end: bool, observed: &mut Observed) {
    match source.decode_next(units, is_end) {
        Ok(decoded) => {
            observed.number("code point", decoded.code_point);
            observed.number("length", decoded.len);
        }
        Err(NotDecoded::Incomplete) => observed.is("incomplete", true),
        Err(NotDecoded::IllFormed(part)) => {
            observed.number("ill-formed length", part.len);
            observed.str("kind", part.kind.name());
            observed.is("more", part.more);
        }
    }
}

fn encode_next(input: &Input, random: &mut Random, observed: &mut Observed) {
    let target = encoding(random.below(ENCODINGS.len()));
    for &code_point in random.part(&input.code_points).iter().take(3) {
        write(target, code_point, random, observed);
    }
}

pub(crate) fn write<T: Codec>(target: T, code_point: u32, random: &mut Random, observed: &mut Observed)
where
    T::Unit: Word,
{
    let mut output = [T::Unit::default(); 8];
    let room = random.below(9);
    match target.encode_next(code_point, &mut output[..room]) {
        Ok(len) => observed.units("units", &output[..len]),
        Err(error) => match needed!(error) {
            None => observed.is("unencodable", true),
            Some(needed) => observed.number("needed", needed),
        },
    }
}

fn rest_of_codec(input: &Input, random: &mut Random, observed: &mut Observed) {
    let codec = encoding(input.encoding);
    let text = if random.one_in(2) { &input.text.dirty[..] } else { random.part(&input.text.dirty) };
    match random.below(4) {
        0 => match codec.begin(text, random.one_in(2), random.of(&[Endian::Big, Endian::Little])) {
            Some(begun) => {
                observed.number("skip", begun.skip);
                observed.option("order", begun.order.map(|order| order as u64));
                if let Some(order) = begun.order {
                    observed.debug("with order", &codec.with_order(order));
                }
            }
            None => observed.is("more is needed", true),
        },
        1 => match codec.resolve(text) {
            Ok(resolved) => {
                observed.debug("codec", &resolved.codec);
                observed.debug("text", &resolved.text);
                observed.number("end", resolved.end);
            }
            Err(error) => observe_result(observed, Err(error)),
        },
        2 => {
            observed.debug("unframed", &codec.unframed());
            observed.units("mark", codec.mark());
        }
        _ => observe_facts(observed, codec),
    }
}

fn observe_facts(observed: &mut Observed, codec: crate::library::Encoding) {
    let facts = facts!(codec);
    observed.str("name", facts.name);
    observed.number("longest", facts.longest);
    observed.number("width", facts.width);
    observed.number("seam", pairing!(of facts) as u64);
    observed.debug("carry", &facts.carry);
    observed.option("reserved", facts.reserved);
    let rows = |table: Option<&'static crate::library::table::Table>| table.map(|table| table.rows().len());
    observed.option("rows", rows(Some(facts.table)));
    observed.option("rows of the fallback", rows(facts.fallback));
    observed.option("rows without surrogates", rows(facts.refusing));
    for is in [
        facts.is_utf_8,
        facts.never_fails,
        facts.is_corrected,
        facts.encodes,
        facts.whole_input,
        facts.is_null,
    ] {
        observed.is("is", is);
    }
    observed.is("is a layer", is_wrapper(codec));
    observed.is("resynchronizes", codec.resynchronizes());
    observed.debug("as a frame", &codec.as_frame());
    observed.display("display", &codec);
}
