//! Commands by their names in other programs.

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::input::InputSource;
use crate::show::Argument;

/// Each command with the names that people use for it, after `isutf8`, `iconv`, `file`, `xxd` and similar
/// programs.
const OTHERS: [(&str, &[&str]); 7] = [
    (
        "check",
        &[
            "validate", "valid", "lint", "verify", "test", "scan", "isutf8", "utf8lint", "grep", "find",
            "audit",
        ],
    ),
    (
        "convert",
        &["iconv", "uconv", "recode", "transcode", "encode", "decode", "translate", "to", "dos2unix"],
    ),
    ("repair", &["fix", "mend", "heal", "ftfy", "sanitize", "clean", "undo", "patch", "restore", "fixup"]),
    ("detect", &["guess", "file", "chardet", "chardetect", "enca", "uchardet", "charset", "info"]),
    (
        "explain",
        &["show", "inspect", "dump", "hexdump", "xxd", "describe", "decompose", "uniname", "view", "why"],
    ),
    ("table", &["chart", "regex", "codepage", "encoding", "properties", "map"]),
    ("list", &["ls", "encodings", "charsets", "names", "labels", "supported"]),
];

/// Adds to the error for an unknown command the command that does what its name says, instead of one with a
/// similar spelling. A file that is named instead of a command is probably to be checked.
pub(super) fn with_command(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(named)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let (path, named) = (PathBuf::from(named), named.to_lowercase());
    let known = OTHERS.iter().find(|(_, others)| others.contains(&named.as_str()));
    if let Some((command, _)) = known {
        let command = ContextValue::Strings(vec![(*command).to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, command);
    } else if path.symlink_metadata().is_ok() {
        let file = Argument(&InputSource::Path(path)).to_string();
        let tip = format!("'placemat check {file}' says what is wrong with it");
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}
