//! When a proposal is sure: `repair --fix legacy` converts files by it, and `convert --in-place` refuses
//! them.
//!
//! All of these must hold:
//!
//! 1. Every byte of the input is part of a well-formed sequence, and no character is a control or for private
//!    use.
//! 2. The text has at least [`LEAST`] characters beyond ASCII, and nine in ten of these, without punctuation,
//!    are letters of one script. At least [`LEAST_DISTINCT_IF_SURE`] of them differ, and in Latin script
//!    [`LEAST_DISTINCT_LATIN`].
//! 3. The proposal is the same for each part of the text, if it is cut into [`PARTS`] parts with as many
//!    bytes beyond ASCII. A proposal that gives the same text counts as the same.
//! 4. The letters are those that texts in the script mostly consist of, as [`is_usual`] says for each script.
//!    In Latin script, letters say little, because a dozen encodings have them in the same places. So the
//!    text must be the same in the other encodings of Latin script, or the proposal must not depend on the
//!    country that the text is supposed to come from.
//!
//! 5. No word is UTF-8 with two characters beyond ASCII or more.
//!
//! 6. No character stands where text in the script hardly has it, so that another encoding is as likely, and no
//!    line is in an encoding that shifts (`doubtful.rs`), or probably in another encoding (`strangers.rs`).
//!
//! 7. Fewer letters than 48 are not words of another language in another encoding (`rivals.rs`). Without this, a
//!    proposal is not even likely.
//!
//! The rule makes no wrong conversion on the collections of `proof/bench/DETECTION.md`, which has the
//! figures.

use std::collections::BTreeSet;

use super::doubtful::{has_signs_in_words, is_doubtful};
use super::guess::{Evidence, decoded};
use super::refine::{FREQUENT, is_mixed, refine};
use super::rivals::has_rival;
use super::unknown::is_of_runs;
use super::{Legacy, Proposer, Shape};

/// The least number of characters beyond ASCII.
const LEAST: u64 = 24;
/// The least number of different letters, except in Latin script.
const LEAST_DISTINCT: usize = 4;
/// The least number of different letters if a conversion relies on the proposal, except in Latin script.
const LEAST_DISTINCT_IF_SURE: usize = 10;
/// The least number of different letters if a conversion relies on a proposal in Latin script. If all letters
/// are one byte, it may be another letter in an encoding of DOS.
const LEAST_DISTINCT_LATIN: usize = 3;
/// How many parts of the text must agree.
const PARTS: usize = 4;
/// The number of characters beyond ASCII from which a proposal is likely.
const LEAST_LIKELY: u64 = 4;
/// The number of them if they are single bytes that are letters of another script in most encodings.
const LEAST_LIKELY_SINGLE: u64 = 6;

/// One domain for each kind of country that the proposals depend on.
const DOMAINS: [&str; 18] = [
    "com", "cz", "ru", "de", "gr", "tr", "il", "sa", "lt", "vn", "th", "cn", "tw", "jp", "kr", "pl", "is",
    "am",
];

/// The encodings of Latin script that are common.
const LATIN: [&str; 7] = [
    "windows-1252",
    "iso-8859-15",
    "windows-1250",
    "iso-8859-2",
    "windows-1254",
    "windows-1257",
    "windows-1258",
];

/// Asks for proposals on other assumptions, and enters the answers.
pub(super) fn examine(
    bytes: &[u8],
    text: &str,
    legacy: Legacy,
    proposer: &Proposer,
    is_all: bool,
    evidence: &mut Evidence,
) {
    evidence.is_usual = is_usual(bytes, text, legacy, proposer, is_all, evidence);
    evidence.is_latin_for_all =
        is_latin_in(&["windows-1250", "windows-1254"], bytes, text, is_all) && !has_signs_in_words(text);
    evidence.is_of_runs = is_of_runs(bytes);
    evidence.has_rival = has_rival(bytes, text, legacy, is_all, evidence);
    evidence.is_doubtful = is_doubtful(text, bytes, legacy, evidence.script().0);
    let least = if evidence.script().0 == "Latin" { LEAST_DISTINCT_LATIN } else { LEAST_DISTINCT_IF_SURE };
    let distinct = distinct(text);
    (evidence.is_varied, evidence.is_of_one_letter) = (distinct >= least, distinct < 2);
    if evidence.characters < LEAST {
        return;
    }
    let parts = parts(bytes);
    evidence.parts = parts.len();
    for part in parts {
        let mut proposer = Proposer::new();
        proposer.push(part, false);
        let other = proposer.propose().map(|other| refine(part, other, false));
        evidence.agreeing += usize::from(other.is_some_and(|other| {
            other == legacy || decoded(part, other, false).0 == decoded(part, legacy, false).0
        }));
    }
}

/// Returns `true` if the letters are those that texts in their script mostly consist of.
fn is_usual(
    bytes: &[u8],
    text: &str,
    legacy: Legacy,
    proposer: &Proposer,
    is_all: bool,
    evidence: &Evidence,
) -> bool {
    let letters = || text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic());
    let share = |is_common: fn(char) -> bool| {
        let (common, all) =
            letters().fold((0, 0), |(common, all), one| (common + u64::from(is_common(one)), all + 1_u64));
        100 * common / all.max(1)
    };
    let script = evidence.script().0;
    // A letter that is repeated is as likely in any encoding.
    if script != "Latin" && distinct(text) < LEAST_DISTINCT {
        return false;
    }
    // Chinese, Japanese and Korean text has Latin abbreviations without spaces around them.
    if matches!(script, "Cyrillic" | "Greek" | "Arabic" | "Hebrew" | "Thai") && is_mixed(text) {
        return false;
    }
    match script {
        "Cyrillic" => {
            // The alphabets of Russian, Ukrainian and Bulgarian; their ten most frequent letters; and few
            // capitals inside words.
            share(|one| matches!(one, 'А'..='я' | 'ё' | 'Ё' | 'і' | 'І' | 'ї' | 'Ї' | 'є' | 'Є' | 'ґ' | 'Ґ'))
                >= 99
                && share(|one| one.to_lowercase().any(|one| FREQUENT.contains(one))) >= 50
                && 200 * capitals_inside(text) <= evidence.characters
        }
        "Greek" => {
            share(|one| "αοιετνσηςυάόίέήύώ".contains(one)) >= 50
                && 200 * capitals_inside(text) <= evidence.characters
        }
        "Arabic" => share(|one| "الينمرتوبة".contains(one)) >= 50,
        "Hebrew" | "Thai" => true,
        "Latin" => {
            is_latin_in(&LATIN, bytes, text, is_all) || is_everywhere(bytes, text, legacy, proposer, is_all)
        }
        _ => is_usual_pairs(bytes, legacy.shape()),
    }
}

/// Returns the number of different letters beyond ASCII.
fn distinct(text: &str) -> usize {
    text.chars().filter(|one| !one.is_ascii() && one.is_alphabetic()).collect::<BTreeSet<char>>().len()
}

/// Returns the number of capitals after small letters.
fn capitals_inside(text: &str) -> u64 {
    let pairs = text.chars().zip(text.chars().skip(1));
    pairs.filter(|(one, next)| !one.is_ascii() && one.is_lowercase() && next.is_uppercase()).count() as u64
}

/// Returns `true` if the text is the same in these encodings.
fn is_latin_in(names: &[&str], bytes: &[u8], text: &str, is_all: bool) -> bool {
    let others = names.iter().filter_map(|name| Legacy::named(name));
    others.into_iter().all(|other| decoded(bytes, other, is_all).0 == text)
}

/// Returns `true` if the proposal does not depend on the country that the text is supposed to come from.
fn is_everywhere(bytes: &[u8], text: &str, legacy: Legacy, proposer: &Proposer, is_all: bool) -> bool {
    let mut others: Vec<Legacy> = vec![legacy];
    for domain in DOMAINS {
        match proposer.propose_for(domain) {
            Some(other) if !others.contains(&other) => others.push(other),
            _ => {}
        }
    }
    others.into_iter().skip(1).all(|other| decoded(bytes, other, is_all).0 == text)
}

/// Returns `true` if most pairs of bytes are of the rows of a character set that have its kana, its Hangul,
/// or its more frequent ideographs.
fn is_usual_pairs(bytes: &[u8], shape: Shape) -> bool {
    let (mut usual, mut all, mut is_double, mut at) = (0, 0, false, 0);
    let mut of_lead = [0; 256];
    while let Some(sequence) = shape.next(&bytes[at..], &mut is_double) {
        let pair = &bytes[at + sequence.escapes..at + sequence.len];
        at += sequence.len;
        let &[lead, trail] = pair else { continue };
        all += 1;
        of_lead[usize::from(lead)] += u64::from(lead != 0xA1);
        usual += u64::from(match shape {
            // GB 2312: punctuation and full-width forms, and the ideographs of level 1.
            Shape::Gb => trail >= 0xA1 && matches!(lead, 0xA1 | 0xA3 | 0xB0..=0xD7),
            // Big5: punctuation, and the ideographs of level 1.
            Shape::Big5 => matches!(lead, 0xA1 | 0xA4..=0xC6),
            // KS X 1001: punctuation, and Hangul.
            Shape::EucKr => trail >= 0xA1 && matches!(lead, 0xA1 | 0xA3 | 0xB0..=0xC8),
            // JIS X 0208: punctuation and full-width forms, kana, and the ideographs of level 1.
            Shape::EucJp => matches!(lead, 0xA1 | 0xA3..=0xA5 | 0xB0..=0xCF),
            Shape::ShiftJis => matches!(lead, 0x81..=0x83 | 0x88..=0x97),
            Shape::Iso2022Jp => matches!(lead, 0x21 | 0x23..=0x25 | 0x30..=0x4F),
            Shape::Single => false,
        });
    }
    // Kana have one or two lead bytes, and so has an alphabet that another encoding has in such a row.
    let has_kana = matches!(shape, Shape::EucJp | Shape::ShiftJis | Shape::Iso2022Jp);
    let most = of_lead.into_iter().max().unwrap_or(0);
    // Of a few pairs, chance has more to say.
    let is_short = all < LEAST;
    let is_usual = if is_short { 4 * usual >= 3 * all } else { 10 * usual >= 9 * all };
    let is_varied = if is_short { 2 * most <= all } else { 3 * most <= all };
    all > 0 && is_usual && (has_kana || is_varied)
}

/// Cuts a text after lines, or else after spaces, so that each part has about as many bytes beyond ASCII.
fn parts(bytes: &[u8]) -> Vec<&[u8]> {
    let all = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let (mut parts, mut rest, mut high) = (vec![], bytes, 0);
    let each = all / PARTS;
    let mut at = 0;
    while at < rest.len() {
        let byte = rest[at];
        at += 1;
        high += usize::from(!byte.is_ascii());
        // No legacy encoding has these bytes inside a sequence.
        let is_end = byte == b'\n' || byte <= b' ' && high >= each + each / 8;
        if is_end && high >= each && parts.len() + 1 < PARTS {
            let (part, left) = rest.split_at(at);
            parts.push(part);
            (rest, at, high) = (left, 0, 0);
        }
    }
    if high > 0 {
        parts.push(rest);
    }
    parts
}

/// Returns `true` if the proposal keeps to the rule above.
pub(super) fn is_sure(evidence: &Evidence) -> bool {
    let (_, letters) = evidence.script();
    evidence.malformed == 0
        && evidence.odd == 0
        && evidence.utf_8 == 0
        && !evidence.is_doubtful
        && !evidence.has_rival
        && evidence.characters >= LEAST
        && 10 * letters >= 9 * (evidence.characters - evidence.punctuation)
        && 2 * letters >= evidence.characters
        && evidence.is_usual
        && evidence.is_varied
        && evidence.parts > 1
        && evidence.agreeing == evidence.parts
}

/// Returns `true` if the proposal is more than one of several.
pub(super) fn is_likely(evidence: &Evidence) -> bool {
    let (script, letters) = evidence.script();
    let plain = evidence.characters - evidence.punctuation;
    let is_of_pairs = matches!(script, "Japanese" | "Chinese" | "Korean");
    let least = if is_of_pairs || script == "Latin" { LEAST_LIKELY } else { LEAST_LIKELY_SINGLE };
    evidence.malformed <= evidence.characters / 64
        && evidence.odd <= evidence.characters / 64
        && evidence.characters >= least
        && !evidence.has_rival
        && 4 * letters >= evidence.characters
        && (10 * letters >= 9 * plain || evidence.is_usual && 4 * letters >= 3 * plain)
        && (evidence.is_usual || script == "Latin" && !evidence.is_of_runs && !evidence.is_of_one_letter)
        && 2 * evidence.agreeing >= evidence.parts
}
