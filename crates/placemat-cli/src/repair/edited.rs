//! Writes the repaired text of an input of which only the damaged places are known.

use placemat::repair::Edit;

use super::excerpt::Locator;
use super::report::Found;
use crate::input::{CHUNK, Input};
use crate::status::CommandError;

/// Returns the edits of an input, with their offsets in it.
pub(super) fn edits(found: &Found) -> Vec<(u64, &Edit)> {
    let mut locator = Locator::new(&found.text, &found.regions);
    found.diagnosis.edits.iter().map(|edit| (locator.at(edit.offset).offset, edit)).collect()
}

/// Reads the input again and writes it with its edits, in pieces.
pub(super) fn write(
    found: &Found,
    input: &mut Input,
    mut write: impl FnMut(&[u8]) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    let mut edits = edits(found).into_iter().peekable();
    input.restrict(0, found.size)?;
    let mut buffer = vec![0; CHUNK];
    // The offset of the piece, and that of the next byte to be written or replaced.
    let (mut start, mut at) = (0, 0);
    loop {
        let len = input.read(&mut buffer)?;
        if len == 0 {
            return Ok(());
        }
        let end = start + len as u64;
        while at < end {
            match edits.next_if(|&(offset, _)| offset < end) {
                Some((offset, edit)) => {
                    write(&buffer[(at - start) as usize..(offset - start) as usize])?;
                    write(&edit.with)?;
                    at = offset + edit.len as u64;
                }
                None => {
                    write(&buffer[(at - start) as usize..len])?;
                    at = end;
                }
            }
        }
        start = end;
    }
}
