//! Temporary files: `.placemat-*.tmp`, locked while they are written.
//!
//! The temporary files of a killed run are not locked any more. The next run that begins a file in the
//! directory removes them. A thread waits for signals that ask a run to end, and removes the temporary files
//! first.

use std::collections::hash_map::RandomState;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::BuildHasher;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::directory::{Directory, Stamp};
use crate::platform::{self, Identity};
use crate::status::Refusal;

const PREFIX: &str = ".placemat-";
const SUFFIX: &str = ".tmp";
/// The number of random characters between the two.
const RANDOM: usize = 12;

/// Returns `true` if the name is that of a temporary file.
pub(crate) fn is_name(name: &OsStr) -> bool {
    let random =
        name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|name| name.strip_suffix(SUFFIX));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

fn random_name() -> OsString {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    // Each `RandomState` has keys of its own.
    let mut number = RandomState::new().hash_one(std::process::id());
    let mut name = PREFIX.to_owned();
    for _ in 0..RANDOM {
        name.push(char::from(DIGITS[(number % 36) as usize]));
        number /= 36;
    }
    OsString::from(name + SUFFIX)
}

/// The temporary files of this process, the directories in which it looked for leftovers, and the directories
/// that it has created.
#[derive(Debug, Default)]
struct Register {
    making: Vec<(Arc<Directory>, OsString)>,
    cleaned: Vec<Identity>,
    /// Directories that this process has created, in that order.
    created: Vec<PathBuf>,
}

static REGISTER: Mutex<Register> = Mutex::new(Register { making: vec![], cleaned: vec![], created: vec![] });

fn register() -> MutexGuard<'static, Register> {
    REGISTER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a directory and its parents, if they do not exist. A signal that ends the run removes them again
/// if they are empty. `unsure` is called for each directory that was created but that a power cut may undo,
/// with the reason.
pub(crate) fn create_directory(path: &Path, mut unsure: impl FnMut(&Path, &io::Error)) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    platform::on_signal(remove_all);
    let mut register = register();
    let is_missing = |directory: &&Path| !directory.as_os_str().is_empty() && !directory.exists();
    let around: Vec<_> = path.ancestors().skip(1).take_while(is_missing).collect();
    for directory in around.into_iter().rev().chain([path]) {
        match std::fs::create_dir(directory) {
            Ok(()) => {
                register.created.push(directory.to_owned());
                let around = directory.parent().filter(|around| !around.as_os_str().is_empty());
                let synced =
                    Directory::open(around.unwrap_or(Path::new("."))).and_then(|around| around.sync());
                if let Err(error) = synced {
                    unsure(directory, &error);
                }
            }
            Err(_) if directory.is_dir() => {}
            Err(_) if directory.exists() => {
                return Err(io::Error::new(io::ErrorKind::NotADirectory, "is not a directory"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Err(error),
            Err(error) => {
                let around = directory.parent().unwrap_or(directory);
                return Err(Refusal::wrap(around, "cannot create a directory", "is not written", error));
            }
        }
    }
    Ok(())
}

/// A temporary file. It is removed unless it takes a name.
#[derive(Debug)]
pub(super) struct Temporary {
    pub(super) file: File,
    directory: Arc<Directory>,
    /// `None` once the file has taken its name.
    name: Option<OsString>,
}

impl Temporary {
    pub(super) fn create(directory: &Arc<Directory>) -> io::Result<Self> {
        platform::on_signal(remove_all);
        let mut register = register();
        if let Ok(identity) = directory.identity()
            && !register.cleaned.contains(&identity)
        {
            register.cleaned.push(identity);
            remove_left_overs(directory);
        }
        loop {
            let name = random_name();
            let file = match directory.create(&name) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                result => result?,
            };
            register.making.push((Arc::clone(directory), name.clone()));
            let temporary = Temporary { file, directory: Arc::clone(directory), name: Some(name) };
            match is_locked(&temporary.file) {
                Ok(true) => return Ok(temporary),
                Ok(false) => temporary.remove(&mut register),
                Err(error) => {
                    // It is not dropped, because dropping it would wait for the register.
                    temporary.remove(&mut register);
                    return Err(error);
                }
            }
        }
    }

    /// Takes a name in the directory, which may be taken.
    pub(super) fn rename(&mut self, to: &OsStr) -> io::Result<()> {
        let mut register = register();
        let Some(name) = &self.name else { return Ok(()) };
        self.directory.rename(name, to)?;
        self.forget(&mut register);
        Ok(())
    }

    fn remove(mut self, register: &mut Register) {
        if let Some(name) = &self.name {
            let _ = self.directory.remove(name);
        }
        self.forget(register);
    }

    fn forget(&mut self, register: &mut Register) {
        if let Some(name) = self.name.take() {
            register.making.retain(|(_, other)| *other != name);
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            let mut register = register();
            // The file is removed while it is locked. If that fails, the next run removes it.
            let _ = self.directory.remove(name);
            self.forget(&mut register);
        }
    }
}

/// Locks a temporary file. Returns `false` if another run has taken it for a leftover before that. If the
/// file system has no locks, leftovers are not removed either.
fn is_locked(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Ok(false),
        _ => Ok(Stamp::of_file(file)?.names() > 0),
    }
}

/// Called before the end of the process: removes all temporary files, and the directories that were created
/// and are empty. No file takes its name any more.
fn remove_all() {
    let register = register();
    for (directory, name) in &register.making {
        let _ = directory.remove(name);
    }
    for directory in register.created.iter().rev() {
        let _ = std::fs::remove_dir(directory);
    }
    std::mem::forget(register);
}

/// Removes what killed runs of the same user have left. What cannot be removed is kept.
fn remove_left_overs(directory: &Directory) {
    for name in directory.names().unwrap_or_default() {
        if is_name(&name) {
            let _ = remove_left_over(directory, &name);
        }
    }
}

fn remove_left_over(directory: &Directory, name: &OsStr) -> io::Result<()> {
    let file = directory.open_file(name)?;
    let metadata = file.metadata()?;
    let stamp = Stamp::of_file(&file)?;
    if metadata.is_file() && platform::is_mine(&metadata) && stamp.names() == 1 {
        file.try_lock()?;
        // Its owner may have unlocked it because it has its final name now, and the name may belong to
        // another file.
        if directory.look_at(name)? == Stamp::of_file(&file)? {
            directory.remove(name)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognized() {
        for _ in 0..100 {
            assert!(is_name(&random_name()));
        }
        for name in [
            ".placemat-.tmp",
            ".placemat-notes.tmp",
            ".placemat-0123456789a!.tmp",
            "placemat-0123456789ab.tmp",
        ] {
            assert!(!is_name(OsStr::new(name)), "{name}");
        }
    }
}
