//! A directory with the module and its `gconv-modules`, as GCONV_PATH names it.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

/// A directory that is removed at the end.
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// Returns a new directory in which the tests may write.
    pub(crate) fn new(name: &str) -> Directory {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", process::id()));
        if path.exists() {
            fs::remove_dir_all(&path).unwrap();
        }
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    /// Returns a new directory with the module.
    pub(crate) fn with_module(name: &str) -> Directory {
        let directory = Directory::new(name);
        let beside = env::current_exe().unwrap().with_file_name("libplacemat_gconv.so");
        fs::copy(beside, directory.path().join("PLACEMAT.so")).unwrap();
        let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("gconv-modules");
        fs::copy(modules, directory.path().join("gconv-modules")).unwrap();
        directory
    }

    /// Returns its path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
