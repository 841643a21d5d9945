//! Options that cannot apply to what they are given with are wrong usage, and not ignored.

use placemat::{Codec, Encoding, Endian};

use crate::args::ReadingArgs;
use crate::names::Side;
use crate::status::Trouble;

/// Refuses options of reading that say nothing about text in this encoding.
pub(crate) fn reading(args: ReadingArgs, from: Side) -> Result<(), Trouble> {
    default_endian(args.default_endian, from)?;
    if args.heal_pairs && from != Side::Encoding(Encoding::Wtf8) {
        return refused("--heal-pairs", "reading wtf-8", from);
    }
    let can_refuse = matches!(from, Side::Encoding(encoding) if encoding.facts().refusing.is_some());
    if args.refuse_surrogates && !can_refuse {
        return refused("--refuse-surrogates", "reading utf-1, fss-utf-1992-07 and utf-8-rfc2279", from);
    }
    Ok(())
}

/// Refuses a byte order for text whose encoding has one already, or none.
pub(crate) fn default_endian(order: Option<Endian>, from: Side) -> Result<(), Trouble> {
    if order.is_some() && !matches!(from, Side::Encoding(Encoding::Utf16 | Encoding::Utf32)) {
        return refused("--default-endian", "reading utf-16 and utf-32", from);
    }
    Ok(())
}

/// The message about an option, what it is for, and what it was given with.
pub(crate) fn refused(option: &str, purpose: &str, with: Side) -> Result<(), Trouble> {
    Err(Trouble::Failed(format!("{option} is for {purpose}; it does not apply to {}", with.name())))
}
