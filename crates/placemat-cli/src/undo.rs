//! The undo log, which keeps the old contents of files. It is JSON Lines, with a line for each file that is
//! repaired or converted. The line is appended and on the disk before the file is replaced.
//!
//! ```text
//! {"version":1,"path":{"text":"/home/ken/notes.txt"},
//!  "old":{"size":18,"hash":"…"},"new":{"size":16,"hash":"…"},
//!  "edits":[{"offset":6,"length":4,"old":"7aC97bKp"}]}
//! ```
//!
//! `path` is absolute, with links resolved. `offset` and `length` refer to the new file; `old` is what was
//! there before, in base64. A hash is SipHash-2-4 of 128 bits under the key 0, in hexadecimal. The last line
//! may be cut: its file was not replaced. If the run was killed, a file that has a line may still be the old
//! one; undoing it has no effect.

mod whole;

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use data_encoding::{BASE64, HEXLOWER};
use placemat::repair::{Edit, Fixes};
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};

use crate::input::{Input, InputSource, JsonName};
use crate::json;
use crate::output::{Output, refuse_streams};
use crate::platform::Identity;
use crate::replacement::{Change, ReplaceOptions, Rewrite, TargetPath, without_proposal};
use crate::show::{Count, Name, say};
use crate::status::{CommandError, Status};

pub(crate) use whole::Record;

/// The size and hash of a text.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Print {
    size: u64,
    hash: String,
}

impl Print {
    fn new(size: u64, hasher: &SipHasher24) -> Self {
        Print { size, hash: HEXLOWER.encode(&hasher.finish128().as_bytes()) }
    }

    fn of(text: &[u8]) -> Self {
        let mut hasher = SipHasher24::new();
        std::hash::Hasher::write(&mut hasher, text);
        Print::new(text.len() as u64, &hasher)
    }
}

/// A line to be written.
#[derive(Serialize)]
struct Line<'a> {
    version: u32,
    path: JsonName<'a>,
    old: Print,
    new: Print,
    edits: Vec<Piece>,
}

/// A line that was read.
#[derive(Deserialize)]
struct Entry {
    version: u32,
    path: EntryName,
    old: Print,
    new: Print,
    edits: Vec<Piece>,
}

#[derive(Deserialize)]
enum EntryName {
    #[serde(rename = "text")]
    Text(String),
    #[serde(rename = "bytes")]
    Bytes(String),
}

#[derive(Serialize, Deserialize)]
struct Piece {
    offset: u64,
    length: u64,
    old: String,
}

/// A log that several threads write.
#[derive(Debug)]
pub(crate) struct Log {
    name: String,
    file: Mutex<File>,
    identity: Option<Identity>,
}

impl Log {
    /// Opens the log, or creates one that only its owner can read, because it contains what the files
    /// contained.
    pub(crate) fn open(path: &Path) -> Result<Self, CommandError> {
        let name = Name(path.as_os_str()).to_string();
        let open = || {
            let mut options = OpenOptions::new();
            options.read(true).append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let mut file = options.open(path)?;
            if !file.metadata()?.is_file() {
                return Err(io::Error::other("is not a regular file"));
            }
            file.try_lock().map_err(in_use)?;
            if !begins_as_a_log(&mut file)? {
                return Err(io::Error::other("is there, and is not an undo log"));
            }
            let whole = whole_lines(&mut file)?;
            file.set_len(whole)?;
            file.sync_all()?;
            sync_directory(path)?;
            Ok(file)
        };
        let file = open().map_err(|error| CommandError::io(&name, &error))?;
        Ok(Log { name, identity: Identity::of_file(&file), file: Mutex::new(file) })
    }

    /// Returns `true` if the file is the log itself.
    pub(crate) fn is(&self, identity: Option<&Identity>) -> bool {
        identity.is_some() && identity == self.identity.as_ref()
    }

    /// Writes, to the disk, the line that undoes the edits of a file.
    pub(crate) fn append(
        &self,
        path: &Path,
        old: &[u8],
        new: &[u8],
        edits: &[Edit],
    ) -> Result<(), CommandError> {
        let line = json::line(&Line {
            version: json::VERSION,
            path: JsonName::of(path),
            old: Print::of(old),
            new: Print::of(new),
            edits: pieces(old, edits),
        });
        let result = self.write_line(|log| log.write_all(&line));
        result.map_err(|error| CommandError::io(&self.name, &error))
    }
}

fn in_use(error: TryLockError) -> io::Error {
    match error {
        TryLockError::WouldBlock => io::Error::other("is in use by another run"),
        TryLockError::Error(error) => error,
    }
}

/// The beginning of each line.
const HEAD: &[u8] = br#"{"version":1,"path":{""#;

/// Returns `true` if the file is empty, or if its first line is a line of a log or the beginning of one.
fn begins_as_a_log(file: &mut File) -> io::Result<bool> {
    file.rewind()?;
    let (mut head, mut line) = (vec![], vec![]);
    (&*file).take(HEAD.len() as u64).read_to_end(&mut head)?;
    let mut begins = HEAD.starts_with(&head);
    if begins && head.len() == HEAD.len() {
        // Reports begin in the same way.
        file.rewind()?;
        BufReader::new(&*file).read_until(b'\n', &mut line)?;
        begins = if line.last() == Some(&b'\n') {
            serde_json::from_slice::<Entry>(&line).is_ok()
        } else {
            // A line of a log that was cut lacks at least the last brace.
            serde_json::from_slice::<serde_json::Value>(&line).is_err()
        };
    }
    file.rewind()?;
    Ok(begins)
}

/// Returns `true` if an input begins as an undo log does.
pub(crate) fn is_a_log(input: &mut Input) -> Result<bool, CommandError> {
    if input.peek(0, HEAD.len())? != HEAD {
        return Ok(false);
    }
    // Reports begin in the same way, and have no prints of files.
    let front = input.peek(0, FRONT)?;
    let has = |part: &[u8]| memchr::memmem::find(&front, part).is_some();
    Ok(has(br#"},"old":{"size":"#) && has(br#"},"new":{"size":"#))
}

/// The longest beginning of a line, with the name of its file.
const FRONT: usize = 64 << 10;

/// Returns the length of the file without a last line that is cut.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let (mut end, mut buffer) = (file.seek(SeekFrom::End(0))?, vec![0; 1 << 16]);
    while end > 0 {
        let start = end.saturating_sub(buffer.len() as u64);
        let len = (end - start) as usize;
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut buffer[..len])?;
        if let Some(at) = memchr::memrchr(b'\n', &buffer[..len]) {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// Syncs the directory of a new file, so that its name is on the disk.
fn sync_directory(path: &Path) -> io::Result<()> {
    let directory = path.canonicalize()?;
    match directory.parent() {
        Some(directory) if cfg!(unix) => File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}

/// Returns the edits in the form in which they are undone.
fn pieces(old: &[u8], edits: &[Edit]) -> Vec<Piece> {
    let (mut pieces, mut done, mut offset) = (Vec::with_capacity(edits.len()), 0, 0);
    for edit in edits {
        offset += (edit.offset - done) as u64;
        let length = edit.with.len() as u64;
        pieces.push(Piece { offset, length, old: BASE64.encode(&old[edit.offset..edit.end()]) });
        offset += length;
        done = edit.end();
    }
    pieces
}

/// Undoes a log, from the last line to the first: a file that was repaired twice has two lines. With
/// `is_json`, each line of the log has a line on standard output.
pub(crate) fn undo(
    path: &Path,
    replace_options: ReplaceOptions,
    is_json: bool,
    status: &mut Status,
) -> Result<(), CommandError> {
    let name = Name(path.as_os_str()).to_string();
    let trouble = |error: io::Error| CommandError::io(&name, &error);
    // A file that is not regular may have no end, nor a beginning.
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(CommandError::Failed(format!("{name}: is not an undo log")));
    }
    let mut file = File::open(path).map_err(trouble)?;
    file.try_lock_shared().map_err(in_use).map_err(trouble)?;
    if !begins_as_a_log(&mut file).map_err(trouble)? {
        return Err(CommandError::Failed(format!("{name}: is not an undo log")));
    }
    let mut reader = BufReader::new(file);
    let (lines, is_cut) = lines(&mut reader).map_err(trouble)?;
    let mut entry_at = |start: u64| -> Result<Option<Entry>, CommandError> {
        let mut line = vec![];
        reader.seek(SeekFrom::Start(start)).map_err(trouble)?;
        reader.read_until(b'\n', &mut line).map_err(trouble)?;
        Ok(serde_json::from_slice::<Entry>(&line).ok().filter(|entry| entry.version == json::VERSION))
    };
    for &start in &lines {
        if let Some(path) = entry_at(start)?.and_then(|entry| entry.path().ok()) {
            refuse_streams(&[InputSource::Path(path)])?;
        }
    }
    if is_cut {
        say(format_args!(
            "{name}: the last line is cut short and is passed over; what it was to undo was not begun, or its end is lost"
        ));
    }
    let output = if is_json { Some(Output::standard(&[])?) } else { None };
    let mut totals = Totals { output, ..Totals::default() };
    // Nothing of the log is left that could be undone.
    if is_cut && lines.is_empty() {
        status.raise(Status::Failed);
    }
    for (before, &start) in lines.iter().enumerate().rev() {
        let number = before as u64 + 1;
        match entry_at(start)? {
            Some(entry) => totals.add(number, &entry, replace_options, status),
            None => {
                totals.fail(number, None, format!("{name}: line {number} is not an entry of an undo log"));
            }
        }
    }
    totals.tell(status)
}

/// The result for a line.
enum Undone {
    Written(Change),
    /// The file already is what it was before the repair.
    Already,
    /// The file is neither the text before the repair nor the result of the repair.
    Other,
}

/// The result for a line, for machines.
#[derive(Serialize)]
struct LineReport<'a> {
    version: u32,
    line: u64,
    path: Option<JsonName<'a>>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<json::Unread<'a>>,
}

/// The results of all lines, by file: a file that was repaired twice has two lines.
#[derive(Default)]
struct Totals {
    /// The output for lines of JSON. An error of this output is reported at the end, because it must not
    /// affect what is undone.
    output: Option<Output>,
    untold: Option<CommandError>,
    undone: BTreeSet<PathBuf>,
    already: BTreeSet<PathBuf>,
    failed: BTreeSet<PathBuf>,
    /// Files that are left as they are.
    left: BTreeSet<PathBuf>,
    /// Files that have not matched so far. An earlier line of the log may match them: a repair may already be
    /// undone, or may never have been completed.
    others: BTreeSet<PathBuf>,
    /// Lines that do not name a file.
    unread: u64,
}

impl Totals {
    fn add(&mut self, line: u64, entry: &Entry, replace_options: ReplaceOptions, status: &mut Status) {
        let result = entry.path().and_then(|path| Ok((entry.undo(&path, replace_options)?, path)));
        match result {
            Ok((Undone::Other, path)) => {
                self.write(line, Some(&path), "other", None);
                self.others.insert(path);
            }
            Ok((undone, path)) => {
                self.others.remove(&path);
                let (files, outcome) = match undone {
                    Undone::Written(change) => {
                        change.tell(InputSource::Path(path.clone()), status);
                        (&mut self.undone, "undone")
                    }
                    _ => (&mut self.already, "undone-already"),
                };
                files.insert(path.clone());
                self.write(line, Some(&path), outcome, None);
            }
            Err(CommandError::Failed(message)) => self.fail(line, entry.path().ok(), message),
            Err(CommandError::Left(message)) => self.leave(line, entry.path().ok(), message),
            Err(CommandError::ClosedPipe) => {}
        }
    }

    /// Reports a line of the log that cannot be undone.
    fn fail(&mut self, line: u64, path: Option<PathBuf>, message: String) {
        self.write(line, path.as_deref(), "failed", Some(&message));
        say(message);
        match path {
            Some(path) => drop(self.failed.insert(path)),
            None => self.unread += 1,
        }
    }

    /// Reports a line of the log whose file is left as it is.
    fn leave(&mut self, line: u64, path: Option<PathBuf>, message: String) {
        self.write(line, path.as_deref(), "failed", Some(&message));
        say(message);
        self.left.extend(path);
    }

    /// Writes a line of JSON, if that is wanted.
    fn write(&mut self, line: u64, path: Option<&Path>, outcome: &'static str, reason: Option<&str>) {
        let Some(output) = &mut self.output else { return };
        let (path, failed) = (path.map(JsonName::of), reason.map(json::Unread::new));
        let line = json::line(&LineReport { version: json::VERSION, line, path, outcome, failed });
        if let Err(trouble) = output.write(&line) {
            (self.output, self.untold) = (None, Some(trouble));
        }
    }

    fn tell(mut self, status: &mut Status) -> Result<(), CommandError> {
        for path in &self.others {
            let source = InputSource::Path(path.clone());
            if self.undone.contains(path) {
                say(format_args!(
                    "{source}: its last repair is undone, and what that began with is not what an earlier one made of it"
                ));
            } else {
                say(format_args!("{source}: has been changed since; left as it is"));
            }
        }
        if !self.failed.is_empty() || self.unread > 0 {
            status.raise(Status::Failed);
        }
        self.left.append(&mut self.others);
        if !self.left.is_empty() {
            status.raise(Status::Findings);
        }
        self.failed.append(&mut self.left);
        // A file is counted once, by its worst result.
        let undone = self.undone.difference(&self.failed).count() as u64;
        let already =
            self.already.difference(&self.failed).filter(|path| !self.undone.contains(*path)).count();
        let mut summary = format!("{} undone", Count(undone, "file"));
        for (count, what) in [(already, "undone already"), (self.failed.len(), "not undone")] {
            if count > 0 {
                summary.push_str(&format!(", {count} {what}"));
            }
        }
        if self.unread > 0 {
            summary.push_str(&format!("; {} not read", Count(self.unread, "line")));
        }
        say(summary);
        self.untold.map_or(Ok(()), Err)
    }
}

/// Returns the offset of each line, without one that is cut, and whether one is.
fn lines(reader: &mut BufReader<File>) -> io::Result<(Vec<u64>, bool)> {
    let (mut lines, mut start) = (vec![], 0);
    loop {
        let mut is_whole = false;
        let mut len = 0;
        loop {
            let buffer = reader.fill_buf()?;
            let found = memchr::memchr(b'\n', buffer);
            let taken = found.map_or(buffer.len(), |at| at + 1);
            len += taken as u64;
            is_whole |= found.is_some();
            reader.consume(taken);
            if taken == 0 || is_whole {
                break;
            }
        }
        if !is_whole {
            return Ok((lines, len > 0));
        }
        lines.push(start);
        start += len;
    }
}

impl Entry {
    /// Restores the old contents of the file.
    fn undo(&self, path: &Path, replace_options: ReplaceOptions) -> Result<Undone, CommandError> {
        let source = InputSource::Path(path.to_owned());
        let trouble = |error: io::Error| CommandError::io(&source, &error);
        let target_path = TargetPath::of(path).map_err(trouble)?;
        let mut file = target_path.open().map_err(trouble)?;
        if !file.metadata().map_err(trouble)?.is_file() {
            return Err(CommandError::Failed(format!("{source}: is not a regular file; left as it is")));
        }
        let mut rewrite = Rewrite::new(target_path, &file, replace_options).map_err(trouble)?;
        let mut text = vec![];
        file.read_to_end(&mut text).map_err(trouble)?;
        let print = Print::of(&text);
        if print != self.new {
            return Ok(if print == self.old { Undone::Already } else { Undone::Other });
        }
        let old = self.reverted(&text).filter(|old| Print::of(old) == self.old);
        let damaged = || CommandError::Failed(format!("{source}: the undo log is damaged; left as it is"));
        rewrite.write(&old.ok_or_else(damaged)?).map_err(trouble)?;
        // An undo writes to no other file.
        Ok(Undone::Written(rewrite.commit().map_err(without_proposal).map_err(trouble)?))
    }

    /// Returns the old text; `None` if the edits do not fit this text.
    fn reverted(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (mut edits, mut done) = (Vec::with_capacity(self.edits.len()), 0);
        for piece in &self.edits {
            let (at, len) = (usize::try_from(piece.offset).ok()?, usize::try_from(piece.length).ok()?);
            let end = at.checked_add(len)?;
            if at < done || end > text.len() {
                return None;
            }
            done = end;
            let with = BASE64.decode(piece.old.as_bytes()).ok()?;
            edits.push(Edit { offset: at, len, with, fixes: Fixes::default() });
        }
        Some(Edit::apply_all(&edits, text))
    }

    fn path(&self) -> Result<PathBuf, CommandError> {
        let unknown = || CommandError::Failed("a path in the undo log cannot be read".to_owned());
        match &self.path {
            EntryName::Text(text) => Ok(PathBuf::from(text)),
            EntryName::Bytes(bytes) => {
                let bytes = BASE64.decode(bytes.as_bytes()).map_err(|_| unknown())?;
                path_of(bytes).ok_or_else(unknown)
            }
        }
    }
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into())
}

/// Returns `None`: a name with unpaired surrogates cannot be made safely from its bytes.
#[cfg(not(unix))]
fn path_of(_bytes: Vec<u8>) -> Option<PathBuf> {
    None
}
