//! `placemat detect`.

mod damaged;
mod examine;
mod front;
mod partly;
mod quick;
mod rare;
mod report;
mod settle;
mod zeros;

use placemat::detect::{Basis, Detection, Detector};
use placemat::label::Purpose;
use placemat::{Codec, Encoding};

use crate::args::{DetectArgs, Inputs};
use crate::check::records::Records;
use crate::color::Painter;
use crate::input::{CHUNK, Input, InputSource};
use crate::json;
use crate::legacy::{self, Guess, Unknown};
use crate::mixed::{self, Misaligned, Parts};
use crate::output::Output;
use crate::platform;
use crate::pool;
use crate::progress::Progress;
use crate::show::{Count, say, wrapping_columns};
use crate::status::{CommandError, Status};
use crate::walk::{self, Entry, Selection, WalkError};
pub(crate) use damaged::has_words_of_utf_8;
use examine::examined;
pub(crate) use examine::{is_nearly_utf_8, legacy_in, sequences};
pub(crate) use front::{
    Front, KEPT, after_ascii, at_front, has_disguise, is_encoded_again, is_mostly_utf_8, is_plain,
    is_signed_and_wide, is_utf_16, is_utf_32, of_kept,
};
use partly::Partly;
pub(crate) use quick::{Quick, verdict as quick_verdict};
use report::Style;
use settle::{Settled, begins_as_utf_16, settled, take_back};
pub(crate) use settle::{UTF_8_SIGNATURE, cut_at_end, is_cut_cesu_8};
use zeros::Holes;

/// How much of an input is read, unless all of it is requested.
pub(crate) const MOST: u64 = 1 << 20;

/// How much is read before checking whether the rest can make a difference.
const PART: usize = 4 << 10;

/// More than the length of any signature.
const SIGNED: usize = 16;

/// The plan of a run of `detect`.
#[derive(Debug)]
pub(crate) struct Plan {
    style: Style,
    /// The number of bytes that are read of each input.
    most: u64,
    sources: Vec<InputSource>,
    selection: Selection,
    threads: usize,
    is_text: bool,
    names_skipped: bool,
    is_quiet: bool,
    progress: Progress,
}

impl Plan {
    pub(crate) fn new(args: &DetectArgs, inputs: Inputs) -> Result<Self, CommandError> {
        let most = if args.whole { u64::MAX } else { MOST };
        Ok(Plan {
            style: Style {
                is_json: args.json,
                is_verbose: args.verbose,
                painter: Painter::for_standard_output(args.color),
                width: wrapping_columns(args.width).unwrap_or(usize::MAX),
            },
            most,
            progress: Progress::new(!args.json && !platform::is_piped(), &inputs.sources, most),
            selection: Selection::new(&args.walk, &inputs)?,
            sources: inputs.sources,
            threads: pool::size(args.walk.threads),
            is_text: args.text,
            names_skipped: args.skipped,
            is_quiet: args.quiet,
        })
    }
}

/// The findings about an input.
#[derive(Debug)]
struct Found {
    detection: Detection,
    legacy: Option<Guess>,
    /// Set if the input is in an encoding that placemat does not know.
    unknown: Option<Unknown>,
    /// The number of bytes that were read.
    read: u64,
    /// `true` if these are all.
    is_complete: bool,
    /// The size of the whole input in bytes, if it is known.
    size: Option<u64>,
    /// The input is UTF-8 or CESU-8 that ends within a character.
    is_cut: bool,
    /// The units of the encoding may be something else than text.
    is_unclear: bool,
    /// The parts of a text that is in more than one encoding.
    parts: Option<Parts>,
    /// The parts of a text that is partly UTF-8 and partly in a legacy encoding.
    partly: Option<Partly>,
    /// The text is partly UTF-16 and partly in another encoding, also if its parts are not clear.
    is_mixed: bool,
    /// The text is UTF-8 with runs of bytes 00.
    holes: Option<Holes>,
    /// The input consists of strings with a length before each.
    are_strings: bool,
    /// The text was encoded more than twice.
    is_encoded_again: bool,
    /// What the file is that the input begins like, if that is not text.
    format: Option<&'static str>,
}

impl Found {
    /// Returns what is wrong with the text, if it is one text in UTF-16.
    fn misaligned(&self) -> Option<Misaligned> {
        self.parts.and_then(Parts::misaligned)
    }

    /// Determines the parts of a whole input that is UTF-8 with errors, if one is in a legacy encoding, or that goes on in
    /// UTF-8 after one; and those of UTF-16 and something else.
    fn find_parts(&mut self, input: &mut Input) -> Result<(), CommandError> {
        if self.parts.is_none()
            && let Some(parts) = mixed::parts(input).filter(|parts| parts.misaligned().is_none())
        {
            take_back(&mut self.detection);
            self.detection.alternatives = parts.encodings();
            (self.parts, self.is_mixed, self.legacy) = (Some(parts), true, None);
            return Ok(());
        }
        let is_utf_8 = self.detection.encoding == Some(Encoding::Utf8);
        self.legacy = self.legacy.map(|guess| legacy::confirmed_in(guess, input, MOST)).transpose()?;
        if let Some(guess) = self.legacy {
            if legacy::input_goes_on_in_utf_8(input, MOST, Some(guess.legacy))? {
                self.partly = Partly::in_input(input)?.or(Some(Partly::Lines(guess)));
            }
        } else if is_utf_8 && self.detection.basis == Basis::Damaged && input.is_rereadable() {
            self.partly = Partly::in_input(input)?;
        }
        if self.partly.is_some() {
            self.legacy = self.partly.as_ref().map(Partly::guess);
            take_back(&mut self.detection);
            self.detection.alternatives.push(Encoding::Utf8);
        }
        Ok(())
    }
}

/// Examines every input. An input that cannot be read is reported, and the others are examined nevertheless.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    let mut output = Output::standard(&plan.sources)?;
    let files = plan.sources.iter().flat_map(|source| walk::files(source, &plan.selection));
    let mut skipped = 0;
    let result = pool::run(
        Box::new(files),
        plan.threads,
        |file| examine(plan, file),
        |examined| match examined {
            Ok(Examined::Found(report, has_verdict)) => {
                if !has_verdict {
                    status.raise(Status::Findings);
                }
                if plan.is_quiet {
                    return Ok(());
                }
                plan.progress.aside(|| output.write(&report))
            }
            Ok(Examined::Skipped(source)) => {
                skipped += 1;
                if plan.names_skipped {
                    plan.progress.aside(|| say(format_args!("{source}: binary; skipped")));
                }
                Ok(())
            }
            Ok(Examined::Gone) => Ok(()),
            Ok(Examined::Unread(report, message)) => {
                plan.progress.aside(|| say(message));
                status.raise(Status::Failed);
                plan.progress.aside(|| output.write(&report))
            }
            Err(trouble) => Err(trouble),
        },
    );
    plan.progress.end();
    if !plan.is_quiet
        && let Some(note) = plan.selection.note_on_none(&plan.sources)
    {
        say(note);
    }
    if skipped > 0 && !plan.names_skipped && !plan.is_quiet {
        say(format_args!("{} skipped (--text reads them)", Count(skipped, "binary file")));
    }
    result
}

/// The result for a file.
enum Examined {
    /// The report, and whether it has a verdict.
    Found(Vec<u8>, bool),
    /// The file could not be read: the report, if there is one, and a message.
    Unread(Vec<u8>, String),
    /// The file was found in a directory, and is binary.
    Skipped(InputSource),
    /// The path no longer names a regular file, or it is the report.
    Gone,
}

/// Examines a file.
fn examine(plan: &Plan, file: Result<Entry, WalkError>) -> Result<Examined, CommandError> {
    let source = walk::source_of(&file).clone();
    let found = file.map_err(CommandError::from).and_then(|entry| {
        let Some(mut input) = entry.open()? else { return Ok(Examined::Gone) };
        if walk::is_report(&entry, &input)? {
            return Ok(Examined::Gone);
        }
        if !plan.is_text && is_binary(&entry, &mut input)? {
            return Ok(Examined::Skipped(entry.source));
        }
        // The evidence is not needed.
        let is_short = !plan.style.is_json && !plan.style.is_verbose && plan.most == MOST;
        if is_short && let Some(quick) = quick::verdict(&mut input)? {
            let is_cut = input.size().is_some_and(|size| size > MOST);
            plan.progress.advance(input.size().unwrap_or(0).min(MOST) as usize);
            let format = walk::format_of(&input.peek(0, SIGNED)?);
            let report = report::of_quick(input.source(), quick, is_cut, format, plan.style);
            return Ok(Examined::Found(report, quick != Quick::Noise));
        }
        let format = walk::format_of(&input.front(SIGNED)?);
        let found = Found { format, ..look(&mut input, plan.most, &plan.progress)? };
        let report = report::report(input.source(), &found, plan.style);
        let is_legacy = found.legacy.is_some() && found.partly.is_none();
        Ok(Examined::Found(report, found.detection.encoding.is_some() || is_legacy))
    });
    match found {
        Err(CommandError::Failed(message)) => {
            let report = if plan.style.is_json { json::unread(&source, &message) } else { vec![] };
            Ok(Examined::Unread(report, message))
        }
        found => found,
    }
}

/// Returns `true` if a file was found in a directory and looks binary. Text in UTF-16 does not, nor does what
/// begins with a signature.
fn is_binary(entry: &Entry, input: &mut Input) -> Result<bool, CommandError> {
    if !entry.is_binary(input)? {
        return Ok(false);
    }
    let is_signed = Encoding::for_signature(&input.peek(0, SIGNED)?).is_some();
    Ok(!is_signed && !walk::is_utf_16(input)?)
}

/// Returns `true` if text in an encoding may be given to others.
pub(crate) fn is_for_interchange(encoding: Encoding) -> bool {
    encoding.purpose() == Purpose::Interchange
}

/// Returns `true` for encodings of several bytes that read text in UTF-8 as other characters. Hardly anybody
/// has text in them, and other text may look as if it were.
pub(crate) fn is_rare(encoding: Encoding) -> bool {
    let info = encoding.info();
    info.width == 1 && info.reads_utf_8_to <= 0x7F && !info.is_single_byte()
}

/// Returns the text about an encoding that is not for interchange.
pub(crate) fn why_not_for_interchange(encoding: Encoding) -> String {
    let name = encoding.name().to_uppercase();
    let kind = if encoding.purpose() == Purpose::Obsolete { "obsolete" } else { "an internal format" };
    format!("{name} is {kind}: do not store or send it")
}

/// Returns the encoding whose signature an input begins with. `FF FE 00 00` is that of UTF-32, unless the
/// next unit is beyond the last code point: then it is a BOM of UTF-16 and U+0000.
pub(crate) fn signature(head: &[u8]) -> Option<Encoding> {
    match Encoding::for_signature(head)?.0 {
        Encoding::Utf32Le if begins_as_utf_16(head) => Some(Encoding::Utf16Le),
        signed => Some(signed),
    }
}

/// Returns the code point of the first overlong sequence. There is none if such bytes are there by chance: in
/// units of 16 or 32 bits, after the signature of another encoding, and in binary data.
pub(crate) fn overlong(detection: &Detection) -> Option<u32> {
    let info = detection.encoding?.info();
    let is_chance = info.width > 1 || detection.basis == Basis::Signature && !info.is_utf_8;
    detection.overlong.filter(|_| !is_chance)
}

/// Gives a piece to a detector, but no more than it needs if it may stop. Returns how much was given.
fn push(detector: &mut Detector, piece: &[u8], may_stop: bool) -> usize {
    let mut read = 0;
    for part in piece.chunks(PART) {
        if may_stop && detector.is_settled() {
            break;
        }
        detector.push(part);
        read += part.len();
    }
    read
}

/// Reads as much of an input as is requested, and one byte more to see whether there is more. Reads less if
/// the input is not text.
fn look(input: &mut Input, most: u64, progress: &Progress) -> Result<Found, CommandError> {
    let mut detector = Detector::new();
    let mut buffer = vec![0; CHUNK];
    let mut left = most;
    let (is_sparse, mut is_settled) = (input.is_sparse(), false);
    // What a legacy encoding is found by.
    let mut front: Vec<u8> = vec![];
    let found = |detection: Detection, front: &[u8], is_front: bool| {
        let Settled { detection, is_cut, is_unclear, parts, holes } = settled(detection, front, is_front);
        let (mut detection, legacy, unknown) = examined(detection, front, is_front);
        if let Some(parts) = parts.filter(|parts| parts.misaligned().is_none()) {
            take_back(&mut detection);
            detection.alternatives = parts.encodings();
        }
        let is_utf_16 = detection.encoding.is_some_and(|one| one.info().is_utf_16());
        let is_mixed = parts.is_some() || is_utf_16 && mixed::is_mixed_text(front);
        if is_mixed && parts.is_none() {
            take_back(&mut detection);
        }
        let partly = if is_mixed { None } else { Partly::of(&detection, legacy, front, is_front) };
        if partly.is_some() {
            take_back(&mut detection);
            detection.alternatives.push(Encoding::Utf8);
        }
        let legacy = partly.as_ref().map(Partly::guess).or(legacy);
        let is_open = detection.encoding.is_none() && legacy.is_none() && !front.is_ascii();
        let are_strings = is_open && Records::of(front, is_front).is_some();
        let is_encoded_again = detection.encoding.is_some_and(|found| is_encoded_again(front, found));
        // More may have been read than the detector needed.
        let is_of_front = legacy.is_some() || parts.is_some() || holes.is_some();
        let is_complete = detection.is_complete || is_front && is_of_front;
        let read = if is_of_front { detection.read.max(front.len() as u64) } else { detection.read };
        let (size, format) = (None, None);
        Found {
            detection,
            legacy,
            unknown,
            read,
            is_complete,
            size,
            is_cut,
            is_unclear,
            parts,
            partly,
            is_mixed,
            holes,
            are_strings,
            is_encoded_again,
            format,
        }
    };
    loop {
        // A hole of the file reads as zeros, so it is not read.
        let hole = if is_sparse { input.hole()?.min(left) } else { 0 };
        if hole >= CHUNK as u64 {
            detector.push_zeros(hole);
            input.skip(hole)?;
            left -= hole;
            continue;
        }
        let room = usize::try_from(left).map_or(CHUNK, |left| left.clamp(1, CHUNK));
        let n = input.read(&mut buffer[..room])?;
        if n == 0 || left == 0 {
            let is_all = n == 0;
            let size = if is_all { Some(most - left) } else { input.size() };
            let detection = if is_all && !is_settled { detector.finish() } else { detector.finish_early() };
            let mut is_front = is_all && front.len() as u64 == most - left;
            if most > MOST
                && !is_front
                && detection.basis != Basis::Ascii
                && is_plain(&front)
                && let Some((_, text)) = after_ascii(input)?
            {
                is_front = text.len() < MOST as usize;
                front = text;
            }
            let mut found = Found { size, ..found(detection, &front, is_front) };
            if most > MOST && found.partly.is_none() {
                found.find_parts(input)?;
            }
            return Ok(found);
        }
        progress.advance(n);
        left -= n as u64;
        let room = (MOST as usize - front.len()).min(n);
        front.extend_from_slice(&buffer[..room]);
        if !is_settled {
            is_settled = push(&mut detector, &buffer[..n], most == MOST) < n;
        }
        // A legacy encoding may still be found.
        let rest = zeros::after(&front);
        let is_open = legacy::may_be_text(rest) && (front.len() < MOST as usize || !rest.is_empty())
            || zeros::may_have_holes(&front);
        if is_settled && !is_open {
            // In EBCDIC, line ends are controls.
            let front = if legacy::is_ebcdic(&front) { &front[..] } else { &[] };
            return Ok(Found { size: input.size(), ..found(detector.finish_early(), front, false) });
        }
    }
}
