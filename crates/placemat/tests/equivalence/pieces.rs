//! Conversion in pieces: the output, events and offsets are the same for every cut of the input and every
//! size of output buffer.

use placemat::form::Unit;
use placemat::stream::{End, Event, EventKind, First};
use placemat::{Codec, Conversion, Encoding, OnError, OnUnencodable, Options, Status};
use placemat_random::Random;

use crate::equivalence::case::{Case, Ended, Outcome};
use crate::equivalence::pairs::all_options;
use crate::support::{edges, random_text, streaming};

/// What the observer of a conversion demands.
#[derive(Clone, Copy, Debug)]
enum Demanded {
    Nothing,
    /// This many events of each kind, and counts from then on.
    First(u64),
    Every,
}

impl<S: Codec, T: Codec> Case<'_, S, T> {
    pub(crate) fn check_pieces(&self, whole: &Outcome<T::Unit>, random: &mut Random) {
        for cut in 0..=self.text.len() {
            let room = [0, 1, 2, 3, 4, 5, 8, 64][random.below(8)];
            let (left, right) = self.text.split_at(cut);
            self.assert_same(&self.in_pieces([left, &[], right], room), whole, || {
                format!("cut {cut}, room {room}")
            });
        }
        for room in [0, 1, 3, 7] {
            let outcome = self.in_pieces(self.text.chunks(1), room);
            self.assert_same(&outcome, whole, || format!("unit by unit, room {room}"));
        }
        let mut silent =
            self.push_all(self.text.chunks(1 + random.below(9)), random.below(9), Demanded::Nothing);
        silent.events.clone_from(&whole.events);
        self.assert_same(&silent, whole, || "unobserved".to_owned());
        let (size, room, most) = (1 + random.below(9), random.below(9), random.below(4));
        self.check_first_events(self.text.chunks(size), room, most as u64, whole);
    }

    /// Converts pieces for an observer that demands the first `most` events of each kind, and then counts.
    pub(crate) fn check_first_events<'p>(
        &self,
        pieces: impl IntoIterator<Item = &'p [S::Unit]>,
        room: usize,
        most: u64,
        whole: &Outcome<T::Unit>,
    ) {
        let outcome = self.push_all(pieces, room, Demanded::First(most));
        let mut seen = [0; 3];
        let first = |event: &&Event| {
            let seen = match event.kind {
                EventKind::IllFormed(_) => &mut seen[0],
                EventKind::Unencodable(_) => &mut seen[1],
                _ => &mut seen[2],
            };
            *seen += 1;
            *seen <= most
        };
        let whole = Outcome { events: whole.events.iter().filter(first).copied().collect(), ..whole.clone() };
        self.assert_same(&outcome, &whole, || format!("the first {most} events, room {room}"));
    }

    /// Converts pieces with an observer and room for `room` units at a time. A call that needs more room gets
    /// it.
    pub(crate) fn in_pieces<'p>(
        &self,
        pieces: impl IntoIterator<Item = &'p [S::Unit]>,
        room: usize,
    ) -> Outcome<T::Unit> {
        self.push_all(pieces, room, Demanded::Every)
    }

    fn push_all<'p>(
        &self,
        pieces: impl IntoIterator<Item = &'p [S::Unit]>,
        room: usize,
        demanded: Demanded,
    ) -> Outcome<T::Unit> {
        let mut transcoder = self.conversion.transcoder().unwrap();
        let mut outcome = Outcome::default();
        let most = if let Demanded::First(most) = demanded { most } else { 0 };
        let mut listed = vec![];
        let mut first = First::new(most, |event| listed.push(event));
        let pieces = pieces.into_iter().map(|piece| (piece, false)).chain([(&[][..], true)]);
        'pieces: for (piece, end) in pieces {
            let mut read = 0;
            let mut buffer = vec![T::Unit::default(); room];
            loop {
                let (rest, events) = (&piece[read..], &mut outcome.events);
                let mut report = |event| events.push(event);
                let (progress, status) = match demanded {
                    Demanded::Nothing => transcoder.push(rest, &mut buffer, end),
                    Demanded::First(_) => {
                        transcoder.push_observed(rest, &mut buffer, End::from(end), &mut first)
                    }
                    Demanded::Every => {
                        transcoder.push_observed(rest, &mut buffer, End::from(end), &mut report)
                    }
                };
                self.assert_possible(progress, rest.len(), buffer.len());
                read += progress.read;
                outcome.output.extend(&buffer[..progress.written]);
                match Ended::from(status) {
                    Ended::NeedInput => {
                        self.assert(!end && read == piece.len(), || {
                            format!("{read} of {piece:02X?} is read")
                        });
                        break;
                    }
                    Ended::OutputFull(needed) => {
                        let moved = progress.read + progress.written > 0;
                        self.assert(needed <= 48 && (moved || needed > buffer.len()), || {
                            format!("{needed} needed of {}", buffer.len())
                        });
                        buffer = vec![T::Unit::default(); needed.max(room)];
                    }
                    Ended::For(fault) => {
                        self.assert(fault.is_some() || end && read == piece.len(), || {
                            "done early".to_owned()
                        });
                        outcome.fault = fault;
                        break 'pieces;
                    }
                }
            }
        }
        outcome.counts = transcoder.counts();
        if let Demanded::First(_) = demanded {
            self.assert(first.counts() == outcome.counts, || format!("counted {:?}", first.counts()));
            outcome.events = listed;
        }
        self.assert(transcoder.written() == outcome.output.len() as u64, || "written() is untrue".to_owned());
        if outcome.fault.is_none() {
            self.assert(transcoder.offset() == self.text.len() as u64, || "offset() is untrue".to_owned());
        }
        // After the end, every call returns the same status.
        let (progress, status) =
            transcoder.push(&[S::Unit::from_u32(0x61)], &mut [T::Unit::default(); 64], true);
        let stays = progress.read + progress.written == 0
            && matches!(Ended::from(status), Ended::For(fault) if fault == outcome.fault);
        self.assert(stays, || format!("after the end {progress:?}, {status:?}"));
        outcome
    }
}

#[test]
fn every_cut_of_the_edges_of_every_encoding() {
    let mut random = Random::new(1);
    for from in streaming() {
        let edges = edges(from);
        let targets: Vec<Encoding> = streaming().filter(|to| to.info().encodes).collect();
        for edge in &edges {
            for after in [&b""[..], b"a", b"\x80", b"\0"] {
                let text = [&edge[..], after].concat();
                let to = *random.pick(&targets);
                let options = *random.pick(&all_options(from, to));
                Case::new(from, to, options, &text).check(&mut random);
                Case::new(from, Encoding::Ucs4Be, Options::default(), &text).check(&mut random);
            }
        }
    }
}

#[test]
fn long_texts_through_runs_and_steps() {
    let mut random = Random::new(3);
    for from in streaming() {
        let edges = edges(from);
        for _ in 0..4 {
            let mut text = random_text(&mut random, &edges, 400);
            text.extend([b'x'; 300]);
            text.extend(random_text(&mut random, &edges, 4));
            let to = *random.pick(&[Encoding::Utf8, Encoding::Utf16Le, Encoding::Wtf8, Encoding::Ucs4Be]);
            let options = Options {
                on_error: OnError::Replace,
                on_unencodable: OnUnencodable::EscapeRust,
                ..Options::default()
            };
            let case = Case::new(from, to, options, &text);
            let (whole, streamed) = (case.whole(), case.streamed());
            case.check_rooms(&whole);
            for _ in 0..10 {
                let size = 1 + random.below(200);
                let room = random.below(300);
                case.assert_same(&case.in_pieces(text.chunks(size), room), &streamed, || {
                    format!("pieces of {size}, room {room}")
                });
                case.check_first_and_loop(room, &whole);
            }
        }
    }
}

#[test]
fn inputs_one_after_the_other_are_one_text() {
    // A lead surrogate at the end of one input, a trail surrogate at the start of the next.
    let conversion = Conversion::new(Encoding::Wtf16Be, Encoding::Wtf8, Options::default()).unwrap();
    let mut transcoder = conversion.transcoder().unwrap();
    let mut out = [0; 16];
    let (first, status) = transcoder.push(b"\0a\xD8\x3D", &mut out, End::Input);
    assert_eq!((first.written, status), (1, Status::Done));
    transcoder.next_input();
    let (second, status) = transcoder.push(b"\xDC\xA9", &mut out[1..], End::All);
    assert_eq!(status, Status::Done);
    assert_eq!(&out[..1 + second.written], "a💩".as_bytes());
    // Byte order marks are looked for in each input, and written once.
    let conversion = Conversion::new(Encoding::Utf16, Encoding::Utf8Sig, Options::default()).unwrap();
    let mut transcoder = conversion.transcoder().unwrap();
    let (first, _) = transcoder.push(b"\xFF\xFEa\0", &mut out, End::Input);
    transcoder.next_input();
    let (second, _) = transcoder.push(b"\xFE\xFF\0b", &mut out[first.written..], End::All);
    assert_eq!(&out[..first.written + second.written], b"\xEF\xBB\xBFab");
}

/// A caller that loses unread input gets another text, but no panic.
#[test]
fn input_that_is_taken_away_is_no_panic() {
    for on_error in OnError::ALL {
        let options = Options { on_error, ..Options::default() };
        let conversion = Conversion::new(Encoding::Utf8, Encoding::Utf32Le, options).unwrap();
        for end in [false, true] {
            let mut transcoder = conversion.transcoder().unwrap();
            let mut out = [0; 64];
            let (progress, status) = transcoder.push(b"\xE2\x82a", &mut out[..5], false);
            assert!(progress.written < 12, "{status:?}");
            let (progress, _) = transcoder.push(&[], &mut out, end);
            assert_eq!(progress.read, 0);
            let (_, status) = transcoder.push(&[], &mut out, true);
            assert!(
                !matches!(status, Status::NeedInput | Status::OutputFull { .. }),
                "{on_error:?}: {status:?}"
            );
        }
    }
}

#[test]
fn the_bound_is_reached() {
    // The sequence of a code point in a source, which need not have an encoder.
    let sequence = |from: Encoding, code_point| {
        if from.info().encodes {
            return Some(placemat::encode(from, &[code_point]).ok()?.split_off(from.mark().len()));
        }
        let (units, len) = from.info().table.encode(code_point)?;
        Some(units[..len].iter().map(|&unit| unit as u8).collect())
    };
    // For each pair of strict conversions, some code point costs as much as the bound says.
    for from in streaming() {
        for to in streaming().filter(|to| to.info().encodes) {
            let conversion = Conversion::new(from, to, Options::default()).unwrap();
            let rows: Vec<_> = to.info().table.rows().iter().filter(|row| row.is_written()).collect();
            let own = from.info().table.rows().iter().filter(|row| row.is_read()).collect::<Vec<_>>();
            let ends = rows.iter().chain(&own).flat_map(|row| {
                let (first, last) = row.code_points();
                [first, last, first.midpoint(last)]
            });
            let best = ends
                .filter_map(|code_point| {
                    let source: Vec<u8> = sequence(from, code_point)?;
                    let target = placemat::convert(from, to, &source).ok()?;
                    Some((target.len() - to.mark().len()) as f64 / source.len() as f64)
                })
                .fold(0.0, f64::max);
            let bound = conversion.worst_case(12_000).unwrap() as f64 / 12_000.0;
            assert!(bound <= 3.01 * best, "{from} to {to}: {bound}, reached {best}");
        }
    }
}
