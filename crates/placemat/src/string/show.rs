//! Printing strings: lossily with `Display`, without loss with `Debug`.

use core::fmt::{self, Write};

use super::Str;
use super::sequence::Of;
use crate::code_point::{CodeSpace, REPLACEMENT};
use crate::codec::Codec;
use crate::engine::Conversion;
use crate::form::{Form, Utf8};
use crate::kernel::Kind;
use crate::options::Options;
use crate::policy::OnUnencodable;
use crate::unit::Unit;

/// Prints code points that are not scalar values as U+FFFD. In UTF-8b, whose code points may be escaped
/// bytes, prints one U+FFFD for each maximal subpart that is not UTF-8, as the standard library does for file
/// names.
impl<F: Form> fmt::Display for Str<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bytes) = F::Unit::as_bytes(self.as_units()).filter(|_| const { carries_bytes::<F>() }) {
            return write_bytes(bytes, f);
        }
        if f.width().is_none() && f.precision().is_none() {
            return self.write_runs(f);
        }
        write_padded(self.values().map(shown), f)
    }
}

/// Width and precision count characters.
fn write_padded(characters: impl Iterator<Item = char> + Clone, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let most = f.precision().unwrap_or(usize::MAX);
    let width = f.width().map_or(0, |width| width.saturating_sub(characters.clone().take(most).count()));
    let (before, after) = match f.align() {
        Some(fmt::Alignment::Right) => (width, 0),
        Some(fmt::Alignment::Center) => (width / 2, width.div_ceil(2)),
        _ => (0, width),
    };
    let fill = f.fill();
    (0..before).try_for_each(|_| f.write_char(fill))?;
    characters.take(most).try_for_each(|character| f.write_char(character))?;
    (0..after).try_for_each(|_| f.write_char(fill))
}

/// Returns `true` for UTF-8b, whose strings are bytes that are mostly UTF-8.
pub(super) const fn carries_bytes<F: Form>() -> bool {
    matches!(Kind::of::<F>(), Kind::Like(_)) && F::CARRY.is_some()
}

/// Writes any bytes, with U+FFFD for each maximal subpart that is not UTF-8.
#[inline]
fn write_bytes(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let parts = Str::<Utf8>::chunks(bytes)
        .map(|chunk| (chunk.well_formed().as_str(), (!chunk.ill_formed().is_empty()).then_some(REPLACED)));
    if f.width().is_some() || f.precision().is_some() {
        return write_padded(parts.flat_map(|(text, replaced)| text.chars().chain(replaced)), f);
    }
    for (text, replaced) in parts {
        f.write_str(text)?;
        replaced.map_or(Ok(()), |character| f.write_char(character))?;
    }
    Ok(())
}

impl<F: Form> Str<F> {
    /// Writes the whole string in pieces that are as long as possible.
    fn write_runs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.as_units();
        if const { Of::<F>::HAS_BITS_OF_UTF_8 } {
            // UTF-8 is written unchanged; code points between it are written one by one.
            while let Some(chunk) =
                F::Unit::as_bytes(rest).and_then(|bytes| Str::<Utf8>::chunks(bytes).next())
            {
                f.write_str(chunk.well_formed().as_str())?;
                rest = &rest[chunk.well_formed().len()..];
                let Ok(decoded) = F::default().decode_next(rest, true) else { break };
                f.write_char(shown(decoded.code_point))?;
                rest = &rest[decoded.len..];
            }
            return Ok(());
        }
        let options = Options { on_unencodable: OnUnencodable::Replace, ..Options::default() };
        let conversion = Conversion { source: F::default(), target: Utf8, options };
        let mut piece = [0; PIECE];
        while !rest.is_empty() {
            let (done, _) = conversion.convert_into(rest, &mut piece).map_err(|_| fmt::Error)?;
            if done.read == 0 {
                unreachable!("a string is well-formed, and there is room for a code point");
            }
            let text = Str::<Utf8>::new(&piece[..done.written]).map_err(|_| fmt::Error)?;
            f.write_str(text.as_str())?;
            rest = &rest[done.read..];
        }
        Ok(())
    }
}

/// The number of bytes that are written at once.
const PIECE: usize = 1024;

#[inline]
fn shown(code_point: u32) -> char {
    char::from_u32(code_point).unwrap_or(REPLACED)
}

const REPLACED: char = match char::from_u32(REPLACEMENT) {
    Some(replaced) => replaced,
    None => unreachable!(),
};

/// Prints the string in quotes and with escapes, as `str` does. A code point that is not a scalar value is
/// printed as `\u{d83d}`, which no scalar value is.
impl<F: Form> fmt::Debug for Str<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for code_point in self.code_points().map(CodeSpace::to_u32) {
            match char::from_u32(code_point) {
                // It needs no escape in a string.
                Some('\'') => f.write_char('\'')?,
                Some(scalar) => write!(f, "{}", scalar.escape_debug())?,
                None => write!(f, "\\u{{{code_point:x}}}")?,
            }
        }
        f.write_char('"')
    }
}
