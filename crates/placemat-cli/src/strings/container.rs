//! Where the strings of class files and dex files are, and those of `DataOutput.writeUTF` of Java.

use crate::check::records::Records;

/// A kind of file that has strings in Modified UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// The Java Virtual Machine Specification, chapter 4.
    Class,
    /// The Dalvik Executable format.
    Dex,
    /// Nothing but strings, each with its length in two bytes before it.
    WriteUtf,
}

/// A string in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Located<'b> {
    /// The index in the constant pool, among the string identifiers, or among the strings.
    pub(super) index: u32,
    pub(super) offset: usize,
    pub(super) bytes: &'b [u8],
    /// The number of UTF-16 units that the file says it has.
    pub(super) units: Option<u32>,
}

impl Container {
    /// Returns the kind of a file by its first bytes.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            // A universal binary of macOS begins with the same bytes, and then has the number of its parts.
            [0xCA, 0xFE, 0xBA, 0xBE, _, _, major @ ..] if major.first_chunk() >= Some(&[0, 45]) => {
                Some(Container::Class)
            }
            [b'd', b'e', b'x', b'\n', b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', 0, ..] => Some(Container::Dex),
            _ => {
                let found = Records::of(bytes, true).or_else(|| Records::of(bytes, false));
                found.map(|_| Container::WriteUtf)
            }
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Container::Class => "class",
            Container::Dex => "dex",
            Container::WriteUtf => "writeutf",
        }
    }

    /// Visits each string, in order. Returns what is wrong with the file if it cannot be read to its end.
    pub(super) fn each<E>(
        self,
        bytes: &[u8],
        visit: &mut dyn FnMut(Located<'_>) -> Result<(), E>,
    ) -> Result<Result<(), String>, E> {
        match self {
            Container::Class => of_class(bytes, visit),
            Container::Dex => of_dex(bytes, visit),
            Container::WriteUtf => of_records(bytes, visit),
        }
    }
}

/// Visits strings with their lengths (`java.io.DataInput.readUTF`).
fn of_records<E>(
    bytes: &[u8],
    visit: &mut dyn FnMut(Located<'_>) -> Result<(), E>,
) -> Result<Result<(), String>, E> {
    let (mut at, mut index) = (0, 0);
    while let Some((length, rest)) = bytes.get(at..).and_then(<[u8]>::split_first_chunk) {
        let length = usize::from(u16::from_be_bytes(*length));
        let ends = Ok(Err(format!("the file ends within string {index}, at offset {at}")));
        let Some(string) = rest.get(..length) else { return ends };
        visit(Located { index, offset: at + 2, bytes: string, units: None })?;
        (at, index) = (at + 2 + length, index + 1);
    }
    Ok(Ok(()))
}

/// Visits the constants of the kind `CONSTANT_Utf8` (4.1 and 4.4).
fn of_class<E>(
    bytes: &[u8],
    visit: &mut dyn FnMut(Located<'_>) -> Result<(), E>,
) -> Result<Result<(), String>, E> {
    let number = |at: usize| Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    let Some(count) = number(8) else { return Ok(Err("the file ends within its header".to_owned())) };
    let (mut at, mut index) = (10, 1);
    while index < u32::from(count) {
        let ends = Ok(Err(format!("the file ends within constant {index} of {}, at offset {at}", count - 1)));
        let Some(&tag) = bytes.get(at) else { return ends };
        let len = match tag {
            1 => {
                let Some(len) = number(at + 1).map(usize::from) else { return ends };
                let Some(string) = bytes.get(at + 3..at + 3 + len) else { return ends };
                visit(Located { index, offset: at + 3, bytes: string, units: None })?;
                2 + len
            }
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => 8,
            _ => return Ok(Err(format!("constant {index}, at offset {at}, is of an unknown kind, {tag}"))),
        };
        at += 1 + len;
        if at > bytes.len() {
            return ends;
        }
        // A number of eight bytes takes two entries of the pool.
        index += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    Ok(Ok(()))
}

/// Visits the items that `string_ids` points to (`header_item` and `string_data_item`).
fn of_dex<E>(
    bytes: &[u8],
    visit: &mut dyn FnMut(Located<'_>) -> Result<(), E>,
) -> Result<Result<(), String>, E> {
    const ENDIAN_CONSTANT: u32 = 0x1234_5678;
    let number = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let (Some(order), Some(count), Some(ids)) = (number(0x28), number(0x38), number(0x3C)) else {
        return Ok(Err("the file ends within its header".to_owned()));
    };
    if order == ENDIAN_CONSTANT.swap_bytes() {
        return Ok(Err("a dex file with its most significant bytes first, which is not read".to_owned()));
    }
    for index in 0..count {
        let id = ids as usize + 4 * index as usize;
        let Some(item) = number(id) else {
            return Ok(Err(format!("the file ends within string identifier {index} of {count}")));
        };
        let Some((units, offset)) = uleb128(bytes, item as usize) else {
            return Ok(Err(format!("string {index} is beyond the end of the file, at offset {item}")));
        };
        let Some(len) = memchr::memchr(0, &bytes[offset..]) else {
            return Ok(Err(format!("the file ends within string {index}, at offset {offset}")));
        };
        visit(Located { index, offset, bytes: &bytes[offset..][..len], units: Some(units) })?;
    }
    Ok(Ok(()))
}

/// Reads a number of seven bits in each byte, the least significant first. Returns it with the offset after
/// it.
fn uleb128(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let mut number = 0_u32;
    for (index, &byte) in bytes.get(at..)?.iter().enumerate().take(5) {
        number |= u32::from(byte & 0x7F) << (7 * index);
        if byte < 0x80 {
            return Some((number, at + index + 1));
        }
    }
    None
}
