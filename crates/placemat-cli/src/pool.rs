//! Processes many files in several threads. Each thread takes the next file, and the reports are emitted in
//! the order of the files.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::status::CommandError;

/// How many files each thread may be ahead of the file whose report is due.
const AHEAD: usize = 16;

/// The remaining files, with their numbers.
type Files<'f, F> = Mutex<std::iter::Enumerate<Box<dyn Iterator<Item = F> + Send + 'f>>>;

/// How many reports have been taken; `usize::MAX` if no more will be taken.
#[derive(Debug, Default)]
struct Taken {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Taken {
    /// Sets the number of reports that have been taken. `usize::MAX` is final.
    fn set(&self, taken: usize) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count = taken.max(*count);
        self.changed.notify_all();
    }

    /// Waits until a file is not too far ahead. Returns `true` if its report is still wanted.
    fn wait_for(&self, number: usize, ahead: usize) -> bool {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let count = self
            .changed
            .wait_while(count, |count| *count != usize::MAX && number >= *count + ahead)
            .unwrap_or_else(PoisonError::into_inner);
        *count != usize::MAX
    }
}

/// Notifies the other threads when its thread panics, because the report that is due will never come.
struct Alarm<'t>(&'t Taken);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.set(usize::MAX);
        }
    }
}

/// Returns the number of threads: the requested number, or one for each core. It is limited, because each
/// thread takes memory.
pub(crate) fn size(asked: Option<usize>) -> usize {
    const MOST: usize = 64;
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.unwrap_or(cores).clamp(1, cores.max(MOST))
}

/// Calls `work` on every file in that many threads, and passes the results to `take`, in order. If a thread
/// panics, this function panics when the others have ended.
pub(crate) fn run<F, R: Send>(
    files: Box<dyn Iterator<Item = F> + Send + '_>,
    threads: usize,
    work: impl Fn(F) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), CommandError>,
) -> Result<(), CommandError> {
    if threads == 1 {
        return files.map(work).try_for_each(take);
    }
    let files: &Files<'_, F> = &Mutex::new(files.enumerate());
    let (taken, work) = (&Taken::default(), &work);
    let ahead = AHEAD * threads;
    let (sender, receiver) = mpsc::sync_channel(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || member(files, taken, ahead, work, &sender));
        }
        drop(sender);
        let (mut next, mut waiting) = (0, BTreeMap::new());
        let mut result = Ok(());
        for (number, done) in receiver {
            waiting.insert(number, done);
            while let Some(done) = waiting.remove(&next) {
                next += 1;
                if result.is_ok() {
                    result = take(done);
                }
                taken.set(if result.is_ok() { next } else { usize::MAX });
            }
        }
        result
    })
}

/// Runs one thread.
fn member<F, R: Send>(
    files: &Files<'_, F>,
    taken: &Taken,
    ahead: usize,
    work: &(impl Fn(F) -> R + Sync),
    sender: &SyncSender<(usize, R)>,
) {
    let _alarm = Alarm(taken);
    loop {
        let next = files.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some((number, file)) = next else { return };
        if !taken.wait_for(number, ahead) || sender.send((number, work(file))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::InputSource;
    use crate::walk::Entry;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    fn files(count: usize) -> Box<dyn Iterator<Item = Result<Entry, CommandError>> + Send> {
        Box::new((0..count).map(|number| Err(CommandError::Failed(number.to_string()))))
    }

    fn number(file: Result<Entry, CommandError>) -> usize {
        let Err(CommandError::Failed(number)) = file else {
            panic!("{:?}", InputSource::StandardInput(None))
        };
        number.parse().unwrap()
    }

    #[test]
    fn reports_come_in_order_whoever_is_faster() {
        for threads in [1, 2, 7] {
            let slow = |file| {
                let number = number(file);
                if number % 50 == 3 {
                    thread::sleep(Duration::from_millis(3));
                }
                number
            };
            let mut seen = vec![];
            run(files(1000), threads, slow, |number| {
                seen.push(number);
                Ok(())
            })
            .unwrap();
            assert!(seen.into_iter().eq(0..1000), "{threads}");
        }
    }

    #[test]
    fn a_thread_that_panics_ends_the_others() {
        for bad in [0, 7, 500] {
            let work = |file| {
                let number = number(file);
                assert_ne!(number, bad, "as the test wants it");
                number
            };
            let mut seen = vec![];
            let all = AssertUnwindSafe(|| {
                run(files(100_000), 3, work, |number| {
                    seen.push(number);
                    Ok(())
                })
            });
            assert!(catch_unwind(all).is_err());
            // The reports before the panic arrive in order, unless they were in progress when it panicked.
            assert!(seen.len() <= bad && seen.iter().copied().eq(0..seen.len()), "{bad}: {seen:?}");
        }
    }

    #[test]
    fn nothing_more_is_done_when_nobody_takes_it() {
        let mut count = 0;
        let result = run(files(100_000), 3, number, |_| {
            count += 1;
            if count == 5 { Err(CommandError::ClosedPipe) } else { Ok(()) }
        });
        assert!(matches!(result, Err(CommandError::ClosedPipe)) && count == 5);
    }
}
