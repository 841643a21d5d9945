//! Whole texts to and from `str`, borrowed if nothing changes: one pass validates the text as far as both
//! sides write it alike, and only the rest is converted.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::checked::{append_bytes, common, copied, string_of};
use super::conversion::Conversion;
use super::convert::{FEW, Growing, convert_after, convert_few, first_guess, is_few, zeros};
use super::event::{Counts, Progress};
use super::selection::goes_directly;
use super::transcoder::Transcoder;
use crate::cast::same_units;
use crate::codec::{Codec, begun};
use crate::error::{Failure, Unencodable};
use crate::form::Utf8;
use crate::options::Options;
use crate::simd::{Isa, is_in_bmp};
use crate::unit::Unit;

/// Decodes a whole input. The text is borrowed if it is the rest of the input after a byte order mark or
/// signature, or the content of a frame. `STRICT` may be true only for the default options.
///
/// # Errors
///
/// Returns what stopped the conversion, whichever comes first in the input.
#[inline]
pub(crate) fn decode_text<const STRICT: bool, S: Codec>(
    source: S,
    input: &[S::Unit],
    options: Options,
) -> Result<(Cow<'_, str>, Counts), Failure> {
    let resolved = source.resolve(input)?;
    let (source, base, text) = (resolved.codec, resolved.text.start as u64, &input[resolved.text]);
    let (source, skip) = begun(source, text, options.default_endian);
    let text = &text[skip..];
    let alike = S::Unit::as_bytes(text).map_or("", |bytes| common_text(source, bytes));
    if alike.len() == text.len() {
        return Ok((Cow::Borrowed(alike), Counts::default()));
    }
    decode_rest::<STRICT, S>(source, text, alike, options, (base, skip))
}

/// Decodes a text that begins with `alike`, which is the same in UTF-8. `base` is where the content of the input
/// begins, and `skip` where the text begins in that.
#[inline(never)]
fn decode_rest<'a, const STRICT: bool, S: Codec>(
    source: S,
    text: &[S::Unit],
    alike: &str,
    options: Options,
    (base, skip): (u64, usize),
) -> Result<(Cow<'a, str>, Counts), Failure> {
    if const { STRICT && goes_directly::<S, Utf8>() } {
        let rest = &text[alike.len()..];
        if is_few::<S, Utf8>(Utf8, rest, alike.as_bytes()) {
            let mut few = [0; FEW];
            let few = convert_few::<S, Utf8, false>(source, Utf8, rest, alike.as_bytes(), &mut few);
            if let Some(bytes) = few {
                return Ok((Cow::Owned(copied(Isa::current(), bytes)), Counts::default()));
            }
        }
        let units = convert_after::<S, Utf8, false>(source, Utf8, (text, alike.len()), alike.as_bytes());
        let moved = |failure| match failure {
            Failure::IllFormed(error) => Failure::IllFormed(error.moved(base + skip as u64)),
            Failure::Unencodable(lost) => {
                Failure::Unencodable(Unencodable { offset: lost.offset + base + skip as u64, ..lost })
            }
        };
        return Ok((Cow::Owned(string_of(Isa::current(), units.map_err(moved)?)), Counts::default()));
    }
    let done = Progress { read: skip + alike.len(), written: alike.len() };
    let mut transcoder = Transcoder::after(source, Utf8, options, base, done);
    let (units, counts) = go_on::<false, _, _>(&mut transcoder, &text[alike.len()..], alike.as_bytes())?;
    Ok((Cow::Owned(string_of(Isa::current(), units)), counts))
}

/// Encodes text strictly. It is borrowed if its bytes are the units of the target.
///
/// # Errors
///
/// Returns what stopped the conversion, whichever comes first in the text.
#[inline]
pub(crate) fn encode_text<T: Codec>(target: T, text: &str) -> Result<Cow<'_, [T::Unit]>, Failure> {
    let info = target.info();
    let units = same_units::<u8, T::Unit>(text.as_bytes())
        .filter(|_| info.encodes && !info.whole_input && !info.is_corrected && target.mark().is_empty());
    if let Some(units) = units {
        let alike = written_alike(target, text);
        if alike == units.len() {
            return Ok(Cow::Borrowed(units));
        }
        return encode_rest(target, text, &units[..alike]);
    }
    let conversion = Conversion { source: Utf8, target, options: Options::default() };
    conversion.convert_str(text).map(|converted| Cow::Owned(converted.output))
}

/// Encodes text whose beginning is the same in the target.
#[inline(never)]
fn encode_rest<'a, T: Codec>(
    target: T,
    text: &str,
    alike: &[T::Unit],
) -> Result<Cow<'a, [T::Unit]>, Failure> {
    if const { goes_directly::<Utf8, T>() } {
        let rest = &text.as_bytes()[alike.len()..];
        if is_few::<Utf8, T>(target, rest, alike) {
            let mut few = [T::Unit::default(); FEW];
            if let Some(units) = convert_few::<Utf8, T, true>(Utf8, target, rest, alike, &mut few) {
                return Ok(Cow::Owned(units.to_vec()));
            }
        }
        let input = (text.as_bytes(), alike.len());
        return Ok(Cow::Owned(convert_after::<Utf8, T, true>(Utf8, target, input, alike)?));
    }
    let done = Progress { read: alike.len(), written: alike.len() };
    let mut transcoder = Transcoder::after(Utf8, target, Options::default(), 0, done);
    let (units, _) = go_on::<true, _, _>(&mut transcoder, &text.as_bytes()[alike.len()..], alike)?;
    Ok(Cow::Owned(units))
}

impl<S: Codec, T: Codec> Conversion<S, T> {
    /// Converts a whole input and appends the output to a vector. A target with a byte order mark writes it
    /// here too. Returns the counts of what the policies absorbed.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
    /// let mut units = vec![0x3E, 0x20];
    /// Conversion::new(Utf8, Utf16, Options::default())?.append_to("💩".as_bytes(), &mut units).unwrap();
    /// assert_eq!(units, [0x3E, 0x20, 0xD83D, 0xDCA9]);
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what stopped the conversion, whichever comes first in the input. The vector is unchanged then.
    pub fn append_to(&self, input: &[S::Unit], output: &mut Vec<T::Unit>) -> Result<Counts, Failure> {
        if self.target.info().whole_input {
            let converted = self.convert(input)?;
            output.extend_from_slice(&converted.output);
            let (errors, unencodable, joined) = (converted.errors, converted.unencodable, converted.joined);
            return Ok(Counts { errors, unencodable, joined });
        }
        let resolved = self.source.resolve(input)?;
        let conversion = Conversion { source: resolved.codec, target: self.target, options: self.options };
        let mut transcoder = conversion.resolved_transcoder().at(resolved.text.start as u64);
        let text = &input[resolved.text];
        let before = output.len();
        let mut sink = Growing { units: core::mem::take(output), written: before };
        sink.units.resize(
            before + first_guess(self.target.info().longest, text.len(), S::Unit::BITS),
            T::Unit::default(),
        );
        let result = transcoder.convert_all::<false, _>(text, &mut sink, &mut ());
        *output = sink.units;
        output.truncate(if result.is_ok() { sink.written } else { before });
        result.map(|()| transcoder.counts())
    }
}

impl<S: Codec> Conversion<S, Utf8> {
    /// Converts a whole input and appends the text to a string. Returns the counts of what the policies
    /// absorbed.
    ///
    /// ```
    /// use placemat::{form::{Utf8, Utf16}, Conversion, Options};
    /// let mut text = String::from("a");
    /// let counts = Conversion::new(Utf16, Utf8, Options::LOSSY)?.append_to_string(&[0x62, 0xD83D], &mut text);
    /// assert_eq!((&*text, counts.unwrap().errors), ("ab\u{FFFD}", 1));
    /// # Ok::<(), placemat::Unsupported>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns what stopped the conversion, whichever comes first in the input. The string is unchanged then.
    pub fn append_to_string(&self, input: &[S::Unit], text: &mut String) -> Result<Counts, Failure> {
        append_bytes(text, |bytes| self.append_to(input, bytes))
    }
}

/// Converts the rest of a text, after units that are the same on both sides.
fn go_on<const TRUSTS: bool, S: Codec, T: Codec>(
    transcoder: &mut Transcoder<S, T>,
    rest: &[S::Unit],
    alike: &[T::Unit],
) -> Result<(Vec<T::Unit>, Counts), Failure> {
    let room = alike.len() + first_guess(transcoder.longest(), rest.len(), S::Unit::BITS);
    let mut sink = Growing { units: zeros(room), written: alike.len() };
    sink.units[..alike.len()].copy_from_slice(alike);
    transcoder.convert_all::<TRUSTS, _>(rest, &mut sink, &mut ())?;
    sink.units.truncate(sink.written);
    Ok((sink.units, transcoder.counts()))
}

/// Returns the text at the start that the source reads as UTF-8 does.
#[inline]
fn common_text<S: Codec>(source: S, bytes: &[u8]) -> &str {
    let info = source.info();
    if info.is_corrected { "" } else { common(info.reads_utf_8_to, info.reads_nul, bytes) }
}

/// Returns the length of the text at the start that the target writes as UTF-8 does.
#[inline]
fn written_alike<T: Codec>(target: T, text: &str) -> usize {
    let info = target.info();
    let carries_scalars = |carry: crate::form::Carry| char::from_u32(carry.code_point(carry.first)).is_some();
    let reach = if info.carry.is_some_and(carries_scalars) { 0x7F } else { info.reads_utf_8_to };
    match (reach, info.writes_nul) {
        (0x10_FFFF, true) => text.len(),
        (0xFFFF.., nul) if is_in_bmp(text, nul) => text.len(),
        (reach, nul) => common(reach, nul, text.as_bytes()).len(),
    }
}
