//! Files that are rewritten in their places: how they are opened, and what is refused.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io;

use crate::input::{Input, Place};
use crate::platform::Identity;
use crate::replacement::{self, Manner, Rewrite, Site};
use crate::status::Trouble;
use crate::walk::Met;

/// Opens a file that is rewritten in its place. `None` if it was met and is no regular file any more.
pub(crate) fn open(met: &Met, manner: Manner) -> Result<Option<(Input, Rewrite)>, Trouble> {
    let Place::Path(path) = &met.place else { return Ok(None) };
    let trouble = |error: io::Error| Trouble::io(&met.place, &error);
    // A link is resolved once: what it leads to is replaced, and the link stays.
    let resolved = if met.is_followed() { path.canonicalize().map_err(trouble)? } else { path.clone() };
    let site = Site::of_named(&resolved, path).map_err(trouble)?;
    let file = site.open().map_err(trouble)?;
    if !file.metadata().map_err(trouble)?.is_file() {
        return match met.root {
            Some(_) => Ok(None),
            None => Err(Trouble::Failed(format!("{}: is no regular file; left as it is", met.place))),
        };
    }
    let input = Input::of_file(met.place.clone(), file)?;
    let rewrite = Rewrite::new(site, input.file(), manner).map_err(trouble)?;
    Ok(Some((input, rewrite)))
}

/// The places of files that were met.
#[derive(Debug, Default)]
pub(crate) struct Seen(HashSet<(Identity, OsString)>);

impl Seen {
    /// Is the file no other name of one that was met before?
    pub(crate) fn is_new(&mut self, met: &Met) -> bool {
        let Place::Path(path) = &met.place else { return true };
        // What has no place is told of when it is opened.
        !replacement::place_of(path).is_ok_and(|place| !self.0.insert(place))
    }
}
