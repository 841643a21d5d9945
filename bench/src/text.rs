//! Texts made here, so that a measurement needs nothing but the project; or read from a folder.

use std::fs;
use std::io;
use std::path::Path;

/// A text in UTF-8 with its name.
pub struct Text {
    pub name: String,
    pub utf_8: String,
}

/// A script: its letters, and how many of a hundred characters are spaces and ASCII punctuation.
struct Script {
    name: &'static str,
    letters: &'static [(u32, u32)],
    spaces: u64,
}

const SCRIPTS: &[Script] = &[
    Script { name: "ascii", letters: &[(0x61, 0x7A)], spaces: 17 },
    Script {
        name: "latin",
        letters: &[(0x61, 0x7A), (0x61, 0x7A), (0x61, 0x7A), (0x61, 0x7A), (0xE0, 0xFC)],
        spaces: 16,
    },
    Script { name: "arabic", letters: &[(0x627, 0x64A)], spaces: 18 },
    Script { name: "russian", letters: &[(0x430, 0x44F)], spaces: 15 },
    Script { name: "hebrew", letters: &[(0x5D0, 0x5EA)], spaces: 18 },
    Script { name: "hindi", letters: &[(0x905, 0x94D)], spaces: 20 },
    Script { name: "chinese", letters: &[(0x4E00, 0x9FA5)], spaces: 1 },
    Script { name: "japanese", letters: &[(0x3041, 0x3093), (0x30A1, 0x30F6), (0x4E00, 0x9FA5)], spaces: 2 },
    Script { name: "korean", letters: &[(0xAC00, 0xD7A3)], spaces: 22 },
    Script { name: "emoji", letters: &[(0x1F300, 0x1F64F)], spaces: 0 },
];

/// xorshift64*: the same texts on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
}

fn make(script: &Script, size: usize) -> Text {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut utf_8 = String::with_capacity(size + 4);
    while utf_8.len() < size {
        if random.below(100) < script.spaces {
            utf_8.push(*[' ', ' ', ' ', ' ', ',', '.', '\n'].get(random.below(7) as usize).unwrap_or(&' '));
        } else {
            let (first, last) = script.letters[random.below(script.letters.len() as u64) as usize];
            let letter = first + random.below(u64::from(last - first) + 1) as u32;
            utf_8.extend(char::from_u32(letter));
        }
    }
    Text { name: script.name.to_owned(), utf_8 }
}

/// One text of about so many bytes for every script.
pub fn made(size: usize) -> Vec<Text> {
    SCRIPTS.iter().map(|script| make(script, size)).collect()
}

/// Every `*.txt` below a folder, whole.
pub fn read(folder: &Path) -> io::Result<Vec<Text>> {
    let mut texts = vec![];
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            texts.extend(read(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            texts.extend(fs::read_to_string(&path).ok().map(|utf_8| Text { name, utf_8 }));
        }
    }
    Ok(texts)
}
