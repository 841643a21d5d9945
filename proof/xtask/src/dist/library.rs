//! The library for C: header, static and shared library, file for pkg-config.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{Made, Place, VERSION, copy, ensure, has, licences, output, run};

const TARGET: &str = "x86_64-unknown-linux-gnu";
const FOLDER: &str = "bindings/c";

pub(super) fn make(place: &Place) -> io::Result<Made> {
    let directory = place.empty("c")?.join(format!("libplacemat-{VERSION}-{TARGET}"));
    // This program, with other variables for cargo.
    let mut install = Command::new(env::current_exe()?);
    install.args(["c", "--install"]).arg(&directory).stdout(Stdio::null());
    place.set(&mut install);
    run(&mut install)?;
    // It may be unpacked anywhere.
    let pc = directory.join("lib/pkgconfig/placemat.pc");
    let text = fs::read_to_string(&pc)?;
    let moved = text.replace(&format!("prefix={}\n", directory.display()), "prefix=${pcfiledir}/../..\n");
    ensure(moved != text, "the file for pkg-config has no prefix")?;
    fs::write(&pc, moved)?;
    let documents = directory.join("share/doc/placemat");
    copy(&["bindings/c/README.md", "LICENSE-APACHE", "LICENSE-MIT"], &documents)?;
    copy(&["bindings/c/examples/first.c", "bindings/c/examples/first.cpp"], &documents.join("examples"))?;
    let page = licences::of(&format!("{FOLDER}/Cargo.toml"), "placemat-c", TARGET)?;
    fs::write(documents.join("THIRD-PARTY.txt"), page)?;
    let archive = place.archive(&directory)?;
    let left_out = try_out(&place.unpack(&archive, "c-tried")?)?;
    Ok(Made { files: vec![archive], left_out })
}

/// Compiles and runs a program with what the archive contains, as pkg-config says.
fn try_out(directory: &Path) -> io::Result<Vec<String>> {
    let library = directory.join("lib");
    let soname = format!("libplacemat.so.{}", VERSION.rsplit_once('.').map_or(VERSION, |(start, _)| start));
    ensure(library.join(&soname).is_symlink(), format!("{soname} is not a link"))?;
    for (what, program) in [("C compiler", "cc"), ("pkg-config", "pkg-config")] {
        if !has(program) {
            return Ok(vec![format!("a program with the C library: there is no {what}")]);
        }
    }
    let mut flags = Command::new("pkg-config");
    flags.args(["--cflags", "--libs", "placemat"]).env("PKG_CONFIG_PATH", library.join("pkgconfig"));
    let flags = output(&mut flags)?;
    let source = directory.join("share/doc/placemat/examples/first.c");
    let static_library = library.join("libplacemat.a").display().to_string();
    let include = format!("-I{}", directory.join("include").display());
    let of_static = [&include, &static_library, "-lpthread", "-ldl", "-lm"];
    let mut printed = vec![];
    for (name, flags) in [("shared", flags.split_whitespace().collect()), ("static", of_static.to_vec())] {
        let program = directory.join(name);
        run(Command::new("cc").arg("-o").arg(&program).arg(&source).args(flags))?;
        let path = if name == "shared" { library.clone() } else { directory.join("none") };
        printed.push(output(Command::new(&program).env_clear().env("LD_LIBRARY_PATH", path))?);
    }
    ensure(printed[0] == printed[1] && !printed[0].is_empty(), format!("the program prints {printed:?}"))?;
    let needed = output(Command::new("readelf").args(["--dynamic"]).arg(directory.join("shared")))?;
    ensure(needed.contains(&soname), format!("a program does not need {soname}:\n{needed}"))?;
    for name in [format!("libplacemat.so.{VERSION}"), "libplacemat.a".to_owned()] {
        super::command::names_no_place(&library.join(name))?;
    }
    Ok(vec![])
}
