//! `placemat convert`.

mod account;
mod bytes;
mod report;
mod session;
mod sink;
mod text;

use std::path::PathBuf;

use placemat::form::Ucs4Units;
use placemat::{Conversion, Encoding, OnError, Options, Pairs, Undefined};

use crate::args::ConvertArgs;
use crate::input::Place;
use crate::names::{self, Side};
use crate::show::say;
use crate::status::{Status, Trouble};
use session::{Session, Source};
use sink::Target;

/// A conversion of some inputs to an output, with policies that exist.
#[derive(Debug)]
pub(crate) struct Plan {
    from: Side,
    to: Side,
    options: Options,
    /// Joined pairs are a loss unless they were asked for.
    joined_is_loss: bool,
    json: bool,
    quiet: bool,
    inputs: Vec<Place>,
    output: Option<PathBuf>,
}

impl Plan {
    pub(crate) fn new(args: ConvertArgs) -> Result<Self, Trouble> {
        let plan = Plan {
            from: names::side(&args.from, args.quiet)?,
            to: names::side(&args.to, args.quiet)?,
            options: Options {
                on_error: args.on_error,
                on_unencodable: args.on_unencodable,
                pairs: args.pairs.unwrap_or_default(),
                default_endian: args.reading.default_endian,
                heal_pairs: args.reading.heal_pairs,
                refuse_surrogates: args.reading.refuse_surrogates,
            },
            joined_is_loss: args.pairs != Some(Pairs::Join),
            json: args.json,
            quiet: args.quiet,
            inputs: Place::from_arguments(args.files),
            output: args.output,
        };
        match plan.undefined() {
            Some(undefined) => Err(Trouble::Failed(undefined.to_string())),
            None => Ok(plan),
        }
    }

    /// What the library does not define for these encodings.
    fn undefined(&self) -> Option<Undefined> {
        let result = match (self.from, self.to) {
            (Side::Encoding(from), Side::Encoding(to)) => Conversion::new(from, to, self.options).err(),
            (Side::Encoding(from), Side::CodePoints) => Conversion::new(from, Ucs4Units, self.options).err(),
            // The errors of this side are those of the text, which the library does not see.
            (Side::CodePoints, _) if !self.options.on_error.is_general() => {
                Some(Undefined::OnError(self.options.on_error, names::CODE_POINTS))
            }
            (Side::CodePoints, Side::Encoding(to)) => Conversion::new(Ucs4Units, to, self.options).err(),
            (Side::CodePoints, Side::CodePoints) => Conversion::new(Ucs4Units, Ucs4Units, self.options).err(),
        };
        result.map(|undefined| match undefined {
            Undefined::OnUnencodable(policy, _) => Undefined::OnUnencodable(policy, self.to.name()),
            other => other,
        })
    }

    fn note(&self, note: impl std::fmt::Display) {
        if !self.quiet {
            say(note);
        }
    }

    fn note_hazards(&self) {
        let is_internal = match self.to {
            Side::Encoding(to) => matches!(
                to,
                Encoding::Wtf8 | Encoding::GeneralizedUtf8 | Encoding::Wtf16Le | Encoding::Wtf16Be
            ),
            Side::CodePoints => false,
        };
        if is_internal {
            let name = self.to.name();
            self.note(format_args!(
                "note: {name} is for use inside one system; such text is not to be stored or sent"
            ));
        }
        if self.options.on_error == OnError::Skip {
            self.note("warning: policy skip joins what stood apart, which can be harmful; replace is safe");
        }
    }
}

/// Runs the conversion.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), Trouble> {
    plan.note_hazards();
    match (plan.from, plan.to) {
        (Side::Encoding(_), Side::Encoding(to)) => convert::<Encoding, _>(plan, to, status),
        (Side::Encoding(_), Side::CodePoints) => convert::<Encoding, _>(plan, Ucs4Units, status),
        (Side::CodePoints, Side::Encoding(to)) => convert::<Ucs4Units, _>(plan, to, status),
        (Side::CodePoints, Side::CodePoints) => convert::<Ucs4Units, _>(plan, Ucs4Units, status),
    }
}

fn convert<S: Source, T: Target>(plan: &Plan, target: T, status: &mut Status) -> Result<(), Trouble> {
    Session::<S, T>::open(plan, target.unframed(), status)?.run()
}
