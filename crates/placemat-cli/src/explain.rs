//! `placemat explain`: each sequence with its bits, its code point and its name.

pub(crate) mod character;
mod layout;
mod lines;
pub(crate) mod place;
mod policies;
mod screen;
mod side_by_side;

use std::ffi::{OsStr, OsString};

use data_encoding::HEXUPPER;
use placemat::form::Utf8;
use placemat::table::NotDecoded;
use placemat::{Codec, Conversion, Encoding, Endian, ErrorKind, Options};

use crate::applies;
use crate::args::ExplainArgs;
use crate::color::Painter;
use crate::detect;
use crate::input::{CHUNK, Input, InputSource};
use crate::names::{self, Side};
use crate::output::Output;
use crate::show::{Count, Name, say};
use crate::status::{CommandError, Status};
use crate::wrapper;
use lines::Lines;
use place::Place;
use screen::Screen;

/// More than the length of any sequence and BOM.
const LOOK_AHEAD: usize = 64;

/// How many bytes before and after an offset are explained with it.
const BEFORE: u64 = 8;
const AFTER: u64 = 8;

/// How many bytes of adjacent ill-formed subsequences are reported together, and how many of a longer one are
/// reported.
const LONGEST_RUN: usize = 1024;

/// Where the bytes come from.
#[derive(Debug)]
enum Subject {
    Input(InputSource),
    Text(OsString),
    CodePoints(Vec<u32>),
    Bytes(Vec<u8>),
}

impl Subject {
    /// Returns the subject of an argument without an option: a file, or else code points or a text.
    fn of_argument(argument: OsString) -> Result<Self, CommandError> {
        let is_there = argument == "-" || std::path::Path::new(&argument).symlink_metadata().is_ok();
        if is_there {
            return Ok(Subject::Input(InputSource::from_argument(&argument)));
        }
        if let Some(code_points) = argument.to_str().and_then(parse_code_points) {
            return Ok(Subject::CodePoints(code_points));
        }
        if argument.as_encoded_bytes().is_ascii() {
            let name = Name(&argument);
            let message = format!("{name}: No such file or directory (--text explains it as a text)");
            return Err(CommandError::Failed(message));
        }
        Ok(Subject::Text(argument))
    }
}

/// Parses code points, `U+1F4A9`, with white space between them.
fn parse_code_points(text: &str) -> Option<Vec<u32>> {
    let one = |word: &str| {
        let digits = word.strip_prefix("U+").or_else(|| word.strip_prefix("u+"))?;
        u32::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
    };
    let code_points: Vec<_> = text.split_whitespace().map(one).collect::<Option<_>>()?;
    (!code_points.is_empty()).then_some(code_points)
}

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
        if args.at.is_some()
            && (!matches!(subject, Subject::Input(_)) || encoding.is_some_and(Encoding::is_wrapper))
        {
            let message = "--at is for a file in an encoding that can be read from any offset";
            return Err(CommandError::Failed(message.to_owned()));
        }
        let painter = Painter::for_standard_output(args.color);
        let screen =
            Screen::new(encoding.unwrap_or(Encoding::Utf8), args.base, args.seen_as, args.width, painter);
        Ok(Plan {
            encoding,
            default_endian: args.default_endian.unwrap_or_default(),
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
    let (mut opened, encoding, screen) = match Opened::open(&plan.subject, plan.encoding)? {
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
        region = Some(opened.go_to(at, encoding, plan.default_endian)?);
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
        say(format_args!("{} after the frame not read", Count(opened.frame.trailing, "byte")));
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

/// The part of a text around an offset.
struct Region {
    /// The encoding, with the byte order of the text.
    encoding: Encoding,
    is_at_start: bool,
    /// No sequence is explained that starts here or later.
    end: u64,
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

/// The bytes to explain, one window at a time.
struct Opened {
    input: Option<Input>,
    buffer: Vec<u8>,
    at: usize,
    offset: u64,
    frame: FrameParts,
}

/// The bytes around the text.
#[derive(Default)]
struct FrameParts {
    head: Vec<u8>,
    tail: &'static [u8],
    /// The number of bytes after the tail.
    trailing: u64,
}

impl Opened {
    /// Opens the subject, and returns the encoding of its text. The inner error says why the input is not
    /// such a text.
    fn open(
        subject: &Subject,
        named: Option<Encoding>,
    ) -> Result<Result<(Self, Encoding), String>, CommandError> {
        // The command line has its text in UTF-8.
        let encoding = named.unwrap_or(match subject {
            Subject::Bytes(bytes) => placemat::detect::detect(bytes).encoding.unwrap_or(Encoding::Utf8),
            _ => Encoding::Utf8,
        });
        let tail = encoding.as_frame().map_or(&[][..], |frame| frame.tail());
        match subject {
            Subject::Text(text) => {
                Ok(encoded(text, encoding)?.and_then(|bytes| Opened::of_bytes(&bytes, encoding, tail)))
            }
            Subject::CodePoints(code_points) => {
                let encoded = code_points_in(code_points, encoding);
                Ok(encoded.and_then(|bytes| Opened::of_bytes(&bytes, encoding, tail)))
            }
            Subject::Bytes(bytes) => Ok(Opened::of_bytes(bytes, encoding, tail)),
            Subject::Input(source) => {
                let mut input = Input::open(source)?;
                let encoding = match named {
                    Some(encoding) => encoding,
                    None => match detected(&mut input)? {
                        Ok(encoding) => encoding,
                        Err(reason) => return Ok(Err(format!("{source}: {reason}"))),
                    },
                };
                let tail = encoding.as_frame().map_or(&[][..], |frame| frame.tail());
                let text = match wrapper::resolve(encoding, &mut input)? {
                    Ok(text) => text,
                    Err(error) => return Ok(Err(format!("{source}: {error}"))),
                };
                let head = if text.start > 0 { input.peek(0, text.start as usize)? } else { vec![] };
                let frame = FrameParts { head, tail, trailing: text.trailing };
                let opened = Opened { input: Some(input), buffer: vec![], at: 0, offset: text.start, frame };
                Ok(Ok((opened, text.encoding)))
            }
        }
    }

    fn of_bytes(bytes: &[u8], encoding: Encoding, tail: &'static [u8]) -> Result<(Self, Encoding), String> {
        let (mut range, mut inner) = (0..bytes.len(), encoding);
        if let Some(mut probe) = placemat::stream::Probe::new(encoding) {
            probe.push(bytes);
            let (encoding, text) = probe.finish().map_err(|error| error.to_string())?;
            (range, inner) = (text.start as usize..text.end as usize, encoding);
        }
        let trailing = (bytes.len() - range.end - tail.len()) as u64;
        let frame = FrameParts { head: bytes[..range.start].to_vec(), tail, trailing };
        let offset = range.start as u64;
        Ok((Opened { input: None, buffer: bytes[range].to_vec(), at: 0, offset, frame }, inner))
    }

    /// Moves to a sequence before a place, and returns the part to explain.
    fn go_to(&mut self, place: Place, encoding: Encoding, default: Endian) -> Result<Region, CommandError> {
        let Some(input) = &mut self.input else { return Ok(Region { encoding, is_at_start: true, end: 0 }) };
        let Some(size) = input.size() else {
            return Err(CommandError::Failed(format!("{}: --at needs a regular file", input.source())));
        };
        let Some(at) = place.offset_in(input, size, encoding, default)? else {
            let has = match place {
                Place::Offset(_) => format!("has {}, and none", Count(size, "byte")),
                Place::Column { .. } => "has no character".to_owned(),
            };
            return Err(CommandError::Failed(format!("{}: {has} at {place}", input.source())));
        };
        let width = encoding.info().width as u64;
        let head = input.peek(0, LOOK_AHEAD)?;
        let order =
            encoding.begin(&head, head.len() < LOOK_AHEAD, default).and_then(|preamble| preamble.order);
        let mut start = at.saturating_sub(BEFORE) / width * width;
        if width == 1 && start > 0 {
            // The first byte is not in the middle of a character.
            let ahead = input.peek(start, (at - start) as usize)?;
            start += ahead.iter().take_while(|byte| matches!(byte, 0x80..=0xBF)).take(3).count() as u64;
        }
        input.restrict(start, size)?;
        self.offset = start;
        let encoding = order.map_or(encoding, |order| encoding.with_order(order));
        Ok(Region { encoding, is_at_start: start == 0, end: at + AFTER })
    }

    /// Returns `true` if more of the input must be read first.
    fn is_due(&self) -> bool {
        self.input.is_some() && self.buffer.len() - self.at < LOOK_AHEAD
    }

    /// Returns the next bytes, and whether the input ends with them.
    fn window(&mut self) -> Result<(&[u8], bool), CommandError> {
        while self.buffer.len() - self.at < LOOK_AHEAD
            && let Some(input) = &mut self.input
        {
            self.buffer.drain(..self.at);
            self.at = 0;
            let mut piece = vec![0; CHUNK];
            match input.read(&mut piece)? {
                0 => self.input = None,
                n => self.buffer.extend_from_slice(&piece[..n]),
            }
        }
        Ok((&self.buffer[self.at..], self.input.is_none()))
    }

    fn consume(&mut self, len: usize) {
        self.at += len;
        self.offset += len as u64;
    }

    /// Skips the trail bytes that come next, and returns their number.
    fn pass_trails(&mut self, encoding: Encoding) -> Result<u64, CommandError> {
        let (table, mut passed) = (encoding.info().table, 0);
        loop {
            let (units, end) = self.window()?;
            let trails = units.iter().take_while(|&&unit| table.is_trail(unit.into())).count();
            let is_all = trails == units.len() && !end;
            self.consume(trails);
            passed += trails as u64;
            if !is_all {
                return Ok(passed);
            }
        }
    }

    /// Returns all remaining bytes.
    fn rest(&mut self) -> Result<Vec<u8>, CommandError> {
        while self.input.is_some() {
            let len = self.buffer.len();
            self.at = len;
            let mut piece = vec![0; CHUNK];
            if let Some(input) = &mut self.input {
                match input.read(&mut piece)? {
                    0 => self.input = None,
                    n => self.buffer.extend_from_slice(&piece[..n]),
                }
            }
        }
        Ok(std::mem::take(&mut self.buffer))
    }
}

/// Returns the encoding of an input by its beginning, or the reason why it cannot be explained.
fn detected(input: &mut Input) -> Result<Result<Encoding, String>, CommandError> {
    let front = detect::at_front(input)?;
    let legacy = front.legacy.map(|guess| (guess.legacy.of_family(), guess));
    Ok(match (legacy, front.detection.encoding) {
        (Some((Some(encoding), _)), _) | (None, Some(encoding)) => Ok(encoding),
        (Some((None, guess)), _) => Err(format!(
            "looks like {} ({}), which explain does not read; placemat convert -f {} converts it",
            guess.legacy.name(),
            guess.confidence.name(),
            guess.legacy.identifier(),
        )),
        (None, None) if front.detection.read == 0 => Ok(Encoding::Utf8),
        (None, None) => Err("not text in any known encoding".to_owned()),
    })
}

/// Encodes a text of the command line, or returns the reason why it cannot be encoded. In UTF-8 its bytes are
/// unchanged, even if they are ill-formed.
fn encoded(text: &OsStr, encoding: Encoding) -> Result<Result<Vec<u8>, String>, CommandError> {
    let bytes = text.as_encoded_bytes();
    if encoding.info().is_utf_8 && encoding.mark().is_empty() {
        return Ok(Ok(bytes.to_vec()));
    }
    let conversion = Conversion::new(Utf8, encoding, Options::default());
    let conversion = conversion.map_err(|error| CommandError::Failed(error.to_string()))?;
    let converted = conversion.convert(bytes).map(|converted| converted.output);
    Ok(converted.map_err(|failure| format!("--text '{}': {failure}", Name(text))))
}

/// Encodes code points of the command line, or returns the reason why they cannot be encoded.
fn code_points_in(code_points: &[u32], encoding: Encoding) -> Result<Vec<u8>, String> {
    let in_family = |code_points: &[u32], encoding| placemat::encode(encoding, code_points);
    in_family(code_points, encoding).map_err(|failure| {
        let bad = code_points.get(failure.offset() as usize).copied().unwrap_or_default();
        format!(
            "U+{bad:04X} has no place in {encoding} (wtf-8 holds surrogates, utf-8-rfc2279 larger numbers)"
        )
    })
}

/// Parses bytes in hexadecimal, with white space, commas, `0x` and `\x` between them.
fn parse_hex(hex: &OsStr) -> Result<Vec<u8>, CommandError> {
    let wrong = || CommandError::Failed(format!("--hex '{}': not bytes in hexadecimal", Name(hex)));
    let text = hex.to_str().ok_or_else(wrong)?;
    let mut bytes = vec![];
    for word in text.split(|character: char| character.is_ascii_whitespace() || character == ',') {
        for part in word.split("\\x") {
            let digits = part.strip_prefix("0x").unwrap_or(part);
            let decoded = data_encoding::HEXLOWER_PERMISSIVE.decode(digits.as_bytes());
            bytes.extend(decoded.map_err(|_| wrong())?);
        }
    }
    Ok(bytes)
}
