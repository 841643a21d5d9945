//! A file is replaced by a complete new one, or not changed at all.
//!
//! ```text
//! begin:   .placemat-*.tmp next to the file, exclusively, mode 0600, locked
//! write:   into it
//! commit:  owner, attributes, mode of the old one ► fsync ► check that the old one has not changed ► rename
//!          ► fsync of the directory
//! ```
//!
//! Dropping a replacement does not change the file. If the run is killed at any point, the file is the old
//! one or the new one.

mod attributes;
mod directory;
mod temporary;

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use placemat::repair::Edit;

use crate::platform::Identity;
use crate::show::say;
use crate::status::{LeftAlone, Refusal, Status, without_number};
use directory::{Directory, Stamp};
use temporary::Temporary;

pub(crate) use attributes::{Like, without_proposal};
pub(crate) use temporary::{create_directory, is_name as is_temporary_name};

/// What is permitted, and what optional properties are kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReplaceOptions {
    /// A file with several names is replaced under one of them.
    pub(crate) break_hard_links: bool,
    /// The new file gets the access and modification times of the old one.
    pub(crate) preserve_times: bool,
}

/// The location of a file that exists or will be created.
#[derive(Clone, Debug)]
pub(crate) struct TargetPath {
    directory: Arc<Directory>,
    name: OsString,
    /// The directory as messages name it.
    shown: PathBuf,
}

impl TargetPath {
    /// Returns the location of a path. If its last component is a link, it is not followed.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let Some(name) = path.file_name() else { return Err(io::ErrorKind::IsADirectory.into()) };
        let directory = match path.parent() {
            Some(directory) if !directory.as_os_str().is_empty() => directory,
            _ => Path::new("."),
        };
        let opened = Directory::open(directory).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                Refusal::wrap(directory, "cannot open the directory", "is not written", error)
            }
            _ => error,
        })?;
        Ok(TargetPath { directory: Arc::new(opened), name: name.to_owned(), shown: directory.to_owned() })
    }

    /// Returns the location of a file that was named on the command line. Messages use the directory of that
    /// name, unless the name is a link.
    pub(crate) fn of_named(resolved: &Path, named: &Path) -> io::Result<Self> {
        let target_path = TargetPath::of(resolved)?;
        let is_link = named.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
        let shown = named.parent().filter(|_| !is_link).map(Path::to_owned);
        Ok(TargetPath { shown: shown.unwrap_or_else(|| target_path.shown.clone()), ..target_path })
    }

    /// Creates a temporary file next to the file. If the directory refuses it, `consequence` says what that
    /// means for the file.
    fn temporary(&self, consequence: &'static str) -> io::Result<Temporary> {
        Temporary::create(&self.directory)
            .map_err(|error| Refusal::wrap(&self.shown, "cannot create a temporary file", consequence, error))
    }

    /// Opens the file for reading.
    pub(crate) fn open(&self) -> io::Result<File> {
        self.directory.open_file(&self.name)
    }
}

/// A new file that replaces another, or takes a free name.
#[derive(Debug)]
pub(crate) struct Replacement {
    temporary: Temporary,
    target_path: TargetPath,
    old: Option<File>,
    /// The state that the old file must still have when the new one replaces it.
    expected: Option<Stamp>,
    like: Like,
    times: Option<Metadata>,
}

impl Replacement {
    /// Begins a file at a location that has none yet.
    pub(crate) fn new_file(target_path: TargetPath, like: Like) -> io::Result<Self> {
        let temporary = target_path.temporary("is not written")?;
        Ok(Replacement { temporary, target_path, old: None, expected: None, like, times: None })
    }

    /// Begins a file that replaces `old`, the open file at that location.
    ///
    /// Fails for a file that may not be written to, and for a file with several names, unless that is
    /// permitted.
    pub(crate) fn begin(
        target_path: TargetPath,
        old: File,
        replace_options: ReplaceOptions,
    ) -> io::Result<Self> {
        Replacement::ask(&target_path, &old, replace_options)?;
        let temporary = target_path.temporary("is unchanged")?;
        Ok(Replacement {
            temporary,
            target_path,
            old: Some(old),
            expected: None,
            like: Like::New,
            times: None,
        })
    }

    /// Checks that `old`, the file at that location, may be replaced.
    pub(crate) fn ask(
        target_path: &TargetPath,
        old: &File,
        replace_options: ReplaceOptions,
    ) -> io::Result<()> {
        let names = names_of(old)?;
        if names > 1 && !replace_options.break_hard_links {
            return Err(io::Error::other(LeftAlone(format!(
                "it has {names} names (hard links), and only this one would get the new text; \
                 --break-hard-links permits it"
            ))));
        }
        target_path.directory.ask_to_write(&target_path.name).map_err(|error| match error.kind() {
            io::ErrorKind::PermissionDenied => {
                let what = format!("may not be written to: {}", without_number(&error));
                io::Error::new(error.kind(), what)
            }
            _ => error,
        })
    }

    /// Gives the new file the times of another.
    pub(crate) fn keep_times_of(&mut self, other: Metadata) {
        self.times = Some(other);
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.temporary.file.write_all(bytes)
    }

    /// Completes the replacement: the new file takes its name. After an error, the old file is unchanged.
    pub(crate) fn commit(mut self) -> io::Result<Change> {
        let file = &self.temporary.file;
        match &self.old {
            Some(old) => attributes::give(file, old)?,
            None => attributes::give_new(file, &self.like)?,
        }
        if let Some(times) = &self.times {
            attributes::give_times(file, times)?;
        }
        file.sync_all()?;
        if let Some(expected) = &self.expected
            && !self
                .target_path
                .directory
                .look_at(&self.target_path.name)
                .is_ok_and(|now| expected.is_still(&now))
        {
            return Err(changed());
        }
        self.temporary.rename(&self.target_path.name)?;
        Ok(match self.target_path.directory.sync() {
            Ok(()) => Change::Written,
            Err(error) => Change::Unsure(without_number(&error)),
        })
    }
}

/// Returns how many names a file has.
fn names_of(file: &File) -> io::Result<u64> {
    Ok(Stamp::of_file(file)?.names())
}

/// Returns what is to be said of a file that `--in-place` leaves alone because it has several names.
pub(crate) fn note_on_names(file: &File) -> io::Result<Option<String>> {
    let names = names_of(file)?;
    let note = || {
        format!("it has {names} names (hard links): --in-place leaves it as it is without --break-hard-links")
    };
    Ok((names > 1).then(note))
}

fn changed() -> io::Error {
    io::Error::other("changed while it was read; left as it is")
}

/// What happened to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Written,
    /// The file is written, but its directory could not be synced, for this reason: a power cut may undo it.
    Unsure(String),
    /// The result is the same as the old text, and nothing was changed.
    None,
}

impl Change {
    /// Reports a file whose change a power cut may undo.
    pub(crate) fn tell(&self, name: impl Display, status: &mut Status) {
        if let Change::Unsure(reason) = self {
            tell_unsure(name, "written", reason, status);
        }
    }
}

/// Reports a change that a power cut may undo, which is an I/O error too.
pub(crate) fn tell_unsure(name: impl Display, done: &str, reason: &str, status: &mut Status) {
    status.raise(Status::Failed);
    say(format_args!("{name}: {done}, but not yet sure to survive a power cut: {reason}"));
}

/// A file that is rewritten in place. No temporary file is created until the output differs from the
/// original.
#[derive(Debug)]
pub(crate) struct Rewrite {
    target_path: TargetPath,
    replace_options: ReplaceOptions,
    original: File,
    expected: Stamp,
    /// How many bytes of output were the same as those of the original.
    same: u64,
    replacement: Option<Replacement>,
    buffer: Vec<u8>,
    /// In a dry run, whether the output differs.
    dry: Option<bool>,
}

/// How much of the original is compared at a time.
const COMPARED: usize = 64 << 10;

impl Rewrite {
    /// Rewrites the file at `target_path`, which is being read through `input`.
    pub(crate) fn new(
        target_path: TargetPath,
        input: &File,
        replace_options: ReplaceOptions,
    ) -> io::Result<Self> {
        // A separate handle, which has a position of its own.
        let original = target_path.open()?;
        let expected = Stamp::of_file(input)?;
        if !expected.is_still(&Stamp::of_file(&original)?) {
            return Err(changed());
        }
        Ok(Rewrite {
            target_path,
            replace_options,
            original,
            expected,
            same: 0,
            replacement: None,
            buffer: vec![],
            dry: None,
        })
    }

    /// Makes this a dry run: nothing is written, and the result only says whether anything would change.
    pub(crate) fn dry(self) -> Self {
        Rewrite { dry: Some(false), ..self }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let rest = match (&self.replacement, self.dry) {
            (_, Some(true)) => return Ok(()),
            (Some(_), _) => bytes,
            (None, _) => self.skip_same(bytes)?,
        };
        match &mut self.dry {
            _ if rest.is_empty() => Ok(()),
            Some(differs) => {
                *differs = true;
                Ok(())
            }
            None => self.begin()?.write(rest),
        }
    }

    /// Writes the original with edits at ascending offsets. What is between them is copied by the operating
    /// system, which need not move it through memory.
    pub(crate) fn edit(&mut self, edits: &[(u64, &Edit)], size: u64) -> io::Result<()> {
        if let Some(differs) = &mut self.dry {
            *differs = true;
            return Ok(());
        }
        let mut at = 0;
        for (offset, edit) in edits {
            self.copy(at, *offset)?;
            self.begin()?.write(&edit.with)?;
            at = offset + edit.len as u64;
        }
        self.copy(at, size)
    }

    /// Copies a part of the original.
    fn copy(&mut self, from: u64, to: u64) -> io::Result<()> {
        self.begin()?;
        let (mut original, len) = (&self.original, to - from);
        original.seek(SeekFrom::Start(from))?;
        let Some(replacement) = &mut self.replacement else { return Ok(()) };
        match io::copy(&mut original.take(len), &mut replacement.temporary.file)? {
            copied if copied == len => Ok(()),
            _ => Err(changed()),
        }
    }

    /// Returns `true` if the output is the whole original.
    fn is_same(&self) -> bool {
        self.replacement.is_none() && self.dry != Some(true) && self.same == self.expected.size()
    }

    /// Returns the original and the new file when everything is written, unless they are the same.
    pub(crate) fn texts(&mut self) -> io::Result<Option<(&File, &File)>> {
        if self.is_same() || self.dry.is_some() {
            return Ok(None);
        }
        self.begin()?;
        Ok(self.replacement.as_ref().map(|replacement| (&self.original, &replacement.temporary.file)))
    }

    /// Completes the rewriting.
    pub(crate) fn commit(mut self) -> io::Result<Change> {
        if self.is_same() {
            let is_still = self.expected.is_still(&Stamp::of_file(&self.original)?);
            return if is_still { Ok(Change::None) } else { Err(changed()) };
        }
        if self.dry.is_some() {
            return Replacement::ask(&self.target_path, &self.original, self.replace_options)
                .map(|()| Change::Written);
        }
        self.begin()?;
        let Some(replacement) = self.replacement else { return Ok(Change::None) };
        replacement.commit()
    }

    /// Skips the bytes that are the same in the original, and returns the rest.
    fn skip_same<'b>(&mut self, mut bytes: &'b [u8]) -> io::Result<&'b [u8]> {
        self.buffer.resize(COMPARED, 0);
        while !bytes.is_empty() {
            let most = bytes.len().min(COMPARED);
            let n = match self.original.read(&mut self.buffer[..most]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            };
            let equal = bytes.iter().zip(&self.buffer[..n]).take_while(|(new, old)| new == old).count();
            self.same += equal as u64;
            bytes = &bytes[equal..];
            if n == 0 || equal < n {
                break;
            }
        }
        Ok(bytes)
    }

    fn begin(&mut self) -> io::Result<&mut Replacement> {
        if self.replacement.is_none() {
            let mut replacement = Replacement::begin(
                self.target_path.clone(),
                self.original.try_clone()?,
                self.replace_options,
            )?;
            replacement.expected = Some(self.expected.clone());
            if self.replace_options.preserve_times {
                replacement.keep_times_of(self.original.metadata()?);
            }
            self.original.rewind()?;
            if io::copy(&mut (&self.original).take(self.same), &mut replacement.temporary.file)? < self.same {
                return Err(changed());
            }
            self.replacement = Some(replacement);
        }
        Ok(self.replacement.as_mut().expect("it has just begun"))
    }
}

/// Returns the location of a file, independently of the path that leads to it.
pub(crate) fn location_of(path: &Path) -> io::Result<(Identity, OsString)> {
    let path = path.canonicalize()?;
    let name = path.file_name().map(OsStr::to_owned).unwrap_or_default();
    Ok((Identity::of_directory(path.parent().unwrap_or(&path))?, name))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn rewrite(path: &Path) -> Rewrite {
        let target_path = TargetPath::of(path).unwrap();
        let input = target_path.open().unwrap();
        Rewrite::new(target_path, &input, ReplaceOptions::default()).unwrap()
    }

    #[test]
    fn a_file_that_changes_meanwhile_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let change = |what: &str| match what {
            "written to" => fs::write(&path, "other").unwrap(),
            "longer" => fs::write(&path, "old text and more").unwrap(),
            "another" => {
                fs::write(directory.path().join("other"), "old text").unwrap();
                fs::rename(directory.path().join("other"), &path).unwrap();
            }
            _ => fs::remove_file(&path).unwrap(),
        };
        for what in ["written to", "longer", "another", "gone"] {
            for text in ["new text", "old text, longer", "old", "old text"] {
                fs::write(&path, "old text").unwrap();
                let mut rewrite = rewrite(&path);
                rewrite.write(text.as_bytes()).unwrap();
                if what != "gone" || text != "old text" {
                    std::thread::sleep(std::time::Duration::from_millis(12)); // times of files are that coarse
                    change(what);
                    let then = fs::read(&path).ok();
                    let is_untouched = text == "old text" && what == "another";
                    assert!(is_untouched || rewrite.commit().is_err(), "{what}: {text}");
                    assert_eq!(fs::read(&path).ok(), then, "{what}: {text}");
                    assert!(fs::read_dir(directory.path()).unwrap().count() <= 1, "{what}: {text}");
                }
            }
        }
    }

    #[test]
    fn what_is_abandoned_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        fs::write(&path, "old text").unwrap();
        let mut rewrite = rewrite(&path);
        rewrite.write(b"old").unwrap();
        assert_eq!(
            fs::read_dir(directory.path()).unwrap().count(),
            1,
            "nothing is begun before something differs"
        );
        rewrite.write(b"er").unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2);
        drop(rewrite);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        assert_eq!(fs::read(&path).unwrap(), b"old text");
    }

    #[test]
    fn pieces_of_any_size_make_the_same_file() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let old: Vec<u8> = (0..3 * COMPARED).map(|k| (k % 251) as u8).collect();
        for (at, len) in [
            (0, 0),
            (0, 5),
            (COMPARED, old.len()),
            (old.len() - 1, old.len()),
            (old.len(), old.len() + 9),
            (9, 9),
        ] {
            let mut new = old.clone();
            new.resize(len, 0xFF);
            new[at.min(len)..].fill(0xFF);
            for piece in [1000, COMPARED - 1, COMPARED + 1, old.len() * 2] {
                fs::write(&path, &old).unwrap();
                let mut rewrite = rewrite(&path);
                for piece in new.chunks(piece) {
                    rewrite.write(piece).unwrap();
                }
                let expected = if new == old { Change::None } else { Change::Written };
                assert_eq!(rewrite.commit().unwrap(), expected);
                assert!(fs::read(&path).unwrap() == new, "{at} {len} {piece}");
            }
        }
    }

    #[test]
    fn edits_are_written_between_copies_of_the_original() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("file");
        let old: Vec<u8> = (0..9000).map(|k| (k % 251) as u8).collect();
        let edit = |offset: usize, len: usize, with: &[u8]| Edit {
            offset,
            len,
            with: with.to_vec(),
            fixes: placemat::repair::Fixes::CESU_8,
        };
        for edits in [
            vec![edit(0, 6, b"four")],
            vec![edit(5, 1, b"longer"), edit(6, 3, b""), edit(8999, 1, b"end")],
            vec![edit(100, 0, b"inserted"), edit(4000, 5000, b"x")],
        ] {
            fs::write(&path, &old).unwrap();
            let mut rewrite = rewrite(&path);
            let placed: Vec<_> = edits.iter().map(|edit| (edit.offset as u64, edit)).collect();
            rewrite.edit(&placed, old.len() as u64).unwrap();
            assert_eq!(rewrite.commit().unwrap(), Change::Written);
            assert!(fs::read(&path).unwrap() == Edit::apply_all(&edits, &old), "{edits:?}");
        }
        // A file that has become shorter is left as it is.
        fs::write(&path, &old).unwrap();
        let mut rewrite = rewrite(&path);
        fs::write(&path, &old[..50]).unwrap();
        assert!(rewrite.edit(&[(10, &edit(10, 1, b"y"))], old.len() as u64).is_err());
        drop(rewrite);
        assert_eq!(fs::read(&path).unwrap(), &old[..50]);
    }
}
