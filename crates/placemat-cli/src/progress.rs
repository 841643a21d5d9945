//! How far a long run is: a line on standard error, if that is a terminal.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A run is long after that.
const LONG: Duration = Duration::from_secs(1);

/// The line, where one is wanted.
#[derive(Debug)]
pub(crate) struct Progress(Option<Line>);

#[derive(Debug)]
struct Line {
    bar: ProgressBar,
    start: Instant,
    is_shown: AtomicBool,
}

impl Progress {
    pub(crate) fn new(is_wanted: bool) -> Self {
        if !is_wanted || !std::io::stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(
            "{spinner} {msg}{decimal_bytes} in {elapsed}, {decimal_bytes_per_sec}",
        );
        let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Progress(Some(Line { bar, start: Instant::now(), is_shown: AtomicBool::new(false) }))
    }

    /// So many more bytes were read.
    pub(crate) fn advance(&self, bytes: usize) {
        let Some(line) = &self.0 else { return };
        if line.start.elapsed() > LONG && !line.is_shown.swap(true, Ordering::Relaxed) {
            line.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        line.bar.inc(bytes as u64);
    }

    /// So many files are done with.
    pub(crate) fn files(&self, count: u64) {
        if let Some(line) = &self.0 {
            line.bar.set_message(format!("{count} files, "));
        }
    }

    /// Has something said, on standard error or where else a terminal shows it, without the line in between.
    pub(crate) fn aside<R>(&self, said: impl FnOnce() -> R) -> R {
        match &self.0 {
            Some(line) => line.bar.suspend(said),
            None => said(),
        }
    }

    /// The run is over.
    pub(crate) fn end(&self) {
        if let Some(line) = &self.0 {
            line.bar.finish_and_clear();
        }
    }
}
