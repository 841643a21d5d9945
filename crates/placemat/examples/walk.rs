//! Lists the names in a directory and below it, including names that are not text: they are printed without
//! loss, and converted back into the same name.
//!
//! ```sh
//! cargo run --example walk -- /some/directory
//! ```
//!
//! Without a directory, it creates one that contains a name that is not UTF-8, if the system allows such
//! names.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use placemat::os::AsName;

fn main() -> ExitCode {
    let told = match env::args_os().nth(1) {
        Some(directory) => walk(Path::new(&directory), &mut io::stdout()),
        None => in_a_directory(|directory| walk(directory, &mut io::stdout())),
    };
    match told {
        Ok(Seen { names, no_text }) => {
            println!("{names} names, {no_text} of them no UTF-8");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("walk: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The counts of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// The number of names of files and directories.
    pub(crate) names: u64,
    /// The number of those that are not UTF-8.
    pub(crate) no_text: u64,
}

/// Writes the names below a directory, each on a line. Links are not followed.
pub(crate) fn walk(directory: &Path, out: &mut impl Write) -> io::Result<Seen> {
    let mut seen = Seen::default();
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory)? {
            let entry = entry?;
            let path = entry.path();
            let name = path.as_name();
            // Names that are not text are printed with escapes that no text is printed as.
            writeln!(out, "{name:?}")?;
            seen.names += 1;
            seen.no_text += u64::from(name.to_str().is_err());
            // The name still identifies the file.
            let again = name.to_path_buf();
            assert_eq!(again, path);
            fs::symlink_metadata(&again)?;
            if entry.file_type()?.is_dir() {
                directories.push(again);
            }
        }
    }
    Ok(seen)
}

/// Creates a directory with a few names in it, and removes it after `act`.
pub(crate) fn in_a_directory<T>(act: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
    let directory: PathBuf = env::temp_dir().join(format!("placemat-walk-{}", std::process::id()));
    fs::create_dir_all(directory.join("naïve"))?;
    fs::write(directory.join("naïve").join("file"), "")?;
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        // Some systems only accept UTF-8.
        let _ = fs::write(directory.join(std::ffi::OsStr::from_bytes(b"caf\xE9")), "");
    }
    let done = act(&directory);
    fs::remove_dir_all(&directory)?;
    done
}
