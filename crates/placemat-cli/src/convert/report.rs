//! Reports on inputs: for people, and as a line of JSON.

mod contradiction;

use placemat::{Codec, Encoding, ErrorKind, OnError, OnUnencodable};
use serde::Serialize;

use super::auto::Detected;
use super::input_report::{Contradiction, Failed, Finding, InputReport, Lost, Spot};
use super::{Destination, Plan};
use crate::context::{self, ErrorContext};
use crate::declared::Declared;
use crate::input::{InputSource, JsonName};
use crate::json;
use crate::mixed;
use crate::names::Side;
use crate::show::{self, Argument, Count, Excerpt, say};
use crate::status::Status;
use contradiction::{contradicts, instead, is_of_bytes, seen_as, to_run};

impl InputReport {
    /// Returns the exit status for this input alone. A loss that a policy on the
    /// command line asks for only counts with --fail-on-loss.
    pub(super) fn status(&self, plan: &Plan) -> Status {
        let is_altered = plan.fails_on_loss && self.altered > 0;
        let is_lossless = self.errors.count == 0 && self.unencodable.count == 0 && !is_altered;
        let is_requested = !plan.fails_on_loss && (plan.names_pairs || !self.has_joined);
        let is_success = self.failed.is_none() && self.trailing == 0 && (is_lossless || is_requested);
        if is_success { Status::Complete } else { Status::Findings }
    }
}

/// Prints the report on an input that is complete: with --json as one line that contains everything, and
/// otherwise for people.
pub(super) fn print(plan: &Plan, report: &InputReport) {
    if plan.json {
        show::report(&json::line(&Line::new(plan, report)));
        return;
    }
    if report.is_binary && plan.names_skipped {
        say(format_args!("{}: binary; skipped", report.source));
    }
    for note in notes(plan, report) {
        plan.note(note);
    }
    if let Some((failed, excerpt)) = &report.failed
        && !matches!(failed, Failed::Io)
    {
        let spot = failed.spot().map_or(String::new(), |spot| format!(":{spot}"));
        let failure = failure(plan, report, failed, excerpt);
        let hint = match remedy(plan, report, failed) {
            Some(hint) if !plan.quiet => format!("\n    hint: {}", context::hint_after(&failure, &hint)),
            _ => String::new(),
        };
        say(format_args!("{}{spot}: {failure}{hint}", report.source));
    }
}

/// Returns notes on what policies absorbed.
fn notes(plan: &Plan, report: &InputReport) -> Vec<String> {
    let (source, mut notes) = (&report.source, Vec::new());
    if let Some(warning) = report.warning() {
        let (found, hint) = (contradicts(plan, warning), to_run(plan, report, warning));
        notes.push(format!("warning: {source}: {found}; converted nevertheless\n    hint: {hint}"));
    }
    if let Some(Detected { side, confidence: Some(confidence), .. }) = report.detected
        && report.failed.as_ref().is_none_or(|(failed, _)| !matches!(failed, Failed::Contradicted(_)))
    {
        notes.push(format!("{source}: read as {} ({})", side.name(), confidence.name()));
    }
    if report.detected.is_some_and(|found| found.is_encoded_again) && report.failed.is_none() {
        notes.push(format!(
            "{source}: the result is still text that was encoded twice; placemat repair undoes all of it"
        ));
    }
    // UTF-8 is what everybody expects.
    if let Some(Detected { side: Side::Encoding(encoding), confidence: None, .. }) = report.detected
        && !matches!(encoding, Encoding::Utf8 | Encoding::Utf8Sig)
        && report.failed.is_none()
    {
        notes.push(format!("{source}: read as {encoding}"));
    }
    if let Some(first) = report.errors.listed.first() {
        // A sequence that was copied does not count as an error, nor does one that stopped the run.
        let stopped_at = match &report.failed {
            Some((Failed::IllFormed(finding), _)) => u64::from(finding.kind == ErrorKind::Reserved),
            _ => 0,
        };
        let reserved = report.reserved - report.passed - stopped_at;
        let ill_formed_count = Count(report.errors.count - reserved, "invalid sequence");
        let reserved_count = Count(reserved, "sequence");
        let count = match reserved {
            0 => ill_formed_count.to_string(),
            _ if reserved == report.errors.count => format!("{reserved_count} reserved for future use"),
            _ => format!("{ill_formed_count} and {reserved_count} reserved for future use"),
        };
        let policy = plan.options.on_error.name();
        let first = with_spot(first.spot, &ill_formed(from(plan, report), first, &report.errors.excerpt));
        notes.push(format!("{source}: {count} ({policy}), the first at {first}"));
    }
    if let Some(lost) = report.unencodable.listed.first() {
        let (count, policy) = if lost.is_joined {
            let pairs = Count(report.unencodable.count, "surrogate pair").to_string();
            (pairs, format!("pairs {}", plan.options.pairs.name()))
        } else {
            let characters = Count(report.unencodable.count, "character");
            let count = format!("{characters} that {} does not have", plan.to.name());
            (count, plan.options.on_unencodable.name().to_owned())
        };
        let first = with_spot(lost.spot, &unencodable(plan, lost, &report.unencodable.excerpt));
        notes.push(format!("{source}: {count} ({policy}), the first at {first}"));
    }
    if report.passed > 0 {
        notes.push(format!("{source}: {} reserved for future use, copied", Count(report.passed, "sequence")));
    }
    if let Some((count, first)) = report.inner_marks.filter(|_| report.failed.is_none()) {
        let (marks, them) = (Count(count, "byte order mark"), if count == 1 { "it" } else { "them" });
        let remedy = match plan.to {
            Side::Encoding(to) if to.info().is_utf_8 => {
                format!("; {} removes {them}", without_marks(plan, report))
            }
            _ => String::new(),
        };
        notes.push(format!(
            "{source}: {marks} within the text, as if files were joined, at offset {first}{remedy}"
        ));
    }
    if report.altered > 0 {
        let (count, name) = (Count(report.altered, "character"), plan.to.name());
        let which = match name {
            "iso-2022-jp" => "half-width katakana and U+2212",
            _ => "U+00A5 ¥, U+203E and U+2212",
        };
        notes.push(format!("{source}: {count} written as others: {name} has no own codes for {which}"));
    }
    // Text that is UTF-8 is not in Windows-1252 either.
    let is_utf_8 =
        report.warning().is_some_and(|warning| seen_as(plan, warning) == Some(Encoding::Utf8.name()));
    if let Some(controls) = report.controls.filter(|_| !is_utf_8) {
        notes.push(format!("{source}: {}", controls.describe()));
    }
    if let Some(declared) = report.declared() {
        notes.push(format!("{source}: {}", declared.remedy(plan.to)));
    }
    if report.trailing > 0 {
        notes.push(format!("{source}: {}", show::after_frame(report.trailing)));
    }
    notes
}

/// Returns a command that removes every byte order mark of the output. At the start, UTF-8 has none.
fn without_marks(plan: &Plan, report: &InputReport) -> String {
    const PROGRAM: &str = r"'s/\xEF\xBB\xBF//g'";
    match &report.source {
        source @ InputSource::Path(_) if plan.is_in_place() => {
            format!("perl -i -pe {PROGRAM} {}", Argument(source))
        }
        _ => format!("perl -pe {PROGRAM}"),
    }
}

fn with_spot(spot: Option<Spot>, text: &str) -> String {
    spot.map_or(String::new(), |spot| format!("{spot}, ")) + text
}

/// Returns a hint if a policy stopped.
fn remedy(plan: &Plan, report: &InputReport, failed: &Failed) -> Option<String> {
    // The encoding that a hint of `check` names is the encoding to convert from.
    let known = report.hint.as_ref().map(|hint| hint.replace("try -e ", "try -f "));
    match failed {
        Failed::IllFormed(_) if let Some(Contradiction::Mixed(parts)) = report.warning => Some(format!(
            "the input is {}: {}",
            mixed::describe(parts),
            to_run(plan, report, Contradiction::Mixed(parts))
        )),
        // This follows the frame of a file that would be replaced.
        Failed::IllFormed(finding) if finding.kind == ErrorKind::Frame => {
            known.or_else(|| Some("-o FILE or --out-dir takes the text in the frame alone".to_owned()))
        }
        // The hint is a question about the text, and not yet a remedy.
        Failed::IllFormed(_)
            if plan.options.on_error == OnError::Strict
                && let Some(question) = known.as_deref().filter(|hint| hint.ends_with('?')) =>
        {
            Some(format!("{question} --on-error replace writes U+FFFD there"))
        }
        Failed::IllFormed(_) if plan.options.on_error == OnError::Strict => known.or_else(|| {
            let option = match from(plan, report) {
                Side::CodePoints => return None,
                Side::Encoding(Encoding::Utf8) => String::new(),
                from => format!(" -e {}", from.name()),
            };
            Some(format!(
                "placemat check{option} lists all such places; --on-error replace writes U+FFFD there"
            ))
        }),
        Failed::IllFormed(_) => known,
        // As single bytes, all UTF-8 would become mojibake.
        Failed::Contradicted(Contradiction::Unsure(Side::Encoding(double), _))
            if double.is_wrapper() && double.as_frame().is_none() =>
        {
            let is_encoded_again = report.detected.is_some_and(|found| found.is_encoded_again);
            Some(match is_encoded_again {
                true => "it was encoded more than twice; placemat repair undoes all of it".to_owned(),
                false => format!(
                    "placemat repair undoes this only if that is certain; -f {double} converts the whole file"
                ),
            })
        }
        Failed::Contradicted(Contradiction::Unsure(side, _)) => {
            Some(format!("-f {} converts it, if that is right", side.name()))
        }
        Failed::Contradicted(Contradiction::NoText) => {
            Some("-f names its encoding (placemat list shows them all)".to_owned())
        }
        // --force is for files.
        Failed::Contradicted(contradiction) if matches!(plan.destination, Destination::One(None)) => {
            Some(to_run(plan, report, *contradiction))
        }
        Failed::Contradicted(contradiction) => Some(instead(plan, *contradiction)),
        Failed::Unencodable(lost)
            if plan.options.on_unencodable == OnUnencodable::Strict && !lost.is_joined =>
        {
            let remedy = match lost.code_point {
                0xFEFF if lost.offset == 0 && from(plan, report) != Side::CodePoints => {
                    "this is the byte order mark (BOM) of the file; --bom strip leaves it out"
                }
                0xDC80..=0xDCFF if plan.options.on_error == OnError::SurrogateEscape => {
                    "-t utf-8b writes the byte itself; --on-unencodable replace writes a substitute"
                }
                // A substitute would destroy the two surrogates of a pair.
                0xD800..=0xDFFF if is_of_bytes(from(plan, report)) => {
                    "placemat repair joins surrogate pairs (CESU-8), and with --fix default,lone-surrogates \
                     writes U+FFFD for others; WTF-8 and WTF-16 hold lone surrogates"
                }
                0xD800..=0xDFFF => {
                    "WTF-8 and WTF-16 hold a lone surrogate; --on-unencodable replace writes a substitute"
                }
                ..=0x10_FFFF => {
                    "--on-unencodable escape-xml writes a reference there; --on-unencodable replace writes \
                     a substitute"
                }
                _ => "--on-unencodable replace writes a substitute",
            };
            Some(remedy.to_owned())
        }
        _ => None,
    }
}

fn failure(plan: &Plan, report: &InputReport, failed: &Failed, excerpt: &Excerpt) -> String {
    match failed {
        Failed::IllFormed(finding) => ill_formed(from(plan, report), finding, excerpt),
        Failed::Unencodable(lost) => unencodable(plan, lost, excerpt),
        Failed::Frame(code_points) => {
            let to = plan.to.name();
            format!("offset 0, length {code_points}: the text is longer than {to} can count")
        }
        Failed::Contradicted(contradiction) => contradicted(plan, *contradiction),
        Failed::Io => "an I/O error".to_owned(),
    }
}

fn contradicted(plan: &Plan, contradiction: Contradiction) -> String {
    match contradiction {
        Contradiction::Declared(encoding, file) => {
            format!("not converted: {file} declares {encoding} for this file")
        }
        _ => format!("{}; not converted", contradicts(plan, contradiction)),
    }
}

/// Returns the encoding in which an input was read.
fn from(plan: &Plan, report: &InputReport) -> Side {
    report.detected.map_or(plan.from, |detected| detected.side)
}

fn ill_formed(from: Side, finding: &Finding, excerpt: &Excerpt) -> String {
    let &Finding { offset, length, kind, .. } = finding;
    let head = format!("offset {offset}, length {length}");
    // The bytes of an input that has ended may be gone.
    if excerpt.is_empty() {
        return format!("{head}: {}", kind.describe());
    }
    if from == Side::CodePoints {
        return format!("{head}: {excerpt} is not a code point");
    }
    // This would be lost if the file were replaced.
    if kind == ErrorKind::Frame && offset > 0 {
        return format!("{head}: {excerpt} after the frame would be lost");
    }
    let around = ErrorContext::of_error(from, kind, (offset, length), &excerpt.ahead());
    format!("{head}: {}", around.message_on_first())
}

fn unencodable(plan: &Plan, lost: &Lost, excerpt: &Excerpt) -> String {
    let Lost { offset, length, code_point, is_joined, .. } = lost;
    let head = format!("offset {offset}, length {length}: ");
    let (to, bytes) = (plan.to.name(), excerpt.to_string());
    let is_read_back =
        plan.options.on_unencodable == OnUnencodable::StrictRoundtrip && is_escape(plan.to, *code_point);
    let colon = if bytes.is_empty() { "" } else { ": " };
    if *is_joined {
        return format!(
            "{head}{bytes}{colon}U+{code_point:04X} and the trail surrogate after it are one code point in {to}"
        );
    }
    if is_read_back {
        return format!(
            "{head}{bytes}{colon}U+{code_point:04X} and the escapes after it would be read back as a character"
        );
    }
    let character = show::character(*code_point);
    match bytes.is_empty() {
        true => format!("{head}{to} does not have {character}"),
        false => format!("{head}{bytes} is {character}, which {to} does not have"),
    }
}

/// Returns `true` if the code point represents a byte in the target.
fn is_escape(to: Side, code_point: u32) -> bool {
    let Side::Encoding(to) = to else { return false };
    to.info().carry.is_some_and(|carry| {
        code_point.checked_sub(carry.base).is_some_and(|unit| (carry.first..=0xFF).contains(&unit))
    })
}

/// The kind of an entry about a code point that the target cannot hold.
const UNENCODABLE: &str = "unencodable";

/// The kind of an entry about an input that contradicts the encoding that was named.
const OTHER_ENCODING: &str = "other-encoding";

/// The report for machines.
#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    path: Option<JsonName<'a>>,
    from: &'static str,
    /// How confident the detection of a legacy encoding is.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<&'static str>,
    to: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dry_run: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    converted: Option<bool>,
    read: u64,
    written: u64,
    errors: Vec<JsonError>,
    error_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reserved_count: Option<u64>,
    failed: Option<JsonError>,
    /// How the input contradicts the encoding that was named, although it was converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<JsonError>,
    /// The number of byte order marks within the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    inner_boms: Option<u64>,
    /// The number of controls from U+0080 on, which no text has.
    #[serde(skip_serializing_if = "Option::is_none")]
    c1_controls: Option<u64>,
    /// The number of characters that were written as others.
    #[serde(skip_serializing_if = "Option::is_none")]
    altered_count: Option<u64>,
    /// The encoding that the text declares itself, if that is wrong now.
    #[serde(skip_serializing_if = "Option::is_none")]
    declares: Option<&'a Declared>,
    unencodable: Vec<JsonLost>,
    unencodable_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    trailing: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonError {
    offset: u64,
    length: u64,
    kind: &'static str,
    /// The encoding that the input looks like.
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
    /// The message of an I/O error.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The code point that the output cannot hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    code_point: Option<String>,
    #[serde(flatten)]
    spot: Option<Spot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

#[derive(Serialize)]
struct JsonLost {
    offset: u64,
    length: u64,
    code_point: String,
    #[serde(flatten)]
    spot: Option<Spot>,
}

/// Returns `true` if the encoding reserves sequences for future use, which are counted separately.
fn has_reserved(from: Side) -> bool {
    matches!(from, Side::Encoding(encoding) if encoding.info().reserved.is_some())
}

impl<'a> Line<'a> {
    fn new(plan: &Plan, report: &'a InputReport) -> Self {
        Line {
            version: json::VERSION,
            path: report.source.to_json(),
            from: from(plan, report).name(),
            confidence: report.detected.and_then(|found| Some(found.confidence?.name())),
            to: plan.to.name(),
            dry_run: plan.is_dry,
            converted: report.is_converted,
            read: report.read,
            written: report.written,
            errors: report.errors.listed.iter().map(JsonError::from).collect(),
            error_count: report.errors.count,
            reserved_count: has_reserved(from(plan, report)).then_some(report.reserved),
            failed: report.failed.as_ref().map(|(failed, _)| JsonError::of(plan, failed, report)),
            warning: report.warning().map(|warning| JsonError {
                encoding: seen_as(plan, warning),
                hint: Some(to_run(plan, report, warning)),
                ..JsonError::new(0, 0, OTHER_ENCODING)
            }),
            inner_boms: report.inner_marks.map(|(count, _)| count),
            c1_controls: report.controls.map(|controls| controls.count),
            altered_count: (report.altered > 0).then_some(report.altered),
            declares: report.declared(),
            unencodable: report.unencodable.listed.iter().map(JsonLost::from).collect(),
            unencodable_count: report.unencodable.count,
            trailing: (report.trailing > 0).then_some(report.trailing),
            skipped: report.is_binary.then_some("binary"),
        }
    }
}

impl From<&Finding> for JsonError {
    fn from(&Finding { offset, length, kind, spot }: &Finding) -> Self {
        JsonError { spot, ..JsonError::new(offset, length, kind.name()) }
    }
}

impl JsonError {
    fn new(offset: u64, length: u64, kind: &'static str) -> Self {
        JsonError {
            offset,
            length,
            kind,
            encoding: None,
            message: None,
            code_point: None,
            spot: None,
            hint: None,
        }
    }

    fn of(plan: &Plan, failed: &Failed, report: &InputReport) -> Self {
        let error = match failed {
            Failed::IllFormed(finding) => finding.into(),
            Failed::Unencodable(lost) => {
                let code_point = Some(notation(lost.code_point));
                JsonError {
                    code_point,
                    spot: lost.spot,
                    ..JsonError::new(lost.offset, lost.length, UNENCODABLE)
                }
            }
            &Failed::Frame(length) => JsonError::new(0, length, "frame"),
            &Failed::Contradicted(contradiction) => {
                JsonError { encoding: seen_as(plan, contradiction), ..JsonError::new(0, 0, OTHER_ENCODING) }
            }
            Failed::Io => {
                JsonError { message: report.message.clone(), ..JsonError::new(report.read, 0, "io") }
            }
        };
        JsonError { hint: remedy(plan, report, failed), ..error }
    }
}

impl From<&Lost> for JsonLost {
    fn from(lost: &Lost) -> Self {
        let code_point = notation(lost.code_point);
        JsonLost { offset: lost.offset, length: lost.length, code_point, spot: lost.spot }
    }
}

/// Returns the notation of the standard.
fn notation(code_point: u32) -> String {
    format!("U+{code_point:04X}")
}
