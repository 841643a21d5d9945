//! Refuses options of `convert` that cannot apply to the two encodings as wrong usage, instead of ignoring
//! them.
//!
//! `--on-error` and `--on-unencodable` say what to do if something occurs. They are accepted even if it
//! cannot occur.

use placemat::form::{PairingRule, Ucs4Units};
use placemat::{Codec, OnError, OnUnencodable, Pairs};

use crate::applies::{reading, refused};
use crate::args::{Bom, ConvertArgs};
use crate::mark;
use crate::names::Side;
use crate::status::CommandError;

/// Refuses options that have no effect on this conversion.
pub(super) fn check(args: &ConvertArgs, from: Side, to: Side) -> Result<(), CommandError> {
    reading(args.reading, from)?;
    pairs(args, from, to)?;
    if args.pass_reserved {
        let other = [from, to].into_iter().find(|&side| !is_corrected(side));
        if let Some(other) = other {
            let does = "copies reserved sequences from corrected-utf-8 or its documents to either of them";
            let doing = if other == from { "reading" } else { "writing" };
            return refused("--pass-reserved", does, doing, other);
        }
    }
    let has_mark = |side| match side {
        Side::Encoding(encoding) => encoding.is_wrapper() || mark::to_read(encoding).is_some(),
        Side::CodePoints | Side::Auto => true,
        Side::Legacy(legacy) => legacy.is_universal(),
    };
    let writes_mark = matches!(to, Side::Encoding(to) if !to.mark().is_empty() && !mark::is_document(to));
    if args.bom == Bom::Strip && !has_mark(from) && !writes_mark {
        return refused("--bom strip", "removes U+FEFF from the start of the text", "reading", from);
    }
    let writes_file = args.in_place || args.out_dir.is_some() || args.output.as_deref().is_some_and(is_file);
    if args.replace_options.break_hard_links && !writes_file {
        let message =
            "--break-hard-links is for --in-place, --out-dir, or -o FILE (see placemat convert --help)";
        return Err(CommandError::Failed(message.to_owned()));
    }
    Ok(())
}

fn is_file(output: &std::path::Path) -> bool {
    output.as_os_str() != "-"
}

fn is_corrected(side: Side) -> bool {
    matches!(side, Side::Encoding(encoding) if encoding.info().is_corrected)
}

/// Checks `--pairs`, which applies to two code points that are surrogates, in a target whose units would fuse
/// them.
fn pairs(args: &ConvertArgs, from: Side, to: Side) -> Result<(), CommandError> {
    let Some(pairs) = args.pairs else { return Ok(()) };
    let target = pairing(to);
    // An option that requests what happens anyway is accepted.
    if matches!(target, PairingRule::Joins | PairingRule::Fuses) && pairs == Pairs::Join {
        return Ok(());
    }
    let option = format!("--pairs {}", pairs.name());
    let does = match pairs {
        Pairs::Error => "stops at two surrogates that the output would join into one code point",
        Pairs::Replace => "replaces a surrogate that the output would join with the one before",
        _ => "lets the output join two surrogates into one code point",
    };
    let (side, why) = match target {
        PairingRule::Joins => (to, "always joins them: leave it out, or use --pairs join"),
        PairingRule::Absent | PairingRule::Apart => (to, "never joins surrogates: leave it out"),
        PairingRule::Fuses if may_give_pairs(args, from) => return Ok(()),
        PairingRule::Fuses => (from, "never gives a lead surrogate and then a trail surrogate: leave it out"),
    };
    Err(CommandError::Failed(format!("{option} {does}, but {} {why}", side.name())))
}

fn pairing(side: Side) -> PairingRule {
    match side {
        Side::Encoding(encoding) => encoding.unframed().info().pairing,
        Side::CodePoints => Ucs4Units.info().pairing,
        // A legacy encoding has no surrogates.
        Side::Legacy(_) | Side::Auto => PairingRule::Absent,
    }
}

/// Returns `true` if the source may produce a lead surrogate followed by a trail surrogate.
fn may_give_pairs(args: &ConvertArgs, from: Side) -> bool {
    let policies = &args.policies;
    let is_lifted = policies.on_unencodable == OnUnencodable::PrivateUse && is_corrected(from);
    let encoding = match from {
        Side::Encoding(encoding) => encoding,
        Side::CodePoints | Side::Auto => return true,
        Side::Legacy(_) => return false,
    };
    let has_three_bytes = encoding.info().width == 1;
    match pairing(from) {
        _ if is_lifted => true,
        PairingRule::Apart => !args.reading.refuse_surrogates,
        // The text between the two may be skipped.
        PairingRule::Joins | PairingRule::Fuses => {
            policies.on_error == OnError::Skip && has_three_bytes && !encoding.info().never_fails
        }
        PairingRule::Absent => policies.on_error == OnError::SurrogatePass && encoding.info().is_utf_8,
    }
}
