//! Conversion into a vector, observed or not, and the lengths that the library predicts.

use placemat::{Codec, form};

use crate::equivalence::case::{Case, Fault, Outcome};

impl<S: Codec, T: Codec> Case<'_, S, T> {
    pub(crate) fn check_at_once(&self, whole: &Outcome<T::Unit>) {
        let mut events = vec![];
        let observed = self.conversion.convert_reporting(self.text, &mut |event| events.push(event));
        let silent = self.conversion.convert(self.text);
        self.assert(observed == silent, || format!("observed {observed:02X?}, else {silent:02X?}"));
        let length = self.conversion.length(self.text).map_err(Fault::from);
        match silent {
            Ok(converted) => {
                self.assert(length == Ok(converted.output.len() as u64), || format!("length {length:?}"));
                let bound = self.conversion.worst_case(self.text.len()).unwrap();
                self.assert(converted.output.len() <= bound, || format!("worst case {bound}"));
                let mut outcome = Outcome { output: converted.output, events, ..Outcome::default() };
                outcome.counts.errors = converted.errors;
                outcome.counts.unencodable = converted.unencodable;
                outcome.counts.joined = converted.joined;
                self.assert_same(&outcome, whole, || "at once".to_owned());
            }
            Err(failure) => {
                let fault = Fault::from(failure);
                self.assert(Some(fault) == whole.fault, || format!("{fault:?}, expected {:?}", whole.fault));
                self.assert(length == Err(fault), || format!("length {length:?}, expected {fault:?}"));
            }
        }
    }
}

impl<T: Codec> Case<'_, form::Utf8, T> {
    /// Text whose type guarantees that it is well-formed.
    pub(crate) fn check_str(&self, whole: &Outcome<T::Unit>) {
        let Ok(text) = str::from_utf8(self.text) else { return };
        match self.conversion.convert_str(text) {
            Ok(converted) => {
                self.assert(converted.output == whole.output, || format!("of a string {converted:02X?}"));
                self.assert(whole.fault.is_none(), || format!("of a string no fault: {:?}", whole.fault));
            }
            Err(failure) => {
                self.assert(Some(failure.into()) == whole.fault, || format!("of a string {failure:?}"));
            }
        }
        self.check_rooms_of_str(whole);
    }
}
