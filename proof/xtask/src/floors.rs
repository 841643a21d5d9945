//! `floors`: the library's modules keep to the floors that ARCHITECTURE.md declares.
//!
//! A file imports only from its own floor and those below. No circle of imports has more than two files.
//! Every file is on a floor. Nothing is imported through the names that `lib.rs` exports, which are for other
//! crates. An import is a path to an item of another file; re-exports are followed to the file that defines
//! the item.

mod circles;
mod imports;
mod sources;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use circles::{Arrows, circles};
use imports::{Import, imports};
use sources::modules;
use table::{Floors, is_in};

use crate::Stopped;
use crate::cargo::root;

const SOURCES: &str = "crates/placemat/src";
const TABLE: &str = "ARCHITECTURE.md";

/// The most files that may import one another in a circle.
const MOST: usize = 2;

/// `cargo xtask floors`
pub(crate) fn floors(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(argument) = arguments.next()? {
        return Err(argument.unexpected().into());
    }
    let house = house()?;
    let mut out = io::stdout();
    write!(out, "{}", house.picture())?;
    let faults = house.faults();
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Reads the library.
fn house() -> io::Result<House> {
    let sources = root().join(SOURCES);
    let table = fs::read_to_string(root().join(TABLE))?;
    House::new(&table, &|file: &str| fs::read_to_string(sources.join(Path::new(file))).ok())
}

/// The files of a crate, their imports, and their floors.
struct House {
    floors: Floors,
    files: BTreeSet<String>,
    imports: BTreeSet<Import>,
}

impl House {
    fn new(table: &str, read: &impl Fn(&str) -> Option<String>) -> io::Result<House> {
        let floors = Floors::parse(table).map_err(io::Error::other)?;
        let modules = modules("lib.rs", read)?;
        let files = modules.values().map(|module| module.file.clone()).collect();
        Ok(House { floors, files, imports: imports(&modules) })
    }

    /// Returns the name of a floor.
    fn name(&self, floor: usize) -> &str {
        &self.floors.floors[floor].name
    }

    fn circles(&self) -> Vec<Vec<&str>> {
        let mut arrows = Arrows::new();
        for import in &self.imports {
            arrows.entry(&import.from).or_default().insert(&import.to);
        }
        circles(&arrows)
    }

    /// Returns the imports from above, the first one for two files, with the floors of both.
    fn upward(&self) -> impl Iterator<Item = (&Import, usize, usize)> {
        let mut seen = BTreeSet::new();
        let first = self.imports.iter().filter(move |import| seen.insert((&import.from, &import.to)));
        first.filter_map(|import| {
            let (from, to) = (self.floors.of(&import.from)?, self.floors.of(&import.to)?);
            (to > from).then_some((import, from, to))
        })
    }

    /// Returns what is wrong, a line each.
    fn faults(&self) -> Vec<String> {
        let nowhere = self.files.iter().filter(|file| self.floors.of(file).is_none());
        let nowhere = nowhere.map(|file| format!("{file} is on no floor"));
        let rooms = self.floors.floors.iter().flat_map(|floor| &floor.rooms);
        let empty = rooms.filter(|room| !self.files.iter().any(|file| is_in(file, room)));
        let empty = empty.map(|room| format!("{TABLE} has {room}, which does not exist"));
        let upward = self.upward().map(|(Import { from, to, line, path, .. }, low, high)| {
            let (low, high) = (self.name(low), self.name(high));
            format!("{from}:{line} ({low}) imports {path} from above: {to} ({high})")
        });
        let by_root = self.imports.iter().filter(|import| import.is_by_root).map(|import| {
            let Import { from, to, line, path, .. } = import;
            format!("{from}:{line} imports {path} through lib.rs; it is in {to}")
        });
        let circles = self.circles().into_iter();
        let circles = circles.filter(|circle| circle.len() > MOST);
        let circles =
            circles.map(|circle| format!("a circle of {} files: {}", circle.len(), circle.join(" ")));
        nowhere.chain(empty).chain(upward).chain(by_root).chain(circles).collect()
    }

    /// Returns the floors from above, with the number of their files and of the files that these import from
    /// each floor, and the circles.
    fn picture(&self) -> String {
        let arrows: BTreeSet<_> = self.imports.iter().map(|import| (&import.from, &import.to)).collect();
        let mut text = String::new();
        for (k, floor) in self.floors.floors.iter().enumerate().rev() {
            let is_here = |file: &str| self.floors.of(file) == Some(k);
            let files = self.files.iter().filter(|file| is_here(file)).count();
            let inner = arrows.iter().filter(|(from, to)| is_here(from) && is_here(to)).count();
            text += &format!("{:>2} {:14} {files:>3} files, {inner:>3} arrows inside", k + 1, floor.name);
            let mut down = BTreeMap::<_, usize>::new();
            for (_, to) in arrows.iter().filter(|(from, to)| is_here(from) && !is_here(to)) {
                *down.entry(self.floors.of(to)).or_default() += 1;
            }
            let down = down.into_iter().rev().map(|(floor, count)| {
                format!("{} {count}", floor.map_or("no floor", |floor| self.name(floor)))
            });
            let down: Vec<_> = down.collect();
            text += &if down.is_empty() { "\n".to_owned() } else { format!("; to {}\n", down.join(", ")) };
        }
        text += &format!("{} files, {} arrows", self.files.len(), arrows.len());
        text += &format!(", {} of them upwards\n", self.upward().count());
        for circle in self.circles() {
            text += &format!("circle of {}: {}\n", circle.len(), circle.join(" "));
        }
        text
    }
}

#[cfg(test)]
mod tests;
