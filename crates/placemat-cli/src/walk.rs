//! The inputs that a path names: one file, or the regular files of a directory.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ignore::overrides::{Override, OverrideBuilder};
use ignore::types::{Types, TypesBuilder};
use ignore::{DirEntry, WalkBuilder};
use placemat::detect::Detector;
use placemat::{Codec, Encoding, Endian, validate};

use crate::args::{Inputs, WalkArgs};
use crate::input::{Input, InputSource};
use crate::platform::{self, Identity};
use crate::plausible::is_no_text;
use crate::replacement::is_temporary_name;
use crate::show::{Line, Name};
use crate::status::{CommandError, without_number};

/// Which files of a directory are inputs.
#[derive(Clone, Debug)]
pub(crate) struct Selection {
    globs: Vec<String>,
    type_names: Vec<String>,
    types: Types,
    /// Set once a file is found in a directory.
    is_any_found: Arc<AtomicBool>,
    hidden: bool,
    no_ignore: bool,
    follow: bool,
    /// A directory that is skipped.
    except: Option<Identity>,
    /// `true` if the names come from a list, which may have binary files in it.
    is_of_list: bool,
}

impl Selection {
    pub(crate) fn new(args: &WalkArgs, inputs: &Inputs) -> Result<Self, CommandError> {
        let trouble =
            |error: ignore::Error| CommandError::Failed(Line(error.to_string().as_bytes()).to_string());
        let mut types = TypesBuilder::new();
        types.add_defaults();
        for name in &args.types {
            types.select(name);
        }
        let glob = |glob: &OsString| match glob.to_str() {
            Some(glob) => Ok(glob.to_owned()),
            None => Err(CommandError::Failed(format!("--glob '{}': a glob has to be UTF-8", Name(glob)))),
        };
        let selection = Selection {
            globs: args.globs.iter().map(glob).collect::<Result<_, _>>()?,
            type_names: args.types.clone(),
            types: types.build().map_err(trouble)?,
            is_any_found: Arc::default(),
            hidden: args.hidden,
            no_ignore: args.no_ignore,
            follow: args.follow,
            except: None,
            is_of_list: inputs.are_listed,
        };
        // An invalid glob is reported before anything is read.
        selection.overrides(Path::new(".")).map_err(trouble)?;
        Ok(selection)
    }

    /// Returns `true` if links that are found in directories are followed.
    pub(crate) fn follows(&self) -> bool {
        self.follow
    }

    /// Skips a directory, and its contents.
    pub(crate) fn without(self, directory: Identity) -> Self {
        Selection { except: Some(directory), ..self }
    }

    /// Returns the note that no file of the directories was selected, when all of them have been walked.
    /// Without it, a mistake in a glob would look like success.
    pub(crate) fn note_on_none(&self, sources: &[InputSource]) -> Option<String> {
        let globs = self.globs.iter().map(|glob| format!("--glob '{}'", Line(glob.as_bytes())));
        let types = self.type_names.iter().map(|name| format!("--type {}", Line(name.as_bytes())));
        let options: Vec<_> = globs.chain(types).collect();
        let is_none = !options.is_empty()
            && !self.is_any_found.load(Ordering::Relaxed)
            && sources.iter().any(InputSource::is_directory);
        is_none.then(|| format!("note: no file matches {}", options.join(" and ")))
    }

    fn overrides(&self, directory: &Path) -> Result<Override, ignore::Error> {
        let mut overrides = OverrideBuilder::new(directory);
        for glob in &self.globs {
            overrides.add(glob)?;
        }
        overrides.build()
    }
}

/// Returns the types of files, one on each line, with their globs.
pub(crate) fn types() -> String {
    let mut types = TypesBuilder::new();
    let types = types.add_defaults().definitions();
    types.iter().map(|one| format!("{}: {}\n", one.name(), one.globs().join(", "))).collect()
}

/// A file that was found in a directory is binary if there is a NUL in this many bytes at its start, or if it begins
/// with a magic number.
pub(crate) const BINARY: usize = 8 << 10;

/// A file to be read.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) source: InputSource,
    /// The directory that was named, if the file was found in it and not named itself.
    pub(crate) root: Option<PathBuf>,
    /// `true` if a link that was found is followed.
    follow: bool,
    /// `true` if the file is skipped if it looks binary: it was found in a directory, or is one of a list.
    may_be_skipped: bool,
}

impl Entry {
    /// Opens the file; returns `None` if it is no longer a regular file.
    pub(crate) fn open(&self) -> Result<Option<Input>, CommandError> {
        let InputSource::Path(path) = &self.source else { return Input::open(&self.source).map(Some) };
        if self.is_followed() {
            return Input::open(&self.source).map(Some);
        }
        let trouble = |error| CommandError::io(&self.source, &error);
        let file = platform::open_met(path).map_err(trouble)?;
        if !file.metadata().map_err(trouble)?.is_file() {
            return Ok(None);
        }
        Input::of_file(self.source.clone(), file).map(Some)
    }

    /// Returns `true` if a link at the path is resolved.
    pub(crate) fn is_followed(&self) -> bool {
        self.root.is_none() || self.follow
    }

    /// Returns `true` if the file may be skipped and looks binary. This is for encodings that have no byte 00
    /// in ordinary text.
    pub(crate) fn is_binary(&self, input: &mut Input) -> Result<bool, CommandError> {
        if !self.may_be_skipped {
            return Ok(false);
        }
        let front = input.peek(0, BINARY)?;
        Ok(memchr::memchr(0, &front).is_some() || format_of(&front).is_some())
    }

    /// Returns `true` if the file may be skipped and looks binary to a reader that expects text in this
    /// encoding.
    pub(crate) fn is_binary_for(
        &self,
        input: &mut Input,
        encoding: Encoding,
        default: Endian,
    ) -> Result<bool, CommandError> {
        if is_of_bytes(encoding) {
            return self.is_binary(input);
        }
        let is_wide = encoding.info().width > 1;
        Ok(self.may_be_skipped && is_wide && is_no_text(&input.peek(0, BINARY)?, encoding, default))
    }
}

/// The first bytes of formats whose files may have no byte 00 at the start, and what such a file is.
const MAGIC_NUMBERS: [(&[u8], &str); 11] = [
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"\x7FELF", "a program or library (ELF)"),
    (b"\xCA\xFE\xBA\xBE", "a Java class file or a program of macOS"),
    (b"\x1F\x8B\x08", "compressed with gzip"),
    (b"\xFD7zXZ\0", "compressed with xz"),
    (b"\x28\xB5\x2F\xFD", "compressed with Zstandard"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old office document"),
    (b"%PDF-", "a PDF document"),
];

/// Returns what a file is that begins with the magic number of a well-known format that is not text.
pub(crate) fn format_of(front: &[u8]) -> Option<&'static str> {
    MAGIC_NUMBERS.iter().find(|(number, _)| front.starts_with(number)).map(|(_, format)| *format)
}

/// Returns `true` if the start of a file is UTF-8, even with bytes 00.
pub(crate) fn is_utf_8(input: &mut Input) -> Result<bool, CommandError> {
    Ok(begins_as_utf_8(&input.peek(0, BINARY)?))
}

/// Returns `true` if these first bytes of a file are UTF-8, whose last character may be cut.
pub(crate) fn begins_as_utf_8(front: &[u8]) -> bool {
    std::str::from_utf8(front).map_or_else(|error| error.error_len().is_none(), |_| true)
}

/// Returns `true` if the start of a binary file looks like text in UTF-16.
pub(crate) fn is_utf_16(input: &mut Input) -> Result<bool, CommandError> {
    let front = input.peek(0, BINARY)?;
    // The detector takes milliseconds, so most binary files are excluded first. Tables of numbers and the
    // like have many bytes 00 in both even and odd places. In compressed data, surrogates do not form pairs
    // in either byte order.
    let zeros = |first: usize| front.iter().skip(first).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let has_mark = front.starts_with(b"\xFF\xFE") || front.starts_with(b"\xFE\xFF");
    let is_in_pairs = |one| validate(one, &front).map_or_else(|error| error.error_len().is_none(), |()| true);
    let is_mixed = 4 * even.min(odd) > even.max(odd);
    let are_many = 8 * (even + odd) > front.len();
    if !has_mark
        && is_mixed
        && (are_many || !is_in_pairs(Encoding::Utf16Le) && !is_in_pairs(Encoding::Utf16Be))
    {
        return Ok(false);
    }
    let mut detector = Detector::new();
    detector.push(&front);
    let found = detector.finish_early().encoding;
    Ok(found.is_some_and(|found| found.info().is_utf_16()))
}

/// Returns `true` if an encoding has no byte 00 in ordinary text. Frames have it, and so has the magic number
/// of a document.
pub(crate) fn is_of_bytes(encoding: Encoding) -> bool {
    let has_it_in_front = encoding.as_frame().is_some() || encoding.mark().contains(&0);
    encoding.info().width == 1 && !has_it_in_front
}

/// A directory that cannot be read, or that cannot be walked correctly.
#[derive(Debug)]
pub(crate) struct WalkError {
    pub(crate) source: InputSource,
    pub(crate) message: String,
}

impl WalkError {
    fn new(path: &Path, reason: impl std::fmt::Display) -> Self {
        let message = format!("{}: {reason}", Name(path.as_os_str()));
        WalkError { source: InputSource::Path(path.to_owned()), message }
    }
}

/// Returns the source to name in a report: the file or the directory.
pub(crate) fn source_of(entry: &Result<Entry, WalkError>) -> &InputSource {
    match entry {
        Ok(Entry { source, .. }) | Err(WalkError { source, .. }) => source,
    }
}

impl From<WalkError> for CommandError {
    fn from(walk_error: WalkError) -> Self {
        CommandError::Failed(walk_error.message)
    }
}

/// Returns the files of a source. The files of a directory are in the order of their names, and only regular
/// files are returned. Links are followed if they are named; links that are found in directories are followed
/// only on request.
pub(crate) fn files(
    source: &InputSource,
    selection: &Selection,
) -> Box<dyn Iterator<Item = Result<Entry, WalkError>> + Send> {
    match source {
        InputSource::Path(path) if path.is_dir() => match walk(path, selection) {
            Ok(files) => Box::new(files),
            Err(error) => {
                let walk_error = WalkError { source: source.clone(), message: without_number(&error) };
                Box::new(std::iter::once(Err(walk_error)))
            }
        },
        _ => {
            let may_be_skipped = selection.is_of_list;
            let entry = Entry { source: source.clone(), root: None, follow: false, may_be_skipped };
            Box::new(std::iter::once(Ok(entry)))
        }
    }
}

fn walk(
    directory: &Path,
    selection: &Selection,
) -> Result<impl Iterator<Item = Result<Entry, WalkError>> + Send + use<>, ignore::Error> {
    let (follow, except) = (selection.follow, selection.except.clone());
    let root = directory.to_owned();
    // The walk does not get the globs and types: with them it would include hidden and excluded files.
    let (globs, types) = (selection.overrides(directory)?, selection.types.clone());
    let walk = WalkBuilder::new(directory)
        .hidden(!selection.hidden)
        .parents(!selection.no_ignore)
        .ignore(!selection.no_ignore)
        .git_ignore(!selection.no_ignore)
        .git_global(!selection.no_ignore)
        .git_exclude(!selection.no_ignore)
        .follow_links(follow)
        .filter_entry(move |entry| {
            let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_left_out = globs.matched(entry.path(), is_directory).is_ignore()
                || types.matched(entry.path(), is_directory).is_ignore();
            !is_left_out && is_wanted(entry, except.as_ref())
        })
        .sort_by_file_name(Ord::cmp)
        .build();
    let is_any_found = Arc::clone(&selection.is_any_found);
    let (looks_for_ignored, mut unknown) = (!selection.no_ignore, Vec::<PathBuf>::new());
    Ok(walk.filter_map(move |entry| match entry {
        Ok(entry) if unknown.iter().any(|directory| entry.path().starts_with(directory)) => None,
        Ok(entry) if is_file(&entry) => {
            is_any_found.store(true, Ordering::Relaxed);
            Some(Ok(Entry {
                source: InputSource::Path(entry.into_path()),
                root: Some(root.clone()),
                follow,
                may_be_skipped: true,
            }))
        }
        // If the rules of exclusion cannot be read, everything is excluded.
        Ok(entry) if looks_for_ignored && entry.file_type().is_some_and(|kind| kind.is_dir()) => {
            let walk_error = unreadable_rules(entry.path())?;
            unknown.push(entry.into_path());
            Some(Err(walk_error))
        }
        Ok(_) => None,
        Err(error) => {
            let walk_error = unreadable(&root, &error);
            // It was already reported that the rules there cannot be read.
            let is_reported = matches!(&walk_error.source, InputSource::Path(path)
                if unknown.iter().any(|directory| path.starts_with(directory)));
            (!is_reported).then_some(Err(walk_error))
        }
    }))
}

/// Returns the rules of a directory that exist but cannot be read, which the `ignore` crate treats as absent.
/// The walk reports a directory that cannot be read itself.
fn unreadable_rules(directory: &Path) -> Option<WalkError> {
    fs::read_dir(directory).ok()?;
    [".ignore", ".gitignore"].map(|name| directory.join(name)).into_iter().find_map(|path| {
        let error = File::open(&path).and_then(|mut file| file.read(&mut [0])).err()?;
        let is_none = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory);
        let message = format!("{}: {}", Name(path.as_os_str()), without_number(&error));
        (!is_none).then(|| WalkError { source: InputSource::Path(directory.to_owned()), message })
    })
}

/// Returns `true` if an input is the report itself, which would never end, or the messages. One that was
/// found among other files is skipped; naming it is an error.
pub(crate) fn is_report(entry: &Entry, input: &Input) -> Result<bool, CommandError> {
    let output = platform::standard_output().ok().as_ref().and_then(Identity::of_file);
    match (output.is_some() && output == input.identity(), &entry.root) {
        (false, _) => Ok(receives_messages(input)),
        (true, Some(_)) => Ok(true),
        (true, None) => Err(CommandError::Failed(format!("{}: is the output, too; not read", entry.source))),
    }
}

/// Returns `true` if messages are written to the input. An input that is named is refused before anything is
/// read.
pub(crate) fn receives_messages(input: &Input) -> bool {
    let error = platform::standard_error().ok().as_ref().and_then(Identity::of_file);
    error.is_some() && error == input.identity()
}

/// Excludes the directory that is skipped, and temporary files.
fn is_wanted(entry: &DirEntry, except: Option<&Identity>) -> bool {
    let is_excepted = || Identity::of_directory(entry.path()).ok().as_ref() == except;
    match entry.file_type() {
        Some(kind) if kind.is_dir() => except.is_none() || !is_excepted(),
        _ => !is_temporary_name(entry.file_name()),
    }
}

fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_file())
}

/// Returns what cannot be read, from nested errors. A directory that was already open has lost its name;
/// `parent` names it.
fn unreadable(parent: &Path, error: &ignore::Error) -> WalkError {
    match error {
        ignore::Error::WithPath { path, err } => unreadable(path, err),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            unreadable(parent, err)
        }
        ignore::Error::Loop { child, .. } => WalkError::new(child, "a link to a directory above it"),
        _ => {
            // The message may contain the path once more, unescaped.
            let (message, path) = (without_number(error), format!("{}: ", parent.display()));
            let reason = message.split_once(&path).map_or(message.as_str(), |(_, reason)| reason);
            WalkError::new(parent, Line(reason.as_bytes()))
        }
    }
}
