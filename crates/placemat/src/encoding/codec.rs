//! An encoding chosen at run time as a codec: every call is forwarded to the codec of that encoding.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{Encoding, WithCodec};
use crate::codec::{Codec, CodecInfo, Internal, NotEncoded, Preamble, Several, Unwrapped};
use crate::error::{Error, ErrorKind};
use crate::form::PairingRule;
use crate::kernel::Kind;
use crate::label::{WITHOUT_MARK, WRAPPERS};
use crate::table::{Decoded, NotDecoded};
use crate::unit::Endian;
use crate::wrapper::{self, WRITTEN};

struct GetInfo;

impl WithCodec for GetInfo {
    type Output = &'static CodecInfo;
    fn with<C: Codec<Unit = u8>>(self, codec: C) -> &'static CodecInfo {
        codec.info()
    }
}

/// Calls one method of any codec.
macro_rules! call {
    ($encoding:expr, |$codec:ident| $body:expr, ($($name:ident: $type:ty),*) -> $output:ty) => {{
        struct Call<'a>($($type,)* core::marker::PhantomData<&'a ()>);
        impl<'a> WithCodec for Call<'a> {
            type Output = $output;
            #[inline]
            fn with<C: Codec<Unit = u8>>(self, $codec: C) -> $output {
                let Call($($name,)* _) = self;
                $body
            }
        }
        $encoding.with(Call($($name,)* core::marker::PhantomData))
    }};
}

impl Internal for Encoding {
    type Units = u8;
    const KINDS: &'static [Kind] = &Kind::ALL;
    type Kinds = Several;
    const PAIRING: Option<PairingRule> = None;

    #[cfg_attr(not(placemat_once), inline)]
    fn decode_run(self, units: &[u8], out: &mut [u32]) -> (usize, usize) {
        call!(
            self,
            |codec| codec.decode_run(units, out),
            (units: &'a [u8], out: &'a mut [u32]) -> (usize, usize)
        )
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn encode_run(self, code_points: &[u32], out: &mut [u8]) -> (usize, usize) {
        if self.is_fallback() {
            return (0, 0);
        }
        call!(
            self,
            |codec| codec.encode_run(code_points, out),
            (code_points: &'a [u32], out: &'a mut [u8]) -> (usize, usize)
        )
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn well_formed_run(self, units: &[u8]) -> usize {
        call!(self, |codec| codec.well_formed_run(units), (units: &'a [u8]) -> usize)
    }

    #[cfg(feature = "alloc")]
    fn frame(self, text: &mut Vec<u8>, code_points: impl FnOnce() -> u64) -> Result<(), Error> {
        let Some(frame) = self.as_frame() else { return Ok(()) };
        frame.wrap(text).map_err(|_| Error::new(0, code_points(), ErrorKind::Frame))
    }

    #[inline]
    fn frame_length(self, len: u64, utf16_units: u64) -> u64 {
        self.as_frame().map_or(0, |frame| {
            let head = frame.head(len, utf16_units).map_or(0, |head| head.len());
            (head + frame.tail().len()) as u64
        })
    }
}

impl Encoding {
    /// Returns `true` if the input decides which of two encodings it is, so that there is none to write.
    #[inline]
    fn is_fallback(self) -> bool {
        self.info().fallback.is_some()
    }

    /// Returns the last code point up to which texts are the same in this encoding and in UTF-8, read and
    /// written, except perhaps U+0000. Returns 0 if none are.
    #[inline]
    pub(crate) fn shares_utf_8_to(self) -> u32 {
        let info = self.info();
        match info.reads_utf_8_to {
            _ if info.is_corrected || !self.mark().is_empty() => 0,
            // Units above ASCII may be escaped by a decoder, and others write these differently.
            reach if !info.encodes => reach.min(0x7F),
            reach => reach,
        }
    }
}

impl Codec for Encoding {
    type Unit = u8;

    #[cfg_attr(not(placemat_once), inline)]
    fn info(self) -> &'static CodecInfo {
        match WRAPPERS[self as usize] {
            Some(info) => info,
            None => self.with(GetInfo),
        }
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn decode_next(self, units: &[u8], end: bool) -> Result<Decoded, NotDecoded> {
        call!(self, |codec| codec.decode_next(units, end), (units: &'a [u8], end: bool) -> Result<Decoded, NotDecoded>)
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn encode_next(self, code_point: u32, out: &mut [u8]) -> Result<usize, NotEncoded> {
        if self.is_fallback() {
            return Err(NotEncoded::Unencodable);
        }
        call!(
            self,
            |codec| codec.encode_next(code_point, out),
            (code_point: u32, out: &'a mut [u8]) -> Result<usize, NotEncoded>
        )
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn begin(self, head: &[u8], end: bool, default: Endian) -> Option<Preamble> {
        call!(
            self,
            |codec| codec.begin(head, end, default),
            (head: &'a [u8], end: bool, default: Endian) -> Option<Preamble>
        )
    }

    #[inline]
    fn with_order(self, order: Endian) -> Self {
        let has_order = |one: &&Encoding| one.info().order == Some(order);
        WITHOUT_MARK[self as usize].iter().find(has_order).copied().unwrap_or(self)
    }

    #[inline]
    fn resolve(self, input: &[u8]) -> Result<Unwrapped<Self>, Error> {
        let (codec, text) = wrapper::resolve(self, input)?;
        // Both ends are in the input, and so is the byte 00 that terminates a frame.
        let text = text.start as usize..text.end as usize;
        let end = text.end + self.as_frame().map_or(0, |frame| frame.tail().len());
        Ok(Unwrapped { codec, text, end })
    }

    #[inline]
    fn unframed(self) -> Self {
        if self.as_frame().is_some() { WRITTEN } else { self }
    }

    #[cfg_attr(not(placemat_once), inline)]
    fn mark(self) -> &'static [u8] {
        call!(self, |codec| codec.mark(), () -> &'static [u8])
    }
}
