//! The progress of a long run: a line on standard error, if that is a terminal.

use std::fs::Metadata;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::input::InputSource;

/// A run is long after this time.
const LONG: Duration = Duration::from_secs(1);

/// The line, if it is wanted.
#[derive(Debug)]
pub(crate) struct Progress(Option<Line>);

#[derive(Debug)]
struct Line {
    bar: ProgressBar,
    start: Instant,
    is_shown: AtomicBool,
}

/// Returns how many bytes there are to read, if that is known. Directories are not walked for it.
fn total(sources: &[InputSource], most: u64) -> Option<u64> {
    let size = |source: &InputSource| match source {
        InputSource::StandardInput(_) => None,
        InputSource::Path(path) => {
            path.metadata().ok().filter(Metadata::is_file).map(|file| file.len().min(most))
        }
    };
    sources.iter().map(size).try_fold(0_u64, |sum, size| sum.checked_add(size?)).filter(|&total| total > 0)
}

impl Progress {
    /// Creates a progress line for these inputs, of each of which at most `most` bytes are read.
    pub(crate) fn new(is_wanted: bool, sources: &[InputSource], most: u64) -> Self {
        if !is_wanted || !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let total = total(sources, most);
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(match total {
            Some(_) => {
                "{bar:20} {percent}% {msg}of {decimal_total_bytes}, {decimal_bytes_per_sec}, {eta} left"
            }
            None => "{spinner} {msg}{decimal_bytes} in {elapsed}, {decimal_bytes_per_sec}",
        });
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Progress(Some(Line { bar, start: Instant::now(), is_shown: AtomicBool::new(false) }))
    }

    /// Adds `bytes` to the bytes that were read.
    pub(crate) fn advance(&self, bytes: usize) {
        let Some(line) = &self.0 else { return };
        if line.start.elapsed() > LONG && !line.is_shown.swap(true, Ordering::Relaxed) {
            line.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        line.bar.inc(bytes as u64);
    }

    /// Sets the number of completed files.
    pub(crate) fn files(&self, count: u64) {
        if let Some(line) = &self.0 {
            line.bar.set_message(format!("{count} files, "));
        }
    }

    /// Calls `said`, which writes to standard error or elsewhere on a terminal, while the line is hidden.
    pub(crate) fn aside<R>(&self, said: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(line) => line.bar.suspend(said),
            None => said(),
        }
    }

    /// Removes the line at the end of the run.
    pub(crate) fn end(&self) {
        if let Some(line) = &self.0 {
            line.bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_known_of_regular_files() {
        let directory = tempfile::tempdir().unwrap();
        let source = |name: &str| InputSource::Path(directory.path().join(name));
        std::fs::write(directory.path().join("a"), [0; 1000]).unwrap();
        std::fs::write(directory.path().join("b"), [0; 10]).unwrap();
        assert_eq!(total(&[source("a"), source("b")], u64::MAX), Some(1010));
        assert_eq!(total(&[source("a"), source("b")], 100), Some(110));
        for others in [
            &[source("missing")][..],
            &[source("a"), source("")],
            &[source("b"), InputSource::StandardInput(None)],
            &[],
        ] {
            assert_eq!(total(others, u64::MAX), None);
        }
    }
}
