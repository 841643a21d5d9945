//! `placemat convert`.

mod applies;
mod auto;
mod bytes;
mod controls;
mod exit;
mod files;
mod inner_marks;
mod input_report;
mod legacy;
mod line_ends;
mod places;
mod report;
mod session;
mod sink;
mod text;

use std::path::PathBuf;
use std::sync::Arc;

use placemat::form::Ucs4Units;
use placemat::label::Purpose;
use placemat::{Codec, Conversion, Encoding, Endian, OnError, Options, Pairs, Unsupported};

use crate::args::{Bom, ConvertArgs, Inputs, LineEnds, WalkArgs};
use crate::check::expected::Expectations;
use crate::input::InputSource;
use crate::mark;
use crate::names::{self, Side};
use crate::output::{Output, is_from_file_to_file};
use crate::pool;
use crate::progress::Progress;
use crate::replacement::ReplaceOptions;
use crate::show::{Argument, Name, say};
use crate::status::{CommandError, Status};
use crate::undo::Log;
use crate::walk::Selection;
use session::{Session, SourceCodec};
use sink::Target;

/// A conversion of inputs to an output, with policies that the library supports.
#[derive(Debug)]
pub(crate) struct Plan {
    from: Side,
    to: Side,
    options: Options,
    /// Joined pairs are a loss unless the user requested joining.
    joined_is_loss: bool,
    /// `true` if the user named a policy for pairs.
    names_pairs: bool,
    fails_on_loss: bool,
    json: bool,
    quiet: bool,
    sources: Vec<InputSource>,
    destination: Destination,
    replace_options: ReplaceOptions,
    /// `true` if nothing is written, and the report says what would be.
    is_dry: bool,
    /// `true` if files that contradict the named encoding are converted nevertheless.
    is_forced: bool,
    log: Option<Arc<Log>>,
    bom: Bom,
    line_ends: LineEnds,
    /// If each file is converted by itself: which files, and by how many threads.
    selection: Selection,
    threads: usize,
    is_text: bool,
    names_skipped: bool,
    /// The encodings that projects declare, if that matters.
    expectations: Option<Expectations>,
    progress: Progress,
}

/// Where the result goes.
#[derive(Debug)]
enum Destination {
    /// Everything goes to one file or to standard output.
    One(Option<PathBuf>),
    InPlace,
    Directory(PathBuf),
}

impl Plan {
    /// Returns `true` if the files that are read are replaced.
    fn is_in_place(&self) -> bool {
        matches!(self.destination, Destination::InPlace)
    }

    /// Returns `true` if each file is converted by itself.
    fn is_separate(&self) -> bool {
        !matches!(self.destination, Destination::One(_))
    }

    pub(crate) fn new(mut args: ConvertArgs, inputs: Inputs) -> Result<Self, CommandError> {
        refuse_contradictions(&args, &inputs)?;
        // With --json, nothing else is written.
        let has_no_notes = args.quiet || args.json;
        let from = names::side_or_auto(&args.from, has_no_notes)?;
        let to = match names::order_in(&args.to) {
            Some(order) => with_mark(&mut args, order)?,
            None => names::side(&args.to, has_no_notes)?,
        };
        if args.reading.default_endian.is_none() {
            args.reading.default_endian = names::order_in(&args.from);
        }
        applies::check(&args, from, to)?;
        let is_to_files = args.in_place || args.out_dir.is_some() || args.output.is_some();
        let destination = match args.out_dir {
            Some(directory) => Destination::Directory(directory),
            None if args.in_place => Destination::InPlace,
            None => Destination::One(args.output),
        };
        let plan = Plan {
            from,
            to: with_bom(from, to, args.bom)?,
            options: Options {
                on_error: args.policies.on_error,
                on_unencodable: args.policies.on_unencodable,
                pairs: args.pairs.unwrap_or_default(),
                default_endian: args.reading.default_endian.unwrap_or_default(),
                pass_reserved: args.pass_reserved,
                heal_pairs: args.reading.heal_pairs,
                refuse_surrogates: args.reading.refuse_surrogates,
            },
            joined_is_loss: args.pairs != Some(Pairs::Join),
            names_pairs: args.pairs.is_some(),
            fails_on_loss: args.fail_on_loss,
            json: args.json,
            quiet: args.quiet,
            progress: Progress::new(is_to_files && !args.quiet && !args.json, &inputs.sources, u64::MAX),
            destination,
            replace_options: args.replace_options.replace_options(),
            is_dry: args.dry_run,
            is_forced: args.force,
            log: None,
            bom: args.bom,
            line_ends: args.line_ends,
            selection: Selection::new(&args.walk, &inputs)?,
            sources: inputs.sources,
            threads: pool::size(args.walk.threads),
            is_text: args.text,
            expectations: (!args.no_config).then(Expectations::default),
            names_skipped: args.skipped,
        };
        if let Some(undefined) = plan.undefined() {
            return Err(CommandError::Failed(undefined.to_string()));
        }
        let log = args.undo_log.filter(|_| !plan.is_dry);
        let log = log.as_deref().map(Log::open).transpose()?.map(Arc::new);
        Ok(Plan { log, ..plan })
    }

    /// Returns the reason why the library does not define the conversion between these encodings, if it does
    /// not.
    fn undefined(&self) -> Option<Unsupported> {
        let result = match (self.from, self.to) {
            // Only the general policies apply to errors that the library does not see, or to an encoding that
            // is not known yet.
            (from @ (Side::CodePoints | Side::Legacy(_) | Side::Auto), _)
                if !self.options.on_error.is_general() =>
            {
                Some(Unsupported::OnError(self.options.on_error, from.name()))
            }
            // What becomes of ill-formed text is decided before the encoder.
            (_, to @ Side::Legacy(_)) if !self.options.on_error.is_general() => {
                Some(Unsupported::OnError(self.options.on_error, to.name()))
            }
            (Side::CodePoints, Side::Encoding(to)) => Conversion::new(Ucs4Units, to, self.options).err(),
            (Side::CodePoints, _) => Conversion::new(Ucs4Units, Ucs4Units, self.options).err(),
            (from, Side::Encoding(to)) => Conversion::new(from.read_as(), to, self.options).err(),
            (from, _) => Conversion::new(from.read_as(), Ucs4Units, self.options).err(),
        };
        result.map(|undefined| match undefined {
            Unsupported::OnUnencodable(policy, _) => Unsupported::OnUnencodable(policy, self.to.name()),
            other => other,
        })
    }

    /// Prints a note for people. With --json there are no notes: each input has its line.
    fn note(&self, note: impl std::fmt::Display) {
        if !self.quiet && !self.json {
            say(note);
        }
    }

    fn note_hazards(&self) {
        if matches!(self.to, Side::Encoding(to) if to.purpose() == Purpose::OneSystem) {
            let name = self.to.name();
            self.note(format_args!(
                "note: {name} is for use inside one system; such text is not to be stored or sent"
            ));
        }
        if let Side::Encoding(from) = self.from
            && from.info().is_lenient()
            && from.info().encodes
        {
            self.note(format_args!(
                "note: {from} reads ill-formed text: overlong forms become characters that a filter missed"
            ));
        }
        if self.options.on_error == OnError::Skip {
            self.note("warning: policy skip joins what stood apart, which can be harmful; replace is safe");
        }
    }
}

/// Runs the conversion.
pub(crate) fn run(plan: &Plan, status: &mut Status) -> Result<(), CommandError> {
    plan.note_hazards();
    match (plan.from, plan.to) {
        (Side::CodePoints, Side::Encoding(to)) => convert::<Ucs4Units, _>(plan, to, status),
        (Side::CodePoints, _) => convert::<Ucs4Units, _>(plan, Ucs4Units, status),
        (_, Side::Encoding(to)) => convert::<Encoding, _>(plan, to, status),
        // An encoder takes the code points.
        (_, _) => convert::<Encoding, _>(plan, Ucs4Units, status),
    }
}

fn convert<S: SourceCodec, T: Target>(
    plan: &Plan,
    target: T,
    status: &mut Status,
) -> Result<(), CommandError> {
    let Destination::One(path) = &plan.destination else { return files::run::<S, T>(plan, target, status) };
    if let Some(directory) = plan.sources.iter().find(|source| source.is_directory()) {
        let message =
            format!("{directory}: is a directory; --in-place or --out-dir converts the files in it");
        return Err(CommandError::Failed(message));
    }
    let output = Output::open(path.as_deref(), &plan.sources, plan.replace_options)?;
    let mut tell = |report| plan.progress.aside(|| report::print(plan, &report));
    let name = output.name().to_owned();
    let result = Session::<S, T>::open(plan, target, output, status, &mut tell)?.run(&plan.sources);
    plan.progress.end();
    result?.tell(name, status);
    Ok(())
}

/// Refuses contradictions that clap cannot detect.
fn refuse_contradictions(args: &ConvertArgs, inputs: &Inputs) -> Result<(), CommandError> {
    let is_separate = args.in_place || args.out_dir.is_some();
    let fail = |message: &str| Err(CommandError::Failed(format!("{message} (see placemat convert --help)")));
    if is_separate && (inputs.are_unnamed || inputs.sources.iter().any(InputSource::is_standard_input)) {
        return fail("--in-place and --out-dir are for files and directories that are named");
    }
    if !is_separate && inputs.sources.is_empty() {
        return fail("--files0-from: the list is empty, and the output would be the text of nothing");
    }
    if !is_separate && args.walk != WalkArgs::default() {
        return fail("options that select files of directories, and --threads, need --in-place or --out-dir");
    }
    if let ([_, .., InputSource::Path(last)], None) = (&inputs.sources[..], &args.output)
        && !is_separate
        && last.symlink_metadata().is_err()
    {
        let last = Argument(&InputSource::Path(last.clone())).to_string();
        return fail(&format!("{last}: there is no such file; to write to it, use -o {last}"));
    }
    if args.undo_log.as_ref().is_some_and(|log| log.as_os_str() == "-") {
        return fail("an undo log is a file, and no stream; ./- is a file of that name");
    }
    if args.undo_log.is_some() && !args.in_place {
        return fail("--undo-log goes with --in-place");
    }
    if args.replace_options.preserve_times
        && !is_separate
        && !is_from_file_to_file(&inputs.sources, args.output.as_deref())
    {
        return fail("--preserve-times is for --in-place, --out-dir, or one file and -o FILE");
    }
    Ok(())
}

/// Returns the target whose name has a byte order and a BOM, which is written.
fn with_mark(args: &mut ConvertArgs, order: Endian) -> Result<Side, CommandError> {
    let to = match names::side(&args.to, true)? {
        Side::Encoding(to) => to.with_order(order),
        other => return Ok(other),
    };
    if args.bom == Bom::Strip {
        let named = Name(&args.to);
        let message = format!("-t {named} writes a byte order mark (BOM), and --bom strip none: use -t {to}");
        return Err(CommandError::Failed(message));
    }
    args.bom = Bom::Add;
    Ok(Side::Encoding(to))
}

/// Returns the target with the BOM that is requested.
fn with_bom(from: Side, to: Side, bom: Bom) -> Result<Side, CommandError> {
    let fail = |message: &str| Err(CommandError::Failed(message.to_owned()));
    match (bom, from, to) {
        (Bom::Keep, ..) => Ok(to),
        (_, Side::CodePoints, _) => fail("--bom is for inputs that are bytes, and code-points are not"),
        (Bom::Add, _, Side::Legacy(legacy)) if !legacy.is_universal() => {
            fail(&format!("--bom add: {} has no place for U+FEFF", legacy.identifier()))
        }
        (Bom::Strip, _, Side::Encoding(encoding)) => Ok(Side::Encoding(encoding.unmarked())),
        (Bom::Add, _, Side::Encoding(encoding)) if mark::is_document(encoding) => {
            fail(&format!("--bom add: a {encoding} has its magic number instead"))
        }
        (Bom::Add, _, Side::Encoding(encoding)) if mark::of(encoding.unframed()).is_none() => {
            fail(&format!("--bom add: {encoding} has no place for U+FEFF"))
        }
        _ => Ok(to),
    }
}
