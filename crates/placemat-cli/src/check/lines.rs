//! The lines of JSON.

use data_encoding::HEXUPPER;
use serde::Serialize;

use super::scan::Found;
use crate::context::ErrorContext;
use crate::input::JsonName;
use crate::json;

/// The line of an input, up to its errors.
#[derive(Serialize)]
pub(super) struct InputLine<'a> {
    pub(super) version: u32,
    pub(super) path: Option<JsonName<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) encoding: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) basis: Option<&'static str>,
    /// How confident the detection of a legacy encoding is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) confidence: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) well_formed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<u64>,
    /// The legacy encoding that an input looks like which is not valid in the encoding that was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) looks_like: Option<LooksLike>,
    /// The number of overlong sequences in the beginning of an input whose encoding was detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) overlong_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<json::Unread<'a>>,
}

/// What detection takes an input for.
#[derive(Serialize)]
pub(super) struct LooksLike {
    pub(super) encoding: &'static str,
    pub(super) confidence: &'static str,
}

/// The line of an error.
#[derive(Serialize)]
pub(super) struct ErrorLine<'a> {
    pub(super) version: u32,
    pub(super) path: Option<JsonName<'a>>,
    #[serde(flatten)]
    pub(super) error: JsonError,
}

#[derive(Serialize)]
pub(super) struct JsonError {
    pub(super) offset: u64,
    pub(super) length: u64,
    pub(super) kind: String,
    pub(super) hex: String,
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) column_utf16: u64,
    pub(super) column_bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hint: Option<String>,
}

impl JsonError {
    pub(super) fn of(found: &Found, around: &ErrorContext) -> Self {
        JsonError {
            offset: found.offset,
            length: found.length,
            kind: found.kind.to_string(),
            hex: HEXUPPER.encode(&found.bytes),
            line: found.line,
            column: found.column,
            column_utf16: found.column_utf16,
            column_bytes: found.column_bytes,
            hint: around.hint(),
        }
    }
}
