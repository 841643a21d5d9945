//! Where the output goes: standard output, or a file that is replaced when everything is written.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::input::Place;
use crate::platform::{self, Identity};
use crate::show::Name;
use crate::status::Trouble;

/// The output of a run.
#[derive(Debug)]
pub(crate) struct Output {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Standard output, or a device or pipe by its name.
    Stream(File),
    Replacement(Box<Replacement>),
}

/// A file in the making, which takes its name when it is finished. If it never is, it goes, and the old file stays.
#[derive(Debug)]
struct Replacement {
    temporary: NamedTempFile,
    path: PathBuf,
    old: Option<Metadata>,
}

impl Output {
    /// Opens the output; `None` and `-` are standard output.
    ///
    /// An output that is one of the inputs is refused before anything is touched.
    pub(crate) fn open(path: Option<&Path>, inputs: &[Place]) -> Result<Self, Trouble> {
        match path {
            Some(path) if path.as_os_str() != "-" => Self::open_path(path, inputs),
            _ => Self::open_standard(inputs),
        }
    }

    fn open_standard(inputs: &[Place]) -> Result<Self, Trouble> {
        let name = "standard output".to_owned();
        let file = platform::standard_output().map_err(|error| Trouble::io(&name, &error))?;
        refuse_inputs(&name, Identity::of_file(&file), inputs)?;
        Ok(Output { name, kind: Kind::Stream(file) })
    }

    fn open_path(path: &Path, inputs: &[Place]) -> Result<Self, Trouble> {
        let name = Name(path.as_os_str()).to_string();
        let trouble = |error: &io::Error| Trouble::io(&name, error);
        // A link that was named is resolved once; what it leads to is replaced, and the link stays.
        let (path, old) = match path.canonicalize() {
            Ok(target) => {
                let old = target.metadata().map_err(|error| trouble(&error))?;
                (target, Some(old))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                (path.to_owned(), None)
            }
            Err(error) => return Err(trouble(&error)),
        };
        let identity = Identity::of_path(&path);
        refuse_inputs(&name, identity.clone(), inputs)?;
        let standard = platform::standard_output().ok();
        if identity.is_some() && standard.as_ref().and_then(Identity::of_file) == identity {
            return Self::open_standard(inputs);
        }
        if let Some(old) = &old {
            // Also where the file will be replaced: what may not be written is not replaced either.
            let file = OpenOptions::new().write(true).open(&path).map_err(|error| trouble(&error))?;
            if !old.is_file() {
                return Ok(Output { name, kind: Kind::Stream(file) });
            }
        }
        // Asked for first, so that the error does not name the temporary file.
        folder_of(&path).metadata().map_err(|error| trouble(&error))?;
        let replacement = Replacement::new(path, old).map_err(|error| trouble(&error))?;
        Ok(Output { name, kind: Kind::Replacement(Box::new(replacement)) })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let result = match &mut self.kind {
            Kind::Stream(file) => file.write_all(bytes),
            Kind::Replacement(replacement) => replacement.temporary.as_file_mut().write_all(bytes),
        };
        result.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble::ClosedPipe,
            _ => Trouble::io(&self.name, &error),
        })
    }

    /// Is what was written there already, whatever happens next?
    pub(crate) fn is_stream(&self) -> bool {
        matches!(self.kind, Kind::Stream(_))
    }

    /// Everything is written: the file takes its name.
    pub(crate) fn finish(self) -> Result<(), Trouble> {
        match self.kind {
            Kind::Stream(_) => Ok(()),
            Kind::Replacement(replacement) => {
                replacement.finish().map_err(|error| Trouble::io(&self.name, &error))
            }
        }
    }
}

impl Replacement {
    fn new(path: PathBuf, old: Option<Metadata>) -> io::Result<Self> {
        let folder = folder_of(&path);
        let temporary = tempfile::Builder::new().prefix(".placemat-").suffix(".tmp").tempfile_in(folder)?;
        Ok(Replacement { temporary, path, old })
    }

    fn finish(self) -> io::Result<()> {
        let file = self.temporary.as_file();
        platform::adopt(file, self.old.as_ref())?;
        file.sync_all()?;
        self.temporary.persist(&self.path).map_err(|error| error.error)?;
        platform::sync_folder(folder_of(&self.path));
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn refuse_inputs(output: &str, identity: Option<Identity>, inputs: &[Place]) -> Result<(), Trouble> {
    let Some(identity) = identity else { return Ok(()) };
    match inputs.iter().find(|input| input.identity().as_ref() == Some(&identity)) {
        Some(input) => {
            Err(Trouble::Failed(format!("{input}: is the output, too ({output}); nothing was done")))
        }
        None => Ok(()),
    }
}
