//! The manual pages and completions of the command, for packages.

use std::fs;
use std::io::{self, Write};
use std::process::{Command, ExitCode};

use crate::Stopped;
use crate::cargo::{built, target};

/// The shells, and the names under which they look for scripts.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "placemat.bash"),
    ("elvish", "placemat.elv"),
    ("fish", "placemat.fish"),
    ("powershell", "_placemat.ps1"),
    ("zsh", "_placemat"),
];

/// Writes them to `manual` in the target directory, as `placemat man` and `placemat completions` do.
pub(crate) fn manual(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let Some(placemat) = built("placemat")? else { return Ok(ExitCode::FAILURE) };
    let directory = target().join("manual");
    let scripts = directory.join("completions");
    fs::create_dir_all(&scripts)?;
    if !Command::new(&placemat).arg("man").arg(directory.join("man1")).status()?.success() {
        return Ok(ExitCode::FAILURE);
    }
    for (shell, name) in SHELLS {
        let output = Command::new(&placemat).args(["completions", shell]).output()?;
        if !output.status.success() {
            return Ok(ExitCode::FAILURE);
        }
        fs::write(scripts.join(name), output.stdout)?;
    }
    writeln!(io::stdout(), "{}", directory.display())?;
    Ok(ExitCode::SUCCESS)
}
