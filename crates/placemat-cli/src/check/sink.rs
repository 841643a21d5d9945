//! Where a report goes.

use std::io::{Read, Seek, Write as _};

use tempfile::SpooledTempFile;

use crate::output::Output;
use crate::progress::Progress;
use crate::status::CommandError;

/// How much is written at a time.
pub(super) const BUFFER: usize = 64 * 1024;
/// How much of a report that waits for its turn is kept in memory.
pub(super) const KEPT: usize = 1 << 20;

/// Where a report goes: directly to the output, or to a buffer in which it waits for its turn.
#[derive(Debug)]
pub(super) enum Sink<'o> {
    Output(&'o mut Output, &'o Progress),
    Spool(SpooledTempFile),
}

impl Sink<'_> {
    pub(super) fn spool() -> Self {
        Sink::Spool(tempfile::spooled_tempfile(KEPT))
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        match self {
            Sink::Output(output, progress) => progress.aside(|| output.write(bytes)),
            Sink::Spool(spool) => spool.write_all(bytes).map_err(|error| spooling(&error)),
        }
    }
}

/// Passes on what was kept, in pieces.
pub(super) fn each_piece(
    mut spool: SpooledTempFile,
    mut take: impl FnMut(&[u8]) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    spool.rewind().map_err(|error| spooling(&error))?;
    let mut buffer = vec![0; BUFFER];
    loop {
        match spool.read(&mut buffer).map_err(|error| spooling(&error))? {
            0 => return Ok(()),
            n => take(&buffer[..n])?,
        }
    }
}

pub(super) fn spooling(error: &std::io::Error) -> CommandError {
    CommandError::spooling("standard output", "is incomplete", error)
}
