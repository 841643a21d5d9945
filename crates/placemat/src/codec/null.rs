//! A target that discards its input.

use super::{Codec, CodecInfo, Internal, NotEncoded, One, info_of};
use crate::form::PairingRule;
use crate::kernel::Kind;
use crate::table::{Decoded, NotDecoded};

/// A target that writes nothing: conversion to it is validation.
///
/// ```
/// use placemat::{convert, form::Utf8, stream::Null};
/// assert!(convert(Utf8, Null, b"abc").unwrap().is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Null;

impl Internal for Null {
    type Units = u8;
    const KINDS: &'static [Kind] = &[Kind::Other];
    type Kinds = One;
    const PAIRING: Option<PairingRule> = Some(PairingRule::Absent);
    const IS_NULL: bool = true;

    #[inline]
    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        crate::form::Iso8859_1.decode_run(units, out)
    }

    #[inline]
    fn encode_run(self, code_points: &[u32], _out: &mut [u8]) -> (usize, usize) {
        (code_points.len(), 0)
    }
}

impl Codec for Null {
    type Unit = u8;

    #[inline]
    fn info(self) -> &'static CodecInfo {
        const {
            &CodecInfo {
                longest: 0,
                pairing: PairingRule::Absent,
                never_fails: true,
                is_null: true,
                reads_utf_8_to: 0,
                ..info_of::<crate::form::Iso8859_1>("null", 1, Kind::Other)
            }
        }
    }

    #[inline]
    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        crate::form::Iso8859_1.decode_next(units, end)
    }

    #[inline]
    fn encode_next(self, _code_point: u32, _out: &mut [u8]) -> Result<usize, NotEncoded> {
        Ok(0)
    }
}
