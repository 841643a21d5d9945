//! `faults`: the command with an error at every system call, and killed at every one, by `strace`.
//!
//! ```text
//! run once, traced: how often is each system call made after the start of the program?
//! for each call, in a fresh directory:
//!     make it fail     ► the exit status reports it, the message names a file, and every file is old or new;
//!                        or the result is as if nothing had failed
//!     kill the command ► every file is old or new, and the next run makes everything new
//! ```
//!
//! The command uses only one thread here, because `strace` counts the calls of each thread separately.

mod directory;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::Stopped;
use crate::cargo::{built, target};
use directory::{Directory, Snapshot};

/// The command that is run, and its input.
struct Scenario {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The exit status without a fault.
    status: i32,
    /// `true` if the scenario is tested on every commit.
    is_quick: bool,
    /// Commands that are run before, without faults.
    before: &'static [&'static str],
    /// The command that restores the old files, also after a kill.
    undo: &'static [&'static str],
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "in place",
        arguments: &["convert", "--bom", "add", "--line-ends", "lf", "--in-place", "--threads", "1", "tree"],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "in place with a log",
        arguments: &[
            "convert",
            "--bom",
            "add",
            "--line-ends",
            "lf",
            "--in-place",
            "--threads",
            "1",
            "--undo-log",
            LOG,
            "tree",
        ],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &["repair", "--undo", LOG],
    },
    Scenario {
        name: "into a directory",
        arguments: &[
            "convert",
            "-t",
            "utf-16",
            "--out-dir",
            "out/new",
            "--preserve-times",
            "--threads",
            "1",
            "tree",
        ],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "to a file",
        arguments: &["convert", "-t", "utf-16", "tree/a", "-o", "old"],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "to a new file",
        arguments: &["convert", "-t", "cesu-8", "tree/sub/b", "-o", "new"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "to standard output",
        arguments: &["convert", "-t", "utf-32le", "tree/a", "tree/sub/b"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "a frame",
        arguments: &["convert", "-t", "mutf-8-writeutf", "tree/a", "-o", "old"],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "check",
        // The totals of a report also include what could not be read; lines of JSON are independent.
        arguments: &["check", "--json", "--threads", "1", "tree"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "repair",
        arguments: &["repair", "--in-place", "--json", "--threads", "1", "--undo-log", LOG, "damaged"],
        status: 0,
        is_quick: true,
        before: &[],
        undo: &["repair", "--undo", LOG],
    },
    Scenario {
        name: "undo",
        arguments: &["repair", "--undo", LOG],
        status: 0,
        is_quick: false,
        before: &["repair", "--in-place", "--threads", "1", "--undo-log", LOG, "damaged"],
        undo: &[],
    },
    Scenario {
        name: "repair to a file",
        arguments: &["repair", "damaged/b", "--preserve-times", "-o", "old"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "detect",
        arguments: &["detect", "--json", "--threads", "1", "tree"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
    Scenario {
        name: "explain",
        arguments: &["explain", "tree/sub/b"],
        status: 0,
        is_quick: false,
        before: &[],
        undo: &[],
    },
];

/// An undo log next to the directory of files: its contents after a run that failed differ from those after a
/// complete run.
const LOG: &str = "../undo.log";

/// Calls that are not input or output. The command may be killed at them, but their errors do not concern
/// files.
const OTHERS: &[&str] = &[
    "arch_prctl",
    "brk",
    "clone3",
    "execve",
    "exit",
    "exit_group",
    "futex",
    "getegid",
    "geteuid",
    "getpid",
    "getrandom",
    "gettid",
    "getuid",
    "madvise",
    "mmap",
    "mprotect",
    "mremap",
    "munmap",
    "poll",
    "prctl",
    "prlimit64",
    "rseq",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sched_getaffinity",
    "sched_yield",
    "set_robust_list",
    "set_tid_address",
    "sigaltstack",
    "umask",
    "wait4",
];

/// A run that takes longer is stuck.
const LONGEST: Duration = Duration::from_secs(20);

/// Objects other than the files that std and the walk access; their calls are tested only with `--all`.
const ELSEWHERE: &[&str] = &["\"/", "</proc/", "</sys/", "</etc/", ".git", "/.jj\"", "F_GETFD"];

/// Errors at these are not reported by other programs: the crate `ignore` treats a rule file that it cannot
/// read as absent. A file that cannot be read at all is detected nevertheless.
const UNTOLD: &str = "/.ignore";
/// The message of std's panic if a directory that was only read cannot be closed.
const CLOSING: &str = "unexpected error during closedir";

/// The errors of a call, by default.
const ERRORS: &[&str] = &["EIO"];
const ALL_ERRORS: &[&str] =
    &["EIO", "ENOSPC", "EDQUOT", "EFBIG", "EACCES", "EPERM", "EMFILE", "ENOMEM", "EINTR", "ESTALE"];

/// `cargo xtask faults [--all] [--only SCENARIO]`
pub(crate) fn faults(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let (mut errors, mut is_all, mut only) = (ERRORS, false, None);
    while let Some(argument) = arguments.next()? {
        match argument {
            lexopt::Arg::Long("all") => (errors, is_all) = (ALL_ERRORS, true),
            lexopt::Arg::Long("only") => only = Some(arguments.value()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let mut out = io::stdout();
    if !has_tracer() {
        writeln!(out, "left out: there is no strace that may trace")?;
        return Ok(ExitCode::SUCCESS);
    }
    let Some(command) = built("placemat")? else { return Ok(ExitCode::FAILURE) };
    let rig = Rig::new(command)?;
    let mut findings = 0;
    let is_wanted = |scenario: &&Scenario| match &only {
        Some(name) => name == scenario.name,
        None => is_all || scenario.is_quick,
    };
    for scenario in SCENARIOS.iter().filter(is_wanted) {
        let (counts, wrong) = rig.walk(scenario, errors, is_all)?;
        writeln!(out, "{:20} {counts}", scenario.name)?;
        for wrong in &wrong {
            writeln!(out, "  {wrong}")?;
        }
        findings += wrong.len();
    }
    rig.remove()?;
    Ok(if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns `true` if processes can be traced here.
fn has_tracer() -> bool {
    let mut command = Command::new("strace");
    command.args(["-qq", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    cfg!(target_os = "linux") && command.status().is_ok_and(|status| status.success())
}

/// The command, and a directory for it.
struct Rig {
    command: PathBuf,
    directory: PathBuf,
}

/// The result of a run.
struct Ended {
    /// `None` if it was killed.
    status: Option<i32>,
    told: String,
    files: Snapshot,
}

/// The number of runs.
#[derive(Default)]
struct Counts {
    failed: usize,
    reported: usize,
    killed: usize,
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { failed, reported, killed } = self;
        write!(
            f,
            "{failed} calls failed, {reported} of them reported, the others without consequence; {killed} kills"
        )
    }
}

impl Rig {
    fn new(command: PathBuf) -> io::Result<Self> {
        let directory = target().join("faults");
        fs::create_dir_all(&directory)?;
        Ok(Rig { command, directory })
    }

    fn remove(&self) -> io::Result<()> {
        fs::remove_dir_all(&self.directory)
    }

    /// Makes every call fail, and kills the command at every call.
    fn walk(&self, scenario: &Scenario, errors: &[&str], is_all: bool) -> io::Result<(Counts, Vec<String>)> {
        let (mut counts, mut wrong) = (Counts::default(), vec![]);
        let old = self.fresh(scenario)?.snapshot()?;
        let trace = self.directory.join("trace");
        let reference = self.run(scenario, &["-y", "-o", &trace.to_string_lossy()])?;
        if reference.status != Some(scenario.status) {
            wrong.push(format!("status {:?} without a fault: {}", reference.status, reference.told));
            return Ok((counts, wrong));
        }
        for (call, numbers) in calls(&fs::read_to_string(trace)?, is_all) {
            for n in numbers {
                for error in errors.iter().filter(|_| !OTHERS.contains(&call.as_str())) {
                    let ended = self.run(
                        scenario,
                        &injected(&call, &format!("error={error}"), n).each_ref().map(|s| s.as_str()),
                    )?;
                    counts.failed += 1;
                    counts.reported += usize::from(ended.status == Some(2));
                    if let Some(why) = fault(&ended, &reference, &old, &call) {
                        wrong.push(format!("{call} number {n} fails with {error}: {why}"));
                    }
                }
                let killed =
                    self.run(scenario, &injected(&call, "signal=KILL", n).each_ref().map(|s| s.as_str()))?;
                counts.killed += 1;
                if let Some(why) = killed.files.neither(&old, &reference.files) {
                    wrong.push(format!("killed at {call} number {n}: {why}"));
                }
                if !scenario.undo.is_empty() {
                    let undone = self.run_here(scenario.undo, &[])?;
                    if let Some(why) = undone.files.neither(&old, &old) {
                        wrong.push(format!("killed at {call} number {n} and undone: {why}: {}", undone.told));
                    }
                }
                let again = self.run_here(scenario.arguments, &[])?;
                if again.status != Some(scenario.status)
                    || again.files != reference.files
                    || again.files.left_over()
                {
                    wrong.push(format!(
                        "after a kill at {call} number {n} the next run is not whole: {}",
                        again.told
                    ));
                }
            }
        }
        Ok((counts, wrong))
    }

    fn fresh(&self, scenario: &Scenario) -> io::Result<Directory> {
        match fs::remove_file(self.directory.join("undo.log")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let directory = Directory::fill(&self.directory.join("files"))?;
        if !scenario.before.is_empty() {
            self.run_here(scenario.before, &[])?;
        }
        Ok(directory)
    }

    /// Runs the command in a fresh directory, under `strace` with these options.
    fn run(&self, scenario: &Scenario, options: &[&str]) -> io::Result<Ended> {
        self.fresh(scenario)?;
        self.run_here(scenario.arguments, options)
    }

    /// Runs the command in the existing directory; without options, it is not traced.
    fn run_here(&self, arguments: &[&str], options: &[&str]) -> io::Result<Ended> {
        let directory = Directory::at(&self.directory.join("files"));
        let mut command = match options {
            [] => Command::new(&self.command),
            _ => Command::new("strace"),
        };
        if !options.is_empty() {
            command.arg("-qq").args(options).arg(&self.command);
        }
        let standard_output = self.directory.join("standard output");
        command
            .current_dir(directory.path())
            .args(arguments)
            .env("HOME", directory.path())
            .env("RUST_BACKTRACE", "0");
        let standard_error = self.directory.join("standard error");
        command
            .stdin(Stdio::null())
            .stdout(File::create(&standard_output)?)
            .stderr(File::create(&standard_error)?);
        let status = wait(&mut command)?;
        let mut files = directory.snapshot()?;
        files.insert(Path::new("standard output"), fs::read(&standard_output)?);
        // An undo log contains absolute paths.
        let around = format!("{}/", directory.path().canonicalize()?.display());
        let told = String::from_utf8_lossy(&fs::read(&standard_error)?).replace(&around, "");
        Ok(Ended { status, told, files })
    }
}

/// Returns the exit status of a run, if it has one. A run that does not end is killed.
fn wait(command: &mut Command) -> io::Result<Option<i32>> {
    let mut child = command.spawn()?;
    let deadline = Instant::now() + LONGEST;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if Instant::now() > deadline {
            child.kill()?;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns the options that inject something at the n-th call.
fn injected(call: &str, what: &str, n: usize) -> [String; 6] {
    let (trace, inject) = (format!("trace={call}"), format!("inject={call}:{what}:when={n}"));
    ["-o".to_owned(), "/dev/null".to_owned(), "-e".to_owned(), trace, "-e".to_owned(), inject]
}

/// Returns the numbers of the calls of a trace that the program itself makes, and not the loader. Calls that
/// do not concern the files are omitted, unless all are requested.
fn calls(trace: &str, is_all: bool) -> BTreeMap<String, Vec<usize>> {
    let (mut calls, mut has_begun) = (BTreeMap::<String, (usize, Vec<usize>)>::new(), false);
    for line in trace.lines() {
        let Some((name, arguments)) = line.split_once('(') else { continue };
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            continue;
        }
        // The first thing that std does is to check whether the standard streams are open.
        has_begun |= name == "poll";
        let (count, numbers) = calls.entry(name.to_owned()).or_default();
        *count += 1;
        let is_of_files = !OTHERS.contains(&name) && !ELSEWHERE.iter().any(|other| arguments.contains(other));
        if has_begun && (is_all || is_of_files) && !arguments.contains(UNTOLD) {
            numbers.push(*count);
        }
    }
    calls.into_iter().map(|(name, (_, numbers))| (name, numbers)).collect()
}

/// Returns the error of a run in which a call has failed, if there is one.
fn fault(ended: &Ended, reference: &Ended, old: &Snapshot, call: &str) -> Option<String> {
    if let Some(why) = ended.files.neither(old, &reference.files) {
        return Some(why);
    }
    if ended.files.left_over() && call != "unlinkat" {
        return Some("a temporary file was left behind".to_owned());
    }
    match ended.status {
        status if status == reference.status => (ended.files != reference.files)
            .then(|| format!("status {status:?}, but the result is another; {}", ended.told)),
        Some(_) if call == "close" && ended.told.contains(CLOSING) => None,
        Some(2) => (!ended.told.lines().any(names_file)).then(|| format!("no file is named: {}", ended.told)),
        status => Some(format!("status {status:?}: {}", ended.told)),
    }
}

/// Returns `true` if a message names a file of a scenario, or one in which a project declares encodings: those
/// are searched for in every directory above, too.
fn names_file(line: &str) -> bool {
    const FILES: [&str; 8] =
        ["tree", "out/", "old: ", "new: ", "./: ", "damaged", "../undo.log: ", "standard output: "];
    const DECLARING: [&str; 4] = [".editorconfig", ".gitattributes", ".git", "commondir"];
    let message = line.strip_prefix("placemat: ").unwrap_or_default();
    // If another directory is to blame, the message ends with the file: "(old is not written)".
    let is_after = |name: &&str| message.contains(&format!("({} is ", name.trim_end_matches(": ")));
    let declares = |path: &str| {
        let name = Path::new(path).file_name();
        DECLARING.into_iter().any(|declaring| name.is_some_and(|name| name == declaring))
    };
    FILES.iter().any(|name| message.starts_with(name) || is_after(name))
        || message.split_once(": ").is_some_and(|(path, _)| declares(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_the_loader_are_not_counted() {
        let trace = "execve(\"x\") = 0\nread(3</lib/x>) = 1\nread(3) = 1\npoll([]) = 0\nread(4</proc/x>) = 1\nread(4) = 1\n+++ exited +++\n";
        let found = calls(trace, true);
        assert_eq!((&found["read"], &found["poll"], &found["execve"]), (&vec![3, 4], &vec![1], &vec![]));
        assert_eq!(calls(trace, false)["read"], [4]);
    }

    #[test]
    fn a_message_names_a_file_of_a_scenario_or_a_declaration() {
        assert!(names_file("placemat: tree/a: Input/output error"));
        assert!(names_file("placemat: /tmp: No space left on device (old is not written)"));
        assert!(names_file("placemat: /home/.editorconfig: Input/output error"));
        assert!(!names_file("placemat: /home/other: Input/output error"));
        assert!(!names_file("placemat: Input/output error"));
    }
}
