//! Texts that are generated, so that a measurement needs only the project; or read from a directory.

use std::fs;
use std::io;
use std::path::Path;

use placemat_random::Random;

/// A text with its name. It may be ill-formed.
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Text {
    /// Returns the text, if it is well-formed.
    pub fn utf_8(&self) -> Option<&str> {
        str::from_utf8(&self.bytes).ok()
    }
}

/// A script: ranges of its letters, and how many of a hundred characters are spaces and ASCII punctuation.
struct Script {
    name: &'static str,
    letters: &'static [(u32, u32)],
    spaces: usize,
}

const ASCII: (u32, u32) = (0x61, 0x7A);

const SCRIPTS: &[Script] = &[
    Script { name: "latin", letters: &[ASCII, ASCII, ASCII, ASCII, ASCII, ASCII, (0xE0, 0xFC)], spaces: 16 },
    Script { name: "arabic", letters: &[(0x627, 0x64A)], spaces: 18 },
    Script { name: "russian", letters: &[(0x430, 0x44F)], spaces: 15 },
    Script { name: "greek", letters: &[(0x3B1, 0x3C9)], spaces: 15 },
    Script { name: "hebrew", letters: &[(0x5D0, 0x5EA)], spaces: 18 },
    Script { name: "hindi", letters: &[(0x905, 0x94D)], spaces: 20 },
    Script { name: "chinese", letters: &[(0x4E00, 0x9FA5)], spaces: 1 },
    Script { name: "japanese", letters: &[(0x3041, 0x3093), (0x30A1, 0x30F6), (0x4E00, 0x9FA5)], spaces: 2 },
    Script { name: "korean", letters: &[(0xAC00, 0xD7A3)], spaces: 22 },
];
const EMOJI: Script = Script { name: "emoji", letters: &[(0x1F300, 0x1F64F)], spaces: 4 };
const ENGLISH: Script = Script { name: "ascii", letters: &[ASCII], spaces: 17 };

/// The distances between errors, in bytes.
const DIRT: [usize; 4] = [10_000, 1000, 100, 20];

/// Every machine makes the same texts from it.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

fn character(script: &Script, random: &mut Random) -> char {
    if random.below(100) < script.spaces {
        return [' ', ' ', ' ', ' ', ',', '.', '\n'][random.below(7)];
    }
    let (first, last) = script.letters[random.below(script.letters.len())];
    char::from_u32(first + random.below((last - first) as usize + 1) as u32).unwrap_or(' ')
}

/// Fills a text with further characters until it has its size, but not more, so the last character may be
/// omitted.
fn fill(name: &str, size: usize, mut next: impl FnMut(&mut Random, &mut String)) -> Text {
    let (mut random, mut utf_8) = (Random(SEED), String::with_capacity(size + 64));
    while utf_8.len() < size {
        next(&mut random, &mut utf_8);
    }
    utf_8.truncate(utf_8.floor_char_boundary(size));
    Text { name: name.to_owned(), bytes: utf_8.into_bytes() }
}

fn of_script(script: &Script, size: usize) -> Text {
    fill(script.name, size, |random, text| text.push(character(script, random)))
}

/// Returns markup around paragraphs in all scripts.
fn web(size: usize) -> Text {
    fill("web", size, |random, text| {
        const MARKUP: [&str; 5] = [
            "<p class=\"text\">",
            "</p>\n<a href=\"https://example.org/wiki/Mars?page=12&amp;action=view\" title=\"",
            "<li id=\"item-7\"><span lang=\"",
            "</span></li>\n<td style=\"width: 40%; text-align: left\">",
            "\" rel=\"nofollow\"><img src=\"/static/images/400px-map.png\" alt=\"",
        ];
        text.push_str(random.of(&MARKUP));
        let script = &SCRIPTS[random.below(SCRIPTS.len())];
        for _ in 0..random.below(120) {
            text.push(character(script, random));
        }
    })
}

/// Returns ASCII with another character in about every 150.
fn rarely(size: usize) -> Text {
    fill("ascii-rare", size, |random, text| {
        let script = match random.below(150) {
            0 => &SCRIPTS[random.below(SCRIPTS.len())],
            _ => &ENGLISH,
        };
        text.push(character(script, random));
    })
}

/// Returns a text with a random byte in place of one in `every`; `None` if it is too short for any.
fn dirty(text: &Text, every: usize) -> Option<Text> {
    let (mut random, mut bytes) = (Random(SEED), text.bytes.clone());
    let mut at = random.below(2 * every);
    while at < bytes.len() {
        bytes[at] = 0x80 | random.below(0x80) as u8;
        at += 1 + random.below(2 * every - 1);
    }
    let dirty = Text { name: format!("{}-dirty-{every}", text.name), bytes };
    dirty.utf_8().is_none().then_some(dirty)
}

/// Returns a text of `size` bytes for every script, and the texts that belong to no script. Each is made only
/// when it is needed, because they may be large.
pub fn made(size: usize) -> impl Iterator<Item = Text> {
    let clean: [fn(usize) -> Text; 4] =
        [|size| of_script(&ENGLISH, size), rarely, web, |size| of_script(&EMOJI, size)];
    let random_bytes = move || {
        let mut random = Random(SEED);
        let bytes = (0..size).map(|_| random.below(256) as u8).collect();
        Text { name: "random-bytes".to_owned(), bytes }
    };
    clean
        .into_iter()
        .map(move |make| make(size))
        .chain(SCRIPTS.iter().map(move |script| of_script(script, size)))
        .chain(DIRT.into_iter().filter_map(move |every| dirty(&web(size), every)))
        .chain(std::iter::once_with(random_bytes))
}

/// Returns every `*.txt` below a directory, without and with errors.
pub fn read(directory: &Path) -> io::Result<Vec<Text>> {
    let mut texts = vec![];
    read_into(directory, "", &mut texts)?;
    let with_errors: Vec<Text> =
        texts.iter().flat_map(|text| DIRT.into_iter().filter_map(|every| dirty(text, every))).collect();
    texts.extend(with_errors);
    Ok(texts)
}

/// Reads the texts of a directory, named by their paths relative to the requested one.
fn read_into(directory: &Path, above: &str, texts: &mut Vec<Text>) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        let stem = if path.is_dir() { path.file_name() } else { path.file_stem() };
        let name = format!("{above}{}", stem.unwrap_or_default().to_string_lossy());
        if path.is_dir() {
            read_into(&path, &format!("{name}/"), texts)?;
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            texts.push(Text { name, bytes: fs::read(&path)? });
        }
    }
    Ok(())
}
