//! `java`: what Java's `new String(bytes, UTF_8)` makes of ill-formed text, against the library's own.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::{Command, ExitCode};

use placemat::Str;
use placemat::form::Utf8;

use crate::Stopped;
use crate::cargo::{root, target};

/// The Java program, which needs a development kit of Java 11 or later.
const PROGRAM: &str = "proof/xtask/src/java/Decode.java";
/// Bytes that no decoder of UTF-8 distinguishes from others between them: the strings of four are made of them.
const CLASSES: [u8; 20] = [
    0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1,
    0xF4, 0xF5, 0xFF,
];
/// Text before and after a string, so that vectors see it too.
const AROUND: &[u8; 67] = b"The same bytes in the middle of a text that is long enough for it. ";

/// A hash of decoded texts.
struct Hash(u64);

impl Hash {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xFF]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        }
    }
}

/// Hashes the texts of all strings that begin with `input[..at]`. Returns a string that is decoded differently
/// in the middle of a text.
fn walk(input: &mut [u8], at: usize, bytes: &[u8], hash: &mut Hash) -> Option<Vec<u8>> {
    if at < input.len() {
        return bytes.iter().find_map(|byte| {
            input[at] = *byte;
            walk(input, at + 1, bytes, hash)
        });
    }
    let text = Str::<Utf8>::decode_as_java(input);
    hash.add(&text);
    let around = [&AROUND[..], input, AROUND].concat();
    let decoded = Str::<Utf8>::decode_as_java(&around);
    let is_alike = decoded.len() == text.len() + 2 * AROUND.len()
        && decoded.as_bytes()[AROUND.len()..].starts_with(text.as_bytes());
    (!is_alike).then(|| input.to_vec())
}

/// Returns what the Java program prints, and the number of strings.
fn expected() -> Result<(String, u64), String> {
    let all: Vec<u8> = (0..=255).collect();
    let (mut lines, mut count) = (String::new(), 0);
    for length in 1..=4_usize {
        let bytes = if length < 4 { &all[..] } else { &CLASSES };
        for &first in bytes {
            let mut hash = Hash(0xCBF2_9CE4_8422_2325);
            let mut input = vec![first; length];
            if let Some(string) = walk(&mut input, 1, bytes, &mut hash) {
                return Err(format!("{string:02X?} is decoded differently in the middle of a text"));
            }
            count += (bytes.len() as u64).pow(length as u32 - 1);
            writeln!(lines, "{length} {first:02X} {:016x}", hash.0).map_err(|error| error.to_string())?;
        }
    }
    Ok((lines, count))
}

/// `cargo xtask java`
pub(crate) fn java(mut arguments: lexopt::Parser) -> Result<ExitCode, Stopped> {
    if let Some(other) = arguments.next()? {
        return Err(other.unexpected().into());
    }
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let classes = target().join("java");
    let compiled = match Command::new("javac").arg("-d").arg(&classes).arg(root().join(PROGRAM)).status() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            writeln!(out, "left out: there is no javac")?;
            return Ok(ExitCode::SUCCESS);
        }
        compiled => compiled?,
    };
    if !compiled.success() {
        return Ok(ExitCode::FAILURE);
    }
    let hexadecimal = CLASSES.map(|byte| format!("{byte:02X}")).concat();
    let run = Command::new("java").arg("-cp").arg(&classes).args(["Decode", &hexadecimal]).output()?;
    if !run.status.success() {
        err.write_all(&run.stderr)?;
        return Ok(ExitCode::FAILURE);
    }
    let of_java = String::from_utf8_lossy(&run.stdout);
    let (ours, count) = match expected() {
        Ok(ours) => ours,
        Err(difference) => {
            writeln!(err, "{difference}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let mut differences = 0;
    for (ours, theirs) in ours.lines().zip(of_java.lines().chain(std::iter::repeat(""))) {
        if ours != theirs {
            differences += 1;
            writeln!(out, "placemat: {ours}, Java: {theirs}")?;
        }
    }
    let version = Command::new("java").arg("--version").output()?.stdout;
    let version = String::from_utf8_lossy(&version).lines().next().unwrap_or_default().to_owned();
    writeln!(out, "{count} strings of one to four bytes, {differences} of 788 groups differ; {version}")?;
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
