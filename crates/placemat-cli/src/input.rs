//! Inputs: files and standard input. They are read in pieces, some of them twice.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::platform::{self, Identity};
use crate::show::{Name, say};
use crate::status::CommandError;

/// How much is read at a time.
pub(crate) const CHUNK: usize = 128 * 1024;

/// Where an input comes from.
#[derive(Clone, Debug)]
pub(crate) enum InputSource {
    /// Standard input, with the name that reports show for it, if it has one.
    StandardInput(Option<PathBuf>),
    Path(PathBuf),
}

impl InputSource {
    /// Returns the source that an argument names: standard input if it is `-`.
    pub(crate) fn from_argument(argument: &OsStr) -> InputSource {
        if argument == "-" {
            InputSource::StandardInput(None)
        } else {
            InputSource::Path(PathBuf::from(argument))
        }
    }

    /// Returns the identity of the input, if it is a regular file.
    pub(crate) fn identity(&self) -> Option<Identity> {
        match self {
            InputSource::StandardInput(_) => Identity::of_file(&platform::standard_input().ok()?),
            InputSource::Path(path) => Identity::of_path(path),
        }
    }

    /// Returns `true` if the input is standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        matches!(self, InputSource::StandardInput(_))
    }

    /// Returns `true` if the input is a directory.
    pub(crate) fn is_directory(&self) -> bool {
        matches!(self, InputSource::Path(path) if path.is_dir())
    }

    /// Returns the name that reports show; `None` for standard input without a name.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            InputSource::StandardInput(name) => name.as_deref(),
            InputSource::Path(path) => Some(path),
        }
    }

    /// Returns the name as it would be given on a command line.
    pub(crate) fn as_argument(&self) -> &[u8] {
        match self {
            InputSource::StandardInput(None) => b"-",
            InputSource::StandardInput(Some(path)) | InputSource::Path(path) => {
                path.as_os_str().as_encoded_bytes()
            }
        }
    }

    /// Returns the name in reports for machines; `null` for standard input without a name.
    pub(crate) fn to_json(&self) -> Option<JsonName<'_>> {
        self.path().map(JsonName::of)
    }
}

impl fmt::Display for InputSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputSource::StandardInput(None) => f.write_str("standard input"),
            InputSource::Path(path) if path.as_os_str().is_empty() => f.write_str("''"),
            InputSource::StandardInput(Some(path)) | InputSource::Path(path) => Name(path.as_os_str()).fmt(f),
        }
    }
}

/// The first byte of a standard input that cannot be read again, if it was read to determine whether there is
/// one.
static FIRST: Mutex<Vec<u8>> = Mutex::new(vec![]);

/// Refuses an empty standard input that is read without being named.
pub(crate) fn refuse_empty_standard_input() -> Result<(), CommandError> {
    if !is_standard_input_empty()? {
        return Ok(());
    }
    let message = "standard input is empty, and no path is named: name files or directories, \
                   `.` for the current directory, or `-` for standard input";
    Err(CommandError::Failed(message.to_owned()))
}

/// Like [`refuse_empty_standard_input`], for a command that may be a filter: if standard input is a pipe, it
/// prints a note instead.
pub(crate) fn refuse_empty_file(is_quiet: bool) -> Result<(), CommandError> {
    if !platform::reads_pipe() {
        return refuse_empty_standard_input();
    }
    if is_standard_input_empty()? && !is_quiet {
        say("note: standard input is empty; `.` is the name of the current directory");
    }
    Ok(())
}

fn is_standard_input_empty() -> Result<bool, CommandError> {
    let mut input = Input::open(&InputSource::StandardInput(None))?;
    let mut first = [0];
    Ok(match input.size() {
        Some(size) => size == 0,
        None => {
            let n = input.read_full(&mut first)?;
            FIRST.lock().unwrap_or_else(PoisonError::into_inner).extend(&first[..n]);
            n == 0
        }
    })
}

/// On a terminal, says that the command is waiting for standard input.
pub(crate) fn note_terminal(sources: &[InputSource]) {
    let reads_it = sources.iter().any(|source| matches!(source, InputSource::StandardInput(_)));
    if reads_it && io::stdin().is_terminal() && io::stderr().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z" } else { "Ctrl-D" };
        say(format_args!(
            "note: reads standard input, which is a terminal; {end} at the start of a line ends it"
        ));
    }
}

/// A name in JSON, from which the exact name can be recovered.
#[derive(Debug, Serialize)]
pub(crate) enum JsonName<'a> {
    #[serde(rename = "text")]
    Text(&'a str),
    #[serde(rename = "bytes")]
    Bytes(String),
}

impl<'a> JsonName<'a> {
    pub(crate) fn of(path: &'a Path) -> Self {
        match path.to_str() {
            Some(text) => JsonName::Text(text),
            None => JsonName::Bytes(data_encoding::BASE64.encode(path.as_os_str().as_encoded_bytes())),
        }
    }
}

/// An open input.
#[derive(Debug)]
pub(crate) struct Input {
    source: InputSource,
    file: File,
    /// The position in the file of offset 0 of the input, if the input can be read again.
    origin: Option<u64>,
    /// How much remains of the part that is to be read.
    left: Option<u64>,
    /// Bytes that were read ahead and cannot be read from the file again.
    kept: Cursor<Vec<u8>>,
    /// The beginning of the input, while only that is examined.
    front: Option<Vec<u8>>,
}

impl Input {
    pub(crate) fn open(source: &InputSource) -> Result<Self, CommandError> {
        let file = match source {
            InputSource::StandardInput(_) => platform::standard_input(),
            InputSource::Path(path) => File::open(path),
        };
        let mut input =
            Self::of_file(source.clone(), file.map_err(|error| CommandError::io(source, &error))?)?;
        if matches!(source, InputSource::StandardInput(_)) {
            let first = std::mem::take(&mut *FIRST.lock().unwrap_or_else(PoisonError::into_inner));
            input.kept = Cursor::new(first);
        }
        Ok(input)
    }

    /// Creates an input from an open file.
    pub(crate) fn of_file(source: InputSource, mut file: File) -> Result<Self, CommandError> {
        let metadata = file.metadata().map_err(|error| CommandError::io(&source, &error))?;
        let origin = if metadata.is_file() { file.stream_position().ok() } else { None };
        Ok(Input { source, file, origin, left: None, kept: Cursor::default(), front: None })
    }

    pub(crate) fn source(&self) -> &InputSource {
        &self.source
    }

    /// Returns the file.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Returns the identity of the file, if it is a regular file.
    pub(crate) fn identity(&self) -> Option<Identity> {
        Identity::of_file(&self.file)
    }

    /// Returns its length in bytes, if it is a regular file.
    pub(crate) fn size(&self) -> Option<u64> {
        let len = self.file.metadata().ok()?.len();
        self.origin.map(|origin| len.saturating_sub(origin))
    }

    /// Returns `true` if the input can be read a second time in place.
    pub(crate) fn is_rereadable(&self) -> bool {
        self.origin.is_some()
    }

    /// Reads a piece; an empty piece is the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, CommandError> {
        let most = self.left.map_or(buffer.len(), |left| {
            usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()))
        });
        let n = match self.read_kept(&mut buffer[..most]) {
            0 => self.read_file(&mut buffer[..most])?,
            n => n,
        };
        if let Some(left) = &mut self.left {
            if n == 0 && *left > 0 {
                return Err(self.became_shorter());
            }
            *left -= n as u64;
        }
        Ok(n)
    }

    /// Reads from the bytes that were kept, and frees them at their end.
    fn read_kept(&mut self, buffer: &mut [u8]) -> usize {
        let n = self.kept.read(buffer).unwrap_or(0);
        if n == 0 {
            self.kept = Cursor::default();
        }
        n
    }

    fn read_file(&mut self, buffer: &mut [u8]) -> Result<usize, CommandError> {
        loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => return result.map_err(|error| CommandError::io(&self.source, &error)),
            }
        }
    }

    pub(crate) fn became_shorter(&self) -> CommandError {
        CommandError::Failed(format!("{}: became shorter while it was read", self.source))
    }

    pub(crate) fn changed(&self) -> CommandError {
        CommandError::Failed(format!("{}: changed while it was read", self.source))
    }

    /// Returns `true` if the file has holes.
    pub(crate) fn is_sparse(&self) -> bool {
        self.origin.is_some() && self.file.metadata().is_ok_and(|metadata| platform::is_sparse(&metadata))
    }

    /// Returns how many of the next bytes are a hole in the file, which reads as zeros.
    pub(crate) fn hole(&self) -> Result<u64, CommandError> {
        let hole = platform::hole(&self.file).map_err(|error| CommandError::io(&self.source, &error))?;
        Ok(self.left.map_or(hole, |left| left.min(hole)))
    }

    /// Skips `len` bytes.
    pub(crate) fn skip(&mut self, len: u64) -> Result<(), CommandError> {
        let at = self.file.stream_position().map_err(|error| CommandError::io(&self.source, &error))?;
        self.left = self.left.map(|left| left - len);
        self.seek(at + len - self.origin.unwrap_or(0))
    }

    /// Returns the file for another reader, which reads at offsets of its own; the offset of the input in it;
    /// and how much of it may be read. Returns `None` unless the input is a regular file in which at least
    /// `least` bytes remain.
    pub(crate) fn part_of_file(&self, least: u64) -> Option<(File, u64, Option<u64>)> {
        // A sparse file must be checked for holes before every piece.
        if !cfg!(unix) || self.origin.is_none() || self.is_sparse() {
            return None;
        }
        let at = (&self.file).stream_position().ok()?;
        let left = self.file.metadata().ok()?.len().saturating_sub(at);
        let left = self.left.map_or(left, |most| left.min(most));
        if left < least { None } else { Some((self.file.try_clone().ok()?, at, self.left)) }
    }

    /// Reads everything.
    pub(crate) fn read_all(&mut self) -> Result<Vec<u8>, CommandError> {
        let (mut bytes, mut buffer) = (vec![], vec![0; CHUNK]);
        loop {
            match self.read(&mut buffer)? {
                0 => return Ok(bytes),
                n => bytes.extend_from_slice(&buffer[..n]),
            }
        }
    }

    /// Reads until the buffer is full or the input ends.
    pub(crate) fn read_full(&mut self, buffer: &mut [u8]) -> Result<usize, CommandError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.read(&mut buffer[filled..])? {
                0 => break,
                n => filled += n,
            }
        }
        Ok(filled)
    }

    /// Reads at most `most` of the first bytes, for `look`, before anything else is read. They will be read
    /// again: from the file, or from memory if the file cannot be read twice.
    pub(crate) fn look_ahead(
        &mut self,
        most: usize,
        mut look: impl FnMut(&[u8]),
    ) -> Result<(), CommandError> {
        if let Some(front) = &self.front {
            front[..front.len().min(most)].chunks(CHUNK).for_each(look);
            return Ok(());
        }
        if self.is_rereadable() {
            return self.elsewhere(0, None, |input| input.read_most(most, look));
        }
        let mut kept = vec![];
        self.read_most(most, |piece| {
            kept.extend_from_slice(piece);
            look(piece);
        })?;
        self.keep(kept);
        Ok(())
    }

    /// Keeps bytes that were read, to be read again.
    fn keep(&mut self, mut bytes: Vec<u8>) {
        let unread = self.kept.get_ref().get(self.kept.position() as usize..).unwrap_or_default();
        bytes.extend_from_slice(unread);
        self.kept = Cursor::new(bytes);
    }

    /// Returns the beginning of an input of which nothing was read yet, which will be read again: at most
    /// `most` bytes. If the input cannot be read twice, these are the bytes that arrive first.
    pub(crate) fn front(&mut self, most: usize) -> Result<Vec<u8>, CommandError> {
        if self.is_rereadable() {
            return self.peek(0, most);
        }
        let mut buffer = vec![0; most];
        let n = self.read(&mut buffer)?;
        buffer.truncate(n);
        self.keep(buffer.clone());
        Ok(buffer)
    }

    /// Examines these bytes instead of the input: `look_ahead` and `scout` see nothing else.
    pub(crate) fn with_front<T>(&mut self, front: Vec<u8>, examine: impl FnOnce(&mut Self) -> T) -> T {
        self.front = Some(front);
        let result = examine(self);
        self.front = None;
        result
    }

    /// Returns the bytes that `with_front` examines instead of the input.
    pub(crate) fn examined(&self) -> Option<&[u8]> {
        self.front.as_deref()
    }

    /// Reads pieces for `look` as long as it wants more, before anything else is read. All of them will be
    /// read again: if the input cannot be read twice, it is spooled.
    pub(crate) fn scout(&mut self, mut look: impl FnMut(&[u8]) -> bool) -> Result<(), CommandError> {
        if let Some(front) = &self.front {
            let _ = front.chunks(CHUNK).all(look);
            return Ok(());
        }
        let mut buffer = vec![0; CHUNK];
        if self.is_rereadable() {
            return self.elsewhere(0, None, |input| {
                loop {
                    match input.read(&mut buffer)? {
                        0 => return Ok(()),
                        n if look(&buffer[..n]) => {}
                        _ => return Ok(()),
                    }
                }
            });
        }
        let (mut size, mut wants_more) = (0, true);
        self.read_ahead(|piece| {
            size += piece.len() as u64;
            wants_more = wants_more && look(piece);
        })?;
        self.restrict(0, size)
    }

    fn read_most(&mut self, most: usize, mut look: impl FnMut(&[u8])) -> Result<(), CommandError> {
        let (mut buffer, mut left) = (vec![0; most.min(CHUNK)], most);
        while left > 0 {
            let room = left.min(CHUNK);
            match self.read(&mut buffer[..room])? {
                0 => break,
                n => {
                    look(&buffer[..n]);
                    left -= n;
                }
            }
        }
        Ok(())
    }

    /// Reads everything once, for `look`, so that it can be read again. An input that cannot be read twice is
    /// spooled to an unnamed file.
    pub(crate) fn read_ahead(&mut self, mut look: impl FnMut(&[u8])) -> Result<(), CommandError> {
        let mut spool = match self.origin {
            Some(_) => None,
            None => Some(tempfile::tempfile().map_err(|error| self.spooling(&error))?),
        };
        let mut buffer = vec![0; CHUNK];
        loop {
            let n = self.read(&mut buffer)?;
            if n == 0 {
                break;
            }
            look(&buffer[..n]);
            if let Some(spool) = &mut spool {
                spool.write_all(&buffer[..n]).map_err(|error| self.spooling(&error))?;
            }
        }
        if let Some(spool) = spool {
            self.file = spool;
            self.origin = Some(0);
        }
        Ok(())
    }

    fn spooling(&self, error: &io::Error) -> CommandError {
        CommandError::spooling(&self.source, "cannot be read", error)
    }

    /// Moves to the part `start..end` of an input that can be read again, and stops at its end.
    pub(crate) fn restrict(&mut self, start: u64, end: u64) -> Result<(), CommandError> {
        self.seek(start)?;
        self.left = Some(end - start);
        Ok(())
    }

    /// Moves to an offset of an input that can be read again.
    fn seek(&mut self, offset: u64) -> Result<(), CommandError> {
        let origin = self.origin.unwrap_or(0);
        match self.file.seek(SeekFrom::Start(origin + offset)) {
            Ok(_) => Ok(()),
            Err(error) => Err(CommandError::io(&self.source, &error)),
        }
    }

    /// Returns at most `most` bytes at an offset of an input that can be read again.
    pub(crate) fn peek(&mut self, offset: u64, most: usize) -> Result<Vec<u8>, CommandError> {
        let (mut buffer, mut filled) = (vec![0; most], 0);
        self.elsewhere(offset, None, |input| {
            filled = input.read_full(&mut buffer)?;
            Ok(())
        })?;
        buffer.truncate(filled);
        Ok(buffer)
    }

    /// Reads the part `start..end` again, in pieces, and returns to the current position.
    pub(crate) fn reread(
        &mut self,
        start: u64,
        end: u64,
        buffer: &mut [u8],
        mut look: impl FnMut(&[u8]),
    ) -> Result<(), CommandError> {
        self.elsewhere(start, Some(end - start), |input| {
            loop {
                match input.read(buffer)? {
                    0 => return Ok(()),
                    n => look(&buffer[..n]),
                }
            }
        })
    }

    /// Reads at another offset of an input that can be read again, and returns to the current position.
    fn elsewhere(
        &mut self,
        offset: u64,
        len: Option<u64>,
        read: impl FnOnce(&mut Self) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let back = self.file.stream_position().map_err(|error| CommandError::io(&self.source, &error))?;
        let left = std::mem::replace(&mut self.left, len);
        self.seek(offset)?;
        read(self)?;
        self.left = left;
        self.seek(back - self.origin.unwrap_or(0))
    }
}
