//! Refuses options that cannot apply to the inputs as wrong usage, instead of ignoring them.

use placemat::form::PairingRule;
use placemat::{Codec, Encoding, Endian};

use crate::args::ReadingArgs;
use crate::names::Side;
use crate::status::CommandError;

/// Refuses options of reading that have no effect on text in this encoding.
pub(crate) fn reading(args: ReadingArgs, from: Side) -> Result<(), CommandError> {
    default_endian(args.default_endian, from)?;
    let joins = matches!(from, Side::Encoding(encoding) if encoding.info().pairing == PairingRule::Joins);
    if args.heal_pairs && !joins {
        let does = "reads a surrogate pair in WTF-8 as one character";
        return refused("--heal-pairs", does, "reading", from);
    }
    let can_refuse = matches!(from, Side::Encoding(encoding) if encoding.info().refusing.is_some());
    if args.refuse_surrogates && !can_refuse {
        let does = "treats surrogates as errors in utf-1, fss-utf-1992-07 and utf-8-rfc2279";
        return refused("--refuse-surrogates", does, "reading", from);
    }
    Ok(())
}

/// Refuses a byte order for text whose encoding already has one, or needs none.
pub(crate) fn default_endian(order: Option<Endian>, from: Side) -> Result<(), CommandError> {
    let takes_order = |encoding: Encoding| encoding.info().width > 1 && encoding.info().order.is_none();
    if order.is_some() && !matches!(from, Side::Encoding(encoding) if takes_order(encoding)) {
        let does = "sets the byte order of utf-16 and utf-32 without a BOM";
        return refused("--default-endian", does, "reading", from);
    }
    Ok(())
}

/// The message about an option, what it does, and the encoding to which it cannot apply.
pub(crate) fn refused(option: &str, does: &str, doing: &str, with: Side) -> Result<(), CommandError> {
    let with = with.name();
    let message = format!("{option} {does}; it has no effect when {doing} {with}: leave it out");
    Err(CommandError::Failed(message))
}
