//! Runs the program within limits.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::platform;

/// The most runs.
const RUNS: usize = 200;
/// The most time for all runs together.
const TIME: Duration = Duration::from_secs(10);
/// The time for one run, after one has ended: at least this much, and this many times as much as the slowest
/// run so far. The first run has all the time there is, because some programs take seconds to start.
const TIME_OF_RUN: Duration = Duration::from_secs(3);
const SLOWER: u32 = 4;
/// The most output of a run that is read, in addition to a multiple of its input.
const OUTPUT: u64 = 1 << 16;
const GROWTH: u64 = 64;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Success,
    /// An exit status other than 0, or a signal.
    Failure,
    /// The program did not end in time, and was killed.
    TimeOut,
    /// The program wrote more than is read, and was killed.
    TooMuch,
}

/// A run: what the program wrote, and how it ended.
#[derive(Clone, Debug)]
pub(super) struct Ran {
    pub(super) output: Vec<u8>,
    pub(super) end: End,
}

/// A program and the limits of its runs.
#[derive(Debug)]
pub(super) struct Program<'a> {
    command: &'a [OsString],
    begin: Instant,
    pub(super) runs: usize,
    /// The time of the slowest run that ended.
    slowest: Option<Duration>,
    /// `true` if a run had to be ended because of its time.
    pub(super) hung: bool,
}

impl<'a> Program<'a> {
    pub(super) fn new(command: &'a [OsString]) -> Self {
        Program { command, begin: Instant::now(), runs: 0, slowest: None, hung: false }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Runs the program with this standard input, or returns `None` if the limits allow no more runs.
    pub(super) fn run(&mut self, input: &[u8]) -> io::Result<Option<Ran>> {
        let rest = TIME.saturating_sub(self.elapsed());
        if self.runs == RUNS || rest.is_zero() {
            return Ok(None);
        }
        self.runs += 1;
        let (begin, most) = (Instant::now(), self.most_time().unwrap_or(rest));
        let ran = run(self.command, input, begin + rest.min(most))?;
        match ran.end {
            // A run that the limit of all runs cut short says nothing about the program.
            End::TimeOut if rest < most => return Ok(None),
            End::TimeOut => self.hung = true,
            _ => self.slowest = self.slowest.max(Some(begin.elapsed())),
        }
        Ok(Some(ran))
    }

    /// Returns the most time for the next run, unless it is the first one.
    fn most_time(&self) -> Option<Duration> {
        Some(TIME_OF_RUN.max(self.slowest? * SLOWER))
    }
}

fn run(command: &[OsString], input: &[u8], deadline: Instant) -> io::Result<Ran> {
    let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Programs that the program starts are killed with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    platform::on_signal(kill_running);
    let mut child = command.spawn()?;
    RUNNING.store(child.id() as i32, Ordering::SeqCst);
    let ran = converse(&mut child, input, deadline);
    RUNNING.store(0, Ordering::SeqCst);
    ran
}

/// Gives the program its input, and reads its output.
fn converse(child: &mut Child, input: &[u8], deadline: Instant) -> io::Result<Ran> {
    if let Some(mut pipe) = child.stdin.take() {
        let input = input.to_vec();
        // The program may end before it has read everything.
        thread::spawn(move || drop(pipe.write_all(&input)));
    }
    let most = OUTPUT + GROWTH * input.len() as u64;
    let (sender, receiver) = mpsc::channel();
    if let Some(pipe) = child.stdout.take() {
        // The thread is not joined: another process may hold the pipe open.
        thread::spawn(move || {
            let mut output = Vec::new();
            let _ = pipe.take(most + 1).read_to_end(&mut output);
            let _ = sender.send(output);
        });
    }
    let Ok(output) = receiver.recv_timeout(deadline.saturating_duration_since(Instant::now())) else {
        kill(child);
        return Ok(Ran { output: Vec::new(), end: End::TimeOut });
    };
    if output.len() as u64 > most {
        kill(child);
        return Ok(Ran { output, end: End::TooMuch });
    }
    let end = match wait(child, deadline)? {
        Some(status) if status.success() => End::Success,
        Some(_) => End::Failure,
        None => End::TimeOut,
    };
    Ok(Ran { output, end })
}

/// Waits for the end of the program, or kills it at the deadline.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            kill(child);
            return Ok(None);
        }
        thread::sleep(Duration::from_micros(200));
    }
}

/// The process group of the program that runs, or 0.
static RUNNING: AtomicI32 = AtomicI32::new(0);

/// Called before a signal ends this process. The program is in a group of its own, to which Ctrl-C does not
/// send the signal.
fn kill_running() {
    kill_group(RUNNING.load(Ordering::SeqCst));
}

fn kill_group(_group: i32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(_group) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

fn kill(child: &mut Child) {
    kill_group(child.id() as i32);
    let _ = child.kill();
    let _ = child.wait();
}
