//! When a few bytes beyond ASCII are enough to say that they are Windows-1252.
//!
//! A byte is a letter in many encodings, but a text has few letters in its place. In `caf?`, `E9` is é in
//! Windows-1252; in encodings of DOS and of the Mac it is Ú, Θ or È, which hardly follow small letters. In
//! `Stra?e`, `E1` may be á or ß. So a byte is clear if all of these hold:
//!
//! 1. It is the same character in Windows-1250, Windows-1252, Windows-1254 and Windows-1257, as are few
//!    letters, or text in UTF-8 beside it has that letter and others of Western Europe.
//! 2. The character stands where text has it: a small letter beside small letters, a capital before them, in
//!    a word of [`LEAST`] letters; and a sign beside spaces, digits or punctuation.
//! 3. What it is in CP437, CP850, CP852 and Mac Roman does not stand there, as [`is_clear_letter`] and
//!    [`is_clear_sign`] say for each character.
//!
//! If a text has few bytes beyond UTF-8, `check` proposes to repair it at once only if they are clear.

use std::collections::BTreeSet;

use super::doubt::characters;

/// The least number of letters of a word. A shorter one is as likely a pair of bytes of an East Asian
/// encoding.
const LEAST: usize = 3;
/// Czech has at most three letters in the places of these letters of French, and Lithuanian four.
const VARIED: usize = 5;
/// How many bytes are examined, and how many letters of a word.
const MOST: usize = 64;

/// Returns `true` if all bytes of a text that are not UTF-8 are clearly Windows-1252.
pub(crate) fn are_clearly_windows_1252(text: &[u8]) -> bool {
    let all = characters(text);
    let western = Western::of(&all);
    let mut places = all.iter().enumerate().filter(|(_, one)| one.1).take(MOST).peekable();
    let is_clear = |(at, &(one, _)): (usize, &(char, bool))| {
        let place = Place { all: &all, at };
        match one.is_alphabetic() {
            true if western.is_all_french && is_western_letter(one) => true,
            true if western.has(one) && (place.is_in_word() || place.is_word_of_french()) => true,
            true => place.is_in_word() && is_clear_letter(one, &place),
            false => is_clear_sign(one, &place),
        }
    };
    places.peek().is_some() && places.all(is_clear)
}

/// A character among others.
struct Place<'a> {
    all: &'a [(char, bool)],
    at: usize,
}

impl Place<'_> {
    /// Returns the character at a distance.
    fn beside(&self, distance: isize) -> char {
        let at = self.at.checked_add_signed(distance);
        at.and_then(|at| self.all.get(at)).map_or('\n', |one| one.0)
    }

    /// Returns the word around it.
    fn word(&self) -> (String, String) {
        let letters = |all: &mut dyn Iterator<Item = &(char, bool)>| -> String {
            all.take(MOST).map(|one| one.0).take_while(|one| one.is_alphabetic()).collect()
        };
        let head = letters(&mut self.all[..self.at].iter().rev());
        (head.chars().rev().collect(), letters(&mut self.all[self.at + 1..].iter()))
    }

    /// Returns `true` for a small letter beside small letters, and for a capital before small letters, in a
    /// word.
    fn is_in_word(&self) -> bool {
        let (head, tail) = self.word();
        let is_first = head.is_empty() && !self.beside(-1).is_alphanumeric();
        let is_small = self.beside(0).is_lowercase();
        // The word may begin with a capital.
        let are_small = head.chars().skip(1).chain(tail.chars()).all(char::is_lowercase);
        let is_long = head.chars().count() + 1 + tail.chars().count() >= LEAST;
        is_long && are_small && (is_first || is_small && !head.is_empty())
    }

    /// Returns `true` for `à`, which is a word.
    fn is_word_of_french(&self) -> bool {
        self.beside(0) == 'à' && !self.beside(-1).is_alphanumeric() && !self.beside(1).is_alphanumeric()
    }

    /// Returns `true` if a capital is likely there: at the beginning of a sentence or field.
    fn is_first(&self) -> bool {
        !(self.beside(-1) == ' ' && (self.beside(-2).is_lowercase() || self.beside(-2) == ','))
    }
}

fn is_vowel(one: char) -> bool {
    "aeiouy".contains(one.to_ascii_lowercase())
        || matches!(one, 'à'..='æ' | 'è'..='ï' | 'ò'..='ö' | 'ø'..='ý')
}

/// Returns `true` if a letter within a word is none in the other encodings. The comments name the letters
/// that it may be.
fn is_clear_letter(one: char, place: &Place<'_>) -> bool {
    let (before, after) = (place.beside(-1), place.beside(1));
    let is_first = !before.is_alphabetic();
    let is_last = !after.is_alphabetic();
    match one {
        // Capitals: Ú, È; Ó; Ó.
        'é' | 'ó' => !is_first || !place.is_first(),
        // Signs: ÷, ˆ; ³, ⁿ, Ř, ¸.
        'ö' => true,
        'ü' => !is_last || place.beside(-2).is_alphabetic(),
        // õ in CP850, ń in CP852.
        'ä' => {
            let is_finnish = before == 'i' && is_last;
            (!is_vowel(before) || is_finnish) && !matches!(after, 'e' | 'o')
        }
        // ﬂ in Mac Roman.
        'ß' => is_vowel(before) && (before != 'e' || place.beside(-2) == 'i'),
        // Signs, … and À.
        'É' | 'Ä' | 'Ü' | 'Ó' => !is_vowel(after),
        // Í.
        'Ö' => matches!(after, 'f' | 'l' | 'k' | 'v' | 'z' | 'p') || after == 's' && place.beside(2) == 't',
        _ => false,
    }
}

/// What a text says of letters that are others in Windows-1250 and Windows-1257.
struct Western {
    /// Those in UTF-8, if they are several. Another one may be of a name in another language, or a sign of DOS: æ is µ
    /// there, ñ is ±, õ is §, and ø is °.
    letters: BTreeSet<char>,
    /// Several of them are letters of French.
    is_french: bool,
    /// The bytes are so many letters of French that no other language has letters in their places.
    is_all_french: bool,
}

impl Western {
    fn of(all: &[(char, bool)]) -> Self {
        let of = |is_stray: bool, is_letter: fn(char) -> bool| -> BTreeSet<char> {
            let letters = all.iter().filter(|one| one.1 == is_stray && is_letter(one.0));
            letters.map(|one| one.0).collect()
        };
        let letters = of(false, is_western_letter);
        let is_french = |one| matches!(one, 'à' | 'è' | 'ê' | 'ë' | 'ï' | 'ù' | 'û');
        Western {
            is_french: of(false, is_french).len() > 1,
            is_all_french: of(true, is_french).len() >= VARIED,
            letters: if letters.len() > 1 { letters } else { BTreeSet::new() },
        }
    }

    /// Returns `true` if the letter is one that the text has, or that French has in many words.
    fn has(&self, one: char) -> bool {
        self.letters.contains(&one) || self.is_french && matches!(one, 'à' | 'è' | 'ê')
    }
}

/// Returns `true` for letters that are others in Windows-1250 and Windows-1257, but signs, capitals or rare
/// ones in encodings of DOS and of the Mac: the text must show that its language is one of Western Europe.
fn is_western_letter(one: char) -> bool {
    matches!(one, 'à' | 'è' | 'ê' | 'ë' | 'ï' | 'ñ' | 'ò' | 'õ' | 'ù' | 'û' | 'å' | 'æ' | 'ø')
}

/// Returns `true` if a sign is none of the letters that it is in other encodings.
fn is_clear_sign(one: char, place: &Place<'_>) -> bool {
    let (before, after) = (place.beside(-1), place.beside(1));
    let (head, tail) = (&place.all[..place.at], &place.all[place.at + 1..]);
    let is_later = |one: char| tail.iter().any(|other| other.0 == one);
    let is_earlier = |one: char| head.iter().any(|other| other.0 == one);
    let opens = !before.is_alphanumeric() && !after.is_whitespace();
    let closes = !before.is_whitespace() && !after.is_alphanumeric();
    let is_apart = before.is_whitespace() && after.is_whitespace();
    let are_digits = before.is_ascii_digit() && after.is_ascii_digit();
    match one {
        '“' => opens && is_later('”') || closes && is_earlier('„'),
        '„' => opens && (is_later('“') || is_later('”')),
        '”' => closes && (is_earlier('“') || is_earlier('„')),
        '‘' => opens && is_later('’'),
        '«' => opens && is_later('»'),
        '»' => closes && is_earlier('«'),
        '’' => closes && is_earlier('‘') || is_contraction(place),
        '–' => is_apart || are_digits,
        '—' => is_apart && !place.beside(-2).is_ascii_digit(),
        '€' => {
            let is_before = before.is_ascii_digit() || before == ' ' && place.beside(-2).is_ascii_digit();
            !before.is_alphabetic() && !after.is_alphabetic() && (is_before || after.is_ascii_digit())
        }
        '°' => before.is_ascii_digit() || before == ' ' && place.beside(-2).is_ascii_digit(),
        '©' => !before.is_alphabetic() && after == ' ' && place.beside(2).is_ascii_digit(),
        '®' | '™' => before.is_alphabetic() && !after.is_alphabetic(),
        '§' => !before.is_alphabetic() && after == ' ' && place.beside(2).is_ascii_digit(),
        '±' => !before.is_alphabetic() && after.is_ascii_digit(),
        '×' => are_digits,
        '\u{A0}' => before.is_ascii_digit() && after.is_ascii_digit(),
        'µ' => matches!(after, 'm' | 's' | 'g' | 'l' | 'F') && !place.beside(2).is_alphabetic(),
        '•' => before.is_whitespace() && after.is_whitespace(),
        _ => false,
    }
}

/// Returns `true` for an apostrophe in English, as in don’t, or in a Romance language, as in l’école. It is Æ
/// in encodings of DOS, and í on the Mac, as in país.
fn is_contraction(place: &Place<'_>) -> bool {
    const BEFORE_S: [&str; 12] =
        ["it", "that", "let", "he", "she", "what", "there", "here", "who", "where", "how", "one"];
    let (head, tail) = place.word();
    let head = head.to_ascii_lowercase();
    match &*tail {
        "t" => head.ends_with('n'),
        "s" => BEFORE_S.contains(&&*head),
        "ll" | "re" | "ve" => head.len() > 1,
        _ => {
            let is_elided = matches!(&*head, "l" | "d" | "j" | "n" | "s" | "c" | "m" | "t" | "qu");
            is_elided && tail.starts_with(is_vowel) && tail.chars().count() > 3
        }
    }
}
