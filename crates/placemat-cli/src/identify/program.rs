//! Runs the program within limits.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// The most runs.
const RUNS: usize = 200;
/// The most time for all runs together.
const TIME: Duration = Duration::from_secs(10);
/// The most time for one run.
const TIME_OF_RUN: Duration = Duration::from_secs(3);
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
    /// `true` if a run had to be ended because of its time.
    pub(super) hung: bool,
}

impl<'a> Program<'a> {
    pub(super) fn new(command: &'a [OsString]) -> Self {
        Program { command, begin: Instant::now(), runs: 0, hung: false }
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
        let ran = run(self.command, input, Instant::now() + rest.min(TIME_OF_RUN))?;
        // A run that the limit of all runs cut short says nothing about the program.
        if ran.end == End::TimeOut && rest < TIME_OF_RUN {
            return Ok(None);
        }
        self.hung |= ran.end == End::TimeOut;
        Ok(Some(ran))
    }
}

fn run(command: &[OsString], input: &[u8], deadline: Instant) -> io::Result<Ran> {
    let [program, arguments @ ..] = command else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Programs that the program starts are killed with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
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
        kill(&mut child);
        return Ok(Ran { output: Vec::new(), end: End::TimeOut });
    };
    if output.len() as u64 > most {
        kill(&mut child);
        return Ok(Ran { output, end: End::TooMuch });
    }
    let end = match wait(&mut child, deadline)? {
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

fn kill(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
