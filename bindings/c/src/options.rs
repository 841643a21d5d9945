//! The options of conversions whose encodings are arguments.

use engine::{Endian, OnError, OnUnencodable, Options, Pairs};

/// The options of a conversion. All fields 0 are the strict options, and so is a null pointer to them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct placemat_options {
    /// What happens to ill-formed subsequences of the source: `PLACEMAT_ON_ERROR_…`.
    pub on_error: u32,
    /// What happens to code points that the target cannot represent: `PLACEMAT_ON_UNENCODABLE_…`.
    pub on_unencodable: u32,
    /// What happens to two surrogates that the target would read back as one code point: `PLACEMAT_PAIRS_…`.
    pub pairs: u32,
    /// Flags: `PLACEMAT_LITTLE_ENDIAN` and others, combined with `|`.
    pub flags: u32,
    /// For later versions: must be 0.
    pub reserved: [u32; 4],
}

/// Stop at the first ill-formed subsequence.
pub const PLACEMAT_ON_ERROR_STOP: u32 = 0;
/// Write U+FFFD for each ill-formed subsequence (each maximal subpart), as the Web does.
pub const PLACEMAT_ON_ERROR_REPLACE: u32 = 1;
/// Write U+FFFD for each byte of an ill-formed subsequence.
pub const PLACEMAT_ON_ERROR_REPLACE_BYTE: u32 = 2;
/// Write U+FFFD for each ill-formed subsequence of generalized UTF-8, as Java does. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_REPLACE_GENERALIZED: u32 = 3;
/// Write U+FFFD for each start byte with the continuation bytes that it announces. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_REPLACE_SEQUENCE: u32 = 4;
/// Write one U+FFFD for adjacent errors together, as Go does.
pub const PLACEMAT_ON_ERROR_REPLACE_RUN: u32 = 5;
/// Write nothing. This joins text that was separate, which can be a risk.
pub const PLACEMAT_ON_ERROR_SKIP: u32 = 6;
/// Write U+DC00 + byte for each byte: Python's `surrogateescape`. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_SURROGATE_ESCAPE: u32 = 7;
/// Write surrogates in three bytes as they are: Python's `surrogatepass`. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_SURROGATE_PASS: u32 = 8;
/// Read each byte as ISO-8859-1. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_LATIN1: u32 = 9;
/// Read each byte as Windows-1252. For UTF-8 only.
pub const PLACEMAT_ON_ERROR_CP1252: u32 = 10;

/// Stop at the first code point that the target cannot represent.
pub const PLACEMAT_ON_UNENCODABLE_STOP: u32 = 0;
/// Write U+FFFD, or `?` if the target does not contain it.
pub const PLACEMAT_ON_UNENCODABLE_REPLACE: u32 = 1;
/// Write `?`.
pub const PLACEMAT_ON_UNENCODABLE_QUESTION_MARK: u32 = 2;
/// Write an escape such as `\u{D800}`.
pub const PLACEMAT_ON_UNENCODABLE_ESCAPE_RUST: u32 = 3;
/// Write a character reference such as `&#xD800;`.
pub const PLACEMAT_ON_UNENCODABLE_ESCAPE_XML: u32 = 4;
/// Into UTF-8b and OPTU-8: also stop at escaped bytes that would be read back as a character.
pub const PLACEMAT_ON_UNENCODABLE_STRICT_ROUNDTRIP: u32 = 5;
/// From and into Corrected UTF-8: map U+0080 to U+009F and the surrogates to private use.
pub const PLACEMAT_ON_UNENCODABLE_PRIVATE_USE: u32 = 6;

/// Write both surrogates unchanged.
pub const PLACEMAT_PAIRS_JOIN: u32 = 0;
/// Stop at the lead surrogate.
pub const PLACEMAT_PAIRS_ERROR: u32 = 1;
/// Write U+FFFD for the trail surrogate.
pub const PLACEMAT_PAIRS_REPLACE: u32 = 2;

/// Read `PLACEMAT_UTF_16` and `PLACEMAT_UTF_32` without a byte order mark as little-endian.
pub const PLACEMAT_LITTLE_ENDIAN: u32 = 1;
/// Read a surrogate pair in WTF-8 as the code point that it stands for.
pub const PLACEMAT_HEAL_PAIRS: u32 = 2;
/// Refuse surrogates in UTF-1, FSS-UTF and the UTF-8 of RFC 2279.
pub const PLACEMAT_REFUSE_SURROGATES: u32 = 4;
/// Copy the sequences that Corrected UTF-8 reserves.
pub const PLACEMAT_PASS_RESERVED: u32 = 8;

/// All flags together.
const FLAGS: u32 =
    PLACEMAT_LITTLE_ENDIAN | PLACEMAT_HEAL_PAIRS | PLACEMAT_REFUSE_SURROGATES | PLACEMAT_PASS_RESERVED;

/// Returns the options of the engine, or `None` if a number is unknown.
pub(crate) fn read(options: &placemat_options) -> Option<Options> {
    if options.reserved != [0; 4] || options.flags & !FLAGS != 0 {
        return None;
    }
    let has = |flag| options.flags & flag != 0;
    Some(Options {
        on_error: *OnError::ALL.get(options.on_error as usize)?,
        on_unencodable: *OnUnencodable::ALL.get(options.on_unencodable as usize)?,
        pairs: *[Pairs::Join, Pairs::Error, Pairs::Replace].get(options.pairs as usize)?,
        default_endian: if has(PLACEMAT_LITTLE_ENDIAN) { Endian::Little } else { Endian::Big },
        heal_pairs: has(PLACEMAT_HEAL_PAIRS),
        refuse_surrogates: has(PLACEMAT_REFUSE_SURROGATES),
        pass_reserved: has(PLACEMAT_PASS_RESERVED),
    })
}

/// Returns the options at a pointer, or `None` if a number is unknown.
///
/// # Safety
///
/// The pointer must be null or point to options.
pub(crate) unsafe fn at(options: *const placemat_options) -> Option<Options> {
    // SAFETY: the caller has promised that the pointer is null or valid.
    unsafe { options.as_ref() }.map_or(Some(Options::default()), read)
}
