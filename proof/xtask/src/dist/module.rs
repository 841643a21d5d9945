//! The module for iconv(3) of the GNU C library, as an archive that may be unpacked anywhere.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::{Made, Place, VERSION, command, copy, ensure, has, licences, output, run};

const TARGET: &str = "x86_64-unknown-linux-gnu";
const FOLDER: &str = "bindings/gconv";
const PACKAGE: &str = "placemat-gconv";

/// The newest version of the C library that the module may need. The page for users names it.
const NEWEST: (u32, u32) = (2, 34);

pub(super) fn make(place: &Place) -> io::Result<Made> {
    if !cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64")) {
        return Ok(Made {
            files: vec![],
            left_out: vec![format!("the module for iconv(3): not on {TARGET}")],
        });
    }
    let directory = place.empty("gconv")?.join(format!("placemat-gconv-{VERSION}-{TARGET}"));
    // This program, with other variables for cargo.
    let mut install = Command::new(env::current_exe()?);
    install.args(["gconv", "--install"]).arg(&directory).stdout(Stdio::null());
    place.set(&mut install);
    run(&mut install)?;
    copy(&["bindings/gconv/README.md", "LICENSE-APACHE", "LICENSE-MIT"], &directory)?;
    let page = licences::of(&format!("{FOLDER}/Cargo.toml"), PACKAGE, TARGET)?;
    fs::write(directory.join("THIRD-PARTY.txt"), page)?;
    let archive = place.archive(&directory)?;
    let left_out = try_out(&place.unpack(&archive, "gconv-tried")?)?;
    Ok(Made { files: vec![archive], left_out })
}

/// Converts with the unpacked archive and the system's own `iconv`.
fn try_out(directory: &Path) -> io::Result<Vec<String>> {
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        ensure(fs::metadata(directory.join(file))?.len() > 500, format!("{file} is too short"))?;
    }
    let licences = fs::read_to_string(directory.join("THIRD-PARTY.txt"))?;
    ensure(licences.contains("Rust standard library"), "THIRD-PARTY.txt does not name the standard library")?;
    let module = directory.join("PLACEMAT.so");
    command::names_no_place(&module)?;
    let readme = fs::read_to_string(directory.join("README.md"))?;
    let newest = format!("version {}.{} of the C library", NEWEST.0, NEWEST.1);
    ensure(readme.contains(&newest), format!("README.md does not say {newest}"))?;
    let mut left_out = vec![];
    if has("readelf") {
        let versions = output(Command::new("readelf").args(["--version-info", "--wide"]).arg(&module))?;
        let needed = newest_glibc(&versions).ok_or_else(|| io::Error::other("it needs no C library"))?;
        ensure(needed <= NEWEST, format!("PLACEMAT.so needs version {needed:?} of the C library"))?;
    } else {
        left_out.push("the versions that the module for iconv(3) needs: there is no readelf".to_owned());
    }
    if !has("iconv") {
        left_out.push("a conversion by the module for iconv(3): there is no iconv".to_owned());
        return Ok(left_out);
    }
    // Each name first, from UTF-16, which the C library has itself. None of them is known without the module.
    let modules = fs::read_to_string(directory.join("gconv-modules"))?;
    let names = sources(&modules);
    ensure(names.len() > 15, format!("gconv-modules names {names:?}"))?;
    for name in names {
        let converted = iconv(Some(directory), name, "UTF-16LE", b"")?;
        ensure(converted.status.success(), format!("{name}: {}", converted.stderr.escape_ascii()))?;
        let unknown = iconv(None, name, "UTF-16LE", b"")?;
        ensure(!unknown.status.success(), format!("iconv knows {name} by itself"))?;
    }
    let utf_8 = "caf\u{E9} \u{1F4A9}\n".as_bytes();
    let cesu_8 = b"caf\xC3\xA9 \xED\xA0\xBD\xED\xB2\xA9\n";
    for (from, to, input, expected) in [
        ("CESU-8", "UTF-8", &cesu_8[..], utf_8),
        ("UTF-8", "CESU-8", utf_8, &cesu_8[..]),
        ("MUTF-8", "UTF-8", b"a\xC0\x80b", b"a\0b"),
    ] {
        let converted = iconv(Some(directory), from, to, input)?;
        let is_right = converted.status.success() && converted.stdout == expected;
        ensure(is_right, format!("{from} to {to}: {}", converted.stdout.escape_ascii()))?;
    }
    // Characters of four bytes are not CESU-8.
    ensure(!iconv(Some(directory), "CESU-8", "UTF-8", utf_8)?.status.success(), "UTF-8 passes for CESU-8")?;
    Ok(left_out)
}

/// Runs `iconv` in an environment that only names the directory of a module, if any.
fn iconv(modules: Option<&Path>, from: &str, to: &str, input: &[u8]) -> io::Result<Output> {
    let mut command = Command::new("iconv");
    command
        .args(["-f", from, "-t", to])
        .env_clear()
        .env("LC_ALL", "C")
        .envs(modules.map(|it| ("GCONV_PATH", it)));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not know a name reads nothing.
        match stdin.write_all(input) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => return Err(error),
            _ => {}
        }
    }
    child.wait_with_output()
}

/// Returns the encodings that a file `gconv-modules` lists as sources.
fn sources(modules: &str) -> Vec<&str> {
    let words = modules.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    words
        .filter_map(|words| match words[..] {
            ["module", source, "INTERNAL", ..] => Some(source.trim_end_matches('/')),
            _ => None,
        })
        .collect()
}

/// Returns the newest version of the C library in what `readelf --version-info` prints.
fn newest_glibc(versions: &str) -> Option<(u32, u32)> {
    let named = versions.split_whitespace().filter_map(|word| word.strip_prefix("GLIBC_"));
    named
        .filter_map(|version| {
            let mut numbers = version.split('.').map(str::parse);
            Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
        })
        .max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        let printed =
            "  0x0060:   Name: GLIBC_2.9  Flags: none\n  0x0070:   Name: GLIBC_2.14\nName: GLIBC_2.2.5";
        assert_eq!(newest_glibc(printed), Some((2, 14)));
        assert_eq!(newest_glibc("No version information found in this file."), None);
    }

    #[test]
    fn sources_are_neither_aliases_nor_targets() {
        let modules = "# module\nalias\tCESU8//\tCESU-8//\nmodule\tCESU-8//\tINTERNAL\tPLACEMAT\t1\n\
                       module\tINTERNAL\tWTF-8//\tPLACEMAT\t1\n";
        assert_eq!(sources(modules), ["CESU-8"]);
    }
}
