//! The instruction set that the library uses: `--isa`, or the environment variable `PLACEMAT_ISA`.

use std::ffi::OsStr;

use placemat::Isa;

use crate::show::Name;
use crate::status::CommandError;

/// The library reads this variable too, and ignores unknown values.
const VARIABLE: &str = "PLACEMAT_ISA";

/// Selects the instruction set that was requested. This CPU must support it.
pub(crate) fn select(asked: Option<&OsStr>) -> Result<(), CommandError> {
    let from_environment = std::env::var_os(VARIABLE);
    let (name, whence) = match (asked, &from_environment) {
        (Some(name), _) => (name, "--isa"),
        (None, Some(name)) => (name.as_os_str(), VARIABLE),
        (None, None) => return Ok(()),
    };
    match name.to_str().and_then(Isa::from_name) {
        Some(isa) => match isa.select() {
            selected if selected == isa => Ok(()),
            selected => Err(CommandError::Failed(format!(
                "{whence}: this program was compiled for CPUs with {}, and uses that",
                selected.name()
            ))),
        },
        None => {
            let known: Vec<&str> = Isa::available().map(Isa::name).collect();
            Err(CommandError::Failed(format!(
                "{whence}: no instruction set '{}' here; there are {}",
                Name(name),
                known.join(", ")
            )))
        }
    }
}
