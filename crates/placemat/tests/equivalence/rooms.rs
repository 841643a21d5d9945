//! Conversion into a slice that may be too short. If it is continued at `&input[read..]`, the calls together
//! write what one call writes.

use std::mem::MaybeUninit;

use placemat::{
    Codec, Conversion, Encoding, OnError, OnUnencodable, Options, Progress, Status, Unsupported, form,
};

use crate::equivalence::case::{Case, Ended, Outcome};

/// Up to this size, every size of room is tried; beyond it, those near the length of the whole output.
const SHORT: usize = 40;

/// The output of a function and its result.
type Call<'c, S, T> = &'c dyn Fn(&[S], &mut [T]) -> (Progress, Status);

impl<S: Codec, T: Codec> Case<'_, S, T> {
    /// Returns `true` if another call can continue a text: nothing is looked for or written only at the
    /// start, and nothing depends on the whole text.
    fn resumes(&self) -> bool {
        self.source.mark().is_empty() && self.target.mark().is_empty() && !self.is_wrapper()
    }

    pub(crate) fn check_rooms(&self, whole: &Outcome<T::Unit>) {
        if self.target.info().whole_input {
            let answer = self.conversion.convert_into(self.text, &mut []);
            return self.assert(matches!(answer, Err(Unsupported::WholeInput(_))), || format!("{answer:?}"));
        }
        self.check_rooms_of(whole, &|text, out| self.conversion.convert_into(text, out).unwrap());
        for room in [0, whole.output.len() / 2, whole.output.len() + 70] {
            self.check_uninitialized(room);
        }
    }

    /// Compares a room that is not initialized with one that is.
    fn check_uninitialized(&self, room: usize) {
        let mut out = vec![T::Unit::default(); room];
        let (progress, status) = self.conversion.convert_into(self.text, &mut out).unwrap();
        let mut uninitialized = vec![MaybeUninit::uninit(); room];
        let result = self.conversion.convert_into_uninit(self.text, &mut uninitialized).unwrap();
        let expected = (&mut out[..progress.written], progress, status);
        self.assert(result == expected, || format!("room {room}: {result:?}, not {expected:?}"));
    }

    /// Tries room for `room` units, once and in a loop.
    pub(crate) fn check_first_and_loop(&self, room: usize, whole: &Outcome<T::Unit>) {
        let call: Call<'_, _, _> = &|text, out| self.conversion.convert_into(text, out).unwrap();
        self.check_first_call(room, whole, call);
        if self.resumes() {
            self.check_loop(room, whole, call);
        }
    }

    /// Tries the loop of a caller whose slice has room for `room` units.
    pub(crate) fn check_loop_of_slices(&self, room: usize, whole: &Outcome<T::Unit>) {
        self.check_loop(room, whole, &|text, out| self.conversion.convert_into(text, out).unwrap());
    }

    fn check_rooms_of(&self, whole: &Outcome<T::Unit>, call: Call<'_, S::Unit, T::Unit>) {
        let len = whole.output.len();
        let near = [len.saturating_sub(1), len, len + 1, len + 70];
        for room in (0..=SHORT.min(len)).chain(near) {
            self.check_first_call(room, whole, call);
            if self.resumes() {
                self.check_loop(room, whole, call);
            }
        }
    }

    /// Tries one call: its output is the beginning of the whole output, and with the room that it asks for
    /// the next one makes progress.
    fn check_first_call(&self, room: usize, whole: &Outcome<T::Unit>, call: Call<'_, S::Unit, T::Unit>) {
        let run = |room| {
            let mut out = vec![T::Unit::default(); room];
            let (progress, status) = call(self.text, &mut out);
            self.assert_possible(progress, self.text.len(), room);
            out.truncate(progress.written);
            (progress, Ended::from(status), out)
        };
        let (progress, ended, out) = run(room);
        self.assert(whole.output.starts_with(&out), || format!("room {room}: {out:02X?} comes first"));
        match ended {
            Ended::NeedInput => self.fail(format!("room {room}: input is needed at the end")),
            Ended::OutputFull(needed) => {
                self.assert(progress.written + needed > room, || format!("room {room}: {needed} would fit"));
                self.assert(room < whole.output.len() || whole.fault.is_some(), || {
                    format!("room {room}: it is enough")
                });
                let (then, ended, _) = run(progress.written + needed);
                let goes_on = then.read > progress.read || then.written > progress.written;
                self.assert(goes_on || !matches!(ended, Ended::OutputFull(_)), || {
                    format!("room {room}, then {needed} more: no progress from {progress:?} to {then:?}")
                });
            }
            Ended::For(fault) => {
                self.assert(fault == whole.fault && out == whole.output, || {
                    format!(
                        "room {room}: {out:02X?}, {fault:?}, expected {:02X?}, {:?}",
                        whole.output, whole.fault
                    )
                });
            }
        }
    }

    /// Makes as many calls as needed, each with room for `room` units, or for as many as the last one asked
    /// for.
    fn check_loop(&self, room: usize, whole: &Outcome<T::Unit>, call: Call<'_, S::Unit, T::Unit>) {
        let mut outcome = Outcome::default();
        let (mut at, mut asked) = (0, 0);
        loop {
            let rest = &self.text[at..];
            let mut out = vec![T::Unit::default(); room.max(asked)];
            let (progress, status) = call(rest, &mut out);
            self.assert_possible(progress, rest.len(), out.len());
            outcome.output.extend(&out[..progress.written]);
            match Ended::from(status) {
                Ended::NeedInput => self.fail(format!("room {room}: input is needed at the end")),
                Ended::OutputFull(needed) => {
                    // The room that a call asks for must be enough to make progress. Otherwise a caller would
                    // ask forever.
                    let goes_on = progress.read > 0 || asked == 0 && needed > out.len();
                    self.assert(goes_on, || {
                        format!(
                            "room {room}: {progress:?} at {at}, {needed} needed, {asked} asked for before"
                        )
                    });
                    at += progress.read;
                    asked = if progress.read > 0 { 0 } else { needed };
                }
                Ended::For(fault) => {
                    outcome.fault = fault.map(|fault| fault.moved(at));
                    let all_read = at + progress.read == self.text.len();
                    self.assert(fault.is_some() || all_read, || format!("room {room}: done at {progress:?}"));
                    break;
                }
            }
        }
        outcome.events.clone_from(&whole.events);
        outcome.counts = whole.counts;
        self.assert_same(&outcome, whole, || format!("room {room}"));
    }
}

impl<T: Codec> Case<'_, form::Utf8, T> {
    pub(crate) fn check_rooms_of_str(&self, whole: &Outcome<T::Unit>) {
        if self.target.info().whole_input {
            let answer = self.conversion.convert_str_into("", &mut []);
            return self.assert(matches!(answer, Err(Unsupported::WholeInput(_))), || format!("{answer:?}"));
        }
        self.check_rooms_of(whole, &|text, out| {
            let text = str::from_utf8(text).expect("what is read ends between code points");
            self.conversion.convert_str_into(text, out).unwrap()
        });
    }
}

/// Text that waits for what follows, or whose replacement is not written yet, is not counted as read.
#[test]
fn what_is_not_written_is_not_read() {
    let strict = Options::default();
    let replace = Options { on_error: OnError::Replace, ..strict };
    let into = |conversion: Conversion<form::Wtf16, form::Wtf8>, text: &[u16], room| {
        conversion.convert_into(text, &mut vec![0; room]).unwrap()
    };
    let wtf_8 = Conversion::new(form::Wtf16, form::Wtf8, strict).unwrap();
    let full = |read, written, needed| (Progress { read, written }, Status::OutputFull { needed });
    assert_eq!(into(wtf_8, &[0x61, 0xD83D], 3), full(1, 1, 3));
    assert_eq!(into(wtf_8, &[0xD83D, 0x61], 2), full(0, 0, 3));
    assert_eq!(into(wtf_8, &[0xD83D, 0x61], 3), full(1, 3, 1));

    let utf_16 = Conversion::new(form::Utf8, form::Utf16, replace).unwrap();
    assert_eq!(utf_16.convert_into(b"a\xFF", &mut [0; 1]), Ok(full(1, 1, 1)));
    assert_eq!(utf_16.convert_into(b"a\xE2\x82", &mut [0; 1]), Ok(full(1, 1, 1)));
    let run = Options { on_error: OnError::ReplaceRun, ..strict };
    let utf_16 = Conversion::new(form::Utf8, form::Utf16, run).unwrap();
    assert_eq!(utf_16.convert_into(b"a\xFF\xFF\x80b", &mut [0; 1]), Ok(full(1, 1, 1)));

    let utf_8 = Conversion::new(form::Utf16, form::Utf8, replace).unwrap();
    let text = [0x61, 0xD83D, 0x62, 0xDC00, 0xD83D];
    assert_eq!(utf_8.convert_into(&text, &mut [0; 3]), Ok(full(1, 1, 3)));
    assert_eq!(utf_8.convert_into(&text, &mut [0; 10]), Ok(full(4, 8, 3)));

    // Bytes that are escaped one by one are read one by one.
    let escape = Options { on_error: OnError::SurrogateEscape, ..strict };
    let wtf_16 = Conversion::new(form::Utf8, form::Wtf16, escape).unwrap();
    assert_eq!(wtf_16.convert_into(b"\xE2\x82", &mut [0; 1]), Ok(full(1, 1, 1)));
    // Escaped bytes that wait for what may follow.
    let roundtrip = Options { on_unencodable: OnUnencodable::StrictRoundtrip, ..strict };
    let utf_8b = Conversion::new(form::Wtf16, form::Utf8b, roundtrip).unwrap();
    assert_eq!(utf_8b.convert_into(&[0xDCE2, 0xDC82, 0x61], &mut [0; 1]), Ok(full(1, 1, 1)));
    // Without room for the signature, nothing is read.
    let signed = Conversion::new(form::Utf8, Encoding::Utf16, strict).unwrap();
    assert_eq!(signed.convert_into(b"a", &mut [0; 1]), Ok(full(0, 0, 2)));
}
