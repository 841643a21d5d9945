//! Text in an encoding that the detector does not know: of DOS, and EBCDIC, which placemat does not have either.
//!
//! Every byte is a character in most encodings of single bytes, so such text is well-formed in many. But the
//! characters are not where text has them: `d‚j…` is what `déjà` of DOS becomes in Windows-1252.

use std::fmt;

use oem_cp::code_table::{DECODING_TABLE_CP850, DECODING_TABLE_CP852, DECODING_TABLE_CP857};

use super::Legacy;

/// An encoding that a text is perhaps in, and that placemat cannot read or distinguish from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// As short as it is, the text may be in either.
    DosOrMac,
    Ebcdic,
    Other,
}

impl Unknown {
    /// Returns the command that shows such a text, without its name.
    pub(crate) const fn command(self) -> Option<&'static str> {
        match self {
            Unknown::DosOrMac => Some("placemat convert -f cp850"),
            Unknown::Ebcdic => Some("iconv -f IBM037 -t UTF-8"),
            Unknown::Other => None,
        }
    }

    /// Returns what the encoding perhaps is, if there is anything to say.
    pub(crate) const fn perhaps(self) -> Option<&'static str> {
        match self {
            Unknown::DosOrMac => Some("CP850, of DOS, or macintosh"),
            Unknown::Ebcdic => Some("EBCDIC, such as IBM037"),
            Unknown::Other => None,
        }
    }
}

/// What a text is rather in than in the encoding that the detector proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Instead {
    /// A code page of DOS.
    Dos(Legacy),
    Unknown(Unknown),
}

impl Instead {
    fn dos(name: &str) -> Option<Self> {
        Legacy::named(name).map(Instead::Dos)
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.perhaps() {
            Some(perhaps) if *self == Unknown::DosOrMac => write!(f, "{perhaps} (perhaps)"),
            Some(perhaps) => write!(f, "no encoding that placemat knows, perhaps {perhaps}"),
            // Of those that placemat knows, some are hardly ever recognized, such as ISO-8859-16.
            None => f.write_str("text in a legacy encoding that is not recognized"),
        }
    }
}

/// Counts of the characters beyond ASCII in a text: all of them, and those in places where text in Latin script
/// does not have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Misplaced {
    pub(crate) all: usize,
    small: usize,
    pub(crate) misplaced: usize,
}

impl Misplaced {
    /// Examines text with the characters of which `true` says that they count.
    pub(crate) fn of(text: impl Iterator<Item = (char, bool)>) -> Self {
        let (mut found, mut before, mut text) = (Misplaced::default(), ' ', text.peekable());
        while let Some((one, counts)) = text.next() {
            let after = text.peek().map_or(' ', |next| next.0);
            let is_drawn = is_of_box(one) && !before.is_alphabetic() && !after.is_alphabetic();
            if counts && !is_drawn {
                found.all += 1;
                found.small += usize::from(one.is_lowercase() || is_sign_at_number(before, one, after));
                found.misplaced += usize::from(is_misplaced(before, one, after));
            }
            before = one;
        }
        found
    }

    pub(crate) fn of_text(text: impl Iterator<Item = char>) -> Self {
        Self::of(text.map(|one| (one, !one.is_ascii())))
    }

    /// Returns `true` if so many are misplaced that the text is in another encoding.
    pub(crate) fn are_many(self) -> bool {
        self.misplaced > 0 && 8 * self.misplaced >= self.all
    }

    /// Returns `true` if hardly any is misplaced, and most are small letters.
    fn is_text(self) -> bool {
        self.all > 0 && 32 * self.misplaced <= self.all && 2 * self.small >= self.all
    }
}

/// Returns `true` for the lines and blocks that frames consist of, which are not within words.
fn is_of_box(one: char) -> bool {
    matches!(one, '\u{2500}'..='\u{25FF}')
}

/// Returns `true` for a character that text in Latin script does not have in this place. Quotation marks and
/// signs are not within words, an opening mark and an accent alone do not follow a letter, and no capital
/// follows a small letter.
fn is_misplaced(before: char, one: char, after: char) -> bool {
    match one {
        '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}' => true,
        _ if is_of_box(one) => true,
        '‚' | '„' | 'ˆ' | '˜' | 'ƒ' => before.is_alphabetic(),
        '“' | '”' | '†'..='•' | '‰' | '‹' | '›' | '€' | '™' => {
            before.is_alphabetic() && after.is_lowercase()
        }
        '¡'..='©' | '«' | '¬' | '®'..='³' | '¶' | '¸' | '¹' | '»'..='¿' | '÷' => {
            before.is_alphabetic() && after.is_lowercase()
        }
        // ±2, £5 and 25 °C in encodings of DOS.
        'ø' => !before.is_alphabetic() && matches!(after, 'C' | 'F'),
        _ if one.is_lowercase() && after.is_ascii_digit() => !one.is_ascii() && !before.is_alphabetic(),
        _ => one.is_uppercase() && before.is_lowercase(),
    }
}

/// Returns `true` for signs that stand at numbers.
fn is_sign_at_number(before: char, one: char, after: char) -> bool {
    match one {
        '£' | '±' => after.is_ascii_digit(),
        '°' | '½' | '¼' => before.is_ascii_digit() || matches!(after, 'C' | 'F'),
        _ => false,
    }
}

/// Returns `true` if most bytes are letters and spaces of EBCDIC: bytes beyond ASCII, and `@`.
pub(crate) fn is_ebcdic(bytes: &[u8]) -> bool {
    let count = |is_one: fn(&u8) -> bool| bytes.iter().filter(|byte| is_one(byte)).count();
    let letters =
        count(|byte| matches!(byte & 0x3F, 0x01..=0x09 | 0x11..=0x19 | 0x22..=0x29) && *byte >= 0x80);
    let (spaces, ascii) = (count(|byte| *byte == 0x40), count(u8::is_ascii_lowercase));
    bytes.len() >= 16 && 10 * letters >= 6 * bytes.len() && 12 * spaces >= bytes.len() && ascii <= spaces
}

/// Returns the encoding that a text is perhaps in, if the proposed encoding of single bytes does not make text
/// of it.
pub(super) fn encoding_instead(bytes: &[u8], text: &str, is_latin: bool) -> Option<Instead> {
    let is_strange = Misplaced::of_text(text.chars()).are_many();
    if !is_strange && (is_latin || !super::refine::is_mixed(text)) {
        return None;
    }
    if is_of_runs(bytes) || is_partly_utf_8(bytes) {
        return None;
    }
    let is_other = || is_strange && is_latin && is_beyond_doubt(text);
    of_dos_or_mac(bytes).or_else(|| is_other().then_some(Instead::Unknown(Unknown::Other)))
}

/// Returns the encoding of DOS in which the bytes are text in Latin script.
fn of_dos_or_mac(bytes: &[u8]) -> Option<Instead> {
    let legacy = code_page(bytes)?;
    let is_of_mac = || {
        let misplaced = of_dos(bytes, &DECODING_TABLE_CP850).misplaced;
        let of_mac = Legacy::named("macintosh").and_then(|mac| read_as(bytes, mac));
        of_mac.is_some_and(|mac| mac.misplaced <= misplaced)
    };
    Some(match legacy.identifier() == "cp850" && is_of_mac() {
        true => Instead::Unknown(Unknown::DosOrMac),
        false => Instead::Dos(legacy),
    })
}

/// Returns the code page of DOS in which the bytes are text in Latin script.
pub(super) fn code_page(bytes: &[u8]) -> Option<Legacy> {
    let [latin_1, latin_2] = [&DECODING_TABLE_CP850, &DECODING_TABLE_CP852].map(|table| of_dos(bytes, table));
    let turkish = of_turkish_dos(bytes);
    let name = match () {
        () if turkish.is_text() && turkish.misplaced < latin_1.misplaced.min(latin_2.misplaced) => "cp857",
        () if latin_1.is_text() && latin_1.misplaced <= latin_2.misplaced => "cp850",
        () if latin_2.is_text() => "cp852",
        () => return None,
    };
    Legacy::named(name)
}

/// Returns the encoding that a text is perhaps in, if what seems to be pairs of bytes are letters of DOS: each between
/// small letters of ASCII, or an umlaut at the start of a word; or several of which half are, and the others beside one; or
/// one of them, and the others alone or two of them after a small letter.
pub(super) fn encoding_instead_of_pairs(bytes: &[u8]) -> Option<Instead> {
    const SEVERAL: usize = 4;
    let is_small = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_lowercase);
    let is_capital = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_uppercase);
    let is_ascii = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_none_or(u8::is_ascii);
    let (mut count, mut within, mut beside, mut after_small) = (0, 0, 0, 0);
    for at in (0..bytes.len()).filter(|at| !bytes[*at].is_ascii()) {
        let (before, after) = (at.checked_sub(1), Some(at + 1));
        count += 1;
        // 180°C, 180 °C
        let is_degree = bytes[at] == 0xF8
            && matches!(after.and_then(|at| bytes.get(at)), Some(b'C' | b'F'))
            && matches!(bytes[..at], [.., b'0'..=b'9'] | [.., b'0'..=b'9', b' ']);
        // Ä, Ö, Ü and É
        let begins_word = matches!(bytes[at], 0x8E | 0x90 | 0x99 | 0x9A)
            && before.is_none_or(|at| bytes[at].is_ascii() && !bytes[at].is_ascii_alphanumeric());
        let is_begun = is_small(before) || is_capital(before) || begins_word;
        within += usize::from(is_degree || is_small(after) && is_begun);
        let second = before.filter(|at| !bytes[*at].is_ascii()).map_or(before, |at| at.checked_sub(1));
        after_small += usize::from(is_small(second));
        let is_alone = is_ascii(before) && is_ascii(after);
        beside += usize::from(is_alone && (is_small(before) || is_small(after)));
    }
    let are_within = within == count || within > 0 && after_small == count;
    if count > 0 && are_within && of_dos(bytes, &DECODING_TABLE_CP850).misplaced == 0 {
        return Instead::dos("cp850");
    }
    let are_letters = count >= SEVERAL && beside == count && 2 * within >= count;
    of_dos_or_mac(bytes).filter(|_| are_letters)
}

/// Examines the text of the bytes in an encoding of DOS.
fn of_dos(bytes: &[u8], table: &[char; 128]) -> Misplaced {
    Misplaced::of_text(characters(bytes, table))
}

fn of_turkish_dos(bytes: &[u8]) -> Misplaced {
    of_dos(bytes, &DECODING_TABLE_CP857.map(|one| one.unwrap_or('\u{FFFD}')))
}

/// Returns the characters of the bytes in an encoding of DOS.
fn characters(bytes: &[u8], table: &[char; 128]) -> impl Iterator<Item = char> {
    bytes.iter().map(|&byte| match byte.checked_sub(0x80) {
        Some(at) => table[usize::from(at)],
        None => char::from(byte),
    })
}

/// Returns `true` if many bytes beyond ASCII are UTF-8, or what is left at the end of a text that was cut.
fn is_partly_utf_8(bytes: &[u8]) -> bool {
    let (mut sequences, mut stray, mut last) = (0, 0, 0);
    for chunk in bytes.utf8_chunks() {
        sequences += chunk.valid().chars().filter(|one| !one.is_ascii()).count();
        last = chunk.invalid().len();
        stray += last;
    }
    4 * sequences > stray || last > 1
}

/// Returns `true` if most bytes beyond ASCII are in long runs, as in text of pairs of bytes. Accented letters
/// of a word are hardly ever adjacent.
pub(super) fn is_of_runs(bytes: &[u8]) -> bool {
    const LONG: usize = 3;
    let lengths = || bytes.split(u8::is_ascii).map(<[u8]>::len);
    2 * lengths().filter(|len| *len >= LONG).sum::<usize>() > lengths().sum::<usize>()
}

/// Returns `true` if so many characters are misplaced that no program text is meant, such as `a-zÀ-ÿ`.
fn is_beyond_doubt(text: &str) -> bool {
    const LEAST: usize = 4;
    let found = Misplaced::of_text(text.chars());
    found.misplaced >= LEAST && 3 * found.misplaced >= found.all
}

/// Returns `true` if a text is rather in the second encoding than in the first, or in one of DOS.
pub(super) fn is_rather(text: &str, other: Legacy, bytes: &[u8]) -> bool {
    Misplaced::of_text(text.chars()).are_many()
        && !is_partly_utf_8(bytes)
        && read_as(bytes, other)
            .is_some_and(|found| found.misplaced < of_dos(bytes, &DECODING_TABLE_CP850).misplaced)
}

/// Returns `true` if a text in the encoding of the Mac may as well be Turkish of DOS.
pub(super) fn may_be_turkish_of_dos(text: &str, bytes: &[u8]) -> bool {
    let turkish = of_turkish_dos(bytes);
    turkish.is_text() && turkish.misplaced <= Misplaced::of_text(text.chars()).misplaced
}

/// Examines the text of the bytes in a legacy encoding. Returns `None` if they are not text in it, either.
fn read_as(bytes: &[u8], legacy: Legacy) -> Option<Misplaced> {
    let found = Misplaced::of_text(super::guess::decoded(bytes, legacy, false).0.chars());
    found.is_text().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_capitals_within_words_are_misplaced() {
        let of = |text: &str| Misplaced::of_text(text.chars());
        for (text, all, misplaced) in [
            ("d‚j… vu, o—", 3, 1),
            ("sch”n, Stra\u{E1}e", 2, 1),
            ("dŽjˆ vu", 2, 2),
            ("espa¤ol, m£sica", 2, 2),
            ("M\u{81}ller", 1, 1),
            // 25 °C, ±2.
            ("25 øC, ñ2, 25øC", 3, 3),
            ("Rør ø50, ø8 mm, der öV, Ñandú 4", 6, 0),
            ("déjà vu, c’est l’été… „Wort“ ‚so‘ – 5 €, n° 5 «mot», ÉTÉ, Émile, 20 °C, m³/s, don´t", 22, 0),
            ("Ça, “quoted” text—and more… ®, Foo™, 100€", 8, 0),
        ] {
            let found = of(text);
            assert_eq!((found.all, found.misplaced), (all, misplaced), "{text}");
        }
    }
}
