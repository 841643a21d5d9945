//! `placemat detect`.

mod report;

use placemat::detect::{Detection, Detector};

use crate::args::DetectArgs;
use crate::input::{CHUNK, Input, Place};
use crate::output::Output;
use crate::show::say;
use crate::status::{Status, Trouble};
use crate::walk;

/// How much of an input is read, unless all of it is asked for.
const MOST: u64 = 1 << 20;

/// Inputs whose encodings are to be told.
#[derive(Debug)]
pub(crate) struct Plan {
    is_json: bool,
    /// Bytes of each input.
    most: u64,
    paths: Vec<Place>,
}

impl From<DetectArgs> for Plan {
    fn from(args: DetectArgs) -> Self {
        Plan {
            is_json: args.json,
            most: if args.whole { u64::MAX } else { MOST },
            paths: Place::from_arguments(args.paths),
        }
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
    let mut output = Output::open(None, &[])?;
    let mut is_any_unread = false;
    for place in &plan.paths {
        for input in walk::inputs(place) {
            let looked_at = input
                .and_then(walk::refuse_output)
                .and_then(|mut input| look(&mut input, plan.most).map(|found| (input, found)));
            match looked_at {
                Ok((input, found)) => {
                    if found.detection.encoding.is_none() {
                        status.raise(Status::Lossy);
                    }
                    output.write(&report::report(input.place(), &found, plan.is_json))?;
                }
                Err(Trouble::Failed(message)) => {
                    say(message);
                    is_any_unread = true;
                }
                Err(trouble @ Trouble::ClosedPipe) => return Err(trouble),
            }
        }
    }
    if is_any_unread {
        status.raise(Status::Failed);
    }
    Ok(())
}

/// Reads as much of an input as is asked for, and one byte more to see whether there is more.
fn look(input: &mut Input, most: u64) -> Result<Found, Trouble> {
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
                left -= n as u64;
            }
        }
    }
}
