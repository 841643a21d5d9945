//! Files in a legacy encoding: they are converted if the encoding is sure, and otherwise left with a
//! suggestion.

use std::convert::Infallible;
use std::ops::ControlFlow;

use placemat::Encoding;
use placemat::repair::{Diagnosis, Edit, Fixes};

use super::report::Found;
use crate::declared::Declared;
use crate::detect;
use crate::legacy::{self, Confidence, Guess, Legacy, Misplaced, Part, Translator};
use crate::walk;

/// Returns the findings without repairs that read bytes as Windows-1252, and without a proposal of them, if
/// the bytes may be something else: the text is not text, or in a language that has another encoding, or was
/// cut, or those of its lines that are not UTF-8 look like another encoding.
pub(super) fn without_doubtful_bytes(mut found: Found, fixes: Fixes) -> Found {
    let is_of_bytes = |fixes: Fixes| fixes.has_any(Fixes::LEGACY_BYTES);
    let is_used = found.diagnosis.edits.iter().any(|edit| is_of_bytes(edit.fixes));
    let is_proposed = found.diagnosis.left.and_then(|left| left.would_help).is_some_and(is_of_bytes);
    // Lines that the user names an encoding for are not doubtful.
    if !is_used && !is_proposed || found.lines_from.is_some() {
        return found;
    }
    let guess = other_than_windows_1252(&found.text);
    let is_proposed = is_proposed && has_cut_sequence(&found.text);
    let is_declared = Declared::other_than_windows_1252(&found.text).is_some();
    let is_binary = walk::format_of(&found.text).is_some() || is_noise(&found.text);
    let is_doubtful = is_declared
        || is_binary
        || legacy::begins_with_trails(&found.text)
        || legacy::is_hardly_windows_1252(&found.text);
    if guess.is_none() && !is_doubtful && !is_proposed {
        let proposed = found.diagnosis.left.and_then(|left| left.would_help);
        let edits = match proposed {
            Some(more) if !is_used => more.diagnose(&found.text).edits,
            _ => found.diagnosis.edits.clone(),
        };
        if !has_misplaced(&found.text, &edits) {
            return found;
        }
    }
    if is_used {
        found.diagnosis = fixes.without(Fixes::LEGACY_BYTES).diagnose(&found.text);
        // A conversion of the whole file would encode its UTF-8 twice.
        let has_utf_8 = found.text.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
        if found.legacy.is_none() && !has_utf_8 {
            // The text may declare its encoding.
            found.legacy = detect::legacy_in(&found.text).filter(is_telling).or(guess);
        }
    }
    if let Some(left) = &mut found.diagnosis.left {
        left.would_help = left.would_help.filter(|fixes| !is_of_bytes(*fixes));
    }
    found
}

/// Returns `true` if many of the bytes that the edits read as Windows-1252 would be signs within words. In
/// encodings of DOS and of the Mac, such bytes are letters.
fn has_misplaced(text: &[u8], edits: &[Edit]) -> bool {
    let mut read = vec![];
    let mut at = 0;
    for edit in edits {
        read.extend(String::from_utf8_lossy(&text[at..edit.offset]).chars().map(|one| (one, false)));
        let counts = edit.fixes.has_any(Fixes::LEGACY_BYTES);
        read.extend(String::from_utf8_lossy(&edit.with).chars().map(|one| (one, counts)));
        at = edit.end();
    }
    read.extend(String::from_utf8_lossy(&text[at..]).chars().map(|one| (one, false)));
    Misplaced::of(read.into_iter()).are_many()
}

/// Returns `true` if so many bytes are controls that a text is rather binary data.
pub(super) fn is_noise(text: &[u8]) -> bool {
    const ONE_IN: usize = 20;
    ONE_IN * text.iter().filter(|byte| legacy::is_noise(**byte)).count() > text.len() + ONE_IN
}

/// Returns `true` if there are bytes that are rather what is left of a sequence than a letter of
/// Windows-1252, or that never were text.
fn has_cut_sequence(text: &[u8]) -> bool {
    let leads = legacy::lead_bytes(text);
    let mut at = 0;
    text.utf8_chunks().any(|chunk| {
        let start = at + chunk.valid().len();
        at = start + chunk.invalid().len();
        match chunk.invalid() {
            // No other character of the text begins with it.
            [byte @ 0xC4..=0xDE] if !leads.contains(byte) => !is_capital_of_word(text, start),
            [0xC2..=0xDE | 0xF0 | 0xF7 | 0xFD..=0xFF] => true,
            bytes => bytes.len() > 1,
        }
    })
}

/// Returns `true` if the byte at a place stands where a capital does: before a letter, at the start of a word or
/// after another capital.
fn is_capital_of_word(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| text.get(at)).copied().unwrap_or(b' ');
    let after = text.get(at + 1).copied().unwrap_or(b' ');
    match before {
        b'A'..=b'Z' => after.is_ascii_uppercase(),
        before => before.is_ascii() && !before.is_ascii_alphanumeric() && after.is_ascii_alphabetic(),
    }
}

/// Returns the legacy encoding of the lines that are not UTF-8, if they are another text in it than in
/// Windows-1252. Lines with more sequences of UTF-8 than stray bytes say nothing.
fn other_than_windows_1252(text: &[u8]) -> Option<Guess> {
    const MOST: usize = 1 << 20;
    let (mut sample, mut has_utf_8) = (vec![], false);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let (mut sequences, mut stray) = (0, 0);
        for chunk in line.utf8_chunks() {
            sequences += chunk.valid().chars().filter(|one| !one.is_ascii()).count();
            stray += chunk.invalid().len();
        }
        has_utf_8 |= sequences > 0;
        if stray > sequences && sample.len() < MOST {
            sample.extend_from_slice(line);
        }
    }
    let guess = legacy::guess(&sample, true)?;
    // Text of pairs of bytes that was cut has errors.
    if guess.is_of_dos_or_unknown() || guess.is_nearly_pairs() {
        return Some(guess);
    }
    // Of letters that are not in words, and of few among others in UTF-8, the user knows more.
    let says_enough =
        guess.confidence > Confidence::Perhaps || !has_utf_8 && has_letters_in_words(&sample, guess.legacy);
    let is_same = guess.legacy.of_family() == Some(Encoding::Windows1252)
        || guess.legacy.read(&sample) == Encoding::Windows1252.decode_lossy(&sample).0;
    (says_enough && !is_same).then_some(guess)
}

/// Returns `true` if letters of an encoding are beside those of ASCII.
fn has_letters_in_words(text: &[u8], legacy: Legacy) -> bool {
    let read: Vec<char> = legacy.read(text).chars().collect();
    let is_letter = |one: &char| !one.is_ascii() && one.is_alphabetic();
    read.windows(2).any(|pair| pair.iter().any(char::is_ascii_alphabetic) && pair.iter().any(is_letter))
}

/// Returns `true` if a proposal says more than the other fixes do. Of a few letters, these say enough.
fn is_telling(guess: &Guess) -> bool {
    guess.is_of_dos_or_unknown()
        || guess.confidence > Confidence::Perhaps && guess.legacy.of_family().is_none()
}

/// Returns the findings about a text that was read whole, given what the other fixes do with it.
pub(super) fn found(text: Vec<u8>, diagnosis: Diagnosis, converts: bool) -> Found {
    let size = text.len() as u64;
    let is_open = diagnosis.left.is_some_and(|left| left.signature.is_none() && left.foreign.is_none())
        || converts && (std::str::from_utf8(&text).is_err() || text.contains(&0x1B));
    let guess = if is_open { detect::legacy_in(&text) } else { None };
    // A conversion of the whole would encode its UTF-8 twice.
    let is_unsure = |guess: &Guess| guess.unknown.is_none() && guess.confidence < Confidence::Sure;
    // What is sure by the beginning may go on in UTF-8.
    let examined = text.len().min(detect::MOST as usize);
    let is_partly_utf_8 = guess.is_some_and(|guess| {
        is_unsure(&guess) && legacy::has_parts_of_utf_8(&text, guess.legacy)
            || legacy::goes_on_in_utf_8(&text[examined..], Some(guess.legacy))
    });
    let guess = guess.filter(|_| !is_partly_utf_8);
    let is_western = |guess: &Guess| guess.legacy.of_family() == Some(Encoding::Windows1252);
    let has_remains = legacy::has_remains(&text);
    // A single byte is hardly a text in Windows-1252.
    let perhaps = guess.filter(|guess| {
        guess.unknown.is_none() && !has_remains && (!is_western(guess) || guess.evidence.characters > 1)
    });
    // If the other fixes read the same characters, they may.
    let is_repaired = diagnosis.left.is_none() && !diagnosis.edits.is_empty();
    let is_same = |guess: &Guess| is_repaired && is_western(guess) && guess.confidence < Confidence::Sure;
    let guess = guess.filter(|guess| if converts { !is_same(guess) } else { is_telling(guess) });
    let Some(guess) = guess else {
        return Found { text, size, diagnosis, perhaps, is_partly_utf_8, ..Found::default() };
    };
    let legacy = Some(guess);
    if !converts {
        return Found { text, size, diagnosis, legacy, ..Found::default() };
    }
    match edits(&text, guess.legacy).filter(|_| guess.confidence == Confidence::Sure) {
        Some(edits) => {
            let mut diagnosis = diagnosis;
            (diagnosis.edits, diagnosis.left) = (edits, None);
            Found { text, size, diagnosis, legacy, ..Found::default() }
        }
        // Fixes for single bytes would make other characters of the text.
        None => {
            let left = Fixes::default().diagnose(&text);
            Found { text, size, diagnosis: left, legacy, ..Found::default() }
        }
    }
}

/// Returns the edits that make UTF-8 of a text, or `None` if it is not well-formed.
pub(super) fn edits(text: &[u8], legacy: Legacy) -> Option<Vec<Edit>> {
    let mut edits: Vec<Edit> = vec![];
    let flow = Translator::new(legacy).push(text, true, |part| match part {
        Part::Text(stretch) => {
            let start = usize::try_from(stretch.offset).unwrap_or(usize::MAX);
            for (bytes, with) in stretch.changed() {
                let offset = start + bytes.start;
                match edits.last_mut() {
                    Some(last) if last.end() == offset => {
                        last.len += bytes.len();
                        last.with.extend_from_slice(with.as_bytes());
                    }
                    _ => edits.push(Edit {
                        offset,
                        len: bytes.len(),
                        with: with.as_bytes().to_vec(),
                        fixes: Fixes::default(),
                    }),
                }
            }
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        }
        Part::Malformed(_) => Ok(ControlFlow::Break(())),
    });
    matches!(flow, Ok(ControlFlow::Continue(()))).then_some(edits)
}
