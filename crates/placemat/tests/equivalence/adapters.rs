//! Readers, writers, validators and the iterator over errors have the same results as a conversion.

use std::io::{Read, Write};

use placemat::stream::Validator;
use placemat::stream::{EventKind, Null, errors};
use placemat::stream::{Reader, Writer};
use placemat::{Codec, Encoding, Failure, OnError, OnUnencodable, Options, validate};
use placemat_random::Random;

use crate::equivalence::case::{Case, Fault, Outcome};
use crate::equivalence::pairs::all_options;
use crate::support::pieces::Pieces;
use crate::support::streaming;

/// Reads a limited number of bytes at a time.
struct InPieces<'t>(&'t [u8], usize);

impl Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.1.min(buffer.len());
        self.0.read(&mut buffer[..count])
    }
}

/// Returns the failure inside an I/O error.
fn fault_of(error: &std::io::Error) -> Fault {
    let failure = error.get_ref().and_then(|error| error.downcast_ref::<Failure>());
    (*failure.unwrap_or_else(|| panic!("{error}"))).into()
}

impl Case<'_, Encoding, Encoding> {
    /// Converts through a reader, into a buffer of `room` bytes.
    fn check_reader(&self, whole: &Outcome<u8>, piece: usize, room: usize) {
        let options = self.conversion.options();
        let inner = InPieces(self.text, piece);
        let mut reader = Reader::new(inner, self.source, self.target, options).unwrap();
        let mut outcome = Outcome { events: whole.events.clone(), ..Outcome::default() };
        let mut buffer = vec![0; room];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => outcome.output.extend(&buffer[..count]),
                Err(error) => {
                    outcome.fault = Some(fault_of(&error));
                    break;
                }
            }
        }
        outcome.counts = reader.counts();
        self.assert_same(&outcome, whole, || format!("read in pieces of {piece}, room {room}"));
    }

    /// Converts through a writer, in pieces of `piece` bytes.
    fn check_writer(&self, whole: &Outcome<u8>, piece: usize) {
        let options = self.conversion.options();
        let mut writer = Writer::new(vec![], self.source, self.target, options).unwrap();
        let mut written = Ok(());
        for piece in self.text.chunks(piece) {
            written = written.and_then(|()| writer.write_all(piece));
        }
        let finished = written.and_then(|()| writer.try_finish());
        let mut outcome = Outcome { events: whole.events.clone(), ..Outcome::default() };
        outcome.fault = finished.err().map(|error| fault_of(&error));
        outcome.counts = writer.counts();
        outcome.output.extend(writer.get_ref());
        self.assert_same(&outcome, whole, || format!("written in pieces of {piece}"));
    }
}

#[test]
fn readers_and_writers_give_the_whole_conversion() {
    let mut random = Random::new(71);
    for source in streaming() {
        let pieces = Pieces::of_encoding(source);
        for target in streaming().filter(|to| to.info().encodes) {
            let options = *random.pick(&all_options(source, target));
            let text = pieces.text(&mut random, 20);
            let case = Case::new(source, target, options, &text);
            let whole = case.streamed();
            case.check_reader(&whole, 1 + random.below(9), 1 + random.below(9));
            case.check_writer(&whole, 1 + random.below(9));
        }
    }
}

#[test]
fn validation_says_what_a_strict_conversion_says() {
    let mut random = Random::new(72);
    for source in streaming().filter(|source| !source.is_wrapper()) {
        let pieces = Pieces::of_encoding(source);
        for _ in 0..200 {
            let text = pieces.text(&mut random, 8);
            let case = Case::new(source, Null, Options::default(), &text);
            let whole = case.whole();
            let told = validate(source, &text);
            case.assert(told.err().map(Fault::from) == whole.fault, || format!("validate: {told:?}"));
            let mut validator = Validator::new(source).unwrap();
            let mut pieces = text.chunks(1 + random.below(7));
            let in_pieces =
                pieces.try_for_each(|piece| validator.push(piece)).and_then(|()| validator.finish());
            case.assert(in_pieces.is_ok() == told.is_ok(), || {
                format!("a validator: {in_pieces:?}, {told:?}")
            });
        }
    }
}

#[test]
fn the_errors_of_an_input_are_those_that_a_policy_replaces() {
    let replace =
        Options { on_error: OnError::Replace, on_unencodable: OnUnencodable::Replace, ..Options::default() };
    let mut random = Random::new(73);
    for source in streaming().filter(|source| !source.is_wrapper()) {
        let pieces = Pieces::of_encoding(source);
        for _ in 0..200 {
            let text = pieces.text(&mut random, 8);
            let case = Case::new(source, Null, replace, &text);
            let reported: Vec<_> = case.whole().events.iter().map(|event| event.kind).collect();
            let found: Vec<_> = errors(source, &text).map(EventKind::IllFormed).collect();
            case.assert(found == reported, || format!("{found:?}, reported {reported:?}"));
        }
    }
}
