//! The attributes of a file besides its contents: mode, owner, access control list, extended attributes,
//! times.

use std::fs::{File, FileTimes, Metadata, Permissions};
use std::io;

/// The end of a message about attributes that cannot be kept.
const NEW_FILE: &str = " (-o writes a new file)";

/// Returns an error without the proposal of a new file.
pub(crate) fn without_proposal(error: io::Error) -> io::Error {
    match error.to_string().strip_suffix(NEW_FILE) {
        Some(what) => io::Error::new(error.kind(), what),
        None => error,
    }
}

/// The source of the attributes of a new file.
#[derive(Clone, Debug)]
pub(crate) enum Like {
    /// The defaults for new files.
    New,
    /// The permissions of this file, as far as new files may have them.
    Copy(Metadata),
}

/// Gives attributes to a file that does not replace another.
#[cfg(unix)]
pub(super) fn give_new(file: &File, like: &Like) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let most = match like {
        Like::New => 0o666,
        Like::Copy(other) => other.mode() & 0o777,
    };
    let mask = rustix::process::umask(rustix::fs::Mode::empty());
    rustix::process::umask(mask);
    file.set_permissions(Permissions::from_mode(most & !(u64::from(mask.bits()) as u32)))
}

#[cfg(not(unix))]
pub(super) fn give_new(file: &File, like: &Like) -> io::Result<()> {
    match like {
        Like::New => Ok(()),
        Like::Copy(other) => give_permissions(file, other.permissions()),
    }
}

/// Gives a file the attributes of the old one. An attribute that cannot be kept is an error, so that a
/// conversion loses no permission and no attribute. Only set-user-ID, set-group-ID and attributes that vouch
/// for the old contents are dropped, as after any write.
#[cfg(unix)]
pub(super) fn give(file: &File, old: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let (is, was) = (file.metadata()?, old.metadata()?);
    if (is.uid(), is.gid()) != (was.uid(), was.gid()) {
        let what = if is.uid() == was.uid() { "its group" } else { "its owner" };
        fchown(file, Some(was.uid()), Some(was.gid())).map_err(|error| {
            // A new file has other attributes.
            io::Error::new(error.kind(), format!("{}{NEW_FILE}", lost(what, &error)))
        })?;
    }
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
    extended::give(file, old)?;
    file.set_permissions(Permissions::from_mode(was.mode() & 0o777))
}

#[cfg(not(unix))]
pub(super) fn give(file: &File, old: &File) -> io::Result<()> {
    give_permissions(file, old.metadata()?.permissions())
}

#[cfg(not(unix))]
fn give_permissions(file: &File, permissions: Permissions) -> io::Result<()> {
    if permissions.readonly() { file.set_permissions(permissions) } else { Ok(()) }
}

/// Gives a file the times of another.
pub(super) fn give_times(file: &File, of: &Metadata) -> io::Result<()> {
    file.set_times(FileTimes::new().set_accessed(of.accessed()?).set_modified(of.modified()?))
}

#[cfg(unix)]
fn lost(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what} cannot be kept: {}", crate::status::without_number(error)))
}

/// Extended attributes, which include access control lists and SELinux labels.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
mod extended {
    use std::ffi::{CStr, CString};
    use std::fs::File;
    use std::io;

    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
    use rustix::io::Errno;

    use crate::show::Name;

    /// The access control list, which a new file may inherit from its directory.
    const ACL: &CStr = c"system.posix_acl_access";
    /// Attributes that vouch for the contents, or give them rights.
    const OF_CONTENT: [&CStr; 3] = [c"security.ima", c"security.evm", c"security.capability"];

    pub(super) fn give(file: &File, old: &File) -> io::Result<()> {
        let (were, are) = (names(old)?, names(file)?);
        if are.iter().any(|name| **name == *ACL) && !were.iter().any(|name| **name == *ACL) {
            fremovexattr(file, ACL)?;
        }
        for name in were.iter().filter(|name| !OF_CONTENT.contains(&name.as_c_str())) {
            let value = value(old, name)?;
            if self::value(file, name).ok().as_ref() != Some(&value) {
                fsetxattr(file, name.as_c_str(), &value, XattrFlags::empty()).map_err(|error| {
                    let shown = Name(std::os::unix::ffi::OsStrExt::from_bytes(name.to_bytes())).to_string();
                    super::lost(&format!("its attribute {shown}"), &error.into())
                })?;
            }
        }
        Ok(())
    }

    fn names(file: &File) -> io::Result<Vec<CString>> {
        let list = match grow(|buffer| flistxattr(file, buffer)) {
            Err(Errno::NOTSUP) => vec![],
            result => result?,
        };
        let names =
            list.split_inclusive(|&byte| byte == 0).filter_map(|name| CStr::from_bytes_with_nul(name).ok());
        Ok(names.map(CStr::to_owned).collect())
    }

    fn value(file: &File, name: &CStr) -> io::Result<Vec<u8>> {
        Ok(grow(|buffer| fgetxattr(file, name, buffer))?)
    }

    /// Calls `get` with a buffer that is large enough.
    fn grow(mut get: impl FnMut(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
        let mut buffer = vec![0; 1024];
        loop {
            match get(&mut buffer) {
                Ok(len) => {
                    buffer.truncate(len);
                    return Ok(buffer);
                }
                Err(Errno::RANGE) => buffer = vec![0; buffer.len() * 4],
                Err(error) => return Err(error),
            }
        }
    }
}
