//! An input in pieces. A thread of its own reads a large file, so that reading and converting overlap.

use std::fs::File;
use std::io;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use crate::input::{CHUNK, Input};
use crate::platform;
use crate::status::CommandError;

/// The size from which a file is large.
const LARGE: u64 = 4 << 20;
/// How much the thread reads at a time, and the number of buffers. All buffers, and the output of one, fit
/// into a second-level cache of 2 MiB.
const AHEAD: usize = 192 << 10;
const BUFFERS: usize = 4;

/// The pieces of an input from its current position on.
#[derive(Debug)]
pub(crate) enum Pieces {
    /// Each piece is read when it is requested.
    Asked(Vec<u8>),
    /// Pieces are read ahead.
    Ahead(Ahead),
}

/// The receiving end of a thread that reads.
#[derive(Debug)]
pub(crate) struct Ahead {
    full: Receiver<io::Result<Piece>>,
    empty: SyncSender<Vec<u8>>,
    last: Piece,
}

/// A buffer and how much of it is filled.
#[derive(Debug, Default)]
struct Piece {
    buffer: Vec<u8>,
    len: usize,
}

impl Pieces {
    pub(crate) fn of(input: &Input) -> Self {
        match input.part_of_file(LARGE).and_then(|part| Ahead::start(part.0, part.1, part.2)) {
            Some(ahead) => Pieces::Ahead(ahead),
            None => Pieces::Asked(vec![0; CHUNK]),
        }
    }

    /// Returns the next piece; an empty piece is the end.
    pub(crate) fn next(&mut self, input: &mut Input) -> Result<&[u8], CommandError> {
        match self {
            Pieces::Asked(buffer) => {
                let n = input.read(buffer)?;
                Ok(&buffer[..n])
            }
            Pieces::Ahead(ahead) => match ahead.next() {
                Ok(piece) => Ok(piece),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(input.became_shorter()),
                Err(error) => Err(CommandError::io(input.source(), &error)),
            },
        }
    }
}

impl Ahead {
    /// Reads a file from an offset on, `left` bytes or until its end. Returns `None` if no thread can be
    /// started.
    fn start(file: File, at: u64, left: Option<u64>) -> Option<Self> {
        let (full_in, full) = mpsc::sync_channel(BUFFERS);
        let (empty, empty_out) = mpsc::sync_channel(BUFFERS);
        for _ in 1..BUFFERS {
            empty.send(vec![0; AHEAD]).ok()?;
        }
        let read = move || read(&file, at, left, &empty_out, &full_in);
        thread::Builder::new().name("reader".to_owned()).spawn(read).ok()?;
        Some(Ahead { full, empty, last: Piece { buffer: vec![0; AHEAD], len: 0 } })
    }

    fn next(&mut self) -> io::Result<&[u8]> {
        // If the thread has already ended, the buffer is not needed.
        let _ = self.empty.send(std::mem::take(&mut self.last.buffer));
        self.last = match self.full.recv() {
            Ok(piece) => piece?,
            Err(_) => Piece::default(), // after the end
        };
        Ok(&self.last.buffer[..self.last.len])
    }
}

/// The thread: fills the buffers that come back, until the end, an error, or the receiver is dropped.
fn read(
    file: &File,
    mut at: u64,
    mut left: Option<u64>,
    empty: &Receiver<Vec<u8>>,
    full: &SyncSender<io::Result<Piece>>,
) {
    for mut buffer in empty {
        let most = left.map_or(buffer.len(), |left| {
            usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()))
        });
        let result = loop {
            match platform::read_at(file, &mut buffer[..most], at) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) if left.is_some_and(|left| left > 0) => break Err(io::ErrorKind::UnexpectedEof.into()),
                result => break result,
            }
        };
        let is_last = !matches!(result, Ok(1..));
        if let Ok(len) = result {
            at += len as u64;
            left = left.map(|left| left - len as u64);
        }
        if full.send(result.map(|len| Piece { buffer, len })).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(content: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        file
    }

    fn all(file: File, at: u64, left: Option<u64>) -> io::Result<Vec<u8>> {
        let (mut ahead, mut all) = (Ahead::start(file, at, left).unwrap(), vec![]);
        loop {
            match ahead.next()? {
                [] => return Ok(all),
                piece => all.extend_from_slice(piece),
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_is_read_ahead_is_the_part_of_the_file() {
        let content: Vec<u8> = (0..3 * AHEAD + 17).map(|k| (k % 251) as u8).collect();
        assert_eq!(all(file(&content), 0, None).unwrap(), content);
        assert_eq!(all(file(&content), 5, None).unwrap(), content[5..]);
        assert_eq!(all(file(&content), 7, Some(AHEAD as u64)).unwrap(), content[7..7 + AHEAD]);
        assert_eq!(all(file(b""), 0, None).unwrap(), b"");
        assert_eq!(all(file(b"abc"), 0, Some(4)).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    #[cfg(unix)]
    fn a_reader_that_is_left_alone_ends() {
        let ahead = Ahead::start(file(&vec![1; 20 * AHEAD]), 0, None).unwrap();
        drop(ahead);
    }
}
