//! Runs of a codec, without policies: a run is the same as its code points one by one, in any room.

use std::vec;
use std::vec::Vec;

use placemat_random::Random;

use super::{Codec, Internal};
use crate::encoding::Encoding;
use crate::support::pieces::Pieces;
use crate::support::{edges, random_text, streaming};

/// A run of code points is the same as those that the codec reads one by one from there.
#[test]
fn runs_are_read_as_code_points_are_with_any_room() {
    let mut random = Random::new(61);
    for source in streaming() {
        let pieces = Pieces::of_encoding(source);
        for _ in 0..60 {
            let text = pieces.text(&mut random, 12);
            for room in 0..=40 {
                let mut at = 0;
                while at < text.len() {
                    let mut run = vec![0; room];
                    let (read, count) = source.decode_run(&text[at..], &mut run);
                    assert!(count <= room && at + read <= text.len(), "{source} {text:02X?}, room {room}");
                    let end = at + read;
                    for (k, &code_point) in run[..count].iter().enumerate() {
                        let one = source.decode_next(&text[at..], true).expect("a run is well-formed");
                        assert_eq!(
                            one.code_point, code_point,
                            "{source} {text:02X?}, room {room}, {k} at {at}"
                        );
                        at += one.len;
                    }
                    assert_eq!(at, end, "{source} {text:02X?}, room {room}: where the run ends");
                    at += source.decode_next(&text[at..], true).map_or(1, |one| one.len);
                }
            }
        }
    }
}

/// A run writes what the codec writes for these code points one by one.
#[test]
fn runs_are_written_as_code_points_are_with_any_room() {
    const CODE_POINTS: [u32; 14] = [
        0x61, 0x61, 0x0, 0xE9, 0x7FF, 0x20AC, 0xFFFD, 0x1_F4A9, 0xD83D, 0xDCA9, 0xDCC3, 0xEFC3, 0x11_0000,
        0x81,
    ];
    let mut random = Random::new(62);
    for target in streaming().filter(|to| to.info().encodes) {
        let one_by_one = |code_points: &[u32]| -> Vec<u8> {
            let mut room = [0; 16];
            let one = |&code_point: &u32| match target.encode_next(code_point, &mut room) {
                Ok(len) => room[..len].to_vec(),
                Err(error) => panic!("{target}: {error:?} in a run"),
            };
            code_points.iter().flat_map(one).collect()
        };
        for _ in 0..60 {
            let text: Vec<u32> = (0..1 + random.below(20)).map(|_| *random.pick(&CODE_POINTS)).collect();
            for room in 0..=60 {
                let mut at = 0;
                while at < text.len() {
                    let mut out = vec![0; room];
                    let (taken, written) = target.encode_run(&text[at..], &mut out);
                    assert!(taken <= text.len() - at && written <= room, "{target} {text:X?}, room {room}");
                    assert_eq!(out[..written], one_by_one(&text[at..][..taken]), "{target} {text:X?}");
                    at += taken + 1;
                }
            }
        }
    }
}

/// A code point is written whole, or not at all, with its length.
#[test]
fn a_code_point_needs_what_the_codec_asks_for() {
    for target in streaming().filter(|to| to.info().encodes) {
        for code_point in
            [0, 0x61, 0x80, 0xE9, 0x800, 0x20AC, 0xD83D, 0xDCA9, 0x1_F4A9, 0x11_0000, 0x7FFF_FFFF]
        {
            let Ok(len) = target.encode_next(code_point, &mut [0; 16]) else { continue };
            for room in 0..=16 {
                let mut out = [0xEE; 16];
                let told = target.encode_next(code_point, &mut out[..room]);
                if room < len {
                    assert_eq!(told.unwrap_err().needed(), Some(len), "{target} {code_point:X}");
                    assert_eq!(out, [0xEE; 16], "{target} {code_point:X}");
                } else {
                    assert_eq!(told, Ok(len), "{target} {code_point:X}");
                }
            }
        }
    }
}

/// A run that is read into less room is the same run, as far as there is room. A transcoder relies on it if
/// the target takes only a part of a run.
#[test]
fn runs_are_as_long_again_with_less_room() {
    let mut random = Random::new(53);
    for source in streaming() {
        let edges = edges(source);
        for _ in 0..40 {
            let text = random_text(&mut random, &edges, 12);
            check_shorter_rooms(source, &text);
        }
    }
}

fn check_shorter_rooms(source: Encoding, text: &[u8]) {
    let mut all = [0; 48];
    let (_, count) = source.decode_run(text, &mut all);
    for room in 0..=count {
        let mut some = [0; 48];
        let (read, again) = source.decode_run(text, &mut some[..room]);
        assert_eq!((again, &some[..room]), (room, &all[..room]), "{source} {text:02X?}");
        assert!(read <= text.len());
    }
}
