//! The encodings that the project of a file names: `charset` in .editorconfig, and `working-tree-encoding` in
//! .gitattributes.

mod attributes;
mod editor;
mod glob;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use placemat::Encoding;

use crate::names::Named;
use crate::show::Name;
use crate::status::CommandError;

/// The most bytes of a file that are read: these are short.
const MOST: u64 = 1 << 20;

/// Where an expectation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    EditorConfig,
    GitAttributes,
}

impl Origin {
    /// Returns the name in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Origin::EditorConfig => "editorconfig",
            Origin::GitAttributes => "gitattributes",
        }
    }

    pub(super) const fn file(self) -> &'static str {
        match self {
            Origin::EditorConfig => ".editorconfig",
            Origin::GitAttributes => ".gitattributes",
        }
    }
}

/// What the files of a directory say.
#[derive(Debug, Default)]
struct Directory {
    editor: Option<editor::Config>,
    attributes: Option<attributes::Attributes>,
    /// `true` if it is the root of a working tree of git.
    is_root: bool,
}

/// The expectations for files, with the directories that were read.
#[derive(Debug, Default)]
pub(super) struct Expectations(Mutex<HashMap<PathBuf, Arc<Directory>>>);

impl Expectations {
    /// Returns the encoding that is expected of a file, if one is named. What git converts by comes before what
    /// editors write.
    pub(super) fn of(&self, path: &Path) -> Result<Option<(Named, Origin)>, CommandError> {
        let Ok(path) = std::path::absolute(path) else { return Ok(None) };
        let directories = path.ancestors().skip(1).map(|one| Ok((one, self.directory(one)?)));
        let directories: Vec<_> = directories.collect::<Result<_, CommandError>>()?;
        let in_git = || {
            let depth = directories.iter().position(|(_, directory)| directory.is_root)?;
            (directories[..=depth].iter())
                .find_map(|(_, directory)| directory.attributes.as_ref()?.encoding_of(&path))
                .flatten()
        };
        let in_editors = || {
            let depth = directories
                .iter()
                .position(|(_, directory)| directory.editor.as_ref().is_some_and(|one| one.is_root))
                .map_or(directories.len(), |depth| depth + 1);
            let of = |&(at, ref directory): &(&Path, Arc<Directory>)| {
                directory.editor.as_ref()?.charset_of(path.strip_prefix(at).ok()?)
            };
            directories[..depth].iter().find_map(of).flatten()
        };
        let attributes = in_git().map(|found| (found, Origin::GitAttributes));
        Ok(attributes.or_else(|| Some((in_editors()?, Origin::EditorConfig))))
    }

    fn directory(&self, path: &Path) -> Result<Arc<Directory>, CommandError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(directory) = known.get(path) {
            return Ok(Arc::clone(directory));
        }
        let text = |name: &str| {
            let path = path.join(name);
            text_of(&path).map_err(|error| CommandError::io(Name(path.as_os_str()), &error))
        };
        let git = path.join(".git");
        let directory = Arc::new(Directory {
            editor: text(".editorconfig")?.map(|text| editor::Config::new(&text)),
            attributes: text(".gitattributes")?.map(|text| attributes::Attributes::new(path, &text)),
            is_root: if_there(git.symlink_metadata())
                .map_err(|error| CommandError::io(Name(git.as_os_str()), &error))?
                .is_some(),
        });
        known.insert(path.to_owned(), Arc::clone(&directory));
        Ok(directory)
    }
}

/// Returns the text of a short regular file, if it is there and may be read.
fn text_of(path: &Path) -> io::Result<Option<String>> {
    let is_regular = |path| {
        // A pipe of that name would never end.
        fs::metadata(path).map(|one| one.is_file() && one.len() <= MOST)
    };
    if !if_there(is_regular(path))?.unwrap_or(false) {
        return Ok(None);
    }
    let bytes = if_there(fs::read(path))?;
    Ok(bytes.map(|bytes| {
        let text = String::from_utf8_lossy(&bytes);
        text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_owned()
    }))
}

/// Returns `None` for a file that is not there, or that only others may read.
fn if_there<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::PermissionDenied => {
                Ok(None)
            }
            _ => Err(error),
        },
    }
}

/// Returns the encoding with a name that is common in these files.
fn named(name: &str) -> Option<Named> {
    let name = name.to_ascii_lowercase();
    Some(match name.as_str() {
        "latin1" => Named::Encoding(Encoding::Iso8859_1),
        "utf-8-bom" => Named::Encoding(Encoding::Utf8Sig),
        // The byte order mark says which order it is.
        "utf-16le-bom" | "utf-16be-bom" => Named::Encoding(Encoding::Utf16),
        "utf-32le-bom" | "utf-32be-bom" => Named::Encoding(Encoding::Utf32),
        _ => crate::names::encoding_or_auto(std::ffi::OsStr::new(&name), true)
            .ok()
            .filter(|named| *named != Named::Auto)?,
    })
}
