//! The conformance vectors, as an archive for other projects.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use super::{Made, Place, VERSION, copy, ensure, has, list, name_of};
use crate::cargo::root;

const FOLDER: &str = "proof/conformance/vectors";

pub(super) fn make(place: &Place) -> io::Result<Made> {
    let directory = place.empty("vectors")?.join(format!("placemat-vectors-{VERSION}"));
    copy_all(&root().join(FOLDER), &directory)?;
    copy(&["LICENSE-APACHE", "LICENSE-MIT"], &directory)?;
    fs::write(directory.join("VERSION"), format!("{VERSION}\n"))?;
    let archive = place.archive(&directory)?;
    let left_out = try_out(&place.unpack(&archive, "vectors-tried")?)?;
    Ok(Made { files: vec![archive], left_out })
}

fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for path in list(from)? {
        let copy = to.join(name_of(&path));
        if path.is_dir() {
            copy_all(&path, &copy)?;
        } else {
            fs::copy(&path, copy)?;
        }
    }
    Ok(())
}

/// Follows the README of the archive: runs each runner, and the vectors themselves.
fn try_out(directory: &Path) -> io::Result<Vec<String>> {
    let mut score = placemat_conformance::Score::new(io::sink(), io::stdout());
    placemat_conformance::run_vectors(&[directory.to_owned()], &mut score)?;
    let (passed, failed) = score.cases();
    ensure(score.status() == 0 && passed > 13_000 && failed == 0, "vectors of the archive fail")?;
    let page = fs::read_to_string(directory.join("README.md"))?;
    let commands = page.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    ensure(commands.lines().count() == 3, "the README shows how to run three runners")?;
    let mut left_out = vec![];
    for command in commands.lines() {
        let program = command.split(' ').next().unwrap_or_default();
        if !has(program) {
            left_out.push(format!("vectors: there is no {program} for: {command}"));
            continue;
        }
        // Whether it departs as listed depends on its version, and is tested with the vectors.
        let call = Command::new("sh").args(["-ec", command]).current_dir(directory).output()?;
        let text = String::from_utf8_lossy(&call.stdout);
        let last = text.lines().last().unwrap_or_default();
        let cases =
            last.split_once(" cases: ").and_then(|(start, _)| start.rsplit(' ').next()?.parse::<u32>().ok());
        ensure(cases > Some(1000), format!("{command}: {last}"))?;
        writeln!(io::stdout(), "{last}")?;
    }
    Ok(left_out)
}
