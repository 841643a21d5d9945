//! What `repair` finds in an input, and is certain enough of.

use placemat::Codec;
use placemat::repair::{Fixes, Scan};

use super::report::Found;
use super::{Plan, digest, legacy, lines};
use crate::check::records::Records;
use crate::input::{CHUNK, Input};
use crate::mark;
use crate::mixed;
use crate::status::CommandError;
use crate::units::{self, Sort};
use crate::walk::Entry;

/// A text of this size is read as a whole only if that is necessary.
const LARGE: u64 = 4 << 20;

/// Finds what is to be repaired, unless the file is binary. Text in UTF-16 looks binary; of a binary file,
/// only that is repaired.
pub(super) fn find_in_text(
    plan: &Plan,
    entry: &Entry,
    input: &mut Input,
) -> Result<Option<Found>, CommandError> {
    // The magic number of a Corrected UTF-8 document has a byte 00.
    let is_binary = !plan.is_text && entry.is_binary(input)? && !mark::begins_as_document(input)?;
    if is_binary && !plan.fixes.has_any(Fixes::UTF_16) {
        return Ok(None);
    }
    let found = find(plan, input)?;
    let is_utf_16 = found.diagnosis.edits.iter().any(|edit| edit.fixes.has_any(Fixes::UTF_16));
    Ok((!is_binary || is_utf_16 || found.is_mixed).then_some(found))
}

/// Reads an input, and finds what is to be repaired and certain enough.
pub(super) fn find(plan: &Plan, input: &mut Input) -> Result<Found, CommandError> {
    let found = without_data(without_mixture(find_all(plan, input)?, plan.fixes), plan.fixes);
    let mut found = without_lengths(legacy::without_doubtful_bytes(found, plan.fixes));
    found.leaves_bytes = plan.fixes.has_any(Fixes::LEGACY_BYTES);
    Ok(found)
}

/// Returns the fixes with which a text would be repaired: the default ones, or those that the report on the
/// text proposes.
pub(crate) fn fixes_for(text: Vec<u8>) -> Option<Fixes> {
    let diagnosis = Fixes::DEFAULT.diagnose(&text);
    let found = without_mixture(legacy::found(text, diagnosis, false), Fixes::DEFAULT);
    let found = without_data(found, Fixes::DEFAULT);
    let found = without_lengths(legacy::without_doubtful_bytes(found, Fixes::DEFAULT));
    match found.diagnosis.left {
        _ if found.legacy.is_some() || found.records.is_some() => None,
        None => Some(Fixes::DEFAULT).filter(|_| !found.diagnosis.edits.is_empty()),
        Some(left) => left.would_help,
    }
}

/// Returns the findings without repairs if the text consists of strings with their lengths.
fn without_lengths(mut found: Found) -> Found {
    let is_changed = !found.diagnosis.edits.is_empty() || found.diagnosis.left.is_some();
    if is_changed && !found.is_digest() && found.legacy.is_none() {
        found.records = Records::of(&found.text, true);
    }
    if found.records.is_some() {
        found.diagnosis.edits.clear();
    }
    found
}

/// Returns the findings without a conversion of UTF-16, and without a proposal of one, if parts of the text are in
/// another encoding.
fn without_mixture(mut found: Found, fixes: Fixes) -> Found {
    let is_of_units = |fixes: Fixes| fixes.has_any(Fixes::UTF_16);
    let is_used = found.diagnosis.edits.iter().any(|edit| is_of_units(edit.fixes));
    let is_proposed = found.diagnosis.left.and_then(|left| left.would_help).is_some_and(is_of_units);
    let is_signed =
        found.diagnosis.left.and_then(|left| left.signature).is_some_and(|one| one.info().is_utf_16());
    let is_read = is_used || is_proposed || is_signed;
    let has_parts = || (is_read || found.diagnosis.left.is_some()) && found.parts().is_some();
    if !(is_read && mixed::is_mixed_text(&found.text) || has_parts()) {
        return found;
    }
    found.is_mixed = true;
    if is_used {
        found.diagnosis = fixes.without(Fixes::UTF_16).diagnose(&found.text);
        found.diagnosis.edits.clear();
    }
    if let Some(left) = &mut found.diagnosis.left {
        left.would_help = None;
    }
    found
}

/// Returns the findings without a conversion of UTF-16, and without a proposal of one, if the units may be
/// something else than text.
fn without_data(mut found: Found, fixes: Fixes) -> Found {
    let is_of_units = |fixes: Fixes| fixes.has_any(Fixes::UTF_16);
    let has_mark = found.text.starts_with(b"\xFF\xFE") || found.text.starts_with(b"\xFE\xFF");
    let is_used = found.diagnosis.edits.iter().any(|edit| is_of_units(edit.fixes));
    let is_proposed = found.diagnosis.left.and_then(|left| left.would_help).is_some_and(is_of_units);
    if has_mark || !is_used && !is_proposed || is_text_of_units(&found.text) {
        return found;
    }
    if is_used {
        found.diagnosis = fixes.without(Fixes::UTF_16).diagnose(&found.text);
    }
    if let Some(left) = &mut found.diagnosis.left {
        left.would_help = left.would_help.filter(|fixes| !is_of_units(*fixes));
    }
    found
}

/// Returns `true` if what a detector takes for UTF-16 is surely text.
fn is_text_of_units(text: &[u8]) -> bool {
    let found = placemat::detect::detect(text).encoding.filter(|found| found.info().width == 2);
    found.is_some_and(|found| units::sort(text, found) == Sort::Text)
}

/// Reads an input, as a whole if something may need repair.
fn find_all(plan: &Plan, input: &mut Input) -> Result<Found, CommandError> {
    let is_large = input.is_rereadable() && input.size().is_some_and(|size| size >= LARGE);
    let may_be_digested = is_large && !plan.keeps_whole();
    if may_be_digested && let Some(found) = find_in_large(plan, input)? {
        return Ok(found);
    }
    let mut scan = Scan::new(plan.fixes);
    let (mut size, mut has_escape) = (0, false);
    input.read_ahead(|piece| {
        size += piece.len() as u64;
        plan.progress.advance(piece.len());
        scan.push(piece);
        // ISO-2022-JP is ASCII, with escape sequences.
        has_escape |= plan.converts_legacy && memchr::memchr(0x1B, piece).is_some();
    })?;
    if !scan.finish() && !has_escape {
        return Ok(Found { size, ..Found::default() });
    }
    input.restrict(0, size)?;
    if size >= LARGE
        && !plan.keeps_whole()
        && !may_be_digested
        && let Some(found) = digest::find(plan.fixes, input)?
    {
        return Ok(found);
    }
    find_whole(plan, input)
}

/// Finds what is to be repaired in a large input that can be read again, unless that depends on the whole
/// text. The scan stops at the first suspect place: then a digest is needed, which takes a pass of its own.
fn find_in_large(plan: &Plan, input: &mut Input) -> Result<Option<Found>, CommandError> {
    let (mut scan, mut block) = (Scan::new(plan.fixes), Scan::new(plan.fixes));
    let (mut size, mut is_suspect) = (0, false);
    input.scout(|piece| {
        size += piece.len() as u64;
        plan.progress.advance(piece.len());
        scan.push(piece);
        // A character does not extend over an ASCII byte.
        let settled = piece.iter().rposition(u8::is_ascii).map_or(0, |last| last + 1);
        block.push(&piece[..settled]);
        if settled > 0 {
            is_suspect = std::mem::replace(&mut block, Scan::new(plan.fixes)).finish();
        }
        block.push(&piece[settled..]);
        !is_suspect
    })?;
    if !is_suspect && !scan.finish() {
        return Ok(Some(Found { size, ..Found::default() }));
    }
    digest::find(plan.fixes, input)
}

/// Reads the rest of an input.
fn find_whole(plan: &Plan, input: &mut Input) -> Result<Found, CommandError> {
    let mut text = vec![];
    let mut buffer = vec![0; CHUNK];
    loop {
        match input.read(&mut buffer)? {
            0 => break,
            n => text.extend_from_slice(&buffer[..n]),
        }
    }
    if let Some(legacy) = plan.legacy_lines {
        return Ok(lines::found(text, legacy, plan.fixes));
    }
    let diagnosis = plan.fixes.diagnose(&text);
    Ok(legacy::found(text, diagnosis, plan.converts_legacy))
}
