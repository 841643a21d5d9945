//! `placemat explain`: each sequence with its bits, its code point and its name.

pub(crate) mod character;
mod layout;
mod lines;
mod opened;
pub(crate) mod place;
mod policies;
mod screen;
mod side_by_side;
mod subject;

use data_encoding::HEXUPPER;
use placemat::table::NotDecoded;
use placemat::{Codec, Encoding, Endian, ErrorKind};

use crate::applies;
use crate::args::ExplainArgs;
use crate::color::Painter;
use crate::input::{CHUNK, InputSource};
use crate::names::{self, Side};
use crate::output::Output;
use crate::show::{self, Count, say};
use crate::status::{CommandError, Status};
use lines::Lines;
use opened::{Opened, Region};
use place::Place;
use screen::Screen;
use subject::{Subject, parse_hex};

/// How many bytes of adjacent ill-formed subsequences are reported together, and how many of a longer one are
/// reported.
const LONGEST_RUN: usize = 1024;

/// The plan of a run of `explain`.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The encoding, unless it is to be detected.
    encoding: Option<Encoding>,
    default_endian: Endian,
    subject: Subject,
    /// The place around which a file is explained.
    at: Option<Place>,
    is_side_by_side: bool,
    is_json: bool,
    screen: Screen,
}

impl Plan {
    pub(crate) fn new(args: ExplainArgs) -> Result<Self, CommandError> {
        let encoding = match args.encoding.eq_ignore_ascii_case(names::AUTO) {
            true => None,
            false => Some(names::encoding(&args.encoding)?),
        };
        applies::default_endian(args.default_endian, encoding.map_or(Side::Auto, Side::Encoding))?;
        let subject = match (args.text, &args.hex, args.file) {
            (Some(text), _, _) => Subject::Text(text),
            (None, Some(hex), _) => Subject::Bytes(parse_hex(hex)?),
            (None, None, Some(argument)) => Subject::of_argument(argument)?,
            (None, None, None) => Subject::Input(InputSource::StandardInput(None)),
        };
        if args.at.is_some() && encoding.is_some_and(Encoding::is_wrapper) {
            let message = "--at is for text in an encoding that can be read from any offset";
            return Err(CommandError::Failed(message.to_owned()));
        }
        let painter = Painter::for_standard_output(args.color);
        let screen =
            Screen::new(encoding.unwrap_or(Encoding::Utf8), args.base, args.seen_as, args.width, painter);
        Ok(Plan {
            encoding,
            default_endian: args
                .default_endian
                .or_else(|| names::order_in(&args.encoding))
                .unwrap_or_default(),
            subject,
            at: args.at,
            is_side_by_side: args.all,
            is_json: args.json,
            screen,
        })
    }
}

/// Explains every sequence, and ends with a summary if something was ill-formed.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    let inputs = match &plan.subject {
        Subject::Input(source) => std::slice::from_ref(source),
        Subject::Text(_) | Subject::CodePoints(_) | Subject::Bytes(_) => &[],
    };
    let mut output = Output::standard(inputs)?;
    let (mut opened, encoding, mut screen) = match Opened::open(&plan.subject, plan.encoding)? {
        Ok((opened, encoding)) => {
            let named = plan.encoding.unwrap_or(encoding);
            (opened, encoding, plan.screen.with_encoding(named))
        }
        Err(message) => {
            status.raise(Status::Findings);
            say(message);
            return Ok(());
        }
    };
    let mut region = None;
    if let Some(at) = plan.at {
        let around = opened.go_to(at, encoding, plan.default_endian)?;
        screen = screen.with_marked(around.at);
        region = Some(around);
    }
    if plan.is_side_by_side {
        let text = opened.rest()?;
        note_trailing(&opened);
        return output
            .write(side_by_side::table((encoding, plan.default_endian), &text, &screen, status)?.as_bytes());
    }
    let report = if plan.is_json { Report::Json(Lines::default()) } else { Report::Screen(&screen) };
    let rows = report.frame(0, &opened.frame.head, true);
    let encoding = region.as_ref().map_or(encoding, |region| region.encoding);
    let mut explanation = Explanation { plan, opened, encoding, report, rows, region, errors: 0, output };
    let read = explanation.give_text();
    // This applies even if the output was closed.
    if explanation.errors > 0 {
        status.raise(Status::Findings);
    }
    read.and_then(|()| explanation.end())
}

/// Reports the number of bytes after a frame, which are not explained.
fn note_trailing(opened: &Opened) {
    if opened.frame.trailing > 0 {
        say(show::after_frame(opened.frame.trailing));
    }
}

/// An explanation in progress.
struct Explanation<'p> {
    plan: &'p Plan,
    opened: Opened,
    /// The encoding of the text, once it is known with its byte order.
    encoding: Encoding,
    report: Report<'p>,
    /// Output that has not been written yet.
    rows: Vec<u8>,
    /// The part of the text that is explained, if it is not all of it.
    region: Option<Region>,
    /// The number of ill-formed subsequences.
    errors: u64,
    output: Output,
}

impl Explanation<'_> {
    /// Writes the rows of the text, except the last ones.
    fn give_text(&mut self) -> Result<(), CommandError> {
        let Explanation { plan, opened, encoding, report, rows, region, errors, output } = self;
        // A byte order mark is only at the start.
        let mut skip = region.as_ref().and_then(|region| (!region.is_at_start).then_some(0));
        // Adjacent ill-formed subsequences: policies may treat several of them together.
        let mut run = Run::default();
        loop {
            // Rows are written before waiting for more input.
            if opened.is_due() || rows.len() >= CHUNK {
                output.write(rows)?;
                rows.clear();
            }
            let at = opened.offset;
            let (units, end) = opened.window()?;
            if skip.is_none()
                && let Some(preamble) = encoding.begin(units, end, plan.default_endian)
            {
                *encoding = preamble.order.map_or(*encoding, |order| encoding.with_order(order));
                skip = Some(preamble.skip);
                if preamble.skip > 0 {
                    rows.extend(report.mark(at, &units[..preamble.skip]));
                    opened.consume(preamble.skip);
                    continue;
                }
            }
            if units.is_empty() || region.as_ref().is_some_and(|region| at >= region.end) {
                break;
            }
            let (len, kind) = match encoding.decode_next(units, end) {
                Ok(decoded) => {
                    rows.extend(run.end(report, *encoding));
                    rows.extend(report.sequence(at, &units[..decoded.len], decoded.code_point));
                    opened.consume(decoded.len);
                    continue;
                }
                Err(NotDecoded::Incomplete) => (units.len(), ErrorKind::Truncated),
                Err(NotDecoded::IllFormed(error)) => (error.len, error.kind),
            };
            *errors += 1;
            let ahead = units[..units.len().min(LONGEST_RUN)].to_vec();
            opened.consume(len);
            // Only reserved sequences extend beyond the window, as far as there are trail bytes.
            let more = if kind == ErrorKind::Reserved { opened.pass_trails(*encoding)? } else { 0 };
            let part = Part { encoding: *encoding, at, ahead: &ahead, len: len as u64 + more, kind };
            rows.extend(report.ill_formed(part));
            rows.extend(run.add(part, report));
        }
        rows.extend(run.end(report, *encoding));
        Ok(())
    }

    /// Writes the remaining rows, and a summary if something was ill-formed.
    fn end(self) -> Result<(), CommandError> {
        let Explanation { plan, opened, encoding, report, mut rows, errors, mut output, .. } = self;
        rows.extend(report.frame(opened.offset, opened.frame.tail, false));
        if errors > 0 && !plan.is_json {
            rows.extend(format!("\n{} in {encoding}\n", Count(errors, "invalid sequence")).into_bytes());
        }
        output.write(&rows)?;
        output.finish()?;
        note_trailing(&opened);
        Ok(())
    }
}

/// An ill-formed subsequence: the first `len` of the units ahead, or more than these.
#[derive(Clone, Copy, Debug)]
struct Part<'u> {
    encoding: Encoding,
    at: u64,
    ahead: &'u [u8],
    len: u64,
    kind: ErrorKind,
}

impl<'u> Part<'u> {
    /// Returns its bytes; of a subsequence longer than [`LONGEST_RUN`], the first ones.
    fn bytes(self) -> &'u [u8] {
        let len = usize::try_from(self.len).unwrap_or(usize::MAX);
        &self.ahead[..len.min(self.ahead.len())]
    }

    /// Returns the value of the unit, in hexadecimal, if it is one unit of several bytes.
    fn unit(self) -> Option<String> {
        let width = self.encoding.info().width;
        if width == 1 || self.len != width as u64 {
            return None;
        }
        let is_little = self.encoding.info().order == Some(Endian::Little);
        let mut bytes = self.bytes().to_vec();
        if is_little {
            bytes.reverse();
        }
        Some(HEXUPPER.encode(&bytes))
    }
}

/// Adjacent ill-formed subsequences: policies may treat several of them together.
#[derive(Default)]
struct Run {
    /// Their bytes; of a long subsequence, the first ones.
    bytes: Vec<u8>,
    len: u64,
}

impl Run {
    /// Adds a subsequence, and ends a run that is long enough.
    fn add(&mut self, part: Part<'_>, report: &mut Report<'_>) -> Vec<u8> {
        self.bytes.extend_from_slice(part.bytes());
        self.len += part.len;
        if self.bytes.len() >= LONGEST_RUN { self.end(report, part.encoding) } else { vec![] }
    }

    fn end(&mut self, report: &mut Report<'_>, encoding: Encoding) -> Vec<u8> {
        let Run { bytes, len } = std::mem::take(self);
        report.end_run(encoding, &bytes, len)
    }
}

/// The report, for people or for machines.
enum Report<'p> {
    Screen(&'p Screen),
    Json(Lines),
}

impl Report<'_> {
    /// Returns the report on a BOM or magic number at the start of a text.
    fn mark(&self, at: u64, bytes: &[u8]) -> Vec<u8> {
        match self {
            Report::Screen(screen) => screen.mark(at, bytes).into_bytes(),
            Report::Json(_) => Lines::mark(at, bytes),
        }
    }

    /// Returns the report on bytes of a frame around a text, if there are any.
    fn frame(&self, at: u64, bytes: &[u8], is_head: bool) -> Vec<u8> {
        match self {
            _ if bytes.is_empty() => vec![],
            Report::Screen(screen) => screen.frame(at, bytes, is_head).into_bytes(),
            Report::Json(_) => Lines::frame(at, bytes),
        }
    }

    fn sequence(&self, at: u64, bytes: &[u8], code_point: u32) -> Vec<u8> {
        match self {
            Report::Screen(screen) => screen.sequence(at, bytes, code_point).into_bytes(),
            Report::Json(_) => Lines::sequence(at, bytes, code_point),
        }
    }

    fn ill_formed(&mut self, part: Part<'_>) -> Vec<u8> {
        match self {
            Report::Screen(screen) => screen.ill_formed(part).into_bytes(),
            Report::Json(lines) => {
                lines.ill_formed(part);
                vec![]
            }
        }
    }

    /// Returns the results of the policies for adjacent ill-formed subsequences, to follow the last of them.
    fn end_run(&mut self, encoding: Encoding, bytes: &[u8], len: u64) -> Vec<u8> {
        match self {
            Report::Screen(screen) => screen.policies(encoding, bytes).into_bytes(),
            Report::Json(lines) => lines.end_run(encoding, bytes, len),
        }
    }
}
