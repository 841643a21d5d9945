//! Text that is UTF-8 in part, and in a legacy encoding for the rest: files were joined, or another program went on
//! writing. Each encoding reads all of it only with errors, or as other text.

use placemat::Encoding;
use placemat::detect::{Basis, Detection};
use placemat::stream::Validator;

use super::front::is_partly_utf_8;
use crate::input::Input;
use crate::legacy::{self, Guess};
use crate::mixed::Spliced;
use crate::status::CommandError;

/// The parts of a text that is UTF-8 in part.
#[derive(Clone, Copy, Debug)]
pub(super) enum Partly {
    /// One part follows the other.
    Spliced(Spliced),
    /// There are lines or words of UTF-8 among others, which are perhaps in this encoding.
    Lines(Guess),
}

impl Partly {
    /// Returns the parts of the beginning of an input, given the verdict on all of it. `is_all` says that the input
    /// ends there; if not, the last line is not examined.
    pub(super) fn of(
        detection: &Detection,
        legacy: Option<Guess>,
        text: &[u8],
        is_all: bool,
    ) -> Option<Self> {
        let lines = legacy.filter(|_| is_partly_utf_8(text, legacy));
        let is_damaged = detection.basis == Basis::Damaged && detection.encoding == Some(Encoding::Utf8);
        if lines.is_none() && !(is_damaged && legacy.is_none()) {
            return None;
        }
        let end = if is_all { text.len() } else { memchr::memrchr(b'\n', text)? + 1 };
        // `repair` mends bytes of Windows-1252 anywhere, so a command for one part is not needed.
        let is_other = |spliced: &Spliced| spliced.guess().legacy.of_family().is_none();
        let spliced = Spliced::of(&text[..end]).filter(is_other);
        let spliced = spliced.map(|spliced| if is_all { spliced } else { spliced.without_count() });
        spliced.map(Partly::Spliced).or(lines.map(Partly::Lines))
    }

    /// Returns the parts of an input that is UTF-8 with errors.
    pub(super) fn in_input(input: &mut Input) -> Result<Option<Self>, CommandError> {
        let Ok(mut validator) = Validator::new(Encoding::Utf8) else { return Ok(None) };
        let mut first = None;
        input.scout(|piece| {
            first = validator.push(piece).err().map(|error| error.offset());
            first.is_none()
        })?;
        let Some(first) = first else { return Ok(None) };
        let spliced = Spliced::in_input(input, first);
        Ok(spliced.filter(|spliced| spliced.guess().legacy.of_family().is_none()).map(Partly::Spliced))
    }

    /// Returns what is said of such a text.
    pub(super) fn describe(&self) -> String {
        match self {
            Partly::Spliced(spliced) => spliced.looks(),
            Partly::Lines(guess) => legacy::describe_part(guess),
        }
    }

    /// Returns the encoding of what is not UTF-8.
    pub(super) fn guess(&self) -> Guess {
        match self {
            Partly::Spliced(spliced) => spliced.guess(),
            Partly::Lines(guess) => *guess,
        }
    }
}
