//! A directory that is held open, so that names in it refer to the same files even if the path to it changes.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::Path;

use crate::platform::Identity;

/// The state of a file when it was examined. Every change of the file changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    #[cfg(unix)]
    identity: Identity,
    size: u64,
    /// The time of the last change of the contents, in nanoseconds.
    modified: i128,
    /// The number of names of the file, and the time of the last change of its metadata.
    names: u64,
    changed: i128,
}

impl Stamp {
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Returns the number of names of the file; one, if there is no portable way to determine it.
    pub(super) fn names(&self) -> u64 {
        self.names
    }

    /// Returns `true` if the file has not changed. If the file has several names, others may have been added
    /// and removed.
    pub(super) fn is_still(&self, now: &Stamp) -> bool {
        let is_shared = self.names > 1;
        *self
            == if is_shared {
                Stamp { names: self.names, changed: self.changed, ..now.clone() }
            } else {
                now.clone()
            }
    }
}

/// A directory.
#[derive(Debug)]
pub(crate) struct Directory {
    #[cfg(unix)]
    handle: File,
    #[cfg(not(unix))]
    path: std::path::PathBuf,
}

#[cfg(unix)]
impl Directory {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        use rustix::fs::{CWD, Mode, OFlags};
        let open =
            |flags| rustix::fs::openat(CWD, path, flags | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
        let handle = match open(OFlags::RDONLY) {
            // A directory that may not be listed can still be used.
            #[cfg(target_os = "linux")]
            Err(rustix::io::Errno::ACCESS) => open(OFlags::PATH),
            result => result,
        };
        Ok(Directory { handle: File::from(handle?) })
    }

    /// Returns the identity of the directory.
    pub(super) fn identity(&self) -> io::Result<Identity> {
        Ok(Identity::of_any(&self.handle.metadata()?))
    }

    /// Opens a file for reading, without following a link and without waiting for the other end of a pipe.
    pub(super) fn open_file(&self, name: &OsStr) -> io::Result<File> {
        use rustix::fs::OFlags;
        self.open_with(name, OFlags::RDONLY | OFlags::NONBLOCK)
    }

    /// Returns an error for a file that may not be written to.
    pub(super) fn ask_to_write(&self, name: &OsStr) -> io::Result<()> {
        use rustix::fs::OFlags;
        self.open_with(name, OFlags::WRONLY | OFlags::NONBLOCK).map(drop)
    }

    /// Creates a file that only its owner can read, under a name that is free.
    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        use rustix::fs::OFlags;
        self.open_with(name, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL)
    }

    fn open_with(&self, name: &OsStr, flags: rustix::fs::OFlags) -> io::Result<File> {
        use rustix::fs::{Mode, OFlags};
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            match rustix::fs::openat(&self.handle, name, flags, Mode::RUSR | Mode::WUSR) {
                Err(rustix::io::Errno::INTR) => {}
                result => return Ok(File::from(result?)),
            }
        }
    }

    /// Returns the current state of the file with a name, without following a link.
    pub(super) fn look_at(&self, name: &OsStr) -> io::Result<Stamp> {
        let stat = rustix::fs::statat(&self.handle, name, rustix::fs::AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(Stamp::of_stat(&stat))
    }

    /// Gives a file another name, which may be taken.
    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::renameat(&self.handle, from, &self.handle, to)?)
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(&self.handle, name, rustix::fs::AtFlags::empty())?)
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        use std::os::unix::ffi::OsStrExt;
        let mut names = vec![];
        for entry in rustix::fs::Dir::read_from(&self.handle)? {
            names.push(OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned());
        }
        Ok(names)
    }

    /// Makes renames durable.
    pub(super) fn sync(&self) -> io::Result<()> {
        use rustix::io::Errno;
        match rustix::fs::fsync(&self.handle) {
            // Not every file system can sync directories, and a directory that may not be listed cannot be
            // synced.
            Ok(()) | Err(Errno::INVAL | Errno::NOTSUP | Errno::BADF) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(unix)]
impl Stamp {
    pub(super) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Stamp::of_stat(&rustix::fs::fstat(file)?))
    }

    #[allow(clippy::unnecessary_cast, reason = "the fields have other types on other systems")]
    fn of_stat(stat: &rustix::fs::Stat) -> Self {
        let nanoseconds = |seconds: i64, part: i64| i128::from(seconds) * 1_000_000_000 + i128::from(part);
        Stamp {
            identity: Identity::of_pair(stat.st_dev as u64, stat.st_ino as u64),
            size: stat.st_size as u64,
            modified: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            names: stat.st_nlink as u64,
            changed: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        }
    }
}

/// A directory by its path, on platforms without handles of directories.
#[cfg(not(unix))]
impl Directory {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        std::fs::read_dir(path)?;
        Ok(Directory { path: path.to_owned() })
    }

    pub(super) fn identity(&self) -> io::Result<Identity> {
        Identity::of_directory(&self.path)
    }

    pub(super) fn open_file(&self, name: &OsStr) -> io::Result<File> {
        File::open(self.path.join(name))
    }

    pub(super) fn ask_to_write(&self, name: &OsStr) -> io::Result<()> {
        File::options().write(true).open(self.path.join(name)).map(drop)
    }

    pub(super) fn create(&self, name: &OsStr) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(self.path.join(name))
    }

    pub(super) fn look_at(&self, name: &OsStr) -> io::Result<Stamp> {
        Ok(Stamp::of_metadata(&self.path.join(name).symlink_metadata()?))
    }

    pub(super) fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        std::fs::rename(self.path.join(from), self.path.join(to))
    }

    pub(super) fn remove(&self, name: &OsStr) -> io::Result<()> {
        std::fs::remove_file(self.path.join(name))
    }

    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        std::fs::read_dir(&self.path)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(unix))]
impl Stamp {
    pub(super) fn of_file(file: &File) -> io::Result<Self> {
        Ok(Stamp::of_metadata(&file.metadata()?))
    }

    fn of_metadata(metadata: &std::fs::Metadata) -> Self {
        let since = |time: std::time::SystemTime| time.duration_since(std::time::UNIX_EPOCH).ok();
        let modified = metadata.modified().ok().and_then(since).map_or(0, |time| time.as_nanos() as i128);
        Stamp { size: metadata.len(), modified, names: 1, changed: 0 }
    }
}
