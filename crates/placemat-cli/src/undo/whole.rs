//! A file that is rewritten from its first difference on. The old contents are copied to the log without
//! being kept in memory.

use std::fs::File;
use std::hash::Hasher;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use data_encoding::BASE64;
use siphasher::sip128::SipHasher24;

use super::{Line, Log, Piece, Print};
use crate::input::JsonName;
use crate::json;
use crate::status::CommandError;

/// The number of bytes at a time: groups of three, which become four characters in base64.
const GROUPS: usize = 3 << 14;

/// Where the rewriting of a file is recorded.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) log: Arc<Log>,
    /// The path of the file, absolute and without links.
    pub(crate) path: PathBuf,
}

impl Record {
    /// Records, on the disk, the old contents of the file that is about to be replaced.
    pub(crate) fn append(&self, old: &File, new: &File) -> Result<(), CommandError> {
        let trouble = |error: io::Error| CommandError::io(&self.log.name, &error);
        let Compared { old: old_print, new: new_print, same } = compare(old, new).map_err(trouble)?;
        let (left, length) = (old_print.size - same, new_print.size - same);
        let line = json::line(&Line {
            version: json::VERSION,
            path: JsonName::of(&self.path),
            old: old_print,
            new: new_print,
            edits: vec![Piece { offset: same, length, old: String::new() }],
        });
        // The old text is inserted between the last two quotes.
        let (head, tail) = line.split_at(line.len() - "\"}]}\n".len());
        self.log
            .write_line(|log| {
                log.write_all(head)?;
                write_base64(old, same, left, log)?;
                log.write_all(tail)
            })
            .map_err(trouble)
    }
}

/// Two files, and how many of their first bytes are the same.
struct Compared {
    old: Print,
    new: Print,
    same: u64,
}

fn compare(mut old: &File, mut new: &File) -> io::Result<Compared> {
    old.rewind()?;
    new.rewind()?;
    let (mut of_old, mut of_new) = (Sum::default(), Sum::default());
    let (mut left, mut right) = (vec![0; GROUPS], vec![0; GROUPS]);
    let (mut same, mut is_same) = (0, true);
    loop {
        let (n, m) = (read_full(old, &mut left)?, read_full(new, &mut right)?);
        of_old.add(&left[..n]);
        of_new.add(&right[..m]);
        if is_same {
            let equal = left[..n].iter().zip(&right[..m]).take_while(|(old, new)| old == new).count();
            same += equal as u64;
            is_same = equal == GROUPS;
        }
        if n == 0 && m == 0 {
            return Ok(Compared { old: of_old.print(), new: of_new.print(), same });
        }
    }
}

/// Copies part of a file from an offset on, in base64.
fn write_base64(mut file: &File, offset: u64, mut left: u64, log: &mut impl Write) -> io::Result<()> {
    file.seek(SeekFrom::Start(offset))?;
    let mut buffer = vec![0; GROUPS];
    while left > 0 {
        let most = usize::try_from(left).map_or(GROUPS, |left| left.min(GROUPS));
        let n = read_full(file, &mut buffer[..most])?;
        if n < most {
            return Err(io::Error::other("a file became shorter while it was written here"));
        }
        log.write_all(BASE64.encode(&buffer[..n]).as_bytes())?;
        left -= n as u64;
    }
    Ok(())
}

fn read_full(mut file: &File, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The size and hash so far.
#[derive(Default)]
struct Sum(u64, SipHasher24);

impl Sum {
    fn add(&mut self, piece: &[u8]) {
        self.0 += piece.len() as u64;
        self.1.write(piece);
    }

    fn print(&self) -> Print {
        Print::new(self.0, &self.1)
    }
}

impl Log {
    /// Writes a line, to the disk. A line that cannot be written as a whole is removed again, because the
    /// next one would be joined to it.
    pub(super) fn write_line(&self, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let start = file.metadata()?.len();
        let result = write(&mut file).and_then(|()| file.sync_data());
        if result.is_err() {
            let _ = file.set_len(start);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::Entry;
    use super::*;

    #[test]
    fn what_was_copied_brings_the_old_text_back() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let long: Vec<u8> = (0..2 * GROUPS + 5).map(|k| (k % 251) as u8).collect();
        let texts: [&[u8]; 7] =
            [b"", b"a", b"ab", b"abc", &long, &long[..GROUPS], &[&long, &b"more"[..]].concat()];
        for old in texts {
            for new in texts {
                let _ = fs::remove_file(path("log"));
                let log = Arc::new(Log::open(&path("log")).unwrap());
                fs::write(path("old"), old).unwrap();
                fs::write(path("new"), new).unwrap();
                let record = Record { log, path: path("file") };
                record.append(&File::open(path("old")).unwrap(), &File::open(path("new")).unwrap()).unwrap();
                let entry: Entry = serde_json::from_slice(&fs::read(path("log")).unwrap()).unwrap();
                assert_eq!((&entry.old, &entry.new), (&Print::of(old), &Print::of(new)));
                assert_eq!(entry.reverted(new).as_deref(), Some(old));
            }
        }
    }

    #[test]
    fn a_line_that_fails_is_taken_back() {
        let directory = tempfile::tempdir().unwrap();
        let log = Log::open(&directory.path().join("log")).unwrap();
        log.write_line(|file| file.write_all(b"whole\n")).unwrap();
        let failed = log.write_line(|file| file.write_all(b"half").and(Err(io::Error::other("full"))));
        assert!(failed.is_err());
        log.write_line(|file| file.write_all(b"next\n")).unwrap();
        assert_eq!(fs::read(directory.path().join("log")).unwrap(), b"whole\nnext\n");
    }
}
