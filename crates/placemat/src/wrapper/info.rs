//! The properties of wrappers that are not those of the text within.

use crate::codec::{CodecInfo, info_of};
use crate::form::{Mutf8Lenient, Utf8};
use crate::kernel::Kind;
use crate::table::Table;

/// Returns the properties of Modified UTF-8 in a frame.
#[inline]
pub(crate) const fn framed(name: &'static str) -> CodecInfo {
    CodecInfo {
        whole_input: true,
        resynchronizes: false,
        reads_utf_8_to: 0,
        ..info_of::<Mutf8Lenient>(name, 1, Kind::Other)
    }
}

/// Returns the properties of UTF-8 with another table for input that is not UTF-8.
#[inline]
pub(crate) const fn fallback(name: &'static str, table: &'static Table) -> CodecInfo {
    CodecInfo {
        whole_input: true,
        encodes: false,
        never_fails: true,
        is_utf_8: false,
        fallback: Some(table),
        resynchronizes: false,
        reads_utf_8_to: 0,
        ..info_of::<Utf8>(name, 1, Kind::Other)
    }
}
