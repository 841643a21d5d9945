//! `placemat detect`.

mod report;

use placemat::detect::{Detection, Detector};

use crate::args::DetectArgs;
use crate::crew;
use crate::input::{CHUNK, Input, Place};
use crate::output::Output;
use crate::progress::Progress;
use crate::show::say;
use crate::status::{Status, Trouble};
use crate::walk::{self, Met, Selection};

/// How much of an input is read, unless all of it is asked for.
const MOST: u64 = 1 << 20;

/// Inputs whose encodings are to be told.
#[derive(Debug)]
pub(crate) struct Plan {
    is_json: bool,
    /// Bytes of each input.
    most: u64,
    paths: Vec<Place>,
    selection: Selection,
    threads: usize,
    progress: Progress,
}

impl Plan {
    pub(crate) fn new(args: DetectArgs) -> Result<Self, Trouble> {
        Ok(Plan {
            is_json: args.json,
            most: if args.whole { u64::MAX } else { MOST },
            paths: Place::from_arguments(args.paths),
            selection: Selection::new(&args.walk)?,
            threads: crew::size(args.walk.threads),
            progress: Progress::new(!args.json),
        })
    }
}

/// What is told of an input.
#[derive(Debug)]
struct Found {
    detection: Detection,
    /// Bytes of the whole input, where that is known.
    size: Option<u64>,
}

/// Looks at every input. One that cannot be read is told of, and the others are looked at nevertheless.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), Trouble> {
    let mut output = Output::standard()?;
    let files = plan.paths.iter().flat_map(|place| walk::files(place, &plan.selection));
    let result = crew::run(
        Box::new(files),
        plan.threads,
        |file| told(plan, file),
        |told| match told {
            Ok(Some((found, has_verdict))) => {
                if !has_verdict {
                    status.raise(Status::Lossy);
                }
                plan.progress.aside(|| output.write(&found))
            }
            Ok(None) => Ok(()),
            Err(Trouble::Failed(message)) => {
                plan.progress.aside(|| say(message));
                status.raise(Status::Failed);
                Ok(())
            }
            Err(Trouble::ClosedPipe) => Err(Trouble::ClosedPipe),
        },
    );
    plan.progress.end();
    result
}

/// The report on a file, and whether it has a verdict; `None` if it is no regular file any more.
fn told(plan: &Plan, file: Result<Met, Trouble>) -> Result<Option<(Vec<u8>, bool)>, Trouble> {
    let Some(mut input) = file?.open()? else { return Ok(None) };
    walk::refuse_output(&input)?;
    let found = look(&mut input, plan.most, &plan.progress)?;
    let report = report::report(input.place(), &found, plan.is_json);
    Ok(Some((report, found.detection.encoding.is_some())))
}

/// The verdict on the beginning of an input, all of which can be read afterwards.
pub(crate) fn at_front(input: &mut Input) -> Result<Detection, Trouble> {
    let (mut detector, mut left, mut goes_on) = (Detector::new(), MOST as usize, false);
    input.look_ahead(MOST as usize + 1, |piece| {
        let within = piece.len().min(left);
        detector.push(&piece[..within]);
        left -= within;
        goes_on |= within < piece.len();
    })?;
    Ok(if goes_on { detector.finish_early() } else { detector.finish() })
}

/// Reads as much of an input as is asked for, and one byte more to see whether there is more.
fn look(input: &mut Input, most: u64, progress: &Progress) -> Result<Found, Trouble> {
    let mut detector = Detector::new();
    let mut buffer = vec![0; CHUNK];
    let mut left = most;
    loop {
        let room = usize::try_from(left).map_or(CHUNK, |left| left.clamp(1, CHUNK));
        match input.read(&mut buffer[..room])? {
            0 => {
                let detection = detector.finish();
                return Ok(Found { size: Some(detection.read), detection });
            }
            _ if left == 0 => return Ok(Found { detection: detector.finish_early(), size: input.size() }),
            n => {
                detector.push(&buffer[..n]);
                progress.advance(n);
                left -= n as u64;
            }
        }
    }
}
