//! `placemat detect`.

mod damaged;
mod quick;
mod rare;
mod report;
mod zeros;

use placemat::detect::{Basis, Detection, Detector, EvidenceKind};
use placemat::label::Purpose;
use placemat::repair::Fixes;
use placemat::stream::Validator;
use placemat::{Codec, Encoding};

use crate::args::{DetectArgs, Inputs};
use crate::color::Painter;
use crate::declared::Declared;
use crate::input::{CHUNK, Input, InputSource};
use crate::json;
use crate::legacy::{self, Confidence, Guess, Shape, Unknown};
use crate::mixed::{self, Parts};
use crate::output::Output;
use crate::platform;
use crate::pool;
use crate::progress::Progress;
use crate::show::{Count, say, wrapping_columns};
use crate::status::{CommandError, Status};
use crate::units::{self, Sort};
use crate::walk::{self, Entry, Selection, WalkError};
pub(crate) use damaged::has_words_of_utf_8;
pub(crate) use quick::{Quick, verdict as quick_verdict};
use report::Style;
use zeros::Holes;

/// How much of an input is read, unless all of it is requested.
const MOST: u64 = 1 << 20;

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
    /// The text is partly UTF-8 and partly UTF-16.
    parts: Option<Parts>,
    /// The text is UTF-8 with runs of bytes 00.
    holes: Option<Holes>,
    /// What the file is that the input begins like, if that is not text.
    format: Option<&'static str>,
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
        Ok(Examined::Found(report, found.detection.encoding.is_some() || found.legacy.is_some()))
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

/// The beginning of an input.
pub(crate) struct Front {
    pub(crate) detection: Detection,
    /// The number of bytes at the end of the input that seem to be a truncated sequence of UTF-8.
    pub(crate) cut: u64,
    /// The legacy encoding, if no encoding of the family is found, or only those that any bytes are.
    pub(crate) legacy: Option<Guess>,
    /// Set if the input is in an encoding that placemat does not know.
    pub(crate) unknown: Option<Unknown>,
    /// There are overlong sequences of characters that an attack would hide.
    pub(crate) has_disguise: bool,
    /// The units of the encoding may be something else than text.
    pub(crate) is_unclear: bool,
    /// The legacy encoding is not sure, and lines or words are UTF-8.
    pub(crate) is_partly_utf_8: bool,
    /// The text is partly UTF-8 and partly UTF-16.
    pub(crate) parts: Option<Parts>,
}

/// Returns `true` if a legacy encoding is not sure, and lines or words are UTF-8.
fn is_partly_utf_8(bytes: &[u8], legacy: Option<Guess>) -> bool {
    let unsure = legacy.filter(|guess| guess.confidence < Confidence::Sure);
    unsure.is_some_and(|guess| legacy::has_parts_of_utf_8(bytes, guess.legacy))
}

/// Returns `true` if there are overlong sequences of ASCII characters other than letters and digits, and than
/// those that pairs of Ukrainian letters look like in KOI8-U.
fn has_disguise(bytes: &[u8]) -> bool {
    let is_disguise = |lead: u8, trail: u8| {
        let character = char::from((lead & 1) << 6 | trail & 0x3F);
        !character.is_ascii_alphanumeric() && !"#$&'-=}".contains(character)
    };
    let leads = memchr::memchr2_iter(0xC0, 0xC1, bytes);
    leads.clone().any(|at| matches!(bytes[at..], [lead, trail @ 0x80..=0xBF, ..] if is_disguise(lead, trail)))
        || memchr::memmem::find(bytes, b"\xE0\x80").is_some()
        || memchr::memmem::find(bytes, b"\xF0\x80\x80").is_some()
}

/// Returns the encoding whose signature an input begins with. `FF FE 00 00` is that of UTF-32, unless the
/// next unit is beyond the last code point: then it is a BOM of UTF-16 and U+0000.
pub(crate) fn signature(head: &[u8]) -> Option<Encoding> {
    match Encoding::for_signature(head)?.0 {
        Encoding::Utf32Le if begins_as_utf_16(head) => Some(Encoding::Utf16Le),
        signed => Some(signed),
    }
}

fn begins_as_utf_16(head: &[u8]) -> bool {
    let next = head.get(4..8).and_then(|unit| unit.try_into().ok()).map(u32::from_le_bytes);
    head.starts_with(b"\xFF\xFE\0\0") && next.is_some_and(|next| next > 0x10_FFFF)
}

/// The signature of UTF-8.
const UTF_8_SIGNATURE: &[u8] = b"\xEF\xBB\xBF";

/// A verdict with what is known of the whole text.
struct Settled {
    detection: Detection,
    /// The text is UTF-8 or CESU-8 that ends within a character.
    is_cut: bool,
    /// The units of the encoding may be something else than text.
    is_unclear: bool,
    /// The text is partly UTF-8 and partly UTF-16.
    parts: Option<Parts>,
    /// The text is UTF-8 with runs of bytes 00.
    holes: Option<Holes>,
}

/// Returns the verdict of a detector with what is known of the whole text. A detector prices a cut character
/// like any other damage, takes a short text for single bytes, and small numbers for letters.
fn settled(mut detection: Detection, text: &[u8], is_all: bool) -> Settled {
    if detection.basis == Basis::Nothing
        && let Some(rest) = zeros::text_after(text, is_all)
    {
        let basis = if rest.is_ascii() { Basis::Ascii } else { Basis::WellFormed };
        (detection.encoding, detection.basis) = (Some(Encoding::Utf8), basis);
    }
    let holes = zeros::between_lines(text, is_all);
    if detection.basis == Basis::Nothing && holes.is_some() {
        let basis = if text.is_ascii() { Basis::Ascii } else { Basis::WellFormed };
        (detection.encoding, detection.basis, detection.alternatives) = (Some(Encoding::Utf8), basis, vec![]);
    }
    let is_cut = is_all && is_cut_utf_8(text);
    let is_signed = text.starts_with(UTF_8_SIGNATURE);
    if matches!(detection.basis, Basis::SingleBytes | Basis::Nothing)
        && (is_cut || is_signed || damaged::is_utf_8(text))
        && legacy::may_be_text(text)
    {
        (detection.encoding, detection.basis) = (Some(Encoding::Utf8), Basis::Damaged);
        (detection.also, detection.alternatives, detection.margin) = (vec![], vec![], None);
    }
    let is_utf_32 = detection.encoding.is_some_and(|one| one.info().width == 4);
    if is_utf_32 && begins_as_utf_16(text) {
        (detection.encoding, detection.basis) = (Some(Encoding::Utf16), Basis::Signature);
        (detection.also, detection.alternatives, detection.margin) = (vec![], vec![], None);
    }
    settle_double(&mut detection, text, is_all);
    // What the detector takes for the end of a frame may be in the middle of the input.
    let is_frame_of_part = |one: Encoding| {
        one.as_frame().is_some() && is_all && one.resolve(text).is_ok_and(|found| found.end < text.len())
    };
    let has_nul_in_single_bytes = detection.basis == Basis::SingleBytes && text.contains(&0);
    if has_nul_in_single_bytes || detection.encoding.is_some_and(is_frame_of_part) {
        detection = as_nothing(detection);
    }
    let is_open = matches!(detection.basis, Basis::SingleBytes | Basis::Nothing);
    if is_open && has_characters_of_utf_8(text, is_all) {
        (detection.encoding, detection.basis) = (Some(Encoding::Utf8), Basis::WellFormed);
        (detection.also, detection.alternatives, detection.margin) = (vec![], vec![], None);
    }
    // CESU-8 has surrogate pairs. Without them, a sequence of four bytes is from a legacy encoding.
    if detection.basis == Basis::Damaged
        && detection.encoding == Some(Encoding::Cesu8)
        && !text.windows(2).any(|pair| matches!(pair, [0xED, 0xA0..=0xBF]))
    {
        detection.encoding = Some(Encoding::Utf8);
    }
    let is_of_letters =
        |one: Encoding| is_rare(one) && one.info().doubled.is_none() && rare::is_hardly_text(text, one);
    if detection.basis != Basis::Signature && detection.encoding.is_some_and(is_of_letters) {
        detection = as_nothing(detection);
    }
    let mut is_unclear = false;
    if let Some(wide) = wide_without_mark(&detection, text) {
        let sort = units::sort(text, wide);
        match sort {
            Sort::Text => {}
            Sort::Data if wide.info().width == 2 && mixed::is_mixed_text(text) => is_unclear = true,
            Sort::Bytes | Sort::Data if !text.is_empty() => detection = as_nothing(detection),
            _ => is_unclear = true,
        }
    }
    let parts = Parts::of(text, is_all);
    if let Some(parts) = parts.filter(|parts| !is_of_order(&detection, parts.wide)) {
        detection = as_nothing(detection);
        detection.alternatives = vec![Encoding::Utf8, parts.wide];
    }
    let is_cut_pair = is_all && is_cut_cesu_8(text);
    if is_cut_pair {
        (detection.encoding, detection.basis) = (Some(Encoding::Cesu8), Basis::Damaged);
        (detection.also, detection.alternatives, detection.margin) = (vec![], vec![], None);
    }
    let holes = holes.filter(|_| detection.encoding == Some(Encoding::Utf8));
    let is_unclear = is_unclear && parts.is_none();
    Settled { detection, is_cut: is_cut || is_cut_pair, is_unclear, parts, holes }
}

/// Returns `true` if the verdict is UTF-16 with the same order.
fn is_of_order(detection: &Detection, wide: Encoding) -> bool {
    detection.encoding.is_some_and(|found| {
        found.info().is_utf_16()
            && (detection.basis == Basis::Signature || found.info().order == wide.info().order)
    })
}

/// Returns `true` if a text is CESU-8 except for a surrogate pair at its end of which a part is missing.
pub(crate) fn is_cut_cesu_8(text: &[u8]) -> bool {
    const PAIR: usize = 6;
    let Some(last) = memchr::memrchr(0xED, text) else { return false };
    // The missing part may begin within the second sequence of the pair.
    let last = if last >= 3 && text[last - 3] == 0xED && last + 3 > text.len() { last - 3 } else { last };
    let (whole, end) = text.split_at(last);
    let is_lead = matches!(end, [_, 0xA0..=0xAF, 0x80..=0xBF, ..]);
    is_lead
        && end.len() < PAIR
        && matches!(end[3..], [] | [0xED] | [0xED, 0xB0..=0xBF])
        && placemat::validate(Encoding::Cesu8, whole).is_ok()
        && memchr::memmem::find_iter(whole, b"\xED").any(|at| matches!(whole[at + 1], 0xA0..=0xBF))
}

/// Makes the verdict on text that was perhaps encoded twice agree with `repair`, which leaves alone what may be
/// meant, such as a list of what such text looks like, and knows short texts, too. A text that begins with a
/// byte order mark, which was encoded once, is not doubly encoded as a whole.
fn settle_double(detection: &mut Detection, text: &[u8], is_all: bool) {
    let whole = &text[..text.len() - if is_all { 0 } else { cut_at_end(text) }];
    let is_double = detection.encoding.is_some_and(|one| one.info().doubled.is_some());
    let is_once =
        is_all && detection.encoding == Some(Encoding::Utf8) && detection.basis == Basis::WellFormed;
    if text.is_empty() || !is_double && !is_once || std::str::from_utf8(whole).is_err() {
        return;
    }
    let is_repaired = || !Fixes::DOUBLE_ENCODING.diagnose(whole).edits.is_empty();
    let settled = match is_double {
        true if whole.starts_with(UTF_8_SIGNATURE) => Some((Encoding::Utf8Sig, Basis::Signature)),
        true if !is_repaired() => Some((Encoding::Utf8, Basis::WellFormed)),
        false if is_repaired() => {
            let reads = |one: &Encoding| {
                let read = Validator::new(*one)
                    .map(|mut validator| validator.push(whole).is_ok() && validator.finish().is_ok());
                read.unwrap_or(false)
            };
            let double = [Encoding::DoubleUtf8Cp1252, Encoding::DoubleUtf8Latin1].into_iter().find(reads);
            double.map(|double| (double, Basis::WellFormed))
        }
        _ => None,
    };
    if let Some((encoding, basis)) = settled {
        (detection.encoding, detection.basis) = (Some(encoding), basis);
        (detection.also, detection.margin) = (vec![], None);
    }
}

/// Returns `true` if a text is valid UTF-8 with characters beyond ASCII, and without U+0000. A detector doubts
/// that if hardly any text has these characters, as after two wrong conversions.
fn has_characters_of_utf_8(text: &[u8], is_all: bool) -> bool {
    let whole = &text[..text.len() - if is_all { 0 } else { cut_at_end(text) }];
    !whole.is_ascii() && !whole.contains(&0) && std::str::from_utf8(whole).is_ok()
}

/// Returns the encoding of the verdict, if its units have 16 or 32 bits and no byte order mark shows that.
fn wide_without_mark(detection: &Detection, text: &[u8]) -> Option<Encoding> {
    let is_signed = detection.basis == Basis::Signature || Encoding::for_signature(text).is_some();
    detection.encoding.filter(|one| one.info().width > 1 && !is_signed)
}

/// Returns `true` if a text is UTF-8 except for a cut character at its end. Other characters must show that
/// it is UTF-8, or three bytes of the cut one.
fn is_cut_utf_8(text: &[u8]) -> bool {
    let cut = cut_at_end(text);
    let whole = &text[..text.len() - cut];
    cut > 0 && (cut == CUT_AT_MOST || !whole.is_ascii()) && std::str::from_utf8(whole).is_ok()
}

/// Adds the legacy encoding to a verdict, and takes the verdict back if the input is in an encoding that
/// placemat does not know.
fn examined(detection: Detection, front: &[u8], is_all: bool) -> (Detection, Option<Guess>, Option<Unknown>) {
    let legacy = legacy_of(&detection, front, is_all);
    let (sequences, stray) = sequences(&detection);
    let is_open = matches!(detection.basis, Basis::SingleBytes | Basis::Nothing);
    let may_be_binary = is_open || detection.basis == Basis::Damaged;
    if may_be_binary && walk::format_of(front).is_some() {
        return (as_nothing(detection), None, None);
    }
    let unknown = match legacy {
        _ if !is_open || 4 * sequences > stray => None,
        _ if legacy::is_ebcdic(front) => Some(Unknown::Ebcdic),
        guess => guess.and_then(|guess| guess.unknown),
    };
    if unknown.is_none() {
        return (detection, legacy, None);
    }
    (as_nothing(detection), None, unknown)
}

/// Takes a verdict back.
fn as_nothing(mut detection: Detection) -> Detection {
    (detection.encoding, detection.basis, detection.margin) = (None, Basis::Nothing, None);
    (detection.also, detection.alternatives) = (vec![], vec![]);
    detection
}

/// Returns the legacy encoding of an input that begins with these bytes, if no encoding of the family is
/// found, or only those that any bytes are. `is_all` says that the input ends there.
fn legacy_of(detection: &Detection, front: &[u8], is_all: bool) -> Option<Guess> {
    match detection.basis {
        _ if walk::format_of(front).is_some() => None,
        // What follows the signature of UTF-8 is UTF-8, or damage to it.
        _ if front.starts_with(UTF_8_SIGNATURE) => None,
        Basis::SingleBytes | Basis::Nothing => declared_or(legacy::guess(front, is_all), front, is_all),
        // Escape sequences are ASCII.
        Basis::Ascii if memchr::memchr(0x1B, front).is_some() => legacy::guess(front, is_all),
        // Text of pairs of bytes may look like another encoding with many errors.
        Basis::Damaged if is_mostly_stray(detection) => {
            legacy::guess(front, is_all).filter(|guess| guess.is_clean_pairs())
        }
        // Accented letters of GBK look like UTF-1, whose own have the lead byte A0.
        _ if detection.encoding == Some(Encoding::Utf1)
            && detection.basis != Basis::Signature
            && !front.contains(&0xA0) =>
        {
            let is_of_symbols = legacy::is_of_symbols(front);
            legacy::guess(front, is_all).filter(|guess| is_of_symbols || guess.is_latin_pairs())
        }
        _ => None,
    }
}

/// Returns the encoding that a text declares itself, if it is text in it, or else the one that was found. If
/// placemat does not know the declared one, none is found.
fn declared_or(found: Option<Guess>, front: &[u8], is_all: bool) -> Option<Guess> {
    match Declared::other_than_windows_1252(front) {
        Some(Some(declared)) if found.is_none_or(|found| found.legacy != declared) => {
            legacy::declared(front, declared, is_all).or(found)
        }
        Some(None) => found.map(|found| Guess { unknown: found.unknown.or(Some(Unknown::Other)), ..found }),
        _ => found,
    }
}

/// Returns the legacy encoding of a whole text by its beginning, if no encoding of the family is found, or
/// only those that any bytes are.
pub(crate) fn legacy_in(text: &[u8]) -> Option<Guess> {
    let front = &text[..text.len().min(MOST as usize)];
    let is_all = front.len() == text.len();
    let mut detector = Detector::new();
    let read = push(&mut detector, front, true);
    let detection = if is_all && read == front.len() { detector.finish() } else { detector.finish_early() };
    let detection = settled(detection, front, is_all).detection;
    let unknown = legacy::is_ebcdic(front).then_some(Unknown::Ebcdic);
    let found = legacy_of(&detection, front, is_all)?;
    Some(Guess { unknown: found.unknown.or(unknown), ..found })
}

/// Returns the number of sequences of UTF-8 in a text, and of bytes outside of such sequences.
pub(crate) fn sequences(detection: &Detection) -> (u64, u64) {
    let count = |kinds: &[EvidenceKind]| -> u64 {
        detection.evidence.iter().filter(|one| kinds.contains(&one.kind)).map(|one| one.count).sum()
    };
    let sequences = [EvidenceKind::TwoBytes, EvidenceKind::ThreeBytes, EvidenceKind::FourBytes];
    (count(&sequences), count(&[EvidenceKind::LegacyBytes]))
}

/// Returns `true` if more bytes are outside of sequences of UTF-8 than there are sequences.
fn is_mostly_stray(detection: &Detection) -> bool {
    let (sequences, stray) = sequences(detection);
    stray > sequences
}

/// Returns `true` if what seems to be single bytes may instead be damage to UTF-8. Text in another encoding
/// contains few sequences of UTF-8, and only by chance.
pub(crate) fn is_nearly_utf_8(detection: &Detection) -> bool {
    let (sequences, stray) = sequences(detection);
    let is_near = sequences >= stray || detection.alternatives.contains(&Encoding::Utf8);
    detection.basis == Basis::SingleBytes && sequences > 0 && is_near
}

/// Returns `true` if what is in no encoding of the family, or seems to be single bytes, is rather UTF-8 with
/// no more stray bytes than sequences.
pub(crate) fn is_mostly_utf_8(front: &Front) -> bool {
    let (sequences, stray) = sequences(&front.detection);
    let is_legacy =
        |guess: Guess| guess.confidence == Confidence::Sure || guess.legacy.shape() != Shape::Single;
    let is_near = sequences > 1 && sequences >= stray;
    front.detection.basis == Basis::SingleBytes && is_near && !front.legacy.is_some_and(is_legacy)
}

/// Returns the code point of the first overlong sequence. There is none if such bytes are there by chance: in
/// units of 16 or 32 bits, after the signature of another encoding, and in binary data.
pub(crate) fn overlong(detection: &Detection) -> Option<u32> {
    let info = detection.encoding?.info();
    let is_chance = info.width > 1 || detection.basis == Basis::Signature && !info.is_utf_8;
    detection.overlong.filter(|_| !is_chance)
}

/// Returns `true` if a binary file begins with the signature of UTF-16 or UTF-32, and is text in it.
pub(crate) fn is_signed_and_wide(input: &mut Input) -> Result<bool, CommandError> {
    let signed = Encoding::for_signature(&input.peek(0, SIGNED)?);
    match signed.map(|(encoding, _)| encoding.info()) {
        Some(info) if info.is_utf_16() => is_utf_16(input),
        Some(info) if info.width == 4 => {
            let found = at_front(input)?.detection.encoding;
            Ok(found.is_some_and(|found| found.info().width == 4))
        }
        _ => Ok(false),
    }
}

/// Examines the beginning of an input, all of which can be read afterwards.
pub(crate) fn at_front(input: &mut Input) -> Result<Front, CommandError> {
    let (mut detector, mut left, mut goes_on) = (Detector::new(), MOST as usize, false);
    let (mut last, mut bytes) = (vec![], vec![]);
    input.look_ahead(MOST as usize + 1, |piece| {
        bytes.extend_from_slice(piece);
        let within = piece.len().min(left);
        let read = push(&mut detector, &piece[..within], true);
        left -= within;
        goes_on |= read < piece.len();
        last.extend_from_slice(&piece[piece.len().saturating_sub(CUT_AT_MOST)..]);
        last.drain(..last.len().saturating_sub(CUT_AT_MOST));
    })?;
    let (detection, cut) = match goes_on {
        true => (detector.finish_early(), 0),
        false => (detector.finish(), cut_from(&last)),
    };
    let is_all = bytes.len() <= MOST as usize;
    bytes.truncate(MOST as usize);
    let Settled { detection, is_unclear, parts, .. } = settled(detection, &bytes, is_all);
    let (detection, legacy, unknown) = examined(detection, &bytes, is_all);
    let is_partly_utf_8 = is_partly_utf_8(&bytes, legacy);
    Ok(Front {
        detection,
        cut,
        legacy,
        unknown,
        has_disguise: has_disguise(&bytes),
        is_unclear,
        is_partly_utf_8,
        parts,
    })
}

/// The most bytes at the beginning of an input that are kept for `of_kept`.
pub(crate) const KEPT: usize = 64 << 10;

/// Examines the beginning of an input that was kept while the input was read. `is_all` says that the input
/// ends there.
pub(crate) fn of_kept(kept: &[u8], is_all: bool) -> Front {
    let mut detector = Detector::new();
    let goes_on = push(&mut detector, kept, true) < kept.len() || !is_all;
    let (detection, cut) = match goes_on {
        true => (detector.finish_early(), 0),
        false => (detector.finish(), cut_at_end(kept) as u64),
    };
    let Settled { detection, is_unclear, parts, .. } = settled(detection, kept, is_all);
    let (detection, legacy, unknown) = examined(detection, kept, is_all);
    let is_partly_utf_8 = is_partly_utf_8(kept, legacy);
    let has_disguise = has_disguise(kept);
    Front { detection, cut, legacy, unknown, has_disguise, is_unclear, is_partly_utf_8, parts }
}

/// Returns `true` if a binary file is text in UTF-16 by the verdict on its beginning. For most files a
/// shorter look is enough.
pub(crate) fn is_utf_16(input: &mut Input) -> Result<bool, CommandError> {
    if !walk::is_utf_16(input)? {
        return Ok(false);
    }
    let verdict = at_front(input)?.detection.encoding;
    Ok(verdict.is_some_and(|verdict| verdict.info().is_utf_16()))
}

/// Returns `true` if a binary file is text in UTF-32 by the verdict on its beginning. For most files a
/// shorter look is enough.
pub(crate) fn is_utf_32(input: &mut Input) -> Result<bool, CommandError> {
    let front = input.peek(0, walk::BINARY)?;
    if Encoding::for_signature(&front).is_some_and(|(signed, _)| signed.info().width == 4) {
        return Ok(signature(&front).is_some_and(|signed| signed.info().width == 4));
    }
    let units = || front.as_chunks::<4>().0.iter();
    let is_little = units().all(|unit| char::from_u32(u32::from_le_bytes(*unit)).is_some());
    if !is_little && !units().all(|unit| char::from_u32(u32::from_be_bytes(*unit)).is_some()) {
        return Ok(false);
    }
    let found = at_front(input)?;
    Ok(!found.is_unclear && found.detection.encoding.is_some_and(|found| found.info().width == 4))
}

/// How many bytes of a sequence of UTF-8 can remain if a text is truncated.
const CUT_AT_MOST: usize = 3;

/// Returns how many bytes at the end of a text are the beginning of a sequence of UTF-8.
pub(crate) fn cut_at_end(text: &[u8]) -> usize {
    cut_from(&text[text.len().saturating_sub(CUT_AT_MOST)..]) as usize
}

/// Returns how many of the last bytes of a text are the beginning of a sequence.
fn cut_from(last: &[u8]) -> u64 {
    let is_cut = |tail: &&[u8]| {
        std::str::from_utf8(tail).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
    };
    (0..last.len()).map(|start| &last[start..]).find(is_cut).map_or(0, |tail| tail.len() as u64)
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
    let found = |detection: Detection, front: &[u8], is_all: bool, size| {
        let is_front = is_all && front.len() as u64 == size;
        let Settled { detection, is_cut, is_unclear, parts, holes } = settled(detection, front, is_front);
        let (mut detection, legacy, unknown) = examined(detection, front, is_front);
        if let Some(parts) = parts {
            detection = as_nothing(detection);
            detection.alternatives = vec![Encoding::Utf8, parts.wide];
        }
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
            holes,
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
            return Ok(Found { size, ..found(detection, &front, is_all, most - left) });
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
            return Ok(Found { size: input.size(), ..found(detector.finish_early(), front, false, 0) });
        }
    }
}
