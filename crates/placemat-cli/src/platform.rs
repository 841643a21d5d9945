//! What differs between operating systems: standard streams as files, and which file is which.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// What makes two names one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity(Key);

#[cfg(unix)]
type Key = (u64, u64);
#[cfg(not(unix))]
type Key = std::path::PathBuf;

impl Identity {
    /// Of a regular file by name, through links; `None` for what is no regular file.
    #[cfg(unix)]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        Self::of_metadata(&path.metadata().ok()?)
    }

    /// Of an open file, if it is a regular one.
    #[cfg(unix)]
    pub(crate) fn of_file(file: &File) -> Option<Self> {
        Self::of_metadata(&file.metadata().ok()?)
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Identity((metadata.dev(), metadata.ino())))
    }

    /// Of a regular file by name, through links; `None` for what is no regular file.
    #[cfg(not(unix))]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
        if is_file { path.canonicalize().ok().map(Identity) } else { None }
    }

    /// There is no portable way to know.
    #[cfg(not(unix))]
    pub(crate) fn of_file(_file: &File) -> Option<Self> {
        None
    }
}

/// Standard input as a file of its own, without a buffer.
pub(crate) fn standard_input() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?));
}

/// Standard output as a file of its own, without a buffer.
pub(crate) fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    return Ok(File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?));
    #[cfg(windows)]
    return Ok(File::from(std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?));
}

/// Opens a file that a walk has met: not through a link, and without waiting for the other end of a pipe, should one
/// have taken its place.
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

/// Reads at an offset, wherever the file's own place is.
#[cfg(unix)]
pub(crate) fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Elsewhere that would move the file's own place.
#[cfg(not(unix))]
pub(crate) fn read_at(_file: &File, _buffer: &mut [u8], _offset: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a new file the mode and owner of the old one, or the mode that any new file gets.
#[cfg(unix)]
pub(crate) fn adopt(file: &File, old: Option<&Metadata>) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let mode = match old {
        Some(old) => {
            let new = file.metadata()?;
            if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
                // Only root can give files away; for others the file becomes their own, as with any editor.
                let _ = fchown(file, Some(old.uid()), Some(old.gid()));
            }
            old.mode() & 0o777
        }
        None => {
            let mask = rustix::process::umask(rustix::fs::Mode::empty());
            rustix::process::umask(mask);
            0o666 & !mask.bits()
        }
    };
    file.set_permissions(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub(crate) fn adopt(_file: &File, _old: Option<&Metadata>) -> io::Result<()> {
    Ok(())
}

/// Makes a rename durable.
pub(crate) fn sync_folder(folder: &Path) {
    // Not every file system lets folders be synchronized; the file itself is.
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}
