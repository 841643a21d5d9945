//! What the hints of errors may know of the whole input.

use placemat::repair::Fixes;

use super::reading::Reading;
use crate::context::Whole;
use crate::input::Input;
use crate::legacy;
use crate::mixed::{self, Parts, Spliced};
use crate::names::Named;
use crate::repair;

/// An input of up to so many bytes is read again to find what repairs it.
pub(super) const WHOLE: usize = 1 << 20;
/// How much of a longer input is read.
pub(super) const SAMPLED: usize = 16 << 10;

/// Returns what is known of an input that can be read again, and whose first error is at `near`.
pub(crate) fn of(input: &mut Input, near: u64) -> Whole {
    let Ok(detected) = Reading::of(Named::Auto, input) else { return Whole::default() };
    let (parts, spliced) = parts_of(input, near);
    let guess = detected.likely().or(detected.perhaps());
    Whole {
        guess,
        is_unknown: detected.unknown.is_some(),
        is_left: leaves_bytes(input),
        parts,
        spliced: spliced.filter(|_| guess.is_none()),
    }
}

/// Returns the parts of an input in more than one encoding, as far as they are clear. Bytes of Windows-1252 do
/// not count, since `repair` mends them anywhere.
pub(super) fn parts_of(input: &mut Input, near: u64) -> (Option<Parts>, Option<Spliced>) {
    let is_other = |spliced: &Spliced| spliced.is_marked() || spliced.guess().legacy.of_family().is_none();
    (mixed::parts(input), Spliced::in_input(input, near).filter(is_other))
}

/// Returns `true` if `repair` does not propose to read the bytes that are not UTF-8 as Windows-1252. Of a long
/// input, its beginning says it.
pub(super) fn leaves_bytes(input: &mut Input) -> bool {
    let text = input.peek(0, WHOLE).unwrap_or_default();
    match text.len() {
        ..WHOLE => !repair::fixes_for(text).is_some_and(|fixes| fixes.has_any(Fixes::LEGACY_BYTES)),
        _ => are_doubtful(&text[..SAMPLED]),
    }
}

/// Returns `true` if the beginning of an input makes it doubtful that its bytes are Windows-1252.
pub(super) fn are_doubtful(text: &[u8]) -> bool {
    let lines = text.iter().rposition(|&byte| byte == b'\n').map_or(text.len(), |at| at + 1);
    legacy::is_hardly_windows_1252(&text[..lines])
}
