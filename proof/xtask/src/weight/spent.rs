//! The resources that a process and all its children used.

use std::ffi::OsStr;
use std::io;
use std::ops::AddAssign;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use wait4::Wait4;

/// The resources of a process and of the processes that it waited for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spent {
    /// User and system time.
    pub(crate) cpu: Duration,
    /// Time on the clock.
    pub(crate) wall: Duration,
    /// The resident memory, in bytes, of the one process that had most.
    pub(crate) peak: u64,
}

impl Spent {
    /// Returns the time without that of another build. The memory does not change.
    pub(crate) fn less(self, other: Spent) -> Spent {
        let (cpu, wall) = (self.cpu.saturating_sub(other.cpu), self.wall.saturating_sub(other.wall));
        Spent { cpu, wall, ..self }
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.cpu += other.cpu;
        self.wall += other.wall;
        self.peak = self.peak.max(other.peak);
    }
}

/// Runs a command and returns what it used, or `None` if it fails.
pub(crate) fn spent(command: &mut Command) -> io::Result<Option<Spent>> {
    let start = Instant::now();
    let used = command.spawn()?.wait4()?;
    let cpu = used.rusage.utime + used.rusage.stime;
    let spent = Spent { cpu, wall: start.elapsed(), peak: used.rusage.maxrss };
    Ok(used.status.success().then_some(spent))
}

/// The prefixes of the names of variables that would change what is built, or how.
const INFLUENCES: [&str; 9] = [
    "CARGO_BUILD_",
    "CARGO_ENCODED_",
    "CARGO_INCREMENTAL",
    "CARGO_MAKEFLAGS",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "MAKEFLAGS",
    "RUSTC",
    "RUSTFLAGS",
];

/// Returns `true` if a variable of this name would change what is built, or how.
fn is_influence(name: &OsStr) -> bool {
    INFLUENCES.iter().any(|prefix| name.as_encoded_bytes().starts_with(prefix.as_bytes()))
}

/// Returns a call of cargo as an adopter makes it: in `directory`, building into `target`, with no settings
/// of this project and no access to the network. Packages at a path are built like those of a registry,
/// without lints and not incrementally.
pub(crate) fn cargo_of_adopter(directory: &Path, target: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        if is_influence(&name) {
            command.env_remove(name);
        }
    }
    command.current_dir(directory);
    command.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true");
    command.env("CARGO_INCREMENTAL", "0").env("RUSTFLAGS", "--cap-lints=allow");
    command
}

/// Downloads the dependencies of the package in `directory`.
pub(crate) fn fetch(directory: &Path) -> io::Result<bool> {
    let mut command = cargo_of_adopter(directory, directory);
    command.env_remove("CARGO_NET_OFFLINE").args(["fetch", "--quiet"]);
    Ok(command.status()?.success())
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_grandchildren_counts() {
        let mut command = Command::new("sh");
        command.args(["-c", "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done'; true"]);
        let used = spent(&mut command).unwrap().unwrap();
        assert!(used.cpu > Duration::from_millis(20), "{:?}", used.cpu);
        assert!((100_000..100_000_000).contains(&used.peak), "{}", used.peak);
        assert!(spent(Command::new("sh").args(["-c", "exit 3"])).unwrap().is_none());
    }

    #[test]
    fn settings_of_the_caller_are_no_part_of_a_build() {
        for name in [
            "CARGO_PROFILE_DEV_OPT_LEVEL",
            "RUSTC_WRAPPER",
            "RUSTFLAGS",
            "CARGO_TARGET_DIR",
            "CARGO_BUILD_JOBS",
        ] {
            assert!(is_influence(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO", "CARGO_HOME", "CARGO_HTTP_PROXY", "PATH", "RUSTUP_TOOLCHAIN"] {
            assert!(!is_influence(OsStr::new(name)), "{name}");
        }
        let command = cargo_of_adopter(Path::new("."), Path::new("t"));
        let set: Vec<_> =
            command.get_envs().filter_map(|(name, value)| Some((name.to_str()?, value?.to_str()?))).collect();
        let expected = [
            ("CARGO_INCREMENTAL", "0"),
            ("CARGO_NET_OFFLINE", "true"),
            ("CARGO_TARGET_DIR", "t"),
            ("RUSTFLAGS", "--cap-lints=allow"),
        ];
        assert_eq!(set, expected);
    }
}
