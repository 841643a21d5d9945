//! Text that was encoded twice: its bytes were mistaken for ISO-8859-1 or Windows-1252, and encoded to UTF-8
//! again.
//!
//! ```text
//! each run of characters that are no ASCII ► bytes of ISO-8859-1, or of Windows-1252 ► well-formed UTF-8?
//! ```
//!
//! Every run must decode, because `Ã©` can occur in a text about such text, or in one that was put together
//! from two, and there some other run does not decode. Even if all decode, it can still be by chance: `Spaß…`
//! could be a digit of NKo. So the detector, to which digits of NKo are rare, must agree. And some evidence
//! is too weak to count by itself:
//!
//! ```text
//! MANHÃ®        a word in capitals and a sign; the character, î, is not a capital. CAFÃ‰ is evidence, and
//!               MÃ¼ller is, because signs do not stand inside words
//! MANHÃ… Ã’s    a word in capitals and signs that stand after words, for any character; SMÅ® is not SMŮ
//! café…”        a letter and several such signs
//! shows Ã©      a letter that stands alone, or several: a text about such text. Twice the same is a word
//! Ã©, Ã¨ | Ã¼    letters that are items of a list or cells of a table, any number of them
//! Ã¤ Ã¶ Ã¼       letters beside each other, which are items of a list too
//! or â€™, …     a quotation mark with a space or a separator before it and none of a word behind it
//! shows ï¿½      a replacement character or byte order mark that stands alone
//! Â£ and Â° …   signs that stand beside numbers, or at their place, stand alone and without one
//! 'â€œ' "Ã©"    one in quotes, and signs in quotes: a program that looks for them
//! ```
//!
//! Having two encodings is not ambiguous: characters that both of them have are the same bytes in both.
//!
//! The second byte of `à` is a no-break space, for which programs write a space: `Ã  18 h`. If everything else
//! decodes, the space is read as that byte.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::str;

use crate::codec::Codec;
use crate::detect::detect_double;
use crate::encoding::Encoding;
use crate::engine::validate;
use crate::form::{Form, Iso8859_1, Utf8, Windows1252};
#[cfg(target_arch = "x86_64")]
use crate::simd::Avx512;
use crate::simd::{Isa, Simd, Vectorized};
use crate::wrapper::decode_twice;

use super::edit::Edit;
use super::fix::Fixes;

/// Returns the edits that decode well-formed UTF-8 that was encoded twice into UTF-8 that was encoded once;
/// `None` if it was not encoded twice.
#[inline]
pub(super) fn decode(text: &[u8], fix: Fixes) -> Option<Vec<Edit>> {
    let text = str::from_utf8(text).ok()?;
    let edits = decode_by(text, Iso8859_1, fix).or_else(|| decode_by(text, Windows1252, fix))?;
    (!is_thin(text, &edits) && is_likely(text, &edits)).then_some(edits)
}

/// Returns a text in which the spaces that edits read as bytes `A0` are no-break spaces again.
#[inline]
fn with_no_break_spaces<'t>(text: &'t str, edits: &[Edit]) -> Cow<'t, str> {
    let is_changed = |edit: &&Edit| text[..edit.end()].ends_with(' ');
    let mut changed = edits.iter().filter(is_changed).peekable();
    if changed.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let (mut restored, mut at) = (String::with_capacity(text.len() + edits.len()), 0);
    for edit in changed {
        restored.push_str(&text[at..edit.end() - 1]);
        restored.push('\u{A0}');
        at = edit.end();
    }
    restored.push_str(&text[at..]);
    Cow::Owned(restored)
}

/// Returns `true` if the detector takes the text for doubly encoded. It is not certain about a text with few
/// such characters. Then these must be the usual ones: those of Latin-1, those of three or more bytes, and
/// other Latin letters within words.
#[inline]
fn is_likely(text: &str, edits: &[Edit]) -> bool {
    let is_double = |one: &Encoding| one.info().doubled.is_some();
    let found = detect_double(with_no_break_spaces(text, edits).as_bytes());
    let is_usual = |character: char| matches!(character, '\u{A0}'..='\u{FF}' | '\u{800}'..);
    let are_usual = || {
        edits.iter().all(|edit| {
            let is_within = is_within_word(text, edit);
            let mut decoded = str::from_utf8(&edit.with).unwrap_or_default().chars();
            decoded.all(|one| is_usual(one) || is_within && matches!(one, '\u{100}'..='\u{24F}'))
        })
    };
    found.encoding.is_some_and(|one| is_double(&one))
        || found.alternatives.iter().any(is_double) && are_usual()
}

/// Returns `true` if there are lower-case ASCII letters on both sides.
#[inline]
fn is_within_word(text: &str, edit: &Edit) -> bool {
    let is_small = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_lowercase);
    let (before, behind) = (&text.as_bytes()[..edit.offset], &text.as_bytes()[edit.end()..]);
    is_small(before.last()) && is_small(behind.first())
}

/// Decodes all runs through one single-byte encoding.
#[inline]
fn decode_by<B: Form<Unit = u8>>(text: &str, single: B, fix: Fixes) -> Option<Vec<Edit>> {
    let (mut edits, mut at) = (vec![], 0);
    while let Some(start) = text.as_bytes()[at..].iter().position(|byte| !byte.is_ascii()) {
        at += start;
        let rest = &text[at..];
        let mut len = rest.bytes().position(|byte| byte.is_ascii()).unwrap_or(rest.len());
        let mut with = Vec::with_capacity(len / 2);
        for character in rest[..len].chars() {
            let mut byte = [0];
            single.encode_next(character.into(), &mut byte).ok()?;
            with.push(byte[0]);
        }
        if let ([.., lead @ (0xC2 | 0xC3)], Some(b' ')) = (&with[..], rest.as_bytes().get(len)) {
            // Before a word, the letter has lost the space after it.
            let is_before_word =
                *lead == 0xC3 && rest[len + 1..].starts_with(|one: char| one.is_alphanumeric());
            with.extend_from_slice(if is_before_word { b"\xA0 " } else { b"\xA0" });
            len += 1;
        }
        validate(Utf8, &with).ok()?;
        edits.push(Edit { offset: at, len, with, fixes: fix });
        at += len;
    }
    (!edits.is_empty()).then_some(edits)
}

/// Returns `true` if all runs together are too little evidence.
#[inline]
fn is_thin(text: &str, edits: &[Edit]) -> bool {
    let mut alone = vec![];
    !edits.iter().any(|edit| match evidence(text, edit) {
        Evidence::Clear => true,
        Evidence::Alone(letter) => {
            let is_word = alone.contains(&letter);
            alone.push(letter);
            is_word
        }
        Evidence::None => false,
    })
}

/// The evidence of a run.
enum Evidence {
    Clear,
    /// It is this letter, which stands alone.
    Alone(char),
    /// The text may be meant literally.
    None,
}

#[inline]
fn evidence(text: &str, edit: &Edit) -> Evidence {
    let (run, bytes) = (&text[edit.offset..edit.end()], text.as_bytes());
    if run.ends_with(' ') {
        return Evidence::None;
    }
    let mut decoded = str::from_utf8(&edit.with).unwrap_or_default().chars();
    let (Some(decoded), None) = (decoded.next(), decoded.next()) else { return Evidence::Clear };
    let before = edit.offset.checked_sub(1).map_or(b' ', |at| bytes[at]);
    let behind = &bytes[edit.end()..];
    if is_with_signs(run, decoded, before, behind) {
        return Evidence::None;
    }
    let is_alone = |byte: u8| !byte.is_ascii_alphanumeric();
    let after = behind.first().copied().unwrap_or(b' ');
    match decoded {
        '\0'..='\u{7FF}' | '\u{2000}'..='\u{20CF}'
            if before == after && matches!(before, b'\'' | b'"' | b'`') =>
        {
            Evidence::None
        }
        // Between words, an apostrophe or a quotation mark has a letter on one side, or punctuation before it.
        '\u{2018}'..='\u{201E}' if b" /|\t\n([=>;".contains(&before) && is_alone(after) => Evidence::None,
        // A dash is between words.
        '\u{2010}'..='\u{2027}' if is_alone(before) && is_item(&bytes[..edit.offset], behind) => {
            Evidence::None
        }
        // A byte order mark is not within text, and a replacement character replaces part of a word.
        '\u{FEFF}' | '\u{FFFD}' if is_alone(before) && is_alone(after) => Evidence::None,
        '¢'..='¥' | '°' | '€' if is_without_number(&bytes[..edit.offset], behind) => Evidence::None,
        '\0'..='\u{7FF}' if decoded.is_alphabetic() && is_alone(before) && is_alone(after) => {
            if is_item(&bytes[..edit.offset], behind) { Evidence::None } else { Evidence::Alone(decoded) }
        }
        _ => Evidence::Clear,
    }
}

/// Returns `true` if a letter that stands alone is all that stands between separators: an item of a list, a
/// cell, or a line; or if another letter, which is not ASCII either, is the next one on a side.
#[inline]
fn is_item(before: &[u8], behind: &[u8]) -> bool {
    let ends = |byte: Option<&u8>| byte.is_none_or(|byte| b",;/|()[]\t\n\r".contains(byte));
    let is_beside = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii());
    let is_not_space = |byte: &&u8| **byte != b' ';
    let (before, behind) = (before.iter().rev().find(is_not_space), behind.iter().find(is_not_space));
    ends(before) && ends(behind) || is_beside(before) || is_beside(behind)
}

/// Returns `true` if a sign stands alone, and no number stands before or after it.
#[inline]
fn is_without_number(before: &[u8], behind: &[u8]) -> bool {
    let is_alone = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let is_number = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let is_not_space = |byte: &&u8| **byte != b' ';
    is_alone(before.last())
        && is_alone(behind.first())
        && !is_number(before.iter().rev().find(is_not_space))
        && !is_number(behind.iter().find(is_not_space))
}

/// Returns `true` if it may be a letter followed by signs that stand after words.
#[inline]
fn is_with_signs(run: &str, decoded: char, before: u8, behind: &[u8]) -> bool {
    let goes_on = behind.first().is_some_and(u8::is_ascii_lowercase);
    let is_last = !behind.first().is_some_and(u8::is_ascii_alphanumeric);
    let mut signs = run.chars();
    let letter = signs.next();
    let sign = signs.next();
    match (sign, signs.next()) {
        (Some('’'), None) if matches!(behind, [b's'] | [b's', b'\0'..=b'@', ..]) => true,
        (Some(sign), None) if before.is_ascii_uppercase() => {
            is_punctuation(sign)
                || sign == '\u{A0}'
                || is_last && is_mark(sign)
                || !goes_on && !decoded.is_uppercase()
        }
        (Some(_), None) if decoded == '×' => false,
        (Some(sign), None) => is_punctuation(sign) && !goes_on && !before.is_ascii_lowercase(),
        // No word ends like this, and much doubly encoded text begins like this.
        _ => letter != Some('â') && run.chars().skip(1).all(|sign| is_punctuation(sign) || is_mark(sign)),
    }
}

/// Returns `true` for punctuation that stands after words, and hardly ever within them. A dash stands between
/// two.
#[inline]
fn is_punctuation(sign: char) -> bool {
    matches!(sign, '‘'..='„' | '†'..='•' | '…' | '‹' | '›' | '–' | '—' | '™')
}

/// Returns `true` for signs of Latin-1 that stand after words, and are trail bytes.
#[inline]
fn is_mark(sign: char) -> bool {
    matches!(sign, '\u{A0}' | '«' | '»' | '©' | '®' | '°' | '¡' | '¿' | '²' | '³' | '¹' | '·' | 'ª' | 'º')
}

/// Returns `true` if there is a character that was encoded twice, in any context.
#[inline]
pub(super) fn is_candidate(bytes: &[u8]) -> bool {
    first_candidate(bytes).is_some()
}

/// Returns the position of the first of them.
#[inline]
pub(super) fn first_candidate(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += Isa::current().run(Strides(&bytes[at..]));
        // At the end of the strides, there may be one, or less than a stride is left.
        let end = bytes.len().min(at + STRIDE);
        if let Some(found) = (at..end).find(|&at| is_candidate_at(bytes, at)) {
            return Some(found);
        }
        if end == bytes.len() {
            return None;
        }
        at = end;
    }
}

/// The number of positions that are examined together.
const STRIDE: usize = 64;

/// Counts the bytes of the strides in which no candidate begins, as far as six bytes show. The loop compiles
/// to vector instructions.
struct Strides<'t>(&'t [u8]);

impl Strides<'_> {
    #[inline(always)]
    fn count(self) -> usize {
        let mut at = 0;
        while let Some(stride) = self.0[at..].first_chunk::<{ STRIDE + 6 }>() {
            let front = |k: usize| is_front(stride[k], stride[k + 1], stride[k + 2]);
            // Accented letters before quotation marks are as long as this, but do not continue.
            let goes_on = |k: usize| goes_on(stride[k + 1], stride[k + 2], stride[k + 4], stride[k + 5]);
            if (0..STRIDE).fold(false, |any, k| any | front(k))
                && (0..STRIDE).fold(false, |any, k| any | (front(k) & goes_on(k)))
            {
                break;
            }
            at += STRIDE;
        }
        at
    }
}

impl Vectorized for Strides<'_> {
    type Output = usize;

    #[inline]
    fn scalar(self) -> usize {
        self.count()
    }

    #[inline(always)]
    fn vector<S: Simd>(self, _simd: S) -> usize {
        self.count()
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, _simd: Avx512) -> usize {
        self.count()
    }
}

/// Returns `true` for the lead byte of U+00C2..U+00F4, followed by that of a character which stands for a
/// trail byte.
#[inline(always)]
fn is_front(first: u8, second: u8, third: u8) -> bool {
    let is_lead = (first == 0xC3) & (second.wrapping_sub(0x82) <= 0x32);
    is_lead & stands_for_trail(third)
}

#[inline(always)]
fn stands_for_trail(lead: u8) -> bool {
    (lead == 0xC2) | (lead == 0xC5) | (lead == 0xC6) | (lead == 0xCB) | (lead == 0xE2)
}

/// Returns `true` if a second such character follows, or none is needed: U+00E0 and more need two. The fifth
/// or sixth byte is its lead byte.
#[inline(always)]
fn goes_on(second: u8, third: u8, fifth: u8, sixth: u8) -> bool {
    let is_three = third == 0xE2;
    (second < 0xA0) | (is_three & stands_for_trail(sixth)) | (!is_three & stands_for_trail(fifth))
}

#[inline]
fn is_candidate_at(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at..];
    let byte = |k: usize| rest.get(k).copied().unwrap_or(0);
    is_front(byte(0), byte(1), byte(2))
        && goes_on(byte(1), byte(2), byte(4), byte(5))
        && decode_twice(rest).is_some()
}

/// The length in bytes of the longest character that was encoded twice.
pub(super) const LONGEST: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::Edit;

    fn decoded(text: &str) -> Option<String> {
        let edits = decode(text.as_bytes(), Fixes::DOUBLE_ENCODING)?;
        Some(String::from_utf8(Edit::apply_all(&edits, text.as_bytes())).unwrap())
    }

    fn encoded(text: &str, single: Encoding) -> String {
        let encoded = crate::engine::convert(single, Encoding::Utf8, text.as_bytes()).unwrap();
        String::from_utf8(encoded).unwrap()
    }

    #[test]
    fn what_was_encoded_twice_or_thrice_is_decoded() {
        for single in [Encoding::Iso8859_1, Encoding::Windows1252] {
            for text in [
                "café",
                "naïve café, 5 €",
                "Überraschung – „Gänsefüßchen“ …",
                "Привет, мир",
                "日本語のテキスト",
                "ça va 💩 très bien",
                "Καλημέρα κόσμε",
                "שלום עולם",
                "CAFÉ",
                "Müller",
                "Österreich",
                "buluşmaktadır",
                "kosmonaŭto",
                "ÉCOLE SUPÉRIEURE",
                "don’t",
                "“quoted”",
                "He said: “no.” And “why?”",
                "Berlin – Paris – Rom",
                "Betrag in € 5, or 7 €",
                "he said “no” and ’tis ‘so’, “ spaced ” too, the boys’ toys",
                "wait… 5 €",
                "5 × 8",
                "23.44° », 5 °C",
                "Este livro é meu. O outro é dela.",
                "Il gatto è nero e il cane è bianco.",
                "lett å si, men vanskelig å lese",
                "5 £ or 7 £, at -3 °C",
                "£5 and £ 7; 90°, 30 ° N",
                "O livro é, na verdade, meu; o outro é, creio, dela.",
                "en ö, en å, en ö, en å",
                "{\"a\":\"中\",\"b\":\"国\"}",
                "A: 我\nB: 你",
                "O sol é único e a lua é bela.",
                "L'été à la mer, à Évian",
            ] {
                let twice = encoded(text, single);
                assert_eq!(decoded(&twice).as_deref(), Some(text), "{twice}");
                assert!(is_candidate(twice.as_bytes()), "{twice}");
                let thrice = encoded(&twice, single);
                assert_eq!(decoded(&thrice), Some(twice), "{thrice}");
                assert!(is_candidate(thrice.as_bytes()), "{thrice}");
                assert_eq!(decoded(text), None, "{text}");
            }
        }
    }

    #[test]
    fn a_space_may_be_what_is_left_of_a_no_break_space() {
        for (twice, text) in [
            ("Le prÃ©sident ouvre la sÃ©ance Ã  18 h", "Le président ouvre la séance à 18 h"),
            ("dÃ©jÃ  levÃ©e Ã  OrlÃ©ans", "déjà levée à Orléans"),
            ("Ã  cÃ´tÃ©", "à côté"),
            // Spaces that followed each other are one.
            ("de midi Ã minuit, câ€™est dÃ©jÃ Ã§a", "de midi à minuit, c’est déjà ça"),
            ("dÃ©jÃ , voilÃ .", "déjà, voilà."),
            ("10Â 000 Ã©lÃ¨ves", "10\u{A0}000 élèves"),
            ("l'Ã©tÃ© Ã  la mer, Ã  Ã‰vian", "l'été à la mer, à Évian"),
        ] {
            assert_eq!(decoded(twice).as_deref(), Some(text), "{twice}");
        }
        for text in ["Ã  18 h", "AMANHÃ  DE SOL", "AMANHÃ É DIA", "à Ã  côté", "10Â 000", "Ã  et Ã ", "Â Ã "]
        {
            assert_eq!(decoded(text), None, "{text}");
        }
    }

    #[test]
    fn what_could_be_meant_stays() {
        for text in [
            "plain",
            "é",
            "`Ã©` is what becomes of é",
            "AMANHÃ®",
            "A MANHÃ© TEXT",
            "VOLTO AMANHÃ…",
            "LÃ™, LÃ® AND LÃ’S",
            "GRÃ–BRETANHA",
            "the letter Ã’s tilde",
            "AMANHÃ\u{A0}cedo",
            "a dash behind Ã–",
            "\"Back to the café…”",
            "café…”, olé™®, voilà……",
            "Swedish: “Å…” men “Å…nej”",
            "“AMANHÃ”",
            "CHÂTEAU ÂGÉ",
            "São Paulo, 5 €",
            "Ã",
            "So ein Spaß… sagte er",
            "É” x",
            "Ä“ quote",
            "Â£ and £",
            "à côté",
            "UTF-8 read as Latin-1 shows Ã© instead of e-acute.",
            "a text that only quotes `Ã©` stays",
            "The most frequent ones are Ã©, Ã¨, Ãª, Ã¼, Ã± and Ã§.",
            "| Ã© | Ã¨ | Ãª | Ã¼ | Ã± |",
            "Ã©; Ã©; Ã¨/Ãª",
            "Â£ and Â° signs appear when UTF-8 is read as Latin-1.",
            "The usual ones are Â£, Â¥, Ã© and \"Â°\".",
            "(Ã©), (Ã¨), (Ãª), (Ã¼)",
            "If you see Ã© or Ã¨ or â€™, the text was decoded twice.",
            "e acute,Ã©\ne grave,Ã¨\ne circumflex,Ãª\nu umlaut,Ã¼\n",
            "Ã©\nÃ¨\nÃª\nÃ¼\n",
            "“Ã©” and “Ã¼”",
            "REPL = {'â€œ': '\"', 'â€˜': \"'\", 'â€“': '-', 'Ã©': 'e'}",
            "replace(\"Ã©\", \"e\"); replace(\"â€™\", \"'\");",
            "e acute,Ã©\nu umlaut,Ã¼\n",
            "`Ã©` and `Ã¨` are letters with accents",
            "assert_eq!(fix('Ã¼'), '\\u{FC}', \"not Ã¼\");",
            "IKEA sells SMÅ® and BLÅ® furniture.",
            "The letters Ã¤ Ã¶ Ã¼ ÃŸ are umlauts read wrongly",
            "Ã© Ã¨ Ãª Ã«",
            "s/Ã©/\\&eacute;/g; s/â€™/\\&rsquo;/g; s/Ã¨/\\&egrave;/g\n",
            "Typical sequences: Ã¤ Ã¶ Ã¼ ÃŸ â‚¬ Â£\n",
            "A UTF-8 BOM shows as ï»¿ in Latin-1; U+FFFD as ï¿½.\n",
            "wrong,right\nâ€œ,quot\nâ€™,apos\nâ€“,ndash\n",
            "| Ã© | e acute |\n| Ã¨ | e grave |\n| â‚¬ | euro |\n",
            "Look for Â£ and â‚¬ in the prices.\n",
            "key\tmojibake\nae\tÃ¤\neuro\tâ‚¬\npound\tÂ£\nquote\tâ€œ\n",
            "read wrongly, Ã© Ã¨ Ãª Ã« Ã® Ã¯ are Latin letters (Ã© is the usual one)",
            "Ã¤ and Ã¶ and Ã¼ and ÃŸ and Ã© are letters read wrongly",
        ] {
            assert_eq!(decoded(text), None, "{text}");
        }
    }
}
