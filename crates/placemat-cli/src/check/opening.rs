//! How an input is to be read: its encoding, whether it must have a byte order mark, and whether it is
//! binary.

use std::sync::atomic::Ordering;

use placemat::{Codec, Encoding, Endian};

use super::Plan;
use super::expected::Expected;
use super::reading::Reading;
use super::style::ReportFormat;
use crate::context::Denied;
use crate::detect::{self, Quick};
use crate::input::Input;
use crate::legacy;
use crate::mark;
use crate::names::Named;
use crate::show::say;
use crate::status::CommandError;
use crate::walk::{self, Entry};

/// An input before it is scanned.
pub(super) enum Opened {
    Read(Input, Box<Reading>),
    /// The input is binary; `true` if it looks like text in UTF-16. This is determined only if it is
    /// reported.
    Binary(bool),
    Gone,
}

/// Opens a file, and determines its encoding.
pub(super) fn open(plan: &Plan, entry: &Entry) -> Result<Opened, CommandError> {
    let Some(mut input) = entry.open()? else { return Ok(Opened::Gone) };
    if walk::is_report(entry, &input)? {
        return Ok(Opened::Gone);
    }
    let path = entry.source.path();
    let expected = match (&plan.expectations, path) {
        (Some(expectations), Some(path)) => expectations.of(path, |note| {
            if plan.style.format != ReportFormat::Nothing {
                plan.progress.aside(|| say(note));
            }
        })?,
        _ => None,
    };
    let named = expected.map_or(plan.encoding, |expected| expected.encoding);
    let mut reading = Reading::of(named, &mut input)?;
    // Text that was encoded twice is UTF-8, in which mojibake is looked for.
    if named == Named::Auto
        && reading.encoding.info().doubled.is_some()
        && plan.denied.contains(&Denied::Mojibake)
    {
        reading.encoding = Encoding::Utf8;
    }
    if let Some(guess) = reading.guess {
        reading.is_partly_utf_8 |=
            legacy::input_goes_on_in_utf_8(&mut input, detect::MOST, Some(guess.legacy))?;
    }
    if let (None, Some(path)) = (&plan.expectations, path) {
        let (expectations, is_denied) = &plan.overridden;
        // What cannot be read of the project's files is not asked for here, and no reason to fail.
        reading.overridden = expectations.other_than_utf_8(path).ok().flatten().map(|_| *is_denied);
    }
    // What is expected anyway needs no reason.
    reading.origin = expected.filter(|_| named != plan.encoding).map(|expected| expected.origin);
    if reading.origin.is_some() && input.is_rereadable() {
        reading.contents = actual_contents(reading, &mut input)?;
    }
    reading.needs_bom = expected.is_some_and(|expected| needs_bom(plan, expected));
    if reading.not_wide().is_some() {
        reading.needs_bom = false;
    }
    if reading.needs_bom && reading.encoding.info().width > 1 {
        reading.needs_bom = lacks_bom(&mut reading, &mut input)?;
    }
    if !plan.is_text
        && walk::is_of_bytes(reading.encoding)
        && entry.is_binary(&mut input)?
        && !is_text_with_zeros(plan, &mut input)?
    {
        let may_be_utf_16 = plan.encoding != Named::Auto && plan.describes_skipped();
        return Ok(Opened::Binary(may_be_utf_16 && detect::is_utf_16(&mut input)?));
    }
    Ok(Opened::Read(input, Box::new(reading)))
}

/// Returns what an input rather is than text in the encoding that its project names, if that encoding reads
/// nearly any bytes.
fn actual_contents(reading: Reading, input: &mut Input) -> Result<Option<&'static str>, CommandError> {
    let info = reading.encoding.info();
    let is_wide = reading.legacy.is_none() && info.width > 1;
    let may_be_anything = reading.legacy.is_some() || info.never_fails;
    if !is_wide && !may_be_anything {
        return Ok(None);
    }
    let signed = detect::signature(&input.front(detect::KEPT)?).map(|signed| signed.info().width);
    Ok(match (detect::quick_verdict(input)?, signed) {
        (Some(Quick::Utf8), _) => Some("UTF-8"),
        (Some(Quick::Ascii), _) if is_wide && input.size() != Some(0) => Some("ASCII"),
        (_, Some(2)) if !is_wide => Some("UTF-16"),
        (_, Some(4)) if !is_wide => Some("UTF-32"),
        _ => None,
    })
}

/// Returns `true` if the project of a file requires a byte order mark, and the command line does not deny it.
fn needs_bom(plan: &Plan, expected: Expected) -> bool {
    let is_denied = plan.denied.contains(&Denied::Bom);
    if expected.needs_bom
        && is_denied
        && plan.style.format != ReportFormat::Nothing
        && !plan.is_override_noted.swap(true, Ordering::Relaxed)
    {
        let file = expected.origin.file();
        let note =
            format!("note: {file} requires a byte order mark, and --deny bom forbids it; --deny applies");
        plan.progress.aside(|| say(note));
    }
    expected.needs_bom && !is_denied
}

/// Returns `true` if an input in UTF-16 or UTF-32 has no byte order mark, and notes the byte order that it
/// has nevertheless.
fn lacks_bom(reading: &mut Reading, input: &mut Input) -> Result<bool, CommandError> {
    let front = input.front(detect::KEPT)?;
    let width = reading.encoding.info().width;
    let has_bom = match width {
        2 => front.starts_with(b"\xFE\xFF") || front.starts_with(b"\xFF\xFE"),
        _ => front.starts_with(b"\0\0\xFE\xFF") || front.starts_with(b"\xFF\xFE\0\0"),
    };
    // Editors write none into an empty file.
    if has_bom || front.is_empty() {
        return Ok(false);
    }
    let found = detect::of_kept(&front, front.len() < detect::KEPT).detection.encoding;
    let order = found.filter(|found| found.info().width == width).and_then(|found| found.info().order);
    reading.encoding = reading.encoding.with_order(order.unwrap_or(Endian::Big));
    Ok(true)
}

/// Returns `true` if an input with bytes 00 is text by its signature, or if it is UTF-8 and such bytes are
/// denied.
fn is_text_with_zeros(plan: &Plan, input: &mut Input) -> Result<bool, CommandError> {
    Ok(mark::begins_as_document(input)?
        || detect::is_signed_and_wide(input)?
        || plan.denied.contains(&Denied::Nul) && walk::is_utf_8(input)?)
}
