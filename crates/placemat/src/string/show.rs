//! Strings in writing: lossily for people, losslessly for debuggers.

use core::fmt::{self, Write};

use super::Str;
use crate::code_point::{CodeSpace, REPLACEMENT};
use crate::form::Form;

/// What is no scalar value is written as U+FFFD.
impl<F: Form> fmt::Display for Str<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Width and precision count code points.
        let shown = f.precision().unwrap_or(usize::MAX);
        let width = f.width().map_or(0, |width| width.saturating_sub(self.code_points().take(shown).count()));
        let (before, behind) = match f.align() {
            Some(fmt::Alignment::Right) => (width, 0),
            Some(fmt::Alignment::Center) => (width / 2, width.div_ceil(2)),
            _ => (0, width),
        };
        let fill = f.fill();
        (0..before).try_for_each(|_| f.write_char(fill))?;
        for code_point in self.code_points().take(shown) {
            f.write_char(char::from_u32(code_point.to_u32()).unwrap_or(REPLACED))?;
        }
        (0..behind).try_for_each(|_| f.write_char(fill))
    }
}

const REPLACED: char = match char::from_u32(REPLACEMENT) {
    Some(replaced) => replaced,
    None => unreachable!(),
};

/// As `str` is written, in quotes and with escapes; what is no scalar value is `\u{d83d}`, which no scalar value is written as.
impl<F: Form> fmt::Debug for Str<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for code_point in self.code_points().map(CodeSpace::to_u32) {
            match char::from_u32(code_point) {
                // In a string it needs no escape.
                Some('\'') => f.write_char('\'')?,
                Some(scalar) => write!(f, "{}", scalar.escape_debug())?,
                None => write!(f, "\\u{{{code_point:x}}}")?,
            }
        }
        f.write_char('"')
    }
}
