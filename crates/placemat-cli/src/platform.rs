//! Differences between operating systems: standard streams as files, and the identity of files.

use std::ffi::OsString;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Identifies a file. Two names with the same identity are the same file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Identity(Key);

#[cfg(unix)]
type Key = (u64, u64);
#[cfg(not(unix))]
type Key = std::path::PathBuf;

impl Identity {
    /// Returns the identity of a regular file by name, through links; `None` if it is not a regular file.
    #[cfg(unix)]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        Self::of_metadata(&path.metadata().ok()?)
    }

    /// Returns the identity of an open file, if it is a regular file.
    #[cfg(unix)]
    pub(crate) fn of_file(file: &File) -> Option<Self> {
        Self::of_metadata(&file.metadata().ok()?)
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        metadata.is_file().then(|| Self::of_any(metadata))
    }

    /// Returns the identity of a file of any kind.
    #[cfg(unix)]
    pub(crate) fn of_any(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::of_pair(metadata.dev(), metadata.ino())
    }

    /// Returns the identity of a file from its device and its number there.
    #[cfg(unix)]
    pub(crate) fn of_pair(device: u64, number: u64) -> Self {
        Identity((device, number))
    }

    /// Returns the identity of a directory, through links.
    #[cfg(unix)]
    pub(crate) fn of_directory(path: &Path) -> io::Result<Self> {
        Ok(Self::of_any(&path.metadata()?))
    }

    /// Returns the identity of a directory, through links.
    #[cfg(not(unix))]
    pub(crate) fn of_directory(path: &Path) -> io::Result<Self> {
        path.canonicalize().map(Identity)
    }

    /// Returns the identity of a regular file by name, through links; `None` if it is not a regular file.
    #[cfg(not(unix))]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
        if is_file { path.canonicalize().ok().map(Identity) } else { None }
    }

    /// Returns `None`: there is no portable way to determine the identity.
    #[cfg(not(unix))]
    pub(crate) fn of_file(_file: &File) -> Option<Self> {
        None
    }
}

/// Returns the name of a file from its bytes; `None` if no file can have it.
pub(crate) fn name_of(bytes: &[u8]) -> Option<OsString> {
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()));
    #[cfg(windows)]
    return std::str::from_utf8(bytes).ok().map(OsString::from);
}

/// Returns standard input as a file of its own, without a buffer.
pub(crate) fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?));
}

/// Returns `true` if standard input is a regular file, a pipe or a socket, and not a terminal or another
/// device such as /dev/null.
pub(crate) fn is_standard_input_sent() -> bool {
    let Ok(metadata) = standard_input().and_then(|input| input.metadata()) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        kind.is_file() || kind.is_fifo() || kind.is_socket()
    }
    #[cfg(not(unix))]
    {
        use std::io::IsTerminal;
        metadata.is_file() || !io::stdin().is_terminal()
    }
}

/// Returns standard output as a file of its own, without a buffer.
pub(crate) fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?));
}

/// Returns `true` if standard input is a pipe.
pub(crate) fn reads_pipe() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let input = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned().map(File::from);
        input.and_then(|input| input.metadata()).is_ok_and(|metadata| metadata.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    false
}

/// Returns `true` if standard output is a pipe, whose reader may draw on the terminal as well.
pub(crate) fn is_piped() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let output = standard_output().and_then(|output| output.metadata());
        output.is_ok_and(|metadata| metadata.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    false
}

/// Returns standard error as a file of its own.
pub(crate) fn standard_error() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stderr()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stderr()).try_clone_to_owned()?));
}

/// Opens a file that was found in a directory. Does not follow a link, and does not wait for the other end of
/// a pipe, in case one has replaced the file.
pub(crate) fn open_met(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
    }
    options.open(path)
}

/// Reads at an offset, without using the position of the file.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Fails: on other platforms reading at an offset would move the position of the file.
#[cfg(not(unix))]
pub(crate) fn read_at(_file: &File, _buffer: &mut [u8], _offset: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns how many bytes from the current offset on are a hole, which reads as zeros, if the platform
/// reports holes. The offset does not change.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "macos"))]
pub(crate) fn hole(mut file: &File) -> io::Result<u64> {
    use std::io::Seek;

    use rustix::fs::{SeekFrom, seek};
    let at = file.stream_position()?;
    let data = match seek(file, SeekFrom::Data(at)) {
        Ok(data) => data,
        // There is no data after the offset, or the file system does not report holes.
        Err(rustix::io::Errno::NXIO) => file.metadata()?.len(),
        Err(_) => at,
    };
    seek(file, SeekFrom::Start(at))?;
    Ok(data.saturating_sub(at))
}

/// Returns how many bytes from the current offset on are a hole: none, because the platform does not report
/// holes.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_os = "macos")))]
pub(crate) fn hole(_file: &File) -> io::Result<u64> {
    Ok(0)
}

/// Returns `true` if the file takes less space than it has bytes.
pub(crate) fn is_sparse(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file() && metadata.blocks().saturating_mul(512) < metadata.len()
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        false
    }
}

/// Returns `true` if the file belongs to the user who runs the command.
pub(crate) fn is_mine(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::uid(metadata) == rustix::process::geteuid().as_raw();
    #[cfg(not(unix))]
    return metadata.is_file();
}

/// Makes writing beyond the maximum size of files (`ulimit -f`) an error of the write, instead of a signal
/// that ends the run.
pub(crate) fn outlive_file_size_limit() {
    #[cfg(unix)]
    {
        // Any handler will do. If it cannot be installed, the signal ends the run as before.
        let flag = std::sync::Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, flag);
    }
}

/// Calls `last` before a signal ends the run, from the first call on. Signals that are ignored stay ignored.
///
/// This does not apply to a signal that cannot be caught, nor on platforms without handlers.
pub(crate) fn on_signal(last: fn()) {
    #[cfg(unix)]
    {
        use std::sync::Once;
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let Ok(mut signals) = signal_hook::iterator::Signals::new(signals::to_wait_for()) else { return };
            let wait = move || {
                if let Some(signal) = signals.forever().next() {
                    last();
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            };
            let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
        });
    }
    let _ = last;
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    /// Returns the signals that ask a run to end, except those that it was started to ignore, as by `nohup`,
    /// if the system reports them.
    pub(super) fn to_wait_for() -> impl Iterator<Item = i32> {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
        [SIGHUP, SIGINT, SIGTERM].into_iter().filter(move |signal| mask >> (signal - 1) & 1 == 0)
    }
}
