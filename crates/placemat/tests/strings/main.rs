//! Strings of forms: their contents, their boundaries, searching, and random operations.

mod any_bytes;
mod as_std;
mod decoder;
mod java;
mod json;
mod literals;
mod mended;
mod os;
mod parts;
mod patterns;
mod random;
mod tables;
mod text;
mod traits;
mod wholes;

use placemat::form::{self, Form};
use placemat::form::{CodeSpace, Unit};
use placemat::{Codec, Str, StrBuf, encode};
use placemat_random::Random;

/// What strings are made of, at random.
pub(crate) trait Draw {
    fn value(&mut self) -> u32;
    fn code_point<C: CodeSpace>(&mut self) -> C;
    fn code_point_of<F: Form>(&mut self) -> F::CodePoint;
    fn string<F: Form>(&mut self) -> StrBuf<F>;
}

impl Draw for Random {
    /// Few different code points, so that surrogates of both kinds are often adjacent.
    fn value(&mut self) -> u32 {
        const VALUES: [u32; 16] = [
            0x0, 0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDCA9, 0xDCC3, 0xDFFF,
            0xE000, 0x1_0000, 0x10_FFFF,
        ];
        VALUES[self.below(VALUES.len())]
    }

    fn code_point<C: CodeSpace>(&mut self) -> C {
        loop {
            if let Some(code_point) = C::from_u32(self.value()) {
                return code_point;
            }
        }
    }

    /// Returns a code point that the form contains.
    fn code_point_of<F: Form>(&mut self) -> F::CodePoint {
        loop {
            let code_point: F::CodePoint = self.code_point();
            if F::default().encode_next(code_point.to_u32(), &mut [F::Unit::default(); 16]).is_ok() {
                return code_point;
            }
        }
    }

    fn string<F: Form>(&mut self) -> StrBuf<F> {
        let mut string = StrBuf::new();
        if !F::ENCODES {
            (0..self.below(4)).for_each(|_| string.push_string(&spelled(self.value())));
            return string;
        }
        // Code points that the form does not contain are left out.
        (0..self.below(4)).filter_map(|_| string.try_push(self.code_point()).err()).for_each(drop);
        string
    }
}

/// A code point as a form without an encoder reads it: Tcl 8.6's, which reads generalized UTF-8.
pub(crate) fn spelled<F: Form>(value: u32) -> StrBuf<F> {
    let bytes = encode(form::GeneralizedUtf8, &[value]).expect("a code point up to U+10FFFF");
    let units = bytes.into_iter().map(|byte| F::Unit::from_u32(byte.into())).collect();
    StrBuf::from_units(units).expect("the form reads it")
}

pub(crate) fn values<F: Form>(string: &Str<F>) -> Vec<u32> {
    string.code_points().map(CodeSpace::to_u32).collect()
}
