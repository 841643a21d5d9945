//! A strict conversion that the caller continues after each failure writes what the lossy one writes, if the
//! caller writes U+FFFD, for every encoding and however the text is cut.

use placemat::form::PairingRule;
use placemat::stream::{Reader, Validator, errors};
use placemat::{Codec, Conversion, Encoding, Error, Failure, Options, Status, encode};
use placemat_random::Random;

use crate::support::{edges, random_text, streaming};

/// Targets that contain U+FFFD: without surrogates, and with each way of treating pairs of them.
const TARGETS: [Encoding; 7] = [
    Encoding::Utf8,
    Encoding::GeneralizedUtf8,
    Encoding::Wtf8,
    Encoding::Cesu8,
    Encoding::Cesu8Lenient,
    Encoding::Utf16Le,
    Encoding::Wtf16Be,
];

/// Converts in pieces for input and output of random lengths, and writes U+FFFD at each failure. Returns the
/// output and the failures.
fn by_hand(source: Encoding, target: Encoding, text: &[u8], random: &mut Random) -> (Vec<u8>, Vec<Failure>) {
    let replacement = encode(target, &[0xFFFD]).unwrap();
    let mut transcoder = Conversion::new(source, target, Options::default()).unwrap().transcoder().unwrap();
    let (mut output, mut failures, mut room) = (Vec::new(), Vec::new(), vec![0; 64]);
    let (mut read, mut piece_end) = (0, 0);
    loop {
        if read == piece_end {
            piece_end = text.len().min(piece_end + random.below(9));
        }
        let given = 8 + random.below(9);
        let is_end = piece_end == text.len();
        let (progress, status) = transcoder.push(&text[read..piece_end], &mut room[..given], is_end);
        read += progress.read;
        output.extend_from_slice(&room[..progress.written]);
        let failure = match status {
            Status::IllFormed(error) => Failure::IllFormed(error),
            Status::Unencodable(lost) => Failure::Unencodable(lost),
            Status::Done => return (output, failures),
            _ => continue,
        };
        // A failure stays until the caller goes on.
        assert_eq!(transcoder.push(&text[read..], &mut room, true).1, status);
        output.extend_from_slice(&replacement);
        let pending = transcoder.resume();
        let end = failure.range().end;
        assert!(if pending > 0 { read - pending == end } else { read <= end }, "{source} to {target}");
        if let Failure::IllFormed(_) = failure {
            assert_eq!(read - pending, end, "{source} to {target}");
        }
        assert_eq!(transcoder.resume(), pending, "the second call does nothing");
        failures.push(failure);
    }
}

#[test]
fn going_on_by_hand_is_lossy_conversion() {
    let mut random = Random::new(29);
    // Doubly encoded text is refused as a whole.
    for source in streaming().filter(|source| !source.is_wrapper()) {
        let edges = edges(source);
        let mut failed = 0;
        for target in TARGETS {
            for _ in 0..60 {
                let pieces = random.below(24);
                let text = random_text(&mut random, &edges, pieces);
                let lossy = Conversion::new(source, target, Options::LOSSY).unwrap().convert(&text).unwrap();
                let (output, failures) = by_hand(source, target, &text, &mut random);
                assert_eq!(output, lossy.output, "{source} to {target}: {text:02X?}");
                let ill_formed = failures.iter().filter(|one| matches!(one, Failure::IllFormed(_))).count();
                assert_eq!(ill_formed as u64, lossy.errors, "{source} to {target}: {text:02X?}");
                assert_eq!(
                    (failures.len() - ill_formed) as u64,
                    lossy.unencodable,
                    "{source} to {target}: {text:02X?}"
                );
                // Offsets and lengths do not depend on the cuts.
                let all = by_hand(source, target, &text, &mut random).1;
                assert_eq!(all, failures, "{source} to {target}: {text:02X?}");
                failed += failures.len();
            }
        }
        let may_fail = !source.info().never_fails || source.info().table.unit_bits() > 8;
        assert!(failed > 100 || !may_fail, "{source}: {failed}");
    }
}

#[test]
fn a_strict_reader_goes_on() {
    use std::io::Read;
    let mut reader =
        Reader::new(&b"a\xE2\x82b\xFF"[..], Encoding::Utf8, Encoding::Utf8, Options::default()).unwrap();
    let (mut text, mut offsets) = (Vec::new(), Vec::new());
    while let Err(error) = reader.read_to_end(&mut text) {
        offsets.push(error.downcast::<Failure>().unwrap().offset());
        text.push(b'?');
        reader.resume();
    }
    assert_eq!((&*text, &*offsets), (&b"a?b?"[..], &[1, 4][..]));
}

#[test]
fn a_validator_that_goes_on_finds_all_errors() {
    let mut random = Random::new(30);
    // A run of reserved sequences has any length, and a validator reports it in parts. Of doubly encoded
    // text, parts of bytes may already show an error.
    let is_exact = |source: &Encoding| source.info().reserved.is_none() && !source.is_wrapper();
    for source in streaming().filter(is_exact) {
        let edges = edges(source);
        for _ in 0..400 {
            let pieces = random.below(24);
            let mut text = random_text(&mut random, &edges, pieces);
            // A part of a wide unit may already show an error, which is then shorter.
            let width = source.info().width;
            text.truncate(text.len() / width * width);
            let place = |error: Error| (error.offset(), error.len());
            let joins = source.info().pairing == PairingRule::Joins;
            let expected: Vec<_> = errors(source, &text)
                .flat_map(|error| match place(error) {
                    // A trail surrogate after a lead surrogate is an error before its last byte has come.
                    (offset, 6) if joins => vec![(offset + 3, 2), (offset + 5, 1)],
                    place => vec![place],
                })
                .collect();
            let (mut validator, mut found) = (Validator::new(source).unwrap(), vec![]);
            let (mut at, mut to) = (0, 0);
            while at < text.len() {
                to = text.len().min(to.max(at) + random.below(9) * width);
                match validator.push(&text[at..to]) {
                    Ok(()) => at = to,
                    Err(error) => {
                        found.push(place(error));
                        at = validator.resume() as usize;
                        to = to.max(at);
                    }
                }
            }
            while let Err(error) = validator.finish() {
                found.push(place(error));
                validator.resume();
            }
            assert_eq!(found, expected, "{source}: {text:02X?}");
        }
    }
}
