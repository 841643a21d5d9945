//! The encodings that the project of a file names: `charset` in .editorconfig, and `working-tree-encoding` in
//! .gitattributes and in `info/attributes` of git's directory.

mod attributes;
mod editor;
mod glob;

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use placemat::{Codec, Encoding};

use crate::names::Named;
use crate::show::Name;
use crate::status::CommandError;

/// The most bytes of a file that are read: these are short.
const MOST: u64 = 1 << 20;

/// Where an expectation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
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

    pub(crate) const fn file(self) -> &'static str {
        match self {
            Origin::EditorConfig => ".editorconfig",
            Origin::GitAttributes => ".gitattributes",
        }
    }
}

/// What is expected of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) encoding: Named,
    pub(crate) origin: Origin,
    /// The file has to begin with a byte order mark.
    pub(super) needs_bom: bool,
}

/// What a file of the project says of an encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Known {
        encoding: Named,
        needs_bom: bool,
    },
    /// Nothing is expected.
    Unset,
    /// A name that placemat does not know.
    Unknown(String),
}

/// What the files of a directory say.
#[derive(Debug, Default)]
struct Directory {
    editor: Option<editor::Config>,
    attributes: Option<attributes::Attributes>,
    /// Set if the directory is the root of a working tree of git, with what git's own directory says.
    root: Option<attributes::Attributes>,
}

/// The expectations for files, with the directories that were read.
#[derive(Debug, Default)]
pub(crate) struct Expectations {
    directories: Mutex<HashMap<PathBuf, Arc<Directory>>>,
    /// The unknown names that were reported.
    unknown: Mutex<BTreeSet<String>>,
}

impl Expectations {
    /// Returns what is expected of a file, if an encoding is named. What git converts by comes before what
    /// editors write. The first time that an unknown name applies to a file, `note` receives a message about
    /// it.
    pub(crate) fn of(
        &self,
        path: &Path,
        mut note: impl FnMut(String),
    ) -> Result<Option<Expected>, CommandError> {
        let Ok(path) = std::path::absolute(path) else { return Ok(None) };
        let directories = path.ancestors().skip(1).map(|one| Ok((one, self.directory(one)?)));
        let directories: Vec<_> = directories.collect::<Result<_, CommandError>>()?;
        let in_git = || {
            let depth = directories.iter().position(|(_, directory)| directory.root.is_some())?;
            let of_directories =
                directories[..=depth].iter().filter_map(|(_, directory)| directory.attributes.as_ref());
            let files: Vec<_> = directories[depth].1.root.iter().chain(of_directories).collect();
            attributes::encoding_of(&path, &files)
        };
        let in_editors = || {
            let depth = directories
                .iter()
                .position(|(_, directory)| directory.editor.as_ref().is_some_and(|one| one.is_root))
                .map_or(directories.len(), |depth| depth + 1);
            let of = |&(at, ref directory): &(&Path, Arc<Directory>)| {
                directory.editor.as_ref()?.charset_of(path.strip_prefix(at).ok()?)
            };
            directories[..depth].iter().find_map(of)
        };
        let mut expected = |value: Option<Value>, origin: Origin| match value? {
            Value::Known { encoding, needs_bom } => Some(Expected { encoding, origin, needs_bom }),
            Value::Unset => None,
            Value::Unknown(name) => {
                let mut unknown = self.unknown.lock().unwrap_or_else(PoisonError::into_inner);
                if unknown.insert(name.to_ascii_lowercase()) {
                    let (file, name) = (origin.file(), Name(OsStr::new(&name)));
                    note(format!("note: {file} names an unknown encoding, '{name}', which is ignored"));
                }
                None
            }
        };
        let by_git = expected(in_git(), Origin::GitAttributes);
        Ok(by_git.or_else(|| expected(in_editors(), Origin::EditorConfig)))
    }

    /// Returns what is expected of a file if that is not UTF-8. A program that follows the declaration would
    /// misread UTF-8.
    pub(crate) fn other_than_utf_8(&self, path: &Path) -> Result<Option<Expected>, CommandError> {
        let expected = self.of(path, |_| {})?;
        Ok(expected.filter(|expected| match expected.encoding {
            Named::Encoding(encoding) => !encoding.info().is_utf_8,
            Named::Legacy(_) => true,
            Named::Auto => false,
        }))
    }

    fn directory(&self, path: &Path) -> Result<Arc<Directory>, CommandError> {
        let mut known = self.directories.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(directory) = known.get(path) {
            return Ok(Arc::clone(directory));
        }
        let text = |name: &str| {
            let path = path.join(name);
            text_of(&path).map_err(|error| CommandError::io(Name(path.as_os_str()), &error))
        };
        let git = path.join(".git");
        let root = (|| {
            if if_there(git.symlink_metadata())?.is_none() {
                return Ok(None);
            }
            let text = text_of(&common_directory(&git)?.join("info").join("attributes"))?;
            Ok(Some(attributes::Attributes::new(path, &text.unwrap_or_default())))
        })();
        let directory = Arc::new(Directory {
            editor: text(".editorconfig")?.map(|text| editor::Config::new(&text)),
            attributes: text(".gitattributes")?.map(|text| attributes::Attributes::new(path, &text)),
            root: root.map_err(|error| CommandError::io(Name(git.as_os_str()), &error))?,
        });
        known.insert(path.to_owned(), Arc::clone(&directory));
        Ok(directory)
    }
}

/// Returns the directory of git that all working trees of a repository share. In a linked working tree and in
/// a submodule, `.git` is a file that names another directory, which may name the common one.
fn common_directory(git: &Path) -> io::Result<PathBuf> {
    let named = |text: Option<String>, head: &str| {
        let text = text?;
        Some(text.lines().next()?.strip_prefix(head)?.trim().to_owned())
    };
    let directory = match named(text_of(git)?, "gitdir:") {
        Some(other) => git.parent().unwrap_or(git).join(other),
        None => git.to_owned(),
    };
    Ok(match named(text_of(&directory.join("commondir"))?, "") {
        Some(common) => directory.join(common),
        None => directory,
    })
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

/// Returns what a name means that is common in these files.
fn named(name: &str) -> Value {
    let lowercase = name.to_ascii_lowercase();
    let encoding = match lowercase.as_str() {
        "latin1" => Named::Encoding(Encoding::Iso8859_1),
        "utf-8-bom" => {
            return Value::Known { encoding: Named::Encoding(Encoding::Utf8Sig), needs_bom: true };
        }
        // The byte order mark says which order it is.
        "utf-16le-bom" | "utf-16be-bom" => {
            return Value::Known { encoding: Named::Encoding(Encoding::Utf16), needs_bom: true };
        }
        "utf-32le-bom" | "utf-32be-bom" => {
            return Value::Known { encoding: Named::Encoding(Encoding::Utf32), needs_bom: true };
        }
        "unset" => return Value::Unset,
        _ => match crate::names::encoding_or_auto(OsStr::new(&lowercase), true) {
            Ok(named) if named != Named::Auto => named,
            _ => return Value::Unknown(name.to_owned()),
        },
    };
    Value::Known { encoding, needs_bom: false }
}
