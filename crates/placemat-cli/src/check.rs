//! `placemat check`.

mod position;
mod report;
mod scan;

use placemat::{Encoding, OnError, Options};

use crate::args::CheckArgs;
use crate::input::Place;
use crate::names;
use crate::show::say;
use crate::status::{Status, Trouble};
use crate::walk;
use report::{Reporter, Style};
use scan::Stop;

/// Inputs to be checked.
#[derive(Debug)]
pub(crate) struct Plan {
    encoding: Encoding,
    options: Options,
    style: Style,
    paths: Vec<Place>,
}

impl Plan {
    pub(crate) fn new(args: CheckArgs) -> Result<Self, Trouble> {
        Ok(Plan {
            encoding: names::encoding(&args.encoding)?,
            options: Options {
                // Every error is a maximal subpart, and nothing is written.
                on_error: OnError::Skip,
                default_endian: args.reading.default_endian,
                heal_pairs: args.reading.heal_pairs,
                refuse_surrogates: args.reading.refuse_surrogates,
                ..Options::default()
            },
            style: Style::new(args.json, args.max_errors),
            paths: Place::from_arguments(args.paths),
        })
    }
}

/// Checks every input. One that cannot be read is told of, and the others are checked nevertheless.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), Trouble> {
    let mut reporter = Reporter::open(plan.style, plan.encoding, status)?;
    let mut is_any_unread = false;
    for place in &plan.paths {
        for input in walk::inputs(place) {
            let scanned = input
                .and_then(walk::refuse_output)
                .map_err(Stop::Input)
                .and_then(|mut input| scan::scan(&mut input, plan.encoding, plan.options, &mut reporter));
            match scanned {
                Ok(()) => {}
                Err(Stop::Input(Trouble::Failed(message))) => {
                    say(message);
                    is_any_unread = true;
                }
                Err(Stop::Input(trouble) | Stop::Output(trouble)) => return Err(trouble),
            }
        }
    }
    reporter.finish()?;
    if is_any_unread {
        status.raise(Status::Failed);
    }
    Ok(())
}
