//! UTF-8 in an input that looks like a legacy encoding by its beginning, as in a log whose program was replaced.

use super::{Legacy, characters_in_lines_of_utf_8, has_parts_of_utf_8};
use crate::input::Input;
use crate::status::CommandError;

/// A longer line is not examined, in bytes.
const LONGEST: usize = 1 << 20;

/// Returns `true` if there are lines or words of UTF-8 after the first `start` bytes of an input that can be read
/// again. Without a legacy encoding, it is Western text.
pub(crate) fn has_utf_8_after(
    input: &mut Input,
    start: u64,
    legacy: Option<Legacy>,
) -> Result<bool, CommandError> {
    if !input.is_rereadable() || input.size().is_some_and(|size| size <= start) {
        return Ok(false);
    }
    let has_utf_8 = |lines: &[u8]| match legacy {
        Some(legacy) => has_parts_of_utf_8(lines, legacy),
        None => characters_in_lines_of_utf_8(lines) > 0,
    };
    let (mut at, mut lines, mut is_found) = (0, vec![], false);
    input.scout(|piece| {
        let before = start.saturating_sub(at).min(piece.len() as u64) as usize;
        at += piece.len() as u64;
        lines.extend_from_slice(&piece[before..]);
        let end = memchr::memrchr(b'\n', &lines).map_or(0, |end| end + 1);
        is_found = has_utf_8(&lines[..end]);
        lines.drain(..end);
        if lines.len() > LONGEST {
            lines.clear();
        }
        !is_found
    })?;
    Ok(is_found || has_utf_8(&lines))
}
