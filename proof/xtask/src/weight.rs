//! `weight`: what a dependency on the library costs an adopter.
//!
//! Each of several small programs calls one library, and is built from scratch in several ways. The measure
//! is the CPU time of cargo with all its processes, because other work on the machine affects it least.
//! Programs of one library share its compilation, which is measured once and added to each of them.

mod library;
mod product;
pub(crate) mod program;
mod record;
mod report;
mod speed;
mod spent;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use lexopt::prelude::*;

use self::library::{Library, library};
use self::program::{BUILDS, Build, HELLO, PROGRAMS, Program, placemat};
pub(crate) use self::record::compiler;
use self::record::{Record, TEXT, TRAMPOLINES};
use self::spent::{Spent, cargo_of_adopter, fetch, spent};
use crate::Stopped;
use crate::cargo::{root, target};

/// Where the record is in the working tree.
const RECORD: &str = "proof/bench/weight.json";

const HELP: &str = "usage: cargo xtask weight [OPTIONS]

Builds small programs that use placemat or another library, and prints what each build costs.

  --check          measure only the sizes of placemat's programs and the compiled library, compare them with
                   proof/bench/weight.json, and fail if one is too heavy; another compiler's sizes never fail
  --record         write proof/bench/weight.json too
  --speed          measure only how fast the library is in a debug build and in a release build
  --beside DIR     with --speed: the same of the library in another working tree, in turn with this one
  --all            measure the command, the package for Python and the functions of DataFusion too
  --only TEXT      measure only programs whose name contains the text, and those that they are compared with
";

#[derive(Default)]
struct Wanted {
    checks: bool,
    records: bool,
    is_speed: bool,
    is_all: bool,
    beside: Option<PathBuf>,
    only: Option<String>,
}

/// `cargo xtask weight`
pub(crate) fn weight(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    let mut wanted = Wanted::default();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("check") => wanted.checks = true,
            Long("record") => wanted.records = true,
            Long("speed") => wanted.is_speed = true,
            Long("all") => wanted.is_all = true,
            Long("beside") => wanted.beside = Some(PathBuf::from(arguments.value()?)),
            Long("only") => wanted.only = Some(arguments.value()?.string()?),
            Long("help") => {
                io::stdout().write_all(HELP.as_bytes())?;
                return Ok(ExitCode::SUCCESS);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let is_part = wanted.checks || wanted.is_speed;
    if wanted.checks && wanted.is_speed
        || is_part && (wanted.records || wanted.is_all || wanted.only.is_some())
        || wanted.records && wanted.only.is_some()
        || wanted.beside.is_some() && !wanted.is_speed
    {
        return Err(Stopped::Usage("these options do not go together".to_owned()));
    }
    let scratch = target().join("weight");
    if wanted.is_speed {
        return speed::speed(&scratch, wanted.beside.as_deref());
    }
    let Some(measured) = measure(&scratch, &wanted)? else { return Ok(ExitCode::FAILURE) };
    if wanted.checks {
        return against_record(&measured);
    }
    io::stdout().write_all(report::report(&measured).as_bytes())?;
    if wanted.records {
        let record = Record { compiler: compiler()?, values: values(&measured) };
        fs::write(root().join(RECORD), record.to_json())?;
    }
    let is_whole = !wanted.is_all || product::products(&scratch)?;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The cost of the builds of a program, in the order of [`BUILDS`]; builds that are not measured are missing.
struct Weighed {
    program: &'static Program,
    builds: Vec<Option<Spent>>,
    /// The sizes of the stripped program.
    sizes: Vec<Option<u64>>,
}

struct Measured {
    programs: Vec<Weighed>,
    library: Option<Library>,
}

impl Measured {
    /// How much larger a program is than the baseline that is built in the same way.
    fn growth(&self, weighed: &Weighed, build: usize) -> Option<u64> {
        let baseline = self.programs.iter().find(|other| other.program.task == HELLO)?;
        Some(weighed.sizes[build]?.saturating_sub(baseline.sizes[build]?))
    }
}

/// Builds all requested programs in every way. Returns `None` if one cannot be built.
fn measure(scratch: &Path, wanted: &Wanted) -> Result<Option<Measured>, Stopped> {
    let is_wanted = |program: &&Program| match &wanted.only {
        Some(text) => is_reference(program) || program.name().contains(text),
        None => !wanted.checks || program.task == HELLO || program.is_ours(),
    };
    let programs: Vec<&'static Program> = PROGRAMS.iter().filter(is_wanted).collect();
    let mut measured = Measured { programs: Vec::new(), library: None };
    for (i, program) in programs.iter().enumerate() {
        let directory = directory(scratch, i);
        program.write(&directory, &placemat())?;
        if !fetch(&directory)? {
            return Ok(None);
        }
        let none = || vec![None; BUILDS.len()];
        measured.programs.push(Weighed { program, builds: none(), sizes: vec![None; BUILDS.len()] });
    }
    let groups = programs.chunk_by(|a, b| !a.dependency.is_empty() && a.dependency == b.dependency);
    let mut end = 0;
    for group in groups {
        let group = end..end + group.len();
        end = group.end;
        for (i, build) in BUILDS.iter().enumerate().filter(|(_, build)| !wanted.checks || is_compared(build))
        {
            if !build_group(scratch, group.clone(), (i, build), &mut measured)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(measured))
}

/// Returns `true` if other programs are compared with this one.
fn is_reference(program: &Program) -> bool {
    program.task == HELLO || (program.library, program.task) == program::UNIT
}

/// Returns `true` if the record has values of this build.
fn is_compared(build: &Build) -> bool {
    build.is_sized || build.name == "debug"
}

/// The directory of the package of a program.
fn directory(scratch: &Path, program: usize) -> PathBuf {
    scratch.join(format!("program-{program}"))
}

/// Builds the programs of one library in one way, in an empty target directory.
fn build_group(
    scratch: &Path,
    group: Range<usize>,
    (number, build): (usize, &Build),
    measured: &mut Measured,
) -> Result<bool, Stopped> {
    let built = scratch.join("target");
    remove(&built)?;
    let first = measured.programs[group.start].program;
    let call = |directory: &Path| spent(cargo_of_adopter(directory, &built).args(build.cargo).arg("--quiet"));
    // A hello-world that depends on the library costs what the hello-world costs plus what the library costs.
    // `--package` cannot build the library alone: with link-time optimization, cargo then passes other
    // options.
    let mut of_library = Spent::default();
    if group.len() > 1 {
        let hello = scratch.join("hello");
        first.write_without_call(&hello, &placemat())?;
        let without = measured.programs[0].builds[number];
        let (true, Some(with), Some(without)) = (fetch(&hello)?, call(&hello)?, without) else {
            return Ok(false);
        };
        of_library = with.less(without);
    }
    for program in group {
        let directory = directory(scratch, program);
        let Some(mut used) = call(&directory)? else { return Ok(false) };
        used += of_library;
        let weighed = &mut measured.programs[program];
        weighed.builds[number] = Some(used);
        if build.is_sized {
            let file = built.join(build.directory).join(executable(&directory));
            if !does_its_task(weighed.program, &file)? {
                return Ok(false);
            }
            weighed.sizes[number] = Some(fs::metadata(file)?.len());
        }
        let seconds = used.cpu.as_secs_f64();
        writeln!(io::stderr(), "{}: {}: {seconds:.1} CPU s", weighed.program.name(), build.name)?;
    }
    if build.name == "debug" && first.is_ours() && measured.library.is_none() {
        measured.library = Some(library(&built.join(build.directory))?);
    }
    remove(&built)?;
    Ok(true)
}

/// Returns the name of the program that is built from the package in a directory.
fn executable(directory: &Path) -> String {
    format!("{}{}", directory.file_name().unwrap_or_default().display(), std::env::consts::EXE_SUFFIX)
}

/// Runs a program. Prints a message and returns `false` if its output is wrong.
fn does_its_task(program: &Program, file: &Path) -> io::Result<bool> {
    let mut command = Command::new(file);
    command.args(program::ARGUMENTS).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn()?;
    if let Some(mut input) = running.stdin.take() {
        // Not every program reads its input.
        let _ = input.write_all(program::INPUT);
    }
    let output = running.wait_with_output()?.stdout;
    let is_right = String::from_utf8_lossy(&output).trim_end() == program.result;
    if !is_right {
        let printed = String::from_utf8_lossy(&output).into_owned();
        writeln!(io::stderr(), "{}: printed {printed:?}, not {:?}", program.name(), program.result)?;
    }
    Ok(is_right)
}

/// Removes a directory, which need not exist.
fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the values for the record.
fn values(measured: &Measured) -> BTreeMap<String, u64> {
    let mut values = BTreeMap::new();
    for weighed in measured.programs.iter().filter(|weighed| weighed.program.is_ours()) {
        for (i, build) in BUILDS.iter().enumerate() {
            if let Some(growth) = measured.growth(weighed, i) {
                values.insert(format!("{}: bytes, {}", weighed.program.name(), build.name), growth);
            }
        }
    }
    if let Some(library) = &measured.library {
        values.insert(TRAMPOLINES.to_owned(), library.trampolines);
        values.insert(TEXT.to_owned(), library.text);
    }
    values
}

/// Compares the measurements with the record.
fn against_record(measured: &Measured) -> Result<ExitCode, Stopped> {
    let now = Record { compiler: compiler()?, values: values(measured) };
    let mut out = io::stdout();
    let record = match Record::parse(&fs::read_to_string(root().join(RECORD))?) {
        Ok(record) => record,
        Err(why) => {
            writeln!(out, "{RECORD}: {why}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let difference = record.compare(&now);
    for line in &difference.lines {
        writeln!(out, "{line}")?;
    }
    let verdict = if difference.is_heavier { "not as the record allows" } else { "as the record allows" };
    writeln!(out, "{} values, {} differ: {verdict}", now.values.len(), difference.lines.len())?;
    Ok(if difference.is_heavier { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_do_not_go_together_are_wrong_usage() {
        for arguments in [
            &["--check", "--speed"][..],
            &["--check", "--record"],
            &["--speed", "--all"],
            &["--record", "--only", "placemat"],
            &["--beside", "."],
            &["--fast"],
        ] {
            let stopped = weight(lexopt::Parser::from_args(arguments));
            assert!(matches!(stopped, Err(Stopped::Usage(_))), "{arguments:?}");
        }
    }

    #[test]
    fn the_record_has_the_growth_of_our_programs_and_the_library() {
        let weighed = |program, size| Weighed {
            program,
            builds: vec![None; BUILDS.len()],
            sizes: BUILDS.iter().map(|build| build.is_sized.then_some(size)).collect(),
        };
        let ours = PROGRAMS.iter().find(|program| program.is_ours()).unwrap();
        let peer = PROGRAMS.iter().find(|program| program.library == "bstr").unwrap();
        let programs = vec![weighed(&PROGRAMS[0], 100), weighed(peer, 150), weighed(ours, 170)];
        let values = values(&Measured { programs, library: Some(Library { trampolines: 7, text: 8 }) });
        let of_builds = BUILDS.iter().filter(|build| build.is_sized);
        let mut expected: BTreeMap<String, u64> =
            of_builds.map(|build| (format!("{}: bytes, {}", ours.name(), build.name), 70)).collect();
        expected.extend([(TRAMPOLINES.to_owned(), 7), (TEXT.to_owned(), 8)]);
        assert_eq!(values, expected);
    }
}
