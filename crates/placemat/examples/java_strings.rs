//! Prints the strings of a class file or a dex file, each on a line, without loss.
//!
//! ```sh
//! cargo run --example java_strings -- Main.class classes.dex
//! ```
//!
//! Without a file, it makes a small one of each kind and reads those.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

use placemat::StrBuf;
use placemat::form::Mutf8;
use placemat::form::Wtf8;
use placemat::java::Frame;
use placemat::json;
use placemat::literal;

/// An error message for people.
type Failed = Box<dyn Error>;

const ENDS: &str = "the file ends too soon";

fn main() -> ExitCode {
    let files: Vec<_> = env::args_os().skip(1).collect();
    let told = if files.is_empty() {
        let made = [("a class file", class_file(&samples())), ("a dex file", dex_file(&samples()))];
        made.iter().try_for_each(|(name, bytes)| tell(name, bytes))
    } else {
        files.iter().try_for_each(|file| -> Result<(), Failed> {
            let bytes = fs::read(file)?;
            tell(&file.to_string_lossy(), &bytes)
        })
    };
    match told {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("java_strings: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the strings of a file as JSON: a lone surrogate is `\ud83d`, and can be read back.
fn tell(name: &str, bytes: &[u8]) -> Result<(), Failed> {
    println!("{name}:");
    for string in strings(bytes)? {
        println!("  \"{}\"", json::escape(&string.to_form::<Wtf8>()));
    }
    Ok(())
}

/// Returns the strings of a class file or a dex file in their order.
pub(crate) fn strings(bytes: &[u8]) -> Result<Vec<StrBuf<Mutf8>>, Failed> {
    match bytes {
        [0xCA, 0xFE, 0xBA, 0xBE, ..] => of_class(bytes),
        [b'd', b'e', b'x', b'\n', ..] => of_dex(bytes),
        _ => Err("neither a class file nor a dex file".into()),
    }
}

/// Returns the constants of the kind `CONSTANT_Utf8` (the Java Virtual Machine Specification, 4.1 and 4.4).
fn of_class(bytes: &[u8]) -> Result<Vec<StrBuf<Mutf8>>, Failed> {
    let count = u16::from_be_bytes(*bytes.get(8..).and_then(<[u8]>::first_chunk).ok_or(ENDS)?);
    let count = u32::from(count);
    let (mut strings, mut rest, mut index) = (vec![], &bytes[10..], 1);
    while index < count {
        let (&tag, after) = rest.split_first().ok_or(ENDS)?;
        let len = match tag {
            1 => {
                let (string, after) = Frame::WriteUtf.read(after)?;
                strings.push(string.to_owned());
                rest = after;
                index += 1;
                continue;
            }
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            3 | 4 | 9..=12 | 17 | 18 => 4,
            // It takes two entries of the pool.
            5 | 6 => 8,
            _ => return Err(format!("constant {index} is of an unknown kind, {tag}").into()),
        };
        rest = after.get(len..).ok_or(ENDS)?;
        index += if len == 8 { 2 } else { 1 };
    }
    Ok(strings)
}

/// Returns the items that `string_ids` points to (the Dalvik Executable format, `header_item` and
/// `string_data_item`).
fn of_dex(bytes: &[u8]) -> Result<Vec<StrBuf<Mutf8>>, Failed> {
    let number = |at: usize| -> Result<usize, Failed> {
        let bytes = bytes.get(at..).and_then(<[u8]>::first_chunk).ok_or(ENDS)?;
        Ok(u32::from_le_bytes(*bytes) as usize)
    };
    let (count, ids) = (number(0x38)?, number(0x3C)?);
    // At most as many as fit, whatever the header says.
    (0..count.min(bytes.len() / 4))
        .map(|k| -> Result<StrBuf<Mutf8>, Failed> {
            let item = bytes.get(number(ids.saturating_add(4 * k))?..).ok_or(ENDS)?;
            Ok(Frame::Dex.read(item)?.0.to_owned())
        })
        .collect()
}

/// Strings with everything in which Modified UTF-8 differs from UTF-8.
pub(crate) fn samples() -> Vec<StrBuf<Mutf8>> {
    vec!["Main".into(), "naïve".into(), "\0".into(), "💩".into(), literal!(Mutf8, r"a\u{D83D}").to_owned()]
}

/// A class file that contains only strings, and a number that takes two entries.
pub(crate) fn class_file(strings: &[StrBuf<Mutf8>]) -> Vec<u8> {
    let mut bytes = b"\xCA\xFE\xBA\xBE\0\0\0\x3D".to_vec();
    bytes.extend((strings.len() as u16 + 3).to_be_bytes());
    bytes.extend(b"\x05\0\0\0\0\0\0\0\x2A");
    for string in strings {
        bytes.push(1);
        Frame::WriteUtf.write(string, &mut bytes).expect("a short string");
    }
    bytes
}

/// A dex file that contains only strings: the header, the offsets, the items.
pub(crate) fn dex_file(strings: &[StrBuf<Mutf8>]) -> Vec<u8> {
    const HEADER: usize = 0x70;
    let mut items = vec![];
    let places: Vec<u32> = strings
        .iter()
        .map(|string| {
            let place = HEADER + 4 * strings.len() + items.len();
            Frame::Dex.write(string, &mut items).expect("any length");
            place as u32
        })
        .collect();
    let mut bytes = b"dex\n035\0".to_vec();
    bytes.resize(HEADER, 0);
    bytes[0x38..0x3C].copy_from_slice(&(strings.len() as u32).to_le_bytes());
    bytes[0x3C..0x40].copy_from_slice(&(HEADER as u32).to_le_bytes());
    bytes.extend(places.into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(items);
    bytes
}
